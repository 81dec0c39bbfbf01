//! What memory functions take and give back: the contents that a function, or anything that it calls, may read or change.
//!
//! Where calls stay calls, these contents are parameters and results of a function like any others. An object of which an
//! execution may have several, such as a variable of a recursive function, has no cell of its own: its region is an array
//! by addresses, which come from a counter that is passed along like everything else. So activations never share a cell.
//! Variables have a counter of their own that is passed down and not given back: when a function has returned, the next one
//! gets the same addresses, and finds anything there. Two counters keep variables and the heap apart.

use super::{Content, Memory, effects, known_sizes, sort_of};
use euclase_logic::{Sort, Terms};
use euclase_program::{
    AddressMap, Callee, Cfg, Command, CommandKind, Function, FunctionId, Program, RegionId, Regions, Shape, Terminator,
    ValueId,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Regions of so many cells are kept cell by cell.
const MOST_SEPARATE_CELLS: u64 = 16;

/// The memory that goes in and out of functions.
pub(crate) struct Interfaces {
    /// The regions of the program.
    pub regions: Rc<Regions>,
    /// Where objects are.
    pub addresses: AddressMap,
    /// By function, the contents that it reads or changes, those that it changes, and those that matter to it as they are
    /// when it is called, in order.
    used: Vec<BTreeSet<Content>>,
    given: Vec<BTreeSet<Content>>,
    taken: Vec<BTreeSet<Content>>,
}

impl Interfaces {
    /// Those of all functions of a program in which every call of a function with a body is direct, or control does not go
    /// past it.
    pub fn of(program: &Program) -> Interfaces {
        let regions = Rc::new(Regions::of(program));
        let addresses = AddressMap::with_objects(program, &regions);
        let read = read_anywhere(program, &regions);
        let nothing = vec![BTreeSet::new(); program.functions.len()];
        let (used, given, taken) = (nothing.clone(), nothing.clone(), nothing);
        let mut interfaces = Interfaces { regions, addresses, used, given, taken };
        let mut calls = Vec::new();
        for id in program.function_ids() {
            let callees = interfaces.own(program.function(id), id, &read);
            calls.extend(callees.into_iter().map(|callee| (id, callee)));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (caller, callee) in &calls {
                for sets in [&mut interfaces.used, &mut interfaces.given] {
                    let more = sets[callee.index()].clone();
                    let before = sets[caller.index()].len();
                    sets[caller.index()].extend(more);
                    changed |= sets[caller.index()].len() > before;
                }
            }
        }
        interfaces.find_taken(program, &read);
        interfaces
    }

    /// Finds what matters to functions as it is when they are called: what is read before it is replaced, and what may be
    /// left as it is where something is given back. A call replaces what it gives back and does not take.
    fn find_taken(&mut self, program: &Program, read: &[bool]) {
        let mut changed = true;
        while changed {
            changed = false;
            for id in program.function_ids().filter(|id| !program.function(*id).is_declaration()) {
                let alive = self.alive_at_entry(program.function(id), id, read);
                let taken: BTreeSet<Content> = alive.intersection(&self.used[id.index()]).copied().collect();
                changed |= taken.len() > self.taken[id.index()].len();
                self.taken[id.index()] = taken;
            }
        }
    }

    fn alive_at_entry(&self, function: &Function, id: FunctionId, read: &[bool]) -> BTreeSet<Content> {
        let sizes = known_sizes(function);
        let cfg = Cfg::of(function);
        let mut alive: Vec<BTreeSet<Content>> = vec![BTreeSet::new(); function.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.reverse_postorder().iter().rev() {
                let mut here: BTreeSet<Content> = match function.block(*block).terminator {
                    Terminator::Return(_) => self.given[id.index()].clone(),
                    _ => cfg.successors(*block).flat_map(|to| &alive[to.index()]).copied().collect(),
                };
                for command in function.block(*block).commands.iter().rev() {
                    self.before(&mut here, id, command, &sizes, read);
                }
                changed |= here.len() > alive[block.index()].len();
                alive[block.index()] = here;
            }
        }
        std::mem::take(&mut alive[Function::ENTRY.index()])
    }

    /// What matters before a command, given what does after it.
    fn before(
        &self,
        alive: &mut BTreeSet<Content>,
        id: FunctionId,
        command: &Command,
        sizes: &FxHashMap<ValueId, u64>,
        read: &[bool],
    ) {
        let found = effects(&self.regions, id, &command.kind, &|value| sizes.get(&value).copied());
        let contents = |region: &RegionId| contents_of(&self.regions, *region);
        if found.replaces {
            found.writes.iter().flat_map(contents).for_each(|content| _ = alive.remove(&content));
        }
        if let CommandKind::Call { callee: Callee::Direct(callee), .. } = command.kind {
            self.replaced(callee).for_each(|content| _ = alive.remove(&content));
            alive.extend(self.taken(callee));
        }
        alive.extend(found.reads.iter().filter(|region| read[region.0 as usize]).flat_map(contents));
        match command.kind {
            CommandKind::Alloca { .. } => _ = alive.insert(Content::Stack),
            CommandKind::HeapAllocate { .. } => _ = alive.insert(Content::Counter),
            _ => {}
        }
    }

    /// Nothing goes in or out.
    pub fn none(program: &Program) -> Interfaces {
        let nothing = vec![BTreeSet::new(); program.functions.len()];
        let (regions, addresses) = (Rc::new(Regions::none()), AddressMap::of(program));
        Interfaces { regions, addresses, used: nothing.clone(), given: nothing.clone(), taken: nothing }
    }

    /// A name for people.
    pub fn name(&self, content: Content) -> String {
        match content {
            Content::Region(region) => self.regions.region(region).name.clone(),
            Content::Cell(region, number) => {
                format!("{}[{number}]", self.regions.region(region).name.trim_end_matches("[]"))
            }
            Content::Counter => "allocated".into(),
            Content::Stack => "stack".into(),
        }
    }

    /// The sort of a content.
    pub fn sort(&self, terms: &mut Terms, content: Content, pointer_width: u32) -> Sort {
        sort_of(&self.regions, terms, content, pointer_width)
    }

    /// Notes what a function does itself; says what it calls.
    fn own(&mut self, function: &Function, id: FunctionId, read: &[bool]) -> Vec<FunctionId> {
        let sizes = known_sizes(function);
        let size = |value: ValueId| sizes.get(&value).copied();
        let mut callees = Vec::new();
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            let has_place = command.results.first().is_some_and(|result| self.addresses.object(id, *result).is_some());
            let mut found = effects(&self.regions, id, &command.kind, &size);
            match &command.kind {
                CommandKind::Call { callee: Callee::Direct(callee), .. } => callees.push(*callee),
                CommandKind::HeapAllocate { size: bytes, zeroed: true } => {
                    for result in &command.results {
                        let spans = self.regions.spans(id, *result, size(*bytes));
                        found.writes.extend(spans.into_iter().map(|span| span.region));
                    }
                }
                CommandKind::Alloca { .. } if !has_place => {
                    for result in &command.results {
                        let spans = self.regions.spans(id, *result, None);
                        found.writes.extend(spans.into_iter().map(|span| span.region));
                    }
                }
                _ => {}
            }
            for region in found.reads.iter().chain(&found.writes).filter(|region| read[region.0 as usize]) {
                self.used[id.index()].extend(contents_of(&self.regions, *region));
            }
            for region in found.writes.iter().filter(|region| read[region.0 as usize]) {
                self.given[id.index()].extend(contents_of(&self.regions, *region));
            }
            match command.kind {
                CommandKind::Alloca { .. } if !has_place => _ = self.used[id.index()].insert(Content::Stack),
                CommandKind::HeapAllocate { .. } if !has_place => {
                    self.used[id.index()].insert(Content::Counter);
                    self.given[id.index()].insert(Content::Counter);
                }
                _ => {}
            }
        }
        callees
    }

    /// The contents that a function, or what it calls, reads or changes.
    pub fn used(&self, function: FunctionId) -> impl Iterator<Item = Content> + '_ {
        self.used[function.index()].iter().copied()
    }

    /// The contents that a function replaces whatever they were, if it returns.
    pub fn replaced(&self, function: FunctionId) -> impl Iterator<Item = Content> + '_ {
        self.given(function).filter(move |content| !self.taken[function.index()].contains(content))
    }

    /// The contents that matter to a function as they are when it is called.
    pub fn taken(&self, function: FunctionId) -> impl Iterator<Item = Content> + '_ {
        self.taken[function.index()].iter().copied()
    }

    /// The contents that a function, or what it calls, changes.
    pub fn given(&self, function: FunctionId) -> impl Iterator<Item = Content> + '_ {
        self.given[function.index()].iter().copied()
    }

    /// Which regions have contents that a function reads or changes.
    pub fn regions_used(&self, function: FunctionId) -> Vec<bool> {
        let mut used = vec![false; self.regions.regions.len()];
        for content in self.used(function) {
            if let Content::Region(region) | Content::Cell(region, _) = content {
                used[region.0 as usize] = true;
            }
        }
        used
    }
}

