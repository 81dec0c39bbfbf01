//! From an execution of the system to one of the program.
//!
//! The execution gives every input of every step a value, also those that the program does not take
//! on this path. So the program that was encoded is run in lockstep with the execution to see which
//! values it takes; then the whole program is run with these, each value's in the order in which
//! it took them, and at last the native executable with all values in the order of that run.

use super::path;
use super::values::show_input;
use super::{ExplainRequest, place};
use crate::evidence::{TraceText, ValueText, read_bits};
use crate::story::{ChosenInput, Explanation, NativeRun, Story};
use crate::worker::protocol::Message;
use crate::worker::say;
use euclase_encoder::{InputReason, LocationKind, SourceMap};
use euclase_program::{
    BitVecValue, Event, Function, FunctionId, Input, LocationId, NondetOrigin, Outcome, Program, Request, Run,
    RunOptions, TraceLevel, ValueId, run,
};
use euclase_runtime_stubs::{Replay, ReplayOutcome, Test, TestInput, replay, write_test};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

/// After this many steps a run is given up; the execution would not fit into memory.
const MAX_STEPS: u64 = 50_000_000;

/// The most time for building and running the native executable.
const NATIVE_LIMIT: Duration = Duration::from_secs(30);

/// How many inputs are told.
const TOLD_INPUTS: usize = 10_000;

pub(super) fn explain(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    sliced: &Program,
    map: &SourceMap,
    trace: &TraceText,
) -> Result<Explanation, String> {
    say(&Message::Doing("replaying".to_string()));
    let mut lockstep = Lockstep::new(sliced, map, trace)?;
    let followed = run(sliced, options(TraceLevel::Blocks), &mut |request| Some(lockstep.answer(&request)));
    if !matches!(followed.outcome, Outcome::ErrorReached { .. }) {
        return Ok(lockstep.missed(sliced, &followed));
    }
    let mut taken = std::mem::take(&mut lockstep.taken);
    let replayed = run(whole, options(TraceLevel::Blocks), &mut |request| {
        let queue = request.value.and_then(|value| taken.get_mut(&(request.function, value)));
        let bits = queue.and_then(VecDeque::pop_front);
        Some(bits.unwrap_or_else(|| zero(whole, &request)))
    });
    let Outcome::ErrorReached { property, message, location } = &replayed.outcome else {
        return Ok(lockstep.missed(whole, &replayed));
    };
    let native = match native(scratch, request, whole, &replayed) {
        Ok(native) => native,
        Err(what) => return Ok(Explanation::Wrong { what }),
    };
    let test_not_written =
        request.write_test.as_ref().and_then(|folder| keep_test(folder, request, whole, &replayed).err());
    let mut inputs: Vec<ChosenInput> = native_inputs(&replayed)
        .map(|input| ChosenInput {
            origin: input.origin.to_string(),
            value: show_input(input),
            place: place(whole, input.location),
        })
        .collect();
    let more_inputs = inputs.len().saturating_sub(TOLD_INPUTS);
    inputs.truncate(TOLD_INPUTS);
    Ok(Explanation::Violation(Story {
        property: property.word().to_string(),
        message: message.clone(),
        place: place(whole, *location),
        path: path::rows(whole, &replayed, request.full),
        inputs,
        more_inputs,
        steps: replayed.steps,
        native,
        test_not_written,
    }))
}

fn options(trace: TraceLevel) -> RunOptions {
    RunOptions { max_steps: MAX_STEPS, trace, ..RunOptions::default() }
}

fn zero(program: &Program, request: &Request<'_>) -> BitVecValue {
    BitVecValue::zero(request.ty.width(program.pointer_width))
}

/// The arbitrary values that the native executable takes. Bytes that were never written are not
/// chosen there.
fn native_inputs(run: &Run) -> impl Iterator<Item = &Input> {
    run.inputs.iter().filter(|input| input.origin != NondetOrigin::Undef)
}

fn native_limit(request: &ExplainRequest) -> Duration {
    let left = request.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    left.map_or(NATIVE_LIMIT, |left| left.min(NATIVE_LIMIT))
}

