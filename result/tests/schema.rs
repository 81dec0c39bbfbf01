//! The schema in the documentation is the one that the types say, and what is written reads back.

use euclase_program::{CheckKind, Obstacle, ObstacleKind};
use euclase_result::*;
use std::path::PathBuf;

/// With this variable set, the schema is written instead of compared.
const WRITE: &str = "EUCLASE_WRITE_SCHEMA";

#[test]
fn the_documented_schema_is_that_of_the_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/result-2.json");
    let text = format!("{:#}\n", schema());
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, &text).expect("the schema can be written");
    }
    let documented = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(documented == text, "docs/schema/result-2.json is out of date: run this test with {WRITE}=1");
}

fn place() -> SourcePlace {
    SourcePlace { file: "a.c".into(), line: 3, function: "main".into() }
}

/// A result of every verdict, and every reason.
fn results() -> Vec<V2> {
    let line = Line { place: place(), source: Some("x = 1;".into()), ..Line::default() };
    let violation = Violation {
        place: Some(place()),
        path: vec![
            Row::Enter { function: "f".into(), caller: None },
            Row::Line(line.clone()),
            Row::Fold { iterations: 2 },
            Row::Gap { lines: 3 },
            Row::Violation(line),
        ],
        native: NativeRun::NotRun("no linker".into()),
        ..Violation::of(CheckKind::Overflow, "signed overflow")
    };
    let loops = vec![LoopInvariant {
        place: place(),
        conjuncts: vec!["x < 3".into()],
        omitted: 1,
        column: 5,
        copy: LoopCopy::default(),
    }];
    let mut answers = vec![
        Answer::True(Box::new(Proof { engine: "euf".into(), invariants: Some(loops), ..Proof::default() })),
        Answer::False(Box::new(Counterexample {
            engine: "bmc".into(),
            violation: Some(violation),
            ..Counterexample::default()
        })),
        Answer::Error { error: InputError::plain("there is no such file") },
    ];
    let gave_up = [
        GaveUp::Timeout,
        GaveUp::OutOfMemory,
        GaveUp::Depth { safe_steps: 3, induction: Some(4) },
        GaveUp::Bound("too many states".into()),
        GaveUp::Unsupported(Obstacle::new(ObstacleKind::Recursion, "recursion")),
        GaveUp::InputChanged,
        GaveUp::NotChecked("time".into()),
        GaveUp::Killed(9),
    ];
    let reasons = gave_up.map(|why| Reason::GaveUp { engine: Some("kind".into()), why });
    let others = [
        Reason::Timeout { limit_seconds: 1.5 },
        Reason::Unchecked { engine: "sa".into() },
        Reason::Interrupted,
        Reason::OutOfMemory { limit_bytes: Some(1 << 30) },
        Reason::unsupported("threads"),
        Reason::Environment { what: "no compiler".into() },
        Reason::internal("a crash"),
    ];
    answers.extend(reasons.into_iter().chain(others).map(|reason| Answer::Unknown { reason }));
    answers.into_iter().map(|answer| V2::without_search(answer, 0.5)).collect()
}

#[test]
fn what_is_written_reads_back() {
    for result in results() {
        let text = serde_json::to_string(&result).expect("a result can be written");
        let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(value["verdict"], result.verdict().word());
        assert_eq!(V2::read(&text).as_ref(), Ok(&result), "{text}");
    }
}

#[test]
fn fields_that_scripts_rely_on_are_where_they_were() {
    let all = results();
    let value = |result: &V2| serde_json::to_value(result).expect("a result can be written");
    let violated = all.iter().find(|result| result.violation().is_some()).map(value).expect("there is a violation");
    assert_eq!((&violated["verdict"], &violated["violation"]["check"]), (&"FALSE".into(), &"overflow".into()));
    let unknown = all.iter().find(|result| result.reason().is_some()).map(value).expect("there is one without answer");
    assert_eq!(unknown["reason"]["code"], "gave-up");
}

#[test]
fn other_versions_and_other_files_are_refused() {
    let mut value = serde_json::to_value(&results()[0]).expect("a result can be written");
    value["version"] = 1.into();
    assert!(V2::read(&value.to_string()).is_err_and(|why| why.contains("version 1")));
    assert!(V2::read("{}").is_err_and(|why| why.contains("no result")));
    assert!(V2::read("verdict").is_err_and(|why| why.contains("not JSON")));
    value["version"] = VERSION.into();
    value["engine"] = serde_json::Value::Null;
    assert!(V2::read(&value.to_string()).is_err_and(|why| why.contains("not complete")));
}
