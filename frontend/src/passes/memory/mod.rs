//! Checks of memory become branches to errors, so that everything behind this pass sees ordinary commands.
//!
//! A pointer is an object and an offset: every pointer that a check speaks of gets two more values, the start of the object that it
//! belongs to and how far from there it leads ([`pointers`]). Arithmetic moves the offset and never leads to another object. Which
//! objects a pointer can belong to, the pointer analysis knows, since up to the first violation every access is to the object that
//! its pointer belongs to. What an object is like is kept in variables ([`objects`]): for objects that are made once their size and
//! whether they are alive; for those that are made many times, of *one* of them, the watched one. Its address is an arbitrary
//! choice, made once: whatever is violated is violated for some object, and the choice can be that one. A choice that no object
//! has stands for pointers that were never set.
//!
//! The result has an execution to an error for each that violates a check in the program, and may have more: so a proof holds, and
//! an execution counts only if the interpreter sees the violation in the program as it was.

mod conditions;
mod emit;
mod objects;
mod pointers;
mod texts;

use conditions::Conditions;
use emit::Emit;
use euclase_program::{
    BlockId, Callee, CheckKind, Command, CommandKind, Function, FunctionId, LocationId, MemoryCheck, Obstacle, Program,
    Targets, Terminator, ValueId,
};
use objects::Objects;
use pointers::Pointers;

/// What became of the checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryChecks {
    /// How many there were.
    pub all: usize,
    /// How many of them cannot fail, as far as could be seen at once.
    pub needless: usize,
}

/// Makes the checks of a program branches.
pub fn lower_memory_checks(program: &mut Program) -> MemoryChecks {
    let is_about_memory = |command: &Command| {
        matches!(command.kind, CommandKind::Check(_) | CommandKind::Enter(_) | CommandKind::Leave(_))
    };
    let mut commands = program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.commands);
    if !commands.any(is_about_memory) {
        return MemoryChecks::default();
    }
    stray_calls(program);
    let entry = program.entry.filter(|entry| !calls_functions(program, *entry));
    let Some(entry) = entry else { return refuse(program, "checks of memory in recursive functions") };
    texts::expand(program, entry);
    let Some(targets) = Targets::of(program) else {
        return refuse(program, "checks of memory where nothing is known of pointers");
    };
    let mut objects = Objects::of(program, entry, &targets);
    let pointers = Pointers::of(program, entry, &targets, &mut objects);
    Rewriting { program, entry, objects, pointers, result: MemoryChecks::default() }.run()
}

/// Calls through pointers that are left when all functions of their types are chosen among lead to none of these.
fn stray_calls(program: &mut Program) {
    let is_called = |command: &Command| matches!(command.kind, CommandKind::Check(MemoryCheck::Called { .. }));
    let mut commands = program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.commands);
    if !commands.any(is_called) {
        return;
    }
    let is_stray = |command: &Command| matches!(&command.kind, CommandKind::Call { callee: Callee::Indirect(_), .. });
    for function in &mut program.functions {
        for index in 0..function.blocks.len() {
            let (id, kind) = (BlockId::new(index), CheckKind::Pointer);
            let block = function.block_mut(id);
            let Some(position) = block.commands.iter().position(is_stray) else { continue };
            block.location = block.commands[position].location;
            block.commands.truncate(position);
            let successors = block.terminator.successors();
            let message = kind.info().title.to_lowercase();
            block.terminator = Terminator::Error { check: kind, message };
            for next in successors {
                function.block_mut(next).phis.iter_mut().for_each(|phi| phi.arguments.retain(|(from, _)| *from != id));
            }
        }
    }
}

/// Whether a function calls any that has a body.
fn calls_functions(program: &Program, function: FunctionId) -> bool {
    let has_body = |callee: &Callee| match callee {
        Callee::Direct(callee) => !program.function(*callee).is_declaration(),
        Callee::Indirect(_) => true,
    };
    let mut commands = program.function(function).blocks.iter().flat_map(|block| &block.commands);
    commands.any(|command| matches!(&command.kind, CommandKind::Call { callee, .. } if has_body(callee)))
}

/// Leaves all checks undecided.
fn refuse(program: &mut Program, why: &str) -> MemoryChecks {
    let mut result = MemoryChecks::default();
    for function in &mut program.functions {
        for index in 0..function.blocks.len() {
            let id = BlockId::new(index);
            let block = function.block_mut(id);
            block.commands.retain(|command| !matches!(command.kind, CommandKind::Enter(_) | CommandKind::Leave(_)));
            let checks = |command: &Command| matches!(command.kind, CommandKind::Check(_));
            result.all += block.commands.iter().filter(|command| checks(command)).count();
            let Some(position) = block.commands.iter().position(checks) else { continue };
            block.location = block.commands[position].location;
            block.commands.truncate(position);
            let successors = block.terminator.successors();
            block.terminator = Terminator::Unsupported { what: Obstacle::from(why.to_string()) };
            for next in successors {
                function.block_mut(next).phis.iter_mut().for_each(|phi| phi.arguments.retain(|(from, _)| *from != id));
            }
        }
    }
    result
}

