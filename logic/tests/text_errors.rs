//! What is wrong with a text is said with line and column.

use euclase_logic::{read_horn, read_smtlib, read_system, read_vmt};

#[track_caller]
fn refused(text: &str, message: &str) {
    match read_smtlib(text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => assert_eq!(error.to_string(), message),
    }
}

#[test]
fn scripts() {
    refused("x", "1:1: expected '(' and a command, found 'x'");
    refused("(declare-const x Int))", "1:22: expected '(' and a command, found ')'");
    refused("()", "1:2: expected the name of a command, found ')'");
    refused("(push 1)", "1:2: 'push' is not supported: a file describes one system");
    refused("\n (pop 1)", "2:3: 'pop' is not supported: a file describes one system");
    refused("(declare-datatypes () ())", "1:2: the command 'declare-datatypes' is not supported");
    refused("(assert true", "1:13: expected ')' after 'assert', found the end of the file");
    refused("(assert true false)", "1:14: expected ')' after 'assert', found 'false'");
    refused("(assert (and true", "1:18: expected an expression, found the end of the file");
    refused("(assert )", "1:9: expected an expression, found ')'");
    refused("(assert 5)", "1:9: a formula should have sort Bool, but has sort Int");
    refused("(declare-const x Int) (declare-const x Bool)", "1:38: 'x' is already declared");
    refused("(define-fun f () Int 1)\n(define-fun f () Int 1)", "2:13: 'f' is already declared");
    refused("(set-info :source |abc", "1:19: this '|' has no closing '|'");
    refused("(check-sat", "1:11: expected ')', found the end of the file");
}

#[test]
fn sorts() {
    refused("(declare-const x Real)", "1:18: unknown sort 'Real'; known are Bool, Int, BitVec and Array");
    refused("(declare-const x (_ BitVec 0))", "1:21: a bit-vector has from 1 to 16777216 bits, not 0");
    refused("(declare-const x (_ BitVec 99999999999))", "1:28: the number 99999999999 is too large here");
    refused("(declare-const x (_ FloatingPoint 8 24))", "1:21: unknown sort '(_ FloatingPoint …)'");
    refused("(declare-const x (List Int))", "1:19: unknown sort constructor 'List'");
    refused("(declare-const x (Array Int))", "1:28: expected a sort, found ')'");
    refused(
        "(declare-const x (Array Int Int Int))",
        "1:33: expected ')' after the element sort of an array, found 'Int'",
    );
    refused("(declare-sort List 1)", "1:15: sort 'List': sorts with parameters are not supported");
    refused("(define-sort List (T) T)", "1:14: sort 'List': sorts with parameters are not supported");
    refused("(declare-sort S 0) (declare-sort S 0)", "1:34: sort 'S' is already declared");
}

