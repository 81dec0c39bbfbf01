//! The operators of programs as terms. One bit is a Boolean, everything else a bit-vector.

use euclase_logic::{BitVecValue, Op, Sort, TermId, Terms};
use euclase_program::{BinaryOp, Predicate, Type};

/// The sort of the values of a type.
pub fn sort_of(ty: Type, pointer_width: u32) -> Sort {
    match ty.width(pointer_width) {
        1 => Sort::Bool,
        width => Sort::BitVec(width),
    }
}

/// A constant.
pub fn constant(terms: &mut Terms, bits: &BitVecValue) -> TermId {
    match bits.width() {
        1 => terms.bool(!bits.is_zero()),
        _ => terms.bitvec(bits.clone()),
    }
}

/// An operation on two integers.
pub fn binary(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> TermId {
    if terms.sort(a) == Sort::Bool {
        return binary_of_bools(terms, op, a, b);
    }
    let op = match op {
        BinaryOp::Add => Op::BvAdd,
        BinaryOp::Sub => Op::BvSub,
        BinaryOp::Mul => Op::BvMul,
        BinaryOp::Udiv => Op::BvUdiv,
        BinaryOp::Sdiv => Op::BvSdiv,
        BinaryOp::Urem => Op::BvUrem,
        BinaryOp::Srem => Op::BvSrem,
        BinaryOp::Shl => Op::BvShl,
        BinaryOp::Lshr => Op::BvLshr,
        BinaryOp::Ashr => Op::BvAshr,
        BinaryOp::And => Op::BvAnd,
        BinaryOp::Or => Op::BvOr,
        BinaryOp::Xor => Op::BvXor,
    };
    terms.make(op, &[a, b])
}

/// What SMT-LIB says of bit-vectors of one bit.
fn binary_of_bools(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> TermId {
    let not_b = terms.not(b);
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor => terms.xor(a, b),
        BinaryOp::Mul | BinaryOp::And => terms.and(&[a, b]),
        // By zero, all ones: one.
        BinaryOp::Udiv | BinaryOp::Sdiv => terms.or(&[a, not_b]),
        BinaryOp::Urem | BinaryOp::Srem | BinaryOp::Shl | BinaryOp::Lshr => terms.and(&[a, not_b]),
        BinaryOp::Ashr => a,
        BinaryOp::Or => terms.or(&[a, b]),
    }
}

/// A comparison.
pub fn compare(terms: &mut Terms, predicate: Predicate, a: TermId, b: TermId) -> TermId {
    use Predicate::*;
    let (x, y, negated) = match predicate {
        Eq | Ult | Slt => (a, b, false),
        Ugt | Sgt => (b, a, false),
        Uge | Sge | Ne => (a, b, true),
        Ule | Sle => (b, a, true),
    };
    let holds = match (predicate, terms.sort(a)) {
        (Eq | Ne, _) => terms.eq(x, y),
        // One is greater than zero without a sign, and less with one.
        (Ugt | Uge | Ult | Ule, Sort::Bool) => less_of_bools(terms, x, y),
        (Sgt | Sge | Slt | Sle, Sort::Bool) => less_of_bools(terms, y, x),
        (Ugt | Uge | Ult | Ule, _) => terms.bv_ult(x, y),
        (Sgt | Sge | Slt | Sle, _) => terms.bv_slt(x, y),
    };
    if negated { terms.not(holds) } else { holds }
}

fn less_of_bools(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let not_a = terms.not(a);
    terms.and(&[not_a, b])
}

/// The number cut off, or filled with zeros or its sign, to a width.
pub fn resize(terms: &mut Terms, term: TermId, width: u32, signed: bool) -> TermId {
    if terms.sort(term) == Sort::Bool {
        if width == 1 {
            return term;
        }
        let zero = BitVecValue::zero(width);
        let set = if signed { zero.not() } else { BitVecValue::new(width, 1) };
        let (set, zero) = (terms.bitvec(set), terms.bitvec(zero));
        return terms.ite(term, set, zero);
    }
    let from = terms.width(term);
    match width {
        1 => {
            let (bit, one) = (terms.extract(0, 0, term), terms.bv(1, 1));
            terms.eq(bit, one)
        }
        _ if width < from => terms.extract(width - 1, 0, term),
        _ if width == from => term,
        _ if signed => terms.sign_extend(width - from, term),
        _ => terms.zero_extend(width - from, term),
    }
}

/// An address.
pub fn address(terms: &mut Terms, base: TermId, offset: i64, indices: &[(i64, TermId)]) -> TermId {
    let width = terms.width(base);
    // What is negative fills all 64 bits, which is as many as an address has at most.
    let offset = terms.bv(width, offset as u64);
    let mut sum = terms.bv_add(base, offset);
    for (scale, index) in indices {
        let (index, scale) = (resize(terms, *index, width, true), terms.bv(width, *scale as u64));
        let product = terms.bv_mul(index, scale);
        sum = terms.bv_add(sum, product);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::Value;
    use euclase_program::evaluate;

    fn bits(terms: &Terms, term: TermId) -> BitVecValue {
        match terms.literal_value(term) {
            Some(Value::Bool(truth)) => evaluate::truth(truth),
            Some(Value::BitVec(bits)) => bits,
            other => panic!("not a constant: {other:?}"),
        }
    }

    #[test]
    fn operators_are_those_of_the_interpreter_on_all_small_numbers() {
        for width in 1..=3 {
            let numbers: Vec<BitVecValue> = (0..1 << width).map(|n| BitVecValue::new(width, n)).collect();
            let mut terms = Terms::new();
            for a in &numbers {
                for b in &numbers {
                    let (x, y) = (constant(&mut terms, a), constant(&mut terms, b));
                    for op in BinaryOp::ALL {
                        let term = binary(&mut terms, *op, x, y);
                        assert_eq!(bits(&terms, term), evaluate::binary(*op, a, b), "{op:?} {a:?} {b:?}");
                    }
                    for op in Predicate::ALL {
                        let term = compare(&mut terms, *op, x, y);
                        assert_eq!(
                            bits(&terms, term),
                            evaluate::truth(evaluate::compare(*op, a, b)),
                            "{op:?} {a:?} {b:?}"
                        );
                    }
                }
                for to in 1..=5 {
                    let x = constant(&mut terms, a);
                    let (zeros, sign) = (resize(&mut terms, x, to, false), resize(&mut terms, x, to, true));
                    assert_eq!(bits(&terms, zeros), evaluate::resize(a, to));
                    assert_eq!(bits(&terms, sign), evaluate::resize_signed(a, to));
                }
            }
        }
    }
}
