//! Bitwise operators.

use crate::bitvec::BitVecValue;
use crate::term::{Op, TermId, Terms};

impl Terms {
    pub(super) fn rewrite_bvnot(&mut self, a: TermId) -> TermId {
        if self.op(a) == Op::BvNot { self.arg(a, 0) } else { self.make_raw(Op::BvNot, &[a]) }
    }

    pub(super) fn rewrite_bitwise(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if a == b {
            return if op == Op::BvXor { self.bitvec(BitVecValue::zero(width)) } else { a };
        }
        let complement = |terms: &Self, x: TermId, y: TermId| terms.op(x) == Op::BvNot && terms.arg(x, 0) == y;
        if complement(self, a, b) || complement(self, b, a) {
            let value = if op == Op::BvAnd { BitVecValue::zero(width) } else { BitVecValue::ones(width) };
            return self.bitvec(value);
        }
        let (x, c) = match (self.constant(a), self.constant(b)) {
            (Some(c), _) => (b, c),
            (_, Some(c)) => (a, c),
            _ => return self.leaf(op, &[a, b]),
        };
        let constant = self.bitvec(c.clone());
        match op {
            Op::BvAnd if c.is_zero() => constant,
            Op::BvAnd if c.is_ones() => x,
            Op::BvOr if c.is_zero() => x,
            Op::BvOr if c.is_ones() => constant,
            Op::BvXor if c.is_zero() => x,
            Op::BvXor if c.is_ones() => self.make(Op::BvNot, &[x]),
            _ => self.bitwise_constants(op, x, c),
        }
    }

    /// `(x op c1) op c2` with both constants joined.
    fn bitwise_constants(&mut self, op: Op, x: TermId, c: BitVecValue) -> TermId {
        if self.op(x) == op {
            let (y, z) = (self.arg(x, 0), self.arg(x, 1));
            let inner = self.constant(y).map(|d| (z, d)).or_else(|| self.constant(z).map(|d| (y, d)));
            if let Some((base, d)) = inner {
                let joined = match op {
                    Op::BvAnd => c.and(&d),
                    Op::BvOr => c.or(&d),
                    _ => c.xor(&d),
                };
                let constant = self.bitvec(joined);
                return self.make(op, &[base, constant]);
            }
        }
        let constant = self.bitvec(c);
        self.leaf(op, &[x, constant])
    }
}
