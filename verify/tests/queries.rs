//! Recorded queries can be put to other solvers, which agree with what Z3 said during the search.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::*;

/// Records the queries of an engine on an example.
fn record(folder: &Folder, engine: &str, name: &str) -> PathBuf {
    let queries = folder.path("queries");
    let arguments = ["--engine", engine, "--dump-queries", &queries, &example(name)];
    let output = run(&arguments);
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", stderr(&output));
    queries.into()
}

fn replay(queries: &Path, arguments: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/replay-queries.py");
    Command::new("python3").arg(script).arg(queries).args(arguments).output().expect("python3 starts")
}

fn recorded(queries: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(queries.join("euf")).expect("there is a folder for the engine").flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "smt2")).collect();
    files.sort();
    files
}

#[test]
fn solvers_agree_on_recorded_queries() {
    let folder = Folder::new("solvers_agree_on_recorded_queries");
    // With operators uninterpreted, with bit-vectors, and with arrays.
    record(&folder, "euf", "lock-discipline.vmt");
    record(&folder, "sa", "counter-even.vmt");
    let queries = record(&folder, "bmc", "array-overwrite.vmt");
    let mut arguments = vec!["--sample", "24", "--setting", "seed=smt.random_seed=7"];
    // The set-up installs it; a machine without it still compares two settings of Z3.
    if Command::new("cvc5").arg("--version").output().is_ok() {
        arguments.extend(["--solver", "cvc5"]);
    }
    let output = replay(&queries, &arguments);
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).lines().any(|line| line.starts_with("all ")), "{}", stdout(&output));
}

#[test]
fn a_contradiction_is_shouted() {
    let folder = Folder::new("a_contradiction_is_shouted");
    let queries = record(&folder, "euf", "lock-discipline.vmt");
    let file = recorded(&queries).into_iter().find(|path| text(path).contains(":status unsat"));
    let file = file.expect("a proof has queries that are refuted");
    std::fs::write(&file, text(&file).replace(":status unsat", ":status sat")).expect("it can be written");
    let output = replay(&queries, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("DISAGREEMENT"), "{}", stderr(&output));
}

#[test]
fn the_manifest_accounts_for_every_query_and_nothing_is_overwritten() {
    let folder = Folder::new("the_manifest_accounts_for_every_query");
    let queries = record(&folder, "euf", "lock-discipline.vmt");
    let before = recorded(&queries);
    let manifest: serde_json::Value =
        serde_json::from_str(&text(&queries.join("euf/manifest.json"))).expect("the manifest is JSON");
    assert_eq!(manifest["recorded"], before.len());
    assert_eq!(
        manifest["asked"].as_u64(),
        manifest["left_out"].as_u64().map(|left_out| left_out + before.len() as u64)
    );
    record(&folder, "euf", "lock-discipline.vmt");
    assert_eq!(recorded(&queries), before);
    assert!(queries.join("euf-2/manifest.json").exists());
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text")
}
