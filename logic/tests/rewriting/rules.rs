//! One case a rule: what the rule is given and what it must make of it.
//!
//! A case builds its left-hand side without rewriting at the top, for every width it makes sense
//! in. The test demands that [`Terms::make`] turns that into exactly the right-hand side, and
//! that both have the same value: under all assignments where these are few, else under random
//! ones.

use crate::support::{Generator, all_assignments, assignment, difference, show};
use euclase_logic::{BitVecValue, Op, Sort, TermId, Terms};
use std::ops::{Deref, DerefMut};

/// An arena with variables to build cases from: `x`, `y`, `z` of the width under test, Booleans
/// `p`, `q`, `r`, arrays `a`, `b` from that width to itself, integers `i`, `j`.
struct Case {
    terms: Terms,
    width: u32,
    x: TermId,
    y: TermId,
    z: TermId,
    p: TermId,
    q: TermId,
    r: TermId,
    a: TermId,
    b: TermId,
    i: TermId,
    j: TermId,
}

impl Deref for Case {
    type Target = Terms;
    fn deref(&self) -> &Terms {
        &self.terms
    }
}

impl DerefMut for Case {
    fn deref_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }
}

/// Left-hand side, built raw, and right-hand side.
type Sides = (TermId, TermId);

/// A name and how to build the two sides; none in widths where the rule says nothing.
type Rule = (&'static str, fn(&mut Case) -> Option<Sides>);

impl Case {
    fn new(width: u32) -> Self {
        let mut terms = Terms::new();
        let (vector, int) = (Sort::BitVec(width), Sort::Int);
        let array = terms.array_sort(vector, vector);
        let [x, y, z] = ["x", "y", "z"].map(|n| terms.var(n, vector));
        let [p, q, r] = ["p", "q", "r"].map(|n| terms.var(n, Sort::Bool));
        let [a, b] = ["a", "b"].map(|n| terms.var(n, array));
        let [i, j] = ["i", "j"].map(|n| terms.var(n, int));
        Case { terms, width, x, y, z, p, q, r, a, b, i, j }
    }

    /// The constant of the width under test.
    fn c(&mut self, number: u64) -> TermId {
        let width = self.width;
        self.bv(width, number)
    }

    fn value(&mut self, of: fn(u32) -> BitVecValue) -> TermId {
        let width = self.width;
        self.bitvec(of(width))
    }

    fn ones(&mut self) -> TermId {
        self.value(BitVecValue::ones)
    }

    fn least(&mut self) -> TermId {
        self.value(BitVecValue::signed_min)
    }

    fn greatest(&mut self) -> TermId {
        self.value(BitVecValue::signed_max)
    }

    fn raw(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.terms.make_raw(op, args)
    }

    /// The term as it stands after all rules: commutative arguments in order of age.
    fn done(&mut self, op: Op, args: &[TermId]) -> TermId {
        let mut args = args.to_vec();
        if op.is_commutative() {
            args.sort_unstable();
        }
        self.raw(op, &args)
    }

    /// A negation as it stands after all rules.
    fn no(&mut self, a: TermId) -> TermId {
        self.raw(Op::Not, &[a])
    }

    /// A one-bit variable.
    fn bit(&mut self) -> TermId {
        self.var("bit", Sort::BitVec(1))
    }

    fn array_of(&mut self, element: TermId) -> TermId {
        let sort = self.sort(self.a);
        self.raw(Op::ConstArray(sort), &[element])
    }
}

/// The constructors again, so that their arguments can be read from the case.
impl Case {
    fn and(&mut self, args: &[TermId]) -> TermId {
        self.terms.and(args)
    }

    fn or(&mut self, args: &[TermId]) -> TermId {
        self.terms.or(args)
    }

    fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.eq(a, b)
    }

    fn neq(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.neq(a, b)
    }

    fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.bv_ult(a, b)
    }

    fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.bv_slt(a, b)
    }

    fn extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        self.terms.extract(high, low, a)
    }

    fn zero_extend(&mut self, by: u32, a: TermId) -> TermId {
        self.terms.zero_extend(by, a)
    }

    fn sign_extend(&mut self, by: u32, a: TermId) -> TermId {
        self.terms.sign_extend(by, a)
    }
}

fn check(rules: &[Rule]) {
    let mut silent = Vec::new();
    for (name, build) in rules {
        let mut fired = false;
        for width in [1, 2, 3, 4, 8, 32, 64, 65, 128] {
            let mut case = Case::new(width);
            let Some((left, right)) = build(&mut case) else { continue };
            fired = true;
            let (op, args) = (case.op(left), case.args(left).to_vec());
            let result = case.make(op, &args);
            assert_eq!(
                show(&case, result),
                show(&case, right),
                "rule '{name}' in width {width} makes something else of {}",
                show(&case, left)
            );
            assert_eq!(result, right, "rule '{name}' in width {width}: equal in print only");
            let mut generator = Generator(u64::from(width));
            let assignments = all_assignments(&case, &[left, right], 1 << 12)
                .unwrap_or_else(|| (0..200).map(|_| assignment(&mut generator, &case, &[left, right])).collect());
            for values in assignments {
                let wrong = difference(&case, &values, left, right);
                assert!(wrong.is_none(), "rule '{name}' in width {width}: {}", wrong.unwrap_or_default());
            }
        }
        if !fired {
            silent.push(*name);
        }
    }
    assert!(silent.is_empty(), "no width to try the rule in: {silent:?}");
}

