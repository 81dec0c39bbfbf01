//! The few values that a variable can have at a location, read off the step functions.
//!
//! State machines written in C hold their state in variables that are only ever set to constants.
//! Evaluating the step functions over small sets of values, from the initial states until nothing
//! new comes up, finds those constants without a solver. A variable whose set grows too large, or
//! takes an input, may have any value.

use crate::ic3::control::{Control, has_locations};
use euclase_logic::{Op, TermId, Terms, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::Instant;

/// How many values a variable may have before it may have any.
pub const FEW: usize = 16;

/// How many combinations of arguments an operator is applied to.
const COMBINATIONS: usize = 64;

/// Few values in order, or any.
type Values = Option<Rc<[TermId]>>;

/// The possible values of variables at one location.
pub type ValuesAt = FxHashMap<TermId, Vec<TermId>>;

/// For each location of the system, in their order, the values (as constants) of those variables
/// that can have only a few there; one entry for a system without locations. At a location that
/// has none, no execution arrives.
///
/// That each variable has one of its values at the location of the state holds initially and is
/// kept by every step, provided that the locations exclude each other.
pub fn possible_values(terms: &mut Terms, system: &TransitionSystem) -> Vec<Option<ValuesAt>> {
    let mut control = match has_locations(system) {
        true => Control::by_location(terms, system, &[]),
        false => Control::single(terms, system, &[]),
    };
    values_at(terms, system, &mut control, None).unwrap_or_default()
}

/// [`possible_values`] for control flow that is there already; nothing if the time is over before.
pub(crate) fn values_at(
    terms: &mut Terms,
    system: &TransitionSystem,
    control: &mut Control,
    deadline: Option<Instant>,
) -> Option<Vec<Option<ValuesAt>>> {
    let variables = control.data(system);
    let edges = EdgeTerms::all(terms, control, &variables);
    let mut analysis = Analysis { terms, variables, at: vec![None; control.locations.len()] };
    for (location, place) in control.locations.iter().enumerate() {
        if let Some(init) = &place.init {
            let start = analysis.initial(init);
            analysis.arrive(location, &start);
        }
    }
    // Where executions end, values only have to be known once those elsewhere are.
    let goes_on: FxHashSet<usize> = control.edges.iter().map(|edge| edge.from).collect();
    for ending in [false, true] {
        let mut pending: Vec<bool> = analysis.at.iter().map(Option::is_some).collect();
        while let Some(here) = pending.iter().position(|p| *p) {
            pending[here] = false;
            let out = control.edges.iter().zip(&edges).filter(|(edge, _)| edge.from == here);
            for (edge, edge_terms) in out.filter(|(edge, _)| goes_on.contains(&edge.to) != ending) {
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return None;
                }
                if let Some(after) = analysis.step(here, edge_terms) {
                    pending[edge.to] |= analysis.arrive(edge.to, &after);
                }
            }
        }
    }
    Some(analysis.result())
}

/// What a step along an edge must satisfy and what it computes.
struct EdgeTerms {
    constraints: Vec<TermId>,
    /// The next value of each variable.
    after: Vec<TermId>,
    /// All subterms, children first.
    order: Vec<TermId>,
}

impl EdgeTerms {
    fn all(terms: &mut Terms, control: &mut Control, variables: &[TermId]) -> Vec<Self> {
        let mut all = Vec::new();
        for edge in &mut control.edges {
            let after: Vec<TermId> = variables.iter().map(|variable| edge.pre(terms, *variable)).collect();
            let roots: Vec<TermId> = edge.constraints.iter().chain(&after).copied().collect();
            all.push(EdgeTerms { constraints: edge.constraints.clone(), after, order: terms.postorder(&roots) });
        }
        all
    }
}

struct Analysis<'a> {
    terms: &'a mut Terms,
    variables: Vec<TermId>,
    /// The values of each variable at each location that is reached.
    at: Vec<Option<Vec<Values>>>,
}

