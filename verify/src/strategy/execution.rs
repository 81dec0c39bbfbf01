//! The rule for symbolic execution, beside the search: one worker executes the program, and another one checks what the first found
//! out about all executions. What checks is a proof; an execution that violates a check is told like any other.

use super::goal::{Program, Reported};
use super::limits::checked_until;
use super::node::{NodeSpec, Task};
use super::portfolio::Row;
use super::situation::{Ended, Situation, Step};
use super::target::{Prepared, Target};
use crate::worker::protocol::{ExecuteRequest, Explanation, Message, Request};
use euclase_checker::EngineName;
use euclase_result::{Answer, Certificate, ExecutionProof, Violation};
use euclase_symex::Evidence;
use std::time::Duration;

/// What came out of the execution.
pub enum Found<'n> {
    /// All executions are as they should be.
    Proof(&'n ExecutionProof),
    /// One violates a check.
    Violation(Box<Violation>),
}

/// Executes the program, and has what is said about all executions checked.
pub fn step<'n>(program: &Program, prepared: Prepared, now: &Situation<'n>) -> Step<Option<Found<'n>>> {
    // Its proofs are no obligations for other solvers.
    let wanted = program.plan.engines.contains(&EngineName::Symex) && program.plan.certificate.is_none();
    let alone = program.plan.engines.len() == 1;
    // It knows one place for each object, and what depends on places may be otherwise elsewhere.
    let depends_on_places = prepared.summary.facts.has_addresses_as_numbers;
    if !wanted || depends_on_places || !alone && program.write_test.is_some() {
        return Ok(None);
    }
    let limit = program.plan.time_limit;
    let ended = now.wait_for(Task::Execute, || node(program, prepared, Task::Execute, None, limit, now.now))?;
    let evidence = match ended {
        Ended::Said(_, Message::Executed(evidence)) => evidence,
        Ended::Said(_, Message::Explained(explanation)) => {
            return Ok(match &**explanation {
                Explanation::Violation(violation) => Some(Found::Violation(violation.clone())),
                _ => None,
            });
        }
        _ => return Ok(None),
    };
    let checked = now.wait_for(Task::CheckExecution, || {
        let deadline = checked_until(limit, limit, now.now);
        node(program, prepared, Task::CheckExecution, Some(evidence.clone()), deadline, now.now)
    })?;
    Ok(match checked {
        Ended::Said(_, Message::ExecutionChecked(proof)) => Some(Found::Proof(proof)),
        _ => None,
    })
}

fn node(
    program: &Program,
    prepared: Prepared,
    task: Task,
    evidence: Option<Evidence>,
    deadline: Option<Duration>,
    now: Duration,
) -> NodeSpec {
    let question = Target::of(program).question(prepared.summary, deadline, now);
    // What is compiled for a native run must not be in the way of what is compiled for another.
    let own = program.scratch.join("execution");
    let request = Request::Execute(Box::new(ExecuteRequest { question, evidence }));
    NodeSpec {
        deadline,
        niceness: Row::of(EngineName::Symex).niceness,
        folder: Some(own.clone()),
        copy: Some(program.scratch.join(crate::worker::prepare::WHOLE)),
        ..NodeSpec::new(task, vec![own], request, "executing")
    }
}

/// Makes a proof the answer of a report.
pub fn prove(proof: &ExecutionProof, reported: &mut Reported) {
    reported.report.answer = Answer::True(Box::new(euclase_result::Proof {
        engine: EngineName::Symex.name().to_string(),
        certificate: Certificate::default(),
        invariants: Some(Vec::new()),
        execution: Some(proof.clone()),
        ..euclase_result::Proof::default()
    }));
}
