//! A foreign engine as a child process, over GTP ([`Gtp`]) or KataGo's JSON analysis protocol ([`Katago`]).
//!
//! An engine may hang, die, flood us or talk nonsense: every question has a time limit, what it prints is read in bounded
//! pieces, what it prints to standard error is drained and its last lines are kept, and whatever goes wrong comes back as
//! an [`EngineError`] that says what happened. After anything but a polite refusal the process is killed, with all that
//! it started; [`Gtp::restart`] begins anew. [`kill_all`] is for whoever ends the program in the middle.
//!
//! ```no_run
//! use engine::{Gtp, Limits, Program};
//! let program = Program::parse("gnugo --mode gtp --level 1")?;
//! let mut engine = Gtp::start(&program, Limits::default())?;
//! engine.ask("boardsize 9")?;
//! let first = engine.ask("genmove b")?;
//! println!("{} {} plays {first}", engine.name(), engine.version());
//! # Ok::<(), engine::EngineError>(())
//! ```

mod cpu;
mod error;
mod gtp_engine;
mod judgement;
mod katago_engine;
mod process;
mod program;

pub use cpu::thread_cpu_time;
pub use error::EngineError;
pub use gtp_engine::Gtp;
pub use judgement::Dialect;
pub use katago_engine::{Analysis, Candidate, Katago, Query};
pub use process::{Limits, kill_all};
pub use program::Program;
