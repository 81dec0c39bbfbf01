//! The report for programs: one JSON object.
//!
//! *API boundary:* fields are added, never renamed or removed, as long as `version` is the same.

use super::document::Document;
use super::{Answer, EngineOutcome, ProgramReport, Report, Unknown, WorkReport, assumptions, statistics, terminal};
use crate::evidence::{Evidence, InvariantText, TraceText};
use crate::story::{Line, LoopInvariant, Row, SourcePlace};
use serde_json::{Map, Value, json};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The name of the format, as `docs/schema/result-1.json` describes it.
pub const SCHEMA: &str = "euclase/result-1";

/// The result as a JSON object.
pub fn object(document: &Document) -> Value {
    let report = &document.report;
    let mut object = Map::new();
    let mut add = |name: &str, value: Value| object.insert(name.to_string(), value);
    add("schema", json!(SCHEMA));
    add("version", json!(VERSION));
    add("tool", json!(document.tool));
    add("file", json!(document.file));
    add("directory", json!(document.directory));
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
                    if let Some(opinion) = &certificate.second_opinion {
                        evidence["second_opinion"] = json!(opinion);
                    }
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
        Answer::Unknown(unknown) => {
            let advice = terminal::what_to_try(report, unknown);
            reason = json!({ "code": unknown.code(), "text": unknown.to_string(), "try": advice });
            match unknown {
                Unknown::Timeout { limit } => reason["limit_seconds"] = json!(limit.as_secs_f64()),
                Unknown::UncheckedInTime { engine } => reason["engine"] = json!(engine.name()),
                Unknown::OutOfMemory { limit } => reason["limit_bytes"] = json!(limit),
                _ => {}
            }
        }
        Answer::InputError(report) => {
            error = json!({
                "line": report.place.map(|(line, _)| line),
                "column": report.place.map(|(_, column)| column),
                "message": report.message,
                "excerpt": report.excerpt.as_ref().map(|(text, mark)| json!({ "text": text, "mark": mark })),
                "verbatim": report.verbatim,
            });
        }
    }
    add("engine", engine);
    add("reason", reason);
    add("error", error);
    add("evidence", evidence);
    add("invariant", invariant);
    add("trace", trace);
    let (mut path, mut inputs, mut native, mut violation) = (Value::Null, Value::Null, Value::Null, Value::Null);
    if let Some(story) = report.story() {
        path = json!(story.path.iter().map(row_object).collect::<Vec<_>>());
        inputs = json!(story.inputs);
        native = json!(story.native.has_reached());
        violation = json!({
            "message": story.message,
            "property": story.property,
            "place": story.place,
            "steps": story.steps,
            "more_inputs": story.more_inputs,
            "globals": story.globals,
            "native_run": story.native,
            "test_not_written": story.test_not_written,
            "uses_outside": story.uses_outside,
        });
    }
    add("violation", violation);
    add("path", path);
    add("inputs", inputs);
    add("replayed_natively", native);
    add("invariants", report.loop_invariants().map_or(Value::Null, |all| all.iter().map(loop_object).collect()));
    add("contracts", json!(report.contracts()));
    add("externals", report.program.as_ref().map_or(Value::Null, |p| json!(p.prepared.externals)));
    add("rules", report.program.as_ref().map_or(Value::Null, |p| json!(p.rules)));
    add("assumptions", json!(assumptions::sentences(report)));
    add("sources", json!(document.sources.stored(report)));
    add("warnings", json!(report.warnings));
    add("statistics", statistics_object(report));
    Value::Object(object)
}

/// What happens in a line of an execution: where, and what changes.
fn row_object(row: &Row) -> Value {
    let line = |kind: &str, line: &Line| {
        let SourcePlace { file, line: number, function } = &line.place;
        json!({
            "kind": kind, "file": file, "line": number, "function": function, "source": line.source,
            "assignments": line.assignments, "inputs": line.inputs,
        })
    };
    match row {
        Row::Line(l) => line("line", l),
        Row::Violation(l) => line("violation", l),
        Row::Enter { function, place } => json!({
            "kind": "enter", "function": function, "caller": place.as_ref().map(|p| &p.function),
            "file": place.as_ref().map(|p| &p.file), "line": place.as_ref().map(|p| p.line),
        }),
        Row::Fold { iterations } => json!({ "kind": "fold", "iterations": iterations }),
        Row::Gap { lines } => json!({ "kind": "gap", "lines": lines }),
    }
}

fn loop_object(invariant: &LoopInvariant) -> Value {
    let SourcePlace { file, line, function } = &invariant.place;
    json!({ "file": file, "line": line, "function": function, "c": invariant.conjuncts, "omitted": invariant.omitted })
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
        let (why, refused) = match &e.outcome {
            EngineOutcome::GaveUp(why) => (Some(why), None),
            EngineOutcome::Refused(why) => (None, Some(why)),
            EngineOutcome::Searching | EngineOutcome::Answered => (None, None),
        };
        object.insert("gave_up".to_string(), json!(why));
        object.insert("refused".to_string(), json!(refused));
        object.insert("progress".to_string(), json!(e.progress));
        Value::Object(object)
    };
    let (proofs, traces) = statistics::checked(report);
    json!({
        "input": report.input,
        "program": report.program.as_ref().map(program_object),
        "certified_proofs": proofs,
        "replayed_traces": traces,
        "engines": report.engines.iter().map(engine).collect::<Vec<_>>(),
        "certification": report.certification.as_ref().map(|work| Value::Object(work_object(work))),
    })
}

/// What the preparation of a C program gave and cost.
fn program_object(program: &ProgramReport) -> Value {
    let prepared = &program.prepared;
    let mut object = work_object(&program.preparation);
    object.insert("imported".to_string(), json!(prepared.program));
    object.insert("sliced".to_string(), json!(prepared.sliced));
    object.insert("calls".to_string(), json!(prepared.calls));
    object.insert("locations".to_string(), json!(prepared.locations));
    object.insert("states".to_string(), json!(prepared.states));
    object.insert("inputs".to_string(), json!(prepared.inputs));
    object.insert("terms".to_string(), json!(prepared.terms));
    object.insert("trivially_safe".to_string(), json!(prepared.trivially_safe));
    object.insert("unsupported".to_string(), json!(prepared.unsupported));
    object.insert("data_model".to_string(), json!(prepared.data_model));
    object.insert("clang".to_string(), json!(prepared.clang));
    let stage = |(name, seconds): &(String, f64)| json!({ "stage": name, "seconds": seconds });
    object.insert("stages".to_string(), prepared.timings.iter().map(stage).collect());
    object.insert("explaining".to_string(), json!(program.explaining.as_ref().map(work_object)));
    Value::Object(object)
}

fn work_object(work: &WorkReport) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("seconds".to_string(), json!(work.elapsed.as_secs_f64()));
    object.insert("processor_seconds".to_string(), json!(work.processor_time.as_secs_f64()));
    object.insert("peak_memory_bytes".to_string(), json!(work.peak_memory));
    object.insert("seconds_after_reading".to_string(), json!(work.statistics.seconds));
    object.insert("queries".to_string(), json!(work.statistics.queries));
    object.insert("counters".to_string(), json!(work.statistics.counters));
    object
}
