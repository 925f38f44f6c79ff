//! The file that a person can read and edit: every class drawn, with its name, how often it was seen and played, and its
//! weight.
//!
//! ```text
//! aji experience text 1
//! origin: 80000 games of expert-train.tsv
//! positions: 185000
//!
//! # hane at the head of two stones
//! kind: shape 3
//! weight: 0.731
//! seen: 1200
//! played: 310
//! around:
//!   . . .
//!   . * X
//!   . O X
//! ```
//!
//! `X` is a stone of the side to move, `O` one of the other side, `#` is off the board, `*` the point itself. Liberties, the last
//! moves and the candidate, as a move sees it, stand below the drawing: columns to the right, rows downward. What follows a
//! `#` at the beginning of a line is for people only. The order of classes does not matter.

use std::fmt::Write;

use model::{LoadError, Unknown};

use crate::body::{Body, Placed};
use crate::classes::{Class, Classes, HEAVIEST, thousandths};
use crate::fact::{Fact, VALUES};
use crate::geometry::{RADII, Term, distance};
use crate::scene::{OFF, OTHER, OWN};
use crate::template::{Form, TEMPLATES, Template};
use crate::words;

/// The first line of a text file.
pub(crate) const TITLE: &str = "aji experience text 1";

/// What is drawn of a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Canvas {
    /// The cells around the point.
    Around(u8),
    /// The cells around a move.
    Move(u8),
    /// A corner of so many lines.
    Corner(usize),
    /// A whole board of this size.
    Board(usize),
}

impl Canvas {
    fn of(template: &Template, facts: &[u8]) -> Vec<Canvas> {
        match template.form {
            Form::Facts | Form::Joint { ring: None, .. } => Vec::new(),
            Form::Around { ring, .. } | Form::Joint { ring: Some(ring), .. } => vec![Canvas::Around(RADII[ring])],
            Form::Answer { radius, .. } | Form::Asks { radius } => vec![Canvas::Move(radius)],
            Form::Both { ring } => vec![Canvas::Around(RADII[ring]), Canvas::Move(RADII[ring])],
            Form::Corner { side, .. } => vec![Canvas::Corner(side)],
            Form::Board => vec![Canvas::Board(facts.first().copied().unwrap_or(0).into())],
        }
    }

    fn title(self) -> &'static str {
        match self {
            Canvas::Around(_) => "around",
            Canvas::Move(_) => "around the move",
            Canvas::Corner(_) => "corner",
            Canvas::Board(_) => "board",
        }
    }

    /// Rows and columns, both the same.
    fn side(self) -> usize {
        match self {
            Canvas::Around(radius) | Canvas::Move(radius) => usize::from(radius / 2) * 2 + 1,
            Canvas::Corner(side) | Canvas::Board(side) => side,
        }
    }

    /// The offset of a cell, by column and row; none if it is not part of the drawing.
    fn offset(self, column: usize, row: usize) -> Option<(i32, i32)> {
        let (column, row) = (column as i32, row as i32);
        match self {
            Canvas::Around(radius) | Canvas::Move(radius) => {
                let reach = i32::from(radius / 2);
                Some((column - reach, row - reach)).filter(|&(dx, dy)| distance(dx, dy) <= radius.into())
            }
            Canvas::Corner(_) => Some((column, row)),
            Canvas::Board(side) => Some((2 * column + 1 - side as i32, 2 * row + 1 - side as i32)),
        }
    }

    fn term(self, content: u8) -> Term {
        match self {
            Canvas::Around(_) => Term::Cell(content),
            Canvas::Move(_) => Term::Away(content),
            Canvas::Corner(_) | Canvas::Board(_) => Term::Placed(content),
        }
    }

    fn draw(self, terms: &[Placed]) -> Vec<String> {
        let symbol = |offset: (i32, i32)| {
            let there = |term| terms.iter().any(|placed| placed.offset() == offset && placed.term == term);
            match self {
                Canvas::Around(_) if offset == (0, 0) => '*',
                Canvas::Corner(_) | Canvas::Board(_) if there(Term::Candidate) => '*',
                _ if there(self.term(OWN)) => 'X',
                _ if there(self.term(OTHER)) => 'O',
                Canvas::Around(_) | Canvas::Move(_) if there(self.term(OFF)) => '#',
                _ => '.',
            }
        };
        let row = |row| {
            let cells = (0..self.side()).map(|column| self.offset(column, row).map_or(' ', symbol));
            cells.flat_map(|cell| [cell, ' ']).collect::<String>().trim_end().to_string()
        };
        (0..self.side()).map(row).collect()
    }
}

