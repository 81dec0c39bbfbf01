//! The native run of an execution, and what it means that it ends otherwise than the interpreter's.

use super::values::show_input;
use super::{ExplainRequest, at, place};
use crate::worker::prepare;
use crate::worker::protocol::Explanation;
use euclase_program::evaluate::{is_choice_open, is_nan};
use euclase_program::{
    BinaryOp, BitVecValue, CheckKind, Command, CommandKind, Constant, Definition, Event, FloatBinaryOp, Function,
    FunctionId, Input, LocationId, NondetOrigin, Obstacle, ObstacleKind, Program, Run, RunOptions, TraceLevel, ValueId,
    run_list,
};
use euclase_result::NativeRun;
use euclase_runtime_stubs::{
    Contents, Replay, ReplayOutcome, Test, TestInput, overflows as overflows_natively, replay, write_test,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::time::Duration;

/// The arbitrary values that the native executable takes. Bytes that were never written are not
/// chosen there, and calls fail or not without being asked.
pub(super) fn inputs(run: &Run) -> impl Iterator<Item = &Input> {
    run.inputs.iter().filter(|input| !matches!(input.origin, NondetOrigin::Undef | NondetOrigin::Fails(_)))
}

/// An execution that is to be run natively.
#[derive(Clone, Copy)]
pub(super) struct Native<'a> {
    /// A folder for what is built.
    pub scratch: &'a Path,
    /// How the program was prepared, and what the user wants.
    pub request: &'a ExplainRequest,
    /// The program.
    pub whole: &'a Program,
    /// Its run.
    pub run: &'a Run,
    /// The kind of error that it reaches.
    pub check: CheckKind,
    /// If that is a misuse of memory: how many times the program says what it is about to do with memory until then.
    pub looks: Option<u64>,
    /// What memory holds that nobody wrote and that is read.
    pub contents: &'a Contents,
    /// The most time for building and running one executable.
    pub limit: Duration,
}

