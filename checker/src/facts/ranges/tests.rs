//! What is computed of small systems, and that it holds in all reachable states of random ones.

use super::*;
use crate::samples::{Builder, counter};
use euclase_logic::Sort;
use euclase_logic::random::{Exploration, RandomOptions, explore, random_system};
use std::time::Duration;

/// The formulas that are guessed for a system taken as one location.
fn guessed(b: &mut Builder) -> Vec<TermId> {
    let mut control = Control::single(&mut b.terms, &b.system, &[]);
    let frame = Frame::new(&mut b.terms, &b.system, &mut control);
    let mut analysis = Analysis::new(&mut b.terms, &b.system, &mut control, &frame);
    let deadline = Instant::now() + Duration::from_secs(20);
    analysis.run(&mut b.terms, &control, deadline).unwrap();
    match &analysis.at[0] {
        Some(at) => analysis.said(&mut b.terms, 0, &at.clone()),
        None => vec![b.terms.ff()],
    }
}

/// Words that start with given numbers and go up by others while a condition on them holds.
fn loops(words: &[(u64, u64)], while_below: u64) -> (Builder, Vec<TermId>) {
    let mut b = Builder::new();
    let names: Vec<String> = (0..words.len()).map(|n| format!("x{n}")).collect();
    let variables: Vec<TermId> = names.iter().map(|name| b.state(name, Sort::BitVec(32))).collect();
    let limit = b.terms.bv(32, while_below);
    let goes_on = b.terms.bv_slt(variables[0], limit);
    for (variable, (start, by)) in variables.iter().zip(words) {
        b.start(*variable, *start);
        let by = b.terms.bv(32, *by);
        let sum = b.terms.bv_add(*variable, by);
        let next = b.terms.ite(goes_on, sum, *variable);
        b.update(*variable, next);
    }
    (b, variables)
}

#[test]
fn the_end_of_a_long_loop_is_found_without_running_it() {
    let (mut b, x) = loops(&[(0, 4)], 1_000_000);
    let limit = b.terms.bv(32, 1_000_000);
    b.system.property = b.terms.bv_sle(x[0], limit);
    let found = guessed(&mut b);
    assert!(found.contains(&b.system.property));
    let (bits, zero) = (b.terms.extract(1, 0, x[0]), b.terms.bv(2, 0));
    let multiple = b.terms.eq(bits, zero);
    assert!(found.contains(&multiple));
}

#[test]
fn variables_that_keep_their_distance_are_seen() {
    let (mut b, x) = loops(&[(0, 1), (5, 1)], 1_000_000);
    b.system.property = b.terms.bv_slt(x[0], x[1]);
    let found = guessed(&mut b);
    let minus = b.terms.bv(32, 5_u64.wrapping_neg() & 0xFFFF_FFFF);
    let apart = b.terms.bv_add(x[1], minus);
    let apart = b.terms.eq(x[0], apart);
    assert!(found.contains(&apart), "{:?}", found.iter().map(|f| b.terms.sketch(*f)).collect::<Vec<_>>());
}

#[test]
fn a_counter_that_wraps_has_no_bounds() {
    let mut b = counter(8, 1, 7);
    assert!(guessed(&mut b).is_empty());
    // Low bits survive that.
    let mut b = counter(8, 6, 7);
    let x = b.system.states[0].current;
    let (bit, zero) = (b.terms.extract(0, 0, x), b.terms.bv(1, 0));
    let even = b.terms.eq(bit, zero);
    let found = guessed(&mut b);
    assert!(found.contains(&even));
}

#[test]
fn what_is_guessed_holds_in_all_reachable_states_of_random_systems() {
    let mut some = 0;
    for seed in 0..300 {
        let options = RandomOptions { arrays: seed % 5 == 0, ..RandomOptions::default() };
        let (terms, system) = random_system(seed, &options);
        let mut b = Builder { terms, system };
        let found = guessed(&mut b);
        some += usize::from(!found.is_empty());
        b.system.property = b.terms.and(&found);
        let truth = explore(&b.terms, &b.system, 1 << 20);
        let said: Vec<String> = found.iter().map(|f| b.terms.sketch(*f)).collect();
        assert!(matches!(truth, Some(Exploration::Holds(_))), "seed {seed}: {said:?}");
    }
    assert!(some > 75, "{some}");
}
