use super::*;
use crate::bmc::{BmcOptions, bmc};
use crate::samples::*;
use crate::solver::Statistics;
use euclase_logic::{BitVecValue, Op, Sort, Value};
use std::path::Path;
use std::process::Command;

fn inductive(formula: TermId) -> Invariant {
    Invariant { formula, lemmas: Vec::new(), induction_depth: 1, interpreted: true }
}

fn checked(b: &mut Builder, invariant: &Invariant) -> Result<Certificate, CertificateError> {
    let options = CertifyOptions { deadline: Some(Instant::now() + LIMIT), ..CertifyOptions::default() };
    certify(&mut b.terms, &b.system, invariant, &options, &Statistics::default())
}

const LIMIT: std::time::Duration = std::time::Duration::from_secs(20);

fn refuted(result: Result<Certificate, CertificateError>) -> String {
    match result {
        Err(CertificateError::Refuted { obligation, .. }) => obligation,
        other => panic!("{other:?}"),
    }
}

/// Two counters that go up together; their equality and a bound prove that they never are 3 and 9.
/// The conjuncts are: x = y, x is even, x < 10.
fn twins() -> (Builder, [TermId; 3]) {
    let mut b = Builder::new();
    let (x, y) = (b.state("x", Sort::BitVec(8)), b.state("y", Sort::BitVec(8)));
    b.start(x, 0);
    b.start(y, 0);
    let (zero, two, limit) = (b.terms.bv(8, 0), b.terms.bv(8, 2), b.terms.bv(8, 8));
    let wrap = b.terms.eq(x, limit);
    for state in [x, y] {
        let up = b.terms.bv_add(state, two);
        let next = b.terms.ite(wrap, zero, up);
        b.update(state, next);
    }
    let (three, nine) = (b.terms.bv(8, 3), b.terms.bv(8, 9));
    let (at_three, at_nine) = (b.terms.eq(x, three), b.terms.eq(y, nine));
    let either = b.terms.or(&[at_three, at_nine]);
    b.system.property = b.terms.not(either);
    let (low, ten, none) = (b.terms.extract(0, 0, x), b.terms.bv(8, 10), b.terms.bv(1, 0));
    let conjuncts = [b.terms.eq(x, y), b.terms.eq(low, none), b.terms.bv_ult(x, ten)];
    (b, conjuncts)
}

#[test]
fn an_inductive_invariant_passes() {
    let (mut b, conjuncts) = twins();
    let formula = b.terms.and(&conjuncts);
    let certificate = checked(&mut b, &inductive(formula)).unwrap();
    let count = |kind| certificate.obligations.iter().filter(|o| o.kind == kind).count();
    assert_eq!(count(ObligationKind::Initiation), 3);
    assert_eq!(count(ObligationKind::Consecution), 3);
    assert_eq!(count(ObligationKind::Safety), 1);
}

/// Squares by adding odd numbers, and what is said about them: `odd` plus as many as given is twice the root plus one.
fn squares(width: u32, shift: u64) -> (Builder, TermId) {
    let mut b = Builder::new();
    let [root, square, odd] = ["root", "square", "odd"].map(|name| b.state(name, Sort::BitVec(width)));
    let (one, two) = (b.terms.bv(width, 1), b.terms.bv(width, 2));
    for (state, start) in [(root, 0), (square, 1), (odd, 1)] {
        b.start(state, start);
    }
    let (root_next, odd_next) = (b.terms.bv_add(root, one), b.terms.bv_add(odd, two));
    let square_next = b.terms.bv_add(square, odd_next);
    for (state, next) in [(root, root_next), (square, square_next), (odd, odd_next)] {
        b.update(state, next);
    }
    let product = b.terms.bv_mul(root_next, root_next);
    let (double, shift) = (b.terms.bv_mul(two, root), b.terms.bv(width, 1 + shift));
    let double = b.terms.bv_add(double, shift);
    let (is_square, is_odd) = (b.terms.eq(square, product), b.terms.eq(odd, double));
    b.system.property = is_square;
    let formula = b.terms.and(&[is_square, is_odd]);
    (b, formula)
}

