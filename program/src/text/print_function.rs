//! Writing functions. Every value and block gets a name that is unique in its function.

use super::print::{Name, Quoted, quoted, write_bits};
use crate::command::{Callee, Command, CommandKind, MemoryCheck, Terminator};
use crate::function::{Block, Constant, Function};
use crate::id::{BlockId, LocationId, ValueId};
use crate::obstacle::{Obstacle, ObstacleKind};
use crate::program::Program;
use crate::source::{MadeUp, NondetOrigin};
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::fmt::{self, Write};

/// Writes a function.
pub(super) fn print_function(program: &Program, function: &Function, out: &mut String) -> fmt::Result {
    Printer { program, function, names: Names::of(function) }.function(out)
}

/// Writes the blocks of a function one by one.
pub(super) struct BlockPrinter<'a>(Printer<'a>);

impl<'a> BlockPrinter<'a> {
    pub fn new(program: &'a Program, function: &'a Function) -> Self {
        BlockPrinter(Printer { program, function, names: Names::of(function) })
    }

    /// The label and the contents of a block.
    pub fn print(&self, block: BlockId) -> String {
        let mut out = format!("{}:\n", Name(self.0.names.block(block)));
        // Writing to a string cannot fail.
        let _ = self.0.block(self.0.function.block(block), &mut out);
        out
    }
}

/// Writes a constant without its type.
pub(super) fn print_constant(program: &Program, ty: Type, constant: &Constant, out: &mut String) -> fmt::Result {
    match constant {
        Constant::Bits(_) => write_bits(ty, constant, out),
        Constant::Function(function) => write!(out, "@{}", Name(&program.function(*function).name)),
        Constant::Global(global, offset) => {
            write!(out, "@{}", Name(&program.global(*global).name))?;
            if *offset != 0 { write!(out, "{offset:+}") } else { Ok(()) }
        }
    }
}

/// The names that the text uses.
pub(crate) struct Names {
    values: Vec<String>,
    blocks: Vec<String>,
}

impl Names {
    /// Chooses names: the given ones, with a number added where they are taken; numbers for values
    /// without one.
    pub(crate) fn of(function: &Function) -> Names {
        let mut taken = Taken::default();
        let blocks = function.block_ids().map(|id| {
            let name = &function.block(id).name;
            if name.is_empty() { unique(&mut taken, &format!("b{}", id.0)) } else { unique(&mut taken, name) }
        });
        let blocks = blocks.collect();
        let mut names = Names { values: vec![String::new(); function.value_count()], blocks };
        let mut taken = Taken::default();
        let mut next = 0;
        let mut give = |value: ValueId| {
            names.values[value.index()] = match &function.value(value).name {
                Some(name) if !name.is_empty() => Name(&unique(&mut taken, name)).to_string(),
                _ => {
                    next += 1;
                    (next - 1).to_string()
                }
            };
        };
        function.parameters.iter().copied().for_each(&mut give);
        for block in &function.blocks {
            block.phis.iter().for_each(|phi| give(phi.result));
            block.commands.iter().for_each(|command| command.results.iter().copied().for_each(&mut give));
        }
        names
    }

    /// The name of a block, without quotes.
    pub(crate) fn block(&self, block: BlockId) -> &str {
        self.blocks.get(block.index()).map_or("?", String::as_str)
    }

    /// The name of a value, as it stands after the percent sign.
    pub(crate) fn value(&self, value: ValueId) -> &str {
        self.values.get(value.index()).map_or("?", |name| if name.is_empty() { "?" } else { name })
    }
}

/// Names in use, each with the number to try next when it is wanted again.
type Taken = FxHashMap<String, u32>;

fn unique(taken: &mut Taken, name: &str) -> String {
    let mut candidate = name.to_string();
    while taken.contains_key(&candidate) {
        let number = taken.entry(name.to_string()).or_insert(1);
        candidate = format!("{name}.{number}");
        *number += 1;
    }
    taken.insert(candidate.clone(), 1);
    candidate
}

struct Printer<'a> {
    program: &'a Program,
    function: &'a Function,
    names: Names,
}

