//! Whatever happens from outside, the program ends cleanly and says what it knows.

mod support;

use std::io::Read;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use support::*;

/// Starts `verify` on a system that keeps it busy, and waits for so many workers; there may be more.
fn busy(folder: &Folder, arguments: &[&str], workers: usize) -> (Child, Vec<u32>) {
    let file = folder.file("hard.vmt", HARD);
    let child = verify()
        .args(arguments)
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("verify starts");
    let mut children = Vec::new();
    wait_for(|| {
        children = children_of(child.id());
        children.len() >= workers
    });
    (child, children)
}

/// Sends a signal; false if there is no such process any more.
fn try_signal(id: u32, signal: i32) -> bool {
    let status = std::process::Command::new("kill").args([format!("-{signal}"), id.to_string()]).status();
    status.expect("kill starts").success()
}

fn signal(id: u32, signal: i32) {
    assert!(try_signal(id, signal));
}

fn end(child: Child) -> (Option<i32>, String, String) {
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), stdout(&output), stderr(&output))
}

#[test]
fn an_interrupt_gives_the_answer_so_far() {
    for number in [2, 15] {
        let folder = Folder::new(&format!("interrupt-{number}"));
        let (child, workers) = busy(&folder, &[], 4);
        std::thread::sleep(Duration::from_millis(300));
        let start = Instant::now();
        signal(child.id(), number);
        let (code, text, _) = end(child);
        assert!(text.starts_with("UNKNOWN - interrupted"), "{text}");
        assert_eq!(code, Some(130));
        assert!(start.elapsed() < Duration::from_secs(10), "it ends promptly");
        assert!(workers.iter().all(|id| !is_alive(*id)), "no worker is left");
    }
}

/// A compiler that never ends: neither it nor what was made for it is left behind.
#[test]
fn an_interrupt_while_compiling_leaves_nothing_behind() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("interrupt-compiler");
    let (mark, scratch) = (folder.path("started"), folder.path("tmp"));
    std::fs::create_dir(&scratch).expect("a folder");
    // Whatever is asked about itself, it answers as clang does.
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--version*|*-print*) exec clang-19 \"$@\";; esac\necho $$ > {mark}\nexec sleep 300\n"
    );
    let clang = folder.file("slow-clang", script);
    std::fs::set_permissions(&clang, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    let child = verify()
        .env("TMPDIR", &scratch)
        .args(["--clang", &clang, &folder.file("a.c", "int main(void) { return 0; }\n")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("verify starts");
    let compiler = || std::fs::read_to_string(&mark).ok().and_then(|text| text.trim().parse::<u32>().ok());
    assert!(wait_for(|| compiler().is_some()), "the compiler starts");
    signal(child.id(), 2);
    let (code, text, _) = end(child);
    assert!(text.starts_with("UNKNOWN - interrupted"), "{text}");
    assert_eq!(code, Some(130));
    assert!(wait_for(|| compiler().is_some_and(|id| !is_alive(id))), "the compiler has ended");
    assert_eq!(std::fs::read_dir(&scratch).expect("the folder is there").count(), 0);
}

#[test]
fn what_bmc_has_shown_is_told() {
    let mut child = verify()
        .args(["--engine", "bmc", &example("counter-even.vmt")])
        .stdout(Stdio::piped())
        .spawn()
        .expect("verify starts");
    std::thread::sleep(Duration::from_secs(2));
    signal(child.id(), 2);
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("it is read");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(text.starts_with("UNKNOWN - interrupted; no counterexample up to "), "{text}");
}

#[test]
fn workers_die_with_their_parent() {
    let folder = Folder::new("orphans");
    let (mut child, workers) = busy(&folder, &[], 4);
    signal(child.id(), 9);
    child.wait().expect("it ends");
    assert!(wait_for(|| workers.iter().all(|id| !is_alive(*id))), "no worker is left");
}

#[test]
fn a_timeout_ends_the_run() {
    let folder = Folder::new("timeout");
    let file = folder.file("hard.vmt", HARD);
    let start = Instant::now();
    let output = run(&["--timeout", "1s", &file]);
    assert!(stdout(&output).starts_with("UNKNOWN - timeout after 1 s"), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(3));
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_killed_worker_costs_its_engine() {
    let folder = Folder::new("killed");
    let (child, workers) = busy(&folder, &["--engine", "euf"], 1);
    signal(workers[0], 9);
    let (code, text, _) = end(child);
    assert!(text.starts_with("UNKNOWN - killed from outside"), "{text}");
    assert_eq!(code, Some(3));
}

#[test]
fn a_crashed_worker_is_an_internal_error() {
    let folder = Folder::new("crashed");
    let (child, workers) = busy(&folder, &["--engine", "euf"], 1);
    signal(workers[0], 6);
    let (code, text, _) = end(child);
    assert!(text.starts_with("UNKNOWN - (internal error: euf: the worker died of an abort"), "{text}");
    assert_eq!(code, Some(4));
}

#[test]
fn one_engine_that_dies_does_not_cost_the_answer() {
    let folder = Folder::new("one-dies");
    let (child, workers) = busy(&folder, &["--without", "explicit,cells", "--timeout", "20s"], 4);
    // An engine may have ended by itself; another one has not.
    assert!(workers.iter().rev().any(|id| try_signal(*id, 6)));
    let (code, text, _) = end(child);
    assert!(text.starts_with("UNKNOWN - timeout after 20 s"), "{text}");
    assert!(text.contains("abort"), "{text}");
    assert_eq!(code, Some(3));
}

#[test]
fn running_out_of_memory_is_told() {
    let folder = Folder::new("memory");
    let file = folder.file("hard.vmt", HARD);
    let output = run(&["--memory-limit", "128MiB", "--timeout", "60s", "--engine", "spacer", &file]);
    assert!(stdout(&output).starts_with("UNKNOWN - out of memory (limit 128 MiB)"), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = verify()
        .args(["--engine", "bmc", "--full-trace", &example("combination-lock.vmt")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("verify starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full is there");
    let output = verify()
        .args(["--engine", "bmc", &example("combination-lock.vmt")])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .expect("verify starts");
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).contains("cannot write the answer"), "{}", stderr(&output));
}
