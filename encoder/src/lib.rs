//! From a [`Program`] to a [`TransitionSystem`], with a [`SourceMap`] back.
//!
//! *Architecture invariant:* knows neither LLVM nor Z3.

mod source_map;

pub use source_map::{InputEntry, InputReason, LocationEntry, LocationKind, Place, SourceMap, StateEntry};

use euclase_logic::{Terms, TransitionSystem};
use euclase_program::Program;

/// How much becomes one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

/// Encodes the entry function of a valid program. What it cannot say precisely, it either
/// approximates from above (an input that [`InputReason::Approximated`] marks) or makes
/// unsupported.
pub fn encode(program: &Program, options: EncodeOptions) -> Result<Encoding, EncodeError> {
    let _ = (program, options);
    Err(EncodeError { message: "not there yet".into() })
}
