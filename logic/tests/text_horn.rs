//! Horn clauses as transition systems: the thesis's example, and random clauses against the
//! definition of what they derive.

mod common;

use common::Random;
use euclase_logic::{
    Assignment, BitVecValue, Evaluator, Sort, TermId, Terms, Trace, TraceStep, TransitionSystem, Value, print_term,
    read_horn, read_smtlib, read_system, write_horn,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Examples 4.1 and 4.2 of the thesis, with the bound of its assertion left open.
fn smtlib_example(bound: u32) -> String {
    format!(
        "(set-logic HORN)
         (declare-fun E () Bool) (declare-fun L (Int) Bool) (declare-fun M (Int) Bool) (declare-fun U () Bool)
         (assert (=> true E))
         (assert (=> E (L 0)))
         (assert (forall ((x Int)) (=> (and (L x) (< x 5)) (L (+ x 3)))))
         (assert (forall ((x Int)) (=> (and (L x) (not (< x 5))) (M x))))
         (assert (forall ((x Int)) (=> (and (M x) (not (< x {bound}))) U)))
         (assert (=> U false))
         (check-sat)"
    )
}

/// The same in Z3's notation, written in other ways.
fn rule_example(bound: u32) -> String {
    format!(
        "(declare-rel E ()) (declare-rel L (Int)) (declare-rel M (Int)) (declare-rel U ())
         (declare-var x Int) (declare-var y Int)
         (rule E entry)
         (rule (=> (and E (= y 0)) (L y)))
         (rule (or (L y) (not (L x)) (>= x 5) (distinct y (+ x 3))))
         (rule (=> (L x) (=> (>= x 5) (M x))))
         (rule (=> (and (M x) (>= x {bound})) U))
         (query U :print-certificate true)"
    )
}

const TEXT_OF_EXAMPLE: &str = "\
start+ := false
at.E+ := start
at.L+ := (or at.E (and at.L choice.0))
at.M+ := (and at.L (not choice.0))
at.U+ := at.M
query+ := at.U
place.0+ := (ite (and at.L choice.0) (+ 3 place.0) (ite at.E 0 place.0))";

#[test]
fn the_example_of_the_thesis_in_both_notations() {
    for text in [smtlib_example(7), rule_example(7)] {
        let (terms, system) = read_system(text.as_bytes()).unwrap();
        let print = |term| print_term(&terms, term);
        let updates = system.states.iter().map(|s| format!("{} := {}", print(s.next), print(s.update.unwrap())));
        let updates: Vec<String> = updates.collect();
        let shown = updates.join("\n").replace("(or (and at.L choice.0) at.E)", "(or at.E (and at.L choice.0))");
        assert_eq!(shown, TEXT_OF_EXAMPLE);
        assert_eq!(system.locations.len(), 6);
        assert_eq!(system.inputs.len(), 1);
        assert_eq!(system.constraints.len(), 4);
        assert_eq!(print(system.property), "(not query)");
        assert_eq!(system.states[6].origin.as_ref().unwrap().name, "L[0] M[0]");
    }
}

/// The derivation of the violated assertion is an execution, and only if it is violated.
#[test]
fn derivations_are_executions() {
    let path = [("start", 9, false), ("at.E", 9, false), ("at.L", 0, true), ("at.L", 3, true), ("at.L", 6, false)];
    let path = path.into_iter().chain([("at.M", 6, false), ("at.U", 6, false), ("query", 6, false)]);
    let path: Vec<_> = path.collect();
    for (bound, violated) in [(6, true), (7, false)] {
        for text in [smtlib_example(bound), rule_example(bound)] {
            let (mut terms, system) = read_horn(&text).unwrap();
            let (choice, place) = (terms.var("choice.0", Sort::Bool), terms.var("place.0", Sort::Int));
            let mut trace = Trace::default();
            for (location, value, chosen) in &path {
                let mut step = TraceStep::default();
                for variable in &system.locations {
                    let here = terms.var_name(*variable) == Some(location);
                    step.state.insert(*variable, Value::Bool(here));
                }
                step.state.insert(place, Value::Int((*value).into()));
                step.inputs.insert(choice, Value::Bool(*chosen));
                trace.steps.push(step);
            }
            assert_eq!(system.replay(&mut terms, &trace).is_ok(), violated);
        }
    }
}

#[test]
fn clauses_that_can_derive_no_query_are_left_out() {
    let text = "(set-logic HORN)
        (declare-fun A (Int Int) Bool) (declare-fun Unreached (Int) Bool) (declare-fun Useless (Int) Bool)
        (assert (forall ((x Int) (y Int)) (A x y)))
        (assert (forall ((x Int)) (=> (Unreached x) (A x x))))
        (assert (forall ((x Int) (y Int)) (=> (A x y) (Useless x))))
        (assert (forall ((x Int) (y Int)) (=> (A x y) (A y (+ x y)))))
        (assert (forall ((x Int) (y Int)) (=> (and (A x y) (= x 5)) false)))";
    let (terms, system) = read_horn(text).unwrap();
    let names: Vec<&str> = system.locations.iter().filter_map(|l| terms.var_name(*l)).collect();
    assert_eq!(names, ["start", "at.A", "query"]);
    assert_eq!(system.states.len(), 5);
}

#[test]
fn arguments_that_make_no_difference_are_left_out() {
    let text = "(set-logic HORN) (declare-fun A (Int Int Int) Bool)
        (assert (forall ((x Int)) (A x x x)))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (A x y z) (A x z y))))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (A x y z) (< x 5))))";
    let (terms, system) = read_horn(text).unwrap();
    assert_eq!(system.states.len(), 4);
    // An argument that is handed on stays where it is.
    assert_eq!(print_term(&terms, system.states[3].update.unwrap()), "(ite start input.0 place.0)");
}

