//! The program over the test kit's dummy model beside the real ones: what works for it works for a model that nobody has
//! written yet. The tests run this.

use std::sync::Arc;

use model::{Families, Family};

fn main() -> std::process::ExitCode {
    let mut families: Vec<Arc<dyn Family>> = registry::families().iter().cloned().collect();
    families.push(Arc::new(testkit::Dummy::new()));
    aji_cli::run(&Families::new(families), std::env::args_os())
}
