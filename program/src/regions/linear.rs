//! Addresses as sums: an object of which there is one, a constant, and indices with their scales.

use super::constraints::signed;
use super::owners::Owners;
use super::{Linear, ObjectId, RegionId, Regions};
use crate::command::CommandKind;
use crate::function::{Constant, Function};
use crate::id::{FunctionId, ValueId};
use crate::operator::CastOp;
use crate::program::Program;
use rustc_hash::FxHashMap;

/// More indices than this make a sum too long to be of use.
const MAX_INDICES: usize = 8;

/// The sums that addresses are, by function and value.
pub(super) type Sums = FxHashMap<(FunctionId, ValueId), Linear>;

/// Finds the sums, definitions before uses.
pub(super) fn sums(program: &Program, owners: &Owners, renamed: &[Option<ObjectId>]) -> Sums {
    let mut sums = Sums::default();
    let single = |object: usize| renamed[object].filter(|_| owners.objects[object].single);
    for id in program.function_ids() {
        let function = program.function(id);
        if owners.order[id.index()].is_empty() {
            continue;
        }
        for value in (0..function.value_count()).map(ValueId::new) {
            if let Some(Constant::Global(global, offset)) = function.constant_of(value)
                && let Some(object) = single(global.index())
            {
                sums.insert((id, value), Linear { object, offset: *offset, indices: Vec::new() });
            }
        }
        for block in &owners.order[id.index()] {
            for command in &function.block(*block).commands {
                let Some(result) = command.results.first() else { continue };
                let sum = match &command.kind {
                    CommandKind::Alloca { .. } | CommandKind::HeapAllocate { .. } => owners
                        .made
                        .get(&(id, *result))
                        .and_then(|object| single(*object as usize))
                        .map(|object| Linear { object, offset: 0, indices: Vec::new() }),
                    CommandKind::Address { base, offset, indices } => {
                        sums.get(&(id, *base)).and_then(|base| add(function, base, *offset, indices))
                    }
                    CommandKind::Freeze(a) | CommandKind::Cast(CastOp::Bitcast, a) => sums.get(&(id, *a)).cloned(),
                    _ => None,
                };
                if let Some(sum) = sum {
                    sums.insert((id, *result), sum);
                }
            }
        }
    }
    sums
}

fn add(function: &Function, base: &Linear, offset: i64, indices: &[(i64, ValueId)]) -> Option<Linear> {
    let mut sum = base.clone();
    sum.offset = sum.offset.checked_add(offset)?;
    for (scale, index) in indices {
        if let Some(bits) = function.bits_of(*index) {
            sum.offset = scale.checked_mul(signed(bits)?)?.checked_add(sum.offset)?;
            continue;
        }
        match sum.indices.iter_mut().find(|(_, other)| other == index) {
            Some((sum, _)) => *sum = sum.checked_add(*scale)?,
            None => sum.indices.push((*scale, *index)),
        }
    }
    sum.indices.retain(|(scale, _)| *scale != 0);
    (sum.indices.len() <= MAX_INDICES).then_some(sum)
}

/// Finds the regions whose cells can be told apart by number.
pub(super) fn number(program: &Program, regions: &mut Regions) {
    let one_part = |region: &super::Region| region.parts.len() == 1 && !region.open;
    let mut numbered: Vec<bool> = regions.regions.iter().map(one_part).collect();
    for id in program.function_ids() {
        let function = program.function(id);
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            let constant = |value: ValueId| super::owners::constant(function, value);
            match &command.kind {
                CommandKind::Load { address } | CommandKind::Store { address, .. } => {
                    if let Some(region) = regions.access(id, *address) {
                        check(regions, regions.sums.get(&(id, *address)), region, 0, &mut numbered);
                    }
                }
                CommandKind::MemoryCopy { to, from, size } => {
                    check_spans(regions, id, *to, constant(*size), &mut numbered);
                    check_spans(regions, id, *from, constant(*size), &mut numbered);
                }
                CommandKind::MemorySet { to, size, .. } | CommandKind::MemoryHavoc { to, size, .. } => {
                    check_spans(regions, id, *to, constant(*size), &mut numbered);
                }
                _ => {}
            }
        }
    }
    for (region, numbered) in regions.regions.iter_mut().zip(numbered) {
        region.numbered = numbered;
    }
}

fn check_spans(regions: &Regions, id: FunctionId, address: ValueId, size: Option<u64>, numbered: &mut [bool]) {
    let sum = regions.sums.get(&(id, address));
    for span in regions.spans(id, address, size) {
        match span.cells {
            Some(cells) => {
                for cell in cells {
                    check(regions, sum, span.region, cell, numbered);
                }
            }
            None => {
                // Its cells are a whole number of strides away, or all of them.
                let part = regions.region(span.region).parts.first();
                let is_same = sum.zip(part).is_some_and(|(sum, part)| part.object == sum.object);
                numbered[span.region.0 as usize] &= is_same;
            }
        }
    }
}

/// Whether the cell that starts so many bytes after an address is a whole number of strides from the first.
fn check(regions: &Regions, sum: Option<&Linear>, region: RegionId, distance: u64, numbered: &mut [bool]) {
    let is_whole = |stride: u64, number: i64| match stride {
        0 => number == 0,
        stride => i128::from(number) % i128::from(stride) == 0,
    };
    let holds = match (&regions.region(region).parts[..], sum) {
        ([part], Some(sum)) => {
            let start = sum.offset.wrapping_add(distance as i64).wrapping_sub(part.offset as i64);
            part.object == sum.object
                && is_whole(part.stride, start)
                && sum.indices.iter().all(|(scale, _)| is_whole(part.stride, *scale))
        }
        _ => false,
    };
    numbered[region.0 as usize] &= holds;
}
