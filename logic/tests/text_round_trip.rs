//! What is written reads back as the same system.

mod common;

use common::{Random, Transfer, assert_same_system, random_system};
use euclase_logic::{TransitionSystem, print_term, read_smtlib, read_system, read_vmt, write_smtlib, write_vmt};
use proptest::prelude::*;

/// Reads a text, writes it, reads that, and compares.
fn round_trip(text: &str) -> (String, TransitionSystem) {
    let (terms, system) = read_system(text.as_bytes()).expect("the text is correct");
    let written = write_vmt(&terms, &system);
    let (mut again_terms, again) = match read_vmt(&written) {
        Ok(read) => read,
        Err(error) => panic!("{}", error.show(&written)),
    };
    assert_same_system((&terms, &system), (&mut again_terms, &again));
    (written, again)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn random_systems(seed: u64) {
        let (mut terms, mut system) = random_system(&mut Random(seed));
        system.make_functional(&mut terms);
        // A relation that is plainly false is read back as no more than that.
        let steps = system.trans(&mut terms);
        prop_assume!(steps != terms.ff());
        let written = write_vmt(&terms, &system);
        let (mut again_terms, again) = read_vmt(&written).unwrap();
        assert_same_system((&terms, &system), (&mut again_terms, &again));
        prop_assert_eq!(write_vmt(&again_terms, &again).len(), written.len());
    }

    #[test]
    fn random_formulas(seed: u64) {
        let (mut terms, system) = random_system(&mut Random(seed));
        let formulas = [system.init, system.trans(&mut terms), system.property];
        let written = write_smtlib(&terms, &formulas);
        prop_assert_eq!(&written, &write_smtlib(&terms, &formulas));
        let (mut again_terms, again) = read_smtlib(&written).unwrap();
        let mut transfer = Transfer::new(&terms, &mut again_terms);
        let moved: Vec<_> = formulas.iter().map(|formula| transfer.term(*formula)).collect();
        prop_assert_eq!(moved, again);
    }
}

