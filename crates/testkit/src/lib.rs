//! What tests share: fixtures, random games, a dummy sixth model, and the laws that every family keeps.
//!
//! Used as a dev-dependency only.

mod dummy;
pub mod fake;
pub mod fixtures;
mod folder;
pub mod golden;
pub mod laws;
mod random;
mod wait;
mod with;

pub use dummy::Dummy;
pub use folder::Folder;
pub use random::{Randomness, random_game, random_position};
pub use wait::until;
pub use with::With;
