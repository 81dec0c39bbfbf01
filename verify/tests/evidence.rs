//! Evidence that was tampered with is refused by the process that checks it.
//!
//! The requests are those that the parent sends: JSON on standard input of `verify worker certify`.

mod support;

use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;
use support::*;

/// Asks a worker; gives what it says, line by line.
fn ask(task: &str, file: &str, request: &Value) -> Vec<Value> {
    let mut child = verify()
        .args(["worker", task, file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a worker starts");
    child.stdin.take().expect("a pipe").write_all(request.to_string().as_bytes()).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The evidence that an engine finds, and the digest of the file.
fn search(engine: &str, file: &str) -> (Value, Value) {
    let request = json!({
        "request": "search", "engine": engine, "seconds": 60.0, "max_depth": null,
        "array_abstraction": true, "verbosity": 0,
    });
    let said = ask("search", file, &request);
    let digest = said.iter().find(|m| m["say"] == "read").expect("the input is read")["digest"].clone();
    let answer = said.last().expect("a last message");
    assert_eq!(answer["say"], "answer", "{answer}");
    (answer["evidence"].clone(), digest)
}

/// What the checking worker says in the end.
fn check(file: &str, evidence: &Value, digest: &Value) -> Value {
    let request = json!({
        "request": "certify", "evidence": evidence, "digest": digest,
        "array_abstraction": true, "seconds": 60.0, "verbosity": 0,
    });
    ask("certify", file, &request).pop().expect("a last message")
}

#[test]
fn good_evidence_is_accepted() {
    for (engine, name) in [("euf", "lock-discipline.vmt"), ("kind", "counter-even.vmt"), ("bmc", "array-overwrite.vmt")]
    {
        let file = example(name);
        let (evidence, digest) = search(engine, &file);
        assert_eq!(check(&file, &evidence, &digest)["say"], "certified", "{engine} on {name}");
    }
}

#[test]
fn a_tampered_invariant_is_refused() {
    let file = example("lock-discipline.vmt");
    let (evidence, digest) = search("euf", &file);
    let refused = |evidence: &Value| {
        let said = check(&file, evidence, &digest);
        assert_eq!(said["say"], "refused", "{evidence} got {said}");
    };
    // Stronger than what can be reached, weaker than what is needed, not a formula at all.
    let mut changed = evidence.clone();
    changed["clauses"].as_array_mut().expect("conjuncts").push(json!("false"));
    refused(&changed);
    let mut changed = evidence.clone();
    changed["clauses"] = json!(["true"]);
    refused(&changed);
    let mut changed = evidence.clone();
    changed["clauses"][0] = json!("(and");
    refused(&changed);
    let mut changed = evidence.clone();
    changed["induction_depth"] = json!(1);
    changed["clauses"] = json!(["(not error)"]);
    changed["definitions"] = json!("");
    changed["lemmas"] = json!([]);
    changed["declarations"] = json!("(declare-fun error () Bool)");
    refused(&changed);
}

#[test]
fn a_false_lemma_is_refused() {
    let file = example("lock-discipline.vmt");
    let (mut evidence, digest) = search("euf", &file);
    evidence["lemmas"].as_array_mut().expect("lemmas").push(json!("false"));
    assert_eq!(check(&file, &evidence, &digest)["say"], "refused");
}

/// `y = 0` is kept by every step in which the input y stays the same, which proves nothing.
#[test]
fn an_invariant_over_inputs_is_refused() {
    let folder = Folder::new("invariant-over-inputs");
    let file = folder.file(
        "input.vmt",
        "(declare-fun x () Bool)\n(declare-fun x.next () Bool)\n(define-fun .x () Bool (! x :next x.next))\n\
         (declare-fun y () Bool)\n\
         (define-fun .init () Bool (! x :init true))\n\
         (define-fun .trans () Bool (! (= x.next (and x y)) :trans true))\n\
         (define-fun .property () Bool (! x :invar-property 0))\n",
    );
    let (trace, digest) = search("bmc", &file);
    assert_eq!(trace["evidence"], "trace");
    let evidence = json!({
        "evidence": "invariant", "declarations": "(declare-fun x () Bool) (declare-fun y () Bool)",
        "definitions": "", "clauses": ["x", "y"], "lemmas": [], "renamed": [], "induction_depth": 1, "literals": 2,
    });
    let said = check(&file, &evidence, &digest);
    assert_eq!(said["say"], "refused");
    assert!(said["why"].as_str().is_some_and(|why| why.ends_with("a step: y")), "{said}");
}

#[test]
fn a_tampered_trace_is_refused() {
    let file = example("array-overwrite.vmt");
    let (evidence, digest) = search("bmc", &file);
    let refused = |evidence: &Value| {
        let said = check(&file, evidence, &digest);
        assert_eq!(said["say"], "refused", "{said}");
    };
    let mut changed = evidence.clone();
    changed["steps"].as_array_mut().expect("steps").pop();
    refused(&changed);
    let mut changed = evidence.clone();
    changed["steps"].as_array_mut().expect("steps").remove(0);
    refused(&changed);
    let mut changed = evidence.clone();
    changed["steps"][3]["state"][1] = json!("#x0");
    refused(&changed);
    let mut changed = evidence.clone();
    changed["steps"] = json!([]);
    refused(&changed);
    let mut changed = evidence.clone();
    changed["states"][0]["name"] = json!("other");
    refused(&changed);
}

#[test]
fn evidence_for_another_file_is_not_used() {
    let file = example("array-overwrite.vmt");
    let (evidence, digest) = search("bmc", &file);
    let said = check(&example("combination-lock.vmt"), &evidence, &digest);
    assert_eq!((&said["say"], &said["why"]), (&json!("gave-up"), &json!("input-changed")));
}
