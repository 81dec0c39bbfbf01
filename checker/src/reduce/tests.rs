use super::*;
use crate::engine::Engine;
use crate::samples::{Builder, counter, solved_input};
use euclase_logic::{Sort, Value};

/// The reduction of a system about which these facts are known.
fn reduced(b: &mut Builder, facts: &[TermId], tabulate: bool) -> Option<Reduction> {
    let mut result = None;
    b.run(|task| {
        task.facts = facts.to_vec();
        result = reduce(task, tabulate);
        Outcome::Unknown(crate::answer::Reason::Interrupted)
    });
    result
}

fn variables(reduction: &Reduction) -> Vec<TermId> {
    reduction.system.states.iter().map(|state| state.current).collect()
}

/// A counter to 9 with a second one that copies it a step later, and an input that only that one depends on.
fn with_irrelevant() -> (Builder, [TermId; 3]) {
    let mut b = counter(8, 1, 9);
    let x = b.system.states[0].current;
    let (copy, sum) = (b.state("copy", Sort::BitVec(8)), b.state("sum", Sort::BitVec(8)));
    let noise = b.input("noise", Sort::BitVec(8));
    b.update(copy, x);
    let more = b.terms.bv_add(sum, noise);
    let more = b.terms.bv_add(more, copy);
    b.update(sum, more);
    let (five, twice) = (b.terms.bv(8, 5), b.terms.bv_add(copy, copy));
    let (first, second) = (b.terms.eq(copy, five), b.terms.eq(sum, twice));
    b.init(first);
    b.init(second);
    (b, [x, copy, sum])
}

#[test]
fn what_the_property_does_not_depend_on_goes() {
    let (mut b, [x, copy, sum]) = with_irrelevant();
    let reduction = reduced(&mut b, &[], false).unwrap();
    assert_eq!(variables(&reduction), [x]);
    assert_eq!(reduction.system.inputs, []);
    let zero = b.terms.bv(8, 0);
    assert_eq!(reduction.system.init, b.terms.eq(x, zero));
    let gone: Vec<TermId> = reduction.dropped.iter().map(|(variable, _)| *variable).collect();
    assert_eq!(gone, [copy, sum], "the value of one speaks of the other");
}

#[test]
fn what_is_left_gives_no_reason_to_reduce() {
    let mut b = counter(8, 1, 9);
    assert!(reduced(&mut b, &[], true).is_none());
}

#[test]
fn an_execution_has_values_for_what_went() {
    let (mut b, [_, copy, sum]) = with_irrelevant();
    for name in ["euf", "sa", "spacer"] {
        let engine: Engine = name.parse().unwrap();
        let outcome = b.run(|task| {
            let outcome = engine.run(task).0;
            assert_eq!((task.counters["reduce: variables after"], task.counters["replayed traces"]), (1, 1));
            outcome
        });
        let Outcome::Unsafe(trace) = outcome else { panic!("{name}: {outcome:?}") };
        let numbers = |variable: TermId| {
            let of_step = |step: &euclase_logic::TraceStep| match &step.state[&variable] {
                Value::BitVec(value) => value.to_u64().unwrap(),
                other => panic!("{other:?}"),
            };
            trace.steps.iter().map(of_step).collect::<Vec<u64>>()
        };
        assert_eq!(numbers(copy)[..4], [5, 0, 1, 2], "{name}");
        assert_eq!(numbers(sum)[..4], [10, 15, 15, 16], "{name}");
    }
}

#[test]
fn a_variable_that_the_initial_condition_ties_to_others_stays() {
    let (mut b, [x, copy, _]) = with_irrelevant();
    let below = b.terms.bv_ult(x, copy);
    b.init(below);
    let reduction = reduced(&mut b, &[], false).unwrap();
    assert_eq!(variables(&reduction), [x, copy]);
    let remaining = b.terms.conjuncts(reduction.system.init);
    assert!(remaining.contains(&below) && remaining.len() == 3, "{remaining:?}");
}

#[test]
fn constant_and_equal_variables_go() {
    let mut b = counter(8, 1, 9);
    let x = b.system.states[0].current;
    let [y, k] = ["y", "k"].map(|name| b.state(name, Sort::BitVec(8)));
    let flag = b.state("flag", Sort::Bool);
    let up = b.system.states[0].update.unwrap();
    b.update(y, up);
    b.update(k, k);
    b.update(flag, flag);
    b.start(y, 0);
    b.start(k, 7);
    b.init(flag);
    let seven = b.terms.bv(8, 7);
    let sum = b.terms.bv_add(y, k);
    let (wrong, no) = (b.terms.bv(8, 200), b.terms.not(flag));
    let bad = b.terms.eq(sum, wrong);
    let bad = b.terms.or(&[bad, no]);
    b.system.property = b.terms.not(bad);
    let facts = [b.terms.eq(x, y), b.terms.eq(k, seven), flag];
    let reduction = reduced(&mut b, &facts, false).unwrap();
    assert_eq!(variables(&reduction), [x]);
    let sum = b.terms.bv_add(x, seven);
    assert_eq!(reduction.system.property, b.terms.neq(sum, wrong));
    assert_eq!(reduction.facts, [], "nothing is left to say");
    for name in ["euf", "sa", "spacer"] {
        let engine: Engine = name.parse().unwrap();
        b.system.property = b.terms.not(no);
        let outcome = b.run(|task| engine.run(task).0);
        assert!(matches!(outcome, Outcome::Safe(_)), "{name}: {outcome:?}");
    }
}

