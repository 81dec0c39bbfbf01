//! Floating-point commands as terms.
//!
//! Two things are left open by C. A result that is a NaN may have any sign and payload, and the machine's are not
//! those of the logic; that matters only where bits are looked at, which [`seen_bits`] finds out. And a number that does
//! not fit the integer it is converted to gives anything. There, the system may choose: a proof covers every
//! machine, and an execution counts only after the program itself was run.

use crate::operators::resize;
use euclase_logic::{BigInt, BitVecValue, Bound, FloatFormat, FloatOp, Op, Rounding, Sort, TermId, Terms};
use euclase_program::{
    CastOp, CommandKind, FloatBinaryOp, FloatPredicate, FloatUnaryOp, Function, Terminator, Type, ValueId,
};
use rustc_hash::FxHashSet;

/// What a floating-point command computes.
pub struct Computed {
    /// The result.
    pub term: TermId,
    /// What else it may be.
    pub open: Open,
}

/// What else than the term the result of a command may be.
pub enum Open {
    /// Nothing.
    Nothing,
    /// Any NaN, where the term is one.
    Nan(FloatFormat),
    /// Anything, where this is false.
    Unless(TermId),
    /// One of two numbers, or any NaN if one of them is a NaN, where this is false.
    Either(FloatFormat, TermId, [TermId; 2]),
    /// Where the first of these is false: any number with the sign of the second and nearer to zero than the third,
    /// which is not negative. Any NaN, where the term is one.
    Remainder(FloatFormat, [TermId; 3]),
}

/// What of a floating-point command is not modelled at all.
pub fn approximation(function: &Function, kind: &CommandKind, result: Option<&ValueId>) -> Option<String> {
    match kind {
        CommandKind::Cast(op @ (CastOp::FpToSi | CastOp::FpToUi | CastOp::SiToFp | CastOp::UiToFp), value) => {
            let wide = |ty: Type| matches!(ty, Type::Int(width) if width > FloatOp::MAX_INTEGER);
            let types = [Some(function.type_of(*value)), result.map(|result| function.type_of(*result))];
            let too_wide = types.into_iter().flatten().any(wide);
            too_wide.then(|| format!("floating-point conversion {}", op.word()))
        }
        _ => None,
    }
}

/// Why the result of a floating-point command may be chosen by the system.
pub fn choice(kind: &CommandKind, is_seen: bool) -> Option<&'static str> {
    match kind {
        CommandKind::FloatUnary(FloatUnaryOp::Neg | FloatUnaryOp::Abs, _) => None,
        CommandKind::FloatUnary(..) | CommandKind::Cast(CastOp::FpTrunc | CastOp::FpExt, _) if is_seen => NAN,
        CommandKind::FloatBinary(FloatBinaryOp::Min | FloatBinaryOp::Max, ..) => Some("choice of fmin or fmax"),
        CommandKind::FloatBinary(FloatBinaryOp::Rem, ..) => Some("remainder of floating-point numbers far apart"),
        CommandKind::FloatBinary(..) if is_seen => NAN,
        CommandKind::Cast(CastOp::FpToSi | CastOp::FpToUi, _) => {
            Some("conversion of a floating-point number that does not fit")
        }
        _ => None,
    }
}

const NAN: Option<&str> = Some("bits of a NaN");

