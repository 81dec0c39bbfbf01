//! k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000).
//!
//! The base is bounded model checking. The step asks whether k + 1 states in a row that satisfy the
//! property can be followed by one that does not, from anywhere. With the simple-path constraint
//! the states must all be different, which makes the method complete for finite systems.

use crate::answer::{Invariant, Outcome, Progress, Reason, Task};
use crate::bmc::{BoundedSearch, Depth};
use crate::solver::{Answer, QueryKind, Solver, SolverFactory};
use crate::unroll::Unrolling;
use euclase_logic::{TermId, Terms, TransitionSystem};

/// Options of k-induction.
#[derive(Clone, Debug, Default)]
pub struct KindOptions {
    /// How many steps an execution of the base may have; without a bound, until the time is over.
    pub max_depth: Option<usize>,
    /// Whether the states of the step must be different from each other.
    pub simple_path: bool,
}

/// Checks the task's system.
pub fn kind(task: &mut Task, options: &KindOptions) -> Outcome {
    let exclusive = exclusive_locations(task.terms, task.system);
    let plain = task.system.property;
    let strengthened = task.terms.and(&[plain, exclusive]);
    if strengthened != plain {
        let result = run(task, options, strengthened).unwrap_or_else(Outcome::Unknown);
        match result {
            // Not a violation of the property, then: the locations are not what they are said to be.
            Outcome::Unsafe(trace) if task.system.replay(task.terms, &trace).is_err() => {}
            outcome => return outcome,
        }
    }
    run(task, options, plain).unwrap_or_else(Outcome::Unknown)
}

fn run(task: &mut Task, options: &KindOptions, formula: TermId) -> Result<Outcome, Reason> {
    let system = TransitionSystem { property: formula, ..task.system.clone() };
    let factory = SolverFactory::concrete(&task.statistics);
    let mut base = BoundedSearch::new(task.terms, &system, factory.clone());
    let facts = task.facts.clone();
    let known = task.terms.and(&facts);
    let mut step = Step::new(task.terms, &system, factory, (known, options.simple_path));
    base.solver.set_deadline(task.deadline);
    base.is_known(task.system.property, &task.safe_depth);
    step.solver.set_deadline(task.deadline);
    loop {
        let depth = base.depth();
        task.tick(Progress { depth, ..Progress::default() })?;
        if options.max_depth.is_some_and(|max| depth > max) {
            return Err(Reason::Depth { safe_steps: depth - 1, induction: Some(depth) });
        }
        let formula = task.terms.and(&[formula, known]);
        let proved = |induction_depth| Invariant { formula, lemmas: Vec::new(), induction_depth, interpreted: true };
        match base.violated_at_end(task.terms) {
            Depth::Violated(trace) => return Ok(Outcome::Unsafe(trace.map_err(Reason::Internal)?)),
            Depth::Holds => {}
            Depth::NoExecution => return Ok(Outcome::Safe(proved(depth.max(1)))),
            Depth::Unknown(why) => return Err(task.gave_up(why)),
        }
        match step.extend(task.terms) {
            Answer::Unsat => return Ok(Outcome::Safe(proved(depth + 1))),
            Answer::Sat => {}
            Answer::Unknown(why) => return Err(task.gave_up(why)),
        }
        base.extend(task.terms);
    }
}

/// States in a row that satisfy the property.
struct Step<'s> {
    solver: Solver,
    unrolling: Unrolling<'s>,
    /// What holds in every reachable state, so in each state of the row.
    known: TermId,
    simple_path: bool,
}

impl<'s> Step<'s> {
    fn new(
        terms: &mut Terms,
        system: &'s TransitionSystem,
        factory: SolverFactory,
        (known, simple_path): (TermId, bool),
    ) -> Self {
        let mut unrolling = Unrolling::from_anywhere(terms, system);
        let mut solver = factory.solver(0);
        let known_first = unrolling.at(terms, known, 0);
        solver.assert(terms, known_first);
        Step { solver, unrolling, known, simple_path }
    }

    /// Adds a state to the row, and asks whether the next can violate the property.
    fn extend(&mut self, terms: &mut Terms) -> Answer {
        let last = self.unrolling.depth();
        let holds = self.unrolling.property(terms, last);
        self.solver.assert(terms, holds);
        self.unrolling.extend(terms);
        for constraint in self.unrolling.constraints(last) {
            self.solver.assert(terms, *constraint);
        }
        let known = self.unrolling.at(terms, self.known, last + 1);
        self.solver.assert(terms, known);
        if self.simple_path {
            self.last_is_new(terms);
        }
        let property = self.unrolling.property(terms, last + 1);
        let violated = terms.not(property);
        self.solver.check(terms, QueryKind::Induction, &[violated])
    }

    fn last_is_new(&mut self, terms: &mut Terms) {
        let last = self.unrolling.depth();
        for earlier in 0..last {
            let pairs = self.unrolling.state(earlier).iter().zip(self.unrolling.state(last));
            let same: Vec<TermId> = pairs.map(|(a, b)| terms.eq(*a, *b)).collect();
            let same = terms.and(&same);
            let different = terms.not(same);
            self.solver.assert(terms, different);
        }
    }
}

