//! C programs from outside: what is wrong with them, what is written of them, and how answers about
//! them look.

mod support;

use serde_json::Value;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use support::*;

/// An error that can be reached with one value only, behind a loop.
const FALSE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int n = 0;
    while (n < 40) {
        n = n + 1;
        x = x ^ n;
    }
    if (x == 77)
        reach_error();
    return 0;
}
";

/// Two counters that stay equal.
const TRUE: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
    while (x < n) {
        x++;
        y++;
    }
    if (x != y)
        reach_error();
    return 0;
}
";

const UNREACH_CALL: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

fn verdict(arguments: &[&str]) -> (String, Option<i32>) {
    let mut all = vec!["--timeout", "120s"];
    all.extend(arguments);
    let output = run(&all);
    (stdout(&output) + &stderr(&output), output.status.code())
}

fn json(arguments: &[&str]) -> Value {
    let mut all = vec!["--json", "--timeout", "120s"];
    all.extend(arguments);
    let output = run(&all);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stdout(&output)))
}

#[test]
fn what_clang_says_is_shown() {
    let folder = Folder::new("c-error");
    let (text, code) = verdict(&[&folder.file("bad.c", "int main(void) {\n  retrun 0;\n}\n")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("bad.c:2:3: error: use of undeclared identifier 'retrun'"), "{text}");
    assert!(!text.contains("TRUE") && !text.contains("UNKNOWN"), "{text}");
}

#[test]
fn a_program_needs_main() {
    let folder = Folder::new("c-no-main");
    let (text, code) = verdict(&[&folder.file("f.c", "int f(void) { return 1; }\n")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("main"), "{text}");
}

#[test]
fn a_missing_file_is_named() {
    let folder = Folder::new("c-missing");
    let good = folder.file("good.c", TRUE);
    let (text, code) = verdict(&[&good, "/no/such/file.c"]);
    assert_eq!((text.as_str(), code), ("/no/such/file.c: error: there is no such file\n", Some(2)));
}

#[test]
fn a_missing_compiler_is_no_answer() {
    let folder = Folder::new("c-no-clang");
    let (text, code) = verdict(&["--clang", "/no/such/clang", &folder.file("a.c", TRUE)]);
    assert!(code == Some(3) || code == Some(2), "{text}");
    assert!(text.contains("/no/such/clang"), "{text}");
}

#[test]
fn systems_are_verified_alone() {
    let folder = Folder::new("c-mixed");
    let (text, code) = verdict(&[&folder.file("a.c", TRUE), &example("swap.vmt")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("several files must all be C"), "{text}");
}

#[test]
fn a_proof_tells_invariants_in_c() {
    let folder = Folder::new("c-true");
    let file = folder.file("equal.c", TRUE);
    let (text, code) = verdict(&["--engine", "euf", "--show-invariant", &file]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("TRUE - the error is never reached"), "{text}");
    assert!(text.contains("equal.c:5: in main"), "{text}");
    assert!(text.contains("x == y") || text.contains("y == x"), "{text}");
    let report = json(&["--engine", "euf", &file]);
    assert_eq!(report["verdict"], "TRUE");
    let invariants = report["invariants"].as_array().expect("invariants");
    assert_eq!(invariants.len(), 1, "{invariants:?}");
    assert_eq!((&invariants[0]["line"], &invariants[0]["function"]), (&5.into(), &"main".into()));
    assert!(report["violation"].is_null());
    let program = &report["program"];
    assert!(program["stages"].as_array().is_some_and(|stages| stages.len() > 3), "{program}");
    assert!(program["sliced"]["blocks"].as_u64().is_some_and(|blocks| blocks > 0), "{program}");
}

#[test]
fn a_failure_is_told_line_by_line() {
    let folder = Folder::new("c-false");
    let file = folder.file("xor.c", FALSE);
    let (text, code) = verdict(&["--engine", "bmc", &file]);
    assert_eq!(code, Some(1), "{text}");
    let first = text.lines().next().expect("a line");
    assert!(first.starts_with("FALSE - ") && first.contains("xor.c:11 in main"), "{text}");
    assert!(text.contains("xor.c:4   int x = __VERIFIER_nondet_int();"), "{text}");
    assert!(text.contains("← chosen") && text.contains("more iterations"), "{text}");
    assert!(text.contains("and a native executable"), "{text}");
    let report = json(&["--engine", "bmc", "--no-replay", &file]);
    assert_eq!(report["verdict"], "FALSE");
    let path = report["violation"]["path"].as_array().expect("a path");
    let last = path.last().expect("a last row");
    assert_eq!((&last["kind"], &last["line"]), (&"violation".into(), &11.into()));
    assert_eq!(last["source"], "reach_error();");
    assert!(path.iter().any(|row| row["kind"] == "fold" && row["iterations"] == 36), "{path:?}");
    let inputs = report["violation"]["inputs"].as_array().expect("inputs");
    assert_eq!(inputs.len(), 1);
    // The loop makes x ^ 40 of it: the xor of all numbers up to 40.
    assert_eq!((&inputs[0]["origin"], &inputs[0]["value"]), (&"__VERIFIER_nondet_int()".into(), &"101".into()));
    assert_eq!((&report["violation"]["check"], &report["violation"]["native"]), (&"assert".into(), &"off".into()));
}

/// Assertions and overflow are looked for in one run, and the answer says which of them fails, or what was proved of both.
#[test]
fn several_kinds_of_checks_are_made_in_one_run() {
    let folder = Folder::new("c-checks");
    let program = |low: &str, high: &str, claim: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {{\n  \
             int x = __VERIFIER_nondet_int();\n  if (x < {low} || x > {high}) return 0;\n  int y = x + 1;\n  \
             if (y == {claim}) reach_error();\n  return 0;\n}}\n"
        )
    };
    let overflows = folder.file("overflows.c", program("0", "2147483647", "-5"));
    let fails = folder.file("fails.c", program("0", "100", "7"));
    let holds = folder.file("holds.c", program("0", "100", "700"));
    for (file, checks, word, check) in [
        (&overflows, "assert", "TRUE", ""),
        (&overflows, "default,overflow", "FALSE", "overflow"),
        (&fails, "all", "FALSE", "assert"),
        (&fails, "overflow", "TRUE", ""),
        (&holds, "assert,overflow", "TRUE", ""),
    ] {
        let report = json(&["--check", checks, file]);
        assert_eq!(report["verdict"], word, "{checks}: {report}");
        assert_eq!(report["violation"]["check"].as_str().unwrap_or_default(), check, "{checks}: {report}");
    }
    let (text, _) = verdict(&["--check", "all", &holds]);
    let proved =
        "the error is never reached, no memory leak, all memory is freed, no memory error and no undefined arithmetic";
    assert!(text.starts_with(&format!("TRUE - {proved} (")), "{text}");
    let (text, _) = verdict(&["--check", "assert,overflow", &holds]);
    assert!(text.starts_with("TRUE - the error is never reached and no signed overflow ("), "{text}");
    let (text, code) = verdict(&["--check", "overflw", &holds]);
    assert!(code == Some(2) && text.contains("did you mean 'overflow'?"), "{text}");
}

#[test]
fn an_assertion_that_fails_is_an_error() {
    let folder = Folder::new("c-assert");
    let source = "#include <assert.h>\nint main(void) {\n  int x;\n  assert(x != 5);\n  return 0;\n}\n";
    let file = folder.file("assert.c", source);
    let (text, code) = verdict(&[&file]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("assert.c:4") && text.contains("x = 5"), "{text}");
    // SV-COMP's property is about calls of reach_error only.
    let property = folder.file("p.prp", UNREACH_CALL);
    let (text, code) = verdict(&["--property-file", &property, &file]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn property_files_decide() {
    let folder = Folder::new("c-property");
    let file = folder.file("a.c", TRUE);
    // The last line is the one of standard output; warnings go elsewhere.
    let ask = |text: &str| {
        let output = run(&["--timeout", "120s", "--sv-comp", "--property", &folder.file("p.prp", text), &file]);
        let code = output.status.code();
        (if code == Some(2) { stderr(&output) } else { stdout(&output) }, code)
    };
    let (text, code) = ask(UNREACH_CALL);
    assert_eq!((text.lines().last(), code), (Some("true"), Some(0)), "{text}");
    let (text, code) = ask("CHECK( init(main()), LTL(G ! overflow) )");
    assert_eq!((text.lines().last(), code), (Some("true"), Some(0)), "{text}");
    let (text, code) = ask("CHECK( init(main()), LTL(F end) )");
    assert_eq!((text.lines().last(), code), (Some("unknown"), Some(3)), "{text}");
    assert!(text.contains("property termination is not supported yet"), "{text}");
    let (text, code) = ask("\nwhat is this\n");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("p.prp:2:1: error: "), "{text}");
    let (text, code) = verdict(&["--property-file", "/no/such.prp", &file]);
    assert_eq!(code, Some(2), "{text}");
}

#[test]
fn sv_comp_has_words_of_its_own() {
    let folder = Folder::new("c-words");
    let (text, _) = verdict(&["--sv-comp", &folder.file("xor.c", FALSE)]);
    assert_eq!(text.lines().last(), Some("false(unreach-call)"), "{text}");
}

#[test]
fn several_files_are_one_program() {
    let folder = Folder::new("c-files");
    let main = folder.file(
        "main.c",
        "int f(int);\nextern void reach_error(void);\nint main(void) { if (f(LIMIT) != 7) reach_error(); }\n",
    );
    let other = folder.file("other.c", "#include \"six.h\"\nint f(int x) { return x + SIX; }\n");
    std::fs::create_dir(folder.path("inc")).expect("a folder");
    folder.file("inc/six.h", "#define SIX 6\n");
    let include = format!("-I{}", folder.path("inc"));
    let (text, code) = verdict(&[&include, "-D", "LIMIT=1", &main, &other]);
    assert_eq!(code, Some(0), "{text}");
    let (text, code) = verdict(&[&include, "-DLIMIT=2", "-std=gnu11", &main, &other]);
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn the_data_model_decides_about_long() {
    let folder = Folder::new("c-model");
    let source = "extern void reach_error(void);\nint main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n";
    let file = folder.file("long.c", source);
    assert_eq!(verdict(&["--data-model", "LP64", &file]).1, Some(0));
    assert_eq!(verdict(&["--data-model", "ILP32", "--no-replay", &file]).1, Some(1));
    assert_eq!(verdict(&["-m32", "--no-replay", &file]).1, Some(1));
}

#[test]
fn what_clang_makes_of_c_is_read_too() {
    let folder = Folder::new("c-kinds");
    let file = folder.file("xor.c", FALSE);
    let preprocessed = folder.file("xor.i", FALSE);
    assert_eq!(verdict(&[&preprocessed]).1, Some(1));
    for (name, flags) in [("xor.bc", &["-c"][..]), ("xor.ll", &["-S"])] {
        let target = folder.path(name);
        let clang = std::process::Command::new("clang-19")
            .args(["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-emit-llvm"])
            .args(flags)
            .args([&file, "-o", &target])
            .status();
        assert!(clang.is_ok_and(|status| status.success()));
        let (text, code) = verdict(&[&target]);
        assert_eq!(code, Some(1), "{name}: {text}");
    }
}

#[test]
fn c_comes_through_a_pipe() {
    use std::io::Write;
    let mut child = verify()
        .args(["--timeout", "120s", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("verify starts");
    child.stdin.take().expect("a pipe").write_all(FALSE.as_bytes()).expect("it is read");
    assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(1));
}

#[test]
fn every_stage_can_be_written() {
    let folder = Folder::new("c-emit");
    let file = folder.file("equal.c", TRUE);
    let emit = |stage: &str| {
        let target = folder.path(stage);
        let (text, code) = verdict(&["--emit", stage, "-o", &target, &file]);
        assert_eq!((text.as_str(), code), ("", Some(0)), "{stage}");
        std::fs::read_to_string(&target).expect("a file")
    };
    assert!(emit("program").starts_with("program pointers 64 entry @main"));
    assert!(emit("sliced").contains("error assert"));
    assert!(emit("ll").contains("define dso_local i32 @main"));
    assert!(emit("dot").starts_with("digraph"));
    assert!(emit("regions").ends_with(" objects\n"));
    assert!(emit("regions-dot").starts_with("digraph regions"));
    assert!(emit("ts").contains("location "));
    assert!(emit("smt2").contains("(define-fun |euclase step| () Bool "));
    for (stage, name) in [("vmt", "out.vmt"), ("chc", "out.smt2")] {
        let copy = folder.file(name, emit(stage));
        let (text, code) = verdict(&["--engine", "spacer", &copy]);
        assert_eq!(code, Some(0), "{stage}: {text}");
    }
    let (text, _) = verdict(&["--emit", "vmt", &file]);
    assert!(text.contains(":invar-property"), "{text}");
}

#[test]
fn stages_of_systems_can_be_written() {
    let (text, code) = verdict(&["--emit", "chc", &example("swap.vmt")]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("(set-logic HORN)"), "{text}");
    let (text, code) = verdict(&["--emit", "program", &example("swap.vmt")]);
    assert_eq!(code, Some(2), "{text}");
}

#[test]
fn a_test_is_kept() {
    let folder = Folder::new("c-test");
    let file = folder.file("xor.c", FALSE);
    let test = folder.path("test");
    let (text, code) = verdict(&["--write-test", &test, &file]);
    assert_eq!(code, Some(1), "{text}");
    assert!(!text.contains("warning"), "{text}");
    let reached = std::process::Command::new(format!("{test}/run.sh")).output().expect("the test runs");
    assert!(reached.status.success(), "{reached:?}");
}

/// Values of uninitialised variables cannot be supplied by C code.
#[test]
fn a_test_with_uninitialised_variables_is_kept() {
    let folder = Folder::new("c-test-uninitialised");
    let source = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n  int x;\n  \
                  long y = __VERIFIER_nondet_int();\n  if (x == 12345 && y == 54321) reach_error();\n  return 0;\n}\n";
    let file = folder.file("a.c", source);
    for model in ["LP64", "ILP32"] {
        let test = folder.path(model);
        let (text, code) = verdict(&["--data-model", model, "--write-test", &test, &file]);
        assert_eq!(code, Some(1), "{text}");
        assert!(!text.contains("warning"), "{text}");
        let reached = std::process::Command::new(format!("{test}/run.sh")).output().expect("the test runs");
        assert!(reached.status.success(), "{model}: {reached:?}");
        assert!(stdout(&reached).contains("reached"), "{model}: {reached:?}");
    }
}

#[test]
fn a_test_for_32_bits_is_kept() {
    let folder = Folder::new("c-test-32");
    let source = "extern long __VERIFIER_nondet_long(void);\nextern void reach_error(void);\nint main(void) {\n  \
                  long x = __VERIFIER_nondet_long();\n  if (x > 0 && x + x < 0 && sizeof x == 4) reach_error();\n  return 0;\n}\n";
    let (file, test) = (folder.file("a.c", source), folder.path("test"));
    let (text, code) = verdict(&["-m32", "--write-test", &test, &file]);
    assert_eq!(code, Some(1), "{text}");
    assert!(!text.contains("warning"), "{text}");
    let reached = std::process::Command::new(format!("{test}/run.sh")).output().expect("the test runs");
    assert!(reached.status.success() && stdout(&reached).contains("reached"), "{reached:?}");
}

#[test]
fn both_encodings_agree() {
    let folder = Folder::new("c-blocks");
    for (source, expected) in [(TRUE, 0), (FALSE, 1)] {
        let file = folder.file("a.c", source);
        for block in ["large", "small"] {
            let (text, code) = verdict(&["--block", block, "--no-slice", &file]);
            assert_eq!(code, Some(expected), "{block}: {text}");
        }
    }
}

#[test]
fn what_is_unsupported_is_told_with_its_line() {
    let folder = Folder::new("c-unsupported");
    let source = "extern void reach_error(void);\nint main(void) {\n  int x;\n  __asm__(\"nop\" : \"=r\"(x));\n  if (x == 1) reach_error();\n}\n";
    let (text, code) = verdict(&[&folder.file("asm.c", source)]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.starts_with("UNKNOWN - ") && text.contains("asm.c:4"), "{text}");
}

/// An error before what is unsupported is found all the same.
#[test]
fn an_error_beside_the_unsupported_is_found() {
    let folder = Folder::new("c-beside");
    let source = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 3) reach_error();\n  __asm__(\"nop\");\n  int y;\n  __asm__(\"nop\" : \"=r\"(y));\n  if (y) reach_error();\n}\n";
    let (text, code) = verdict(&[&folder.file("asm.c", source)]);
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn nothing_is_left_behind() {
    let folder = Folder::new("c-scratch");
    let file = folder.file("a.c", FALSE);
    let scratch = folder.path("tmp");
    std::fs::create_dir(&scratch).expect("a folder");
    let output = verify().env("TMPDIR", &scratch).args(["--timeout", "120s", &file]).output().expect("verify starts");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_dir(&scratch).expect("the folder is there").count(), 0);
}

/// The time limit is for all of it, the compiler included.
#[test]
fn the_deadline_counts_from_the_start() {
    let folder = Folder::new("c-deadline");
    let output = run(&["--timeout", "1ms", &folder.file("a.c", TRUE)]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(stdout(&output).starts_with("UNKNOWN - timeout"), "{}", stdout(&output));
}

#[test]
fn a_name_that_starts_with_a_dash_is_a_file_behind_two_dashes() {
    let folder = Folder::new("c-dash");
    folder.file("-dash.c", FALSE);
    let mut command = verify();
    let output = command.current_dir(folder.path(".")).args(["--timeout", "120s", "--", "-dash.c"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

/// Linking renamed all but one of them, and the calls of the others were no errors.
#[test]
fn every_file_may_have_an_error_function_of_its_own() {
    let folder = Folder::new("c-static-errors");
    let one = folder.file(
        "one.c",
        "extern int __VERIFIER_nondet_int(void); static void reach_error(void) {} int g(int);\n\
         int main(void) { return g(__VERIFIER_nondet_int()); } void unused(void) { reach_error(); }\n",
    );
    let two =
        folder.file("two.c", "static void reach_error(void) {} int g(int x) { if (x) reach_error(); return 0; }\n");
    for files in [[&one, &two], [&two, &one]] {
        let (text, code) = verdict(&[files[0], files[1]]);
        assert_eq!(code, Some(1), "{text}");
    }
}

/// LLVM chose the value itself, and the error was gone.
#[test]
fn undefined_values_of_a_module_are_any_value() {
    let folder = Folder::new("c-undef");
    for value in ["icmp eq i32 undef, 5", "icmp eq i32 poison, 5"] {
        let text = format!(
            "declare void @reach_error()\ndefine i32 @main() {{\n  %c = {value}\n  br i1 %c, label %e, label %o\n\
             e:\n  call void @reach_error()\n  unreachable\no:\n  ret i32 0\n}}\n"
        );
        let (text, code) = verdict(&[&folder.file("undef.ll", text)]);
        assert_eq!(code, Some(1), "{text}");
    }
    let phi = "declare void @reach_error()\ndeclare i32 @__VERIFIER_nondet_int()\ndefine i32 @main() {\n  \
               %n = call i32 @__VERIFIER_nondet_int()\n  %b = icmp eq i32 %n, 0\n  br i1 %b, label %l, label %j\nl:\n  \
               br label %j\nj:\n  %p = phi i32 [ undef, %l ], [ 3, %0 ]\n  %c = icmp eq i32 %p, 5\n  \
               br i1 %c, label %e, label %o\ne:\n  call void @reach_error()\n  unreachable\no:\n  ret i32 0\n}\n";
    let (text, code) = verdict(&[&folder.file("phi.ll", phi)]);
    assert_eq!(code, Some(1), "{text}");
}

/// LLVM ends the process that asks for the size of such a type.
#[test]
fn types_whose_size_depends_on_the_machine_are_refused() {
    let folder = Folder::new("c-scalable");
    let vector = "<vscale x 4 x i32>";
    let place = "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!5}\n\
                 !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)\n\
                 !1 = !DIFile(filename: \"v.c\", directory: \"/\")\n\
                 !2 = distinct !DISubprogram(name: \"main\", file: !1, line: 3, unit: !0, type: !3, spFlags: DISPFlagDefinition)\n\
                 !3 = !DISubroutineType(types: !{})\n!4 = !DILocation(line: 7, column: 9, scope: !2)\n\
                 !5 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
    let main = |body: &str| format!("define i32 @main() {{\n{body}\n  ret i32 0\n}}\n");
    let programs = [
        (main(&format!("  %a = alloca {vector}")), "in the function 'main'"),
        (main(&format!("  %a = alloca {{ {vector}, {vector} }}")), "in the function 'main'"),
        (
            main(&format!("  %a = alloca [4 x i32]\n  %p = getelementptr {vector}, ptr %a, i64 1")),
            "in the function 'main'",
        ),
        (main(&format!("  %a = alloca [4 x i32]\n  %v = load {vector}, ptr %a")), "in the function 'main'"),
        (format!("declare {vector} @wide()\n{}", main("")), "in the function 'wide'"),
        (
            format!(
                "define i32 @main() !dbg !2 {{\n  %a = alloca {vector}, !dbg !4\n  ret i32 0, !dbg !4\n}}\n{place}"
            ),
            "in the function 'main', whose size depends on the machine (v.c:7:9)",
        ),
    ];
    for (program, said) in programs {
        let (text, code) = verdict(&[&folder.file("scalable.ll", &program)]);
        assert_eq!(code, Some(3), "{program}{text}");
        assert!(text.starts_with(&format!("UNKNOWN - the type '{vector}' ")) && text.contains(said), "{program}{text}");
    }
    // A vector of a size that is known is no obstacle.
    let (text, code) = verdict(&[&folder.file("fixed.ll", main("  %a = alloca <4 x i32>"))]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn names_that_are_no_text_are_refused() {
    let folder = Folder::new("c-bytes");
    let name = Path::new(&folder.path(".")).join(OsStr::from_bytes(b"\xff.c"));
    std::fs::write(&name, TRUE).unwrap();
    let output = verify().arg(&name).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("UTF-8"), "{}", stderr(&output));
}

#[test]
fn a_folder_for_intermediate_files_is_needed() {
    let folder = Folder::new("c-tmpdir");
    let file = folder.file("a.c", TRUE);
    let mut command = verify();
    let output = command.env("TMPDIR", "/no/such/folder").arg(file).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("TMPDIR"), "{}", stderr(&output));
}

/// Signed numbers wrap around here, but to SV-COMP an execution that overflows is none: a task whose error needs that is
/// expected to be true.
#[test]
fn an_overflow_on_the_way_is_no_counterexample_to_sv_comp() {
    let folder = Folder::new("signed-overflow");
    let program = |unsigned: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n\
             int main(void) {{ {unsigned} int x = __VERIFIER_nondet_int(); if (x > 0 && 2 * x + 1 == 1 - 64u) reach_error(); \
             return 0; }}\n"
        )
    };
    let property = folder.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )");
    let (signed, unsigned) = (folder.file("signed.c", program("")), folder.file("unsigned.c", program("unsigned")));
    assert_eq!(run(&["--engine", "bmc", &signed]).status.code(), Some(1));
    let refused = run(&["--engine", "bmc", "--property-file", &property, &signed]);
    assert_eq!(refused.status.code(), Some(3), "{}", stdout(&refused));
    assert!(stdout(&refused).contains("a signed number overflows on the way to the error"), "{}", stdout(&refused));
    let kept = run(&["--engine", "bmc", "--property-file", &property, &unsigned]);
    assert_eq!(kept.status.code(), Some(1), "{}", stdout(&kept));
}

/// Left shifts that overflow count as they do where overflow is the property; shifts of negative numbers do not.
#[test]
fn a_left_shift_that_overflows_on_the_way_is_no_counterexample_to_sv_comp() {
    let folder = Folder::new("shift-overflow");
    let program = |declared: &str, condition: &str, shift: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n\
             int main(void) {{ {declared} = __VERIFIER_nondet_int(); if (!({condition})) return 0; int y = {shift}; \
             if (y != 77) reach_error(); return 0; }}\n"
        )
    };
    let property = folder.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )");
    let cases = [
        ("overflows.c", program("int x", "x == 3", "x << 30"), false),
        ("into-the-sign.c", program("int x", "x == 31", "1 << x"), false),
        ("fits.c", program("int x", "x == 3", "x << 4"), true),
        ("unsigned.c", program("unsigned x", "x == 3", "(int)(x << 30)"), true),
        ("negative.c", program("int x", "x == -3", "x << 2"), true),
    ];
    for (name, text, counts) in cases {
        let file = folder.file(name, text);
        assert_eq!(run(&["--engine", "bmc", &file]).status.code(), Some(1), "{name}");
        let told = run(&["--engine", "bmc", "--property-file", &property, &file]);
        assert_eq!(told.status.code(), Some(if counts { 1 } else { 3 }), "{name}: {}", stdout(&told));
        assert_eq!(stdout(&told).contains("a signed number overflows on the way to the error"), !counts, "{name}");
    }
}

/// No test in C can give a value to a variable that the program leaves without one, so that the overflow went unseen.
#[test]
fn an_overflow_of_a_variable_without_a_value_is_no_counterexample_either() {
    let folder = Folder::new("overflow-without-a-value");
    let text = "extern void reach_error(void);\n\
                int main(void) { int a[4]; int x = a[1]; if (x > 0 && 2 * x + 1 == 1 - 64u) reach_error(); return 0; }\n";
    let property = folder.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )");
    let file = folder.file("a.c", text);
    assert_eq!(run(&["--engine", "bmc", &file]).status.code(), Some(1));
    let refused = run(&["--engine", "bmc", "--property-file", &property, &file]);
    assert_eq!(refused.status.code(), Some(3), "{}", stdout(&refused));
    assert!(stdout(&refused).contains("a signed number overflows on the way to the error"), "{}", stdout(&refused));
}

