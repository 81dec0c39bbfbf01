//! Memory as state: the content of each region is a variable (SeaHorn, §3), of which a step knows the current value as it
//! knows those of other values.
//!
//! A region that is one cell is a bit-vector; all others are arrays from addresses, or from numbers of cells, to
//! cells. Contents behave like values that are computed anew by stores: [`crate::step`] merges them where ways meet, and
//! only those that may still be read are state.
//!
//! Objects of which there is one have constant addresses, the same as in the interpreter; all others get theirs from a
//! counter in a part of the address space of its own, so that equality with constants folds.

mod access;
mod bulk;
mod initial;
mod interface;
mod liveness;

pub(crate) use interface::Interfaces;

use crate::source_map::MemoryEntry;
use euclase_logic::{Sort, Terms};
use euclase_program::passes::remove_dead_code;
use euclase_program::{
    AddressMap, BitVecValue, BlockId, Cfg, Command, CommandKind, Constant, Function, FunctionId, Owner, Program,
    RegionId, Regions, Shape, Type, ValueId,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

pub use euclase_program::MemoryLevel;

/// Memory of the function that is encoded.
pub(crate) struct Memory {
    /// The regions of the program.
    pub regions: Rc<Regions>,
    /// Where objects are.
    pub addresses: AddressMap,
    /// The function.
    pub function: FunctionId,
    /// For each region that is read, what its content is kept in.
    pub contents: Vec<Option<Held>>,
    /// The value that counts allocations, if addresses come from there.
    pub counter: Option<ValueId>,
    /// The value that counts variables, if their addresses come from another part of the address space.
    pub stack: Option<ValueId>,
    /// What the values above are.
    pub kinds: FxHashMap<ValueId, Content>,
    /// Values of the function that are constant addresses. No command computes them.
    pub fixed: FxHashMap<ValueId, u64>,
    /// What goes in and out of functions, where the function is called by others or calls them.
    pub interfaces: Option<Rc<Interfaces>>,
    /// What contents were when the function was called, where somebody asks: the values of these, and of the contents.
    pub before: Vec<(ValueId, ValueId)>,
    /// Whether it matters to who calls the function what it has changed.
    pub gives_back: bool,
    /// For each block, the values above that are alive where it begins, in order.
    live: Vec<Vec<ValueId>>,
}

/// What a value of [`Memory`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Content {
    /// The content of a region.
    Region(RegionId),
    /// A cell of a region, by its number.
    Cell(RegionId, u64),
    /// The number of pieces of sixteen bytes that were allocated.
    Counter,
    /// The same for variables of functions that call each other, as long as these have not returned.
    Stack,
}

/// What the content of a region is kept in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    /// One value.
    Whole(ValueId),
    /// A value for each cell: for regions of few cells that can be numbered.
    Cells(Vec<ValueId>),
}

impl Held {
    /// The values.
    pub fn values(&self) -> &[ValueId] {
        match self {
            Held::Whole(value) => std::slice::from_ref(value),
            Held::Cells(values) => values,
        }
    }
}

/// What memory a command reads and changes.
pub(crate) struct Effects {
    pub reads: Vec<RegionId>,
    pub writes: Vec<RegionId>,
    /// Whether what was in the only region written before is gone.
    pub replaces: bool,
}

impl Memory {
    /// Memory of which nothing is known, not even where objects are.
    pub fn unknown(program: &Program, entry: FunctionId) -> Memory {
        Memory {
            regions: Rc::new(Regions::none()),
            addresses: AddressMap::of(program),
            function: entry,
            contents: Vec::new(),
            counter: None,
            stack: None,
            kinds: FxHashMap::default(),
            fixed: FxHashMap::default(),
            interfaces: None,
            before: Vec::new(),
            gives_back: false,
            live: Vec::new(),
        }
    }

