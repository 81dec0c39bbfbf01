//! The change of `main`: values that live across calls go to memory, and blocks are cut at the calls.

use super::debug::{self, Notes};
use super::live::{Flow, Life, successors_of};
use crate::module::{self, Builder, c_string, calls_intrinsic, name};
use crate::pipeline::inline::Plan;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// A call in `main` of a function that is to be shared.
pub(super) struct Site {
    pub(super) function: LLVMValueRef,
    /// Which call of the function it is; this is the value of who waits.
    pub(super) number: usize,
    pub(super) call: LLVMValueRef,
}

/// Two callers are told apart by a Boolean; more by numbers of a width that no type of C has, so that a search does
/// not compare them with numbers of the program.
const SELECTOR_WIDTH: u32 = 24;

/// Computes the addresses of parts of variables right behind the variables. Where they are used behind a call, they
/// would otherwise be values that live across it, and nobody could see any more which variable they belong to.
pub(super) unsafe fn hoist_addresses(context: LLVMContextRef, main: LLVMValueRef) {
    // SAFETY: the caller's function is alive; the instructions are listed before any of them moves.
    unsafe {
        let entry = LLVMGetEntryBasicBlock(main);
        let mut fixed: FxHashSet<LLVMValueRef> = FxHashSet::default();
        for instruction in module::instructions(main) {
            if !LLVMIsAAllocaInst(instruction).is_null() && LLVMGetInstructionParent(instruction) == entry {
                fixed.insert(instruction);
            }
            if LLVMIsAGetElementPtrInst(instruction).is_null() || !fixed.contains(&LLVMGetOperand(instruction, 0)) {
                continue;
            }
            let mut indices = (1..LLVMGetNumOperands(instruction) as u32).map(|n| LLVMGetOperand(instruction, n));
            if indices.all(|index| !LLVMIsAConstantInt(index).is_null()) {
                let behind = LLVMGetNextInstruction(LLVMGetOperand(instruction, 0));
                fixed.insert(instruction);
                if behind != instruction {
                    let called = c_string(&name(instruction));
                    LLVMInstructionRemoveFromParent(instruction);
                    let builder = Builder::before(context, behind);
                    LLVMInsertIntoBuilderWithName(builder.0, instruction, called.as_ptr());
                }
            }
        }
    }
}

/// Puts what lives across the calls into variables.
///
/// A value that is computed on every way to all of the calls stays where it is. At a call that does not need a value
/// which another call of the same function needs, its variable becomes zero: an old value would otherwise have to be
/// remembered for returns that cannot happen.
pub(super) unsafe fn demote(context: LLVMContextRef, main: LLVMValueRef, flow: &Flow, sites: &[Site]) {
    let mut by_block: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (index, site) in sites.iter().enumerate() {
        by_block.entry(flow.place(site.call).0).or_default().push(index);
    }
    let mut lives = FxHashMap::default();
    // SAFETY: the caller's handles are alive, and the instructions of `main` are listed before it changes.
    unsafe {
        let instructions = module::instructions(main);
        let mentions = mentions(&instructions);
        let first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main));
        for &value in &instructions {
            let kind = LLVMGetTypeKind(LLVMTypeOf(value));
            let is_variable = !LLVMIsAAllocaInst(value).is_null() && flow.place(value).0 == 0;
            if matches!(kind, LLVMTypeKind::LLVMVoidTypeKind | LLVMTypeKind::LLVMTokenTypeKind) || is_variable {
                continue;
            }
            let life = Life::of(flow, value);
            let crossed = life.crossed(flow, sites, &by_block);
            let stays = crossed.is_empty() || sites.iter().all(|site| flow.dominates(value, site.call));
            let slot = if stays { None } else { Some(new_slot(context, first, value)) };
            if let Some(slot) = slot {
                use_slot(context, flow, sites, &by_block, value, slot);
                forget(context, sites, &crossed, LLVMTypeOf(value), slot);
            }
            lives.insert(value, (life, slot));
        }
        for (note, value) in mentions {
            let Some((life, slot)) = lives.get(&value) else { continue };
            let (here, there) = (flow.place(note), flow.place(value));
            let is_near = piece(flow, sites, &by_block, here) == piece(flow, sites, &by_block, there);
            match slot {
                _ if is_near => {}
                // What a value was that nobody needs any more is not known behind the next call.
                _ if !life.is_alive_after(here) => LLVMInstructionEraseFromParent(note),
                Some(slot) => {
                    let loaded = load(context, note, value, *slot);
                    debug::mention(context, note, loaded);
                }
                None => {}
            }
        }
    }
}

