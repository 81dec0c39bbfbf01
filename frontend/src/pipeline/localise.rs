//! Global variables that only `main` uses become variables of `main`.
//!
//! Once everything is inlined, most globals are used in `main` alone. LLVM's own pass makes
//! registers of a few of them; here all do whose address is used for nothing but accesses at known
//! places, structs and arrays included. What they hold at the start is stored scalar by scalar.

use crate::module::{self, Builder, calls_intrinsic, constant, is_used, name};
use crate::prepare::leaves;
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMGetModuleDataLayout;
use inkwell::module::Module;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many scalars a global has at most to become a variable of `main`.
const MOST_LEAVES: u64 = 4096;

/// How many blocks of `main`, once for each global variable, LLVM may have to go through.
const MOST_BLOCKS_FOR_ALL: usize = 4_000_000;

/// Whether globals should better be left to our own passes on programs. LLVM copies all variables at each branch
/// when it makes registers of them, which takes quadratic time and memory.
pub(super) fn is_huge(module: &Module<'_>) -> bool {
    // SAFETY: the module, its variables and `main` are alive.
    unsafe {
        let main = LLVMGetNamedFunction(module.as_mut_ptr(), c"main".as_ptr());
        let globals = module::globals(module.as_mut_ptr());
        let changing = globals.into_iter().filter(|global| LLVMIsGlobalConstant(*global) == 0 && is_used(*global));
        !main.is_null() && changing.count().saturating_mul(module::blocks(main).len()) > MOST_BLOCKS_FOR_ALL
    }
}

/// Moves globals into `main`; says whether there were any.
pub(super) fn localise(module: &Module<'_>) -> bool {
    // SAFETY: the module is alive.
    let main = unsafe { LLVMGetNamedFunction(module.as_mut_ptr(), c"main".as_ptr()) };
    // A `main` that is called is no longer entered once.
    if main.is_null() || !module::has_body(main) || is_used(main) {
        return false;
    }
    let mut found = false;
    for global in module::globals(module.as_mut_ptr()) {
        // SAFETY: the variable is alive, and goes when nothing uses it any more.
        unsafe {
            let is_ours = LLVMIsDeclaration(global) == 0 && LLVMIsGlobalConstant(global) == 0;
            if !is_ours || name(global).starts_with("llvm.") || !is_used(global) {
                continue;
            }
            let Some(uses) = uses(global, main) else { continue };
            found |= replace(module, main, global, &uses);
        }
    }
    found
}

/// How `main` uses a global.
#[derive(Default)]
struct Uses {
    /// The global itself and constant addresses in it, each after the one it is made from.
    addresses: Vec<LLVMValueRef>,
    /// The instructions that use one of these addresses.
    instructions: Vec<LLVMValueRef>,
}

/// The uses of a global, if all are accesses at known places and in `main`.
unsafe fn uses(global: LLVMValueRef, main: LLVMValueRef) -> Option<Uses> {
    let mut all = Uses::default();
    // Pointers to look at, and whether they are constants.
    let mut pointers = vec![(global, true)];
    let mut seen = FxHashSet::default();
    // SAFETY: the users are alive, and asked for what they have.
    unsafe {
        while let Some((pointer, is_constant)) = pointers.pop() {
            if is_constant {
                all.addresses.push(pointer);
            }
            for user in module::users(pointer) {
                if !LLVMIsAConstantExpr(user).is_null() {
                    if LLVMGetConstOpcode(user) != LLVMOpcode::LLVMGetElementPtr {
                        return None;
                    }
                    if seen.insert(user) {
                        pointers.push((user, true));
                    }
                    continue;
                }
                if LLVMIsAInstruction(user).is_null()
                    || LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != main
                    || !is_access(user, pointer)
                {
                    return None;
                }
                if is_constant {
                    all.instructions.push(user);
                }
                if !LLVMIsAGetElementPtrInst(user).is_null() {
                    pointers.push((user, false));
                }
            }
        }
    }
    Some(all)
}

