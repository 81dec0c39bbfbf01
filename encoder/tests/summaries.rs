//! Programs with calls, and the clauses that they become.

#![allow(clippy::unwrap_used)]

mod common;

use common::parse;
use euclase_encoder::{MemoryLevel, RelationKind, Summaries, encode_summaries};
use euclase_logic::print_term;

/// One line for each clause.
fn show(summaries: &Summaries) -> String {
    let atom = |atom: &euclase_logic::Application| {
        let arguments: Vec<String> = atom.arguments.iter().map(|a| print_term(&summaries.terms, *a)).collect();
        format!("{}({})", summaries.clauses.predicates[atom.predicate].name, arguments.join(", "))
    };
    let mut text = String::new();
    for clause in &summaries.clauses.clauses {
        let mut premises: Vec<String> = clause.body.iter().map(atom).collect();
        let constraint = print_term(&summaries.terms, clause.constraint);
        if constraint != "true" || premises.is_empty() {
            premises.push(constraint);
        }
        let head = clause.head.as_ref().map_or("false".to_string(), atom);
        text += &format!("{} => {head}\n", premises.join(" and "));
    }
    text
}

const DOWN: &str = r#"
program pointers 64 entry @main
function @down(%n: i8) -> i8 {
entry:
  %z = eq i8 %n, 0
  branch %z, base, more
base:
  return i8 0
more:
  %m = sub i8 %n, 1
  %r = call i8 @down(i8 %m)
  %s = add i8 %r, 1
  return i8 %s
}
function @main() -> i32 {
entry:
  %x = nondet i8 input "__VERIFIER_nondet_char"
  %y = call i8 @down(i8 %x)
  %c = eq i8 %y, %x
  branch %c, good, bad
bad:
  error assert "x"
good:
  return i32 0
}
"#;

