//! What the operators compute, on bits. The interpreter and constant folding both use it.
//!
//! Floating-point operators are those of the logic, so that the interpreter and encodings agree to the last bit. What C
//! leaves open (the bits of a NaN, which of two zeros is the lesser) is one of the possibilities here.

use crate::operator::{BinaryOp, CastOp, FloatBinaryOp, FloatPredicate, FloatUnaryOp, Predicate};
use crate::types::Type;
use euclase_logic::{BigInt, BitVecValue, FloatFormat, FloatOp, FloatResult, Rounding};

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
        CastOp::FpTrunc | CastOp::FpExt => match (format(from)?, format(to)?) {
            (from, to) if from == to => Ok(value.clone()),
            (from, to) => Ok(bits(FloatOp::Convert { from, to }, &[value])),
        },
        CastOp::FpToUi | CastOp::FpToSi => {
            let integer = format(from)?.truncated(value).ok_or(Trouble::Undefined(DOES_NOT_FIT))?;
            let bits = BitVecValue::from_int(width, &integer);
            let back = if op == CastOp::FpToSi { bits.to_signed() } else { BigInt::from(bits.to_big()) };
            if back == integer { Ok(bits) } else { Err(Trouble::Undefined(DOES_NOT_FIT)) }
        }
        CastOp::UiToFp => Ok(format(to)?.integer(&BigInt::from(value.to_big()))),
        CastOp::SiToFp => Ok(format(to)?.integer(&value.to_signed())),
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

const NO_FLOAT: Trouble = Trouble::Unsupported("floating-point arithmetic on something else");

fn format(ty: Type) -> Result<FloatFormat, Trouble> {
    match ty {
        Type::Float(kind) => Ok(kind.format()),
        Type::Int(_) | Type::Pointer => Err(NO_FLOAT),
    }
}

/// What an operator that gives a number computes.
fn bits(op: FloatOp, args: &[&BitVecValue]) -> BitVecValue {
    match op.compute(args) {
        FloatResult::Bits(bits) => bits,
        FloatResult::Truth(truth) => self::truth(truth),
    }
}

fn holds(op: FloatOp, a: &BitVecValue, b: &BitVecValue) -> bool {
    op.compute(&[a, b]) == FloatResult::Truth(true)
}

/// Whether the bits are those of a NaN of a floating-point type.
pub fn is_nan(ty: Type, value: &BitVecValue) -> bool {
    format(ty).is_ok_and(|format| format.is_nan(value))
}

/// Whether it is left open which of two numbers `fmin` and `fmax` give: of zeros with different signs it may be either, and of
/// a signalling NaN and a number, too.
pub fn is_choice_open(ty: Type, a: &BitVecValue, b: &BitVecValue) -> bool {
    let Ok(format) = format(ty) else { return true };
    let is_signalling = |x: &BitVecValue| format.is_nan(x) && !x.bit(format.precision() - 2);
    is_signalling(a) || is_signalling(b) || a != b && holds(FloatOp::Equal(format), a, b)
}

/// An operation on one floating-point number.
pub fn float_unary(op: FloatUnaryOp, ty: Type, value: &BitVecValue) -> Result<BitVecValue, Trouble> {
    let format = format(ty)?;
    // The sign is a bit like any other; this keeps the rest of a NaN.
    let sign = BitVecValue::signed_min(value.width());
    Ok(match op {
        FloatUnaryOp::Neg => value.xor(&sign),
        FloatUnaryOp::Abs => value.and(&sign.not()),
        FloatUnaryOp::Sqrt => bits(FloatOp::Sqrt(format), &[value]),
        FloatUnaryOp::Floor => bits(FloatOp::Round(format, Rounding::Down), &[value]),
        FloatUnaryOp::Ceil => bits(FloatOp::Round(format, Rounding::Up), &[value]),
        FloatUnaryOp::Trunc => bits(FloatOp::Round(format, Rounding::Zero), &[value]),
        FloatUnaryOp::Round => bits(FloatOp::Round(format, Rounding::NearestAway), &[value]),
        FloatUnaryOp::RoundEven => bits(FloatOp::Round(format, Rounding::NearestEven), &[value]),
    })
}

