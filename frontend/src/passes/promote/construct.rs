//! Putting scalars into static single assignment form: phis where definitions meet, and renaming
//! along the dominator tree (Cytron and others), both only where a scalar is alive.

use super::effects::{Context, Effect, Source};
use super::scalars::Scalar;
use crate::passes::objects::Object;
use euclase_program::passes::Substitution;
use euclase_program::{
    BitVecValue, BlockId, Cfg, Command, CommandKind, Constant, Function, FunctionId, Initial, NondetOrigin, Phi,
    Program, Terminator, ValueId, VariableId,
};
use rustc_hash::FxHashMap;

/// How many blocks, once for each scalar, are gone through to see where it is alive. Beyond that, phis that
/// nobody needs are made and left to be removed.
const MOST_BLOCKS_FOR_ALL: usize = 20_000_000;

/// What does not change from function to function.
pub(super) struct Shared<'a> {
    pub context: Context<'a>,
    /// The variable of the source that each scalar is.
    pub variables: Vec<Option<VariableId>>,
    /// How many parameters each function had at first.
    pub parameters: Vec<usize>,
    /// The programs' functions as they were, by which effects are told.
    pub before: &'a Program,
}

/// Rewrites a function of a program. Says whether there was anything to do.
pub(super) fn rewrite(shared: &Shared<'_>, program: &mut Program, id: FunctionId) -> bool {
    let before = shared.before;
    let old = before.function(id);
    if old.is_declaration() {
        return false;
    }
    let cfg = Cfg::of(old);
    let effects: Vec<Vec<Effect>> = old
        .blocks
        .iter()
        .map(|block| block.commands.iter().map(|command| shared.context.effect(before, id, command)).collect())
        .collect();
    let threads = shared.context.threads;
    let concerns = |effect: &Effect| match effect {
        Effect::None => false,
        Effect::Call(callee) => !threads.ins[callee.index()].is_empty(),
        _ => true,
    };
    if !effects.iter().flatten().any(concerns) {
        return false;
    }
    let is_entry = before.entry == Some(id);
    let mut construction = Construction {
        shared,
        id,
        is_entry,
        effects,
        phis: vec![Vec::new(); old.blocks.len()],
        current: FxHashMap::default(),
        log: Vec::new(),
        substitution: Substitution::new(old),
    };
    let function = program.function_mut(id);
    construction.place_phis(function, &cfg);
    construction.begin(before, function);
    construction.rename(before, function, &cfg);
    construction.substitution.apply(function);
    true
}

struct Construction<'a> {
    shared: &'a Shared<'a>,
    id: FunctionId,
    is_entry: bool,
    effects: Vec<Vec<Effect>>,
    /// The new phis of each block: the scalar, and where the phi stands in the block.
    phis: Vec<Vec<(usize, usize)>>,
    current: FxHashMap<usize, ValueId>,
    /// What was current before, to go back to.
    log: Vec<(usize, Option<ValueId>)>,
    substitution: Substitution,
}

/// Where a scalar is used before it is defined in a block, and where it is defined.
#[derive(Default)]
struct Sites {
    used: Vec<BlockId>,
    defined: Vec<BlockId>,
}

