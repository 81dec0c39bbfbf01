//! Refuses types whose size is not known before a program runs.
//!
//! The vectors of Arm's SVE and of RISC-V have a size that the machine decides (`<vscale x 4 x i32>`), and so do some types that
//! only a target knows. LLVM ends the process that asks for such a size, and many parts of it ask. So a module is looked at
//! before anything is done with it.

use crate::Error;
use crate::module::{self, name, take_message};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeIndex, LLVMTypeKind};
use inkwell::module::Module;
use rustc_hash::{FxHashMap, FxHashSet};

/// Refuses a module that has a value, a variable, a function or an address of such a type.
pub(crate) fn refuse(module: &Module<'_>) -> Result<(), Error> {
    let mut search = Search::default();
    for global in module::globals(module.as_mut_ptr()) {
        // SAFETY: the global is alive, and asked for an initialiser only if it has one.
        unsafe {
            let initialiser = LLVMGetInitializer(global);
            let of_initialiser = (!initialiser.is_null()).then(|| search.in_value(initialiser)).flatten();
            if let Some(kind) = search.in_type(LLVMGlobalGetValueType(global)).or(of_initialiser) {
                return Err(refusal(kind, &format!("the variable '{}'", name(global)), global));
            }
        }
    }
    for function in module::functions(module.as_mut_ptr()) {
        if let Some(kind) = search.in_signature(function) {
            return Err(refusal(kind, &format!("the function '{}'", name(function)), function));
        }
        for instruction in module::instructions(function) {
            if let Some(kind) = search.in_instruction(instruction) {
                return Err(refusal(kind, &format!("the function '{}'", name(function)), instruction));
            }
        }
    }
    Ok(())
}

fn refusal(kind: LLVMTypeRef, what: &str, place: LLVMValueRef) -> Error {
    // SAFETY: the type is alive, and the text is ours.
    let kind = take_message(unsafe { LLVMPrintTypeToString(kind) });
    let place = at(place);
    Error::Unsupported(format!("the type '{kind}' in {what}, whose size depends on the machine{place}"))
}

/// The line of an instruction, a function or a variable, if it is known.
fn at(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: the value is one that may have a place; the name of the file is LLVM's.
    unsafe {
        let (line, column) = (LLVMGetDebugLocLine(value), LLVMGetDebugLocColumn(value));
        let start = LLVMGetDebugLocFilename(value, &mut length);
        if line == 0 || start.is_null() {
            return String::new();
        }
        let file = String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length as usize));
        if column > 0 { format!(" ({file}:{line}:{column})") } else { format!(" ({file}:{line})") }
    }
}

/// What has been looked at already.
#[derive(Default)]
struct Search {
    /// The part of each type that has no size.
    types: FxHashMap<LLVMTypeRef, Option<LLVMTypeRef>>,
    /// Constants without such a type in them.
    constants: FxHashSet<LLVMValueRef>,
}

impl Search {
    /// The part of a type that has no size that is known.
    fn in_type(&mut self, kind: LLVMTypeRef) -> Option<LLVMTypeRef> {
        if let Some(known) = self.types.get(&kind) {
            return *known;
        }
        let mut found = None;
        let mut waiting = vec![kind];
        while let Some(part) = waiting.pop() {
            // SAFETY: types live as long as their context, and are asked for parts that they have.
            unsafe {
                match LLVMGetTypeKind(part) {
                    LLVMTypeKind::LLVMScalableVectorTypeKind | LLVMTypeKind::LLVMTargetExtTypeKind => {
                        found = Some(part);
                        break;
                    }
                    LLVMTypeKind::LLVMArrayTypeKind => waiting.push(LLVMGetElementType(part)),
                    LLVMTypeKind::LLVMStructTypeKind => {
                        let count = LLVMCountStructElementTypes(part);
                        waiting.extend((0..count).map(|index| LLVMStructGetTypeAtIndex(part, index)));
                    }
                    LLVMTypeKind::LLVMFunctionTypeKind => {
                        waiting.push(LLVMGetReturnType(part));
                        let mut parameters = vec![std::ptr::null_mut(); LLVMCountParamTypes(part) as usize];
                        LLVMGetParamTypes(part, parameters.as_mut_ptr());
                        waiting.extend(parameters);
                    }
                    _ => {}
                }
            }
        }
        self.types.insert(kind, found);
        found
    }

