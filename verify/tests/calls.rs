//! What an answer tells about calls is the same however they were treated.

#![allow(clippy::unwrap_used)]

mod support;

use serde_json::Value;

/// Where memory is checked, each call gets a copy of the function.
const CHECKS: [&str; 2] = ["--check", "assert"];

/// A violation three calls below `main`, behind calls that are fine; ways to it part in every function.
const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int total;
static void check(int limit) {
    if (total > limit)
        reach_error();
}
static void add(int x) {
    if (x > 3)
        total += x;
    check(10);
}
static void both(int x) {
    if (x != 4)
        add(x);
    add(x + 1);
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 5)
        return 0;
    both(4);
    both(x);
    return 0;
}
";

/// A caller, the function that it calls, and the line of the call.
type Call = (String, String, u64);

/// The calls that are open at the violation, and the function and line of the violation.
fn told(mode: &[&str]) -> (Vec<Call>, (String, u64)) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("total.c");
    std::fs::write(&path, PROGRAM).expect("it can be written");
    let mut verify = support::verify();
    let output = verify
        .args(["--json", "--full-trace"])
        .args(CHECKS)
        .arg("--calls")
        .args(mode)
        .arg(&path)
        .output()
        .expect("it runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["verdict"], "FALSE", "{report}");
    let rows = report["violation"]["path"].as_array().expect("a path");
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_string();
    let entered = rows.iter().filter(|row| row["kind"] == "enter");
    let mut open: Vec<Call> = Vec::new();
    for row in entered {
        let caller = text(&row["caller"], "function");
        while open.last().is_some_and(|(_, function, _)| *function != caller) {
            open.pop();
        }
        open.push((caller, text(row, "function"), row["caller"]["line"].as_u64().unwrap_or(0)));
    }
    let violation = rows.last().expect("a row");
    (open, (text(violation, "function"), violation["line"].as_u64().expect("a line")))
}

#[test]
fn calls_are_told_alike_when_inlined_and_when_waited_for() {
    let (waited, violation) = told(&["wait"]);
    let call = |caller: &str, function: &str, line: u64| (caller.to_string(), function.to_string(), line);
    assert_eq!(waited, [call("main", "both", 23), call("both", "add", 16), call("add", "check", 11)]);
    assert_eq!(violation, ("check".to_string(), 6));
    assert_eq!(told(&["inline"]), (waited.clone(), violation.clone()));
    assert_eq!(told(&["auto"]), (waited.clone(), violation.clone()));
    assert_eq!(told(&["wait", "--mixed-semantics"]), (waited, violation));
}

#[test]
fn statistics_say_what_became_of_calls() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("total.c");
    std::fs::write(&path, PROGRAM).unwrap();
    let calls = |mode: &[&str]| {
        let output = support::verify().args(["--json", "--calls"]).args(mode).args(CHECKS).arg(&path).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let calls = &report["program"]["calls"];
        ["inlined", "shared", "sites", "lifted"].map(|key| calls[key].as_u64().unwrap())
    };
    assert_eq!(calls(&["inline"]), [3, 0, 0, 0]);
    // What `main` calls twice is there once, and calls the next one twice, which is the only one to call the last.
    assert_eq!(calls(&["wait"]), [1, 2, 4, 0]);
    assert_eq!(calls(&["auto"]), [3, 0, 0, 0]);
    // The copies of the first two that fail and those that succeed; the last has one call in each.
    assert_eq!(calls(&["wait", "--mixed-semantics"]), [2, 2, 6, 2]);
}

/// Calls of a function with a loop. `auto` does not share it, because it gets a pointer; copies are too many for the
/// proof of each by itself.
fn chain(calls: usize) -> String {
    let call = |number: usize| match number % 2 {
        0 => "    rise(&x, n);\n".to_string(),
        _ => format!("    rise(&x, {number});\n"),
    };
    format!(
        "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void rise(int *x, int n) {{
    int from = *x;
    for (int i = 0; i < n; i++) {{
        if (*x < from) reach_error();
        if (*x < 1000000) (*x)++;
    }}
}}
int main(void) {{
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 0) return 0;
{}    if (x < 0) reach_error();
    return 0;
}}
",
        (0..calls).map(call).collect::<String>()
    )
}

#[test]
fn the_other_way_to_treat_calls_is_searched_beside() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chain.c");
    std::fs::write(&path, chain(40)).unwrap();
    let output = support::verify().args(["--json", "--timeout", "180s"]).args(CHECKS).arg(&path).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["verdict"], "TRUE", "{report}");
    // The one who answered had the function once; `auto` decides otherwise.
    assert_eq!(report["program"]["calls"]["shared"], 1, "{report}");
    let output = support::verify().args(["--emit", "vmt", "--stats"]).args(CHECKS).arg(&path).output().unwrap();
    assert!(support::stderr(&output).contains("0 functions shared"), "{}", support::stderr(&output));
}