#[test]
fn boolean() {
    use Op::{And, Eq, Ite, Not};
    check(&[
        ("not true", |t| Some((t.raw(Not, &[t.tt()]), t.ff()))),
        ("not false", |t| Some((t.raw(Not, &[t.ff()]), t.tt()))),
        ("not not", |t| {
            let no = t.no(t.p);
            Some((t.raw(Not, &[no]), t.p))
        }),
        ("and of nothing", |t| Some((t.raw(And, &[]), t.tt()))),
        ("and of one", |t| Some((t.raw(And, &[t.p]), t.p))),
        ("and with true", |t| Some((t.raw(And, &[t.p, t.tt()]), t.p))),
        ("and with false", |t| Some((t.raw(And, &[t.p, t.ff(), t.q]), t.ff()))),
        ("and of equals", |t| Some((t.raw(And, &[t.p, t.p]), t.p))),
        ("and in order", |t| Some((t.raw(And, &[t.q, t.p]), t.raw(And, &[t.p, t.q])))),
        ("and of opposites", |t| {
            let no = t.no(t.p);
            Some((t.raw(And, &[t.p, t.q, no]), t.ff()))
        }),
        ("absorption in a conjunction", |t| {
            let either = t.or(&[t.p, t.q]);
            Some((t.raw(And, &[t.p, either]), t.p))
        }),
        ("absorption of a negation in a conjunction", |t| {
            let no = t.no(t.p);
            let either = t.or(&[no, t.q]);
            Some((t.raw(And, &[no, either]), no))
        }),
        ("absorption in a disjunction", |t| {
            let both = t.and(&[t.p, t.q]);
            let (no, not_both) = (t.no(t.p), t.no(both));
            Some((t.raw(And, &[no, not_both]), no))
        }),
        ("resolution with a conjunct", |t| {
            let both = t.and(&[t.p, t.q]);
            let (no, not_both) = (t.no(t.q), t.no(both));
            Some((t.raw(And, &[t.p, not_both]), t.done(And, &[t.p, no])))
        }),
        ("resolution with a negated conjunct", |t| {
            let no = t.no(t.p);
            let either = t.or(&[t.p, t.q]);
            Some((t.raw(And, &[no, either]), t.done(And, &[no, t.q])))
        }),
        ("conjunct inside a conjunction", |t| {
            let both = t.and(&[t.p, t.q]);
            Some((t.raw(And, &[t.p, both]), both))
        }),
        ("conjunct denied inside a conjunction", |t| {
            let no = t.no(t.p);
            let both = t.and(&[no, t.q]);
            Some((t.raw(And, &[t.p, both]), t.ff()))
        }),
        ("a term equal to two constants", |t| {
            let (one, two) = (t.c(1), t.c(2));
            let (is_one, is_two) = (t.eq(t.x, one), t.eq(t.x, two));
            (t.width > 1).then(|| (t.raw(And, &[is_one, t.p, is_two]), t.ff()))
        }),
        ("a term equal to one constant and not to another", |t| {
            let (one, two) = (t.c(1), t.c(2));
            let (is_one, is_two) = (t.eq(t.x, one), t.eq(t.x, two));
            let no = t.no(is_two);
            (t.width > 1).then(|| (t.raw(And, &[is_one, t.p, no]), t.done(And, &[is_one, t.p])))
        }),
        ("a term equal to one constant and another to another", |t| {
            let (one, two) = (t.c(1), t.c(2));
            let (is_one, is_two) = (t.eq(t.x, one), t.eq(t.y, two));
            let plain = t.done(And, &[is_one, is_two]);
            (t.width > 1).then_some((plain, plain))
        }),
        ("ite true", |t| Some((t.raw(Ite, &[t.tt(), t.x, t.y]), t.x))),
        ("ite false", |t| Some((t.raw(Ite, &[t.ff(), t.x, t.y]), t.y))),
        ("ite with equal arms", |t| Some((t.raw(Ite, &[t.p, t.x, t.x]), t.x))),
        ("ite of a negation", |t| {
            let no = t.no(t.p);
            Some((t.raw(Ite, &[no, t.x, t.y]), t.raw(Ite, &[t.p, t.y, t.x])))
        }),
        ("ite asking again when true", |t| {
            let inner = t.raw(Ite, &[t.p, t.x, t.y]);
            Some((t.raw(Ite, &[t.p, inner, t.z]), t.raw(Ite, &[t.p, t.x, t.z])))
        }),
        ("ite asking again when false", |t| {
            let inner = t.raw(Ite, &[t.p, t.x, t.y]);
            Some((t.raw(Ite, &[t.p, t.z, inner]), t.raw(Ite, &[t.p, t.z, t.y])))
        }),
        ("ite asking again, then equal", |t| {
            let inner = t.raw(Ite, &[t.p, t.x, t.y]);
            Some((t.raw(Ite, &[t.p, inner, t.x]), t.x))
        }),
        ("ite c true b", |t| Some((t.raw(Ite, &[t.p, t.tt(), t.q]), t.or(&[t.p, t.q])))),
        ("ite c false b", |t| {
            let no = t.no(t.p);
            Some((t.raw(Ite, &[t.p, t.ff(), t.q]), t.done(And, &[no, t.q])))
        }),
        ("ite c a true", |t| {
            let no = t.no(t.p);
            Some((t.raw(Ite, &[t.p, t.q, t.tt()]), t.or(&[no, t.q])))
        }),
        ("ite c a false", |t| Some((t.raw(Ite, &[t.p, t.q, t.ff()]), t.done(And, &[t.p, t.q])))),
        ("ite c true false", |t| Some((t.raw(Ite, &[t.p, t.tt(), t.ff()]), t.p))),
        ("ite c false true", |t| Some((t.raw(Ite, &[t.p, t.ff(), t.tt()]), t.no(t.p)))),
        ("ite c c b", |t| Some((t.raw(Ite, &[t.p, t.p, t.q]), t.or(&[t.p, t.q])))),
        ("ite c a c", |t| Some((t.raw(Ite, &[t.p, t.q, t.p]), t.done(And, &[t.p, t.q])))),
        ("ite c ¬c b", |t| {
            let no = t.no(t.p);
            Some((t.raw(Ite, &[t.p, no, t.q]), t.done(And, &[no, t.q])))
        }),
        ("ite c a ¬c", |t| {
            let no = t.no(t.p);
            Some((t.raw(Ite, &[t.p, t.q, no]), t.or(&[no, t.q])))
        }),
        ("ite c a ¬a", |t| {
            let no = t.no(t.q);
            Some((t.raw(Ite, &[t.p, t.q, no]), t.done(Eq, &[t.p, t.q])))
        }),
        ("ite c ¬a a", |t| {
            let no = t.no(t.q);
            let same = t.done(Eq, &[t.p, t.q]);
            Some((t.raw(Ite, &[t.p, no, t.q]), t.no(same)))
        }),
        ("a Boolean ite that nothing simplifies", |t| {
            let plain = t.raw(Ite, &[t.p, t.q, t.r]);
            Some((plain, plain))
        }),
    ]);
}

