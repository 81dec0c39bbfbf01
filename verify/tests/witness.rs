//! Witnesses: what is written is confirmed, what is changed is not, and what is no witness is refused.

mod support;

use saphyr::{LoadableYamlNode, Yaml};
use std::sync::atomic::{AtomicUsize, Ordering};
use support::*;

const HEADER: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n\
                      extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);\n";

/// What the competition asks, where a program may overflow on its way and does not think of `malloc` failing.
const RULES: [&str; 3] = ["--sv-comp", "--property", "unreach-call"];

/// A program and a witness for it.
struct Written {
    folder: Folder,
    file: String,
    witness: String,
}

/// Verifies a program and has a witness written.
fn write(name: &str, program: &str, witness: &str, options: &[&str], code: i32) -> Written {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let folder = Folder::new(&format!("witness-{name}-{}", NUMBER.fetch_add(1, Ordering::Relaxed)));
    let file = folder.file(name, format!("{HEADER}{program}"));
    let witness = folder.path(witness);
    let mut arguments = vec!["--timeout", "120s", "--witness", witness.as_str()];
    arguments.extend(options);
    arguments.push(&file);
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
    assert!(!stderr(&output).contains("witness"), "{}", stderr(&output));
    Written { folder, file, witness }
}

/// Validates: the exit code, and what was printed.
fn validate(arguments: &[&str]) -> (Option<i32>, String) {
    let all: Vec<&str> = ["validate", "--timeout", "120s"].iter().chain(arguments).copied().collect();
    let output = run(&all);
    (output.status.code(), stdout(&output) + &stderr(&output))
}

impl Written {
    fn text(&self) -> String {
        std::fs::read_to_string(&self.witness).expect("there is a witness")
    }

    fn confirmed(&self) -> String {
        let (code, text) = validate(&[&self.witness, &self.file]);
        assert_eq!(code, Some(0), "{text}\n{}", self.text());
        assert!(text.starts_with("CONFIRMED"), "{text}");
        text
    }

    /// Validates the witness with a part of its text replaced.
    fn changed(&self, from: &str, to: &str, options: &[&str]) -> (Option<i32>, String) {
        let text = self.text();
        assert!(text.contains(from), "there is no '{from}' in\n{text}");
        let changed = self.folder.file("changed", text.replacen(from, to, 1));
        let arguments: Vec<&str> = options.iter().copied().chain([changed.as_str(), &self.file]).collect();
        validate(&arguments)
    }

    fn refused(&self, from: &str, to: &str, why: &str) {
        let (code, text) = self.changed(from, to, &[]);
        assert_eq!(code, Some(1), "'{to}' instead of '{from}': {text}");
        assert!(text.starts_with("REJECTED") && text.contains(why), "{text}");
    }
}

const FORMATS: [&str; 2] = ["w.yml", "w.graphml"];

const COUNTERS: &str = "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;\n  while (x < n) {\n    \
                        x++;\n    y++;\n  }\n  if (x != y) reach_error();\n  return 0;\n}\n";

const TWO_VALUES: &str = "int main(void) {\n  int a = __VERIFIER_nondet_int();\n  unsigned char b = __VERIFIER_nondet_uchar();\n  \
                          if (a == 77 && b == 200)\n    reach_error();\n  return 0;\n}\n";

const MARKED: &str = "# 1 \"elsewhere.h\"\nvoid check(int c) { if (!c) {\n# 300 \"f.c\"\n  reach_error(); } }\n\
                      # 7 \"f.c\"\nint main(void) {\n  int i = 0;\n  for (; i < 10; i++) ;\n  check(i == 10);\n}\n";

/// Nothing tells which way these go but the ways themselves.
const FILLED: &str = "int main(void) {\n  int a[3], i = 0;\n  while (i < 3 && a[i] == i) i++;\n  if (i == 3) {\n    \
                      switch (a[1] + __VERIFIER_nondet_int()) {\n      case 5: reach_error();\n      default: ;\n    \
                      }\n  }\n}\n";

const NOT_A_NUMBER: &str = "extern double __VERIFIER_nondet_double(void);\nint main(void) {\n  double d = \
                            __VERIFIER_nondet_double();\n  int n = __VERIFIER_nondet_int();\n  if (d == d) return 0;\n  \
                            for (int i = 0; i < 3; i++) { if (n == i) continue; n--; }\n  if (n > 10)\n    \
                            reach_error();\n  return 0;\n}\n";

const NODES: &str = "#include <stdlib.h>\nstruct node { int v; struct node *next; };\nint main(void) {\n  struct node *p = \
                     malloc(sizeof *p), *q = malloc(sizeof *q);\n  p->next = q; q->next = 0;\n  int s = 0;\n  \
                     do { s += p->v; p = p->next; } while (p);\n  if (s == 77) reach_error();\n}\n";

/// Memory is taken for the variable before it is given its value.
const DIGITS: &str = "int main(void) {\n  long double x = 1.0L / 8;\n  int i = 0;\n  while (x != 0) {\n    \
                      x = x * 10 - (int)(x * 10);\n    i++;\n  }\n  if (i == 3) reach_error();\n}\n";

/// The waypoints of a type, each with its value, line and column.
fn waypoints(written: &Written, kind: &str) -> Vec<(String, i64, i64)> {
    let text = written.text();
    let documents = Yaml::load_from_str(&text).expect("YAML");
    let content = documents[0][0]["content"].as_sequence().expect("a list");
    let points = content.iter().map(|item| &item["segment"][0]["waypoint"]);
    let points = points.filter(|point| point["type"].as_str() == Some(kind));
    let number = |node: &Yaml| node.as_integer().expect("a number");
    let told = points.map(|point| {
        let value = point["constraint"]["value"].as_str().expect("a value").to_string();
        (value, number(&point["location"]["line"]), number(&point["location"]["column"]))
    });
    told.collect()
}

/// The invariants of a witness: whether each is for a loop, its line and its value.
fn told(written: &Written) -> Vec<(bool, i64, String)> {
    let text = written.text();
    let documents = Yaml::load_from_str(&text).expect("YAML");
    let content = documents[0][0]["content"].as_sequence().expect("a list");
    let invariants = content.iter().map(|item| &item["invariant"]);
    let told = invariants.map(|invariant| {
        let line = invariant["location"]["line"].as_integer().expect("a line");
        let value = invariant["value"].as_str().expect("a value").to_string();
        (invariant["type"].as_str() == Some("loop_invariant"), line, value)
    });
    told.collect()
}

#[test]
fn ways_are_told_where_values_do_not_tell_them() {
    let way = |value: &str, line, column| (value.to_string(), line, column);
    let written = write("filled.c", FILLED, "w.yml", &RULES, 1);
    let ways = waypoints(&written, "branching");
    let expected = [
        way("true", 5, 3),
        way("true", 5, 3),
        way("true", 5, 3),
        way("false", 5, 3),
        way("true", 6, 3),
        way("5", 7, 5),
    ];
    assert_eq!(ways, expected);
    written.refused("value: \"5\"", "value: \"default\"", "no execution");
    written.refused("value: \"false\"", "value: \"true\"", "no execution");
    // What comes behind a value that cannot be told is told all the same.
    let written = write("nan.c", NOT_A_NUMBER, "w.yml", &RULES, 1);
    assert_eq!(waypoints(&written, "function_return").len(), 1, "{}", written.text());
    assert_eq!(waypoints(&written, "branching").last(), Some(&way("true", 9, 3)));
    let written = write("nodes.c", NODES, "w.yml", &RULES, 1);
    assert_eq!(waypoints(&written, "branching"), [way("true", 9, 34), way("false", 9, 34), way("true", 10, 3)]);
    // Where values tell everything, there is nothing to add.
    assert_eq!(waypoints(&write("values.c", TWO_VALUES, "w.yml", &[], 1), "branching"), []);
}

/// The branches that the edges of an automaton tell, in order: the line and the outcome.
fn controls(written: &Written) -> Vec<(u32, bool)> {
    let text = written.text();
    let between = |text: &str, key: &str| {
        let (_, rest) = text.split_once(&format!("<data key=\"{key}\">"))?;
        rest.split_once("</data>").map(|(value, _)| value.to_string())
    };
    let edges = text.split("<edge ").skip(1);
    let told = edges.filter_map(|edge| {
        let line = between(edge, "startline").and_then(|line| line.parse().ok()).expect("a line");
        between(edge, "control").map(|control| (line, control == "condition-true"))
    });
    told.collect()
}

/// How an edge says which way a branch goes.
fn control(line: u32, outcome: bool) -> String {
    format!("<data key=\"startline\">{line}</data>\n      <data key=\"control\">condition-{outcome}</data>")
}

#[test]
fn automata_tell_ways_and_are_held_to_them() {
    let written = write("filled.c", FILLED, "w.graphml", &RULES, 1);
    assert_eq!(controls(&written), [(5, true), (5, true), (5, true), (5, false), (6, true), (8, true)]);
    written.confirmed();
    // Others look at the parts of the condition at line 5 one by one.
    for (line, outcome) in [(5, true), (5, false), (6, true), (8, true)] {
        let (code, said) = written.changed(&control(line, outcome), &control(line, !outcome), &[]);
        assert!(code == Some(3) && said.contains("several parts"), "{said}");
    }
    let written = write("nodes.c", NODES, "w.graphml", &RULES, 1);
    assert_eq!(controls(&written), [(9, true), (9, false), (10, true)]);
    written.confirmed();
    written.refused(&control(10, true), &control(10, false), "no execution");
    // The same line is come to twice: one more time is one too many.
    written.refused(&control(9, false), &control(9, true), "no execution");
    assert_eq!(controls(&write("values.c", TWO_VALUES, "w.graphml", &[], 1)), []);
}