impl Printer<'_> {
    fn function(&self, out: &mut String) -> fmt::Result {
        let function = self.function;
        let word = if function.is_declaration() { "declare" } else { "function" };
        write!(out, "{word} @{}(", Name(&function.name))?;
        for (position, parameter) in function.parameters.iter().enumerate() {
            write!(out, "{}%{}: ", comma(position), self.names.value(*parameter))?;
            write!(out, "{}", function.type_of(*parameter))?;
        }
        if function.variadic {
            write!(out, "{}...", comma(function.parameters.len()))?;
        }
        write!(out, ") -> {}", Types(&function.results))?;
        self.location(function.location, out)?;
        if !function.is_declaration() {
            out.push_str(" {\n");
            for (position, block) in function.blocks.iter().enumerate() {
                writeln!(out, "{}:", Name(self.names.block(BlockId::new(position))))?;
                self.block(block, out)?;
            }
            out.push('}');
        }
        out.push('\n');
        Ok(())
    }

    fn block(&self, block: &Block, out: &mut String) -> fmt::Result {
        for phi in &block.phis {
            let ty = self.function.type_of(phi.result);
            write!(out, "  %{} = phi {ty}", self.names.value(phi.result))?;
            for (position, (from, value)) in phi.arguments.iter().enumerate() {
                out.push_str(if position == 0 { " [" } else { ", [" });
                self.operand(*value, out)?;
                write!(out, ", {}]", self.label(*from))?;
            }
            out.push('\n');
        }
        for command in &block.commands {
            self.command(command, out)?;
        }
        out.push_str("  ");
        self.terminator(&block.terminator, out)?;
        self.location(block.location, out)?;
        out.push('\n');
        Ok(())
    }

    fn command(&self, command: &Command, out: &mut String) -> fmt::Result {
        out.push_str("  ");
        for (position, result) in command.results.iter().enumerate() {
            write!(out, "{}%{}", comma(position), self.names.value(*result))?;
        }
        if !command.results.is_empty() {
            out.push_str(" = ");
        }
        let results: Vec<Type> = command.results.iter().map(|result| self.function.type_of(*result)).collect();
        self.kind(&command.kind, &results, out)?;
        self.location(command.location, out)?;
        out.push('\n');
        Ok(())
    }

    fn kind(&self, kind: &CommandKind, results: &[Type], out: &mut String) -> fmt::Result {
        use CommandKind::*;
        let result = Types(results);
        match kind {
            Binary(op, a, b) => self.two(op.word(), *a, *b, out),
            Compare(op, a, b) => self.two(op.word(), *a, *b, out),
            FloatBinary(op, a, b) => self.two(op.word(), *a, *b, out),
            FloatCompare(op, a, b) => self.two(op.word(), *a, *b, out),
            FloatUnary(op, a) => self.listed(op.word(), &[*a], out),
            Cast(op, a) => {
                self.listed(op.word(), &[*a], out)?;
                write!(out, " to {result}")
            }
            Select(condition, then, otherwise) => {
                out.push_str("select ");
                self.operand(*condition, out)?;
                self.two(",", *then, *otherwise, out)
            }
            Freeze(a) => self.listed("freeze", &[*a], out),
            Nondet(origin) => {
                write!(out, "nondet {result} ")?;
                print_origin(origin, out)
            }
            Assume(condition) => {
                out.push_str("assume ");
                self.operand(*condition, out)
            }
            Alloca { layout, variable, count } => {
                write!(out, "alloca ${}", layout.0)?;
                if let Some(variable) = variable {
                    write!(out, " ?{}", variable.0)?;
                }
                count.map_or(Ok(()), |count| self.listed(", count", &[count], out))
            }
            HeapAllocate { size, zeroed } => {
                self.listed(if *zeroed { "allocate zeroed" } else { "allocate" }, &[*size], out)
            }
            HeapFree(address) => self.listed("free", &[*address], out),
            Check(MemoryCheck::Access { address, size, is_write }) => {
                self.listed(if *is_write { "check write" } else { "check read" }, &[*address, *size], out)
            }
            Check(MemoryCheck::Text { address }) => self.listed("check text", &[*address], out),
            Check(MemoryCheck::Free { address }) => self.listed("check free", &[*address], out),
            Check(MemoryCheck::Called { address }) => self.listed("check called", &[*address], out),
            Check(MemoryCheck::End { check, is_return }) => {
                write!(out, "check {} {}", if *is_return { "return" } else { "exit" }, quoted(check.word()))
            }
            Enter(address) => self.listed("enter", &[*address], out),
            Leave(address) => self.listed("leave", &[*address], out),
            Load { address } => {
                write!(out, "load {result}, ")?;
                self.operand(*address, out)
            }
            Store { address, value } => {
                self.listed("store", &[*value], out)?;
                out.push_str(", ");
                self.operand(*address, out)
            }
            Address { base, offset, indices } => {
                out.push_str("address ");
                self.operand(*base, out)?;
                if *offset != 0 || indices.is_empty() {
                    write!(out, ", {offset}")?;
                }
                for (scale, index) in indices {
                    self.listed(&format!(", {scale} *"), &[*index], out)?;
                }
                Ok(())
            }
            MemoryCopy { to, from, size } => self.listed("memcpy", &[*to, *from, *size], out),
            MemorySet { to, byte, size } => self.listed("memset", &[*to, *byte, *size], out),
            MemoryHavoc { to, size, origin } => {
                self.listed("havoc", &[*to, *size], out)?;
                out.push_str(", ");
                print_origin(origin, out)
            }
            Call { callee, arguments } => {
                write!(out, "call {result} ")?;
                match callee {
                    Callee::Direct(function) => write!(out, "@{}", Name(&self.program.function(*function).name))?,
                    Callee::Indirect(address) => {
                        out.push('*');
                        self.operand(*address, out)?;
                    }
                }
                out.push('(');
                for (position, argument) in arguments.iter().enumerate() {
                    write!(out, "{}{} ", comma(position), self.function.type_of(*argument))?;
                    self.operand(*argument, out)?;
                }
                out.push(')');
                Ok(())
            }
            Variable(variable, value) => self.listed(&format!("variable ?{} =", variable.0), &[*value], out),
        }
    }

    fn terminator(&self, terminator: &Terminator, out: &mut String) -> fmt::Result {
        match terminator {
            Terminator::Jump(target) => write!(out, "jump {}", self.label(*target)),
            Terminator::Branch(condition, then, otherwise) => {
                out.push_str("branch ");
                self.operand(*condition, out)?;
                write!(out, ", {}, {}", self.label(*then), self.label(*otherwise))
            }
            Terminator::Switch { value, cases, default } => {
                self.listed("switch", &[*value], out)?;
                out.push_str(" [");
                for (position, (constant, target)) in cases.iter().enumerate() {
                    write!(out, "{}{}: {}", comma(position), constant.to_signed(), self.label(*target))?;
                }
                write!(out, "], {}", self.label(*default))
            }
            Terminator::Return(values) if values.is_empty() => out.write_str("return"),
            Terminator::Return(values) => self.listed("return", values, out),
            Terminator::Unreachable => out.write_str("unreachable"),
            Terminator::Exit => out.write_str("exit"),
            Terminator::Error { check, message } => write!(out, "error {check} {}", quoted(message)),
            Terminator::Unsupported { what: Obstacle { kind: ObstacleKind::Construct, what } } => {
                write!(out, "unsupported {}", Quoted(what.as_bytes()))
            }
            Terminator::Unsupported { what: Obstacle { kind, what } } => {
                write!(out, "unsupported {} {}", kind.word(), Quoted(what.as_bytes()))
            }
        }
    }

    fn label(&self, block: BlockId) -> Name<'_> {
        Name(self.names.block(block))
    }

    /// Two operands of one type, which is written once.
    fn two(&self, word: &str, a: ValueId, b: ValueId, out: &mut String) -> fmt::Result {
        self.listed(word, &[a], out)?;
        out.push_str(", ");
        self.operand(b, out)
    }

    /// Operands, each with its type.
    fn listed(&self, word: &str, operands: &[ValueId], out: &mut String) -> fmt::Result {
        out.push_str(word);
        for (position, operand) in operands.iter().enumerate() {
            write!(out, "{}{} ", if position == 0 { " " } else { ", " }, self.function.type_of(*operand))?;
            self.operand(*operand, out)?;
        }
        Ok(())
    }

    fn operand(&self, value: ValueId, out: &mut String) -> fmt::Result {
        match self.function.constant_of(value) {
            Some(constant) => print_constant(self.program, self.function.type_of(value), constant, out),
            None => write!(out, "%{}", self.names.value(value)),
        }
    }

    fn location(&self, location: Option<LocationId>, out: &mut String) -> fmt::Result {
        location.map_or(Ok(()), |location| write!(out, " !{}", location.0))
    }
}

