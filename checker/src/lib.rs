//! Proving and refuting transition systems: IC3 over an EUF abstraction that is refined on
//! demand, engines without an abstraction, and the evidence of every answer.
//!
//! *Architecture invariant:* Z3 is known to this crate only, and in it to [`solver`] and to the
//! engine that uses Z3's own fixedpoint solver.
//! *Architecture invariant:* this crate knows nothing of LLVM or of C.

mod answer;
pub mod ic3;
pub mod solver;

pub use answer::{Invariant, Outcome, Progress, Reason, Task};
