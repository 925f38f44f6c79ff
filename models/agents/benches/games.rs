//! Games per second.
fn main() {}
