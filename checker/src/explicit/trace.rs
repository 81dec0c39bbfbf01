//! From a state that was found to the execution that leads to it.
//!
//! Exploration keeps only what matters of a state and chooses only the inputs that matter. The execution has all of
//! them: the rest gets any value at the start, and what the system computes later.

use super::explore::{Choice, Start};
use super::model::Model;
use crate::answer::{Reason, Task};
use crate::ic3::control::Control;
use euclase_logic::{Assignment, BitVecValue, Evaluator, Sort, TermId, Terms, Trace, TraceStep, Value};

fn value(terms: &Terms, variable: TermId, word: u64) -> Value {
    match terms.sort(variable) {
        Sort::BitVec(width) => Value::BitVec(BitVecValue::new(width, word)),
        _ => Value::Bool(word == 1),
    }
}

/// The execution that starts there and makes the choices of each step.
pub fn trace(
    task: &mut Task,
    control: &Control,
    model: &Model,
    start: &Start,
    path: &[&[Choice]],
) -> Result<Trace, Reason> {
    let system = task.system;
    let terms = &*task.terms;
    let mut trace = Trace::default();
    let mut step = TraceStep::default();
    for (state, values) in system.states.iter().zip(&model.initial_values) {
        step.state.insert(state.current, value(terms, state.current, values[0]));
    }
    let live = model.places[start.place].live.iter().copied().zip(start.live.iter().copied());
    for (variable, word) in start.chosen.iter().copied().chain(live) {
        let variable = system.states[variable as usize].current;
        step.state.insert(variable, value(terms, variable, word));
    }
    for (location, here) in control.locations.iter().enumerate() {
        if let Some(variable) = here.variable {
            step.state.insert(variable, Value::Bool(location == start.place));
        }
    }
    for choices in path {
        let mut assignment = Assignment::default();
        for (variable, value) in &step.state {
            assignment.set(*variable, value.clone());
        }
        for input in &model.inputs {
            assignment.set(*input, value(terms, *input, 0));
        }
        for (input, word) in *choices {
            let input = model.inputs[*input as usize];
            assignment.set(input, value(terms, input, *word));
        }
        for input in &system.inputs {
            step.inputs.extend(assignment.get(*input).map(|value| (*input, value.clone())));
        }
        let mut evaluator = Evaluator::new(terms, &assignment);
        let mut next = TraceStep::default();
        for state in &system.states {
            let value = evaluator.value(state.update.unwrap_or(state.next));
            next.state.insert(state.current, value.map_err(|error| Reason::Internal(error.to_string()))?);
        }
        trace.steps.push(std::mem::replace(&mut step, next));
    }
    trace.steps.push(step);
    system.complete_solved_inputs(terms, &mut trace).map_err(|error| Reason::Internal(error.to_string()))?;
    Ok(trace)
}
