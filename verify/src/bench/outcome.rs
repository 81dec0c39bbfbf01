//! What became of a run: its answer held against the right one, or why there is none.

use euclase_sv_comp::{Expected, Found, Judgement, judge};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Outcome {
    CorrectTrue,
    CorrectFalse,
    /// An input that had to be refused was refused.
    CorrectError,
    WrongTrue,
    WrongFalse,
    /// There is an answer, but the right one is not known.
    Answered,
    Unknown,
    Timeout,
    OutOfMemory,
    /// The input was refused, or something is missing on this machine.
    Error,
    Crash,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Trouble {
    Timeout,
    OutOfMemory,
    Error,
    Crash,
}

/// What a tool said, as far as it is understood.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The answer.
    pub found: Found,
    /// Why there is none, where the tool or its end says so.
    pub trouble: Option<Trouble>,
    /// The reason in a line.
    pub reason: String,
    /// Which engine of several answered.
    pub winner: String,
}

impl Reading {
    /// No answer, for a reason.
    pub fn none(trouble: Trouble, reason: impl Into<String>) -> Self {
        let found = if trouble == Trouble::Error { Found::Error } else { Found::Unknown };
        Reading { found, trouble: Some(trouble), reason: reason.into(), winner: String::new() }
    }

    /// What became of the run, and its points.
    pub fn judge(&self, expected: &Expected) -> (Outcome, i64) {
        let judgement = judge(expected, &self.found);
        let outcome = match judgement {
            Judgement::CorrectTrue => Outcome::CorrectTrue,
            Judgement::CorrectFalse => Outcome::CorrectFalse,
            Judgement::CorrectError => Outcome::CorrectError,
            Judgement::WrongTrue => Outcome::WrongTrue,
            Judgement::WrongFalse => Outcome::WrongFalse,
            Judgement::Answered => Outcome::Answered,
            Judgement::None => match self.trouble {
                Some(Trouble::Timeout) => Outcome::Timeout,
                Some(Trouble::OutOfMemory) => Outcome::OutOfMemory,
                Some(Trouble::Error) => Outcome::Error,
                Some(Trouble::Crash) => Outcome::Crash,
                None => Outcome::Unknown,
            },
        };
        (outcome, judgement.score())
    }
}

impl Outcome {
    /// Whether the answer is right.
    pub fn is_correct(self) -> bool {
        matches!(self, Outcome::CorrectTrue | Outcome::CorrectFalse | Outcome::CorrectError)
    }

    /// Whether the answer is wrong.
    pub fn is_wrong(self) -> bool {
        matches!(self, Outcome::WrongTrue | Outcome::WrongFalse)
    }

    /// Whether there is an answer that is not wrong.
    pub fn is_solved(self) -> bool {
        self.is_correct() || self == Outcome::Answered
    }

    /// As it is written in results.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::CorrectTrue => "correct-true",
            Outcome::CorrectFalse => "correct-false",
            Outcome::CorrectError => "correct-error",
            Outcome::WrongTrue => "wrong-true",
            Outcome::WrongFalse => "wrong-false",
            Outcome::Answered => "answered",
            Outcome::Unknown => "unknown",
            Outcome::Timeout => "timeout",
            Outcome::OutOfMemory => "out-of-memory",
            Outcome::Error => "error",
            Outcome::Crash => "crash",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_wrong_whatever_else_happened() {
        let reading = Reading { found: Found::True, trouble: None, reason: String::new(), winner: String::new() };
        assert_eq!(reading.judge(&Expected::False(None)), (Outcome::WrongTrue, -32));
        assert_eq!(reading.judge(&Expected::Unknown), (Outcome::Answered, 0));
        assert_eq!(Reading::none(Trouble::Timeout, "").judge(&Expected::True), (Outcome::Timeout, 0));
        assert_eq!(Reading::none(Trouble::Error, "").judge(&Expected::Error), (Outcome::CorrectError, 0));
    }
}
