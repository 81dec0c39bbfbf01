//! Uninitialised variables hold any value, chosen where they are declared.
//!
//! LLVM decides the value of an uninitialised variable as soon as it puts it into a register, so
//! this comes first. clang marks the declarations of such variables (`-ftrivial-auto-var-init`):
//! what it stores there is replaced by arbitrary values. A declaration that is jumped over has no
//! effect in C, so every variable that may be read before it is written also gets one at the entry.

use super::{Preparation, bypass, liveness};
use crate::module::{self, Builder, calls_intrinsic, constant, name};
use euclase_program::NondetOrigin;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMInstructionGetDebugLoc};
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMABISizeOfType;
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives uninitialised variables of all functions arbitrary values.
pub(super) fn prepare(state: &mut Preparation<'_>) {
    let annotation = "annotation";
    // SAFETY: the name is given with its length.
    let kind = unsafe { LLVMGetMDKindIDInContext(state.context, annotation.as_ptr().cast(), annotation.len() as u32) };
    for function in module::defined_functions(state.module) {
        prepare_function(state, function, kind);
    }
}

fn prepare_function(state: &mut Preparation<'_>, function: LLVMValueRef, annotation: u32) {
    let mut variables = Vec::new();
    let mut dynamic = Vec::new();
    let mut marked = Vec::new();
    let mut declared = FxHashMap::default();
    for instruction in module::instructions(function) {
        // SAFETY: the instruction is alive.
        unsafe {
            if !LLVMIsAAllocaInst(instruction).is_null() {
                let is_one = constant(LLVMGetOperand(instruction, 0)) == Some(1);
                if is_one { variables.push(instruction) } else { dynamic.push(instruction) }
            } else if calls_intrinsic(instruction, "llvm.dbg.declare") {
                if let Some((variable, declaration)) = declaration(instruction) {
                    declared.entry(variable).or_insert(declaration);
                }
            } else if is_marked(instruction, annotation) {
                marked.push(instruction);
            }
        }
    }
    let names = Names { function: name(function), declared };
    let marked_set: FxHashSet<_> = marked.iter().copied().collect();
    let live = liveness::of(state.layout, function, &variables, &marked_set);
    let is_variable: FxHashSet<_> = variables.iter().copied().collect();
    // SAFETY: all values are of this function; a marked initialisation goes after its replacement.
    unsafe {
        for &variable in variables.iter().filter(|variable| live.at_entry.contains(*variable)) {
            let builder = Builder::before(state.context, behind(variable));
            names.locate(&builder, variable);
            if names.is_never_declared(function, variable) && bypass::is_used_again(variable) {
                let what = format!(
                    "variable '{}', which is used again although its declaration is never reached",
                    name(variable)
                );
                state.build_unsupported(&builder, what.into());
            }
            state.fill(&builder, variable, LLVMGetAllocatedType(variable), &names.origin(variable));
        }
        for initialisation in marked {
            let address = address(initialisation);
            dynamic.retain(|object| *object != address);
            if !is_variable.contains(&address) || live.needed.contains(&initialisation) {
                replace(state, initialisation, is_variable.contains(&address), &names);
            }
            LLVMInstructionEraseFromParent(initialisation);
        }
        for object in dynamic {
            let builder = Builder::before(state.context, behind(object));
            let element = LLVMABISizeOfType(state.layout, LLVMGetAllocatedType(object));
            let count = LLVMBuildIntCast2(builder.0, LLVMGetOperand(object, 0), state.i64_type(), 0, c"".as_ptr());
            let size = LLVMBuildMul(builder.0, count, LLVMConstInt(state.i64_type(), element, 0), c"".as_ptr());
            state.build_havoc(&builder, object, size, names.origin(object));
        }
    }
}

/// The source's names and places of variables.
struct Names {
    function: String,
    declared: FxHashMap<LLVMValueRef, (String, LLVMMetadataRef)>,
}

impl Names {
    fn origin(&self, mut variable: LLVMValueRef) -> NondetOrigin {
        // SAFETY: the variable, or what leads to a part of it, is alive.
        unsafe {
            while !LLVMIsAGetElementPtrInst(variable).is_null() {
                variable = LLVMGetOperand(variable, 0);
            }
        }
        NondetOrigin::Uninitialised(match self.declared.get(&variable) {
            Some((declared, _)) => declared.as_str().into(),
            None => match name(variable).as_str() {
                "retval" => format!("result of {}", self.function).into(),
                "" => "memory".into(),
                internal => internal.into(),
            },
        })
    }

