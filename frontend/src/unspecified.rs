//! Bytes of initialised objects that have no value in C: padding of structs, and those bytes of a union that the
//! member in its initialiser does not cover (C11 6.2.6.1).
//!
//! clang writes zeros there. They are marked as clang marks variables without an initialiser, so that the preparation
//! replaces them by arbitrary values. Padding is read off the type of the variable. Which bytes of a union are meant
//! is no longer to be seen in what clang writes, so a source that needs it is compiled twice, with zeros and with
//! another pattern in such bytes: where the two differ is what the source leaves open. A struct that is zero
//! as a whole keeps its padding: that is `= {}`, and what compilers make of `= {0}`.

use crate::module::{self, Builder, calls_intrinsic, constant, name};
use crate::prepare::declaration;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::LLVMTypeKind::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What clang is asked to write into bytes without a value in the second compilation.
pub(crate) const PATTERN: &str = "-ftrivial-auto-var-init=pattern";
const PATTERN_BYTE: u8 = 0xaa;
/// More bytes in a row are given their values together.
const MOST_SINGLE: u64 = 16;

/// The name that clang gives to the objects of compound literals.
const COMPOUND_LITERAL: &str = ".compoundliteral";

/// Whether variables with a union in them have an initialiser: then it takes a second compilation to know
/// which bytes have no value.
pub(crate) fn needs_pattern(module: LLVMModuleRef) -> bool {
    let layout = layout_of(module);
    module::defined_functions(module).into_iter().any(|function| {
        initialised(function, layout).iter().any(|variable| {
            // SAFETY: the variable is alive.
            variable.is_initialised && has_union(unsafe { LLVMGetAllocatedType(variable.place) })
        })
    })
}

/// Marks the bytes without a value of all variables that have an initialiser. The second module is of the same source,
/// with the pattern in place of zeros.
pub(crate) fn mark(context: LLVMContextRef, module: LLVMModuleRef, patterned: Option<LLVMModuleRef>) {
    let layout = layout_of(module);
    let twins: FxHashMap<String, LLVMValueRef> = patterned
        .map(|module| {
            module::defined_functions(module).into_iter().map(|function| (name(function), function)).collect()
        })
        .unwrap_or_default();
    for function in module::defined_functions(module) {
        let twin = twins.get(&name(function)).map(|twin| initialised(*twin, layout));
        for (number, variable) in initialised(function, layout).into_iter().enumerate() {
            let twin = twin.as_ref().and_then(|all| all.get(number)).filter(|twin| twin.name == variable.name);
            let open: Vec<u64> = variable
                .without_value(twin, layout)
                .into_iter()
                // SAFETY: the variable is alive.
                .filter(|byte| unsafe { may_be_read(variable.place, layout, *byte) })
                .collect();
            variable.mark(context, &open);
        }
        for instruction in module::instructions(function) {
            // SAFETY: the instruction is alive.
            unsafe {
                if !LLVMIsAAllocaInst(instruction).is_null() && name(instruction).starts_with(COMPOUND_LITERAL) {
                    mark_compound_literal(context, layout, instruction);
                }
            }
        }
    }
}

fn layout_of(module: LLVMModuleRef) -> LLVMTargetDataRef {
    // SAFETY: the module is alive.
    unsafe { LLVMGetModuleDataLayout(module) }
}

/// A variable whose declaration is followed by what initialises it.
struct Variable {
    place: LLVMValueRef,
    name: String,
    /// What follows the initialisation.
    behind: LLVMValueRef,
    /// What the initialiser makes of each byte, where that is a number.
    bytes: Vec<Option<u8>>,
    /// Whether there is an initialiser whose values are constants.
    is_initialised: bool,
    /// Whether it is more than zeros for the whole variable.
    has_constants: bool,
}

/// The variables of a function that have an initialiser, in the order of their declarations.
fn initialised(function: LLVMValueRef, layout: LLVMTargetDataRef) -> Vec<Variable> {
    let mut found = Vec::new();
    for instruction in module::instructions(function) {
        // SAFETY: the instruction is alive.
        unsafe {
            if !calls_intrinsic(instruction, "llvm.dbg.declare") {
                continue;
            }
            let Some((place, (name, _))) = declaration(instruction) else { continue };
            let is_one = !LLVMIsAAllocaInst(place).is_null() && constant(LLVMGetOperand(place, 0)) == Some(1);
            if is_one && matches!(LLVMGetTypeKind(LLVMGetAllocatedType(place)), LLVMStructTypeKind | LLVMArrayTypeKind)
            {
                found.push(Variable::read(place, name, instruction, layout));
            }
        }
    }
    found
}

