//! What an execution of the system says about bytes of memory that the program does not initialise.

use crate::evidence::read_bits;
use euclase_encoder::{MemoryInput, MemoryPart, SourceMap};
use euclase_program::{
    AddressMap, BitVecValue, ByteNeed, FunctionId, MemoryByte, ObjectId, Owner, Program, Region, RegionId, Regions,
    Shape,
};
use euclase_result::{TraceText, ValueText};
use rustc_hash::FxHashMap;

/// The inputs of a system that are parts of memory.
pub(super) struct MemoryInputs<'a> {
    program: &'a Program,
    entry: FunctionId,
    trace: &'a TraceText,
    regions: Regions,
    addresses: AddressMap,
    /// The columns of what memory holds at first, by region and cell.
    starts: FxHashMap<(u32, Option<u64>), usize>,
    /// The same for what is filled, by location and address.
    fills: FxHashMap<(usize, u32), Vec<(MemoryInput, usize)>>,
}

impl<'a> MemoryInputs<'a> {
    pub fn of(program: &'a Program, entry: FunctionId, map: &'a SourceMap, trace: &'a TraceText) -> Self {
        let any = map.inputs.iter().any(|input| input.memory.is_some());
        let regions = if any { Regions::of(program) } else { Regions::none() };
        let addresses = AddressMap::with_objects(program, &regions);
        let mut found = MemoryInputs {
            program,
            entry,
            trace,
            regions,
            addresses,
            starts: FxHashMap::default(),
            fills: FxHashMap::default(),
        };
        let columns: FxHashMap<&str, usize> =
            trace.inputs.iter().enumerate().map(|(column, input)| (input.name.as_str(), column)).collect();
        for input in &map.inputs {
            let (Some(memory), Some(column)) = (input.memory, columns.get(input.symbol.as_str())) else { continue };
            match memory.part {
                MemoryPart::Start => _ = found.starts.insert((memory.region, None), *column),
                MemoryPart::StartCell(number) => _ = found.starts.insert((memory.region, Some(number)), *column),
                MemoryPart::All | MemoryPart::Cell(_) => {
                    found.fills.entry((input.location, input.value)).or_default().push((memory, *column));
                }
            }
        }
        found
    }

    /// A byte that is asked for in a step from a location.
    pub fn byte(&self, byte: MemoryByte, location: usize, step: usize) -> Option<BitVecValue> {
        match byte.need {
            ByteNeed::Loaded => {
                let region = self.regions.access(self.entry, byte.from)?;
                return self.start_byte(region, byte.start, byte.position);
            }
            ByteNeed::Copied => return self.copied_byte(byte),
            ByteNeed::Filled => {}
        }
        for (memory, column) in self.fills.get(&(location, byte.from.0))? {
            let value = self.trace.steps.get(step)?.inputs.get(*column)?;
            let region = RegionId(memory.region);
            let bytes = u64::from(self.region(region)?.cell_bytes());
            match memory.part {
                MemoryPart::Cell(start) if start <= byte.position && byte.position - start < bytes => {
                    return byte_of(value, byte.position - start);
                }
                MemoryPart::All => {
                    let spans = self.regions.spans(self.entry, byte.from, Some(byte.position + 1));
                    if spans.iter().any(|span| span.region == region)
                        && let Some(found) = self.byte_in(value, region, byte.start, byte.position)
                    {
                        return Some(found);
                    }
                }
                MemoryPart::Cell(_) | MemoryPart::Start | MemoryPart::StartCell(_) => {}
            }
        }
        None
    }

    /// What a region holds at first, so many bytes behind an address.
    fn start_byte(&self, region: RegionId, start: u64, position: u64) -> Option<BitVecValue> {
        let (index, within) = self.cell(region, start, position)?;
        let content = |cell| self.trace.steps.first()?.inputs.get(*self.starts.get(&(region.0, cell))?);
        match content(Some(index)) {
            Some(cell) => byte_of(cell, within),
            None => self.byte_in(content(None)?, region, start, position),
        }
    }

    /// The same for bytes that are copied, which may be those of several regions.
    fn copied_byte(&self, byte: MemoryByte) -> Option<BitVecValue> {
        let spans = self.regions.spans(self.entry, byte.from, Some(byte.position + 1));
        spans.into_iter().find_map(|span| {
            let bytes = u64::from(self.region(span.region)?.cell_bytes());
            let covers = |start: &u64| *start <= byte.position && byte.position - start < bytes;
            let start = match &span.cells {
                Some(cells) => *cells.iter().find(|start| covers(start))?,
                None => 0,
            };
            self.start_byte(span.region, byte.start.wrapping_add(start), byte.position - start)
        })
    }

    fn region(&self, region: RegionId) -> Option<&Region> {
        self.regions.regions.get(region.0 as usize)
    }

    /// Where an object lies.
    fn base(&self, object: ObjectId) -> Option<u64> {
        match self.regions.objects.get(object.0 as usize)?.owner {
            Owner::Global(global) => Some(self.addresses.global(global)),
            Owner::Alloca(function, value) | Owner::Heap(function, value) => self.addresses.object(function, value),
        }
    }

    /// The index of the cell of a region that a byte is in, so many bytes behind an address, and where in the cell it is.
    fn cell(&self, region: RegionId, start: u64, position: u64) -> Option<(u64, u64)> {
        let data = self.region(region)?;
        let (address, bytes) = (start.wrapping_add(position), u64::from(data.cell_bytes()));
        for part in &data.parts {
            let Some(base) = self.base(part.object) else { continue };
            let Some(behind) = address.checked_sub(base + part.offset) else { continue };
            let number = behind.checked_div(part.stride).unwrap_or(0);
            let within = behind - number * part.stride;
            let size = self.regions.objects[part.object.0 as usize].size.unwrap_or(u64::MAX);
            if within < bytes && address - base < size {
                return Some((if data.numbered { number } else { address - within }, within));
            }
        }
        // Elsewhere, what is accessed is a cell.
        Some((address - position % bytes, position % bytes))
    }

    /// A byte of the content of a region, so many bytes behind an address.
    fn byte_in(&self, content: &ValueText, region: RegionId, start: u64, position: u64) -> Option<BitVecValue> {
        let (index, within) = self.cell(region, start, position)?;
        match self.region(region)?.shape {
            Shape::Cell(_) => byte_of(content, within),
            Shape::Words(_) | Shape::Bytes => {
                byte_of(element(content, &BitVecValue::new(self.program.pointer_width, index))?, within)
            }
        }
    }
}

fn element<'t>(content: &'t ValueText, index: &BitVecValue) -> Option<&'t ValueText> {
    let ValueText::Array { entries, default } = content else { return None };
    let is_it = |(at, _): &&(ValueText, ValueText)| match at {
        ValueText::Scalar(text) => read_bits(text).as_ref() == Some(index),
        _ => false,
    };
    Some(entries.iter().find(is_it).map_or(default, |(_, element)| element))
}

/// A byte of a number.
fn byte_of(number: &ValueText, position: u64) -> Option<BitVecValue> {
    let ValueText::Scalar(text) = number else { return None };
    let bits = read_bits(text)?;
    let low = u32::try_from(8 * position).ok().filter(|low| low + 7 < bits.width())?;
    Some(bits.extract(low + 7, low))
}
