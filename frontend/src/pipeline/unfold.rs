//! Recursive functions, inlined as deep as wanted.
//!
//! Calls from one recursive function to another are cut: they call a stand-in without a body, so that nothing is
//! recursive any more and everything can be inlined. What has come into `main` then calls stand-ins; these calls are made
//! calls of the functions again and inlined, one level after the other. Between the levels `main` is simplified, so that
//! calls that cannot happen go, and recursion whose depth the program fixes ends by itself. What calls a stand-in in the
//! end is a call beyond the depth, which is unsupported.
//!
//! While there are stand-ins, nobody sees all calls of a function. So functions are visible from outside until they are
//! gone, and only passes run that look at one function at a time.

use super::call_graph::CallGraph;
use super::ours::Ours;
use super::{SIMPLIFY_CONTROL, dead, inline, run};
use crate::intrinsic::{Site, UNSUPPORTED};
use crate::module::{self, Builder, c_string, callee, has_body, name};
use crate::{CallMode, Error};
use euclase_program::{Obstacle, ObstacleKind};
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// How far recursion is unfolded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unfold {
    /// How many calls deep at most.
    pub depth: u32,
    /// How many instructions `main` may have before it gets deeper.
    pub instructions: u64,
}

/// Unfolds recursion, and inlines everything on the way.
pub(super) fn unfold(module: &Module<'_>, limits: Unfold, sites: &mut Vec<Site>) -> Result<(), Error> {
    let cut = Cut::of(module);
    if cut.originals.is_empty() {
        return Ok(());
    }
    inline::Plan::of(module, CallMode::Inline)?;
    let simplify =
        format!("function(sroa<modify-cfg>,{SIMPLIFY_CONTROL},early-cse,sccp,instsimplify,{SIMPLIFY_CONTROL},adce)");
    let mut depth = 0;
    loop {
        run(module, "always-inline")?;
        dead::remove_lifetimes(module);
        run(module, &simplify)?;
        depth += 1;
        let again = cut.calls_in_main(module);
        if again.is_empty() || depth >= limits.depth || cut.size_with(module, &again) > limits.instructions {
            break;
        }
        for (call, function) in again {
            redirect(call, function);
        }
    }
    cut.end(module, depth, sites);
    run(module, &simplify)
}

/// The stand-ins that cut recursion.
struct Cut {
    /// The function that each stand-in stands for, in the order of the module.
    originals: Vec<(LLVMValueRef, LLVMValueRef)>,
    /// The linkage that the functions have had.
    linkages: Vec<LLVMLinkage>,
}

impl Cut {
    fn of(module: &Module<'_>) -> Cut {
        let recursive = CallGraph::of(module).recursive();
        let mut stand_ins: FxHashMap<LLVMValueRef, LLVMValueRef> = FxHashMap::default();
        let (mut originals, mut linkages) = (Vec::new(), Vec::new());
        for &function in &recursive {
            let text = c_string(&format!("{}.again", name(function)));
            // SAFETY: the function is alive; LLVM changes the new name if there is one like it.
            unsafe {
                let stand_in = LLVMAddFunction(module.as_mut_ptr(), text.as_ptr(), LLVMGlobalGetValueType(function));
                linkages.push(LLVMGetLinkage(function));
                LLVMSetLinkage(function, LLVMLinkage::LLVMExternalLinkage);
                stand_ins.insert(function, stand_in);
                originals.push((stand_in, function));
            }
        }
        for &function in &recursive {
            for instruction in module::instructions(function) {
                if let Some(stand_in) = called(instruction).and_then(|called| stand_ins.get(&called)) {
                    redirect(instruction, *stand_in);
                }
            }
        }
        Cut { originals, linkages }
    }

    /// The calls of stand-ins in `main`, each with the function that is meant.
    fn calls_in_main(&self, module: &Module<'_>) -> Vec<(LLVMValueRef, LLVMValueRef)> {
        // SAFETY: the module is alive.
        let main = unsafe { LLVMGetNamedFunction(module.as_mut_ptr(), c"main".as_ptr()) };
        if main.is_null() || !has_body(main) {
            return Vec::new();
        }
        let originals: FxHashMap<LLVMValueRef, LLVMValueRef> = self.originals.iter().copied().collect();
        let meant = |call| Some((call, *originals.get(&called(call)?)?));
        module::instructions(main).into_iter().filter_map(meant).collect()
    }

    /// How many instructions `main` would have with calls inlined.
    fn size_with(&self, module: &Module<'_>, calls: &[(LLVMValueRef, LLVMValueRef)]) -> u64 {
        let sizes: FxHashMap<LLVMValueRef, u64> =
            self.originals.iter().map(|(_, function)| (*function, size(*function))).collect();
        // SAFETY: the module is alive, and there are calls in `main`.
        let main = unsafe { LLVMGetNamedFunction(module.as_mut_ptr(), c"main".as_ptr()) };
        calls.iter().fold(size(main), |sum, (_, function)| sum.saturating_add(sizes[function]))
    }

    /// Makes the calls that are left an end, and takes the stand-ins away.
    fn end(self, module: &Module<'_>, depth: u32, sites: &mut Vec<Site>) {
        let context = module.get_context().as_ctx_ref();
        for ((stand_in, function), linkage) in self.originals.into_iter().zip(self.linkages) {
            let calls = if depth == 1 { "call" } else { "calls" };
            let what = format!("recursion deeper than {depth} {calls} (of '{}')", name(function));
            let number = sites.len();
            sites.push(Site::Unsupported(Obstacle::new(ObstacleKind::Recursion, what)));
            // SAFETY: all users of a stand-in are calls that are alive; none of them is left when it goes.
            unsafe {
                for call in module::users(stand_in) {
                    let builder = Builder::before(context, call);
                    Ours::effect(module, UNSUPPORTED, &[]).call(builder.0, &[], number);
                    let result = LLVMTypeOf(call);
                    if module::is_used(call) {
                        // Nobody comes here, so it may be any value.
                        LLVMReplaceAllUsesWith(call, LLVMConstNull(result));
                    }
                    LLVMInstructionEraseFromParent(call);
                }
                LLVMDeleteFunction(stand_in);
                LLVMSetLinkage(function, linkage);
            }
        }
    }
}

/// Lets a call name another function of the same type.
fn redirect(call: LLVMValueRef, function: LLVMValueRef) {
    // SAFETY: what is called is the last operand of a call.
    unsafe { LLVMSetOperand(call, LLVMGetNumOperands(call) as u32 - 1, function) };
}

/// The function that an instruction calls, if it is a call that names one.
fn called(instruction: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the instruction is alive.
    let is_call = unsafe { !LLVMIsACallInst(instruction).is_null() };
    if is_call { callee(instruction) } else { None }
}

/// How many instructions a function has that mean something.
fn size(function: LLVMValueRef) -> u64 {
    let means_something = |instruction: &LLVMValueRef| !module::calls_intrinsic(*instruction, "llvm.dbg.");
    module::instructions(function).iter().filter(|instruction| means_something(instruction)).count() as u64
}
