//! Instructions that work on memory. There is one thread, so atomic ones are ordinary ones.

use super::function::{FunctionImporter, part_name};
use super::llvm::{AtomicOp, Ty, Value};
use super::{Step, Stop};
use euclase_program::{BinaryOp, CommandKind, Predicate, Type, ValueId};

impl FunctionImporter<'_, '_> {
    pub fn alloca(&mut self, value: Value, name: Option<String>) -> Step<()> {
        let (ty, count) = (value.allocated_type(), value.operand(0));
        if !ty.is_sized() {
            return Err(Stop::unsupported(format!("a variable of type {}", ty.print())));
        }
        let layout = self.importer.layout(ty, value.alignment());
        let count = if count.unsigned() == Some(1) { None } else { Some(self.scalar(count)?) };
        let position = self.function.block(self.block).commands.len();
        self.allocas.insert(value, (self.block, position));
        self.result(value, name, CommandKind::Alloca { layout, variable: None, count })
    }

    /// The address some bytes after another.
    pub fn shifted(&mut self, base: ValueId, offset: u64) -> ValueId {
        if offset == 0 {
            return base;
        }
        let offset = offset as i64;
        self.define(Type::Pointer, None, CommandKind::Address { base, offset, indices: Vec::new() })
    }

    pub fn load(&mut self, value: Value, name: Option<String>) -> Step<()> {
        let leaves = self.leaves(value.ty())?;
        let base = self.scalar(value.operand(0))?;
        let mut results = Vec::new();
        for (position, leaf) in leaves.iter().enumerate() {
            let address = self.shifted(base, leaf.offset);
            let name = part_name(&name, leaves.len() > 1, position);
            results.push(self.define(leaf.ty, name, CommandKind::Load { address }));
        }
        self.bind(value, &results);
        Ok(())
    }

    pub fn store(&mut self, instruction: Value) -> Step<()> {
        let stored = instruction.operand(0);
        let types = self.leaves(stored.ty())?;
        let (leaves, base) = (self.operand(stored)?, self.scalar(instruction.operand(1))?);
        for (leaf, value) in types.iter().zip(leaves) {
            let address = self.shifted(base, leaf.offset);
            self.perform(CommandKind::Store { address, value });
        }
        Ok(())
    }

    /// A `getelementptr`.
    pub fn address(&mut self, value: Value, name: Option<String>) -> Step<()> {
        self.scalar_type(value)?;
        let path = self.importer.path(value).ok_or_else(|| Stop::unsupported("an address in a vector"))?;
        let base = self.scalar(value.operand(0))?;
        let mut indices = Vec::new();
        for (scale, index) in path.indices {
            indices.push((scale, self.scalar(index)?));
        }
        if path.offset == 0 && indices.is_empty() {
            self.bind(value, &[base]);
            return Ok(());
        }
        self.result(value, name, CommandKind::Address { base, offset: path.offset, indices })
    }

    /// An `atomicrmw`: the result is what was there before.
    pub fn atomic_update(&mut self, value: Value, name: Option<String>) -> Step<()> {
        let ty = self.scalar_type(value)?;
        let (address, operand) = (self.scalar(value.operand(0))?, self.scalar(value.operand(1))?);
        let op = value.atomic_op();
        let update = update(op).ok_or_else(|| Stop::unsupported(format!("an atomic update ({op:?})")))?;
        let old = self.define(ty, name, CommandKind::Load { address });
        let new = match update {
            Update::Exchange => operand,
            Update::Binary(op) => self.define(ty, None, CommandKind::Binary(op, old, operand)),
            Update::Nand => {
                let and = self.define(ty, None, CommandKind::Binary(BinaryOp::And, old, operand));
                self.not(and)
            }
            Update::Choose(predicate) => self.choose(predicate, old, operand),
        };
        self.perform(CommandKind::Store { address, value: new });
        self.bind(value, &[old]);
        Ok(())
    }

    /// A `cmpxchg`: the result is what was there before, and whether it was replaced.
    pub fn atomic_exchange(&mut self, value: Value, name: Option<String>) -> Step<()> {
        let ty = self.scalar_type(value.operand(1))?;
        let address = self.scalar(value.operand(0))?;
        let (expected, new) = (self.scalar(value.operand(1))?, self.scalar(value.operand(2))?);
        let old = self.define(ty, part_name(&name, true, 0), CommandKind::Load { address });
        let kind = CommandKind::Compare(Predicate::Eq, old, expected);
        let same = self.define(Type::BOOL, part_name(&name, true, 1), kind);
        let stored = self.define(ty, None, CommandKind::Select(same, new, old));
        self.perform(CommandKind::Store { address, value: stored });
        self.bind(value, &[old, same]);
        Ok(())
    }

    /// Passes a copy of an object, as `byval` asks for.
    pub fn copied(&mut self, from: ValueId, ty: Ty) -> Step<ValueId> {
        if !ty.is_sized() {
            return Err(Stop::unsupported(format!("an argument of type {}", ty.print())));
        }
        let layout = self.importer.layout(ty, 0);
        let size = self.function.int(self.importer.program.pointer_width, self.importer.data.size(ty));
        let to = self.define(Type::Pointer, None, CommandKind::Alloca { layout, variable: None, count: None });
        self.perform(CommandKind::MemoryCopy { to, from, size });
        Ok(to)
    }
}

/// What an atomic update does.
enum Update {
    Exchange,
    Binary(BinaryOp),
    Nand,
    Choose(Predicate),
}

fn update(op: AtomicOp) -> Option<Update> {
    Some(match op {
        AtomicOp::LLVMAtomicRMWBinOpXchg => Update::Exchange,
        AtomicOp::LLVMAtomicRMWBinOpAdd => Update::Binary(BinaryOp::Add),
        AtomicOp::LLVMAtomicRMWBinOpSub => Update::Binary(BinaryOp::Sub),
        AtomicOp::LLVMAtomicRMWBinOpAnd => Update::Binary(BinaryOp::And),
        AtomicOp::LLVMAtomicRMWBinOpNand => Update::Nand,
        AtomicOp::LLVMAtomicRMWBinOpOr => Update::Binary(BinaryOp::Or),
        AtomicOp::LLVMAtomicRMWBinOpXor => Update::Binary(BinaryOp::Xor),
        AtomicOp::LLVMAtomicRMWBinOpMax => Update::Choose(Predicate::Sgt),
        AtomicOp::LLVMAtomicRMWBinOpMin => Update::Choose(Predicate::Slt),
        AtomicOp::LLVMAtomicRMWBinOpUMax => Update::Choose(Predicate::Ugt),
        AtomicOp::LLVMAtomicRMWBinOpUMin => Update::Choose(Predicate::Ult),
        _ => return None,
    })
}
