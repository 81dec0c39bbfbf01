//! The text form is canonical: what is printed reads back and prints the same.

use crate::Program;
use crate::random::random_program;
use proptest::prelude::*;

/// Every construct once.
const EVERYTHING: &str = r#"program pointers 64 entry @main

!0 = "a b.c":3:7 in "main"
!1 = "inc.h":9:0 in "f" inlined !0

type #0 = "int" size 4 signed
type #1 = "struct pair" size 8 struct { 0: 32 "x" #0, 32: 3 "y" #0 }
type #2 = "struct pair *" size 8 pointer #1
type #3 = "union" size 8 union { 0: 64 "p" #4, 0: 32 "i" #0 }
type #4 = "void *" size 8 pointer
type #5 = "int[3]" size 12 array 3 #0
type #6 = "int ()" size 0 code
type #7 = "va_list" size 24 unknown

variable ?0 = "i" "int" signed #0 in "main" at !0
variable ?1 = "table" "struct pair *" address #2

layout $0 = i32 size 4 align 4
layout $1 = struct "pair" { 0: "x" $0, 4: "y" $0 } size 8 align 4
layout $2 = array 10 $1 size 80 align 4
layout $3 = opaque size 3 align 1

global @g $0 = { 0: i32 -5 } ?1
global @table $2 = {}
constant @.str $3 = { 0: bytes "a\22\00" }
global @links $2 = { 0: ptr @table+8, 8: ptr @links-4, 16: ptr @f, 24: ptr null, 32: f64 0x3ff0000000000000 }
global @elsewhere $0 = any

declare @external(%0: ptr, ...) -> i32

function @f(%a: i32, %"odd name": i1) -> (i32, i1) !0 {
entry:
  %0 = nondet i1 undef
  %1 = xor i1 %0, true
  return i32 %a, i1 %1
}

function @main() -> i32 {
entry:
  %n = nondet i32 input "__VERIFIER_nondet_int" !0
  %u = nondet i32 uninitialised "u" !1
  %made = nondet i32 library "fileno" !1
  %printed = nondet i8 printing
  %assembled = nondet i8 assembly
  %p = alloca $1
  %q = alloca $0 ?1, count i32 %n
  %h = allocate i64 40
  %z = allocate zeroed i64 8
  free ptr %h
  %field = address %p, 4
  %element = address @table, 4, 8 * i32 %n, -1 * i64 3
  %old = load i32, %field
  store i32 %old, %element
  store ptr @g, %z
  memcpy ptr %p, ptr @table, i64 8
  memset ptr %p, i8 0, i64 8
  havoc ptr %p, i64 8, uninitialised "p"
  %r, %s = call (i32, i1) @f(i32 %n, i1 true)
  %t = call i32 @external(ptr @.str, i32 7) !1
  call void *%z(i32 %t)
  %d = sdiv i32 %n, -2147483648
  %wide = zext i32 %d to i128
  %float = sitofp i128 %wide to f64
  %root = fsqrt f64 %float
  %sum = fadd f64 %root, 0x3ff0000000000000
  %lt = folt f64 %sum, %float
  %fr = freeze i32 %d
  %sel = select %lt, i32 %fr, 0
  assume %lt
  jump loop
loop:
  %i = phi i32 [0, entry], [%next, loop]
  %j = phi i32 [%n, entry], [%i, loop]
  variable ?0 = i32 %i
  %next = add i32 %i, 1
  %more = slt i32 %i, %n
  branch %more, loop, "odd label" !0
"odd label":
  switch i32 %j [1: bad, -2: done, 3: done], loop.end !0
bad:
  error assert "assertion \22i < 7\22" !1
done:
  exit
loop.end:
  %isnull = eq ptr %z, null
  branch %isnull, asm, never
asm:
  branch %isnull, deeper, plain
deeper:
  unsupported recursion "recursion" !1
plain:
  unsupported "inline assembly" !1
never:
  unreachable
}
"#;

#[test]
fn everything_prints_as_it_was_read() {
    let program = Program::parse(EVERYTHING).unwrap();
    assert_eq!(program.print(), EVERYTHING);
}

