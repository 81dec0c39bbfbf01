//! Memory along a run, to speak of it as C does: which objects there are, what they are called and what they hold.
//!
//! The interpreter has checked every access; this only follows what it did.

use super::c_types::{self, Kind, MemoryType, Part};
use super::values::show_as;
use euclase_program::{
    AddressMap, BitVecValue, CellData, Constant, Encoding, Global, GlobalId, Initial, Program, Variable, VariableId,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Longer string literals are cut.
const LONGEST_TEXT: usize = 40;

/// Arrays of more elements are told by those that are known.
const SHORT_ARRAY: u64 = 8;

/// How many parts of an object are told.
const TOLD_PARTS: usize = 8;

/// How deep inside of others objects are told.
const DEEPEST: usize = 4;

/// How many elements of a long array are looked at.
const SEEN_ELEMENTS: u64 = 4096;

/// Where no object is.
const NOWHERE: u64 = 1 << 63;

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Object {
    /// Its address.
    pub base: u64,
    /// Its size in bytes.
    pub size: u64,
    /// What it is called.
    pub name: Name,
    /// Its type; nothing for what is allocated without one.
    pub ty: Option<MemoryType>,
    /// What the first pointer to it points to, if it has no type.
    pub element: Option<MemoryType>,
    /// The function whose variable it is.
    pub scope: Option<String>,
    /// Whether bytes that were not written are zero.
    zeroed: bool,
}

/// What an object is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// It is a variable.
    Variable(String),
    /// It is a string literal.
    Text(String),
    /// It is on the heap, or on the stack without a name: what it is called, and how it came to be.
    Allocated(String, String),
    /// The compiler made it.
    Hidden,
}

/// What is known about what a new object holds.
#[derive(Clone, Copy)]
pub(super) struct Contents {
    /// Whether it is all zeros.
    pub zeroed: bool,
    /// What the first pointer to it points to.
    pub element: Option<MemoryType>,
}

/// A piece of memory; a bit for each byte that is known.
struct Page {
    bytes: [u8; 64],
    known: u64,
}

/// The objects of a run and their contents.
pub(super) struct Objects<'a> {
    program: &'a Program,
    functions: AddressMap,
    objects: BTreeMap<u64, Object>,
    pages: FxHashMap<u64, Page>,
    /// How many objects were allocated that have no names.
    allocated: usize,
}

impl<'a> Objects<'a> {
    /// Memory when the program starts.
    pub fn new(program: &'a Program) -> Self {
        let addresses = AddressMap::of(program);
        let mut objects = Objects {
            program,
            functions: addresses.clone(),
            objects: BTreeMap::new(),
            pages: FxHashMap::default(),
            allocated: 0,
        };
        for (index, global) in program.globals.iter().enumerate() {
            objects.add_global(addresses.global(GlobalId::new(index)), global, &addresses);
        }
        objects
    }

    fn add_global(&mut self, base: u64, global: &Global, addresses: &AddressMap) {
        let program = self.program;
        let size = program.layout(global.layout).size;
        let variable = global.variable.map(|variable| program.variable(variable));
        let name = match (variable, literal(global)) {
            (Some(variable), _) => Name::Variable(variable.name.clone()),
            (None, Some(text)) => Name::Text(text),
            (None, None) if global.name.starts_with('.') || global.name.contains(".str") => Name::Hidden,
            (None, None) => Name::Variable(global.name.clone()),
        };
        let ty = variable.and_then(|variable| variable.ty).map(MemoryType::Source).filter(|ty| {
            // Of an array whose length another file says, the compiler knows it.
            c_types::size(program, *ty) == size
        });
        let ty = ty.or(Some(MemoryType::Compiled(global.layout)));
        let scope = variable.and_then(|variable| variable.scope.clone());
        let zeroed = global.initial != Initial::Any;
        self.objects.insert(base, Object { base, size, name, ty, element: None, scope, zeroed });
        let Initial::Cells(cells) = &global.initial else { return };
        for cell in cells {
            let at = base.wrapping_add(cell.offset);
            match &cell.data {
                CellData::Bytes(bytes) => self.write(at, bytes),
                CellData::Value(_, Constant::Bits(bits)) => self.store(at, bits),
                CellData::Value(_, Constant::Function(function)) => {
                    self.store(at, &BitVecValue::new(program.pointer_width, addresses.function(*function)));
                }
                CellData::Value(_, Constant::Global(global, offset)) => {
                    let address = addresses.global(*global).wrapping_add_signed(*offset);
                    self.store(at, &BitVecValue::new(program.pointer_width, address));
                }
            }
        }
    }

