//! Floating-point arithmetic on integers: exact, then rounded once. For formats that the machine's own arithmetic does
//! not have, and to hold that against.

use super::{FloatFormat, FloatOp, FloatResult, Rounding};
use crate::bitvec::BitVecValue;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// A floating-point number of any format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Nan,
    Infinite {
        negative: bool,
    },
    /// `magnitude · 2^exponent`.
    Finite {
        negative: bool,
        magnitude: BigUint,
        exponent: i64,
    },
}

impl Number {
    pub(super) fn zero(negative: bool) -> Self {
        Number::Finite { negative, magnitude: BigUint::zero(), exponent: 0 }
    }

    fn is_zero(&self) -> bool {
        matches!(self, Number::Finite { magnitude, .. } if magnitude.is_zero())
    }

    fn negated(self) -> Self {
        match self {
            Number::Nan => Number::Nan,
            Number::Infinite { negative } => Number::Infinite { negative: !negative },
            Number::Finite { negative, magnitude, exponent } => {
                Number::Finite { negative: !negative, magnitude, exponent }
            }
        }
    }

    fn is_negative(&self) -> bool {
        matches!(self, Number::Infinite { negative: true } | Number::Finite { negative: true, .. })
    }
}

impl FloatFormat {
    fn bias(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// How many bits hold the significand.
    fn fraction_bits(self) -> u32 {
        self.precision() - u32::from(!self.has_explicit_bit())
    }

    fn largest_exponent(self) -> u64 {
        (1 << self.exponent_bits()) - 1
    }
}

pub(super) fn unpack(format: FloatFormat, bits: &BitVecValue) -> Number {
    let fraction_bits = format.fraction_bits();
    let negative = bits.is_negative();
    let exponent = bits.extract(format.width() - 2, fraction_bits).to_u64().unwrap_or_default();
    let fraction = bits.extract(fraction_bits - 1, 0).to_big();
    let hidden = BigUint::one() << (format.precision() - 1);
    let explicit = format.has_explicit_bit();
    if explicit && exponent != 0 && fraction < hidden {
        return Number::Nan;
    }
    if exponent == format.largest_exponent() {
        let infinite = if explicit { fraction == hidden } else { fraction.is_zero() };
        return if infinite { Number::Infinite { negative } } else { Number::Nan };
    }
    let magnitude = if explicit || exponent == 0 { fraction } else { fraction + hidden };
    // Subnormal numbers have the exponent of the least normal ones.
    let exponent = exponent.max(1) as i64 - format.bias() - i64::from(format.precision() - 1);
    Number::Finite { negative, magnitude, exponent }
}

fn assemble(format: FloatFormat, negative: bool, exponent: u64, fraction: &BigUint) -> BitVecValue {
    let sign = BitVecValue::new(1, u64::from(negative));
    let exponent = BitVecValue::new(format.exponent_bits(), exponent);
    sign.concat(&exponent).concat(&BitVecValue::from_big(format.fraction_bits(), fraction))
}

/// The bits of a number, rounded to the nearest, ties to even.
pub(super) fn pack(format: FloatFormat, number: &Number) -> BitVecValue {
    let top = BigUint::one() << (format.precision() - 1);
    let explicit = if format.has_explicit_bit() { top.clone() } else { BigUint::zero() };
    match number {
        Number::Nan => assemble(format, false, format.largest_exponent(), &(explicit | (top >> 1))),
        Number::Infinite { negative } => assemble(format, *negative, format.largest_exponent(), &explicit),
        Number::Finite { negative, magnitude, exponent } => {
            if magnitude.is_zero() {
                return assemble(format, *negative, 0, &BigUint::zero());
            }
            let precision = i64::from(format.precision());
            let least = 1 - format.bias() - (precision - 1);
            // The exponent of the last place of the result.
            let mut place = (exponent + magnitude.bits() as i64 - precision).max(least);
            let mut significand = match place - exponent {
                shift @ 1.. => nearest(magnitude, shift as u64, Rounding::NearestEven, *negative),
                shift => magnitude << shift.unsigned_abs(),
            };
            if significand.bits() > format.precision().into() {
                significand >>= 1;
                place += 1;
            }
            let normal = significand >= top;
            let biased = if normal { place + (precision - 1) + format.bias() } else { 0 };
            if biased >= format.largest_exponent() as i64 {
                return assemble(format, *negative, format.largest_exponent(), &explicit);
            }
            let hidden = if normal && !format.has_explicit_bit() { top } else { BigUint::zero() };
            assemble(format, *negative, biased as u64, &(significand - hidden))
        }
    }
}

/// `magnitude / 2^shift` as an integer.
fn nearest(magnitude: &BigUint, shift: u64, rounding: Rounding, negative: bool) -> BigUint {
    let whole = magnitude >> shift;
    let rest = magnitude - (&whole << shift);
    let half = rest.cmp(&(BigUint::one() << (shift - 1)));
    let up = match rounding {
        Rounding::NearestEven => half == Ordering::Greater || half == Ordering::Equal && whole.is_odd(),
        Rounding::NearestAway => half != Ordering::Less,
        Rounding::Up => !negative && !rest.is_zero(),
        Rounding::Down => negative && !rest.is_zero(),
        Rounding::Zero => false,
    };
    if up { whole + 1u32 } else { whole }
}

pub(super) fn from_integer(format: FloatFormat, number: &BigInt) -> BitVecValue {
    let negative = number.sign() == Sign::Minus;
    pack(format, &Number::Finite { negative, magnitude: number.magnitude().clone(), exponent: 0 })
}

pub(super) fn to_integer(number: &Number) -> Option<BigInt> {
    let Number::Finite { negative, magnitude, exponent } = number else { return None };
    let magnitude = match exponent {
        0.. => magnitude << exponent.unsigned_abs(),
        _ => magnitude >> exponent.unsigned_abs(),
    };
    Some(BigInt::from_biguint(if *negative { Sign::Minus } else { Sign::Plus }, magnitude))
}

fn sum(a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite { negative: a }, Number::Infinite { negative: b }) if a != b => Number::Nan,
        (infinite @ Number::Infinite { .. }, _) | (_, infinite @ Number::Infinite { .. }) => infinite,
        (
            Number::Finite { negative: na, magnitude: ma, exponent: ea },
            Number::Finite { negative: nb, magnitude: mb, exponent: eb },
        ) => {
            let exponent = ea.min(eb);
            let (ma, mb) = (ma << (ea - exponent).unsigned_abs(), mb << (eb - exponent).unsigned_abs());
            let (negative, magnitude) = match (na == nb, ma.cmp(&mb)) {
                (true, _) => (na, ma + mb),
                // Opposite numbers add up to the positive zero.
                (false, Ordering::Equal) => (false, BigUint::zero()),
                (false, Ordering::Greater) => (na, ma - mb),
                (false, Ordering::Less) => (nb, mb - ma),
            };
            Number::Finite { negative, magnitude, exponent }
        }
    }
}

