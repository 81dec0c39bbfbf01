//! Small systems for tests, each with the answer it must get.

use crate::answer::{Outcome, Progress, SafeDepth, Task};
use crate::solver::Statistics;
use crate::tuning::Tuning;
use euclase_logic::{Sort, StateVar, TermId, Terms, TransitionSystem};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A system under construction.
pub(crate) struct Builder {
    pub(crate) terms: Terms,
    pub(crate) system: TransitionSystem,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let terms = Terms::new();
        let truth = terms.tt();
        let system = TransitionSystem {
            states: Vec::new(),
            inputs: Vec::new(),
            init: truth,
            constraints: Vec::new(),
            property: truth,
            locations: Vec::new(),
            solved_inputs: Vec::new(),
            relation: None,
        };
        Builder { terms, system }
    }

    pub(crate) fn state(&mut self, name: &str, sort: Sort) -> TermId {
        let current = self.terms.var(name, sort);
        let next = self.terms.var(&format!("{name}'"), sort);
        self.system.states.push(StateVar { current, next, update: None, origin: None });
        current
    }

    pub(crate) fn input(&mut self, name: &str, sort: Sort) -> TermId {
        let input = self.terms.var(name, sort);
        self.system.inputs.push(input);
        input
    }

    pub(crate) fn next(&self, state: TermId) -> TermId {
        self.system.states.iter().find(|s| s.current == state).unwrap().next
    }

    pub(crate) fn update(&mut self, state: TermId, update: TermId) {
        self.system.states.iter_mut().find(|s| s.current == state).unwrap().update = Some(update);
    }

    pub(crate) fn init(&mut self, fact: TermId) {
        self.system.init = self.terms.and(&[self.system.init, fact]);
    }

    /// Sets the initial value of a bit-vector variable.
    pub(crate) fn start(&mut self, state: TermId, number: u64) {
        let value = self.terms.bv(self.terms.width(state), number);
        let fact = self.terms.eq(state, value);
        self.init(fact);
    }

    pub(crate) fn run(&mut self, engine: impl FnOnce(&mut Task) -> Outcome) -> Outcome {
        let mut task = Task {
            terms: &mut self.terms,
            system: &self.system,
            deadline: Some(Instant::now() + Duration::from_secs(20)),
            progress: &mut |_: Progress| true,
            tuning: Tuning::default(),
            facts: Vec::new(),
            safe_depth: SafeDepth::default(),
            statistics: Statistics::default(),
            counters: BTreeMap::new(),
        };
        engine(&mut task)
    }
}

/// A counter from 0 in steps of `step`, of the given width, that must never be `bad`.
pub(crate) fn counter(width: u32, step: u64, bad: u64) -> Builder {
    let mut b = Builder::new();
    let x = b.state("x", Sort::BitVec(width));
    b.start(x, 0);
    let step = b.terms.bv(width, step);
    let next = b.terms.bv_add(x, step);
    b.update(x, next);
    let bad = b.terms.bv(width, bad);
    b.system.property = b.terms.neq(x, bad);
    b
}

/// A counter that stays below an input-dependent bound: goes up by an input that a constraint
/// keeps even, and must stay even when `safe`, or never reach 6 otherwise.
pub(crate) fn even_inputs(safe: bool) -> Builder {
    let mut b = Builder::new();
    let (x, y) = (b.state("x", Sort::BitVec(8)), b.input("y", Sort::BitVec(8)));
    b.start(x, 0);
    let next = b.terms.bv_add(x, y);
    b.update(x, next);
    let low = b.terms.extract(0, 0, y);
    let zero = b.terms.bv(1, 0);
    let even = b.terms.eq(low, zero);
    b.system.constraints.push(even);
    b.system.property = if safe {
        let low = b.terms.extract(0, 0, x);
        b.terms.eq(low, zero)
    } else {
        let six = b.terms.bv(8, 6);
        b.terms.neq(x, six)
    };
    b
}

/// Counts up to three and is stuck there; must never be `bad`.
pub(crate) fn deadlocked(bad: u64) -> Builder {
    let mut b = counter(4, 1, bad);
    let (x, three) = (b.system.states[0].current, b.terms.bv(4, 3));
    let below = b.terms.bv_ult(x, three);
    b.system.constraints.push(below);
    b
}

