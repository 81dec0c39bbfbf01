//! Modules of LLVM: reading, linking, checking, and walking over them.
//!
//! The preparation changes instructions in ways that inkwell does not offer, so it works on the
//! handles of LLVM's C interface. What is unsafe about these is kept small by one rule: a handle
//! belongs to the module that is being worked on, and the list of a function's instructions is
//! taken before anything in it changes.

use crate::Error;
use inkwell::context::{AsContextRef, Context};
use inkwell::llvm_sys::LLVMDiagnosticSeverity;
use inkwell::llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext;
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use std::ffi::{CStr, CString, c_char, c_void};
use std::path::Path;

/// What LLVM says about a module while it is read or linked, kept instead of printed.
pub(crate) struct Diagnostics<'c> {
    context: &'c Context,
    messages: Box<Messages>,
}

/// The errors so far, at a place that LLVM can write to.
#[derive(Default)]
struct Messages(Vec<String>);

impl<'c> Diagnostics<'c> {
    /// Listens to what LLVM says until dropped.
    pub(crate) fn listen(context: &'c Context) -> Self {
        let mut messages = Box::<Messages>::default();
        let place: *mut Messages = &mut *messages;
        // SAFETY: the box stays where it is for as long as the handler is installed.
        unsafe { LLVMContextSetDiagnosticHandler(context.as_ctx_ref(), Some(note), place.cast()) };
        Diagnostics { context, messages }
    }

    /// The errors so far, taken out.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.messages.0).join("\n")
    }
}

impl Drop for Diagnostics<'_> {
    fn drop(&mut self) {
        // SAFETY: the context is alive; what it said is no longer listened to, and not printed either.
        unsafe { LLVMContextSetDiagnosticHandler(self.context.as_ctx_ref(), Some(ignore), std::ptr::null_mut()) };
    }
}

extern "C" fn note(info: LLVMDiagnosticInfoRef, place: *mut c_void) {
    // SAFETY: `place` is the vector of the listener that installed this handler.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
            let messages = &mut *place.cast::<Messages>();
            messages.0.push(take_message(LLVMGetDiagInfoDescription(info)));
        }
    }
}

extern "C" fn ignore(_: LLVMDiagnosticInfoRef, _: *mut c_void) {}

/// A string that LLVM allocated, as ours.
pub(crate) fn take_message(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: LLVM hands over a C string that is ours to free.
    unsafe {
        let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        owned
    }
}

/// Reads bitcode or LLVM assembly, which LLVM tells apart.
pub(crate) fn read<'c>(context: &'c Context, path: &Path) -> Result<Module<'c>, Error> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| Error::Input(format!("{shown}: {error}")))?;
    let name = CString::new(path.to_string_lossy().as_bytes()).unwrap_or_default();
    let mut diagnostics = Diagnostics::listen(context);
    let mut module = std::ptr::null_mut();
    let mut message = std::ptr::null_mut();
    // SAFETY: the buffer is a copy that the parser takes over; the module comes back in our context.
    let failed = unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
        LLVMParseIRInContext(context.as_ctx_ref(), buffer, &mut module, &mut message)
    };
    let mut said = take_message(message);
    if failed != 0 {
        let also = diagnostics.take();
        if !also.is_empty() {
            said = format!("{said}\n{also}");
        }
        return Err(Error::Input(format!("{shown} cannot be read by LLVM 19: {}", said.trim())));
    }
    // SAFETY: the parser gave us a module of this context, and nobody else owns it.
    Ok(unsafe { Module::new(module) })
}

/// Says whether the debug information of variables is written as calls, as the C interface can read it.
pub(crate) fn set_debug_calls(module: LLVMModuleRef, are_calls: bool) {
    // SAFETY: the module is alive.
    unsafe { LLVMSetIsNewDbgInfoFormat(module, LLVMBool::from(!are_calls)) };
}

