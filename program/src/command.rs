//! Commands, phis and terminators: what blocks are made of.

use crate::check::CheckKind;
use crate::id::{BlockId, FunctionId, LayoutId, LocationId, ValueId, VariableId};
use crate::obstacle::Obstacle;
use crate::operator::{BinaryOp, CastOp, FloatBinaryOp, FloatPredicate, FloatUnaryOp, Predicate};
use crate::source::NondetOrigin;
use euclase_logic::BitVecValue;

/// A command: it defines its results, or changes memory, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The values it defines. All commands that define anything define one value, but calls any
    /// number.
    pub results: Vec<ValueId>,
    /// What it does.
    pub kind: CommandKind,
    /// Where it stands in the source.
    pub location: Option<LocationId>,
}

/// What a command does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandKind {
    /// An operation on two integers of one width.
    Binary(BinaryOp, ValueId, ValueId),
    /// A comparison of two integers or pointers.
    Compare(Predicate, ValueId, ValueId),
    /// A conversion to the type of the result.
    Cast(CastOp, ValueId),
    /// The second operand if the first, a Boolean, is true, else the third.
    Select(ValueId, ValueId, ValueId),
    /// The operand itself. Undefined values are [`CommandKind::Nondet`], which picks once.
    Freeze(ValueId),
    /// An operation on one floating-point number.
    FloatUnary(FloatUnaryOp, ValueId),
    /// An operation on two floating-point numbers.
    FloatBinary(FloatBinaryOp, ValueId, ValueId),
    /// A comparison of two floating-point numbers.
    FloatCompare(FloatPredicate, ValueId, ValueId),
    /// Any value of the type of the result, chosen anew at each execution.
    Nondet(NondetOrigin),
    /// Executions in which the operand is false end here, silently.
    Assume(ValueId),
    /// A new object that lives until the function returns; the result is its address.
    Alloca {
        /// What it holds.
        layout: LayoutId,
        /// The variable of the source that it is.
        variable: Option<VariableId>,
        /// How many of them, one after the other; one unless given.
        count: Option<ValueId>,
    },
    /// A new object on the heap of a size in bytes.
    HeapAllocate {
        /// The size in bytes.
        size: ValueId,
        /// Whether it holds zeros at first; anything, if not.
        zeroed: bool,
    },
    /// Ends the life of an object on the heap. Null is left alone.
    HeapFree(ValueId),
    /// What memory must allow here, or the program is in error ([`MemoryCheck`]). Changes nothing.
    Check(MemoryCheck),
    /// The life of a variable of a block begins again: of the object that is at its address from here on.
    Enter(ValueId),
    /// The life of a variable ends. Its memory stays, and must not be used.
    Leave(ValueId),
    /// Reads a value of the type of the result.
    Load {
        /// Where.
        address: ValueId,
    },
    /// Writes a value.
    Store {
        /// Where.
        address: ValueId,
        /// What.
        value: ValueId,
    },
    /// The address `base + offset + Σ scale·index`. Indices are signed and extended or cut off to
    /// the width of pointers.
    Address {
        /// The address it starts from.
        base: ValueId,
        /// The constant part, in bytes.
        offset: i64,
        /// Indices with what they are multiplied with.
        indices: Vec<(i64, ValueId)>,
    },
    /// Copies bytes as if all were read before any is written.
    MemoryCopy {
        /// The first byte to write.
        to: ValueId,
        /// The first byte to read.
        from: ValueId,
        /// How many.
        size: ValueId,
    },
    /// Sets bytes to a value.
    MemorySet {
        /// The first byte to write.
        to: ValueId,
        /// The value, an `i8`.
        byte: ValueId,
        /// How many.
        size: ValueId,
    },
    /// Makes bytes arbitrary. The values are asked for byte by byte, in the order of addresses.
    MemoryHavoc {
        /// The first byte.
        to: ValueId,
        /// How many.
        size: ValueId,
        /// Where the values come from.
        origin: NondetOrigin,
    },
    /// Calls a function; the results are what it returns.
    Call {
        /// The function.
        callee: Callee,
        /// The arguments.
        arguments: Vec<ValueId>,
    },
    /// From here on, a variable of the source has this value.
    Variable(VariableId, ValueId),
}

