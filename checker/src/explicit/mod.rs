//! Explicit states: every reachable state is computed, one after the other, as a program would run.
//!
//! Where inputs fall into few classes, as in controllers that react to events, this explores in seconds what
//! formulas drown in. A proof is the set of states found, as an invariant; a violation comes with its choices.

mod classes;
mod code;
mod explore;
mod invariant;
mod model;
mod trace;

use crate::answer::{Invariant, Outcome, Progress, Reason, Task};
use crate::ic3;
use crate::ic3::control::{self, Control};
use euclase_logic::TermId;
use explore::{End, Reached, explore};
use model::Model;

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
    log::debug!("inputs {} classes", if model.classes.complete { "have" } else { "do not have" });
    let (reached, end) = explore(&mut model, options.max_states, |looked_at, found| {
        task.tick(Progress { depth: looked_at, obligations: found - looked_at, ..Progress::default() })
    })?;
    task.count("states explored", reached.len() as u64);
    match end {
        End::Bad(state) => trace::trace(task, &control, &model, &reached, state).map(Outcome::Unsafe),
        End::Complete if model.classes.complete => Ok(Outcome::Safe(invariant(task, &control, &model, &reached))),
        End::Complete => {
            Err(Reason::Bound("no execution with the inputs that were tried violates the property".into()))
        }
        End::TooMany => Err(Reason::Bound(format!("there are more than {} states", options.max_states))),
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
        let inside = invariant::membership(terms, &variables, tuples);
        conjuncts.push(match location.variable {
            Some(here) => terms.implies(here, inside),
            None => inside,
        });
    }
    if control.locations[0].variable.is_some() {
        conjuncts.extend(control::one_hot(terms, &task.system.locations));
    }
    Invariant { formula: terms.and(&conjuncts), lemmas: Vec::new(), induction_depth: 1 }
}
