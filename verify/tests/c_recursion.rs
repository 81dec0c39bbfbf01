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

/// A proof by summaries is written as obligations that a solver other than Z3 discharges: memory, and calls as functions.
#[test]
fn a_certificate_of_clauses_is_discharged_by_another_solver() {
    let folder = Folder::new("recursion-certificate");
    let source = "extern unsigned int __VERIFIER_nondet_uint(void); extern void reach_error(void);
static void count(unsigned n, unsigned *out) { if (n == 0) return; *out += 2; count(n - 1, out); }
static unsigned mix(unsigned x, unsigned n) { return n == 0 ? x : mix((x ^ (x >> 3)) + n, n - 1) ^ x; }
int main(void) {
    unsigned total = 7, n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint();
    unsigned once = mix(x, n);
    count(n, &total);
    if (total != 2 * n + 7 || mix(x, n) != once) reach_error();
    return 0;
}
";
    let file = folder.file("a.c", source);
    let proof = format!("{file}.proof");
    // Checks of memory are in the way of calls as functions.
    let options = ["--color", "never", "--timeout", "60s", "--check", "assert", "--engine", "summaries"];
    let output = run(&[&options[..], &["--certificate", &proof, &file]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let proof = std::path::Path::new(&proof);
    let read = |name: &str| std::fs::read_to_string(proof.join(name)).expect(name);
    assert!(read("README.txt").contains("Horn clauses") && read("clauses.smt2").contains("mix.returned"));
    let index = read("index.tsv");
    let files: Vec<&str> = index.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    assert!(files.len() > 3, "{index}");
    for file in &files {
        let run = std::process::Command::new("cvc5").arg("--tlimit=20000").arg(proof.join(file)).output();
        let output = run.expect("cvc5 is needed for this test: run `make setup`");
        assert_eq!(stdout(&output).trim(), "unsat", "{file}: {}", read(file));
    }
    assert!(files.iter().any(|file| read(file).contains("mix.result.of")), "no call is a function");
}

/// What a function changes through a pointer is not forgotten where it returns.
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
