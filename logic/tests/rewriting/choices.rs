//! Operators move into long choices between constants.

use crate::support::difference;
use euclase_logic::{Assignment, BitVecValue, Op, Sort, TermId, Terms, Value};

struct Choice {
    terms: Terms,
    conditions: Vec<TermId>,
    x: TermId,
    whole: TermId,
}

/// A choice of `length` levels in which both arms of a level lead to the next: a tree of it would
/// have `2^length` ends. One end in `every` is a variable.
fn choice(length: usize, every: usize) -> Choice {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::BitVec(8));
    let conditions: Vec<TermId> = (0..length).map(|i| terms.var(&format!("c{i}"), Sort::Bool)).collect();
    let end = |terms: &mut Terms, i: usize| if i.is_multiple_of(every) { x } else { terms.bv(8, i as u64 % 7) };
    let mut below = [end(&mut terms, 1), end(&mut terms, 2)];
    for (i, c) in conditions.iter().enumerate() {
        let constant = end(&mut terms, i + 3);
        let arm = terms.make_raw(Op::Ite, &[*c, constant, below[1]]);
        below = [terms.make_raw(Op::Ite, &[*c, below[1], below[0]]), arm];
    }
    let zero = terms.bv(8, 0);
    let condition = terms.eq(x, zero);
    let whole = terms.make_raw(Op::Ite, &[condition, below[0], below[1]]);
    Choice { terms, conditions, x, whole }
}

/// Whether a choice between numbers is left below a term.
fn chooses_numbers(terms: &Terms, term: TermId) -> bool {
    terms.postorder(&[term]).into_iter().any(|t| terms.op(t) == Op::Ite && terms.sort(t) != Sort::Bool)
}

#[test]
fn comparisons_keep_their_value_and_leave_no_choice_between_numbers() {
    let Choice { mut terms, conditions, x, whole } = choice(40, 5);
    let three = terms.bv(8, 3);
    for (op, args) in [
        (Op::Eq, [whole, three]),
        (Op::Eq, [three, whole]),
        (Op::BvUlt, [whole, three]),
        (Op::BvUlt, [three, whole]),
        (Op::BvSlt, [whole, three]),
    ] {
        let (raw, moved) = (terms.make_raw(op, &args), terms.make(op, &args));
        assert!(!chooses_numbers(&terms, moved));
        for seed in 0..200u64 {
            let mut assignment = Assignment::default();
            assignment.set(x, Value::BitVec(BitVecValue::new(8, seed % 9)));
            for (i, c) in conditions.iter().enumerate() {
                let bits = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                assignment.set(*c, Value::Bool(bits >> (i % 61) & 1 == 1));
            }
            assert_eq!(difference(&terms, &assignment, raw, moved), None);
        }
    }
}

#[test]
fn arithmetic_moves_only_into_choices_between_constants() {
    let Choice { mut terms, whole, .. } = choice(8, 1000);
    let one = terms.bv(8, 1);
    let sum = terms.bv_add(whole, one);
    assert_eq!(terms.op(sum), Op::Ite);
    let Choice { mut terms, whole, .. } = choice(20, 5);
    let one = terms.bv(8, 1);
    let sum = terms.bv_add(whole, one);
    assert_eq!(terms.op(sum), Op::BvAdd);
}

#[test]
fn a_choice_is_walked_once_for_each_constant() {
    let grown = |length: usize| {
        let Choice { mut terms, whole, .. } = choice(length, 5);
        let before = terms.len();
        for _ in 0..3 {
            let three = terms.bv(8, 3);
            terms.eq(whole, three);
        }
        terms.len() - before
    };
    assert!(grown(4000) < 5 * grown(1000), "{} terms, then {}", grown(1000), grown(4000));
}

/// A choice grew with every number that was added to it, and was made again each time.
#[test]
fn sums_on_sums_do_not_multiply() {
    let grown = |length: u64| {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::BitVec(32));
        let mut y = terms.bv(32, 0);
        for i in 0..length {
            let number = terms.bv(32, i * 7 + 1);
            let condition = terms.eq(x, number);
            let sum = terms.bv_add(y, number);
            y = terms.ite(condition, sum, y);
            terms.bv_ult(y, number);
        }
        terms.len()
    };
    assert!(grown(4000) < 6 * grown(1000), "{} terms, then {}", grown(1000), grown(4000));
}
