//! Formulas about a location that have held in all states seen there.

use super::frame::Frame;
use super::simulate::Row;
use super::tape::Tape;
use euclase_logic::{TermId, Terms};
use rustc_hash::FxHashSet;

/// Formulas about a location, each with one that makes it superfluous while that holds.
pub struct Candidates {
    tape: Tape,
    formulas: Vec<(TermId, Option<TermId>)>,
    /// Rows that were looked at.
    seen: usize,
}

impl Candidates {
    /// Formulas of which nothing is known yet; constants among them are left out.
    pub fn new(terms: &Terms, mut formulas: Vec<(TermId, Option<TermId>)>) -> Self {
        let mut known = FxHashSet::default();
        formulas.retain(|(formula, _)| terms.as_bool(*formula).is_none() && known.insert(*formula));
        let roots: Vec<TermId> = formulas.iter().map(|(formula, _)| *formula).collect();
        Candidates { tape: Tape::new(terms, &roots), formulas, seen: 0 }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.formulas.is_empty()
    }

    /// What holds in all rows, of which there are only ever more, without what is superfluous.
    pub fn claims(&mut self, frame: &Frame, rows: &[Row]) -> Vec<TermId> {
        for row in &rows[self.seen..] {
            for (variable, value) in frame.variables.iter().zip(row) {
                self.tape.set(*variable, *value);
            }
            self.tape.run();
            self.formulas.retain(|(formula, _)| self.tape.get(*formula) == Some(1));
        }
        self.seen = rows.len();
        let alive: FxHashSet<TermId> = self.formulas.iter().map(|(formula, _)| *formula).collect();
        let needed = self.formulas.iter().filter(|(_, stronger)| stronger.is_none_or(|s| !alive.contains(&s)));
        needed.map(|(formula, _)| *formula).collect()
    }
}
