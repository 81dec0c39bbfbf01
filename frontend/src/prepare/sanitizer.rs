//! Calls of the sanitizer's handlers become errors.
//!
//! Clang calls a handler where an operation does what C does not define. One handler serves divisions by zero and quotients that do
//! not fit, which are told apart by the divisor. For shifts there is one handler, too, and only a part of what it is called for is an
//! overflow in SV-COMP: a number that is not negative, shifted left by less than the width, to a result that does not fit. Whether a
//! negative number or one shifted too far overflows is not agreed on, so where only overflow is checked nothing is said about
//! executions that come there; where an execution is only looked at for overflows on its way, it goes on.

use super::Preparation;
use crate::Error;
use crate::OverflowChecks;
use crate::intrinsic::Site;
use crate::module::{self, Builder, callee, name};
use crate::sanitizer::{Check, HANDLER, SHIFT_HANDLER, tells_shifts_apart};
use euclase_program::CheckKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

/// The least width in which C computes.
const INT: u32 = 32;

/// Makes errors of all calls of handlers.
pub(super) fn prepare(state: &mut Preparation<'_>) -> Result<(), Error> {
    for function in module::functions(state.module) {
        let handler = name(function);
        if !handler.starts_with(HANDLER) {
            continue;
        }
        for call in module::users(function) {
            // SAFETY: the user is alive until it is replaced.
            unsafe {
                let is_call = !LLVMIsACallInst(call).is_null() && callee(call) == Some(function);
                let check = is_call.then(|| Check::of(call)).flatten();
                let check =
                    check.ok_or_else(|| Error::Environment("clang checks overflow in an unknown way".into()))?;
                replace(state, call, &handler, &check);
            }
        }
        // SAFETY: the function has no users any more.
        unsafe { LLVMDeleteFunction(function) };
    }
    super::definitions::forget_used(state);
    Ok(())
}

unsafe fn replace(state: &mut Preparation<'_>, call: LLVMValueRef, handler: &str, check: &Check) {
    // SAFETY: the caller's call is alive; arguments that nobody else uses go after it.
    unsafe {
        let arguments: Vec<LLVMValueRef> =
            (1..LLVMGetNumArgOperands(call)).map(|index| LLVMGetOperand(call, index)).collect();
        let builder = Builder::before(state.context, call);
        if is_model(state, check) && (state.options.sv_comp_rules || !is_of_numbers(check)) {
            state.build_unsupported(&builder, "signed overflow in a function of the C library".into());
        } else if handler == SHIFT_HANDLER && tells_shifts_apart(state.options) {
            shift(state, call, check, &arguments);
        } else if let Some(site) = plain(handler, check) {
            state.build_error(&builder, site);
        } else if handler.starts_with(DIVISION_HANDLER) && state.options.checks.contains(CheckKind::Division) {
            division_error(state, call, check, &arguments);
        } else {
            let site = overflow(operator(handler, call), &check.type_name);
            build(state, &builder, check, site);
        }
        LLVMInstructionEraseFromParent(call);
        for argument in arguments {
            if !LLVMIsAInstruction(argument).is_null() && !module::is_used(argument) {
                LLVMInstructionEraseFromParent(argument);
            }
        }
    }
}

/// The handler of divisions, by zero and of the least number by minus one.
const DIVISION_HANDLER: &str = "__ubsan_handle_divrem_overflow";

/// What handlers are about that are called for one thing only, and not for overflow.
fn plain(handler: &str, check: &Check) -> Option<Site> {
    let (first, second) = (&check.type_name, &check.other_type);
    let (kind, message) = match handler.trim_start_matches(HANDLER).trim_end_matches("_abort") {
        "builtin_unreachable" => (CheckKind::Assert, "'__builtin_unreachable' is reached".to_string()),
        "out_of_bounds" => (CheckKind::ArrayIndex, format!("array index out of bounds of '{first}'")),
        "vla_bound_not_positive" => {
            (CheckKind::Bounds, "the size of a variable-length array is not positive".to_string())
        }
        "shift_out_of_bounds" => (
            CheckKind::Shift,
            format!("undefined shift of a value of type '{first}': by too much, of a negative number, or out of range"),
        ),
        "float_cast_overflow" => {
            (CheckKind::Conversion, format!("conversion from '{first}' to '{second}' out of range"))
        }
        "load_invalid_value" => (CheckKind::Conversion, format!("read of a value that '{first}' cannot hold")),
        _ => return None,
    };
    Some(Site::Error { check: kind, message })
}

