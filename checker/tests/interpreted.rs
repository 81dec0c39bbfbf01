//! IC3 with interpreted operators: from the start (`sa`), and when the abstraction goes on learning (`euf`).

#![allow(clippy::unwrap_used)]

use euclase_checker::solver::{Statistics, Theory};
use euclase_checker::{Certificate, Engine, Outcome, SafeDepth, Task, Tuning};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

type Counters = BTreeMap<&'static str, u64>;

fn run(engine: &str, setting: &str, text: &str) -> (Outcome, Option<Certificate>, Counters) {
    let (mut terms, system) = euclase_logic::read_system(text.as_bytes()).unwrap();
    let mut tuning = Tuning::default();
    tuning.set(setting).unwrap();
    let mut task = Task {
        terms: &mut terms,
        system: &system,
        deadline: Some(Instant::now() + Duration::from_secs(60)),
        progress: &mut |_| true,
        tuning,
        facts: Vec::new(),
        safe_depth: SafeDepth::default(),
        statistics: Statistics::default(),
        counters: Counters::new(),
    };
    let (outcome, certificate) = engine.parse::<Engine>().unwrap().run(&mut task);
    (outcome, certificate, task.counters)
}

/// A system with one or two variables of 16 bits: their declarations, initial states, step and property.
fn system(variables: &[&str], init: &str, trans: &str, property: &str) -> String {
    let declare = |v: &&str| {
        format!(
            "(declare-fun {v} () (_ BitVec 16)) (declare-fun {v}.next () (_ BitVec 16))
             (define-fun .{v} () (_ BitVec 16) (! {v} :next {v}.next))\n"
        )
    };
    let declarations: String = variables.iter().map(declare).collect();
    format!(
        "{declarations}(define-fun .init () Bool (! {init} :init true))
         (define-fun .trans () Bool (! {trans} :trans true))
         (define-fun .property () Bool (! {property} :invar-property 0))"
    )
}

/// An even counter, of which only the last digit is told.
fn parity() -> String {
    system(&["x"], "(= x #x000a)", "(= x.next (bvadd x #x0002))", "(= (bvurem x #x0002) #x0000)")
}

#[test]
fn the_comparisons_of_the_system_are_enough_for_parity() {
    let (outcome, certificate, counters) = run("sa", "escalation=on", &parity());
    assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
    assert_eq!(counters["refinements"], 0);
    assert_eq!(counters["ended with interpreted operators"], 1);
    let obligations = certificate.unwrap().obligations;
    assert!(obligations.iter().all(|o| o.theory == Theory::Concrete));
}

/// The larger variable doubles as long as the smaller one grows: the abstraction learns without end.
fn growing() -> String {
    system(
        &["x", "y"],
        "(and (= x #x0000) (= y #x0000))",
        "(and (= x.next (ite (bvult x #x0400) (bvadd x #x0003) x))
              (= y.next (ite (bvult x #x0400) (bvadd (bvxor x #x0001) #x0002) y)))",
        "(bvult x #x0403)",
    )
}

#[test]
fn the_abstraction_and_the_interpretation_agree_on_a_bound() {
    for (engine, setting) in [("euf", "escalation=on"), ("euf", "escalation=off"), ("sa", "escalation=on")] {
        let (outcome, _, counters) = run(engine, setting, &growing());
        assert!(matches!(outcome, Outcome::Safe(_)), "{engine} {setting}: {outcome:?}, {counters:?}");
        assert!(setting == "escalation=on" || counters["escalations"] == 0);
    }
}

/// Products of unknowns stay uninterpreted as long as congruence is all that is needed.
#[test]
fn equal_products_need_no_multiplication() {
    let text = system(
        &["x", "y"],
        "(and (= x #x0003) (= y #x0003))",
        "(and (= x.next (bvmul x (bvadd y #x0001))) (= y.next (bvmul y (bvadd x #x0001))))",
        "(= x y)",
    );
    let (outcome, certificate, counters) = run("sa", "escalation=on", &text);
    assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
    assert_eq!(counters["ended with hard operators uninterpreted"], 1);
    assert!(certificate.unwrap().obligations.iter().any(|o| matches!(o.theory, Theory::Mixed(_))));
}

/// What congruence does not tell is learned.
#[test]
fn values_of_products_are_learned() {
    let text = system(
        &["x", "y"],
        "(and (= x #x0001) (= y #x0001))",
        "(and (= x.next (ite (= x #x0003) #x0001 (bvadd x #x0001))) (= y.next (bvmul x x)))",
        "(not (= y #x0007))",
    );
    let (outcome, _, counters) = run("sa", "escalation=on", &text);
    assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}, {counters:?}");
    // Seven is no square.
    assert_eq!(counters["refinement lemmas"], 1, "{counters:?}");
}

#[test]
fn violations_of_arithmetic_are_found() {
    let text = system(&["x"], "(= x #x0001)", "(= x.next (bvmul x #x0003))", "(not (= x #x00f3))");
    for engine in ["sa", "euf"] {
        let (outcome, _, _) = run(engine, "escalation=on", &text);
        let Outcome::Unsafe(trace) = outcome else { panic!("{engine}: {outcome:?}") };
        assert_eq!(trace.steps.len(), 6);
    }
}
