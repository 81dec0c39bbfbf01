//! Cut sets: blocks such that every cycle goes through one (thesis Def. 5.2).
//!
//! What lies between two cut points has no cycle and can be encoded as one step. Each cut point
//! costs a location and the state that is alive there, so there should be few: the targets of the
//! back edges of a depth-first search are a cut set, and one after the other is dropped if every
//! cycle still goes through the others. For nested loops that leaves the inner head alone when
//! every way around the outer loop passes it.

use super::cfg::Cfg;
use crate::command::Terminator;
use crate::function::{Block, Function};
use crate::id::BlockId;

/// Why a block is a cut point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutKind {
    /// It is the entry.
    Entry,
    /// It breaks cycles.
    Loop,
    /// An execution or the function ends in it: return, exit, error, unsupported.
    End,
    /// It was asked for.
    Required,
    /// Ways from several cut points meet in it, and what follows would be in too many steps.
    Merge,
}

/// A cut set of the blocks that can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutSet {
    kinds: Vec<Option<CutKind>>,
    points: Vec<BlockId>,
}

impl CutSet {
    /// A small cut set: the entry, the blocks where executions end, those asked for, and what else
    /// is needed to break all cycles.
    pub fn of(function: &Function, cfg: &Cfg, required: &[BlockId]) -> CutSet {
        let mut kinds = vec![None; function.blocks.len()];
        for id in cfg.reverse_postorder() {
            use Terminator::*;
            let ends = matches!(function.block(*id).terminator, Return(_) | Exit | Error { .. } | Unsupported { .. });
            kinds[id.index()] = ends.then_some(CutKind::End);
        }
        for id in required.iter().filter(|id| cfg.is_reachable(**id)) {
            kinds[id.index()] = Some(CutKind::Required);
        }
        if !function.is_declaration() {
            kinds[Function::ENTRY.index()] = Some(CutKind::Entry);
        }
        let targets = back_edge_targets(cfg);
        let mut best: Option<Vec<BlockId>> = None;
        // Outer loops first is best for nested loops; for tangled ones the other order may be.
        for outer_first in [true, false] {
            let mut order = targets.clone();
            order.sort_by_key(|block| cfg.position(*block));
            if !outer_first {
                order.reverse();
            }
            let kept = drop_needless(cfg, &kinds, order);
            if best.as_ref().is_none_or(|best| kept.len() < best.len()) {
                best = Some(kept);
            }
        }
        for id in best.unwrap_or_default() {
            kinds[id.index()].get_or_insert(CutKind::Loop);
        }
        let points = cfg.reverse_postorder().iter().copied().filter(|id| kinds[id.index()].is_some()).collect();
        CutSet { kinds, points }
    }

    /// Adds cut points where ways from different cut points meet, until the regions of all cut
    /// points together are not larger than the function times a factor of at least one. It adds
    /// none if that is so without.
    pub fn merged(self, function: &Function, cfg: &Cfg, factor: usize) -> CutSet {
        let weights: Vec<usize> = function.blocks.iter().map(weight).collect();
        let limit = factor.saturating_mul(cfg.reverse_postorder().iter().map(|id| weights[id.index()]).sum());
        if self.is_within(cfg, &weights, limit) {
            return self;
        }
        let shares = [factor.saturating_mul(4), factor.saturating_mul(2)].into_iter();
        let few = shares.map(|share| self.shared_by(cfg, share)).find(|cuts| cuts.is_within(cfg, &weights, limit));
        // With no block in more regions than that, all together are within the limit.
        few.unwrap_or_else(|| self.shared_by(cfg, factor))
    }

    /// Whether the regions together are not larger than a limit.
    fn is_within(&self, cfg: &Cfg, weights: &[usize], limit: usize) -> bool {
        let mut seen = vec![usize::MAX; self.kinds.len()];
        let mut total: usize = 0;
        let mut waiting = Vec::new();
        for (number, start) in self.points.iter().filter(|point| self.starts_step(**point)).enumerate() {
            waiting.push(*start);
            while let Some(block) = waiting.pop() {
                if std::mem::replace(&mut seen[block.index()], number) == number {
                    continue;
                }
                total = total.saturating_add(weights[block.index()]);
                if total > limit {
                    return false;
                }
                waiting.extend(cfg.successors(block).filter(|to| !self.starts_step(*to)));
            }
        }
        true
    }

    /// Whether a step starts in a block. Where executions end, they end within a step.
    fn starts_step(&self, block: BlockId) -> bool {
        self.kind(block).is_some_and(|kind| kind != CutKind::End)
    }

