//! Small recursive functions as clauses, by hand.

#![allow(clippy::unwrap_used)]

use super::*;
use euclase_logic::{Application, Functional, HornClause, Predicate, Sort};

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

/// `x = f(a)`, `y = f(b)` by a function of which nothing is known but that it is one, or not even that; the violation is
/// `a = b` with `x ≠ y`.
fn twice(terms: &mut Terms, is_function: bool) -> HornClauses {
    let sort = Sort::BitVec(16);
    let [a, b, x, y, n, m, r] = ["a", "b", "x", "y", "n", "m", "r"].map(|name| terms.var(name, sort));
    let predicate =
        |name: &str, parameters: &[TermId]| Predicate { name: name.into(), parameters: parameters.to_vec() };
    let at = |predicate: usize, arguments: &[TermId]| Application { predicate, arguments: arguments.to_vec() };
    let truth = terms.tt();
    let product = terms.bv_mul(n, n);
    let (equal, other) = (terms.eq(a, b), terms.neq(x, y));
    let wrong = terms.and(&[equal, other]);
    // Without a choice it is a square.
    let given = if is_function { product } else { r };
    let function = terms.declare_function("f", &[sort], sort).unwrap();
    HornClauses {
        predicates: vec![
            predicate("start", &[a, b]),
            predicate("called", &[n]),
            predicate("returned", &[m, r]),
            predicate("half", &[a, b, x]),
        ],
        clauses: vec![
            HornClause { body: vec![], constraint: truth, head: Some(at(0, &[a, b])) },
            HornClause { body: vec![at(0, &[a, b])], constraint: truth, head: Some(at(1, &[a])) },
            HornClause { body: vec![at(1, &[n])], constraint: truth, head: Some(at(2, &[n, given])) },
            HornClause { body: vec![at(0, &[a, b]), at(2, &[a, x])], constraint: truth, head: Some(at(3, &[a, b, x])) },
            HornClause { body: vec![at(3, &[a, b, x])], constraint: truth, head: Some(at(1, &[b])) },
            HornClause { body: vec![at(3, &[a, b, x]), at(2, &[b, y])], constraint: wrong, head: None },
        ],
        functional: match is_function {
            true => vec![Functional { predicate: 2, arguments: 1, functions: vec![function] }],
            false => Vec::new(),
        },
    }
}

#[test]
fn equal_arguments_give_equal_results_only_where_that_is_known() {
    let statistics = Statistics::default();
    let mut terms = Terms::new();
    let clauses = twice(&mut terms, true);
    let guessed = congruence::guess(&mut terms, &clauses);
    assert_eq!(guessed.guessed.iter().map(Vec::len).collect::<Vec<_>>(), [0, 0, 0, 1]);
    // The equation is enough; it holds only because the clauses say what comes out is a function of what goes in.
    let solution: Vec<TermId> = guessed.guessed.iter().map(|all| terms.and(all)).collect();
    assert!(check_solution(&mut terms, &clauses, &solution, soon(), &statistics).is_ok());
    let mut without = clauses.clone();
    without.functional.clear();
    assert!(check_solution(&mut terms, &without, &solution, soon(), &statistics).is_err());
    let mut terms = Terms::new();
    let clauses = twice(&mut terms, false);
    assert!(solve(&mut terms, &clauses, soon(), &statistics).is_err());
}

/// A function that writes a cell of an array and leaves the rest: the array after the call is a parameter, too.
#[test]
fn cells_of_arrays_are_guessed() {
    let mut terms = Terms::new();
    let (index, byte) = (Sort::BitVec(16), Sort::BitVec(8));
    let array = terms.array_sort(index, byte);
    let [p, n, q] = ["p", "n", "q"].map(|name| terms.var(name, index));
    let [before, after, memory] = ["before", "after", "memory"].map(|name| terms.var(name, array));
    let (zero, one, seven) = (terms.bv(16, 0), terms.bv(16, 1), terms.bv(8, 7));
    let at = |predicate: usize, arguments: &[TermId]| Application { predicate, arguments: arguments.to_vec() };
    let predicate =
        |name: &str, parameters: &[TermId]| Predicate { name: name.into(), parameters: parameters.to_vec() };
    let (is_zero, is_other) = (terms.eq(n, zero), terms.neq(n, zero));
    let (less, written) = (terms.bv_sub(n, one), terms.store(memory, p, seven));
    let read = terms.select(after, q);
    let (wrong, truth) = (terms.neq(read, seven), terms.tt());
    let clauses = HornClauses {
        predicates: vec![predicate("called", &[p, n, memory]), predicate("returned", &[q, before, after])],
        clauses: vec![
            HornClause { body: vec![], constraint: truth, head: Some(at(0, &[p, n, memory])) },
            HornClause {
                body: vec![at(0, &[p, n, memory])],
                constraint: is_other,
                head: Some(at(0, &[p, less, memory])),
            },
            HornClause {
                body: vec![at(0, &[p, n, memory])],
                constraint: is_zero,
                head: Some(at(1, &[p, memory, written])),
            },
            HornClause { body: vec![at(1, &[q, before, after])], constraint: wrong, head: None },
        ],
        functional: Vec::new(),
    };
    let statistics = Statistics::default();
    let solution = solve(&mut terms, &clauses, soon(), &statistics).unwrap();
    assert!(check_solution(&mut terms, &clauses, &solution, soon(), &statistics).is_ok());
    let mut tampered = solution.clone();
    tampered[1] = terms.eq(before, after);
    assert!(check_solution(&mut terms, &clauses, &tampered, soon(), &statistics).is_err());
}

/// What one solver has shown about the clauses, another one shows from what is written.
#[test]
fn another_solver_discharges_the_clauses() {
    let mut terms = Terms::new();
    let clauses = sum(&mut terms, 16, 1000, 3, true);
    let statistics = Statistics::default();
    let solution = solve(&mut terms, &clauses, soon(), &statistics).unwrap();
    let certificate = check_solution(&mut terms, &clauses, &solution, soon(), &statistics).unwrap();
    let folder = std::env::temp_dir().join(format!("euclase-clauses-{}", std::process::id()));
    certificate.write_with_clauses(&mut terms, &clauses, &folder).unwrap();
    let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
    let files: Vec<&str> = index.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(files.len(), certificate.obligations.len());
    assert!(files.iter().any(|file| file.ends_with("clause.smt2")), "{files:?}");
    for file in files {
        let run = std::process::Command::new("cvc5").arg("--tlimit=20000").arg(folder.join(file)).output();
        let output = run.expect("cvc5 is needed for this test: run `make setup`");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "unsat", "{file}");
    }
    assert!(std::fs::read_to_string(folder.join("README.txt")).unwrap().contains("Horn clauses"));
    assert!(std::fs::read_to_string(folder.join("clauses.smt2")).unwrap().starts_with("(set-logic HORN)"));
    std::fs::remove_dir_all(folder).unwrap();
}
