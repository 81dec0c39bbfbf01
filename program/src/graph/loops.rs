//! Natural loops, and the cycles that are none.

use super::cfg::Cfg;
use crate::id::BlockId;
use petgraph::algo::kosaraju_scc;
use std::collections::BTreeMap;

/// A natural loop: a head that dominates the blocks from which control returns to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The only block through which the loop is entered.
    pub head: BlockId,
    /// The blocks from which control returns to the head.
    pub latches: Vec<BlockId>,
    /// All its blocks, the head included, in the order of their ids.
    pub blocks: Vec<BlockId>,
}

impl Cfg {
    /// The natural loops, outer ones before inner ones. Loops with one head are one loop.
    pub fn loops(&self) -> Vec<Loop> {
        let mut latches: BTreeMap<usize, Vec<BlockId>> = BTreeMap::new();
        for from in self.reverse_postorder() {
            for to in self.successors(*from).filter(|to| self.dominates(*to, *from)) {
                latches.entry(self.position(to).unwrap_or(0)).or_default().push(*from);
            }
        }
        let loops = latches.into_iter().map(|(position, latches)| {
            let head = self.reverse_postorder()[position];
            Loop { head, blocks: self.loop_body(head, &latches), latches }
        });
        loops.collect()
    }

    fn loop_body(&self, head: BlockId, latches: &[BlockId]) -> Vec<BlockId> {
        let mut body = std::collections::BTreeSet::from([head]);
        let mut waiting = latches.to_vec();
        while let Some(block) = waiting.pop() {
            if body.insert(block) {
                waiting.extend(self.predecessors(block).filter(|block| self.is_reachable(*block)));
            }
        }
        body.into_iter().collect()
    }

    /// The strongly connected components that contain a cycle and can be reached, those nearer to
    /// the entry first; each in the order of reverse postorder.
    pub fn cyclic_components(&self) -> Vec<Vec<BlockId>> {
        let mut components: Vec<Vec<BlockId>> = Vec::new();
        // Petgraph's other algorithm for this recurses.
        for component in kosaraju_scc(self.graph()) {
            let mut blocks: Vec<BlockId> = component.into_iter().map(|node| BlockId::new(node.index())).collect();
            let cyclic = blocks.len() > 1 || self.successors(blocks[0]).any(|to| to == blocks[0]);
            if cyclic && self.is_reachable(blocks[0]) {
                blocks.sort_by_key(|block| self.position(*block));
                components.push(blocks);
            }
        }
        components.sort_by_key(|component| self.position(component[0]));
        components
    }

    /// Whether every cycle has a block that dominates the rest of it: whether the source could have
    /// been written with loops alone.
    pub fn is_reducible(&self) -> bool {
        let position = |block: BlockId| self.position(block).unwrap_or(0);
        let retreating = self.reverse_postorder().iter().flat_map(|from| {
            self.successors(*from).map(|to| (*from, to)).filter(|(from, to)| position(*to) <= position(*from))
        });
        retreating.into_iter().all(|(from, to)| self.dominates(to, from))
    }
}
