//! The few rules for unbounded integers, which only come from text formats.

use crate::term::{Op, TermId, Terms};
use num_bigint::BigInt;
use num_traits::{One, Zero};

impl Terms {
    pub(super) fn rewrite_integer(&mut self, op: Op, args: &[TermId]) -> TermId {
        let zero = |terms: &Self, t: TermId| terms.as_int(t).is_some_and(|v| v.is_zero());
        let one = |terms: &Self, t: TermId| terms.as_int(t).is_some_and(|v| v.is_one());
        match (op, args) {
            (Op::IntNeg, [a]) if self.op(*a) == Op::IntNeg => self.arg(*a, 0),
            (Op::IntAdd, [a, b]) if zero(self, *a) => *b,
            (Op::IntAdd | Op::IntSub, [a, b]) if zero(self, *b) => *a,
            (Op::IntSub, [a, b]) if a == b => self.int(0),
            (Op::IntSub, [a, b]) if zero(self, *a) => self.make(Op::IntNeg, &[*b]),
            (Op::IntSub, [a, b]) if self.as_int(*b).is_some() => {
                let negative = self.make(Op::IntNeg, &[*b]);
                self.make(Op::IntAdd, &[*a, negative])
            }
            (Op::IntAdd, [a, b]) => self.join_integer_constants(*a, *b),
            (Op::IntMul, [a, b]) if zero(self, *a) || one(self, *b) => *a,
            (Op::IntMul, [a, b]) if zero(self, *b) || one(self, *a) => *b,
            (Op::IntDiv, [a, b]) if one(self, *b) => *a,
            (Op::IntMod, [_, b]) if one(self, *b) => self.int(0),
            (Op::IntLt, [a, b]) if a == b => self.ff(),
            (Op::IntLt, [a, b]) => match self.without_offsets(*a, *b) {
                Some((a, b)) => self.make(Op::IntLt, &[a, b]),
                None => self.leaf(op, args),
            },
            _ => self.leaf(op, args),
        }
    }

    pub(super) fn integer_eq(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (a, b) = self.without_offsets(a, b)?;
        Some(self.eq(a, b))
    }

    /// `x + c1` and `y + c2`, to be compared, as `x + (c1 - c2)` and `y`; a constant counts as a `c2`.
    fn without_offsets(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let ((x, c), (y, d)) = (self.integer_offset(a), self.integer_offset(b));
        match (x, y) {
            (Some(x), None) if c.is_zero() || self.as_int(x).is_some() => None,
            (None, Some(y)) if d.is_zero() || self.as_int(y).is_some() => None,
            (Some(x), None) => Some((x, self.int(d - c))),
            (None, Some(y)) => Some((self.int(c - d), y)),
            (Some(x), Some(y)) if !c.is_zero() && !d.is_zero() => {
                let shift = self.int(c - d);
                Some((self.make(Op::IntAdd, &[x, shift]), y))
            }
            _ => None,
        }
    }

    /// `x + c` as its parts, a constant as no term and itself.
    fn integer_offset(&self, term: TermId) -> (Option<TermId>, BigInt) {
        if let Some(c) = self.as_int(term) {
            return (None, c.clone());
        }
        if self.op(term) == Op::IntAdd {
            let (x, y) = (self.arg(term, 0), self.arg(term, 1));
            for (base, constant) in [(x, y), (y, x)] {
                if let Some(c) = self.as_int(constant) {
                    return (Some(base), c.clone());
                }
            }
        }
        (Some(term), BigInt::zero())
    }

    /// `(x + c1) + c2` with the constants joined.
    fn join_integer_constants(&mut self, a: TermId, b: TermId) -> TermId {
        for (x, c) in [(a, b), (b, a)] {
            if self.as_int(c).is_none() || self.op(x) != Op::IntAdd {
                continue;
            }
            let (y, z) = (self.arg(x, 0), self.arg(x, 1));
            for (base, inner) in [(y, z), (z, y)] {
                if self.as_int(inner).is_some() {
                    let sum = self.make(Op::IntAdd, &[inner, c]);
                    return self.make(Op::IntAdd, &[base, sum]);
                }
            }
        }
        self.leaf(Op::IntAdd, &[a, b])
    }
}
