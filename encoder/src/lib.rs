//! From a [`Program`] to a [`TransitionSystem`], with a [`SourceMap`] back.
//!
//! Locations are the entry, the loops, the exit, the error and what is unsupported; one step goes
//! from one of them to the next (large-block encoding, thesis §3.2.1 and §5.4). The way of the data:
//! `prepare` leaves out what is not modelled, `locations` chooses where steps start, `region` is
//! what a step goes through, `gate` finds conditions and merges values in it, `step` makes it terms,
//! and `assemble` makes the system and its map.
//!
//! *Architecture invariant:* knows neither LLVM nor Z3.
//! *Architecture invariant:* every step is a function of state and inputs, and state that is not alive
//! in a location is not read there. The only constraint is that no step leaves the exit, the error and
//! what is unsupported: executions end there, and engines can see that there are no longer ones.

mod address_numbers;
mod assemble;
mod context;
mod derived;
pub mod floats;
mod gate;
mod locations;
mod memory;
mod names;
pub mod operators;
mod places;
mod prepare;
mod region;
mod source_map;
mod step;
mod summaries;
mod tree;
mod variables;

pub use memory::MemoryLevel;
pub use source_map::{
    InputEntry, InputReason, LocationEntry, LocationKind, MemoryEntry, MemoryInput, MemoryPart, Place, SourceMap,
    StateEntry, UnsupportedEntry,
};

pub use summaries::{RelationEntry, RelationKind, RelationParameter, Summaries, encode_summaries};

use derived::Derived;
use euclase_logic::{Terms, TransitionSystem};
use euclase_program::{BlockId, Cfg, Function, FunctionId, Program};
use locations::Locations;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How much becomes one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockSize {
    /// Everything between two cut points.
    #[default]
    Large,
    /// One block.
    Small,
}

/// What reaching something that cannot be encoded means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnUnsupported {
    /// It violates the property, like an error: a proof covers it, and a trace may end there.
    #[default]
    Violates,
    /// It ends the execution: only executions that violate the property mean anything.
    Ends,
}

/// How to encode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EncodeOptions {
    /// How much becomes one step.
    pub blocks: BlockSize,
    /// What reaching something that cannot be encoded means.
    pub on_unsupported: OnUnsupported,
    /// How exactly memory is encoded.
    pub memory: MemoryLevel,
}

/// A program as a transition system.
pub struct Encoding {
    /// The terms.
    pub terms: Terms,
    /// The system.
    pub system: TransitionSystem,
    /// Where everything in it comes from.
    pub map: SourceMap,
}

/// Why a program cannot be encoded at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodeError {
    /// What stands in the way, with its place in the source if it has one.
    pub message: String,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EncodeError {}

/// Encodes the entry function of a valid program. What it cannot say precisely, it either
/// approximates from above (an input that [`InputReason::Approximated`] marks) or makes
/// unsupported.
pub fn encode(program: &Program, options: EncodeOptions) -> Result<Encoding, EncodeError> {
    let (entry, function) = entry_function(program)?;
    if let Err(defects) = program.validate() {
        let message = defects.first().map_or("the program is invalid".into(), ToString::to_string);
        return Err(EncodeError { message });
    }
    let mut prepared = prepare::prepare(program, entry, options.memory);
    let cfg = Cfg::of(&prepared.function);
    if !prepared.memory.addresses.fits(program.pointer_width) {
        return Err(EncodeError { message: "objects that are larger than half of the address space".into() });
    }
    prepared.memory.find_live(&prepared.function, &cfg);
    let locations = Locations::of(&prepared.function, &cfg, options.blocks, options.on_unsupported);
    let (derived, liveness) = Derived::of(program, &prepared, &cfg, &locations);
    let variables = variables::Variables::of(program, function, &cfg, &locations);
    let places = places::Places::of(program, function, &cfg);
    let mut context = context::Context::new(program, &prepared, &liveness, &locations, &places);
    context.derived = derived;
    assemble::assemble(context, &cfg, &variables)
}

/// The blocks of the entry function of a valid program that are locations of its encoding with
/// large blocks, the entry first; for drawings.
pub fn cut_points(program: &Program) -> Vec<BlockId> {
    let Ok((entry, _)) = entry_function(program) else { return Vec::new() };
    let prepared = prepare::prepare(program, entry, MemoryLevel::Registers);
    let cfg = Cfg::of(&prepared.function);
    Locations::of(&prepared.function, &cfg, BlockSize::Large, OnUnsupported::Violates).blocks
}

fn entry_function(program: &Program) -> Result<(FunctionId, &Function), EncodeError> {
    let entry = program.entry.map(|entry| (entry, program.function(entry)));
    let entry = entry.filter(|(_, function)| !function.is_declaration());
    entry.ok_or_else(|| EncodeError { message: "the program has no function to start in".into() })
}
