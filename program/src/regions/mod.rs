//! Which memory an address can be in: regions of memory that cannot overlap.
//!
//! A region is a set of cells that may be reached through the same pointers. What is stored to one region is
//! never read from another, so each can be a variable of its own: the encoder makes it one. Pointers that are only
//! compared, or whose memory is never accessed, make no regions.
//!
//! What is promised holds for executions that C defines: they access only objects that are alive, within their
//! bounds. Nothing is at an address that was not initialised, and nobody guesses the address of an object: a pointer that is
//! made of integers in a way that cannot be followed points to objects whose addresses became integers, if to any.

mod build;
mod classes;
mod constraints;
mod fields;
mod linear;
mod names;
mod owners;
mod print;
#[cfg(test)]
mod random_tests;
mod solve;
mod targets;
#[cfg(test)]
mod tests;

pub use targets::{Target, Targets};

use crate::id::{FunctionId, GlobalId, ValueId};
use crate::program::Program;

/// A region, by its position in [`Regions::regions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(pub u32);

/// An object, by its position in [`Regions::objects`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub u32);

/// What makes an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// A global.
    Global(GlobalId),
    /// A command of a function that allocates on the stack, by its result.
    Alloca(FunctionId, ValueId),
    /// A command of a function that allocates on the heap, by its result.
    Heap(FunctionId, ValueId),
}

/// Objects that come from one place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// What makes it.
    pub owner: Owner,
    /// A name for people, not necessarily unique.
    pub name: String,
    /// Its size in bytes, if that is always the same.
    pub size: Option<u64>,
    /// Whether an execution has at most one such object: the command is in no loop, and its function is called at
    /// most once.
    pub single: bool,
}

/// What a region looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One cell of so many bytes, of one object of which there is one, always read and written as a whole.
    Cell(u32),
    /// Cells of so many bytes, each always read and written as a whole; no two overlap.
    Words(u32),
    /// Bytes that are read and written in different ways.
    Bytes,
}

/// The cells of a region in an object: at `offset`, `offset + stride`, … as far as the object goes. There is one if the
/// stride is zero. For regions of bytes, the stride is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The object.
    pub object: ObjectId,
    /// Where the first cell starts, in bytes.
    pub offset: u64,
    /// From cell to cell, in bytes.
    pub stride: u64,
    /// How many cells, if that is known.
    pub count: Option<u64>,
}

/// Memory that cannot overlap with that of other regions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// A name for people, after the first of its objects and the field; not necessarily unique.
    pub name: String,
    /// What it looks like.
    pub shape: Shape,
    /// Where it lies.
    pub parts: Vec<Part>,
    /// Whether it may hold memory of which the program says nothing, such as objects that come from outside.
    pub open: bool,
    /// Whether every access is to [`Regions::linear`] addresses of the one part there is, a whole number of strides from
    /// its offset; then cells can be told apart by number.
    pub numbered: bool,
    /// Whether anything is ever stored to it.
    pub written: bool,
    /// Whether it is ever read, be it to be copied to where it is read. What is stored to it is of no use if not.
    pub read: bool,
}

impl Region {
    /// How many bytes a cell has.
    pub fn cell_bytes(&self) -> u32 {
        match self.shape {
            Shape::Cell(bytes) | Shape::Words(bytes) => bytes,
            Shape::Bytes => 1,
        }
    }
}

/// What a command on many bytes touches of a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The region.
    pub region: RegionId,
    /// Where the cells start, counted in bytes from the address; nothing if that is not known, because the size or the
    /// address is not, or because there are too many. For bytes, each byte is a cell.
    pub cells: Option<Vec<u64>>,
}

/// An address as a sum: `object + offset + Σ scale·index`, indices being signed and extended or cut off to the width of
/// pointers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    /// The object, of which there is one.
    pub object: ObjectId,
    /// The constant part, in bytes.
    pub offset: i64,
    /// Indices with what they are multiplied with.
    pub indices: Vec<(i64, ValueId)>,
}

/// Where pointers point to that come from outside of the program: from functions without a body, through the parameters of
/// the entry, out of what is defined elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Outside {
    /// Anywhere outside, and to whatever had its address made a number: they may all point to the same bytes.
    #[default]
    Anywhere,
    /// To memory that is accessed through nothing else but what is computed from the same pointer or loaded through it. This
    /// is an assumption: it leaves out that two such pointers may be equal.
    Apart,
}

/// More cells than this are not listed one by one in a [`Span`].
pub const MAX_CELLS: u64 = 1024;

/// The regions of a program.
pub struct Regions {
    /// All regions.
    pub regions: Vec<Region>,
    /// All objects whose memory may be accessed.
    pub objects: Vec<Object>,
    /// Classes of memory: a region is a field of one.
    groups: Vec<build::Group>,
    /// Where values point to, by function and value: a class, and an offset in it.
    places: Vec<Vec<Option<(u32, i64)>>>,
    sums: linear::Sums,
}

impl Regions {
    /// Finds the regions of a program.
    pub fn of(program: &Program) -> Regions {
        Regions::with(program, Outside::Anywhere)
    }

    /// Finds the regions of a program under an assumption about pointers from outside.
    pub fn with(program: &Program, outside: Outside) -> Regions {
        let mut constraints = constraints::Constraints::of(program, outside);
        if !constraints.solve() {
            return Regions::one(constraints);
        }
        let mut regions = build::build(&mut constraints);
        linear::number(program, &mut regions);
        regions
    }

    /// One region of bytes for everything.
    fn one(mut constraints: constraints::Constraints<'_>) -> Regions {
        constraints.blend_all();
        build::build(&mut constraints)
    }

    /// Without any.
    pub fn none() -> Regions {
        Regions {
            regions: Vec::new(),
            objects: Vec::new(),
            groups: Vec::new(),
            places: Vec::new(),
            sums: Default::default(),
        }
    }

    /// A region.
    pub fn region(&self, region: RegionId) -> &Region {
        &self.regions[region.0 as usize]
    }

    /// An object.
    pub fn object(&self, object: ObjectId) -> &Object {
        &self.objects[object.0 as usize]
    }

    fn group(&self, function: FunctionId, address: ValueId) -> Option<(&build::Group, i64)> {
        let (group, offset) = (*self.places.get(function.index())?.get(address.index())?)?;
        Some((self.groups.get(group as usize)?, offset))
    }

    /// The region that a load or store at an address goes to; nothing for addresses at which there is no memory, such as
    /// null, or those of code that cannot run.
    pub fn access(&self, function: FunctionId, address: ValueId) -> Option<RegionId> {
        let (group, offset) = self.group(function, address)?;
        group.field(offset)?.region
    }

    /// What the bytes from an address on touch: so many, if that is known. Where bytes are copied, cells that are read
    /// afterwards have cells of the same size at the same distance at the other end, as far as the size is known.
    pub fn spans(&self, function: FunctionId, address: ValueId, size: Option<u64>) -> Vec<Span> {
        let Some((group, offset)) = self.group(function, address) else { return Vec::new() };
        let spans = group.fields_near(offset, size).iter().filter_map(|field| {
            let cells = group.cells(field, offset, size)?;
            Some(Span { region: field.region?, cells })
        });
        spans.collect()
    }

    /// An address of memory of a single object as a sum, if it is one.
    pub fn linear(&self, function: FunctionId, address: ValueId) -> Option<Linear> {
        self.sums.get(&(function, address)).cloned()
    }
}
