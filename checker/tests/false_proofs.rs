//! Proofs of what is not so, on random small systems that have a violation: none may pass the check.
//!
//! Whatever an invariant says, whichever lemmas come with it, however many steps it looks at and however it is
//! checked: a system with a violation has no proof. A longer run on demand:
//! `EUCLASE_RANDOM_SYSTEMS=3000 cargo test --release --test false_proofs`.

#![allow(clippy::unwrap_used)]

use euclase_checker::solver::Statistics;
use euclase_checker::{CertifyOptions, Invariant, certify};
use euclase_logic::random::{Choices, Exploration, RandomOptions, explore, random_system};
use euclase_logic::{Op, TermId, Terms, Trace, TransitionSystem, Value};
use std::time::{Duration, Instant};

/// Evaluations that the oracle may spend on one system.
const ORACLE_LIMIT: usize = 1 << 20;

fn count() -> u64 {
    match std::env::var("EUCLASE_RANDOM_SYSTEMS") {
        Ok(number) => number.parse().expect("EUCLASE_RANDOM_SYSTEMS is a number"),
        Err(_) => 60,
    }
}

/// That the state is one of those, as far as it consists of Booleans and bit-vectors.
fn listed(terms: &mut Terms, system: &TransitionSystem, trace: &Trace, steps: usize) -> TermId {
    let mut cases = Vec::new();
    for step in &trace.steps[..steps] {
        let mut case = Vec::new();
        for state in &system.states {
            match &step.state[&state.current] {
                Value::Bool(true) => case.push(state.current),
                Value::Bool(false) => case.push(terms.not(state.current)),
                Value::BitVec(value) => {
                    let value = terms.bitvec(value.clone());
                    case.push(terms.eq(state.current, value));
                }
                _ => {}
            }
        }
        cases.push(terms.and(&case));
    }
    terms.or(&cases)
}

/// Formulas that somebody may take for an invariant.
fn invariants(terms: &mut Terms, system: &TransitionSystem, trace: &Trace) -> Vec<TermId> {
    let property = system.property;
    let (all, before) = (trace.steps.len(), trace.steps.len() - 1);
    let mut found = vec![property, terms.ff(), system.init];
    for steps in [all, before, before.min(1)] {
        let states = listed(terms, system, trace, steps);
        found.extend([states, terms.and(&[states, property]), terms.or(&[states, property])]);
    }
    found
}

/// Formulas that somebody may take for lemmas; some are valid.
fn lemmas(terms: &mut Terms, system: &TransitionSystem, choices: &mut Choices) -> Vec<TermId> {
    let mut roots: Vec<TermId> = system.states.iter().filter_map(|s| s.update).collect();
    roots.extend([system.init, system.property]);
    let subterms = terms.postorder(&roots);
    let mut lemmas = Vec::new();
    for _ in 0..3 {
        let (a, b) = (choices.pick(&subterms), choices.pick(&subterms));
        if terms.sort(a) == terms.sort(b) {
            lemmas.push(terms.make_raw(Op::Eq, &[a, b]));
        }
        lemmas.push(terms.make_raw(Op::Eq, &[a, a]));
    }
    lemmas.push(choices.pick(&[system.property, terms.tt(), terms.ff()]));
    lemmas
}

#[test]
fn a_system_with_a_violation_has_no_proof() {
    let (mut violable, mut refused) = (0, 0);
    for seed in 0..count() {
        let (mut terms, system) = random_system(seed, &RandomOptions::default());
        let truth = explore(&terms, &system, ORACLE_LIMIT).expect("small systems are enumerable");
        let Exploration::Violated(trace) = truth else { continue };
        violable += 1;
        let mut choices = Choices::new(seed);
        for formula in invariants(&mut terms, &system, &trace) {
            let proposed = lemmas(&mut terms, &system, &mut choices);
            for (lemmas, interpreted) in [(Vec::new(), true), (Vec::new(), false), (proposed, false)] {
                let induction_depth = choices.between(1, trace.steps.len() as u64 + 1) as usize;
                let invariant = Invariant { formula, lemmas, induction_depth, interpreted };
                let options = CertifyOptions {
                    keep_arrays: choices.percent(50),
                    by_cases: choices.percent(50),
                    deadline: Some(Instant::now() + Duration::from_secs(20)),
                };
                let result = certify(&mut terms, &system, &invariant, &options, &Statistics::default());
                assert!(result.is_err(), "seed {seed}: {} was proved by {invariant:?}", terms.sketch(formula));
                refused += 1;
            }
        }
    }
    assert!(violable * 4 > count() && refused > 1000.min(count() * 10), "{violable} systems, {refused} proofs");
}