    /// Looks at a value that is used, and where it is a constant at what it is made of.
    fn in_value(&mut self, value: LLVMValueRef) -> Option<LLVMTypeRef> {
        let mut waiting = vec![value];
        while let Some(value) = waiting.pop() {
            // SAFETY: the values are alive, and asked for what their kind has.
            unsafe {
                if let Some(kind) = self.in_type(LLVMTypeOf(value)) {
                    return Some(kind);
                }
                if LLVMIsAConstant(value).is_null() || !LLVMIsAGlobalValue(value).is_null() {
                    continue;
                }
                let count = LLVMGetNumOperands(value);
                if count == 0 || !self.constants.insert(value) {
                    continue;
                }
                if let Some(kind) = self.in_address(value) {
                    return Some(kind);
                }
                waiting.extend((0..count as u32).map(|index| LLVMGetOperand(value, index)));
            }
        }
        None
    }

    /// Looks at what an address is computed in, if the value is an instruction or an expression that does so.
    fn in_address(&mut self, value: LLVMValueRef) -> Option<LLVMTypeRef> {
        use inkwell::llvm_sys::LLVMOpcode::LLVMGetElementPtr;
        // SAFETY: the value is alive, and asked for its opcode only if it has one.
        unsafe {
            let is_address = if LLVMIsAConstantExpr(value).is_null() {
                !LLVMIsAGetElementPtrInst(value).is_null()
            } else {
                LLVMGetConstOpcode(value) == LLVMGetElementPtr
            };
            is_address.then(|| self.in_type(LLVMGetGEPSourceElementType(value))).flatten()
        }
    }

    fn in_signature(&mut self, function: LLVMValueRef) -> Option<LLVMTypeRef> {
        // SAFETY: the function is alive, and asked for attributes of parameters that it has.
        unsafe {
            let of_type = self.in_type(LLVMGlobalGetValueType(function));
            let attributes = |index: LLVMAttributeIndex| {
                let mut list = vec![std::ptr::null_mut(); LLVMGetAttributeCountAtIndex(function, index) as usize];
                LLVMGetAttributesAtIndex(function, index, list.as_mut_ptr());
                list
            };
            of_type.or_else(|| self.in_attributes((0..=LLVMCountParams(function)).flat_map(attributes)))
        }
    }

    fn in_instruction(&mut self, instruction: LLVMValueRef) -> Option<LLVMTypeRef> {
        // SAFETY: the instruction is alive, and asked for what its kind has.
        unsafe {
            if let Some(kind) = self.in_type(LLVMTypeOf(instruction)).or_else(|| self.in_address(instruction)) {
                return Some(kind);
            }
            for index in 0..LLVMGetNumOperands(instruction) {
                let operand = LLVMGetOperand(instruction, index as u32);
                if let Some(kind) = (!operand.is_null()).then(|| self.in_value(operand)).flatten() {
                    return Some(kind);
                }
            }
            if !LLVMIsAAllocaInst(instruction).is_null() {
                return self.in_type(LLVMGetAllocatedType(instruction));
            }
            if LLVMIsACallInst(instruction).is_null() {
                return None;
            }
            let attributes = |index: LLVMAttributeIndex| {
                let mut list = vec![std::ptr::null_mut(); LLVMGetCallSiteAttributeCount(instruction, index) as usize];
                LLVMGetCallSiteAttributes(instruction, index, list.as_mut_ptr());
                list
            };
            let of_type = self.in_type(LLVMGetCalledFunctionType(instruction));
            of_type.or_else(|| self.in_attributes((0..=LLVMGetNumArgOperands(instruction)).flat_map(attributes)))
        }
    }

    /// Looks at what arguments point to that are copied or returned in memory.
    fn in_attributes(&mut self, attributes: impl Iterator<Item = LLVMAttributeRef>) -> Option<LLVMTypeRef> {
        for attribute in attributes {
            // SAFETY: the attribute is alive, and asked for a type only if it has one.
            let kind = unsafe {
                if LLVMIsTypeAttribute(attribute) == 0 {
                    continue;
                }
                LLVMGetTypeAttributeValue(attribute)
            };
            if let Some(kind) = (!kind.is_null()).then(|| self.in_type(kind)).flatten() {
                return Some(kind);
            }
        }
        None
    }
}
