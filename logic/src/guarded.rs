//! Next-state functions given by cases: `g => x' = a` and `not g => x' = b` are one equation.
//!
//! Encoders that write a step as implications, one for the case that a block is executed and one
//! for the case that it is not, mean the function `x' = ite(g, a, b)`.

use crate::definitions::solutions;
use crate::term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

/// Longer disjunctions are not looked at: they are not cases, and each way to read one costs its
/// length.
const MAX_LITERALS: usize = 32;

/// `guard => variable = value`, from the numbered conjunct.
#[derive(Clone, Copy)]
struct Case {
    conjunct: usize,
    value: TermId,
}

/// The conjuncts with complementary cases of solvable variables merged into equations.
pub(crate) fn merge_cases(terms: &mut Terms, conjuncts: &[TermId], solvable: impl Fn(TermId) -> bool) -> Vec<TermId> {
    let mut cases: FxHashMap<(TermId, TermId), Case> = FxHashMap::default();
    let mut merged: Vec<Option<TermId>> = conjuncts.iter().copied().map(Some).collect();
    // Both halves of an equation: a case that was read from one of them does not stand for it any more.
    let mut used = vec![false; conjuncts.len()];
    for (number, conjunct) in conjuncts.iter().enumerate() {
        for (guard, variable, value) in guarded_equations(terms, *conjunct, &solvable) {
            let complement = terms.not(guard);
            let other = cases.get(&(variable, complement)).copied();
            let Some(other) = other.filter(|other| !used[other.conjunct]) else {
                cases.insert((variable, guard), Case { conjunct: number, value });
                continue;
            };
            let joined = terms.ite(guard, value, other.value);
            (used[other.conjunct], used[number]) = (true, true);
            merged[other.conjunct] = None;
            merged[number] = Some(terms.eq(variable, joined));
            break;
        }
    }
    merged.into_iter().flatten().collect()
}

/// The ways to read a disjunction as `guard => variable = value`.
fn guarded_equations(
    terms: &mut Terms,
    conjunct: TermId,
    solvable: impl Fn(TermId) -> bool,
) -> Vec<(TermId, TermId, TermId)> {
    let Some(inner) = terms.negated(conjunct).filter(|inner| is_short_conjunction(terms, *inner)) else {
        return Vec::new();
    };
    let literals = terms.args(inner).to_vec();
    let mut found = Vec::new();
    for (position, literal) in literals.iter().enumerate() {
        let claim = terms.not(*literal);
        let solved = solutions(terms, claim, &solvable);
        if solved.is_empty() {
            continue;
        }
        let mut others = literals.clone();
        others.remove(position);
        let guard = terms.and(&others);
        found.extend(solved.into_iter().map(|solution| (guard, solution.variable, solution.value)));
    }
    found
}

fn is_short_conjunction(terms: &Terms, term: TermId) -> bool {
    terms.op(term) == Op::And && terms.args(term).len() <= MAX_LITERALS
}
