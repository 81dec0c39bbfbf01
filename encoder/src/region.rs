//! The large block of a location: what one step from it can go through (thesis §5.4).
//!
//! A region is a graph without cycles. It starts in a location and ends in locations; blocks are
//! split after each assumption, because where it is false control goes to the exit.

use crate::locations::Locations;
use crate::tree::Tree;
use euclase_program::{BlockId, CommandKind, Function, Terminator, ValueId};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A part of a block, or a location where the step ends.
pub(crate) struct Node {
    /// What is executed in it.
    pub place: NodePlace,
    /// The nodes control can go on at, each once.
    pub successors: Vec<usize>,
    /// The nodes control can come from, each with which of its successors this node is.
    pub predecessors: Vec<(usize, usize)>,
}

/// What a node of a region is.
pub(crate) enum NodePlace {
    /// Commands of a block, and then how control goes on.
    Part { block: BlockId, commands: Range<usize>, exit: PartExit },
    /// The end of the step, in a location by index.
    Target(usize),
}

/// How control leaves a part of a block.
#[derive(Clone, Copy)]
pub(crate) enum PartExit {
    /// To the rest of the block if an assumption is true, else to the exit.
    Assume(ValueId),
    /// As the terminator of the block says.
    Terminator,
}

/// The nodes in an order in which each comes before its successors: the start first, the targets
/// last, in the order of the locations.
pub(crate) struct Region {
    /// All nodes.
    pub nodes: Vec<Node>,
    /// Where the targets begin.
    pub first_target: usize,
    /// The last part of each block.
    pub last_part: FxHashMap<BlockId, usize>,
    /// Dominance: the start is the root.
    pub dominators: Tree,
    /// Dominance backwards: the root is one more than the last node, below which are all targets.
    post_dominators: Tree,
}

impl Region {
    /// The region of a block that is a location.
    pub fn of(function: &Function, locations: &Locations, start: BlockId) -> Region {
        let blocks = topological(function, locations, start);
        let mut region = Region {
            nodes: Vec::new(),
            first_target: 0,
            last_part: FxHashMap::default(),
            dominators: Tree::new(0, 0),
            post_dominators: Tree::new(0, 0),
        };
        let mut first_part: FxHashMap<BlockId, usize> = FxHashMap::default();
        for id in &blocks {
            first_part.insert(*id, region.nodes.len());
            region.add_parts(function, *id);
        }
        region.first_target = region.nodes.len();
        region.connect(function, locations, start, &first_part);
        region.find_dominators();
        region
    }

    fn add_parts(&mut self, function: &Function, block: BlockId) {
        let commands = &function.block(block).commands;
        let mut start = 0;
        let mut add = |commands: Range<usize>, exit: PartExit| {
            let place = NodePlace::Part { block, commands, exit };
            self.nodes.push(Node { place, successors: Vec::new(), predecessors: Vec::new() });
        };
        for (position, command) in commands.iter().enumerate() {
            if let CommandKind::Assume(condition) = command.kind {
                add(start..position, PartExit::Assume(condition));
                start = position + 1;
            }
        }
        add(start..commands.len(), PartExit::Terminator);
        self.last_part.insert(block, self.nodes.len() - 1);
    }

    /// Adds the edges and the targets they lead to.
    fn connect(
        &mut self,
        function: &Function,
        locations: &Locations,
        start: BlockId,
        first_part: &FxHashMap<BlockId, usize>,
    ) {
        // Targets are numbered when all are known.
        enum To {
            Node(usize),
            Location(usize),
        }
        let mut edges: Vec<Vec<To>> = Vec::with_capacity(self.first_target);
        for (number, node) in self.nodes.iter().enumerate() {
            let NodePlace::Part { block, exit, .. } = &node.place else { continue };
            edges.push(match (exit, &function.block(*block).terminator) {
                (PartExit::Assume(_), _) => vec![To::Node(number + 1), To::Location(locations.exit)],
                (_, Terminator::Error { .. }) => vec![To::Location(locations.error)],
                (_, Terminator::Unsupported { .. }) => vec![To::Location(locations.unsupported)],
                (_, Terminator::Return(_) | Terminator::Exit | Terminator::Unreachable) => {
                    vec![To::Location(locations.exit)]
                }
                (_, terminator @ (Terminator::Jump(_) | Terminator::Branch(..) | Terminator::Switch { .. })) => {
                    let successors = terminator.successors().into_iter();
                    let to = |target: BlockId| match (locations.of_block(target), first_part.get(&target)) {
                        (None, Some(part)) if target != start => To::Node(*part),
                        (location, _) => To::Location(location.unwrap_or(locations.exit)),
                    };
                    successors.map(to).collect()
                }
            });
        }
        let mut targets: Vec<usize> = edges
            .iter()
            .flatten()
            .filter_map(|to| match to {
                To::Location(location) => Some(*location),
                To::Node(_) => None,
            })
            .collect();
        targets.sort_unstable();
        targets.dedup();
        let mut node_of = FxHashMap::default();
        for location in targets {
            node_of.insert(location, self.nodes.len());
            let place = NodePlace::Target(location);
            self.nodes.push(Node { place, successors: Vec::new(), predecessors: Vec::new() });
        }
        for (from, edges) in edges.into_iter().enumerate() {
            for (position, to) in edges.into_iter().enumerate() {
                let to = match to {
                    To::Node(node) => node,
                    To::Location(location) => node_of[&location],
                };
                self.nodes[from].successors.push(to);
                self.nodes[to].predecessors.push((from, position));
            }
        }
    }

    fn find_dominators(&mut self) {
        let count = self.nodes.len();
        self.dominators = Tree::new(0, count);
        for node in 1..count {
            let mut above = self.nodes[node].predecessors.iter().map(|(from, _)| *from);
            let first = above.next().unwrap_or(0);
            let dominator = above.fold(first, |a, b| self.dominators.common(a, b));
            self.dominators.add(node, dominator);
        }
        self.post_dominators = Tree::new(count, count + 1);
        for node in (0..count).rev() {
            let mut below = self.nodes[node].successors.iter().copied();
            let first = below.next().unwrap_or(count);
            let dominator = below.fold(first, |a, b| self.post_dominators.common(a, b));
            self.post_dominators.add(node, dominator);
        }
    }

    /// Whether all ways from the second node lead to the first.
    pub fn is_certain(&self, to: usize, from: usize) -> bool {
        self.post_dominators.is_above(to, from)
    }
}

/// The blocks of a region, each before its successors.
fn topological(function: &Function, locations: &Locations, start: BlockId) -> Vec<BlockId> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut order = Vec::new();
    let mut stack = vec![(start, false)];
    while let Some((block, finished)) = stack.pop() {
        if finished {
            order.push(block);
        } else if seen.insert(block) {
            stack.push((block, true));
            let successors = function.block(block).terminator.successors().into_iter().rev();
            stack.extend(successors.filter(|to| locations.of_block(*to).is_none()).map(|to| (to, false)));
        }
    }
    order.reverse();
    order
}
