//! Many games as tables: a Parquet dataset that grows by import, SQL over it with the models as functions, and the same
//! queries on a cluster.
//!
//! The tables are in [`schema`]. Querying them (feature `sql`) and spreading the work over machines (feature
//! `cluster`) are optional, for those who only read or write them.

#[cfg(feature = "cluster")]
pub mod cluster;
mod dataset;
mod import;
mod main_line;
pub mod position;
pub mod schema;
pub mod shape;
#[cfg(feature = "sql")]
pub mod sql;

pub use dataset::{Dataset, DatasetError, LIST, Part, Table};
pub use import::{Import, ImportError, Progress, Report};
pub use main_line::{MainLine, MainLineError, PASS};
