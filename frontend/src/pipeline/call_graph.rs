//! Which functions call which, and how large they are.

use crate::module::{self, callee, has_body, name};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use rustc_hash::FxHashMap;

/// Which defined function calls which, once for each call.
pub(super) struct CallGraph {
    pub(super) functions: Vec<LLVMValueRef>,
    pub(super) calls: Vec<Vec<usize>>,
    pub(super) sizes: Vec<u64>,
    /// Whether a function has a loop other than one that does nothing for ever.
    pub(super) loops: Vec<bool>,
}

impl CallGraph {
    pub(super) fn of(module: &Module<'_>) -> Self {
        let functions = module::defined_functions(module.as_mut_ptr());
        let numbers: FxHashMap<_, _> = functions.iter().enumerate().map(|(number, f)| (*f, number)).collect();
        let mut calls = Vec::with_capacity(functions.len());
        let mut sizes = Vec::with_capacity(functions.len());
        for &function in &functions {
            let (mut callees, mut size) = (Vec::new(), 0);
            for instruction in module::instructions(function) {
                // SAFETY: the instruction is alive.
                let called = unsafe { if LLVMIsACallInst(instruction).is_null() { None } else { callee(instruction) } };
                match called {
                    Some(called) if has_body(called) => callees.extend(numbers.get(&called)),
                    // What LLVM notes about debugging is no instruction to anybody else.
                    Some(called) if name(called).starts_with("llvm.dbg.") => continue,
                    _ => {}
                }
                size += 1;
            }
            calls.push(callees);
            sizes.push(size);
        }
        let loops = functions.iter().map(|function| has_loop(*function)).collect();
        CallGraph { functions, calls, sizes, loops }
    }

    /// The functions, each after those it calls except on cycles, and which are on cycles: Tarjan's
    /// algorithm with a stack of its own.
    pub(super) fn callees_first(&self) -> (Vec<usize>, Vec<bool>) {
        const NEW: usize = usize::MAX;
        let count = self.functions.len();
        let (mut index, mut low) = (vec![NEW; count], vec![0; count]);
        let (mut on_stack, mut is_recursive) = (vec![false; count], vec![false; count]);
        let (mut stack, mut order, mut next) = (Vec::new(), Vec::new(), 0);
        for root in 0..count {
            if index[root] != NEW {
                continue;
            }
            let mut path = vec![(root, 0)];
            while let Some((function, position)) = path.pop() {
                if position == 0 {
                    (index[function], low[function]) = (next, next);
                    next += 1;
                    stack.push(function);
                    on_stack[function] = true;
                }
                let Some(&callee) = self.calls[function].get(position) else {
                    if low[function] == index[function] {
                        let start = stack.iter().rposition(|member| *member == function).unwrap_or(0);
                        let component = stack.split_off(start);
                        for &member in &component {
                            on_stack[member] = false;
                            is_recursive[member] = component.len() > 1 || self.calls[member].contains(&member);
                        }
                        order.extend(component);
                    }
                    if let Some((caller, _)) = path.last() {
                        low[*caller] = low[*caller].min(low[function]);
                    }
                    continue;
                };
                path.push((function, position + 1));
                if index[callee] == NEW {
                    path.push((callee, 0));
                } else if on_stack[callee] {
                    low[function] = low[function].min(index[callee]);
                }
            }
        }
        (order, is_recursive)
    }

    /// The functions that may call themselves, directly or through others.
    pub(super) fn recursive(self) -> Vec<LLVMValueRef> {
        let (_, is_recursive) = self.callees_first();
        self.functions.into_iter().zip(is_recursive).filter(|(_, recursive)| *recursive).map(|(f, _)| f).collect()
    }

    /// How many copies of each function there are when all is inlined into one that is not recursive.
    pub(super) fn copies(&self, root: usize, order: &[usize], is_recursive: &[bool]) -> Vec<u64> {
        let mut copies = vec![0u64; self.functions.len()];
        copies[root] = 1;
        for &caller in order.iter().rev().filter(|caller| !is_recursive[**caller]) {
            for &callee in &self.calls[caller] {
                copies[callee] = copies[callee].saturating_add(copies[caller]);
            }
        }
        copies
    }
}

/// Whether control can come back to a block of a function, but for blocks that only go back to themselves: C programs
/// end executions so.
fn has_loop(function: LLVMValueRef) -> bool {
    let blocks = module::blocks(function);
    let numbers: FxHashMap<_, _> = blocks.iter().enumerate().map(|(number, block)| (*block, number)).collect();
    // 0: not seen, 1: on the path, 2: done.
    let mut state = vec![0u8; blocks.len()];
    let mut path = vec![(0, 0)];
    while let Some((block, position)) = path.pop() {
        state[block] = 1;
        // SAFETY: a block of a function that was verified has a terminator, asked for successors that it has.
        let next = unsafe {
            let terminator = LLVMGetBasicBlockTerminator(blocks[block]);
            (position < LLVMGetNumSuccessors(terminator)).then(|| numbers[&LLVMGetSuccessor(terminator, position)])
        };
        match next {
            None => state[block] = 2,
            Some(next) => {
                path.push((block, position + 1));
                match state[next] {
                    0 => path.push((next, 0)),
                    1 if next != block || !is_endless(blocks[block]) => return true,
                    _ => {}
                }
            }
        }
    }
    false
}

/// Whether a block that goes back to itself goes nowhere else.
fn is_endless(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: a block of a function that was verified has a terminator.
    unsafe { LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) == 1 }
}
