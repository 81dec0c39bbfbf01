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
                Sort::Int => terms.integer_eq(a, b),
                Sort::Uninterpreted(_) => None,
            };
            ruled.or_else(|| terms.eq_of_ite(a, b)).or_else(|| terms.eq_of_ite(b, a))
        });
        if let Some(result) = ruled.flatten() {
            return result;
        }
        // One bit has two values: say "is not one" instead of "is zero".
        for (x, c) in [(a, b), (b, a)] {
            if self.width(x) == 1 && self.constant(c).is_some_and(|c| c.is_zero()) {
                let one = self.bv(1, 1);
                let set = self.leaf(Op::Eq, &[x, one]);
                return self.not(set);
            }
        }
        self.leaf(Op::Eq, &[a, b])
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
            (Op::ZeroExtend(_), Op::ZeroExtend(_)) | (Op::SignExtend(_), Op::SignExtend(_)) => {
                let (x, y) = self.narrowed(a, b);
                Some(self.eq(x, y))
            }
            (Op::Concat, Op::Concat) if self.width(self.arg(a, 1)) == self.width(self.arg(b, 1)) => {
                let ([p, q], [r, s]) = ([0, 1].map(|i| self.arg(a, i)), [0, 1].map(|i| self.arg(b, i)));
                self.push(|terms| {
                    let (high, low) = (terms.eq(p, r), terms.eq(q, s));
                    terms.and(&[high, low])
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
            _ => None,
        }
    }

    /// `ite(c, x, y) = x`: either `c` holds, or `y` is `x` as well.
    fn eq_of_ite(&mut self, ite: TermId, value: TermId) -> Option<TermId> {
        if self.op(ite) != Op::Ite || self.sort(value) == Sort::Bool {
            return None;
        }
        let (c, a, b) = (self.arg(ite, 0), self.arg(ite, 1), self.arg(ite, 2));
        if a != value && b != value {
            return None;
        }
        self.push(|terms| {
            let (left, right) = (terms.eq(a, value), terms.eq(b, value));
            terms.ite(c, left, right)
        })
    }
}
