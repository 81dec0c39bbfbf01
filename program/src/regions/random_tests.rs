//! Random programs that do everything one can do with pointers are run, and every access is held against the regions.
//!
//! In these programs each access has an address command of its own right before it, so that the trace tells where it
//! went. `EUCLASE_RANDOM_POINTERS` says how many programs to try.

use super::{Owner, RegionId, Regions, Shape};
use crate::command::CommandKind;
use crate::{AddressMap, BitVecValue, Event, FunctionId, Outcome, Program, RunOptions, TraceLevel, ValueId, run};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// All objects have this size: two pointers, then numbers.
const SIZE: usize = 64;

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    /// The pointers at hand, most of them to the start of an object.
    pointers: Vec<String>,
    next: usize,
    /// How much is done that no program should do: 0 for none.
    wild: usize,
    calls: bool,
}

impl Writer<'_> {
    fn value(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// A command that defines a value.
    fn define(&mut self, command: impl AsRef<str>) -> String {
        let value = self.value();
        let _ = writeln!(self.text, "  {value} = {}", command.as_ref());
        value
    }

    fn perform(&mut self, command: impl AsRef<str>) {
        let _ = writeln!(self.text, "  {}", command.as_ref());
    }

    fn pointer(&mut self) -> String {
        let index = self.random.below(self.pointers.len());
        self.pointers[index].clone()
    }

    fn at(&mut self, pointer: &str, offset: usize) -> String {
        self.define(format!("address {pointer}, {offset}"))
    }

    fn slot(&mut self) -> usize {
        self.random.pick(&[0, 8])
    }

    fn small(&mut self) -> String {
        self.define("nondet i64 input \"small\"")
    }

    fn is_wild(&mut self) -> bool {
        self.wild > 0 && self.random.below(6) < self.wild
    }

    fn keep(&mut self, pointer: String) {
        self.pointers.push(pointer);
        if self.pointers.len() > 12 {
            let index = 4 + self.random.below(8);
            self.pointers.remove(index);
        }
    }

    fn load(&mut self, ty: &str, pointer: &str, offset: usize) -> String {
        let address = self.at(pointer, offset);
        self.define(format!("load {ty}, {address}"))
    }

    fn store(&mut self, ty: &str, value: &str, pointer: &str, offset: usize) {
        let address = self.at(pointer, offset);
        self.perform(format!("store {ty} {value}, {address}"));
    }

    fn new_object(&mut self) {
        // What a function other than the entry puts on the stack would be used after its end.
        let object = if self.calls && self.random.below(2) == 0 { "alloca $0" } else { "allocate i64 64" };
        let object = self.define(object);
        for slot in [0, 8] {
            let target = if self.random.below(3) > 0 { object.clone() } else { self.pointer() };
            self.store("ptr", &target, &object, slot);
        }
        self.keep(object);
    }

    fn number(&mut self) {
        let (ty, offset) = self.random.pick(&[("i32", 16), ("i32", 20), ("i64", 24), ("i8", 32), ("i16", 40)]);
        let offset = if self.is_wild() { offset + self.random.below(8) } else { offset };
        let (from, to) = (self.pointer(), self.pointer());
        let value = self.load(ty, &from, offset);
        self.store(ty, &value, &to, offset);
    }

    fn indexed(&mut self) {
        let pointer = self.pointer();
        let index = self.small();
        let scale = if self.is_wild() { self.random.pick(&[2, 4, 12]) } else { 8 };
        let address = self.define(format!("address {pointer}, 24, {scale} * i64 {index}"));
        match self.random.below(2) {
            0 => _ = self.define(format!("load i64, {address}")),
            _ => self.perform(format!("store i64 7, {address}")),
        }
    }

    fn through_integers(&mut self) {
        let pointer = self.pointer();
        let number = self.define(format!("ptrtoint ptr {pointer} to i64"));
        let number = match self.random.below(if self.wild > 0 { 5 } else { 2 }) {
            0 => self.define(format!("add i64 {number}, 0")),
            1 => {
                let other = self.pointer();
                let other = self.define(format!("ptrtoint ptr {other} to i64"));
                let difference = self.define(format!("sub i64 {number}, {other}"));
                self.define(format!("add i64 {other}, {difference}"))
            }
            2 => {
                let mixed = self.define(format!("xor i64 {number}, 1234567"));
                self.define(format!("xor i64 {mixed}, 1234567"))
            }
            3 => {
                let low = self.define(format!("trunc i64 {number} to i32"));
                let high = self.define(format!("lshr i64 {number}, 32"));
                let low = self.define(format!("zext i32 {low} to i64"));
                let high = self.define(format!("shl i64 {high}, 32"));
                self.define(format!("or i64 {high}, {low}"))
            }
            _ => {
                let zero = self.define("nondet i64 input \"zero\"");
                self.define(format!("add i64 {number}, {zero}"))
            }
        };
        let pointer = self.define(format!("inttoptr i64 {number} to ptr"));
        self.keep(pointer);
    }

    fn through_memory(&mut self) {
        let (from, to) = (self.pointer(), self.pointer());
        let (one, other) = (self.slot(), self.slot());
        match self.random.below(if self.wild > 0 { 6 } else { 2 }) {
            0 => {
                let value = self.load("ptr", &from, one);
                self.store("ptr", &value, &to, other);
            }
            1 => {
                let value = self.load("i64", &from, one);
                self.store("i64", &value, &to, other);
            }
            2 => {
                let value = self.load("f64", &from, one);
                self.store("f64", &value, &to, other);
            }
            3 => {
                let value = self.load("i128", &from, 0);
                self.store("i128", &value, &to, 0);
            }
            4 => {
                for byte in 0..8 {
                    let value = self.load("i8", &from, one + byte);
                    self.store("i8", &value, &to, other + byte);
                }
            }
            _ => {
                for half in [0, 4] {
                    let value = self.load("i32", &from, one + half);
                    self.store("i32", &value, &to, other + half);
                }
            }
        }
        self.follow(&to, other);
    }

    /// Goes on with what a slot points to.
    fn follow(&mut self, pointer: &str, slot: usize) {
        let pointer = self.load("ptr", pointer, slot);
        self.store("i32", "3", &pointer, 16);
        self.keep(pointer);
    }

    fn many_bytes(&mut self) {
        let (to, from) = (self.pointer(), self.pointer());
        match self.random.below(5) {
            0..3 => {
                let offset = self.random.pick(&[0, 0, 8, 16]);
                let size = match self.random.below(4) {
                    0 if self.wild > 0 => self.random.pick(&["6", "12", "3"]).to_string(),
                    1 if self.wild > 0 => self.define("nondet i64 input \"eight\""),
                    _ => self.random.pick(&["8", "16", "24", "48"]).to_string(),
                };
                let (target, from) = (self.at(&to, offset), self.at(&from, offset));
                self.perform(format!("memcpy ptr {target}, ptr {from}, i64 {size}"));
                self.follow(&to, offset % 16);
            }
            3 => {
                let to = self.at(&to, 16);
                self.perform(format!("memset ptr {to}, i8 0, i64 24"));
            }
            _ => {
                let to = self.at(&to, 24);
                self.perform(format!("havoc ptr {to}, i64 8, uninitialised \"h\""));
            }
        }
    }

    fn step(&mut self) {
        match self.random.below(14) {
            0 | 1 => {
                let (pointer, slot) = (self.pointer(), self.slot());
                let loaded = self.load("ptr", &pointer, slot);
                self.keep(loaded);
            }
            2 => {
                let (pointer, slot, value) = (self.pointer(), self.slot(), self.pointer());
                self.store("ptr", &value, &pointer, slot);
            }
            3 | 4 => self.number(),
            5 => self.indexed(),
            6 => {
                let (condition, one, other) = (self.define("nondet i1 input \"c\""), self.pointer(), self.pointer());
                let chosen = self.define(format!("select {condition}, ptr {one}, {other}"));
                self.keep(chosen);
            }
            7 => self.through_integers(),
            8 => self.through_memory(),
            9 | 10 => self.many_bytes(),
            11 => self.new_object(),
            12 if self.is_wild() => {
                let pointer = self.pointer();
                let moved = self.define(format!("address {pointer}, 8"));
                self.keep(moved);
            }
            _ if self.calls => {
                let (one, other) = (self.pointer(), self.pointer());
                let result = if self.random.below(2) == 0 {
                    self.define(format!("call ptr @f(ptr {one}, ptr {other})"))
                } else {
                    let function = self.load("ptr", "@calls", 0);
                    self.define(format!("call ptr *{function}(ptr {one}, ptr {other})"))
                };
                self.keep(result);
            }
            _ => {}
        }
    }
}

