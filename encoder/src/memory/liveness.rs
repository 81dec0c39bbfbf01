//! Which contents of memory may still be read where blocks begin.

use super::{Held, Memory, known_sizes};
use euclase_program::{BlockId, Callee, Cfg, CommandKind, Function, RegionId, Terminator, ValueId};

/// What a block does first with the content of a region: changes of a part of it do not count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Reads,
    Replaces,
}

impl Memory {
    /// Finds out where contents are alive. What was written to a part of a region is read together with the rest, so only
    /// replacing all of it ends a life.
    pub fn find_live(&mut self, function: &Function, cfg: &Cfg) {
        let first = self.first_uses(function, cfg);
        let mut uses: Vec<(ValueId, BlockId)> = Vec::new();
        for id in cfg.reverse_postorder() {
            let reads = first[id.index()].iter().filter(|(_, what)| *what == First::Reads);
            uses.extend(reads.map(|(value, _)| (*value, *id)));
        }
        uses.sort();
        self.live = vec![Vec::new(); function.blocks.len()];
        let mut waiting = Vec::new();
        for uses in uses.chunk_by(|one, other| one.0 == other.0) {
            let value = uses[0].0;
            waiting.extend(uses.iter().map(|(_, block)| *block));
            while let Some(block) = waiting.pop() {
                let live = &mut self.live[block.index()];
                if live.last() == Some(&value) {
                    continue;
                }
                live.push(value);
                let before = cfg.predecessors(block).filter(|from| cfg.is_reachable(*from));
                waiting.extend(before.filter(|from| !first[from.index()].contains(&(value, First::Replaces))));
            }
        }
    }

    /// For each block, the contents that it reads or replaces, and what it does first.
    fn first_uses(&self, function: &Function, cfg: &Cfg) -> Vec<Vec<(ValueId, First)>> {
        let sizes = known_sizes(function);
        let size = |value: ValueId| sizes.get(&value).copied();
        let mut first: Vec<Vec<(ValueId, First)>> = vec![Vec::new(); function.blocks.len()];
        for id in cfg.reverse_postorder() {
            let found = &mut first[id.index()];
            let mut note = |value: Option<ValueId>, what: First| {
                if let Some(value) = value
                    && found.iter().all(|(known, _)| *known != value)
                {
                    found.push((value, what));
                }
            };
            for command in &function.block(*id).commands {
                match command.kind {
                    CommandKind::Alloca { .. } => note(self.stack.or(self.counter), First::Reads),
                    CommandKind::HeapAllocate { .. } => note(self.counter, First::Reads),
                    _ => {}
                }
                if let CommandKind::Call { callee: Callee::Direct(callee), .. } = command.kind {
                    self.taken_by(callee).into_iter().for_each(|value| note(Some(value), First::Reads));
                    self.replaced_by(callee).into_iter().for_each(|value| note(Some(value), First::Replaces));
                }
                let effects = self.effects(&command.kind, &size);
                let values = |region: &RegionId| self.contents[region.0 as usize].iter().flat_map(Held::values);
                effects.reads.iter().flat_map(values).for_each(|value| note(Some(*value), First::Reads));
                if effects.replaces {
                    effects.writes.iter().flat_map(values).for_each(|value| note(Some(*value), First::Replaces));
                }
            }
            // Who called wants to know what was changed, and what was there before.
            if self.gives_back && matches!(function.block(*id).terminator, Terminator::Return(_)) {
                let given = self.given_by(self.function).into_iter();
                given.chain(self.before.iter().map(|(before, _)| *before)).for_each(|v| note(Some(v), First::Reads));
            }
        }
        first
    }
}
