//! From an execution of the system to one of the program.
//!
//! The execution gives every input of every step a value, also those that the program does not take
//! on this path. So the program that was encoded is run in lockstep with the execution to see which
//! values it takes; then the whole program is run with these, each value's in the order in which
//! it took them, and at last the native executable with all values in the order of that run.

use super::as_written::{self, AsWritten, Reached};
use super::lockstep::{Lockstep, cut_off, key, longest};
use super::native::Native;
use super::outside::Outside;
use super::path::{self, Told};
use super::taken;
use super::{ExplainRequest, place};
use crate::worker::protocol::Explanation;
use crate::worker::protocol::Message;
use crate::worker::{deadline, say};
use euclase_encoder::SourceMap;
use euclase_frontend::intrinsic::approximated;
use euclase_program::{
    BitVecValue, CheckKind, Obstacle, ObstacleKind, Outcome, Program, Run, RunOptions, TraceLevel, run,
};
use euclase_result::{NativeRun, Row, TraceText, Violation};
use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::time::{Duration, Instant};

/// After this many steps a run is given up; the execution would not fit into memory.
pub(super) const MAX_STEPS: u64 = 20_000_000;

/// How many steps are tried where the execution ends before the error.
const LUCKY_STEPS: u64 = 1_000_000;

/// The most time for building and running the native executable.
const NATIVE_LIMIT: Duration = Duration::from_secs(30);

/// How often an execution is followed at most, each time with more pointers that lead to memory.
const REPEATED: usize = 30;

/// How many inputs are told.
pub(super) const TOLD_INPUTS: usize = 10_000;

pub(super) fn explain(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    sliced: Program,
    map: &SourceMap,
    trace: &TraceText,
) -> Result<Explanation, String> {
    say(&Message::Doing { what: "replaying".to_string() });
    let (deadline, halfway) = (deadline(request.seconds), deadline(request.seconds.map(|seconds| seconds / 2.0)));
    let cut = cut_off(sliced, map);
    let max_steps = longest(&cut, trace.steps.len()).min(MAX_STEPS);
    let beside = RunOptions { max_steps, trace: TraceLevel::Blocks, deadline: halfway, ..RunOptions::default() };
    let follower = Follower { whole, cut: &cut, map, trace, beside };
    let (mut outside, mut refused) = (Outside::default(), None);
    for _ in 0..REPEATED {
        match follower.follow(&mut outside)? {
            Followed::Reached(replayed, led) => {
                return conclude(scratch, request, whole, (&replayed, &led), deadline);
            }
            Followed::Missed { why, again } => {
                // What is said of the execution itself says more than what is said of it with pointers that lead elsewhere.
                refused.get_or_insert(why);
                if !again {
                    break;
                }
            }
        }
    }
    refused.ok_or_else(|| "an execution that nobody followed".to_string())
}

/// Follows an execution of the system on the program.
struct Follower<'a> {
    whole: &'a Program,
    /// The program that was encoded, as far as the system has it.
    cut: &'a Program,
    map: &'a SourceMap,
    trace: &'a TraceText,
    /// How the encoded program is run beside the execution.
    beside: RunOptions,
}

/// What came of it.
enum Followed {
    /// The program reaches the error, with pointers that lead to memory outside.
    Reached(Run, Outside),
    /// It does not, and why; it may if pointers lead to memory that were learned from this run.
    Missed { why: Explanation, again: bool },
}

impl Follower<'_> {
    fn follow(&self, outside: &mut Outside) -> Result<Followed, String> {
        let Follower { whole, cut, .. } = *self;
        let mut lockstep = Lockstep::new(cut, self.map, self.trace)?;
        lockstep.outside = outside.clone();
        let beside = RunOptions { outside: outside.has_pointers(), ..self.beside };
        let followed = run(cut, beside, &mut |request| Some(lockstep.answer(&request)));
        let ends_in_unsupported = match &followed.outcome {
            Outcome::ErrorReached { .. } => None,
            Outcome::Unsupported { .. } => Some(lockstep.missed(cut, &followed, beside)),
            _ => {
                let why = lockstep.missed(cut, &followed, beside);
                return Ok(Followed::Missed { why, again: outside.learn(cut, &followed) });
            }
        };
        let mut taken = std::mem::take(&mut lockstep.taken);
        let mut led = std::mem::take(&mut lockstep.outside);
        // Behind what cannot be encoded, the execution says nothing; it would be luck to reach an error.
        let max_steps = if ends_in_unsupported.is_some() { LUCKY_STEPS } else { MAX_STEPS };
        let replayed = run(whole, RunOptions { max_steps, trace: TraceLevel::Memory, ..beside }, &mut |request| {
            let queue = key(&request).and_then(|key| taken.get_mut(&key));
            let bits = queue.and_then(VecDeque::pop_front).or_else(|| led.answer(&request, whole.pointer_width));
            Some(bits.unwrap_or_else(|| BitVecValue::zero(request.ty.width(whole.pointer_width))))
        });
        if !matches!(replayed.outcome, Outcome::ErrorReached { .. }) {
            let again = ends_in_unsupported.is_none() && outside.learn(whole, &replayed);
            let why = ends_in_unsupported.unwrap_or_else(|| lockstep.missed(whole, &replayed, beside));
            return Ok(Followed::Missed { why, again });
        }
        Ok(Followed::Reached(replayed, led))
    }
}

