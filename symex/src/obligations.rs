//! What remains to be refuted: violations of checks, and doubts, behind which nothing is known.

use crate::outcome::Why;
use crate::run::Step;
use euclase_logic::{TermId, Terms};
use rustc_hash::FxHashSet;

#[derive(Default)]
pub(crate) struct Obligations {
    /// How many checks executions came to.
    pub count: u64,
    /// How many of them constants decided.
    pub by_constants: u64,
    /// When a check is violated.
    pub violations: Vec<TermId>,
    /// When an execution comes to something that is not followed.
    pub doubts: Vec<(TermId, Why)>,
    seen: FxHashSet<TermId>,
}

impl Obligations {
    /// A check holds, as constants tell.
    pub fn decided(&mut self) {
        self.count += 1;
        self.by_constants += 1;
    }

    pub fn violation(&mut self, formula: TermId) {
        if self.seen.insert(formula) {
            self.violations.push(formula);
        }
    }

    pub fn doubt(&mut self, terms: &Terms, formula: TermId, why: Why) -> Step<()> {
        // What is a violation as well is refuted with it, or found.
        if terms.as_bool(formula) != Some(false) && self.seen.insert(formula) {
            self.doubts.push((formula, why));
        }
        Ok(())
    }
}
