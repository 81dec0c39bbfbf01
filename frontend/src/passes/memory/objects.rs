//! What is kept of objects: where they start, how large they are, and whether they are alive.

use super::emit::{Emit, Variable};
use euclase_program::{
    BinaryOp, Cfg, CommandKind, Function, FunctionId, MemoryCheck, NondetOrigin, Object, Owner, Predicate, Program,
    Targets, Type, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// An object that is made at most once.
#[derive(Clone, Debug)]
pub(super) struct Single {
    pub owner: Owner,
    /// Its size if that is always the same.
    pub size: Option<u64>,
    /// Where its size is kept if it is not.
    size_at: Option<Variable>,
    /// Where its address is kept, for places at which it may not be made yet.
    address_at: Option<Variable>,
    /// Whether it is alive, if it may be no more, or not yet, while a pointer leads to it.
    alive: Option<Variable>,
    /// Whether its life was over once, if its address may have been kept.
    pub left: Option<Variable>,
    pub is_heap: bool,
    pub is_constant: bool,
}

/// The watched object: one of those that are made many times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watched {
    /// Its address, which never changes.
    address: Variable,
    size: Variable,
    alive: Variable,
    is_heap: Variable,
    /// Whether it has been made.
    made: Variable,
}

/// The size of an object: a number, or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    Known(u64),
    Value(ValueId),
}

/// All objects.
pub(super) struct Objects {
    pub singles: Vec<Single>,
    by_owner: FxHashMap<Owner, usize>,
    pub watched: Option<Watched>,
    /// What makes objects that are made many times.
    many: FxHashSet<ValueId>,
    layouts: FxHashMap<ValueId, u64>,
    /// How many bytes lie in front of what the program sees of an object on the heap.
    fronts: FxHashMap<ValueId, u64>,
    /// Objects that the library makes: the program cannot free them.
    of_library: FxHashSet<ValueId>,
}