struct Rewriting<'p> {
    program: &'p mut Program,
    entry: FunctionId,
    objects: Objects,
    pointers: Pointers,
    result: MemoryChecks,
}

/// How an execution ends for which something does not hold.
enum End {
    /// It is in error.
    Violation(CheckKind),
    /// Nothing is known about it from here on, and why.
    Unknown(String),
}

impl Rewriting<'_> {
    fn run(mut self) -> MemoryChecks {
        let count = self.program.function(self.entry).blocks.len();
        let mut tails = Vec::with_capacity(count);
        for index in 0..count {
            tails.push(self.block(BlockId::new(index)));
        }
        let function = self.program.function_mut(self.entry);
        for phi in self.pointers.phis.drain(..) {
            function.block_mut(phi.0).phis.push(phi.1);
        }
        for block in &mut function.blocks {
            for (from, _) in block.phis.iter_mut().flat_map(|phi| &mut phi.arguments) {
                if let Some(tail) = tails.get(from.index()) {
                    *from = *tail;
                }
            }
        }
        self.result
    }

    /// Rewrites a block; gives the one in which it ends now.
    fn block(&mut self, id: BlockId) -> BlockId {
        let block = self.program.function_mut(self.entry).block_mut(id);
        let commands = std::mem::take(&mut block.commands);
        let end = (std::mem::replace(&mut block.terminator, Terminator::Unreachable), block.location);
        let (mut current, mut out) = (id, Vec::new());
        if id == Function::ENTRY {
            self.objects.begin(&mut Emit::new(self.program, self.entry, &mut out, None));
        }
        out.extend(self.pointers.at_start.remove(&id).unwrap_or_default());
        for (position, command) in commands.into_iter().enumerate() {
            let location = command.location;
            for (holds, end) in self.before(&command, &mut out) {
                current = self.branch(current, &mut out, holds, end, location);
            }
            let kind = command.kind.clone();
            let result = command.results.first().copied();
            if !matches!(kind, CommandKind::Check(_) | CommandKind::Enter(_) | CommandKind::Leave(_)) {
                out.push(command);
            }
            let mut emit = Emit::new(self.program, self.entry, &mut out, location);
            match (kind, result) {
                (CommandKind::HeapFree(address), _) => {
                    let (objects, pointers) = (&self.objects, &self.pointers);
                    Conditions { emit: &mut emit, objects, pointers }.freed(address);
                }
                (kind, Some(result)) => self.objects.made(&mut emit, &kind, result),
                _ => {}
            }
            out.extend(self.pointers.after.remove(&(id, position)).unwrap_or_default());
        }
        let block = self.program.function_mut(self.entry).block_mut(current);
        block.commands = out;
        (block.terminator, block.location) = end;
        current
    }

    /// What must hold before a command, and what it means if it does not.
    fn before(&mut self, command: &Command, out: &mut Vec<Command>) -> Vec<(ValueId, End)> {
        let mut emit = Emit::new(self.program, self.entry, out, command.location);
        let (objects, pointers) = (&self.objects, &self.pointers);
        let mut conditions = Conditions { emit: &mut emit, objects, pointers };
        match &command.kind {
            CommandKind::Check(check) => {
                let branches = conditions.of(check);
                self.result.all += 1;
                self.result.needless += usize::from(branches.is_empty());
                branches
            }
            CommandKind::Enter(variable) => conditions.enter(*variable),
            CommandKind::Leave(variable) => {
                conditions.leave(*variable);
                Vec::new()
            }
            CommandKind::Store { value, .. } => conditions.store(*value),
            _ => Vec::new(),
        }
    }

    /// Ends a block with a branch; gives the one in which it goes on.
    fn branch(
        &mut self,
        current: BlockId,
        out: &mut Vec<Command>,
        holds: ValueId,
        end: End,
        location: Option<LocationId>,
    ) -> BlockId {
        let function = self.program.function_mut(self.entry);
        let (fails, next) = (function.add_block("violated"), function.add_block("checked"));
        let block = function.block_mut(fails);
        block.location = location;
        block.terminator = match end {
            End::Violation(check) => Terminator::Error { check, message: check.info().title.to_lowercase() },
            End::Unknown(what) => Terminator::Unsupported { what: Obstacle::from(what) },
        };
        let block = function.block_mut(current);
        block.location = location;
        block.commands = std::mem::take(out);
        block.terminator = Terminator::Branch(holds, next, fails);
        next
    }
}
