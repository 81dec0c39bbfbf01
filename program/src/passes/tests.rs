use super::*;
use crate::random::random_program;
use crate::{BitVecValue, NondetOrigin, Outcome, RunOptions, run};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

const HEAD: &str = "program pointers 64\n\nvariable ?0 = \"x\" \"int\" signed\n\n\
                    layout $0 = i32 size 4 align 4\n\nglobal @g $0 = {}\n\n";

/// Runs a pass on a function and compares with the text it must become.
fn check(pass: fn(&mut Function) -> bool, before: &str, after: &str) {
    let mut program = Program::parse(&format!("{HEAD}{before}")).unwrap();
    assert_eq!(program.validate(), Ok(()));
    let changed = pass(&mut program.functions[0]);
    assert_eq!(program.print(), format!("{HEAD}{after}"));
    assert_eq!(changed, before != after);
    assert_eq!(program.validate(), Ok(()));
}

#[test]
fn unreachable_blocks() {
    check(
        remove_unreachable_blocks,
        "function @f(%c: i1) -> i32 {
entry:
  jump join
dead:
  jump join
join:
  %x = phi i32 [1, entry], [2, dead]
  return i32 %x
}
",
        "function @f(%c: i1) -> i32 {
entry:
  jump join
join:
  %x = phi i32 [1, entry]
  return i32 %x
}
",
    );
}

#[test]
fn straight_lines() {
    check(
        merge_blocks,
        "function @f(%c: i1, %n: i32) -> i32 {
entry:
  %a = add i32 %n, 1
  jump next
next:
  %b = phi i32 [%a, entry]
  %d = add i32 %b, 2
  jump loop
loop:
  %i = phi i32 [%d, next], [%j, latch]
  branch %c, body, done
body:
  %j = add i32 %i, %b
  jump latch
latch:
  jump loop
done:
  return i32 %i
}
",
        "function @f(%c: i1, %n: i32) -> i32 {
entry:
  %a = add i32 %n, 1
  %d = add i32 %a, 2
  jump loop
loop:
  %i = phi i32 [%d, entry], [%j, body]
  branch %c, body, done
body:
  %j = add i32 %i, %a
  jump loop
done:
  return i32 %i
}
",
    );
}

#[test]
fn phis_with_one_value() {
    check(
        remove_trivial_phis,
        "function @f(%c: i1, %n: i32) -> i32 {
entry:
  jump loop
loop:
  %same = phi i32 [%n, entry], [%copy, body]
  %i = phi i32 [0, entry], [%j, body]
  branch %c, body, done
body:
  %copy = phi i32 [%same, loop]
  %j = add i32 %i, %copy
  jump loop
done:
  return i32 %same
}
",
        "function @f(%c: i1, %n: i32) -> i32 {
entry:
  jump loop
loop:
  %i = phi i32 [0, entry], [%j, body]
  branch %c, body, done
body:
  %j = add i32 %i, %n
  jump loop
done:
  return i32 %n
}
",
    );
}

#[test]
fn constants() {
    check(
        |function| fold_constants(function, 64),
        "function @f(%n: i32) -> i32 {
entry:
  %a = add i32 3, 4
  %b = mul i32 %a, -1
  %c = slt i32 %b, 0
  %s = select %c, i32 %n, 5
  %p = address @g, 4, 8 * i32 %a
  store i32 %b, %p
  %w = sext i32 %b to i64
  %r = trunc i64 %w to i8
  branch %c, yes, no
yes:
  %x = phi i32 [%s, entry], [1, no]
  switch i8 %r [-7: done, 3: no], no
no:
  %y = phi i32 [%a, entry], [2, yes]
  jump yes
done:
  return i32 %x
}
",
        "function @f(%n: i32) -> i32 {
entry:
  store i32 -7, @g+60
  jump yes
yes:
  %x = phi i32 [%n, entry], [1, no]
  jump done
no:
  %y = phi i32
  jump yes
done:
  return i32 %x
}
",
    );
}

