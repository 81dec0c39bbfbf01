//! The two implementations against each other, and the x87 itself against the one that it has.

use super::*;
use proptest::prelude::*;

/// Bits near everything where something changes: ends of exponents, of significands, and random ones.
fn bits(format: FloatFormat) -> impl Strategy<Value = BitVecValue> {
    let fraction = format.width() - 1 - format.exponent_bits();
    let near = 1u64 << (format.exponent_bits() - 1);
    let top = (1u64 << format.exponent_bits()) - 1;
    let exponents = prop_oneof![0..4u64, near - 70..near + 70, top - 3..=top, 0..=top];
    let fractions = prop_oneof![Just(0u128), Just(1), Just(u128::MAX), Just(u128::MAX << 3), 0..8u128, any::<u128>()];
    let hidden = prop_oneof![9 => Just(true), 1 => Just(false)];
    (any::<bool>(), exponents, fractions, hidden).prop_map(move |(sign, exponent, low, integer)| {
        let sign = BitVecValue::new(1, u64::from(sign));
        let exponents = BitVecValue::new(format.exponent_bits(), exponent);
        let mut low = BitVecValue::from_big(fraction, &BigUint::from(low));
        if format == FloatFormat::Extended {
            let integer = BitVecValue::new(1, u64::from(integer && exponent > 0));
            low = integer.concat(&low.extract(fraction - 2, 0));
        }
        sign.concat(&exponents).concat(&low)
    })
}

fn operators(format: FloatFormat) -> Vec<FloatOp> {
    use FloatOp::*;
    let mut all = vec![Add(format), Sub(format), Mul(format), Div(format), Sqrt(format), Less(format), Equal(format)];
    all.extend(Rounding::ALL.map(|rounding| Round(format, rounding)));
    all.extend([7, 8, 16, 32, 64].map(|width| ToSigned { from: format, width }));
    all.extend([1, 8, 16, 32, 64].map(|width| ToUnsigned { from: format, width }));
    let others = FloatFormat::ALL.into_iter().filter(|to| *to != format);
    all.extend(others.map(|to| Convert { from: format, to }));
    all
}

fn agree(op: FloatOp, args: &[&BitVecValue]) {
    if let Some(expected) = hardware::compute(op, args) {
        assert_eq!(soft::compute(op, args), expected, "{op:?} {args:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn single_numbers_are_the_machines(a in bits(FloatFormat::Single), b in bits(FloatFormat::Single)) {
        for op in operators(FloatFormat::Single) {
            agree(op, &[&a, &b][..op.arity()]);
        }
        let own = f32::from_bits(a.to_u64().unwrap() as u32) % f32::from_bits(b.to_u64().unwrap() as u32);
        let own = if own.is_nan() { FloatFormat::Single.nan() } else { BitVecValue::new(32, own.to_bits().into()) };
        prop_assert_eq!(FloatFormat::Single.remainder(&a, &b), own);
    }

    #[test]
    fn double_numbers_are_the_machines(a in bits(FloatFormat::Double), b in bits(FloatFormat::Double)) {
        for op in operators(FloatFormat::Double) {
            agree(op, &[&a, &b][..op.arity()]);
        }
        let own = f64::from_bits(a.to_u64().unwrap()) % f64::from_bits(b.to_u64().unwrap());
        let own = if own.is_nan() { FloatFormat::Double.nan() } else { BitVecValue::new(64, own.to_bits()) };
        prop_assert_eq!(FloatFormat::Double.remainder(&a, &b), own);
    }

    #[test]
    fn integers_are_converted_as_the_machine_does(number: u64, shift in 0u32..64, width in 1u32..=64) {
        let bits = BitVecValue::new(width, number >> shift);
        for to in FloatFormat::ALL {
            agree(FloatOp::FromSigned { width, to }, &[&bits]);
            agree(FloatOp::FromUnsigned { width, to }, &[&bits]);
        }
    }

    #[test]
    fn the_next_number_is_the_next_number(a in bits(FloatFormat::Double)) {
        let number = f64::from_bits(a.to_u64().unwrap());
        if !number.is_nan() && number != f64::INFINITY {
            let next = FloatFormat::Double.next(&a, true).to_u64().unwrap();
            prop_assert_eq!(f64::from_bits(next), number.next_up());
        }
        if !number.is_nan() && number != f64::NEG_INFINITY {
            let next = FloatFormat::Double.next(&a, false).to_u64().unwrap();
            prop_assert_eq!(f64::from_bits(next), number.next_down());
        }
    }
}

#[test]
fn a_nan_is_quiet_positive_and_without_a_payload() {
    assert_eq!(FloatFormat::Single.nan(), BitVecValue::new(32, 0x7fc0_0000));
    assert_eq!(FloatFormat::Double.nan(), BitVecValue::new(64, 0x7ff8_0000_0000_0000));
    assert_eq!(FloatFormat::Extended.nan().to_string(), "#x7fffc000000000000000");
}

#[cfg(target_arch = "x86_64")]
mod x87 {
    use super::*;
    use std::arch::asm;

    /// What the x87 makes of two numbers with an instruction.
    macro_rules! instruction {
        ($a:expr, $b:expr, $text:literal) => {{
            let (a, b, mut result) = (bytes($a), bytes($b), [0u8; 16]);
            // SAFETY: the instruction takes both numbers off the stack and leaves one, which is stored.
            unsafe {
                asm!(
                    "fninit", "fld tbyte ptr [{b}]", "fld tbyte ptr [{a}]", $text, "fstp tbyte ptr [{r}]", "fninit",
                    a = in(reg) a.as_ptr(), b = in(reg) b.as_ptr(), r = in(reg) result.as_mut_ptr(),
                    out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                    out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                );
            }
            number(result)
        }};
    }

    fn bytes(bits: &BitVecValue) -> [u8; 16] {
        let mut bytes = [0; 16];
        let digits = bits.to_big().to_bytes_le();
        bytes[..digits.len()].copy_from_slice(&digits);
        bytes
    }

    fn number(bytes: [u8; 16]) -> BitVecValue {
        let bits = BitVecValue::from_big(80, &BigUint::from_bytes_le(&bytes[..10]));
        if FloatFormat::Extended.is_nan(&bits) { FloatFormat::Extended.nan() } else { bits }
    }

    fn ours(op: FloatOp, args: &[&BitVecValue]) -> BitVecValue {
        match op.compute(&args[..op.arity()]) {
            FloatResult::Bits(bits) => bits,
            FloatResult::Truth(_) => panic!("{op:?} is a comparison"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn extended_numbers_are_the_x87s(a in bits(FloatFormat::Extended), b in bits(FloatFormat::Extended)) {
            let (format, args) = (FloatFormat::Extended, [&a, &b]);
            // Loaded are b, then a, so that a is on top.
            prop_assert_eq!(ours(FloatOp::Add(format), &args), instruction!(&a, &b, "faddp st(1), st"));
            prop_assert_eq!(ours(FloatOp::Mul(format), &args), instruction!(&a, &b, "fmulp st(1), st"));
            prop_assert_eq!(ours(FloatOp::Sub(format), &args), instruction!(&b, &a, "fsubp st(1), st"));
            prop_assert_eq!(ours(FloatOp::Div(format), &args), instruction!(&b, &a, "fdivp st(1), st"));
            prop_assert_eq!(ours(FloatOp::Sqrt(format), &args), instruction!(&a, &b, "fsqrt"));
            prop_assert_eq!(ours(FloatOp::Round(format, Rounding::NearestEven), &args), instruction!(&a, &b, "frndint"));
        }
    }
}
