//! Control made explicit: one small step relation per pair of locations.
//!
//! Where a system marks its location Booleans, fixing the source and target location in the
//! step relation and simplifying leaves one small relation per edge, from which the `ite`s on
//! control are gone. A system without marked locations has one location and one edge.

use euclase_logic::{Substitution, TermId, Terms, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// A place in the control flow.
pub struct Location {
    /// The location Boolean; none in a system without marked locations.
    pub variable: Option<TermId>,
    /// The initial states here, as conjuncts; none if no execution starts here.
    pub init: Option<Vec<TermId>>,
    /// What must not hold here.
    pub bad: TermId,
    /// What is known to hold here in every reachable state.
    pub facts: Vec<TermId>,
    /// The edges that lead here.
    pub incoming: Vec<usize>,
}

/// The steps from one location to another.
pub struct Edge {
    /// The source location.
    pub from: usize,
    /// The target location.
    pub to: usize,
    /// What a step must satisfy, over state, inputs and next values without an update.
    pub constraints: Vec<TermId>,
    /// The constraints by what they choose: those in different groups share no variable but state.
    pub groups: Vec<Vec<TermId>>,
    group_of: FxHashMap<TermId, usize>,
    next_state: Substitution,
}

impl Edge {
    fn new(
        terms: &Terms,
        states: &FxHashSet<TermId>,
        ends: (usize, usize),
        constraints: Vec<TermId>,
        next_state: Substitution,
    ) -> Self {
        let (groups, group_of) = group(terms, states, &constraints);
        Edge { from: ends.0, to: ends.1, constraints, groups, group_of, next_state }
    }

    /// The groups of constraints on the variables that a formula mentions.
    pub fn groups_of(&self, terms: &Terms, formula: TermId) -> Vec<usize> {
        terms.variables(&[formula]).iter().filter_map(|v| self.group_of.get(v).copied()).collect()
    }

    /// The formula or term over the next state, said of the current state and the inputs.
    pub fn pre(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        self.next_state.apply(terms, term)
    }
}

/// The control flow of a system.
pub struct Control {
    /// All locations.
    pub locations: Vec<Location>,
    /// All edges.
    pub edges: Vec<Edge>,
}

impl Control {
    /// Partitions the step relation by location: the locations must be exclusive, as [`one_hot`]
    /// says, in every reachable state.
    pub fn by_location(terms: &mut Terms, system: &TransitionSystem, facts: &[TermId]) -> Self {
        let mut control = Control { locations: Vec::new(), edges: Vec::new() };
        for here in 0..system.locations.len() {
            let mut at = fix_location(terms, system, here);
            let init = at.apply(terms, system.init);
            let good = at.apply(terms, system.property);
            let facts: Vec<TermId> = facts.iter().map(|fact| at.apply(terms, *fact)).collect();
            let facts = terms.and(&facts);
            control.locations.push(Location {
                variable: Some(system.locations[here]),
                init: (init != terms.ff()).then(|| terms.conjuncts(init)),
                bad: terms.not(good),
                facts: terms.conjuncts(facts),
                incoming: Vec::new(),
            });
            control.add_edges_from(terms, system, here, &mut at);
        }
        for (number, edge) in control.edges.iter().enumerate() {
            control.locations[edge.to].incoming.push(number);
        }
        control
    }

    /// One location and one edge.
    pub fn single(terms: &mut Terms, system: &TransitionSystem, facts: &[TermId]) -> Self {
        let next = system.states.iter().map(|s| (s.current, s.update.unwrap_or(s.next)));
        let states = system.states.iter().map(|s| s.current).collect();
        let edge = Edge::new(terms, &states, (0, 0), system.constraints.clone(), Substitution::new(next));
        let location = Location {
            variable: None,
            init: (system.init != terms.ff()).then(|| terms.conjuncts(system.init)),
            bad: terms.not(system.property),
            facts: facts.to_vec(),
            incoming: vec![0],
        };
        Control { locations: vec![location], edges: vec![edge] }
    }

    /// The state variables that do not say where control is.
    pub fn data(&self, system: &TransitionSystem) -> Vec<TermId> {
        let marks: FxHashSet<TermId> = self.locations.iter().filter_map(|l| l.variable).collect();
        system.states.iter().map(|s| s.current).filter(|v| !marks.contains(v)).collect()
    }

    /// The state variables on which what can still happen depends, by location: a guard, the property, or a next
    /// value that matters where it arrives.
    pub fn live_variables(&mut self, terms: &mut Terms, system: &TransitionSystem) -> Vec<FxHashSet<TermId>> {
        let states: FxHashSet<TermId> = system.states.iter().map(|s| s.current).collect();
        let mut live: Vec<FxHashSet<TermId>> = Vec::new();
        for location in &self.locations {
            live.push(terms.variables(&[location.bad]).into_iter().filter(|v| states.contains(v)).collect());
        }
        for edge in &self.edges {
            let used = terms.variables(&edge.constraints);
            live[edge.from].extend(used.into_iter().filter(|v| states.contains(v)));
        }
        let mut work: Vec<(usize, TermId)> = Vec::new();
        for (location, variables) in live.iter().enumerate() {
            work.extend(variables.iter().map(|v| (location, *v)));
        }
        while let Some((location, variable)) = work.pop() {
            for number in self.locations[location].incoming.clone() {
                let edge = &mut self.edges[number];
                let value = edge.pre(terms, variable);
                for used in terms.variables(&[value]) {
                    if states.contains(&used) && live[edge.from].insert(used) {
                        work.push((edge.from, used));
                    }
                }
            }
        }
        live
    }

    fn add_edges_from(&mut self, terms: &mut Terms, system: &TransitionSystem, from: usize, at: &mut Substitution) {
        let is_location = |term: TermId| system.locations.iter().position(|l| *l == term);
        let mut data = Vec::new();
        let mut moves = vec![terms.ff(); system.locations.len()];
        for state in &system.states {
            let update = state.update.map(|u| at.apply(terms, u));
            match (is_location(state.current), update) {
                (Some(to), Some(update)) => moves[to] = update,
                (_, update) => data.push((state.current, update.unwrap_or(state.next))),
            }
        }
        let constraints: Vec<TermId> = system.constraints.iter().map(|c| at.apply(terms, *c)).collect();
        let states = system.states.iter().map(|s| s.current).collect();
        for (to, guard) in moves.iter().enumerate() {
            if *guard == terms.ff() {
                continue;
            }
            let mut landing = next_location(terms, system, to);
            let mut all: Vec<TermId> = constraints.iter().map(|c| landing.apply(terms, *c)).collect();
            all.push(*guard);
            let all = terms.and(&all);
            if all == terms.ff() {
                continue;
            }
            let here = system.locations.iter().enumerate().map(|(l, v)| (*v, terms.bool(l == to)));
            let next_state = Substitution::new(data.iter().copied().chain(here));
            let constraints = terms.conjuncts(all);
            self.edges.push(Edge::new(terms, &states, (from, to), constraints, next_state));
        }
    }
}

/// Whether every location Boolean has a next-state function, without which steps cannot be told
/// apart by where they lead.
pub fn has_locations(system: &TransitionSystem) -> bool {
    let located = |l: &TermId| system.states.iter().any(|s| s.current == *l && s.update.is_some());
    system.locations.len() >= 2 && system.locations.iter().all(located)
}

/// What must be unsatisfiable for exactly one location Boolean to hold in every reachable state:
/// an initial state in which that is not so, and, location by location, a step to one.
pub fn exclusion(terms: &mut Terms, system: &TransitionSystem) -> Vec<Vec<TermId>> {
    let now = one_hot(terms, &system.locations);
    let now = terms.and(&now);
    let marked: FxHashSet<TermId> = system.locations.iter().copied().collect();
    let located = system.states.iter().filter(|state| marked.contains(&state.current));
    let updates: Vec<TermId> = located.filter_map(|state| state.update).collect();
    let mut all = vec![vec![system.init, terms.not(now)]];
    for here in 0..system.locations.len() {
        let mut at = fix_location(terms, system, here);
        let moves: Vec<TermId> = updates.iter().map(|update| at.apply(terms, *update)).collect();
        let exclusive = one_hot(terms, &moves);
        let exclusive = terms.and(&exclusive);
        let mut step: Vec<TermId> = system.constraints.iter().map(|c| at.apply(terms, *c)).collect();
        step.push(terms.not(exclusive));
        if !step.contains(&terms.ff()) {
            all.push(step);
        }
    }
    all
}

/// That exactly one location Boolean holds, in linear size, as conjuncts.
pub fn one_hot(terms: &mut Terms, locations: &[TermId]) -> Vec<TermId> {
    let mut some = terms.ff();
    let mut conjuncts = Vec::new();
    for here in locations {
        let two = terms.and(&[some, *here]);
        conjuncts.push(terms.not(two));
        some = terms.or(&[some, *here]);
    }
    conjuncts.push(some);
    conjuncts.retain(|conjunct| terms.as_bool(*conjunct) != Some(true));
    conjuncts
}

fn fix_location(terms: &Terms, system: &TransitionSystem, here: usize) -> Substitution {
    Substitution::new(system.locations.iter().enumerate().map(|(l, v)| (*v, terms.bool(l == here))))
}

fn next_location(terms: &Terms, system: &TransitionSystem, to: usize) -> Substitution {
    let next = |l: TermId| system.states.iter().find(|s| s.current == l).map(|s| s.next);
    let pairs = system.locations.iter().enumerate();
    Substitution::new(pairs.filter_map(|(l, v)| Some((next(*v)?, terms.bool(l == to)))))
}

/// Connected components of constraints through the variables that are not state, and the
/// component of each such variable.
fn group(
    terms: &Terms,
    states: &FxHashSet<TermId>,
    constraints: &[TermId],
) -> (Vec<Vec<TermId>>, FxHashMap<TermId, usize>) {
    let mut groups: Vec<Vec<TermId>> = Vec::new();
    let mut group_of: FxHashMap<TermId, usize> = FxHashMap::default();
    for constraint in constraints {
        let chosen: Vec<TermId> = terms.variables(&[*constraint]).into_iter().filter(|v| !states.contains(v)).collect();
        let mut joined: Vec<usize> = chosen.iter().filter_map(|v| group_of.get(v).copied()).collect();
        joined.sort_unstable();
        joined.dedup();
        let target = joined.first().copied().unwrap_or(groups.len());
        if target == groups.len() {
            groups.push(Vec::new());
        }
        for other in joined.into_iter().skip(1) {
            let moved = std::mem::take(&mut groups[other]);
            groups[target].extend(moved);
            group_of.values_mut().filter(|g| **g == other).for_each(|g| *g = target);
        }
        groups[target].push(*constraint);
        group_of.extend(chosen.into_iter().map(|v| (v, target)));
    }
    (groups, group_of)
}
