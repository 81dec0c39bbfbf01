//! Concatenation, extraction and extension: bits moved around without arithmetic.

use crate::bitvec::BitVecValue;
use crate::term::{Op, TermId, Terms};

impl Terms {
    pub(super) fn rewrite_concat(&mut self, high: TermId, low: TermId) -> TermId {
        if self.constant(high).is_some_and(|c| c.is_zero()) {
            return self.zero_extend(self.width(high), low);
        }
        if let (Op::Extract { high: h, low: m }, Op::Extract { high: n, low: l }) = (self.op(high), self.op(low))
            && self.arg(high, 0) == self.arg(low, 0)
            && m == n + 1
        {
            return self.extract(h, l, self.arg(high, 0));
        }
        if let Some(joined) = self.concat_constants(high, low) {
            return joined;
        }
        self.make_raw(Op::Concat, &[high, low])
    }

    /// Two constants side by side are one.
    fn concat_constants(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        if self.op(low) == Op::Concat
            && let (Some(c), Some(d)) = (self.constant(high), self.constant(self.arg(low, 0)))
        {
            let (constant, rest) = (self.bitvec(c.concat(&d)), self.arg(low, 1));
            return Some(self.make_raw(Op::Concat, &[constant, rest]));
        }
        if self.op(high) == Op::Concat
            && let (Some(c), Some(d)) = (self.constant(self.arg(high, 1)), self.constant(low))
        {
            let (rest, constant) = (self.arg(high, 0), self.bitvec(c.concat(&d)));
            return Some(self.make_raw(Op::Concat, &[rest, constant]));
        }
        None
    }

    /// Two extensions of one kind to one width, without the part of the extension they share.
    pub(super) fn narrowed(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let (x, y) = (self.arg(a, 0), self.arg(b, 0));
        let extend =
            |op: Op, by: u32| if matches!(op, Op::ZeroExtend(_)) { Op::ZeroExtend(by) } else { Op::SignExtend(by) };
        let (m, n) = (self.width(x), self.width(y));
        let (x_op, y_op) = (extend(self.op(a), n.saturating_sub(m)), extend(self.op(b), m.saturating_sub(n)));
        (self.make(x_op, &[x]), self.make(y_op, &[y]))
    }

    pub(super) fn rewrite_extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        if low == 0 && high + 1 == self.width(a) {
            return a;
        }
        let ruled = match self.op(a) {
            Op::Extract { low: inner, .. } => {
                let x = self.arg(a, 0);
                Some(self.extract(high + inner, low + inner, x))
            }
            Op::Concat => self.extract_of_concat(high, low, a),
            Op::ZeroExtend(_) | Op::SignExtend(_) => self.extract_of_extension(high, low, a),
            Op::Ite => {
                let (c, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
                let cheap = |terms: &Self, t| {
                    matches!(terms.op(t), Op::BitVecConst(_) | Op::Concat | Op::ZeroExtend(_) | Op::SignExtend(_))
                };
                if cheap(self, x) || cheap(self, y) {
                    self.push(|terms| {
                        let (x, y) = (terms.extract(high, low, x), terms.extract(high, low, y));
                        terms.ite(c, x, y)
                    })
                } else {
                    None
                }
            }
            Op::BvNot | Op::BvAnd | Op::BvOr | Op::BvXor if self.args(a).iter().any(|x| self.is_constant(*x)) => {
                let op = self.op(a);
                let args = self.args(a).to_vec();
                self.push(|terms| {
                    let parts: Vec<TermId> = args.iter().map(|x| terms.extract(high, low, *x)).collect();
                    terms.make(op, &parts)
                })
            }
            _ => None,
        };
        ruled.unwrap_or_else(|| self.make_raw(Op::Extract { high, low }, &[a]))
    }

    fn extract_of_concat(&mut self, high: u32, low: u32, a: TermId) -> Option<TermId> {
        let (x, y) = (self.arg(a, 0), self.arg(a, 1));
        let split = self.width(y);
        if high < split {
            self.push(|terms| terms.extract(high, low, y))
        } else if low >= split {
            self.push(|terms| terms.extract(high - split, low - split, x))
        } else {
            self.push(|terms| {
                let (left, right) = (terms.extract(high - split, 0, x), terms.extract(split - 1, low, y));
                terms.concat(left, right)
            })
        }
    }

    fn extract_of_extension(&mut self, high: u32, low: u32, a: TermId) -> Option<TermId> {
        let x = self.arg(a, 0);
        let width = self.width(x);
        if high < width {
            return Some(self.extract(high, low, x));
        }
        if matches!(self.op(a), Op::SignExtend(_)) {
            // Every bit from the top one of x on is the sign, so one copy of it is enough.
            let part = self.extract(width - 1, low.min(width - 1), x);
            return Some(self.sign_extend(high - low + 1 - self.width(part), part));
        }
        if low >= width {
            return Some(self.bitvec(BitVecValue::zero(high - low + 1)));
        }
        let part = self.extract(width - 1, low, x);
        Some(self.zero_extend(high + 1 - width, part))
    }

    pub(super) fn rewrite_zero_extend(&mut self, by: u32, a: TermId) -> TermId {
        match self.op(a) {
            _ if by == 0 => a,
            Op::ZeroExtend(inner) => {
                let x = self.arg(a, 0);
                self.zero_extend(by + inner, x)
            }
            _ => self.make_raw(Op::ZeroExtend(by), &[a]),
        }
    }

    pub(super) fn rewrite_sign_extend(&mut self, by: u32, a: TermId) -> TermId {
        match self.op(a) {
            _ if by == 0 => a,
            Op::SignExtend(inner) => {
                let x = self.arg(a, 0);
                self.sign_extend(by + inner, x)
            }
            Op::ZeroExtend(inner) if inner > 0 => {
                let x = self.arg(a, 0);
                self.zero_extend(by + inner, x)
            }
            _ => self.make_raw(Op::SignExtend(by), &[a]),
        }
    }
}
