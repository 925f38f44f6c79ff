//! Games written as clean SGF: FF\[4\], UTF-8, standard names and spellings. Knows nothing about how they were read.

use std::fmt::Write;

use goban::{Color, Move, PointSet};
use record::{Game, Node, NodeId};

use crate::property;
use crate::tree::{OUR_NAME, is_about_the_file, is_information};

/// Writes games as a collection, each ending in a line feed. What [`read`](crate::read) gave comes back the same when it
/// is read again, properties that nobody interprets included.
///
/// Names that are not SGF names, and properties that have their own fields in [`Game`], are left out.
#[must_use]
pub fn write(games: &[Game]) -> String {
    let mut text = String::with_capacity(games.iter().map(|game| 256 + 8 * game.n_nodes()).sum());
    for game in games {
        write_game(game, &mut text);
    }
    text
}

/// Writes one game at the end of a text, so that many games need not be held at once.
pub fn write_game(game: &Game, text: &mut String) {
    enum Step {
        Node(NodeId),
        Variation(NodeId),
        Close,
    }
    let mut out = Writer { line: text.len(), text };
    out.text.push('(');
    let mut steps = vec![Step::Close, Step::Node(game.root())];
    while let Some(step) = steps.pop() {
        let id = match step {
            Step::Close => {
                out.text.push(')');
                continue;
            }
            Step::Variation(id) => {
                out.new_line();
                out.text.push('(');
                id
            }
            Step::Node(id) => {
                out.wrap();
                id
            }
        };
        out.node(game, id);
        let first = steps.len();
        steps.extend(game.children(id).map(Step::Variation));
        match &mut steps[first..] {
            [] => {}
            [only] => {
                if let Step::Variation(id) = *only {
                    *only = Step::Node(id);
                }
                if id == game.root() {
                    out.new_line();
                }
            }
            _ => {
                // The first variation is taken first, and each is closed before the next.
                let variations = steps.split_off(first);
                for variation in variations.into_iter().rev() {
                    steps.extend([Step::Close, variation]);
                }
            }
        }
    }
    out.text.push('\n');
}

struct Writer<'s> {
    text: &'s mut String,
    /// Where the present line begins.
    line: usize,
}

