//! Reasons in words.

use crate::units::{show_limit, show_size};
use euclase_result::{Doubt, Reason};
use std::time::Duration;

/// Why there is no answer, as it stands behind `UNKNOWN - `.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Timeout { limit_seconds } => format!("timeout after {}", show_limit(seconds(*limit_seconds))),
        Reason::Unchecked { engine } => format!("timeout: {engine} had an answer, but there was no time to check it"),
        Reason::Doubtful => "a proof that checks less than it seems, which --strict does not accept".to_string(),
        Reason::Interrupted => "interrupted".to_string(),
        Reason::OutOfMemory { limit_bytes: Some(bytes) } => format!("out of memory (limit {})", show_size(*bytes)),
        Reason::OutOfMemory { limit_bytes: None } => "out of memory".to_string(),
        Reason::GaveUp { engine: Some(engine), why } => format!("{engine}: {why}"),
        Reason::GaveUp { engine: None, why } => why.to_string(),
        Reason::Unsupported { obstacle } => obstacle.to_string(),
        Reason::Environment { what } => what.clone(),
        Reason::InternalError { what } => format!("(internal error: {what})"),
    }
}

/// What makes a proof worth less than it seems, as a warning.
pub fn doubt(doubt: &Doubt) -> String {
    match doubt {
        Doubt::NothingChecked => {
            "nothing was checked: the program has no assertion, and nothing in it can go wrong in a way that is checked"
                .into()
        }
        Doubt::AssertionsRemoved { file } => {
            format!("{file}: NDEBUG is defined, which removes the assertions; they were not checked")
        }
        Doubt::AssertWithoutHeader => {
            "assert() is called without #include <assert.h>, so that it checks nothing".into()
        }
        Doubt::Misspelt { name, meant } => {
            format!("{name}() has no body and means nothing; did you mean {meant}()?")
        }
    }
}

/// A time that a result gives as a number.
pub fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number.max(0.0)).unwrap_or_default()
}
