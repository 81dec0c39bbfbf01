//! Consecution case by case, for invariants that list states.
//!
//! "Every step from one of these states leads to one of these states" is one formula that solvers choke on, and many that
//! are trivial: with the values of one listed state put in, nearly everything in the step folds away. That
//! the cases are all there are is what the invariant itself says, so splitting takes nothing on trust.

use euclase_logic::{Op, Specialiser, Substitution, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashMap;

/// More cases than this are not split.
const MOST_CASES: usize = 200_000;

/// What holds in one case.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Case {
    /// A value for each of some variables.
    values: Vec<(TermId, TermId)>,
    /// Other literals.
    conditions: Vec<TermId>,
}

impl Case {
    fn and(&self, other: &Case) -> Case {
        let mut both = self.clone();
        both.values.extend(&other.values);
        both.conditions.extend(&other.conditions);
        both
    }
}

/// The cases of an invariant; none if there are too many.
pub fn cases(terms: &mut Terms, system: &TransitionSystem, invariant: &[TermId]) -> Option<Vec<Case>> {
    if system.locations.is_empty() {
        return alternatives(terms, invariant);
    }
    let mut all = Vec::new();
    for here in &system.locations {
        let located: Vec<(TermId, TermId)> = system.locations.iter().map(|l| (*l, terms.bool(l == here))).collect();
        let mut at = Substitution::new(located.iter().copied());
        let conjuncts: Vec<TermId> = invariant.iter().map(|c| at.apply(terms, *c)).collect();
        if conjuncts.contains(&terms.ff()) {
            continue;
        }
        for mut case in alternatives(terms, &conjuncts)? {
            case.values.extend(&located);
            all.push(case);
        }
        if all.len() > MOST_CASES {
            return None;
        }
    }
    Some(all)
}

/// The ways in which a conjunction of formulas can hold. Conjuncts with too many ways are left out: a case may
/// be weaker than the invariant.
fn alternatives(terms: &mut Terms, conjuncts: &[TermId]) -> Option<Vec<Case>> {
    let mut cases: Vec<Case> = vec![Case::default()];
    for conjunct in conjuncts {
        let Some(ways) = Expansion::default().expand(terms, *conjunct) else { continue };
        if cases.len().saturating_mul(ways.len()) > MOST_CASES {
            return None;
        }
        cases = product(&cases, &ways);
    }
    Some(cases)
}

fn product(first: &[Case], second: &[Case]) -> Vec<Case> {
    let mut all = Vec::with_capacity(first.len() * second.len());
    for a in first {
        for b in second {
            all.push(a.and(b));
        }
    }
    all
}

/// Formulas as alternatives, each once.
#[derive(Default)]
struct Expansion {
    known: FxHashMap<TermId, Vec<Case>>,
}

impl Expansion {
    /// The formula as a disjunction of cases.
    fn expand(&mut self, terms: &mut Terms, root: TermId) -> Option<Vec<Case>> {
        let mut stack = vec![root];
        while let Some(formula) = stack.last().copied() {
            if self.known.contains_key(&formula) {
                stack.pop();
                continue;
            }
            let needed = parts(terms, formula);
            let open: Vec<TermId> = needed.iter().copied().filter(|p| !self.known.contains_key(p)).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            let ways = self.combine(terms, formula, &needed)?;
            self.known.insert(formula, ways);
            stack.pop();
        }
        self.known.remove(&root)
    }

    fn combine(&self, terms: &Terms, formula: TermId, parts: &[TermId]) -> Option<Vec<Case>> {
        if let Some(value) = terms.as_bool(formula) {
            return Some(if value { vec![Case::default()] } else { Vec::new() });
        }
        match terms.op(formula) {
            Op::And => {
                let mut all = vec![Case::default()];
                for part in parts {
                    let ways = &self.known[part];
                    if all.len().saturating_mul(ways.len()) > MOST_CASES {
                        return None;
                    }
                    all = product(&all, ways);
                }
                Some(all)
            }
            Op::Not if terms.op(terms.arg(formula, 0)) == Op::And => {
                let all: Vec<Case> = parts.iter().flat_map(|part| self.known[part].iter().cloned()).collect();
                (all.len() <= MOST_CASES).then_some(all)
            }
            _ => Some(vec![literal(terms, formula)]),
        }
    }
}

