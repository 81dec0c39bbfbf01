//! The finite vocabulary that cubes speak.
//!
//! Saying a cube of the previous state nests functions: `x + 1 < n` becomes
//! `(x + 1) + 1 < n`, and so on without end. Cubes therefore only use terms that occur in the
//! system or that refinement added (thesis §3.3.3).

use euclase_logic::{Op, Sort, TermId, Terms, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// Constants made by folding that may enter the vocabulary without a refinement asking for them.
const FOLDED_CONSTANTS: usize = 24;

/// The terms that cubes may use, and the predicates that refinement asked for.
pub struct Vocabulary {
    states: FxHashSet<TermId>,
    system: FxHashSet<TermId>,
    resolved: FxHashSet<TermId>,
    over_state: FxHashMap<TermId, bool>,
    predicates: Vec<TermId>,
    folded_constants: usize,
}

impl Vocabulary {
    /// The terms of a system.
    pub fn new(terms: &Terms, system: &TransitionSystem, extra: &[TermId]) -> Self {
        let mut roots = vec![system.init, system.property];
        roots.extend(&system.constraints);
        roots.extend(system.states.iter().filter_map(|s| s.update));
        roots.extend(extra);
        Vocabulary {
            states: system.states.iter().map(|s| s.current).collect(),
            system: terms.postorder(&roots).into_iter().collect(),
            resolved: FxHashSet::default(),
            over_state: FxHashMap::default(),
            predicates: Vec::new(),
            folded_constants: 0,
        }
    }

    /// Whether the term is a state variable.
    pub fn is_state(&self, term: TermId) -> bool {
        self.states.contains(&term)
    }

    /// Whether the term occurs in the system as it is, `ite`s included.
    pub fn is_system_term(&self, term: TermId) -> bool {
        self.system.contains(&term)
    }

    /// Adds a term that a term of the system becomes when its `ite`s are decided.
    pub fn add_resolved(&mut self, term: TermId) {
        self.resolved.insert(term);
    }

    /// Adds a term with all its subterms; true if it was new.
    pub fn add(&mut self, terms: &Terms, term: TermId) -> bool {
        let before = self.resolved.len();
        let new: Vec<TermId> = terms.postorder(&[term]).into_iter().filter(|t| !self.contains(terms, *t)).collect();
        self.resolved.extend(new);
        self.resolved.len() > before
    }

    /// Whether cubes may use the term as an argument.
    pub fn contains(&self, terms: &Terms, term: TermId) -> bool {
        terms.sort(term) == Sort::Bool && terms.is_constant(term)
            || self.states.contains(&term)
            || self.resolved.contains(&term)
            || self.system.contains(&term)
    }

    /// Lets a constant in that folding made, while there are few of them: `x + 1 ≠ 5` is better
    /// said as `x ≠ 4`, but a counter would go on for ever.
    pub fn admit_constant(&mut self, terms: &Terms, term: TermId) {
        if terms.is_constant(term) && self.folded_constants < FOLDED_CONSTANTS && !self.contains(terms, term) {
            self.folded_constants += 1;
            self.resolved.insert(term);
        }
    }

    /// Whether all variables of the term are state variables.
    pub fn is_over_state(&mut self, terms: &Terms, root: TermId) -> bool {
        if let Some(known) = self.over_state.get(&root) {
            return *known;
        }
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if self.over_state.contains_key(&term) {
                continue;
            }
            if children_done {
                let own = !matches!(terms.op(term), Op::Var(_)) || self.states.contains(&term);
                let all = own && terms.args(term).iter().all(|a| self.over_state[a]);
                self.over_state.insert(term, all);
            } else {
                stack.push((term, true));
                stack.extend(terms.args(term).iter().map(|a| (*a, false)));
            }
        }
        self.over_state[&root]
    }

    /// Predicates that cubes decide when they had to leave something out.
    pub fn predicates(&self) -> &[TermId] {
        &self.predicates
    }

    /// Adds a predicate over the state; true if it was new.
    pub fn add_predicate(&mut self, terms: &Terms, predicate: TermId) -> bool {
        let atom = terms.negated(predicate).unwrap_or(predicate);
        if terms.is_constant(atom) || self.predicates.contains(&atom) {
            return false;
        }
        self.add(terms, atom);
        self.predicates.push(atom);
        true
    }
}
