//! What a program is like before anything is done to it: what may be done with the user's own files beside.
//!
//! The optimiser removes accesses to memory whose results nobody needs, also those outside of an object, so that this is asked of
//! the module as the compiler made it.

use crate::module::{self, callee, name};
use crate::prototype;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

/// What a program is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nature {
    /// Whether all its variables are numbers that are read and written by their names: there are no pointers, and no access can
    /// go wrong.
    pub is_scalar: bool,
    /// Whether it may be run as it is: of what is defined elsewhere, it calls only functions that touch nothing but
    /// its own memory and its output.
    pub is_harmless: bool,
    /// Whether it makes numbers of addresses, other than to subtract them from each other.
    pub has_addresses_as_numbers: bool,
    /// Whether it shifts to the left.
    pub shifts_left: bool,
    /// Whether it uses objects that are defined elsewhere.
    pub has_outside_objects: bool,
}

/// What is the error, also of a program that was made for a witness.
const ERRORS: [&str; 2] = ["reach_error", "__witness_violation"];

/// Looks at a module that was linked and not prepared yet.
pub(crate) fn of(module: LLVMModuleRef) -> Nature {
    let outside = module::functions(module).into_iter().filter(|f| !module::has_body(*f) && module::is_used(*f));
    let is_harmless = |function: LLVMValueRef| {
        let name = name(function);
        name.starts_with("__VERIFIER_")
            || name.starts_with("llvm.")
            || ERRORS.contains(&name.as_str())
            || prototype::library_row(function, &name).is_some_and(|row| row.may_run)
    };
    let mut instructions = module::defined_functions(module).into_iter().flat_map(module::instructions);
    // SAFETY: the module is alive and is not changed.
    let is_scalar = instructions.all(|instruction| unsafe { touches_numbers_only(instruction) });
    let mut instructions = module::defined_functions(module).into_iter().flat_map(module::instructions);
    // SAFETY: as above.
    let has_addresses_as_numbers = instructions.any(|instruction| unsafe { makes_number_of_address(instruction) });
    let mut instructions = module::defined_functions(module).into_iter().flat_map(module::instructions);
    // SAFETY: as above.
    let shifts_left = instructions.any(|one| unsafe { LLVMGetInstructionOpcode(one) == LLVMOpcode::LLVMShl });
    // SAFETY: as above.
    let is_declared = |global: &LLVMValueRef| unsafe { LLVMIsDeclaration(*global) != 0 } && module::is_used(*global);
    let has_outside_objects = module::globals(module).iter().any(is_declared);
    Nature {
        is_scalar,
        is_harmless: outside.into_iter().all(is_harmless),
        has_addresses_as_numbers,
        shifts_left,
        has_outside_objects,
    }
}

/// Whether an instruction makes a number of an address that is used for more than a difference.
unsafe fn makes_number_of_address(instruction: LLVMValueRef) -> bool {
    // SAFETY: the caller's instruction is alive, and so are its users.
    unsafe {
        let is_difference = |user: LLVMValueRef| {
            !LLVMIsAInstruction(user).is_null() && LLVMGetInstructionOpcode(user) == LLVMOpcode::LLVMSub
        };
        LLVMGetInstructionOpcode(instruction) == LLVMOpcode::LLVMPtrToInt
            && !module::users(instruction).into_iter().all(is_difference)
    }
}

fn is_number(kind: LLVMTypeRef) -> bool {
    use LLVMTypeKind::*;
    // SAFETY: types live as long as their context.
    let kind = unsafe { LLVMGetTypeKind(kind) };
    matches!(kind, LLVMIntegerTypeKind | LLVMFloatTypeKind | LLVMDoubleTypeKind | LLVMX86_FP80TypeKind)
}

unsafe fn is_pointer(value: LLVMValueRef) -> bool {
    // SAFETY: the caller's value is alive.
    unsafe { LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMTypeKind::LLVMPointerTypeKind }
}

/// Whether a pointer is a variable that holds a number of a type.
unsafe fn is_variable(pointer: LLVMValueRef, kind: LLVMTypeRef) -> bool {
    // SAFETY: the caller's values are alive, and each is asked only what its kind has.
    unsafe {
        let own = match (LLVMIsAAllocaInst(pointer).is_null(), LLVMIsAGlobalVariable(pointer).is_null()) {
            (false, _) => LLVMGetAllocatedType(pointer),
            (_, false) => LLVMGlobalGetValueType(pointer),
            _ => return false,
        };
        own == kind && is_number(kind)
    }
}

unsafe fn touches_numbers_only(instruction: LLVMValueRef) -> bool {
    use LLVMOpcode::*;
    // SAFETY: the caller's instruction is alive, and has the operands of its opcode.
    unsafe {
        match LLVMGetInstructionOpcode(instruction) {
            LLVMAlloca => {
                is_number(LLVMGetAllocatedType(instruction))
                    && module::constant(LLVMGetOperand(instruction, 0)) == Some(1)
            }
            LLVMLoad => is_variable(LLVMGetOperand(instruction, 0), LLVMTypeOf(instruction)),
            LLVMStore => is_variable(LLVMGetOperand(instruction, 1), LLVMTypeOf(LLVMGetOperand(instruction, 0))),
            LLVMCall => {
                let Some(called) = callee(instruction) else { return false };
                let called = name(called);
                let told = called.starts_with("llvm.dbg.") || called.starts_with("llvm.lifetime.");
                let mut arguments =
                    (0..LLVMGetNumArgOperands(instruction)).map(|index| LLVMGetOperand(instruction, index));
                told || called == "__assert_fail"
                    || !is_pointer(instruction) && !arguments.any(|argument| is_pointer(argument))
            }
            LLVMAtomicCmpXchg | LLVMAtomicRMW => false,
            _ => !is_pointer(instruction),
        }
    }
}
