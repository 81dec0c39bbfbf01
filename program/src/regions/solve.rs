//! What depends on what is found: rounds until nothing changes any more.
//!
//! Copies hand fields from their targets to their sources and make what these point to the same; calls through addresses
//! are linked with what is at the address; what comes from outside hands that on to all that it points to. Pointers
//! that come from outside or that are made of integers may point to everything that was exposed; if they are used to
//! access memory at all, it becomes one with them.

use super::Outside;
use super::classes::{Marks, Place, residue};
use super::constraints::{Constraints, Copy};
use super::fields::{Field, gcd};
use crate::id::FunctionId;

/// After how many rounds the analysis gives up; they are hardly ever more than ten.
const ROUNDS: usize = 200;

/// After how many rounds copies make both of their ends one, as they could hand fields on for ever.
const PATIENCE: usize = 60;

impl Constraints<'_> {
    /// Decides all that is left, and says whether it has come to an end.
    pub fn solve(&mut self) -> bool {
        for round in 0..ROUNDS {
            self.classes.changed = false;
            if round == PATIENCE {
                self.copies.iter().for_each(|copy| self.classes.blend(copy.to, copy.from));
            }
            self.integers();
            self.indirect_calls();
            self.initial_addresses();
            self.all_copies();
            self.cut_ends();
            self.outside();
            self.unknown_pointers();
            if !self.classes.changed {
                self.lone_differences();
            }
            if !self.classes.changed {
                return true;
            }
        }
        false
    }

    /// Makes all memory one class, of which nothing is known.
    pub fn blend_all(&mut self) {
        let everything = self.classes.marked(Marks::OPEN);
        for root in self.classes.roots() {
            self.classes.blend(everything, Place { node: root, offset: 0 });
        }
        for place in self.places.iter_mut().flatten().flatten() {
            *place = everything;
        }
    }

    /// The difference of two addresses is one in the same object, or leads from one to the other. An index that is an
    /// address makes the sum one of either.
    fn integers(&mut self) {
        let differences = self.differences.iter().map(|pair| (pair, true));
        for ((one, other), is_difference) in differences.chain(self.indexed.iter().map(|pair| (pair, false))) {
            let (a, b) = (self.classes.find(*one).node, self.classes.find(*other).node);
            let matters = self.classes.is_something(b) && (self.classes.is_something(a) || !is_difference);
            if a != b && matters {
                self.classes.blend(*one, *other);
            }
        }
    }

    /// The difference of an address and something else is an integer made of it, and a number that is compared with an
    /// address may be that address.
    fn lone_differences(&mut self) {
        for (one, other) in &self.differences {
            let (a, b) = (self.classes.find(*one).node, self.classes.find(*other).node);
            if self.classes.is_something(a) != self.classes.is_something(b) {
                self.classes.mark(*one, Marks::EXPOSED);
                self.classes.mark(*other, Marks::EXPOSED);
            }
        }
        for (one, other) in &self.comparisons {
            let (a, b) = (self.classes.find(*one).node, self.classes.find(*other).node);
            let (address, number) = match (self.classes.is_something(a), self.classes.is_something(b)) {
                (true, false) => (one, other),
                (false, true) => (other, one),
                _ => continue,
            };
            self.classes.mark(*address, Marks::EXPOSED);
            self.classes.mark(*number, Marks::MADE);
        }
    }

    fn indirect_calls(&mut self) {
        let mut calls = std::mem::take(&mut self.calls);
        for call in &mut calls {
            let root = self.classes.find(call.address).node;
            let mut callees: Vec<FunctionId> =
                self.classes.content(root).map(|content| content.functions.clone()).unwrap_or_default();
            if self.classes.marks(root).has(Marks::OPEN.and(Marks::MADE)) {
                callees = self.program.function_ids().filter(|id| self.owners.address_taken[id.index()]).collect();
            }
            callees.sort();
            for callee in callees {
                let fits = self.program.function(callee).parameters.len() <= call.arguments.len()
                    && self.program.function(callee).results.len() == call.results.len();
                if fits && call.linked.insert(callee) {
                    self.link(call.caller, callee, &call.arguments, &call.results);
                    self.classes.changed = true;
                }
            }
        }
        self.calls = calls;
    }

    /// Addresses that globals hold at first are what their fields point to.
    fn initial_addresses(&mut self) {
        let size = u64::from(self.program.pointer_width / 8);
        for (place, target) in &self.initial {
            let at = self.classes.find(*place);
            let modulus = self.classes.modulus(at.node);
            let Some(content) = self.classes.content(at.node) else { continue };
            let fields = content.fields.overlapping(modulus, at.offset, size);
            for (key, distance) in fields {
                let field = Place { node: at.node, offset: key };
                // A field that is merged away by a join before this leaves its bytes in another.
                let is_whole = distance == 0 && self.classes.field(field).is_some_and(|field| field.size == size);
                if !is_whole && self.classes.field_mut(field).is_some_and(|field| !field.exposes) {
                    self.classes.field_mut(field).into_iter().for_each(|field| field.exposes = true);
                    self.classes.changed = true;
                }
                let pointee = self.classes.pointee(field);
                self.classes.join(pointee, *target);
            }
        }
    }

    fn all_copies(&mut self) {
        let copies = std::mem::take(&mut self.copies);
        // What is read at the end of a chain of copies is read at its beginning.
        for copy in copies.iter().rev() {
            self.copy(copy);
        }
        self.copies = copies;
    }

    /// What is read where bytes are copied to is read where they come from. Both ends have the same fields.
    fn copy(&mut self, copy: &Copy) {
        let (mut to, mut from) = (self.classes.find(copy.to), self.classes.find(copy.from));
        let is_read = |field: &&Field| field.read;
        if to == from || self.classes.content(to.node).is_none_or(|content| content.fields.iter().all(|f| !f.read)) {
            return;
        }
        let size = copy.size.map_or(i128::MAX, i128::from);
        if to.node == from.node {
            // Bytes that move within an array would hand on their fields one by one.
            let distance = to.offset.wrapping_sub(from.offset).unsigned_abs();
            if i128::from(distance) < size {
                self.classes.restrict(to, distance);
                return;
            }
        }
        let moduli = [self.classes.modulus(to.node), self.classes.modulus(from.node)];
        let all_around = moduli.iter().any(|modulus| *modulus > 0 && size > i128::from(*modulus));
        if all_around {
            let common = gcd(moduli[0], moduli[1]);
            self.classes.restrict(to, common);
            self.classes.restrict(from, common);
            (to, from) = (self.classes.find(copy.to), self.classes.find(copy.from));
        }
        let modulus = self.classes.modulus(to.node);
        let Some(content) = self.classes.content(to.node) else { return };
        let fields: Vec<Field> = content.fields.iter().filter(is_read).copied().collect();
        for field in fields {
            let distance = field.start.wrapping_sub(to.offset);
            if all_around {
                let distance = residue(distance, modulus);
                self.copy_field(field, from.plus(distance), to.plus(distance), field.size);
                continue;
            }
            let mut starts = vec![i128::from(residue(distance, modulus))];
            if modulus > 0 {
                starts.push(starts[0] - i128::from(modulus));
            }
            for start in starts {
                let end = start + i128::from(field.size);
                let (low, high) = (start.max(0), end.min(size));
                if low < high {
                    let (low, length) = (low as i64, (high - low) as u64);
                    self.copy_field(field, from.plus(low), to.plus(low), length);
                }
            }
        }
    }

    /// Copies so many bytes of a field that was found at the target.
    fn copy_field(&mut self, field: Field, from: Place, to: Place, length: u64) {
        let exact = field.exact && field.size == length;
        self.classes.access(from, Field { exact, ..Field::access(length, true) });
        let is_exact = self.classes.field(from).is_some_and(|field| field.exact);
        if !exact {
            self.blur(from);
        }
        if !is_exact {
            self.blur(to);
        }
        let pointers = [from, to].map(|place| self.classes.field(place).and_then(|field| field.pointee));
        if pointers.iter().any(Option::is_some) {
            let (one, other) = (self.classes.pointee(from), self.classes.pointee(to));
            self.classes.join(one, other);
        }
    }

    fn blur(&mut self, place: Place) {
        if self.classes.field_mut(place).is_some_and(Field::blur) {
            self.classes.changed = true;
        }
    }

    /// Fields of which only a part is written at once are made of bytes.
    fn cut_ends(&mut self) {
        let ranges = std::mem::take(&mut self.ranges);
        for (place, size) in &ranges {
            let ends = [Some(*place), size.map(|size| place.plus(size as i64))];
            for end in ends.into_iter().flatten() {
                let at = self.classes.find(end);
                if self.classes.field(end).is_some_and(|field| field.exact && field.start != at.offset) {
                    self.blur(end);
                }
            }
        }
        self.ranges = ranges;
    }

    /// Hands on what is known about the pointers in fields.
    fn outside(&mut self) {
        let mut found: Vec<(Place, Marks)> = Vec::new();
        for root in self.classes.roots() {
            let is_outside = self.classes.marks(root).has(Marks::OPEN.and(Marks::HAVOCKED));
            let Some(content) = self.classes.content(root) else { continue };
            for field in content.fields.iter() {
                let Some(pointee) = field.pointee else { continue };
                let marks = [(is_outside, Marks::OPEN), (field.exposes, Marks::EXPOSED), (field.makes, Marks::MADE)];
                found.extend(marks.into_iter().filter(|(holds, _)| *holds).map(|(_, marks)| (pointee, marks)));
            }
        }
        found.into_iter().for_each(|(place, marks)| self.classes.mark(place, marks));
    }

    /// Makes everything one that pointers of which too little is known may point to.
    fn unknown_pointers(&mut self) {
        let (mut open, mut made, mut exposed) = (Vec::new(), Vec::new(), Vec::new());
        for root in self.classes.roots() {
            let marks = self.classes.marks(root);
            let Some(content) = self.classes.content(root) else { continue };
            let is_accessed = content.fields.len() > 0 || marks.has(Marks::TOUCHED);
            let place = Place { node: root, offset: 0 };
            if marks.has(Marks::EXPOSED) && !content.objects.is_empty() {
                exposed.push(place);
            }
            if marks.has(Marks::OPEN) && is_accessed {
                open.push(place);
            } else if marks.has(Marks::MADE) && is_accessed {
                made.push(place);
            }
        }
        if self.outside == Outside::Apart {
            open.clear();
        }
        if open.is_empty() && (made.is_empty() || exposed.is_empty()) {
            return;
        }
        if !exposed.is_empty() {
            open.extend(made);
        }
        open.extend(exposed);
        for place in &open {
            self.classes.blend(open[0], *place);
        }
    }
}
