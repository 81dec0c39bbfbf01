//! Executions that are too long for the interpreter: hundreds of millions of steps, which a machine makes in a second.
//!
//! Such an execution counts if two native programs that have nothing in common but the values make it to its end: the prepared
//! module, and the user's own files with checks for overflow, which must not strike. That is only so where all variables are numbers:
//! nobody checks accesses to memory there. The interpreter follows the beginning, until all values are taken; what it would tell of the rest is left out.

use super::execution::{MAX_STEPS, TOLD_INPUTS, globals, made_up, native_limit};
use super::native::Native;
use super::path::{self, Told};
use super::sources::Sources;
use super::{ExplainRequest, native, place, taken};
use crate::worker::protocol::Explanation;
use euclase_program::{
    BitVecValue, CheckKind, LocationId, Obstacle, ObstacleKind, Program, Run, RunOptions, Terminator, TraceLevel, run,
};
use euclase_result::{Line, NativeRun, Row, Violation};
use euclase_runtime_stubs::Contents;
use std::path::Path;
use std::time::Instant;

/// How many steps of the beginning are told.
const TOLD_STEPS: u64 = 2_000;

/// What an execution is worth that the interpreter has followed as far as it goes.
pub(super) fn conclude(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    beginning: &Run,
    all_values: usize,
    end: Instant,
) -> Explanation {
    let not_real = |kind, why: &str| Explanation::NotReal { why: Obstacle::new(kind, why) };
    // Nothing looks at memory so far into a run, and two runs of one machine go wrong alike.
    if !request.prepared.is_scalar || native::inputs(beginning).count() != all_values {
        return not_real(ObstacleKind::TooLong, "a run reaches the error, but is too long to be followed");
    }
    if let Some(explanation) = made_up(request, whole, beginning) {
        return explanation;
    }
    let Some((check, message, location)) = the_error(whole) else {
        return not_real(ObstacleKind::TooLong, "a run reaches an error, but is too long to say which");
    };
    let contents = Contents::default();
    let limit = || native_limit(Some(end));
    let native =
        || Native { scratch, request, whole, run: beginning, check, looks: None, contents: &contents, limit: limit() };
    if native().conclude() != Ok(NativeRun::Reached) {
        return not_real(ObstacleKind::Elsewhere, "a run reaches the error, but not a second time");
    }
    // Where the values cannot be given to the user's own files, there is no second opinion.
    if native().own_files_overflow() != Some(false) {
        return not_real(
            ObstacleKind::Elsewhere,
            "a long run reaches the error, but the program's own files do not, or a signed number overflows",
        );
    }
    let values: Vec<BitVecValue> = beginning.inputs.iter().map(|input| input.bits.clone()).collect();
    let options = RunOptions { max_steps: TOLD_STEPS, trace: TraceLevel::Memory, ..RunOptions::default() };
    let mut values = values.into_iter();
    let start = run(whole, options, &mut |_| values.next());
    let Told { rows: mut path, mut inputs, .. } = path::tell(whole, &start, request.full);
    let place = place(whole, location);
    path.push(Row::Gap { lines: 0 });
    path.push(Row::Violation(Line { place: place.clone().unwrap_or_default(), ..Line::default() }));
    Sources::default().add_to(&mut path);
    let more_inputs = all_values - inputs.len().min(TOLD_INPUTS).min(all_values);
    inputs.truncate(TOLD_INPUTS);
    let test_not_written = request.write_test.as_ref().and_then(|folder| native().keep_test(folder).err());
    Explanation::Violation(Box::new(Violation {
        check,
        message,
        column: location.map_or(0, |location| whole.location(location).column),
        place,
        globals: globals(whole, &path),
        path,
        inputs,
        more_inputs,
        steps: beginning.steps.min(MAX_STEPS),
        native: NativeRun::ReachedTwice,
        test_not_written,
        taken: taken::of(whole, beginning),
        // The way is too long to be told.
        values: None,
        branches: Vec::new(),
        uses_outside: false,
    }))
}

/// The error that the program can end in, if all its errors are the same place of the source.
fn the_error(program: &Program) -> Option<(CheckKind, String, Option<LocationId>)> {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut errors = blocks.filter_map(|block| match &block.terminator {
        Terminator::Error { check, message } => Some((*check, message.clone(), block.location)),
        _ => None,
    });
    let first = errors.next()?;
    let spot = |location: Option<LocationId>| {
        location.map(|location| {
            let location = program.location(location);
            (location.file.clone(), location.line, location.column)
        })
    };
    errors.all(|other| (other.0, &other.1, spot(other.2)) == (first.0, &first.1, spot(first.2))).then_some(first)
}
