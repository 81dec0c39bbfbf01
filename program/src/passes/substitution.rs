//! Replacing values by others everywhere at once.

use crate::function::Function;
use crate::id::ValueId;

/// Values and what to replace them by.
#[derive(Clone, Debug)]
pub struct Substitution {
    targets: Vec<ValueId>,
    empty: bool,
}

impl Substitution {
    /// Replaces nothing.
    pub fn new(function: &Function) -> Self {
        Substitution { targets: (0..function.value_count()).map(ValueId::new).collect(), empty: true }
    }

    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// Replaces a value by another from now on, or by what that is replaced by. A value that would
    /// be replaced by itself stays.
    pub fn replace(&mut self, value: ValueId, by: ValueId) {
        let by = self.resolve(by);
        if by != value {
            self.grow(value);
            self.targets[value.index()] = by;
            self.empty = false;
        }
    }

    fn grow(&mut self, value: ValueId) {
        for index in self.targets.len()..=value.index() {
            self.targets.push(ValueId::new(index));
        }
    }

    /// What a value is replaced by; itself if it is not. Shortens the way for the next time.
    pub fn resolve(&mut self, value: ValueId) -> ValueId {
        let next = |targets: &[ValueId], value: ValueId| targets.get(value.index()).copied().unwrap_or(value);
        let mut end = value;
        while next(&self.targets, end) != end {
            end = next(&self.targets, end);
        }
        let mut at = value;
        while at != end {
            at = std::mem::replace(&mut self.targets[at.index()], end);
        }
        end
    }

    /// Replaces all uses in a function. Definitions stay. Says whether there were any.
    pub fn apply(&mut self, function: &mut Function) -> bool {
        let mut changed = false;
        if self.empty {
            return changed;
        }
        let mut replace = |value: &mut ValueId| {
            let by = self.resolve(*value);
            changed |= std::mem::replace(value, by) != by;
        };
        for block in &mut function.blocks {
            block.phis.iter_mut().flat_map(|phi| &mut phi.arguments).for_each(|(_, value)| replace(value));
            for command in &mut block.commands {
                command.kind.for_each_operand_mut(&mut replace);
            }
            block.terminator.for_each_operand_mut(&mut replace);
        }
        changed
    }
}