impl Life {
    /// The calls that the value lives across.
    fn crossed(&self, flow: &Flow, sites: &[Site], by_block: &FxHashMap<usize, Vec<usize>>) -> FxHashSet<usize> {
        let in_blocks = self.blocks().filter_map(|block| by_block.get(&block)).flatten();
        in_blocks.copied().filter(|site| self.is_alive_after(flow.place(sites[*site].call))).collect()
    }
}

/// The notes for debugging that say a variable has the value of an instruction, with that.
unsafe fn mentions(instructions: &[LLVMValueRef]) -> Vec<(LLVMValueRef, LLVMValueRef)> {
    let notes = instructions.iter().filter(|note| calls_intrinsic(**note, "llvm.dbg.value"));
    // SAFETY: the caller's instructions are alive.
    notes.filter_map(|note| unsafe { debug::mentioned(*note) }.map(|value| (*note, value))).collect()
}

/// The part of a block, between calls, that a place is in.
fn piece(
    flow: &Flow,
    sites: &[Site],
    by_block: &FxHashMap<usize, Vec<usize>>,
    (block, position): (usize, usize),
) -> (usize, usize) {
    let here = by_block.get(&block).into_iter().flatten();
    (block, here.filter(|site| flow.place(sites[**site].call).1 <= position).count())
}

unsafe fn new_slot(context: LLVMContextRef, first: LLVMValueRef, value: LLVMValueRef) -> LLVMValueRef {
    let builder = Builder::before(context, first);
    // SAFETY: the type of a value that is computed has a size.
    unsafe {
        LLVMSetCurrentDebugLocation2(builder.0, std::ptr::null_mut());
        LLVMBuildAlloca(builder.0, LLVMTypeOf(value), c"".as_ptr())
    }
}

unsafe fn load(context: LLVMContextRef, before: LLVMValueRef, value: LLVMValueRef, slot: LLVMValueRef) -> LLVMValueRef {
    let builder = Builder::before(context, before);
    // SAFETY: the variable has the type of the value.
    unsafe { LLVMBuildLoad2(builder.0, LLVMTypeOf(value), slot, c_string(&name(value)).as_ptr()) }
}

/// Stores a value to its variable where it is computed, and loads it where it is used behind a call or in another
/// block.
unsafe fn use_slot(
    context: LLVMContextRef,
    flow: &Flow,
    sites: &[Site],
    by_block: &FxHashMap<usize, Vec<usize>>,
    value: LLVMValueRef,
    slot: LLVMValueRef,
) {
    // The piece of a call is the one behind it.
    let home = piece(flow, sites, by_block, flow.place(value));
    let mut at_ends: FxHashMap<LLVMBasicBlockRef, LLVMValueRef> = FxHashMap::default();
    let users: FxHashSet<LLVMValueRef> = module::users(value).into_iter().collect();
    let mut users: Vec<LLVMValueRef> = users.into_iter().collect();
    users.sort_by_key(|user| flow.place(*user).1);
    // SAFETY: users are instructions of `main`, alive.
    unsafe {
        for user in users {
            let is_phi = !LLVMIsAPHINode(user).is_null();
            let (block, position) = flow.place(user);
            // What a call gets is computed before it.
            let near = piece(flow, sites, by_block, (block, position.saturating_sub(1)));
            if !is_phi && near == home {
                continue;
            }
            let mut loaded = None;
            for index in 0..LLVMGetNumOperands(user) as u32 {
                if LLVMGetOperand(user, index) != value {
                    continue;
                }
                let replacement = if is_phi {
                    let from = LLVMGetIncomingBlock(user, index);
                    let end = LLVMGetBasicBlockTerminator(from);
                    *at_ends.entry(from).or_insert_with(|| load(context, end, value, slot))
                } else {
                    *loaded.get_or_insert_with(|| load(context, user, value, slot))
                };
                LLVMSetOperand(user, index, replacement);
            }
        }
        let mut behind = LLVMGetNextInstruction(value);
        while !LLVMIsAPHINode(behind).is_null() {
            behind = LLVMGetNextInstruction(behind);
        }
        let builder = Builder::before(context, behind);
        LLVMBuildStore(builder.0, value, slot);
    }
}

