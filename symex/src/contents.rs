//! What an object holds, byte by byte.
//!
//! A byte is a number, or a part of a term that was stored as a whole, or was never written. A load of what one store wrote finds
//! the parts of one term in order and gives the term itself; any other load puts the parts together. Each byte remembers how
//! large the store was that wrote it, so that where paths meet, whole values are merged.
//!
//! A byte that was never written gets its value when the program first asks for it, as in the interpreter: that is an input. Where
//! paths met of which only some have asked, the byte is known under a condition.

use crate::paged::Paged;
use crate::value::{Bits, bits, mask, term};
use euclase_logic::{BitVecValue, TermId, Terms};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Byte {
    /// It was never written.
    Fresh,
    Word(u8),
    /// The bits from eight times the number on of a term.
    Part(TermId, u8),
}

/// A byte, and its place in what was written with it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Cell {
    byte: Byte,
    /// How many bytes were written at once, and which of them this is.
    size: u8,
    index: u8,
}

/// A byte that is known only on some of the paths that met.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Maybe {
    /// When it is known.
    pub known: TermId,
    /// The input that it is where it is not known.
    pub input: TermId,
}

/// The most bytes that are merged as one value.
const WHOLE: usize = 16;

#[derive(Clone)]
pub(crate) struct Contents {
    cells: Paged<Cell>,
    maybe: BTreeMap<u64, Maybe>,
}

impl Contents {
    pub fn new(zeroed: bool) -> Contents {
        let byte = if zeroed { Byte::Word(0) } else { Byte::Fresh };
        Contents { cells: Paged::new(Cell { byte, size: 1, index: 0 }), maybe: BTreeMap::new() }
    }

    pub fn byte(&self, at: u64) -> Byte {
        self.cells.get(at as usize).byte
    }

    /// The condition under which a byte is known, where it is one.
    pub fn maybe(&self, at: u64) -> Option<Maybe> {
        if self.maybe.is_empty() { None } else { self.maybe.get(&at).copied() }
    }

    /// The bytes of a range that are asked for when they are read.
    pub fn unknown(&self, start: u64, size: u64) -> Vec<u64> {
        let is_unknown = |at: &u64| self.byte(*at) == Byte::Fresh || self.maybe(*at).is_some();
        (start..start + size).filter(is_unknown).collect()
    }

    /// A byte is known from here on.
    pub fn learn(&mut self, terms: &Terms, at: u64, value: TermId) {
        self.maybe.remove(&at);
        if self.byte(at) == Byte::Fresh {
            self.set(at, byte_of(terms, value), 1, 0);
        }
    }

    /// A byte is known from here on where a condition holds, and is this input.
    pub fn learn_if(&mut self, terms: &mut Terms, at: u64, condition: TermId, value: TermId) {
        let before = self.maybe(at).map_or(terms.ff(), |maybe| maybe.known);
        let known = terms.or(&[before, condition]);
        if self.byte(at) == Byte::Fresh {
            self.set(at, byte_of(terms, value), 1, 0);
        }
        self.maybe.insert(at, Maybe { known, input: value });
    }

    fn set(&mut self, at: u64, byte: Byte, size: u8, index: u8) {
        self.cells.set(at as usize, Cell { byte, size, index });
    }

    /// The number in a range of at most eight bytes, if it is one.
    fn word(&self, start: u64, size: u64) -> Option<u64> {
        let mut word = 0;
        for index in 0..size {
            let Byte::Word(byte) = self.byte(start + index) else { return None };
            word |= u64::from(byte) << (8 * index);
        }
        Some(word)
    }

    /// Reads bytes that are all known, as a number of eight times as many bits.
    pub fn load(&self, terms: &mut Terms, start: u64, size: u64) -> Bits {
        if size <= 8
            && let Some(word) = self.word(start, size)
        {
            return Bits::Word(word);
        }
        if let Byte::Part(whole, 0) = self.byte(start)
            && u64::from(terms.width(whole)) == 8 * size
            && (1..size).all(|index| self.byte(start + index) == Byte::Part(whole, index as u8))
        {
            return Bits::Term(whole);
        }
        let mut result: Option<TermId> = None;
        let mut at = start;
        while at < start + size {
            let (piece, length) = self.piece(terms, at, start + size);
            result = Some(match result {
                Some(low) => terms.concat(piece, low),
                None => piece,
            });
            at += length;
        }
        result.map_or(Bits::Word(0), |result| bits(terms, result))
    }