/// Links modules into one.
pub(crate) fn link<'c>(context: &'c Context, modules: Vec<Module<'c>>) -> Result<Module<'c>, Error> {
    let mut modules = modules.into_iter();
    let Some(whole) = modules.next() else { return Err(Error::Input("there is no input file".into())) };
    let mut diagnostics = Diagnostics::listen(context);
    for module in modules {
        let raw = module.as_mut_ptr();
        // The linker takes the module over, whether it succeeds or not.
        std::mem::forget(module);
        // SAFETY: both modules are alive and of the same context.
        if unsafe { LLVMLinkModules2(whole.as_mut_ptr(), raw) } != 0 {
            return Err(Error::Input(format!("the files cannot be linked: {}", diagnostics.take())));
        }
    }
    Ok(whole)
}

/// Whether a module is as LLVM wants it; if not, an error that says after which stage.
pub(crate) fn verify(module: &Module<'_>, stage: &str) -> Result<(), Error> {
    let mut message = std::ptr::null_mut();
    // SAFETY: the module is alive; the message is ours.
    let broken = unsafe {
        LLVMVerifyModule(module.as_mut_ptr(), LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message)
    };
    let said = take_message(message);
    if broken == 0 { Ok(()) } else { Err(Error::Unsupported(format!("LLVM refuses the module {stage}: {said}"))) }
}

/// The items of one of LLVM's linked lists.
macro_rules! list {
    ($first:ident, $next:ident, $of:expr) => {{
        let mut items = Vec::new();
        // SAFETY: the owner of the list is alive, and nothing changes it meanwhile.
        unsafe {
            let mut item = $first($of);
            while !item.is_null() {
                items.push(item);
                item = $next(item);
            }
        }
        items
    }};
}

/// All functions, declared and defined.
pub(crate) fn functions(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    list!(LLVMGetFirstFunction, LLVMGetNextFunction, module)
}

/// The functions that have a body.
pub(crate) fn defined_functions(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    let mut all = functions(module);
    all.retain(|&function| has_body(function));
    all
}

/// All global variables.
pub(crate) fn globals(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    list!(LLVMGetFirstGlobal, LLVMGetNextGlobal, module)
}

/// All aliases.
pub(crate) fn aliases(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    list!(LLVMGetFirstGlobalAlias, LLVMGetNextGlobalAlias, module)
}

/// The basic blocks of a function.
pub(crate) fn blocks(function: LLVMValueRef) -> Vec<LLVMBasicBlockRef> {
    list!(LLVMGetFirstBasicBlock, LLVMGetNextBasicBlock, function)
}

/// The instructions of a basic block.
pub(crate) fn block_instructions(block: LLVMBasicBlockRef) -> Vec<LLVMValueRef> {
    list!(LLVMGetFirstInstruction, LLVMGetNextInstruction, block)
}

/// The instructions of a function, block after block.
pub(crate) fn instructions(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    blocks(function).into_iter().flat_map(block_instructions).collect()
}

/// The users of a value; one that uses it twice is there twice.
pub(crate) fn users(value: LLVMValueRef) -> Vec<LLVMValueRef> {
    list!(LLVMGetFirstUse, LLVMGetNextUse, value)
        .into_iter()
        // SAFETY: a use has a user.
        .map(|usage| unsafe { LLVMGetUser(usage) })
        .collect()
}

/// Whether anything uses a value.
pub(crate) fn is_used(value: LLVMValueRef) -> bool {
    // SAFETY: the value is alive.
    unsafe { !LLVMGetFirstUse(value).is_null() }
}

/// Whether a function has a body.
pub(crate) fn has_body(function: LLVMValueRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { LLVMIsDeclaration(function) == 0 }
}

/// The name of a value; empty when it has none.
pub(crate) fn name(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: LLVM gives a pointer and a length that hold until the name changes.
    unsafe {
        let start = LLVMGetValueName2(value, &mut length);
        if start.is_null() {
            return String::new();
        }
        String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length)).into_owned()
    }
}

/// A string for LLVM. Names in a module have no zero bytes that matter to us.
pub(crate) fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// A constant that is an integer of at most 64 bits, without its sign.
pub(crate) fn constant(value: LLVMValueRef) -> Option<u64> {
    // SAFETY: the value is alive; the width is checked before the value is asked for.
    unsafe {
        if LLVMIsAConstantInt(value).is_null() || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64 {
            return None;
        }
        Some(LLVMConstIntGetZExtValue(value))
    }
}

