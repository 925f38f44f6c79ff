//! Names of classes, put together from the words of players.

use model::words::count;

use crate::body::{Body, Placed};
use crate::fact::Fact;
use crate::geometry::{RADII, Term};
use crate::scene::{OFF, OTHER, OWN};
use crate::template::{Form, Mark, Template};

/// Reads the cell so many columns and rows away from the middle, in some orientation.
type Turned<'a> = dyn Fn(i32, i32) -> u8 + 'a;

/// What a class is, in words: "hane at the head of two stones, on the third line".
pub(crate) fn name(template: &Template, body: &Body) -> String {
    let mut words = match template.form {
        Form::Facts => Vec::new(),
        Form::Around { ring, mark } => {
            let mut words = vec![around(&Cells::near(&body.terms), RADII[ring])];
            match mark {
                Mark::Four | Mark::Eight if template.facts.is_empty() => words.push(liberties(&body.terms)),
                Mark::Last | Mark::Two => words.extend(moves(&body.terms)),
                _ => {}
            }
            words
        }
        Form::Answer { back, .. } => {
            let whose = if back == 0 { "answer to" } else { "going on after one's own" };
            let mut words = vec![format!("{whose} {}", played(&body.terms)), towards(&body.terms)];
            if body.terms.iter().any(|placed| matches!(placed.term, Term::Liberties(_))) {
                words.push(liberties(&body.terms));
            }
            words
        }
        Form::Asks { .. } => vec![format!("after {}", played(&body.terms))],
        Form::Joint { ring, .. } => {
            let mut words = moves(&body.terms);
            if ring.is_some() {
                words.insert(0, around(&Cells::near(&body.terms), 3));
            }
            words
        }
        Form::Both { ring } => vec![
            around(&Cells::near(&body.terms), RADII[ring]),
            format!("answer to {}", played(&body.terms)),
            towards(&body.terms),
        ],
        Form::Corner { side, .. } => {
            vec![format!("{} in a corner of {}", corner_point(&body.terms), corner(&body.terms, side))]
        }
        Form::Board => vec![format!("{} on the board of move {}", middle(&body.terms), stones(&body.terms) + 1)],
    };
    for (&fact, &value) in template.facts.iter().zip(&body.facts) {
        let said = fact.words(value);
        if !said.is_empty() {
            words.push(said);
        }
    }
    words.retain(|word| !word.is_empty());
    if words.is_empty() { template.nothing.to_string() } else { words.join(", ") }
}

/// The cells around a centre, by offset.
struct Cells<'t> {
    terms: &'t [Placed],
    away: bool,
}

