//! Addition, subtraction, multiplication, division and shifts of bit-vectors.
//!
//! A sum has at most one constant, outermost: `(x + y) + c`. A constant minus a term is one
//! operation, `c - x`; the other negative summand is a subtraction too, and `bvneg` is left only
//! where nothing is added to it.

use crate::bitvec::BitVecValue;
use crate::term::{Op, TermId, Terms};

impl Terms {
    pub(super) fn rewrite_add(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.constant(a), self.constant(b)) {
            (Some(c), _) => self.add_constant(b, &c),
            (_, Some(c)) => self.add_constant(a, &c),
            _ => self.add_terms(a, b),
        }
    }

    fn add_constant(&mut self, x: TermId, c: &BitVecValue) -> TermId {
        let (base, inner) = self.offset(x);
        let sum = c.add(&inner);
        if sum.is_zero() {
            return base;
        }
        if let Some((k, y)) = self.constant_minus(base) {
            return self.subtract_from(&k.add(&sum), y);
        }
        let constant = self.bitvec(sum);
        self.leaf(Op::BvAdd, &[base, constant])
    }

    /// A sum without constants at the top: `(x + c) + y` becomes `(x + y) + c`.
    fn add_terms(&mut self, a: TermId, b: TermId) -> TermId {
        let ((x, dx), (y, dy)) = (self.offset(a), self.offset(b));
        let total = dx.add(&dy);
        for (x, y) in [(x, y), (y, x)] {
            if self.op(x) == Op::BvSub && self.arg(x, 1) == y {
                let minuend = self.arg(x, 0);
                return self.add_offset(minuend, total);
            }
            if let Some((k, subtrahend)) = self.constant_minus(x) {
                let difference = self.bv_sub(y, subtrahend);
                return self.add_offset(difference, total.add(&k));
            }
        }
        let sum = self.leaf(Op::BvAdd, &[x, y]);
        self.add_offset(sum, total)
    }

    fn add_offset(&mut self, x: TermId, c: BitVecValue) -> TermId {
        let constant = self.bitvec(c);
        self.bv_add(x, constant)
    }

    /// `k - y` as its parts; `bvneg y` is zero minus `y`.
    fn constant_minus(&self, term: TermId) -> Option<(BitVecValue, TermId)> {
        match self.op(term) {
            Op::BvNeg => Some((BitVecValue::zero(self.width(term)), self.arg(term, 0))),
            Op::BvSub => self.constant(self.arg(term, 0)).map(|k| (k, self.arg(term, 1))),
            _ => None,
        }
    }

    /// `k - y` where `y` is neither a constant nor has one that could join `k`.
    fn subtract_from(&mut self, k: &BitVecValue, y: TermId) -> TermId {
        if k.is_zero() {
            return self.make_raw(Op::BvNeg, &[y]);
        }
        let constant = self.bitvec(k.clone());
        self.make_raw(Op::BvSub, &[constant, y])
    }

    pub(super) fn rewrite_sub(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(c) = self.constant(b) {
            return self.add_offset(a, c.neg());
        }
        let ((x, dx), (y, dy)) = (self.offset(a), self.offset(b));
        let total = dx.sub(&dy);
        if x == y {
            return self.bitvec(total);
        }
        if let Some((k, z)) = self.constant_minus(y) {
            let sum = self.bv_add(x, z);
            return self.add_offset(sum, total.sub(&k));
        }
        if let Some(c) = self.constant(x) {
            return self.subtract_from(&c.add(&total), y);
        }
        let difference = match (self.op(x), self.op(y)) {
            (Op::BvAdd, _) if self.arg(x, 1) == y => self.arg(x, 0),
            (Op::BvAdd, _) if self.arg(x, 0) == y => self.arg(x, 1),
            (_, Op::BvSub) if self.arg(y, 0) == x => self.arg(y, 1),
            _ => self.leaf(Op::BvSub, &[x, y]),
        };
        self.add_offset(difference, total)
    }

    pub(super) fn rewrite_neg(&mut self, a: TermId) -> TermId {
        let (x, d) = self.offset(a);
        match self.op(x) {
            Op::BvNeg | Op::BvSub => {
                let zero = self.bitvec(BitVecValue::zero(self.width(a)));
                let (minuend, subtrahend) = match self.op(x) {
                    Op::BvNeg => (zero, self.arg(x, 0)),
                    _ => (self.arg(x, 0), self.arg(x, 1)),
                };
                let difference = self.bv_sub(subtrahend, minuend);
                self.add_offset(difference, d.neg())
            }
            _ => self.subtract_from(&d.neg(), x),
        }
    }

    pub(super) fn rewrite_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (mut x, mut c) = match (self.constant(a), self.constant(b)) {
            (Some(c), _) => (b, c),
            (_, Some(c)) => (a, c),
            _ => return self.leaf(Op::BvMul, &[a, b]),
        };
        if self.op(x) == Op::BvMul {
            let (y, z) = (self.arg(x, 0), self.arg(x, 1));
            let inner = self.constant(y).map(|d| (z, d)).or_else(|| self.constant(z).map(|d| (y, d)));
            if let Some((base, d)) = inner {
                (x, c) = (base, c.mul(&d));
            }
        }
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
        let remainder = matches!(op, Op::BvUrem | Op::BvSrem | Op::BvSmod);
        if remainder && (a == b || self.constant(a).is_some_and(|c| c.is_zero())) {
            return self.bitvec(BitVecValue::zero(width));
        }
        let Some(c) = self.constant(b) else {
            return self.make_raw(op, &[a, b]);
        };
        let signed = matches!(op, Op::BvSdiv | Op::BvSrem | Op::BvSmod);
        match op {
            Op::BvUdiv if c.is_zero() => self.bitvec(BitVecValue::ones(width)),
            _ if remainder && c.is_zero() => a,
            // In one bit the constant one is also −1: the signed operations know it as that.
            Op::BvSdiv if c.is_ones() => self.make(Op::BvNeg, &[a]),
            _ if remainder && signed && c.is_ones() => self.bitvec(BitVecValue::zero(width)),
            Op::BvUdiv | Op::BvSdiv if c.is_one() => a,
            _ if remainder && c.is_one() => self.bitvec(BitVecValue::zero(width)),
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
            // All bits are the sign already at one less than the width.
            Op::BvAshr if beyond => {
                let last = self.bv(width, u64::from(width) - 1);
                self.make(op, &[a, last])
            }
            _ => self.make_raw(op, &[a, b]),
        }
    }
}