const MEMORY: &str = "struct s { int x; } g;\nint a[4];\nstatic void step(struct s *p, int *q) { p->x++; (*q)++; }\n\
                      int main(void) {\n  int n = __VERIFIER_nondet_int();\n  while (g.x < n) step(&g, &a[2]);\n  \
                      if (g.x != a[2]) reach_error();\n  return 0;\n}\n";

#[test]
fn invariants_speak_of_fields_and_of_elements() {
    let written = write("memory.c", MEMORY, "w.yml", &["--engine", "euf"], 0);
    let values = told(&written);
    let same = |value: &String| value == "a[2] == g.x" || value == "g.x == a[2]";
    assert!(values.iter().any(|(of_loop, line, value)| *of_loop && *line == 8 && same(value)), "{values:?}");
    assert!(values.contains(&(false, 9, "!(g.x < n)".to_string())), "{values:?}");
    written.confirmed();
}

const TWICE: &str = "static unsigned count(unsigned n) {\n  unsigned i = 0, j = 0;\n  while (i < n) { i++; j++; }\n  \
                     if (i != j) reach_error();\n  return j;\n}\nint main(void) {\n  unsigned n = \
                     __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();\n  unsigned a = count(n), b = count(m);\n  \
                     if (a != n) reach_error();\n  return 0;\n}\n";

/// The caller has an `n` of its own, which is another.
#[test]
fn invariants_of_loops_hold_for_all_calls() {
    for calls in ["inline", "wait"] {
        let written = write("twice.c", TWICE, "w.yml", &["--check", "assert", "--calls", calls], 0);
        let values = told(&written);
        let same = |value: &String| value == "i == j" || value == "j == i";
        assert!(values.iter().any(|(of_loop, line, value)| *of_loop && *line == 5 && same(value)), "{values:?}");
        assert!(!values.iter().any(|(.., value)| value.contains("n != n")), "{values:?}");
        written.confirmed();
    }
    // Of the copy for the constant, nothing is left: what is said about the other holds there by chance only.
    let folded = TWICE.replace("count(m)", "count(0)");
    write("folded.c", &folded, "w.yml", &["--calls", "inline"], 0).confirmed();
}

#[test]
fn behind_a_loop_its_condition_does_not_hold() {
    let written = write("counters.c", COUNTERS, "w.yml", &[], 0);
    assert!(told(&written).contains(&(false, 9, "!(x < n)".to_string())), "{}", written.text());
    written.confirmed();
    written.refused("!(x < n)", "!(x <= n)", "does not hold");
    // Who leaves it otherwise, hides that in a macro or declares what it counts says less.
    let left = |from: &str, to: &str| -> Vec<String> {
        let written = write("left.c", &COUNTERS.replacen(from, to, 1), "w.yml", &[], 0);
        written.confirmed();
        told(&written).into_iter().filter(|(of_loop, line, _)| !of_loop && *line > 8).map(|(.., value)| value).collect()
    };
    let nothing: Vec<String> = Vec::new();
    assert_eq!(left("y++;", "y++; if (x == 7) break;"), nothing);
    assert_eq!(left("int main(void) {\n", "int main(void) {\n#define LEAVE if (x == 7) break;\n"), {
        // The macro is not used.
        left("int main(void) {\n", "int main(void) {\n\n")
    });
    let used = COUNTERS.replacen("int main(void) {\n", "int main(void) {\n#define LEAVE if (x == 7) break;\n", 1);
    let written = write("used.c", &used.replacen("y++;", "y++; LEAVE", 1), "w.yml", &[], 0);
    assert!(told(&written).iter().all(|(of_loop, ..)| *of_loop), "{}", written.text());
    written.confirmed();
    let own = "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), s = 0;\n  int i = 5;\n  \
               for (unsigned i = 0; i < n; i++) s++;\n  if (s != n || i != 5) reach_error();\n}\n";
    let written = write("own.c", own, "w.yml", &[], 0);
    assert!(!told(&written).iter().any(|(of_loop, _, value)| !of_loop && value.contains('i')), "{}", written.text());
    written.confirmed();
}

const SUM: &str = "static int sum(int n, int bound) {\n  if (n > bound) reach_error();\n  if (n <= 0) return 0;\n  \
                   int rest = sum(n - 1, bound);\n  return rest + sum(n - 2, bound) + 1;\n}\nint main(void) {\n  int n = \
                   __VERIFIER_nondet_int(), bound = __VERIFIER_nondet_int();\n  \
                   if (n >= 0 && n < bound) sum(n, bound);\n  return 0;\n}\n";

/// What was proved about the arguments of a recursive function.
#[test]
fn functions_start_with_what_is_expected_of_them() {
    let written = write("sum.c", SUM, "w.yml", &["--check", "assert", "--engine", "summaries"], 0);
    let values = told(&written);
    assert!(values.iter().any(|(of_loop, line, value)| !of_loop && *line == 4 && value == "bound >= n"), "{values:?}");
    written.confirmed();
}

/// An automaton says what holds behind a condition that is false, and where a function is entered.
#[test]
fn automata_tell_invariants_beside_those_of_loops() {
    let written = write("counters.c", COUNTERS, "w.graphml", &[], 0);
    let text = written.text();
    assert!(text.contains("!(x &lt; n)") && text.contains(&control(5, false)), "{text}");
    let said = written.confirmed();
    assert!(said.contains("proved: line 5: ") && said.contains("proved: the false branch of line 5: "), "{said}");
    written.refused("!(x &lt; n)", "!(x &lt;= n)", "at the false branch of line 5 does not hold");
    written.refused("!(x &lt; n)", "absent == 1", "is no C there");
    let edges = text.replace(&control(5, false), &control(5, true));
    let (code, said) = validate(&[&written.folder.file("other.graphml", edges), &written.file]);
    assert!(code == Some(1) && said.contains("at the true branch of line 5 does not hold"), "{said}");
    let written = write("sum.c", SUM, "w.graphml", &["--check", "assert", "--engine", "summaries"], 0);
    assert!(written.text().contains("<data key=\"enterFunction\">sum</data>"), "{}", written.text());
    assert!(written.confirmed().contains("proved: the start of 'sum': "));
    written.refused("bound &gt;= n", "n &gt;= 0", "at the start of 'sum' does not hold");
    let other = written.text().replace("enterFunction\">sum", "enterFunction\">main");
    let (code, said) = validate(&[&written.folder.file("other.graphml", other), &written.file]);
    assert!(code == Some(1) && said.contains("not in 'sum'"), "{said}");
    // Where a line branches twice, or parts of a condition do, an automaton cannot tell which is meant.
    for condition in ["x < n || x < n", "!(x >= n)", "x < n && (x < n && y < n)"] {
        let program = COUNTERS.replace("(x < n)", &format!("({condition})"));
        let written = write("parts.c", &program, "w.graphml", &[], 0);
        assert_eq!(controls(&written), [], "{}", written.text());
        written.confirmed();
    }
    let program = COUNTERS.replace("{\n    x++;\n    y++;\n  }", "{ x++; y++; if (y == 7) continue; }");
    assert_eq!(controls(&write("parts.c", &program, "w.graphml", &[], 0)), []);
    let program = COUNTERS.replace("(x < n)", "(x < n && y < n)");
    let written = write("parts.c", &program, "w.graphml", &[], 0);
    assert!(!controls(&written).is_empty(), "{}", written.text());
    written.confirmed();
}

/// An automaton by hand, for a file with these functions.
fn automaton(kind: &str, parts: &str) -> String {
    let mut text = "<graphml><graph edgedefault=\"directed\">\n".to_string();
    for (key, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", "hand"),
        ("specification", "CHECK( init(main()), LTL(G ! call(reach_error())) )"),
        ("programfile", "p.c"),
        ("programhash", "00"),
        ("architecture", "64bit"),
    ] {
        text += &format!("<data key=\"{key}\">{value}</data>\n");
    }
    format!("{text}<node id=\"start\"><data key=\"entry\">true</data></node>\n{parts}</graph></graphml>\n")
}

fn edge(from: &str, to: &str, about: &[(&str, &str)]) -> String {
    let data: String = about.iter().map(|(key, value)| format!("<data key=\"{key}\">{value}</data>")).collect();
    format!("<edge source=\"{from}\" target=\"{to}\">{data}</edge>\n")
}

