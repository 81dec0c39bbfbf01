//! Memory that is no object of the program's, for pointers that nobody set.
//!
//! Memory from `malloc` holds any value, and so does a variable without one: a pointer there may lead to memory that others
//! own. The system takes what is read through such a pointer for any value; an execution that really does so needs
//! memory where the pointer leads. So pointers that are followed and lead nowhere get an address at which a run, also a native
//! one, has memory, and what is read there is what the execution says.

use euclase_program::{
    AddressMap, BitVecValue, CommandKind, Definition, Event, FunctionId, Input, MemoryByte, NondetOrigin, Outcome,
    Program, Request, Run, Type, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// How far apart the places are that pointers lead to. They lead to the middle, so that what lies before it is there, too.
const STRIDE: u64 = 1 << 16;

/// Where pointers that nobody set lead to.
#[derive(Clone, Default)]
pub(super) struct Outside {
    /// The arbitrary values that are led to memory.
    values: FxHashSet<(FunctionId, ValueId)>,
    /// The addresses from which pointers are read that are led to memory.
    cells: FxHashSet<(FunctionId, ValueId)>,
    /// The addresses of those that were read from memory, by where they lie.
    led: FxHashMap<u64, u64>,
    /// How many places there are.
    places: u64,
}

impl Outside {
    /// Whether there are pointers that are to lead to such memory.
    pub fn has_pointers(&self) -> bool {
        !self.values.is_empty() || !self.cells.is_empty()
    }

    /// Whether any pointer leads to such memory.
    pub fn is_used(&self) -> bool {
        self.places > 0
    }

    /// For a run of another program, in which further pointers may lead there.
    pub fn behind(&self) -> Self {
        Outside { places: self.places, ..Outside::default() }
    }

    /// Looks at a run that ended with an access where there is no memory: the pointers that its last block follows are led to
    /// memory from now on. Says whether there are new ones, so that another run is worth it.
    pub fn learn(&mut self, program: &Program, run: &Run) -> bool {
        if !matches!(run.outcome, Outcome::Undefined { .. }) {
            return false;
        }
        let last = run.trace.iter().rev().find_map(|event| match event {
            Event::Block(function, block) => Some((*function, *block)),
            _ => None,
        });
        let Some((id, block)) = last else { return false };
        let function = program.function(id);
        let definitions = function.definitions();
        let mut open: Vec<ValueId> = function.block(block).commands.iter().filter_map(|c| accessed(&c.kind)).collect();
        let (mut seen, mut is_new) = (FxHashSet::default(), false);
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match definitions[value.index()] {
                Definition::Phi(block, position) => {
                    open.extend(function.block(block).phis[position].arguments.iter().map(|(_, argument)| *argument));
                }
                Definition::Command(block, position) => match &function.block(block).commands[position].kind {
                    CommandKind::Load { address } if function.type_of(value) == Type::Pointer => {
                        is_new |= self.cells.insert((id, *address));
                    }
                    CommandKind::Nondet(origin) if nobody_sets(origin) && function.type_of(value) == Type::Pointer => {
                        is_new |= self.values.insert((id, value));
                    }
                    CommandKind::Address { base, .. } => open.push(*base),
                    CommandKind::Freeze(from) => open.push(*from),
                    CommandKind::Select(_, then, otherwise) => open.extend([*then, *otherwise]),
                    _ => {}
                },
                _ => {}
            }
        }
        is_new
    }

    /// The value that a request gets, if it asks for a pointer that leads to such memory, or for a byte of one.
    pub fn answer(&mut self, request: &Request<'_>, pointer_width: u32) -> Option<BitVecValue> {
        match (request.value, request.memory) {
            (Some(value), _) if self.values.contains(&(request.function, value)) => {
                Some(BitVecValue::new(pointer_width, self.new_place(pointer_width)?))
            }
            (None, Some(byte)) if byte.is_fresh() && self.cells.contains(&(request.function, byte.from)) => {
                self.byte_of_pointer(byte, pointer_width)
            }
            _ => None,
        }
    }

    /// A byte of a pointer that is read from memory and leads to such memory.
    pub fn byte_of_pointer(&mut self, byte: MemoryByte, pointer_width: u32) -> Option<BitVecValue> {
        let address = match self.led.get(&byte.start) {
            Some(address) => *address,
            None => {
                let address = self.new_place(pointer_width)?;
                self.led.insert(byte.start, address);
                address
            }
        };
        let shifted = address.checked_shr(u32::try_from(8 * byte.position).ok()?).unwrap_or(0);
        Some(BitVecValue::new(8, shifted & 0xff))
    }

    fn new_place(&mut self, pointer_width: u32) -> Option<u64> {
        let memory = AddressMap::outside(pointer_width);
        let start = memory.start + self.places * STRIDE;
        (start + STRIDE <= memory.end).then(|| {
            self.places += 1;
            start + STRIDE / 2
        })
    }
}

/// The bytes that a run read from such memory, by their addresses.
pub(super) fn read(run: &Run, pointer_width: u32) -> Vec<(u64, u8)> {
    let memory = AddressMap::outside(pointer_width);
    let byte = |input: &Input| {
        let address = input.address.filter(|address| memory.contains(address))?;
        Some((address, input.bits.to_u64()? as u8))
    };
    run.inputs.iter().filter(|input| input.origin == NondetOrigin::Undef).filter_map(byte).collect()
}

/// What is read from such memory at an event of a trace: the first byte of those that are read together, and all of them.
pub(super) fn read_at(trace: &[Event], index: usize, pointer_width: u32) -> Option<(&Input, Vec<u8>)> {
    let memory = AddressMap::outside(pointer_width);
    let input = |index: usize| match trace.get(index) {
        Some(Event::Input(input)) if input.address.is_some_and(|address| memory.contains(&address)) => Some(&**input),
        _ => None,
    };
    let is_behind =
        |a: &Input, b: &Input| a.location == b.location && a.address.map(|address| address + 1) == b.address;
    let first = input(index)?;
    if index.checked_sub(1).and_then(input).is_some_and(|before| is_behind(before, first)) {
        return None;
    }
    let mut bytes = vec![first.bits.to_u64()? as u8];
    let mut last = first;
    while let Some(next) = input(index + bytes.len()).filter(|next| is_behind(last, next)) {
        bytes.push(next.bits.to_u64()? as u8);
        last = next;
    }
    Some((first, bytes))
}

/// Whether a pointer of this origin holds any value because nobody gave it one. What functions without a body return is theirs to say.
fn nobody_sets(origin: &NondetOrigin) -> bool {
    match origin {
        NondetOrigin::Uninitialised(_) | NondetOrigin::Undef | NondetOrigin::Input(_) => true,
        NondetOrigin::External(_) | NondetOrigin::Havoc(_) | NondetOrigin::Fails(_) => false,
        NondetOrigin::MadeUp(_) | NondetOrigin::Watched => false,
    }
}

/// The address that a command accesses.
fn accessed(kind: &CommandKind) -> Option<ValueId> {
    match kind {
        CommandKind::Load { address } | CommandKind::Store { address, .. } => Some(*address),
        _ => None,
    }
}
