//! Which values are alive where blocks begin.

use super::cfg::Cfg;
use crate::command::CommandKind;
use crate::function::{Definition, Function};
use crate::id::{BlockId, ValueId};

/// The values alive at the beginning of each block that can be reached: those defined before that
/// may be used in it or later. The phis of a block are defined in it, and their arguments are used
/// at the ends of its predecessors. Constants are never alive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Liveness {
    live: Vec<Vec<ValueId>>,
}

impl Liveness {
    /// Walks back from each use to the definition, so the work is proportional to the result. That
    /// a variable of the source has a value is no use of it, or debug information would cost state.
    pub fn of(function: &Function, cfg: &Cfg) -> Liveness {
        Liveness::of_values(function, cfg, &|_| None, |_| true, |_| true)
    }

    /// The same, but only for values that are alive at the beginning of one of these blocks. The others may be alive
    /// almost everywhere, which would take memory that is quadratic in the function.
    pub fn of_values_alive_at(function: &Function, cfg: &Cfg, blocks: &[BlockId]) -> Liveness {
        Liveness::of_values_made_of(function, cfg, blocks, &|_| None)
    }

    /// The same, where some values are made of others again wherever they are used, so that these are used there instead.
    pub fn of_values_made_of<'v>(
        function: &Function,
        cfg: &Cfg,
        blocks: &[BlockId],
        made_of: &dyn Fn(ValueId) -> Option<&'v [ValueId]>,
    ) -> Liveness {
        let mut is_one = vec![false; function.blocks.len()];
        blocks.iter().for_each(|block| is_one[block.index()] = true);
        // A value is alive only where the block that defines it was passed for sure, so most need no look at all.
        let mut leads_to_one = vec![false; function.blocks.len()];
        for block in blocks.iter().filter(|block| cfg.is_reachable(**block)) {
            let mut above = cfg.immediate_dominator(*block);
            while let Some(dominator) = above.filter(|dominator| !leads_to_one[dominator.index()]) {
                leads_to_one[dominator.index()] = true;
                above = cfg.immediate_dominator(dominator);
            }
        }
        let is_alive_at_one = |alive: &[BlockId]| alive.iter().any(|block| is_one[block.index()]);
        Liveness::of_values(function, cfg, made_of, |home| leads_to_one[home.index()], is_alive_at_one)
    }

    /// The liveness of the values whose home, the block that defines them, is worth a look, and of which the blocks
    /// where they are alive are to be kept.
    fn of_values<'v>(
        function: &Function,
        cfg: &Cfg,
        made_of: &dyn Fn(ValueId) -> Option<&'v [ValueId]>,
        is_looked_at: impl Fn(BlockId) -> bool,
        is_kept: impl Fn(&[BlockId]) -> bool,
    ) -> Liveness {
        let definitions = function.definitions();
        let home = |value: ValueId| match definitions[value.index()] {
            Definition::Parameter => Some(Function::ENTRY),
            definition => definition.block(),
        };
        let mut uses = uses(function, cfg);
        let of_others = |(value, block): &(ValueId, BlockId)| Some((made_of(*value)?, *block));
        let added: Vec<_> = uses.iter().filter_map(of_others).collect();
        uses.retain(|(value, _)| made_of(*value).is_none());
        uses.extend(added.into_iter().flat_map(|(leaves, block)| leaves.iter().map(move |leaf| (*leaf, block))));
        uses.sort();
        uses.dedup();
        let mut live: Vec<Vec<ValueId>> = vec![Vec::new(); function.blocks.len()];
        // The value that was last found to be alive at a block.
        let mut last: Vec<Option<ValueId>> = vec![None; function.blocks.len()];
        let (mut waiting, mut alive) = (Vec::new(), Vec::new());
        for uses in uses.chunk_by(|one, other| one.0 == other.0) {
            let value = uses[0].0;
            let Some(home) = home(value).filter(|home| is_looked_at(*home)) else { continue };
            waiting.extend(uses.iter().map(|(_, block)| *block));
            while let Some(block) = waiting.pop() {
                if block != home && last[block.index()].replace(value) != Some(value) {
                    alive.push(block);
                    waiting.extend(cfg.predecessors(block).filter(|block| cfg.is_reachable(*block)));
                }
            }
            if is_kept(&alive) {
                alive.iter().for_each(|block| live[block.index()].push(value));
            }
            alive.clear();
        }
        Liveness { live }
    }

    /// The values alive at the beginning of a block, in the order of their ids.
    pub fn at_entry(&self, block: BlockId) -> &[ValueId] {
        &self.live[block.index()]
    }

    /// Whether a value is alive at the beginning of a block.
    pub fn is_live(&self, value: ValueId, block: BlockId) -> bool {
        self.live[block.index()].binary_search(&value).is_ok()
    }
}

/// The uses in reachable blocks; that of a phi's argument is at the end of the predecessor.
fn uses(function: &Function, cfg: &Cfg) -> Vec<(ValueId, BlockId)> {
    let mut uses = Vec::new();
    for id in cfg.reverse_postorder() {
        let block = function.block(*id);
        for (from, value) in block.phis.iter().flat_map(|phi| &phi.arguments) {
            if cfg.is_reachable(*from) {
                uses.push((*value, *from));
            }
        }
        for command in &block.commands {
            if !matches!(command.kind, CommandKind::Variable(..)) {
                command.kind.for_each_operand(|value| uses.push((value, *id)));
            }
        }
        block.terminator.for_each_operand(|value| uses.push((value, *id)));
    }
    uses
}
