//! Bringing a relation to functional form keeps the relation.

mod common;

use common::{Random, assignments, clause_system, random_assignment, random_system, relation};
use euclase_logic::{Assignment, Evaluator, TermId, Terms, TransitionSystem, read_vmt};
use proptest::prelude::*;

/// Values that satisfy all definitions of a functional system, the rest random.
fn by_definitions(terms: &Terms, system: &TransitionSystem, random: &mut Random) -> Assignment {
    let mut free: Vec<TermId> = system.states.iter().map(|s| s.current).chain(system.inputs.iter().copied()).collect();
    free.extend(system.states.iter().filter(|s| s.update.is_none()).map(|s| s.next));
    let mut assignment = random_assignment(terms, &free, random);
    let updates = system.states.iter().filter_map(|s| Some((s.next, s.update?)));
    for (variable, definition) in updates.chain(system.solved_inputs.iter().copied()) {
        let value = Evaluator::new(terms, &assignment).value(definition).expect("definitions use X and Y only");
        assignment.set(variable, value);
    }
    assignment
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn the_relation_stays_the_same(seed: u64) {
        let mut random = Random(seed);
        let (mut terms, before) = random_system(&mut random);
        let mut after = before.clone();
        after.make_functional(&mut terms);
        let (old, new) = (relation(&mut terms, &before), relation(&mut terms, &after));
        let variables: Vec<TermId> =
            before.states.iter().flat_map(|s| [s.current, s.next]).chain(before.inputs.iter().copied()).collect();
        let solved: Vec<TermId> = after.solved_inputs.iter().map(|(input, _)| *input).collect();
        prop_assert!(solved.iter().all(|input| !after.inputs.contains(input)));
        prop_assert_eq!(solved.len() + after.inputs.len(), before.inputs.len());
        for round in 0..40 {
            let assignment = if round % 2 == 0 {
                random_assignment(&terms, &variables, &mut random)
            } else {
                by_definitions(&terms, &after, &mut random)
            };
            let mut evaluator = Evaluator::new(&terms, &assignment);
            prop_assert_eq!(evaluator.holds(old).unwrap(), evaluator.holds(new).unwrap());
        }
    }

    /// Clauses can be read as cases in many ways, of which each conjunct may be used for one only.
    #[test]
    fn the_relation_of_clauses_stays_the_same_on_all_assignments(seed: u64) {
        let (mut terms, before) = clause_system(&mut Random(seed));
        let mut after = before.clone();
        after.make_functional(&mut terms);
        let (old, new) = (relation(&mut terms, &before), relation(&mut terms, &after));
        let variables: Vec<TermId> =
            before.states.iter().flat_map(|s| [s.current, s.next]).chain(before.inputs.iter().copied()).collect();
        for assignment in assignments(&terms, &variables) {
            let mut evaluator = Evaluator::new(&terms, &assignment);
            prop_assert_eq!(evaluator.holds(old).unwrap(), evaluator.holds(new).unwrap());
        }
    }

    /// Doing it again changes nothing but what a round limit left over.
    #[test]
    fn it_is_done_once(seed: u64) {
        let mut random = Random(seed);
        let (mut terms, mut system) = random_system(&mut random);
        system.make_functional(&mut terms);
        let mut again = system.clone();
        again.make_functional(&mut terms);
        prop_assert_eq!(system.constraints, again.constraints);
        prop_assert_eq!(system.solved_inputs, again.solved_inputs);
    }
}

/// A system over words `x`, `z` and Booleans `b`, `c`, with inputs `y`, `w` and `g`, `h`.
fn system(trans: &str) -> (Terms, TransitionSystem) {
    let mut text = String::new();
    for (name, sort) in [("x", "(_ BitVec 8)"), ("z", "(_ BitVec 8)"), ("b", "Bool"), ("c", "Bool")] {
        text.push_str(&format!("(declare-fun {name} () {sort})(declare-fun {name}+ () {sort})"));
        text.push_str(&format!("(define-fun .{name} () {sort} (! {name} :next {name}+))"));
    }
    for (name, sort) in [("y", "(_ BitVec 8)"), ("w", "(_ BitVec 8)"), ("g", "Bool"), ("h", "Bool")] {
        text.push_str(&format!("(declare-fun {name} () {sort})"));
    }
    text.push_str("(define-fun .i () Bool (! b :init true))(define-fun .p () Bool (! b :invar-property 0))");
    text.push_str(&format!("(define-fun .t () Bool (! {trans} :trans true))"));
    match read_vmt(&text) {
        Ok(read) => read,
        Err(error) => panic!("{}", error.show(&text)),
    }
}

/// The functional parts of a step as text: updates, solved inputs, constraints.
fn summary(trans: &str) -> String {
    let (terms, system) = system(trans);
    let print = |term| euclase_logic::print_term(&terms, term);
    let updates = system.states.iter().filter_map(|s| Some((s.next, s.update?)));
    let mut lines: Vec<String> = updates.map(|(v, t)| format!("{} := {}", print(v), print(t))).collect();
    lines.extend(system.solved_inputs.iter().map(|(v, t)| format!("{} := {}", print(*v), print(*t))));
    lines.extend(system.constraints.iter().map(|c| print(*c)));
    lines.join("; ")
}

