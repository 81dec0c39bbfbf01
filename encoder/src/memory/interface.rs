//! What memory functions take and give back: the contents that a function, or anything that it calls, may read or change.
//!
//! Where calls stay calls, these contents are parameters and results of a function like any others. An object of which an
//! execution may have several, such as a variable of a recursive function, has no cell of its own: its region is an array
//! by addresses, which come from a counter that is passed along like everything else. So activations never share a cell.

use super::{Content, Memory, counts, effects, known_sizes, sort_of};
use euclase_logic::{Sort, Terms};
use euclase_program::{
    AddressMap, Callee, CommandKind, Function, FunctionId, Program, RegionId, Regions, Shape, ValueId,
};
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
    /// By function, the contents that it reads or changes, and those that it changes, in order.
    taken: Vec<BTreeSet<Content>>,
    given: Vec<BTreeSet<Content>>,
}

impl Interfaces {
    /// Those of all functions of a program in which every call of a function with a body is direct, or control does not go
    /// past it.
    pub fn of(program: &Program) -> Interfaces {
        let regions = Rc::new(Regions::of(program));
        let addresses = AddressMap::with_objects(program, &regions);
        let read = read_anywhere(program, &regions);
        let count = program.functions.len();
        let mut interfaces =
            Interfaces { regions, addresses, taken: vec![BTreeSet::new(); count], given: vec![BTreeSet::new(); count] };
        let mut calls = Vec::new();
        for id in program.function_ids() {
            let callees = interfaces.own(program.function(id), id, &read);
            calls.extend(callees.into_iter().map(|callee| (id, callee)));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (caller, callee) in &calls {
                for sets in [&mut interfaces.taken, &mut interfaces.given] {
                    let more = sets[callee.index()].clone();
                    let before = sets[caller.index()].len();
                    sets[caller.index()].extend(more);
                    changed |= sets[caller.index()].len() > before;
                }
            }
        }
        interfaces
    }

    /// Nothing goes in or out.
    pub fn none(program: &Program) -> Interfaces {
        let nothing = vec![BTreeSet::new(); program.functions.len()];
        let (regions, addresses) = (Rc::new(Regions::none()), AddressMap::of(program));
        Interfaces { regions, addresses, taken: nothing.clone(), given: nothing }
    }

    /// A name for people.
    pub fn name(&self, content: Content) -> String {
        match content {
            Content::Region(region) => self.regions.region(region).name.clone(),
            Content::Cell(region, number) => {
                format!("{}[{number}]", self.regions.region(region).name.trim_end_matches("[]"))
            }
            Content::Counter => "allocated".into(),
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
            let mut found = effects(&self.regions, id, &command.kind, &size);
            match &command.kind {
                CommandKind::Call { callee: Callee::Direct(callee), .. } => callees.push(*callee),
                CommandKind::HeapAllocate { size: bytes, zeroed: true } => {
                    for result in &command.results {
                        let spans = self.regions.spans(id, *result, size(*bytes));
                        found.writes.extend(spans.into_iter().map(|span| span.region));
                    }
                }
                _ => {}
            }
            for region in found.reads.iter().chain(&found.writes).filter(|region| read[region.0 as usize]) {
                self.taken[id.index()].extend(contents_of(&self.regions, *region));
            }
            for region in found.writes.iter().filter(|region| read[region.0 as usize]) {
                self.given[id.index()].extend(contents_of(&self.regions, *region));
            }
            let has_place = command.results.first().is_some_and(|result| self.addresses.object(id, *result).is_some());
            if counts(&command.kind) && !has_place {
                self.taken[id.index()].insert(Content::Counter);
                self.given[id.index()].insert(Content::Counter);
            }
        }
        callees
    }

    /// The contents that a function, or what it calls, reads or changes.
    pub fn taken(&self, function: FunctionId) -> impl Iterator<Item = Content> + '_ {
        self.taken[function.index()].iter().copied()
    }

    /// The contents that a function, or what it calls, changes.
    pub fn given(&self, function: FunctionId) -> impl Iterator<Item = Content> + '_ {
        self.given[function.index()].iter().copied()
    }

    /// Which regions have contents that a function takes.
    pub fn regions_taken(&self, function: FunctionId) -> Vec<bool> {
        let mut taken = vec![false; self.regions.regions.len()];
        for content in self.taken(function) {
            if let Content::Region(region) | Content::Cell(region, _) = content {
                taken[region.0 as usize] = true;
            }
        }
        taken
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
