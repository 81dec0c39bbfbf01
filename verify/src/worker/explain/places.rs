//! How C would call a place in memory: `a[2]`, `p->state`, `head->next->v`.
//!
//! A variable has its name. What is on the heap has none: it is reached through pointers, and of all the ways there
//! the one is told that starts with a variable that the source line mentions, else the shortest.

use super::c_types::{self, MemoryType, Part};
use super::objects::{Name, Object, Objects};
use euclase_program::Program;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// How many pointers a way may go through.
const LONGEST_WAY: usize = 4;

/// How many pointers are looked at.
const SEEN_POINTERS: usize = 256;

/// How many scalars of an object are looked at for pointers.
const SEEN_SCALARS: usize = 32;

/// A pointer that the program has, and how C calls it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pointer {
    /// How C calls it.
    pub expression: String,
    /// The variable it starts with.
    pub root: String,
    /// What it points to.
    pub to: MemoryType,
    /// The address that it is.
    pub value: u64,
}

/// Some bytes as C calls them.
pub(super) enum Place {
    /// Parts of an object that starts at an address and has a type.
    Typed { how: Access, base: u64, ty: MemoryType },
    /// Several elements behind a pointer: the first, where it lies, and their type.
    Elements { first: String, base: u64, ty: MemoryType },
    /// An object of which nothing more is known.
    Object(String),
}

/// How C gets to an object whose parts are spoken of.
pub(super) enum Access {
    /// By its name.
    Name(String),
    /// Through a pointer.
    Pointer(String),
}

impl Access {
    /// The part of the object as C calls it.
    pub fn part(&self, part: &Part) -> String {
        match self {
            Access::Name(name) => format!("{name}{}", part.path),
            Access::Pointer(pointer) => through(pointer, &part.path),
        }
    }
}

/// What a pointer points to, or a part of that.
fn through(pointer: &str, path: &str) -> String {
    let pointer = if pointer.starts_with('*') { format!("({pointer})") } else { pointer.to_string() };
    match path.strip_prefix('.') {
        Some(field) => format!("{pointer}->{field}"),
        None if path.is_empty() => format!("*{pointer}"),
        None => format!("(*{pointer}){path}"),
    }
}

/// Where places are looked for.
pub(super) struct Scene<'a> {
    pub program: &'a Program,
    pub objects: &'a Objects<'a>,
    /// The pointers in variables that are not in memory.
    pub registers: Vec<Pointer>,
    /// The text of the line that speaks of the place.
    pub line: &'a str,
    /// The function that the line is in.
    pub function: &'a str,
}

