//! Places in the source, and the source files that a result speaks of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct SourcePlace {
    /// The file.
    pub file: String,
    /// The line, from one.
    pub line: u32,
    /// The C function.
    pub function: String,
}

/// A source file: its digest tells whether it is still what was verified, its lines let the result be shown without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// The path, as the compiler or the user writes it.
    pub path: String,
    /// The digest of the whole file, if it could be read.
    pub sha256: Option<String>,
    /// The lines that the result mentions, with some around them, by their numbers.
    pub lines: BTreeMap<u32, String>,
}