#[test]
fn polynomials_show_what_a_step_does_to_products() {
    let (mut b, formula) = squares(64, 0);
    let invariant = Invariant { interpreted: false, ..inductive(formula) };
    let certificate = checked(&mut b, &invariant).unwrap();
    let lemmas: Vec<&Obligation> = certificate.obligations.iter().filter(|o| o.kind == ObligationKind::Lemma).collect();
    assert!(lemmas.iter().any(|o| o.about.contains("polynomials")));
    for obligation in certificate.obligations.iter().filter(|o| o.theory != Theory::Concrete) {
        let clauses = obligation.context.iter().copied().filter(|f| b.terms.op(*f) == Op::Not);
        for lemma in clauses.collect::<Vec<TermId>>() {
            let goal = b.terms.not(lemma);
            assert!(lemmas.iter().any(|shown| shown.goal == goal), "a lemma is used that is not shown");
        }
    }
}

#[test]
fn polynomials_do_not_show_what_is_wrong() {
    let (mut b, formula) = squares(8, 2);
    let invariant = Invariant { interpreted: false, ..inductive(formula) };
    assert!(refuted(checked(&mut b, &invariant)).contains("holds in every initial state"));
}

#[test]
fn invariants_that_were_tampered_with_are_refused() {
    let (mut b, [equal, even, below]) = twins();
    for (kept, wrong) in [
        (vec![equal, below], "is kept by every step"),
        (vec![even, below], "the invariant implies the property"),
        (vec![], "the invariant implies the property"),
    ] {
        let formula = b.terms.and(&kept);
        let obligation = refuted(checked(&mut b, &inductive(formula)));
        assert!(obligation.contains(wrong), "{obligation}");
    }
    let x = b.system.states[0].current;
    for (bound, wrong) in [(8, "is kept by every step"), (0, "holds in every initial state")] {
        let bound = b.terms.bv(8, bound);
        let lower = if wrong.starts_with("is kept") { b.terms.bv_ult(x, bound) } else { b.terms.neq(x, bound) };
        let formula = b.terms.and(&[equal, even, lower]);
        let obligation = refuted(checked(&mut b, &inductive(formula)));
        assert!(obligation.contains(wrong), "{obligation}");
    }
    let formula = b.terms.ff();
    assert!(refuted(checked(&mut b, &inductive(formula))).contains("initial"));
}

#[test]
fn an_invariant_about_inputs_is_refused() {
    // x' = x or y, and y' = y in no way: for a fixed y, "x is 0 or y" is inductive.
    let mut b = Builder::new();
    let (x, y) = (b.state("x", Sort::BitVec(8)), b.input("y", Sort::BitVec(8)));
    b.start(x, 0);
    b.update(x, y);
    let zero = b.terms.bv(8, 0);
    let either = [b.terms.eq(x, zero), b.terms.eq(x, y)];
    let formula = b.terms.or(&either);
    b.system.property = b.terms.tt();
    assert_eq!(refuted(checked(&mut b, &inductive(formula))), "the invariant speaks of no variable of a step");
    let (next, one) = (b.next(x), b.terms.bv(8, 1));
    let formula = b.terms.neq(next, one);
    refuted(checked(&mut b, &inductive(formula)));
}

/// No execution has two steps, but the state after the first one is not looked at by single steps.
#[test]
fn an_invariant_for_all_values_is_not_proved_by_the_end_of_executions() {
    let mut b = Builder::new();
    let (x, any) = (b.state("x", Sort::BitVec(8)), b.terms.var("any", Sort::BitVec(8)));
    let (zero, one, two) = (b.terms.bv(8, 0), b.terms.bv(8, 1), b.terms.bv(8, 2));
    b.start(x, 0);
    let next = b.terms.bv_add(x, one);
    b.update(x, next);
    let is_early = b.terms.bv_ult(x, one);
    b.system.constraints.push(is_early);
    let is_zero = b.terms.eq(x, zero);
    let is_two = b.terms.eq(any, two);
    b.system.property = is_zero;
    let either = b.terms.or(&[is_two, is_zero]);
    let formula = b.terms.and(&[is_zero, either]);
    let invariant = Invariant { induction_depth: 2, ..inductive(formula) };
    refuted(checked(&mut b, &invariant));
}

#[test]
fn an_error_shows_the_conjunct() {
    let (mut b, [equal, even, _]) = twins();
    let (x, eight) = (b.system.states[0].current, b.terms.bv(8, 8));
    let lower = b.terms.bv_ult(x, eight);
    let formula = b.terms.and(&[equal, even, lower]);
    let error = checked(&mut b, &inductive(formula)).unwrap_err().to_string();
    assert!(error.contains("the proof is refuted") && error.contains("(bvult") && error.contains("#x08"), "{error}");
}

