//! Which values live across which calls, and which blocks every way to a block goes through.

use crate::module;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// The blocks of a function and where its instructions stand.
pub(super) struct Flow {
    pub(super) blocks: Vec<LLVMBasicBlockRef>,
    pub(super) numbers: FxHashMap<LLVMBasicBlockRef, usize>,
    predecessors: Vec<Vec<usize>>,
    /// The block of each instruction, and its position among all.
    places: FxHashMap<LLVMValueRef, (usize, usize)>,
    dominators: Vec<usize>,
    order: Vec<usize>,
}

const NONE: usize = usize::MAX;

impl Flow {
    pub(super) fn of(function: LLVMValueRef) -> Self {
        let blocks = module::blocks(function);
        let numbers: FxHashMap<_, _> = blocks.iter().enumerate().map(|(number, block)| (*block, number)).collect();
        let mut places = FxHashMap::default();
        let mut successors = vec![Vec::new(); blocks.len()];
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (number, &block) in blocks.iter().enumerate() {
            for instruction in module::block_instructions(block) {
                places.insert(instruction, (number, places.len()));
            }
            for successor in successors_of(block) {
                successors[number].push(numbers[&successor]);
                predecessors[numbers[&successor]].push(number);
            }
        }
        let mut flow = Flow { blocks, numbers, predecessors, places, dominators: Vec::new(), order: Vec::new() };
        flow.dominate(&successors);
        flow
    }

    /// Immediate dominators, by the algorithm of Cooper, Harvey and Kennedy.
    fn dominate(&mut self, successors: &[Vec<usize>]) {
        let count = self.blocks.len();
        let mut postorder = vec![NONE; count];
        let (mut seen, mut finished) = (vec![false; count], Vec::with_capacity(count));
        let mut path = vec![(0, 0)];
        seen[0] = true;
        while let Some((block, position)) = path.pop() {
            match successors[block].get(position) {
                Some(&next) => {
                    path.push((block, position + 1));
                    if !std::mem::replace(&mut seen[next], true) {
                        path.push((next, 0));
                    }
                }
                None => {
                    postorder[block] = finished.len();
                    finished.push(block);
                }
            }
        }
        let mut dominators = vec![NONE; count];
        dominators[0] = 0;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in finished.iter().rev().filter(|block| **block != 0) {
                let mut common = NONE;
                for &from in &self.predecessors[block] {
                    if dominators[from] == NONE {
                        continue;
                    }
                    let (mut one, mut other) = (from, if common == NONE { from } else { common });
                    while one != other {
                        while postorder[one] < postorder[other] {
                            one = dominators[one];
                        }
                        while postorder[other] < postorder[one] {
                            other = dominators[other];
                        }
                    }
                    common = one;
                }
                if dominators[block] != common {
                    dominators[block] = common;
                    changed = true;
                }
            }
        }
        (self.dominators, self.order) = (dominators, postorder);
    }

    /// Whether every way to the second instruction goes through the first.
    pub(super) fn dominates(&self, first: LLVMValueRef, second: LLVMValueRef) -> bool {
        let ((above, before), (mut block, after)) = (self.places[&first], self.places[&second]);
        if above == block {
            return before < after;
        }
        while block != 0 && self.dominators[block] != NONE && self.order[block] < self.order[above] {
            block = self.dominators[block];
        }
        block == above
    }

    pub(super) fn place(&self, instruction: LLVMValueRef) -> (usize, usize) {
        self.places[&instruction]
    }
}

/// The blocks that a block may go on to, each once.
pub(super) fn successors_of(block: LLVMBasicBlockRef) -> Vec<LLVMBasicBlockRef> {
    let mut found = Vec::new();
    let mut known = FxHashSet::default();
    // SAFETY: only what ends a block is asked for where it goes on.
    unsafe {
        let terminator = LLVMGetBasicBlockTerminator(block);
        if terminator.is_null() {
            return found;
        }
        for successor in 0..LLVMGetNumSuccessors(terminator) {
            let block = LLVMGetSuccessor(terminator, successor);
            if known.insert(block) {
                found.push(block);
            }
        }
    }
    found
}

/// Where one value lives.
pub(super) struct Life {
    defined: (usize, usize),
    /// Blocks at whose end the value is alive.
    ends: FxHashSet<usize>,
    /// The last use in each block that uses it.
    last: FxHashMap<usize, usize>,
}

impl Life {
    /// The life of a value that an instruction computes. What debug information says is no use.
    pub(super) fn of(flow: &Flow, value: LLVMValueRef) -> Life {
        let defined = flow.place(value);
        let mut life = Life { defined, ends: FxHashSet::default(), last: FxHashMap::default() };
        let mut begins = Vec::new();
        for user in module::users(value) {
            // SAFETY: users of an instruction are instructions of its function.
            unsafe {
                if LLVMIsAPHINode(user).is_null() {
                    let (block, position) = flow.place(user);
                    let last = life.last.entry(block).or_insert(0);
                    *last = (*last).max(position);
                    begins.push(block);
                    continue;
                }
                for index in 0..LLVMCountIncoming(user) {
                    if LLVMGetIncomingValue(user, index) == value {
                        let from = flow.numbers[&LLVMGetIncomingBlock(user, index)];
                        if life.ends.insert(from) {
                            begins.push(from);
                        }
                    }
                }
            }
        }
        let mut seen = FxHashSet::default();
        while let Some(block) = begins.pop() {
            if block == defined.0 || !seen.insert(block) {
                continue;
            }
            for &from in &flow.predecessors[block] {
                if life.ends.insert(from) || from != defined.0 {
                    begins.push(from);
                }
            }
        }
        life
    }

    /// The blocks that the value is alive in.
    pub(super) fn blocks(&self) -> impl Iterator<Item = usize> + '_ {
        self.ends.iter().chain(self.last.keys().filter(|block| !self.ends.contains(*block))).copied()
    }

    /// Whether the value is needed after a place in a block.
    pub(super) fn is_alive_after(&self, (block, position): (usize, usize)) -> bool {
        (block != self.defined.0 || position > self.defined.1)
            && (self.ends.contains(&block) || self.last.get(&block).is_some_and(|last| *last > position))
    }
}
