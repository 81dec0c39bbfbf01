//! Commands on many bytes at once: setting, copying, making arbitrary.

use super::Held;
use crate::EncodeError;
use crate::operators::resize;
use crate::source_map::{InputReason, MemoryPart};
use crate::step::Step;
use euclase_logic::TermId;
use euclase_program::{CommandKind, LocationId, Part, RegionId, Shape, Span, ValueId};
use rustc_hash::FxHashMap;

/// Objects of so many bytes are looked at cell by cell where the size of what is copied or filled is not known.
const MOST_BYTES: u64 = 64;

/// What memory is filled with.
enum Filling {
    Byte(TermId),
    /// Arbitrary values, and where they come from.
    Anything(String),
}

impl Step<'_, '_> {
    /// A command on many bytes.
    pub(super) fn bulk_command(
        &mut self,
        node: usize,
        kind: &CommandKind,
        location: Option<LocationId>,
    ) -> Result<(), EncodeError> {
        let (to, size, filling) = match kind {
            CommandKind::MemorySet { to, byte, size } => (*to, *size, Filling::Byte(self.value(node, *byte)?)),
            CommandKind::MemoryHavoc { to, size, origin } => (*to, *size, Filling::Anything(origin.to_string())),
            CommandKind::MemoryCopy { to, from, size } => return self.copy(node, *to, *from, *size, location),
            _ => return Ok(()),
        };
        let known = self.size(size);
        let spans = self.spans(to, size);
        let bound = if known.is_none() { self.bound(&spans) } else { None };
        for span in spans {
            match self.bounded(to, span.region, bound) {
                Some(cells) => {
                    let mut writes = Vec::new();
                    for cell in cells {
                        writes.push((cell, self.filled(span.region, MemoryPart::Cell(cell), to, location, &filling)));
                    }
                    self.write_below(node, span.region, to, size, &writes, location)?;
                }
                None => self.fill(node, &span, to, known, location, &filling)?,
            }
        }
        Ok(())
    }

    /// How many bytes from an address on there can be at most, if the objects that it may point to are small.
    fn bound(&self, spans: &[Span]) -> Option<u64> {
        let memory = self.memory();
        let mut largest = 0;
        for data in spans.iter().map(|span| memory.regions.region(span.region)) {
            for part in &data.parts {
                largest = largest.max(memory.regions.object(part.object).size?);
            }
            if data.open {
                return None;
            }
        }
        Some(largest).filter(|bytes| (1..=MOST_BYTES).contains(bytes))
    }

    /// The cells of a region that a command on at most so many bytes may touch.
    fn bounded(&self, at: ValueId, region: RegionId, bound: Option<u64>) -> Option<Vec<u64>> {
        let memory = self.memory();
        let spans = memory.regions.spans(memory.function, at, Some(bound?));
        spans.into_iter().find(|known| known.region == region)?.cells
    }

    /// Writes cells, counted in bytes from an address, as far as they are below a size. What is cut through is anything.
    fn write_below(
        &mut self,
        node: usize,
        region: RegionId,
        to: ValueId,
        size: ValueId,
        cells: &[(u64, TermId)],
        location: Option<LocationId>,
    ) -> Result<(), EncodeError> {
        let (width, bytes) = (self.context.program.pointer_width, u64::from(self.memory().cell_bytes(region)));
        let size = self.value(node, size)?;
        let size = resize(&mut self.context.terms, size, width, false);
        for (start, value) in cells {
            let index = self.cell_index(node, region, to, *start)?;
            let Some(before) = self.read(node, region, index)? else { return Ok(()) };
            let terms = &mut self.context.terms;
            let (first, end) = (terms.bv(width, *start), terms.bv(width, start + bytes));
            let (begun, whole) = (terms.bv_ult(first, size), terms.bv_ule(end, size));
            let mut after = before;
            if bytes > 1 {
                let reason = InputReason::Approximated("part of a cell of memory".into());
                let any = self.memory_input(region, MemoryPart::Cell(u64::MAX), to, reason, location);
                after = self.context.terms.ite(begun, any, after);
            }
            let after = self.context.terms.ite(whole, *value, after);
            self.write(node, region, index, after)?;
        }
        Ok(())
    }

    fn spans(&self, at: ValueId, size: ValueId) -> Vec<Span> {
        let memory = self.memory();
        memory.regions.spans(memory.function, at, self.size(size))
    }

    /// An allocation holds zeros. Where everything else in a region does so at first, there is nothing to do; where that is
    /// not known, what is too large to be written stays arbitrary.
    pub(super) fn zero(&mut self, node: usize, to: ValueId, size: Option<u64>) -> Result<(), EncodeError> {
        let prepared = self.context.prepared;
        let memory = &prepared.memory;
        let zero = self.context.terms.bv(8, 0);
        for span in memory.regions.spans(memory.function, to, size).iter().filter(|span| span.cells.is_some()) {
            if memory.is_arbitrary(self.context.program, span.region) {
                self.fill(node, span, to, size, None, &Filling::Byte(zero))?;
            }
        }
        Ok(())
    }

