//! Library functions whose meaning C can say: their models are compiled and linked in where the
//! program calls one and does not define it.

use crate::clang;
use crate::module;
use crate::{DataModel, Error, Options};
use euclase_runtime_stubs::models;
use inkwell::context::Context;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::LLVMSetLinkage;
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
    let open: BTreeSet<String> = module::functions(program.as_mut_ptr())
        .into_iter()
        .filter(|function| !module::has_body(*function) && module::is_used(*function))
        .map(module::name)
        .collect();
    let needed = models().iter().filter(|(function, _)| open.contains(*function));
    let sources: BTreeSet<&str> = needed.map(|(_, source)| *source).collect();
    let mut modules = vec![program];
    for (number, source) in sources.into_iter().enumerate() {
        let file = options.scratch.join(format!("model{number}.c"));
        let output = options.scratch.join(format!("model{number}.bc"));
        std::fs::write(&file, source)
            .map_err(|error| Error::Environment(format!("{} cannot be written: {error}", file.display())))?;
        // The user's flags are about the user's sources: macros and headers have no business here.
        let options = Options { flags: Vec::new(), data_model: Some(data_model), ..options.clone() };
        clang::compile(clang, &file, &output, &options)?;
        let model = module::read(context, &output)?;
        for function in module::defined_functions(model.as_mut_ptr()) {
            // A file models several functions, and those that the program defines itself win.
            if models().iter().any(|(name, _)| *name == module::name(function)) {
                // SAFETY: the function is alive and has a body.
                unsafe { LLVMSetLinkage(function, LLVMLinkage::LLVMLinkOnceODRLinkage) };
            }
        }
        modules.push(model);
    }
    module::link(context, modules)
}