/// The overflow is in a function of the C library, which the module with checks only says it does not support.
#[test]
fn an_overflow_in_abs_beside_a_variable_without_a_value_is_no_counterexample() {
    let folder = Folder::new("overflow-in-abs");
    let text = "#include <stdlib.h>\nextern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n\
                int main(void) { int u, k = __VERIFIER_nondet_int(); if (abs(k) < 0 && u == 1) reach_error(); return 0; }\n";
    let property = folder.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )");
    let file = folder.file("a.c", text);
    let refused = run(&["--engine", "bmc", "--property-file", &property, &file]);
    assert_eq!(refused.status.code(), Some(3), "{}", stdout(&refused));
}

/// The program itself was run to see whether a number overflows, with all that it does to the machine.
#[test]
fn what_a_program_does_to_files_is_not_done() {
    let folder = Folder::new("no-effects");
    let victim = folder.file("victim", "precious");
    let text = format!(
        "extern int unlink(const char *); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n\
         int main(void) {{ int k = __VERIFIER_nondet_int(); unlink(\"{victim}\"); if (k == 5) reach_error(); return 0; }}\n"
    );
    let property = folder.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )");
    let file = folder.file("a.c", text);
    let tests = folder.path("test");
    let output = run(&["--property-file", &property, "--assume-pure-externals", "--write-test", &tests, &file]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(std::path::Path::new(&victim).exists(), "the program was run with its effects");
}

#[test]
fn a_page_that_cannot_be_written_does_not_cost_the_answer() {
    let folder = Folder::new("no-page");
    let file = folder.file("a.c", TRUE);
    let output = run(&["--html", &folder.path("no/such/page.html"), &file]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("TRUE"), "{}", stdout(&output));
    assert!(stderr(&output).contains("page.html"), "{}", stderr(&output));
}
