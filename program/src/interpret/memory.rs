//! Memory: objects of bytes at addresses, little-endian.

use super::HeapPlace;
use super::address::AddressMap;
use super::pointers::{Dead, End, Graveyard, Made, Pointer, Stored};
use crate::id::LocationId;
use euclase_logic::{BigUint, BitVecValue};
use std::collections::BTreeMap;

/// The largest object that is simulated.
const MAX_SIZE: u64 = 1 << 30;

/// How far apart objects are at least.
const GAP: u64 = 16;

/// What memory an object lies in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Area {
    Global { constant: bool },
    Stack,
    Heap,
}

/// What a byte is when nothing was written to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fill {
    Zero,
    Anything,
}

struct Object {
    area: Area,
    made: Made,
    /// No two objects have the same.
    life: u64,
    /// How many bytes lie in front of what the program sees of it.
    front: u64,
    /// Whether its block was left, and not entered again.
    is_left: bool,
    /// The pointers that it holds.
    stored: Stored,
    /// If it holds anything and lies on the heap: how many such objects came before it.
    number: Option<u64>,
    bytes: Vec<u8>,
    /// Which bytes are known; empty if all are.
    known: Vec<bool>,
}

/// The objects that are alive, by their addresses.
pub(super) struct Memory {
    objects: BTreeMap<u64, Object>,
    next_heap: u64,
    next_stack: u64,
    stack_end: u64,
    /// Whether addresses on the stack are used again.
    reuses_stack: bool,
    limit: u64,
    /// How many objects on the heap there have been that hold anything.
    mallocs: u64,
    /// How many objects there have been.
    lives: u64,
    graveyard: Graveyard,
    /// How many bytes a pointer has.
    pointer_bytes: usize,
}

/// An object as it is seen by who judges an access to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub area: Area,
    pub made: Made,
    pub life: u64,
    pub base: u64,
    /// How many bytes lie in front of what the program sees of it.
    pub front: u64,
    /// How many bytes the program sees.
    pub size: u64,
    pub is_left: bool,
}

/// A byte that is read and that nobody has written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unknown {
    /// How far behind the first byte that is read.
    pub position: u64,
    /// Where it lies if it lies on the heap.
    pub heap: Option<HeapPlace>,
}

/// Why memory cannot do what it was asked to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// C leaves it undefined.
    Undefined(String),
    /// There is not enough room.
    TooLarge(u64),
}

impl Object {
    /// How many bytes the program sees.
    fn seen_size(&self) -> u64 {
        (self.bytes.len() as u64).saturating_sub(self.front)
    }
}

impl Memory {
    /// Memory without objects, for addresses of a width.
    pub fn new(pointer_width: u32, reuses_stack: bool) -> Self {
        let heap = AddressMap::heap_start(pointer_width);
        Memory {
            objects: BTreeMap::new(),
            next_heap: heap,
            next_stack: AddressMap::stack_start(pointer_width),
            stack_end: heap,
            reuses_stack,
            limit: heap + (heap - 0x1_0000),
            mallocs: 0,
            lives: 0,
            graveyard: Graveyard::default(),
            pointer_bytes: pointer_width as usize / 8,
        }
    }

    /// A new object at a given address.
    pub fn place(&mut self, address: u64, size: u64, (area, made): (Area, Made), fill: Fill) -> Result<(), Fault> {
        if size > MAX_SIZE || address > self.limit - size {
            return Err(Fault::TooLarge(size));
        }
        let size = size as usize;
        let known = if fill == Fill::Zero { Vec::new() } else { vec![false; size] };
        let number = (area == Area::Heap && fill == Fill::Anything).then_some(self.mallocs);
        self.mallocs += u64::from(number.is_some());
        self.lives += 1;
        let (life, stored, is_left) = (self.lives, Stored::default(), false);
        let bytes = vec![0; size];
        self.objects.insert(address, Object { area, made, life, front: 0, is_left, stored, number, bytes, known });
        Ok(())
    }

    /// A new object at an address of its own, or somewhere in the stack or heap.
    pub fn allocate(
        &mut self,
        own: Option<u64>,
        (size, align): (u64, u64),
        (area, made): (Area, Made),
        fill: Fill,
    ) -> Result<u64, Fault> {
        if let Some(address) = own.filter(|address| !self.objects.contains_key(address)) {
            return self.place(address, size, (area, made), fill).map(|()| address);
        }
        let next = if area == Area::Heap { self.next_heap } else { self.next_stack };
        let address = next.checked_next_multiple_of(align.max(GAP)).unwrap_or(u64::MAX);
        if area == Area::Stack && address.saturating_add(size) > self.stack_end {
            return Err(Fault::TooLarge(size));
        }
        self.place(address, size, (area, made), fill)?;
        let end = address + size + GAP;
        *(if area == Area::Heap { &mut self.next_heap } else { &mut self.next_stack }) = end;
        Ok(address)
    }

    /// A mark to which [`Memory::pop`] returns.
    pub fn stack_top(&self) -> u64 {
        self.next_stack
    }

