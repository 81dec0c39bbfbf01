//! Blocks that go away: those that cannot be reached, and those that always follow another.

use super::substitution::Substitution;
use crate::command::Terminator;
use crate::function::{Block, Function};
use crate::graph::Cfg;
use crate::id::BlockId;

/// Removes the blocks that cannot be reached from the entry, and the arguments of phis that come
/// from them. The rest keeps its order.
pub fn remove_unreachable_blocks(function: &mut Function) -> bool {
    let cfg = Cfg::of(function);
    if cfg.reverse_postorder().len() == function.blocks.len() {
        return false;
    }
    let mut renamed = vec![None; function.blocks.len()];
    let kept = function.block_ids().filter(|id| cfg.is_reachable(*id));
    kept.enumerate().for_each(|(index, id)| renamed[id.index()] = Some(BlockId::new(index)));
    let mut index = 0;
    function.blocks.retain(|_| {
        index += 1;
        renamed[index - 1].is_some()
    });
    for block in &mut function.blocks {
        for phi in &mut block.phis {
            phi.arguments.retain_mut(|(from, _)| match renamed[from.index()] {
                Some(id) => {
                    *from = id;
                    true
                }
                None => false,
            });
        }
        // The targets of a block that can be reached can be reached.
        block.terminator.for_each_target_mut(|target| *target = renamed[target.index()].unwrap_or(*target));
    }
    true
}

/// Joins a block with the next where control always goes from the one to the other and comes to the
/// other from nowhere else.
pub fn merge_blocks(function: &mut Function) -> bool {
    let cfg = Cfg::of(function);
    let mut substitution = Substitution::new(function);
    // For each block, the block whose end its end has become.
    let mut ends_in: Vec<BlockId> = function.block_ids().collect();
    let mut merged = vec![false; function.blocks.len()];
    for head in cfg.reverse_postorder() {
        if merged[head.index()] {
            continue;
        }
        while let Terminator::Jump(next) = function.block(*head).terminator {
            let single = cfg.predecessors(next).filter(|from| cfg.is_reachable(*from)).count() == 1;
            if !single || next == *head || next == Function::ENTRY {
                break;
            }
            let placeholder = Block {
                name: String::new(),
                phis: Vec::new(),
                commands: Vec::new(),
                terminator: Terminator::Unreachable,
                location: None,
            };
            let tail = std::mem::replace(function.block_mut(next), placeholder);
            // Blocks that cannot be reached may still be predecessors.
            for phi in &tail.phis {
                let argument = phi.arguments.iter().find(|(from, _)| cfg.is_reachable(*from));
                if let Some((_, value)) = argument {
                    substitution.replace(phi.result, *value);
                }
            }
            let block = function.block_mut(*head);
            block.commands.extend(tail.commands);
            (block.terminator, block.location) = (tail.terminator, tail.location);
            merged[next.index()] = true;
            ends_in[next.index()] = *head;
        }
    }
    if !merged.contains(&true) {
        return false;
    }
    for phi in function.blocks.iter_mut().flat_map(|block| &mut block.phis) {
        phi.arguments.iter_mut().for_each(|(from, _)| *from = ends_in[from.index()]);
    }
    substitution.apply(function);
    remove_unreachable_blocks(function);
    true
}
