//! Sorts, hash-consed terms, concrete evaluation, transition systems and their text forms.
//!
//! Everything above this crate speaks in [`TermId`]s of one [`Terms`] arena. Constructors rewrite
//! structurally as they build, so two terms that are equal up to the rules of [`Terms::make`] are
//! the same id.
//!
//! *Architecture invariant:* this crate knows nothing of LLVM, of Z3 or of C.
//! *Architecture invariant:* no function recurses on the depth of a term.

mod bitvec;
mod clauses;
mod definitions;
mod eval;
mod float;
mod functional;
mod guarded;
mod polynomial;
#[doc(hidden)]
pub mod random;
mod rewrite;
mod sort;
mod specialise;
mod system;
mod term;
mod text;
mod traverse;
mod value;

pub use bitvec::BitVecValue;
pub use clauses::{Application, Functional, HornClause, HornClauses, Predicate};
pub use eval::{Assignment, EvalError, Evaluator, FunctionValue, apply_op};
pub use float::{Bound, FloatFormat, FloatOp, FloatResult, Rounding};
pub use num_bigint::{BigInt, BigUint};
pub use polynomial::{Monomial, Polynomial, Polynomials};
pub use sort::{ArraySort, Sort, SortError};
pub use specialise::Specialiser;
pub use system::{Origin, ReplayError, StateVar, Trace, TraceStep, TransitionSystem};
pub use term::{ConstantId, FunctionId, Op, SymbolId, TermId, Terms};
pub use text::{
    Format, ParseError, is_reserved_word, print_term, read_horn, read_smtlib, read_system, read_vmt, write_clauses,
    write_horn, write_portable_smtlib, write_smtlib, write_vmt,
};
pub use text::{FormulaScript, read_formulas, write_formulas};
pub use traverse::Substitution;
pub use value::{ArrayValue, Value};
