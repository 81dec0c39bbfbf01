//! Which globals go through which functions: what a function, or one it calls, reads or writes
//! becomes a parameter, and what is written a result (thesis §3.2.2, Fig. 3.3).

use super::scalars::Scalars;
use crate::passes::objects::{Object, Objects};
use euclase_program::{CallGraph, Callee, CommandKind, FunctionId, Program, ValueId};
use std::collections::BTreeSet;

/// The scalars of globals that go in and out, for each function.
pub(super) struct Threads {
    pub ins: Vec<Vec<usize>>,
    pub outs: Vec<Vec<usize>>,
}

impl Threads {
    pub fn of(program: &Program, objects: &Objects, scalars: &Scalars) -> Threads {
        let count = program.functions.len();
        let mut touched = vec![BTreeSet::new(); count];
        let mut written = vec![BTreeSet::new(); count];
        let mut callees: Vec<BTreeSet<FunctionId>> = vec![BTreeSet::new(); count];
        for id in program.function_ids() {
            let function = program.function(id);
            let find = |address: ValueId, size: Option<u64>| {
                let place = objects.place(id, address).filter(|place| matches!(place.object, Object::Global(_)));
                let numbers = match (place, size) {
                    (Some(place), Some(size)) => scalars.within(place, size).into_iter().map(|(_, n)| n).collect(),
                    (Some(place), None) => scalars.at(place).into_iter().collect(),
                    (None, _) => Vec::new(),
                };
                numbers.into_iter()
            };
            for command in function.blocks.iter().flat_map(|block| &block.commands) {
                match &command.kind {
                    CommandKind::Load { address } => touched[id.index()].extend(find(*address, None)),
                    CommandKind::Store { address, .. } => written[id.index()].extend(find(*address, None)),
                    CommandKind::MemoryCopy { to, from, size } => {
                        let size = super::scalars::constant(function, *size);
                        written[id.index()].extend(find(*to, size));
                        touched[id.index()].extend(find(*from, size));
                    }
                    CommandKind::MemorySet { to, size, .. } => {
                        written[id.index()].extend(find(*to, super::scalars::constant(function, *size)));
                    }
                    CommandKind::Call { callee: Callee::Direct(callee), .. } => {
                        callees[id.index()].insert(*callee);
                    }
                    _ => {}
                }
            }
        }
        let order = CallGraph::of(program).bottom_up().to_vec();
        for sets in [&mut touched, &mut written] {
            close(sets, &callees, &order);
        }
        let ins = touched.iter().zip(&written).map(|(read, written)| read.union(written).copied().collect());
        Threads { ins: ins.collect(), outs: written.into_iter().map(|set| set.into_iter().collect()).collect() }
    }

    /// How many arguments and results all calls together get.
    pub fn cost(&self, program: &Program) -> usize {
        let blocks = program.functions.iter().flat_map(|function| &function.blocks);
        let calls = blocks.flat_map(|block| &block.commands).map(|command| match command.kind {
            CommandKind::Call { callee: Callee::Direct(callee), .. } => {
                self.ins[callee.index()].len() + self.outs[callee.index()].len()
            }
            _ => 0,
        });
        calls.sum()
    }
}

/// Adds the sets of callees to those of callers until nothing changes.
fn close(sets: &mut [BTreeSet<usize>], callees: &[BTreeSet<FunctionId>], bottom_up: &[FunctionId]) {
    loop {
        let mut changed = false;
        for id in bottom_up {
            let before = sets[id.index()].len();
            let mut all = std::mem::take(&mut sets[id.index()]);
            callees[id.index()].iter().for_each(|callee| all.extend(&sets[callee.index()]));
            changed |= all.len() != before;
            sets[id.index()] = all;
        }
        if !changed {
            break;
        }
    }
}
