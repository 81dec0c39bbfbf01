//! What is known about functions without a body.

use crate::prototype;
use euclase_runtime_stubs::{Effect, Row};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::prelude::LLVMValueRef;

/// What a call of a function without a body does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Library {
    /// Takes an input.
    Input,
    /// Makes memory arbitrary: address and size.
    FillMemory,
    /// Goes on only if its argument is true.
    Assume,
    /// Fails if its argument is false.
    Assert,
    /// A part of what is printed to memory, in a model.
    Printing,
    /// In a model, a value that the library function of this name has as its result, which is not known.
    ResultOf,
    /// In a model, what it does not say.
    NotModelled,
    /// An operation on floating-point numbers that LLVM has, too.
    Float(Float),
    /// What the table says of it.
    Known(&'static Row),
    /// It could be the one of the table but for its result, or for a declaration without parameters.
    DeclaredOtherwise,
    /// The system declares it and the table does not have it.
    NotInTable,
    /// Nothing is known.
    Unknown,
}

/// What the names of functions start with that stand in a model for a result of a library function.
pub(super) const RESULT_OF: &str = "euclase_result_of_";

/// An operation on floating-point numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Float {
    /// The intrinsic of LLVM, or none for the remainder, which is an instruction.
    pub(super) intrinsic: Option<&'static str>,
    /// How many arguments it has.
    pub(super) arity: usize,
    /// The type of the arguments and of the result.
    pub(super) kind: LLVMTypeKind,
}

/// The operation that a function of <math.h> is: `floor` of a double, `floorf` of a float, `floorl` of a long double.
fn float(name: &str) -> Option<Float> {
    let operation = |base: &str, kind| {
        let (intrinsic, arity) = match base {
            "fabs" => (Some("llvm.fabs"), 1),
            "sqrt" => (Some("llvm.sqrt"), 1),
            "floor" => (Some("llvm.floor"), 1),
            "ceil" => (Some("llvm.ceil"), 1),
            "trunc" => (Some("llvm.trunc"), 1),
            "round" => (Some("llvm.round"), 1),
            "roundeven" => (Some("llvm.roundeven"), 1),
            "rint" => (Some("llvm.rint"), 1),
            "nearbyint" => (Some("llvm.nearbyint"), 1),
            "fmin" => (Some("llvm.minnum"), 2),
            "fmax" => (Some("llvm.maxnum"), 2),
            "copysign" => (Some("llvm.copysign"), 2),
            "fmod" => (None, 2),
            _ => return None,
        };
        Some(Float { intrinsic, arity, kind })
    };
    let of_suffix = |suffix, kind| name.strip_suffix(suffix).and_then(|base| operation(base, kind));
    operation(name, LLVMTypeKind::LLVMDoubleTypeKind)
        .or_else(|| of_suffix('f', LLVMTypeKind::LLVMFloatTypeKind))
        .or_else(|| of_suffix('l', LLVMTypeKind::LLVMX86_FP80TypeKind))
}

/// What a function without a body does that is known under a name.
pub(super) fn known(function: LLVMValueRef, name: &str) -> Library {
    if let Some(library) = ours(name) {
        return library;
    }
    let row = match prototype::library_row(function, name) {
        Some(row) => row,
        None if prototype::is_declared_otherwise(function, name) => return Library::DeclaredOtherwise,
        None if prototype::is_from_system_header(function) => return Library::NotInTable,
        None => return Library::Unknown,
    };
    match float(row.name).filter(|_| row.effect == Effect::Operation) {
        Some(float) => Library::Float(float),
        None => Library::Known(row),
    }
}

/// What SV-COMP and the models give names.
fn ours(name: &str) -> Option<Library> {
    Some(match name {
        "__VERIFIER_nondet_memory" => Library::FillMemory,
        "__VERIFIER_assume" => Library::Assume,
        "__VERIFIER_assert" => Library::Assert,
        "euclase_any_text" | "euclase_any_length" | "euclase_any_failure" => Library::Printing,
        "euclase_not_modelled" => Library::NotModelled,
        _ if name.starts_with("__VERIFIER_nondet") => Library::Input,
        _ if name.starts_with(RESULT_OF) => Library::ResultOf,
        _ => return None,
    })
}
