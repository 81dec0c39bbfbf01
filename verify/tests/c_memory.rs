//! Memory in answers about C programs: objects, their parts and pointers to them are called as C calls them.

mod support;

use serde_json::Value;
use support::*;

const HEADER: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); \
                      void *malloc(__SIZE_TYPE__), *memcpy(void *, const void *, __SIZE_TYPE__);\n";

/// What an execution of a program assigns, line by line: lines without assignments are left out, and the header.
fn told(name: &str, body: &str) -> Vec<String> {
    let folder = Folder::new(&format!("memory-{name}"));
    let report = report(&folder.file("a.c", format!("{HEADER}{body}")), &[]);
    assert_eq!(report["verdict"], "FALSE", "{report}");
    assert_eq!(report["violation"]["native"], "reached", "{report}");
    let assignment = |a: &Value| {
        let chosen = if a["chosen"] == true { "!" } else { "" };
        format!("{} = {}{chosen}", text(&a["variable"]), text(&a["value"]))
    };
    let row = |row: &Value| {
        let assignments: Vec<String> = row["assignments"].as_array()?.iter().map(assignment).collect();
        (!assignments.is_empty()).then(|| format!("{}: {}", row["line"], assignments.join(", ")))
    };
    report["violation"]["path"].as_array().expect("a path").iter().filter_map(row).collect()
}

fn report(file: &str, options: &[&str]) -> Value {
    let mut arguments = vec!["--json", "--timeout", "120s", "--malloc-never-fails"];
    arguments.extend(options);
    arguments.push(file);
    let output = run(&arguments);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stdout(&output)))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

#[test]
fn pointers_are_told_as_what_they_point_to() {
    let body = "struct node { int v; struct node *next; } node, pair[3]; int a[5];\n\
                int main(void) { int i = __VERIFIER_nondet_int(); if (i < 2 || i > 4) return 0;\n\
                int *p = &a[i];\n\
                struct node *q = &pair[i - 2];\n\
                struct node **link = i > 2 ? &node.next : &pair[0].next;\n\
                const char *s = i > 3 ? \"text\" : \"other\"; const char *rest = s + i - 2;\n\
                *link = q;\n\
                *p = 4;\n\
                if (*rest == 'x' && a[4] == 4 && node.next == &pair[2]) reach_error(); }\n";
    let expected = [
        "3: i = 4!",
        "4: p = &a[4]",
        "5: q = &pair[2]",
        "6: link = &node.next",
        "7: s = \"text\", rest = \"text\" + 2",
        "8: node.next = &pair[2]",
        "9: a[4] = 4",
    ];
    assert_eq!(told("pointers", body), expected);
}

#[test]
fn stores_are_told_as_assignments_to_places() {
    let body = "struct node { int v; struct node *next; };\n\
                int main(void) { struct node *head = malloc(sizeof *head); head->v = __VERIFIER_nondet_int(); if (head->v > 9) return 0;\n\
                head->next = malloc(sizeof *head); head->next->next = 0;\n\
                head->next->v = 3;\n\
                int *numbers = malloc(3 * sizeof *numbers);\n\
                numbers[2] = head->v + 2;\n\
                if (numbers[2] == 7 && head->next->v == 3) reach_error(); }\n";
    let expected = [
        "3: head = heap object 1 (malloc at line 3), head->v = 5!",
        "4: head->next = heap object 2 (malloc at line 4), head->next->next = NULL",
        "5: head->next->v = 3",
        "6: numbers = heap object 3 (malloc at line 6)",
        "7: numbers[2] = 7",
    ];
    assert_eq!(told("stores", body), expected);
}

#[test]
fn objects_are_told_with_their_parts() {
    let body = "struct point { int x, y; char name[4]; unsigned low : 3, high : 5; } \
                origin = {1, 2, \"ab\", 3, 4}, there;\n\
                int main(void) { int at = __VERIFIER_nondet_int(); if (at < 0 || at > 3) return 0;\n\
                there = origin;\n\
                there.name[at] = 'c';\n\
                there.high = 9;\n\
                if (there.name[1] == 'c' && there.high == 9 && there.y == 2) reach_error(); }\n";
    let expected = [
        "3: at = 1!",
        "4: there.x = 1, there.y = 2, there.name[0] = 97 ('a'), there.name[1] = 98 ('b'), there.low = 3, there.high = 4",
        "5: there.name[1] = 99 ('c')",
        "6: there.high = 9",
    ];
    assert_eq!(told("parts", body), expected);
}

/// What was chosen is one input, and part of a test, which reproduces it.
fn chosen(name: &str, declaration: &str, origin: &str) {
    let folder = Folder::new(&format!("memory-{name}"));
    let body = format!(
        "int main(void) {{ {declaration};\nint i = __VERIFIER_nondet_int() & 1;\n\
         if (a[i] == 5 && a[0] == 9) reach_error(); }}\n"
    );
    let (file, test) = (folder.file("a.c", format!("{HEADER}{body}")), folder.path("test"));
    let report = report(&file, &["--write-test", &test]);
    assert_eq!(report["verdict"], "FALSE", "{report}");
    let inputs = report["violation"]["inputs"].as_array().expect("inputs");
    let inputs: Vec<(&str, &str)> = inputs.iter().map(|i| (text(&i["origin"]), text(&i["value"]))).collect();
    assert_eq!(inputs[0], (origin, "{9, 5}"));
    assert_eq!((inputs.len(), inputs[1].0), (2, "__VERIFIER_nondet_int()"));
    let script = std::process::Command::new(format!("{test}/run.sh")).output().expect("the script starts");
    assert!(script.status.success(), "{}", stdout(&script));
}

#[test]
fn an_uninitialised_array_is_one_input() {
    chosen("array", "int a[2]", "uninitialised 'a'");
    let body = "int main(void) { int a[2];\nint i = __VERIFIER_nondet_int() & 1;\n\
                if (a[0] == 7 && a[i] == 8) reach_error(); }\n";
    assert_eq!(told("array-path", body), ["2: a = {7, 8}!", "3: i = 1"]);
}

#[test]
fn unwritten_memory_of_the_heap_is_one_input() {
    chosen("heap", "int *a = malloc(8)", "contents of heap object 1 (malloc at line 2)");
    let body = "int main(void) { int *p = malloc(12);\nint i = __VERIFIER_nondet_int(); if (i != 2) return 0;\n\
                if (p[1] == 5 && p[i] == 6) reach_error(); }\n";
    let expected = ["2: heap object 1 = {?, 5, 6}!, p = heap object 1 (malloc at line 2)", "3: i = 2!"];
    assert_eq!(told("heap-path", body), expected);
}

#[test]
fn invariants_speak_of_memory_in_c() {
    let folder = Folder::new("memory-invariant");
    let body = "int a[3]; int *at(int i) { return &a[i]; }\nint main(void) {\nwhile (__VERIFIER_nondet_int()) {\n\
                int i = __VERIFIER_nondet_int(); if (i < 0 || i > 2) i = 0;\n\
                if (*at(i) < 5) ++*at(i);\nif (a[1] > 5) reach_error(); } }\n";
    let report = report(&folder.file("a.c", format!("{HEADER}{body}")), &[]);
    assert_eq!(report["verdict"], "TRUE", "{report}");
    let parts = &report["invariants"][0]["c"];
    assert!(parts.as_array().is_some_and(|all| all.iter().any(|c| text(c).starts_with("a[1] "))), "{report}");
}
