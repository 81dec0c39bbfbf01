//! When variables live: calls that say where the life of a variable begins and ends, where its address goes anywhere.
//!
//! clang marks the lives of most variables. It marks none of parameters that are passed as a copy, which end with their function; of
//! arrays of variable length, which end where the stack is put back; and of variables that a jump enters behind their
//! declaration, of compound literals and of temporary objects. Of the last three it is not said where they end, so that nothing is
//! known once the address of one is kept.

use super::Preparation;
use super::accesses::about;
use crate::intrinsic;
use crate::module::{self, Builder, block_instructions, blocks, callee, calls_intrinsic, has_body, name};
use euclase_program::Obstacle;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::FxHashSet;

/// Says where the variables of a function begin and end to live that clang has not marked.
pub(super) unsafe fn prepare(state: &mut Preparation<'_>, function: LLVMValueRef, (is_main, is_model): (bool, bool)) {
    // SAFETY: the caller's function is alive and has a body.
    unsafe {
        let variables: Vec<LLVMValueRef> = module::instructions(function)
            .into_iter()
            .filter(|instruction| !LLVMIsAAllocaInst(*instruction).is_null() && goes_anywhere(*instruction))
            .collect();
        let entry = LLVMGetEntryBasicBlock(function);
        let (fixed, others): (Vec<_>, Vec<_>) = variables
            .into_iter()
            .partition(|variable| LLVMGetInstructionParent(*variable) == entry && has_fixed_size(*variable));
        if !is_model && !is_compiled(state) {
            for variable in &fixed {
                unmarked(state, *variable);
            }
        }
        for variable in others {
            ends_with_stack(state, function, variable, is_main);
        }
        if !is_main {
            let copies = copies(function);
            if let Some(first) = block_instructions(entry).into_iter().find(|first| LLVMIsAAllocaInst(*first).is_null())
            {
                copies.iter().for_each(|copy| about(state, first, intrinsic::ENTER, *copy, None));
            }
            end_with_function(state, function, fixed.into_iter().chain(copies).collect());
        }
    }
}

/// Whether a file that is verified was compiled by someone else, perhaps without any marks.
fn is_compiled(state: &Preparation<'_>) -> bool {
    let is_compiled = |file: &std::path::PathBuf| file.extension().is_some_and(|kind| kind == "bc" || kind == "ll");
    state.options.files.iter().any(is_compiled)
}

/// Whether how many elements a variable has is a constant.
unsafe fn has_fixed_size(variable: LLVMValueRef) -> bool {
    // SAFETY: the caller's variable is alive, and its operand is how many elements it has.
    unsafe { !LLVMIsAConstantInt(LLVMGetOperand(variable, 0)).is_null() }
}

/// The parameters of a function that are copies of what the caller passes.
unsafe fn copies(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the caller's function is alive and has the parameters that are asked for.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
        let is_copy = |index: &u32| !LLVMGetEnumAttributeAtIndex(function, index + 1, kind).is_null();
        let all = (0..LLVMCountParams(function)).filter(is_copy).map(|index| LLVMGetParam(function, index));
        all.filter(|copy| goes_anywhere(*copy)).collect()
    }
}

/// Ends the lives of variables where their function returns.
unsafe fn end_with_function(state: &mut Preparation<'_>, function: LLVMValueRef, variables: Vec<LLVMValueRef>) {
    for end in module::instructions(function) {
        // SAFETY: the instructions and the variables are alive; what is made in the entry is there at every end.
        unsafe {
            if LLVMGetInstructionOpcode(end) == LLVMOpcode::LLVMRet {
                variables.iter().for_each(|variable| about(state, end, intrinsic::LEAVE, *variable, None));
            }
        }
    }
}

