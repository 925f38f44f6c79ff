//! Game records: SGF as it is found in the wild, GIB, NGF and one-line-a-game move lists are read; clean SGF and move
//! lists are written.
//!
//! Reading never fails outright. It gives the games a person would see in the file, and a list of problems with their
//! lines and columns: what was repaired, what was left out, what could not be read at all. This crate opens no files and
//! does not ask whether moves are legal; [`record::Game::replay`] does.
//!
//! ```
//! let reading = sgf::read(b"(;GM[1]SZ[9]KM[6,5]PB[Ann];B[ee];W[ge];B[gc]");
//! let game = &reading.games[0];
//! assert_eq!(game.info.komi, Some(6.5));
//! assert_eq!(game.moves().count(), 3);
//! let told: Vec<String> = reading.problems.iter().map(|p| format!("{}: {p}", p.place)).collect();
//! assert_eq!(told, ["1:16: KM[6,5] is read as 6.5", "1:45: the `)` that ends the game is missing"]);
//!
//! let written = sgf::write(&reading.games);
//! assert!(written.ends_with("SZ[9]KM[6.5]PB[Ann]\n;B[ee];W[ge];B[gc])\n"));
//! assert_eq!(sgf::read(written.as_bytes()).games, reading.games);
//! ```
//!
//! A file with a million games is read one by one:
//!
//! ```
//! let text = sgf::Text::new(b"id\tresult\tmoves\n7\tB+R\tpdddqppp\n8\tW+R\tqddcpp\n", None);
//! assert_eq!(text.format(), sgf::Format::Tsv);
//! let mut games = text.games();
//! while let Some(found) = games.next() {
//!     assert!(found.game.moves().count() >= 3);
//! }
//! assert!(games.take_problems().is_empty());
//! ```
//!
//! # The layers
//!
//! [`Text`] (charset, format) → the grammar (parentheses, names, values; nothing about Go) → properties (points, numbers,
//! texts) → the tree (games of [`record`]). The other formats go from lines to games in one step.
//!
//! # What is forgiven in SGF
//!
//! - Charsets: see [`Text::new`].
//! - Text around games; a missing first or last parenthesis, a missing semicolon; too many closing parentheses; a new game
//!   inside one that was never closed, if its first node has GM, FF or SZ.
//! - Brackets in texts without their backslash: `]` ends a text only where the syntax can go on after it.
//! - Small letters in names (`SiZe`, `sz`), properties twice in a node, properties without values.
//! - Points as `EE`, `e e`, `Q16`; `tt` is a pass up to 19×19. A move that names no point of the board is left out, and its
//!   node stays: the record does not say where the stone went, and a pass would be something that never happened.
//! - Several moves in a node: they become separate nodes, in their order. Setup and a move in a node: setup first.
//! - Komi in hundredths and in Chinese stones, as the Fox server writes it; results and dates in other spellings.
//! - Comments that KaTrain fences off for itself are left out.
//!
//! Small letters of FF\[3\] aside, FF\[1\] to FF\[4\] are read alike. Information about the game counts in the first node only.
//! Values are kept without their escapes; everything this project does not interpret stays in [`record::Node::properties`].

mod encoding;
mod format;
mod found;
mod gib;
mod grammar;
mod ngf;
mod place;
mod problem;
mod property;
mod reading;
mod tree;
pub mod tsv;
mod write;

pub use format::{Format, Text};
pub use found::Found;
pub use place::Place;
pub use problem::{Problem, ProblemKind, Severity};
pub use property::marked_territory;
pub use reading::{Games, Reading, read, read_any};
pub use write::{write, write_game};
