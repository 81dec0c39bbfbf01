//! Executions from the initial states on random inputs: what they visit is what facts must agree
//! with, and what candidates are made of.

use super::tape::Tape;
use crate::ic3::control::Control;
use crate::words::{fitting_width, mask};
use euclase_logic::random::Choices;
use euclase_logic::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// How many executions are run, and how many steps each may have.
const RUNS: usize = 48;
const STEPS: usize = 160;

/// How often other inputs are tried when a step is not possible.
const TRIES: usize = 12;

/// How many states are kept of each location.
const KEPT: usize = 192;

/// Values of the observed variables, in their order.
pub type Row = Vec<u64>;

/// Constants that occur in the system, by width, and their neighbours: where programs change their ways.
pub struct Pool {
    by_width: FxHashMap<u32, Vec<u64>>,
}

impl Pool {
    /// The constants of the system.
    pub fn new(terms: &Terms, roots: &[TermId]) -> Self {
        let mut by_width: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
        for term in terms.postorder(roots) {
            if let (Op::BitVecConst(_), Some(width)) = (terms.op(term), fitting_width(terms.sort(term)))
                && let Some(number) = terms.as_bitvec(term).and_then(|value| value.to_u64())
            {
                by_width.entry(width).or_default().push(number);
            }
        }
        for constants in by_width.values_mut() {
            constants.sort_unstable();
            constants.dedup();
        }
        Pool { by_width }
    }

    /// The constants of a width, in unsigned order.
    pub fn constants(&self, width: u32) -> &[u64] {
        self.by_width.get(&width).map_or(&[], Vec::as_slice)
    }

    fn pick(&self, choices: &mut Choices, width: u32) -> u64 {
        let constants = self.constants(width);
        let value = match choices.below(10) {
            0..=3 if !constants.is_empty() => choices.pick(constants).wrapping_add(choices.below(3)).wrapping_sub(1),
            0..=5 => choices.below(24),
            6 => choices.below(8).wrapping_neg(),
            7 => (1_u64 << (width - 1)).wrapping_sub(choices.below(2)),
            8 => choices.below(1000),
            _ => choices.between(0, u64::MAX - 1),
        };
        value & mask(width)
    }
}

/// What an edge needs to be taken, and where it leads.
struct EdgeRoots {
    to: usize,
    constraints: Vec<TermId>,
    after: Vec<TermId>,
}

/// Runs executions until the time is over and gives the states visited at each location.
pub fn visit(
    terms: &mut Terms,
    control: &mut Control,
    variables: &[TermId],
    pool: &Pool,
    deadline: Instant,
) -> Vec<Vec<Row>> {
    let mut edges: Vec<Vec<EdgeRoots>> = control.locations.iter().map(|_| Vec::new()).collect();
    for edge in &mut control.edges {
        let after = variables.iter().map(|variable| edge.pre(terms, *variable)).collect();
        edges[edge.from].push(EdgeRoots { to: edge.to, constraints: edge.constraints.clone(), after });
    }
    let mut initial = Vec::new();
    for (location, place) in control.locations.iter().enumerate() {
        if let Some(init) = &place.init {
            initial.push(Initial::new(terms, location, init, variables));
        }
    }
    let mut simulation = Simulation {
        pool,
        tapes: edges.iter().map(|out| Tape::new(terms, &roots(out, variables))).collect(),
        variables,
        edges,
        choices: Choices::new(1),
        visited: control.locations.iter().map(|_| Vec::new()).collect(),
        known: control.locations.iter().map(|_| FxHashSet::default()).collect(),
    };
    for run in 0..RUNS {
        if initial.is_empty() || Instant::now() >= deadline {
            break;
        }
        let start = run % initial.len();
        simulation.run(&mut initial[start], deadline);
    }
    simulation.visited
}

fn roots(edges: &[EdgeRoots], variables: &[TermId]) -> Vec<TermId> {
    let mut roots = variables.to_vec();
    roots.extend(edges.iter().flat_map(|edge| edge.constraints.iter().chain(&edge.after)));
    roots
}

/// The initial states at a location.
struct Initial {
    location: usize,
    conjuncts: Vec<TermId>,
    /// Variables that a conjunct equates with something.
    defined: Vec<(TermId, TermId)>,
    tape: Tape,
}

