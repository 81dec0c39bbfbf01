//! `verify bench` from outside: limits, the end of whole process trees, resuming, and what it writes.
//!
//! Most runs are of a tool made of a few lines of shell, which an adapter makes an engine.

mod support;

use euclase_result::{Answer, Proof, Reason, V2};
use serde_json::Value;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Output, Stdio};
use support::{Folder, example, is_alive, stderr, stdout, verify, wait_for};

/// A bench on a folder of its own.
struct Bench {
    folder: Folder,
}

impl Bench {
    /// A tool whose script is given, under the name `fake`, and tasks with the right answers.
    fn new(test: &str, script: &str, tasks: &[(&str, &str)]) -> Self {
        let folder = Folder::new(test);
        let mut list = "category,task,expected\n".to_string();
        for (name, expected) in tasks {
            folder.file(name, "int main() { return 0; }\n");
            list += &format!("C,{name},{expected}\n");
        }
        folder.file("tasks.csv", list);
        let bench = Bench { folder };
        bench.tool("fake", script);
        bench
    }

    /// One more tool.
    fn tool(&self, name: &str, script: &str) {
        self.folder.file(&format!("{name}.sh"), script);
        let text = format!(
            "name = \"{name}\"\nprogram = \"sh\"\narguments = [\"{}\", \"{{file}}\", \"{{timeout}}\"]\n\
             [[answer]]\npattern = \"^answer: true$\"\nmeans = \"true\"\n\
             [[answer]]\npattern = \"^answer: false$\"\nmeans = \"false\"\n\
             [[answer]]\npattern = \"^answer: unknown.*\"\nmeans = \"unknown\"\n",
            self.folder.path(&format!("{name}.sh"))
        );
        self.folder.file(&format!("{name}.toml"), text);
    }

    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = verify();
        command.arg("bench").arg(self.folder.path("tasks.csv")).args(arguments);
        command.args(["--adapter", &self.folder.path("fake.toml"), "--out", &self.folder.path("out")]);
        if !arguments.contains(&"--engines") {
            command.args(["--engines", "fake"]);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("verify starts")
    }

    /// The results: for each task and engine a row by the names of its columns.
    fn rows(&self) -> Vec<BTreeMap<String, String>> {
        rows(Path::new(&self.folder.path("out/results.csv")))
    }

    fn outcomes(&self) -> Vec<(String, String)> {
        let mut found: Vec<_> = self.rows().iter().map(|row| (row["task"].clone(), row["outcome"].clone())).collect();
        found.sort();
        found
    }
}

fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).expect("there are results");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
}

/// A script that does what the name of the task says.
const BY_NAME: &str = "\
case $1 in
  *true*) echo 'answer: true' ;;
  *false*) echo 'answer: false' ;;
  *unknown*) echo 'answer: unknown, too hard' ;;
  *silent*) echo 'no idea' >&2; exit 7 ;;
  *killed*) kill -SEGV $$ ;;
esac
";

