//! What slicing makes of small programs.

use crate::check;
use euclase_frontend::passes::{SliceOptions, has_errors, prune, slice};
use euclase_program::Program;

const HEAD: &str = "program pointers 64 entry @main

variable ?0 = \"x\" \"int\" signed

layout $0 = i32 size 4 align 4

global @g $0 = {}
global @h $0 = {}
";

fn check_slice(before: &str, after: &str) {
    check(|program| slice(program, SliceOptions::default()), HEAD, before, after);
}

#[test]
fn after_the_last_check_the_program_may_end() {
    check(
        prune,
        HEAD,
        "
function @main() -> i32 {
entry:
  %x = nondet i32 input \"x\"
  %c = eq i32 %x, 1
  branch %c, bad, good
good:
  %d = eq i32 %x, 2
  assume %d
  branch %d, one, two
one:
  return i32 1
two:
  return i32 2
bad:
  error assert \"\"
}
",
        "
function @main() -> i32 {
entry:
  %x = nondet i32 input \"x\"
  %c = eq i32 %x, 1
  branch %c, bad, good
good:
  exit
bad:
  error assert \"\"
}
",
    );
}

#[test]
fn without_errors_nothing_is_left() {
    let text = format!(
        "{HEAD}
function @main() -> i32 {{
entry:
  jump loop
loop:
  call void @f()
  jump loop
}}

function @f() -> void {{
entry:
  return
dead:
  error assert \"\"
}}
"
    );
    let mut program = Program::parse(&text).unwrap();
    assert!(!has_errors(&program));
    assert!(slice(&mut program, SliceOptions::default()));
    let expected = "\nfunction @main() -> i32 {\nentry:\n  exit\n}\n\ndeclare @f() -> void\n";
    assert_eq!(program.print(), format!("{HEAD}{expected}"));
}

#[test]
fn the_end_of_a_block_goes_with_what_follows_it() {
    check(
        prune,
        HEAD,
        "
function @main() -> i32 {
entry:
  call void @check(i1 false)
  %x = nondet i32 input \"x\"
  store i32 %x, @g
  return i32 0
}

function @check(%c: i1) -> void {
entry:
  branch %c, good, bad
good:
  return
bad:
  error assert \"\"
}
",
        "
function @main() -> i32 {
entry:
  call void @check(i1 false)
  exit
}

function @check(%c: i1) -> void {
entry:
  branch %c, good, bad
good:
  exit
bad:
  error assert \"\"
}
",
    );
}

#[test]
fn what_the_error_does_not_depend_on_goes() {
    check_slice(
        "
function @main() -> i32 {
entry:
  %x = nondet i32 input \"x\"
  %y = nondet i32 input \"y\"
  store i32 %y, @g
  %c = eq i32 %y, 1
  branch %c, then, join
then:
  %z = add i32 %y, 1
  store i32 %z, @h
  jump join
join:
  %p = phi i32 [%y, entry], [%z, then]
  variable ?0 = i32 %p
  variable ?0 = i32 %x
  store i32 %x, @g
  %l = load i32, @g
  %m = load i32, @h
  %e = eq i32 %l, 7
  branch %e, bad, good
good:
  return i32 %p
bad:
  error assert \"\"
}
",
        "
function @main() -> i32 {
entry:
  %x = nondet i32 input \"x\"
  %y = nondet i32 input \"y\"
  store i32 %y, @g
  jump join
join:
  variable ?0 = i32 %x
  store i32 %x, @g
  %l = load i32, @g
  %e = eq i32 %l, 7
  branch %e, bad, good
good:
  exit
bad:
  error assert \"\"
}
",
    );
}