/// Whether an instruction accesses memory through a pointer, or a known place in it.
unsafe fn is_access(user: LLVMValueRef, pointer: LLVMValueRef) -> bool {
    // SAFETY: operands are asked of instructions that have them.
    unsafe {
        match LLVMGetInstructionOpcode(user) {
            LLVMOpcode::LLVMLoad => true,
            LLVMOpcode::LLVMStore => LLVMGetOperand(user, 0) != pointer,
            LLVMOpcode::LLVMGetElementPtr => {
                (1..LLVMGetNumOperands(user)).all(|index| constant(LLVMGetOperand(user, index as u32)).is_some())
            }
            LLVMOpcode::LLVMCall => calls_intrinsic(user, "llvm.mem") && constant(LLVMGetOperand(user, 2)).is_some(),
            _ => false,
        }
    }
}

unsafe fn replace(module: &Module<'_>, main: LLVMValueRef, global: LLVMValueRef, uses: &Uses) -> bool {
    let context = module.get_context().as_ctx_ref();
    // SAFETY: everything is of this module; the new variable dominates all of `main`.
    unsafe {
        let kind = LLVMGlobalGetValueType(global);
        let layout = LLVMGetModuleDataLayout(module.as_mut_ptr());
        let Some(leaves) = leaves(layout, context, kind, MOST_LEAVES) else { return false };
        let mut values = Vec::with_capacity(leaves.len());
        for leaf in &leaves {
            let mut value = LLVMGetInitializer(global);
            if leaf.is_padding {
                value = LLVMConstNull(leaf.kind);
            }
            for &index in &leaf.path {
                if value.is_null() {
                    return false;
                }
                value = LLVMGetAggregateElement(value, index);
            }
            if value.is_null() {
                return false;
            }
            // What C does not say about a static object is zero.
            values.push(if LLVMIsUndef(value) != 0 || LLVMIsPoison(value) != 0 {
                LLVMConstNull(leaf.kind)
            } else {
                value
            });
        }
        let builder = Builder::before(context, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main)));
        let place = place_in(context, main);
        LLVMSetCurrentDebugLocation2(builder.0, place);
        let text = module::c_string(&name(global));
        let variable = LLVMBuildAlloca(builder.0, kind, text.as_ptr());
        LLVMSetAlignment(variable, LLVMGetAlignment(global).max(1));
        for (leaf, value) in leaves.iter().zip(values) {
            leaf.store(context, &builder, value, variable);
        }
        declare(module, &builder, main, global, variable, place);
        redirect(&builder, variable, uses);
        if is_used(global) {
            // Only dead constants can be left, which nobody sees.
            return true;
        }
        LLVMDeleteGlobal(global);
    }
    true
}

/// Lets all instructions use the variable, through addresses that are built once at its place.
unsafe fn redirect(builder: &Builder, variable: LLVMValueRef, uses: &Uses) {
    let mut new: FxHashMap<LLVMValueRef, LLVMValueRef> = FxHashMap::default();
    // SAFETY: an address comes after the one it is made from.
    unsafe {
        for &address in &uses.addresses {
            let replacement = if LLVMIsAConstantExpr(address).is_null() {
                variable
            } else {
                let Some(&base) = new.get(&LLVMGetOperand(address, 0)) else { continue };
                let mut indices: Vec<_> =
                    (1..LLVMGetNumOperands(address)).map(|index| LLVMGetOperand(address, index as u32)).collect();
                let element = LLVMGetGEPSourceElementType(address);
                LLVMBuildGEP2(builder.0, element, base, indices.as_mut_ptr(), indices.len() as u32, c"".as_ptr())
            };
            new.insert(address, replacement);
        }
        for &instruction in &uses.instructions {
            for index in 0..LLVMGetNumOperands(instruction) as u32 {
                if let Some(&replacement) = new.get(&LLVMGetOperand(instruction, index)) {
                    LLVMSetOperand(instruction, index, replacement);
                }
            }
        }
    }
}

