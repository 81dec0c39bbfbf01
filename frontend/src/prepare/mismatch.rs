//! Calls with other types than the function has.
//!
//! Old C calls functions that it has not declared, and other files define them. LLVM does not see
//! such a call as a direct one; it becomes one here where the arguments fit.

use super::Preparation;
use crate::module::{self, Builder, callee, has_body, name};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// Gives calls the types of the functions that they call.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    for function in module::defined_functions(state.module) {
        for instruction in module::instructions(function) {
            // SAFETY: the instruction is alive, and replaced only after its last use here.
            unsafe {
                if LLVMIsACallInst(instruction).is_null() {
                    continue;
                }
                let Some(called) = callee(instruction).filter(|called| has_body(*called)) else { continue };
                if LLVMGetCalledFunctionType(instruction) != LLVMGlobalGetValueType(called) {
                    replace(state, instruction, called);
                }
            }
        }
    }
}

unsafe fn replace(state: &mut Preparation<'_>, call: LLVMValueRef, called: LLVMValueRef) {
    let builder = Builder::before(state.context, call);
    // SAFETY: the caller's values are alive; the new call has the types of the function.
    unsafe {
        let kind = LLVMGlobalGetValueType(called);
        let (wanted, given) = (LLVMTypeOf(call), LLVMGetReturnType(kind));
        let fits = wanted == given || !module::is_used(call);
        let arguments = fits.then(|| arguments(&builder, call, kind)).flatten();
        let Some(arguments) = arguments else {
            let what = format!("call of '{}' with other types than those of its definition", name(called));
            state.build_unsupported(&builder, what.into());
            super::calls::remove(call);
            return;
        };
        let new = state.call(&builder, (kind, called), &arguments);
        if wanted == given {
            LLVMReplaceAllUsesWith(call, new);
        }
        LLVMInstructionEraseFromParent(call);
    }
}

/// The arguments as the function wants them: integers cut to size, what is too much left away.
unsafe fn arguments(builder: &Builder, call: LLVMValueRef, kind: LLVMTypeRef) -> Option<Vec<LLVMValueRef>> {
    // SAFETY: the caller's values are alive.
    unsafe {
        let count = LLVMCountParamTypes(kind);
        if LLVMGetNumArgOperands(call) < count || LLVMIsFunctionVarArg(kind) != 0 {
            return None;
        }
        let mut wanted = vec![std::ptr::null_mut(); count as usize];
        LLVMGetParamTypes(kind, wanted.as_mut_ptr());
        let is_int = |kind| LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMIntegerTypeKind;
        (0..count)
            .zip(wanted)
            .map(|(index, wanted)| {
                let argument = LLVMGetOperand(call, index);
                let given = LLVMTypeOf(argument);
                if given == wanted {
                    Some(argument)
                } else if is_int(given) && is_int(wanted) && LLVMGetIntTypeWidth(given) > LLVMGetIntTypeWidth(wanted) {
                    Some(LLVMBuildTrunc(builder.0, argument, wanted, c"".as_ptr()))
                } else {
                    None
                }
            })
            .collect()
    }
}
