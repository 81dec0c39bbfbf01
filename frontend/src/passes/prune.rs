//! Cutting off what leads to no error: where none can follow, the program may as well end.

use euclase_program::passes::{remove_unreachable_blocks, remove_unreachable_functions};
use euclase_program::{
    BlockId, CallGraph, Callee, Cfg, Command, CommandKind, Function, FunctionId, Program, Terminator,
};

/// Whether a run may reach an error or something unsupported, as far as the flow of control can
/// tell. If not, the program has its property.
pub fn has_errors(program: &Program) -> bool {
    let Some(entry) = program.entry else { return false };
    Errors::of(program).may_fail[entry.index()]
}

/// Ends the program as soon as no error and nothing unsupported can be reached any more. Assumptions
/// made later go with the rest: what they exclude would have been fine anyway.
pub fn prune(program: &mut Program) -> bool {
    let mut changed = false;
    for function in &mut program.functions {
        changed |= !function.is_declaration() && remove_unreachable_blocks(function);
    }
    changed |= remove_unreachable_functions(program);
    if program.entry.is_none() {
        return changed;
    }
    let errors = Errors::of(program);
    let useful = errors.useful(program);
    for (id, useful) in program.function_ids().zip(useful) {
        let Some(useful) = useful else { continue };
        changed |= cut(program.function_mut(id), &errors, &useful);
    }
    remove_unreachable_functions(program) | changed
}

/// Which functions may fail: reach an error or something unsupported, themselves or by a call.
pub(super) struct Errors {
    calls: CallGraph,
    pub may_fail: Vec<bool>,
    indirect_calls_may_fail: bool,
}

/// What leads to something that may fail.
#[derive(Clone)]
struct Useful {
    /// Which blocks do, by the index of the block.
    blocks: Vec<bool>,
    /// Whether something may fail after the function has returned.
    after_return: bool,
}

fn fails(terminator: &Terminator) -> bool {
    matches!(terminator, Terminator::Error { .. } | Terminator::Unsupported { .. })
}

impl Errors {
    pub fn of(program: &Program) -> Errors {
        let calls = CallGraph::of(program);
        let count = program.functions.len();
        let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); count];
        let mut may_fail = vec![false; count];
        let mut waiting = Vec::new();
        let mut indirect_callers = Vec::new();
        for id in program.function_ids() {
            let function = program.function(id);
            let cfg = Cfg::of(function);
            for block in cfg.reverse_postorder().iter().map(|block| function.block(*block)) {
                if fails(&block.terminator) {
                    waiting.push(id);
                }
                for command in &block.commands {
                    match command.kind {
                        CommandKind::Call { callee: Callee::Direct(callee), .. } => callers[callee.index()].push(id),
                        CommandKind::Call { callee: Callee::Indirect(_), .. } => indirect_callers.push(id),
                        _ => {}
                    }
                }
            }
        }
        let mut indirect_calls_may_fail = false;
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut may_fail[id.index()], true) {
                continue;
            }
            waiting.extend(&callers[id.index()]);
            if calls.is_address_taken(id) {
                indirect_calls_may_fail = true;
                waiting.append(&mut indirect_callers);
            }
        }
        Errors { calls, may_fail, indirect_calls_may_fail }
    }

    /// Whether a command is a call during which the program may fail.
    pub fn may_fail(&self, command: &Command) -> bool {
        match command.kind {
            CommandKind::Call { callee: Callee::Direct(callee), .. } => self.may_fail[callee.index()],
            CommandKind::Call { callee: Callee::Indirect(_), .. } => self.indirect_calls_may_fail,
            _ => false,
        }
    }

    /// For each function with a body, what leads to something that may fail.
    fn useful(&self, program: &Program) -> Vec<Option<Useful>> {
        let count = program.functions.len();
        let mut useful: Vec<Option<Useful>> = vec![None; count];
        let mut return_matters = vec![false; count];
        let with_body = |id: &FunctionId| !program.function(*id).is_declaration();
        let mut waiting: Vec<FunctionId> = program.function_ids().filter(with_body).collect();
        while let Some(id) = waiting.pop() {
            let function = program.function(id);
            let cfg = Cfg::of(function);
            let is_seed = |block: &BlockId| {
                let block = function.block(*block);
                let returns = matches!(block.terminator, Terminator::Return(_)) && return_matters[id.index()];
                returns || fails(&block.terminator) || block.commands.iter().any(|command| self.may_fail(command))
            };
            let seeds: Vec<BlockId> = cfg.reverse_postorder().iter().copied().filter(is_seed).collect();
            let found = cfg.reaching(&seeds);
            for block in cfg.reverse_postorder() {
                let mut matters = end_is_useful(function, *block, &found, return_matters[id.index()]);
                for command in function.block(*block).commands.iter().rev() {
                    if let (true, CommandKind::Call { callee, .. }) = (matters, &command.kind) {
                        for callee in self.callees(program, *callee) {
                            if with_body(&callee) && !std::mem::replace(&mut return_matters[callee.index()], true) {
                                waiting.push(callee);
                            }
                        }
                    }
                    matters |= self.may_fail(command);
                }
            }
            useful[id.index()] = Some(Useful { blocks: found, after_return: return_matters[id.index()] });
        }
        useful
    }

    fn callees(&self, program: &Program, callee: Callee) -> Vec<FunctionId> {
        match callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(_) => program.function_ids().filter(|id| self.calls.is_address_taken(*id)).collect(),
        }
    }
}

/// Whether something may fail after the last command of a block. The rest of the blocks has to be
/// known, and whether something may fail after a return.
fn end_is_useful(function: &Function, block: BlockId, useful: &[bool], return_matters: bool) -> bool {
    match &function.block(block).terminator {
        Terminator::Error { .. } | Terminator::Unsupported { .. } => true,
        Terminator::Return(_) => return_matters,
        terminator => {
            let mut found = false;
            terminator.for_each_target(|target| found |= useful[target.index()]);
            found
        }
    }
}

/// Lets all ways to where nothing fails end in one block.
fn cut(function: &mut Function, errors: &Errors, useful: &Useful) -> bool {
    let Useful { blocks: useful, after_return } = useful;
    let mut changed = false;
    let mut exit = None;
    for id in function.block_ids() {
        if end_is_useful(function, id, useful, *after_return) {
            continue;
        }
        let block = function.block_mut(id);
        let keep = block.commands.iter().rposition(|command| errors.may_fail(command)).map_or(0, |last| last + 1);
        changed |= block.terminator != Terminator::Exit || block.commands.len() != keep;
        block.commands.truncate(keep);
        block.terminator = Terminator::Exit;
        if !useful[id.index()] {
            changed |= !block.phis.is_empty();
            block.phis.clear();
            if id != Function::ENTRY {
                exit = exit.or(Some(id));
            }
        }
    }
    let Some(exit) = exit else { return changed | remove_unreachable_blocks(function) };
    for id in function.block_ids() {
        function.block_mut(id).terminator.for_each_target_mut(|target| {
            if !useful[target.index()] {
                *target = exit;
            }
        });
    }
    remove_unreachable_blocks(function) | changed
}
