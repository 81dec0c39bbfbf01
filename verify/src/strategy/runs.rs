//! The rule for runs of the program on guessed values, beside the search. A run that reaches the error is the answer.

use super::goal::Program;
use super::node::{NodeSpec, Task};
use super::portfolio::Row;
use super::situation::{Ended, Situation, Step};
use super::target::{Prepared, Target};
use crate::worker::prepare::WHOLE;
use crate::worker::protocol::{Explanation, Message, Request};
use euclase_checker::EngineName;
use euclase_result::Violation;

/// Runs the program until a run reaches the error.
pub fn step(program: &Program, prepared: Prepared, now: &Situation) -> Step<Option<Box<Violation>>> {
    // A test that is to be kept is written by one worker only.
    let alone = program.plan.engines.len() == 1;
    let wanted = program.replay && program.plan.engines.contains(&EngineName::Run);
    if !wanted || !alone && program.write_test.is_some() {
        return Ok(None);
    }
    let ended = now.wait_for(Task::Runs, || {
        let deadline = program.plan.time_limit;
        let request = Target::of(program).question(prepared.summary, deadline, now.now);
        // What is compiled for a native run must not be in the way of what is compiled for another.
        let own = program.scratch.join("runs");
        NodeSpec {
            deadline,
            niceness: Row::of(EngineName::Run).niceness,
            folder: Some(own.clone()),
            copy: Some(program.scratch.join(WHOLE)),
            ..NodeSpec::new(Task::Runs, vec![own], Request::Explain(Box::new(request)), "running")
        }
    })?;
    let Ended::Said(_, Message::Explained(explanation)) = ended else { return Ok(None) };
    Ok(match &**explanation {
        // The interpreter alone would be no second opinion.
        Explanation::Violation(violation) if violation.native.has_reached() => Some(violation.clone()),
        _ => None,
    })
}
