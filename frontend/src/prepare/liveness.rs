//! Which local variables may be read before they are written.
//!
//! A variable that is declared without an initialiser is usually assigned before it is read. Then
//! no arbitrary value is needed for it, and there are fewer inputs: for the search, for the native
//! replay, and for the reader of an execution. This is liveness of the variables' memory, where
//! only a write to the whole variable ends a life.

use crate::module::{self, calls_intrinsic, constant};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMStoreSizeOfType, LLVMTargetDataRef};
use rustc_hash::{FxHashMap, FxHashSet};

/// Above so many bits of tables, every variable is taken to be read.
const MOST_BITS: usize = 4_000_000_000;

/// What was found out about the variables of a function.
pub(super) struct Liveness {
    /// Variables that may be read before they are written, counted from the entry.
    pub(super) at_entry: FxHashSet<LLVMValueRef>,
    /// Marked initialisations whose value may be read.
    pub(super) needed: FxHashSet<LLVMValueRef>,
}

/// What an instruction does to a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Reads,
    Overwrites,
}

/// Works out which of the variables of a function, and which of their marked initialisations, are
/// read.
pub(super) fn of(
    layout: LLVMTargetDataRef,
    function: LLVMValueRef,
    variables: &[LLVMValueRef],
    marked: &FxHashSet<LLVMValueRef>,
) -> Liveness {
    let mut accesses: FxHashMap<LLVMValueRef, Vec<(usize, Access)>> = FxHashMap::default();
    let mut escapes = vec![false; variables.len()];
    for (number, &variable) in variables.iter().enumerate() {
        escapes[number] = collect(layout, number, variable, &mut accesses);
    }
    let blocks = module::blocks(function);
    let words = variables.len().div_ceil(64);
    if blocks.len().saturating_mul(words * 64 * 3) > MOST_BITS {
        return Liveness { at_entry: variables.iter().copied().collect(), needed: marked.clone() };
    }
    let live_out = solve(&blocks, words, &accesses);
    let mut needed = FxHashSet::default();
    let mut at_entry = FxHashSet::default();
    for (index, &block) in blocks.iter().enumerate() {
        let mut live = live_out[index].clone();
        for instruction in module::block_instructions(block).into_iter().rev() {
            let Some(touched) = accesses.get(&instruction) else { continue };
            let is_marked = marked.contains(&instruction);
            for &(number, access) in touched {
                if is_marked && access == Access::Overwrites && (escapes[number] || live.has(number)) {
                    needed.insert(instruction);
                }
                // One that does not write the whole variable is not understood, and stays.
                if is_marked && access == Access::Reads {
                    needed.insert(instruction);
                }
            }
            live.step(touched);
        }
        if index == 0 {
            at_entry.extend(variables.iter().enumerate().filter(|(number, _)| live.has(*number)).map(|(_, v)| *v));
        }
    }
    Liveness { at_entry, needed }
}

/// A set of variables.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// From what is live after an instruction to what is live before it.
    fn step(&mut self, touched: &[(usize, Access)]) {
        for &(number, access) in touched {
            if access == Access::Overwrites {
                self.0[number / 64] &= !(1 << (number % 64));
            }
        }
        for &(number, access) in touched {
            if access == Access::Reads {
                self.0[number / 64] |= 1 << (number % 64);
            }
        }
    }
}

/// What is live at the end of each block.
fn solve(
    blocks: &[LLVMBasicBlockRef],
    words: usize,
    accesses: &FxHashMap<LLVMValueRef, Vec<(usize, Access)>>,
) -> Vec<Set> {
    let numbers: FxHashMap<_, _> = blocks.iter().enumerate().map(|(index, block)| (*block, index)).collect();
    let empty = Set(vec![0; words]);
    let mut reads = vec![empty.clone(); blocks.len()];
    let mut overwrites = vec![empty.clone(); blocks.len()];
    let mut predecessors = vec![Vec::new(); blocks.len()];
    for (index, &block) in blocks.iter().enumerate() {
        for instruction in module::block_instructions(block) {
            for &(number, access) in accesses.get(&instruction).into_iter().flatten() {
                let (word, bit) = (number / 64, 1 << (number % 64));
                if access == Access::Overwrites && reads[index].0[word] & bit == 0 {
                    overwrites[index].0[word] |= bit;
                } else if access == Access::Reads && overwrites[index].0[word] & bit == 0 {
                    reads[index].0[word] |= bit;
                }
            }
        }
        // SAFETY: a block of a function that was verified has a terminator.
        unsafe {
            let terminator = LLVMGetBasicBlockTerminator(block);
            for successor in 0..LLVMGetNumSuccessors(terminator) {
                predecessors[numbers[&LLVMGetSuccessor(terminator, successor)]].push(index);
            }
        }
    }
    let mut live_out = vec![empty; blocks.len()];
    let mut waiting: Vec<usize> = (0..blocks.len()).collect();
    let mut is_waiting = vec![true; blocks.len()];
    while let Some(index) = waiting.pop() {
        is_waiting[index] = false;
        let live_in: Vec<u64> = (0..words)
            .map(|word| reads[index].0[word] | live_out[index].0[word] & !overwrites[index].0[word])
            .collect();
        for &predecessor in &predecessors[index] {
            let mut changed = false;
            for (known, new) in live_out[predecessor].0.iter_mut().zip(&live_in) {
                changed |= new & !*known != 0;
                *known |= new;
            }
            if changed && !is_waiting[predecessor] {
                is_waiting[predecessor] = true;
                waiting.push(predecessor);
            }
        }
    }
    live_out
}

/// Notes what each instruction does to a variable. Says whether its address gets away.
fn collect(
    layout: LLVMTargetDataRef,
    number: usize,
    variable: LLVMValueRef,
    accesses: &mut FxHashMap<LLVMValueRef, Vec<(usize, Access)>>,
) -> bool {
    let mut escapes = false;
    let mut pointers = vec![variable];
    // SAFETY: users are alive; operands are asked of the instructions that have them.
    unsafe {
        let size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(variable));
        while let Some(pointer) = pointers.pop() {
            for user in module::users(pointer) {
                let is_whole = pointer == variable;
                let access = match LLVMGetInstructionOpcode(user) {
                    LLVMOpcode::LLVMGetElementPtr => {
                        pointers.push(user);
                        Access::Reads
                    }
                    LLVMOpcode::LLVMLoad => Access::Reads,
                    LLVMOpcode::LLVMStore => {
                        let (value, address) = (LLVMGetOperand(user, 0), LLVMGetOperand(user, 1));
                        escapes |= value == pointer;
                        let covers = LLVMStoreSizeOfType(layout, LLVMTypeOf(value)) >= size;
                        if is_whole && value != pointer && address == pointer && covers {
                            Access::Overwrites
                        } else {
                            Access::Reads
                        }
                    }
                    _ if calls_intrinsic(user, "llvm.mem") => {
                        let covers = constant(LLVMGetOperand(user, 2)).is_some_and(|bytes| bytes >= size);
                        let is_source = LLVMGetOperand(user, 1) == pointer;
                        if is_whole && LLVMGetOperand(user, 0) == pointer && !is_source && covers {
                            Access::Overwrites
                        } else {
                            Access::Reads
                        }
                    }
                    // A mark says where the variable lives, and reads nothing.
                    _ if calls_intrinsic(user, "llvm.lifetime.") => continue,
                    _ => {
                        escapes = true;
                        Access::Reads
                    }
                };
                accesses.entry(user).or_default().push((number, access));
            }
        }
    }
    escapes
}