#[test]
fn all_sorts_names_and_roles() {
    let (written, again) = round_trip(
        "(declare-sort |my sort| 0)
         (declare-fun f ((_ BitVec 8) |my sort|) (_ BitVec 8))
         (declare-fun |a b| () (_ BitVec 8)) (declare-fun |a b'| () (_ BitVec 8))
         (declare-fun m () (Array (_ BitVec 8) (_ BitVec 3))) (declare-fun m+ () (Array (_ BitVec 8) (_ BitVec 3)))
         (declare-fun s () |my sort|)
         (declare-fun k () Int)
         (declare-fun at.0 () Bool) (declare-fun at.1 () Bool)
         (declare-fun in () Bool) (declare-fun .def0 () Bool) (declare-fun unused () Int)
         (define-fun .s0 () (_ BitVec 8) (! |a b| :next |a b'|))
         (define-fun .s1 () (Array (_ BitVec 8) (_ BitVec 3)) (! m :next m+))
         (define-fun .s2 () |my sort| (! s :next |next s|))
         (define-fun .s3 () Int (! k :next k+))
         (define-fun .s4 () Bool (! at.0 :next at.0+ :location true))
         (define-fun .s5 () Bool (! at.1 :next at.1+ :location true))
         (define-fun .i () Bool (! (and at.0 (not at.1) (= m ((as const (Array (_ BitVec 8) (_ BitVec 3))) #b101))
                                   (= k (- 3))) :init true))
         (define-fun .t () Bool (! (and (= |a b'| (f |a b| s)) (= m+ (store m |a b| #b000)) (= k+ (+ k 1))
                                   (= at.0+ (not at.1+)) (= at.1+ (or in at.1)) (or in (<= k 5) (= s |next s|))
                                   (= .def0 (bvult |a b| #x03))) :trans true))
         (define-fun .p () Bool (! (or at.0 (>= k 0) (bvsle #x05 |a b|)) :invar-property 0))
         (define-fun .q () Bool (! (distinct (select m #x00) #b001) :invar-property 1))",
    );
    assert_eq!(again.locations.len(), 2);
    assert_eq!(again.solved_inputs.len(), 1);
    assert!(again.states[2].update.is_none());
    assert!(written.contains("(declare-sort |my sort| 0)"));
    assert!(written.contains("(or "), "disjunctions are written as such");
}

/// An input of the initial states or the property is kept in the state, with a free next value.
#[test]
fn inputs_in_init_and_property_are_promoted() {
    let (_, again) = round_trip(
        "(declare-fun x () Bool) (declare-fun i () Bool) (declare-fun j () Bool) (declare-fun k () Bool)
         (define-fun .x () Bool (! x :next x+))
         (define-fun .i () Bool (! (= x i) :init true))
         (define-fun .t () Bool (! (= x+ (and i j k)) :trans true))
         (define-fun .p () Bool (! (or x j) :invar-property 0))",
    );
    assert_eq!((again.states.len(), again.inputs.len()), (3, 1));
    assert!(again.states[1].update.is_none() && again.states[2].update.is_none());
}

#[test]
fn a_system_without_anything() {
    let text = "(define-fun a () Bool (! true :init true)) (define-fun b () Bool (! true :trans true))
                (define-fun c () Bool (! false :invar-property 0))";
    round_trip(text);
}

/// Names that one arena may use twice, or that mean something to SMT-LIB, are told apart.
#[test]
fn clashing_names_are_told_apart() {
    let mut terms = euclase_logic::Terms::new();
    let (a, b) = (terms.var("x", euclase_logic::Sort::Bool), terms.var("x", euclase_logic::Sort::Int));
    let and = terms.var("and", euclase_logic::Sort::Bool);
    let zero = terms.int(0);
    let positive = terms.make(euclase_logic::Op::IntLt, &[zero, b]);
    let formula = terms.and(&[a, positive, and]);
    assert_eq!(print_term(&terms, formula), "(and x and!1 (< 0 x!1))");
    assert!(read_smtlib(&write_smtlib(&terms, &[formula])).is_ok());
}

#[test]
fn the_logic_is_the_smallest_that_fits() {
    for (declarations, formula, logic) in [
        ("(declare-const p Bool)", "p", "QF_UF"),
        ("(declare-sort S 0)(declare-const a S)(declare-const b S)", "(= a b)", "QF_UF"),
        ("(declare-const a (_ BitVec 8))", "(= a #x01)", "QF_BV"),
        ("(declare-fun f ((_ BitVec 8)) Bool)", "(f #x01)", "QF_UFBV"),
        ("(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))", "(= (select a #x01) #x00)", "QF_ABV"),
        (
            "(declare-fun f ((_ BitVec 8)) Bool)(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))",
            "(f (select a #x01))",
            "QF_AUFBV",
        ),
        ("(declare-const a Int)", "(= a 1)", "ALL"),
        ("(declare-const a (Array (_ BitVec 8) Bool))", "(select a #x01)", "ALL"),
    ] {
        let (terms, formulas) = read_smtlib(&format!("{declarations}(assert {formula})")).unwrap();
        let written = write_smtlib(&terms, &formulas);
        assert!(written.starts_with(&format!("(set-logic {logic})\n")), "{written}");
    }
}

/// A chain of doublings has exponentially many paths but linearly many terms.
#[test]
fn shared_subterms_are_written_once() {
    let mut terms = euclase_logic::Terms::new();
    let mut term = terms.var("x", euclase_logic::Sort::BitVec(8));
    for _ in 0..200 {
        term = terms.bv_mul(term, term);
    }
    let zero = terms.bv(8, 0);
    let formula = terms.eq(term, zero);
    let written = write_smtlib(&terms, &[formula]);
    assert!(written.len() < 200 * 80);
    let printed = print_term(&terms, formula);
    assert!(printed.len() < 200 * 60);
    let text = format!("(declare-const x (_ BitVec 8))(assert {printed})");
    let (mut again, formulas) = read_smtlib(&text).unwrap();
    assert_eq!(Transfer::new(&terms, &mut again).term(formula), formulas[0]);
}
