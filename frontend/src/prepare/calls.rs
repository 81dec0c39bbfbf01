//! Calls of functions without a body.
//!
//! Each becomes what the function means: an input, the error, the end of the program, any value.
//! Where a pointer to such a function is taken, the function gets a body that does the same.

use super::addresses::Addresses;
use super::library::{Float, Library, RESULT_OF, known};
use super::{Preparation, accesses, allocation, ends, formats, scan};
use crate::Error;
use crate::intrinsic::{self, Site};
use crate::module::{self, Builder, callee, has_body, is_used, name};
use crate::prototype;
use euclase_program::{CheckKind, MadeUp, NondetOrigin, Obstacle, ObstacleKind};
use euclase_runtime_stubs::{Effect, Row};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMLinkage, LLVMTypeKind};
use rustc_hash::FxHashSet;

/// Makes calls of the C library that LLVM has instructions for these instructions, so that whoever looks at variables
/// sees what they do.
pub(super) fn prepare_operations(state: &mut Preparation<'_>) {
    for function in module::functions(state.module) {
        if !is_open(function) {
            continue;
        }
        if !is_operation(known(function, &name(function))) || state.options.error_functions.contains(&name(function)) {
            continue;
        }
        // A call may have the function among its arguments, too, and is then listed more than once.
        let users: FxHashSet<LLVMValueRef> = module::users(function).into_iter().collect();
        for user in users {
            // SAFETY: each call goes only after its last use here.
            unsafe {
                if !LLVMIsACallInst(user).is_null() && callee(user) == Some(function) {
                    replace(state, user, function, false);
                }
            }
        }
    }
}

/// Gives all calls of functions without a body their meaning.
pub(super) fn prepare(state: &mut Preparation<'_>) -> Result<(), Error> {
    let addresses = Addresses::of(state.module);
    state.prints_plainly = formats::are_plain(state.module);
    allocation::make_room(state);
    for function in module::defined_functions(state.module) {
        for instruction in module::instructions(function) {
            // SAFETY: the instruction is alive, and goes only after its last use here.
            unsafe {
                if LLVMIsACallInst(instruction).is_null() {
                    continue;
                }
                if let Some(called) = callee(instruction).filter(|called| is_open(*called)) {
                    replace(state, instruction, called, addresses.are_passed(instruction));
                }
            }
        }
    }
    for function in module::functions(state.module) {
        if is_open(function) && is_used(function) && !is_allocation(function) {
            let parameters = parameters(function);
            let passes_address = parameters.iter().any(|parameter| addresses.has(*parameter));
            define(state, function, passes_address)?;
        }
    }
    Ok(())
}

/// Whether LLVM has an instruction or an intrinsic for what a function does.
fn is_operation(library: Library) -> bool {
    match library {
        Library::Known(row) => {
            matches!(row.effect, Effect::Copies | Effect::Moves | Effect::Sets | Effect::LocalMemory)
        }
        library => matches!(library, Library::Float(_)),
    }
}

/// Whether a function is one of the allocator's proper ones, which stay.
fn is_allocation(function: LLVMValueRef) -> bool {
    matches!(known(function, &name(function)), Library::Known(Row { effect: Effect::Allocation, .. }))
}

/// Takes a call away whose result nobody should need.
pub(super) unsafe fn remove(call: LLVMValueRef) {
    // SAFETY: the caller's call is alive, and not used afterwards.
    unsafe {
        let kind = LLVMTypeOf(call);
        if LLVMGetTypeKind(kind) != LLVMTypeKind::LLVMVoidTypeKind {
            LLVMReplaceAllUsesWith(call, LLVMConstNull(kind));
        }
        LLVMInstructionEraseFromParent(call);
    }
}

/// Whether a function has no body, and is neither LLVM's nor ours.
fn is_open(function: LLVMValueRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { !has_body(function) && LLVMGetIntrinsicID(function) == 0 && !name(function).starts_with("__euclase_") }
}

/// A call to be given its meaning.
pub(super) struct Call {
    pub(super) function: String,
    /// What is known of the function.
    library: Library,
    pub(super) arguments: Vec<LLVMValueRef>,
    /// Whether an argument that is no pointer may hold an address.
    passes_address: bool,
    pub(super) result: LLVMTypeRef,
    pub(super) result_is_used: bool,
    /// Whether this is the body of the function rather than one of its calls.
    pub(super) is_inside: bool,
    /// Whether there may be more arguments than these.
    pub(super) has_more: bool,
    /// The call; none if this is the body of the function.
    pub(super) at: Option<LLVMValueRef>,
}

