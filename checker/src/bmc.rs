//! Bounded model checking: does an execution of 0, 1, 2, … steps end in a violation?
//!
//! One incremental solver holds the execution so far. Each depth is one query that assumes the
//! property false at the end; when there is no such execution, the property at that time becomes
//! a fact.

use crate::answer::{Invariant, Outcome, Progress, Reason, SafeDepth, Task};
use crate::solver::{Answer, QueryKind, Solver, SolverFactory};
use crate::unroll::Unrolling;
use euclase_logic::{TermId, Terms, Trace, TransitionSystem};

/// Options of bounded model checking.
#[derive(Clone, Debug, Default)]
pub struct BmcOptions {
    /// How many steps an execution may have; without a bound, until the time is over.
    pub max_depth: Option<usize>,
}

/// Searches for the shortest execution to a violation.
///
/// Proves the property only where no execution is longer than the depth reached.
pub fn bmc(task: &mut Task, options: &BmcOptions) -> Outcome {
    search(task, options).unwrap_or_else(Outcome::Unknown)
}

fn search(task: &mut Task, options: &BmcOptions) -> Result<Outcome, Reason> {
    let mut search = BoundedSearch::new(task.terms, task.system, SolverFactory::concrete(&task.statistics));
    search.solver.set_deadline(task.deadline);
    search.is_known(task.system.property, &task.safe_depth);
    loop {
        let depth = search.depth();
        task.tick(Progress { depth, ..Progress::default() })?;
        if options.max_depth.is_some_and(|max| depth > max) {
            return Err(Reason::Depth { safe_steps: depth - 1, induction: None });
        }
        match search.violated_at_end(task.terms) {
            Depth::Violated(trace) => return Ok(Outcome::Unsafe(trace.map_err(Reason::Internal)?)),
            Depth::Holds => {}
            Depth::NoExecution => {
                let property = task.system.property;
                let induction_depth = depth.max(1);
                return Ok(Outcome::Safe(Invariant {
                    formula: property,
                    lemmas: Vec::new(),
                    induction_depth,
                    interpreted: true,
                }));
            }
            Depth::Unknown(why) => return Err(task.gave_up(why)),
        }
        search.extend(task.terms);
    }
}

/// What is known about the executions of one length.
pub(crate) enum Depth {
    /// One violates the property in its last state.
    Violated(Result<Trace, String>),
    /// None violates the property in its last state.
    Holds,
    /// There is none.
    NoExecution,
    /// The solver gave up.
    Unknown(String),
}

/// The executions from the initial states, one step longer each time.
pub(crate) struct BoundedSearch<'s> {
    system: &'s TransitionSystem,
    pub(crate) solver: Solver,
    unrolling: Unrolling<'s>,
    /// A formula, and how many steps are known to keep it.
    known: Option<(TermId, SafeDepth)>,
}

impl<'s> BoundedSearch<'s> {
    pub(crate) fn new(terms: &mut Terms, system: &'s TransitionSystem, factory: SolverFactory) -> Self {
        let unrolling = Unrolling::from_init(terms, system);
        let mut solver = factory.solver(0);
        solver.assert(terms, unrolling.init());
        BoundedSearch { system, solver, unrolling, known: None }
    }

    /// Takes for granted that a formula, which may be a part of the property, holds for so many steps.
    pub(crate) fn is_known(&mut self, formula: TermId, safe_depth: &SafeDepth) {
        self.known = Some((formula, safe_depth.clone()));
    }

    pub(crate) fn depth(&self) -> usize {
        self.unrolling.depth()
    }

    /// Adds a step to the executions looked at.
    pub(crate) fn extend(&mut self, terms: &mut Terms) {
        self.unrolling.extend(terms);
        for constraint in self.unrolling.constraints(self.depth() - 1) {
            self.solver.assert(terms, *constraint);
        }
    }

