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
        if self.op(element) == Op::Select && self.args(element) == [array, index] {
            return array;
        }
        match self.op(array) {
            Op::Store if self.arg(array, 1) == index => {
                let below = self.arg(array, 0);
                self.rewrite_store(below, index, element)
            }
            Op::ConstArray(_) if self.arg(array, 0) == element => array,
            _ => self.make_raw(Op::Store, &[array, index, element]),
        }
    }
}
