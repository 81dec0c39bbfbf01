//! A worker that executes a program symbolically, or checks what is said about all its executions.
//!
//! Both read the program as it was imported. An execution that violates a check is told like any other, after the program as it was
//! written and a native executable have been run on its inputs.

use super::prepare::WHOLE;
use super::protocol::{ExecuteRequest, Message};
use super::{deadline, explain};
use euclase_program::{Location, Obstacle, ObstacleKind, Program};
use euclase_result::{ExecutionProof, GaveUp};
use euclase_symex::{Certified, Limits, Outcome, Why, certify, execute};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a program is executed where there is no limit.
const LONGEST: Duration = Duration::from_secs(600);

pub(super) fn run(scratch: &Path, request: &ExecuteRequest) -> Message {
    let internal = |what: String| Message::GaveUp(GaveUp::Internal(what));
    let text = match std::fs::read_to_string(scratch.join(WHOLE)) {
        Ok(text) => text,
        Err(error) => return internal(error.to_string()),
    };
    let program = match Program::parse(&text) {
        Ok(program) => program,
        Err(error) => return internal(error.to_string()),
    };
    let end = deadline(request.question.seconds).unwrap_or_else(|| Instant::now() + LONGEST);
    let limits = Limits::until(end);
    if let Some(evidence) = &request.evidence {
        return match certify(&program, evidence, limits) {
            Certified::Yes { paths, steps } => Message::ExecutionChecked(ExecutionProof {
                checks: evidence.obligations,
                by_constants: evidence.by_constants,
                iterations: evidence.iterations,
                paths,
                steps,
            }),
            Certified::No(why) => Message::GaveUp(GaveUp::NotChecked(why)),
        };
    }
    match execute(&program, limits) {
        Outcome::Safe(evidence) => Message::Executed(evidence),
        Outcome::Violation { inputs, .. } => {
            match explain::on_values(scratch, &request.question, &program, &inputs, end) {
                Ok(explanation) => Message::Explained(Box::new(explanation)),
                Err(what) => internal(what),
            }
        }
        Outcome::Unknown { why, .. } => Message::GaveUp(gave_up(&program, why)),
    }
}

/// Why nothing is known, as the parent is told.
fn gave_up(program: &Program, why: Why) -> GaveUp {
    let place = |location: Option<euclase_program::LocationId>| {
        let known = location.map(|location| program.location(location)).filter(|place| place.line > 0);
        known.map(|place: &Location| format!(" ({place})")).unwrap_or_default()
    };
    match why {
        Why::Time => GaveUp::Timeout,
        Why::Size => GaveUp::Bound("the executions have become too large to be followed".into()),
        Why::Endless => GaveUp::Bound("a loop or recursion goes on for longer than it was followed".into()),
        Why::Unsupported { what, location } => {
            GaveUp::Unsupported(Obstacle::from(format!("{what}{}", place(location))))
        }
        Why::Undefined { what, location } => {
            GaveUp::Unsupported(Obstacle::new(ObstacleKind::Undefined, format!("{what}{}", place(location))))
        }
        Why::MadeUp => GaveUp::Bound("a check depends on a value that is not known".into()),
        Why::Solver(what) => GaveUp::Solver(what),
        Why::Replay(what) => GaveUp::Internal(what),
    }
}
