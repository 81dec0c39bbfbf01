//! What is known about a C program: how it was read, how large it is, what it uses.

use crate::doubt::{CheckCount, Doubt};
use crate::reason::ObstacleSchema;
use crate::statistics::Work;
use euclase_program::{CallCounts, CheckSet, DataModel, MemoryLevel, Obstacle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What there is to say about a C program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramReport {
    /// How C was read.
    pub rules: Rules,
    /// What came out of its preparation.
    #[serde(flatten)]
    pub facts: ProgramFacts,
    /// What the preparation cost.
    pub preparation: Work,
    /// What explaining the answer cost.
    pub explaining: Option<Work>,
}

/// What came out of the preparation of a C program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramFacts {
    /// The data model: `ILP32` or `LP64`.
    #[schemars(with = "Option<String>")]
    pub data_model: Option<DataModel>,
    /// The compiler that was used.
    pub clang: PathBuf,
    /// The size of the program as imported.
    pub imported: ProgramSize,
    /// The size of the program that is encoded.
    pub sliced: ProgramSize,
    /// What became of calls.
    #[schemars(with = "BTreeMap<String, u64>")]
    pub calls: CallCounts,
    /// Locations of the transition system.
    pub locations: usize,
    /// State variables of the transition system.
    pub states: usize,
    /// Inputs of the transition system.
    pub inputs: usize,
    /// Distinct terms of the transition system.
    pub terms: usize,
    /// What each stage took.
    pub stages: Vec<StageTime>,
    /// The kinds of checks that the program makes, and at how many places each.
    #[serde(default)]
    pub made: Vec<CheckCount>,
    /// What makes a proof worth less than it seems.
    #[serde(default)]
    pub doubts: Vec<Doubt>,
    /// Functions without a body whose result is any value.
    pub externals: Vec<String>,
    /// Whether it makes numbers of addresses, other than to subtract them from each other.
    #[serde(default)]
    pub has_addresses_as_numbers: bool,
    /// Whether it uses objects that are defined elsewhere.
    #[serde(default)]
    pub has_outside_objects: bool,
    /// Whether no error is left in the program.
    pub trivially_safe: bool,
    /// What cannot be encoded and may be reached, each with its place.
    #[schemars(with = "Vec<ObstacleSchema>")]
    pub unsupported: Vec<Obstacle>,
}

/// How C was read: those options that change what an answer means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    /// Functions without a body leave memory alone.
    pub pure_externals: bool,
    /// Allocations may fail.
    pub malloc_may_fail: bool,
    /// What C leaves open is as the rules of SV-COMP say.
    pub sv_comp: bool,
    /// How exactly memory is modelled: `registers`, `pointers` or `full`.
    #[schemars(with = "Option<String>")]
    pub memory: Option<MemoryLevel>,
    /// What is checked, by the words of `--check`.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub checks: CheckSet,
    /// Functions whose call is the error.
    pub errors: Vec<String>,
}

/// The time of a stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StageTime {
    /// The stage.
    pub stage: String,
    /// What it took, in seconds.
    pub seconds: f64,
}

/// How big a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramSize {
    /// Functions.
    pub functions: usize,
    /// Basic blocks.
    pub blocks: usize,
    /// Commands, phis and ends of blocks.
    pub commands: usize,
}
