//! The `verify` program; everything is in the library, where tests reach it.

fn main() -> std::process::ExitCode {
    euclase::main()
}