/// What a run of the program that reaches the error is worth: it is run natively, and told.
pub(super) fn conclude(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    (replayed, led): (&Run, &Outside),
    deadline: Option<Instant>,
) -> Result<Explanation, String> {
    let Outcome::ErrorReached { check, message, location } = &replayed.outcome else {
        return Err("a run that does not reach the error".to_string());
    };
    if let Some(explanation) = made_up(request, whole, replayed) {
        return Ok(explanation);
    }
    let Told { rows: path, inputs, heap } = path::tell(whole, replayed, request.full);
    let (written, contents) = as_written::follow(scratch, request, whole, (replayed, led), heap, deadline);
    // Where memory is misused, the place is known here, and natively only that there is one.
    if let AsWritten::Refused(why) = written {
        return Ok(Explanation::NotReal { why });
    }
    let limit = native_limit(deadline);
    // What the program does wrong, the program as it was written knows best.
    let reached = match &written {
        AsWritten::ReachesError(Some(reached)) => (**reached).clone(),
        _ => Reached {
            check: *check,
            message: message.clone(),
            place: place(whole, *location),
            column: location.map_or(0, |location| whole.location(location).column),
            looks: None,
        },
    };
    if reached.looks.is_none() && check.is_of_memory() {
        let why = "the program as it was written uses memory as it should on the same values".to_string();
        return Ok(Explanation::NotReal { why: Obstacle::new(ObstacleKind::Elsewhere, why) });
    }
    let (check, looks) = (reached.check, reached.looks);
    let native = Native { scratch, request, whole, run: replayed, check, looks, contents: &contents, limit };
    let ran = match native.conclude() {
        Ok(ran) => ran,
        Err(explanation) => return Ok(*explanation),
    };
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let no_time = || Explanation::NotReal {
        why: Obstacle::new(ObstacleKind::NoTime, "there was no time to run the execution natively"),
    };
    if matches!(ran, NativeRun::NotRun(_)) && is_late() {
        return Ok(no_time());
    }
    if let AsWritten::GoesElsewhere(why) = written {
        return Ok(Explanation::NotReal { why });
    }
    let is_overflow = check == CheckKind::Overflow;
    let is_asked = request.replay && (is_overflow || request.refuse_overflow);
    match is_asked.then(|| native.overflows()).flatten() {
        Some(false) if is_overflow => {
            let what = "the sanitizer finds no overflow in a native run of the execution".to_string();
            return Ok(Explanation::Wrong { what });
        }
        Some(true) if request.refuse_overflow => {
            let why = "a signed number overflows on the way to the error, which C does not define; without a property file \
                 it wraps around and the execution counts";
            return Ok(Explanation::NotReal { why: Obstacle::new(ObstacleKind::Undefined, why) });
        }
        None if is_asked && is_late() => return Ok(no_time()),
        _ => {}
    }
    let test_not_written = request.write_test.as_ref().and_then(|folder| native.keep_test(folder).err());
    let globals = globals(whole, &path);
    let mut inputs = inputs;
    let more_inputs = inputs.len().saturating_sub(TOLD_INPUTS);
    inputs.truncate(TOLD_INPUTS);
    Ok(Explanation::Violation(Box::new(Violation {
        check,
        message: reached.message,
        place: reached.place,
        path,
        inputs,
        more_inputs,
        steps: replayed.steps,
        native: ran,
        test_not_written,
        globals,
        column: reached.column,
        taken: taken::of(whole, replayed),
        values: request.witness.then(|| taken::values(replayed)).flatten(),
        branches: Vec::new(),
        uses_outside: contents.outside.is_some(),
    })))
}

/// Why a run does not count that takes a value which is made up.
pub(super) fn made_up(request: &ExplainRequest, whole: &Program, run: &Run) -> Option<Explanation> {
    let rules = request.prepare.sv_comp_rules;
    let mut made_up = run.inputs.iter().filter_map(|input| Some((approximated(&input.origin, rules)?, input.location)));
    let (what, location) = made_up.next()?;
    let place = super::at(whole, location);
    let why = format!("the execution takes a value that is made up for what {what} does, which is not known{place}");
    Some(Explanation::NotReal { why: Obstacle::new(ObstacleKind::MadeUp, why) })
}

/// The names of global variables in a path that no local variable has.
pub(super) fn globals(program: &Program, path: &[Row]) -> Vec<String> {
    let mut told = BTreeSet::new();
    for row in path {
        let (Row::Line(line) | Row::Violation(line)) = row else { continue };
        let variables = line.assignments.iter().map(|assignment| &*assignment.variable);
        told.extend(
            variables.filter_map(|name| name.split(|c: char| !c.is_alphanumeric() && c != '_').find(|w| !w.is_empty())),
        );
    }
    let (global, local): (Vec<_>, Vec<_>) = program.variables.iter().partition(|variable| variable.scope.is_none());
    let local: BTreeSet<&String> = local.iter().map(|variable| &variable.name).collect();
    let names: BTreeSet<&String> = global.iter().map(|variable| &variable.name).collect();
    names.difference(&local).filter(|name| told.contains(name.as_str())).map(|name| (*name).clone()).collect()
}

pub(super) fn native_limit(deadline: Option<Instant>) -> Duration {
    let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or(NATIVE_LIMIT, |left| left.min(NATIVE_LIMIT))
}
