//! Comparisons that depend on where in memory objects are.
//!
//! Objects have addresses here, but a machine may put them elsewhere. Whether an address is greater than some number is
//! therefore not known, and what an execution does about it may be either. Null and the numbers at the very end of
//! the address space are no addresses of objects anywhere, so that comparisons with them say what they say.

use euclase_program::{BinaryOp, BitVecValue, CastOp, CommandKind, Constant, Function, Predicate, Type, ValueId};
use rustc_hash::FxHashSet;

/// No object starts below.
const PAGE: u64 = 4096;

/// No object is so near to the end of the address space.
const END: u64 = 0x1_0000;

/// Values that say where something is.
pub(crate) struct Addresses {
    /// Addresses, and integers that were computed from some.
    all: FxHashSet<ValueId>,
    /// Those of them that are parts of an address or mixed from its bits.
    bits: FxHashSet<ValueId>,
}

/// The values of a function that are addresses, or integers that were computed from some.
pub(crate) fn addresses(function: &Function) -> Addresses {
    let mut found: FxHashSet<ValueId> = FxHashSet::default();
    let mut waiting: Vec<ValueId> = Vec::new();
    let mut differences = Vec::new();
    // For each value, those that are computed from it.
    let mut users: Vec<Vec<ValueId>> = vec![Vec::new(); function.value_count()];
    for block in &function.blocks {
        for phi in &block.phis {
            phi.arguments.iter().for_each(|(_, argument)| users[argument.index()].push(phi.result));
        }
        for command in &block.commands {
            let Some(result) = command.results.first() else { continue };
            match &command.kind {
                CommandKind::Cast(CastOp::PtrToInt, _) => waiting.push(*result),
                CommandKind::Binary(BinaryOp::Sub, a, b) => differences.push((*result, *a, *b)),
                CommandKind::Binary(..) | CommandKind::Cast(..) | CommandKind::Freeze(_) => {
                    command.kind.for_each_operand(|operand| users[operand.index()].push(*result));
                }
                CommandKind::Select(_, then, otherwise) => {
                    users[then.index()].push(*result);
                    users[otherwise.index()].push(*result);
                }
                _ => {}
            }
        }
    }
    loop {
        while let Some(value) = waiting.pop() {
            if found.insert(value) {
                waiting.extend(&users[value.index()]);
            }
        }
        // The distance of two addresses is no address.
        let is_address = |(result, a, b): &&(ValueId, ValueId, ValueId)| {
            !found.contains(result) && found.contains(a) != found.contains(b)
        };
        waiting.extend(differences.iter().filter(is_address).map(|(result, ..)| *result));
        if waiting.is_empty() {
            break;
        }
    }
    let bits = mixed(function, &found, &users);
    let pointers = (0..function.value_count()).map(ValueId::new);
    found.extend(pointers.filter(|value| function.type_of(*value) == Type::Pointer));
    Addresses { all: found, bits }
}

/// Whether a mask is about the last two bits, which are zero in the addresses of everything but characters: programs keep
/// marks there.
fn is_tag(mask: &BitVecValue) -> bool {
    let is_small = |bits: &BitVecValue| bits.to_u64().is_some_and(|number| number <= 3);
    is_small(mask) || is_small(&mask.not())
}

/// The integers among addresses that are no longer one: bits of it, multiples, remainders.
fn mixed(function: &Function, addresses: &FxHashSet<ValueId>, users: &[Vec<ValueId>]) -> FxHashSet<ValueId> {
    let is_integer = |value: &ValueId| addresses.contains(value) && function.type_of(*value) != Type::Pointer;
    let commands = || function.blocks.iter().flat_map(|block| &block.commands);
    let flags: FxHashSet<ValueId> = commands()
        .filter(|command| match &command.kind {
            CommandKind::Cast(CastOp::Zext, from) => function.type_of(*from) == Type::BOOL,
            _ => false,
        })
        .flat_map(|command| command.results.iter().copied())
        .collect();
    let mut waiting = Vec::new();
    for command in commands() {
        let is_mixing = match &command.kind {
            CommandKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => false,
            CommandKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                ![a, b].into_iter().any(|v| flags.contains(v) || function.bits_of(*v).is_some_and(is_tag))
            }
            CommandKind::Binary(..) => true,
            _ => false,
        };
        waiting.extend(command.results.iter().copied().filter(|result| is_mixing && is_integer(result)));
    }
    let mut found = FxHashSet::default();
    while let Some(value) = waiting.pop() {
        if found.insert(value) {
            waiting.extend(users[value.index()].iter().copied().filter(is_integer));
        }
    }
    found
}

/// Whether a command asks on which side of a number an address is, or what its bits are.
pub(crate) fn depends_on_place(function: &Function, addresses: &Addresses, kind: &CommandKind) -> bool {
    let CommandKind::Compare(op, a, b) = kind else { return false };
    let is_order = !matches!(op, Predicate::Eq | Predicate::Ne);
    let is_constant = |value: &ValueId| function.constant_of(*value).is_some();
    if addresses.bits.contains(a) || addresses.bits.contains(b) {
        return true;
    }
    // Pointers are compared by their order only within an object.
    let is_integer = function.type_of(*a) != Type::Pointer;
    let addresses = &addresses.all;
    if is_integer && is_order && !is_constant(a) && !is_constant(b) && (addresses.contains(a) || addresses.contains(b))
    {
        return true;
    }
    // Programs order addresses by small numbers where they tell errors from objects, and mark pointers by them.
    let least = if is_order { 1 } else { PAGE };
    // Half of the address space is negative.
    let is_signed = matches!(op, Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge);
    let is_number = |value: &ValueId| match function.constant_of(*value) {
        Some(Constant::Bits(_)) if is_signed => true,
        Some(Constant::Bits(bits)) => {
            bits.to_u64().is_none_or(|number| number >= least)
                && bits.neg().to_u64().is_none_or(|from_end| from_end > END)
        }
        _ => false,
    };
    let is_address =
        |value: &ValueId| addresses.contains(value) && !matches!(function.constant_of(*value), Some(Constant::Bits(_)));
    (is_address(a) && is_number(b)) || (is_number(a) && is_address(b))
}
