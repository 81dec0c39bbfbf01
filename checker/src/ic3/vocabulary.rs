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
    orders: FxHashMap<Sort, Vec<Op>>,
    atoms: Vec<TermId>,
    open: bool,
}

impl Vocabulary {
    /// The terms of a system.
    pub fn new(terms: &Terms, system: &TransitionSystem, extra: &[TermId]) -> Self {
        let mut roots = vec![system.init, system.property];
        roots.extend(&system.constraints);
        roots.extend(system.states.iter().filter_map(|s| s.update));
        roots.extend(extra);
        let all = terms.postorder(&roots);
        let mut orders: FxHashMap<Sort, Vec<Op>> = FxHashMap::default();
        for term in all.iter().filter(|t| matches!(terms.op(**t), Op::BvUlt | Op::BvSlt | Op::IntLt)) {
            let known = orders.entry(terms.sort(terms.arg(*term, 0))).or_default();
            if !known.contains(&terms.op(*term)) {
                known.push(terms.op(*term));
            }
        }
        let compares = |t: &&TermId| match terms.op(**t) {
            Op::BvUlt | Op::BvSlt | Op::IntLt => true,
            Op::Eq => terms.sort(terms.arg(**t, 0)) != Sort::Bool,
            _ => false,
        };
        let decided: Vec<TermId> = all.iter().filter(compares).copied().collect();
        let mut vocabulary = Vocabulary {
            states: system.states.iter().map(|s| s.current).collect(),
            system: all.into_iter().collect(),
            orders,
            atoms: Vec::new(),
            open: false,
            resolved: FxHashSet::default(),
            over_state: FxHashMap::default(),
            predicates: Vec::new(),
            folded_constants: 0,
        };
        let no_ite = |t: TermId| terms.postorder(&[t]).iter().all(|part| terms.op(*part) != Op::Ite);
        vocabulary.atoms = decided.into_iter().filter(|t| vocabulary.is_over_state(terms, *t) && no_ite(*t)).collect();
        vocabulary
    }

    /// The comparisons over the state that the system makes.
    pub fn system_atoms(&self) -> &[TermId] {
        &self.atoms
    }

    /// Whether cubes may use other terms where the vocabulary does not suffice.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// From now on cubes may use other terms.
    pub fn open(&mut self) {
        self.open = true;
    }

    /// The orders by which the system compares terms of a sort.
    pub fn orders(&self, sort: Sort) -> Vec<Op> {
        self.orders.get(&sort).cloned().unwrap_or_default()
    }

    /// Whether a literal compares terms of the vocabulary, or is one of the predicates that refinement asked for.
    pub fn is_familiar(&self, terms: &Terms, literal: TermId) -> bool {
        let atom = terms.negated(literal).unwrap_or(literal);
        self.predicates.contains(&atom)
            || self.contains(terms, atom)
            || terms.args(atom).iter().all(|a| self.contains(terms, *a))
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
