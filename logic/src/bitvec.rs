//! Bit-vector values of any width, with SMT-LIB's meaning of every operation.
//!
//! Widths up to 64 live in a machine word; wider ones in a big integer. Both are kept reduced
//! modulo 2^width, so equality is equality of values.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::fmt;

/// A bit-vector value: a width and an unsigned number below 2^width.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitVecValue {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Bits {
    Small(u64),
    Large(BigUint),
}

fn mask64(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl BitVecValue {
    /// The value `number mod 2^width`.
    pub fn new(width: u32, number: u64) -> Self {
        let bits = if width <= 64 { Bits::Small(number & mask64(width)) } else { Bits::Large(BigUint::from(number)) };
        BitVecValue { width, bits }
    }

    /// The value `number mod 2^width` of a number of any size.
    pub fn from_big(width: u32, number: &BigUint) -> Self {
        let reduced = if number.bits() > u64::from(width) {
            number & &((BigUint::one() << width) - 1u32)
        } else {
            number.clone()
        };
        match reduced.to_u64() {
            Some(small) if width <= 64 => BitVecValue::new(width, small),
            _ => BitVecValue { width, bits: Bits::Large(reduced) },
        }
    }

    /// The two's complement representation of an integer, reduced modulo 2^width.
    pub fn from_int(width: u32, number: &BigInt) -> Self {
        match number.sign() {
            Sign::Minus => BitVecValue::from_big(width, number.magnitude()).neg(),
            _ => BitVecValue::from_big(width, number.magnitude()),
        }
    }

    /// All zeros.
    pub fn zero(width: u32) -> Self {
        BitVecValue::new(width, 0)
    }

    /// The number one.
    pub fn one(width: u32) -> Self {
        BitVecValue::new(width, 1)
    }

    /// All ones: the greatest unsigned value, and −1.
    pub fn ones(width: u32) -> Self {
        BitVecValue::zero(width).not()
    }

    /// Only the top bit set: the least signed value.
    pub fn signed_min(width: u32) -> Self {
        BitVecValue::one(width).shl(&BitVecValue::from_big(width, &BigUint::from(width - 1)))
    }

    /// The greatest signed value.
    pub fn signed_max(width: u32) -> Self {
        BitVecValue::signed_min(width).not()
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned number, when it fits 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Small(small) => Some(*small),
            Bits::Large(large) => large.to_u64(),
        }
    }

    /// The unsigned number.
    pub fn to_big(&self) -> BigUint {
        match &self.bits {
            Bits::Small(small) => BigUint::from(*small),
            Bits::Large(large) => large.clone(),
        }
    }

    /// The number read as two's complement.
    pub fn to_signed(&self) -> BigInt {
        let unsigned = BigInt::from(self.to_big());
        if self.is_negative() { unsigned - (BigInt::one() << self.width) } else { unsigned }
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(small) => *small == 0,
            Bits::Large(large) => large.is_zero(),
        }
    }

    /// Whether this is the number one.
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Whether all bits are one.
    pub fn is_ones(&self) -> bool {
        match &self.bits {
            Bits::Small(small) => *small == mask64(self.width),
            Bits::Large(large) => large.count_ones() == u64::from(self.width),
        }
    }

    /// The bit at `index`, counted from the least significant.
    pub fn bit(&self, index: u32) -> bool {
        match &self.bits {
            Bits::Small(small) => index < 64 && small >> index & 1 == 1,
            Bits::Large(large) => large.bit(u64::from(index)),
        }
    }

    /// Whether the top bit is set.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    fn combine(
        &self,
        other: &Self,
        small: impl FnOnce(u64, u64) -> u64,
        large: impl FnOnce(BigUint, BigUint) -> BigUint,
    ) -> Self {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => BitVecValue::new(self.width, small(*a, *b)),
            _ => BitVecValue::from_big(self.width, &large(self.to_big(), other.to_big())),
        }
    }

    /// Bitwise complement.
    pub fn not(&self) -> Self {
        match &self.bits {
            Bits::Small(small) => BitVecValue::new(self.width, !small),
            Bits::Large(large) => {
                let ones = (BigUint::one() << self.width) - 1u32;
                BitVecValue::from_big(self.width, &(ones ^ large))
            }
        }
    }

    /// Two's complement negation.
    pub fn neg(&self) -> Self {
        self.not().add(&BitVecValue::one(self.width))
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// Addition modulo 2^width.
    pub fn add(&self, other: &Self) -> Self {
        self.combine(other, u64::wrapping_add, |a, b| a + b)
    }

    /// Subtraction modulo 2^width.
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// Multiplication modulo 2^width.
    pub fn mul(&self, other: &Self) -> Self {
        self.combine(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned division; by zero, all ones.
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return BitVecValue::ones(self.width);
        }
        self.combine(other, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; by zero, the dividend.
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        self.combine(other, |a, b| a % b, |a, b| a % b)
    }

    fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Signed division, truncating; by zero as SMT-LIB defines it through `udiv`.
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.abs().udiv(&other.abs());
        if self.is_negative() != other.is_negative() { quotient.neg() } else { quotient }
    }

    /// Signed remainder with the sign of the dividend.
    pub fn srem(&self, other: &Self) -> Self {
        let remainder = self.abs().urem(&other.abs());
        if self.is_negative() { remainder.neg() } else { remainder }
    }

    /// Signed remainder with the sign of the divisor.
    pub fn smod(&self, other: &Self) -> Self {
        let remainder = self.abs().urem(&other.abs());
        if remainder.is_zero() {
            return remainder;
        }
        match (self.is_negative(), other.is_negative()) {
            (false, false) => remainder,
            (true, false) => remainder.neg().add(other),
            (false, true) => remainder.add(other),
            (true, true) => remainder.neg(),
        }
    }

    /// The shift distance, when it is below the width.
    fn distance(&self, other: &Self) -> Option<u32> {
        other.to_u64().filter(|d| *d < u64::from(self.width)).map(|d| d as u32)
    }

    /// Shift left; by the width or more, zero.
    pub fn shl(&self, other: &Self) -> Self {
        match (self.distance(other), &self.bits) {
            (None, _) => BitVecValue::zero(self.width),
            (Some(d), Bits::Small(small)) => BitVecValue::new(self.width, small << d),
            (Some(d), Bits::Large(large)) => BitVecValue::from_big(self.width, &(large << d)),
        }
    }

    /// Logical shift right; by the width or more, zero.
    pub fn lshr(&self, other: &Self) -> Self {
        match (self.distance(other), &self.bits) {
            (None, _) => BitVecValue::zero(self.width),
            (Some(d), Bits::Small(small)) => BitVecValue::new(self.width, small >> d),
            (Some(d), Bits::Large(large)) => BitVecValue::from_big(self.width, &(large >> d)),
        }
    }

    /// Arithmetic shift right; by the width or more, copies of the sign.
    pub fn ashr(&self, other: &Self) -> Self {
        if self.is_negative() { self.not().lshr(other).not() } else { self.lshr(other) }
    }

    /// Unsigned order.
    pub fn ult(&self, other: &Self) -> bool {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => a < b,
            _ => self.to_big() < other.to_big(),
        }
    }

    /// Signed order.
    pub fn slt(&self, other: &Self) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }

    /// `self` as the high bits, `low` as the low ones.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        match (&self.bits, &low.bits) {
            (Bits::Small(a), Bits::Small(b)) if width <= 64 => {
                let shifted = if low.width >= 64 { 0 } else { a << low.width };
                BitVecValue::new(width, shifted | b)
            }
            _ => BitVecValue::from_big(width, &(self.to_big() << low.width | low.to_big())),
        }
    }

    /// The bits `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Self {
        let width = high - low + 1;
        match &self.bits {
            Bits::Small(small) => BitVecValue::new(width, small >> low),
            Bits::Large(large) => BitVecValue::from_big(width, &(large >> low)),
        }
    }

    /// The same unsigned number with `by` more bits.
    pub fn zero_extend(&self, by: u32) -> Self {
        match &self.bits {
            Bits::Small(small) => BitVecValue::new(self.width + by, *small),
            Bits::Large(large) => BitVecValue::from_big(self.width + by, large),
        }
    }

    /// The same signed number with `by` more bits.
    pub fn sign_extend(&self, by: u32) -> Self {
        if self.is_negative() { self.not().zero_extend(by).not() } else { self.zero_extend(by) }
    }
}

