//! Divisions and shifts that C does not define for all operands do what the machine does.
//!
//! The machine refuses to divide by zero, and to divide the least number by minus one: the execution ends before such
//! a division, in the verified program as in a native run. Where a number is wider than the machine's, a function of the compiler
//! divides, for which the least number divided by minus one is the least number again. The machine shifts by the amount modulo the width. What is said so
//! leaves nothing undefined from which LLVM could conclude what is not reached.

use super::Preparation;
use crate::module::{self, Builder};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMPointerSize;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind};

/// Says what all divisions and shifts do.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    for function in module::defined_functions(state.module) {
        for instruction in module::instructions(function) {
            // SAFETY: the instruction is alive; operands are asked of instructions that have two.
            unsafe {
                let kind = LLVMTypeOf(instruction);
                if LLVMGetTypeKind(kind) != LLVMTypeKind::LLVMIntegerTypeKind {
                    continue;
                }
                match LLVMGetInstructionOpcode(instruction) {
                    LLVMOpcode::LLVMUDiv | LLVMOpcode::LLVMURem => guard_divisor(state, instruction),
                    LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMSRem => {
                        guard_divisor(state, instruction);
                        if is_machine_width(state, kind) {
                            guard_overflow(state, instruction);
                        } else {
                            wrap_overflow(state, instruction);
                        }
                    }
                    LLVMOpcode::LLVMShl | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr => {
                        bound_amount(state, instruction);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Goes on only if the divisor is not zero.
unsafe fn guard_divisor(state: &mut Preparation<'_>, division: LLVMValueRef) {
    // SAFETY: the caller's division is alive.
    unsafe {
        let divisor = LLVMGetOperand(division, 1);
        let zero = LLVMConstNull(LLVMTypeOf(divisor));
        if is_constant(divisor) && divisor != zero {
            return;
        }
        let builder = Builder::before(state.context, division);
        let holds = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntNE, divisor, zero, c"".as_ptr());
        state.build_assume(&builder, holds);
    }
}

/// Goes on only if this is not the least number divided by minus one.
unsafe fn guard_overflow(state: &mut Preparation<'_>, division: LLVMValueRef) {
    // SAFETY: the caller's division is alive; its operands are integers.
    unsafe {
        let (dividend, divisor) = (LLVMGetOperand(division, 0), LLVMGetOperand(division, 1));
        let kind = LLVMTypeOf(divisor);
        let width = LLVMGetIntTypeWidth(kind);
        let minus_one = LLVMConstAllOnes(kind);
        let mut words = vec![0u64; width.div_ceil(64) as usize];
        words[(width as usize - 1) / 64] = 1 << ((width - 1) % 64);
        let least = LLVMConstIntOfArbitraryPrecision(kind, words.len() as u32, words.as_ptr());
        if is_constant(divisor) && divisor != minus_one || is_constant(dividend) && dividend != least {
            return;
        }
        let builder = Builder::before(state.context, division);
        let differ = |a, b| LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntNE, a, b, c"".as_ptr());
        let holds = LLVMBuildOr(builder.0, differ(dividend, least), differ(divisor, minus_one), c"".as_ptr());
        state.build_assume(&builder, holds);
    }
}

/// Whether the machine divides integers of a type itself, and not with wider ones or piece by piece.
unsafe fn is_machine_width(state: &Preparation<'_>, kind: LLVMTypeRef) -> bool {
    // SAFETY: the caller's type is alive and an integer.
    let width = unsafe { LLVMGetIntTypeWidth(kind) };
    // SAFETY: the layout is alive.
    width.is_power_of_two() && (8..=8 * unsafe { LLVMPointerSize(state.layout) }).contains(&width)
}

/// Lets the least number divided by minus one be the least number again, with the remainder zero.
unsafe fn wrap_overflow(state: &Preparation<'_>, division: LLVMValueRef) {
    // SAFETY: the caller's division is alive; its operands are integers.
    unsafe {
        let (dividend, divisor) = (LLVMGetOperand(division, 0), LLVMGetOperand(division, 1));
        let kind = LLVMTypeOf(divisor);
        let minus_one = LLVMConstAllOnes(kind);
        if is_constant(divisor) && divisor != minus_one {
            return;
        }
        let builder = Builder::before(state.context, division);
        let is_minus_one = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntEQ, divisor, minus_one, c"".as_ptr());
        let safe = LLVMBuildSelect(builder.0, is_minus_one, LLVMConstInt(kind, 1, 0), divisor, c"".as_ptr());
        // Everything divided by one has the remainder zero, too.
        if LLVMGetInstructionOpcode(division) == LLVMOpcode::LLVMSDiv {
            let quotient = LLVMBuildSDiv(builder.0, dividend, safe, c"".as_ptr());
            let opposite = LLVMBuildNeg(builder.0, dividend, c"".as_ptr());
            let result = LLVMBuildSelect(builder.0, is_minus_one, opposite, quotient, c"".as_ptr());
            LLVMReplaceAllUsesWith(division, result);
            LLVMInstructionEraseFromParent(division);
        } else {
            LLVMSetOperand(division, 1, safe);
        }
    }
}

/// Takes the amount of a shift modulo the width.
unsafe fn bound_amount(state: &Preparation<'_>, shift: LLVMValueRef) {
    // SAFETY: the caller's shift is alive; its operands are integers of one type.
    unsafe {
        let amount = LLVMGetOperand(shift, 1);
        let kind = LLVMTypeOf(amount);
        let width = u64::from(LLVMGetIntTypeWidth(kind));
        if module::constant(amount).is_some_and(|amount| amount < width) {
            return;
        }
        let builder = Builder::before(state.context, shift);
        let bounded = if width.is_power_of_two() {
            LLVMBuildAnd(builder.0, amount, LLVMConstInt(kind, width - 1, 0), c"".as_ptr())
        } else {
            LLVMBuildURem(builder.0, amount, LLVMConstInt(kind, width, 0), c"".as_ptr())
        };
        LLVMSetOperand(shift, 1, bounded);
    }
}

fn is_constant(value: LLVMValueRef) -> bool {
    // SAFETY: the value is alive.
    unsafe { !LLVMIsAConstantInt(value).is_null() }
}
