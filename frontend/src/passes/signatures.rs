//! Parameters that nothing uses and results that no call uses.

use euclase_program::{CallGraph, Callee, CommandKind, Function, FunctionId, Program, Terminator, ValueId};

/// Removes parameters and results that do not matter from all functions whose calls are all known.
/// What only a variable of the source has as its value is not used.
pub fn shrink_signatures(program: &mut Program) -> bool {
    let calls = CallGraph::of(program);
    let mut parameters: Vec<Vec<bool>> = Vec::with_capacity(program.functions.len());
    let mut results: Vec<Vec<bool>> = Vec::with_capacity(program.functions.len());
    for id in program.function_ids() {
        let function = program.function(id);
        let fixed =
            calls.is_address_taken(id) || program.entry == Some(id) || function.is_declaration() || function.variadic;
        let used = uses(function);
        parameters.push(function.parameters.iter().map(|value| fixed || used[value.index()]).collect());
        results.push(vec![fixed; function.results.len()]);
    }
    for function in &program.functions {
        let used = uses(function);
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            if let CommandKind::Call { callee: Callee::Direct(callee), .. } = command.kind {
                for (needed, result) in results[callee.index()].iter_mut().zip(&command.results) {
                    *needed |= used[result.index()];
                }
            }
        }
    }
    let shrinks = |id: &FunctionId| parameters[id.index()].contains(&false) || results[id.index()].contains(&false);
    if !program.function_ids().any(|id| shrinks(&id)) {
        return false;
    }
    for id in program.function_ids() {
        let function = program.function_mut(id);
        if shrinks(&id) {
            drop_variables(function, &parameters[id.index()]);
            keep(&mut function.parameters, &parameters[id.index()]);
            keep(&mut function.results, &results[id.index()]);
        }
        drop_unused_results(function, &results);
        for block in &mut function.blocks {
            for command in &mut block.commands {
                if let CommandKind::Call { callee: Callee::Direct(callee), arguments } = &mut command.kind {
                    keep(arguments, &parameters[callee.index()]);
                    keep(&mut command.results, &results[callee.index()]);
                }
            }
            if let Terminator::Return(values) = &mut block.terminator {
                keep(values, &results[id.index()]);
            }
        }
    }
    true
}

/// Which values are used other than as the value of a variable of the source.
fn uses(function: &Function) -> Vec<bool> {
    let mut used = vec![false; function.value_count()];
    let mut visit = |value: ValueId| used[value.index()] = true;
    for block in &function.blocks {
        block.phis.iter().flat_map(|phi| &phi.arguments).for_each(|(_, value)| visit(*value));
        for command in &block.commands {
            if !matches!(command.kind, CommandKind::Variable(..)) {
                command.kind.for_each_operand(&mut visit);
            }
        }
        block.terminator.for_each_operand(&mut visit);
    }
    used
}

/// Keeps the items that are marked, and those that have no mark.
fn keep<T>(items: &mut Vec<T>, marks: &[bool]) {
    let mut marks = marks.iter();
    items.retain(|_| marks.next().copied().unwrap_or(true));
}

/// Forgets that variables of the source have the values of parameters that go.
fn drop_variables(function: &mut Function, kept: &[bool]) {
    let mut gone = vec![false; function.value_count()];
    for (parameter, kept) in function.parameters.iter().zip(kept) {
        gone[parameter.index()] = !kept;
    }
    retain_variables(function, &gone);
}

/// The same for results of calls.
fn drop_unused_results(function: &mut Function, results: &[Vec<bool>]) {
    let mut gone = vec![false; function.value_count()];
    for command in function.blocks.iter().flat_map(|block| &block.commands) {
        if let CommandKind::Call { callee: Callee::Direct(callee), .. } = command.kind {
            for (result, kept) in command.results.iter().zip(&results[callee.index()]) {
                gone[result.index()] = !kept;
            }
        }
    }
    retain_variables(function, &gone);
}

fn retain_variables(function: &mut Function, gone: &[bool]) {
    for block in &mut function.blocks {
        block
            .commands
            .retain(|command| !matches!(command.kind, CommandKind::Variable(_, value) if gone[value.index()]));
    }
}
