//! What facts say about single variables: which constant, which other variable, or which few values they equal,
//! location by location.

use crate::facts::values::FEW;
use crate::ic3::control::{has_locations, one_hot};
use euclase_logic::{Op, TermId, Terms, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known at one location.
#[derive(Default)]
pub struct Place {
    /// The location Boolean; none if the whole system is one place.
    pub location: Option<TermId>,
    /// Whether nothing arrives here.
    pub unreachable: bool,
    /// A variable to the one or the constant that it equals, in several steps.
    links: FxHashMap<TermId, TermId>,
    /// The few values of a variable.
    pub values: FxHashMap<TermId, Vec<TermId>>,
}

impl Place {
    /// The constant or the first variable that a variable equals here.
    fn root(&self, mut term: TermId) -> TermId {
        while let Some(next) = self.links.get(&term) {
            term = *next;
        }
        term
    }

    /// The variables that are constant here, each with its value.
    pub fn constants(&self, terms: &Terms) -> Vec<(TermId, TermId)> {
        let roots = self.links.keys().map(|variable| (*variable, self.root(*variable)));
        roots.filter(|(_, root)| terms.is_constant(*root)).collect()
    }

    fn equate(&mut self, terms: &Terms, a: TermId, b: TermId) {
        let (a, b) = (self.root(a), self.root(b));
        match (terms.is_constant(a), terms.is_constant(b)) {
            (true, true) => {}
            (true, false) => _ = self.links.insert(b, a),
            (false, true) => _ = self.links.insert(a, b),
            (false, false) if a != b => _ = self.links.insert(a.max(b), a.min(b)),
            (false, false) => {}
        }
    }

    fn learn(&mut self, terms: &Terms, fact: TermId) {
        let simple = |term: TermId| terms.is_var(term) || terms.is_constant(term);
        match (terms.op(fact), terms.args(fact)) {
            (Op::False, _) => self.unreachable = true,
            (Op::Var(_), _) => self.equate(terms, fact, terms.tt()),
            (Op::Not, [atom]) if terms.is_var(*atom) => self.equate(terms, *atom, terms.ff()),
            (Op::Eq, [a, b]) if simple(*a) && simple(*b) => self.equate(terms, *a, *b),
            (Op::Not, [all]) if terms.op(*all) == Op::And => {
                if let Some((variable, values)) = one_of(terms, terms.args(*all)) {
                    self.values.insert(variable, values);
                }
            }
            _ => {}
        }
    }
}

/// The variable of which a conjunction of disequalities excludes some values, and these.
fn one_of(terms: &Terms, cases: &[TermId]) -> Option<(TermId, Vec<TermId>)> {
    let mut variable = None;
    let mut values = Vec::new();
    for case in cases {
        let equal = terms.negated(*case)?;
        let (Op::Eq, [a, b]) = (terms.op(equal), terms.args(equal)) else { return None };
        let (x, value) = if terms.is_constant(*a) { (*b, *a) } else { (*a, *b) };
        if !terms.is_var(x) || !terms.is_constant(value) || *variable.get_or_insert(x) != x {
            return None;
        }
        values.push(value);
    }
    values.sort_unstable();
    (values.len() <= FEW).then_some((variable?, values))
}

/// Reads the facts. There is one place if they do not say that the locations exclude each other; then those
/// about locations are passed over.
pub fn places(terms: &mut Terms, system: &TransitionSystem, facts: &[TermId]) -> Vec<Place> {
    let said: FxHashSet<TermId> = facts.iter().copied().collect();
    let mut places = vec![Place::default()];
    if has_locations(system) && one_hot(terms, &system.locations).iter().all(|conjunct| said.contains(conjunct)) {
        places = system.locations.iter().map(|l| Place { location: Some(*l), ..Place::default() }).collect();
    }
    let number: FxHashMap<TermId, usize> =
        places.iter().enumerate().filter_map(|(n, place)| Some((place.location?, n))).collect();
    for fact in facts.iter().copied() {
        let denied = terms.negated(fact);
        if let Some(here) = denied.and_then(|location| number.get(&location)) {
            places[*here].unreachable = true;
            continue;
        }
        // A location implies something: not both the location and its negation.
        let parts = denied.filter(|all| terms.op(*all) == Op::And).map(|all| terms.args(all).to_vec());
        let here = parts.iter().flatten().find_map(|part| Some((*part, *number.get(part)?)));
        match (here, parts) {
            (Some((location, here)), Some(mut parts)) => {
                parts.retain(|part| *part != location);
                let all = terms.and(&parts);
                let local = terms.not(all);
                for conjunct in terms.conjuncts(local) {
                    places[here].learn(terms, conjunct);
                }
            }
            _ => places.iter_mut().for_each(|place| place.learn(terms, fact)),
        }
    }
    places
}

/// The variables that are superfluous because they equal a constant or another variable at all places where
/// something arrives, each with that. Locations where nothing arrives are false.
pub fn superfluous(terms: &Terms, system: &TransitionSystem, places: &[Place]) -> Vec<(TermId, TermId)> {
    let mut found = Vec::new();
    let reached: Vec<&Place> = places.iter().filter(|place| !place.unreachable).collect();
    if reached.is_empty() {
        return found;
    }
    // A system with a single location left would be one without locations.
    if reached.len() >= 2 {
        let unreachable = places.iter().filter(|place| place.unreachable);
        found.extend(unreachable.filter_map(|place| Some((place.location?, terms.ff()))));
    }
    let marks: FxHashSet<TermId> = system.locations.iter().copied().collect();
    let data = system.states.iter().filter(|state| !marks.contains(&state.current));
    let linked = |variable: &TermId| reached.iter().any(|place| place.root(*variable) != *variable);
    let mut members: Vec<TermId> = data.clone().map(|state| state.current).collect();
    let mut constants: Vec<TermId> = reached.iter().flat_map(|p| p.constants(terms)).map(|(_, value)| value).collect();
    constants.sort_unstable();
    constants.dedup();
    members.extend(&constants);
    // Members are in one class if they equal the same at all places looked at so far.
    let mut class: Vec<usize> = vec![0; members.len()];
    for place in &reached {
        let mut numbers: FxHashMap<(usize, TermId), usize> = FxHashMap::default();
        for (member, class) in members.iter().zip(&mut class) {
            let next = numbers.len();
            *class = *numbers.entry((*class, place.root(*member))).or_insert(next);
        }
    }
    let class_of: FxHashMap<TermId, usize> = members.iter().copied().zip(class).collect();
    let mut chosen: FxHashMap<usize, TermId> = constants.iter().map(|c| (class_of[c], *c)).collect();
    // A variable that the constraints alone determine can only stand for others.
    for state in data.clone().filter(|state| state.update.is_none()) {
        chosen.entry(class_of[&state.current]).or_insert(state.current);
    }
    for state in data {
        let first = *chosen.entry(class_of[&state.current]).or_insert(state.current);
        let may_go = state.update.is_some() || terms.is_constant(first);
        if first != state.current && may_go && (linked(&state.current) || linked(&first)) {
            found.push((state.current, first));
        }
    }
    found
}
