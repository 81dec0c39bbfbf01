//! Takes away what lets LLVM exploit undefined behaviour.
//!
//! A flag such as `nsw` or an attribute such as `nonnull` is a promise of the programmer that the
//! verifier has not checked. Without them, arithmetic wraps and every branch stays. A floating-point
//! number that is too large to become an integer is frozen: LLVM may then take any value for it,
//! but no longer conclude that it is not reached.

use super::Preparation;
use crate::module::{self, Builder, callee, constant};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMAttributeFunctionIndex, LLVMAttributeReturnIndex, LLVMOpcode};

/// Promises about values and pointers, of parameters, results and calls.
const VALUE_ATTRIBUTES: &[&str] = &[
    "noundef",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "range",
    "align",
    "noalias",
    "nocapture",
    "readonly",
    "readnone",
    "writeonly",
    "returned",
    "nofree",
    "nofpclass",
];

/// Promises about what functions do, and wishes how to compile them.
const FUNCTION_ATTRIBUTES: &[&str] = &[
    "mustprogress",
    "willreturn",
    "nosync",
    "nofree",
    "memory",
    "speculatable",
    "norecurse",
    "nocallback",
    "optnone",
    "noinline",
    "alwaysinline",
    "inlinehint",
    "optsize",
    "minsize",
    "cold",
    "hot",
    "allockind",
    "allocsize",
    "naked",
    "uwtable",
];

/// What clang says about functions in which no name means anything: calls say so here, one by one.
const NO_BUILTINS: &str = "no-builtins";

/// Promises in metadata.
const METADATA: &[&str] = &[
    "range",
    "noundef",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "align",
    "invariant.load",
    "invariant.group",
    "tbaa",
    "tbaa.struct",
    "alias.scope",
    "noalias",
    "nontemporal",
    "prof",
    "unpredictable",
    "llvm.loop",
    "nosanitize",
    "srcloc",
    "heapallocsite",
    "callees",
    "fpmath",
];

/// Takes the promises away everywhere.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    let promises = Promises::new(state.context);
    for function in module::functions(state.module) {
        // SAFETY: the function is alive. LLVM's own functions keep what defines them.
        unsafe {
            if LLVMGetIntrinsicID(function) == 0 {
                promises.drop_of_function(function);
            }
        }
    }
    for function in module::defined_functions(state.module) {
        // Null is an address like others as far as LLVM may conclude anything from an access to it.
        state.attribute(function, LLVMAttributeFunctionIndex, "null_pointer_is_valid", 0);
        for instruction in module::instructions(function) {
            // SAFETY: the instruction is alive.
            unsafe {
                drop_flags(instruction);
                make_plain(instruction);
                promises.drop_of_instruction(instruction);
                freeze_conversion(state, instruction);
            }
        }
    }
}

/// The numbers that LLVM has for the names above.
struct Promises {
    values: Vec<u32>,
    functions: Vec<u32>,
    metadata: Vec<u32>,
    by_value: Vec<u32>,
    no_builtin: LLVMAttributeRef,
}

