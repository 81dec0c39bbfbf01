//! Loads, stores and everything else that memory is read and changed by, as terms.

use super::{Content, Memory};
use crate::EncodeError;
use crate::operators::{address, resize};
use crate::source_map::{InputReason, MemoryInput, MemoryPart};
use crate::step::Step;
use euclase_logic::{BitVecValue, Sort, TermId};
use euclase_program::{AddressMap, Command, CommandKind, LocationId, RegionId, Shape, Span, ValueId};
use rustc_hash::FxHashMap;

impl Step<'_, '_> {
    fn memory(&self) -> &Memory {
        &self.context.prepared.memory
    }

    /// The current content of a region that is read.
    fn content(&mut self, node: usize, region: RegionId) -> Result<Option<(ValueId, TermId)>, EncodeError> {
        let Some(value) = self.memory().contents[region.0 as usize] else { return Ok(None) };
        Ok(Some((value, self.value(node, value)?)))
    }

    /// Where in a region the cell is that starts so many bytes from an address.
    fn cell_index(&mut self, node: usize, region: RegionId, at: ValueId, beyond: u64) -> Result<TermId, EncodeError> {
        let memory = &self.context.prepared.memory;
        let width = self.context.program.pointer_width;
        let data = memory.regions.region(region);
        if data.numbered
            && let Some(part) = data.parts.first()
            && let Some(linear) = memory.regions.linear(memory.function, at)
        {
            let stride = part.stride.max(1) as i64;
            let zero = self.context.terms.bv(width, 0);
            let first = (linear.offset + beyond as i64 - part.offset as i64).div_euclid(stride);
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

    /// Reads a cell: as many bits as a cell of the region has.
    fn read_cell(&mut self, region: RegionId, content: TermId, index: TermId) -> TermId {
        match self.memory().regions.region(region).shape {
            Shape::Cell(_) => content,
            Shape::Words(_) | Shape::Bytes => self.context.terms.select(content, index),
        }
    }

    fn write_cell(&mut self, region: RegionId, content: TermId, index: TermId, value: TermId) -> TermId {
        match self.memory().regions.region(region).shape {
            Shape::Cell(_) => value,
            Shape::Words(_) | Shape::Bytes => self.context.terms.store(content, index, value),
        }
    }

    /// What a load reads; nothing if that is not modelled.
    pub fn load(&mut self, node: usize, at: ValueId, width: u32) -> Result<Option<TermId>, EncodeError> {
        let memory = self.memory();
        let Some(region) = memory.regions.access(memory.function, at) else { return Ok(None) };
        let Some((_, content)) = self.content(node, region)? else { return Ok(None) };
        let cell = u64::from(self.memory().cell_bytes(region));
        let mut bits: Option<TermId> = None;
        for number in 0..u64::from(width.div_ceil(8)).div_ceil(cell) {
            let index = self.cell_index(node, region, at, number * cell)?;
            let part = self.read_cell(region, content, index);
            bits = Some(match bits {
                Some(low) => self.context.terms.concat(part, low),
                None => part,
            });
        }
        Ok(bits.map(|bits| resize(&mut self.context.terms, bits, width, false)))
    }

    /// A store.
    fn store(&mut self, node: usize, at: ValueId, value: TermId, width: u32) -> Result<(), EncodeError> {
        let memory = self.memory();
        let Some(region) = memory.regions.access(memory.function, at) else { return Ok(()) };
        let Some((name, mut content)) = self.content(node, region)? else { return Ok(()) };
        let cell = self.memory().cell_bytes(region);
        let cells = width.div_ceil(8).div_ceil(cell);
        let bits = resize(&mut self.context.terms, value, 8 * cell * cells, false);
        for number in 0..cells {
            let index = self.cell_index(node, region, at, u64::from(number * cell))?;
            let low = 8 * cell * number;
            let part = if cells == 1 { bits } else { self.context.terms.extract(low + 8 * cell - 1, low, bits) };
            content = self.write_cell(region, content, index, part);
        }
        self.define(node, name, content);
        Ok(())
    }

    /// A command that changes memory or allocates.
    pub fn memory_command(&mut self, node: usize, command: &Command) -> Result<(), EncodeError> {
        let location = command.location;
        match &command.kind {
            CommandKind::Store { address, value } => {
                let width = self.function.type_of(*value).width(self.context.program.pointer_width);
                let value = self.value(node, *value)?;
                self.store(node, *address, value, width)?;
            }
            CommandKind::MemorySet { to, byte, size } => {
                let byte = self.value(node, *byte)?;
                let known = self.size(*size);
                for span in self.spans(*to, *size) {
                    self.fill(node, &span, *to, known, location, &Filling::Byte(byte))?;
                }
            }
            CommandKind::MemoryHavoc { to, size, origin } => {
                let known = self.size(*size);
                for span in self.spans(*to, *size) {
                    self.fill(node, &span, *to, known, location, &Filling::Anything(origin.to_string()))?;
                }
            }
            CommandKind::MemoryCopy { to, from, size } => self.copy(node, *to, *from, *size, location)?,
            CommandKind::Alloca { layout, count, .. } => {
                let layout = self.context.program.layout(*layout).size;
                let size = match count {
                    None => self.context.terms.bv(self.context.program.pointer_width, layout),
                    Some(count) => {
                        let width = self.context.program.pointer_width;
                        let count = self.value(node, *count)?;
                        let count = resize(&mut self.context.terms, count, width, false);
                        let size = self.context.terms.bv(width, layout);
                        self.context.terms.bv_mul(count, size)
                    }
                };
                let address = self.allocate(node, size)?;
                command.results.iter().for_each(|result| self.define(node, *result, address));
            }
            CommandKind::HeapAllocate { size, zeroed } => {
                let known = self.size(*size);
                let size = self.value(node, *size)?;
                let address = self.allocate(node, size)?;
                for result in &command.results {
                    self.define(node, *result, address);
                    if *zeroed {
                        self.zero(node, *result, known, location)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn size(&self, size: ValueId) -> Option<u64> {
        self.function.bits_of(size).and_then(BitVecValue::to_u64)
    }

    fn spans(&self, at: ValueId, size: ValueId) -> Vec<Span> {
        let memory = self.memory();
        memory.regions.spans(memory.function, at, self.size(size))
    }

    /// The next address, after which there is room for a size and a gap; the same as in the interpreter.
    fn allocate(&mut self, node: usize, size: TermId) -> Result<TermId, EncodeError> {
        let pointer_width = self.context.program.pointer_width;
        let Some(name) = self.memory().counter else {
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
        let mark = AddressMap::heap_start(pointer_width) >> (width + 4);
        let (mark, zeros) = (terms.bv(high, mark), terms.bv(4, 0));
        let address = terms.concat(counter, zeros);
        let address = terms.concat(mark, address);
        self.define(node, name, after);
        Ok(address)
    }

    /// An allocation holds zeros. Where everything else in a region does so at first, there is nothing to do; where that is
    /// not known, what is too large to be written stays arbitrary.
    fn zero(
        &mut self,
        node: usize,
        to: ValueId,
        size: Option<u64>,
        location: Option<LocationId>,
    ) -> Result<(), EncodeError> {
        let prepared = self.context.prepared;
        let memory = &prepared.memory;
        let zero = self.context.terms.bv(8, 0);
        for span in memory.regions.spans(memory.function, to, size).iter().filter(|span| span.cells.is_some()) {
            if memory.is_arbitrary(self.context.program, span.region) {
                self.fill(node, span, to, size, location, &Filling::Byte(zero))?;
            }
        }
        Ok(())
    }

    /// Fills what a command touches of a region.
    fn fill(
        &mut self,
        node: usize,
        span: &Span,
        to: ValueId,
        size: Option<u64>,
        location: Option<LocationId>,
        filling: &Filling,
    ) -> Result<(), EncodeError> {
        let Some((name, mut content)) = self.content(node, span.region)? else { return Ok(()) };
        let data = self.memory().regions.region(span.region).clone();
        let bytes = data.cell_bytes();
        if let Some(cells) = &span.cells {
            for cell in cells {
                let index = self.cell_index(node, span.region, to, *cell)?;
                let value = match filling {
                    Filling::Byte(byte) => self.repeated(*byte, bytes),
                    Filling::Anything(origin) => {
                        let reason = InputReason::Nondet(origin.clone());
                        let part = MemoryInput { region: span.region.0, part: MemoryPart::Cell(*cell) };
                        self.context.memory_input(self.location, (part, to), reason, location)
                    }
                };
                content = self.write_cell(span.region, content, index, value);
            }
        } else if self.is_all_of(&data, to, size) {
            content = match filling {
                Filling::Byte(byte) => {
                    let value = self.repeated(*byte, bytes);
                    let sort = self.context.sort(name);
                    if data.shape == Shape::Cell(bytes) { value } else { self.context.terms.const_array(sort, value) }
                }
                Filling::Anything(origin) => {
                    let reason = InputReason::Nondet(origin.clone());
                    let part = MemoryInput { region: span.region.0, part: MemoryPart::All };
                    self.context.memory_input(self.location, (part, to), reason, location)
                }
            };
        } else {
            content = self.anything(span.region, to, "filling of memory", location);
        }
        self.define(node, name, content);
        Ok(())
    }

    /// Whether a command touches all of a region that is one object.
    fn is_all_of(&self, region: &euclase_program::Region, to: ValueId, size: Option<u64>) -> bool {
        let memory = self.memory();
        let ([part], false) = (&region.parts[..], region.open) else { return false };
        let object = memory.regions.object(part.object);
        let from_start = memory.regions.linear(memory.function, to).is_some_and(|linear| {
            linear.object == part.object
                && linear.offset <= part.offset as i64
                && linear.offset >= 0
                && linear.indices.is_empty()
        });
        let to_end = match (size, object.size) {
            (Some(size), Some(all)) => {
                let start = memory.regions.linear(memory.function, to).map_or(0, |linear| linear.offset.max(0) as u64);
                start + size >= all
            }
            _ => false,
        };
        object.single && from_start && to_end
    }

    /// A content of which nothing is known any more.
    fn anything(&mut self, region: RegionId, to: ValueId, what: &str, location: Option<LocationId>) -> TermId {
        let reason = InputReason::Approximated(what.to_string());
        let part = MemoryInput { region: region.0, part: MemoryPart::All };
        self.context.memory_input(self.location, (part, to), reason, location)
    }

    /// A byte, so many times.
    fn repeated(&mut self, byte: TermId, times: u32) -> TermId {
        (1..times).fold(byte, |all, _| self.context.terms.concat(all, byte))
    }

    /// A copy: all is read before anything is written.
    fn copy(
        &mut self,
        node: usize,
        to: ValueId,
        from: ValueId,
        size: ValueId,
        location: Option<LocationId>,
    ) -> Result<(), EncodeError> {
        let (read, written) = (self.spans(from, size), self.spans(to, size));
        // The cells that can be read, by where they start and how long they are.
        let mut cells: FxHashMap<(u64, u32), RegionId> = FxHashMap::default();
        for span in &read {
            let bytes = self.memory().cell_bytes(span.region);
            cells.extend(span.cells.iter().flatten().map(|start| ((*start, bytes), span.region)));
        }
        let mut results = Vec::new();
        for span in &written {
            let Some((name, mut content)) = self.content(node, span.region)? else { continue };
            let bytes = self.memory().cell_bytes(span.region);
            match &span.cells {
                None => content = self.anything(span.region, to, "copy of memory", location),
                Some(starts) => {
                    for start in starts {
                        let value = match cells.get(&(*start, bytes)) {
                            Some(region) => self.cell_at(node, *region, from, *start)?,
                            None => None,
                        };
                        let value = match value {
                            Some(value) => value,
                            None => {
                                let reason = InputReason::Approximated("copy of memory".into());
                                let part = MemoryInput { region: span.region.0, part: MemoryPart::Cell(*start) };
                                self.context.memory_input(self.location, (part, to), reason, location)
                            }
                        };
                        let index = self.cell_index(node, span.region, to, *start)?;
                        content = self.write_cell(span.region, content, index, value);
                    }
                }
            }
            results.push((name, content));
        }
        for (name, content) in results {
            self.define(node, name, content);
        }
        Ok(())
    }

    fn cell_at(
        &mut self,
        node: usize,
        region: RegionId,
        at: ValueId,
        beyond: u64,
    ) -> Result<Option<TermId>, EncodeError> {
        let Some((_, content)) = self.content(node, region)? else { return Ok(None) };
        let index = self.cell_index(node, region, at, beyond)?;
        Ok(Some(self.read_cell(region, content, index)))
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

    /// The values of memory when the program starts.
    pub fn initial_content(&mut self, value: ValueId) -> TermId {
        match self.memory().kinds.get(&value) {
            Some(Content::Region(region)) => {
                let (region, prepared, at) = (*region, self.context.prepared, self.location);
                let part = MemoryInput { region: region.0, part: MemoryPart::Start };
                prepared.memory.initial_term(self.context, region, &mut |context, exact| {
                    let what = "memory that is not initialised".to_string();
                    let reason = if exact { InputReason::Nondet(what) } else { InputReason::Approximated(what) };
                    context.memory_input(at, (part, value), reason, None)
                })
            }
            _ => {
                let sort = self.context.sort(value);
                let width = sort.width().unwrap_or(1);
                self.context.terms.bv(width, 0)
            }
        }
    }
}

/// What memory is filled with.
enum Filling {
    Byte(TermId),
    /// Arbitrary values, and where they come from.
    Anything(String),
}