#[test]
fn other_ways_to_write_clauses() {
    for clause in [
        "(forall ((x Int)) (not (and (P x) (> x 3))))",
        "(forall ((x Int)) (=> (and (P x) (> x 3)) false))",
        "(forall ((x Int)) (or (not (P x)) (<= x 3)))",
        "(forall ((x Int)) (=> (P x) (<= x 3)))",
        "(not (exists ((x Int)) (and (P x) (> x 3))))",
        "(forall ((x Int)) (let ((big (> x 3))) (=> (and big (P x)) false)))",
        "(=> (exists ((x Int)) (and (P x) (> x 3))) false)",
    ] {
        let text = format!(
            "(set-logic HORN) (declare-fun P (Int) Bool) (assert (P 3))
             (assert (forall ((x Int)) (=> (P x) (and (P (+ x 1)) (P 7)))))
             (assert {clause}) (check-sat) (get-model)"
        );
        let (terms, system) = read_horn(&text).unwrap();
        let guard = print_term(&terms, system.constraints[0]);
        assert_eq!(guard, "(or (not (and (and at.P (not choice.0)) (not choice.1))) (< 3 place.0))", "{clause}");
        assert_eq!(system.locations.len(), 3);
    }
}

#[test]
fn a_query_asks_for_some_value() {
    let summary = |query: &str| {
        let (terms, system) = read_horn(&format!("(declare-rel P (Int)) (rule (P 0)) {query}")).unwrap();
        let constraints: Vec<String> = system.constraints.iter().map(|c| print_term(&terms, *c)).collect();
        constraints.join("; ")
    };
    let asked = summary("(query (exists ((y Int)) (and (P y) (> y 3))))");
    assert_eq!(asked, summary("(declare-var y Int) (query (and (P y) (> y 3)))"));
    assert_eq!(asked, summary("(assert (not (exists ((y Int)) (and (P y) (> y 3)))))"));
}

/// A clause over the variables `v0`, `v1` and `b` as text.
#[derive(Debug)]
struct TextClause {
    body: Option<(usize, Vec<String>)>,
    head: Option<(usize, Vec<String>)>,
    constraint: String,
}

const ARITIES: [&[&str]; 3] = [&["W", "W"], &["W", "Bool"], &["W"]];

fn word(random: &mut Random) -> String {
    let variable = ["v0", "v1"][random.below(2)];
    match random.below(6) {
        0 => format!("(bvadd {variable} #b{}{})", random.below(2), random.below(2)),
        1 => format!("#b{}{}", random.below(2), random.below(2)),
        _ => variable.to_string(),
    }
}

fn formula(random: &mut Random) -> String {
    match random.below(6) {
        0 => "b".into(),
        1 => "true".into(),
        2 => format!("(= {} {})", word(random), word(random)),
        3 => format!("(and {} {})", formula(random), formula(random)),
        4 => format!("(or (not b) (= {} {}))", word(random), word(random)),
        _ => format!("(bvult {} {})", word(random), word(random)),
    }
}

fn atom(random: &mut Random) -> (usize, Vec<String>) {
    let relation = random.below(ARITIES.len());
    let arg = |sort: &&str| if *sort == "Bool" { formula(random) } else { word(random) };
    (relation, ARITIES[relation].iter().map(arg).collect())
}

