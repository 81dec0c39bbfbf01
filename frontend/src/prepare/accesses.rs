//! What a program is about to do with memory, said before it does it.
//!
//! Calls of the functions in [`crate::intrinsic`] stand before every access, so that nothing that LLVM removes, merges or moves is
//! lost: what is read for nothing is read all the same. No call stands before an access to a variable by its name, at a place in it
//! that is constant; most accesses are of this kind, and calls would keep such variables from becoming registers.
//!
//! When variables live is in [`lives`].

use super::outside::{place, room};
use super::{Preparation, definitions, formats, lives};
use crate::Error;
use crate::intrinsic::{self, Site};
use crate::module::{self, Builder, callee, calls_intrinsic, name};
use euclase_program::{CheckKind, LIBRARY, Obstacle};
use euclase_runtime_stubs::{Effect, Row, whole_ranges};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMStoreSizeOfType};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

/// Says before each instruction what it does with memory.
pub(super) fn prepare(state: &mut Preparation<'_>) -> Result<(), Error> {
    let main = definitions::find_main(state)?;
    for function in module::defined_functions(state.module) {
        let model = if is_model(function) { name(function) } else { String::new() };
        for instruction in module::instructions(function) {
            // SAFETY: the instruction is alive; calls are only added before it.
            unsafe {
                match () {
                    // What is in front of objects is the model's own.
                    _ if keeps_sizes(&model) => look_at_release(state, instruction),
                    _ if whole_ranges(&model).is_empty() => look_at(state, instruction),
                    _ => {}
                }
            }
        }
        // SAFETY: the function is alive and has a body.
        unsafe { look_at_ranges(state, function, whole_ranges(&model)) };
        // SAFETY: the function is alive.
        unsafe { lives::prepare(state, function, (function == main, is_model(function))) };
    }
    // SAFETY: the module is alive.
    unsafe { lives::marks(state) };
    if let Some(check) =
        [CheckKind::Cleanup, CheckKind::Leak].into_iter().find(|check| state.options.checks.contains(*check))
    {
        for instruction in module::instructions(main) {
            // SAFETY: the instruction is alive.
            if unsafe { LLVMGetInstructionOpcode(instruction) } == LLVMOpcode::LLVMRet {
                let builder = Builder::before(state.context, instruction);
                build_end(state, &builder, check, true);
            }
        }
    }
    Ok(())
}

/// Says that the program ends.
pub(super) fn build_end(state: &mut Preparation<'_>, builder: &Builder, check: CheckKind, is_return: bool) {
    let function = state.function(intrinsic::END, state.void_type(), &[state.i32_type()]);
    let site = state.site(Site::End { check, is_return });
    state.call(builder, function, &[site]);
}

/// Says what memory must be like at a call of `exit`.
pub(super) fn build_exit_check(state: &mut Preparation<'_>, builder: &Builder, function: &str) {
    let wanted = [CheckKind::Cleanup, CheckKind::Leak].into_iter().find(|check| state.options.checks.contains(*check));
    // SV-COMP asks for all memory to be freed however the program ends; else a program that aborts need not clean up.
    let is_asked = |check: CheckKind| function == "exit" || state.options.sv_comp_rules && check == CheckKind::Cleanup;
    if let Some(check) = wanted.filter(|check| is_asked(*check)) {
        build_end(state, builder, check, false);
    }
}

/// Whether a function is a model of one of the library.
fn is_model(function: LLVMValueRef) -> bool {
    crate::prototype::file_of(function).is_some_and(|file| file.starts_with(LIBRARY))
}

/// Whether a function of a model works on the sizes that lie in front of objects.
fn keeps_sizes(model: &str) -> bool {
    model.starts_with("euclase_sized_") || ["realloc", "reallocarray"].contains(&model)
}

