//! Loads, stores and allocations as terms.

use super::{Content, Held, Memory};
use crate::EncodeError;
use crate::operators::{address, resize};
use crate::source_map::{InputReason, MemoryInput, MemoryPart};
use crate::step::Step;
use euclase_logic::{BitVecValue, Sort, TermId};
use euclase_program::{AddressMap, Command, CommandKind, LocationId, RegionId, Shape, ValueId};

/// Variables of so many bytes hold anything cell by cell; with larger ones, everything in their regions does.
const MOST_UNINITIALISED: u64 = 256;

impl Step<'_, '_> {
    pub(super) fn memory(&self) -> &Memory {
        &self.context.prepared.memory
    }

    /// Where in a region the cell is that starts so many bytes from an address.
    pub(super) fn cell_index(
        &mut self,
        node: usize,
        region: RegionId,
        at: ValueId,
        beyond: u64,
    ) -> Result<TermId, EncodeError> {
        let memory = &self.context.prepared.memory;
        let width = self.context.program.pointer_width;
        let data = memory.regions.region(region);
        if data.numbered
            && let Some(part) = data.parts.first()
            && let Some(linear) = memory.regions.linear(memory.function, at)
        {
            let stride = part.stride.max(1) as i64;
            let zero = self.context.terms.bv(width, 0);
            let first = linear.offset.wrapping_add(beyond as i64).wrapping_sub(part.offset as i64).div_euclid(stride);
            let mut indices = Vec::new();
            for (scale, index) in &linear.indices {
                indices.push((scale / stride, self.value(node, *index)?));
            }
            return Ok(address(&mut self.context.terms, zero, first, &indices));
        }
        let start = self.value(node, at)?;
        let beyond = self.context.terms.bv(width, beyond);
        Ok(self.context.terms.bv_add(start, beyond))
    }

    /// The cell of a region at an index; nothing if nobody reads the region.
    pub(super) fn read(&mut self, node: usize, region: RegionId, index: TermId) -> Result<Option<TermId>, EncodeError> {
        let prepared = self.context.prepared;
        Ok(match &prepared.memory.contents[region.0 as usize] {
            None => None,
            Some(Held::Whole(name)) => {
                let content = self.value(node, *name)?;
                Some(match prepared.memory.regions.region(region).shape {
                    Shape::Cell(_) => content,
                    Shape::Words(_) | Shape::Bytes => self.context.terms.select(content, index),
                })
            }
            Some(Held::Cells(cells)) => {
                // There is no cell at other indices, so the last one can be anywhere.
                let mut read: Option<TermId> = None;
                for (number, name) in cells.iter().enumerate().rev() {
                    let cell = self.value(node, *name)?;
                    let here = self.is_number(index, number);
                    read = Some(read.map_or(cell, |others| self.context.terms.ite(here, cell, others)));
                }
                read
            }
        })
    }

    /// Sets the cell of a region at an index.
    pub(super) fn write(
        &mut self,
        node: usize,
        region: RegionId,
        index: TermId,
        value: TermId,
    ) -> Result<(), EncodeError> {
        let prepared = self.context.prepared;
        match &prepared.memory.contents[region.0 as usize] {
            None => {}
            Some(Held::Whole(name)) => {
                let content = match prepared.memory.regions.region(region).shape {
                    Shape::Cell(_) => value,
                    Shape::Words(_) | Shape::Bytes => {
                        let before = self.value(node, *name)?;
                        self.context.terms.store(before, index, value)
                    }
                };
                self.define(node, *name, content);
            }
            Some(Held::Cells(cells)) => {
                for (number, name) in cells.iter().enumerate() {
                    let before = self.value(node, *name)?;
                    let here = self.is_number(index, number);
                    let after = self.context.terms.ite(here, value, before);
                    self.define(node, *name, after);
                }
            }
        }
        Ok(())
    }

    fn is_number(&mut self, index: TermId, number: usize) -> TermId {
        let number = self.context.terms.bv(self.context.program.pointer_width, number as u64);
        self.context.terms.eq(index, number)
    }

    /// What a load reads; nothing if that is not modelled.
    pub fn load(&mut self, node: usize, at: ValueId, width: u32) -> Result<Option<TermId>, EncodeError> {
        let memory = self.memory();
        let Some(region) = memory.regions.access(memory.function, at) else { return Ok(None) };
        let cell = u64::from(memory.cell_bytes(region));
        let mut bits: Option<TermId> = None;
        for number in 0..u64::from(width.div_ceil(8)).div_ceil(cell) {
            let index = self.cell_index(node, region, at, number * cell)?;
            let Some(part) = self.read(node, region, index)? else { return Ok(None) };
            bits = Some(match bits {
                Some(low) => self.context.terms.concat(part, low),
                None => part,
            });
        }
        Ok(bits.map(|bits| resize(&mut self.context.terms, bits, width, false)))
    }

    fn store(&mut self, node: usize, at: ValueId, value: TermId, width: u32) -> Result<(), EncodeError> {
        let memory = self.memory();
        let Some(region) = memory.regions.access(memory.function, at) else { return Ok(()) };
        let cell = memory.cell_bytes(region);
        let cells = width.div_ceil(8).div_ceil(cell);
        let bits = resize(&mut self.context.terms, value, 8 * cell * cells, false);
        for number in 0..cells {
            let index = self.cell_index(node, region, at, u64::from(number * cell))?;
            let low = 8 * cell * number;
            let part = if cells == 1 { bits } else { self.context.terms.extract(low + 8 * cell - 1, low, bits) };
            self.write(node, region, index, part)?;
        }
        Ok(())
    }