/// A loop in front of an error that has nothing to do with it.
fn loop_that(stays: &str, step: &str) -> String {
    format!(
        "
function @main() -> i32 {{
entry:
  %n = nondet i32 input \"n\"
  jump loop
loop:
  %i = phi i32 [0, entry], [%j, body]
  %s = phi i32 [0, entry], [%t, body]
  %c = {stays}
  branch %c, body, done
body:
  %j = add i32 %i, {step}
  %t = add i32 %s, %i
  jump loop
done:
  %e = eq i32 %n, 7
  branch %e, bad, good
good:
  exit
bad:
  error assert \"\"
}}
"
    )
}

const WITHOUT_LOOP: &str = "
function @main() -> i32 {
entry:
  %n = nondet i32 input \"n\"
  jump loop
loop:
  jump done
done:
  %e = eq i32 %n, 7
  branch %e, bad, good
good:
  exit
bad:
  error assert \"\"
}
";

#[test]
fn a_loop_that_counts_ends() {
    for stays in ["slt i32 %i, %n", "ne i32 %n, %i", "sle i32 %i, 100", "ugt i32 %n, %i"] {
        check_slice(&loop_that(stays, "1"), WITHOUT_LOOP);
    }
    check_slice(&loop_that("ne i32 %i, %n", "-3"), WITHOUT_LOOP);
}

#[test]
fn a_loop_that_may_not_end_keeps_its_control() {
    for (stays, step) in
        [("sle i32 %i, %n", "1"), ("ne i32 %i, %n", "2"), ("ule i32 %i, -1", "1"), ("sle i32 %i, 2147483647", "1")]
    {
        let before = loop_that(stays, step);
        let after =
            before.replace("  %s = phi i32 [0, entry], [%t, body]\n", "").replace("  %t = add i32 %s, %i\n", "");
        check_slice(&before, &after);
        let drop_all = |program: &mut Program| slice(program, SliceOptions { drop_endless_loops: true });
        check(drop_all, HEAD, &before, WITHOUT_LOOP);
    }
}

#[test]
fn functions_lose_what_nobody_needs() {
    check_slice(
        "
function @main() -> i32 {
entry:
  %x = nondet i32 input \"x\"
  %y = nondet i32 input \"y\"
  %a, %b = call (i32, i32) @two(i32 %x, i32 %y)
  call void @log(i32 %y)
  %e = eq i32 %a, 7
  branch %e, bad, good
good:
  exit
bad:
  error assert \"\"
}

function @two(%p: i32, %q: i32) -> (i32, i32) {
entry:
  %s = add i32 %p, 1
  %t = add i32 %q, 1
  return i32 %s, i32 %t
}

function @log(%p: i32) -> void {
entry:
  store i32 %p, @g
  return
}
",
        "
function @main() -> i32 {
entry:
  %x = nondet i32 input \"x\"
  %a, %b = call (i32, i32) @two(i32 %x, i32 0)
  %e = eq i32 %a, 7
  branch %e, bad, good
good:
  exit
bad:
  error assert \"\"
}

function @two(%p: i32, %q: i32) -> (i32, i32) {
entry:
  %s = add i32 %p, 1
  return i32 %s, i32 0
}

declare @log(%p: i32) -> void
",
    );
}

#[test]
fn a_call_that_may_end_the_program_stays() {
    let text = "
function @main() -> i32 {
entry:
  %x = nondet i32 input \"x\"
  call void @quit(i32 %x)
  error assert \"\"
}

function @quit(%p: i32) -> void {
entry:
  %c = eq i32 %p, 1
  branch %c, end, back
end:
  exit
back:
  return
}
";
    check_slice(text, text);
}

#[test]
fn which_return_is_taken_matters_to_who_uses_the_result() {
    let text = "
function @main() -> i32 {
entry:
  %x = nondet i32 input \"x\"
  %r = call i32 @choose(i32 %x)
  %c = eq i32 %r, 1
  branch %c, bad, good
good:
  exit
bad:
  error assert \"\"
}

function @choose(%p: i32) -> i32 {
entry:
  %c = eq i32 %p, 1
  branch %c, one, two
one:
  return i32 1
two:
  return i32 2
}
";
    check_slice(text, text);
}
