//! Constants across the whole program: sparse conditional constant propagation (Wegman and Zadeck)
//! through branches, phis, parameters, results, and globals that are never written.
//!
//! Everything is taken to be never computed until it is found to be, so constants survive loops
//! and recursion, and what only branches that are never taken would change.

use super::initial::Initials;
use super::objects::Objects;
use euclase_program::passes::{
    Folded, Substitution, fold_command, fold_constants, remove_unreachable_blocks, remove_unreachable_functions,
};
use euclase_program::{
    BlockId, CallGraph, Callee, CommandKind, Constant, Function, FunctionId, Program, Terminator, ValueId,
};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Replaces what is constant in all runs by constants, and takes the branches that are always
/// taken. No run changes.
pub fn propagate_constants(program: &mut Program) -> bool {
    let Some(entry) = program.entry else { return false };
    let mut search = Search::new(program);
    search.run(entry);
    let known: Vec<Vec<Known>> = search.functions.into_iter().map(|state| state.values).collect();
    let width = program.pointer_width;
    let mut changed = false;
    for (function, known) in program.functions.iter_mut().zip(known) {
        if !function.is_declaration() {
            changed |= replace(function, &known, width);
        }
    }
    remove_unreachable_functions(program) | changed
}

/// What is known about a value.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Known {
    /// It was never computed so far.
    Nothing,
    /// It is this whenever it is computed.
    Constant(Constant),
    /// It can be more than one thing.
    Varying,
}

