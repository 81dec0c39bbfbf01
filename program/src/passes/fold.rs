//! Computing what is constant, and taking the branches that are.

use super::substitution::Substitution;
use crate::command::{CommandKind, Terminator};
use crate::evaluate::{self, resize_signed, truth};
use crate::function::{Constant, Function};
use crate::graph::Cfg;
use crate::id::{BlockId, ValueId};
use crate::operator::{CastOp, FloatBinaryOp, FloatUnaryOp, Predicate};
use crate::types::Type;
use euclase_logic::BitVecValue;

/// Replaces commands whose operands are constants by their values, and branches on constants by
/// jumps. Commands that compute constants stay behind, unused.
pub fn fold_constants(function: &mut Function, pointer_width: u32) -> bool {
    let cfg = Cfg::of(function);
    let mut substitution = Substitution::new(function);
    let mut folded = Vec::new();
    // Definitions come before uses in this order, but for the arguments of phis.
    for id in cfg.reverse_postorder() {
        for position in 0..function.block(*id).commands.len() {
            let command = &function.block(*id).commands[position];
            let [result] = command.results[..] else { continue };
            let mut kind = command.kind.clone();
            kind.for_each_operand_mut(|value| *value = substitution.resolve(*value));
            let ty = function.type_of(result);
            let known = |value: ValueId| function.constant_of(value);
            match fold_command(function, &kind, ty, pointer_width, &known) {
                Some(Folded::Value(value)) => substitution.replace(result, value),
                Some(Folded::Constant(constant)) => {
                    let value = function.constant(ty, constant);
                    substitution.replace(result, value);
                }
                None => continue,
            }
            folded.push(result);
        }
    }
    substitution.apply(function);
    let mut gone = vec![false; function.value_count()];
    folded.iter().for_each(|value| gone[value.index()] = true);
    if !folded.is_empty() {
        for block in &mut function.blocks {
            block.commands.retain(|command| !command.results.iter().any(|result| gone[result.index()]));
        }
    }
    let mut changed = !folded.is_empty();
    for id in function.block_ids() {
        changed |= fold_terminator(function, id);
    }
    changed
}

/// What a command computes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Folded {
    /// The value of an operand.
    Value(ValueId),
    /// A constant.
    Constant(Constant),
}

/// The constants that are known for values.
type Known<'a> = &'a dyn Fn(ValueId) -> Option<&'a Constant>;

/// What a command of a function computes, whose result has a type, when some values are known to be
/// constants.
pub fn fold_command<'a>(
    function: &Function,
    kind: &CommandKind,
    ty: Type,
    pointer_width: u32,
    known: Known<'a>,
) -> Option<Folded> {
    let bits = |value: &ValueId| bits(known, *value);
    let constant = |bits: BitVecValue| Some(Folded::Constant(Constant::Bits(bits)));
    match kind {
        CommandKind::Binary(op, a, b) => constant(evaluate::binary(*op, bits(a)?, bits(b)?)),
        CommandKind::Compare(op, a, b) => match (bits(a), bits(b)) {
            (Some(a), Some(b)) => constant(truth(evaluate::compare(*op, a, b))),
            _ => {
                let equal = same_address(known(*a)?, known(*b)?)?;
                match op {
                    Predicate::Eq => constant(truth(equal)),
                    Predicate::Ne => constant(truth(!equal)),
                    _ => None,
                }
            }
        },
        CommandKind::Cast(op, a) => {
            let result = evaluate::cast(*op, bits(a)?, function.type_of(*a), ty, pointer_width).ok()?;
            if *op == CastOp::Bitcast || !evaluate::is_nan(ty, &result) { constant(result) } else { None }
        }
        CommandKind::Select(condition, then, otherwise) => match bits(condition) {
            Some(condition) => Some(Folded::Value(if condition.is_zero() { *otherwise } else { *then })),
            None if then == otherwise => Some(Folded::Value(*then)),
            None => None,
        },
        CommandKind::Freeze(a) => Some(Folded::Value(*a)),
        CommandKind::FloatUnary(op, a) => {
            let result = evaluate::float_unary(*op, ty, bits(a)?).ok()?;
            let bitwise = matches!(op, FloatUnaryOp::Neg | FloatUnaryOp::Abs);
            if bitwise || !evaluate::is_nan(ty, &result) { constant(result) } else { None }
        }
        CommandKind::FloatBinary(op, a, b) => fold_float(*op, ty, bits(a)?, bits(b)?).and_then(constant),
        CommandKind::FloatCompare(op, a, b) => {
            constant(truth(evaluate::float_compare(*op, function.type_of(*a), bits(a)?, bits(b)?).ok()?))
        }
        CommandKind::Address { base, offset, indices } => fold_address(known, *base, *offset, indices, pointer_width),
        _ => None,
    }
}