impl Objects {
    pub fn of(program: &mut Program, entry: FunctionId, targets: &Targets) -> Objects {
        let function = program.function(entry).clone();
        let uses = Uses::of(&function);
        let mut objects = Objects {
            singles: Vec::new(),
            by_owner: FxHashMap::default(),
            watched: None,
            many: FxHashSet::default(),
            layouts: FxHashMap::default(),
            fronts: FxHashMap::default(),
            of_library: FxHashSet::default(),
        };
        objects.places(program, &function);
        let all: Vec<Object> = (0..targets.len()).flat_map(|class| targets.target(class).objects.clone()).collect();
        for object in all {
            if object.single {
                objects.add(program, &uses, &object);
            } else {
                match object.owner {
                    Owner::Alloca(_, value) | Owner::Heap(_, value) => _ = objects.many.insert(value),
                    Owner::Global(_) => {}
                }
            }
        }
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            if let (CommandKind::Alloca { layout, .. }, [result]) = (&command.kind, &command.results[..]) {
                objects.layouts.insert(*result, program.layout(*layout).size);
            }
        }
        if !objects.many.is_empty() {
            let word = Type::Int(program.pointer_width);
            objects.watched = Some(Watched {
                address: Variable::new(program, "watched", Type::Pointer, 0),
                size: Variable::new(program, "watched-size", word, 0),
                alive: Variable::new(program, "watched-alive", Type::BOOL, 0),
                is_heap: Variable::new(program, "watched-heap", Type::BOOL, 0),
                made: Variable::new(program, "watched-made", Type::BOOL, 0),
            });
        }
        objects
    }

    fn add(&mut self, program: &mut Program, uses: &Uses, object: &Object) {
        if self.by_owner.contains_key(&object.owner) {
            return;
        }
        let word = Type::Int(program.pointer_width);
        let made = match object.owner {
            Owner::Global(_) => None,
            Owner::Alloca(_, value) | Owner::Heap(_, value) => Some(value),
        };
        let is_heap = matches!(object.owner, Owner::Heap(_, value) if !self.of_library.contains(&value));
        let size = object.size.map(|size| size.saturating_sub(made.map_or(0, |value| self.front(value))));
        // What the program makes first of all is there wherever it can be used.
        let is_early = made.is_none_or(|value| uses.early.contains(&value));
        let may_die = is_heap && uses.frees || made.is_some_and(|value| uses.left.contains(&value));
        let is_kept = made.is_some_and(|value| uses.left.contains(&value) && uses.kept.contains(&value));
        let single = Single {
            owner: object.owner,
            size,
            size_at: size.is_none().then(|| Variable::new(program, "size", word, 0)),
            address_at: (!is_early).then(|| Variable::new(program, "address", Type::Pointer, 0)),
            alive: may_die.then(|| Variable::new(program, "alive", Type::BOOL, u64::from(!is_heap))),
            left: is_kept.then(|| Variable::new(program, "left", Type::BOOL, 0)),
            is_heap,
            is_constant: matches!(object.owner, Owner::Global(global) if program.global(global).constant),
        };
        self.by_owner.insert(object.owner, self.singles.len());
        self.singles.push(single);
    }

    /// Finds out what is particular about allocations.
    fn places(&mut self, program: &Program, function: &Function) {
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            if let (CommandKind::HeapAllocate { .. }, [result], Some(place)) =
                (&command.kind, &command.results[..], command.location)
            {
                let place = program.location(place);
                if place.front() > 0 {
                    self.fronts.insert(*result, place.front());
                }
                if place.is_of_library() {
                    self.of_library.insert(*result);
                }
            }
        }
    }

    /// How many bytes lie in front of what the program sees of an object that is allocated here.
    pub fn front(&self, allocated: ValueId) -> u64 {
        self.fronts.get(&allocated).copied().unwrap_or(0)
    }

    /// The same of any object that the program may free.
    pub fn common_front(&self) -> u64 {
        self.fronts.values().copied().max().unwrap_or(0)
    }

    /// Where what the program sees of an object starts.
    pub fn visible(&self, emit: &mut Emit<'_>, allocated: ValueId) -> ValueId {
        match self.front(allocated) {
            0 => allocated,
            front => {
                let kind = CommandKind::Address { base: allocated, offset: front as i64, indices: Vec::new() };
                emit.define(Type::Pointer, kind)
            }
        }
    }

    /// The number of an object.
    pub fn number(&self, owner: Owner) -> Option<usize> {
        self.by_owner.get(&owner).copied()
    }

    /// Whether what a command makes is one of many.
    pub fn is_one_of_many(&self, made: ValueId) -> bool {
        self.many.contains(&made)
    }

    /// Where an object starts; null if it may not be made yet.
    pub fn address(&self, emit: &mut Emit<'_>, single: usize) -> ValueId {
        let single = &self.singles[single];
        match (single.owner, single.address_at) {
            (_, Some(variable)) => emit.load(variable),
            (Owner::Global(global), None) => emit.global(global),
            (Owner::Alloca(_, value) | Owner::Heap(_, value), None) => value,
        }
    }

    /// Whether an object may not be made yet where its address is asked for.
    pub fn may_be_missing(&self, single: usize) -> bool {
        self.singles[single].address_at.is_some()
    }

    pub fn size(&self, emit: &mut Emit<'_>, single: usize) -> Size {
        match (self.singles[single].size, self.singles[single].size_at) {
            (Some(size), _) => Size::Known(size),
            (None, Some(variable)) => Size::Value(emit.load(variable)),
            (None, None) => Size::Known(0),
        }
    }

    /// Whether an object is alive; none if it always is.
    pub fn alive(&self, emit: &mut Emit<'_>, single: usize) -> Option<ValueId> {
        self.singles[single].alive.map(|variable| emit.load(variable))
    }

    pub fn set_alive(&self, emit: &mut Emit<'_>, single: usize, alive: ValueId) {
        if let Some(variable) = self.singles[single].alive {
            emit.store(variable, alive);
        }
    }

    /// The address of the watched object.
    pub fn watched_address(&self, emit: &mut Emit<'_>) -> Option<ValueId> {
        self.watched.map(|watched| emit.load(watched.address))
    }

    pub fn watched_size(&self, emit: &mut Emit<'_>) -> Size {
        self.watched.map_or(Size::Known(0), |watched| Size::Value(emit.load(watched.size)))
    }

    pub fn watched_is_alive(&self, emit: &mut Emit<'_>) -> ValueId {
        match self.watched {
            Some(watched) => emit.load(watched.alive),
            None => emit.truth(false),
        }
    }

    pub fn watched_is_on_heap(&self, emit: &mut Emit<'_>) -> ValueId {
        match self.watched {
            Some(watched) => emit.load(watched.is_heap),
            None => emit.truth(false),
        }
    }

    pub fn set_watched_alive(&self, emit: &mut Emit<'_>, alive: ValueId) {
        if let Some(watched) = self.watched {
            emit.store(watched.alive, alive);
        }
    }

    /// What is done before anything else: the choice of the watched object.
    pub fn begin(&self, emit: &mut Emit<'_>) {
        if let Some(watched) = self.watched {
            let choice = emit.define(Type::Pointer, CommandKind::Nondet(NondetOrigin::Watched));
            emit.store(watched.address, choice);
        }
    }

    /// What is done behind a command that makes an object.
    pub fn made(&self, emit: &mut Emit<'_>, kind: &CommandKind, result: ValueId) {
        let (size, is_heap) = match kind {
            CommandKind::HeapAllocate { size, .. } => {
                let size = emit.as_word(*size, false);
                let front = emit.word(self.front(result));
                let is_heap = !self.of_library.contains(&result);
                (if self.front(result) > 0 { emit.binary(BinaryOp::Sub, size, front) } else { size }, is_heap)
            }
            CommandKind::Alloca { count: None, .. } => {
                let size = self.layouts.get(&result).copied().unwrap_or(0);
                (emit.word(size), false)
            }
            CommandKind::Alloca { count: Some(count), .. } => {
                let size = self.layouts.get(&result).copied().unwrap_or(0);
                let (size, count) = (emit.word(size), *count);
                let count = emit.as_word(count, false);
                (emit.binary(BinaryOp::Mul, count, size), false)
            }
            _ => return,
        };
        let single = self.singles.iter().position(|single| match single.owner {
            Owner::Heap(_, value) | Owner::Alloca(_, value) => value == result,
            Owner::Global(_) => false,
        });
        let truth = emit.truth(true);
        let result = self.visible(emit, result);
        let Some(single) = single else { return self.made_again(emit, result, size, is_heap) };
        let single = &self.singles[single];
        if let Some(variable) = single.size_at {
            let size = emit.as_word(size, false);
            emit.store(variable, size);
        }
        if let Some(variable) = single.address_at {
            emit.store(variable, result);
        }
        if let Some(variable) = single.alive {
            emit.store(variable, truth);
        }
    }

    /// An object of many is made: it may be the watched one, unless that has been made already.
    fn made_again(&self, emit: &mut Emit<'_>, result: ValueId, size: ValueId, is_heap: bool) {
        let Some(watched) = self.watched else { return };
        let (size, truth) = (emit.as_word(size, false), emit.truth(true));
        let address = emit.load(watched.address);
        let is_watched = emit.compare(Predicate::Eq, result, address);
        // No address is that of two objects.
        let was_made = emit.load(watched.made);
        let again = emit.and(is_watched, was_made);
        let fresh = emit.not(again);
        emit.perform(CommandKind::Assume(fresh));
        for (variable, new) in [(watched.made, truth), (watched.alive, truth), (watched.size, size)] {
            let old = emit.load(variable);
            let value = emit.select(is_watched, new, old);
            emit.store(variable, value);
        }
        let (on_heap, old) = (emit.truth(is_heap), emit.load(watched.is_heap));
        let value = emit.select(is_watched, on_heap, old);
        emit.store(watched.is_heap, value);
    }
}

