//! The random systems are fit to test engines with, and the oracle is right on systems whose
//! answers are known.

use euclase_logic::random::{Exploration, RandomOptions, explicit_reachability, explore, random_system};
use euclase_logic::{Op, Sort, StateVar, TermId, Terms, TransitionSystem};

const LIMIT: usize = 1 << 20;

/// A system of which only some parts are said.
fn system(terms: &Terms, states: Vec<StateVar>, init: TermId, property: TermId) -> TransitionSystem {
    TransitionSystem {
        states,
        inputs: Vec::new(),
        init,
        constraints: vec![terms.tt()],
        property,
        locations: Vec::new(),
        solved_inputs: Vec::new(),
        relation: None,
    }
}

fn state(terms: &mut Terms, name: &str, sort: Sort) -> StateVar {
    let (current, next) = (terms.var(name, sort), terms.var(&format!("{name}'"), sort));
    StateVar { current, next, update: None, origin: None }
}

/// How many states are reachable, or how many the shortest violation has.
fn answer(terms: &mut Terms, system: &TransitionSystem) -> Result<usize, usize> {
    match explore(terms, system, LIMIT) {
        Some(Exploration::Holds(states)) => Ok(states),
        Some(Exploration::Violated(trace)) => {
            assert_eq!(system.replay(terms, &trace), Ok(()), "the oracle's own trace");
            Err(trace.steps.len())
        }
        None => panic!("the system is small"),
    }
}

#[test]
fn counter_with_a_bound() {
    let mut terms = Terms::new();
    let mut x = state(&mut terms, "x", Sort::BitVec(4));
    let [zero, one, five, nine] = [0, 1, 5, 9].map(|n| terms.bv(4, n));
    let (below, next) = (terms.bv_ult(x.current, nine), terms.bv_add(x.current, one));
    x.update = Some(terms.ite(below, next, zero));
    let current = x.current;
    let init = terms.eq(current, zero);
    let (property, reached) = (terms.bv_ule(current, nine), terms.neq(current, five));
    let safe = system(&terms, vec![x], init, property);
    assert_eq!(answer(&mut terms, &safe), Ok(10));
    let unsafe_ = TransitionSystem { property: reached, ..safe.clone() };
    assert_eq!(answer(&mut terms, &unsafe_), Err(6));
    assert_eq!(explicit_reachability(&terms, &safe, LIMIT), Some(true));
    assert_eq!(explicit_reachability(&terms, &unsafe_, LIMIT), Some(false));
    assert_eq!(explicit_reachability(&terms, &safe, 20), None, "the limit is kept");
    let nowhere = TransitionSystem { init: terms.ff(), ..unsafe_ };
    assert_eq!(answer(&mut terms, &nowhere), Ok(0));
}

#[test]
fn variables_that_change_places() {
    let mut terms = Terms::new();
    let mut states = [state(&mut terms, "x", Sort::BitVec(3)), state(&mut terms, "y", Sort::BitVec(3))];
    let [x, y] = [states[0].current, states[1].current];
    (states[0].update, states[1].update) = (Some(y), Some(x));
    let [one, two] = [1, 2].map(|n| terms.bv(3, n));
    let (x_one, y_two) = (terms.eq(x, one), terms.eq(y, two));
    let init = terms.and(&[x_one, y_two]);
    let property = terms.neq(x, y);
    let swap = system(&terms, states.to_vec(), init, property);
    assert_eq!(answer(&mut terms, &swap), Ok(2));
}

#[test]
fn inputs_and_their_constraints() {
    let mut terms = Terms::new();
    let mut x = state(&mut terms, "x", Sort::BitVec(4));
    let input = terms.var("i", Sort::BitVec(2));
    let wide = terms.zero_extend(2, input);
    x.update = Some(terms.bv_add(x.current, wide));
    let [zero, five, three] = [terms.bv(4, 0), terms.bv(4, 5), terms.bv(2, 3)];
    let init = terms.eq(x.current, zero);
    let property = terms.neq(x.current, five);
    let mut sums = TransitionSystem { inputs: vec![input], ..system(&terms, vec![x], init, property) };
    assert_eq!(answer(&mut terms, &sums), Err(3), "3 + 2");
    let small = terms.bv_ult(input, three);
    sums.constraints = vec![small];
    assert_eq!(answer(&mut terms, &sums), Err(4), "2 + 2 + 1");
    let bit = terms.extract(0, 0, input);
    let zero_bit = terms.bv(1, 0);
    sums.constraints.push(terms.eq(bit, zero_bit));
    assert_eq!(answer(&mut terms, &sums), Ok(8), "the even numbers");
}