unsafe fn replace(state: &mut Preparation<'_>, instruction: LLVMValueRef, called: LLVMValueRef, passes_address: bool) {
    // SAFETY: the caller's call is alive.
    unsafe {
        let function = allocation::known_as(called);
        let call = Call {
            library: known(called, &function),
            function,
            arguments: (0..LLVMGetNumArgOperands(instruction))
                .map(|index| LLVMGetOperand(instruction, index))
                .collect(),
            passes_address,
            result: LLVMTypeOf(instruction),
            result_is_used: is_used(instruction),
            is_inside: false,
            has_more: false,
            at: Some(instruction),
        };
        let builder = Builder::before(state.context, instruction);
        let meaning = meaning(state, &builder, &call);
        if prototype::never_returns(called) && !ends::ends_before(instruction) {
            state.build_exit(&builder);
        }
        match meaning {
            Meaning::Value(value) => {
                LLVMReplaceAllUsesWith(instruction, value);
                LLVMInstructionEraseFromParent(instruction);
            }
            Meaning::Done => remove(instruction),
        }
    }
}

/// Gives a function whose address is taken the body that its calls would become.
fn define(state: &mut Preparation<'_>, function: LLVMValueRef, passes_address: bool) -> Result<(), Error> {
    // SAFETY: the function is alive and has no body yet.
    unsafe {
        let never_returns = prototype::never_returns(function);
        // What clang says about a declaration is not what it would say about a definition.
        LLVMGlobalEraseMetadata(function, LLVMGetMDKindIDInContext(state.context, c"dbg".as_ptr(), 3));
        let kind = LLVMGlobalGetValueType(function);
        let known_as = allocation::known_as(function);
        let call = Call {
            library: known(function, &known_as),
            function: known_as,
            arguments: parameters(function),
            passes_address,
            result: LLVMGetReturnType(kind),
            result_is_used: true,
            is_inside: true,
            has_more: LLVMIsFunctionVarArg(kind) != 0,
            at: None,
        };
        let block = LLVMAppendBasicBlockInContext(state.context, function, c"entry".as_ptr());
        let builder = Builder::at_end(state.context, block);
        let meaning = meaning(state, &builder, &call);
        if never_returns {
            state.build_exit(&builder);
        }
        if LLVMGetTypeKind(call.result) == LLVMTypeKind::LLVMVoidTypeKind {
            LLVMBuildRetVoid(builder.0);
        } else {
            let value = match meaning {
                Meaning::Value(value) => value,
                Meaning::Done => LLVMConstNull(call.result),
            };
            LLVMBuildRet(builder.0, value);
        }
        if is_operation(call.library) {
            // The machine calls the library for some operations, and must not find this function under the library's name.
            let new = format!("euclase.{}", call.function);
            LLVMSetValueName2(function, new.as_ptr().cast(), new.len());
        }
        LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
    }
    Ok(())
}

fn parameters(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the function is alive.
    unsafe { (0..LLVMCountParams(function)).map(|index| LLVMGetParam(function, index)).collect() }
}

/// What has become of a call.
pub(super) enum Meaning {
    /// It is this value.
    Value(LLVMValueRef),
    /// It is done; its result, if any, is not needed.
    Done,
}

/// What has no body and is the error of another property.
const ENDS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

fn meaning(state: &mut Preparation<'_>, builder: &Builder, call: &Call) -> Meaning {
    if state.options.error_functions.contains(&call.function) {
        state.build_error(builder, Site::Error { check: CheckKind::Assert, message: error_message(call) });
        return Meaning::Done;
    }
    // In SV-COMP a call of them ends the program, whatever the property.
    if (state.options.overflow.is_error() || state.options.checks.has_memory())
        && ENDS.contains(&call.function.as_str())
    {
        accesses::build_exit_check(state, builder, &call.function);
        state.build_exit(builder);
        return Meaning::Done;
    }
    match call.library {
        Library::Known(row) => library_call(state, builder, call, row),
        Library::Printing if call.function == "euclase_any_failure" && state.prints_plainly => {
            // SAFETY: the type is that of the result, an integer.
            Meaning::Value(unsafe { LLVMConstNull(call.result) })
        }
        Library::Printing => {
            let origin = NondetOrigin::MadeUp(MadeUp::Printing);
            result(state, builder, call, &origin)
        }
        Library::ResultOf => {
            let origin = intrinsic::made_up(call.function.strip_prefix(RESULT_OF).unwrap_or_default());
            result(state, builder, call, &origin)
        }
        Library::NotModelled => {
            state.build_unsupported(builder, "what the model of a library function does not say".into());
            Meaning::Done
        }
        Library::NotInTable => {
            refuse(state, builder, call, "of which nothing is known although the system declares it")
        }
        Library::DeclaredOtherwise => {
            refuse(state, builder, call, "a function of the C library that is declared without its prototype")
        }
        Library::Input if call.arguments.is_empty() => input(state, builder, call),
        shaped => shaped_call(state, builder, call, shaped).unwrap_or_else(|| unknown(state, builder, call)),
    }
}

