//! From bytes to text. Knows that a record may name its charset in `CA[…]`, and nothing else about any format.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GBK, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use crate::problem::{ProblemKind, quoted};

/// A file as text.
pub(crate) struct Decoded<'b> {
    pub(crate) text: Cow<'b, str>,
    /// The charset, by its usual name.
    pub(crate) charset: &'static str,
    /// What had to be put right, with its place in the text.
    pub(crate) problem: Option<(usize, ProblemKind)>,
}

/// Decodes a whole file before anything is parsed: in Shift-JIS, Big5 and GBK a bracket or a backslash can be the second
/// half of a character.
///
/// A byte order mark outweighs everything, then valid UTF-8, then the charset the file names if the bytes are valid in it,
/// then UTF-8 with a few broken characters (servers cut names inside a character), then a guess from the bytes.
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    // Its mark begins with that of UTF-16.
    if let Some((order, mark)) = utf_32(bytes) {
        return decode_utf_32(order, &bytes[mark..]);
    }
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, &bytes[mark..], Said::find(bytes, encoding));
    }
    if let Some(encoding) = utf_16_by_its_zeros(bytes) {
        return decode_as(encoding, bytes, None);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        if text.is_ascii() {
            // Escape sequences can hide Japanese in plain ASCII.
            if bytes.contains(&0x1B) && Said::find(bytes, UTF_8).is_some_and(|said| said.names == Some(ISO_2022_JP)) {
                return decode_as(ISO_2022_JP, bytes, None);
            }
            return Decoded { text: Cow::Borrowed(text), charset: UTF_8.name(), problem: None };
        }
        let problem = Said::find(bytes, UTF_8).map(|said| said.problem(text, UTF_8.name()));
        return Decoded { text: Cow::Borrowed(text), charset: UTF_8.name(), problem };
    }
    let said = Said::find(bytes, UTF_8);
    // A charset whose letters are not ASCII could not be read in the file's own `CA`.
    let named = said.as_ref().and_then(|said| said.names).filter(|named| named.is_ascii_compatible());
    if let Some(encoding) = named
        && encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
    {
        return decode_as(encoding, bytes, None);
    }
    if Utf8Health::of(bytes).is_utf8(said.is_none()) {
        return decode_as(UTF_8, bytes, said);
    }
    let guess = guess(bytes);
    let encoding = match named {
        // Nothing fits: the file's own word counts for more than a guess.
        Some(named) if guess.decode_without_bom_handling_and_without_replacement(bytes).is_none() => named,
        _ => guess,
    };
    decode_as(encoding, bytes, Said::find(bytes, encoding))
}

fn decode_as<'b>(encoding: &'static Encoding, bytes: &'b [u8], said: Option<Said>) -> Decoded<'b> {
    let (text, has_broken) = encoding.decode_without_bom_handling(bytes);
    let charset = encoding.name();
    let problem = if let Some(said) = said.filter(|said| said.names != Some(encoding)) {
        Some(said.problem(&text, charset))
    } else if has_broken {
        broken(&text, charset)
    } else {
        None
    };
    Decoded { text, charset, problem }
}

/// The order of the bytes of a number, and its name in UTF-32.
type Order = (fn([u8; 4]) -> u32, &'static str);

/// UTF-32, which the standards of the web have no place for: by its mark, or by the zeros that every character of the syntax
/// has. Gives the length of the mark too.
fn utf_32(bytes: &[u8]) -> Option<(Order, usize)> {
    const LITTLE: Order = (u32::from_le_bytes, "UTF-32LE");
    const BIG: Order = (u32::from_be_bytes, "UTF-32BE");
    let ascii = |order: Order| {
        let mut head = bytes.as_chunks::<4>().0.iter().take(64).peekable();
        head.peek().is_some() && head.all(|&letter| (1..0x80).contains(&order.0(letter)))
    };
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] => Some((LITTLE, 4)),
        [0, 0, 0xFE, 0xFF, ..] => Some((BIG, 4)),
        _ if ascii(LITTLE) => Some((LITTLE, 0)),
        _ if ascii(BIG) => Some((BIG, 0)),
        _ => None,
    }
}

fn decode_utf_32((number, charset): Order, bytes: &[u8]) -> Decoded<'static> {
    let (letters, rest) = bytes.as_chunks::<4>();
    let mut text: String =
        letters.iter().map(|&letter| char::from_u32(number(letter)).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    // Whatever the file names is wrong unless it is this one, which has no place among the encodings of the web.
    let said = Said::find(bytes, encoding_rs::REPLACEMENT).filter(|said| {
        let plain: String = said.label.chars().filter(char::is_ascii_alphanumeric).collect();
        !plain.to_ascii_lowercase().starts_with("utf32")
    });
    let problem = said.map(|said| said.problem(&text, charset)).or_else(|| broken(&text, charset));
    Decoded { text: Cow::Owned(text), charset, problem }
}

