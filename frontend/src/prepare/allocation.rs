//! Calls of the C library's allocator, with the types that it has, and failing where it may.
//!
//! Programs declare these functions as they like, or not at all, and take their addresses. Every call becomes one
//! of a function that is declared as it should be, which the importer knows as a command and a native run as the
//! library's own; pointers to the program's declaration become pointers to a function that makes such a call.

use super::Preparation;
use super::calls::{Call, Meaning};
use crate::module::{self, Builder, has_body};
use euclase_program::NondetOrigin;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMPointerSize;

/// What the names of the program's own declarations end in once there are proper ones.
const DECLARED: &str = ".declared";

/// The functions of the allocator, and how many sizes each gets.
const FUNCTIONS: [(&str, usize); 3] = [("malloc", 1), ("calloc", 2), ("free", 0)];

/// The name under which a function without a body is known.
pub(super) fn known_as(function: LLVMValueRef) -> String {
    let name = module::name(function);
    match name.strip_suffix(DECLARED) {
        Some(known) => known.to_string(),
        None => name,
    }
}

/// Renames the program's own declarations, so that there is room for proper ones.
pub(super) fn make_room(state: &Preparation<'_>) {
    for (name, _) in FUNCTIONS {
        let text = module::c_string(name);
        // SAFETY: the module is alive, and so is what it has under this name.
        unsafe {
            let function = LLVMGetNamedFunction(state.module, text.as_ptr());
            if !function.is_null() && !has_body(function) {
                let new = format!("{name}{DECLARED}");
                LLVMSetValueName2(function, new.as_ptr().cast(), new.len());
            }
        }
    }
}

/// A call of the allocator.
pub(super) fn meaning(state: &mut Preparation<'_>, builder: &Builder, call: &Call) -> Meaning {
    let built = FUNCTIONS.iter().find(|(name, _)| *name == call.function).and_then(|(name, sizes)| {
        if *sizes == 0 { release(state, builder, call) } else { allocate(state, builder, call, name, *sizes) }
    });
    built.unwrap_or_else(|| {
        let what = format!("call of '{}' with other types than those of the C library", call.function);
        state.build_unsupported(builder, what.into());
        Meaning::Done
    })
}

fn allocate(state: &mut Preparation<'_>, builder: &Builder, call: &Call, name: &str, sizes: usize) -> Option<Meaning> {
    let given = call.arguments.get(..sizes)?;
    // SAFETY: all values are of one context, and of the types that are asked for.
    unsafe {
        let bits = 8 * LLVMPointerSize(state.layout);
        let word = state.int_type(bits);
        let pointer = LLVMPointerTypeInContext(state.context, 0);
        let mut arguments = Vec::new();
        for argument in given {
            let kind = LLVMTypeOf(*argument);
            let is_int = LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMIntegerTypeKind;
            if !is_int || LLVMGetIntTypeWidth(kind) > bits {
                return None;
            }
            arguments.push(LLVMBuildIntCast2(builder.0, *argument, word, 0, c"".as_ptr()));
        }
        let function = declared(state, name, pointer, &vec![word; sizes]);
        let mut object = state.call(builder, function, &arguments);
        if state.options.malloc_may_fail {
            let origin = NondetOrigin::External(format!("{name} fails").into());
            let fails = state.build_nondet(builder, state.int_type(1), &origin)?;
            object = LLVMBuildSelect(builder.0, fails, LLVMConstNull(pointer), object, c"".as_ptr());
        }
        if call.result == pointer {
            Some(Meaning::Value(object))
        } else if call.result == word {
            Some(Meaning::Value(LLVMBuildPtrToInt(builder.0, object, word, c"".as_ptr())))
        } else {
            (!call.result_is_used).then_some(Meaning::Done)
        }
    }
}

fn release(state: &mut Preparation<'_>, builder: &Builder, call: &Call) -> Option<Meaning> {
    let argument = *call.arguments.first()?;
    // SAFETY: all values are of one context, and of the types that are asked for.
    unsafe {
        let pointer = LLVMPointerTypeInContext(state.context, 0);
        let word = state.int_type(8 * LLVMPointerSize(state.layout));
        let address = if LLVMTypeOf(argument) == word {
            LLVMBuildIntToPtr(builder.0, argument, pointer, c"".as_ptr())
        } else {
            argument
        };
        if LLVMTypeOf(address) != pointer {
            return None;
        }
        let function = declared(state, "free", state.void_type(), &[pointer]);
        state.call(builder, function, &[address]);
    }
    Some(Meaning::Done)
}

/// The library's function, declared as it should be.
unsafe fn declared(
    state: &Preparation<'_>,
    name: &str,
    result: LLVMTypeRef,
    parameters: &[LLVMTypeRef],
) -> (LLVMTypeRef, LLVMValueRef) {
    let text = module::c_string(name);
    let mut parameters = parameters.to_vec();
    // SAFETY: types and module are of one context.
    unsafe {
        let kind = LLVMFunctionType(result, parameters.as_mut_ptr(), parameters.len() as u32, 0);
        let known = LLVMGetNamedFunction(state.module, text.as_ptr());
        let function = if known.is_null() { LLVMAddFunction(state.module, text.as_ptr(), kind) } else { known };
        (kind, function)
    }
}
