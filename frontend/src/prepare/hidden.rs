//! What runs or exists without being mentioned in any function that `main` calls.
//!
//! Assembly beside the functions can define anything, the start-up code calls what stands in certain
//! sections, and a weak declaration may or may not have an address. Nothing of this would be seen when only the
//! functions are looked at, so it is refused.

use super::Preparation;
use crate::Error;
use crate::module::{self, callee, has_body, name};
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use std::ffi::CStr;

/// Sections that the start-up code or the C library runs, each also with a priority behind a dot.
const RUN_SECTIONS: [&str; 5] = [".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"];

/// Refuses what runs without being called. Before anything is taken away because nobody uses it.
pub(super) fn refuse_unnamed(state: &Preparation<'_>) -> Result<(), Error> {
    let mut length = 0;
    // SAFETY: the module is alive and owns its assembly; LLVM gives a pointer and a length.
    let assembly = unsafe {
        let start = LLVMGetModuleInlineAsm(state.module, &mut length);
        if start.is_null() { &[] } else { std::slice::from_raw_parts(start.cast::<u8>(), length) }
    };
    if let Some(line) = String::from_utf8_lossy(assembly).lines().map(str::trim).find(|line| !line.is_empty()) {
        return Err(Error::Unsupported(format!("assembly outside of functions ('{line}')")));
    }
    for object in module::globals(state.module).into_iter().chain(module::functions(state.module)) {
        // SAFETY: the object is alive; a section's name is a C string or nothing.
        let section = unsafe {
            let text = LLVMGetSection(object);
            if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
        };
        let runs =
            |start: &&str| section.strip_prefix(*start).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        if [".init", ".fini"].contains(&section.as_str()) || RUN_SECTIONS.iter().any(runs) {
            let what = format!("'{}' in the section '{section}', which runs before or after 'main'", name(object));
            return Err(Error::Unsupported(what));
        }
    }
    Ok(())
}

/// Refuses weak declarations whose address is used for more than a call: it may be null.
pub(super) fn refuse_weak_declarations(state: &Preparation<'_>) -> Result<(), Error> {
    for object in module::globals(state.module).into_iter().chain(module::functions(state.module)) {
        // SAFETY: the object and its users are alive.
        let is_weak = unsafe { LLVMGetLinkage(object) } == LLVMLinkage::LLVMExternalWeakLinkage;
        if is_weak && !has_body(object) && module::users(object).into_iter().any(|user| !is_call_of(user, object)) {
            let what = format!("the weak declaration of '{}', whose address may be null", name(object));
            return Err(Error::Unsupported(what));
        }
    }
    Ok(())
}

/// Whether a user of a function does nothing with it but call it.
fn is_call_of(user: LLVMValueRef, function: LLVMValueRef) -> bool {
    // SAFETY: the user is alive; the arguments are asked of calls only.
    unsafe {
        !LLVMIsACallInst(user).is_null()
            && callee(user) == Some(function)
            && (0..LLVMGetNumArgOperands(user)).all(|index| LLVMGetOperand(user, index) != function)
    }
}
