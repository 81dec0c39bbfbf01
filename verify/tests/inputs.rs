//! Bad inputs and bad command lines end with exit code 2 and a message that helps.

mod support;

use std::io::Write;
use std::process::Stdio;
use support::*;

fn refused(file: &str) -> String {
    let output = run(&[file]);
    assert_eq!(output.status.code(), Some(2), "{}{}", stdout(&output), stderr(&output));
    assert_eq!(stdout(&output), "");
    stderr(&output)
}

#[test]
fn files_that_cannot_be_read() {
    assert_eq!(refused("/no/such/file.vmt"), "/no/such/file.vmt: error: there is no such file\n");
    assert!(refused("/tmp").contains("this is a folder"));
}

#[test]
fn an_unreadable_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("unreadable");
    let file = folder.file("secret.vmt", "(assert true)");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o000)).expect("permissions can be set");
    // Root may read everything.
    if std::fs::File::open(&file).is_err() {
        assert!(refused(&file).contains("may not read"));
    }
}

#[test]
fn parse_errors_show_the_place() {
    let folder = Folder::new("parse-errors");
    let file = folder.file("bad.vmt", "(declare-fun x () Bool)\n  (assert (and x unheard))\n");
    let text = refused(&file);
    let expected = format!("{file}:2:18: error: ");
    assert!(text.starts_with(&expected), "{text}");
    assert!(text.contains("unheard"), "{text}");
    assert!(text.contains("\n2 |   (assert (and x unheard))\n  |                  ^\n"), "{text}");
}

#[test]
fn files_of_other_kinds() {
    let folder = Folder::new("other-kinds");
    assert!(refused(&folder.file("empty.vmt", "")).contains("empty"));
    assert!(refused(&folder.file("blank.vmt", " \n\n")).contains("empty"));
    assert!(refused(&folder.file("a.vmt", "#include <stdio.h>\nint main() {}\n")).contains("C source code"));
    assert!(refused(&folder.file("latin1.vmt", b"(declare-fun \xe4 () Bool)")).contains("UTF-8"));
    assert!(refused(&folder.file("zero.vmt", b"(decl\0are)")).contains("binary"));
    assert!(refused(&folder.file("cut.vmt", "(declare-fun x () ")).contains(":1:"));
    assert!(refused(&folder.file("plain.smt2", "(declare-fun x () Bool)\n(assert x)\n")).contains("error"));
    assert!(refused(env!("CARGO_BIN_EXE_verify")).contains("executable"));
}

#[test]
fn the_content_decides_whatever_the_name() {
    let folder = Folder::new("any-name");
    let text = std::fs::read_to_string(example("combination-lock.vmt")).expect("an example");
    let output = run(&["--engine", "bmc", &folder.file("noextension", &text)]);
    assert_eq!(output.status.code(), Some(1));
    let text = std::fs::read_to_string(example("loop.smt2")).expect("an example");
    let output = run(&["--engine", "euf", &folder.file("odd name\u{e9}.txt", &text)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn a_name_that_is_not_text() {
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::new("strange-name");
    let path = std::path::PathBuf::from(folder.path(""));
    let path = path.join(std::ffi::OsString::from_vec(b"a\xff.vmt".to_vec()));
    std::fs::copy(example("combination-lock.vmt"), &path).expect("a copy");
    let output = verify().args(["--engine", "bmc"]).arg(&path).output().expect("verify starts");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn standard_input_can_be_read() {
    let text = std::fs::read(example("combination-lock.vmt")).expect("an example");
    let mut child = verify()
        .args(["--engine", "bmc", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("verify starts");
    child.stdin.take().expect("a pipe").write_all(&text).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn wrong_command_lines() {
    for arguments in [
        &[][..],
        &["--engine", "magic", "x.vmt"],
        &["--timeout", "soon", "x.vmt"],
        &["--memory-limit", "4", "x.vmt"],
        &["--no-such-option", "x.vmt"],
        &["a.vmt", "b.vmt"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stdout(&output), "");
        assert!(!stderr(&output).is_empty());
    }
}

#[test]
fn help_teaches() {
    let output = run(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    for word in ["TRUE", "FALSE", "UNKNOWN", "Examples:", "exit code", "--timeout", "--engine", "Spacer"] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    assert!(!text.contains("worker"), "workers are our own business");
}

#[test]
fn the_version_names_z3() {
    let output = run(&["--version"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("Z3 "), "{}", stdout(&output));
}

#[test]
fn workers_are_not_for_users() {
    let output = run(&["worker", "search", "x.vmt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("for verify itself"));
}