impl Construction<'_> {
    fn scalar(&self, number: usize) -> Scalar {
        self.shared.context.scalars.list[number]
    }

    fn ins(&self, id: FunctionId) -> &[usize] {
        &self.shared.context.threads.ins[id.index()]
    }

    fn outs(&self, id: FunctionId) -> &[usize] {
        &self.shared.context.threads.outs[id.index()]
    }

    /// The scalars that a return of this function hands back.
    fn returned(&self) -> &[usize] {
        if self.is_entry { &[] } else { self.outs(self.id) }
    }

    fn sites(&self, function: &Function) -> Vec<(usize, Sites)> {
        let mut sites: FxHashMap<usize, Sites> = FxHashMap::default();
        let used = |scalar: usize, block: BlockId, sites: &mut FxHashMap<usize, Sites>| {
            let sites = sites.entry(scalar).or_default();
            if sites.defined.last() != Some(&block) && sites.used.last() != Some(&block) {
                sites.used.push(block);
            }
        };
        let defined = |scalar: usize, block: BlockId, sites: &mut FxHashMap<usize, Sites>| {
            let sites = sites.entry(scalar).or_default();
            if sites.defined.last() != Some(&block) {
                sites.defined.push(block);
            }
        };
        self.ins(self.id).iter().for_each(|scalar| defined(*scalar, Function::ENTRY, &mut sites));
        for block in function.block_ids() {
            for effect in &self.effects[block.index()] {
                match effect {
                    Effect::None | Effect::Goes => {}
                    Effect::Read(scalar) => used(*scalar, block, &mut sites),
                    Effect::Write(parts) => {
                        for (_, source) in parts {
                            if let Source::Scalar(scalar) = source {
                                used(*scalar, block, &mut sites);
                            }
                        }
                        parts.iter().for_each(|(scalar, _)| defined(*scalar, block, &mut sites));
                    }
                    Effect::Forget(scalars) => scalars.iter().for_each(|scalar| defined(*scalar, block, &mut sites)),
                    Effect::Call(callee) => {
                        self.ins(*callee).iter().for_each(|scalar| used(*scalar, block, &mut sites));
                        self.outs(*callee).iter().for_each(|scalar| defined(*scalar, block, &mut sites));
                    }
                }
            }
            if matches!(function.block(block).terminator, Terminator::Return(_)) {
                self.returned().iter().for_each(|scalar| used(*scalar, block, &mut sites));
            }
        }
        let mut sites: Vec<(usize, Sites)> = sites.into_iter().collect();
        sites.sort_by_key(|(scalar, _)| *scalar);
        sites
    }

    fn place_phis(&mut self, function: &mut Function, cfg: &Cfg) {
        let frontiers = frontiers(function, cfg);
        let count = function.blocks.len();
        // Marks of a scalar are its number plus one, so that they need not be cleared.
        let (mut alive, mut kills, mut done) = (vec![0; count], vec![0; count], vec![0; count]);
        let all = self.sites(function);
        let prunes = all.len().saturating_mul(count) <= MOST_BLOCKS_FOR_ALL;
        // Where nothing is alive, such as the end that thousands of blocks lead to, there are no phis in any case.
        let users: Vec<BlockId> = all.iter().flat_map(|(_, sites)| &sites.used).copied().collect();
        let leads_to_use = cfg.reaching(&users);
        for (number, sites) in all {
            let mark = number + 1;
            sites.defined.iter().for_each(|block| kills[block.index()] = mark);
            let mut waiting = if prunes { sites.used } else { Vec::new() };
            while let Some(block) = waiting.pop() {
                if std::mem::replace(&mut alive[block.index()], mark) != mark {
                    waiting.extend(cfg.predecessors(block).filter(|from| kills[from.index()] != mark));
                }
            }
            let mut waiting = sites.defined;
            while let Some(block) = waiting.pop() {
                for join in &frontiers[block.index()] {
                    let new = std::mem::replace(&mut done[join.index()], mark) != mark;
                    let is_alive = if prunes { alive[join.index()] == mark } else { leads_to_use[join.index()] };
                    if new && is_alive {
                        let ty = self.scalar(number).ty;
                        let result = function.add_value(ty, None);
                        let phis = &mut function.block_mut(*join).phis;
                        self.phis[join.index()].push((number, phis.len()));
                        phis.push(Phi { result, arguments: Vec::new() });
                        waiting.push(*join);
                    }
                }
            }
        }
    }

    /// Gives the scalars of globals their values at the beginning of the function.
    fn begin(&mut self, program: &Program, function: &mut Function) {
        let mut first = Vec::new();
        for number in self.ins(self.id).to_vec() {
            let Scalar { object, offset, ty } = self.scalar(number);
            let Object::Global(global) = object else { continue };
            let name = &program.global(global).name;
            let value = if !self.is_entry {
                function.add_parameter(ty, Some(name.clone()))
            } else if program.global(global).initial == Initial::Any {
                let result = function.add_value(ty, Some(name.clone()));
                let kind = CommandKind::Nondet(NondetOrigin::Havoc(name.as_str().into()));
                first.push(Command { results: vec![result], kind, location: None });
                result
            } else {
                let offset = i64::try_from(offset).unwrap_or(i64::MAX);
                let known = self.shared.context.initials.value(program, global, offset, ty);
                // Without a known value the global would not be promoted.
                let zero = Constant::Bits(BitVecValue::zero(ty.width(program.pointer_width)));
                function.constant(ty, known.unwrap_or(zero))
            };
            self.current.insert(number, value);
        }
        function.block_mut(Function::ENTRY).commands.splice(0..0, first.iter().cloned());
        let effects = &mut self.effects[Function::ENTRY.index()];
        effects.splice(0..0, first.iter().map(|_| Effect::None));
        if !self.is_entry {
            let types: Vec<_> = self.returned().iter().map(|number| self.scalar(*number).ty).collect();
            function.results.extend(types);
        }
    }

    fn rename(&mut self, program: &Program, function: &mut Function, cfg: &Cfg) {
        let mut children: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
        for block in cfg.reverse_postorder() {
            if let Some(dominator) = cfg.immediate_dominator(*block) {
                children[dominator.index()].push(*block);
            }
        }
        // A block to visit, or how long the log was before one was visited.
        let mut stack = vec![Ok(Function::ENTRY)];
        while let Some(next) = stack.pop() {
            match next {
                Ok(block) => {
                    stack.push(Err(self.log.len()));
                    self.block(program, function, cfg, block);
                    stack.extend(children[block.index()].iter().rev().map(|child| Ok(*child)));
                }
                Err(length) => {
                    for (number, before) in self.log.drain(length..).rev() {
                        match before {
                            Some(value) => self.current.insert(number, value),
                            None => self.current.remove(&number),
                        };
                    }
                }
            }
        }
    }

    fn set(&mut self, number: usize, value: ValueId) {
        let before = self.current.insert(number, value);
        self.log.push((number, before));
    }

    fn get(&mut self, program: &Program, function: &mut Function, number: usize) -> ValueId {
        let ty = self.scalar(number).ty;
        // All uses are dominated by a definition, as the address is by the alloca.
        let zero = Constant::Bits(BitVecValue::zero(ty.width(program.pointer_width)));
        self.current.get(&number).copied().unwrap_or_else(|| function.constant(ty, zero))
    }

    fn block(&mut self, program: &Program, function: &mut Function, cfg: &Cfg, block: BlockId) {
        for (number, position) in self.phis[block.index()].clone() {
            let result = function.block(block).phis[position].result;
            self.set(number, result);
        }
        let commands = std::mem::take(&mut function.block_mut(block).commands);
        let effects = std::mem::take(&mut self.effects[block.index()]);
        let mut kept = Vec::with_capacity(commands.len());
        for (command, effect) in commands.into_iter().zip(effects) {
            self.command(program, function, command, effect, &mut kept);
        }
        function.block_mut(block).commands = kept;
        if matches!(function.block(block).terminator, Terminator::Return(_)) {
            let numbers = self.returned().to_vec();
            let more: Vec<ValueId> = numbers.iter().map(|number| self.get(program, function, *number)).collect();
            if let Terminator::Return(values) = &mut function.block_mut(block).terminator {
                values.extend(more);
            }
        }
        for successor in cfg.successors(block).collect::<Vec<_>>() {
            for (number, position) in self.phis[successor.index()].clone() {
                let value = self.get(program, function, number);
                function.block_mut(successor).phis[position].arguments.push((block, value));
            }
        }
    }

    fn command(
        &mut self,
        program: &Program,
        function: &mut Function,
        mut command: Command,
        effect: Effect,
        kept: &mut Vec<Command>,
    ) {
        let location = command.location;
        match effect {
            Effect::None => kept.push(command),
            Effect::Goes => {}
            Effect::Read(number) => {
                let value = self.get(program, function, number);
                command.results.iter().for_each(|result| self.substitution.replace(*result, value));
            }
            Effect::Write(parts) => {
                let mut values = Vec::with_capacity(parts.len());
                for (number, source) in parts {
                    let value = match source {
                        Source::Value(value) => value,
                        Source::Scalar(from) => self.get(program, function, from),
                        Source::Constant(constant) => function.constant(self.scalar(number).ty, constant),
                    };
                    values.push((number, value));
                }
                for (number, value) in values {
                    self.set(number, value);
                    if let Some(variable) = self.shared.variables[number] {
                        let kind = CommandKind::Variable(variable, value);
                        kept.push(Command { results: Vec::new(), kind, location });
                    }
                }
            }
            Effect::Forget(numbers) => {
                let CommandKind::Alloca { variable, .. } = command.kind else { return };
                let whole = variable.map_or(String::new(), |variable| program.variable(variable).name.clone());
                for number in numbers {
                    let known = self.shared.variables[number].and_then(|id| program.variables.get(id.index()));
                    let name = known.map_or(whole.clone(), |variable| variable.name.clone());
                    let result = function.add_value(self.scalar(number).ty, Some(name.clone()));
                    let kind = CommandKind::Nondet(NondetOrigin::Uninitialised(name.into()));
                    kept.push(Command { results: vec![result], kind, location });
                    self.set(number, result);
                }
            }
            Effect::Call(callee) => {
                let ins = self.ins(callee).to_vec();
                let more: Vec<ValueId> = ins.iter().map(|number| self.get(program, function, *number)).collect();
                if let CommandKind::Call { arguments, .. } = &mut command.kind {
                    let at = self.shared.parameters[callee.index()].min(arguments.len());
                    arguments.splice(at..at, more);
                }
                for number in self.outs(callee).to_vec() {
                    let result = function.add_value(self.scalar(number).ty, None);
                    command.results.push(result);
                    self.set(number, result);
                }
                kept.push(command);
            }
        }
    }
}

/// The dominance frontier of each block: where its dominance ends.
fn frontiers(function: &Function, cfg: &Cfg) -> Vec<Vec<BlockId>> {
    let mut frontiers: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
    for join in cfg.reverse_postorder() {
        let predecessors: Vec<BlockId> = cfg.predecessors(*join).filter(|from| cfg.is_reachable(*from)).collect();
        if predecessors.len() < 2 {
            continue;
        }
        let stop = cfg.immediate_dominator(*join);
        for from in predecessors {
            let mut at = Some(from);
            while let Some(block) = at.filter(|_| at != stop) {
                if frontiers[block.index()].last() == Some(join) {
                    break;
                }
                frontiers[block.index()].push(*join);
                at = cfg.immediate_dominator(block);
            }
        }
    }
    frontiers
}
