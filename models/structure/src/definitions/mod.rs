//! Definitions of classes as text: what ships with the program, and what users write.
//!
//! The grammar is line by line and small enough for a Go player; `docs/models/structure.md` teaches it. A text gives some
//! or all levels; a level that it does not give is the built-in one, and `level 2 added` adds to the built-in one.

mod read;
mod syntax;

pub use syntax::DefinitionError;

use crate::ets::{System, Worth};
use syntax::{DefinitionLine, Document, Item};

/// The text of the built-in level with this number.
#[must_use]
pub fn built_in_text(level: usize) -> Option<&'static str> {
    [
        include_str!("../../definitions/level0.ets"),
        include_str!("../../definitions/level1.ets"),
        include_str!("../../definitions/level2.ets"),
    ]
    .get(level)
    .copied()
}

/// The built-in definitions of Go.
///
/// # Panics
/// Never: they are part of the program, and a test reads them.
#[must_use]
pub fn built_in() -> System {
    parse("").expect("the built-in definitions are correct")
}

/// Reads definitions for Go. What the text leaves out is built in.
///
/// ```
/// let text = "
/// level 2 added
/// class hanging \"hanging connection\" hanging.black
///   color black
///   con 1: c3_1 -1- c5_1 -4- c3_2, c3_1 -1- c13_1 -3- c3_3, c3_3 -3- c13_2 -4- c3_2
///   generate {1}
/// ";
/// let system = structure::definitions::parse(text).unwrap();
/// assert!(system.class(2, "hanging").is_some());
/// let error = structure::definitions::parse("level 1\nclass C1 \"stone\"\n  con 1: c99_1 -2- c12_1\n").unwrap_err();
/// assert_eq!((error.line, error.column), (3, 10));
/// ```
///
/// # Errors
/// At the first mistake, with its line and column.
pub fn parse(text: &str) -> Result<System, DefinitionError> {
    let document = Document::parse(text)?;
    let parts = read::levels(&document)?;
    if let Some(part) = parts.iter().find(|part| built_in_text(part.number).is_none() && part.number > parts.len() + 2)
    {
        return Err(DefinitionError::new(part.line, 1, "the levels below this one are missing"));
    }
    let highest = parts.iter().map(|part| part.number).max().unwrap_or(0).max(2);
    let mut system = System::default();
    for number in 0..=highest {
        let own = parts.iter().find(|part| part.number == number);
        let built = match built_in_text(number) {
            Some(text) if own.is_none_or(|part| part.added) => Some(Document::parse(text)?),
            _ => None,
        };
        let built = built.as_ref().map(|document| document.lines.as_slice());
        if own.is_none() && built.is_none() {
            return Err(DefinitionError::new(1, 1, format!("level {number} is missing")));
        }
        read::level(&mut system, number, built.into_iter().chain(own.map(|part| part.lines)))?;
    }
    read::finish(&mut system)?;
    Ok(system)
}

/// Reads definitions of any domain: the text gives all levels itself.
///
/// # Errors
/// At the first mistake, with its line and column.
pub fn parse_domain(text: &str) -> Result<System, DefinitionError> {
    let document = Document::parse(text)?;
    let mut system = System::default();
    for (number, part) in read::levels(&document)?.iter().enumerate() {
        if part.number != number || part.added {
            return Err(DefinitionError::new(part.line, 1, format!("level {number} is to come here")));
        }
        read::level(&mut system, number, [part.lines].into_iter())?;
    }
    read::finish(&mut system)?;
    Ok(system)
}

/// A text of definitions, read and printed back: spaces are put in order, all else stays as it was written.
///
/// # Errors
/// At the first line that cannot be read.
pub fn reprint(text: &str) -> Result<String, DefinitionError> {
    Ok(Document::parse(text)?.to_string())
}

/// What was learned about playing, to be written into definitions.
pub(crate) struct Lessons<'a> {
    /// Where it comes from, in a line.
    pub(crate) origin: &'a str,
    /// What the elements of a class are worth, by its level and name: in general, and what the last stone adds.
    pub(crate) worth: &'a dyn Fn(usize, &str) -> Option<[Worth; 2]>,
    /// What else counts.
    pub(crate) play: &'a [(&'a str, f64)],
    /// More classes of level 2, as text.
    pub(crate) groups: &'a str,
}

