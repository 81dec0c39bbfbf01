//! From a state that was found to the execution that leads to it.
//!
//! Exploration keeps only what matters of a state and chooses only the inputs that matter. The execution has all of
//! them: the rest gets any value at the start, and what the system computes later.

use super::explore::{Choice, Start};
use super::model::Model;
use crate::answer::{Reason, Task};
use crate::ic3::control::Control;
use crate::reduce::extend::extend;
use crate::words::fitting_width;
use euclase_logic::{BitVecValue, Sort, TermId, Terms, Trace, TraceStep, Value};

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
    let mut steps = vec![TraceStep::default(); path.len() + 1];
    // What does not fit a word does not matter, and gets its value with the rest.
    let words = system.states.iter().zip(&model.initial_values);
    for (state, values) in words.filter(|(state, _)| fitting_width(terms.sort(state.current)).is_some()) {
        steps[0].state.insert(state.current, value(terms, state.current, values[0]));
    }
    let live = model.places[start.place].live.iter().copied().zip(start.live.iter().copied());
    for (variable, word) in start.chosen.iter().copied().chain(live) {
        let variable = system.states[variable as usize].current;
        steps[0].state.insert(variable, value(terms, variable, word));
    }
    for (location, here) in control.locations.iter().enumerate() {
        if let Some(variable) = here.variable {
            steps[0].state.insert(variable, Value::Bool(location == start.place));
        }
    }
    for (number, choices) in path.iter().enumerate() {
        for (input, word) in *choices {
            let input = model.inputs[*input as usize];
            let value = value(terms, input, *word);
            // The next value of a variable is an input, too, where the constraints alone say what it may be.
            match system.states.iter().find(|state| state.next == input) {
                Some(state) => steps[number + 1].state.insert(state.current, value),
                None => steps[number].inputs.insert(input, value),
            };
        }
    }
    let told = Trace { steps, ..Trace::default() };
    extend(terms, system, &[], &told).map_err(|error| Reason::Internal(error.to_string()))
}
