//! The parts of the search on small cases: what each promises to the others.

use super::control::Control;
use super::eliminate::Elimination;
use super::frame::{FOREVER, Frames, covers, cube};
use super::justify::justify;
use super::obligation::{Obligation, Obligations};
use super::project::{Manner, Projected, project};
use super::vocabulary::Vocabulary;
use crate::answer::Outcome;
use crate::samples::{Builder, array_memory};
use crate::solver::{Answer, EufModel, QueryKind, SolverFactory, Statistics, Theory};
use crate::tuning::Fineness;
use euclase_logic::random::{RandomOptions, random_system};
use euclase_logic::{Sort, StateVar, TermId, Terms, TransitionSystem};
use proptest::prelude::*;
use std::collections::BTreeMap;

const DEFAULT: Manner = Manner { fineness: Fineness::Default, congruence: true };

const EUF: Theory = Theory::Euf { abstract_arrays: true };

fn words(terms: &mut Terms, names: &[&str]) -> Vec<TermId> {
    names.iter().map(|name| terms.var(name, Sort::BitVec(8))).collect()
}

fn system(terms: &mut Terms, states: &[TermId], inputs: &[TermId]) -> TransitionSystem {
    let states = states
        .iter()
        .map(|current| {
            let name = format!("{}'", terms.var_name(*current).unwrap_or_default());
            let next = terms.var(&name, terms.sort(*current));
            StateVar { current: *current, next, update: None, origin: None }
        })
        .collect();
    TransitionSystem {
        states,
        inputs: inputs.to_vec(),
        init: terms.tt(),
        constraints: Vec::new(),
        property: terms.tt(),
        locations: Vec::new(),
        solved_inputs: Vec::new(),
        relation: None,
    }
}

fn model_of(terms: &Terms, formulas: &[TermId]) -> Option<EufModel> {
    let mut solver = SolverFactory::new(EUF, Statistics::default()).solver(0);
    match solver.check(terms, QueryKind::Bad, formulas) {
        Answer::Sat => solver.euf_model(),
        _ => None,
    }
}

/// Deciding an `ite` can fold an operator, so the implication holds of what operators mean.
fn implied(terms: &mut Terms, by: &[TermId], formula: TermId) -> bool {
    let mut assumptions = by.to_vec();
    assumptions.push(terms.not(formula));
    let mut solver = SolverFactory::new(Theory::Concrete, Statistics::default()).solver(0);
    solver.check(terms, QueryKind::Bad, &assumptions) == Answer::Unsat
}

#[test]
fn a_cube_with_fewer_literals_covers_more() {
    let mut terms = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| terms.var(name, Sort::Bool));
    assert!(covers(&cube(vec![c, a]), &cube(vec![a, b, c])));
    assert!(!covers(&cube(vec![a, b]), &cube(vec![a, c])));
    assert!(covers(&[], &cube(vec![a])));
}

#[test]
fn frames_keep_what_is_not_covered() {
    let mut terms = Terms::new();
    let [a, b] = ["a", "b"].map(|name| terms.var(name, Sort::Bool));
    let mut frames = Frames::default();
    frames.block(cube(vec![a, b]), 2);
    assert!(frames.blocks(&cube(vec![a, b]), 2) && !frames.blocks(&cube(vec![a, b]), 3));
    assert!(!frames.blocks(&cube(vec![a]), 1));
    // A smaller cube at a lower level does not replace the larger one higher up.
    frames.block(cube(vec![a]), 1);
    assert_eq!(frames.live().len(), 2);
    frames.block(cube(vec![a]), FOREVER);
    assert_eq!(frames.live().len(), 1);
    assert!(frames.blocks(&cube(vec![a, b]), 1000));
    assert_eq!(frames.log().len(), 3);
}

#[test]
fn obligations_come_lowest_then_deepest_first() {
    let mut obligations = Obligations::default();
    let at = |depth| Obligation { cube: cube(vec![]), location: 0, level: 0, successor: None, depth };
    let high = obligations.add(at(5), 3);
    let shallow = obligations.add(at(1), 2);
    let deep = obligations.add(at(4), 2);
    let order: Vec<usize> = std::iter::from_fn(|| obligations.next().map(|(number, _)| number)).collect();
    assert_eq!(order, [deep, shallow, high]);
}

