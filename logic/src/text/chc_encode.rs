//! Linear Horn clauses as a transition system.
//!
//! The functional Horn encoding of the thesis (§4.2, Fig. 4.1), with control made explicit: there
//! is a location for each relation, one to start from and one for derived queries, and exactly
//! one of them holds. A step applies one clause: it leaves the location of the clause's body
//! for that of its head. The thesis lets relations stay derived; for linear clauses nothing is
//! lost without that, since each step of a derivation uses only the step before.
//!
//! Which clause applies at a location is chosen by inputs that all locations share: the first
//! clause whose choice is true, else the last one. So no one-hot constraints are needed.

use super::chc::{Atom, Clause};
use super::chc_places::{Places, Slots};
use crate::sort::Sort;
use crate::system::{Origin, StateVar, TransitionSystem};
use crate::term::{FunctionId, TermId, Terms};
use crate::traverse::Substitution;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a derivation stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Location {
    Start,
    Derived(FunctionId),
    Query,
}

impl Clause {
    fn source(&self) -> Location {
        self.body.as_ref().map_or(Location::Start, |atom| Location::Derived(atom.relation))
    }

    fn target(&self) -> Location {
        self.head.as_ref().map_or(Location::Query, |atom| Location::Derived(atom.relation))
    }
}

/// The transition system of a set of clauses.
pub(super) fn encode(terms: &mut Terms, clauses: Vec<Clause>) -> TransitionSystem {
    let mut places = Places::default();
    let clauses = useful(clauses).into_iter();
    let clauses: Vec<Clause> = clauses.map(|clause| simplify(terms, &mut places, clause)).collect();
    let slots = Slots::assign(terms, &places, &clauses);
    let mut encoder = Encoder {
        terms,
        places,
        slots,
        used_names: FxHashSet::default(),
        locations: Vec::new(),
        data: Vec::new(),
        inputs: Vec::new(),
    };
    encoder.declare(&clauses);
    let steps = encoder.steps(clauses);
    encoder.system(&steps)
}

/// The clauses on some path from a fact to a query: no other takes part in deriving one.
fn useful(clauses: Vec<Clause>) -> Vec<Clause> {
    let edges: Vec<(Location, Location)> = clauses.iter().map(|c| (c.source(), c.target())).collect();
    let forward = reachable(Location::Start, edges.iter().copied());
    let backward = reachable(Location::Query, edges.iter().map(|(from, to)| (*to, *from)));
    let keep = |clause: &Clause| forward.contains(&clause.source()) && backward.contains(&clause.target());
    clauses.into_iter().filter(keep).collect()
}

fn reachable(from: Location, edges: impl Iterator<Item = (Location, Location)>) -> FxHashSet<Location> {
    let mut successors: FxHashMap<Location, Vec<Location>> = FxHashMap::default();
    for (source, target) in edges {
        successors.entry(source).or_default().push(target);
    }
    let mut found = FxHashSet::from_iter([from]);
    let mut stack = vec![from];
    while let Some(location) = stack.pop() {
        for next in successors.get(&location).into_iter().flatten() {
            if found.insert(*next) {
                stack.push(*next);
            }
        }
    }
    found
}

/// The clause over the places of its body, solved for the variables that its constraint defines.
fn simplify(terms: &mut Terms, places: &mut Places, mut clause: Clause) -> Clause {
    let mut substitution = Substitution::default();
    let mut bound = FxHashSet::default();
    let mut equations = Vec::new();
    if let Some(Atom { relation, args }) = &clause.body {
        for (position, arg) in args.iter().enumerate() {
            let place = places.variable(terms, (*relation, position));
            if terms.is_var(*arg) && bound.insert(*arg) {
                substitution.define(*arg, place);
            } else {
                equations.push((place, *arg));
            }
        }
    }
    for (place, arg) in equations {
        clause.constraint.push(terms.eq(place, arg));
    }
    substitute(terms, &mut clause, &mut substitution);
    let variables = terms.variables(&mentioned(&clause));
    let mut step = TransitionSystem {
        states: Vec::new(),
        inputs: variables.into_iter().filter(|v| places.get(*v).is_none()).collect(),
        init: terms.tt(),
        constraints: std::mem::take(&mut clause.constraint),
        property: terms.tt(),
        locations: Vec::new(),
        solved_inputs: Vec::new(),
        relation: None,
    };
    step.make_functional(terms);
    substitute(terms, &mut clause, &mut Substitution::new(step.solved_inputs));
    clause.constraint = step.constraints;
    clause
}

