//! What the names of a script mean at a point of it.

use super::operators::{Operator, operators};
use crate::term::{FunctionId, TermId};
use rustc_hash::FxHashMap;

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A constant, a bound variable, a definition without parameters.
    Term(TermId),
    /// A declared function; in a Horn script also a relation.
    Function(FunctionId),
    /// A definition with parameters, by its number.
    Macro(usize),
    Operator(Operator),
}

/// Names that a binder hides, with what they meant before.
pub(super) type Hidden<'a> = Vec<(&'a str, Option<Meaning>)>;

/// The names in scope. Binders overwrite and put back, so a lookup is one hash access.
pub(super) struct Symbols<'a> {
    meanings: FxHashMap<&'a str, Meaning>,
}

impl<'a> Symbols<'a> {
    /// The operators of SMT-LIB, `true` and `false`.
    pub fn new(truth: TermId, falsity: TermId) -> Self {
        let mut meanings: FxHashMap<&str, Meaning> =
            operators().map(|(name, operator)| (name, Meaning::Operator(operator))).collect();
        meanings.insert("true", Meaning::Term(truth));
        meanings.insert("false", Meaning::Term(falsity));
        Symbols { meanings }
    }

    pub fn get(&self, name: &str) -> Option<Meaning> {
        self.meanings.get(name).copied()
    }

    /// Gives a name a meaning for the rest of the script; false if the script already gave it one.
    /// A theory's name can be taken, since the script may be of a logic without that theory.
    pub fn define(&mut self, name: &'a str, meaning: Meaning) -> bool {
        match self.meanings.insert(name, meaning) {
            None | Some(Meaning::Operator(_)) => true,
            Some(_) => false,
        }
    }

    /// Binds names until [`Symbols::leave`].
    pub fn enter(&mut self, bindings: impl IntoIterator<Item = (&'a str, TermId)>) -> Hidden<'a> {
        let bind = |(name, term)| (name, self.meanings.insert(name, Meaning::Term(term)));
        bindings.into_iter().map(bind).collect()
    }

    /// Puts back what a binder hid, last first.
    pub fn leave(&mut self, hidden: Hidden<'a>) {
        for (name, before) in hidden.into_iter().rev() {
            match before {
                Some(meaning) => self.meanings.insert(name, meaning),
                None => self.meanings.remove(name),
            };
        }
    }
}
