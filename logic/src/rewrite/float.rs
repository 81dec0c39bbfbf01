//! Floating-point operators: comparisons with constants become questions about bits or integers where they can.
//!
//! To the abstraction, `x == 1.5` is an equality like any other once it is one of bits, and a comparison of converted
//! integers one of integers. The sign is a bit, so negation and magnitude never were operators of their own.

use crate::bitvec::BitVecValue;
use crate::float::{FloatFormat, FloatOp, FloatResult};
use crate::term::{Op, TermId, Terms};
use num_bigint::BigInt;

/// How deep to look for why something is no NaN.
const DEPTH: u32 = 8;

/// An integer that is converted.
struct Side {
    width: u32,
    signed: bool,
    to: FloatFormat,
    integer: TermId,
}

impl Terms {
    pub(super) fn rewrite_float(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        let ruled = match (op, args) {
            (FloatOp::Less(format), [a, b]) => self.float_less(format, *a, *b),
            (FloatOp::Equal(format), [a, b]) => self.float_equal(format, *a, *b),
            (FloatOp::FromSigned { to, .. } | FloatOp::FromUnsigned { to, .. }, [a]) => self.float_from(op, to, *a),
            (FloatOp::ToSigned { width, .. } | FloatOp::ToUnsigned { width, .. }, [a]) => self.float_to(op, width, *a),
            (FloatOp::Add(format) | FloatOp::Sub(format) | FloatOp::Mul(format) | FloatOp::Div(format), [a, b]) => {
                self.float_neutral(op, format, *a, *b)
            }
            _ => None,
        };
        ruled.unwrap_or_else(|| self.leaf(Op::Float(op), args))
    }

    /// Whether the number compares with itself.
    fn never_nan(&self, format: FloatFormat, term: TermId) -> bool {
        let mut stack = vec![(term, DEPTH)];
        while let Some((term, depth)) = stack.pop() {
            let known = match self.op(term) {
                Op::Float(FloatOp::FromSigned { .. } | FloatOp::FromUnsigned { .. }) => true,
                Op::Float(FloatOp::Convert { .. }) | Op::Ite if depth == 0 => false,
                Op::Ite => {
                    stack.extend([(self.arg(term, 1), depth - 1), (self.arg(term, 2), depth - 1)]);
                    true
                }
                Op::Float(FloatOp::Convert { from, .. }) => self.never_nan_below(from, self.arg(term, 0)),
                _ => self.as_bitvec(term).is_some_and(|bits| !format.is_nan(bits)),
            };
            if !known {
                return false;
            }
        }
        true
    }

    /// The same one conversion down; conversions of conversions are not looked through.
    fn never_nan_below(&self, format: FloatFormat, term: TermId) -> bool {
        matches!(self.op(term), Op::Float(FloatOp::FromSigned { .. } | FloatOp::FromUnsigned { .. }))
            || self.as_bitvec(term).is_some_and(|bits| !format.is_nan(bits))
    }

    fn float_less(&mut self, format: FloatFormat, a: TermId, b: TermId) -> Option<TermId> {
        let is = |terms: &Terms, term: TermId, bits: BitVecValue| terms.as_bitvec(term) == Some(&bits);
        let nan = |terms: &Terms, term: TermId| terms.as_bitvec(term).is_some_and(|bits| format.is_nan(bits));
        if a == b || nan(self, a) || nan(self, b) {
            return Some(self.ff());
        }
        if is(self, a, format.infinity(false)) || is(self, b, format.infinity(true)) {
            return Some(self.ff());
        }
        self.float_compare(FloatOp::Less(format), a, b)
    }

    fn float_equal(&mut self, format: FloatFormat, a: TermId, b: TermId) -> Option<TermId> {
        for (constant, other) in [(a, b), (b, a)] {
            let Some(bits) = self.constant(constant) else { continue };
            if format.is_nan(&bits) {
                return Some(self.ff());
            }
            if let Some(ruled) = self.equal_to_converted(format, other, &bits) {
                return Some(ruled);
            }
            if format.is_unique(&bits) {
                return Some(self.eq(other, constant));
            }
            if format.is_zero(&bits) {
                let zeros = [false, true].map(|negative| self.bitvec(format.zero(negative)));
                let equalities = zeros.map(|zero| self.eq(other, zero));
                return Some(self.or(&equalities));
            }
        }
        if a == b && self.never_nan(format, a) {
            return Some(self.tt());
        }
        self.float_compare(FloatOp::Equal(format), a, b)
    }

