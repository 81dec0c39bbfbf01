//! What memory looks like to C: the parts of objects by the names that the source gives them.

use euclase_program::{Encoding, LayoutId, LayoutKind, Program, SourceTypeId, SourceTypeKind, Type};

/// The type of some memory: that of the source or, where that is not known, what the compiler made of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum MemoryType {
    Source(SourceTypeId),
    Compiled(LayoutId),
    /// A byte of which nothing more is known.
    Byte,
}

/// What a type is made of.
pub(super) enum Kind {
    /// A number or an address.
    Scalar,
    Array(MemoryType, u64),
    Struct(Vec<Member>, bool),
    /// Nothing that can be looked into.
    Unknown,
}

/// A field of a struct: where it starts and how large it is, in bits.
pub(super) struct Member {
    pub name: String,
    pub start: u64,
    pub width: u64,
    pub ty: MemoryType,
}

/// A part of an object: how C calls it behind the name of the object, and where it lies, in bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub path: String,
    pub start: u64,
    pub width: u64,
    pub ty: MemoryType,
}

/// How deep types are followed; those of C end long before.
const MAX_DEPTH: usize = 64;

/// How many parts are looked at.
const MAX_PARTS: usize = 256;

/// What a type is made of.
pub(super) fn kind(program: &Program, ty: MemoryType) -> Kind {
    match ty {
        MemoryType::Byte => Kind::Scalar,
        MemoryType::Source(ty) => match program.source_type(ty).map(|ty| &ty.kind) {
            Some(SourceTypeKind::Scalar(_) | SourceTypeKind::Pointer(_)) => Kind::Scalar,
            Some(SourceTypeKind::Array { element, count }) => Kind::Array(MemoryType::Source(*element), *count),
            Some(SourceTypeKind::Struct { fields, union }) => {
                let member = |field: &euclase_program::SourceField| Member {
                    name: field.name.clone(),
                    start: field.offset,
                    width: field.width,
                    ty: MemoryType::Source(field.ty),
                };
                Kind::Struct(fields.iter().map(member).collect(), *union)
            }
            Some(SourceTypeKind::Function | SourceTypeKind::Other) | None => Kind::Unknown,
        },
        MemoryType::Compiled(layout) => match &program.layout(layout).kind {
            LayoutKind::Scalar(_) => Kind::Scalar,
            LayoutKind::Array { element, count } => Kind::Array(MemoryType::Compiled(*element), *count),
            // Without names, fields cannot be spoken of.
            LayoutKind::Struct { .. } | LayoutKind::Opaque => Kind::Unknown,
        },
    }
}

/// The size of a type in bytes; zero when unknown.
pub(super) fn size(program: &Program, ty: MemoryType) -> u64 {
    match ty {
        MemoryType::Byte => 1,
        MemoryType::Source(ty) => program.source_type(ty).map_or(0, |ty| ty.size),
        MemoryType::Compiled(layout) => program.layout(layout).size,
    }
}

/// How the bits of a scalar are read, with the name of its type.
pub(super) fn encoding(program: &Program, ty: MemoryType) -> (Encoding, &str) {
    match ty {
        MemoryType::Byte => (Encoding::Unsigned, "unsigned char"),
        MemoryType::Source(ty) => match program.source_type(ty) {
            Some(ty) => match &ty.kind {
                SourceTypeKind::Scalar(encoding) => (*encoding, &ty.name),
                SourceTypeKind::Pointer(_) => (Encoding::Address, &ty.name),
                _ => (Encoding::Other, &ty.name),
            },
            None => (Encoding::Other, ""),
        },
        MemoryType::Compiled(layout) => match &program.layout(layout).kind {
            LayoutKind::Scalar(Type::Pointer) => (Encoding::Address, "void *"),
            LayoutKind::Scalar(Type::Float(_)) => (Encoding::Float, "double"),
            LayoutKind::Scalar(Type::Int(1)) => (Encoding::Boolean, "_Bool"),
            LayoutKind::Scalar(Type::Int(8)) => (Encoding::Character, "char"),
            _ => (Encoding::Signed, "int"),
        },
    }
}