/// From 0 the even numbers 0 → 2 → 4 and then no step, while 9 → 10 → 11 is possible but not
/// reachable, and goes on for ever at 9 ↔ 8: no depth of induction proves that 11 is not reached.
pub(crate) fn exhausted() -> Builder {
    let mut b = Builder::new();
    let (x, y) = (b.state("x", Sort::BitVec(4)), b.input("y", Sort::Bool));
    b.start(x, 0);
    let number: Vec<TermId> = (0..12).map(|n| b.terms.bv(4, n)).collect();
    let edges = [(0, 2, true), (2, 4, true), (8, 9, true), (9, 8, true), (9, 10, false), (10, 11, true)];
    let mut cases = Vec::new();
    let mut next = x;
    for (from, to, choice) in edges {
        let here = b.terms.eq(x, number[from]);
        let chosen = b.terms.eq(y, b.terms.bool(choice));
        let edge = b.terms.and(&[here, chosen]);
        next = b.terms.ite(edge, number[to], next);
        cases.push(edge);
    }
    b.update(x, next);
    let some = b.terms.or(&cases);
    b.system.constraints.push(some);
    b.system.property = b.terms.neq(x, number[11]);
    b
}

/// Writes an input at a growing index of an array and a copy of it in a variable; what is read
/// back from the last written index must be the copy, and not 7 unless `safe`.
pub(crate) fn array_memory(safe: bool) -> Builder {
    let mut b = Builder::new();
    let memory = b.terms.array_sort(Sort::BitVec(4), Sort::BitVec(8));
    let (a, i) = (b.state("a", memory), b.state("i", Sort::BitVec(4)));
    let (last, v) = (b.state("last", Sort::BitVec(8)), b.input("v", Sort::BitVec(8)));
    b.start(i, 0);
    b.start(last, 0);
    let zero = b.terms.bv(8, 0);
    let empty = b.terms.const_array(memory, zero);
    let fact = b.terms.eq(a, empty);
    b.init(fact);
    let one = b.terms.bv(4, 1);
    let up = b.terms.bv_add(i, one);
    let written = b.terms.store(a, up, v);
    b.update(a, written);
    b.update(i, up);
    b.update(last, v);
    let read = b.terms.select(a, i);
    b.system.property = if safe {
        b.terms.eq(read, last)
    } else {
        let seven = b.terms.bv(8, 7);
        b.terms.neq(read, seven)
    };
    b
}

/// A variable without an update: the next value is any that is at most one more. Never above the
/// step counter, so never 5 in fewer than five steps; must not be 3 unless `safe`.
pub(crate) fn relational(safe: bool) -> Builder {
    let mut b = Builder::new();
    let (x, n) = (b.state("x", Sort::BitVec(8)), b.state("n", Sort::BitVec(8)));
    b.start(x, 0);
    b.start(n, 0);
    let (one, limit) = (b.terms.bv(8, 1), b.terms.bv(8, 100));
    let up = b.terms.bv_add(n, one);
    let at_end = b.terms.eq(n, limit);
    let held = b.terms.ite(at_end, n, up);
    b.update(n, held);
    let next = b.next(x);
    let bound = b.terms.bv_add(x, one);
    let step = b.terms.bv_ule(next, bound);
    let below = b.terms.bv_ule(next, held);
    b.system.constraints.extend([step, below]);
    b.system.property = if safe {
        b.terms.bv_ule(x, n)
    } else {
        let three = b.terms.bv(8, 3);
        b.terms.neq(x, three)
    };
    b
}

/// An input that was solved for: its value is the growth of `x`, which must not be 3 at any time
/// that `x` is above 4.
pub(crate) fn solved_input() -> Builder {
    let mut b = Builder::new();
    let x = b.state("x", Sort::BitVec(8));
    b.start(x, 0);
    let next = b.next(x);
    let (y, five) = (b.terms.var("y", Sort::BitVec(8)), b.terms.bv(8, 5));
    let growth = b.terms.bv_sub(next, x);
    let small = b.terms.bv_ult(growth, five);
    b.system.constraints.push(small);
    b.system.solved_inputs.push((y, growth));
    let eight = b.terms.bv(8, 8);
    b.system.property = b.terms.neq(x, eight);
    b
}
