//! The operators' names, and SMT-LIB's words for what each of them computes.
//!
//! SMT-LIB's floating-point numbers are a sort of their own. An operator here is a function over bit-vectors, which text
//! defines by SMT-LIB's operator between two changes of sort: `float.add.32` reads its arguments with `to_fp` and
//! gives the bits of `fp.add`. The bits are asked for with `fp.to_ieee_bv`, which solvers have though the standard
//! does not; where text must do without, the bits are a constant that `to_fp` makes the number of.

use super::{FloatFormat, FloatOp, Rounding};
use crate::bitvec::BitVecValue;
use num_bigint::BigInt;

impl Rounding {
    fn word(self) -> &'static str {
        match self {
            Rounding::NearestEven => "even",
            Rounding::NearestAway => "away",
            Rounding::Up => "up",
            Rounding::Down => "down",
            Rounding::Zero => "zero",
        }
    }

    fn mode(self) -> &'static str {
        match self {
            Rounding::NearestEven => "RNE",
            Rounding::NearestAway => "RNA",
            Rounding::Up => "RTP",
            Rounding::Down => "RTN",
            Rounding::Zero => "RTZ",
        }
    }
}

impl FloatFormat {
    fn indices(self) -> String {
        format!("{} {}", self.exponent_bits(), self.precision())
    }

    /// The number, of SMT-LIB's sort, that a bit-vector holds. `bits` is a symbol.
    pub(crate) fn number_of(self, bits: &str) -> String {
        if self != FloatFormat::Extended {
            return format!("((_ to_fp {}) {bits})", self.indices());
        }
        // Without the bit that IEEE 754 hides. What has it though its exponent is zero has the exponent one.
        let exponent = format!("((_ extract 78 64) {bits})");
        let (zero, hidden) = ("#b000000000000000", format!("(= ((_ extract 63 63) {bits}) #b1)"));
        let packed = format!(
            "(concat ((_ extract 79 79) {bits}) (concat (ite (and (= {exponent} {zero}) {hidden}) #b000000000000001 \
             {exponent}) ((_ extract 62 0) {bits})))"
        );
        format!("(ite (or (= {exponent} {zero}) {hidden}) ((_ to_fp 15 64) {packed}) (_ NaN 15 64))")
    }

    /// The bits of a number, which is a symbol.
    fn bits_of(self, number: &str) -> String {
        let bits = match self {
            FloatFormat::Extended => format!(
                "(let ((bits (fp.to_ieee_bv {number}))) (concat ((_ extract 78 63) bits) (concat (ite (= ((_ extract 77 \
                 63) bits) #b000000000000000) #b0 #b1) ((_ extract 62 0) bits))))"
            ),
            _ => format!("(fp.to_ieee_bv {number})"),
        };
        format!("(ite (fp.isNaN {number}) {} {bits})", self.nan())
    }

    /// What makes bits, a symbol, those of a number.
    fn are_bits_of(self, bits: &str, number: &str) -> String {
        let value = self.number_of(bits);
        let same = format!("(ite (fp.isNaN {number}) (= {bits} {}) (= {value} {number}))", self.nan());
        match self {
            FloatFormat::Extended => format!(
                "(and (= (= ((_ extract 63 63) {bits}) #b0) (= ((_ extract 78 64) {bits}) #b000000000000000)) {same})"
            ),
            _ => same,
        }
    }
}

impl FloatOp {
    /// The operator's name in text.
    pub(crate) fn name(self) -> String {
        use FloatOp::*;
        match self {
            Add(f) => format!("float.add.{}", f.width()),
            Sub(f) => format!("float.sub.{}", f.width()),
            Mul(f) => format!("float.mul.{}", f.width()),
            Div(f) => format!("float.div.{}", f.width()),
            Sqrt(f) => format!("float.sqrt.{}", f.width()),
            Round(f, rounding) => format!("float.round-{}.{}", rounding.word(), f.width()),
            Less(f) => format!("float.lt.{}", f.width()),
            Equal(f) => format!("float.eq.{}", f.width()),
            Convert { from, to } => format!("float.convert.{}.{}", from.width(), to.width()),
            FromSigned { width, to } => format!("float.from-signed.{width}.{}", to.width()),
            FromUnsigned { width, to } => format!("float.from-unsigned.{width}.{}", to.width()),
            ToSigned { from, width } => format!("float.to-signed.{}.{width}", from.width()),
            ToUnsigned { from, width } => format!("float.to-unsigned.{}.{width}", from.width()),
        }
    }

    /// The operator of a name.
    pub(crate) fn from_name(name: &str) -> Option<FloatOp> {
        let mut parts = name.strip_prefix("float.")?.split('.');
        let word = parts.next()?;
        let mut number = || parts.next().and_then(|part| part.parse::<u32>().ok());
        let (first, second) = (number()?, number());
        let format = FloatFormat::of_width;
        let op = match (word, second) {
            ("add", None) => FloatOp::Add(format(first)?),
            ("sub", None) => FloatOp::Sub(format(first)?),
            ("mul", None) => FloatOp::Mul(format(first)?),
            ("div", None) => FloatOp::Div(format(first)?),
            ("sqrt", None) => FloatOp::Sqrt(format(first)?),
            ("lt", None) => FloatOp::Less(format(first)?),
            ("eq", None) => FloatOp::Equal(format(first)?),
            ("convert", Some(second)) => FloatOp::Convert { from: format(first)?, to: format(second)? },
            ("from-signed", Some(second)) => FloatOp::FromSigned { width: first, to: format(second)? },
            ("from-unsigned", Some(second)) => FloatOp::FromUnsigned { width: first, to: format(second)? },
            ("to-signed", Some(width)) => FloatOp::ToSigned { from: format(first)?, width },
            ("to-unsigned", Some(width)) => FloatOp::ToUnsigned { from: format(first)?, width },
            (word, None) => {
                let rounding = Rounding::ALL.into_iter().find(|r| word.strip_prefix("round-") == Some(r.word()))?;
                FloatOp::Round(format(first)?, rounding)
            }
            _ => return None,
        };
        // One name for each operator.
        (op.is_valid() && op.name() == name).then_some(op)
    }

