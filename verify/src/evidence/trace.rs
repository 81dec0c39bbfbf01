//! An execution as text: the values of all variables by name, state after state.

use super::value::{read_value, write_value};
use euclase_logic::{
    EvalError, FunctionId, FunctionValue, Op, Sort, TermId, Terms, Trace, TraceStep, TransitionSystem, Value,
};
use euclase_result::{FunctionText, StepText, TraceText, ValueText, VariableText};
use rustc_hash::FxHashMap;

/// Writes an execution down.
pub fn write_trace(terms: &Terms, system: &TransitionSystem, trace: &Trace) -> Result<TraceText, String> {
    let states: Vec<TermId> = system.states.iter().map(|s| s.current).collect();
    let mut steps = Vec::new();
    for (number, step) in trace.steps.iter().enumerate() {
        let last = number + 1 == trace.steps.len();
        let inputs: &[TermId] = if last { &[] } else { &system.inputs };
        steps.push(StepText {
            state: write_values(terms, &states, &step.state)?,
            inputs: write_values(terms, inputs, &step.inputs)?,
        });
    }
    let mut functions: Vec<FunctionText> =
        trace.functions.functions().map(|(id, value)| write_function(terms, id, value)).collect();
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(TraceText {
        states: states.iter().map(|s| variable_text(terms, *s)).collect(),
        inputs: system.inputs.iter().map(|i| variable_text(terms, *i)).collect(),
        steps,
        functions,
    })
}

/// Reads an execution of a system whose variables are found by name and sort.
pub fn read_trace(text: &TraceText, terms: &Terms, system: &TransitionSystem) -> Result<Trace, String> {
    let states = find(terms, &text.states, system.states.iter().map(|s| s.current))?;
    let inputs = find(terms, &text.inputs, system.inputs.iter().copied())?;
    let mut trace = Trace::default();
    for (number, step) in text.steps.iter().enumerate() {
        let last = number + 1 == text.steps.len();
        trace.steps.push(TraceStep {
            state: read_values(terms, &states, &step.state)?,
            inputs: read_values(terms, if last { &[] } else { &inputs }, &step.inputs)?,
        });
    }
    let declared = functions_of(terms, system);
    for function in &text.functions {
        // A function that the system does not use any more does not matter.
        if let Some(id) = declared.get(function.name.as_str()) {
            trace.functions.set_function(*id, read_function(function, terms, *id)?);
        }
    }
    Ok(trace)
}

/// Adds the values of the inputs that were solved for, so that the user sees them all.
pub fn complete(
    text: &mut TraceText,
    terms: &Terms,
    system: &TransitionSystem,
    trace: &Trace,
) -> Result<(), EvalError> {
    for (input, _) in &system.solved_inputs {
        text.inputs.push(variable_text(terms, *input));
    }
    let mut trace = trace.clone();
    system.complete_solved_inputs(terms, &mut trace)?;
    let last = trace.steps.len().saturating_sub(1);
    for (told, step) in text.steps.iter_mut().zip(&trace.steps[..last]) {
        let values = system.solved_inputs.iter().filter_map(|(input, _)| step.inputs.get(input));
        told.inputs.extend(values.map(write_value));
    }
    Ok(())
}

/// The name and sort of a variable.
fn variable_text(terms: &Terms, variable: TermId) -> VariableText {
    let name = terms.var_name(variable).unwrap_or_default().to_string();
    VariableText { name, sort: terms.sort_name(terms.sort(variable)) }
}

fn write_function(terms: &Terms, id: FunctionId, value: &FunctionValue) -> FunctionText {
    let entry =
        |(arguments, result): (&Vec<Value>, &Value)| (arguments.iter().map(write_value).collect(), write_value(result));
    FunctionText {
        name: terms.function(id).0.to_string(),
        entries: value.entries.iter().map(entry).collect(),
        default: write_value(&value.default),
    }
}

fn read_function(text: &FunctionText, terms: &Terms, id: FunctionId) -> Result<FunctionValue, String> {
    let (_, domain, range) = terms.function(id);
    let mut value =
        FunctionValue { default: read_value(&text.default, terms, range)?, entries: std::collections::BTreeMap::new() };
    for (arguments, result) in &text.entries {
        if arguments.len() != domain.len() {
            return Err(format!("function '{}' takes {} arguments", text.name, domain.len()));
        }
        let arguments = arguments.iter().zip(domain).map(|(a, sort)| read_value(a, terms, *sort));
        value.entries.insert(arguments.collect::<Result<_, _>>()?, read_value(result, terms, range)?);
    }
    Ok(value)
}

