//! The examples get the answers that their first lines expect, by every engine that can.

mod support;

use support::*;

fn expected(path: &std::path::Path) -> (String, i32) {
    let text = std::fs::read_to_string(path).expect("an example can be read");
    let word = text.lines().next().and_then(|line| line.strip_prefix("; expect: ")).expect("a first line");
    let code = match word {
        "TRUE" => 0,
        "FALSE" => 1,
        _ => panic!("{} expects {word}", path.display()),
    };
    (word.to_string(), code)
}

#[test]
fn auto_answers_every_example() {
    let files = examples();
    assert!(files.len() >= 6);
    for path in files {
        let (word, code) = expected(&path);
        let output = verify().args(["--timeout", "60s"]).arg(&path).output().expect("verify starts");
        let text = stdout(&output);
        assert!(text.starts_with(&format!("{word} - ")), "{}: {text}", path.display());
        assert_eq!(output.status.code(), Some(code), "{}", path.display());
        assert_eq!(stderr(&output), "", "{}", path.display());
    }
}

#[test]
fn no_engine_is_wrong_on_an_example() {
    for engine in ["euf", "sa", "bmc", "kind", "spacer"] {
        for path in examples() {
            let (word, code) = expected(&path);
            let output = verify().args(["--timeout", "1s", "--engine", engine]).arg(&path).output();
            let output = output.expect("verify starts");
            let text = stdout(&output);
            let known = text.starts_with(&format!("{word} - ")) && output.status.code() == Some(code);
            let unknown = text.starts_with("UNKNOWN - ") && output.status.code() == Some(3);
            assert!(known || unknown, "{engine} on {}: {text}{}", path.display(), stderr(&output));
        }
    }
}

#[test]
fn every_engine_answers_what_it_is_good_at() {
    for (engine, name, code) in [
        ("euf", "swap.vmt", 0),
        ("euf", "loop.smt2", 0),
        ("euf", "array-copy.vmt", 0),
        ("euf", "combination-lock.vmt", 1),
        ("sa", "swap.vmt", 0),
        ("sa", "counter-wraps.vmt", 1),
        ("bmc", "combination-lock.vmt", 1),
        ("bmc", "array-overwrite.vmt", 1),
        ("kind", "counter-even.vmt", 0),
        ("kind", "counter-wraps.vmt", 1),
        ("spacer", "swap.vmt", 0),
        ("spacer", "counter-wraps.vmt", 1),
    ] {
        let output = run(&["--engine", engine, "--timeout", "60s", &example(name)]);
        assert_eq!(output.status.code(), Some(code), "{engine} on {name}: {}", stdout(&output));
        assert!(stdout(&output).contains(&format!("({engine}, ")), "{}", stdout(&output));
    }
}

