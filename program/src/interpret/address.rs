//! Where functions, globals and other objects of which there is one lie in memory.

use crate::id::{FunctionId, GlobalId, ValueId};
use crate::program::{Global, Initial, Program};
use crate::regions::{Owner, Regions};
use rustc_hash::FxHashMap;

/// The addresses of globals and functions, and of other objects of which an execution has at most one: constant, disjoint,
/// aligned, never null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressMap {
    globals: Vec<u64>,
    functions: Vec<u64>,
    objects: FxHashMap<(FunctionId, ValueId), u64>,
    /// The first address after all of them.
    end: u64,
}

/// The first address used; what lies below is never valid.
const FIRST: u64 = 0x1_0000;

/// How far apart objects are at least, so that small overruns hit nothing.
const GAP: u64 = 16;

/// How much memory there is for what others than the program own.
const OUTSIDE: u64 = 1 << 24;

/// No variable needs a stricter alignment.
const ALIGN: u64 = 64;

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
            next = next.saturating_add(AddressMap::room(program, global)).saturating_add(GAP);
        }
        AddressMap { globals, functions, objects: FxHashMap::default(), end: next }
    }

    /// How many bytes a global has. What is defined elsewhere may be larger than anybody says here.
    pub(super) fn room(program: &Program, global: &Global) -> u64 {
        let size = program.layout(global.layout).size;
        if size == 0 && global.initial == Initial::Any { 1 << 24 } else { size }
    }

    /// The same, with addresses for objects on stack and heap of which there is at most one and whose size is known, as
    /// far as there is room below [`AddressMap::stack_start`].
    pub fn with_objects(program: &Program, regions: &Regions) -> AddressMap {
        let mut map = AddressMap::of(program);
        let limit = AddressMap::stack_start(program.pointer_width);
        for object in regions.objects.iter().filter(|object| object.single) {
            let (Owner::Alloca(function, value) | Owner::Heap(function, value)) = object.owner else { continue };
            let Some(size) = object.size else { continue };
            let address = map.end.checked_next_multiple_of(ALIGN).unwrap_or(u64::MAX);
            let end = address.saturating_add(size).saturating_add(GAP);
            if end <= limit {
                map.objects.insert((function, value), address);
                map.end = end;
            }
        }
        map
    }

    /// Where objects on the stack lie that have no address of their own.
    pub fn stack_start(pointer_width: u32) -> u64 {
        if pointer_width > 32 { 1 << 46 } else { 0x6000_0000 }
    }

    /// Where objects on the heap lie that have no address of their own, one after the other: this is a power of two, and
    /// everything from here on up to its double is heap.
    pub fn heap_start(pointer_width: u32) -> u64 {
        if pointer_width > 32 { 1 << 47 } else { 0x8000_0000 }
    }

    /// Where memory lies that the program did not allocate and may have pointers to. A native run can have it at the same place:
    /// neither executables nor libraries nor the stack are put there.
    pub fn outside(pointer_width: u32) -> std::ops::Range<u64> {
        let start = if pointer_width > 32 { 1 << 44 } else { 0x4000_0000 };
        start..start + OUTSIDE
    }

    /// The address of what a command of a function allocates, if it has one of its own.
    pub fn object(&self, function: FunctionId, allocated: ValueId) -> Option<u64> {
        self.objects.get(&(function, allocated)).copied()
    }

    /// Whether all objects that have addresses of their own fit below those that do not.
    pub fn fits(&self, pointer_width: u32) -> bool {
        self.end <= AddressMap::stack_start(pointer_width)
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
