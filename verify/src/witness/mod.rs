//! Witnesses: answers in the formats that other verifiers and validators exchange.
//!
//! [`make`] says an answer as a witness, [`write_yaml`] and [`write_graphml`] write it down. [`read_yaml`] and
//! [`read_graphml`] read the witnesses of anybody, and [`validate`] checks them: [`instrument`] makes a program whose
//! only executions to an error are those that a violation witness describes, or that asserts the invariants of a
//! correctness witness, and that program is verified like any other.

pub mod branches;
mod doubts;
mod edits;
pub mod expression;
pub mod instrument;
pub mod make;
mod meaning;
pub mod model;
mod native;
mod proved;
pub mod read_graphml;
pub mod read_yaml;
pub mod structure;
pub mod tokens;
pub mod validate;
pub mod write_graphml;
pub mod write_yaml;

use crate::sha256::hexadecimal as sha256;