/// A text of definitions that gives levels 1 and 2 whole, with what was learned in place of what was said about their worth.
pub(crate) fn learned(text: &str, lessons: &Lessons<'_>) -> Result<String, DefinitionError> {
    let document = Document::parse(text)?;
    let parts = read::levels(&document)?;
    let mut out = format!("# {}\n", lessons.origin);
    for part in parts.iter().filter(|part| !(1..=2).contains(&part.number)) {
        part.lines.iter().for_each(|line| out.push_str(&format!("{line}\n")));
    }
    for number in [1, 2] {
        let own = parts.iter().find(|part| part.number == number);
        let built = match built_in_text(number) {
            Some(text) if own.is_none_or(|part| part.added) => Some(Document::parse(text)?),
            _ => None,
        };
        let built = built.as_ref().map(|document| document.lines.as_slice());
        let mut is_open = false;
        for lines in built.into_iter().chain(own.map(|part| part.lines)) {
            write_level(&mut out, number, lines, &mut is_open, lessons);
        }
        if number == 2 {
            out.push_str(lessons.groups);
            out.push('\n');
            lessons.play.iter().for_each(|(name, value)| out.push_str(&format!("play {name} {value}\n")));
        }
    }
    Ok(out)
}

/// The lines of a class about its worth: in general, and what the last stone adds.
pub(crate) fn worth_lines(both: [Worth; 2]) -> String {
    let mut text = String::new();
    for (word, worth) in ["worth", "answer"].into_iter().zip(both) {
        let all = [Some(worth.made), worth.broken, worth.lost];
        if word == "answer" && all.into_iter().flatten().all(|part| part == 0.0) {
            continue;
        }
        text.push_str(&format!("  {word} {}", worth.made));
        worth.broken.iter().for_each(|broken| text.push_str(&format!(" broken {broken}")));
        worth.lost.iter().for_each(|lost| text.push_str(&format!(" lost {lost}")));
        text.push('\n');
    }
    text
}

