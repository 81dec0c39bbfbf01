//! What is known about the user's source: places, variables, and where arbitrary values come from.

use crate::id::{LocationId, SourceTypeId, VariableId};
use std::fmt;
use std::sync::Arc;

/// A place in the user's source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The line, counted from one; zero when unknown.
    pub line: u32,
    /// The column, counted from one; zero when unknown.
    pub column: u32,
    /// The C function whose code this is.
    pub scope: String,
    /// The call that brought the code here, when it was inlined.
    pub inlined_at: Option<LocationId>,
}

/// What the names of files start with that are models of library functions.
pub const LIBRARY: &str = "<library>/";

impl Location {
    /// Whether it is in the model of a library function.
    pub fn is_library(&self) -> bool {
        self.file.starts_with(LIBRARY)
    }

    /// How many bytes lie in front of what the program sees of an object that is allocated here: in programs that call `realloc`, the
    /// model of that keeps the size there (`models/sized.c`).
    pub fn front(&self) -> u64 {
        let keeps_size = ["euclase_sized_malloc", "euclase_sized_calloc"].contains(&self.scope.as_str());
        if self.is_library() && keeps_size { FRONT } else { 0 }
    }

    /// Whether what is allocated here belongs to the library, so that the program cannot free it.
    pub fn is_of_library(&self) -> bool {
        self.is_library() && self.scope.starts_with("euclase_own_")
    }
}

/// How many bytes lie in front of objects whose size is kept there.
pub const FRONT: u64 = 16;

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column > 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

/// The calls of a function whose code is there once for all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedCalls {
    /// The place that the code was inlined at, which is in no line.
    pub place: LocationId,
    /// A variable, none of the source, that tells while the code runs which call waits for it.
    pub caller: VariableId,
    /// The calls, by the value of the variable.
    pub sites: Vec<LocationId>,
}

/// A variable of the user's source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Variable {
    /// The name as the user wrote it; a part of an aggregate is written as C does (`p.x`, `a[3]`).
    pub name: String,
    /// Its C type as the user would write it.
    pub type_name: String,
    /// How its bits are to be read.
    pub encoding: Encoding,
    /// Its type without qualifiers, if that is known.
    pub ty: Option<SourceTypeId>,
    /// The function it is local to; none for globals.
    pub scope: Option<String>,
    /// Where it is declared.
    pub declared: Option<LocationId>,
}

/// How the bits of a variable are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// Two's complement.
    Signed,
    /// A natural number.
    Unsigned,
    /// `_Bool`.
    Boolean,
    /// A character type.
    Character,
    /// A floating-point number.
    Float,
    /// An address.
    Address,
    /// Anything else.
    Other,
}

impl Encoding {
    pub(crate) const ALL: [(Encoding, &'static str); 7] = [
        (Encoding::Signed, "signed"),
        (Encoding::Unsigned, "unsigned"),
        (Encoding::Boolean, "boolean"),
        (Encoding::Character, "character"),
        (Encoding::Float, "float"),
        (Encoding::Address, "address"),
        (Encoding::Other, "other"),
    ];

    pub(crate) fn word(self) -> &'static str {
        Self::ALL.iter().find(|(encoding, _)| *encoding == self).map_or("other", |(_, word)| word)
    }
}

/// Where an arbitrary value comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NondetOrigin {
    /// A call of a function that stands for an input, such as `__VERIFIER_nondet_int`.
    Input(Arc<str>),
    /// A variable that the source does not initialise.
    Uninitialised(Arc<str>),
    /// The result of a function without a body.
    External(Arc<str>),
    /// Memory that a function without a body may have changed, or that is defined elsewhere.
    Havoc(Arc<str>),
    /// Whether a call of a function fails. This is a choice of whoever made the program, and no value that it takes.
    Fails(Arc<str>),
    /// A value that stands for one that the program computes and the verifier does not know.
    MadeUp(MadeUp),
    /// The address of the object that is watched: a choice of the verifier, and no value of the program.
    Watched,
    /// An `undef` or `poison` value that remained.
    Undef,
}

/// What computes a value that the verifier does not know. An execution that takes such a value may be none of the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MadeUp {
    /// A function of the C library whose result C defines.
    Library(Arc<str>),
    /// A function that prints text to memory.
    Printing,
    /// Inline assembly.
    Assembly,
}

/// What the name of an allocator ends with where the value says whether a call of it fails.
pub const FAILS: &str = " fails";

impl NondetOrigin {
    /// The allocator of which the value says whether a call fails, if it says that.
    pub fn failing_allocator(&self) -> Option<&str> {
        match self {
            NondetOrigin::External(name) => name.strip_suffix(FAILS),
            _ => None,
        }
    }
}

impl fmt::Display for MadeUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MadeUp::Library(name) => write!(f, "the library function {name}"),
            MadeUp::Printing => f.write_str("printing"),
            MadeUp::Assembly => f.write_str("inline assembly"),
        }
    }
}

impl fmt::Display for NondetOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NondetOrigin::Input(name) => write!(f, "{name}()"),
            NondetOrigin::Uninitialised(name) => write!(f, "uninitialised '{name}'"),
            NondetOrigin::External(name) => write!(f, "result of '{name}', which has no body"),
            NondetOrigin::Havoc(name) => write!(f, "contents of '{name}'"),
            NondetOrigin::Fails(name) => write!(f, "whether '{name}' fails"),
            NondetOrigin::MadeUp(what) => write!(f, "result of {what}, which is not known"),
            NondetOrigin::Watched => f.write_str("the object that is watched"),
            NondetOrigin::Undef => f.write_str("undefined value"),
        }
    }
}
