//! Calls: of functions of the program, of the functions with which a prepared module says what C
//! leaves open, and of the allocator.

use super::function::{FunctionImporter, part_name};
use super::llvm::{Value, ValueKind};
use super::{Step, Stop, is_ours};
use crate::intrinsic::{
    ASSUME, CALLED, END, ENTER, ERROR, EXIT, FREE, HAVOC, LEAVE, NONDET, READ, Site, TEXT, UNSUPPORTED, WAITS, WRITE,
    is_about_memory,
};
use euclase_program::{
    BinaryOp, BitVecValue, Callee, Command, CommandKind, Constant, MemoryCheck, Obstacle, ObstacleKind, Terminator,
    Type, ValueId,
};

impl FunctionImporter<'_, '_> {
    pub fn call(&mut self, call: Value, name: Option<String>) -> Step<()> {
        let callee = resolved(call.callee());
        match callee.kind() {
            ValueKind::LLVMFunctionValueKind => {}
            ValueKind::LLVMInlineAsmValueKind => return assembly(call, callee),
            _ => {
                let address = self.scalar(callee)?;
                return self.ordinary(call, name, Callee::Indirect(address));
            }
        }
        if let Some(intrinsic) = callee.intrinsic() {
            return self.intrinsic(&intrinsic, call, name);
        }
        let function = callee.name();
        if callee.is_declaration() {
            if is_ours(&function) {
                return self.ours(&function, call, name);
            }
            return self.library(&function, call, name);
        }
        if callee.value_type() != call.called_type() {
            let what = format!("a call of '{function}' with other types than it is defined with");
            return Err(Stop::unsupported(what));
        }
        if self.importer.signature(callee.value_type()).is_err() {
            return Err(Stop::unsupported(format!("a call of '{function}', which passes values of unsupported types")));
        }
        let id = self.importer.function_id(callee);
        self.ordinary(call, name, Callee::Direct(id))
    }

    /// A call of a function of the program.
    fn ordinary(&mut self, call: Value, name: Option<String>, callee: Callee) -> Step<()> {
        let types = self.leaves(call.ty())?;
        let mut arguments = Vec::new();
        for position in 0..call.argument_count() {
            let argument = call.operand(position);
            for attribute in [c"inalloca", c"preallocated"] {
                if call.argument_attribute(position, attribute).is_some() {
                    return Err(Stop::unsupported(format!("an argument passed as {attribute:?}")));
                }
            }
            match call.argument_attribute(position, c"byval") {
                Some(ty) => {
                    let from = self.scalar(argument)?;
                    arguments.push(self.copied(from, ty)?);
                }
                None => arguments.extend(self.operand(argument)?),
            }
        }
        let mut results = Vec::new();
        for (position, leaf) in types.iter().enumerate() {
            let name = part_name(&name, types.len() > 1, position);
            results.push(self.function.add_value(leaf.ty, name));
        }
        self.bind(call, &results);
        let (kind, location) = (CommandKind::Call { callee, arguments }, self.location);
        self.function.block_mut(self.block).commands.push(Command { results, kind, location });
        Ok(())
    }

    /// A call of one of the functions in [`crate::intrinsic`].
    fn ours(&mut self, function: &str, call: Value, name: Option<String>) -> Step<()> {
        let number = call.argument_count().checked_sub(1).and_then(|last| call.operand(last).unsigned());
        let site = number.and_then(|number| self.importer.sites.get(usize::try_from(number).ok()?));
        let wrong = || Stop::unsupported(format!("internal error: a call of '{function}' that nothing is known about"));
        let site = site.ok_or_else(wrong)?;
        match (function, site) {
            (EXIT, _) => Err(Stop::End(Terminator::Exit)),
            (WAITS, _) => Ok(()),
            (ASSUME, _) => {
                let condition = self.scalar(call.operand(0))?;
                self.perform(CommandKind::Assume(condition));
                Ok(())
            }
            (ERROR, Site::Error { check, message }) => {
                Err(Stop::End(Terminator::Error { check: *check, message: message.clone() }))
            }
            (UNSUPPORTED, Site::Unsupported(what)) => Err(Stop::unsupported(what.clone())),
            (END, Site::End { check, is_return }) => {
                self.perform(CommandKind::Check(MemoryCheck::End { check: *check, is_return: *is_return }));
                Ok(())
            }
            (_, Site::Plain) if is_about_memory(function) => self.about_memory(function, call),
            (HAVOC, Site::Nondet(origin)) if call.argument_count() == 3 => {
                let (to, size) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
                self.perform(CommandKind::MemoryHavoc { to, size, origin: origin.clone() });
                Ok(())
            }
            (_, Site::Nondet(origin)) if function.starts_with(NONDET) => {
                self.result(call, name, CommandKind::Nondet(origin.clone()))
            }
            _ => Err(wrong()),
        }
    }