impl Variable {
    /// Follows the instructions behind a declaration that belong to it: copies of constants, and stores.
    unsafe fn read(place: LLVMValueRef, name: String, declared: LLVMValueRef, layout: LLVMTargetDataRef) -> Variable {
        // SAFETY: the caller's instruction is in a block, which has an end.
        unsafe {
            let size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(place));
            let mut variable = Variable {
                place,
                name,
                behind: LLVMGetNextInstruction(declared),
                bytes: vec![None; usize::try_from(size).unwrap_or(0)],
                is_initialised: false,
                has_constants: false,
            };
            let location = LLVMInstructionGetDebugLoc(declared);
            let mut offsets = FxHashMap::from_iter([(place, 0)]);
            while LLVMInstructionGetDebugLoc(variable.behind) == location
                && variable.follow(variable.behind, layout, &mut offsets)
            {
                variable.is_initialised = true;
                variable.behind = LLVMGetNextInstruction(variable.behind);
            }
            variable
        }
    }

    /// Takes one instruction of the initialisation; false if it is none.
    unsafe fn follow(
        &mut self,
        instruction: LLVMValueRef,
        layout: LLVMTargetDataRef,
        offsets: &mut FxHashMap<LLVMValueRef, u64>,
    ) -> bool {
        // SAFETY: the caller's instruction is alive and no terminator that is gone past.
        unsafe {
            if LLVMGetInstructionOpcode(instruction) == LLVMOpcode::LLVMGetElementPtr {
                let base = offsets.get(&LLVMGetOperand(instruction, 0)).copied();
                let step = Step::of(instruction, layout);
                let (Some(base), Some(Step { offset, modulus: 0 })) = (base, step) else { return false };
                offsets.insert(instruction, base + offset);
                return true;
            }
            if !LLVMIsAStoreInst(instruction).is_null() {
                let Some(&at) = offsets.get(&LLVMGetOperand(instruction, 1)) else { return false };
                let value = LLVMGetOperand(instruction, 0);
                if LLVMIsConstant(value) == 0 || is_marked(instruction) {
                    return false;
                }
                self.has_constants = true;
                write(layout, value, at, &mut self.bytes);
                return true;
            }
            let (is_fill, is_copy) =
                (calls_intrinsic(instruction, "llvm.memset"), calls_intrinsic(instruction, "llvm.memcpy"));
            if !is_fill && !is_copy || is_marked(instruction) {
                return false;
            }
            let Some(&at) = offsets.get(&LLVMGetOperand(instruction, 0)) else { return false };
            let (source, Some(length)) = (LLVMGetOperand(instruction, 1), constant(LLVMGetOperand(instruction, 2)))
            else {
                return false;
            };
            if is_fill {
                let Some(byte) = constant(source) else { return false };
                self.has_constants |= byte != 0;
                for place in at..at + length {
                    set(&mut self.bytes, place, Some(byte as u8));
                }
            } else {
                if LLVMIsAGlobalVariable(source).is_null() || LLVMIsGlobalConstant(source) == 0 {
                    return false;
                }
                self.has_constants = true;
                let whole = LLVMGetInitializer(source);
                let mut bytes = vec![None; usize::try_from(LLVMABISizeOfType(layout, LLVMTypeOf(whole))).unwrap_or(0)];
                write(layout, whole, 0, &mut bytes);
                for (byte, place) in bytes.into_iter().zip(at..at + length) {
                    set(&mut self.bytes, place, byte);
                }
            }
            true
        }
    }

    /// The bytes that the initialiser leaves open.
    fn without_value(&self, twin: Option<&Variable>, layout: LLVMTargetDataRef) -> BTreeSet<u64> {
        let mut open = BTreeSet::new();
        if self.has_constants && self.bytes.iter().any(|byte| *byte != Some(0)) {
            // SAFETY: the variable is alive.
            unsafe { padding(layout, LLVMGetAllocatedType(self.place), 0, &mut open) };
        }
        open.retain(|byte| self.bytes.get(*byte as usize) == Some(&Some(0)));
        if let Some(twin) = twin {
            let pairs = self.bytes.iter().zip(&twin.bytes).zip(0..);
            open.extend(
                pairs
                    .filter(|((zero, pattern), _)| (**zero, **pattern) == (Some(0), Some(PATTERN_BYTE)))
                    .map(|(_, at)| at),
            );
        }
        open
    }

    /// Writes marked zeros into bytes, which are in order.
    fn mark(&self, context: LLVMContextRef, open: &[u64]) {
        let mut rest = open;
        while let Some(&first) = rest.first() {
            let length = rest.iter().zip(first..).take_while(|(byte, expected)| **byte == *expected).count();
            rest = &rest[length..];
            // SAFETY: what is built is behind the initialisation and inside of the variable.
            unsafe {
                let builder = Builder::before(context, self.behind);
                LLVMSetCurrentDebugLocation2(builder.0, location_before(self.behind));
                let (byte, word) = (LLVMInt8TypeInContext(context), LLVMInt64TypeInContext(context));
                let zero = LLVMConstInt(byte, 0, 0);
                let at = |offset: u64| {
                    let mut index = LLVMConstInt(word, offset, 0);
                    LLVMBuildInBoundsGEP2(builder.0, byte, self.place, &mut index, 1, c"".as_ptr())
                };
                if length as u64 > MOST_SINGLE {
                    let size = LLVMConstInt(word, length as u64, 0);
                    annotate(context, LLVMBuildMemSet(builder.0, at(first), zero, size, 1));
                } else {
                    for offset in first..first + length as u64 {
                        let store = LLVMBuildStore(builder.0, zero, at(offset));
                        LLVMSetAlignment(store, 1);
                        annotate(context, store);
                    }
                }
            }
        }
    }
}

