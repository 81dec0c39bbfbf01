//! Types: the scalars that values consist of, and the layouts of objects.

use super::Importer;
use super::llvm::{Ty, TypeKind};
use euclase_program::{Field, FloatKind, Layout, LayoutId, LayoutKind, Type};
use std::rc::Rc;

/// The widest integer that is imported.
const MAX_WIDTH: u32 = 4096;

/// The largest number of scalars that a value may consist of.
const MAX_LEAVES: usize = 1024;

/// A scalar in a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// Its type.
    pub ty: Type,
    /// Where it lies when the value is in memory, in bytes.
    pub offset: u64,
}

/// The scalar that a type is.
pub(super) fn scalar(ty: Ty) -> Option<Type> {
    match ty.kind() {
        TypeKind::LLVMIntegerTypeKind if ty.int_width() <= MAX_WIDTH => Some(Type::Int(ty.int_width())),
        TypeKind::LLVMPointerTypeKind if ty.address_space() == 0 => Some(Type::Pointer),
        TypeKind::LLVMFloatTypeKind => Some(Type::Float(FloatKind::F32)),
        TypeKind::LLVMDoubleTypeKind => Some(Type::Float(FloatKind::F64)),
        TypeKind::LLVMX86_FP80TypeKind => Some(Type::Float(FloatKind::X87)),
        _ => None,
    }
}

impl Importer<'_> {
    /// The scalars that a value of a type consists of, in order; nothing for `void`.
    pub fn leaves(&mut self, ty: Ty) -> Result<Rc<[Leaf]>, Rc<str>> {
        if let Some(known) = self.leaves.get(&ty) {
            return known.clone();
        }
        let leaves = self.flatten(ty).map(Rc::from).map_err(Rc::from);
        self.leaves.insert(ty, leaves.clone());
        leaves
    }

    fn flatten(&self, root: Ty) -> Result<Vec<Leaf>, String> {
        let mut leaves = Vec::new();
        let mut todo = vec![(root, 0)];
        let mut steps = 0;
        while let Some((ty, offset)) = todo.pop() {
            steps += 1;
            if leaves.len() > MAX_LEAVES || todo.len() > 2 * MAX_LEAVES || steps > 4 * MAX_LEAVES {
                return Err(format!("a value of type {}, which has too many parts", root.print()));
            }
            if let Some(ty) = scalar(ty) {
                leaves.push(Leaf { ty, offset });
                continue;
            }
            match ty.kind() {
                TypeKind::LLVMVoidTypeKind => {}
                TypeKind::LLVMStructTypeKind if ty.is_sized() => {
                    let fields = ty.struct_fields().into_iter().enumerate().rev();
                    todo.extend(fields.map(|(field, inner)| (inner, offset + self.data.offset(ty, field as u32))));
                }
                TypeKind::LLVMArrayTypeKind if ty.array_length() <= MAX_LEAVES as u64 => {
                    let (element, length) = (ty.element(), ty.array_length());
                    let size = self.data.size(element);
                    todo.extend((0..length).rev().map(|position| (element, offset + position * size)));
                }
                TypeKind::LLVMArrayTypeKind => {
                    return Err(format!("a value of type {}, which has too many parts", root.print()));
                }
                _ => return Err(format!("a value of type {}", root.print())),
            }
        }
        Ok(leaves)
    }

    /// How objects of a type lie in memory. An alignment of zero is the type's own.
    pub fn layout(&mut self, root: Ty, align: u64) -> LayoutId {
        if let Some(layout) = self.layouts.get(&(root, align)) {
            return *layout;
        }
        // Inner types first, since a layout refers only to earlier ones.
        let mut todo = vec![root];
        while let Some(ty) = todo.last().copied() {
            if self.layouts.contains_key(&(ty, 0)) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            let inner = match ty.kind() {
                TypeKind::LLVMStructTypeKind => ty.struct_fields(),
                TypeKind::LLVMArrayTypeKind => vec![ty.element()],
                _ => Vec::new(),
            };
            todo.extend(inner.into_iter().filter(|inner| !self.layouts.contains_key(&(*inner, 0))));
            if todo.len() == before {
                let layout = self.make_layout(ty);
                let id = self.program.add_layout(layout);
                self.layouts.insert((ty, 0), id);
                todo.pop();
            }
        }
        let natural = self.layouts[&(root, 0)];
        let layout = self.program.layout(natural).clone();
        let id = match align {
            0 => natural,
            align if align == layout.align => natural,
            align => self.program.add_layout(Layout { align, ..layout }),
        };
        self.layouts.insert((root, align), id);
        id
    }

    /// The layout of a type whose inner types have theirs.
    fn make_layout(&self, ty: Ty) -> Layout {
        if !ty.is_sized() {
            return Layout { size: 0, align: 1, kind: LayoutKind::Opaque };
        }
        let kind = match ty.kind() {
            TypeKind::LLVMStructTypeKind => {
                let fields = ty.struct_fields().into_iter().enumerate().map(|(position, inner)| Field {
                    name: String::new(),
                    offset: self.data.offset(ty, position as u32),
                    layout: self.layouts[&(inner, 0)],
                });
                LayoutKind::Struct { name: ty.struct_tag(), fields: fields.collect() }
            }
            TypeKind::LLVMArrayTypeKind => {
                LayoutKind::Array { element: self.layouts[&(ty.element(), 0)], count: ty.array_length() }
            }
            _ => scalar(ty).map_or(LayoutKind::Opaque, LayoutKind::Scalar),
        };
        Layout { size: self.data.size(ty), align: self.data.align(ty).max(1), kind }
    }
}
