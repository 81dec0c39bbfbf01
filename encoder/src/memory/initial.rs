//! What memory holds when the program starts.
//!
//! Objects on the heap and the stack are there from the start, too: nobody can access them before they are allocated, so
//! what is allocated with zeros may hold them already, and what is not holds anything.

use super::Memory;
use crate::context::Context;
use crate::operators::constant;
use euclase_logic::{BitVecValue, Sort, TermId};
use euclase_program::{Cell, CellData, CommandKind, Constant, Initial, Owner, Part, Program, RegionId, Shape};
use rustc_hash::FxHashMap;

/// So many cells of a region are initialised one by one; above, a region of which a part holds anything is taken to hold
/// anything.
const MOST_CELLS: u64 = 4096;

/// The initialiser of what is all zeros.
const NOTHING: Initial = Initial::Cells(Vec::new());

/// The content of a part of a region at the start.
enum Start {
    /// Zeros, but for what cells of a global say.
    Zero,
    /// Anything.
    Any,
}

impl Memory {
    /// The initial content of a region, if it needs no value that is arbitrary; else the cells to be set in it, or nothing
    /// if they are too many.
    pub fn initial(&self, context: &mut Context<'_>, region: RegionId) -> Beginning {
        let data = self.regions.region(region);
        let program = context.program;
        let starts: Vec<Start> = data.parts.iter().map(|part| self.start(program, part)).collect();
        let arbitrary = data.open || starts.iter().any(|start| matches!(start, Start::Any));
        let mut cells = Vec::new();
        let mut complete = true;
        for (part, start) in data.parts.iter().zip(&starts) {
            if matches!(start, Start::Any) {
                continue;
            }
            let (address, given) = match self.regions.object(part.object).owner {
                Owner::Global(global) => (Some(self.addresses.global(global)), &program.global(global).initial),
                Owner::Alloca(function, value) | Owner::Heap(function, value) => {
                    (self.addresses.object(function, value), &NOTHING)
                }
            };
            let (Some(address), Initial::Cells(given)) = (address, given) else {
                // Zeros are the default unless something else is arbitrary.
                complete &= !arbitrary;
                continue;
            };
            let size = self.regions.object(part.object).size.unwrap_or(0);
            let bytes = data.cell_bytes();
            let image = Image::of(self, program, given);
            let count = part.count.unwrap_or_else(|| cells_within(part, size, bytes));
            if arbitrary && count > MOST_CELLS {
                complete = false;
                continue;
            }
            let offsets = if arbitrary { (0..count).collect() } else { touched(part, bytes, count, given, program) };
            for number in offsets {
                let offset = part.offset + number * part.stride;
                let value = image.cell(context, offset, bytes);
                let index = if data.numbered { number } else { address + offset };
                cells.push((index, value));
            }
        }
        Beginning { arbitrary, cells, complete }
    }

    /// Whether what a region holds at first is not known everywhere.
    pub fn is_arbitrary(&self, program: &Program, region: RegionId) -> bool {
        let data = self.regions.region(region);
        data.open || data.parts.iter().any(|part| matches!(self.start(program, part), Start::Any))
    }

    fn start(&self, program: &Program, part: &Part) -> Start {
        match self.regions.object(part.object).owner {
            Owner::Global(global) if program.global(global).initial == Initial::Any => Start::Any,
            Owner::Global(_) => Start::Zero,
            Owner::Alloca(..) => Start::Any,
            Owner::Heap(function, value) => {
                let commands = program.function(function).blocks.iter().flat_map(|block| &block.commands);
                let mut own = commands.filter(|command| command.results.first() == Some(&value));
                match own.next().map(|command| &command.kind) {
                    Some(CommandKind::HeapAllocate { zeroed: true, .. }) => Start::Zero,
                    _ => Start::Any,
                }
            }
        }
    }