/// The floating-point values whose bits the program can look at: they become integers, or they go to memory, or to another
/// function if there are others.
pub fn seen_bits(function: &Function, has_others: bool) -> FxHashSet<ValueId> {
    let mut seen = FxHashSet::default();
    let mut found: Vec<ValueId> = Vec::new();
    // For each value, those that hold the same number when it is a NaN.
    let mut sources: Vec<Vec<ValueId>> = vec![Vec::new(); function.value_count()];
    for block in &function.blocks {
        for phi in &block.phis {
            sources[phi.result.index()].extend(phi.arguments.iter().map(|(_, argument)| *argument));
        }
        for command in &block.commands {
            let result = command.results.first();
            match (&command.kind, result) {
                (CommandKind::Cast(CastOp::Bitcast, value), Some(result)) if !function.type_of(*result).is_float() => {
                    found.push(*value);
                }
                (CommandKind::Store { value, .. }, _) => found.push(*value),
                (CommandKind::Call { arguments, .. }, _) if has_others => found.extend(arguments),
                (CommandKind::Select(_, then, otherwise), Some(result)) => {
                    sources[result.index()].extend([*then, *otherwise]);
                }
                (
                    CommandKind::Freeze(value)
                    | CommandKind::FloatUnary(FloatUnaryOp::Neg | FloatUnaryOp::Abs, value)
                    | CommandKind::Cast(CastOp::Bitcast, value),
                    Some(result),
                ) => sources[result.index()].push(*value),
                _ => {}
            }
        }
    }
    let ends = function.blocks.iter().map(|block| &block.terminator);
    found.extend(ends.filter(|_| has_others).flat_map(|end| match end {
        Terminator::Return(values) => values.as_slice(),
        _ => &[],
    }));
    while let Some(value) = found.pop() {
        if function.type_of(value).is_float() && seen.insert(value) {
            found.extend(&sources[value.index()]);
        }
    }
    seen
}

fn format(ty: Type) -> Option<FloatFormat> {
    match ty {
        Type::Float(kind) => Some(kind.format()),
        Type::Int(_) | Type::Pointer => None,
    }
}

fn less(terms: &mut Terms, format: FloatFormat, a: TermId, b: TermId) -> TermId {
    terms.make(Op::Float(FloatOp::Less(format)), &[a, b])
}

fn equal(terms: &mut Terms, format: FloatFormat, a: TermId, b: TermId) -> TermId {
    terms.make(Op::Float(FloatOp::Equal(format)), &[a, b])
}

/// A command on one floating-point number.
pub fn unary(terms: &mut Terms, op: FloatUnaryOp, ty: Type, a: TermId) -> Option<Computed> {
    let format = format(ty)?;
    // The sign is a bit like any other.
    let sign = BitVecValue::signed_min(format.width());
    let rounding = match op {
        FloatUnaryOp::Neg => {
            let sign = terms.bitvec(sign);
            return Some(Computed { term: terms.make(Op::BvXor, &[a, sign]), open: Open::Nothing });
        }
        FloatUnaryOp::Abs => {
            let rest = terms.bitvec(sign.not());
            return Some(Computed { term: terms.make(Op::BvAnd, &[a, rest]), open: Open::Nothing });
        }
        FloatUnaryOp::Sqrt => None,
        FloatUnaryOp::Floor => Some(Rounding::Down),
        FloatUnaryOp::Ceil => Some(Rounding::Up),
        FloatUnaryOp::Trunc => Some(Rounding::Zero),
        FloatUnaryOp::Round => Some(Rounding::NearestAway),
        FloatUnaryOp::RoundEven => Some(Rounding::NearestEven),
    };
    let op = rounding.map_or(FloatOp::Sqrt(format), |rounding| FloatOp::Round(format, rounding));
    Some(Computed { term: terms.make(Op::Float(op), &[a]), open: Open::Nan(format) })
}

/// A command on two floating-point numbers.
pub fn binary(terms: &mut Terms, op: FloatBinaryOp, ty: Type, a: TermId, b: TermId) -> Option<Computed> {
    let format = format(ty)?;
    let op = match op {
        FloatBinaryOp::Add => FloatOp::Add(format),
        FloatBinaryOp::Sub => FloatOp::Sub(format),
        FloatBinaryOp::Mul => FloatOp::Mul(format),
        FloatBinaryOp::Div => FloatOp::Div(format),
        FloatBinaryOp::Min => return Some(least(terms, format, [a, b], false)),
        FloatBinaryOp::Max => return Some(least(terms, format, [a, b], true)),
        FloatBinaryOp::Rem => return Some(remainder(terms, format, a, b)),
    };
    Some(Computed { term: terms.make(Op::Float(op), &[a, b]), open: Open::Nan(format) })
}

