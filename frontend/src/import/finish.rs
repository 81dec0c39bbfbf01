//! The end of reading a function: phis get their arguments, and what was cut off goes.

use super::Stop;
use super::function::FunctionImporter;
use super::llvm::Value;
use euclase_program::{BlockId, Cfg, CommandKind, Definition, Function, NondetOrigin, Terminator};
use rustc_hash::FxHashSet;

impl FunctionImporter<'_, '_> {
    /// Gives phis their arguments and removes what control does not reach.
    pub fn finish(mut self) -> Function {
        let phis = std::mem::take(&mut self.phis);
        let mut reached = reached(&self.function);
        // An argument that cannot be said ends the block it comes from, and others lose their
        // predecessors.
        while self.fill_phis(&phis, &reached) {
            reached = self::reached(&self.function);
        }
        remove_unreached(&mut self.function, &reached);
        drop_stray_variables(&mut self.function);
        drop_unused_undefined(&mut self.function);
        self.function
    }

    /// Gives all phis their arguments. Whether a block had to be ended because of one.
    fn fill_phis(&mut self, phis: &[Vec<(Value, usize)>], reached: &[bool]) -> bool {
        let mut sources: Vec<FxHashSet<BlockId>> = vec![FxHashSet::default(); self.function.blocks.len()];
        for id in self.function.block_ids().filter(|id| reached[id.index()]) {
            self.function.block(id).terminator.for_each_target(|target| _ = sources[target.index()].insert(id));
        }
        let mut ended = false;
        for (index, phis) in phis.iter().enumerate().filter(|(index, _)| reached[*index]) {
            let id = BlockId::new(index);
            self.function.block_mut(id).phis.iter_mut().for_each(|phi| phi.arguments.clear());
            let mut first = 0;
            for (instruction, count) in phis {
                ended |= self.fill_phi(id, first, *count, *instruction, &sources[index]);
                first += count;
            }
        }
        ended
    }

    fn fill_phi(
        &mut self,
        block: BlockId,
        first: usize,
        count: usize,
        phi: Value,
        sources: &FxHashSet<BlockId>,
    ) -> bool {
        let mut ended = false;
        // LLVM has one entry for each edge.
        let mut seen = FxHashSet::default();
        for (from, value) in phi.incoming() {
            let Some(from) = self.blocks.get(&from).copied() else { continue };
            if !sources.contains(&from) || !seen.insert(from) {
                continue;
            }
            self.block = from;
            self.location = self.function.block(from).location;
            match self.operand(value) {
                Ok(leaves) => {
                    let results = self.function.block_mut(block).phis[first..first + count].iter_mut();
                    results.zip(leaves).for_each(|(phi, leaf)| phi.arguments.push((from, leaf)));
                }
                Err(stop) => {
                    ended = true;
                    self.function.block_mut(from).terminator = match stop {
                        Stop::End(terminator) => terminator,
                        Stop::Cut => Terminator::Unreachable,
                    };
                }
            }
        }
        ended
    }
}

/// Which blocks control can reach.
fn reached(function: &Function) -> Vec<bool> {
    let mut reached = vec![false; function.blocks.len()];
    let mut todo = vec![Function::ENTRY];
    while let Some(id) = todo.pop() {
        if !std::mem::replace(&mut reached[id.index()], true) {
            function.block(id).terminator.for_each_target(|target| todo.push(target));
        }
    }
    reached
}

/// Removes blocks, none of which is a target of one that stays.
fn remove_unreached(function: &mut Function, reached: &[bool]) {
    let mut next = 0;
    let renamed: Vec<BlockId> = reached
        .iter()
        .map(|reached| {
            let id = BlockId::new(next);
            next += usize::from(*reached);
            id
        })
        .collect();
    let mut position = 0;
    function.blocks.retain(|_| {
        position += 1;
        reached[position - 1]
    });
    for block in &mut function.blocks {
        block.phis.iter_mut().flat_map(|phi| &mut phi.arguments).for_each(|(from, _)| *from = renamed[from.index()]);
        block.terminator.for_each_target_mut(|target| *target = renamed[target.index()]);
    }
}

/// Debug information may name a value where its definition does not reach; nothing is known of the
/// variable there.
fn drop_stray_variables(function: &mut Function) {
    let cfg = Cfg::of(function);
    let definitions = function.definitions();
    let mut blocks = std::mem::take(&mut function.blocks);
    for (index, block) in blocks.iter_mut().enumerate() {
        let id = BlockId::new(index);
        let mut position = 0;
        block.commands.retain(|command| {
            position += 1;
            let CommandKind::Variable(_, value) = command.kind else { return true };
            if function.constant_of(value).is_some() {
                return true;
            }
            match definitions[value.index()] {
                Definition::None => false,
                Definition::Parameter => true,
                Definition::Command(at, defined) if at == id => defined < position - 1,
                Definition::Phi(at, _) | Definition::Command(at, _) => cfg.dominates(at, id),
            }
        });
    }
    function.blocks = blocks;
}

/// Undefined values that were overwritten before they were used.
fn drop_unused_undefined(function: &mut Function) {
    let mut used = vec![false; function.value_count()];
    for block in &function.blocks {
        block.phis.iter().flat_map(|phi| &phi.arguments).for_each(|(_, value)| used[value.index()] = true);
        block.commands.iter().for_each(|command| command.kind.for_each_operand(|value| used[value.index()] = true));
        block.terminator.for_each_operand(|value| used[value.index()] = true);
    }
    for block in &mut function.blocks {
        block.commands.retain(|command| {
            let undefined = command.kind == CommandKind::Nondet(NondetOrigin::Undef);
            !undefined || command.results.iter().any(|result| used[result.index()])
        });
    }
}
