//! Makes a module say everything that C leaves open, before LLVM's passes get to decide it.
//!
//! Uninitialised variables, inputs, functions without bodies and the property become calls of the
//! functions in [`crate::intrinsic`]; what would let LLVM exploit undefined behaviour is taken
//! away. The module stays runnable: linked with a runtime that defines these functions it does
//! natively what is verified, call by call in the same order.

mod accesses;
mod addresses;
mod allocation;
mod assembly;
mod bypass;
mod calls;
mod constructs;
mod definitions;
mod ends;
mod formats;
mod hidden;
mod leaves;
mod library;
mod liveness;
mod lives;
mod mismatch;
mod nans;
mod outside;
mod partial;
mod sanitizer;
mod scan;
mod undef;
mod undefined;
mod uninitialised;
mod visible;

pub(crate) use calls::constant_string;
pub(crate) use definitions::forget_bodies_of_error_functions;
pub(crate) use definitions::{give_texts, takes_texts};
pub(crate) use formats::never_writes;
pub(crate) use leaves::{Leaf, leaves};
pub(crate) use outside::{place, room};
pub(crate) use uninitialised::declaration;
pub(crate) use visible::{allocator_does, is_visible};

use crate::intrinsic::{self, Site};
use crate::module::{self, Builder};
use crate::{Error, Options};
use euclase_program::{NondetOrigin, Obstacle};
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex};
use inkwell::module::Module;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What preparing a module leaves behind besides the module.
pub(crate) struct Outcome {
    /// What each call of our functions is about.
    pub(crate) sites: Vec<Site>,
    /// Functions without a body whose result is any value.
    pub(crate) externals: Vec<String>,
}

/// Prepares a linked module.
pub(crate) fn prepare(module: &Module<'_>, options: &Options) -> Result<Outcome, Error> {
    let context = module.get_context();
    let mut state = Preparation::new(module.as_mut_ptr(), context.as_ctx_ref(), options);
    module::set_debug_calls(state.module, true);
    hidden::refuse_unnamed(&state)?;
    definitions::prepare(&mut state)?;
    crate::pipeline::run(module, "globaldce")?;
    definitions::refuse_calls_of_main(&state)?;
    hidden::refuse_weak_declarations(&state)?;
    if crate::sanitizer::is_used(options) {
        sanitizer::prepare(&mut state)?;
    }
    accesses::prepare_models(&mut state);
    mismatch::prepare(&mut state);
    undefined::prepare(&mut state);
    partial::prepare(&mut state);
    constructs::prepare(&mut state);
    calls::prepare_operations(&mut state);
    bypass::prepare(&mut state);
    uninitialised::prepare(&mut state);
    calls::prepare(&mut state)?;
    undef::prepare(&mut state);
    definitions::fill_external_globals(&mut state)?;
    definitions::fill_unspecified_bytes(&mut state)?;
    definitions::fill_parameters_of_main(&mut state)?;
    nans::prepare(&mut state);
    if state.options.checks.has_memory() {
        accesses::prepare(&mut state)?;
    }
    outside::prepare(&mut state);
    ends::prepare(&mut state);
    module::verify(module, "after its preparation")?;
    Ok(Outcome { sites: state.sites, externals: state.externals.into_iter().collect() })
}

/// A module under preparation.
pub(crate) struct Preparation<'a> {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    layout: LLVMTargetDataRef,
    options: &'a Options,
    sites: Vec<Site>,
    site_numbers: FxHashMap<String, u64>,
    externals: BTreeSet<String>,
    /// What functions without a body may do to the program, in words; none if they can do nothing.
    outsiders_may: Option<String>,
    /// Whether all that is printed to memory is texts without zeros, for which there is always room.
    prints_plainly: bool,
    /// The variables that other files see, and the library, and what its models depend on.
    visible: FxHashSet<String>,
    /// What the library does if it allocates memory in a program with an allocator of its own, in words.
    allocator_does: Option<String>,
}

impl<'a> Preparation<'a> {
    fn new(module: LLVMModuleRef, context: LLVMContextRef, options: &'a Options) -> Self {
        // SAFETY: the module is alive and keeps its layout.
        let layout = unsafe { LLVMGetModuleDataLayout(module) };
        Preparation {
            module,
            context,
            layout,
            options,
            sites: Vec::new(),
            site_numbers: FxHashMap::default(),
            externals: BTreeSet::new(),
            outsiders_may: visible::reason(module, &options.error_functions),
            prints_plainly: false,
            visible: visible::variables(module),
            allocator_does: allocator_does(module, options),
        }
    }

    fn i32_type(&self) -> LLVMTypeRef {
        // SAFETY: the context is alive.
        unsafe { LLVMInt32TypeInContext(self.context) }
    }

    fn i64_type(&self) -> LLVMTypeRef {
        // SAFETY: the context is alive.
        unsafe { LLVMInt64TypeInContext(self.context) }
    }

    fn int_type(&self, width: u32) -> LLVMTypeRef {
        // SAFETY: the context is alive.
        unsafe { LLVMIntTypeInContext(self.context, width) }
    }

