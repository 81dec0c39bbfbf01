//! What the operators compute, on bits. The interpreter and constant folding both use it.

use crate::operator::{BinaryOp, CastOp, FloatBinaryOp, FloatPredicate, FloatUnaryOp, Predicate};
use crate::types::{FloatKind, Type};
use euclase_logic::{BigInt, BitVecValue};

/// The Boolean as an `i1`.
pub fn truth(value: bool) -> BitVecValue {
    BitVecValue::new(1, u64::from(value))
}

/// An operation on two integers of one width.
pub fn binary(op: BinaryOp, a: &BitVecValue, b: &BitVecValue) -> BitVecValue {
    match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::Udiv => a.udiv(b),
        BinaryOp::Sdiv => a.sdiv(b),
        BinaryOp::Urem => a.urem(b),
        BinaryOp::Srem => a.srem(b),
        BinaryOp::Shl => a.shl(b),
        BinaryOp::Lshr => a.lshr(b),
        BinaryOp::Ashr => a.ashr(b),
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        BinaryOp::Xor => a.xor(b),
    }
}

/// A comparison of two integers or pointers of one width.
pub fn compare(predicate: Predicate, a: &BitVecValue, b: &BitVecValue) -> bool {
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ugt => b.ult(a),
        Predicate::Uge => !a.ult(b),
        Predicate::Ult => a.ult(b),
        Predicate::Ule => !b.ult(a),
        Predicate::Sgt => b.slt(a),
        Predicate::Sge => !a.slt(b),
        Predicate::Slt => a.slt(b),
        Predicate::Sle => !b.slt(a),
    }
}

/// The number cut off or filled with zeros to a width.
pub fn resize(value: &BitVecValue, width: u32) -> BitVecValue {
    match value.width() {
        from if from < width => value.zero_extend(width - from),
        from if from > width => value.extract(width - 1, 0),
        _ => value.clone(),
    }
}

/// The number cut off or filled with its sign to a width.
pub fn resize_signed(value: &BitVecValue, width: u32) -> BitVecValue {
    match value.width() {
        from if from < width => value.sign_extend(width - from),
        _ => resize(value, width),
    }
}

/// A conversion between types. The error says why there is no result.
pub fn cast(op: CastOp, value: &BitVecValue, from: Type, to: Type, pointer_width: u32) -> Result<BitVecValue, Trouble> {
    let width = to.width(pointer_width);
    match op {
        CastOp::Zext | CastOp::Trunc | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => {
            Ok(resize(value, width))
        }
        CastOp::Sext => Ok(resize_signed(value, width)),
        CastOp::FpTrunc | CastOp::FpExt => to_bits(to, to_double(from, value)?),
        CastOp::FpToUi | CastOp::FpToSi => {
            let number = to_double(from, value)?.trunc();
            let integer = BigInt::from_double(number).ok_or(Trouble::Undefined(DOES_NOT_FIT))?;
            let bits = BitVecValue::from_int(width, &integer);
            let back = if op == CastOp::FpToSi { bits.to_signed() } else { BigInt::from(bits.to_big()) };
            if back == integer { Ok(bits) } else { Err(Trouble::Undefined(DOES_NOT_FIT)) }
        }
        CastOp::UiToFp => from_integer(to, &BigInt::from(value.to_big())),
        CastOp::SiToFp => from_integer(to, &value.to_signed()),
    }
}

const DOES_NOT_FIT: &str = "a floating-point number does not fit the integer type it is converted to";