/// A call of a function of the library's table.
fn library_call(state: &mut Preparation<'_>, builder: &Builder, call: &Call, row: &'static Row) -> Meaning {
    // A function that takes numbers only, as the table says, does not take them for addresses.
    let writes = || {
        let may_be_address = call.passes_address && row.parameters.contains(['.', 'p', 's', 'F', '?']);
        call.has_more || may_be_address || call.arguments.iter().any(|argument| reaches_memory(*argument))
    };
    if let Some(changed) = row.changes().find(|changed| state.visible.contains(*changed) && !keeps(call, changed)) {
        let what = match changed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(what) => format!("which changes the {what} that other functions depend on"),
            None => format!("which changes '{changed}'"),
        };
        return refuse(state, builder, call, &what);
    }
    if let Some(what) = state.allocator_does.clone().filter(|_| row.may_allocate()) {
        return refuse(state, builder, call, &format!("which {what}"));
    }
    if state.options.checks.has_memory() && !call.is_inside {
        accesses::read_by_library(state, builder, (&call.function, &call.arguments), row);
    }
    match row.effect {
        Effect::Allocation => allocation::meaning(state, builder, call),
        Effect::Scans => scan::meaning(state, builder, call, row.format().unwrap_or_default()),
        Effect::Nothing => Meaning::Done,
        Effect::Ends => {
            accesses::build_exit_check(state, builder, &call.function);
            state.build_exit(builder);
            Meaning::Done
        }
        Effect::Refused(what) => {
            state.build_unsupported(builder, format!("{what} (call of '{}')", call.function).into());
            Meaning::Done
        }
        Effect::Prints | Effect::EndsUnlessZero if may_write(call, row) => {
            refuse(state, builder, call, "which may write to memory (%n)")
        }
        Effect::EndsUnlessZero => {
            // SAFETY: the values are alive, and the first is an integer.
            unsafe {
                let status = call.arguments[0];
                let zero = LLVMConstNull(LLVMTypeOf(status));
                let goes_on = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntEQ, status, zero, c"".as_ptr());
                state.build_assume(builder, goes_on);
            }
            Meaning::Done
        }
        // A model that is not linked is one for functions that the program has a part of.
        Effect::Writes | Effect::Model(_) if writes() => {
            refuse(state, builder, call, "which writes to memory in a way that is not modelled")
        }
        Effect::Gives if call.result_is_used && !state.options.assume_pure_externals => {
            refuse(state, builder, call, "which returns a pointer to memory that is not known")
        }
        Effect::Copies | Effect::Moves | Effect::Sets | Effect::LocalMemory => {
            let library = Library::Known(row);
            shaped_call(state, builder, call, library).unwrap_or_else(|| unknown(state, builder, call))
        }
        // The cosine of a number is not any number, nor is how much was printed.
        _ if call.result_is_used => made_up(state, builder, call),
        _ => Meaning::Done,
    }
}

fn refuse(state: &mut Preparation<'_>, builder: &Builder, call: &Call, why: &str) -> Meaning {
    refuse_as(ObstacleKind::Construct, state, builder, call, why)
}

fn refuse_as(kind: ObstacleKind, state: &mut Preparation<'_>, builder: &Builder, call: &Call, why: &str) -> Meaning {
    state.build_unsupported(builder, Obstacle::new(kind, format!("call of '{}', {why}", call.function)));
    Meaning::Done
}

