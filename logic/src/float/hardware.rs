//! What the machine computes itself. Rust promises IEEE 754's results for its two formats, but for the bits of NaNs.

use super::{FloatFormat, FloatOp, FloatResult, Rounding};
use crate::bitvec::BitVecValue;

/// What the operator computes, if the machine has its formats.
pub(super) fn compute(op: FloatOp, args: &[&BitVecValue]) -> Option<FloatResult> {
    use FloatFormat::{Double, Extended, Single};
    use FloatOp::*;
    match op {
        Add(Single) | Sub(Single) | Mul(Single) | Div(Single) | Sqrt(Single) | Round(Single, _) => {
            single_operation(op, args).map(single)
        }
        Add(Double) | Sub(Double) | Mul(Double) | Div(Double) | Sqrt(Double) | Round(Double, _) => {
            double_operation(op, args).map(double)
        }
        // Every single number is a double one.
        Less(Single) => Some(FloatResult::Truth(to_single(args[0])? < to_single(args[1])?)),
        Less(Double) => Some(FloatResult::Truth(to_double(args[0])? < to_double(args[1])?)),
        Equal(Single) => Some(FloatResult::Truth(to_single(args[0])? == to_single(args[1])?)),
        Equal(Double) => Some(FloatResult::Truth(to_double(args[0])? == to_double(args[1])?)),
        Convert { from: Single, to: Double } => Some(double(f64::from(to_single(args[0])?))),
        Convert { from: Double, to: Single } => Some(single(to_double(args[0])? as f32)),
        FromSigned { width, to } if width <= 64 => {
            let shift = 64 - width;
            let number = (args[0].to_u64()? << shift) as i64 >> shift;
            match to {
                Single => Some(single(number as f32)),
                Double => Some(double(number as f64)),
                Extended => None,
            }
        }
        FromUnsigned { width, to } if width <= 64 => match to {
            Single => Some(single(args[0].to_u64()? as f32)),
            Double => Some(double(args[0].to_u64()? as f64)),
            Extended => None,
        },
        ToSigned { from, width } | ToUnsigned { from, width } if width <= 64 => {
            let number = match from {
                Single => f64::from(to_single(args[0])?),
                Double => to_double(args[0])?,
                Extended => return None,
            };
            // Where a number is too large for 128 bits, the nearest there is, which does not fit either; for a NaN, zero.
            let number = number as i128;
            let fits = match op {
                ToSigned { .. } => (-1i128 << (width - 1)..1 << (width - 1)).contains(&number),
                _ => (0..1 << width).contains(&number),
            };
            Some(FloatResult::Bits(BitVecValue::new(width, if fits { number as u64 } else { 0 })))
        }
        _ => None,
    }
}

fn to_single(bits: &BitVecValue) -> Option<f32> {
    bits.to_u64().map(|bits| f32::from_bits(bits as u32))
}

fn to_double(bits: &BitVecValue) -> Option<f64> {
    bits.to_u64().map(f64::from_bits)
}

fn single(number: f32) -> FloatResult {
    let nan = number.is_nan();
    FloatResult::Bits(if nan { FloatFormat::Single.nan() } else { BitVecValue::new(32, number.to_bits().into()) })
}

fn double(number: f64) -> FloatResult {
    let nan = number.is_nan();
    FloatResult::Bits(if nan { FloatFormat::Double.nan() } else { BitVecValue::new(64, number.to_bits()) })
}

fn single_operation(op: FloatOp, args: &[&BitVecValue]) -> Option<f32> {
    let a = to_single(args[0])?;
    let b = args.get(1).map_or(Some(a), |b| to_single(b))?;
    Some(match op {
        FloatOp::Add(_) => a + b,
        FloatOp::Sub(_) => a - b,
        FloatOp::Mul(_) => a * b,
        FloatOp::Div(_) => a / b,
        FloatOp::Sqrt(_) => a.sqrt(),
        FloatOp::Round(_, Rounding::NearestEven) => a.round_ties_even(),
        FloatOp::Round(_, Rounding::NearestAway) => a.round(),
        FloatOp::Round(_, Rounding::Up) => a.ceil(),
        FloatOp::Round(_, Rounding::Down) => a.floor(),
        FloatOp::Round(_, Rounding::Zero) => a.trunc(),
        _ => return None,
    })
}

fn double_operation(op: FloatOp, args: &[&BitVecValue]) -> Option<f64> {
    let a = to_double(args[0])?;
    let b = args.get(1).map_or(Some(a), |b| to_double(b))?;
    Some(match op {
        FloatOp::Add(_) => a + b,
        FloatOp::Sub(_) => a - b,
        FloatOp::Mul(_) => a * b,
        FloatOp::Div(_) => a / b,
        FloatOp::Sqrt(_) => a.sqrt(),
        FloatOp::Round(_, Rounding::NearestEven) => a.round_ties_even(),
        FloatOp::Round(_, Rounding::NearestAway) => a.round(),
        FloatOp::Round(_, Rounding::Up) => a.ceil(),
        FloatOp::Round(_, Rounding::Down) => a.floor(),
        FloatOp::Round(_, Rounding::Zero) => a.trunc(),
        _ => return None,
    })
}
