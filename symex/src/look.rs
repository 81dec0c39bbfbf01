//! The checks of memory, judged as the interpreter judges them (`program/src/interpret/look.rs`).
//!
//! Each becomes a condition under which all is well. What cannot be judged here, such as a number that depends on inputs and belongs
//! to no object, remains a doubt.

use crate::memory::{Area, possible};
use crate::run::{Run, Step, Stop};
use crate::state::State;
use crate::value::{self, Bits, Choice, Place, Target, Value};
use euclase_logic::{TermId, Terms};
use euclase_program::{CheckKind, MemoryCheck};
use rustc_hash::FxHashMap;

/// No object lies below.
const PAGE: u64 = 4096;

/// How many objects there may be where leaks are looked for by conditions.
const MAX_REACHED: usize = 64;

/// An object that a pointer leads to, and what must hold for that.
struct Found {
    object: u32,
    offset: Bits,
    /// The object is alive, and the offset can be counted.
    is_there: TermId,
}

impl Run<'_> {
    pub(crate) fn look(&mut self, state: &mut State, check: &MemoryCheck) -> Step<()> {
        let holds = match check {
            MemoryCheck::Access { address, size, is_write } => {
                let (address, size) = (self.value(state, *address)?, self.word(state, *size)?);
                if size == Bits::Word(0) {
                    self.obligations.decided();
                    return Ok(());
                }
                let holds = self.allows(state, &address, &mut |run, state, found, from_pointer| {
                    Ok(run.allows_access(state, found, size, *is_write, from_pointer))
                })?;
                let is_empty = value::same(&mut self.terms, size, Bits::Word(0), 64);
                self.terms.or(&[is_empty, holds])
            }
            MemoryCheck::Text { address } => {
                let address = self.value(state, *address)?;
                self.allows(state, &address, &mut |run, state, found, _| run.has_end(state, found))?
            }
            MemoryCheck::Free { address } => {
                let address = self.value(state, *address)?;
                self.allows_free(state, &address)?
            }
            // The call that comes judges its pointer itself.
            MemoryCheck::Called { .. } => {
                self.obligations.decided();
                return Ok(());
            }
            MemoryCheck::End { check: CheckKind::Leak, is_return } => self.nothing_lost(state, *is_return)?,
            MemoryCheck::End { .. } => {
                let heap = state.memory.objects.values().filter(|object| object.area == Area::Heap);
                let alive: Vec<TermId> = heap.map(|object| object.alive).collect();
                let freed: Vec<TermId> = alive.into_iter().map(|alive| self.terms.not(alive)).collect();
                self.terms.and(&freed)
            }
        };
        self.require(state, holds)
    }

    /// Whether each object that a pointer may lead to allows something.
    fn allows(
        &mut self,
        state: &mut State,
        address: &Value,
        of: &mut dyn FnMut(&mut Self, &mut State, &Found, bool) -> Step<TermId>,
    ) -> Step<TermId> {
        let mut all = Vec::new();
        for choice in possible(&self.terms, address.choices(&self.terms)) {
            if state.decides(&mut self.terms, choice.guard) == Some(false) {
                continue;
            }
            let holds = match self.find(state, &choice)? {
                Some(found) => {
                    let inner = of(self, state, &found, matches!(choice.target, Target::Object(_)))?;
                    self.terms.and(&[found.is_there, inner])
                }
                None => self.terms.ff(),
            };
            all.push(self.terms.implies(choice.guard, holds));
        }
        Ok(self.terms.and(&all))
    }

    /// The object that one of the pointers leads to, if it leads to any.
    fn find(&mut self, state: &State, choice: &Choice) -> Step<Option<Found>> {
        match (&choice.target, choice.bits) {
            (Target::Object(place), _) => Ok(self.find_place(state, place)),
            (Target::Number, Bits::Word(number)) if number < PAGE || self.addresses.function_at(number).is_some() => {
                Ok(None)
            }
            (Target::Unset, _) => Ok(None),
            (Target::Number | Target::Choice(_), _) => {
                self.unsupported(state, choice.guard, "a pointer that is a number")?;
                Ok(None)
            }
        }
    }

    fn find_place(&mut self, state: &State, place: &Place) -> Option<Found> {
        let object = state.memory.object(place.object)?;
        let terms = &mut self.terms;
        let not_left = terms.not(object.left);
        let same_life = value::same(terms, object.life, Bits::Word(place.life.into()), 32);
        let is_near = place.far.map_or(terms.tt(), |far| terms.not(far));
        let is_there = terms.and(&[object.alive, not_left, same_life, is_near]);
        (is_there != terms.ff()).then_some(Found { object: place.object, offset: place.offset, is_there })
    }

    fn allows_access(&mut self, state: &State, found: &Found, size: Bits, writes: bool, _: bool) -> TermId {
        let Some(object) = state.memory.object(found.object) else { return self.terms.ff() };
        if writes && object.area == (Area::Global { constant: true }) {
            return self.terms.ff();
        }
        let room = object.size;
        self.is_inside(room, found.offset, size)
    }

    fn allows_free(&mut self, state: &mut State, address: &Value) -> Step<TermId> {
        let is_heap_start = &mut |run: &mut Self, state: &mut State, found: &Found, _: bool| {
            let is_heap = state.memory.object(found.object).is_some_and(|object| object.area == Area::Heap);
            match is_heap {
                true => Ok(value::same(&mut run.terms, found.offset, Bits::Word(0), 64)),
                false => Ok(run.terms.ff()),
            }
        };
        let mut all = Vec::new();
        for choice in possible(&self.terms, address.choices(&self.terms)) {
            let one = Value { bits: choice.bits, target: choice.target.clone() };
            let holds = match (&choice.target, choice.bits) {
                (Target::Number, Bits::Word(0)) => continue,
                _ => self.allows(state, &one, is_heap_start)?,
            };
            all.push(self.terms.implies(choice.guard, holds));
        }
        Ok(self.terms.and(&all))
    }

    /// Whether there is a zero from a place on; reads up to there.
    fn has_end(&mut self, state: &mut State, found: &Found) -> Step<TermId> {
        let object = state.memory.object(found.object).ok_or(Stop::Path)?;
        let room = match (object.size, found.offset) {
            (Bits::Word(room), Bits::Word(_)) => room,
            (Bits::Word(room), Bits::Term(_)) if object.contents.unknown(0, room).is_empty() => room,
            _ => return self.give_up(state, "a text whose start or room depends on inputs"),
        };
        let mut ends = Vec::new();
        let mut before = self.terms.tt();
        let first = if let Bits::Word(first) = found.offset { first } else { 0 };
        for at in first..room {
            self.tick()?;
            let is_behind = value::at_most(&mut self.terms, found.offset, Bits::Word(at));
            if matches!(found.offset, Bits::Word(_)) {
                let asked = self.terms.and(&[found.is_there, before]);
                self.ask(state, asked, found.object, at, 1)?;
            }
            let object = state.memory.object(found.object).cloned().ok_or(Stop::Path)?;
            let byte = object.contents.load(&mut self.terms, at, 1);
            let is_zero = value::same(&mut self.terms, byte, Bits::Word(0), 8);
            let is_end = self.terms.and(&[is_behind, is_zero]);
            ends.push(is_end);
            let not_end = self.terms.not(is_end);
            before = self.terms.and(&[before, not_end]);
            if self.terms.as_bool(is_end) == Some(true) {
                break;
            }
        }
        Ok(self.terms.or(&ends))
    }

    /// Whether everything on the heap can be reached from variables that are alive.
    ///
    /// Where `main` does not return, values that a run still has may be those of variables or only left over, which is not told apart:
    /// what they alone lead to is a doubt.
    fn nothing_lost(&mut self, state: &mut State, is_return: bool) -> Step<TermId> {
        let holds = self.is_reached(state, is_return, !is_return)?;
        if !is_return {
            let without = self.is_reached(state, is_return, false)?;
            let not = self.terms.not(without);
            let open = self.terms.and(&[holds, not]);
            self.unsupported(state, open, "memory that only a value on the way leads to")?;
        }
        Ok(holds)
    }

    fn is_reached(&mut self, state: &mut State, is_return: bool, with_values: bool) -> Step<TermId> {
        let objects: Vec<u32> = state.memory.objects.keys().copied().collect();
        let heap = objects.iter().filter(|id| state.memory.objects[id].area == Area::Heap).count();
        if heap == 0 {
            return Ok(self.terms.tt());
        }
        let mut reached: FxHashMap<u32, TermId> = FxHashMap::default();
        for id in &objects {
            let object = &state.memory.objects[id];
            let root = match object.area {
                Area::Global { .. } => object.alive,
                Area::Stack if !is_return => {
                    let not_left = self.terms.not(object.left);
                    self.terms.and(&[object.alive, not_left])
                }
                Area::Stack | Area::Heap => self.terms.ff(),
            };
            reached.insert(*id, root);
        }
        if with_values {
            let held: Vec<Value> = state
                .frames
                .iter()
                .flat_map(|frame| (0..frame.values.end()).filter_map(|at| frame.values.get(at).clone()))
                .filter(|value| value.target != Target::Number)
                .collect();
            for value in held {
                let always = self.terms.tt();
                self.reach(state, &value, always, &mut reached);
            }
        }
        // As often as there are objects, what is reached leads on; with constants, fewer rounds change something.
        for round in 0..=objects.len() {
            let mut next = reached.clone();
            for id in &objects {
                let from = reached[id];
                if self.terms.as_bool(from) == Some(false) {
                    continue;
                }
                for target in state.memory.objects[id].stored.values() {
                    self.tick()?;
                    let value = Value { bits: Bits::Word(0), target: target.clone() };
                    self.reach(state, &value, from, &mut next);
                }
            }
            if next == reached {
                break;
            }
            let is_open = next.values().any(|reached| self.terms.as_bool(*reached).is_none());
            if is_open && (round > MAX_REACHED || objects.len() > MAX_REACHED) {
                return self.give_up(state, "leaks of many objects that depend on inputs");
            }
            reached = next;
        }
        let mut all = Vec::new();
        for id in objects {
            let object = &state.memory.objects[&id];
            if object.area == Area::Heap {
                let gone = self.terms.not(object.alive);
                all.push(self.terms.or(&[gone, reached[&id]]));
            }
        }
        Ok(self.terms.and(&all))
    }

    /// Where a condition holds, a pointer leads to its object.
    fn reach(&mut self, state: &State, value: &Value, from: TermId, reached: &mut FxHashMap<u32, TermId>) {
        for choice in value.choices(&self.terms) {
            let Target::Object(place) = choice.target else { continue };
            let near = Place { far: None, ..place };
            let Some(found) = self.find_place(state, &near) else { continue };
            let leads = and3(&mut self.terms, from, choice.guard, found.is_there);
            if let Some(before) = reached.get_mut(&found.object) {
                *before = self.terms.or(&[*before, leads]);
            }
        }
    }
}

fn and3(terms: &mut Terms, a: TermId, b: TermId, c: TermId) -> TermId {
    terms.and(&[a, b, c])
}
