//! The rule for a C program: the search of it, and what goes on beside that. The first that has an answer ends the run.

use super::goal::{Ending, Program, Reported};
use super::node::System;
use super::situation::{Situation, Step, Wants};
use super::summaries::Proof;
use super::target::{Prepared, Target};
use super::{alternative, execution, explaining, native, recursion, runs, summaries};
use crate::worker::protocol::{Explanation, NativeRequest};
use euclase_checker::EngineName;
use euclase_result::{Answer, Counterexample, ExecutionProof, V2, Verdict, Violation};

/// Verifies a program; native runs that may break an invariant of a witness go beside.
pub fn step(program: &Program, native: Option<&NativeRequest>, now: &Situation) -> Step<Ending> {
    let main = search(program, now);
    let over = main.as_ref().ok().map(|reported| &reported.report);
    if over.is_some_and(|report| report.verdict() != Verdict::Unknown) {
        return main.map(Ending::of);
    }
    let broken = native::step(program, native, now);
    if let Ok(Some(number)) = broken {
        return Ok(Ending::Broken(number));
    }
    match (beside(program, over, now), main) {
        (Ok(Some(found)), main) => {
            // What is still searched is left as it is.
            let (main, wants) = match main {
                Ok(main) => (main, None),
                Err(wants) => (search(program, &now.interrupted())?, Some(wants)),
            };
            // A proof that was checked, and of which only the invariants in C are missing, stays one and gets them.
            match (main.report.verdict(), wants) {
                (Verdict::Unknown, _) => Ok(Ending::of(found.instead_of(main, program))),
                (_, Some(wants)) if !now.interrupted => Err(wants),
                _ => Ok(Ending::of(main)),
            }
        }
        (Ok(None), Ok(main)) => Ok(Ending::of(main)),
        (Err(wants), Ok(_)) => Err(wants),
        (beside, Err(mut wants)) => {
            wants.add(beside.err().unwrap_or_default());
            wants.add(broken.err().unwrap_or_default());
            Err(wants)
        }
    }
}

/// Prepares the program and searches it.
fn search(program: &Program, now: &Situation) -> Step<Reported> {
    let target = Target::of(program);
    let prepared = match target.prepared(now)? {
        Ok(prepared) => prepared,
        Err(report) => return Ok((*report).into()),
    };
    if prepared.summary.recursive.is_empty() {
        return explaining::step(&target, &program.plan.engines_of_systems(), prepared, now);
    }
    let mut reported = recursion::step(program, prepared.summary, now)?;
    reported.report.program.get_or_insert_with(|| target.report(prepared));
    Ok(reported)
}

/// An answer that was not found by the search.
enum Found<'n> {
    /// On the alternative encoding of calls.
    Alternative(Box<Reported>),
    /// By a run on guessed values, or by an execution with unknown inputs: which of them, and what it found.
    Run(EngineName, Box<Violation>),
    /// By looking at all executions.
    Execution(&'n ExecutionProof),
    /// By what recursive functions do.
    Proof(Proof<'n>),
}

/// What goes on beside the search of a prepared program; `main` is what that has come to, if it is over.
fn beside<'n>(program: &Program, main: Option<&V2>, now: &Situation<'n>) -> Step<Option<Found<'n>>> {
    let Some((node, summary)) = now.prepared(System::Program) else { return Ok(None) };
    let at = node.end.as_ref().map_or(now.now, |end| end.at);
    let prepared = Prepared { summary, work: &node.work, at };
    let is_recursive = !summary.recursive.is_empty();
    let mut wants = Wants::default();
    match alternative::step(program, prepared, main, now) {
        Ok(Some(reported)) => return Ok(Some(Found::Alternative(Box::new(reported)))),
        Ok(None) => {}
        Err(wanted) => wants.add(wanted),
    }
    // Runs and summaries are waited for where they are all there is, or can go deeper.
    let is_waited_for = main.is_none() || program.plan.engines.len() == 1 || is_recursive;
    if is_waited_for {
        match runs::step(program, prepared, now) {
            Ok(Some(violation)) => return Ok(Some(Found::Run(EngineName::Run, violation))),
            Ok(None) => {}
            Err(wanted) => wants.add(wanted),
        }
    }
    match execution::step(program, prepared, now) {
        Ok(Some(execution::Found::Proof(proof))) => return Ok(Some(Found::Execution(proof))),
        Ok(Some(execution::Found::Violation(violation))) => {
            return Ok(Some(Found::Run(EngineName::Symex, violation)));
        }
        Ok(None) => {}
        Err(wanted) => wants.add(wanted),
    }
    if is_waited_for && is_recursive {
        match summaries::step(program, now) {
            Ok(Some(proof)) => return Ok(Some(Found::Proof(proof))),
            Ok(None) => {}
            Err(wanted) => wants.add(wanted),
        }
    }
    if wants.is_empty() { Ok(None) } else { Err(wants) }
}

impl Found<'_> {
    /// Makes it the answer where the search has none.
    fn instead_of(self, mut main: Reported, program: &Program) -> Reported {
        match self {
            Found::Alternative(mut other) => {
                other.report.engines.extend(main.report.engines);
                other.report.warnings.extend(main.report.warnings);
                return *other;
            }
            Found::Execution(proof) => execution::prove(proof, &mut main),
            Found::Run(engine, violation) => {
                let engine = engine.name().to_string();
                main.report.answer = Answer::False(Box::new(Counterexample { engine, ..Counterexample::default() }));
                explaining::take_over(&mut main, Explanation::Violation(violation));
            }
            Found::Proof(proof) => proof.answer(&mut main, program),
        }
        main
    }
}
