//! Reachability by enumeration: every state, every input, every next state, one by one.
//!
//! It shares nothing with the engines but the evaluator, and knows nothing clever, which is what
//! an oracle for them needs.

use crate::eval::{Assignment, Evaluator};
use crate::system::{Trace, TraceStep, TransitionSystem};
use crate::term::{TermId, Terms};
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};

/// What an exhaustive search found.
#[derive(Clone, Debug)]
pub enum Exploration {
    /// The property holds in all of this many reachable states.
    Holds(usize),
    /// A shortest execution to a state in which the property is false.
    Violated(Trace),
}

/// Whether the property holds in all reachable states; nothing when that takes more than `limit`
/// evaluations or a sort cannot be enumerated.
pub fn explicit_reachability(terms: &Terms, system: &TransitionSystem, limit: usize) -> Option<bool> {
    Some(matches!(explore(terms, system, limit)?, Exploration::Holds(_)))
}

/// [`explicit_reachability`] that says how many states there are, or how the violation is reached.
pub fn explore(terms: &Terms, system: &TransitionSystem, limit: usize) -> Option<Exploration> {
    let mut search = Search::new(terms, system, limit)?;
    Some(match search.run(Some(system.property))? {
        true => Exploration::Holds(search.reached.len()),
        false => Exploration::Violated(search.trace()),
    })
}

/// Every reachable state with the length of a shortest way to it, whatever the property says.
pub(super) fn reachable_states(
    terms: &Terms,
    system: &TransitionSystem,
    limit: usize,
) -> Option<Vec<(Assignment, usize)>> {
    let mut search = Search::new(terms, system, limit)?;
    search.run(None)?;
    let mut depths: Vec<usize> = Vec::new();
    for (_, from) in &search.reached {
        depths.push(from.as_ref().map_or(0, |(previous, _)| depths[*previous] + 1));
    }
    let assignments = search.reached.iter().map(|(state, _)| search.assignment(&[(&search.states, state)]));
    Some(assignments.zip(depths).collect())
}

/// A valuation of some variables, in their order.
type Row = Vec<Value>;

struct Search<'a> {
    terms: &'a Terms,
    system: &'a TransitionSystem,
    /// The current-state variables.
    states: Vec<TermId>,
    /// The next-state variables without an update.
    free: Vec<TermId>,
    /// Constraints that a choice of the free variables cannot change, and the others.
    constraints: [Vec<TermId>; 2],
    /// Every state found, with the state and inputs it was first reached by.
    reached: Vec<(Row, Option<(usize, Row)>)>,
    known: FxHashSet<Row>,
    budget: usize,
}

impl<'a> Search<'a> {
    fn new(terms: &'a Terms, system: &'a TransitionSystem, limit: usize) -> Option<Self> {
        let free: Vec<TermId> = system.states.iter().filter(|s| s.update.is_none()).map(|s| s.next).collect();
        let is_late = |c: &TermId| terms.variables(&[*c]).iter().any(|v| free.contains(v));
        let (late, early) = system.constraints.iter().copied().partition(is_late);
        let search = Search {
            terms,
            system,
            states: system.states.iter().map(|s| s.current).collect(),
            free,
            constraints: [early, late],
            reached: Vec::new(),
            known: FxHashSet::default(),
            budget: limit,
        };
        // One step must be within the budget, or listing its choices alone could take too long.
        let few = |variables: &[TermId]| search.count(variables).is_some_and(|n| n <= limit as u64);
        let enumerable = few(&search.states) && few(&system.inputs) && few(&search.free);
        enumerable.then_some(search)
    }

    /// Finds the reachable states, until one of them violates the property; that one is last then.
    fn run(&mut self, property: Option<TermId>) -> Option<bool> {
        for state in self.product(&self.initial_values()?) {
            let assignment = self.assignment(&[(&self.states, &state)]);
            if self.holds(&assignment, self.system.init)? && !self.add(state, None, property)? {
                return Some(false);
            }
        }
        let (inputs, free) = (self.choices(&self.system.inputs)?, self.choices(&self.free)?);
        let mut current = 0;
        while current < self.reached.len() {
            for input in &inputs {
                for next in self.successors(current, input, &free)? {
                    if !self.add(next, Some((current, input.clone())), property)? {
                        return Some(false);
                    }
                }
            }
            current += 1;
        }
        Some(true)
    }

    fn count(&self, variables: &[TermId]) -> Option<u64> {
        variables.iter().try_fold(1u64, |n, v| n.checked_mul(self.terms.cardinality(self.terms.sort(*v))?))
    }