#[test]
fn edges_with_control_are_looked_at_with_all_that_they_say() {
    let folder = Folder::new("witness-edges");
    let program = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\nint main(void) {\n  \
                   int x = __VERIFIER_nondet_int(), y = 0;\n  if (x > 3) y = 1; if (x > 5) y = 2;\n  \
                   switch (x) {\n    case 1: case 2: break;\n    case 9: y = 3; break;\n    case 10: break;\n  }\n  \
                   if (y == 3)\n    reach_error();\n}\n";
    let file = folder.file("p.c", program);
    let nodes = "<node id=\"a\"/><node id=\"b\"/><node id=\"sink\"><data key=\"sink\">true</data></node>\n\
                 <node id=\"end\"><data key=\"violation\">true</data></node>\n";
    let check = |edges: &[String], code: i32| {
        let text = automaton("violation_witness", &format!("{nodes}{}", edges.concat()));
        let (got, said) = validate(&[&folder.file("w.graphml", text), &file]);
        assert_eq!(got, Some(code), "{edges:?}: {said}");
    };
    let takes = |from: &str, to: &str, line: &str, outcome: &str| {
        edge(from, to, &[("startline", line), ("control", &format!("condition-{outcome}"))])
    };
    let target = |from: &str| edge(from, "end", &[("startline", "11")]);
    // Both branches of a line count.
    check(&[takes("start", "a", "4", "true"), takes("a", "b", "4", "true"), target("b")], 0);
    check(&[takes("start", "a", "4", "false"), target("a")], 1);
    check(&[takes("start", "sink", "4", "false"), target("start")], 0);
    check(&[takes("start", "sink", "4", "true"), target("start")], 1);
    // The tests of a switch come in order, up to the one that fits.
    check(&[takes("start", "a", "6", "false"), takes("a", "b", "7", "true"), target("b")], 0);
    check(&[takes("start", "a", "7", "true"), takes("a", "b", "6", "false"), target("b")], 1);
    check(&[takes("start", "a", "6", "true"), target("a")], 1);
    check(&[takes("start", "a", "7", "false"), target("a")], 1);
    check(&[takes("start", "a", "8", "false"), target("a")], 1);
    // What is assumed as well is looked at as well.
    let with = |assumption: &str| {
        let about = [("startline", "10"), ("control", "condition-true"), ("assumption", assumption)];
        edge("start", "a", &about)
    };
    check(&[with("x == 9;"), target("a")], 0);
    check(&[with("x == 8;"), target("a")], 1);
    check(&[with("x = 9;"), target("a")], 1);
    // What cannot be looked at confirms nothing.
    check(&[edge("start", "a", &[("control", "condition-true")]), target("a")], 3);
    check(&[takes("start", "a", "3", "true"), target("a")], 3);
    check(&[takes("start", "end", "11", "true")], 3);
    let both = [("startline", "10"), ("control", "condition-true"), ("assumption", "\\result == 9;")];
    let both: Vec<(&str, &str)> = both.into_iter().chain([("assumption.resultfunction", "f")]).collect();
    check(&[edge("start", "a", &both), target("a")], 3);
}

/// What holds at a node holds behind every edge to it, at everything that the edge can be.
#[test]
fn invariants_of_automata_are_asserted_behind_all_edges() {
    let folder = Folder::new("witness-nodes");
    let program = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n#define LESS(a) if (a < 0) x = 0\n\
                   int f(int a) { return a > 3 ? a : 3; }\nint main(void) {\n  int x = f(__VERIFIER_nondet_int());\n  \
                   if (x > 5) x = 5; if (x < 4) x = 4;\n  for (;;) {\n    if (x < 5) break;\n    x--;\n  }\n  \
                   LESS(x); if (x == 4) x = 4;\n  switch (x) { case 4: x = 4; }\n  if (x != 4) reach_error();\n}\n";
    let file = folder.file("p.c", program);
    let check = |value: &str, scope: &str, edges: &[&[(&str, &str)]], code: i32| {
        let scope = format!("<data key=\"invariant.scope\">{scope}</data>");
        let node = format!("<node id=\"a\"><data key=\"invariant\">{value}</data>{scope}</node>\n");
        let edges: String = edges.iter().map(|about| edge("start", "a", about)).collect();
        let text = automaton("correctness_witness", &format!("{node}{edges}"));
        let (got, said) = validate(&[&folder.file("w.graphml", text), &file]);
        assert_eq!(got, Some(code), "{value} {edges}: {said}");
    };
    let (yes, no) = (("control", "condition-true"), ("control", "condition-false"));
    check("x &lt;= 5", "main", &[&[("startline", "6"), no]], 0);
    // The first condition has it so, the second does not.
    check("x &gt; 5", "main", &[&[("startline", "6"), yes]], 1);
    check("x == 4", "main", &[&[("startline", "8"), yes]], 0);
    check("x == 4", "main", &[&[("startline", "8"), no]], 1);
    check("x == 4", "main", &[&[("startline", "8"), yes], &[("startline", "13"), no]], 0);
    check("x == 4", "main", &[&[("startline", "8"), yes], &[("startline", "8"), no]], 1);
    check("a &gt; 3", "f", &[&[("startline", "3"), yes]], 0);
    check("a &gt; 3", "f", &[&[("startline", "3"), no]], 1);
    // A macro could have more functions.
    check("a &gt; 3", "main", &[&[("startline", "3"), yes]], 3);
    check("a == a", "f", &[&[("enterFunction", "f")]], 0);
    check("a &gt; 3", "f", &[&[("enterFunction", "f")]], 1);
    check("a == a", "f", &[&[("enterFunction", "g")]], 3);
    // Nobody can tell where these lead, or what else is there.
    check("1 == 1", "main", &[], 3);
    check("1 == 1", "main", &[&[("startline", "6")]], 3);
    check("1 == 1", "main", &[&[("startline", "7"), ("enterLoopHead", "true")], &[("startline", "6")]], 3);
    check("1 == 1", "main", &[&[("startline", "8"), yes, ("assumption", "x == 3;")]], 3);
    check("1 == 1", "f", &[&[("startline", "5"), ("enterFunction", "f")]], 3);
    check("1 == 1", "main", &[&[("startline", "7"), yes]], 3);
    check("1 == 1", "main", &[&[("startline", "11"), yes]], 3);
    check("1 == 1", "main", &[&[("startline", "12"), yes]], 3);
    check("1 == 1", "main", &[&[no]], 3);
}

#[test]
fn proofs_are_confirmed() {
    for format in FORMATS {
        let text = write("counters.c", COUNTERS, format, &[], 0).confirmed();
        assert!(text.contains("proved: line 5"), "{format}: {text}");
        write("marked.i", MARKED, format, &[], 0).confirmed();
        // Without a loop there is nothing to say, which is a witness all the same.
        let text = write("plain.c", "int main(void) { return 0; }\n", format, &[], 0).confirmed();
        assert!(text.contains("no invariants"), "{text}");
    }
}

#[test]
fn violations_are_confirmed() {
    let programs = [
        ("values.c", TWO_VALUES),
        ("marked.i", &MARKED.replace("i == 10", "i == 11")),
        (
            "loop.c",
            "int main(void) {\n  int s = 0;\n  for (int i = 0; i < 3; i++)\n    s += __VERIFIER_nondet_int() == i;\n  \
                    if (s == 3) { reach_error(); }\n}\n",
        ),
        ("assert.c", "#include <assert.h>\nint main(void) { int x = __VERIFIER_nondet_int(); assert(x != -5); }\n"),
        ("open.c", "int main(void) {\n  int x;\n  int y = x;\n  if (y == 9) reach_error();\n}\n"),
        (
            "same.c",
            "int main(void) {\n  int x = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();\n  \
                    if (x == 9 && z == 2) reach_error();\n}\n",
        ),
        (
            "array.c",
            "int main(void) {\n  int a[3], i = 0;\n  while (i < 3 && a[i] == i) i++;\n  if (i == 3) reach_error();\n}\n",
        ),
        ("filled.c", FILLED),
        ("digits.c", DIGITS),
        ("nan.c", NOT_A_NUMBER),
        ("nodes.c", NODES),
        ("two.c", "int main(void) {\n  int x, z;\n  int y = x + z;\n  if (y == 9 && x == 2) reach_error();\n}\n"),
    ];
    for format in FORMATS {
        for (name, program) in programs {
            let written = write(name, program, format, &RULES, 1);
            assert!(written.confirmed().contains("violates the property"), "{name}");
        }
    }
}

/// Too long for the interpreter, so that two native runs have to say it of the program for the witness, too.
#[test]
fn a_violation_after_many_millions_of_steps_is_confirmed() {
    let program = "int main(void) {\n  unsigned x = 0, z = 7000000;\n  while (x < 14000000u) {\n    if (x >= 7000000u) z--;\n    \
                   x++;\n  }\n  if (z == 0) reach_error();\n  return 0;\n}\n";
    let written = write("long.c", program, "witness.yml", &RULES, 1);
    assert!(written.confirmed().contains("violates the property"));
}

#[test]
fn overflows_are_confirmed_where_they_are() {
    let program = "int main(void) {\n  int a = __VERIFIER_nondet_int();\n  int b = __VERIFIER_nondet_int();\n  \
                   if (a > 0 && a < 100) a = a + 1;\n  while (b + a < 0)\n    b++;\n  return 0;\n}\n";
    for format in FORMATS {
        let written = write("overflow.c", program, format, &["--property", "no-overflow"], 1);
        assert!(written.text().contains("G ! overflow"), "{}", written.text());
        written.confirmed();
    }
    // The full expression is where it happens; nothing overflows in line 6.
    let written = write("overflow.c", program, "other.yml", &["--property", "no-overflow"], 1);
    let target = written.text().rfind("line: 7").expect("the target");
    let moved = format!("{}line: 6\n          column: 3\n", &written.text()[..target]);
    let (code, text) = validate(&[&written.folder.file("moved.yml", moved), &written.file]);
    assert_eq!(code, Some(1), "{text}");
    let safe = "int main(void) { int s = 0;\n for (int i = 0; i < 50; i++) s += i;\n return s; }\n";
    for format in FORMATS {
        write("safe.c", safe, format, &["--property", "no-overflow"], 0).confirmed();
    }
}

