//! Classes of memory, joined as pointers turn out to be able to point to the same.
//!
//! The analysis is Steensgaard's, with fields as in data structure analysis (DSA): a pointer is a [`Place`], a node and an
//! offset, and joining two places joins their nodes so that the offsets coincide. Nodes form a union-find forest in which
//! each link carries the distance between the origins of the two, so joining costs nothing but the smaller of both
//! contents.
//!
//! A class counts offsets modulo a number. It is zero, for exact offsets, until a place is joined with another of the same
//! class, or indexed: then both are the same modulo their distance. So `t[i].a` and `t[i].b` stay apart modulo the size of
//! an element, and a place of which nothing is known makes the modulus one.

use super::fields::{Field, Fields, gcd};
use crate::id::FunctionId;

/// A node and a distance from its origin in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub node: u32,
    pub offset: i64,
}

impl Place {
    /// The place so many bytes further.
    pub fn plus(self, offset: i64) -> Place {
        Place { node: self.node, offset: self.offset.wrapping_add(offset) }
    }
}

/// What is known about what a class stands for, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks(u8);

impl Marks {
    /// Its addresses became integers that are no longer followed.
    pub const EXPOSED: Marks = Marks(1);
    /// Its pointers may be made of integers that are not followed.
    pub const MADE: Marks = Marks(2);
    /// Its pointers may come from outside of the program.
    pub const OPEN: Marks = Marks(4);
    /// What it holds may come from outside of the program.
    pub const HAVOCKED: Marks = Marks(8);
    /// Many bytes at once are read or written.
    pub const TOUCHED: Marks = Marks(16);

