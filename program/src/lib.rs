//! Programs in typed static single assignment form: what the frontend makes of C, and what the
//! encoder turns into a transition system.
//!
//! A [`Program`] follows the papers' FunLLVM (thesis §3.2, Fig. 3.1; Ch. 5, Fig. 5.1): functions
//! of blocks, blocks of phis, commands and a terminator. It has a text form ([`Program::print`],
//! [`Program::parse`]) in which tests and people can read and write it.
//!
//! ```
//! use euclase_program::{BitVecValue, Outcome, Program, RunOptions, run};
//!
//! let program = Program::parse(
//!     "program pointers 64 entry @main
//!      function @main() -> i32 {
//!      entry:
//!        %x = nondet i32 input \"__VERIFIER_nondet_int\"
//!        %small = slt i32 %x, 10
//!        branch %small, good, bad
//!      good:
//!        return i32 %x
//!      bad:
//!        error assert \"x < 10\"
//!      }",
//! )?;
//! assert_eq!(program.validate(), Ok(()));
//! let ends = |x| run(&program, RunOptions::default(), &mut |_| Some(BitVecValue::new(32, x))).outcome;
//! assert_eq!(ends(7), Outcome::Returned(vec![BitVecValue::new(32, 7)]));
//! assert!(matches!(ends(12), Outcome::ErrorReached { .. }));
//! # Ok::<(), euclase_program::ParseError>(())
//! ```
//!
//! *Architecture invariant:* this crate knows neither LLVM nor Z3.
//! *Architecture invariant:* no function recurses on the size of a program.

mod check;
mod command;
pub mod evaluate;
mod function;
mod graph;
mod id;
mod interpret;
mod obstacle;
mod operator;
pub mod passes;
mod program;
#[doc(hidden)]
pub mod random;
mod reading;
mod regions;
mod source;
mod source_types;
mod text;
mod types;
mod validate;

pub use check::{CheckInfo, CheckKind, CheckSet, MEMORY_SAFETY, MEMORY_SAFETY_PARTS, TABLE as CHECKS};
pub use command::{Callee, Command, CommandKind, MemoryCheck, Phi, Terminator};
pub use euclase_logic::{BitVecValue, FloatFormat};
pub use function::{Block, Constant, Definition, Function, ValueData};
pub use graph::{CallGraph, Cfg, CutKind, CutSet, Liveness, Loop, PostDominance};
pub use id::{BlockId, FunctionId, GlobalId, LayoutId, LocationId, SourceTypeId, ValueId, VariableId};
pub use interpret::{
    AddressMap, ByteNeed, Event, HeapPlace, Input, MemoryByte, Outcome, Request, Run, RunOptions, TraceLevel, run,
    run_list,
};
pub use obstacle::{Obstacle, ObstacleKind};
pub use operator::{BinaryOp, CastOp, FloatBinaryOp, FloatPredicate, FloatUnaryOp, Predicate};
pub use program::{Cell, CellData, Global, Initial, Program};
pub use reading::{CallCounts, DataModel, MemoryLevel};
pub use regions::{
    Linear, MAX_CELLS, Object, ObjectId, Outside, Owner, Part, Region, RegionId, Regions, Shape, Span, Target, Targets,
};
pub use source::{Encoding, FAILS, LIBRARY, Location, MadeUp, NondetOrigin, SharedCalls, Variable};
pub use source_types::{SourceField, SourceType, SourceTypeKind};
pub use text::ParseError;
pub use types::{Field, FloatKind, Layout, LayoutKind, Type};
pub use validate::Defect;
