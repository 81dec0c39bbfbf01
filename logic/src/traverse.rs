//! Iterative traversals: subterms, variables, substitution. Nothing here recurses.

use crate::term::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

impl Terms {
    /// All subterms of the roots, children before parents, each once.
    pub fn postorder(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        self.postorder_into(roots, &mut seen, &mut order);
        order
    }

    /// [`Terms::postorder`] that skips, and adds to, the terms `seen` before.
    pub fn postorder_into(&self, roots: &[TermId], seen: &mut FxHashSet<TermId>, order: &mut Vec<TermId>) {
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|r| (*r, false)).collect();
        while let Some((term, children_done)) = stack.pop() {
            if children_done {
                order.push(term);
            } else if seen.insert(term) {
                stack.push((term, true));
                stack.extend(self.args(term).iter().rev().map(|a| (*a, false)));
            }
        }
    }

    /// The variables that occur in the roots, in order of first occurrence.
    pub fn variables(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut order = self.postorder(roots);
        order.retain(|t| self.is_var(*t));
        order
    }

    /// The conjuncts of a formula, through nested conjunctions.
    pub fn conjuncts(&self, formula: TermId) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut result = Vec::new();
        let mut stack = vec![formula];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.op(term) {
                Op::And => stack.extend(self.args(term).iter().rev()),
                Op::True => {}
                _ => result.push(term),
            }
        }
        result
    }

    /// How many distinct subterms the roots have.
    pub fn size(&self, roots: &[TermId]) -> usize {
        self.postorder(roots).len()
    }
}

/// A simultaneous substitution with a memo that lasts as long as its map does not change.
#[derive(Clone, Default)]
pub struct Substitution {
    memo: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// The substitution that replaces each first term by its second.
    pub fn new(pairs: impl IntoIterator<Item = (TermId, TermId)>) -> Self {
        Substitution { memo: pairs.into_iter().collect() }
    }

    /// Adds a replacement for a variable that occurs in no term the substitution was applied to
    /// so far.
    pub fn define(&mut self, variable: TermId, image: TermId) {
        self.memo.insert(variable, image);
    }

    /// The term with all replacements made, rebuilt through the rewriting constructors.
    pub fn apply(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        let mut stack = vec![(root, false)];
        let mut args = Vec::new();
        while let Some((term, children_done)) = stack.pop() {
            if self.memo.contains_key(&term) {
                continue;
            }
            if !children_done {
                stack.push((term, true));
                stack.extend(terms.args(term).iter().map(|a| (*a, false)));
                continue;
            }
            args.clear();
            args.extend(terms.args(term).iter().map(|a| self.memo[a]));
            let image = if args == terms.args(term) { term } else { terms.make(terms.op(term), &args) };
            self.memo.insert(term, image);
        }
        self.memo[&root]
    }
}

impl Terms {
    /// A term in SMT-LIB's notation, cut off below a few levels and after some hundred symbols:
    /// for logs and error messages.
    pub fn sketch(&self, term: TermId) -> String {
        let mut left = 300;
        self.sketch_to(term, 8, &mut left)
    }

    fn sketch_to(&self, term: TermId, levels: u32, left: &mut u32) -> String {
        if let Some(value) = self.literal_value(term) {
            return value.to_string();
        }
        let name = self.op_name(self.op(term));
        if self.args(term).is_empty() {
            return name;
        }
        if levels == 0 || *left == 0 {
            return "…".into();
        }
        *left -= 1;
        let args: Vec<String> = self.args(term).iter().map(|a| self.sketch_to(*a, levels - 1, left)).collect();
        format!("({name} {})", args.join(" "))
    }
}
