//! Booleans and bit-vectors of up to 64 bits as machine words, for whoever evaluates terms often.
//!
//! What an operator computes is said here once; how terms are walked differs. Exploring states computes by need
//! ([`explicit`](crate::explicit)), guessing facts computes everything of a step at once ([`facts`](crate::facts)).

use euclase_logic::{Op, Sort};

/// The width of values of a sort that fits a word: Booleans are one bit wide, 0 and 1.
pub fn fitting_width(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width @ 1..=64) => Some(width),
        _ => None,
    }
}

/// The largest number of a width.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// A number of a width as a signed one.
pub fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((value << unused) as i64) >> unused
}

/// Whether an operator is one of those on bit-vectors that [`compute`] knows.
pub fn is_known(op: Op) -> bool {
    use Op::*;
    let unary = matches!(op, BvNot | BvNeg | Extract { .. } | ZeroExtend(_) | SignExtend(_));
    let arithmetic = matches!(op, BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem | BvSmod);
    let bitwise = matches!(op, BvAnd | BvOr | BvXor | BvShl | BvLshr | BvAshr | Concat);
    unary || arithmetic || bitwise || matches!(op, BvUlt | BvSlt | Float(_))
}

/// What an operator on bit-vectors makes of one or two numbers, each with its width; `width` is that of the result.
pub fn compute(op: Op, width: u32, (a, a_width): (u64, u32), (b, b_width): (u64, u32)) -> u64 {
    let (x, y) = (signed(a, a_width), signed(b, b_width));
    let result = match op {
        Op::BvNot => !a,
        Op::BvNeg => a.wrapping_neg(),
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvAdd => a.wrapping_add(b),
        Op::BvSub => a.wrapping_sub(b),
        Op::BvMul => a.wrapping_mul(b),
        Op::BvUdiv => a.checked_div(b).unwrap_or(u64::MAX),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        // By zero as SMT-LIB defines it through unsigned division.
        Op::BvSdiv if b == 0 && x < 0 => 1,
        Op::BvSdiv if b == 0 => u64::MAX,
        Op::BvSdiv => x.wrapping_div(y) as u64,
        Op::BvSrem | Op::BvSmod if b == 0 => a,
        Op::BvSrem => x.wrapping_rem(y) as u64,
        Op::BvSmod => {
            let remainder = x.wrapping_rem(y);
            let adjusted = remainder != 0 && (remainder < 0) != (y < 0);
            (if adjusted { remainder.wrapping_add(y) } else { remainder }) as u64
        }
        Op::BvShl | Op::BvLshr if b >= u64::from(width) => 0,
        Op::BvShl => a << b,
        Op::BvLshr => a >> b,
        Op::BvAshr => (x >> b.min(63)) as u64,
        Op::BvUlt => u64::from(a < b),
        Op::BvSlt => u64::from(x < y),
        Op::Concat => a.checked_shl(b_width).unwrap_or(0) | b,
        Op::Extract { low, .. } => a >> low,
        Op::SignExtend(_) => x as u64,
        Op::Float(op) => op.compute_words(&[a, b][..op.arity().min(2)]),
        _ => a,
    };
    result & mask(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::{Assignment, BitVecValue, Evaluator, FloatFormat, FloatOp, Terms, Value};

    /// Every operator on corner values of several widths, against the evaluator.
    #[test]
    fn every_operator_computes_what_the_evaluator_computes() {
        use Op::*;
        for width in [1, 2, 7, 8, 32, 63, 64] {
            let mut terms = Terms::new();
            let (x, y) = (terms.var("x", Sort::BitVec(width)), terms.var("y", Sort::BitVec(width)));
            let mut ops = vec![
                BvAdd,
                BvSub,
                BvMul,
                BvUdiv,
                BvUrem,
                BvSdiv,
                BvSrem,
                BvSmod,
                BvAnd,
                BvOr,
                BvXor,
                BvShl,
                BvLshr,
                BvAshr,
                BvUlt,
                BvSlt,
                BvNot,
                BvNeg,
                Extract { high: width - 1, low: width / 2 },
            ];
            if width <= 32 {
                ops.extend([Concat, ZeroExtend(3), SignExtend(3)]);
            }
            if let Some(format) = FloatFormat::of_width(width) {
                let floats = [FloatOp::Mul(format), FloatOp::Less(format), FloatOp::Sqrt(format)];
                ops.extend(floats.map(Float));
            }
            let top = mask(width);
            let corners = [0, 1, 2, 3, 5, top / 2, top / 2 + 1, top.wrapping_sub(2), top - 1, top].map(|v| v & top);
            for op in ops {
                assert!(is_known(op));
                let unary = match op {
                    Float(op) => op.arity() == 1,
                    op => matches!(op, BvNot | BvNeg | Extract { .. } | ZeroExtend(_) | SignExtend(_)),
                };
                let term = if unary { terms.make_raw(op, &[x]) } else { terms.make_raw(op, &[x, y]) };
                for (a, b) in corners.iter().flat_map(|a| corners.map(|b| (*a, b))) {
                    let mut assignment = Assignment::default();
                    assignment.set(x, Value::BitVec(BitVecValue::new(width, a)));
                    assignment.set(y, Value::BitVec(BitVecValue::new(width, b)));
                    let expected = match Evaluator::new(&terms, &assignment).value(term).unwrap() {
                        Value::Bool(value) => u64::from(value),
                        Value::BitVec(value) => value.to_u64().unwrap(),
                        other => panic!("{other:?}"),
                    };
                    let result = fitting_width(terms.sort(term)).unwrap();
                    assert_eq!(compute(op, result, (a, width), (b, width)), expected, "{op:?} of {a}, {b}: {width}");
                }
            }
        }
    }
}