/// What a pointer points to, if that is known.
pub(super) fn pointee(program: &Program, ty: MemoryType) -> Option<MemoryType> {
    let MemoryType::Source(ty) = ty else { return None };
    match program.source_type(ty)?.kind {
        SourceTypeKind::Pointer(to) => to.map(MemoryType::Source),
        _ => None,
    }
}

/// The whole of an object of a type.
pub(super) fn whole(program: &Program, ty: MemoryType) -> Part {
    Part { path: String::new(), start: 0, width: 8 * size(program, ty), ty }
}

/// The parts directly inside a part that some bits overlap with; of unions one that fits best.
pub(super) fn inside(program: &Program, part: &Part, start: u64, width: u64) -> Vec<Part> {
    match kind(program, part.ty) {
        Kind::Array(element, count) => {
            let each = 8 * size(program, element);
            let Some(first) = start.saturating_sub(part.start).checked_div(each) else { return Vec::new() };
            let last = (start + width.max(1) - 1).saturating_sub(part.start) / each;
            // What an array without a size holds is as long as its object.
            let last = if count > 0 { last.min(count - 1) } else { last };
            let element = |index: u64| Part {
                path: format!("{}[{index}]", part.path),
                start: part.start + index * each,
                width: each,
                ty: element,
            };
            (first..=last).take(MAX_PARTS).map(element).collect()
        }
        Kind::Struct(members, union) => {
            let end = start + width.max(1);
            // An array without a size is as long as there is room.
            let open = |member: &Member| member.width == 0 && matches!(kind(program, member.ty), Kind::Array(_, 0));
            let overlaps = |member: &&Member| {
                let from = part.start + member.start;
                from < end && (start < from + member.width || open(member))
            };
            let mut found: Vec<&Member> = members.iter().filter(overlaps).collect();
            if union {
                // What is accessed as a whole is rather a scalar than an array.
                let fits = |member: &&&Member| {
                    let exact = part.start + member.start == start && member.width == width;
                    (!exact, exact && !matches!(kind(program, member.ty), Kind::Scalar))
                };
                let best = found.iter().min_by_key(fits).copied();
                found = best.into_iter().collect();
            }
            let field = |member: &Member| Part {
                path: match &*member.name {
                    "" => part.path.clone(),
                    name => format!("{}.{name}", part.path),
                },
                start: part.start + member.start,
                width: if open(member) { end - part.start - member.start } else { member.width },
                ty: member.ty,
            };
            found.into_iter().map(field).collect()
        }
        Kind::Scalar | Kind::Unknown => Vec::new(),
    }
}

/// The smallest part of an object of a type that holds some bits.
pub(super) fn smallest(program: &Program, ty: MemoryType, start: u64, width: u64) -> Part {
    let mut part = whole(program, ty);
    for _ in 0..MAX_DEPTH {
        let mut parts = inside(program, &part, start, width);
        match (parts.pop(), parts.is_empty()) {
            (Some(inner), true) if inner.start <= start && start + width <= inner.start + inner.width => part = inner,
            _ => break,
        }
    }
    part
}

/// The scalars of a part that some bits overlap with, in order; nothing if there are too many.
pub(super) fn scalars(program: &Program, part: &Part, start: u64, width: u64, most: usize) -> Option<Vec<Part>> {
    let mut found = Vec::new();
    let mut todo = vec![part.clone()];
    let mut steps = 0;
    while let Some(part) = todo.pop() {
        steps += 1;
        if found.len() > most || todo.len() > MAX_PARTS || steps > 4 * MAX_PARTS {
            return None;
        }
        if let Kind::Scalar = kind(program, part.ty) {
            found.push(part);
            continue;
        }
        let mut parts = inside(program, &part, start, width);
        parts.reverse();
        todo.extend(parts);
    }
    (found.len() <= most).then_some(found)
}

/// Whether two types are the same; each array in the source is a type of its own.
fn same(program: &Program, mut a: MemoryType, mut b: MemoryType) -> bool {
    for _ in 0..MAX_DEPTH {
        match (kind(program, a), kind(program, b)) {
            _ if a == b => return true,
            (Kind::Array(inner, count), Kind::Array(other, others)) if count == others => (a, b) = (inner, other),
            _ => return false,
        }
    }
    false
}