/// The case that a literal is.
fn literal(terms: &Terms, literal: TermId) -> Case {
    let value = match terms.op(literal) {
        Op::Var(_) => Some((literal, terms.tt())),
        Op::Not if terms.is_var(terms.arg(literal, 0)) => Some((terms.arg(literal, 0), terms.ff())),
        Op::Eq => {
            let (a, b) = (terms.arg(literal, 0), terms.arg(literal, 1));
            [(a, b), (b, a)].into_iter().find(|(v, c)| terms.is_var(*v) && terms.is_constant(*c))
        }
        _ => None,
    };
    match value {
        Some(value) => Case { values: vec![value], conditions: Vec::new() },
        None => Case { values: Vec::new(), conditions: vec![literal] },
    }
}

/// The formulas of which a formula is the conjunction or the disjunction.
fn parts(terms: &mut Terms, formula: TermId) -> Vec<TermId> {
    match terms.op(formula) {
        Op::And => terms.args(formula).to_vec(),
        Op::Not if terms.op(terms.arg(formula, 0)) == Op::And => {
            let parts = terms.args(terms.arg(formula, 0)).to_vec();
            parts.into_iter().map(|part| terms.not(part)).collect()
        }
        _ => Vec::new(),
    }
}

/// What is left to show in one case: the constraints on a step from it, and the negations of what the invariant says
/// of the next state, each as far as it does not fold away.
pub struct Splitter<'s> {
    system: &'s TransitionSystem,
    now: Specialiser,
    then: Specialiser,
}

impl<'s> Splitter<'s> {
    /// For the steps of a system.
    pub fn new(system: &'s TransitionSystem) -> Self {
        Splitter { system, now: Specialiser::default(), then: Specialiser::default() }
    }

    /// Constraints, over the current state, and goals; no goals if the case is already shown.
    pub fn split(
        &mut self,
        terms: &mut Terms,
        case: &Case,
        constraints: &[TermId],
        invariant: &[TermId],
    ) -> (Vec<TermId>, Vec<TermId>) {
        self.now.begin();
        for (variable, value) in &case.values {
            self.now.set(*variable, *value);
        }
        let mut left = Vec::new();
        for constraint in case.conditions.iter().chain(constraints) {
            let image = self.now.apply(terms, *constraint);
            if image == terms.ff() {
                return (Vec::new(), Vec::new());
            }
            if image != terms.tt() {
                left.push(image);
            }
        }
        self.then.begin();
        for state in &self.system.states {
            let next = self.now.apply(terms, state.update.unwrap_or(state.next));
            self.then.set(state.current, next);
        }
        let mut goals = Vec::new();
        for conjunct in invariant {
            let next = self.then.apply(terms, *conjunct);
            if next != terms.tt() {
                goals.push(terms.not(next));
            }
        }
        (left, goals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Builder;
    use euclase_logic::Sort;

    #[test]
    fn a_formula_about_values_has_its_alternatives_as_cases() {
        let mut terms = Terms::new();
        let (x, b) = (terms.var("x", Sort::BitVec(8)), terms.var("b", Sort::Bool));
        let (one, two) = (terms.bv(8, 1), terms.bv(8, 2));
        let (is_one, is_two) = (terms.eq(x, one), terms.eq(x, two));
        let (first, second) = (terms.and(&[is_one, b]), terms.not(b));
        let second = terms.and(&[is_two, second]);
        let either = terms.or(&[first, second]);
        let mut found = cases(&mut terms, &Builder::new().system, &[either]).unwrap();
        found.iter_mut().for_each(|case| case.values.sort_unstable());
        found.sort_unstable();
        let of = |mut values: Vec<(TermId, TermId)>| {
            values.sort_unstable();
            Case { values, conditions: Vec::new() }
        };
        let mut expected = vec![of(vec![(x, one), (b, terms.tt())]), of(vec![(x, two), (b, terms.ff())])];
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_no_value_is_a_condition_of_its_case() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::BitVec(8)), terms.var("y", Sort::BitVec(8)));
        let below = terms.bv_ult(x, y);
        let found = cases(&mut terms, &Builder::new().system, &[below]).unwrap();
        assert_eq!(found, vec![Case { values: Vec::new(), conditions: vec![below] }]);
    }
}
