//! The report for programs: the result as one JSON object.

use super::document::Document;
use super::{assumptions, terminal};
use euclase_result::{Answer, Reason, V2};
use serde_json::Value;

/// The result as a JSON object, with its sentences.
pub fn object(document: &Document) -> Value {
    let result = &document.report;
    let advice = match &result.answer {
        Answer::Unknown { reason } => Some(terminal::what_to_try(result, reason).to_string()),
        Answer::True(_) | Answer::False(_) | Answer::Error { .. } => None,
    };
    let complete = V2 {
        exit_code: result.exit_code(),
        message: terminal::sentence(result),
        advice,
        assumptions: assumptions::sentences(result),
        sources: document.sources.stored(result),
        ..result.clone()
    };
    serde_json::to_value(&complete).unwrap_or_else(|error| {
        // The path of a compiler that is no text, for instance.
        let what = format!("the result cannot be written: {error}");
        let without = V2 { program: None, ..V2::unknown(Reason::internal(what), complete.seconds) };
        serde_json::to_value(without).unwrap_or_default()
    })
}
