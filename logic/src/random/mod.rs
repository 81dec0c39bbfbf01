//! Random small transition systems, and an oracle that decides them by enumeration.
//!
//! For tests of engines: the systems look like what programs become (bounded counters, choices on
//! comparisons, copies, variables that change places, reads and writes), and are small enough
//! that [`explicit_reachability`] takes milliseconds. The same seed gives the same system.

mod choices;
mod explicit;
mod expression;

pub use choices::Choices;
pub use explicit::{Exploration, explicit_reachability, explore};

use crate::eval::{Assignment, Evaluator};
use crate::sort::Sort;
use crate::system::{StateVar, TransitionSystem};
use crate::term::{TermId, Terms};
use crate::value::Value;
use explicit::reachable_states;
use expression::Expressions;

/// What the systems may be made of.
#[derive(Clone, Debug)]
pub struct RandomOptions {
    /// How many bits all state variables have together, at most; from 2 to 14.
    pub state_bits: u64,
    /// How many bits all inputs have together, at most; up to 8.
    pub input_bits: u64,
    /// Whether some systems have arrays.
    pub arrays: bool,
    /// Whether some next states are given by constraints and not by a function.
    pub relational: bool,
    /// How deep the random terms of an update are, at most.
    pub depth: u32,
}

impl Default for RandomOptions {
    fn default() -> Self {
        RandomOptions { state_bits: 12, input_bits: 4, arrays: true, relational: true, depth: 2 }
    }
}

/// How many evaluations the reachable states of a system may take to be found.
const EVALUATIONS: usize = 1 << 15;

/// The random system of a seed.
///
/// Systems that do nothing and properties that are decided in the first state are mostly thrown
/// away, and about as many properties hold as do not.
pub fn random_system(seed: u64, options: &RandomOptions) -> (Terms, TransitionSystem) {
    let mut choices = Choices::new(seed);
    loop {
        let (mut terms, mut system) = random_dynamics(&mut choices, options);
        let Some(reachable) = reachable_states(&terms, &system, EVALUATIONS) else { continue };
        if reachable.len() < 4 && !choices.percent(3) {
            continue;
        }
        if let Some(property) = random_property(&mut terms, &mut choices, &system, &reachable) {
            system.property = property;
            return (terms, system);
        }
    }
}

/// A random system whose property is still to be said.
fn random_dynamics(choices: &mut Choices, options: &RandomOptions) -> (Terms, TransitionSystem) {
    let mut terms = Terms::new();
    let states = state_variables(&mut terms, choices, options);
    let inputs = inputs(&mut terms, choices, options);
    let current: Vec<TermId> = states.iter().map(|s| s.0).collect();
    let mut system = TransitionSystem {
        states: states.iter().map(|(current, next)| state(*current, *next)).collect(),
        inputs: inputs.clone(),
        init: terms.tt(),
        constraints: Vec::new(),
        property: terms.tt(),
        locations: Vec::new(),
        solved_inputs: Vec::new(),
        relation: None,
    };
    let all: Vec<TermId> = current.iter().chain(&inputs).copied().collect();
    let mut over_all = Expressions { terms: &mut terms, choices, variables: &all };
    add_updates(&mut over_all, &mut system, options);
    add_input_constraints(&mut over_all, &mut system);
    let mut over_states = Expressions { terms: &mut terms, choices, variables: &current };
    system.init = initial(&mut over_states);
    (terms, system)
}

fn state(current: TermId, next: TermId) -> StateVar {
    StateVar { current, next, update: None, origin: None }
}

fn state_variables(terms: &mut Terms, choices: &mut Choices, options: &RandomOptions) -> Vec<(TermId, TermId)> {
    let mut budget = options.state_bits.clamp(2, 14);
    let mut sorts: Vec<(Sort, u64)> = Vec::new();
    if options.arrays && choices.percent(35) {
        let (index, element) = choices.pick(&[(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)]);
        let bits = u64::from(element) << index;
        if bits <= budget {
            sorts.push((terms.array_sort(Sort::BitVec(index), Sort::BitVec(element)), bits));
            budget -= bits;
            // Something to index it with, and something to store.
            if budget >= u64::from(index + element) {
                sorts.extend([index, element].map(|w| (Sort::BitVec(w), u64::from(w))));
                budget -= u64::from(index + element);
            }
        }
    }
    let count = choices.between(2, 5).max(sorts.len() as u64);
    while (sorts.len() as u64) < count && budget > 0 {
        // Variables of one sort have something to say to each other.
        let sort = match choices.below(10) {
            0..=2 if !sorts.is_empty() => choices.pick(&sorts),
            3 | 4 => (Sort::Bool, 1),
            5 if budget >= 8 => (Sort::BitVec(8), 8),
            _ => {
                let width = choices.between(1, 4.min(budget));
                (Sort::BitVec(width as u32), width)
            }
        };
        if sort.1 <= budget && !(sort.0.is_array() && sorts.len() > 2) {
            budget -= sort.1;
            sorts.push(sort);
        }
    }
    let variable = |(number, (sort, _)): (usize, &(Sort, u64))| {
        let name = format!("{}{number}", if sort.is_array() { "a" } else { "x" });
        (terms.var(&name, *sort), terms.var(&format!("{name}'"), *sort))
    };
    sorts.iter().enumerate().map(variable).collect()
}