    /// What the operator computes, of SMT-LIB's sort where it is a number; the arguments are symbols.
    fn value(self, a: &str, b: &str) -> String {
        use FloatOp::*;
        match self {
            Add(f) => format!("(fp.add RNE {} {})", f.number_of(a), f.number_of(b)),
            Sub(f) => format!("(fp.sub RNE {} {})", f.number_of(a), f.number_of(b)),
            Mul(f) => format!("(fp.mul RNE {} {})", f.number_of(a), f.number_of(b)),
            Div(f) => format!("(fp.div RNE {} {})", f.number_of(a), f.number_of(b)),
            Sqrt(f) => format!("(fp.sqrt RNE {})", f.number_of(a)),
            Round(f, rounding) => format!("(fp.roundToIntegral {} {})", rounding.mode(), f.number_of(a)),
            Less(f) => format!("(fp.lt {} {})", f.number_of(a), f.number_of(b)),
            Equal(f) => format!("(fp.eq {} {})", f.number_of(a), f.number_of(b)),
            Convert { from, to } => format!("((_ to_fp {}) RNE {})", to.indices(), from.number_of(a)),
            FromSigned { to, .. } => format!("((_ to_fp {}) RNE {a})", to.indices()),
            FromUnsigned { to, .. } => format!("((_ to_fp_unsigned {}) RNE {a})", to.indices()),
            ToSigned { from, width } => self.integer(from, width, "fp.to_sbv", a),
            ToUnsigned { from, width } => self.integer(from, width, "fp.to_ubv", a),
        }
    }

    fn integer(self, from: FloatFormat, width: u32, operator: &str, a: &str) -> String {
        let zero = BitVecValue::zero(width);
        let Some((above, below)) = self.bounds() else { return zero.to_string() };
        let number = |bits: &BitVecValue| from.number_of(&bits.to_string());
        let above = match above {
            Bound::Open(bits) => format!("(fp.lt {} number)", number(&bits)),
            Bound::Closed(bits) => format!("(fp.leq {} number)", number(&bits)),
        };
        let below = match below {
            Bound::Open(bits) => format!("(fp.lt number {})", number(&bits)),
            Bound::Closed(bits) => format!("(fp.leq number {})", number(&bits)),
        };
        format!(
            "(let ((number {})) (ite (and {above} {below}) ((_ {operator} {width}) RTZ number) {zero}))",
            from.number_of(a)
        )
    }

    /// The numbers between which, cut off, they fit the integers that this operator gives.
    pub fn bounds(self) -> Option<(Bound, Bound)> {
        let (from, least, most) = match self {
            FloatOp::ToSigned { from, width } => (from, -(BigInt::from(1) << (width - 1)), width - 1),
            FloatOp::ToUnsigned { from, width } => (from, BigInt::from(0), width),
            _ => return None,
        };
        let beyond = from.integer(&(BigInt::from(1) << most));
        // Where there is no number between one less than the least integer and that integer, the latter is the bound.
        let before: BigInt = &least - 1;
        let bits = from.integer(&before);
        let is_exact = from.truncated(&bits) == Some(before);
        let above = if is_exact { Bound::Open(bits) } else { Bound::Closed(from.integer(&least)) };
        // Integers of more bits than the greatest number has hold everything but infinity.
        Some((above, Bound::Open(beyond)))
    }

    /// What the operator computes from bit-vectors named `a` and `b`, in SMT-LIB.
    pub fn meaning(self) -> String {
        let value = self.value("a", "b");
        match self.result_format() {
            Some(format) => format!("(let ((result {value})) {})", format.bits_of("result")),
            None => value,
        }
    }

    /// The operator's definition in SMT-LIB.
    pub(crate) fn definition(self) -> String {
        let sort = |width: u32| format!("(_ BitVec {width})");
        let parameters: Vec<String> =
            ["a", "b"][..self.arity()].iter().map(|name| format!("({name} {})", sort(self.argument_width()))).collect();
        let result = self.result_width().map_or("Bool".to_string(), sort);
        format!("(define-fun {} ({}) {result} {})\n", self.name(), parameters.join(" "), self.meaning())
    }

    /// In standard SMT-LIB: that bits, a symbol, are those of the operator's result; or, for an operator whose result is
    /// no floating-point number, what it computes.
    pub(crate) fn standard(self, bits: &str, args: &[String]) -> String {
        let bindings: Vec<String> = ["a", "b"].iter().zip(args).map(|(name, arg)| format!("({name} {arg})")).collect();
        let value = self.value("a", "b");
        let inner = match self.result_format() {
            Some(format) => format!("(let ((result {value})) {})", format.are_bits_of(bits, "result")),
            None => value,
        };
        format!("(let ({}) {inner})", bindings.join(" "))
    }
}

/// An end of a range of floating-point numbers, as bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The range ends before the number.
    Open(BitVecValue),
    /// The number is in the range.
    Closed(BitVecValue),
}