/// What a program must not do with memory, where it may be about to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryCheck {
    /// Bytes are about to be read or written: they are in the object that the pointer belongs to, which is alive, and may
    /// be written if they are. No bytes can be accessed anywhere.
    Access {
        /// The pointer to the first byte.
        address: ValueId,
        /// How many bytes.
        size: ValueId,
        /// Whether they are written.
        is_write: bool,
    },
    /// A text is about to be read: from the pointer on, all bytes up to a zero are in the object, which is alive.
    Text {
        /// The pointer to the first byte.
        address: ValueId,
    },
    /// An object is about to be freed: the pointer is null, or leads to the start of an object on the heap that is alive.
    Free {
        /// The pointer.
        address: ValueId,
    },
    /// A function is about to be called: the pointer leads to one of the type that the next call through a pointer has.
    Called {
        /// The pointer.
        address: ValueId,
    },
    /// The program is about to end: every object on the heap has been freed, or, if leaks are what is looked for, what has
    /// not been freed can still be reached from variables that are alive.
    End {
        /// [`CheckKind::Cleanup`] or [`CheckKind::Leak`].
        check: CheckKind,
        /// Whether the entry function returns, so that its variables are gone.
        is_return: bool,
    },
}

impl MemoryCheck {
    /// Calls a function with each operand in order.
    fn for_each_operand(&self, mut visit: impl FnMut(ValueId)) {
        match self {
            MemoryCheck::Access { address, size, .. } => [*address, *size].into_iter().for_each(visit),
            MemoryCheck::Free { address } | MemoryCheck::Text { address } | MemoryCheck::Called { address } => {
                visit(*address)
            }
            MemoryCheck::End { .. } => {}
        }
    }

    /// Calls a function with each operand in order, to be changed in place.
    fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut ValueId)) {
        match self {
            MemoryCheck::Access { address, size, .. } => [address, size].into_iter().for_each(visit),
            MemoryCheck::Free { address } | MemoryCheck::Text { address } | MemoryCheck::Called { address } => {
                visit(address)
            }
            MemoryCheck::End { .. } => {}
        }
    }
}

/// Whom a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function by name.
    Direct(FunctionId),
    /// The function at an address.
    Indirect(ValueId),
}

/// A value that depends on the block control comes from. The phis of a block take their values all
/// at once, each from the values before the block was entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phi {
    /// The value it defines.
    pub result: ValueId,
    /// One value for each predecessor, however many edges lead from there.
    pub arguments: Vec<(BlockId, ValueId)>,
}

impl Phi {
    /// The value when control comes from a block.
    pub fn argument(&self, from: BlockId) -> Option<ValueId> {
        self.arguments.iter().find(|(block, _)| *block == from).map(|(_, value)| *value)
    }
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    /// Goes on at a block.
    Jump(BlockId),
    /// Goes on at the first block if a Boolean is true, else at the second.
    Branch(ValueId, BlockId, BlockId),
    /// Goes on where the value is listed, else at the default.
    Switch {
        /// The value looked at.
        value: ValueId,
        /// Distinct constants of its width and where to go on.
        cases: Vec<(BitVecValue, BlockId)>,
        /// Where to go on otherwise.
        default: BlockId,
    },
    /// Returns to the caller.
    Return(Vec<ValueId>),
    /// Control cannot come here; if it does, behaviour is undefined.
    Unreachable,
    /// The program ends, and that is fine.
    Exit,
    /// The property is violated.
    Error {
        /// Which one.
        check: CheckKind,
        /// What to tell the user.
        message: String,
    },
    /// What comes here cannot be represented. Nothing is known about executions that arrive.
    Unsupported {
        /// What it is.
        what: Obstacle,
    },
}

