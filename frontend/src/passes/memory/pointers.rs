//! Pointers as objects and offsets: two more values for each pointer that a check speaks of.
//!
//! What leads nowhere (null, pointers that were never set) belongs to the object at null, which is none.
//!
//! A pointer that is read from memory belongs to the object that starts where it leads, if nothing but starts of objects (and
//! null) is ever stored there. Otherwise it belongs to the object in whose bounds it is, or one past its end: what is stored is
//! checked to be such a pointer.

use super::emit::Emit;
use super::objects::{Objects, Size};
use euclase_program::{
    BinaryOp, BlockId, CastOp, CellData, Cfg, Command, CommandKind, Constant, Definition, Function, FunctionId,
    Initial, MemoryCheck, NondetOrigin, Phi, Predicate, Program, Targets, Type, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The object of pointers of which nothing is known, as an address: there is no object at it.
pub(super) const UNKNOWN: u64 = 1;

/// What pointers of a class belong to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// One object, or none.
    Single(usize),
    /// One of these objects, one of those that are made many times, or none.
    Many {
        /// The objects that are made once.
        singles: Vec<usize>,
        /// Whether it may be one of those that are made many times.
        others: bool,
    },
    /// Objects of which not even the size is known.
    Unknown,
}

/// A pointer as an object and an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fat {
    /// Where the object starts: null if there is none, [`UNKNOWN`] if nothing is known.
    pub base: ValueId,
    /// How far from there.
    pub offset: ValueId,
}

/// An offset that is a number of bytes and some times an index, which has the width of pointers and a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scaled {
    pub constant: i64,
    pub scale: u64,
    pub index: ValueId,
}

/// The pointers of a function.
pub(super) struct Pointers {
    function: FunctionId,
    fat: FxHashMap<ValueId, Fat>,
    /// Offsets that are known as a single index, which is easier to compare than its product.
    scaled: FxHashMap<ValueId, Scaled>,
    /// Values that were extended, and from how many bits.
    extended: FxHashMap<ValueId, u32>,
    modes: Vec<Mode>,
    /// Whether what is stored of a class is starts of objects only.
    starts: Vec<bool>,
    classes: Vec<Option<usize>>,
    /// Phis to be added.
    pub phis: Vec<(BlockId, Phi)>,
    /// Commands to be added at the start of blocks, and behind commands.
    pub at_start: FxHashMap<BlockId, Vec<Command>>,
    pub after: FxHashMap<(BlockId, usize), Vec<Command>>,
}

impl Pointers {
    pub fn of(program: &mut Program, entry: FunctionId, targets: &Targets, objects: &mut Objects) -> Pointers {
        let function = program.function(entry).clone();
        let count = function.value_count();
        let classes = (0..count).map(|index| targets.class(entry, ValueId::new(index))).collect();
        let mut pointers = Pointers {
            function: entry,
            fat: FxHashMap::default(),
            scaled: FxHashMap::default(),
            extended: extended(&function),
            modes: modes(targets, objects),
            starts: starts(program, entry, &function, targets, objects),
            classes,
            phis: Vec::new(),
            at_start: FxHashMap::default(),
            after: FxHashMap::default(),
        };
        let definitions = function.definitions();
        let cfg = Cfg::of(&function);
        let demanded = pointers.demanded(&function, &definitions);
        // Phis first: what they merge may come later.
        let width = Type::Int(program.pointer_width);
        let mut phis = Vec::new();
        for (index, is_demanded) in demanded.iter().enumerate() {
            let value = ValueId::new(index);
            match definitions[index] {
                _ if !is_demanded => {}
                Definition::Phi(block, position) if cfg.is_reachable(block) => {
                    let target = program.function_mut(entry);
                    let (base, offset) = (target.add_value(Type::Pointer, None), target.add_value(width, None));
                    pointers.fat.insert(value, Fat { base, offset });
                    phis.push((block, position, base, offset));
                }
                Definition::None => {
                    let fat = pointers.constant(program, value);
                    pointers.fat.insert(value, fat);
                }
                _ => {}
            }
        }
        for block in cfg.reverse_postorder() {
            for (position, command) in function.block(*block).commands.iter().enumerate() {
                let Some(value) = command.results.first().copied().filter(|value| demanded[value.index()]) else {
                    continue;
                };
                let mut out = Vec::new();
                let mut emit = Emit::new(program, entry, &mut out, command.location);
                let fat = pointers.command(&mut emit, objects, &command.kind, value);
                pointers.fat.insert(value, fat);
                if !out.is_empty() {
                    pointers.after.insert((*block, position), out);
                }
            }
        }
        for (block, position, base, offset) in phis {
            let (mut bases, mut offsets) = (Vec::new(), Vec::new());
            for (from, argument) in &function.block(block).phis[position].arguments {
                let fat = pointers.fat.get(argument).copied().unwrap_or_else(|| nowhere(program, entry, UNKNOWN));
                bases.push((*from, fat.base));
                offsets.push((*from, fat.offset));
            }
            pointers.phis.push((block, Phi { result: base, arguments: bases }));
            pointers.phis.push((block, Phi { result: offset, arguments: offsets }));
        }
        pointers
    }