/// The lines of a level, or of what is added to it: its head once, its classes with what they are worth.
fn write_level(out: &mut String, number: usize, lines: &[DefinitionLine], is_open: &mut bool, lessons: &Lessons<'_>) {
    let mut worth: Option<[Worth; 2]> = None;
    let flush = |out: &mut String, worth: &mut Option<[Worth; 2]>| {
        worth.take().into_iter().for_each(|both| out.push_str(&worth_lines(both)));
    };
    let mut class = 0;
    for (i, line) in lines.iter().enumerate() {
        match &line.item {
            Item::Worth(text) => {
                // What a shape tells a reader stays what it was.
                let mut rest = lines[class + 1..].iter().take_while(|line| !matches!(line.item, Item::Class { .. }));
                if !rest.any(|line| matches!(line.item, Item::Telling(_))) {
                    out.push_str(&format!("  telling {}\n", text.made));
                }
                continue;
            }
            Item::Answer(_) | Item::Play { .. } => continue,
            Item::Level { .. } if std::mem::replace(is_open, true) => continue,
            Item::Level { number, title, .. } => {
                let item = Item::Level { number: number.clone(), title: title.clone(), added: false };
                out.push_str(&format!("{}\n", DefinitionLine { item, ..line.clone() }));
                continue;
            }
            Item::Color(_) | Item::Twin(_) | Item::Telling(_) => {}
            _ => flush(out, &mut worth),
        }
        out.push_str(&format!("{line}\n"));
        if let Item::Class { name, .. } = &line.item {
            class = i;
            worth = (lessons.worth)(number, &name.text);
        }
    }
    flush(out, &mut worth);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_is_printed_back_as_written() {
        for level in 0..3 {
            let text = built_in_text(level).unwrap();
            assert_eq!(reprint(text).unwrap(), text);
        }
        let system = built_in();
        let sizes: Vec<usize> = system.levels.iter().map(|level| level.classes.len()).collect();
        assert_eq!(sizes, [16, 25, 14]);
        assert!(system.levels.iter().flat_map(|level| &level.classes).all(|class| class.twin.is_some()));
    }

    #[test]
    fn mistakes_are_reported_with_line_and_column() {
        let wrong = |text: &str| parse(text).unwrap_err().to_string();
        let cases = [
            ("klass C1", "1:1: 'klass' begins no line"),
            ("level 1\nclass C1", "2:9: what people call the class is missing"),
            ("level 1\nclass C1 \"x\"\n  generate", "3:11: steps are missing"),
            ("level 1\nclass C1 \"x\"\n  con 1: c1_1 -2 c12_1\n  generate {1}", "3:15: '-2' is no link"),
            ("level 1\nclass C1 \"x\"\n  con 1: c1_1 -99- c12_1\n  generate {1}", "3:16: unknown link '99'"),
            ("level 1\nclass C1 \"x\"\n  con 1: c1_1 -2- c12_1\n  generate {2}", "4:13: unknown constraint '2'"),
            ("level 1\nclass C1 \"x\"\n  con 1: c1_1 -2- c12_1", "2:7: C1 has no line 'generate'"),
            ("level 0 added\nprimitive black: > left", "2:11: there are two primitives black"),
            ("level 0 added\nlink 40 \"x\": s: black; a: adjacency; s.north > a.left", "2:40: unknown terminal site"),
            ("level 2\nclass C1 \"x\"\n  twin C9\n  con 1: c1_1 -1- c12_1\n  generate {1}", "3:8: unknown class 'C9'"),
            ("class C1 \"x\"", "1:1: a line 'level' must come first"),
            ("level 1\nclass C1 \"x\"\n  worth 1 broken x", "3:18: 'x' is no number"),
            ("level 1\nanswer 1", "2:1: a line 'class' must come before this"),
            ("level 2 added\nplay capure 1", "2:6: unknown part of a rating 'capure' (did you mean 'capture'?)"),
            ("level 7", "1:1: the levels below this one are missing"),
            ("level 2 added\nclass C1 \"x\"\n  con 1: c1_1 -1- c12_1\n  generate {1}", "2:7: there are two classes C1"),
        ];
        for (text, expected) in cases {
            let message = wrong(text);
            assert!(message.starts_with(expected), "{text}\n{message}\n{expected}");
        }
    }

    #[test]
    fn no_definition_is_deeper_than_the_stack() {
        let wrong = |text: String| parse(&text).unwrap_err().message;
        let class = "level 1\nclass C1 \"x\"\n";
        let row: String = (2..100_000).map(|i| format!(" -2- c12_{i}")).collect();
        assert_eq!(wrong(format!("{class}  con 1: c12_1{row}\n")), "a constraint has at most 64 members");
        let given: String = (2..100_000).map(|i| format!(", c12_{i}")).collect();
        assert_eq!(wrong(format!("{class}  con 1: given c12_1{given}\n")), "a constraint has at most 64 members");
        let con = format!("{class}  con 1: c1_1 -2- c12_1\n  generate ");
        assert_eq!(wrong(format!("{con}{{1{}}}", "+1".repeat(100_000))), "a row has at most 64 constraints");
        assert_eq!(wrong(format!("{con}{}", "{1}".repeat(100_000))), "a class is made in at most 64 steps");
        assert!(
            wrong(format!("{class}  con 1: {}", "(".repeat(1_000_000))).starts_with("')' or a variable is missing")
        );
    }

    #[test]
    fn more_classes_than_there_are_ids_are_refused() {
        let mut text = String::from("level 2\n");
        for class in 0..=65_536 {
            text.push_str(&format!("class c{class} \"x\"\n"));
        }
        let error = parse(&text).unwrap_err();
        assert_eq!(error.to_string(), "65538:7: there are more than 65536 classes in a level; remove some");
    }

    #[test]
    fn comments_and_order_survive() {
        let text = "# top\nlevel 2  # of three\nplay capture 1.5\n\nclass a \"b \\# c\"  # end\n  worth 1 broken 0.5 lost -2\n  answer 0.1\n  con 1: (c1_1 c12_1 c16_1) -1-\n  generate {1, none}x3 then {1}*\n";
        assert_eq!(reprint(text).unwrap(), text);
    }
}
