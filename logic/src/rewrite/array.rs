//! Reads and writes whose indices are known to be equal or different.

use crate::term::{Op, TermId, Terms};

impl Terms {
    pub(super) fn rewrite_select(&mut self, array: TermId, index: TermId) -> TermId {
        let mut array = array;
        // A chain of stores is walked, not recursed into.
        loop {
            match self.op(array) {
                Op::ConstArray(_) => return self.arg(array, 0),
                Op::Store => {
                    let stored_at = self.arg(array, 1);
                    let same = self.eq(stored_at, index);
                    match self.as_bool(same) {
                        Some(true) => return self.arg(array, 2),
                        Some(false) => array = self.arg(array, 0),
                        None => break,
                    }
                }
                _ => break,
            }
        }
        self.make_raw(Op::Select, &[array, index])
    }

    pub(super) fn rewrite_store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        let mut array = array;
        loop {
            if self.op(element) == Op::Select && self.args(element) == [array, index] {
                return array;
            }
            match self.op(array) {
                Op::Store if self.arg(array, 1) == index => array = self.arg(array, 0),
                Op::ConstArray(_) if self.arg(array, 0) == element => return array,
                _ => return self.make_raw(Op::Store, &[array, index, element]),
            }
        }
    }

    /// Equal arrays hold equal elements: what one store makes of an array, or two stores at one
    /// index of the same array, is a question about elements.
    pub(super) fn array_eq(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.op(a), self.op(b)) {
            (Op::ConstArray(_), Op::ConstArray(_)) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                return Some(self.eq(x, y));
            }
            (Op::Store, Op::Store) if self.args(a)[..2] == self.args(b)[..2] => {
                let (x, y) = (self.arg(a, 2), self.arg(b, 2));
                return Some(self.eq(x, y));
            }
            _ => {}
        }
        for (store, array) in [(a, b), (b, a)] {
            if self.op(store) == Op::Store && self.arg(store, 0) == array {
                let (index, element) = (self.arg(store, 1), self.arg(store, 2));
                let old = self.select(array, index);
                return Some(self.eq(old, element));
            }
        }
        None
    }
}
