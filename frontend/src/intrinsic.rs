//! The functions with which a prepared module says what C leaves open.
//!
//! Each call has the number of a [`Site`] as its last argument, which says more about it. All are
//! declared so that LLVM neither removes nor merges nor reorders them
//! (`memory(inaccessiblemem: readwrite)`): the calls in a run of the optimised program are those
//! in a run of the prepared one, in the same order. That is what the native replay rests on.

use euclase_program::{CheckKind, MadeUp, NondetOrigin, Obstacle};

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

/// `void __euclase_read(ptr, i64 size, i32 site)`: so many bytes are about to be read.
pub const READ: &str = "__euclase_read";

/// `void __euclase_write(ptr, i64 size, i32 site)`: so many bytes are about to be written.
pub const WRITE: &str = "__euclase_write";

/// `void __euclase_text(ptr, i32 site)`: a text is about to be read, with the zero at its end.
pub const TEXT: &str = "__euclase_text";

/// `void __euclase_free(ptr, i32 site)`: an object is about to be freed.
pub const FREE: &str = "__euclase_free";

/// `void __euclase_called(ptr, i32 site)`: a function is about to be called through a pointer.
pub const CALLED: &str = "__euclase_called";

/// `void __euclase_end(i32 site)`: the program is about to end, and all memory should be freed, or reachable.
pub const END: &str = "__euclase_end";

/// `void __euclase_enter(ptr, i32 site)`: the life of a variable begins, perhaps again.
pub const ENTER: &str = "__euclase_enter";

/// `void __euclase_leave(ptr, i32 site)`: the life of a variable ends.
pub const LEAVE: &str = "__euclase_leave";

/// Whether a function says something about memory, and takes a pointer for that only.
pub(crate) fn is_about_memory(function: &str) -> bool {
    [READ, WRITE, TEXT, FREE, CALLED, ENTER, LEAVE].contains(&function)
}

/// Where a value comes from that is made up for the result of a library function.
pub(crate) fn made_up(function: &str) -> NondetOrigin {
    NondetOrigin::MadeUp(MadeUp::Library(function.into()))
}

/// What computes the values from there, if they may be values that the program cannot get: an execution that takes one does not
/// count. The rules of SV-COMP let inline assembly have any result, but they do not change the C library.
pub fn approximated(origin: &NondetOrigin, sv_comp_rules: bool) -> Option<&MadeUp> {
    match origin {
        NondetOrigin::MadeUp(MadeUp::Assembly) if sv_comp_rules => None,
        NondetOrigin::MadeUp(what) => Some(what),
        NondetOrigin::Input(_)
        | NondetOrigin::Uninitialised(_)
        | NondetOrigin::External(_)
        | NondetOrigin::Havoc(_)
        | NondetOrigin::Fails(_)
        | NondetOrigin::Watched
        | NondetOrigin::Undef => None,
    }
}

/// What a call of one of these functions is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Site {
    /// Of an arbitrary value: where it comes from.
    Nondet(NondetOrigin),
    /// Of an error: the property and what to tell the user.
    Error {
        /// What is violated.
        check: CheckKind,
        /// What to tell the user.
        message: String,
    },
    /// Of the end of the program: what must hold of its memory.
    End {
        /// What is checked.
        check: CheckKind,
        /// Whether `main` returns.
        is_return: bool,
    },
    /// Of an assumption or an exit, or about memory.
    Plain,
    /// Of what cannot be done: what it is.
    Unsupported(Obstacle),
}
