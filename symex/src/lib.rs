//! Bounded programs, executed symbolically.
//!
//! [`execute`] runs the entry function of a [`Program`](euclase_program::Program) with inputs that are unknowns: values are words where they are constants, and
//! terms elsewhere; paths that meet are merged; loops are followed as long as their condition can hold. What checks ask for becomes
//! a formula wherever constants do not decide it, and the solver decides those at the end. A program without inputs is simply run.
//!
//! The way of the data: `run` says which state is executed next (in the order of `order`), `commands` and `compute` execute,
//! `access`, `bulk` and `look` see to memory (`memory`, `contents`), `obligations` collects, `solve` answers and replays.
//!
//! ```
//! use euclase_program::Program;
//! use euclase_symex::{Limits, Outcome, execute};
//! use std::time::{Duration, Instant};
//!
//! let program = Program::parse(
//!     "program pointers 64 entry @main
//!      function @main() -> i32 {
//!      entry:
//!        %x = nondet i32 input \"__VERIFIER_nondet_int\"
//!        %small = slt i32 %x, 10
//!        branch %small, good, bad
//!      good:
//!        return i32 %x
//!      bad:
//!        error assert \"x < 10\"
//!      }",
//! )?;
//! let limits = Limits::until(Instant::now() + Duration::from_secs(10));
//! assert!(matches!(execute(&program, limits), Outcome::Violation { .. }));
//! # Ok::<(), euclase_program::ParseError>(())
//! ```
//!
//! *Architecture invariant:* this crate knows neither LLVM nor C nor processes, and Z3 only through the checker's interface.
//! *Architecture invariant:* no function recurses on the size of a program or the depth of a term.

mod access;
mod bulk;
mod commands;
mod compute;
mod contents;
mod decide;
mod look;
mod memory;
mod obligations;
mod order;
mod outcome;
mod paged;
mod places;
mod plain;
mod run;
mod solve;
mod state;
mod value;

pub use outcome::{Evidence, Limits, Outcome, Why};
pub use plain::{Certified, certify};

use euclase_program::{CommandKind, LocationId, Program};
use std::time::Instant;

/// Where objects are made of which models know more than is followed here: what lies in front of them, or that the program cannot
/// free them.
fn unfollowed(program: &Program) -> Option<LocationId> {
    let commands = program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.commands);
    let mut allocations = commands.filter(|command| matches!(command.kind, CommandKind::HeapAllocate { .. }));
    allocations.find_map(|command| {
        let location = command.location?;
        let place = program.location(location);
        (place.front() > 0 || place.is_of_library()).then_some(location)
    })
}

/// How often inputs may decide about the end of a loop in each round; none is without bound.
const ROUNDS: [(Option<u32>, f64); 3] = [(Some(4), 0.25), (None, 0.7), (Some(16), 1.0)];

/// Executes a valid program.
///
/// First loops whose end depends on inputs are followed a few times only: most errors are near, and most loops end soon. Then without
/// bound, and if that does not come to an end, some more times, so that it is known up to where there is no violation.
pub fn execute(program: &Program, limits: Limits) -> Outcome {
    if let Some(location) = unfollowed(program) {
        let what = "memory that a model of a library function keeps".to_string();
        let why = Why::Unsupported { what, location: Some(location) };
        return Outcome::Unknown { why, safe_iterations: None };
    }
    let start = Instant::now();
    let whole = limits.deadline.saturating_duration_since(start);
    let mut result = Outcome::Unknown { why: Why::Time, safe_iterations: None };
    for (most, until) in ROUNDS {
        let max_iterations = most.unwrap_or(limits.max_iterations).min(limits.max_iterations);
        let deadline = start + whole.mul_f64(until);
        let explore_until = Instant::now() + deadline.saturating_duration_since(Instant::now()).mul_f64(0.6);
        let round = Limits { deadline, max_iterations, ..limits };
        let (outcome, is_complete) = run::Run::new(program, round, explore_until).conclude(limits.deadline);
        let best = |outcome: &Outcome| match outcome {
            Outcome::Unknown { safe_iterations, .. } => *safe_iterations,
            _ => None,
        };
        let safe_iterations = best(&result).max(best(&outcome));
        match outcome {
            Outcome::Unknown { why, .. } => result = Outcome::Unknown { why, safe_iterations },
            known => return known,
        }
        if is_complete {
            break;
        }
    }
    result
}
