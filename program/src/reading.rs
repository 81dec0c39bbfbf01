//! How a C program was read: choices that decide what its executions are, or how closely they are followed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The widths of C's types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64.
    Lp64,
}

impl DataModel {
    /// The name as SV-COMP spells it.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }
}

impl fmt::Display for DataModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How exactly memory is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryLevel {
    /// Nothing is known about addresses but that those of objects are not null, and what is read from memory is any
    /// value.
    Registers,
    /// Addresses are exact, what is read from memory is any value.
    Pointers,
    /// Addresses and the contents of memory are exact.
    #[default]
    Full,
}

/// What became of calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CallCounts {
    /// Functions of which each call has a copy.
    pub inlined: usize,
    /// Functions that stand once for several calls.
    pub shared: usize,
    /// The calls of these.
    pub sites: usize,
    /// Functions with several copies if everything is inlined that could stand once.
    pub shareable: usize,
    /// The most copies of a loop in one of these.
    pub loop_copies: u64,
    /// Functions of which failing calls go to a copy of their own.
    pub lifted: usize,
    /// Instructions in the functions that are called.
    pub source: u64,
    /// Instructions there would be with everything inlined.
    pub instructions: u64,
}