/// Ends the life of an array of variable length where the stack is put back to what it was before.
unsafe fn ends_with_stack(state: &mut Preparation<'_>, function: LLVMValueRef, variable: LLVMValueRef, is_main: bool) {
    // SAFETY: the caller's values are alive.
    unsafe {
        let all = module::instructions(function);
        let saves: Vec<LLVMValueRef> =
            all.iter().copied().filter(|one| calls_intrinsic(*one, "llvm.stacksave")).collect();
        let is_open = |save: &&LLVMValueRef| {
            dominates(**save, variable)
                && !restores_of(**save, &all).iter().any(|restore| dominates(*restore, variable))
        };
        let open: Vec<LLVMValueRef> = saves.iter().filter(is_open).copied().collect();
        // The innermost: all others are before it.
        let own = open.iter().copied().find(|one| open.iter().all(|other| other == one || dominates(*other, *one)));
        for restore in own.map(|own| restores_of(own, &all)).unwrap_or_default() {
            if dominates(variable, restore) {
                about(state, restore, intrinsic::LEAVE, variable, None);
            } else {
                let builder = Builder::before(state.context, restore);
                state.build_unsupported(
                    &builder,
                    Obstacle::from("an array of variable length that not all ways make".to_string()),
                );
            }
        }
        // `alloca` takes memory until the function returns.
        if own.is_none() && !is_main {
            for end in all.into_iter().filter(|end| LLVMGetInstructionOpcode(*end) == LLVMOpcode::LLVMRet) {
                if dominates(variable, end) {
                    about(state, end, intrinsic::LEAVE, variable, None);
                } else {
                    keep(state, variable, "memory on the stack that not all ways take");
                }
            }
        }
    }
}

/// Where the stack is put back to what it was at a call that saves it.
unsafe fn restores_of(save: LLVMValueRef, all: &[LLVMValueRef]) -> Vec<LLVMValueRef> {
    // SAFETY: the caller's instructions are alive; a store has two operands, a call that puts the stack back has one argument.
    unsafe {
        let stores =
            module::users(save).into_iter().filter(|user| LLVMGetInstructionOpcode(*user) == LLVMOpcode::LLVMStore);
        let slots: Vec<LLVMValueRef> = stores.map(|store| LLVMGetOperand(store, 1)).collect();
        let restores = |one: &LLVMValueRef| {
            let saved = LLVMGetOperand(*one, 0);
            saved == save || !LLVMIsALoadInst(saved).is_null() && slots.contains(&LLVMGetOperand(saved, 0))
        };
        all.iter().copied().filter(|one| calls_intrinsic(*one, "llvm.stackrestore") && restores(one)).collect()
    }
}

/// Whether every way to an instruction goes through another one.
unsafe fn dominates(first: LLVMValueRef, second: LLVMValueRef) -> bool {
    // SAFETY: the caller's instructions are alive and of one function.
    unsafe {
        let (above, below) = (LLVMGetInstructionParent(first), LLVMGetInstructionParent(second));
        if above == below {
            let order = block_instructions(above);
            let position = |wanted| order.iter().position(|one| *one == wanted);
            return position(first) < position(second);
        }
        let entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(above));
        let (mut seen, mut waiting) = (FxHashSet::default(), vec![entry]);
        while let Some(block) = waiting.pop() {
            if block == above || !seen.insert(block) {
                continue;
            }
            if block == below {
                return false;
            }
            let end = LLVMGetBasicBlockTerminator(block);
            waiting.extend((0..LLVMGetNumSuccessors(end)).map(|index| LLVMGetSuccessor(end, index)));
        }
        true
    }
}

