//! Inputs said in terms of the state, on an e-graph of an implicant (QEL, Spacer dissertation Ch. 4).
//!
//! The equations of the implicant put its terms into classes, closed under congruence. A class is ground if it has a
//! member over the state that is in the vocabulary, or one whose arguments' classes are ground; that spreads bottom-up
//! from constants and state variables, so no choice has to be taken back. What is left are inputs that no equation
//! determines. There the model decides: such an input takes a state term that has its value, and the classes are closed
//! under that equation as well, so that what follows for other terms is found, too (model-based projection).

use super::egraph::EGraph;
use super::vocabulary::Vocabulary;
use crate::solver::{EufModel, EufValue};
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The classes, and for each the term over the state that stands for it.
pub struct Elimination {
    graph: EGraph,
    /// The terms of the literals, by their numbers.
    met: Vec<TermId>,
    /// What stands for a class, by its first member.
    expressed: FxHashMap<usize, TermId>,
    /// Terms with what stands for them, the best first; what the above is made of.
    images: Vec<(usize, TermId)>,
    /// A term with its inputs replaced.
    own: FxHashMap<TermId, TermId>,
    congruence: bool,
    /// Valid equations that the model violates, found when an image folded.
    pub folded: Vec<TermId>,
    /// Inputs and terms over the state that the model makes equal; all else follows from the literals.
    pub guesses: Vec<(TermId, TermId)>,
}

impl Elimination {
    /// Computes the classes of the literals' terms; without congruence, by their equations alone.
    pub fn new(
        terms: &mut Terms,
        model: &mut EufModel,
        vocabulary: &mut Vocabulary,
        literals: &[TermId],
        congruence: bool,
    ) -> Self {
        let equations: Vec<TermId> = literals.iter().copied().filter(|l| terms.op(*l) == Op::Eq).collect();
        let met: Vec<TermId> = terms.postorder(literals).into_iter().filter(|t| terms.sort(*t) != Sort::Bool).collect();
        met.iter().for_each(|t| vocabulary.admit_constant(terms, *t));
        let mut result = Elimination {
            graph: EGraph::new(terms, &met, congruence),
            met,
            expressed: FxHashMap::default(),
            images: Vec::new(),
            own: FxHashMap::default(),
            congruence,
            folded: Vec::new(),
            guesses: Vec::new(),
        };
        for equation in equations {
            result.join(terms.arg(equation, 0), terms.arg(equation, 1));
        }
        let leaf = |t: &TermId| terms.is_constant(*t) || vocabulary.is_state(*t);
        let mut leaves: Vec<TermId> =
            result.met.iter().copied().filter(|t| leaf(t) && vocabulary.contains(terms, *t)).collect();
        leaves.sort_by_key(|t| (!terms.is_constant(*t), *t));
        for leaf in &leaves {
            if let Some(number) = result.graph.number(*leaf) {
                result.express(number, *leaf);
            }
        }
        result.spread(terms, model, vocabulary);
        result.guess(terms, model, &leaves);
        result.spread(terms, model, vocabulary);
        result
    }

    /// The term over the state that stands for the given one: itself with its inputs replaced,
    /// or what stands for its class. The equations of the implicant are not lost that way.
    fn image(&self, term: TermId) -> Option<TermId> {
        let of_class = || self.expressed.get(&self.graph.class(self.graph.number(term)?)).copied();
        self.own.get(&term).copied().or_else(of_class)
    }

    fn join(&mut self, a: TermId, b: TermId) {
        if let (Some(a), Some(b)) = (self.graph.number(a), self.graph.number(b)) {
            self.graph.merge(a, b);
        }
    }

    /// Notes what stands for a term; true if its class had nothing before.
    fn express(&mut self, number: usize, image: TermId) -> bool {
        self.images.push((number, image));
        let class = self.graph.class(number);
        let new = !self.expressed.contains_key(&class);
        self.expressed.entry(class).or_insert(image);
        new
    }

    /// Expresses compound terms by their arguments until nothing is new.
    fn spread(&mut self, terms: &mut Terms, model: &mut EufModel, vocabulary: &mut Vocabulary) {
        let mut work: VecDeque<usize> = (0..self.met.len()).collect();
        while let Some(number) = work.pop_front() {
            let term = self.met[number];
            if !self.own.contains_key(&term)
                && let Some(image) = self.compound(terms, model, vocabulary, term)
            {
                self.own.insert(term, image);
                let new = self.express(number, image);
                let users = self.graph.users(number).iter().copied();
                work.extend(users.filter(|user| new || self.uses(terms, *user, term)));
            }
        }
    }

    fn uses(&self, terms: &Terms, user: usize, term: TermId) -> bool {
        terms.args(self.met[user]).contains(&term)
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
            let lemma = terms.make_raw(Op::Eq, &[raw, image]);
            if !self.folded.contains(&lemma) {
                self.folded.push(lemma);
            }
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

    /// Inputs that no equation reaches take what the model makes equal: a constant, a state variable, or, failing
    /// these, another term over the state.
    fn guess(&mut self, terms: &mut Terms, model: &mut EufModel, leaves: &[TermId]) {
        let mut pool: FxHashMap<(Sort, EufValue), (TermId, TermId)> = FxHashMap::default();
        let said = self.met.iter().filter(|_| self.congruence).filter_map(|t| Some((*t, *self.own.get(t)?)));
        let all: Vec<(TermId, TermId)> = leaves.iter().map(|leaf| (*leaf, *leaf)).chain(said).collect();
        for (term, image) in all {
            pool.entry((terms.sort(term), model.value(terms, term))).or_insert((term, image));
        }
        for term in self.met.clone().into_iter().filter(|t| terms.is_var(*t)) {
            if self.image(term).is_none()
                && let Some((same, image)) = pool.get(&(terms.sort(term), model.value(terms, term)))
            {
                self.guesses.push((term, *image));
                match self.congruence {
                    true => self.join(term, *same),
                    false => {
                        let number = self.graph.number(term);
                        number.into_iter().for_each(|number| _ = self.express(number, *image));
                    }
                }
            }
        }
        self.expressed.clear();
        for (number, image) in &self.images {
            self.expressed.entry(self.graph.class(*number)).or_insert(*image);
        }
    }
}