    fn void_type(&self) -> LLVMTypeRef {
        // SAFETY: the context is alive.
        unsafe { LLVMVoidTypeInContext(self.context) }
    }

    /// The number of a site as the argument of a call. Equal sites have one number.
    fn site(&mut self, site: Site) -> LLVMValueRef {
        let next = self.sites.len() as u64;
        let number = *self.site_numbers.entry(format!("{site:?}")).or_insert(next);
        if number == next {
            self.sites.push(site);
        }
        // SAFETY: the type is an integer type.
        unsafe { LLVMConstInt(self.i32_type(), number, 0) }
    }

    /// One of our functions, declared such that LLVM keeps its calls and their order.
    fn function(&self, name: &str, result: LLVMTypeRef, parameters: &[LLVMTypeRef]) -> (LLVMTypeRef, LLVMValueRef) {
        let mut parameters = parameters.to_vec();
        let text = module::c_string(name);
        // SAFETY: types and module are of one context.
        unsafe {
            let kind = LLVMFunctionType(result, parameters.as_mut_ptr(), parameters.len() as u32, 0);
            let known = LLVMGetNamedFunction(self.module, text.as_ptr());
            if !known.is_null() {
                return (kind, known);
            }
            let function = LLVMAddFunction(self.module, text.as_ptr(), kind);
            self.attribute(function, LLVMAttributeFunctionIndex, "nounwind", 0);
            let fills_memory = name == intrinsic::HAVOC;
            // Two bits a kind of memory, 1 for reading and 2 for writing: that of the arguments,
            // inaccessible memory, all other.
            let memory = if fills_memory { 2 | 3 << 2 } else { 3 << 2 };
            self.attribute(function, LLVMAttributeFunctionIndex, "memory", memory);
            if fills_memory || intrinsic::is_about_memory(name) {
                self.attribute(function, 1, "nocapture", 0);
            }
            if [intrinsic::ERROR, intrinsic::EXIT, intrinsic::UNSUPPORTED].contains(&name) {
                self.attribute(function, LLVMAttributeFunctionIndex, "noreturn", 0);
            }
            (kind, function)
        }
    }