/// The place in the source of what stands before an instruction.
unsafe fn location_before(instruction: LLVMValueRef) -> LLVMMetadataRef {
    // SAFETY: the caller's instruction stands behind a declaration.
    unsafe { LLVMInstructionGetDebugLoc(LLVMGetPreviousInstruction(instruction)) }
}

/// An object of a compound literal is a new one each time its expression is evaluated, which starts with the first
/// instruction that uses it.
unsafe fn mark_compound_literal(context: LLVMContextRef, layout: LLVMTargetDataRef, object: LLVMValueRef) {
    // SAFETY: the caller's object is alive, and so are its users.
    unsafe {
        let kind = LLVMGetAllocatedType(object);
        let mut open = BTreeSet::new();
        padding(layout, kind, 0, &mut open);
        if open.is_empty() && !has_union(kind) {
            return;
        }
        let users = module::users(object);
        let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(object));
        let Some(first) = module::instructions(function).into_iter().find(|one| users.contains(one)) else { return };
        let builder = Builder::before(context, first);
        LLVMSetCurrentDebugLocation2(builder.0, LLVMInstructionGetDebugLoc(first));
        let size = LLVMConstInt(LLVMInt64TypeInContext(context), LLVMABISizeOfType(layout, kind), 0);
        let zero = LLVMConstInt(LLVMInt8TypeInContext(context), 0, 0);
        annotate(context, LLVMBuildMemSet(builder.0, object, zero, size, 1));
    }
}

/// Marks an instruction as clang marks the initialisation of variables that have no initialiser.
unsafe fn annotate(context: LLVMContextRef, instruction: LLVMValueRef) {
    // SAFETY: the caller's instruction is of this context; texts are given with their lengths.
    unsafe {
        let word = "auto-init";
        let mut text = LLVMMDStringInContext2(context, word.as_ptr().cast(), word.len());
        let node = LLVMMDNodeInContext2(context, &mut text, 1);
        LLVMSetMetadata(instruction, annotation(context), LLVMMetadataAsValue(context, node));
    }
}

fn annotation(context: LLVMContextRef) -> u32 {
    let kind = "annotation";
    // SAFETY: the name is given with its length.
    unsafe { LLVMGetMDKindIDInContext(context, kind.as_ptr().cast(), kind.len() as u32) }
}

unsafe fn is_marked(instruction: LLVMValueRef) -> bool {
    // SAFETY: the caller's instruction is alive.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(instruction));
        !LLVMGetMetadata(instruction, annotation(context)).is_null()
    }
}

fn set(bytes: &mut [Option<u8>], place: u64, byte: Option<u8>) {
    if let Some(slot) = bytes.get_mut(place as usize) {
        *slot = byte;
    }
}

