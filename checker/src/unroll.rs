//! Executions of a fixed length as formulas: copies of the state at times 0, 1, 2, ….
//!
//! The next value of a functional variable is its update with the previous state put in, so only
//! time 0, the inputs and the variables without an update have copies of their own; the rewriting
//! constructors then simplify along the whole execution.

use crate::solver::Solver;
use euclase_logic::{Evaluator, Op, Substitution, TermId, Terms, Trace, TraceStep, TransitionSystem};
use rustc_hash::FxHashMap;

/// The first steps of a system's executions.
pub struct Unrolling<'s> {
    system: &'s TransitionSystem,
    init: TermId,
    /// The value of each state variable at each time.
    states: Vec<Vec<TermId>>,
    steps: Vec<Step>,
    /// At each time, from current-state variables and inputs to their copies.
    current: Vec<Substitution>,
}

struct Step {
    inputs: Vec<TermId>,
    constraints: Vec<TermId>,
    /// From variables of a step, next-state ones included, to their copies.
    copy: Substitution,
}

impl<'s> Unrolling<'s> {
    /// Time 0 of executions that start anywhere.
    pub fn from_anywhere(terms: &mut Terms, system: &'s TransitionSystem) -> Self {
        Unrolling::new(terms, system, &FxHashMap::default())
    }

    /// Time 0 of executions that start in an initial state. What the initial condition fixes
    /// (`x = 3`, `b`, `¬b`) is put in for the variable.
    pub fn from_init(terms: &mut Terms, system: &'s TransitionSystem) -> Self {
        let fixed = fixed_initially(terms, system);
        Unrolling::new(terms, system, &fixed)
    }

    fn new(terms: &mut Terms, system: &'s TransitionSystem, fixed: &FxHashMap<TermId, TermId>) -> Self {
        let start = |state: &euclase_logic::StateVar| match fixed.get(&state.current) {
            Some(value) => *value,
            None => copy_of(terms, state.current, 0),
        };
        let states: Vec<TermId> = system.states.iter().map(start).collect();
        let mut unrolling =
            Unrolling { system, init: terms.tt(), states: Vec::new(), steps: Vec::new(), current: Vec::new() };
        unrolling.arrive(terms, states);
        unrolling.init = unrolling.current[0].apply(terms, system.init);
        unrolling
    }

    fn arrive(&mut self, terms: &mut Terms, states: Vec<TermId>) {
        let time = self.states.len();
        let mut pairs: Vec<_> = self.system.states.iter().map(|s| s.current).zip(states.iter().copied()).collect();
        pairs.extend(self.system.inputs.iter().map(|input| (*input, copy_of(terms, *input, time))));
        self.current.push(Substitution::new(pairs));
        self.states.push(states);
    }

    /// The number of steps.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// Adds one step at the end.
    pub fn extend(&mut self, terms: &mut Terms) {
        let time = self.depth();
        let mut next = Vec::with_capacity(self.system.states.len());
        for state in &self.system.states {
            next.push(match state.update {
                Some(update) => self.current[time].apply(terms, update),
                None => copy_of(terms, state.current, time + 1),
            });
        }
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        for (state, (now, then)) in self.system.states.iter().zip(self.states[time].iter().zip(&next)) {
            pairs.extend([(state.current, *now), (state.next, *then)]);
        }
        let inputs: Vec<TermId> = self.system.inputs.iter().map(|input| copy_of(terms, *input, time)).collect();
        pairs.extend(self.system.inputs.iter().copied().zip(inputs.iter().copied()));
        let mut copy = Substitution::new(pairs);
        let constraints = self.system.constraints.iter().map(|c| copy.apply(terms, *c)).collect();
        self.steps.push(Step { inputs, constraints, copy });
        self.arrive(terms, next);
    }

    /// The initial condition at time 0.
    pub fn init(&self) -> TermId {
        self.init
    }

    /// The values of the system's state variables, in its order.
    pub fn state(&self, time: usize) -> &[TermId] {
        &self.states[time]
    }

    /// The copies of the system's inputs in a step, in its order.
    pub fn inputs(&self, step: usize) -> &[TermId] {
        &self.steps[step].inputs
    }

    /// What the numbered step must satisfy; step 0 leads from time 0 to time 1.
    pub fn constraints(&self, step: usize) -> &[TermId] {
        &self.steps[step].constraints
    }

    /// A term over the current state, at a time.
    pub fn at(&mut self, terms: &mut Terms, term: TermId, time: usize) -> TermId {
        self.current[time].apply(terms, term)
    }

    /// A term over current state, inputs and next state, in the numbered step.
    pub fn in_step(&mut self, terms: &mut Terms, term: TermId, step: usize) -> TermId {
        self.steps[step].copy.apply(terms, term)
    }