fn inputs(terms: &mut Terms, choices: &mut Choices, options: &RandomOptions) -> Vec<TermId> {
    let mut budget = options.input_bits.min(8);
    let mut inputs = Vec::new();
    for number in 0..choices.below(4) {
        let width = choices.between(1, 3).min(budget);
        let sort = match width {
            0 => break,
            1 if choices.percent(70) => Sort::Bool,
            _ => Sort::BitVec(width as u32),
        };
        budget -= width;
        inputs.push(terms.var(&format!("i{number}"), sort));
    }
    inputs
}

fn add_updates(over: &mut Expressions<'_>, system: &mut TransitionSystem, options: &RandomOptions) {
    let relational = options.relational && over.choices.percent(25);
    let mut free_bits = 0;
    for position in 0..system.states.len() {
        let state = &mut system.states[position];
        let small = over.terms.cardinality(over.terms.sort(state.current)).is_some_and(|n| n <= 16);
        if relational && small && free_bits < 2 && over.choices.percent(50) {
            free_bits += 1;
            let constraint = over.relation(state.current, state.next);
            system.constraints.extend(constraint.filter(|c| over.terms.as_bool(*c).is_none()));
        } else {
            state.update = Some(over.update(state.current, options.depth));
        }
    }
    // Two variables that change places: the parallel assignment of phis.
    if over.choices.percent(25) {
        let count = system.states.len() as u64;
        let (a, b) = (over.choices.below(count) as usize, over.choices.below(count) as usize);
        let (first, second) = (system.states[a].current, system.states[b].current);
        let functional = system.states[a].update.is_some() && system.states[b].update.is_some();
        if a != b && functional && over.terms.sort(first) == over.terms.sort(second) {
            system.states[a].update = Some(second);
            system.states[b].update = Some(first);
        }
    }
}

fn add_input_constraints(over: &mut Expressions<'_>, system: &mut TransitionSystem) {
    if system.inputs.is_empty() || !over.choices.percent(30) {
        return;
    }
    let input = over.choices.pick(&system.inputs);
    let restricted = over.atom_on(input);
    let constraint = if over.choices.percent(50) {
        restricted
    } else {
        let condition = over.condition(0);
        over.terms.implies(condition, restricted)
    };
    if over.terms.as_bool(constraint).is_none() {
        system.constraints.push(constraint);
    }
}

/// Mostly constants, sometimes a range, an equality of two variables, or nothing at all.
fn initial(over: &mut Expressions<'_>) -> TermId {
    let mut conjuncts = Vec::new();
    for variable in over.variables.iter().copied() {
        let conjunct = match over.choices.below(20) {
            0 => continue,
            1 | 2 => over.atom_on(variable),
            _ => {
                let value = over.small_constant(over.terms.sort(variable));
                over.terms.eq(variable, value)
            }
        };
        conjuncts.push(conjunct);
    }
    let init = over.terms.and(&conjuncts);
    // Nothing to start from would make every property hold.
    if over.terms.as_bool(init) == Some(false) { over.terms.tt() } else { init }
}

/// A property that some state violates; drawn until it holds or fails as wished, if it can be had.
fn random_property(
    terms: &mut Terms,
    choices: &mut Choices,
    system: &TransitionSystem,
    reachable: &[(Assignment, usize)],
) -> Option<TermId> {
    let variables: Vec<TermId> = system.states.iter().map(|s| s.current).collect();
    let states = any_states(terms, choices, &variables)?;
    let (wish_to_hold, shortest) = (choices.percent(50), choices.pick(&[0, 1, 1, 2, 2, 3]));
    for _ in 0..60 {
        let property = property(&mut Expressions { terms, choices, variables: &variables });
        let fails = |state: &Assignment| Evaluator::new(terms, state).holds(property) == Ok(false);
        let violated = reachable.iter().find(|(state, _)| fails(state)).map(|(_, depth)| *depth);
        let is_wished = match violated {
            _ if terms.as_bool(property).is_some() => false,
            Some(depth) => !wish_to_hold && depth >= shortest,
            None => wish_to_hold && states.iter().any(fails),
        };
        if is_wished {
            return Some(property);
        }
    }
    None
}

/// Some states, reachable or not.
fn any_states(terms: &Terms, choices: &mut Choices, variables: &[TermId]) -> Option<Vec<Assignment>> {
    let mut states = vec![Assignment::default(); 100];
    for variable in variables {
        let values = Value::all_of(terms, terms.sort(*variable), 1 << 14)?;
        for state in &mut states {
            state.set(*variable, values[choices.below(values.len() as u64) as usize].clone());
        }
    }
    Some(states)
}

/// Something about one or two variables.
fn property(over: &mut Expressions<'_>) -> TermId {
    match over.choices.below(10) {
        0..=5 => over.claim(),
        6 | 7 => {
            let (a, b) = (over.claim(), over.claim());
            over.terms.or(&[a, b])
        }
        8 => {
            let (a, b) = (over.claim(), over.claim());
            over.terms.and(&[a, b])
        }
        _ => {
            let (condition, then) = (over.condition(0), over.claim());
            over.terms.implies(condition, then)
        }
    }
}
