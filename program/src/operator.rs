//! The operators on scalars, and their words in the text form.
//!
//! Integer arithmetic wraps. Division by zero and shifts by the width or more, which C leaves
//! undefined, mean here what SMT-LIB says, so that the interpreter and the encoder agree; a
//! program that must not do them has an error on the way there.

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word in the text form.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }

            /// The operator a word stands for.
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// Operations on two integers of one width.
    BinaryOp {
        /// Sum.
        Add = "add",
        /// Difference.
        Sub = "sub",
        /// Product.
        Mul = "mul",
        /// Unsigned quotient; undefined in C, and all ones here, when the divisor is zero.
        Udiv = "udiv",
        /// Signed quotient, truncated; undefined in C when the divisor is zero.
        Sdiv = "sdiv",
        /// Unsigned remainder; undefined in C, and the dividend here, when the divisor is zero.
        Urem = "urem",
        /// Signed remainder with the sign of the dividend; undefined in C when the divisor is zero.
        Srem = "srem",
        /// Shift left; undefined in C, and zero here, by the width or more.
        Shl = "shl",
        /// Shift right, filling with zeros; undefined in C, and zero here, by the width or more.
        Lshr = "lshr",
        /// Shift right, filling with the sign; undefined in C by the width or more.
        Ashr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
    }
}

impl BinaryOp {
    /// Whether the operands can be swapped.
    pub fn is_commutative(self) -> bool {
        matches!(self, BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
    }
}

words! {
    /// Comparisons of two integers or of two pointers.
    Predicate {
        /// Equal.
        Eq = "eq",
        /// Different.
        Ne = "ne",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
    }
}

words! {
    /// Conversions. The type of the result is the type of the value the command defines.
    CastOp {
        /// To a wider integer, filling with zeros.
        Zext = "zext",
        /// To a wider integer, filling with the sign.
        Sext = "sext",
        /// To a narrower integer.
        Trunc = "trunc",
        /// The same bits as another type.
        Bitcast = "bitcast",
        /// An address as a number, cut off or filled with zeros.
        PtrToInt = "ptrtoint",
        /// A number as an address, cut off or filled with zeros.
        IntToPtr = "inttoptr",
        /// To a shorter floating-point type.
        FpTrunc = "fptrunc",
        /// To a longer floating-point type.
        FpExt = "fpext",
        /// To an unsigned integer, truncated; undefined when it does not fit.
        FpToUi = "fptoui",
        /// To a signed integer, truncated; undefined when it does not fit.
        FpToSi = "fptosi",
        /// From an unsigned integer, rounded.
        UiToFp = "uitofp",
        /// From a signed integer, rounded.
        SiToFp = "sitofp",
    }
}

words! {
    /// Operations on one floating-point number.
    FloatUnaryOp {
        /// Negation: the other sign, also of a NaN.
        Neg = "fneg",
        /// The magnitude.
        Abs = "fabs",
        /// The square root.
        Sqrt = "fsqrt",
        /// Rounded down.
        Floor = "ffloor",
        /// Rounded up.
        Ceil = "fceil",
        /// Rounded towards zero.
        Trunc = "ftruncate",
        /// Rounded to the nearest, halves away from zero.
        Round = "fround",
        /// Rounded to the nearest, halves to even.
        RoundEven = "froundeven",
    }
}

words! {
    /// Operations on two floating-point numbers, rounded to the nearest, ties to even.
    FloatBinaryOp {
        /// Sum.
        Add = "fadd",
        /// Difference.
        Sub = "fsub",
        /// Product.
        Mul = "fmul",
        /// Quotient.
        Div = "fdiv",
        /// Remainder of C's `fmod`.
        Rem = "frem",
        /// The lesser; of a number and a NaN, the number.
        Min = "fmin",
        /// The greater; of a number and a NaN, the number.
        Max = "fmax",
    }
}

words! {
    /// Comparisons of floating-point numbers; the ordered ones are false when there is a NaN, the
    /// unordered ones true.
    FloatPredicate {
        /// Ordered and equal.
        Oeq = "foeq",
        /// Ordered and greater.
        Ogt = "fogt",
        /// Ordered and greater or equal.
        Oge = "foge",
        /// Ordered and less.
        Olt = "folt",
        /// Ordered and less or equal.
        Ole = "fole",
        /// Ordered and different.
        One = "fone",
        /// No NaN.
        Ord = "ford",
        /// Unordered or equal.
        Ueq = "fueq",
        /// Unordered or greater.
        Ugt = "fugt",
        /// Unordered or greater or equal.
        Uge = "fuge",
        /// Unordered or less.
        Ult = "fult",
        /// Unordered or less or equal.
        Ule = "fule",
        /// Unordered or different.
        Une = "fune",
        /// Some NaN.
        Uno = "funo",
    }
}
