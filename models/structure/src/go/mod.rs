//! Go in the Evolving Transformation System: what is attended to, how it is recorded, and what is recognised in it.

mod attention;
mod cell;

mod groups;
mod overlap;

mod plan;
mod recorder;

pub use attention::{Attention, AttentionError, Direction};
pub use cell::{Cell, Side};

pub use overlap::{Graph, Node};
pub use plan::Plan;
pub use recorder::{Changes, ElementId, Recorder, Story};
