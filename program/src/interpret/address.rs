//! Where globals and functions lie in memory.

use crate::id::{FunctionId, GlobalId};
use crate::program::Program;

/// The addresses of globals and functions: constant, disjoint, aligned, never null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressMap {
    globals: Vec<u64>,
    functions: Vec<u64>,
}

/// The first address used; what lies below is never valid.
const FIRST: u64 = 0x1_0000;

/// How far apart objects are at least, so that small overruns hit nothing.
const GAP: u64 = 16;

impl AddressMap {
    /// Gives addresses to all functions and globals of a program, in the order of their ids.
    pub fn of(program: &Program) -> AddressMap {
        let functions: Vec<u64> = (0..program.functions.len() as u64).map(|index| FIRST + GAP * index).collect();
        let mut next = FIRST + GAP * functions.len() as u64;
        let mut globals = Vec::with_capacity(program.globals.len());
        for global in &program.globals {
            let layout = program.layout(global.layout);
            next = next.checked_next_multiple_of(layout.align.max(GAP)).unwrap_or(u64::MAX);
            globals.push(next);
            next = next.saturating_add(layout.size).saturating_add(GAP);
        }
        AddressMap { globals, functions }
    }

    /// The address of a global.
    pub fn global(&self, global: GlobalId) -> u64 {
        self.globals[global.index()]
    }

    /// The address of a function.
    pub fn function(&self, function: FunctionId) -> u64 {
        self.functions[function.index()]
    }

    /// The function at an address.
    pub fn function_at(&self, address: u64) -> Option<FunctionId> {
        self.functions.binary_search(&address).ok().map(FunctionId::new)
    }
}
