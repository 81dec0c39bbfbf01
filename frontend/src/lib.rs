//! From C to a [`Program`]: runs clang, prepares and simplifies the module with LLVM, imports it,
//! and makes it small with passes of our own.
//!
//! The way of a file: `clang` compiles to bitcode at `-O0`; `prepare` gives everything that C
//! leaves open a name (uninitialised variables, functions without bodies, the property) as calls
//! of the functions in [`intrinsic`], and takes away what would let LLVM exploit undefined
//! behaviour; the module as it is then can be run natively. `pipeline` makes globals local,
//! inlines and simplifies; `import` reads the result into a [`Program`].
//!
//! *Architecture invariant:* the only crate that knows LLVM; it does not know Z3.

pub mod intrinsic;
pub mod passes;

use euclase_program::Program;
use std::path::PathBuf;
use std::time::Duration;

/// The widths of C's types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64.
    Lp64,
}

/// What to compile, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// C sources (`.c`, `.i`), bitcode (`.bc`) and LLVM assembly (`.ll`), linked into one module.
    pub files: Vec<PathBuf>,
    /// The compiler; without one, `clang-19`, `clang` or `$CC`, the first that is clang 19.
    pub clang: Option<PathBuf>,
    /// The data model; without one, the target's own (or what `-m32`/`-m64` among the flags says).
    pub data_model: Option<DataModel>,
    /// The user's flags for clang, passed on.
    pub flags: Vec<String>,
    /// Functions whose call is the error.
    pub error_functions: Vec<String>,
    /// Whether functions without a body that get pointers are taken to leave memory alone.
    pub assume_pure_externals: bool,
    /// A folder for intermediate files, which is the caller's to delete.
    pub scratch: PathBuf,
}

/// A program that is ready to be encoded, and what else came out of its preparation.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program as imported, with every arbitrary value in the order of the native run.
    pub program: Program,
    /// The module before optimisation, for the native replay.
    pub bitcode: PathBuf,
    /// The module after optimisation, as LLVM assembly.
    pub optimised: PathBuf,
    /// Functions without a body whose result is any value.
    pub externals: Vec<String>,
    /// What each stage took, in order.
    pub timings: Vec<(&'static str, Duration)>,
    /// The compiler that was used.
    pub clang: PathBuf,
    /// The data model of the module.
    pub data_model: DataModel,
}

/// Why there is no program.
#[derive(Clone, Debug)]
pub enum Error {
    /// The input is wrong; clang's own words, where it is clang that says so.
    Input(String),
    /// The program needs something that cannot be done: what, and where in the source.
    Unsupported(String),
    /// The machine: no compiler, no disk.
    Environment(String),
}

/// Compiles, prepares, simplifies and imports.
pub fn prepare(options: &Options) -> Result<Prepared, Error> {
    let _ = options;
    Err(Error::Environment("not there yet".into()))
}