fn product(a: Number, b: Number) -> Number {
    let negative = a.is_negative() != b.is_negative();
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite { .. }, other) | (other, Number::Infinite { .. }) => {
            if other.is_zero() {
                Number::Nan
            } else {
                Number::Infinite { negative }
            }
        }
        (Number::Finite { magnitude: ma, exponent: ea, .. }, Number::Finite { magnitude: mb, exponent: eb, .. }) => {
            Number::Finite { negative, magnitude: ma * mb, exponent: ea + eb }
        }
    }
}

/// The whole part of something with more bits than a result has, and a last bit that says that there is a rest.
fn with_rest(whole: BigUint, rest: bool) -> BigUint {
    (whole << 1) | BigUint::from(u32::from(rest))
}

fn quotient(precision: u32, a: Number, b: Number) -> Number {
    let negative = a.is_negative() != b.is_negative();
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite { .. }, Number::Infinite { .. }) => Number::Nan,
        (Number::Infinite { .. }, _) => Number::Infinite { negative },
        (_, Number::Infinite { .. }) => Number::zero(negative),
        (Number::Finite { magnitude: ma, exponent: ea, .. }, Number::Finite { magnitude: mb, exponent: eb, .. }) => {
            match (ma.is_zero(), mb.is_zero()) {
                (true, true) => Number::Nan,
                (true, false) => Number::zero(negative),
                (false, true) => Number::Infinite { negative },
                (false, false) => {
                    let shift = u64::from(precision) + 2 + mb.bits();
                    let (whole, rest) = (ma << shift).div_rem(&mb);
                    let magnitude = with_rest(whole, !rest.is_zero());
                    Number::Finite { negative, magnitude, exponent: ea - eb - shift as i64 - 1 }
                }
            }
        }
    }
}

fn root(precision: u32, a: Number) -> Number {
    match a {
        Number::Nan => Number::Nan,
        _ if a.is_zero() => a,
        _ if a.is_negative() => Number::Nan,
        Number::Infinite { .. } => a,
        Number::Finite { magnitude, exponent, .. } => {
            let mut shift = 2 * (u64::from(precision) + 2);
            shift += u64::from((exponent - shift as i64).is_odd());
            let square = magnitude << shift;
            let whole = square.sqrt();
            let rest = &whole * &whole != square;
            Number::Finite {
                negative: false,
                magnitude: with_rest(whole, rest),
                exponent: (exponent - shift as i64) / 2 - 1,
            }
        }
    }
}