/// Characters that are none.
fn broken(text: &str, charset: &'static str) -> Option<(usize, ProblemKind)> {
    let at = text.find('\u{FFFD}')?;
    Some((at, ProblemKind::BrokenCharacters { charset, count: text.matches('\u{FFFD}').count() }))
}

/// What the file says of its charset, where that is not `expected`.
struct Said {
    label: String,
    /// As it is in the file.
    tag: String,
    names: Option<&'static Encoding>,
}

impl Said {
    fn problem(&self, text: &str, is: &'static str) -> (usize, ProblemKind) {
        let at = text.find(&self.tag).unwrap_or(0);
        (at, ProblemKind::WrongCharset { said: quoted(&self.label), is })
    }

    /// Looks for `CA[…]` in bytes that begin each character of the syntax with its ASCII value.
    fn find(bytes: &[u8], expected: &'static Encoding) -> Option<Said> {
        // The charset is named at the head of the file. In UTF-16 there are zeros between its letters.
        let head = &bytes[..bytes.len().min(1 << 16)];
        let squeezed: Vec<u8>;
        let head = if head.iter().take(8).any(|&byte| byte == 0) {
            squeezed = head.iter().copied().filter(|&byte| byte != 0).collect();
            &squeezed[..]
        } else {
            head
        };
        let is_tag = |open: usize| {
            let before = open.checked_sub(3).is_some_and(|at| head[at].is_ascii_alphabetic());
            open >= 2 && head[open - 2..open].eq_ignore_ascii_case(b"CA") && !before
        };
        let at = head.iter().enumerate().position(|(i, &byte)| byte == b'[' && is_tag(i))? - 2;
        let label = head[at + 3..].split(|&byte| byte == b']').next()?;
        if label.len() > 64 || !label.is_ascii() {
            return None;
        }
        let label = String::from_utf8_lossy(label).into_owned();
        if label.trim().is_empty() {
            return None;
        }
        let tag = String::from_utf8_lossy(&head[at..at + 3]).into_owned() + &label;
        let names = encoding_named(label.trim());
        (names != Some(expected)).then_some(Said { label, tag, names })
    }
}

/// A charset by the names found in records.
fn encoding_named(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label(label.as_bytes()).or_else(|| {
        let plain: String = label.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(match plain.to_ascii_lowercase().as_str() {
            "utf16" => UTF_16LE,
            "gb" | "gbk2312" | "gb231280" | "cp936" | "ms936" => GBK,
            "cp932" | "ms932" | "windows932" | "sjis" => encoding_rs::SHIFT_JIS,
            "cp949" | "ms949" | "uhc" | "ksc5601" => encoding_rs::EUC_KR,
            "cp950" | "ms950" => encoding_rs::BIG5,
            other => return Encoding::for_label(other.as_bytes()),
        })
    })
}

/// UTF-16 without a mark: every second byte of the syntax is zero.
fn utf_16_by_its_zeros(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(512) & !1];
    if !head.contains(&0) {
        return None;
    }
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let most = head.len() / 2 * 3 / 5;
    if head.len() < 4 || first.max(second) < most.max(2) || first.min(second) * 8 > first.max(second) {
        return None;
    }
    Some(if second > first { UTF_16LE } else { UTF_16BE })
}

/// How well bytes that are not valid UTF-8 would do as UTF-8 nevertheless.
struct Utf8Health {
    /// Characters beyond ASCII that are whole.
    whole: usize,
    /// Characters that break off right before a closing bracket.
    cut: usize,
    /// Other bytes that are not characters.
    wrong: usize,
}

impl Utf8Health {
    fn of(bytes: &[u8]) -> Utf8Health {
        let mut health = Utf8Health { whole: 0, cut: 0, wrong: 0 };
        let mut read = 0;
        for chunk in bytes.utf8_chunks() {
            // The first byte of every character beyond ASCII has its two highest bits set.
            health.whole += chunk.valid().bytes().filter(|byte| byte & 0xC0 == 0xC0).count();
            let (valid, invalid) = (chunk.valid().len(), chunk.invalid());
            read += valid + invalid.len();
            if !invalid.is_empty() {
                let begun = (0xC2..0xF5).contains(&invalid[0]);
                let at_end = bytes.get(read).is_none_or(|&next| next == b']');
                *(if begun && at_end { &mut health.cut } else { &mut health.wrong }) += 1;
            }
        }
        health
    }

