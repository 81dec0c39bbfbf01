//! Inputs said in terms of the state, on the equality classes of an implicant.
//!
//! The equations of the implicant put its terms into classes. A class is expressible if it has a
//! member over the state that is in the vocabulary, or one whose arguments' classes are
//! expressible; that spreads bottom-up until nothing changes (the idea of QEL, Spacer
//! dissertation Ch. 4). An input that no equation reaches takes a constant or state variable
//! that the model makes equal to it.

use super::vocabulary::Vocabulary;
use crate::solver::{EufModel, EufValue};
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// The classes, and for each the term over the state that stands for it.
pub struct Elimination {
    parents: FxHashMap<TermId, TermId>,
    expressed: FxHashMap<TermId, TermId>,
    own: FxHashMap<TermId, TermId>,
    /// Valid equations that the model violates, found when an image folded.
    pub folded: Vec<TermId>,
}

impl Elimination {
    /// Computes the classes of the literals' terms.
    pub fn new(terms: &mut Terms, model: &mut EufModel, vocabulary: &mut Vocabulary, literals: &[TermId]) -> Self {
        let mut result = Elimination {
            parents: FxHashMap::default(),
            expressed: FxHashMap::default(),
            own: FxHashMap::default(),
            folded: Vec::new(),
        };
        for literal in literals {
            if terms.op(*literal) == Op::Eq {
                result.join(terms.arg(*literal, 0), terms.arg(*literal, 1));
            }
        }
        let met: Vec<TermId> = terms.postorder(literals).into_iter().filter(|t| terms.sort(*t) != Sort::Bool).collect();
        met.iter().for_each(|t| vocabulary.admit_constant(terms, *t));
        let leaf = |t: &TermId| terms.is_constant(*t) || vocabulary.is_state(*t);
        let mut leaves: Vec<TermId> =
            met.iter().copied().filter(|t| leaf(t) && vocabulary.contains(terms, *t)).collect();
        leaves.sort_by_key(|t| (!terms.is_constant(*t), *t));
        for leaf in &leaves {
            result.express(*leaf, *leaf);
        }
        result.spread(terms, model, vocabulary, &met);
        result.guess(terms, model, &met, &leaves);
        result.spread(terms, model, vocabulary, &met);
        result
    }

    /// The term over the state that stands for the given one: itself with its inputs replaced,
    /// or what stands for its class. The equations of the implicant are not lost that way.
    fn image(&self, term: TermId) -> Option<TermId> {
        self.own.get(&term).or_else(|| self.expressed.get(&self.class(term))).copied()
    }

    fn class(&self, term: TermId) -> TermId {
        let mut at = term;
        while let Some(parent) = self.parents.get(&at) {
            at = *parent;
        }
        at
    }

    fn join(&mut self, a: TermId, b: TermId) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            self.parents.insert(b.max(a), a.min(b));
        }
    }

    fn express(&mut self, term: TermId, image: TermId) {
        let class = self.class(term);
        self.expressed.entry(class).or_insert(image);
    }

    /// Expresses compound terms by their arguments until nothing is new.
    fn spread(&mut self, terms: &mut Terms, model: &mut EufModel, vocabulary: &mut Vocabulary, met: &[TermId]) {
        let mut changed = true;
        while changed {
            changed = false;
            for term in met {
                if !self.own.contains_key(term)
                    && let Some(image) = self.compound(terms, model, vocabulary, *term)
                {
                    self.own.insert(*term, image);
                    self.express(*term, image);
                    changed = true;
                }
            }
        }
    }

    fn compound(
        &mut self,
        terms: &mut Terms,
        model: &mut EufModel,
        vocabulary: &mut Vocabulary,
        term: TermId,
    ) -> Option<TermId> {
        if vocabulary.is_over_state(terms, term) {
            return vocabulary.contains(terms, term).then_some(term);
        }
        if terms.is_var(term) {
            return None;
        }
        let args: Option<Vec<TermId>> =
            terms.args(term).to_vec().into_iter().map(|a| self.argument(terms, vocabulary, a)).collect();
        let args = args?;
        let op = terms.op(term);
        let image = terms.make(op, &args);
        if model.value(terms, image) != model.value(terms, term) {
            let raw = terms.make_raw(op, &args);
            self.folded.push(terms.make_raw(Op::Eq, &[raw, image]));
            return None;
        }
        // A term of the system stays one when its inputs are said in terms of the state.
        if vocabulary.contains(terms, term) {
            vocabulary.add_resolved(image);
        }
        vocabulary.contains(terms, image).then_some(image)
    }

    /// An argument as it stands if it is over the state already, else its class's image.
    pub fn argument(&self, terms: &Terms, vocabulary: &mut Vocabulary, term: TermId) -> Option<TermId> {
        if terms.sort(term) == Sort::Bool {
            return terms.is_constant(term).then_some(term);
        }
        if vocabulary.is_over_state(terms, term) && vocabulary.contains(terms, term) {
            return Some(term);
        }
        self.image(term)
    }

    /// Inputs that no equation reaches take what the model makes equal.
    fn guess(&mut self, terms: &Terms, model: &mut EufModel, met: &[TermId], leaves: &[TermId]) {
        let mut pool: FxHashMap<EufValue, TermId> = FxHashMap::default();
        for leaf in leaves {
            pool.entry(model.value(terms, *leaf)).or_insert(*leaf);
        }
        for term in met.iter().filter(|t| terms.is_var(**t)) {
            if self.image(*term).is_none()
                && let Some(image) = pool.get(&model.value(terms, *term))
            {
                self.express(*term, *image);
            }
        }
    }
}