    /// The first bytes of an object are none that the program sees.
    pub fn keep_front(&mut self, address: u64, front: u64) {
        if let Some(object) = self.objects.get_mut(&address) {
            object.front = front;
        }
    }

    /// Ends the life of everything put on the stack since a mark was taken, and of objects with addresses of their own.
    pub fn pop(&mut self, mark: u64, own: &[u64]) {
        own.iter().for_each(|address| self.end(*address, End::Returned));
        if self.next_stack > mark {
            let gone: Vec<u64> = self.objects.range(mark..self.next_stack).map(|(address, _)| *address).collect();
            gone.iter().for_each(|address| self.end(*address, End::Returned));
            if self.reuses_stack {
                self.next_stack = mark;
            }
        }
    }

    /// Ends the life of an object.
    fn end(&mut self, address: u64, end: End) {
        if let Some(object) = self.objects.remove(&address) {
            let end = if object.is_left { End::Left } else { end };
            self.graveyard.add(object.life, Dead { made: object.made, size: object.seen_size(), end });
        }
    }

    /// The block of a variable is left.
    pub fn leave(&mut self, address: u64) {
        if let Some(object) = self.objects.get_mut(&address) {
            object.is_left = true;
        }
    }

    /// The block of a variable is entered, perhaps again: it is another object from here on.
    pub fn enter(&mut self, address: u64) {
        if let Some(object) = self.objects.get_mut(&address) {
            let before = Dead { made: object.made, size: object.seen_size(), end: End::Left };
            self.graveyard.add(object.life, before);
            self.lives += 1;
            (object.life, object.is_left) = (self.lives, false);
        }
    }

    /// A pointer to the start of the object at an address.
    pub fn pointer_to(&self, base: u64) -> Option<Pointer> {
        self.objects.get(&base).map(|object| Pointer { life: object.life, base, offset: 0 })
    }

    /// The object that a pointer belongs to, or what is known of it if it is no more.
    pub fn owner(&self, pointer: Pointer) -> Result<Seen, Option<Dead>> {
        match self.seen(pointer.base).filter(|seen| seen.life == pointer.life) {
            Some(seen) if !seen.is_left => Ok(seen),
            Some(seen) => Err(Some(Dead { made: seen.made, size: seen.size, end: End::Left })),
            None => Err(self.graveyard.get(pointer.life)),
        }
    }

    fn seen(&self, base: u64) -> Option<Seen> {
        let object = self.objects.get(&base)?;
        let Object { area, made, life, front, is_left, .. } = *object;
        Some(Seen { area, made, life, base, front, size: object.seen_size(), is_left })
    }

    /// The object that a number leads to, or one past the end of which.
    pub fn at(&self, address: u64) -> Option<Seen> {
        let (base, object) = self.objects.range(..=address).next_back()?;
        (address - base <= object.bytes.len() as u64).then(|| self.seen(*base)).flatten()
    }

