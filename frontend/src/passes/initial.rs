//! What a load sees in a global to which nothing was written yet.

use euclase_program::{BitVecValue, Cell, CellData, Constant, GlobalId, Initial, Program, Type};

/// The cells of all globals, in order of their offsets.
pub(super) struct Initials {
    /// None for a global of which nothing is known, or whose cells overlap.
    cells: Vec<Option<Vec<Cell>>>,
}

fn size(program: &Program, cell: &Cell) -> u64 {
    match &cell.data {
        CellData::Value(ty, _) => ty.bytes(program.pointer_width),
        CellData::Bytes(bytes) => bytes.len() as u64,
    }
}

impl Initials {
    pub fn of(program: &Program) -> Initials {
        let cells = program.globals.iter().map(|global| {
            let Initial::Cells(cells) = &global.initial else { return None };
            let mut cells = cells.clone();
            cells.sort_by_key(|cell| cell.offset);
            let apart = cells.windows(2).all(|pair| pair[0].offset + size(program, &pair[0]) <= pair[1].offset);
            apart.then_some(cells)
        });
        Initials { cells: cells.collect() }
    }

    /// The value of a type at an offset of a global, if it is known and lies inside.
    pub fn value(&self, program: &Program, global: GlobalId, offset: i64, ty: Type) -> Option<Constant> {
        let cells = self.cells[global.index()].as_ref()?;
        let (start, width) = (u64::try_from(offset).ok()?, ty.width(program.pointer_width));
        let end = start.checked_add(ty.bytes(program.pointer_width))?;
        if end > program.layout(program.global(global).layout).size {
            return None;
        }
        let first = cells.partition_point(|cell| cell.offset + size(program, cell) <= start);
        let overlapping = cells[first..].iter().take_while(|cell| cell.offset < end);
        let mut bytes = vec![0; (end - start) as usize];
        for cell in overlapping {
            let found = match &cell.data {
                CellData::Bytes(found) => found.clone(),
                CellData::Value(_, Constant::Bits(bits)) => {
                    if cell.offset == start && bits.width() == width {
                        return Some(Constant::Bits(bits.clone()));
                    }
                    to_bytes(bits)
                }
                CellData::Value(_, address) => {
                    let exact = cell.offset == start && ty == Type::Pointer;
                    return exact.then(|| address.clone());
                }
            };
            for (position, byte) in (cell.offset..).zip(found) {
                if (start..end).contains(&position) {
                    bytes[(position - start) as usize] = byte;
                }
            }
        }
        Some(Constant::Bits(from_bytes(width, &bytes)))
    }
}

/// The bytes of a value, as a store writes them.
fn to_bytes(bits: &BitVecValue) -> Vec<u8> {
    let wide = bits.zero_extend(bits.width().next_multiple_of(8) - bits.width());
    let byte = |index: u32| wide.extract(8 * index + 7, 8 * index).to_u64().unwrap_or(0) as u8;
    (0..wide.width() / 8).map(byte).collect()
}

/// The value that a load makes of bytes.
pub(super) fn from_bytes(width: u32, bytes: &[u8]) -> BitVecValue {
    let mut all = bytes.iter().rev().map(|byte| BitVecValue::new(8, u64::from(*byte)));
    let highest = all.next().unwrap_or(BitVecValue::zero(width.next_multiple_of(8)));
    all.fold(highest, |high, low| high.concat(&low)).extract(width - 1, 0)
}
