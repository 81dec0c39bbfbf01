//! The report for programs: the result as one JSON object.

use super::document::Document;
use super::{assumptions, terminal};
use euclase_result::{Answer, V2};
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
    // Nothing in it can fail to be written: all keys are texts.
    serde_json::to_value(&complete).unwrap_or_default()
}