    /// A pointer as an object and an offset.
    pub fn fat(&self, value: ValueId) -> Option<Fat> {
        self.fat.get(&value).copied()
    }

    /// The offset of a pointer as a single index, if it is one.
    pub fn scaled(&self, value: ValueId) -> Option<Scaled> {
        self.scaled.get(&value).copied()
    }

    /// What a pointer may belong to.
    pub fn mode(&self, value: ValueId) -> &Mode {
        const NONE: &Mode = &Mode::Many { singles: Vec::new(), others: false };
        let class = self.classes.get(value.index()).copied().flatten();
        class.map_or(NONE, |class| &self.modes[class])
    }

    /// Whether a pointer is stored where not only starts of objects are.
    pub fn is_inner(&self, value: ValueId) -> bool {
        let class = self.classes.get(value.index()).copied().flatten();
        class.is_some_and(|class| !self.starts[class])
    }

    /// The values that are needed as objects and offsets.
    fn demanded(&self, function: &Function, definitions: &[Definition]) -> Vec<bool> {
        let mut demanded = vec![false; function.value_count()];
        let mut waiting = Vec::new();
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            match &command.kind {
                CommandKind::Check(MemoryCheck::Access { address, .. } | MemoryCheck::Free { address }) => {
                    waiting.push(*address)
                }
                CommandKind::HeapFree(address) => waiting.push(*address),
                CommandKind::Store { value, .. } if self.is_inner(*value) => waiting.push(*value),
                _ => {}
            }
        }
        while let Some(value) = waiting.pop() {
            if std::mem::replace(&mut demanded[value.index()], true) {
                continue;
            }
            match definitions[value.index()] {
                Definition::Phi(block, position) => {
                    waiting.extend(function.block(block).phis[position].arguments.iter().map(|(_, value)| *value));
                }
                Definition::Command(block, position) => {
                    let kind = &function.block(block).commands[position].kind;
                    match kind {
                        CommandKind::Address { base, .. } => waiting.push(*base),
                        CommandKind::Cast(_, value) | CommandKind::Freeze(value) => waiting.push(*value),
                        CommandKind::Select(_, a, b) => waiting.extend([*a, *b]),
                        CommandKind::Binary(op, a, b) => waiting.extend(self.moved(*op, *a, *b)),
                        _ => {}
                    }
                }
                Definition::None | Definition::Parameter => {}
            }
        }
        demanded
    }

    /// The operand of an operation that is an address, where the other one is none.
    fn moved(&self, op: BinaryOp, a: ValueId, b: ValueId) -> Option<ValueId> {
        let leads = |value: ValueId| {
            let class = self.classes.get(value.index()).copied().flatten();
            class.is_some_and(
                |class| !matches!(&self.modes[class], Mode::Many { singles, others: false } if singles.is_empty()),
            )
        };
        match (op, leads(a), leads(b)) {
            (BinaryOp::Add | BinaryOp::Sub, true, false) => Some(a),
            (BinaryOp::Add, false, true) => Some(b),
            _ => None,
        }
    }

    fn constant(&self, program: &mut Program, value: ValueId) -> Fat {
        let entry = self.function;
        let width = program.pointer_width;
        let function = program.function_mut(entry);
        match function.constant_of(value).cloned() {
            Some(Constant::Global(global, offset)) => Fat {
                base: function.constant(Type::Pointer, Constant::Global(global, 0)),
                offset: function.int(width, offset as u64),
            },
            Some(Constant::Function(target)) => Fat {
                base: function.constant(Type::Pointer, Constant::Function(target)),
                offset: function.int(width, far(width)),
            },
            Some(Constant::Bits(bits)) => {
                let number = bits.to_u64().unwrap_or(0);
                let fat = nowhere(program, entry, 0);
                let offset = program.function_mut(entry).int(width, far(width).wrapping_add(number));
                Fat { offset, ..fat }
            }
            None => nowhere(program, entry, UNKNOWN),
        }
    }

    fn of_operand(&self, emit: &mut Emit<'_>, value: ValueId) -> Fat {
        self.fat(value).unwrap_or_else(|| unknown(emit))
    }

    /// What a command makes, as an object and an offset.
    fn command(&mut self, emit: &mut Emit<'_>, objects: &Objects, kind: &CommandKind, value: ValueId) -> Fat {
        match kind {
            CommandKind::Alloca { .. } => Fat { base: value, offset: emit.word(0) },
            CommandKind::HeapAllocate { .. } => {
                let base = objects.visible(emit, value);
                Fat { base, offset: emit.word(objects.front(value).wrapping_neg()) }
            }
            CommandKind::Address { base, offset, indices } => {
                let fat = self.of_operand(emit, *base);
                let mut sum = fat.offset;
                if *offset != 0 {
                    sum = add(emit, sum, *offset as u64);
                }
                let start = emit.known(sum);
                let mut is_near = emit.truth(true);
                for (scale, index) in indices {
                    let is_near_enough = self.is_near(emit, *index, *scale);
                    is_near = emit.and(is_near, is_near_enough);
                    let is_wide = emit.function().type_of(*index).width(emit.width()) > emit.width();
                    let index = emit.as_word(*index, true);
                    match (&indices[..], start) {
                        ([_], Some(start)) if *scale > 0 && !is_wide => {
                            let scaled = Scaled { constant: signed(start, emit.width()), scale: *scale as u64, index };
                            self.scaled.insert(value, scaled);
                        }
                        _ => {}
                    }
                    let scale = emit.word(*scale as u64);
                    let product = emit.binary(BinaryOp::Mul, index, scale);
                    sum = emit.binary(BinaryOp::Add, sum, product);
                }
                if let (Some(before), []) = (self.scaled(*base), &indices[..]) {
                    let constant = before.constant.saturating_add(*offset);
                    self.scaled.insert(value, Scaled { constant, ..before });
                }
                // What goes around the address space is in no object.
                if emit.known(is_near) != Some(1) {
                    let far = far(emit.width());
                    let far = emit.word(far);
                    sum = emit.select(is_near, sum, far);
                }
                Fat { offset: sum, ..fat }
            }
            CommandKind::Cast(CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr, from)
            | CommandKind::Freeze(from) => {
                let width = emit.width();
                let is_whole = [*from, value].iter().all(|value| emit.function().type_of(*value).width(width) == width);
                match self.fat(*from).filter(|_| is_whole) {
                    Some(fat) => fat,
                    None => self.unfollowed(emit, objects, value),
                }
            }
            CommandKind::Select(condition, a, b) => {
                let (a, b) = (self.of_operand(emit, *a), self.of_operand(emit, *b));
                Fat {
                    base: emit.select(*condition, a.base, b.base),
                    offset: emit.select(*condition, a.offset, b.offset),
                }
            }
            CommandKind::Binary(op, a, b) => match self.moved(*op, *a, *b) {
                Some(moved) => {
                    let fat = self.of_operand(emit, moved);
                    let other = if moved == *a { *b } else { *a };
                    Fat { offset: emit.binary(*op, fat.offset, other), ..fat }
                }
                None => self.unfollowed(emit, objects, value),
            },
            CommandKind::Load { .. } => self.loaded(emit, objects, value),
            CommandKind::Nondet(NondetOrigin::Uninitialised(_) | NondetOrigin::Undef | NondetOrigin::Fails(_)) => Fat {
                base: emit.pointer(0),
                offset: {
                    let far = far(emit.width());
                    emit.word(far)
                },
            },
            _ => self.unfollowed(emit, objects, value),
        }
    }

    /// Whether an index times a scale is a distance that objects can have.
    fn is_near(&self, emit: &mut Emit<'_>, index: ValueId, scale: i64) -> ValueId {
        let width = emit.width();
        let limit = distance(width);
        let bits = match emit.function().type_of(index) {
            Type::Int(bits) => self.extended.get(&index).copied().unwrap_or(bits),
            _ => width,
        };
        let most = limit / scale.unsigned_abs().max(1);
        if bits < 63 && 1 << bits <= most {
            return emit.truth(true);
        }
        if let Some(number) = emit.known(index) {
            let number = signed(number, bits.min(64));
            return emit.truth(number.unsigned_abs() <= most);
        }
        let (index, bits) = match emit.function().type_of(index) {
            Type::Int(bits) if bits > width => (index, bits),
            _ => (emit.as_word(index, true), width),
        };
        let (lift, all) = (emit.int(bits, most), emit.int(bits, 2 * most));
        let lifted = emit.binary(BinaryOp::Add, index, lift);
        emit.compare(Predicate::Ule, lifted, all)
    }

    /// A pointer of which it is not known where it comes from. Where there is but one object, it is judged by its number.
    fn unfollowed(&self, emit: &mut Emit<'_>, objects: &Objects, value: ValueId) -> Fat {
        match self.mode(value) {
            Mode::Single(single) => by_number(emit, objects, *single, value),
            Mode::Many { .. } | Mode::Unknown => unknown(emit),
        }
    }

    /// A pointer that is read from memory.
    fn loaded(&self, emit: &mut Emit<'_>, objects: &Objects, value: ValueId) -> Fat {
        let is_pointer = emit.function().type_of(value) == Type::Pointer;
        let pointer = match is_pointer {
            true => value,
            false if emit.function().type_of(value) == Type::Int(emit.width()) => {
                emit.define(Type::Pointer, CommandKind::Cast(CastOp::IntToPtr, value))
            }
            false => return unknown(emit),
        };
        match self.mode(value) {
            Mode::Single(single) if self.is_inner(value) => by_number(emit, objects, *single, value),
            Mode::Single(single) => {
                let (start, null) = (objects.address(emit, *single), emit.pointer(0));
                let mut is_start = emit.compare(Predicate::Eq, pointer, start);
                if objects.may_be_missing(*single) {
                    let is_there = emit.compare(Predicate::Ne, pointer, null);
                    is_start = emit.and(is_start, is_there);
                }
                Fat { base: emit.select(is_start, start, null), offset: emit.word(0) }
            }
            Mode::Many { .. } if !self.is_inner(value) => Fat { base: pointer, offset: emit.word(0) },
            Mode::Many { singles, others } => by_bounds(emit, objects, (singles, *others), pointer),
            Mode::Unknown => unknown(emit),
        }
    }
}