#[test]
fn an_unfinished_check_is_told_apart_from_a_wrong_proof() {
    let (mut b, conjuncts) = twins();
    let formula = b.terms.and(&conjuncts);
    let options = CertifyOptions { deadline: Some(Instant::now()), ..CertifyOptions::default() };
    let result = certify(&mut b.terms, &b.system, &inductive(formula), &options, &Statistics::default());
    assert!(matches!(result, Err(CertificateError::NotChecked { .. })), "{result:?}");
}

/// x starts at 3 and gets x + 3 once; the abstraction needs to be told that 3 + 3 is 6.
fn needs_a_lemma() -> (Builder, Invariant) {
    let mut b = Builder::new();
    let (x, done) = (b.state("x", Sort::BitVec(8)), b.state("done", Sort::Bool));
    b.start(x, 3);
    let fresh = b.terms.not(done);
    b.init(fresh);
    let (three, six, seven) = (b.terms.bv(8, 3), b.terms.bv(8, 6), b.terms.bv(8, 7));
    let sum = b.terms.bv_add(x, three);
    let next = b.terms.ite(done, x, sum);
    b.update(x, next);
    b.update(done, b.terms.tt());
    b.system.property = b.terms.bv_ult(x, seven);
    let (is_three, is_six) = (b.terms.eq(x, three), b.terms.eq(x, six));
    let later = b.terms.and(&[done, is_six]);
    let before = b.terms.and(&[fresh, is_three]);
    let formula = b.terms.or(&[before, later]);
    // x = 3 implies x + 3 = 6, written so that the constructors leave it alone.
    let claim = b.terms.make_raw(Op::Eq, &[sum, six]);
    let sums = b.terms.implies(is_three, claim);
    let less = [three, six].map(|c| {
        let (equal, below) = (b.terms.eq(x, c), b.terms.bv_ult(x, seven));
        b.terms.implies(equal, below)
    });
    let lemmas = vec![sums, less[0], less[1]];
    (b, Invariant { formula, lemmas, induction_depth: 1, interpreted: false })
}

#[test]
fn an_abstract_proof_uses_its_lemmas() {
    let (mut b, invariant) = needs_a_lemma();
    let certificate = checked(&mut b, &invariant).unwrap();
    let lemmas = certificate.obligations.iter().filter(|o| o.kind == ObligationKind::Lemma);
    assert_eq!(lemmas.count(), 3);
    for obligation in &certificate.obligations {
        let concrete = obligation.theory == Theory::Concrete;
        assert_eq!(concrete, obligation.kind == ObligationKind::Lemma, "{}", obligation.about);
    }
}

#[test]
fn what_fails_abstractly_is_tried_concretely() {
    let (mut b, mut invariant) = needs_a_lemma();
    invariant.lemmas.remove(0);
    let certificate = checked(&mut b, &invariant).unwrap();
    let step = certificate.obligations.iter().find(|o| o.kind == ObligationKind::Consecution).unwrap();
    assert_eq!(step.theory, Theory::Concrete);
}

#[test]
fn an_invalid_lemma_is_refused() {
    let (mut b, mut invariant) = needs_a_lemma();
    let (x, four, eight) = (b.system.states[0].current, b.terms.bv(8, 4), b.terms.bv(8, 8));
    let (equal, below) = (b.terms.eq(x, eight), b.terms.bv_ult(x, four));
    invariant.lemmas.push(b.terms.implies(equal, below));
    assert_eq!(refuted(checked(&mut b, &invariant)), "lemma 4 of 4 is valid");
}