#[test]
fn fixing_locations_leaves_one_small_relation_an_edge() {
    let mut terms = Terms::new();
    let [start, end] = ["start", "end"].map(|name| terms.var(name, Sort::Bool));
    let x = terms.var("x", Sort::BitVec(8));
    let mut system = system(&mut terms, &[start, end, x], &[]);
    let (zero, one) = (terms.bv(8, 0), terms.bv(8, 1));
    let small = terms.bv_ult(x, one);
    let big = terms.not(small);
    let sum = terms.bv_add(x, one);
    system.states[0].update = Some(terms.and(&[start, small]));
    let leaves = terms.and(&[start, big]);
    system.states[1].update = Some(terms.or(&[leaves, end]));
    system.states[2].update = Some(terms.ite(start, sum, x));
    let starts = terms.eq(x, zero);
    let not_end = terms.not(end);
    system.init = terms.and(&[start, not_end, starts]);
    system.property = terms.not(end);
    system.locations = vec![start, end];

    let mut control = Control::by_location(&mut terms, &system, &[]);
    let ends: Vec<(usize, usize)> = control.edges.iter().map(|e| (e.from, e.to)).collect();
    assert_eq!(ends, [(0, 0), (0, 1), (1, 1)]);
    assert_eq!(control.locations[0].init, Some(vec![starts]));
    assert_eq!(control.locations[1].init, None);
    assert_eq!(control.locations[1].bad, terms.tt());
    // x < 1 is x = 0 by rewriting; the choice by location is gone from the update.
    assert_eq!(control.edges[0].constraints, [small]);
    assert_eq!(control.edges[1].constraints, [big]);
    assert_eq!(control.edges[0].pre(&mut terms, x), sum);
    assert_eq!(control.edges[2].pre(&mut terms, x), x);
}

#[test]
fn constraints_are_grouped_by_what_they_choose() {
    let mut terms = Terms::new();
    let state = words(&mut terms, &["x"]);
    let inputs = words(&mut terms, &["a", "b", "c"]);
    let mut system = system(&mut terms, &state, &inputs);
    let ab = terms.bv_ult(inputs[0], inputs[1]);
    let c = terms.bv_ult(inputs[2], state[0]);
    let b = terms.bv_ult(inputs[1], state[0]);
    system.constraints = vec![ab, c, b];
    let control = Control::single(&mut terms, &system, &[]);
    assert_eq!(control.edges[0].groups, [vec![ab, b], vec![c]]);
    let target = terms.eq(inputs[0], state[0]);
    assert_eq!(control.edges[0].groups_of(&terms, target), [0]);
}

#[test]
fn an_input_goes_by_the_equation_that_defines_it() {
    let mut terms = Terms::new();
    let state = words(&mut terms, &["x", "y"]);
    let inputs = words(&mut terms, &["in"]);
    let mut system = system(&mut terms, &state, &inputs);
    let sum = terms.bv_add(state[0], state[1]);
    let defined = terms.eq(inputs[0], sum);
    let below = terms.bv_ult(inputs[0], state[1]);
    system.constraints = vec![defined, below];
    let mut vocabulary = Vocabulary::new(&terms, &system, &[]);
    let mut model = model_of(&terms, &[defined, below]).unwrap();
    let implicant = justify(&mut terms, &mut model, &mut vocabulary, &[defined, below]);
    let Projected::Cube(found) = project(&mut terms, &mut model, &mut vocabulary, DEFAULT, implicant) else {
        panic!("nothing folds here")
    };
    let expected = terms.bv_ult(sum, state[1]);
    assert!(found.contains(&expected));
    assert!(found.iter().all(|l| vocabulary.is_over_state(&terms, *l)));
}

#[test]
fn folding_refutes_a_model_without_a_solver() {
    let mut terms = Terms::new();
    let state = words(&mut terms, &["x"]);
    let inputs = words(&mut terms, &["in"]);
    let mut system = system(&mut terms, &state, &inputs);
    let (two, three, five) = (terms.bv(8, 2), terms.bv(8, 3), terms.bv(8, 5));
    let chosen = terms.eq(inputs[0], two);
    let sum = terms.bv_add(inputs[0], three);
    // The abstraction does not know that the sum is five.
    let (below, not_below) = (terms.bv_ult(five, state[0]), terms.bv_ult(sum, state[0]));
    let formulas = [chosen, below, terms.not(not_below)];
    system.constraints = formulas.to_vec();
    let mut vocabulary = Vocabulary::new(&terms, &system, &[]);
    let mut model = model_of(&terms, &formulas).unwrap();
    let implicant = justify(&mut terms, &mut model, &mut vocabulary, &formulas);
    assert!(!implicant.folded.is_empty());
    for lemma in implicant.folded {
        assert!(!model.holds(&terms, lemma), "{}", terms.sketch(lemma));
        let negated = terms.make_raw(euclase_logic::Op::Not, &[lemma]);
        let mut concrete = SolverFactory::new(Theory::Concrete, Statistics::default()).solver(0);
        assert_eq!(concrete.check(&terms, QueryKind::LemmaValid, &[negated]), Answer::Unsat);
    }
}