    /// All valuations of the variables.
    fn choices(&self, variables: &[TermId]) -> Option<Vec<Row>> {
        let values = |v: &TermId| Value::all_of(self.terms, self.terms.sort(*v), u64::MAX);
        Some(self.product(&variables.iter().map(values).collect::<Option<Vec<Row>>>()?))
    }

    /// Every way to take one value of each list.
    fn product(&self, lists: &[Row]) -> Vec<Row> {
        let with = |row: &Row, value: &Value| -> Row { row.iter().chain([value]).cloned().collect() };
        lists.iter().fold(vec![Row::new()], |rows, values| {
            rows.iter().flat_map(|row| values.iter().map(move |value| with(row, value))).collect()
        })
    }

    /// The values of each state variable that the conjuncts of the initial condition about this
    /// variable alone allow: most initial states are given variable by variable.
    fn initial_values(&self) -> Option<Vec<Row>> {
        let conjuncts = self.terms.conjuncts(self.system.init);
        let mut lists = Vec::new();
        for variable in &self.states {
            let mut values = Value::all_of(self.terms, self.terms.sort(*variable), u64::MAX)?;
            for conjunct in conjuncts.iter().filter(|c| self.terms.variables(&[**c]) == [*variable]) {
                let assign = |value: &Value| self.assignment(&[(&[*variable], &vec![value.clone()])]);
                values.retain(|value| Evaluator::new(self.terms, &assign(value)).holds(*conjunct) == Ok(true));
            }
            lists.push(values);
        }
        Some(lists)
    }

    fn assignment(&self, parts: &[(&[TermId], &Row)]) -> Assignment {
        let mut assignment = Assignment::default();
        for (variables, row) in parts {
            for (variable, value) in variables.iter().zip(*row) {
                assignment.set(*variable, value.clone());
            }
        }
        assignment
    }

    fn holds(&mut self, assignment: &Assignment, formula: TermId) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        Evaluator::new(self.terms, assignment).holds(formula).ok()
    }

    fn all_hold(&mut self, assignment: &Assignment, late: bool) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        let mut evaluator = Evaluator::new(self.terms, assignment);
        for constraint in &self.constraints[usize::from(late)] {
            if !evaluator.holds(*constraint).ok()? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The states that one step with these inputs leads to.
    fn successors(&mut self, from: usize, input: &Row, free: &[Row]) -> Option<Vec<Row>> {
        let mut assignment = self.assignment(&[(&self.states, &self.reached[from].0), (&self.system.inputs, input)]);
        let mut evaluator = Evaluator::new(self.terms, &assignment);
        let update = |s: &crate::system::StateVar| s.update.map(|u| evaluator.value(u)).transpose();
        let updated: Vec<Option<Value>> = self.system.states.iter().map(update).collect::<Result<_, _>>().ok()?;
        for (state, value) in self.system.states.iter().zip(&updated) {
            if let Some(value) = value {
                assignment.set(state.next, value.clone());
            }
        }
        if !self.all_hold(&assignment, false)? {
            return Some(Vec::new());
        }
        let mut result = Vec::new();
        for choice in free {
            for (variable, value) in self.free.iter().zip(choice) {
                assignment.set(*variable, value.clone());
            }
            if self.all_hold(&assignment, true)? {
                let mut choice = choice.iter();
                let next = updated.iter().map(|value| value.as_ref().or_else(|| choice.next()).cloned());
                result.push(next.collect::<Option<Row>>()?);
            }
        }
        Some(result)
    }

    /// Adds a state unless it is known; whether it satisfies the property.
    fn add(&mut self, state: Row, from: Option<(usize, Row)>, property: Option<TermId>) -> Option<bool> {
        if !self.known.insert(state.clone()) {
            return Some(true);
        }
        let assignment = self.assignment(&[(&self.states, &state)]);
        self.reached.push((state, from));
        match property {
            Some(property) => self.holds(&assignment, property),
            None => Some(true),
        }
    }

    /// The way to the state added last.
    fn trace(&self) -> Trace {
        let row = |variables: &[TermId], row: &Row| variables.iter().copied().zip(row.iter().cloned()).collect();
        let mut steps = Vec::new();
        let mut at = self.reached.last();
        let mut inputs = FxHashMap::default();
        while let Some((state, from)) = at {
            steps.push(TraceStep { state: row(&self.states, state), inputs: std::mem::take(&mut inputs) });
            at = from.as_ref().map(|(previous, input)| {
                inputs = row(&self.system.inputs, input);
                &self.reached[*previous]
            });
        }
        steps.reverse();
        Trace { steps, functions: Assignment::default() }
    }
}
