//! The types of values, and the layouts of objects in memory.
//!
//! Values are scalars: a first-class aggregate of LLVM is one value per leaf here, and a function
//! can return several values. Arrays and structs exist only in memory, as [`Layout`]s whose sizes
//! and offsets are numbers of bytes that whoever builds the program has worked out.

use crate::id::LayoutId;
use euclase_logic::FloatFormat;
use std::fmt;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Type {
    /// An integer of a width in bits, at least one. Width one is the Boolean type.
    Int(u32),
    /// An address; as wide as [`Program::pointer_width`](crate::Program::pointer_width) says.
    Pointer,
    /// A floating-point number. Its values are kept as their bits.
    Float(FloatKind),
}

/// The floating-point formats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatKind {
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
    /// The x87's 80 bits.
    X87,
}

impl FloatKind {
    /// The format that operators of the logic have it in.
    pub fn format(self) -> FloatFormat {
        match self {
            FloatKind::F32 => FloatFormat::Single,
            FloatKind::F64 => FloatFormat::Double,
            FloatKind::X87 => FloatFormat::Extended,
        }
    }
}

impl Type {
    /// The Boolean type.
    pub const BOOL: Type = Type::Int(1);

    /// How many bits a value of this type has.
    pub fn width(self, pointer_width: u32) -> u32 {
        match self {
            Type::Int(width) => width,
            Type::Pointer => pointer_width,
            Type::Float(FloatKind::F32) => 32,
            Type::Float(FloatKind::F64) => 64,
            Type::Float(FloatKind::X87) => 80,
        }
    }

    /// How many bytes a load or store of this type touches.
    pub fn bytes(self, pointer_width: u32) -> u64 {
        u64::from(self.width(pointer_width).div_ceil(8))
    }

    /// Whether this is an integer, Booleans included.
    pub fn is_int(self) -> bool {
        matches!(self, Type::Int(_))
    }

    /// Whether this is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Type::Float(_))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(width) => write!(f, "i{width}"),
            Type::Pointer => f.write_str("ptr"),
            Type::Float(FloatKind::F32) => f.write_str("f32"),
            Type::Float(FloatKind::F64) => f.write_str("f64"),
            Type::Float(FloatKind::X87) => f.write_str("x87"),
        }
    }
}

/// How a type lies in memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// The size in bytes, padding included.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// What it consists of.
    pub kind: LayoutKind,
}

/// What a type in memory consists of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LayoutKind {
    /// A value.
    Scalar(Type),
    /// Elements one after the other.
    Array {
        /// The layout of an element.
        element: LayoutId,
        /// How many there are.
        count: u64,
    },
    /// Fields at offsets; those of a union overlap.
    Struct {
        /// The tag in the source, or empty.
        name: String,
        /// The fields.
        fields: Vec<Field>,
    },
    /// Bytes of which nothing is known.
    Opaque,
}

/// A field of a struct or union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The name in the source, or empty.
    pub name: String,
    /// Where it starts, in bytes.
    pub offset: u64,
    /// Its layout.
    pub layout: LayoutId,
}
