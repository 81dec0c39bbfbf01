//! Explicit states: every reachable state is computed, one after the other, as a program would run.
//!
//! Where inputs fall into few classes, as in controllers that react to events, this explores in seconds what
//! formulas drown in. A proof is the set of states found, as an invariant; a violation comes with its choices.
//! Where they do not, random executions are tried for a while.

mod classes;
mod code;
mod explore;
mod invariant;
mod model;
mod trace;
mod walk;

use crate::answer::{Invariant, Outcome, Progress, Reason, Task};
use crate::ic3;
use crate::ic3::control::{self, Control};
use euclase_logic::TermId;
use explore::{Choice, End, Reached, Start, explore};
use model::Model;
use std::time::{Duration, Instant};
use walk::walk;

/// How long random executions are tried.
const LONGEST_TRY: Duration = Duration::from_secs(20);

/// Options of exploration.
#[derive(Clone, Debug)]
pub struct ExplicitOptions {
    /// States after which exploring is given up.
    pub max_states: usize,
}

impl Default for ExplicitOptions {
    fn default() -> Self {
        ExplicitOptions { max_states: 20_000_000 }
    }
}

/// Checks the task's system.
pub fn explicit(task: &mut Task, options: &ExplicitOptions) -> Outcome {
    run(task, options).unwrap_or_else(Outcome::Unknown)
}

fn run(task: &mut Task, options: &ExplicitOptions) -> Result<Outcome, Reason> {
    let mut control = ic3::control(task, &ic3::Options::default());
    let Some(mut model) = Model::new(task.terms, task.system, &mut control) else {
        return Err(Reason::Bound("states are explored one by one only where they consist of machine words".into()));
    };
    task.count("inputs with classes", u64::from(model.classes.complete));
    if !model.classes.complete {
        return try_executions(task, &control, &mut model);
    }
    let (reached, end) = explore(&mut model, options.max_states, |looked_at, found| {
        task.tick(Progress { depth: looked_at, obligations: found - looked_at, ..Progress::default() })
    })?;
    task.count("states explored", reached.len() as u64);
    match end {
        End::Bad(state) => {
            let (start, path) = reached.path(state);
            trace::trace(task, &control, &model, &start, &path).map(Outcome::Unsafe)
        }
        End::Complete => Ok(Outcome::Safe(invariant(task, &control, &model, &reached))),
        End::TooMany => Err(Reason::Bound(format!("there are more than {} states", options.max_states))),
    }
}

/// Runs the system on random inputs for a part of the time.
fn try_executions(task: &mut Task, control: &Control, model: &mut Model) -> Result<Outcome, Reason> {
    let initial = explore::start(model);
    let starts: Vec<Start> = (0..initial.len()).map(|number| initial.start(number)).collect();
    let now = Instant::now();
    let until = task
        .deadline
        .map_or(now + LONGEST_TRY, |deadline| now + (deadline.saturating_duration_since(now) / 4).min(LONGEST_TRY));
    let mut taken = 0;
    let found = walk(model, &starts, |steps| {
        taken = steps;
        task.tick(Progress { depth: steps, ..Progress::default() })?;
        Ok(Instant::now() < until)
    })?;
    task.count("random steps", taken as u64);
    match found {
        Some(found) => {
            let path: Vec<&[Choice]> = found.steps.iter().map(Vec::as_slice).collect();
            trace::trace(task, control, model, &found.start, &path).map(Outcome::Unsafe)
        }
        None => Err(Reason::Bound("inputs are used in other ways than in comparisons with constants".into())),
    }
}