    /// A new object on the stack; what was there before is gone.
    pub fn add_local(&mut self, base: u64, size: u64, variable: Option<VariableId>, compiled: MemoryType) {
        let program = self.program;
        let variable = variable.map(|variable| program.variable(variable));
        let name = variable.map_or(Name::Hidden, |variable| Name::Variable(variable.name.clone()));
        let ty = variable.and_then(|variable: &Variable| variable.ty).map(MemoryType::Source);
        let fits = |ty: &MemoryType| c_types::size(program, *ty) == size;
        let ty = ty.filter(fits).or(Some(compiled)).filter(fits);
        let scope = variable.and_then(|variable| variable.scope.clone());
        self.insert(Object { base, size, name, ty, element: None, scope, zeroed: false });
    }

    /// A new object without a name; what was there before is gone.
    pub fn add_allocated(&mut self, base: u64, size: u64, place: &str, how: String, contents: Contents) {
        self.allocated += 1;
        let Contents { zeroed, element } = contents;
        let name = Name::Allocated(format!("{place} object {}", self.allocated), how);
        self.insert(Object { base, size, name, ty: None, element, scope: None, zeroed });
    }

    fn insert(&mut self, object: Object) {
        let end = object.base.saturating_add(object.size.max(1));
        let gone: Vec<u64> = self.objects.range(object.base..end).map(|(base, _)| *base).collect();
        gone.iter().for_each(|base| _ = self.objects.remove(base));
        let (first, last) = (object.base / 64, (end - 1) / 64);
        if last - first < self.pages.len() as u64 {
            for page in first..=last {
                self.forget(page, object.base, end);
            }
        } else {
            let pages: Vec<u64> = self.pages.keys().copied().filter(|page| (first..=last).contains(page)).collect();
            pages.into_iter().for_each(|page| self.forget(page, object.base, end));
        }
        self.objects.insert(object.base, object);
    }

    fn forget(&mut self, page: u64, start: u64, end: u64) {
        let Some(data) = self.pages.get_mut(&page) else { return };
        for position in 0..64 {
            if (start..end).contains(&(64 * page + position)) {
                data.known &= !(1 << position);
            }
        }
    }

    /// The object that an address is in, or just behind.
    pub fn at(&self, address: u64) -> Option<&Object> {
        let (_, object) = self.objects.range(..=address).next_back()?;
        (address - object.base <= object.size).then_some(object)
    }

    /// All objects.
    pub fn all(&self) -> impl Iterator<Item = &Object> {
        self.objects.values()
    }