    /// The cut set with merges added such that no block is in more regions than a share. Blocks
    /// that are surely in the same regions are a class, named after its first block; how many
    /// regions these are is not underestimated.
    fn shared_by(&self, cfg: &Cfg, share: usize) -> CutSet {
        let mut kinds = self.kinds.clone();
        let mut class: Vec<Option<BlockId>> = vec![None; kinds.len()];
        let mut regions: Vec<usize> = vec![1; kinds.len()];
        // Nothing comes after the blocks where executions end, so they can wait until all else is known.
        let (ends, others): (Vec<_>, Vec<_>) =
            self.order(cfg).into_iter().partition(|block| self.kind(*block) == Some(CutKind::End));
        for block in others.into_iter().chain(ends) {
            if self.starts_step(block) {
                class[block.index()] = Some(block);
                continue;
            }
            let mut classes: Vec<BlockId> = cfg.predecessors(block).filter_map(|from| class[from.index()]).collect();
            classes.sort_unstable();
            classes.dedup();
            class[block.index()] = match classes.as_slice() {
                [only] => Some(*only),
                _ => {
                    let sum = classes.iter().fold(0, |sum: usize, class| sum.saturating_add(regions[class.index()]));
                    match sum > share {
                        true => kinds[block.index()] = Some(CutKind::Merge),
                        false => regions[block.index()] = sum,
                    }
                    Some(block)
                }
            };
        }
        let points = cfg.reverse_postorder().iter().copied().filter(|id| kinds[id.index()].is_some()).collect();
        CutSet { kinds, points }
    }

    /// The cut points in reverse postorder, the entry first.
    pub fn points(&self) -> &[BlockId] {
        &self.points
    }

    /// Why a block is a cut point, if it is one.
    pub fn kind(&self, block: BlockId) -> Option<CutKind> {
        self.kinds[block.index()]
    }

    /// Whether a block is a cut point.
    pub fn contains(&self, block: BlockId) -> bool {
        self.kinds[block.index()].is_some()
    }

    /// All reachable blocks, each before those of its successors that are no cut points: the order
    /// in which what lies between cut points can be encoded.
    pub fn order(&self, cfg: &Cfg) -> Vec<BlockId> {
        self.topological(cfg, &self.points)
    }

    /// The blocks that a step from a cut point can go through, in an order in which each comes
    /// before its successors, the cut point first; and the cut points where the step can end.
    /// Together these are the large blocks of the cut point (thesis Def. 5.4).
    pub fn region(&self, cfg: &Cfg, point: BlockId) -> (Vec<BlockId>, Vec<BlockId>) {
        let blocks = self.topological(cfg, &[point]);
        let mut ends: Vec<BlockId> = blocks.iter().flat_map(|block| cfg.successors(*block)).collect();
        ends.retain(|block| self.contains(*block));
        ends.sort_by_key(|block| cfg.position(*block));
        ends.dedup();
        (blocks, ends)
    }

    /// A depth-first search that does not enter cut points; there is no cycle in what it sees.
    fn topological(&self, cfg: &Cfg, starts: &[BlockId]) -> Vec<BlockId> {
        let mut seen = vec![false; self.kinds.len()];
        let mut order = Vec::new();
        for start in starts.iter().rev() {
            let mut stack = vec![(*start, false)];
            while let Some((block, finished)) = stack.pop() {
                if finished {
                    order.push(block);
                } else if !std::mem::replace(&mut seen[block.index()], true) {
                    stack.push((block, true));
                    stack.extend(cfg.successors(block).filter(|to| !self.contains(*to)).map(|to| (to, false)));
                }
            }
        }
        order.reverse();
        order
    }
}

/// How much encoding a block costs.
fn weight(block: &Block) -> usize {
    let mut edges = 0;
    block.terminator.for_each_target(|_| edges += 1);
    1 + block.phis.len() + block.commands.len() + edges
}

/// The targets of edges to a block that a depth-first search from the entry has not left yet.
fn back_edge_targets(cfg: &Cfg) -> Vec<BlockId> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let Some(entry) = cfg.reverse_postorder().first() else { return Vec::new() };
    let mut marks = vec![Mark::New; cfg.graph().node_count()];
    let mut targets = Vec::new();
    let mut stack = vec![(*entry, false)];
    while let Some((block, finished)) = stack.pop() {
        if finished {
            marks[block.index()] = Mark::Done;
        } else if marks[block.index()] == Mark::New {
            marks[block.index()] = Mark::Open;
            stack.push((block, true));
            for to in cfg.successors(block) {
                match marks[to.index()] {
                    Mark::New => stack.push((to, false)),
                    Mark::Open => targets.push(to),
                    Mark::Done => {}
                }
            }
        }
    }
    targets.sort();
    targets.dedup();
    targets
}

/// Drops those of the candidates without which the rest, with what is cut anyway, still cuts all
/// cycles.
fn drop_needless(cfg: &Cfg, kinds: &[Option<CutKind>], candidates: Vec<BlockId>) -> Vec<BlockId> {
    let mut cut: Vec<bool> = kinds.iter().map(Option::is_some).collect();
    let mut kept: Vec<BlockId> = candidates.into_iter().filter(|id| !cut[id.index()]).collect();
    kept.iter().for_each(|id| cut[id.index()] = true);
    let mut seen = vec![0; cut.len()];
    let mut round = 0;
    kept.retain(|candidate| {
        // All cycles are cut, so one that this block alone cuts goes through it.
        round += 1;
        let mut waiting: Vec<BlockId> = cfg.successors(*candidate).collect();
        while let Some(block) = waiting.pop() {
            if block == *candidate {
                return true;
            }
            if !cut[block.index()] && std::mem::replace(&mut seen[block.index()], round) != round {
                waiting.extend(cfg.successors(block));
            }
        }
        cut[candidate.index()] = false;
        false
    });
    kept
}