    /// Gives single objects their addresses, leaves out what is written and never read, and finds out which contents are
    /// alive where.
    pub fn prepare(
        program: &Program,
        entry: FunctionId,
        function: &mut Function,
        level: MemoryLevel,
        interfaces: Option<&Rc<Interfaces>>,
    ) -> Memory {
        let (regions, addresses) = match interfaces {
            Some(interfaces) => (Rc::clone(&interfaces.regions), interfaces.addresses.clone()),
            None => {
                let regions = Rc::new(Regions::of(program));
                let addresses = AddressMap::with_objects(program, &regions);
                (regions, addresses)
            }
        };
        let mut memory = Memory {
            contents: vec![None; regions.regions.len()],
            regions,
            addresses,
            function: entry,
            counter: None,
            stack: None,
            kinds: FxHashMap::default(),
            fixed: FxHashMap::default(),
            interfaces: interfaces.cloned(),
            before: Vec::new(),
            gives_back: false,
            live: Vec::new(),
        };
        memory.fix_addresses(program, function, &Cfg::of(function));
        let read = match (level, interfaces) {
            (MemoryLevel::Full, Some(interfaces)) => {
                let used = interfaces.regions_used(entry);
                memory.remove_writes(function, &used);
                used
            }
            (MemoryLevel::Full, None) => memory.remove_unread(function),
            _ => vec![false; memory.regions.regions.len()],
        };
        for (index, _) in read.iter().enumerate().filter(|(_, read)| **read) {
            memory.hold(function, RegionId(index as u32));
        }
        memory.keep_indices(program, function);
        let uses = |content: Content| interfaces.map(|interfaces| interfaces.used(entry).any(|used| used == content));
        if uses(Content::Stack) == Some(true) {
            let value = function.add_value(Type::Int(stack_width(program.pointer_width)), Some("stack".into()));
            memory.stack = Some(value);
            memory.kinds.insert(value, Content::Stack);
        }
        let is_counted = match uses(Content::Counter) {
            Some(uses) => uses,
            None => function.blocks.iter().flat_map(|block| &block.commands).any(|command| counts(&command.kind)),
        };
        if is_counted {
            let value = function.add_value(Type::Int(counter_width(program.pointer_width)), Some("allocated".into()));
            memory.counter = Some(value);
            memory.kinds.insert(value, Content::Counter);
        }
        memory
    }

    /// Keeps what the contents that the function takes were when it was called, and what it has changed, to the end.
    pub fn give_back(&mut self, function: &mut Function) {
        self.gives_back = true;
        for content in self.taken_by(self.function) {
            let name = function.value(content).name.as_ref().map(|name| format!("{name}.before"));
            let value = function.add_value(function.type_of(content), name);
            self.kinds.extend(self.kinds.get(&content).copied().map(|kind| (value, kind)));
            self.before.push((value, content));
        }
    }

    /// Makes values for the content of a region.
    fn hold(&mut self, function: &mut Function, region: RegionId) {
        let data = self.regions.region(region);
        let ty = Type::Int(8 * data.cell_bytes());
        let mut values = Vec::new();
        let mut is_whole = false;
        for content in interface::contents_of(&self.regions, region) {
            let name = match content {
                Content::Cell(_, number) => format!("{}[{number}]", data.name.trim_end_matches("[]")),
                Content::Region(_) | Content::Counter | Content::Stack => data.name.clone(),
            };
            is_whole |= content == Content::Region(region);
            let value = function.add_value(ty, Some(name));
            self.kinds.insert(value, content);
            values.push(value);
        }
        let held = match (is_whole, &values[..]) {
            (true, [value]) => Held::Whole(*value),
            _ => Held::Cells(values),
        };
        self.contents[region.0 as usize] = Some(held);
    }

    /// Cells that are numbered are found by the indices that an address was computed from, maybe long before. So that these
    /// are still there, each access is preceded by a command that uses them.
    fn keep_indices(&self, program: &Program, function: &mut Function) {
        let null = function.constant(Type::Pointer, Constant::Bits(BitVecValue::zero(program.pointer_width)));
        for block in 0..function.blocks.len() {
            let mut commands = Vec::new();
            for command in std::mem::take(&mut function.blocks[block].commands) {
                let mut addresses = Vec::new();
                match &command.kind {
                    CommandKind::Load { address } | CommandKind::Store { address, .. } => addresses.push(*address),
                    CommandKind::MemorySet { to, .. } | CommandKind::MemoryHavoc { to, .. } => addresses.push(*to),
                    CommandKind::MemoryCopy { to, from, .. } => addresses.extend([*to, *from]),
                    _ => {}
                }
                for address in addresses {
                    let linear = self.regions.linear(self.function, address);
                    if let Some(linear) = linear.filter(|linear| !linear.indices.is_empty()) {
                        let kind = CommandKind::Address { base: null, offset: 0, indices: linear.indices };
                        let results = vec![function.add_value(Type::Pointer, None)];
                        commands.push(Command { results, kind, location: None });
                    }
                }
                commands.push(command);
            }
            function.blocks[block].commands = commands;
        }
    }

