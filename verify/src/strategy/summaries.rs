//! The rule for summaries: what recursive functions do is found out by one worker and checked by another, beside the
//! search. What checks is a proof.

use super::goal::{Program, Reported};
use super::limits::{checked_until, seconds_left};
use super::node::{NodeSpec, Task};
use super::portfolio::Row;
use super::searching::UNDECIDED;
use super::situation::{Ended, Situation, Step};
use crate::worker::protocol::{Message, Request, SummariesReport, SummariesRequest};
use euclase_checker::EngineName;
use euclase_result::{Answer, Certificate, Evidence, InvariantText};
use std::path::PathBuf;
use std::time::Duration;

/// A proof by what is known about functions.
pub struct Proof<'n> {
    text: &'n InvariantText,
    report: &'n SummariesReport,
}

/// Looks for a proof, and has it checked.
pub fn step<'n>(program: &Program, now: &Situation<'n>) -> Step<Option<Proof<'n>>> {
    if !program.plan.engines.contains(&EngineName::Summaries) {
        return Ok(None);
    }
    let limit = program.plan.time_limit;
    let found = now.wait_for(Task::Summaries, || node(program, Task::Summaries, None, limit, now.now))?;
    let Ended::Said(_, Message::Answer { evidence: Evidence::Invariant(text) }) = found else { return Ok(None) };
    let checked = now.wait_for(Task::CheckSummaries, || {
        let deadline = checked_until(limit, limit, now.now);
        node(program, Task::CheckSummaries, Some(text.clone()), deadline, now.now)
    })?;
    Ok(match checked {
        Ended::Said(_, Message::Summarised(report)) => Some(Proof { text, report }),
        _ => None,
    })
}

fn node(
    program: &Program,
    task: Task,
    solution: Option<InvariantText>,
    deadline: Option<Duration>,
    now: Duration,
) -> NodeSpec {
    let folder = solution.as_ref().and_then(|_| own_folder(program));
    let request = SummariesRequest {
        prepare: program.prepare.clone(),
        solution,
        seconds: seconds_left(deadline, now),
        verbosity: program.plan.verbosity,
    };
    let paths = std::iter::once(program.scratch.clone()).chain(folder).collect();
    let request = Request::Summaries(Box::new(request));
    let niceness = Row::of(EngineName::Summaries).niceness;
    NodeSpec { deadline, niceness, ..NodeSpec::new(task, paths, request, "summing up functions") }
}

/// Where the check writes its certificate.
fn own_folder(program: &Program) -> Option<PathBuf> {
    Some(program.plan.certificate.as_ref()?.join(format!("{UNDECIDED}summaries")))
}

impl Proof<'_> {
    /// Makes it the answer of a report.
    pub fn answer(self, reported: &mut Reported, program: &Program) {
        let not_written = program.plan.certificate.as_ref().and(self.report.not_written.clone());
        if let Some(why) = &not_written {
            reported.report.warnings.push(format!("the certificate could not be written: {why}"));
        }
        reported.certificate = own_folder(program).filter(|_| not_written.is_none());
        let certificate =
            Certificate { concrete_obligations: self.report.obligations, not_written, ..Certificate::default() };
        reported.report.answer = Answer::True(Box::new(euclase_result::Proof {
            engine: EngineName::Summaries.name().to_string(),
            invariant: self.text.clone(),
            certificate,
            invariants: Some(self.report.invariants.clone()),
            contracts: self.report.contracts.clone(),
            execution: None,
        }));
    }
}
