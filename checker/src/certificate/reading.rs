//! That the steps a proof is about are those of the file.
//!
//! Reading a file turns its step relation into updates and constraints, and every other obligation
//! speaks of these. A proof holds for the file if each of them follows from the relation as it
//! stands there: then the file has no step that the proof does not know of. That there are not too
//! few constraints matters for executions only, which are replayed on the file's relation.

use super::{CertificateError, Obligation, ObligationKind};
use crate::budget;
use crate::solver::{Answer, QueryKind, Solver, SolverFactory, Statistics, Theory};
use euclase_logic::{TermId, Terms, TransitionSystem, print_term};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::time::Instant;

/// How many characters of a formula an error message shows.
const SHOWN: usize = 600;

/// Checks that the file's relation implies the updates and constraints of a system; gives what had
/// to be shown.
pub fn certify_reading(
    terms: &mut Terms,
    system: &TransitionSystem,
    deadline: Option<Instant>,
    statistics: &Statistics,
) -> Result<Vec<Obligation>, CertificateError> {
    let Some(relation) = &system.relation else {
        return Ok(Vec::new());
    };
    let context: Rc<[TermId]> = relation.iter().flat_map(|formula| terms.conjuncts(*formula)).collect();
    let given: FxHashSet<TermId> = context.iter().copied().collect();
    let mut claims = Vec::new();
    for state in &system.states {
        if let Some(update) = state.update {
            let equation = terms.eq(state.next, update);
            claims.extend(terms.conjuncts(equation));
        }
    }
    claims.extend(&system.constraints);
    claims.retain(|claim| !given.contains(claim));
    // Definitions are put in for variables mostly, which congruence undoes without a look at what
    // the operators mean.
    let theories = [Theory::Euf { abstract_arrays: true }, Theory::Concrete];
    let mut attempts = theories.map(|theory| Attempt::new(theory, statistics, context.clone()));
    let mut obligations = Vec::new();
    for claim in claims {
        let goal = terms.not(claim);
        let theory = imply(terms, &mut attempts, goal, deadline).map_err(|answer| failure(terms, claim, answer))?;
        let (kind, about) = (ObligationKind::Reading, ABOUT.to_string());
        obligations.push(Obligation { kind, about, theory, context: context.clone(), goal });
    }
    Ok(obligations)
}

const ABOUT: &str = "a step of the file is a step of the system that the proof is about";

/// A solver that knows the file's relation, once it is needed.
struct Attempt {
    factory: SolverFactory,
    context: Rc<[TermId]>,
    solver: Option<Solver>,
}

impl Attempt {
    fn new(theory: Theory, statistics: &Statistics, context: Rc<[TermId]>) -> Self {
        Attempt { factory: SolverFactory::new(theory, statistics.clone()), context, solver: None }
    }

    fn loaded(&self, terms: &Terms) -> Solver {
        let mut solver = self.factory.solver(0);
        self.context.iter().for_each(|fact| solver.assert(terms, *fact));
        solver
    }

    fn check(&mut self, terms: &Terms, goal: TermId, deadline: Option<Instant>) -> Answer {
        let mut solver = self.solver.take().unwrap_or_else(|| self.loaded(terms));
        let soon = Instant::now() + budget::INCREMENTAL_CHECK;
        solver.set_deadline(Some(deadline.map_or(soon, |deadline| deadline.min(soon))));
        let answer = solver.check(terms, QueryKind::Certificate, &[goal]);
        self.solver = Some(solver);
        answer
    }
}

/// The theory in which the relation has no model with the goal.
fn imply(
    terms: &Terms,
    attempts: &mut [Attempt; 2],
    goal: TermId,
    deadline: Option<Instant>,
) -> Result<Theory, Answer> {
    for attempt in attempts.iter_mut() {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Answer::Unknown("the time is over".into()));
        }
        match attempt.check(terms, goal, deadline) {
            Answer::Unsat => return Ok(attempt.factory.theory()),
            Answer::Sat if attempt.factory.theory() == Theory::Concrete => return Err(Answer::Sat),
            _ => {}
        }
    }
    let [_, concrete] = attempts;
    let mut solver = concrete.loaded(terms);
    solver.assert(terms, goal);
    solver.set_deadline(deadline);
    match solver.check(terms, QueryKind::Certificate, &[]) {
        Answer::Unsat => Ok(Theory::Concrete),
        answer => Err(answer),
    }
}

fn failure(terms: &Terms, claim: TermId, answer: Answer) -> CertificateError {
    let obligation = ABOUT.to_string();
    match answer {
        Answer::Unknown(why) => CertificateError::NotChecked { obligation, why },
        _ => {
            let formula = print_term(terms, claim).chars().take(SHOWN).collect();
            CertificateError::Refuted { obligation, formula }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use euclase_logic::{ReplayError, Trace, TraceStep, Value, read_vmt};

    /// Two Booleans that are exchanged in every step, by way of an input and cases.
    fn exchange() -> (Terms, TransitionSystem) {
        let text = "(declare-fun a () Bool) (declare-fun b () Bool) (declare-fun y () Bool)
            (define-fun .a () Bool (! a :next a+)) (define-fun .b () Bool (! b :next b+))
            (define-fun .i () Bool (! (and a (not b)) :init true))
            (define-fun .t () Bool (! (and (= y b) (= a+ y) (=> a b+) (=> (not a) (not b+))) :trans true))
            (define-fun .p () Bool (! (or a b) :invar-property 0))";
        read_vmt(text).unwrap()
    }

    #[test]
    fn what_the_file_says_is_what_was_read() {
        let (mut terms, system) = exchange();
        assert!(system.states.iter().all(|s| s.update.is_some()));
        let obligations = certify_reading(&mut terms, &system, None, &Statistics::default()).unwrap();
        assert!(!obligations.is_empty());
        assert!(obligations.iter().all(|o| o.kind == ObligationKind::Reading));
    }

    #[test]
    fn an_invented_constraint_proves_nothing() {
        let (mut terms, mut system) = exchange();
        system.constraints.push(system.states[0].current);
        let refused = certify_reading(&mut terms, &system, None, &Statistics::default());
        assert!(matches!(refused, Err(CertificateError::Refuted { .. })), "{refused:?}");
        let (mut terms, mut system) = exchange();
        system.states[1].update = Some(terms.tt());
        assert!(certify_reading(&mut terms, &system, None, &Statistics::default()).is_err());
    }

    #[test]
    fn a_step_by_a_lost_constraint_is_no_step() {
        let (mut terms, mut system) = exchange();
        let (a, b) = (system.states[0].current, system.states[1].current);
        let step = |first, second| TraceStep {
            state: [(a, Value::Bool(first)), (b, Value::Bool(second))].into_iter().collect(),
            ..TraceStep::default()
        };
        let trace = Trace { steps: vec![step(true, false), step(false, false)], ..Trace::default() };
        system.states[1].update = None;
        assert_eq!(system.replay(&mut terms, &trace), Err(ReplayError::NotAStep(0)));
        system.relation = None;
        assert_eq!(system.replay(&mut terms, &trace), Ok(()));
    }
}
