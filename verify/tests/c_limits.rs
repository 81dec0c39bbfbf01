//! Executions of the system that are none of the program: each is told with its reason and its line, and none is
//! taken for a mistake of ours.

mod support;

use support::{Folder, run, stdout};

fn answer(name: &str, source: &str) -> (String, Option<i32>) {
    answer_with(name, source, &[])
}

fn answer_with(name: &str, source: &str, options: &[&str]) -> (String, Option<i32>) {
    let folder = Folder::new(name);
    let file = folder.file("a.c", source);
    let output = run(&[&["--color", "never", "--timeout", "60s"], options, &[&file]].concat());
    (stdout(&output), output.status.code())
}

const HEADER: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

/// Without summaries, recursion is known as deep as it is unfolded.
#[test]
fn an_execution_that_goes_beyond_the_depth_is_unknown_with_its_line() {
    let source = "static int down(int n) { return n <= 0 ? 0 : down(n - 1) + 1; }\nint main(void) {\n  \
                  int n = __VERIFIER_nondet_int();\n  if (n > 0 && down(n) != n) reach_error();\n}\n";
    let folder = Folder::new("limit-recursion");
    let file = folder.file("a.c", format!("{HEADER}{source}"));
    let output = run(&["--color", "never", "--timeout", "20s", "--engine", "bmc", &file]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.starts_with("UNKNOWN - recursion deeper than ") && text.contains("a.c:2"), "{text}");
}

#[test]
fn an_error_that_the_interpreter_reaches_behind_recursion_is_real() {
    let source = "static int down(int n) { return n <= 0 ? 0 : down(n - 1) + 1; }\nint main(void) {\n  \
                  int n = __VERIFIER_nondet_int();\n  if (n > 0 && n < 90 && down(n) == n) reach_error();\n}\n";
    let (text, code) = answer("limit-lucky", &format!("{HEADER}{source}"));
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn an_error_behind_recursion_that_returns_is_found() {
    let source = "static int down(int n) { return n <= 0 ? 0 : down(n - 1) + 1; }\nint main(void) {\n  \
                  int n = __VERIFIER_nondet_int();\n  if (n > 0 && down(n) != n) reach_error();\n  \
                  if (n == -12) reach_error();\n}\n";
    let (text, code) = answer("limit-second", &format!("{HEADER}{source}"));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("a.c:6"), "{text}");
}

/// After slicing, the loop has no end that the interpreter could come to.
#[test]
fn a_call_through_a_pointer_in_a_loop_is_followed() {
    let source = "static int one(void) { return 1; }\nstatic int two(void) { return 2; }\nint main(void) {\n  \
                  while (__VERIFIER_nondet_int()) {\n    int (*f)(void) = __VERIFIER_nondet_int() ? one : two;\n    \
                  if (f() == 3) reach_error();\n  }\n}\n";
    let (text, code) = answer("limit-pointer", &format!("{HEADER}{source}"));
    assert_eq!(code, Some(0), "{text}");
}

/// The interpreter puts objects at low addresses, the machine does not.
#[test]
fn a_native_run_with_other_addresses_is_no_mistake() {
    let source = "int g[2];\nint main(void) {\n  if ((unsigned long)&g[1] < 4000000) reach_error();\n}\n";
    let (text, code) = answer("limit-native", &format!("{HEADER}{source}"));
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("native run") && text.contains("other addresses") && text.contains("a.c:4"), "{text}");
}

/// The division ends the execution, as it does natively.
#[test]
fn a_division_that_the_machine_refuses_is_an_end() {
    let source = "int main(void) {\n  int x = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();\n  \
                  int y = x / d;\n  if (x == -2147483647 - 1 && d == -1 && y < 0) reach_error();\n}\n";
    let (text, code) = answer_with("limit-division", &format!("{HEADER}{source}"), &["--check", "assert"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn where_an_object_is_may_be_anywhere() {
    let source = "int g[2];\nint main(void) {\n  if ((unsigned long)&g[1] == 5000004) reach_error();\n}\n";
    let (text, code) = answer("limit-address", &format!("{HEADER}{source}"));
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("address of an object as a number") && text.contains("a.c:4"), "{text}");
}

#[test]
fn writing_through_a_null_pointer_is_told_with_its_line() {
    let source = "int g;\nint main(void) {\n  int *p = __VERIFIER_nondet_int() ? &g : 0;\n  *p = 1;\n  \
                  if (!p) reach_error();\n}\n";
    let source = format!("{HEADER}{source}");
    let (text, code) = answer_with("limit-null", &source, &["--check", "assert"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("C does not define") && text.contains("null pointer") && text.contains("a.c:5"), "{text}");
    let (text, code) = answer("limit-null", &source);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("null pointer at ") && text.contains("a.c:5 in main [pointer]"), "{text}");
}

/// The first thing that is not modelled is the address of `a`, and it has nothing to do with it.
#[test]
fn the_value_that_misled_the_execution_is_named() {
    let source = "int main(void) {\n  int a[10], b[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int();\n  \
                  if (i < 0 || i >= 4) return 0;\n  a[i] = 3;\n  if (&a[i] == &b[i]) return 1;\n  \
                  if (b[i] != i + 1) reach_error();\n}\n";
    let folder = Folder::new("limit-read");
    let file = folder.file("a.c", format!("{HEADER}{source}"));
    // The executor knows memory on every level.
    let options = ["--color", "never", "--timeout", "60s", "--without", "symex", "--memory"];
    let answer = |level: &str| run(&[&options[..], &[level, &file]].concat());
    let output = answer("registers");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("memory read") && text.contains("a.c:7"), "{text}");
    assert_eq!(answer("pointers").status.code(), Some(3));
    assert_eq!(answer("full").status.code(), Some(0));
}
