//! From uninterpreted to interpreted operators, as far as a search needs it.
//!
//! Lemmas teach the abstraction what operators do, one fact at a time. Where that goes on and on, it is cheaper to let
//! the solver know the operator: the search moves to bit-vectors of which only the hard operators are uninterpreted,
//! and each of these that keeps causing lemmas is interpreted in turn. What was blocked stays blocked, since
//! interpreting an operator only takes models away; so frames are kept, and only the solvers are made anew.

use super::Search;
use super::queries::Queries;
use crate::solver::{Operators, SolverFactory, Theory};
use euclase_logic::{Op, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashMap;
use std::mem::{Discriminant, discriminant};

/// Lemmas after which numbers are interpreted.
const LEMMAS: usize = 12;

/// Lemmas about one operator after which it is interpreted, once numbers are.
const LEMMAS_OF_OPERATOR: usize = 4;

/// The same for arrays: a lemma about them is one instance of an axiom, and cheap.
const LEMMAS_OF_ARRAYS: usize = 40;

/// What a search has learned about operators that its theory leaves open.
#[derive(Default)]
pub struct Escalation {
    seen: usize,
    about_numbers: usize,
    about: FxHashMap<Discriminant<Op>, (Op, usize)>,
    /// How often the theory has changed.
    pub steps: u64,
}

impl Escalation {
    /// Takes note of the lemmas that are new, and says which theory suits what is known.
    fn judge(&mut self, terms: &Terms, lemmas: &[TermId], theory: Theory, hard: Operators) -> Theory {
        for lemma in &lemmas[self.seen.min(lemmas.len())..] {
            let mut mentioned = FxHashMap::default();
            for term in terms.postorder(&[*lemma]) {
                let op = terms.op(term);
                if theory.abstracts(op) && !matches!(op, Op::Apply(_)) {
                    mentioned.insert(discriminant(&op), op);
                }
            }
            let arrays = |op: &Op| matches!(op, Op::Select | Op::Store | Op::ConstArray(_));
            self.about_numbers += usize::from(mentioned.values().any(|op| !arrays(op)));
            for (key, op) in mentioned {
                self.about.entry(key).or_insert((op, 0)).1 += 1;
            }
        }
        self.seen = lemmas.len();
        match theory {
            Theory::Euf { abstract_arrays } if self.about_numbers >= LEMMAS => {
                let arrays = if abstract_arrays { Operators::ARRAYS } else { Operators::NONE };
                Theory::without(hard.with(arrays))
            }
            Theory::Mixed(operators) => {
                let limit = |op: Op| if Operators::ARRAYS.contains(op) { LEMMAS_OF_ARRAYS } else { LEMMAS_OF_OPERATOR };
                let stubborn = self.about.values().filter(|(op, count)| *count >= limit(*op));
                Theory::without(stubborn.fold(operators, |left, (op, _)| left.except(*op)))
            }
            theory => theory,
        }
    }
}

/// The operators of a system that stay uninterpreted when numbers are interpreted.
pub fn hard_operators(terms: &Terms, system: &TransitionSystem) -> Operators {
    let mut roots = vec![system.init, system.property];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|s| s.update));
    Operators::hard(terms, &roots)
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
        let hard = hard_operators(self.task.terms, self.task.system);
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
        let mut queries = Queries::new(&self.control, factory, self.options.concrete_rlimit);
        // The others follow from what operators mean.
        queries.lemmas = self.queries.lemmas.iter().copied().filter(open).collect();
        queries.rebuilds = self.queries.rebuilds;
        self.queries = queries;
        self.failed_pushes.clear();
        self.escalation =
            Escalation { seen: self.queries.lemmas.len(), steps: self.escalation.steps + 1, ..Escalation::default() };
    }
}