/// A witness names the property that was decided, also where `--check` has asked for it.
#[test]
fn witnesses_name_what_was_checked() {
    let program = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = x + 1;\n  \
                   if (y == 0 && x == 5) reach_error();\n  return 0;\n}\n";
    let written = write("overflow.c", program, "w.yml", &["--check", "all"], 1);
    assert!(written.text().contains("G ! overflow"), "{}", written.text());
    written.confirmed();
    let always = "int main(void) { int i = 0; while (i < 3) i++; reach_error(); return i; }\n";
    let written = write("reached.c", always, "w.yml", &["--check", "overflow"], 0);
    assert!(written.text().contains("G ! overflow"), "{}", written.text());
    let (code, text) = validate(&["--check", "overflow", &written.witness, &written.file]);
    assert!(code == Some(2) && text.contains("the witness says what is checked"), "{text}");
}

/// A proof of several checks is one of what is not called; nothing else than that and overflow is told as a violation.
#[test]
fn witnesses_are_for_one_property() {
    let written = write("counters.c", COUNTERS, "w.yml", &["--check", "overflow,assert,bounds"], 0);
    assert!(written.text().contains("G ! call(reach_error())"), "{}", written.text());
    assert!(told(&written).iter().any(|(of_loop, _, value)| *of_loop && value.contains("x")), "{}", written.text());
    written.confirmed();
    let twice = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); free(p); return 0; }\n";
    let unsaid = "int main(void) { if (__VERIFIER_nondet_int() == 3) __builtin_unreachable(); return 0; }\n";
    for (program, why) in [
        (twice, "witnesses are for error calls and signed overflow and not for 'free'"),
        (unsaid, "no property says that '__builtin_unreachable' is not called"),
    ] {
        let folder = Folder::new("witness-other");
        let (file, witness) = (folder.file("a.c", format!("{HEADER}{program}")), folder.path("w.yml"));
        let output = run(&["--timeout", "120s", "--witness", &witness, &file]);
        assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
        assert!(stderr(&output).contains(&format!("the witness could not be written: {why}")), "{}", stderr(&output));
        assert!(!std::path::Path::new(&witness).exists());
    }
}

/// What a program defines is code like any other, unless a property names it; a witness names what it says.
#[test]
fn error_functions_that_are_code_are_not_named() {
    let program = "void __VERIFIER_error(void) {}\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int i = 0;\n  \
                   while (i < 3) i++;\n  if (x == 7) __VERIFIER_error();\n  return 0;\n}\n";
    let written = write("defined.c", program, "w.yml", &[], 0);
    assert!(!written.text().contains("__VERIFIER_error"), "{}", written.text());
    let named = written.text().replace("reach_error", "__VERIFIER_error");
    let (code, text) = validate(&[&written.folder.file("named.yml", named), &written.file]);
    assert_ne!(code, Some(0), "{text}");
}

#[test]
fn changed_violations_are_refused() {
    let written = write("values.c", TWO_VALUES, "w.yml", &[], 1);
    written.refused("\\\\result == 77", "\\\\result == 78", "no execution");
    written.refused("\\\\result == 200", "\\\\result == 201", "no execution");
    written.refused("line: 7\n          column: 5", "line: 7\n          column: 6", "no call of 'reach_error'");
    written.refused("line: 7\n          column: 5", "line: 8\n          column: 3", "no call of 'reach_error'");
    written.refused("line: 4", "line: 5", "no call of a function ends");
    written.refused("call(reach_error())", "call(__VERIFIER_error())", "no call of '__VERIFIER_error'");
    let graph = write("values.c", TWO_VALUES, "w.graphml", &[], 1);
    graph.refused("\\result == 77", "\\result == 78", "no execution");
    let (code, text) = validate(&["--property", "no-overflow", &graph.witness, &graph.file]);
    assert!(code == Some(1) && text.contains("another property"), "{text}");
}

#[test]
fn a_target_that_cannot_be_reached_is_refused() {
    let program = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 0) {\n    reach_error();\n  }\n  \
                   if (x > 5 && x < 5) {\n    reach_error();\n  }\n}\n";
    let written = write("dead.c", program, "w.yml", &[], 1);
    written.refused("line: 6", "line: 9", "no execution");
}

#[test]
fn the_hash_is_compared() {
    let written = write("values.c", TWO_VALUES, "w.yml", &[], 1);
    let text = written.text();
    let at = text.find("values.c\": \"").expect("a hash") + "values.c\": \"".len();
    let digits = &text[at..at + 64];
    assert!(digits.bytes().all(|byte| byte.is_ascii_hexdigit()), "{digits}");
    let other = "0".repeat(64);
    let (code, text) = written.changed(digits, &other, &["--check-hash"]);
    assert!(code == Some(1) && text.contains("SHA-256"), "{text}");
    let (code, text) = written.changed(digits, &other, &[]);
    assert!(code == Some(0) && text.contains("warning: the witness is for another file"), "{text}");
}

#[test]
fn changed_proofs_are_refused() {
    let written = write("counters.c", COUNTERS, "w.yml", &[], 0);
    let text = written.text();
    let start = text.find("        value: \"").expect("an invariant") + "        value: ".len();
    let value = text[start..].lines().next().expect("a line").to_string();
    written.refused(&value, "\"x <= 3\"", "'x <= 3' at line 5, column 3 does not hold");
    written.refused(&value, "\"helper(x) == 0\"", "calls a function");
    written.refused(&value, "\"x = y\"", "changes something");
    written.refused(&value, "\"absent == 1\"", "is no C there");
    written.refused("line: 5", "line: 6", "no loop starts");
    written.refused("column: 3", "column: 4", "no loop starts");
    written.refused("function: \"main\"", "function: \"other\"", "not in 'other'");
    // Invariants that hold help nobody if the program is wrong.
    let wrong = COUNTERS.replace("y++", "y += 2");
    let file = written.folder.file("counters.c", format!("{HEADER}{wrong}"));
    let lines = text.lines().map(|line| match line.starts_with("        value: ") {
        true => "        value: \"1\"\n".to_string(),
        false => format!("{line}\n"),
    });
    let plain = written.folder.file("plain.yml", lines.collect::<String>());
    let (code, text) = validate(&[&plain, &file]);
    assert!(code == Some(1) && text.contains("violates the property"), "{text}");
}

#[test]
fn what_is_no_witness_is_refused() {
    let written = write("values.c", TWO_VALUES, "w.yml", &[], 1);
    let malformed = |from: &str, to: &str, why: &str| {
        let (code, text) = written.changed(from, to, &[]);
        assert_eq!(code, Some(2), "'{to}' instead of '{from}': {text}");
        assert!(text.contains(why), "{text}");
    };
    malformed("format_version: \"2.0\"", "format_version: \"9.0\"", ":3: only versions");
    malformed("entry_type: violation_sequence", "entry_type: something", "'something' is no entry type");
    malformed("type: target", "type: goal", "'goal' is no type of waypoints");
    malformed("action: follow", "action: ignore", "'ignore' is no action");
    malformed("line: 4", "line: four", "a line is a number");
    malformed("data_model: LP64", "data_model: 64bit", "ILP32 or LP64");
    malformed("  metadata:", "  metadatum:", "'metadata' is missing");
    malformed("  content:", "  content: [", "");
    for text in ["", "a: b", "[]", "- 1", "<graphml/>", "<graphml><graph></graphml>", "<a>", "\"", "- - -", "\u{0}"] {
        let (code, said) = validate(&[&written.folder.file("wrong", text), &written.file]);
        assert_eq!(code, Some(2), "{text:?}: {said}");
        assert!(said.starts_with("verify: "), "{said}");
    }
    let (code, said) = validate(&[&written.folder.path("absent.yml"), &written.file]);
    assert!(code == Some(2) && said.contains("absent.yml"), "{said}");
    let (code, said) = validate(&[&written.witness]);
    assert!(code == Some(2) && said.contains("validate --help"), "{said}");
}

/// Nobody steps through four billion iterations, but a compiled program does.
#[test]
fn an_invariant_that_is_wrong_very_late_is_refused() {
    let program = "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i = 0;\n  unsigned long s = 0;\n  \
                   while (i < n) {\n    s += __VERIFIER_nondet_uchar();\n    i++;\n  }\n  if (i > n) reach_error();\n}\n";
    let written = write("late.c", program, "w.yml", &[], 0);
    let text = written.text();
    let start = text.find("        value: \"").expect("an invariant") + "        value: ".len();
    let value = text[start..].lines().next().expect("a line").to_string();
    written.refused(&value, "\"i < 4294967294U\"", "does not hold");
}