/// What a function does with objects.
struct Uses {
    /// Whether anything is freed, or should be.
    frees: bool,
    /// The variables whose life ends.
    left: FxHashSet<ValueId>,
    /// The variables whose addresses are kept where they may outlive them: in memory, or from one way to another.
    kept: FxHashSet<ValueId>,
    /// The variables that are made before anything else is done.
    early: FxHashSet<ValueId>,
}

impl Uses {
    fn of(function: &Function) -> Uses {
        let mut uses =
            Uses { frees: false, left: FxHashSet::default(), kept: FxHashSet::default(), early: FxHashSet::default() };
        for command in &function.block(Function::ENTRY).commands {
            match &command.kind {
                CommandKind::Alloca { count: None, .. } => uses.early.extend(command.results.first()),
                CommandKind::Nondet(_) | CommandKind::Variable(..) => {}
                _ => break,
            }
        }
        let mut from: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        let cfg = Cfg::of(function);
        for block in cfg.reverse_postorder().iter().map(|block| function.block(*block)) {
            for command in &block.commands {
                let variable = |value: &ValueId| from.get(value).copied();
                let derived = match &command.kind {
                    CommandKind::Alloca { .. } => command.results.first().copied(),
                    CommandKind::Address { base, .. } => variable(base),
                    CommandKind::Freeze(base) => variable(base),
                    CommandKind::Leave(value) => {
                        uses.left.extend(variable(value));
                        None
                    }
                    CommandKind::HeapFree(_) => {
                        uses.frees = true;
                        None
                    }
                    CommandKind::Check(MemoryCheck::Free { .. } | MemoryCheck::End { .. }) => {
                        uses.frees = true;
                        None
                    }
                    CommandKind::Check(_) | CommandKind::Enter(_) | CommandKind::Load { .. } => None,
                    CommandKind::Compare(..) | CommandKind::Variable(..) | CommandKind::MemoryCopy { .. } => None,
                    CommandKind::MemorySet { .. } | CommandKind::MemoryHavoc { .. } => None,
                    CommandKind::Store { value, .. } => {
                        uses.kept.extend(variable(value));
                        None
                    }
                    other => {
                        other.for_each_operand(|operand| uses.kept.extend(from.get(&operand)));
                        None
                    }
                };
                if let (Some(variable), Some(result)) = (derived, command.results.first()) {
                    from.insert(*result, variable);
                }
            }
        }
        for (_, argument) in function.blocks.iter().flat_map(|block| &block.phis).flat_map(|phi| &phi.arguments) {
            uses.kept.extend(from.get(argument));
        }
        uses
    }
}