/// The drawing of a class and what stands below it, line by line.
pub(crate) fn drawing(template: &Template, body: &Body) -> Vec<String> {
    let mut lines = Vec::new();
    for canvas in Canvas::of(template, &body.facts) {
        lines.push(format!("{}:", canvas.title()));
        lines.extend(canvas.draw(&body.terms).iter().map(|row| format!("  {row}")));
    }
    let in_drawing = matches!(template.form, Form::Corner { .. } | Form::Board);
    for placed in &body.terms {
        let (dx, dy) = placed.offset();
        match placed.term {
            Term::Liberties(n) => lines.push(format!("liberties: {dx} {dy} {n}")),
            Term::Move(which) => lines.push(format!("move {which}: {dx} {dy}")),
            Term::Candidate if !in_drawing => lines.push(format!("candidate: {dx} {dy}")),
            _ => {}
        }
    }
    for (fact, value) in template.facts.iter().zip(&body.facts) {
        lines.push(format!("{}: {value}", fact.name()));
    }
    lines
}

impl Classes {
    /// The whole model as text.
    pub(crate) fn to_text(&self) -> String {
        let mut out = format!("{TITLE}\norigin: {}\npositions: {}\n", self.origin, self.positions);
        for id in 0..self.len() {
            let class = self.class(id);
            let template = &TEMPLATES.all[class.template];
            let _ = write!(
                out,
                "\n# {}\nkind: {}\nweight: {:.3}\nseen: {}\nplayed: {}\n",
                words::name(template, &class.body),
                template.name,
                f64::from(class.weight) / 1000.0,
                class.seen,
                class.played
            );
            for line in drawing(template, &class.body) {
                out.push_str(line.trim_end());
                out.push('\n');
            }
        }
        out
    }

    /// Reads a model from text.
    ///
    /// # Errors
    /// At the first line that cannot be read, with its place.
    pub(crate) fn from_text(text: &str) -> Result<Classes, LoadError> {
        let mut lines = Lines { lines: text.lines().collect(), next: 0 };
        if lines.next().map(|(_, line)| line.trim_end()) != Some(TITLE) {
            return Err(at(1, 1, format!("a file of classes begins with the line '{TITLE}'")));
        }
        let origin = lines.field("origin")?.1.to_string();
        let (line, column, text) = lines.field_at("positions")?;
        let positions = text.parse().map_err(|_| at(line, column, format!("'{text}' is not a number of positions")))?;
        let mut classes = Vec::new();
        let mut begins = Vec::new();
        while lines.skip() {
            begins.push(lines.next + 1);
            classes.push(lines.class()?);
        }
        Classes::build(origin, positions, classes).map_err(|twice| {
            at(
                begins[twice.second],
                1,
                format!("this class has the same body as the one in line {}", begins[twice.first]),
            )
        })
    }
}

fn at(line: usize, column: usize, what: String) -> LoadError {
    LoadError { at: Some((line, column)), what }
}

/// The lines of a file, one after the other.
struct Lines<'t> {
    lines: Vec<&'t str>,
    next: usize,
}

impl<'t> Lines<'t> {
    /// The next line with its number, from 1.
    fn next(&mut self) -> Option<(usize, &'t str)> {
        let line = *self.lines.get(self.next)?;
        self.next += 1;
        Some((self.next, line))
    }

    /// Passes over blank lines and comments; false at the end.
    fn skip(&mut self) -> bool {
        while let Some(line) = self.lines.get(self.next) {
            if !line.trim().is_empty() && !line.starts_with('#') {
                return true;
            }
            self.next += 1;
        }
        false
    }

    fn field(&mut self, name: &str) -> Result<(usize, &'t str), LoadError> {
        self.field_at(name).map(|(line, _, value)| (line, value))
    }

    /// The value of the next line, which has this name, with its place.
    fn field_at(&mut self, name: &str) -> Result<(usize, usize, &'t str), LoadError> {
        self.skip();
        let missing = || format!("here a line '{name}: …' is missing");
        let Some((number, line)) = self.next() else { return Err(at(self.lines.len() + 1, 1, missing())) };
        match line.split_once(':') {
            Some((there, value)) if there.trim() == name => {
                let value_at = there.chars().count() + 2 + value.chars().take_while(|c| c.is_whitespace()).count();
                Ok((number, value_at, value.trim()))
            }
            _ => Err(at(number, 1, missing())),
        }
    }

    fn number<T: std::str::FromStr>(&mut self, name: &str) -> Result<T, LoadError> {
        let (line, column, value) = self.field_at(name)?;
        value.parse().map_err(|_| at(line, column, format!("'{value}' is not a number that {name} can be")))
    }

