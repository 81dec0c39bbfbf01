//! A second executor, deliberately plain, that certifies what the first one found to be safe.
//!
//! It goes through one path after the other: nothing is merged, no loop is special, every address is a number, and memory is flat
//! bytes. It shares with the search only the `Program`, the terms, the interface to the solver, and
//! the encoder's terms of floating-point operators. It accepts a program if every
//! path that the solver does not refute comes to an end without violating a check, and without doing what C leaves undefined or
//! what is not modelled. What takes too long, or has too many paths, is not accepted.
//!
//! A program that takes no input at all has one execution: the interpreter's run is the proof.

mod checks;
mod floats;
mod machine;
mod memory;
mod operators;
mod places;

use crate::outcome::{Evidence, Limits};
use euclase_program::{
    CastOp, CellData, CommandKind, Constant, Global, Initial, MemoryCheck, Outcome as RunOutcome, Program, RunOptions,
    Type, ValueId, run,
};

/// What became of the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certified {
    /// The program is safe.
    Yes {
        /// How many paths there are.
        paths: u64,
        /// How many commands and terminators were executed.
        steps: u64,
    },
    /// It could not be seen that it is safe.
    No(String),
}

/// Sees again that a program is safe, by other means. Made to run in a process of its own.
pub fn certify(program: &Program, _evidence: &Evidence, limits: Limits) -> Certified {
    if crate::unfollowed(program).is_some() {
        return Certified::No("memory that a model of a library function keeps".into());
    }
    if let Some(steps) = run_without_inputs(program, limits) {
        return Certified::Yes { paths: 1, steps };
    }
    let mut machine = machine::Machine::new(program, limits);
    match machine.run() {
        Ok(()) => Certified::Yes { paths: machine.paths, steps: machine.steps },
        Err(why) => Certified::No(why),
    }
}

/// How long the only execution of a program is that takes no input, if it ends well. Floating-point results are left to the other
/// way: of a NaN the machine may have another one than the interpreter.
fn run_without_inputs(program: &Program, limits: Limits) -> Option<u64> {
    use CommandKind::*;
    let mut commands = program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.commands);
    if commands.any(|command| matches!(command.kind, FloatUnary(..) | FloatBinary(..) | Cast(..)) && is_float(program))
    {
        return None;
    }
    if handles_addresses(program) {
        return None;
    }
    let options = RunOptions {
        max_steps: limits.max_steps,
        max_depth: limits.max_depth,
        deadline: Some(limits.deadline),
        ..RunOptions::default()
    };
    let ran = run(program, options, &mut |_| None);
    let ends_well = matches!(ran.outcome, RunOutcome::Returned(_) | RunOutcome::Exited);
    (ends_well && ran.inputs.is_empty()).then_some(ran.steps)
}

/// Whether a program computes with floating-point numbers.
fn is_float(program: &Program) -> bool {
    let mut types = program.functions.iter().flat_map(|function| {
        (0..function.value_count()).map(|index| function.type_of(euclase_program::ValueId::new(index)))
    });
    types.any(|ty| ty.is_float())
}

/// Whether a program does more with addresses than to follow them: then what it does may hang on where objects lie, which the
/// interpreter decides in its own way.
fn handles_addresses(program: &Program) -> bool {
    let holds_pointers = |global: &Global| match &global.initial {
        Initial::Cells(cells) => cells
            .iter()
            .any(|cell| matches!(&cell.data, CellData::Value(_, value) if !matches!(value, Constant::Bits(_)))),
        Initial::Any => true,
    };
    program.globals.iter().any(holds_pointers)
        || program.functions.iter().any(|function| {
            let is_pointer = |value: &ValueId| function.type_of(*value) == Type::Pointer;
            let is_null = |value: &ValueId| function.bits_of(*value).is_some_and(|bits| bits.is_zero());
            let mut commands = function.blocks.iter().flat_map(|block| &block.commands);
            commands.any(|command| match &command.kind {
                CommandKind::Cast(CastOp::PtrToInt | CastOp::IntToPtr, _) => true,
                CommandKind::Compare(_, a, b) => is_pointer(a) && !is_null(a) && !is_null(b),
                CommandKind::Store { value, .. } => is_pointer(value),
                // Which of its values a run still needs where the program exits, the interpreter does not tell.
                CommandKind::Check(MemoryCheck::End { is_return, .. }) => !is_return,
                _ => false,
            })
        })
}
