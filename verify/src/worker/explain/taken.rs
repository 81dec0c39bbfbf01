//! The arbitrary values of a run with their exact places, as witnesses need them.

use super::execution::MAX_STEPS;
use super::place;
use crate::witness::branches::MARK;
use crate::worker::protocol::Explanation;
use euclase_program::{
    BitVecValue, FloatKind, Input, NondetOrigin, Obstacle, ObstacleKind, Outcome, Program, Run, RunOptions, TraceLevel,
    Type, run,
};
use euclase_result::{Taken, Violation};
use std::time::Instant;

/// More values than this are not told; a witness may leave out the rest.
const MOST: usize = 10_000;

/// The values that functions returned and that variables had, in order.
pub(super) fn of(program: &Program, run: &Run) -> Vec<Taken> {
    let visible = run.inputs.iter().filter(|input| input.address.is_none());
    visible.filter_map(|input| taken(program, input)).take(MOST).collect()
}

/// All values in order, as numbers, if those that a witness can tell do not say which way the run takes.
pub(super) fn values(run: &Run) -> Option<Vec<String>> {
    let is_returned = |input: &Input| {
        matches!(input.origin, NondetOrigin::Input(_) | NondetOrigin::External(_) | NondetOrigin::MadeUp(_))
    };
    let is_told = |input: &Input| input.address.is_none() && is_returned(input) && constant(input).is_some();
    let untold = run.inputs.iter().any(|input| !is_told(input)) && run.inputs.len() <= MOST;
    untold.then(|| run.inputs.iter().map(|input| input.bits.to_big().to_string()).collect())
}

/// Runs a program on such values. What functions that mark branches return is nobody's value.
pub(super) fn retrace(whole: &Program, given: &[String], deadline: Option<Instant>) -> Explanation {
    let mut given = given.iter();
    let options = RunOptions { max_steps: MAX_STEPS, trace: TraceLevel::Blocks, deadline, ..RunOptions::default() };
    let retraced = run(whole, options, &mut |request| {
        let width = request.ty.width(whole.pointer_width);
        match request.origin {
            NondetOrigin::External(name) if name.starts_with(MARK) => Some(BitVecValue::zero(width)),
            _ => Some(BitVecValue::from_big(width, &given.next()?.parse().ok()?)),
        }
    });
    match retraced.outcome {
        Outcome::ErrorReached { check, ref message, .. } if given.next().is_none() => {
            let taken = of(whole, &retraced);
            Explanation::Violation(Box::new(Violation { taken, ..Violation::of(check, message.as_str()) }))
        }
        _ => Explanation::NotReal { why: Obstacle::new(ObstacleKind::Elsewhere, "the values lead elsewhere") },
    }
}

fn taken(program: &Program, input: &Input) -> Option<Taken> {
    let (name, returned) = match &input.origin {
        NondetOrigin::Input(name) | NondetOrigin::External(name) => (name.to_string(), true),
        NondetOrigin::Uninitialised(name) => (name.to_string(), false),
        NondetOrigin::MadeUp(what) => (what.to_string(), true),
        NondetOrigin::Havoc(_) | NondetOrigin::Fails(_) | NondetOrigin::Watched | NondetOrigin::Undef => return None,
    };
    let column = input.location.map_or(0, |location| program.location(location).column);
    let value = constant(input);
    Some(Taken { name, returned, value, place: place(program, input.location).unwrap_or_default(), column })
}

/// The value as a constant of C that the value of the C type equals, if its type is known well enough.
fn constant(input: &Input) -> Option<String> {
    let bits = &input.bits;
    let unsigned = match &input.origin {
        NondetOrigin::Input(name) => {
            Some(["_u", "unsigned", "size_t", "_bool", "_Bool"].iter().any(|part| name.contains(part)))
        }
        _ => None,
    };
    match input.ty {
        Type::Int(1) => Some(bits.to_big().to_string()),
        Type::Int(width) => match unsigned {
            Some(true) => Some(natural(bits)),
            Some(false) => Some(signed(bits)),
            // C compares a narrow number after it has become an int, so its sign has to be known.
            None if width < 32 && bits.is_negative() => None,
            None => Some(signed(bits)),
        },
        Type::Pointer => bits.is_zero().then(|| "0".to_string()),
        Type::Float(FloatKind::F32) => {
            let value = f32::from_bits(bits.to_u64()? as u32);
            value.is_finite().then(|| format!("{value:?}f"))
        }
        Type::Float(FloatKind::F64) => {
            let value = f64::from_bits(bits.to_u64()?);
            value.is_finite().then(|| format!("{value:?}"))
        }
        Type::Float(FloatKind::X87) => None,
    }
}

fn natural(bits: &BitVecValue) -> String {
    let suffix = if bits.width() > 32 { "ULL" } else { "U" };
    let value = bits.to_big();
    let needs_suffix = bits.width() >= 32 && bits.is_negative();
    format!("{value}{}", if needs_suffix { suffix } else { "" })
}

fn signed(bits: &BitVecValue) -> String {
    let value = bits.to_signed();
    match bits.width() {
        // Such a number has no constant of its own.
        64 if *bits == BitVecValue::signed_min(64) => "-9223372036854775807LL - 1".to_string(),
        33.. if value > i32::MAX.into() || value < i32::MIN.into() => format!("{value}LL"),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_constants_of_c() {
        let show = |name: &str, ty: Type, width: u32, number: u64| {
            let origin = NondetOrigin::Input(name.into());
            constant(&Input { origin, ty, location: None, address: None, bits: BitVecValue::new(width, number) })
        };
        let int = |name: &str, width: u32, number: u64| show(name, Type::Int(width), width, number).unwrap_or_default();
        assert_eq!(int("__VERIFIER_nondet_int", 32, 0xffff_ffff), "-1");
        assert_eq!(int("__VERIFIER_nondet_uint", 32, 0xffff_ffff), "4294967295U");
        assert_eq!(int("__VERIFIER_nondet_uchar", 8, 200), "200");
        assert_eq!(int("__VERIFIER_nondet_char", 8, 200), "-56");
        assert_eq!(int("__VERIFIER_nondet_long", 64, 1 << 63), "-9223372036854775807LL - 1");
        assert_eq!(int("__VERIFIER_nondet_long", 64, 1 << 40), "1099511627776LL");
        assert_eq!(int("__VERIFIER_nondet_ulong", 64, u64::MAX), "18446744073709551615ULL");
        let float = |value: f32| show("f", Type::Float(FloatKind::F32), 32, u64::from(value.to_bits()));
        assert_eq!(float(0.1).as_deref(), Some("0.1f"));
        assert_eq!(float(f32::NAN), None);
    }
}