#[test]
fn answers_are_held_against_the_right_ones() {
    let tasks = [
        ("a-true.c", "true"),
        ("b-false.c", "false(unreach-call)"),
        ("c-true.c", "false"),
        ("d-false.c", "true"),
        ("e-unknown.c", "true"),
        ("f-silent.c", "true"),
        ("g-killed.c", "true"),
        ("h-true.c", ""),
    ];
    let bench = Bench::new("bench-answers", BY_NAME, &tasks);
    let output = bench.run(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let expected = [
        ("a-true.c", "correct-true"),
        ("b-false.c", "correct-false"),
        ("c-true.c", "wrong-true"),
        ("d-false.c", "wrong-false"),
        ("e-unknown.c", "unknown"),
        ("f-silent.c", "crash"),
        ("g-killed.c", "crash"),
        ("h-true.c", "answered"),
    ];
    assert_eq!(bench.outcomes(), pairs(&expected));
    let score: i64 = bench.rows().iter().map(|row| row["score"].parse::<i64>().unwrap()).sum();
    assert_eq!(score, 2 + 1 - 32 - 16);
    let table = stdout(&output);
    let line: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(line[..10], ["C", "fake", "8", "2", "+1?", "2", "1", "0", "0", "2"], "{table}");
    assert!(stderr(&output).contains("WRONG: fake says true of c-true.c"), "{}", stderr(&output));
    let row = bench.rows().into_iter().find(|row| row["task"] == "f-silent.c").unwrap();
    assert_eq!(row["reason"], "ended with code 7: no idea");
    let log = std::fs::read_to_string(bench.folder.path(&format!("out/{}", row["log"]))).unwrap();
    assert!(log.starts_with("$ ") && log.contains("no idea\n") && log.contains("# exit code 7"), "{log}");
    let page = std::fs::read_to_string(bench.folder.path("out/index.html")).unwrap();
    assert!(page.contains("\"task\":\"f-silent.c\"") && page.contains("no idea"));
    assert!(!Path::new(&bench.folder.path("out/scratch")).exists());
}

#[test]
fn time_is_limited_and_the_whole_tree_ends() {
    // A child in a session of its own, and a daemon that has left its parent.
    let script = "\
sleep 600 &
echo $! > \"$1.pids\"
setsid sleep 600 &
echo $! >> \"$1.pids\"
(setsid sh -c 'echo $$ >> \"$0.pids\"; exec sleep 600' \"$1\" &)
wait
";
    let bench = Bench::new("bench-tree", script, &[("a.c", "true")]);
    let output = bench.run(&["--timeout", "2s"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(bench.outcomes(), pairs(&[("a.c", "timeout")]));
    let pids = std::fs::read_to_string(bench.folder.path("a.c.pids")).unwrap();
    let pids: Vec<u32> = pids.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(pids.len(), 3);
    assert!(pids.iter().all(|id| !is_alive(*id)), "{pids:?}");
    let row = &bench.rows()[0];
    assert!(row["wall_seconds"].parse::<f64>().unwrap() >= 2.0);
    assert_eq!(row["reason"], "ended from outside: time");
}

#[test]
fn what_is_left_behind_by_a_tool_that_ends_is_ended() {
    let script = "sleep 600 & echo $! > \"$1.pid\"\necho 'answer: true'\n";
    let bench = Bench::new("bench-left", script, &[("a.c", "true")]);
    assert_eq!(bench.run(&[]).status.code(), Some(0));
    assert_eq!(bench.outcomes(), pairs(&[("a.c", "correct-true")]));
    let pid = std::fs::read_to_string(bench.folder.path("a.c.pid")).unwrap();
    assert!(!is_alive(pid.trim().parse().unwrap()));
}

#[test]
fn processor_time_adds_up_over_processes() {
    // Two processes, neither of which reaches the limit alone before the tool would end.
    let script = "sh -c 'while :; do :; done' & sh -c 'while :; do :; done' & wait\n";
    let bench = Bench::new("bench-cpu", script, &[("a.c", "true")]);
    assert_eq!(bench.run(&["--timeout", "100s", "--cpu-timeout", "1s"]).status.code(), Some(0));
    let row = &bench.rows()[0];
    assert_eq!((row["outcome"].as_str(), row["reason"].as_str()), ("timeout", "ended from outside: processor time"));
    assert!(row["cpu_seconds"].parse::<f64>().unwrap() >= 1.0);
}

#[test]
fn memory_adds_up_over_processes() {
    // Each has a buffer of 100 MB that nobody takes from it, all together more than they may.
    let script = "for i in 1 2 3 4; do (dd if=/dev/zero bs=100M count=1 | sleep 600) & done\nwait\n";
    let bench = Bench::new("bench-memory", script, &[("a.c", "true")]);
    let output = bench.run(&["--timeout", "100s", "--memory", "200MiB"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let row = &bench.rows()[0];
    assert_eq!((row["outcome"].as_str(), row["reason"].as_str()), ("out-of-memory", "ended from outside: memory"));
    assert!(row["memory_bytes"].parse::<u64>().unwrap() > 200 << 20);
}

#[test]
fn runs_that_are_there_are_not_made_again() {
    let script = "echo run >> \"$1.runs\"\necho 'answer: true'\n";
    let bench = Bench::new("bench-resume", script, &[("a.c", "true"), ("b.c", "true"), ("c.c", "true")]);
    assert_eq!(bench.run(&["--only", "a.c"]).status.code(), Some(0));
    let output = bench.run(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("1 of 3 runs is there already"), "{}", stderr(&output));
    assert_eq!(bench.rows().len(), 3);
    for task in ["a.c", "b.c", "c.c"] {
        let runs = std::fs::read_to_string(bench.folder.path(&format!("{task}.runs"))).unwrap();
        assert_eq!(runs.lines().count(), 1, "{task}");
    }
    // Other conditions do not belong into the same folder.
    let output = bench.run(&["--timeout", "99s"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("the time was 30 s and is 99 s now"), "{}", stderr(&output));
    bench.folder.file("a.c", "int main() { return 1; }\n");
    let output = bench.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("task 'a.c unreach-call' was"), "{}", stderr(&output));
    let output = bench.run(&["--timeout", "99s", "--restart", "--only", "b.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(bench.outcomes(), pairs(&[("b.c", "correct-true")]));
}

#[test]
fn folders_that_are_not_of_a_bench_are_left_alone() {
    let bench = Bench::new("bench-foreign", "echo 'answer: true'\n", &[("a.c", "true")]);
    for folder in ["out/logs", "out/scratch"] {
        std::fs::create_dir_all(bench.folder.path(folder)).unwrap();
    }
    for name in ["manifest.json", "index.html", "logs/mine.log", "scratch/mine.txt"] {
        bench.folder.file(&format!("out/{name}"), "{}");
    }
    for arguments in [&[][..], &["--restart"]] {
        let output = bench.run(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("that is not of a bench: choose another folder"), "{}", stderr(&output));
    }
    for name in ["manifest.json", "index.html", "logs/mine.log", "scratch/mine.txt"] {
        assert_eq!(std::fs::read_to_string(bench.folder.path(&format!("out/{name}"))).unwrap(), "{}", "{name}");
    }
    assert!(!Path::new(&bench.folder.path("out/bench.lock")).exists());
}

#[test]
fn a_second_bench_in_the_same_folder_is_refused() {
    let script = "echo > \"$1.started\"; while [ ! -e \"$1.go\" ]; do sleep 0.05; done; echo 'answer: true'\n";
    let bench = Bench::new("bench-two", script, &[("a.c", "true")]);
    let child = bench.command(&[]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    assert!(wait_for(|| Path::new(&bench.folder.path("a.c.started")).exists()));
    let second = bench.run(&["--restart"]);
    bench.folder.file("a.c.go", "");
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another bench is at work in this folder"), "{}", stderr(&second));
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    assert_eq!(bench.outcomes(), pairs(&[("a.c", "correct-true")]));
}

#[test]
fn results_of_another_property_or_of_nobody_knows_what_are_not_gone_on_with() {
    let bench = Bench::new("bench-property", "echo 'answer: true'\n", &[("a.c", "true")]);
    let property = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    bench.folder.file("unreach-call.prp", property);
    let definition = "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: unreach-call.prp\n    \
        expected_verdict: true\n";
    bench.folder.file("a.yml", definition);
    bench.folder.file("tasks.csv", "task,expected\na.yml,\n");
    assert_eq!(bench.run(&[]).status.code(), Some(0));
    assert_eq!(bench.outcomes(), pairs(&[("a.yml", "correct-true")]));
    let output = bench.run(&[]);
    assert!(stderr(&output).contains("1 of 1 run is there already"), "{}", stderr(&output));
    bench.folder.file("unreach-call.prp", property.replace("reach_error", "reach_other"));
    let output = bench.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("task 'a.yml unreach-call' was"), "{}", stderr(&output));
    std::fs::remove_file(bench.folder.path("out/manifest.json")).unwrap();
    let output = bench.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there are results, but no manifest.json"), "{}", stderr(&output));
}

#[test]
fn an_interrupted_bench_ends_its_runs_and_goes_on_later() {
    // The second task waits until it is asked not to.
    let script = "case $1 in\n*b.c) if [ ! -e \"$1.go\" ]; then echo $$ > \"$1.pid\"; sleep 600; fi ;;\nesac\necho 'answer: true'\n";
    let bench = Bench::new("bench-interrupt", script, &[("a.c", "true"), ("b.c", "true")]);
    let pid_file = bench.folder.path("b.c.pid");
    let mut command = bench.command(&["--timeout", "300s"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pid = || std::fs::read_to_string(&pid_file).ok().and_then(|text| text.trim().parse::<u32>().ok());
    assert!(wait_for(|| pid().is_some()));
    // SAFETY: the process is our child and has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("fake        1        1"), "{}", stdout(&output));
    assert!(!is_alive(pid().unwrap()));
    bench.folder.file("b.c.go", "");
    assert_eq!(bench.run(&["--timeout", "300s"]).status.code(), Some(0));
    assert_eq!(bench.outcomes(), pairs(&[("a.c", "correct-true"), ("b.c", "correct-true")]));
}

#[test]
fn runs_die_with_a_bench_that_is_killed() {
    let script = "echo $$ > \"$1.pid\"; sleep 600\n";
    let bench = Bench::new("bench-killed", script, &[("a.c", "true")]);
    let mut child = bench.command(&["--timeout", "300s"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pid_file = bench.folder.path("a.c.pid");
    let pid = || std::fs::read_to_string(&pid_file).ok().and_then(|text| text.trim().parse::<u32>().ok());
    assert!(wait_for(|| pid().is_some()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(wait_for(|| !is_alive(pid().unwrap())));
}

#[test]
fn engines_take_turns_task_by_task() {
    let tasks = [("a.c", "true"), ("b.c", "true"), ("c.c", "true")];
    let bench = Bench::new("bench-order", "echo 'answer: true'\n", &tasks);
    bench.tool("other", "echo 'answer: unknown'\n");
    let adapter = bench.folder.path("other.toml");
    let output = bench.run(&["--engines", "fake,other", "--adapter", &adapter]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let order: Vec<String> = bench.rows().iter().map(|row| format!("{} {}", row["task"], row["engine"])).collect();
    assert_eq!(order, ["a.c fake", "a.c other", "b.c other", "b.c fake", "c.c fake", "c.c other"]);
}

#[test]
fn two_runs_are_compared() {
    let tasks = [("a-true.c", "true"), ("b-unknown.c", "true"), ("c-true.c", "true")];
    let bench = Bench::new("bench-compare", BY_NAME, &tasks);
    assert_eq!(bench.run(&[]).status.code(), Some(0));
    let old = bench.folder.path("old");
    std::fs::rename(bench.folder.path("out"), &old).unwrap();
    let same = verify().args(["bench", "compare", &old, &format!("{old}/results.csv")]).output().unwrap();
    assert_eq!(same.status.code(), Some(0));
    assert!(stdout(&same).starts_with("compared: 3 runs, correct before 2 and now 2: gained 0, lost 0"));
    bench.tool(
        "fake",
        "case $1 in *a-*) echo 'answer: false' ;; *b-*) echo 'answer: true' ;; *) echo 'answer: unknown' ;; esac\n",
    );
    assert_eq!(bench.run(&[]).status.code(), Some(1));
    let new = bench.folder.path("out");
    let output = verify().args(["bench", "compare", &old, &new]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let titles: Vec<String> =
        stdout(&output).lines().filter(|line| line.ends_with(": 1")).map(str::to_string).collect();
    assert_eq!(titles, ["WRONG now, and not before: 1", "lost: 1", "gained: 1"]);
    let output = verify().args(["bench", "compare", &old, &new, "--json"]).output().unwrap();
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["gained"][0]["task"], "b-unknown.c");
    // One page about both.
    let page = bench.folder.path("both.html");
    let output = verify().args(["bench", "report", &old, &new, "--out", &page]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::read_to_string(&page).unwrap().contains("\"log\":\"old/logs/a-true.c.fake.log\""));
}

#[test]
fn engines_of_verify_run_on_its_examples() {
    let folder = Folder::new("bench-verify");
    let out = folder.path("out");
    let mut command = verify();
    command.args(["bench", &example("driver-lock.c"), &example("combination-lock.vmt"), "--timeout", "60s", "--json"]);
    let output = command.args(["--engines", "euf,auto+--no-replay", "--jobs", "2", "--out", &out]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let correct: Vec<_> = summary["summary"].as_array().unwrap().iter().map(|tally| tally["correct"].clone()).collect();
    assert_eq!(correct, [2, 2]);
    let rows = rows(Path::new(&folder.path("out/results.csv")));
    assert!(rows.iter().all(|row| row["winner"].is_empty() == (row["engine"] == "euf")), "{rows:?}");
    assert!(rows.iter().all(|row| row["memory_bytes"].parse::<u64>().unwrap() > 1 << 20));
}

/// A C program that is safe, with a loop.
const SAFE: &str = "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  \
    unsigned n = __VERIFIER_nondet_uint();\n  unsigned i = 0;\n  while (i < n) {\n    i++;\n  }\n  \
    if (i != n) reach_error();\n  return 0;\n}\n";

/// And one that is not.
const UNSAFE: &str = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
    int x = __VERIFIER_nondet_int();\n  if (x == 42) reach_error();\n  return 0;\n}\n";

/// Tasks of which one is safe and one is not.
fn safe_and_unsafe(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.file("safe.c", SAFE);
    folder.file("unsafe.c", UNSAFE);
    folder.file("tasks.csv", "category,task,expected\nLoops,safe.c,true\nBranches,unsafe.c,false\n");
    folder
}

/// A program made of shell in the place of `verify`.
fn instead_of_verify(folder: &Folder, script: &str) -> String {
    let path = folder.file("verify.sh", format!("#!/bin/sh\n{script}"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    path
}

/// What became of the witness of each task.
fn witnesses(folder: &Folder) -> Vec<(String, String)> {
    let rows = rows(Path::new(&folder.path("out/results.csv")));
    rows.iter().map(|row| (row["task"].clone(), row["witness"].clone())).collect()
}

#[test]
fn witnesses_of_answers_are_validated() {
    let folder = safe_and_unsafe("bench-validate");
    let bench = |arguments: &[&str]| {
        let mut command = verify();
        command.args(["bench", &folder.path("tasks.csv"), &example("combination-lock.vmt"), "--timeout", "60s"]);
        command.args(["--out", &folder.path("out")]).args(arguments).output().unwrap()
    };
    let output = bench(&["--validate"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // There are no witnesses of systems.
    let system = example("combination-lock.vmt");
    assert_eq!(witnesses(&folder), pairs(&[("safe.c", "confirmed"), ("unsafe.c", "confirmed"), (&system, "")]));
    let table = stdout(&output);
    assert!(table.lines().next().unwrap().ends_with("true confirmed  false confirmed  rejected"), "{table}");
    let cells = |category: &str| -> Vec<String> {
        let line = table.lines().find(|line| line.starts_with(category)).unwrap();
        line.split_whitespace().rev().take(3).map(str::to_string).collect()
    };
    assert_eq!((cells("Loops"), cells("Branches")), (pair_of("0/0", "1/1"), pair_of("1/1", "0/0")), "{table}");
    let log = std::fs::read_to_string(folder.path("out/logs/safe.c.auto.log")).unwrap();
    let (run, validation) = log.split_once("\n\n# the witness of the answer is validated").unwrap();
    assert!(run.contains("\"verdict\": \"TRUE\"") && validation.contains("\"conclusion\": \"confirmed\""), "{log}");
    assert!(std::fs::read_to_string(folder.path("out/witnesses/unsafe.c.auto.yml")).unwrap().contains("waypoint"));
    let page = std::fs::read_to_string(folder.path("out/index.html")).unwrap();
    assert!(page.contains("\"witnessFile\":\"witnesses/safe.c.auto.yml\""));
    // Answers with witnesses and those without do not belong together.
    let output = bench(&[]);
    assert_eq!(output.status.code(), Some(2));
    let message = "witnesses were validated then (--validate), and are not now";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    let output = bench(&["--validate", "--json"]);
    assert!(stderr(&output).contains("3 of 3 runs are there already"), "{}", stderr(&output));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    let all = object["summary"].as_array().unwrap().last().unwrap();
    let all = &all["witnesses"];
    assert_eq!((&all["confirmed_true"], &all["confirmed_false"], &all["rejected"]), (&1.into(), &1.into(), &0.into()));
    // What is merged has all of it.
    let merged = folder.path("merged");
    let output = verify().args(["bench", "merge", &merged, &folder.path("out")]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(rows(Path::new(&folder.path("merged/results.csv"))).iter().any(|row| row["witness"] == "confirmed"));
    assert!(Path::new(&folder.path("merged/witnesses/safe.c.auto.yml")).exists());
}

/// The last cells of a line of the table, from its end.
fn pair_of(of_false: &str, of_true: &str) -> Vec<String> {
    ["0", of_false, of_true].map(str::to_string).to_vec()
}

#[test]
fn witnesses_that_were_tampered_with_are_rejected() {
    let folder = safe_and_unsafe("bench-tampered");
    let script = "\
for word; do if [ \"$before\" = --witness ]; then witness=$word; fi; before=$word; done
\"$VERIFY\" \"$@\"
code=$?
sed -i -e '/result/s/42/43/' -e '/result/!s/^\\( *\\)value: .*/\\1value: \"1 == 2\"/' \"$witness\"
exit $code
";
    let program = instead_of_verify(&folder, script);
    let mut command = verify();
    command.env("VERIFY", env!("CARGO_BIN_EXE_verify")).args(["bench", &folder.path("tasks.csv"), "--validate"]);
    command.args(["--verify", &program, "--timeout", "60s", "--out", &folder.path("out")]);
    let output = command.output().unwrap();
    // The answers are right all the same.
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(witnesses(&folder), pairs(&[("safe.c", "rejected"), ("unsafe.c", "rejected")]));
    assert!(stderr(&output).contains("REJECTED: the witness of auto for safe.c (logs/safe.c.auto.log)"));
    let log = std::fs::read_to_string(folder.path("out/logs/safe.c.auto.log")).unwrap();
    assert!(log.contains("the invariant '1 == 2'"), "{log}");
}

#[test]
fn witnesses_that_are_missing_or_no_witnesses_are_told() {
    let bench = Bench::new("bench-missing", BY_NAME, &[]);
    let folder = &bench.folder;
    for name in ["true-broken.c", "true-missing.c", "unknown.c"] {
        folder.file(name, SAFE);
    }
    folder.file("tasks.csv", "task,expected\ntrue-broken.c,true\ntrue-missing.c,true\nunknown.c,true\n");
    let answers = [
        ("TRUE", Answer::True(Box::new(Proof { engine: "euf".into(), ..Proof::default() }))),
        ("UNKNOWN", Answer::Unknown { reason: Reason::Interrupted }),
    ];
    for (verdict, answer) in answers {
        let result = serde_json::to_string(&V2::without_search(answer, 0.1)).unwrap();
        folder.file(&format!("{verdict}.json"), result);
    }
    let script = format!(
        "\
for word; do if [ \"$before\" = --witness ]; then witness=$word; fi; before=$word; done
verdict=TRUE
case $word in
  *broken*) echo 'not: [a witness' > \"$witness\" ;;
  *unknown*) echo 'half of one' > \"$witness\"; verdict=UNKNOWN ;;
esac
cat {}/$verdict.json
",
        folder.path("")
    );
    let program = instead_of_verify(folder, &script);
    let output = bench.run(&["--validate", "--verify", &program, "--engines", "euf,fake"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let mut found: Vec<String> = bench.rows().iter().map(|row| row["engine"].clone() + " " + &row["witness"]).collect();
    found.sort();
    // Other tools are not asked for any.
    assert_eq!(found, ["euf ", "euf missing", "euf rejected", "fake ", "fake ", "fake "]);
    let log = std::fs::read_to_string(folder.path("out/logs/true-missing.c.euf.log")).unwrap();
    assert!(log.contains("# there is no witness of the answer"), "{log}");
    let log = std::fs::read_to_string(folder.path("out/logs/true-broken.c.euf.log")).unwrap();
    assert!(log.contains("\"conclusion\": \"error\""), "{log}");
    assert!(!Path::new(&folder.path("out/witnesses/unknown.c.euf.yml")).exists());
    // All of that is thrown away by the next one that is asked to, and nothing else.
    let output = bench.run(&["--restart"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!Path::new(&folder.path("out/witnesses")).exists());
    assert!(!stdout(&output).contains("confirmed"), "{}", stdout(&output));
}

/// The process that has started another.
fn parent(id: u32) -> u32 {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).expect("a process");
    let line = text.lines().find_map(|line| line.strip_prefix("PPid:")).expect("a parent");
    line.trim().parse().expect("a number")
}

/// A bench whose validator is at work, and waits for its compiler.
struct Validating {
    child: std::process::Child,
    validator: u32,
    warden: u32,
    compiler: u32,
}

impl Validating {
    fn command(folder: &Folder) -> std::process::Command {
        let mut command = verify();
        command.env("VERIFY", env!("CARGO_BIN_EXE_verify")).env("HERE", folder.path(""));
        command.args(["bench", &folder.path("tasks.csv"), "--only", "unsafe.c", "--validate", "--timeout", "300s"]);
        command.args(["--engines", &format!("bmc+--clang={}", folder.path("clang.sh"))]);
        command.args(["--verify", &folder.path("verify.sh"), "--out", &folder.path("out")]);
        command
    }

    fn start(folder: &Folder) -> Self {
        let script = "rm -f \"$HERE/answered\"; \"$VERIFY\" \"$@\"; code=$?; touch \"$HERE/answered\"; exit $code\n";
        instead_of_verify(folder, script);
        let script = "#!/bin/sh\nif [ -e \"$HERE/answered\" ] && [ ! -e \"$HERE/go\" ]; then\n  \
            echo $$ > \"$HERE/pid\"; sleep 600; exit 1\nfi\nexec clang-19 \"$@\"\n";
        let compiler = folder.file("clang.sh", script);
        std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).expect("a program");
        let child = Self::command(folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("verify starts");
        let pid = || std::fs::read_to_string(folder.path("pid")).ok().and_then(|text| text.trim().parse::<u32>().ok());
        assert!(wait_for(|| pid().is_some()));
        let compiler = pid().expect("a process");
        let mut line = vec![compiler];
        while line.last() != Some(&child.id()) {
            line.push(parent(line[line.len() - 1]));
        }
        let (warden, validator) = (line[line.len() - 2], line[line.len() - 3]);
        Validating { child, validator, warden, compiler }
    }

    /// Asks a process to end.
    fn ask(id: u32) {
        // SAFETY: the process is below our child, which has not been waited for.
        unsafe { libc::kill(id as i32, libc::SIGTERM) };
    }

    /// The bench ends without a row, and the next one does all of it.
    fn ends_and_is_made_again(self, folder: &Folder) {
        let output = self.child.wait_with_output().expect("verify ends");
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(stderr(&output).contains("the same command does what is left of 1 run"), "{}", stderr(&output));
        assert!(wait_for(|| !is_alive(self.compiler)));
        assert_eq!(witnesses(folder), []);
        folder.file("go", "");
        let output = Self::command(folder).output().expect("verify starts");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(!stderr(&output).contains("there already"), "{}", stderr(&output));
        assert_eq!(witnesses(folder), pairs(&[("unsafe.c", "confirmed")]));
    }
}

#[test]
fn a_validation_whose_warden_is_asked_to_end_is_no_crash() {
    let folder = safe_and_unsafe("bench-validate-warden");
    let validating = Validating::start(&folder);
    Validating::ask(validating.warden);
    validating.ends_and_is_made_again(&folder);
}

#[test]
fn a_validation_of_which_every_process_is_asked_to_end_is_no_crash() {
    let folder = safe_and_unsafe("bench-validate-all");
    let validating = Validating::start(&folder);
    for id in [validating.child.id(), validating.warden, validating.validator, validating.compiler] {
        Validating::ask(id);
    }
    validating.ends_and_is_made_again(&folder);
}

#[test]
fn a_command_line_that_verify_refuses_is_an_error_and_no_crash() {
    let folder = safe_and_unsafe("bench-refused");
    // Another version may have other options, so that only its runs can tell.
    let program = instead_of_verify(&folder, "exec \"$VERIFY\" \"$@\"\n");
    let mut command = verify();
    command.env("VERIFY", env!("CARGO_BIN_EXE_verify")).args(["bench", &folder.path("tasks.csv")]);
    command.args(["--verify", &program, "--engines", "euf+--fast", "--out", &folder.path("out")]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for row in rows(Path::new(&folder.path("out/results.csv"))) {
        let reason = "error: unexpected argument '--fast' found";
        assert_eq!((row["outcome"].as_str(), row["reason"].as_str()), ("error", reason));
    }
}

#[test]
fn spacer_takes_part_through_its_adapter() {
    let folder = Folder::new("bench-spacer");
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../adapters/z3-spacer.toml");
    let mut command = verify();
    command.args(["bench", &example("driver-lock.c"), &example("midpoint.c"), &example("counter-even.vmt")]);
    command.args(["--engines", "z3-spacer", "--timeout", "60s", "--out", &folder.path("out")]);
    let output = command.arg("--adapter").arg(adapter).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "the program z3 is needed: run `make setup`\n{}", stderr(&output));
    let rows = rows(Path::new(&folder.path("out/results.csv")));
    let outcomes: Vec<&str> = rows.iter().map(|row| row["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["correct-true", "correct-false", "correct-true"], "{rows:?}");
}

#[test]
fn families_are_written_run_and_drawn() {
    let folder = Folder::new("bench-families");
    let (programs, out, drawing) = (folder.path("programs"), folder.path("out"), folder.path("growth.svg"));
    assert!(verify().args(["bench", "families", &programs, "--sizes", "1,2"]).output().unwrap().status.success());
    let output =
        verify().args(["bench", &programs, "--engines", "euf", "--timeout", "60s", "-o", &out]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows = rows(Path::new(&folder.path("out/results.csv")));
    assert!(rows.len() == 10 && rows.iter().all(|row| row["outcome"] == "correct-true"), "{rows:?}");
    assert!(verify().args(["bench", "plot", &out, "-o", &drawing]).output().unwrap().status.success());
    let text = std::fs::read_to_string(&drawing).unwrap();
    assert!(["states", "locks", "counters", "calls", "doubling"].iter().all(|family| text.contains(family)));
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_run() {
    let bench = Bench::new("bench-usage", "", &[("a.c", "true")]);
    bench.folder.file("bad.yml", "format_version: '1.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: [\n");
    let out = bench.folder.path("out");
    let check = |arguments: &[&str], message: &str| {
        let output = verify().arg("bench").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    };
    let tasks = bench.folder.path("tasks.csv");
    check(&[&bench.folder.path("none.yml"), "-o", &out], "none.yml: there is no such file");
    check(&[&bench.folder.path("bad.yml"), "-o", &out], "bad.yml: line ");
    check(&[&tasks, "-o", &out, "--engines", "magic"], "there is no engine 'magic'");
    check(&[&tasks, "-o", &out, "--engines", "euf,euf"], "named twice");
    check(&[&tasks, "-o", &out, "--engines", "euf+foo=bar"], "there is no setting 'foo=bar'");
    check(&[&tasks, "-o", &out, "--engines", "auto+--timeout=5s"], "the bench gives --timeout itself");
    check(
        &[&tasks, "-o", &out, "--engines", "auto+--sv-comp"],
        "--sv-comp cannot be used: the bench gives --json itself",
    );
    check(&[&tasks, "-o", &out, "--engines", "auto+--fast"], "unexpected argument '--fast' found");
    bench.tool("euf", "");
    check(&[&tasks, "-o", &out, "--adapter", &bench.folder.path("euf.toml")], "an adapter cannot be called 'euf'");
    check(&[&tasks, "-o", &out, "--timeout", "none"], "a bench needs a limit");
    check(&[&tasks, "-o", &out, "--only", "zzz"], "there are no tasks to run");
    check(&[&tasks, "-o", &out, "--verify", "/nowhere/verify"], "there is no such program");
    check(&[&tasks], "--out");
    check(&["compare", &out], "NEW");
    check(&["compare", &out, &out], "there are no results");
    check(&["plot", &out, "-o", &bench.folder.path("x.svg")], "there are no results");
    assert!(!Path::new(&out).exists());
}