/// A witness as others write it, for a file of this name.
fn by_hand(kind: &str, property: &str, file: &str, content: &str) -> String {
    format!(
        "- entry_type: {kind}\n  metadata:\n    format_version: 2.0\n    uuid: \
         00000000-0000-4000-a000-000000000000\n    creation_time: 2024-01-01T00:00:00Z\n    producer: \
         {{name: hand, version: \"1\"}}\n    task:\n      input_files: [{file}]\n      \
         input_file_hashes: {{{file}: 00}}\n      specification: G ! call({property}())\n      \
         data_model: LP64\n      language: C\n  content:\n{content}"
    )
}

/// An invariant that C does not define in some states would end the executions through them, and a violation behind it
/// would be lost; a macro may do what the words of an expression do not tell.
#[test]
fn what_an_expression_hides_confirms_nothing() {
    let folder = Folder::new("witness-hiding");
    let check = |program: &str, witness: &str, why: &str| {
        let file = folder.file("p.c", program);
        let (code, said) = validate(&[&folder.file("w.yml", witness), &file]);
        assert_eq!(code, Some(3), "{said}\n{witness}");
        assert!(said.contains(why), "{said}");
    };
    let correctness = |line: u32, value: &str| {
        let content = format!(
            "  - invariant:\n      type: loop_invariant\n      location: {{file_name: p.c, line: {line}, column: 3}}\n      \
             value: \"{value}\"\n      format: c_expression\n"
        );
        by_hand("invariant_set", "reach_error", "p.c", &content)
    };
    let loops = |before: &str| {
        format!(
            "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n{before}\nint main(void) {{\n  \
             int x = __VERIFIER_nondet_int(), i = 0;\n  while (i < 10) i++;\n  if (x == 0) reach_error();\n}}\n"
        )
    };
    for divides in ["1 / x <= 1", "1 % x >= -1", "5 % (1 - (x > 1)) == 0", "x == 0 || i / x <= 2147483647"] {
        check(&loops(""), &correctness(5, divides), "may divide by zero");
    }
    check(&loops("#define NEXT (x = 1)"), &correctness(5, "NEXT"), "which is a macro here");
    let forgotten = loops("#define NEXT (x = 1)") + "#undef NEXT\n";
    check(&forgotten, &correctness(5, "NEXT"), "which is a macro here");
    let stop = "#include <stdlib.h>\nstatic int stop(int x) { if (x == 0) abort(); return 1; }\n#define int8_t stop";
    check(&loops(stop), &correctness(7, "(int8_t)(x)"), "which is a macro here");
    let absent = "int main(void) {\n  int i = 0;\n#if 0\n  while (i < 3) i++;\n#endif\n}\n";
    check(absent, &correctness(4, "i == 77"), "where the compiler does not look");
    let acsl = correctness(5, "i >= 0").replace("format: c_expression", "format: acsl_expression");
    check(&loops(""), &acsl, "ACSL");

    let violation = |property: &str, waypoint: &str, line: u32| {
        let content = format!(
            "{waypoint}  - segment:\n    - waypoint:\n        type: target\n        action: follow\n        location: \
             {{file_name: p.c, line: {line}, column: 5}}\n"
        );
        by_hand("violation_sequence", property, "p.c", &content)
    };
    let set = "extern void reach_error(void);\n#define SET (x = 7)\nint main(void) {\n  int x = 0;\n  int y = 0;\n  \
               if (x == 7)\n    reach_error();\n}\n";
    let assumption = "  - segment:\n    - waypoint:\n        type: assumption\n        action: follow\n        location: \
                      {file_name: p.c, line: 5, column: 3}\n        constraint: {value: \"SET\", format: c_expression}\n";
    check(set, &violation("reach_error", assumption, 7), "which is a macro here");
    for head in
        ["#define NDEBUG\n#include <assert.h>\n", "#include <assert.h>\n#undef assert\n#define assert(c) ((void)(c))\n"]
    {
        let program = format!(
            "{head}extern int __VERIFIER_nondet_int(void);\nint main(void) {{\n  int x = __VERIFIER_nondet_int();\n    \
             assert(x != 3);\n}}\n"
        );
        let line = program.lines().position(|line| line.contains("x != 3")).map_or(0, |at| at as u32 + 1);
        // What the library has behind it speaks of lines.
        let why = if head.contains("#undef") { "'__LINE__'" } else { "not that of the C library" };
        check(&program, &violation("__assert_fail", "", line), why);
    }
}

/// Expressions are C: they may have comments, several lines and a line end behind them, as a block scalar has. What is C
/// and not read is no reason to say that the witness is wrong.
#[test]
fn expressions_are_read_as_c_is() {
    let folder = Folder::new("witness-c-expressions");
    let program = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
                   int x = __VERIFIER_nondet_int(), i = 0;\n  while (i < 10) i++;\n  if (i != 10) reach_error();\n}\n";
    let file = folder.file("p.c", program);
    // `value` is YAML behind its colon.
    let validated = |value: &str| {
        let content = format!(
            "  - invariant:\n      type: loop_invariant\n      location: {{file_name: p.c, line: 4, column: 3}}\n      \
             value: {value}\n      format: c_expression\n"
        );
        let witness = by_hand("invariant_set", "reach_error", "p.c", &content);
        validate(&[&folder.file("w.yml", witness), &file])
    };
    let block = |value: &str| format!("|\n        {}", value.replace('\n', "\n        "));
    for value in [
        block("i <= 10"),
        block("i <=\n  10\n"),
        ">\n        i >= 0\n        && i <= 10\n".to_string(),
        block("i /* < 3 */ <= 10"),
        block("i <= // 3\n  10"),
        block("i <= 10 /* of\n two lines */"),
        block("i <= \\\n 10"),
        block("i <\\\n= 10"),
        block("i <= 1\\\n0"),
        "\"_Alignof(int) == 4\"".to_string(),
        "\"i <= 6 + (int)_Alignof(i)\"".to_string(),
        "\"_Alignof(char) == 1\"".to_string(),
        "\"i != ';' && i != '{'\"".to_string(),
    ] {
        let (code, said) = validated(&value);
        assert_eq!(code, Some(0), "{value}: {said}");
    }
    for value in [
        block("i <= 9"),
        block("i <=\n  9"),
        block("i < // 20\n  10"),
        block("i <= /* 1 */ 9"),
        block("i < 1\\\n0"),
        block("i /\\\n* 1 *\\\n/ <= 9"),
        "\"_Alignof(int) == 8\"".to_string(),
        "\"i < 6 + (int)_Alignof(i)\"".to_string(),
        "\"_Alignof(char) == 4\"".to_string(),
    ] {
        let (code, said) = validated(&value);
        assert!(code == Some(1) && said.contains("does not hold"), "{value}: {said}");
    }
    for (value, what) in [
        ("_Generic(i, int: 1, default: 0)", "_Generic"),
        ("_Generic(i, default: i <= 9)", "_Generic"),
        ("1 == _Generic((char)i, char: 1, int: 0)", "_Generic"),
        ("i <= (int){10}", "a compound literal"),
        ("i <= (int[]){1, 10}[1]", "a compound literal"),
        ("i <= (struct { int a; }){.a = 9}.a", "not supported"),
        ("sizeof(i++) == 4", "inside of sizeof"),
        ("sizeof i++ == 4", "inside of sizeof"),
        ("sizeof(x = 5) == 8", "inside of sizeof"),
        ("(i, i <= 10)", "a comma"),
    ] {
        let (code, said) = validated(&format!("'{value}'"));
        assert!(code == Some(3) && said.contains(what) && said.contains("is not supported"), "{value}: {said}");
    }
    for (value, why) in [("i++ <= 10", "changes"), ("sizeof(i) + i++ > 0", "changes"), ("i <= 10 /*", "no expression")]
    {
        let (code, said) = validated(&format!("\"{value}\""));
        assert!(code == Some(1) && said.contains(why), "{value}: {said}");
    }
}

/// The same for what has to hold on the way to a violation, also in GraphML.
#[test]
fn expressions_on_the_way_are_read_as_c_is() {
    let written = write("values.c", TWO_VALUES, "w.yml", &[], 1);
    let value = "value: \"\\\\result == 77\"";
    let block = |text: &str| format!("value: |\n            {}", text.replace('\n', "\n            "));
    for text in ["\\result == 77", "\\result /* 78 */ == 77", "\\result ==\n  7\\\n7 // 78"] {
        let (code, said) = written.changed(value, &block(text), &[]);
        assert_eq!(code, Some(0), "{text}: {said}");
    }
    for text in ["\\result == 78", "\\result /* 77 */ == 78", "\\result ==\n  7\\\n8 // 77"] {
        let (code, said) = written.changed(value, &block(text), &[]);
        assert!(code == Some(1) && said.contains("no execution"), "{text}: {said}");
    }
    for text in ["\\result == (int){77}", "\\result == _Generic(1, int: 77)", "sizeof(\\result++) == 4"] {
        let (code, said) = written.changed(value, &block(text), &[]);
        assert!(code == Some(3) && said.contains("not supported"), "{text}: {said}");
    }
    let written = write("filled.c", FILLED, "w.yml", &RULES, 1);
    for (from, to, expected) in [
        ("value: \"false\"", "value: |\n            false\n", 0),
        ("value: \"5\"", "value: |\n            5\n", 0),
        ("value: \"false\"", "value: |\n            true /* false */\n", 1),
    ] {
        let (code, said) = written.changed(from, to, &[]);
        assert_eq!(code, Some(expected), "{to}: {said}");
    }
    let written = write("values.c", TWO_VALUES, "w.graphml", &[], 1);
    for (to, expected) in [
        ("\\result == /* ; */ 77;", 0),
        ("\n  \\result // 78\n == 77\n", 0),
        ("\\result == 77; \\result != ';';", 0),
        ("\\result == /* 77; */ 78", 1),
        ("\\result == (int){77}", 3),
    ] {
        let (code, said) = written.changed("\\result == 77", to, &[]);
        assert_eq!(code, Some(expected), "{to}: {said}");
    }
}

