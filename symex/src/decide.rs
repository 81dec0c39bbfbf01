//! Small questions to the solver while the program is executed: whether executions come to a place at all.

use euclase_checker::solver::{Answer, QueryKind, Solver, SolverFactory, Statistics};
use euclase_logic::{TermId, Terms};
use std::time::{Duration, Instant};

/// How much work a question may be, in the solver's units.
const WORK: u32 = 2_000_000;

/// After so many questions in a row without an answer, none are asked for a while.
const PATIENCE: u32 = 4;

pub(crate) struct Decider {
    solver: Solver,
    factory: SolverFactory,
    unanswered: u32,
    skipped: u32,
    pub questions: u64,
    pub time: Duration,
}

impl Decider {
    pub fn new() -> Decider {
        let factory = SolverFactory::concrete(&Statistics::default()).quick();
        let solver = factory.solver(WORK);
        Decider { solver, factory, unanswered: 0, skipped: 0, questions: 0, time: Duration::ZERO }
    }

    /// Whether a path can be gone that further leads on under a condition; also if that is not known.
    pub fn is_possible(&mut self, terms: &Terms, path: &[TermId], further: Option<TermId>, left: Duration) -> bool {
        if self.unanswered >= PATIENCE {
            self.skipped += 1;
            if self.skipped < 32 {
                return true;
            }
            (self.skipped, self.unanswered) = (0, PATIENCE - 1);
        }
        let conditions: Vec<TermId> = path.iter().copied().chain(further).collect();
        match self.ask(terms, &conditions, left) {
            Some(answer) => {
                self.unanswered = 0;
                answer
            }
            None => {
                self.unanswered += 1;
                true
            }
        }
    }

    /// Whether a path can be gone, if that can be found out quickly.
    pub fn has_model(&mut self, terms: &Terms, path: &[TermId], left: Duration) -> Option<bool> {
        self.ask(terms, path, left)
    }

    fn ask(&mut self, terms: &Terms, conditions: &[TermId], left: Duration) -> Option<bool> {
        let start = Instant::now();
        if self.solver.queries() >= 500 {
            self.solver = self.factory.solver(WORK);
        }
        self.solver.set_deadline(Some(start + left.min(Duration::from_secs(2))));
        let answer = self.solver.check(terms, QueryKind::Unroll, conditions);
        self.questions += 1;
        self.time += start.elapsed();
        match answer {
            Answer::Sat => Some(true),
            Answer::Unsat => Some(false),
            Answer::Unknown(_) => None,
        }
    }
}
