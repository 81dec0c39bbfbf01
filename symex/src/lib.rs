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
mod plain;
mod run;
mod solve;
mod state;
mod value;

pub use outcome::{Evidence, Limits, Outcome, Why};
pub use plain::{Certified, certify};

use euclase_program::Program;

/// Executes a valid program.
pub fn execute(program: &Program, limits: Limits) -> Outcome {
    run::Run::new(program, limits).conclude()
}
