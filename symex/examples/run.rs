//! Executes a program in text form: `run program.txt [seconds]`.

use euclase_program::Program;
use euclase_symex::{Limits, Outcome, certify, execute};
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: run program.txt [seconds]");
        std::process::exit(2);
    };
    let seconds = arguments.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(10);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(2);
        }
    };
    let program = match Program::parse(&text) {
        Ok(program) => program,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(2);
        }
    };
    let start = Instant::now();
    let outcome = execute(&program, Limits::until(start + Duration::from_secs(seconds)));
    match &outcome {
        Outcome::Violation { inputs, check, message, .. } => {
            println!("Violation of {check:?} with {} inputs: {message}", inputs.len());
        }
        other => println!("{other:?}"),
    }
    println!("{:.3} s", start.elapsed().as_secs_f64());
    if let Outcome::Safe(evidence) = &outcome {
        let start = Instant::now();
        let certified = certify(&program, evidence, Limits::until(start + Duration::from_secs(seconds)));
        println!("{certified:?}");
        println!("{:.3} s", start.elapsed().as_secs_f64());
    }
}
