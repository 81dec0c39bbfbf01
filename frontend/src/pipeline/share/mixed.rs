//! Mixed semantics: shared functions that are assumed not to fail, and their failures in `main`.
//!
//! A call either fails inside or returns (SeaHorn, sec. 2, fig. 2). So a shared function that may reach an error gets a
//! twin in which errors end the execution silently. A call chooses: it either calls the twin, or goes to a block of the
//! function that has a copy of it with the errors, and from which nobody returns. Calls in that copy choose in turn;
//! the twins call twins. So all errors are in `main`, and on the way to one it does not matter who waits for the functions
//! that are open and what lives across their calls.
//!
//! The choice is no value of the program: a native run does without it.

use super::calls;
use super::debug::Notes;
use super::rewrite::{cut, selector_type};
use crate::Error;
use crate::intrinsic::{ASSUME, ERROR, EXIT, NONDET, Site, UNSUPPORTED, WAITS};
use crate::module::{self, Builder, c_string, callee, name};
use crate::pipeline::inline::Plan;
use crate::pipeline::ours::Ours;
use crate::pipeline::run;
use euclase_program::NondetOrigin;
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMTypeKind};
use inkwell::module::Module;
use rustc_hash::FxHashMap;

/// The functions that may fail, each with its twin that does not.
pub(super) struct Mixed<'m, 'c> {
    module: &'m Module<'c>,
    twins: FxHashMap<LLVMValueRef, LLVMValueRef>,
    /// The number of a site that says nothing.
    plain: usize,
}

impl<'m, 'c> Mixed<'m, 'c> {
    /// No function has a twin.
    pub(super) fn none(module: &'m Module<'c>) -> Self {
        Mixed { module, twins: FxHashMap::default(), plain: 0 }
    }

    /// Makes twins of the functions in the plan that may fail, and puts them into the plan.
    pub(super) fn of(module: &'m Module<'c>, plan: &mut Plan, sites: &mut Vec<Site>) -> Result<Self, Error> {
        let mut mixed = Mixed::none(module);
        let failing = failing(module, plan);
        if failing.is_empty() {
            return Ok(mixed);
        }
        mixed.plain = sites.len();
        sites.push(Site::Plain);
        for function in failing {
            let twin = copy(module, plan, function);
            mixed.twins.insert(function, twin);
        }
        run(module, "always-inline")?;
        for &twin in mixed.twins.values() {
            // SAFETY: twins are functions of the module, which nothing else changes meanwhile.
            unsafe { mixed.succeed(twin) };
            plan.shared.insert(twin);
        }
        module::verify(module, "after functions were assumed not to fail")?;
        Ok(mixed)
    }

    /// The twin of a function that may fail.
    pub(super) fn twin(&self, function: LLVMValueRef) -> Option<LLVMValueRef> {
        self.twins.get(&function).copied()
    }

    /// Lets executions end silently where a function fails, and lets it call the twins of others.
    unsafe fn succeed(&self, twin: LLVMValueRef) {
        let context = self.module.get_context().as_ctx_ref();
        // SAFETY: instructions are listed before they change; what a call calls is its last operand.
        unsafe {
            let assume = Ours::effect(self.module, ASSUME, &[LLVMInt1TypeInContext(context)]);
            for instruction in module::instructions(twin) {
                if fails(instruction) {
                    let builder = Builder::before(context, instruction);
                    let never = LLVMConstInt(LLVMInt1TypeInContext(context), 0, 0);
                    assume.call(builder.0, &[never], self.plain);
                    LLVMInstructionEraseFromParent(instruction);
                } else if let Some(other) = called(instruction).and_then(|called| self.twin(called))
                    && LLVMGetCalledFunctionType(instruction) == LLVMGlobalGetValueType(other)
                {
                    redirect(instruction, other);
                }
            }
        }
    }

    /// Lets calls in `main` of a function that may fail choose between its twin and one copy from which nobody returns.
    /// The calls come in the order of their blocks.
    pub(super) unsafe fn part(
        &self,
        main: LLVMValueRef,
        (function, twin): (LLVMValueRef, LLVMValueRef),
        calls: &[LLVMValueRef],
        plan: &Plan,
        notes: &mut Notes,
        sites: &mut Vec<Site>,
    ) {
        let context = self.module.get_context().as_ctx_ref();
        let choice = sites.len();
        sites.push(Site::Nondet(NondetOrigin::Fails(name(function).into())));
        // SAFETY: the caller's handles are alive and of one context. Phis of the new block get an argument for each call.
        unsafe {
            let copy = self.failing_copy(main, function, calls, plan, notes);
            let truth = LLVMInt1TypeInContext(context);
            let choose = Ours::declare(self.module, &format!("{NONDET}i1"), truth, &[]);
            for (number, &call) in calls.iter().enumerate() {
                let builder = Builder::before(context, call);
                LLVMSetCurrentDebugLocation2(builder.0, std::ptr::null_mut());
                let fails = choose.call(builder.0, &[], choice);
                let block = LLVMGetInstructionParent(fails);
                let rest = cut(context, main, fails);
                let builder = Builder::at_end(context, block);
                LLVMBuildCondBr(builder.0, fails, copy.entry, rest);
                let number = LLVMConstInt(LLVMTypeOf(copy.selector), number as u64, 0);
                LLVMAddIncoming(copy.selector, [number].as_mut_ptr(), [block].as_mut_ptr(), 1);
                for (position, argument) in copy.arguments.iter().enumerate() {
                    let given = LLVMGetOperand(call, position as u32);
                    LLVMAddIncoming(*argument, [given].as_mut_ptr(), [block].as_mut_ptr(), 1);
                }
                redirect(call, twin);
            }
        }
    }

