//! Variables whose declaration a jump into their block passes by.
//!
//! A variable lives from the entry into its block until the end of the block, and its value is indeterminate until the
//! declaration is reached: each time the block is entered, not only the first. LLVM's variables live as long as their function, so
//! a jump that enters the block behind the declaration would find the value of an earlier life. It gets any value on that edge.

use super::uninitialised::declaration;
use super::{Preparation, uninitialised};
use crate::module::{self, Builder, calls_intrinsic};
use euclase_program::NondetOrigin;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives variables of all functions any value where a jump passes their declaration by.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    for function in module::defined_functions(state.module) {
        let blocks = module::blocks(function);
        if blocks.len() < 3 {
            continue;
        }
        let scopes = Scopes::of(state.context, &blocks);
        let mut passed = Vec::new();
        for variable in variables(state.context, &blocks) {
            passed.extend(scopes.edges_past(&variable).into_iter().map(|edge| (edge, variable.clone())));
        }
        for ((from, to), variable) in passed {
            forget(state, from, to, &variable);
        }
    }
}

/// A variable that is declared in a block inside of its function.
#[derive(Clone)]
struct Variable {
    place: LLVMValueRef,
    name: String,
    declared_by: LLVMValueRef,
    scope: LLVMMetadataRef,
}

fn variables(context: LLVMContextRef, blocks: &[LLVMBasicBlockRef]) -> Vec<Variable> {
    let mut found = Vec::new();
    for instruction in blocks.iter().flat_map(|block| module::block_instructions(*block)) {
        // SAFETY: the instruction is alive, and a declaration has the parts that it should have.
        unsafe {
            if !calls_intrinsic(instruction, "llvm.dbg.declare") {
                continue;
            }
            let Some((place, (name, _))) = declaration(instruction) else { continue };
            let described = LLVMValueAsMetadata(LLVMGetOperand(instruction, 1));
            let scope = LLVMDIVariableGetScope(described);
            if !LLVMIsAAllocaInst(place).is_null() && !parent(context, scope).is_null() {
                found.push(Variable { place, name, declared_by: instruction, scope });
            }
        }
    }
    found
}

/// The scope around a block of the source; null for a function.
unsafe fn parent(context: LLVMContextRef, scope: LLVMMetadataRef) -> LLVMMetadataRef {
    // SAFETY: the caller's scope is alive.
    unsafe {
        let is_block = matches!(
            LLVMGetMetadataKind(scope),
            LLVMMetadataKind::LLVMDILexicalBlockMetadataKind | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind
        );
        let parts = if is_block { uninitialised::operands(LLVMMetadataAsValue(context, scope)) } else { Vec::new() };
        match parts.get(1) {
            Some(outer) if !outer.is_null() => LLVMValueAsMetadata(*outer),
            _ => std::ptr::null_mut(),
        }
    }
}

/// In which scopes of the source the blocks of a function start and end.
struct Scopes<'a> {
    context: LLVMContextRef,
    blocks: &'a [LLVMBasicBlockRef],
    first: FxHashMap<LLVMBasicBlockRef, LLVMMetadataRef>,
    last: FxHashMap<LLVMBasicBlockRef, LLVMMetadataRef>,
}

impl<'a> Scopes<'a> {
    fn of(context: LLVMContextRef, blocks: &'a [LLVMBasicBlockRef]) -> Self {
        let mut scopes = Scopes { context, blocks, first: FxHashMap::default(), last: FxHashMap::default() };
        for &block in blocks {
            for instruction in module::block_instructions(block) {
                // SAFETY: the instruction is alive.
                unsafe {
                    let place = LLVMInstructionGetDebugLoc(instruction);
                    if !place.is_null() {
                        let scope = LLVMDILocationGetScope(place);
                        scopes.first.entry(block).or_insert(scope);
                        scopes.last.insert(block, scope);
                    }
                }
            }
        }
        scopes.take_over();
        scopes
    }

    /// Blocks that only lead on have no place in the source: they are where they lead to.
    fn take_over(&mut self) {
        for &block in self.blocks {
            let mut end = block;
            // A cycle of such blocks is a loop that does nothing, and ends nowhere.
            for _ in 0..self.blocks.len() {
                match successors(end).as_slice() {
                    [next] if !self.first.contains_key(&end) => end = *next,
                    _ => break,
                }
            }
            if let Some(&scope) = self.first.get(&end).filter(|_| !self.last.contains_key(&block)) {
                self.first.insert(block, scope);
                self.last.insert(block, scope);
            }
        }
    }

