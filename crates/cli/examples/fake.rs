//! The test kit's engine that fails as told. The tests of `aji match` run this.

fn main() -> std::process::ExitCode {
    testkit::fake::main()
}
