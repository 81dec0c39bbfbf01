//! Each kind of contradiction at several widths, and the law: a core has no bit-vector model.

use super::conflicts;
use crate::solver::{Answer, QueryKind, SolverFactory, Statistics};
use euclase_logic::{Op, Sort, TermId, Terms};
use proptest::prelude::*;

fn contradictory(terms: &Terms, core: &[TermId]) -> bool {
    let mut solver = SolverFactory::concrete(&Statistics::default()).solver(0);
    solver.check(terms, QueryKind::LemmaValid, core) == Answer::Unsat
}

/// Three words of a width, to write literals with.
struct Words<'a> {
    terms: &'a mut Terms,
    x: TermId,
    y: TermId,
    z: TermId,
}

impl Words<'_> {
    fn number(&mut self, value: u64) -> TermId {
        let width = self.terms.width(self.x);
        self.terms.bv(width, value)
    }

    fn make(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        self.terms.make_raw(op, &[a, b])
    }

    fn less(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        self.make(op, a, b)
    }

    fn no(&mut self, formula: TermId) -> TermId {
        self.terms.make_raw(Op::Not, &[formula])
    }
}

/// Checks at several widths that all the literals are needed for a contradiction that is found.
fn found(name: &str, literals: impl Fn(&mut Words) -> Vec<TermId>) {
    for width in [5, 8, 32, 64] {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, Sort::BitVec(width)));
        let mut literals = literals(&mut Words { terms: &mut terms, x, y, z });
        literals.sort_unstable();
        let cores = conflicts(&terms, &literals);
        assert_eq!(cores, [literals], "{name} at {width} bits");
        assert!(contradictory(&terms, &cores[0]), "{name} at {width} bits");
    }
}

const ORDERS: [Op; 2] = [Op::BvUlt, Op::BvSlt];

#[test]
fn an_order_is_asymmetric_transitive_and_total() {
    for order in ORDERS {
        found("irreflexive", |w| vec![w.less(order, w.x, w.x)]);
        found("asymmetric", |w| vec![w.less(order, w.x, w.y), w.less(order, w.y, w.x)]);
        found("transitive", |w| {
            let back = w.less(order, w.x, w.z);
            vec![w.less(order, w.x, w.y), w.less(order, w.y, w.z), w.no(back)]
        });
        found("total", |w| {
            let (up, down, same) = (w.less(order, w.x, w.y), w.less(order, w.y, w.x), w.make(Op::Eq, w.x, w.y));
            vec![w.no(up), w.no(down), w.no(same)]
        });
        found("equal", |w| vec![w.less(order, w.x, w.y), w.make(Op::Eq, w.x, w.y)]);
    }
}

#[test]
fn constants_are_in_order() {
    for order in ORDERS {
        found("weaker bound", |w| {
            let (five, ten) = (w.number(5), w.number(10));
            let below = w.less(order, w.x, ten);
            vec![w.less(order, w.x, five), w.no(below)]
        });
        found("a gap", |w| {
            let (five, six) = (w.number(5), w.number(6));
            vec![w.less(order, five, w.x), w.less(order, w.x, six)]
        });
        found("an excluded end", |w| {
            let (five, four) = (w.number(5), w.number(4));
            let (same, below) = (w.make(Op::Eq, w.x, four), w.less(order, w.x, four));
            vec![w.less(order, w.x, five), w.no(same), w.no(below)]
        });
    }
    found("nothing is below zero", |w| {
        let zero = w.number(0);
        vec![w.less(Op::BvUlt, w.x, zero)]
    });
}

#[test]
fn one_more_than_something_smaller_is_no_larger() {
    for order in ORDERS {
        found("x < y < x + 1", |w| {
            let one = w.number(1);
            let up = w.make(Op::BvAdd, w.x, one);
            vec![w.less(order, w.x, w.y), w.less(order, w.y, up)]
        });
        found("x < y, x + 1 ≤ x", |w| {
            let one = w.number(1);
            let up = w.make(Op::BvAdd, w.x, one);
            let grows = w.less(order, w.x, up);
            vec![w.less(order, w.x, w.y), w.no(grows)]
        });
        found("y < x, x ≤ x - 1", |w| {
            let one = w.number(1);
            let down = w.make(Op::BvSub, w.x, one);
            let shrinks = w.less(order, down, w.x);
            vec![w.less(order, w.y, w.x), w.no(shrinks)]
        });
    }
    found("minus one as a sum", |w| {
        let (zero, ones) = (w.number(0), w.number(u64::MAX));
        let down = w.make(Op::BvAdd, w.x, ones);
        let shrinks = w.less(Op::BvUlt, down, w.x);
        vec![w.less(Op::BvUlt, zero, w.x), w.no(shrinks)]
    });
}

#[test]
fn a_sum_above_what_was_added_has_not_wrapped_around() {
    for order in ORDERS {
        found("5 < x + 1, x < 5", |w| {
            let (one, five) = (w.number(1), w.number(5));
            let up = w.make(Op::BvAdd, w.x, one);
            vec![w.less(order, five, up), w.less(order, w.x, five)]
        });
    }
}

#[test]
fn both_readings_agree_below_the_middle() {
    found("not negative", |w| {
        let zero = w.number(0);
        let (negative, below) = (w.less(Op::BvSlt, w.x, zero), w.less(Op::BvUlt, w.x, w.y));
        vec![w.no(negative), w.less(Op::BvSlt, w.x, w.y), w.no(below)]
    });
    found("negative is large", |w| {
        let (zero, five) = (w.number(0), w.number(5));
        vec![w.less(Op::BvSlt, w.x, zero), w.less(Op::BvUlt, w.x, five)]
    });
}

