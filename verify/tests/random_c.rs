//! Random C programs: csmith writes them, the machine runs them, and `verify` must agree.
//!
//! The programs have no inputs. A native run tells the checksum of a program's variables; then either the error is
//! any other checksum, and the answer must be TRUE, or it is this one, and the answer must be FALSE. UNKNOWN is
//! no disagreement, but must be rare.
//!
//! `EUCLASE_RANDOM_C` and `EUCLASE_RANDOM_C_MEMORY` say how many programs, without and with memory; the default is few, to be quick. `EUCLASE_RANDOM_C_SEED` is the first
//! seed.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const DEFAULT_PROGRAMS: u64 = 20;
/// The most iterations of loops, and jumps, that a program may make: more are no better a test of agreement.
const ITERATIONS: u32 = 24;
/// What `verify` may take for one program, in seconds.
const SECONDS: u32 = 20;

/// Integers of all widths in scalar variables.
const SCALARS: &[&str] =
    &["--no-arrays", "--no-bitfields", "--no-pointers", "--no-structs", "--no-unions", "--no-packed-struct"];

/// Pointers, arrays, structs with bit-fields, and unions, all small.
const MEMORY: &[&str] = &[
    "--pointers",
    "--arrays",
    "--structs",
    "--unions",
    "--bitfields",
    "--no-packed-struct",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "4",
    "--max-struct-fields",
    "4",
    "--max-union-fields",
    "3",
    "--max-pointer-depth",
    "2",
];

/// What all programs have in common.
const OPTIONS: &[&str] = &[
    "--no-argc",
    "--no-float",
    "--no-volatiles",
    "--concise",
    "--max-funcs",
    "3",
    "--max-block-depth",
    "2",
    "--max-block-size",
    "3",
    "--max-expr-complexity",
    "3",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Agrees,
    Unknown,
}

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => default,
    }
}

/// A program and its checksum; nothing if it runs for too long.
fn generate(seed: u64, kind: &[&str], folder: &Path) -> Option<(PathBuf, u32)> {
    // It leaves a file of its own where it is started and fails on one that another is writing.
    let folder = &folder.join(format!("seed-{seed}"));
    std::fs::create_dir_all(folder).expect("a folder can be made");
    let source = folder.join(format!("random-{seed}.c"));
    let mut csmith = Command::new("csmith");
    csmith.current_dir(folder).args(OPTIONS).args(kind).args(["--seed", &seed.to_string(), "-o"]).arg(&source);
    let made = csmith.output().expect("csmith is installed; 'make setup' does it");
    let told = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "csmith --seed {seed}: {told}");
    let executable = folder.join(format!("random-{seed}"));
    let compiled = Command::new("clang-19")
        .args(["-O0", "-fwrapv", "-w", &format!("-DEUCLASE_NATIVE={ITERATIONS}"), "-I", HEADERS])
        .arg(&source)
        .arg("-o")
        .arg(&executable)
        .output()
        .expect("clang starts");
    assert!(compiled.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&executable).output().expect("the program starts");
    drop(std::fs::remove_file(&executable));
    let checksum = String::from_utf8_lossy(&run.stdout).trim().parse().ok();
    checksum.filter(|_| run.status.success()).map(|checksum| (source, checksum))
}

const HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/random-c");

/// Asks `verify`; every even program should be TRUE and every odd one FALSE.
fn ask(number: u64, source: &Path, checksum: u32) -> Result<Answer, String> {
    let safe = number.is_multiple_of(2);
    let what = if safe { "EQUAL" } else { "DIFFERENT" };
    // Half of them with functions that are there once, for which nothing is folded.
    let calls = if number % 4 < 2 { "auto" } else { "wait" };
    // Of these, half with a copy for calls that fail.
    let mixed = if number % 8 < 4 { None } else { Some("--mixed-semantics") };
    let output = support::verify()
        .args(["--timeout", &format!("{SECONDS}s"), "--quiet", "--check", "assert", "--calls", calls, "-I", HEADERS])
        .arg(format!("-DEUCLASE_{what}={checksum}u"))
        .args(mixed)
        .arg(source)
        .output()
        .expect("verify starts");
    match (output.status.code(), safe) {
        (Some(0), true) | (Some(1), false) => Ok(Answer::Agrees),
        (Some(3), _) => Ok(Answer::Unknown),
        (code, _) => Err(format!(
            "{}, -DEUCLASE_{what}={checksum}u, --calls {calls} {mixed:?}: exit code {code:?}\n{}{}",
            source.display(),
            support::stdout(&output),
            support::stderr(&output)
        )),
    }
}

#[test]
fn verdicts_on_random_programs_agree_with_running_them() {
    agree("scalars", SCALARS, setting("EUCLASE_RANDOM_C", DEFAULT_PROGRAMS));
}

#[test]
fn verdicts_on_random_programs_with_memory_agree_with_running_them() {
    agree("memory", MEMORY, setting("EUCLASE_RANDOM_C_MEMORY", DEFAULT_PROGRAMS));
}

fn agree(name: &str, kind: &[&str], wanted: u64) {
    let seeds = AtomicU64::new(setting("EUCLASE_RANDOM_C_SEED", 1));
    let numbers = AtomicU64::new(0);
    let results = Mutex::new(Vec::new());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random-c-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while numbers.load(Ordering::SeqCst) < wanted {
                    let seed = seeds.fetch_add(1, Ordering::SeqCst);
                    let Some((source, checksum)) = generate(seed, kind, &folder) else { continue };
                    let number = numbers.fetch_add(1, Ordering::SeqCst);
                    if number < wanted {
                        let result = ask(number, &source, checksum);
                        results.lock().expect("no thread panicked").push((seed, result));
                    }
                }
            });
        }
    });
    let results = results.into_inner().expect("no thread panicked");
    let wrong: Vec<&String> = results.iter().filter_map(|(_, result)| result.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} disagreements; the first:\n{}", wrong.len(), wrong[0]);
    let mut unknown: Vec<u64> =
        results.iter().filter(|(_, result)| *result == Ok(Answer::Unknown)).map(|&(seed, _)| seed).collect();
    unknown.sort_unstable();
    println!("{} programs agree, {} unanswered: seeds {unknown:?}", results.len() - unknown.len(), unknown.len());
    assert!(unknown.len() * 10 <= results.len(), "no answer for the seeds {unknown:?}");
    drop(std::fs::remove_dir_all(&folder));
}