    /// Writes bytes.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        for (position, byte) in bytes.iter().enumerate() {
            self.put(address.wrapping_add(position as u64), Some(*byte));
        }
    }

    /// Writes a value.
    pub fn store(&mut self, address: u64, bits: &BitVecValue) {
        let mut bytes = bits.to_big().to_bytes_le();
        bytes.resize(bits.width().div_ceil(8) as usize, 0);
        self.write(address, &bytes);
    }

    /// Copies bytes as if all were read first.
    pub fn copy(&mut self, to: u64, from: u64, size: u64) {
        let bytes: Vec<Option<u8>> = (0..size).map(|position| self.byte(from.wrapping_add(position))).collect();
        for (position, byte) in bytes.into_iter().enumerate() {
            self.put(to.wrapping_add(position as u64), byte);
        }
    }

    fn put(&mut self, address: u64, byte: Option<u8>) {
        let page = self.pages.entry(address / 64).or_insert(Page { bytes: [0; 64], known: 0 });
        let position = address % 64;
        page.bytes[position as usize] = byte.unwrap_or(0);
        page.known = page.known & !(1 << position) | u64::from(byte.is_some()) << position;
    }

    /// A byte, if it is known.
    pub fn byte(&self, address: u64) -> Option<u8> {
        let position = address % 64;
        match self.pages.get(&(address / 64)).filter(|page| page.known >> position & 1 == 1) {
            Some(page) => Some(page.bytes[position as usize]),
            None => self.at(address).filter(|object| object.zeroed).map(|_| 0),
        }
    }

    /// The bits of a part of an object, if all are known.
    pub fn bits(&self, base: u64, part: &Part) -> Option<BitVecValue> {
        let width = u32::try_from(part.width).ok().filter(|width| (1..=128).contains(width))?;
        let (first, shift) = (part.start / 8, (part.start % 8) as u32);
        let count = (u64::from(shift + width)).div_ceil(8);
        let bytes = (0..count).map(|position| self.byte(base.wrapping_add(first + position)));
        let bytes = bytes.collect::<Option<Vec<u8>>>()?;
        let all = bytes.iter().rev().fold(None::<BitVecValue>, |high, byte| {
            let low = BitVecValue::new(8, u64::from(*byte));
            Some(high.map_or(low.clone(), |high| high.concat(&low)))
        })?;
        Some(all.extract(shift + width - 1, shift))
    }

    /// The content of a part of an object as C writes it; a question mark for what is not known.
    pub fn content(&self, base: u64, part: &Part) -> String {
        self.nested(base, part, 0)
    }

    /// The content of a number of elements.
    pub fn elements(&self, base: u64, element: MemoryType, count: u64) -> String {
        let each = 8 * c_types::size(self.program, element);
        let part = |index: u64| Part { path: format!("[{index}]"), start: index * each, width: each, ty: element };
        if count <= SHORT_ARRAY {
            let elements = (0..count).map(|index| self.content(base, &part(index)));
            return format!("{{{}}}", elements.collect::<Vec<_>>().join(", "));
        }
        let parts: Vec<Part> = (0..count.min(SEEN_ELEMENTS)).map(part).collect();
        self.designated(base, parts.iter().filter(|part| self.knows_some(base, part)), 0)
    }

    /// The same inside so many others.
    fn nested(&self, base: u64, part: &Part, depth: usize) -> String {
        let program = self.program;
        match c_types::kind(program, part.ty) {
            Kind::Scalar => match self.bits(base, part) {
                Some(bits) => self.value(part.ty, &bits),
                None => "?".to_string(),
            },
            Kind::Unknown => "{…}".to_string(),
            _ if depth == DEEPEST => "{…}".to_string(),
            Kind::Array(element, count) => {
                if let Some(text) = self.text(base, part, element) {
                    return text;
                }
                let part = Part { path: String::new(), ..part.clone() };
                let each = 8 * c_types::size(program, element).max(1);
                let count = if count > 0 { count } else { part.width / each };
                let width = each * count.min(SEEN_ELEMENTS);
                let elements = c_types::inside(program, &part, part.start, width);
                if count <= SHORT_ARRAY {
                    let elements = elements.iter().map(|element| self.nested(base, element, depth + 1));
                    return format!("{{{}}}", elements.collect::<Vec<_>>().join(", "));
                }
                let known = elements.iter().filter(|element| self.knows_some(base, element));
                self.designated(base, known, depth)
            }
            Kind::Struct(..) => {
                let part = Part { path: String::new(), ..part.clone() };
                let members = c_types::inside(program, &part, part.start, part.width);
                self.designated(base, members.iter(), depth)
            }
        }
    }

    fn designated<'p>(&self, base: u64, parts: impl Iterator<Item = &'p Part>, depth: usize) -> String {
        let mut told: Vec<String> = Vec::new();
        for part in parts {
            if told.len() == TOLD_PARTS {
                told.push("…".to_string());
                break;
            }
            let content = self.nested(base, part, depth + 1);
            told.push(if part.path.is_empty() { content } else { format!("{} = {content}", part.path) });
        }
        format!("{{{}}}", told.join(", "))
    }

    fn knows_some(&self, base: u64, part: &Part) -> bool {
        let bytes = (part.start / 8)..(part.start + part.width).div_ceil(8);
        bytes.take(256).any(|position| self.byte(base + position).is_some())
    }

    /// An array of characters that holds text, up to the zero that ends it.
    fn text(&self, base: u64, part: &Part, element: MemoryType) -> Option<String> {
        let (encoding, type_name) = c_types::encoding(self.program, element);
        if encoding != Encoding::Character || type_name != "char" || c_types::size(self.program, element) != 1 {
            return None;
        }
        let start = base.wrapping_add(part.start / 8);
        let bytes: Vec<u8> = (0..part.width / 8)
            .take(256)
            .map_while(|position| self.byte(start + position))
            .take_while(|byte| *byte != 0)
            .collect();
        let ended = self.byte(start + bytes.len() as u64) == Some(0) && (bytes.len() as u64) < part.width / 8;
        (ended && bytes.iter().all(|byte| is_text(*byte))).then(|| quoted(&bytes))
    }

    /// A value that a whole object is, as C writes it.
    pub fn aggregate(&mut self, ty: MemoryType, bits: &BitVecValue) -> String {
        self.store(NOWHERE, bits);
        self.content(NOWHERE, &c_types::whole(self.program, ty))
    }

    /// A value as C writes it.
    pub fn value(&self, ty: MemoryType, bits: &BitVecValue) -> String {
        match c_types::encoding(self.program, ty) {
            (Encoding::Address, _) => self.address(bits.to_u64().unwrap_or(0), c_types::pointee(self.program, ty)),
            (encoding, type_name) => show_as(encoding, type_name, bits),
        }
    }

    /// An address as C writes it, for a pointer to a type.
    pub fn address(&self, address: u64, to: Option<MemoryType>) -> String {
        if address == 0 {
            return "NULL".to_string();
        }
        if let Some(function) = self.functions.function_at(address) {
            return format!("&{}", self.program.function(function).name);
        }
        let plain = || format!("0x{address:x}");
        let Some(object) = self.at(address) else { return plain() };
        let offset = address - object.base;
        match &object.name {
            Name::Hidden => plain(),
            Name::Text(text) if offset == 0 => text.clone(),
            Name::Text(text) => format!("{text} + {offset}"),
            Name::Variable(name) => {
                let part = object.ty.and_then(|ty| c_types::pointed_to(self.program, ty, offset, to));
                match part {
                    Some(part) => format!("&{name}{}", part.path),
                    None if offset == 0 => format!("&{name}"),
                    None => format!("(char *)&{name} + {offset}"),
                }
            }
            Name::Allocated(name, how) => {
                let each = to.map_or(0, |to| c_types::size(self.program, to));
                match (offset, offset.checked_rem(each)) {
                    (0, _) => format!("{name} ({how})"),
                    (_, Some(0)) => format!("element {} of {name} ({how})", offset / each),
                    _ => format!("byte {offset} of {name} ({how})"),
                }
            }
        }
    }
}

/// The text of a string literal.
fn literal(global: &Global) -> Option<String> {
    let Initial::Cells(cells) = &global.initial else { return None };
    if !global.constant {
        return None;
    }
    match &cells[..] {
        [] if global.name.contains(".str") => Some(quoted(b"")),
        [cell] if cell.offset == 0 => match &cell.data {
            CellData::Bytes(bytes) => {
                let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
                (text.iter().all(|byte| is_text(*byte))).then(|| quoted(text))
            }
            CellData::Value(..) => None,
        },
        _ => None,
    }
}

fn is_text(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r')
}

fn quoted(text: &[u8]) -> String {
    let mut result = String::from("\"");
    for byte in text.iter().take(LONGEST_TEXT) {
        match byte {
            b'"' | b'\\' => result.extend(['\\', char::from(*byte)]),
            b'\n' => result.push_str("\\n"),
            b'\t' => result.push_str("\\t"),
            b'\r' => result.push_str("\\r"),
            byte => result.push(char::from(*byte)),
        }
    }
    result.push_str(if text.len() > LONGEST_TEXT { "…\"" } else { "\"" });
    result
}
