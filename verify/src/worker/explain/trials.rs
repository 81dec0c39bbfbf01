//! Runs of the program itself on values that are guessed: no proof, but errors that lie millions of steps deep, where no
//! search gets, are often on every way.
//!
//! Runs are short at first and get longer. They are native ones; a run that reaches the error is followed by the interpreter
//! and told like any other execution, after it has been run natively once more. Where nothing can be compiled, the
//! interpreter makes the runs itself. The values are small numbers, the ends of ranges, numbers that the program compares with, and anything;
//! some runs keep to a few values.

use super::execution::{MAX_STEPS, conclude};
use super::outside::Outside;
use super::{ExplainRequest, taken, unfollowed};
use crate::worker::deadline;
use crate::worker::protocol::Explanation;
use euclase_logic::random::Choices;
use euclase_program::{
    BitVecValue, CommandKind, FunctionId, Input, NondetOrigin, Obstacle, ObstacleKind, Outcome, Program, Request, Run,
    RunOptions, Terminator, TraceLevel, ValueId, run,
};
use euclase_runtime_stubs::{Taken, Trials, Tried};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// How many native runs a round has, and how many milliseconds of processor time each.
const NATIVE_ROUNDS: [(u64, u64); 7] = [(40, 10), (40, 50), (300, 10), (12, 250), (4, 1_000), (2, 4_000), (1_000, 20)];

/// How many of the native runs that reach the error are followed at most: what is no counterexample several times is none.
const FOLLOWED: usize = 12;

/// How long the runs of the interpreter's rounds are, how many there are, and how many milliseconds they have together.
const ROUNDS: [(u64, usize, u64); 4] =
    [(5_000, 200, 200), (100_000, 50, 400), (1_000_000, 10, 1_000), (8_000_000, 4, 4_000)];

/// How often the rounds are gone through at most: what so many runs do not find, more will hardly find.
const REPETITIONS: u64 = 20;

/// The most time for compiling the program, or for all runs where there is no other limit.
const LONGEST: Duration = Duration::from_secs(600);

/// Looks for a run of the program that reaches the error.
pub(super) fn search(scratch: &Path, request: &ExplainRequest, whole: &Program) -> Result<Explanation, String> {
    let end = deadline(request.seconds);
    if let Some(given) = &request.given {
        return Ok(taken::retrace(whole, given, end));
    }
    let constants = constants(whole);
    let limit = end.map_or(LONGEST, |end| end.saturating_duration_since(Instant::now()));
    let prepared = &request.prepared;
    let listed: Vec<BitVecValue> = constants.values().flatten().cloned().collect();
    let ilp32 = whole.pointer_width == 32;
    let build = |watched: bool| {
        Trials::build(&prepared.facts.clang, &prepared.bitcode, ilp32, (&listed, watched), scratch, limit)
    };
    // Where memory cannot be watched, runs find at least what the program itself says.
    let built = match looks_at_memory(whole) {
        true => build(true).or_else(|why| {
            log::info!("no runs with AddressSanitizer: {why}");
            build(false)
        }),
        false => build(false),
    };
    match built {
        Ok(trials) => natively(scratch, request, whole, trials, Instant::now() + limit),
        Err(why) => {
            log::info!("no native runs on guessed values: {why}");
            interpreted(scratch, request, whole, &constants)
        }
    }
}

/// Whether a program has checks of memory.
fn looks_at_memory(whole: &Program) -> bool {
    let mut commands = whole.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.commands);
    commands.any(|command| matches!(command.kind, CommandKind::Check(_)))
}

fn nothing() -> Explanation {
    Explanation::NotReal { why: Obstacle::new(ObstacleKind::Elsewhere, "no run reached the error") }
}

/// Makes native runs, and has the interpreter follow those that reach the error.
fn natively(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    mut trials: Trials,
    end: Instant,
) -> Result<Explanation, String> {
    let (mut why_not, mut followed) = (None, 0);
    'rounds: for (runs, milliseconds) in NATIVE_ROUNDS {
        let last = trials.next_seed() + runs;
        while trials.next_seed() < last {
            let left = last - trials.next_seed();
            match trials.run(left, Duration::from_millis(milliseconds), end) {
                Ok(Tried::ErrorReached(taken)) => {
                    match follow(scratch, request, whole, &taken, end)? {
                        violation @ Explanation::Violation(_) => return Ok(violation),
                        other => {
                            log::info!("a run does not count: {other:?}");
                            why_not = Some(other);
                        }
                    }
                    followed += 1;
                    if followed >= FOLLOWED {
                        break 'rounds;
                    }
                }
                Ok(Tried::Nothing) => {}
                Ok(Tried::NothingToGuess) => break 'rounds,
                Err(why) => {
                    log::info!("native runs on guessed values: {why}");
                    break 'rounds;
                }
            }
        }
    }
    Ok(why_not.unwrap_or_else(nothing))
}

