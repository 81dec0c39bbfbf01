//! What the parent process and its workers say to each other.
//!
//! A worker gets one [`Request`] as JSON on standard input and the paths it needs as arguments. It
//! answers with one [`Message`] a line on standard output; the last one is final. A worker that
//! ends without a final message has crashed.

use crate::args::EngineName;
use crate::evidence::Evidence;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a worker is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    /// Search for an answer.
    Search(SearchRequest),
    /// Check the evidence of an answer.
    Certify(CertifyRequest),
}

/// A search for an answer by one engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchRequest {
    /// The engine.
    pub engine: EngineName,
    /// The time it has, in seconds.
    pub seconds: Option<f64>,
    /// The depth at which bmc and kind stop.
    pub max_depth: Option<usize>,
    /// Whether kind looks at paths without repeated states only.
    #[serde(default)]
    pub simple_path: bool,
    /// Whether euf abstracts arrays.
    pub array_abstraction: bool,
    /// How much to log: 0 warnings, 1 more, 2 everything.
    pub verbosity: u8,
}

/// A check of evidence.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CertifyRequest {
    /// The evidence.
    pub evidence: Evidence,
    /// The digest of the input that the evidence is about.
    pub digest: u64,
    /// Whether the proof is of the abstract system.
    pub abstractly: bool,
    /// Whether the abstraction under which the proof goes through abstracts arrays.
    pub array_abstraction: bool,
    /// The time there is, in seconds.
    pub seconds: Option<f64>,
    /// How much to log.
    pub verbosity: u8,
}

/// What a worker reports.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "kebab-case")]
pub enum Message {
    /// The input has been read.
    Read(InputSummary),
    /// How far the search has come.
    Progress(ProgressReport),
    /// What the work has cost so far.
    Statistics(StatisticsReport),
    /// Final: an answer, to be checked.
    Answer {
        /// What makes it true.
        evidence: Evidence,
    },
    /// The evidence checks; what is left is to write it where the user wants it.
    Checked,
    /// Final: the evidence checks.
    Certified(CertificateSummary),
    /// Final: the evidence does not check.
    Refused {
        /// What is wrong with it.
        why: String,
    },
    /// Final: there is no answer.
    GaveUp(GaveUp),
    /// Final: the input is wrong.
    InputError(InputErrorReport),
}

impl Message {
    /// Whether a worker ends after this message.
    pub fn is_final(&self) -> bool {
        !matches!(self, Message::Read(_) | Message::Progress(_) | Message::Statistics(_) | Message::Checked)
    }
}

/// The size of the input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputSummary {
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

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ProgressReport {
    pub depth: usize,
    pub obligations: usize,
    pub lemmas: usize,
    pub refinements: usize,
    /// No execution of at most this many steps breaks the property.
    pub safe_depth: Option<usize>,
}

/// What the work has cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StatisticsReport {
    /// Solver queries by what they were for.
    pub queries: Vec<QueryReport>,
    /// Other counters by name.
    pub counters: BTreeMap<String, u64>,
    /// The time spent after reading, in seconds.
    pub seconds: f64,
}

/// How the queries of one kind went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct QueryReport {
    pub kind: String,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// The time in the solver, in seconds.
    pub seconds: f64,
}

/// How evidence was checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CertificateSummary {
    /// Proof obligations discharged with operators uninterpreted.
    pub abstract_obligations: usize,
    /// Proof obligations discharged with every operator meaning what SMT-LIB says.
    pub concrete_obligations: usize,
    /// Steps replayed by the evaluator.
    pub replayed_steps: Option<usize>,
    /// The evidence, completed for display: inputs that were solved for have values.
    pub completed: Option<Evidence>,
    /// Why the certificate could not be written where the user wanted it.
    pub not_written: Option<String>,
}

/// Why a worker has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", content = "text", rename_all = "kebab-case")]
pub enum GaveUp {
    /// Its time is over.
    Timeout,
    /// It used all the memory it may use.
    OutOfMemory,
    /// A bound was reached.
    Bound(String),
    /// The solver or the engine cannot do it.
    Solver(String),
    /// The input is not the one that the search has read.
    InputChanged,
    /// A bug.
    Internal(String),
    /// Somebody ended the worker: the signal.
    Killed(i32),
}

/// What is wrong with the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputErrorReport {
    /// Line and column, from one.
    pub place: Option<(usize, usize)>,
    /// What is wrong.
    pub message: String,
    /// The source line, or the part of it around the place, and the mark's offset in it.
    pub excerpt: Option<(String, usize)>,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn input_errors_survive_the_pipe() {
        let error = InputErrorReport { place: Some((1, 2)), message: "no".into(), excerpt: Some(("x".into(), 0)) };
        let line = serde_json::to_string(&Message::InputError(error.clone())).unwrap();
        match serde_json::from_str(&line).unwrap() {
            Message::InputError(back) => assert_eq!(back, error),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn messages_survive_the_pipe() {
        let reasons = [
            GaveUp::Timeout,
            GaveUp::Bound("the depth limit 5 was reached".into()),
            GaveUp::Internal("a\nb".into()),
            GaveUp::Killed(9),
        ];
        for reason in reasons {
            let line = serde_json::to_string(&Message::GaveUp(reason.clone())).unwrap();
            assert!(!line.contains('\n'));
            match serde_json::from_str(&line).unwrap() {
                Message::GaveUp(back) => assert_eq!(back, reason),
                other => panic!("{other:?}"),
            }
        }
    }
}