    fn attribute(&self, function: LLVMValueRef, index: LLVMAttributeIndex, name: &str, value: u64) {
        // SAFETY: the name is one that LLVM 19 knows.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMAddAttributeAtIndex(function, index, LLVMCreateEnumAttribute(self.context, kind, value));
        }
    }

    fn call(
        &self,
        builder: &Builder,
        function: (LLVMTypeRef, LLVMValueRef),
        arguments: &[LLVMValueRef],
    ) -> LLVMValueRef {
        let mut arguments = arguments.to_vec();
        // SAFETY: the arguments are of the types of the function, all in one context.
        unsafe {
            LLVMBuildCall2(
                builder.0,
                function.0,
                function.1,
                arguments.as_mut_ptr(),
                arguments.len() as u32,
                c"".as_ptr(),
            )
        }
    }

    fn build_error(&mut self, builder: &Builder, site: Site) {
        let function = self.function(intrinsic::ERROR, self.void_type(), &[self.i32_type()]);
        let site = self.site(site);
        self.call(builder, function, &[site]);
    }

    fn build_exit(&mut self, builder: &Builder) {
        let function = self.function(intrinsic::EXIT, self.void_type(), &[self.i32_type()]);
        let site = self.site(Site::Plain);
        self.call(builder, function, &[site]);
    }

    fn build_unsupported(&mut self, builder: &Builder, what: Obstacle) {
        let function = self.function(intrinsic::UNSUPPORTED, self.void_type(), &[self.i32_type()]);
        let site = self.site(Site::Unsupported(what));
        self.call(builder, function, &[site]);
    }

    fn build_assume(&mut self, builder: &Builder, condition: LLVMValueRef) {
        let function = self.function(intrinsic::ASSUME, self.void_type(), &[self.int_type(1), self.i32_type()]);
        let site = self.site(Site::Plain);
        self.call(builder, function, &[condition, site]);
    }

    /// Arbitrary bytes at an address.
    fn build_havoc(&mut self, builder: &Builder, address: LLVMValueRef, size: LLVMValueRef, origin: NondetOrigin) {
        // SAFETY: the address is a pointer and the size an integer.
        let (pointer, size) = unsafe {
            let size = LLVMBuildIntCast2(builder.0, size, self.i64_type(), 0, c"".as_ptr());
            (LLVMTypeOf(address), size)
        };
        let function = self.function(intrinsic::HAVOC, self.void_type(), &[pointer, self.i64_type(), self.i32_type()]);
        let site = self.site(Site::Nondet(origin));
        self.call(builder, function, &[address, size, site]);
    }

    /// Any value of a type, leaf by leaf for aggregates; none for a type that cannot be made up.
    fn build_nondet(&mut self, builder: &Builder, kind: LLVMTypeRef, origin: &NondetOrigin) -> Option<LLVMValueRef> {
        // SAFETY: types and values are of one context.
        unsafe {
            let name = match LLVMGetTypeKind(kind) {
                LLVMTypeKind::LLVMIntegerTypeKind => return self.build_nondet_int(builder, kind, origin),
                LLVMTypeKind::LLVMPointerTypeKind => "ptr",
                LLVMTypeKind::LLVMFloatTypeKind => "float",
                LLVMTypeKind::LLVMDoubleTypeKind => "double",
                LLVMTypeKind::LLVMX86_FP80TypeKind => "x86_fp80",
                LLVMTypeKind::LLVMStructTypeKind | LLVMTypeKind::LLVMArrayTypeKind => {
                    return self.build_nondet_aggregate(builder, kind, origin);
                }
                _ => return None,
            };
            Some(self.build_nondet_call(builder, name, kind, origin))
        }
    }

    fn build_nondet_call(
        &mut self,
        builder: &Builder,
        name: &str,
        kind: LLVMTypeRef,
        origin: &NondetOrigin,
    ) -> LLVMValueRef {
        let function = self.function(&format!("{}{name}", intrinsic::NONDET), kind, &[self.i32_type()]);
        let site = self.site(Site::Nondet(origin.clone()));
        self.call(builder, function, &[site])
    }

    /// Integers of unusual widths are cut from the next usual one, which every runtime has.
    fn build_nondet_int(
        &mut self,
        builder: &Builder,
        kind: LLVMTypeRef,
        origin: &NondetOrigin,
    ) -> Option<LLVMValueRef> {
        // SAFETY: the type is an integer type.
        let width = unsafe { LLVMGetIntTypeWidth(kind) };
        let usual = [1, 8, 16, 32, 64, 128].into_iter().find(|usual| *usual >= width)?;
        let value = self.build_nondet_call(builder, &format!("i{usual}"), self.int_type(usual), origin);
        // SAFETY: both types are integer types.
        Some(if usual == width { value } else { unsafe { LLVMBuildTrunc(builder.0, value, kind, c"".as_ptr()) } })
    }

    fn build_nondet_aggregate(
        &mut self,
        builder: &Builder,
        kind: LLVMTypeRef,
        origin: &NondetOrigin,
    ) -> Option<LLVMValueRef> {
        // SAFETY: the type is a struct or an array; indices stay below its length.
        unsafe {
            let is_struct = LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMStructTypeKind;
            let count = if is_struct {
                LLVMCountStructElementTypes(kind)
            } else {
                u32::try_from(LLVMGetArrayLength2(kind)).ok()?
            };
            if u64::from(count) > leaves::MOST {
                return None;
            }
            let mut whole = LLVMGetPoison(kind);
            for index in 0..count {
                let element = if is_struct { LLVMStructGetTypeAtIndex(kind, index) } else { LLVMGetElementType(kind) };
                let value = self.build_nondet(builder, element, origin)?;
                whole = LLVMBuildInsertValue(builder.0, whole, value, index, c"".as_ptr());
            }
            Some(whole)
        }
    }

    /// Any value into each part of an object, its padding included, so that no byte of it is left
    /// for LLVM to decide.
    fn fill(&mut self, builder: &Builder, address: LLVMValueRef, kind: LLVMTypeRef, origin: &NondetOrigin) {
        // What is indexed stays in memory, where bytes serve as well as many values.
        let most = if is_indexed(address) { leaves::MOST_INDEXED } else { leaves::MOST };
        match leaves(self.layout, self.context, kind, most) {
            Some(parts) => {
                for part in parts {
                    let Some(value) = self.build_nondet(builder, part.kind, origin) else {
                        return self.fill_bytes(builder, address, kind, origin);
                    };
                    self.store(builder, value, address, &part);
                }
            }
            None => self.fill_bytes(builder, address, kind, origin),
        }
    }

    fn fill_bytes(&mut self, builder: &Builder, address: LLVMValueRef, kind: LLVMTypeRef, origin: &NondetOrigin) {
        // SAFETY: the type has a size.
        let size = unsafe {
            let bytes = inkwell::llvm_sys::target::LLVMABISizeOfType(self.layout, kind);
            LLVMConstInt(self.i64_type(), bytes, 0)
        };
        self.build_havoc(builder, address, size, origin.clone());
    }

    fn store(&self, builder: &Builder, value: LLVMValueRef, address: LLVMValueRef, part: &Leaf) {
        part.store(self.context, builder, value, address);
    }
}

/// Whether a place in an object is computed.
fn is_indexed(object: LLVMValueRef) -> bool {
    let mut pointers = vec![object];
    while let Some(pointer) = pointers.pop() {
        for user in module::users(pointer) {
            // SAFETY: the user is alive.
            unsafe {
                if LLVMIsAGetElementPtrInst(user).is_null() {
                    continue;
                }
                let mut indices = (1..LLVMGetNumOperands(user)).map(|index| LLVMGetOperand(user, index as u32));
                if indices.any(|index| module::constant(index).is_none()) {
                    return true;
                }
                pointers.push(user);
            }
        }
    }
    false
}
