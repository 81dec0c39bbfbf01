//! The execution on the program as it was written.
//!
//! LLVM removes an access to memory whose result nobody needs, folds an index that turns out to be constant, and keeps the value
//! of a variable whose function has returned. Where such an access goes wrong, C does not define what comes after it, and the
//! optimised program does not know. So the module before any optimisation is interpreted on the same values, with a look
//! at every access, before an execution counts.

use super::{ExplainRequest, at, native};
use crate::worker::prepare;
use euclase_program::{BitVecValue, HeapPlace, NondetOrigin, Outcome, Run, RunOptions, run};
use euclase_runtime_stubs::HeapByte;
use rustc_hash::FxHashMap;
use std::path::Path;
use std::time::Instant;

/// How many steps are followed: a step of the optimised program is a dozen here.
const MAX_STEPS: u64 = 200_000_000;

/// What the program as it was written does on the values of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AsWritten {
    /// It reaches the error and does nothing on the way that C does not define, as far as that can be told.
    ReachesError,
    /// It does what C does not define: a reason why the execution does not count.
    Undefined(String),
    /// It goes another way: such a reason, too.
    GoesElsewhere(String),
}

/// Follows the execution on the program as it was written.
pub(super) fn follow(
    scratch: &Path,
    request: &ExplainRequest,
    replayed: &Run,
    heap: &[HeapByte],
    deadline: Option<Instant>,
) -> AsWritten {
    // Numbers that are read and written by their names are always there.
    if request.prepared.is_scalar {
        return AsWritten::ReachesError;
    }
    let program = match prepare::as_written(&scratch.join("as-written"), &request.files, &request.prepare) {
        Ok(program) => program,
        Err(why) => {
            log::info!("the program as it was written cannot be run: {why}");
            return AsWritten::ReachesError;
        }
    };
    let place = |byte: &HeapByte| HeapPlace { allocation: byte.allocation, offset: byte.offset };
    let contents: FxHashMap<HeapPlace, u8> = heap.iter().map(|byte| (place(byte), byte.byte)).collect();
    let mut values = native::inputs(replayed).map(|input| input.bits.clone());
    let options = RunOptions { max_steps: MAX_STEPS, deadline, ..RunOptions::default() };
    let followed = run(&program, options, &mut |request| match request.origin {
        // As in a native run, what nobody wrote and the execution does not speak of is zero.
        NondetOrigin::Undef => {
            let byte = request.memory.and_then(|byte| byte.heap).and_then(|place| contents.get(&place));
            let width = request.ty.width(program.pointer_width);
            Some(BitVecValue::new(width, u64::from(byte.copied().unwrap_or(0))))
        }
        _ => values.next(),
    });
    match &followed.outcome {
        Outcome::ErrorReached { .. } => AsWritten::ReachesError,
        Outcome::Undefined { what, location } => {
            let place = at(&program, *location);
            let why = format!("on the way to the error the execution does what C does not define: {what}{place}");
            AsWritten::Undefined(why)
        }
        // Too long a way, or something that only the optimiser makes simple enough: nothing is known about it.
        Outcome::OutOfSteps | Outcome::Unsupported { .. } => AsWritten::ReachesError,
        Outcome::Returned(_) | Outcome::Exited | Outcome::AssumptionViolated { .. } | Outcome::OutOfInputs { .. } => {
            log::info!("the program as it was written ends otherwise: {:?}", followed.outcome);
            let why = "the program as it was written goes another way on the same values: they depend on addresses, or on what C does not define";
            AsWritten::GoesElsewhere(why.to_string())
        }
    }
}
