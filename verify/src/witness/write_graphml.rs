//! Witnesses in GraphML, version 1.0 of the format.
//!
//! A violation is a line of nodes from the entry to the violation; an edge says what a function returns, or whether a
//! condition is true. An invariant is at the node that a loop's head leads to, a condition that turns out false behind
//! a loop, or a function that is entered; and every node leads to every one of these, since it holds wherever one
//! comes from.

use super::make::{Draft, Point, PointKind, Says};
use super::model::{Invariant, Moment, Position};
use euclase_program::DataModel;
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
    let architecture = if draft.data_model == DataModel::Ilp32 { "32bit" } else { "64bit" };
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
    let told = points.iter().filter(|point| !matches!(point.kind, PointKind::Assumed(_)));
    let edges: Vec<&Point> = told.chain(std::iter::once(target)).collect();
    node(text, 0, &[("entry", "true")]);
    for (index, point) in edges.iter().enumerate() {
        let last = index + 1 == edges.len();
        node(text, index + 1, if last { &[("violation", "true")] } else { &[] });
        let line = point.line.to_string();
        let mut about = vec![("startline", line.as_str())];
        let assumption;
        match &point.kind {
            PointKind::Returned(name, value) => {
                assumption = format!("\\result == {value};");
                about.push(("assumption", &assumption));
                about.push(("assumption.scope", &point.function));
                about.push(("assumption.resultfunction", name));
            }
            PointKind::Branched(value) => about.push(("control", control(value == "true"))),
            PointKind::Assumed(_) | PointKind::Target => {}
        }
        edge(text, index, index + 1, &about);
    }
}

fn control(outcome: bool) -> &'static str {
    if outcome { "condition-true" } else { "condition-false" }
}

/// What is said about a node, and about the edges that lead to it.
struct Entered<'a> {
    edge: Vec<(&'static str, String)>,
    function: Option<&'a str>,
    values: Vec<&'a str>,
}

fn correctness(text: &mut String, invariants: &[Invariant]) {
    let mut nodes: Vec<Entered> = Vec::new();
    for invariant in invariants {
        let edge = match &invariant.moment {
            Moment::Head(Position { line, .. }) | Moment::HeadOn(line) => {
                vec![("enterLoopHead", "true".to_string()), ("startline", line.to_string())]
            }
            Moment::Decided(line, outcome) => {
                vec![("startline", line.to_string()), ("control", control(*outcome).to_string())]
            }
            Moment::Entered(function) => vec![("enterFunction", function.clone())],
            // An automaton has moments behind something only.
            Moment::Before(_) => continue,
        };
        let function = invariant.function.as_deref();
        match nodes.iter_mut().find(|known| known.edge == edge && known.function == function) {
            Some(known) => known.values.push(&invariant.value),
            None => nodes.push(Entered { edge, function, values: vec![&invariant.value] }),
        }
    }
    node(text, 0, &[("entry", "true")]);
    for (index, entered) in nodes.iter().enumerate() {
        let all: Vec<String> = entered.values.iter().map(|value| format!("({value})")).collect();
        let all = all.join(" && ");
        let mut about = vec![("invariant", all.as_str())];
        about.extend(entered.function.map(|function| ("invariant.scope", function)));
        node(text, index + 1, &about);
    }
    for from in 0..=nodes.len() {
        for (index, entered) in nodes.iter().enumerate() {
            let about: Vec<(&str, &str)> = entered.edge.iter().map(|(name, value)| (*name, value.as_str())).collect();
            edge(text, from, index + 1, &about);
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