/// A cast to a type of the program is none of a function with that name, wherever it stands.
#[test]
fn casts_to_types_of_the_program_are_let_in() {
    let folder = Folder::new("witness-casts");
    let validated = |program: &str, value: &str| {
        let content = format!(
            "  - invariant:\n      type: loop_invariant\n      location: {{file_name: p.c, line: 6, column: 3}}\n      \
             value: \"{value}\"\n      format: c_expression\n"
        );
        let witness = by_hand("invariant_set", "reach_error", "p.c", &content);
        validate(&[&folder.file("w.yml", witness), &folder.file("p.c", program)])
    };
    let program = |outside: &str, inside: &str| {
        format!(
            "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n{outside}\nint main(void) {{\n  \
             {inside}\n  int x = __VERIFIER_nondet_int(), i = 0;\n  while (i < 10) i++;\n  \
             if (x == 7) reach_error();\n}}\n"
        )
    };
    let harmless = |outside: &str, inside: &str| program(outside, inside).replace("x == 7", "i != 10");
    for value in ["(word)(i) <= 10", "(word)(i) <= (word)(10)", "*(word *)(&i) <= 10", "(const word)(i) < (word)11"] {
        let (code, said) = validated(&harmless("typedef unsigned word;", ""), value);
        assert_eq!(code, Some(0), "{value}: {said}");
    }
    let (code, said) = validated(&harmless("", "typedef unsigned word;"), "(word)(i) <= 10");
    assert_eq!(code, Some(0), "{said}");
    // A function that ends what would go wrong.
    let ends = "void abort(void); static int word(int x) { if (x == 7) abort(); return 1; }";
    let (code, said) = validated(&program(ends, ""), "(word)(x)");
    assert!(code == Some(3) && said.contains("does not compile"), "{said}");
    // The type is hidden by a variable that points to such a function.
    let hides = "int (*word)(int) = ends;";
    let outside = "typedef int word; void abort(void); static int ends(int x) { if (x == 7) abort(); return 1; }";
    let (code, said) = validated(&program(outside, hides), "(word)(x)");
    assert!(code == Some(3) && said.contains("does not compile"), "{said}");
    for value in ["(word)(x) (x)", "((word))(x)", "(*word)(x)", "(word x)(x)", "(word)[0](x)"] {
        let (code, said) = validated(&program(outside, hides), value);
        assert!(matches!(code, Some(1 | 3)), "{value}: {said}");
    }
}

/// What a call looks like is not what it does: a name may be a macro, that of a variable, or another symbol's.
#[test]
fn calls_that_only_look_like_errors_or_inputs_confirm_nothing() {
    let folder = Folder::new("witness-looks");
    let point = |kind: &str, line: u32, column: u32, value: &str| {
        let constraint =
            if value.is_empty() { String::new() } else { format!("        constraint: {{value: \"{value}\"}}\n") };
        format!(
            "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n        location: \
             {{file_name: p.c, line: {line}, column: {column}}}\n{constraint}"
        )
    };
    let check = |program: &str, content: &str, expected: i32, why: &str| {
        let program = format!("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n{program}");
        let witness = by_hand("violation_sequence", "reach_error", "p.c", content);
        let (code, said) = validate(&[&folder.file("w.yml", witness), &folder.file("p.c", &program)]);
        assert_eq!(code, Some(expected), "{program}: {said}");
        assert!(said.contains(why), "{program}: {said}");
    };
    let target = |line: u32| point("target", line, 5, "");
    let returns = |line: u32| point("function_return", line, 33, "\\\\result == 5");
    let calls = "int main(void) {\n  if (__VERIFIER_nondet_int() == 5)\n    reach_error();\n}\n";
    check(calls, &target(4), 0, "");
    check(&format!("#define reach_error() ((void)0)\n{calls}"), &target(5), 3, "macro");
    check(&format!("#define reach_error() ((void)0)\n{calls}#undef reach_error\n"), &target(5), 3, "macro");
    let pointer =
        "static void ok(void) {}\nint main(void) {\n  void (*reach_error)(void) = ok;\n    reach_error();\n}\n";
    check(pointer, &target(5), 3, "'reach_error' is no function everywhere");
    let parameter = "static void ok(void) {}\nstatic void g(void reach_error(void)) {\n    reach_error();\n}\n\
                     int main(void) { g(ok); }\n";
    check(parameter, &target(4), 3, "'reach_error' is no function everywhere");
    let takes = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 5)\n    reach_error();\n}\n";
    check(takes, &(returns(3) + &target(5)), 0, "");
    let truth = "extern int __VERIFIER_nondet_bool(void);\nint main(void) {\n  int x = __VERIFIER_nondet_bool();\n  \
                 if (x == 5)\n    reach_error();\n}\n";
    let five = point("function_return", 4, 34, "\\\\result == 5");
    check(truth, &(five + &target(6)), 1, "no execution");
    let zero = "static int zero(void) { return 0; }";
    check(&format!("{zero}\n#define __VERIFIER_nondet_int zero\n{takes}"), &(returns(5) + &target(7)), 3, "macro");
    let hidden = takes.replacen("main(void) {", "main(void) { int (*__VERIFIER_nondet_int)(void) = zero;", 1);
    check(
        &format!("{zero}\n{hidden}"),
        &(returns(4) + &target(6)),
        3,
        "'__VERIFIER_nondet_int' is no function everywhere",
    );
    let labelled = takes.replacen("main(void) {", "main(void) { int __VERIFIER_nondet_int(void) __asm__(\"zero\");", 1);
    check(&format!("int zero(void) {{ return 0; }}\n{labelled}"), &(returns(4) + &target(6)), 3, "another name");
    let other = calls.replacen("int main", "void reach_error(void) __asm__(\"ok\"); void ok(void) {}\nint main", 1);
    check(&other, &target(5), 3, "another name");
}