/// SMT-LIB's notation: hexadecimal when the width is a multiple of four, else binary.
impl fmt::Display for BitVecValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width.is_multiple_of(4) {
            write!(f, "#x{:0>width$x}", self.to_big(), width = (self.width / 4) as usize)
        } else {
            write!(f, "#b{:0>width$b}", self.to_big(), width = self.width as usize)
        }
    }
}

impl fmt::Debug for BitVecValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same operation in a machine word and in a big integer must agree: a 40-bit value is
    /// computed directly and as the low part of a 100-bit one.
    fn widen(value: &BitVecValue) -> BitVecValue {
        value.zero_extend(60)
    }

    proptest! {
        #[test]
        fn words_and_big_integers_agree(a: u64, b: u64) {
            let (x, y) = (BitVecValue::new(40, a), BitVecValue::new(40, b));
            let (wx, wy) = (widen(&x), widen(&y));
            for (narrow, wide) in [
                (x.add(&y), wx.add(&wy)),
                (x.mul(&y), wx.mul(&wy)),
                (x.and(&y), wx.and(&wy)),
                (x.or(&y), wx.or(&wy)),
                (x.xor(&y), wx.xor(&wy)),
                (x.not(), wx.not()),
                (x.neg(), wx.neg()),
            ] {
                prop_assert_eq!(narrow, wide.extract(39, 0));
            }
            prop_assert_eq!(x.ult(&y), wx.ult(&wy));
            prop_assert_eq!(x.slt(&y), x.sign_extend(60).slt(&y.sign_extend(60)));
            if !y.is_zero() {
                prop_assert_eq!(x.udiv(&y), wx.udiv(&wy).extract(39, 0));
                let (sx, sy) = (x.sign_extend(60), y.sign_extend(60));
                prop_assert_eq!(x.sdiv(&y), sx.sdiv(&sy).extract(39, 0));
                prop_assert_eq!(x.srem(&y), sx.srem(&sy).extract(39, 0));
                prop_assert_eq!(x.smod(&y), sx.smod(&sy).extract(39, 0));
            }
            prop_assert_eq!(x.concat(&y).extract(79, 40), x.clone());
            prop_assert_eq!(x.concat(&y).extract(39, 0), y.clone());
            prop_assert_eq!(BitVecValue::from_int(40, &x.to_signed()), x);
        }

        #[test]
        fn machine_arithmetic_is_the_reference(a: i32, b: i32, distance in 0u32..32) {
            let (x, y) = (BitVecValue::new(32, a as u64), BitVecValue::new(32, b as u64));
            prop_assert_eq!(x.slt(&y), a < b);
            prop_assert_eq!(x.ult(&y), (a as u32) < (b as u32));
            let d = BitVecValue::new(32, u64::from(distance));
            prop_assert_eq!(x.ashr(&d), BitVecValue::new(32, (a >> distance) as u64));
            prop_assert_eq!(x.shl(&d), BitVecValue::new(32, (a << distance) as u64));
            if b != 0 {
                prop_assert_eq!(x.sdiv(&y), BitVecValue::new(32, a.wrapping_div(b) as u64));
                prop_assert_eq!(x.srem(&y), BitVecValue::new(32, a.wrapping_rem(b) as u64));
            }
        }
    }

    #[test]
    fn division_by_zero_is_smt_lib() {
        let (seven, zero) = (BitVecValue::new(8, 7), BitVecValue::zero(8));
        let minus_seven = seven.neg();
        assert_eq!(seven.udiv(&zero), BitVecValue::ones(8));
        assert_eq!(seven.urem(&zero), seven);
        assert_eq!(seven.sdiv(&zero), BitVecValue::ones(8));
        assert_eq!(minus_seven.sdiv(&zero), BitVecValue::one(8));
        assert_eq!(minus_seven.srem(&zero), minus_seven);
        assert_eq!(minus_seven.smod(&zero), minus_seven);
    }

    #[test]
    fn shifts_by_the_width_or_more() {
        let (x, far) = (BitVecValue::new(8, 0x81), BitVecValue::new(8, 8));
        assert_eq!(x.shl(&far), BitVecValue::zero(8));
        assert_eq!(x.lshr(&far), BitVecValue::zero(8));
        assert_eq!(x.ashr(&far), BitVecValue::ones(8));
    }

    #[test]
    fn printing() {
        assert_eq!(BitVecValue::new(8, 10).to_string(), "#x0a");
        assert_eq!(BitVecValue::new(3, 2).to_string(), "#b010");
        assert_eq!(BitVecValue::one(128).to_string(), format!("#x{:032x}", 1));
    }
}
