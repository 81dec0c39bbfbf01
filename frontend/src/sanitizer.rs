//! What clang's sanitizer is asked to check, and what it would check and has folded away.
//!
//! The sanitizer puts a comparison and the call of a handler where an operation may do what C does not define: signed arithmetic whose
//! result does not fit, divisions by zero, shifts, indices of arrays, conversions. [`crate::prepare`] makes errors of these calls.
//! An operation in the initialiser of an array or a struct is computed while compiling, though, without a check. Clang warns
//! about it if it overflows, which is how we know.

use crate::module::{self, callee, name};
use crate::{Error, Options};
use euclase_program::{CheckKind, CheckSet};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use std::collections::BTreeSet;
use std::path::Path;

/// What the handlers' names start with.
pub(crate) const HANDLER: &str = "__ubsan_handle_";

/// The handler of shifts that goes on: not all that it is called for is an overflow.
pub(crate) const SHIFT_HANDLER: &str = "__ubsan_handle_shift_out_of_bounds";

/// What the sanitizer checks, for each kind of check that is made by it.
const GROUPS: &[(CheckKind, &str)] = &[
    (CheckKind::Assert, "unreachable"),
    (CheckKind::ArrayIndex, "array-bounds"),
    (CheckKind::Bounds, "vla-bound"),
    (CheckKind::Overflow, "signed-integer-overflow"),
    (CheckKind::Division, "integer-divide-by-zero"),
    (CheckKind::Shift, "shift"),
    (CheckKind::Conversion, "float-cast-overflow,bool"),
];

/// The kinds of checks that are made of the source only, and not of what is compiled already.
pub fn of_source() -> CheckSet {
    let others = [CheckKind::Assert, CheckKind::Bounds];
    GROUPS.iter().map(|(kind, _)| *kind).filter(|kind| !others.contains(kind)).collect()
}

/// Whether the sanitizer checks anything.
pub(crate) fn is_used(options: &Options) -> bool {
    options.overflow.is_error() || GROUPS.iter().any(|(kind, _)| is_checked(options, *kind))
}

/// Whether a kind of check is made by the sanitizer. What SV-COMP asks for is whole objects, and calls that must not be reached.
fn is_checked(options: &Options, kind: CheckKind) -> bool {
    match kind {
        CheckKind::Assert | CheckKind::Bounds => options.checks.contains(kind) && !options.sv_comp_rules,
        CheckKind::Overflow => options.overflow.is_error(),
        _ => options.checks.contains(kind),
    }
}

/// Whether shifts are told apart: in SV-COMP only some of them are overflows, and nothing is said about the others.
pub(crate) fn tells_shifts_apart(options: &Options) -> bool {
    options.overflow.is_error() && !options.checks.contains(CheckKind::Shift)
}

/// What makes clang check all that is wanted. Shifts are checked only where arithmetic is not said to wrap. That it does wrap is
/// said again when the module is prepared.
pub(crate) fn flags(options: &Options) -> Vec<String> {
    let mut groups: Vec<&str> =
        GROUPS.iter().filter(|(kind, _)| is_checked(options, *kind)).map(|(_, group)| *group).collect();
    let mut flags: Vec<String> = FLAGS.iter().map(|flag| flag.to_string()).collect();
    if tells_shifts_apart(options) {
        groups.push("shift");
        flags.push("-fsanitize-recover=shift".to_string());
    }
    flags.insert(0, format!("-fsanitize={}", groups.join(",")));
    flags
}

const FLAGS: &[&str] = &[
    "-fno-wrapv",
    "-fno-sanitize-recover=all",
    // An array of one element at the end of a struct is often meant to be longer.
    "-fstrict-flex-arrays=1",
    "-fno-sanitize-trap=all",
    "-fno-sanitize-minimal-runtime",
    "-fno-sanitize-ignorelist",
    // No function may be left out.
    "-Dno_sanitize=annotate",
    "-D__no_sanitize__=annotate",
    // What is folded away.
    "-Winteger-overflow",
    "-Wshift-overflow",
    "-Wshift-sign-overflow",
    "-Wshift-count-overflow",
    "-Wshift-count-negative",
    "-Wshift-negative-value",
];

/// Refuses files in which overflow cannot be seen: modules that are compiled already, and sources that are preprocessed
/// and exempt functions from checks.
pub(crate) fn refuse_unchecked(options: &Options) -> Result<(), Error> {
    if !options.overflow.is_error() && of_source().iter().all(|kind| !options.checks.contains(kind)) {
        return Ok(());
    }
    for file in &options.files {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("bc" | "ll") => {
                let what = format!("{}: checks of arithmetic and indices in what is compiled already", file.display());
                return Err(Error::Unsupported(what));
            }
            Some("i") if exempts(file) => {
                let what =
                    format!("{}: the attribute no_sanitize, which exempts functions from checks", file.display());
                return Err(Error::Unsupported(what));
            }
            _ => {}
        }
    }
    Ok(())
}

