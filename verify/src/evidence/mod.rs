//! Evidence as text: what a search hands over to the process that checks it.
//!
//! The two processes share no terms, only names: the checking one reads the input again and finds
//! the variables by name and sort. So a bug in the search, or in what it remembers, cannot vouch
//! for itself.

mod invariant;
mod trace;
mod value;

pub use invariant::InvariantText;
pub use trace::{FunctionText, StepText, TraceText, VariableText};
pub use value::{ValueText, read_bits};

use euclase_checker::Outcome;
use euclase_logic::{Terms, TransitionSystem};
use serde::{Deserialize, Serialize};

/// What makes an answer true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "evidence", rename_all = "kebab-case")]
pub enum Evidence {
    /// The property holds: a proof.
    Invariant(InvariantText),
    /// The property fails: an execution.
    Trace(TraceText),
}

impl Evidence {
    /// Writes down the evidence of an answer; there is none for [`Outcome::Unknown`].
    pub fn of(terms: &Terms, system: &TransitionSystem, outcome: &Outcome) -> Result<Option<Evidence>, String> {
        match outcome {
            Outcome::Safe(invariant) => InvariantText::write(terms, invariant).map(|i| Some(Evidence::Invariant(i))),
            Outcome::Unsafe(trace) => TraceText::write(terms, system, trace).map(|t| Some(Evidence::Trace(t))),
            Outcome::Unknown(_) => Ok(None),
        }
    }

    /// Reads the evidence back as the answer to a system that was read again.
    pub fn read(&self, terms: &mut Terms, system: &TransitionSystem) -> Result<Outcome, String> {
        match self {
            Evidence::Invariant(text) => text.read(terms).map(Outcome::Safe),
            Evidence::Trace(text) => text.read(terms, system).map(Outcome::Unsafe),
        }
    }
}