#[test]
fn names_are_made_unique() {
    let mut program =
        Program::parse("program pointers 32\nfunction @f(%x: i8) -> void {\nentry:\n  return\n}").unwrap();
    let function = &mut program.functions[0];
    function.add_parameter(crate::Type::Int(8), Some("x".into()));
    function.add_parameter(crate::Type::Int(8), Some("x.1".into()));
    function.add_parameter(crate::Type::Int(8), None);
    let block = function.add_block("entry");
    function.block_mut(crate::Function::ENTRY).terminator = crate::Terminator::Jump(block);
    let text = program.print();
    assert!(text.contains("@f(%x: i8, %x.1: i8, %x.1.1: i8, %0: i8)"), "{text}");
    assert!(text.contains("entry.1:"), "{text}");
    assert_eq!(Program::parse(&text).unwrap().print(), text);
}

fn error(body: &str) -> String {
    let text = format!("program pointers 64\nfunction @f(%x: i32) -> i32 {{\nentry:\n{body}\n}}");
    Program::parse(&text).unwrap_err().to_string()
}

#[test]
fn errors_say_where() {
    assert_eq!(error("  %y = add i32 %x, %z\n  return i32 %y"), "4:20: '%z' is never defined");
    assert_eq!(error("  %x = add i32 %x, 1\n  return i32 %x"), "4:3: '%x' is defined twice");
    assert_eq!(error("  %y = add i8 %x, 1\n  return i32 %y"), "4:15: '%x' has type i32 elsewhere, and i8 here");
    assert_eq!(error("  jump nowhere"), "4:8: there is no block 'nowhere' in this function");
    assert_eq!(error("  return i32 5000000000"), "4:14: '5000000000' does not fit 32 bits");
    assert_eq!(error("  %y = frobnicate i32 %x"), "4:8: 'frobnicate' is not a command");
    assert_eq!(error("  call void @g()\n  return i32 0"), "4:13: there is no function '@g'");
    assert_eq!(error("  store i32 0, ~"), "4:16: '~' does not belong here");
    assert_eq!(error("  exit !0"), "4:8: a location declared before is expected, not '!0'");
    assert_eq!(
        error("  exit\nexit:\n"),
        "7:1: a command or the end of the block, such as 'jump', is expected, not '}'"
    );
    assert_eq!(Program::parse("").unwrap_err().to_string(), "1:1: 'program' is expected, not the end of the text");
}

#[test]
fn cut_off_texts_are_errors() {
    for end in EVERYTHING.char_indices().map(|(end, _)| end) {
        let _ = Program::parse(&EVERYTHING[..end]);
    }
}

#[test]
fn drawings() {
    let text = "program pointers 64\nfunction @f(%c: i1) -> void {\nentry:\n  jump loop\nloop:\n  branch %c, loop, bad\nbad:\n  \
                error assert \"no\"\n}";
    let drawing = Program::parse(text).unwrap().dot(crate::FunctionId(0));
    let expected = r#"digraph "f" {
  node [shape=box, fontname=monospace, style=filled, fillcolor=white];
  b0 [label="entry:\l  jump loop\l", fillcolor=lightblue, peripheries=2];
  b0 -> b1 [label=""];
  b1 [label="loop:\l  branch %c, loop, bad\l", fillcolor=lightblue, peripheries=2];
  b1 -> b1 [label="true"];
  b1 -> b2 [label="false"];
  b2 [label="bad:\l  error assert \"no\"\l", fillcolor=tomato, peripheries=2];
}
"#;
    assert_eq!(drawing, expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Whatever happens to a text, it is refused or understood.
    #[test]
    fn damaged_texts_do_no_harm(seed: u64, at: usize, length in 0usize..6, put in "[ -~]{0,3}") {
        let mut text = if seed % 4 == 0 { EVERYTHING.to_string() } else { random_program(seed).print() };
        let start = at % text.len();
        let end = (start + length).min(text.len());
        text.replace_range(start..end, &put);
        if let Ok(program) = Program::parse(&text) {
            let printed = program.print();
            prop_assert_eq!(Program::parse(&printed).unwrap().print(), printed);
            if program.validate().is_ok() && program.entry.is_some() {
                let options = crate::RunOptions { max_steps: 500, ..Default::default() };
                crate::run(&program, options, &mut |_| Some(crate::BitVecValue::new(32, seed)));
            }
        }
    }
}