    pub fn has(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    pub fn and(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

/// What a class holds besides its marks; most hold nothing.
#[derive(Default)]
pub(super) struct Content {
    pub fields: Fields,
    /// The objects, and where they start.
    pub objects: Vec<(u32, i64)>,
    /// The functions whose addresses are in it.
    pub functions: Vec<FunctionId>,
}

impl Content {
    fn weight(&self) -> usize {
        self.fields.len() + self.objects.len() + self.functions.len()
    }
}

#[derive(Default)]
struct Class {
    modulus: u64,
    marks: Marks,
    content: Option<Box<Content>>,
}

/// All nodes.
pub(super) struct Classes {
    parent: Vec<u32>,
    /// What has to be added to an offset to count from the origin of the parent.
    shift: Vec<i64>,
    classes: Vec<Class>,
    pending: Vec<(Place, Place)>,
    /// How many bits of an `i64` are beyond those of a pointer.
    beyond: u32,
    /// Whether anything has changed since this was last set to false.
    pub changed: bool,
}

impl Classes {
    pub fn new(pointer_width: u32) -> Classes {
        let beyond = 64u32.saturating_sub(pointer_width);
        let (parent, shift, classes, pending) = Default::default();
        Classes { parent, shift, classes, pending, beyond, changed: false }
    }

    /// A new node of which nothing is known.
    pub fn fresh(&mut self) -> Place {
        self.marked(Marks::default())
    }

    /// A new node with marks.
    pub fn marked(&mut self, marks: Marks) -> Place {
        let node = self.parent.len() as u32;
        self.parent.push(node);
        self.shift.push(0);
        self.classes.push(Class { marks, ..Class::default() });
        Place { node, offset: 0 }
    }

    /// The offset as the machine computes it.
    fn wrap(&self, offset: i64) -> i64 {
        (offset << self.beyond) >> self.beyond
    }

    /// The same place in terms of the node that stands for the class, between zero and the modulus if there is one.
    pub fn find(&mut self, place: Place) -> Place {
        let (mut root, mut offset) = (place.node, 0i64);
        while self.parent[root as usize] != root {
            offset = offset.wrapping_add(self.shift[root as usize]);
            root = self.parent[root as usize];
        }
        let (mut node, mut rest) = (place.node, offset);
        while self.parent[node as usize] != root && node != root {
            let (next, step) = (self.parent[node as usize], self.shift[node as usize]);
            self.parent[node as usize] = root;
            self.shift[node as usize] = rest;
            rest = rest.wrapping_sub(step);
            node = next;
        }
        let offset = self.wrap(place.offset.wrapping_add(offset));
        Place { node: root, offset: residue(offset, self.classes[root as usize].modulus) }
    }

    /// The nodes that stand for classes with content, in order.
    pub fn roots(&self) -> Vec<u32> {
        let is_root = |node: &u32| self.parent[*node as usize] == *node;
        let has_content = |node: &u32| self.classes[*node as usize].content.is_some();
        (0..self.parent.len() as u32).filter(is_root).filter(has_content).collect()
    }

    /// What a class counts offsets by.
    pub fn modulus(&self, root: u32) -> u64 {
        self.classes[root as usize].modulus
    }

    /// The marks of a class.
    pub fn marks(&self, root: u32) -> Marks {
        self.classes[root as usize].marks
    }

    /// What a class holds, if anything.
    pub fn content(&self, root: u32) -> Option<&Content> {
        self.classes[root as usize].content.as_deref()
    }

    /// What a class holds, to be changed.
    pub fn content_mut(&mut self, root: u32) -> &mut Content {
        self.classes[root as usize].content.get_or_insert_default()
    }

    /// Whether a pointer to the class may point to anything at all.
    pub fn is_something(&self, root: u32) -> bool {
        let class = &self.classes[root as usize];
        let holds = |content: &Content| !content.objects.is_empty() || !content.functions.is_empty();
        class.marks.has(Marks::OPEN) || class.content.as_deref().is_some_and(holds)
    }

    /// Adds marks to the class of a place.
    pub fn mark(&mut self, place: Place, marks: Marks) {
        let root = self.find(place).node;
        let old = &mut self.classes[root as usize].marks;
        if old.and(marks) != *old {
            *old = old.and(marks);
            self.changed = true;
        }
    }

    /// Notes that many bytes at a place are read or written at once.
    pub fn touch(&mut self, place: Place) {
        self.mark(place, Marks::TOUCHED);
        let root = self.find(place).node;
        self.content_mut(root);
    }

    /// Makes two places the same.
    pub fn join(&mut self, one: Place, other: Place) {
        self.pending.push((one, other));
        self.settle();
    }

    /// Joins the classes of two places whose distance is not known.
    pub fn blend(&mut self, one: Place, other: Place) {
        self.join(one, other);
        self.restrict(one, 1);
    }

    /// Makes places that are multiples of so many bytes apart the same.
    pub fn restrict(&mut self, place: Place, modulus: u64) {
        let root = self.find(place).node;
        self.restrict_root(root, modulus);
        self.settle();
    }

    fn settle(&mut self) {
        while let Some((one, other)) = self.pending.pop() {
            let (one, other) = (self.find(one), self.find(other));
            if one.node == other.node {
                self.restrict_root(one.node, one.offset.wrapping_sub(other.offset).unsigned_abs());
            } else {
                self.merge(one, other);
            }
        }
    }

    fn restrict_root(&mut self, root: u32, modulus: u64) {
        let class = &mut self.classes[root as usize];
        let modulus = gcd(class.modulus, modulus);
        if modulus == class.modulus {
            return;
        }
        class.modulus = modulus;
        self.changed = true;
        let Some(content) = &mut class.content else { return };
        for field in content.fields.take() {
            self.insert(root, field);
        }
    }

    /// Merges two classes, the one that holds less into the one that holds more.
    fn merge(&mut self, one: Place, other: Place) {
        let weight = |place: Place| {
            let content = self.classes[place.node as usize].content.as_deref();
            content.map_or(0, Content::weight)
        };
        let (to, from) = if weight(one) >= weight(other) { (one, other) } else { (other, one) };
        let shift = self.wrap(to.offset.wrapping_sub(from.offset));
        self.parent[from.node as usize] = to.node;
        self.shift[from.node as usize] = shift;
        let gone = std::mem::take(&mut self.classes[from.node as usize]);
        let class = &mut self.classes[to.node as usize];
        class.marks = class.marks.and(gone.marks);
        self.changed = true;
        self.restrict_root(to.node, gone.modulus);
        let Some(gone) = gone.content else { return };
        let Content { mut fields, objects, functions } = *gone;
        let content = self.content_mut(to.node);
        content.objects.extend(objects.into_iter().map(|(object, start)| (object, start.wrapping_add(shift))));
        content.functions.extend(functions);
        for field in fields.take() {
            self.insert(to.node, Field { start: field.start.wrapping_add(shift), ..field });
        }
    }

    /// Adds a field to a class, merged with those that it overlaps, and returns where the merged one starts.
    fn insert(&mut self, root: u32, field: Field) -> i64 {
        let start = self.wrap(field.start);
        let class = &mut self.classes[root as usize];
        let fields = &mut class.content.get_or_insert_default().fields;
        let field = Field { start: residue(start, class.modulus), ..field };
        match fields.insert(class.modulus, field, &mut self.pending, &mut self.changed) {
            Some(start) => start,
            None => {
                // It reaches around to itself: nothing is left to tell bytes apart by.
                class.modulus = 1;
                self.changed = true;
                let mut around = field;
                around.blur();
                for field in fields.take().into_iter().chain([around]) {
                    fields.insert(1, Field { start: 0, ..field }, &mut self.pending, &mut self.changed);
                }
                0
            }
        }
    }

    /// Notes an access to so many bytes at a place.
    pub fn access(&mut self, place: Place, field: Field) {
        let place = self.find(place);
        self.insert(place.node, Field { start: place.offset, ..field });
        self.settle();
    }

    /// The field that a place is in.
    pub fn field(&mut self, place: Place) -> Option<&Field> {
        let place = self.find(place);
        let class = &self.classes[place.node as usize];
        class.content.as_deref().and_then(|content| content.fields.at(class.modulus, place.offset))
    }

    /// The field that a place is in, to be changed, and the place in terms of its class.
    pub fn field_mut(&mut self, place: Place) -> Option<&mut Field> {
        let place = self.find(place);
        let class = &mut self.classes[place.node as usize];
        class.content.as_deref_mut().and_then(|content| content.fields.at_mut(class.modulus, place.offset))
    }

    /// What the pointers in the field at a place point to.
    pub fn pointee(&mut self, place: Place) -> Place {
        if let Some(pointee) = self.field(place).and_then(|field| field.pointee) {
            return pointee;
        }
        let fresh = self.fresh();
        if let Some(field) = self.field_mut(place) {
            field.pointee = Some(fresh);
            self.changed = true;
        }
        fresh
    }
}

/// The offset between zero and the modulus, if there is one.
pub(super) fn residue(offset: i64, modulus: u64) -> i64 {
    match modulus {
        0 => offset,
        modulus => i128::from(offset).rem_euclid(i128::from(modulus)) as i64,
    }
}