/// An offset that is in no object.
fn far(width: u32) -> u64 {
    1 << (width - 1)
}

/// How far anything in an object can be from another place in it.
fn distance(width: u32) -> u64 {
    if width >= 64 { 1 << 47 } else { 1 << (width - 2) }
}

/// A number of some bits as one with a sign.
fn signed(number: u64, width: u32) -> i64 {
    let beyond = 64 - width;
    (number as i64) << beyond >> beyond
}

/// The values of a function that are extensions of narrower ones: an index of a width of its own has no more bits.
fn extended(function: &Function) -> FxHashMap<ValueId, u32> {
    let mut found = FxHashMap::default();
    for command in function.blocks.iter().flat_map(|block| &block.commands) {
        if let (CommandKind::Cast(CastOp::Sext | CastOp::Zext, from), [result]) = (&command.kind, &command.results[..])
            && let Type::Int(bits) = function.type_of(*from)
        {
            found.insert(*result, bits);
        }
    }
    found
}

fn add(emit: &mut Emit<'_>, value: ValueId, number: u64) -> ValueId {
    match emit.known(value) {
        Some(known) => emit.word(known.wrapping_add(number)),
        None => {
            let number = emit.word(number);
            emit.binary(BinaryOp::Add, value, number)
        }
    }
}