impl Known {
    fn constant(&self) -> Option<&Constant> {
        match self {
            Known::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// Takes another possibility into account. Says whether that changed anything.
    fn join(&mut self, other: &Known) -> bool {
        let joined = match (&*self, other) {
            (_, Known::Nothing) | (Known::Varying, _) => return false,
            (Known::Nothing, other) => other.clone(),
            (Known::Constant(one), Known::Constant(two)) if one == two => return false,
            (Known::Constant(_), _) => Known::Varying,
        };
        *self = joined;
        true
    }
}

/// Where a value is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Use {
    /// As an argument of a phi: the block, the phi, the argument.
    Phi(BlockId, usize, usize),
    Command(BlockId, usize),
    Terminator(BlockId),
}

/// What is known about a function.
struct State {
    values: Vec<Known>,
    results: Vec<Known>,
    uses: Vec<Vec<Use>>,
    /// The calls that were found to be made.
    calls: FxHashSet<(FunctionId, BlockId, usize)>,
    entered: Vec<bool>,
    edges: FxHashSet<(BlockId, BlockId)>,
}

impl State {
    fn of(function: &Function) -> State {
        let known = |index: usize| match function.constant_of(ValueId::new(index)) {
            Some(constant) => Known::Constant(constant.clone()),
            None => Known::Nothing,
        };
        let mut uses = vec![Vec::new(); function.value_count()];
        for id in function.block_ids() {
            let block = function.block(id);
            for (position, phi) in block.phis.iter().enumerate() {
                let arguments = phi.arguments.iter().enumerate();
                arguments.for_each(|(index, (_, value))| uses[value.index()].push(Use::Phi(id, position, index)));
            }
            for (position, command) in block.commands.iter().enumerate() {
                command.kind.for_each_operand(|value| uses[value.index()].push(Use::Command(id, position)));
            }
            block.terminator.for_each_operand(|value| uses[value.index()].push(Use::Terminator(id)));
        }
        // Constants never change, and often have very many uses.
        (0..uses.len()).filter(|index| known(*index) != Known::Nothing).for_each(|index| uses[index].clear());
        State {
            values: (0..function.value_count()).map(known).collect(),
            results: vec![Known::Nothing; function.results.len()],
            uses,
            calls: FxHashSet::default(),
            entered: vec![false; function.blocks.len()],
            edges: FxHashSet::default(),
        }
    }
}

struct Search<'a> {
    program: &'a Program,
    objects: Objects,
    initials: Initials,
    functions: Vec<State>,
    blocks: Vec<(FunctionId, BlockId)>,
    /// First in, first out, so that changes that belong together arrive together.
    waiting: VecDeque<(FunctionId, Use)>,
    /// What is in the list, since a call has many arguments that change together.
    is_waiting: FxHashSet<(FunctionId, Use)>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program) -> Self {
        Search {
            program,
            objects: Objects::of(program),
            initials: Initials::of(program),
            functions: program.functions.iter().map(State::of).collect(),
            blocks: Vec::new(),
            waiting: VecDeque::new(),
            is_waiting: FxHashSet::default(),
        }
    }

    fn run(&mut self, entry: FunctionId) {
        let calls = CallGraph::of(self.program);
        for id in self.program.function_ids() {
            // Such a function can be called with anything.
            if id == entry || calls.is_address_taken(id) {
                let parameters = &self.program.function(id).parameters;
                parameters.iter().for_each(|parameter| self.learn(id, *parameter, &Known::Varying));
                self.enter(id, Function::ENTRY);
            }
        }
        loop {
            if let Some((function, place)) = self.waiting.pop_front() {
                self.is_waiting.remove(&(function, place));
                match place {
                    Use::Phi(block, position, argument) => self.phi(function, block, position, argument),
                    Use::Command(block, position) => self.command(function, block, position),
                    Use::Terminator(block) => self.terminator(function, block),
                }
            } else if let Some((id, block)) = self.blocks.pop() {
                let function = self.program.function(id);
                (0..function.block(block).commands.len()).for_each(|position| self.command(id, block, position));
                self.terminator(id, block);
            } else {
                break;
            }
        }
    }

    fn enter(&mut self, id: FunctionId, block: BlockId) {
        let state = &mut self.functions[id.index()];
        if state.entered.get(block.index()) == Some(&false) {
            state.entered[block.index()] = true;
            self.blocks.push((id, block));
        }
    }

    fn learn(&mut self, id: FunctionId, value: ValueId, known: &Known) {
        let state = &mut self.functions[id.index()];
        if state.values[value.index()].join(known) {
            let uses = state.uses[value.index()].iter().map(|place| (id, *place));
            self.waiting.extend(uses.filter(|place| self.is_waiting.insert(*place)));
        }
    }

    fn edge(&mut self, id: FunctionId, from: BlockId, to: BlockId) {
        if !self.functions[id.index()].edges.insert((from, to)) {
            return;
        }
        self.enter(id, to);
        let phis = &self.program.function(id).block(to).phis;
        // The arguments of all phis of a block usually stand in one order.
        let mut guess = 0;
        for (position, phi) in phis.iter().enumerate() {
            let fits = |index: &usize| phi.arguments.get(*index).is_some_and(|(block, _)| *block == from);
            let index = Some(guess).filter(fits).or_else(|| (0..phi.arguments.len()).find(fits));
            if let Some(index) = index {
                guess = index;
                self.phi(id, to, position, index);
            }
        }
    }

    /// Takes an argument of a phi into account.
    fn phi(&mut self, id: FunctionId, block: BlockId, position: usize, argument: usize) {
        let phi = &self.program.function(id).block(block).phis[position];
        let (from, value) = phi.arguments[argument];
        let state = &self.functions[id.index()];
        if state.values[phi.result.index()] != Known::Varying && state.edges.contains(&(from, block)) {
            let known = state.values[value.index()].clone();
            self.learn(id, phi.result, &known);
        }
    }

    fn command(&mut self, id: FunctionId, block: BlockId, position: usize) {
        if !self.functions[id.index()].entered[block.index()] {
            return;
        }
        let function = self.program.function(id);
        let command = &function.block(block).commands[position];
        if let CommandKind::Call { callee, arguments } = &command.kind {
            return self.call((id, block, position), *callee, arguments, &command.results);
        }
        let [result] = command.results[..] else { return };
        let known = self.compute(id, &command.kind, result);
        self.learn(id, result, &known);
    }

    fn compute(&self, id: FunctionId, kind: &CommandKind, result: ValueId) -> Known {
        let values = &self.functions[id.index()].values;
        let value = |value: ValueId| &values[value.index()];
        let function = self.program.function(id);
        let ty = function.type_of(result);
        if let CommandKind::Select(condition, then, otherwise) = kind {
            return match value(*condition) {
                Known::Nothing => Known::Nothing,
                Known::Constant(Constant::Bits(bits)) if bits.is_zero() => value(*otherwise).clone(),
                Known::Constant(_) => value(*then).clone(),
                Known::Varying => {
                    let mut known = value(*then).clone();
                    known.join(value(*otherwise));
                    known
                }
            };
        }
        let mut complete = true;
        kind.for_each_operand(|operand| complete &= *value(operand) != Known::Nothing);
        if !complete {
            return Known::Nothing;
        }
        if let CommandKind::Load { address } = kind {
            let Known::Constant(Constant::Global(global, offset)) = value(*address) else { return Known::Varying };
            if self.objects.may_be_written(self.program, *global) {
                return Known::Varying;
            }
            let found = self.initials.value(self.program, *global, *offset, ty);
            return found.map_or(Known::Varying, Known::Constant);
        }
        match fold_command(function, kind, ty, self.program.pointer_width, &|operand| value(operand).constant()) {
            Some(Folded::Constant(constant)) => Known::Constant(constant),
            Some(Folded::Value(operand)) => value(operand).clone(),
            None => Known::Varying,
        }
    }

    fn call(
        &mut self,
        site: (FunctionId, BlockId, usize),
        callee: Callee,
        arguments: &'a [ValueId],
        results: &'a [ValueId],
    ) {
        let caller = site.0;
        let callee = match callee {
            Callee::Direct(callee) if !self.program.function(callee).is_declaration() => callee,
            _ => return results.iter().for_each(|result| self.learn(caller, *result, &Known::Varying)),
        };
        for (parameter, argument) in self.program.function(callee).parameters.iter().zip(arguments) {
            let known = self.functions[caller.index()].values[argument.index()].clone();
            self.learn(callee, *parameter, &known);
        }
        let state = &mut self.functions[callee.index()];
        state.calls.insert(site);
        let known = state.results.clone();
        self.enter(callee, Function::ENTRY);
        for (result, known) in results.iter().zip(&known) {
            self.learn(caller, *result, known);
        }
    }

    fn terminator(&mut self, id: FunctionId, block: BlockId) {
        if !self.functions[id.index()].entered[block.index()] {
            return;
        }
        let terminator = &self.program.function(id).block(block).terminator;
        match terminator {
            Terminator::Branch(value, ..) | Terminator::Switch { value, .. } => {
                match &self.functions[id.index()].values[value.index()] {
                    Known::Nothing => {}
                    Known::Constant(Constant::Bits(bits)) => {
                        let target = match terminator {
                            Terminator::Branch(_, then, otherwise) => {
                                if bits.is_zero() {
                                    *otherwise
                                } else {
                                    *then
                                }
                            }
                            Terminator::Switch { cases, default, .. } => {
                                cases.iter().find(|(case, _)| case == bits).map_or(*default, |(_, target)| *target)
                            }
                            _ => return,
                        };
                        self.edge(id, block, target);
                    }
                    _ => terminator.successors().into_iter().for_each(|target| self.edge(id, block, target)),
                }
            }
            Terminator::Jump(target) => self.edge(id, block, *target),
            Terminator::Return(values) => {
                let state = &mut self.functions[id.index()];
                let State { results, values: known, .. } = state;
                let mut changed = false;
                for (result, value) in results.iter_mut().zip(values) {
                    changed |= result.join(&known[value.index()]);
                }
                if changed {
                    let sites = state.calls.iter().map(|(caller, block, at)| (*caller, Use::Command(*block, *at)));
                    self.waiting.extend(sites.filter(|place| self.is_waiting.insert(*place)));
                }
            }
            Terminator::Unreachable | Terminator::Exit => {}
            Terminator::Error { .. } | Terminator::Unsupported { .. } => {}
        }
    }
}

fn replace(function: &mut Function, known: &[Known], pointer_width: u32) -> bool {
    let mut substitution = Substitution::new(function);
    let mut gone = vec![false; function.value_count()];
    for (index, known) in known.iter().enumerate() {
        let value = ValueId::new(index);
        if let (Known::Constant(constant), None) = (known, function.constant_of(value)) {
            let constant = function.constant(function.type_of(value), constant.clone());
            substitution.replace(value, constant);
            gone[index] = true;
        }
    }
    let mut changed = false;
    if !substitution.is_empty() {
        changed |= substitution.apply(function);
        for block in &mut function.blocks {
            let before = block.phis.len() + block.commands.len();
            block.phis.retain(|phi| !gone[phi.result.index()]);
            block.commands.retain(|command| {
                !command.kind.is_pure() || !command.results.first().is_some_and(|result| gone[result.index()])
            });
            changed |= block.phis.len() + block.commands.len() != before;
        }
    }
    changed |= fold_constants(function, pointer_width);
    remove_unreachable_blocks(function) | changed
}
