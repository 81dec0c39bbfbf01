//! A worker that tells what a checked answer about the system means for the C program.
//!
//! An execution of the system is run again on the program, and natively; only then is it an
//! execution of the program. Of a proof, what it says about loops is translated to C.

mod as_written;
mod c_formula;
mod c_memory;
mod c_types;
mod changes;
mod chosen;
mod execution;
mod fold;
mod invariants;
mod lockstep;
mod memory;
mod native;
mod objects;
mod outside;
mod path;
mod places;
mod sources;
mod taken;
mod trials;
mod unfollowed;
mod values;

pub(super) use c_formula::{Names, Variable, to_c};
pub(super) use invariants::copy_of_loop;

use super::prepare::{self, MAP, MAP_ENDS, SYSTEM, WHOLE};
use super::protocol::{ExplainRequest, Message};
use crate::evidence;
use crate::input;
use crate::worker::protocol::Explanation;
use euclase_encoder::{LocationKind, SourceMap};
use euclase_program::{BitVecValue, LocationId, Obstacle, ObstacleKind, Outcome, Program, RunOptions, TraceLevel};
use euclase_result::{Evidence, GaveUp, SourcePlace};
use std::path::Path;
use std::time::Instant;

pub(super) fn run(scratch: &Path, request: &ExplainRequest) -> Message {
    match explain(scratch, request) {
        Ok(explanation) => Message::Explained(Box::new(explanation)),
        Err(what) => Message::GaveUp(GaveUp::Internal(what)),
    }
}

fn explain(scratch: &Path, request: &ExplainRequest) -> Result<Explanation, String> {
    let read = |name: &str| {
        let path = scratch.join(name);
        std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
    };
    let whole = Program::parse(&read(WHOLE)?).map_err(|e| e.to_string())?;
    let Some(evidence) = &request.evidence else { return trials::search(scratch, request, &whole) };
    let map = read(if request.ends { MAP_ENDS } else { MAP })?;
    let map: SourceMap = serde_json::from_str(&map).map_err(|e| e.to_string())?;
    match evidence {
        Evidence::Trace(trace) => {
            let mut sliced = prepare::reduce(&whole, &request.prepare)?;
            if request.ends {
                prepare::end_where_made_up(&mut sliced, &request.prepare);
            }
            execution::explain(scratch, request, &whole, sliced, &map, trace)
        }
        Evidence::Invariant(text) => {
            let mut input = input::read(&scratch.join(SYSTEM)).map_err(|e| e.message)?;
            let invariant = evidence::read_invariant(text, &mut input.terms)?;
            // Only the program that was encoded knows the regions, and the variables that are parts of others.
            let loops = map.locations.iter().any(|location| location.kind == LocationKind::Loop);
            let program = if loops { prepare::reduce(&whole, &request.prepare)? } else { whole };
            let invariants = invariants::at_loops(&mut input, &invariant, &map, &program);
            Ok(Explanation::Proof { invariants })
        }
    }
}

/// What an execution means that takes these inputs, in the order in which the interpreter asks for them.
pub(super) fn on_values(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    inputs: &[BitVecValue],
    end: Instant,
) -> Result<Explanation, String> {
    let mut values = inputs.iter().cloned();
    let options = RunOptions {
        max_steps: execution::MAX_STEPS,
        trace: TraceLevel::Memory,
        deadline: Some(end),
        ..RunOptions::default()
    };
    let replayed = euclase_program::run(whole, options, &mut |_| values.next());
    match replayed.outcome {
        Outcome::ErrorReached { .. } => {
            execution::conclude(scratch, request, whole, (&replayed, &outside::Outside::default()), Some(end))
        }
        other => {
            let why = format!("the interpreter does not follow the execution to its violation: {other:?}");
            Ok(Explanation::NotReal { why: Obstacle::new(ObstacleKind::TooLong, why) })
        }
    }
}

/// A place as it is told.
fn place(program: &Program, location: Option<LocationId>) -> Option<SourcePlace> {
    let location = program.location(location?);
    (location.line > 0).then(|| SourcePlace {
        file: location.file.clone(),
        line: location.line,
        function: location.scope.clone(),
    })
}

/// A place as it is told behind a reason; nothing if its line is not known.
fn at(program: &Program, location: Option<LocationId>) -> String {
    let known = location.map(|location| program.location(location)).filter(|location| location.line > 0);
    known.map(|location| format!(" ({location})")).unwrap_or_default()
}