fn integral(a: Number, rounding: Rounding) -> Number {
    match a {
        Number::Finite { negative, magnitude, exponent } if exponent < 0 => {
            let magnitude = nearest(&magnitude, exponent.unsigned_abs(), rounding, negative);
            Number::Finite { negative, magnitude, exponent: 0 }
        }
        _ => a,
    }
}

pub(super) fn remainder(a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Nan | Number::Infinite { .. }, _) | (_, Number::Nan) => Number::Nan,
        (a, Number::Infinite { .. }) => a,
        (_, b) if b.is_zero() => Number::Nan,
        (
            Number::Finite { negative, magnitude: ma, exponent: ea },
            Number::Finite { magnitude: mb, exponent: eb, .. },
        ) => {
            let exponent = ea.min(eb);
            let divisor = mb << (eb - exponent).unsigned_abs();
            let power = BigUint::from(2u32).modpow(&BigUint::from((ea - exponent).unsigned_abs()), &divisor);
            Number::Finite { negative, magnitude: ma * power % divisor, exponent }
        }
    }
}

fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    let reversed = |negative: bool, order: Ordering| if negative { order.reverse() } else { order };
    Some(match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => return None,
        _ if a.is_zero() && b.is_zero() => Ordering::Equal,
        _ if a.is_zero() => reversed(b.is_negative(), Ordering::Less),
        _ if a.is_negative() != b.is_negative() => reversed(a.is_negative(), Ordering::Greater),
        _ if b.is_zero() => reversed(a.is_negative(), Ordering::Greater),
        (Number::Infinite { .. }, Number::Infinite { .. }) => Ordering::Equal,
        (Number::Infinite { negative }, _) => reversed(*negative, Ordering::Greater),
        (_, Number::Infinite { negative }) => reversed(*negative, Ordering::Less),
        (
            Number::Finite { negative, magnitude: ma, exponent: ea },
            Number::Finite { magnitude: mb, exponent: eb, .. },
        ) => {
            let exponent = *ea.min(eb);
            let order = (ea + ma.bits() as i64)
                .cmp(&(eb + mb.bits() as i64))
                .then_with(|| (ma << (ea - exponent).unsigned_abs()).cmp(&(mb << (eb - exponent).unsigned_abs())));
            reversed(*negative, order)
        }
    })
}

/// The bits of an integer of a width, zero when it does not fit.
fn fitting(number: Option<BigInt>, width: u32, signed: bool) -> BitVecValue {
    let fits = |number: &BigInt| {
        let bits = BitVecValue::from_int(width, number);
        let back = if signed { bits.to_signed() } else { BigInt::from(bits.to_big()) };
        (back == *number).then_some(bits)
    };
    number.as_ref().and_then(fits).unwrap_or_else(|| BitVecValue::zero(width))
}

/// What the operator computes.
pub(super) fn compute(op: FloatOp, args: &[&BitVecValue]) -> FloatResult {
    use FloatOp::*;
    let number = |format, n: usize| unpack(format, args[n]);
    let bits = match op {
        Add(f) => pack(f, &sum(number(f, 0), number(f, 1))),
        Sub(f) => pack(f, &sum(number(f, 0), number(f, 1).negated())),
        Mul(f) => pack(f, &product(number(f, 0), number(f, 1))),
        Div(f) => pack(f, &quotient(f.precision(), number(f, 0), number(f, 1))),
        Sqrt(f) => pack(f, &root(f.precision(), number(f, 0))),
        Round(f, rounding) => pack(f, &integral(number(f, 0), rounding)),
        Less(f) => return FloatResult::Truth(compare(&number(f, 0), &number(f, 1)) == Some(Ordering::Less)),
        Equal(f) => return FloatResult::Truth(compare(&number(f, 0), &number(f, 1)) == Some(Ordering::Equal)),
        Convert { from, to } => pack(to, &number(from, 0)),
        FromSigned { to, .. } => from_integer(to, &args[0].to_signed()),
        FromUnsigned { to, .. } => from_integer(to, &BigInt::from(args[0].to_big())),
        ToSigned { from, width } => fitting(to_integer(&number(from, 0)), width, true),
        ToUnsigned { from, width } => fitting(to_integer(&number(from, 0)), width, false),
    };
    FloatResult::Bits(bits)
}
