//! Values that nothing needs.

use crate::command::CommandKind;
use crate::function::{Definition, Function};
use crate::id::ValueId;

/// Removes phis and commands whose values have no influence on control, memory, calls, assumptions
/// or results. What only serves to say that a variable of the source has a value goes, too, and so
/// does the saying.
pub fn remove_dead_code(function: &mut Function) -> bool {
    let definitions = function.definitions();
    let mut needed = vec![false; function.value_count()];
    let mut waiting: Vec<ValueId> = Vec::new();
    for block in &function.blocks {
        for command in &block.commands {
            if !command.kind.is_pure() && !matches!(command.kind, CommandKind::Variable(..)) {
                command.kind.for_each_operand(|value| waiting.push(value));
            }
        }
        block.terminator.for_each_operand(|value| waiting.push(value));
    }
    while let Some(value) = waiting.pop() {
        if std::mem::replace(&mut needed[value.index()], true) {
            continue;
        }
        match definitions[value.index()] {
            Definition::None | Definition::Parameter => {}
            Definition::Phi(block, position) => {
                waiting.extend(function.block(block).phis[position].arguments.iter().map(|(_, value)| *value));
            }
            Definition::Command(block, position) => {
                function.block(block).commands[position].kind.for_each_operand(|value| waiting.push(value));
            }
        }
    }
    // What calls return and parameters are there, needed or not.
    let mut exists = needed.clone();
    function.parameters.iter().for_each(|parameter| exists[parameter.index()] = true);
    let commands = function.blocks.iter().flat_map(|block| &block.commands);
    let results = commands.filter(|command| !command.kind.is_pure()).flat_map(|command| &command.results);
    results.for_each(|result| exists[result.index()] = true);
    let mut changed = false;
    for id in function.block_ids() {
        let block = function.block(id);
        let keep: Vec<bool> = block
            .commands
            .iter()
            .map(|command| match &command.kind {
                CommandKind::Variable(_, value) => exists[value.index()] || function.constant_of(*value).is_some(),
                kind if kind.is_pure() => command.results.iter().any(|result| needed[result.index()]),
                _ => true,
            })
            .collect();
        let block = function.block_mut(id);
        let before = block.phis.len() + block.commands.len();
        block.phis.retain(|phi| needed[phi.result.index()]);
        let mut keep = keep.into_iter();
        block.commands.retain(|_| keep.next().unwrap_or(true));
        changed |= block.phis.len() + block.commands.len() != before;
    }
    changed
}