#[test]
fn equality() {
    use Op::{And, BvAdd, BvNeg, BvNot, BvSub, BvXor, Concat, Eq, Ite, SignExtend, ZeroExtend};
    check(&[
        ("of a term with itself", |t| Some((t.raw(Eq, &[t.x, t.x]), t.tt()))),
        ("of different constants", |t| {
            let (c, d) = (t.c(0), t.c(1));
            Some((t.raw(Eq, &[c, d]), t.ff()))
        }),
        ("in order", |t| Some((t.raw(Eq, &[t.y, t.x]), t.raw(Eq, &[t.x, t.y])))),
        ("with true", |t| Some((t.raw(Eq, &[t.p, t.tt()]), t.p))),
        ("with false", |t| Some((t.raw(Eq, &[t.ff(), t.p]), t.no(t.p)))),
        ("with a negation", |t| {
            let no = t.no(t.q);
            let same = t.done(Eq, &[t.p, t.q]);
            Some((t.raw(Eq, &[t.p, no]), t.no(same)))
        }),
        ("with its negation", |t| {
            let no = t.no(t.p);
            Some((t.raw(Eq, &[t.p, no]), t.ff()))
        }),
        ("of two negations", |t| {
            let (no_p, no_q) = (t.no(t.p), t.no(t.q));
            Some((t.raw(Eq, &[no_p, no_q]), t.done(Eq, &[t.p, t.q])))
        }),
        ("x + c = d", |t| {
            let (c, d, e) = (t.c(1), t.ones(), t.value(|w| BitVecValue::ones(w).sub(&BitVecValue::one(w))));
            let sum = t.done(BvAdd, &[t.x, c]);
            let right = if t.width == 1 {
                let same = t.done(Eq, &[t.x, d]);
                t.no(same)
            } else {
                t.done(Eq, &[t.x, e])
            };
            Some((t.raw(Eq, &[sum, d]), right))
        }),
        ("x + c = x", |t| {
            let c = t.c(1);
            let sum = t.done(BvAdd, &[t.x, c]);
            Some((t.raw(Eq, &[sum, t.x]), t.ff()))
        }),
        ("x + c = x + d", |t| {
            let (c, d) = (t.c(1), t.c(2));
            let left = t.done(BvAdd, &[t.x, c]);
            let right = t.done(BvAdd, &[t.x, d]);
            (t.width > 1).then(|| (t.raw(Eq, &[left, right]), t.ff()))
        }),
        ("x + c = y + d", |t| {
            let (c, d, e) = (t.c(1), t.c(3), t.value(|w| BitVecValue::new(w, 2).neg()));
            let left = t.done(BvAdd, &[t.x, c]);
            let right = t.done(BvAdd, &[t.y, d]);
            let shifted = t.done(BvAdd, &[t.x, e]);
            (t.width > 1).then(|| (t.raw(Eq, &[left, right]), t.done(Eq, &[shifted, t.y])))
        }),
        ("x + c = y + c", |t| {
            let c = t.c(1);
            let left = t.done(BvAdd, &[t.x, c]);
            let right = t.done(BvAdd, &[t.y, c]);
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.x, t.y])))
        }),
        ("of zero extensions", |t| {
            let (left, right) = (t.raw(ZeroExtend(3), &[t.x]), t.raw(ZeroExtend(3), &[t.y]));
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.x, t.y])))
        }),
        ("of zero extensions from two widths", |t| {
            let width = t.width;
            let bit = t.bit();
            let (left, right) = (t.raw(ZeroExtend(3), &[t.x]), t.raw(ZeroExtend(width + 2), &[bit]));
            let bit = t.zero_extend(width - 1, bit);
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.x, bit])))
        }),
        ("of sign extensions", |t| {
            let (left, right) = (t.raw(SignExtend(3), &[t.x]), t.raw(SignExtend(3), &[t.y]));
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.x, t.y])))
        }),
        ("of sign extensions from two widths", |t| {
            let width = t.width;
            let bit = t.bit();
            let (left, right) = (t.raw(SignExtend(width + 2), &[bit]), t.raw(SignExtend(3), &[t.x]));
            let bit = t.sign_extend(width - 1, bit);
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.x, bit])))
        }),
        ("of complements", |t| {
            let (left, right) = (t.raw(BvNot, &[t.x]), t.raw(BvNot, &[t.y]));
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.x, t.y])))
        }),
        ("of negatives", |t| {
            let (left, right) = (t.raw(BvNeg, &[t.x]), t.raw(BvNeg, &[t.y]));
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.x, t.y])))
        }),
        ("of concatenations", |t| {
            let bit = t.bit();
            let (left, right) = (t.raw(Concat, &[bit, t.x]), t.raw(Concat, &[bit, t.y]));
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.x, t.y])))
        }),
        ("of concatenations split at different bits", |t| {
            let bit = t.bit();
            let (left, right) = (t.raw(Concat, &[bit, t.x]), t.raw(Concat, &[t.x, bit]));
            let plain = t.done(Eq, &[left, right]);
            (t.width > 1).then_some((plain, plain))
        }),
        ("x - y = 0", |t| {
            let (difference, zero) = (t.raw(BvSub, &[t.x, t.y]), t.c(0));
            Some((t.raw(Eq, &[difference, zero]), t.done(Eq, &[t.x, t.y])))
        }),
        ("c - x = d", |t| {
            let (c, d, one) = (t.c(3), t.c(2), t.c(1));
            let difference = t.raw(BvSub, &[c, t.x]);
            (t.width > 1).then(|| (t.raw(Eq, &[d, difference]), t.done(Eq, &[t.x, one])))
        }),
        ("x ^ c = d", |t| {
            let (c, d, e) = (t.c(3), t.c(1), t.c(2));
            let xor = t.done(BvXor, &[t.x, c]);
            (t.width > 2).then(|| (t.raw(Eq, &[xor, d]), t.done(Eq, &[t.x, e])))
        }),
        ("x ^ y = 0", |t| {
            let (xor, zero) = (t.done(BvXor, &[t.x, t.y]), t.c(0));
            Some((t.raw(Eq, &[xor, zero]), t.done(Eq, &[t.x, t.y])))
        }),
        ("~x = c", |t| {
            let (not, c, d) = (t.raw(BvNot, &[t.x]), t.c(0), t.ones());
            Some((t.raw(Eq, &[not, c]), t.done(Eq, &[t.x, d])))
        }),
        ("-x = c", |t| {
            let (neg, one, ones) = (t.raw(BvNeg, &[t.x]), t.c(1), t.ones());
            Some((t.raw(Eq, &[neg, one]), t.done(Eq, &[t.x, ones])))
        }),
        ("zext x = c that fits", |t| {
            let width = t.width;
            let (wide, c, one) = (t.raw(ZeroExtend(3), &[t.x]), t.bv(width + 3, 1), t.c(1));
            Some((t.raw(Eq, &[wide, c]), t.done(Eq, &[t.x, one])))
        }),
        ("zext x = c that does not fit", |t| {
            let (wide, c) = (t.raw(ZeroExtend(3), &[t.x]), BitVecValue::ones(t.width + 3));
            let c = t.bitvec(c);
            Some((t.raw(Eq, &[wide, c]), t.ff()))
        }),
        ("sext x = c that fits", |t| {
            let (wide, c, ones) = (t.raw(SignExtend(3), &[t.x]), BitVecValue::ones(t.width + 3), t.ones());
            let c = t.bitvec(c);
            Some((t.raw(Eq, &[wide, c]), t.done(Eq, &[t.x, ones])))
        }),
        ("sext x = c that does not fit", |t| {
            let (wide, c) = (t.raw(SignExtend(3), &[t.x]), BitVecValue::ones(t.width).zero_extend(3));
            let c = t.bitvec(c);
            Some((t.raw(Eq, &[wide, c]), t.ff()))
        }),
        ("concatenation with a constant", |t| {
            let (bit, one, ones) = (t.bit(), t.bv(1, 1), t.ones());
            let (left, c) = (t.raw(Concat, &[bit, t.x]), BitVecValue::ones(t.width + 1));
            let c = t.bitvec(c);
            let (high, low) = (t.done(Eq, &[bit, one]), t.done(Eq, &[t.x, ones]));
            Some((t.raw(Eq, &[left, c]), t.done(And, &[high, low])))
        }),
        ("a bit that is zero", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let set = t.done(Eq, &[t.x, one]);
            (t.width == 1).then(|| (t.raw(Eq, &[t.x, zero]), t.no(set)))
        }),
        ("zext of a bit with zero", |t| {
            let (bit, zero, one) = (t.bit(), t.bv(32, 0), t.bv(1, 1));
            let (wide, set) = (t.raw(ZeroExtend(31), &[bit]), t.done(Eq, &[bit, one]));
            Some((t.raw(Eq, &[wide, zero]), t.no(set)))
        }),
        ("ite(p, 1, 0) = 1", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let ite = t.raw(Ite, &[t.p, one, zero]);
            Some((t.raw(Eq, &[ite, one]), t.p))
        }),
        ("ite(p, 1, 0) = 0", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let ite = t.raw(Ite, &[t.p, one, zero]);
            Some((t.raw(Eq, &[ite, zero]), t.no(t.p)))
        }),
        ("ite(p, k, x) = k", |t| {
            let one = t.c(1);
            let ite = t.raw(Ite, &[t.p, one, t.x]);
            let same = t.done(Eq, &[t.x, one]);
            Some((t.raw(Eq, &[ite, one]), t.or(&[t.p, same])))
        }),
        ("ite(p, x, k) = d", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let ite = t.raw(Ite, &[t.p, t.x, zero]);
            let same = t.done(Eq, &[t.x, one]);
            Some((t.raw(Eq, &[one, ite]), t.done(And, &[t.p, same])))
        }),
        ("ite(p, x, y) = x", |t| {
            let ite = t.raw(Ite, &[t.p, t.x, t.y]);
            let same = t.done(Eq, &[t.x, t.y]);
            Some((t.raw(Eq, &[ite, t.x]), t.or(&[t.p, same])))
        }),
        ("ite(p, x, y) = y", |t| {
            let ite = t.raw(Ite, &[t.p, t.x, t.y]);
            let (same, no) = (t.done(Eq, &[t.x, t.y]), t.no(t.p));
            Some((t.raw(Eq, &[t.y, ite]), t.or(&[no, same])))
        }),
    ]);
}

