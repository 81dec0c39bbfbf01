//! What the work has cost, and how the engines fared.

use crate::reason::GaveUp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How an engine fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EngineReport {
    /// The engine.
    pub engine: String,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: EngineOutcome,
    /// How far it came.
    pub progress: Progress,
    /// What it cost.
    #[serde(flatten)]
    pub work: Work,
}

/// How an engine ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "outcome", content = "detail", rename_all = "kebab-case")]
pub enum EngineOutcome {
    /// It was still searching when the run ended.
    Searching,
    /// It had an answer.
    Answered,
    /// It had an answer whose evidence did not check: why.
    Refused(String),
    /// It gave up.
    GaveUp(GaveUp),
}

/// What a worker cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Work {
    /// The time from its start to its end, in seconds.
    pub seconds: f64,
    /// The processor time it used, in seconds, once it has ended.
    pub processor_seconds: f64,
    /// The most memory it had, in bytes, once it has ended.
    pub peak_memory_bytes: u64,
    /// Its solver queries and counters.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// Solver queries and counters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// The time spent after reading, in seconds.
    #[serde(default)]
    pub seconds_after_reading: f64,
    /// Solver queries by what they were for.
    #[serde(default)]
    pub queries: Vec<QueryCounts>,
    /// Other counters by name.
    #[serde(default)]
    pub counters: BTreeMap<String, u64>,
}

/// How the queries of one kind went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QueryCounts {
    /// What they were for.
    pub kind: String,
    /// How many were satisfiable.
    pub sat: u64,
    /// How many were not.
    pub unsat: u64,
    /// How many the solver gave up on.
    pub unknown: u64,
    /// The time in the solver, in seconds.
    pub seconds: f64,
    /// Instances of the axioms of arrays that the solver made.
    #[serde(default)]
    pub array_axioms: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Progress {
    /// Frames or unrolled steps.
    pub depth: usize,
    /// Open proof obligations.
    pub obligations: usize,
    /// Clauses learned.
    pub lemmas: usize,
    /// Refinements of the abstraction.
    pub refinements: usize,
    /// No execution of at most this many steps violates the property.
    pub safe_depth: Option<usize>,
}

/// The size of the input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InputSize {
    /// State variables.
    pub states: usize,
    /// Inputs.
    pub inputs: usize,
    /// Distinct terms.
    pub terms: usize,
    /// The time it took to read, in seconds.
    pub seconds: f64,
    /// A number that changes when the file does.
    pub digest: u64,
}
