//! Calls through pointers as choices among functions.
//!
//! A call through a pointer becomes a call of a function of our own that compares the pointer with every function whose
//! address is taken and that has the type called, and calls that one; what is equal to none of them stays a call
//! through a pointer, which nobody can follow. When all is inlined, only the comparisons are left, and whether the last
//! case can happen is for the search to say.

use crate::module::{self, Builder, c_string, callee, has_body, users};
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMLinkage, LLVMTypeKind};
use inkwell::module::Module;
use rustc_hash::FxHashMap;

/// So many functions a call may choose among; with more, nothing is gained.
const MOST_CANDIDATES: usize = 64;

/// Replaces calls through pointers. Says whether there were any.
pub(super) fn devirtualise(module: &Module<'_>) -> bool {
    let (raw, context) = (module.as_mut_ptr(), module.get_context().as_ctx_ref());
    let taken: Vec<LLVMValueRef> =
        module::defined_functions(raw).into_iter().filter(|function| is_address_taken(*function)).collect();
    if taken.is_empty() {
        return false;
    }
    let mut choosers: FxHashMap<LLVMTypeRef, Option<LLVMValueRef>> = FxHashMap::default();
    let mut changed = false;
    for function in module::defined_functions(raw) {
        for call in module::instructions(function) {
            // SAFETY: the instruction is alive; only calls are asked for what is called.
            let ty = unsafe {
                if LLVMIsACallInst(call).is_null() || callee(call).is_some() {
                    continue;
                }
                let called = LLVMGetCalledValue(call);
                if !LLVMIsAInlineAsm(called).is_null() || !LLVMIsAConstant(called).is_null() {
                    continue;
                }
                LLVMGetCalledFunctionType(call)
            };
            let chooser = *choosers.entry(ty).or_insert_with(|| chooser(raw, context, ty, &taken));
            if let Some(chooser) = chooser {
                choose(context, call, chooser);
                changed = true;
            }
        }
    }
    changed
}

/// Whether a function is used for anything but being called.
fn is_address_taken(function: LLVMValueRef) -> bool {
    users(function).into_iter().any(|user| {
        // SAFETY: users are alive; the last operand of a call is what it calls.
        unsafe {
            if LLVMIsACallInst(user).is_null() || LLVMGetCalledValue(user) != function {
                return true;
            }
            (0..LLVMGetNumArgOperands(user)).any(|position| LLVMGetOperand(user, position) == function)
        }
    })
}

/// A function that takes a pointer and arguments, and calls the function of a type that the pointer is.
fn chooser(
    module: LLVMModuleRef,
    context: LLVMContextRef,
    ty: LLVMTypeRef,
    taken: &[LLVMValueRef],
) -> Option<LLVMValueRef> {
    // SAFETY: the type is of the context of the module, and so is everything that is made of it.
    unsafe {
        let fits = |function: &&LLVMValueRef| LLVMGlobalGetValueType(**function) == ty;
        let candidates: Vec<LLVMValueRef> = taken.iter().filter(fits).copied().collect();
        if LLVMIsFunctionVarArg(ty) != 0 || candidates.is_empty() || candidates.len() > MOST_CANDIDATES {
            return None;
        }
        let mut parameters = vec![LLVMPointerTypeInContext(context, 0)];
        let count = LLVMCountParamTypes(ty) as usize;
        let mut own = vec![std::ptr::null_mut(); count];
        LLVMGetParamTypes(ty, own.as_mut_ptr());
        parameters.extend(own);
        let result = LLVMGetReturnType(ty);
        let signature = LLVMFunctionType(result, parameters.as_mut_ptr(), parameters.len() as u32, 0);
        let name = c_string("__euclase_choose");
        let function = LLVMAddFunction(module, name.as_ptr(), signature);
        LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
        let pointer = LLVMGetParam(function, 0);
        let mut arguments: Vec<LLVMValueRef> = (1..=count as u32).map(|n| LLVMGetParam(function, n)).collect();
        let mut block = append(context, function);
        for candidate in candidates {
            let (here, next) = (append(context, function), append(context, function));
            let builder = Builder::at_end(context, block);
            let same = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntEQ, pointer, candidate, c"".as_ptr());
            LLVMBuildCondBr(builder.0, same, here, next);
            call(context, here, ty, candidate, &mut arguments);
            block = next;
        }
        call(context, block, ty, pointer, &mut arguments);
        debug_assert!(has_body(function));
        Some(function)
    }
}

fn append(context: LLVMContextRef, function: LLVMValueRef) -> LLVMBasicBlockRef {
    // SAFETY: the function is of the context.
    unsafe { LLVMAppendBasicBlockInContext(context, function, c"".as_ptr()) }
}

/// Ends a block with a call and the return of its result.
///
/// # Safety
/// All handles are of the context; the type is that of the function.
unsafe fn call(
    context: LLVMContextRef,
    block: LLVMBasicBlockRef,
    ty: LLVMTypeRef,
    function: LLVMValueRef,
    arguments: &mut [LLVMValueRef],
) {
    let builder = Builder::at_end(context, block);
    // SAFETY: as the caller says.
    unsafe {
        let count = arguments.len() as u32;
        let result = LLVMBuildCall2(builder.0, ty, function, arguments.as_mut_ptr(), count, c"".as_ptr());
        match LLVMGetTypeKind(LLVMGetReturnType(ty)) {
            LLVMTypeKind::LLVMVoidTypeKind => LLVMBuildRetVoid(builder.0),
            _ => LLVMBuildRet(builder.0, result),
        };
    }
}

/// Replaces a call through a pointer by a call of the function that chooses.
fn choose(context: LLVMContextRef, call: LLVMValueRef, chooser: LLVMValueRef) {
    let builder = Builder::before(context, call);
    // SAFETY: the call is alive, and gone after its uses are.
    unsafe {
        let mut arguments = vec![LLVMGetCalledValue(call)];
        arguments.extend((0..LLVMGetNumArgOperands(call)).map(|position| LLVMGetOperand(call, position)));
        let ty = LLVMGlobalGetValueType(chooser);
        let count = arguments.len() as u32;
        let chosen = LLVMBuildCall2(builder.0, ty, chooser, arguments.as_mut_ptr(), count, c"".as_ptr());
        LLVMReplaceAllUsesWith(call, chosen);
        LLVMInstructionEraseFromParent(call);
    }
}
