//! Terms under values for some of their variables, rebuilt by need.
//!
//! A [`Substitution`](crate::Substitution) rebuilds everything below a term. Where constants decide most conditions
//! that is a waste: here only the branch taken of an `ite` is looked at, and of a conjunction nothing behind
//! the first conjunct that is false. The memo is a table with stamps, so that starting over costs nothing.

use crate::term::{Op, TermId, Terms};

/// Replaces variables by values, for one case after the other.
#[derive(Default)]
pub struct Specialiser {
    images: Vec<(u32, TermId)>,
    case: u32,
}

impl Specialiser {
    /// Starts over with other values.
    pub fn begin(&mut self) {
        if self.case == u32::MAX {
            self.images.clear();
            self.case = 0;
        }
        self.case += 1;
    }

    /// Gives a variable its value, before any term that it occurs in is specialised.
    pub fn set(&mut self, variable: TermId, value: TermId) {
        self.remember(variable, value);
    }

    fn remember(&mut self, term: TermId, image: TermId) {
        if self.images.len() <= term.index() {
            self.images.resize(term.index() + 1, (0, term));
        }
        self.images[term.index()] = (self.case, image);
    }

    fn image(&self, term: TermId) -> Option<TermId> {
        self.images.get(term.index()).filter(|(case, _)| *case == self.case).map(|(_, image)| *image)
    }

    /// The term under the values of this case.
    pub fn apply(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        let mut stack = vec![root];
        let mut args = Vec::new();
        while let Some(term) = stack.last().copied() {
            if self.image(term).is_some() {
                stack.pop();
                continue;
            }
            match self.rebuild(terms, term, &mut args) {
                Ok(image) => {
                    self.remember(term, image);
                    stack.pop();
                }
                Err(first) => stack.push(first),
            }
        }
        self.image(root).unwrap_or(root)
    }

    /// The term's image, or the argument whose image is needed first.
    fn rebuild(&self, terms: &mut Terms, term: TermId, args: &mut Vec<TermId>) -> Result<TermId, TermId> {
        let op = terms.op(term);
        match op {
            Op::Ite => {
                let condition = self.image(terms.arg(term, 0)).ok_or(terms.arg(term, 0))?;
                if let Some(taken) = terms.as_bool(condition) {
                    let branch = terms.arg(term, if taken { 1 } else { 2 });
                    return self.image(branch).ok_or(branch);
                }
            }
            Op::And => {
                let ff = terms.ff();
                if terms.args(term).iter().any(|arg| self.image(*arg) == Some(ff)) {
                    return Ok(ff);
                }
            }
            _ => {}
        }
        args.clear();
        for arg in terms.args(term) {
            args.push(self.image(*arg).ok_or(*arg)?);
        }
        Ok(if args == terms.args(term) { term } else { terms.make(op, args) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;
    use crate::traverse::Substitution;

    #[test]
    fn one_case_after_the_other_gives_what_substitution_gives() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::BitVec(8)), terms.var("y", Sort::BitVec(8)));
        let (one, two) = (terms.bv(8, 1), terms.bv(8, 2));
        let is_one = terms.eq(x, one);
        let below = terms.bv_ult(y, x);
        let (sum, product) = (terms.bv_add(x, y), terms.bv_mul(x, y));
        let choice = terms.ite(is_one, sum, product);
        let same = terms.eq(choice, y);
        let root = terms.and(&[below, same]);
        let mut specialiser = Specialiser::default();
        for value in [one, two, one] {
            specialiser.begin();
            specialiser.set(x, value);
            let expected = Substitution::new([(x, value)]).apply(&mut terms, root);
            assert_eq!(specialiser.apply(&mut terms, root), expected);
        }
    }
}
