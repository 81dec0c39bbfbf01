//! Flat memory: objects at addresses that are numbers, bytes that may be unknowns.

use euclase_logic::{BitVecValue, TermId, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A number: a word where it is a constant of at most 64 bits, else a bit-vector term.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Number {
    Word(u64),
    Term(TermId),
}

/// The object that a number was made from, and how far behind its start it leads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pointer {
    /// The object's number. Zero is the pointer that nothing has set.
    pub life: u64,
    pub base: u64,
    pub offset: i64,
}

impl Pointer {
    pub const UNSET: Pointer = Pointer { life: 0, base: 0, offset: 0 };

    pub fn moved(self, by: i64) -> Pointer {
        Pointer { offset: self.offset.saturating_add(by), ..self }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Byte {
    Unknown,
    Word(u8),
    /// Eight bits of a term, from eight times the number on.
    Part(TermId, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Area {
    Constant,
    Global,
    Stack,
    Heap,
}

#[derive(Clone)]
pub(super) struct Object {
    pub area: Area,
    pub life: u64,
    pub is_left: bool,
    pub bytes: Vec<Byte>,
    pub pointers: BTreeMap<u64, Pointer>,
}

impl Object {
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// No more bytes than that in one object.
const MAX_SIZE: u64 = 1 << 24;

#[derive(Clone)]
pub(super) struct Memory {
    pub objects: BTreeMap<u64, Rc<Object>>,
    pub next_heap: u64,
    pub next_stack: u64,
    pub lives: u64,
    pointer_bytes: u64,
}

/// Why memory does not do what it is asked for: then nothing is certified.
pub(super) type Refusal = String;

impl Memory {
    pub fn new(pointer_width: u32, next_heap: u64, next_stack: u64) -> Memory {
        let pointer_bytes = u64::from(pointer_width / 8);
        Memory { objects: BTreeMap::new(), next_heap, next_stack, lives: 0, pointer_bytes }
    }

    pub fn place(&mut self, address: u64, size: u64, area: Area, byte: Byte) -> Result<Pointer, Refusal> {
        if size > MAX_SIZE {
            return Err(format!("an object of {size} bytes"));
        }
        self.lives += 1;
        let (life, bytes) = (self.lives, vec![byte; size as usize]);
        let object = Object { area, life, is_left: false, bytes, pointers: BTreeMap::new() };
        if self.objects.insert(address, Rc::new(object)).is_some() {
            return Err("two objects at one address".into());
        }
        Ok(Pointer { life, base: address, offset: 0 })
    }

    /// The object that some bytes lie in.
    pub fn find(&self, address: u64, size: u64) -> Result<u64, Refusal> {
        let found = self.objects.range(..=address).next_back();
        let is_inside =
            |base: u64, object: &Object| (address - base).checked_add(size).is_some_and(|end| end <= object.size());
        match found {
            Some((base, object)) if is_inside(*base, object) => Ok(*base),
            _ => Err("an access outside of every object".into()),
        }
    }

    pub fn object(&self, base: u64) -> Option<&Object> {
        self.objects.get(&base).map(|object| &**object)
    }

    pub fn object_mut(&mut self, base: u64) -> Option<&mut Object> {
        self.objects.get_mut(&base).map(Rc::make_mut)
    }

    /// The object that a pointer belongs to, if it is alive.
    pub fn owner(&self, pointer: Pointer) -> Option<&Object> {
        self.object(pointer.base).filter(|object| object.life == pointer.life && !object.is_left)
    }

    /// Reads bytes; those that nothing has written become unknowns, and stay what they are.
    pub fn read(&mut self, terms: &mut Terms, address: u64, size: u64) -> Result<Vec<Byte>, Refusal> {
        let base = self.find(address, size)?;
        let range = (address - base) as usize..(address - base + size) as usize;
        let Some(object) = self.object(base) else { return Ok(Vec::new()) };
        if object.bytes[range.clone()].contains(&Byte::Unknown)
            && let Some(object) = self.object_mut(base)
        {
            for byte in &mut object.bytes[range.clone()] {
                if *byte == Byte::Unknown {
                    *byte = Byte::Part(terms.fresh_var("plain.byte", euclase_logic::Sort::BitVec(8)), 0);
                }
            }
        }
        Ok(self.object(base).map(|object| object.bytes[range].to_vec()).unwrap_or_default())
    }

    pub fn write(&mut self, address: u64, bytes: &[Byte]) -> Result<(), Refusal> {
        let base = self.find(address, bytes.len() as u64)?;
        if self.object(base).is_some_and(|object| object.area == Area::Constant) && !bytes.is_empty() {
            return Err("a write to a constant".into());
        }
        self.initialise(address, bytes)
    }

    /// Writes bytes, also into constants.
    pub fn initialise(&mut self, address: u64, bytes: &[Byte]) -> Result<(), Refusal> {
        let base = self.find(address, bytes.len() as u64)?;
        let (start, size, pointer_bytes) = (address - base, bytes.len() as u64, self.pointer_bytes);
        let Some(object) = self.object_mut(base) else { return Ok(()) };
        object.bytes[start as usize..(start + size) as usize].copy_from_slice(bytes);
        let reached = |at: &u64| *at < start + size && start < *at + pointer_bytes;
        let is_cut = |at: &u64| reached(at) && (*at < start || *at + pointer_bytes > start + size);
        if object.pointers.iter().any(|(at, pointer)| pointer.life != 0 && is_cut(at)) {
            return Err("a part of a pointer".into());
        }
        if !object.pointers.is_empty() {
            object.pointers.retain(|at, _| !reached(at));
        }
        Ok(())
    }

    /// A pointer lies at an address; its bytes are written already.
    pub fn note(&mut self, address: u64, pointer: Pointer) {
        let found = self.objects.range_mut(..=address).next_back();
        if let Some((base, object)) = found {
            Rc::make_mut(object).pointers.insert(address - base, pointer);
        }
    }

    pub fn loaded(&self, address: u64) -> Option<Pointer> {
        let (base, object) = self.objects.range(..=address).next_back()?;
        object.pointers.get(&(address - base)).copied()
    }

    /// Whether a range of bytes has parts of pointers, besides one that starts where it does if that is what is asked for.
    pub fn has_parts(&self, address: u64, size: u64, is_pointer: bool) -> bool {
        let Some((base, object)) = self.objects.range(..=address).next_back() else { return false };
        let start = address - base;
        object.pointers.iter().any(|(at, pointer)| {
            let is_whole = *at == start && is_pointer && size == self.pointer_bytes;
            pointer.life != 0 && *at < start + size && start < at + self.pointer_bytes && !is_whole
        })
    }

    pub fn has_unknown(&self, address: u64, size: u64) -> bool {
        let Ok(base) = self.find(address, size) else { return false };
        let range = (address - base) as usize..(address - base + size) as usize;
        self.object(base).is_some_and(|object| object.bytes[range].contains(&Byte::Unknown))
    }

    /// Copies bytes as if all were read first.
    pub fn copy(&mut self, terms: &mut Terms, to: u64, from: u64, size: u64) -> Result<(), Refusal> {
        let base = self.find(from, size)?;
        if self.object(base).is_some_and(|object| object.area != Area::Stack) {
            self.read(terms, from, size)?;
        }
        let Some(source) = self.object(base) else { return Ok(()) };
        let start = from - base;
        let is_cut = |at: &u64| {
            let touches = *at < start + size && start < *at + self.pointer_bytes;
            touches && (*at < start || at + self.pointer_bytes > start + size)
        };
        if source.pointers.iter().any(|(at, pointer)| pointer.life != 0 && is_cut(at)) {
            return Err("a part of a pointer".into());
        }
        let bytes = source.bytes[start as usize..(start + size) as usize].to_vec();
        let whole = |at: &u64| *at >= start && at + self.pointer_bytes <= start + size;
        let pointers: Vec<(u64, Pointer)> =
            source.pointers.iter().filter(|(at, _)| whole(at)).map(|(at, pointer)| (at - start, *pointer)).collect();
        self.write(to, &bytes)?;
        pointers.into_iter().for_each(|(at, pointer)| self.note(to + at, pointer));
        Ok(())
    }
}

/// The bytes of a number.
pub(super) fn to_bytes(terms: &mut Terms, number: Number, width: u32) -> Vec<Byte> {
    let count = width.div_ceil(8);
    match number {
        Number::Word(word) => (0..count).map(|index| Byte::Word((word >> (8 * index)) as u8)).collect(),
        Number::Term(term) => {
            let whole = if width < 8 * count { terms.zero_extend(8 * count - width, term) } else { term };
            (0..count).map(|index| Byte::Part(whole, index)).collect()
        }
    }
}

/// The number of a width that bytes are.
pub(super) fn from_bytes(terms: &mut Terms, bytes: &[Byte], width: u32) -> Number {
    let mut whole: Option<TermId> = None;
    for byte in bytes {
        let byte = match byte {
            Byte::Word(word) => terms.bv(8, u64::from(*word)),
            Byte::Part(term, index) => terms.extract(8 * index + 7, 8 * index, *term),
            Byte::Unknown => terms.fresh_var("plain.byte", euclase_logic::Sort::BitVec(8)),
        };
        whole = Some(whole.map_or(byte, |low| terms.concat(byte, low)));
    }
    let Some(whole) = whole else { return Number::Word(0) };
    let value = if terms.width(whole) > width { terms.extract(width - 1, 0, whole) } else { whole };
    number(terms, value)
}

/// A term as a number.
pub(super) fn number(terms: &Terms, term: TermId) -> Number {
    match terms.as_bitvec(term) {
        Some(value) if value.width() <= 64 => Number::Word(value.to_u64().unwrap_or(0)),
        _ => Number::Term(term),
    }
}

/// A number as a term.
pub(super) fn term(terms: &mut Terms, number: Number, width: u32) -> TermId {
    match number {
        Number::Word(word) => terms.bv(width, word),
        Number::Term(term) => term,
    }
}

/// A number as a constant, if it is one.
pub(super) fn constant(terms: &Terms, number: Number, width: u32) -> Option<BitVecValue> {
    match number {
        Number::Word(word) => Some(BitVecValue::new(width, word)),
        Number::Term(term) => terms.as_bitvec(term).cloned(),
    }
}