    /// The longest piece from a byte on that is a part of one term or constant.
    fn piece(&self, terms: &mut Terms, at: u64, end: u64) -> (TermId, u64) {
        let longest =
            |is_next: &dyn Fn(u64) -> bool| (1..end - at).take_while(|index| is_next(*index)).count() as u64 + 1;
        match self.byte(at) {
            Byte::Part(whole, part) => {
                let next = |index: u64| self.byte(at + index) == Byte::Part(whole, part.wrapping_add(index as u8));
                let length = longest(&next);
                let (low, high) = (u32::from(part) * 8, (u32::from(part) + length as u32) * 8 - 1);
                (terms.extract(high, low, whole), length)
            }
            Byte::Word(_) => {
                let length = longest(&|index| matches!(self.byte(at + index), Byte::Word(_)));
                let number = |index: u64| if let Byte::Word(byte) = self.byte(at + index) { byte } else { 0 };
                let bytes: Vec<u8> = (0..length).map(number).collect();
                let number = euclase_logic::BigUint::from_bytes_le(&bytes);
                (terms.bitvec(BitVecValue::from_big(8 * length as u32, &number)), length)
            }
            // Whoever reads has asked for its value before.
            Byte::Fresh => (terms.fresh_var("unknown", euclase_logic::Sort::BitVec(8)), 1),
        }
    }

    /// Writes a number of eight times as many bits.
    pub fn store(&mut self, terms: &Terms, start: u64, size: u64, value: Bits) {
        let whole = if size <= WHOLE as u64 { size as u8 } else { 1 };
        let index = |index: u64| if whole == 1 { 0 } else { index as u8 };
        match value {
            Bits::Word(word) => {
                for position in 0..size {
                    let byte = if position < 8 { (word >> (8 * position)) as u8 } else { 0 };
                    self.set(start + position, Byte::Word(byte), whole, index(position));
                }
            }
            Bits::Term(term) => match terms.as_bitvec(term) {
                Some(value) => {
                    let mut bytes = value.to_big().to_bytes_le();
                    bytes.resize(size as usize, 0);
                    for (position, byte) in bytes.into_iter().enumerate() {
                        self.set(start + position as u64, Byte::Word(byte), whole, index(position as u64));
                    }
                }
                None => {
                    for position in 0..size {
                        self.set(start + position, Byte::Part(term, position as u8), whole, index(position));
                    }
                }
            },
        }
        self.forget(start, size);
    }

    fn forget(&mut self, start: u64, size: u64) {
        if !self.maybe.is_empty() {
            let gone: Vec<u64> = self.maybe.range(start..start + size).map(|(at, _)| *at).collect();
            gone.iter().for_each(|at| _ = self.maybe.remove(at));
        }
    }

    /// Copies bytes from one object to another, or within one. Bytes that nothing has asked for yet are asked for at both places.
    pub fn copy(&mut self, terms: &mut Terms, to: u64, source: &Contents, from: u64, size: u64) {
        let cells: Vec<Cell> = (0..size).map(|index| *source.cells.get((from + index) as usize)).collect();
        let maybe: Vec<(u64, Maybe)> = match source.maybe.is_empty() {
            true => Vec::new(),
            false => source.maybe.range(from..from + size).map(|(at, maybe)| (at - from, *maybe)).collect(),
        };
        // Values of which only a part is copied are parts from here on.
        for (index, cell) in cells.iter().enumerate() {
            let first = index.checked_sub(usize::from(cell.index));
            let is_whole = first.is_some_and(|first| first + usize::from(cell.size) <= cells.len());
            let (size, place) = if is_whole { (cell.size, cell.index) } else { (1, 0) };
            self.set(to + index as u64, cell.byte, size, place);
        }
        self.forget(to, size);
        for (index, Maybe { known, .. }) in maybe {
            let input = terms.fresh_var("unknown", euclase_logic::Sort::BitVec(8));
            let value = byte_term(terms, cells[index as usize].byte);
            let value = terms.ite(known, value, input);
            self.set(to + index, byte_of(terms, value), 1, 0);
            self.maybe.insert(to + index, Maybe { known, input });
        }
    }

    /// How many bytes were written at once where a byte is the first of them.
    fn whole_at(&self, at: usize) -> Option<usize> {
        let first = self.cells.get(at);
        if first.index != 0 || first.byte == Byte::Fresh {
            return None;
        }
        let size = usize::from(first.size);
        let belongs = |index: usize| {
            let cell = self.cells.get(at + index);
            cell.size == first.size && usize::from(cell.index) == index && cell.byte != Byte::Fresh
        };
        ((1..size).all(belongs) && (0..size).all(|index| self.maybe((at + index) as u64).is_none())).then_some(size)
    }