/// Says what a model that accesses whole ranges is about to access, where it begins.
unsafe fn look_at_ranges(state: &mut Preparation<'_>, function: LLVMValueRef, ranges: &[(usize, usize, bool)]) {
    // SAFETY: the caller's function is alive, and has the parameters of the library's.
    unsafe {
        let Some(first) = module::instructions(function).into_iter().find(|first| LLVMIsAAllocaInst(*first).is_null())
        else {
            return;
        };
        let count = LLVMCountParams(function) as usize;
        for (pointer, size, is_write) in ranges.iter().filter(|(pointer, size, _)| *pointer.max(size) < count) {
            let parameter = |index: usize| LLVMGetParam(function, index as u32);
            let mark = if *is_write { intrinsic::WRITE } else { intrinsic::READ };
            about(state, first, mark, parameter(*pointer), Some(parameter(*size)));
        }
    }
}

/// Says that an object is about to be freed, where it is.
unsafe fn look_at_release(state: &mut Preparation<'_>, instruction: LLVMValueRef) {
    // SAFETY: the caller's instruction is alive, and asked for arguments only if it is a call.
    unsafe {
        if !LLVMIsACallInst(instruction).is_null()
            && callee(instruction).is_some_and(|callee| name(callee) == "free")
            && LLVMGetNumArgOperands(instruction) == 1
        {
            release(state, instruction, LLVMGetOperand(instruction, 0));
        }
    }
}

/// Says that an object is about to be freed, if that is checked.
unsafe fn release(state: &mut Preparation<'_>, instruction: LLVMValueRef, address: LLVMValueRef) {
    if state.options.checks.contains(CheckKind::Free) {
        // SAFETY: the caller's values are alive.
        unsafe { about(state, instruction, intrinsic::FREE, address, None) };
    }
}

/// What models say of pointers that must be ones to be freed is said before the accesses are, or forgotten.
pub(super) fn prepare_models(state: &mut Preparation<'_>) {
    let text = module::c_string(IS_FREEABLE);
    // SAFETY: the module is alive; the calls have one argument and no result.
    unsafe {
        let function = LLVMGetNamedFunction(state.module, text.as_ptr());
        if function.is_null() {
            return;
        }
        for call in module::users(function) {
            release(state, call, LLVMGetOperand(call, 0));
            LLVMInstructionEraseFromParent(call);
        }
        LLVMDeleteFunction(function);
    }
}

/// The function that models call with what must be freeable.
const IS_FREEABLE: &str = "euclase_is_freeable";

