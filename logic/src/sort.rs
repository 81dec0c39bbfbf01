//! Sorts, and the errors of putting terms of the wrong sort together.

use crate::term::{SymbolId, Terms};
use std::fmt;

/// The sort of a term. Array sorts are interned in [`Terms`], so a sort is a small `Copy` value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Bit-vectors of the given width, at least one bit.
    BitVec(u32),
    /// Arrays; [`Terms::array_parts`] tells index and element sort.
    Array(ArraySort),
    /// A declared sort without operations.
    Uninterpreted(SymbolId),
}

/// An interned pair of index and element sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ArraySort(pub(crate) u32);

impl Sort {
    /// The width of a bit-vector sort.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }

    /// Whether this is an array sort.
    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array(_))
    }
}

/// Operands that an operator cannot take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortError(pub String);

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SortError {}

impl Terms {
    /// The uninterpreted sorts inside a sort.
    pub(crate) fn uninterpreted_parts(&self, sort: Sort) -> Vec<SymbolId> {
        let mut parts = Vec::new();
        let mut stack = vec![sort];
        while let Some(sort) = stack.pop() {
            match sort {
                Sort::Uninterpreted(symbol) => parts.push(symbol),
                Sort::Array(array) => {
                    let (index, element) = self.array_parts(array);
                    stack.extend([element, index]);
                }
                Sort::Bool | Sort::Int | Sort::BitVec(_) => {}
            }
        }
        parts
    }

    /// The sort as SMT-LIB writes it.
    pub fn sort_name(&self, sort: Sort) -> String {
        let mut text = String::new();
        let mut stack = vec![Ok(sort)];
        while let Some(item) = stack.pop() {
            match item {
                Err(literal) => text.push_str(literal),
                Ok(Sort::Bool) => text.push_str("Bool"),
                Ok(Sort::Int) => text.push_str("Int"),
                Ok(Sort::BitVec(width)) => text.push_str(&format!("(_ BitVec {width})")),
                Ok(Sort::Uninterpreted(symbol)) => text.push_str(self.symbol_name(symbol)),
                Ok(Sort::Array(array)) => {
                    let (index, element) = self.array_parts(array);
                    text.push_str("(Array ");
                    stack.extend([Err(")"), Ok(element), Err(" "), Ok(index)]);
                }
            }
        }
        text
    }
}