/// The remainder of a division. It is exact where the first number is less than twice the second, sizes compared: then
/// it is the first, or the difference, which needs no rounding (Sterbenz). What else it is would take a division of
/// hundreds of bits; it is known to be nearer to zero than the second.
fn remainder(terms: &mut Terms, format: FloatFormat, a: TermId, b: TermId) -> Computed {
    let sign = BitVecValue::signed_min(format.width());
    let (sign, rest) = (terms.bitvec(sign.clone()), terms.bitvec(sign.not()));
    let (a_sign, a_size) = (terms.make(Op::BvAnd, &[a, sign]), terms.make(Op::BvAnd, &[a, rest]));
    let b_size = terms.make(Op::BvAnd, &[b, rest]);
    let (zero, infinity) = (terms.bv(format.width(), 0), terms.bitvec(format.infinity(false)));
    // Also false for an infinite or undefined first number, and for an undefined second one.
    let (is_finite, is_divisor) = (less(terms, format, a_size, infinity), less(terms, format, zero, b_size));
    let (is_less, is_same) = (less(terms, format, a_size, b_size), equal(terms, format, a_size, b_size));
    let difference = terms.make(Op::Float(FloatOp::Sub(format)), &[a_size, b_size]);
    let is_near = less(terms, format, difference, b_size);
    let signed_difference = terms.make(Op::BvOr, &[difference, a_sign]);
    let near = terms.ite(is_near, signed_difference, a_sign);
    let of_numbers = terms.ite(is_less, a, near);
    let nan = terms.bitvec(format.nan());
    let is_defined = terms.and(&[is_finite, is_divisor]);
    let term = terms.ite(is_defined, of_numbers, nan);
    let exact = terms.or(&[is_less, is_same, is_near]);
    let sure = terms.and(&[is_defined, exact]);
    Computed { term, open: Open::Remainder(format, [sure, a, b_size]) }
}

/// The lesser or the greater of two numbers. Of zeros it may be either, and of a signalling NaN and a number, too.
fn least(terms: &mut Terms, format: FloatFormat, [a, b]: [TermId; 2], greatest: bool) -> Computed {
    let (a_is_number, b_is_number) = (equal(terms, format, a, a), equal(terms, format, b, b));
    let (a_first, b_first) = (less(terms, format, a, b), less(terms, format, b, a));
    let of_numbers = if greatest { terms.ite(b_first, a, b) } else { terms.ite(a_first, a, b) };
    let b_or_both = terms.ite(a_is_number, of_numbers, b);
    let term = terms.ite(b_is_number, b_or_both, a);
    let quiet_bit = format.precision() - 2;
    let mut is_quiet = |x: TermId| {
        let (bit, one) = (terms.extract(quiet_bit, quiet_bit, x), terms.bv(1, 1));
        terms.eq(bit, one)
    };
    let (a_is_quiet, b_is_quiet) = (is_quiet(a), is_quiet(b));
    let same = terms.eq(a, b);
    let apart = terms.or(&[same, a_first, b_first]);
    let (no_a, no_b) = (terms.not(a_is_number), terms.not(b_is_number));
    let ways = [
        terms.and(&[a_is_number, b_is_number, apart]),
        terms.and(&[no_a, a_is_quiet, b_is_number]),
        terms.and(&[no_b, b_is_quiet, a_is_number]),
    ];
    Computed { term, open: Open::Either(format, terms.or(&ways), [a, b]) }
}

/// A comparison, from the two that the logic has.
pub fn compare(terms: &mut Terms, predicate: FloatPredicate, ty: Type, a: TermId, b: TermId) -> Option<TermId> {
    use FloatPredicate::*;
    let format = format(ty)?;
    let (ordered, negated) = match predicate {
        Oeq | Ogt | Oge | Olt | Ole | One | Ord => (predicate, false),
        Une => (Oeq, true),
        Ule => (Ogt, true),
        Ult => (Oge, true),
        Uge => (Olt, true),
        Ugt => (Ole, true),
        Ueq => (One, true),
        Uno => (Ord, true),
    };
    let holds = match ordered {
        Oeq => equal(terms, format, a, b),
        Olt => less(terms, format, a, b),
        Ogt => less(terms, format, b, a),
        Ole | Oge => {
            let strict = if ordered == Ole { less(terms, format, a, b) } else { less(terms, format, b, a) };
            let same = equal(terms, format, a, b);
            terms.or(&[strict, same])
        }
        One => {
            let ways = [less(terms, format, a, b), less(terms, format, b, a)];
            terms.or(&ways)
        }
        _ => {
            let numbers = [equal(terms, format, a, a), equal(terms, format, b, b)];
            terms.and(&numbers)
        }
    };
    Some(if negated { terms.not(holds) } else { holds })
}