/// An operation on two floating-point numbers of one type.
pub fn float_binary(op: FloatBinaryOp, ty: Type, a: &BitVecValue, b: &BitVecValue) -> Result<BitVecValue, Trouble> {
    let format = format(ty)?;
    let least = |a: &BitVecValue, b: &BitVecValue, swapped: bool| {
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        match (format.is_nan(a), format.is_nan(b)) {
            (true, true) => format.nan(),
            (true, false) => b.clone(),
            (false, true) => a.clone(),
            (false, false) if holds(FloatOp::Less(format), first, second) => a.clone(),
            (false, false) => b.clone(),
        }
    };
    Ok(match op {
        FloatBinaryOp::Add => bits(FloatOp::Add(format), &[a, b]),
        FloatBinaryOp::Sub => bits(FloatOp::Sub(format), &[a, b]),
        FloatBinaryOp::Mul => bits(FloatOp::Mul(format), &[a, b]),
        FloatBinaryOp::Div => bits(FloatOp::Div(format), &[a, b]),
        FloatBinaryOp::Rem => format.remainder(a, b),
        FloatBinaryOp::Min => least(a, b, false),
        FloatBinaryOp::Max => least(a, b, true),
    })
}

/// A comparison of two floating-point numbers of one type.
pub fn float_compare(predicate: FloatPredicate, ty: Type, a: &BitVecValue, b: &BitVecValue) -> Result<bool, Trouble> {
    use FloatPredicate::*;
    let format = format(ty)?;
    let unordered = format.is_nan(a) || format.is_nan(b);
    let (less, greater) = (holds(FloatOp::Less(format), a, b), holds(FloatOp::Less(format), b, a));
    let equal = holds(FloatOp::Equal(format), a, b);
    Ok(match predicate {
        Oeq => equal,
        Ogt => greater,
        Oge => greater || equal,
        Olt => less,
        Ole => less || equal,
        One => less || greater,
        Ord => !unordered,
        Ueq => unordered || equal,
        Ugt => unordered || greater,
        Uge => unordered || greater || equal,
        Ult => unordered || less,
        Ule => unordered || less || equal,
        Une => unordered || !equal,
        Uno => unordered,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::FloatKind;
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
    fn the_greater_of_a_number_and_a_quiet_nan_is_the_number() {
        let bits = |x: f64| BitVecValue::new(64, x.to_bits());
        let (nan, signalling) = (bits(f64::NAN), BitVecValue::new(64, 0x7ff0_0000_0000_0001));
        let minus_one = bits(-1.0);
        for (a, b) in [(&minus_one, &nan), (&nan, &minus_one)] {
            assert!(!is_choice_open(F64, a, b));
            assert_eq!(float_binary(FloatBinaryOp::Max, F64, a, b).as_ref(), Ok(&minus_one));
            assert_eq!(float_binary(FloatBinaryOp::Min, F64, a, b).as_ref(), Ok(&minus_one));
        }
        assert!(is_choice_open(F64, &minus_one, &signalling) && is_choice_open(F64, &signalling, &minus_one));
        assert!(is_choice_open(F64, &bits(0.0), &bits(-0.0)) && !is_choice_open(F64, &bits(0.0), &bits(0.0)));
    }

    #[test]
    fn nan_is_unordered() {
        let (nan, one) = (BitVecValue::new(64, f64::NAN.to_bits()), BitVecValue::new(64, 1f64.to_bits()));
        let compare = |predicate| float_compare(predicate, F64, &nan, &one).unwrap();
        assert!(compare(FloatPredicate::Une) && compare(FloatPredicate::Uno) && compare(FloatPredicate::Ult));
        assert!(!compare(FloatPredicate::One) && !compare(FloatPredicate::Ord) && !compare(FloatPredicate::Olt));
    }
}