/// The function that a call names, whatever the type it is called with.
pub(crate) fn callee(call: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: asked of calls only.
    unsafe {
        let called = LLVMGetCalledValue(call);
        (!LLVMIsAFunction(called).is_null()).then_some(called)
    }
}

/// Whether an instruction is a call of an intrinsic of LLVM whose name starts so.
pub(crate) fn calls_intrinsic(instruction: LLVMValueRef, prefix: &str) -> bool {
    // SAFETY: the instruction is alive.
    unsafe {
        !LLVMIsACallInst(instruction).is_null()
            && callee(instruction)
                .is_some_and(|called| LLVMGetIntrinsicID(called) != 0 && name(called).starts_with(prefix))
    }
}

/// Lets a block that is entered from a new predecessor take the values that it took from the old one.
pub(crate) fn rename_predecessor(block: LLVMBasicBlockRef, old: LLVMBasicBlockRef, new: LLVMBasicBlockRef) {
    for phi in block_instructions(block) {
        // SAFETY: the instruction is alive, and a phi goes only after its replacement.
        unsafe {
            if LLVMIsAPHINode(phi).is_null() {
                return;
            }
            let context = LLVMGetTypeContext(LLVMTypeOf(phi));
            let builder = Builder::before(context, phi);
            let fresh = LLVMBuildPhi(builder.0, LLVMTypeOf(phi), c"".as_ptr());
            let mut is_taken = false;
            for at in 0..LLVMCountIncoming(phi) {
                let from = LLVMGetIncomingBlock(phi, at);
                // A switch may have had several edges of which one is left.
                if from == old && std::mem::replace(&mut is_taken, true) {
                    continue;
                }
                let mut from = if from == old { new } else { from };
                LLVMAddIncoming(fresh, &mut LLVMGetIncomingValue(phi, at), &mut from, 1);
            }
            LLVMReplaceAllUsesWith(phi, fresh);
            LLVMInstructionEraseFromParent(phi);
        }
    }
}

/// Splits a block before an instruction; gives the block of what comes from there on. The first part has no terminator any more.
pub(crate) fn split_before(context: LLVMContextRef, instruction: LLVMValueRef) -> LLVMBasicBlockRef {
    // SAFETY: the instruction is in a block of this context; each is put back before anything looks at it.
    unsafe {
        let block = LLVMGetInstructionParent(instruction);
        let rest = LLVMAppendBasicBlockInContext(context, LLVMGetBasicBlockParent(block), c"".as_ptr());
        LLVMMoveBasicBlockAfter(rest, block);
        let builder = Builder::at_end(context, rest);
        let mut next = instruction;
        while !next.is_null() {
            let following = LLVMGetNextInstruction(next);
            LLVMInstructionRemoveFromParent(next);
            LLVMInsertIntoBuilder(builder.0, next);
            next = following;
        }
        let end = LLVMGetBasicBlockTerminator(rest);
        let successors = if end.is_null() { 0 } else { LLVMGetNumSuccessors(end) };
        for index in 0..successors {
            rename_predecessor(LLVMGetSuccessor(end, index), block, rest);
        }
        rest
    }
}

/// A builder that is given back to LLVM.
pub(crate) struct Builder(pub(crate) LLVMBuilderRef);

impl Builder {
    /// A builder that inserts before an instruction, with its place in the source.
    pub(crate) fn before(context: LLVMContextRef, instruction: LLVMValueRef) -> Self {
        // SAFETY: the instruction is in a block of this context.
        unsafe {
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderBefore(builder, instruction);
            Builder(builder)
        }
    }

    /// A builder that inserts at the end of a block.
    pub(crate) fn at_end(context: LLVMContextRef, block: LLVMBasicBlockRef) -> Self {
        // SAFETY: the block is of this context.
        unsafe {
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderAtEnd(builder, block);
            Builder(builder)
        }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: created by us and used nowhere else.
        unsafe { LLVMDisposeBuilder(self.0) };
    }
}