unsafe fn look_at(state: &mut Preparation<'_>, instruction: LLVMValueRef) {
    // SAFETY: the caller's instruction is alive, and asked for operands that it has.
    unsafe {
        let size_of = |kind| u64_constant(state, LLVMStoreSizeOfType(state.layout, kind));
        match LLVMGetInstructionOpcode(instruction) {
            LLVMOpcode::LLVMLoad => {
                let size = size_of(LLVMTypeOf(instruction));
                access(state, instruction, LLVMGetOperand(instruction, 0), size, false);
            }
            LLVMOpcode::LLVMStore => {
                let size = size_of(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
                access(state, instruction, LLVMGetOperand(instruction, 1), size, true);
            }
            LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg => {
                let size = size_of(LLVMTypeOf(LLVMGetOperand(instruction, 1)));
                access(state, instruction, LLVMGetOperand(instruction, 0), size, true);
            }
            LLVMOpcode::LLVMCall => look_at_call(state, instruction),
            _ => {}
        }
    }
}

unsafe fn look_at_call(state: &mut Preparation<'_>, call: LLVMValueRef) {
    // SAFETY: the caller's call is alive, and asked for arguments that it has.
    unsafe {
        let argument = |index| LLVMGetOperand(call, index);
        if calls_intrinsic(call, "llvm.memcpy") || calls_intrinsic(call, "llvm.memmove") {
            access(state, call, argument(1), argument(2), false);
            access(state, call, argument(0), argument(2), true);
            return;
        }
        if calls_intrinsic(call, "llvm.memset") {
            return access(state, call, argument(0), argument(2), true);
        }
        let is_through_pointer = callee(call).is_none() && LLVMIsAInlineAsm(LLVMGetCalledValue(call)).is_null();
        if is_through_pointer && state.options.checks.contains(CheckKind::Pointer) {
            about(state, call, intrinsic::CALLED, LLVMGetCalledValue(call), None);
        }
        let called = callee(call).map(name).unwrap_or_default();
        if called == intrinsic::HAVOC {
            return access(state, call, argument(0), argument(1), true);
        }
        if called == "free" && LLVMGetNumArgOperands(call) == 1 {
            return release(state, call, argument(0));
        }
        if let Some(function) = callee(call).filter(|function| is_model(*function)) {
            read_by_format(state, call, function);
        }
        for index in 0..LLVMGetNumArgOperands(call) {
            if let Some(kind) = passed_by_value(call, index) {
                let size = u64_constant(state, LLVMABISizeOfType(state.layout, kind));
                access(state, call, argument(index), size, false);
            }
        }
    }
}

/// Says what a call of a model reads that prints to memory and does not say so itself.
unsafe fn read_by_format(state: &mut Preparation<'_>, call: LLVMValueRef, function: LLVMValueRef) {
    let Some(row) = euclase_runtime_stubs::row(&name(function)) else { return };
    if let (Effect::Model("print.c"), Some(_)) = (row.effect, row.format()) {
        // SAFETY: the caller's call is alive, and asked for arguments that it has.
        unsafe {
            let arguments: Vec<LLVMValueRef> =
                (0..LLVMGetNumArgOperands(call)).map(|index| LLVMGetOperand(call, index)).collect();
            let builder = Builder::before(state.context, call);
            texts_of_format(state, &builder, (row.name, &arguments), row);
        }
    }
}

/// The type of an argument of which the callee gets a copy.
unsafe fn passed_by_value(call: LLVMValueRef, index: u32) -> Option<LLVMTypeRef> {
    // SAFETY: the caller's call is alive and has the argument.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
        let attribute = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
        (!attribute.is_null()).then(|| LLVMGetTypeAttributeValue(attribute))
    }
}

fn u64_constant(state: &Preparation<'_>, number: u64) -> LLVMValueRef {
    // SAFETY: the type is an integer type.
    unsafe { LLVMConstInt(state.i64_type(), number, 0) }
}

/// Says that bytes are about to be accessed, unless nothing can be wrong about that.
unsafe fn access(
    state: &mut Preparation<'_>,
    instruction: LLVMValueRef,
    address: LLVMValueRef,
    size: LLVMValueRef,
    is_write: bool,
) {
    // SAFETY: the caller's values are alive.
    unsafe {
        let is_asked =
            [CheckKind::Bounds, CheckKind::Pointer].iter().any(|check| state.options.checks.contains(*check));
        if is_asked && !is_inside(state, address, size, is_write) {
            let function = if is_write { intrinsic::WRITE } else { intrinsic::READ };
            about(state, instruction, function, address, Some(size));
        }
    }
}

/// Whether bytes are in a variable that is named.
unsafe fn is_inside(state: &Preparation<'_>, address: LLVMValueRef, size: LLVMValueRef, is_write: bool) -> bool {
    // SAFETY: the caller's values are alive.
    unsafe {
        let Some((object, offset)) = place(state.layout, address) else { return false };
        let (Some(room), Some(size)) = (room(state.layout, object), module::constant(size)) else { return false };
        let is_constant = !LLVMIsAGlobalVariable(object).is_null() && LLVMIsGlobalConstant(object) != 0;
        offset >= 0 && offset + i128::from(size) <= room && !(is_write && is_constant)
    }
}

/// Calls one of the functions that say something about memory.
pub(super) unsafe fn about(
    state: &mut Preparation<'_>,
    instruction: LLVMValueRef,
    function: &str,
    address: LLVMValueRef,
    size: Option<LLVMValueRef>,
) {
    // SAFETY: the caller's values are alive.
    unsafe {
        let builder = Builder::before(state.context, instruction);
        build(state, &builder, function, address, size);
    }
}

