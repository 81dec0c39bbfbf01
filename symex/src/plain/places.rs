//! What a machine's choice of addresses decides is refused: nothing is certified that holds for one layout of memory only.

use super::machine::{End, Machine, State, Value};
use super::memory::{Area, Number, Pointer};
use euclase_program::{BinaryOp, Predicate, ValueId};

/// How many numbers at either end of the address space are no addresses.
const LOW: u64 = 0x1000;
const HIGH: u64 = 0x1_0000;

fn refused<T>() -> Result<T, End> {
    Err(End::Refused("a value that depends on where objects lie in memory".into()))
}

/// The pointer to an object that a value is.
fn leads(value: &Value) -> Option<Pointer> {
    value.pointer.filter(|pointer| pointer.life != 0)
}

/// Whether a number changes the last two bits of an address only.
fn is_mark(op: BinaryOp, number: Number, width: u32) -> bool {
    let Number::Word(number) = number else { return false };
    let inverse = !number & (u64::MAX >> (64 - width.min(64)));
    match op {
        BinaryOp::And => number <= 3 || inverse <= 3,
        BinaryOp::Or | BinaryOp::Xor => number <= 3,
        _ => false,
    }
}

impl Machine<'_> {
    /// A value that is used as a number must not be an address.
    pub(super) fn plain_number(&self, value: &Value) -> Result<Number, End> {
        match leads(value) {
            None => Ok(value.number),
            Some(_) => refused(),
        }
    }

    /// Where so many bytes are accessed: in the object that the pointer belongs to.
    pub(super) fn place(&self, state: &State, address: ValueId, size: u64) -> Result<u64, End> {
        let value = self.value(state, address)?;
        match leads(&value) {
            Some(pointer) if self.is_within(state, pointer, size) => self.word(state, address),
            Some(_) => Err(End::Refused("an access outside of every object".into())),
            None => Err(End::Refused("an access at a number".into())),
        }
    }

    pub(super) fn check_arithmetic(&self, op: BinaryOp, a: &Value, b: &Value, width: u32) -> Result<(), End> {
        let is_word = width == self.program.pointer_width;
        let is_fine = match (leads(a), leads(b)) {
            (None, None) => true,
            _ if !is_word => false,
            (Some(a), Some(b)) => op == BinaryOp::Sub && a.life == b.life,
            (Some(_), None) => matches!(op, BinaryOp::Add | BinaryOp::Sub) || is_mark(op, b.number, width),
            (None, Some(_)) => op == BinaryOp::Add || is_mark(op, a.number, width),
        };
        if is_fine { Ok(()) } else { refused() }
    }

    pub(super) fn check_comparison(&self, state: &State, op: Predicate, a: &Value, b: &Value) -> Result<(), End> {
        let is_fine = match (leads(a), leads(b)) {
            (None, None) => true,
            (Some(a), Some(b)) if a.life == b.life => {
                is_equality(op) || [a, b].iter().all(|pointer| self.is_within(state, *pointer, 0))
            }
            (Some(a), Some(b)) => {
                let area = |pointer| state.memory.owner(pointer).map(|object| object.area);
                let are_apart = [a, b].iter().all(|pointer| self.is_within(state, *pointer, 1));
                is_equality(op) && are_apart && !(area(a) == Some(Area::Constant) && area(b) == Some(Area::Constant))
            }
            (Some(pointer), None) => self.compares_with(state, op, pointer, b.number),
            (None, Some(pointer)) => self.compares_with(state, op, pointer, a.number),
        };
        if is_fine { Ok(()) } else { refused() }
    }

    /// Whether a pointer is on the same side of a number wherever its object lies.
    fn compares_with(&self, state: &State, op: Predicate, pointer: Pointer, number: Number) -> bool {
        let Number::Word(number) = number else { return false };
        let from_end = number.wrapping_neg() & (u64::MAX >> (64 - self.program.pointer_width.min(64)));
        let is_extreme = match op {
            Predicate::Eq | Predicate::Ne => number < LOW || from_end <= HIGH,
            Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => number == 0 || from_end <= HIGH,
            _ => false,
        };
        is_extreme && (self.is_within(state, pointer, 0) || pointer.offset == 0)
    }

    /// Whether a pointer is to so many bytes of its object, which is alive.
    fn is_within(&self, state: &State, pointer: Pointer, size: u64) -> bool {
        let offset = u64::try_from(pointer.offset).ok();
        let room = state.memory.owner(pointer).map(|object| object.size());
        offset.zip(room).is_some_and(|(offset, room)| offset.checked_add(size).is_some_and(|end| end <= room))
    }
}

fn is_equality(op: Predicate) -> bool {
    matches!(op, Predicate::Eq | Predicate::Ne)
}
