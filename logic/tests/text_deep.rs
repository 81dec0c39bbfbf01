//! Terms up to a million levels deep: nothing may recurse on them.

use euclase_logic::{
    Assignment, BitVecValue, Evaluator, Sort, Substitution, TermId, Terms, Value, print_term, read_smtlib, read_vmt,
    write_horn, write_smtlib, write_vmt,
};

/// The depth that must be possible; most kinds of expressions are tried at one that is smaller,
/// yet far deeper than the stack.
const MILLION: usize = 1_000_000;
const DEEP: usize = 100_000;

/// An opening text, repeated until parentheses are so deep, and all of it closed.
fn nested(depth: usize, opening: &str, innermost: &str, closing: &str) -> String {
    let times = depth.div_ceil(closing.matches(')').count());
    opening.repeat(times) + innermost + &closing.repeat(times)
}

fn value_of(terms: &Terms, formula: TermId, variables: &[(TermId, Value)]) -> bool {
    let mut assignment = Assignment::default();
    for (variable, value) in variables {
        assignment.set(*variable, value.clone());
    }
    Evaluator::new(terms, &assignment).holds(formula).expect("all variables have values")
}

/// Reads, prints, reads again, substitutes and evaluates.
#[track_caller]
fn survives(declarations: &str, formula: &str, expected: bool) {
    let (mut terms, formulas) = read_smtlib(&format!("{declarations}(assert {formula})")).expect("the text is correct");
    let (x, b) = (terms.var("x", Sort::BitVec(8)), terms.var("b", Sort::Bool));
    let values = [(x, Value::BitVec(BitVecValue::new(8, 1))), (b, Value::Bool(true))];
    assert_eq!(value_of(&terms, formulas[0], &values), expected);
    let written = write_smtlib(&terms, &formulas);
    let (again, again_formulas) = read_smtlib(&written).expect("what is written can be read");
    assert_eq!(terms.size(&formulas), again.size(&again_formulas));
    assert!(!print_term(&terms, formulas[0]).is_empty());
    let y = terms.var("z", Sort::BitVec(8));
    let image = Substitution::new([(x, y)]).apply(&mut terms, formulas[0]);
    assert_eq!(terms.size(&[image]), terms.size(&formulas));
    assert_eq!(value_of(&terms, image, &[(y, Value::BitVec(BitVecValue::new(8, 1))), values[1].clone()]), expected);
}

const DECLARATIONS: &str = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (declare-const b Bool)";

#[test]
fn nested_arithmetic() {
    let deep = nested(MILLION, "(bvadd x (bvmul x (bvnot (bvor x ", "x", "))))");
    survives(DECLARATIONS, &format!("(bvult {deep} #x80)"), true);
}

#[test]
fn nested_booleans() {
    let deep = nested(DEEP, "(or (= x #x00) (not (and b (bvult x ((_ zero_extend 7) (ite ", "b", " #b1 #b0))))))");
    survives(DECLARATIONS, &deep, true);
}

#[test]
fn nested_ites() {
    let deep = nested(DEEP, "(ite b x (bvmul x (ite (= x #x05) x ", "x", ")))");
    survives(DECLARATIONS, &format!("(= {deep} x)"), true);
}

#[test]
fn nested_lets() {
    let deep = nested(DEEP, "(let ((x (bvmul x x))) (let ((b (not b))) ", "(and b (bvult x #x80))", "))");
    survives(DECLARATIONS, &deep, true);
}

#[test]
fn nested_negations_that_vanish() {
    let deep = nested(DEEP, "(not ", "b", ")");
    survives(DECLARATIONS, &deep, true);
}

#[test]
fn nested_stores_and_array_sorts() {
    let depth = 2_000;
    let sort = "(Array (_ BitVec 8) ".repeat(depth) + "Bool" + &")".repeat(depth);
    let text = format!("(declare-const a {sort}) (assert (= a a))");
    assert!(read_smtlib(&text).is_ok());
    let stores = nested(DEEP, "(store (store ", "a", " y x) x y)");
    let array = "(Array (_ BitVec 8) (_ BitVec 8))";
    let text = format!("(declare-const a {array}) {DECLARATIONS} (assert (= a {stores}))");
    let (terms, formulas) = read_smtlib(&text).expect("the text is correct");
    assert!(terms.size(&formulas) > DEEP);
    assert!(write_smtlib(&terms, &formulas).len() > DEEP);
}

#[test]
fn nested_systems() {
    let deep = nested(DEEP, "(bvadd x (bvmul y ", "x", "))");
    let text = format!(
        "(declare-fun x () (_ BitVec 8)) (declare-fun y () (_ BitVec 8)) (declare-fun z () (_ BitVec 8))
         (define-fun .x () (_ BitVec 8) (! x :next x+))
         (define-fun .i () Bool (! (= x #x00) :init true))
         (define-fun .t () Bool (! (and (= z {deep}) (= x+ (bvmul z z))) :trans true))
         (define-fun .p () Bool (! (= x #x00) :invar-property 0))"
    );
    let (terms, system) = read_vmt(&text).expect("the text is correct");
    assert_eq!((system.solved_inputs.len(), system.constraints.len()), (1, 0));
    let (_, again) = read_vmt(&write_vmt(&terms, &system)).expect("what is written can be read");
    assert_eq!(again.solved_inputs.len(), 1);
    assert!(write_horn(&terms, &system).is_ok());
}

/// An expression that never ends is an error, not an overflow.
#[test]
fn unfinished_nesting() {
    let text = format!("{DECLARATIONS}(assert {}", "(not ".repeat(MILLION));
    assert!(read_smtlib(&text).is_err());
    assert!(read_smtlib(&format!("(assert {}", "(".repeat(MILLION))).is_err());
    assert!(read_smtlib(&format!("(set-info :x {}", "(".repeat(MILLION))).is_err());
}
