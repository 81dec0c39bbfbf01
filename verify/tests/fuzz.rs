//! `make fuzz` finds what is wrong: verdicts that are planted are reported, and are gone when they are right again.

mod support;

use std::path::Path;
use std::process::{Command, Output};

use support::{Folder, stderr, stdout};

/// Runs `fuzz/run.py` with a verifier, in a folder.
fn fuzz(folder: &Folder, verifier: &str, arguments: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/run.py");
    Command::new("/usr/bin/python3")
        .arg("-B")
        .arg(script)
        .args(["--out", &folder.path("out"), "--verify", verifier, "--timeout", "60"])
        .args(arguments)
        .output()
        .expect("/usr/bin/python3 is there: run `make setup`")
}

/// A program in the place of `verify` that changes its answer by a shell script: `$answer` is printed, `$code` is the exit code.
fn planted(folder: &Folder, change: &str) -> String {
    let script = format!(
        "#!/bin/bash\nanswer=$({} \"$@\")\ncode=$?\n{change}\necho \"$answer\"\nexit $code\n",
        env!("CARGO_BIN_EXE_verify")
    );
    let path = folder.file("planted", script);
    let status = Command::new("chmod").args(["+x", &path]).status();
    assert!(status.is_ok_and(|status| status.success()));
    path
}

fn page(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path("out/results.md")).expect("there is a page")
}

#[test]
fn a_planted_wrong_verdict_is_found_and_done_again_by_the_next_run() {
    let folder = Folder::new("fuzz-verdicts");
    let always_true = planted(&folder, "[[ $answer == FALSE* ]] && { answer='TRUE - planted'; code=0; }");
    let item = ["--item", "arithmetic-0", "--item", "arithmetic-1"];
    let output = fuzz(&folder, &always_true, &item);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    assert!(
        stdout(&output).contains("wrong: arithmetic-1: verify: TRUE instead of FALSE: planted"),
        "{}",
        stdout(&output)
    );
    assert!(page(&folder).contains("**1 wrong answers, 0 errors**"), "{}", page(&folder));
    assert!(Path::new(&folder.path("out/items/arithmetic-1/program.c")).exists());
    // Two items exist of this part, so only the wrong one is left to do.
    let output = fuzz(&folder, env!("CARGO_BIN_EXE_verify"), &["--parts", "arithmetic", "--each", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(page(&folder).contains("2 programs in"), "{}", page(&folder));
    assert!(page(&folder).contains("**0 wrong answers, 0 errors**"), "{}", page(&folder));
}

#[test]
fn a_planted_internal_error_is_found() {
    let folder = Folder::new("fuzz-errors");
    let broken = planted(&folder, "answer='UNKNOWN - internal error: planted'; code=3");
    let output = fuzz(&folder, &broken, &["--item", "goto-0"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    assert!(page(&folder).contains("**0 wrong answers, 1 errors**"), "{}", page(&folder));
}

#[test]
fn a_witness_that_is_confirmed_for_another_program_is_found() {
    let folder = Folder::new("fuzz-witnesses");
    let gullible = planted(&folder, "[[ $answer == REJECTED* ]] && { answer='CONFIRMED - planted'; code=0; }");
    let output = fuzz(&folder, &gullible, &["--item", "witnesses-1"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("the witness of another program: CONFIRMED"), "{}", stdout(&output));
}

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new("fuzz-arguments");
    let output = fuzz(&folder, "/nowhere/verify", &[]);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("there is no /nowhere/verify"), "{}", stderr(&output));
    for (arguments, said) in
        [(["--parts", "poetry"], "there is no part poetry"), (["--item", "arithmetic"], "arithmetic-17")]
    {
        let output = fuzz(&folder, env!("CARGO_BIN_EXE_verify"), &arguments);
        assert!(!output.status.success());
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
}
