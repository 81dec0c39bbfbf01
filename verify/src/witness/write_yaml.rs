//! Witnesses in YAML, version 2.0 of the format.

use super::make::{Draft, Point, PointKind, Says};
use super::model::{Invariant, Moment};
use std::fmt::Write;

/// The text of a witness.
pub fn text(draft: &Draft) -> String {
    let mut text = String::new();
    let kind = match draft.says {
        Says::Violation(..) => "violation_sequence",
        Says::Correctness(_) => "invariant_set",
    };
    let file = quoted(&draft.file);
    // Writing to a text cannot fail.
    let _ = write!(
        text,
        "- entry_type: {kind}\n  metadata:\n    format_version: \"2.0\"\n    uuid: {}\n    creation_time: {}\n    \
         producer:\n      name: \"Euclase\"\n      version: {}\n    task:\n      input_files:\n      - {file}\n      \
         input_file_hashes:\n        {file}: {}\n      specification: {}\n      data_model: {}\n      language: C\n",
        quoted(&draft.uuid),
        quoted(&draft.time),
        quoted(env!("CARGO_PKG_VERSION")),
        quoted(&draft.hash),
        quoted(&draft.specification),
        draft.data_model.name(),
    );
    match &draft.says {
        Says::Violation(points, target) => {
            text.push_str("  content:\n");
            points.iter().chain(std::iter::once(target)).for_each(|point| segment(&mut text, point, &file));
        }
        Says::Correctness(invariants) if invariants.is_empty() => text.push_str("  content: []\n"),
        Says::Correctness(invariants) => {
            text.push_str("  content:\n");
            invariants.iter().for_each(|invariant| self::invariant(&mut text, invariant, &file));
        }
    }
    text
}

fn segment(text: &mut String, point: &Point, file: &str) {
    let (kind, constraint) = match &point.kind {
        PointKind::Returned(_, value) => {
            ("function_return", Some((format!("\\result == {value}"), Some("acsl_expression"))))
        }
        PointKind::Assumed(value) => ("assumption", Some((value.clone(), Some("c_expression")))),
        PointKind::Branched(value) => ("branching", Some((value.clone(), None))),
        PointKind::Target => ("target", None),
    };
    let _ = write!(text, "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n");
    if let Some((value, format)) = constraint {
        let _ = write!(text, "        constraint:\n          value: {}\n", quoted(&value));
        let _ = format.map(|format| writeln!(text, "          format: {format}"));
    }
    location(text, file, point.line, Some(point.column), Some(&point.function));
}

fn invariant(text: &mut String, invariant: &Invariant, file: &str) {
    let (kind, position) = match invariant.moment {
        Moment::Head(position) => ("loop_invariant", position),
        Moment::Before(position) => ("location_invariant", position),
        // These are moments of automata; the format has places only.
        Moment::HeadOn(_) | Moment::Decided(..) | Moment::Entered(_) => return,
    };
    let _ = write!(text, "  - invariant:\n        type: {kind}\n");
    location(text, file, position.line, position.column, invariant.function.as_deref());
    let _ = write!(text, "        value: {}\n        format: c_expression\n", quoted(&invariant.value));
}

fn location(text: &mut String, file: &str, line: u32, column: Option<u32>, function: Option<&str>) {
    let _ = write!(text, "        location:\n          file_name: {file}\n          line: {line}\n");
    if let Some(column) = column {
        let _ = writeln!(text, "          column: {column}");
    }
    if let Some(function) = function.filter(|function| !function.is_empty()) {
        let _ = writeln!(text, "          function: {}", quoted(function));
    }
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_string();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