#[test]
fn lemmas_take_after_their_parents_and_answers_stay_the_same() {
    let mut counted: BTreeMap<(&str, bool), u64> = BTreeMap::new();
    for seed in 0..60 {
        let (terms, system) = random_system(seed, &RandomOptions { arrays: false, ..RandomOptions::default() });
        let mut b = Builder { terms, system };
        let answers = [true, false].map(|parents| {
            let outcome = b.run(|task| {
                task.tuning.parents = parents;
                let outcome = super::run(task, &super::Options::default());
                for name in ["lemmas with a parent", "lemmas predicted"] {
                    *counted.entry((name, parents)).or_default() += task.counters.get(name).copied().unwrap_or(0);
                }
                outcome
            });
            std::mem::discriminant(&outcome)
        });
        assert_eq!(answers[0], answers[1], "seed {seed}");
    }
    assert!(counted[&("lemmas with a parent", true)] > 0 && counted[&("lemmas predicted", true)] > 0, "{counted:?}");
    assert!(counted[&("lemmas with a parent", false)] == 0, "{counted:?}");
}

/// A random formula over the given words, from a list of choices.
fn formula(terms: &mut Terms, words: &[TermId], choices: &mut impl Iterator<Item = u8>, depth: u32) -> TermId {
    let pick = |choices: &mut dyn Iterator<Item = u8>, n: usize| choices.next().unwrap_or(0) as usize % n;
    if depth == 0 {
        let (a, b) = (word(terms, words, choices, 2), word(terms, words, choices, 2));
        return if pick(choices, 2) == 0 { terms.eq(a, b) } else { terms.bv_ult(a, b) };
    }
    let (a, b) = (formula(terms, words, choices, depth - 1), formula(terms, words, choices, depth - 1));
    match pick(choices, 4) {
        0 => terms.and(&[a, b]),
        1 => terms.or(&[a, b]),
        2 => terms.xor(a, b),
        _ => {
            let c = formula(terms, words, choices, 0);
            terms.ite(c, a, b)
        }
    }
}

fn word(terms: &mut Terms, words: &[TermId], choices: &mut impl Iterator<Item = u8>, depth: u32) -> TermId {
    let choice = choices.next().unwrap_or(0) as usize;
    if depth == 0 || choice.is_multiple_of(3) {
        return if choice.is_multiple_of(5) {
            terms.bv(8, (choice / 5 % 3) as u64)
        } else {
            words[choice % words.len()]
        };
    }
    let (a, b) = (word(terms, words, choices, depth - 1), word(terms, words, choices, depth - 1));
    match choice % 3 {
        1 => terms.bv_add(a, b),
        _ => {
            let c = formula(terms, words, choices, 0);
            terms.ite(c, a, b)
        }
    }
}

#[test]
fn what_congruence_says_of_the_state_is_not_lost() {
    let mut terms = Terms::new();
    let state = words(&mut terms, &["x", "y", "z"]);
    let inputs = words(&mut terms, &["a", "b"]);
    let [over_a, over_b] = [terms.bv_mul(inputs[0], state[2]), terms.bv_mul(inputs[1], state[2])];
    let literals = [terms.eq(over_a, state[0]), terms.eq(over_b, state[1]), terms.eq(inputs[0], inputs[1])];
    let mut system = system(&mut terms, &state, &inputs);
    system.constraints = literals.to_vec();
    let mut model = model_of(&terms, &literals).unwrap();
    let mut said = |congruence: bool| {
        let mut vocabulary = Vocabulary::new(&terms, &system, &[]);
        let eliminated = Elimination::new(&mut terms, &mut model, &mut vocabulary, &literals, congruence);
        let both = [over_a, over_b].map(|term| eliminated.argument(&terms, &mut vocabulary, term));
        both[0] == both[1]
    };
    // Both products are one class, and the equations with it say x = y.
    assert!(said(true));
    assert!(!said(false));
}

