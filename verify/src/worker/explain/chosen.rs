//! What memory held that nobody wrote: it is chosen when it is read, but told where the object comes to be.

use super::c_types::{self, MemoryType};
use euclase_program::{Event, NondetOrigin, Program};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The bytes chosen for what an event allocates or copies, and the type that objects without one seem to have.
#[derive(Default)]
pub(super) struct Chosen {
    /// By the position of the event in the trace: addresses and bytes.
    pub bytes: FxHashMap<usize, Vec<(u64, u8)>>,
    /// The same for what was there from the start.
    pub globals: Vec<(u64, u8)>,
    /// By the position of the event, what the first pointer to the object points to.
    pub types: FxHashMap<usize, MemoryType>,
}

/// An object that is alive: its size, and the events that made it or copied unknown bytes to it.
struct Alive {
    size: u64,
    event: usize,
    copies: Vec<(u64, u64, usize)>,
}

impl Chosen {
    /// Looks through the events of a run.
    pub fn of(program: &Program, trace: &[Event]) -> Self {
        let mut chosen = Chosen::default();
        let mut alive: BTreeMap<u64, Alive> = BTreeMap::new();
        for (index, event) in trace.iter().enumerate() {
            match event {
                Event::Allocate(address, size) => {
                    alive.insert(*address, Alive { size: *size, event: index, copies: Vec::new() });
                }
                Event::Copy { to, size, .. } => {
                    if let Some((_, object)) = at(&mut alive, *to) {
                        let end = to.saturating_add(*size);
                        object.copies.retain(|(from, behind, _)| from < to || end < *behind);
                        object.copies.push((*to, end, index));
                    }
                }
                Event::Input(input) if input.origin == NondetOrigin::Undef => {
                    let Some(address) = input.address else { continue };
                    let byte = (address, input.bits.to_u64().unwrap_or(0) as u8);
                    match at(&mut alive, address) {
                        Some((_, object)) => {
                            let copied =
                                object.copies.iter().rev().find(|(from, to, _)| (*from..*to).contains(&address));
                            let event = copied.map_or(object.event, |(_, _, event)| *event);
                            chosen.bytes.entry(event).or_default().push(byte);
                        }
                        None => chosen.globals.push(byte),
                    }
                }
                Event::Variable(variable, bits, _) => {
                    let ty = program.variable(*variable).ty.map(MemoryType::Source);
                    let to = ty.and_then(|ty| c_types::pointee(program, ty));
                    if let (Some(to), Some(address)) = (to, bits.to_u64())
                        && c_types::size(program, to) > 0
                        && let Some(object) = alive.get(&address)
                    {
                        chosen.types.entry(object.event).or_insert(to);
                    }
                }
                _ => {}
            }
        }
        chosen
    }
}

/// The object that an address is in.
fn at(alive: &mut BTreeMap<u64, Alive>, address: u64) -> Option<(u64, &mut Alive)> {
    let (base, object) = alive.range_mut(..=address).next_back()?;
    (address - base < object.size).then_some((*base, object))
}