/// What a quotient or remainder is that C does not define: a division by zero, or an overflow.
unsafe fn division_error(state: &mut Preparation<'_>, call: LLVMValueRef, check: &Check, arguments: &[LLVMValueRef]) {
    // SAFETY: the caller's call is alive, and its block ends with a branch or with nothing to come.
    unsafe {
        let builder = Builder::before(state.context, call);
        let divisor = arguments.get(1).and_then(|divisor| whole(call, *divisor));
        let operator = division(call);
        let by_zero = Site::Error {
            check: CheckKind::Division,
            message: if operator == "%" { "remainder of a division by zero" } else { "division by zero" }.to_string(),
        };
        let Some(divisor) = divisor.filter(|_| state.options.overflow.is_error() && check.is_signed) else {
            return state.build_error(&builder, by_zero);
        };
        let zero = LLVMConstNull(LLVMTypeOf(divisor));
        let is_zero = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntEQ, divisor, zero, c"".as_ptr());
        let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        let append = |name: &std::ffi::CStr| LLVMAppendBasicBlockInContext(state.context, function, name.as_ptr());
        let (zero_block, other_block) = (append(c"division"), append(c"overflow"));
        LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call)));
        let place = LLVMInstructionGetDebugLoc(call);
        let context = state.context;
        let end = |block| {
            let builder = Builder::at_end(context, block);
            LLVMSetCurrentDebugLocation2(builder.0, place);
            builder
        };
        LLVMBuildCondBr(end(LLVMGetInstructionParent(call)).0, is_zero, zero_block, other_block);
        let at = end(zero_block);
        state.build_error(&at, by_zero);
        LLVMBuildUnreachable(at.0);
        let at = end(other_block);
        build(state, &at, check, overflow(operator, &check.type_name));
        LLVMBuildUnreachable(at.0);
    }
}

/// An operand that a handler is given. Wide ones are handed over in memory.
unsafe fn whole(call: LLVMValueRef, argument: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the caller's values are alive.
    unsafe {
        if LLVMIsAPtrToIntInst(argument).is_null() {
            return Some(argument);
        }
        let slot = LLVMGetOperand(argument, 0);
        let mut before = LLVMGetPreviousInstruction(call);
        while !before.is_null() {
            if LLVMGetInstructionOpcode(before) == LLVMOpcode::LLVMStore && LLVMGetOperand(before, 1) == slot {
                return Some(LLVMGetOperand(before, 0));
            }
            before = LLVMGetPreviousInstruction(before);
        }
        None
    }
}

/// What an overflow is: the error, unless only some of them count.
unsafe fn build(state: &mut Preparation<'_>, builder: &Builder, check: &Check, site: Site) {
    let Some(counted) = &state.options.counted_overflows else { return state.build_error(builder, site) };
    let place = (check.line, check.column);
    let in_program = state.options.files.first().is_some_and(|file| file == std::path::Path::new(&check.file));
    let counts = counted.iter().find(|counted| in_program && counted.from <= place && place < counted.until);
    let function = counts.and_then(|counted| {
        let name = std::ffi::CString::new(counted.function.as_str()).ok()?;
        // SAFETY: the module is alive.
        let function = unsafe { LLVMGetNamedFunction(state.module, name.as_ptr()) };
        (!function.is_null()).then_some(function)
    });
    match function {
        // SAFETY: the function is alive.
        Some(function) => drop(state.call(builder, (unsafe { LLVMGlobalGetValueType(function) }, function), &[])),
        None => state.build_exit(builder),
    }
}

fn overflow(operator: &str, type_name: &str) -> Site {
    let message = format!("signed overflow: the result of {operator} does not fit {type_name}");
    Site::Error { check: CheckKind::Overflow, message }
}

/// Whether a check is in a model of a library function.
fn is_model(state: &Preparation<'_>, check: &Check) -> bool {
    std::path::Path::new(&check.file).parent() == Some(state.options.scratch.join("library").as_path())
}

/// Whether a model is one of functions that compute with their arguments as the program would: what goes wrong there is an error of the
/// program, but no operation of it, which is what SV-COMP's rules ask for.
fn is_of_numbers(check: &Check) -> bool {
    std::path::Path::new(&check.file).file_name().is_some_and(|name| name == "stdlib.c")
}

/// The operator that a handler is about.
unsafe fn operator(handler: &str, call: LLVMValueRef) -> &'static str {
    let operation = handler.trim_start_matches(HANDLER);
    match operation.split("_overflow").next() {
        Some("add") => "+",
        Some("sub") => "-",
        Some("mul") => "*",
        Some("negate") => "unary -",
        // SAFETY: the caller's call is alive.
        _ => unsafe { division(call) },
    }
}