    /// Whether something that was converted without loss is a number.
    fn equal_to_converted(&mut self, format: FloatFormat, term: TermId, bits: &BitVecValue) -> Option<TermId> {
        let truth =
            |a: &BitVecValue, b: &BitVecValue| FloatOp::Equal(format).compute(&[a, b]) == FloatResult::Truth(true);
        if let Some((from, x)) = self.widened(term) {
            let narrow = converted(FloatOp::Convert { from: format, to: from }, bits);
            if !truth(&converted(FloatOp::Convert { from, to: format }, &narrow), bits) {
                return Some(self.ff());
            }
            let narrow = self.bitvec(narrow);
            return Some(self.make(Op::Float(FloatOp::Equal(from)), &[x, narrow]));
        }
        let side = self.converted_integer(term).filter(Side::is_exact)?;
        let op = match side.signed {
            true => FloatOp::ToSigned { from: format, width: side.width },
            false => FloatOp::ToUnsigned { from: format, width: side.width },
        };
        let integer = converted(op, bits);
        let number = if side.signed { integer.to_signed() } else { BigInt::from(integer.to_big()) };
        if !truth(&format.integer(&number), bits) {
            return Some(self.ff());
        }
        let integer = self.bitvec(integer);
        Some(self.eq(side.integer, integer))
    }

    /// A comparison of what was converted, asked of what it was converted from.
    fn float_compare(&mut self, op: FloatOp, a: TermId, b: TermId) -> Option<TermId> {
        match (self.constant(a), self.constant(b)) {
            (None, None) => self.compare_narrow(op, a, b).or_else(|| self.compare_integers(op, a, b)),
            (None, Some(bound)) => self.compare_with(op, a, &bound, false),
            (Some(bound), None) => self.compare_with(op, b, &bound, true),
            (Some(_), Some(_)) => None,
        }
    }

    /// The number that was converted to a longer format without loss.
    fn widened(&self, term: TermId) -> Option<(FloatFormat, TermId)> {
        match self.op(term) {
            Op::Float(FloatOp::Convert { from, to }) if from.width() < to.width() => Some((from, self.arg(term, 0))),
            _ => None,
        }
    }

    fn compare_narrow(&mut self, op: FloatOp, a: TermId, b: TermId) -> Option<TermId> {
        let ((from, x), (other, y)) = (self.widened(a)?, self.widened(b)?);
        (from == other).then(|| self.make(Op::Float(op.in_format(from)), &[x, y]))
    }

    fn converted_integer(&self, term: TermId) -> Option<Side> {
        let (width, signed, to) = match self.op(term) {
            Op::Float(FloatOp::FromSigned { width, to }) => (width, true, to),
            Op::Float(FloatOp::FromUnsigned { width, to }) => (width, false, to),
            _ => return None,
        };
        Some(Side { width, signed, to, integer: self.arg(term, 0) })
    }

    /// Two integers that were converted without loss.
    fn compare_integers(&mut self, op: FloatOp, a: TermId, b: TermId) -> Option<TermId> {
        let (a, b) = (self.converted_integer(a)?, self.converted_integer(b)?);
        if a.width != b.width || a.signed != b.signed || !a.is_exact() {
            return None;
        }
        Some(match op {
            FloatOp::Less(_) if a.signed => self.bv_slt(a.integer, b.integer),
            FloatOp::Less(_) => self.bv_ult(a.integer, b.integer),
            _ => self.eq(a.integer, b.integer),
        })
    }

    /// A comparison with a constant that is no NaN; `bound_first` if the constant is on the left.
    fn compare_with(&mut self, op: FloatOp, term: TermId, bound: &BitVecValue, bound_first: bool) -> Option<TermId> {
        if let Some((from, x)) = self.widened(term) {
            return self.compare_widened(op, from, x, bound, bound_first);
        }
        let side = self.converted_integer(term)?;
        let FloatOp::Less(format) = op else { return None };
        // Conversion keeps the order, also where it rounds: the integers before the bound are those before a number.
        let first_where = |holds: &dyn Fn(&BitVecValue) -> bool| side.first_where(holds);
        let before = |number: &BitVecValue, other: &BitVecValue| {
            FloatOp::Less(format).compute(&[number, other]) == FloatResult::Truth(true)
        };
        let first = match bound_first {
            true => first_where(&|number| before(bound, number)),
            false => first_where(&|number| !before(number, bound)),
        };
        let Some(first) = first else { return Some(self.bool(!bound_first)) };
        let first = self.bitvec(first);
        let less = match side.signed {
            true => self.bv_slt(side.integer, first),
            false => self.bv_ult(side.integer, first),
        };
        Some(if bound_first { self.not(less) } else { less })
    }

