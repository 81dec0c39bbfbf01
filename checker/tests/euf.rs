//! The EUF engine on small systems built by hand.

#![allow(clippy::unwrap_used)]

use euclase_checker::solver::Statistics;
use euclase_checker::{Outcome, SafeDepth, Task, Tuning, ic3};
use euclase_logic::{Sort, StateVar, TermId, Terms, TransitionSystem};

struct Builder {
    terms: Terms,
    system: TransitionSystem,
}

impl Builder {
    fn new() -> Self {
        let terms = Terms::new();
        let system = TransitionSystem {
            states: vec![],
            inputs: vec![],
            init: terms.tt(),
            constraints: vec![],
            property: terms.tt(),
            locations: vec![],
            solved_inputs: vec![],
            relation: None,
        };
        Builder { terms, system }
    }

    fn state(&mut self, name: &str, sort: Sort) -> TermId {
        let current = self.terms.var(name, sort);
        let next = self.terms.var(&format!("{name}'"), sort);
        self.system.states.push(StateVar { current, next, update: None, origin: None });
        current
    }

    fn input(&mut self, name: &str, sort: Sort) -> TermId {
        let input = self.terms.var(name, sort);
        self.system.inputs.push(input);
        input
    }

    fn starts(&mut self, state: TermId, value: TermId) {
        let same = self.terms.eq(state, value);
        self.system.init = self.terms.and(&[self.system.init, same]);
    }

    fn becomes(&mut self, state: TermId, value: TermId) {
        let entry = self.system.states.iter_mut().find(|s| s.current == state).unwrap();
        entry.update = Some(value);
    }

    fn check(&mut self) -> Outcome {
        let statistics = Statistics::default();
        let mut task = Task {
            terms: &mut self.terms,
            system: &self.system,
            deadline: Some(std::time::Instant::now() + std::time::Duration::from_secs(20)),
            progress: &mut |_| true,
            tuning: Tuning::default(),
            facts: Vec::new(),
            safe_depth: SafeDepth::default(),
            statistics,
            counters: Default::default(),
        };
        let outcome = ic3::run(&mut task, &ic3::Options::default());
        eprintln!("{:?}", task.counters);
        if let Outcome::Unsafe(trace) = &outcome {
            self.system.replay(&mut self.terms, trace).unwrap();
        }
        outcome
    }

    fn safe(&mut self) {
        let outcome = self.check();
        assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
    }

    fn fails(&mut self) {
        let outcome = self.check();
        assert!(matches!(outcome, Outcome::Unsafe(_)), "{outcome:?}");
    }
}

#[test]
fn swapping_two_variables_keeps_them_different() {
    let mut b = Builder::new();
    let (x, y) = (b.state("x", Sort::BitVec(8)), b.state("y", Sort::BitVec(8)));
    let (zero, one) = (b.terms.bv(8, 0), b.terms.bv(8, 1));
    b.starts(x, zero);
    b.starts(y, one);
    b.becomes(x, y);
    b.becomes(y, x);
    b.system.property = b.terms.neq(x, y);
    b.safe();
}

#[test]
fn two_counters_in_step_stay_equal() {
    let mut b = Builder::new();
    let (x, y) = (b.state("x", Sort::BitVec(32)), b.state("y", Sort::BitVec(32)));
    let (zero, one) = (b.terms.bv(32, 0), b.terms.bv(32, 1));
    b.starts(x, zero);
    b.starts(y, zero);
    let (x1, y1) = (b.terms.bv_add(x, one), b.terms.bv_add(y, one));
    b.becomes(x, x1);
    b.becomes(y, y1);
    b.system.property = b.terms.eq(x, y);
    b.safe();
}

#[test]
fn a_counter_reaches_its_bound() {
    let mut b = Builder::new();
    let x = b.state("x", Sort::BitVec(8));
    let (zero, one, bound) = (b.terms.bv(8, 0), b.terms.bv(8, 1), b.terms.bv(8, 5));
    b.starts(x, zero);
    let x1 = b.terms.bv_add(x, one);
    b.becomes(x, x1);
    b.system.property = b.terms.bv_ult(x, bound);
    b.fails();
}

#[test]
fn a_bounded_counter_stays_below() {
    let mut b = Builder::new();
    let x = b.state("x", Sort::BitVec(8));
    let (zero, three, five, seven) = (b.terms.bv(8, 0), b.terms.bv(8, 3), b.terms.bv(8, 5), b.terms.bv(8, 7));
    b.starts(x, zero);
    let more = b.terms.bv_ult(x, five);
    let sum = b.terms.bv_add(x, three);
    let next = b.terms.ite(more, sum, x);
    b.becomes(x, next);
    b.system.property = b.terms.bv_ult(x, seven);
    b.safe();
}

#[test]
fn a_written_element_is_read_back() {
    let mut b = Builder::new();
    let array = b.terms.array_sort(Sort::BitVec(8), Sort::BitVec(8));
    let (a, i) = (b.state("a", array), b.state("i", Sort::BitVec(8)));
    let three = b.terms.bv(8, 3);
    let at = b.terms.select(a, i);
    let holds = b.terms.eq(at, three);
    b.system.init = holds;
    b.system.property = holds;
    let stored = b.terms.store(a, i, three);
    b.becomes(a, stored);
    b.becomes(i, i);
    b.safe();
}

#[test]
fn an_input_that_is_smaller_than_zero_does_not_exist() {
    let mut b = Builder::new();
    let (x, bad) = (b.state("x", Sort::BitVec(8)), b.state("bad", Sort::Bool));
    let y = b.input("y", Sort::BitVec(8));
    let zero = b.terms.bv(8, 0);
    b.starts(x, zero);
    let no = b.terms.ff();
    b.starts(bad, no);
    b.becomes(x, x);
    let below = b.terms.bv_ult(y, x);
    let worse = b.terms.or(&[bad, below]);
    b.becomes(bad, worse);
    b.system.property = b.terms.not(bad);
    b.safe();
}
