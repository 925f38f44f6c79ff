//! The head of every answer that stands alone.

use schemars::JsonSchema;
use serde::Serialize;

/// The version of the shapes.
pub const SCHEMA: u32 = 1;

/// An answer that stands alone: what it is written in, and the answer itself beside it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}Answer")]
pub struct Answer<T> {
    /// The version of the shapes.
    pub schema: u32,
    /// The version of the program.
    pub aji: &'static str,
    /// The answer.
    #[serde(flatten)]
    pub body: T,
}

impl<T> Answer<T> {
    /// The answer with its head.
    pub fn new(body: T) -> Answer<T> {
        Answer { schema: SCHEMA, aji: env!("CARGO_PKG_VERSION"), body }
    }
}
