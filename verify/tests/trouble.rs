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

/// A program that keeps all kinds of workers busy: engines, runs on guessed values and summaries.
const BUSY: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned mix(unsigned a, unsigned b) { return a == 0 ? b : mix(a - 1, b * b + (a ^ (b >> 7))); }
int main(void) {
    unsigned n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    if (mix(n, x) == 123456789u && n > 5000 && x % 3 == 1) reach_error();
    return 0;
}
";

/// The workers of a process that run: they are neither held nor dead.
fn running(parent: u32) -> Vec<u32> {
    let state = |id: u32| {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        text.rsplit(')').next().and_then(|rest| rest.trim().chars().next())
    };
    let runs = |id: &u32| state(*id).is_some_and(|state| !matches!(state, 'T' | 'Z' | 'X'));
    children_of(parent).into_iter().filter(runs).collect()
}

/// Several kinds of workers, one at a time: they take turns.
#[test]
fn one_job_is_one_process_at_a_time() {
    let folder = Folder::new("one-job");
    for (name, text) in [("hard.vmt", HARD), ("busy.c", BUSY)] {
        let file = folder.file(name, text);
        let mut verify = verify();
        verify.args(["-j", "1", "--timeout", "6s", &file]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = verify.spawn().expect("verify starts");
        let (mut seen, mut since) = (std::collections::BTreeSet::new(), None::<Instant>);
        let end = Instant::now() + Duration::from_secs(6);
        while Instant::now() < end {
            let now = running(child.id());
            // One that is held does nothing more, but is seen to be held only when it would have gone on: on a busy machine
            // that takes a while.
            since = if now.len() > 1 { since.or(Some(Instant::now())) } else { None };
            assert!(since.is_none_or(|since| since.elapsed() < Duration::from_secs(1)), "{now:?} run");
            seen.extend(now);
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(seen.len() > 3, "{name}: they take turns: {seen:?}");
        assert_eq!(end_of(child), Some(3));
    }
}

fn end_of(child: Child) -> Option<i32> {
    end(child).0
}

/// The limits on the addresses of the workers of a process, in bytes.
fn limits(parent: u32) -> Vec<u64> {
    let limit = |id: u32| {
        let text = std::fs::read_to_string(format!("/proc/{id}/limits")).ok()?;
        let line = text.lines().find(|line| line.starts_with("Max address space"))?;
        line.split_whitespace().nth(3)?.parse::<u64>().ok()
    };
    children_of(parent).into_iter().filter_map(limit).collect()
}

#[test]
fn the_memory_limit_is_for_all_processes_together() {
    let folder = Folder::new("memory-of-all");
    let file = folder.file("busy.c", BUSY);
    let mut verify = verify();
    verify.args(["--memory-limit", "3GiB", "--timeout", "6s", &file]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = verify.spawn().expect("verify starts");
    let (mut most, mut since, end) = (0, None::<Instant>, Instant::now() + Duration::from_secs(6));
    while Instant::now() < end {
        let limits = limits(child.id());
        let sum: u64 = limits.iter().sum();
        // Between fork and exec a worker has no limit of its own yet, and one that ends may still be seen; but not for long.
        since = if sum > 3 << 30 { since.or(Some(Instant::now())) } else { None };
        assert!(since.is_none_or(|since| since.elapsed() < Duration::from_millis(500)), "{limits:?}");
        most = most.max(limits.len());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(most >= 5, "engines, runs and summaries are there together: {most}");
    assert_eq!(end_of(child), Some(3));
}

#[test]
fn an_interrupt_ends_a_validation_with_130() {
    let folder = Folder::new("interrupt-validate");
    let file = folder.file("busy.c", BUSY);
    let witness = folder.path("w.yml");
    let hash = verify_sha256(&file);
    let text = format!(
        "- entry_type: invariant_set\n  metadata:\n    format_version: '2.0'\n    uuid: '00000000-0000-4000-8000-000000000000'\n    creation_time: '2026-01-01T00:00:00Z'\n    \
         producer: {{name: 'x', version: '1'}}\n    task:\n      input_files: ['busy.c']\n      input_file_hashes: \
         {{'busy.c': '{hash}'}}\n      specification: 'G ! call(reach_error())'\n      data_model: LP64\n      language: C\n  \
         content: []\n"
    );
    std::fs::write(&witness, text).expect("it can be written");
    let mut validate = verify();
    let child = validate.args(["validate", &witness, &file]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().expect("verify starts");
    assert!(wait_for(|| children_of(child.id()).len() >= 3), "it searches");
    signal(child.id(), 2);
    let (code, text, errors) = end(child);
    assert!(text.starts_with("UNKNOWN: interrupted"), "{text}{errors}");
    assert_eq!(code, Some(130));
}

fn verify_sha256(path: &str) -> String {
    let output = std::process::Command::new("sha256sum").arg(path).output().expect("sha256sum starts");
    stdout(&output).split_whitespace().next().expect("a hash").to_string()
}

/// On a terminal, where `^C` is echoed and the live line is drawn, the answer stands in a line of its own.
#[test]
fn an_interrupt_leaves_a_clean_line() {
    use std::fs::File;
    use std::os::fd::{AsRawFd, FromRawFd};
    use std::os::unix::process::CommandExt;
    let folder = Folder::new("interrupt-terminal");
    let file = folder.file("hard.vmt", HARD);
    let (mut master, slave) = unsafe {
        let (mut master, mut slave) = (0, 0);
        let none = std::ptr::null_mut();
        assert_eq!(libc::openpty(&mut master, &mut slave, none, std::ptr::null_mut(), std::ptr::null_mut()), 0);
        (File::from_raw_fd(master), File::from_raw_fd(slave))
    };
    let mut verify = verify();
    let terminal = || Stdio::from(slave.try_clone().expect("a descriptor"));
    verify.args(["--timeout", "60s", &file]).stdin(terminal()).stdout(terminal()).stderr(terminal());
    let descriptor = slave.as_raw_fd();
    // SAFETY: two plain system calls between fork and exec.
    unsafe {
        verify.pre_exec(move || {
            libc::setsid();
            libc::ioctl(descriptor, libc::TIOCSCTTY, 0);
            Ok(())
        });
    }
    let mut child = verify.spawn().expect("verify starts");
    drop((verify, slave));
    assert!(wait_for(|| children_of(child.id()).len() >= 4));
    std::thread::sleep(Duration::from_secs(1));
    std::io::Write::write_all(&mut master, b"\x03").expect("the terminal takes a key");
    let mut shown = Vec::new();
    let mut part = [0; 4096];
    // Reading fails once the other end is closed.
    while let Ok(1..) = master.read(&mut part).inspect(|length| shown.extend_from_slice(&part[..*length])) {}
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let shown = String::from_utf8_lossy(&shown).into_owned();
    assert!(shown.contains("\r\x1b[KUNKNOWN") || shown.contains("\r\x1b[K\x1b"), "{shown:?}");
    let answer = shown.split("\x1b[K").last().unwrap_or_default();
    assert!(!answer.contains("^C") && answer.contains("interrupted"), "{shown:?}");
}