#[test]
fn a_deeper_induction_is_checked_base_and_step() {
    // x: 0 → 1 → 0, and 5 → 7 → 9, which is not reachable: one step of induction is not enough.
    let mut b = Builder::new();
    let x = b.state("x", Sort::BitVec(4));
    b.start(x, 0);
    let number: Vec<TermId> = (0..16).map(|n| b.terms.bv(4, n)).collect();
    let mut next = x;
    for (from, to) in [(0, 1), (1, 0), (5, 7), (7, 9)] {
        let here = b.terms.eq(x, number[from]);
        next = b.terms.ite(here, number[to], next);
    }
    b.update(x, next);
    b.system.property = b.terms.neq(x, number[9]);
    let by_depth = |induction_depth| Invariant {
        formula: b.system.property,
        lemmas: Vec::new(),
        induction_depth,
        interpreted: true,
    };
    let proofs = [1, 2, 3].map(by_depth);
    assert!(refuted(checked(&mut b, &proofs[0])).contains("is kept by every step"));
    assert!(refuted(checked(&mut b, &proofs[1])).contains("after 2 steps in which"));
    let certificate = checked(&mut b, &proofs[2]).unwrap();
    assert_eq!(certificate.obligations.iter().filter(|o| o.kind == ObligationKind::Base).count(), 3);
    b.system.property = b.terms.neq(x, number[1]);
    let wrong = Invariant { formula: b.system.property, ..proofs[2].clone() };
    assert!(refuted(checked(&mut b, &wrong)).contains("holds after 1 steps"));
}

#[test]
fn a_simple_path_is_enough() {
    // 8 ↔ 9 for as long as one likes, then 10: only states that differ bound the way there.
    let mut b = exhausted();
    let (x, four) = (b.system.states[0].current, b.terms.bv(4, 4));
    let stay = b.terms.eq(x, four);
    b.system.constraints[0] = b.terms.or(&[b.system.constraints[0], stay]);
    let invariant = Invariant { formula: b.system.property, lemmas: Vec::new(), induction_depth: 4, interpreted: true };
    let certificate = checked(&mut b, &invariant).unwrap();
    assert!(certificate.obligations.iter().any(|o| o.about.contains("through different states")));
    let invariant = Invariant { induction_depth: 3, ..invariant };
    refuted(checked(&mut b, &invariant));
}

#[test]
fn executions_that_end_need_no_induction() {
    for mut b in [deadlocked(4), exhausted()] {
        let outcome = b.run(|task| {
            let outcome = bmc(task, &BmcOptions::default());
            let (outcome, certificate) = certified(task, outcome, &CertifyOptions::default());
            assert!(certificate.is_some());
            assert_eq!(task.counters["certified proofs"], 1);
            outcome
        });
        assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
    }
}

fn violation(b: &mut Builder) -> Trace {
    match b.run(|task| bmc(task, &BmcOptions::default())) {
        Outcome::Unsafe(trace) => trace,
        other => panic!("{other:?}"),
    }
}

#[test]
fn traces_that_were_tampered_with_are_refused() {
    for mut b in [relational(false), counter(8, 3, 9), even_inputs(false), array_memory(false), solved_input()] {
        let trace = violation(&mut b);
        assert_eq!(check_trace(&mut b.terms, &b.system, &trace), Ok(()));
        let last = trace.steps.len() - 1;
        let mut shorter = trace.clone();
        shorter.steps.pop();
        assert!(check_trace(&mut b.terms, &b.system, &shorter).is_err());
        let mut later = trace.clone();
        later.steps.remove(0);
        assert!(check_trace(&mut b.terms, &b.system, &later).is_err());
        if last > 1 {
            let mut gap = trace.clone();
            gap.steps.remove(1);
            assert_eq!(check_trace(&mut b.terms, &b.system, &gap), Err(ReplayError::NotAStep(0)));
        }
        let variables: Vec<TermId> = b.system.states.iter().map(|s| s.current).collect();
        for variable in variables.into_iter().filter(|v| b.terms.width(*v) == 8).collect::<Vec<_>>() {
            let mut changed = trace.clone();
            let value = changed.steps[0].state[&variable].as_bitvec().unwrap().add(&BitVecValue::one(8));
            changed.steps[0].state.insert(variable, Value::BitVec(value));
            assert_eq!(check_trace(&mut b.terms, &b.system, &changed), Err(ReplayError::NotInitial));
        }
    }
}

#[test]
fn only_evidence_that_checks_gets_through() {
    let mut b = counter(8, 3, 9);
    let mut trace = violation(&mut b);
    let property = b.system.property;
    b.run(|task| {
        let (outcome, _) = certified(task, Outcome::Unsafe(trace.clone()), &CertifyOptions::default());
        assert!(matches!(outcome, Outcome::Unsafe(_)));
        assert_eq!(task.counters["replayed traces"], 1);
        trace.steps.pop();
        for wrong in [Outcome::Unsafe(trace), Outcome::Safe(inductive(property))] {
            let (outcome, certificate) = certified(task, wrong, &CertifyOptions::default());
            assert!(matches!(outcome, Outcome::Unknown(Reason::Internal(_))), "{outcome:?}");
            assert!(certificate.is_none());
        }
        assert_eq!(task.counters.len(), 1);
        Outcome::Unknown(Reason::Interrupted)
    });
}

