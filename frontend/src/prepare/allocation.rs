//! Calls of the C library's allocator, with the types that it has, and failing where it may.
//!
//! Programs declare these functions as they like, or not at all, and take their addresses. Every call becomes one
//! of a function that is declared as it should be, which the importer knows as a command and a native run as the
//! library's own; pointers to the program's declaration become pointers to a function that makes such a call.

use super::Preparation;
use super::calls::{Call, Meaning};
use crate::module::{self, Builder, has_body};
use euclase_program::{FAILS, NondetOrigin};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMPointerSize;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMTypeKind};

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
        let mut fails = too_large(builder, &arguments);
        if state.options.malloc_may_fail && !is_for_library(builder) {
            let origin = NondetOrigin::External(format!("{name}{FAILS}").into());
            let any = state.build_nondet(builder, state.int_type(1), &origin)?;
            fails = Some(fails.map_or(any, |fails| LLVMBuildOr(builder.0, fails, any, c"".as_ptr())));
        }
        let object = match fails {
            Some(fails) => allocate_unless(state, builder, call, fails, (function, &arguments)),
            None => state.call(builder, function, &arguments),
        };
        if call.result == pointer {
            Some(Meaning::Value(object))
        } else if call.result == word {
            Some(Meaning::Value(LLVMBuildPtrToInt(builder.0, object, word, c"".as_ptr())))
        } else {
            (!call.result_is_used).then_some(Meaning::Done)
        }
    }
}

/// Whether the library allocates memory for itself here, which the program can assume to be there.
unsafe fn is_for_library(builder: &Builder) -> bool {
    // SAFETY: the builder stands in a block of a function.
    let function = unsafe { LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder.0)) };
    module::name(function).starts_with("euclase_own_")
}

/// Whether a request is for more memory than an object can have; none if it is not.
unsafe fn too_large(builder: &Builder, sizes: &[LLVMValueRef]) -> Option<LLVMValueRef> {
    // SAFETY: the sizes are integers of one type.
    unsafe {
        let word = LLVMTypeOf(*sizes.first()?);
        let most = u64::MAX >> (65 - LLVMGetIntTypeWidth(word));
        let above = |value, most| {
            LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntUGT, value, LLVMConstInt(word, most, 0), c"".as_ptr())
        };
        match *sizes {
            [size] => match module::constant(size) {
                Some(known) if known <= most => None,
                _ => Some(above(size, most)),
            },
            [number, width] => match (module::constant(number), module::constant(width)) {
                (Some(0), _) | (_, Some(0)) => None,
                (Some(number), Some(width)) if number <= most / width => None,
                (_, Some(width)) => Some(above(number, most / width)),
                (Some(number), _) => Some(above(width, most / number)),
                (None, None) => {
                    let zero = LLVMConstNull(word);
                    let is_zero = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntEQ, width, zero, c"".as_ptr());
                    let divisor = LLVMBuildSelect(builder.0, is_zero, LLVMConstInt(word, 1, 0), width, c"".as_ptr());
                    let fits = LLVMBuildUDiv(builder.0, LLVMConstInt(word, most, 0), divisor, c"".as_ptr());
                    let is_more = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntUGT, number, fits, c"".as_ptr());
                    let is_some = LLVMBuildNot(builder.0, is_zero, c"".as_ptr());
                    Some(LLVMBuildAnd(builder.0, is_more, is_some, c"".as_ptr()))
                }
            },
            _ => None,
        }
    }
}

/// Null if the allocation fails, and else the object, which is made only then.
unsafe fn allocate_unless(
    state: &mut Preparation<'_>,
    builder: &Builder,
    call: &Call,
    fails: LLVMValueRef,
    (function, sizes): ((LLVMTypeRef, LLVMValueRef), &[LLVMValueRef]),
) -> LLVMValueRef {
    // SAFETY: the builder is before the call, or at the end of a block.
    unsafe {
        let before = LLVMGetInsertBlock(builder.0);
        let parent = LLVMGetBasicBlockParent(before);
        let append = || LLVMAppendBasicBlockInContext(state.context, parent, c"".as_ptr());
        let rest = call.at.map_or_else(append, |call| module::split_before(state.context, call));
        let allocates = append();
        LLVMMoveBasicBlockBefore(allocates, rest);
        LLVMPositionBuilderAtEnd(builder.0, before);
        LLVMBuildCondBr(builder.0, fails, rest, allocates);
        LLVMPositionBuilderAtEnd(builder.0, allocates);
        let object = state.call(builder, function, sizes);
        LLVMBuildBr(builder.0, rest);
        match call.at {
            Some(call) => LLVMPositionBuilderBefore(builder.0, call),
            None => LLVMPositionBuilderAtEnd(builder.0, rest),
        }
        let pointer = LLVMTypeOf(object);
        let merged = LLVMBuildPhi(builder.0, pointer, c"".as_ptr());
        LLVMAddIncoming(merged, [LLVMConstNull(pointer), object].as_mut_ptr(), [before, allocates].as_mut_ptr(), 2);
        merged
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
