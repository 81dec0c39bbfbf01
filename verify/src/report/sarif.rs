//! The report for code scanning: SARIF 2.1.0, the OASIS standard that GitHub and editors read.
//!
//! A violation is a result with the execution as its code flow. TRUE has no result, so that what was reported earlier
//! counts as fixed; that there is no answer is a notification of the tool, not a finding about the code.

use super::calls::CallTree;
use super::document::Document;
use super::{terminal, words};
use crate::sha256;
use crate::units::count;
use euclase_program::{CHECKS, CheckInfo};
use euclase_result::{Answer, Line, Row, SourcePlace, Verdict, Violation};
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What relative paths are relative to, as GitHub calls it.
const ROOT: &str = "%SRCROOT%";

/// The report as a JSON object.
pub fn object(document: &Document) -> Value {
    let report = &document.report;
    let results: Vec<Value> = report.violation().map(|violation| result(document, violation)).into_iter().collect();
    let notification = match &report.answer {
        Answer::Unknown { reason } => {
            let text = format!("{}. What to try: {}", words::reason(reason), terminal::what_to_try(report, reason));
            Some(json!({ "level": "warning", "message": { "text": text }, "descriptor": { "id": reason.code() } }))
        }
        Answer::Error { error } => Some(json!({ "level": "error", "message": { "text": error.message } })),
        Answer::True(_) | Answer::False(_) => None,
    };
    let version = document.report.tool.rsplit(' ').next().unwrap_or_default();
    let mut run = json!({
        "tool": { "driver": {
            "name": "Euclase",
            "version": version,
            "semanticVersion": version,
            "rules": CHECKS.iter().map(rule).collect::<Vec<_>>(),
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
    if let Some(directory) = &document.report.directory {
        let uri = format!("file://{}/", encode(directory.trim_end_matches('/')));
        run["originalUriBaseIds"] = json!({ ROOT: { "uri": uri } });
    }
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

fn result(document: &Document, violation: &Violation) -> Value {
    debug_assert_eq!(document.report.verdict(), Verdict::False);
    let index = CHECKS.iter().position(|info| info.kind == violation.check).unwrap_or(0);
    let steps = violation.path.iter().filter(|row| matches!(row, Row::Line(_) | Row::Violation(_))).count();
    let text = match &violation.place {
        Some(place) => format!("{} in {}, after {}", violation.message, place.function, count(steps, "line")),
        None => violation.message.clone(),
    };
    let mut result = json!({
        "ruleId": violation.check.word(),
        "ruleIndex": index,
        "kind": "fail",
        "level": "error",
        "message": { "text": text },
        "locations": violation.place.iter().map(|place| location(document, place, None)).collect::<Vec<_>>(),
        "codeFlows": [{
            "message": { "text": "An execution that violates the property" },
            "threadFlows": [{ "locations": flow(document, violation) }],
        }],
    });
    if let Some(place) = &violation.place {
        let hash = fingerprint(document, violation, place);
        result["partialFingerprints"] = json!({ "primaryLocationLineHash": hash, "euclase/v1": hash });
    }
    result
}

/// The path, line by line.
fn flow(document: &Document, violation: &Violation) -> Vec<Value> {
    let tree = CallTree::of(&violation.path);
    let mut depths: Vec<usize> = Vec::new();
    for call in &tree.calls {
        depths.push(call.parent.map_or(0, |parent| depths[parent] + 1));
    }
    let mut locations = Vec::new();
    for (row, call) in violation.path.iter().zip(&tree.of_row) {
        let (place, text, importance, state) = match row {
            Row::Enter { function, caller: Some(place) } => (place, format!("enters {function}()"), "important", None),
            Row::Line(line) => {
                let text = told(line);
                let importance = if text.is_empty() { "unimportant" } else { "important" };
                let text = if text.is_empty() { source(line) } else { text };
                (&line.place, text, importance, Some(state(line)))
            }
            Row::Violation(line) => (&line.place, violation.message.clone(), "essential", Some(state(line))),
            Row::Enter { caller: None, .. } | Row::Fold { .. } | Row::Gap { .. } => continue,
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
        let place = violation.place.clone().unwrap_or_default();
        locations.push(json!({ "location": location(document, &place, Some(&violation.message)) }));
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
    let directory = document.report.directory.as_deref().unwrap_or_default().trim_end_matches('/');
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
fn fingerprint(document: &Document, violation: &Violation, place: &SourcePlace) -> String {
    let file = document.sources.file(&place.file);
    let line = file.and_then(|file| file.lines.get(&place.line)).map(|text| text.trim()).unwrap_or_default();
    let name = place.file.rsplit('/').next().unwrap_or_default();
    let text = [violation.check.word(), name, place.function.as_str(), line].join("\0");
    format!("{}:1", &sha256::hexadecimal(text.as_bytes())[..16])
}

fn rule(check: &CheckInfo) -> Value {
    json!({
        "id": check.word,
        "name": check.title.split(' ').map(capital).collect::<String>(),
        "shortDescription": { "text": check.title },
        "fullDescription": { "text": check.sentence },
        "help": { "text": format!("{} Walk through the code flow to see how: chosen values are marked.", check.sentence) },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["correctness"], "precision": "very-high", "problem.severity": "error" },
    })
}

/// A word with a capital letter.
fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(encode("a b/ü%.c"), "a%20b/%C3%BC%25.c");
    }
}
