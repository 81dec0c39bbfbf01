//! All reachable states, breadth first.

use super::code::Needs;
use super::model::Model;
use crate::answer::Reason;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A choice of an input; in an initial state, of a state variable.
pub type Choice = (u32, u64);

/// A state that was found.
struct Found {
    place: u32,
    first_value: usize,
    /// The state before it; itself if it is initial.
    before: u32,
    first_choice: usize,
}

/// Where an execution starts.
#[derive(Clone)]
pub struct Start {
    /// The location.
    pub place: usize,
    /// The values of its live variables.
    pub live: Vec<u64>,
    /// The values chosen for variables that initial states leave open.
    pub chosen: Vec<Choice>,
}

/// The states found so far, in the order in which they were found.
pub struct Reached {
    found: Vec<Found>,
    values: Vec<u64>,
    choices: Vec<Choice>,
    table: HashTable<u32>,
    widths: Vec<usize>,
}

fn hash(place: usize, values: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    place.hash(&mut hasher);
    values.hash(&mut hasher);
    hasher.finish()
}

impl Reached {
    fn new(model: &Model) -> Self {
        Reached {
            found: Vec::new(),
            values: Vec::new(),
            choices: Vec::new(),
            table: HashTable::new(),
            widths: model.places.iter().map(|p| p.live.len()).collect(),
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// The location of a state and the values of its live variables.
    pub fn state(&self, number: usize) -> (usize, &[u64]) {
        let found = &self.found[number];
        let place = found.place as usize;
        (place, &self.values[found.first_value..found.first_value + self.widths[place]])
    }

    /// The choices that led to a state.
    fn choices(&self, number: usize) -> &[Choice] {
        let end = self.found.get(number + 1).map_or(self.choices.len(), |next| next.first_choice);
        &self.choices[self.found[number].first_choice..end]
    }

    /// A state as the start of an execution.
    pub fn start(&self, number: usize) -> Start {
        let (place, live) = self.state(number);
        Start { place, live: live.to_vec(), chosen: self.choices(number).to_vec() }
    }

    /// The initial state from which the numbered one was found, and the choices of each step on the way.
    pub fn path(&self, number: usize) -> (Start, Vec<&[Choice]>) {
        let mut path = Vec::new();
        let mut at = number;
        loop {
            let before = self.found[at].before as usize;
            if before == at {
                path.reverse();
                return (self.start(at), path);
            }
            path.push(self.choices(at));
            at = before;
        }
    }

    /// Adds a state unless it is known.
    fn add(&mut self, place: usize, values: &[u64], before: Option<usize>, choices: &[Choice]) {
        let key = hash(place, values);
        if self.table.find(key, |number| self.state(*number as usize) == (place, values)).is_some() {
            return;
        }
        let number = self.found.len() as u32;
        let found = Found {
            place: place as u32,
            first_value: self.values.len(),
            before: before.map_or(number, |b| b as u32),
            first_choice: self.choices.len(),
        };
        // The table hashes older states again when it grows; those are all there.
        let mut table = std::mem::take(&mut self.table);
        table.reserve(1, |number| {
            let (place, values) = self.state(*number as usize);
            hash(place, values)
        });
        self.found.push(found);
        self.values.extend(values);
        self.choices.extend(choices);
        table.insert_unique(key, number, |_| key);
        self.table = table;
    }
}

/// How exploring ended.
pub enum End {
    /// The numbered state is bad.
    Bad(usize),
    /// There are no other states.
    Complete,
    /// There are more than was asked for.
    TooMany,
}

/// Explores the states of a model, as long as `go_on` says so for the number looked at and the number found.
pub fn explore(
    model: &mut Model,
    limit: usize,
    mut go_on: impl FnMut(usize, usize) -> Result<(), Reason>,
) -> Result<(Reached, End), Reason> {
    let mut reached = start(model);
    let mut next = 0;
    let mut values = Vec::new();
    while next < reached.len() {
        if next.is_multiple_of(64) {
            go_on(next, reached.len())?;
        }
        if reached.len() > limit {
            return Ok((reached, End::TooMany));
        }
        let (place, state) = reached.state(next);
        model.machine.enter_state();
        for (variable, value) in model.places[place].live.iter().zip(state) {
            model.machine.set_state(*variable, *value);
        }
        if is_bad(model, place) {
            return Ok((reached, End::Bad(next)));
        }
        for step in 0..model.places[place].steps.len() {
            let mut choices = Choices::default();
            let mut combinations = 0u32;
            loop {
                combinations += 1;
                if combinations.is_multiple_of(4096) {
                    go_on(next, reached.len())?;
                }
                if take(model, place, step, &mut choices, &mut values) {
                    let to = model.places[place].steps[step].to;
                    reached.add(to, &values, Some(next), &choices.made);
                }
                if !choices.turn(model) {
                    break;
                }
            }
        }
        next += 1;
    }
    Ok((reached, End::Complete))
}

/// Whether the property fails; it does not depend on inputs.
fn is_bad(model: &mut Model, place: usize) -> bool {
    matches!(model.machine.value(model.places[place].bad), Ok(1))
}

/// Adds the initial states: every combination of the values to try that satisfies the conditions.
pub fn start(model: &mut Model) -> Reached {
    let mut reached = Reached::new(model);
    for place in 0..model.places.len() {
        let Some(init) = model.places[place].init.clone() else { continue };
        let tried: Vec<u32> =
            (0..model.initial_values.len() as u32).filter(|v| model.initial_values[*v as usize].len() > 1).collect();
        let mut turn = vec![0; tried.len()];
        loop {
            model.machine.enter_state();
            for (variable, values) in model.initial_values.iter().enumerate() {
                model.machine.set_state(variable as u32, values[0]);
            }
            for (variable, position) in tried.iter().zip(&turn) {
                model.machine.set_state(*variable, model.initial_values[*variable as usize][*position]);
            }
            for (variable, value) in &model.places[place].fixed {
                model.machine.set_state(*variable, *value);
            }
            if init.iter().all(|condition| matches!(model.machine.value(*condition), Ok(1))) {
                let values: Vec<u64> = model.places[place].live.iter().map(|v| model.machine.state(*v)).collect();
                // Also of those that do not matter any more.
                let fixed = model.places[place].fixed.iter().map(|(v, _)| v);
                let chosen: Vec<Choice> = tried.iter().chain(fixed).map(|v| (*v, model.machine.state(*v))).collect();
                reached.add(place, &values, None, &chosen);
            }
            // The next combination, as an odometer turns.
            let sizes = tried.iter().map(|v| model.initial_values[*v as usize].len());
            let Some(wheel) = sizes.clone().zip(&turn).position(|(size, position)| position + 1 < size) else { break };
            turn[wheel] += 1;
            turn[..wheel].iter_mut().for_each(|position| *position = 0);
        }
    }
    reached
}

/// The choices of inputs that one step depends on, tried one after the other.
#[derive(Default)]
pub struct Choices {
    made: Vec<Choice>,
    turns: Vec<usize>,
}

impl Choices {
    /// Goes on to the next combination; false if there is none.
    fn turn(&mut self, model: &mut Model) -> bool {
        while let Some(position) = self.turns.pop() {
            let (input, _) = self.made.pop().unwrap_or_default();
            let values = &model.classes.representatives[input as usize];
            if let Some(value) = values.get(position + 1) {
                self.made.push((input, *value));
                self.turns.push(position + 1);
                model.machine.forget_choices();
                for (input, value) in &self.made {
                    model.machine.choose(*input, *value);
                }
                return true;
            }
        }
        // The next step chooses for itself.
        model.machine.forget_choices();
        false
    }

    fn first(&mut self, model: &mut Model, input: u32) {
        let value = model.classes.representatives[input as usize].first().copied().unwrap_or_default();
        self.made.push((input, value));
        self.turns.push(0);
        model.machine.choose(input, value);
    }
}

/// Takes a step under the choices, making those that it needs; false if its conditions do not hold.
fn take(model: &mut Model, place: usize, step: usize, choices: &mut Choices, values: &mut Vec<u64>) -> bool {
    values.clear();
    for position in 0..model.places[place].steps[step].conditions.len() {
        let condition = model.places[place].steps[step].conditions[position];
        if value(model, choices, condition) == 0 {
            return false;
        }
    }
    for position in 0..model.places[place].steps[step].updates.len() {
        let update = model.places[place].steps[step].updates[position];
        let next = value(model, choices, update);
        let variable = model.places[model.places[place].steps[step].to].live[position];
        values.push(model.canonical(variable, next));
    }
    true
}

fn value(model: &mut Model, choices: &mut Choices, slot: super::code::Slot) -> u64 {
    loop {
        match model.machine.value(slot) {
            Ok(value) => return value,
            Err(Needs(input)) => choices.first(model, input),
        }
    }
}