    fn is_inside(&self, scope: Option<&LLVMMetadataRef>, outer: LLVMMetadataRef) -> bool {
        let Some(mut scope) = scope.copied() else { return false };
        while !scope.is_null() {
            if scope == outer {
                return true;
            }
            // SAFETY: the scope is alive.
            scope = unsafe { parent(self.context, scope) };
        }
        false
    }

    /// The edges that enter the block of a variable and lead to a use of it that comes before its declaration.
    fn edges_past(&self, variable: &Variable) -> Vec<(LLVMBasicBlockRef, LLVMBasicBlockRef)> {
        let mut edges = Vec::new();
        for &from in self.blocks {
            // One that leads nowhere in the source is not a jump into a block.
            let is_known = self.last.contains_key(&from);
            if !is_known || self.is_inside(self.last.get(&from), variable.scope) {
                continue;
            }
            for to in successors(from) {
                let enters = self.is_inside(self.first.get(&to), variable.scope);
                if enters && !edges.contains(&(from, to)) && is_used_undeclared(to, variable) {
                    edges.push((from, to));
                }
            }
        }
        edges
    }
}

fn successors(block: LLVMBasicBlockRef) -> Vec<LLVMBasicBlockRef> {
    // SAFETY: the block is alive and ends.
    unsafe {
        let end = LLVMGetBasicBlockTerminator(block);
        (0..LLVMGetNumSuccessors(end)).map(|at| LLVMGetSuccessor(end, at)).collect()
    }
}

/// Whether a use of a variable can be reached from the start of a block without its declaration.
fn is_used_undeclared(start: LLVMBasicBlockRef, variable: &Variable) -> bool {
    let users: FxHashSet<LLVMValueRef> = module::users(variable.place).into_iter().collect();
    let mut seen = FxHashSet::from_iter([start]);
    let mut waiting = vec![start];
    while let Some(block) = waiting.pop() {
        let mut is_declared = false;
        for instruction in module::block_instructions(block) {
            if instruction == variable.declared_by {
                is_declared = true;
                break;
            }
            if users.contains(&instruction) {
                return true;
            }
        }
        if !is_declared {
            waiting.extend(successors(block).into_iter().filter(|next| seen.insert(*next)));
        }
    }
    false
}

/// Whether an instruction that uses a variable can be executed twice in one call of its function.
pub(super) fn is_used_again(variable: LLVMValueRef) -> bool {
    // SAFETY: the users of a variable are instructions.
    let blocks: FxHashSet<_> =
        module::users(variable).into_iter().map(|user| unsafe { LLVMGetInstructionParent(user) }).collect();
    blocks.iter().any(|start| {
        let mut seen = FxHashSet::default();
        let mut waiting = successors(*start);
        while let Some(block) = waiting.pop() {
            if block == *start {
                return true;
            }
            if seen.insert(block) {
                waiting.extend(successors(block));
            }
        }
        false
    })
}

/// Gives a variable any value on an edge.
fn forget(state: &mut Preparation<'_>, from: LLVMBasicBlockRef, to: LLVMBasicBlockRef, variable: &Variable) {
    // SAFETY: all is of one function, which stays whole: the new block takes the place of the edge.
    unsafe {
        let end = LLVMGetBasicBlockTerminator(from);
        let between = LLVMInsertBasicBlockInContext(state.context, to, c"".as_ptr());
        let builder = Builder::at_end(state.context, between);
        LLVMSetCurrentDebugLocation2(builder.0, LLVMInstructionGetDebugLoc(end));
        let origin = NondetOrigin::Uninitialised(variable.name.as_str().into());
        state.fill(&builder, variable.place, LLVMGetAllocatedType(variable.place), &origin);
        LLVMBuildBr(builder.0, to);
        for at in 0..LLVMGetNumSuccessors(end) {
            if LLVMGetSuccessor(end, at) == to {
                LLVMSetSuccessor(end, at, between);
            }
        }
        module::rename_predecessor(to, from, between);
    }
}