/// Looks at a variable whose life may be shorter than that of its function, and that clang has not marked.
unsafe fn unmarked(state: &mut Preparation<'_>, variable: LLVMValueRef) {
    // SAFETY: the caller's variable is alive.
    unsafe {
        let users = module::users(variable);
        if users.iter().any(|user| calls_intrinsic(*user, "llvm.lifetime.")) {
            return;
        }
        let declaration = declaration(variable);
        let is_literal = name(variable).starts_with(".compoundliteral");
        let scope = match declaration {
            Some(declaration) => LLVMDIVariableGetScope(LLVMValueAsMetadata(LLVMGetOperand(declaration, 1))),
            None if is_literal => {
                users.iter().map(|user| scope_of(*user)).find(|scope| !scope.is_null()).unwrap_or_default()
            }
            None => std::ptr::null_mut(),
        };
        let is_of_function =
            !scope.is_null() && matches!(LLVMGetMetadataKind(scope), LLVMMetadataKind::LLVMDISubprogramMetadataKind);
        if !is_of_function {
            keep(
                state,
                variable,
                "the address of an object that is kept, and of which it is not followed when its life ends",
            );
        }
    }
}

/// Where debug information says which variable of the source something is.
unsafe fn declaration(variable: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the caller's variable is alive and made by an instruction.
    unsafe {
        let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable));
        let mut all = blocks(function).into_iter().flat_map(block_instructions);
        all.find(|one| {
            calls_intrinsic(*one, "llvm.dbg.declare")
                && super::uninitialised::declaration(*one).is_some_and(|(place, _)| place == variable)
        })
    }
}

unsafe fn scope_of(instruction: LLVMValueRef) -> LLVMMetadataRef {
    // SAFETY: the caller's instruction is alive.
    unsafe {
        let place = LLVMInstructionGetDebugLoc(instruction);
        if place.is_null() { std::ptr::null_mut() } else { LLVMDILocationGetScope(place) }
    }
}

/// Nothing is known behind the places at which the address of a variable is kept.
fn keep(state: &mut Preparation<'_>, variable: LLVMValueRef, what: &str) {
    for place in kept(variable) {
        let builder = Builder::before(state.context, place);
        state.build_unsupported(&builder, Obstacle::from(what.to_string()));
    }
}

/// The instructions that keep a pointer: that store it, make a number of it, or pass it to a function that does.
fn kept(pointer: LLVMValueRef) -> Vec<LLVMValueRef> {
    let (mut seen, mut waiting, mut found) = (FxHashSet::default(), vec![pointer], Vec::new());
    while let Some(pointer) = waiting.pop() {
        for user in module::users(pointer).into_iter().filter(|user| seen.insert((pointer, *user))) {
            // SAFETY: the users are instructions that are alive, and are asked for operands that they have.
            unsafe {
                match LLVMGetInstructionOpcode(user) {
                    LLVMOpcode::LLVMStore if LLVMGetOperand(user, 0) == pointer => found.push(user),
                    LLVMOpcode::LLVMPtrToInt => found.push(user),
                    LLVMOpcode::LLVMCall if is_mark(user) => {}
                    LLVMOpcode::LLVMCall if parameters_of(user, pointer).is_none_or(is_kept_by_callee) => {
                        found.push(user)
                    }
                    _ if leads_on(user) => waiting.push(user),
                    _ => {}
                }
            }
        }
    }
    found
}

/// Whether functions keep pointers that they are given. They may store them in variables of their own, whose address goes nowhere.
fn is_kept_by_callee(parameters: Vec<LLVMValueRef>) -> bool {
    let (mut seen, mut waiting) = (FxHashSet::default(), parameters);
    while let Some(pointer) = waiting.pop() {
        for user in module::users(pointer).into_iter().filter(|user| seen.insert((pointer, *user))) {
            // SAFETY: the users are instructions that are alive, and are asked for operands that they have.
            unsafe {
                match LLVMGetInstructionOpcode(user) {
                    LLVMOpcode::LLVMStore if LLVMGetOperand(user, 0) == pointer => {
                        let place = LLVMGetOperand(user, 1);
                        if LLVMIsAAllocaInst(place).is_null() || goes_anywhere(place) {
                            return true;
                        }
                        waiting
                            .extend(module::users(place).into_iter().filter(|load| !LLVMIsALoadInst(*load).is_null()));
                    }
                    LLVMOpcode::LLVMPtrToInt | LLVMOpcode::LLVMRet => return true,
                    LLVMOpcode::LLVMCall if is_mark(user) => {}
                    LLVMOpcode::LLVMCall => match parameters_of(user, pointer) {
                        Some(parameters) => waiting.extend(parameters),
                        None => return true,
                    },
                    _ if leads_on(user) => waiting.push(user),
                    _ => {}
                }
            }
        }
    }
    false
}