fn random_clauses(random: &mut Random) -> Vec<TextClause> {
    let mut clauses = Vec::new();
    for number in 0..2 + random.below(6) {
        let body = (number > 0 && random.below(5) > 0).then(|| atom(random));
        let head = (number != 1 && random.below(6) > 0).then(|| atom(random));
        clauses.push(TextClause { body, head, constraint: formula(random) });
    }
    clauses
}

fn clauses_text(clauses: &[TextClause]) -> String {
    let mut text = String::from("(set-logic HORN) (define-sort W () (_ BitVec 2))");
    for (relation, sorts) in ARITIES.iter().enumerate() {
        text.push_str(&format!("(declare-fun R{relation} ({}) Bool)", sorts.join(" ")));
    }
    let show = |(relation, args): &(usize, Vec<String>)| format!("(R{relation} {})", args.join(" "));
    for TextClause { body, head, constraint } in clauses {
        let body = body.as_ref().map_or("true".into(), show);
        let head = head.as_ref().map_or("false".into(), show);
        text.push_str(&format!("(assert (forall ((v0 W) (v1 W) (b Bool)) (=> (and {body} {constraint}) {head})))"));
    }
    text
}

/// A relation and the values it holds of.
type Fact = (usize, Vec<Value>);

/// The instances of a clause whose constraint holds: the fact each needs, and the one it gives.
fn instances(clause: &TextClause) -> Vec<(Option<Fact>, Option<Fact>)> {
    let mut text =
        String::from("(define-sort W () (_ BitVec 2)) (declare-fun word (W) Bool) (declare-fun truth (Bool) Bool)");
    text.push_str("(declare-const v0 W) (declare-const v1 W) (declare-const b Bool)");
    text.push_str(&format!("(assert (truth {}))", clause.constraint));
    let atoms: Vec<&(usize, Vec<String>)> = [&clause.body, &clause.head].into_iter().flatten().collect();
    for (relation, args) in &atoms {
        for (sort, arg) in ARITIES[*relation].iter().zip(args) {
            let mark = if *sort == "Bool" { "truth" } else { "word" };
            text.push_str(&format!("(assert ({mark} {arg}))"));
        }
    }
    let (mut terms, marked) = read_smtlib(&text).expect("the clause is correct");
    let marked: Vec<TermId> = marked.into_iter().map(|formula| terms.arg(formula, 0)).collect();
    let variables = [terms.var("v0", Sort::BitVec(2)), terms.var("v1", Sort::BitVec(2)), terms.var("b", Sort::Bool)];
    let mut found = Vec::new();
    for assignment in assignments(&terms, &variables) {
        let mut evaluator = Evaluator::new(&terms, &assignment);
        let mut values = marked.iter().map(|term| evaluator.value(*term).expect("all variables have values"));
        if values.next() == Some(Value::Bool(true)) {
            let mut fact = |atom: &Option<(usize, Vec<String>)>| {
                atom.as_ref().map(|(relation, args)| (*relation, values.by_ref().take(args.len()).collect::<Vec<_>>()))
            };
            found.push((fact(&clause.body), fact(&clause.head)));
        }
    }
    found
}

/// All assignments to some Booleans and bit-vectors of two bits.
fn assignments(terms: &Terms, variables: &[TermId]) -> Vec<Assignment> {
    let mut all = vec![Assignment::default()];
    for variable in variables {
        let values: Vec<Value> = match terms.sort(*variable) {
            Sort::BitVec(width) => (0..4).map(|n| Value::BitVec(BitVecValue::new(width, n))).collect(),
            _ => vec![Value::Bool(false), Value::Bool(true)],
        };
        let extend = |assignment: &Assignment| {
            let mut extended = Vec::new();
            for value in &values {
                let mut copy = assignment.clone();
                copy.set(*variable, value.clone());
                extended.push(copy);
            }
            extended
        };
        all = all.iter().flat_map(extend).collect();
    }
    all
}

/// Whether the clauses derive a query, by definition: in the least set of facts that they hold in.
fn derives_query(clauses: &[TextClause]) -> bool {
    let instances: Vec<_> = clauses.iter().flat_map(instances).collect();
    let mut facts: BTreeSet<Fact> = BTreeSet::new();
    loop {
        let before = facts.len();
        for (body, head) in &instances {
            if body.as_ref().is_none_or(|body| facts.contains(body)) {
                match head {
                    Some(fact) => facts.insert(fact.clone()),
                    None => return true,
                };
            }
        }
        if facts.len() == before {
            return false;
        }
    }
}