impl CommandKind {
    /// Calls a function with each operand in order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ValueId)) {
        use CommandKind::*;
        match self {
            Binary(_, a, b) | Compare(_, a, b) | FloatBinary(_, a, b) | FloatCompare(_, a, b) => {
                [*a, *b].into_iter().for_each(visit)
            }
            Cast(_, a) | Freeze(a) | FloatUnary(_, a) | Assume(a) | HeapFree(a) | Variable(_, a) => visit(*a),
            Enter(a) | Leave(a) => visit(*a),
            Check(check) => check.for_each_operand(visit),
            Load { address: a } | HeapAllocate { size: a, .. } => visit(*a),
            Select(a, b, c) => [*a, *b, *c].into_iter().for_each(visit),
            Nondet(_) => {}
            Alloca { count, .. } => count.iter().copied().for_each(visit),
            Store { address, value } => [*address, *value].into_iter().for_each(visit),
            Address { base, indices, .. } => {
                visit(*base);
                indices.iter().for_each(|(_, index)| visit(*index));
            }
            MemoryCopy { to, from, size } => [*to, *from, *size].into_iter().for_each(visit),
            MemorySet { to, byte, size } => [*to, *byte, *size].into_iter().for_each(visit),
            MemoryHavoc { to, size, .. } => [*to, *size].into_iter().for_each(visit),
            Call { callee, arguments } => {
                if let Callee::Indirect(address) = callee {
                    visit(*address);
                }
                arguments.iter().copied().for_each(visit);
            }
        }
    }

    /// Calls a function with each operand in order, to be changed in place.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut ValueId)) {
        use CommandKind::*;
        match self {
            Binary(_, a, b) | Compare(_, a, b) | FloatBinary(_, a, b) | FloatCompare(_, a, b) => {
                [a, b].into_iter().for_each(visit)
            }
            Cast(_, a) | Freeze(a) | FloatUnary(_, a) | Assume(a) | HeapFree(a) | Variable(_, a) => visit(a),
            Enter(a) | Leave(a) => visit(a),
            Check(check) => check.for_each_operand_mut(visit),
            Load { address: a } | HeapAllocate { size: a, .. } => visit(a),
            Select(a, b, c) => [a, b, c].into_iter().for_each(visit),
            Nondet(_) => {}
            Alloca { count, .. } => count.iter_mut().for_each(visit),
            Store { address, value } => [address, value].into_iter().for_each(visit),
            Address { base, indices, .. } => {
                visit(base);
                indices.iter_mut().for_each(|(_, index)| visit(index));
            }
            MemoryCopy { to, from, size } => [to, from, size].into_iter().for_each(visit),
            MemorySet { to, byte, size } => [to, byte, size].into_iter().for_each(visit),
            MemoryHavoc { to, size, .. } => [to, size].into_iter().for_each(visit),
            Call { callee, arguments } => {
                if let Callee::Indirect(address) = callee {
                    visit(address);
                }
                arguments.iter_mut().for_each(visit);
            }
        }
    }

    /// Whether the command does nothing but define its result, so that it can go when the result
    /// is not used. A `nondet` is an input and can go too; a load cannot be told apart from one
    /// that is undefined, and goes.
    pub fn is_pure(&self) -> bool {
        use CommandKind::*;
        match self {
            Binary(..) | Compare(..) | Cast(..) | Select(..) | Freeze(_) | Nondet(_) | Address { .. } => true,
            FloatUnary(..) | FloatBinary(..) | FloatCompare(..) | Load { .. } | Alloca { .. } | HeapAllocate { .. } => {
                true
            }
            Assume(_) | HeapFree(_) | Store { .. } | MemoryCopy { .. } | MemorySet { .. } | Call { .. } => false,
            MemoryHavoc { .. } | Variable(..) | Check(_) | Enter(_) | Leave(_) => false,
        }
    }
}

impl Terminator {
    /// Calls a function with each operand in order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ValueId)) {
        match self {
            Terminator::Branch(value, ..) | Terminator::Switch { value, .. } => visit(*value),
            Terminator::Return(values) => values.iter().copied().for_each(visit),
            Terminator::Jump(_) | Terminator::Unreachable | Terminator::Exit => {}
            Terminator::Error { .. } | Terminator::Unsupported { .. } => {}
        }
    }

    /// Calls a function with each operand in order, to be changed in place.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut ValueId)) {
        match self {
            Terminator::Branch(value, ..) | Terminator::Switch { value, .. } => visit(value),
            Terminator::Return(values) => values.iter_mut().for_each(visit),
            Terminator::Jump(_) | Terminator::Unreachable | Terminator::Exit => {}
            Terminator::Error { .. } | Terminator::Unsupported { .. } => {}
        }
    }

    /// Calls a function with each target in order, as often as it is one.
    pub fn for_each_target(&self, mut visit: impl FnMut(BlockId)) {
        match self {
            Terminator::Jump(target) => visit(*target),
            Terminator::Branch(_, then, otherwise) => [*then, *otherwise].into_iter().for_each(visit),
            Terminator::Switch { cases, default, .. } => {
                cases.iter().for_each(|(_, target)| visit(*target));
                visit(*default);
            }
            Terminator::Return(_) | Terminator::Unreachable | Terminator::Exit => {}
            Terminator::Error { .. } | Terminator::Unsupported { .. } => {}
        }
    }

    /// Calls a function with each target in order, to be changed in place.
    pub fn for_each_target_mut(&mut self, mut visit: impl FnMut(&mut BlockId)) {
        match self {
            Terminator::Jump(target) => visit(target),
            Terminator::Branch(_, then, otherwise) => [then, otherwise].into_iter().for_each(visit),
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, target)| visit(target));
                visit(default);
            }
            Terminator::Return(_) | Terminator::Unreachable | Terminator::Exit => {}
            Terminator::Error { .. } | Terminator::Unsupported { .. } => {}
        }
    }

    /// The blocks control can go on at, each once, in order of first mention.
    pub fn successors(&self) -> Vec<BlockId> {
        let mut targets = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        self.for_each_target(|target| {
            if seen.insert(target) {
                targets.push(target);
            }
        });
        targets
    }
}
