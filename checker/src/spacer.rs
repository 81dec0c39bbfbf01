//! Z3's Spacer on the system as Horn clauses, with the functional encoding of thesis §4.2:
//! `init(X) → Inv(X)`, `Inv(X) ∧ constraints(X, Y) → Inv(f(X, Y))`, `Inv(X) ∧ ¬property(X) → false`.
//!
//! Spacer's word is not taken for anything: its solution becomes an invariant to be certified, its
//! refutation a hint where to find the execution.

use crate::answer::{Invariant, Outcome, Progress, Reason, Task};
use crate::bmc::{BmcOptions, bmc};
use crate::solver::{Answer, HornAnswer, HornOptions, QueryKind, SolverFactory, solve_horn};
use crate::unroll::Unrolling;
use euclase_logic::{
    Application, HornClause as Clause, HornClauses, Predicate, Substitution, TermId, Terms, Trace, TransitionSystem,
};
use std::time::Instant;

/// Options of the Spacer engine.
#[derive(Clone, Debug)]
pub struct SpacerOptions {
    /// Global guidance for SMT-based model checking (Krishnan et al., CAV 2020).
    pub global_guidance: bool,
}

impl Default for SpacerOptions {
    fn default() -> Self {
        SpacerOptions { global_guidance: true }
    }
}

/// Checks the task's system.
pub fn spacer(task: &mut Task, options: &SpacerOptions) -> Outcome {
    run(task, options).unwrap_or_else(Outcome::Unknown)
}

fn run(task: &mut Task, options: &SpacerOptions) -> Result<Outcome, Reason> {
    task.tick(Progress::default())?;
    let facts = task.facts.clone();
    let known = task.terms.and(&facts);
    let mut clauses = horn_clauses(task.terms, task.system);
    for clause in clauses.clauses.iter_mut().filter(|clause| !clause.body.is_empty()) {
        clause.constraint = task.terms.and(&[clause.constraint, known]);
    }
    let options = HornOptions {
        limit: task.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
        global_guidance: options.global_guidance,
    };
    match solve_horn(&clauses, task.terms, &options, &task.statistics) {
        HornAnswer::Solved(solution) => {
            let formula = task.terms.and(&[solution[0], known]);
            Ok(Outcome::Safe(Invariant { formula, lemmas: Vec::new(), induction_depth: 1, interpreted: true }))
        }
        HornAnswer::Refuted(derivation) => violation(task, derivation.as_deref()),
        HornAnswer::Unknown(why) => Err(task.gave_up(why)),
    }
}

/// The system as clauses over one predicate for its reachable states.
pub fn horn_clauses(terms: &mut Terms, system: &TransitionSystem) -> HornClauses {
    let state: Vec<TermId> = system.states.iter().map(|s| s.current).collect();
    let next: Vec<TermId> = system.states.iter().map(|s| s.update.unwrap_or(s.next)).collect();
    let functional = system.states.iter().filter_map(|s| Some((s.next, s.update?)));
    let mut functional = Substitution::new(functional);
    let constraints: Vec<TermId> = system.constraints.iter().map(|c| functional.apply(terms, *c)).collect();
    let reachable = |arguments: &[TermId]| Application { predicate: 0, arguments: arguments.to_vec() };
    let start = Clause { body: Vec::new(), constraint: system.init, head: Some(reachable(&state)) };
    let step =
        Clause { body: vec![reachable(&state)], constraint: terms.and(&constraints), head: Some(reachable(&next)) };
    let bad = Clause { body: vec![reachable(&state)], constraint: terms.not(system.property), head: None };
    HornClauses {
        predicates: vec![Predicate { name: "reachable".into(), parameters: state }],
        clauses: vec![start, step, bad],
        functional: Vec::new(),
    }
}

/// An execution to a violation: through the states that Spacer derived, or else any.
fn violation(task: &mut Task, derivation: Option<&[Application]>) -> Result<Outcome, Reason> {
    if let Some(facts) = derivation
        && let Some(trace) = along(task, facts)?
    {
        task.count("executions along a derivation", 1);
        return Ok(Outcome::Unsafe(trace));
    }
    log::debug!("Spacer's refutation does not tell the execution; searching for one");
    match bmc(task, &BmcOptions::default()) {
        Outcome::Safe(_) => Err(Reason::Internal("Spacer refuted a system that bounded executions prove safe".into())),
        outcome => Ok(outcome),
    }
}

