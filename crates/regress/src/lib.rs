//! Suites of GTP commands with the answers that are expected, as GNU Go's regression tests are written.
//!
//! ```text
//! # White's three stones can be netted.
//! loadsgf games/net.sgf 12
//! 1 attack E3
//! #? [1 (F4|F5)]
//! 2 defend E3
//! #? [!0]*
//! ```
//!
//! A line that begins with `#?` says what the command with a number before it should answer: a regular expression in brackets that
//! has to fit the whole answer, or, after `!`, must not. A star behind it marks a failure that is known. [`Suite::parse`] reads
//! this, [`run`] puts suites to an [`Examinee`] (an engine in this process or in another), and a [`Report`] says what came of
//! it, to be read, or kept and compared with the next one ([`Comparison`]).
//!
//! ```
//! use gtp::{Answer, Command, Engine, Talk};
//! struct Echo;
//! impl Engine for Echo {
//!     fn answer(&mut self, command: &Command, _: &mut Talk<'_>) -> Answer {
//!         Ok(command.text())
//!     }
//! }
//! let (suite, problems) = regress::Suite::parse("echo.tst", b"1 echo A1\n#? [A1|B2]\n2 echo C3\n#? [!C3]*\n");
//! assert!(problems.is_empty());
//! let start = || Ok(regress::Examinee::Own(Box::new(Echo)));
//! let report = regress::run("echo", &[suite], &start, &regress::Conduct::default());
//! assert_eq!((report.total.passed, report.total.failed, report.total.unexpected), (1, 1, 0));
//! ```

mod compare;
mod report;
mod run;
mod suite;
mod text;

pub use compare::{Change, Comparison};
pub use report::{CommandReport, FileReport, Report, Tally, Test, Trouble};
pub use run::{Conduct, Examinee, run};
pub use suite::{Expectation, Problem, Step, Suite};
