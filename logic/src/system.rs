//! Transition systems: state, inputs, initial states, steps and the property to prove invariant.
//!
//! A step relates the current state `X`, the inputs `Y` and the next state `X'`. Where the next
//! value of a variable is a function of `X` and `Y`, that function stands in
//! [`StateVar::update`]; everything else a step must satisfy stands in
//! [`TransitionSystem::constraints`].

use crate::eval::{Assignment, EvalError, Evaluator};
use crate::term::{TermId, Terms};
use crate::traverse::Substitution;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::fmt;

/// Where something stands in the user's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name as the user wrote it.
    pub name: String,
    /// The file, when known.
    pub file: Option<String>,
    /// The line, counted from one, when known.
    pub line: Option<u32>,
}

/// A state variable.
#[derive(Clone, Debug)]
pub struct StateVar {
    /// The variable in the current state.
    pub current: TermId,
    /// The variable in the next state.
    pub next: TermId,
    /// The next value as a function of current state and inputs; without one, the constraints
    /// alone say what the next value may be.
    pub update: Option<TermId>,
    /// Where it comes from.
    pub origin: Option<Origin>,
}

/// A transition system with one invariant property.
#[derive(Clone, Debug)]
pub struct TransitionSystem {
    /// The state variables.
    pub states: Vec<StateVar>,
    /// The input variables: chosen anew in every step.
    pub inputs: Vec<TermId>,
    /// The initial states, over the current state variables.
    pub init: TermId,
    /// What every step must satisfy besides the updates, over `X`, `Y` and `X'`.
    pub constraints: Vec<TermId>,
    /// What must hold in every reachable state, over the current state variables.
    pub property: TermId,
    /// State Booleans of which exactly one holds in every reachable state, when that is known.
    pub locations: Vec<TermId>,
    /// Inputs that were solved for, each with the term over `X`, `Y` and `X'` that gives its
    /// value; a later definition may use the inputs of earlier ones.
    pub solved_inputs: Vec<(TermId, TermId)>,
}

/// An execution: the states it goes through, and the inputs of each step.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The states, first to last, with the inputs of the step that leaves each.
    pub steps: Vec<TraceStep>,
    /// Tables of uninterpreted functions, the same in all steps.
    pub functions: Assignment,
}

/// A state and the inputs of the step that leaves it.
#[derive(Clone, Debug, Default)]
pub struct TraceStep {
    /// Values of the current-state variables.
    pub state: FxHashMap<TermId, Value>,
    /// Values of the inputs; empty in the last step.
    pub inputs: FxHashMap<TermId, Value>,
}

/// Why a trace is not an execution that violates the property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// There is no state at all.
    Empty,
    /// The first state is not an initial state.
    NotInitial,
    /// The numbered step is not one the system can take.
    NotAStep(usize),
    /// The property holds in the last state.
    PropertyHolds,
    /// A variable has no value.
    Missing(EvalError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Empty => f.write_str("the trace has no states"),
            ReplayError::NotInitial => f.write_str("the first state of the trace is not initial"),
            ReplayError::NotAStep(step) => write!(f, "step {step} of the trace is not a step of the system"),
            ReplayError::PropertyHolds => f.write_str("the property holds in the last state of the trace"),
            ReplayError::Missing(error) => write!(f, "in the trace, {error}"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<EvalError> for ReplayError {
    fn from(error: EvalError) -> Self {
        ReplayError::Missing(error)
    }
}

impl TransitionSystem {
    /// The whole step relation as one formula over `X`, `Y` and `X'`.
    pub fn trans(&self, terms: &mut Terms) -> TermId {
        let mut conjuncts = self.constraints.clone();
        for state in &self.states {
            if let Some(update) = state.update {
                conjuncts.push(terms.eq(state.next, update));
            }
        }
        terms.and(&conjuncts)
    }

    /// The substitution from current to next state variables.
    pub fn prime(&self) -> Substitution {
        Substitution::new(self.states.iter().map(|s| (s.current, s.next)))
    }

    /// The substitution from next to current state variables.
    pub fn unprime(&self) -> Substitution {
        Substitution::new(self.states.iter().map(|s| (s.next, s.current)))
    }

    /// Runs a trace on the evaluator: initial, every step, and the property false at the end.
    pub fn replay(&self, terms: &mut Terms, trace: &Trace) -> Result<(), ReplayError> {
        let (Some(first), Some(last)) = (trace.steps.first(), trace.steps.last()) else {
            return Err(ReplayError::Empty);
        };
        // Only the variables that a map is for are read from it: a trace that gives a state variable
        // another value among the inputs, or among the functions, is not believed.
        let at = |step: &TraceStep| {
            let mut assignment = Assignment::default();
            for (function, value) in trace.functions.functions() {
                assignment.set_function(function, value.clone());
            }
            let states = self.states.iter().map(|s| (s.current, step.state.get(&s.current)));
            let inputs = self.inputs.iter().map(|i| (*i, step.inputs.get(i)));
            for (variable, value) in states.chain(inputs) {
                if let Some(value) = value {
                    assignment.set(variable, value.clone());
                }
            }
            assignment
        };
        let trans = self.trans(terms);
        if !Evaluator::new(terms, &at(first)).holds(self.init)? {
            return Err(ReplayError::NotInitial);
        }
        for (number, pair) in trace.steps.windows(2).enumerate() {
            let mut assignment = at(&pair[0]);
            for state in &self.states {
                if let Some(value) = pair[1].state.get(&state.current) {
                    assignment.set(state.next, value.clone());
                }
            }
            if !Evaluator::new(terms, &assignment).holds(trans)? {
                return Err(ReplayError::NotAStep(number));
            }
        }
        if Evaluator::new(terms, &at(last)).holds(self.property)? {
            return Err(ReplayError::PropertyHolds);
        }
        Ok(())
    }
}
