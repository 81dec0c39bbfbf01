//! Lifting: a predecessor says no more than what leads into its target.
//!
//! A cube holds what one implicant needs and, since generalisation finds equalities that way,
//! which variables are equal. After a while it is known which of these are ever part of a blocked
//! cube, and the others can go. The inputs of the model fixed, the literals that suffice for the step
//! are a core of the query whether the step can miss its target.

use super::Search;
use super::frame::{Cube, cube};
use crate::answer::Reason;
use crate::solver::{Answer, EufModel, QueryKind};
use euclase_logic::{Op, Sort, TermId};
use rustc_hash::FxHashMap;

/// Literals below which a cube is small enough.
const SMALL: usize = 12;

/// Cubes that are lifted in any case, and the share of successes from which on it goes on.
const TRIES: usize = 16;
const SHARE: usize = 4;

/// How lifting went so far.
#[derive(Default)]
pub struct Lifted {
    tried: usize,
    smaller: usize,
}

impl Lifted {
    /// Whether it is worth the query.
    fn pays(&self) -> bool {
        self.tried < TRIES || self.smaller * SHARE >= self.tried
    }
}

/// Cubes blocked at a location until it is known which variables are worth telling apart there.
const EXPERIENCE: usize = 10;

impl Search<'_, '_> {
    /// The cube, at a location, without literals that the step does not depend on, disequalities
    /// of variables excepted that were useful before. The formulas say what the step must satisfy.
    pub(super) fn lift(
        &mut self,
        model: &mut EufModel,
        formulas: &[TermId],
        location: usize,
        whole: Cube,
    ) -> Result<Cube, Reason> {
        let experienced = self.frames[location].log().len() >= EXPERIENCE;
        if !self.task.tuning.lifting || whole.len() <= SMALL || !experienced || !self.lifted.pays() {
            return Ok(whole);
        }
        self.lifted.tried += 1;
        let fixed = self.fixed_inputs(model, formulas);
        let terms = &mut *self.task.terms;
        let missed: Vec<TermId> = formulas.iter().map(|f| terms.not(*f)).collect();
        let mut solver = self.queries.solver();
        solver.assert_clause(terms, &missed);
        let mut assumptions = fixed;
        assumptions.extend(whole.iter());
        if solver.check(terms, QueryKind::Lift, &assumptions) != Answer::Unsat {
            return Ok(whole);
        }
        let core = solver.core();
        let kept = whole.iter().copied().filter(|l| core.contains(l) || self.separates(*l));
        let lifted = cube(kept.collect());
        self.lifted.smaller += usize::from(lifted.len() < whole.len());
        self.task.count("cubes lifted", 1);
        self.task.count("literals lifted away", (whole.len() - lifted.len()) as u64);
        Ok(lifted)
    }

    /// What the model says of the inputs: their truth values, and which of them is equal to what.
    fn fixed_inputs(&mut self, model: &mut EufModel, formulas: &[TermId]) -> Vec<TermId> {
        let terms = &mut *self.task.terms;
        let met = terms.postorder(formulas);
        let mut literals = Vec::new();
        let mut known = FxHashMap::default();
        for term in met.iter().filter(|t| self.vocabulary.is_over_state(terms, **t)) {
            if terms.sort(*term) != Sort::Bool {
                known.entry(model.value(terms, *term)).or_insert(*term);
            }
        }
        for input in met {
            if !terms.is_var(input) || self.vocabulary.is_state(input) {
                continue;
            }
            if terms.sort(input) == Sort::Bool {
                literals.push(if model.holds(terms, input) { input } else { terms.not(input) });
            } else if let Some(same) = known.get(&model.value(terms, input)) {
                literals.push(terms.eq(input, *same));
            }
        }
        literals
    }

    fn separates(&self, literal: TermId) -> bool {
        let terms = &*self.task.terms;
        let Some(atom) = terms.negated(literal) else { return false };
        let variables = terms.op(atom) == Op::Eq && terms.args(atom).iter().all(|a| terms.is_var(*a));
        variables && self.activity.of(literal) > 0
    }
}
