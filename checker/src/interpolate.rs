//! Sequence interpolants by solving recursion-free Horn clauses (thesis §4.4.1, eq. 4.32).

use crate::solver::{HornAnswer, HornOptions, Statistics, solve_horn};
use euclase_logic::{Application, HornClause as Clause, HornClauses, Predicate, TermId, Terms};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// Interpolants along an infeasible path: `result[i]` follows from `formulas[..=i]`, contradicts
/// `formulas[i + 1..]`, implies `result[i + 1]` together with `formulas[i + 1]`, and speaks only
/// of the variables `cuts[i]`.
///
/// There is one cut less than formulas: between every two that follow each other, the state
/// variables of that time. Nothing comes back when the path is feasible over these variables,
/// when the time is over, or when the answer cannot be read.
pub fn interpolate(
    terms: &mut Terms,
    formulas: &[TermId],
    cuts: &[Vec<TermId>],
    limit: Duration,
    statistics: &Statistics,
) -> Option<Vec<TermId>> {
    let cuts = shared_variables(terms, formulas, cuts);
    let mut clauses = HornClauses::default();
    for (position, formula) in formulas.iter().enumerate() {
        let at = |cut: usize| Application { predicate: cut, arguments: cuts[cut].clone() };
        clauses.clauses.push(Clause {
            body: position.checked_sub(1).map(at).into_iter().collect(),
            constraint: *formula,
            head: (position < cuts.len()).then(|| at(position)),
        });
    }
    for (position, cut) in cuts.into_iter().enumerate() {
        clauses.predicates.push(Predicate { name: format!("cut {position}"), parameters: cut });
    }
    let options = HornOptions { limit: Some(limit), global_guidance: false };
    match solve_horn(&clauses, terms, &options, statistics) {
        HornAnswer::Solved(interpolants) => Some(interpolants),
        HornAnswer::Refuted(_) => None,
        HornAnswer::Unknown(why) => {
            log::debug!("no interpolants: {why}");
            None
        }
    }
}

/// The variables of each cut that occur on both sides of it.
fn shared_variables(terms: &Terms, formulas: &[TermId], cuts: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    let occurring = |part: &[TermId]| terms.variables(part).into_iter().collect::<FxHashSet<TermId>>();
    let each: Vec<FxHashSet<TermId>> = formulas.iter().map(|f| occurring(&[*f])).collect();
    let mut result = Vec::new();
    for (position, cut) in cuts.iter().enumerate() {
        let on_both = |v: &&TermId| {
            each[..=position].iter().any(|f| f.contains(v)) && each[position + 1..].iter().any(|f| f.contains(v))
        };
        result.push(cut.iter().filter(on_both).copied().collect());
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Answer, QueryKind, SolverFactory};
    use euclase_logic::Sort;

    const LIMIT: Duration = Duration::from_secs(5);

    fn holds(terms: &mut Terms, premises: &[TermId], conclusion: TermId) -> bool {
        let mut solver = SolverFactory::concrete(&Statistics::default()).solver(0);
        premises.iter().for_each(|p| solver.assert(terms, *p));
        let negated = terms.not(conclusion);
        solver.check(terms, QueryKind::LemmaValid, &[negated]) == Answer::Unsat
    }

    fn check(terms: &mut Terms, formulas: &[TermId], cuts: &[Vec<TermId>]) -> Vec<TermId> {
        let found = interpolate(terms, formulas, cuts, LIMIT, &Statistics::default()).unwrap();
        let mut before = terms.tt();
        for (position, formula) in formulas.iter().enumerate() {
            let after = found.get(position).copied().unwrap_or(terms.ff());
            assert!(holds(terms, &[before, *formula], after));
            before = after;
        }
        for (interpolant, cut) in found.iter().zip(cuts) {
            assert!(terms.variables(&[*interpolant]).iter().all(|v| cut.contains(v)));
        }
        found
    }

    /// The three-line program of thesis §4.4.1: x ← 3; x ← x + 3; assert x < 7.
    fn three_lines(terms: &mut Terms, bound: u64) -> ([TermId; 3], [Vec<TermId>; 2]) {
        let (x0, x1) = (terms.var("x@0", Sort::BitVec(8)), terms.var("x@1", Sort::BitVec(8)));
        let (three, bound) = (terms.bv(8, 3), terms.bv(8, bound));
        let sum = terms.bv_add(x0, three);
        let formulas = [terms.eq(x0, three), terms.eq(x1, sum), terms.bv_ule(bound, x1)];
        (formulas, [vec![x0], vec![x1]])
    }

    #[test]
    fn the_three_line_program() {
        let mut terms = Terms::new();
        let (formulas, cuts) = three_lines(&mut terms, 7);
        check(&mut terms, &formulas, &cuts);
    }

    #[test]
    fn a_feasible_path_has_none() {
        let mut terms = Terms::new();
        let (formulas, cuts) = three_lines(&mut terms, 6);
        assert_eq!(interpolate(&mut terms, &formulas, &cuts, LIMIT, &Statistics::default()), None);
    }

    #[test]
    fn longer_paths_with_inputs_booleans_and_arrays() {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let memory = terms.array_sort(byte, byte);
        let at = |terms: &mut Terms, time: usize| {
            [("a", memory), ("i", byte), ("b", Sort::Bool)].map(|(n, s)| terms.var(&format!("{n}@{time}"), s))
        };
        let times: Vec<[TermId; 3]> = (0..4).map(|time| at(&mut terms, time)).collect();
        let (zero, two) = (terms.bv(8, 0), terms.bv(8, 2));
        let mut formulas = vec![terms.and(&[times[0][2]])];
        let start = terms.eq(times[0][1], zero);
        formulas[0] = terms.and(&[formulas[0], start]);
        for time in 0..3 {
            let ([a, i, b], [a2, i2, b2]) = (times[time], times[time + 1]);
            let input = terms.var(&format!("y@{time}"), byte);
            // Writes an even number at i and goes on to the next i; b says that all were even.
            let twice = terms.bv_mul(input, two);
            let written = terms.store(a, i, twice);
            let one = terms.bv(8, 1);
            let next = terms.bv_add(i, one);
            let (low, none) = (terms.extract(0, 0, twice), terms.bv(1, 0));
            let even = terms.eq(low, none);
            let all = terms.and(&[b, even]);
            let parts = [terms.eq(a2, written), terms.eq(i2, next), terms.eq(b2, all)];
            formulas.push(terms.and(&parts));
        }
        let [a, i, b] = times[3];
        let read = terms.select(a, two);
        let (low, one) = (terms.extract(0, 0, read), terms.bv(1, 1));
        let odd = terms.eq(low, one);
        let three = terms.bv(8, 3);
        let at_three = terms.eq(i, three);
        let not_b = terms.not(b);
        let wrong = terms.or(&[odd, not_b]);
        formulas.push(terms.and(&[at_three, wrong]));
        let cuts: Vec<Vec<TermId>> = times.iter().map(|t| t.to_vec()).collect();
        check(&mut terms, &formulas, &cuts);
    }

    #[test]
    fn a_contradiction_in_one_place() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x@0", Sort::BitVec(8)), terms.var("x@1", Sort::BitVec(8)));
        let (one, two) = (terms.bv(8, 1), terms.bv(8, 2));
        let (same, other) = (terms.eq(x, one), terms.eq(x, two));
        let never = terms.make_raw(euclase_logic::Op::And, &[same, other]);
        let later = terms.eq(y, one);
        for formulas in [[never, later, same], [same, never, later], [same, later, never]] {
            check(&mut terms, &formulas, &[vec![x], vec![x, y]]);
        }
    }
}
