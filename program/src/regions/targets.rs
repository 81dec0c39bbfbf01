//! Which objects pointers can belong to, as far as the pointer analysis tells them apart.
//!
//! A pointer belongs to the object that it was made from, wherever it leads. As long as every access is to the object that
//! its pointer belongs to, the analysis knows all of them.

use super::classes::Marks;
use super::constraints::Constraints;
use super::{Object, Outside};
use crate::id::{FunctionId, GlobalId, ValueId};
use crate::program::Program;
use rustc_hash::FxHashMap;

/// What pointers of one class can belong to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Target {
    /// The objects.
    pub objects: Vec<Object>,
    /// Whether they may belong to memory of which the program says nothing.
    pub is_open: bool,
    /// Whether they may be made of integers that are not followed.
    pub is_made: bool,
}

/// What the pointers of a program can belong to.
pub struct Targets {
    targets: Vec<Target>,
    /// By function and value; none for what is no address of anything.
    values: Vec<Vec<Option<u32>>>,
    globals: Vec<u32>,
}

impl Targets {
    /// Finds them; none where the analysis gives up.
    pub fn of(program: &Program) -> Option<Targets> {
        let mut constraints = Constraints::of(program, Outside::Anywhere);
        if !constraints.solve() {
            return None;
        }
        let Constraints { owners, classes, places, globals, .. } = &mut constraints;
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut targets = Vec::new();
        let mut number = |place| {
            let root = classes.find(place).node;
            *numbers.entry(root).or_insert_with(|| {
                let marks = classes.marks(root);
                let mut objects: Vec<u32> = classes
                    .content(root)
                    .map(|content| content.objects.iter().map(|(object, _)| *object).collect())
                    .unwrap_or_default();
                objects.sort_unstable();
                objects.dedup();
                targets.push(Target {
                    objects: objects.into_iter().map(|object| owners.objects[object as usize].clone()).collect(),
                    is_open: marks.has(Marks::OPEN),
                    is_made: marks.has(Marks::MADE),
                });
                targets.len() as u32 - 1
            })
        };
        let values = places.iter().map(|values| values.iter().map(|place| place.map(&mut number)).collect()).collect();
        let globals = globals.iter().map(|place| number(*place)).collect();
        Some(Targets { targets, values, globals })
    }

    /// The number of the class of a value, if it may be an address.
    pub fn class(&self, function: FunctionId, value: ValueId) -> Option<usize> {
        self.values.get(function.index())?.get(value.index()).copied().flatten().map(|class| class as usize)
    }

    /// The number of the class of the address of a global.
    pub fn class_of_global(&self, global: GlobalId) -> Option<usize> {
        self.globals.get(global.index()).map(|class| *class as usize)
    }

    /// What pointers of a class can belong to.
    pub fn target(&self, class: usize) -> &Target {
        &self.targets[class]
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}
