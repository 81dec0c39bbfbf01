//! What must hold where memory is accessed or freed, where variables begin to live, and where the program ends.

use super::End;
use super::emit::Emit;
use super::objects::{Objects, Size};
use super::pointers::{Fat, Mode, Pointers, Scaled, UNKNOWN};
use euclase_program::{BinaryOp, CheckKind, MemoryCheck, Owner, Predicate, ValueId};

/// Where conditions are computed.
pub(super) struct Conditions<'a, 'e> {
    pub emit: &'a mut Emit<'e>,
    pub objects: &'a Objects,
    pub pointers: &'a Pointers,
}

/// What a pointer is used for.
#[derive(Clone, Copy)]
enum Use {
    /// So many bytes are accessed.
    Access { size: ValueId, is_write: bool, scaled: Option<Scaled> },
    /// The object is freed.
    Free,
    /// The pointer is kept: it is in its object, or one past the end.
    Keep,
}

impl Conditions<'_, '_> {
    /// What a check asks for: conditions, one after the other, and what it means if they do not hold.
    pub fn of(&mut self, check: &MemoryCheck) -> Vec<(ValueId, End)> {
        match check {
            MemoryCheck::Access { address, size, is_write } => {
                let size = self.emit.as_word(*size, false);
                let scaled = self.pointers.scaled(*address);
                let holds = self.used(*address, Use::Access { size, is_write: *is_write, scaled });
                let zero = self.emit.word(0);
                self.settle(*address, holds, CheckKind::Bounds, |emit| match emit.known(size) {
                    Some(size) => emit.truth(size == 0),
                    None => emit.compare(Predicate::Eq, size, zero),
                })
            }
            MemoryCheck::Free { address } => {
                let holds = self.used(*address, Use::Free);
                let address = *address;
                self.settle(address, holds, CheckKind::Free, |emit| {
                    let null = emit.pointer(0);
                    emit.compare(Predicate::Eq, address, null)
                })
            }
            MemoryCheck::End { check, .. } => {
                let holds = self.all_are_freed();
                vec![(holds, End::Violation(*check))]
            }
            // Made a loop of accesses before.
            MemoryCheck::Text { .. } => Vec::new(),
            // What is left of calls through pointers when all functions of their types are chosen among is in error.
            MemoryCheck::Called { .. } => Vec::new(),
        }
    }

