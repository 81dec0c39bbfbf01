//! Instructions that are not about values: assembly, LLVM's own functions, fences.
//!
//! What can be said in plain instructions is; the rest becomes a call that says what is not
//! supported, which matters only if it is reached.

use super::{Preparation, assembly, calls};
use crate::module::{self, Builder, callee, name};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMTypeKind};

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
        if is(&["llvm.lifetime"]) && state.options.checks.has_memory() {
            // Where the lives of variables begin and end is said before accesses are.
        } else if is(&[
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
            // The least number is its own absolute value. How many zeros zero has is said by few compilers.
            let is_open = module::constant(LLVMGetOperand(call, 1)) == Some(1) && !is(&["llvm.abs"]);
            LLVMSetOperand(call, 1, LLVMConstNull(state.int_type(1)));
            if is_open && !is_guarded(call) {
                count_zeros(state, call, intrinsic);
            }
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

/// Whether the zeros of zero are asked for where something else is taken instead, as clang does for `ffs`.
unsafe fn is_guarded(count: LLVMValueRef) -> bool {
    // SAFETY: the caller's call is alive, and users are asked for operands that they have.
    unsafe {
        let number = LLVMGetOperand(count, 0);
        let mut waiting = vec![count];
        while let Some(value) = waiting.pop() {
            for user in module::users(value) {
                let condition = match LLVMIsAInstruction(user).is_null() {
                    true => return false,
                    false => match LLVMGetInstructionOpcode(user) {
                        LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMTrunc | LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMSExt => {
                            waiting.push(user);
                            continue;
                        }
                        LLVMOpcode::LLVMSelect => LLVMGetOperand(user, 0),
                        _ => return false,
                    },
                };
                let is_test = !LLVMIsAICmpInst(condition).is_null()
                    && LLVMGetICmpPredicate(condition) == LLVMIntPredicate::LLVMIntEQ
                    && LLVMGetOperand(condition, 0) == number
                    && module::constant(LLVMGetOperand(condition, 1)) == Some(0);
                if !is_test || LLVMGetOperand(user, 2) != value {
                    return false;
                }
            }
        }
        true
    }
}

/// Replaces a count of zeros by a call of a function of ours, in which zero has any number of them. An execution that takes it
/// does not count.
unsafe fn count_zeros(state: &mut Preparation<'_>, call: LLVMValueRef, intrinsic: &str) {
    // SAFETY: the caller's call is alive, and goes after its last use here; the function is built whole.
    unsafe {
        let mut parameter = LLVMTypeOf(call);
        if LLVMGetTypeKind(parameter) != LLVMTypeKind::LLVMIntegerTypeKind {
            refuse(state, call, "zeros of vectors".into());
            return;
        }
        let text = module::c_string(&format!("euclase.{intrinsic}"));
        let kind = LLVMFunctionType(parameter, &mut parameter, 1, 0);
        let mut function = LLVMGetNamedFunction(state.module, text.as_ptr());
        if function.is_null() {
            function = LLVMAddFunction(state.module, text.as_ptr(), kind);
            LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
            let block = |name: &std::ffi::CStr| LLVMAppendBasicBlockInContext(state.context, function, name.as_ptr());
            let (entry, zero, other) = (block(c"entry"), block(c"zero"), block(c"other"));
            let builder = Builder::at_end(state.context, entry);
            let number = LLVMGetParam(function, 0);
            let is_zero =
                LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntEQ, number, LLVMConstNull(parameter), c"".as_ptr());
            LLVMBuildCondBr(builder.0, is_zero, zero, other);
            LLVMPositionBuilderAtEnd(builder.0, zero);
            let origin = crate::intrinsic::made_up("__builtin_clz or __builtin_ctz of zero");
            match state.build_nondet(&builder, parameter, &origin) {
                Some(any) => drop(LLVMBuildRet(builder.0, any)),
                None => drop(LLVMBuildUnreachable(builder.0)),
            }
            LLVMPositionBuilderAtEnd(builder.0, other);
            let called = LLVMGetCalledValue(call);
            let whole = LLVMConstNull(state.int_type(1));
            let counted = state.call(&builder, (LLVMGlobalGetValueType(called), called), &[number, whole]);
            LLVMBuildRet(builder.0, counted);
        }
        let builder = Builder::before(state.context, call);
        let counted = state.call(&builder, (kind, function), &[LLVMGetOperand(call, 0)]);
        LLVMReplaceAllUsesWith(call, counted);
        LLVMInstructionEraseFromParent(call);
    }
}

unsafe fn refuse(state: &mut Preparation<'_>, instruction: LLVMValueRef, what: String) {
    let builder = Builder::before(state.context, instruction);
    state.build_unsupported(&builder, what.into());
}
