//! Witnesses in GraphML, version 1.0 of the format.
//!
//! A violation is a line of nodes from the entry to the violation. An invariant is at the node that a loop's head leads
//! to, and every node leads to every loop's.

use super::make::{Draft, Point, PointKind, Says};
use super::model::Invariant;
use crate::args::DataModelName;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What may be said: the name, what it is for, its type, and its value if nothing is said.
const KEYS: [(&str, &str, &str, Option<&str>); 20] = [
    ("witness-type", "graph", "string", None),
    ("sourcecodelang", "graph", "string", None),
    ("producer", "graph", "string", None),
    ("specification", "graph", "string", None),
    ("programfile", "graph", "string", None),
    ("programhash", "graph", "string", None),
    ("architecture", "graph", "string", None),
    ("creationtime", "graph", "string", None),
    ("entry", "node", "boolean", Some("false")),
    ("violation", "node", "boolean", Some("false")),
    ("sink", "node", "boolean", Some("false")),
    ("invariant", "node", "string", None),
    ("invariant.scope", "node", "string", None),
    ("startline", "edge", "int", None),
    ("assumption", "edge", "string", None),
    ("assumption.scope", "edge", "string", None),
    ("assumption.resultfunction", "edge", "string", None),
    ("control", "edge", "string", None),
    ("enterFunction", "edge", "string", None),
    ("enterLoopHead", "edge", "boolean", Some("false")),
];

/// The text of a witness.
pub fn text(draft: &Draft) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
        <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
        .to_string();
    for (name, part, kind, default) in KEYS {
        // Writing to a text cannot fail.
        let _ = write!(text, "  <key attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{part}\" id=\"{name}\"");
        let _ = match default {
            Some(default) => writeln!(text, "><default>{default}</default></key>"),
            None => writeln!(text, "/>"),
        };
    }
    text.push_str("  <graph edgedefault=\"directed\">\n");
    let kind = match draft.says {
        Says::Violation(..) => "violation_witness",
        Says::Correctness(_) => "correctness_witness",
    };
    let architecture = if draft.data_model == DataModelName::Ilp32 { "32bit" } else { "64bit" };
    for (name, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", concat!("Euclase ", env!("CARGO_PKG_VERSION"))),
        ("specification", &draft.specification),
        ("programfile", &draft.file),
        ("programhash", &draft.hash),
        ("architecture", architecture),
        ("creationtime", &draft.time),
    ] {
        data(&mut text, 4, name, value);
    }
    match &draft.says {
        Says::Violation(points, target) => violation(&mut text, points, target),
        Says::Correctness(invariants) => correctness(&mut text, invariants),
    }
    text.push_str("  </graph>\n</graphml>\n");
    text
}

fn violation(text: &mut String, points: &[Point], target: &Point) {
    // A value before the call that it is returned from has nothing to be said after it.
    let told = points.iter().filter(|point| matches!(point.kind, PointKind::Returned(..)));
    let edges: Vec<&Point> = told.chain(std::iter::once(target)).collect();
    node(text, 0, &[("entry", "true")]);
    for (index, point) in edges.iter().enumerate() {
        let last = index + 1 == edges.len();
        node(text, index + 1, if last { &[("violation", "true")] } else { &[] });
        let line = point.line.to_string();
        let mut about = vec![("startline", line.as_str())];
        let assumption;
        if let PointKind::Returned(name, value) = &point.kind {
            assumption = format!("\\result == {value};");
            about.push(("assumption", &assumption));
            about.push(("assumption.scope", &point.function));
            about.push(("assumption.resultfunction", name));
        }
        edge(text, index, index + 1, &about);
    }
}

fn correctness(text: &mut String, invariants: &[Invariant]) {
    node(text, 0, &[("entry", "true")]);
    let mut by_line: BTreeMap<(u32, Option<&str>), Vec<&str>> = BTreeMap::new();
    // There is no place in an automaton for what holds at no loop.
    for invariant in invariants.iter().filter(|invariant| invariant.of_loop) {
        by_line.entry((invariant.position.line, invariant.function.as_deref())).or_default().push(&invariant.value);
    }
    let heads: Vec<String> = by_line.keys().map(|(line, _)| line.to_string()).collect();
    for (index, ((_, function), values)) in by_line.iter().enumerate() {
        let all: Vec<String> = values.iter().map(|value| format!("({value})")).collect();
        let all = all.join(" && ");
        let mut about = vec![("invariant", all.as_str())];
        about.extend(function.map(|function| ("invariant.scope", function)));
        node(text, index + 1, &about);
    }
    for from in 0..=heads.len() {
        for (index, line) in heads.iter().enumerate() {
            edge(text, from, index + 1, &[("enterLoopHead", "true"), ("startline", line)]);
        }
    }
}

fn node(text: &mut String, number: usize, about: &[(&str, &str)]) {
    let _ = writeln!(text, "    <node id=\"N{number}\">");
    about.iter().for_each(|(name, value)| data(text, 6, name, value));
    text.push_str("    </node>\n");
}

fn edge(text: &mut String, from: usize, to: usize, about: &[(&str, &str)]) {
    let _ = writeln!(text, "    <edge source=\"N{from}\" target=\"N{to}\">");
    about.iter().for_each(|(name, value)| data(text, 6, name, value));
    text.push_str("    </edge>\n");
}

fn data(text: &mut String, indent: usize, name: &str, value: &str) {
    let _ = writeln!(text, "{:indent$}<data key=\"{name}\">{}</data>", "", escaped(value));
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
