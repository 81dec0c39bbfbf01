//! Which objects can become values, and into which scalars each of them falls apart.
//!
//! An object can if all accesses are at constant offsets, and any two of them touch the same bytes
//! as the same type or no common byte. Copies between two objects carry the scalars of each over
//! to the other, so that they can be copied one by one.

use crate::passes::initial::Initials;
use crate::passes::objects::{Object, Objects, Place};
use euclase_program::{
    CallGraph, Callee, CommandKind, Function, FunctionId, GlobalId, Initial, LayoutId, Program, Type, ValueId,
    VariableId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// With more parts than this, an object stays in memory.
const MOST_PARTS: usize = 512;

/// A part of an object that becomes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    pub object: Object,
    pub offset: u64,
    pub ty: Type,
}

/// All parts of all objects that become values.
#[derive(Default)]
pub(super) struct Scalars {
    pub list: Vec<Scalar>,
    /// For each object that goes, the numbers of its scalars, by their offsets.
    pub objects: FxHashMap<Object, BTreeMap<u64, usize>>,
    /// What each object holds, and the variable of the source that it is.
    pub described: FxHashMap<Object, (LayoutId, Option<VariableId>)>,
}

impl Scalars {
    /// The scalar at a place.
    pub fn at(&self, place: Place) -> Option<usize> {
        let offset = u64::try_from(place.offset?).ok()?;
        self.objects.get(&place.object)?.get(&offset).copied()
    }

    /// Whether a place is in an object that goes.
    pub fn has(&self, place: Option<Place>) -> bool {
        place.is_some_and(|place| self.objects.contains_key(&place.object))
    }

    /// The scalars in a number of bytes from a place on, with their offsets from there.
    pub fn within(&self, place: Place, size: u64) -> Vec<(u64, usize)> {
        let Some(start) = place.offset.and_then(|offset| u64::try_from(offset).ok()) else { return Vec::new() };
        let parts = self.objects.get(&place.object).into_iter();
        parts.flat_map(|parts| parts.range(start..start.saturating_add(size))).map(|(at, n)| (at - start, *n)).collect()
    }
}

/// A copy of bytes between two objects.
struct Copy {
    to: (Object, u64),
    from: (Object, u64),
    size: u64,
}

/// A copy of bytes from a global that is never written.
struct Fill {
    to: (Object, u64),
    from: (GlobalId, u64),
    size: u64,
}

pub(super) struct Finder<'a> {
    program: &'a Program,
    objects: &'a Objects,
    initials: &'a Initials,
    described: FxHashMap<Object, (LayoutId, Option<VariableId>)>,
    parts: FxHashMap<Object, BTreeMap<u64, Type>>,
    stays: FxHashSet<Object>,
    copies: Vec<Copy>,
    /// Bytes that are set, and whether to a constant.
    sets: Vec<(Object, u64, u64, bool)>,
    /// Bytes that are copied from globals that are never written.
    fills: Vec<Fill>,
}

impl<'a> Finder<'a> {
    pub fn new(program: &'a Program, objects: &'a Objects, initials: &'a Initials) -> Self {
        Finder {
            program,
            objects,
            initials,
            described: FxHashMap::default(),
            parts: FxHashMap::default(),
            stays: FxHashSet::default(),
            copies: Vec::new(),
            sets: Vec::new(),
            fills: Vec::new(),
        }
    }

    /// Finds the objects that can become values; globals only if asked for.
    pub fn find(mut self, with_globals: bool) -> Scalars {
        let called_by_address = self.callable_by_address();
        let entry_is_called = self.entry_is_called();
        for (index, global) in self.program.globals.iter().enumerate() {
            let object = Object::Global(GlobalId::new(index));
            self.consider(object, global.layout, global.variable);
            if !with_globals || entry_is_called || global.constant {
                self.stays.insert(object);
            }
        }
        for id in self.program.function_ids() {
            let commands = self.program.function(id).blocks.iter().flat_map(|block| &block.commands);
            for command in commands {
                if let (CommandKind::Alloca { layout, variable, count }, [result]) =
                    (&command.kind, &command.results[..])
                {
                    let object = Object::Alloca(id, *result);
                    self.consider(object, *layout, *variable);
                    if count.is_some() {
                        self.stays.insert(object);
                    }
                }
            }
        }
        for id in self.program.function_ids() {
            self.look_at(id, called_by_address[id.index()]);
        }
        self.carry_over();
        self.check_parts();
        self.stay_together();
        self.collect()
    }

