//! The way back: what locations, state variables and inputs of a system are in the C source.

use euclase_program::Obstacle;
use serde::{Deserialize, Serialize};

/// Where everything in a system comes from. Symbols are the names of variables in the system.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SourceMap {
    /// The locations, in the order of the system's.
    pub locations: Vec<LocationEntry>,
    /// The state variables that are not locations.
    pub states: Vec<StateEntry>,
    /// The state variables that are memory.
    #[serde(default)]
    pub memory: Vec<MemoryEntry>,
    /// The inputs.
    pub inputs: Vec<InputEntry>,
    /// What the program can reach that cannot be encoded.
    pub unsupported: Vec<UnsupportedEntry>,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from one.
    pub line: u32,
    /// The column, from one; zero when unknown.
    pub column: u32,
    /// The C function.
    pub function: String,
    /// The call that brought the code here, if it was inlined: a location of the program, by index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inlined_at: Option<u32>,
}

/// What a location is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LocationKind {
    /// Where the program starts.
    Entry,
    /// The head of a loop.
    Loop,
    /// A place where ways meet, made a cut point to keep the encoding small.
    Merge,
    /// The end without a violation; a false assumption leads here, too.
    Exit,
    /// The violation.
    Error,
    /// Something that cannot be encoded.
    Unsupported,
}

/// A location Boolean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LocationEntry {
    /// Its name in the system.
    pub symbol: String,
    /// What it is.
    pub kind: LocationKind,
    /// The block of the entry function that it is the start of, by index.
    pub block: Option<u32>,
    /// Where that is in the source.
    pub place: Option<Place>,
}

/// A state variable that holds a value of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StateEntry {
    /// Its name in the system.
    pub symbol: String,
    /// The value of the entry function, by index.
    pub value: u32,
    /// The C variables that have this value: at which location (by index), and the variable of
    /// the program (by index).
    pub variables: Vec<(usize, u32)>,
}

/// A state variable that is memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MemoryEntry {
    /// Its name in the system.
    pub symbol: String,
    /// The region whose content it is, by its position; nothing for the counter of allocations.
    pub region: Option<u32>,
    /// The cell of the region that it is, by its number; nothing for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<u64>,
}

/// Why a system has an input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputReason {
    /// The program takes an arbitrary value: where it comes from.
    Nondet(String),
    /// The program computes something that is not modelled: what. The input stands for any value.
    Approximated(String),
    /// The same of an address: what is computed with it may still be what the program computes.
    Address(String),
}

impl InputReason {
    /// What is not modelled, if that is the reason.
    pub fn approximated(&self) -> Option<&str> {
        match self {
            InputReason::Approximated(what) | InputReason::Address(what) => Some(what),
            InputReason::Nondet(_) => None,
        }
    }
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputEntry {
    /// Its name in the system.
    pub symbol: String,
    /// The location (by index) in whose step the input is used.
    pub location: usize,
    /// The value of the entry function that it is, by index. For memory, the address from which on it is filled.
    pub value: u32,
    /// What of memory it is, if it is no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryInput>,
    /// Why it is there.
    pub reason: InputReason,
    /// Where in the source.
    pub place: Option<Place>,
}

/// What of memory is arbitrary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MemoryInput {
    /// The region, by its position.
    pub region: u32,
    /// Which part of its content.
    pub part: MemoryPart,
}

/// A part of the content of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryPart {
    /// All of it, as it is when the program starts.
    Start,
    /// A cell by its number, as it is when the program starts.
    StartCell(u64),
    /// All of it, as a command leaves it.
    All,
    /// One cell that a command fills: where it starts, in bytes from the address on which the command works.
    Cell(u64),
}

/// Something that cannot be encoded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnsupportedEntry {
    /// The block of the entry function that it is in, by index.
    pub block: u32,
    /// What it is.
    pub what: Obstacle,
    /// Where in the source.
    pub place: Option<Place>,
}
