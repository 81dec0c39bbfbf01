//! C models of library functions, and the runtime that replays executions natively.
//!
//! *Architecture invariant:* knows nothing of the other crates but values.

use euclase_logic::BitVecValue;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A native run to make.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    /// The compiler.
    pub clang: &'a Path,
    /// The prepared module.
    pub bitcode: &'a Path,
    /// Whether the module is for 32 bits.
    pub ilp32: bool,
    /// The arbitrary values in the order in which the program takes them.
    pub inputs: &'a [BitVecValue],
    /// A folder for the executable.
    pub scratch: &'a Path,
    /// How long compiling and running may take together.
    pub limit: Duration,
}

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayOutcome {
    /// It reached the violation.
    ErrorReached,
    /// It did something else: what.
    Other(String),
    /// It could not be made: why (no linker, out of time).
    NotRun(String),
}

/// Where the executable of a replay is put.
pub fn executable(scratch: &Path) -> PathBuf {
    scratch.join("replay")
}

/// Compiles the prepared module with the replay runtime and runs it on the inputs.
pub fn replay(replay: &Replay<'_>) -> ReplayOutcome {
    let _ = replay;
    ReplayOutcome::NotRun("not there yet".into())
}