#[test]
fn comparison() {
    use Op::{And, BvSlt, BvUlt, Eq, Ite, SignExtend, ZeroExtend};
    check(&[
        ("x <u x", |t| Some((t.raw(BvUlt, &[t.x, t.x]), t.ff()))),
        ("x <s x", |t| Some((t.raw(BvSlt, &[t.x, t.x]), t.ff()))),
        ("<u of zero extensions", |t| {
            let (left, right) = (t.raw(ZeroExtend(3), &[t.x]), t.raw(ZeroExtend(3), &[t.y]));
            (t.width > 1).then(|| (t.raw(BvUlt, &[left, right]), t.raw(BvUlt, &[t.x, t.y])))
        }),
        ("<u of zero extensions from two widths", |t| {
            let (width, bit) = (t.width, t.bit());
            let (left, right) = (t.raw(ZeroExtend(3), &[t.x]), t.raw(ZeroExtend(width + 2), &[bit]));
            let bit = t.zero_extend(width - 1, bit);
            (width > 1).then(|| (t.raw(BvUlt, &[left, right]), t.raw(BvUlt, &[t.x, bit])))
        }),
        ("<s of sign extensions", |t| {
            let (left, right) = (t.raw(SignExtend(3), &[t.x]), t.raw(SignExtend(3), &[t.y]));
            (t.width > 1).then(|| (t.raw(BvSlt, &[left, right]), t.raw(BvSlt, &[t.x, t.y])))
        }),
        ("<s of sign extensions from two widths", |t| {
            let (width, bit) = (t.width, t.bit());
            let (left, right) = (t.raw(SignExtend(width + 2), &[bit]), t.raw(SignExtend(3), &[t.x]));
            let bit = t.sign_extend(width - 1, bit);
            (width > 1).then(|| (t.raw(BvSlt, &[left, right]), t.raw(BvSlt, &[bit, t.x])))
        }),
        ("<s of zero extensions", |t| {
            let (left, right) = (t.raw(ZeroExtend(3), &[t.x]), t.raw(ZeroExtend(3), &[t.y]));
            (t.width > 1).then(|| (t.raw(BvSlt, &[left, right]), t.raw(BvUlt, &[t.x, t.y])))
        }),
        ("x <u 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvUlt, &[t.x, zero]), t.ff()))
        }),
        ("x <u 1", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            Some((t.raw(BvUlt, &[t.x, one]), t.eq(t.x, zero)))
        }),
        ("x <u ones", |t| {
            let ones = t.ones();
            let same = t.done(Eq, &[t.x, ones]);
            Some((t.raw(BvUlt, &[t.x, ones]), t.no(same)))
        }),
        ("ones <u x", |t| {
            let ones = t.ones();
            Some((t.raw(BvUlt, &[ones, t.x]), t.ff()))
        }),
        ("ones - 1 <u x", |t| {
            let (ones, below) = (t.ones(), t.value(|w| BitVecValue::ones(w).sub(&BitVecValue::one(w))));
            Some((t.raw(BvUlt, &[below, t.x]), t.done(Eq, &[t.x, ones])))
        }),
        ("0 <u x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvUlt, &[zero, t.x]), t.neq(t.x, zero)))
        }),
        ("x <s least", |t| {
            let least = t.least();
            Some((t.raw(BvSlt, &[t.x, least]), t.ff()))
        }),
        ("x <s least + 1", |t| {
            let (least, above) = (t.least(), t.value(|w| BitVecValue::signed_min(w).add(&BitVecValue::one(w))));
            Some((t.raw(BvSlt, &[t.x, above]), t.eq(t.x, least)))
        }),
        ("x <s greatest", |t| {
            let greatest = t.greatest();
            Some((t.raw(BvSlt, &[t.x, greatest]), t.neq(t.x, greatest)))
        }),
        ("greatest <s x", |t| {
            let greatest = t.greatest();
            Some((t.raw(BvSlt, &[greatest, t.x]), t.ff()))
        }),
        ("greatest - 1 <s x", |t| {
            let (greatest, below) = (t.greatest(), t.value(|w| BitVecValue::signed_max(w).sub(&BitVecValue::one(w))));
            Some((t.raw(BvSlt, &[below, t.x]), t.eq(t.x, greatest)))
        }),
        ("least <s x", |t| {
            let least = t.least();
            Some((t.raw(BvSlt, &[least, t.x]), t.neq(t.x, least)))
        }),
        ("one bit <u", |t| {
            let one = t.c(1);
            let (high, low) = (t.done(Eq, &[t.x, one]), t.done(Eq, &[t.y, one]));
            let no = t.no(high);
            (t.width == 1).then(|| (t.raw(BvUlt, &[t.x, t.y]), t.done(And, &[no, low])))
        }),
        ("one bit <s", |t| {
            let one = t.c(1);
            let (high, low) = (t.done(Eq, &[t.x, one]), t.done(Eq, &[t.y, one]));
            let no = t.no(low);
            (t.width == 1).then(|| (t.raw(BvSlt, &[t.x, t.y]), t.done(And, &[high, no])))
        }),
        ("zext x <u c that fits", |t| {
            let width = t.width;
            let (wide, c, narrow) = (t.raw(ZeroExtend(3), &[t.x]), t.bv(width + 3, 2), t.c(2));
            (width > 1).then(|| (t.raw(BvUlt, &[wide, c]), t.bv_ult(t.x, narrow)))
        }),
        ("zext x <u c that does not fit", |t| {
            let (wide, c) = (t.raw(ZeroExtend(3), &[t.x]), BitVecValue::signed_min(t.width + 3));
            let c = t.bitvec(c);
            Some((t.raw(BvUlt, &[wide, c]), t.tt()))
        }),
        ("c that fits <u zext x", |t| {
            let width = t.width;
            let (wide, c, narrow) = (t.raw(ZeroExtend(3), &[t.x]), t.bv(width + 3, 1), t.c(1));
            Some((t.raw(BvUlt, &[c, wide]), t.bv_ult(narrow, t.x)))
        }),
        ("c that does not fit <u zext x", |t| {
            let (wide, c) = (t.raw(ZeroExtend(3), &[t.x]), BitVecValue::signed_min(t.width + 3));
            let c = t.bitvec(c);
            Some((t.raw(BvUlt, &[c, wide]), t.ff()))
        }),
        ("zext x <s negative", |t| {
            let (wide, c) = (t.raw(ZeroExtend(3), &[t.x]), BitVecValue::new(t.width + 3, 5).neg());
            let c = t.bitvec(c);
            Some((t.raw(BvSlt, &[wide, c]), t.ff()))
        }),
        ("negative <s zext x", |t| {
            let (wide, c) = (t.raw(ZeroExtend(3), &[t.x]), BitVecValue::new(t.width + 3, 5).neg());
            let c = t.bitvec(c);
            (t.width > 1).then(|| (t.raw(BvSlt, &[c, wide]), t.tt()))
        }),
        ("zext x <s positive that fits", |t| {
            let width = t.width;
            let (wide, c, narrow) = (t.raw(ZeroExtend(3), &[t.x]), t.bv(width + 3, 3), t.c(3));
            (width > 1).then(|| (t.raw(BvSlt, &[wide, c]), t.bv_ult(t.x, narrow)))
        }),
        ("positive that fits <s zext x", |t| {
            let width = t.width;
            let (wide, c, narrow) = (t.raw(ZeroExtend(3), &[t.x]), t.bv(width + 3, 1), t.c(1));
            Some((t.raw(BvSlt, &[c, wide]), t.bv_ult(narrow, t.x)))
        }),
        ("sext x <s c that fits", |t| {
            let (wide, c, zero) = (t.raw(SignExtend(3), &[t.x]), BitVecValue::zero(t.width + 3), t.c(0));
            let c = t.bitvec(c);
            Some((t.raw(BvSlt, &[wide, c]), t.bv_slt(t.x, zero)))
        }),
        ("c that fits <s sext x", |t| {
            let (wide, c, ones) = (t.raw(SignExtend(3), &[t.x]), BitVecValue::ones(t.width + 3), t.ones());
            let c = t.bitvec(c);
            Some((t.raw(BvSlt, &[c, wide]), t.bv_slt(ones, t.x)))
        }),
        ("sext x <s positive beyond", |t| {
            let (wide, c) = (t.raw(SignExtend(3), &[t.x]), BitVecValue::ones(t.width).zero_extend(3));
            let c = t.bitvec(c);
            Some((t.raw(BvSlt, &[wide, c]), t.tt()))
        }),
        ("positive beyond <s sext x", |t| {
            let (wide, c) = (t.raw(SignExtend(3), &[t.x]), BitVecValue::ones(t.width).zero_extend(3));
            let c = t.bitvec(c);
            Some((t.raw(BvSlt, &[c, wide]), t.ff()))
        }),
        ("sext x <s negative beyond", |t| {
            let (wide, c) = (t.raw(SignExtend(3), &[t.x]), BitVecValue::ones(t.width).zero_extend(3).not());
            let c = t.bitvec(c);
            Some((t.raw(BvSlt, &[wide, c]), t.ff()))
        }),
        ("negative beyond <s sext x", |t| {
            let (wide, c) = (t.raw(SignExtend(3), &[t.x]), BitVecValue::ones(t.width).zero_extend(3).not());
            let c = t.bitvec(c);
            Some((t.raw(BvSlt, &[c, wide]), t.tt()))
        }),
        ("ite(p, k, l) <u c", |t| {
            let (one, two, three) = (t.c(1), t.c(2), t.c(3));
            let ite = t.raw(Ite, &[t.p, one, three]);
            (t.width > 1).then(|| (t.raw(BvUlt, &[ite, two]), t.p))
        }),
        ("ite(p, k, x) <u c", |t| {
            let (one, two) = (t.c(1), t.c(2));
            let ite = t.raw(Ite, &[t.p, one, t.x]);
            let less = t.bv_ult(t.x, two);
            (t.width > 1).then(|| (t.raw(BvUlt, &[ite, two]), t.or(&[t.p, less])))
        }),
        ("c <s ite(p, x, k)", |t| {
            let (one, three) = (t.c(1), t.c(3));
            let ite = t.raw(Ite, &[t.p, t.x, one]);
            let less = t.bv_slt(three, t.x);
            (t.width > 3).then(|| (t.raw(BvSlt, &[three, ite]), t.done(And, &[t.p, less])))
        }),
    ]);
}