    fn class(&mut self) -> Result<Class, LoadError> {
        let (line, column, name) = self.field_at("kind")?;
        let known = || TEMPLATES.all.iter().map(|template| template.name.as_str());
        let template = known()
            .position(|kind| kind == name)
            .ok_or_else(|| at(line, column, Unknown::new("kind of class", name, known()).to_string()))?;
        let kind = &TEMPLATES.all[template];
        let (weight_line, weight_at, text) = self.field_at("weight")?;
        let weight: f64 =
            text.parse().ok().filter(|weight: &f64| weight.abs() <= HEAVIEST).ok_or_else(|| {
                at(weight_line, weight_at, format!("a weight is a number from −32 to 32, not '{text}'"))
            })?;
        let (seen, played) = (self.number("seen")?, self.number("played")?);
        let first = self.next + 1;
        let body = self.body(kind)?;
        if !kind.is_whole(&body.terms) {
            return Err(at(first, 1, format!("a class of the kind '{}' needs more than this", kind.name)));
        }
        Ok(Class { template, body, weight: thousandths(weight), seen, played })
    }

    fn body(&mut self, kind: &Template) -> Result<Body, LoadError> {
        let mut terms: Vec<(usize, Placed)> = Vec::new();
        let mut facts: Vec<Option<u8>> = vec![None; kind.facts.len()];
        // The size of a whole board stands below its drawing, which is as high as that.
        let first = self.next;
        let is_drawn = |line: &&str| line.starts_with("  ");
        let rows = self.lines[(first + 1).min(self.lines.len())..].iter().take_while(|line| is_drawn(line)).count();
        for canvas in Canvas::of(kind, &[rows.min(25) as u8]) {
            self.field(canvas.title())?;
            self.rows(canvas, &mut terms)?;
        }
        while let Some(line) =
            self.lines.get(self.next).filter(|line| !line.trim().is_empty() && !line.starts_with("kind:"))
        {
            self.next += 1;
            let number = self.next;
            if line.starts_with('#') {
                continue;
            }
            let Some((name, values)) = line.split_once(':') else {
                return Err(at(number, 1, format!("'{line}' is no line of a class")));
            };
            let values: Vec<i32> = values
                .split_whitespace()
                .map(|word| {
                    word.parse()
                        .map_err(|_| at(number, name.chars().count() + 3, format!("'{word}' is not a whole number")))
                })
                .collect::<Result<_, _>>()?;
            let near = |values: &[i32]| values.iter().all(|value| value.abs() <= 24);
            let term = match (name.trim(), &values[..]) {
                ("liberties", &[dx, dy, n @ 1..=4]) if near(&[dx, dy]) => {
                    Some(Placed::new(Term::Liberties(n as u8), (dx, dy)))
                }
                ("move 1", &[dx, dy]) if near(&[dx, dy]) => Some(Placed::new(Term::Move(1), (dx, dy))),
                ("move 2", &[dx, dy]) if near(&[dx, dy]) => Some(Placed::new(Term::Move(2), (dx, dy))),
                ("move 3", &[dx, dy]) if near(&[dx, dy]) => Some(Placed::new(Term::Move(3), (dx, dy))),
                ("candidate", &[dx, dy]) if near(&[dx, dy]) => Some(Placed::new(Term::Candidate, (dx, dy))),
                (name, &[value]) => {
                    let known = || kind.facts.iter().map(|fact: &Fact| fact.name());
                    let index = known().position(|fact| fact == name).ok_or_else(|| {
                        let known: Vec<String> = known().collect();
                        at(number, 1, Unknown::new("fact", name, known.iter().map(String::as_str)).to_string())
                    })?;
                    let value = u8::try_from(value).ok().filter(|&value| u64::from(value) < VALUES);
                    facts[index] =
                        Some(value.ok_or_else(|| at(number, 1, format!("'{line}': a fact is from 0 to 31")))?);
                    None
                }
                _ => return Err(at(number, 1, format!("'{line}' is no line of a class"))),
            };
            terms.extend(term.map(|term| (number, term)));
        }
        if let Some(missing) = facts.iter().position(Option::is_none) {
            return Err(at(self.next, 1, format!("the fact '{}' is missing", kind.facts[missing].name())));
        }
        let facts = facts.into_iter().flatten().collect();
        terms.sort_unstable_by_key(|&(_, placed)| placed);
        for (i, &(line, placed)) in terms.iter().enumerate() {
            let again =
                i > 0 && terms[i - 1].1.offset() == placed.offset() && same_kind(terms[i - 1].1.term, placed.term);
            if !kind.takes(placed) || again {
                return Err(at(line, 1, format!("this does not belong to a class of the kind '{}'", kind.name)));
            }
        }
        Ok(Body { terms: terms.into_iter().map(|(_, placed)| placed).collect(), facts })
    }

