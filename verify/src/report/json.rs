//! The report for programs: one JSON object.
//!
//! *API boundary:* fields are added, never renamed or removed, as long as `version` is the same.

use super::{Answer, EngineOutcome, Report, WorkReport, statistics, terminal};
use crate::evidence::{Evidence, InvariantText, TraceText};
use serde_json::{Map, Value, json};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The report as a JSON object.
pub fn object(report: &Report, file: &str, tool: &str) -> Value {
    let mut object = Map::new();
    let mut add = |name: &str, value: Value| object.insert(name.to_string(), value);
    add("version", json!(VERSION));
    add("tool", json!(tool));
    add("file", json!(file));
    add("verdict", json!(report.verdict().word()));
    add("exit_code", json!(report.exit_code()));
    add("message", json!(terminal::sentence(report)));
    add("seconds", json!(report.elapsed.as_secs_f64()));
    add("safe_depth", json!(report.safe_depth));
    let (mut engine, mut reason, mut error) = (Value::Null, Value::Null, Value::Null);
    let (mut evidence, mut invariant, mut trace) = (Value::Null, Value::Null, Value::Null);
    match &report.answer {
        Answer::Certified { engine: by, evidence: found, certificate } => {
            engine = json!(by.name());
            match &**found {
                Evidence::Invariant(text) => {
                    evidence = json!({
                        "kind": "invariant",
                        "certified": true,
                        "clauses": text.conjuncts.len(),
                        "literals": text.literals,
                        "lemmas": text.lemmas.len(),
                        "induction_depth": text.induction_depth,
                        "abstract_obligations": certificate.abstract_obligations,
                        "concrete_obligations": certificate.concrete_obligations,
                    });
                    invariant = invariant_object(text);
                }
                Evidence::Trace(text) => {
                    evidence = json!({
                        "kind": "trace",
                        "certified": true,
                        "steps": certificate.replayed_steps,
                    });
                    trace = trace_object(text);
                }
            }
        }
        Answer::Unknown(unknown) => reason = json!({ "code": unknown.code(), "text": unknown.to_string() }),
        Answer::InputError(report) => {
            error = json!({
                "line": report.place.map(|(line, _)| line),
                "column": report.place.map(|(_, column)| column),
                "message": report.message,
            });
        }
    }
    add("engine", engine);
    add("reason", reason);
    add("error", error);
    add("evidence", evidence);
    add("invariant", invariant);
    add("trace", trace);
    add("warnings", json!(report.warnings));
    add("statistics", statistics_object(report));
    Value::Object(object)
}

fn invariant_object(text: &InvariantText) -> Value {
    json!({
        "declarations": text.declarations,
        "definitions": text.definitions,
        "clauses": text.conjuncts,
        "lemmas": text.lemmas,
    })
}

/// The states as objects from names to values.
fn trace_object(text: &TraceText) -> Value {
    let named = |variables: &[crate::evidence::VariableText], values: &[crate::evidence::ValueText]| {
        let pairs = variables.iter().zip(values);
        Value::Object(pairs.map(|(variable, value)| (variable.name.clone(), json!(value))).collect())
    };
    let steps: Vec<Value> = text
        .steps
        .iter()
        .map(|step| json!({ "state": named(&text.states, &step.state), "inputs": named(&text.inputs, &step.inputs) }))
        .collect();
    json!({ "states": text.states, "inputs": text.inputs, "steps": steps, "functions": text.functions })
}

fn statistics_object(report: &Report) -> Value {
    let engine = |e: &super::EngineReport| {
        let mut object = work_object(&e.work);
        object.insert("engine".to_string(), json!(e.engine.name()));
        let outcome = match &e.outcome {
            EngineOutcome::Searching => "searching",
            EngineOutcome::Answered => "answered",
            EngineOutcome::Refused(_) => "refused",
            EngineOutcome::GaveUp(_) => "gave-up",
        };
        object.insert("outcome".to_string(), json!(outcome));
        object.insert("message".to_string(), json!(e.outcome.describe()));
        object.insert("progress".to_string(), json!(e.progress));
        Value::Object(object)
    };
    let (proofs, traces) = statistics::checked(report);
    json!({
        "input": report.input,
        "certified_proofs": proofs,
        "replayed_traces": traces,
        "engines": report.engines.iter().map(engine).collect::<Vec<_>>(),
        "certification": report.certification.as_ref().map(|work| Value::Object(work_object(work))),
    })
}

fn work_object(work: &WorkReport) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("seconds".to_string(), json!(work.elapsed.as_secs_f64()));
    object.insert("processor_seconds".to_string(), json!(work.processor_time.as_secs_f64()));
    object.insert("peak_memory_bytes".to_string(), json!(work.peak_memory));
    object.insert("queries".to_string(), json!(work.statistics.queries));
    object.insert("counters".to_string(), json!(work.statistics.counters));
    object
}
