//! What the propagation of constants makes of small programs.

use crate::check;
use euclase_frontend::passes::propagate_constants;

const HEAD: &str = "program pointers 64 entry @main

layout $0 = i32 size 4 align 4
layout $1 = array 4 $0 size 16 align 4

global @never $1 = { 4: i32 7, 8: bytes \"\\01\\02\" }
global @written $0 = { 0: i32 7 }
constant @table $1 = { 0: ptr @main }
";

fn check_constants(before: &str, after: &str) {
    check(propagate_constants, HEAD, before, after);
}

#[test]
fn a_branch_that_is_never_taken_changes_nothing() {
    check_constants(
        "
function @main() -> i32 {
entry:
  %n = nondet i1 input \"n\"
  jump loop
loop:
  %x = phi i32 [1, entry], [%y, latch]
  %c = eq i32 %x, 1
  branch %c, same, other
same:
  jump latch
other:
  %z = add i32 %x, 1
  jump latch
latch:
  %y = phi i32 [%x, same], [%z, other]
  branch %n, loop, done
done:
  return i32 %y
}
",
        "
function @main() -> i32 {
entry:
  %n = nondet i1 input \"n\"
  jump loop
loop:
  jump same
same:
  jump latch
latch:
  branch %n, loop, done
done:
  return i32 1
}
",
    );
}

#[test]
fn parameters_and_results() {
    check_constants(
        "
function @main() -> i32 {
entry:
  %n = nondet i32 input \"n\"
  %a, %b = call (i32, i32) @f(i32 3, i32 %n)
  %c, %d = call (i32, i32) @f(i32 3, i32 4)
  %s = add i32 %a, %c
  %t = add i32 %b, %d
  %r = add i32 %s, %t
  return i32 %r
}

function @f(%p: i32, %q: i32) -> (i32, i32) {
entry:
  %x = mul i32 %p, %p
  return i32 %x, i32 %q
}
",
        "
function @main() -> i32 {
entry:
  %n = nondet i32 input \"n\"
  %a, %b = call (i32, i32) @f(i32 3, i32 %n)
  %c, %d = call (i32, i32) @f(i32 3, i32 4)
  %t = add i32 %b, %d
  %r = add i32 18, %t
  return i32 %r
}

function @f(%p: i32, %q: i32) -> (i32, i32) {
entry:
  return i32 9, i32 %q
}
",
    );
}

#[test]
fn globals_that_are_never_written() {
    check_constants(
        "
function @main() -> i32 {
entry:
  %i = nondet i1 input \"i\"
  %p = address @never, 0, 4 * i32 1
  %a = load i32, %p
  %b = load i32, @never+8
  %c = load i16, @never+7
  %d = load i32, @never
  %e = load ptr, @table
  %x = address @never, 4 * i1 %i
  %f = load i32, %x
  %g = load i32, @written
  %h = load i32, @never+14
  store i32 %a, @written
  store i32 %b, @written
  store i16 %c, @written
  store i32 %d, @written
  store ptr %e, @written
  store i32 %f, @written
  store i32 %g, @written
  return i32 %h
}
",
        "
function @main() -> i32 {
entry:
  %i = nondet i1 input \"i\"
  %x = address @never, 4 * i1 %i
  %f = load i32, %x
  %g = load i32, @written
  %h = load i32, @never+14
  store i32 7, @written
  store i32 513, @written
  store i16 256, @written
  store i32 0, @written
  store ptr @main, @written
  store i32 %f, @written
  store i32 %g, @written
  return i32 %h
}
",
    );
}

#[test]
fn what_follows_a_call_that_never_returns_is_left_alone() {
    let text = "
function @main() -> i32 {
entry:
  %x = call i32 @endless()
  %c = eq i32 %x, 1
  branch %c, one, two
one:
  return i32 1
two:
  return i32 %x
}

function @endless() -> i32 {
entry:
  jump loop
loop:
  jump loop
}
";
    check_constants(text, text);
}