    /// All objects.
    pub fn all(&self) -> impl Iterator<Item = Seen> + '_ {
        self.objects.keys().filter_map(|base| self.seen(*base))
    }

    /// The pointers that an object holds.
    pub fn stored(&self, base: u64) -> impl Iterator<Item = Pointer> + '_ {
        self.objects.get(&base).into_iter().flat_map(|object| object.stored.all())
    }

    /// Whether there are bytes at an address that were never written, and were never asked for.
    pub fn is_unknown(&self, address: u64, size: u64) -> bool {
        let Ok((base, start)) = self.find(address, size, "read") else { return false };
        let known = self.objects.get(&base).map(|object| &object.known[..]).unwrap_or_default();
        !known.is_empty() && !known[start..start + size as usize].iter().all(|known| *known)
    }

    /// The pointer that lies at an address.
    pub fn loaded(&self, address: u64) -> Option<Pointer> {
        let (base, object) = self.objects.range(..=address).next_back()?;
        object.stored.at(usize::try_from(address - base).ok()?)
    }

    /// A pointer lies at an address from here on; its bytes are written already.
    pub fn note(&mut self, address: u64, pointer: Pointer) {
        if let Some((base, object)) = self.objects.range_mut(..=address).next_back() {
            object.stored.set((address - base) as usize, pointer);
        }
    }

    /// Ends the life of an object on the heap.
    pub fn free(&mut self, address: u64, place: Option<LocationId>) -> Result<(), Fault> {
        match self.objects.get(&address) {
            Some(Object { area: Area::Heap, .. }) => {
                self.end(address, End::Freed(place));
                Ok(())
            }
            _ => Err(Fault::Undefined(format!("free of {address:#x}, which is not allocated on the heap"))),
        }
    }

    /// The object that bytes lie in, and where in it they start.
    fn find(&self, address: u64, size: u64, doing: &str) -> Result<(u64, usize), Fault> {
        if let Some((base, object)) = self.objects.range(..=address).next_back() {
            let start = address - base;
            if start.checked_add(size).is_some_and(|end| end <= object.bytes.len() as u64) {
                return Ok((*base, start as usize));
            }
        }
        let what = if address < 0x1_0000 { "through a null pointer" } else { "outside of every object" };
        Err(Fault::Undefined(format!("{doing} of {size} bytes at {address:#x}, {what}")))
    }

    /// Reads bytes. Those that are not known are chosen now, and then stay.
    pub fn read(
        &mut self,
        address: u64,
        size: u64,
        choose: &mut dyn FnMut(Unknown) -> Option<u8>,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let (base, start) = self.find(address, size, "read")?;
        let end = start + size as usize;
        let Some(object) = self.objects.get_mut(&base) else { return Ok(None) };
        if !object.known.is_empty() {
            for position in start..end {
                if !object.known[position] {
                    let place = |allocation| HeapPlace { allocation, offset: position as u64 };
                    let unknown = Unknown { position: (position - start) as u64, heap: object.number.map(place) };
                    let Some(byte) = choose(unknown) else { return Ok(None) };
                    (object.bytes[position], object.known[position]) = (byte, true);
                }
            }
        }
        Ok(Some(object.bytes[start..end].to_vec()))
    }

    /// Writes bytes.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.writable(address, bytes.len() as u64)?;
        self.initialise(address, bytes)
    }

    /// Writes bytes, also into constants.
    pub fn initialise(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        let (base, start) = self.find(address, bytes.len() as u64, "write")?;
        if let Some(object) = self.objects.get_mut(&base) {
            let range = start..start + bytes.len();
            object.bytes[range.clone()].copy_from_slice(bytes);
            object.stored.overwrite(range.clone(), self.pointer_bytes);
            if !object.known.is_empty() {
                object.known[range].fill(true);
            }
        }
        Ok(())
    }

    /// Writes one byte many times.
    pub fn fill(&mut self, address: u64, byte: u8, size: u64) -> Result<(), Fault> {
        self.writable(address, size)?;
        // It fits an object, so it is not too large for us.
        self.initialise(address, &vec![byte; size as usize])
    }

    /// Copies bytes as if all were read first. What is not known stays so.
    pub fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        let (base, start) = self.find(from, size, "read")?;
        self.writable(to, size)?;
        let (target, target_start) = self.find(to, size, "write")?;
        let Some(object) = self.objects.get(&base) else { return Ok(()) };
        let range = start..start + size as usize;
        let pointers = object.stored.within(range.clone(), self.pointer_bytes);
        let bytes = object.bytes[range.clone()].to_vec();
        let known = if object.known.is_empty() { vec![true; bytes.len()] } else { object.known[range].to_vec() };
        let Some(object) = self.objects.get_mut(&target) else { return Ok(()) };
        let range = target_start..target_start + bytes.len();
        object.bytes[range.clone()].copy_from_slice(&bytes);
        object.stored.overwrite(range.clone(), self.pointer_bytes);
        pointers.into_iter().for_each(|(at, pointer)| object.stored.set(target_start + at, pointer));
        if object.known.is_empty() && known.contains(&false) {
            object.known = vec![true; object.bytes.len()];
        }
        if !object.known.is_empty() {
            object.known[range].copy_from_slice(&known);
        }
        Ok(())
    }

    /// Whether what an address is in may hold bytes that nobody wrote and that an execution has values for. What is on the
    /// stack is filled by the program itself.
    pub fn holds_anything(&self, address: u64) -> bool {
        let object = self.objects.range(..=address).next_back().map(|(_, object)| object);
        object.is_some_and(|object| object.area != Area::Stack && !object.known.is_empty())
    }

    /// Whether bytes touch the first ones of an object on the heap.
    pub fn is_in_front(&self, address: u64, front: u64) -> bool {
        let object = self.objects.range(..=address).next_back();
        object.is_some_and(|(base, object)| object.area == Area::Heap && address - base < front)
    }

    /// Whether bytes exist and can be written.
    pub fn writable(&self, address: u64, size: u64) -> Result<(), Fault> {
        let (base, _) = self.find(address, size, "write")?;
        match self.objects.get(&base) {
            Some(Object { area: Area::Global { constant: true }, .. }) if size > 0 => {
                Err(Fault::Undefined(format!("write to a constant at {address:#x}")))
            }
            _ => Ok(()),
        }
    }
}

/// A value as the bytes that a store writes.
pub(super) fn to_bytes(value: &BitVecValue) -> Vec<u8> {
    let size = value.width().div_ceil(8) as usize;
    // Nearly all values fit a machine word, and this is done for every store.
    if let (Some(word), true) = (value.to_u64(), size <= 8) {
        return word.to_le_bytes()[..size].to_vec();
    }
    let mut bytes = value.to_big().to_bytes_le();
    bytes.resize(size, 0);
    bytes
}

/// The value that a load makes of bytes.
pub(super) fn from_bytes(width: u32, bytes: &[u8]) -> BitVecValue {
    if bytes.len() <= 8 {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        return BitVecValue::new(width, u64::from_le_bytes(word));
    }
    BitVecValue::from_big(width, &BigUint::from_bytes_le(bytes))
}
