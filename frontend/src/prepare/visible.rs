//! What a function without a body may change, and what it may call.
//!
//! It is defined in a file that is not here. That file sees the variables and functions of the program that have
//! external linkage, by any of their names, and what constants hold. It can call those functions, which in turn use variables
//! that only this program sees, and follow pointers in those constants. What it does
//! with them is not known. Where there is no such variable and no such function, a call of it can do nothing but
//! return a value. Functions are taken not to call `main`, the functions of SV-COMP and those that are the error.

use crate::module::{self, has_body, is_used, name};
use crate::{Options, prototype};
use euclase_runtime_stubs::row;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::FxHashSet;

/// Objects of the C library that a program may use without looking at them.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// What a function without a body could do to a program, in words; none if it could do nothing.
pub(super) fn reason(module: LLVMModuleRef, error_functions: &[String]) -> Option<String> {
    let globals: Vec<LLVMValueRef> = module::globals(module).into_iter().filter(|global| is_visible(*global)).collect();
    let mut seen = globals.iter().filter(|global| is_variable(**global) && is_used(**global));
    if let Some(global) = seen.find(|global| !STREAMS.contains(&name(**global).as_str()) || is_looked_at(**global)) {
        return Some(format!("may change '{}'", name(*global)));
    }
    // What a constant holds, or a variable that this program does not use, may lead to what others do not see by name.
    let aliases = module::aliases(module).into_iter().filter(|alias| is_visible(*alias));
    for holder in globals.into_iter().chain(aliases) {
        let called = name(holder);
        if error_functions.contains(&called) {
            continue;
        }
        if let Some(what) = does(holder, error_functions, false) {
            return Some(format!("may use '{called}', which {what}"));
        }
    }
    let is_exempt = |name: &str| name == "main" || name.starts_with("__VERIFIER_");
    for function in module::defined_functions(module) {
        let name = name(function);
        if !is_visible(function) || is_exempt(&name) || error_functions.contains(&name) {
            continue;
        }
        if let Some(what) = does(function, error_functions, false) {
            return Some(format!("may call '{name}', which {what}"));
        }
    }
    None
}

/// The variables that other files see, and what the models that are linked depend on.
pub(super) fn variables(module: LLVMModuleRef) -> FxHashSet<String> {
    let globals = module::globals(module).into_iter().filter(|global| is_visible(*global) && is_used(*global));
    // SAFETY: the function is alive.
    let is_model = |function: &LLVMValueRef| unsafe {
        LLVMGetLinkage(*function) == LLVMLinkage::LLVMLinkOnceODRLinkage && is_used(*function)
    };
    let models = module::defined_functions(module).into_iter().filter(is_model);
    let needed = models.filter_map(|function| row(&name(function))?.depends_on());
    globals.map(name).chain(needed.map(String::from)).collect()
}

/// The functions that the library calls for memory if a program has them.
const ALLOCATOR: [&str; 9] =
    ["malloc", "calloc", "realloc", "free", "memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc"];

/// What the library does where it allocates memory in a program with an allocator of its own, in words; none if that does
/// nothing that matters, or is not asked for.
pub(crate) fn allocator_does(module: LLVMModuleRef, options: &Options) -> Option<String> {
    if options.assume_pure_externals {
        return None;
    }
    let defined = module::defined_functions(module).into_iter().filter(|function| is_visible(*function));
    for function in defined.filter(|function| ALLOCATOR.contains(&name(*function).as_str())) {
        let called = name(function);
        if let Some(what) = does(function, &options.error_functions, true) {
            return Some(format!("may call '{called}', which {what}"));
        }
    }
    None
}

/// Whether more is done with a stream than to hand it to functions of the library.
fn is_looked_at(stream: LLVMValueRef) -> bool {
    // SAFETY: the users are alive, and asked as what they are.
    unsafe {
        let is_of_library = |called: LLVMValueRef| {
            LLVMGetLinkage(called) == LLVMLinkage::LLVMLinkOnceODRLinkage
                || !has_body(called) && prototype::library_row(called, &name(called)).is_some()
        };
        let hands_over =
            |user: LLVMValueRef| !LLVMIsACallInst(user).is_null() && module::callee(user).is_some_and(is_of_library);
        !module::users(stream)
            .into_iter()
            .all(|user| !LLVMIsALoadInst(user).is_null() && module::users(user).into_iter().all(hands_over))
    }
}

/// Whether other files see a variable or function. Models of library functions are linked so that they merge.
pub(crate) fn is_visible(value: LLVMValueRef) -> bool {
    // SAFETY: the value is alive and has a linkage.
    let linkage = unsafe { LLVMGetLinkage(value) };
    !matches!(
        linkage,
        LLVMLinkage::LLVMInternalLinkage
            | LLVMLinkage::LLVMPrivateLinkage
            | LLVMLinkage::LLVMLinkOnceODRLinkage
            | LLVMLinkage::LLVMAppendingLinkage
    )
}

fn is_variable(global: LLVMValueRef) -> bool {
    // SAFETY: the global is alive.
    unsafe { LLVMIsGlobalConstant(global) == 0 }
}

/// What a function does that matters to the rest of the program, or what a variable or another name leads to, itself or
/// through others. What is visible counts only if asked for.
fn does(start: LLVMValueRef, error_functions: &[String], with_visible: bool) -> Option<String> {
    let mut seen: FxHashSet<LLVMValueRef> = FxHashSet::from_iter([start]);
    let mut waiting = vec![start];
    // SAFETY: the value is alive.
    let is_function = unsafe { !LLVMIsAFunction(start).is_null() };
    while let Some(value) = waiting.pop() {
        // SAFETY: the values are alive, and asked for operands that they have.
        unsafe {
            let mut used = Vec::new();
            if !LLVMIsAFunction(value).is_null() {
                if error_functions.contains(&name(value)) {
                    return Some("may fail".into());
                }
                // A function of another file does not call `main`, but one of the program may.
                if has_body(value) && (name(value) != "main" || !module::users(value).is_empty()) {
                    used.extend(module::instructions(value).into_iter().flat_map(|instruction| operands(instruction)));
                }
            } else if !LLVMIsAGlobalVariable(value).is_null() {
                if is_variable(value) && (with_visible || !is_visible(value)) {
                    return Some(format!("{} '{}'", if is_function { "uses" } else { "leads to" }, name(value)));
                }
                let content = LLVMGetInitializer(value);
                used.extend((!content.is_null()).then_some(content));
            } else {
                used.extend(operands(value));
            }
            waiting.extend(used.into_iter().filter(|other| LLVMIsConstant(*other) != 0 && seen.insert(*other)));
        }
    }
    None
}

unsafe fn operands(value: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the caller's value is alive.
    unsafe {
        if LLVMIsAUser(value).is_null() {
            return Vec::new();
        }
        let all = (0..LLVMGetNumOperands(value)).map(|index| LLVMGetOperand(value, index as u32));
        all.filter(|operand| !operand.is_null()).collect()
    }
}
