//! Library functions whose meaning C can say: their models are compiled and linked in where the
//! program calls one and does not define it.

use crate::clang;
use crate::module;
use crate::prepare::{self, allocator_does, never_writes};
use crate::printing;
use crate::prototype;
use crate::{DataModel, Error, Options};
use euclase_program::{CheckKind, LIBRARY};
use euclase_runtime_stubs::{Row, arguments, file_name, is_whole, models, replacements, row, usual_name};
use inkwell::context::{AsContextRef, Context};
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use std::collections::BTreeSet;
use std::path::Path;

/// Links the models of the functions that a module calls without defining them.
pub(crate) fn link<'c>(
    context: &'c Context,
    program: Module<'c>,
    clang: &Path,
    data_model: DataModel,
    options: &Options,
) -> Result<Module<'c>, Error> {
    rename(&program);
    let prints = printing::expand(&program);
    let open = functions(&program, is_modelled);
    let defined = functions(&program, module::has_body);
    // An allocator of the program is called in ways of which no model knows.
    let has_allocator = allocator_does(program.as_mut_ptr(), options).is_some();
    let mut sources: Vec<&str> = Vec::new();
    for (function, source) in models() {
        let allocates = || row(function).is_some_and(Row::may_allocate);
        if open.contains(*function)
            && !sources.contains(source)
            && fits(source, &defined)
            && !(has_allocator && allocates())
        {
            sources.push(source);
        }
    }
    if prepare::takes_texts(program.as_mut_ptr()) {
        sources.push(arguments().0);
    }
    if prints && !sources.contains(&euclase_runtime_stubs::printing()) {
        sources.push(euclase_runtime_stubs::printing());
    }
    // What replaces functions comes last, when the other models are there to be changed, too.
    sources.sort_by_key(|source| !replacements(source).is_empty());
    let mut whole = program;
    let folder = options.scratch.join("library");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Error::Environment(format!("{} cannot be made: {error}", folder.display())))?;
    // Places in models are told from those in the program by their file.
    let named = format!("-fdebug-prefix-map={}/={LIBRARY}", folder.display());
    for source in sources {
        let file = folder.join(file_name(source));
        let output = file.with_extension("bc");
        std::fs::write(&file, source)
            .map_err(|error| Error::Environment(format!("{} cannot be written: {error}", file.display())))?;
        // The user's flags are about the user's sources: macros and headers have no business here.
        let is_made = |check: &CheckKind| check.is_of_memory() || *check == CheckKind::Division;
        let checks = options.checks.iter().filter(is_made).collect();
        let options = Options { flags: Vec::new(), data_model: Some(data_model), checks, ..options.clone() };
        clang::compile(clang, &file, &output, &options, &[&named])?;
        let model = module::read(context, &output)?;
        for (function, replacement) in replacements(source) {
            replace(&whole, function, replacement);
        }
        for function in module::defined_functions(model.as_mut_ptr()) {
            let name = module::name(function);
            // A file models several functions; those that nobody asked for must not get in the way of other names.
            let is_asked_for = open.contains(&name)
                || printing::prints_part(function)
                || replacements(source).iter().any(|(_, other)| *other == name);
            let is_called_later = [arguments().1.0, arguments().1.1].contains(&name.as_str());
            let linkage = match is_asked_for {
                // Nothing calls them yet, and what nothing calls is not linked.
                _ if is_called_later => LLVMLinkage::LLVMExternalLinkage,
                true => LLVMLinkage::LLVMLinkOnceODRLinkage,
                false => LLVMLinkage::LLVMInternalLinkage,
            };
            // SAFETY: the function is alive and has a body.
            unsafe { LLVMSetLinkage(function, linkage) };
        }
        // What models share is one variable, which only they see.
        for global in module::globals(model.as_mut_ptr()) {
            // SAFETY: the variable is alive.
            unsafe {
                if LLVMGetLinkage(global) == LLVMLinkage::LLVMWeakAnyLinkage {
                    LLVMSetLinkage(global, LLVMLinkage::LLVMLinkOnceODRLinkage);
                }
            }
        }
        whole = module::link(context, vec![whole, model])?;
        if source == arguments().0 {
            prepare::give_texts(whole.as_mut_ptr(), context.as_ctx_ref());
        }
    }
    Ok(whole)
}

/// Whether a program uses a function of the library without a body in a way that its model knows.
fn is_modelled(function: LLVMValueRef) -> bool {
    if module::has_body(function) || !module::is_used(function) {
        return false;
    }
    let Some(row) = prototype::library_row(function, &module::name(function)) else { return false };
    let Some(position) = row.format() else { return true };
    // A model of what prints does not store how much was printed.
    module::users(function).into_iter().all(|user| {
        // SAFETY: the user is alive, and a call is asked for arguments that it has.
        unsafe {
            !LLVMIsACallInst(user).is_null()
                && module::callee(user) == Some(function)
                && (position as u32) < LLVMGetNumArgOperands(user)
                && never_writes(LLVMGetOperand(user, position as u32))
        }
    })
}

/// Gives functions that have another name than the usual one in the headers the name under which they are modelled.
fn rename(module: &Module<'_>) {
    for function in module::functions(module.as_mut_ptr()) {
        let name = module::name(function);
        let Some(usual) = usual_name(&name).filter(|_| !module::has_body(function)) else { continue };
        let is_model = |name: &str| models().iter().any(|(model, _)| *model == name);
        if is_model(usual) && !is_model(&name) {
            replace(module, &name, usual);
        }
    }
}

fn functions(module: &Module<'_>, wanted: impl Fn(LLVMValueRef) -> bool) -> BTreeSet<String> {
    let all = module::functions(module.as_mut_ptr()).into_iter();
    all.filter(|function| wanted(*function)).map(module::name).collect()
}

/// Whether a program that defines these functions has no objects that the model would not know.
fn fits(source: &str, defined: &BTreeSet<String>) -> bool {
    let mut together = models().iter().filter(|(_, other)| *other == source).map(|(function, _)| *function);
    let mut replaced = replacements(source).iter().map(|(function, _)| *function);
    !is_whole(source) || !together.any(|function| defined.contains(function)) && !replaced.any(|f| defined.contains(f))
}

/// Lets everything that uses a function without a body use another one.
fn replace(module: &Module<'_>, function: &str, replacement: &str) {
    let (function, replacement) = (module::c_string(function), module::c_string(replacement));
    // SAFETY: the module is alive; the function has no body, and nobody needs it afterwards.
    unsafe {
        let old = LLVMGetNamedFunction(module.as_mut_ptr(), function.as_ptr());
        if old.is_null() {
            return;
        }
        let mut new = LLVMGetNamedFunction(module.as_mut_ptr(), replacement.as_ptr());
        if new.is_null() {
            new = LLVMAddFunction(module.as_mut_ptr(), replacement.as_ptr(), LLVMGlobalGetValueType(old));
        }
        LLVMReplaceAllUsesWith(old, new);
        LLVMDeleteFunction(old);
    }
}