    /// Finds the addresses that are constants: of objects of which there is one, and what is at a constant distance from
    /// them. The commands that compute them go.
    fn fix_addresses(&mut self, program: &Program, function: &mut Function, cfg: &Cfg) {
        for object in &self.regions.objects {
            if let Owner::Alloca(owner, value) | Owner::Heap(owner, value) = object.owner
                && owner == self.function
                && let Some(address) = self.addresses.object(owner, value)
            {
                self.fixed.insert(value, address);
            }
        }
        for id in cfg.reverse_postorder() {
            for command in &function.block(*id).commands {
                if let (CommandKind::Address { base, offset, indices }, [result]) =
                    (&command.kind, &command.results[..])
                    && indices.is_empty()
                    && let Some(base) = self.fixed.get(base)
                {
                    let width = program.pointer_width;
                    let address = BitVecValue::new(width, *base).add(&BitVecValue::new(width, *offset as u64));
                    self.fixed.extend(address.to_u64().map(|address| (*result, address)));
                }
            }
        }
        for block in &mut function.blocks {
            block
                .commands
                .retain(|command| command.results.first().is_none_or(|result| !self.fixed.contains_key(result)));
        }
    }

    /// What memory a command reads and changes.
    pub fn effects(&self, kind: &CommandKind, sizes: &dyn Fn(ValueId) -> Option<u64>) -> Effects {
        effects(&self.regions, self.function, kind, sizes)
    }

    /// Removes what only serves to write what is never read. Says which regions are read.
    fn remove_unread(&self, function: &mut Function) -> Vec<bool> {
        loop {
            let sizes: FxHashMap<ValueId, u64> = known_sizes(function);
            let size = |value: ValueId| sizes.get(&value).copied();
            let mut read = vec![false; self.regions.regions.len()];
            for command in function.blocks.iter().flat_map(|block| &block.commands) {
                // A copy reads only for the sake of what it writes.
                if matches!(command.kind, CommandKind::Load { .. }) {
                    self.effects(&command.kind, &size).reads.iter().for_each(|region| read[region.0 as usize] = true);
                }
            }
            loop {
                let mut more = false;
                for command in function.blocks.iter().flat_map(|block| &block.commands) {
                    if let CommandKind::MemoryCopy { .. } = command.kind {
                        let effects = self.effects(&command.kind, &size);
                        if effects.writes.iter().any(|region| read[region.0 as usize]) {
                            for region in effects.reads {
                                more |= !std::mem::replace(&mut read[region.0 as usize], true);
                            }
                        }
                    }
                }
                if !more {
                    break;
                }
            }
            if !self.remove_writes(function, &read) {
                return read;
            }
        }
    }

    /// Removes what only serves to write other regions than these; says whether there was anything.
    fn remove_writes(&self, function: &mut Function, read: &[bool]) -> bool {
        let sizes: FxHashMap<ValueId, u64> = known_sizes(function);
        let size = |value: ValueId| sizes.get(&value).copied();
        let mut changed = false;
        for block in &mut function.blocks {
            let before = block.commands.len();
            block.commands.retain(|command| match command.kind {
                CommandKind::Store { .. }
                | CommandKind::MemoryCopy { .. }
                | CommandKind::MemorySet { .. }
                | CommandKind::MemoryHavoc { .. } => {
                    self.effects(&command.kind, &size).writes.iter().any(|region| read[region.0 as usize])
                }
                _ => true,
            });
            changed |= block.commands.len() != before;
        }
        remove_dead_code(function) || changed
    }