/// Whether an instruction makes a pointer to the same object of one.
unsafe fn leads_on(user: LLVMValueRef) -> bool {
    // SAFETY: the caller's instruction is alive.
    let opcode = unsafe { LLVMGetInstructionOpcode(user) };
    matches!(
        opcode,
        LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect | LLVMOpcode::LLVMBitCast
    )
}

/// The parameters that a pointer becomes in a call; none if it is not known which function is called. One without a body is the
/// library's, or is looked at elsewhere.
unsafe fn parameters_of(call: LLVMValueRef, pointer: LLVMValueRef) -> Option<Vec<LLVMValueRef>> {
    // SAFETY: the caller's call is alive, and asked for arguments that it has.
    unsafe {
        let function = callee(call)?;
        if !has_body(function) {
            return Some(Vec::new());
        }
        let arguments = 0..LLVMGetNumArgOperands(call);
        let mut given = Vec::new();
        for index in arguments.filter(|index| LLVMGetOperand(call, *index) == pointer) {
            // What goes through dots is not followed.
            given.push((index < LLVMCountParams(function)).then(|| LLVMGetParam(function, index))?);
        }
        Some(given)
    }
}

/// Makes clang's marks of lives calls, or takes them away.
pub(super) unsafe fn marks(state: &mut Preparation<'_>) {
    for function in module::functions(state.module) {
        let mark = match name(function) {
            start if start.starts_with("llvm.lifetime.start") => intrinsic::ENTER,
            end if end.starts_with("llvm.lifetime.end") => intrinsic::LEAVE,
            _ => continue,
        };
        for call in module::users(function) {
            // SAFETY: the marks are calls with a size and a pointer, and without a result.
            unsafe {
                let variable = LLVMGetOperand(call, 1);
                if !LLVMIsAAllocaInst(variable).is_null() && goes_anywhere(variable) {
                    about(state, call, mark, variable, None);
                }
                LLVMInstructionEraseFromParent(call);
            }
        }
    }
}

/// Whether the address of a variable is used otherwise than to access it.
unsafe fn goes_anywhere(variable: LLVMValueRef) -> bool {
    let mut pointers = vec![variable];
    // SAFETY: the users of the caller's variable are alive.
    unsafe {
        while let Some(pointer) = pointers.pop() {
            for user in module::users(pointer) {
                let is_access = match LLVMGetInstructionOpcode(user) {
                    LLVMOpcode::LLVMLoad => true,
                    LLVMOpcode::LLVMStore => LLVMGetOperand(user, 0) != pointer,
                    LLVMOpcode::LLVMGetElementPtr => {
                        pointers.push(user);
                        LLVMGetOperand(user, 0) == pointer
                    }
                    LLVMOpcode::LLVMCall => is_mark(user),
                    _ => false,
                };
                if !is_access {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether a call only says something of a variable, or copies and sets its bytes.
unsafe fn is_mark(call: LLVMValueRef) -> bool {
    // SAFETY: the caller's call is alive.
    unsafe {
        if ["llvm.lifetime.", "llvm.dbg.", "llvm.mem"].iter().any(|prefix| calls_intrinsic(call, prefix)) {
            return true;
        }
        let called = LLVMGetCalledValue(call);
        let called = if LLVMIsAFunction(called).is_null() { String::new() } else { name(called) };
        called == intrinsic::HAVOC || intrinsic::is_about_memory(&called)
    }
}
