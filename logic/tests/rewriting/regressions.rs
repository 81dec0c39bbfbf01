//! Bugs that were found, each under its name.

use euclase_logic::{ArrayValue, Assignment, BitVecValue, EvalError, Evaluator, Op, Sort, Terms, Value};
use std::cmp::Ordering;
use std::sync::Arc;

fn number(width: u32, number: u64) -> Value {
    Value::BitVec(BitVecValue::new(width, number))
}

/// The same array once as zeros with three ones and once as ones with a zero compared equal, but
/// a third array came between the two, so that maps keyed by arrays lost entries.
#[test]
fn equal_arrays_stood_apart_in_the_order() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::BitVec(2), Sort::BitVec(2));
    let constant = |element| ArrayValue::constant(&terms, sort, number(2, element));
    let at = |array: ArrayValue, entries: &[(u64, u64)]| {
        entries.iter().fold(array, |array, (i, e)| array.store(number(2, *i), number(2, *e)))
    };
    let mostly_zero = at(constant(0), &[(0, 1), (1, 1), (2, 1)]);
    let mostly_one = at(constant(1), &[(3, 0)]);
    let between = at(constant(0), &[(0, 2)]);
    assert_eq!(mostly_zero, mostly_one);
    assert_eq!(mostly_zero.cmp(&between), mostly_one.cmp(&between));
    assert_ne!(mostly_zero.cmp(&between), Ordering::Equal);
}

/// Arrays indexed by arrays have finitely many indices too, when those do.
#[test]
fn arrays_of_all_arrays_were_told_by_their_default() {
    let mut terms = Terms::new();
    let index = terms.array_sort(Sort::Bool, Sort::Bool);
    let sort = terms.array_sort(index, Sort::Bool);
    let mut all_true = ArrayValue::constant(&terms, sort, Value::Bool(false));
    for array in Value::all_of(&terms, index, 4).unwrap() {
        all_true.set(array, Value::Bool(true));
    }
    assert_eq!(all_true, ArrayValue::constant(&terms, sort, Value::Bool(true)));
}

/// An assignment that gives a variable a value of another sort made the evaluator panic.
#[test]
fn value_of_another_sort_was_believed() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::BitVec(8));
    let one = terms.bv(8, 1);
    let sum = terms.bv_add(x, one);
    for wrong in [Value::Bool(true), number(16, 1)] {
        let mut assignment = Assignment::default();
        assignment.set(x, wrong);
        assert_eq!(Evaluator::new(&terms, &assignment).value(sum), Err(EvalError("x".into())));
    }
}

/// `c - (x + d)` was left with two constants, so `5 - (x + 2) = 3` kept its subtraction.
#[test]
fn constants_around_a_subtraction_were_not_joined() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::BitVec(8));
    let [zero, two, three, five] = [0, 2, 3, 5].map(|n| terms.bv(8, n));
    let sum = terms.bv_add(x, two);
    let difference = terms.bv_sub(five, sum);
    let solved = terms.eq(x, zero);
    assert_eq!(terms.eq(difference, three), solved);
}

/// A store reuses the array it is the last to read; another reader must still see the old one.
#[test]
fn stores_do_not_disturb_the_arrays_that_others_read() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::BitVec(8), Sort::BitVec(8));
    let a = terms.var("a", sort);
    let [zero, one, two] = [0, 1, 2].map(|n| terms.bv(8, n));
    let first = terms.make_raw(Op::Store, &[a, zero, one]);
    let second = terms.make_raw(Op::Store, &[first, zero, two]);
    let third = terms.make_raw(Op::Store, &[first, one, one]);
    let reads = [second, third, first, a].map(|array| terms.make_raw(Op::Select, &[array, zero]));
    let same = terms.make_raw(Op::Eq, &[second, third]);
    let mut assignment = Assignment::default();
    assignment.set(a, Value::Array(Arc::new(ArrayValue::constant(&terms, sort, number(8, 9)))));
    let mut evaluator = Evaluator::new(&terms, &assignment);
    assert_eq!(evaluator.value(same), Ok(Value::Bool(false)));
    assert_eq!(reads.map(|t| evaluator.value(t).unwrap()), [2, 1, 1, 9].map(|n| number(8, n)));
}
