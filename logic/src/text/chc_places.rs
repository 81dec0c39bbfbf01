//! The arguments of relations as state variables.
//!
//! Only the current location's relation has arguments that matter, so relations share state
//! variables: a *place* is an argument of a relation, a *slot* the state variable that holds it.
//! An argument that a clause hands on unchanged keeps its slot wherever possible, so that most
//! slots do not change in most steps.

use super::chc::Clause;
use crate::sort::Sort;
use crate::term::{FunctionId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// An argument position of a relation.
pub(super) type Place = (FunctionId, usize);

/// A variable for each place, to write clauses with before slots are known.
#[derive(Default)]
pub(super) struct Places {
    variables: FxHashMap<Place, TermId>,
    places: FxHashMap<TermId, Place>,
}

impl Places {
    /// The variable of a place. Its name has two bars, which nothing that was read can have.
    pub fn variable(&mut self, terms: &mut Terms, place: Place) -> TermId {
        if let Some(known) = self.variables.get(&place) {
            return *known;
        }
        let (name, domain, _) = terms.function(place.0);
        let (name, sort) = (format!("{name}||{}", place.1), domain[place.1]);
        let variable = terms.var(&name, sort);
        self.variables.insert(place, variable);
        self.places.insert(variable, place);
        variable
    }

    /// The place that a variable stands for.
    pub fn get(&self, variable: TermId) -> Option<Place> {
        self.places.get(&variable).copied()
    }

    /// The places whose value can make a difference to a constraint, now or later.
    fn live(&self, terms: &Terms, clauses: &[Clause]) -> FxHashSet<Place> {
        let mut conclusions: FxHashMap<FunctionId, Vec<&[TermId]>> = FxHashMap::default();
        for head in clauses.iter().filter_map(|clause| clause.head.as_ref()) {
            conclusions.entry(head.relation).or_default().push(&head.args);
        }
        let mut live = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TermId> = clauses.iter().flat_map(|clause| clause.constraint.iter().copied()).collect();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            stack.extend(terms.args(term));
            if let Some((relation, position)) = self.get(term) {
                live.insert((relation, position));
                stack.extend(conclusions.get(&relation).into_iter().flatten().map(|args| args[position]));
            }
        }
        live
    }
}

/// Which slot holds each live place.
#[derive(Default)]
pub(super) struct Slots {
    /// The sort of each slot, and the places it holds.
    pub slots: Vec<(Sort, Vec<Place>)>,
    of: FxHashMap<Place, usize>,
    taken: FxHashSet<(FunctionId, usize)>,
}

impl Slots {
    /// Gives every live place a slot, no two places of a relation the same.
    pub fn assign(terms: &Terms, places: &Places, clauses: &[Clause]) -> Self {
        let live = places.live(terms, clauses);
        let mut slots = Slots::default();
        for head in clauses.iter().filter_map(|clause| clause.head.as_ref()) {
            for (position, arg) in head.args.iter().enumerate() {
                let to = (head.relation, position);
                if let Some(from) = places.get(*arg).filter(|from| live.contains(&to) && live.contains(from)) {
                    slots.link(terms, from, to);
                }
            }
        }
        let mut rest: Vec<Place> = live.into_iter().filter(|place| !slots.of.contains_key(place)).collect();
        rest.sort_unstable();
        for place in rest {
            let slot = slots.free(terms, place, &[place.0]);
            slots.set(place, slot);
        }
        slots
    }

    /// The slot of a live place.
    pub fn get(&self, place: Place) -> Option<usize> {
        self.of.get(&place).copied()
    }

    /// Puts two places into one slot if that is still possible.
    fn link(&mut self, terms: &Terms, from: Place, to: Place) {
        if from.0 == to.0 && from != to {
            return;
        }
        let slot = match (self.get(from), self.get(to)) {
            (Some(_), Some(_)) => return,
            (Some(slot), None) | (None, Some(slot)) => slot,
            (None, None) => self.free(terms, from, &[from.0, to.0]),
        };
        for place in [from, to] {
            if self.get(place).is_none() && !self.taken.contains(&(place.0, slot)) {
                self.set(place, slot);
            }
        }
    }

    fn set(&mut self, place: Place, slot: usize) {
        self.of.insert(place, slot);
        self.taken.insert((place.0, slot));
        self.slots[slot].1.push(place);
    }

    /// The first slot of the place's sort that none of the relations uses.
    fn free(&mut self, terms: &Terms, place: Place, relations: &[FunctionId]) -> usize {
        let sort = terms.function(place.0).1[place.1];
        let fits = |slot: usize| {
            self.slots[slot].0 == sort && !relations.iter().any(|relation| self.taken.contains(&(*relation, slot)))
        };
        let found = (0..self.slots.len()).find(|slot| fits(*slot));
        found.unwrap_or_else(|| {
            self.slots.push((sort, Vec::new()));
            self.slots.len() - 1
        })
    }
}