#[test]
fn engines_take_turns_when_there_are_fewer_jobs() {
    let output = run(&["--jobs", "1", "--timeout", "60s", &example("counter-even.vmt")]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

/// A counter that breaks the property after four billion steps.
const DEEP: &str = "\
(declare-fun x () (_ BitVec 32))
(declare-fun x.next () (_ BitVec 32))
(define-fun .x () (_ BitVec 32) (! x :next x.next))
(define-fun .init () Bool (! (= x #x00000000) :init true))
(define-fun .trans () Bool (! (= x.next (bvadd x #x00000001)) :trans true))
(define-fun .property () Bool (! (not (= x #xfffffff0)) :invar-property 0))
";

#[test]
fn unknown_tells_how_many_steps_ic3_has_found_safe() {
    let folder = Folder::new("safe-steps");
    let output = run(&["--timeout", "3s", "--engine", "sa", &folder.file("deep.vmt", DEEP)]);
    let text = stdout(&output);
    assert!(text.starts_with("UNKNOWN - timeout after 3 s; no counterexample up to "), "{text}");
}

#[test]
fn a_bound_is_told() {
    let output = run(&["--engine", "bmc", "--max-depth", "5", &example("combination-lock.vmt")]);
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    assert!(text.starts_with("UNKNOWN - no execution of 5 or fewer steps violates the property\n"), "{text}");
    assert!(text.contains("--max-depth"), "{text}");
}

#[test]
fn a_trace_is_a_table() {
    let text = stdout(&run(&["--engine", "bmc", &example("combination-lock.vmt")]));
    assert!(text.starts_with("FALSE - the property fails after 12 steps (bmc, "), "{text}");
    assert!(text.contains("\nstep  variable   value\n   0  pressed    0\n      input key  3\n"), "{text}");
    assert!(text.ends_with("\n  12  pressed    0xc (12)\n"), "{text}");
}

#[test]
fn a_proof_is_told_and_shown() {
    let text = stdout(&run(&["--engine", "euf", "--show-invariant", &example("swap.vmt")]));
    assert!(text.starts_with("TRUE - the property holds in every reachable state (euf, "), "{text}");
    assert!(text.contains("proof: inductive invariant of 1 clause with 1 literal\n"), "{text}");
    assert!(text.contains("obligations discharged by fresh solvers"), "{text}");
    assert!(text.contains("(not (= a b))\n") || text.contains("(not (= b a))\n"), "{text}");
}

#[test]
fn statistics_count_what_was_checked() {
    let text = stdout(&run(&["--stats", "--engine", "bmc", &example("combination-lock.vmt")]));
    assert!(text.contains("  replayed traces              1\n"), "{text}");
    assert!(text.contains("  certified proofs             0\n"), "{text}");
    assert!(text.contains("  unroll "), "{text}");
    assert!(text.contains("peak memory"), "{text}");
    let text = stdout(&run(&["--stats", "--engine", "euf", &example("swap.vmt")]));
    assert!(text.contains("  certified proofs             1\n"), "{text}");
}

#[test]
fn quiet_is_one_line() {
    let output = run(&["--quiet", &example("combination-lock.vmt")]);
    assert_eq!(stdout(&output).lines().count(), 1);
    assert!(stdout(&output).starts_with("FALSE"));
}

#[test]
fn colours_when_asked_for() {
    let text = stdout(&run(&["--quiet", "--color", "always", &example("swap.vmt")]));
    assert!(text.starts_with("\x1b[1;32mTRUE\x1b[0m - "), "{text:?}");
}

#[test]
fn logs_go_to_standard_error() {
    let output = run(&["-vv", "--engine", "euf", &example("lock-discipline.vmt")]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("[euf] "), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("TRUE"));
}

#[test]
fn certificates_are_written() {
    let folder = Folder::new("certificates");
    let proof = folder.path("proof");
    let output = run(&["--engine", "euf", "--certificate", &proof, &example("lock-discipline.vmt")]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let files: Vec<_> = std::fs::read_dir(&proof).expect("the folder is there").flatten().collect();
    assert!(files.iter().any(|file| file.path().extension().is_some_and(|e| e == "smt2")));
    let trace = folder.path("trace");
    let output = run(&["--engine", "bmc", "--certificate", &trace, &example("combination-lock.vmt")]);
    assert_eq!(output.status.code(), Some(1));
    let text = std::fs::read_to_string(format!("{trace}/trace.json")).expect("the trace is there");
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
}

#[test]
fn a_certificate_needs_a_folder_of_its_own() {
    let folder = Folder::new("certificate-folder");
    let used = folder.path("used");
    let first = run(&["--engine", "bmc", "--certificate", &used, &example("combination-lock.vmt")]);
    assert_eq!(first.status.code(), Some(1), "{}", stderr(&first));
    for place in [used.as_str(), "/proc/no/such"] {
        let output = run(&["--engine", "bmc", "--certificate", place, &example("combination-lock.vmt")]);
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        assert!(stderr(&output).contains("no certificate can be written to"), "{}", stderr(&output));
    }
}

/// A proof counts only if the other solver agrees.
#[test]
fn another_solver_checks_proofs() {
    let folder = Folder::new("check-with");
    let proof = example("lock-discipline.vmt");
    let output = run(&["--engine", "euf", "--check-with", "cvc5 --tlimit=60000", &proof]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("all also by cvc5"), "{}", stdout(&output));
    let output = run(&["--engine", "euf", "--json", "--check-with", "cvc5", &proof]);
    let result: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let opinion = &result["certificate"]["second_opinion"];
    assert_eq!(opinion["command"], "cvc5");
    assert!(opinion["obligations"].as_u64() > Some(0), "{opinion}");
    // It knows the formula that it is tried with, and nothing else.
    let solver = |name: &str, otherwise: &str| {
        let script = format!("#!/bin/sh\nif grep -q '(bvadd a #x01)' \"$1\"; then echo unsat; else {otherwise}; fi\n");
        let path = folder.file(name, &script);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, mode).expect("a file of ours");
        path
    };
    for (name, otherwise, code, words) in [
        ("disagrees", "echo sat", 4, "finds a model of obligation-"),
        ("unsure", "echo unknown", 3, "leaves"),
        ("broken", "echo '(error \"no\")'; echo unsat", 3, "it says: (error \"no\")"),
        ("slow", "sleep 100", 3, "out of time"),
    ] {
        let command = solver(name, otherwise);
        let output = run(&["--engine", "euf", "--timeout", "5s", "--check-with", &command, &proof]);
        assert_eq!(output.status.code(), Some(code), "{name}: {}", stdout(&output));
        assert!(stdout(&output).contains(words), "{name}: {}", stdout(&output));
    }
    for (command, words) in [("no-such-solver", "cannot be run"), ("true", "does not decide"), (" ", "needs a command")]
    {
        let output = run(&["--check-with", command, &proof]);
        assert_eq!(output.status.code(), Some(2), "{command}: {}", stdout(&output));
        assert!(stderr(&output).contains(words), "{command}: {}", stderr(&output));
    }
    // An execution is no proof.
    let output = run(&["--engine", "bmc", "--check-with", "cvc5", &example("combination-lock.vmt")]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
}

/// A state that can repeat itself before it breaks the property, and is never reached: only when
/// states may not repeat does induction see that.
#[test]
fn simple_paths_prove_more() {
    let system = "(declare-fun x () (_ BitVec 3)) (declare-fun x+ () (_ BitVec 3)) (declare-fun go () Bool)
        (define-fun .s () (_ BitVec 3) (! x :next x+))
        (define-fun .i () Bool (! (= x #b000) :init true))
        (define-fun .t () Bool (! (= x+ (ite (= x #b011) (ite go #b111 x) #b000)) :trans true))
        (define-fun .p () Bool (! (not (= x #b111)) :invar-property 0))";
    let folder = Folder::new("simple-paths");
    let path = folder.file("repeats.vmt", system);
    let plain = run(&["--engine", "kind", "--tune", "facts=off", "--max-depth", "6", &path]);
    assert_eq!(plain.status.code(), Some(3), "{}", stdout(&plain));
    let simple = run(&["--engine", "kind", "--max-depth", "6", "--simple-path", &path]);
    assert_eq!(simple.status.code(), Some(0), "{}", stdout(&simple));
}

/// The paper's ablation: arrays interpreted inside the abstraction, the same verdicts.
#[test]
fn arrays_can_stay_interpreted() {
    for (name, code) in [("array-copy.vmt", 0), ("array-overwrite.vmt", 1)] {
        let output = run(&["--engine", "euf", "--no-array-abstraction", "--timeout", "60s", &example(name)]);
        assert_eq!(output.status.code(), Some(code), "{name}: {}", stdout(&output));
    }
}

/// Two engines had an answer at the same time, and the proofs of both were written to the same folder.
#[test]
fn a_certificate_is_of_one_proof() {
    let folder = Folder::new("one-certificate");
    let program = folder.file(
        "lock.c",
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n    int locked = 0;\n    \
         while (__VERIFIER_nondet_int()) { if (locked) reach_error(); locked = 1; locked = 0; }\n    return 0;\n}\n",
    );
    for number in 0..4 {
        let place = folder.path(&format!("proof-{number}"));
        let output = run(&["--certificate", &place, &program]);
        assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
        let index = std::fs::read_to_string(format!("{place}/index.tsv")).expect("an index");
        let files = std::fs::read_dir(&place).expect("a folder").flatten();
        let mut files: Vec<String> = files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        files.retain(|name| name != "index.tsv" && name != "README.txt");
        for file in &files {
            assert!(index.contains(file.as_str()), "{file} does not belong to the proof of\n{index}");
        }
        assert_eq!(files.len(), index.lines().filter(|line| line.contains(".smt2")).count());
    }
}