#[test]
fn arithmetic() {
    use Op::{BvAdd, BvAshr, BvLshr, BvMul, BvNeg, BvSdiv, BvShl, BvSmod, BvSrem, BvSub, BvUdiv, BvUrem, Ite};
    check(&[
        ("x + 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvAdd, &[t.x, zero]), t.x))
        }),
        ("0 + x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvAdd, &[zero, t.x]), t.x))
        }),
        ("x + y in order", |t| Some((t.raw(BvAdd, &[t.y, t.x]), t.raw(BvAdd, &[t.x, t.y])))),
        ("(x + c) + d", |t| {
            let (one, two, three) = (t.c(1), t.c(2), t.c(3));
            let inner = t.done(BvAdd, &[t.x, one]);
            (t.width > 1).then(|| (t.raw(BvAdd, &[inner, two]), t.done(BvAdd, &[t.x, three])))
        }),
        ("(x + c) - c", |t| {
            let (one, ones) = (t.c(1), t.ones());
            let inner = t.done(BvAdd, &[t.x, one]);
            Some((t.raw(BvAdd, &[inner, ones]), t.x))
        }),
        ("(x + c) + (y + d)", |t| {
            let (one, two, three) = (t.c(1), t.c(2), t.c(3));
            let (left, right) = (t.done(BvAdd, &[t.x, one]), t.done(BvAdd, &[t.y, two]));
            let sum = t.done(BvAdd, &[t.x, t.y]);
            (t.width > 1).then(|| (t.raw(BvAdd, &[left, right]), t.done(BvAdd, &[sum, three])))
        }),
        ("x + -x", |t| {
            let (neg, zero) = (t.raw(BvNeg, &[t.x]), t.c(0));
            Some((t.raw(BvAdd, &[t.x, neg]), zero))
        }),
        ("x + -y", |t| {
            let neg = t.raw(BvNeg, &[t.y]);
            Some((t.raw(BvAdd, &[t.x, neg]), t.raw(BvSub, &[t.x, t.y])))
        }),
        ("(x - y) + y", |t| {
            let difference = t.raw(BvSub, &[t.x, t.y]);
            Some((t.raw(BvAdd, &[difference, t.y]), t.x))
        }),
        ("x + (c - y)", |t| {
            let one = t.c(1);
            let inner = t.raw(BvSub, &[one, t.y]);
            let difference = t.raw(BvSub, &[t.x, t.y]);
            Some((t.raw(BvAdd, &[t.x, inner]), t.done(BvAdd, &[difference, one])))
        }),
        ("-x + c", |t| {
            let (neg, one) = (t.raw(BvNeg, &[t.x]), t.c(1));
            Some((t.raw(BvAdd, &[neg, one]), t.raw(BvSub, &[one, t.x])))
        }),
        ("(c - x) + d", |t| {
            let (one, two, three) = (t.c(1), t.c(2), t.c(3));
            let inner = t.raw(BvSub, &[one, t.x]);
            (t.width > 1).then(|| (t.raw(BvAdd, &[inner, two]), t.raw(BvSub, &[three, t.x])))
        }),
        ("(c - x) - c", |t| {
            let (one, ones) = (t.c(1), t.ones());
            let inner = t.raw(BvSub, &[one, t.x]);
            Some((t.raw(BvAdd, &[inner, ones]), t.raw(BvNeg, &[t.x])))
        }),
        ("x - x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvSub, &[t.x, t.x]), zero))
        }),
        ("x - c", |t| {
            let (one, ones) = (t.c(1), t.ones());
            Some((t.raw(BvSub, &[t.x, one]), t.done(BvAdd, &[t.x, ones])))
        }),
        ("0 - x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvSub, &[zero, t.x]), t.raw(BvNeg, &[t.x])))
        }),
        ("c - (x + d)", |t| {
            let (one, two, three) = (t.c(1), t.c(2), t.c(3));
            let sum = t.done(BvAdd, &[t.x, two]);
            (t.width > 1).then(|| (t.raw(BvSub, &[three, sum]), t.raw(BvSub, &[one, t.x])))
        }),
        ("c - (d - x)", |t| {
            let (one, two, three) = (t.c(1), t.c(2), t.c(3));
            let inner = t.raw(BvSub, &[one, t.x]);
            (t.width > 1).then(|| (t.raw(BvSub, &[three, inner]), t.done(BvAdd, &[t.x, two])))
        }),
        ("x - -y", |t| {
            let neg = t.raw(BvNeg, &[t.y]);
            Some((t.raw(BvSub, &[t.x, neg]), t.done(BvAdd, &[t.x, t.y])))
        }),
        ("(x + y) - y", |t| {
            let sum = t.done(BvAdd, &[t.x, t.y]);
            Some((t.raw(BvSub, &[sum, t.y]), t.x))
        }),
        ("(x + y) - x", |t| {
            let sum = t.done(BvAdd, &[t.x, t.y]);
            Some((t.raw(BvSub, &[sum, t.x]), t.y))
        }),
        ("x - (x - y)", |t| {
            let difference = t.raw(BvSub, &[t.x, t.y]);
            Some((t.raw(BvSub, &[t.x, difference]), t.y))
        }),
        ("(x + c) - (y + d)", |t| {
            let (one, two, three) = (t.c(1), t.c(2), t.c(3));
            let (left, right) = (t.done(BvAdd, &[t.x, three]), t.done(BvAdd, &[t.y, two]));
            let difference = t.raw(BvSub, &[t.x, t.y]);
            (t.width > 1).then(|| (t.raw(BvSub, &[left, right]), t.done(BvAdd, &[difference, one])))
        }),
        ("--x", |t| {
            let neg = t.raw(BvNeg, &[t.x]);
            Some((t.raw(BvNeg, &[neg]), t.x))
        }),
        ("-(x - y)", |t| {
            let difference = t.raw(BvSub, &[t.x, t.y]);
            Some((t.raw(BvNeg, &[difference]), t.raw(BvSub, &[t.y, t.x])))
        }),
        ("-(x + c)", |t| {
            let (one, ones) = (t.c(1), t.ones());
            let sum = t.done(BvAdd, &[t.x, one]);
            Some((t.raw(BvNeg, &[sum]), t.raw(BvSub, &[ones, t.x])))
        }),
        ("-(c - x)", |t| {
            let (one, ones) = (t.c(1), t.ones());
            let difference = t.raw(BvSub, &[one, t.x]);
            Some((t.raw(BvNeg, &[difference]), t.done(BvAdd, &[t.x, ones])))
        }),
        ("x * 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvMul, &[t.x, zero]), zero))
        }),
        ("x * 1", |t| {
            let one = t.c(1);
            Some((t.raw(BvMul, &[one, t.x]), t.x))
        }),
        ("x * -1", |t| {
            let ones = t.ones();
            (t.width > 1).then(|| (t.raw(BvMul, &[t.x, ones]), t.raw(BvNeg, &[t.x])))
        }),
        ("(x * c) * d", |t| {
            let (three, nine) = (t.c(3), t.c(9));
            let product = t.done(BvMul, &[t.x, three]);
            (t.width > 3).then(|| (t.raw(BvMul, &[three, product]), t.done(BvMul, &[t.x, nine])))
        }),
        ("x * y in order", |t| Some((t.raw(BvMul, &[t.y, t.x]), t.raw(BvMul, &[t.x, t.y])))),
        ("x /u 1", |t| {
            let one = t.c(1);
            Some((t.raw(BvUdiv, &[t.x, one]), t.x))
        }),
        ("x /u 0", |t| {
            let (zero, ones) = (t.c(0), t.ones());
            Some((t.raw(BvUdiv, &[t.x, zero]), ones))
        }),
        ("x /s 1", |t| {
            let one = t.c(1);
            (t.width > 1).then(|| (t.raw(BvSdiv, &[t.x, one]), t.x))
        }),
        ("x /s -1", |t| {
            let ones = t.ones();
            Some((t.raw(BvSdiv, &[t.x, ones]), t.raw(BvNeg, &[t.x])))
        }),
        ("x /s 0 is not a constant", |t| {
            let zero = t.c(0);
            let plain = t.raw(BvSdiv, &[t.x, zero]);
            Some((plain, plain))
        }),
        ("x %u 1", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            Some((t.raw(BvUrem, &[t.x, one]), zero))
        }),
        ("x %u 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvUrem, &[t.x, zero]), t.x))
        }),
        ("0 %u x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvUrem, &[zero, t.x]), zero))
        }),
        ("x %u x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvUrem, &[t.x, t.x]), zero))
        }),
        ("x %u ones stays", |t| {
            let ones = t.ones();
            let plain = t.raw(BvUrem, &[t.x, ones]);
            (t.width > 1).then_some((plain, plain))
        }),
        ("x srem 1", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            Some((t.raw(BvSrem, &[t.x, one]), zero))
        }),
        ("x srem -1", |t| {
            let (zero, ones) = (t.c(0), t.ones());
            Some((t.raw(BvSrem, &[t.x, ones]), zero))
        }),
        ("x srem 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvSrem, &[t.x, zero]), t.x))
        }),
        ("x smod 1", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            Some((t.raw(BvSmod, &[t.x, one]), zero))
        }),
        ("x smod -1", |t| {
            let (zero, ones) = (t.c(0), t.ones());
            Some((t.raw(BvSmod, &[t.x, ones]), zero))
        }),
        ("x smod 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvSmod, &[t.x, zero]), t.x))
        }),
        ("x smod x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvSmod, &[t.x, t.x]), zero))
        }),
        ("0 << x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvShl, &[zero, t.x]), zero))
        }),
        ("ones >>s x", |t| {
            let ones = t.ones();
            Some((t.raw(BvAshr, &[ones, t.x]), ones))
        }),
        ("x << 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvShl, &[t.x, zero]), t.x))
        }),
        ("x >>u 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvLshr, &[t.x, zero]), t.x))
        }),
        ("x << width", |t| {
            let (zero, far) = (t.c(0), t.ones());
            (t.width > 1).then(|| (t.raw(BvShl, &[t.x, far]), zero))
        }),
        ("x << 1 in one bit", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            (t.width == 1).then(|| (t.raw(BvShl, &[t.x, one]), zero))
        }),
        ("x >>u width", |t| {
            let (zero, far) = (t.c(0), t.value(|w| BitVecValue::new(w, u64::from(w))));
            (t.width > 2).then(|| (t.raw(BvLshr, &[t.x, far]), zero))
        }),
        ("x >>s width", |t| {
            let (far, last) = (t.ones(), t.value(|w| BitVecValue::new(w, u64::from(w) - 1)));
            (t.width > 1).then(|| (t.raw(BvAshr, &[t.x, far]), t.raw(BvAshr, &[t.x, last])))
        }),
        ("x >>s 1 in one bit", |t| {
            let one = t.c(1);
            (t.width == 1).then(|| (t.raw(BvAshr, &[t.x, one]), t.x))
        }),
        ("ite of constants + constant", |t| {
            let (one, two, three) = (t.c(1), t.c(2), t.c(3));
            let ite = t.raw(Ite, &[t.p, one, two]);
            let four = t.c(4);
            (t.width > 2).then(|| (t.raw(BvAdd, &[ite, two]), t.raw(Ite, &[t.p, three, four])))
        }),
        ("constant - ite of constants, equal arms", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let ite = t.raw(Ite, &[t.p, one, zero]);
            Some((t.raw(BvMul, &[zero, ite]), zero))
        }),
    ]);
}