impl<'t> Cells<'t> {
    fn near(terms: &'t [Placed]) -> Cells<'t> {
        Cells { terms, away: false }
    }

    fn away(terms: &'t [Placed]) -> Cells<'t> {
        Cells { terms, away: true }
    }

    fn get(&self, dx: i32, dy: i32) -> u8 {
        let here = |placed: &&Placed| placed.offset() == (dx, dy);
        self.terms.iter().filter(here).fold(0, |found, placed| match placed.term {
            Term::Cell(content) if !self.away => content,
            Term::Away(content) if self.away => content,
            _ => found,
        })
    }

    /// Whether something is found in some orientation: `test` is given a reader of cells in it.
    fn any(&self, test: impl Fn(&Turned<'_>) -> bool) -> bool {
        (0..8).any(|symmetry| {
            test(&|dx, dy| {
                let (dx, dy) = crate::geometry::turned(symmetry, dx, dy);
                self.get(dx, dy)
            })
        })
    }

    /// The line on which the centre lies, counted from 1, if the edge is in sight.
    fn line(&self) -> Option<usize> {
        (1..=8)
            .find(|&far| [(far, 0), (-far, 0), (0, far), (0, -far)].iter().any(|&(dx, dy)| self.get(dx, dy) == OFF))
            .map(|far| far as usize)
    }

    /// The word for a stone of `own` colour in the middle of these cells.
    fn motif(&self, own: u8) -> &'static str {
        let other = if own == OWN { OTHER } else { OWN };
        let beside = |content| {
            [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().filter(|&&(dx, dy)| self.get(dx, dy) == content).count()
        };
        let (n_own, n_other) = (beside(own), beside(other));
        let is = |test: &dyn Fn(&Turned<'_>) -> bool| self.any(test);
        if n_own + beside(OFF) == 4 {
            return "filling an own eye";
        }
        if n_own == 0 && n_other + beside(OFF) == 4 {
            return "throw-in";
        }
        if is(&|c| c(0, 1) == other && c(0, 2) == other && c(1, 1) == own && c(1, 2) == own && c(1, 0) != own) {
            return "hane at the head of two stones";
        }
        if is(&|c| c(1, 0) == other && c(0, 1) == other && c(1, 1) == own && c(-1, 0) != other && c(0, -1) != other) {
            return "cut";
        }
        if is(&|c| c(1, 0) == own && c(-1, 0) == own) || is(&|c| c(1, 0) == own && c(0, 1) == own && c(1, 1) == other) {
            return "connection";
        }
        if is(&|c| c(1, 0) == other && c(-1, 0) == other && c(0, 1) == own) {
            return "push through";
        }
        if n_own == 1
            && is(&|c| c(0, 1) == own && c(1, 1) == other && c(1, 0) == 0 && c(0, 2) == own)
            && self.line() == Some(2)
        {
            return "second-line push";
        }
        if is(&|c| c(0, 1) == own && c(1, 1) == other && c(1, 0) == other) {
            return "push along";
        }
        if is(&|c| c(0, 1) == own && c(1, 1) == other && c(1, 0) == 0) {
            return "extension from contact";
        }
        if is(&|c| c(0, 1) == own && c(0, -1) == other) {
            return "push into a stone";
        }
        if is(&|c| c(1, 0) == other && c(1, 1) == own) {
            return if self.line() == Some(1) { "first-line hane" } else { "hane" };
        }
        if is(&|c| c(1, 1) == own && c(-1, 1) == own && c(0, 1) == 0) {
            return "tiger mouth";
        }
        if is(&|c| c(1, 0) == other && c(2, 0) == own) {
            return "clamp";
        }
        if n_other > 0 && n_own == 0 {
            return if is(&|c| c(0, 1) == other && c(1, 1) == other) { "block" } else { "attachment" };
        }
        if n_own > 0 {
            return if self.line() == Some(1) { "descent" } else { "solid extension" };
        }
        if is(&|c| c(1, 1) == other && c(1, 0) == 0 && c(0, 1) == 0) {
            return if is(&|c| c(1, 1) == own) { "diagonal move beside a stone" } else { "shoulder hit" };
        }
        if is(&|c| c(1, 1) == own) {
            return "diagonal move";
        }
        if is(&|c| c(2, 0) == own && c(1, 0) == 0) {
            return "one-space jump";
        }
        if is(&|c| c(2, 1) == own) {
            return "knight's move";
        }
        if is(&|c| c(2, 0) == other && c(1, 0) == 0) {
            return "cap";
        }
        if is(&|c| c(2, 1) == other) {
            return "knight's approach";
        }
        if is(&|c| c(3, 0) == own && c(2, 0) == 0) {
            return "two-space jump";
        }
        if is(&|c| c(3, 1) == own) {
            return "large knight's move";
        }
        if is(&|c| c(2, 2) == own || c(3, 0) == other || c(3, 1) == other || c(2, 2) == other) {
            return "loose move near stones";
        }
        "move in the open"
    }
}

const ORDINALS: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

fn on_line(line: usize) -> String {
    ORDINALS.get(line.wrapping_sub(1)).map_or_else(String::new, |word| format!("on the {word} line"))
}

fn around(cells: &Cells<'_>, radius: u8) -> String {
    let motif = cells.motif(OWN);
    match cells.line() {
        Some(line) if motif != "first-line hane" && motif != "second-line push" => format!("{motif} {}", on_line(line)),
        None if radius > 8 => format!("{motif} in the middle"),
        _ => motif.to_string(),
    }
}

/// What was played where the shape around a move is known.
fn played(terms: &[Placed]) -> String {
    let cells = Cells::away(terms);
    let stone = cells.get(0, 0);
    let motif = cells.motif(if stone == OWN { OWN } else { OTHER });
    let article = if motif.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    match cells.line() {
        Some(line) => format!("{article} {motif} {}", on_line(line)),
        None => format!("{article} {motif}"),
    }
}

/// How far apart two points are, as players say it.
fn leap(dx: i32, dy: i32) -> String {
    let (far, near) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
    match (far, near) {
        (0, 0) => "the same point".into(),
        (1, 0) => "in contact".into(),
        (1, 1) => "diagonally".into(),
        (2, 0) => "one space away".into(),
        (2, 1) => "a knight's move away".into(),
        (2, 2) => "two steps diagonally".into(),
        (3, 0) => "two spaces away".into(),
        (3, 1) => "a large knight's move away".into(),
        (far, near) => format!("{far} and {near} lines away"),
    }
}

fn towards(terms: &[Placed]) -> String {
    let candidate = terms.iter().find(|placed| placed.term == Term::Candidate);
    candidate.map_or_else(String::new, |placed| {
        let (dx, dy) = placed.offset();
        leap(dx, dy)
    })
}

fn moves(terms: &[Placed]) -> Vec<String> {
    let mut found: Vec<(u8, String)> = terms
        .iter()
        .filter_map(|placed| match placed.term {
            Term::Move(which) => {
                let (dx, dy) = placed.offset();
                let whose =
                    ["the last move", "one's own last", "the move before that"][usize::from(which.clamp(1, 3)) - 1];
                Some((which, format!("{whose} {}", leap(dx, dy))))
            }
            _ => None,
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, words)| words).collect()
}

fn liberties(terms: &[Placed]) -> String {
    let mut own = Vec::new();
    let mut other = Vec::new();
    for placed in terms {
        let Term::Liberties(n) = placed.term else { continue };
        let content = terms.iter().find_map(|cell| match cell.term {
            Term::Cell(content) | Term::Away(content) if cell.offset() == placed.offset() => Some(content),
            _ => None,
        });
        match content {
            Some(OWN) => own.push(n),
            _ => other.push(n),
        }
    }
    let said = |whose: &str, list: &mut Vec<u8>| {
        list.sort_unstable();
        let numbers: Vec<String> = list.iter().map(|&n| if n > 3 { "4+".to_string() } else { n.to_string() }).collect();
        if numbers.is_empty() { String::new() } else { format!("{whose} with {} liberties", numbers.join(", ")) }
    };
    let parts = [said("own", &mut own), said("others", &mut other)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn stones(terms: &[Placed]) -> usize {
    terms.iter().filter(|placed| matches!(placed.term, Term::Placed(_))).count()
}

fn corner_point(terms: &[Placed]) -> String {
    let candidate = terms.iter().find(|placed| placed.term == Term::Candidate);
    candidate.map_or_else(String::new, |placed| {
        let (dx, dy) = placed.offset();
        format!("{}-{} point", dx.min(dy) + 1, dx.max(dy) + 1)
    })
}

fn corner(terms: &[Placed], side: usize) -> String {
    match stones(terms) {
        0 => format!("{side}×{side} without stones"),
        1 => format!("{side}×{side} with one stone"),
        n => format!("{side}×{side} with {n} stones"),
    }
}

fn middle(terms: &[Placed]) -> String {
    let candidate = terms.iter().find(|placed| placed.term == Term::Candidate);
    candidate.map_or_else(String::new, |placed| {
        let (dx, dy) = placed.offset();
        match dx.abs().max(dy.abs()) {
            0 => "the middle".to_string(),
            far => format!("{} of the way from the middle", if far > 8 { "most" } else { "some" }),
        }
    })
}

/// A number of stones as facts have it.
fn some_stones(value: u8) -> &'static str {
    ["no stones", "a stone", "two stones", "3 to 5 stones", "6 stones or more"][usize::from(value.min(4))]
}

/// The numbers that a value stands for which counts steps from 1; empty if there is no such step.
fn range(value: u8, steps: &[u32]) -> String {
    let Some(at) = usize::from(value).checked_sub(1).filter(|&at| at <= steps.len()) else { return String::new() };
    match (at.checked_sub(1).map(|before| steps[before]), steps.get(at)) {
        (None, Some(&end)) => format!("up to {}", end - 1),
        (Some(begin), Some(&end)) if begin + 1 == end => begin.to_string(),
        (Some(begin), Some(&end)) => format!("{begin} to {}", end - 1),
        (Some(begin), None) => format!("{begin} or more"),
        (None, None) => String::new(),
    }
}

impl Fact {
    /// A value in words; empty where there is nothing to say.
    pub(crate) fn words(self, value: u8) -> String {
        use Fact::*;
        let steps = |n: u8| count(n, "step", "steps");
        let breath = |n: u8, most: u8| {
            if n >= most { format!("{most} or more liberties") } else { count(n, "liberty", "liberties") }
        };
        let many = |n: u8, most: u8| if n >= most { format!("{most} or more") } else { n.to_string() };
        let distance = |value: u8| match value {
            0 => String::new(),
            2 => "beside".into(),
            3 => "diagonal to".into(),
            4 => "a jump from".into(),
            5 => "a knight's move from".into(),
            6 => "two steps from".into(),
            7 => "a large knight's move from".into(),
            18 => "far from".into(),
            n => format!("about {} lines from", n / 2),
        };
        let near = |value: u8, what: &str| match value {
            0 => String::new(),
            1 => format!("next to {what}"),
            2 => format!("near {what}"),
            3 => format!("in reach of {what}"),
            4 => format!("away from {what}"),
            _ => format!("far from {what}"),
        };
        let age = |value: u8, whose: &str| match value {
            0 => String::new(),
            1 => format!("newest {whose} stone just played"),
            n => format!("newest {whose} stone {} moves old", range(n, &[2, 3, 4, 5, 7, 11, 21, 51])),
        };
        let yes = |words: &str| if value == 0 { String::new() } else { words.to_string() };
        match self {
            Line => on_line(value.into()),
            Along => format!("{} lines along", value),
            Phase | Stage => match self.moves(value) {
                None => String::new(),
                Some((1, Some(last))) => format!("move up to {last}"),
                Some((first, Some(last))) => format!("move {first} to {last}"),
                Some((first, None)) => format!("move {first} or more"),
            },
            Last => {
                if value == 0 {
                    "no last move".into()
                } else {
                    format!("{} the last move", distance(value))
                }
            }
            Second => {
                if value == 0 {
                    String::new()
                } else {
                    format!("{} one's own last", distance(value))
                }
            }
            NearLast => near(value, "the last move"),
            NearSecond => near(value, "one's own last"),
            NearThird => near(value, "the move before that"),
            FateLast => match value {
                0 | 1 => "at the chain of the last move".into(),
                n if n < 8 => format!("{} beyond the chain of the last move", steps(n - 1)),
                _ => String::new(),
            },
            FateSecond => match value {
                0 | 1 => "at the chain of one's own last".into(),
                n if n < 8 => format!("{} beyond the chain of one's own last", steps(n - 1)),
                _ => String::new(),
            },
            NearestOwn => format!("own stone {} away", many(value, 7)),
            NearestOther => format!("other stone {} away", many(value, 7)),
            Influence => {
                let strength = ["none", "faint", "weak", "some", "strong", "very strong"];
                match value {
                    0 | 6 => "no influence".into(),
                    n if n < 6 => format!("{} own influence", strength[usize::from(n)]),
                    n => format!("{} influence of the other", strength[usize::from((n - 6).min(5))]),
                }
            }
            Region => format!("empty region of {}", range(value, &[2, 3, 4, 5, 7, 11, 21, 51])),
            Takes => yes(&format!("takes {}", some_stones(value))),
            TakesLast => yes("takes the last move"),
            TakesRunner => yes("which could have run"),
            TakesKo => yes("takes a ko"),
            Rescues => yes(&format!("rescues {} from atari", some_stones(value))),
            Joins => match value {
                0 => String::new(),
                1 => "from one chain".into(),
                n => format!("joins {n} chains"),
            },
            OwnLiberties => yes(&format!("with {}", breath(value, 5))),
            OwnSize => yes(&format!("of {}", some_stones(value))),
            LibertiesAfter => format!("then {}", breath(value, 6)),
            SelfAtari => yes(&format!("self-atari of {}", some_stones(value))),
            Touches => match value {
                0 => String::new(),
                1 => "touches a chain".into(),
                n => format!("touches {n} chains"),
            },
            OtherLiberties => yes(&format!("beside a chain of {}", breath(value, 5))),
            Atari => match value {
                0 => String::new(),
                1 => "atari".into(),
                _ => "double atari".into(),
            },
            AtariSize => yes(&format!("at {}", some_stones(value))),
            Ladder => yes("in a ladder that works"),
            TouchesLast => yes("touches the last move"),
            Empty => format!("{value} empty neighbours"),
            Saves => match value {
                0 => String::new(),
                1 => "gets out of atari".into(),
                _ => "runs in vain".into(),
            },
            SavesSize => yes(&format!("with {}", some_stones(value))),
            SavesAttacked => yes("which the last move attacked"),
            Threatened => yes(&format!("a ladder threatens {}", some_stones(value))),
            Attacked => yes(&format!("attacked chain with {}", breath(value, 5))),
            AttackedSize => yes(&format!("of {}", some_stones(value))),
            LastLiberties => yes(&format!("the last move has {}", breath(value, 5))),
            LastSize => yes(&format!("in a chain of {}", some_stones(value))),
            OwnEye => match value {
                0 => String::new(),
                1 => "between own stones".into(),
                _ => "own eye".into(),
            },
            OtherEye => match value {
                0 => String::new(),
                1 => "between others' stones".into(),
                _ => "other's eye".into(),
            },
            KoFight => yes("in a ko"),
            NewestOwn => age(value, "own"),
            NewestOther => age(value, "other"),
            WeakOwn => yes(&format!("own chain near with {}", breath(value, 5))),
            WeakOwnSize => yes(&format!("of {}", some_stones(value))),
            WeakOther => yes(&format!("other chain near with {}", breath(value, 5))),
            WeakOtherSize => yes(&format!("of {}", some_stones(value))),
            Size => String::new(),
        }
    }

    /// The name of the fact in files.
    pub(crate) fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !name.is_empty() {
                name.push('_');
            }
            name.extend(letter.to_lowercase());
        }
        name
    }
}
