//! What SV-COMP's scripts rely on: `verify --sv-comp --property-file P --data-model D FILE`, and the files in `sv-comp/`.

mod support;

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use support::*;

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn property(folder: &Folder, name: &str, formulas: &[&str]) -> String {
    let line = |formula: &&str| format!("CHECK( init(main()), LTL({formula}) )\n");
    folder.file(&format!("{name}.prp"), formulas.iter().map(line).collect::<String>())
}

/// The last line, which is all that the competition's scripts look at.
fn word(output: &Output) -> String {
    stdout(output).lines().last().unwrap_or_default().to_string()
}

const PROGRAM: &str = "\
extern long __VERIFIER_nondet_long(void);
extern void ERROR(void);
int main(void) {
    long x = __VERIFIER_nondet_long();
    if (sizeof(long) == 4 && x == 77) ERROR();
    return 0;
}
";

#[test]
fn words_follow_property_and_data_model() {
    let folder = Folder::new("sv-comp-words");
    let program = folder.file("program.c", PROGRAM.replace("ERROR", "reach_error"));
    let old = folder.file("old.c", PROGRAM.replace("ERROR", "__VERIFIER_error"));
    let sum = folder.file(
        "sum.c",
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { return 1 + __VERIFIER_nondet_int(); }\n",
    );
    let reach = property(&folder, "unreach-call", &["G ! call(reach_error())"]);
    let old_reach = property(&folder, "old", &["G ! call(__VERIFIER_error())"]);
    let overflow = property(&folder, "no-overflow", &["G ! overflow"]);
    let cases = [
        (&program, &reach, "ILP32", "false(unreach-call)", 1),
        (&program, &reach, "LP64", "true", 0),
        (&old, &old_reach, "ILP32", "false(unreach-call)", 1),
        // The function that the property does not name is like any other without a body.
        (&old, &reach, "ILP32", "true", 0),
        (&sum, &overflow, "LP64", "false(no-overflow)", 1),
        (&program, &overflow, "LP64", "true", 0),
    ];
    for (file, property, model, expected, code) in cases {
        let name = |path: &str| Path::new(path).file_name().expect("a name").to_owned();
        // From the folder of the task, with relative paths, as BenchExec may do.
        let output = verify()
            .current_dir(Path::new(file).parent().expect("a folder"))
            .args(["--sv-comp", "--timeout", "120s", "--data-model", model, "--property-file"])
            .args([name(property), name(file)])
            .output()
            .expect("verify starts");
        assert_eq!(word(&output), expected, "{file} {model}: {}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(code));
    }
}

/// Memory safety, all of it and each part alone, is `true` of a program that uses no memory and named where it is violated.
#[test]
fn memory_safety_is_decided() {
    let folder = Folder::new("sv-comp-memory");
    let safe = folder.file("safe.c", "int main(void) { return 0; }\n");
    let program = |name: &str, body: &str| {
        folder.file(name, format!("#include <stdlib.h>\nint main(void) {{ int *p = malloc(sizeof *p); {body} }}\n"))
    };
    let freed_twice = program("twice.c", "free(p); free(p); return 0;");
    let used_after = program("after.c", "free(p); return *p & 0;");
    let lost = program("lost.c", "p = 0; return 0;");
    let kept = folder.file("kept.c", "#include <stdlib.h>\nint *p; int main(void) { p = malloc(4); return 0; }\n");
    let (free, deref, memtrack) = ("G valid-free", "G valid-deref", "G valid-memtrack");
    /// A property: its name, its formulas, and programs with the word for each.
    type Case<'a> = (&'a str, &'a [&'a str], &'a [(&'a str, &'a str)]);
    let cases: [Case<'_>; 5] = [
        (
            "valid-memsafety",
            &[free, deref, memtrack],
            &[
                (&safe, "true"),
                (&freed_twice, "false(valid-free)"),
                (&used_after, "false(valid-deref)"),
                (&lost, "false(valid-memtrack)"),
            ],
        ),
        ("valid-free", &[free], &[(&safe, "true"), (&freed_twice, "false(valid-free)"), (&lost, "true")]),
        ("valid-deref", &[deref], &[(&safe, "true"), (&used_after, "false(valid-deref)"), (&lost, "true")]),
        ("valid-memtrack", &[memtrack], &[(&safe, "true"), (&lost, "false(valid-memtrack)")]),
        (
            "valid-memcleanup",
            &["G valid-memcleanup"],
            &[(&safe, "true"), (&lost, "false(valid-memcleanup)"), (&kept, "false(valid-memcleanup)")],
        ),
    ];
    for (name, formulas, expected) in cases {
        let file = property(&folder, name, formulas);
        for (program, expected) in expected {
            let output = run(&["--sv-comp", "--data-model", "LP64", "--property-file", &file, program]);
            assert_eq!(word(&output), *expected, "{name} {program}: {}", stdout(&output));
        }
    }
}