    unsafe fn failing_copy(
        &self,
        main: LLVMValueRef,
        function: LLVMValueRef,
        calls: &[LLVMValueRef],
        plan: &Plan,
        notes: &mut Notes,
    ) -> Copy {
        let context = self.module.get_context().as_ctx_ref();
        // SAFETY: the caller's handles are alive and of one context.
        unsafe {
            let entry =
                LLVMAppendBasicBlockInContext(context, main, c_string(&format!("{}.fails", name(function))).as_ptr());
            let builder = Builder::at_end(context, entry);
            let kind = selector_type(context, calls.len());
            let selector = LLVMBuildPhi(builder.0, kind, c_string(&format!("{}.caller", name(function))).as_ptr());
            let ty = LLVMGlobalGetValueType(function);
            let mut kinds = vec![std::ptr::null_mut(); LLVMCountParamTypes(ty) as usize];
            LLVMGetParamTypes(ty, kinds.as_mut_ptr());
            let mut arguments: Vec<LLVMValueRef> =
                kinds.into_iter().map(|kind| LLVMBuildPhi(builder.0, kind, c"".as_ptr())).collect();
            let place = notes.joint(&builder, function, selector, calls);
            // Nothing else needs to know who called.
            let number = LLVMBuildZExt(builder.0, selector, LLVMInt32TypeInContext(context), c"".as_ptr());
            Ours::effect(self.module, WAITS, &[LLVMInt32TypeInContext(context)]).call(builder.0, &[number], self.plain);
            LLVMSetCurrentDebugLocation2(builder.0, place);
            let count = arguments.len() as u32;
            let result = LLVMBuildCall2(builder.0, ty, function, arguments.as_mut_ptr(), count, c"".as_ptr());
            LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(function));
            plan.inline_call(result);
            LLVMSetCurrentDebugLocation2(builder.0, std::ptr::null_mut());
            Ours::effect(self.module, EXIT, &[]).call(builder.0, &[], self.plain);
            LLVMBuildUnreachable(builder.0);
            Copy { entry, selector, arguments }
        }
    }
}

/// The block with the copy of a function that fails.
struct Copy {
    entry: LLVMBasicBlockRef,
    selector: LLVMValueRef,
    arguments: Vec<LLVMValueRef>,
}

/// The functions of the plan that may reach an error or something unsupported, themselves or by calls of such.
fn failing(module: &Module<'_>, plan: &Plan) -> Vec<LLVMValueRef> {
    let functions: Vec<LLVMValueRef> =
        module::defined_functions(module.as_mut_ptr()).into_iter().filter(|f| plan.shared.contains(f)).collect();
    let mut callers: FxHashMap<LLVMValueRef, Vec<LLVMValueRef>> = FxHashMap::default();
    let mut open = Vec::new();
    for &function in &functions {
        if module::instructions(function).into_iter().any(fails) {
            open.push(function);
        }
        for (called, _) in calls(function, plan) {
            callers.entry(called).or_default().push(function);
        }
    }
    let mut found = rustc_hash::FxHashSet::default();
    while let Some(function) = open.pop() {
        if found.insert(function) {
            open.extend(callers.get(&function).into_iter().flatten());
        }
    }
    functions.into_iter().filter(|function| found.contains(function)).collect()
}

/// A function that only calls another one, whose body is to be put there. LLVM's C interface cannot copy functions.
fn copy(module: &Module<'_>, plan: &Plan, function: LLVMValueRef) -> LLVMValueRef {
    let context = module.get_context().as_ctx_ref();
    // SAFETY: the function is alive, and everything that is made is of its context. A function without a description for
    // debuggers may have calls without places; what is inlined there keeps its own.
    unsafe {
        let ty = LLVMGlobalGetValueType(function);
        let text = c_string(&format!("{}.succeeds", name(function)));
        let twin = LLVMAddFunction(module.as_mut_ptr(), text.as_ptr(), ty);
        LLVMSetLinkage(twin, LLVMLinkage::LLVMInternalLinkage);
        LLVMSetFunctionCallConv(twin, LLVMGetFunctionCallConv(function));
        let builder = Builder::at_end(context, LLVMAppendBasicBlockInContext(context, twin, c"".as_ptr()));
        let mut arguments: Vec<LLVMValueRef> = (0..LLVMCountParams(twin)).map(|n| LLVMGetParam(twin, n)).collect();
        let count = arguments.len() as u32;
        let result = LLVMBuildCall2(builder.0, ty, function, arguments.as_mut_ptr(), count, c"".as_ptr());
        LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(function));
        plan.inline_call(result);
        match LLVMGetTypeKind(LLVMGetReturnType(ty)) {
            LLVMTypeKind::LLVMVoidTypeKind => LLVMBuildRetVoid(builder.0),
            _ => LLVMBuildRet(builder.0, result),
        };
        twin
    }
}

/// Whether an instruction says that the execution fails.
fn fails(instruction: LLVMValueRef) -> bool {
    called(instruction).is_some_and(|called| [ERROR, UNSUPPORTED].contains(&name(called).as_str()))
}

/// The function that an instruction calls, if it is a call that names one.
fn called(instruction: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the instruction is alive.
    let is_call = unsafe { !LLVMIsACallInst(instruction).is_null() };
    if is_call { callee(instruction) } else { None }
}

/// Lets a call name another function of the same type.
fn redirect(call: LLVMValueRef, function: LLVMValueRef) {
    // SAFETY: what is called is the last operand of a call.
    unsafe { LLVMSetOperand(call, LLVMGetNumOperands(call) as u32 - 1, function) };
}
