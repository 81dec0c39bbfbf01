//! Each kind of fact on a small system, and random systems against the oracle.

use super::find;
use crate::answer::{Invariant, Outcome};
use crate::certificate::{CertifyOptions, certify};
use crate::samples::{Builder, counter, deadlocked, even_inputs, relational};
use crate::solver::{Answer, QueryKind, SolverFactory, Statistics};
use euclase_logic::random::{Exploration, RandomOptions, explore, random_system};
use euclase_logic::{Sort, TermId};

fn facts(b: &mut Builder) -> Vec<TermId> {
    facts_with(b, true)
}

fn facts_with(b: &mut Builder, ranges: bool) -> Vec<TermId> {
    let mut found = Vec::new();
    b.run(|task| {
        task.tuning.ranges = ranges;
        found = find(task, std::time::Duration::from_secs(2));
        Outcome::Unknown(crate::Reason::Timeout)
    });
    found
}

/// Whether the facts imply a formula, and are inductive. The formula is made the property, since there
/// are facts only about what matters to it.
fn imply(b: &mut Builder, formula: TermId) -> bool {
    imply_with(b, formula, true)
}

fn imply_with(b: &mut Builder, formula: TermId, ranges: bool) -> bool {
    b.system.property = formula;
    let found = facts_with(b, ranges);
    is_inductive(b, &found);
    let mut solver = SolverFactory::concrete(&Statistics::default()).solver(0);
    found.iter().for_each(|fact| solver.assert(&b.terms, *fact));
    let violated = b.terms.not(formula);
    solver.assert(&b.terms, violated);
    solver.check(&b.terms, QueryKind::Induction, &[]) == Answer::Unsat
}

fn is_inductive(b: &mut Builder, found: &[TermId]) {
    let formula = b.terms.and(found);
    let mut system = b.system.clone();
    system.property = b.terms.tt();
    let invariant = Invariant { formula, lemmas: Vec::new(), induction_depth: 1, interpreted: true };
    certify(&mut b.terms, &system, &invariant, &CertifyOptions::default(), &Statistics::default()).unwrap();
}

/// Variables that start at zero, and a constant for each number.
fn zeros<const N: usize>(names: [&str; N]) -> (Builder, [TermId; N]) {
    let mut b = Builder::new();
    let variables = names.map(|name| b.state(name, Sort::BitVec(32)));
    variables.iter().for_each(|v| b.start(*v, 0));
    (b, variables)
}

/// Adds a constant to a variable while a condition holds.
fn grow(b: &mut Builder, variable: TermId, by: u64, condition: TermId) {
    let by = b.terms.bv(32, by);
    let more = b.terms.bv_add(variable, by);
    let next = b.terms.ite(condition, more, variable);
    b.update(variable, next);
}

#[test]
fn a_constant_is_found() {
    let (mut b, [x, y]) = zeros(["x", "y"]);
    b.update(x, y);
    b.update(y, x);
    let zero = b.terms.bv(32, 0);
    let fact = b.terms.eq(x, zero);
    assert!(imply(&mut b, fact));
}

#[test]
fn equal_variables_are_found() {
    let (mut b, [x, y]) = zeros(["x", "y"]);
    let i = b.input("i", Sort::BitVec(32));
    b.update(x, i);
    b.update(y, i);
    let fact = b.terms.eq(x, y);
    assert!(imply(&mut b, fact));
}

#[test]
fn a_boolean_and_its_negation_are_found() {
    let mut b = Builder::new();
    let (p, q) = (b.state("p", Sort::Bool), b.state("q", Sort::Bool));
    let i = b.input("i", Sort::Bool);
    let not_q = b.terms.not(q);
    b.init(p);
    b.init(not_q);
    let not_i = b.terms.not(i);
    b.update(p, i);
    b.update(q, not_i);
    let fact = b.terms.xor(p, q);
    assert!(imply(&mut b, fact));
}

#[test]
fn a_linear_relation_between_three_variables_is_found() {
    let (mut b, [x, y, n]) = zeros(["x", "y", "n"]);
    let choice = b.input("choice", Sort::Bool);
    let other = b.terms.not(choice);
    let always = b.terms.tt();
    grow(&mut b, x, 1, choice);
    grow(&mut b, y, 3, other);
    grow(&mut b, n, 3, always);
    // n = 3·x + y.
    let three = b.terms.bv(32, 3);
    let product = b.terms.bv_mul(three, x);
    let sum = b.terms.bv_add(product, y);
    let fact = b.terms.eq(n, sum);
    assert!(imply(&mut b, fact));
}

#[test]
fn parity_is_found() {
    let mut b = even_inputs(true);
    let fact = b.system.property;
    assert!(imply(&mut b, fact));
}

#[test]
fn the_bound_of_a_long_loop_is_found() {
    let (mut b, [x]) = zeros(["x"]);
    let limit = b.terms.bv(32, 1_000_000);
    let below = b.terms.bv_slt(x, limit);
    grow(&mut b, x, 1, below);
    let (zero, at_most) = (b.terms.bv(32, 0), b.terms.bv_sle(x, limit));
    let at_least = b.terms.bv_sle(zero, x);
    let fact = b.terms.and(&[at_least, at_most]);
    assert!(imply(&mut b, fact));
}

