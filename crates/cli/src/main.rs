//! The program `aji`.

fn main() -> std::process::ExitCode {
    aji_cli::run(&registry::families(), std::env::args_os())
}