fn print_origin(origin: &NondetOrigin, out: &mut String) -> fmt::Result {
    match origin {
        NondetOrigin::Input(name) => write!(out, "input {}", quoted(name)),
        NondetOrigin::Uninitialised(name) => write!(out, "uninitialised {}", quoted(name)),
        NondetOrigin::External(name) => write!(out, "external {}", quoted(name)),
        NondetOrigin::Havoc(name) => write!(out, "havoc {}", quoted(name)),
        NondetOrigin::Fails(name) => write!(out, "fails {}", quoted(name)),
        NondetOrigin::MadeUp(MadeUp::Library(name)) => write!(out, "library {}", quoted(name)),
        NondetOrigin::MadeUp(MadeUp::Printing) => out.write_str("printing"),
        NondetOrigin::MadeUp(MadeUp::Assembly) => out.write_str("assembly"),
        NondetOrigin::Watched => out.write_str("watched"),
        NondetOrigin::Undef => out.write_str("undef"),
    }
}

fn comma(position: usize) -> &'static str {
    if position == 0 { "" } else { ", " }
}

/// The types of results: `void`, one type, or several in parentheses.
pub(crate) struct Types<'a>(pub &'a [Type]);

impl fmt::Display for Types<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("void"),
            [ty] => ty.fmt(f),
            types => {
                f.write_char('(')?;
                for (position, ty) in types.iter().enumerate() {
                    write!(f, "{}{ty}", comma(position))?;
                }
                f.write_char(')')
            }
        }
    }
}
