//! Intrinsics on integers: minimum and maximum, overflow, saturation, and bits.

use super::Step;
use super::function::{FunctionImporter, part_name};
use super::llvm::Value;
use euclase_program::{BinaryOp, BitVecValue, CastOp, CommandKind, Constant, Predicate, Type, ValueId};

impl FunctionImporter<'_, '_> {
    /// Reads a call of an intrinsic on integers. Whether it is one.
    pub fn integer_intrinsic(&mut self, intrinsic: &str, call: Value, name: &Option<String>) -> Step<bool> {
        if let Some(operation) = intrinsic.strip_suffix(".with.overflow") {
            return self.with_overflow(operation, call, name);
        }
        if !INTEGER.contains(&intrinsic) {
            return Ok(false);
        }
        let a = self.scalar(call.operand(0))?;
        if call.argument_count() == 1 || matches!(intrinsic, "abs" | "ctlz" | "cttz") {
            let result = match intrinsic {
                "abs" => self.magnitude(a),
                "bswap" => self.reversed(a, 8),
                "bitreverse" => self.reversed(a, 1),
                "ctpop" => self.population(a),
                "ctlz" => self.leading_zeros(a),
                _ => self.trailing_zeros(a),
            };
            return self.named_result(call, name, result);
        }
        let b = self.scalar(call.operand(1))?;
        let result = match intrinsic {
            "smin" => self.choose(Predicate::Slt, a, b),
            "smax" => self.choose(Predicate::Sgt, a, b),
            "umin" => self.choose(Predicate::Ult, a, b),
            "umax" => self.choose(Predicate::Ugt, a, b),
            "scmp" | "ucmp" => {
                let ty = self.scalar_type(call)?;
                self.three_way(intrinsic == "scmp", a, b, ty)
            }
            "fshl" | "fshr" => {
                let by = self.scalar(call.operand(2))?;
                self.funnel(intrinsic == "fshl", a, b, by)
            }
            saturating => self.saturating(saturating, a, b),
        };
        self.named_result(call, name, result)
    }

    fn named_result(&mut self, call: Value, name: &Option<String>, result: ValueId) -> Step<bool> {
        if self.function.constant_of(result).is_none() && self.function.value(result).name.is_none() {
            self.function.set_name(result, name.clone());
        }
        self.bind(call, &[result]);
        Ok(true)
    }

    fn with_overflow(&mut self, operation: &str, call: Value, name: &Option<String>) -> Step<bool> {
        if !["sadd", "uadd", "ssub", "usub", "smul", "umul"].contains(&operation) {
            return Ok(false);
        }
        let (a, b) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
        let (result, overflows) = self.overflowing(operation, a, b);
        self.function.set_name(result, part_name(name, true, 0));
        self.function.set_name(overflows, part_name(name, true, 1));
        self.bind(call, &[result, overflows]);
        Ok(true)
    }

    /// The result of an operation, and whether it differs from the exact one.
    fn overflowing(&mut self, operation: &str, a: ValueId, b: ValueId) -> (ValueId, ValueId) {
        let ty = self.function.type_of(a);
        let zero = self.zero(ty);
        match operation {
            "uadd" => {
                let sum = self.binary(BinaryOp::Add, a, b);
                (sum, self.compare(Predicate::Ult, sum, a))
            }
            "usub" => (self.binary(BinaryOp::Sub, a, b), self.compare(Predicate::Ult, a, b)),
            // The sum is less exactly when something negative is added; a difference is less
            // exactly when something positive is taken away.
            "sadd" => {
                let sum = self.binary(BinaryOp::Add, a, b);
                let (less, negative) = (self.compare(Predicate::Slt, sum, a), self.compare(Predicate::Slt, b, zero));
                (sum, self.binary(BinaryOp::Xor, less, negative))
            }
            "ssub" => {
                let difference = self.binary(BinaryOp::Sub, a, b);
                let (less, positive) =
                    (self.compare(Predicate::Slt, difference, a), self.compare(Predicate::Sgt, b, zero));
                (difference, self.binary(BinaryOp::Xor, less, positive))
            }
            _ => self.multiply(a, b, operation == "smul"),
        }
    }