    /// What is at an address holds anything.
    pub(super) fn uninitialised(
        &mut self,
        node: usize,
        to: ValueId,
        size: Option<u64>,
        location: Option<LocationId>,
    ) -> Result<(), EncodeError> {
        let memory = self.memory();
        let filling = Filling::Anything("memory that is not initialised".into());
        for span in memory.regions.spans(memory.function, to, size) {
            self.fill(node, &span, to, size, location, &filling)?;
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
        let prepared = self.context.prepared;
        let Some(held) = &prepared.memory.contents[span.region.0 as usize] else { return Ok(()) };
        if let Some(cells) = &span.cells {
            for cell in cells {
                let index = self.cell_index(node, span.region, to, *cell)?;
                let value = self.filled(span.region, MemoryPart::Cell(*cell), to, location, filling);
                self.write(node, span.region, index, value)?;
            }
            return Ok(());
        }
        let all = self.all_of(span.region, to, size);
        match (held, all) {
            (Held::Whole(name), Some(_)) => {
                let content = match (filling, prepared.memory.regions.region(span.region).shape) {
                    (Filling::Byte(_), Shape::Words(_) | Shape::Bytes) => {
                        let value = self.filled(span.region, MemoryPart::All, to, location, filling);
                        let sort = self.context.sort(*name);
                        self.context.terms.const_array(sort, value)
                    }
                    _ => self.filled(span.region, MemoryPart::All, to, location, filling),
                };
                self.define(node, *name, content);
            }
            (Held::Cells(cells), Some((part, start))) => {
                for (number, name) in cells.iter().enumerate() {
                    let offset = (part.offset + number as u64 * part.stride).saturating_sub(start);
                    let value = self.filled(span.region, MemoryPart::Cell(offset), to, location, filling);
                    self.define(node, *name, value);
                }
            }
            (_, None) => self.forget(node, span.region, to, "filling of memory", location),
        }
        Ok(())
    }

    /// What a cell is filled with; for arbitrary values, also a whole content.
    fn filled(
        &mut self,
        region: RegionId,
        part: MemoryPart,
        to: ValueId,
        location: Option<LocationId>,
        filling: &Filling,
    ) -> TermId {
        match filling {
            Filling::Byte(byte) => {
                let times = self.memory().cell_bytes(region);
                (1..times).fold(*byte, |all, _| self.context.terms.concat(all, *byte))
            }
            Filling::Anything(origin) => {
                self.memory_input(region, part, to, InputReason::Nondet(origin.clone()), location)
            }
        }
    }

    /// If a command touches all of a region, which is in one object: where the region is in it, and where in the object the
    /// command starts.
    fn all_of(&self, region: RegionId, to: ValueId, size: Option<u64>) -> Option<(Part, u64)> {
        let memory = self.memory();
        let data = memory.regions.region(region);
        let ([part], false) = (&data.parts[..], data.open) else { return None };
        let object = memory.regions.object(part.object);
        let linear = memory.regions.linear(memory.function, to)?;
        let start = u64::try_from(linear.offset).ok()?;
        let starts_before = linear.object == part.object && start <= part.offset && linear.indices.is_empty();
        let goes_to_end = start.checked_add(size?)? >= object.size?;
        (object.single && starts_before && goes_to_end).then_some((*part, start))
    }

    /// Nothing is known any more about the content of a region.
    fn forget(&mut self, node: usize, region: RegionId, to: ValueId, what: &str, location: Option<LocationId>) {
        let prepared = self.context.prepared;
        let reason = || InputReason::Approximated(what.to_string());
        match &prepared.memory.contents[region.0 as usize] {
            None => {}
            Some(Held::Whole(name)) => {
                let content = self.memory_input(region, MemoryPart::All, to, reason(), location);
                self.define(node, *name, content);
            }
            Some(Held::Cells(cells)) => {
                for name in cells {
                    let content = self.memory_input(region, MemoryPart::Cell(u64::MAX), to, reason(), location);
                    self.define(node, *name, content);
                }
            }
        }
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
        // What is copied lies within both.
        let bound = self.bound(&read).into_iter().chain(self.bound(&written)).min();
        // The cells that can be read, by where they start and how long they are.
        let mut cells: FxHashMap<(u64, u32), RegionId> = FxHashMap::default();
        for span in &read {
            let bytes = self.memory().cell_bytes(span.region);
            let starts = span.cells.clone().or_else(|| self.bounded(from, span.region, bound)).unwrap_or_default();
            cells.extend(starts.into_iter().map(|start| ((start, bytes), span.region)));
        }
        let prepared = self.context.prepared;
        let (mut writes, mut forgotten) = (Vec::new(), Vec::new());
        for span in written.iter().filter(|span| prepared.memory.contents[span.region.0 as usize].is_some()) {
            let bytes = self.memory().cell_bytes(span.region);
            let known = span.cells.is_some();
            let Some(starts) = span.cells.clone().or_else(|| self.bounded(to, span.region, bound)) else {
                forgotten.push(span.region);
                continue;
            };
            let mut values = Vec::new();
            for start in starts {
                let mut value = None;
                if let Some(region) = cells.get(&(start, bytes)) {
                    let index = self.cell_index(node, *region, from, start)?;
                    value = self.read(node, *region, index)?;
                }
                let value = value.unwrap_or_else(|| {
                    let reason = InputReason::Approximated("copy of memory".into());
                    self.memory_input(span.region, MemoryPart::Cell(start), to, reason, location)
                });
                values.push((start, value));
            }
            writes.push((span.region, known, values));
        }
        for (region, known, values) in writes {
            if !known {
                self.write_below(node, region, to, size, &values, location)?;
                continue;
            }
            for (start, value) in values {
                let index = self.cell_index(node, region, to, start)?;
                self.write(node, region, index, value)?;
            }
        }
        for region in forgotten {
            self.forget(node, region, to, "copy of memory", location);
        }
        Ok(())
    }
}