fn random_program(seed: u64) -> Program {
    let mut random = Random(seed);
    let wild = random.pick(&[0, 0, 1, 3]);
    let mut text = format!(
        "program pointers 64 entry @main\nlayout $0 = opaque size {SIZE} align 16\nlayout $1 = ptr size 8 align 8\n\
         global @calls $1 = {{ 0: ptr @g }}\n"
    );
    for name in ["a", "b", "c", "d"] {
        // Objects that point to nothing but themselves stay apart from others for longer.
        let [one, two] = [0, 8].map(|_| if random.below(4) > 0 { name } else { random.pick(&["a", "b", "c", "d"]) });
        let _ = writeln!(text, "global @{name} $0 = {{ 0: ptr @{one}, 8: ptr @{two} }}");
    }
    for (name, calls) in [("g", false), ("f", false), ("main", true)] {
        let pointers = match name {
            "main" => ["@a", "@b", "@c", "@d"].map(String::from)[..2 + random.below(3)].to_vec(),
            _ => vec!["%p".to_string(), "%q".to_string()],
        };
        let mut writer = Writer { random: &mut random, text: String::new(), pointers, next: 0, wild, calls };
        let count = writer.random.below(if name == "main" { 10 } else { 3 });
        (0..count).for_each(|_| writer.step());
        let (before, from) = (writer.pointer(), writer.pointers.clone());
        writer.perform("jump loop");
        let entry = std::mem::take(&mut writer.text);
        let around = writer.value();
        writer.keep(around.clone());
        let condition = writer.define("nondet i1 input \"c\"");
        (0..writer.random.below(6)).for_each(|_| writer.step());
        let after = writer.pointer();
        writer.perform(format!("branch {condition}, loop, end"));
        let body = std::mem::take(&mut writer.text);
        writer.pointers = from;
        (0..writer.random.below(4)).for_each(|_| writer.step());
        let result = writer.pointer();
        let rest = writer.text;
        let (head, end) = match name {
            "main" => ("@main() -> i32".to_string(), "return i32 0".to_string()),
            _ => (format!("@{name}(%p: ptr, %q: ptr) -> ptr"), format!("return ptr {result}")),
        };
        let _ = writeln!(
            text,
            "function {head} {{\nentry:\n{entry}loop:\n  {around} = phi ptr [{before}, entry], [{after}, loop]\n{body}end:\n{rest}  {end}\n}}"
        );
    }
    let program = Program::parse(&text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
    assert_eq!(program.validate(), Ok(()), "{seed}: {text}");
    program
}

/// A range of bytes that a command touches, as the trace tells.
#[derive(Clone, Copy)]
struct Touch {
    /// Function and address.
    at: (FunctionId, ValueId),
    /// Which event of the trace; those of one command are next to each other.
    command: usize,
    object: usize,
    offset: u64,
    size: u64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Load,
    Store,
    /// Many bytes; whether the size is constant, and whether they are written.
    Range {
        known: bool,
        written: bool,
    },
}

/// An object that was made in a run.
struct Instance {
    owner: Owner,
    address: u64,
    size: u64,
}

/// An access as the program has it: which command it is, how, and how many bytes if constant, else which value says.
type Planned = (usize, Kind, Result<u64, ValueId>);

/// What is accessed through each address command.
fn accesses(program: &Program) -> FxHashMap<(FunctionId, ValueId), Planned> {
    let mut accesses = FxHashMap::default();
    let mut number = 0;
    for id in program.function_ids() {
        let function = program.function(id);
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            number += 1;
            let size = |value: ValueId| super::owners::constant(function, value).ok_or(value);
            let mut note = |address, kind, size| _ = accesses.insert((id, address), (number, kind, size));
            match &command.kind {
                CommandKind::Load { address } => {
                    note(*address, Kind::Load, Ok(function.type_of(command.results[0]).bytes(64)));
                }
                CommandKind::Store { address, value } => {
                    note(*address, Kind::Store, Ok(function.type_of(*value).bytes(64)));
                }
                CommandKind::MemoryCopy { to, from, size: bytes } => {
                    let known = size(*bytes).is_ok();
                    note(*to, Kind::Range { known, written: true }, size(*bytes));
                    note(*from, Kind::Range { known, written: false }, size(*bytes));
                }
                CommandKind::MemorySet { to, size: bytes, .. } | CommandKind::MemoryHavoc { to, size: bytes, .. } => {
                    note(*to, Kind::Range { known: true, written: true }, size(*bytes));
                }
                _ => {}
            }
        }
    }
    accesses
}

