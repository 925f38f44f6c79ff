//! Golden text: what the program printed when someone last looked at it and found it good.

use std::fs;
use std::path::Path;

/// Compares with a golden file. With `UPDATE_GOLDEN` set, the file is rewritten instead: look at the difference before
/// you commit it.
///
/// # Panics
/// If the text is not what the file holds.
pub fn check(file: &Path, actual: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let folder = file.parent().expect("a file has a folder");
        fs::create_dir_all(folder).expect("the folder can be made");
        fs::write(file, actual).expect("the file can be written");
        return;
    }
    let expected = fs::read_to_string(file)
        .unwrap_or_else(|error| panic!("{}: {error}; make it with `cargo xtask golden`", file.display()));
    if expected == actual {
        return;
    }
    let first = expected.lines().zip(actual.lines()).position(|(a, b)| a != b);
    let line = first.unwrap_or_else(|| expected.lines().count().min(actual.lines().count()));
    let show = |text: &str| text.lines().skip(line.saturating_sub(2)).take(8).collect::<Vec<_>>().join("\n");
    panic!(
        "{}: line {} differs; if the new text is right, run `cargo xtask golden`\n--- expected\n{}\n--- actual\n{}",
        file.display(),
        line + 1,
        show(&expected),
        show(actual)
    );
}
