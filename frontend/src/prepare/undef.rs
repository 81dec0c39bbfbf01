//! Undefined values that a module brings along are inputs.
//!
//! Sources have none left at this point, but modules that another compiler has optimised do. LLVM
//! would choose their values as it likes, each time anew.

use super::Preparation;
use crate::module::{self, Builder};
use euclase_program::NondetOrigin;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// Gives every scalar operand that is `undef` or `poison` a value of its own.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    for instruction in module::defined_functions(state.module).into_iter().flat_map(module::instructions) {
        // SAFETY: the instruction is alive; operands are replaced by values made before their use.
        unsafe {
            let is_phi = !LLVMIsAPHINode(instruction).is_null();
            for index in 0..u32::try_from(LLVMGetNumOperands(instruction)).unwrap_or(0) {
                let operand = LLVMGetOperand(instruction, index);
                if !is_open_scalar(operand) {
                    continue;
                }
                let place = if is_phi {
                    LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(instruction, index))
                } else {
                    instruction
                };
                let builder = Builder::before(state.context, place);
                let origin = NondetOrigin::Uninitialised("undef".into());
                if let Some(value) = state.build_nondet(&builder, LLVMTypeOf(operand), &origin) {
                    LLVMSetOperand(instruction, index, value);
                }
            }
        }
    }
}

/// Whether a value is a scalar that is left open. Aggregates are filled part by part.
unsafe fn is_open_scalar(value: LLVMValueRef) -> bool {
    // SAFETY: the caller's value is alive.
    unsafe {
        if value.is_null() || LLVMIsUndef(value) == 0 && LLVMIsPoison(value) == 0 {
            return false;
        }
        matches!(
            LLVMGetTypeKind(LLVMTypeOf(value)),
            LLVMTypeKind::LLVMIntegerTypeKind
                | LLVMTypeKind::LLVMPointerTypeKind
                | LLVMTypeKind::LLVMFloatTypeKind
                | LLVMTypeKind::LLVMDoubleTypeKind
                | LLVMTypeKind::LLVMX86_FP80TypeKind
        )
    }
}
