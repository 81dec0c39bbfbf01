//! Functions cut apart where steps of clauses begin and end: before calls, and in one block for all returns.

use euclase_program::{BlockId, Callee, CommandKind, Function, Program, Terminator, ValueId};

/// Where a function was cut apart.
pub(super) struct Cuts {
    /// The blocks that start with a call.
    pub calls: Vec<BlockId>,
    /// The block that returns: its phis are the parameters, then the results.
    pub returned: Option<BlockId>,
}

/// Splits blocks before calls, and lets all returns go through one block.
pub(super) fn cut(program: &Program, function: &mut Function) -> Cuts {
    let is_call = |kind: &CommandKind| match kind {
        CommandKind::Call { callee: Callee::Direct(callee), .. } => !program.function(*callee).is_declaration(),
        _ => false,
    };
    let mut calls = Vec::new();
    for original in function.block_ids() {
        // What was split off starts with a call, which stays.
        let (mut from, mut first) = (original, 0);
        loop {
            let commands = function.block(from).commands.iter().skip(first);
            let Some(position) = commands.into_iter().position(|command| is_call(&command.kind)) else { break };
            from = split(function, from, first + position);
            first = 1;
            calls.push(from);
        }
    }
    let returned = gather_returns(function);
    Cuts { calls, returned }
}

/// Splits a block before a command; gives the block that starts with it.
fn split(function: &mut Function, from: BlockId, position: usize) -> BlockId {
    let rest = function.add_block(function.block(from).name.clone());
    let block = function.block_mut(from);
    let commands = block.commands.split_off(position);
    let here = commands.first().and_then(|command| command.location);
    let location = std::mem::replace(&mut block.location, here);
    let terminator = std::mem::replace(&mut block.terminator, Terminator::Jump(rest));
    for phi in function.blocks.iter_mut().flat_map(|block| &mut block.phis) {
        phi.arguments.iter_mut().filter(|(source, _)| *source == from).for_each(|(source, _)| *source = rest);
    }
    let block = function.block_mut(rest);
    (block.commands, block.terminator, block.location) = (commands, terminator, location);
    rest
}

/// Lets all returns go through one block, whose phis are the parameters and the results.
fn gather_returns(function: &mut Function) -> Option<BlockId> {
    let returns: Vec<(BlockId, Vec<ValueId>)> = function
        .block_ids()
        .filter_map(|id| match &function.block(id).terminator {
            Terminator::Return(values) => Some((id, values.clone())),
            _ => None,
        })
        .collect();
    if returns.is_empty() {
        return None;
    }
    let block = function.add_block("returned");
    let parameters = function.parameters.clone();
    for parameter in &parameters {
        let (ty, name) = (function.type_of(*parameter), function.value(*parameter).name.clone());
        function.add_phi(block, ty, name);
    }
    for ty in function.results.clone() {
        function.add_phi(block, ty, Some("result".into()));
    }
    let mut phis = std::mem::take(&mut function.block_mut(block).phis);
    for (from, values) in &returns {
        for (phi, value) in phis.iter_mut().zip(parameters.iter().chain(values)) {
            phi.arguments.push((*from, *value));
        }
        function.block_mut(*from).terminator = Terminator::Jump(block);
    }
    let results = phis[parameters.len()..].iter().map(|phi| phi.result).collect();
    let end = function.block_mut(block);
    (end.phis, end.terminator) = (phis, Terminator::Return(results));
    Some(block)
}