#[test]
fn operators_keep_within_their_bounds() {
    for (name, op, bound) in [("remainder", Op::BvUrem, 7), ("mask", Op::BvAnd, 8)] {
        found(name, |w| {
            let (seven, bound) = (w.number(7), w.number(bound));
            let result = w.make(op, w.x, seven);
            let fits = w.less(Op::BvUlt, result, bound);
            vec![w.no(fits)]
        });
    }
    for (name, op) in [("quotient", Op::BvUdiv), ("shifted", Op::BvLshr)] {
        found(name, |w| {
            let (two, three) = (w.number(2), w.number(3));
            let result = w.make(op, w.x, two);
            let fits = w.less(Op::BvUlt, result, three);
            vec![w.less(Op::BvUlt, w.x, three), w.no(fits)]
        });
    }
    found("signed remainder", |w| {
        let (seven, six) = (w.number(7), w.number(6));
        let result = w.make(Op::BvSrem, w.x, seven);
        vec![w.less(Op::BvSlt, six, result)]
    });
    found("or", |w| {
        let result = w.make(Op::BvOr, w.x, w.y);
        vec![w.less(Op::BvUlt, result, w.x)]
    });
    found("sum of small ones", |w| {
        let (four, seven) = (w.number(4), w.number(7));
        let sum = w.make(Op::BvAdd, w.x, w.y);
        let small = w.less(Op::BvUlt, sum, seven);
        vec![w.less(Op::BvUlt, w.x, four), w.less(Op::BvUlt, w.y, four), w.no(small)]
    });
    found("difference", |w| {
        let result = w.make(Op::BvSub, w.x, w.y);
        vec![w.less(Op::BvUlt, w.y, w.x), w.less(Op::BvUlt, w.x, result)]
    });
}

#[test]
fn extensions_keep_the_order() {
    for (order, extension) in [(Op::BvUlt, Op::ZeroExtend(3)), (Op::BvSlt, Op::SignExtend(3))] {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::BitVec(8)));
        let wide = [x, y].map(|t| terms.make_raw(extension, &[t]));
        let literals = [terms.make_raw(order, &[x, y]), terms.make_raw(order, &[wide[1], wide[0]])];
        assert_eq!(conflicts(&terms, &literals), [literals]);
        assert!(contradictory(&terms, &literals));
    }
}

#[test]
fn several_contradictions_come_at_once() {
    let mut terms = Terms::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, Sort::BitVec(8)));
    let mut pair = |a, b| [terms.make_raw(Op::BvUlt, &[a, b]), terms.make_raw(Op::BvUlt, &[b, a])];
    let (first, second) = (pair(a, b), pair(c, d));
    let all: Vec<TermId> = first.into_iter().chain(second).collect();
    assert_eq!(conflicts(&terms, &all), [first, second]);
}

#[test]
fn what_wraps_around_is_no_contradiction() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::BitVec(8));
    let one = terms.bv(8, 1);
    let up = terms.make_raw(Op::BvAdd, &[x, one]);
    for order in ORDERS {
        let less = terms.make_raw(order, &[up, x]);
        assert!(conflicts(&terms, &[less]).is_empty());
    }
}

fn word(terms: &mut Terms, leaves: &[TermId], choices: &mut impl Iterator<Item = u8>) -> TermId {
    let ops = [
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvAnd,
        Op::BvOr,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvXor,
    ];
    let mut next = |n: usize| choices.next().unwrap_or(0) as usize % n;
    let (a, b) = (leaves[next(leaves.len())], leaves[next(leaves.len())]);
    match next(8) {
        0..=2 => a,
        3..=5 => terms.make_raw(ops[next(ops.len())], &[a, b]),
        6 => terms.make_raw(if next(2) == 0 { Op::BvNot } else { Op::BvNeg }, &[a]),
        _ => {
            let half = terms.make_raw(Op::Extract { high: terms.width(a) - 3, low: 0 }, &[a]);
            let extension = if next(2) == 0 { Op::ZeroExtend(2) } else { Op::SignExtend(2) };
            terms.make_raw(extension, &[half])
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is called a contradiction is one.
    #[test]
    fn cores_have_no_model(choices in prop::collection::vec(any::<u8>(), 90), width in 4u32..10) {
        let mut terms = Terms::new();
        let mut leaves: Vec<TermId> = ["x", "y", "z"].map(|name| terms.var(name, Sort::BitVec(width))).to_vec();
        leaves.extend([0, 1, 3, u64::MAX].map(|n| terms.bv(width, n)));
        let mut choices = choices.into_iter();
        let mut literals = Vec::new();
        for _ in 0..8 {
            let (a, b) = (word(&mut terms, &leaves, &mut choices), word(&mut terms, &leaves, &mut choices));
            let op = [Op::BvUlt, Op::BvSlt, Op::Eq][choices.next().unwrap_or(0) as usize % 3];
            let atom = terms.make_raw(op, &[a, b]);
            let negated = choices.next().unwrap_or(0).is_multiple_of(2);
            literals.push(if negated { terms.make_raw(Op::Not, &[atom]) } else { atom });
        }
        literals.sort_unstable();
        literals.dedup();
        for core in conflicts(&terms, &literals) {
            prop_assert!(contradictory(&terms, &core), "{:?}", core.iter().map(|l| terms.sketch(*l)).collect::<Vec<_>>());
        }
    }
}