impl Writer<'_> {
    fn new_line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
    }

    /// Breaks the line between nodes, where a line break means nothing.
    fn wrap(&mut self) {
        const WIDTH: usize = 72;
        if self.text.len() - self.line >= WIDTH {
            self.new_line();
        }
    }

    fn node(&mut self, game: &Game, id: NodeId) {
        self.text.push(';');
        let node = game.node(id);
        let root = id == game.root();
        if root {
            self.heading(game);
        }
        self.setup(node);
        if let Some((color, mv)) = node.play {
            self.text.push(color.letter());
            self.text.push('[');
            if let Move::Play(point) = mv {
                self.text.extend(property::letters(point));
            }
            self.text.push(']');
        }
        for property in &node.properties {
            let name = &*property.name;
            if !is_name(name) || has_its_own_place(name, root) {
                continue;
            }
            self.text.push_str(name);
            for value in property.values() {
                self.text.push('[');
                match (name, value.split_once(':')) {
                    ("AP" | "FG" | "LB", Some((left, right))) => {
                        self.escaped(left, "");
                        self.text.push(':');
                        self.escaped(right, ":");
                    }
                    _ if is_information(name) => self.escaped(value, "["),
                    _ => self.escaped(value, ""),
                }
                self.text.push(']');
            }
        }
        if let Some(comment) = &node.comment {
            self.text.push_str("C[");
            self.escaped(comment, "");
            self.text.push(']');
        }
    }

    /// What is known about the game, in the usual order.
    fn heading(&mut self, game: &Game) {
        self.text.push_str("FF[4]GM[1]CA[UTF-8]");
        let root = game.node(game.root());
        if !root.properties.iter().any(|property| property.name == "AP") {
            self.simple("AP", Some(&format!("{OUR_NAME}{}", env!("CARGO_PKG_VERSION"))));
        }
        self.simple("SZ", Some(&game.size().get().to_string()));
        let info = &game.info;
        self.simple("KM", info.komi.filter(|komi| komi.is_finite()).map(|komi| komi.to_string()).as_deref());
        self.simple("RU", info.rules.as_deref());
        self.simple("HA", info.handicap.map(|stones| stones.to_string()).as_deref());
        let (black, white) = (&info.players.black, &info.players.white);
        let texts = [
            ("PB", &black.name),
            ("BR", &black.rank),
            ("BT", &black.team),
            ("PW", &white.name),
            ("WR", &white.rank),
            ("WT", &white.team),
            ("GN", &info.name),
            ("EV", &info.event),
            ("RO", &info.round),
            ("PC", &info.place),
            ("DT", &info.date),
            ("RE", &info.result),
        ];
        for (name, text) in texts {
            self.simple(name, text.as_deref());
        }
    }

    /// A text on one line. An opening bracket is escaped as well: after a name it would look like the next property.
    fn simple(&mut self, name: &str, value: Option<&str>) {
        let Some(value) = value.map(str::trim).filter(|value| !value.is_empty()) else { return };
        let _ = write!(self.text, "{name}[");
        self.escaped(&value.replace(['\n', '\r'], " "), "[");
        self.text.push(']');
    }

    fn setup(&mut self, node: &Node) {
        let Some(setup) = &node.setup else { return };
        self.points("AB", &setup.add.black);
        self.points("AW", &setup.add.white);
        self.points("AE", &setup.clear);
        if let Some(color) = setup.to_move {
            self.text.push_str(match color {
                Color::Black => "PL[B]",
                Color::White => "PL[W]",
            });
        }
    }

    fn points(&mut self, name: &str, points: &PointSet) {
        if points.is_empty() {
            return;
        }
        self.text.push_str(name);
        for point in points {
            self.text.push('[');
            self.text.extend(property::letters(point));
            self.text.push(']');
        }
    }

    /// A text with a backslash before brackets that would close it, backslashes, and what else is asked for.
    fn escaped(&mut self, value: &str, also: &str) {
        let special = |c: char| matches!(c, '\\' | ']') || also.contains(c);
        let mut rest = value;
        while let Some(at) = rest.find(special) {
            self.text.push_str(&rest[..at]);
            self.text.push('\\');
            // What is escaped is one byte long.
            self.text.push_str(&rest[at..=at]);
            rest = &rest[at + 1..];
        }
        self.text.push_str(rest);
    }
}

/// Whether a text is a name as the grammar has them.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// Whether what a property says is written from another part of the game.
fn has_its_own_place(name: &str, root: bool) -> bool {
    matches!(name, "B" | "W" | "AB" | "AW" | "AE" | "PL" | "C")
        || is_about_the_file(name)
        || (root && is_information(name))
}

#[cfg(test)]
mod tests {
    use goban::BoardSize;
    use record::Property;

    use super::*;

    /// The text without the version that wrote it.
    fn by_us(written: &str) -> String {
        written.replace(concat!("AP[aji:", env!("CARGO_PKG_VERSION"), "]"), "AP[us]")
    }

    #[test]
    fn a_tree_is_written_as_people_write_it() {
        let text = "(;SZ[9](;B[ee];W[ge](;B[gd])(;B[cc]C[a \\] b]))(;B[cc]LB[dd:1\\:2]))";
        let game = crate::read(text.as_bytes()).games.remove(0);
        let written = write(&[game]);
        let expected = "\
(;FF[4]GM[1]CA[UTF-8]AP[us]SZ[9]
(;B[ee];W[ge]
(;B[gd])
(;B[cc]C[a \\] b]))
(;B[cc]LB[dd:1\\:2]))
";
        assert_eq!(by_us(&written), expected);
    }

    #[test]
    fn what_has_no_place_in_sgf_is_left_out() {
        let mut game = Game::new(BoardSize::NINE);
        game.info.komi = Some(f64::NAN);
        game.info.event = Some("two\nlines".to_string());
        let root = game.root();
        let many = Property { more: vec!["y".to_string()], ..Property::new("ZZ", "") };
        game.node_mut(root).properties = vec![Property::new("no name", "x"), Property::new("SZ", "5"), many];
        assert_eq!(by_us(&write(&[game])), "(;FF[4]GM[1]CA[UTF-8]AP[us]SZ[9]EV[two lines]ZZ[][y])\n");
    }
}