/// Why an operation has no result here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// C leaves it undefined.
    Undefined(&'static str),
    /// It is not implemented.
    Unsupported(&'static str),
}

const X87: Trouble = Trouble::Unsupported("long double arithmetic");

trait FromDouble: Sized {
    fn from_double(number: f64) -> Option<Self>;
}

impl FromDouble for BigInt {
    /// The integer that a floating-point number without fraction is.
    fn from_double(number: f64) -> Option<Self> {
        if !number.is_finite() {
            return None;
        }
        let bits = number.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075;
        let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
        // Below 2^52, the fraction that is shifted out is zero; below one, so is the number.
        let magnitude = match exponent {
            0.. => BigInt::from(mantissa) << exponent,
            -63..0 => BigInt::from(mantissa >> -exponent),
            _ => BigInt::from(0),
        };
        Some(if number.is_sign_negative() { -magnitude } else { magnitude })
    }
}

/// An integer of any size, rounded once.
fn from_integer(to: Type, number: &BigInt) -> Result<BitVecValue, Trouble> {
    // Rust reads decimal numbers of any length with correct rounding.
    let text = number.to_string();
    match to {
        Type::Float(FloatKind::F32) => {
            text.parse::<f32>().map(|f| BitVecValue::new(32, f.to_bits().into())).or(Err(X87))
        }
        Type::Float(FloatKind::F64) => text.parse::<f64>().map(|f| BitVecValue::new(64, f.to_bits())).or(Err(X87)),
        _ => Err(X87),
    }
}

/// The number of a shorter or equal type, exactly.
fn to_double(ty: Type, value: &BitVecValue) -> Result<f64, Trouble> {
    match (ty, value.to_u64()) {
        (Type::Float(FloatKind::F32), Some(bits)) => Ok(f32::from_bits(bits as u32).into()),
        (Type::Float(FloatKind::F64), Some(bits)) => Ok(f64::from_bits(bits)),
        _ => Err(X87),
    }
}

fn to_bits(ty: Type, number: f64) -> Result<BitVecValue, Trouble> {
    match ty {
        Type::Float(FloatKind::F32) => Ok(BitVecValue::new(32, (number as f32).to_bits().into())),
        Type::Float(FloatKind::F64) => Ok(BitVecValue::new(64, number.to_bits())),
        _ => Err(X87),
    }
}

/// An operation on one floating-point number.
pub fn float_unary(op: FloatUnaryOp, ty: Type, value: &BitVecValue) -> Result<BitVecValue, Trouble> {
    // The sign is a bit like any other; this keeps the rest of a NaN.
    let sign = BitVecValue::signed_min(value.width());
    match op {
        FloatUnaryOp::Neg => return Ok(value.xor(&sign)),
        FloatUnaryOp::Abs => return Ok(value.and(&sign.not())),
        _ => {}
    }
    // Single precision goes through double precision: the roundings to integers are exact, and the
    // square root rounded twice is the one rounded once, as 53 is at least twice 24 and two.
    let number = to_double(ty, value)?;
    let result = match op {
        FloatUnaryOp::Sqrt => number.sqrt(),
        FloatUnaryOp::Floor => number.floor(),
        FloatUnaryOp::Ceil => number.ceil(),
        FloatUnaryOp::Trunc => number.trunc(),
        FloatUnaryOp::Round => number.round(),
        FloatUnaryOp::RoundEven | FloatUnaryOp::Neg | FloatUnaryOp::Abs => number.round_ties_even(),
    };
    to_bits(ty, result)
}

/// An operation on two floating-point numbers of one type.
pub fn float_binary(op: FloatBinaryOp, ty: Type, a: &BitVecValue, b: &BitVecValue) -> Result<BitVecValue, Trouble> {
    if let Type::Float(FloatKind::F32) = ty {
        let (Some(a), Some(b)) = (a.to_u64(), b.to_u64()) else { return Err(X87) };
        let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let result = match op {
            FloatBinaryOp::Add => a + b,
            FloatBinaryOp::Sub => a - b,
            FloatBinaryOp::Mul => a * b,
            FloatBinaryOp::Div => a / b,
            FloatBinaryOp::Rem => a % b,
            FloatBinaryOp::Min => a.min(b),
            FloatBinaryOp::Max => a.max(b),
        };
        return Ok(BitVecValue::new(32, result.to_bits().into()));
    }
    let (a, b) = (to_double(ty, a)?, to_double(ty, b)?);
    to_bits(
        ty,
        match op {
            FloatBinaryOp::Add => a + b,
            FloatBinaryOp::Sub => a - b,
            FloatBinaryOp::Mul => a * b,
            FloatBinaryOp::Div => a / b,
            FloatBinaryOp::Rem => a % b,
            FloatBinaryOp::Min => a.min(b),
            FloatBinaryOp::Max => a.max(b),
        },
    )
}

/// A comparison of two floating-point numbers of one type.
pub fn float_compare(predicate: FloatPredicate, ty: Type, a: &BitVecValue, b: &BitVecValue) -> Result<bool, Trouble> {
    use FloatPredicate::*;
    let (a, b) = (to_double(ty, a)?, to_double(ty, b)?);
    let unordered = a.is_nan() || b.is_nan();
    Ok(match predicate {
        Oeq => a == b,
        Ogt => a > b,
        Oge => a >= b,
        Olt => a < b,
        Ole => a <= b,
        One => !unordered && a != b,
        Ord => !unordered,
        Ueq => unordered || a == b,
        Ugt => unordered || a > b,
        Uge => unordered || a >= b,
        Ult => unordered || a < b,
        Ule => unordered || a <= b,
        Une => a != b,
        Uno => unordered,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const F32: Type = Type::Float(FloatKind::F32);
    const F64: Type = Type::Float(FloatKind::F64);

    proptest! {
        #[test]
        fn conversions_are_the_machines(single: f32, double: f64, long: i64, small: i16) {
            let bits = BitVecValue::new(64, long as u64);
            let as_double = |op| cast(op, &bits, Type::Int(64), F64, 64).unwrap();
            prop_assert_eq!(as_double(CastOp::SiToFp), BitVecValue::new(64, (long as f64).to_bits()));
            prop_assert_eq!(as_double(CastOp::UiToFp), BitVecValue::new(64, (long as u64 as f64).to_bits()));
            let as_single = cast(CastOp::SiToFp, &bits, Type::Int(64), F32, 64).unwrap();
            prop_assert_eq!(as_single, BitVecValue::new(32, (long as f32).to_bits().into()));
            let near = f64::from(small) + 0.75;
            let back = cast(CastOp::FpToSi, &BitVecValue::new(64, near.to_bits()), F64, Type::Int(32), 64).unwrap();
            prop_assert_eq!(back, BitVecValue::new(32, near as i32 as u64));
            let back = cast(CastOp::FpToSi, &BitVecValue::new(64, double.to_bits()), F64, Type::Int(2000), 64);
            prop_assert_eq!(back.is_ok(), double.is_finite());
            let narrow = cast(CastOp::FpTrunc, &BitVecValue::new(64, double.to_bits()), F64, F32, 64).unwrap();
            prop_assert_eq!(narrow, BitVecValue::new(32, (double as f32).to_bits().into()));
            let root = float_unary(FloatUnaryOp::Sqrt, F32, &BitVecValue::new(32, single.abs().to_bits().into()));
            prop_assert_eq!(root.unwrap(), BitVecValue::new(32, single.abs().sqrt().to_bits().into()));
        }
    }

    #[test]
    fn a_conversion_that_does_not_fit_is_undefined() {
        for number in [128.0, -129.0, f64::NAN, f64::INFINITY] {
            let bits = BitVecValue::new(64, number.to_bits());
            assert_eq!(cast(CastOp::FpToSi, &bits, F64, Type::Int(8), 64), Err(Trouble::Undefined(DOES_NOT_FIT)));
        }
        let fits = BitVecValue::new(64, (-128.9f64).to_bits());
        assert_eq!(cast(CastOp::FpToSi, &fits, F64, Type::Int(8), 64), Ok(BitVecValue::new(8, 0x80)));
    }

    #[test]
    fn nan_is_unordered() {
        let (nan, one) = (BitVecValue::new(64, f64::NAN.to_bits()), BitVecValue::new(64, 1f64.to_bits()));
        let compare = |predicate| float_compare(predicate, F64, &nan, &one).unwrap();
        assert!(compare(FloatPredicate::Une) && compare(FloatPredicate::Uno) && compare(FloatPredicate::Ult));
        assert!(!compare(FloatPredicate::One) && !compare(FloatPredicate::Ord) && !compare(FloatPredicate::Olt));
    }
}
