//! Every operator of SMT-LIB that the reader knows, against its meaning.

use euclase_logic::{Assignment, BitVecValue, Evaluator, TermId, Terms, Value, read_smtlib};

/// The variables every expression of these tests may use.
const DECLARATIONS: &str = "
    (declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 4))
    (declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
    (declare-const i Int) (declare-const j Int)
    (declare-const a (Array (_ BitVec 4) Bool))";

fn read(formula: &str) -> (Terms, TermId) {
    match read_smtlib(&format!("{DECLARATIONS} (assert {formula})")) {
        Ok((terms, formulas)) => (terms, formulas[0]),
        Err(error) => panic!("{formula}: {error}"),
    }
}

/// The formula's truth under values of the declared variables.
fn holds(terms: &mut Terms, formula: TermId, values: &[(&str, Value)]) -> bool {
    let mut assignment = Assignment::default();
    for (name, value) in values {
        let sort = value.scalar_sort().expect("a scalar");
        assignment.set(terms.var(name, sort), value.clone());
    }
    Evaluator::new(terms, &assignment).holds(formula).expect("all variables have values")
}

fn bv(number: u64) -> Value {
    Value::BitVec(BitVecValue::new(4, number))
}

/// A formula that must agree with its meaning on all values of `x` and `y`.
fn same_for_all_bit_vectors(formula: &str, meaning: impl Fn(i64, i64) -> bool) {
    let (mut terms, term) = read(formula);
    for x in 0..16 {
        for y in 0..16 {
            let actual = holds(&mut terms, term, &[("x", bv(x)), ("y", bv(y))]);
            assert_eq!(actual, meaning(x as i64, y as i64), "{formula} for x = {x}, y = {y}");
        }
    }
}

fn same_for_all_booleans(formula: &str, meaning: impl Fn(bool, bool, bool) -> bool) {
    let (mut terms, term) = read(formula);
    for bits in 0..8 {
        let [p, q, r] = [bits & 1 == 1, bits & 2 == 2, bits & 4 == 4];
        let values = [("p", p), ("q", q), ("r", r)].map(|(name, value)| (name, Value::Bool(value)));
        assert_eq!(holds(&mut terms, term, &values), meaning(p, q, r), "{formula} for {p} {q} {r}");
    }
}

fn same_for_small_integers(formula: &str, meaning: impl Fn(i64, i64) -> bool) {
    let (mut terms, term) = read(formula);
    for i in -7..8i64 {
        for j in -7..8i64 {
            let values = [("i", Value::Int(i.into())), ("j", Value::Int(j.into()))];
            assert_eq!(holds(&mut terms, term, &values), meaning(i, j), "{formula} for i = {i}, j = {j}");
        }
    }
}

fn signed(number: i64) -> i64 {
    if number >= 8 { number - 16 } else { number }
}

fn fits(number: i64) -> bool {
    (-8..8).contains(&number)
}

#[test]
fn core_operators() {
    same_for_all_booleans("(not p)", |p, _, _| !p);
    same_for_all_booleans("(and p q r)", |p, q, r| p && q && r);
    same_for_all_booleans("(and p)", |p, _, _| p);
    same_for_all_booleans("(or p q r)", |p, q, r| p || q || r);
    same_for_all_booleans("(xor p q r)", |p, q, r| p ^ q ^ r);
    same_for_all_booleans("(=> p q r)", |p, q, r| !p || !q || r);
    same_for_all_booleans("(= p q r)", |p, q, r| p == q && q == r);
    same_for_all_booleans("(distinct p q)", |p, q, _| p != q);
    same_for_all_booleans("(distinct p q r)", |_, _, _| false);
    same_for_all_booleans("(ite p q r)", |p, q, r| if p { q } else { r });
    same_for_all_bit_vectors("(distinct x y #x3)", |x, y| x != y && x != 3 && y != 3);
    same_for_all_bit_vectors("(= x y #x3)", |x, y| x == y && y == 3);
}

#[test]
fn bit_vector_comparisons() {
    same_for_all_bit_vectors("(bvult x y)", |x, y| x < y);
    same_for_all_bit_vectors("(bvule x y)", |x, y| x <= y);
    same_for_all_bit_vectors("(bvugt x y)", |x, y| x > y);
    same_for_all_bit_vectors("(bvuge x y)", |x, y| x >= y);
    same_for_all_bit_vectors("(bvslt x y)", |x, y| signed(x) < signed(y));
    same_for_all_bit_vectors("(bvsle x y)", |x, y| signed(x) <= signed(y));
    same_for_all_bit_vectors("(bvsgt x y)", |x, y| signed(x) > signed(y));
    same_for_all_bit_vectors("(bvsge x y)", |x, y| signed(x) >= signed(y));
    same_for_all_bit_vectors("(= (bvcomp x y) #b1)", |x, y| x == y);
}

/// An expression whose bits must be those of a number.
fn computes(expression: &str, width: u32, meaning: impl Fn(i64, i64) -> i64) {
    for bit in 0..width {
        same_for_all_bit_vectors(&format!("(= ((_ extract {bit} {bit}) {expression}) #b1)"), |x, y| {
            meaning(x, y) >> bit & 1 == 1
        });
    }
}

#[test]
fn bit_vector_functions() {
    computes("(bvnot x)", 4, |x, _| !x);
    computes("(bvneg x)", 4, |x, _| -x);
    computes("(bvand x y #xe)", 4, |x, y| x & y & 14);
    computes("(bvor x y #x1)", 4, |x, y| x | y | 1);
    computes("(bvxor x y #x5)", 4, |x, y| x ^ y ^ 5);
    computes("(bvnand x y)", 4, |x, y| !(x & y));
    computes("(bvnor x y)", 4, |x, y| !(x | y));
    computes("(bvxnor x y)", 4, |x, y| !(x ^ y));
    computes("(bvadd x y #x3)", 4, |x, y| x + y + 3);
    computes("(bvsub x y)", 4, |x, y| x - y);
    computes("(bvmul x y #x3)", 4, |x, y| x * y * 3);
    computes("(bvudiv x y)", 4, |x, y| if y == 0 { 15 } else { x / y });
    computes("(bvurem x y)", 4, |x, y| if y == 0 { x } else { x % y });
    let divide = |x: i64, y: i64| if y != 0 { signed(x) / signed(y) } else { 1 - 2 * i64::from(signed(x) >= 0) };
    computes("(bvsdiv x y)", 4, divide);
    computes("(bvsrem x y)", 4, |x, y| if y == 0 { x } else { signed(x) % signed(y) });
    let modulo = |x: i64, y: i64| ((signed(x) % signed(y)) + signed(y)) % signed(y);
    computes("(bvsmod x y)", 4, |x, y| if y == 0 { x } else { modulo(x, y) });
    computes("(bvshl x y)", 4, |x, y| x << y);
    computes("(bvlshr x y)", 4, |x, y| x >> y);
    computes("(bvashr x y)", 4, |x, y| signed(x) >> y);
}

#[test]
fn bit_vector_structure() {
    computes("(concat x y #b10)", 10, |x, y| x << 6 | y << 2 | 2);
    computes("((_ extract 2 1) x)", 2, |x, _| x >> 1);
    computes("((_ zero_extend 3) x)", 7, |x, _| x);
    computes("((_ sign_extend 3) x)", 7, |x, _| signed(x));
    computes("((_ zero_extend 0) x)", 4, |x, _| x);
    computes("((_ rotate_left 1) x)", 4, |x, _| x << 1 | x >> 3);
    computes("((_ rotate_left 6) x)", 4, |x, _| x << 2 | x >> 2);
    computes("((_ rotate_left 4) x)", 4, |x, _| x);
    computes("((_ rotate_right 1) x)", 4, |x, _| x >> 1 | x << 3);
    computes("((_ rotate_right 4) x)", 4, |x, _| x);
    computes("((_ repeat 1) x)", 4, |x, _| x);
    computes("((_ repeat 5) x)", 20, |x, _| x * 0x11111);
    computes("((_ repeat 6) x)", 24, |x, _| x * 0x111111);
}

#[test]
fn overflow_predicates() {
    same_for_all_bit_vectors("(bvnego x)", |x, _| x == 8);
    same_for_all_bit_vectors("(bvuaddo x y)", |x, y| x + y > 15);
    same_for_all_bit_vectors("(bvsaddo x y)", |x, y| !fits(signed(x) + signed(y)));
    same_for_all_bit_vectors("(bvusubo x y)", |x, y| x < y);
    same_for_all_bit_vectors("(bvssubo x y)", |x, y| !fits(signed(x) - signed(y)));
    same_for_all_bit_vectors("(bvumulo x y)", |x, y| x * y > 15);
    same_for_all_bit_vectors("(bvsmulo x y)", |x, y| !fits(signed(x) * signed(y)));
    same_for_all_bit_vectors("(bvsdivo x y)", |x, y| x == 8 && y == 15);
}

#[test]
fn integer_operators() {
    same_for_small_integers("(= (+ i j 2) 5)", |i, j| i + j + 2 == 5);
    same_for_small_integers("(= (- i) j)", |i, j| -i == j);
    same_for_small_integers("(= (- i j 1) 2)", |i, j| i - j - 1 == 2);
    same_for_small_integers("(= (* i j 2) 12)", |i, j| i * j * 2 == 12);
    same_for_small_integers("(= (abs i) j)", |i, j| i.abs() == j);
    same_for_small_integers("(< i j 3)", |i, j| i < j && j < 3);
    same_for_small_integers("(<= i j)", |i, j| i <= j);
    same_for_small_integers("(> i j)", |i, j| i > j);
    same_for_small_integers("(>= i j (- 2))", |i, j| i >= j && j >= -2);
    same_for_small_integers("(= (div i 3) j)", |i, j| i.div_euclid(3) == j);
    same_for_small_integers("(= (div i (- 3)) j)", |i, j| i.div_euclid(-3) == j);
    same_for_small_integers("(= (mod i (- 3)) j)", |i, j| i.rem_euclid(-3) == j);
}

/// Closed formulas that constant folding and the array rules must decide.
#[test]
fn literals_arrays_and_binders() {
    for formula in [
        "(= (_ bv10 4) #xA #b1010)",
        "(= ((_ extract 67 64) #x50000000000000000) #x5)",
        "(= (_ bv340282366920938463463374607431768211455 128) (bvnot (_ bv0 128)))",
        "(= (select (store a x p) x) p)",
        "(select ((as const (Array (_ BitVec 4) Bool)) true) y)",
        "(= (let ((x y) (y x)) (bvsub x y)) (bvsub y x))",
        "(= (let ((z x)) (let ((z (bvadd z z)) (w z)) (bvadd z w))) (bvadd x x x))",
        "(let ((p true)) (let ((q (not p))) (and p (not q))))",
        "(! (or p (! (not p) :named negation :weight 3)) :pattern ((f x)) :tag)",
        "(= |x| x)",
        "(= (as p Bool) p)",
        "(= 007 7)",
        "(let () true)",
    ] {
        let (terms, term) = read(formula);
        assert_eq!(terms.as_bool(term), Some(true), "{formula}");
    }
}

#[test]
fn definitions_and_functions() {
    let text = "
        (set-logic ALL) (set-option :produce-models true) (set-info :source |any (thing|)
        (declare-sort Node 0)
        (define-sort Word () (_ BitVec 8))
        (define-sort Memory () (Array Word (Array Node Word)))
        (declare-fun next (Node) Node)
        (declare-const n Node)
        (declare-const m Memory)
        (declare-fun w () Word)
        (define-const two Word #x02)
        (define-fun twice ((x Word)) Word (bvmul two x))
        (define-fun four ((x Word) (n Word)) Word (twice (twice (bvadd x n))))
        (assert (= (four w w) (twice (twice (bvadd w w)))))
        (assert (= (next (next n)) n))
        (assert (= (select (select m w) (next n)) w))
        (echo \"a (string\") (check-sat) (exit) garbage";
    let (terms, formulas) = read_smtlib(text).unwrap();
    assert_eq!(formulas[0], terms.tt());
    assert_eq!(formulas.len(), 3);
    assert_eq!(terms.variables(&formulas).len(), 3);
}

/// A parameter is not the variable of the same name that the file declares, before or after.
#[test]
fn parameters_do_not_capture() {
    let text = "
        (declare-const y Int)
        (define-fun plus ((x Int)) Int (+ x y))
        (declare-const x Int)
        (assert (= (plus 1) (+ 1 y)))
        (assert (= (plus x) (+ x y)))
        (assert (= (let ((y 7)) (plus y)) (+ 7 y)))";
    let (terms, formulas) = read_smtlib(text).unwrap();
    assert!(formulas.iter().all(|f| *f == terms.tt()));
}

#[test]
fn a_theory_name_can_be_taken() {
    let (terms, formulas) = read_smtlib("(declare-const abs Int) (assert (= (+ abs 0) abs))").unwrap();
    assert_eq!(formulas, [terms.tt()]);
}
