//! Property-directed slicing: what has no influence on reaching an error goes.
//!
//! Relevant are errors, unsupported constructs, assumptions and exits of functions that are called;
//! what decides whether control comes to something relevant (control dependence); and what a
//! relevant command computes with (data dependence, through memory by [`Region`]). A function is
//! relevant when something in it is, and then so are its calls and its returns.
//!
//! Whether a loop ends is relevant, too, since an error behind an endless loop is never reached,
//! unless the loop is sure to end ([`super::termination`]) or [`SliceOptions::drop_endless_loops`]
//! is set. With it, the slice has all runs into errors that the program has, and maybe more: TRUE
//! of the slice is TRUE of the program, FALSE has to be replayed.

use super::objects::{Objects, Region};
use super::prune::{Errors, prune};
use super::termination::deciding_branches;
use euclase_program::passes::{remove_unreachable_blocks, remove_unreachable_functions};
use euclase_program::{
    BitVecValue, BlockId, CallGraph, Callee, Cfg, CommandKind, Constant, Definition, Function, FunctionId,
    PostDominance, Program, Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// How to slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SliceOptions {
    /// Whether loops and recursion that compute nothing relevant go even if they may never end.
    pub drop_endless_loops: bool,
}

/// Keeps only what can influence whether an error or something unsupported is reached.
pub fn slice(program: &mut Program, options: SliceOptions) -> bool {
    let mut changed = prune(program);
    if program.entry.is_none() {
        return changed;
    }
    let mut marking = Marking::new(program, options);
    marking.run();
    let Marking { marks, post, .. } = marking;
    let has_body: Vec<bool> = program.functions.iter().map(|function| !function.is_declaration()).collect();
    let width = program.pointer_width;
    for ((function, marks), post) in program.functions.iter_mut().zip(&marks).zip(&post) {
        changed |= cut_out(function, marks, post, &has_body, width);
    }
    remove_unreachable_functions(program) | changed
}

/// A command, by its position.
type Site = (FunctionId, BlockId, usize);

/// What is relevant in a function.
struct Marks {
    /// Whether anything is.
    function: bool,
    values: Vec<bool>,
    /// Blocks of which it matters whether they are reached.
    blocks: Vec<bool>,
    /// Blocks of which it matters where control goes at the end.
    branches: Vec<bool>,
    commands: Vec<Vec<bool>>,
}

/// Something that has turned out to be relevant.
#[derive(Clone, Copy)]
enum Item {
    Value(FunctionId, ValueId),
    Block(FunctionId, BlockId),
    Branch(FunctionId, BlockId),
    Command(Site),
    Memory(Region),
}

struct Marking<'a> {
    program: &'a Program,
    options: SliceOptions,
    calls: CallGraph,
    objects: Objects,
    cfgs: Vec<Cfg>,
    post: Vec<PostDominance>,
    definitions: Vec<Vec<Definition>>,
    call_sites: Vec<Vec<Site>>,
    returns: Vec<Vec<BlockId>>,
    writers: FxHashMap<Region, Vec<Site>>,
    marks: Vec<Marks>,
    memory: FxHashSet<Region>,
    waiting: Vec<Item>,
}

impl<'a> Marking<'a> {
    fn new(program: &'a Program, options: SliceOptions) -> Self {
        let errors = Errors::of(program);
        let cfgs: Vec<Cfg> = program.functions.iter().map(Cfg::of).collect();
        let post = program.functions.iter().zip(&cfgs).map(|(function, cfg)| {
            let may_end = |block: &BlockId| function.block(*block).commands.iter().any(|c| errors.may_fail(c));
            let may_end: Vec<BlockId> = cfg.reverse_postorder().iter().copied().filter(may_end).collect();
            PostDominance::of(function, cfg, &may_end)
        });
        let marks = program.functions.iter().map(|function| Marks {
            function: false,
            values: vec![false; function.value_count()],
            blocks: vec![false; function.blocks.len()],
            branches: vec![false; function.blocks.len()],
            commands: function.blocks.iter().map(|block| vec![false; block.commands.len()]).collect(),
        });
        Marking {
            program,
            options,
            calls: CallGraph::of(program),
            objects: Objects::of(program),
            post: post.collect(),
            cfgs,
            definitions: program.functions.iter().map(Function::definitions).collect(),
            call_sites: vec![Vec::new(); program.functions.len()],
            returns: vec![Vec::new(); program.functions.len()],
            writers: FxHashMap::default(),
            marks: marks.collect(),
            memory: FxHashSet::default(),
            waiting: Vec::new(),
        }
    }

