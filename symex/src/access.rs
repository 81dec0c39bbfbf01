//! Loads and stores: the objects that an address may lead to, and where in them.
//!
//! As in the interpreter, what is accessed is decided by the number that an address is; which object that is, is known from the
//! pointer as long as the access is inside. Where it may be outside, or the object no more, a doubt remains under that condition: the
//! check before the access has asked the same and refutes it.
//!
//! Where an index depends on inputs, a load is a tree of choices by the bits of the index, and a store happens at each place under
//! the condition that the index is that one.

use crate::memory::{Area, Object, merge_objects, possible};
use crate::outcome::Why;
use crate::run::{Run, Step, Stop};
use crate::state::State;
use crate::value::{self, Bits, Target, Value};
use euclase_logic::{Op, TermId, Terms};
use euclase_program::Type;

/// Where an access may go, inside of an object that is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub guard: TermId,
    pub object: u32,
    pub offset: Bits,
}

/// How many places an access may have whose index depends on inputs.
const MAX_PLACES: u64 = 1 << 13;

/// The least power of two that a number is known to be a multiple of, as its exponent.
fn low_zeros(terms: &Terms, term: TermId, fuel: u32) -> u32 {
    let Some(fuel) = fuel.checked_sub(1) else { return 0 };
    let width = terms.width(term);
    let of = |position: usize| low_zeros(terms, terms.arg(term, position), fuel);
    match terms.op(term) {
        Op::BitVecConst(_) => {
            let value = terms.as_bitvec(term);
            value.map_or(0, |value| (0..width).take_while(|bit| !value.bit(*bit)).count() as u32)
        }
        Op::BvMul => (of(0) + of(1)).min(width),
        Op::BvAdd | Op::BvSub | Op::BvOr | Op::BvXor => of(0).min(of(1)),
        Op::BvAnd => of(0).max(of(1)),
        Op::Ite => of(1).min(of(2)),
        Op::BvNeg | Op::ZeroExtend(_) | Op::SignExtend(_) => of(0),
        Op::Concat => {
            let low = terms.arg(term, 1);
            let zeros = of(1);
            if zeros == terms.width(low) { zeros + of(0) } else { zeros }
        }
        Op::Extract { low: 0, .. } => of(0).min(width),
        Op::BvShl => {
            let by = terms.as_bitvec(terms.arg(term, 1)).and_then(|by| by.to_u64());
            by.map_or(0, |by| (of(0) + by as u32).min(width))
        }
        _ => 0,
    }
}

/// The greatest value that a number without sign can have, as far as its operators tell.
pub(crate) fn greatest(terms: &Terms, term: TermId, fuel: u32) -> u64 {
    let width = terms.width(term);
    let all = value::mask(width);
    let Some(fuel) = fuel.checked_sub(1) else { return all };
    let of = |position: usize| greatest(terms, terms.arg(term, position), fuel);
    match terms.op(term) {
        Op::BitVecConst(_) => terms.as_bitvec(term).and_then(|value| value.to_u64()).unwrap_or(u64::MAX),
        Op::ZeroExtend(_) => of(0),
        Op::BvAnd => of(0).min(of(1)),
        Op::Ite => of(1).max(of(2)),
        Op::BvMul => of(0).checked_mul(of(1)).filter(|most| *most <= all).unwrap_or(all),
        Op::BvAdd => of(0).checked_add(of(1)).filter(|most| *most <= all).unwrap_or(all),
        Op::BvUrem => match terms.as_bitvec(terms.arg(term, 1)).and_then(|by| by.to_u64()) {
            Some(by) if by > 0 => (by - 1).min(of(0)),
            _ => all,
        },
        Op::BvUdiv => match terms.as_bitvec(terms.arg(term, 1)).and_then(|by| by.to_u64()) {
            Some(by) if by > 0 => of(0) / by,
            _ => all,
        },
        Op::BvLshr => match terms.as_bitvec(terms.arg(term, 1)).and_then(|by| by.to_u64()) {
            Some(by) => of(0).checked_shr(by as u32).unwrap_or(0),
            None => of(0),
        },
        Op::Concat => {
            let low = terms.width(terms.arg(term, 1));
            of(0).checked_shl(low).map_or(all, |high| high | value::mask(low)).min(all)
        }
        Op::BvOr | Op::BvXor => {
            let most = of(0) | of(1);
            value::mask(64 - most.leading_zeros()).min(all)
        }
        _ => all,
    }
}

