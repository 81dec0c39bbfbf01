//! The rule for native runs that may break an invariant of a witness, beside the search. They are not waited for.

use super::goal::Program;
use super::limits::seconds_left;
use super::node::{NodeSpec, Task};
use super::situation::{Ended, Situation, Step};
use crate::worker::protocol::{Message, NativeRequest, Request};

/// Runs the program natively until a run breaks an invariant: its number comes back.
pub fn step(program: &Program, request: Option<&NativeRequest>, now: &Situation) -> Step<Option<usize>> {
    let Some(request) = request else { return Ok(None) };
    let ended = now.wait_for(Task::NativeRuns, || {
        let deadline = program.plan.time_limit;
        let request = NativeRequest { seconds: seconds_left(deadline, now.now), ..request.clone() };
        let folder = program.scratch.join("native");
        NodeSpec {
            deadline,
            folder: Some(folder.clone()),
            ..NodeSpec::new(Task::NativeRuns, vec![folder], Request::Native(Box::new(request)), "running")
        }
    })?;
    Ok(match ended {
        Ended::Said(_, Message::Broken { invariant }) => Some(*invariant),
        _ => None,
    })
}