    /// Looks for an execution of exactly the current length whose last state violates the
    /// property.
    pub(crate) fn violated_at_end(&mut self, terms: &mut Terms) -> Depth {
        let depth = self.depth();
        let property = self.unrolling.property(terms, depth);
        if let Some((formula, _)) = self.known.as_ref().filter(|(_, safe)| safe.covers(depth)) {
            let known = self.unrolling.at(terms, *formula, depth);
            self.solver.assert(terms, known);
            if known == property {
                return Depth::Holds;
            }
        }
        if self.may_be_exhausted() {
            match self.solver.check(terms, QueryKind::Unroll, &[]) {
                Answer::Unsat => return Depth::NoExecution,
                Answer::Sat => {}
                Answer::Unknown(why) => return Depth::Unknown(why),
            }
        }
        let violation = terms.not(property);
        match self.solver.check(terms, QueryKind::Unroll, &[violation]) {
            Answer::Sat => Depth::Violated(self.unrolling.trace(terms, &self.solver, depth)),
            Answer::Unsat if self.solver.core().is_empty() => Depth::NoExecution,
            Answer::Unsat => {
                self.solver.assert(terms, property);
                Depth::Holds
            }
            Answer::Unknown(why) => Depth::Unknown(why),
        }
    }

    /// Whether to ask if executions of this length exist at all: now and then, since a core may
    /// blame the property although the steps alone are impossible. Without constraints every
    /// state has a successor.
    fn may_be_exhausted(&self) -> bool {
        !self.system.constraints.is_empty() && self.depth().is_power_of_two()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::*;

    fn violation_depth(mut sample: Builder) -> usize {
        let outcome = sample.run(|task| bmc(task, &BmcOptions::default()));
        let Outcome::Unsafe(trace) = outcome else { panic!("{outcome:?}") };
        assert_eq!(sample.system.replay(&mut sample.terms, &trace), Ok(()));
        trace.steps.len() - 1
    }

    #[test]
    fn shortest_violations_are_found() {
        assert_eq!(violation_depth(counter(8, 3, 9)), 3);
        assert_eq!(violation_depth(counter(4, 3, 1)), 11);
        assert_eq!(violation_depth(even_inputs(false)), 1);
        assert_eq!(violation_depth(array_memory(false)), 1);
        assert_eq!(violation_depth(relational(false)), 3);
        assert_eq!(violation_depth(solved_input()), 2);
        assert_eq!(violation_depth(deadlocked(3)), 3);
        assert_eq!(violation_depth(counter(4, 3, 0)), 0);
    }

    #[test]
    fn the_bound_is_told() {
        let mut sample = counter(8, 2, 7);
        let outcome = sample.run(|task| bmc(task, &BmcOptions { max_depth: Some(12) }));
        let expected = Reason::Depth { safe_steps: 12, induction: None };
        assert!(matches!(&outcome, Outcome::Unknown(why) if *why == expected), "{outcome:?}");
    }

    #[test]
    fn lengths_that_are_known_to_be_safe_are_left_out() {
        let queries = |safe: Option<usize>| {
            let mut sample = counter(8, 1, 9);
            let mut queries = 0;
            let outcome = sample.run(|task| {
                safe.into_iter().for_each(|steps| task.safe_depth.raise(steps));
                let outcome = bmc(task, &BmcOptions::default());
                queries = task.statistics.by_kind().iter().map(|(_, kind)| kind.sat + kind.unsat).sum();
                outcome
            });
            let Outcome::Unsafe(trace) = outcome else { panic!("{outcome:?}") };
            assert_eq!(trace.steps.len(), 10);
            queries
        };
        assert_eq!(queries(None), 10);
        assert_eq!(queries(Some(0)), 9);
        assert_eq!(queries(Some(6)), 3);
    }

    #[test]
    fn the_deadline_ends_the_search() {
        let mut sample = even_inputs(true);
        let outcome = sample.run(|task| {
            task.deadline = Some(std::time::Instant::now() + std::time::Duration::from_millis(200));
            bmc(task, &BmcOptions::default())
        });
        assert!(matches!(outcome, Outcome::Unknown(Reason::Timeout)), "{outcome:?}");
    }

    #[test]
    fn a_system_without_long_executions_is_safe() {
        for mut sample in [deadlocked(4), exhausted()] {
            let outcome = sample.run(|task| bmc(task, &BmcOptions::default()));
            let Outcome::Safe(invariant) = outcome else { panic!("{outcome:?}") };
            assert!(invariant.induction_depth <= 4);
        }
    }
}