/// The offsets that an access of some bytes may have, and the step between them.
pub(crate) struct Places {
    pub last: u64,
    pub step: u64,
}

impl Places {
    pub fn of(terms: &Terms, offset: TermId, object: &Object, size: u64) -> Option<Places> {
        let room = match object.size {
            Bits::Word(room) => room,
            Bits::Term(room) => greatest(terms, room, 12),
        };
        let step = 1u64 << low_zeros(terms, offset, 12).min(16);
        let last = room.checked_sub(size)?.min(greatest(terms, offset, 12)) / step * step;
        (last / step < MAX_PLACES).then_some(Places { last, step })
    }

    pub fn all(&self) -> impl Iterator<Item = u64> + use<> {
        (0..=self.last).step_by(self.step as usize)
    }
}

impl Run<'_> {
    /// Executions in which a condition holds as well as those of the path are not followed.
    pub(crate) fn doubt(&mut self, state: &State, condition: TermId, why: impl FnOnce() -> Why) -> Step<()> {
        if state.decides(&mut self.terms, condition) == Some(false) {
            return Ok(());
        }
        let formula = self.terms.and(&[state.condition, condition]);
        self.obligations.doubt(&self.terms, formula, why())
    }

    pub(crate) fn undefined(&mut self, state: &State, condition: TermId, what: &str) -> Step<()> {
        let location = self.location;
        self.doubt(state, condition, || Why::Undefined { what: what.into(), location })
    }

    pub(crate) fn unsupported(&mut self, state: &State, condition: TermId, what: &str) -> Step<()> {
        let location = self.location;
        self.doubt(state, condition, || Why::Unsupported { what: what.into(), location })
    }

    /// Ends a path on which nothing more is known.
    pub(crate) fn give_up<T>(&mut self, state: &State, what: &str) -> Step<T> {
        let always = self.terms.tt();
        self.unsupported(state, always, what)?;
        Err(Stop::Path)
    }

    /// Whether so many bytes from an offset on are inside of an object.
    pub(crate) fn is_inside(&mut self, object_size: Bits, offset: Bits, size: Bits) -> TermId {
        let terms = &mut self.terms;
        match (object_size, size) {
            (Bits::Word(room), Bits::Word(size)) => match room.checked_sub(size) {
                Some(last) => value::at_most(terms, offset, Bits::Word(last)),
                None => terms.ff(),
            },
            _ => {
                let starts = value::at_most(terms, offset, object_size);
                let (room, offset) = (value::term(terms, object_size, 64), value::term(terms, offset, 64));
                let left = terms.bv_sub(room, offset);
                let left = value::bits(terms, left);
                let ends = value::at_most(terms, size, left);
                terms.and(&[starts, ends])
            }
        }
    }

    /// Where an access of some bytes may go.
    pub(crate) fn spots(&mut self, state: &State, address: &Value, size: u64, writes: bool) -> Step<Vec<Spot>> {
        let mut spots = Vec::new();
        for choice in possible(&self.terms, address.choices(&self.terms)) {
            if state.decides(&mut self.terms, choice.guard) == Some(false) {
                continue;
            }
            let (object, offset) = match (&choice.target, choice.bits) {
                (Target::Object(place), _) => (place.object, place.offset),
                // No object is there, wherever objects lie.
                (Target::Number, Bits::Word(0)) => {
                    self.undefined(state, choice.guard, "an access outside of every object")?;
                    continue;
                }
                _ => {
                    self.unsupported(state, choice.guard, "an address that is a number")?;
                    continue;
                }
            };
            let Some(found) = state.memory.object(object) else {
                self.undefined(state, choice.guard, "an access to an object that is no more")?;
                continue;
            };
            let (room, alive, area) = (found.size, found.alive, found.area);
            let inside = self.is_inside(room, offset, Bits::Word(size));
            let mut allowed = self.terms.and(&[inside, alive]);
            if writes && area == (Area::Global { constant: true }) {
                allowed = self.terms.ff();
            }
            let refused = self.terms.not(allowed);
            let refused = self.terms.and(&[choice.guard, refused]);
            self.undefined(state, refused, "an access outside of every object")?;
            if self.terms.as_bool(allowed) != Some(false) {
                spots.push(Spot { guard: choice.guard, object, offset });
            }
        }
        if spots.is_empty() { Err(Stop::Path) } else { Ok(spots) }
    }

    /// Asks for the bytes in a range that were never written, in order.
    pub(crate) fn ask(&mut self, state: &mut State, guard: TermId, object: u32, start: u64, size: u64) -> Step<()> {
        let Some(found) = state.memory.object(object) else { return Ok(()) };
        for at in found.contents.unknown(start, size) {
            self.tick()?;
            let Some(found) = state.memory.object(object) else { return Ok(()) };
            let asked_before = found.contents.maybe(at);
            let input = match asked_before {
                Some(maybe) => maybe.input,
                None => self.terms.fresh_var("byte", euclase_logic::Sort::BitVec(8)),
            };
            let not_known = match asked_before {
                Some(maybe) => self.terms.not(maybe.known),
                None => self.terms.tt(),
            };
            let condition = self.terms.and(&[state.condition, guard, not_known]);
            self.log_input(condition, input, 8);
            let Some(found) = state.memory.change(object) else { return Ok(()) };
            if self.terms.as_bool(guard) == Some(true) {
                found.contents.learn(&self.terms, at, input);
            } else {
                found.contents.learn_if(&mut self.terms, at, guard, input);
            }
        }
        Ok(())
    }

    /// Asks for what a load at an index reads that depends on inputs.
    fn ask_at(&mut self, state: &mut State, spot: Spot, places: &Places, size: u64) -> Step<()> {
        let Some(object) = state.memory.object(spot.object) else { return Ok(()) };
        let unknown = object.contents.unknown(0, places.last + size);
        for at in unknown {
            let mut reached = Vec::new();
            for place in places.all().filter(|place| *place <= at && at < place + size) {
                reached.push(value::same(&mut self.terms, spot.offset, Bits::Word(place), 64));
            }
            let reached = self.terms.or(&reached);
            let guard = self.terms.and(&[spot.guard, reached]);
            if self.terms.as_bool(guard) != Some(false) {
                self.ask(state, guard, spot.object, at, 1)?;
            }
        }
        Ok(())
    }

    /// Loads a value.
    pub(crate) fn load(&mut self, state: &mut State, address: &Value, ty: Type) -> Step<Value> {
        let width = ty.width(self.program.pointer_width);
        let size = ty.bytes(self.program.pointer_width);
        let mut result: Option<Value> = None;
        for spot in self.spots(state, address, size, false)? {
            let loaded = self.load_at(state, spot, ty, size)?;
            let bits = value::resize(&mut self.terms, loaded.bits, 8 * size as u32, width, false);
            let loaded = Value { bits, ..loaded };
            result = Some(match result {
                Some(before) => value::merge(&mut self.terms, spot.guard, &loaded, &before, width),
                None => loaded,
            });
        }
        result.ok_or(Stop::Path)
    }

    fn load_at(&mut self, state: &mut State, spot: Spot, ty: Type, size: u64) -> Step<Value> {
        match spot.offset {
            Bits::Word(offset) => self.load_here(state, spot, offset, ty, size),
            Bits::Term(offset) => {
                let object = state.memory.object(spot.object).ok_or(Stop::Path)?;
                let Some(places) = Places::of(&self.terms, offset, object, size) else {
                    return self.give_up(state, "an index into a large object");
                };
                self.whole_pointers(state, spot, &mut places.all(), ty, size)?;
                self.note_unset_at(state, spot, &places, ty, size)?;
                self.ask_at(state, spot, &places, size)?;
                let object = state.memory.object(spot.object).cloned().ok_or(Stop::Path)?;
                let top = 64 - places.last.leading_zeros();
                self.tree(&object, offset, &places, 0, top, ty, size)?.ok_or(Stop::Path)
            }
        }
    }

    /// The value at an index that depends on inputs, from a place on as far as the bits below one reach.
    #[allow(clippy::too_many_arguments)]
    fn tree(
        &mut self,
        object: &Object,
        offset: TermId,
        places: &Places,
        from: u64,
        bits: u32,
        ty: Type,
        size: u64,
    ) -> Step<Option<Value>> {
        if from > places.last {
            return Ok(None);
        }
        if 1 << bits <= places.step {
            self.tick()?;
            let loaded = object.contents.load(&mut self.terms, from, size);
            return Ok(Some(Value { bits: loaded, target: self.stored(object, from, ty) }));
        }
        let bit = bits - 1;
        let low = self.tree(object, offset, places, from, bit, ty, size)?;
        let high = self.tree(object, offset, places, from + (1 << bit), bit, ty, size)?;
        Ok(match (low, high) {
            (Some(low), Some(high)) => {
                let (set, one) = (self.terms.extract(bit, bit, offset), self.terms.bv(1, 1));
                let is_set = self.terms.eq(set, one);
                Some(value::merge(&mut self.terms, is_set, &high, &low, 8 * size as u32))
            }
            (low, high) => low.or(high),
        })
    }

    /// The pointer that lies at a place, if what is loaded is as wide as one.
    fn stored(&self, object: &Object, at: u64, ty: Type) -> Target {
        let is_word = self.is_word(ty);
        object.stored.get(&at).filter(|_| is_word).cloned().unwrap_or(Target::Number)
    }

    fn load_here(&mut self, state: &mut State, spot: Spot, offset: u64, ty: Type, size: u64) -> Step<Value> {
        let object = state.memory.object(spot.object).ok_or(Stop::Path)?;
        let has_unknown = !object.contents.unknown(offset, size).is_empty();
        self.whole_pointers(state, spot, &mut std::iter::once(offset), ty, size)?;
        if has_unknown {
            self.note_unset(state, spot.guard, spot.object, offset, ty, size)?;
            self.ask(state, spot.guard, spot.object, offset, size)?;
        }
        let object = state.memory.object(spot.object).cloned().ok_or(Stop::Path)?;
        let bits = object.contents.load(&mut self.terms, offset, size);
        Ok(Value { bits, target: self.stored(&object, offset, ty) })
    }

    /// A load of parts of a pointer, or of a pointer as something else, reads the number that it is.
    fn whole_pointers(
        &mut self,
        state: &State,
        spot: Spot,
        places: &mut dyn Iterator<Item = u64>,
        ty: Type,
        size: u64,
    ) -> Step<()> {
        let object = state.memory.object(spot.object).cloned().ok_or(Stop::Path)?;
        if object.stored.is_empty() {
            return Ok(());
        }
        for place in places {
            for (at, target) in touched(&object, place, size, self.program.pointer_width) {
                if at != place || !self.is_word(ty) {
                    let here = value::same(&mut self.terms, spot.offset, Bits::Word(place), 64);
                    let guard = self.terms.and(&[spot.guard, here]);
                    self.is_no_address(state, guard, target)?;
                }
            }
        }
        Ok(())
    }

    /// Bytes are about to be accessed: pointers of which only a part is among them are numbers from now on.
    pub(crate) fn cut_pointers(
        &mut self,
        state: &State,
        spot: Spot,
        places: &mut dyn Iterator<Item = u64>,
        size: u64,
    ) -> Step<()> {
        let object = state.memory.object(spot.object).cloned().ok_or(Stop::Path)?;
        if object.stored.is_empty() {
            return Ok(());
        }
        let pointer_bytes = u64::from(self.program.pointer_width / 8);
        for place in places {
            for (at, target) in touched(&object, place, size, self.program.pointer_width) {
                if at < place || at + pointer_bytes > place + size {
                    let here = value::same(&mut self.terms, spot.offset, Bits::Word(place), 64);
                    let guard = self.terms.and(&[spot.guard, here]);
                    self.is_no_address(state, guard, target)?;
                }
            }
        }
        Ok(())
    }

    fn is_no_address(&mut self, state: &State, guard: TermId, target: &Target) -> Step<()> {
        for choice in (Value { bits: Bits::Word(0), target: target.clone() }).choices(&self.terms) {
            if matches!(choice.target, Target::Object(_)) {
                let reads = self.terms.and(&[guard, choice.guard]);
                self.unsupported(state, reads, "the bytes of a pointer")?;
            }
        }
        Ok(())
    }

    /// A pointer of which some bytes are not known yet is one that nothing has set.
    fn note_unset(&mut self, state: &mut State, guard: TermId, id: u32, at: u64, ty: Type, size: u64) -> Step<()> {
        if ty != Type::Pointer {
            return Ok(());
        }
        let object = state.memory.object(id).ok_or(Stop::Path)?;
        let mut known = self.terms.tt();
        for byte in object.contents.unknown(at, size) {
            let this = object.contents.maybe(byte).map_or(self.terms.ff(), |maybe| maybe.known);
            known = self.terms.and(&[known, this]);
        }
        let not_asked = self.terms.not(guard);
        let known = self.terms.or(&[known, not_asked]);
        let before = object.stored.get(&at).cloned().unwrap_or(Target::Number);
        let (zero, width) = (Bits::Word(0), self.program.pointer_width);
        let before = Value { bits: zero, target: before };
        let unset = Value { bits: zero, target: Target::Unset };
        let target = value::merge(&mut self.terms, known, &before, &unset, width).target;
        let object = state.memory.change(id).ok_or(Stop::Path)?;
        object.stored.insert(at, target);
        Ok(())
    }

    fn note_unset_at(&mut self, state: &mut State, spot: Spot, places: &Places, ty: Type, size: u64) -> Step<()> {
        if ty != Type::Pointer {
            return Ok(());
        }
        for place in places.all() {
            let object = state.memory.object(spot.object).ok_or(Stop::Path)?;
            if object.contents.unknown(place, size).is_empty() {
                continue;
            }
            let here = value::same(&mut self.terms, spot.offset, Bits::Word(place), 64);
            let guard = self.terms.and(&[spot.guard, here]);
            self.note_unset(state, guard, spot.object, place, ty, size)?;
        }
        Ok(())
    }

    /// Stores a value of a type.
    pub(crate) fn store(&mut self, state: &mut State, address: &Value, value: &Value, ty: Type) -> Step<()> {
        let width = ty.width(self.program.pointer_width);
        let size = ty.bytes(self.program.pointer_width);
        let bytes = crate::contents::to_bytes(&mut self.terms, value.bits, width);
        let target = if self.is_word(ty) { value.target.clone() } else { Target::Number };
        let pointer_bytes = u64::from(self.program.pointer_width / 8);
        for spot in self.spots(state, address, size, true)? {
            match spot.offset {
                Bits::Word(offset) => self.cut_pointers(state, spot, &mut std::iter::once(offset), size)?,
                Bits::Term(offset) => {
                    let object = state.memory.object(spot.object).ok_or(Stop::Path)?;
                    let places = Places::of(&self.terms, offset, object, size);
                    if let Some(places) = places {
                        self.cut_pointers(state, spot, &mut places.all(), size)?;
                    }
                }
            }
            self.change_at(state, spot, size, &mut |terms, object, at| {
                object.contents.store(terms, at, size, bytes);
                overwrite(object, at, size, pointer_bytes);
                if target != Target::Number {
                    object.stored.insert(at, target.clone());
                }
            })?;
        }
        Ok(())
    }

    /// Changes an object at a place, or at each place that is possible, where it is that one.
    pub(crate) fn change_at(
        &mut self,
        state: &mut State,
        spot: Spot,
        size: u64,
        change: &mut dyn FnMut(&mut Terms, &mut Object, u64),
    ) -> Step<()> {
        let is_sure = self.terms.as_bool(spot.guard) == Some(true);
        if let (Bits::Word(offset), true) = (spot.offset, is_sure) {
            let object = state.memory.change(spot.object).ok_or(Stop::Path)?;
            change(&mut self.terms, object, offset);
            return Ok(());
        }
        let object = state.memory.object(spot.object).ok_or(Stop::Path)?;
        let places = match spot.offset {
            Bits::Word(offset) => Some(vec![offset]),
            Bits::Term(offset) => Places::of(&self.terms, offset, object, size).map(|places| places.all().collect()),
        };
        let Some(places) = places else { return self.give_up(state, "an index into a large object") };
        for place in places {
            self.tick()?;
            let here = value::same(&mut self.terms, spot.offset, Bits::Word(place), 64);
            let condition = self.terms.and(&[spot.guard, here]);
            if state.decides(&mut self.terms, condition) == Some(false) {
                continue;
            }
            let object = state.memory.change(spot.object).ok_or(Stop::Path)?;
            let before = object.clone();
            change(&mut self.terms, object, place);
            merge_objects(&mut self.terms, condition, object, &before, self.program.pointer_width);
        }
        Ok(())
    }

    /// Whether values of a type are as wide as pointers.
    pub(crate) fn is_word(&self, ty: Type) -> bool {
        ty == Type::Pointer || ty == Type::Int(self.program.pointer_width)
    }
}

/// The pointers in an object of which a range of bytes has a part.
fn touched(object: &Object, start: u64, size: u64, width: u32) -> impl Iterator<Item = (u64, &Target)> {
    let first = start.saturating_sub(u64::from(width / 8) - 1);
    object.stored.range(first..start + size).map(|(at, target)| (*at, target))
}

/// Bytes are overwritten: pointers that have one of them are none any more.
pub(crate) fn overwrite(object: &mut Object, start: u64, size: u64, pointer_bytes: u64) {
    if object.stored.is_empty() || size == 0 {
        return;
    }
    let first = start.saturating_sub(pointer_bytes - 1);
    let gone: Vec<u64> = object.stored.range(first..start + size).map(|(at, _)| *at).collect();
    gone.iter().for_each(|at| _ = object.stored.remove(at));
}
