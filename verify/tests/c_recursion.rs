//! Recursive programs: what is told about their functions, and what else they can be made into.

mod support;

use support::{Folder, run, stdout};

const GCD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
static int gcd(int a, int b) {
    if (a <= 0 || b <= 0) return 0;
    if (a == b) return a;
    return a > b ? gcd(a - b, b) : gcd(a, b - a);
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > 0 && b > 0 && gcd(a, b) < 1) reach_error();
    return 0;
}
";

#[test]
fn a_proof_tells_the_contract_of_a_function() {
    let folder = Folder::new("recursion-contract");
    let file = folder.file("gcd.c", GCD);
    let arguments = ["--color", "never", "--timeout", "60s", "--engine", "summaries", "--show-invariant", &file];
    let output = run(&arguments);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("gcd.c:2: gcd\n"), "{text}");
    for line in ["  requires a >= 1\n", "  requires b >= 1\n", "  ensures (int)result >= 1\n"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let output = run(&["--json", "--timeout", "60s", "--engine", "summaries", &file]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let contract = &report["contracts"][0];
    assert_eq!(contract["place"]["function"], "gcd");
    assert!(
        contract["ensures"].as_array().is_some_and(|all| all.iter().any(|c| c == "(int)result >= 1")),
        "{contract}"
    );
}

#[test]
fn the_clauses_of_functions_are_written() {
    let folder = Folder::new("recursion-chc");
    let output = run(&["--emit", "chc", &folder.file("gcd.c", GCD)]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("(set-logic HORN)\n") && text.ends_with("(check-sat)\n"), "{text}");
    for relation in ["gcd.called", "gcd.returned", "main.called"] {
        assert!(text.contains(&format!("(declare-fun {relation} (")), "{relation}: {text}");
    }
}

#[test]
fn summaries_say_nothing_about_programs_without_recursion() {
    let folder = Folder::new("recursion-none");
    let source =
        "extern void reach_error(void);\nint main(int c, char **v) { if (c == 99) reach_error(); return 0; }\n";
    let output = run(&["--color", "never", "--engine", "summaries", &folder.file("a.c", source)]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("not recursive"), "{text}");
}

/// What the clauses leave open must never be taken for known: memory is arbitrary in them.
#[test]
fn memory_that_a_recursion_changes_is_not_forgotten() {
    let folder = Folder::new("recursion-memory");
    let source = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
static void put(int *p, unsigned n) { if (n == 0) { *p = 1; return; } put(p, n - 1); }
int main(void) {
    int x = 0;
    put(&x, (unsigned)__VERIFIER_nondet_int());
    if (x != 0) reach_error();
    return 0;
}
";
    let file = folder.file("a.c", source);
    let text = stdout(&run(&["--color", "never", "--timeout", "10s", "--engine", "summaries", &file]));
    assert!(text.starts_with("UNKNOWN"), "{text}");
    let text = stdout(&run(&["--color", "never", "--timeout", "60s", &file]));
    assert!(text.starts_with("FALSE"), "{text}");
}