    /// A command that changes memory or allocates.
    pub fn memory_command(&mut self, node: usize, command: &Command) -> Result<(), EncodeError> {
        let width = self.context.program.pointer_width;
        match &command.kind {
            CommandKind::Store { address, value } => {
                let width = self.function.type_of(*value).width(width);
                let value = self.value(node, *value)?;
                self.store(node, *address, value, width)
            }
            CommandKind::Alloca { layout, count, .. } => {
                let layout = self.context.program.layout(*layout).size;
                let mut size = self.context.terms.bv(width, layout);
                if let Some(count) = count {
                    let count = self.value(node, *count)?;
                    let count = resize(&mut self.context.terms, count, width, false);
                    size = self.context.terms.bv_mul(count, size);
                }
                let Some(stack) = self.memory().stack else {
                    let address = self.allocate(node, self.memory().counter, size)?;
                    command.results.iter().for_each(|result| self.define(node, *result, address));
                    return Ok(());
                };
                // Who has returned leaves its place to the next one, which finds anything there.
                let known = self.context.terms.as_bitvec(size).and_then(BitVecValue::to_u64);
                let known = known.filter(|bytes| *bytes <= MOST_UNINITIALISED);
                let address = self.allocate(node, Some(stack), size)?;
                for result in &command.results {
                    self.define(node, *result, address);
                    self.uninitialised(node, *result, known, command.location)?;
                }
                Ok(())
            }
            CommandKind::HeapAllocate { size, zeroed } => {
                let known = self.size(*size);
                let size = self.value(node, *size)?;
                let address = self.allocate(node, self.memory().counter, size)?;
                for result in &command.results {
                    self.define(node, *result, address);
                    if *zeroed {
                        self.zero(node, *result, known)?;
                    }
                }
                Ok(())
            }
            kind => self.bulk_command(node, kind, command.location),
        }
    }

    pub(super) fn size(&self, size: ValueId) -> Option<u64> {
        self.function.bits_of(size).and_then(BitVecValue::to_u64)
    }

    /// The next address, after which there is room for a size and a gap; the same as in the interpreter.
    fn allocate(&mut self, node: usize, counter: Option<ValueId>, size: TermId) -> Result<TermId, EncodeError> {
        let pointer_width = self.context.program.pointer_width;
        let Some(name) = counter else {
            return Err(EncodeError { message: "an allocation without a counter".into() });
        };
        let counter = self.value(node, name)?;
        let terms = &mut self.context.terms;
        let width = terms.width(counter);
        let size = resize(terms, size, pointer_width, false);
        let (round, gap) = (terms.bv(pointer_width, 15), terms.bv(width, 1));
        let rounded = terms.bv_add(size, round);
        // Sizes of more than the heap has cannot be allocated, so their high bits do not matter.
        let pieces = terms.extract(width + 3, 4, rounded);
        let after = terms.bv_add(counter, pieces);
        let after = terms.bv_add(after, gap);
        let high = pointer_width - width - 4;
        let start = match self.context.prepared.memory.stack == Some(name) {
            true => AddressMap::stack_start(pointer_width),
            false => AddressMap::heap_start(pointer_width),
        };
        let mark = start >> (width + 4);
        let (mark, zeros) = (terms.bv(high, mark), terms.bv(4, 0));
        let address = terms.concat(counter, zeros);
        let address = terms.concat(mark, address);
        self.define(node, name, after);
        Ok(address)
    }

    /// Some content, for where it is not read.
    pub fn dead_content(&mut self, value: ValueId) -> TermId {
        let sort = self.context.sort(value);
        match (sort, sort.width()) {
            (Sort::Array(parts), _) => {
                let width = self.context.terms.array_parts(parts).1.width().unwrap_or(8);
                let zero = self.context.terms.bitvec(BitVecValue::zero(width));
                self.context.terms.const_array(sort, zero)
            }
            (_, width) => self.context.terms.bitvec(BitVecValue::zero(width.unwrap_or(8))),
        }
    }

    /// A value of memory when the program starts.
    pub fn initial_content(&mut self, value: ValueId) -> TermId {
        let (prepared, at) = (self.context.prepared, self.location);
        let (region, cell) = match prepared.memory.kinds.get(&value) {
            Some(Content::Region(region)) => (*region, None),
            Some(Content::Cell(region, number)) => (*region, Some(*number)),
            _ => {
                let width = self.context.sort(value).width().unwrap_or(1);
                return self.context.terms.bv(width, 0);
            }
        };
        let part = cell.map_or(MemoryPart::Start, MemoryPart::StartCell);
        let input = (MemoryInput { region: region.0, part }, value);
        prepared.memory.initial_term(self.context, region, cell, &mut |context, exact| {
            let what = "memory that is not initialised".to_string();
            let reason = if exact { InputReason::Nondet(what) } else { InputReason::Approximated(what) };
            context.memory_input(at, input, reason, None)
        })
    }

    /// An input that is a part of memory.
    pub(super) fn memory_input(
        &mut self,
        region: RegionId,
        part: MemoryPart,
        to: ValueId,
        reason: InputReason,
        location: Option<LocationId>,
    ) -> TermId {
        let input = MemoryInput { region: region.0, part };
        self.context.memory_input(self.location, (input, to), reason, location)
    }
}
