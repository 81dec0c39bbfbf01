//! The verdict and what makes it true.

use crate::evidence::{Certificate, Evidence, InvariantText, TraceText};
use crate::reason::{InputError, Reason};
use crate::source::SourcePlace;
use crate::violation::Violation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The verdict, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "verdict")]
pub enum Answer {
    /// The property holds in every execution: a proof, which was checked.
    #[serde(rename = "TRUE")]
    True(Box<Proof>),
    /// The property fails: an execution that violates it, which was replayed.
    #[serde(rename = "FALSE")]
    False(Box<Counterexample>),
    /// Neither was found.
    #[serde(rename = "UNKNOWN")]
    Unknown {
        /// Why.
        reason: Reason,
    },
    /// There is nothing to verify: the command line or the input is wrong.
    #[serde(rename = "ERROR")]
    Error {
        /// What is wrong.
        error: InputError,
    },
}

/// Why the property holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    /// The engine that found it.
    pub engine: String,
    /// What holds in every reachable state of the transition system.
    pub invariant: InvariantText,
    /// How it was checked.
    pub certificate: Certificate,
    /// What holds at the loops of the C program; null for a transition system.
    pub invariants: Option<Vec<LoopInvariant>>,
    /// What was proved about the functions of the C program, where that is the proof.
    #[serde(default)]
    pub contracts: Vec<Contract>,
    /// How all executions were looked at, where that is the proof.
    #[serde(default)]
    pub execution: Option<ExecutionProof>,
}

/// All executions of a C program, looked at up to their ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExecutionProof {
    /// How many checks executions came to.
    pub checks: u64,
    /// How many of them constants decided.
    pub by_constants: u64,
    /// The most often that a loop was passed again.
    pub iterations: u32,
    /// How many paths the check followed.
    pub paths: u64,
    /// How many steps these have together.
    pub steps: u64,
}

/// How the property fails.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Counterexample {
    /// The engine that found it.
    pub engine: String,
    /// The execution of the transition system.
    pub trace: TraceText,
    /// How it was checked.
    pub certificate: Certificate,
    /// The execution of the C program; null for a transition system.
    pub violation: Option<Violation>,
}

/// The verdict as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Verdict {
    True,
    False,
    Unknown,
    Error,
}

impl Verdict {
    /// The word that is printed.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::True => "TRUE",
            Verdict::False => "FALSE",
            Verdict::Unknown => "UNKNOWN",
            Verdict::Error => "ERROR",
        }
    }
}

impl Answer {
    /// An answer that was checked.
    pub fn certified(engine: impl Into<String>, evidence: Evidence, certificate: Certificate) -> Self {
        let engine = engine.into();
        match evidence {
            Evidence::Invariant(invariant) => {
                Answer::True(Box::new(Proof { engine, invariant, certificate, ..Proof::default() }))
            }
            Evidence::Trace(trace) => {
                Answer::False(Box::new(Counterexample { engine, trace, certificate, violation: None }))
            }
        }
    }

    /// The verdict as a word.
    pub fn verdict(&self) -> Verdict {
        match self {
            Answer::True(_) => Verdict::True,
            Answer::False(_) => Verdict::False,
            Answer::Unknown { .. } => Verdict::Unknown,
            Answer::Error { .. } => Verdict::Error,
        }
    }

    /// Whether it is TRUE or FALSE.
    pub fn is_decided(&self) -> bool {
        matches!(self, Answer::True(_) | Answer::False(_))
    }

    /// The exit code of `verify`.
    pub fn exit_code(&self) -> u8 {
        match self {
            Answer::True(_) => 0,
            Answer::False(_) => 1,
            Answer::Error { .. } => 2,
            Answer::Unknown { reason: Reason::InternalError { .. } } => 4,
            // As shells say it of a program that Ctrl-C has ended.
            Answer::Unknown { reason: Reason::Interrupted } => 130,
            Answer::Unknown { .. } => 3,
        }
    }

    /// The engine whose answer it is.
    pub fn engine(&self) -> Option<&str> {
        match self {
            Answer::True(proof) => Some(&proof.engine),
            Answer::False(counterexample) => Some(&counterexample.engine),
            Answer::Unknown { .. } | Answer::Error { .. } => None,
        }
    }

    /// How the evidence was checked.
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Answer::True(proof) => Some(&proof.certificate),
            Answer::False(counterexample) => Some(&counterexample.certificate),
            Answer::Unknown { .. } | Answer::Error { .. } => None,
        }
    }
}

/// What holds whenever a loop's head is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LoopInvariant {
    /// Where the loop is.
    #[serde(flatten)]
    pub place: SourcePlace,
    /// Formulas in C that all hold.
    #[serde(rename = "c")]
    pub conjuncts: Vec<String>,
    /// How many parts of the invariant have no form in C.
    pub omitted: usize,
    /// The column of the place, from one; zero when unknown.
    #[serde(default)]
    pub column: u32,
    /// Which copy of the loop it is about, as witnesses need it.
    #[serde(default)]
    pub copy: LoopCopy,
}

/// A copy of a loop: functions are inlined, so that a loop of the source may be there for each call, or once for several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LoopCopy {
    /// The call that brought it here, by number; none if the function was not inlined.
    pub call: Option<u32>,
    /// For how many chains of calls it stands; zero when that is unknown.
    pub chains: u64,
    /// Whether code of the program is there once for several calls. Then there are cycles that are no loops of the source.
    pub among_shared: bool,
}

/// What was proved about a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contract {
    /// Where the function is.
    pub place: SourcePlace,
    /// Formulas in C that hold whenever it is called.
    pub requires: Vec<String>,
    /// Formulas in C that hold whenever it returns; `result` is what it returns, the parameters are as they were.
    pub ensures: Vec<String>,
    /// How many parts of what was proved have no form in C.
    pub omitted: usize,
}
