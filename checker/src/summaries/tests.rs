//! Small recursive functions as clauses, by hand.

#![allow(clippy::unwrap_used)]

use super::*;
use euclase_logic::{Application, HornClause, Predicate, Sort};

/// `sum(n) = n == 0 ? 0 : sum(n - 1) + step`, called with `n <= limit`; the violation is a result that is not `n · step`,
/// or, if it is to be there, one that is.
fn sum(terms: &mut Terms, width: u32, limit: u64, step: u64, is_safe: bool) -> HornClauses {
    let sort = Sort::BitVec(width);
    let [n, r, m, s, x] = ["n", "r", "m", "s", "x"].map(|name| terms.var(name, sort));
    let predicate =
        |name: &str, parameters: &[TermId]| Predicate { name: name.into(), parameters: parameters.to_vec() };
    let (zero, one, step) = (terms.bv(width, 0), terms.bv(width, 1), terms.bv(width, step));
    let bound = terms.bv(width, limit);
    let below = terms.bv_sub(n, one);
    let (is_zero, is_other) = (terms.eq(n, zero), terms.neq(n, zero));
    let at = |predicate: usize, arguments: &[TermId]| Application { predicate, arguments: arguments.to_vec() };
    let more = terms.bv_add(s, step);
    let in_range = terms.bv_ule(x, bound);
    let expected = terms.bv_mul(m, step);
    let wrong = if is_safe { terms.neq(r, expected) } else { terms.eq(r, expected) };
    let clauses = vec![
        HornClause { body: vec![], constraint: in_range, head: Some(at(0, &[x])) },
        HornClause { body: vec![at(0, &[n])], constraint: is_zero, head: Some(at(1, &[n, zero])) },
        HornClause { body: vec![at(0, &[n])], constraint: is_other, head: Some(at(0, &[below])) },
        HornClause { body: vec![at(0, &[n]), at(1, &[below, s])], constraint: is_other, head: Some(at(1, &[n, more])) },
        HornClause { body: vec![at(1, &[m, r])], constraint: wrong, head: None },
    ];
    HornClauses {
        predicates: vec![predicate("called", &[n]), predicate("returned", &[m, r])],
        clauses,
        functional: Vec::new(),
    }
}

fn soon() -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(60))
}

#[test]
fn what_a_function_returns_is_found_and_checked() {
    let mut terms = Terms::new();
    let clauses = sum(&mut terms, 32, 1000, 3, true);
    let statistics = Statistics::default();
    let solution = solve(&mut terms, &clauses, soon(), &statistics).unwrap();
    assert!(check_solution(&mut terms, &clauses, &solution, soon(), &statistics).is_ok());
}

#[test]
fn a_violation_has_no_solution() {
    let mut terms = Terms::new();
    let clauses = sum(&mut terms, 32, 1000, 3, false);
    assert!(solve(&mut terms, &clauses, soon(), &Statistics::default()).is_err());
}

#[test]
fn a_solution_that_was_tampered_with_is_refused() {
    let mut terms = Terms::new();
    let clauses = sum(&mut terms, 32, 1000, 3, true);
    let statistics = Statistics::default();
    let solution = solve(&mut terms, &clauses, soon(), &statistics).unwrap();
    let (m, r) = (clauses.predicates[1].parameters[0], clauses.predicates[1].parameters[1]);
    let (truth, falsehood, seven) = (terms.tt(), terms.ff(), terms.bv(32, 7));
    // Too weak to exclude the violation, too strong for what is returned, and wrong.
    let wrong = terms.eq(r, seven);
    let few = terms.bv_ule(m, seven);
    let strong = terms.and(&[solution[1], few]);
    for (place, formula) in [(1, truth), (1, falsehood), (1, wrong), (1, strong), (0, falsehood)] {
        let mut tampered = solution.clone();
        tampered[place] = formula;
        let refused = check_solution(&mut terms, &clauses, &tampered, soon(), &statistics).unwrap_err();
        assert!(refused.starts_with("a clause is not satisfied"), "{refused}");
    }
    // A solution may not speak of anything but the arguments.
    let mut tampered = solution.clone();
    let n = clauses.predicates[0].parameters[0];
    tampered[1] = terms.eq(n, seven);
    let refused = check_solution(&mut terms, &clauses, &tampered, soon(), &statistics).unwrap_err();
    assert_eq!(refused, "what is said about 'returned' speaks of 'n'");
    assert!(check_solution(&mut terms, &clauses, &solution[..1], soon(), &statistics).is_err());
}

/// A function that calls itself without end returns nothing, whatever is said about what comes after.
#[test]
fn what_never_returns_returns_nothing() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::BitVec(8));
    let at = |predicate: usize| Application { predicate, arguments: vec![x] };
    let truth = terms.tt();
    let clauses = HornClauses {
        predicates: ["called", "returned"].map(|n| Predicate { name: n.into(), parameters: vec![x] }).to_vec(),
        clauses: vec![
            HornClause { body: vec![], constraint: truth, head: Some(at(0)) },
            HornClause { body: vec![at(0)], constraint: truth, head: Some(at(0)) },
            HornClause { body: vec![at(0), at(1)], constraint: truth, head: Some(at(1)) },
            HornClause { body: vec![at(1)], constraint: truth, head: None },
        ],
        functional: Vec::new(),
    };
    let statistics = Statistics::default();
    let solution = solve(&mut terms, &clauses, soon(), &statistics).unwrap();
    assert!(check_solution(&mut terms, &clauses, &solution, soon(), &statistics).is_ok());
}
