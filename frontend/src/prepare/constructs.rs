//! Instructions that are not about values: assembly, LLVM's own functions, fences.
//!
//! What can be said in plain instructions is; the rest becomes a call that says what is not
//! supported, which matters only if it is reached.

use super::{Preparation, assembly, calls};
use crate::module::{self, Builder, callee, name};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// Says or refuses these constructs everywhere.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    for function in module::defined_functions(state.module) {
        for instruction in module::instructions(function) {
            // SAFETY: the instruction is alive, and goes only after its last use here.
            unsafe {
                if !LLVMIsAFenceInst(instruction).is_null() {
                    LLVMInstructionEraseFromParent(instruction);
                } else if !LLVMIsACallBrInst(instruction).is_null() {
                    refuse(state, instruction, "inline assembly".into());
                } else if !LLVMIsACallInst(instruction).is_null() {
                    prepare_call(state, instruction);
                }
            }
        }
    }
}

unsafe fn prepare_call(state: &mut Preparation<'_>, call: LLVMValueRef) {
    // SAFETY: the caller's call is alive.
    unsafe {
        let called = LLVMGetCalledValue(call);
        if !LLVMIsAInlineAsm(called).is_null() {
            return assembly::prepare(state, call);
        }
        let Some(called) = callee(call).filter(|called| LLVMGetIntrinsicID(*called) != 0) else { return };
        prepare_intrinsic(state, call, &name(called));
    }
}

unsafe fn prepare_intrinsic(state: &mut Preparation<'_>, call: LLVMValueRef, intrinsic: &str) {
    let is = |prefixes: &[&str]| {
        prefixes
            .iter()
            .any(|prefix| intrinsic.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    };
    // SAFETY: the caller's call is alive, and goes after its last use here.
    unsafe {
        if is(&[
            "llvm.assume",
            "llvm.lifetime",
            "llvm.invariant",
            "llvm.prefetch",
            "llvm.var.annotation",
            "llvm.donothing",
        ]) || is(&["llvm.experimental.noalias.scope.decl", "llvm.pseudoprobe", "llvm.codeview.annotation"])
        {
            calls::remove(call);
        } else if is(&["llvm.expect", "llvm.threadlocal.address", "llvm.ptr.annotation", "llvm.annotation"])
            || is(&["llvm.launder.invariant.group", "llvm.strip.invariant.group"])
        {
            LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
            LLVMInstructionEraseFromParent(call);
        } else if is(&["llvm.is.constant"]) {
            // What the compiler finds out is not for the program to depend on, and differs from run to run.
            calls::remove(call);
        } else if is(&["llvm.ctlz", "llvm.cttz", "llvm.abs"]) {
            // Zero has as many zeros as bits, and the least number is its own absolute value.
            LLVMSetOperand(call, 1, LLVMConstNull(state.int_type(1)));
        } else if is(&["llvm.trap", "llvm.debugtrap", "llvm.ubsantrap"]) {
            let builder = Builder::before(state.context, call);
            state.build_exit(&builder);
            LLVMInstructionEraseFromParent(call);
        } else if is(&["llvm.va_start", "llvm.va_copy", "llvm.va_end"]) {
            refuse(state, call, "variable arguments".into());
            calls::remove(call);
        } else if is(&[
            "llvm.eh",
            "llvm.returnaddress",
            "llvm.frameaddress",
            "llvm.sponentry",
            "llvm.addressofreturnaddress",
        ]) {
            refuse(state, call, format!("'{intrinsic}'"));
            calls::remove(call);
        }
    }
}

unsafe fn refuse(state: &mut Preparation<'_>, instruction: LLVMValueRef, what: String) {
    let builder = Builder::before(state.context, instruction);
    state.build_unsupported(&builder, what.into());
}