/// A conversion from or to a floating-point number.
pub fn cast(terms: &mut Terms, op: CastOp, from: Type, to: Type, a: TermId) -> Option<Computed> {
    match op {
        CastOp::FpTrunc | CastOp::FpExt => {
            let (from, to) = (format(from)?, format(to)?);
            if from == to {
                return Some(Computed { term: a, open: Open::Nothing });
            }
            let term = terms.make(Op::Float(FloatOp::Convert { from, to }), &[a]);
            Some(Computed { term, open: Open::Nan(to) })
        }
        CastOp::SiToFp | CastOp::UiToFp => {
            let (to, signed) = (format(to)?, op == CastOp::SiToFp);
            let term = if terms.sort(a) == Sort::Bool {
                let [set, zero] = [if signed { -1 } else { 1 }, 0].map(|n| terms.bitvec(to.integer(&BigInt::from(n))));
                terms.ite(a, set, zero)
            } else {
                let width = terms.width(a);
                let op = if signed { FloatOp::FromSigned { width, to } } else { FloatOp::FromUnsigned { width, to } };
                terms.make(Op::Float(op), &[a])
            };
            Some(Computed { term, open: Open::Nothing })
        }
        CastOp::FpToSi | CastOp::FpToUi => {
            let (from, Type::Int(width)) = (format(from)?, to) else { return None };
            let signed = op == CastOp::FpToSi;
            let op = if signed { FloatOp::ToSigned { from, width } } else { FloatOp::ToUnsigned { from, width } };
            let term = terms.make(Op::Float(op), &[a]);
            let fits = fits(terms, op, from, a)?;
            Some(Computed { term: resize(terms, term, width, false), open: Open::Unless(fits) })
        }
        CastOp::Zext | CastOp::Sext | CastOp::Trunc | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => None,
    }
}

/// Whether a number, its fraction cut off, fits the integers that an operator converts to.
fn fits(terms: &mut Terms, op: FloatOp, from: FloatFormat, a: TermId) -> Option<TermId> {
    let (above, below) = op.bounds()?;
    let above = match above {
        Bound::Open(bits) => {
            let bound = terms.bitvec(bits);
            less(terms, from, bound, a)
        }
        Bound::Closed(bits) => {
            let bound = terms.bitvec(bits);
            let ways = [less(terms, from, bound, a), equal(terms, from, bound, a)];
            terms.or(&ways)
        }
    };
    let below = match below {
        Bound::Open(bits) | Bound::Closed(bits) => {
            let bound = terms.bitvec(bits);
            less(terms, from, a, bound)
        }
    };
    Some(terms.and(&[above, below]))
}

/// Whether the result of a command is sure, so that there is nothing to choose.
pub fn is_sure(terms: &mut Terms, computed: &Computed) -> bool {
    let sure = match computed.open {
        Open::Nothing => return true,
        Open::Nan(format) => equal(terms, format, computed.term, computed.term),
        Open::Unless(sure) | Open::Either(_, sure, _) | Open::Remainder(_, [sure, ..]) => sure,
    };
    terms.as_bool(sure) == Some(true)
}

