//! Accesses at a constant place outside of the object that they are about.
//!
//! C does not define them, and LLVM takes that as leave to drop them, after which the execution goes on as if nothing had
//! happened: differently from the machine's. Here it does not go on.

use super::Preparation;
use crate::module::{self, Builder};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMOffsetOfElement, LLVMStoreSizeOfType, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

/// Stops executions before every load and store that is outside of a variable for sure.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    for instruction in module::defined_functions(state.module).into_iter().flat_map(module::instructions) {
        // SAFETY: the instruction is alive, and asked for operands that it has.
        unsafe {
            let (address, kind, what) = match LLVMGetInstructionOpcode(instruction) {
                LLVMOpcode::LLVMLoad => (LLVMGetOperand(instruction, 0), LLVMTypeOf(instruction), "read"),
                LLVMOpcode::LLVMStore => {
                    (LLVMGetOperand(instruction, 1), LLVMTypeOf(LLVMGetOperand(instruction, 0)), "write")
                }
                _ => continue,
            };
            let size = i128::from(LLVMStoreSizeOfType(state.layout, kind));
            let Some((object, offset)) = place(state.layout, address) else { continue };
            let Some(room) = room(state.layout, object) else { continue };
            if offset < 0 || offset + size > room {
                let builder = Builder::before(state.context, instruction);
                let what = format!("{what} of {size} bytes at place {offset} of an object of {room} bytes");
                state.build_unsupported(&builder, what.into());
            }
        }
    }
}

/// How many bytes a variable has, if it is one and that is known.
pub(crate) unsafe fn room(layout: LLVMTargetDataRef, object: LLVMValueRef) -> Option<i128> {
    // SAFETY: the caller's value is alive, and asked as what it is.
    unsafe {
        let (kind, count) = if !LLVMIsAAllocaInst(object).is_null() {
            (LLVMGetAllocatedType(object), module::constant(LLVMGetOperand(object, 0))?)
        } else if !LLVMIsAGlobalVariable(object).is_null() && LLVMIsDeclaration(object) == 0 {
            (LLVMGlobalGetValueType(object), 1)
        } else {
            return None;
        };
        let room = i128::from(LLVMABISizeOfType(layout, kind)) * i128::from(count);
        // What has no size may be more than is said here.
        (room > 0).then_some(room)
    }
}

/// The object that an address is in, and how far from its start, as far as that is constant.
pub(crate) unsafe fn place(layout: LLVMTargetDataRef, address: LLVMValueRef) -> Option<(LLVMValueRef, i128)> {
    // SAFETY: the caller's value is alive; operands are asked for only of what has them.
    unsafe {
        let (mut address, mut offset) = (address, 0);
        loop {
            let is_instruction = !LLVMIsAGetElementPtrInst(address).is_null();
            let is_expression =
                !LLVMIsAConstantExpr(address).is_null() && LLVMGetConstOpcode(address) == LLVMOpcode::LLVMGetElementPtr;
            if !is_instruction && !is_expression {
                return Some((address, offset));
            }
            let mut kind = LLVMGetGEPSourceElementType(address);
            for position in 1..LLVMGetNumOperands(address) {
                let index = LLVMGetOperand(address, position as u32);
                if LLVMIsAConstantInt(index).is_null() {
                    return None;
                }
                let number = LLVMConstIntGetSExtValue(index);
                if position > 1 && LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMStructTypeKind {
                    let field = u32::try_from(number).ok()?;
                    offset += i128::from(LLVMOffsetOfElement(layout, kind, field));
                    kind = LLVMStructGetTypeAtIndex(kind, field);
                } else {
                    if position > 1 {
                        kind = LLVMGetElementType(kind);
                    }
                    offset += i128::from(number) * i128::from(LLVMABISizeOfType(layout, kind));
                }
            }
            address = LLVMGetOperand(address, 0);
        }
    }
}
