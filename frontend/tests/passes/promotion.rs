//! What promotion makes of small programs.

use crate::check;
use euclase_frontend::passes::promote;
use euclase_program::Program;

const HEAD: &str = "program pointers 64 entry @main

variable ?0 = \"g\" \"int\" signed
variable ?1 = \"p\" \"struct pair\" other in \"main\"

layout $0 = i32 size 4 align 4
layout $1 = struct \"pair\" { 0: \"x\" $0, 4: \"y\" $0 } size 8 align 4

global @g $0 = { 0: i32 5 } ?0
global @elsewhere $0 = any
global @pair $1 = {}
constant @first $1 = { 0: i32 1, 4: i32 2 }
";

fn check_promote(before: &str, after: &str) {
    check(promote, HEAD, before, after);
}

#[test]
fn a_global_in_a_loop_becomes_a_phi() {
    check_promote(
        "
function @main() -> i32 {
entry:
  %n = nondet i1 input \"n\"
  branch %n, loop, skip
loop:
  %a = load i32, @g
  %b = add i32 %a, 1
  store i32 %b, @g
  branch %n, loop, done
skip:
  jump done
done:
  %c = load i32, @g
  %d = load i32, @elsewhere
  %e = add i32 %c, %d
  return i32 %e
}
",
        "
function @main() -> i32 {
entry:
  %elsewhere = nondet i32 havoc \"elsewhere\"
  %n = nondet i1 input \"n\"
  branch %n, loop, skip
loop:
  %0 = phi i32 [5, entry], [%b, loop]
  %b = add i32 %0, 1
  variable ?0 = i32 %b
  branch %n, loop, done
skip:
  jump done
done:
  %1 = phi i32 [%b, loop], [5, skip]
  %e = add i32 %1, %elsewhere
  return i32 %e
}
",
    );
}

#[test]
fn globals_go_through_functions() {
    check_promote(
        "
function @main() -> i32 {
entry:
  call void @set(i32 1)
  %r = call i32 @get()
  return i32 %r
}

function @set(%v: i32) -> void {
entry:
  store i32 %v, @g
  return
}

function @get() -> i32 {
entry:
  %r = call i32 @inner()
  return i32 %r
}

function @inner() -> i32 {
entry:
  %r = load i32, @g
  return i32 %r
}
",
        "
function @main() -> i32 {
entry:
  %0 = call i32 @set(i32 1, i32 5)
  %r = call i32 @get(i32 %0)
  return i32 %r
}

function @set(%v: i32, %g: i32) -> i32 {
entry:
  variable ?0 = i32 %v
  return i32 %v
}

function @get(%g: i32) -> i32 {
entry:
  %r = call i32 @inner(i32 %g)
  return i32 %r
}

function @inner(%g: i32) -> i32 {
entry:
  return i32 %g
}
",
    );
}

/// The functions that promotion makes of a program, without what stands before them.
fn functions(text: &str) -> String {
    let mut program = Program::parse(&format!("{HEAD}{text}")).unwrap();
    assert_eq!(program.validate(), Ok(()));
    promote(&mut program);
    assert_eq!(program.validate(), Ok(()));
    let text = program.print();
    text[text.find("function").unwrap()..].to_string()
}

#[test]
fn structs_fall_apart_and_are_copied_by_parts() {
    let before = "
function @main() -> i32 {
entry:
  %p = alloca $1 ?1
  memcpy ptr %p, ptr @first, i64 8
  %y = address %p, 4
  %a = load i32, %y
  memcpy ptr @pair, ptr %p, i64 8
  memset ptr %p, i8 1, i64 8
  %b = load i32, @pair
  %c = load i32, %p
  store i32 %a, @pair+4
  return i32 %b
}
";
    let after = "function @main() -> i32 {
entry:
  %p.x = nondet i32 uninitialised \"p.x\"
  %p.y = nondet i32 uninitialised \"p.y\"
  variable ?2 = i32 1
  variable ?3 = i32 2
  variable ?2 = i32 16843009
  variable ?3 = i32 16843009
  return i32 1
}
";
    assert_eq!(functions(before), after);
}

#[test]
fn an_alloca_in_a_loop_holds_something_new_each_time() {
    let before = "
function @main() -> i32 {
entry:
  %n = nondet i1 input \"n\"
  jump loop
loop:
  %p = alloca $0 ?0
  branch %n, set, use
set:
  store i32 1, %p
  jump use
use:
  %a = load i32, %p
  branch %n, loop, done
done:
  return i32 %a
}
";
    let after = "function @main() -> i32 {
entry:
  %n = nondet i1 input \"n\"
  jump loop
loop:
  %g = nondet i32 uninitialised \"g\"
  branch %n, set, use
set:
  variable ?0 = i32 1
  jump use
use:
  %0 = phi i32 [%g, loop], [1, set]
  branch %n, loop, done
done:
  return i32 %0
}
";
    assert_eq!(functions(before), after);
}

#[test]
fn what_is_not_only_loaded_and_stored_stays() {
    for body in [
        "store ptr @g, %q\n  %x = load i32, @g",
        "%c = eq ptr @g, %q\n  %x = load i32, @g",
        "%x = load i32, @g\n  %y = load i16, @g",
        "%x = load i32, @pair\n  %y = load i32, @pair+2",
        "%x = load i32, @pair+6",
        "%a = address @pair, 4 * i1 %i\n  %x = load i32, %a",
        "%x = load i32, @pair\n  memset ptr @pair, i8 0, i64 2",
        "%x = load i32, @g\n  memcpy ptr @g, ptr %q, i64 4",
        "%x = load i32, @g\n  call void *%q()",
    ] {
        let escapes = "\nfunction @other() -> void {\nentry:\n  store i32 1, @g\n  store ptr @other, @g\n  return\n}\n";
        let other = if body.contains("call") { escapes } else { "" };
        let main = format!(
            "\nfunction @main() -> void {{\nentry:\n  %i = nondet i1 undef\n  %q = nondet ptr undef\n  {body}\n  return\n}}\n"
        );
        check_promote(&format!("{main}{other}"), &format!("{main}{other}"));
    }
}
