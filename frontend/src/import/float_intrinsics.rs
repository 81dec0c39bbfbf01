//! Intrinsics on floating-point numbers.

use super::Step;
use super::function::FunctionImporter;
use super::llvm::Value;
use euclase_program::{BinaryOp, BitVecValue, CastOp, CommandKind, FloatBinaryOp, FloatUnaryOp, Type};

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
            _ => return Ok(false),
        }
        Ok(true)
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