impl Analysis<'_> {
    /// What conjuncts `x = c`, `x` and `¬x` fix.
    fn initial(&mut self, init: &[TermId]) -> Vec<Values> {
        let mut fixed: FxHashMap<TermId, TermId> = FxHashMap::default();
        for conjunct in init {
            let (variable, value) = match self.terms.op(*conjunct) {
                Op::Eq => {
                    let (a, b) = (self.terms.arg(*conjunct, 0), self.terms.arg(*conjunct, 1));
                    if self.terms.is_constant(a) { (b, a) } else { (a, b) }
                }
                Op::Not => (self.terms.arg(*conjunct, 0), self.terms.ff()),
                _ => (*conjunct, self.terms.tt()),
            };
            if self.terms.is_constant(value) {
                fixed.insert(variable, value);
            }
        }
        self.variables.iter().map(|v| fixed.get(v).map(|value| Rc::from([*value]))).collect()
    }

    /// Joins values to those at a location; whether that changed anything.
    fn arrive(&mut self, location: usize, values: &[Values]) -> bool {
        let Some(here) = &mut self.at[location] else {
            self.at[location] = Some(values.to_vec());
            return true;
        };
        let mut changed = false;
        for (old, new) in here.iter_mut().zip(values) {
            let joined = union(old, new);
            changed |= joined != *old;
            *old = joined;
        }
        changed
    }

    /// The values after a step along an edge; none if no step is possible.
    fn step(&mut self, from: usize, edge: &EdgeTerms) -> Option<Vec<Values>> {
        let mut values: FxHashMap<TermId, Values> = FxHashMap::default();
        values.reserve(edge.order.len());
        for (variable, possible) in self.variables.iter().zip(self.at[from].as_ref()?) {
            values.insert(*variable, possible.clone());
        }
        self.narrow(&edge.constraints, &mut values);
        for term in &edge.order {
            if !values.contains_key(term) {
                let value = self.apply(*term, &values);
                values.insert(*term, value);
            }
        }
        let never: Values = Some(Rc::from([self.terms.ff()]));
        if edge.constraints.iter().any(|c| values[c] == never) {
            return None;
        }
        Some(edge.after.iter().map(|term| values[term].clone()).collect())
    }

    /// Takes away the values that a constraint `x = c`, `x ≠ c`, `x` or `¬x` excludes.
    fn narrow(&self, constraints: &[TermId], values: &mut FxHashMap<TermId, Values>) {
        for constraint in constraints {
            let atom = self.terms.negated(*constraint).unwrap_or(*constraint);
            let positive = atom == *constraint;
            let (variable, constant) = match self.terms.op(atom) {
                Op::Eq => {
                    let (a, b) = (self.terms.arg(atom, 0), self.terms.arg(atom, 1));
                    if self.terms.is_constant(a) { (b, a) } else { (a, b) }
                }
                _ => (atom, self.terms.tt()),
            };
            if !self.terms.is_constant(constant) {
                continue;
            }
            if let Some(possible) = values.get_mut(&variable) {
                *possible = match possible {
                    Some(few) => Some(few.iter().copied().filter(|v| (*v == constant) == positive).collect()),
                    None if positive => Some(Rc::from([constant])),
                    None => None,
                };
            }
        }
    }

    /// The values of a term from those of its arguments.
    fn apply(&mut self, term: TermId, values: &FxHashMap<TermId, Values>) -> Values {
        if self.terms.is_constant(term) {
            return Some(Rc::from([term]));
        }
        let args = self.terms.args(term).to_vec();
        match self.terms.op(term) {
            Op::Var(_) | Op::Apply(_) => None,
            Op::Ite => self.choose(&args, values),
            Op::Eq => self.compare(values[&args[0]].as_ref()?, values[&args[1]].as_ref()?),
            Op::And => {
                let no = self.terms.ff();
                let is = |arg: &TermId, value: bool| {
                    let wanted = self.terms.bool(value);
                    values[arg].as_ref().is_some_and(|few| few.iter().all(|v| *v == wanted))
                };
                if args.iter().any(|arg| is(arg, false)) {
                    return Some(Rc::from([no]));
                }
                args.iter().all(|arg| is(arg, true)).then(|| Rc::from([self.terms.tt()]))
            }
            op if !args.is_empty() => self.combine(op, &args, values),
            _ => None,
        }
    }

    /// Whether values are equal: constants are the same term if they are.
    fn compare(&self, a: &[TermId], b: &[TermId]) -> Values {
        if !a.iter().any(|value| b.contains(value)) {
            return Some(Rc::from([self.terms.ff()]));
        }
        (a.len() == 1 && b.len() == 1).then(|| Rc::from([self.terms.tt()]))
    }

    fn choose(&self, args: &[TermId], values: &FxHashMap<TermId, Values>) -> Values {
        let condition = &values[&args[0]];
        let may = |value: bool| match condition {
            Some(few) => few.contains(&self.terms.bool(value)),
            None => true,
        };
        match (may(true), may(false)) {
            (true, true) => union(&values[&args[1]], &values[&args[2]]),
            (true, false) => values[&args[1]].clone(),
            _ => values[&args[2]].clone(),
        }
    }

    /// Applies an operator to all combinations of its arguments' values.
    fn combine(&mut self, op: Op, args: &[TermId], values: &FxHashMap<TermId, Values>) -> Values {
        let mut rows: Vec<Vec<TermId>> = vec![Vec::new()];
        for arg in args {
            let few = values[arg].as_ref()?;
            if rows.len() * few.len() > COMBINATIONS {
                return None;
            }
            let with = |row: &Vec<TermId>, value: &TermId| [row.as_slice(), &[*value]].concat();
            rows = rows.iter().flat_map(|row| few.iter().map(move |value| with(row, value))).collect();
        }
        let mut results = Vec::new();
        for row in rows {
            let result = self.terms.make(op, &row);
            if !self.terms.is_constant(result) {
                return None;
            }
            results.push(result);
        }
        few(results)
    }

    fn result(self) -> Vec<Option<ValuesAt>> {
        let variables = &self.variables;
        let listed = |values: Vec<Values>| {
            let pairs = variables.iter().zip(values);
            pairs.filter_map(|(variable, few)| Some((*variable, few?.to_vec()))).collect()
        };
        self.at.into_iter().map(|place| place.map(listed)).collect()
    }
}