struct Watched {
    instances: Vec<Instance>,
    touches: Vec<Touch>,
}

/// Follows a run through its trace, checking sums on the way.
fn watch(program: &Program, regions: &Regions, seed: u64) -> Watched {
    let mut random = Random(seed ^ 0x5555);
    let options = RunOptions { max_steps: 3000, max_depth: 20, trace: TraceLevel::Values, ..RunOptions::default() };
    let result = run(program, options, &mut |request| {
        let number = match request.origin {
            crate::NondetOrigin::Input(name) if **name == *"small" => random.below(4) as u64,
            crate::NondetOrigin::Input(name) if **name == *"eight" => random.pick(&[0, 8, 8, 16]),
            crate::NondetOrigin::Input(name) if **name == *"zero" => 0,
            _ => random.below(256) as u64,
        };
        Some(BitVecValue::new(64, number))
    });
    let accesses = accesses(program);
    let addresses = AddressMap::of(program);
    let mut watched = Watched { instances: Vec::new(), touches: Vec::new() };
    for index in 0..program.globals.len() {
        let global = crate::GlobalId::new(index);
        let size = program.layout(program.global(global).layout).size;
        watched.instances.push(Instance { owner: Owner::Global(global), address: addresses.global(global), size });
    }
    let mut frames: Vec<(FunctionId, FxHashMap<ValueId, u64>)> = Vec::new();
    for event in &result.trace {
        match event {
            Event::Call(function) => frames.push((*function, FxHashMap::default())),
            Event::Return => _ = frames.pop(),
            Event::Value(value, bits) => {
                let (id, values) = frames.last_mut().unwrap();
                let number = bits.to_u64().unwrap_or(0);
                values.insert(*value, number);
                let function = program.function(*id);
                let mut commands = function.blocks.iter().flat_map(|block| &block.commands);
                let Some(command) = commands.find(|command| command.results.first() == Some(value)) else { continue };
                let owner = match command.kind {
                    CommandKind::Alloca { .. } => Some(Owner::Alloca(*id, *value)),
                    CommandKind::HeapAllocate { .. } => Some(Owner::Heap(*id, *value)),
                    _ => None,
                };
                if let Some(owner) = owner {
                    watched.instances.push(Instance { owner, address: number, size: SIZE as u64 });
                }
                let Some((command, kind, size)) = accesses.get(&(*id, *value)) else { continue };
                let size = size.unwrap_or_else(|size| values[&size]);
                let holds = |instance: &Instance| {
                    instance.address <= number && number + size <= instance.address + instance.size
                };
                // The stack is used again: what is there now came last.
                let Some(object) = watched.instances.iter().rposition(holds).filter(|_| size > 0) else { continue };
                let offset = number - watched.instances[object].address;
                let at = (*id, *value);
                watched.touches.push(Touch { at, command: *command, object, offset, size, kind: *kind });
                if let Some(sum) = regions.linear(*id, *value) {
                    let object = regions.object(sum.object);
                    let base =
                        watched.instances.iter().find(|instance| instance.owner == object.owner).unwrap().address;
                    let mut address = base.wrapping_add_signed(sum.offset);
                    for (scale, index) in &sum.indices {
                        address = address.wrapping_add_signed(scale * values[index] as i64);
                    }
                    assert_eq!(address, number, "a sum");
                }
            }
            _ => {}
        }
    }
    // What comes last may be what is not defined.
    if matches!(result.outcome, Outcome::Undefined { .. })
        && let Some(last) = watched.touches.last().map(|touch| touch.command)
    {
        while watched.touches.last().is_some_and(|touch| touch.command == last) {
            watched.touches.pop();
        }
    }
    watched
}