#[test]
fn next_states_given_by_constraints() {
    let mut terms = Terms::new();
    let x = state(&mut terms, "x", Sort::BitVec(3));
    let [zero, three, seven] = [0, 3, 7].map(|n| terms.bv(3, n));
    let init = terms.eq(x.current, zero);
    let (grows, bounded) = (terms.bv_ult(x.current, x.next), terms.bv_ule(x.next, three));
    let property = terms.neq(x.current, seven);
    let mut growth = system(&terms, vec![x], init, property);
    growth.constraints = vec![grows];
    assert_eq!(answer(&mut terms, &growth), Err(2));
    growth.constraints.push(bounded);
    assert_eq!(answer(&mut terms, &growth), Ok(4));
}

#[test]
fn arrays_are_enumerated() {
    let mut terms = Terms::new();
    let (index, element) = (Sort::BitVec(1), Sort::BitVec(2));
    let sort = terms.array_sort(index, element);
    let mut a = state(&mut terms, "a", sort);
    let at = terms.var("i", index);
    let [zero, one, three] = [0, 1, 3].map(|n| terms.bv(2, n));
    let old = terms.select(a.current, at);
    let (less, sum) = (terms.bv_ult(old, three), terms.bv_add(old, one));
    let new = terms.ite(less, sum, three);
    a.update = Some(terms.store(a.current, at, new));
    let zeros = terms.const_array(sort, zero);
    let init = terms.eq(a.current, zeros);
    let [left, right] = [0, 1].map(|n| terms.bv(1, n)).map(|i| terms.make(Op::Select, &[a.current, i]));
    let (left_full, right_full) = (terms.eq(left, three), terms.eq(right, three));
    let both = terms.and(&[left_full, right_full]);
    let property = terms.not(both);
    let increments = TransitionSystem { inputs: vec![at], ..system(&terms, vec![a.clone()], init, property) };
    assert_eq!(answer(&mut terms, &increments), Err(7));
    let threes = terms.const_array(sort, three);
    let never = terms.store(threes, at, zero);
    let property = terms.tt();
    let anywhere = TransitionSystem { init: terms.tt(), property, ..increments };
    assert_eq!(answer(&mut terms, &anywhere), Ok(16));
    let not_over_states = TransitionSystem { init: terms.eq(a.current, never), ..anywhere };
    assert_eq!(explicit_reachability(&terms, &not_over_states, LIMIT), None, "init must not mention inputs");
}

#[test]
fn wide_sorts_are_refused() {
    let mut terms = Terms::new();
    let mut x = state(&mut terms, "x", Sort::BitVec(64));
    x.update = Some(x.current);
    let (init, property) = (terms.tt(), terms.tt());
    let wide = system(&terms, vec![x], init, property);
    assert_eq!(explicit_reachability(&terms, &wide, LIMIT), None);
}

#[test]
fn same_seed_same_system() {
    for seed in 0..50 {
        let (one_terms, one) = random_system(seed, &RandomOptions::default());
        let (other_terms, other) = random_system(seed, &RandomOptions::default());
        assert_eq!(one_terms.len(), other_terms.len());
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }
}

/// Among the systems of 300 seeds there is some of everything.
#[test]
fn systems_are_varied() {
    let (mut safe, mut at_once, mut long, mut tiny) = (0, 0, 0, 0);
    let (mut arrays, mut relational, mut with_inputs, mut constrained) = (0, 0, 0, 0);
    let seeds = 300;
    for seed in 0..seeds {
        let (mut terms, system) = random_system(seed, &RandomOptions::default());
        assert!((2..=5).contains(&system.states.len()), "seed {seed} has {} states", system.states.len());
        assert!(system.inputs.len() <= 3);
        assert!(terms.as_bool(system.property).is_none());
        let functional = |s: &StateVar| s.update.is_some();
        arrays += u32::from(system.states.iter().any(|s| terms.sort(s.current).is_array()));
        relational += u32::from(!system.states.iter().all(functional));
        with_inputs += u32::from(!system.inputs.is_empty());
        constrained += u32::from(!system.constraints.is_empty() && system.states.iter().all(functional));
        match answer(&mut terms, &system) {
            Ok(states) => {
                safe += 1;
                tiny += u32::from(states <= 2);
            }
            Err(1) => at_once += 1,
            Err(steps) => long += u32::from(steps > 2),
        }
    }
    println!(
        "{safe} safe ({tiny} with at most two states), {at_once} violated at once, {long} after two steps or more"
    );
    println!("{arrays} with arrays, {relational} relational, {with_inputs} with inputs, {constrained} constrained");
    let share = |count: u32, least: u32, most: u32| (least..=most).contains(&(count * 100 / seeds as u32));
    assert!(share(safe, 20, 80) && share(tiny, 0, 25) && share(at_once, 0, 20) && share(long, 10, 60));
    assert!(share(arrays, 20, 60) && share(relational, 10, 40) && share(with_inputs, 50, 90));
    assert!(share(constrained, 5, 40));
}