fn input(state: &mut Preparation<'_>, builder: &Builder, call: &Call) -> Meaning {
    let origin = NondetOrigin::Input(call.function.as_str().into());
    // SAFETY: types and values are of one context.
    unsafe {
        let is_int = LLVMGetTypeKind(call.result) == LLVMTypeKind::LLVMIntegerTypeKind;
        if is_int && call.function.ends_with("_bool") && LLVMGetIntTypeWidth(call.result) > 1 {
            let Some(bit) = state.build_nondet(builder, state.int_type(1), &origin) else { return Meaning::Done };
            return Meaning::Value(LLVMBuildZExt(builder.0, bit, call.result, c"".as_ptr()));
        }
    }
    result(state, builder, call, &origin)
}

/// Any value of the type of the result, said to be of this origin.
fn result(state: &mut Preparation<'_>, builder: &Builder, call: &Call, origin: &NondetOrigin) -> Meaning {
    // SAFETY: the type is alive.
    if unsafe { LLVMGetTypeKind(call.result) } == LLVMTypeKind::LLVMVoidTypeKind {
        return Meaning::Done;
    }
    match state.build_nondet(builder, call.result, origin) {
        Some(value) => Meaning::Value(value),
        None => {
            state.build_unsupported(builder, format!("the type of the result of '{}'", call.function).into());
            Meaning::Done
        }
    }
}

/// Any value as the result of a function that is worth mentioning in the answer.
fn any_result(state: &mut Preparation<'_>, builder: &Builder, call: &Call) -> Meaning {
    state.externals.insert(call.function.clone());
    result(state, builder, call, &NondetOrigin::External(call.function.as_str().into()))
}

/// Any value as the result of a function whose result is a certain one.
fn made_up(state: &mut Preparation<'_>, builder: &Builder, call: &Call) -> Meaning {
    state.externals.insert(call.function.clone());
    result(state, builder, call, &intrinsic::made_up(&call.function))
}

/// Functions that mean something only if they are called with the arguments that they should have.
fn shaped_call(state: &mut Preparation<'_>, builder: &Builder, call: &Call, library: Library) -> Option<Meaning> {
    // SAFETY: the types of the arguments are looked at before they are used.
    unsafe {
        let kind = |index: usize| call.arguments.get(index).map(|argument| LLVMGetTypeKind(LLVMTypeOf(*argument)));
        let is_int = |index| kind(index) == Some(LLVMTypeKind::LLVMIntegerTypeKind);
        let is_pointer = |index| kind(index) == Some(LLVMTypeKind::LLVMPointerTypeKind);
        let effect = match library {
            Library::Known(row) => Some(row.effect),
            _ => None,
        };
        match library {
            Library::Assume | Library::Assert if is_int(0) || is_pointer(0) => {
                let argument = call.arguments[0];
                let zero = LLVMConstNull(LLVMTypeOf(argument));
                let holds = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntNE, argument, zero, c"".as_ptr());
                if library == Library::Assume || state.options.overflow.is_error() {
                    state.build_assume(builder, holds);
                } else {
                    assert_holds(state, builder, call, holds)?;
                }
                Some(Meaning::Done)
            }
            Library::FillMemory if is_pointer(0) && is_int(1) => {
                let origin = NondetOrigin::Input(call.function.as_str().into());
                state.build_havoc(builder, call.arguments[0], call.arguments[1], origin);
                Some(Meaning::Done)
            }
            Library::Known(_)
                if matches!(effect, Some(Effect::Copies | Effect::Moves))
                    && is_pointer(0)
                    && is_pointer(1)
                    && is_int(2) =>
            {
                let build = if effect == Some(Effect::Copies) { LLVMBuildMemCpy } else { LLVMBuildMemMove };
                let size = memory_size(state, builder, call);
                build(builder.0, call.arguments[0], 1, call.arguments[1], 1, size);
                returns_first(call)
            }
            Library::Known(_) if effect == Some(Effect::Sets) && is_pointer(0) && is_int(1) && is_int(2) => {
                let byte = LLVMBuildIntCast2(builder.0, call.arguments[1], state.int_type(8), 0, c"".as_ptr());
                let size = memory_size(state, builder, call);
                LLVMBuildMemSet(builder.0, call.arguments[0], byte, size, 1);
                returns_first(call)
            }
            Library::Known(_)
                if effect == Some(Effect::LocalMemory)
                    && is_int(0)
                    && is_pointer_type(call.result)
                    && !call.is_inside =>
            {
                let byte = state.int_type(8);
                let memory = LLVMBuildArrayAlloca(builder.0, byte, call.arguments[0], c"".as_ptr());
                LLVMSetAlignment(memory, 16);
                Some(Meaning::Value(memory))
            }
            Library::Float(float) => float_operation(state, builder, call, float),
            _ => None,
        }
    }
}