/// Checks what was seen against the regions.
fn check(regions: &Regions, watched: &Watched) {
    for object in regions.objects.iter().filter(|object| object.single) {
        let count = watched.instances.iter().filter(|instance| instance.owner == object.owner).count();
        assert!(count <= 1, "{} is not single", object.name);
    }
    // The cell that each byte was accessed as a part of.
    let mut bytes: FxHashMap<(usize, u64), (RegionId, u64)> = FxHashMap::default();
    for touch in watched.touches.iter().filter(|touch| matches!(touch.kind, Kind::Load | Kind::Store)) {
        let (function, address) = touch.at;
        let id = regions.access(function, address).unwrap_or_else(|| panic!("no region for an access"));
        let region = regions.region(id);
        assert!(if touch.kind == Kind::Load { region.read } else { region.written }, "{} is used", region.name);
        let owner = watched.instances[touch.object].owner;
        let is_here = |part: &&super::Part| regions.object(part.object).owner == owner;
        let mut parts = region.parts.iter().filter(is_here);
        let lies = |part: &super::Part, start: u64| {
            let Some(distance) = start.checked_sub(part.offset) else { return false };
            match part.stride {
                0 => distance == 0,
                stride => distance % stride == 0 && part.count.is_none_or(|count| distance / stride < count),
            }
        };
        match region.shape {
            Shape::Cell(size) | Shape::Words(size) => {
                assert_eq!(u64::from(size), touch.size, "the width of {}", region.name);
                assert!(parts.any(|part| lies(part, touch.offset)), "{} at {}", region.name, touch.offset);
            }
            Shape::Bytes => {
                let all = touch.offset..touch.offset + touch.size;
                assert!(parts.any(|part| all.clone().all(|byte| lies(part, byte))), "bytes of {}", region.name);
            }
        }
        if matches!(region.shape, Shape::Cell(_)) {
            assert_eq!(region.parts.len(), 1);
            assert!(regions.object(region.parts[0].object).single);
        }
        for byte in touch.offset..touch.offset + touch.size {
            let start = if region.shape == Shape::Bytes { byte } else { touch.offset };
            let before = *bytes.entry((touch.object, byte)).or_insert((id, start));
            assert_eq!(before, (id, start), "byte {byte} of {owner:?}");
        }
        if region.numbered {
            let sum = regions.linear(function, address).expect("numbered cells have sums as addresses");
            assert_eq!(regions.object(sum.object).owner, owner);
        }
    }
    for touch in &watched.touches {
        let Kind::Range { known, written } = touch.kind else { continue };
        let spans = regions.spans(touch.at.0, touch.at.1, known.then_some(touch.size));
        for byte in touch.offset..touch.offset + touch.size {
            let Some((id, start)) = bytes.get(&(touch.object, byte)) else { continue };
            let region = regions.region(*id);
            let span = spans.iter().find(|span| span.region == *id);
            if !written && !region.read {
                continue;
            }
            let span = span.unwrap_or_else(|| panic!("{} is not touched", region.name));
            assert!(!written || region.written, "{} is written", region.name);
            if let Some(cells) = &span.cells {
                let distance = start.checked_sub(touch.offset).expect("whole cells");
                assert!(cells.contains(&distance), "cell {distance} of {}", region.name);
            } else {
                assert!(!known || !written, "the cells of {} are known", region.name);
            }
        }
    }
}

