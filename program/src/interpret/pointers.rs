//! Which object a pointer belongs to: the one that it was made from, wherever its number leads.
//!
//! A pointer is kept beside the number that it is, in values and in memory. Arithmetic moves it and never makes it one of another
//! object; what is mixed from several numbers, or read byte by byte, belongs to none, and is then judged by its number alone.

use crate::command::CommandKind;
use crate::function::Function;
use crate::id::{FunctionId, LocationId, ValueId, VariableId};
use crate::operator::{BinaryOp, CastOp};
use crate::program::Program;
use crate::types::Type;
use euclase_logic::BitVecValue;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// A pointer as an object and an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pointer {
    /// The object's number: no two objects of a run have the same one, not even one after the other.
    pub life: u64,
    /// Where the object starts.
    pub base: u64,
    /// How far behind that the pointer leads; as far as a number can go if it is farther.
    pub offset: i64,
}

impl Pointer {
    /// A pointer that holds a number that nothing has set.
    pub fn unset(number: u64) -> Pointer {
        Pointer { life: 0, base: number, offset: 0 }
    }

    /// Whether it comes from a number that nothing has set.
    pub fn is_unset(self) -> bool {
        self.life == 0
    }

    pub fn moved(self, by: i64) -> Pointer {
        Pointer { offset: self.offset.saturating_add(by), ..self }
    }
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Made {
    /// It is a global, by its position.
    Global(usize),
    /// It is a variable of a function.
    Variable { function: FunctionId, value: ValueId, variable: Option<VariableId> },
    /// It was allocated on the heap.
    Heap(Option<LocationId>),
    /// The library made it, and the program cannot free it.
    Library,
    /// It is memory that others own.
    Outside,
}

/// How the life of an object ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It was freed.
    Freed(Option<LocationId>),
    /// Its block was left.
    Left,
    /// Its function returned.
    Returned,
}

/// An object that is no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dead {
    pub made: Made,
    pub size: u64,
    pub end: End,
}

/// After so many objects, those that are no more are forgotten.
const REMEMBERED: usize = 1 << 18;

/// The objects that are no more, as far as they are remembered.
#[derive(Default)]
pub(super) struct Graveyard {
    dead: FxHashMap<u64, Dead>,
}

impl Graveyard {
    pub fn add(&mut self, life: u64, dead: Dead) {
        if self.dead.len() >= REMEMBERED {
            self.dead.clear();
        }
        self.dead.insert(life, dead);
    }

    pub fn get(&self, life: u64) -> Option<Dead> {
        self.dead.get(&life).copied()
    }
}

/// The pointers that an object holds, by where in it they start.
#[derive(Clone, Default)]
pub(super) struct Stored {
    pointers: BTreeMap<usize, Pointer>,
}

impl Stored {
    /// The pointer whose bytes are these.
    pub fn at(&self, start: usize) -> Option<Pointer> {
        self.pointers.get(&start).copied()
    }

    /// Bytes are overwritten: pointers that have one of them are none any more.
    pub fn overwrite(&mut self, range: Range<usize>, width: usize) {
        if self.pointers.is_empty() {
            return;
        }
        let first = range.start.saturating_sub(width - 1);
        let gone: Vec<usize> = self.pointers.range(first..range.end).map(|(start, _)| *start).collect();
        gone.iter().for_each(|start| _ = self.pointers.remove(start));
    }

    pub fn set(&mut self, start: usize, pointer: Pointer) {
        self.pointers.insert(start, pointer);
    }

    /// The pointers whose bytes all lie in a range, counted from its start.
    pub fn within(&self, range: Range<usize>, width: usize) -> Vec<(usize, Pointer)> {
        let last = (range.end + 1).saturating_sub(width);
        let inside = range.start..last.max(range.start);
        self.pointers.range(inside.clone()).map(|(start, pointer)| (start - range.start, *pointer)).collect()
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.pointers.values().copied()
    }
}

/// The values of a call, as far as they are pointers.
pub(super) type Pointers = Vec<Option<Pointer>>;

/// The pointer that a command makes of others, without looking at memory.
pub(super) fn made_of(
    program: &Program,
    function: &Function,
    kind: &CommandKind,
    result: ValueId,
    values: &[Option<BitVecValue>],
    pointers: &Pointers,
) -> Option<Pointer> {
    let width = program.pointer_width;
    let of = |value: &ValueId| pointers[value.index()];
    let number = |value: &ValueId| values[value.index()].as_ref().and_then(signed);
    match kind {
        CommandKind::Address { base, offset, indices } => {
            let pointer = of(base)?.moved(*offset);
            indices
                .iter()
                .try_fold(pointer, |pointer, (scale, index)| Some(pointer.moved(number(index)?.saturating_mul(*scale))))
        }
        CommandKind::Cast(CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast, from) => {
            let is_whole = |value: ValueId| function.type_of(value).width(width) == width;
            of(from).filter(|_| is_whole(*from) && is_whole(result))
        }
        CommandKind::Freeze(from) => of(from),
        CommandKind::Select(condition, then, otherwise) => {
            let holds = values[condition.index()].as_ref().is_some_and(|bits| !bits.is_zero());
            of(if holds { then } else { otherwise })
        }
        CommandKind::Binary(op, a, b) if function.type_of(result) == Type::Int(width) => match (op, of(a), of(b)) {
            (BinaryOp::Add, Some(pointer), None) => Some(pointer.moved(number(b)?)),
            (BinaryOp::Add, None, Some(pointer)) => Some(pointer.moved(number(a)?)),
            (BinaryOp::Sub, Some(pointer), None) => Some(pointer.moved(number(b)?.saturating_neg())),
            // Marks are put into the last bits of addresses, and taken out again.
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, Some(pointer), None) => remade(pointer, op, number(b)?),
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, None, Some(pointer)) => remade(pointer, op, number(a)?),
            _ => None,
        },
        _ => None,
    }
}

/// A pointer of whose number some bits were changed.
fn remade(pointer: Pointer, op: &BinaryOp, mask: i64) -> Option<Pointer> {
    let number = (pointer.base as i64).wrapping_add(pointer.offset);
    let new = match op {
        BinaryOp::And => number & mask,
        BinaryOp::Or => number | mask,
        BinaryOp::Xor => number ^ mask,
        _ => return None,
    };
    Some(Pointer { offset: new.wrapping_sub(pointer.base as i64), ..pointer })
}

/// The number that bits are with a sign; of those that are wider than a word, none.
fn signed(bits: &BitVecValue) -> Option<i64> {
    let beyond = 64u32.checked_sub(bits.width())?;
    bits.to_u64().map(|number| (number as i64) << beyond >> beyond)
}