/// The bytes of a constant. Those of padding are zero, as in an object file; undefined ones and those of addresses have
/// no number.
unsafe fn write(layout: LLVMTargetDataRef, value: LLVMValueRef, at: u64, bytes: &mut [Option<u8>]) {
    // SAFETY: the caller's constant is alive, and so are its parts.
    unsafe {
        let kind = LLVMTypeOf(value);
        let size = LLVMABISizeOfType(layout, kind);
        if LLVMIsUndef(value) != 0 || LLVMIsPoison(value) != 0 {
            (at..at + size).for_each(|place| set(bytes, place, None));
        } else if LLVMIsNull(value) != 0 {
            (at..at + size).for_each(|place| set(bytes, place, Some(0)));
        } else {
            match LLVMGetTypeKind(kind) {
                LLVMStructTypeKind => {
                    (at..at + size).for_each(|place| set(bytes, place, Some(0)));
                    for index in 0..LLVMCountStructElementTypes(kind) {
                        let offset = LLVMOffsetOfElement(layout, kind, index);
                        write(layout, LLVMGetAggregateElement(value, index), at + offset, bytes);
                    }
                }
                LLVMArrayTypeKind => {
                    let element = LLVMABISizeOfType(layout, LLVMGetElementType(kind));
                    for index in 0..LLVMGetArrayLength2(kind) {
                        let part = LLVMGetAggregateElement(value, index as u32);
                        write(layout, part, at + index * element, bytes);
                    }
                }
                _ => {
                    let number = constant(value);
                    for place in 0..size {
                        let byte = number.filter(|_| place < 8).map(|number| (number >> (8 * place)) as u8);
                        set(bytes, at + place, byte);
                    }
                }
            }
        }
    }
}

/// The bytes of a constant that are undefined: from where, and how many.
pub(crate) unsafe fn undefined_ranges(
    layout: LLVMTargetDataRef,
    value: LLVMValueRef,
    at: u64,
    found: &mut Vec<(u64, u64)>,
) {
    // SAFETY: the caller's constant is alive, and so are its parts.
    unsafe {
        let kind = LLVMTypeOf(value);
        if LLVMIsUndef(value) != 0 || LLVMIsPoison(value) != 0 {
            found.push((at, LLVMABISizeOfType(layout, kind)));
        } else if LLVMIsAConstantStruct(value).is_null() && LLVMIsAConstantArray(value).is_null() {
            // Others, such as strings and zeros, have no parts that are undefined.
        } else if LLVMGetTypeKind(kind) == LLVMStructTypeKind {
            for index in 0..LLVMCountStructElementTypes(kind) {
                let offset = at + LLVMOffsetOfElement(layout, kind, index);
                undefined_ranges(layout, LLVMGetAggregateElement(value, index), offset, found);
            }
        } else {
            let element = LLVMABISizeOfType(layout, LLVMGetElementType(kind));
            for index in 0..LLVMGetArrayLength2(kind) {
                let part = LLVMGetAggregateElement(value, index as u32);
                undefined_ranges(layout, part, at + index * element, found);
            }
        }
    }
}

/// The bytes of a type that belong to none of its members. Those in a union are another matter: which member is meant
/// is not to be seen.
unsafe fn padding(layout: LLVMTargetDataRef, kind: LLVMTypeRef, at: u64, found: &mut BTreeSet<u64>) {
    // SAFETY: the caller's type has a size.
    unsafe {
        match LLVMGetTypeKind(kind) {
            LLVMStructTypeKind if !is_union(kind) => {
                let mut end = 0;
                for index in 0..LLVMCountStructElementTypes(kind) {
                    let member = LLVMStructGetTypeAtIndex(kind, index);
                    let offset = LLVMOffsetOfElement(layout, kind, index);
                    found.extend(at + end..at + offset);
                    padding(layout, member, at + offset, found);
                    end = offset + LLVMABISizeOfType(layout, member);
                }
                found.extend(at + end..at + LLVMABISizeOfType(layout, kind));
            }
            LLVMArrayTypeKind => {
                let element = LLVMGetElementType(kind);
                let mut one = BTreeSet::new();
                padding(layout, element, 0, &mut one);
                if !one.is_empty() {
                    let size = LLVMABISizeOfType(layout, element);
                    for index in 0..LLVMGetArrayLength2(kind) {
                        found.extend(one.iter().map(|byte| at + index * size + byte));
                    }
                }
            }
            _ => {}
        }
    }
}