/// Starts, and then works for ever.
fn two_locations() -> (Builder, [TermId; 3]) {
    let mut b = Builder::new();
    let [start, work, dead] = ["start", "work", "dead"].map(|name| b.state(name, Sort::Bool));
    let x = b.state("x", Sort::BitVec(8));
    let (yes, no) = (b.terms.tt(), b.terms.ff());
    b.update(start, no);
    b.update(work, yes);
    let not_working = b.terms.not(work);
    let alive = b.terms.not(dead);
    b.update(dead, dead);
    for fact in [start, not_working, alive] {
        b.init(fact);
    }
    let one = b.terms.bv(8, 1);
    let up = b.terms.bv_add(x, one);
    b.update(x, up);
    b.start(x, 4);
    b.system.locations = vec![start, work, dead];
    let nine = b.terms.bv(8, 9);
    b.system.property = b.terms.neq(x, nine);
    (b, [start, dead, x])
}

#[test]
fn a_constant_of_one_location_is_put_into_its_steps() {
    let (mut b, [start, dead, x]) = two_locations();
    let [four, five] = [4, 5].map(|n| b.terms.bv(8, n));
    let is_four = b.terms.eq(x, four);
    let mut facts = one_hot(&mut b.terms, &b.system.locations);
    facts.push(b.terms.implies(start, is_four));
    facts.push(b.terms.not(dead));
    let reduction = reduced(&mut b, &facts, false).unwrap();
    assert_eq!(reduction.system.locations.len(), 2, "nothing arrives at the third");
    let update = reduction.system.states.iter().find(|state| state.current == x).unwrap().update;
    let up = b.system.states[3].update.unwrap();
    let work = reduction.system.locations[1];
    assert_eq!(update, Some(b.terms.ite(work, up, five)));
    assert_eq!(reduction.dropped, [(dead, Some(b.terms.ff()))]);
}

#[test]
fn arithmetic_on_few_values_becomes_a_table_with_a_lemma() {
    let mut b = counter(8, 1, 9);
    let x = b.system.states[0].current;
    let [one, two, three] = [1, 2, 3].map(|n| b.terms.bv(8, n));
    let cases = [one, two].map(|n| b.terms.eq(x, n));
    let fact = b.terms.or(&cases);
    let reduction = reduced(&mut b, &[fact], true).unwrap();
    let table = b.terms.ite(cases[1], three, two);
    assert_eq!(reduction.system.states[0].update, Some(table));
    let same = b.terms.eq(b.system.states[0].update.unwrap(), table);
    assert_eq!(reduction.lemmas, [b.terms.implies(fact, same)]);
    assert_eq!(reduction.system.property, b.terms.tt(), "9 is not among the values");
    assert!(reduced(&mut b, &[fact], false).is_none(), "not without being asked to");
}

#[test]
fn a_proof_over_tables_is_certified() {
    // x goes 1, 2, 3, 1, …, and 3x + 1 is never 8.
    let mut b = Builder::new();
    let x = b.state("x", Sort::BitVec(8));
    b.start(x, 1);
    let [one, three, eight] = [1, 3, 8].map(|n| b.terms.bv(8, n));
    let (up, at_end) = (b.terms.bv_add(x, one), b.terms.eq(x, three));
    let next = b.terms.ite(at_end, one, up);
    b.update(x, next);
    let product = b.terms.bv_mul(x, three);
    let sum = b.terms.bv_add(product, one);
    b.system.property = b.terms.neq(sum, eight);
    let cases = [1, 2, 3].map(|n| {
        let value = b.terms.bv(8, n);
        b.terms.eq(x, value)
    });
    let fact = b.terms.or(&cases);
    let engine: Engine = "euf".parse().unwrap();
    let outcome = b.run(|task| {
        task.facts = vec![fact];
        let (outcome, certificate) = engine.run(task);
        assert!(certificate.is_some(), "{outcome:?}");
        assert!(task.counters["reduce: operators tabulated"] > 0);
        outcome
    });
    assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
}

#[test]
fn solved_inputs_of_an_execution_have_values() {
    let mut b = solved_input();
    let y = b.system.solved_inputs[0].0;
    let junk = b.state("junk", Sort::BitVec(8));
    b.update(junk, junk);
    let engine: Engine = "euf".parse().unwrap();
    let outcome = b.run(|task| engine.run(task).0);
    let Outcome::Unsafe(trace) = outcome else { panic!("{outcome:?}") };
    assert!(trace.steps.iter().rev().skip(1).all(|step| step.inputs.contains_key(&y)));
    assert!(trace.steps.iter().all(|step| step.state.contains_key(&junk)));
}
