//! Deep terms, up to a million operators, are built, substituted into, evaluated and walked on a small
//! stack: nothing recurses on the depth of a term, and nothing is quadratic in it.

#![allow(clippy::unwrap_used)]

use euclase_logic::{ArrayValue, Assignment, BigInt, BitVecValue, Evaluator, Op, Sort, Substitution};
use euclase_logic::{TermId, Terms, Value};
use std::sync::Arc;

/// The depth that must be possible; the chains that differ only in their operators are shorter,
/// yet far deeper than the stack.
const MILLION: u64 = 1_000_000;
const DEEP: u64 = 100_000;
const STACK: usize = 256 * 1024;

/// The variables that chains are made of.
struct Chain {
    terms: Terms,
    x: TermId,
    y: TermId,
    p: TermId,
    q: TermId,
    a: TermId,
    i: TermId,
}

impl Chain {
    fn new() -> Self {
        let mut terms = Terms::new();
        let word = Sort::BitVec(32);
        let array = terms.array_sort(word, word);
        let [x, y] = ["x", "y"].map(|n| terms.var(n, word));
        let [p, q] = ["p", "q"].map(|n| terms.var(n, Sort::Bool));
        let (a, i) = (terms.var("a", array), terms.var("i", Sort::Int));
        Chain { terms, x, y, p, q, a, i }
    }

    fn assignment(&self) -> Assignment {
        let mut assignment = Assignment::default();
        let word = |n| Value::BitVec(BitVecValue::new(32, n));
        assignment.set(self.x, word(3));
        assignment.set(self.y, word(5));
        assignment.set(self.p, Value::Bool(true));
        assignment.set(self.q, Value::Bool(false));
        assignment.set(self.i, Value::Int(BigInt::from(2)));
        let array = ArrayValue::constant(&self.terms, self.terms.sort(self.a), word(0));
        assignment.set(self.a, Value::Array(Arc::new(array)));
        assignment
    }
}

/// Whether the chain, as an argument, is for the rules to see.
#[derive(PartialEq)]
enum Rules {
    Yes,
    No,
}