fn write_values(
    terms: &Terms,
    variables: &[TermId],
    values: &FxHashMap<TermId, Value>,
) -> Result<Vec<ValueText>, String> {
    let value = |variable: &TermId| match values.get(variable) {
        Some(value) => Ok(write_value(value)),
        None => Err(format!("the trace has no value for '{}'", terms.var_name(*variable).unwrap_or_default())),
    };
    variables.iter().map(value).collect()
}

fn read_values(
    terms: &Terms,
    variables: &[(TermId, Sort)],
    values: &[ValueText],
) -> Result<FxHashMap<TermId, Value>, String> {
    if variables.len() != values.len() {
        return Err(format!("the trace has {} values for {} variables", values.len(), variables.len()));
    }
    let read =
        |((variable, sort), value): (&(TermId, Sort), &ValueText)| Ok((*variable, read_value(value, terms, *sort)?));
    variables.iter().zip(values).map(read).collect()
}

/// The variables of the system by the names in the trace.
fn find(
    terms: &Terms,
    named: &[VariableText],
    all: impl Iterator<Item = TermId>,
) -> Result<Vec<(TermId, Sort)>, String> {
    let known: FxHashMap<VariableText, TermId> = all.map(|v| (variable_text(terms, v), v)).collect();
    let find = |variable: &VariableText| match known.get(variable) {
        Some(term) => Ok((*term, terms.sort(*term))),
        None => Err(format!("the system has no variable '{}' of sort {}", variable.name, variable.sort)),
    };
    named.iter().map(find).collect()
}

/// The uninterpreted functions that occur in the system.
fn functions_of<'t>(terms: &'t Terms, system: &TransitionSystem) -> FxHashMap<&'t str, FunctionId> {
    let mut roots = vec![system.init, system.property];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|s| s.update));
    roots.extend(system.solved_inputs.iter().map(|(_, definition)| *definition));
    roots.extend(system.relation.iter().flatten());
    let mut functions = FxHashMap::default();
    for term in terms.postorder(&roots) {
        if let Op::Apply(id) = terms.op(term) {
            functions.insert(terms.function(id).0, id);
        }
    }
    functions
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use euclase_logic::StateVar;

    /// A byte that grows by an input; the property says it is never 3.
    fn adder() -> (Terms, TransitionSystem, Trace) {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let (x, next, by) = (terms.var("x", byte), terms.var("x'", byte), terms.var("by", byte));
        let (zero, three) = (terms.bv(8, 0), terms.bv(8, 3));
        let init = terms.eq(x, zero);
        let bad = terms.eq(x, three);
        let property = terms.not(bad);
        let update = Some(terms.bv_add(x, by));
        let system = TransitionSystem {
            states: vec![StateVar { current: x, next, update, origin: None }],
            inputs: vec![by],
            init,
            constraints: Vec::new(),
            property,
            locations: Vec::new(),
            solved_inputs: Vec::new(),
            relation: None,
        };
        let value = |n| Value::BitVec(euclase_logic::BitVecValue::new(8, n));
        let step = |state, input: Option<u64>| TraceStep {
            state: [(x, value(state))].into_iter().collect(),
            inputs: input.map(|n| (by, value(n))).into_iter().collect(),
        };
        let trace = Trace { steps: vec![step(0, Some(2)), step(2, Some(1)), step(3, None)], ..Trace::default() };
        (terms, system, trace)
    }

    #[test]
    fn a_trace_comes_back_and_replays() {
        let (terms, system, trace) = adder();
        let text = write_trace(&terms, &system, &trace).unwrap();
        let json = serde_json::to_string(&text).unwrap();
        let text: TraceText = serde_json::from_str(&json).unwrap();
        // Another arena, as in another process.
        let (mut terms, system, _) = adder();
        let trace = read_trace(&text, &terms, &system).unwrap();
        assert_eq!(system.replay(&mut terms, &trace), Ok(()));
    }

    #[test]
    fn a_tampered_trace_is_refused() {
        let (mut terms, system, trace) = adder();
        let good = write_trace(&terms, &system, &trace).unwrap();
        let mut changed_state = good.clone();
        changed_state.steps[1].state[0] = ValueText::Scalar("#x07".into());
        let mut shortened = good.clone();
        shortened.steps.pop();
        let mut without_start = good.clone();
        without_start.steps.remove(0);
        for text in [changed_state, shortened, without_start] {
            let refused = match read_trace(&text, &terms, &system) {
                Ok(trace) => system.replay(&mut terms, &trace).is_err(),
                Err(_) => true,
            };
            assert!(refused, "{text:?}");
        }
        let mut other_name = good.clone();
        other_name.states[0].name = "y".into();
        assert!(read_trace(&other_name, &terms, &system).is_err());
        let mut other_sort = good.clone();
        other_sort.states[0].sort = "Bool".into();
        assert!(read_trace(&other_sort, &terms, &system).is_err());
    }
}
