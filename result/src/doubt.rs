//! What makes a proof worth less than it seems: nothing was checked, or not what was meant.

use euclase_program::CheckKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A reason to doubt that a proof is about what its reader thinks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Doubt {
    /// The program makes no check at all.
    NothingChecked,
    /// `NDEBUG` removes all assertions of a file that has some.
    AssertionsRemoved {
        /// The file.
        file: String,
    },
    /// `assert` is called, but is no macro.
    AssertWithoutHeader,
    /// A function without a body is called whose name is nearly that of one that means something.
    Misspelt {
        /// How it is called.
        name: String,
        /// What may be meant.
        meant: String,
    },
}

/// How often the program makes a kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckCount {
    /// The kind, by its word of `--check`.
    #[schemars(with = "String")]
    pub check: CheckKind,
    /// At so many places.
    pub places: usize,
}