impl Initial {
    fn new(terms: &Terms, location: usize, init: &[TermId], variables: &[TermId]) -> Self {
        let mut defined = Vec::new();
        for conjunct in init {
            let definition = match (terms.op(*conjunct), terms.args(*conjunct)) {
                (Op::Eq, [a, b]) if terms.is_var(*a) => (*a, *b),
                (Op::Eq, [a, b]) => (*b, *a),
                (Op::Not, [a]) => (*a, terms.ff()),
                _ => (*conjunct, terms.tt()),
            };
            if terms.is_var(definition.0) {
                defined.push(definition);
            }
        }
        // Constants first, so that what is equated with a variable takes over its constant.
        defined.sort_by_key(|(_, value)| !terms.is_constant(*value));
        let mut roots = variables.to_vec();
        roots.extend(init);
        roots.extend(defined.iter().map(|(_, value)| *value));
        Initial { location, conjuncts: init.to_vec(), defined, tape: Tape::new(terms, &roots) }
    }

    fn state(&mut self, choices: &mut Choices, pool: &Pool, variables: &[TermId]) -> Option<Row> {
        for _ in 0..TRIES {
            choose(&mut self.tape, choices, pool);
            for (variable, value) in &self.defined {
                self.tape.run();
                if let Some(value) = self.tape.get(*value) {
                    self.tape.set(*variable, value);
                }
            }
            self.tape.run();
            if self.conjuncts.iter().all(|c| self.tape.get(*c) != Some(0)) {
                return variables.iter().map(|variable| self.tape.get(*variable)).collect();
            }
        }
        None
    }
}

fn choose(tape: &mut Tape, choices: &mut Choices, pool: &Pool) {
    let open: Vec<(TermId, u32)> = tape.choices().collect();
    for (term, width) in open {
        tape.set(term, pool.pick(choices, width));
    }
}

struct Simulation<'a> {
    variables: &'a [TermId],
    pool: &'a Pool,
    tapes: Vec<Tape>,
    edges: Vec<Vec<EdgeRoots>>,
    choices: Choices,
    visited: Vec<Vec<Row>>,
    known: Vec<FxHashSet<Row>>,
}

impl Simulation<'_> {
    fn run(&mut self, initial: &mut Initial, deadline: Instant) {
        let Some(mut state) = initial.state(&mut self.choices, self.pool, self.variables) else { return };
        let mut here = initial.location;
        for _ in 0..STEPS {
            self.keep(here, &state);
            if Instant::now() >= deadline {
                return;
            }
            match self.step(here, &state) {
                Some((to, after)) => (here, state) = (to, after),
                None => return,
            }
        }
    }

    fn keep(&mut self, location: usize, state: &Row) {
        if self.visited[location].len() < KEPT && self.known[location].insert(state.clone()) {
            self.visited[location].push(state.clone());
        }
    }

    fn step(&mut self, here: usize, state: &Row) -> Option<(usize, Row)> {
        let tape = &mut self.tapes[here];
        for _ in 0..TRIES {
            choose(tape, &mut self.choices, self.pool);
            for (variable, value) in self.variables.iter().zip(state) {
                tape.set(*variable, *value);
            }
            tape.run();
            let possible = |edge: &&EdgeRoots| edge.constraints.iter().all(|c| tape.get(*c) != Some(0));
            if let Some(edge) = self.edges[here].iter().find(possible) {
                let after: Option<Row> = edge.after.iter().map(|term| tape.get(*term)).collect();
                return after.map(|after| (edge.to, after));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::Frame;
    use super::*;
    use crate::samples::{Builder, counter, deadlocked, even_inputs};
    use std::time::Duration;

    fn visited(b: &mut Builder) -> Vec<Row> {
        let mut control = Control::single(&mut b.terms, &b.system, &[]);
        let frame = Frame::new(&mut b.terms, &b.system, &mut control);
        let deadline = Instant::now() + Duration::from_secs(5);
        visit(&mut b.terms, &mut control, &frame.variables, &frame.pool, deadline).remove(0)
    }

    #[test]
    fn a_counter_is_followed() {
        let states = visited(&mut counter(8, 3, 1));
        assert_eq!(states[..4], [[0], [3], [6], [9]]);
    }

    #[test]
    fn constraints_are_respected() {
        assert!(visited(&mut even_inputs(true)).iter().all(|row| row[0] % 2 == 0));
        assert_eq!(visited(&mut deadlocked(9)), [[0], [1], [2], [3]]);
    }
}