/// The place of `main` itself, for what has no better one.
unsafe fn place_in(context: LLVMContextRef, main: LLVMValueRef) -> LLVMMetadataRef {
    // SAFETY: the caller's function is alive.
    unsafe {
        let scope = LLVMGetSubprogram(main);
        if scope.is_null() {
            return std::ptr::null_mut();
        }
        LLVMDIBuilderCreateDebugLocation(context, LLVMDISubprogramGetLine(scope), 0, scope, std::ptr::null_mut())
    }
}

/// Notes for debugging which variable of the source this is. That it was a global is said by
/// marking it artificial, which no variable that clang declares in `main` is.
unsafe fn declare(
    module: &Module<'_>,
    builder: &Builder,
    main: LLVMValueRef,
    global: LLVMValueRef,
    variable: LLVMValueRef,
    place: LLVMMetadataRef,
) {
    // SAFETY: what is asked of the description of a variable is there in every one.
    unsafe {
        let scope = LLVMGetSubprogram(main);
        let Some(description) = description(global).filter(|_| !scope.is_null() && !place.is_null()) else { return };
        let context = module.get_context().as_ctx_ref();
        let node = LLVMMetadataAsValue(context, description);
        let mut parts = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
        LLVMGetMDNodeOperands(node, parts.as_mut_ptr());
        // The parts are the scope, the name, the file, the type, …
        let [_, named, file, kind, ..] = parts[..] else { return };
        if named.is_null() || file.is_null() || kind.is_null() {
            return;
        }
        let mut length = 0;
        let text = LLVMGetMDString(named, &mut length);
        if text.is_null() {
            return;
        }
        let debug = LLVMCreateDIBuilderDisallowUnresolved(module.as_mut_ptr());
        let local = LLVMDIBuilderCreateAutoVariable(
            debug,
            scope,
            text,
            length as usize,
            LLVMValueAsMetadata(file),
            LLVMDIVariableGetLine(description),
            LLVMValueAsMetadata(kind),
            0,
            LLVMDIFlagArtificial,
            0,
        );
        let expression = LLVMDIBuilderCreateExpression(debug, std::ptr::null_mut(), 0);
        LLVMDIBuilderFinalize(debug);
        LLVMDisposeDIBuilder(debug);
        let mut arguments =
            [LLVMValueAsMetadata(variable), local, expression].map(|part| LLVMMetadataAsValue(context, part));
        let metadata = LLVMMetadataTypeInContext(context);
        let kind = LLVMFunctionType(LLVMVoidTypeInContext(context), [metadata; 3].as_mut_ptr(), 3, 0);
        let intrinsic = c"llvm.dbg.declare";
        let number = LLVMLookupIntrinsicID(intrinsic.as_ptr(), intrinsic.to_bytes().len());
        let function = LLVMGetIntrinsicDeclaration(module.as_mut_ptr(), number, std::ptr::null_mut(), 0);
        LLVMBuildCall2(builder.0, kind, function, arguments.as_mut_ptr(), 3, c"".as_ptr());
    }
}

/// What the debug information says about a global variable.
unsafe fn description(global: LLVMValueRef) -> Option<LLVMMetadataRef> {
    // SAFETY: the list is ours until it is given back.
    unsafe {
        let mut count = 0;
        let entries = LLVMGlobalCopyAllMetadata(global, &mut count);
        let found = (0..count as u32)
            .map(|index| LLVMValueMetadataEntriesGetMetadata(entries, index))
            .find(|entry| {
                let kind = LLVMGetMetadataKind(*entry);
                matches!(kind, LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind)
            })
            .map(|entry| LLVMDIGlobalVariableExpressionGetVariable(entry));
        LLVMDisposeValueMetadataEntries(entries);
        found.filter(|variable| !variable.is_null())
    }
}
