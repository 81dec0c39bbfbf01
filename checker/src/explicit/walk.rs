//! Random executions, for systems whose inputs have no classes.
//!
//! Nothing is proved this way, but errors that many executions run into are found in no time, however many steps away.

use super::code::{Needs, Slot};
use super::explore::{Choice, Start};
use super::model::Model;
use crate::answer::Reason;
use euclase_logic::random::Choices;

/// The longest execution that is tried; its evidence has to be checked step by step.
const LONGEST: usize = 50_000;

/// Choices that are tried before a state is taken to have no next one.
const PATIENCE: usize = 64;

/// An execution that ends in a bad state.
pub struct Walk {
    /// Where it starts.
    pub start: Start,
    /// The choices of each step.
    pub steps: Vec<Vec<Choice>>,
}

/// Walks from the given initial states until one ends badly, as long as `go_on` says so for the steps taken.
pub fn walk(
    model: &mut Model,
    starts: &[Start],
    mut go_on: impl FnMut(usize) -> Result<bool, Reason>,
) -> Result<Option<Walk>, Reason> {
    let mut dice = Choices::new(0);
    let mut taken = 0;
    let mut length = 64;
    while !starts.is_empty() && go_on(taken)? {
        let start = &starts[dice.below(starts.len() as u64) as usize];
        let (mut place, mut state) = (start.place, start.live.clone());
        let mut steps: Vec<Vec<Choice>> = Vec::new();
        // Short ones first: most errors are near, and long executions often stay in one loop.
        length = if length >= LONGEST { 64 } else { length * 2 };
        while steps.len() < length {
            taken += 1;
            if taken.is_multiple_of(1024) && !go_on(taken)? {
                return Ok(None);
            }
            model.machine.enter_state();
            for (variable, value) in model.places[place].live.iter().zip(&state) {
                model.machine.set_state(*variable, *value);
            }
            if matches!(model.machine.value(model.places[place].bad), Ok(1)) {
                return Ok(Some(Walk { start: start.clone(), steps }));
            }
            let Some((to, next, choices)) = step(model, place, &mut dice) else { break };
            steps.push(choices);
            (place, state) = (to, next);
        }
    }
    Ok(None)
}

/// Any step that can be taken: where it leads, the live values there, and the choices made.
fn step(model: &mut Model, place: usize, dice: &mut Choices) -> Option<(usize, Vec<u64>, Vec<Choice>)> {
    let edges = model.places[place].steps.len();
    for _ in 0..PATIENCE.min(edges * PATIENCE) {
        model.machine.forget_choices();
        let mut choices = Vec::new();
        let first = dice.below(edges as u64) as usize;
        // The choices stay the same from edge to edge: they decide which one is taken.
        for edge in (0..edges).map(|e| (first + e) % edges) {
            let conditions = model.places[place].steps[edge].conditions.clone();
            if conditions.into_iter().all(|condition| value(model, condition, dice, &mut choices) == 1) {
                let updates = model.places[place].steps[edge].updates.clone();
                let values = updates.into_iter().map(|update| value(model, update, dice, &mut choices)).collect();
                return Some((model.places[place].steps[edge].to, values, choices));
            }
        }
    }
    None
}

fn value(model: &mut Model, slot: Slot, dice: &mut Choices, choices: &mut Vec<Choice>) -> u64 {
    loop {
        match model.machine.value(slot) {
            Ok(value) => return value,
            Err(Needs(input)) => {
                let value = model.any_value(input, dice);
                model.machine.choose(input, value);
                choices.push((input, value));
            }
        }
    }
}

impl Model {
    /// A value for an input: mostly one that comparisons tell from others, else a small or any number.
    fn any_value(&self, input: u32, dice: &mut Choices) -> u64 {
        let values = &self.classes.representatives[input as usize];
        let mask = self.input_masks[input as usize];
        match dice.below(8) {
            0 => dice.below(u64::MAX) & mask,
            1 => dice.below(32) & mask,
            _ => dice.pick(values),
        }
    }
}
