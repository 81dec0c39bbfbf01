//! Intrinsics on floating-point numbers.

use super::function::FunctionImporter;
use super::llvm::Value;
use super::{Step, Stop};
use euclase_program::{
    BinaryOp, BitVecValue, CastOp, CommandKind, Constant, FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp,
    Predicate, Type, ValueId,
};

impl FunctionImporter<'_, '_> {
    /// Reads a call of an intrinsic on floating-point numbers. Whether it is one.
    pub fn float_intrinsic(&mut self, intrinsic: &str, call: Value, name: &Option<String>) -> Step<bool> {
        let name = name.clone();
        if let Some(op) = unary(intrinsic) {
            let a = self.scalar(call.operand(0))?;
            self.result(call, name, CommandKind::FloatUnary(op, a))?;
            return Ok(true);
        }
        match intrinsic {
            "minnum" | "maxnum" => {
                let op = if intrinsic == "minnum" { FloatBinaryOp::Min } else { FloatBinaryOp::Max };
                let (a, b) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
                self.result(call, name, CommandKind::FloatBinary(op, a, b))?;
            }
            // Whether it rounds once or twice is left to the target, and x86 rounds twice.
            "fmuladd" => {
                let (a, b) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
                let c = self.scalar(call.operand(2))?;
                let ty = self.scalar_type(call)?;
                let product = self.define(ty, None, CommandKind::FloatBinary(FloatBinaryOp::Mul, a, b));
                self.result(call, name, CommandKind::FloatBinary(FloatBinaryOp::Add, product, c))?;
            }
            "copysign" => self.copy_sign(call, name)?,
            "is.fpclass" => self.is_of_class(call)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a number is of one of the classes of a mask: signalling and quiet NaNs, then from negative infinity up to the
    /// positive one. Said with comparisons where it can be, which see no more of a NaN than that it is one.
    fn is_of_class(&mut self, call: Value) -> Step<()> {
        let (x, mask) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
        let ty = self.function.type_of(x);
        let mask = match self.function.constant_of(mask) {
            Some(Constant::Bits(bits)) => bits.to_u64(),
            _ => None,
        };
        let (Some(mask), Type::Float(kind)) = (mask, ty) else {
            return Err(Stop::unsupported("a test for classes of floating-point numbers"));
        };
        let format = kind.format();
        let mut number = |bits: BitVecValue| self.function.constant(ty, Constant::Bits(bits));
        let (zero, infinity) = (number(format.zero(false)), number(format.infinity(false)));
        let smallest = number(smallest_normal(format));
        let magnitude = self.define(ty, None, CommandKind::FloatUnary(FloatUnaryOp::Abs, x));
        let mut ways = Vec::new();
        match mask & 3 {
            0 => {}
            3 => ways.push(self.float_comparison(FloatPredicate::Uno, x, x)),
            signalling => {
                let quiet = self.has_bit(x, format.precision() - 2);
                let wanted = if signalling == 1 { self.not(quiet) } else { quiet };
                let nan = self.float_comparison(FloatPredicate::Uno, x, x);
                ways.push(self.binary(BinaryOp::And, nan, wanted));
            }
        }
        let finite = 0b01_1111_1000;
        let all_finite = mask & finite == finite;
        if all_finite {
            ways.push(self.float_comparison(FloatPredicate::Olt, magnitude, infinity));
        }
        // The bits of the negative and of the positive numbers of a class, and the least and the first number too great.
        let classes = [
            (2, 9, infinity, None),
            (3, 8, smallest, Some(infinity)),
            (4, 7, zero, Some(smallest)),
            (5, 6, zero, None),
        ];
        for (negative, positive, least, end) in classes {
            let (negative, positive) = (mask >> negative & 1 == 1, mask >> positive & 1 == 1);
            if !negative && !positive || all_finite && least != infinity {
                continue;
            }
            let mut way = match end {
                None => self.float_comparison(FloatPredicate::Oeq, magnitude, least),
                Some(end) => {
                    let from = if least == zero { FloatPredicate::Ogt } else { FloatPredicate::Oge };
                    let above = self.float_comparison(from, magnitude, least);
                    let below = self.float_comparison(FloatPredicate::Olt, magnitude, end);
                    self.binary(BinaryOp::And, above, below)
                }
            };
            if negative != positive {
                let sign = self.has_bit(x, format.width() - 1);
                let wanted = if negative { sign } else { self.not(sign) };
                way = self.binary(BinaryOp::And, way, wanted);
            }
            ways.push(way);
        }
        let mut any = self.bits(BitVecValue::zero(1));
        for way in ways {
            any = self.binary(BinaryOp::Or, any, way);
        }
        self.bind(call, &[any]);
        Ok(())
    }

    fn float_comparison(&mut self, predicate: FloatPredicate, a: ValueId, b: ValueId) -> ValueId {
        self.define(Type::BOOL, None, CommandKind::FloatCompare(predicate, a, b))
    }

    /// Whether a bit of a floating-point number is set.
    fn has_bit(&mut self, x: ValueId, bit: u32) -> ValueId {
        let width = self.width(x);
        let bits = self.cast_to(CastOp::Bitcast, x, Type::Int(width));
        let one = BitVecValue::one(width);
        let mask = self.bits(one.shl(&BitVecValue::new(width, bit.into())));
        let masked = self.binary(BinaryOp::And, bits, mask);
        self.define(Type::BOOL, None, CommandKind::Compare(Predicate::Eq, masked, mask))
    }

    /// The magnitude of one number with the sign of another, which is the highest bit.
    fn copy_sign(&mut self, call: Value, name: Option<String>) -> Step<()> {
        let (a, b) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
        let width = self.width(a);
        let int = Type::Int(width);
        let sign = self.bits(BitVecValue::signed_min(width));
        let rest = self.bits(BitVecValue::signed_max(width));
        let (a, b) = (self.cast_to(CastOp::Bitcast, a, int), self.cast_to(CastOp::Bitcast, b, int));
        let (magnitude, sign) = (self.binary(BinaryOp::And, a, rest), self.binary(BinaryOp::And, b, sign));
        let both = self.binary(BinaryOp::Or, magnitude, sign);
        self.result(call, name, CommandKind::Cast(CastOp::Bitcast, both))
    }
}

/// The least positive number that is not subnormal.
fn smallest_normal(format: FloatFormat) -> BitVecValue {
    let width = format.width();
    let bit = |at: u32| BitVecValue::one(width).shl(&BitVecValue::new(width, at.into()));
    match format {
        FloatFormat::Single | FloatFormat::Double => bit(format.precision() - 1),
        // The bit that is hidden elsewhere is set, too.
        FloatFormat::Extended => bit(64).or(&bit(63)),
    }
}

fn unary(intrinsic: &str) -> Option<FloatUnaryOp> {
    Some(match intrinsic {
        "fabs" => FloatUnaryOp::Abs,
        "sqrt" => FloatUnaryOp::Sqrt,
        "floor" => FloatUnaryOp::Floor,
        "ceil" => FloatUnaryOp::Ceil,
        "trunc" => FloatUnaryOp::Trunc,
        "round" => FloatUnaryOp::Round,
        // Rounding is to the nearest, halves to even, unless a program asks for another mode, and
        // the functions that do have no body.
        "roundeven" | "rint" | "nearbyint" => FloatUnaryOp::RoundEven,
        _ => return None,
    })
}