    /// Functions that a call through an address may enter, at once or later.
    fn callable_by_address(&self) -> Vec<bool> {
        let calls = CallGraph::of(self.program);
        let mut found = vec![false; self.program.functions.len()];
        let mut waiting: Vec<FunctionId> =
            self.program.function_ids().filter(|id| calls.is_address_taken(*id)).collect();
        while let Some(id) = waiting.pop() {
            if !std::mem::replace(&mut found[id.index()], true) {
                waiting.extend(calls.callees(id));
            }
        }
        found
    }

    fn entry_is_called(&self) -> bool {
        let Some(entry) = self.program.entry else { return true };
        let blocks = self.program.functions.iter().flat_map(|function| &function.blocks);
        let mut commands = blocks.flat_map(|block| &block.commands);
        CallGraph::of(self.program).is_address_taken(entry)
            || commands.any(|command| {
                matches!(command.kind, CommandKind::Call { callee: Callee::Direct(callee), .. } if callee == entry)
            })
    }

    fn consider(&mut self, object: Object, layout: LayoutId, variable: Option<VariableId>) {
        self.described.insert(object, (layout, variable));
        self.parts.insert(object, BTreeMap::new());
        if !self.objects.is_private(object) {
            self.stays.insert(object);
        }
    }

    fn look_at(&mut self, id: FunctionId, by_address: bool) {
        let function = self.program.function(id);
        let objects = self.objects;
        let place = |address: ValueId| objects.place(id, address);
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            match &command.kind {
                CommandKind::Load { address } => {
                    let ty = command.results.first().map_or(Type::BOOL, |result| function.type_of(*result));
                    self.access(place(*address), ty, by_address);
                }
                CommandKind::Store { address, value } => {
                    self.access(place(*address), function.type_of(*value), by_address);
                }
                CommandKind::MemoryCopy { to, from, size } => {
                    let size = constant(function, *size);
                    let to = self.bytes(place(*to), size, by_address);
                    let from = self.bytes(place(*from), size, by_address);
                    match (to, from, size) {
                        (Some(to), Some((Object::Global(global), start)), Some(size))
                            if !objects.may_be_written(self.program, global)
                                && self.program.global(global).initial != Initial::Any =>
                        {
                            self.stays.insert(Object::Global(global));
                            self.fills.push(Fill { to, from: (global, start), size });
                        }
                        (Some(to), Some(from), Some(size)) if to.0 != from.0 => {
                            self.copies.push(Copy { to, from, size });
                        }
                        (to, from, _) => self.stays.extend([to, from].into_iter().flatten().map(|(object, _)| object)),
                    }
                }
                CommandKind::MemorySet { to, byte, size } => {
                    let size = constant(function, *size);
                    if let (Some((object, start)), Some(size)) = (self.bytes(place(*to), size, by_address), size) {
                        self.sets.push((object, start, size, function.bits_of(*byte).is_some()));
                    }
                }
                _ => {}
            }
        }
    }

    /// An access to bytes of one object, if it is at a constant place inside. The object stays if not.
    fn bytes(&mut self, place: Option<Place>, size: Option<u64>, by_address: bool) -> Option<(Object, u64)> {
        let place = place?;
        let offset = place.offset.and_then(|offset| u64::try_from(offset).ok());
        let end = offset.and_then(|offset| offset.checked_add(size?));
        let layout = self.described.get(&place.object).map(|(layout, _)| self.program.layout(*layout));
        let inside = end.is_some_and(|end| layout.is_some_and(|layout| end <= layout.size));
        if !inside || (by_address && matches!(place.object, Object::Global(_))) {
            self.stays.insert(place.object);
        }
        offset.map(|offset| (place.object, offset))
    }

    fn access(&mut self, place: Option<Place>, ty: Type, by_address: bool) {
        let size = ty.bytes(self.program.pointer_width);
        if let Some((object, offset)) = self.bytes(place, Some(size), by_address) {
            self.add(object, offset, ty);
        }
    }

    /// Adds a part to an object; says whether it is new.
    fn add(&mut self, object: Object, offset: u64, ty: Type) -> bool {
        if self.stays.contains(&object) {
            return false;
        }
        let Some(parts) = self.parts.get_mut(&object) else { return false };
        let before = parts.insert(offset, ty);
        if before.is_some_and(|before| before != ty) || parts.len() > MOST_PARTS {
            self.stays.insert(object);
        }
        before.is_none()
    }

    /// Gives the parts of each side of a copy to the other.
    fn carry_over(&mut self) {
        let copies = std::mem::take(&mut self.copies);
        loop {
            let mut changed = false;
            for Copy { to, from, size } in &copies {
                for (source, target) in [(from, to), (to, from)] {
                    if self.stays.contains(&source.0) || self.stays.contains(&target.0) {
                        self.stays.extend([source.0, target.0]);
                        continue;
                    }
                    for (offset, ty) in self.touched(source.0, source.1, *size) {
                        let inside = offset >= source.1 && self.end(offset, ty) <= source.1 + size;
                        if !inside {
                            self.stays.extend([source.0, target.0]);
                        } else {
                            changed |= self.add(target.0, offset - source.1 + target.1, ty);
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        self.copies = copies;
    }

    fn end(&self, offset: u64, ty: Type) -> u64 {
        offset + ty.bytes(self.program.pointer_width)
    }

    /// The parts that bytes of an object touch.
    fn touched(&self, object: Object, start: u64, size: u64) -> Vec<(u64, Type)> {
        let parts = self.parts.get(&object).into_iter().flatten().map(|(offset, ty)| (*offset, *ty));
        parts.filter(|(offset, ty)| *offset < start + size && self.end(*offset, *ty) > start).collect()
    }

    /// Parts must not overlap, must be set and filled only as a whole, and be known at first.
    fn check_parts(&mut self) {
        let mut stays = Vec::new();
        for (object, parts) in &self.parts {
            let list: Vec<(u64, Type)> = parts.iter().map(|(offset, ty)| (*offset, *ty)).collect();
            let apart = list.windows(2).all(|pair| self.end(pair[0].0, pair[0].1) <= pair[1].0);
            let known = match object {
                Object::Global(global) if self.program.global(*global).initial != Initial::Any => {
                    let initial = |offset: u64, ty: Type| {
                        self.initials.value(self.program, *global, i64::try_from(offset).ok()?, ty)
                    };
                    list.iter().all(|(offset, ty)| initial(*offset, *ty).is_some())
                }
                _ => true,
            };
            if !apart || !known {
                stays.push(*object);
            }
        }
        for (object, start, size, constant) in &self.sets {
            for (offset, ty) in self.touched(*object, *start, *size) {
                let whole = offset >= *start && self.end(offset, ty) <= start + size;
                if !whole || !(*constant || ty == Type::Int(8)) {
                    stays.push(*object);
                }
            }
        }
        for Fill { to: (object, start), from: (global, from), size } in &self.fills {
            for (offset, ty) in self.touched(*object, *start, *size) {
                let whole = offset >= *start && self.end(offset, ty) <= start + size;
                let source = i64::try_from(offset.wrapping_sub(*start).wrapping_add(*from)).ok();
                let value = source.and_then(|source| self.initials.value(self.program, *global, source, ty));
                if !whole || value.is_none() {
                    stays.push(*object);
                }
            }
        }
        self.stays.extend(stays);
    }

    /// What is copied to or from an object that stays has to stay as well.
    fn stay_together(&mut self) {
        loop {
            let before = self.stays.len();
            for Copy { to, from, .. } in &self.copies {
                if self.stays.contains(&to.0) || self.stays.contains(&from.0) {
                    self.stays.extend([to.0, from.0]);
                }
            }
            if self.stays.len() == before {
                break;
            }
        }
    }

    fn collect(self) -> Scalars {
        let mut scalars = Scalars { described: self.described, ..Scalars::default() };
        let mut parts: Vec<_> = self.parts.into_iter().filter(|(object, _)| !self.stays.contains(object)).collect();
        parts.sort_by_key(|(object, _)| *object);
        for (object, parts) in parts {
            let mut numbers = BTreeMap::new();
            for (offset, ty) in parts {
                numbers.insert(offset, scalars.list.len());
                scalars.list.push(Scalar { object, offset, ty });
            }
            scalars.objects.insert(object, numbers);
        }
        scalars
    }
}

/// The number that a value is, if it is constant.
pub(super) fn constant(function: &Function, value: ValueId) -> Option<u64> {
    function.bits_of(value).and_then(|bits| bits.to_u64())
}