    /// The conditions of a use that is fine in one more case.
    fn settle(
        &mut self,
        address: ValueId,
        holds: Option<ValueId>,
        check: CheckKind,
        or: impl FnOnce(&mut Emit<'_>) -> ValueId,
    ) -> Vec<(ValueId, End)> {
        let other = or(self.emit);
        let Some(holds) = holds else {
            return vec![(other, End::Unknown("an access to an object of unknown size".into()))];
        };
        let holds = self.emit.or(other, holds);
        if self.emit.known(holds) == Some(1) {
            return Vec::new();
        }
        let mut conditions = Vec::new();
        if let Some(fat) =
            self.pointers.fat(address).filter(|_| !matches!(self.pointers.mode(address), Mode::Single(_)))
        {
            let unknown = self.emit.pointer(UNKNOWN);
            if self.emit.known(fat.base) == Some(UNKNOWN) {
                return vec![(other, End::Unknown(Self::UNFOLLOWED.into()))];
            }
            if self.may_be_unknown(fat.base) {
                let is_known = self.emit.compare(Predicate::Ne, fat.base, unknown);
                let is_known = self.emit.or(other, is_known);
                conditions.push((is_known, End::Unknown(Self::UNFOLLOWED.into())));
            }
        }
        conditions.push((holds, End::Violation(check)));
        conditions
    }

    const UNFOLLOWED: &'static str = "an access through a pointer that comes from outside of the program, or from numbers, in a way that is not followed";

    /// Whether nothing may be known of the object of a pointer.
    fn may_be_unknown(&self, base: ValueId) -> bool {
        self.emit.function().constant_of(base).is_none()
    }

    /// Whether a pointer can be used so; none where nothing can be said.
    fn used(&mut self, pointer: ValueId, how: Use) -> Option<ValueId> {
        let fat = match self.pointers.fat(pointer) {
            Some(fat) => fat,
            None => Fat { base: self.emit.pointer(UNKNOWN), offset: self.emit.word(0) },
        };
        match self.pointers.mode(pointer).clone() {
            Mode::Unknown => None,
            Mode::Single(single) => {
                let fits = self.fits_single(single, fat, how);
                let is_it = self.is_object(single, fat.base);
                match how {
                    Use::Keep => {
                        let truth = self.emit.truth(true);
                        Some(self.emit.select(is_it, fits, truth))
                    }
                    Use::Access { .. } | Use::Free => Some(self.emit.and(is_it, fits)),
                }
            }
            Mode::Many { singles, others } => {
                let mut holds = self.fits_others(others, fat, how);
                for single in singles.into_iter().rev() {
                    let fits = self.fits_single(single, fat, how);
                    let is_it = self.is_object(single, fat.base);
                    holds = match self.emit.known(is_it) {
                        Some(1) => fits,
                        Some(_) => holds,
                        None => self.emit.select(is_it, fits, holds),
                    };
                }
                Some(holds)
            }
        }
    }

    /// Whether a pointer belongs to an object.
    fn is_object(&mut self, single: usize, base: ValueId) -> ValueId {
        let address = self.objects.address(self.emit, single);
        if address == base {
            return self.emit.truth(true);
        }
        let is_it = self.emit.compare(Predicate::Eq, base, address);
        if !self.objects.may_be_missing(single) {
            return is_it;
        }
        let null = self.emit.pointer(0);
        let is_there = self.emit.compare(Predicate::Ne, base, null);
        self.emit.and(is_it, is_there)
    }

    fn fits_single(&mut self, single: usize, fat: Fat, how: Use) -> ValueId {
        let object = &self.objects.singles[single];
        let alive = match self.objects.alive(self.emit, single) {
            Some(alive) => alive,
            None => self.emit.truth(true),
        };
        match how {
            Use::Access { is_write: true, .. } if object.is_constant => self.emit.truth(false),
            Use::Access { size, scaled, .. } => {
                let room = self.objects.size(self.emit, single);
                let fits = self.inside((fat.offset, scaled), size, room);
                self.emit.and(alive, fits)
            }
            Use::Free if !object.is_heap => self.emit.truth(false),
            Use::Free => {
                let at_start = self.at_start(fat.offset);
                self.emit.and(alive, at_start)
            }
            Use::Keep => {
                let room = self.objects.size(self.emit, single);
                self.not_beyond(fat.offset, room)
            }
        }
    }

    /// The same for objects that are made many times: the watched one is looked at, and all others are left to other choices.
    fn fits_others(&mut self, others: bool, fat: Fat, how: Use) -> ValueId {
        let null = self.emit.pointer(0);
        let is_something = self.emit.compare(Predicate::Ne, fat.base, null);
        // A pointer that leads nowhere can be kept.
        let nowhere = matches!(how, Use::Keep);
        let watched = self.objects.watched_address(self.emit);
        let Some(watched) = watched.filter(|_| others) else { return self.emit.truth(nowhere) };
        let (alive, room) = (self.objects.watched_is_alive(self.emit), self.objects.watched_size(self.emit));
        let fits = match how {
            Use::Access { size, scaled, .. } => {
                let fits = self.inside((fat.offset, scaled), size, room);
                self.emit.and(alive, fits)
            }
            Use::Free => {
                let (on_heap, at_start) = (self.objects.watched_is_on_heap(self.emit), self.at_start(fat.offset));
                let fits = self.emit.and(on_heap, at_start);
                self.emit.and(alive, fits)
            }
            Use::Keep => self.not_beyond(fat.offset, room),
        };
        let otherwise = if nowhere { self.emit.truth(true) } else { is_something };
        let is_watched = self.emit.compare(Predicate::Eq, fat.base, watched);
        let is_watched = self.emit.and(is_watched, is_something);
        self.emit.select(is_watched, fits, otherwise)
    }

    /// Whether bytes from an offset on are in an object.
    fn inside(&mut self, (offset, scaled): (ValueId, Option<Scaled>), size: ValueId, room: Size) -> ValueId {
        if let (Some(size), Size::Known(room), Some(scaled)) = (self.emit.known(size), room, scaled) {
            return self.index_inside(scaled, size, room);
        }
        if let (Some(offset), Some(size), Size::Known(room)) = (self.emit.known(offset), self.emit.known(size), room) {
            return self.emit.truth(size <= room && offset <= room - size);
        }
        if let (Some(size), Size::Known(room)) = (self.emit.known(size), room) {
            if size > room {
                return self.emit.truth(false);
            }
            let last = self.emit.word(room - size);
            return self.emit.compare(Predicate::Ule, offset, last);
        }
        let room = match room {
            Size::Known(room) => self.emit.word(room),
            Size::Value(room) => room,
        };
        let is_small = self.emit.compare(Predicate::Ule, size, room);
        let last = self.emit.binary(BinaryOp::Sub, room, size);
        let fits = self.emit.compare(Predicate::Ule, offset, last);
        self.emit.and(is_small, fits)
    }

    /// Whether bytes at an index are in an object: a range of the index, without the product.
    fn index_inside(&mut self, scaled: Scaled, size: u64, room: u64) -> ValueId {
        let (Some(last), scale) = (room.checked_sub(size), i128::from(scaled.scale)) else {
            return self.emit.truth(false);
        };
        let constant = i128::from(scaled.constant);
        let least = (-constant).div_euclid(scale) + i128::from((-constant).rem_euclid(scale) != 0);
        let most = (i128::from(last) - constant).div_euclid(scale);
        if most < least {
            return self.emit.truth(false);
        }
        let number = |number: i128| number as u64;
        let from_least = match least {
            0 => scaled.index,
            _ => {
                let lift = self.emit.word(number(-least));
                self.emit.binary(BinaryOp::Add, scaled.index, lift)
            }
        };
        let range = self.emit.word(number(most - least));
        self.emit.compare(Predicate::Ule, from_least, range)
    }

    /// Whether what is freed starts at an offset from what the program sees of the object: in front of that, if anything is.
    fn at_start(&mut self, offset: ValueId) -> ValueId {
        let start = self.emit.word(self.objects.common_front().wrapping_neg());
        match (self.emit.known(offset), self.emit.known(start)) {
            (Some(offset), Some(start)) => self.emit.truth(offset == start),
            _ => self.emit.compare(Predicate::Eq, offset, start),
        }
    }

    fn not_beyond(&mut self, offset: ValueId, room: Size) -> ValueId {
        let room = match (self.emit.known(offset), room) {
            (Some(offset), Size::Known(room)) => return self.emit.truth(offset <= room),
            (None, Size::Known(room)) => self.emit.word(room),
            (_, Size::Value(room)) => room,
        };
        self.emit.compare(Predicate::Ule, offset, room)
    }

    /// Whether nothing on the heap is alive.
    fn all_are_freed(&mut self) -> ValueId {
        let (alive, on_heap) = (self.objects.watched_is_alive(self.emit), self.objects.watched_is_on_heap(self.emit));
        let mut left = self.emit.and(alive, on_heap);
        for single in 0..self.objects.singles.len() {
            if self.objects.singles[single].is_heap
                && let Some(alive) = self.objects.alive(self.emit, single)
            {
                left = self.emit.or(left, alive);
            }
        }
        self.emit.not(left)
    }

    /// An object is freed.
    pub fn freed(&mut self, address: ValueId) {
        let Some(fat) = self.pointers.fat(address) else { return };
        let (singles, others) = match self.pointers.mode(address).clone() {
            Mode::Single(single) => (vec![single], false),
            Mode::Many { singles, others } => (singles, others),
            Mode::Unknown => return,
        };
        for single in singles {
            if let Some(alive) = self.objects.alive(self.emit, single) {
                let is_it = self.is_object(single, fat.base);
                let is_other = self.emit.not(is_it);
                let alive = self.emit.and(alive, is_other);
                self.objects.set_alive(self.emit, single, alive);
            }
        }
        if let Some(watched) = self.objects.watched_address(self.emit).filter(|_| others) {
            let is_other = self.emit.compare(Predicate::Ne, fat.base, watched);
            let alive = self.objects.watched_is_alive(self.emit);
            let alive = self.emit.and(alive, is_other);
            self.objects.set_watched_alive(self.emit, alive);
        }
    }

    /// The life of a variable begins. If it does so again, and its address may have been kept, nothing is known from here on:
    /// pointers to what it was before could not be told from those to what it is now.
    pub fn enter(&mut self, variable: ValueId) -> Vec<(ValueId, End)> {
        let Some(single) = self.variable(variable) else { return Vec::new() };
        let alive = self.emit.truth(true);
        self.objects.set_alive(self.emit, single, alive);
        let Some(left) = self.objects.singles[single].left else { return Vec::new() };
        let was_left = self.emit.load(left);
        let is_first = self.emit.not(was_left);
        let what = "a variable of a block that is entered again, and whose address was kept";
        vec![(is_first, End::Unknown(what.into()))]
    }

    /// The life of a variable ends.
    pub fn leave(&mut self, variable: ValueId) {
        let Some(single) = self.variable(variable) else { return self.leave_one_of_many(variable) };
        let (over, truth) = (self.emit.truth(false), self.emit.truth(true));
        self.objects.set_alive(self.emit, single, over);
        if let Some(left) = self.objects.singles[single].left {
            self.emit.store(left, truth);
        }
    }

    /// The life of a variable ends of which there are many: it may be the watched object.
    fn leave_one_of_many(&mut self, variable: ValueId) {
        if !self.objects.is_one_of_many(variable) {
            return;
        }
        if let Some(watched) = self.objects.watched_address(self.emit) {
            let is_other = self.emit.compare(Predicate::Ne, variable, watched);
            let alive = self.objects.watched_is_alive(self.emit);
            let alive = self.emit.and(alive, is_other);
            self.objects.set_watched_alive(self.emit, alive);
        }
    }

    fn variable(&self, value: ValueId) -> Option<usize> {
        let wanted = |owner: &Owner| matches!(owner, Owner::Alloca(_, made) if *made == value);
        self.objects.singles.iter().position(|single| wanted(&single.owner))
    }

    /// What a store asks for: pointers that are kept are in their objects, where that is how their objects are found.
    pub fn store(&mut self, value: ValueId) -> Vec<(ValueId, End)> {
        if !self.pointers.is_inner(value) {
            return Vec::new();
        }
        let what = "a pointer that is kept in memory and may lead outside of its object";
        match self.used(value, Use::Keep) {
            Some(holds) if self.emit.known(holds) == Some(1) => Vec::new(),
            Some(holds) => vec![(holds, End::Unknown(what.into()))],
            None => Vec::new(),
        }
    }
}
