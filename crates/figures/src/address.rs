//! Files and pictures as addresses in a page.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

/// Everything that means something in an address; the slashes of a path stay.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What would end an attribute or an address early.
const PICTURE: &AsciiSet = &CONTROLS.add(b'%').add(b'#').add(b'<').add(b'>').add(b'"').add(b'&').add(b'\'').add(b'`');

/// The path of a file as the address of a link.
///
/// ```
/// assert_eq!(figures::address("games/a b#1.sgf"), "games/a%20b%231.sgf");
/// ```
#[must_use]
pub fn address(path: &str) -> String {
    utf8_percent_encode(path, PATH).to_string()
}

/// An SVG as the address of an image inside the page, so that the names inside two pictures cannot meet.
#[must_use]
pub fn data_address(svg: &str) -> String {
    format!("data:image/svg+xml,{}", utf8_percent_encode(svg, PICTURE))
}
