//! From an implicant to a cube: inputs eliminated, terms kept within the vocabulary.
//!
//! Inputs go first by the equations of the implicant itself, then by a state term that the
//! model makes equal. A literal that still cannot be said is left out; to make up for it, the
//! cube then decides the equalities between the variables it mentioned, and the predicates that
//! refinement found for them (ENGINEERING: AVR's default fineness). The finest level decides
//! the whole partition of the terms met.
//!
//! Where operators are interpreted, what makes up for a lost literal is also the truth of the system's own comparisons
//! and the order of the variables. When refinement has no other way on, nothing
//! is left out any more: inputs that cannot be said take their values, and terms may be outside the vocabulary, so that
//! from every state of the cube a step leads on. That is the last resort, since such literals hardly ever come twice;
//! generalisation keeps the others if they suffice.

use super::eliminate::Elimination;
use super::frame::{Cube, cube};
use super::justify::Implicant;
use super::vocabulary::Vocabulary;
use crate::solver::{EufModel, EufValue};
use crate::tuning::Fineness;
use euclase_logic::{Op, Sort, Substitution, TermId, Terms};
use rustc_hash::FxHashSet;

/// A cube, or lemmas that refute the model it would have come from.
pub enum Projected {
    /// The cube.
    Cube(Cube),
    /// Valid formulas that the model violates.
    Refuted(Vec<TermId>),
}

/// How a cube is made.
#[derive(Clone, Copy)]
pub struct Manner {
    /// How much it says.
    pub fineness: Fineness,
    /// Whether equations are closed under congruence.
    pub congruence: bool,
}

/// The cube over the state that an implicant, true in the model, comes down to.
pub fn project(
    terms: &mut Terms,
    model: &mut EufModel,
    vocabulary: &mut Vocabulary,
    manner: Manner,
    implicant: Implicant,
) -> Projected {
    if !implicant.folded.is_empty() {
        return Projected::Refuted(implicant.folded);
    }
    let elimination = Elimination::new(terms, model, vocabulary, &implicant.literals, manner.congruence);
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
    projection.compensate(&mut literals, &lost, manner.fineness);
    if projection.vocabulary.is_open() && !projection.model.theory().abstracts_numbers() {
        projection.say_exactly(&mut literals, &lost);
    }
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

    /// Adds the literals that cannot be said within the vocabulary, with values for the inputs that the state does not
    /// determine. Those whose values cannot be written down are left out.
    fn say_exactly(&mut self, literals: &mut Vec<TermId>, lost: &[TermId]) {
        let mut chosen = Vec::new();
        for input in self.terms.variables(lost) {
            if self.vocabulary.is_state(input) {
                continue;
            }
            let image = self.elimination.argument(self.terms, self.vocabulary, input).or_else(|| {
                let value = self.model.concrete(self.terms, input)?.clone();
                self.terms.literal(value)
            });
            chosen.extend(image.map(|image| (input, image)));
        }
        let mut chosen = Substitution::new(chosen);
        for literal in lost {
            let said = chosen.apply(self.terms, *literal);
            if self.vocabulary.is_over_state(self.terms, said) && self.model.holds(self.terms, said) {
                let conjuncts = self.terms.conjuncts(said);
                literals.extend(conjuncts.into_iter().filter(|c| self.terms.as_bool(*c).is_none()));
            }
        }
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
        let interpreted = !self.model.theory().abstracts_numbers();
        let mut predicates = self.vocabulary.predicates().to_vec();
        if interpreted {
            predicates.extend(self.vocabulary.system_atoms());
        }
        for predicate in predicates {
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
        if interpreted {
            self.order(literals, &met);
        }
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

    /// Which of the variables and constants is less than which, in the orders that the system knows.
    fn order(&mut self, literals: &mut Vec<TermId>, met: &[TermId]) {
        for (position, a) in met.iter().enumerate() {
            let sort = self.terms.sort(*a);
            for b in &met[position + 1..] {
                if self.terms.sort(*b) != sort {
                    continue;
                }
                for op in self.vocabulary.orders(sort) {
                    let (less, greater) = (self.terms.make(op, &[*a, *b]), self.terms.make(op, &[*b, *a]));
                    self.push_true(literals, less);
                    self.push_true(literals, greater);
                }
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
