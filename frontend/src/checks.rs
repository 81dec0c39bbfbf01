//! How many checks of each kind a prepared module makes: what a proof is about.
//!
//! What stands in the program counts; what models of the library check on its behalf only where there is nothing else. An access to a
//! variable by its name and at a constant place needs no check.

use crate::intrinsic::{self, Site};
use crate::module::{self, callee, name};
use euclase_program::{CheckKind, LIBRARY};
use inkwell::llvm_sys::core::{
    LLVMConstIntGetZExtValue, LLVMGetNumArgOperands, LLVMGetOperand, LLVMIsACallInst, LLVMIsAConstantInt,
};
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;

/// The kinds of checks that a module makes, each with how often.
pub(crate) fn count(module: &Module<'_>, sites: &[Site]) -> Vec<(CheckKind, usize)> {
    let own = count_in(module, sites, false);
    if own.is_empty() { count_in(module, sites, true) } else { own }
}

fn count_in(module: &Module<'_>, sites: &[Site], in_library: bool) -> Vec<(CheckKind, usize)> {
    let mut counts: Vec<(CheckKind, usize)> = Vec::new();
    for function in module::defined_functions(module.as_mut_ptr()) {
        if crate::prototype::file_of(function).is_some_and(|file| file.starts_with(LIBRARY)) != in_library {
            continue;
        }
        for instruction in module::instructions(function) {
            let Some(kind) = kind_of(instruction, sites) else { continue };
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

/// The check that an instruction makes, if it makes one.
fn kind_of(instruction: LLVMValueRef, sites: &[Site]) -> Option<CheckKind> {
    // SAFETY: the caller's instruction is alive, and asked for operands only if it is a call that has them.
    unsafe {
        if LLVMIsACallInst(instruction).is_null() {
            return None;
        }
        match name(callee(instruction)?).as_str() {
            intrinsic::READ | intrinsic::WRITE | intrinsic::TEXT => Some(CheckKind::Bounds),
            intrinsic::FREE => Some(CheckKind::Free),
            intrinsic::CALLED => Some(CheckKind::Pointer),
            intrinsic::ERROR | intrinsic::END => {
                let site = LLVMGetOperand(instruction, LLVMGetNumArgOperands(instruction).checked_sub(1)?);
                let number = (!LLVMIsAConstantInt(site).is_null()).then(|| LLVMConstIntGetZExtValue(site))?;
                match sites.get(usize::try_from(number).ok()?)? {
                    Site::Error { check, .. } | Site::End { check, .. } => Some(*check),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
