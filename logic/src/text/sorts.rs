//! Sorts as SMT-LIB writes them.

use super::error::ParseError;
use super::lexer::{Lexer, TokenKind};
use super::operators::MAX_WIDTH;
use crate::sort::Sort;
use crate::term::Terms;
use rustc_hash::FxHashMap;

/// The sorts that a script declared or defined, by name.
#[derive(Default)]
pub(super) struct SortTable<'a> {
    named: FxHashMap<&'a str, Sort>,
}

impl<'a> SortTable<'a> {
    /// Gives a sort a name; false if the name is taken.
    pub fn define(&mut self, name: &'a str, sort: Sort) -> bool {
        let builtin = matches!(name, "Bool" | "Int" | "Array" | "BitVec");
        !builtin && self.named.insert(name, sort).is_none()
    }

    /// Reads one sort. Nested array sorts wait on a stack for their parts.
    pub fn read(&self, lexer: &mut Lexer<'a>, terms: &mut Terms) -> Result<Sort, ParseError> {
        let mut waiting: Vec<Option<Sort>> = Vec::new();
        loop {
            let token = lexer.next()?;
            let mut sort = match token.kind {
                TokenKind::Symbol { name, .. } => self.named(name).ok_or_else(|| {
                    lexer.error(token.at, format!("unknown sort '{name}'; known are Bool, Int, BitVec and Array"))
                })?,
                TokenKind::Open => {
                    let (name, at) = lexer.symbol("'_' or 'Array'")?;
                    match name {
                        "_" => bit_vector(lexer)?,
                        "Array" => {
                            waiting.push(None);
                            continue;
                        }
                        _ => return Err(lexer.error(at, format!("unknown sort constructor '{name}'"))),
                    }
                }
                _ => return Err(lexer.unexpected(token, "a sort")),
            };
            // A finished sort is the index or the element of the innermost array that waits.
            loop {
                match waiting.pop() {
                    None => return Ok(sort),
                    Some(None) => {
                        waiting.push(Some(sort));
                        break;
                    }
                    Some(Some(index)) => {
                        lexer.close("after the element sort of an array")?;
                        sort = terms.array_sort(index, sort);
                    }
                }
            }
        }
    }

    fn named(&self, name: &str) -> Option<Sort> {
        match name {
            "Bool" => Some(Sort::Bool),
            "Int" => Some(Sort::Int),
            _ => self.named.get(name).copied(),
        }
    }
}

/// The rest of `(_ BitVec n)`.
fn bit_vector(lexer: &mut Lexer<'_>) -> Result<Sort, ParseError> {
    let (name, at) = lexer.symbol("'BitVec'")?;
    if name != "BitVec" {
        return Err(lexer.error(at, format!("unknown sort '(_ {name} …)'")));
    }
    let width = lexer.index("the width of a bit-vector")?;
    if width == 0 || width > MAX_WIDTH {
        return Err(lexer.error(at, format!("a bit-vector has from 1 to {MAX_WIDTH} bits, not {width}")));
    }
    lexer.close("after the width of a bit-vector")?;
    Ok(Sort::BitVec(width))
}
