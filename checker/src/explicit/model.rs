//! A system compiled for exploration: what each location has to remember, and its steps as code.

use super::classes::{Classes, Uses, classes};
use super::code::{Machine, Slot, Variable};
use crate::ic3::control::Control;
use crate::words::{fitting_width, mask};
use euclase_logic::{Op, TermId, Terms, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// More combinations of initial values than this are not tried.
const MOST_INITIAL_STATES: usize = 100_000;

/// A location with its compiled steps.
pub struct Place {
    /// The state variables that matter from here on, by number.
    pub live: Vec<u32>,
    /// Conditions on initial states; none if no execution starts here.
    pub init: Option<Vec<Slot>>,
    /// The values that variables have in initial states here.
    pub fixed: Vec<(u32, u64)>,
    /// What must not hold.
    pub bad: Slot,
    /// The steps that leave it.
    pub steps: Vec<Step>,
}

/// The steps from one location to another.
pub struct Step {
    /// Where they lead.
    pub to: usize,
    /// What they must satisfy.
    pub conditions: Vec<Slot>,
    /// The next values of the target's live variables.
    pub updates: Vec<Slot>,
}

/// The compiled system.
pub struct Model {
    /// Computes values.
    pub machine: Machine,
    /// The locations, as the control flow numbers them.
    pub places: Vec<Place>,
    /// The inputs, next values that a step may choose included.
    pub inputs: Vec<TermId>,
    /// The largest value of each input.
    pub input_masks: Vec<u64>,
    /// The values to try for each input.
    pub classes: Classes,
    /// For each state variable, the values to try initially where a place does not fix it.
    pub initial_values: Vec<Vec<u64>>,
}

impl Model {
    /// The value that stands for a value of a state variable.
    pub fn canonical(&self, variable: u32, value: u64) -> u64 {
        self.classes.of_states[variable as usize].as_ref().map_or(value, |copied| copied.representative(value))
    }

    /// Compiles a system; none if machine words cannot hold what it computes with.
    pub fn new(terms: &mut Terms, system: &TransitionSystem, control: &mut Control) -> Option<Self> {
        let live = control.live_variables(terms, system);
        let states: Vec<TermId> = system.states.iter().map(|s| s.current).collect();
        let mut inputs = system.inputs.clone();
        inputs.extend(system.states.iter().filter(|s| s.update.is_none()).map(|s| s.next));
        let mut numbers: FxHashMap<TermId, Variable> = FxHashMap::default();
        numbers.extend(states.iter().enumerate().map(|(n, v)| (*v, Variable::State(n as u32))));
        numbers.extend(inputs.iter().enumerate().map(|(n, v)| (*v, Variable::Input(n as u32))));
        let mut machine = Machine::new(states.len(), inputs.len());
        let mut places: Vec<Place> = Vec::new();
        let (mut conditions, mut updates) = (Vec::new(), Vec::new());
        for (location, live) in control.locations.iter().zip(&live) {
            conditions.push(location.bad);
            let init = match &location.init {
                Some(init) => {
                    conditions.extend(init);
                    Some(init.iter().map(|c| machine.compile(terms, *c, &numbers)).collect::<Option<_>>()?)
                }
                None => None,
            };
            let bad = machine.compile(terms, location.bad, &numbers)?;
            let mut live: Vec<u32> = live.iter().filter_map(|v| as_state(&numbers, *v)).collect();
            live.sort_unstable();
            let conjuncts = location.init.iter().flatten();
            let fixed =
                conjuncts.filter_map(|c| fixed(terms, *c)).filter_map(|(v, c)| Some((as_state(&numbers, v)?, c)));
            let fixed = fixed.collect();
            places.push(Place { live, init, fixed, bad, steps: Vec::new() });
        }
        for edge in &mut control.edges {
            conditions.extend(&edge.constraints);
            let compiled = edge.constraints.iter().map(|c| machine.compile(terms, *c, &numbers));
            let mut step = Step { to: edge.to, conditions: compiled.collect::<Option<_>>()?, updates: Vec::new() };
            for number in places[edge.to].live.clone() {
                let variable = states[number as usize];
                let update = edge.pre(terms, variable);
                updates.push((variable, update));
                step.updates.push(machine.compile(terms, update, &numbers)?);
            }
            places[edge.from].steps.push(step);
        }
        let free = free_initially(terms, &states, control, &live);
        let all: Vec<TermId> = inputs.iter().chain(&free).copied().collect();
        let uses = Uses { conditions: &conditions, updates: &updates, states: &states, inputs: &all };
        let mut classes = classes(terms, &uses);
        let mut initial_values = vec![vec![0]; states.len()];
        for (variable, values) in free.iter().zip(classes.representatives.split_off(inputs.len())) {
            if let Some(number) = as_state(&numbers, *variable) {
                initial_values[number as usize] = values;
            }
        }
        let combinations = initial_values.iter().try_fold(1usize, |all, values| all.checked_mul(values.len()));
        if combinations.is_none_or(|all| all > MOST_INITIAL_STATES) {
            return None;
        }
        let input_masks = inputs.iter().map(|i| fitting_width(terms.sort(*i)).map_or(0, mask)).collect();
        Some(Model { machine, places, inputs, input_masks, classes, initial_values })
    }
}

fn as_state(numbers: &FxHashMap<TermId, Variable>, variable: TermId) -> Option<u32> {
    match numbers.get(&variable) {
        Some(Variable::State(number)) => Some(*number),
        _ => None,
    }
}

/// The live variables that nothing gives an initial value, and those of conditions that do more than that.
fn free_initially(terms: &Terms, states: &[TermId], control: &Control, live: &[FxHashSet<TermId>]) -> Vec<TermId> {
    let mut free = FxHashSet::default();
    for (location, live) in control.locations.iter().zip(live) {
        let Some(init) = &location.init else { continue };
        let given: FxHashSet<TermId> = init.iter().filter_map(|c| Some(fixed(terms, *c)?.0)).collect();
        let asked = terms.variables(init);
        free.extend(live.iter().chain(&asked).copied().filter(|v| !given.contains(v)));
    }
    states.iter().copied().filter(|v| free.contains(v)).collect()
}

/// The variable and the value that a conjunct of the initial condition gives it.
fn fixed(terms: &Terms, conjunct: TermId) -> Option<(TermId, u64)> {
    let word = |term: TermId| terms.as_bitvec(term).and_then(|value| value.to_u64());
    match terms.op(conjunct) {
        Op::Var(_) => Some((conjunct, 1)),
        Op::Not if terms.is_var(terms.arg(conjunct, 0)) => Some((terms.arg(conjunct, 0), 0)),
        Op::Eq => {
            let (a, b) = (terms.arg(conjunct, 0), terms.arg(conjunct, 1));
            [(a, b), (b, a)].into_iter().find_map(|(v, c)| terms.is_var(v).then_some((v, word(c)?)))
        }
        _ => None,
    }
}