/// Keeps the execution as a program that the user can run.
fn keep_test(folder: &Path, request: &ExplainRequest, whole: &Program, run: &Run) -> Result<(), String> {
    let input = |input: &Input| {
        let function = match &input.origin {
            NondetOrigin::Input(name) => Some(name.clone()),
            _ => None,
        };
        let at = place(whole, input.location).map(|at| format!("{}:{}: ", at.file, at.line)).unwrap_or_default();
        let comment = format!("{at}{} = {}", input.origin, show_input(input));
        TestInput { function, bits: input.bits.clone(), comment }
    };
    let inputs: Vec<TestInput> = native_inputs(run).map(input).collect();
    let test = Test {
        clang: &request.prepared.clang,
        sources: &request.files,
        flags: &request.prepare.flags,
        bitcode: &request.prepared.bitcode,
        ilp32: whole.pointer_width == 32,
        inputs: &inputs,
        limit: native_limit(request),
    };
    write_test(folder, &test).map(|_| ())
}

/// Runs the native executable; an error means that it does something else than the program.
fn native(scratch: &Path, request: &ExplainRequest, whole: &Program, run: &Run) -> Result<NativeRun, String> {
    if !request.replay {
        return Ok(NativeRun::Off);
    }
    let inputs: Vec<BitVecValue> = native_inputs(run).map(|input| input.bits.clone()).collect();
    let outcome = replay(&Replay {
        clang: &request.prepared.clang,
        bitcode: &request.prepared.bitcode,
        ilp32: whole.pointer_width == 32,
        inputs: &inputs,
        scratch,
        limit: native_limit(request),
    });
    match outcome {
        ReplayOutcome::ErrorReached => Ok(NativeRun::Reached),
        ReplayOutcome::NotRun(why) => Ok(NativeRun::NotRun(why)),
        ReplayOutcome::Other(what) => {
            Err(format!("the native run does not reach the violation that the program's interpreter reaches: {what}"))
        }
    }
}

/// A run of the encoded program beside the execution of the system.
struct Lockstep<'a> {
    program: &'a Program,
    entry: FunctionId,
    map: &'a SourceMap,
    trace: &'a TraceText,
    /// The column of each location in the states of the trace.
    location_columns: Vec<Option<usize>>,
    /// By location and value, the entry of the map and its column in the inputs of the trace.
    inputs: FxHashMap<(usize, u32), (usize, Option<usize>)>,
    /// The location that starts with a block, by the block.
    cut_points: FxHashMap<u32, usize>,
    /// How many events of the run have been looked at.
    seen: usize,
    /// How many cut points the run has come to.
    entered: usize,
    /// The values taken, in order.
    taken: FxHashMap<(FunctionId, ValueId), VecDeque<BitVecValue>>,
    /// A step of the trace that is at another location than the run.
    parted: Option<usize>,
}

impl<'a> Lockstep<'a> {
    fn new(program: &'a Program, map: &'a SourceMap, trace: &'a TraceText) -> Result<Self, String> {
        let entry = program.entry.ok_or("the program has no entry")?;
        let columns: FxHashMap<&str, usize> =
            trace.states.iter().enumerate().map(|(column, state)| (state.name.as_str(), column)).collect();
        let input_columns: FxHashMap<&str, usize> =
            trace.inputs.iter().enumerate().map(|(column, input)| (input.name.as_str(), column)).collect();
        let inputs = map.inputs.iter().enumerate().map(|(index, entry)| {
            let column = input_columns.get(entry.symbol.as_str()).copied();
            ((entry.location, entry.value), (index, column))
        });
        let cut_points = map.locations.iter().enumerate().filter_map(|(index, location)| {
            let block = if location.kind == LocationKind::Entry { Some(Function::ENTRY.0) } else { location.block };
            block.map(|block| (block, index))
        });
        Ok(Lockstep {
            program,
            entry,
            map,
            trace,
            location_columns: map.locations.iter().map(|l| columns.get(l.symbol.as_str()).copied()).collect(),
            inputs: inputs.collect(),
            cut_points: cut_points.collect(),
            seen: 0,
            entered: 0,
            taken: FxHashMap::default(),
            parted: None,
        })
    }

    /// The value that the program gets, which is noted.
    fn answer(&mut self, request: &Request<'_>) -> BitVecValue {
        self.follow(request.trace);
        let Some(value) = request.value else { return zero(self.program, request) };
        let bits = self.chosen(request.function, value).unwrap_or_else(|| zero(self.program, request));
        self.taken.entry((request.function, value)).or_default().push_back(bits.clone());
        bits
    }

    /// Counts the cut points that the run has come to since.
    fn follow(&mut self, events: &[Event]) {
        for event in &events[self.seen..] {
            if let Event::Block(function, block) = event
                && *function == self.entry
                && let Some(location) = self.cut_points.get(&block.0)
            {
                if self.location(self.entered).is_none_or(|at| at != *location) {
                    self.parted.get_or_insert(self.entered);
                }
                self.entered += 1;
            }
        }
        self.seen = events.len();
    }