fn nowhere(program: &mut Program, function: FunctionId, base: u64) -> Fat {
    let width = program.pointer_width;
    let bits = euclase_program::BitVecValue::new(width, base);
    let function = program.function_mut(function);
    let base = function.constant(Type::Pointer, Constant::Bits(bits));
    Fat { base, offset: function.int(width, far(width)) }
}

fn unknown(emit: &mut Emit<'_>) -> Fat {
    let far = far(emit.width());
    Fat { base: emit.pointer(UNKNOWN), offset: emit.word(far) }
}

/// How far behind the start of an object a number is.
fn by_number(emit: &mut Emit<'_>, objects: &Objects, single: usize, value: ValueId) -> Fat {
    let start = objects.address(emit, single);
    Fat { base: start, offset: emit.distance(value, start) }
}

/// The object in whose bounds a pointer is.
fn by_bounds(emit: &mut Emit<'_>, objects: &Objects, (singles, others): (&[usize], bool), pointer: ValueId) -> Fat {
    let mut base = match others {
        true => pointer,
        false => emit.pointer(0),
    };
    let within = |emit: &mut Emit<'_>, start: ValueId, size: Size, base: ValueId| {
        let size = match size {
            Size::Known(size) => emit.word(size),
            Size::Value(size) => size,
        };
        let null = emit.pointer(0);
        let distance = emit.distance(pointer, start);
        let fits = emit.compare(Predicate::Ule, distance, size);
        let is_there = emit.compare(Predicate::Ne, start, null);
        let is_inside = emit.and(fits, is_there);
        emit.select(is_inside, start, base)
    };
    if others && let Some(start) = objects.watched_address(emit) {
        let size = objects.watched_size(emit);
        base = within(emit, start, size, base);
    }
    for single in singles {
        let (start, size) = (objects.address(emit, *single), objects.size(emit, *single));
        base = within(emit, start, size, base);
    }
    Fat { base, offset: emit.distance(pointer, base) }
}