    /// The initial content of a region, or of one of its cells, as a term. What is arbitrary comes from a function that makes an input of a sort.
    pub fn initial_term(
        &self,
        context: &mut Context<'_>,
        region: RegionId,
        cell: Option<u64>,
        arbitrary: &mut dyn FnMut(&mut Context<'_>, bool) -> TermId,
    ) -> TermId {
        let beginning = self.initial(context, region);
        let data = self.regions.region(region);
        let bytes = data.cell_bytes();
        let pointer_width = context.program.pointer_width;
        if cell.is_some() || matches!(data.shape, Shape::Cell(_)) {
            let mut cells = beginning.cells.iter();
            let given = cells.find(|(index, _)| cell.is_none_or(|cell| cell == *index)).map(|(_, value)| *value);
            return match given {
                Some(value) => value,
                None if beginning.arbitrary => arbitrary(context, beginning.complete),
                None => context.terms.bitvec(BitVecValue::zero(8 * bytes)),
            };
        }
        let mut content = if beginning.arbitrary {
            arbitrary(context, beginning.complete)
        } else {
            let sort = context.terms.array_sort(Sort::BitVec(pointer_width), Sort::BitVec(8 * bytes));
            let zero = context.terms.bitvec(BitVecValue::zero(8 * bytes));
            context.terms.const_array(sort, zero)
        };
        for (index, value) in beginning.cells {
            let index = context.terms.bv(pointer_width, index);
            content = context.terms.store(content, index, value);
        }
        content
    }
}

/// How a region begins.
pub(crate) struct Beginning {
    /// Whether what no cell says is arbitrary, and not zero.
    pub arbitrary: bool,
    /// Cells by index, and what they hold.
    pub cells: Vec<(u64, TermId)>,
    /// Whether all that is known is said.
    pub complete: bool,
}

/// How many cells of a part lie in an object of a size.
fn cells_within(part: &Part, size: u64, bytes: u32) -> u64 {
    let room = size.saturating_sub(part.offset);
    match part.stride {
        _ if room < u64::from(bytes) => 0,
        0 => 1,
        stride => (room - u64::from(bytes)) / stride + 1,
    }
}

/// The numbers of the cells that an initialiser says something about.
fn touched(part: &Part, bytes: u32, count: u64, given: &[Cell], program: &Program) -> Vec<u64> {
    let mut numbers = Vec::new();
    for cell in given {
        let length = length(cell, program);
        let (first, last) = match part.stride {
            0 => (0, 0),
            stride => {
                let before = cell.offset.saturating_sub(part.offset + u64::from(bytes) - 1);
                (before / stride, (cell.offset + length).saturating_sub(part.offset).div_ceil(stride))
            }
        };
        for number in first..=last.min(count.saturating_sub(1)) {
            let start = part.offset + number * part.stride;
            if number < count && start < cell.offset + length && cell.offset < start + u64::from(bytes) {
                numbers.push(number);
            }
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn length(cell: &Cell, program: &Program) -> u64 {
    match &cell.data {
        CellData::Bytes(bytes) => bytes.len() as u64,
        CellData::Value(ty, _) => ty.bytes(program.pointer_width),
    }
}

/// The bytes that the initialiser of a global gives; all others are zero.
struct Image {
    bytes: FxHashMap<u64, u8>,
}

impl Image {
    /// Later cells win, as in the interpreter.
    fn of(memory: &Memory, program: &Program, given: &[Cell]) -> Image {
        let mut bytes = FxHashMap::default();
        for cell in given {
            for within in 0..length(cell, program) {
                let byte = match &cell.data {
                    CellData::Bytes(bytes) => bytes[within as usize],
                    CellData::Value(_, constant) => byte_of(memory, program, constant, within as u32),
                };
                bytes.insert(cell.offset + within, byte);
            }
        }
        Image { bytes }
    }

    /// The bytes at an offset, as a number.
    fn cell(&self, context: &mut Context<'_>, offset: u64, bytes: u32) -> TermId {
        let byte = |at: u32| self.bytes.get(&(offset + u64::from(at))).copied().unwrap_or(0);
        let mut number = BitVecValue::new(8, u64::from(byte(bytes - 1)));
        for at in (0..bytes - 1).rev() {
            number = number.concat(&BitVecValue::new(8, u64::from(byte(at))));
        }
        constant(&mut context.terms, &number)
    }
}

fn byte_of(memory: &Memory, program: &Program, constant: &Constant, within: u32) -> u8 {
    let width = program.pointer_width;
    let bits = match constant {
        Constant::Bits(bits) => bits.clone(),
        Constant::Function(function) => BitVecValue::new(width, memory.addresses.function(*function)),
        Constant::Global(global, offset) => {
            BitVecValue::new(width, memory.addresses.global(*global).wrapping_add_signed(*offset))
        }
    };
    let low = 8 * within;
    if low >= bits.width() {
        return 0;
    }
    bits.extract((low + 7).min(bits.width() - 1), low).to_u64().unwrap_or(0) as u8
}
