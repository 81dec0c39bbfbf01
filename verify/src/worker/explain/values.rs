//! Values as C writes them.

use euclase_program::{BitVecValue, Encoding, FloatKind, Input, NondetOrigin, Type};

/// A value of a type.
pub(super) fn show_as(encoding: Encoding, type_name: &str, bits: &BitVecValue) -> String {
    match encoding {
        Encoding::Signed => bits.to_signed().to_string(),
        Encoding::Unsigned => bits.to_big().to_string(),
        Encoding::Boolean => if bits.is_zero() { "false" } else { "true" }.to_string(),
        // Whoever says `unsigned char` or `signed char` means a number.
        Encoding::Character if type_name.contains("unsigned") => bits.to_big().to_string(),
        Encoding::Character if type_name.contains("signed") => bits.to_signed().to_string(),
        Encoding::Character => character(bits),
        Encoding::Float => float(bits),
        Encoding::Address if bits.is_zero() => "NULL".to_string(),
        Encoding::Address => format!("0x{}", bits.to_big().to_str_radix(16)),
        Encoding::Other => bits.to_signed().to_string(),
    }
}

/// An arbitrary value, of which only the type and the function it comes from are known.
pub(super) fn show_input(input: &Input) -> String {
    let bits = &input.bits;
    let unsigned = match &input.origin {
        NondetOrigin::Input(name) => {
            ["_u", "unsigned", "size_t", "_bool", "_Bool"].iter().any(|part| name.contains(part))
        }
        _ => false,
    };
    match input.ty {
        Type::Int(1) => bits.to_big().to_string(),
        Type::Int(_) if unsigned => bits.to_big().to_string(),
        Type::Int(_) => bits.to_signed().to_string(),
        Type::Pointer if bits.is_zero() => "NULL".to_string(),
        Type::Pointer => format!("0x{}", bits.to_big().to_str_radix(16)),
        Type::Float(FloatKind::F32 | FloatKind::F64 | FloatKind::X87) => float(bits),
    }
}

/// A character, if it can be printed, with its number.
fn character(bits: &BitVecValue) -> String {
    let number = bits.to_signed();
    match bits.to_u64() {
        Some(code @ 0x20..0x7f) => {
            let character = char::from(code as u8);
            let escape = if matches!(character, '\'' | '\\') { "\\" } else { "" };
            format!("{number} ('{escape}{character}')")
        }
        _ => number.to_string(),
    }
}

fn float(bits: &BitVecValue) -> String {
    let number = bits.to_u64().unwrap_or(0);
    match bits.width() {
        32 => format!("{:?}", f32::from_bits(number as u32)),
        64 => format!("{:?}", f64::from_bits(number)),
        _ => format!("0x{}", bits.to_big().to_str_radix(16)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_look_like_c() {
        let show = |encoding, type_name, width, number| show_as(encoding, type_name, &BitVecValue::new(width, number));
        assert_eq!(show(Encoding::Signed, "int", 32, 0xffff_ffff), "-1");
        assert_eq!(show(Encoding::Unsigned, "unsigned int", 32, 0xffff_ffff), "4294967295");
        assert_eq!(show(Encoding::Boolean, "_Bool", 8, 1), "true");
        assert_eq!(show(Encoding::Character, "char", 8, 97), "97 ('a')");
        assert_eq!(show(Encoding::Character, "char", 8, 39), "39 ('\\'')");
        assert_eq!(show(Encoding::Character, "char", 8, 255), "-1");
        assert_eq!(show(Encoding::Character, "unsigned char", 8, 97), "97");
        assert_eq!(show(Encoding::Character, "unsigned char", 8, 255), "255");
        assert_eq!(show(Encoding::Float, "double", 64, 1.5f64.to_bits()), "1.5");
        assert_eq!(show(Encoding::Address, "int *", 64, 0), "NULL");
    }

    #[test]
    fn inputs_are_read_as_their_function_says() {
        let show = |name: &str| {
            let origin = NondetOrigin::Input(name.into());
            show_input(&Input {
                origin,
                ty: Type::Int(8),
                location: None,
                address: None,
                bits: BitVecValue::new(8, 200),
            })
        };
        assert_eq!(show("__VERIFIER_nondet_char"), "-56");
        assert_eq!(show("__VERIFIER_nondet_uchar"), "200");
    }
}