/// The execution through the derived states, if there is one.
fn along(task: &mut Task, facts: &[Application]) -> Result<Option<Trace>, Reason> {
    let Some(depth) = facts.len().checked_sub(1) else { return Ok(None) };
    task.tick(Progress { depth, ..Progress::default() })?;
    let mut unrolling = Unrolling::from_init(task.terms, task.system);
    let mut solver = SolverFactory::concrete(&task.statistics).solver(0);
    solver.set_deadline(task.deadline);
    solver.assert(task.terms, unrolling.init());
    for (time, fact) in facts.iter().enumerate() {
        if time > 0 {
            unrolling.extend(task.terms);
            unrolling.constraints(time - 1).iter().for_each(|c| solver.assert(task.terms, *c));
        }
        for (variable, value) in unrolling.state(time).iter().zip(&fact.arguments) {
            let equal = task.terms.eq(*variable, *value);
            solver.assert(task.terms, equal);
        }
    }
    let property = unrolling.property(task.terms, depth);
    let violated = task.terms.not(property);
    match solver.check(task.terms, QueryKind::Unroll, &[violated]) {
        Answer::Sat => unrolling.trace(task.terms, &solver, depth).map(Some).map_err(Reason::Internal),
        Answer::Unsat => Ok(None),
        Answer::Unknown(why) => {
            log::debug!("the execution along Spacer's refutation is not found: {why}");
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{CertifyOptions, certified};
    use crate::samples::*;
    use euclase_logic::{Op, Sort};

    fn answer(mut sample: Builder, options: &SpacerOptions) -> Outcome {
        sample.run(|task| {
            let outcome = spacer(task, options);
            if let Outcome::Safe(invariant) = &outcome {
                assert_eq!(invariant.induction_depth, 1);
            }
            certified(task, outcome, &CertifyOptions::default()).0
        })
    }

    fn safe(sample: fn() -> Builder) {
        for global_guidance in [true, false] {
            let outcome = answer(sample(), &SpacerOptions { global_guidance });
            assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
        }
    }

    fn violated_after(mut sample: Builder, depth: usize) {
        let outcome = sample.run(|task| {
            let outcome = spacer(task, &SpacerOptions::default());
            assert_eq!(task.counters.get("executions along a derivation"), Some(&1));
            certified(task, outcome, &CertifyOptions::default()).0
        });
        let Outcome::Unsafe(trace) = outcome else { panic!("{outcome:?}") };
        assert_eq!(trace.steps.len() - 1, depth);
    }

    #[test]
    fn safe_systems_get_invariants() {
        safe(|| counter(8, 2, 7));
        safe(|| even_inputs(true));
        safe(|| array_memory(true));
        safe(|| deadlocked(4));
        safe(exhausted);
        safe(|| relational(true));
    }

    #[test]
    fn a_property_that_always_holds() {
        safe(|| {
            let mut b = counter(8, 2, 7);
            b.system.property = b.terms.tt();
            b
        });
        safe(|| {
            let mut b = counter(8, 2, 7);
            b.system.init = b.terms.ff();
            b
        });
    }

    #[test]
    fn violations_are_executions() {
        violated_after(counter(8, 3, 9), 3);
        violated_after(counter(4, 3, 1), 11);
        violated_after(counter(4, 3, 0), 0);
        violated_after(even_inputs(false), 1);
        violated_after(array_memory(false), 1);
        violated_after(relational(false), 3);
        violated_after(solved_input(), 2);
        violated_after(deadlocked(3), 3);
    }

    #[test]
    fn functions_are_refused_with_a_reason() {
        let mut b = counter(8, 2, 7);
        let (x, byte) = (b.system.states[0].current, Sort::BitVec(8));
        let function = b.terms.declare_function("f", &[byte], byte).unwrap();
        let next = b.terms.make(Op::Apply(function), &[x]);
        b.update(x, next);
        let outcome = answer(b, &SpacerOptions::default());
        let Outcome::Unknown(Reason::SolverGaveUp(why)) = outcome else { panic!("{outcome:?}") };
        assert_eq!(why, "Spacer does not take uninterpreted functions such as 'f'");
    }

    #[test]
    fn division_by_a_variable_is_refused_with_a_reason() {
        let mut b = Builder::new();
        let (x, z) = (b.state("x", Sort::Int), b.state("z", Sort::Int));
        let next = b.terms.make(Op::IntDiv, &[x, z]);
        b.update(x, next);
        b.update(z, z);
        let seven = b.terms.int(7);
        b.system.property = b.terms.neq(x, seven);
        let outcome = answer(b, &SpacerOptions::default());
        let Outcome::Unknown(Reason::SolverGaveUp(why)) = outcome else { panic!("{outcome:?}") };
        assert_eq!(why, "Spacer does not take integer division by anything but a constant");
    }
}
