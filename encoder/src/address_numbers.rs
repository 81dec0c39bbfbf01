//! Comparisons that depend on where in memory objects are.
//!
//! Objects have addresses here, but a machine may put them elsewhere. Whether an address is greater than some number is
//! therefore not known, and what an execution does about it may be either. Null and the numbers at the very end of
//! the address space are no addresses of objects anywhere, so that comparisons with them say what they say.

use euclase_program::{
    BinaryOp, BitVecValue, Callee, CastOp, CommandKind, Constant, Function, Predicate, Program, Terminator, Type,
    ValueId,
};
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

/// Integers of a function that may be made of addresses elsewhere: parameters, and results of calls.
#[derive(Clone, Default)]
pub(crate) struct Arriving {
    /// All of them.
    all: FxHashSet<ValueId>,
    /// Those of them that are parts of an address or mixed from its bits.
    bits: FxHashSet<ValueId>,
}

/// The integers made of addresses that go from one function of a program to another, by function.
pub(crate) fn arriving(program: &Program) -> Vec<Arriving> {
    let mut arriving: Vec<Arriving> = vec![Arriving::default(); program.functions.len()];
    // What a function returns, by position: an address, and bits of one.
    let mut returned: Vec<Vec<(bool, bool)>> =
        program.functions.iter().map(|function| vec![(false, false); function.results.len()]).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (number, function) in program.functions.iter().enumerate() {
            let own = addresses(function, &arriving[number]);
            let kind = |value: ValueId| (own.all.contains(&value), own.bits.contains(&value));
            for block in &function.blocks {
                if let Terminator::Return(values) = &block.terminator {
                    for (known, value) in returned[number].iter_mut().zip(values) {
                        let now = kind(*value);
                        let joined = (known.0 | now.0, known.1 | now.1);
                        changed |= std::mem::replace(known, joined) != joined;
                    }
                }
                for command in &block.commands {
                    let CommandKind::Call { callee, arguments } = &command.kind else { continue };
                    let targets = match callee {
                        Callee::Direct(callee) => callee.index()..callee.index() + 1,
                        Callee::Indirect(_) => 0..program.functions.len(),
                    };
                    for target in targets {
                        let parameters = &program.functions[target].parameters;
                        for (parameter, argument) in parameters.iter().zip(arguments) {
                            changed |= arriving[target].add(*parameter, kind(*argument));
                        }
                        for (result, known) in command.results.iter().zip(&returned[target]) {
                            changed |= arriving[number].add(*result, *known);
                        }
                    }
                }
            }
        }
    }
    arriving
}

impl Arriving {
    /// Adds a value if it is made of addresses; whether that is new.
    fn add(&mut self, value: ValueId, (is_address, is_bits): (bool, bool)) -> bool {
        let new = is_address && self.all.insert(value);
        (is_bits && self.bits.insert(value)) || new
    }
}

/// The values of a function that are addresses, or integers that were computed from some.
pub(crate) fn addresses(function: &Function, arriving: &Arriving) -> Addresses {
    let mut found: FxHashSet<ValueId> = FxHashSet::default();
    let is_integer = |value: &ValueId| function.type_of(*value) != Type::Pointer;
    let mut waiting: Vec<ValueId> = arriving.all.iter().copied().filter(is_integer).collect();
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
    let bits = mixed(function, &found, &users, arriving);
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
fn mixed(
    function: &Function,
    addresses: &FxHashSet<ValueId>,
    users: &[Vec<ValueId>],
    arriving: &Arriving,
) -> FxHashSet<ValueId> {
    let is_integer = |value: &ValueId| addresses.contains(value) && function.type_of(*value) != Type::Pointer;
    let commands = || function.blocks.iter().flat_map(|block| &block.commands);
    let flags: FxHashSet<ValueId> = commands()
        .filter(|command| match &command.kind {
            CommandKind::Cast(CastOp::Zext, from) => function.type_of(*from) == Type::BOOL,
            _ => false,
        })
        .flat_map(|command| command.results.iter().copied())
        .collect();
    let mut waiting: Vec<ValueId> = arriving.bits.iter().copied().filter(is_integer).collect();
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