#[test]
fn expressions() {
    let variables = "(declare-const x (_ BitVec 8)) (declare-const b Bool)\n";
    for (formula, message) in [
        ("(= x y)", "2:14: unknown symbol 'y'"),
        ("(f x)", "2:10: unknown function 'f'"),
        ("(b x)", "2:10: 'b' is a constant and takes no arguments"),
        ("(and bvadd b)", "2:14: 'bvadd' is a function and needs arguments"),
        ("(and)", "2:9: 'and' needs arguments"),
        ("(= x)", "2:9: '=' takes two or more arguments of one sort, not ((_ BitVec 8))"),
        ("(= x b)", "2:9: '=' takes two or more arguments of one sort, not ((_ BitVec 8) Bool)"),
        ("(or b x)", "2:9: 'or' takes Booleans, not (Bool (_ BitVec 8))"),
        ("(=> b)", "2:9: '=>' takes two or more arguments, not (Bool)"),
        ("(not b b)", "2:9: 'not' takes Booleans, not (Bool Bool)"),
        ("(= (bvadd x #x1) x)", "2:12: 'bvadd' takes two bit-vectors of one width, not ((_ BitVec 8) (_ BitVec 4))"),
        ("(= (bvadd x) x)", "2:12: 'bvadd' takes two bit-vectors of one width, not ((_ BitVec 8))"),
        ("(bvsge x b)", "2:9: 'bvsge' takes two bit-vectors of one width, not ((_ BitVec 8) Bool)"),
        ("(bvult b)", "2:9: 'bvult' takes two bit-vectors of one width, not (Bool)"),
        ("(= ((_ extract 8 0) x) x)", "2:12: 'extract' takes a bit-vector that has these bits, not ((_ BitVec 8))"),
        ("(= ((_ extract 8) x) x)", "2:16: unknown function '(_ extract 8)'"),
        ("(= ((_ repeat 0) x) x)", "2:12: 'repeat' makes one copy or more, not 0"),
        (
            "(= ((_ zero_extend 4294967295) x) x)",
            "2:12: 'zero_extend' takes a bit-vector of fewer bits, not ((_ BitVec 8))",
        ),
        ("(= ((_ zero_extend 99999999) x) x)", "2:12: 'zero_extend' makes a bit-vector of more than 16777216 bits"),
        ("(= (_ bv256 8) x)", "2:15: the number 256 needs more than 8 bits"),
        ("(= (_ bvx 8) x)", "2:15: unknown constant '(_ bvx …)'"),
        ("(= ((as const Bool) x) x)", "2:13: 'const' makes arrays, not Bool"),
        (
            "(select x x)",
            "2:9: 'select' takes an array and an index of its index sort, not ((_ BitVec 8) (_ BitVec 8))",
        ),
        ("(= 1.5 x)", "2:12: real numbers are not supported"),
        ("(= \"s\" x)", "2:12: strings are not supported in expressions"),
        ("(as x Bool)", "2:13: 'x' should have sort Bool, but has sort (_ BitVec 8)"),
        ("(let ((z x) (z b)) z)", "2:26: this 'let' binds 'z' twice"),
        ("(let ((z)) z)", "2:17: expected an expression, found ')'"),
        ("(let ((z x x)) z)", "2:20: expected ')', found 'x'"),
        ("(let ((z b)) z z)", "2:24: expected ')', found 'z'"),
        ("(let ((z b)))", "2:21: expected an expression, found ')'"),
        ("(! b x)", "2:14: expected an attribute such as ':next', or ')', found 'x'"),
        ("(!)", "2:11: expected an expression, found ')'"),
        ("(5 x)", "2:10: expected the name of a function, found '5'"),
        ("let", "2:9: expected an expression, found 'let'"),
        ("(forall ((y Int)) true)", "2:9: quantifiers are only read in Horn clauses"),
        (":key", "2:9: expected an expression, found ':key'"),
    ] {
        refused(&format!("{variables}(assert {formula})"), message);
    }
}

#[test]
fn definitions() {
    refused("(define-fun f () Bool 1)", "1:23: the body of 'f' should have sort Bool, but has sort Int");
    refused("(define-fun f ((x Int) (x Int)) Int x)", "1:15: the variable 'x' is bound twice");
    refused("(define-fun f ((x Int)) Int x)\n(assert (= (f true) 1))", "2:12: 'f' takes (Int), not (Bool)");
    refused("(define-fun f ((x Int)) Int x)\n(assert (= f 1))", "2:12: 'f' is a function and needs arguments");
    refused("(define-fun f ((x Int)) Int x)\n(assert (= x 1))", "2:12: unknown symbol 'x'");
    refused(
        "(declare-fun f (Int) Int)\n(assert (= (f true) 1))",
        "2:12: 'f' takes other arguments by its declaration, not (Bool)",
    );
}

/// A small VMT system with a place for one more command.
fn system_with(command: &str) -> String {
    format!(
        "(declare-fun x () (_ BitVec 8))\n\
         (declare-fun x+ () (_ BitVec 8))\n\
         (declare-fun y () Bool)\n\
         (define-fun .0 () (_ BitVec 8) (! x :next x+))\n\
         (define-fun .1 () Bool (! (= x #x00) :init true))\n\
         (define-fun .2 () Bool (! (= x+ x) :trans true))\n\
         (define-fun .3 () Bool (! (= x #x00) :invar-property 0))\n\
         {command}"
    )
}

#[track_caller]
fn vmt_refused(command: &str, message: &str) {
    match read_vmt(&system_with(command)) {
        Ok(_) => panic!("{command} was read"),
        Err(error) => assert_eq!(error.to_string(), message),
    }
}