/// Makes a variable zero at calls that do not need it, of functions of which another call does.
unsafe fn forget(
    context: LLVMContextRef,
    sites: &[Site],
    crossed: &FxHashSet<usize>,
    kind: LLVMTypeRef,
    slot: LLVMValueRef,
) {
    let functions: FxHashSet<LLVMValueRef> = crossed.iter().map(|site| sites[*site].function).collect();
    for (index, site) in sites.iter().enumerate() {
        if functions.contains(&site.function) && !crossed.contains(&index) {
            let builder = Builder::before(context, site.call);
            // SAFETY: the type is that of the variable.
            unsafe { LLVMBuildStore(builder.0, LLVMConstNull(kind), slot) };
        }
    }
}

/// The block that all calls of a function go to.
struct Joint {
    entry: LLVMBasicBlockRef,
    selector: LLVMValueRef,
    arguments: Vec<LLVMValueRef>,
    result: LLVMValueRef,
    choice: LLVMValueRef,
}

/// Cuts blocks at the calls and lets all calls of a function go through one.
pub(super) unsafe fn join(context: LLVMContextRef, main: LLVMValueRef, sites: &[Site], plan: &Plan, notes: &mut Notes) {
    let mut groups: Vec<(LLVMValueRef, Vec<LLVMValueRef>)> = Vec::new();
    for site in sites {
        match groups.last_mut() {
            Some((function, calls)) if *function == site.function => calls.push(site.call),
            _ => groups.push((site.function, vec![site.call])),
        }
    }
    // SAFETY: the caller's handles are alive; a call is gone after its block was cut there.
    unsafe {
        let mut joints: FxHashMap<LLVMValueRef, Joint> = FxHashMap::default();
        for (function, calls) in &groups {
            joints.insert(*function, joint(context, main, *function, calls, plan, notes));
        }
        let numbers: FxHashMap<LLVMValueRef, &Site> = sites.iter().map(|site| (site.call, site)).collect();
        let mut calls: Vec<LLVMValueRef> = module::instructions(main);
        calls.retain(|call| numbers.contains_key(call));
        // The last of a block first, so that each instruction moves once. Until all are cut, the parts have no ends.
        let rests: Vec<LLVMBasicBlockRef> = calls.iter().rev().map(|call| cut(context, main, *call)).collect();
        for (call, rest) in calls.iter().rev().zip(rests) {
            let site = numbers[call];
            connect(context, site, rest, &joints[&site.function]);
        }
    }
}

unsafe fn joint(
    context: LLVMContextRef,
    main: LLVMValueRef,
    function: LLVMValueRef,
    calls: &[LLVMValueRef],
    plan: &Plan,
    notes: &mut Notes,
) -> Joint {
    // SAFETY: the caller's handles are alive and of one context.
    unsafe {
        let entry = LLVMAppendBasicBlockInContext(context, main, c_string(&name(function)).as_ptr());
        let never = LLVMAppendBasicBlockInContext(context, main, c"".as_ptr());
        LLVMBuildUnreachable(Builder::at_end(context, never).0);
        let builder = Builder::at_end(context, entry);
        let kind = selector_type(context, calls.len());
        let selector = LLVMBuildPhi(builder.0, kind, c_string(&format!("{}.caller", name(function))).as_ptr());
        let ty = LLVMGlobalGetValueType(function);
        let mut kinds = vec![std::ptr::null_mut(); LLVMCountParamTypes(ty) as usize];
        LLVMGetParamTypes(ty, kinds.as_mut_ptr());
        let mut arguments: Vec<LLVMValueRef> =
            kinds.into_iter().map(|kind| LLVMBuildPhi(builder.0, kind, c"".as_ptr())).collect();
        let place = notes.joint(&builder, function, selector, calls);
        LLVMSetCurrentDebugLocation2(builder.0, place);
        let count = arguments.len() as u32;
        let result = LLVMBuildCall2(builder.0, ty, function, arguments.as_mut_ptr(), count, c"".as_ptr());
        LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(function));
        plan.inline_call(result);
        let choice = LLVMBuildSwitch(builder.0, selector, never, calls.len() as u32);
        Joint { entry, selector, arguments, result, choice }
    }
}