    /// The comparison in the format that the number was converted from. A bound that is none of its numbers stands
    /// between two of them.
    fn compare_widened(
        &mut self,
        op: FloatOp,
        from: FloatFormat,
        x: TermId,
        bound: &BitVecValue,
        bound_first: bool,
    ) -> Option<TermId> {
        let FloatOp::Less(to) = op else { return None };
        let truth = |op: FloatOp, a: &BitVecValue, b: &BitVecValue| op.compute(&[a, b]) == FloatResult::Truth(true);
        let mut narrow = converted(FloatOp::Convert { from: to, to: from }, bound);
        let back = converted(FloatOp::Convert { from, to }, &narrow);
        // The first number above the bound bounds what is below it, and the other way round.
        if truth(FloatOp::Less(to), &back, bound) && !bound_first {
            narrow = from.next(&narrow, true);
        }
        if truth(FloatOp::Less(to), bound, &back) && bound_first {
            narrow = from.next(&narrow, false);
        }
        let narrow = self.bitvec(narrow);
        let args = if bound_first { [narrow, x] } else { [x, narrow] };
        Some(self.make(Op::Float(FloatOp::Less(from)), &args))
    }

    /// Conversion of an integer with superfluous bits.
    fn float_from(&mut self, op: FloatOp, to: FloatFormat, a: TermId) -> Option<TermId> {
        let signed = matches!(op, FloatOp::FromSigned { .. });
        let (by, extends_sign) = match self.op(a) {
            Op::ZeroExtend(by) if by > 0 => (by, false),
            Op::SignExtend(by) if by > 0 => (by, true),
            _ => return None,
        };
        let (narrow, width) = (self.arg(a, 0), self.width(a) - by);
        let op = match (signed, extends_sign) {
            (_, false) => FloatOp::FromUnsigned { width, to },
            (true, true) => FloatOp::FromSigned { width, to },
            (false, true) => return None,
        };
        Some(self.make(Op::Float(op), &[narrow]))
    }

    /// An integer that was converted without loss, and back.
    fn float_to(&mut self, op: FloatOp, width: u32, a: TermId) -> Option<TermId> {
        let side = self.converted_integer(a)?;
        let signed = matches!(op, FloatOp::ToSigned { .. });
        // An unsigned number needs one bit more in a signed one; a negative number does not fit an unsigned one.
        let fits = match (side.signed, signed) {
            (true, true) | (false, false) => side.width <= width,
            (false, true) => side.width < width,
            (true, false) => false,
        };
        if !side.is_exact() || !fits {
            return None;
        }
        let by = width - side.width;
        Some(match side.signed {
            _ if by == 0 => side.integer,
            true => self.sign_extend(by, side.integer),
            false => self.zero_extend(by, side.integer),
        })
    }

    /// Operations that leave the other operand as it is. That one must be no NaN but the one NaN that operators give.
    fn float_neutral(&mut self, op: FloatOp, format: FloatFormat, a: TermId, b: TermId) -> Option<TermId> {
        let one = format.integer(&BigInt::from(1));
        let (neutral, either) = match op {
            FloatOp::Add(_) => (format.zero(true), true),
            FloatOp::Sub(_) => (format.zero(false), false),
            FloatOp::Mul(_) => (one, true),
            _ => (one, false),
        };
        let stays = |terms: &Terms, term: TermId| match terms.op(term) {
            // What is kept in the one way that results are.
            Op::Float(inner) => inner.result_format() == Some(format),
            _ => false,
        };
        if self.as_bitvec(b) == Some(&neutral) && stays(self, a) {
            return Some(a);
        }
        (either && self.as_bitvec(a) == Some(&neutral) && stays(self, b)).then_some(b)
    }
}

impl FloatOp {
    /// The same comparison in another format.
    fn in_format(self, format: FloatFormat) -> FloatOp {
        match self {
            FloatOp::Less(_) => FloatOp::Less(format),
            FloatOp::Equal(_) => FloatOp::Equal(format),
            other => other,
        }
    }
}

/// What a conversion makes of a constant.
fn converted(op: FloatOp, bits: &BitVecValue) -> BitVecValue {
    match op.compute(&[bits]) {
        FloatResult::Bits(bits) => bits,
        FloatResult::Truth(_) => unreachable!("{op:?} is no conversion"),
    }
}

impl Side {
    /// Whether every integer of the width is a number of the format.
    fn is_exact(&self) -> bool {
        self.width <= self.to.precision() + u32::from(self.signed)
    }

    /// The least integer whose conversion has a property that all greater ones have, too.
    fn first_where(&self, holds: &dyn Fn(&BitVecValue) -> bool) -> Option<BitVecValue> {
        let (least, greatest) = match self.signed {
            true => (BitVecValue::signed_min(self.width).to_signed(), BitVecValue::signed_max(self.width).to_signed()),
            false => (BigInt::from(0), BigInt::from(BitVecValue::ones(self.width).to_big())),
        };
        let holds = |number: &BigInt| holds(&self.to.integer(number));
        if !holds(&greatest) {
            return None;
        }
        let (mut low, mut high) = (least, greatest);
        while low < high {
            let middle: BigInt = (&low + &high) >> 1;
            match holds(&middle) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        Some(BitVecValue::from_int(self.width, &low))
    }
}