    fn rows(&mut self, canvas: Canvas, terms: &mut Vec<(usize, Placed)>) -> Result<(), LoadError> {
        for row in 0..canvas.side() {
            let Some((number, line)) = self.next() else {
                return Err(at(self.lines.len() + 1, 1, format!("the drawing has {} rows", canvas.side())));
            };
            let cells: Vec<char> = line.chars().collect();
            if cells.len() > 1 + 2 * canvas.side() {
                return Err(at(number, 2 + 2 * canvas.side(), "the row is too long".to_string()));
            }
            for column in 0..canvas.side() {
                let symbol = cells.get(2 + 2 * column).copied().unwrap_or(' ');
                let offset = canvas.offset(column, row);
                let content = match (symbol, offset) {
                    (' ', None) | ('.', Some(_)) => continue,
                    ('*', Some((0, 0))) if matches!(canvas, Canvas::Around(_)) => continue,
                    ('*', Some(offset)) if matches!(canvas, Canvas::Corner(_) | Canvas::Board(_)) => {
                        terms.push((number, Placed::new(Term::Candidate, offset)));
                        continue;
                    }
                    ('X', Some(_)) => OWN,
                    ('O', Some(_)) => OTHER,
                    ('#', Some(_)) if matches!(canvas, Canvas::Around(_) | Canvas::Move(_)) => OFF,
                    (' ', Some(_)) => return Err(at(number, 3 + 2 * column, "a cell is missing here".to_string())),
                    (symbol, _) => return Err(at(number, 3 + 2 * column, format!("'{symbol}' cannot be here"))),
                };
                terms.extend(offset.map(|offset| (number, Placed::new(canvas.term(content), offset))));
            }
        }
        Ok(())
    }
}

fn same_kind(a: Term, b: Term) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b) && !matches!(a, Term::Move(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
aji experience text 1
origin: by hand
positions: 10

# hane at the head of two stones
kind: shape 5
weight: 1.250
seen: 20
played: 5
around:
    . . .
  . . . . .
  . . * . .
  . . O X .
    . O X

kind: capture
weight: 2
seen: 9
played: 4
takes: 2
takes_last: 1
takes_runner: 1
rescues: 0
takes_ko: 0
";

    fn error(text: &str) -> String {
        Classes::from_text(text).err().expect("this file is wrong").to_string()
    }

    #[test]
    fn a_person_can_write_one() {
        let classes = Classes::from_text(FILE).unwrap();
        let named: Vec<String> = (0..classes.len())
            .filter(|&id| classes.weight_of(id) != 0)
            .map(|id| {
                let class = classes.class(id);
                words::name(&TEMPLATES.all[class.template], &class.body)
            })
            .collect();
        assert_eq!(
            named,
            ["hane at the head of two stones", "takes two stones, takes the last move, which could have run"]
        );
        let text = classes.to_text();
        assert_eq!(Classes::from_text(&text).unwrap().to_text(), text);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let with = |from: &str, to: &str| {
            assert!(FILE.contains(from), "{from}");
            error(&FILE.replacen(from, to, 1))
        };
        assert_eq!(error("something else"), "1:1: a file of classes begins with the line 'aji experience text 1'");
        let unknown = with("kind: shape 5", "kind: shap 5");
        assert!(unknown.starts_with("6:7: unknown kind of class 'shap 5' (did you mean 'shape 5'?)"), "{unknown}");
        assert_eq!(with("weight: 1.250", "weight: heavy"), "7:9: a weight is a number from −32 to 32, not 'heavy'");
        assert_eq!(with("weight: 1.250", "weight: NaN"), "7:9: a weight is a number from −32 to 32, not 'NaN'");
        assert_eq!(with("weight: 1.250", "weight: 99"), "7:9: a weight is a number from −32 to 32, not '99'");
        assert_eq!(with("seen: 20", "seen: −3"), "8:7: '−3' is not a number that seen can be");
        assert_eq!(with("  . . O X .", "  . . Q X ."), "14:7: 'Q' cannot be here");
        assert_eq!(with("takes: 2", "takes: two"), "21:8: 'two' is not a whole number");
        assert_eq!(with("takes_ko: 0\n", ""), "24:1: the fact 'takes_ko' is missing");
        assert_eq!(with("positions: 10", "positions: many"), "3:12: 'many' is not a number of positions");
        let turned = "\nkind: shape 5\nweight: 1\nseen: 1\nplayed: 1\naround:\n    . O X\n  . . O X .\n  . . * . .\n  . . . . .\n    . . .\n";
        let turned = format!("{FILE}{turned}");
        assert_eq!(error(&turned), "27:1: this class has the same body as the one in line 6");
    }
}
