//! What happens to memory along a run, told as assignments to places of C.

use super::c_types::{self, Kind, MemoryType, Part};
use super::objects::{Contents, Name};
use super::path::{Filled, Walk};
use super::place;
use super::places::{Access, Place, Pointer, Scene};
use euclase_program::{BitVecValue, CommandKind, Input, LocationId};
use euclase_result::{Assignment, ChosenInput, Row};
use euclase_runtime_stubs::HeapByte;
use rustc_hash::FxHashSet;

/// So many parts of an object are told one by one when a command changes more than a scalar.
const TOLD_PARTS: usize = 3;

/// Changes of more bytes are not compared with what was there before.
const MOST_BYTES: u64 = 4096;

/// Whether what memory holds was chosen rather than computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    No,
    /// It is an input that the program stores.
    Input,
    /// It was there because nothing was assigned yet, or came from outside.
    Filler,
}

/// The contents of a variable that nothing was assigned to, as told in the last row: how many rows there are, the
/// object, its name, and the bytes that are still so.
pub(super) struct Filler {
    row: usize,
    base: u64,
    name: String,
    bytes: FxHashSet<u64>,
}

/// Whether an input stands for what nobody assigned.
fn is_filler(origin: &str) -> bool {
    ["uninitialised", "contents of"].iter().any(|start| origin.starts_with(start))
}