/// What the text of a file hides from who reads it is neither confirmed nor rejected. All of this is told before a search.
#[test]
fn what_a_file_hides_is_neither_confirmed_nor_rejected() {
    let folder = Folder::new("witness-hidden");
    folder
        .file("n.h", "static int hidden(void) { return 0; }\nstatic int __VERIFIER_nondet_long(void) { return 0; }\n");
    let head = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";
    let check = |name: &str, program: &str, witness: &str, why: &str| {
        let (code, said) = validate(&[&folder.file("w.yml", witness), &folder.file(name, program)]);
        assert_eq!(code, Some(3), "{program}: {said}");
        assert!(said.contains(why), "{program}: {said}");
    };
    let target = |line: u32, column: u32| {
        format!(
            "  - segment:\n    - waypoint:\n        type: target\n        action: follow\n        location: \
             {{file_name: p.c, line: {line}, column: {column}}}\n"
        )
    };
    let point = |kind: &str, line: u32, column: u32, value: &str, format: &str| {
        format!(
            "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n        location: \
             {{file_name: p.c, line: {line}, column: {column}}}\n        constraint: {{value: \"{value}\"{format}}}\n"
        )
    };
    let by = |content: &str| by_hand("violation_sequence", "reach_error", "p.c", content);
    let main = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  x = x;\n  if (x == 5)\n    reach_error();\n}\n";
    let simple = by(&target(6, 5));
    for (before, why) in [
        ("int (__VERIFIER_nondet_int)(void) { return 0; } ", "defined where it is not seen"),
        ("void abort(void) { } ", "'abort' is a function of the program"),
        ("#define if(c) if ((c) && 0)\n", "a macro 'if'"),
        ("#define __builtin_abort() ((void)0)\n", "a macro '__builtin_abort'"),
        ("#pragma redefine_extname __VERIFIER_nondet_int zero\n", "another name"),
        ("int line = __LINE__; ", "'__LINE__'"),
        ("const char *file = __FILE__; ", "'__FILE__'"),
        ("int a<:3:>; ", "digraphs"),
        ("char *s = R\"({)\"; ", "raw strings"),
        ("// x\rint y; ", "carriage return"),
    ] {
        let line = 6 + u32::from(before.ends_with('\n'));
        check("p.c", &format!("{before}{head}{main}"), &by(&target(line, 5)), why);
    }
    let spliced = main.replace("reach_error", "reach_\\\nerror");
    check("p.c", &format!("{head}{spliced}"), &simple, "goes on in the next line");
    check("p.i", &format!("{head}#if 0\n#endif\n{main}"), &simple.replace("p.c", "p.i"), "behind preprocessing");
    let elsewhere = by(&target(6, 5).replace("p.c", "n.h"));
    check("p.c", &format!("{head}{main}"), &elsewhere, "another file");
    // Calls and places that are not seen.
    for (line, why) in [
        ("(reach_error)();", "cannot be told"),
        ("(*reach_error)();", "cannot be told"),
        ("other();", "cannot be told"),
    ] {
        let program = format!("{head}{}", main.replace("reach_error();", line));
        check("p.c", &program, &simple, why);
    }
    let branch = |value: &str| by(&(point("branching", 5, 3, value, "") + &target(6, 5)));
    for value in ["1", "TRUE"] {
        check("p.c", &format!("{head}{main}"), &branch(value), "neither true nor false");
    }
    let looped =
        format!("{head}#define each(i, n) for (int i = 0; i < n; i++)\nint main(void) {{\n  each(i, 3)\n    ;\n}}\n");
    check("p.c", &looped, &by(&(point("branching", 4, 3, "true", "") + &target(5, 5))), "the file uses 'each'");
    for (program, line) in [("#ifdef A\n#endif\n", 8), ("#include \"n.h\"\n", 7)] {
        check(
            "p.c",
            &format!("{program}{head}{main}"),
            &by(&(point("branching", line, 3, "true", "") + &target(6, 5))),
            "but",
        );
    }
    // A switch whose cases are elsewhere.
    let switch =
        "#define ONE case 1:\nint main(void) {\n  switch (__VERIFIER_nondet_int()) {\n    ONE reach_error();\n  }\n}\n";
    let default = by(&(point("branching", 4, 3, "default", "") + &target(5, 9)));
    check("p.c", &format!("{head}{switch}"), &default, "may hide cases");
    // ACSL is another language.
    for value in ["10 <= x <= 20", "x == 5 ^^ x < 0", "-x > 0", "(x<<1) > 0", "x < y"] {
        let content = point("assumption", 4, 3, value, ", format: acsl_expression") + &target(6, 5);
        check("p.c", &format!("{head}{main}"), &by(&content), "in ACSL is not supported");
    }
    // Invariants.
    let at = |kind: &str, line: u32, column: u32, value: &str| {
        let content = format!(
            "  - invariant:\n      type: {kind}\n      location: {{file_name: p.c, line: {line}, column: {column}, function: f}}\n      \
             value: \"{value}\"\n      format: c_expression\n"
        );
        by_hand("invariant_set", "reach_error", "p.c", &content)
    };
    let labelled = "int f(void) {\n  int n = 1;\n  switch (n) {\n  case 1: int x = 5;\n    return x;\n  }\n}\n";
    check("p.c", labelled, &at("location_invariant", 4, 11, "n == 1"), "may be a declaration");
    let upto = "#define UPTO(i) i = 0; i < 3; i++\nint f(void) {\n  int i;\n  for (UPTO(i)) ;\n}\n";
    check("p.c", upto, &at("loop_invariant", 4, 3, "i < 3"), "is not all there");
    let label = "int f(void) {\n  int i = 0;\n  L: i++;\n  goto L;\n}\n";
    check("p.c", label, &at("loop_invariant", 3, 3, "i < 3"), "label");
    for function in ["int f(a) int a; {", "int (f)(int a) {", "int (*f(int a))(void) {"] {
        let program = format!("{function}\n  while (a) a--;\n}}\n");
        check("p.c", &program, &at("loop_invariant", 2, 3, "a >= 0"), "whose name cannot be told");
    }
    let counts = "int f(int x) {\n  while (x) x--;\n}\n";
    for value in ["(1 << x) != 5", "(x >> -1) <= 0", "(x << 1) >= 0"] {
        check("p.c", counts, &at("loop_invariant", 2, 3, value), "may shift");
    }
    let hides = "#define S(x) #x\nint f(void) {\n  int i = 0;\n  char *s = S(({\n  while (i) i++; }));\n}\n";
    check("p.c", hides, &at("loop_invariant", 5, 3, "i == 77"), "does not look");
    for value in
        ["x <= 1'000", "\\\"it's\\\"[0] == 'i'", "alignof(int) == 4", "_Pragma(\\\"x\\\") x", "true", "(size_t)(x)"]
    {
        check("p.c", counts, &at("loop_invariant", 2, 3, value), "");
    }
}

/// What automata say twice, around comments, or on edges that are not followed.
#[test]
fn automata_say_what_they_say() {
    let folder = Folder::new("witness-automata-text");
    let program = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\nint main(void) {\n  \
                   int x = __VERIFIER_nondet_int();\n  if (x == 5)\n    reach_error();\n  while (x) x--; while (x < 3) x++;\n}\n";
    let check = |kind: &str, parts: &str, expected: i32, why: &str| {
        let arguments = [&folder.file("w.graphml", automaton(kind, parts)), &folder.file("p.c", program)];
        let (code, said) = validate(&arguments.map(String::as_str));
        assert_eq!(code, Some(expected), "{parts}: {said}");
        assert!(said.contains(why), "{parts}: {said}");
    };
    let nodes = "<node id=\"b\"/><node id=\"v\"><data \
                 key=\"violation\">true</data></node>";
    let to_target = edge("b", "v", &[("startline", "5")]);
    let first = |said: &str| {
        let about = edge("start", "b", &[("startline", "3"), ("assumption", said)]);
        format!("{nodes}{about}{to_target}")
    };
    check("violation_witness", &first("x &gt;= 0 <!-- c -->&amp;&amp; x &lt; 3"), 1, "no execution");
    let twice = first("1").replace("</data></edge>", "</data><data key=\"startline\">4</data></edge>");
    check("violation_witness", &twice, 2, "said twice");
    let last = edge("start", "v", &[("startline", "5"), ("assumption", "x == 6")]);
    check("violation_witness", &format!("{nodes}{last}"), 3, "on an edge to the violation");
    let merged = "<node id=\"b\"/><node id=\"c\"/><node id=\"v\"><data \
                  key=\"violation\">true</data></node>";
    let edges = edge("start", "b", &[("startline", "3"), ("assumption", "x == 5")])
        + &edge("c", "b", &[])
        + &edge("c", "v", &[("startline", "5")]);
    check("violation_witness", &format!("{merged}{edges}"), 3, "an edge that says nothing");
    for line in ["2", "4", "6"] {
        let about = edge("start", "b", &[("startline", line), ("assumption", "x == 5")]);
        check("violation_witness", &format!("{nodes}{about}{to_target}"), 3, "not one statement");
    }
    let inside = "<node id=\"b\"><data key=\"invariant\">x &gt;= \
                  5</data></node>";
    let head = edge("start", "b", &[("startline", "6"), ("enterLoopHead", "true")]);
    check("correctness_witness", &format!("{inside}{head}"), 3, "several loops");
}

/// Where a function is named, it is the one that the place is in.
#[test]
fn places_are_in_the_functions_that_are_named() {
    let written = write("values.c", TWO_VALUES, "w.yml", &[], 1);
    written.refused(
        "function: \"main\"",
        "function: \"other\"",
        "line 4, column 33 is in function 'main', not in 'other'",
    );
    let text = written.text();
    let target = text.rfind("function: \"main\"").expect("a function");
    let moved = format!("{}function: \"other\"\n", &text[..target]);
    let (code, said) = validate(&[&written.folder.file("moved.yml", moved), &written.file]);
    assert!(code == Some(1) && said.contains("not in 'other'"), "{said}");
    let nameless = written.folder.file("nameless.yml", text.replace("          function: \"main\"\n", ""));
    assert_eq!(validate(&[&nameless, &written.file]).0, Some(0));
    let overflow = "int main(void) {\n  int a = __VERIFIER_nondet_int();\n  return a + 1;\n}\n";
    let written = write("overflow.c", overflow, "w.yml", &["--property", "no-overflow"], 1);
    let text = written.text().replace("function: \"main\"", "function: \"f\"");
    let (code, said) = validate(&[&written.folder.file("f.yml", text), &written.file]);
    assert!(code == Some(1) && said.contains("not in 'f'"), "{said}");
}

/// Entries of a violation are alternatives, those of a proof belong together.
#[test]
fn witnesses_may_have_several_entries() {
    let written = write("values.c", TWO_VALUES, "w.yml", &[], 1);
    let wrong = written.text().replace("result == 77", "result == 78");
    let both = |first: &str, second: &str| {
        let file = written.folder.file("both.yml", format!("{first}{second}"));
        validate(&[&file, &written.file])
    };
    assert_eq!(both(&wrong, &written.text()).0, Some(0));
    assert_eq!(both(&wrong, &wrong).0, Some(1));
    let proof = write("counters.c", COUNTERS, "w.yml", &[], 0);
    assert_eq!(both(&wrong, &proof.text()).0, Some(2));
    let false_entry = proof.text().replacen("value: \"", "value: \"x < 3 && ", 1);
    let file = proof.folder.file("both.yml", format!("{}{false_entry}", proof.text()));
    let (code, said) = validate(&[&file, &proof.file]);
    assert!(code == Some(1) && said.contains("does not hold"), "{said}");
}

