//! Small programs and the systems they become, as text.

#![allow(clippy::unwrap_used)]

mod common;

use common::{encode_with, parse};
use euclase_encoder::{
    BlockSize, EncodeOptions, Encoding, InputReason, LocationKind, MemoryLevel, OnUnsupported, cut_points, encode,
};
use euclase_logic::{print_term, read_system, write_vmt};
use euclase_program::{BlockId, Program};

fn main(body: &str) -> Program {
    parse(&format!("program pointers 64 entry @main\nfunction @main() -> i32 {{\n{body}\n}}\n"))
}

/// What everything is in the next state.
fn show(encoding: &Encoding) -> String {
    let mut text = String::new();
    for state in &encoding.system.states {
        let name = encoding.terms.var_name(state.current).unwrap();
        text += &format!("{name}' = {}\n", print_term(&encoding.terms, state.update.unwrap()));
    }
    text
}

#[track_caller]
fn check(body: &str, expected: &str) {
    let encoding = encode_with(&main(body), BlockSize::Large);
    let shown = show(&encoding);
    assert!(shown.trim() == expected.trim(), "{shown}");
    assert_eq!(print_term(&encoding.terms, encoding.system.property), "(not error)");
    // Exactly the entry holds at first.
    let conjuncts = encoding.terms.conjuncts(encoding.system.init);
    let mut init: Vec<String> = conjuncts.iter().map(|conjunct| print_term(&encoding.terms, *conjunct)).collect();
    let others = encoding.system.locations[1..].iter().map(|l| format!("(not {})", print_term(&encoding.terms, *l)));
    let mut expected: Vec<String> = others.chain(["entry".into()]).collect();
    init.sort();
    expected.sort();
    assert_eq!(init, expected);
}

#[test]
fn a_straight_line() {
    check(
        r#"
entry:
  %x = nondet i8 input "__VERIFIER_nondet_char"
  %y = add i8 %x, 1
  %c = eq i8 %y, 0
  branch %c, bad, good
bad:
  error assert "x"
good:
  return i32 0
"#,
        r#"
entry' = false
exit' = (and entry (not (= nondet_char #xff)))
error' = (and entry (= nondet_char #xff))
"#,
    );
}

#[test]
fn a_loop_with_an_error_inside() {
    check(
        r#"
entry:
  jump head
head:
  %i = phi i8 [0, entry], [%j, next]
  %more = slt i8 %i, 10
  branch %more, body, done
body:
  %wrong = eq i8 %i, 99
  branch %wrong, bad, next
next:
  %j = add i8 %i, 1
  jump head
bad:
  error assert "x"
done:
  return i32 0
"#,
        r#"
entry' = false
loop.head' = (or entry (and loop.head (and (bvslt i #x0a) (not (= i #x63)))))
exit' = (and loop.head (bvsle #x0a i))
error' = (and loop.head (and (bvslt i #x0a) (= i #x63)))
i' = (ite entry #x00 (ite loop.head (bvadd i #x01) i))
"#,
    );
}

#[test]
fn nested_loops_share_a_cut_point() {
    // The inner head is the only one, and a step may go around the outer loop.
    check(
        r#"
entry:
  jump outer
outer:
  %i = phi i8 [0, entry], [%i2, after]
  %start = add i8 %i, 7
  jump inner
inner:
  %j = phi i8 [%start, outer], [%j2, body]
  %more = slt i8 %j, %start
  branch %more, body, after
body:
  %j2 = add i8 %j, 1
  jump inner
after:
  %i2 = add i8 %i, 1
  %go = slt i8 %i2, 5
  branch %go, outer, done
done:
  return i32 0
"#,
        r#"
entry' = false
loop.inner' = (or entry (and loop.inner (or (bvslt j start) (bvslt (bvadd i #x01) #x05))))
exit' = (and loop.inner (and (bvsle start j) (bvsle #x05 (bvadd i #x01))))
error' = false
j' = (ite entry #x07 (ite loop.inner (ite (bvslt j start) (bvadd j #x01) (bvadd i #x08)) j))
i' = (ite entry #x00 (ite loop.inner (ite (bvslt j start) i (bvadd i #x01)) i))
start' = (ite entry #x07 (ite loop.inner (ite (bvslt j start) start (bvadd i #x08)) start))
"#,
    );
}

