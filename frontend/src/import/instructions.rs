//! Instructions that compute scalars from scalars, and the dispatch to all others.

use super::control::word;
use super::function::{FunctionImporter, part_name};
use super::llvm::{IntPredicate, Opcode, RealPredicate, Value};
use super::types::scalar;
use super::{Step, Stop};
use euclase_program::{
    BinaryOp, CastOp, CommandKind, FloatBinaryOp, FloatPredicate, FloatUnaryOp, Predicate, Type, ValueId,
};

impl FunctionImporter<'_, '_> {
    /// Reads an instruction, or a constant expression of the same operator.
    pub fn operation(&mut self, opcode: Opcode, value: Value, name: Option<String>) -> Step<()> {
        if let Some(op) = binary(opcode) {
            let (a, b) = self.two(value)?;
            return self.result(value, name, CommandKind::Binary(op, a, b));
        }
        if let Some(op) = float_binary(opcode) {
            let (a, b) = self.two(value)?;
            return self.result(value, name, CommandKind::FloatBinary(op, a, b));
        }
        if let Some(op) = cast(opcode) {
            return self.cast(op, value, name);
        }
        match opcode {
            Opcode::LLVMICmp => {
                let (a, b) = self.two(value)?;
                self.result(value, name, CommandKind::Compare(predicate(value.int_predicate()), a, b))
            }
            Opcode::LLVMFCmp => self.float_compare(value, name),
            Opcode::LLVMFNeg => {
                let a = self.scalar(value.operand(0))?;
                self.result(value, name, CommandKind::FloatUnary(FloatUnaryOp::Neg, a))
            }
            Opcode::LLVMSelect => self.select(value, name),
            Opcode::LLVMFreeze => self.freeze(value, name),
            Opcode::LLVMExtractValue => self.extract_value(value),
            Opcode::LLVMInsertValue => self.insert_value(value),
            Opcode::LLVMAlloca => self.alloca(value, name),
            Opcode::LLVMLoad => self.load(value, name),
            Opcode::LLVMStore => self.store(value),
            Opcode::LLVMGetElementPtr => self.address(value, name),
            Opcode::LLVMAtomicRMW => self.atomic_update(value, name),
            Opcode::LLVMAtomicCmpXchg => self.atomic_exchange(value, name),
            // There is one thread.
            Opcode::LLVMFence => Ok(()),
            Opcode::LLVMCall => self.call(value, name),
            Opcode::LLVMRet | Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMUnreachable => {
                self.terminator(opcode, value)
            }
            Opcode::LLVMIndirectBr | Opcode::LLVMInvoke | Opcode::LLVMCallBr => self.terminator(opcode, value),
            _ => Err(Stop::unsupported(word(opcode))),
        }
    }

    /// The first two operands.
    fn two(&mut self, value: Value) -> Step<(ValueId, ValueId)> {
        Ok((self.scalar(value.operand(0))?, self.scalar(value.operand(1))?))
    }

    /// The scalar type of a value.
    pub fn scalar_type(&self, value: Value) -> Step<Type> {
        scalar(value.ty()).ok_or_else(|| Stop::unsupported(format!("a value of type {}", value.ty().print())))
    }

    /// Adds the command that computes a value.
    pub fn result(&mut self, value: Value, name: Option<String>, kind: CommandKind) -> Step<()> {
        let ty = self.scalar_type(value)?;
        let id = self.define(ty, name, kind);
        self.bind(value, &[id]);
        Ok(())
    }

    fn cast(&mut self, op: CastOp, value: Value, name: Option<String>) -> Step<()> {
        let (operand, to) = (self.scalar(value.operand(0))?, self.scalar_type(value)?);
        if self.function.type_of(operand) == to && op == CastOp::Bitcast {
            self.bind(value, &[operand]);
            return Ok(());
        }
        self.result(value, name, CommandKind::Cast(op, operand))
    }

    fn float_compare(&mut self, value: Value, name: Option<String>) -> Step<()> {
        let (a, b) = self.two(value)?;
        match float_predicate(value.real_predicate()) {
            Comparison::Compare(predicate) => self.result(value, name, CommandKind::FloatCompare(predicate, a, b)),
            Comparison::Always(truth) => {
                let constant = self.function.bool(truth);
                self.bind(value, &[constant]);
                Ok(())
            }
        }
    }

    fn select(&mut self, value: Value, name: Option<String>) -> Step<()> {
        self.leaves(value.ty())?;
        let condition = self.scalar(value.operand(0))?;
        let (then, otherwise) = (self.operand(value.operand(1))?, self.operand(value.operand(2))?);
        self.each(value, name, then.into_iter().zip(otherwise), |(a, b)| CommandKind::Select(condition, a, b))
    }

    fn freeze(&mut self, value: Value, name: Option<String>) -> Step<()> {
        let operands = self.operand(value.operand(0))?;
        self.each(value, name, operands.into_iter(), CommandKind::Freeze)
    }

