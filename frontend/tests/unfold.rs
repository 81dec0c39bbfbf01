//! Recursion that is unfolded: the same executions as long as they stay within the depth, and an end beyond it.

use euclase_frontend::{CallMode, DataModel, Options, OverflowChecks, Unfold, prepare_unfolded};
use euclase_program::{BitVecValue, CallGraph, CheckSet, Outcome, Program, RunOptions, Terminator, run_list};

fn prepared(source: &str, recursion: Option<Unfold>) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, format!("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n{source}"))
        .expect("it can be written");
    let options = Options {
        files: vec![file],
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
        calls: CallMode::Auto,
        mixed_semantics: false,
        error_functions_may_be_code: false,
        scratch: folder.path().to_owned(),
    };
    prepare_unfolded(&options, recursion).expect("a program").program
}

fn unfolded(source: &str, depth: u32) -> Program {
    prepared(source, Some(Unfold { depth, instructions: 10_000 }))
}

fn is_recursive(program: &Program) -> bool {
    let graph = CallGraph::of(program);
    (0..program.functions.len()).any(|number| graph.is_recursive(euclase_program::FunctionId::new(number)))
}

/// What is beyond the depth, in words.
fn ends(program: &Program) -> Vec<String> {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut ends: Vec<String> = blocks
        .filter_map(|block| match &block.terminator {
            Terminator::Unsupported { what } => Some(what.what.clone()),
            _ => None,
        })
        .collect();
    ends.sort();
    ends.dedup();
    ends
}

fn outcome(program: &Program, values: &[i32]) -> Outcome {
    let inputs: Vec<BitVecValue> = values.iter().map(|value| BitVecValue::new(32, *value as u32 as u64)).collect();
    run_list(program, RunOptions::default(), &inputs).outcome
}

/// How an execution ended, without its place.
fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::ErrorReached { .. } => "error",
        Outcome::Returned(_) | Outcome::Exited => "end",
        Outcome::Unsupported { .. } => "beyond",
        _ => "other",
    }
}

const DEPTH: &str = "static int depth(int n) { return n <= 0 ? 0 : depth(n - 1) + 1; }\n\
                     int main(void) { if (depth(__VERIFIER_nondet_int()) == 4) reach_error(); return 0; }\n";

#[test]
fn executions_within_the_depth_are_the_same() {
    let whole = prepared(DEPTH, None);
    assert!(is_recursive(&whole));
    for depth in [2, 5, 9] {
        let unfolded = unfolded(DEPTH, depth);
        assert!(!is_recursive(&unfolded));
        assert_eq!(ends(&unfolded), [format!("recursion deeper than {depth} calls (of 'depth')")]);
        for n in -1..12 {
            // The call with n makes n more, the last of which makes none.
            let expected = if n >= depth as i32 { "beyond" } else { word(&outcome(&whole, &[n])) };
            assert_eq!(word(&outcome(&unfolded, &[n])), expected, "depth({n}) unfolded {depth} times");
        }
    }
}

#[test]
fn a_depth_that_the_program_fixes_is_unfolded_to_its_end() {
    let source = DEPTH.replace("depth(__VERIFIER_nondet_int())", "depth(30)");
    assert_eq!(ends(&unfolded(&source, 40)), Vec::<String>::new());
    assert_eq!(ends(&unfolded(&source, 20)).len(), 1);
}

#[test]
fn functions_that_call_each_other_are_unfolded() {
    let source = "static int odd(int n);\nstatic int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n\
                  static int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n\
                  int main(void) { if (even(__VERIFIER_nondet_int())) reach_error(); return 0; }\n";
    let unfolded = unfolded(source, 6);
    let expected = ["error", "end", "error", "end", "error", "end", "beyond"];
    let found: Vec<&str> = (0..7).map(|n| word(&outcome(&unfolded, &[n]))).collect();
    assert_eq!(found, expected);
}

/// Values are taken in the order of the program, and memory of callers is the one that callees change.
#[test]
fn values_and_memory_go_through_calls() {
    let source = "static int calls;\nstatic void add(int *to, int n) {\n  calls++;\n  if (n == 0) return;\n  \
                  *to = *to * 10 + __VERIFIER_nondet_int();\n  add(to, n - 1);\n}\n\
                  int main(void) { int x = 0; add(&x, 3); if (x == 123 && calls == 4) reach_error(); return 0; }\n";
    for program in [prepared(source, None), unfolded(source, 8)] {
        assert_eq!(word(&outcome(&program, &[1, 2, 3])), "error");
        assert_eq!(word(&outcome(&program, &[3, 2, 1])), "end");
    }
}

/// Two calls a call double the program with every level; it stops growing in time.
#[test]
fn a_program_that_doubles_stops_at_its_size() {
    let source = "static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n\
                  int main(void) { if (f(__VERIFIER_nondet_int()) == 8) reach_error(); return 0; }\n";
    let program = prepared(source, Some(Unfold { depth: 1000, instructions: 2_000 }));
    let commands: usize = program.functions.iter().flat_map(|f| &f.blocks).map(|b| b.commands.len()).sum();
    assert!(commands < 6_000, "{commands}");
    assert_eq!(word(&outcome(&program, &[6])), "error");
    assert_eq!(word(&outcome(&program, &[40])), "beyond");
}
