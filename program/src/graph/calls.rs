//! Who calls whom.

use crate::command::{Callee, CommandKind};
use crate::function::{Constant, Function};
use crate::id::{FunctionId, ValueId};
use crate::program::{CellData, Initial, Program};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Bfs;

/// The call graph. A call through an address may call any function whose address is taken.
#[derive(Clone, Debug)]
pub struct CallGraph {
    graph: DiGraph<(), ()>,
    address_taken: Vec<bool>,
    calls_indirectly: Vec<bool>,
    recursive: Vec<bool>,
    bottom_up: Vec<FunctionId>,
}

fn node(function: FunctionId) -> NodeIndex {
    NodeIndex::new(function.index())
}

impl CallGraph {
    /// The call graph of a program.
    pub fn of(program: &Program) -> CallGraph {
        let count = program.functions.len();
        let mut address_taken = vec![false; count];
        for global in &program.globals {
            let Initial::Cells(cells) = &global.initial else { continue };
            for cell in cells {
                if let CellData::Value(_, Constant::Function(function)) = &cell.data {
                    address_taken[function.index()] = true;
                }
            }
        }
        let mut graph = DiGraph::with_capacity(count, count * 2);
        (0..count).for_each(|_| _ = graph.add_node(()));
        let mut calls_indirectly = vec![false; count];
        for id in program.function_ids() {
            let function = program.function(id);
            for_each_use(function, |value| {
                if let Some(Constant::Function(taken)) = function.constant_of(value) {
                    address_taken[taken.index()] = true;
                }
            });
            let commands = function.blocks.iter().flat_map(|block| &block.commands);
            for command in commands {
                match command.kind {
                    CommandKind::Call { callee: Callee::Direct(callee), .. } => {
                        graph.update_edge(node(id), node(callee), ());
                    }
                    CommandKind::Call { callee: Callee::Indirect(_), .. } => calls_indirectly[id.index()] = true,
                    _ => {}
                }
            }
        }
        // One node between indirect callers and what they may call keeps the graph linear in size.
        let anyone = graph.add_node(());
        for index in 0..count {
            if calls_indirectly[index] {
                graph.add_edge(NodeIndex::new(index), anyone, ());
            }
            if address_taken[index] {
                graph.add_edge(anyone, NodeIndex::new(index), ());
            }
        }
        let mut recursive = vec![false; count];
        let mut bottom_up = Vec::with_capacity(count);
        for component in kosaraju_scc(&graph) {
            let many = component.len() > 1;
            for found in component.into_iter().filter(|found| found.index() < count) {
                recursive[found.index()] = many || graph.contains_edge(found, found);
                bottom_up.push(FunctionId::new(found.index()));
            }
        }
        CallGraph { graph, address_taken, calls_indirectly, recursive, bottom_up }
    }

    /// The functions that a function may call, directly or through an address, in the order of
    /// their ids.
    pub fn callees(&self, function: FunctionId) -> Vec<FunctionId> {
        let count = self.recursive.len();
        let direct = self.graph.neighbors(node(function)).map(NodeIndex::index).filter(|index| *index < count);
        let mut callees: Vec<usize> = direct.collect();
        if self.calls_indirectly(function) {
            callees.extend((0..count).filter(|index| self.address_taken[*index]));
        }
        callees.sort();
        callees.dedup();
        callees.into_iter().map(FunctionId::new).collect()
    }

    /// Whether the address of a function is used other than to call it directly.
    pub fn is_address_taken(&self, function: FunctionId) -> bool {
        self.address_taken[function.index()]
    }

    /// Whether a function calls through an address.
    pub fn calls_indirectly(&self, function: FunctionId) -> bool {
        self.calls_indirectly[function.index()]
    }

    /// Whether a function may call itself, directly or through others.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.recursive[function.index()]
    }

    /// All functions, callees before callers where they are not recursive.
    pub fn bottom_up(&self) -> &[FunctionId] {
        &self.bottom_up
    }

    /// Which functions a run that starts with one may enter, by the index of the function.
    pub fn reachable_from(&self, start: FunctionId) -> Vec<bool> {
        let mut reached = vec![false; self.graph.node_count()];
        let mut search = Bfs::new(&self.graph, node(start));
        while let Some(found) = search.next(&self.graph) {
            reached[found.index()] = true;
        }
        reached.truncate(self.recursive.len());
        reached
    }
}

fn for_each_use(function: &Function, mut visit: impl FnMut(ValueId)) {
    for block in &function.blocks {
        block.phis.iter().flat_map(|phi| &phi.arguments).for_each(|(_, value)| visit(*value));
        block.commands.iter().for_each(|command| command.kind.for_each_operand(&mut visit));
        block.terminator.for_each_operand(&mut visit);
    }
}
