//! The part of the replay runtime that is written for each module: the values, and the functions whose names
//! end in an LLVM type.
//!
//! It is LLVM assembly rather than C, since modules ask for widths that C has no type for (`i24`, `i33`), and
//! since the two sides of a call must agree on what is in the unused bits of an `i1`.

use euclase_logic::BitVecValue;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

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

/// What memory holds that an execution has values for and the program does not write.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// Bytes of objects from `malloc`.
    pub heap: Vec<HeapByte>,
    /// Memory that is no object of the program's, if the execution has pointers to it.
    pub outside: Option<Outside>,
}

/// Memory that the program did not allocate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    /// Where it lies.
    pub addresses: std::ops::Range<u64>,
    /// Its bytes that are not zero, by their addresses.
    pub bytes: Vec<(u64, u8)>,
}

impl Contents {
    /// Whether nothing has to be said.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty() && self.outside.is_none()
    }
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
    contents: &Contents,
    types: &BTreeSet<String>,
    ilp32: bool,
) -> Result<String, String> {
    let stride = stride(inputs);
    let mut text = String::new();
    let size = inputs.len() * stride;
    // An array that is never empty: LLVM writes the contents of empty arrays differently.
    let _ = write!(text, "@euclase_values = constant [{} x i8] c\"", size + 1);
    for byte in value_bytes(inputs) {
        let _ = write!(text, "\\{byte:02X}");
    }
    text.push_str("\\00\", align 16\n");
    let _ = write!(text, "@euclase_widths = constant [{} x i32] [", inputs.len() + 1);
    for input in inputs {
        let _ = write!(text, "i32 {}, ", input.width());
    }
    text.push_str("i32 0]\n");
    text.push_str(&counts(inputs, contents));
    Ok(text + &functions(types, ilp32)?)
}

/// The same with values that stand in files of this folder, which spares the compiler reading many values as text.
///
/// # Errors
///
/// When one of the types is not known, or a file cannot be written.
pub fn assembly_with_files(
    inputs: &[BitVecValue],
    contents: &Contents,
    types: &BTreeSet<String>,
    ilp32: bool,
    folder: &Path,
) -> Result<String, String> {
    let mut text = String::new();
    let widths = inputs.iter().map(BitVecValue::width).chain([0]).flat_map(u32::to_le_bytes).collect();
    for (name, bytes) in [("values", value_bytes(inputs)), ("widths", widths)] {
        let file = format!("replay-{name}.bin");
        let path = folder.join(&file);
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        let _ = write!(
            text,
            "module asm \".section .rodata\"\nmodule asm \".balign 16\"\nmodule asm \".globl euclase_{name}\"\n\
             module asm \"euclase_{name}: .incbin \\22{file}\\22\"\nmodule asm \".byte 0\"\n\
             module asm \".previous\"\n"
        );
    }
    text.push_str(&counts(inputs, contents));
    Ok(text + &functions(types, ilp32)?)
}

/// How many bytes a value takes.
fn stride(inputs: &[BitVecValue]) -> usize {
    let widest = inputs.iter().map(BitVecValue::width).max().unwrap_or(1);
    widest.div_ceil(128) as usize * 16
}

/// The values one after the other, in the order of the machine.
fn value_bytes(inputs: &[BitVecValue]) -> Vec<u8> {
    let stride = stride(inputs);
    let mut bytes = Vec::with_capacity(inputs.len() * stride);
    for (index, input) in inputs.iter().enumerate() {
        match input.to_u64() {
            Some(small) => bytes.extend(small.to_le_bytes()),
            None => bytes.extend(input.to_big().to_bytes_le()),
        }
        bytes.resize((index + 1) * stride, 0);
    }
    bytes
}

/// How many values there are, and what memory holds.
fn counts(inputs: &[BitVecValue], contents: &Contents) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "@euclase_count = constant i64 {}", inputs.len());
    let _ = writeln!(text, "@euclase_stride = constant i32 {}", stride(inputs));
    let mut heap = contents.heap.clone();
    heap.sort_by_key(|byte| (byte.allocation, byte.offset));
    let heap = heap.into_iter().flat_map(|byte| [byte.allocation, byte.offset, u64::from(byte.byte)]);
    numbers(&mut text, "heap", heap.chain([u64::MAX]));
    let outside = contents.outside.iter().flat_map(|outside| {
        let place = [outside.addresses.start, outside.addresses.end - outside.addresses.start];
        place.into_iter().chain(outside.bytes.iter().flat_map(|(address, byte)| [*address, u64::from(*byte)]))
    });
    numbers(&mut text, "outside", outside.chain([0]));
    text
}

/// An array of numbers.
fn numbers(text: &mut String, name: &str, numbers: impl Iterator<Item = u64>) {
    let numbers: Vec<String> = numbers.map(|number| format!("i64 {}", number as i64)).collect();
    let _ = writeln!(text, "@euclase_{name} = constant [{} x i64] [{}]", numbers.len(), numbers.join(", "));
}

/// The constants that guesses are made of, sorted by width; wider ones than 64 bits are left out.
pub fn constants(constants: &[BitVecValue]) -> String {
    let small = constants.iter().filter(|value| value.width() <= 64);
    let pairs: BTreeSet<(u32, u64)> = small.filter_map(|value| Some((value.width(), value.to_u64()?))).collect();
    let mut text = format!("@euclase_constants = constant [{} x i64] [", 2 * pairs.len() + 1);
    for (width, value) in pairs {
        let _ = write!(text, "i64 {width}, i64 {}, ", value as i64);
    }
    text.push_str("i64 0]\n");
    text
}

/// The functions that a module asks for values by.
///
/// # Errors
///
/// When one of the types is not known: its name.
pub fn functions(types: &BTreeSet<String>, ilp32: bool) -> Result<String, String> {
    let mut text = String::from(
        "declare ptr @euclase_take(i32)\n\
         declare void @euclase_assume(i32)\n\
         define void @__euclase_assume(i1 %holds, i32 %site) {\n\
         \x20 %wide = zext i1 %holds to i32\n\
         \x20 call void @euclase_assume(i32 %wide)\n\
         \x20 ret void\n\
         }\n",
    );
    for name in types {
        let width = width(name, ilp32).ok_or_else(|| format!("there are no native values of the type {name}"))?;
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
        let text =
            assembly(&[BitVecValue::new(16, 0x0102)], &Contents::default(), &types, false).expect("a known type");
        assert!(text.contains("constant [17 x i8] c\"\\02\\01\\00"), "{text}");
        assert!(text.contains("constant [2 x i32] [i32 16, i32 0]"), "{text}");
        assert!(text.contains("@euclase_heap = constant [1 x i64] [i64 -1]"), "{text}");
        assert!(text.contains("define i16 @__euclase_nondet_i16(i32 %site)"), "{text}");
    }

    #[test]
    fn an_unknown_type_is_named() {
        let types = BTreeSet::from(["v4i32".to_string()]);
        assert_eq!(
            assembly(&[], &Contents::default(), &types, false),
            Err("there are no native values of the type v4i32".to_string())
        );
    }
}