#[test]
fn bitwise() {
    use Op::{BvAnd, BvNot, BvOr, BvXor, Ite};
    check(&[
        ("~~x", |t| {
            let not = t.raw(BvNot, &[t.x]);
            Some((t.raw(BvNot, &[not]), t.x))
        }),
        ("x & x", |t| Some((t.raw(BvAnd, &[t.x, t.x]), t.x))),
        ("x | x", |t| Some((t.raw(BvOr, &[t.x, t.x]), t.x))),
        ("x ^ x", |t| {
            let zero = t.c(0);
            Some((t.raw(BvXor, &[t.x, t.x]), zero))
        }),
        ("x & ~x", |t| {
            let (not, zero) = (t.raw(BvNot, &[t.x]), t.c(0));
            Some((t.raw(BvAnd, &[t.x, not]), zero))
        }),
        ("~x | x", |t| {
            let (not, ones) = (t.raw(BvNot, &[t.x]), t.ones());
            Some((t.raw(BvOr, &[not, t.x]), ones))
        }),
        ("x ^ ~x", |t| {
            let (not, ones) = (t.raw(BvNot, &[t.x]), t.ones());
            Some((t.raw(BvXor, &[t.x, not]), ones))
        }),
        ("x & 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvAnd, &[t.x, zero]), zero))
        }),
        ("x & ones", |t| {
            let ones = t.ones();
            Some((t.raw(BvAnd, &[ones, t.x]), t.x))
        }),
        ("x | 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvOr, &[t.x, zero]), t.x))
        }),
        ("x | ones", |t| {
            let ones = t.ones();
            Some((t.raw(BvOr, &[t.x, ones]), ones))
        }),
        ("x ^ 0", |t| {
            let zero = t.c(0);
            Some((t.raw(BvXor, &[zero, t.x]), t.x))
        }),
        ("x ^ ones", |t| {
            let ones = t.ones();
            Some((t.raw(BvXor, &[t.x, ones]), t.raw(BvNot, &[t.x])))
        }),
        ("(x & c) & d", |t| {
            let (three, six, two) = (t.c(3), t.c(6), t.c(2));
            let inner = t.done(BvAnd, &[t.x, three]);
            (t.width > 3).then(|| (t.raw(BvAnd, &[inner, six]), t.done(BvAnd, &[t.x, two])))
        }),
        ("(x | c) | d", |t| {
            let (three, six, seven) = (t.c(3), t.c(6), t.c(7));
            let inner = t.done(BvOr, &[t.x, three]);
            (t.width > 3).then(|| (t.raw(BvOr, &[six, inner]), t.done(BvOr, &[t.x, seven])))
        }),
        ("(x ^ c) ^ c", |t| {
            let three = t.c(3);
            let inner = t.done(BvXor, &[t.x, three]);
            (t.width > 2).then(|| (t.raw(BvXor, &[inner, three]), t.x))
        }),
        ("in order", |t| Some((t.raw(BvXor, &[t.y, t.x]), t.raw(BvXor, &[t.x, t.y])))),
        ("~ of an ite of constants", |t| {
            let (zero, one, ones) = (t.c(0), t.c(1), t.ones());
            let ite = t.raw(Ite, &[t.p, zero, one]);
            let other = t.bitvec_not(one);
            Some((t.raw(BvNot, &[ite]), t.raw(Ite, &[t.p, ones, other])))
        }),
    ]);
}

impl Case {
    fn bitvec_not(&mut self, constant: TermId) -> TermId {
        let value = self.as_bitvec(constant).unwrap().not();
        self.bitvec(value)
    }
}