/// That exactly one location holds, in linear size; `true` where none are marked. Induction needs
/// to be told, since it starts anywhere.
fn exclusive_locations(terms: &mut Terms, system: &TransitionSystem) -> TermId {
    if system.locations.is_empty() {
        return terms.tt();
    }
    let mut conjuncts = Vec::new();
    let mut some = terms.ff();
    for location in &system.locations {
        let two = terms.and(&[some, *location]);
        conjuncts.push(terms.not(two));
        some = terms.or(&[some, *location]);
    }
    conjuncts.push(some);
    terms.and(&conjuncts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{CertifyOptions, certified};
    use crate::samples::*;
    use euclase_logic::Sort;

    fn answer(sample: &mut Builder, simple_path: bool) -> Outcome {
        let options = KindOptions { simple_path, max_depth: Some(40) };
        sample.run(|task| {
            let outcome = kind(task, &options);
            certified(task, outcome, &CertifyOptions::default()).0
        })
    }

    fn proved_at(mut sample: Builder, simple_path: bool) -> usize {
        match answer(&mut sample, simple_path) {
            Outcome::Safe(invariant) => invariant.induction_depth,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn proofs_at_the_least_depth() {
        for simple_path in [false, true] {
            assert_eq!(proved_at(even_inputs(true), simple_path), 1);
            assert_eq!(proved_at(array_memory(true), simple_path), 1);
            assert_eq!(proved_at(relational(true), simple_path), 1);
            assert_eq!(proved_at(deadlocked(9), simple_path), 1);
            assert_eq!(proved_at(exhausted(), simple_path), 3);
        }
    }

    #[test]
    fn a_loop_needs_a_simple_path() {
        let looping = || {
            let mut b = exhausted();
            let (x, four) = (b.system.states[0].current, b.terms.bv(4, 4));
            let stay = b.terms.eq(x, four);
            b.system.constraints[0] = b.terms.or(&[b.system.constraints[0], stay]);
            b
        };
        assert_eq!(proved_at(looping(), true), 4);
        let outcome = answer(&mut looping(), false);
        let expected = Reason::Depth { safe_steps: 40, induction: Some(41) };
        assert!(matches!(&outcome, Outcome::Unknown(why) if *why == expected), "{outcome:?}");
    }

    #[test]
    fn violations_are_found_as_by_the_base() {
        for (mut sample, depth) in [(counter(8, 3, 9), 3), (relational(false), 3), (counter(4, 3, 0), 0)] {
            let outcome = answer(&mut sample, false);
            let Outcome::Unsafe(trace) = outcome else { panic!("{outcome:?}") };
            assert_eq!(trace.steps.len() - 1, depth);
        }
    }

    #[test]
    fn what_is_known_of_the_property_says_nothing_of_the_locations() {
        let mut sample = turns(true);
        let outcome = sample.run(|task| {
            task.safe_depth.raise(9);
            kind(task, &KindOptions::default())
        });
        assert!(matches!(outcome, Outcome::Unsafe(trace) if trace.steps.len() == 11));
    }

    #[test]
    fn the_bound_itself_is_looked_at() {
        let bounded = |max_depth| {
            let options = KindOptions { max_depth: Some(max_depth), simple_path: false };
            counter(8, 1, 5).run(|task| kind(task, &options))
        };
        assert!(matches!(bounded(5), Outcome::Unsafe(trace) if trace.steps.len() == 6));
        let outcome = bounded(4);
        let expected = Reason::Depth { safe_steps: 4, induction: Some(5) };
        assert!(matches!(&outcome, Outcome::Unknown(why) if *why == expected), "{outcome:?}");
    }

    /// Two locations that take turns; the property holds by induction only if they exclude
    /// each other.
    fn turns(first_only: bool) -> Builder {
        let mut b = Builder::new();
        let (l, m, x) = (b.state("l", Sort::Bool), b.state("m", Sort::Bool), b.state("x", Sort::BitVec(8)));
        b.start(x, 0);
        b.init(l);
        let elsewhere = b.terms.not(m);
        b.init(elsewhere);
        b.update(l, m);
        let next = if first_only { b.terms.tt() } else { l };
        b.update(m, next);
        let both = b.terms.and(&[l, m]);
        let one = b.terms.bv(8, 1);
        let up = b.terms.bv_add(x, one);
        let next = b.terms.ite(both, up, x);
        b.update(x, next);
        let eight = b.terms.bv(8, 8);
        b.system.property = b.terms.neq(x, eight);
        b.system.locations = vec![l, m];
        b
    }

    #[test]
    fn locations_strengthen_the_induction() {
        assert_eq!(proved_at(turns(false), false), 1);
    }

    #[test]
    fn locations_that_are_marked_wrongly_mislead_nobody() {
        let mut b = turns(true);
        let outcome = answer(&mut b, false);
        let Outcome::Unsafe(trace) = outcome else { panic!("{outcome:?}") };
        assert_eq!(trace.steps.len() - 1, 10);
    }
}