    fn is_utf8(&self, unnamed: bool) -> bool {
        let cuts_allowed = if unnamed { self.whole / 4 } else { self.whole };
        (self.wrong == 0 && self.cut <= cuts_allowed) || self.wrong * 8 + self.cut <= self.whole
    }
}

/// The most likely charset of bytes that are not UTF-8.
fn guess(bytes: &[u8]) -> &'static Encoding {
    const ENOUGH: usize = 1 << 16;
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut fed = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
        let line = &line[..line.len().min(ENOUGH)];
        detector.feed(line, false);
        fed += line.len();
        if fed >= ENOUGH {
            break;
        }
    }
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(bytes: &[u8]) -> (&'static str, bool) {
        let decoded = decode(bytes);
        (decoded.charset, decoded.problem.is_some())
    }

    #[test]
    fn plain_text_needs_no_copy() {
        assert!(matches!(decode(b"(;GM[1])").text, Cow::Borrowed(_)));
        assert!(matches!(decode("(;C[黒])".as_bytes()).text, Cow::Borrowed(_)));
    }

    #[test]
    fn a_name_cut_in_a_character_keeps_its_bracket() {
        let bytes = b"(;CA[UTF-8]PB[\xE6\x98\xA5\xE5\x9B]BR[9d])";
        let decoded = decode(bytes);
        assert_eq!(decoded.text, "(;CA[UTF-8]PB[春\u{FFFD}]BR[9d])");
        assert!(matches!(decoded.problem, Some((_, ProblemKind::BrokenCharacters { count: 1, .. }))));
        // A file that can be searched for `CA` byte by byte is not in UTF-16.
        assert_eq!(charset(b"(;CA[UTF-16]PB[Andr\xE9]BR[9d])"), ("windows-1252", true));
        // In Latin-1 the same place holds an accented letter.
        assert_eq!(charset(b"(;CA[UTF-8]PB[Andr\xE9]BR[9d])"), ("windows-1252", true));
    }

    #[test]
    fn charsets_by_their_names() {
        for (label, name) in [
            ("utf8", "UTF-8"),
            ("x-sjis", "Shift_JIS"),
            ("CP932", "Shift_JIS"),
            ("GB 18030", "gb18030"),
            ("cp936", "GBK"),
            ("cp949", "EUC-KR"),
            ("ISO-8859-1", "windows-1252"),
        ] {
            assert_eq!(encoding_named(label).map(Encoding::name), Some(name), "{label}");
        }
        assert_eq!(encoding_named("klingon"), None);
    }

    #[test]
    fn short_and_empty_files_are_decoded() {
        for bytes in [&b""[..], b"\0", b"\0\0\0\0", b"(", b"\xFF", b"\xFF\xFE", b"\xEF\xBB\xBF"] {
            decode(bytes);
        }
    }

    #[test]
    fn utf_32_is_read_in_both_orders_with_and_without_a_mark() {
        let text = "(;GM[1]PB[春])";
        let little = |text: &str| text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<u8>>();
        let big = |text: &str| text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect::<Vec<u8>>();
        let marked = format!("\u{FEFF}{text}");
        for (bytes, charset) in [(little(&marked), "UTF-32LE"), (big(&marked), "UTF-32BE")] {
            let decoded = decode(&bytes);
            assert_eq!((&*decoded.text, decoded.charset, decoded.problem), (text, charset, None));
        }
        // Without a mark the syntax shows it; that other texts follow changes nothing.
        let long = format!("(;GM[1]FF[4]CA[UTF-32]SZ[19]{}C[春])", "AB[aa]".repeat(20));
        for (bytes, charset) in [(little(&long), "UTF-32LE"), (big(&long), "UTF-32BE")] {
            let decoded = decode(&bytes);
            assert_eq!((&*decoded.text, decoded.charset, decoded.problem), (&*long, charset, None));
        }
        // A number that is no character, and a character that is cut off.
        let mut bytes = little(&marked);
        bytes.extend([0xFF, 0xFF, 0xFF, 0x7F, b')']);
        assert!(matches!(decode(&bytes).problem, Some((_, ProblemKind::BrokenCharacters { count: 2, .. }))));
        assert!(matches!(
            decode(&little(&long.replace("32", "8"))).problem,
            Some((_, ProblemKind::WrongCharset { .. }))
        ));
        assert_eq!(
            decode(&"(;GM[1]FF[4])".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).charset,
            "UTF-16LE"
        );
    }

    #[test]
    fn escapes_hide_japanese() {
        let (bytes, _, _) = ISO_2022_JP.encode("(;CA[ISO-2022-JP]PB[能登])");
        assert_eq!(decode(&bytes).text, "(;CA[ISO-2022-JP]PB[能登])");
    }
}
