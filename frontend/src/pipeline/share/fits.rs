//! Which functions gain nothing from standing once.
//!
//! Copying, setting and choosing bytes of memory is exact where their number is known. In a function that gets the
//! number from its caller it is known only where the call has a copy of its own. The same holds for helpers that
//! compute the number: what they tell all callers is known to none. Small helpers of such a function, for example those
//! of an allocator, have copies as well, because numbers that live across their calls would become part of the state.

use crate::intrinsic::HAVOC;
use crate::module::{self, callee, calls_intrinsic, constant, has_body, name};
use crate::pipeline::call_graph::CallGraph;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether a function can stand once for its calls.
pub(crate) fn can_be_shared(function: LLVMValueRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) == 0 }
}

/// Which functions work on numbers of bytes that they, or those they call, get from outside, and which these numbers
/// go through. The functions come in an order in which each is behind those it calls.
pub(crate) fn with_sizes(graph: &CallGraph, order: &[usize]) -> Vec<bool> {
    let sizes = Sizes::of(graph, order);
    let helpers = sizes.helpers(graph);
    sizes.works.into_iter().zip(helpers).map(|(works, helps)| works || helps).collect()
}

struct Sizes {
    /// The numbers of functions.
    numbers: FxHashMap<LLVMValueRef, usize>,
    /// Which functions work on numbers of bytes from outside.
    works: Vec<bool>,
}

impl Sizes {
    fn of(graph: &CallGraph, order: &[usize]) -> Sizes {
        let numbers = graph.functions.iter().enumerate().map(|(number, f)| (*f, number)).collect();
        let mut sizes = Sizes { numbers, works: vec![false; graph.functions.len()] };
        for &number in order {
            let instructions = module::instructions(graph.functions[number]);
            sizes.works[number] = instructions.into_iter().any(|instruction| {
                let works = sizes.called(instruction).is_some_and(|called| sizes.works[called]);
                // What works on sizes and gets nothing may still get them from elsewhere.
                // SAFETY: a call is asked for its arguments.
                works && unsafe { LLVMGetNumArgOperands(instruction) } == 0
                    || sizes.in_instruction(instruction).iter().any(|size| constant(*size).is_none())
            });
        }
        sizes
    }

    /// The function of the program that an instruction calls.
    fn called(&self, instruction: LLVMValueRef) -> Option<usize> {
        // SAFETY: the instruction is alive.
        let called = unsafe { if LLVMIsACallInst(instruction).is_null() { None } else { callee(instruction) } };
        self.numbers.get(&called?).copied()
    }

    /// What an instruction takes, or may take, as a number of bytes.
    fn in_instruction(&self, instruction: LLVMValueRef) -> Vec<LLVMValueRef> {
        // SAFETY: the instruction is alive, and asked for operands that it has.
        unsafe {
            if !LLVMIsAAllocaInst(instruction).is_null() {
                return vec![LLVMGetOperand(instruction, 0)];
            }
            if LLVMIsACallInst(instruction).is_null() {
                return Vec::new();
            }
            if calls_intrinsic(instruction, "llvm.mem") {
                return vec![LLVMGetOperand(instruction, 2)];
            }
            let arguments =
                || (0..LLVMGetNumArgOperands(instruction)).map(|n| LLVMGetOperand(instruction, n)).collect();
            match callee(instruction) {
                Some(called) if name(called) == HAVOC => vec![LLVMGetOperand(instruction, 1)],
                // Allocation: the size of an object says how much of it is copied.
                Some(called) if !has_body(called) && gives_memory(instruction) => arguments(),
                Some(called) if self.numbers.get(&called).is_some_and(|called| self.works[*called]) => arguments(),
                _ => Vec::new(),
            }
        }
    }

    /// Which functions numbers of bytes go through.
    fn helpers(&self, graph: &CallGraph) -> Vec<bool> {
        let count = graph.functions.len();
        let (mut helps, mut returns) = (vec![false; count], vec![false; count]);
        let mut open: Vec<usize> = (0..count).collect();
        while let Some(number) = open.pop() {
            let hands_on = self.works[number] && name(graph.functions[number]) != "main";
            let instructions = module::instructions(graph.functions[number]);
            let mut sizes: Vec<LLVMValueRef> =
                instructions.iter().flat_map(|instruction| self.in_instruction(*instruction)).collect();
            if returns[number] {
                sizes.extend(instructions.iter().filter_map(|instruction| returned(*instruction)));
            }
            let sizes = made_of(sizes);
            for call in instructions {
                let Some(called) = self.called(call) else { continue };
                if sizes.contains(&call) {
                    helps[called] = true;
                    if !std::mem::replace(&mut returns[called], true) {
                        open.push(called);
                    }
                }
                helps[called] |= hands_on && graph.calls[called].is_empty() && !graph.loops[called];
            }
        }
        helps
    }
}

/// What a function returns, if that is what an instruction does.
fn returned(instruction: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the instruction is alive, and asked for an operand that it has.
    unsafe {
        let returns = !LLVMIsAReturnInst(instruction).is_null() && LLVMGetNumOperands(instruction) == 1;
        returns.then(|| LLVMGetOperand(instruction, 0))
    }
}

/// The values that values are computed from, with these. What is read from memory is computed from nothing.
fn made_of(values: Vec<LLVMValueRef>) -> FxHashSet<LLVMValueRef> {
    let (mut found, mut open) = (FxHashSet::default(), values);
    while let Some(value) = open.pop() {
        // SAFETY: operands of instructions are alive; the last one of a call is what it calls.
        unsafe {
            let is_instruction = !LLVMIsAInstruction(value).is_null();
            if !is_instruction && LLVMIsAArgument(value).is_null() || !found.insert(value) {
                continue;
            }
            if is_instruction && LLVMIsALoadInst(value).is_null() {
                open.extend((0..LLVMGetNumOperands(value) as u32).map(|index| LLVMGetOperand(value, index)));
            }
        }
    }
    found
}

/// Whether a call gives a pointer for what it gets.
unsafe fn gives_memory(call: LLVMValueRef) -> bool {
    // SAFETY: the caller's call is alive.
    unsafe {
        let result = LLVMGetReturnType(LLVMGetCalledFunctionType(call));
        LLVMGetTypeKind(result) == LLVMTypeKind::LLVMPointerTypeKind && LLVMGetNumArgOperands(call) > 0
    }
}
