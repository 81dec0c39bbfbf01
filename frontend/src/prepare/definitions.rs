//! What a module defines: `main`, functions and variables that are ours alone, and those that are
//! defined elsewhere.
//!
//! The program is closed: nothing but `main` is called from outside, so everything else becomes
//! internal, and what nobody uses goes before it is looked at.

use super::Preparation;
use crate::module::{self, Builder, has_body, is_used, name};
use crate::{Error, unspecified};
use euclase_program::NondetOrigin;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{
    LLVMDIBuilderCreateDebugLocation, LLVMDISubprogramGetLine, LLVMGetSubprogram, LLVMSetSubprogram,
};
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMIntPredicate, LLVMLinkage, LLVMVisibility};
use rustc_hash::FxHashSet;

/// Makes the program closed.
pub(super) fn prepare(state: &mut Preparation<'_>) -> Result<(), Error> {
    find_main(state)?;
    forget_lists(state)?;
    resolve_aliases(state)?;
    forget_bodies_of_error_functions(state.module, &state.options.error_functions);
    for function in module::functions(state.module) {
        // SAFETY: the function is alive.
        unsafe {
            if LLVMGetIntrinsicID(function) == 0 && has_body(function) && name(function) != "main" {
                make_internal(function);
            }
        }
    }
    for global in module::globals(state.module) {
        // SAFETY: the variable is alive. There is one thread.
        unsafe {
            LLVMSetThreadLocal(global, 0);
            // A list that is still there would no longer keep anything alive.
            if LLVMIsDeclaration(global) == 0 && !name(global).starts_with("llvm.") {
                make_internal(global);
            }
        }
    }
    Ok(())
}

/// The function `main`, which has to have a body.
pub(super) fn find_main(state: &Preparation<'_>) -> Result<LLVMValueRef, Error> {
    // SAFETY: the module is alive.
    let main = unsafe { LLVMGetNamedFunction(state.module, c"main".as_ptr()) };
    if main.is_null() || !has_body(main) {
        return Err(Error::Input("there is no function 'main'".into()));
    }
    Ok(main)
}

/// Refuses a program that uses `main` itself: its parameters would be arbitrary there, too.
pub(super) fn refuse_calls_of_main(state: &Preparation<'_>) -> Result<(), Error> {
    // The address of a label of `main` is not one of `main`.
    // SAFETY: the users are alive.
    let is_label = |user: &LLVMValueRef| unsafe { !LLVMIsABlockAddress(*user).is_null() };
    if !module::users(find_main(state)?).iter().all(is_label) {
        return Err(Error::Unsupported("a program that calls 'main' itself, or takes its address".into()));
    }
    Ok(())
}

unsafe fn make_internal(global: LLVMValueRef) {
    // SAFETY: the caller's global is alive.
    unsafe {
        LLVMSetVisibility(global, LLVMVisibility::LLVMDefaultVisibility);
        inkwell::llvm_sys::comdat::LLVMSetComdat(global, std::ptr::null_mut());
        LLVMSetSection(global, c"".as_ptr());
        LLVMSetLinkage(global, LLVMLinkage::LLVMInternalLinkage);
    }
}

/// Forgets what is only kept alive by lists.
pub(super) fn forget_used(state: &Preparation<'_>) {
    for global in module::globals(state.module) {
        if matches!(name(global).as_str(), "llvm.used" | "llvm.compiler.used") {
            // SAFETY: the variable is alive; the lists have no users.
            unsafe { LLVMDeleteGlobal(global) };
        }
    }
}

