//! What an answer is, as data: the verdict, what it rests on, how the engines fared.
//!
//! Workers return parts of it, `verify --json` prints it whole, and reports, `verify explain` and the bench read it. There is one
//! definition of each type, and `docs/schema/result-2.json` is generated from it.
//!
//! *Architecture invariant:* knows neither solvers nor LLVM, and asks nobody anything: it is data and the words for it.
//!
//! *API boundary:* while [`VERSION`] stays the same, fields are added, never renamed or removed; what comes later has a default.

mod answer;
mod doubt;
mod evidence;
mod program;
mod reason;
mod source;
mod statistics;
mod v2;
mod violation;
mod words;

pub use answer::{Answer, Contract, Counterexample, ExecutionProof, LoopCopy, LoopInvariant, Proof, Verdict};
pub use doubt::{CheckCount, Doubt};
pub use evidence::{
    Certificate, Evidence, FunctionText, InvariantText, SecondOpinion, StepText, TraceText, ValueText, VariableText,
};
pub use program::{ProgramFacts, ProgramReport, ProgramSize, Rules, StageTime};
pub use reason::{Excerpt, GaveUp, InputError, Reason};
pub use source::{Source, SourcePlace};
pub use statistics::{EngineOutcome, EngineReport, InputSize, Progress, QueryCounts, Statistics, Work};
pub use v2::{SCHEMA, V2, VERSION, schema};
pub use violation::{Assignment, Branch, ChosenInput, Line, NativeRun, Row, Taken, Violation};