#[test]
fn transition_systems() {
    assert!(read_vmt(&system_with("(assert true)")).is_ok());
    assert!(read_vmt(&system_with("(assert (! (= x #x01) :invar-property 1))")).is_ok());
    vmt_refused("(assert y)", "8:9: in a VMT file, which this is taken for, only '(assert true)' can be asserted");
    vmt_refused("(rule y)", "8:7: this is a VMT file: it has no rules and queries");
    let live = "8:29: ':live-property' is not supported: only invariant properties (':invar-property') are";
    vmt_refused("(define-fun .4 () Bool (! y :live-property 1))", live);
    vmt_refused("(define-fun .4 () Bool (! y :next))", "8:29: ':next' needs the name of the next-state variable");
    vmt_refused(
        "(define-fun .4 () Bool (! y :next x+))",
        "8:35: the next-state variable 'x+' should have sort Bool, but has sort (_ BitVec 8)",
    );
    vmt_refused("(define-fun .4 () Bool (! y :next y))", "8:29: 'y' cannot be its own next state");
    vmt_refused("(define-fun .4 () Bool (! (not y) :next z))", "8:35: ':next' must mark a declared variable");
    vmt_refused(
        "(define-fun .4 () (_ BitVec 8) (! x :next x2))",
        "8:37: 'x' already is a state variable or the next state of one",
    );
    vmt_refused("(define-fun .4 () Bool (! y :next .3))", "8:35: '.3' is not a variable");
    vmt_refused("(define-fun .4 () Bool (! y :location true))", "8:29: ':location' must mark a state variable");
    vmt_refused(
        "(define-fun .4 () Bool (! (= x+ x) :init true))",
        "8:36: initial states and properties cannot mention the next-state variable 'x+'",
    );
    vmt_refused(
        "(define-fun .4 ((z Bool)) Bool (! z :init true))",
        "8:37: ':init' cannot stand in a definition with parameters",
    );
    vmt_refused(
        "(define-fun .4 () (_ BitVec 8) (! x :init true))",
        "8:37: the formula marked ':init' should have sort Bool, but has sort (_ BitVec 8)",
    );
}

#[test]
fn every_part_of_a_system_must_be_there() {
    for (key, missing) in [(":init", 4), (":trans", 5), (":invar-property", 6)] {
        let text = system_with("");
        let kept = text.lines().enumerate().filter(|(line, _)| *line != missing).map(|(_, line)| line);
        let Err(error) = read_vmt(&kept.collect::<Vec<_>>().join("\n")) else { panic!("read without {key}") };
        assert!(error.message.contains(&format!("'{key}'")), "{error}");
    }
}

/// Six ways to be ill-sorted, as files found in the wild are.
#[test]
fn ill_sorted_systems() {
    vmt_refused(
        "(define-fun .4 () (_ BitVec 2) (! y :next y+))",
        "8:32: the body of '.4' should have sort (_ BitVec 2), but has sort Bool",
    );
    vmt_refused(
        "(define-fun .4 () Bool .0)",
        "8:24: the body of '.4' should have sort Bool, but has sort (_ BitVec 8)",
    );
    vmt_refused(
        "(define-fun .4 () Bool (= x #x0000))",
        "8:24: '=' takes two or more arguments of one sort, not ((_ BitVec 8) (_ BitVec 16))",
    );
    vmt_refused("BitVec 2))", "8:1: expected '(' and a command, found 'BitVec'");
    vmt_refused(
        "(define-fun .4 () Bool (and\n  y\n  (bvult x y)))",
        "10:3: 'bvult' takes two bit-vectors of one width, not ((_ BitVec 8) Bool)",
    );
    vmt_refused(
        "(define-fun .4 () (_ BitVec 8) (ite x x x))",
        "8:32: 'ite' takes a Boolean and two arguments of one sort, not ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8))",
    );
}