/// Which division comes behind a check: where there is no overflow, it is the first thing that is done.
unsafe fn division(call: LLVMValueRef) -> &'static str {
    // SAFETY: the blocks of the caller's call are alive.
    unsafe {
        let block = LLVMGetInstructionParent(call);
        for user in module::users(LLVMBasicBlockAsValue(block)) {
            if LLVMIsABranchInst(user).is_null() {
                continue;
            }
            for index in 0..LLVMGetNumSuccessors(user) {
                let next = LLVMGetSuccessor(user, index);
                if next == block {
                    continue;
                }
                match LLVMGetInstructionOpcode(LLVMGetFirstInstruction(next)) {
                    LLVMOpcode::LLVMSDiv => return "/",
                    LLVMOpcode::LLVMSRem => return "%",
                    _ => {}
                }
            }
        }
        "/ or %"
    }
}

/// What the handler of a shift is called for is told apart.
unsafe fn shift(state: &mut Preparation<'_>, call: LLVMValueRef, check: &Check, arguments: &[LLVMValueRef]) {
    // What is narrower than int is shifted as an int, which is signed.
    let width = check.width.max(INT);
    if !check.is_signed && check.width >= INT {
        // Shifted too far, which is no overflow.
        return;
    }
    // SAFETY: the caller's call is alive and has these arguments; its block ends with a branch.
    unsafe {
        let builder = Builder::before(state.context, call);
        let negative = "left shift of a negative number or by too many places, which C does not define";
        let Some(left) = shifted(state, &builder, call, arguments, width) else {
            state.build_unsupported(&builder, negative.into());
            return;
        };
        let amount = arguments[1];
        let zero = LLVMConstNull(LLVMTypeOf(left));
        let limit = LLVMConstInt(LLVMTypeOf(amount), u64::from(width), 0);
        let compare = |predicate, a, b| LLVMBuildICmp(builder.0, predicate, a, b, c"".as_ptr());
        let counts = LLVMBuildAnd(
            builder.0,
            compare(LLVMIntPredicate::LLVMIntSGE, left, zero),
            compare(LLVMIntPredicate::LLVMIntULT, amount, limit),
            c"".as_ptr(),
        );
        let block = LLVMGetInstructionParent(call);
        let function = LLVMGetBasicBlockParent(block);
        let append = |name: &std::ffi::CStr| LLVMAppendBasicBlockInContext(state.context, function, name.as_ptr());
        let goes_on = state.options.overflow == OverflowChecks::OnTheWay;
        let (error, open) = match goes_on {
            true => (append(c"overflow"), LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0)),
            false => (append(c"overflow"), append(c"undefined")),
        };
        LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(block));
        let place = LLVMInstructionGetDebugLoc(call);
        let context = state.context;
        let end = |block| {
            let builder = Builder::at_end(context, block);
            LLVMSetCurrentDebugLocation2(builder.0, place);
            builder
        };
        LLVMBuildCondBr(end(block).0, counts, error, open);
        let error = end(error);
        build(state, &error, check, overflow("<<", if check.width < INT { "int" } else { &check.type_name }));
        LLVMBuildUnreachable(error.0);
        if !goes_on {
            let open = end(open);
            state.build_unsupported(&open, negative.into());
            LLVMBuildUnreachable(open.0);
        }
    }
}

/// The left operand of a shift. Wide ones are handed over in memory.
unsafe fn shifted(
    state: &Preparation<'_>,
    builder: &Builder,
    call: LLVMValueRef,
    arguments: &[LLVMValueRef],
    width: u32,
) -> Option<LLVMValueRef> {
    // SAFETY: the caller's call is alive and has two more arguments, which are integers.
    unsafe {
        let left = *arguments.first().filter(|_| arguments.len() == 2)?;
        if width <= LLVMGetIntTypeWidth(LLVMTypeOf(left)) {
            return Some(LLVMBuildIntCast2(builder.0, left, state.int_type(width), 0, c"".as_ptr()));
        }
        let mut before = LLVMGetPreviousInstruction(call);
        while !before.is_null() {
            let is_store = LLVMGetInstructionOpcode(before) == LLVMOpcode::LLVMStore;
            if is_store && !LLVMIsAInstruction(left).is_null() && LLVMGetOperand(before, 1) == LLVMGetOperand(left, 0) {
                return Some(LLVMGetOperand(before, 0));
            }
            before = LLVMGetPreviousInstruction(before);
        }
        None
    }
}
