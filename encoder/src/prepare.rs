//! What of a function matters to the system.
//!
//! Where memory is not modelled, what is read from it is arbitrary, so that what is written to it does
//! not matter. A call of a function with a body may reach the error, so control cannot go past it.
//! Both are said in the function itself, so that dead code and liveness are those of the system.

use crate::address_numbers::{self, Arriving};
use crate::floats;
use crate::memory::{Interfaces, Memory, MemoryLevel};
use crate::source_map::InputReason;
use euclase_program::passes::remove_dead_code;
use euclase_program::{
    Block, Callee, Command, CommandKind, Function, FunctionId, NondetOrigin, Program, Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A function made ready to be encoded.
pub(crate) struct Prepared {
    /// The function: what cannot be said is [`CommandKind::Nondet`] or [`Terminator::Unsupported`],
    /// and there are no effects left but assumptions.
    pub function: Function,
    /// Why values are arbitrary; what is missing says so itself.
    pub reasons: FxHashMap<ValueId, InputReason>,
    /// The arbitrary values that are addresses of objects, and therefore not null.
    pub addresses: FxHashSet<ValueId>,
    /// How exactly memory is encoded.
    pub level: MemoryLevel,
    /// Memory, as far as it is.
    pub memory: Memory,
}

/// What calls of functions with a body and returns are.
#[derive(Clone, Copy)]
pub(crate) enum Calls<'i> {
    /// The function is all there is: control cannot go past a call, and a return ends the execution.
    End,
    /// Somebody else says what calls do and where returns lead. Where memory is modelled, this is what of it goes in and
    /// out of functions; and these are the integers made of addresses that go from one to another.
    Stay(&'i Rc<Interfaces>, &'i [Arriving]),
}

/// Prepares the function that a program starts in.
pub(crate) fn prepare(program: &Program, entry: FunctionId, level: MemoryLevel) -> Prepared {
    prepare_function(program, entry, level, Calls::End)
}

/// Prepares a function of a program.
pub(crate) fn prepare_function(program: &Program, entry: FunctionId, level: MemoryLevel, calls: Calls<'_>) -> Prepared {
    let original = program.function(entry);
    let mut function = original.clone();
    let mut reasons = FxHashMap::default();
    let mut addresses = FxHashSet::default();
    let (has_others, arriving) = match calls {
        Calls::End => (false, &Arriving::default()),
        Calls::Stay(_, arriving) => (true, &arriving[entry.index()]),
    };
    let seen = floats::seen_bits(original, has_others);
    let numbers = address_numbers::addresses(original, arriving);
    for block in &mut function.blocks {
        for command in &block.commands {
            for result in &command.results {
                if let Some(what) = floats::choice(&command.kind, seen.contains(result)) {
                    reasons.insert(*result, InputReason::Approximated(what.into()));
                }
            }
        }
        for command in &mut block.commands {
            if address_numbers::depends_on_place(original, &numbers, &command.kind) {
                let what = "address of an object as a number".to_string();
                reasons.extend(command.results.iter().map(|r| (*r, InputReason::Address(what.clone()))));
                command.kind = CommandKind::Nondet(NondetOrigin::Undef);
            }
        }
        *block = prepare_block(program, original, block, (level, calls), &mut reasons, &mut addresses);
    }
    // Control no longer leaves the blocks that were cut off, so phis must not ask for them.
    let ends: Vec<bool> = function.blocks.iter().map(|block| block.terminator.successors().is_empty()).collect();
    for phi in function.blocks.iter_mut().flat_map(|block| &mut block.phis) {
        phi.arguments.retain(|(from, _)| !ends[from.index()]);
    }
    remove_dead_code(&mut function);
    let memory = match level {
        MemoryLevel::Registers => Memory::unknown(program, entry),
        _ => {
            let interfaces = match calls {
                Calls::End => None,
                Calls::Stay(interfaces, _) => Some(interfaces),
            };
            Memory::prepare(program, entry, &mut function, level, interfaces)
        }
    };
    Prepared { function, reasons, addresses, level, memory }
}

