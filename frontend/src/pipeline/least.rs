//! Keeps `fmin` and `fmax` away from what LLVM believes about them.
//!
//! LLVM 19 takes the greater of two numbers for not negative where one of them is known not to be less than zero, and a NaN is
//! not less than anything: `fmax(-1, NAN) == -1` becomes false. So the intrinsics have another name while the passes run. A
//! function that LLVM knows no more of than its attributes is neither computed nor compared, and our own folding does that later.

use crate::module::{self, c_string, name};
use inkwell::llvm_sys::core::LLVMSetValueName2;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;

/// The intrinsics, followed by the type.
const INTRINSICS: [&str; 2] = ["llvm.minnum.", "llvm.maxnum."];

/// What stands before their names while they are hidden.
const HIDDEN: &str = "__euclase_hidden.";

/// The intrinsics of a module, hidden until this is dropped.
pub(super) struct Hidden<'m, 'c>(&'m Module<'c>);

impl<'m, 'c> Hidden<'m, 'c> {
    /// Gives the intrinsics another name. LLVM tells intrinsics by their names; their attributes stay.
    pub(super) fn within(module: &'m Module<'c>) -> Self {
        for function in module::functions(module.as_mut_ptr()) {
            let name = name(function);
            if INTRINSICS.iter().any(|intrinsic| name.starts_with(intrinsic)) {
                rename(function, &format!("{HIDDEN}{name}"));
            }
        }
        Hidden(module)
    }
}

impl Drop for Hidden<'_, '_> {
    fn drop(&mut self) {
        // Passes remove declarations that nothing uses any more, so the names say which are left.
        for function in module::functions(self.0.as_mut_ptr()) {
            if let Some(intrinsic) = name(function).strip_prefix(HIDDEN) {
                rename(function, intrinsic);
            }
        }
    }
}

fn rename(function: LLVMValueRef, name: &str) {
    let text = c_string(name);
    // SAFETY: the function is alive, and the length is that of the text.
    unsafe { LLVMSetValueName2(function, text.as_ptr(), text.as_bytes().len()) };
}
