//! Marks about memory that say nothing any more: before accesses that turn out to be inside of a variable that is alive, and of the
//! lives of variables whose address goes nowhere. They go, so that such variables can become registers.
//!
//! A variable may be accessed behind the end of its life: then everything that is said of it stays.

use crate::intrinsic::{ENTER, HAVOC, LEAVE, READ, WRITE, is_about_memory};
use crate::module::{self, callee, calls_intrinsic, name};
use crate::prepare::{place, room};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMTargetDataRef};
use inkwell::module::Module;
use rustc_hash::FxHashSet;

/// Removes them.
pub(super) fn remove_needless(module: &Module<'_>) {
    let raw = module.as_mut_ptr();
    if !module::functions(raw).into_iter().any(|function| is_about_memory(&name(function))) {
        return;
    }
    // SAFETY: the module is alive and keeps its layout; marks are calls without a result.
    unsafe {
        let layout = LLVMGetModuleDataLayout(raw);
        let mut needless = Vec::new();
        for function in module::defined_functions(raw) {
            for instruction in module::instructions(function) {
                if !LLVMIsAAllocaInst(instruction).is_null() {
                    needless.extend(Variable::of(instruction).needless(layout));
                } else if is_in_global(layout, instruction) {
                    needless.push(instruction);
                }
            }
        }
        needless.into_iter().for_each(|mark| LLVMInstructionEraseFromParent(mark));
    }
}

/// Whether an instruction is a mark of an access to a place inside of a global variable.
unsafe fn is_in_global(layout: LLVMTargetDataRef, instruction: LLVMValueRef) -> bool {
    // SAFETY: the caller's instruction is alive.
    unsafe {
        matches!(mark(instruction).as_deref(), Some(READ | WRITE))
            && place(layout, LLVMGetOperand(instruction, 0))
                .is_some_and(|(object, _)| !LLVMIsAGlobalVariable(object).is_null())
            && is_inside(layout, instruction)
    }
}

/// The function that a mark calls.
unsafe fn mark(instruction: LLVMValueRef) -> Option<String> {
    // SAFETY: the caller's instruction is alive.
    unsafe {
        let called = (!LLVMIsACallInst(instruction).is_null()).then(|| callee(instruction)).flatten()?;
        Some(name(called)).filter(|name| is_about_memory(name))
    }
}

/// Whether the access that a mark speaks of is inside of its object for sure.
unsafe fn is_inside(layout: LLVMTargetDataRef, access: LLVMValueRef) -> bool {
    // SAFETY: the caller's mark is alive and has an address and a size.
    unsafe {
        let Some((object, offset)) = place(layout, LLVMGetOperand(access, 0)) else { return false };
        let (Some(room), Some(size)) = (room(layout, object), module::constant(LLVMGetOperand(access, 1))) else {
            return false;
        };
        let is_constant = !LLVMIsAGlobalVariable(object).is_null() && LLVMIsGlobalConstant(object) != 0;
        let is_write = mark(access).as_deref() == Some(WRITE);
        offset >= 0 && offset + i128::from(size) <= room && !(is_write && is_constant)
    }
}

/// What is said of a variable by way of its name.
#[derive(Default)]
struct Variable {
    enters: Vec<LLVMValueRef>,
    leaves: Vec<LLVMValueRef>,
    /// Marks of accesses.
    accesses: Vec<LLVMValueRef>,
    /// Whether its address is used otherwise.
    escapes: bool,
}

impl Variable {
    unsafe fn of(variable: LLVMValueRef) -> Self {
        let mut found = Variable::default();
        let mut pointers = vec![variable];
        // SAFETY: the users of the caller's variable are alive.
        unsafe {
            while let Some(pointer) = pointers.pop() {
                for user in module::users(pointer) {
                    match LLVMGetInstructionOpcode(user) {
                        LLVMOpcode::LLVMLoad => {}
                        LLVMOpcode::LLVMStore if LLVMGetOperand(user, 0) != pointer => {}
                        LLVMOpcode::LLVMGetElementPtr if LLVMGetOperand(user, 0) == pointer => pointers.push(user),
                        LLVMOpcode::LLVMCall => found.call(user),
                        _ => found.escapes = true,
                    }
                }
            }
        }
        found
    }

    unsafe fn call(&mut self, call: LLVMValueRef) {
        // SAFETY: the caller's call is alive.
        unsafe {
            match mark(call).as_deref() {
                Some(ENTER) => self.enters.push(call),
                Some(LEAVE) => self.leaves.push(call),
                Some(_) => self.accesses.push(call),
                None if callee(call).is_some_and(|called| name(called) == HAVOC) => {}
                None if calls_intrinsic(call, "llvm.mem") || calls_intrinsic(call, "llvm.dbg.") => {}
                None => self.escapes = true,
            }
        }
    }

    /// The marks that say nothing.
    unsafe fn needless(self, layout: LLVMTargetDataRef) -> Vec<LLVMValueRef> {
        // SAFETY: the marks are alive.
        unsafe {
            if self.is_used_when_over() {
                return Vec::new();
            }
            let is_access = |access: &LLVMValueRef| matches!(mark(*access).as_deref(), Some(READ | WRITE));
            let mut needless = self.accesses;
            needless.retain(|access| is_access(access) && is_inside(layout, *access));
            if !self.escapes {
                needless.extend(self.enters);
                needless.extend(self.leaves);
            }
            needless
        }
    }

    /// Whether a mark of an access can come behind the end of the variable's life, and before it begins again.
    unsafe fn is_used_when_over(&self) -> bool {
        let enters: FxHashSet<LLVMValueRef> = self.enters.iter().copied().collect();
        let accesses: FxHashSet<LLVMValueRef> = self.accesses.iter().copied().collect();
        let mut visited = FxHashSet::default();
        // SAFETY: the instructions are alive, and blocks have terminators.
        let mut waiting: Vec<LLVMValueRef> =
            self.leaves.iter().map(|leave| unsafe { LLVMGetNextInstruction(*leave) }).collect();
        while let Some(start) = waiting.pop() {
            let mut instruction = start;
            // SAFETY: as above.
            unsafe {
                while !instruction.is_null() && !enters.contains(&instruction) {
                    if accesses.contains(&instruction) {
                        return true;
                    }
                    if !LLVMIsATerminatorInst(instruction).is_null() {
                        for index in 0..LLVMGetNumSuccessors(instruction) {
                            let next = LLVMGetSuccessor(instruction, index);
                            if visited.insert(next) {
                                waiting.push(LLVMGetFirstInstruction(next));
                            }
                        }
                    }
                    instruction = LLVMGetNextInstruction(instruction);
                }
            }
        }
        false
    }
}
