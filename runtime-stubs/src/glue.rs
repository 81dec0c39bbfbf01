//! The part of the replay runtime that is written for each module: the values, and the functions whose names
//! end in an LLVM type.
//!
//! It is LLVM assembly rather than C, since modules ask for widths that C has no type for (`i24`, `i33`), and
//! since the two sides of a call must agree on what is in the unused bits of an `i1`.

use euclase_logic::BitVecValue;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A byte on the heap that the program does not write and an execution has a value for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapByte {
    /// How many calls of `malloc` come before the one that gives the object.
    pub allocation: u64,
    /// Where in the object.
    pub offset: u64,
    /// The value.
    pub byte: u8,
}

const NONDET: &[u8] = b"__euclase_nondet_";

/// The types of arbitrary values that a compiled module asks for, as they are spelt in function names.
///
/// The names are looked for as strings that end in a zero byte, which is how object files hold the names of
/// symbols. A name found elsewhere costs an unused function.
pub fn requested_types(object: &[u8]) -> BTreeSet<String> {
    let mut types = BTreeSet::new();
    let mut at = 0;
    while let Some(found) = find(&object[at..], NONDET) {
        let start = at + found + NONDET.len();
        let end = object[start..].iter().position(|&byte| byte == 0).map_or(object.len(), |length| start + length);
        if let Ok(name) = std::str::from_utf8(&object[start..end])
            && !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            types.insert(name.to_string());
        }
        at = start;
    }
    types
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    // The first byte is an underscore, which is rare in machine code.
    let mut at = 0;
    while let Some(step) = bytes[at..].iter().position(|&byte| byte == wanted[0]) {
        at += step;
        if bytes[at..].starts_with(wanted) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The width of an LLVM type that has one; pointers are 32 bits wide if `ilp32`, else 64.
pub fn width(name: &str, ilp32: bool) -> Option<u32> {
    match name {
        "ptr" => Some(if ilp32 { 32 } else { 64 }),
        "half" | "bfloat" => Some(16),
        "float" => Some(32),
        "double" => Some(64),
        "x86_fp80" => Some(80),
        "fp128" => Some(128),
        _ => {
            let digits = name.strip_prefix('i')?;
            let plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|&width| plain && (1..=1 << 16).contains(&width))
        }
    }
}

/// LLVM assembly that defines the values and the functions that hand them out.
///
/// # Errors
///
/// When one of the types is not known: its name.
pub fn assembly(
    inputs: &[BitVecValue],
    heap: &[HeapByte],
    types: &BTreeSet<String>,
    ilp32: bool,
) -> Result<String, String> {
    let widest = inputs.iter().map(BitVecValue::width).max().unwrap_or(1);
    let stride = widest.div_ceil(128) as usize * 16;
    let mut text = String::new();
    let size = inputs.len() * stride;
    // An array that is never empty: LLVM writes the contents of empty arrays differently.
    let _ = write!(text, "@euclase_values = constant [{} x i8] c\"", size + 1);
    for input in inputs {
        let mut bytes = input.to_big().to_bytes_le();
        bytes.resize(stride, 0);
        for byte in bytes {
            let _ = write!(text, "\\{byte:02X}");
        }
    }
    text.push_str("\\00\", align 16\n");
    let _ = write!(text, "@euclase_widths = constant [{} x i32] [", inputs.len() + 1);
    for input in inputs {
        let _ = write!(text, "i32 {}, ", input.width());
    }
    text.push_str("i32 0]\n");
    let _ = writeln!(text, "@euclase_count = constant i64 {}", inputs.len());
    let _ = writeln!(text, "@euclase_stride = constant i32 {stride}");
    let mut heap = heap.to_vec();
    heap.sort_by_key(|byte| (byte.allocation, byte.offset));
    let _ = write!(text, "@euclase_heap = constant [{} x i64] [", 3 * heap.len() + 1);
    for HeapByte { allocation, offset, byte } in heap {
        let _ = write!(text, "i64 {allocation}, i64 {offset}, i64 {byte}, ");
    }
    text.push_str("i64 -1]\n");
    text.push_str(
        "declare ptr @euclase_take(i32)\n\
         declare void @euclase_assume(i32)\n\
         define void @__euclase_assume(i1 %holds, i32 %site) {\n\
         \x20 %wide = zext i1 %holds to i32\n\
         \x20 call void @euclase_assume(i32 %wide)\n\
         \x20 ret void\n\
         }\n",
    );
    for name in types {
        let width = width(name, ilp32).ok_or_else(|| name.clone())?;
        let _ = write!(
            text,
            "define {name} @__euclase_nondet_{name}(i32 %site) {{\n\
             \x20 %place = call ptr @euclase_take(i32 {width})\n\
             \x20 %value = load {name}, ptr %place, align 1\n\
             \x20 ret {name} %value\n\
             }}\n"
        );
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_among_the_names_of_symbols() {
        let object =
            b"\0__euclase_nondet_i8\0_\0__euclase_nondet_x86_fp80\0main\0__euclase_nondet_i8\0__euclase_nondet_";
        let types: Vec<String> = requested_types(object).into_iter().collect();
        assert_eq!(types, ["i8", "x86_fp80"]);
    }

    #[test]
    fn widths_of_types() {
        assert_eq!(width("i1", false), Some(1));
        assert_eq!(width("i33", false), Some(33));
        assert_eq!(width("ptr", true), Some(32));
        assert_eq!(width("ptr", false), Some(64));
        assert_eq!(width("x86_fp80", false), Some(80));
        for unknown in ["i", "i0", "i08", "i-1", "i+1", "v4i32", "i99999999999"] {
            assert_eq!(width(unknown, false), None, "{unknown}");
        }
    }

    #[test]
    fn values_stand_in_the_order_of_the_machine() {
        let types = BTreeSet::from(["i16".to_string()]);
        let text = assembly(&[BitVecValue::new(16, 0x0102)], &[], &types, false).expect("a known type");
        assert!(text.contains("constant [17 x i8] c\"\\02\\01\\00"), "{text}");
        assert!(text.contains("constant [2 x i32] [i32 16, i32 0]"), "{text}");
        assert!(text.contains("@euclase_heap = constant [1 x i64] [i64 -1]"), "{text}");
        assert!(text.contains("define i16 @__euclase_nondet_i16(i32 %site)"), "{text}");
    }

    #[test]
    fn an_unknown_type_is_named() {
        let types = BTreeSet::from(["v4i32".to_string()]);
        assert_eq!(assembly(&[], &[], &types, false), Err("v4i32".to_string()));
    }
}