/// Builds a chain link by link from a first term, then does everything one does with terms.
fn check(depth: u64, first: fn(&Chain) -> TermId, link: fn(&mut Chain, TermId, u64) -> TermId, rules: Rules) {
    let run = move || {
        let mut chain = Chain::new();
        let mut term = first(&chain);
        for number in 0..depth {
            term = link(&mut chain, term, number);
        }
        let size = chain.terms.size(&[term]);
        assert!(size as u64 >= depth / 2, "the chain folded to {size} terms");
        assert!(!chain.terms.variables(&[term]).is_empty());
        assert!(!chain.terms.conjuncts(term).is_empty() || chain.terms.sort(term) != Sort::Bool);
        let assignment = chain.assignment();
        let before = Evaluator::new(&chain.terms, &assignment).value(term).unwrap();

        // x by y + (x - y), hidden from the rules behind a multiplication that is by one in value.
        let product = chain.terms.bv_mul(chain.x, chain.y);
        let quotient = chain.terms.make(Op::BvUdiv, &[product, chain.y]);
        let (q, not_p) = (chain.q, chain.terms.not(chain.p));
        let mut substitution = Substitution::new([(chain.x, quotient), (q, not_p)]);
        let image = substitution.apply(&mut chain.terms, term);
        let after = Evaluator::new(&chain.terms, &assignment).value(image).unwrap();
        assert_eq!(before, after);
        if rules == Rules::No {
            return;
        }
        // The rules look into deep arguments from above.
        let sort = chain.terms.sort(term);
        let terms = &mut chain.terms;
        let compared = terms.eq(term, image);
        let value = terms.literal(before.clone());
        let with_value = value.map(|value| terms.eq(term, value));
        let chosen = terms.ite(chain.p, term, image);
        let mut roots = vec![compared, chosen];
        roots.extend(with_value);
        if sort == Sort::BitVec(32) {
            let low = terms.extract(7, 0, term);
            let (less, wide) = (terms.bv_slt(term, chain.y), terms.sign_extend(3, term));
            roots.extend([low, less, wide]);
        }
        if sort.is_array() {
            roots.push(terms.select(term, chain.x));
            let far = terms.bv(32, 0xffff_fff0);
            roots.push(terms.select(term, far));
        }
        let mut evaluator = Evaluator::new(terms, &assignment);
        for root in roots {
            evaluator.value(root).unwrap();
        }
        assert_eq!(evaluator.value(compared).unwrap(), Value::Bool(true));
        assert_eq!(evaluator.value(chosen).unwrap(), before);
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

#[test]
fn sums() {
    check(MILLION, |c| c.x, |c, t, _| c.terms.bv_add(t, c.y), Rules::Yes);
}

#[test]
fn differences_and_negatives() {
    check(
        DEEP,
        |c| c.x,
        |c, t, _| {
            let product = c.terms.bv_mul(t, c.y);
            let difference = c.terms.bv_sub(c.x, product);
            c.terms.make(Op::BvNeg, &[difference])
        },
        Rules::Yes,
    );
}

#[test]
fn choices() {
    check(
        DEEP,
        |c| c.x,
        |c, t, number| {
            let constant = c.terms.bv(32, number);
            let here = c.terms.eq(c.x, constant);
            c.terms.ite(here, constant, t)
        },
        Rules::Yes,
    );
}

#[test]
fn choices_of_sums() {
    check(
        DEEP,
        |c| c.x,
        |c, t, number| {
            let constant = c.terms.bv(32, number);
            let here = c.terms.bv_ult(c.x, constant);
            let (one, zero) = (c.terms.bv(32, 1), c.terms.bv(32, 0));
            let next = c.terms.bv_add(t, one);
            if number % 2 == 0 { c.terms.ite(here, next, t) } else { c.terms.ite(here, next, zero) }
        },
        Rules::Yes,
    );
}

#[test]
fn stores_at_different_places() {
    check(
        MILLION,
        |c| c.a,
        |c, t, number| {
            let index = c.terms.bv(32, number);
            c.terms.store(t, index, c.y)
        },
        Rules::Yes,
    );
}

#[test]
fn stores_at_unknown_places() {
    check(
        DEEP,
        |c| c.a,
        |c, t, number| {
            let constant = c.terms.bv(32, number % 1000);
            let product = c.terms.bv_mul(c.x, constant);
            let index = if number % 2 == 0 { product } else { c.y };
            c.terms.store(t, index, constant)
        },
        Rules::Yes,
    );
}

#[test]
fn conditional_stores() {
    check(
        DEEP,
        |c| c.a,
        |c, t, number| {
            let index = c.terms.bv(32, number);
            let here = c.terms.bv_ult(index, c.x);
            let stored = c.terms.store(t, index, c.y);
            c.terms.ite(here, stored, t)
        },
        Rules::Yes,
    );
}

#[test]
fn reads_and_writes() {
    check(
        DEEP,
        |c| c.a,
        |c, t, number| {
            let constant = c.terms.bv(32, number % 64);
            let index = c.terms.bv_mul(c.x, constant);
            let old = c.terms.select(t, index);
            let new = c.terms.bv_add(old, c.y);
            c.terms.store(t, index, new)
        },
        Rules::Yes,
    );
}

#[test]
fn negations_and_conjunctions() {
    check(
        DEEP,
        |c| c.p,
        |c, t, number| {
            let constant = c.terms.bv(32, number);
            let here = c.terms.eq(c.x, constant);
            let both = c.terms.and(&[t, here]);
            c.terms.not(both)
        },
        Rules::Yes,
    );
}

#[test]
fn nested_conjunctions() {
    check(
        DEEP,
        |c| c.p,
        |c, t, number| {
            let constant = c.terms.bv(32, number);
            let here = c.terms.eq(c.x, constant);
            c.terms.and(&[t, here])
        },
        Rules::Yes,
    );
}

#[test]
fn exclusive_ors_and_negations() {
    check(
        DEEP,
        |c| c.p,
        |c, t, number| {
            let constant = c.terms.bv(32, number);
            let here = c.terms.eq(c.x, constant);
            let differ = c.terms.xor(t, here);
            if number % 2 == 0 { c.terms.not(differ) } else { differ }
        },
        Rules::Yes,
    );
}

#[test]
fn bitwise_exclusive_ors_and_complements_with_constants() {
    check(
        DEEP,
        |c| c.x,
        |c, t, number| {
            let constant = c.terms.bv(32, number);
            let xor = c.terms.make(Op::BvXor, &[t, constant]);
            let complement = c.terms.make(Op::BvNot, &[xor]);
            c.terms.eq(complement, constant);
            complement
        },
        Rules::Yes,
    );
}

#[test]
fn extensions_and_extracts() {
    check(
        DEEP,
        |c| c.x,
        |c, t, number| {
            let wide = if number % 2 == 0 { c.terms.sign_extend(1, t) } else { c.terms.concat_bit(c.p, t) };
            let part = c.terms.extract(32, 1, wide);
            c.terms.make(Op::BvXor, &[part, c.y])
        },
        Rules::Yes,
    );
}

trait ConcatBit {
    fn concat_bit(&mut self, bit: TermId, low: TermId) -> TermId;
}

impl ConcatBit for Terms {
    fn concat_bit(&mut self, bit: TermId, low: TermId) -> TermId {
        let (zero, one) = (self.bv(1, 0), self.bv(1, 1));
        let bit = self.ite(bit, one, zero);
        self.concat(bit, low)
    }
}

#[test]
fn integer_sums() {
    check(
        DEEP,
        |c| c.i,
        |c, t, number| {
            let constant = c.terms.int(number);
            let product = c.terms.make(Op::IntAdd, &[t, constant]);
            c.terms.make(Op::IntSub, &[c.i, product])
        },
        Rules::Yes,
    );
}

/// Chains that the rules would have folded: built raw, they meet the rules in the substitution.
#[test]
fn raw_chains() {
    check(DEEP, |c| c.q, |c, t, _| c.terms.make_raw(Op::Not, &[t]), Rules::No);
    check(DEEP, |c| c.x, |c, t, _| c.terms.make_raw(Op::BvNot, &[t]), Rules::No);
    check(DEEP, |c| c.x, |c, t, _| c.terms.make_raw(Op::ZeroExtend(0), &[t]), Rules::No);
    check(DEEP, |c| c.x, |c, t, _| c.terms.make_raw(Op::Extract { high: 31, low: 0 }, &[t]), Rules::No);
    check(DEEP, |c| c.a, |c, t, _| c.terms.make_raw(Op::Store, &[t, c.x, c.y]), Rules::No);
}

/// The rules themselves, on arguments that are raw chains.
#[test]
fn rules_above_raw_chains() {
    let run = || {
        let mut c = Chain::new();
        let (mut not, mut extract, mut zext, mut sext, mut store, mut add) = (c.q, c.x, c.x, c.x, c.a, c.x);
        let one = c.terms.bv(32, 1);
        for _ in 0..DEEP {
            not = c.terms.make_raw(Op::Not, &[not]);
            extract = c.terms.make_raw(Op::Extract { high: 31, low: 0 }, &[extract]);
            zext = c.terms.make_raw(Op::ZeroExtend(0), &[zext]);
            sext = c.terms.make_raw(Op::SignExtend(0), &[sext]);
            store = c.terms.make_raw(Op::Store, &[store, c.x, c.y]);
            add = c.terms.make_raw(Op::BvAdd, &[add, one]);
        }
        let mut roots = vec![c.terms.ite(not, c.x, c.y), c.terms.eq(not, c.p), c.terms.store(store, c.x, c.x)];
        for term in [extract, zext, sext, add] {
            let constant = c.terms.bv(32, 7);
            roots.push(c.terms.extract(7, 3, term));
            roots.push(c.terms.zero_extend(3, term));
            roots.push(c.terms.sign_extend(3, term));
            roots.push(c.terms.bv_slt(term, constant));
            roots.push(c.terms.bv_ult(constant, term));
            roots.push(c.terms.eq(term, constant));
            roots.push(c.terms.bv_sub(constant, term));
        }
        let assignment = c.assignment();
        let mut evaluator = Evaluator::new(&c.terms, &assignment);
        for root in roots {
            evaluator.value(root).unwrap();
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}
