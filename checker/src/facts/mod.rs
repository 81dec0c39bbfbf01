//! Facts about all reachable states, found before a search starts and proved by induction.
//!
//! What every engine would have to discover for itself is looked for once, cheaply, and handed over
//! as [`Task::facts`](crate::Task): together these formulas hold initially and are kept by every step.

pub mod values;

use crate::answer::Task;
use euclase_logic::TermId;

/// Formulas over the state that together are inductive.
pub fn find(_task: &mut Task) -> Vec<TermId> {
    Vec::new()
}
