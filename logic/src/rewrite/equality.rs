//! Equality: the one predicate that the abstraction understands, so as much as possible is
//! brought to equalities of small terms with constants.

use crate::bitvec::BitVecValue;
use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};

impl Terms {
    pub(super) fn rewrite_eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.tt();
        }
        if self.is_constant(a) && self.is_constant(b) {
            return self.ff();
        }
        // Solving for what stands inside can go on through many operators: it counts as a push.
        let ruled = self.push(|terms| {
            let ruled = match terms.sort(a) {
                Sort::Bool => terms.bool_eq(a, b),
                Sort::BitVec(_) => terms.bitvec_eq(a, b),
                Sort::Array(_) => terms.array_eq(a, b),
                Sort::Int | Sort::Uninterpreted(_) => None,
            };
            ruled.or_else(|| terms.eq_of_ite(a, b)).or_else(|| terms.eq_of_ite(b, a))
        });
        ruled.flatten().unwrap_or_else(|| self.leaf(Op::Eq, &[a, b]))
    }

    fn bool_eq(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        for (x, y) in [(a, b), (b, a)] {
            match self.as_bool(x) {
                Some(true) => return Some(y),
                Some(false) => return Some(self.not(y)),
                None => {}
            }
            if let Some(inner) = self.negated(x) {
                return Some(if inner == y {
                    self.ff()
                } else {
                    let same = self.eq(inner, y);
                    self.not(same)
                });
            }
        }
        None
    }

    fn array_eq(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.op(a), self.op(b)) {
            (Op::ConstArray(_), Op::ConstArray(_)) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                Some(self.eq(x, y))
            }
            _ => None,
        }
    }

    fn bitvec_eq(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(c) = self.constant(b) {
            return self.eq_constant(a, &c);
        }
        if let Some(c) = self.constant(a) {
            return self.eq_constant(b, &c);
        }
        let ((x, dx), (y, dy)) = (self.offset(a), self.offset(b));
        if x == y {
            return Some(self.bool(dx == dy));
        }
        if !dx.is_zero() && !dy.is_zero() {
            let (difference, zero) = (dx.sub(&dy), BitVecValue::zero(dx.width()));
            if difference == zero {
                return Some(self.eq(x, y));
            }
            let shift = self.bitvec(difference);
            let left = self.bv_add(x, shift);
            return Some(self.eq(left, y));
        }
        match (self.op(a), self.op(b)) {
            (Op::ZeroExtend(m), Op::ZeroExtend(n)) | (Op::SignExtend(m), Op::SignExtend(n)) if m == n => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                Some(self.eq(x, y))
            }
            (Op::ZeroExtend(m), Op::ZeroExtend(n)) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                Some(if m > n {
                    let x = self.zero_extend(m - n, x);
                    self.eq(x, y)
                } else {
                    let y = self.zero_extend(n - m, y);
                    self.eq(x, y)
                })
            }
            (Op::BvNot, Op::BvNot) | (Op::BvNeg, Op::BvNeg) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                Some(self.eq(x, y))
            }
            _ => None,
        }
    }

    /// `a = c`, solved for what stands in `a`.
    fn eq_constant(&mut self, a: TermId, c: &BitVecValue) -> Option<TermId> {
        let solve = |terms: &mut Self, x: TermId, value: BitVecValue| {
            let constant = terms.bitvec(value);
            Some(terms.eq(x, constant))
        };
        let x = self.args(a).first().copied().unwrap_or(a);
        match self.op(a) {
            Op::BvAdd => {
                let (x, d) = self.offset(a);
                if d.is_zero() { None } else { solve(self, x, c.sub(&d)) }
            }
            Op::BvSub if c.is_zero() => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                Some(self.eq(x, y))
            }
            Op::BvSub => {
                let (left, y) = (self.constant(x)?, self.arg(a, 1));
                solve(self, y, left.sub(c))
            }
            Op::BvXor => {
                let y = self.arg(a, 1);
                match (self.constant(x), self.constant(y)) {
                    (Some(d), _) => solve(self, y, c.xor(&d)),
                    (_, Some(d)) => solve(self, x, c.xor(&d)),
                    _ if c.is_zero() => Some(self.eq(x, y)),
                    _ => None,
                }
            }
            Op::BvNot => solve(self, x, c.not()),
            Op::BvNeg => solve(self, x, c.neg()),
            Op::ZeroExtend(_) | Op::SignExtend(_) => {
                let narrow = c.extract(self.width(x) - 1, 0);
                let wide = match self.op(a) {
                    Op::ZeroExtend(by) => narrow.zero_extend(by),
                    Op::SignExtend(by) => narrow.sign_extend(by),
                    _ => return None,
                };
                if wide == *c { solve(self, x, narrow) } else { Some(self.ff()) }
            }
            Op::Concat => {
                let (low, width) = (self.arg(a, 1), self.width(self.arg(a, 1)));
                let high_value = self.bitvec(c.extract(c.width() - 1, width));
                let low_value = self.bitvec(c.extract(width - 1, 0));
                self.push(|terms| {
                    let (high, low) = (terms.eq(x, high_value), terms.eq(low, low_value));
                    terms.and(&[high, low])
                })
            }
            // One bit has two values: say "is not one" instead of "is zero".
            Op::Var(_) | Op::Select | Op::Extract { .. } | Op::Apply(_) if c.width() == 1 && c.is_zero() => {
                let one = self.bv(1, 1);
                let set = self.leaf(Op::Eq, &[a, one]);
                Some(self.not(set))
            }
            _ => None,
        }
    }

    /// `ite(c, k, t) = v` where `k` and `v` are constants: the comparison moves into the `ite`.
    fn eq_of_ite(&mut self, ite: TermId, value: TermId) -> Option<TermId> {
        if self.op(ite) != Op::Ite || self.sort(value) == Sort::Bool || !self.is_constant(value) {
            return None;
        }
        let (c, a, b) = (self.arg(ite, 0), self.arg(ite, 1), self.arg(ite, 2));
        if !self.is_constant(a) && !self.is_constant(b) {
            return None;
        }
        self.push(|terms| {
            let (left, right) = (terms.eq(a, value), terms.eq(b, value));
            terms.ite(c, left, right)
        })
    }
}
