//! Facts about one place of many: what holds below a counter, or from it on.
//!
//! A variable that never changes and could be anything stands for all of its values at once: a place in an array, say.
//! What is known about it depends on where it is: the cell at a place below `i` has been written, the others have not.

use super::candidates::Candidates;
use super::frame::Frame;
use super::induction::Domain;
use super::simulate::Row;
use euclase_logic::{Op, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashSet;

/// How many formulas are tried at a location.
const FORMULAS: usize = 2000;

/// How many constants of the system a variable is compared with.
const CONSTANTS: usize = 16;

/// How many states may be needed for each location: there is much to be wrong about.
const MODELS: usize = 80;

/// Formulas of the form "if the place is below this, then that".
pub struct Guarded<'f> {
    frame: &'f Frame,
    /// The columns that never change.
    rigid: Vec<usize>,
    /// The columns of variables that the system compares them with.
    counters: Vec<usize>,
    candidates: Vec<Option<Candidates>>,
}

impl<'f> Guarded<'f> {
    /// The domain for a system; nothing if no variable stays as it is for ever.
    pub fn new(terms: &Terms, system: &TransitionSystem, frame: &'f Frame) -> Option<Self> {
        let is_rigid =
            |variable: &TermId| system.states.iter().any(|s| s.current == *variable && s.update == Some(*variable));
        let columns = 0..frame.variables.len();
        let rigid: Vec<usize> = columns.filter(|c| frame.widths[*c] > 1 && is_rigid(&frame.variables[*c])).collect();
        let candidates = frame.live.iter().map(|_| None).collect();
        let places: Vec<TermId> = rigid.iter().map(|column| frame.variables[*column]).collect();
        let mut roots = system.constraints.clone();
        roots.extend(system.states.iter().filter_map(|s| s.update));
        let mut compared = FxHashSet::default();
        for term in terms.postorder(&roots) {
            if terms.op(term) == Op::Eq && terms.args(term).iter().any(|side| places.contains(side)) {
                compared.extend(terms.variables(&[term]));
            }
        }
        let is_counter = |column: &usize| compared.contains(&frame.variables[*column]) && !rigid.contains(column);
        let counters = (0..frame.variables.len()).filter(is_counter).collect();
        (!rigid.is_empty()).then_some(Guarded { frame, rigid, counters, candidates })
    }

    fn candidates(&self, terms: &mut Terms, location: usize) -> Candidates {
        let live = self.frame.live[location].iter().copied().filter(|c| self.frame.widths[*c] > 1);
        let (counters, others): (Vec<usize>, Vec<usize>) =
            live.filter(|c| !self.rigid.contains(c)).partition(|c| self.counters.contains(c));
        let mut formulas = Vec::new();
        for place in self.rigid.iter().filter(|place| self.frame.live[location].contains(place)) {
            let mut guards = Vec::new();
            let (place, width) = (self.frame.variables[*place], self.frame.widths[*place]);
            for column in &counters {
                guards.extend(self.below(terms, place, width, *column));
            }
            for number in self.frame.pool.constants(width).iter().take(CONSTANTS) {
                let bound = terms.bv(width, *number);
                guards.push(terms.bv_ult(place, bound));
            }
            guards.retain(|guard| terms.as_bool(*guard).is_none());
            for conclusion in self.conclusions(terms, place, width, &others) {
                formulas.push((conclusion, None));
                for guard in &guards {
                    if formulas.len() < FORMULAS {
                        formulas.push((terms.implies(*guard, conclusion), Some(conclusion)));
                    }
                }
            }
        }
        Candidates::new(terms, formulas)
    }

    /// That the place is below a variable, and that it is not.
    fn below(&self, terms: &mut Terms, place: TermId, width: u32, column: usize) -> Vec<TermId> {
        let (variable, own) = (self.frame.variables[column], self.frame.widths[column]);
        let bound = match own.cmp(&width) {
            std::cmp::Ordering::Less => terms.sign_extend(width - own, variable),
            std::cmp::Ordering::Equal => variable,
            std::cmp::Ordering::Greater => return Vec::new(),
        };
        let (below, above) = (terms.bv_ult(place, bound), terms.bv_ult(bound, place));
        let (not_below, not_above) = (terms.not(below), terms.not(above));
        vec![below, not_below, above, not_above]
    }

    /// What may be true of variables.
    fn conclusions(&self, terms: &mut Terms, place: TermId, width: u32, columns: &[usize]) -> Vec<TermId> {
        let mut found = Vec::new();
        for (position, column) in columns.iter().enumerate() {
            let (variable, own) = (self.frame.variables[*column], self.frame.widths[*column]);
            for number in self.frame.pool.constants(own).iter().chain(&[0]).take(CONSTANTS) {
                let constant = terms.bv(own, *number);
                found.push(terms.eq(variable, constant));
            }
            if own <= width {
                let low = terms.extract(own - 1, 0, place);
                found.push(terms.eq(variable, low));
            }
            let zero = terms.bv(own, 0);
            found.push(terms.bv_sle(zero, variable));
            for other in columns[position + 1..].iter().filter(|other| self.frame.widths[**other] == own) {
                let other = self.frame.variables[*other];
                found.push(terms.eq(variable, other));
                found.push(terms.bv_sle(variable, other));
                found.push(terms.bv_sle(other, variable));
            }
        }
        found
    }
}

impl Domain for Guarded<'_> {
    fn claims(&mut self, terms: &mut Terms, location: usize, rows: &[Row]) -> Vec<TermId> {
        let mut candidates = match self.candidates[location].take() {
            Some(candidates) => candidates,
            None => self.candidates(terms, location),
        };
        let claims = candidates.claims(self.frame, rows);
        self.candidates[location] = Some(candidates);
        claims
    }

    fn models(&self) -> usize {
        MODELS
    }
}
