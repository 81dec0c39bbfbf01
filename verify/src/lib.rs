//! The command line: `verify FILE` proves or refutes the property of a transition system.
//!
//! The process that the user starts reads options, starts workers, holds the deadline and tells
//! the answer. Searching and checking happen in worker processes, which are this program again.
//!
//! *Architecture invariant:* this crate does not know how anything is proved.
//! *Architecture invariant:* TRUE and FALSE are printed only after a process that shares nothing
//! with the search has checked the evidence.

pub mod args;
pub mod evidence;
mod input;
mod logging;
pub mod portfolio;
mod progress;
pub mod report;
mod signals;
mod units;
pub mod worker;

use args::{Args, Colour, MemoryLimit};
use portfolio::Plan;
use progress::ProgressLine;
use report::terminal::Style;
use report::{Answer, Report, json, terminal};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use worker::protocol::InputErrorReport;

/// Exit code for a wrong command line or input.
const INPUT_ERROR: u8 = 2;

/// Exit code for a bug, or a broken installation.
const INTERNAL_ERROR: u8 = 4;

/// The oldest Z3 that engines work with.
const OLDEST_Z3: (u32, u32) = (5, 3);

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments.len() > 1 && arguments[0] == "worker" && (arguments[1] == "search" || arguments[1] == "certify") {
        return worker::main(&arguments[1..]);
    }
    let args = match Args::read(Box::leak(version().into_boxed_str())) {
        Ok(args) => args,
        Err(error) => {
            // Help and version are errors to clap, but not to us. A closed pipe is no concern.
            drop(error.print());
            return ExitCode::from(if error.use_stderr() { INPUT_ERROR } else { 0 });
        }
    };
    match verify(&args) {
        Ok(code) => code,
        Err(message) => {
            complain(&message);
            ExitCode::from(INTERNAL_ERROR)
        }
    }
}

/// Name and version of the program, and of the solver in it.
fn version() -> String {
    format!("{}\nZ3 {}", env!("CARGO_PKG_VERSION"), euclase_checker::solver::z3_version())
}

fn verify(args: &Args) -> Result<ExitCode, String> {
    check_z3(euclase_checker::solver::z3_version())?;
    let file = args.file.display().to_string();
    let readable = match input::open(&args.file) {
        Ok(readable) => readable,
        Err(message) => {
            let message = message.strip_prefix(&format!("{file}: ")).unwrap_or(&message).to_string();
            let error = InputErrorReport { place: None, message, excerpt: None };
            return tell(args, &file, &input_error(error));
        }
    };
    if let Some(Err(message)) = args.certificate.as_deref().map(certificate_folder) {
        complain(&message);
        return Ok(ExitCode::from(INPUT_ERROR));
    }
    signals::install();
    let memory = args.memory_limit.unwrap_or_else(MemoryLimit::of_machine);
    let mut engines = args.engine.engines();
    engines.truncate(memory.engines());
    let plan = Plan {
        program: own_path()?,
        input: readable.path.clone(),
        time_limit: args.timeout.0,
        memory_limit: memory.0,
        jobs: args.jobs.map_or(engines.len(), |jobs| jobs as usize),
        engines,
        max_depth: args.max_depth,
        simple_path: args.simple_path,
        array_abstraction: !args.no_array_abstraction,
        certificate: args.certificate.clone(),
        verbosity: args.verbose,
    };
    let mut line = ProgressLine::new(!args.quiet);
    let report = portfolio::run(&plan, &mut line).map_err(|e| format!("cannot start a worker process: {e}"))?;
    tell(args, &file, &report)
}

/// Sees to it, before the search, that a certificate can be written: into a folder of its own, so
/// that what is in there later is one certificate and nothing else.
fn certificate_folder(folder: &Path) -> Result<(), String> {
    let wrong = |why: String| format!("no certificate can be written to '{}': {why}", folder.display());
    std::fs::create_dir_all(folder).map_err(|e| wrong(e.to_string()))?;
    let mut entries = std::fs::read_dir(folder).map_err(|e| wrong(e.to_string()))?;
    match entries.next() {
        Some(_) => Err(wrong("the folder is not empty".into())),
        None => Ok(()),
    }
}

/// A report about a file that could not even be opened.
fn input_error(error: InputErrorReport) -> Report {
    Report {
        answer: Answer::InputError(error),
        engines: Vec::new(),
        input: None,
        certification: None,
        elapsed: std::time::Duration::ZERO,
        safe_depth: None,
        warnings: Vec::new(),
    }
}

/// Prints the report and gives the exit code.
fn tell(args: &Args, file: &str, report: &Report) -> Result<ExitCode, String> {
    // Without an answer, the report itself says what went wrong.
    let certified = matches!(report.answer, Answer::Certified { .. });
    for warning in report.warnings.iter().filter(|_| certified) {
        complain(&format!("warning: {warning}"));
    }
    if let Answer::InputError(error) = &report.answer {
        let text = terminal::input_error(file, error, colour(args.color, std::io::stderr().is_terminal()));
        // Without standard error, the exit code has to do.
        drop(std::io::stderr().write_all(text.as_bytes()));
    }
    let text = if args.json {
        let tool = format!("euclase {}", env!("CARGO_PKG_VERSION"));
        format!("{:#}\n", json::object(report, file, &tool))
    } else if matches!(report.answer, Answer::InputError(_)) {
        String::new()
    } else {
        let style = Style {
            colour: colour(args.color, std::io::stdout().is_terminal()),
            quiet: args.quiet,
            invariant: args.show_invariant,
            full_trace: args.full_trace,
            statistics: args.stats,
        };
        terminal::text(report, style)
    };
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => return Err(format!("cannot write the answer: {error}")),
        Ok(()) => {}
    }
    Ok(ExitCode::from(report.exit_code()))
}

fn colour(wish: Colour, terminal: bool) -> bool {
    match wish {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

fn complain(message: &str) {
    drop(writeln!(std::io::stderr(), "verify: {message}"));
}

/// This program. Through `/proc`, it is the same even if another version replaces the file.
fn own_path() -> Result<PathBuf, String> {
    let link = PathBuf::from(format!("/proc/{}/exe", std::process::id()));
    if link.exists() {
        return Ok(link);
    }
    std::env::current_exe().map_err(|error| format!("cannot find this program's own file: {error}"))
}

/// Whether the Z3 that was loaded is new enough.
fn check_z3(version: &str) -> Result<(), String> {
    let word = version.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let mut numbers = word.unwrap_or_default().split(['.', '-']);
    let mut number = || numbers.next().and_then(|n| n.parse::<u32>().ok()).unwrap_or(0);
    if (number(), number()) >= OLDEST_Z3 {
        return Ok(());
    }
    Err(format!(
        "the Z3 library that was loaded is version {version}, but {}.{} or newer is needed; \
         run `make setup` and build again, or look for an old libz3 in LD_LIBRARY_PATH",
        OLDEST_Z3.0, OLDEST_Z3.1
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_z3_is_refused() {
        assert!(check_z3("5.3.2.0").is_ok());
        assert!(check_z3("Z3 5.4.0").is_ok());
        assert!(check_z3("6.0").is_ok());
        assert!(check_z3("4.8.12.0").is_err());
        assert!(check_z3("5.2.9").is_err());
        assert!(check_z3("").is_err());
    }

    #[test]
    fn colours_are_for_terminals() {
        assert!(colour(Colour::Always, false));
        assert!(!colour(Colour::Never, true));
        assert!(!colour(Colour::Auto, false));
    }
}
