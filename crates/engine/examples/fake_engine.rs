//! The test kit's engine that fails as told. The tests run this.

fn main() -> std::process::ExitCode {
    testkit::fake::main()
}