#[test]
fn structure() {
    use Op::{BvAnd, BvOr, Concat, Extract, Ite, SignExtend, ZeroExtend};
    check(&[
        ("concat of zero", |t| {
            let width = t.width;
            let zero = t.c(0);
            Some((t.raw(Concat, &[zero, t.x]), t.raw(ZeroExtend(width), &[t.x])))
        }),
        ("concat of neighbours", |t| {
            if t.width < 2 {
                return None;
            }
            let top = t.width - 1;
            let high = t.extract(top, 1, t.x);
            let low = t.extract(0, 0, t.x);
            Some((t.raw(Concat, &[high, low]), t.x))
        }),
        ("concat of neighbours inside", |t| {
            if t.width < 3 {
                return None;
            }
            let (high, low) = (t.raw(Extract { high: 2, low: 2 }, &[t.x]), t.raw(Extract { high: 1, low: 1 }, &[t.x]));
            Some((t.raw(Concat, &[high, low]), t.raw(Extract { high: 2, low: 1 }, &[t.x])))
        }),
        ("concat of constants on the left", |t| {
            let (one, three) = (t.bv(1, 1), t.bv(2, 3));
            let inner = t.raw(Concat, &[one, t.x]);
            let seven = t.bv(3, 7);
            Some((t.raw(Concat, &[three, inner]), t.raw(Concat, &[seven, t.x])))
        }),
        ("concat of constants on the right", |t| {
            let (one, two, six) = (t.bv(1, 1), t.bv(2, 2), t.bv(3, 6));
            let inner = t.raw(Concat, &[t.x, one]);
            Some((t.raw(Concat, &[inner, two]), t.raw(Concat, &[t.x, six])))
        }),
        ("extract of everything", |t| {
            let high = t.width - 1;
            Some((t.raw(Extract { high, low: 0 }, &[t.x]), t.x))
        }),
        ("extract of extract", |t| {
            if t.width < 3 {
                return None;
            }
            let top = t.width - 1;
            let inner = t.raw(Extract { high: top, low: 1 }, &[t.x]);
            let high = top - 1;
            Some((t.raw(Extract { high, low: 1 }, &[inner]), t.raw(Extract { high: top, low: 2 }, &[t.x])))
        }),
        ("extract of the low part of a concat", |t| {
            let high = t.width - 1;
            let both = t.raw(Concat, &[t.y, t.x]);
            Some((t.raw(Extract { high, low: 0 }, &[both]), t.x))
        }),
        ("extract of the high part of a concat", |t| {
            let (high, low) = (2 * t.width - 1, t.width);
            let both = t.raw(Concat, &[t.y, t.x]);
            Some((t.raw(Extract { high, low }, &[both]), t.y))
        }),
        ("extract across a concat", |t| {
            let (high, low) = (t.width, t.width - 1);
            let both = t.raw(Concat, &[t.y, t.x]);
            let (left, right) = (t.extract(0, 0, t.y), t.extract(low, low, t.x));
            Some((t.raw(Extract { high, low }, &[both]), t.raw(Concat, &[left, right])))
        }),
        ("extract inside a zero extension", |t| {
            let high = t.width - 1;
            let wide = t.raw(ZeroExtend(3), &[t.x]);
            Some((t.raw(Extract { high, low: 0 }, &[wide]), t.x))
        }),
        ("extract beyond a zero extension", |t| {
            let low = t.width;
            let (wide, zero) = (t.raw(ZeroExtend(3), &[t.x]), t.bv(3, 0));
            Some((t.raw(Extract { high: low + 2, low }, &[wide]), zero))
        }),
        ("extract across a zero extension", |t| {
            let (high, low) = (t.width + 1, t.width - 1);
            let wide = t.raw(ZeroExtend(3), &[t.x]);
            let top = t.extract(low, low, t.x);
            Some((t.raw(Extract { high, low }, &[wide]), t.raw(ZeroExtend(2), &[top])))
        }),
        ("extract inside a sign extension", |t| {
            let high = t.width - 1;
            let wide = t.raw(SignExtend(3), &[t.x]);
            Some((t.raw(Extract { high, low: 0 }, &[wide]), t.x))
        }),
        ("extract from the bottom of a sign extension", |t| {
            let high = t.width;
            let wide = t.raw(SignExtend(3), &[t.x]);
            Some((t.raw(Extract { high, low: 0 }, &[wide]), t.raw(SignExtend(1), &[t.x])))
        }),
        ("extract across a sign extension", |t| {
            let (high, low) = (t.width + 1, t.width - 1);
            let wide = t.raw(SignExtend(3), &[t.x]);
            let top = t.extract(low, low, t.x);
            Some((t.raw(Extract { high, low }, &[wide]), t.raw(SignExtend(2), &[top])))
        }),
        ("extract beyond a sign extension", |t| {
            let (high, low, top) = (t.width + 2, t.width, t.width - 1);
            let wide = t.raw(SignExtend(3), &[t.x]);
            let sign = t.extract(top, top, t.x);
            Some((t.raw(Extract { high, low }, &[wide]), t.raw(SignExtend(2), &[sign])))
        }),
        ("extract of an ite with a constant", |t| {
            if t.width < 2 {
                return None;
            }
            let one = t.c(1);
            let ite = t.raw(Ite, &[t.p, one, t.x]);
            let (bit, part) = (t.bv(1, 1), t.raw(Extract { high: 0, low: 0 }, &[t.x]));
            Some((t.raw(Extract { high: 0, low: 0 }, &[ite]), t.raw(Ite, &[t.p, bit, part])))
        }),
        ("extract of a mask", |t| {
            if t.width < 2 {
                return None;
            }
            let one = t.c(1);
            let masked = t.done(BvAnd, &[t.x, one]);
            let part = t.raw(Extract { high: 0, low: 0 }, &[t.x]);
            Some((t.raw(Extract { high: 0, low: 0 }, &[masked]), part))
        }),
        ("extract of bits set", |t| {
            if t.width < 2 {
                return None;
            }
            let one = t.c(1);
            let set = t.done(BvOr, &[t.x, one]);
            let bit = t.bv(1, 1);
            Some((t.raw(Extract { high: 0, low: 0 }, &[set]), bit))
        }),
        ("zero extension by nothing", |t| Some((t.raw(ZeroExtend(0), &[t.x]), t.x))),
        ("sign extension by nothing", |t| Some((t.raw(SignExtend(0), &[t.x]), t.x))),
        ("zero extension twice", |t| {
            let inner = t.raw(ZeroExtend(2), &[t.x]);
            Some((t.raw(ZeroExtend(3), &[inner]), t.raw(ZeroExtend(5), &[t.x])))
        }),
        ("sign extension twice", |t| {
            let inner = t.raw(SignExtend(2), &[t.x]);
            Some((t.raw(SignExtend(3), &[inner]), t.raw(SignExtend(5), &[t.x])))
        }),
        ("sign extension of a zero extension", |t| {
            let inner = t.raw(ZeroExtend(2), &[t.x]);
            Some((t.raw(SignExtend(3), &[inner]), t.raw(ZeroExtend(5), &[t.x])))
        }),
        ("zero extension of an ite of constants", |t| {
            let width = t.width;
            let (zero, one) = (t.c(0), t.c(1));
            let ite = t.raw(Ite, &[t.p, one, zero]);
            let (zero, one) = (t.bv(width + 2, 0), t.bv(width + 2, 1));
            Some((t.raw(ZeroExtend(2), &[ite]), t.raw(Ite, &[t.p, one, zero])))
        }),
    ]);
}

