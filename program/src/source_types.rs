//! The types of the user's source, as far as they are needed to speak of memory as C does.
//!
//! [`Layout`](crate::Layout)s are what the compiler made of them: they know neither the names of fields nor what a
//! pointer points to. Nothing but what users are told depends on these types.

use crate::id::SourceTypeId;
use crate::program::Program;
use crate::source::Encoding;

/// A type of the user's source, without qualifiers and names given by `typedef`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceType {
    /// How the user would write it.
    pub name: String,
    /// The size in bytes; zero when unknown.
    pub size: u64,
    /// What it is.
    pub kind: SourceTypeKind,
}

/// What a type of the source is. Types may refer to later ones and, through pointers, to themselves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SourceTypeKind {
    /// A number, with how its bits are read.
    Scalar(Encoding),
    /// A pointer to objects of a type; nothing for `void *` and where the type is not known.
    Pointer(Option<SourceTypeId>),
    /// Elements one after the other. Those of an array of arrays are arrays.
    Array {
        /// The type of an element.
        element: SourceTypeId,
        /// How many there are; zero when unknown.
        count: u64,
    },
    /// A struct or union.
    Struct {
        /// The fields; those of a union overlap.
        fields: Vec<SourceField>,
        /// Whether it is a union.
        union: bool,
    },
    /// A function.
    Function,
    /// Anything else.
    Other,
}

/// A field of a struct or union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceField {
    /// The name; empty for structs and unions without one.
    pub name: String,
    /// Where it starts, in bits.
    pub offset: u64,
    /// How many bits it has.
    pub width: u64,
    /// Its type.
    pub ty: SourceTypeId,
}

impl Program {
    /// A type of the source, if there is one of this number.
    pub fn source_type(&self, ty: SourceTypeId) -> Option<&SourceType> {
        self.source_types.get(ty.index())
    }
}