    fn run(&mut self) {
        for id in self.program.function_ids() {
            self.find_sites(id);
        }
        for id in self.program.function_ids() {
            self.find_roots(id);
        }
        while let Some(item) = self.waiting.pop() {
            match item {
                Item::Value(function, value) => self.value(function, value),
                Item::Block(function, block) => self.block(function, block),
                Item::Branch(function, block) => self.branch(function, block),
                Item::Command(site) => self.command(site),
                Item::Memory(region) => {
                    if self.memory.insert(region) {
                        let writers = self.writers.get(&region).into_iter().flatten();
                        self.waiting.extend(writers.map(|site| Item::Command(*site)));
                    }
                }
            }
        }
    }

    /// Collects returns, calls and what writes to memory.
    fn find_sites(&mut self, id: FunctionId) {
        let function = self.program.function(id);
        for block_id in function.block_ids() {
            let block = function.block(block_id);
            if matches!(block.terminator, Terminator::Return(_)) {
                self.returns[id.index()].push(block_id);
            }
            for (position, command) in block.commands.iter().enumerate() {
                let site = (id, block_id, position);
                let region = match &command.kind {
                    CommandKind::Call { callee: Callee::Direct(callee), .. } => {
                        self.call_sites[callee.index()].push(site);
                        // Nobody knows what a function without a body does with the memory it can reach.
                        if !self.program.function(*callee).is_declaration() {
                            continue;
                        }
                        Region::Shared
                    }
                    CommandKind::Store { address, .. } => self.objects.region(id, *address),
                    CommandKind::MemoryCopy { to, .. }
                    | CommandKind::MemorySet { to, .. }
                    | CommandKind::MemoryHavoc { to, .. } => self.objects.region(id, *to),
                    CommandKind::HeapFree(_) => Region::Shared,
                    _ => continue,
                };
                self.writers.entry(region).or_default().push(site);
            }
        }
    }

    fn find_roots(&mut self, id: FunctionId) {
        let function = self.program.function(id);
        let is_called = !self.call_sites[id.index()].is_empty() || self.calls.is_address_taken(id);
        for block_id in function.block_ids() {
            let block = function.block(block_id);
            let is_root = match block.terminator {
                Terminator::Error { .. } | Terminator::Unsupported { .. } => true,
                Terminator::Exit | Terminator::Unreachable => is_called,
                // Who calls through an address expects a return.
                Terminator::Return(_) => self.calls.is_address_taken(id),
                Terminator::Jump(_) | Terminator::Branch(..) | Terminator::Switch { .. } => false,
            };
            if is_root {
                self.waiting.push(Item::Block(id, block_id));
            }
            for (position, command) in block.commands.iter().enumerate() {
                if matches!(
                    command.kind,
                    CommandKind::Assume(_) | CommandKind::Call { callee: Callee::Indirect(_), .. }
                ) {
                    self.waiting.push(Item::Command((id, block_id, position)));
                }
            }
        }
        if self.options.drop_endless_loops || function.is_declaration() {
            return;
        }
        let deciding = deciding_branches(function, &self.cfgs[id.index()]);
        self.waiting.extend(deciding.into_iter().map(|block| Item::Branch(id, block)));
        if self.calls.is_recursive(id) {
            self.waiting.push(Item::Block(id, Function::ENTRY));
        }
    }

