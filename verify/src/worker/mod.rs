//! Worker processes: this program, started again, with one thing to do.
//!
//! `verify worker search FILE` searches for an answer, `verify worker certify FILE [DIR]` checks
//! one. For C programs, `verify worker prepare DIR FILE…` makes a transition system, and `verify
//! worker explain DIR` tells what an answer about it means for the program. `verify worker emit
//! FROM TO` writes a stage for the user. `verify worker summaries DIR [CERTIFICATE]` finds out what recursive functions do, or
//! checks that. `verify worker execute DIR` executes a program symbolically, or checks what is said about all its executions. `verify
//! worker native DIR` runs a program that asserts the invariants of a witness. All are for
//! [`crate::jobs`] only. What they say to each other is in [`protocol`].

mod certify;
pub mod crash;
mod doubts;
mod emit;
mod engines;
mod execute;
mod explain;
mod memory;
mod native;
pub mod prepare;
pub mod protocol;
mod search;
mod summaries;

use crate::input;
use crate::logging;
use euclase_checker::SafeDepth;
use euclase_checker::solver::Statistics;
use euclase_result::{self as result, GaveUp, InputError, InputSize, QueryCounts};
use protocol::{Message, Note, Request};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What workers can do, by the words behind `verify worker`.
pub const TASKS: [&str; 8] = ["search", "certify", "prepare", "explain", "emit", "summaries", "execute", "native"];

/// Does what the parent asks. The arguments are those behind `verify worker`.
pub fn main(arguments: &[OsString]) -> ExitCode {
    let mut text = String::new();
    let request = match std::io::stdin().read_line(&mut text) {
        Ok(_) => serde_json::from_str(&text).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let (request, path): (Request, _) = match (request, arguments) {
        (Ok(request), [_, path, ..]) => (request, path),
        (Err(error), _) => return usage(&error),
        (Ok(_), _) => return usage("there is no path"),
    };
    remember_panics();
    let last = catch_unwind(AssertUnwindSafe(|| match request {
        Request::Search(request) => {
            logging::start(request.verbosity);
            search::run(Path::new(path), &request)
        }
        Request::Certify(request) => {
            logging::start(request.verbosity);
            certify::run(Path::new(path), arguments.get(2).map(Path::new), &request)
        }
        Request::Prepare(request) => {
            logging::start(request.verbosity);
            prepare::run(Path::new(path), arguments[2..].iter().map(Into::into).collect(), &request)
        }
        Request::Explain(request) => {
            logging::start(request.verbosity);
            explain::run(Path::new(path), &request)
        }
        Request::Emit(request) => {
            logging::start(request.verbosity);
            emit::run(Path::new(path), arguments.get(2).map(Path::new), &request)
        }
        Request::Summaries(request) => {
            logging::start(request.verbosity);
            summaries::run(Path::new(path), arguments.get(2).map(Path::new), &request)
        }
        Request::Execute(request) => {
            logging::start(request.question.verbosity);
            execute::run(Path::new(path), &request)
        }
        Request::Native(request) => {
            logging::start(request.verbosity);
            native::run(Path::new(path), &request)
        }
    }));
    let message = last.unwrap_or_else(|_| Message::GaveUp(panicked()));
    say(&message);
    // At once, without giving back what Z3 holds, which can take seconds.
    std::process::exit(0)
}

fn usage(error: &str) -> ExitCode {
    eprintln!("verify worker: this command is for verify itself: {error}");
    ExitCode::from(2)
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what a panic says, to be told as an internal error.
fn remember_panics() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|s| s.to_string());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        let place = info.location().map(|l| format!(" at {}:{}", l.file(), l.line())).unwrap_or_default();
        let text = format!("panic{place}: {text}");
        eprintln!("{text}");
        PANIC.with(|panic| panic.replace(text));
    }));
}

fn panicked() -> GaveUp {
    let text = PANIC.with(|panic| panic.take());
    if crash::mentions_memory(&text) || memory::near_limit() { GaveUp::OutOfMemory } else { GaveUp::Internal(text) }
}

/// Hears what the parent tells while a search runs: in a thread, since the search itself does not wait.
fn hear_notes(safe_depth: SafeDepth) {
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            match serde_json::from_str(&line) {
                Ok(Note::SafeDepth(steps)) => safe_depth.raise(steps),
                Err(error) => log::warn!("a note that is not understood: {error}"),
            }
        }
    });
}

/// Tells the parent. Without one to hear it there is no reason to go on.
fn say(message: &Message) {
    let line = serde_json::to_vec(message).or_else(|error| {
        // A path that is not UTF-8, for instance.
        serde_json::to_vec(&Message::GaveUp(GaveUp::Internal(error.to_string())))
    });
    let Ok(mut line) = line else { return };
    line.push(b'\n');
    let mut stdout = std::io::stdout().lock();
    if stdout.write_all(&line).and_then(|()| stdout.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Reads the input and says how big it is.
fn read(path: &Path) -> Result<input::Input, InputError> {
    let start = Instant::now();
    let input = input::read(path)?;
    say(&Message::Read(InputSize {
        states: input.system.states.len(),
        inputs: input.system.inputs.len(),
        terms: input.terms.len(),
        seconds: start.elapsed().as_secs_f64(),
        digest: input.digest,
    }));
    Ok(input)
}

/// When the given number of seconds from now is over.
fn deadline(seconds: Option<f64>) -> Option<Instant> {
    let left = Duration::try_from_secs_f64(seconds?.max(0.0)).ok()?;
    Instant::now().checked_add(left)
}

fn statistics(queries: &Statistics, counters: &BTreeMap<&'static str, u64>, since: Instant) -> result::Statistics {
    let query = |(kind, counts): (_, euclase_checker::solver::QueryStatistics)| QueryCounts {
        kind: words(&format!("{kind:?}")),
        sat: counts.sat,
        unsat: counts.unsat,
        unknown: counts.unknown,
        seconds: counts.time.as_secs_f64(),
        array_axioms: counts.array_axioms,
    };
    result::Statistics {
        queries: queries.by_kind().into_iter().map(query).collect(),
        counters: counters.iter().map(|(name, number)| (name.to_string(), *number)).collect(),
        seconds_after_reading: since.elapsed().as_secs_f64(),
    }
}

/// `RefinePath` as `refine path`.
fn words(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.extend(c.to_lowercase());
    }
    text
}
