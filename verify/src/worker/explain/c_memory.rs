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
                    let selected = self.selected(terms, term);
                    selected.and_then(|(region, index)| self.element(region, index, 1, function))
                }
                Op::Concat => {
                    let bytes = self.bytes(terms, term);
                    bytes.and_then(|(region, first, count)| self.element(region, first, count, function))
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

    /// The region and the constant index of an element that a term is.
    fn selected(&self, terms: &Terms, term: TermId) -> Option<(RegionId, u64)> {
        let (Op::Select, [array, index]) = (terms.op(term), terms.args(term)) else { return None };
        let (region, None) = self.states.get(array)? else { return None };
        Some((*region, terms.as_bitvec(*index)?.to_u64()?))
    }

    /// The bytes that a number is put together from: the region, the first index and how many.
    fn bytes(&self, terms: &Terms, term: TermId) -> Option<(RegionId, u64, u64)> {
        let mut todo = vec![term];
        let mut found: Option<(RegionId, u64, u64)> = None;
        // From the highest byte to the lowest, which comes first in memory.
        while let Some(term) = todo.pop() {
            if terms.op(term) == Op::Concat {
                todo.extend(terms.args(term).iter().rev());
                continue;
            }
            let (region, index) = self.selected(terms, term)?;
            found = match found {
                None => Some((region, index, 1)),
                Some((same, last, count)) if same == region && index + 1 == last && count < 16 => {
                    Some((region, index, count + 1))
                }
                Some(_) => return None,
            };
        }
        let regions = &self.regions.regions;
        found.filter(|(region, ..)| regions.get(region.0 as usize).is_some_and(|region| region.shape == Shape::Bytes))
    }

    /// Elements of an array from a constant index on.
    fn element(&self, region: RegionId, index: u64, count: u64, function: &str) -> Option<Variable> {
        let data = self.regions.regions.get(region.0 as usize)?;
        let bytes = data.cell_bytes().checked_mul(u32::try_from(count).ok()?)?;
        if data.numbered {
            let [part] = data.parts[..] else { return None };
            return self.part(part.object, part.offset + index.checked_mul(part.stride)?, bytes, function);
        }
        data.parts.iter().find_map(|part| {
            let owner = self.regions.objects.get(part.object.0 as usize)?.owner;
            let base = match owner {
                Owner::Global(global) => self.addresses.global(global),
                Owner::Alloca(function, value) | Owner::Heap(function, value) => {
                    self.addresses.object(function, value)?
                }
            };
            self.part(part.object, index.checked_sub(base)?, bytes, function)
        })
    }

    /// Some bytes of an object, if the object is a variable of which there is one and C has a name for them.
    fn part(&self, object: ObjectId, offset: u64, bytes: u32, function: &str) -> Option<Variable> {
        let object = self.regions.objects.get(object.0 as usize).filter(|object| object.single)?;
        if object.size.is_none_or(|size| offset.saturating_add(u64::from(bytes)) > size) {
            return None;
        }
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
