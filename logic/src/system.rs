//! Transition systems: state, inputs, initial states, steps and the property to prove invariant.
//!
//! A step relates the current state `X`, the inputs `Y` and the next state `X'`. Where the next
//! value of a variable is a function of `X` and `Y`, that function stands in
//! [`StateVar::update`]; everything else a step must satisfy stands in
//! [`TransitionSystem::constraints`].

use crate::eval::{Assignment, EvalError, Evaluator, FunctionValue};
use crate::term::{FunctionId, Op, TermId, Terms};
use crate::traverse::Substitution;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
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
    /// The step relation as the file gives it, over `X`, all inputs and `X'`, if updates,
    /// constraints and solved inputs were made of it. Evidence is checked against it, so that no
    /// answer rests on how they were made. Without it they are the relation themselves.
    pub relation: Option<Vec<TermId>>,
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

    /// Gives the inputs that were solved for the values of their definitions.
    pub fn complete_solved_inputs(&self, terms: &Terms, trace: &mut Trace) -> Result<(), EvalError> {
        if self.solved_inputs.is_empty() {
            return Ok(());
        }
        for number in 1..trace.steps.len() {
            let mut assignment = self.assignment(trace, number - 1, Some(number));
            self.solve_inputs(terms, &mut assignment)?;
            for (input, _) in &self.solved_inputs {
                if let Some(value) = assignment.get(*input) {
                    trace.steps[number - 1].inputs.insert(*input, value.clone());
                }
            }
        }
        Ok(())
    }

    /// Adds the values of the solved inputs, as many at a time as do not need one another.
    fn solve_inputs(&self, terms: &Terms, assignment: &mut Assignment) -> Result<(), EvalError> {
        let mut open = self.solved_inputs.as_slice();
        while !open.is_empty() {
            let mut values = Vec::new();
            let mut evaluator = Evaluator::new(terms, assignment);
            for (input, definition) in open {
                match evaluator.value(*definition) {
                    Ok(value) => values.push((*input, value)),
                    Err(error) if values.is_empty() => return Err(error),
                    Err(_) => break,
                }
            }
            open = &open[values.len()..];
            for (input, value) in values {
                assignment.set(input, value);
            }
        }
        Ok(())
    }

    /// The values of a state and its inputs, and of the next state if there is one. Only the
    /// variables that a map is for are read from it: a trace that gives a state variable another
    /// value among the inputs, or among the functions, is not believed.
    fn assignment(&self, trace: &Trace, number: usize, next: Option<usize>) -> Assignment {
        let mut assignment = Assignment::default();
        for (function, value) in trace.functions.functions() {
            assignment.set_function(function, value.clone());
        }
        let step = &trace.steps[number];
        let states = self.states.iter().map(|s| (s.current, step.state.get(&s.current)));
        let inputs = self.inputs.iter().map(|i| (*i, step.inputs.get(i)));
        let after = next.map(|next| &trace.steps[next].state);
        let nexts = self.states.iter().map(|s| (s.next, after.and_then(|state| state.get(&s.current))));
        for (variable, value) in states.chain(inputs).chain(nexts) {
            if let Some(value) = value {
                assignment.set(variable, value.clone());
            }
        }
        assignment
    }

    /// Whether a step that updates and constraints allow is one of the file's relation too.
    fn is_original_step(&self, terms: &Terms, mut assignment: Assignment) -> Result<bool, EvalError> {
        let Some(relation) = &self.relation else { return Ok(true) };
        self.solve_inputs(terms, &mut assignment)?;
        // A function that does not matter to the updates and constraints may be any.
        let known: FxHashSet<FunctionId> = assignment.functions().map(|(function, _)| function).collect();
        for term in terms.postorder(relation) {
            if let Op::Apply(function) = terms.op(term)
                && !known.contains(&function)
            {
                let default = Value::default_of(terms, terms.function(function).2);
                assignment.set_function(function, FunctionValue { default, entries: BTreeMap::new() });
            }
        }
        let mut evaluator = Evaluator::new(terms, &assignment);
        for conjunct in relation {
            if !evaluator.holds(*conjunct)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs a trace on the evaluator: initial, every step, and the property false at the end.
    pub fn replay(&self, terms: &mut Terms, trace: &Trace) -> Result<(), ReplayError> {
        let Some(last) = trace.steps.len().checked_sub(1) else {
            return Err(ReplayError::Empty);
        };
        let trans = self.trans(terms);
        if !Evaluator::new(terms, &self.assignment(trace, 0, None)).holds(self.init)? {
            return Err(ReplayError::NotInitial);
        }
        for number in 0..last {
            let assignment = self.assignment(trace, number, Some(number + 1));
            let allowed = Evaluator::new(terms, &assignment).holds(trans)?;
            if !allowed || !self.is_original_step(terms, assignment)? {
                return Err(ReplayError::NotAStep(number));
            }
        }
        if Evaluator::new(terms, &self.assignment(trace, last, None)).holds(self.property)? {
            return Err(ReplayError::PropertyHolds);
        }
        Ok(())
    }
}
