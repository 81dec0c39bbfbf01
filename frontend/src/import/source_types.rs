//! C types, from debug information: how they are written, how their bits are read, and what part of
//! an object some bits are.

use super::Importer;
use super::llvm::{Metadata, MetadataKind};
use super::variables::Fragment;
use euclase_program::{Encoding, SourceField, SourceType, SourceTypeId, SourceTypeKind};
use std::collections::VecDeque;

/// DWARF's names for kinds of types.
mod tag {
    pub const ARRAY: u16 = 0x01;
    pub const ENUMERATION: u16 = 0x04;
    pub const MEMBER: u16 = 0x0d;
    pub const POINTER: u16 = 0x0f;
    pub const STRUCT: u16 = 0x13;
    pub const SUBROUTINE: u16 = 0x15;
    pub const TYPEDEF: u16 = 0x16;
    pub const UNION: u16 = 0x17;
    pub const BASE: u16 = 0x24;
    pub const CONST: u16 = 0x26;
    pub const VOLATILE: u16 = 0x35;
    pub const RESTRICT: u16 = 0x37;
    pub const ATOMIC: u16 = 0x47;
}

/// Where the operands of a node of a type are.
mod operand {
    pub const BASE: usize = 3;
    pub const ELEMENTS: usize = 4;
    pub const SIGNATURE: usize = 3;
}

/// How deep types are followed; C's own types are far from it.
const MAX_DEPTH: usize = 64;

/// How many types are read at most. Those nearest to variables come first; headers may know very many.
const MAX_TYPES: usize = 1000;

/// A type to read: where it goes, its node, and how many dimensions of an array are left out.
type Unread = (SourceTypeId, Metadata, usize);

/// A type, if a node is one.
fn is_type(node: Metadata) -> bool {
    matches!(
        node.kind(),
        MetadataKind::LLVMDIBasicTypeMetadataKind
            | MetadataKind::LLVMDIDerivedTypeMetadataKind
            | MetadataKind::LLVMDICompositeTypeMetadataKind
            | MetadataKind::LLVMDISubroutineTypeMetadataKind
    )
}

