//! What a NaN looks like is left to the machine.
//!
//! LLVM computes operations on constants while it simplifies, and then a NaN has the sign and the payload that LLVM likes,
//! which are not those of the machine: 0/0 is negative on x86. An operand behind a fence is no constant for LLVM. Here the fence
//! is nothing, and our own folding of constants leaves NaNs alone.

use super::Preparation;
use crate::module::{self, Builder, calls_intrinsic};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

const FENCE: &str = "llvm.arithmetic.fence";

/// Puts fences before the operands of everything that may make a NaN.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    for instruction in module::defined_functions(state.module).into_iter().flat_map(module::instructions) {
        // SAFETY: the instruction is alive, and asked for operands that it has.
        unsafe {
            let operands = match LLVMGetInstructionOpcode(instruction) {
                LLVMOpcode::LLVMFAdd
                | LLVMOpcode::LLVMFSub
                | LLVMOpcode::LLVMFMul
                | LLVMOpcode::LLVMFDiv
                | LLVMOpcode::LLVMFRem => 2,
                LLVMOpcode::LLVMFPTrunc | LLVMOpcode::LLVMFPExt => 1,
                LLVMOpcode::LLVMCall if MAKING.iter().any(|name| calls_intrinsic(instruction, name)) => {
                    LLVMGetNumArgOperands(instruction)
                }
                _ => 0,
            };
            for index in 0..operands {
                let operand = LLVMGetOperand(instruction, index);
                if is_number(operand) {
                    LLVMSetOperand(instruction, index, fenced(state, instruction, operand));
                }
            }
        }
    }
}

/// Intrinsics whose result may be a NaN with other bits than an operand.
const MAKING: [&str; 12] = [
    "llvm.sqrt.",
    "llvm.floor.",
    "llvm.ceil.",
    "llvm.trunc.",
    "llvm.round.",
    "llvm.roundeven.",
    "llvm.rint.",
    "llvm.nearbyint.",
    "llvm.minnum.",
    "llvm.maxnum.",
    "llvm.fma.",
    "llvm.fmuladd.",
];

unsafe fn is_number(value: LLVMValueRef) -> bool {
    // SAFETY: the caller's value is alive.
    matches!(
        unsafe { LLVMGetTypeKind(LLVMTypeOf(value)) },
        LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind | LLVMTypeKind::LLVMX86_FP80TypeKind
    )
}

unsafe fn fenced(state: &Preparation<'_>, instruction: LLVMValueRef, operand: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: the operand is a scalar number; the builder stands before the instruction.
    unsafe {
        let mut kind = LLVMTypeOf(operand);
        let number = LLVMLookupIntrinsicID(FENCE.as_ptr().cast(), FENCE.len());
        let function = LLVMGetIntrinsicDeclaration(state.module, number, &mut kind, 1);
        let builder = Builder::before(state.context, instruction);
        state.call(&builder, (LLVMGlobalGetValueType(function), function), &[operand])
    }
}
