//! Phis and predecessors, definitions and uses.

use super::function::FunctionChecker;
use crate::function::{Definition, Function};
use crate::graph::Cfg;
use crate::id::{BlockId, ValueId};

impl FunctionChecker<'_> {
    /// Phis fit the predecessors, and definitions dominate uses.
    pub(super) fn check_flow(&mut self) {
        let function = self.function;
        let cfg = Cfg::of(function);
        let definitions = function.definitions();
        if cfg.predecessors(Function::ENTRY).next().is_some() {
            self.report("control can return to the entry block");
        }
        for id in function.block_ids() {
            self.block = Some(id);
            let block = function.block(id);
            let mut predecessors: Vec<BlockId> = cfg.predecessors(id).collect();
            predecessors.sort();
            for phi in &block.phis {
                let mut from: Vec<BlockId> = phi.arguments.iter().map(|(from, _)| *from).collect();
                from.sort();
                if from != predecessors {
                    let result = self.name(phi.result);
                    self.report(format!("the arguments of phi {result} do not match the predecessors"));
                }
                for (from, value) in &phi.arguments {
                    self.check_use(&cfg, &definitions, *value, *from, usize::MAX);
                }
            }
            if !cfg.is_reachable(id) {
                continue;
            }
            for (position, command) in block.commands.iter().enumerate() {
                self.location = command.location;
                command.kind.for_each_operand(|value| self.check_use(&cfg, &definitions, value, id, position));
            }
            self.location = block.location;
            block.terminator.for_each_operand(|value| self.check_use(&cfg, &definitions, value, id, usize::MAX));
            self.location = None;
        }
        self.block = None;
    }

    fn check_use(&mut self, cfg: &Cfg, definitions: &[Definition], value: ValueId, at: BlockId, position: usize) {
        if self.function.constant_of(value).is_some() || !cfg.is_reachable(at) {
            return;
        }
        let reaches = match definitions[value.index()] {
            Definition::None => return self.report(format!("{} is used, and never defined", self.name(value))),
            Definition::Parameter => true,
            Definition::Phi(block, _) => cfg.dominates(block, at),
            Definition::Command(block, defined) if block == at => defined < position,
            Definition::Command(block, _) => cfg.dominates(block, at),
        };
        if !reaches {
            self.report(format!("{} is used where its definition does not reach", self.name(value)));
        }
    }
}