/// What is not decided yet is `unknown` with a reason, whatever the program is.
#[test]
fn other_properties_are_unknown() {
    let folder = Folder::new("sv-comp-unknown");
    let program = folder.file("program.c", "int main(void) { return 0; }\n");
    let cases: [(&str, &[&str]); 4] = [
        ("termination", &["F end"]),
        ("no-data-race", &["G ! data-race"]),
        ("no-deadlock", &["G ! deadlock"]),
        ("valid-memcleanup and no-overflow", &["G valid-memcleanup", "G ! overflow"]),
    ];
    for (name, formulas) in cases {
        let file = property(&folder, name, formulas);
        let output = run(&["--sv-comp", "--data-model", "LP64", "--property-file", &file, &program]);
        let text = stdout(&output);
        assert_eq!((word(&output).as_str(), output.status.code()), ("unknown", Some(3)), "{name}: {text}");
        assert!(text.contains(&format!("property {name} is not supported")), "{name}: {text}");
    }
    let wrong = folder.file("wrong.prp", "CHECK( init(main()), LTL(G ! nonsense) )\n");
    let output = run(&["--sv-comp", "--property-file", &wrong, &program]);
    assert_eq!((word(&output).as_str(), output.status.code()), ("", Some(2)), "{}", stderr(&output));
}

/// Even if everything that can be told is asked for: here 40 thousand lines of execution.
#[test]
fn output_is_at_most_two_megabytes() {
    let folder = Folder::new("sv-comp-output");
    let program = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned hash = 5;
    for (unsigned index_of_the_iteration = 0; index_of_the_iteration < 20000; index_of_the_iteration++) {
        hash = hash * 33 + index_of_the_iteration; // a line that is long enough to make much output when it is told
    }
    if (hash != __VERIFIER_nondet_uint()) reach_error();
    return 0;
}
";
    let file = folder.file("long.c", program);
    let property = property(&folder, "unreach-call", &["G ! call(reach_error())"]);
    let output = run(&[
        "--sv-comp",
        "--full-trace",
        "--stats",
        "--engine",
        "run",
        "--timeout",
        "100s",
        "--property-file",
        &property,
        &file,
    ]);
    assert_eq!(word(&output), "false(unreach-call)", "{}", stderr(&output));
    let bytes = output.stdout.len() + output.stderr.len();
    assert!((1_000_000..2_000_000).contains(&bytes), "{bytes} bytes");
    let text = stdout(&output);
    assert!(text.starts_with("FALSE - ") && text.contains(" bytes left out]"), "{}", &text[..200]);
}

#[test]
fn the_time_limit_is_kept() {
    let folder = Folder::new("sv-comp-time");
    let program = "\
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong(), p = x * y;
    if (x > 1 && y > 1 && x < y && p == 0xd6ad96e1bcf72c5dUL && (unsigned __int128)x * y == p) reach_error();
    return 0;
}
";
    let file = folder.file("factors.c", program);
    let property = property(&folder, "unreach-call", &["G ! call(reach_error())"]);
    let start = Instant::now();
    let output = run(&["--sv-comp", "--timeout", "2s", "--memory-limit", "2GiB", "--property-file", &property, &file]);
    assert_eq!(word(&output), "unknown", "{}", stdout(&output));
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

/// A failing execution as a program: plain `cc` is enough for it.
#[test]
fn a_written_test_compiles_with_plain_cc() {
    let folder = Folder::new("sv-comp-test");
    let body = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    if (x == 123456 && c == 200) reach_error();
    return 0;
}
";
    let own = "#include <assert.h>\nvoid reach_error(void) { assert(0); }\n";
    for (name, head) in [("own", own), ("extern", "extern void reach_error(void);\n")] {
        let file = folder.file(&format!("{name}.c"), format!("{head}{body}"));
        let test = folder.path(name);
        let output = run(&["--timeout", "100s", "--write-test", &test, &file]);
        assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
        let program = format!("{test}/plain");
        let compiled = Command::new("cc").args([&file, &format!("{test}/test.c"), "-o", &program]).output();
        let compiled = compiled.expect("cc is there");
        assert!(compiled.status.success(), "{name}: {}", stderr(&compiled));
        let ended = Command::new(&program).output().expect("it runs");
        assert_eq!(ended.status.signal(), Some(libc::SIGABRT), "{name}: {ended:?}");
        let script = Command::new(format!("{test}/run.sh")).env_remove("CC").output().expect("it runs");
        assert!(stdout(&script).contains("the error was reached"), "{script:?}");
    }
}

/// The archive's smoke test, on the program that was just built.
#[test]
fn the_smoke_test_passes() {
    let folder = Folder::new("smoke-test");
    let mut copy = Command::new("cp");
    copy.arg("-r").args([root("sv-comp/smoketest.sh"), root("sv-comp/examples")]).arg(folder.path("."));
    assert!(copy.status().is_ok_and(|status| status.success()), "the files can be copied");
    std::fs::create_dir(folder.path("bin")).expect("a folder can be made");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_verify"), folder.path("bin/verify")).expect("a link can be made");
    let output = Command::new("sh").arg(folder.path("smoketest.sh")).current_dir("/").output().expect("sh is there");
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    assert_eq!(stdout(&output).lines().filter(|line| line.starts_with("ok ")).count(), 6);
}

