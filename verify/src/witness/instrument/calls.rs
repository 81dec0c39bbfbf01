//! Calls that mean something: errors, and arbitrary values.
//!
//! A call is known by its name, and a name may lie: it may be that of a variable that points elsewhere, or have another
//! one for the linker. What cannot be told from the text is left to the compiler, which refuses a program where it is not so.

use super::ASSERTION_FAILURE;
use crate::property::Asked;
use crate::witness::expression::shorten;
use crate::witness::model::Flaw;
use crate::witness::structure::{Call, Structure};
use std::collections::BTreeSet;

/// Whether a call violates the property, or may do so: an `assert` does if it fails.
pub(super) fn is_error(structure: &Structure, call: &Call, error_functions: &[String]) -> bool {
    error_functions.contains(&call.name)
        || (is_assert(structure, call) && error_functions.iter().any(|name| name == ASSERTION_FAILURE))
}

/// Whether a call is taken for what its name says: an error, or an arbitrary value.
pub fn has_meaning(call: &Call, asked: &Asked) -> bool {
    asked.error_functions.contains(&call.name) || call.name.starts_with("__VERIFIER_nondet_")
}

/// What the compiler has to find true where such a call is: that the name is the function's, and not that of a variable
/// which points to another one. Nothing if it is only called, and so declared nowhere.
pub(super) fn is_function(structure: &Structure, call: &Call) -> String {
    let (name, tokens) = (&call.name, 0..structure.tokens.tokens.len());
    let mentions = tokens.filter(|token| structure.tokens.word(*token) == name).count();
    let calls = structure.calls.iter().filter(|other| other.name == *name).count();
    if mentions == calls {
        return String::new();
    }
    let same = format!("__builtin_types_compatible_p(__typeof__({name}), __typeof__(*{name}))");
    format!("_Static_assert({same}, \"'{name}' is no function here\"); ")
}

/// Refuses calls whose function has another name for the linker.
pub(super) fn permit_symbols(structure: &Structure, asked: &Asked) -> Result<(), Flaw> {
    let names: BTreeSet<&str> =
        structure.calls.iter().filter(|call| has_meaning(call, asked)).map(|call| call.name.as_str()).collect();
    let is_renamed = |token: &usize| {
        let close = structure.closing(token + 1).filter(|_| structure.tokens.word(token + 1) == "(");
        close.is_some_and(|close| matches!(structure.tokens.word(close + 1), "asm" | "__asm" | "__asm__"))
    };
    let mut tokens = (0..structure.tokens.tokens.len()).filter(|token| names.contains(structure.tokens.word(*token)));
    match tokens.find(is_renamed) {
        Some(token) => {
            let name = shorten(structure.tokens.word(token));
            Err(Flaw::Unsupported(format!("'{name}' has another name for the linker")))
        }
        None => Ok(()),
    }
}

/// Whether a call is the macro of the C library.
pub(super) fn is_assert(structure: &Structure, call: &Call) -> bool {
    call.name == "assert" && !structure.functions.iter().any(|function| function.name == "assert")
}

/// Whether a call gives an arbitrary value of its type and does nothing else.
pub(super) fn is_input(structure: &Structure, call: &Call) -> bool {
    let defined = structure.functions.iter().any(|function| function.name == call.name);
    let arguments = structure.text(&(call.open + 1..call.tokens.end - 1));
    // One that is called for a truth value gives zero or one, whatever type it is declared with.
    let any = call.name.starts_with("__VERIFIER_nondet_") && !call.name.ends_with("_bool");
    any && !defined && matches!(arguments, "" | "void")
}
