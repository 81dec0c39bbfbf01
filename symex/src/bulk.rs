//! Many bytes at once: copies, fills, and bytes made arbitrary.
//!
//! A size or place that depends on inputs is one of a few; each is done under the condition that it is that one.

use crate::access::{Places, Spot, greatest, overwrite};
use crate::memory::{Area, Object};
use crate::run::{Run, Step, Stop};
use crate::state::State;
use crate::value::{self, Bits, Value};
use euclase_logic::{TermId, Terms};
use euclase_program::NondetOrigin;

/// How many sizes and places there may be in one copy.
const MAX_WAYS: usize = 1 << 12;

/// The largest copy.
const MAX_BYTES: u64 = 1 << 26;

impl Run<'_> {
    /// The sizes that there may be, each with its condition.
    fn sizes(&mut self, state: &mut State, size: Bits, room: u64) -> Step<Vec<(TermId, u64)>> {
        match size {
            Bits::Word(size) if size > MAX_BYTES => self.give_up(state, "a copy of very many bytes"),
            Bits::Word(size) => Ok(vec![(self.terms.tt(), size)]),
            Bits::Term(term) => {
                let most = greatest(&self.terms, term, 12).min(room);
                if most >= MAX_WAYS as u64 {
                    return self.give_up(state, "a copy whose size depends on inputs");
                }
                let mut sizes = Vec::new();
                for number in 0..=most {
                    let is_it = value::same(&mut self.terms, size, Bits::Word(number), 64);
                    if state.decides(&mut self.terms, is_it) != Some(false) {
                        sizes.push((is_it, number));
                    }
                }
                let more = value::at_most(&mut self.terms, size, Bits::Word(most));
                let more = self.terms.not(more);
                self.undefined(state, more, "an access outside of every object")?;
                Ok(sizes)
            }
        }
    }

    /// How many bytes there are at most behind an address.
    fn room(&mut self, state: &State, address: &Value) -> u64 {
        let choices = address.choices(&self.terms);
        let rooms = choices.iter().map(|choice| match &choice.target {
            value::Target::Object(place) => match state.memory.object(place.object).map(|object| object.size) {
                Some(Bits::Word(size)) => size,
                Some(Bits::Term(size)) => greatest(&self.terms, size, 12),
                None => 0,
            },
            _ => u64::MAX,
        });
        rooms.max().unwrap_or(0)
    }

    /// Where an access may go, each place a number, with its condition.
    fn exact_spots(
        &mut self,
        state: &State,
        address: &Value,
        size: u64,
        writes: bool,
    ) -> Step<Vec<(TermId, u32, u64)>> {
        let mut exact = Vec::new();
        for Spot { guard, object, offset } in self.spots(state, address, size, writes)? {
            match offset {
                Bits::Word(offset) => exact.push((guard, object, offset)),
                Bits::Term(term) => {
                    let Some(found) = state.memory.object(object) else { continue };
                    let Some(places) = Places::of(&self.terms, term, found, size) else {
                        return self.give_up(state, "an index into a large object");
                    };
                    for place in places.all() {
                        let here = value::same(&mut self.terms, offset, Bits::Word(place), 64);
                        let condition = self.terms.and(&[guard, here]);
                        if state.decides(&mut self.terms, condition) != Some(false) {
                            exact.push((condition, object, place));
                        }
                    }
                }
            }
        }
        Ok(exact)
    }

    pub(crate) fn copy(&mut self, state: &mut State, to: &Value, from: &Value, size: Bits) -> Step<()> {
        let room = self.room(state, to).min(self.room(state, from));
        let sizes = self.sizes(state, size, room)?;
        let mut ways = 0;
        for (is_size, size) in sizes {
            if size == 0 {
                continue;
            }
            let (is_single, mut path) = (self.terms.as_bool(is_size) == Some(true), state.clone());
            if !is_single {
                path.assume(&mut self.terms, is_size);
            }
            let sources = match self.exact_spots(&path, from, size, false) {
                Err(Stop::Path) if !is_single => continue,
                sources => sources?,
            };
            for (guard, source, start) in &sources {
                let anything = state.memory.object(*source).is_some_and(|object| object.area != Area::Stack);
                if anything {
                    let guard = self.terms.and(&[is_size, *guard]);
                    self.ask(state, guard, *source, *start, size)?;
                }
            }
            let targets = match self.exact_spots(&path, to, size, true) {
                Err(Stop::Path) if !is_single => continue,
                targets => targets?,
            };
            ways += sources.len() * targets.len();
            if ways > MAX_WAYS {
                return self.give_up(state, "a copy whose place depends on inputs");
            }
            // All is read before anything is written.
            let before = state.memory.clone();
            for (source_guard, source, start) in &sources {
                let object = before.object(*source).cloned().ok_or(Stop::Path)?;
                for (target_guard, target, offset) in &targets {
                    let guard = self.terms.and(&[is_size, *source_guard, *target_guard]);
                    let spot = Spot { guard, object: *target, offset: Bits::Word(*offset) };
                    let from = Spot { guard, object: *source, offset: Bits::Word(*start) };
                    self.cut_pointers(state, from, &mut std::iter::once(*start), size)?;
                    self.cut_pointers(state, spot, &mut std::iter::once(*offset), size)?;
                    self.copy_at(state, spot, &object, *start, size)?;
                }
            }
        }
        Ok(())
    }

    fn copy_at(&mut self, state: &mut State, spot: Spot, source: &Object, start: u64, size: u64) -> Step<()> {
        self.steps += size;
        let pointer_bytes = u64::from(self.program.pointer_width / 8);
        let last = (start + size + 1).saturating_sub(pointer_bytes).max(start);
        let pointers: Vec<_> =
            source.stored.range(start..last).map(|(at, target)| (at - start, target.clone())).collect();
        self.change_at(state, spot, size, &mut |terms, object, to| {
            object.contents.copy(terms, to, &source.contents, start, size);
            overwrite(object, to, size, pointer_bytes);
            for (at, target) in &pointers {
                object.stored.insert(to + at, target.clone());
            }
        })
    }

    pub(crate) fn fill(&mut self, state: &mut State, to: &Value, byte: Bits, size: Bits) -> Step<()> {
        let room = self.room(state, to);
        let pointer_bytes = u64::from(self.program.pointer_width / 8);
        for (is_size, size) in self.sizes(state, size, room)? {
            if size == 0 {
                continue;
            }
            let (is_single, mut path) = (self.terms.as_bool(is_size) == Some(true), state.clone());
            if !is_single {
                path.assume(&mut self.terms, is_size);
            }
            let spots = match self.exact_spots(&path, to, size, true) {
                Err(Stop::Path) if !is_single => continue,
                spots => spots?,
            };
            self.steps += size;
            for (guard, object, offset) in spots {
                let guard = self.terms.and(&[is_size, guard]);
                let spot = Spot { guard, object, offset: Bits::Word(offset) };
                self.cut_pointers(state, spot, &mut std::iter::once(offset), size)?;
                self.change_at(state, spot, size, &mut |terms: &mut Terms, object, at| {
                    (at..at + size).for_each(|at| object.contents.store(terms, at, 1, byte));
                    overwrite(object, at, size, pointer_bytes);
                })?;
            }
        }
        Ok(())
    }

    pub(crate) fn havoc(&mut self, state: &mut State, to: &Value, size: Bits, origin: &NondetOrigin) -> Step<()> {
        let Bits::Word(size) = size else { return self.give_up(state, "an input whose size depends on inputs") };
        if size == 0 {
            return Ok(());
        }
        if size > MAX_BYTES {
            return self.give_up(state, "an input of very many bytes");
        }
        let pointer_bytes = u64::from(self.program.pointer_width / 8);
        let spots = self.spots(state, to, size, true)?;
        let mut bytes = Vec::new();
        for _ in 0..size {
            self.tick()?;
            bytes.push(self.input(state, origin, 8));
        }
        for spot in spots {
            if let Bits::Word(offset) = spot.offset {
                self.cut_pointers(state, spot, &mut std::iter::once(offset), size)?;
            }
            self.change_at(state, spot, size, &mut |terms: &mut Terms, object, at| {
                bytes.iter().enumerate().for_each(|(index, byte)| {
                    object.contents.store(terms, at + index as u64, 1, *byte);
                });
                overwrite(object, at, size, pointer_bytes);
            })?;
        }
        Ok(())
    }
}
