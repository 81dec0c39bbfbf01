//! The execution on the program as it was written.
//!
//! LLVM removes an access to memory whose result nobody needs, folds an index that turns out to be constant, and keeps the value
//! of a variable whose function has returned. Where such an access goes wrong, C does not define what comes after it, and the
//! optimised program does not know. So the module before any optimisation is interpreted on the same values, with a look
//! at every access, before an execution counts. What cannot be looked at does not count.

use super::outside::{self, Outside};
use super::{ExplainRequest, at, native, place};
use crate::worker::prepare;
use euclase_program::{
    AddressMap, BitVecValue, CheckKind, CommandKind, FunctionId, HeapPlace, MemoryByte, NondetOrigin, Obstacle,
    ObstacleKind, Outcome, Program, Run, RunOptions, Type, ValueId, run,
};
use euclase_result::SourcePlace;
use euclase_runtime_stubs::{Contents, HeapByte};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::time::Instant;

/// How many steps are followed: a step of the optimised program is a dozen here.
const MAX_STEPS: u64 = 200_000_000;

/// The error that the program as it was written reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reached {
    pub check: CheckKind,
    pub message: String,
    /// In the program as it was written.
    pub place: Option<SourcePlace>,
    pub column: u32,
    /// If it is a misuse of memory: how many times the program said what it was about to do with memory.
    pub looks: Option<u64>,
}

/// What the program as it was written does on the values of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AsWritten {
    /// It reaches the error and does nothing on the way that C does not define. What error, if it was looked at.
    ReachesError(Option<Box<Reached>>),
    /// It does what C does not define, or nobody can tell: a reason why the execution does not count.
    Refused(Obstacle),
    /// It goes another way: such a reason, too.
    GoesElsewhere(Obstacle),
}

/// Follows the execution on the program as it was written. Says, too, what memory holds that nobody wrote: the program may read more
/// of that than the optimised one.
pub(super) fn follow(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    (replayed, led): (&Run, &Outside),
    heap: Vec<HeapByte>,
    deadline: Option<Instant>,
) -> (AsWritten, Contents) {
    let width = whole.pointer_width;
    let known = Known::of(replayed, &heap, width);
    let contents = |heap: Vec<HeapByte>| known.contents(heap, led.is_used().then(|| AddressMap::outside(width)));
    let unchanged = || (AsWritten::ReachesError(None), contents(heap.clone()));
    let refused = |why: String| (AsWritten::Refused(Obstacle::new(ObstacleKind::Elsewhere, why)), Contents::default());
    // Numbers that are read and written by their names are always there.
    if request.prepared.is_scalar {
        return unchanged();
    }
    let program = match prepare::as_written(&scratch.join("as-written"), &request.files, &request.prepare) {
        Ok(program) => program,
        Err(why) => return refused(format!("the program as it was written cannot be looked at: {why}")),
    };
    let mut values = native::inputs(replayed).map(|input| input.bits.clone());
    let mut read = heap.clone();
    let mut outside = led.behind();
    let pointers = if led.is_used() { loaded_pointers(&program) } else { FxHashSet::default() };
    let options =
        RunOptions { max_steps: MAX_STEPS, deadline, outside: led.is_used(), strict: true, ..RunOptions::default() };
    let followed = run(&program, options, &mut |request| {
        if *request.origin != NondetOrigin::Undef {
            return values.next();
        }
        let Some(byte) = request.memory else { return Some(BitVecValue::zero(request.ty.width(width))) };
        // As in a native run, what nobody wrote and the execution does not speak of is zero; but a pointer that the optimised
        // program has no use for may be followed here.
        let is_pointer = pointers.contains(&(request.function, byte.from));
        let mut lead = || is_pointer.then(|| outside.byte_of_pointer(byte, width)).flatten();
        let bits = known.byte(byte).or_else(&mut lead).unwrap_or_else(|| BitVecValue::zero(8));
        if let Some(HeapPlace { allocation, offset }) = byte.heap {
            read.push(HeapByte { allocation, offset, byte: bits.to_u64().unwrap_or(0) as u8 });
        }
        Some(bits)
    });
    let written = match &followed.outcome {
        Outcome::ErrorReached { check, message, location } => AsWritten::ReachesError(Some(Box::new(Reached {
            check: *check,
            message: message.clone(),
            place: place(&program, *location),
            column: location.map_or(0, |location| program.location(location).column),
            looks: check.is_of_memory().then_some(followed.looks),
        }))),
        Outcome::Undefined { what, location } => {
            let place = at(&program, *location);
            let why = format!("on the way to the error the execution does what C does not define: {what}{place}");
            AsWritten::Refused(Obstacle::new(ObstacleKind::Undefined, why))
        }
        Outcome::OutOfSteps => {
            let why = "the way to the error is too long to look at every access to memory on it, or there is no time for that";
            AsWritten::Refused(Obstacle::new(ObstacleKind::TooLong, why))
        }
        Outcome::Unsupported { what, location } => {
            let place = at(&program, *location);
            let why = format!("accesses to memory on the way to the error cannot be looked at: {what}{place}");
            AsWritten::Refused(Obstacle::new(ObstacleKind::Elsewhere, why))
        }
        Outcome::Returned(_) | Outcome::Exited | Outcome::AssumptionViolated { .. } | Outcome::OutOfInputs { .. } => {
            log::info!("the program as it was written ends otherwise: {:?}", followed.outcome);
            let why = "the program as it was written goes another way on the same values: they depend on addresses, or on what C does not define";
            AsWritten::GoesElsewhere(Obstacle::new(ObstacleKind::Undefined, why))
        }
    };
    (written, contents(read))
}