    /// The property at a time.
    pub fn property(&mut self, terms: &mut Terms, time: usize) -> TermId {
        self.at(terms, self.system.property, time)
    }

    /// Reads the first `depth` steps from the model of the solver's last query. The solver must
    /// read terms concretely.
    pub fn trace(&self, terms: &Terms, solver: &Solver, depth: usize) -> Result<Trace, String> {
        let mut roots: Vec<TermId> = vec![self.init];
        roots.extend(self.states[..=depth].iter().flatten());
        for step in &self.steps[..depth] {
            roots.extend(step.constraints.iter().chain(&step.inputs));
        }
        // What the last query assumed about the last state may mention functions of its own.
        let system = self.system;
        let mut functions = roots.clone();
        functions.extend([system.init, system.property]);
        functions.extend(system.solved_inputs.iter().map(|(_, definition)| *definition));
        let model = solver.concrete_model(terms, &terms.variables(&roots), &functions)?;
        let mut trace = Trace::default();
        for (function, table) in model.functions() {
            trace.functions.set_function(function, table.clone());
        }
        let mut evaluator = Evaluator::new(terms, &model);
        for time in 0..=depth {
            let mut step = TraceStep::default();
            for (state, copy) in system.states.iter().zip(&self.states[time]) {
                step.state.insert(state.current, evaluator.value(*copy).map_err(|e| e.to_string())?);
            }
            if time < depth {
                for (input, copy) in system.inputs.iter().zip(&self.steps[time].inputs) {
                    step.inputs.insert(*input, evaluator.value(*copy).map_err(|e| e.to_string())?);
                }
            }
            trace.steps.push(step);
        }
        system.complete_solved_inputs(terms, &mut trace).map_err(|e| e.to_string())?;
        Ok(trace)
    }
}

/// The copy of a variable at a time: the same one for every unrolling, so that solvers share
/// translations. A system's variables all have copies, so the copies' names cannot clash.
pub(crate) fn copy_of(terms: &mut Terms, variable: TermId, time: usize) -> TermId {
    let name = format!("{}@{time}", terms.var_name(variable).unwrap_or_default());
    terms.var(&name, terms.sort(variable))
}

/// State variables that the initial condition equates with a literal value.
fn fixed_initially(terms: &Terms, system: &TransitionSystem) -> FxHashMap<TermId, TermId> {
    let mut fixed = FxHashMap::default();
    for conjunct in terms.conjuncts(system.init) {
        let (variable, value) = match terms.op(conjunct) {
            Op::Var(_) => (conjunct, terms.tt()),
            Op::Not => (terms.arg(conjunct, 0), terms.ff()),
            Op::Eq if terms.is_constant(terms.arg(conjunct, 0)) => (terms.arg(conjunct, 1), terms.arg(conjunct, 0)),
            Op::Eq => (terms.arg(conjunct, 0), terms.arg(conjunct, 1)),
            _ => continue,
        };
        if terms.is_var(variable) && terms.is_constant(value) {
            fixed.entry(variable).or_insert(value);
        }
    }
    fixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{counter, solved_input};
    use crate::solver::{Answer, QueryKind, SolverFactory, Statistics};

    #[test]
    fn a_deterministic_execution_is_computed_while_unrolling() {
        let mut b = counter(8, 3, 9);
        let mut unrolling = Unrolling::from_init(&mut b.terms, &b.system);
        for _ in 0..3 {
            unrolling.extend(&mut b.terms);
        }
        let nine = b.terms.bv(8, 9);
        assert_eq!(unrolling.state(3), [nine]);
        assert_eq!(unrolling.property(&mut b.terms, 3), b.terms.ff());
        assert_eq!(unrolling.init(), b.terms.tt());
    }

    #[test]
    fn a_trace_has_the_inputs_that_were_solved_for() {
        let mut b = solved_input();
        let mut unrolling = Unrolling::from_init(&mut b.terms, &b.system);
        let mut solver = SolverFactory::concrete(&Statistics::default()).solver(0);
        for step in 0..2 {
            unrolling.extend(&mut b.terms);
            for constraint in unrolling.constraints(step) {
                solver.assert(&b.terms, *constraint);
            }
        }
        let property = unrolling.property(&mut b.terms, 2);
        let violation = b.terms.not(property);
        assert_eq!(solver.check(&b.terms, QueryKind::Unroll, &[violation]), Answer::Sat);
        let trace = unrolling.trace(&b.terms, &solver, 2).unwrap();
        assert_eq!(b.system.replay(&mut b.terms, &trace), Ok(()));
        let solved = b.system.solved_inputs[0].0;
        let growth: Vec<u64> =
            trace.steps[..2].iter().map(|s| s.inputs[&solved].as_bitvec().unwrap().to_u64().unwrap()).collect();
        assert_eq!(growth, [4, 4]);
    }
}