/// What pointers of each class belong to.
fn modes(targets: &Targets, objects: &Objects) -> Vec<Mode> {
    let mode = |class: usize| {
        let target = targets.target(class);
        let is_sized = |single: &usize| {
            objects.singles[*single].size.is_some()
                || !matches!(objects.singles[*single].owner, euclase_program::Owner::Global(_))
        };
        let singles: Vec<usize> = target.objects.iter().filter_map(|object| objects.number(object.owner)).collect();
        match &singles[..] {
            _ if !singles.iter().all(is_sized) => Mode::Unknown,
            [single] if target.objects.len() == 1 && !target.is_open => Mode::Single(*single),
            _ => Mode::Many { others: singles.len() < target.objects.len(), singles },
        }
    };
    (0..targets.len()).map(mode).collect()
}

/// For each class, whether only starts of objects are ever stored.
fn starts(
    program: &Program,
    entry: FunctionId,
    function: &Function,
    targets: &Targets,
    objects: &Objects,
) -> Vec<bool> {
    let mut starts = vec![true; targets.len()];
    for cell in program.globals.iter().filter_map(|global| match &global.initial {
        Initial::Cells(cells) => Some(cells),
        Initial::Any => None,
    }) {
        for cell in cell {
            if let CellData::Value(_, Constant::Global(target, offset)) = &cell.data
                && *offset != 0
                && let Some(class) = targets.class_of_global(*target)
            {
                starts[class] = false;
            }
        }
    }
    let definitions = function.definitions();
    for command in function.blocks.iter().flat_map(|block| &block.commands) {
        if let CommandKind::Store { value, .. } = &command.kind
            && let Some(class) = targets.class(entry, *value)
            && starts[class]
        {
            starts[class] = is_start(function, &definitions, objects, *value);
        }
    }
    starts
}

/// Whether a value is the start of an object, or what was read from memory, or leads nowhere.
fn is_start(function: &Function, definitions: &[Definition], objects: &Objects, value: ValueId) -> bool {
    let mut visited = FxHashSet::default();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        if !visited.insert(value) {
            continue;
        }
        match definitions[value.index()] {
            Definition::None => {
                if matches!(function.constant_of(value), Some(Constant::Global(_, offset)) if *offset != 0) {
                    return false;
                }
            }
            Definition::Parameter => return false,
            Definition::Phi(block, position) => {
                waiting.extend(function.block(block).phis[position].arguments.iter().map(|(_, value)| *value));
            }
            Definition::Command(block, position) => match &function.block(block).commands[position].kind {
                CommandKind::Alloca { .. } | CommandKind::Load { .. } => {}
                CommandKind::HeapAllocate { .. } if objects.front(value) == 0 => {}
                CommandKind::Address { base, offset, indices }
                    if indices.is_empty() && *offset > 0 && objects.front(*base) == *offset as u64 => {}
                CommandKind::Nondet(_) => {}
                CommandKind::Address { base, offset: 0, indices } if indices.is_empty() => waiting.push(*base),
                CommandKind::Cast(CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr, value)
                | CommandKind::Freeze(value) => waiting.push(*value),
                CommandKind::Select(_, a, b) => waiting.extend([*a, *b]),
                _ => return false,
            },
        }
    }
    true
}
