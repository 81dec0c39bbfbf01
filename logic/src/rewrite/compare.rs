//! The two strict orders. Comparisons at the ends of the range become equalities.

use crate::bitvec::BitVecValue;
use crate::term::{Op, TermId, Terms};

impl Terms {
    pub(super) fn rewrite_ult(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.ff();
        }
        if matches!((self.op(a), self.op(b)), (Op::ZeroExtend(_), Op::ZeroExtend(_))) {
            let (x, y) = self.narrowed(a, b);
            return self.bv_ult(x, y);
        }
        let width = self.width(a);
        let (least, greatest) = (BitVecValue::zero(width), BitVecValue::ones(width));
        if let Some(decided) = self.at_the_ends(a, b, &least, &greatest) {
            return decided;
        }
        if width == 1 {
            return self.is_bit(a, 0, b, 1);
        }
        let ruled = self.ult_of_extension(a, b);
        ruled.unwrap_or_else(|| self.make_raw(Op::BvUlt, &[a, b]))
    }

    pub(super) fn rewrite_slt(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.ff();
        }
        match (self.op(a), self.op(b)) {
            (Op::SignExtend(_), Op::SignExtend(_)) => {
                let (x, y) = self.narrowed(a, b);
                return self.bv_slt(x, y);
            }
            (Op::ZeroExtend(m), Op::ZeroExtend(n)) if m > 0 && n > 0 => return self.bv_ult(a, b),
            _ => {}
        }
        let width = self.width(a);
        let (least, greatest) = (BitVecValue::signed_min(width), BitVecValue::signed_max(width));
        if let Some(decided) = self.at_the_ends(a, b, &least, &greatest) {
            return decided;
        }
        if width == 1 {
            return self.is_bit(a, 1, b, 0);
        }
        let ruled = self.slt_of_extension(a, b);
        ruled.unwrap_or_else(|| self.make_raw(Op::BvSlt, &[a, b]))
    }

    /// Two one-bit terms with these values: what an order of one bit comes to.
    fn is_bit(&mut self, a: TermId, a_bit: u64, b: TermId, b_bit: u64) -> TermId {
        let (a_bit, b_bit) = (self.bv(1, a_bit), self.bv(1, b_bit));
        let (left, right) = (self.eq(a, a_bit), self.eq(b, b_bit));
        self.and(&[left, right])
    }

    /// `a < b` in an order from `least` to `greatest`, when one side is a constant at an end.
    fn at_the_ends(&mut self, a: TermId, b: TermId, least: &BitVecValue, greatest: &BitVecValue) -> Option<TermId> {
        let one = BitVecValue::one(least.width());
        if let Some(c) = self.constant(b) {
            if c == *least {
                return Some(self.ff());
            }
            if c == least.add(&one) {
                let end = self.bitvec(least.clone());
                return Some(self.eq(a, end));
            }
            if c == *greatest {
                return Some(self.neq(a, b));
            }
        }
        if let Some(c) = self.constant(a) {
            if c == *greatest {
                return Some(self.ff());
            }
            if c.add(&one) == *greatest {
                let end = self.bitvec(greatest.clone());
                return Some(self.eq(b, end));
            }
            if c == *least {
                return Some(self.neq(b, a));
            }
        }
        None
    }

    /// An unsigned comparison of a zero extension with a constant, in the narrow width.
    fn ult_of_extension(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Op::ZeroExtend(by), Some(c)) = (self.op(a), self.constant(b)) {
            let x = self.arg(a, 0);
            let narrow = c.extract(self.width(x) - 1, 0);
            if narrow.zero_extend(by) != c {
                return Some(self.tt());
            }
            let bound = self.bitvec(narrow);
            return Some(self.bv_ult(x, bound));
        }
        if let (Some(c), Op::ZeroExtend(by)) = (self.constant(a), self.op(b)) {
            let x = self.arg(b, 0);
            let narrow = c.extract(self.width(x) - 1, 0);
            if narrow.zero_extend(by) != c {
                return Some(self.ff());
            }
            let bound = self.bitvec(narrow);
            return Some(self.bv_ult(bound, x));
        }
        None
    }

    /// A signed comparison of an extension with a constant, in the narrow width.
    fn slt_of_extension(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        for (extended, bound, extended_is_less) in [(a, b, true), (b, a, false)] {
            let Some(c) = self.constant(bound) else { continue };
            match self.op(extended) {
                // A zero extension is not negative, so a non-negative bound compares unsigned.
                Op::ZeroExtend(by) if by > 0 && c.is_negative() => return Some(self.bool(!extended_is_less)),
                Op::ZeroExtend(by) if by > 0 => return Some(self.bv_ult(a, b)),
                Op::SignExtend(by) => {
                    let x = self.arg(extended, 0);
                    let narrow = c.extract(self.width(x) - 1, 0);
                    if narrow.sign_extend(by) != c {
                        // Out of the narrow range: every x is below a positive c, above a negative one.
                        return Some(self.bool(c.is_negative() != extended_is_less));
                    }
                    let bound = self.bitvec(narrow);
                    return Some(if extended_is_less { self.bv_slt(x, bound) } else { self.bv_slt(bound, x) });
                }
                _ => {}
            }
        }
        None
    }
}