impl Native<'_> {
    /// Keeps the execution as a program that the user can run.
    pub fn keep_test(&self, folder: &Path) -> Result<(), String> {
        self.with_test(|test| write_test(folder, test).map(|_| ()))
    }

    /// Whether a signed number overflows on the way to the error, or as the error; none where that cannot be told. The user's own
    /// files say it where all values come from functions that a test can define, a module with checks elsewhere.
    pub fn overflows(&self) -> Option<bool> {
        // The user's own files do not announce a misuse of memory.
        let told = if self.looks.is_some() { None } else { self.own_files_overflow() };
        // The sanitizer does not tell left shifts that overflow from those of negative numbers.
        let is_all = told == Some(true) || told.is_some() && !self.request.prepared.shifts_left;
        if is_all || self.check == CheckKind::Overflow {
            return told;
        }
        let folder = self.scratch.join("checked");
        let module = prepare::with_overflow_checks(&folder, &self.request.files, &self.request.prepare)?;
        match (Native { scratch: &folder, ..*self }).replay(&module) {
            // In a function of the C library, an overflow is what is not supported.
            ReplayOutcome::ErrorReached | ReplayOutcome::Unsupported => Some(true),
            ReplayOutcome::Misused | ReplayOutcome::Other(_) => Some(false),
            ReplayOutcome::DivisionRefused | ReplayOutcome::AccessRefused | ReplayOutcome::NotRun(_) => None,
        }
    }

    /// Whether a signed number overflows in the user's own files, compiled together with the values; false only if they reach the error.
    pub fn own_files_overflow(&self) -> Option<bool> {
        let is_function = |input: &Input| matches!(input.origin, NondetOrigin::Input(_));
        // What calls on the system is not run as it is: it would do to the user's machine what it says.
        let is_harmless = self.request.prepared.is_harmless;
        let can_be_given = is_harmless && self.contents.is_empty() && inputs(self.run).all(is_function);
        let tell = || self.with_test(|test| overflows_natively(self.scratch, test));
        can_be_given.then(tell).flatten()
    }

    /// Runs a module on the values of the run.
    fn replay(&self, module: &Path) -> ReplayOutcome {
        let values: Vec<BitVecValue> = inputs(self.run).map(|input| input.bits.clone()).collect();
        replay(&Replay {
            clang: &self.request.prepared.facts.clang,
            bitcode: module,
            ilp32: self.whole.pointer_width == 32,
            inputs: &values,
            contents: self.contents,
            looks: self.looks,
            scratch: self.scratch,
            limit: self.limit,
        })
    }

    fn with_test<T>(&self, action: impl FnOnce(&Test) -> T) -> T {
        let Native { request, whole, .. } = self;
        let input = |input: &Input| {
            let function = match &input.origin {
                NondetOrigin::Input(name) => Some(name.to_string()),
                _ => None,
            };
            let at = place(whole, input.location).map(|at| format!("{}:{}: ", at.file, at.line)).unwrap_or_default();
            let comment = format!("{at}{} = {}", input.origin, show_input(input));
            TestInput { function, bits: input.bits.clone(), comment }
        };
        let inputs: Vec<TestInput> = inputs(self.run).map(input).collect();
        let test = Test {
            clang: &request.prepared.facts.clang,
            sources: &request.files,
            flags: &request.prepare.flags,
            bitcode: &request.prepared.bitcode,
            ilp32: whole.pointer_width == 32,
            inputs: &inputs,
            contents: self.contents,
            is_harmless: request.prepared.is_harmless,
            error_is_overflow: self.check == CheckKind::Overflow,
            limit: self.limit,
        };
        action(&test)
    }

    /// Runs the prepared module. An error says what it means that it does something else.
    pub fn conclude(&self) -> Result<NativeRun, Box<Explanation>> {
        let Native { request, whole, run, .. } = *self;
        if !request.replay {
            return Ok(NativeRun::Off);
        }
        let not_real = |kind, why: String| Err(Box::new(Explanation::NotReal { why: Obstacle::new(kind, why) }));
        match self.replay(&request.prepared.bitcode) {
            ReplayOutcome::ErrorReached | ReplayOutcome::Misused => Ok(NativeRun::Reached),
            ReplayOutcome::Unsupported => {
                let why = "a native run of the counterexample comes to what is not supported";
                not_real(ObstacleKind::Elsewhere, why.into())
            }
            ReplayOutcome::NotRun(why) => Ok(NativeRun::NotRun(why)),
            ReplayOutcome::DivisionRefused => {
                let place = at(whole, refused_division(whole, run));
                let what =
                    "divides by zero, or the least number by -1, which C does not define and the machine refuses";
                not_real(ObstacleKind::Undefined, format!("the execution {what}{place}"))
            }
            ReplayOutcome::AccessRefused => {
                let place = at(whole, memory_access(whole, run).flatten());
                let what = "uses memory that is not there, which C does not define";
                not_real(ObstacleKind::Undefined, format!("a native run of the counterexample {what}{place}"))
            }
            ReplayOutcome::Other(what) => Err(Box::new(self.ends_otherwise(&what))),
        }
    }

    /// What it means that the native run does not reach the error.
    fn ends_otherwise(&self, what: &str) -> Explanation {
        let Native { request, whole, run, .. } = *self;
        let mut kind = ObstacleKind::Elsewhere;
        let reason = if let Some(location) = undefined_value(run) {
            kind = ObstacleKind::Undefined;
            format!("It depends on a value that C does not define{}", at(whole, location))
        } else if let Some(location) = memory_access(whole, run) {
            let place = at(whole, location);
            format!("Objects have other addresses there than in the counterexample, which uses memory{place}")
        } else if let Some(location) = nan(whole, run) {
            let place = at(whole, location);
            format!("There is a NaN in it, and the bits of a NaN are the machine's choice{place}")
        } else if let Some(location) = open_choice(whole, run) {
            let place = at(whole, location);
            format!("Which of two zeros fmin and fmax give is the machine's choice{place}")
        } else if !request.prepared.is_scalar {
            // What is read or written for nothing is not in the program any more, and C may leave it undefined.
            "The program accesses memory where nothing depends on it".to_string()
        } else {
            let what =
                format!("the native run does not reach the violation that the program's interpreter reaches: {what}");
            return Explanation::Wrong { what };
        };
        let why = format!("a native run of the counterexample ends otherwise: {what}. {reason}");
        Explanation::NotReal { why: Obstacle::new(kind, why) }
    }
}

/// Where the run takes a value that C leaves undefined and that no native run can be given.
fn undefined_value(run: &Run) -> Option<Option<LocationId>> {
    run.inputs.iter().find(|input| input.origin == NondetOrigin::Undef).map(|input| input.location)
}

