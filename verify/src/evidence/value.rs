//! Values as text: SMT-LIB literals, and arrays as a default and the entries that differ.

use euclase_logic::{ArrayValue, BigInt, BigUint, BitVecValue, Sort, Terms, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A value. Which sort it has is known from what it is the value of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ValueText {
    /// A truth value.
    Bool(bool),
    /// `#b…` or `#x…` for bit-vectors, decimal digits for integers, `@n` for the elements of an
    /// uninterpreted sort.
    Scalar(String),
    /// An array.
    Array {
        /// The entries that differ from the default.
        entries: Vec<(ValueText, ValueText)>,
        /// The element everywhere else.
        default: Box<ValueText>,
    },
}

impl ValueText {
    /// Writes a value down. Arrays nest as deep as their sort does.
    pub fn write(value: &Value) -> Self {
        match value {
            Value::Bool(b) => ValueText::Bool(*b),
            Value::BitVec(bits) if bits.width().is_multiple_of(4) => {
                let digits = bits.width() as usize / 4;
                ValueText::Scalar(format!("#x{:0>digits$}", bits.to_big().to_str_radix(16)))
            }
            Value::BitVec(bits) => {
                let digits = bits.width() as usize;
                ValueText::Scalar(format!("#b{:0>digits$}", bits.to_big().to_str_radix(2)))
            }
            Value::Int(number) => ValueText::Scalar(number.to_string()),
            Value::Element(_, number) => ValueText::Scalar(format!("@{number}")),
            Value::Array(array) => ValueText::Array {
                entries: array.entries().map(|(i, e)| (Self::write(i), Self::write(e))).collect(),
                default: Box::new(Self::write(array.default())),
            },
        }
    }

    /// Reads a value of a sort.
    pub fn read(&self, terms: &Terms, sort: Sort) -> Result<Value, String> {
        let wrong = || format!("'{self}' is not a value of sort {}", terms.sort_name(sort));
        match (self, sort) {
            (ValueText::Bool(b), Sort::Bool) => Ok(Value::Bool(*b)),
            (ValueText::Scalar(text), Sort::BitVec(width)) => {
                let bits = read_bits(text).filter(|bits| bits.width() == width);
                bits.map(Value::BitVec).ok_or_else(wrong)
            }
            (ValueText::Scalar(text), Sort::Int) => text.parse::<BigInt>().map(Value::Int).map_err(|_| wrong()),
            (ValueText::Scalar(text), Sort::Uninterpreted(_)) => {
                let number = text.strip_prefix('@').and_then(|n| n.parse().ok());
                number.map(|n| Value::Element(sort, n)).ok_or_else(wrong)
            }
            (ValueText::Array { entries, default }, Sort::Array(array)) => {
                let (index_sort, element_sort) = terms.array_parts(array);
                let mut value = ArrayValue::constant(terms, sort, default.read(terms, element_sort)?);
                for (index, element) in entries {
                    value.set(index.read(terms, index_sort)?, element.read(terms, element_sort)?);
                }
                Ok(Value::Array(Arc::new(value)))
            }
            _ => Err(wrong()),
        }
    }
}

/// A bit-vector literal.
pub fn read_bits(text: &str) -> Option<BitVecValue> {
    let (digits, radix, bits) = match text.strip_prefix("#x") {
        Some(digits) => (digits, 16, 4),
        None => (text.strip_prefix("#b")?, 2, 1),
    };
    let width = u32::try_from(digits.len()).ok()?.checked_mul(bits)?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let number = BigUint::parse_bytes(digits.as_bytes(), radix)?;
    Some(BitVecValue::from_big(width, &number))
}

impl std::fmt::Display for ValueText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ValueText::Bool(b) => write!(f, "{b}"),
            ValueText::Scalar(text) => f.write_str(text),
            ValueText::Array { entries, default } => {
                f.write_str("{")?;
                for (index, element) in entries {
                    write!(f, "{index}: {element}, ")?;
                }
                write!(f, "*: {default}}}")
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let memory = terms.array_sort(Sort::BitVec(3), byte);
        let nested = terms.array_sort(Sort::Int, memory);
        let own = terms.uninterpreted_sort("U");
        let bv = |width, n| Value::BitVec(BitVecValue::new(width, n));
        let array = ArrayValue::constant(&terms, memory, bv(8, 7)).store(bv(3, 5), bv(8, 255));
        let array = Value::Array(Arc::new(array));
        let outer = ArrayValue::constant(&terms, nested, array.clone());
        let wide = BitVecValue::ones(130);
        let values = [
            (Sort::Bool, Value::Bool(true), "true"),
            (byte, bv(8, 10), "\"#x0a\""),
            (Sort::BitVec(3), bv(3, 5), "\"#b101\""),
            (Sort::BitVec(130), Value::BitVec(wide), ""),
            (Sort::Int, Value::Int(BigInt::from(-12)), "\"-12\""),
            (own, Value::Element(own, 3), "\"@3\""),
            (memory, array, ""),
            (nested, Value::Array(Arc::new(outer)), ""),
        ];
        for (sort, value, expected) in values {
            let json = serde_json::to_string(&ValueText::write(&value)).unwrap();
            if !expected.is_empty() {
                assert_eq!(json, expected);
            }
            let text: ValueText = serde_json::from_str(&json).unwrap();
            assert_eq!(text.read(&terms, sort).unwrap(), value);
        }
    }

    #[test]
    fn values_of_another_sort_are_refused() {
        let terms = Terms::new();
        let scalar = |text: &str| ValueText::Scalar(text.into());
        let byte = Sort::BitVec(8);
        for text in ["#xfff", "#b0", "12", "#x", "#xg0", "#x+1", "@1", ""] {
            assert!(scalar(text).read(&terms, byte).is_err(), "{text}");
        }
        assert!(ValueText::Bool(true).read(&terms, byte).is_err());
        assert!(scalar("1.5").read(&terms, Sort::Int).is_err());
        assert!(scalar("true").read(&terms, Sort::Bool).is_err());
    }
}
