//! Addition, subtraction, multiplication, division and shifts of bit-vectors.

use crate::bitvec::BitVecValue;
use crate::term::{Op, TermId, Terms};

impl Terms {
    pub(super) fn rewrite_add(&mut self, a: TermId, b: TermId) -> TermId {
        // At most one constant is left after folding; it goes last and meets the constant inside.
        let (x, c) = match (self.constant(a), self.constant(b)) {
            (Some(c), _) => (b, c),
            (_, Some(c)) => (a, c),
            _ => return self.add_terms(a, b),
        };
        let (base, inner) = self.offset(x);
        let sum = c.add(&inner);
        if sum.is_zero() {
            return base;
        }
        let constant = self.bitvec(sum);
        self.leaf(Op::BvAdd, &[base, constant])
    }

    /// A sum without constants at the top: `(x + c) + y` becomes `(x + y) + c`.
    fn add_terms(&mut self, a: TermId, b: TermId) -> TermId {
        let ((x, dx), (y, dy)) = (self.offset(a), self.offset(b));
        if self.op(x) == Op::BvNeg && self.arg(x, 0) == y || self.op(y) == Op::BvNeg && self.arg(y, 0) == x {
            return self.bitvec(dx.add(&dy));
        }
        let total = dx.add(&dy);
        let sum = self.leaf(Op::BvAdd, &[x, y]);
        if total.is_zero() {
            return sum;
        }
        let constant = self.bitvec(total);
        self.leaf(Op::BvAdd, &[sum, constant])
    }

    pub(super) fn rewrite_sub(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(c) = self.constant(b) {
            let negative = self.bitvec(c.neg());
            return self.bv_add(a, negative);
        }
        let ((x, dx), (y, dy)) = (self.offset(a), self.offset(b));
        let total = dx.sub(&dy);
        if x == y {
            return self.bitvec(total);
        }
        if self.constant(x).is_some_and(|c| c.is_zero()) {
            let negative = self.make(Op::BvNeg, &[y]);
            let constant = self.bitvec(total);
            return self.bv_add(negative, constant);
        }
        let difference = self.leaf(Op::BvSub, &[x, y]);
        let constant = self.bitvec(total);
        self.bv_add(difference, constant)
    }

    pub(super) fn rewrite_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (x, c) = match (self.constant(a), self.constant(b)) {
            (Some(c), _) => (b, c),
            (_, Some(c)) => (a, c),
            _ => return self.leaf(Op::BvMul, &[a, b]),
        };
        if c.is_zero() {
            return self.bitvec(c);
        }
        if c.is_one() {
            return x;
        }
        if c.is_ones() {
            return self.make(Op::BvNeg, &[x]);
        }
        let constant = self.bitvec(c);
        self.leaf(Op::BvMul, &[x, constant])
    }

    pub(super) fn rewrite_division(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        // In one bit the constant one is also −1: only the unsigned operations know it as one.
        let by_one = self.constant(b).is_some_and(|c| c.is_one()) && width > 1;
        match op {
            Op::BvUdiv | Op::BvSdiv if by_one => a,
            Op::BvUrem | Op::BvSrem | Op::BvSmod if by_one => self.bitvec(BitVecValue::zero(width)),
            _ => self.make_raw(op, &[a, b]),
        }
    }

    pub(super) fn rewrite_shift(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(value) = self.constant(a)
            && (value.is_zero() || op == Op::BvAshr && value.is_ones())
        {
            return a;
        }
        let Some(distance) = self.constant(b) else {
            return self.make_raw(op, &[a, b]);
        };
        if distance.is_zero() {
            return a;
        }
        let beyond = distance.to_u64().is_none_or(|d| d >= u64::from(width));
        match op {
            Op::BvShl | Op::BvLshr if beyond => self.bitvec(BitVecValue::zero(width)),
            _ => self.make_raw(op, &[a, b]),
        }
    }
}