    /// What an object holds where paths meet: this if a condition holds, else the other.
    pub fn merge(&mut self, terms: &mut Terms, condition: TermId, other: &Contents) {
        let maybes: Vec<u64> = self.maybe.keys().chain(other.maybe.keys()).copied().collect();
        let mut done = 0;
        for range in self.cells.differing(&other.cells) {
            // Values can reach over the ends of pages; those that start in the page before are found from there.
            let mut at = range.start.saturating_sub(WHOLE).max(done);
            while at < range.end {
                let (a, b) = (*self.cells.get(at), *other.cells.get(at));
                let (ours, theirs) = (self.whole_at(at), other.whole_at(at));
                let whole = ours.unwrap_or(1).max(theirs.unwrap_or(1));
                let is_known = |contents: &Contents| contents.unknown(at as u64, whole as u64).is_empty();
                let size = if is_known(self) && is_known(other) { whole } else { 1 };
                let differs =
                    (0..size).any(|index| self.cells.get(at + index).byte != other.cells.get(at + index).byte);
                let is_maybe = |contents: &Contents| contents.maybe(at as u64).is_some();
                if differs && !is_maybe(self) && !is_maybe(other) && a.byte != Byte::Fresh && b.byte != Byte::Fresh {
                    self.merge_whole(terms, condition, other, at as u64, size as u64);
                } else if differs {
                    self.merge_unknown(terms, condition, other, at as u64);
                }
                at += size;
            }
            done = at;
        }
        for at in maybes {
            if self.maybe(at) != other.maybe(at) {
                self.merge_unknown(terms, condition, other, at);
            }
        }
    }

    fn merge_whole(&mut self, terms: &mut Terms, condition: TermId, other: &Contents, at: u64, size: u64) {
        let (a, b) = (self.load(terms, at, size), other.load(terms, at, size));
        let width = 8 * size as u32;
        let merged = crate::value::choose(terms, condition, a, b, width);
        self.store(terms, at, size, merged);
    }

    /// A byte that is not known on one of the sides, or only on some of the paths that led there.
    fn merge_unknown(&mut self, terms: &mut Terms, condition: TermId, other: &Contents, at: u64) {
        let input = terms.fresh_var("unknown", euclase_logic::Sort::BitVec(8));
        let side = |terms: &mut Terms, contents: &Contents| match (contents.byte(at), contents.maybe(at)) {
            (Byte::Fresh, _) => (input, terms.ff(), input),
            (byte, Some(maybe)) => (byte_term(terms, byte), maybe.known, maybe.input),
            (byte, None) => (byte_term(terms, byte), terms.tt(), input),
        };
        let (a, b) = (side(terms, self), side(terms, other));
        let value = terms.ite(condition, a.0, b.0);
        let known = terms.ite(condition, a.1, b.1);
        let input = terms.ite(condition, a.2, b.2);
        self.set(at, byte_of(terms, value), 1, 0);
        match terms.as_bool(known) {
            Some(true) => _ = self.maybe.remove(&at),
            _ => _ = self.maybe.insert(at, Maybe { known, input }),
        }
    }
}

fn byte_of(terms: &Terms, value: TermId) -> Byte {
    match bits(terms, value) {
        Bits::Word(word) => Byte::Word(word as u8),
        Bits::Term(term) => Byte::Part(term, 0),
    }
}

/// A byte as a term of eight bits; of one that was never written, nothing is known.
pub(crate) fn byte_term(terms: &mut Terms, byte: Byte) -> TermId {
    match byte {
        Byte::Fresh => terms.fresh_var("unknown", euclase_logic::Sort::BitVec(8)),
        Byte::Word(word) => terms.bv(8, u64::from(word)),
        Byte::Part(whole, part) => {
            let low = u32::from(part) * 8;
            terms.extract(low + 7, low, whole)
        }
    }
}

/// Bits of a width as those of whole bytes.
pub(crate) fn to_bytes(terms: &mut Terms, value: Bits, width: u32) -> Bits {
    match value {
        Bits::Word(word) => Bits::Word(word & mask(width)),
        Bits::Term(_) => {
            let value = term(terms, value, width);
            let whole = euclase_encoder::operators::resize(terms, value, width.div_ceil(8) * 8, false);
            bits(terms, whole)
        }
    }
}