/// What others' witnesses have and ours do not: branches, functions that are entered, what is to be avoided.
#[test]
fn all_kinds_of_waypoints_are_followed() {
    let folder = Folder::new("witness-kinds");
    let program = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n\
                   int f(int a) { return a > 3 ? a : 0; }\nint main(void) {\n  int x = f(__VERIFIER_nondet_int());\n  \
                   if (x == 7)\n    x = 9;\n  switch (x) {\n    case 9: reach_error(); break;\n    \
                   default: ;\n  }\n}\n";
    let file = folder.file("kinds.c", program);
    let confirm = |waypoints: &[(&str, &str, u32, u32, &str)], code: i32| {
        let mut text = by_hand("violation_sequence", "reach_error", "kinds.c", "");
        let mut opens = true;
        for (kind, action, line, column, value) in waypoints {
            text += if opens { "  - segment:\n" } else { "" };
            text += &format!(
                "    - waypoint:\n        type: {kind}\n        action: {action}\n        location: \
                              {{file_name: kinds.c, line: {line}, column: {column}}}\n"
            );
            if !value.is_empty() {
                text += &format!("        constraint: {{value: \"{value}\"}}\n");
            }
            opens = *action == "follow";
        }
        let (got, said) = validate(&[&folder.file("w.yml", text), &file]);
        assert_eq!(got, Some(code), "{waypoints:?}: {said}");
    };
    let target = ("target", "follow", 8, 13, "");
    confirm(&[("function_enter", "follow", 4, 36, ""), target], 0);
    confirm(&[("function_return", "follow", 4, 36, "\\\\result == 7"), target], 0);
    confirm(&[("function_return", "follow", 4, 36, "\\\\result == 8"), target], 1);
    confirm(&[("branching", "follow", 2, 29, "true"), ("branching", "follow", 5, 3, "false"), target], 0);
    confirm(&[("branching", "follow", 2, 29, "false"), target], 1);
    confirm(&[("branching", "follow", 7, 3, "9"), target], 0);
    confirm(&[("branching", "follow", 7, 3, "default"), target], 1);
    confirm(&[("branching", "avoid", 5, 3, "true"), target], 0);
    confirm(&[("branching", "avoid", 2, 29, "true"), target], 1);
    confirm(&[("assumption", "follow", 6, 5, "x == 7"), target], 0);
    confirm(&[("assumption", "follow", 7, 3, "x < 9"), target], 1);
    confirm(&[("branching", "follow", 6, 5, "true"), target], 1);
}

/// The shape that version 2.0 of the format asks for, written down anew here: nothing is missing, nothing is added.
#[test]
fn witnesses_in_yaml_have_the_shape_of_the_format() {
    let keys = |node: &Yaml, wanted: &[&str], allowed: &[&str]| {
        let mapping = node.as_mapping().expect("a mapping");
        let found: Vec<&str> = mapping.iter().map(|(key, _)| key.as_str().expect("a text")).collect();
        assert!(wanted.iter().all(|key| found.contains(key)), "{found:?} lacks some of {wanted:?}");
        let extra: Vec<&&str> = found.iter().filter(|key| !wanted.contains(key) && !allowed.contains(key)).collect();
        assert!(extra.is_empty(), "{extra:?}");
    };
    let text = |node: &Yaml| node.as_str().expect("a text").to_string();
    let location = |node: &Yaml| {
        keys(node, &["file_name", "line"], &["column", "function"]);
        text(&node["file_name"]);
        for name in ["line", "column"] {
            assert!(node[name].as_integer().expect("a number") > 0);
        }
    };
    let violation = write("values.c", TWO_VALUES, "w.yml", &[], 1);
    let ways = write("filled.c", FILLED, "w.yml", &RULES, 1);
    let proof = write("counters.c", COUNTERS, "w.yml", &[], 0);
    let all = [(&violation, "violation_sequence"), (&ways, "violation_sequence"), (&proof, "invariant_set")];
    for (written, kind) in all {
        let source = written.text();
        let documents = Yaml::load_from_str(&source).expect("YAML");
        let entry = &documents[0][0];
        keys(entry, &["entry_type", "metadata", "content"], &[]);
        assert_eq!(text(&entry["entry_type"]), kind);
        let metadata = &entry["metadata"];
        keys(metadata, &["format_version", "uuid", "creation_time", "producer", "task"], &[]);
        assert_eq!(text(&metadata["format_version"]), "2.0");
        assert_eq!(text(&metadata["uuid"]).split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
        let time = text(&metadata["creation_time"]);
        assert!(time.len() == 20 && time.ends_with('Z') && time.as_bytes()[10] == b'T', "{time}");
        keys(&metadata["producer"], &["name", "version"], &["configuration", "command_line", "description"]);
        let task = &metadata["task"];
        keys(task, &["input_files", "input_file_hashes", "specification", "data_model", "language"], &[]);
        let file = text(&task["input_files"][0]);
        assert_eq!(text(&task["input_file_hashes"][file.as_str()]).len(), 64);
        assert_eq!(text(&task["specification"]), "CHECK( init(main()), LTL(G ! call(reach_error())) )");
        assert_eq!((text(&task["data_model"]).as_str(), text(&task["language"]).as_str()), ("LP64", "C"));
        let content = entry["content"].as_sequence().expect("a list");
        assert!(!content.is_empty());
        for (index, item) in content.iter().enumerate() {
            if kind == "invariant_set" {
                keys(item, &["invariant"], &[]);
                let invariant = &item["invariant"];
                keys(invariant, &["type", "location", "value", "format"], &[]);
                assert!(["loop_invariant", "location_invariant"].contains(&text(&invariant["type"]).as_str()));
                assert_eq!(text(&invariant["format"]), "c_expression");
                text(&invariant["value"]);
                location(&invariant["location"]);
                continue;
            }
            keys(item, &["segment"], &[]);
            let waypoints = item["segment"].as_sequence().expect("a list");
            assert_eq!(waypoints.len(), 1);
            let waypoint = &waypoints[0]["waypoint"];
            keys(waypoint, &["type", "action", "location"], &["constraint"]);
            location(&waypoint["location"]);
            assert_eq!(text(&waypoint["action"]), "follow");
            let last = index + 1 == content.len();
            let kind = text(&waypoint["type"]);
            assert_eq!(kind == "target", last);
            if last {
                keys(waypoint, &["type", "action", "location"], &[]);
                continue;
            }
            let constraint = &waypoint["constraint"];
            match kind.as_str() {
                "function_return" => {
                    keys(constraint, &["value", "format"], &[]);
                    assert_eq!(text(&constraint["format"]), "acsl_expression");
                    assert!(text(&constraint["value"]).starts_with("\\result == "));
                }
                "assumption" => {
                    keys(constraint, &["value", "format"], &[]);
                    assert_eq!(text(&constraint["format"]), "c_expression");
                }
                "branching" => {
                    keys(constraint, &["value"], &[]);
                    let value = text(&constraint["value"]);
                    assert!(["true", "false", "default"].contains(&value.as_str()) || value.parse::<i64>().is_ok());
                }
                other => panic!("{other}"),
            }
        }
    }
}

#[test]
fn a_witness_says_which_task_it_is_for() {
    let written = write("values.c", TWO_VALUES, "w.graphml", &["--data-model", "ILP32"], 1);
    let text = written.text();
    for part in [
        "<data key=\"witness-type\">violation_witness</data>",
        "<data key=\"sourcecodelang\">C</data>",
        "<data key=\"architecture\">32bit</data>",
        "<data key=\"specification\">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>",
        "<data key=\"startline\">4</data>",
        "<data key=\"assumption\">\\result == 77;</data>",
        "<data key=\"assumption.resultfunction\">__VERIFIER_nondet_int</data>",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn the_competition_gets_its_words_from_any_folder() {
    let folder = Folder::new("witness-competition");
    folder.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    folder.file("bad.c", format!("{HEADER}{TWO_VALUES}"));
    folder.file("good.c", format!("{HEADER}{COUNTERS}"));
    for (file, word, code) in [("bad.c", "false(unreach-call)", 1), ("good.c", "true", 0)] {
        let options = ["--sv-comp", "--property-file", "p.prp", "--data-model", "ILP32", "--witness", "w.yml", file];
        let output = verify().current_dir(folder.path("")).args(options).output().expect("verify starts");
        assert_eq!((stdout(&output).lines().last(), output.status.code()), (Some(word), Some(code)));
        let options = ["validate", "--sv-comp", "--property-file", "p.prp", "--witness", "w.yml", file];
        let output = verify().current_dir(folder.path("")).args(options).output().expect("verify starts");
        assert_eq!((stdout(&output).lines().last(), output.status.code()), (Some(word), Some(0)));
    }
    assert!(std::fs::read_to_string(folder.path("w.yml")).expect("a witness").contains("ILP32"));
}

#[test]
fn no_answer_writes_no_witness() {
    let folder = Folder::new("witness-none");
    let hard = "extern unsigned long __VERIFIER_nondet_ulong(void); extern void reach_error(void);\n\
                int main(void) { unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();\n\
                while (__VERIFIER_nondet_ulong()) { a = a * 0xff51afd7ed558ccdUL ^ (b >> 33); b = b * (a | 1) + 7; }\n\
                if ((__int128)a * b == (__int128)0xd6ad96e1bcf72c5dUL && a > 1 && b > 1 && a < b) reach_error(); }\n";
    let (file, witness) = (folder.file("hard.c", hard), folder.path("w.yml"));
    let output = run(&["--timeout", "3s", "--engine", "kind", "--witness", &witness, &file]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(!std::path::Path::new(&witness).exists());
    let system = folder.file("hard.vmt", HARD);
    let output = run(&["--timeout", "3s", "--witness", &witness, &system]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("only be written for C programs"), "{}", stderr(&output));
}
