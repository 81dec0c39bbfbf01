//! Transition systems and formulas as text: VMT, constrained Horn clauses, SMT-LIB.
//!
//! Reading goes from bytes to tokens to hash-consed terms in one pass, without a tree of the text
//! in between; every error names its line and column.

mod error;
mod expr;
mod formulas;
mod lexer;
mod names;
mod operators;
mod print;
mod script;
mod sorts;
mod symbols;
mod vmt;
mod vmt_writer;

pub use error::ParseError;
pub use formulas::{FormulaScript, read_formulas, write_formulas};
pub use print::print_term;
pub use vmt::read_vmt;
pub use vmt_writer::write_vmt;

use crate::system::TransitionSystem;
use crate::term::Terms;

/// Reads a transition system in whichever format the text is in.
pub fn read_system(bytes: &[u8]) -> Result<(Terms, TransitionSystem), ParseError> {
    let text = decode(bytes)?;
    read_vmt(text)
}

/// The text, if the bytes are one.
fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        ParseError::at(bytes, at, format!("the file is not a text in UTF-8 (byte 0x{:02x})", bytes[at]))
    })
}
