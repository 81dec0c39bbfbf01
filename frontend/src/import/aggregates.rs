//! First-class aggregates: one value per scalar in them.

use super::Step;
use super::function::FunctionImporter;
use super::llvm::{Ty, TypeKind, Value};
use super::{Stop, types::Leaf};
use euclase_program::{CommandKind, NondetOrigin, ValueId};
use std::rc::Rc;

impl FunctionImporter<'_, '_> {
    /// The scalars in a type, or the end of the block.
    pub fn leaves(&mut self, ty: Ty) -> Step<Rc<[Leaf]>> {
        self.importer.leaves(ty).map_err(|what| Stop::unsupported(&*what))
    }

    /// The scalars of a constant aggregate.
    pub fn constant_leaves(&mut self, root: Value) -> Step<Vec<ValueId>> {
        self.leaves(root.ty())?;
        let mut leaves = Vec::new();
        let mut todo = vec![root];
        while let Some(value) = todo.pop() {
            let ty = value.ty();
            let count = match ty.kind() {
                TypeKind::LLVMStructTypeKind => ty.struct_fields().len() as u32,
                TypeKind::LLVMArrayTypeKind => ty.array_length() as u32,
                _ => {
                    leaves.push(self.constant(value)?);
                    continue;
                }
            };
            if value.is_undef() {
                for leaf in self.leaves(ty)?.iter() {
                    leaves.push(self.define(leaf.ty, None, CommandKind::Nondet(NondetOrigin::Undef)));
                }
                continue;
            }
            for position in (0..count).rev() {
                let element = value.element(position);
                todo.push(element.ok_or_else(|| Stop::unsupported("a constant of an unknown kind"))?);
            }
        }
        Ok(leaves)
    }

    /// Which scalars of an aggregate a list of indices selects: the first, and how many.
    fn part(&mut self, aggregate: Ty, indices: &[u32]) -> Step<(usize, usize)> {
        let (mut first, mut ty) = (0, aggregate);
        for index in indices {
            match ty.kind() {
                TypeKind::LLVMStructTypeKind => {
                    let fields = ty.struct_fields();
                    for field in fields.iter().take(*index as usize) {
                        first += self.leaves(*field)?.len();
                    }
                    let field = fields.get(*index as usize).copied();
                    ty = field.ok_or_else(|| Stop::unsupported("a field that does not exist"))?;
                }
                TypeKind::LLVMArrayTypeKind => {
                    ty = ty.element();
                    first += self.leaves(ty)?.len() * *index as usize;
                }
                _ => return Err(Stop::unsupported(format!("an index into {}", ty.print()))),
            }
        }
        Ok((first, self.leaves(ty)?.len()))
    }

    pub fn extract_value(&mut self, instruction: Value) -> Step<()> {
        let aggregate = instruction.operand(0);
        let (first, count) = self.part(aggregate.ty(), &instruction.indices())?;
        let leaves = self.operand(aggregate)?;
        match leaves.get(first..first + count) {
            Some(part) => self.bind(instruction, part),
            None => return Err(Stop::unsupported("a field that does not exist")),
        }
        Ok(())
    }

    pub fn insert_value(&mut self, instruction: Value) -> Step<()> {
        let (aggregate, inserted) = (instruction.operand(0), instruction.operand(1));
        let (first, count) = self.part(aggregate.ty(), &instruction.indices())?;
        let inserted = self.operand(inserted)?;
        let mut leaves = self.operand(aggregate)?;
        match leaves.get_mut(first..first + count) {
            Some(part) if part.len() == inserted.len() => part.copy_from_slice(&inserted),
            _ => return Err(Stop::unsupported("a field that does not exist")),
        }
        self.bind(instruction, &leaves);
        Ok(())
    }
}
