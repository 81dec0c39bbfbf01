//! The control-flow graph of a function: neighbours, orders, dominance.

use super::dominators::immediate_dominators;
use crate::function::Function;
use crate::id::BlockId;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::DfsPostOrder;

/// The control-flow graph of a function with a body. Parallel edges are one.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: DiGraph<(), ()>,
    reverse_postorder: Vec<BlockId>,
    nodes: Vec<Option<Node>>,
}

/// What is known about a block that can be reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The position in reverse postorder.
    position: usize,
    /// The immediate dominator; the entry is its own.
    dominator: BlockId,
    /// The number in a preorder of the dominator tree.
    preorder: usize,
    /// How many blocks it dominates, itself included.
    dominated: usize,
}

fn node(block: BlockId) -> NodeIndex {
    NodeIndex::new(block.index())
}

fn block(node: NodeIndex) -> BlockId {
    BlockId::new(node.index())
}

impl Cfg {
    /// The graph of a function. Without blocks there is nothing in it.
    pub fn of(function: &Function) -> Cfg {
        let mut graph = DiGraph::with_capacity(function.blocks.len(), function.blocks.len() * 2);
        function.blocks.iter().for_each(|_| _ = graph.add_node(()));
        // Petgraph lists the neighbours that were added last first.
        for id in function.block_ids().rev() {
            for target in function.block(id).terminator.successors().into_iter().rev() {
                graph.add_edge(node(id), node(target), ());
            }
        }
        let mut cfg = Cfg { graph, reverse_postorder: Vec::new(), nodes: vec![None; function.blocks.len()] };
        if !function.is_declaration() {
            cfg.number();
        }
        cfg
    }

    fn number(&mut self) {
        let mut search = DfsPostOrder::new(&self.graph, node(Function::ENTRY));
        while let Some(found) = search.next(&self.graph) {
            self.reverse_postorder.push(block(found));
        }
        self.reverse_postorder.reverse();
        let dominators = immediate_dominators(&self.graph, node(Function::ENTRY));
        for (position, id) in self.reverse_postorder.iter().enumerate() {
            let dominator = dominators[id.index()].map_or(*id, block);
            self.nodes[id.index()] = Some(Node { position, dominator, preorder: 0, dominated: 1 });
        }
        self.number_dominator_tree();
    }

    /// Numbers the dominator tree so that dominance is a comparison. A dominator comes before what
    /// it dominates in reverse postorder, so two sweeps do.
    fn number_dominator_tree(&mut self) {
        let order: Vec<(usize, usize)> = self
            .reverse_postorder
            .iter()
            .skip(1)
            .map(|id| id.index())
            .map(|index| (index, self.nodes[index].map_or(index, |node| node.dominator.index())))
            .collect();
        for (index, dominator) in order.iter().rev() {
            let size = self.nodes[*index].map_or(0, |node| node.dominated);
            if let Some(node) = &mut self.nodes[*dominator] {
                node.dominated += size;
            }
        }
        let mut next = vec![1; self.nodes.len()];
        for (index, dominator) in order {
            let preorder = next[dominator];
            if let Some(node) = &mut self.nodes[index] {
                node.preorder = preorder;
                next[dominator] += node.dominated;
                next[index] = preorder + 1;
            }
        }
    }

    /// The graph; the index of a node is the index of the block.
    pub fn graph(&self) -> &DiGraph<(), ()> {
        &self.graph
    }

    /// The blocks control can go on at, in the order of the terminator.
    pub fn successors(&self, id: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.graph.neighbors_directed(node(id), Direction::Outgoing).map(block)
    }

    /// The blocks control can come from, in the order of their ids.
    pub fn predecessors(&self, id: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.graph.neighbors_directed(node(id), Direction::Incoming).map(block)
    }

    /// The blocks that can be reached from the entry, each before its successors unless there is a
    /// cycle.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }

    /// The position of a block in reverse postorder.
    pub fn position(&self, id: BlockId) -> Option<usize> {
        self.nodes[id.index()].map(|node| node.position)
    }

    /// Whether a block can be reached from the entry.
    pub fn is_reachable(&self, id: BlockId) -> bool {
        self.nodes[id.index()].is_some()
    }

    /// The immediate dominator of a block that can be reached and is not the entry.
    pub fn immediate_dominator(&self, id: BlockId) -> Option<BlockId> {
        self.nodes[id.index()].map(|node| node.dominator).filter(|dominator| *dominator != id)
    }

    /// Whether every path from the entry to the second block goes through the first. A block that
    /// cannot be reached is dominated by all.
    pub fn dominates(&self, first: BlockId, second: BlockId) -> bool {
        match (self.nodes[first.index()], self.nodes[second.index()]) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(first), Some(second)) => {
                (first.preorder..first.preorder + first.dominated).contains(&second.preorder)
            }
        }
    }

    /// Which blocks can be reached from some blocks, these included, by the index of the block.
    pub fn reachable_from(&self, starts: &[BlockId]) -> Vec<bool> {
        self.search(starts, Direction::Outgoing)
    }

    /// From which blocks some blocks can be reached, these included, by the index of the block.
    pub fn reaching(&self, ends: &[BlockId]) -> Vec<bool> {
        self.search(ends, Direction::Incoming)
    }

    fn search(&self, starts: &[BlockId], direction: Direction) -> Vec<bool> {
        let mut seen = vec![false; self.nodes.len()];
        let mut waiting = starts.to_vec();
        while let Some(id) = waiting.pop() {
            if !std::mem::replace(&mut seen[id.index()], true) {
                waiting.extend(self.graph.neighbors_directed(node(id), direction).map(block));
            }
        }
        seen
    }
}
