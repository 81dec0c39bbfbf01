//! From uninterpreted to interpreted operators, as far as a search needs it.
//!
//! Lemmas teach the abstraction what operators do, one fact at a time. Where that goes on and on, it is cheaper to let
//! the solver know the operator: the search moves to bit-vectors of which only the hard operators are uninterpreted,
//! and each of these that keeps causing lemmas is interpreted in turn. What was blocked stays blocked, since
//! interpreting an operator only takes models away; so frames are kept, and only the solvers are made anew.

use super::Search;
use super::queries::Queries;
use crate::solver::{Operators, SolverFactory, Theory};
use euclase_logic::{FloatOp, Op, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashMap;
use std::mem::{Discriminant, discriminant};

/// Operators that are interpreted together.
type Kind = (Discriminant<Op>, Option<Discriminant<FloatOp>>);

fn kind(op: Op) -> Kind {
    let float = if let Op::Float(float) = &op { Some(discriminant(float)) } else { None };
    (discriminant(&op), float)
}

/// Refinements that were not about arrays after which numbers are interpreted.
const REFINEMENTS: usize = 4;

/// Lemmas about numbers that do the same, however few refinements they came from.
const LEMMAS: usize = 40;

/// Lemmas about one operator after which it is interpreted, once numbers are.
const LEMMAS_OF_OPERATOR: usize = 4;

/// The same for arrays: a lemma about them is one instance of an axiom, and cheap.
const LEMMAS_OF_ARRAYS: usize = 40;

/// What a search has learned about operators that its theory leaves open.
#[derive(Default)]
pub struct Escalation {
    seen: usize,
    refinements: usize,
    about_numbers: usize,
    about: FxHashMap<Kind, (Op, usize)>,
    /// How often the theory has changed.
    pub steps: u64,
}

impl Escalation {
    /// Takes note of a refinement and its lemmas, and says which theory suits what is known.
    fn judge(&mut self, terms: &Terms, lemmas: &[TermId], theory: Theory, hard: Operators) -> Theory {
        let new = lemmas.len() - self.seen.min(lemmas.len());
        let mut arrays_only = 0;
        for lemma in &lemmas[self.seen.min(lemmas.len())..] {
            let mut mentioned = FxHashMap::default();
            for term in terms.postorder(&[*lemma]) {
                let op = terms.op(term);
                if theory.abstracts(op) && !matches!(op, Op::Apply(_)) {
                    mentioned.insert(kind(op), op);
                }
            }
            let arrays = |op: &Op| matches!(op, Op::Select | Op::Store | Op::ConstArray(_));
            match mentioned.values().any(|op| !arrays(op)) {
                true => self.about_numbers += 1,
                false => arrays_only += 1,
            }
            for (key, op) in mentioned {
                self.about.entry(key).or_insert((op, 0)).1 += 1;
            }
        }
        self.seen = lemmas.len();
        self.refinements += usize::from(new == 0 || arrays_only < new);
        let stuck = self.refinements >= REFINEMENTS || self.about_numbers >= LEMMAS;
        match theory {
            Theory::Euf { .. } if stuck => Theory::without(hard),
            Theory::Mixed(operators) => {
                let limit = |op: Op| if Operators::ARRAYS.contains(op) { LEMMAS_OF_ARRAYS } else { LEMMAS_OF_OPERATOR };
                let stubborn = self.about.values().filter(|(op, count)| *count >= limit(*op));
                Theory::without(stubborn.fold(operators, |left, (op, _)| left.except(*op)))
            }
            theory => theory,
        }
    }
}

/// The operators of a system that stay uninterpreted when numbers are interpreted; those on arrays only if it has any
/// and they are to be abstract.
pub fn hard_operators(terms: &Terms, system: &TransitionSystem, abstract_arrays: bool) -> Operators {
    let mut roots = vec![system.init, system.property];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|s| s.update));
    let hard = Operators::hard(terms, &roots);
    let uses_arrays = terms.postorder(&roots).iter().any(|t| terms.sort(*t).is_array());
    if abstract_arrays && uses_arrays { hard.with(Operators::ARRAYS) } else { hard }
}

