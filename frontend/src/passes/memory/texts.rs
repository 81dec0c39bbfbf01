//! Texts that are read become loops that read them byte by byte, up to the zero at their end.

use euclase_program::{
    BlockId, CellData, Command, CommandKind, Constant, FunctionId, Initial, MemoryCheck, Phi, Predicate, Program,
    Terminator, Type, ValueId,
};

/// Makes the texts that a function reads such loops, unless they are literals.
pub(super) fn expand(program: &mut Program, id: FunctionId) {
    let mut block = 0;
    // Loops and what comes behind them are new blocks, which are looked at in their turn.
    while block < program.function(id).blocks.len() {
        let commands = &program.function(id).block(BlockId::new(block)).commands;
        let found = commands.iter().enumerate().find_map(|(position, command)| match command.kind {
            CommandKind::Check(MemoryCheck::Text { address }) => Some((position, address)),
            _ => None,
        });
        match found {
            Some((position, address)) if is_literal(program, id, address) => {
                program.function_mut(id).block_mut(BlockId::new(block)).commands.remove(position);
            }
            Some((position, address)) => split(program, id, BlockId::new(block), (position, address)),
            None => block += 1,
        }
    }
}

/// Whether an address leads into a constant with a zero behind it.
fn is_literal(program: &Program, id: FunctionId, address: ValueId) -> bool {
    let Some(Constant::Global(global, offset)) = program.function(id).constant_of(address) else { return false };
    let global = program.global(*global);
    let size = program.layout(global.layout).size;
    let (Ok(offset), true) = (u64::try_from(*offset), global.constant) else { return false };
    let Initial::Cells(cells) = &global.initial else { return false };
    let written = |at: u64| {
        cells.iter().any(|cell| match &cell.data {
            CellData::Bytes(bytes) => {
                let byte = at.checked_sub(cell.offset).and_then(|at| bytes.get(usize::try_from(at).ok()?));
                byte.is_some_and(|byte| *byte != 0)
            }
            CellData::Value(ty, _) => at >= cell.offset && at - cell.offset < ty.bytes(program.pointer_width),
        })
    };
    (offset..size.min(offset.saturating_add(1 << 16))).any(|at| !written(at))
}

fn split(program: &mut Program, id: FunctionId, before: BlockId, (position, address): (usize, ValueId)) {
    let word = Type::Int(program.pointer_width);
    let width = program.pointer_width;
    let function = program.function_mut(id);
    let (looping, behind) = (function.add_block("text"), function.add_block("read"));
    let block = function.block_mut(before);
    let rest: Vec<Command> = block.commands.drain(position..).skip(1).collect();
    let location = block.location;
    let place = rest.first().and_then(|command| command.location).or(location);
    let terminator = std::mem::replace(&mut block.terminator, Terminator::Jump(looping));
    for next in terminator.successors() {
        for (from, _) in function.block_mut(next).phis.iter_mut().flat_map(|phi| &mut phi.arguments) {
            if *from == before {
                *from = behind;
            }
        }
    }
    let (zero, one, end) = (function.int(width, 0), function.int(width, 1), function.int(8, 0));
    let index = function.add_value(word, None);
    let next = function.add_value(word, None);
    let pointer = function.add_value(Type::Pointer, None);
    let byte = function.add_value(Type::Int(8), None);
    let is_end = function.add_value(Type::BOOL, None);
    let block = function.block_mut(looping);
    block.phis = vec![Phi { result: index, arguments: vec![(before, zero), (looping, next)] }];
    let access = MemoryCheck::Access { address: pointer, size: one, is_write: false };
    let kinds = [
        (Some(pointer), CommandKind::Address { base: address, offset: 0, indices: vec![(1, index)] }),
        (None, CommandKind::Check(access)),
        (Some(byte), CommandKind::Load { address: pointer }),
        (Some(is_end), CommandKind::Compare(Predicate::Eq, byte, end)),
        (Some(next), CommandKind::Binary(euclase_program::BinaryOp::Add, index, one)),
    ];
    block.commands = kinds
        .into_iter()
        .map(|(result, kind)| Command { results: result.into_iter().collect(), kind, location: place })
        .collect();
    block.terminator = Terminator::Branch(is_end, behind, looping);
    block.location = place;
    let block = function.block_mut(behind);
    block.commands = rest;
    block.terminator = terminator;
    block.location = location;
}
