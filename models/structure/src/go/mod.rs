//! Go in the Evolving Transformation System: what is attended to, how it is recorded, and what is recognised in it.

mod attention;
mod cell;
mod expand;

mod generate;
mod groups;
mod overlap;
pub mod plain;

mod plan;
mod recorder;
mod upper;

pub use attention::{Attention, AttentionError, Direction};
pub use cell::{Cell, Side};
pub use expand::{Expansion, Happening};

pub use generate::{Made, make};
pub(crate) use groups::Groups;
pub use overlap::{Graph, Node, Shared};
pub use plan::Plan;
pub use recorder::{Changes, ElementId, ElementInfo, ElementKind, Recorder};
