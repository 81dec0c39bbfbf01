//! The fields of a class: ranges of bytes that do not overlap.
//!
//! A field is exact as long as it is always accessed as a whole. Accesses that overlap in any other way make one field of
//! all, which is then made of bytes. Where offsets are counted modulo a number, ranges go around: the last may reach
//! into the first bytes of the next element.

use super::classes::{Place, residue};
use std::collections::BTreeMap;

/// A range of bytes that is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Field {
    pub start: i64,
    pub size: u64,
    /// Whether it is always accessed as a whole.
    pub exact: bool,
    /// Whether it is read, or copied to where it is.
    pub read: bool,
    /// Whether it is written.
    pub written: bool,
    /// Whether it is read as something that is not followed as a pointer.
    pub exposes: bool,
    /// Whether something is written to it that is not followed as a pointer.
    pub makes: bool,
    /// What pointers in it point to.
    pub pointee: Option<Place>,
}

impl Field {
    /// An access to so many bytes.
    pub fn access(size: u64, read: bool) -> Field {
        let (exact, written, exposes, makes, pointee) = (true, !read, false, false, None);
        Field { start: 0, size, exact, read, written, exposes, makes, pointee }
    }

    /// What both are, as far as they are the same range.
    fn add(&mut self, other: &Field, joins: &mut Vec<(Place, Place)>) {
        self.exact &= other.exact;
        self.read |= other.read;
        self.written |= other.written;
        self.exposes |= other.exposes;
        self.makes |= other.makes;
        match (self.pointee, other.pointee) {
            (Some(one), Some(two)) if one != two => joins.push((one, two)),
            (None, pointee) => self.pointee = pointee,
            _ => {}
        }
    }

    /// From now on it is made of bytes, so that pieces of pointers may be in it.
    pub fn blur(&mut self) -> bool {
        let was = *self;
        (self.exact, self.exposes, self.makes) = (false, true, true);
        was != *self
    }
}

/// The fields of a class, by where they start.
#[derive(Default)]
pub(super) struct Fields(BTreeMap<i64, Field>);

impl Fields {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All fields in order.
    pub fn iter(&self) -> impl Iterator<Item = &Field> {
        self.0.values()
    }

    /// Takes all fields out.
    pub fn take(&mut self) -> Vec<Field> {
        std::mem::take(&mut self.0).into_values().collect()
    }

    /// The field that a byte is in.
    pub fn at(&self, modulus: u64, offset: i64) -> Option<&Field> {
        self.0.get(&self.key(modulus, offset)?)
    }

    /// The field that a byte is in, to be changed.
    pub fn at_mut(&mut self, modulus: u64, offset: i64) -> Option<&mut Field> {
        let key = self.key(modulus, offset)?;
        self.0.get_mut(&key)
    }

    fn key(&self, modulus: u64, offset: i64) -> Option<i64> {
        let offset = residue(offset, modulus);
        // Only the last field can reach around.
        let before = self.0.range(..=offset).next_back();
        let around = || self.0.iter().next_back().filter(|_| modulus > 0);
        let holds = |(key, field): (&i64, &Field)| {
            let distance = residue(offset.wrapping_sub(*key), modulus);
            (distance >= 0 && (distance as u64) < field.size).then_some(*key)
        };
        before.and_then(holds).or_else(|| around().and_then(holds))
    }

    /// Where ranges that overlap one start, and where they start counted from the start of that one.
    pub fn overlapping(&self, modulus: u64, start: i64, size: u64) -> Vec<(i64, i64)> {
        let mut found: Vec<(i64, i64)> = Vec::new();
        let mut visit = |key: i64, field: &Field| {
            let distance = key.wrapping_sub(start);
            let distance = if modulus > 0 { residue(distance, modulus) } else { distance };
            let mut offer = |distance: i64| {
                let end = i128::from(distance) + i128::from(field.size);
                if end > 0 && i128::from(distance) < i128::from(size) {
                    found.push((key, distance));
                }
            };
            offer(distance);
            if modulus > 0 {
                offer((i128::from(distance) - i128::from(modulus)) as i64);
            }
        };
        let end = i128::from(start) + i128::from(size);
        let until = i64::try_from(end).unwrap_or(i64::MAX);
        if let Some((key, field)) = self.0.range(..start).next_back() {
            visit(*key, field);
        }
        self.0.range(start..until).for_each(|(key, field)| visit(*key, field));
        if modulus > 0 {
            if let Some((key, field)) = self.0.iter().next_back() {
                visit(*key, field);
            }
            let beyond = end - i128::from(modulus);
            if beyond > 0 {
                let beyond = i64::try_from(beyond).unwrap_or(i64::MAX);
                self.0.range(..beyond).for_each(|(key, field)| visit(*key, field));
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// Adds a field, merged with all that it overlaps, and returns where the merged one starts. There is none if it would
    /// reach around to itself; then nothing is added.
    pub fn insert(
        &mut self,
        modulus: u64,
        field: Field,
        joins: &mut Vec<(Place, Place)>,
        changed: &mut bool,
    ) -> Option<i64> {
        if let Some(same) = self.0.get_mut(&field.start).filter(|same| same.size == field.size) {
            let was = *same;
            same.add(&field, joins);
            *changed |= was != *same;
            return Some(field.start);
        }
        *changed = true;
        if modulus == 1 {
            let mut whole = Field { size: 1, exact: field.exact && field.size == 1, ..field };
            if !whole.exact {
                whole.blur();
            }
            match self.0.get_mut(&0) {
                Some(same) => same.add(&whole, joins),
                None => _ = self.0.insert(0, whole),
            }
            return Some(0);
        }
        if modulus > 0 && field.size > modulus {
            return None;
        }
        let overlapping = self.overlapping(modulus, field.start, field.size);
        if overlapping.is_empty() {
            self.0.insert(field.start, field);
            return Some(field.start);
        }
        let (mut low, mut high) = (0i128, i128::from(field.size));
        let mut whole = field;
        for (key, distance) in &overlapping {
            let Some(part) = self.0.get(key) else { continue };
            low = low.min(i128::from(*distance));
            high = high.max(i128::from(*distance) + i128::from(part.size));
            whole.add(part, joins);
        }
        whole.blur();
        if modulus > 0 && high - low > i128::from(modulus) {
            return None;
        }
        overlapping.iter().for_each(|(key, _)| _ = self.0.remove(key));
        whole.start = residue(field.start.wrapping_add(low as i64), modulus);
        whole.size = (high - low) as u64;
        self.0.insert(whole.start, whole);
        Some(whole.start)
    }
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