fn prepare_block(
    program: &Program,
    function: &Function,
    block: &Block,
    (level, calls): (MemoryLevel, Calls<'_>),
    reasons: &mut FxHashMap<ValueId, InputReason>,
    addresses: &mut FxHashSet<ValueId>,
) -> Block {
    let (name, phis) = (block.name.clone(), block.phis.clone());
    let mut commands = Vec::with_capacity(block.commands.len());
    for command in &block.commands {
        match &command.kind {
            CommandKind::Store { .. }
            | CommandKind::MemoryCopy { .. }
            | CommandKind::MemorySet { .. }
            | CommandKind::MemoryHavoc { .. } => {
                if level == MemoryLevel::Full {
                    commands.push(command.clone());
                }
            }
            CommandKind::HeapFree(_) | CommandKind::Variable(..) => {}
            CommandKind::Call { callee, .. } => match outside(program, *callee) {
                Some(name) => {
                    let kind = CommandKind::Nondet(NondetOrigin::External(name.as_str().into()));
                    let result = |result: &ValueId| Command { results: vec![*result], ..command.clone() };
                    commands.extend(command.results.iter().map(result).map(|c| Command { kind: kind.clone(), ..c }));
                }
                None if matches!((calls, callee), (Calls::Stay(..), Callee::Direct(_))) => {
                    commands.push(command.clone())
                }
                None => {
                    let terminator = Terminator::Unsupported { what: call(program, *callee).into() };
                    return Block { name, phis, commands, terminator, location: command.location };
                }
            },
            kind => {
                let float =
                    floats::approximation(function, kind, command.results.first()).map(InputReason::Approximated);
                match float.or_else(|| approximation(kind)) {
                    Some(reason) => {
                        if level == MemoryLevel::Registers
                            && matches!(kind, CommandKind::Alloca { .. } | CommandKind::HeapAllocate { .. })
                        {
                            addresses.extend(&command.results);
                        }
                        for result in &command.results {
                            reasons.insert(*result, reason.clone());
                        }
                        if is_modelled(kind, level) {
                            commands.push(command.clone());
                            continue;
                        }
                        let kind = CommandKind::Nondet(NondetOrigin::Undef);
                        commands.push(Command { kind, ..command.clone() });
                    }
                    None => commands.push(command.clone()),
                }
            }
        }
    }
    let terminator = match &block.terminator {
        Terminator::Return(_) if matches!(calls, Calls::Stay(..)) => block.terminator.clone(),
        Terminator::Return(_) | Terminator::Unreachable => Terminator::Exit,
        other => other.clone(),
    };
    Block { name, phis, commands, terminator, location: block.location }
}

/// The name of a function without a body.
fn outside(program: &Program, callee: Callee) -> Option<String> {
    match callee {
        Callee::Direct(function) if program.function(function).is_declaration() => {
            Some(program.function(function).name.clone())
        }
        Callee::Direct(_) | Callee::Indirect(_) => None,
    }
}

fn call(program: &Program, callee: Callee) -> String {
    match callee {
        Callee::Direct(function) => format!("call of '{}'", program.function(function).name),
        Callee::Indirect(_) => "call through a function pointer".into(),
    }
}

/// Whether memory is modelled exactly enough for a command.
fn is_modelled(kind: &CommandKind, level: MemoryLevel) -> bool {
    match kind {
        CommandKind::Load { .. } => level == MemoryLevel::Full,
        CommandKind::Alloca { .. } | CommandKind::HeapAllocate { .. } => level != MemoryLevel::Registers,
        _ => false,
    }
}

/// What a command computes that is not modelled, at least on some level.
fn approximation(kind: &CommandKind) -> Option<InputReason> {
    use CommandKind::*;
    match kind {
        Load { .. } => Some(InputReason::Approximated("memory read".into())),
        FloatUnary(..) | FloatBinary(..) | FloatCompare(..) | Cast(..) => None,
        Binary(..) | Compare(..) | Select(..) | Freeze(_) | Nondet(_) | Assume(_) | Address { .. } => None,
        Alloca { .. } => Some(InputReason::Address("address of a variable".into())),
        HeapAllocate { .. } => Some(InputReason::Address("address of allocated memory".into())),
        Store { .. } | MemoryCopy { .. } | MemorySet { .. } | MemoryHavoc { .. } | HeapFree(_) => None,
        Call { .. } | Variable(..) | Check(_) | Enter(_) | Leave(_) => None,
    }
}