impl Walk<'_> {
    /// A new object; what it holds without anybody having written it is told.
    pub fn allocate(&mut self, index: usize, address: u64, size: u64) {
        let allocates =
            |kind: &CommandKind| matches!(kind, CommandKind::Alloca { .. } | CommandKind::HeapAllocate { .. });
        let Some(command) = self.advance(allocates) else { return };
        let mut location = self.known(command.location);
        let mut on_heap = false;
        let element = self.unwritten.types.get(&index).copied();
        match command.kind {
            CommandKind::Alloca { layout, variable, count } => {
                let declared = variable.and_then(|variable| self.program.variable(variable).declared);
                location = declared.or(location);
                if count.is_some() && variable.is_none() {
                    let how = self.how("alloca", location);
                    self.objects.add_allocated(address, size, "stack", how, Contents { zeroed: false, element });
                } else {
                    self.objects.add_local(address, size, variable, MemoryType::Compiled(layout));
                }
            }
            CommandKind::HeapAllocate { zeroed, .. } => {
                self.mallocs += u64::from(!zeroed);
                on_heap = !zeroed;
                let how = self.how("alloc", location);
                self.objects.add_allocated(address, size, "heap", how, Contents { zeroed, element });
            }
            _ => return,
        }
        let bytes = self.unwritten.bytes.remove(&index).unwrap_or_default();
        if bytes.is_empty() {
            return;
        }
        bytes.iter().for_each(|(address, byte)| self.objects.write(*address, &[*byte]));
        if on_heap {
            let allocation = self.mallocs - 1;
            let byte = |(at, byte): &(u64, u8)| HeapByte { allocation, offset: at - address, byte: *byte };
            self.heap.extend(bytes.iter().map(byte));
        }
        let Some(object) = self.objects.at(address) else { return };
        let ty = object.ty.or(element);
        let (name, content) = match &object.name {
            Name::Variable(name) | Name::Allocated(name, _) => {
                (name.clone(), ty.map(|ty| self.many(address, size, ty)))
            }
            Name::Hidden | Name::Text(_) => return,
        };
        self.line_or_start(location);
        let content = content.unwrap_or_else(|| self.many(address, size, MemoryType::Byte));
        self.inputs.push(ChosenInput {
            origin: format!("contents of {}", self.objects.address(address, None)),
            value: content.clone(),
            place: place(self.program, location),
        });
        self.tell(name, content, Chosen::Filler);
    }

    /// What so many bytes hold: an object of a type, or as many as there are.
    fn many(&self, address: u64, size: u64, ty: MemoryType) -> String {
        match size.checked_div(c_types::size(self.program, ty)) {
            Some(count) if count > 1 => self.objects.elements(address, ty, count),
            _ => self.objects.content(address, &c_types::whole(self.program, ty)),
        }
    }

    /// How an object was allocated, with the name of the function where the line shows it.
    fn how(&mut self, part: &str, location: Option<LocationId>) -> String {
        // The library allocates for the line that called it.
        let (mut inner, mut last) = (location, None);
        while let Some(at) = place(self.program, inner) {
            let text = self.sources.line(&at).unwrap_or_default();
            let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| word.contains(part));
            if let Some(word) = word {
                return format!("{word} at line {}", at.line);
            }
            last = Some(at.line);
            inner = inner.and_then(|inner| self.program.location(inner).inlined_at);
        }
        last.map_or("allocated".to_string(), |line| format!("allocated at line {line}"))
    }

    /// A value is stored.
    pub fn store(&mut self, address: u64, bits: &BitVecValue) {
        let command = self.advance(|kind| matches!(kind, CommandKind::Store { .. }));
        let stored = command.and_then(|command| match command.kind {
            CommandKind::Store { value, .. } => Some(value),
            _ => None,
        });
        let taken = self.chosen.filter(|(value, row)| Some(*value) == stored && row + 1 == self.rows.len());
        let size = u64::from(bits.width().div_ceil(8));
        let before = self.bytes(address, size);
        self.objects.store(address, bits);
        let location = command.and_then(|command| command.location);
        if taken.is_some() {
            // The value was told as chosen; now it is known what it was chosen for.
            let Some(object) = self.objects.at(address) else { return };
            if matches!(object.name, Name::Variable(_) | Name::Allocated(..))
                && let Some(Row::Line(line)) = self.rows.last_mut()
            {
                let filler = line.inputs.pop().is_some_and(|input| is_filler(&input.origin));
                self.chosen = None;
                self.change(None, address, size, None, if filler { Chosen::Filler } else { Chosen::Input });
                if filler {
                    self.join_input(address);
                    self.note_filler(address, size);
                } else {
                    self.remove_filler(address, size);
                }
            }
            return;
        }
        if before != self.bytes(address, size) || self.overwrites(address, size) {
            self.change(location, address, size, Some(&before), Chosen::No);
            self.remove_filler(address, size);
        }
    }

    /// Bytes are copied.
    pub fn copy(&mut self, index: usize, to: u64, from: u64, size: u64) {
        let command = self.advance(|kind| matches!(kind, CommandKind::MemoryCopy { .. }));
        let before = self.bytes(to, size);
        self.objects.copy(to, from, size);
        let bytes = self.unwritten.bytes.remove(&index).unwrap_or_default();
        bytes.iter().for_each(|(address, byte)| self.objects.write(*address, &[*byte]));
        if size > MOST_BYTES || before != self.bytes(to, size) {
            self.change(command.and_then(|command| command.location), to, size, Some(&before), Chosen::No);
            self.remove_filler(to, size);
        }
    }

    /// Bytes are set to a value.
    pub fn set(&mut self, to: u64, byte: u8, size: u64) {
        let command = self.advance(|kind| matches!(kind, CommandKind::MemorySet { .. }));
        let before = self.bytes(to, size);
        (0..size).for_each(|position| self.objects.write(to.wrapping_add(position), &[byte]));
        if size > MOST_BYTES || before != self.bytes(to, size) {
            self.change(command.and_then(|command| command.location), to, size, Some(&before), Chosen::No);
            self.remove_filler(to, size);
        }
    }

    /// A byte becomes arbitrary. It is told with those beside it.
    pub fn fill(&mut self, address: u64, input: &Input) {
        self.objects.write(address, &[input.bits.to_u64().unwrap_or(0) as u8]);
        match &mut self.filled {
            Some(filled) if filled.address.wrapping_add(filled.size) == address => filled.size += 1,
            _ => {
                self.tell_filled();
                let location = self.known(input.location);
                self.line_or_start(location);
                self.filled = Some(Filled { address, size: 1, origin: input.origin.to_string(), location });
            }
        }
    }

    /// Tells the arbitrary bytes.
    pub fn tell_filled(&mut self) {
        if let Some(Filled { address, size, origin, location }) = self.filled.take() {
            self.advance(|kind| matches!(kind, CommandKind::MemoryHavoc { .. }));
            let kind = if is_filler(&origin) { Chosen::Filler } else { Chosen::Input };
            self.change(None, address, size, None, kind);
            if kind == Chosen::Filler {
                self.note_filler(address, size);
            }
            let value = match self.assignments(address, size, None, kind).pop() {
                Some((_, value)) => value,
                None => self.many(address, size, MemoryType::Byte),
            };
            self.inputs.push(ChosenInput { origin, value, place: place(self.program, location) });
        }
    }

    /// The last input turns out to be a part of an object; those of one object are told together.
    fn join_input(&mut self, address: u64) {
        let Some(object) = self.objects.at(address) else { return };
        let (base, Some(ty)) = (object.base, object.ty) else { return };
        let content = self.objects.content(base, &c_types::whole(self.program, ty));
        if self.input_object.is_some_and(|(object, index)| object == base && index + 2 == self.inputs.len()) {
            self.inputs.pop();
        }
        self.input_object = self.inputs.len().checked_sub(1).map(|index| (base, index));
        if let Some(input) = self.inputs.last_mut() {
            input.value = content;
        }
    }

    fn bytes(&self, address: u64, size: u64) -> Vec<Option<u8>> {
        let size = size.min(MOST_BYTES);
        (0..size).map(|position| self.objects.byte(address.wrapping_add(position))).collect()
    }

    /// Tells that bytes changed: which they were before, if that is of interest.
    fn change(
        &mut self,
        location: Option<LocationId>,
        address: u64,
        size: u64,
        before: Option<&[Option<u8>]>,
        chosen: Chosen,
    ) {
        if size == 0 {
            return;
        }
        // What the compiler made is not worth a line.
        if !self.objects.at(address).is_some_and(|o| matches!(o.name, Name::Variable(_) | Name::Allocated(..))) {
            return;
        }
        self.line_or_start(location);
        for (name, value) in self.assignments(address, size, before, chosen) {
            self.tell(name, value, chosen);
        }
    }

    /// Remembers that the last row tells the contents of a variable that nothing was assigned to.
    fn note_filler(&mut self, address: u64, size: u64) {
        let Some(object) = self.objects.at(address) else { return };
        let Name::Variable(name) = &object.name else { return };
        let (row, base, name) = (self.rows.len(), object.base, name.clone());
        if self.filler.as_ref().is_none_or(|filler| filler.row != row || filler.base != base) {
            self.filler = Some(Filler { row, base, name, bytes: FxHashSet::default() });
        }
        if let Some(filler) = &mut self.filler {
            filler.bytes.extend((address..address.saturating_add(size)).take(MOST_BYTES as usize));
        }
    }

    /// Whether bytes were arbitrary in the last row up to now.
    fn overwrites(&self, address: u64, size: u64) -> bool {
        let filler = self.filler.as_ref().filter(|filler| filler.row == self.rows.len());
        filler.is_some_and(|filler| (address..address.saturating_add(size)).any(|at| filler.bytes.contains(&at)))
    }

    /// A declaration takes arbitrary values before it takes those of its initialiser. If it overwrites them all, they
    /// are not told.
    fn remove_filler(&mut self, address: u64, size: u64) {
        let row = self.rows.len();
        let Some(filler) = self.filler.as_mut().filter(|filler| filler.row == row) else { return };
        (address..address.saturating_add(size)).take(MOST_BYTES as usize).for_each(|at| _ = filler.bytes.remove(&at));
        if filler.bytes.is_empty()
            && let Some(filler) = self.filler.take()
            && let Some(Row::Line(line)) = self.rows.last_mut()
        {
            line.assignments.retain(|assignment| assignment.variable != filler.name || !assignment.chosen);
        }
    }

    /// What to tell of bytes that changed.
    fn assignments(
        &mut self,
        address: u64,
        size: u64,
        before: Option<&[Option<u8>]>,
        chosen: Chosen,
    ) -> Vec<(String, String)> {
        let registers = self.pointers();
        let (line, function) = match self.rows.last() {
            Some(Row::Line(line)) => (self.sources.line(&line.place).unwrap_or_default(), &*line.place.function),
            _ => ("", ""),
        };
        let (program, objects) = (self.program, &self.objects);
        let scene = Scene { program, objects, registers, line, function };
        let Some(found) = scene.place(address, size) else { return Vec::new() };
        match found {
            Place::Object(name) => {
                vec![(name, self.many(address, size, MemoryType::Byte))]
            }
            Place::Elements { first, base, ty } => {
                let each = c_types::size(program, ty);
                let count = (address + size - base).div_ceil(each.max(1));
                vec![(format!("{first}, …"), objects.elements(base, ty, count))]
            }
            Place::Typed { how, base, ty } => {
                let (start, width) = (8 * (address - base), 8 * size);
                // What is chosen is told for all of a variable at once.
                let part = match &how {
                    Access::Name(_) if chosen == Chosen::Filler => c_types::whole(program, ty),
                    _ => c_types::smallest(program, ty, start, width),
                };
                let told = |part: &Part| (how.part(part), objects.content(base, part));
                if chosen != Chosen::No || matches!(c_types::kind(program, part.ty), Kind::Scalar | Kind::Unknown) {
                    return vec![told(&part)];
                }
                let scalars = c_types::scalars(program, &part, start, width, 64).unwrap_or_default();
                // Fields of a few bits share bytes.
                let changed = |part: &&Part| {
                    let Some(before) = before else { return true };
                    let mut bits = part.start..part.start + part.width;
                    bits.any(|bit| {
                        let at = (base + bit / 8).wrapping_sub(address);
                        let old = usize::try_from(at).ok().and_then(|at| before.get(at)).copied();
                        let bit = |byte: Option<u8>| byte.map(|byte| byte >> (bit % 8) & 1);
                        old.is_some_and(|old| bit(old) != bit(objects.byte(address.wrapping_add(at))))
                    })
                };
                let changed: Vec<&Part> = scalars.iter().filter(changed).collect();
                if (1..=TOLD_PARTS).contains(&changed.len()) {
                    return changed.into_iter().map(told).collect();
                }
                // The compiler may have said it part by part already.
                let known = |part: &&Part| {
                    let (name, value) = told(part);
                    self.told(&name, &value)
                };
                if !changed.is_empty() && changed.iter().all(known) {
                    return Vec::new();
                }
                vec![told(&part)]
            }
        }
    }

    /// The pointers in variables that are not in memory.
    fn pointers(&self) -> Vec<Pointer> {
        let scope = match self.rows.last() {
            Some(Row::Line(line)) => &*line.place.function,
            _ => "",
        };
        let mut found: Vec<(u32, Pointer)> = Vec::new();
        for (id, bits) in &self.values {
            let variable = self.program.variable(*id);
            // A struct with one member is a value like that.
            let Some(ty) = variable.ty.map(MemoryType::Source) else { continue };
            let part = c_types::smallest(self.program, ty, 0, u64::from(bits.width()));
            let (Some(to), Some(value)) = (c_types::pointee(self.program, part.ty), bits.to_u64()) else { continue };
            if value != 0 && variable.scope.as_ref().is_none_or(|of| of == scope) {
                let (expression, root) = (format!("{}{}", variable.name, part.path), variable.name.clone());
                found.push((id.0, Pointer { expression, root, to, value }));
            }
        }
        found.sort_by_key(|(id, _)| *id);
        found.into_iter().map(|(_, pointer)| pointer).collect()
    }

    /// Adds an assignment to the last row, or a row for it if the variable has got a value there already.
    fn tell(&mut self, variable: String, value: String, how: Chosen) {
        let chosen = how != Chosen::No;
        if self.told(&variable, &value) {
            return;
        }
        let function = self.owner(&variable);
        let Some(Row::Line(line)) = self.rows.last_mut() else { return };
        match line.assignments.iter_mut().find(|assignment| assignment.variable == variable) {
            // A variable takes its arbitrary value part by part.
            Some(assignment) if how == Chosen::Filler && assignment.chosen => {
                (assignment.value, assignment.chosen) = (value, chosen)
            }
            Some(_) => {
                let place = line.place.clone();
                let line = euclase_result::Line {
                    place,
                    assignments: vec![Assignment { variable, value, chosen, function }],
                    ..Default::default()
                };
                self.rows.push(Row::Line(line));
            }
            None => line.assignments.push(Assignment { variable, value, chosen, function }),
        }
    }

    /// The function whose local variable a place starts with, if only one can be meant: that of the last row, or the only
    /// one that has a variable of this name.
    fn owner(&self, place: &str) -> Option<String> {
        let root = first_word(place)?;
        let here = match self.rows.last() {
            Some(Row::Line(line)) => &*line.place.function,
            _ => "",
        };
        let variables = self.program.variables.iter().filter(|variable| first_word(&variable.name) == Some(root));
        let scopes: FxHashSet<Option<&str>> = variables.map(|variable| variable.scope.as_deref()).collect();
        match scopes.contains(&Some(here)) {
            true => Some(here.to_string()),
            false if scopes.len() == 1 => scopes.into_iter().next().flatten().map(str::to_string),
            false => None,
        }
    }
}

/// The variable that a place such as `*p->next` starts with.
fn first_word(place: &str) -> Option<&str> {
    place.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty())
}
