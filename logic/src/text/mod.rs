//! Transition systems and formulas as text: VMT, constrained Horn clauses, SMT-LIB.
//!
//! Reading goes from bytes to tokens to hash-consed terms in one pass, without a tree of the text
//! in between; every error names its line and column.

mod chc;
mod chc_encode;
mod chc_places;
mod chc_writer;
mod clause_writer;
mod error;
mod expr;
mod floats;
mod format;
mod formulas;
mod lexer;
mod names;
mod operators;
mod print;
mod script;
mod smtlib;
mod sorts;
mod symbols;
mod vmt;
mod vmt_writer;

pub use chc::read_horn;
pub use chc_writer::write_horn;
pub use clause_writer::write_clauses;
pub use error::ParseError;
pub use format::{Format, read_system};
pub use formulas::{FormulaScript, read_formulas, write_formulas};
pub use names::is_reserved_word;
pub use print::print_term;
pub use smtlib::{read_smtlib, write_portable_smtlib, write_smtlib};
pub use vmt::read_vmt;
pub use vmt_writer::write_vmt;
