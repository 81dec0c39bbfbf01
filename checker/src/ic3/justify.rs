//! Why a formula holds in a model: the literals of one implicant (thesis Fig. 3.5, TermProj).
//!
//! The traversal follows the model: one branch of each `ite`, one witness of each false
//! conjunction. What comes out is a set of literals without `ite`s that implies the formula.

use super::solve::solve;
use super::vocabulary::Vocabulary;
use crate::solver::{EufModel, EufValue};
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The literals found so far, and the work that is left.
pub struct Justification<'a> {
    terms: &'a mut Terms,
    model: &'a mut EufModel,
    vocabulary: &'a mut Vocabulary,
    pending: Vec<TermId>,
    done: FxHashSet<TermId>,
    resolved: FxHashMap<TermId, TermId>,
    literals: Vec<TermId>,
    folded: Vec<TermId>,
}

/// An implicant, or why the model is no model of what operators mean.
pub struct Implicant {
    /// Literals that hold in the model and imply the formulas.
    pub whole: Vec<TermId>,
    /// The same with inputs replaced by what the literals make them equal to.
    pub literals: Vec<TermId>,
    /// Valid equations that the model violates, found when deciding an `ite` let an operator
    /// fold. If there are any, they are lemmas that refute the model.
    pub folded: Vec<TermId>,
}

/// Justifies formulas that hold in the model.
pub fn justify(terms: &mut Terms, model: &mut EufModel, vocabulary: &mut Vocabulary, formulas: &[TermId]) -> Implicant {
    let mut justification = Justification {
        terms,
        model,
        vocabulary,
        pending: formulas.iter().rev().copied().collect(),
        done: FxHashSet::default(),
        resolved: FxHashMap::default(),
        literals: Vec::new(),
        folded: Vec::new(),
    };
    justification.run();
    let (mut literals, folded) = (justification.literals, justification.folded);
    if !folded.is_empty() {
        return Implicant { whole: literals.clone(), literals, folded };
    }
    literals.sort_unstable();
    literals.dedup();
    let solved = solve(terms, model, vocabulary, &literals);
    Implicant { whole: literals, literals: solved.literals, folded: solved.folded }
}

impl Justification<'_> {
    fn run(&mut self) {
        while let Some(formula) = self.pending.pop() {
            if self.done.insert(formula) {
                self.formula(formula);
            }
        }
    }

    fn formula(&mut self, formula: TermId) {
        let args = self.terms.args(formula).to_vec();
        match self.terms.op(formula) {
            Op::True | Op::False => {}
            Op::Not => self.pending.push(args[0]),
            Op::And if self.model.holds(self.terms, formula) => self.pending.extend(args),
            Op::And => {
                if let Some(witness) = self.witness(&args) {
                    self.pending.push(witness);
                }
            }
            Op::Eq if self.terms.sort(args[0]) == Sort::Bool => self.pending.extend(args),
            Op::Ite => {
                let chosen = if self.model.holds(self.terms, args[0]) { args[1] } else { args[2] };
                self.pending.extend([args[0], chosen]);
            }
            _ => self.atom(formula),
        }
    }

    /// The false argument that says least about the state: one that is justified already, then
    /// one about inputs only, then the smallest.
    fn witness(&mut self, args: &[TermId]) -> Option<TermId> {
        let mut best: Option<(u32, TermId)> = None;
        for arg in args {
            if self.model.holds(self.terms, *arg) {
                continue;
            }
            let atom = self.terms.negated(*arg).unwrap_or(*arg);
            let cost = match self.terms.op(atom) {
                _ if self.done.contains(arg) || self.done.contains(&atom) => 0,
                Op::Var(_) if !self.vocabulary.is_state(atom) => 1,
                Op::Var(_) => 2,
                Op::Eq => 3,
                Op::And | Op::Ite => 5,
                _ => 4,
            };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, *arg));
            }
        }
        best.map(|(_, arg)| arg)
    }

    fn atom(&mut self, atom: TermId) {
        let resolved = self.resolve(atom);
        if resolved != atom {
            // Folding may have made a formula of it.
            self.pending.push(resolved);
            return;
        }
        let literal = if self.model.holds(self.terms, atom) { atom } else { self.terms.not(atom) };
        self.literals.push(literal);
    }

    /// The term with every `ite` decided as the model does.
    fn resolve(&mut self, root: TermId) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if self.resolved.contains_key(&term) {
                continue;
            }
            if self.terms.op(term) == Op::Ite {
                let (condition, then, other) =
                    (self.terms.arg(term, 0), self.terms.arg(term, 1), self.terms.arg(term, 2));
                let chosen = if self.model.holds(self.terms, condition) { then } else { other };
                if children_done {
                    self.pending.push(condition);
                    let image = self.resolved[&chosen];
                    self.resolved.insert(term, image);
                } else {
                    stack.push((term, true));
                    stack.push((chosen, false));
                }
            } else if self.terms.sort(term) == Sort::Bool && term != root {
                self.pending.push(term);
                let truth = self.model.holds(self.terms, term);
                let image = self.terms.bool(truth);
                self.resolved.insert(term, image);
            } else if children_done {
                let image = self.rebuild(term);
                self.resolved.insert(term, image);
            } else {
                stack.push((term, true));
                stack.extend(self.terms.args(term).iter().map(|a| (*a, false)));
            }
        }
        self.resolved[&root]
    }

    fn rebuild(&mut self, term: TermId) -> TermId {
        let args: Vec<TermId> = self.terms.args(term).iter().map(|a| self.resolved[a]).collect();
        if args == self.terms.args(term) {
            return term;
        }
        let op = self.terms.op(term);
        let image = self.terms.make(op, &args);
        if self.value(image) != self.value(term) {
            let raw = self.terms.make_raw(op, &args);
            self.folded.push(self.terms.make_raw(Op::Eq, &[raw, image]));
        } else if self.vocabulary.is_system_term(term) {
            self.vocabulary.add_resolved(image);
        }
        image
    }

    fn value(&mut self, term: TermId) -> EufValue {
        self.model.value(self.terms, term)
    }
}