/// Whether a functional system can violate its property, by walking through all its states.
fn reaches_violation(terms: &mut Terms, system: &TransitionSystem) -> bool {
    let state: Vec<TermId> = system.states.iter().map(|s| s.current).collect();
    let key = |assignment: &Assignment| -> Vec<Value> {
        state.iter().map(|v| assignment.get(*v).expect("set").clone()).collect()
    };
    let guard = terms.and(&system.constraints);
    let inputs = assignments(terms, &system.inputs);
    let data: Vec<TermId> = state.iter().copied().filter(|v| !system.locations.contains(v)).collect();
    let mut waiting = Vec::new();
    for mut assignment in assignments(terms, &data) {
        let start = system.locations[0];
        system.locations.iter().for_each(|l| assignment.set(*l, Value::Bool(*l == start)));
        assert!(Evaluator::new(terms, &assignment).holds(system.init).expect("init is over the state"));
        waiting.push(assignment);
    }
    let mut seen: BTreeSet<Vec<Value>> = waiting.iter().map(key).collect();
    while let Some(assignment) = waiting.pop() {
        let here = system.locations.iter().filter(|l| assignment.get(**l) == Some(&Value::Bool(true)));
        assert_eq!(here.count(), 1, "exactly one location holds");
        if !Evaluator::new(terms, &assignment).holds(system.property).expect("the property is over the state") {
            return true;
        }
        for choice in &inputs {
            let mut current = assignment.clone();
            system.inputs.iter().for_each(|i| current.set(*i, choice.get(*i).expect("set").clone()));
            let mut evaluator = Evaluator::new(terms, &current);
            if !evaluator.holds(guard).expect("all variables have values") {
                continue;
            }
            let mut next = Assignment::default();
            for variable in &system.states {
                let update = variable.update.expect("the encoding is functional");
                next.set(variable.current, evaluator.value(update).expect("all variables have values"));
            }
            if seen.insert(key(&next)) {
                waiting.push(next);
            }
        }
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn queries_are_derived_just_if_they_are_reached(seed: u64) {
        let clauses = random_clauses(&mut Random(seed));
        let text = clauses_text(&clauses);
        let (mut terms, system) = read_horn(&text).unwrap();
        let derived = derives_query(&clauses);
        prop_assert_eq!(reaches_violation(&mut terms, &system), derived, "{}", text);
        // The system written as clauses derives the same.
        let (mut again_terms, again) = read_horn(&write_horn(&terms, &system).unwrap()).unwrap();
        if again.states.len() < 10 && again.inputs.len() < 10 {
            prop_assert_eq!(reaches_violation(&mut again_terms, &again), derived, "{}", text);
        }
    }
}

#[test]
fn systems_with_functions_are_not_horn_clauses() {
    let text = "(declare-fun f (Int) Int) (declare-fun x () Int)
        (define-fun .x () Int (! x :next x+)) (define-fun .i () Bool (! (= x 0) :init true))
        (define-fun .t () Bool (! (= x+ (f x)) :trans true)) (define-fun .p () Bool (! (= x 0) :invar-property 0))";
    let (terms, system) = read_system(text.as_bytes()).unwrap();
    let error = write_horn(&terms, &system).unwrap_err();
    assert_eq!(error.to_string(), "Horn clauses cannot speak of the uninterpreted function 'f'");
}

#[test]
fn a_system_as_horn_clauses() {
    let text = "(declare-fun x () (_ BitVec 8)) (declare-fun y () (_ BitVec 8)) (declare-fun z () (_ BitVec 8))
        (define-fun .x () (_ BitVec 8) (! x :next x+)) (define-fun .z () (_ BitVec 8) (! z :next z+))
        (define-fun .i () Bool (! (= x #x00) :init true))
        (define-fun .t () Bool (! (and (= x+ (bvmul x (bvadd x y))) (bvult z+ (bvadd x y))) :trans true))
        (define-fun .p () Bool (! (= x #x00) :invar-property 0))";
    let (terms, system) = read_system(text.as_bytes()).unwrap();
    let expected = "(set-logic HORN)
(declare-fun Inv ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8)) (z (_ BitVec 8)))
(=> (= #x00 x)
  (Inv x z))))
(assert (forall ((x (_ BitVec 8)) (z (_ BitVec 8)) (z+ (_ BitVec 8)) (y (_ BitVec 8)))
(let ((let.0 (bvadd x y)))
(=> (and
  (Inv x z)
  (bvult z+ let.0))
  (Inv (bvmul x let.0) z+)))))
(assert (forall ((x (_ BitVec 8)) (z (_ BitVec 8)))
(=> (and
  (Inv x z)
  (not (= #x00 x)))
  false)))
(check-sat)
";
    assert_eq!(write_horn(&terms, &system).unwrap().replace("(= x #x00)", "(= #x00 x)"), expected);
}