unsafe fn is_pointer_type(kind: LLVMTypeRef) -> bool {
    // SAFETY: the caller's type is alive.
    unsafe { LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMPointerTypeKind }
}

/// An operation on floating-point numbers, if the function has the types that it should have.
fn float_operation(state: &Preparation<'_>, builder: &Builder, call: &Call, float: Float) -> Option<Meaning> {
    // SAFETY: the types of the arguments are looked at before they are used.
    unsafe {
        let mut kind = call.result;
        let fits = LLVMGetTypeKind(kind) == float.kind
            && call.arguments.len() == float.arity
            && call.arguments.iter().all(|argument| LLVMTypeOf(*argument) == kind);
        if !fits {
            return None;
        }
        let Some(intrinsic) = float.intrinsic else {
            return Some(Meaning::Value(LLVMBuildFRem(builder.0, call.arguments[0], call.arguments[1], c"".as_ptr())));
        };
        let number = LLVMLookupIntrinsicID(intrinsic.as_ptr().cast(), intrinsic.len());
        let function = LLVMGetIntrinsicDeclaration(state.module, number, &mut kind, 1);
        let value = state.call(builder, (LLVMGlobalGetValueType(function), function), &call.arguments);
        Some(Meaning::Value(value))
    }
}

unsafe fn memory_size(state: &Preparation<'_>, builder: &Builder, call: &Call) -> LLVMValueRef {
    // SAFETY: the caller has seen that the argument is an integer.
    unsafe { LLVMBuildIntCast2(builder.0, call.arguments[2], state.i64_type(), 0, c"".as_ptr()) }
}

fn returns_first(call: &Call) -> Option<Meaning> {
    // SAFETY: the values are alive.
    let same = unsafe { LLVMTypeOf(call.arguments[0]) == call.result };
    Some(if same { Meaning::Value(call.arguments[0]) } else { Meaning::Done })
}

/// An assertion without a body: a function of ours that fails where the argument is false.
fn assert_holds(state: &mut Preparation<'_>, builder: &Builder, call: &Call, holds: LLVMValueRef) -> Option<()> {
    // SAFETY: all in one context; the function is built whole.
    unsafe {
        let text = c"euclase.assert";
        let mut parameter = state.int_type(1);
        let kind = LLVMFunctionType(state.void_type(), &mut parameter, 1, 0);
        let mut function = LLVMGetNamedFunction(state.module, text.as_ptr());
        if function.is_null() {
            function = LLVMAddFunction(state.module, text.as_ptr(), kind);
            LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
            let block = |name: &std::ffi::CStr| LLVMAppendBasicBlockInContext(state.context, function, name.as_ptr());
            let (entry, fails, passes) = (block(c"entry"), block(c"fails"), block(c"passes"));
            let inside = Builder::at_end(state.context, entry);
            LLVMBuildCondBr(inside.0, LLVMGetParam(function, 0), passes, fails);
            LLVMPositionBuilderAtEnd(inside.0, fails);
            let message = format!("'{}' fails", call.function);
            state.build_error(&inside, Site::Error { check: CheckKind::Assert, message });
            LLVMBuildUnreachable(inside.0);
            LLVMPositionBuilderAtEnd(inside.0, passes);
            LLVMBuildRetVoid(inside.0);
        }
        state.call(builder, (kind, function), &[holds]);
    }
    Some(())
}

/// Whether a call leaves what functions of its name change as it is: a locale that is asked for, or that programs start with.
fn keeps(call: &Call, changed: &str) -> bool {
    let is_usual = |argument: &LLVMValueRef| {
        // SAFETY: the argument is alive.
        let is_null = unsafe { !LLVMIsAConstantPointerNull(*argument).is_null() };
        is_null || constant_string(*argument).is_some_and(|text| text == "C" || text == "POSIX")
    };
    changed == "(locale)"
        && !call.has_more
        && call.arguments.iter().all(|argument| {
            // SAFETY: the argument is alive.
            !unsafe { is_pointer_type(LLVMTypeOf(*argument)) } || is_usual(argument)
        })
}

