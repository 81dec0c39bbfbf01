//! Floating-point operators over bit-vectors, with IEEE 754's meaning, rounded to the nearest, ties to even.
//!
//! A floating-point number is a bit-vector that holds its bits, so that it can be kept in a variable, in
//! memory or behind a cast like any other. What an operator reads as a number or computes is told by the format in it.
//! IEEE 754 leaves the bits of a NaN open; here every result that is a NaN is [`FloatFormat::nan`], so that
//! operators are functions. Whoever models a machine whose NaNs can be seen has to say what else they may be.

mod hardware;
mod names;
mod soft;
#[cfg(test)]
mod tests;

use crate::bitvec::BitVecValue;
pub use names::Bound;
use num_bigint::{BigInt, BigUint};
use soft::Number;

/// The formats of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatFormat {
    /// IEEE 754's binary32.
    Single,
    /// IEEE 754's binary64.
    Double,
    /// The x87's 80 bits, where the highest bit of the significand is not hidden. What the x87 calls invalid (a number
    /// other than a subnormal one without that bit) is a NaN here.
    Extended,
}

/// How a number is rounded to an integral one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    Up,
    Down,
    Zero,
}

/// An operator on floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatOp {
    /// Sum.
    Add(FloatFormat),
    /// Difference.
    Sub(FloatFormat),
    /// Product.
    Mul(FloatFormat),
    /// Quotient.
    Div(FloatFormat),
    /// Square root.
    Sqrt(FloatFormat),
    /// An integral number near the argument.
    Round(FloatFormat, Rounding),
    /// Ordered and less.
    Less(FloatFormat),
    /// Ordered and equal; a number is equal to itself just if it is no NaN.
    Equal(FloatFormat),
    /// The same number in another format.
    Convert {
        /// The format of the argument.
        from: FloatFormat,
        /// The format of the result.
        to: FloatFormat,
    },
    /// A signed integer as a floating-point number.
    FromSigned {
        /// The width of the integer.
        width: u32,
        /// The format of the result.
        to: FloatFormat,
    },
    /// An unsigned integer as a floating-point number.
    FromUnsigned {
        /// The width of the integer.
        width: u32,
        /// The format of the result.
        to: FloatFormat,
    },
    /// The signed integer that is left when the fraction is cut off; zero when it does not fit.
    ToSigned {
        /// The format of the argument.
        from: FloatFormat,
        /// The width of the integer.
        width: u32,
    },
    /// The unsigned integer that is left when the fraction is cut off; zero when it does not fit.
    ToUnsigned {
        /// The format of the argument.
        from: FloatFormat,
        /// The width of the integer.
        width: u32,
    },
}

impl FloatFormat {
    /// All formats.
    pub const ALL: [FloatFormat; 3] = [FloatFormat::Single, FloatFormat::Double, FloatFormat::Extended];

    /// How many bits a number has.
    pub fn width(self) -> u32 {
        match self {
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::Extended => 80,
        }
    }

    /// The format of this width.
    pub fn of_width(width: u32) -> Option<Self> {
        FloatFormat::ALL.into_iter().find(|format| format.width() == width)
    }

    /// How many bits the significand has, a hidden one included.
    pub fn precision(self) -> u32 {
        match self {
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::Extended => 64,
        }
    }

    /// How many bits the exponent has.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::Extended => 15,
        }
    }

    /// Whether the highest bit of the significand is among the bits.
    fn has_explicit_bit(self) -> bool {
        self == FloatFormat::Extended
    }

    /// The NaN that every operator gives: quiet, positive and without a payload.
    pub fn nan(self) -> BitVecValue {
        soft::pack(self, &Number::Nan)
    }

    /// Infinity.
    pub fn infinity(self, negative: bool) -> BitVecValue {
        soft::pack(self, &Number::Infinite { negative })
    }

    /// Zero.
    pub fn zero(self, negative: bool) -> BitVecValue {
        soft::pack(self, &Number::zero(negative))
    }

    /// The integer, rounded.
    pub fn integer(self, number: &BigInt) -> BitVecValue {
        soft::from_integer(self, number)
    }

    /// Whether the bits are those of a NaN.
    pub fn is_nan(self, bits: &BitVecValue) -> bool {
        soft::unpack(self, bits) == Number::Nan
    }

    /// Whether the bits are those of a zero.
    pub fn is_zero(self, bits: &BitVecValue) -> bool {
        matches!(soft::unpack(self, bits), Number::Finite { magnitude, .. } if magnitude == BigUint::ZERO)
    }

    /// Whether no other bits stand for the same number.
    pub fn is_unique(self, bits: &BitVecValue) -> bool {
        let number = soft::unpack(self, bits);
        let subnormal = self.has_explicit_bit() && bits.extract(78, 64).to_u64().is_some_and(|exponent| exponent <= 1);
        number != Number::Nan && !self.is_zero(bits) && !subnormal
    }

    /// The integer that is left when the fraction is cut off; nothing for infinities and NaNs.
    pub fn truncated(self, bits: &BitVecValue) -> Option<BigInt> {
        soft::to_integer(&soft::unpack(self, bits))
    }

    /// The remainder of C's `fmod`, which is always exact.
    pub fn remainder(self, a: &BitVecValue, b: &BitVecValue) -> BitVecValue {
        soft::pack(self, &soft::remainder(soft::unpack(self, a), soft::unpack(self, b)))
    }

    /// The number next to one that is neither a NaN nor, in that direction, infinite.
    pub(crate) fn next(self, bits: &BitVecValue, up: bool) -> BitVecValue {
        let one = BitVecValue::one(self.width());
        let low = bits.extract(self.width() - 2, 0).zero_extend(1);
        if low.is_zero() {
            let least = if up { one } else { one.or(&BitVecValue::signed_min(self.width())) };
            return least;
        }
        if bits.is_negative() == up { bits.sub(&one) } else { bits.add(&one) }
    }
}