#[test]
fn what_arrays_cost_is_told_for_both_ways_with_them() {
    let run = |abstract_arrays: bool| {
        let mut counters = Default::default();
        let outcome = array_memory(true).run(|task| {
            let outcome = super::run(task, &super::Options { abstract_arrays, ..super::Options::default() });
            counters = std::mem::take(&mut task.counters);
            outcome
        });
        assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
        ["array lemmas", "array axioms in the search"].map(|name| counters[name])
    };
    let ([lemmas, axioms], [none, instances]) = (run(true), run(false));
    assert!(lemmas > 0 && axioms == 0, "{lemmas} lemmas, {axioms} axioms");
    assert!(none == 0 && instances > 0, "{none} lemmas, {instances} axioms");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The law of elimination: what stands for a term has its value in the model, is over the state, and is equal to it
    /// by the literals and the equations that the model decided on.
    #[test]
    fn images_follow_from_the_literals(choices in prop::collection::vec(any::<u8>(), 60)) {
        let mut terms = Terms::new();
        let state = words(&mut terms, &["x", "y"]);
        let inputs = words(&mut terms, &["a", "b", "c"]);
        let all: Vec<TermId> = state.iter().chain(&inputs).copied().collect();
        let mut choices = choices.into_iter();
        let formulas: Vec<TermId> = (0..4).map(|_| formula(&mut terms, &all, &mut choices, 0)).collect();
        let mut system = system(&mut terms, &state, &inputs);
        system.constraints = formulas.clone();
        let mut vocabulary = Vocabulary::new(&terms, &system, &[]);
        let Some(mut model) = model_of(&terms, &formulas) else { return Ok(()) };
        let literals = justify(&mut terms, &mut model, &mut vocabulary, &formulas).whole;
        for congruence in [true, false] {
            let eliminated = Elimination::new(&mut terms, &mut model, &mut vocabulary, &literals, congruence);
            if !eliminated.folded.is_empty() {
                continue;
            }
            let mut premises = literals.clone();
            for (input, image) in &eliminated.guesses {
                premises.push(terms.eq(*input, *image));
            }
            let mut met = terms.postorder(&literals);
            met.retain(|t| terms.sort(*t) != Sort::Bool);
            for term in met {
                let Some(image) = eliminated.argument(&terms, &mut vocabulary, term) else { continue };
                prop_assert!(vocabulary.is_over_state(&terms, image));
                prop_assert!(model.value(&terms, image) == model.value(&terms, term));
                let same = terms.eq(term, image);
                prop_assert!(implied(&mut terms, &premises, same));
            }
        }
    }

    /// The law of projection: the implicant holds in the model and implies the formula, and the
    /// cube holds in the model and speaks of the state only.
    #[test]
    fn projections_hold_in_their_models(choices in prop::collection::vec(any::<u8>(), 60)) {
        let mut terms = Terms::new();
        let state = words(&mut terms, &["x", "y", "z"]);
        let inputs = words(&mut terms, &["a", "b"]);
        let all: Vec<TermId> = state.iter().chain(&inputs).copied().collect();
        let mut choices = choices.into_iter();
        let formula = formula(&mut terms, &all, &mut choices, 3);
        let mut system = system(&mut terms, &state, &inputs);
        system.constraints = vec![formula];
        let mut vocabulary = Vocabulary::new(&terms, &system, &[]);
        let Some(mut model) = model_of(&terms, &[formula]) else { return Ok(()) };
        let implicant = justify(&mut terms, &mut model, &mut vocabulary, &[formula]);
        if !implicant.folded.is_empty() {
            return Ok(());
        }
        prop_assert!(implicant.whole.iter().all(|l| model.holds(&terms, *l)));
        prop_assert!(implied(&mut terms, &implicant.whole, formula));
        let solved = terms.and(&implicant.literals);
        prop_assert!(implied(&mut terms, &implicant.whole, solved));
        let finenesses = [Fineness::Default, Fineness::Variables, Fineness::Partition];
        for (fineness, congruence) in finenesses.into_iter().flat_map(|f| [(f, true), (f, false)]) {
            let manner = Manner { fineness, congruence };
            let implicant = justify(&mut terms, &mut model, &mut vocabulary, &[formula]);
            if let Projected::Cube(cube) = project(&mut terms, &mut model, &mut vocabulary, manner, implicant) {
                prop_assert!(cube.iter().all(|l| model.holds(&terms, *l)));
                prop_assert!(cube.iter().all(|l| vocabulary.is_over_state(&terms, *l)));
            }
        }
    }
}