impl Search<'_, '_> {
    /// Whether the solvers know everything about operators, so that there is nothing to learn of them.
    pub(super) fn is_exact(&self) -> bool {
        self.queries.theory() == Theory::Concrete
    }

    /// Interprets more operators if what was learned suggests it.
    pub(super) fn escalate(&mut self) {
        if !self.task.tuning.escalation {
            return;
        }
        let before = self.queries.theory();
        let hard = hard_operators(self.task.terms, self.task.system, before.abstracts_arrays());
        let after = self.escalation.judge(self.task.terms, &self.queries.lemmas, before, hard);
        if after != before {
            self.interpret(after);
        }
    }

    /// Goes on with another theory, which must interpret what the present one does.
    fn interpret(&mut self, theory: Theory) {
        log::info!("operators are read as {theory:?} from here on, at frontier {}", self.frontier);
        let terms = &*self.task.terms;
        let open = |lemma: &TermId| terms.postorder(&[*lemma]).iter().any(|t| theory.abstracts(terms.op(*t)));
        let factory = SolverFactory::new(theory, self.task.statistics.clone()).until(self.task.deadline).quick();
        let mut queries = Queries::new(&self.control, factory, self.options.concrete_rlimit, self.task.tuning.slicing);
        // The others follow from what operators mean.
        queries.lemmas = self.queries.lemmas.iter().copied().filter(open).collect();
        queries.rebuilds = self.queries.rebuilds;
        self.queries = queries;
        self.failed_pushes.clear();
        self.escalation =
            Escalation { seen: self.queries.lemmas.len(), steps: self.escalation.steps + 1, ..Escalation::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::Sort;

    /// Lemmas that say a different thing each about a product, or about an array.
    fn lemmas(terms: &mut Terms, about_arrays: bool, count: u64) -> Vec<TermId> {
        let byte = Sort::BitVec(8);
        let (x, y, sort) = (terms.var("x", byte), terms.var("y", byte), terms.array_sort(byte, byte));
        let array = terms.var("a", sort);
        let about = if about_arrays { terms.select(array, x) } else { terms.bv_mul(x, y) };
        let mut lemmas = Vec::new();
        for n in 0..count {
            let value = terms.bv(8, n);
            lemmas.push(terms.neq(about, value));
        }
        lemmas
    }

    #[test]
    fn refinements_about_numbers_let_numbers_be_interpreted() {
        let mut terms = Terms::new();
        let euf = Theory::Euf { abstract_arrays: true };
        for (about_arrays, expected) in [(false, Theory::Concrete), (true, euf)] {
            let lemmas = lemmas(&mut terms, about_arrays, 2 * REFINEMENTS as u64);
            let mut escalation = Escalation::default();
            for known in 1..REFINEMENTS {
                assert_eq!(escalation.judge(&terms, &lemmas[..known], euf, Operators::NONE), euf);
            }
            assert_eq!(escalation.judge(&terms, &lemmas, euf, Operators::NONE), expected);
        }
    }

    #[test]
    fn an_operator_that_keeps_causing_lemmas_is_interpreted_and_the_others_are_not() {
        let mut terms = Terms::new();
        let lemmas = lemmas(&mut terms, false, LEMMAS_OF_OPERATOR as u64);
        let (x, y) = (terms.var("x", Sort::BitVec(8)), terms.var("y", Sort::BitVec(8)));
        let product = terms.bv_mul(x, y);
        let hard = Operators::hard(&terms, &[product]).with(Operators::ARRAYS);
        let middle = Theory::without(hard);
        let mut escalation = Escalation::default();
        assert_eq!(escalation.judge(&terms, &lemmas[1..], middle, hard), middle);
        let mut escalation = Escalation::default();
        assert_eq!(escalation.judge(&terms, &lemmas, middle, hard), Theory::without(Operators::ARRAYS));
    }
}
