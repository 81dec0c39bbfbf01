//! Values as text: SMT-LIB literals, and arrays as a default and the entries that differ.

use euclase_logic::{ArrayValue, BigInt, BigUint, BitVecValue, Sort, Terms, Value};
use euclase_result::ValueText;
use std::sync::Arc;

/// Writes a value down. Arrays nest as deep as their sort does.
pub fn write_value(value: &Value) -> ValueText {
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
            entries: array.entries().map(|(i, e)| (write_value(i), write_value(e))).collect(),
            default: Box::new(write_value(array.default())),
        },
    }
}

/// Reads a value of a sort.
pub fn read_value(text: &ValueText, terms: &Terms, sort: Sort) -> Result<Value, String> {
    let wrong = || format!("'{text}' is not a value of sort {}", terms.sort_name(sort));
    match (text, sort) {
        (ValueText::Bool(b), Sort::Bool) => Ok(Value::Bool(*b)),
        (ValueText::Scalar(literal), Sort::BitVec(width)) => {
            let bits = read_bits(literal).filter(|bits| bits.width() == width);
            bits.map(Value::BitVec).ok_or_else(wrong)
        }
        (ValueText::Scalar(literal), Sort::Int) => literal.parse::<BigInt>().map(Value::Int).map_err(|_| wrong()),
        (ValueText::Scalar(literal), Sort::Uninterpreted(_)) => {
            let number = literal.strip_prefix('@').and_then(|n| n.parse().ok());
            number.map(|n| Value::Element(sort, n)).ok_or_else(wrong)
        }
        (ValueText::Array { entries, default }, Sort::Array(array)) => {
            let (index_sort, element_sort) = terms.array_parts(array);
            let mut value = ArrayValue::constant(terms, sort, read_value(default, terms, element_sort)?);
            for (index, element) in entries {
                value.set(read_value(index, terms, index_sort)?, read_value(element, terms, element_sort)?);
            }
            Ok(Value::Array(Arc::new(value)))
        }
        _ => Err(wrong()),
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
            let json = serde_json::to_string(&write_value(&value)).unwrap();
            if !expected.is_empty() {
                assert_eq!(json, expected);
            }
            let text: ValueText = serde_json::from_str(&json).unwrap();
            assert_eq!(read_value(&text, &terms, sort).unwrap(), value);
        }
    }

    #[test]
    fn values_of_another_sort_are_refused() {
        let terms = Terms::new();
        let scalar = |text: &str| ValueText::Scalar(text.into());
        let byte = Sort::BitVec(8);
        for text in ["#xfff", "#b0", "12", "#x", "#xg0", "#x+1", "@1", ""] {
            assert!(read_value(&scalar(text), &terms, byte).is_err(), "{text}");
        }
        assert!(read_value(&ValueText::Bool(true), &terms, byte).is_err());
        assert!(read_value(&scalar("1.5"), &terms, Sort::Int).is_err());
        assert!(read_value(&scalar("true"), &terms, Sort::Bool).is_err());
    }
}
