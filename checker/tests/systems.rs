//! The systems under `tests/systems`, one folder an intent, each with the verdict it must get.
//!
//! The EUF engine must decide all of them, with evidence that checks. The other engines may give
//! up, but must not contradict.

use euclase_checker::solver::Statistics;
use euclase_checker::{Engine, Outcome, Task};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn verdict(engine: &str, file: &Path, limit: Duration) -> String {
    let bytes = std::fs::read(file).unwrap();
    let (mut terms, system) = euclase_logic::read_system(&bytes).unwrap();
    let mut task = Task {
        terms: &mut terms,
        system: &system,
        deadline: Some(Instant::now() + limit),
        progress: &mut |_| true,
        statistics: Statistics::default(),
        counters: Default::default(),
    };
    let engine: Engine = engine.parse().unwrap();
    match engine.run(&mut task).0 {
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
        for engine in ["bmc", "kind", "spacer"] {
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

#[test]
fn bugs_that_checkers_once_had() {
    check("bugs");
}

#[test]
fn arrays() {
    check("arrays");
}
