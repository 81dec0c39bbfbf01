//! From a relation to functions: next-state functions and solved inputs out of the constraints.
//!
//! Files describe a step as one formula. Checkers want `x' = f(X, Y)` wherever the formula says
//! so, and no inputs that merely name subterms (thesis §3.2 and §4.2.4). The conjuncts are split,
//! the defining ones chosen, and everything is rewritten with the chosen definitions in one pass
//! in their order, so the work is linear in the size of the relation.

use crate::definitions::{Definitions, Problem, choose, solutions};
use crate::guarded::merge_cases;
use crate::system::TransitionSystem;
use crate::term::{TermId, Terms};
use crate::traverse::Substitution;
use rustc_hash::{FxHashMap, FxHashSet};

/// How often the constraints are looked through again. A definition can turn a constraint into
/// another definition (`a` and `a => x' = t`); chains of those are short in practice.
const ROUNDS: usize = 8;

impl TransitionSystem {
    /// Turns constraints into next-state functions and solved inputs where they define them.
    ///
    /// The step relation over `X`, `Y` and `X'`, together with the definitions in
    /// `solved_inputs`, stays the same. Afterwards updates and definitions of solved inputs speak
    /// of current states and remaining inputs only; constraints may still mention next-state
    /// variables that have no update.
    pub fn make_functional(&mut self, terms: &mut Terms) {
        self.constraints = split(terms, &self.constraints);
        for _ in 0..ROUNDS {
            if !self.functional_round(terms) {
                return;
            }
        }
    }

    /// One choice of definitions and one rewriting; false if nothing more was found.
    fn functional_round(&mut self, terms: &mut Terms) -> bool {
        if self.constraints.is_empty() {
            return false;
        }
        let opaque: FxHashSet<TermId> = self.states.iter().map(|s| s.next).collect();
        let mut settled: FxHashMap<TermId, TermId> =
            self.states.iter().filter_map(|s| s.update.map(|u| (s.next, u))).collect();
        let undefined = self.states.iter().filter(|s| s.update.is_none()).map(|s| s.next);
        let undefined: FxHashSet<TermId> = undefined.collect();
        let merged = merge_cases(terms, &self.constraints, |term| undefined.contains(&term));
        self.constraints = split(terms, &merged);
        let order = self.states.iter().map(|s| s.next).filter(|next| undefined.contains(next)).collect();
        let candidates = self.candidates(terms, order, &FxHashSet::default());
        let next_states = choose(terms, Problem { candidates, settled: &settled, opaque: &opaque });
        settled.extend(next_states.ordered);
        let candidates = self.candidates(terms, self.inputs.clone(), &next_states.used);
        let everything = choose(terms, Problem { candidates, settled: &settled, opaque: &opaque });
        let used: FxHashSet<usize> = next_states.used.union(&everything.used).copied().collect();
        if used.is_empty() {
            return false;
        }
        self.rewrite_with(terms, &everything, &used);
        true
    }

    /// The definitions that the unused constraints offer for each variable. An equation is offered
    /// to one variable only, to the last of those it gives without turning it around.
    fn candidates(
        &self,
        terms: &mut Terms,
        variables: Vec<TermId>,
        used: &FxHashSet<usize>,
    ) -> Vec<(TermId, Vec<(TermId, usize)>)> {
        let slots: FxHashMap<TermId, usize> = variables.iter().enumerate().map(|(i, v)| (*v, i)).collect();
        let mut lists: Vec<(TermId, Vec<(TermId, usize)>)> = variables.into_iter().map(|v| (v, Vec::new())).collect();
        for (number, conjunct) in self.constraints.iter().enumerate().filter(|(number, _)| !used.contains(number)) {
            let solved = solutions(terms, *conjunct, |term| slots.contains_key(&term));
            if let Some(best) = solved.iter().max_by_key(|s| (s.direct, slots[&s.variable])) {
                lists[slots[&best.variable]].1.push((best.value, number));
            }
        }
        lists
    }

    fn rewrite_with(&mut self, terms: &mut Terms, definitions: &Definitions, used: &FxHashSet<usize>) {
        let mut substitution = Substitution::default();
        let mut images = FxHashMap::default();
        for (variable, definition) in &definitions.ordered {
            let image = substitution.apply(terms, *definition);
            substitution.define(*variable, image);
            images.insert(*variable, image);
        }
        for state in &mut self.states {
            state.update = images.get(&state.next).copied();
        }
        for (_, definition) in &mut self.solved_inputs {
            *definition = substitution.apply(terms, *definition);
        }
        let inputs = std::mem::take(&mut self.inputs);
        for input in inputs {
            match images.get(&input) {
                Some(image) => self.solved_inputs.push((input, *image)),
                None => self.inputs.push(input),
            }
        }
        let rest = self.constraints.iter().enumerate().filter(|(number, _)| !used.contains(number));
        let rest: Vec<TermId> = rest.map(|(_, conjunct)| substitution.apply(terms, *conjunct)).collect();
        self.constraints = split(terms, &rest);
    }
}

/// The conjuncts of all formulas, each once, as simple as conjunction makes them.
fn split(terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
    let mut conjuncts = flatten(terms, formulas);
    // What the conjunction knows to be redundant goes; one that keeps finding more has found enough.
    for _ in 0..ROUNDS {
        let joined = terms.and(&conjuncts);
        let simpler = terms.conjuncts(joined);
        let known: FxHashSet<TermId> = conjuncts.iter().copied().collect();
        if simpler.len() == known.len() && simpler.iter().all(|c| known.contains(c)) {
            break;
        }
        conjuncts = simpler;
    }
    conjuncts
}

fn flatten(terms: &Terms, formulas: &[TermId]) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut conjuncts = Vec::new();
    for formula in formulas {
        conjuncts.extend(terms.conjuncts(*formula).into_iter().filter(|c| seen.insert(*c)));
    }
    conjuncts
}