/// The states found, location by location, as a formula.
fn invariant(task: &mut Task, control: &Control, model: &Model, reached: &Reached) -> Invariant {
    let mut tuples = vec![Vec::new(); model.places.len()];
    for number in 0..reached.len() {
        let (place, values) = reached.state(number);
        tuples[place].push(values.to_vec());
    }
    let terms = &mut *task.terms;
    let mut conjuncts = vec![task.system.property];
    for ((location, place), tuples) in control.locations.iter().zip(&model.places).zip(tuples) {
        let variables: Vec<TermId> = place.live.iter().map(|v| task.system.states[*v as usize].current).collect();
        let classes: Vec<_> = place.live.iter().map(|v| model.classes.of_states[*v as usize].clone()).collect();
        let inside = invariant::membership(terms, &variables, &classes, tuples);
        conjuncts.push(match location.variable {
            Some(here) => terms.implies(here, inside),
            None => inside,
        });
    }
    if control.locations[0].variable.is_some() {
        conjuncts.extend(control::one_hot(terms, &task.system.locations));
    }
    Invariant { formula: terms.and(&conjuncts), lemmas: Vec::new(), induction_depth: 1, interpreted: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{CertifyOptions, certified};
    use crate::samples::*;
    use euclase_logic::Sort;

    fn answer(mut sample: Builder) -> Outcome {
        sample.run(|task| {
            let outcome = explicit(task, &ExplicitOptions::default());
            certified(task, outcome, &CertifyOptions { by_cases: true, ..CertifyOptions::default() }).0
        })
    }

    #[test]
    fn a_counter_that_misses_the_bad_value_is_proved() {
        assert!(matches!(answer(counter(8, 2, 9)), Outcome::Safe(_)));
    }

    #[test]
    fn the_way_to_a_bad_state_is_shortest() {
        let Outcome::Unsafe(trace) = answer(counter(8, 3, 9)) else { panic!("no violation") };
        assert_eq!(trace.steps.len(), 4);
    }

    /// Such an execution once had a truth value where an array belongs.
    #[test]
    fn arrays_that_do_not_matter_have_values_in_executions() {
        let mut b = counter(8, 3, 9);
        let sort = b.terms.array_sort(Sort::BitVec(4), Sort::BitVec(8));
        let (memory, chosen) = (b.state("memory", sort), b.input("chosen", sort));
        b.update(memory, chosen);
        b.state("open", sort);
        assert!(matches!(answer(b), Outcome::Unsafe(_)));
    }

    /// `mode` follows the input unless it is 7; an input of 200 is as good as one of 9.
    fn reacts_to(bad: u64) -> Builder {
        let mut b = Builder::new();
        let (mode, input) = (b.state("mode", Sort::BitVec(32)), b.input("event", Sort::BitVec(32)));
        b.start(mode, 1);
        let (seven, nine, zero) = (b.terms.bv(32, 7), b.terms.bv(32, 9), b.terms.bv(32, 0));
        let (forbidden, is_nine) = (b.terms.eq(input, seven), b.terms.eq(input, nine));
        let reset = b.terms.ite(is_nine, zero, input);
        let next = b.terms.ite(forbidden, mode, reset);
        b.update(mode, next);
        let bad = b.terms.bv(32, bad);
        let fails = b.terms.eq(mode, bad);
        b.system.property = b.terms.not(fails);
        b
    }

    #[test]
    fn inputs_in_classes_are_explored_completely() {
        assert!(matches!(answer(reacts_to(7)), Outcome::Safe(_)));
        assert!(matches!(answer(reacts_to(9)), Outcome::Safe(_)));
        assert!(matches!(answer(reacts_to(200)), Outcome::Unsafe(_)));
    }

    /// `sum` grows by twice what comes in, which is small.
    fn sums_up(bad: u64) -> Builder {
        let mut b = Builder::new();
        let (sum, input) = (b.state("sum", Sort::BitVec(32)), b.input("amount", Sort::BitVec(32)));
        b.start(sum, 0);
        let bound = b.terms.bv(32, 4);
        let small = b.terms.bv_ult(input, bound);
        b.system.constraints.push(small);
        let twice = b.terms.bv_add(input, input);
        let next = b.terms.bv_add(sum, twice);
        b.update(sum, next);
        let bad = b.terms.bv(32, bad);
        let fails = b.terms.eq(sum, bad);
        b.system.property = b.terms.not(fails);
        b
    }

    #[test]
    fn inputs_without_classes_prove_nothing_but_may_hit_an_error() {
        assert!(matches!(answer(sums_up(100)), Outcome::Unsafe(_)));
        let outcome = sums_up(101).run(|task| {
            task.deadline = Some(Instant::now() + Duration::from_millis(200));
            explicit(task, &ExplicitOptions::default())
        });
        assert!(matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
    }

    /// Executions start at `p` with `x = 1` and at `q` with `x = 2`; `x` must not be `bad`.
    fn starts_at_two_places(bad: u64) -> Builder {
        let mut b = Builder::new();
        let (p, q) = (b.state("p", Sort::Bool), b.state("q", Sort::Bool));
        let x = b.state("x", Sort::BitVec(8));
        let (one, two) = (b.terms.bv(8, 1), b.terms.bv(8, 2));
        let (is_one, is_two) = (b.terms.eq(x, one), b.terms.eq(x, two));
        let (not_p, not_q) = (b.terms.not(p), b.terms.not(q));
        let (first, second) = (b.terms.and(&[p, not_q, is_one]), b.terms.and(&[q, not_p, is_two]));
        let either = b.terms.or(&[first, second]);
        b.init(either);
        for state in [p, q, x] {
            b.update(state, state);
        }
        b.system.locations = vec![p, q];
        let bad = b.terms.bv(8, bad);
        let fails = b.terms.eq(x, bad);
        b.system.property = b.terms.not(fails);
        b
    }

    #[test]
    fn each_location_has_its_own_initial_values() {
        assert!(matches!(answer(starts_at_two_places(3)), Outcome::Safe(_)));
        for bad in [1, 2] {
            assert!(matches!(answer(starts_at_two_places(bad)), Outcome::Unsafe(_)), "{bad}");
        }
    }
}
