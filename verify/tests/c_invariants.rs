//! Invariants in C are what they say: written into the program as a check at the head of the loop, they hold.

mod support;

use serde_json::Value;
use support::*;

const HEADER: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); \
                      extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);\n";

/// Where a program gets the check, and where the invariant is said to be.
const HERE: &str = "/*here*/";

/// Has a program proved by an engine, and then the program in which the invariant is checked. Gives the parts of the
/// invariant.
fn holds(name: &str, engine: &str, body: &str) -> Vec<String> {
    let folder = Folder::new(&format!("invariant-{name}-{engine}"));
    let source = format!("{HEADER}{body}");
    let output = run(&["--json", "--timeout", "120s", "--engine", engine, &folder.file("a.c", &source)]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(report["verdict"], "TRUE", "{report}");
    let invariants = report["invariants"].as_array().expect("invariants");
    assert_eq!(invariants.len(), 1, "{invariants:?}");
    let line = source.lines().position(|line| line.contains(HERE)).expect("a place") + 1;
    assert_eq!(invariants[0]["line"], line, "{invariants:?}");
    assert_eq!(invariants[0]["function"], "main");
    let parts: Vec<String> =
        invariants[0]["c"].as_array().expect("parts").iter().map(|c| c.as_str().expect("text").into()).collect();
    let all = if parts.is_empty() { "1".to_string() } else { format!("({})", parts.join(") && (")) };
    let checked = source.replace(HERE, &format!("if (!({all})) reach_error();"));
    let (text, code) = {
        let output = run(&["--color", "never", "--timeout", "120s", &folder.file("checked.c", &checked)]);
        (stdout(&output) + &stderr(&output), output.status.code())
    };
    assert_eq!(code, Some(0), "{all}\n{text}");
    // And the compiler has nothing against it.
    let flags = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-parentheses-equality"];
    let clang = std::process::Command::new("clang-19").args(flags).arg(folder.path("checked.c")).output();
    let clang = clang.expect("clang starts");
    assert!(clang.status.success(), "{all}\n{}", String::from_utf8_lossy(&clang.stderr));
    parts
}

#[test]
fn equal_counters() {
    let body = "int main(void) { unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;\nwhile (x < n) { /*here*/\n\
                x++; y++; }\nif (x != y) reach_error(); }\n";
    for engine in ["euf", "spacer"] {
        let parts = holds("equal", engine, body);
        assert!(parts.contains(&"x == y".to_string()) || parts.contains(&"y == x".to_string()), "{parts:?}");
    }
}

#[test]
fn a_window_of_signed_numbers() {
    let body = "int main(void) { int x = 0;\nwhile (__VERIFIER_nondet_int()) { /*here*/\n\
                int d = __VERIFIER_nondet_int();\nif (d > 0 && x < 10) x++; else if (d < 0 && x > -3) x--;\n\
                if (x < -3 || x > 10) reach_error(); } }\n";
    holds("window", "euf", body);
}

#[test]
fn narrow_and_unsigned_numbers() {
    let body = "int main(void) { unsigned char a = 0; unsigned b = 7;\nwhile (__VERIFIER_nondet_int()) { /*here*/\n\
                if (__VERIFIER_nondet_uchar() == 1) { a = (unsigned char)(a ^ 255); b = b ^ 8u; }\n\
                if (a != 0 && b == 7) reach_error(); } }\n";
    for engine in ["euf", "spacer"] {
        holds("narrow", engine, body);
    }
}

/// A declaration alone has no place in the program.
#[test]
fn a_state_machine() {
    let body = "int main(void) { int s = 1, last = 1;\nwhile (1) {\nint next = s;\n/*here*/ \
                if (s == 1 && __VERIFIER_nondet_int()) next = 2; else if (s == 2) next = 4; else if (s == 4) next = 1;\n\
                if (s == 4 && last == 1) reach_error();\nlast = s; s = next; } }\n";
    for engine in ["euf", "spacer"] {
        holds("machine", engine, body);
    }
}

/// A lock whose functions are inlined: the loop is where the first of them is called. The proof of k-induction alone
/// says nothing about it.
#[test]
fn a_lock_in_inlined_functions() {
    let body = "int locked;\nvoid lock(void) { if (locked) reach_error(); locked = 1; }\n\
                void unlock(void) { if (!locked) reach_error(); locked = 0; }\nint main(void) { unsigned old, new;\ndo {\n\
                /*here*/ lock();\nold = new = __VERIFIER_nondet_uint();\nif (old > 0) { unlock(); new = new + 1; }\n\
                } while (old != new);\nunlock(); }\n";
    for engine in ["euf", "kind"] {
        assert_eq!(holds("lock", engine, body), ["locked == 0"], "{engine}");
    }
}
