//! placeholder
mod connection;
mod influence;
mod norm;
mod params;
mod paths;

pub use connection::{Connection, ConnectionError, ConnectionPath, connection};
pub use influence::{Influence, Tracker, influence};
pub use norm::{joined, q_norm};
pub use params::{Params, ParamsError};
pub use paths::{Path, paths_to};