unsafe fn is_union(kind: LLVMTypeRef) -> bool {
    // SAFETY: the caller's type is a struct; its name, if it has one, is a C string.
    unsafe {
        let called = LLVMGetStructName(kind);
        !called.is_null() && std::ffi::CStr::from_ptr(called).to_bytes().starts_with(b"union.")
    }
}

/// Whether a type is a union or has one in it.
fn has_union(kind: LLVMTypeRef) -> bool {
    // SAFETY: the type is alive, and so are its parts.
    unsafe {
        match LLVMGetTypeKind(kind) {
            LLVMStructTypeKind => {
                is_union(kind)
                    || (0..LLVMCountStructElementTypes(kind)).any(|at| has_union(LLVMStructGetTypeAtIndex(kind, at)))
            }
            LLVMArrayTypeKind => has_union(LLVMGetElementType(kind)),
            _ => false,
        }
    }
}

/// How far an address moves: by an offset, plus any multiple of the modulus if that is not zero.
#[derive(Clone, Copy)]
struct Step {
    offset: u64,
    modulus: u64,
}

impl Step {
    /// Of a computation of an address; none if it moves backwards, or is not understood.
    unsafe fn of(address: LLVMValueRef, layout: LLVMTargetDataRef) -> Option<Step> {
        // SAFETY: the caller's value is such a computation.
        unsafe {
            let mut kind = LLVMGetGEPSourceElementType(address);
            let mut step = Step { offset: 0, modulus: 0 };
            for position in 1..LLVMGetNumOperands(address) as u32 {
                let index = LLVMGetOperand(address, position);
                if position > 1 && LLVMGetTypeKind(kind) == LLVMStructTypeKind {
                    let member = u32::try_from(constant(index)?).ok()?;
                    step.offset += LLVMOffsetOfElement(layout, kind, member);
                    kind = LLVMStructGetTypeAtIndex(kind, member);
                    continue;
                }
                if position > 1 {
                    kind = LLVMGetElementType(kind);
                }
                let size = LLVMABISizeOfType(layout, kind);
                match constant(index) {
                    Some(number) => step.offset += number.checked_mul(size).filter(|offset| *offset < 1 << 40)?,
                    None => step.modulus = greatest_common_divisor(step.modulus, size),
                }
            }
            Some(step)
        }
    }

    /// Whether an access of so many bytes may touch a byte of the object.
    fn may_touch(self, byte: u64, length: u64) -> bool {
        match self.modulus {
            0 => (self.offset..self.offset + length).contains(&byte),
            modulus => length >= modulus || (byte + modulus - self.offset % modulus) % modulus < length,
        }
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Whether a byte of a variable may be read: also if the variable's address goes elsewhere.
unsafe fn may_be_read(variable: LLVMValueRef, layout: LLVMTargetDataRef, byte: u64) -> bool {
    let mut waiting = vec![(variable, Step { offset: 0, modulus: 0 })];
    while let Some((address, step)) = waiting.pop() {
        for user in module::users(address) {
            // SAFETY: the users of an address in a function are instructions, alive.
            unsafe {
                match LLVMGetInstructionOpcode(user) {
                    LLVMOpcode::LLVMLoad => {
                        if step.may_touch(byte, LLVMABISizeOfType(layout, LLVMTypeOf(user))) {
                            return true;
                        }
                    }
                    LLVMOpcode::LLVMStore if LLVMGetOperand(user, 0) != address => {}
                    LLVMOpcode::LLVMGetElementPtr => match Step::of(user, layout) {
                        Some(next) => waiting.push((
                            user,
                            Step {
                                offset: step.offset + next.offset,
                                modulus: greatest_common_divisor(step.modulus, next.modulus),
                            },
                        )),
                        None => return true,
                    },
                    LLVMOpcode::LLVMCall if calls_intrinsic(user, "llvm.memset") => {}
                    LLVMOpcode::LLVMCall if calls_intrinsic(user, "llvm.memcpy") => {
                        let length = constant(LLVMGetOperand(user, 2)).unwrap_or(u64::MAX >> 1);
                        if LLVMGetOperand(user, 1) == address && step.may_touch(byte, length) {
                            return true;
                        }
                    }
                    _ => return true,
                }
            }
        }
    }
    false
}