/// What an operation on floating-point numbers gives, if that is sure: which NaN it is, and which of two zeros is the
/// lesser, depends on the machine.
fn fold_float(op: FloatBinaryOp, ty: Type, a: &BitVecValue, b: &BitVecValue) -> Option<BitVecValue> {
    let result = evaluate::float_binary(op, ty, a, b).ok()?;
    let chooses = matches!(op, FloatBinaryOp::Min | FloatBinaryOp::Max);
    (!(evaluate::is_nan(ty, &result) || chooses && evaluate::is_choice_open(ty, a, b))).then_some(result)
}

/// Whether two addresses are the same, as far as that is sure wherever things lie: no function or
/// global lies at null, and no function where another or a global does.
fn same_address(a: &Constant, b: &Constant) -> Option<bool> {
    match (a, b) {
        (Constant::Function(f), Constant::Function(g)) => Some(f == g),
        (Constant::Global(f, x), Constant::Global(g, y)) if f == g => Some(x == y),
        (Constant::Function(_), Constant::Global(_, 0)) | (Constant::Global(_, 0), Constant::Function(_)) => {
            Some(false)
        }
        (Constant::Bits(bits), Constant::Function(_) | Constant::Global(_, 0))
        | (Constant::Function(_) | Constant::Global(_, 0), Constant::Bits(bits))
            if bits.is_zero() =>
        {
            Some(false)
        }
        _ => None,
    }
}

fn bits<'a>(known: Known<'a>, value: ValueId) -> Option<&'a BitVecValue> {
    match known(value) {
        Some(Constant::Bits(bits)) => Some(bits),
        _ => None,
    }
}

fn fold_address(
    known: Known<'_>,
    base: ValueId,
    offset: i64,
    indices: &[(i64, ValueId)],
    pointer_width: u32,
) -> Option<Folded> {
    let mut sum = BitVecValue::new(pointer_width, offset as u64);
    for (scale, index) in indices {
        let index = resize_signed(bits(known, *index)?, pointer_width);
        sum = sum.add(&index.mul(&BitVecValue::new(pointer_width, *scale as u64)));
    }
    if sum.is_zero() {
        return Some(Folded::Value(base));
    }
    match known(base)? {
        Constant::Bits(bits) => Some(Folded::Constant(Constant::Bits(bits.add(&sum)))),
        Constant::Global(global, before) => {
            let offset = before.wrapping_add(i64::try_from(sum.to_signed()).ok()?);
            Some(Folded::Constant(Constant::Global(*global, offset)))
        }
        Constant::Function(_) => None,
    }
}

/// Turns a branch that always goes the same way into a jump, and tells the phis on the other ways.
fn fold_terminator(function: &mut Function, id: BlockId) -> bool {
    let block = function.block(id);
    let target = match &block.terminator {
        Terminator::Branch(_, then, otherwise) if then == otherwise => *then,
        Terminator::Branch(condition, then, otherwise) => match function.bits_of(*condition) {
            Some(bits) if bits.is_zero() => *otherwise,
            Some(_) => *then,
            None => return false,
        },
        Terminator::Switch { cases, default, .. } if cases.iter().all(|(_, target)| target == default) => *default,
        Terminator::Switch { value, cases, default } => match function.bits_of(*value) {
            Some(bits) => cases.iter().find(|(case, _)| case == bits).map_or(*default, |(_, target)| *target),
            None => return false,
        },
        _ => return false,
    };
    let before = block.terminator.successors();
    function.block_mut(id).terminator = Terminator::Jump(target);
    for lost in before.into_iter().filter(|successor| *successor != target) {
        for phi in &mut function.block_mut(lost).phis {
            phi.arguments.retain(|(from, _)| *from != id);
        }
    }
    true
}