impl Promises {
    fn new(context: LLVMContextRef) -> Self {
        // SAFETY: names are given with their lengths; a name that LLVM does not know has number zero.
        let attributes = |names: &[&str]| -> Vec<u32> {
            let number = |name: &&str| unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) };
            names.iter().map(number).filter(|number| *number != 0).collect()
        };
        let metadata =
            |name: &&str| unsafe { LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32) };
        Promises {
            values: attributes(VALUE_ATTRIBUTES),
            functions: attributes(FUNCTION_ATTRIBUTES),
            metadata: METADATA.iter().map(metadata).collect(),
            by_value: attributes(&["byval", "sret"]),
            // SAFETY: the context is alive, and the attribute has no value.
            no_builtin: unsafe { LLVMCreateEnumAttribute(context, attributes(&["nobuiltin"])[0], 0) },
        }
    }

    unsafe fn drop_of_function(&self, function: LLVMValueRef) {
        // SAFETY: the caller's function is alive.
        unsafe {
            for &kind in &self.functions {
                LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
            }
            LLVMRemoveStringAttributeAtIndex(
                function,
                LLVMAttributeFunctionIndex,
                NO_BUILTINS.as_ptr().cast(),
                NO_BUILTINS.len() as u32,
            );
            for index in LLVMAttributeReturnIndex..=LLVMCountParams(function) {
                let has = |&kind: &u32| !LLVMGetEnumAttributeAtIndex(function, index, kind).is_null();
                // The alignment of a copied argument is how it is passed, not a promise.
                if LLVMGetAttributeCountAtIndex(function, index) == 0 || self.by_value.iter().any(has) {
                    continue;
                }
                for &kind in &self.values {
                    LLVMRemoveEnumAttributeAtIndex(function, index, kind);
                }
            }
        }
    }

    unsafe fn drop_of_instruction(&self, instruction: LLVMValueRef) {
        // SAFETY: the caller's instruction is alive.
        unsafe {
            if LLVMHasMetadata(instruction) != 0 {
                for &kind in &self.metadata {
                    LLVMSetMetadata(instruction, kind, std::ptr::null_mut());
                }
            }
            if LLVMIsACallInst(instruction).is_null() {
                return;
            }
            if callee(instruction).is_some_and(|called| LLVMGetIntrinsicID(called) != 0) {
                return;
            }
            // Only what the program does not define itself is what its name says.
            if callee(instruction).is_none_or(module::has_body) {
                LLVMAddCallSiteAttribute(instruction, LLVMAttributeFunctionIndex, self.no_builtin);
            } else {
                let kind = LLVMGetEnumAttributeKind(self.no_builtin);
                LLVMRemoveCallSiteEnumAttribute(instruction, LLVMAttributeFunctionIndex, kind);
            }
            for &kind in &self.functions {
                LLVMRemoveCallSiteEnumAttribute(instruction, LLVMAttributeFunctionIndex, kind);
            }
            for index in LLVMAttributeReturnIndex..=LLVMGetNumArgOperands(instruction) {
                let has = |&kind: &u32| !LLVMGetCallSiteEnumAttribute(instruction, index, kind).is_null();
                if LLVMGetCallSiteAttributeCount(instruction, index) == 0 || self.by_value.iter().any(has) {
                    continue;
                }
                for &kind in &self.values {
                    LLVMRemoveCallSiteEnumAttribute(instruction, index, kind);
                }
            }
        }
    }
}

unsafe fn drop_flags(instruction: LLVMValueRef) {
    // SAFETY: the caller's instruction is alive, and each flag is dropped where it can be.
    unsafe {
        match LLVMGetInstructionOpcode(instruction) {
            LLVMOpcode::LLVMAdd
            | LLVMOpcode::LLVMSub
            | LLVMOpcode::LLVMMul
            | LLVMOpcode::LLVMShl
            | LLVMOpcode::LLVMTrunc => {
                LLVMSetNSW(instruction, 0);
                LLVMSetNUW(instruction, 0);
            }
            LLVMOpcode::LLVMUDiv | LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr => {
                LLVMSetExact(instruction, 0);
            }
            LLVMOpcode::LLVMOr => LLVMSetIsDisjoint(instruction, 0),
            LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMUIToFP => LLVMSetNNeg(instruction, 0),
            LLVMOpcode::LLVMGetElementPtr => LLVMGEPSetNoWrapFlags(instruction, 0),
            _ => {}
        }
        if LLVMCanValueUseFastMathFlags(instruction) != 0 {
            LLVMSetFastMathFlags(instruction, 0);
        }
    }
}

/// There is one thread, and nobody else looks at its memory.
unsafe fn make_plain(instruction: LLVMValueRef) {
    // SAFETY: the caller's instruction is alive.
    unsafe {
        match LLVMGetInstructionOpcode(instruction) {
            LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore => {
                LLVMSetVolatile(instruction, 0);
                LLVMSetOrdering(instruction, LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic);
            }
            LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg => LLVMSetVolatile(instruction, 0),
            _ if module::calls_intrinsic(instruction, "llvm.mem") => {
                let flag = LLVMGetOperand(instruction, 3);
                if constant(flag) == Some(1) {
                    LLVMSetOperand(instruction, 3, LLVMConstNull(LLVMTypeOf(flag)));
                }
            }
            _ => {}
        }
    }
}

unsafe fn freeze_conversion(state: &Preparation<'_>, instruction: LLVMValueRef) {
    // SAFETY: the caller's instruction is alive and has a next one, since it is no terminator.
    unsafe {
        let is_conversion =
            matches!(LLVMGetInstructionOpcode(instruction), LLVMOpcode::LLVMFPToSI | LLVMOpcode::LLVMFPToUI);
        if !is_conversion {
            return;
        }
        let builder = Builder::before(state.context, LLVMGetNextInstruction(instruction));
        LLVMSetCurrentDebugLocation2(builder.0, inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(instruction));
        // A freeze of something else first, so that the replacement below leaves it alone.
        let frozen = LLVMBuildFreeze(builder.0, LLVMConstNull(LLVMTypeOf(instruction)), c"".as_ptr());
        LLVMReplaceAllUsesWith(instruction, frozen);
        LLVMSetOperand(frozen, 0, instruction);
    }
}