impl Scene<'_> {
    /// How C calls bytes of memory; nothing for what the compiler made.
    pub fn place(&self, address: u64, size: u64) -> Option<Place> {
        let object = self.objects.at(address)?;
        let name = match &object.name {
            Name::Hidden | Name::Text(_) => return None,
            Name::Variable(name) => name.clone(),
            Name::Allocated(name, _) => {
                let known = self.through_pointer(object, address, size);
                return Some(known.unwrap_or_else(|| self.without_pointer(object, name, address, size)));
            }
        };
        Some(match object.ty {
            Some(ty) => Place::Typed { how: Access::Name(name), base: object.base, ty },
            None => Place::Object(name),
        })
    }

    /// A part of an object that no pointer leads to.
    fn without_pointer(&self, object: &Object, name: &str, address: u64, size: u64) -> Place {
        let element = object.element.map(|ty| (ty, c_types::size(self.program, ty)));
        let Some((ty, each)) = element.filter(|(_, each)| *each > 0) else {
            let first = address - object.base;
            return Place::Object(format!("bytes {first} to {} of {name}", first + size - 1));
        };
        let first = (address - object.base) / each;
        let base = object.base + first * each;
        let element = if object.size > each { format!("element {first} of {name}") } else { name.to_string() };
        if address + size > base + each {
            return Place::Elements { first: element, base, ty };
        }
        Place::Typed { how: Access::Name(element), base, ty }
    }

    fn through_pointer(&self, object: &Object, address: u64, size: u64) -> Option<Place> {
        let Pointer { expression, to: ty, value, .. } = self.pointer_to(object)?;
        let each = i64::try_from(c_types::size(self.program, ty)).ok().filter(|each| *each > 0)?;
        let distance = address.wrapping_sub(value) as i64;
        let flexible = distance >= 0 && c_types::is_flexible(self.program, ty);
        let first = if flexible { 0 } else { distance.div_euclid(each) };
        let base = value.wrapping_add_signed(first * each);
        let element = || {
            let pointer = if expression.starts_with('*') { format!("({expression})") } else { expression.clone() };
            format!("{pointer}[{first}]")
        };
        let as_element = first != 0 || self.line.contains(&format!("{expression}["));
        Some(if !flexible && address.wrapping_add(size) > base.wrapping_add(each as u64) {
            Place::Elements { first: element(), base, ty }
        } else if !as_element {
            Place::Typed { how: Access::Pointer(expression), base, ty }
        } else {
            Place::Typed { how: Access::Name(element()), base, ty }
        })
    }

    /// A pointer into an object.
    fn pointer_to(&self, object: &Object) -> Option<Pointer> {
        let roots = self.roots();
        let (named, others): (Vec<Pointer>, Vec<Pointer>) =
            roots.into_iter().partition(|pointer| mentions(self.line, &pointer.root));
        self.search(object, named).or_else(|| self.search(object, others))
    }

    /// The pointers that variables are or have in them.
    fn roots(&self) -> Vec<Pointer> {
        let mut roots = self.registers.clone();
        for object in self.objects.all() {
            let (Name::Variable(name), Some(ty)) = (&object.name, object.ty) else { continue };
            if object.scope.as_ref().is_none_or(|scope| scope == self.function) {
                let access = Access::Name(name.clone());
                self.pointers_in(&access, name, object.base, ty, &mut roots);
            }
            if roots.len() > SEEN_POINTERS {
                break;
            }
        }
        roots
    }

    /// Adds the pointers that an object of a type holds.
    fn pointers_in(&self, access: &Access, root: &str, base: u64, ty: MemoryType, found: &mut Vec<Pointer>) {
        let whole = c_types::whole(self.program, ty);
        let scalars = c_types::scalars(self.program, &whole, 0, whole.width, SEEN_SCALARS).unwrap_or_default();
        for part in scalars {
            let Some(to) = c_types::pointee(self.program, part.ty) else { continue };
            let value = self.objects.bits(base, &part).and_then(|bits| bits.to_u64()).unwrap_or(0);
            if value != 0 {
                found.push(Pointer { expression: access.part(&part), root: root.to_string(), to, value });
            }
        }
    }

    /// The pointer into an object that is reached through the fewest others.
    fn search(&self, target: &Object, roots: Vec<Pointer>) -> Option<Pointer> {
        let mut seen: FxHashSet<(u64, MemoryType)> = FxHashSet::default();
        let mut queue: VecDeque<(Pointer, usize)> = roots.into_iter().map(|root| (root, 1)).collect();
        while let Some((pointer, length)) = queue.pop_front() {
            if !seen.insert((pointer.value, pointer.to)) || seen.len() > SEEN_POINTERS {
                continue;
            }
            let Some(object) = self.objects.at(pointer.value) else { continue };
            let size = c_types::size(self.program, pointer.to);
            // A byte more than there is belongs to nobody.
            if object.base == target.base && size > 0 && pointer.value < object.base + object.size {
                return Some(pointer);
            }
            if length < LONGEST_WAY {
                let mut further = Vec::new();
                let access = Access::Pointer(pointer.expression);
                self.pointers_in(&access, &pointer.root, pointer.value, pointer.to, &mut further);
                queue.extend(further.into_iter().map(|pointer| (pointer, length + 1)));
            }
        }
        None
    }
}

/// Whether a name stands in a text as a word.
fn mentions(text: &str, name: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(in_word) && !text[at + name.len()..].starts_with(in_word))
}