    /// All values of memory, in order.
    pub fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        let before = self.before.iter().map(|(before, _)| before);
        let counters = self.counter.iter().chain(&self.stack);
        self.contents.iter().flatten().flat_map(Held::values).chain(counters).chain(before).copied()
    }

    /// The sort of a value of memory.
    pub fn sort(&self, terms: &mut Terms, value: ValueId, pointer_width: u32) -> Option<Sort> {
        Some(sort_of(&self.regions, terms, *self.kinds.get(&value)?, pointer_width))
    }

    /// The sort of the content of a region.
    pub fn content_sort(&self, terms: &mut Terms, region: RegionId, pointer_width: u32) -> Sort {
        sort_of(&self.regions, terms, Content::Region(region), pointer_width)
    }

    /// How many bytes a cell of a region has.
    pub fn cell_bytes(&self, region: RegionId) -> u32 {
        self.regions.region(region).cell_bytes()
    }

    /// What a state variable is.
    pub fn entry(&self, content: Content, symbol: String) -> MemoryEntry {
        let (region, cell) = match content {
            Content::Region(region) => (Some(region.0), None),
            Content::Cell(region, number) => (Some(region.0), Some(number)),
            Content::Counter | Content::Stack => (None, None),
        };
        MemoryEntry { symbol, region, cell }
    }

    /// The values of memory that are alive where a block begins, in order.
    pub fn at_entry(&self, block: BlockId) -> &[ValueId] {
        self.live.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether a value of memory is alive where a block begins.
    pub fn is_live(&self, value: ValueId, block: BlockId) -> bool {
        self.at_entry(block).binary_search(&value).is_ok()
    }
}

/// What memory a command of a function reads and changes.
fn effects(
    regions: &Regions,
    function: FunctionId,
    kind: &CommandKind,
    sizes: &dyn Fn(ValueId) -> Option<u64>,
) -> Effects {
    let spans = |address: &ValueId, size: &ValueId| -> Vec<RegionId> {
        regions.spans(function, *address, sizes(*size)).into_iter().map(|span| span.region).collect()
    };
    let at = |address: &ValueId| -> Vec<RegionId> { regions.access(function, *address).into_iter().collect() };
    let none = Vec::new;
    let (reads, writes, replaces) = match kind {
        CommandKind::Load { address } => (at(address), none(), false),
        CommandKind::Store { address, .. } => {
            let writes = at(address);
            let cell = |region: &RegionId| matches!(regions.region(*region).shape, Shape::Cell(_));
            let replaces = writes.iter().all(cell);
            (none(), writes, replaces)
        }
        CommandKind::MemoryCopy { to, from, size } => (spans(from, size), spans(to, size), false),
        CommandKind::MemorySet { to, size, .. } | CommandKind::MemoryHavoc { to, size, .. } => {
            (none(), spans(to, size), false)
        }
        _ => (none(), none(), false),
    };
    Effects { reads, writes, replaces }
}

/// The sort of a content.
fn sort_of(regions: &Regions, terms: &mut Terms, content: Content, pointer_width: u32) -> Sort {
    let cell = |region: RegionId| Sort::BitVec(8 * regions.region(region).cell_bytes());
    match content {
        Content::Counter => Sort::BitVec(counter_width(pointer_width)),
        Content::Stack => Sort::BitVec(stack_width(pointer_width)),
        Content::Cell(region, _) => cell(region),
        Content::Region(region) => match regions.region(region).shape {
            Shape::Cell(_) => cell(region),
            Shape::Words(_) | Shape::Bytes => terms.array_sort(Sort::BitVec(pointer_width), cell(region)),
        },
    }
}

/// Whether a command makes an object.
fn counts(kind: &CommandKind) -> bool {
    matches!(kind, CommandKind::Alloca { .. } | CommandKind::HeapAllocate { .. })
}

/// The numbers that sizes are.
pub(crate) fn known_sizes(function: &Function) -> FxHashMap<ValueId, u64> {
    let ids = (0..function.value_count()).map(ValueId::new);
    ids.filter_map(|value| Some((value, function.bits_of(value)?.to_u64()?))).collect()
}

/// The bits of the counter of allocations: an address is a mark, the counter, and four zeros.
fn counter_width(pointer_width: u32) -> u32 {
    AddressMap::heap_start(pointer_width).trailing_zeros() - 4
}

/// The bits of the counter of variables.
fn stack_width(pointer_width: u32) -> u32 {
    AddressMap::stack_start(pointer_width).trailing_zeros() - 4
}