/// As in the archive: a compiler in `lib/llvm-19` goes before all others, and the headers of the C library beside it are found
/// where the machine has none of that name.
#[test]
fn a_compiler_beside_the_program_is_used() {
    let folder = Folder::new("bundled-clang");
    for name in ["bin", "lib/llvm-19/bin", "lib/llvm-19/libc-headers/gnu"] {
        std::fs::create_dir_all(folder.path(name)).expect("a folder can be made");
    }
    // No link: the program looks around where its file really is.
    std::fs::hard_link(env!("CARGO_BIN_EXE_verify"), folder.path("bin/verify")).expect("a second name for it");
    let (clang, mark) = (folder.path("lib/llvm-19/bin/clang"), folder.path("used"));
    folder.file("lib/llvm-19/bin/clang", format!("#!/bin/sh\n: >'{mark}'\nexec clang-19 \"$@\"\n"));
    assert!(Command::new("chmod").args(["+x", &clang]).status().is_ok_and(|status| status.success()));
    folder.file("lib/llvm-19/libc-headers/gnu/only-here.h", "#define ANSWER 42\n");
    // The machine's own header goes before.
    folder.file("lib/llvm-19/libc-headers/limits.h", "#error not this one\n");
    let program = folder.file(
        "program.c",
        "#include <limits.h>\n#include <gnu/only-here.h>\nextern void reach_error(void);\n\
         int main(void) { if (ANSWER != 42 || CHAR_BIT != 8) reach_error(); return 0; }\n",
    );
    let output = Command::new(folder.path("bin/verify")).args(["--quiet", &program]).output().expect("verify starts");
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(Path::new(&mark).exists(), "another compiler was used");
}

/// BenchExec itself reads our module: it finds the program, makes command lines for tasks, and reads verdicts.
#[test]
fn benchexec_reads_the_tool_info_module() {
    let given = std::env::var_os("EUCLASE_BENCHEXEC").map(PathBuf::from);
    let benchexec = given.unwrap_or_else(|| root("third_party/benchexec"));
    assert!(benchexec.join("benchexec").is_dir(), "there is no BenchExec in {}: run `make setup`", benchexec.display());
    let folder = Folder::new("benchexec");
    std::fs::create_dir(folder.path("bin")).expect("a folder can be made");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_verify"), folder.path("bin/verify")).expect("a link can be made");
    let said = [
        ("true", "TRUE - the error is never reached (euf, 0.10 s)\ntrue\n"),
        ("false", "FALSE - call of 'reach_error' (bmc, 0.10 s)\nfalse(unreach-call)\n"),
        ("overflow", "FALSE - overflow (bmc, 0.10 s)\nfalse(no-overflow)\n"),
        ("unknown", "UNKNOWN - timeout\nunknown\n"),
        ("crash", "TRUE or FALSE, who knows\n"),
    ];
    let outputs: Vec<String> = said.iter().map(|(name, text)| folder.file(&format!("{name}.txt"), text)).collect();
    folder.file("task.i", "int main(void) { return 0; }\n");
    let property = property(&folder, "unreach-call", &["G ! call(reach_error())"]);
    let task = folder.file(
        "task.yml",
        format!(
            "format_version: '2.0'\ninput_files: 'task.i'\nproperties:\n  - property_file: {property}\n    \
             expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n"
        ),
    );
    let output = Command::new("/usr/bin/python3")
        .args(["-B", "-m", "benchexec.test_tool_info", ".euclase", "--no-container", "--tool-directory"])
        .arg(folder.path("."))
        .args(["--task-definition", &task, "--tool-output"])
        .args(&outputs)
        .env("PYTHONPATH", std::env::join_paths([benchexec, root("sv-comp")]).expect("paths without colons"))
        .current_dir(folder.path("."))
        .output()
        .expect("python3 is there: run `make setup`");
    let text = format!("{}{}", stdout(&output), stderr(&output));
    assert!(output.status.success() && !text.contains("Traceback"), "{text}");
    let version = env!("CARGO_PKG_VERSION");
    for expected in [
        "Name of tool: “Euclase”".to_string(),
        format!("Version: “{version}”"),
        "'--property-file', 'PROPERTY.PRP', '--data-model', 'ILP32', '--timeout', '900s', 'INPUT.FILE']".to_string(),
        format!("'--data-model', 'ILP32', '{}']", folder.path("task.i")),
        "“true”".to_string(),
        "“false(unreach-call)”".to_string(),
        "“false(no-overflow)”".to_string(),
        "“unknown”".to_string(),
        "“ERROR”".to_string(),
    ] {
        assert!(text.contains(&expected), "{expected} is missing in\n{text}");
    }
    let warnings: Vec<&str> =
        text.lines().filter(|line| line.starts_with("WARNING") && !line.contains("absolute")).collect();
    assert_eq!(warnings, Vec::<&str>::new());
}
