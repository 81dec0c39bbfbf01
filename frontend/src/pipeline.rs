//! LLVM's passes on a prepared module, chosen for verification.
//!
//! What the usual pipelines do for speed hurts here: a chain of equalities that becomes arithmetic
//! on a mask needs refinement where none was needed. So no instruction combining, no lookup
//! tables, no change of loops; only what removes memory, calls and copies. Everything that is not
//! recursive comes into `main`, once for each call or once for all (`inline`, `share`), and global
//! variables become variables of `main`, so that the state of most programs ends up in registers.

mod call_graph;
mod dead;
mod devirtualise;
mod inline;
mod least;
mod localise;
mod marks;
mod ours;
mod share;
mod unfold;

pub use unfold::Unfold;

use crate::intrinsic::Site;
use crate::module::{self, take_message};
use crate::{CallCounts, CallMode, Error, module::c_string};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::transforms::pass_builder::*;
use inkwell::module::Module;
pub(crate) use share::CALLS;
use std::ffi::{CStr, CString};
use std::time::{Duration, Instant};

/// Simplification of control that keeps switches, equalities and memory accesses as they are.
const SIMPLIFY_CONTROL: &str = "simplifycfg<no-forward-switch-cond;no-switch-range-to-icmp;no-switch-to-lookup;\
    keep-loops;no-hoist-common-insts;no-sink-common-insts>";

/// How often globals are looked at again after others have become registers.
const ROUNDS: usize = 5;

/// Runs all passes; says what became of calls, which may be with mixed semantics. Recursion is left as it is, or unfolded; sites are added for calls beyond
/// the depth.
pub(crate) fn optimise(
    module: &Module<'_>,
    (calls, mixed): (CallMode, bool),
    recursion: Option<Unfold>,
    sites: &mut Vec<Site>,
    timings: &mut Vec<(&'static str, Duration)>,
) -> Result<CallCounts, Error> {
    let layout = Layout::without_native_integers(module);
    let hidden = least::Hidden::within(module);
    let mut clock = Instant::now();
    let mut lap = |what: &'static str| {
        timings.push((what, clock.elapsed()));
        clock = Instant::now();
    };
    let simplify = format!("function(sroa<modify-cfg>,{SIMPLIFY_CONTROL},early-cse,instsimplify)");
    run(module, &simplify)?;
    lap("simplify functions");
    devirtualise::devirtualise(module);
    if let Some(limits) = recursion {
        unfold::unfold(module, limits, sites)?;
        lap("unfold recursion");
    }
    let mut plan = inline::Plan::of(module, calls)?;
    run(module, "always-inline,globaldce")?;
    dead::remove_lifetimes(module);
    marks::remove_needless(module);
    lap("inline");
    let shared = share::share(module, &mut plan, mixed, sites, &simplify)?;
    if shared.functions > 0 {
        lap("share");
    }
    let whole = format!("{simplify},ipsccp<no-func-spec>,function(adce,{SIMPLIFY_CONTROL}),always-inline,globaldce");
    // What becomes a register lets the addresses of others be seen for what they are.
    let is_huge = localise::is_huge(module);
    for round in 0..if is_huge { 1 } else { ROUNDS } {
        let has_moved = !is_huge && localise::localise(module);
        if round > 0 && !has_moved && (round > 1 || !dead::has_memory(module)) {
            break;
        }
        run(module, &whole)?;
        dead::remove_lifetimes(module);
        marks::remove_needless(module);
        dead::remove_unread(module);
    }
    lap("simplify");
    drop(hidden);
    drop(layout);
    module::verify(module, "after its optimisation")?;
    lap("verify");
    let (source, instructions) = plan.instructions;
    let inlined = plan.inlined + shared.single;
    let share::Shared { functions, sites, lifted, .. } = shared;
    let inline::Plan { shareable, loop_copies, .. } = plan;
    Ok(CallCounts { inlined, shared: functions, sites, shareable, loop_copies, lifted, source, instructions })
}

/// Runs passes, given as `opt -passes` takes them.
pub(crate) fn run(module: &Module<'_>, passes: &str) -> Result<(), Error> {
    let text = c_string(passes);
    // SAFETY: the module is alive; no target is needed for these passes; the message is ours.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(module.as_mut_ptr(), text.as_ptr(), std::ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let message = LLVMGetErrorMessage(error);
        let said = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(Error::Environment(format!("LLVM cannot run '{passes}': {said}")))
    }
}

/// The data layout of a module while the passes run.
///
/// A layout that names no native integers keeps them from making sparse switches dense, by
/// subtracting and rotating what is switched on.
struct Layout<'m, 'c> {
    module: &'m Module<'c>,
    original: CString,
}

impl<'m, 'c> Layout<'m, 'c> {
    fn without_native_integers(module: &'m Module<'c>) -> Self {
        // SAFETY: the module is alive and owns its string.
        let original = unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(module.as_mut_ptr())).to_owned() };
        let text = original.to_string_lossy();
        let is_native = |part: &&str| part.starts_with('n') && part[1..].starts_with(|c: char| c.is_ascii_digit());
        let kept: Vec<&str> = text.split('-').filter(|part| !is_native(part)).collect();
        let changed = c_string(&kept.join("-"));
        // SAFETY: sizes and offsets are as they were.
        unsafe { LLVMSetDataLayout(module.as_mut_ptr(), changed.as_ptr()) };
        Layout { module, original }
    }
}

impl Drop for Layout<'_, '_> {
    fn drop(&mut self) {
        // SAFETY: the module is alive.
        unsafe { LLVMSetDataLayout(self.module.as_mut_ptr(), self.original.as_ptr()) };
    }
}

/// The module as text, or as much of its text as there is memory for.
pub(crate) fn text(module: &Module<'_>) -> String {
    // SAFETY: the module is alive; the text is ours.
    take_message(unsafe { LLVMPrintModuleToString(module.as_mut_ptr()) })
}