/// The addresses that functions of a program load pointers from.
fn loaded_pointers(program: &Program) -> FxHashSet<(FunctionId, ValueId)> {
    let mut found = FxHashSet::default();
    for id in program.function_ids() {
        let function = program.function(id);
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            if let (CommandKind::Load { address }, Some(result)) = (&command.kind, command.results.first())
                && function.type_of(*result) == Type::Pointer
            {
                found.insert((id, *address));
            }
        }
    }
    found
}

/// What the execution says about memory that nobody wrote.
struct Known {
    heap: FxHashMap<HeapPlace, u8>,
    outside: FxHashMap<u64, u8>,
}

impl Known {
    fn of(replayed: &Run, heap: &[HeapByte], width: u32) -> Self {
        let place = |byte: &HeapByte| HeapPlace { allocation: byte.allocation, offset: byte.offset };
        Known {
            heap: heap.iter().map(|byte| (place(byte), byte.byte)).collect(),
            outside: outside::read(replayed, width).into_iter().collect(),
        }
    }

    fn byte(&self, byte: MemoryByte) -> Option<BitVecValue> {
        let on_heap = byte.heap.and_then(|place| self.heap.get(&place));
        let outside = || self.outside.get(&byte.start.wrapping_add(byte.position));
        on_heap.or_else(outside).map(|byte| BitVecValue::new(8, u64::from(*byte)))
    }

    /// What a native run needs to know of it, with these bytes of the heap; with the memory at these addresses, if it is used.
    fn contents(&self, mut heap: Vec<HeapByte>, outside: Option<std::ops::Range<u64>>) -> Contents {
        heap.sort_by_key(|byte| (byte.allocation, byte.offset));
        heap.dedup_by_key(|byte| (byte.allocation, byte.offset));
        let outside = outside.map(|addresses| {
            let mut bytes: Vec<(u64, u8)> = self.outside.iter().map(|(address, byte)| (*address, *byte)).collect();
            bytes.sort_unstable();
            euclase_runtime_stubs::Outside { addresses, bytes }
        });
        Contents { heap, outside }
    }
}
