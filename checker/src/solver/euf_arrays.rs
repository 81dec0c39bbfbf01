//! Arrays in a model whose elements are abstract: two of them are equal exactly if their contents are.
//!
//! Z3 writes one array in several ways, as chains of stores in any order or as a function's table. An array that is told by how it
//! is written differs from itself: `store(a, i, select(a, i))` would not be `a`, and the model would violate what was
//! asserted. So arrays are read, and the operators on them computed here, also on elements that Z3 has not seen.

use super::euf_model::EufValue;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What an array holds: a default, and the entries that differ from it.
///
/// The numbers of an abstract sort are not counted, so that entries never cover all indices. Truth values are: the default is then
/// what stands at false.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Contents {
    is_indexed_by_truth: bool,
    default: EufValue,
    entries: Rc<BTreeMap<EufValue, EufValue>>,
}

impl Contents {
    /// An array that holds one element everywhere.
    pub(super) fn constant(default: EufValue, is_indexed_by_truth: bool) -> Self {
        Contents { is_indexed_by_truth, default, entries: Rc::default() }
    }

    /// What stands at an index.
    pub(super) fn select(&self, index: EufValue) -> EufValue {
        self.entries.get(&index).copied().unwrap_or(self.default)
    }

    /// Puts an element at an index.
    pub(super) fn store(&mut self, index: EufValue, element: EufValue) {
        if self.is_indexed_by_truth && index == EufValue::FALSE {
            let at_true = self.select(EufValue::TRUE);
            *self = Contents::constant(element, true);
            return self.store(EufValue::TRUE, at_true);
        }
        let entries = Rc::make_mut(&mut self.entries);
        if element == self.default {
            entries.remove(&index);
        } else {
            entries.insert(index, element);
        }
    }
}

/// The arrays of a model.
#[derive(Default)]
pub(super) struct Arrays {
    elements: FxHashMap<Contents, EufValue>,
    contents: FxHashMap<EufValue, Contents>,
}

impl Arrays {
    /// The element that an array with these contents is, if there is one.
    pub(super) fn element(&self, contents: &Contents) -> Option<EufValue> {
        self.elements.get(contents).copied()
    }

    /// Lets an element be an array with these contents.
    pub(super) fn insert(&mut self, element: EufValue, contents: Contents) {
        self.elements.insert(contents.clone(), element);
        self.contents.insert(element, contents);
    }

    /// What an element holds that is an array.
    pub(super) fn contents(&self, element: EufValue) -> Option<&Contents> {
        self.contents.get(&element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_stores_and_what_they_overwrite_do_not_matter() {
        let [a, b, c, i, j] = [2, 3, 4, 5, 6].map(EufValue::numbered);
        let mut first = Contents::constant(a, false);
        let plain = first.clone();
        first.store(i, b);
        first.store(j, c);
        let mut second = plain.clone();
        second.store(j, b);
        second.store(j, c);
        second.store(i, b);
        assert_eq!(first, second);
        first.store(i, a);
        first.store(j, a);
        assert_eq!(first, plain);
        assert_ne!(second, plain);
    }

    #[test]
    fn arrays_over_truth_values_are_what_stands_at_both() {
        let [a, b] = [2, 3].map(EufValue::numbered);
        let mut first = Contents::constant(a, true);
        first.store(EufValue::FALSE, b);
        let mut second = Contents::constant(b, true);
        second.store(EufValue::TRUE, a);
        assert_eq!(first, second);
        assert_eq!((first.select(EufValue::FALSE), first.select(EufValue::TRUE)), (b, a));
    }
}