    /// Whether a variable of the source has a declaration that all jumps pass by: nothing says then where its block is entered.
    /// What is the compiler's own, such as the objects of compound literals, has a name that C does not allow; or it is a struct
    /// on its way from one call to another.
    unsafe fn is_never_declared(&self, function: LLVMValueRef, variable: LLVMValueRef) -> bool {
        // SAFETY: the caller's function is alive.
        let has_descriptions = unsafe { !LLVMGetSubprogram(function).is_null() };
        let called = name(variable);
        let stem = called.trim_end_matches(|digit: char| digit.is_ascii_digit());
        // SAFETY: the caller's variable is alive.
        let kind = unsafe { LLVMGetTypeKind(LLVMGetAllocatedType(variable)) };
        let is_on_its_way = matches!(stem, "tmp" | "coerce") && kind == LLVMTypeKind::LLVMStructTypeKind;
        let is_of_source = called != "retval" && !called.contains(['.', '-']) && !is_on_its_way;
        has_descriptions && !self.declared.contains_key(&variable) && is_of_source
    }

    /// What is built stands where the variable is declared.
    fn locate(&self, builder: &Builder, variable: LLVMValueRef) {
        if let Some((_, place)) = self.declared.get(&variable) {
            // SAFETY: the place belongs to this function.
            unsafe { LLVMSetCurrentDebugLocation2(builder.0, *place) };
        }
    }
}

unsafe fn replace(state: &mut Preparation<'_>, initialisation: LLVMValueRef, is_variable: bool, names: &Names) {
    let builder = Builder::before(state.context, initialisation);
    // SAFETY: the caller's initialisation is a store or a memset, alive.
    unsafe {
        let address = address(initialisation);
        let origin = names.origin(address);
        let is_store = !LLVMIsAStoreInst(initialisation).is_null();
        if is_variable {
            let kind = LLVMGetAllocatedType(address);
            let size = LLVMABISizeOfType(state.layout, kind);
            let bytes = if is_store {
                inkwell::llvm_sys::target::LLVMStoreSizeOfType(
                    state.layout,
                    LLVMTypeOf(LLVMGetOperand(initialisation, 0)),
                )
            } else {
                constant(LLVMGetOperand(initialisation, 2)).unwrap_or(0)
            };
            if bytes >= size || is_store && bytes == inkwell::llvm_sys::target::LLVMStoreSizeOfType(state.layout, kind)
            {
                state.fill(&builder, address, kind, &origin);
                return;
            }
        }
        if !is_store {
            state.build_havoc(&builder, address, LLVMGetOperand(initialisation, 2), origin);
        } else if let Some(value) = state.build_nondet(&builder, LLVMTypeOf(LLVMGetOperand(initialisation, 0)), &origin)
        {
            LLVMBuildStore(builder.0, value, address);
        } else {
            state.build_unsupported(
                &builder,
                format!("the type of an uninitialised variable in '{}'", names.function).into(),
            );
        }
    }
}

/// Where an initialisation writes to.
unsafe fn address(initialisation: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: the caller's initialisation is a store or a memset.
    unsafe { LLVMGetOperand(initialisation, if LLVMIsAStoreInst(initialisation).is_null() { 0 } else { 1 }) }
}

/// The first instruction behind a variable and those that come right after it.
unsafe fn behind(variable: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: a block does not end with a variable.
    unsafe {
        let mut place = LLVMGetNextInstruction(variable);
        while !LLVMIsAAllocaInst(place).is_null() && constant(LLVMGetOperand(place, 0)).is_some() {
            place = LLVMGetNextInstruction(place);
        }
        place
    }
}

/// Whether clang has marked a store or a memset as the initialisation of an uninitialised variable.
unsafe fn is_marked(instruction: LLVMValueRef, annotation: u32) -> bool {
    // SAFETY: the caller's instruction is alive.
    unsafe {
        if LLVMHasMetadata(instruction) == 0 {
            return false;
        }
        let note = LLVMGetMetadata(instruction, annotation);
        let writes = !LLVMIsAStoreInst(instruction).is_null() || calls_intrinsic(instruction, "llvm.mem");
        !note.is_null() && writes && operands(note).into_iter().any(|word| text(word).as_deref() == Some("auto-init"))
    }
}

/// The variable that a debug declaration is about, with its name in the source and its place.
pub(crate) unsafe fn declaration(call: LLVMValueRef) -> Option<(LLVMValueRef, (String, LLVMMetadataRef))> {
    // SAFETY: the arguments of a declaration are metadata: the address, the variable, an expression.
    unsafe {
        let address = *operands(LLVMGetOperand(call, 0)).first()?;
        let variable = operands(LLVMGetOperand(call, 1));
        // The parts of a variable's description are its scope, its name, its file, its type, …
        let declared = text(*variable.get(1)?)?;
        (!address.is_null()).then(|| (address, (declared, LLVMInstructionGetDebugLoc(call))))
    }
}

pub(super) unsafe fn operands(node: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the caller's value is metadata.
    unsafe {
        let mut parts = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
        LLVMGetMDNodeOperands(node, parts.as_mut_ptr());
        parts
    }
}

unsafe fn text(string: LLVMValueRef) -> Option<String> {
    let mut length = 0;
    // SAFETY: the caller's value is metadata or null; LLVM gives a pointer and a length.
    unsafe {
        if string.is_null() {
            return None;
        }
        let start = LLVMGetMDString(string, &mut length);
        (!start.is_null()).then(|| {
            String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length as usize)).into_owned()
        })
    }
}
