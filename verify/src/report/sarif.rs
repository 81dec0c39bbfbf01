//! The report for code scanning: SARIF 2.1.0, the OASIS standard that GitHub and editors read.
//!
//! A violation is a result with the execution as its code flow. TRUE has no result, so that what was reported earlier
//! counts as fixed; that there is no answer is a notification of the tool, not a finding about the code.

use super::calls::CallTree;
use super::document::Document;
use super::{Answer, Verdict, terminal};
use crate::sha256;
use crate::story::{Line, Row, SourcePlace, Story};
use crate::units::count;
use euclase_program::Property;
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What relative paths are relative to, as GitHub calls it.
const ROOT: &str = "%SRCROOT%";

/// The report as a JSON object.
pub fn object(document: &Document) -> Value {
    let report = &document.report;
    let results: Vec<Value> = report.story().map(|story| result(document, story)).into_iter().collect();
    let notification = match &report.answer {
        Answer::Unknown(unknown) => {
            let text = format!("{unknown}. What to try: {}", terminal::what_to_try(report, unknown));
            Some(json!({ "level": "warning", "message": { "text": text }, "descriptor": { "id": unknown.code() } }))
        }
        Answer::InputError(error) => Some(json!({ "level": "error", "message": { "text": error.message } })),
        Answer::Certified { .. } => None,
    };
    let version = document.tool.rsplit(' ').next().unwrap_or_default();
    let mut run = json!({
        "tool": { "driver": {
            "name": "Euclase",
            "version": version,
            "semanticVersion": version,
            "rules": Property::ALL.iter().map(|property| rule(*property)).collect::<Vec<_>>(),
        } },
        "invocations": [{
            "executionSuccessful": report.exit_code() != 2 && report.exit_code() != 4,
            "exitCode": report.exit_code(),
            "toolExecutionNotifications": notification.into_iter().collect::<Vec<_>>(),
        }],
        "artifacts": document.sources.files.iter().map(|file| {
            let mut artifact = json!({ "location": artifact(document, &file.path) });
            if let Some(digest) = &file.sha256 {
                artifact["hashes"] = json!({ "sha-256": digest });
            }
            artifact
        }).collect::<Vec<_>>(),
        "results": results,
        "columnKind": "unicodeCodePoints",
        "properties": { "verdict": report.verdict().word(), "message": terminal::sentence(report) },
    });
    if let Some(directory) = &document.directory {
        let uri = format!("file://{}/", encode(directory.trim_end_matches('/')));
        run["originalUriBaseIds"] = json!({ ROOT: { "uri": uri } });
    }
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

fn result(document: &Document, story: &Story) -> Value {
    debug_assert_eq!(document.report.verdict(), Verdict::False);
    let rules = Property::ALL.iter().map(|property| property.word());
    let index = rules.clone().position(|word| word == story.property).unwrap_or(0);
    let id = Property::ALL[index].word();
    let steps = story.path.iter().filter(|row| matches!(row, Row::Line(_) | Row::Violation(_))).count();
    let text = match &story.place {
        Some(place) => format!("{} in {}, after {}", story.message, place.function, count(steps, "line")),
        None => story.message.clone(),
    };
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": index,
        "kind": "fail",
        "level": "error",
        "message": { "text": text },
        "locations": story.place.iter().map(|place| location(document, place, None)).collect::<Vec<_>>(),
        "codeFlows": [{
            "message": { "text": "An execution that violates the property" },
            "threadFlows": [{ "locations": flow(document, story) }],
        }],
    });
    if let Some(place) = &story.place {
        let hash = fingerprint(document, story, place);
        result["partialFingerprints"] = json!({ "primaryLocationLineHash": hash, "euclase/v1": hash });
    }
    result
}

/// The path, line by line.
fn flow(document: &Document, story: &Story) -> Vec<Value> {
    let tree = CallTree::of(&story.path);
    let mut depths: Vec<usize> = Vec::new();
    for call in &tree.calls {
        depths.push(call.parent.map_or(0, |parent| depths[parent] + 1));
    }
    let mut locations = Vec::new();
    for (row, call) in story.path.iter().zip(&tree.of_row) {
        let (place, text, importance, state) = match row {
            Row::Enter { function, place: Some(place) } => (place, format!("enters {function}()"), "important", None),
            Row::Line(line) => {
                let text = told(line);
                let importance = if text.is_empty() { "unimportant" } else { "important" };
                let text = if text.is_empty() { source(line) } else { text };
                (&line.place, text, importance, Some(state(line)))
            }
            Row::Violation(line) => (&line.place, story.message.clone(), "essential", Some(state(line))),
            Row::Enter { place: None, .. } | Row::Fold { .. } | Row::Gap { .. } => continue,
        };
        let mut step = json!({
            "location": location(document, place, Some(&text)),
            "nestingLevel": depths[*call],
            "executionOrder": locations.len() + 1,
            "importance": importance,
        });
        if let Some(state) = state.filter(|state| state.as_object().is_some_and(|map| !map.is_empty())) {
            step["state"] = state;
        }
        locations.push(step);
    }
    // A flow without a location is no flow; the violation itself has a place in all programs with debug information.
    if locations.is_empty() {
        let place = story.place.clone().unwrap_or_default();
        locations.push(json!({ "location": location(document, &place, Some(&story.message)) }));
    }
    locations
}

