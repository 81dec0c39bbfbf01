//! Functions that are never called.

use crate::graph::CallGraph;
use crate::program::Program;

/// Takes the bodies from functions that no run can enter. They stay as declarations, so that ids
/// and addresses stay what they are.
pub fn remove_unreachable_functions(program: &mut Program) -> bool {
    let Some(entry) = program.entry else { return false };
    let reached = CallGraph::of(program).reachable_from(entry);
    let mut changed = false;
    for (function, reached) in program.functions.iter_mut().zip(reached) {
        if !reached && !function.is_declaration() {
            function.blocks.clear();
            changed = true;
        }
    }
    changed
}
