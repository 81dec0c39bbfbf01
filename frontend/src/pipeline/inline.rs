//! What is inlined, and what stands once for all its calls.
//!
//! Inlining gives each call a copy of the function, which the optimiser can make fit the arguments and which needs no
//! state to remember who called. It multiplies what is called in many places, whose proof is then found again for
//! each. So what is small or called once is inlined, and what would make the program much larger is shared
//! (see `share`).

use super::call_graph::CallGraph;
use super::share;
use crate::module::{self, name};
use crate::{CallMode, Error};
use inkwell::context::AsContextRef;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMTypeKind};
use inkwell::module::Module;
use rustc_hash::FxHashSet;

/// How many instructions there may be when all is inlined that is to be.
const MOST_INSTRUCTIONS: u64 = 2_000_000;

/// Up to so many instructions with everything inlined, `auto` takes a program to be small. Beyond the second number, it
/// is large.
const SMALL_PROGRAM: u64 = 1_000;
const LARGE_PROGRAM: u64 = 400_000;

/// Up to so many times the instructions of the source, `auto` does not mind that a program grows: of what is inlined with
/// its arguments, most is often gone at once.
const MOST_GROWTH: u64 = 50;

/// Up to so many instructions, with what is inlined into it, a function is inlined by `auto`.
const SMALL_FUNCTION: u64 = 60;

/// So many copies of a loop are too many for `auto`: what is proved of it would be proved as often.
const MANY_LOOPS: u64 = 12;

/// What was decided.
pub(super) struct Plan {
    /// Functions that are to stand once for all their calls.
    pub(super) shared: FxHashSet<LLVMValueRef>,
    /// How many functions are inlined.
    pub(super) inlined: usize,
    /// How many functions could be shared and have several copies with everything inlined.
    pub(super) shareable: usize,
    /// The most copies of a loop in one of these.
    pub(super) loop_copies: u64,
    /// The instructions of the source, and those of `main` with everything inlined.
    pub(super) instructions: (u64, u64),
    attribute: LLVMAttributeRef,
}

impl Plan {
    /// Decides, and marks the functions to be inlined.
    pub(super) fn of(module: &Module<'_>, mode: CallMode) -> Result<Plan, Error> {
        let graph = CallGraph::of(module);
        let (order, is_recursive) = graph.callees_first();
        let is_main: Vec<bool> = graph.functions.iter().map(|function| name(*function) == "main").collect();
        let is_sized = share::with_sizes(&graph, &order);
        let may_share = |number: usize| {
            let stays = is_main[number] || is_recursive[number] || is_sized[number];
            !stays && share::can_be_shared(graph.functions[number])
        };
        let mut sites = vec![0u64; graph.functions.len()];
        graph.calls.iter().flatten().for_each(|callee| sites[*callee] += 1);
        let everything = sizes(&graph, &order, &is_recursive, |_, _| false);
        let main = is_main.iter().position(|is_main| *is_main);
        let total = main.map_or(0, |main| everything[main]);
        let copies = main.map_or_else(|| sites.clone(), |main| graph.copies(main, &order, &is_recursive));
        let called = (0..graph.functions.len()).filter(|number| copies[*number] > 0);
        let source: u64 = called.map(|number| graph.sizes[number]).sum();
        let grows = total > SMALL_PROGRAM.max(source.saturating_mul(MOST_GROWTH)) || total > LARGE_PROGRAM;
        let is_worth_it = |number: usize, size: u64| {
            // Memory behind pointers from several callers is harder to tell apart.
            let is_loop = graph.loops[number] && !takes_pointers(graph.functions[number]);
            copies[number] > 1 && (grows && size > SMALL_FUNCTION || is_loop && copies[number] >= MANY_LOOPS)
        };
        let is_shared = |number: usize, size: u64| match mode {
            CallMode::Inline => false,
            CallMode::Wait => may_share(number),
            CallMode::Auto => is_worth_it(number, size) && may_share(number),
        };
        let sizes = sizes(&graph, &order, &is_recursive, is_shared);
        let attribute = always_inline(module);
        let could_be_shared = |number: &usize| copies[*number] > 1 && may_share(*number);
        let shareable: Vec<usize> = (0..graph.functions.len()).filter(could_be_shared).collect();
        let mut plan = Plan {
            shared: FxHashSet::default(),
            inlined: 0,
            shareable: shareable.len(),
            loop_copies: shareable.iter().filter(|n| graph.loops[**n]).map(|n| copies[*n]).max().unwrap_or(0),
            instructions: (source, total),
            attribute,
        };
        for (number, &function) in graph.functions.iter().enumerate() {
            if (is_main[number] || is_recursive[number]) && sizes[number] > MOST_INSTRUCTIONS {
                return Err(Error::Unsupported(format!(
                    "'{}' would have {} instructions with everything inlined; the limit is {MOST_INSTRUCTIONS}",
                    name(function),
                    sizes[number]
                )));
            }
            if is_main[number] || is_recursive[number] {
                continue;
            }
            if is_shared(number, sizes[number]) {
                plan.shared.insert(function);
            } else {
                plan.inline(function);
                plan.inlined += usize::from(sites[number] > 0);
            }
        }
        Ok(plan)
    }

    /// Marks a function to be inlined wherever it is called.
    fn inline(&self, function: LLVMValueRef) {
        // SAFETY: the function is alive.
        unsafe { LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, self.attribute) };
    }

    /// Marks a call whose function is to be inlined there.
    pub(super) fn inline_call(&self, call: LLVMValueRef) {
        // SAFETY: the call is alive.
        unsafe { LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, self.attribute) };
    }

    /// Marks all functions of the plan that are left, for calls that are only seen later.
    pub(super) fn inline_rest(&self, module: &Module<'_>) {
        for function in module::defined_functions(module.as_mut_ptr()) {
            if self.shared.contains(&function) {
                self.inline(function);
            }
        }
    }
}

/// The sizes of functions with all inlined that is not shared, of which the second argument of the question is the
/// size. What is shared counts for `main`, where it ends up.
fn sizes(
    graph: &CallGraph,
    order: &[usize],
    is_recursive: &[bool],
    is_shared: impl Fn(usize, u64) -> bool,
) -> Vec<u64> {
    let mut sizes = vec![0u64; graph.functions.len()];
    for &function in order {
        let inlined = graph.calls[function].iter().filter(|callee| !is_recursive[**callee]);
        let inlined = inlined.filter(|callee| !is_shared(**callee, sizes[**callee]));
        sizes[function] = inlined.fold(graph.sizes[function], |sum, callee| sum.saturating_add(sizes[*callee]));
    }
    sizes
}

fn takes_pointers(function: LLVMValueRef) -> bool {
    // SAFETY: the function is alive, and asked for parameters that it has.
    unsafe {
        let mut kinds = (0..LLVMCountParams(function)).map(|number| LLVMTypeOf(LLVMGetParam(function, number)));
        kinds.any(|kind| LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMPointerTypeKind)
    }
}

fn always_inline(module: &Module<'_>) -> LLVMAttributeRef {
    let word = "alwaysinline";
    // SAFETY: the context is alive, and LLVM knows the word.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(word.as_ptr().cast(), word.len());
        LLVMCreateEnumAttribute(module.get_context().as_ctx_ref(), kind, 0)
    }
}