/// Copies of known sizes find the cells at their sources that are read at their targets.
fn check_copies(program: &Program, regions: &Regions) {
    for id in program.function_ids() {
        let function = program.function(id);
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            let CommandKind::MemoryCopy { to, from, size } = command.kind else { continue };
            let Some(size) = super::owners::constant(function, size) else { continue };
            let (to, from) = (regions.spans(id, to, Some(size)), regions.spans(id, from, Some(size)));
            let width = |span: &super::Span| match regions.region(span.region).shape {
                Shape::Cell(size) | Shape::Words(size) => size,
                Shape::Bytes => 1,
            };
            for span in to.iter().filter(|span| regions.region(span.region).read) {
                let cells = span.cells.as_ref().expect("the size is known");
                for cell in cells {
                    let is_it = |other: &&super::Span| other.cells.as_ref().is_some_and(|cells| cells.contains(cell));
                    let source = from.iter().find(is_it);
                    // There may be no memory to copy from at all.
                    if !from.is_empty() {
                        let source = source.unwrap_or_else(|| panic!("no source for {cell}"));
                        assert_eq!(width(source), width(span));
                        assert!(regions.region(source.region).read);
                    }
                }
            }
        }
    }
}

#[test]
fn accesses_keep_to_their_regions() {
    let count = std::env::var("EUCLASE_RANDOM_POINTERS").ok().and_then(|count| count.parse().ok()).unwrap_or(400);
    let (mut touches, mut cells, mut words, mut bytes) = (0, 0, 0, 0);
    for seed in 0..count {
        let program = random_program(seed);
        let regions = Regions::of(&program);
        let result = std::panic::catch_unwind(|| {
            check_copies(&program, &regions);
            let run = |run| {
                let watched = watch(&program, &regions, seed * 3 + run);
                check(&regions, &watched);
                watched.touches.len()
            };
            (0..3).map(run).sum::<usize>()
        });
        match result {
            Ok(seen) => touches += seen,
            Err(_) => panic!("program {seed}:\n{}\n{}", program.print(), regions.print(&program)),
        }
        for region in &regions.regions {
            match region.shape {
                Shape::Cell(_) => cells += 1,
                Shape::Words(_) => words += 1,
                Shape::Bytes => bytes += 1,
            }
        }
    }
    println!("{touches} accesses, {cells} cells, {words} words, {bytes} regions of bytes");
    // The programs do something, and not all of them are beyond hope.
    assert!(touches > 20 * count as usize && cells + words > bytes);
}
