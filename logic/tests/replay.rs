//! A trace is replayed by the evaluator: a right one is accepted, and each kind of wrong one is
//! refused with its reason.

use euclase_logic::{
    Assignment, BitVecValue, EvalError, FunctionValue, ReplayError, Sort, StateVar, TermId, Terms, Trace, TraceStep,
    TransitionSystem, Value,
};
use std::collections::BTreeMap;

/// A counter that adds an input below 3 in every step, and a copy that lags behind it or not, as
/// the constraint `copy' = x or copy' = copy` lets it. The property: `x` is not 5.
struct Example {
    terms: Terms,
    system: TransitionSystem,
    x: TermId,
    copy: TermId,
    input: TermId,
}

fn example() -> Example {
    let mut terms = Terms::new();
    let sort = Sort::BitVec(8);
    let [x, next_x, copy, next_copy, input] = ["x", "x'", "copy", "copy'", "i"].map(|n| terms.var(n, sort));
    let [zero, three, five] = [0, 3, 5].map(|n| terms.bv(8, n));
    let update = terms.bv_add(x, input);
    let small = terms.bv_ult(input, three);
    let (follows, stays) = (terms.eq(next_copy, x), terms.eq(next_copy, copy));
    let lags = terms.or(&[follows, stays]);
    let (x_zero, copy_zero) = (terms.eq(x, zero), terms.eq(copy, zero));
    let state = |current, next, update| StateVar { current, next, update, origin: None };
    let system = TransitionSystem {
        states: vec![state(x, next_x, Some(update)), state(copy, next_copy, None)],
        inputs: vec![input],
        init: terms.and(&[x_zero, copy_zero]),
        constraints: vec![small, lags],
        property: terms.neq(x, five),
        locations: Vec::new(),
        solved_inputs: Vec::new(),
        relation: None,
    };
    Example { terms, system, x, copy, input }
}

fn byte(number: u64) -> Value {
    Value::BitVec(BitVecValue::new(8, number))
}

impl Example {
    /// A trace from rows of `x`, `copy` and the input of the step that leaves the state.
    fn trace(&self, rows: &[(u64, u64, Option<u64>)]) -> Trace {
        let step = |(x, copy, input): &(u64, u64, Option<u64>)| TraceStep {
            state: [(self.x, byte(*x)), (self.copy, byte(*copy))].into_iter().collect(),
            inputs: input.iter().map(|i| (self.input, byte(*i))).collect(),
        };
        Trace { steps: rows.iter().map(step).collect(), functions: Assignment::default() }
    }

    fn right(&self) -> Trace {
        self.trace(&[(0, 0, Some(2)), (2, 0, Some(2)), (4, 2, Some(1)), (5, 4, None)])
    }

    fn replay(&mut self, trace: &Trace) -> Result<(), ReplayError> {
        self.system.replay(&mut self.terms, trace)
    }
}

#[test]
fn right_trace_is_accepted() {
    let mut example = example();
    let trace = example.right();
    assert_eq!(example.replay(&trace), Ok(()));
}

#[test]
fn violation_in_the_first_state_needs_no_step() {
    let mut example = example();
    let five = example.terms.bv(8, 5);
    example.system.init = example.terms.eq(example.x, five);
    let trace = example.trace(&[(5, 7, None)]);
    assert_eq!(example.replay(&trace), Ok(()));
}

#[test]
fn no_states() {
    let mut example = example();
    assert_eq!(example.replay(&Trace::default()), Err(ReplayError::Empty));
}

#[test]
fn first_state_not_initial() {
    let mut example = example();
    let trace = example.trace(&[(4, 0, Some(1)), (5, 0, None)]);
    assert_eq!(example.replay(&trace), Err(ReplayError::NotInitial));
}

#[test]
fn step_against_an_update() {
    let mut example = example();
    let trace = example.trace(&[(0, 0, Some(2)), (2, 0, Some(2)), (5, 0, None)]);
    assert_eq!(example.replay(&trace), Err(ReplayError::NotAStep(1)));
}

#[test]
fn step_against_a_constraint_on_inputs() {
    let mut example = example();
    let trace = example.trace(&[(0, 0, Some(5)), (5, 0, None)]);
    assert_eq!(example.replay(&trace), Err(ReplayError::NotAStep(0)));
}

#[test]
fn step_against_a_constraint_on_the_next_state() {
    let mut example = example();
    let mut trace = example.right();
    trace.steps[3].state.insert(example.copy, byte(9));
    assert_eq!(example.replay(&trace), Err(ReplayError::NotAStep(2)));
}

