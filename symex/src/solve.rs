//! What is left at the end: formulas for the solver, and inputs from its models.
//!
//! First violations that take no made-up values are looked for, then any violation, then doubts. Without all three, the program
//! is safe. A model gives the inputs in the order in which the interpreter asks for them: executions take inputs in the order in
//! which the run came to them, so those are left out that the execution of the model does not take.

use crate::outcome::{Evidence, Outcome, Why};
use crate::run::{Run, Stop};
use euclase_checker::solver::{Answer, QueryKind, Solver, SolverFactory, Statistics};
use euclase_logic::{Assignment, Evaluator, TermId, Value};
use euclase_program::{BitVecValue, Outcome as RunOutcome, RunOptions, evaluate, run_list};
use std::time::{Duration, Instant};

/// What the solver says of formulas any of which may hold.
enum Found {
    /// None can hold.
    Nothing,
    /// One holds with these inputs.
    Inputs(Vec<BitVecValue>),
    /// That is not known.
    Unknown(String),
}

impl Run<'_> {
    /// Executes and solves. Tells also whether everything could be executed; then, solving may take the whole time.
    pub(crate) fn conclude(mut self, whole: Instant) -> (Outcome, bool) {
        let outcome = self.outcome(whole);
        (outcome, self.aborted.is_none())
    }

    fn outcome(&mut self, whole: Instant) -> Outcome {
        match self.explore() {
            Err(Stop::Found(formula)) => {
                let found = self.solve_any(&[formula], false);
                match self.with_inputs(found) {
                    Ok(Some(outcome)) => return outcome,
                    Ok(None) => {}
                    Err(why) => return self.unknown(why, None),
                }
                return self.unknown(Why::Replay("a violation was taken for sure and has no model".into()), None);
            }
            Err(Stop::Limit(why)) => return self.unknown(why, None),
            Err(Stop::Path) | Ok(()) => {}
        }
        log::debug!(
            "symex: {} steps, {} terms, {} violations, {} doubts to refute, {} questions in {:?}",
            self.steps,
            self.terms.len(),
            self.obligations.violations.len(),
            self.obligations.doubts.len(),
            self.decider.questions,
            self.decider.time,
        );
        if self.aborted.is_none() {
            // All is executed: there is nothing better to do with the time that is left.
            self.limits.deadline = whole;
        }
        let violations = std::mem::take(&mut self.obligations.violations);
        for without_made_up in [true, false] {
            if !without_made_up && self.made_up.is_empty() || violations.is_empty() {
                continue;
            }
            let found = self.solve_any(&violations, without_made_up);
            match found {
                Found::Inputs(_) if !without_made_up => return self.unknown(Why::MadeUp, None),
                found => match self.with_inputs(found) {
                    Ok(Some(outcome)) => return outcome,
                    Ok(None) => {}
                    Err(why) => return self.unknown(why, None),
                },
            }
        }
        if let Some(why) = self.aborted.clone() {
            let safe_iterations = (why == Why::Endless).then_some(self.limits.max_iterations);
            return self.doubts_or(Outcome::Unknown { why, safe_iterations });
        }
        let evidence = Evidence {
            obligations: self.obligations.count,
            by_constants: self.obligations.by_constants,
            iterations: self.iterations,
            steps: self.steps,
            inputs: self.asked.len(),
            is_single_path: self.is_single_path,
        };
        self.doubts_or(Outcome::Safe(evidence))
    }

    /// The outcome, unless executions may come to what was not followed.
    fn doubts_or(&mut self, outcome: Outcome) -> Outcome {
        let doubts = std::mem::take(&mut self.obligations.doubts);
        let formulas: Vec<TermId> = doubts.iter().map(|(formula, _)| *formula).collect();
        if formulas.is_empty() {
            return outcome;
        }
        let first = doubts[0].1.clone();
        if formulas.iter().any(|formula| self.terms.as_bool(*formula) == Some(true)) {
            return self.unknown(first, None);
        }
        match self.solve_any(&formulas, false) {
            Found::Nothing => outcome,
            Found::Unknown(why) => self.unknown(Why::Solver(why), None),
            Found::Inputs(_) => self.unknown(first, None),
        }
    }

    fn unknown(&self, why: Why, safe_iterations: Option<u32>) -> Outcome {
        Outcome::Unknown { why, safe_iterations }
    }

    /// Whether one of the formulas can hold.
    fn solve_any(&mut self, formulas: &[TermId], without_made_up: bool) -> Found {
        let mut factory = SolverFactory::concrete(&Statistics::default());
        factory = factory.until(Some(self.limits.deadline));
        let mut solver = factory.solver(0);
        if without_made_up {
            for made_up in self.made_up.clone() {
                let not = self.terms.not(made_up);
                solver.assert(&self.terms, not);
            }
        }
        solver.assert_clause(&self.terms, formulas);
        solver.set_deadline(Some(self.limits.deadline));
        match solver.check(&self.terms, QueryKind::Unroll, &[]) {
            Answer::Unsat => Found::Nothing,
            Answer::Unknown(why) => Found::Unknown(why),
            Answer::Sat => match self.inputs(&solver, formulas) {
                Ok(inputs) => Found::Inputs(inputs),
                Err(why) => Found::Unknown(why),
            },
        }
    }

    /// The inputs of a model's execution.
    fn inputs(&self, solver: &Solver, formulas: &[TermId]) -> Result<Vec<BitVecValue>, String> {
        let roots: Vec<TermId> =
            self.asked.iter().flat_map(|asked| [asked.guard, asked.value]).chain(formulas.iter().copied()).collect();
        let variables = self.terms.variables(&roots);
        let mut assignment: Assignment = solver.concrete_model(&self.terms, &variables, &[])?;
        for variable in &variables {
            if assignment.get(*variable).is_none() {
                assignment.set(*variable, Value::default_of(&self.terms, self.terms.sort(*variable)));
            }
        }
        let mut evaluator = Evaluator::new(&self.terms, &assignment);
        let mut inputs = Vec::new();
        for asked in &self.asked {
            if !evaluator.holds(asked.guard).map_err(|error| format!("{error:?}"))? {
                continue;
            }
            match evaluator.value(asked.value).map_err(|error| format!("{error:?}"))? {
                Value::Bool(truth) => inputs.push(evaluate::truth(truth)),
                Value::BitVec(bits) => inputs.push(evaluate::resize(&bits, asked.width)),
                other => return Err(format!("an input that is no number: {other:?}")),
            }
        }
        Ok(inputs)
    }

    /// The violation that inputs lead to, as the interpreter sees it; nothing if there are none.
    fn with_inputs(&self, found: Found) -> Result<Option<Outcome>, Why> {
        let inputs = match found {
            Found::Nothing => return Ok(None),
            Found::Unknown(why) => return Err(Why::Solver(why)),
            Found::Inputs(inputs) => inputs,
        };
        let grace = Instant::now() + Duration::from_secs(1);
        let deadline = Some(self.limits.deadline.max(grace));
        let options = RunOptions { max_steps: u64::MAX, deadline, ..RunOptions::default() };
        let run = run_list(self.program, options, &inputs);
        match run.outcome {
            RunOutcome::ErrorReached { check, message, location } => {
                let inputs = run.inputs.into_iter().map(|input| input.bits).collect();
                Ok(Some(Outcome::Violation { inputs, check, message, location }))
            }
            RunOutcome::OutOfSteps => Err(Why::Time),
            other => {
                log::warn!("symex: the interpreter does not follow an execution: {other:?}, inputs {inputs:?}");
                Err(Why::Replay(format!("{other:?}")))
            }
        }
    }
}
