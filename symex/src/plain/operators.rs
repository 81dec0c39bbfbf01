//! Operators as terms, one bit being a bit-vector like any other.

use super::memory::{Number, constant, number, term};
use euclase_logic::{Op, TermId, Terms};
use euclase_program::{BinaryOp, BitVecValue, CastOp, Predicate, evaluate};

fn word(value: &BitVecValue) -> Option<Number> {
    (value.width() <= 64).then(|| Number::Word(value.to_u64().unwrap_or(0)))
}

/// A constant as a number.
pub(super) fn of_constant(terms: &mut Terms, value: &BitVecValue) -> Number {
    word(value).unwrap_or_else(|| Number::Term(terms.bitvec(value.clone())))
}

pub(super) fn binary(terms: &mut Terms, op: BinaryOp, a: Number, b: Number, width: u32) -> Number {
    if let Some((a, b)) = constant(terms, a, width).zip(constant(terms, b, width)) {
        return of_constant(terms, &evaluate::binary(op, &a, &b));
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
    let (a, b) = (term(terms, a, width), term(terms, b, width));
    let result = terms.make(op, &[a, b]);
    number(terms, result)
}

/// A condition as a number of one bit.
pub(super) fn bit(terms: &mut Terms, condition: TermId) -> Number {
    let (one, zero) = (terms.bv(1, 1), terms.bv(1, 0));
    let result = terms.ite(condition, one, zero);
    number(terms, result)
}

/// A number of one bit as a condition.
pub(super) fn condition(terms: &mut Terms, bit: Number) -> TermId {
    let (bit, one) = (term(terms, bit, 1), terms.bv(1, 1));
    terms.eq(bit, one)
}

pub(super) fn compare(terms: &mut Terms, predicate: Predicate, a: Number, b: Number, width: u32) -> Number {
    use Predicate::*;
    if let Some((a, b)) = constant(terms, a, width).zip(constant(terms, b, width)) {
        return Number::Word(u64::from(evaluate::compare(predicate, &a, &b)));
    }
    let (a, b) = (term(terms, a, width), term(terms, b, width));
    let holds = match predicate {
        Eq => terms.eq(a, b),
        Ne => terms.neq(a, b),
        Ugt => terms.bv_ult(b, a),
        Uge => terms.bv_ule(b, a),
        Ult => terms.bv_ult(a, b),
        Ule => terms.bv_ule(a, b),
        Sgt => terms.bv_slt(b, a),
        Sge => terms.bv_sle(b, a),
        Slt => terms.bv_slt(a, b),
        Sle => terms.bv_sle(a, b),
    };
    bit(terms, holds)
}

/// A conversion between integers or pointers; none for others.
pub(super) fn cast(terms: &mut Terms, op: CastOp, a: Number, from: u32, to: u32) -> Option<Number> {
    let signed = match op {
        CastOp::Zext | CastOp::Trunc | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => false,
        CastOp::Sext => true,
        _ => return None,
    };
    Some(resize(terms, a, from, to, signed))
}

pub(super) fn resize(terms: &mut Terms, a: Number, from: u32, to: u32, signed: bool) -> Number {
    if let Some(a) = constant(terms, a, from) {
        let resized = if signed { evaluate::resize_signed(&a, to) } else { evaluate::resize(&a, to) };
        return of_constant(terms, &resized);
    }
    let a = term(terms, a, from);
    let result = match (from < to, from > to) {
        (true, _) if signed => terms.sign_extend(to - from, a),
        (true, _) => terms.zero_extend(to - from, a),
        (_, true) => terms.extract(to - 1, 0, a),
        _ => a,
    };
    number(terms, result)
}
