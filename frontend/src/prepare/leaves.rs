//! The scalars that an object in memory consists of.
//!
//! Objects are filled scalar by scalar, since that is what SROA turns into registers. Padding is
//! made of integers: a copy of a struct or another member of a union can read it.

use crate::module::Builder;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMOffsetOfElement, LLVMStoreSizeOfType, LLVMTargetDataRef};

/// How many scalars an object has at most that is filled one by one.
pub(crate) const MOST: u64 = 1024;

/// The same for an object that is accessed at places that are not known.
pub(crate) const MOST_INDEXED: u64 = 64;

/// A scalar in an object.
pub(crate) struct Leaf {
    /// Where it starts, in bytes.
    pub(crate) offset: u64,
    /// Its type.
    pub(crate) kind: LLVMTypeRef,
    /// Whether no member of the type is here.
    pub(crate) is_padding: bool,
    /// The way to it: which element of which element.
    pub(crate) path: Vec<u32>,
}

impl Leaf {
    /// Stores a value into this part of the object at an address.
    pub(crate) fn store(&self, context: LLVMContextRef, builder: &Builder, value: LLVMValueRef, object: LLVMValueRef) {
        // SAFETY: the value is of the leaf's type, and the address is that of an object that has it.
        unsafe {
            let address = if self.offset == 0 {
                object
            } else {
                let byte = LLVMInt8TypeInContext(context);
                let mut index = [LLVMConstInt(LLVMInt64TypeInContext(context), self.offset, 0)];
                LLVMBuildGEP2(builder.0, byte, object, index.as_mut_ptr(), 1, c"".as_ptr())
            };
            let store = LLVMBuildStore(builder.0, value, address);
            // The object's own alignment is not known here; one byte is always right.
            LLVMSetAlignment(store, 1);
        }
    }
}

/// The scalars of a type in the order of their places; none if they are more than `most` or of no
/// known size.
pub(crate) fn leaves(
    layout: LLVMTargetDataRef,
    context: LLVMContextRef,
    kind: LLVMTypeRef,
    most: u64,
) -> Option<Vec<Leaf>> {
    let mut found = Vec::new();
    // SAFETY: all types are of one context, and sizes are only asked of types that have one.
    unsafe {
        if LLVMTypeIsSized(kind) == 0 {
            return None;
        }
        let mut work = vec![(0, kind, Vec::new())];
        while let Some((offset, kind, path)) = work.pop() {
            match LLVMGetTypeKind(kind) {
                LLVMTypeKind::LLVMStructTypeKind => {
                    let count = LLVMCountStructElementTypes(kind);
                    if u64::from(count) > most {
                        return None;
                    }
                    for index in (0..count).rev() {
                        let at = offset + LLVMOffsetOfElement(layout, kind, index);
                        work.push((at, LLVMStructGetTypeAtIndex(kind, index), extended(&path, index)));
                    }
                }
                LLVMTypeKind::LLVMArrayTypeKind => {
                    let count = LLVMGetArrayLength2(kind);
                    if count > most {
                        return None;
                    }
                    let element = LLVMGetElementType(kind);
                    let size = LLVMABISizeOfType(layout, element);
                    for index in (0..count).rev() {
                        work.push((offset + index * size, element, extended(&path, index as u32)));
                    }
                }
                LLVMTypeKind::LLVMVectorTypeKind | LLVMTypeKind::LLVMScalableVectorTypeKind => return None,
                _ => found.push(Leaf { offset, kind, is_padding: false, path }),
            }
            if found.len() as u64 > most {
                return None;
            }
        }
        let size = LLVMABISizeOfType(layout, kind);
        let whole = with_padding(layout, context, found, size);
        (whole.len() as u64 <= most).then_some(whole)
    }
}

fn extended(path: &[u32], index: u32) -> Vec<u32> {
    let mut longer = Vec::with_capacity(path.len() + 1);
    longer.extend_from_slice(path);
    longer.push(index);
    longer
}

/// The leaves with integers between them where no leaf is. They come in order of their offsets.
fn with_padding(layout: LLVMTargetDataRef, context: LLVMContextRef, found: Vec<Leaf>, size: u64) -> Vec<Leaf> {
    let mut whole = Vec::with_capacity(found.len());
    let mut position = 0;
    for leaf in found {
        pad(context, &mut whole, position, leaf.offset);
        // SAFETY: a leaf has a size.
        position = position.max(leaf.offset + unsafe { LLVMStoreSizeOfType(layout, leaf.kind) });
        whole.push(leaf);
    }
    pad(context, &mut whole, position, size);
    whole
}

fn pad(context: LLVMContextRef, leaves: &mut Vec<Leaf>, mut from: u64, to: u64) {
    while from < to {
        let bytes =
            [8, 4, 2, 1].into_iter().find(|bytes| from.is_multiple_of(*bytes) && from + bytes <= to).unwrap_or(1);
        // SAFETY: the context is alive.
        let kind = unsafe { LLVMIntTypeInContext(context, 8 * bytes as u32) };
        leaves.push(Leaf { offset: from, kind, is_padding: true, path: Vec::new() });
        from += bytes;
    }
}
