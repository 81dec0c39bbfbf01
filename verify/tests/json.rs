//! The JSON report is one well-formed object with the fields that scripts rely on.

mod support;

use serde_json::Value;
use support::*;

fn report(arguments: &[&str]) -> (Value, Option<i32>) {
    let mut all = vec!["--json", "--timeout", "60s"];
    all.extend(arguments);
    let output = run(&all);
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stdout(&output)));
    (value, output.status.code())
}

#[test]
fn a_proof() {
    let (report, code) = report(&["--engine", "euf", &example("lock-discipline.vmt")]);
    assert_eq!(code, Some(0));
    assert_eq!((&report["schema"], &report["version"]), (&"euclase/result-2".into(), &2.into()));
    assert_eq!(report["verdict"], "TRUE");
    assert_eq!(report["exit_code"], 0);
    assert_eq!(report["engine"], "euf");
    assert!(report["invariant"]["clauses"].as_array().is_some_and(|clauses| !clauses.is_empty()));
    assert!(report["certificate"]["abstract_obligations"].as_u64().is_some_and(|count| count > 0));
    assert!(report["trace"].is_null() && report["reason"].is_null() && report["error"].is_null());
    let engine = &report["engines"][0];
    assert_eq!((&engine["engine"], &engine["outcome"]), (&"euf".into(), &"answered".into()));
    assert!(engine["queries"].as_array().is_some_and(|q| !q.is_empty()));
    assert!(engine["peak_memory_bytes"].as_u64().is_some_and(|b| b > 0));
    assert_eq!(report["input"]["states"], 5);
}

/// Lemmas about arrays against instances of axioms of arrays, so that the two ways with arrays can be compared.
#[test]
fn what_arrays_cost() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/systems/arrays/constant-array.vmt");
    let cost = |arguments: &[&str]| {
        let (report, _) = report(&[&["--engine", "euf", "--tune", "facts=off", file], arguments].concat());
        assert_eq!(report["verdict"], "TRUE");
        let engine = &report["engines"][0];
        let queries = engine["queries"].as_array().expect("queries");
        let axioms: u64 = queries.iter().filter_map(|query| query["array_axioms"].as_u64()).sum();
        let counter = |name: &str| engine["counters"][name].as_u64().expect(name);
        assert_eq!(axioms, counter("array axioms in the search") + counter("array axioms in refinement"));
        (counter("array lemmas"), counter("array axioms in the search"))
    };
    let (lemmas, axioms) = cost(&[]);
    assert!(lemmas > 0 && axioms == 0, "{lemmas} lemmas, {axioms} axioms");
    let (_, instances) = cost(&["--no-array-abstraction"]);
    assert!(instances > 0);
}

#[test]
fn a_trace() {
    let (report, code) = report(&["--engine", "bmc", &example("array-overwrite.vmt")]);
    assert_eq!(code, Some(1));
    assert_eq!(report["verdict"], "FALSE");
    assert_eq!(report["certificate"]["replayed_steps"], 16);
    let trace = &report["trace"];
    let steps = trace["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 17);
    let column = |kind: &str, name: &str| {
        let named = |variable: &Value| variable["name"] == name;
        trace[kind].as_array().and_then(|all| all.iter().position(named)).expect(name)
    };
    let state = |name: &str| &steps[0]["state"][column("states", name)];
    assert_eq!(state("end"), "#x1");
    assert_eq!(state("log")["default"], "#x00");
    assert_eq!(state("log")["entries"][0], serde_json::json!(["#x0", "#x2a"]));
    assert!(steps[0]["inputs"][column("inputs", "entry")].is_string());
}

#[test]
fn unknown() {
    let (report, code) = report(&["--engine", "bmc", "--max-depth", "3", &example("combination-lock.vmt")]);
    assert_eq!(code, Some(3));
    assert_eq!(report["verdict"], "UNKNOWN");
    assert_eq!(report["reason"]["code"], "gave-up");
    assert!(report["advice"].as_str().is_some_and(|advice| advice.contains("--max-depth")), "{report}");
    assert_eq!(report["safe_depth"], 3);
}

#[test]
fn an_input_error() {
    let folder = Folder::new("json-input-error");
    let file = folder.file("bad.vmt", "(declare-fun x () Bool)\n(assert (and x y))\n");
    let (report, code) = report(&[&file]);
    assert_eq!(code, Some(2));
    assert_eq!(report["verdict"], "ERROR");
    assert_eq!(report["error"]["line"], 2);
    assert_eq!(report["error"]["column"], 16);
    let (report, code) = self::report(&["/no/such/file"]);
    assert_eq!(code, Some(2));
    assert_eq!(report["verdict"], "ERROR");
}