    /// One command for each scalar of a value.
    fn each<T>(
        &mut self,
        value: Value,
        name: Option<String>,
        parts: impl Iterator<Item = T>,
        command: impl Fn(T) -> CommandKind,
    ) -> Step<()> {
        let leaves = self.leaves(value.ty())?;
        let mut results = Vec::new();
        for ((position, leaf), part) in leaves.iter().enumerate().zip(parts) {
            let name = part_name(&name, leaves.len() > 1, position);
            results.push(self.define(leaf.ty, name, command(part)));
        }
        self.bind(value, &results);
        Ok(())
    }
}

fn binary(opcode: Opcode) -> Option<BinaryOp> {
    Some(match opcode {
        Opcode::LLVMAdd => BinaryOp::Add,
        Opcode::LLVMSub => BinaryOp::Sub,
        Opcode::LLVMMul => BinaryOp::Mul,
        Opcode::LLVMUDiv => BinaryOp::Udiv,
        Opcode::LLVMSDiv => BinaryOp::Sdiv,
        Opcode::LLVMURem => BinaryOp::Urem,
        Opcode::LLVMSRem => BinaryOp::Srem,
        Opcode::LLVMShl => BinaryOp::Shl,
        Opcode::LLVMLShr => BinaryOp::Lshr,
        Opcode::LLVMAShr => BinaryOp::Ashr,
        Opcode::LLVMAnd => BinaryOp::And,
        Opcode::LLVMOr => BinaryOp::Or,
        Opcode::LLVMXor => BinaryOp::Xor,
        _ => return None,
    })
}

fn float_binary(opcode: Opcode) -> Option<FloatBinaryOp> {
    Some(match opcode {
        Opcode::LLVMFAdd => FloatBinaryOp::Add,
        Opcode::LLVMFSub => FloatBinaryOp::Sub,
        Opcode::LLVMFMul => FloatBinaryOp::Mul,
        Opcode::LLVMFDiv => FloatBinaryOp::Div,
        Opcode::LLVMFRem => FloatBinaryOp::Rem,
        _ => return None,
    })
}

fn cast(opcode: Opcode) -> Option<CastOp> {
    Some(match opcode {
        Opcode::LLVMZExt => CastOp::Zext,
        Opcode::LLVMSExt => CastOp::Sext,
        Opcode::LLVMTrunc => CastOp::Trunc,
        Opcode::LLVMBitCast => CastOp::Bitcast,
        Opcode::LLVMPtrToInt => CastOp::PtrToInt,
        Opcode::LLVMIntToPtr => CastOp::IntToPtr,
        Opcode::LLVMFPTrunc => CastOp::FpTrunc,
        Opcode::LLVMFPExt => CastOp::FpExt,
        Opcode::LLVMFPToUI => CastOp::FpToUi,
        Opcode::LLVMFPToSI => CastOp::FpToSi,
        Opcode::LLVMUIToFP => CastOp::UiToFp,
        Opcode::LLVMSIToFP => CastOp::SiToFp,
        _ => return None,
    })
}

fn predicate(predicate: IntPredicate) -> Predicate {
    match predicate {
        IntPredicate::LLVMIntEQ => Predicate::Eq,
        IntPredicate::LLVMIntNE => Predicate::Ne,
        IntPredicate::LLVMIntUGT => Predicate::Ugt,
        IntPredicate::LLVMIntUGE => Predicate::Uge,
        IntPredicate::LLVMIntULT => Predicate::Ult,
        IntPredicate::LLVMIntULE => Predicate::Ule,
        IntPredicate::LLVMIntSGT => Predicate::Sgt,
        IntPredicate::LLVMIntSGE => Predicate::Sge,
        IntPredicate::LLVMIntSLT => Predicate::Slt,
        IntPredicate::LLVMIntSLE => Predicate::Sle,
    }
}

/// What a comparison of floating-point numbers does.
enum Comparison {
    Compare(FloatPredicate),
    Always(bool),
}

fn float_predicate(predicate: RealPredicate) -> Comparison {
    Comparison::Compare(match predicate {
        RealPredicate::LLVMRealPredicateFalse => return Comparison::Always(false),
        RealPredicate::LLVMRealPredicateTrue => return Comparison::Always(true),
        RealPredicate::LLVMRealOEQ => FloatPredicate::Oeq,
        RealPredicate::LLVMRealOGT => FloatPredicate::Ogt,
        RealPredicate::LLVMRealOGE => FloatPredicate::Oge,
        RealPredicate::LLVMRealOLT => FloatPredicate::Olt,
        RealPredicate::LLVMRealOLE => FloatPredicate::Ole,
        RealPredicate::LLVMRealONE => FloatPredicate::One,
        RealPredicate::LLVMRealORD => FloatPredicate::Ord,
        RealPredicate::LLVMRealUNO => FloatPredicate::Uno,
        RealPredicate::LLVMRealUEQ => FloatPredicate::Ueq,
        RealPredicate::LLVMRealUGT => FloatPredicate::Ugt,
        RealPredicate::LLVMRealUGE => FloatPredicate::Uge,
        RealPredicate::LLVMRealULT => FloatPredicate::Ult,
        RealPredicate::LLVMRealULE => FloatPredicate::Ule,
        RealPredicate::LLVMRealUNE => FloatPredicate::Une,
    })
}