impl Rounding {
    /// All ways to round.
    pub const ALL: [Rounding; 5] =
        [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];
}

impl FloatOp {
    /// The widest integers that are converted.
    pub const MAX_INTEGER: u32 = 128;

    /// Whether the indices are ones that the operator can have.
    pub(crate) fn is_valid(self) -> bool {
        match self {
            FloatOp::Convert { from, to } => from != to,
            FloatOp::FromSigned { width, .. }
            | FloatOp::FromUnsigned { width, .. }
            | FloatOp::ToSigned { width, .. }
            | FloatOp::ToUnsigned { width, .. } => (1..=FloatOp::MAX_INTEGER).contains(&width),
            _ => true,
        }
    }

    /// How many arguments there are.
    pub fn arity(self) -> usize {
        use FloatOp::*;
        match self {
            Add(_) | Sub(_) | Mul(_) | Div(_) | Less(_) | Equal(_) => 2,
            Sqrt(_) | Round(..) | Convert { .. } => 1,
            FromSigned { .. } | FromUnsigned { .. } | ToSigned { .. } | ToUnsigned { .. } => 1,
        }
    }

    /// How many bits each argument has.
    pub fn argument_width(self) -> u32 {
        use FloatOp::*;
        match self {
            Add(f) | Sub(f) | Mul(f) | Div(f) | Sqrt(f) | Round(f, _) | Less(f) | Equal(f) => f.width(),
            Convert { from, .. } | ToSigned { from, .. } | ToUnsigned { from, .. } => from.width(),
            FromSigned { width, .. } | FromUnsigned { width, .. } => width,
        }
    }

    /// How many bits the result has; none for a comparison.
    pub fn result_width(self) -> Option<u32> {
        use FloatOp::*;
        match self {
            Less(_) | Equal(_) => None,
            ToSigned { width, .. } | ToUnsigned { width, .. } => Some(width),
            _ => self.result_format().map(FloatFormat::width),
        }
    }

    /// The format of the result, if that is a floating-point number.
    pub fn result_format(self) -> Option<FloatFormat> {
        use FloatOp::*;
        match self {
            Add(f) | Sub(f) | Mul(f) | Div(f) | Sqrt(f) | Round(f, _) => Some(f),
            Convert { to, .. } | FromSigned { to, .. } | FromUnsigned { to, .. } => Some(to),
            Less(_) | Equal(_) | ToSigned { .. } | ToUnsigned { .. } => None,
        }
    }

    /// Whether the order of two arguments does not matter.
    pub fn is_commutative(self) -> bool {
        matches!(self, FloatOp::Add(_) | FloatOp::Mul(_) | FloatOp::Equal(_))
    }

    /// What the operator computes where everything fits machine words, a truth value being zero or one.
    pub fn compute_words(self, args: &[u64]) -> u64 {
        let args: Vec<BitVecValue> = args.iter().map(|word| BitVecValue::new(self.argument_width(), *word)).collect();
        match self.compute(&args.iter().collect::<Vec<_>>()) {
            FloatResult::Bits(bits) => bits.to_u64().unwrap_or_default(),
            FloatResult::Truth(truth) => u64::from(truth),
        }
    }

    /// What the operator computes.
    pub fn compute(self, args: &[&BitVecValue]) -> FloatResult {
        hardware::compute(self, args).unwrap_or_else(|| soft::compute(self, args))
    }
}

/// What an operator on floating-point numbers computes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FloatResult {
    /// A number, as its bits.
    Bits(BitVecValue),
    /// Whether a comparison holds.
    Truth(bool),
}
