//! The objects of a state.
//!
//! An object is numbered when it is made, and keeps its number, its size and its address on all paths. Whether it is alive can
//! differ between paths that met, so that is a condition. Objects that are alive on no path are gone.

use crate::contents::Contents;
use crate::value::{self, Bits, Choice, Target, Value};
use euclase_logic::{TermId, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What memory an object lies in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Area {
    Global { constant: bool },
    Stack,
    Heap,
}

#[derive(Clone)]
pub(crate) struct Object {
    pub area: Area,
    /// Its address, as wide as pointers.
    pub base: Bits,
    /// How many bytes it has, 64 bits.
    pub size: Bits,
    /// Which of its lives it is in, 32 bits.
    pub life: Bits,
    pub alive: TermId,
    /// Whether its block was left.
    pub left: TermId,
    pub contents: Contents,
    /// The pointers that it holds, by where they start.
    pub stored: BTreeMap<u64, Target>,
}

/// The objects that are alive on some path.
#[derive(Clone)]
pub(crate) struct Memory {
    pub objects: BTreeMap<u32, Rc<Object>>,
    /// The next addresses on heap and stack, 64 bits.
    pub next_heap: Bits,
    pub next_stack: Bits,
}

impl Memory {
    pub fn object(&self, number: u32) -> Option<&Rc<Object>> {
        self.objects.get(&number)
    }

    /// An object that is about to be changed.
    pub fn change(&mut self, number: u32) -> Option<&mut Object> {
        self.objects.get_mut(&number).map(Rc::make_mut)
    }

    /// Memory where paths meet: this if a condition holds, else the other.
    pub fn merge(&mut self, terms: &mut Terms, condition: TermId, other: &Memory, width: u32) {
        let not = terms.not(condition);
        for (id, object) in &mut self.objects {
            match other.objects.get(id) {
                Some(theirs) if Rc::ptr_eq(object, theirs) => {}
                Some(theirs) => merge_objects(terms, condition, Rc::make_mut(object), theirs, width),
                None => {
                    let object = Rc::make_mut(object);
                    object.alive = terms.and(&[condition, object.alive]);
                }
            }
        }
        for (id, object) in &other.objects {
            if !self.objects.contains_key(id) {
                let mut object = Object::clone(object);
                object.alive = terms.and(&[not, object.alive]);
                self.objects.insert(*id, Rc::new(object));
            }
        }
        let dead = terms.ff();
        self.objects.retain(|_, object| object.alive != dead);
        self.next_heap = value::choose(terms, condition, self.next_heap, other.next_heap, 64);
        self.next_stack = value::choose(terms, condition, self.next_stack, other.next_stack, 64);
    }
}

/// An object where paths meet: this if a condition holds, else the other. Also what a store makes of it that happens on some paths
/// only.
pub(crate) fn merge_objects(terms: &mut Terms, condition: TermId, ours: &mut Object, theirs: &Object, width: u32) {
    merge_stored(terms, condition, ours, theirs, width);
    ours.life = value::choose(terms, condition, ours.life, theirs.life, 32);
    ours.alive = terms.ite(condition, ours.alive, theirs.alive);
    ours.left = terms.ite(condition, ours.left, theirs.left);
    ours.contents.merge(terms, condition, &theirs.contents);
}

/// The pointers that an object holds where paths meet; what they are as numbers is taken from the bytes of each side.
fn merge_stored(terms: &mut Terms, condition: TermId, ours: &mut Object, theirs: &Object, width: u32) {
    if ours.stored == theirs.stored {
        return;
    }
    let places: Vec<u64> = ours.stored.keys().chain(theirs.stored.keys()).copied().collect();
    let bytes = u64::from(width / 8);
    let side = |terms: &mut Terms, object: &Object, at: u64| {
        // What was never written is a pointer that was never set; it is asked for when it is read.
        if !object.contents.unknown(at, bytes).is_empty() {
            let target = match object.stored.get(&at) {
                Some(stored) => stored.clone(),
                None => Target::Unset,
            };
            return Value { bits: Bits::Word(0), target };
        }
        let bits = object.contents.load(terms, at, bytes);
        Value { bits, target: object.stored.get(&at).cloned().unwrap_or(Target::Number) }
    };
    for at in places {
        if ours.stored.get(&at) == theirs.stored.get(&at) && !matches!(ours.stored.get(&at), Some(Target::Choice(_))) {
            continue;
        }
        let (a, b) = (side(terms, ours, at), side(terms, theirs, at));
        match value::merge(terms, condition, &a, &b, width).target {
            Target::Number => _ = ours.stored.remove(&at),
            target => _ = ours.stored.insert(at, target),
        }
    }
}

/// The pointers that a value may be, as far as they can be told apart by a condition of a path.
pub(crate) fn possible(terms: &Terms, choices: Vec<Choice>) -> Vec<Choice> {
    choices.into_iter().filter(|choice| terms.as_bool(choice.guard) != Some(false)).collect()
}
