//! The Go Text Protocol, version 2: what a command, a response, a vertex look like, the loop of an engine and the side of a
//! controller, over any channel of bytes. This crate starts no process and knows no player.
//!
//! A command goes in, a response comes out:
//!
//! ```
//! use gtp::{Command, Response};
//! let command = Command::parse(b"7 play\tb Q16 # the corner\r\n").unwrap().unwrap();
//! assert_eq!((command.id, command.name.as_str()), (Some(7), "play"));
//! assert_eq!(command.arguments, ["b", "Q16"]);
//! assert_eq!(Response::ok(command.id, "").to_string(), "=7\n\n");
//! assert_eq!(Response::error(command.id, "illegal move").to_string(), "?7 illegal move\n\n");
//! ```
//!
//! An engine is something that answers commands; [`serve`] does the rest:
//!
//! ```
//! use gtp::{Answer, Command, Engine, Talk};
//! struct Echo;
//! impl Engine for Echo {
//!     fn answer(&mut self, command: &Command, _: &mut Talk<'_>) -> Answer {
//!         match command.name.as_str() {
//!             "echo" => Ok(command.text()),
//!             _ => Err("unknown command".to_string()),
//!         }
//!     }
//! }
//! let mut output = Vec::new();
//! gtp::serve(&mut Echo, "1 echo hello\n\n# a comment\nboo\n".as_bytes(), &mut output).unwrap();
//! assert_eq!(String::from_utf8(output).unwrap(), "=1 hello\n\n? unknown command\n\n");
//! ```

mod command;
mod controller;
mod line;
mod response;
mod serve;
mod vertex;

pub use command::{Command, CommandError, CommandErrorKind};
pub use controller::{AskError, Controller};
pub use line::{InputLine, MAX_LINE, read_line, read_line_within};
pub use response::{Assembler, MAX_RESPONSE, Response, ResponseError};
pub use serve::{Answer, Closed, Engine, Talk, ask, serve};
pub use vertex::{Reply, parse_move, parse_points, write_move, write_points};
