//! Calls of the functions of [`crate::intrinsic`] that passes add, declared as the preparation declares them.

use crate::intrinsic::{EXIT, UNSUPPORTED};
use crate::module::c_string;
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;

/// One of our functions, with its type.
#[derive(Clone, Copy)]
pub(super) struct Ours {
    kind: LLVMTypeRef,
    function: LLVMValueRef,
}

impl Ours {
    /// The function of a name that takes arguments before the number of its site.
    pub(super) fn declare(module: &Module<'_>, name: &str, result: LLVMTypeRef, arguments: &[LLVMTypeRef]) -> Ours {
        let context = module.get_context().as_ctx_ref();
        let text = c_string(name);
        // SAFETY: types, attributes and module are of one context; the words are ones that LLVM 19 knows.
        unsafe {
            let mut parameters = arguments.to_vec();
            parameters.push(LLVMInt32TypeInContext(context));
            let kind = LLVMFunctionType(result, parameters.as_mut_ptr(), parameters.len() as u32, 0);
            let known = LLVMGetNamedFunction(module.as_mut_ptr(), text.as_ptr());
            if !known.is_null() {
                return Ours { kind, function: known };
            }
            let function = LLVMAddFunction(module.as_mut_ptr(), text.as_ptr(), kind);
            let ends = [EXIT, UNSUPPORTED].contains(&name);
            // Reads and writes memory that nobody else can see.
            for (word, value) in
                [("nounwind", 0), ("memory", 3 << 2)].into_iter().chain(ends.then_some(("noreturn", 0)))
            {
                let number = LLVMGetEnumAttributeKindForName(word.as_ptr().cast(), word.len());
                let attribute = LLVMCreateEnumAttribute(context, number, value);
                LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
            }
            Ours { kind, function }
        }
    }

    /// A function without a result.
    pub(super) fn effect(module: &Module<'_>, name: &str, arguments: &[LLVMTypeRef]) -> Ours {
        // SAFETY: the context is alive.
        let nothing = unsafe { LLVMVoidTypeInContext(module.get_context().as_ctx_ref()) };
        Ours::declare(module, name, nothing, arguments)
    }

    /// Calls it where the builder is.
    ///
    /// # Safety
    /// The builder and the arguments are of the module of the function, and the arguments have the types declared.
    pub(super) unsafe fn call(self, builder: LLVMBuilderRef, arguments: &[LLVMValueRef], site: usize) -> LLVMValueRef {
        // SAFETY: as the caller says.
        unsafe {
            let context = LLVMGetModuleContext(LLVMGetGlobalParent(self.function));
            let mut all = arguments.to_vec();
            all.push(LLVMConstInt(LLVMInt32TypeInContext(context), site as u64, 0));
            LLVMBuildCall2(builder, self.kind, self.function, all.as_mut_ptr(), all.len() as u32, c"".as_ptr())
        }
    }
}
