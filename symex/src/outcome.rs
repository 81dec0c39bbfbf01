//! What a run comes to.

use euclase_program::{BitVecValue, CheckKind, LocationId};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When to stop.
    pub deadline: Instant,
    /// How many terms there may be.
    pub max_terms: usize,
    /// How many commands and terminators may be executed.
    pub max_steps: u64,
    /// How often a loop is passed whose end depends on inputs.
    pub max_iterations: u32,
    /// How many calls may be open at once.
    pub max_depth: usize,
}

impl Limits {
    /// The usual limits, up to a deadline.
    pub fn until(deadline: Instant) -> Limits {
        Limits { deadline, max_terms: 20_000_000, max_steps: u64::MAX, max_iterations: 100_000, max_depth: 100_000 }
    }
}

/// What is known of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No execution violates a check, and every execution was looked at.
    Safe(Evidence),
    /// The interpreter violates a check with these inputs.
    Violation {
        /// The inputs, in the order in which the interpreter asks for them.
        inputs: Vec<BitVecValue>,
        /// Which check.
        check: CheckKind,
        /// What to tell the user.
        message: String,
        /// Where in the source.
        location: Option<LocationId>,
    },
    /// Nothing is known of all executions.
    Unknown {
        /// Why.
        why: Why,
        /// There is no violation while no loop is passed more often than this.
        safe_iterations: Option<u32>,
    },
}

/// What was done to see that a program is safe.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// How many checks executions came to.
    pub obligations: u64,
    /// How many of them constants decided.
    pub by_constants: u64,
    /// The most often that a loop was passed again.
    pub iterations: u32,
    /// How many commands and terminators were executed.
    pub steps: u64,
    /// How many inputs executions take.
    pub inputs: usize,
    /// Whether there was never a choice between paths.
    pub is_single_path: bool,
}

/// Why nothing is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The time is over.
    Time,
    /// There are too many terms, or too many steps were executed.
    Size,
    /// A loop, or recursion, goes on for longer than it was followed.
    Endless,
    /// An execution comes to something that is not modelled.
    Unsupported {
        /// What.
        what: String,
        /// Where in the source.
        location: Option<LocationId>,
    },
    /// An execution does what C leaves undefined, and no check looks for that.
    Undefined {
        /// What.
        what: String,
        /// Where in the source.
        location: Option<LocationId>,
    },
    /// A check is violated only where values are taken that stand for those that the verifier does not know.
    MadeUp,
    /// The solver gave up.
    Solver(String),
    /// The interpreter does not follow an execution to its violation. This is an error of the engine.
    Replay(String),
}