/// What happens in a line, in words.
fn told(line: &Line) -> String {
    let inputs = line.inputs.iter().map(|input| format!("{} = {} (chosen)", input.origin, input.value));
    let assignments = line.assignments.iter().map(|assignment| {
        let chosen = if assignment.chosen { " (chosen)" } else { "" };
        format!("{} = {}{chosen}", assignment.variable, assignment.value)
    });
    inputs.chain(assignments).collect::<Vec<_>>().join(", ")
}

fn source(line: &Line) -> String {
    line.source.clone().filter(|text| !text.is_empty()).unwrap_or_else(|| "this line is executed".to_string())
}

fn state(line: &Line) -> Value {
    let pairs = line.assignments.iter().map(|a| (a.variable.clone(), json!({ "text": a.value })));
    Value::Object(pairs.collect())
}

fn location(document: &Document, place: &SourcePlace, message: Option<&str>) -> Value {
    let mut region = json!({ "startLine": place.line.max(1) });
    let text = document.sources.file(&place.file).and_then(|file| file.lines.get(&place.line));
    if let Some(text) = text {
        let indentation = text.chars().take_while(|c| c.is_whitespace()).count();
        let end = text.trim_end().chars().count();
        if end > indentation {
            region["startColumn"] = json!(indentation + 1);
            region["endColumn"] = json!(end + 1);
            region["snippet"] = json!({ "text": text });
        }
    }
    let mut location =
        json!({ "physicalLocation": { "artifactLocation": artifact(document, &place.file), "region": region } });
    if !place.function.is_empty() {
        location["logicalLocations"] = json!([{ "name": place.function, "kind": "function" }]);
    }
    if let Some(message) = message {
        location["message"] = json!({ "text": message });
    }
    location
}

/// A file relative to the root, or in full if it is elsewhere.
fn artifact(document: &Document, path: &str) -> Value {
    let directory = document.directory.as_deref().unwrap_or_default().trim_end_matches('/');
    let inside = path.strip_prefix(directory).filter(|_| !directory.is_empty()).and_then(|rest| rest.strip_prefix('/'));
    match inside {
        Some(inside) => json!({ "uri": encode(inside), "uriBaseId": ROOT }),
        None if path.starts_with('/') => json!({ "uri": format!("file://{}", encode(path)) }),
        None => json!({ "uri": encode(path.trim_start_matches("./")), "uriBaseId": ROOT }),
    }
}

/// A path as a part of a URI.
fn encode(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

/// What stays the same when lines above the violation come and go.
fn fingerprint(document: &Document, story: &Story, place: &SourcePlace) -> String {
    let file = document.sources.file(&place.file);
    let line = file.and_then(|file| file.lines.get(&place.line)).map(|text| text.trim()).unwrap_or_default();
    let name = place.file.rsplit('/').next().unwrap_or_default();
    let text = [&story.property, name, &place.function, line].join("\0");
    format!("{}:1", &sha256::hexadecimal(text.as_bytes())[..16])
}

fn rule(property: Property) -> Value {
    let (name, short, full) = match property {
        Property::UnreachCall => (
            "ErrorReached",
            "The error is reached",
            "An assertion fails, or a function whose call is an error is called. The code flow is an execution that \
             does so; it was replayed before it was reported.",
        ),
        Property::NoOverflow => (
            "SignedOverflow",
            "A signed number overflows",
            "The result of signed arithmetic does not fit its type, which C does not define.",
        ),
        Property::ValidDeref => (
            "InvalidAccess",
            "Memory is accessed where there is none",
            "A pointer is followed that is null, freed, or outside of its object.",
        ),
        Property::ValidFree => (
            "InvalidFree",
            "Memory is freed that cannot be freed",
            "free is called with a pointer that malloc did not give, or twice.",
        ),
        Property::ValidMemtrack => (
            "LostMemory",
            "Allocated memory is lost",
            "No pointer to allocated memory is left, so that it can never be freed.",
        ),
        Property::NoDivisionByZero => (
            "DivisionByZero",
            "A number is divided by zero",
            "The divisor of an integer division is zero, which C does not define.",
        ),
        Property::NoShiftTooFar => (
            "ShiftTooFar",
            "A number is shifted too far",
            "The amount of a shift is negative or not less than the width of the number, which C does not define.",
        ),
    };
    json!({
        "id": property.word(),
        "name": name,
        "shortDescription": { "text": short },
        "fullDescription": { "text": full },
        "help": { "text": format!("{full} Walk through the code flow to see how: chosen values are marked.") },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["correctness"], "precision": "very-high", "problem.severity": "error" },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(encode("a b/ü%.c"), "a%20b/%C3%BC%25.c");
    }
}