/// The values in order without repetition, if they are few.
fn few(mut values: Vec<TermId>) -> Values {
    values.sort_unstable();
    values.dedup();
    (values.len() <= FEW).then(|| values.into())
}

fn union(a: &Values, b: &Values) -> Values {
    let (a_few, b_few) = (a.as_ref()?, b.as_ref()?);
    if Rc::ptr_eq(a_few, b_few) || b_few.iter().all(|value| a_few.contains(value)) {
        return a.clone();
    }
    few(a_few.iter().chain(b_few.iter()).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{Builder, counter, deadlocked};
    use euclase_logic::Sort;

    fn numbers(b: &mut Builder, variable: TermId) -> Option<Vec<u64>> {
        let values = possible_values(&mut b.terms, &b.system);
        let few = values[0].as_ref()?.get(&variable)?;
        let mut numbers: Vec<u64> = few.iter().filter_map(|v| b.terms.as_bitvec(*v)?.to_u64()).collect();
        numbers.sort_unstable();
        Some(numbers)
    }

    /// A machine 1 → 5 → 9 → 1 whose copy lags behind, with a variable that takes an input.
    fn machine() -> (Builder, [TermId; 3]) {
        let mut b = Builder::new();
        let [s, old, any] = ["s", "old", "any"].map(|name| b.state(name, Sort::BitVec(32)));
        let input = b.input("i", Sort::BitVec(32));
        b.start(s, 1);
        b.start(old, 1);
        b.start(any, 1);
        let [one, five, nine] = [1, 5, 9].map(|n| b.terms.bv(32, n));
        let (at_one, at_five) = (b.terms.eq(s, one), b.terms.eq(s, five));
        let rest = b.terms.ite(at_five, nine, one);
        let next = b.terms.ite(at_one, five, rest);
        b.update(s, next);
        b.update(old, s);
        b.update(any, input);
        (b, [s, old, any])
    }

    #[test]
    fn constants_are_collected_through_choices_and_copies() {
        let (mut b, [s, old, any]) = machine();
        assert_eq!(numbers(&mut b, s), Some(vec![1, 5, 9]));
        assert_eq!(numbers(&mut b, old), Some(vec![1, 5, 9]));
        assert_eq!(numbers(&mut b, any), None);
    }

    #[test]
    fn arithmetic_on_few_values_is_computed() {
        let (mut b, [s, old, _]) = machine();
        let two = b.terms.bv(32, 2);
        let sum = b.terms.bv_add(s, two);
        b.update(old, sum);
        assert_eq!(numbers(&mut b, old), Some(vec![1, 3, 7, 11]));
    }

    #[test]
    fn a_counter_has_too_many_values_unless_it_is_narrow() {
        let (mut wide, mut narrow) = (counter(32, 1, 7), counter(4, 3, 7));
        let (x, y) = (wide.system.states[0].current, narrow.system.states[0].current);
        assert_eq!(numbers(&mut wide, x), None);
        assert_eq!(numbers(&mut narrow, y), Some((0..16).collect()));
    }

    #[test]
    fn a_location_that_is_left_at_once_has_its_own_values() {
        let mut b = Builder::new();
        let [start, work] = ["start", "work"].map(|name| b.state(name, Sort::Bool));
        let x = b.state("x", Sort::BitVec(8));
        let (yes, no) = (b.terms.tt(), b.terms.ff());
        b.update(start, no);
        b.update(work, yes);
        let not_working = b.terms.not(work);
        b.init(start);
        b.init(not_working);
        let (three, four) = (b.terms.bv(8, 3), b.terms.bv(8, 4));
        let next = b.terms.ite(start, three, four);
        b.update(x, next);
        b.system.locations = vec![start, work];
        let values = possible_values(&mut b.terms, &b.system);
        assert_eq!(values[0].as_ref().and_then(|at| at.get(&x)), None);
        assert_eq!(values[1].as_ref().map(|at| at[&x].clone()), Some(vec![three, four]));
    }

    #[test]
    fn constraints_narrow_what_they_compare_with_constants() {
        let mut b = deadlocked(9);
        let (x, three) = (b.system.states[0].current, b.terms.bv(4, 3));
        b.system.constraints = vec![b.terms.neq(x, three)];
        assert_eq!(numbers(&mut b, x), Some(vec![0, 1, 2, 3]));
    }
}