#[test]
fn property_holds_at_the_end() {
    let mut example = example();
    let mut trace = example.right();
    trace.steps.pop();
    assert_eq!(example.replay(&trace), Err(ReplayError::PropertyHolds));
}

#[test]
fn violation_before_the_end_does_not_count() {
    let mut example = example();
    let mut trace = example.right();
    trace.steps[3].inputs.insert(example.input, byte(1));
    trace.steps.extend(example.trace(&[(6, 4, None)]).steps);
    assert_eq!(example.replay(&trace), Err(ReplayError::PropertyHolds));
}

#[test]
fn missing_values() {
    let mut example = example();
    let missing = |name: &str| Err(ReplayError::Missing(EvalError(name.into())));
    let (x, copy, input) = (example.x, example.copy, example.input);

    let mut without_input = example.right();
    without_input.steps[1].inputs.remove(&input);
    assert_eq!(example.replay(&without_input), missing("i"));

    let mut without_state = example.right();
    without_state.steps[0].state.remove(&copy);
    assert_eq!(example.replay(&without_state), missing("copy"));

    let mut without_next_state = example.right();
    without_next_state.steps[3].state.remove(&x);
    assert_eq!(example.replay(&without_next_state), missing("x'"));
}

#[test]
fn values_of_another_sort() {
    let mut example = example();
    let (x, input) = (example.x, example.input);
    for wrong in [Value::Bool(true), Value::BitVec(BitVecValue::new(16, 2))] {
        let mut trace = example.right();
        trace.steps[0].inputs.insert(input, wrong.clone());
        assert!(matches!(example.replay(&trace), Err(ReplayError::Missing(_))));
        let mut trace = example.right();
        trace.steps[2].state.insert(x, wrong);
        assert!(matches!(example.replay(&trace), Err(ReplayError::Missing(_))));
    }
}

/// Inputs that repeat a state variable with another value once let a trace jump.
#[test]
fn state_variables_among_the_inputs_are_not_read() {
    let mut example = example();
    let mut trace = example.trace(&[(0, 0, Some(1)), (1, 0, Some(1)), (5, 0, None)]);
    trace.steps[1].inputs.insert(example.x, byte(4));
    assert_eq!(example.replay(&trace), Err(ReplayError::NotAStep(1)));
}

/// Nor does the table of functions stand in for values that the steps do not have.
#[test]
fn variables_among_the_functions_are_not_read() {
    let mut example = example();
    let next_x = example.system.states[0].next;
    let mut trace = example.right();
    trace.steps[3].state.remove(&example.x);
    trace.functions.set(next_x, byte(5));
    trace.functions.set(example.x, byte(5));
    assert_eq!(example.replay(&trace), Err(ReplayError::Missing(EvalError("x'".into()))));
}

#[test]
fn functions_keep_their_table_over_the_steps() {
    let mut terms = Terms::new();
    let sort = Sort::BitVec(8);
    let [x, next] = ["x", "x'"].map(|n| terms.var(n, sort));
    let f = terms.declare_function("f", &[sort], sort).expect("declared once");
    let update = terms.make(euclase_logic::Op::Apply(f), &[x]);
    let [zero, two] = [0, 2].map(|n| terms.bv(8, n));
    let system = TransitionSystem {
        states: vec![StateVar { current: x, next, update: Some(update), origin: None }],
        inputs: Vec::new(),
        init: terms.eq(x, zero),
        constraints: Vec::new(),
        property: terms.neq(x, two),
        locations: Vec::new(),
        solved_inputs: Vec::new(),
        relation: None,
    };
    let state = |n| TraceStep { state: [(x, byte(n))].into_iter().collect(), ..TraceStep::default() };
    let mut trace = Trace { steps: [0, 1, 0, 2].map(state).to_vec(), functions: Assignment::default() };
    assert_eq!(system.replay(&mut terms, &trace), Err(ReplayError::Missing(EvalError("f".into()))));
    let table = |entries: &[(u64, u64)]| FunctionValue {
        default: byte(0),
        entries: entries.iter().map(|(a, b)| (vec![byte(*a)], byte(*b))).collect::<BTreeMap<_, _>>(),
    };
    trace.functions.set_function(f, table(&[(0, 1)]));
    assert_eq!(system.replay(&mut terms, &trace), Err(ReplayError::NotAStep(2)), "f(0) is 1, and stays so");
    trace.steps = [0, 1, 2].map(state).to_vec();
    trace.functions.set_function(f, table(&[(0, 1), (1, 2)]));
    assert_eq!(system.replay(&mut terms, &trace), Ok(()));
}