    fn value(&mut self, id: FunctionId, value: ValueId) {
        if std::mem::replace(&mut self.marks[id.index()].values[value.index()], true) {
            return;
        }
        let function = self.program.function(id);
        match self.definitions[id.index()][value.index()] {
            Definition::None => {}
            Definition::Parameter => {
                let Some(position) = function.parameters.iter().position(|parameter| *parameter == value) else {
                    return;
                };
                for (caller, block, command) in &self.call_sites[id.index()] {
                    let kept = self.marks[caller.index()].commands[block.index()][*command];
                    let kind = &self.program.function(*caller).block(*block).commands[*command].kind;
                    if let (true, CommandKind::Call { arguments, .. }) = (kept, kind) {
                        self.waiting.extend(arguments.get(position).map(|argument| Item::Value(*caller, *argument)));
                    }
                }
            }
            Definition::Phi(block, position) => {
                self.waiting.push(Item::Block(id, block));
                for (from, argument) in &function.block(block).phis[position].arguments {
                    self.waiting.push(Item::Value(id, *argument));
                    self.waiting.push(Item::Block(id, *from));
                    if self.cfgs[id.index()].successors(*from).count() > 1 {
                        self.waiting.push(Item::Branch(id, *from));
                    }
                }
            }
            Definition::Command(block, position) => {
                self.waiting.push(Item::Command((id, block, position)));
                let command = &function.block(block).commands[position];
                if let CommandKind::Call { callee: Callee::Direct(callee), .. } = command.kind {
                    let index = command.results.iter().position(|result| *result == value);
                    self.results(callee, index);
                }
            }
        }
    }

    /// What a function returns, all or one of it.
    fn results(&mut self, id: FunctionId, index: Option<usize>) {
        for block in &self.returns[id.index()] {
            let Terminator::Return(values) = &self.program.function(id).block(*block).terminator else { continue };
            let wanted = values.iter().enumerate().filter(|(position, _)| index.is_none_or(|index| index == *position));
            self.waiting.extend(wanted.map(|(_, value)| Item::Value(id, *value)));
            self.waiting.push(Item::Block(id, *block));
        }
    }

    fn block(&mut self, id: FunctionId, block: BlockId) {
        let marks = &mut self.marks[id.index()];
        if std::mem::replace(&mut marks.blocks[block.index()], true) {
            return;
        }
        if !std::mem::replace(&mut marks.function, true) {
            self.waiting.extend(self.call_sites[id.index()].iter().map(|site| Item::Command(*site)));
            self.waiting.extend(self.returns[id.index()].iter().map(|block| Item::Block(id, *block)));
        }
        let dependences = self.post[id.index()].dependences(block);
        self.waiting.extend(dependences.iter().map(|block| Item::Branch(id, *block)));
    }

    fn branch(&mut self, id: FunctionId, block: BlockId) {
        if std::mem::replace(&mut self.marks[id.index()].branches[block.index()], true) {
            return;
        }
        self.waiting.push(Item::Block(id, block));
        if let Terminator::Branch(value, ..) | Terminator::Switch { value, .. } =
            &self.program.function(id).block(block).terminator
        {
            self.waiting.push(Item::Value(id, *value));
        }
    }

    fn command(&mut self, site: Site) {
        let (id, block, position) = site;
        if std::mem::replace(&mut self.marks[id.index()].commands[block.index()][position], true) {
            return;
        }
        self.waiting.push(Item::Block(id, block));
        let kind = &self.program.function(id).block(block).commands[position].kind;
        match kind {
            CommandKind::Call { callee: Callee::Direct(callee), arguments }
                if !self.program.function(*callee).is_declaration() =>
            {
                // Further arguments of a variadic function have no parameter of their own.
                let marks = &self.marks[callee.index()].values;
                let parameters = &self.program.function(*callee).parameters;
                let wanted = arguments
                    .iter()
                    .enumerate()
                    .filter(|(position, _)| parameters.get(*position).is_none_or(|parameter| marks[parameter.index()]));
                self.waiting.extend(wanted.map(|(_, argument)| Item::Value(id, *argument)));
                return;
            }
            CommandKind::Call { callee: Callee::Indirect(_), .. } => {
                for callee in self.program.function_ids() {
                    if self.calls.is_address_taken(callee) {
                        self.results(callee, None);
                    }
                }
            }
            CommandKind::Load { address } | CommandKind::MemoryCopy { from: address, .. } => {
                self.waiting.push(Item::Memory(self.objects.region(id, *address)));
            }
            _ => {}
        }
        kind.for_each_operand(|operand| self.waiting.push(Item::Value(id, operand)));
    }
}