#[test]
fn a_recursive_function_has_what_it_is_called_with_and_what_it_returns() {
    let summaries = encode_summaries(&parse(DOWN), MemoryLevel::Full).unwrap();
    let kinds: Vec<(&str, RelationKind)> =
        summaries.relations.iter().map(|relation| (relation.function.as_str(), relation.kind)).collect();
    use RelationKind::*;
    assert_eq!(
        kinds,
        [("down", Entry), ("down", Return), ("main", Entry), ("main", Return), ("down", Call), ("main", Call)]
    );
    let shown = show(&summaries);
    let expected = r#"
true => main.called()
down.called(n.3) and (not (= n.3 #x00)) => down.call(n.3, (bvadd n.3 #xff))
down.called(n.3) and (= n.3 #x00) => down.returned(n.3, #x00)
down.call(n, m) => down.called(m)
down.call(n, m) and down.returned(m, down) => down.returned(n, (bvadd #x01 down))
main.called() => main.call(nondet_char)
main.call(x) => down.called(x)
main.call(x) and down.returned(x, down.2) and (= x down.2) => main.returned(#x00000000)
main.call(x) and down.returned(x, down.2) and (not (= x down.2)) => false
"#;
    assert_eq!(shown.trim(), expected.trim(), "{shown}");
}

/// A call in a loop, two calls in a block, a value that is alive across a call, and an error in the function.
#[test]
fn calls_cut_blocks_and_keep_what_is_alive() {
    let text = DOWN
        .replace("base:\n  return i8 0", "base:\n  error assert \"y\"")
        .replace("  %s = add i8 %r, 1\n", "  %r2 = call i8 @down(i8 %n)\n  %s = add i8 %r, %r2\n");
    let summaries = encode_summaries(&parse(&text), MemoryLevel::Full).unwrap();
    let calls = summaries.relations.iter().filter(|relation| relation.kind == RelationKind::Call);
    assert_eq!(calls.count(), 3);
    let queries = summaries.clauses.clauses.iter().filter(|clause| clause.head.is_none());
    assert_eq!(queries.count(), 2);
    // Every application has as many arguments as its predicate has parameters, of their sorts.
    for clause in &summaries.clauses.clauses {
        for atom in clause.body.iter().chain(&clause.head) {
            let parameters = &summaries.clauses.predicates[atom.predicate].parameters;
            let sorts = |terms: &[euclase_logic::TermId]| -> Vec<_> {
                terms.iter().map(|term| summaries.terms.sort(*term)).collect()
            };
            assert_eq!(sorts(&atom.arguments), sorts(parameters));
        }
    }
}

/// A variable of the first function and one of the recursive function, whose addresses are passed on.
const MEMORY: &str = r#"
program pointers 64 entry @main
layout $0 = i32 size 4 align 4
function @rec(%n: i32, %p: ptr) -> void {
entry:
  %own = alloca $0
  %z = eq i32 %n, 0
  branch %z, base, more
base:
  store i32 1, %p
  return
more:
  %m = sub i32 %n, 1
  call void @rec(i32 %m, ptr %own)
  %v = load i32, %own
  store i32 %v, %p
  return
}
function @main() -> i32 {
entry:
  %x = alloca $0
  %n = nondet i32 input "__VERIFIER_nondet_int"
  call void @rec(i32 %n, ptr %x)
  %v = load i32, %x
  %c = eq i32 %v, 1
  branch %c, good, bad
bad:
  error assert "x"
good:
  return i32 0
}
"#;

/// Activations of a recursive function have variables of their own: where one is passed on by its address, memory is an
/// array by addresses, and these come from a counter that goes in and out of the function.
#[test]
fn variables_of_recursive_functions_are_no_single_cells() {
    let program = parse(MEMORY);
    let summaries = encode_summaries(&program, MemoryLevel::Full).unwrap();
    let relation = |function: &str, kind: RelationKind| {
        let is_it = |r: &&euclase_encoder::RelationEntry| r.function == function && r.kind == kind;
        summaries.relations.iter().find(is_it).unwrap()
    };
    let memory = |function: &str, kind: RelationKind| -> Vec<String> {
        relation(function, kind).parameters.iter().filter_map(|parameter| parameter.memory.clone()).collect()
    };
    assert!(memory("rec", RelationKind::Entry).contains(&"stack".to_string()));
    // It is passed down, and not given back.
    let returned = memory("rec", RelationKind::Return);
    assert!(returned.contains(&"\\old(stack)".to_string()) && !returned.contains(&"stack".to_string()), "{returned:?}");
    let position =
        summaries.relations.iter().position(|r| r.function == "rec" && r.kind == RelationKind::Return).unwrap();
    let sorts: Vec<String> = summaries.clauses.predicates[position]
        .parameters
        .iter()
        .map(|parameter| format!("{:?}", summaries.terms.sort(*parameter)))
        .collect();
    assert!(sorts.iter().any(|sort| sort.starts_with("Array")), "{sorts:?}");
    // The same program without memory: what is read is arbitrary, and nothing is passed along.
    let without = encode_summaries(&program, MemoryLevel::Registers).unwrap();
    assert!(without.relations.iter().flat_map(|r| &r.parameters).all(|parameter| parameter.memory.is_none()));
}

/// Only functions without any choice are functions: an input anywhere below makes what comes out arbitrary.
#[test]
fn only_functions_without_a_choice_are_functional() {
    let named = |text: &str| -> Vec<String> {
        let summaries = encode_summaries(&parse(text), MemoryLevel::Full).unwrap();
        let name = |predicate: usize| summaries.clauses.predicates[predicate].name.clone();
        summaries.clauses.functional.iter().map(|functional| name(functional.predicate)).collect()
    };
    assert_eq!(named(DOWN), ["down.returned"]);
    let choice = "base:\n  %any = nondet i8 input \"__VERIFIER_nondet_char\"\n  return i8 %any";
    assert!(named(&DOWN.replace("base:\n  return i8 0", choice)).is_empty());
}
