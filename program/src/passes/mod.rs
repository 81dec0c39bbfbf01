//! Passes that make a function smaller without changing what it does.
//!
//! Each leaves a valid function valid, says whether it changed anything, and takes a number of
//! steps about linear in the size of the function. None of them keeps something alive only because
//! a variable of the source has it as its value.

mod blocks;
mod dead_code;
mod fold;
mod functions;
mod phis;
mod substitution;
#[cfg(test)]
mod tests;

pub use blocks::{merge_blocks, remove_unreachable_blocks};
pub use dead_code::remove_dead_code;
pub use fold::{Folded, fold_command, fold_constants};
pub use functions::remove_unreachable_functions;
pub use phis::remove_trivial_phis;
pub use substitution::Substitution;

use crate::function::Function;
use crate::program::Program;

/// Runs all passes of this module on a function until nothing changes.
pub fn simplify_function(function: &mut Function, pointer_width: u32) -> bool {
    let mut changed = false;
    loop {
        let mut again = fold_constants(function, pointer_width);
        again |= remove_unreachable_blocks(function);
        again |= remove_trivial_phis(function);
        changed |= again;
        if !again {
            break;
        }
    }
    changed |= merge_blocks(function);
    changed |= remove_dead_code(function);
    changed
}

/// Runs all passes of this module on all functions, then those that are no longer called lose their
/// bodies.
pub fn simplify(program: &mut Program) -> bool {
    let width = program.pointer_width;
    let functions = program.functions.iter_mut();
    let changed = functions.fold(false, |changed, function| simplify_function(function, width) | changed);
    remove_unreachable_functions(program) | changed
}
