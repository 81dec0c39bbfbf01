//! Control made explicit: one small step relation per pair of locations.
//!
//! Where a system marks its location Booleans, fixing the source and target location in the
//! step relation and simplifying leaves one small relation per edge, from which the `ite`s on
//! control are gone. A system without marked locations has one location and one edge.

use euclase_logic::{Substitution, TermId, Terms, TransitionSystem};

/// A place in the control flow.
pub struct Location {
    /// The location Boolean; none in a system without marked locations.
    pub variable: Option<TermId>,
    /// The initial states here, as conjuncts; none if no execution starts here.
    pub init: Option<Vec<TermId>>,
    /// What must not hold here.
    pub bad: TermId,
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
    next_state: Substitution,
}

impl Edge {
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
    /// Partitions the step relation by location.
    pub fn new(terms: &mut Terms, system: &TransitionSystem) -> Self {
        let located = |l: &TermId| system.states.iter().any(|s| s.current == *l && s.update.is_some());
        if system.locations.len() < 2 || !system.locations.iter().all(located) {
            return Control::single(terms, system);
        }
        let mut control = Control { locations: Vec::new(), edges: Vec::new() };
        for here in 0..system.locations.len() {
            let mut at = fix_location(terms, system, here);
            let init = at.apply(terms, system.init);
            let good = at.apply(terms, system.property);
            control.locations.push(Location {
                variable: Some(system.locations[here]),
                init: (init != terms.ff()).then(|| terms.conjuncts(init)),
                bad: terms.not(good),
                incoming: Vec::new(),
            });
            control.add_edges_from(terms, system, here, &mut at);
        }
        for (number, edge) in control.edges.iter().enumerate() {
            control.locations[edge.to].incoming.push(number);
        }
        control
    }

    fn single(terms: &mut Terms, system: &TransitionSystem) -> Self {
        let next = system.states.iter().map(|s| (s.current, s.update.unwrap_or(s.next)));
        let edge =
            Edge { from: 0, to: 0, constraints: system.constraints.clone(), next_state: Substitution::new(next) };
        let location = Location {
            variable: None,
            init: (system.init != terms.ff()).then(|| terms.conjuncts(system.init)),
            bad: terms.not(system.property),
            incoming: vec![0],
        };
        Control { locations: vec![location], edges: vec![edge] }
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
        for (to, guard) in moves.iter().enumerate() {
            let mut landing = next_location(terms, system, to);
            let mut all: Vec<TermId> = constraints.iter().map(|c| landing.apply(terms, *c)).collect();
            all.push(*guard);
            let all = terms.and(&all);
            if all == terms.ff() {
                continue;
            }
            let here = system.locations.iter().enumerate().map(|(l, v)| (*v, terms.bool(l == to)));
            let next_state = Substitution::new(data.iter().copied().chain(here));
            self.edges.push(Edge { from, to, constraints: terms.conjuncts(all), next_state });
        }
    }
}

fn fix_location(terms: &Terms, system: &TransitionSystem, here: usize) -> Substitution {
    Substitution::new(system.locations.iter().enumerate().map(|(l, v)| (*v, terms.bool(l == here))))
}

fn next_location(terms: &Terms, system: &TransitionSystem, to: usize) -> Substitution {
    let next = |l: TermId| system.states.iter().find(|s| s.current == l).map(|s| s.next);
    let pairs = system.locations.iter().enumerate();
    Substitution::new(pairs.filter_map(|(l, v)| Some((next(*v)?, terms.bool(l == to)))))
}