/// Where the run uses memory for the first time, if it does: a place with a line, if there is one.
fn memory_access(program: &Program, run: &Run) -> Option<Option<LocationId>> {
    let mut visited = FxHashSet::default();
    let blocks = run.trace.iter().filter_map(|event| match event {
        Event::Block(function, block) => visited.insert((*function, *block)).then_some((*function, *block)),
        _ => None,
    });
    let commands = blocks.flat_map(|(function, block)| {
        let function = program.function(function);
        function.block(block).commands.iter().map(move |command| (function, command))
    });
    let uses_memory = |kind: &CommandKind| {
        use CommandKind::*;
        matches!(
            kind,
            Load { .. }
                | Store { .. }
                | Alloca { .. }
                | HeapAllocate { .. }
                | HeapFree(_)
                | MemoryCopy { .. }
                | MemorySet { .. }
                | MemoryHavoc { .. }
                | Address { .. }
        )
    };
    let uses_address = |function: &Function, kind: &CommandKind| {
        let mut found = false;
        kind.for_each_operand(|operand| {
            found |= matches!(function.constant_of(operand), Some(Constant::Global(..) | Constant::Function(_)));
        });
        found
    };
    let accesses = commands.filter(|(function, c)| uses_memory(&c.kind) || uses_address(function, &c.kind));
    let mut places = accesses.map(|(_, command)| command.location).peekable();
    let first = *places.peek()?;
    let known = |location: &Option<LocationId>| location.is_some_and(|location| program.location(location).line > 0);
    Some(places.find(known).unwrap_or(first))
}

/// Where the run first divides by zero, or the least number by -1.
fn refused_division(program: &Program, run: &Run) -> Option<LocationId> {
    first_command(program, run, |step| {
        let CommandKind::Binary(op, a, b) = &step.command.kind else { return false };
        let by_zero = || step.bits_of(*b).is_some_and(BitVecValue::is_zero);
        let least = || step.bits_of(*a).is_some_and(|a| *a == BitVecValue::signed_min(a.width()));
        let overflows = || least() && step.bits_of(*b).is_some_and(BitVecValue::is_ones);
        match op {
            BinaryOp::Udiv | BinaryOp::Urem => by_zero(),
            BinaryOp::Sdiv | BinaryOp::Srem => by_zero() || overflows(),
            _ => false,
        }
    })
    .flatten()
}

/// Where the run computes a NaN for the first time, if it does.
fn nan(program: &Program, run: &Run) -> Option<Option<LocationId>> {
    first_command(program, run, |step| {
        !matches!(step.command.kind, CommandKind::Nondet(_)) && is_nan(step.function.type_of(step.value), step.bits)
    })
}

/// Where the run first takes the lesser or the greater of two numbers and C leaves open which of them that is.
fn open_choice(program: &Program, run: &Run) -> Option<Option<LocationId>> {
    first_command(program, run, |step| match step.command.kind {
        CommandKind::FloatBinary(FloatBinaryOp::Min | FloatBinaryOp::Max, a, b) => {
            let ty = step.function.type_of(step.value);
            step.bits_of(a).zip(step.bits_of(b)).is_none_or(|(a, b)| is_choice_open(ty, a, b))
        }
        _ => false,
    })
}

/// A value that a run computes, and what is known there.
struct Step<'a> {
    function: &'a Function,
    command: &'a Command,
    value: ValueId,
    bits: &'a BitVecValue,
    known: &'a FxHashMap<ValueId, BitVecValue>,
}

impl Step<'_> {
    fn bits_of(&self, value: ValueId) -> Option<&BitVecValue> {
        self.known.get(&value).or_else(|| self.function.bits_of(value))
    }
}

/// The place of the first command of a run that is a certain one, if there is one.
fn first_command(program: &Program, first: &Run, is_wanted: impl Fn(&Step<'_>) -> bool) -> Option<Option<LocationId>> {
    let values: Vec<BitVecValue> = first.inputs.iter().map(|input| input.bits.clone()).collect();
    let options = RunOptions { max_steps: first.steps, trace: TraceLevel::Values, ..RunOptions::default() };
    let mut definitions: FxHashMap<FunctionId, Vec<Definition>> = FxHashMap::default();
    let mut open: Vec<(FunctionId, FxHashMap<ValueId, BitVecValue>)> = Vec::new();
    for event in run_list(program, options, &values).trace {
        match event {
            Event::Call(function) => open.push((function, FxHashMap::default())),
            Event::Return => drop(open.pop()),
            Event::Value(value, bits) => {
                let Some((id, known)) = open.last_mut() else { continue };
                let function = program.function(*id);
                let definitions = definitions.entry(*id).or_insert_with(|| function.definitions());
                if let Definition::Command(block, position) = definitions[value.index()] {
                    let command = &function.block(block).commands[position];
                    if is_wanted(&Step { function, command, value, bits: &bits, known }) {
                        return Some(command.location);
                    }
                }
                known.insert(value, bits);
            }
            Event::Block(..) | Event::Input(_) | Event::Variable(..) => {}
            Event::Store(..) | Event::Allocate(..) | Event::Copy { .. } | Event::Set { .. } => {}
        }
    }
    None
}
