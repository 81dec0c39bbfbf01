//! What debug information says about shared functions.
//!
//! The one call of a shared function has a place of its own, in no line, and a variable that says who waits. The
//! module lists for each which places wait (`!euclase.calls`), so that whoever follows an execution knows the calls
//! that led somewhere.

use crate::module::{Builder, c_string, name};
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;

/// The list of shared functions in a module.
pub(crate) const CALLS: &std::ffi::CStr = c"euclase.calls";

/// Columns of places have 16 bits; functions beyond get no notes.
const MOST_COLUMNS: u32 = 65_535;

/// DWARF's word for numbers without a sign.
const UNSIGNED: LLVMDWARFTypeEncoding = 7;

/// What writes the notes.
pub(super) struct Notes {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    /// The description of `main`, if there is one.
    scope: LLVMMetadataRef,
    /// How many functions have been noted.
    count: u32,
}

impl Notes {
    pub(super) fn new(module: &Module<'_>, main: LLVMValueRef) -> Self {
        // SAFETY: the function is alive.
        let scope = unsafe { LLVMGetSubprogram(main) };
        Notes { module: module.as_mut_ptr(), context: module.get_context().as_ctx_ref(), scope, count: 0 }
    }

    /// Notes who waits, at the place of the builder, and gives the place of the shared call.
    pub(super) unsafe fn joint(
        &mut self,
        builder: &Builder,
        function: LLVMValueRef,
        selector: LLVMValueRef,
        calls: &[LLVMValueRef],
    ) -> LLVMMetadataRef {
        if self.scope.is_null() {
            return std::ptr::null_mut();
        }
        self.count += 1;
        // SAFETY: the caller's handles are alive; what is made belongs to the context.
        unsafe {
            let column = self.count.min(MOST_COLUMNS);
            let place = LLVMDIBuilderCreateDebugLocation(self.context, 0, column, self.scope, std::ptr::null_mut());
            if self.count >= MOST_COLUMNS {
                return place;
            }
            let variable = self.describe(builder, function, selector, place);
            let mut parts = vec![variable, place];
            for &call in calls {
                let site = LLVMInstructionGetDebugLoc(call);
                parts.push(if site.is_null() { place } else { site });
            }
            let node = LLVMMDNodeInContext2(self.context, parts.as_mut_ptr(), parts.len());
            LLVMAddNamedMetadataOperand(self.module, CALLS.as_ptr(), LLVMMetadataAsValue(self.context, node));
            place
        }
    }

    /// A variable of `main` that has the value of the selector.
    unsafe fn describe(
        &self,
        builder: &Builder,
        function: LLVMValueRef,
        selector: LLVMValueRef,
        place: LLVMMetadataRef,
    ) -> LLVMMetadataRef {
        // SAFETY: as the caller says.
        unsafe {
            // LLVM's code generator, which tests use, wants a type.
            let number = c"unsigned int";
            let width = u64::from(LLVMGetIntTypeWidth(LLVMTypeOf(selector)));
            let named = c_string(&format!("caller of {}", name(function)));
            let debug = LLVMCreateDIBuilderDisallowUnresolved(self.module);
            let length = number.to_bytes().len();
            let kind = LLVMDIBuilderCreateBasicType(debug, number.as_ptr(), length, width, UNSIGNED, LLVMDIFlagZero);
            let variable = LLVMDIBuilderCreateAutoVariable(
                debug,
                self.scope,
                named.as_ptr(),
                named.as_bytes().len(),
                LLVMDIScopeGetFile(self.scope),
                0,
                kind,
                0,
                LLVMDIFlagArtificial,
                0,
            );
            let expression = LLVMDIBuilderCreateExpression(debug, std::ptr::null_mut(), 0);
            LLVMDIBuilderFinalize(debug);
            LLVMDisposeDIBuilder(debug);
            let mut arguments = [LLVMValueAsMetadata(selector), variable, expression]
                .map(|part| LLVMMetadataAsValue(self.context, part));
            let metadata = LLVMMetadataTypeInContext(self.context);
            let kind = LLVMFunctionType(LLVMVoidTypeInContext(self.context), [metadata; 3].as_mut_ptr(), 3, 0);
            let intrinsic = c"llvm.dbg.value";
            let number = LLVMLookupIntrinsicID(intrinsic.as_ptr(), intrinsic.to_bytes().len());
            let declared = LLVMGetIntrinsicDeclaration(self.module, number, std::ptr::null_mut(), 0);
            LLVMSetCurrentDebugLocation2(builder.0, place);
            LLVMBuildCall2(builder.0, kind, declared, arguments.as_mut_ptr(), 3, c"".as_ptr());
            variable
        }
    }
}

/// The instruction whose value a note says a variable has.
pub(super) unsafe fn mentioned(note: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the caller's note is a call of `llvm.dbg.value`, whose first argument wraps a value.
    unsafe {
        let wrapped = LLVMGetOperand(note, 0);
        let kind = LLVMGetMetadataKind(LLVMValueAsMetadata(wrapped));
        if !matches!(kind, LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind) {
            return None;
        }
        let mut value = std::ptr::null_mut();
        LLVMGetMDNodeOperands(wrapped, &mut value);
        (!value.is_null() && !LLVMIsAInstruction(value).is_null()).then_some(value)
    }
}

/// Lets a note say that its variable has another value.
pub(super) unsafe fn mention(context: LLVMContextRef, note: LLVMValueRef, value: LLVMValueRef) {
    // SAFETY: the caller's note is a call of `llvm.dbg.value`.
    unsafe { LLVMSetOperand(note, 0, LLVMMetadataAsValue(context, LLVMValueAsMetadata(value))) };
}
