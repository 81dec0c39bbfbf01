//! The optimised module takes its arbitrary values in the order of the prepared one.
//!
//! Both are compiled and run with a runtime that notes each call. A replay of an execution that was
//! found on the one is good for the other only if the notes are the same.

use euclase_frontend::{CallMode, DataModel, Options, OverflowChecks, lower};
use euclase_program::CheckSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run of a module with a seed prints.
fn run(module: &Path, scratch: &Path, seeds: std::ops::Range<u32>) -> Vec<String> {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/order/runtime.c");
    let executable = scratch.join("executable");
    let compiled = Command::new("clang-19")
        .args(["-w", "-O0", "-x", "c"])
        .arg(runtime)
        .args(["-x", "ir"])
        .arg(module)
        .arg("-o")
        .arg(&executable)
        .output()
        .expect("a run");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    seeds
        .map(|seed| {
            let output = Command::new(&executable).env("SEED", seed.to_string()).output().expect("a run");
            String::from_utf8_lossy(&output.stdout).into_owned()
        })
        .collect()
}

/// Compares the runs of both modules of a program, with every way to treat calls; gives those of the prepared one.
fn compare(program: PathBuf, seeds: std::ops::Range<u32>) -> Vec<String> {
    let modes = [CallMode::Inline, CallMode::Wait, CallMode::Auto];
    let [prepared, ..] = modes.map(|calls| compare_with(program.clone(), seeds.clone(), calls));
    prepared
}

fn compare_with(program: PathBuf, seeds: std::ops::Range<u32>, calls: CallMode) -> Vec<String> {
    let scratch = tempfile::tempdir().expect("a folder");
    let options = Options {
        files: vec![program],
        clang: None,
        data_model: Some(DataModel::Lp64),
        flags: Vec::new(),
        error_functions: vec!["reach_error".into()],
        overflow: OverflowChecks::None,
        checks: CheckSet::NONE,
        sv_comp_rules: false,
        counted_overflows: None,
        assume_pure_externals: false,
        malloc_may_fail: false,
        calls,
        mixed_semantics: false,
        error_functions_may_be_code: false,
        scratch: scratch.path().to_owned(),
    };
    let lowered = lower(&options).expect("a module");
    let prepared = run(&lowered.bitcode, scratch.path(), seeds.clone());
    let optimised = run(&lowered.optimised, scratch.path(), seeds);
    for (prepared, optimised) in prepared.iter().zip(&optimised) {
        assert!(!prepared.is_empty());
        assert_eq!(prepared, optimised);
    }
    prepared
}

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// That the runs were worth comparing: some reach the error, and some do not.
#[track_caller]
fn assert_varied(runs: &[String]) {
    let failed = runs.iter().filter(|run| run.contains("error")).count();
    assert!(failed > 0 && failed < runs.len(), "{failed} of {} runs fail", runs.len());
}

#[test]
fn uninitialised_variables_are_taken_in_order() {
    assert_varied(&compare(program("order/locals.c"), 0..60));
}

/// Each activation of a function takes its own, whether the function is there once or once for each call.
#[test]
fn values_of_callees_are_taken_in_order() {
    assert_varied(&compare(program("order/calls.c"), 0..60));
}

#[test]
fn inputs_of_a_state_machine_are_taken_in_order() {
    assert_varied(&compare(program("order/machine.c"), 0..60));
}

#[test]
fn recursive_functions_take_values_in_order() {
    assert_varied(&compare(program("order/recursion.c"), 0..60));
}

#[test]
fn simplified_conditions_take_values_in_order() {
    for name in ["dense_switch", "sparse_switch", "global_struct", "three_equalities", "uninitialised_each_time"] {
        compare(program(&format!("hazards/{name}.c")), 0..20);
    }
}