/// Lists for the linker keep alive what nobody uses. Those of constructors would be code before `main`.
fn forget_lists(state: &Preparation<'_>) -> Result<(), Error> {
    for global in module::globals(state.module) {
        let list = name(global);
        // SAFETY: the variable is alive; the lists have no users.
        unsafe {
            match list.as_str() {
                // What is called for overflows that count has no callers yet.
                "llvm.used" | "llvm.compiler.used" if state.options.counted_overflows.is_some() => {}
                "llvm.used" | "llvm.compiler.used" => LLVMDeleteGlobal(global),
                "llvm.global_ctors" | "llvm.global_dtors" => {
                    let initialiser = LLVMGetInitializer(global);
                    if !initialiser.is_null() && LLVMGetArrayLength2(LLVMTypeOf(initialiser)) > 0 {
                        return Err(Error::Unsupported(
                            "functions that run before or after 'main' (attribute constructor or destructor)".into(),
                        ));
                    }
                    LLVMDeleteGlobal(global);
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn resolve_aliases(state: &Preparation<'_>) -> Result<(), Error> {
    for alias in module::aliases(state.module) {
        // SAFETY: the alias is alive; an alias of an alias is resolved when its turn comes.
        unsafe {
            let called = name(alias);
            let target = if state.options.error_functions.contains(&called) {
                // Its call is the error, whatever the function behind the name does.
                LLVMSetValueName2(alias, c"".as_ptr(), 0);
                let text = module::c_string(&called);
                LLVMAddFunction(state.module, text.as_ptr(), LLVMGlobalGetValueType(alias))
            } else {
                LLVMAliasGetAliasee(alias)
            };
            LLVMReplaceAllUsesWith(alias, target);
            LLVMSetVisibility(alias, LLVMVisibility::LLVMDefaultVisibility);
            LLVMSetLinkage(alias, LLVMLinkage::LLVMInternalLinkage);
        }
    }
    // SAFETY: the module is alive.
    let indirect = unsafe { LLVMGetFirstGlobalIFunc(state.module) };
    if !indirect.is_null() {
        return Err(Error::Unsupported(format!("the indirect function '{}' (attribute ifunc)", name(indirect))));
    }
    Ok(())
}

/// The call of an error function is the error, whatever its body does. Files have their own `static` ones, of which
/// linking would rename all but one.
pub(crate) fn forget_bodies_of_error_functions(module: LLVMModuleRef, error_functions: &[String]) {
    for function in module::defined_functions(module) {
        let called = name(function);
        if called == "main" || !error_functions.contains(&called) {
            continue;
        }
        // SAFETY: all uses go to the declaration, so that the definition can go.
        unsafe {
            LLVMSetValueName2(function, c"".as_ptr(), 0);
            let text = module::c_string(&called);
            let declared = LLVMAddFunction(module, text.as_ptr(), LLVMGlobalGetValueType(function));
            LLVMReplaceAllUsesWith(function, declared);
            LLVMDeleteFunction(function);
        }
    }
}

/// The first place in `main` where code can be put: behind the variables of its first block.
fn entry_of_main(state: &Preparation<'_>) -> Result<LLVMValueRef, Error> {
    let main = find_main(state)?;
    // SAFETY: `main` has a body, and its first block a terminator.
    unsafe {
        let mut place = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main));
        while !LLVMIsAAllocaInst(place).is_null() {
            place = LLVMGetNextInstruction(place);
        }
        Ok(place)
    }
}

/// A variable that is defined elsewhere holds anything when the program starts.
pub(super) fn fill_external_globals(state: &mut Preparation<'_>) -> Result<(), Error> {
    for global in module::globals(state.module) {
        // SAFETY: the variable is alive.
        unsafe {
            let kind = LLVMGlobalGetValueType(global);
            let is_sized =
                LLVMTypeIsSized(kind) != 0 && inkwell::llvm_sys::target::LLVMABISizeOfType(state.layout, kind) > 0;
            if LLVMIsDeclaration(global) == 0 || !is_used(global) || !is_sized {
                continue;
            }
            LLVMSetInitializer(global, LLVMConstNull(kind));
            LLVMSetExternallyInitialized(global, 0);
            LLVMSetGlobalConstant(global, 0);
            make_internal(global);
            let builder = Builder::before(state.context, entry_of_main(state)?);
            state.fill(&builder, global, kind, &NondetOrigin::Havoc(name(global).into()));
        }
    }
    Ok(())
}

/// Bytes that the initialiser of a variable leaves open, as one of a union does, are zero when the program starts, as all
/// compilers have it for objects that live as long as the program.
pub(super) fn fill_unspecified_bytes(state: &mut Preparation<'_>) -> Result<(), Error> {
    for global in module::globals(state.module) {
        // SAFETY: the variable is alive, and so is its initialiser.
        unsafe {
            let initialiser = LLVMGetInitializer(global);
            if initialiser.is_null() || !is_used(global) {
                continue;
            }
            let mut open = Vec::new();
            unspecified::undefined_ranges(state.layout, initialiser, 0, &mut open);
            if open.is_empty() {
                continue;
            }
            LLVMSetGlobalConstant(global, 0);
            let builder = Builder::before(state.context, entry_of_main(state)?);
            let byte = state.int_type(8);
            // What a variable of a function is copied from is not an object of the program. Those are zero where nothing is said.
            let is_object = !name(global).starts_with("__const.");
            let origin = NondetOrigin::Uninitialised(name(global).into());
            for (offset, length) in open {
                let mut index = LLVMConstInt(state.i64_type(), offset, 0);
                let place = LLVMBuildInBoundsGEP2(builder.0, byte, global, &mut index, 1, c"".as_ptr());
                if is_object {
                    let (zero, size) = (LLVMConstNull(byte), LLVMConstInt(state.i64_type(), length, 0));
                    LLVMBuildMemSet(builder.0, place, zero, size, 1);
                    continue;
                }
                state.fill(&builder, place, LLVMArrayType2(byte, length), &origin);
            }
        }
    }
    Ok(())
}

/// What the program is called with is any values, where no model has given them before; there is one argument at least. They are inputs like others:
/// `main` has no parameters afterwards.
pub(super) fn fill_parameters_of_main(state: &mut Preparation<'_>) -> Result<(), Error> {
    let main = find_main(state)?;
    // SAFETY: `main` is alive; parameters are replaced by values that dominate all their uses.
    unsafe {
        for index in 0..LLVMCountParams(main) {
            let parameter = LLVMGetParam(main, index);
            if !matters(parameter) {
                for store in module::users(parameter) {
                    LLVMInstructionEraseFromParent(store);
                }
                LLVMReplaceAllUsesWith(parameter, LLVMGetPoison(LLVMTypeOf(parameter)));
                continue;
            }
            let builder = Builder::before(state.context, entry_of_main(state)?);
            let origin = NondetOrigin::Havoc(match name(parameter) {
                unnamed if unnamed.is_empty() => "parameter of main".into(),
                named => named.into(),
            });
            let Some(value) = state.build_nondet(&builder, LLVMTypeOf(parameter), &origin) else {
                return Err(Error::Unsupported("the types of the parameters of 'main'".into()));
            };
            if index == 0 && !LLVMIsACallInst(value).is_null() && LLVMTypeOf(value) == state.i32_type() {
                // The name of the program, at least.
                let one = LLVMConstInt(state.i32_type(), 1, 0);
                let counted = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntSGE, value, one, c"".as_ptr());
                state.build_assume(&builder, counted);
            }
            LLVMReplaceAllUsesWith(parameter, value);
        }
        if LLVMCountParams(main) > 0 {
            drop_parameters(state, main);
        }
    }
    Ok(())
}

/// Whether `main` uses the texts that it is called with, so that their model is needed.
pub(crate) fn takes_texts(module: LLVMModuleRef) -> bool {
    // SAFETY: the module is alive.
    unsafe {
        let main = LLVMGetNamedFunction(module, c"main".as_ptr());
        let is_int = |value| LLVMTypeOf(value) == LLVMInt32TypeInContext(LLVMGetModuleContext(module));
        let is_usual =
            !main.is_null() && module::has_body(main) && LLVMCountParams(main) >= 2 && is_int(LLVMGetParam(main, 0));
        let is_needed = |index| {
            let parameter = LLVMGetParam(main, index);
            let is_list = LLVMGetTypeKind(LLVMTypeOf(parameter)) == LLVMTypeKind::LLVMPointerTypeKind;
            is_list && matters(parameter)
        };
        is_usual && (1..LLVMCountParams(main).min(3)).any(is_needed)
    }
}

/// Lets the parameters of `main` that lead to texts lead to those of the model: as many as the first parameter says, or any number
/// of variables of the environment.
pub(crate) fn give_texts(module: LLVMModuleRef, context: LLVMContextRef) {
    let named = |name: &str| {
        let text = module::c_string(name);
        // SAFETY: the module is alive.
        unsafe { LLVMGetNamedFunction(module, text.as_ptr()) }
    };
    let (arguments, environment) = euclase_runtime_stubs::arguments().1;
    let main = named("main");
    // SAFETY: `main` has a body and these parameters, and the functions of the model take a number or nothing and give a pointer.
    unsafe {
        let Some(first) = module::instructions(main).first().copied() else { return };
        let builder = Builder::before(context, first);
        let scope = LLVMGetSubprogram(main);
        if !scope.is_null() {
            let line = LLVMDISubprogramGetLine(scope);
            let place = LLVMDIBuilderCreateDebugLocation(context, line, 0, scope, std::ptr::null_mut());
            LLVMSetCurrentDebugLocation2(builder.0, place);
        }
        let count = LLVMGetParam(main, 0);
        for (index, function) in [(1, named(arguments)), (2, named(environment))] {
            let is_there = index < LLVMCountParams(main) && !function.is_null();
            if !is_there || !matters(LLVMGetParam(main, index)) {
                continue;
            }
            let mut given: Vec<LLVMValueRef> = if index == 1 { vec![count] } else { Vec::new() };
            let kind = LLVMGlobalGetValueType(function);
            let texts = LLVMBuildCall2(builder.0, kind, function, given.as_mut_ptr(), given.len() as u32, c"".as_ptr());
            LLVMReplaceAllUsesWith(LLVMGetParam(main, index), texts);
        }
    }
}

/// Moves the body of `main` to a function without parameters. Nobody uses the parameters, nor `main` but for its labels.
unsafe fn drop_parameters(state: &Preparation<'_>, main: LLVMValueRef) {
    // SAFETY: the caller's function is alive, and goes when nothing is left of it.
    unsafe {
        LLVMSetValueName2(main, c"".as_ptr(), 0);
        let result = LLVMGetReturnType(LLVMGlobalGetValueType(main));
        let kind = LLVMFunctionType(result, std::ptr::null_mut(), 0, 0);
        let new = LLVMAddFunction(state.module, c"main".as_ptr(), kind);
        let count = LLVMGetAttributeCountAtIndex(main, LLVMAttributeFunctionIndex);
        let mut attributes = vec![std::ptr::null_mut(); count as usize];
        LLVMGetAttributesAtIndex(main, LLVMAttributeFunctionIndex, attributes.as_mut_ptr());
        for attribute in attributes {
            LLVMAddAttributeAtIndex(new, LLVMAttributeFunctionIndex, attribute);
        }
        LLVMSetSubprogram(new, LLVMGetSubprogram(main));
        for block in module::blocks(main) {
            LLVMRemoveBasicBlockFromParent(block);
            LLVMAppendExistingBasicBlock(new, block);
        }
        let labels = module::users(main);
        for &label in &labels {
            let block = LLVMGetBlockAddressBasicBlock(label);
            LLVMReplaceAllUsesWith(label, LLVMBlockAddress(new, block));
        }
        // The old addresses of labels are constants, which stay; nobody uses them.
        if labels.is_empty() {
            LLVMDeleteFunction(main);
        } else {
            LLVMGlobalEraseMetadata(main, LLVMGetMDKindIDInContext(state.context, c"dbg".as_ptr(), 3));
        }
    }
}

/// Whether more is done with a parameter than to store it where nobody looks.
unsafe fn matters(parameter: LLVMValueRef) -> bool {
    // SAFETY: the caller's parameter is alive.
    unsafe {
        let mut places = FxHashSet::default();
        for user in module::users(parameter) {
            if LLVMIsAStoreInst(user).is_null() || LLVMIsAAllocaInst(LLVMGetOperand(user, 1)).is_null() {
                return true;
            }
            places.insert(LLVMGetOperand(user, 1));
        }
        places.into_iter().any(|place| module::users(place).len() > 1)
    }
}
