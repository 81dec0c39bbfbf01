//! Signatures, and all passes together.

use crate::check;
use euclase_frontend::passes::{Options, run, shrink_signatures};
use euclase_program::Program;

const HEAD: &str = "program pointers 64 entry @main

variable ?0 = \"x\" \"int\" signed

layout $0 = i32 size 4 align 4

global @lock $0 = {}
global @count $0 = {}
";

/// Runs all passes and compares with the text that the functions must become.
fn check_run(before: &str, after: &str) {
    let all = |program: &mut Program| {
        run(program, Options::default());
        before != after
    };
    check(all, HEAD, before, after);
}

#[test]
fn unused_parameters_and_results() {
    check(
        shrink_signatures,
        HEAD,
        "
function @main() -> i32 {
entry:
  %n = nondet i32 input \"n\"
  %a, %b = call (i32, i32) @f(i32 1, i32 %n)
  variable ?0 = i32 %a
  variable ?0 = i32 %b
  %c = call i32 @outside(i32 %n)
  return i32 %b
}

function @f(%p: i32, %q: i32) -> (i32, i32) {
entry:
  variable ?0 = i32 %p
  return i32 0, i32 %q
}

declare @outside(%p: i32) -> i32
",
        "
function @main() -> i32 {
entry:
  %n = nondet i32 input \"n\"
  %b = call i32 @f(i32 %n)
  variable ?0 = i32 %b
  %c = call i32 @outside(i32 %n)
  return i32 %b
}

function @f(%q: i32) -> i32 {
entry:
  return i32 %q
}

declare @outside(%p: i32) -> i32
",
    );
}

#[test]
fn signatures_that_others_rely_on_stay() {
    let text = "
function @main() -> i32 {
entry:
  %p = nondet ptr input \"p\"
  store ptr @f, %p
  %r = call i32 *%p(i32 7)
  %s = call i32 @f(i32 7)
  return i32 %r
}

function @f(%x: i32) -> i32 {
entry:
  return i32 0
}
";
    check(shrink_signatures, HEAD, text, text);
}

/// A lock in a global, taken and released by functions, and a counter that nobody asks for.
const LOCKING: &str = "
function @main() -> i32 {
entry:
  jump loop
loop:
  %again = nondet i1 input \"again\"
  call void @acquire()
  %n = load i32, @count
  %m = add i32 %n, 1
  store i32 %m, @count
  call void @release()
  branch %again, loop, done
done:
  %r = load i32, @count
  return i32 %r
}

function @acquire() -> void {
entry:
  %l = load i32, @lock
  %free = eq i32 %l, 0
  branch %free, take, bad
take:
  store i32 1, @lock
  return
bad:
  error assert \"taken twice\"
}

function @release() -> void {
entry:
  store i32 0, @lock
  return
}
";

#[test]
fn a_lock_discipline_is_proved_by_constants() {
    // After promotion, the lock is 0 at every call of acquire.
    check_run(
        LOCKING,
        "
function @main() -> i32 {
entry:
  exit
}

declare @acquire(%lock: i32) -> i32

declare @release(%lock: i32) -> i32
",
    );
}

#[test]
fn only_what_the_error_needs_is_left() {
    let before = LOCKING.replace(
        "  call void @release()\n",
        "  branch %again, free, keep\nfree:\n  call void @release()\n  jump keep\nkeep:\n",
    );
    let after = "
function @main() -> i32 {
entry:
  jump loop
loop:
  %0 = phi i32 [0, entry], [%1, keep]
  %again = nondet i1 input \"again\"
  call void @acquire(i32 %0)
  branch %again, free, keep
free:
  jump keep
keep:
  %1 = phi i32 [1, loop], [0, free]
  branch %again, loop, done
done:
  exit
}

function @acquire(%lock: i32) -> void {
entry:
  %free = eq i32 %lock, 0
  branch %free, take, bad
take:
  return
bad:
  error assert \"taken twice\"
}

declare @release(%lock: i32) -> i32
";
    check_run(&before, after);
}

#[test]
fn dead_cycles_across_calls_go() {
    let text = "
function @main() -> i32 {
entry:
  jump loop
loop:
  %x = phi i32 [0, entry], [%y, loop]
  %z = phi i32 [0, entry], [%w, loop]
  %y, %w = call (i32, i32) @step(i32 %x, i32 %z)
  %c = eq i32 %y, 100
  branch %c, bad, loop
bad:
  error assert \"\"
}

function @step(%p: i32, %q: i32) -> (i32, i32) {
entry:
  %a = add i32 %p, 3
  %b = add i32 %q, %p
  return i32 %a, i32 %b
}
";
    let after = "
function @main() -> i32 {
entry:
  jump loop
loop:
  %x = phi i32 [0, entry], [%y, loop]
  %y = call i32 @step(i32 %x)
  %c = eq i32 %y, 100
  branch %c, bad, loop
bad:
  error assert \"\"
}

function @step(%p: i32) -> i32 {
entry:
  %a = add i32 %p, 3
  return i32 %a
}
";
    check_run(text, after);
}

#[test]
fn the_report_counts() {
    let mut program = Program::parse(&format!("{HEAD}{LOCKING}")).unwrap();
    let report = run(&mut program, Options::default());
    assert!(!report.has_errors);
    assert_eq!((report.before.functions, report.before.memory, report.before.nondets), (3, 6, 1));
    assert_eq!((report.after.functions, report.after.blocks, report.after.commands), (1, 1, 0));
    let names: Vec<&str> = report.timings.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["constants", "promote", "simplify", "slice", "signatures"]);
}
