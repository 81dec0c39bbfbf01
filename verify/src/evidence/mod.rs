//! Evidence as text: what a search hands over to the process that checks it.
//!
//! The two processes share no terms, only names: the checking one reads the input again and finds
//! the variables by name and sort. So a bug in the search, or in what it remembers, cannot vouch
//! for itself.

mod invariant;
mod trace;
mod value;

pub use invariant::{read_invariant, write_invariant};
pub use trace::{complete, read_trace, write_trace};
pub use value::read_bits;

use euclase_checker::Outcome;
use euclase_logic::{Terms, TransitionSystem};
use euclase_result::Evidence;

/// Writes down the evidence of an answer; there is none for [`Outcome::Unknown`].
pub fn of(terms: &Terms, system: &TransitionSystem, outcome: &Outcome) -> Result<Option<Evidence>, String> {
    match outcome {
        Outcome::Safe(invariant) => write_invariant(terms, invariant).map(|i| Some(Evidence::Invariant(i))),
        Outcome::Unsafe(trace) => write_trace(terms, system, trace).map(|t| Some(Evidence::Trace(t))),
        Outcome::Unknown(_) => Ok(None),
    }
}

/// Reads evidence back as the answer to a system that was read again.
pub fn read(evidence: &Evidence, terms: &mut Terms, system: &TransitionSystem) -> Result<Outcome, String> {
    match evidence {
        Evidence::Invariant(text) => read_invariant(text, terms).map(Outcome::Safe),
        Evidence::Trace(text) => read_trace(text, terms, system).map(Outcome::Unsafe),
    }
}