unsafe fn build(
    state: &mut Preparation<'_>,
    builder: &Builder,
    function: &str,
    address: LLVMValueRef,
    size: Option<LLVMValueRef>,
) {
    // SAFETY: the caller's values are alive and of these kinds.
    unsafe {
        let mut kinds = vec![LLVMTypeOf(address)];
        let mut arguments = vec![address];
        if let Some(size) = size {
            kinds.push(state.i64_type());
            arguments.push(LLVMBuildIntCast2(builder.0, size, state.i64_type(), 0, c"".as_ptr()));
        }
        kinds.push(state.i32_type());
        arguments.push(state.site(Site::Plain));
        let function = state.function(function, state.void_type(), &kinds);
        state.call(builder, function, &arguments);
    }
}

/// Functions that read texts and do nothing else with memory.
const READ_TEXTS: &[&str] = &["puts", "fputs", "perror", "atof", "strlen", "getenv", "remove", "system"];

/// Says what a function of the library reads that has no model.
pub(super) fn read_by_library(
    state: &mut Preparation<'_>,
    builder: &Builder,
    (function, arguments): (&str, &[LLVMValueRef]),
    row: &Row,
) {
    let texts: Vec<usize> = match row.effect {
        Effect::Prints | Effect::EndsUnlessZero => {
            return texts_of_format(state, builder, (function, arguments), row);
        }
        Effect::Computes | Effect::Gives if READ_TEXTS.contains(&row.name) => {
            row.parameters.bytes().enumerate().filter(|(_, letter)| *letter == b's').map(|(index, _)| index).collect()
        }
        Effect::Computes | Effect::Gives => {
            let letters = row.parameters.bytes().chain(std::iter::repeat(b'.'));
            let mut pointers = arguments.iter().zip(letters).filter(|(_, letter)| *letter != b'F');
            if pointers.any(|(argument, _)| leads_to_memory(*argument)) {
                let what = format!("what '{function}' reads of memory");
                state.build_unsupported(builder, Obstacle::from(what));
            }
            return;
        }
        _ => return,
    };
    mark_texts(state, builder, texts.into_iter().filter_map(|index| arguments.get(index).copied()));
}

/// Says which texts a function reads by its format.
fn texts_of_format(
    state: &mut Preparation<'_>,
    builder: &Builder,
    (function, arguments): (&str, &[LLVMValueRef]),
    row: &Row,
) {
    let Some(position) = row.format() else { return };
    let format = arguments.get(position).copied();
    let texts: Vec<usize> = match format.and_then(super::calls::constant_string).as_deref().map(formats::texts) {
        Some(Some(texts)) => texts.into_iter().map(|text| position + 1 + text).collect(),
        // Without further arguments there is nothing to read but the format.
        _ if arguments.len() == position + 1 => vec![position],
        _ => {
            let what = format!("what '{function}' reads by its format");
            return state.build_unsupported(builder, Obstacle::from(what));
        }
    };
    mark_texts(state, builder, texts.into_iter().filter_map(|index| arguments.get(index).copied()));
}

fn mark_texts(state: &mut Preparation<'_>, builder: &Builder, texts: impl Iterator<Item = LLVMValueRef>) {
    for text in texts.filter(|text| leads_to_memory(*text) || is_null(*text)) {
        // SAFETY: the text is alive.
        unsafe { build(state, builder, intrinsic::TEXT, text, None) };
    }
}

fn is_null(argument: LLVMValueRef) -> bool {
    // SAFETY: the caller's argument is alive.
    unsafe { !LLVMIsAConstantPointerNull(argument).is_null() }
}

/// Whether an argument is a pointer, and neither null nor a literal.
fn leads_to_memory(argument: LLVMValueRef) -> bool {
    // SAFETY: the caller's argument is alive.
    let is_pointer = unsafe { LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMTypeKind::LLVMPointerTypeKind };
    is_pointer && !is_null(argument) && super::calls::constant_string(argument).is_none()
}