#[test]
fn arrays() {
    use Op::{ConstArray, Eq, Select, Store};
    check(&[
        ("select of what was stored", |t| {
            let stored = t.raw(Store, &[t.a, t.x, t.y]);
            Some((t.raw(Select, &[stored, t.x]), t.y))
        }),
        ("select elsewhere, constants", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let stored = t.raw(Store, &[t.a, zero, t.y]);
            Some((t.raw(Select, &[stored, one]), t.raw(Select, &[t.a, one])))
        }),
        ("select elsewhere, offsets", |t| {
            let one = t.c(1);
            let next = t.done(Op::BvAdd, &[t.x, one]);
            let stored = t.raw(Store, &[t.a, t.x, t.y]);
            Some((t.raw(Select, &[stored, next]), t.raw(Select, &[t.a, next])))
        }),
        ("select through two stores", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let stored = t.raw(Store, &[t.a, zero, t.y]);
            let stored = t.raw(Store, &[stored, one, t.z]);
            Some((t.raw(Select, &[stored, zero]), t.y))
        }),
        ("select stops where it cannot tell", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let below = t.raw(Store, &[t.a, t.x, t.y]);
            let stored = t.raw(Store, &[below, one, t.z]);
            Some((t.raw(Select, &[stored, zero]), t.raw(Select, &[below, zero])))
        }),
        ("select of a constant array", |t| {
            let all = t.array_of(t.y);
            Some((t.raw(Select, &[all, t.x]), t.y))
        }),
        ("select through a store into a constant array", |t| {
            let (zero, one) = (t.c(0), t.c(1));
            let all = t.array_of(t.y);
            let stored = t.raw(Store, &[all, zero, t.z]);
            Some((t.raw(Select, &[stored, one]), t.y))
        }),
        ("store of what is there", |t| {
            let old = t.raw(Select, &[t.a, t.x]);
            Some((t.raw(Store, &[t.a, t.x, old]), t.a))
        }),
        ("store twice", |t| {
            let once = t.raw(Store, &[t.a, t.x, t.y]);
            Some((t.raw(Store, &[once, t.x, t.z]), t.raw(Store, &[t.a, t.x, t.z])))
        }),
        ("store back", |t| {
            let old = t.raw(Select, &[t.a, t.x]);
            let once = t.raw(Store, &[t.a, t.x, t.y]);
            Some((t.raw(Store, &[once, t.x, old]), t.a))
        }),
        ("store into a constant array of the same", |t| {
            let all = t.array_of(t.y);
            Some((t.raw(Store, &[all, t.x, t.y]), all))
        }),
        ("equal constant arrays", |t| {
            let (all_x, all_y) = (t.array_of(t.x), t.array_of(t.y));
            Some((t.raw(Eq, &[all_x, all_y]), t.done(Eq, &[t.x, t.y])))
        }),
        ("different constant arrays", |t| {
            let (zero, one, sort) = (t.c(0), t.c(1), t.sort(t.a));
            let (zeros, ones) = (t.raw(ConstArray(sort), &[zero]), t.raw(ConstArray(sort), &[one]));
            Some((t.raw(Eq, &[zeros, ones]), t.ff()))
        }),
        ("a store that changes nothing", |t| {
            let stored = t.raw(Store, &[t.a, t.x, t.y]);
            let old = t.raw(Select, &[t.a, t.x]);
            Some((t.raw(Eq, &[stored, t.a]), t.done(Eq, &[old, t.y])))
        }),
        ("two stores at one place", |t| {
            let (left, right) = (t.raw(Store, &[t.a, t.x, t.y]), t.raw(Store, &[t.a, t.x, t.z]));
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.y, t.z])))
        }),
        ("stores into different arrays", |t| {
            let (left, right) = (t.raw(Store, &[t.a, t.x, t.y]), t.raw(Store, &[t.b, t.x, t.y]));
            let plain = t.done(Eq, &[left, right]);
            Some((plain, plain))
        }),
    ]);
}

#[test]
fn integers() {
    use Op::{Eq, IntAdd, IntDiv, IntLt, IntMod, IntMul, IntNeg, IntSub};
    check(&[
        ("--i", |t| {
            let neg = t.raw(IntNeg, &[t.i]);
            Some((t.raw(IntNeg, &[neg]), t.i))
        }),
        ("0 + i", |t| {
            let zero = t.int(0);
            Some((t.raw(IntAdd, &[zero, t.i]), t.i))
        }),
        ("i + 0", |t| {
            let zero = t.int(0);
            Some((t.raw(IntAdd, &[t.i, zero]), t.i))
        }),
        ("i - 0", |t| {
            let zero = t.int(0);
            Some((t.raw(IntSub, &[t.i, zero]), t.i))
        }),
        ("0 - i", |t| {
            let zero = t.int(0);
            Some((t.raw(IntSub, &[zero, t.i]), t.raw(IntNeg, &[t.i])))
        }),
        ("i - i", |t| {
            let zero = t.int(0);
            Some((t.raw(IntSub, &[t.i, t.i]), zero))
        }),
        ("i - c", |t| {
            let (c, d) = (t.int(3), t.int(-3));
            Some((t.raw(IntSub, &[t.i, c]), t.done(IntAdd, &[t.i, d])))
        }),
        ("(i + c) + d", |t| {
            let (c, d, e) = (t.int(3), t.int(4), t.int(7));
            let sum = t.done(IntAdd, &[t.i, c]);
            Some((t.raw(IntAdd, &[d, sum]), t.done(IntAdd, &[t.i, e])))
        }),
        ("i + j in order", |t| Some((t.raw(IntAdd, &[t.j, t.i]), t.raw(IntAdd, &[t.i, t.j])))),
        ("i * 0", |t| {
            let zero = t.int(0);
            Some((t.raw(IntMul, &[t.i, zero]), zero))
        }),
        ("0 * i", |t| {
            let zero = t.int(0);
            Some((t.raw(IntMul, &[zero, t.i]), zero))
        }),
        ("i * 1", |t| {
            let one = t.int(1);
            Some((t.raw(IntMul, &[t.i, one]), t.i))
        }),
        ("1 * i", |t| {
            let one = t.int(1);
            Some((t.raw(IntMul, &[one, t.i]), t.i))
        }),
        ("i div 1", |t| {
            let one = t.int(1);
            Some((t.raw(IntDiv, &[t.i, one]), t.i))
        }),
        ("i mod 1", |t| {
            let (zero, one) = (t.int(0), t.int(1));
            Some((t.raw(IntMod, &[t.i, one]), zero))
        }),
        ("division by zero is not computed", |t| {
            let (zero, one) = (t.int(0), t.int(1));
            let plain = t.raw(IntDiv, &[one, zero]);
            Some((plain, plain))
        }),
        ("i < i", |t| Some((t.raw(IntLt, &[t.i, t.i]), t.ff()))),
        ("i + c < d", |t| {
            let (c, d, e) = (t.int(3), t.int(1), t.int(-2));
            let sum = t.done(IntAdd, &[t.i, c]);
            Some((t.raw(IntLt, &[sum, d]), t.raw(IntLt, &[t.i, e])))
        }),
        ("c < i + d", |t| {
            let (c, d, e) = (t.int(3), t.int(1), t.int(2));
            let sum = t.done(IntAdd, &[t.i, d]);
            Some((t.raw(IntLt, &[c, sum]), t.raw(IntLt, &[e, t.i])))
        }),
        ("i + c < j + d", |t| {
            let (c, d, e) = (t.int(3), t.int(1), t.int(2));
            let (left, right) = (t.done(IntAdd, &[t.i, c]), t.done(IntAdd, &[t.j, d]));
            let shifted = t.done(IntAdd, &[t.i, e]);
            Some((t.raw(IntLt, &[left, right]), t.raw(IntLt, &[shifted, t.j])))
        }),
        ("i + c = d", |t| {
            let (c, d, e) = (t.int(3), t.int(1), t.int(-2));
            let sum = t.done(IntAdd, &[t.i, c]);
            Some((t.raw(Eq, &[sum, d]), t.done(Eq, &[t.i, e])))
        }),
        ("i + c = j + c", |t| {
            let c = t.int(3);
            let (left, right) = (t.done(IntAdd, &[t.i, c]), t.done(IntAdd, &[t.j, c]));
            Some((t.raw(Eq, &[left, right]), t.done(Eq, &[t.i, t.j])))
        }),
    ]);
}

/// Every scalar operator on constants is the constant that the evaluator says.
#[test]
fn constants_are_folded() {
    use Op::*;
    let unary = [BvNot, BvNeg, Extract { high: 5, low: 2 }, ZeroExtend(3), SignExtend(3)];
    let binary = [
        BvAnd, BvOr, BvXor, BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvSmod, BvShl, BvLshr, BvAshr, BvUlt,
        BvSlt, Concat, Eq,
    ];
    let mut generator = Generator(1);
    for round in 0..200 {
        let mut terms = Terms::new();
        let width = 6 + round % 70;
        let [a, b] = [(); 2].map(|()| crate::support::bitvec(&mut generator, width)).map(|v| terms.bitvec(v));
        let cases = unary.iter().map(|op| (*op, vec![a])).chain(binary.iter().map(|op| (*op, vec![a, b])));
        for (op, args) in cases {
            let (raw, folded) = (terms.make_raw(op, &args), terms.make(op, &args));
            assert!(terms.is_constant(folded), "{} is left of {}", show(&terms, folded), show(&terms, raw));
            let wrong = difference(&terms, &Default::default(), raw, folded);
            assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
        }
    }
}