/// The terms that say what the clause does: its constraint and the arguments of its head.
fn mentioned(clause: &Clause) -> Vec<TermId> {
    let head = clause.head.iter().flat_map(|head| &head.args);
    clause.constraint.iter().chain(head).copied().collect()
}

fn substitute(terms: &mut Terms, clause: &mut Clause, substitution: &mut Substitution) {
    let head = clause.head.iter_mut().flat_map(|head| &mut head.args);
    for term in clause.constraint.iter_mut().chain(head) {
        *term = substitution.apply(terms, *term);
    }
}

/// A clause as a step: if it fires, the guard must hold, and some slots get new values.
struct Step {
    source: Location,
    target: Location,
    guard: TermId,
    writes: Vec<(usize, TermId)>,
}

struct Encoder<'a> {
    terms: &'a mut Terms,
    places: Places,
    slots: Slots,
    used_names: FxHashSet<String>,
    locations: Vec<(Location, StateVar)>,
    /// The state variable of each slot.
    data: Vec<StateVar>,
    inputs: Vec<TermId>,
}

impl Encoder<'_> {
    /// A variable whose name no other variable of the system has.
    fn variable(&mut self, name: &str, sort: Sort) -> TermId {
        let mut unique = name.to_string();
        let mut count = 0;
        while !self.used_names.insert(unique.clone()) {
            count += 1;
            unique = format!("{name}!{count}");
        }
        self.terms.var(&unique, sort)
    }

    fn state(&mut self, name: &str, sort: Sort, origin: Option<Origin>) -> StateVar {
        let (current, next) = (self.variable(name, sort), self.variable(&format!("{name}+"), sort));
        StateVar { current, next, update: None, origin }
    }

    /// Makes the state variables: locations in the order in which clauses mention them, then slots.
    fn declare(&mut self, clauses: &[Clause]) {
        let mut order = vec![Location::Start];
        let mut seen = FxHashSet::from_iter([Location::Start, Location::Query]);
        order.extend(clauses.iter().flat_map(|c| [c.source(), c.target()]).filter(|l| seen.insert(*l)));
        order.push(Location::Query);
        for location in order {
            let name = match location {
                Location::Start => "start".to_string(),
                Location::Query => "query".to_string(),
                Location::Derived(relation) => format!("at.{}", self.terms.function(relation).0),
            };
            let variable = self.state(&name, Sort::Bool, None);
            self.locations.push((location, variable));
        }
        for (number, (sort, held)) in self.slots.slots.clone().into_iter().enumerate() {
            let describe = |place: &(FunctionId, usize)| format!("{}[{}]", self.terms.function(place.0).0, place.1);
            let name = held.iter().map(describe).collect::<Vec<_>>().join(" ");
            let origin = Origin { name, file: None, line: None };
            let variable = self.state(&format!("place.{number}"), sort, Some(origin));
            self.data.push(variable);
        }
    }

    /// The clauses as steps over slots and inputs. Only one clause applies at a time, so the
    /// variables of all of them share inputs.
    fn steps(&mut self, clauses: Vec<Clause>) -> Vec<Step> {
        let mut pools: FxHashMap<Sort, Vec<TermId>> = FxHashMap::default();
        let mut steps = Vec::new();
        for mut clause in clauses {
            let head = clause.head.take();
            let slot_of =
                |(position, arg): (usize, TermId), relation| Some((self.slots.get((relation, position))?, arg));
            let writes: Vec<(usize, TermId)> = head
                .iter()
                .flat_map(|head| head.args.iter().copied().enumerate().filter_map(|arg| slot_of(arg, head.relation)))
                .collect();
            let (source, target) = (clause.source(), head.map_or(Location::Query, |h| Location::Derived(h.relation)));
            let roots: Vec<TermId> = clause.constraint.iter().copied().chain(writes.iter().map(|(_, t)| *t)).collect();
            let mut substitution = self.allocate(&roots, &mut pools);
            let guard = self.terms.and(&clause.constraint);
            let guard = substitution.apply(self.terms, guard);
            let writes =
                writes.into_iter().map(|(slot, value)| (slot, substitution.apply(self.terms, value))).collect();
            steps.push(Step { source, target, guard, writes });
        }
        steps
    }

    /// The substitution of slots for places and of shared inputs for free variables.
    fn allocate(&mut self, roots: &[TermId], pools: &mut FxHashMap<Sort, Vec<TermId>>) -> Substitution {
        let mut used: FxHashMap<Sort, usize> = FxHashMap::default();
        let mut pairs = Vec::new();
        for variable in self.terms.variables(roots) {
            if let Some(place) = self.places.get(variable) {
                pairs.extend(self.slots.get(place).map(|slot| (variable, self.data[slot].current)));
                continue;
            }
            let sort = self.terms.sort(variable);
            let (pool, next) = (pools.entry(sort).or_default(), used.entry(sort).or_default());
            if *next == pool.len() {
                let name = format!("input.{}", self.inputs.len());
                let input = self.variable(&name, sort);
                self.inputs.push(input);
                pool.push(input);
            }
            pairs.push((variable, pool[*next]));
            *next += 1;
        }
        Substitution::new(pairs)
    }

    /// For each step, the condition that it is the one taken.
    fn fires(&mut self, steps: &[Step]) -> Vec<TermId> {
        let mut remaining: FxHashMap<Location, usize> = FxHashMap::default();
        for step in steps {
            *remaining.entry(step.source).or_default() += 1;
        }
        let mut undecided: FxHashMap<Location, TermId> =
            self.locations.iter().map(|(location, variable)| (*location, variable.current)).collect();
        let mut taken: FxHashMap<Location, usize> = FxHashMap::default();
        let mut choices: Vec<TermId> = Vec::new();
        let mut fires = Vec::new();
        for step in steps {
            let here = undecided[&step.source];
            let index = taken.entry(step.source).or_default();
            *index += 1;
            if *index == remaining[&step.source] {
                fires.push(here);
                continue;
            }
            if choices.len() < *index {
                choices.push(self.variable(&format!("choice.{}", *index - 1), Sort::Bool));
            }
            let choice = choices[*index - 1];
            let other = self.terms.not(choice);
            fires.push(self.terms.and(&[here, choice]));
            undecided.insert(step.source, self.terms.and(&[here, other]));
        }
        self.inputs.extend(choices);
        fires
    }

    fn system(mut self, steps: &[Step]) -> TransitionSystem {
        let fires = self.fires(steps);
        let mut into: FxHashMap<Location, Vec<TermId>> = FxHashMap::default();
        let mut values: Vec<TermId> = self.data.iter().map(|variable| variable.current).collect();
        let mut constraints = Vec::new();
        for (step, fire) in steps.iter().zip(fires) {
            into.entry(step.target).or_default().push(fire);
            constraints.push(self.terms.implies(fire, step.guard));
            for (slot, value) in step.writes.iter().filter(|(slot, value)| *value != self.data[*slot].current) {
                values[*slot] = self.terms.ite(fire, *value, values[*slot]);
            }
        }
        let sources: FxHashSet<Location> = steps.iter().map(|step| step.source).collect();
        let mut init = Vec::new();
        for (location, variable) in &mut self.locations {
            variable.update = Some(self.terms.or(into.get(location).map_or(&[], Vec::as_slice)));
            let outside = self.terms.not(variable.current);
            init.push(if *location == Location::Start { variable.current } else { outside });
            if !sources.contains(location) {
                constraints.push(outside);
            }
        }
        for (variable, value) in self.data.iter_mut().zip(values) {
            variable.update = Some(value);
        }
        let locations: Vec<TermId> = self.locations.iter().map(|(_, variable)| variable.current).collect();
        let truth = self.terms.tt();
        constraints.retain(|constraint| *constraint != truth);
        let query = locations.last().copied().unwrap_or(truth);
        TransitionSystem {
            init: self.terms.and(&init),
            property: self.terms.not(query),
            states: self.locations.into_iter().map(|(_, variable)| variable).chain(self.data).collect(),
            inputs: self.inputs,
            constraints,
            locations,
            solved_inputs: Vec::new(),
            relation: None,
        }
    }
}
