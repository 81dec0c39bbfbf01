//! Functions that stand once in `main`, whoever calls them.
//!
//! This is the wait/return encoding of calls (EUForia, ch. 5, fig. 5.2) as a change of the module: each call of a
//! function stores who waits and goes to one block, which calls the function, and then goes back to where the caller
//! waits. That one call is inlined, so that there is one body. What a caller needs after the call is kept in
//! variables, of which LLVM makes registers again; so the state carries a value across a call exactly where it is
//! needed, and returns are guarded by who waits. Nothing says that the block has to be a cut point: it becomes one
//! only where it closes a cycle.
//!
//! Functions are taken callers first: when it is the turn of one, all its calls are in `main`. There is no recursion
//! among them.

mod debug;
mod fits;
mod live;
mod mixed;
mod rewrite;

use super::inline::Plan;
use super::{dead, run};
use crate::Error;
use crate::intrinsic;
use crate::module::{self, callee, has_body, name};
pub(crate) use debug::CALLS;
use debug::Notes;
pub(super) use fits::{can_be_shared, with_sizes};
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use live::Flow;
use mixed::Mixed;
use rewrite::Site;
use rustc_hash::{FxHashMap, FxHashSet};

/// What was shared.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Shared {
    /// How many functions stand once for several calls.
    pub(super) functions: usize,
    /// How many calls these have.
    pub(super) sites: usize,
    /// How many functions have a copy for calls that fail.
    pub(super) lifted: usize,
    /// How many functions turned out to have one call, and are inlined there.
    pub(super) single: usize,
}

/// Shares the functions of a plan, with mixed semantics if that is wanted. What else is to be inlined has been.
pub(super) fn share(
    module: &Module<'_>,
    plan: &mut Plan,
    mixed: bool,
    numbers: &mut Vec<intrinsic::Site>,
    simplify: &str,
) -> Result<Shared, Error> {
    let mut shared = Shared::default();
    // SAFETY: the module is alive.
    let main = unsafe { LLVMGetNamedFunction(module.as_mut_ptr(), c"main".as_ptr()) };
    if plan.shared.is_empty() || main.is_null() || !has_body(main) {
        return Ok(shared);
    }
    inline_into_others(module, main, plan)?;
    let mixed = if mixed { Mixed::of(module, plan, numbers)? } else { Mixed::none(module) };
    let plan = &*plan;
    let mut done: FxHashSet<LLVMValueRef> = FxHashSet::default();
    let mut notes = Notes::new(module, main);
    loop {
        let ready = ready(main, plan, &done);
        if ready.is_empty() {
            break;
        }
        let mut sites: Vec<Site> = Vec::new();
        for (function, calls) in &ready {
            done.insert(*function);
            match (&calls[..], mixed.twin(*function)) {
                ([call], _) => {
                    shared.single += 1;
                    plan.inline_call(*call);
                }
                (_, Some(twin)) => {
                    shared.lifted += 1;
                    // SAFETY: main is alive; nothing else changes it meanwhile.
                    unsafe { mixed.part(main, (*function, twin), calls, plan, &mut notes, numbers) };
                }
                (_, None) => {
                    shared.functions += 1;
                    shared.sites += calls.len();
                    let waiting = calls.iter().enumerate();
                    sites.extend(waiting.map(|(number, call)| Site { function: *function, number, call: *call }));
                }
            }
        }
        if !sites.is_empty() {
            // SAFETY: main is alive; nothing else changes it meanwhile.
            unsafe {
                rewrite::hoist_addresses(module.get_context().as_ctx_ref(), main);
                rewrite::demote(module.get_context().as_ctx_ref(), main, &Flow::of(main), &sites);
                rewrite::join(module.get_context().as_ctx_ref(), main, &sites, plan, &mut notes);
            }
        }
        module::verify(module, "after functions were shared")?;
        run(module, "always-inline")?;
        dead::remove_lifetimes(module);
        run(module, simplify)?;
    }
    plan.inline_rest(module);
    Ok(shared)
}

/// Inlines functions of the plan into those that stay functions.
fn inline_into_others(module: &Module<'_>, main: LLVMValueRef, plan: &Plan) -> Result<(), Error> {
    loop {
        let mut found = false;
        for function in module::defined_functions(module.as_mut_ptr()) {
            if function == main || plan.shared.contains(&function) {
                continue;
            }
            for call in calls(function, plan) {
                plan.inline_call(call.1);
                found = true;
            }
        }
        if !found {
            return Ok(());
        }
        run(module, "always-inline")?;
        dead::remove_lifetimes(module);
    }
}

/// The calls in a function of those in the plan.
fn calls(function: LLVMValueRef, plan: &Plan) -> Vec<(LLVMValueRef, LLVMValueRef)> {
    let called = |call: LLVMValueRef| {
        // SAFETY: the instruction is alive; a call with other types than the function's is none of it.
        unsafe {
            if LLVMIsACallInst(call).is_null() {
                return None;
            }
            let function = callee(call).filter(|function| plan.shared.contains(function))?;
            (LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(function)).then_some((function, call))
        }
    };
    module::instructions(function).into_iter().filter_map(called).collect()
}

/// The functions that `main` calls and no other function that is still to come into `main`, with their calls.
fn ready(main: LLVMValueRef, plan: &Plan, done: &FxHashSet<LLVMValueRef>) -> Vec<(LLVMValueRef, Vec<LLVMValueRef>)> {
    let (mut order, mut found) = (Vec::new(), FxHashMap::<LLVMValueRef, Vec<LLVMValueRef>>::default());
    for (function, call) in calls(main, plan).into_iter().filter(|(function, _)| !done.contains(function)) {
        let calls = found.entry(function).or_default();
        if calls.is_empty() {
            order.push(function);
        }
        calls.push(call);
    }
    // Whoever is called by one that comes into `main` later has to wait for it.
    let mut waits = FxHashSet::default();
    let mut seen: FxHashSet<LLVMValueRef> = order.iter().copied().collect();
    let mut open = order.clone();
    while let Some(function) = open.pop() {
        for (called, _) in calls(function, plan) {
            waits.insert(called);
            if seen.insert(called) {
                open.push(called);
            }
        }
    }
    order.retain(|function| !waits.contains(function));
    order.sort_by_cached_key(|function| name(*function));
    order.into_iter().filter_map(|function| found.remove_entry(&function)).collect()
}
