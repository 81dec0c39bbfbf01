//! Running a program on concrete inputs.
//!
//! The call stack is explicit, so the depth of calls in the program costs no stack here. Addresses
//! are numbers; what is not inside of an object that is alive cannot be accessed.

mod address;
mod look;
mod machine;
mod memory;
mod misuse;
mod pointers;
#[cfg(test)]
mod tests;

pub use address::AddressMap;

use crate::check::CheckKind;
use crate::id::{BlockId, FunctionId, LocationId, ValueId, VariableId};
use crate::obstacle::Obstacle;
use crate::program::Program;
use crate::source::NondetOrigin;
use crate::types::Type;
use euclase_logic::BitVecValue;
use std::time::Instant;

/// How far to run, and what to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// After how many commands and terminators to stop.
    pub max_steps: u64,
    /// How many calls may be open at once.
    pub max_depth: usize,
    /// What the trace contains.
    pub trace: TraceLevel,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Whether there is memory at [`AddressMap::outside`], which holds anything and is no object of the program.
    pub outside: bool,
    /// Whether what is misused is looked for more strictly: no two objects on the stack ever have the same address, so that a
    /// pointer to what is gone leads nowhere; and where objects on the heap start with their size, for `realloc`, only the functions
    /// that keep it there may touch that.
    pub strict: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            max_steps: 10_000_000,
            max_depth: 100_000,
            trace: TraceLevel::Nothing,
            deadline: None,
            outside: false,
            strict: false,
        }
    }
}

/// How much a trace contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum TraceLevel {
    /// Nothing.
    Nothing,
    /// Blocks, calls, inputs and the values of variables of the source.
    Blocks,
    /// Also what happens to memory.
    Memory,
    /// Also every value that is computed.
    Values,
}

/// An arbitrary value that the run needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// Where it comes from.
    pub origin: &'a NondetOrigin,
    /// Its type.
    pub ty: Type,
    /// The function that is running.
    pub function: FunctionId,
    /// The value that it will be, unless it is a byte of memory.
    pub value: Option<ValueId>,
    /// The byte of memory that it will be.
    pub memory: Option<MemoryByte>,
    /// Where in the source.
    pub location: Option<LocationId>,
    /// What has happened so far, as far as it was asked for.
    pub trace: &'a [Event],
}

/// A byte of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryByte {
    /// The value that is the address of the first byte of those that are read or filled.
    pub from: ValueId,
    /// That address.
    pub start: u64,
    /// How far behind it the byte is.
    pub position: u64,
    /// Why it is asked for.
    pub need: ByteNeed,
    /// Where it lies, if it was never written and lies on the heap.
    pub heap: Option<HeapPlace>,
}

impl MemoryByte {
    /// Whether it was never written, and is needed now.
    pub fn is_fresh(&self) -> bool {
        self.need != ByteNeed::Filled
    }
}

/// Why a byte of memory is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteNeed {
    /// It was never written and is loaded.
    Loaded,
    /// It was never written and is copied, so that both places hold the same from here on.
    Copied,
    /// The program fills memory with arbitrary values.
    Filled,
}

/// A byte of an object on the heap that held anything when it was allocated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeapPlace {
    /// How many such objects were allocated before this one.
    pub allocation: u64,
    /// How far behind the first byte of the object.
    pub offset: u64,
}

/// An arbitrary value that was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Where it comes from.
    pub origin: NondetOrigin,
    /// Its type.
    pub ty: Type,
    /// Where in the source.
    pub location: Option<LocationId>,
    /// The address of the byte of memory that it is, if it is one.
    pub address: Option<u64>,
    /// What was chosen.
    pub bits: BitVecValue,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The entry function returned.
    Returned(Vec<BitVecValue>),
    /// The program ended itself.
    Exited,
    /// The property is violated.
    ErrorReached {
        /// Which one.
        check: CheckKind,
        /// What to tell the user.
        message: String,
        /// Where in the source.
        location: Option<LocationId>,
    },
    /// An assumption was false.
    AssumptionViolated {
        /// Where in the source.
        location: Option<LocationId>,
    },
    /// The limit on steps, on the depth of calls or on time was reached.
    OutOfSteps,
    /// An arbitrary value was needed and none was given.
    OutOfInputs {
        /// Where in the source.
        location: Option<LocationId>,
    },
    /// C does not define what happens.
    Undefined {
        /// Why.
        what: String,
        /// Where in the source.
        location: Option<LocationId>,
    },
    /// The interpreter cannot do it.
    Unsupported {
        /// What.
        what: Obstacle,
        /// Where in the source.
        location: Option<LocationId>,
    },
}

/// Something that happened in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A function was entered.
    Call(FunctionId),
    /// The function entered last that has not returned yet returned.
    Return,
    /// A block was entered.
    Block(FunctionId, BlockId),
    /// The next arbitrary value was chosen.
    Input(Box<Input>),
    /// A variable of the source has a value from here on.
    Variable(VariableId, BitVecValue, Option<LocationId>),
    /// A value was computed.
    Value(ValueId, BitVecValue),
    /// A value was stored at an address.
    Store(u64, BitVecValue),
    /// An object was allocated: its address and its size in bytes.
    Allocate(u64, u64),
    /// Bytes were copied.
    Copy {
        /// The first byte written.
        to: u64,
        /// The first byte read.
        from: u64,
        /// How many.
        size: u64,
    },
    /// Bytes were set to a value.
    Set {
        /// The first byte written.
        to: u64,
        /// The value.
        byte: u8,
        /// How many.
        size: u64,
    },
}

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// The arbitrary values chosen, in order.
    pub inputs: Vec<Input>,
    /// What happened, in order, as far as it was asked for.
    pub trace: Vec<Event>,
    /// How many steps it took.
    pub steps: u64,
    /// How many times the program said what it was about to do with memory; the last time counts, where that is what ended
    /// the run.
    pub looks: u64,
}

/// Runs the entry function of a valid program. Arbitrary values, the parameters of the entry
/// function among them, are asked for one after the other; they are cut off or filled with zeros
/// to the width of their type.
pub fn run(program: &Program, options: RunOptions, inputs: &mut dyn FnMut(Request<'_>) -> Option<BitVecValue>) -> Run {
    machine::Machine::new(program, options, inputs).run()
}

/// Runs the entry function of a valid program with arbitrary values from a list.
pub fn run_list(program: &Program, options: RunOptions, inputs: &[BitVecValue]) -> Run {
    let mut inputs = inputs.iter();
    run(program, options, &mut |_| inputs.next().cloned())
}
