//! The objects of a program: their sizes, and of which there is at most one.

use super::{Object, Owner};
use crate::command::{Callee, CommandKind};
use crate::function::Function;
use crate::graph::{CallGraph, Cfg};
use crate::id::{BlockId, FunctionId, GlobalId, LayoutId, ValueId};
use crate::program::{Initial, Program};
use rustc_hash::FxHashMap;

/// The objects of the parts of a program that can run.
pub(super) struct Owners {
    /// All objects: globals in their order, then those of functions.
    pub objects: Vec<Object>,
    /// What they hold, as far as the program says.
    pub layouts: Vec<Option<LayoutId>>,
    /// The objects that commands make, by their results.
    pub made: FxHashMap<(FunctionId, ValueId), u32>,
    /// The blocks of each function that can be reached, in reverse postorder; none if the function cannot run.
    pub order: Vec<Vec<BlockId>>,
    /// Whether the address of each function is taken.
    pub address_taken: Vec<bool>,
}

impl Owners {
    pub fn of(program: &Program) -> Owners {
        let calls = CallGraph::of(program);
        let runs = match program.entry {
            Some(entry) => calls.reachable_from(entry),
            None => vec![true; program.functions.len()],
        };
        let mut order = vec![Vec::new(); program.functions.len()];
        let mut in_cycle: Vec<Vec<bool>> = vec![Vec::new(); program.functions.len()];
        for id in program.function_ids().filter(|id| runs[id.index()]) {
            let function = program.function(id);
            let cfg = Cfg::of(function);
            order[id.index()] = cfg.reverse_postorder().to_vec();
            let mut cyclic = vec![false; function.blocks.len()];
            for block in cfg.cyclic_components().into_iter().flatten() {
                cyclic[block.index()] = true;
            }
            in_cycle[id.index()] = cyclic;
        }
        let address_taken = program.function_ids().map(|id| calls.is_address_taken(id)).collect();
        let once = run_once(program, &calls, &order, &in_cycle);
        let (objects, layouts, made) = Default::default();
        let mut owners = Owners { objects, layouts, made, order, address_taken };
        for index in 0..program.globals.len() {
            let owner = Owner::Global(GlobalId::new(index));
            let global = &program.globals[index];
            let size = Some(program.layout(global.layout).size);
            // What is defined elsewhere may be larger than anybody says here.
            let size = size.filter(|size| *size > 0 || global.initial != Initial::Any);
            owners.layouts.push(Some(global.layout));
            owners.objects.push(Object { owner, name: global.name.clone(), size, single: true });
        }
        for id in program.function_ids() {
            let function = program.function(id);
            for block in owners.order[id.index()].clone() {
                let single = once[id.index()] && !in_cycle[id.index()][block.index()];
                for command in &function.block(block).commands {
                    let Some(result) = command.results.first().copied() else { continue };
                    let value = || match &function.value(result).name {
                        Some(name) => format!("%{name}"),
                        None => format!("%{}", result.0),
                    };
                    let (owner, size, name, layout) = match &command.kind {
                        CommandKind::Alloca { layout, count, variable } => {
                            let name = variable.map_or_else(value, |variable| program.variable(variable).name.clone());
                            let count = count.map_or(Some(1), |count| constant(function, count));
                            let size = count.and_then(|count| program.layout(*layout).size.checked_mul(count));
                            (Owner::Alloca(id, result), size, name, Some(*layout))
                        }
                        CommandKind::HeapAllocate { size, .. } => {
                            (Owner::Heap(id, result), constant(function, *size), format!("heap {}", value()), None)
                        }
                        _ => continue,
                    };
                    owners.layouts.push(layout);
                    owners.made.insert((id, result), owners.objects.len() as u32);
                    owners.objects.push(Object { owner, name, size, single });
                }
            }
        }
        owners
    }
}

/// The number that a value is, if it is one that is known.
pub(super) fn constant(function: &Function, value: ValueId) -> Option<u64> {
    function.bits_of(value).and_then(|bits| bits.to_u64())
}

/// Which functions are entered at most once: the entry, and what has only one call, which is in no cycle of such a
/// function.
fn run_once(program: &Program, calls: &CallGraph, order: &[Vec<BlockId>], in_cycle: &[Vec<bool>]) -> Vec<bool> {
    // Where each function is called, as long as that is one place.
    let mut sites = vec![Site::Nowhere; program.functions.len()];
    for id in program.function_ids() {
        for block in &order[id.index()] {
            for command in &program.function(id).block(*block).commands {
                if let CommandKind::Call { callee: Callee::Direct(callee), .. } = command.kind {
                    sites[callee.index()] = match sites[callee.index()] {
                        Site::Nowhere if !in_cycle[id.index()][block.index()] => Site::Once(id),
                        _ => Site::Often,
                    };
                }
            }
        }
    }
    let mut once = vec![false; program.functions.len()];
    // Callers come before callees; those that call each other in circles are never entered once.
    for id in calls.bottom_up().iter().rev() {
        let is_entry = program.entry == Some(*id);
        once[id.index()] = !calls.is_recursive(*id)
            && !calls.is_address_taken(*id)
            && match sites[id.index()] {
                Site::Nowhere => true,
                Site::Once(caller) => !is_entry && once[caller.index()],
                Site::Often => false,
            };
    }
    once
}

#[derive(Clone, Copy)]
enum Site {
    Nowhere,
    Once(FunctionId),
    Often,
}
