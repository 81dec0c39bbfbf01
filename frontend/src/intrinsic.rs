//! The functions with which a prepared module says what C leaves open.
//!
//! Each call has the number of a [`Site`] as its last argument, which says more about it. All are
//! declared so that LLVM neither removes nor merges nor reorders them
//! (`memory(inaccessiblemem: readwrite)`): the calls in a run of the optimised program are those
//! in a run of the prepared one, in the same order. That is what the native replay rests on.

use euclase_program::{NondetOrigin, Property};

/// `T __euclase_nondet_T(i32 site)`: any value. The rest of the name is the LLVM type: `i1`, `i8`,
/// `i32`, `i64`, `ptr`, `float`, `double`, `x86_fp80`, …
pub const NONDET: &str = "__euclase_nondet_";

/// `void __euclase_havoc(ptr, i64 size, i32 site)`: arbitrary bytes in memory, for what is too
/// large to be filled value by value.
pub const HAVOC: &str = "__euclase_havoc";

/// `void __euclase_assume(i1, i32 site)`: executions in which the argument is false end.
pub const ASSUME: &str = "__euclase_assume";

/// `void __euclase_error(i32 site)`: the property is violated. Does not return.
pub const ERROR: &str = "__euclase_error";

/// `void __euclase_exit(i32 site)`: the program ends. Does not return.
pub const EXIT: &str = "__euclase_exit";

/// `void __euclase_unsupported(i32 site)`: what comes now cannot be said. Does not return.
pub const UNSUPPORTED: &str = "__euclase_unsupported";

/// `void __euclase_waits(i32 caller, i32 site)`: which call an execution comes from. This is for those who tell it only.
pub const WAITS: &str = "__euclase_waits";

/// What the values are said to be a result of that inline assembly leaves, where what it does is not known.
pub const ASSEMBLY: &str = "inline assembly";

/// What the texts are said to be a result of that are printed to memory: what exactly is printed is not known.
pub const PRINTING: &str = "printing";

/// What values are said to be a result of, together with the name, that a function of the C library computes: which value it is, C
/// says, but nobody here.
pub const LIBRARY: &str = "the library function ";

/// Where a value comes from that is made up for the result of a library function.
pub(crate) fn made_up(function: &str) -> NondetOrigin {
    NondetOrigin::External(format!("{LIBRARY}{function}").into())
}

/// Whether a value from there may be one that the program cannot get: an execution that takes such values is none of
/// the program. The rules of SV-COMP say nothing about assembly, but do not make another library of the C library.
pub fn is_approximation(origin: &NondetOrigin, sv_comp_rules: bool) -> bool {
    let NondetOrigin::External(name) = origin else { return false };
    **name == *PRINTING || name.starts_with(LIBRARY) || **name == *ASSEMBLY && !sv_comp_rules
}

/// What a call of one of these functions is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Site {
    /// Of an arbitrary value: where it comes from.
    Nondet(NondetOrigin),
    /// Of an error: the property and what to tell the user.
    Error {
        /// What is violated.
        property: Property,
        /// What to tell the user.
        message: String,
    },
    /// Of an assumption or an exit.
    Plain,
    /// Of what cannot be done: what it is.
    Unsupported(String),
}