/// Whether objects of a type end in an array that is as long as there is room.
pub(super) fn is_flexible(program: &Program, ty: MemoryType) -> bool {
    match kind(program, ty) {
        Kind::Struct(members, false) => {
            members.last().is_some_and(|member| matches!(kind(program, member.ty), Kind::Array(_, 0)))
        }
        _ => false,
    }
}

/// The part at an offset, in bytes, that a pointer to a type means; where there is no such part, the outermost that
/// starts there. Nothing if none does. The place behind an array's last element counts.
pub(super) fn pointed_to(program: &Program, ty: MemoryType, offset: u64, to: Option<MemoryType>) -> Option<Part> {
    let start = 8 * offset;
    let mut part = whole(program, ty);
    let mut outermost: Option<Part> = None;
    for _ in 0..MAX_DEPTH {
        if part.start == start {
            if to.is_some_and(|to| same(program, part.ty, to)) {
                return Some(part);
            }
            // A pointer to characters or to nothing known is to whatever starts there.
            outermost.get_or_insert_with(|| part.clone());
        }
        let behind = match kind(program, part.ty) {
            Kind::Array(element, count) if count > 0 && start == part.start + part.width => Some(Part {
                path: format!("{}[{count}]", part.path),
                start,
                width: 8 * size(program, element),
                ty: element,
            }),
            _ => None,
        };
        match behind.or_else(|| inside(program, &part, start, 1).into_iter().next()) {
            Some(inner) if inner.start <= start => part = inner,
            _ => break,
        }
    }
    outermost
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests {
    use super::*;

    /// Types for tests: `struct node`, which is `#2`, and an array of three of them.
    pub const TYPES: &str = "
        type #0 = \"int\" size 4 signed
        type #1 = \"struct node *\" size 8 pointer #2
        type #2 = \"struct node\" size 24 struct { 0: 32 \"v\" #0, 32: 3 \"low\" #0, 35: 5 \"high\" #0, \
            64: 64 \"next\" #1, 128: 64 \"\" #5 }
        type #3 = \"struct node[3]\" size 72 array 3 #2
        type #4 = \"char\" size 1 character
        type #5 = \"union\" size 8 union { 0: 64 \"text\" #6, 0: 64 \"link\" #1 }
        type #6 = \"char[8]\" size 8 array 8 #4
        type #7 = \"char *\" size 8 pointer #4
        type #8 = \"int *\" size 8 pointer #0
        type #9 = \"int[4]\" size 16 array 4 #0";

    fn program() -> Program {
        Program::parse(&format!("program pointers 64 {TYPES}")).unwrap()
    }

    fn source(number: u32) -> MemoryType {
        MemoryType::Source(SourceTypeId(number))
    }

    #[test]
    fn parts_are_called_as_in_c() {
        let program = program();
        let path = |start, width| smallest(&program, source(3), start, width).path;
        assert_eq!(path(0, 32), "[0].v");
        assert_eq!(path(192 + 64, 64), "[1].next");
        assert_eq!(path(192 + 128 + 24, 8), "[1].text[3]");
        assert_eq!(path(192 + 128, 64), "[1].link");
        assert_eq!(path(192, 64), "[1]");
        let bits = scalars(&program, &smallest(&program, source(2), 32, 8), 32, 8, 5).unwrap();
        assert_eq!(bits.iter().map(|part| &*part.path).collect::<Vec<_>>(), [".low", ".high"]);
    }

    #[test]
    fn a_pointer_means_the_part_of_its_type() {
        let program = program();
        let path = |offset, to| pointed_to(&program, source(3), offset, Some(source(to))).map(|part| part.path);
        assert_eq!(path(24, 2).unwrap(), "[1]");
        assert_eq!(path(24, 0).unwrap(), "[1].v");
        assert_eq!(path(32, 1).unwrap(), "[1].next");
        assert_eq!(path(72, 2).unwrap(), "[3]");
        assert_eq!(path(33, 4), None);
        assert_eq!(path(0, 3).unwrap(), "");
    }
}
