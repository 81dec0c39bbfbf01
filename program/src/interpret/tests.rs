use super::{AddressMap, Event, Outcome, Run, RunOptions, TraceLevel, run};
use crate::{BitVecValue, CheckKind, Program};

fn execute(text: &str, inputs: &[u64]) -> Run {
    execute_with(text, inputs, RunOptions::default())
}

fn execute_with(text: &str, inputs: &[u64], options: RunOptions) -> Run {
    let program = Program::parse(text).unwrap();
    if let Err(defects) = program.validate() {
        panic!("{}", defects[0]);
    }
    let mut inputs = inputs.iter();
    let options = RunOptions { max_steps: 100_000, max_depth: 50_000, trace: TraceLevel::Values, ..options };
    run(&program, options, &mut |_| inputs.next().map(|input| BitVecValue::new(64, *input)))
}

fn returned(text: &str, inputs: &[u64]) -> i64 {
    match execute(text, inputs).outcome {
        Outcome::Returned(values) => i64::try_from(values[0].to_signed()).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// A function body as a program.
fn main(body: &str) -> String {
    format!(
        "program pointers 64 entry @main\n!0 = \"x.c\":3:0 in \"main\"\nlayout $0 = i32 size 4 align 4\n\
         layout $1 = array 4 $0 size 16 align 4\nglobal @g $1 = {{ 4: i32 7, 8: ptr @g+4 }}\n\
         constant @c $0 = {{ 0: i32 5 }}\nfunction @main() -> i32 {{\n{body}\n}}\n\
         declare @outside() -> i32\n\
         function @twice(%x: i32) -> i32 {{\ne:\n  %y = add i32 %x, %x\n  return i32 %y\n}}"
    )
}

/// Thesis §3.2: phis are assigned in parallel.
#[test]
fn phis_swap() {
    let text = main(
        "l0:\n  %n = nondet i32 input \"n\"\n  jump l1\nl1:\n  %x = phi i32 [0, l0], [%y, l1]\n  %y = phi i32 [1, l0], [%x, l1]\n  \
         %i = phi i32 [0, l0], [%j, l1]\n  %j = add i32 %i, 1\n  %z = ult i32 %j, %n\n  branch %z, l1, l2\nl2:\n  \
         %r = shl i32 %x, 8\n  %s = or i32 %r, %y\n  return i32 %s",
    );
    assert_eq!(returned(&text, &[1]), 1);
    assert_eq!(returned(&text, &[2]), 256);
    assert_eq!(returned(&text, &[7]), 1);
}

#[test]
fn calls_of_all_kinds() {
    let body = "e:\n  %a = call i32 @twice(i32 4)\n  %b = call i32 *@twice(i32 %a)\n  %c = call i32 @outside()\n  \
                %d = add i32 %b, %c\n  return i32 %d";
    assert_eq!(returned(&main(body), &[100]), 116);
    assert!(matches!(execute(&main(body), &[]).outcome, Outcome::OutOfInputs { .. }));
    let body = "e:\n  call void *@g()\n  exit";
    assert!(matches!(execute(&main(body), &[]).outcome, Outcome::Undefined { .. }));
}

#[test]
fn deep_recursion_needs_no_stack() {
    let text = "program pointers 64 entry @main
function @main() -> i32 {
e:
  %r = call i32 @sum(i32 15000)
  return i32 %r
}
function @sum(%n: i32) -> i32 {
e:
  %zero = eq i32 %n, 0
  branch %zero, base, step
base:
  return i32 0
step:
  %m = sub i32 %n, 1
  %s = call i32 @sum(i32 %m)
  %r = add i32 %s, 1
  return i32 %r
}";
    assert_eq!(returned(text, &[]), 15000);
}

#[test]
fn memory_is_bytes() {
    let body = "e:\n  %p = address @g, 4\n  %v = load i32, %p\n  %q = load ptr, @g\n  %pp = address @g, 8\n  \
                %ppp = load ptr, %pp\n  %w = load i32, %ppp\n  %a = alloca $1\n  memset ptr %a, i8 1, i64 16\n  \
                %b = address %a, 2\n  store i16 -1, %b\n  %x = load i32, %a\n  %i = address %a, 0, 4 * i8 -1, 4 * i32 2\n  \
                memcpy ptr %i, ptr %p, i64 4\n  %j = address %a, 4\n  %y = load i32, %j\n  %s = add i32 %v, %w\n  \
                %t = add i32 %s, %y\n  %u = add i32 %t, %x\n  return i32 %u";
    assert_eq!(returned(&main(body), &[]), i64::from(0xffff_0101u32 as i32 + 21));
}

#[test]
fn faults() {
    let undefined = |body: &str| match execute(&main(&format!("e:\n{body}\n  exit")), &[]).outcome {
        Outcome::Undefined { what, location } => (what, location.is_some()),
        other => panic!("{other:?}"),
    };
    assert_eq!(undefined("  %x = load i32, null !0").0, "read of 4 bytes at 0x0, through a null pointer");
    assert!(undefined("  %p = address @g, 14\n  store i32 0, %p !0").0.contains("outside of every object"));
    assert!(undefined("  store i32 0, @c !0").0.contains("constant"));
    assert!(undefined("  %h = allocate i64 4\n  free ptr %h\n  free ptr %h !0").1);
    assert!(undefined("  %h = allocate i64 4\n  free ptr %h\n  %x = load i8, %h").0.contains("outside"));
    assert!(undefined("  memset ptr @g, i8 0, i64 -1").0.contains("outside"));
    assert!(undefined("  free ptr @g").0.contains("not allocated"));
}

#[test]
fn what_was_never_written_is_an_input_that_stays() {
    let body = "e:\n  %p = alloca $0\n  %a = load i32, %p\n  %b = load i32, %p\n  %c = sub i32 %a, %b\n  \
                %d = add i32 %c, %a\n  return i32 %d";
    assert_eq!(returned(&main(body), &[1, 2, 0, 0]), 0x201);
}

#[test]
fn ends() {
    let outcome = |body: &str| execute(&main(&format!("e:\n{body}")), &[0]).outcome;
    assert_eq!(outcome("  exit"), Outcome::Exited);
    assert_eq!(outcome("  assume false\n  exit"), Outcome::AssumptionViolated { location: None });
    let Outcome::ErrorReached { check, message, location } = outcome("  error assert \"no\" !0") else {
        panic!("the error is not reached")
    };
    assert_eq!((check, message.as_str(), location.is_some()), (CheckKind::Assert, "no", true));
    assert!(matches!(outcome("  unsupported \"asm\""), Outcome::Unsupported { .. }));
    assert!(matches!(outcome("  unreachable"), Outcome::Undefined { .. }));
    assert_eq!(outcome("  jump l\nl:\n  jump l"), Outcome::OutOfSteps);
}

#[test]
fn switches_and_traces() {
    let body = "e:\n  %x = nondet i32 input \"x\"\n  switch i32 %x [1: a, -2: b], c\na:\n  return i32 10\nb:\n  return i32 20\nc:\n  return i32 30";
    assert_eq!([1, (-2i64) as u64, 5].map(|x| returned(&main(body), &[x])), [10, 20, 30]);
    let trace = execute(&main(body), &[1]).trace;
    let shape: Vec<&str> = trace
        .iter()
        .map(|event| match event {
            Event::Call(_) => "call",
            Event::Return => "return",
            Event::Block(..) => "block",
            Event::Input(_) => "input",
            Event::Value(..) => "value",
            Event::Variable(..) => "variable",
            Event::Store(..) | Event::Allocate(..) | Event::Copy { .. } | Event::Set { .. } => "memory",
        })
        .collect();
    assert_eq!(shape, ["call", "block", "input", "value", "block", "return"]);
}

#[test]
fn arbitrary_bytes_are_asked_for_in_order() {
    let body = "e:\n  %p = alloca $0\n  havoc ptr %p, i64 4, uninitialised \"p\"\n  %x = load i32, %p\n  return i32 %x";
    assert_eq!(returned(&main(body), &[1, 2, 3, 4]), 0x0403_0201);
    let body = "e:\n  %p = alloca $0\n  havoc ptr %p, i64 5, uninitialised \"p\"\n  return i32 0";
    assert!(matches!(execute(&main(body), &[0; 5]).outcome, Outcome::Undefined { .. }));
}

#[test]
fn a_run_stops_at_its_deadline() {
    let program = Program::parse(&main("l0:\n  jump l0")).unwrap();
    let deadline = Some(std::time::Instant::now() + std::time::Duration::from_millis(20));
    let options = RunOptions { max_steps: u64::MAX, deadline, ..RunOptions::default() };
    assert_eq!(run(&program, options, &mut |_| None).outcome, Outcome::OutOfSteps);
}

/// A pointer to a variable of a function that has returned, and another function whose variable takes its place.
const DANGLING: &str = "program pointers 64 entry @main
layout $0 = i32 size 4 align 4
function @leak() -> ptr {
e:
  %x = alloca $0
  store i32 7, %x
  return ptr %x
}
function @use(%p: ptr) -> i32 {
e:
  %x = alloca $0
  store i32 8, %x
  %r = load i32, %p
  return i32 %r
}
function @main() -> i32 {
e:
  %p = call ptr @leak()
  %q = call ptr @leak()
  %r = call i32 @use(ptr %q)
  %s = call i32 @use(ptr %p)
  return i32 %s
}";

#[test]
fn no_address_on_the_stack_is_used_again_in_strict_runs() {
    let strict = RunOptions { strict: true, ..RunOptions::default() };
    let Outcome::Undefined { what, .. } = execute_with(DANGLING, &[], strict).outcome else {
        panic!("what is gone is read")
    };
    assert!(what.contains("outside of every object"), "{what}");
}

#[test]
fn only_who_keeps_sizes_touches_them_in_strict_runs() {
    let text = |offset: u64| {
        format!(
            "program pointers 64 entry @main
function @euclase_sized_malloc(%n: i64) -> ptr {{
e:
  %m = add i64 %n, 16
  %p = allocate i64 %m
  store i64 %n, %p
  %q = address %p, 16
  return ptr %q
}}
function @main() -> i32 {{
e:
  %p = call ptr @euclase_sized_malloc(i64 8)
  %q = address %p, {offset}
  store i32 1, %q
  return i32 0
}}"
        )
    };
    let strict = RunOptions { strict: true, ..RunOptions::default() };
    let before = u64::MAX - 7;
    assert!(matches!(execute_with(&text(4), &[], strict).outcome, Outcome::Returned(_)));
    assert!(matches!(execute_with(&text(8), &[], strict).outcome, Outcome::Undefined { .. }));
    let text = text(4).replace("address %p, 4", &format!("address %p, {}", before as i64));
    assert!(matches!(execute_with(&text, &[], strict).outcome, Outcome::Undefined { .. }));
    assert!(matches!(execute(&text, &[]).outcome, Outcome::Returned(_)));
}

#[test]
fn memory_outside_is_there_if_it_is_asked_for() {
    let body = "e:\n  %p = nondet ptr input \"p\"\n  %a = load i8, %p\n  store i8 5, %p\n  %b = load i8, %p\n  \
                %c = add i8 %a, %b\n  %d = zext i8 %c to i32\n  return i32 %d";
    let inputs = [AddressMap::outside(64).start + 100, 3];
    let there = RunOptions { outside: true, ..RunOptions::default() };
    let run = execute_with(&main(body), &inputs, there);
    assert_eq!(run.outcome, Outcome::Returned(vec![BitVecValue::new(32, 8)]));
    assert_eq!(run.inputs[1].address, Some(inputs[0]));
    assert!(matches!(execute(&main(body), &inputs).outcome, Outcome::Undefined { .. }));
}

#[test]
fn what_was_never_written_is_chosen_when_it_is_copied() {
    let body = "e:\n  %p = allocate i64 4\n  %q = allocate i64 4\n  memcpy ptr %q, ptr %p, i64 4\n  %a = load i32, %q\n  \
                %b = load i32, %p\n  %c = sub i32 %a, %b\n  %d = add i32 %c, %a\n  return i32 %d";
    let run = execute(&main(body), &[1, 2, 0, 0]);
    assert_eq!(run.outcome, Outcome::Returned(vec![BitVecValue::new(32, 0x201)]));
    assert_eq!(run.inputs.len(), 4);
}
