//! From an execution that tells a part to one that tells everything.
//!
//! A search on a smaller system, or one that keeps only what matters of a state, has values for some variables. The others
//! get their initial values, any if nothing says which, and after that what the updates compute. Inputs that are not
//! told may be anything.

use euclase_logic::{
    Assignment, EvalError, Evaluator, FunctionId, FunctionValue, Op, TermId, Terms, Trace, TraceStep, TransitionSystem,
    Value,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The execution of the whole system that begins and chooses as the given one does. `initial` gives variables that are not
/// told their initial values, which may speak of those before them.
pub fn extend(
    terms: &Terms,
    system: &TransitionSystem,
    initial: &[(TermId, Option<TermId>)],
    trace: &Trace,
) -> Result<Trace, EvalError> {
    let mut whole = Trace { steps: Vec::new(), functions: functions(terms, system, trace) };
    let default = |variable: TermId| Value::default_of(terms, terms.sort(variable));
    let Some(first) = trace.steps.first() else { return Ok(whole) };
    let mut step = TraceStep { state: first.state.clone(), inputs: FxHashMap::default() };
    for (variable, initial) in initial {
        let value = match initial {
            Some(term) => Evaluator::new(terms, &assignment(&whole, &step)).value(*term)?,
            None => default(*variable),
        };
        step.state.insert(*variable, value);
    }
    for state in &system.states {
        step.state.entry(state.current).or_insert_with(|| default(state.current));
    }
    for (number, after) in trace.steps.iter().enumerate().skip(1) {
        let chosen = &trace.steps[number - 1].inputs;
        for input in &system.inputs {
            step.inputs.insert(*input, chosen.get(input).cloned().unwrap_or_else(|| default(*input)));
        }
        let before = assignment(&whole, &step);
        let mut evaluator = Evaluator::new(terms, &before);
        let mut next = TraceStep::default();
        for state in &system.states {
            let value = match (state.update, after.state.get(&state.current)) {
                (Some(update), _) => evaluator.value(update)?,
                (None, Some(value)) => value.clone(),
                // A constant, or any value.
                (None, None) => step.state.get(&state.current).cloned().unwrap_or_else(|| default(state.current)),
            };
            next.state.insert(state.current, value);
        }
        whole.steps.push(std::mem::replace(&mut step, next));
    }
    whole.steps.push(step);
    system.complete_solved_inputs(terms, &mut whole)?;
    Ok(whole)
}

fn assignment(trace: &Trace, step: &TraceStep) -> Assignment {
    let mut assignment = trace.functions.clone();
    for (variable, value) in step.state.iter().chain(&step.inputs) {
        assignment.set(*variable, value.clone());
    }
    assignment
}

/// The functions of the execution; those that do not matter to it are constant.
fn functions(terms: &Terms, system: &TransitionSystem, trace: &Trace) -> Assignment {
    let mut all = Assignment::default();
    let mut known: FxHashSet<FunctionId> = FxHashSet::default();
    for (function, value) in trace.functions.functions() {
        all.set_function(function, value.clone());
        known.insert(function);
    }
    let mut roots = vec![system.init, system.property];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|state| state.update));
    roots.extend(system.solved_inputs.iter().map(|(_, definition)| *definition));
    for term in terms.postorder(&roots) {
        if let Op::Apply(function) = terms.op(term)
            && known.insert(function)
        {
            let default = Value::default_of(terms, terms.function(function).2);
            all.set_function(function, FunctionValue { default, entries: BTreeMap::new() });
        }
    }
    all
}
