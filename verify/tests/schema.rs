//! Results are what their schemas say: `--json` by `docs/schema/result-2.json`, `--sarif` by the schema of OASIS.
//!
//! The schemas are read by Python's `jsonschema`, which `make setup` installs: a validator that we did not write.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use support::*;

/// A result and what it was asked with.
struct Case {
    name: &'static str,
    arguments: Vec<String>,
    verdict: &'static str,
}

/// Calls, a loop that is folded, memory and a chosen value that no variable holds.
const BROKEN: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int total;
static void add(int *cells, int n) { for (int i = 0; i < n; i++) total += cells[i]; }
int main(void) {
    int cells[20];
    for (int i = 0; i < 20; i++) cells[i] = 1;
    add(cells, 20);
    if (__VERIFIER_nondet_int() == total) reach_error();
    return 0;
}
";

const SAFE: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned up = 0, down = __VERIFIER_nondet_uint(), all = down;
    while (down > 0) { up++; down--; }
    if (up != all) reach_error();
    return 0;
}
";

const OVERFLOWS: &str = "\
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); return x + 1; }
";

const THREADS: &str = "\
#include <pthread.h>
extern void reach_error(void);
static void *other(void *p) { return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); reach_error(); return 0; }
";

fn root(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path).display().to_string()
}

/// Asks the validator.
fn validate(arguments: &[String]) -> Output {
    let output = Command::new("/usr/bin/python3").arg(root("tests/schema/check.py")).args(arguments).output();
    let output = output.expect("/usr/bin/python3 is there: run `make setup`");
    assert!(!stderr(&output).contains("ModuleNotFoundError"), "run `make setup`: {}", stderr(&output));
    output
}

fn result_schema() -> String {
    root("docs/schema/result-2.json")
}

fn cases(folder: &Folder) -> Vec<Case> {
    let broken = folder.file("broken.c", BROKEN);
    let safe = folder.file("safe.c", SAFE);
    let overflows = folder.file("overflows.c", OVERFLOWS);
    let threads = folder.file("threads.c", THREADS);
    let wrong = folder.file("wrong.c", "int main(void) { return }\n");
    let wrong_system = folder.file("wrong.vmt", "(declare-fun x () Bool)\n(assert (and x y))\n");
    let hard = folder.file("hard.vmt", HARD);
    let test = folder.path("test");
    let case = |name, verdict, arguments: &[&str]| {
        let arguments = arguments.iter().map(|argument| argument.to_string()).collect();
        Case { name, arguments, verdict }
    };
    vec![
        case("program-false", "FALSE", &["--write-test", &test, &broken]),
        case("program-full", "FALSE", &["--full-trace", "--no-replay", &broken]),
        case("program-true", "TRUE", &[&safe]),
        case("overflow", "FALSE", &["--property", "no-overflow", &overflows]),
        case("unsupported", "UNKNOWN", &[&threads]),
        case("wrong-program", "ERROR", &[&wrong]),
        case("wrong-system", "ERROR", &[&wrong_system]),
        case("no-file", "ERROR", &["/no/such/file.c"]),
        case("system-true", "TRUE", &["--engine", "euf", &example("lock-discipline.vmt")]),
        case("system-false", "FALSE", &["--engine", "bmc", &example("array-overwrite.vmt")]),
        case("bound", "UNKNOWN", &["--engine", "bmc", "--max-depth", "3", &example("combination-lock.vmt")]),
        case("timeout", "UNKNOWN", &["--engine", "bmc", "--timeout", "1s", &hard]),
    ]
}

/// Every kind of answer, as it is and told again by `verify explain`.
#[test]
fn results_are_what_their_schemas_say() {
    let folder = Folder::new("schema");
    let (mut results, mut reports) = (Vec::new(), Vec::new());
    for case in cases(&folder) {
        let sarif = folder.path(&format!("{}.sarif", case.name));
        let mut command = verify();
        if !case.arguments.iter().any(|argument| argument == "--timeout") {
            command.args(["--timeout", "120s"]);
        }
        let output = command.args(["--json", "--sarif", &sarif]).args(&case.arguments).output().expect("verify starts");
        let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        assert_eq!(value["verdict"], case.verdict, "{}: {value:#}", case.name);
        assert_eq!(value["exit_code"], json!(output.status.code()), "{}", case.name);
        let file = folder.file(&format!("{}.json", case.name), &output.stdout);

        let again = run(&["explain", "--json", "--sarif", &folder.path("again.sarif"), &file]);
        let told: Value = serde_json::from_slice(&again.stdout).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        for field in ["verdict", "violation", "invariants", "reason", "error", "trace", "program", "engines"] {
            assert_eq!(told[field], value[field], "{} of {} changes when it is told again", field, case.name);
        }
        results.push(file);
        results.push(folder.file(&format!("{}-again.json", case.name), &again.stdout));
        reports.push(sarif);
    }
    let output = validate(&[vec!["--strict".to_string(), result_schema()], results].concat());
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    let output = validate(&[vec![root("tests/schema/sarif-2.1.0.json")], reports.clone()].concat());
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));

    // What code scanning shows: the result with its place and the way there; nothing for what is proved.
    let read = |name: &str| -> Value {
        let text = std::fs::read(folder.path(name)).expect("a report was written");
        serde_json::from_slice(&text).expect("it is JSON")
    };
    let run = &read("program-false.sarif")["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "assert");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 9);
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("a flow");
    assert_eq!(flow.last().map(|step| &step["importance"]), Some(&json!("essential")));
    assert_eq!(read("overflow.sarif")["runs"][0]["results"][0]["ruleId"], "overflow");
    assert_eq!(read("program-true.sarif")["runs"][0]["results"], json!([]));
    let unknown = &read("unsupported.sarif")["runs"][0];
    assert_eq!(unknown["results"], json!([]));
    assert_eq!(unknown["invocations"][0]["toolExecutionNotifications"][0]["descriptor"]["id"], "unsupported");
}

/// A schema that accepts everything would be of no use to anyone.
#[test]
fn what_is_no_result_is_refused() {
    let folder = Folder::new("schema-refuses");
    let output = run(&["--json", "--engine", "euf", &example("lock-discipline.vmt")]);
    let good: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let changed = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut value = good.clone();
        change(&mut value);
        folder.file(name, value.to_string())
    };
    let without = |name: &'static str| {
        changed(&format!("without-{name}.json"), &move |value| {
            value.as_object_mut().expect("an object").remove(name).expect("the field");
        })
    };
    let wrong = [
        without("verdict"),
        without("seconds"),
        changed("version.json", &|value| value["version"] = json!("2")),
        changed("no-proof.json", &|value| value["invariant"] = Value::Null),
        changed("verdict.json", &|value| value["verdict"] = json!("FALSE")),
        changed("engines.json", &|value| value["engines"][0]["outcome"] = json!("asleep")),
    ];
    // Readers may ignore new fields, but none may be written that the schema does not tell about.
    let good = changed("good.json", &|_| {});
    let more = changed("more.json", &|value| value["certificate"]["new"] = json!(1));
    let open = validate(&[vec![result_schema(), good.clone(), more.clone()], wrong.to_vec()].concat());
    for file in &wrong {
        assert!(stdout(&open).contains(file), "{file} is accepted: {}", stdout(&open));
    }
    assert!(!stdout(&open).contains(&good) && !stdout(&open).contains(&more), "{}", stdout(&open));
    let closed = validate(&["--strict".to_string(), result_schema(), good.clone(), more.clone()]);
    assert!(stdout(&closed).contains(&more) && !stdout(&closed).contains(&good), "{}", stdout(&closed));
}