/// The type of who waits, for so many callers.
pub(super) fn selector_type(context: LLVMContextRef, callers: usize) -> LLVMTypeRef {
    // SAFETY: the context is alive.
    unsafe { LLVMIntTypeInContext(context, if callers == 2 { 1 } else { SELECTOR_WIDTH }) }
}

/// Cuts a block behind an instruction; gives the block of what stands there.
pub(super) unsafe fn cut(context: LLVMContextRef, main: LLVMValueRef, last: LLVMValueRef) -> LLVMBasicBlockRef {
    // SAFETY: the caller's handles are alive.
    unsafe {
        let block = LLVMGetInstructionParent(last);
        let rest = LLVMAppendBasicBlockInContext(context, main, c"".as_ptr());
        LLVMMoveBasicBlockAfter(rest, block);
        let builder = Builder::at_end(context, rest);
        let mut next = LLVMGetNextInstruction(last);
        while !next.is_null() {
            let behind = LLVMGetNextInstruction(next);
            let called = c_string(&name(next));
            LLVMInstructionRemoveFromParent(next);
            LLVMInsertIntoBuilderWithName(builder.0, next, called.as_ptr());
            next = behind;
        }
        for successor in successors_of(rest) {
            redirect_phis(context, successor, block, rest);
        }
        rest
    }
}

/// Lets a call go to the joint, which comes back to what stands behind the call.
unsafe fn connect(context: LLVMContextRef, site: &Site, rest: LLVMBasicBlockRef, joint: &Joint) {
    let call = site.call;
    // SAFETY: the caller's handles are alive; the call is gone after nothing uses it.
    unsafe {
        let block = LLVMGetInstructionParent(call);
        if LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMTypeKind::LLVMVoidTypeKind {
            let builder = Builder::before(context, LLVMGetFirstInstruction(rest));
            LLVMSetCurrentDebugLocation2(builder.0, LLVMInstructionGetDebugLoc(call));
            let returned = LLVMBuildPhi(builder.0, LLVMTypeOf(call), c_string(&name(call)).as_ptr());
            LLVMAddIncoming(returned, [joint.result].as_mut_ptr(), [joint.entry].as_mut_ptr(), 1);
            LLVMReplaceAllUsesWith(call, returned);
        }
        let number = LLVMConstInt(LLVMTypeOf(joint.selector), site.number as u64, 0);
        LLVMAddCase(joint.choice, number, rest);
        LLVMAddIncoming(joint.selector, [number].as_mut_ptr(), [block].as_mut_ptr(), 1);
        for (position, argument) in joint.arguments.iter().enumerate() {
            let given = LLVMGetOperand(call, position as u32);
            LLVMAddIncoming(*argument, [given].as_mut_ptr(), [block].as_mut_ptr(), 1);
        }
        let builder = Builder::at_end(context, block);
        LLVMSetCurrentDebugLocation2(builder.0, LLVMInstructionGetDebugLoc(call));
        LLVMInstructionEraseFromParent(call);
        LLVMBuildBr(builder.0, joint.entry);
    }
}

/// Lets the phis of a block name another block before it. LLVM's C interface cannot change phis, so they are made anew.
unsafe fn redirect_phis(
    context: LLVMContextRef,
    block: LLVMBasicBlockRef,
    old: LLVMBasicBlockRef,
    new: LLVMBasicBlockRef,
) {
    for phi in module::block_instructions(block) {
        // SAFETY: the phi is alive, and gone after nothing uses it.
        unsafe {
            if LLVMIsAPHINode(phi).is_null() {
                return;
            }
            let count = LLVMCountIncoming(phi);
            let (mut values, mut blocks) = (Vec::new(), Vec::new());
            for index in 0..count {
                let from = LLVMGetIncomingBlock(phi, index);
                values.push(LLVMGetIncomingValue(phi, index));
                blocks.push(if from == old { new } else { from });
            }
            if !(0..count).any(|index| LLVMGetIncomingBlock(phi, index) == old) {
                continue;
            }
            let builder = Builder::before(context, phi);
            let fresh = LLVMBuildPhi(builder.0, LLVMTypeOf(phi), c"".as_ptr());
            LLVMAddIncoming(fresh, values.as_mut_ptr(), blocks.as_mut_ptr(), count);
            let called = name(phi);
            LLVMReplaceAllUsesWith(phi, fresh);
            LLVMInstructionEraseFromParent(phi);
            LLVMSetValueName2(fresh, called.as_ptr().cast(), called.len());
        }
    }
}
