//! What a host of Go engines hears: hosts are the programs in which people look at games, and each speaks one of three
//! languages.
//!
//! - [`Session`] answers GTP: all of version 2, the extensions of GoGui (every quantity of every model as an analyze
//!   command), of Leela Zero and KataGo (`lz-analyze`, `kata-analyze`) and of gomill.
//! - [`katago::serve`] speaks the JSON protocol of KataGo's analysis engine, which KaTrain and others use.
//!
//! Both ask an [`Analyst`]: a player for candidate moves, and a model for who is ahead and whose the points are. The
//! bytes come from the caller, and so do files and clocks ([`World`]).
//!
//! ```
//! use host::{Config, Nowhere, Session};
//! let config = Config::new(registry::families(), player::Spec::parse("random").unwrap());
//! let mut session = Session::new(config, Box::new(Nowhere)).unwrap();
//! let mut said = Vec::new();
//! gtp::serve(&mut session, "1 boardsize 9\n2 play b E5\n3 aji-value freedom.lead\n".as_bytes(), &mut said).unwrap();
//! assert!(String::from_utf8(said).unwrap().starts_with("=1\n\n=2\n\n=3 "));
//! ```

mod analysis;
mod clock;
mod follow;
pub mod katago;
mod rules;
mod session;
mod show;
mod variation;
mod world;

pub use analysis::{Analysis, AnalysisError, Analyst, Candidate, Wish, Worth};
pub use session::{Config, Session};
pub use variation::Variation;
pub use world::{Nowhere, World};
