//! Native runs on guessed values: what they find, what they took on the way, and how they end.

use euclase_logic::BitVecValue;
use euclase_runtime_stubs::{Contents, Replay, ReplayOutcome, Taken, Trials, Tried, replay};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const CLANG: &str = "clang-19";
const LIMIT: Duration = Duration::from_secs(60);

const DECLARATIONS: &str = "int __euclase_nondet_i32(int); void __euclase_error(int) __attribute__((noreturn));
void __euclase_havoc(void *, unsigned long long, int); void *malloc(unsigned long);
";

fn module(folder: &TempDir, body: &str) -> PathBuf {
    let source = folder.path().join("module.c");
    std::fs::write(&source, format!("{DECLARATIONS}{body}")).expect("the source can be written");
    let bitcode = source.with_extension("bc");
    let compiled = Command::new(CLANG).args(["-w", "-c", "-emit-llvm"]).arg(&source).arg("-o").arg(&bitcode).status();
    assert!(compiled.expect("clang starts").success());
    bitcode
}

fn tried(folder: &TempDir, body: &str, constants: &[BitVecValue], runs: u64) -> Tried {
    let bitcode = module(folder, body);
    let trials = Trials::build(Path::new(CLANG), &bitcode, false, (constants, false), folder.path(), LIMIT);
    let mut trials = trials.expect("it compiles");
    trials.run(runs, Duration::from_millis(200), Instant::now() + LIMIT).expect("it runs")
}

/// Replays what a run took; it must reach the error again.
fn again(folder: &TempDir, values: &[BitVecValue]) -> ReplayOutcome {
    let bitcode = folder.path().join("module.bc");
    let scratch = tempfile::tempdir().expect("a folder");
    replay(&Replay {
        clang: Path::new(CLANG),
        bitcode: &bitcode,
        ilp32: false,
        inputs: values,
        contents: &Contents::default(),
        looks: None,
        scratch: scratch.path(),
        limit: LIMIT,
    })
}

#[test]
fn what_a_run_took_reaches_the_error_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "int main(void) { unsigned char a[5]; int n = 0; __euclase_havoc(a, 5, 1);
        for (int i = 0; i < 100000; i++) n += __euclase_nondet_i32(2) != 0;
        if (n > 10 && a[3] > 2 && __euclase_nondet_i32(3) == 123456) __euclase_error(4); return 0; }";
    let constants = [BitVecValue::new(32, 123_456), BitVecValue::new(64, 9)];
    let Tried::ErrorReached(Taken { values, .. }) = tried(&folder, body, &constants, 400) else { panic!("nothing") };
    assert_eq!(values.len(), 5 + 100_000 + 1);
    assert!(values[..5].iter().all(|byte| byte.width() == 8));
    assert_eq!(values.last(), Some(&constants[0]));
    assert_eq!(again(&folder, &values), ReplayOutcome::ErrorReached);
}

#[test]
fn runs_that_reach_nothing_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "int main(void) { int x = __euclase_nondet_i32(1); if (x != x) __euclase_error(2); return 0; }";
    assert_eq!(tried(&folder, body, &[], 20), Tried::Nothing);
    assert_eq!(tried(&folder, "int main(void) { return 0; }", &[], 20), Tried::NothingToGuess);
}

#[test]
fn runs_without_end_and_crashes_do_not_end_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let body =
        "int main(void) { int x = __euclase_nondet_i32(1); if (x == 0) for (;;); if (x == 1) *(volatile int *)8 = 1;
        if (x == 2) __euclase_error(2); return 0; }";
    let Tried::ErrorReached(taken) = tried(&folder, body, &[], 40) else { panic!("nothing was found") };
    assert_eq!(taken.values, vec![BitVecValue::new(32, 2)]);
}

#[test]
fn memory_from_malloc_holds_one_byte_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "int main(void) { __euclase_nondet_i32(1); char *p = malloc(400); int differs = 0;
        for (int i = 0; i < 400; i++) differs |= p[i] != p[0]; if (differs) __euclase_error(2); return 0; }";
    assert_eq!(tried(&folder, body, &[], 20), Tried::Nothing);
}

#[test]
fn what_memory_held_that_no_one_wrote_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "int main(void) { unsigned char *p = malloc(3); int x = __euclase_nondet_i32(1);
        if (p[2] == 'a' && x != -7) __euclase_error(2); return 0; }";
    let Tried::ErrorReached(taken) = tried(&folder, body, &[], 40) else { panic!("nothing was found") };
    assert_eq!(taken.unwritten, b'a');
}

#[test]
fn misuse_of_memory_ends_a_run_that_is_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("module.c");
    let body =
        "int main(void) { char *p = malloc(8); int x = __euclase_nondet_i32(1); if (x > 8) p[x & 15] = 1; return 0; }";
    std::fs::write(&source, format!("{DECLARATIONS}{body}")).expect("the source can be written");
    let bitcode = source.with_extension("bc");
    // Marked for AddressSanitizer, and not changed by it yet.
    let marked = ["-w", "-c", "-emit-llvm", "-fsanitize=address", "-Xclang", "-disable-llvm-passes"];
    let compiled = Command::new(CLANG).args(marked).arg(&source).arg("-o").arg(&bitcode).status();
    assert!(compiled.expect("clang starts").success());
    for (watched, found) in [(true, true), (false, false)] {
        let trials = Trials::build(Path::new(CLANG), &bitcode, false, (&[], watched), folder.path(), LIMIT);
        let tried = trials.expect("it compiles").run(60, Duration::from_millis(200), Instant::now() + LIMIT);
        assert_eq!(matches!(tried, Ok(Tried::ErrorReached(_))), found, "{tried:?}");
    }
}
