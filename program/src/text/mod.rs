//! The text form of programs, which can be read back.
//!
//! ```text
//! program pointers 64 entry @main
//!
//! !0 = "count.c":3:7 in "main"
//! variable ?0 = "i" "int" signed in "main" at !0
//!
//! function @main() -> i32 {
//! entry:
//!   %n = nondet i32 input "__VERIFIER_nondet_int" !0
//!   jump loop
//! loop:
//!   %i = phi i32 [0, entry], [%next, body]
//!   variable ?0 = i32 %i
//!   %more = slt i32 %i, %n
//!   branch %more, body, done
//! body:
//!   %next = add i32 %i, 1
//!   jump loop
//! done:
//!   return i32 %i
//! }
//! ```

mod dot;
mod lexer;
mod parse;
mod parse_function;
mod print;
mod print_function;

#[cfg(test)]
mod tests;

pub use lexer::ParseError;
pub(crate) use print_function::{Names, Types};