    /// A product, and whether it differs from the exact one: a product of twice the width.
    pub fn multiply(&mut self, a: ValueId, b: ValueId, signed: bool) -> (ValueId, ValueId) {
        let ty = self.function.type_of(a);
        let wide = Type::Int(2 * self.width(a));
        let extend = if signed { CastOp::Sext } else { CastOp::Zext };
        let (wide_a, wide_b) = (self.cast_to(extend, a, wide), self.cast_to(extend, b, wide));
        let exact = self.binary(BinaryOp::Mul, wide_a, wide_b);
        let product = self.cast_to(CastOp::Trunc, exact, ty);
        let again = self.cast_to(extend, product, wide);
        (product, self.compare(Predicate::Ne, again, exact))
    }

    fn saturating(&mut self, intrinsic: &str, a: ValueId, b: ValueId) -> ValueId {
        let (ty, width) = (self.function.type_of(a), self.width(a));
        let operation = intrinsic.strip_suffix(".sat").unwrap_or(intrinsic);
        let (result, overflows) = self.overflowing(operation, a, b);
        let limit = match operation {
            "uadd" => self.bits(BitVecValue::ones(width)),
            "usub" => self.zero(ty),
            _ => {
                let (zero, least) = (self.zero(ty), self.bits(BitVecValue::signed_min(width)));
                let (negative, most) =
                    (self.compare(Predicate::Slt, a, zero), self.bits(BitVecValue::signed_max(width)));
                self.define(ty, None, CommandKind::Select(negative, least, most))
            }
        };
        self.define(ty, None, CommandKind::Select(overflows, limit, result))
    }

    fn magnitude(&mut self, a: ValueId) -> ValueId {
        let ty = self.function.type_of(a);
        let zero = self.zero(ty);
        let negative = self.compare(Predicate::Slt, a, zero);
        let opposite = self.binary(BinaryOp::Sub, zero, a);
        self.define(ty, None, CommandKind::Select(negative, opposite, a))
    }

    fn three_way(&mut self, signed: bool, a: ValueId, b: ValueId, ty: Type) -> ValueId {
        let (less, greater) = if signed { (Predicate::Slt, Predicate::Sgt) } else { (Predicate::Ult, Predicate::Ugt) };
        let (less, greater) = (self.compare(less, a, b), self.compare(greater, a, b));
        let width = ty.width(self.importer.program.pointer_width);
        let (zero, one) = (self.zero(ty), self.bits(BitVecValue::one(width)));
        let above = self.define(ty, None, CommandKind::Select(greater, one, zero));
        let minus = self.bits(BitVecValue::ones(width));
        self.define(ty, None, CommandKind::Select(less, minus, above))
    }

    /// The first operand if it compares so with the second, else the second.
    pub fn choose(&mut self, predicate: Predicate, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.function.type_of(a);
        let first = self.compare(predicate, a, b);
        self.define(ty, None, CommandKind::Select(first, a, b))
    }

    pub fn compare(&mut self, predicate: Predicate, a: ValueId, b: ValueId) -> ValueId {
        self.define(Type::BOOL, None, CommandKind::Compare(predicate, a, b))
    }

    /// A conversion, unless the type stays the same.
    pub fn cast_to(&mut self, op: CastOp, a: ValueId, ty: Type) -> ValueId {
        if self.function.type_of(a) == ty { a } else { self.define(ty, None, CommandKind::Cast(op, a)) }
    }

    pub fn width(&self, a: ValueId) -> u32 {
        self.function.type_of(a).width(self.importer.program.pointer_width)
    }

    pub fn zero(&mut self, ty: Type) -> ValueId {
        let width = ty.width(self.importer.program.pointer_width);
        self.function.constant(ty, Constant::Bits(BitVecValue::zero(width)))
    }

    /// An integer constant.
    pub fn bits(&mut self, bits: BitVecValue) -> ValueId {
        self.function.constant(Type::Int(bits.width()), Constant::Bits(bits))
    }

    pub fn not(&mut self, a: ValueId) -> ValueId {
        let ones = self.bits(BitVecValue::ones(self.width(a)));
        self.binary(BinaryOp::Xor, a, ones)
    }
}

/// The intrinsics on integers, but for those with overflow.
const INTEGER: [&str; 18] = [
    "abs",
    "bswap",
    "bitreverse",
    "ctpop",
    "ctlz",
    "cttz",
    "smin",
    "smax",
    "umin",
    "umax",
    "scmp",
    "ucmp",
    "fshl",
    "fshr",
    "sadd.sat",
    "uadd.sat",
    "ssub.sat",
    "usub.sat",
];
