//! A vector that is cheap to copy: its pages are shared until one of the copies writes to them.
//!
//! States are copied where paths part and compared where they meet. Both cost as much as what differs, not as much as what there
//! is: a page that no copy has written to since is the same page.

use std::rc::Rc;

/// How many items a page has.
const PAGE: usize = 32;

/// A vector without end, of which only the pages that were written to exist.
#[derive(Clone)]
pub(crate) struct Paged<T> {
    pages: Vec<Option<Rc<Vec<T>>>>,
    default: T,
}

impl<T: Clone + PartialEq> Paged<T> {
    /// A vector that holds the same everywhere.
    pub fn new(default: T) -> Self {
        Paged { pages: Vec::new(), default }
    }

    /// The item at a position.
    pub fn get(&self, at: usize) -> &T {
        match self.pages.get(at / PAGE) {
            Some(Some(page)) => &page[at % PAGE],
            _ => &self.default,
        }
    }

    /// Changes the item at a position.
    pub fn set(&mut self, at: usize, item: T) {
        let number = at / PAGE;
        if number >= self.pages.len() {
            self.pages.resize(number + 1, None);
        }
        let page = self.pages[number].get_or_insert_with(|| Rc::new(vec![self.default.clone(); PAGE]));
        Rc::make_mut(page)[at % PAGE] = item;
    }

    /// A position after all that was ever written.
    pub fn end(&self) -> usize {
        self.pages.len() * PAGE
    }

    /// The positions of pages in which two vectors may differ.
    pub fn differing(&self, other: &Paged<T>) -> Vec<std::ops::Range<usize>> {
        let count = self.pages.len().max(other.pages.len());
        let page = |of: &Paged<T>, number: usize| of.pages.get(number).cloned().flatten();
        let differs = |number: &usize| match (page(self, *number), page(other, *number)) {
            (None, None) => self.default != other.default,
            (Some(a), Some(b)) => !Rc::ptr_eq(&a, &b),
            _ => true,
        };
        (0..count).filter(differs).map(|number| number * PAGE..(number + 1) * PAGE).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_differ_only_in_the_pages_that_were_written() {
        let mut a = Paged::new(0);
        a.set(5, 1);
        let mut b = a.clone();
        assert!(a.differing(&b).is_empty());
        b.set(100, 2);
        assert_eq!(a.differing(&b), vec![96..128]);
        assert_eq!((*b.get(5), *b.get(100), *a.get(100), *b.get(1_000_000)), (1, 2, 0, 0));
    }
}
