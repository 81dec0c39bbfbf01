//! The whole result.

use crate::answer::{Answer, Contract, LoopInvariant, Verdict};
use crate::program::ProgramReport;
use crate::reason::{InputError, Reason};
use crate::source::Source;
use crate::statistics::{EngineReport, InputSize, Work};
use crate::violation::Violation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format.
pub const VERSION: u32 = 2;

/// The name of the format.
pub const SCHEMA: &str = "euclase/result-2";

/// The result of a verification by Euclase, version 2: what `verify --json` prints. Fields may be added while the version stays the
/// same, so readers must ignore those that they do not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct V2 {
    /// The name of this format: `euclase/result-2`.
    pub schema: String,
    /// The version of this format: 2.
    pub version: u32,
    /// The tool and its version.
    pub tool: String,
    /// What was verified, as the user wrote it.
    pub file: String,
    /// The folder that relative paths start from.
    pub directory: Option<String>,
    /// The verdict, and what belongs to it.
    #[serde(flatten)]
    pub answer: Answer,
    /// The exit code of the run: 0 TRUE, 1 FALSE, 2 wrong input, 3 UNKNOWN, 4 UNKNOWN by an internal error, 130 interrupted.
    pub exit_code: u8,
    /// The answer in a sentence.
    pub message: String,
    /// What to try where there is no answer.
    #[serde(default)]
    pub advice: Option<String>,
    /// From start to answer, in seconds.
    pub seconds: f64,
    /// No execution of at most this many steps violates the property, as far as that is known.
    pub safe_depth: Option<usize>,
    /// What is known about the C program; null for a transition system.
    pub program: Option<ProgramReport>,
    /// What the answer takes for granted, as sentences.
    #[serde(default)]
    pub assumptions: Vec<String>,
    /// The source files that the result speaks of.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// What went wrong besides: an engine that crashed, a certificate that could not be written.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// How big the transition system is, once it has been read.
    pub input: Option<InputSize>,
    /// How each engine fared, in the order they were started.
    #[serde(default)]
    pub engines: Vec<EngineReport>,
    /// What checking the evidence cost.
    pub certification: Option<Work>,
}

impl V2 {
    /// A result without a search.
    pub fn without_search(answer: Answer, seconds: f64) -> Self {
        V2 {
            schema: SCHEMA.to_string(),
            version: VERSION,
            tool: String::new(),
            file: String::new(),
            directory: None,
            exit_code: answer.exit_code(),
            answer,
            message: String::new(),
            advice: None,
            seconds,
            safe_depth: None,
            program: None,
            assumptions: Vec::new(),
            sources: Vec::new(),
            warnings: Vec::new(),
            input: None,
            engines: Vec::new(),
            certification: None,
        }
    }

    /// There is no answer.
    pub fn unknown(reason: Reason, seconds: f64) -> Self {
        V2::without_search(Answer::Unknown { reason }, seconds)
    }

    /// There is nothing to verify.
    pub fn input_error(error: InputError, seconds: f64) -> Self {
        V2::without_search(Answer::Error { error }, seconds)
    }

    /// Reads a stored result.
    pub fn read(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|e| format!("this is not JSON: {e}"))?;
        match (value["version"].as_u64(), value["verdict"].is_string()) {
            (Some(version), true) if version == u64::from(VERSION) => {}
            (Some(version), true) => {
                return Err(format!("the result has version {version} of the format, and only {VERSION} is known"));
            }
            _ => return Err("this is no result that `verify --json` has written".to_string()),
        }
        serde_json::from_value(value).map_err(|e| format!("the result is not complete: {e}"))
    }

    /// The verdict as a word.
    pub fn verdict(&self) -> Verdict {
        self.answer.verdict()
    }

    /// The exit code of `verify`.
    pub fn exit_code(&self) -> u8 {
        self.answer.exit_code()
    }

    /// Whether there is a proof, accepted or not.
    pub fn is_proof(&self) -> bool {
        matches!(self.answer, Answer::True(_) | Answer::Unknown { reason: Reason::Doubtful })
    }

    /// Accepts a proof only if there is nothing to doubt about it.
    pub fn be_strict(&mut self) {
        let has_doubts = self.program.as_ref().is_some_and(|program| !program.facts.doubts.is_empty());
        if has_doubts && self.verdict() == Verdict::True {
            self.answer = Answer::Unknown { reason: Reason::Doubtful };
            self.exit_code = self.answer.exit_code();
        }
    }

    /// The execution of the C program that violates the property.
    pub fn violation(&self) -> Option<&Violation> {
        match &self.answer {
            Answer::False(counterexample) => counterexample.violation.as_ref(),
            Answer::True(_) | Answer::Unknown { .. } | Answer::Error { .. } => None,
        }
    }

    /// The same, to be changed.
    pub fn violation_mut(&mut self) -> Option<&mut Violation> {
        match &mut self.answer {
            Answer::False(counterexample) => counterexample.violation.as_mut(),
            Answer::True(_) | Answer::Unknown { .. } | Answer::Error { .. } => None,
        }
    }

    /// What was proved about the functions of the C program.
    pub fn contracts(&self) -> &[Contract] {
        match &self.answer {
            Answer::True(proof) => &proof.contracts,
            Answer::False(_) | Answer::Unknown { .. } | Answer::Error { .. } => &[],
        }
    }

    /// What holds at the loops of the C program.
    pub fn loop_invariants(&self) -> Option<&[LoopInvariant]> {
        match &self.answer {
            Answer::True(proof) => proof.invariants.as_deref(),
            Answer::False(_) | Answer::Unknown { .. } | Answer::Error { .. } => None,
        }
    }

    /// Why there is no answer.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.answer {
            Answer::Unknown { reason } => Some(reason),
            Answer::True(_) | Answer::False(_) | Answer::Error { .. } => None,
        }
    }
}

/// The schema of the format, made from the types.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(V2).to_value();
    schema["$id"] = "https://example.invalid/euclase/schema/result-2.json".into();
    schema
}
