//! Reads the files named on the command line and says what each holds, or what is wrong with it.
//!
//! `cargo run --example read_files [--vmt] FILE…`: with `--vmt`, each system is also written out,
//! in the functional form that the checker sees.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut refused = false;
    let mut dump = false;
    for path in std::env::args().skip(1) {
        if path == "--vmt" {
            dump = true;
            continue;
        }
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        match euclase_logic::read_system(&bytes) {
            Ok((terms, system)) => {
                if dump {
                    print!("{}", euclase_logic::write_vmt(&terms, &system));
                }
                let functional = system.states.iter().filter(|s| s.update.is_some()).count();
                println!(
                    "{path}: {} terms, {} states ({functional} functional), {} inputs ({} solved), {} constraints",
                    terms.len(),
                    system.states.len(),
                    system.inputs.len(),
                    system.solved_inputs.len(),
                    system.constraints.len()
                );
            }
            Err(error) => {
                refused = true;
                println!("{path}: {}", error.show(&String::from_utf8_lossy(&bytes)));
            }
        }
    }
    if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
