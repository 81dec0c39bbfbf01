//! From an implicant to a cube: inputs eliminated, terms kept within the vocabulary.
//!
//! Inputs go first by the equations of the implicant itself, then by a state term that the
//! model makes equal. A literal that still cannot be said is left out; to make up for it, the
//! cube then decides the equalities between the variables it mentioned, and the predicates that
//! refinement found for them (ENGINEERING: AVR's default fineness). The finest level decides
//! the whole partition of the terms met.

use super::eliminate::Elimination;
use super::frame::{Cube, cube};
use super::justify::Implicant;
use super::vocabulary::Vocabulary;
use crate::solver::{EufModel, EufValue};
use crate::tuning::Fineness;
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashSet;

/// A cube, or lemmas that refute the model it would have come from.
pub enum Projected {
    /// The cube.
    Cube(Cube),
    /// Valid formulas that the model violates.
    Refuted(Vec<TermId>),
}

/// The cube over the state that an implicant, true in the model, comes down to.
pub fn project(
    terms: &mut Terms,
    model: &mut EufModel,
    vocabulary: &mut Vocabulary,
    fineness: Fineness,
    implicant: Implicant,
) -> Projected {
    if !implicant.folded.is_empty() {
        return Projected::Refuted(implicant.folded);
    }
    let elimination = Elimination::new(terms, model, vocabulary, &implicant.literals);
    if !elimination.folded.is_empty() {
        return Projected::Refuted(elimination.folded);
    }
    let mut projection =
        Projection { terms, model, vocabulary, elimination, folded: Vec::new(), met: implicant.literals.clone() };
    let (literals, lost) = projection.express_all(&implicant.literals);
    if !projection.folded.is_empty() {
        return Projected::Refuted(projection.folded);
    }
    for literal in lost.iter().filter(|_| log::log_enabled!(log::Level::Trace)) {
        log::trace!("left out of a cube: {}", projection.terms.sketch(*literal));
    }
    let mut literals = literals;
    projection.compensate(&mut literals, &lost, fineness);
    Projected::Cube(cube(literals))
}

struct Projection<'a> {
    terms: &'a mut Terms,
    model: &'a mut EufModel,
    vocabulary: &'a mut Vocabulary,
    elimination: Elimination,
    folded: Vec<TermId>,
    met: Vec<TermId>,
}

impl Projection<'_> {
    /// The literals that can be said of the state alone, and those that cannot.
    fn express_all(&mut self, literals: &[TermId]) -> (Vec<TermId>, Vec<TermId>) {
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        for literal in literals {
            let atom = self.terms.negated(*literal).unwrap_or(*literal);
            let positive = atom == *literal;
            if self.terms.is_var(atom) {
                if self.vocabulary.is_state(atom) {
                    kept.push(*literal);
                }
                continue;
            }
            let args: Option<Vec<TermId>> = self
                .terms
                .args(atom)
                .iter()
                .map(|a| self.elimination.argument(self.terms, self.vocabulary, *a))
                .collect();
            let Some(args) = args else {
                lost.push(*literal);
                continue;
            };
            let image = self.terms.make(self.terms.op(atom), &args);
            if self.model.holds(self.terms, image) != positive {
                let raw = self.terms.make_raw(self.terms.op(atom), &args);
                self.folded.push(self.terms.make_raw(Op::Eq, &[raw, image]));
            } else if self.terms.as_bool(image).is_none() {
                let said = if positive { image } else { self.terms.not(image) };
                // Folding may have turned the atom into a conjunction of atoms.
                kept.extend(self.terms.conjuncts(said));
            }
        }
        (kept, lost)
    }

    fn value(&mut self, term: TermId) -> EufValue {
        self.model.value(self.terms, term)
    }

    /// Adds what the model says of terms around the literals that were lost.
    fn compensate(&mut self, literals: &mut Vec<TermId>, lost: &[TermId], fineness: Fineness) {
        let about: Vec<TermId> = match fineness {
            Fineness::Default => lost.to_vec(),
            _ => self.met.clone(),
        };
        // Which variables are equal is always said: generalisation finds equalities that way.
        let mut variables = self.terms.variables(literals);
        variables.retain(|v| self.vocabulary.is_state(*v) && self.terms.sort(*v) != Sort::Bool);
        self.partition(literals, &variables);
        if about.is_empty() {
            return;
        }
        let mut met = self.terms.postorder(&about);
        met.retain(|t| self.vocabulary.is_over_state(self.terms, *t) && self.vocabulary.contains(self.terms, *t));
        let variables: FxHashSet<TermId> = met.iter().copied().filter(|t| self.vocabulary.is_state(*t)).collect();
        for predicate in self.vocabulary.predicates().to_vec() {
            let mentions = self.terms.variables(&[predicate]);
            if mentions.iter().any(|v| variables.contains(v)) {
                literals.push(self.literal(predicate));
            }
        }
        met.retain(|t| {
            let leaf = self.terms.is_var(*t) || self.terms.is_constant(*t);
            self.terms.sort(*t) != Sort::Bool && (leaf || fineness == Fineness::Partition)
        });
        self.partition(literals, &met);
    }

    fn literal(&mut self, atom: TermId) -> TermId {
        if self.model.holds(self.terms, atom) { atom } else { self.terms.not(atom) }
    }

    /// Equalities along each class, and disequalities between the representatives of classes of
    /// one sort; the one of a class is a constant where there is one.
    fn partition(&mut self, literals: &mut Vec<TermId>, met: &[TermId]) {
        let mut ordered = met.to_vec();
        ordered.sort_by_key(|t| (!self.terms.is_constant(*t), *t));
        let mut classes: Vec<(EufValue, Sort, TermId)> = Vec::new();
        for term in ordered {
            let (value, sort) = (self.value(term), self.terms.sort(term));
            match classes.iter().find(|(v, s, _)| *v == value && *s == sort) {
                Some((_, _, representative)) => {
                    let same = self.terms.eq(*representative, term);
                    self.push_true(literals, same);
                }
                None => classes.push((value, sort, term)),
            }
        }
        for (position, (_, sort, a)) in classes.iter().enumerate() {
            for (_, _, b) in classes[position + 1..].iter().filter(|(_, s, _)| s == sort) {
                let different = self.terms.neq(*a, *b);
                self.push_true(literals, different);
            }
        }
    }

    /// Adds a literal unless rewriting decided it or made it one that the model does not satisfy.
    fn push_true(&mut self, literals: &mut Vec<TermId>, literal: TermId) {
        if self.terms.as_bool(literal).is_none() && self.model.holds(self.terms, literal) {
            literals.push(literal);
        }
    }
}