#[test]
fn horn_clauses() {
    let relations = "(set-logic HORN)\n(declare-fun P (Int) Bool) (declare-fun Q (Int) Bool)\n";
    for (command, message) in [
        (
            "(assert (forall ((x Int)) (=> (and (P x) (Q x)) false)))",
            "3:9: this clause has more than one relation in its body; only linear clauses are supported",
        ),
        (
            "(assert (forall ((x Int)) (or (P x) (Q x))))",
            "3:9: this is not a Horn clause: it has more than one relation as its conclusion",
        ),
        (
            "(assert (forall ((x Int)) (= (P x) (Q x))))",
            "3:9: this is not a Horn clause: a relation stands inside an equation or an 'ite'",
        ),
        (
            "(assert (exists ((x Int)) (P x)))",
            "3:9: this quantifier cannot be moved to the front of the clause; only universal clauses are read",
        ),
        (
            "(assert (forall ((x Int)) (=> (forall ((y Int)) (P y)) (Q x))))",
            "3:31: this quantifier cannot be moved to the front of the clause; only universal clauses are read",
        ),
        (
            "(assert (forall ((x Int)) (=> (P x) (= x (let ((z (forall ((y Int)) true))) 1)))))",
            "3:51: this quantifier cannot be moved to the front of the clause; only universal clauses are read",
        ),
        (
            "(rule (P 0)) (query (forall ((y Int)) (P y)))",
            "3:21: this quantifier cannot be moved to the front of the clause; only universal clauses are read",
        ),
        (
            "(rule (P 0)) (query (not (exists ((y Int)) (P y))))",
            "3:26: this quantifier cannot be moved to the front of the clause; only universal clauses are read",
        ),
        ("(declare-const c Int)", "3:16: 'c' is not a relation, and Horn clauses can declare nothing else"),
        ("(declare-fun f (Int) Int)", "3:14: 'f' is not a relation, and Horn clauses can declare nothing else"),
        (
            "(assert (forall ((x Int)) (=> (P true) false)))",
            "3:31: 'P' takes other arguments by its declaration, not (Bool)",
        ),
    ] {
        match read_horn(&format!("{relations}{command}")) {
            Ok(_) => panic!("{command} was read"),
            Err(error) => assert_eq!(error.to_string(), message),
        }
    }
}

/// A definition says neither whether it is asserted nor how often, so that its variables could
/// stand for all values in one use and for some value in another.
#[test]
fn quantifiers_in_definitions_of_horn_clauses() {
    let relations = "(set-logic HORN)\n(declare-fun P (Int) Bool) (declare-fun R (Int) Bool)\n";
    for (commands, place) in [
        ("(define-fun q () Bool (forall ((y Int)) (P y))) (assert (P 0)) (assert (=> q (R 0)))", "3:23"),
        ("(define-fun q ((a Int)) Bool (forall ((y Int)) (> y a)))", "3:30"),
        ("(define-const q Bool (not (exists ((y Int)) (P y))))", "3:27"),
        ("(assert (forall ((y Int)) (P y))) (define-fun q () Bool (and (exists ((y Int)) (P y)) true))", "3:62"),
    ] {
        let why = "quantifiers are not read in definitions: which clauses use them, and how, is not known here";
        match read_horn(&format!("{relations}{commands}")) {
            Ok(_) => panic!("{commands} was read"),
            Err(error) => assert_eq!(error.to_string(), format!("{place}: {why}")),
        }
    }
}

#[test]
fn files_of_no_known_format() {
    let error = |bytes: &[u8]| match read_system(bytes) {
        Ok(_) => panic!("was read"),
        Err(error) => error.to_string(),
    };
    assert_eq!(error(b"(set-logic QF_BV)\n\xff"), "2:1: the file is not a text in UTF-8 (byte 0xff)");
    assert_eq!(error(b""), "1:1: the file has no formula marked ':init'");
    assert_eq!(error(b"(declare-fun x () Nat)"), "1:19: unknown sort 'Nat'; known are Bool, Int, BitVec and Array");
    assert_eq!(error(b"\x7fELF"), "1:1: unexpected character '\\u{7f}'");
}

/// An assertion was taken for an annotation when its formula had been annotated somewhere before.
#[test]
fn an_assertion_is_not_dropped_because_its_formula_is_annotated() {
    let text = "(declare-fun x () (_ BitVec 8)) (declare-fun y () (_ BitVec 8))
        (define-fun s () (_ BitVec 8) (! x :next y))
        (define-fun i () Bool (! (= x #x00) :init true))
        (define-fun t () Bool (! (= y x) :trans true))
        (define-fun p () Bool (! (bvult x #x05) :invar-property 0))
        (assert (bvult x #x05))";
    let error = euclase_logic::read_system(text.as_bytes()).err().map(|e| e.to_string());
    assert!(error.is_some_and(|e| e.contains("(assert true)")));
}

/// SMT-LIB leaves integer division by zero open, so a verdict that takes it to be 0 would be wrong.
#[test]
fn integer_division_by_what_may_be_zero() {
    for term in ["(div i j)", "(mod i j)", "(div i 0)", "(mod i 0)", "(div i 2 j)"] {
        let text = format!(
            "(declare-fun i () Int) (declare-fun j () Int) (define-fun s () Int (! i :next j))
            (define-fun p () Bool (! (= {term} 1) :invar-property 0))"
        );
        let error = euclase_logic::read_system(text.as_bytes()).err().map(|e| e.to_string());
        assert!(error.is_some_and(|e| e.contains("a divisor that is a number other than 0")), "{term}");
    }
}
