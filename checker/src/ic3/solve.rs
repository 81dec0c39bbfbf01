//! The equations of an implicant solved for inputs.
//!
//! Which branch a step takes decides which equations hold, so this finds more than solving the
//! whole step relation can. Replacing an input by its definition lets operators fold: what the
//! model says otherwise is refuted by a valid equation, without asking a solver.

use super::vocabulary::Vocabulary;
use crate::solver::EufModel;
use euclase_logic::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

/// An implicant with inputs replaced by what they are equal to.
pub struct Solved {
    /// The literals that are left.
    pub literals: Vec<TermId>,
    /// Valid equations that the model violates.
    pub folded: Vec<TermId>,
}

/// Solves the positive equations among the literals for variables that are not state.
pub fn solve(terms: &mut Terms, model: &mut EufModel, vocabulary: &mut Vocabulary, literals: &[TermId]) -> Solved {
    let mut solver = InputSolver {
        terms,
        model,
        vocabulary,
        definitions: FxHashMap::default(),
        images: FxHashMap::default(),
        folded: Vec::new(),
    };
    for literal in literals {
        solver.define(*literal);
    }
    let mut left = Vec::new();
    for literal in literals {
        let image = solver.image(*literal);
        left.extend(solver.terms.conjuncts(image));
    }
    left.sort_unstable();
    left.dedup();
    Solved { literals: left, folded: solver.folded }
}

struct InputSolver<'a> {
    terms: &'a mut Terms,
    model: &'a mut EufModel,
    vocabulary: &'a mut Vocabulary,
    definitions: FxHashMap<TermId, TermId>,
    images: FxHashMap<TermId, TermId>,
    folded: Vec<TermId>,
}

impl InputSolver<'_> {
    fn is_input(&self, term: TermId) -> bool {
        self.terms.is_var(term) && !self.vocabulary.is_state(term)
    }

    /// Takes an equation as a definition unless it would be circular.
    fn define(&mut self, literal: TermId) {
        if self.terms.op(literal) != Op::Eq {
            return;
        }
        let (a, b) = (self.terms.arg(literal, 0), self.terms.arg(literal, 1));
        for (variable, definition) in [(a, b), (b, a)] {
            if !self.is_input(variable) || self.definitions.contains_key(&variable) {
                continue;
            }
            let image = self.image(definition);
            if self.terms.variables(&[image]).contains(&variable) {
                continue;
            }
            self.definitions.insert(variable, definition);
            // What was replaced so far may mention the variable.
            self.images.clear();
            return;
        }
    }

    fn image(&mut self, root: TermId) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if self.images.contains_key(&term) {
                continue;
            }
            let definition = self.definitions.get(&term).copied();
            if !children_done {
                stack.push((term, true));
                stack.extend(self.terms.args(term).iter().map(|a| (*a, false)));
                stack.extend(definition.map(|d| (d, false)));
                continue;
            }
            let image = match definition {
                Some(definition) => self.images[&definition],
                None => self.rebuild(term),
            };
            self.images.insert(term, image);
        }
        self.images[&root]
    }

    fn rebuild(&mut self, term: TermId) -> TermId {
        let args: Vec<TermId> = self.terms.args(term).iter().map(|a| self.images[a]).collect();
        if args == self.terms.args(term) {
            return term;
        }
        let op = self.terms.op(term);
        let image = self.terms.make(op, &args);
        if self.model.value(self.terms, image) != self.model.value(self.terms, term) {
            let raw = self.terms.make_raw(op, &args);
            let lemma = self.terms.make_raw(Op::Eq, &[raw, image]);
            if !self.folded.contains(&lemma) {
                self.folded.push(lemma);
            }
            return raw;
        }
        let known = self.vocabulary.contains(self.terms, term);
        if known && args.iter().all(|a| self.vocabulary.contains(self.terms, *a)) {
            self.vocabulary.add_resolved(image);
        }
        image
    }
}