#[test]
fn an_unsigned_bound_beyond_the_signed_numbers_is_found() {
    let (mut b, [x]) = zeros(["x"]);
    let limit = b.terms.bv(32, 0xf000_0000);
    let below = b.terms.bv_ult(x, limit);
    grow(&mut b, x, 1, below);
    let fact = b.terms.bv_ule(x, limit);
    assert!(imply(&mut b, fact));
}

#[test]
fn a_comparison_of_two_variables_is_found() {
    let (mut b, [x, n]) = zeros(["x", "n"]);
    b.system.init = b.terms.tt();
    b.start(x, 0);
    b.update(n, n);
    let below = b.terms.bv_ult(x, n);
    grow(&mut b, x, 1, below);
    let fact = b.terms.bv_ule(x, n);
    assert!(imply(&mut b, fact));
}

#[test]
fn relations_without_functions_are_handled() {
    let mut b = relational(true);
    let fact = b.system.property;
    assert!(imply(&mut b, fact));
}

#[test]
fn facts_after_a_loop_that_no_execution_leaves_are_found() {
    let (mut b, [x, y]) = zeros(["x", "y"]);
    let [inside, after] = ["inside", "after"].map(|name| b.state(name, Sort::Bool));
    let not_after = b.terms.not(after);
    b.init(inside);
    b.init(not_after);
    let limit = b.terms.bv(32, 0x0fff_ffff);
    let below = b.terms.bv_ult(x, limit);
    let stay = b.terms.and(&[inside, below]);
    let end = b.terms.not(below);
    let leave = b.terms.and(&[inside, end]);
    let gone = b.terms.or(&[after, leave]);
    b.update(inside, stay);
    b.update(after, gone);
    grow(&mut b, x, 1, stay);
    grow(&mut b, y, 2, stay);
    b.system.locations = vec![inside, after];
    let two = b.terms.bv(32, 2);
    let double = b.terms.bv_mul(two, x);
    let related = b.terms.eq(y, double);
    let exact = b.terms.eq(x, limit);
    let there = b.terms.and(&[related, exact]);
    b.system.property = b.terms.implies(after, there);
    let fact = b.system.property;
    assert!(imply(&mut b, fact));
}

/// A counter in steps of two that would be an error at seven; without `stuck`, errors pass, and then
/// no location holds.
fn never_seven(stuck: bool) -> (Builder, TermId) {
    let (mut b, [x]) = zeros(["x"]);
    let [work, error] = ["work", "error"].map(|name| b.state(name, Sort::Bool));
    let fine = b.terms.not(error);
    b.init(work);
    b.init(fine);
    let always = b.terms.tt();
    grow(&mut b, x, 2, always);
    let seven = b.terms.bv(32, 7);
    let odd = b.terms.eq(x, seven);
    let (wrong, right) = (b.terms.and(&[work, odd]), b.terms.neq(x, seven));
    let stay = b.terms.and(&[work, right]);
    let ever = b.terms.or(&[error, wrong]);
    b.update(work, stay);
    b.update(error, if stuck { ever } else { wrong });
    b.system.locations = vec![work, error];
    (b, fine)
}

#[test]
fn a_location_that_nothing_reaches_is_ruled_out() {
    let (mut b, fine) = never_seven(true);
    assert!(imply(&mut b, fine));
}

#[test]
fn locations_that_may_all_be_left_are_data() {
    let (mut b, fine) = never_seven(false);
    assert!(imply(&mut b, fine));
}

/// A word that takes three times a small input and seven, and another that takes four times that.
fn computed_bounds() -> (Builder, [TermId; 2]) {
    let (mut b, [x, y]) = zeros(["x", "y"]);
    let (input, chosen) = (b.input("i", Sort::BitVec(32)), b.input("c", Sort::Bool));
    let [three, seven, four, hundred] = [3, 7, 4, 100].map(|n| b.terms.bv(32, n));
    let product = b.terms.bv_mul(three, input);
    let sum = b.terms.bv_add(product, seven);
    let (small, fourfold) = (b.terms.bv_ult(input, hundred), b.terms.bv_mul(four, x));
    let next = b.terms.ite(small, sum, x);
    b.update(x, next);
    let next = b.terms.ite(chosen, fourfold, y);
    b.update(y, next);
    (b, [x, y])
}

#[test]
fn bounds_that_are_no_constants_of_the_system_are_computed() {
    let (mut b, [_, y]) = computed_bounds();
    let most = b.terms.bv(32, 1300);
    let below = b.terms.bv_ule(y, most);
    assert!(imply(&mut b, below), "3 * 99 + 7 = 304 and 4 * 304 = 1216");
    // What executions have in common does not say so: no constant of the system is near enough.
    assert!(!imply_with(&mut b, below, false));
}

#[test]
fn what_is_not_invariant_is_not_claimed() {
    for mut b in [counter(8, 3, 9), deadlocked(3), even_inputs(false), relational(false)] {
        let property = b.system.property;
        assert!(!imply(&mut b, property));
    }
}

#[test]
fn facts_hold_in_all_reachable_states_of_random_systems_and_are_inductive() {
    let mut some = 0;
    for seed in 0..150 {
        let (terms, system) = random_system(seed, &RandomOptions::default());
        let mut b = Builder { terms, system };
        let found = facts(&mut b);
        some += usize::from(!found.is_empty());
        is_inductive(&mut b, &found);
        b.system.property = b.terms.and(&found);
        let truth = explore(&b.terms, &b.system, 1 << 20);
        assert!(matches!(truth, Some(Exploration::Holds(_))), "seed {seed}");
    }
    assert!(some > 75, "{some}");
}