/// The result of a command, an input saying which of the possible ones it is.
pub fn chosen(terms: &mut Terms, computed: &Computed, input: TermId) -> TermId {
    match computed.open {
        Open::Nothing => computed.term,
        Open::Nan(format) => {
            let sure = equal(terms, format, computed.term, computed.term);
            let (number, nan) = (equal(terms, format, input, input), terms.bitvec(format.nan()));
            let any = terms.ite(number, nan, input);
            terms.ite(sure, computed.term, any)
        }
        Open::Unless(sure) => terms.ite(sure, computed.term, input),
        Open::Either(format, sure, [a, b]) => {
            let (is_a, is_b) = (terms.eq(input, a), terms.eq(input, b));
            let numbers = [a, b].map(|x| equal(terms, format, x, x));
            let (number, of_numbers) = (equal(terms, format, input, input), terms.and(&numbers));
            let neither = [terms.not(number), terms.not(of_numbers)];
            let nan = terms.and(&neither);
            let possible = terms.or(&[is_a, is_b, nan]);
            let any = terms.ite(possible, input, a);
            terms.ite(sure, computed.term, any)
        }
        Open::Remainder(format, [sure, a, b_size]) => {
            let number = equal(terms, format, computed.term, computed.term);
            let rest = terms.bitvec(BitVecValue::signed_min(format.width()).not());
            let size = terms.make(Op::BvAnd, &[input, rest]);
            let top = format.width() - 1;
            let signs = [a, input].map(|x| terms.extract(top, top, x));
            let alike = terms.eq(signs[0], signs[1]);
            let nearer = less(terms, format, size, b_size);
            let input_is_number = equal(terms, format, input, input);
            let possible_number = terms.and(&[number, alike, nearer]);
            let neither = [terms.not(number), terms.not(input_is_number)];
            let possible_nan = terms.and(&neither);
            let possible = terms.or(&[possible_number, possible_nan]);
            let any = terms.ite(possible, input, computed.term);
            terms.ite(sure, computed.term, any)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::Value;
    use euclase_program::{FloatKind, evaluate};

    const KINDS: [FloatKind; 3] = [FloatKind::F32, FloatKind::F64, FloatKind::X87];

    /// Numbers around which something changes.
    fn numbers(kind: FloatKind) -> Vec<BitVecValue> {
        let format = kind.format();
        let quiet = format.nan();
        let one = BitVecValue::one(format.width());
        let mut numbers = vec![quiet.clone(), quiet.add(&one), one.clone(), quiet.sub(&one)];
        for negative in [false, true] {
            numbers.extend([format.zero(negative), format.infinity(negative), format.infinity(negative).sub(&one)]);
        }
        let integers = [1, -1, 3, 127, 128, -128, -129, 255, 256, 1 << 24, (1 << 24) + 1, i64::MAX, i64::MIN];
        numbers.extend(integers.map(|n| format.integer(&BigInt::from(n))));
        let halved = |n: i64| {
            let half = FloatOp::Div(format).compute(&[&format.integer(&BigInt::from(n)), &format.integer(&2.into())]);
            if let euclase_logic::FloatResult::Bits(bits) = half { bits } else { BitVecValue::zero(1) }
        };
        numbers.extend([1, -1, 3, 5, -257, 511].map(halved));
        numbers
    }

    fn value(terms: &Terms, term: TermId) -> BitVecValue {
        match terms.literal_value(term) {
            Some(Value::Bool(truth)) => evaluate::truth(truth),
            Some(Value::BitVec(bits)) => bits,
            other => panic!("not a constant: {other:?}"),
        }
    }

    #[test]
    fn commands_compute_what_the_interpreter_computes() {
        for kind in KINDS {
            let ty = Type::Float(kind);
            let mut terms = Terms::new();
            for a in numbers(kind) {
                let x = terms.bitvec(a.clone());
                for op in FloatUnaryOp::ALL {
                    let term = unary(&mut terms, *op, ty, x).unwrap().term;
                    assert_eq!(value(&terms, term), evaluate::float_unary(*op, ty, &a).unwrap(), "{op:?} {a:?}");
                }
                for b in numbers(kind) {
                    let y = terms.bitvec(b.clone());
                    for op in FloatPredicate::ALL {
                        let term = compare(&mut terms, *op, ty, x, y).unwrap();
                        let expected = evaluate::truth(evaluate::float_compare(*op, ty, &a, &b).unwrap());
                        assert_eq!(value(&terms, term), expected, "{op:?} {a:?} {b:?}");
                    }
                    for op in FloatBinaryOp::ALL {
                        let Some(computed) = binary(&mut terms, *op, ty, x, y) else { continue };
                        let expected = evaluate::float_binary(*op, ty, &a, &b).unwrap();
                        // The interpreter's result is among the possible ones.
                        let input = terms.bitvec(expected.clone());
                        let term = chosen(&mut terms, &computed, input);
                        assert_eq!(value(&terms, term), expected, "{op:?} {a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn conversions_compute_what_the_interpreter_computes_and_anything_where_that_is_undefined() {
        for kind in KINDS {
            let ty = Type::Float(kind);
            let mut terms = Terms::new();
            for a in numbers(kind) {
                let x = terms.bitvec(a.clone());
                for to in KINDS.map(Type::Float).into_iter().filter(|to| *to != ty) {
                    let term = cast(&mut terms, CastOp::FpTrunc, ty, to, x).unwrap().term;
                    assert_eq!(value(&terms, term), evaluate::cast(CastOp::FpTrunc, &a, ty, to, 64).unwrap());
                }
                for width in [1, 8, 16, 25, 32, 54, 64, 65, 128] {
                    for op in [CastOp::FpToSi, CastOp::FpToUi] {
                        let to = Type::Int(width);
                        let computed = cast(&mut terms, op, ty, to, x).unwrap();
                        let expected = evaluate::cast(op, &a, ty, to, 64);
                        assert_eq!(is_sure(&mut terms, &computed), expected.is_ok(), "{op:?} {width} {a:?}");
                        if let Ok(expected) = expected {
                            assert_eq!(value(&terms, computed.term), expected, "{op:?} {width} {a:?}");
                        }
                    }
                    let bits = evaluate::resize_signed(&a, width);
                    let integer = crate::operators::constant(&mut terms, &bits);
                    for op in [CastOp::SiToFp, CastOp::UiToFp] {
                        let term = cast(&mut terms, op, Type::Int(width), ty, integer).unwrap().term;
                        let expected = evaluate::cast(op, &bits, Type::Int(width), ty, 64).unwrap();
                        assert_eq!(value(&terms, term), expected, "{op:?} {bits:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_nan_may_be_any_nan_and_a_number_only_itself() {
        let (ty, format) = (Type::Float(FloatKind::F64), FloatFormat::Double);
        let mut terms = Terms::new();
        let [zero, one] = [0, 1].map(|n| terms.bitvec(format.integer(&BigInt::from(n))));
        let other_nan = BitVecValue::new(64, 0xfff8_0000_0000_0007);
        let input = terms.bitvec(other_nan.clone());
        let invalid = binary(&mut terms, FloatBinaryOp::Div, ty, zero, zero).unwrap();
        let any = chosen(&mut terms, &invalid, input);
        assert_eq!(value(&terms, any), other_nan);
        let number = binary(&mut terms, FloatBinaryOp::Div, ty, zero, one).unwrap();
        assert!(is_sure(&mut terms, &number) && !is_sure(&mut terms, &invalid));
        let no_nan = chosen(&mut terms, &invalid, one);
        assert_eq!(value(&terms, no_nan), format.nan());
    }

    #[test]
    fn bits_are_seen_through_copies_but_not_through_arithmetic() {
        let text = "program pointers 64 entry @main
function @main(%argc: i64) -> i32 {
entry:
  %f = bitcast i64 %argc to f64
  %copied = fadd f64 %f, %f
  %used = fadd f64 %f, 1.0
  %none = eq i64 %argc, 0
  %both = select %none, f64 %copied, %f
  %sum = fmul f64 %used, %both
  %less = folt f64 %sum, %used
  %negative = fneg f64 %both
  %bits = bitcast f64 %negative to i64
  %zero = eq i64 %bits, 0
  %c = and i1 %less, %zero
  branch %c, bad, good
bad:
  error assert \"x\"
good:
  exit
}
";
        let text = text.replace("1.0", "0x3ff0000000000000");
        let program = euclase_program::Program::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let function = program.function(program.entry.unwrap());
        let seen = seen_bits(function, false);
        let mut names: Vec<&str> = seen.iter().filter_map(|value| function.value(*value).name.as_deref()).collect();
        names.sort();
        assert_eq!(names, ["both", "copied", "f", "negative"]);
    }
}
