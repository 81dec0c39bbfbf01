//! Executions that come to an end that nobody wrote.
//!
//! Behind a call that does not return, and where the source says that nobody comes, clang puts
//! `unreachable`. What happens there is up to LLVM, which may well go on with whatever comes next;
//! the call may mean less here than it says, having no body. So the execution ends there, for us
//! and for the native run alike.

use super::Preparation;
use crate::intrinsic::{ERROR, EXIT, UNSUPPORTED};
use crate::module::{self, Builder, callee, calls_intrinsic, name};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// Ends executions before every `unreachable` that does not stand behind an end already.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    for block in module::defined_functions(state.module).into_iter().flat_map(module::blocks) {
        // SAFETY: the block is alive and has a terminator.
        unsafe {
            let terminator = LLVMGetBasicBlockTerminator(block);
            if LLVMGetInstructionOpcode(terminator) == LLVMOpcode::LLVMUnreachable && !ends_before(terminator) {
                let builder = Builder::before(state.context, terminator);
                state.build_exit(&builder);
            }
        }
    }
}

/// Whether the instruction before one ends the execution.
pub(super) unsafe fn ends_before(instruction: LLVMValueRef) -> bool {
    // SAFETY: the instructions of a block are alive.
    unsafe {
        let mut before = LLVMGetPreviousInstruction(instruction);
        while !before.is_null() && calls_intrinsic(before, "llvm.dbg.") {
            before = LLVMGetPreviousInstruction(before);
        }
        !before.is_null()
            && !LLVMIsACallInst(before).is_null()
            && callee(before).is_some_and(|called| [ERROR, EXIT, UNSUPPORTED].contains(&name(called).as_str()))
    }
}
