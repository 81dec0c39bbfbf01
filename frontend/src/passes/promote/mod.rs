//! Globals and allocas that are only loaded and stored become values: within a function by phis,
//! across functions by parameters and results.
//!
//! This is ThreadGlobals (thesis §3.2.2) followed by what LLVM calls `mem2reg`, in one go, and for
//! parts of structs and arrays as well. Without it, the state of most programs would be memory.
//! A new arbitrary value stands for what an alloca holds at first, and for a global that is
//! defined elsewhere; no run asks for fewer or other values of those that were there before.

mod construct;
mod effects;
mod names;
mod scalars;
mod threads;

use super::initial::Initials;
use super::objects::Objects;
use construct::{Shared, rewrite};
use effects::Context;
use euclase_program::Program;
use euclase_program::passes::{remove_unreachable_blocks, remove_unreachable_functions};
use scalars::Finder;
use threads::Threads;

/// With more arguments and results than this in all calls together, globals stay in memory.
const MOST_ARGUMENTS: usize = 2_000_000;

/// Turns globals and allocas into values where all accesses allow it.
pub fn promote(program: &mut Program) -> bool {
    let mut changed = false;
    for function in &mut program.functions {
        changed |= !function.is_declaration() && remove_unreachable_blocks(function);
    }
    changed |= remove_unreachable_functions(program);
    let before = program.clone();
    let objects = Objects::of(&before);
    let initials = Initials::of(&before);
    let mut found = Finder::new(&before, &objects, &initials).find(true);
    let mut threads = Threads::of(&before, &objects, &found);
    if threads.cost(&before) > MOST_ARGUMENTS {
        found = Finder::new(&before, &objects, &initials).find(false);
        threads = Threads::of(&before, &objects, &found);
    }
    if found.objects.is_empty() {
        return changed;
    }
    let variables = names::variables(program, &found);
    // Effects and places are about the program as it was; only names of variables are new.
    let before = Program { variables: program.variables.clone(), ..before };
    let context = Context { objects: &objects, initials: &initials, scalars: &found, threads: &threads };
    let parameters = before.functions.iter().map(|function| function.parameters.len()).collect();
    let shared = Shared { context, variables, parameters, before: &before };
    for id in before.function_ids() {
        changed |= rewrite(&shared, program, id);
    }
    changed
}