/// Follows a run on the values that it took.
fn follow(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    taken: &Taken,
    end: Instant,
) -> Result<Explanation, String> {
    let values = &taken.values;
    let follow = |trace: TraceLevel| {
        let mut values = values.iter();
        let options = RunOptions { max_steps: MAX_STEPS, trace, deadline: Some(end), ..RunOptions::default() };
        foreseeing(whole, options, &mut |request| match request.origin {
            NondetOrigin::Undef => match request.ty.width(whole.pointer_width) {
                8 => Some(BitVecValue::new(8, taken.unwritten.into())),
                width => Some(BitVecValue::zero(width)),
            },
            _ => values.next().cloned(),
        })
    };
    // A trace takes memory, so what is too long for one is not kept.
    let first = follow(TraceLevel::Nothing);
    match first.outcome {
        Outcome::ErrorReached { .. } => {
            conclude(scratch, request, whole, (&follow(TraceLevel::Memory), &Outside::default()), Some(end))
        }
        Outcome::OutOfSteps => Ok(unfollowed::conclude(scratch, request, whole, &first, values.len(), end)),
        other => {
            let why = format!("a native run reaches the error where the interpreter does not: {other:?}");
            Ok(Explanation::NotReal { why: Obstacle::new(ObstacleKind::Elsewhere, why) })
        }
    }
}

/// Has the interpreter make the runs.
fn interpreted(
    scratch: &Path,
    request: &ExplainRequest,
    whole: &Program,
    constants: &FxHashMap<u32, Vec<BitVecValue>>,
) -> Result<Explanation, String> {
    let end = deadline(request.seconds);
    let mut why_not = None;
    let mut seed = 0;
    for _ in 0..REPETITIONS {
        for (max_steps, runs, milliseconds) in ROUNDS {
            let mut longer = false;
            let start = Instant::now();
            for _ in 0..runs {
                if start.elapsed() >= Duration::from_millis(milliseconds) {
                    longer = true;
                    break;
                }
                if end.is_some_and(|end| Instant::now() >= end) {
                    return Ok(why_not.unwrap_or_else(nothing));
                }
                seed += 1;
                let options = RunOptions { max_steps, deadline: end, ..RunOptions::default() };
                let guesses = Guesses::new(seed, constants, whole.pointer_width);
                let tried = foreseeing(whole, options, &mut guesses.source());
                longer |= matches!(tried.outcome, Outcome::OutOfSteps);
                if matches!(tried.outcome, Outcome::ErrorReached { .. }) {
                    let mut values = tried.inputs.into_iter().map(|input| input.bits);
                    let options = RunOptions { max_steps: MAX_STEPS, trace: TraceLevel::Memory, ..options };
                    let replayed = run(whole, options, &mut |_| values.next());
                    match conclude(scratch, request, whole, (&replayed, &Outside::default()), end)? {
                        violation @ Explanation::Violation(_) => return Ok(violation),
                        other => why_not = Some(other),
                    }
                } else if tried.inputs.iter().all(is_foreseen) && !matches!(tried.outcome, Outcome::OutOfSteps) {
                    // There is nothing to guess.
                    return Ok(why_not.unwrap_or_else(nothing));
                }
            }
            if !longer {
                break;
            }
        }
    }
    Ok(why_not.unwrap_or_else(nothing))
}

