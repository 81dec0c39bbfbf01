//! State variables that are memory, as C calls them: those that are one part of one variable.

use super::c_formula::{Names, Variable};
use super::c_types::{self, Kind, MemoryType};
use euclase_encoder::SourceMap;
use euclase_logic::{Op, TermId, Terms};
use euclase_program::{AddressMap, CommandKind, Definition, ObjectId, Owner, Program, RegionId, Regions, Shape};
use rustc_hash::FxHashMap;

/// What is known about the memory in a system.
pub(super) struct MemoryNames<'a> {
    program: &'a Program,
    regions: Regions,
    addresses: AddressMap,
    /// The state variables, with their regions and cells.
    states: FxHashMap<TermId, (RegionId, Option<u64>)>,
}

impl<'a> MemoryNames<'a> {
    /// The memory of the program that was encoded.
    pub fn of(program: &'a Program, map: &SourceMap, terms: &FxHashMap<String, TermId>) -> Self {
        let state = |entry: &euclase_encoder::MemoryEntry| {
            Some((*terms.get(&entry.symbol)?, (RegionId(entry.region?), entry.cell)))
        };
        let states: FxHashMap<_, _> = map.memory.iter().filter_map(state).collect();
        let regions = if states.is_empty() { Regions::none() } else { Regions::of(program) };
        let addresses = AddressMap::with_objects(program, &regions);
        MemoryNames { program, regions, addresses, states }
    }

    /// Adds names for the memory that a formula speaks of, as seen from a function.
    pub fn add_to(&self, names: &mut Names, terms: &Terms, formula: TermId, function: &str) {
        if self.states.is_empty() {
            return;
        }
        for term in terms.postorder(&[formula]) {
            let found = match terms.op(term) {
                Op::Var(_) => self.states.get(&term).and_then(|(region, cell)| self.cell(*region, *cell, function)),
                Op::Select => {
                    let args = terms.args(term);
                    let index = terms.as_bitvec(args[1]).and_then(|bits| bits.to_u64());
                    let region =
                        self.states.get(&args[0]).filter(|(_, cell)| cell.is_none()).map(|(region, _)| *region);
                    region.zip(index).and_then(|(region, index)| self.element(region, index, function))
                }
                _ => None,
            };
            names.extend(found.map(|variable| (term, variable)));
        }
    }

    /// A state variable that is one cell.
    fn cell(&self, region: RegionId, cell: Option<u64>, function: &str) -> Option<Variable> {
        let data = self.regions.regions.get(region.0 as usize)?;
        let [part] = data.parts[..] else { return None };
        if cell.is_none() && !matches!(data.shape, Shape::Cell(_)) {
            return None;
        }
        self.part(part.object, part.offset + cell.unwrap_or(0) * part.stride, data.cell_bytes(), function)
    }

    /// An element of an array at a constant index.
    fn element(&self, region: RegionId, index: u64, function: &str) -> Option<Variable> {
        let data = self.regions.regions.get(region.0 as usize)?;
        if data.numbered {
            let [part] = data.parts[..] else { return None };
            return self.part(part.object, part.offset + index.checked_mul(part.stride)?, data.cell_bytes(), function);
        }
        data.parts.iter().find_map(|part| {
            let owner = self.regions.objects.get(part.object.0 as usize)?.owner;
            let base = match owner {
                Owner::Global(global) => self.addresses.global(global),
                Owner::Alloca(function, value) | Owner::Heap(function, value) => {
                    self.addresses.object(function, value)?
                }
            };
            self.part(part.object, index.checked_sub(base)?, data.cell_bytes(), function)
        })
    }

    /// Some bytes of an object, if the object is a variable of which there is one and C has a name for them.
    fn part(&self, object: ObjectId, offset: u64, bytes: u32, function: &str) -> Option<Variable> {
        let object = self.regions.objects.get(object.0 as usize).filter(|object| object.single)?;
        let variable = match object.owner {
            Owner::Global(global) => self.program.global(global).variable?,
            Owner::Alloca(owner, value) => {
                let owner = self.program.function(owner);
                let Definition::Command(block, position) = *owner.definitions().get(value.index())? else {
                    return None;
                };
                match owner.block(block).commands.get(position)?.kind {
                    CommandKind::Alloca { variable, .. } => variable?,
                    _ => return None,
                }
            }
            Owner::Heap(..) => return None,
        };
        let variable = self.program.variable(variable);
        // A name means something else, or nothing, in another function.
        if variable.scope.as_ref().is_some_and(|scope| scope != function) {
            return None;
        }
        let ty = MemoryType::Source(variable.ty?);
        let (start, width) = (8 * offset, 8 * u64::from(bytes));
        let part = c_types::smallest(self.program, ty, start, width);
        let exact = part.start == start && part.width == width && 8 * c_types::size(self.program, part.ty) == width;
        if !exact || !matches!(c_types::kind(self.program, part.ty), Kind::Scalar) {
            return None;
        }
        let (encoding, type_name) = c_types::encoding(self.program, part.ty);
        Some(Variable::place(format!("{}{}", variable.name, part.path), encoding, type_name))
    }
}