impl Importer<'_> {
    fn base(&self, ty: Metadata) -> Option<Metadata> {
        self.module.node(ty, operand::BASE).filter(|base| is_type(*base))
    }

    /// The type behind names and qualifiers.
    fn bare(&self, mut ty: Metadata) -> Option<Metadata> {
        for _ in 0..MAX_DEPTH {
            match ty.tag() {
                tag::TYPEDEF | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC | tag::MEMBER => {
                    ty = self.base(ty)?;
                }
                _ => return Some(ty),
            }
        }
        None
    }

    /// A type as a user would write it.
    pub fn type_name(&self, ty: Option<Metadata>) -> String {
        let mut next = ty.filter(|ty| is_type(*ty));
        let (mut before, mut after) = (String::new(), String::new());
        // Pointers, arrays and functions are written around what they are made of.
        for _ in 0..MAX_DEPTH {
            let Some(ty) = next else { return joined(&before, "void", &after) };
            let name = ty.type_name();
            next = self.base(ty);
            match ty.tag() {
                tag::BASE | tag::TYPEDEF => return joined(&before, &name, &after),
                tag::STRUCT => return joined(&before, &tagged("struct", &name), &after),
                tag::UNION => return joined(&before, &tagged("union", &name), &after),
                tag::ENUMERATION => return joined(&before, &tagged("enum", &name), &after),
                tag::POINTER => after = format!("*{after}"),
                tag::ARRAY => {
                    let sizes: String = self.dimensions(ty).iter().map(|size| format!("[{size}]")).collect();
                    after = if after.is_empty() { sizes } else { format!("({after}){sizes}") };
                }
                tag::SUBROUTINE => {
                    after = format!("({after})()");
                    let signature = self.module.node(ty, operand::SIGNATURE);
                    next = signature.and_then(|types| self.module.node(types, 0)).filter(|ty| is_type(*ty));
                }
                tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC => {
                    let word = match ty.tag() {
                        tag::CONST => "const",
                        tag::VOLATILE => "volatile",
                        tag::RESTRICT => "restrict",
                        _ => "_Atomic",
                    };
                    if next.is_some_and(|base| base.tag() == tag::POINTER) {
                        after = if after.is_empty() { word.to_string() } else { format!("{word} {after}") };
                    } else {
                        before = format!("{before}{word} ");
                    }
                }
                _ => return joined(&before, &name, &after),
            }
        }
        joined(&before, "?", &after)
    }

    /// How the bits of a type are read.
    pub fn encoding(&self, ty: Option<Metadata>) -> Encoding {
        let Some(mut ty) = ty.filter(|ty| is_type(*ty)).and_then(|ty| self.bare(ty)) else { return Encoding::Other };
        if ty.tag() == tag::ENUMERATION {
            // Without one, the compiler chose `unsigned`.
            match self.base(ty).and_then(|base| self.bare(base)) {
                Some(base) => ty = base,
                None => return Encoding::Unsigned,
            }
        }
        match ty.tag() {
            tag::POINTER => Encoding::Address,
            tag::BASE => basic_encoding(&self.module.print(ty)),
            _ => Encoding::Other,
        }
    }

    /// How many elements an array has in each dimension; none are given where that is not constant.
    fn dimensions(&self, array: Metadata) -> Vec<u64> {
        let Some(elements) = self.module.node(array, operand::ELEMENTS) else { return Vec::new() };
        let ranges = self.module.operands(elements).into_iter().flatten().filter_map(|range| range.metadata());
        let counts = ranges.map(|range| {
            let count = self.module.operands(range).first().copied().flatten()?;
            count.unsigned().or_else(|| count.wrapped()?.unsigned())
        });
        // Where there is none, it may also be -1.
        counts.map(|count| count.filter(|count| *count < 1 << 63).unwrap_or(0)).collect()
    }

    /// A type of the source, with those it is made of.
    pub fn source_type(&mut self, ty: Metadata) -> Option<SourceTypeId> {
        let mut unread = VecDeque::new();
        let root = is_type(ty).then(|| self.numbered_type(ty, 0, &mut unread)).flatten();
        while let Some((id, node, inner)) = unread.pop_front() {
            let kind = self.source_type_kind(node, inner, &mut unread);
            let left_out: u64 = self.dimensions(node).iter().take(inner).product();
            let size = (node.type_extent().1 / 8).checked_div(left_out).unwrap_or(0);
            let name = if inner == 0 { self.type_name(Some(node)) } else { String::new() };
            self.program.source_types[id.index()] = SourceType { name, size, kind };
        }
        root
    }

    /// The number of a type, which is to be read if it has none yet; nothing if there are too many.
    fn numbered_type(&mut self, ty: Metadata, inner: usize, unread: &mut VecDeque<Unread>) -> Option<SourceTypeId> {
        let ty = self.bare(ty)?;
        if let Some(known) = self.source_types.get(&(ty, inner)) {
            return Some(*known);
        }
        let types = &mut self.program.source_types;
        if types.len() >= MAX_TYPES {
            return None;
        }
        let id = SourceTypeId::new(types.len());
        types.push(SourceType { name: String::new(), size: 0, kind: SourceTypeKind::Other });
        self.source_types.insert((ty, inner), id);
        unread.push_back((id, ty, inner));
        Some(id)
    }

    fn source_type_kind(&mut self, ty: Metadata, inner: usize, unread: &mut VecDeque<Unread>) -> SourceTypeKind {
        match ty.tag() {
            tag::BASE | tag::ENUMERATION => SourceTypeKind::Scalar(self.encoding(Some(ty))),
            tag::POINTER => {
                let to = self.base(ty);
                SourceTypeKind::Pointer(to.and_then(|to| self.numbered_type(to, 0, unread)))
            }
            tag::ARRAY => {
                let dimensions = self.dimensions(ty);
                let element = if inner + 1 < dimensions.len() {
                    self.numbered_type(ty, inner + 1, unread)
                } else {
                    self.base(ty).and_then(|base| self.numbered_type(base, 0, unread))
                };
                match (element, dimensions.get(inner)) {
                    (Some(element), Some(count)) => SourceTypeKind::Array { element, count: *count },
                    _ => SourceTypeKind::Other,
                }
            }
            tag::STRUCT | tag::UNION => {
                let mut fields = Vec::new();
                for member in self.members(ty) {
                    let (offset, width) = member.type_extent();
                    if let Some(ty) = self.numbered_type(member, 0, unread) {
                        fields.push(SourceField { name: member.type_name(), offset, width, ty });
                    }
                }
                SourceTypeKind::Struct { fields, union: ty.tag() == tag::UNION }
            }
            tag::SUBROUTINE => SourceTypeKind::Function,
            _ => SourceTypeKind::Other,
        }
    }

    /// Which part of an object of a type some bits are, as C writes it, and the type of the part.
    /// None if they are not one field or element.
    pub fn part_of(&self, ty: Metadata, fragment: Fragment) -> Option<(String, Option<Metadata>)> {
        let mut path = String::new();
        let mut ty = is_type(ty).then_some(ty)?;
        let Fragment { mut offset, size } = fragment;
        for _ in 0..MAX_DEPTH {
            let bare = self.bare(ty)?;
            let whole = bare.type_extent().1;
            match bare.tag() {
                tag::STRUCT | tag::UNION => {
                    let member = self.member(bare, offset, size)?;
                    let name = member.type_name();
                    if !name.is_empty() {
                        path.push('.');
                        path.push_str(&name);
                    }
                    offset -= member.type_extent().0;
                    ty = self.base(member)?;
                }
                tag::ARRAY => {
                    let dimensions = self.dimensions(bare);
                    let count = dimensions.iter().try_fold(1u64, |product, size| product.checked_mul(*size))?;
                    let element = whole.checked_div(count).filter(|element| *element > 0)?;
                    let mut position = offset / element;
                    offset %= element;
                    let mut indices = Vec::new();
                    for size in dimensions.iter().rev() {
                        indices.push(position.checked_rem(*size)?);
                        position /= size;
                    }
                    indices.iter().rev().for_each(|index| path.push_str(&format!("[{index}]")));
                    ty = self.base(bare)?;
                }
                _ => return (offset == 0 && whole == size).then_some((path, Some(ty))),
            }
        }
        None
    }

    /// The members of a struct or union.
    fn members(&self, ty: Metadata) -> Vec<Metadata> {
        let Some(elements) = self.module.node(ty, operand::ELEMENTS) else { return Vec::new() };
        let members = self.module.operands(elements).into_iter().flatten().filter_map(|member| member.metadata());
        members.filter(|member| is_type(*member) && member.tag() == tag::MEMBER).collect()
    }

    /// The member of a struct or union that some bits lie in.
    fn member(&self, ty: Metadata, offset: u64, size: u64) -> Option<Metadata> {
        self.members(ty).into_iter().find(|member| {
            let (start, length) = member.type_extent();
            start <= offset && offset + size <= start + length
        })
    }
}

fn tagged(word: &str, name: &str) -> String {
    if name.is_empty() { word.to_string() } else { format!("{word} {name}") }
}

/// The parts of a type's name, with a space before pointers.
fn joined(before: &str, name: &str, after: &str) -> String {
    let space = if after.is_empty() || after.starts_with('[') { "" } else { " " };
    format!("{before}{name}{space}{after}")
}

/// Reads `!DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)`.
fn basic_encoding(text: &str) -> Encoding {
    let word = text.rsplit("encoding: ").next().unwrap_or_default();
    let end = word.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(word.len());
    match &word[..end] {
        "DW_ATE_signed" => Encoding::Signed,
        "DW_ATE_unsigned" => Encoding::Unsigned,
        "DW_ATE_boolean" => Encoding::Boolean,
        "DW_ATE_signed_char" | "DW_ATE_unsigned_char" | "DW_ATE_UTF" => Encoding::Character,
        "DW_ATE_float" => Encoding::Float,
        "DW_ATE_address" => Encoding::Address,
        _ => Encoding::Other,
    }
}