    /// A call that says what the program is about to do with memory.
    fn about_memory(&mut self, function: &str, call: Value) -> Step<()> {
        let address = self.scalar(call.operand(0))?;
        let command = match function {
            READ | WRITE => {
                let (size, is_write) = (self.scalar(call.operand(1))?, function == WRITE);
                CommandKind::Check(MemoryCheck::Access { address, size, is_write })
            }
            TEXT => CommandKind::Check(MemoryCheck::Text { address }),
            FREE => CommandKind::Check(MemoryCheck::Free { address }),
            CALLED => CommandKind::Check(MemoryCheck::Called { address }),
            ENTER => CommandKind::Enter(address),
            LEAVE => CommandKind::Leave(address),
            _ => return Err(Stop::unsupported(format!("internal error: '{function}' says nothing about memory"))),
        };
        self.perform(command);
        Ok(())
    }

    /// A call of a function without a body: those of the C library that there are commands for.
    fn library(&mut self, function: &str, call: Value, name: Option<String>) -> Step<()> {
        let parameters = call.called_type().parameter_types();
        let types: Vec<Option<Type>> = parameters.into_iter().map(super::types::scalar).collect();
        let word = Some(Type::Int(self.importer.program.pointer_width));
        let pointer = Some(Type::Pointer);
        let returns = super::types::scalar(call.ty());
        match (function, &types[..]) {
            ("malloc", [size]) if *size == word && returns == pointer => {
                let size = self.scalar(call.operand(0))?;
                self.result(call, name, CommandKind::HeapAllocate { size, zeroed: false })
            }
            ("calloc", [count, size]) if *count == word && *size == word && returns == pointer => {
                let size = self.product(call.operand(0), call.operand(1))?;
                self.result(call, name, CommandKind::HeapAllocate { size, zeroed: true })
            }
            ("free", [address]) if *address == pointer => {
                let address = self.scalar(call.operand(0))?;
                self.perform(CommandKind::HeapFree(address));
                Ok(())
            }
            ("memcpy" | "memmove", [to, from, size]) if (*to, *from, *size) == (pointer, pointer, word) => {
                self.memory_copy(call)?;
                self.returns_first(call)
            }
            ("memset", [to, Some(Type::Int(width)), size]) if (*to, *size) == (pointer, word) && *width > 8 => {
                let (to, byte) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
                let size = self.scalar(call.operand(2))?;
                let kind = CommandKind::Cast(euclase_program::CastOp::Trunc, byte);
                let byte = self.define(Type::Int(8), None, kind);
                self.perform(CommandKind::MemorySet { to, byte, size });
                self.returns_first(call)
            }
            _ => {
                let what = format!("a call of '{function}', which has no body");
                Err(Stop::unsupported(Obstacle::new(ObstacleKind::NoBody, what)))
            }
        }
    }

    fn returns_first(&mut self, call: Value) -> Step<()> {
        let first = self.scalar(call.operand(0))?;
        self.bind(call, &[first]);
        Ok(())
    }

    pub fn memory_copy(&mut self, call: Value) -> Step<()> {
        let (to, from) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
        let size = self.scalar(call.operand(2))?;
        self.perform(CommandKind::MemoryCopy { to, from, size });
        Ok(())
    }

    /// The size of an array, which is too large to exist when it overflows.
    fn product(&mut self, a: Value, b: Value) -> Step<ValueId> {
        if let (Some(a), Some(b)) = (a.unsigned(), b.unsigned()) {
            let width = self.importer.program.pointer_width;
            let product = a.checked_mul(b).filter(|product| width == 64 || *product <= u64::from(u32::MAX));
            return Ok(self.function.int(width, product.unwrap_or(u64::MAX)));
        }
        let (a, b) = (self.scalar(a)?, self.scalar(b)?);
        let (product, overflows) = self.multiply(a, b, false);
        let ty = self.function.type_of(a);
        let width = ty.width(self.importer.program.pointer_width);
        let most = self.function.constant(ty, Constant::Bits(BitVecValue::ones(width)));
        Ok(self.define(ty, None, CommandKind::Select(overflows, most, product)))
    }

    /// A command on two scalars of one type.
    pub fn binary(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.function.type_of(a);
        self.define(ty, None, CommandKind::Binary(op, a, b))
    }
}

/// The function behind aliases.
fn resolved(mut callee: Value) -> Value {
    // Aliases cannot form a cycle.
    while callee.kind() == ValueKind::LLVMGlobalAliasValueKind {
        callee = callee.aliasee();
    }
    callee
}

/// Inline assembly. Only a barrier for the compiler does nothing.
fn assembly(call: Value, callee: Value) -> Step<()> {
    let (code, constraints) = callee.assembly();
    let nothing = code.trim().is_empty() && !constraints.contains('=') && !call.is_used();
    if nothing { Ok(()) } else { Err(Stop::unsupported("inline assembly")) }
}