/// Takes what is not relevant out of a function. Operands of calls and returns that do not matter
/// become zero.
fn cut_out(
    function: &mut Function,
    marks: &Marks,
    post: &PostDominance,
    has_body: &[bool],
    pointer_width: u32,
) -> bool {
    let mut changed = false;
    let mut exists = marks.values.clone();
    for (block, kept) in function.blocks.iter().zip(&marks.commands) {
        for (command, kept) in block.commands.iter().zip(kept) {
            command.results.iter().for_each(|result| exists[result.index()] = *kept);
        }
    }
    function.parameters.iter().for_each(|parameter| exists[parameter.index()] = true);
    let is_there = |function: &Function, value: ValueId| {
        exists.get(value.index()) == Some(&true) || function.constant_of(value).is_some()
    };
    for id in function.block_ids() {
        let block = function.block(id);
        let kept = &marks.commands[id.index()];
        let keep: Vec<bool> = block
            .commands
            .iter()
            .zip(kept)
            .map(|(command, kept)| match command.kind {
                CommandKind::Variable(_, value) => is_there(function, value),
                _ => *kept,
            })
            .collect();
        let ways = block.terminator.successors();
        let branches = matches!(block.terminator, Terminator::Branch(..) | Terminator::Switch { .. });
        let block = function.block_mut(id);
        let before = block.phis.len() + block.commands.len();
        block.phis.retain(|phi| marks.values[phi.result.index()]);
        let mut keep = keep.into_iter();
        block.commands.retain(|_| keep.next().unwrap_or(true));
        changed |= block.phis.len() + block.commands.len() != before;
        if branches && !marks.branches[id.index()] {
            // Nothing relevant lies between a branch that is not and its post-dominator.
            let next = if let [only] = ways[..] { Some(only) } else { post.immediate(id) };
            block.terminator = next.map_or(Terminator::Exit, Terminator::Jump);
            changed = true;
        }
        changed |= replace_missing_operands(function, id, &is_there, has_body, pointer_width);
    }
    (!function.is_declaration() && remove_unreachable_blocks(function)) | changed
}

fn replace_missing_operands(
    function: &mut Function,
    id: BlockId,
    is_there: &impl Fn(&Function, ValueId) -> bool,
    has_body: &[bool],
    pointer_width: u32,
) -> bool {
    let mut missing = Vec::new();
    let block = function.block(id);
    let mut look = |value: ValueId| {
        if !is_there(function, value) {
            missing.push(value);
        }
    };
    for command in &block.commands {
        if let CommandKind::Call { callee: Callee::Direct(callee), arguments } = &command.kind
            && has_body[callee.index()]
        {
            arguments.iter().copied().for_each(&mut look);
        }
    }
    if let Terminator::Return(values) = &block.terminator {
        values.iter().copied().for_each(&mut look);
    }
    if missing.is_empty() {
        return false;
    }
    let mut zeros = FxHashMap::default();
    for value in missing {
        let ty = function.type_of(value);
        let zero = Constant::Bits(BitVecValue::zero(ty.width(pointer_width)));
        zeros.insert(value, function.constant(ty, zero));
    }
    let replace = |value: &mut ValueId| *value = zeros.get(value).copied().unwrap_or(*value);
    let block = function.block_mut(id);
    for command in &mut block.commands {
        if let CommandKind::Call { callee: Callee::Direct(_), arguments } = &mut command.kind {
            arguments.iter_mut().for_each(replace);
        }
    }
    if let Terminator::Return(values) = &mut block.terminator {
        values.iter_mut().for_each(replace);
    }
    true
}