#[test]
fn a_cycle_with_two_entries() {
    check(
        r#"
entry:
  %c = nondet i1 input "c"
  branch %c, a, b
a:
  %x = phi i8 [1, entry], [%y, b]
  jump b
b:
  %y = phi i8 [2, entry], [%x, a]
  %z = eq i8 %y, 3
  branch %z, bad, a
bad:
  error assert "x"
"#,
        r#"
entry' = false
loop.b' = (or entry (and loop.b (not (= y #x03))))
exit' = false
error' = (and loop.b (= y #x03))
y' = (ite entry (ite c #x01 #x02) y)
"#,
    );
}

#[test]
fn a_switch_is_made_of_equalities() {
    // Two cases go the same way, one where the default goes.
    check(
        r#"
entry:
  jump head
head:
  %s = phi i8 [0, entry], [1, one], [2, two], [%s, rest]
  switch i8 %s [0: one, 1: two, 2: one, 3: rest, 4: bad], rest
one:
  jump head
two:
  jump head
rest:
  jump head
bad:
  error assert "x"
"#,
        r#"
entry' = false
loop.head' = (let ((.let0 (not (= s #x00))) (.let1 (not (= s #x02))))
(or entry (and loop.head (or (= s #x01) (not (and .let0 .let1)) (and .let0 .let1 (not (= s #x04)))))))
exit' = false
error' = (and loop.head (= s #x04))
s' = (ite entry #x00 (ite loop.head (ite (and (not (= s #x00)) (not (= s #x02))) (ite (= s #x01) #x02 s) #x01) s))
"#,
    );
}

#[test]
fn phis_that_swap_do_so_at_once() {
    check(
        r#"
entry:
  jump head
head:
  %a = phi i8 [1, entry], [%b, head]
  %b = phi i8 [2, entry], [%a, head]
  %c = eq i8 %a, 3
  branch %c, bad, head
bad:
  error assert "x"
"#,
        r#"
entry' = false
loop.head' = (or entry (and loop.head (not (= a #x03))))
exit' = false
error' = (and loop.head (= a #x03))
a' = (ite entry #x01 (ite loop.head b a))
b' = (ite entry #x02 (ite loop.head a b))
"#,
    );
}

#[test]
fn a_false_assumption_ends_the_execution() {
    check(
        r#"
entry:
  %x = nondet i8 input "x"
  %small = ult i8 %x, 10
  assume %small
  jump head
head:
  %i = phi i8 [%x, entry], [%j, head]
  %j = add i8 %i, 1
  %fine = ult i8 %j, 100
  assume %fine
  %wrong = eq i8 %j, 50
  branch %wrong, bad, head
bad:
  error assert "x"
"#,
        r#"
entry' = false
loop.head' = (or (and entry (bvult x #x0a)) (and loop.head (and (bvult (bvadd i #x01) #x64) (not (= i #x31)))))
exit' = (or (and entry (bvule #x0a x)) (and loop.head (bvule #x64 (bvadd i #x01))))
error' = (and loop.head (and (bvult (bvadd i #x01) #x64) (= i #x31)))
i' = (ite entry x (ite loop.head (bvadd i #x01) i))
"#,
    );
}

#[test]
fn a_value_lives_through_a_loop_that_does_not_use_it() {
    check(
        r#"
entry:
  %n = nondet i8 input "n"
  jump first
first:
  %c = nondet i1 input "c"
  branch %c, first, second
second:
  %d = eq i8 %n, 3
  branch %d, bad, second
bad:
  error assert "x"
"#,
        r#"
entry' = false
loop.first' = (or entry (and loop.first c))
loop.second' = (or (and loop.first (not c)) (and loop.second (not (= n #x03))))
exit' = false
error' = (and loop.second (= n #x03))
n' = (ite entry n.2 n)
"#,
    );
}

#[test]
fn one_bit_is_a_boolean() {
    check(
        r#"
entry:
  jump head
head:
  %a = phi i1 [false, entry], [%next, head]
  %b = nondet i1 input "b"
  %x = xor i1 %a, %b
  %y = and i1 %x, %b
  %z = zext i1 %y to i8
  %s = select %a, i8 %z, 3
  %t = trunc i8 %s to i1
  %next = select %t, i1 %x, false
  %w = ult i1 %next, %a
  branch %w, bad, head
bad:
  error assert "x"
"#,
        r#"
entry' = false
loop.head' = (let ((.let0 (not (= a b))))
(or entry (and loop.head (or (not a) (and .let0 (or (not a) (and b .let0)))))))
exit' = false
error' = (let ((.let0 (= a b)))
(and loop.head (and a (or .let0 (and a (or (not b) .let0))))))
a' = (let ((.let0 (not (= a b))))
(and (not entry) (ite loop.head (and .let0 (or (not a) (and b .let0))) a)))
"#,
    );
}

#[test]
fn arms_that_meet_ask_for_their_branch_alone() {
    // What may end in one arm is no part of the question.
    check(
        r#"
entry:
  jump head
head:
  %s = phi i8 [0, entry], [%t, join]
  %c = eq i8 %s, 1
  branch %c, then, otherwise
then:
  %d = nondet i1 input "d"
  branch %d, bad, join
otherwise:
  jump join
join:
  %t = phi i8 [5, then], [6, otherwise]
  jump head
bad:
  error assert "x"
"#,
        r#"
entry' = false
loop.head' = (or entry (and loop.head (or (not (= s #x01)) (not d))))
exit' = false
error' = (and loop.head (and (= s #x01) d))
s' = (ite entry #x00 (ite loop.head (ite (= s #x01) #x05 #x06) s))
"#,
    );
}

#[test]
fn single_blocks_are_locations_of_their_own() {
    let text =
        "entry:\n  %c = nondet i1 input \"c\"\n  branch %c, bad, good\nbad:\n  error assert \"x\"\ngood:\n  exit";
    let encoding = encode_with(&main(text), BlockSize::Small);
    let expected = "entry' = false\nat.bad' = (and entry c)\nat.good' = (and entry (not c))\n\
                    exit' = at.good\nerror' = at.bad\n";
    assert_eq!(show(&encoding), expected);
}

const CALL: &str = "program pointers 64 entry @main
!0 = \"a.c\":4:2 in \"main\"
declare @outside() -> i8
function @helper() -> i8 {
entry:
  return i8 3
}
function @main() -> i32 {
entry:
  %x = call i8 @outside() !0
  %c = eq i8 %x, 0
  branch %c, calls, ends
calls:
  %y = call i8 @helper() !0
  jump head
head:
  %z = phi i8 [%y, calls], [%y, head]
  jump head
ends:
  return i32 0
}
";

#[test]
fn a_call_that_is_left_is_unsupported() {
    let program = parse(CALL);
    let encoding = encode_with(&program, BlockSize::Large);
    let expected = "entry' = false\nexit' = (and entry (not (= outside.4 #x00)))\nerror' = false\n\
                    unsupported' = (and entry (= outside.4 #x00))\n";
    assert_eq!(show(&encoding), expected);
    assert_eq!(print_term(&encoding.terms, encoding.system.property), "(and (not error) (not unsupported))");
    let entry = &encoding.map.unsupported[0];
    assert_eq!((entry.block, entry.what.what.as_str()), (1, "call of 'helper'"));
    assert_eq!(entry.place.as_ref().map(|place| (place.file.as_str(), place.line)), Some(("a.c", 4)));
    assert_eq!(encoding.map.inputs[0].reason, InputReason::Nondet("result of 'outside', which has no body".into()));
}

#[test]
fn what_is_unsupported_can_end_executions_instead() {
    let options = EncodeOptions { on_unsupported: OnUnsupported::Ends, ..EncodeOptions::default() };
    let encoding = encode(&parse(CALL), options).unwrap();
    assert_eq!(show(&encoding), "entry' = false\nexit' = entry\nerror' = false\n");
    assert!(encoding.map.locations.iter().all(|location| location.kind != LocationKind::Unsupported));
    assert_eq!(encoding.map.unsupported.len(), 1);
}

#[test]
fn memory_is_arbitrary_where_only_registers_are_encoded() {
    let program = parse(
        "program pointers 64 entry @main
layout $0 = i8 size 1 align 1
global @g $0 = {}
function @main(%argc: i32) -> i32 {
entry:
  %p = alloca $0
  store i8 1, %p
  %x = load i8, %p
  %q = address @g, 4, 2 * i32 %argc
  %n = eq ptr %p, null
  %same = eq ptr %q, @g
  %f = bitcast i32 %argc to f32
  %h = frem f32 %f, %f
  %less = folt f32 %h, %f
  %one = eq i8 %x, 1
  %a = and i1 %less, %one
  %b = or i1 %a, %n
  %c = and i1 %b, %same
  branch %c, bad, good
bad:
  error assert \"x\"
good:
  exit
}
",
    );
    let options = EncodeOptions { memory: MemoryLevel::Registers, ..EncodeOptions::default() };
    let encoding = encode(&program, options).unwrap();
    let inputs: Vec<(&str, InputReason)> =
        encoding.map.inputs.iter().map(|input| (input.symbol.as_str(), input.reason.clone())).collect();
    let approximated = |what: &str| InputReason::Approximated(what.into());
    let expected = [
        ("address", InputReason::Address("address of a variable".into())),
        ("memory", approximated("memory read")),
        ("argc", InputReason::Nondet("argument 'argc' of the program".into())),
        ("remainder", approximated("remainder of floating-point numbers far apart")),
    ];
    assert_eq!(inputs, expected);
    // The address of the variable is not null, and that of the global does not change.
    assert!(show(&encoding).contains("address.g' = address.g\n"), "{}", show(&encoding));
    let init = print_term(&encoding.terms, encoding.system.init);
    assert!(init.contains("(not (= #x0000000000000000 address.g))"), "{init}");
    assert!(!show(&encoding).contains("(= address "), "{}", show(&encoding));
}

#[test]
fn variables_of_the_source_name_state_and_are_told_where_they_hold() {
    let program = parse(
        "program pointers 64 entry @main
!0 = \"a.c\":7:3 in \"main\"
variable ?0 = \"i\" \"int\" signed
variable ?1 = \"and\" \"int\" signed
function @main() -> i32 {
entry:
  %n = nondet i8 input \"__VERIFIER_nondet_int\" !0
  variable ?0 = i8 %n
  variable ?1 = i8 %n
  jump head
head:
  %k = phi i8 [0, entry], [%j, next]
  variable ?0 = i8 %k
  %c = eq i8 %k, %n !0
  branch %c, bad, next
next:
  %j = add i8 %k, 1
  jump head
bad:
  error assert \"x\"
}
",
    );
    let encoding = encode_with(&program, BlockSize::Large);
    let states: Vec<(&str, &[(usize, u32)])> =
        encoding.map.states.iter().map(|state| (state.symbol.as_str(), state.variables.as_slice())).collect();
    // The value of n is called after the first of its variables; in the loop, the other one has it.
    assert_eq!(states, [("i", &[(1, 0)][..]), ("i.2", &[(1, 1)][..])]);
    assert_eq!(encoding.map.locations[1].symbol, "loop.7");
    assert_eq!(encoding.map.inputs[0].symbol, "nondet_int.7");
    assert_eq!(cut_points(&program), [BlockId(0), BlockId(1)]);
    let text = write_vmt(&encoding.terms, &encoding.system);
    let (terms, system) = read_system(text.as_bytes()).unwrap();
    let read: Vec<&str> = system.states.iter().filter_map(|state| terms.var_name(state.current)).collect();
    assert_eq!(read, ["entry", "loop.7", "exit", "error", "i", "i.2"]);
    assert_eq!(system.locations.len(), 4);
    assert_eq!(system.inputs.iter().filter_map(|input| terms.var_name(*input)).collect::<Vec<_>>(), ["nondet_int.7"]);
}

#[test]
fn a_program_without_an_entry_cannot_be_encoded() {
    let error = encode(&Program::new(64), EncodeOptions::default()).err().unwrap();
    assert_eq!(error.to_string(), "the program has no function to start in");
}
