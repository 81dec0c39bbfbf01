//! The systems under `tests/systems`, one folder an intent, each with the verdict it must get.
//!
//! The EUF engine must decide all of them, with evidence that checks. The other engines may give
//! up, but must not contradict.

#![allow(clippy::unwrap_used)]

use euclase_checker::solver::{Statistics, Theory};
use euclase_checker::{Certificate, Engine, ObligationKind, Outcome, SafeDepth, Task, Tuning};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn answer(engine: &str, file: &Path, limit: Duration) -> (Outcome, Option<Certificate>) {
    answer_with(engine, file, limit, Tuning::default())
}

fn answer_with(engine: &str, file: &Path, limit: Duration, tuning: Tuning) -> (Outcome, Option<Certificate>) {
    let bytes = std::fs::read(file).unwrap();
    let (mut terms, system) = euclase_logic::read_system(&bytes).unwrap();
    let mut task = Task {
        terms: &mut terms,
        system: &system,
        deadline: Some(Instant::now() + limit),
        progress: &mut |_| true,
        tuning,
        facts: Vec::new(),
        safe_depth: SafeDepth::default(),
        statistics: Statistics::default(),
        counters: Default::default(),
    };
    let engine: Engine = engine.parse().unwrap();
    engine.run(&mut task)
}

fn verdict(engine: &str, file: &Path, limit: Duration) -> String {
    match answer(engine, file, limit).0 {
        Outcome::Safe(_) => "TRUE".into(),
        Outcome::Unsafe(_) => "FALSE".into(),
        Outcome::Unknown(reason) => format!("UNKNOWN: {reason}"),
    }
}

fn systems(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/systems").join(folder);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&root).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("; expect: ").unwrap_or_else(|| panic!("{path:?} expects nothing"));
        found.push((path, expected.to_string()));
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

fn check(folder: &str) {
    for (path, expected) in systems(folder) {
        assert_eq!(verdict("euf", &path, Duration::from_secs(60)), expected, "euf on {path:?}");
        for engine in ["sa", "bmc", "kind", "spacer"] {
            let answer = verdict(engine, &path, Duration::from_secs(2));
            assert!(answer == expected || answer.starts_with("UNKNOWN"), "{engine} says {answer} on {path:?}");
            assert!(!answer.contains("internal"), "{engine} says {answer} on {path:?}");
        }
    }
}

#[test]
fn the_dissertations_examples() {
    check("thesis");
}

/// The search argues with uninterpreted operators and lemmas, and the check is to follow it there.
#[test]
fn most_steps_of_proofs_are_checked_abstractly() {
    let (mut abstractly, mut all) = (0, 0);
    for (path, _) in systems("thesis").into_iter().filter(|(_, expected)| expected == "TRUE") {
        // Facts and interpreted operators have their own ways of being checked.
        let tuning = Tuning { facts: false, escalation: false, ..Tuning::default() };
        let (_, certificate) = answer_with("euf", &path, Duration::from_secs(60), tuning);
        let obligations = certificate.unwrap().obligations;
        let steps: Vec<_> = obligations.iter().filter(|o| o.kind == ObligationKind::Consecution).collect();
        let discharged = steps.iter().filter(|o| o.theory != Theory::Concrete).count();
        println!("{path:?}: {discharged} of {}", steps.len());
        abstractly += discharged;
        all += steps.len();
    }
    assert!(abstractly * 4 >= all * 3, "{abstractly} of {all}");
}

#[test]
fn bugs_that_checkers_once_had() {
    check("bugs");
}

#[test]
fn arrays() {
    check("arrays");
}