/// A run on values from a source, in which calls fail if they do.
///
/// Where a program asks beforehand whether a call fails, the run assumes that none does. When that turns out to be wrong,
/// it was the last call asked about, and the run is repeated with the same values and the right answer.
fn foreseeing(whole: &Program, options: RunOptions, guess: &mut dyn FnMut(Request<'_>) -> Option<BitVecValue>) -> Run {
    let (mut failing, mut known): (Vec<bool>, Vec<BitVecValue>) = (Vec::new(), Vec::new());
    loop {
        let (mut asked, mut taken) = (0, 0);
        let mut run = run(whole, options, &mut |request| {
            if matches!(request.origin, NondetOrigin::Fails(_)) {
                if asked == failing.len() {
                    failing.push(false);
                }
                asked += 1;
                return Some(BitVecValue::new(1, u64::from(failing[asked - 1])));
            }
            taken += 1;
            known.get(taken - 1).cloned().or_else(|| guess(request))
        });
        let was_wrong = matches!(run.outcome, Outcome::AssumptionViolated { .. });
        match failing.last_mut().filter(|fails| was_wrong && !**fails) {
            Some(fails) => *fails = true,
            None => return run,
        }
        run.inputs.retain(|input| !is_foreseen(input));
        known = run.inputs.into_iter().map(|input| input.bits).collect();
    }
}

/// Whether an input only says whether a call fails.
fn is_foreseen(input: &Input) -> bool {
    matches!(input.origin, NondetOrigin::Fails(_))
}

/// The numbers that a program compares with, by their width.
fn constants(program: &Program) -> FxHashMap<u32, Vec<BitVecValue>> {
    let mut found: FxHashMap<u32, Vec<BitVecValue>> = FxHashMap::default();
    let mut note = |bits: &BitVecValue| {
        let known = found.entry(bits.width()).or_default();
        if known.len() < 1000 && !known.contains(bits) {
            known.push(bits.clone());
        }
    };
    for function in &program.functions {
        for block in &function.blocks {
            for command in &block.commands {
                if let CommandKind::Compare(_, a, b) = &command.kind {
                    [*a, *b].into_iter().filter_map(|value| function.bits_of(value)).for_each(&mut note);
                }
            }
            if let Terminator::Switch { cases, .. } = &block.terminator {
                cases.iter().for_each(|(case, _)| note(case));
            }
        }
    }
    found
}

/// The values of a run.
struct Guesses<'a> {
    choices: Choices,
    constants: &'a FxHashMap<u32, Vec<BitVecValue>>,
    pointer_width: u32,
    /// How values are guessed: the first runs take the same one everywhere.
    mood: u64,
    /// The values taken so far, in runs that keep to them.
    kept: Option<FxHashMap<(FunctionId, Option<ValueId>), BitVecValue>>,
}

impl<'a> Guesses<'a> {
    fn new(seed: u64, constants: &'a FxHashMap<u32, Vec<BitVecValue>>, pointer_width: u32) -> Self {
        let kept = seed.is_multiple_of(3).then(FxHashMap::default);
        Guesses { choices: Choices::new(seed), constants, pointer_width, mood: seed, kept }
    }

    fn source(mut self) -> impl FnMut(euclase_program::Request<'_>) -> Option<BitVecValue> {
        move |request| {
            let key = (request.function, request.value);
            if let Some(known) = self.kept.as_ref().and_then(|kept| kept.get(&key)) {
                return Some(known.clone());
            }
            let bits = self.guess(request.ty.width(self.pointer_width));
            if let Some(kept) = &mut self.kept {
                kept.insert(key, bits.clone());
            }
            Some(bits)
        }
    }

    fn guess(&mut self, width: u32) -> BitVecValue {
        let one = BitVecValue::one(width);
        match self.mood {
            1 => return BitVecValue::zero(width),
            2 => return one,
            4 => return BitVecValue::new(width, 2),
            5 => return BitVecValue::ones(width),
            _ => {}
        }
        match self.choices.below(10) {
            0..=3 => BitVecValue::new(width, self.choices.below(6)),
            4 => {
                let ends = [BitVecValue::ones(width), BitVecValue::signed_min(width), BitVecValue::signed_max(width)];
                ends[self.choices.below(3) as usize].clone()
            }
            5 | 6 => match self.constants.get(&width) {
                Some(known) => {
                    let constant = &known[self.choices.below(known.len() as u64) as usize];
                    match self.choices.below(3) {
                        0 => constant.clone(),
                        1 => constant.add(&one),
                        _ => constant.sub(&one),
                    }
                }
                None => one,
            },
            7 => BitVecValue::new(width, self.choices.below(1000)),
            _ => {
                let low = BitVecValue::new(width.min(64), self.choices.below(u64::MAX));
                if width > 64 { low.zero_extend(width - 64) } else { low }
            }
        }
    }
}
