//! Floating-point commands as terms.
//!
//! Two things are left open by C. A result that is a NaN may have any sign and payload, and the machine's are not
//! those of the logic; that matters only where bits are looked at, which [`seen_bits`] finds out. And a number that does
//! not fit the integer it is converted to gives anything. There, the system may choose: a proof covers every
//! machine, and an execution counts only after the program itself was run.

use crate::operators::resize;
use euclase_logic::{BigInt, BitVecValue, Bound, FloatFormat, FloatOp, Op, Rounding, Sort, TermId, Terms};
use euclase_program::{CastOp, CommandKind, FloatBinaryOp, FloatPredicate, FloatUnaryOp, Function, Type, ValueId};
use rustc_hash::FxHashSet;

/// What a floating-point command computes.
pub(crate) struct Computed {
    /// The result.
    pub term: TermId,
    /// What else it may be.
    pub open: Open,
}

/// What else than the term the result of a command may be.
pub(crate) enum Open {
    /// Nothing.
    Nothing,
    /// Any NaN, where the term is one.
    Nan(FloatFormat),
    /// Anything, where this is false.
    Unless(TermId),
    /// One of two numbers or any NaN, where this is false.
    Either(FloatFormat, TermId, [TermId; 2]),
}

/// What of a floating-point command is not modelled at all.
pub(crate) fn approximation(function: &Function, kind: &CommandKind, result: Option<&ValueId>) -> Option<String> {
    match kind {
        CommandKind::FloatBinary(op @ FloatBinaryOp::Rem, ..) => {
            Some(format!("floating-point operation {}", op.word()))
        }
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
pub(crate) fn choice(kind: &CommandKind, is_seen: bool) -> Option<&'static str> {
    match kind {
        CommandKind::FloatUnary(FloatUnaryOp::Neg | FloatUnaryOp::Abs, _) => None,
        CommandKind::FloatUnary(..) | CommandKind::Cast(CastOp::FpTrunc | CastOp::FpExt, _) if is_seen => NAN,
        CommandKind::FloatBinary(FloatBinaryOp::Min | FloatBinaryOp::Max, ..) => Some("choice of fmin or fmax"),
        CommandKind::FloatBinary(..) if is_seen => NAN,
        CommandKind::Cast(CastOp::FpToSi | CastOp::FpToUi, _) => {
            Some("conversion of a floating-point number that does not fit")
        }
        _ => None,
    }
}

const NAN: Option<&str> = Some("bits of a NaN");

/// The floating-point values whose bits the program can look at: they become integers, or they go to memory.
pub(crate) fn seen_bits(function: &Function) -> FxHashSet<ValueId> {
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
pub(crate) fn unary(terms: &mut Terms, op: FloatUnaryOp, ty: Type, a: TermId) -> Option<Computed> {
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
pub(crate) fn binary(terms: &mut Terms, op: FloatBinaryOp, ty: Type, a: TermId, b: TermId) -> Option<Computed> {
    let format = format(ty)?;
    let op = match op {
        FloatBinaryOp::Add => FloatOp::Add(format),
        FloatBinaryOp::Sub => FloatOp::Sub(format),
        FloatBinaryOp::Mul => FloatOp::Mul(format),
        FloatBinaryOp::Div => FloatOp::Div(format),
        FloatBinaryOp::Min => return Some(least(terms, format, [a, b], false)),
        FloatBinaryOp::Max => return Some(least(terms, format, [a, b], true)),
        FloatBinaryOp::Rem => return None,
    };
    Some(Computed { term: terms.make(Op::Float(op), &[a, b]), open: Open::Nan(format) })
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
pub(crate) fn compare(terms: &mut Terms, predicate: FloatPredicate, ty: Type, a: TermId, b: TermId) -> Option<TermId> {
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
pub(crate) fn cast(terms: &mut Terms, op: CastOp, from: Type, to: Type, a: TermId) -> Option<Computed> {
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
pub(crate) fn is_sure(terms: &mut Terms, computed: &Computed) -> bool {
    let sure = match computed.open {
        Open::Nothing => return true,
        Open::Nan(format) => equal(terms, format, computed.term, computed.term),
        Open::Unless(sure) | Open::Either(_, sure, _) => sure,
    };
    terms.as_bool(sure) == Some(true)
}

/// The result of a command, an input saying which of the possible ones it is.
pub(crate) fn chosen(terms: &mut Terms, computed: &Computed, input: TermId) -> TermId {
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
            let number = equal(terms, format, input, input);
            let nan = terms.not(number);
            let possible = terms.or(&[is_a, is_b, nan]);
            let any = terms.ite(possible, input, a);
            terms.ite(sure, computed.term, any)
        }
    }
}