/// Whether something is printed in a way that may write to memory.
fn may_write(call: &Call, row: &Row) -> bool {
    let Some(position) = row.format() else { return false };
    let Some(format) = call.arguments.get(position) else { return true };
    if formats::never_writes(*format) {
        return false;
    }
    call.has_more || call.arguments[position + 1..].iter().any(|other| reaches_memory(*other))
}

/// A function of which nothing is known: any result, if it cannot touch our memory and has nothing to call.
fn unknown(state: &mut Preparation<'_>, builder: &Builder, call: &Call) -> Meaning {
    let gives = call.result_is_used && has_pointer(call.result);
    if state.options.assume_pure_externals {
        return any_result(state, builder, call);
    }
    // It could give the address of a variable that we know under another name.
    let does = if call.passes_address {
        "gets a number that may hold an address"
    } else if gives_memory(call) {
        "gets a pointer"
    } else if gives {
        "returns a pointer to memory that is not known"
    } else {
        let Some(what) = state.outsiders_may.clone() else { return any_result(state, builder, call) };
        return refuse_as(ObstacleKind::NoBody, state, builder, call, &format!("which has no body and {what}"));
    };
    refuse_as(ObstacleKind::NoBody, state, builder, call, &format!("which has no body and {does}"))
}

/// Whether there is a pointer in values of a type.
fn has_pointer(kind: LLVMTypeRef) -> bool {
    let mut waiting = vec![kind];
    while let Some(kind) = waiting.pop() {
        // SAFETY: the types are alive, and asked for parts that they have.
        unsafe {
            match LLVMGetTypeKind(kind) {
                LLVMTypeKind::LLVMPointerTypeKind => return true,
                LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind => {
                    waiting.push(LLVMGetElementType(kind));
                }
                LLVMTypeKind::LLVMStructTypeKind => {
                    waiting.extend((0..LLVMCountStructElementTypes(kind)).map(|at| LLVMStructGetTypeAtIndex(kind, at)));
                }
                _ => {}
            }
        }
    }
    false
}

/// Whether something could be changed through the arguments of a call.
fn gives_memory(call: &Call) -> bool {
    call.has_more || call.passes_address || call.arguments.iter().any(|argument| reaches_memory(*argument))
}

/// Whether something could be changed through an argument, which may be a pointer.
fn reaches_memory(argument: LLVMValueRef) -> bool {
    // SAFETY: the argument is alive.
    unsafe {
        match LLVMGetTypeKind(LLVMTypeOf(argument)) {
            LLVMTypeKind::LLVMPointerTypeKind => {
                LLVMIsAConstantPointerNull(argument).is_null() && constant_string(argument).is_none()
            }
            LLVMTypeKind::LLVMIntegerTypeKind
            | LLVMTypeKind::LLVMFloatTypeKind
            | LLVMTypeKind::LLVMDoubleTypeKind
            | LLVMTypeKind::LLVMX86_FP80TypeKind => false,
            _ => true,
        }
    }
}

/// The text of a string that stays as it is.
pub(crate) fn constant_string(argument: LLVMValueRef) -> Option<String> {
    // SAFETY: the argument is alive, and asked as a variable only if it is one.
    let is_constant = unsafe { !LLVMIsAGlobalVariable(argument).is_null() && LLVMIsGlobalConstant(argument) != 0 };
    is_constant.then(|| string(argument)).flatten()
}

/// The text of a string literal.
fn string(argument: LLVMValueRef) -> Option<String> {
    // SAFETY: each kind of value is checked before it is taken for one.
    unsafe {
        if LLVMIsAGlobalVariable(argument).is_null() || LLVMIsDeclaration(argument) != 0 {
            return None;
        }
        let content = LLVMGetInitializer(argument);
        if !LLVMIsAConstantAggregateZero(content).is_null() {
            return Some(String::new());
        }
        if LLVMIsAConstantDataSequential(content).is_null() || LLVMIsConstantString(content) == 0 {
            return None;
        }
        let mut length = 0;
        let start = LLVMGetAsString(content, &mut length);
        let bytes = std::slice::from_raw_parts(start.cast::<u8>(), length);
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        Some(String::from_utf8_lossy(text).into_owned())
    }
}

fn error_message(call: &Call) -> String {
    let condition =
        call.function.starts_with("__assert").then(|| call.arguments.iter().find_map(|a| string(*a))).flatten();
    match condition {
        Some(condition) => format!("assertion '{condition}' fails"),
        None => format!("call of '{}'", call.function),
    }
}
