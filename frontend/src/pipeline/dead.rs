//! Instructions that LLVM leaves behind and that mean nothing.
//!
//! The inliner marks the lives of variables, and SROA leaves copies into variables that nobody
//! reads. To whoever looks at memory afterwards these would be objects like others.

use crate::intrinsic::HAVOC;
use crate::module::{self, callee, calls_intrinsic, name};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;

/// Removes the marks of lives.
pub(super) fn remove_lifetimes(module: &Module<'_>) {
    for function in module::functions(module.as_mut_ptr()) {
        if !name(function).starts_with("llvm.lifetime.") {
            continue;
        }
        for call in module::users(function) {
            // SAFETY: the marks are calls without a result.
            unsafe { LLVMInstructionEraseFromParent(call) };
        }
    }
}

/// Removes variables that are only written, and what writes them.
pub(super) fn remove_unread(module: &Module<'_>) {
    for function in module::defined_functions(module.as_mut_ptr()) {
        // SAFETY: the instructions are alive.
        let is_variable = |instruction: &LLVMValueRef| unsafe { !LLVMIsAAllocaInst(*instruction).is_null() };
        let variables: Vec<LLVMValueRef> = module::instructions(function).into_iter().filter(is_variable).collect();
        for instruction in variables {
            // SAFETY: what goes with a variable is no variable, so that all of them are alive until it is their turn.
            unsafe {
                let Some(writers) = writers(instruction) else { continue };
                for writer in writers.into_iter().rev() {
                    LLVMInstructionEraseFromParent(writer);
                }
                LLVMInstructionEraseFromParent(instruction);
            }
        }
    }
}

/// Whether any function still has variables in memory, or global ones that change.
pub(super) fn has_memory(module: &Module<'_>) -> bool {
    let raw = module.as_mut_ptr();
    // SAFETY: the globals and instructions are alive.
    unsafe {
        module::globals(raw).into_iter().any(|global| LLVMIsGlobalConstant(global) == 0)
            || module::defined_functions(raw)
                .into_iter()
                .flat_map(module::instructions)
                .any(|instruction| !LLVMIsAAllocaInst(instruction).is_null())
    }
}

/// The instructions that write a variable, each after those it needs; none if something reads it.
unsafe fn writers(variable: LLVMValueRef) -> Option<Vec<LLVMValueRef>> {
    let mut found = Vec::new();
    let mut next = 0;
    let mut pointer = variable;
    // SAFETY: the users are alive.
    unsafe {
        loop {
            for user in module::users(pointer) {
                let writes = match LLVMGetInstructionOpcode(user) {
                    LLVMOpcode::LLVMGetElementPtr => true,
                    LLVMOpcode::LLVMStore => LLVMGetOperand(user, 0) != pointer,
                    LLVMOpcode::LLVMCall => {
                        let source_is_other = || LLVMGetOperand(user, 1) != pointer;
                        calls_intrinsic(user, "llvm.mem") && source_is_other()
                    }
                    _ => false,
                };
                if !writes || callee_is_ours(user) {
                    return None;
                }
                found.push(user);
            }
            let Some(address) = found[next..].iter().position(|user| !LLVMIsAGetElementPtrInst(*user).is_null()) else {
                return Some(found);
            };
            next += address + 1;
            pointer = found[next - 1];
        }
    }
}

unsafe fn callee_is_ours(user: LLVMValueRef) -> bool {
    // SAFETY: the caller's user is alive.
    unsafe { !LLVMIsACallInst(user).is_null() && callee(user).is_some_and(|called| name(called) == HAVOC) }
}