fn exempts(file: &Path) -> bool {
    let text = std::fs::read(file).unwrap_or_default();
    let wanted = b"no_sanitize";
    text.windows(wanted.len()).any(|window| window == wanted)
}

/// A place in a source: line and column.
pub(crate) type Place = (u64, u64);

/// Where clang has seen an overflow, from what it says while compiling.
pub(crate) fn warned(said: &str) -> Vec<Place> {
    let is_overflow = |line: &&str| {
        line.contains(": warning: ") && (line.ends_with("[-Winteger-overflow]") || line.contains("[-Wshift-"))
    };
    let place = |line: &str| {
        let (before, _) = line.split_once(": warning: ")?;
        let mut parts = before.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        Some((parts.next()?.parse().ok()?, column))
    };
    said.lines().filter(is_overflow).filter_map(place).collect()
}

/// The first place where an overflow is warned of and not checked.
pub(crate) fn folded(module: &Module<'_>, warned: &[Place]) -> Option<Place> {
    if warned.is_empty() {
        return None;
    }
    let mut checked = BTreeSet::new();
    for function in module::functions(module.as_mut_ptr()) {
        if !name(function).starts_with(HANDLER) {
            continue;
        }
        for call in module::users(function) {
            // SAFETY: the user is alive, and asked for arguments only if it is a call.
            let is_call = unsafe { !LLVMIsACallInst(call).is_null() } && callee(call) == Some(function);
            checked.extend(is_call.then(|| Check::of(call)).flatten().map(|check| (check.line, check.column)));
        }
    }
    warned.iter().find(|place| !checked.contains(*place)).copied()
}

/// What clang tells the handler of a check.
pub(crate) struct Check {
    /// The file, as clang calls it.
    pub(crate) file: String,
    /// The line.
    pub(crate) line: u64,
    /// The column.
    pub(crate) column: u64,
    /// The type of the result; of shifts that of the left operand, of indices that of the array: its name in C.
    pub(crate) type_name: String,
    /// Its width in bits, if it is one of integers.
    pub(crate) width: u32,
    /// Whether it is signed.
    pub(crate) is_signed: bool,
    /// The name of the second type: of conversions that of the result.
    pub(crate) other_type: String,
}

impl Check {
    /// What the call of a handler says.
    pub(crate) fn of(call: LLVMValueRef) -> Option<Check> {
        // SAFETY: each value is looked at before it is taken for what clang puts there.
        unsafe {
            let data = content(LLVMGetOperand(call, 0))?;
            let place = part(data, 0)?;
            let types: Vec<LLVMValueRef> = [1, 2].iter().filter_map(|index| content(part(data, *index)?)).collect();
            let named = |index: usize| types.get(index).and_then(|kind| text(part(*kind, 2)?)).unwrap_or_default();
            let information = types.first().and_then(|kind| module::constant(part(*kind, 1)?)).unwrap_or(0);
            let named = |index: usize| named(index).trim_matches('\'').to_string();
            Some(Check {
                file: text(content(part(place, 0)?)?)?,
                line: module::constant(part(place, 1)?)?,
                column: module::constant(part(place, 2)?)?,
                type_name: named(0),
                width: 1u32.checked_shl((information >> 1) as u32).unwrap_or(0),
                is_signed: information & 1 == 1,
                other_type: named(1),
            })
        }
    }
}

unsafe fn content(global: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the caller's value is alive.
    unsafe {
        if LLVMIsAGlobalVariable(global).is_null() || LLVMIsDeclaration(global) != 0 {
            return None;
        }
        Some(LLVMGetInitializer(global))
    }
}

unsafe fn part(aggregate: LLVMValueRef, index: u32) -> Option<LLVMValueRef> {
    // SAFETY: the caller's value is alive; null is what there is behind the last part.
    unsafe {
        let is_struct = !LLVMIsAConstantStruct(aggregate).is_null();
        let value = if is_struct { LLVMGetAggregateElement(aggregate, index) } else { std::ptr::null_mut() };
        (!value.is_null()).then_some(value)
    }
}

unsafe fn text(content: LLVMValueRef) -> Option<String> {
    // SAFETY: the caller's value is alive; the text is that of a constant string.
    unsafe {
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

#[cfg(test)]
mod tests {
    use super::warned;

    #[test]
    fn places_are_read_from_what_clang_says() {
        let said = "a:b.c:9:29: warning: overflow in expression; result is -1 with type 'int' [-Winteger-overflow]\n\
                    \x20   9 | int x\n\
                    a.c:2:40: warning: signed shift result sets the sign bit [-Wshift-sign-overflow]\n\
                    a.c:3:4: warning: unused variable 'x' [-Wunused-variable]\n";
        assert_eq!(warned(said), [(9, 29), (2, 40)]);
    }
}