impl Memory {
    /// The value that a content is kept in.
    pub fn value_of(&self, content: Content) -> Option<ValueId> {
        self.values().find(|value| self.kinds.get(value) == Some(&content))
    }

    /// The values of the contents that a function takes, in order.
    pub fn taken_by(&self, function: FunctionId) -> Vec<ValueId> {
        let contents = self.interfaces.iter().flat_map(|interfaces| interfaces.taken(function));
        contents.filter_map(|content| self.value_of(content)).collect()
    }

    /// The values of the contents that a function replaces, in order.
    pub fn replaced_by(&self, function: FunctionId) -> Vec<ValueId> {
        let contents = self.interfaces.iter().flat_map(|interfaces| interfaces.replaced(function));
        contents.filter_map(|content| self.value_of(content)).collect()
    }

    /// The values of the contents that a function changes, in order.
    pub fn given_by(&self, function: FunctionId) -> Vec<ValueId> {
        let contents = self.interfaces.iter().flat_map(|interfaces| interfaces.given(function));
        contents.filter_map(|content| self.value_of(content)).collect()
    }
}

/// The contents that a region has.
pub(super) fn contents_of(regions: &Regions, region: RegionId) -> Vec<Content> {
    let data = regions.region(region);
    let count = match (&data.parts[..], data.numbered, data.shape) {
        ([part], true, Shape::Words(_)) => part.count.filter(|count| *count <= MOST_SEPARATE_CELLS),
        _ => None,
    };
    match count {
        None => vec![Content::Region(region)],
        Some(count) => (0..count).map(|number| Content::Cell(region, number)).collect(),
    }
}

/// Which regions any function reads, be it to copy them to where they are read.
fn read_anywhere(program: &Program, regions: &Regions) -> Vec<bool> {
    let mut read = vec![false; regions.regions.len()];
    let mut copies = Vec::new();
    for id in program.function_ids() {
        let function = program.function(id);
        let sizes = known_sizes(function);
        let size = |value: ValueId| sizes.get(&value).copied();
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            let found = effects(regions, id, &command.kind, &size);
            match command.kind {
                CommandKind::MemoryCopy { .. } => copies.push(found),
                _ => found.reads.iter().for_each(|region| read[region.0 as usize] = true),
            }
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for copy in &copies {
            if copy.writes.iter().any(|region| read[region.0 as usize]) {
                for region in &copy.reads {
                    changed |= !std::mem::replace(&mut read[region.0 as usize], true);
                }
            }
        }
    }
    read
}