/// Writes the certificate and has every file discharged by a solver that is not Z3.
fn cvc5_agrees(b: &mut Builder, certificate: &Certificate, name: &str) {
    let folder = std::env::temp_dir().join(format!("euclase-certificate-{name}-{}", std::process::id()));
    certificate.write(&mut b.terms, &folder).unwrap();
    let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
    let files: Vec<&str> = index.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(files.len(), certificate.obligations.len());
    for file in files {
        assert_eq!(cvc5(&folder.join(file)), "unsat", "{file}");
    }
    assert!(folder.join("README.txt").exists());
    std::fs::remove_dir_all(folder).unwrap();
}

fn cvc5(file: &Path) -> String {
    let run = Command::new("cvc5").arg("--tlimit=20000").arg(file).output();
    let output = run.expect("cvc5 is needed for this test: run `make setup`");
    let answer = String::from_utf8_lossy(&output.stdout).trim().to_string();
    if answer.is_empty() { String::from_utf8_lossy(&output.stderr).into_owned() } else { answer }
}

#[test]
fn another_solver_discharges_the_written_obligations() {
    let (mut b, conjuncts) = twins();
    let formula = b.terms.and(&conjuncts);
    let certificate = checked(&mut b, &inductive(formula)).unwrap();
    cvc5_agrees(&mut b, &certificate, "concrete");

    let (mut b, invariant) = needs_a_lemma();
    let certificate = checked(&mut b, &invariant).unwrap();
    cvc5_agrees(&mut b, &certificate, "abstract");

    for keep_arrays in [false, true] {
        let mut b = array_memory(true);
        let formula = b.system.property;
        let options = CertifyOptions { keep_arrays, ..CertifyOptions::default() };
        let certificate =
            certify(&mut b.terms, &b.system, &inductive(formula), &options, &Statistics::default()).unwrap();
        cvc5_agrees(&mut b, &certificate, &format!("arrays-{keep_arrays}"));
    }

    // Names that SMT-LIB reserves, and an array that holds a variable everywhere.
    let mut b = Builder::new();
    let byte = Sort::BitVec(8);
    let memory = b.terms.array_sort(byte, byte);
    let (a, x, y) = (b.state("@a", memory), b.state(".x", byte), b.input("x y", byte));
    let everywhere = b.terms.const_array(memory, x);
    let same = b.terms.eq(a, everywhere);
    b.init(same);
    let written = b.terms.store(everywhere, y, x);
    b.update(a, written);
    b.update(x, x);
    b.system.property = same;
    let certificate = checked(&mut b, &inductive(same)).unwrap();
    cvc5_agrees(&mut b, &certificate, "names");

    let mut b = exhausted();
    let invariant = Invariant { formula: b.system.property, lemmas: Vec::new(), induction_depth: 3, interpreted: true };
    let certificate = checked(&mut b, &invariant).unwrap();
    cvc5_agrees(&mut b, &certificate, "exhausted");
}

#[test]
fn a_variable_with_the_name_of_a_constant_is_written_apart_from_it() {
    for name in ["constant #x03", "constant|#x03!", "constant_#x03"] {
        let mut b = Builder::new();
        let (x, three) = (b.state(name, Sort::BitVec(8)), b.terms.bv(8, 3));
        let wrong = Obligation {
            kind: ObligationKind::Safety,
            about: "the variable is 3, which nothing says".into(),
            theory: Theory::Euf { abstract_arrays: true },
            context: Rc::new([]),
            goal: b.terms.neq(x, three),
        };
        let script = wrong.script(&mut b.terms).replace("(set-info :status unsat)\n", "");
        let file = std::env::temp_dir().join(format!("euclase-constant-{}.smt2", std::process::id()));
        std::fs::write(&file, &script).unwrap();
        assert_eq!(cvc5(&file), "sat", "{script}");
        std::fs::remove_file(file).unwrap();
    }
}