#[test]
fn equations_become_updates() {
    assert_eq!(summary("(= x+ (bvmul x y))"), "x+ := (bvmul x y)");
    assert_eq!(summary("(= (bvmul x y) x+)"), "x+ := (bvmul x y)");
    assert_eq!(summary("(and b+ (not c+))"), "b+ := true; c+ := false");
    assert_eq!(summary("(= b+ (not c))"), "b+ := (not c)");
    assert_eq!(summary("(= (bvadd x+ #x01) z)"), "x+ := (bvadd z #xff)");
    assert_eq!(summary("(= (bvnot x+) z)"), "x+ := (bvnot z)");
    assert_eq!(summary("true"), "");
}

#[test]
fn next_states_in_definitions_are_replaced() {
    assert_eq!(summary("(and (= x+ (bvmul z+ z+)) (= z+ y))"), "x+ := (bvmul y y); z+ := y");
    // A circle leaves one of its equations a constraint, and what depends on it.
    assert_eq!(summary("(= x+ (bvmul x+ x))"), "(= x+ (bvmul x x+))");
    assert_eq!(summary("(= x+ (bvmul z+ x))"), "(= x+ (bvmul x z+))");
}

#[test]
fn a_second_equation_stays_a_constraint() {
    assert_eq!(summary("(and (= x+ x) (= x+ (bvmul z z)))"), "x+ := x; (= x (bvmul z z))");
}

#[test]
fn inputs_that_name_terms_are_solved() {
    assert_eq!(
        summary("(and (= y (bvmul x z)) (= w (bvmul y y)) (= x+ w))"),
        "x+ := (let ((.let0 (bvmul x z)))\n(bvmul .let0 .let0)); y := (bvmul x z); \
         w := (let ((.let0 (bvmul x z)))\n(bvmul .let0 .let0))"
    );
    assert_eq!(summary("(and g (not h) (= b+ (or g h)))"), "b+ := true; g := true; h := false");
    // An input that is only the name of the next state is the next state's definition.
    assert_eq!(summary("(= x+ y)"), "x+ := y");
    assert_eq!(summary("(and (= y x+) (= z+ (bvmul y y)))"), "x+ := y; z+ := (bvmul y y)");
    // Inputs that define one another: one of them is solved for.
    assert_eq!(summary("(and (= y (bvmul w x)) (= w (bvmul y z)))"), "y := (bvmul x w); (= w (bvmul z (bvmul x w)))");
    // An input is not defined by a next state that has no definition itself.
    assert_eq!(summary("(= y (bvmul x+ x+))"), "(= y (bvmul x+ x+))");
}

#[test]
fn guards_that_become_known_open_more_definitions() {
    assert_eq!(summary("(and g (= h (and g b)) (=> g (= x+ (bvmul x x))))"), "x+ := (bvmul x x); g := true; h := b");
}

#[test]
fn cases_become_one_update() {
    assert_eq!(summary("(and (=> b (= x+ y)) (=> (not b) (= x+ z)))"), "x+ := (ite b y z)");
    assert_eq!(summary("(and (or b (= c+ c)) (or (not b) (not c+)))"), "c+ := (and c (not b))");
    assert_eq!(summary("(and (=> (and b c) (= x+ y)) (or (and b c) (= x+ z)))"), "x+ := (ite (and b c) y z)");
    // Without the other case the next state is free.
    assert_eq!(summary("(=> b (= x+ y))"), "(or (not b) (= x+ y))");
}

#[test]
fn a_merged_case_is_not_merged_again() {
    let clauses = ["(or b+ (not c+))", "(or b+ c+)", "(or (not b+) c+)"];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let [first, second, third] = order.map(|number| clauses[number]);
        let (mut terms, system) = system(&format!("(and {first} {second} {third})"));
        let relation = relation(&mut terms, &system);
        let variables = terms.variables(&[relation]);
        let mut allowed = 0;
        for assignment in assignments(&terms, &variables) {
            allowed += usize::from(Evaluator::new(&terms, &assignment).holds(relation).unwrap());
        }
        assert_eq!((variables.len(), allowed), (2, 1), "{first} {second} {third}");
    }
}

#[test]
fn disjunctions_of_transitions_are_left_alone() {
    let (_, system) = system("(or (and b (= x+ x)) (and c (= x+ z)))");
    assert_eq!((system.constraints.len(), system.states[0].update), (1, None));
}

#[test]
fn long_chains_of_definitions_are_linear() {
    let count = 20_000;
    let mut text = String::from("(declare-fun x () Int)(define-fun .x () Int (! x :next x+))");
    text.push_str("(declare-fun y0 () Int)");
    for number in 1..=count {
        text.push_str(&format!("(declare-fun y{number} () Int)"));
    }
    text.push_str(
        "(define-fun .i () Bool (! (= x 0) :init true))(define-fun .p () Bool (! (= x 0) :invar-property 0))",
    );
    text.push_str(&format!("(define-fun .t () Bool (! (and (= x+ y{count})"));
    for number in (1..=count).rev() {
        text.push_str(&format!("(= y{number} (* y{} y{}))", number - 1, number - 1));
    }
    text.push_str(") :trans true))");
    let (_, system) = read_vmt(&text).unwrap();
    assert_eq!((system.solved_inputs.len(), system.inputs.len(), system.constraints.len()), (count, 1, 0));
}