    /// The location that the trace is at in a step.
    fn location(&self, step: usize) -> Option<usize> {
        let state = &self.trace.steps.get(step)?.state;
        let holds =
            |column: &Option<usize>| column.and_then(|column| state.get(column)) == Some(&ValueText::Bool(true));
        self.location_columns.iter().position(holds)
    }

    /// What the trace says about a value in the current step; nothing where any value will do.
    fn chosen(&self, function: FunctionId, value: ValueId) -> Option<BitVecValue> {
        if function != self.entry {
            return None;
        }
        let step = self.entered.checked_sub(1)?;
        let (_, column) = self.inputs.get(&(self.location(step)?, value.0))?;
        match self.trace.steps[step].inputs.get((*column)?)? {
            ValueText::Bool(truth) => Some(BitVecValue::new(1, u64::from(*truth))),
            ValueText::Scalar(text) => read_bits(text),
            ValueText::Array { .. } => None,
        }
    }

    /// What it means that a run with the values of the trace does not reach the error.
    fn missed(&self, program: &Program, run: &Run) -> Explanation {
        let at = |location: Option<LocationId>| match location {
            Some(location) => format!(" ({})", program.location(location)),
            None => String::new(),
        };
        match &run.outcome {
            Outcome::Unsupported { what, location } => {
                return Explanation::NotReal { why: format!("{what}{}", at(*location)), unsupported: true };
            }
            Outcome::OutOfSteps => {
                let why = "the execution is too long to be replayed".to_string();
                return Explanation::NotReal { why, unsupported: false };
            }
            _ => {}
        }
        if let Some(why) = self.ends_in_unsupported(run) {
            return Explanation::NotReal { why, unsupported: true };
        }
        if let Some(why) = self.approximated() {
            return Explanation::NotReal { why, unsupported: false };
        }
        let parted = self.parted.map(|step| format!(", having left the execution in step {step}")).unwrap_or_default();
        let what = match &run.outcome {
            Outcome::Returned(_) => "the program returns instead".to_string(),
            Outcome::Exited => "the program exits instead".to_string(),
            Outcome::AssumptionViolated { location } => format!("an assumption is violated instead{}", at(*location)),
            Outcome::Undefined { what, location } => format!("{what}{}", at(*location)),
            Outcome::OutOfInputs { location } => format!("an arbitrary value has no value{}", at(*location)),
            Outcome::ErrorReached { .. } | Outcome::OutOfSteps | Outcome::Unsupported { .. } => String::new(),
        };
        Explanation::Wrong { what: format!("the counterexample is not an execution of the program: {what}{parted}") }
    }

    /// What the trace ends in, if that is something that cannot be encoded. The interpreter may know
    /// how to go on from there, the system does not.
    fn ends_in_unsupported(&self, run: &Run) -> Option<String> {
        let last = self.location(self.trace.steps.len().checked_sub(1)?)?;
        if self.map.locations.get(last)?.kind != LocationKind::Unsupported {
            return None;
        }
        let entries: FxHashMap<u32, usize> =
            self.map.unsupported.iter().enumerate().rev().map(|(index, entry)| (entry.block, index)).collect();
        let met = run.trace.iter().find_map(|event| match event {
            Event::Block(function, block) if *function == self.entry => entries.get(&block.0),
            _ => None,
        });
        let Some(entry) = met.and_then(|index| self.map.unsupported.get(*index)).or(self.map.unsupported.first())
        else {
            return Some("something that cannot be encoded is reached".to_string());
        };
        let place = entry.place.as_ref().map(|p| format!(" ({}:{})", p.file, p.line)).unwrap_or_default();
        Some(format!("{}{place}", entry.what))
    }

    /// Something that the trace rests on and that the system leaves open though C does not.
    fn approximated(&self) -> Option<String> {
        let visited: FxHashSet<usize> = (0..self.trace.steps.len()).filter_map(|step| self.location(step)).collect();
        let open = self.map.inputs.iter().filter(|input| visited.contains(&input.location));
        let (what, place) = { open }.find_map(|input| match &input.reason {
            InputReason::Approximated(what) => Some((what, &input.place)),
            InputReason::Nondet(_) => None,
        })?;
        let place = place.as_ref().map(|p| format!(" ({}:{})", p.file, p.line)).unwrap_or_default();
        Some(format!("the counterexample depends on {what}, which is not modelled yet{place}"))
    }
}