#[test]
fn addresses() {
    check(
        |function| fold_constants(function, 64),
        "function @f() -> (i1, i1, i1, i1, i1) {
entry:
  %a = eq ptr @g, null
  %b = ne ptr @f, @g
  %c = eq ptr @g+4, @g+4
  %d = ult ptr @g, @f
  %e = eq ptr @g+4, null
  return i1 %a, i1 %b, i1 %c, i1 %d, i1 %e
}
",
        "function @f() -> (i1, i1, i1, i1, i1) {
entry:
  %d = ult ptr @g, @f
  %e = eq ptr @g+4, null
  return i1 false, i1 true, i1 true, i1 %d, i1 %e
}
",
    );
}

#[test]
fn dead_values() {
    check(
        remove_dead_code,
        "function @f(%c: i1, %n: i32) -> i32 {
entry:
  %unused = nondet i32 undef
  %p = alloca $0
  jump loop
loop:
  %i = phi i32 [0, entry], [%j, loop]
  %k = phi i32 [0, entry], [%l, loop]
  %j = add i32 %i, 1
  %l = add i32 %k, 1
  variable ?0 = i32 %k
  variable ?0 = i32 %i
  %v = load i32, @g
  assume %c
  store i32 %j, @g
  branch %c, loop, done
done:
  return i32 0
}
",
        "function @f(%c: i1, %n: i32) -> i32 {
entry:
  jump loop
loop:
  %i = phi i32 [0, entry], [%j, loop]
  %j = add i32 %i, 1
  variable ?0 = i32 %i
  assume %c
  store i32 %j, @g
  branch %c, loop, done
done:
  return i32 0
}
",
    );
}

#[test]
fn functions_that_are_never_called() {
    let text = "program pointers 64 entry @main

function @main() -> void {
entry:
  call void @used()
  exit
}

function @used() -> void {
entry:
  return
}

function @unused(%x: i8) -> void {
entry:
  call void @unused(i8 %x)
  return
}
";
    let mut program = Program::parse(text).unwrap();
    assert!(remove_unreachable_functions(&mut program));
    let expected = text.split("function @unused").next().unwrap().to_string() + "declare @unused(%x: i8) -> void\n";
    assert_eq!(program.print(), expected);
    assert!(!remove_unreachable_functions(&mut program));
}

/// Runs a program with inputs that depend only on where they come from and how often they were
/// asked for, so that removing one changes no other.
fn outcome(program: &Program, seed: u64) -> Outcome {
    let mut asked: FxHashMap<NondetOrigin, u64> = FxHashMap::default();
    let options = RunOptions { max_steps: 3000, ..RunOptions::default() };
    let mut source = |request: crate::Request<'_>| {
        let count = asked.entry(request.origin.clone()).or_default();
        *count += 1;
        let mut state = seed ^ count.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        request
            .origin
            .to_string()
            .bytes()
            .for_each(|byte| state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Some(BitVecValue::new(64, state >> 20))
    };
    run(program, options, &mut source).outcome
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_programs_read_back(seed: u64) {
        let program = random_program(seed);
        prop_assert_eq!(program.validate(), Ok(()), "{}", program.print());
        let text = program.print();
        let again = Program::parse(&text).unwrap();
        prop_assert_eq!(again.validate(), Ok(()));
        prop_assert_eq!(again.print(), text);
        prop_assert_eq!(outcome(&program, seed), outcome(&again, seed));
    }

    #[test]
    fn passes_change_no_outcome(seed: u64, inputs: [u64; 4]) {
        type Pass = fn(&mut Function, u32) -> bool;
        let passes: [Pass; 6] = [
            |function, _| remove_unreachable_blocks(function),
            |function, _| merge_blocks(function),
            |function, _| remove_trivial_phis(function),
            fold_constants,
            |function, _| remove_dead_code(function),
            simplify_function,
        ];
        let program = random_program(seed);
        for (number, pass) in passes.into_iter().enumerate() {
            let mut changed = program.clone();
            changed.functions.iter_mut().for_each(|function| _ = pass(function, 64));
            prop_assert_eq!(changed.validate(), Ok(()), "pass {} of\n{}makes\n{}", number, program.print(), changed.print());
            for input in inputs {
                let (before, after) = (outcome(&program, input), outcome(&changed, input));
                if before != Outcome::OutOfSteps {
                    prop_assert_eq!(before, after, "pass {} of\n{}makes\n{}", number, program.print(), changed.print());
                }
            }
        }
    }
}
