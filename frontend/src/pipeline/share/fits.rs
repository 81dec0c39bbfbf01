//! Which functions gain nothing from standing once.
//!
//! Copying, setting and choosing bytes of memory is exact where their number is known. In a function that gets the
//! number from its caller it is known only where the call has a copy of its own.

use crate::intrinsic::HAVOC;
use crate::module::{self, callee, calls_intrinsic, constant, has_body, name};
use crate::pipeline::call_graph::CallGraph;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::FxHashMap;

/// Whether a function can stand once for its calls.
pub(crate) fn can_be_shared(function: LLVMValueRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) == 0 }
}

/// Which functions work on numbers of bytes that they, or those they call, get from outside. The functions come in an
/// order in which each is behind those it calls.
pub(crate) fn with_sizes(graph: &CallGraph, order: &[usize]) -> Vec<bool> {
    let numbers: FxHashMap<_, _> = graph.functions.iter().enumerate().map(|(number, f)| (*f, number)).collect();
    let mut found = vec![false; graph.functions.len()];
    for &number in order {
        found[number] = module::instructions(graph.functions[number]).into_iter().any(|instruction| {
            // SAFETY: the instruction is alive, and asked for operands that it has.
            unsafe {
                if !LLVMIsAAllocaInst(instruction).is_null() {
                    return constant(LLVMGetOperand(instruction, 0)).is_none();
                }
                if LLVMIsACallInst(instruction).is_null() {
                    return false;
                }
                if calls_intrinsic(instruction, "llvm.mem") {
                    return constant(LLVMGetOperand(instruction, 2)).is_none();
                }
                match callee(instruction) {
                    Some(called) if name(called) == HAVOC => constant(LLVMGetOperand(instruction, 1)).is_none(),
                    // Allocation: the size of an object says how much of it is copied.
                    Some(called) if !has_body(called) => {
                        let result = LLVMGetReturnType(LLVMGetCalledFunctionType(instruction));
                        let gives_memory = LLVMGetTypeKind(result) == LLVMTypeKind::LLVMPointerTypeKind;
                        gives_memory && LLVMGetNumArgOperands(instruction) > 0 && depends_on_caller(instruction)
                    }
                    Some(called) => {
                        numbers.get(&called).is_some_and(|called| found[*called] && depends_on_caller(instruction))
                    }
                    None => false,
                }
            }
        });
    }
    found
}

/// Whether what a call works on may depend on who makes it: all but calls whose arguments are all constants.
unsafe fn depends_on_caller(call: LLVMValueRef) -> bool {
    // SAFETY: the caller's call is alive.
    unsafe {
        let count = LLVMGetNumArgOperands(call);
        count == 0 || (0..count).any(|position| constant(LLVMGetOperand(call, position)).is_none())
    }
}
