//! Where objects lie is not for a program to know.
//!
//! Objects have addresses here, and a machine may put them elsewhere. What depends on that remains a doubt: the number of an
//! address in arithmetic, its order, its equality with anything that may or may not be there. So what is proved holds wherever
//! objects lie. Pointers into one object are compared by their offsets; two objects that are alive have no byte in common; null and
//! the numbers at either end of the address space are the addresses of no object.

use crate::memory::{Area, possible};
use crate::run::{Run, Step};
use crate::state::State;
use crate::value::{self, Bits, Choice, Place, Target, Value};
use euclase_logic::TermId;
use euclase_program::{BinaryOp, Predicate};

/// No object starts below.
const PAGE: u64 = 4096;

/// No object is so near to the end of the address space.
const END: u64 = 0x1_0000;

const WHAT: &str = "a value that depends on where objects lie in memory";

impl Run<'_> {
    /// A value is used as the number that it is.
    pub(crate) fn as_number(&mut self, state: &State, value: &Value) -> Step<()> {
        if matches!(value.target, Target::Number | Target::Unset) {
            return Ok(());
        }
        for choice in possible(&self.terms, value.choices(&self.terms)) {
            if matches!(choice.target, Target::Object(_)) {
                self.unsupported(state, choice.guard, WHAT)?;
            }
        }
        Ok(())
    }

    /// Numbers are computed with of which some are pointers.
    pub(crate) fn arithmetic(&mut self, state: &State, op: BinaryOp, a: &Choice, b: &Choice) -> Step<()> {
        let is_fine = match (&a.target, &b.target) {
            (Target::Object(a), Target::Object(b)) => op == BinaryOp::Sub && (a.object, a.life) == (b.object, b.life),
            (Target::Object(_), _) => match op {
                BinaryOp::Add | BinaryOp::Sub => true,
                op => is_mark(op, b.bits),
            },
            (_, Target::Object(_)) => op == BinaryOp::Add || is_mark(op, a.bits),
            _ => true,
        };
        if is_fine {
            return Ok(());
        }
        let guard = self.terms.and(&[a.guard, b.guard]);
        self.unsupported(state, guard, WHAT)
    }

    /// Values are compared of which some may be pointers.
    pub(crate) fn comparison(&mut self, state: &State, op: Predicate, a: &Value, b: &Value) -> Step<()> {
        let is_plain = |value: &Value| matches!(value.target, Target::Number | Target::Unset);
        if is_plain(a) && is_plain(b) {
            return Ok(());
        }
        let (a, b) = (possible(&self.terms, a.choices(&self.terms)), possible(&self.terms, b.choices(&self.terms)));
        for a in &a {
            for b in &b {
                let guard = self.terms.and(&[a.guard, b.guard]);
                if state.decides(&mut self.terms, guard) == Some(false) {
                    continue;
                }
                let is_known = match (&a.target, &b.target) {
                    (Target::Object(a), Target::Object(b)) => self.is_known_between(state, op, a, b),
                    (Target::Object(place), _) => self.is_known_beside(state, op, place, b.bits),
                    (_, Target::Object(place)) => self.is_known_beside(state, op, place, a.bits),
                    _ => continue,
                };
                let open = self.terms.not(is_known);
                let open = self.terms.and(&[guard, open]);
                self.unsupported(state, open, WHAT)?;
            }
        }
        Ok(())
    }

    /// Whether it is known how a pointer compares with a number.
    fn is_known_beside(&mut self, state: &State, op: Predicate, place: &Place, number: Bits) -> TermId {
        let Bits::Word(number) = number else { return self.terms.ff() };
        let from_end = number.wrapping_neg() & value::mask(self.program.pointer_width);
        let is_nowhere = match op {
            Predicate::Eq | Predicate::Ne => number < PAGE || from_end <= END,
            Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => number == 0 || from_end <= END,
            Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge => false,
        };
        if !is_nowhere {
            return self.terms.ff();
        }
        match state.memory.object(place.object).map(|object| object.size) {
            Some(size) => self.is_in(place, size),
            // The object is no more; that its address is not null is still so.
            None => self.terms.bool(place.offset == Bits::Word(0)),
        }
    }

    /// Whether it is known how two pointers compare.
    fn is_known_between(&mut self, state: &State, op: Predicate, a: &Place, b: &Place) -> TermId {
        let is_equality = matches!(op, Predicate::Eq | Predicate::Ne);
        if (a.object, a.life) == (b.object, b.life) {
            let near = [a.far, b.far].map(|far| far.map_or(self.terms.tt(), |far| self.terms.not(far)));
            let Some(size) = state.memory.object(a.object).map(|object| object.size).filter(|_| !is_equality) else {
                return if is_equality { self.terms.and(&near) } else { self.terms.ff() };
            };
            let inside = [self.is_in(a, size), self.is_in(b, size)];
            return self.terms.and(&inside);
        }
        let (Some(first), Some(second)) = (state.memory.object(a.object), state.memory.object(b.object)) else {
            return self.terms.ff();
        };
        // Literals and constants may be parts of each other.
        let is_constant = |area: Area| area == Area::Global { constant: true };
        if !is_equality || is_constant(first.area) && is_constant(second.area) {
            return self.terms.ff();
        }
        let mut all = Vec::new();
        for (place, object) in [(a, first.clone()), (b, second.clone())] {
            let one = Bits::Word(1);
            all.push(object.alive);
            all.push(self.terms.not(object.left));
            all.push(value::same(&mut self.terms, object.life, Bits::Word(place.life.into()), 32));
            all.push(place.far.map_or(self.terms.tt(), |far| self.terms.not(far)));
            all.push(self.is_inside(object.size, place.offset, one));
        }
        self.terms.and(&all)
    }

    /// Whether a place is in an object of a size, or one past its end.
    fn is_in(&mut self, place: &Place, size: Bits) -> TermId {
        let near = place.far.map_or(self.terms.tt(), |far| self.terms.not(far));
        let inside = value::at_most(&mut self.terms, place.offset, size);
        self.terms.and(&[near, inside])
    }
}

/// Whether an operator sets or takes a mark in the last two bits of an address, where programs keep them.
fn is_mark(op: BinaryOp, mask: Bits) -> bool {
    let Bits::Word(mask) = mask else { return false };
    match op {
        BinaryOp::And => mask <= 3 || !mask <= 3 || !mask & u64::from(u32::MAX) <= 3,
        BinaryOp::Or | BinaryOp::Xor => mask <= 3,
        _ => false,
    }
}

/// Whether an operator takes nothing but the mark of an address.
pub(crate) fn takes_mark(op: BinaryOp, mask: Bits) -> bool {
    op == BinaryOp::And && matches!(mask, Bits::Word(0..=3))
}
