//! `scanf` and its kind: each conversion stores any value of its type, unless reading ended before it.

use super::Preparation;
use super::calls::{Call, Meaning, constant_string};
use super::formats::{self, Conversion, Stored};
use crate::intrinsic;
use crate::module::Builder;
use euclase_program::NondetOrigin;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMPointerSize;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMTypeKind};

/// A call that reads by a format, which is the argument at a position.
pub(super) fn meaning(state: &mut Preparation<'_>, builder: &Builder, call: &Call, position: usize) -> Meaning {
    let format = call.arguments.get(position).and_then(|format| constant_string(*format));
    let conversions = format.as_deref().and_then(formats::conversions).filter(|_| !call.has_more);
    let built = conversions.and_then(|conversions| read(state, builder, call, position, &conversions));
    built.unwrap_or_else(|| {
        let what = format!("call of '{}' with a format that is not known, or that reads texts", call.function);
        state.build_unsupported(builder, what.into());
        Meaning::Done
    })
}

fn read(
    state: &mut Preparation<'_>,
    builder: &Builder,
    call: &Call,
    position: usize,
    conversions: &[Stored],
) -> Option<Meaning> {
    let targets = call.arguments.get(position + 1..)?;
    // SAFETY: the types of the arguments are looked at before they are used.
    unsafe {
        let is_pointer =
            |value: &LLVMValueRef| LLVMGetTypeKind(LLVMTypeOf(*value)) == LLVMTypeKind::LLVMPointerTypeKind;
        if targets.len() < conversions.len() || !targets.iter().all(is_pointer) || call.result != state.i32_type() {
            return None;
        }
        // What is in a text of the program is not any value.
        let reads_text = call.function.ends_with("sscanf");
        let origin = if reads_text {
            intrinsic::made_up(&call.function)
        } else {
            NondetOrigin::Input(call.function.as_str().into())
        };
        let most = conversions.iter().filter(|stored| stored.conversion != Conversion::Count).count();
        let number = |number: i64| LLVMConstInt(LLVMInt32TypeInContext(state.context), number as u64, 1);
        // Without anything to read, nothing ends before it is read.
        let is_empty = constant_string(call.arguments[position]).is_some_and(|format| format.is_empty());
        let (least, most) = (number(if is_empty { 0 } else { -1 }), number(most as i64));
        let count = state.build_nondet(builder, state.i32_type(), &origin)?;
        let enough = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntSGE, count, least, c"".as_ptr());
        let few = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntSLE, count, most, c"".as_ptr());
        state.build_assume(builder, LLVMBuildAnd(builder.0, enough, few, c"".as_ptr()));
        let mut assigned = 0;
        for (Stored { conversion, is_any }, target) in conversions.iter().zip(targets) {
            let kind = type_of(state, *conversion)?;
            let certain = intrinsic::made_up(&call.function);
            let value = state.build_nondet(builder, kind, if *is_any { &origin } else { &certain })?;
            let zero = LLVMConstInt(state.i32_type(), assigned, 0);
            let is_read = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntSGT, count, zero, c"".as_ptr());
            // What is counted may be stored after the last value that was read, or not at all.
            let is_read = if *conversion == Conversion::Count {
                state.build_nondet(builder, state.int_type(1), &certain)?
            } else {
                assigned += 1;
                is_read
            };
            let before = LLVMBuildLoad2(builder.0, kind, *target, c"".as_ptr());
            LLVMSetAlignment(before, 1);
            let stored = LLVMBuildSelect(builder.0, is_read, value, before, c"".as_ptr());
            LLVMSetAlignment(LLVMBuildStore(builder.0, stored, *target), 1);
        }
        Some(Meaning::Value(count))
    }
}

unsafe fn type_of(state: &Preparation<'_>, conversion: Conversion) -> Option<LLVMTypeRef> {
    // SAFETY: the context is alive.
    unsafe {
        Some(match conversion {
            Conversion::Integer(width) => state.int_type(width),
            Conversion::Count => state.i32_type(),
            Conversion::Word => state.int_type(8 * LLVMPointerSize(state.layout)),
            Conversion::Pointer => LLVMPointerTypeInContext(state.context, 0),
            Conversion::Float => LLVMFloatTypeInContext(state.context),
            Conversion::Double => LLVMDoubleTypeInContext(state.context),
            Conversion::LongDouble => LLVMX86FP80TypeInContext(state.context),
        })
    }
}
