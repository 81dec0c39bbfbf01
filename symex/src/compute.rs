//! What commands compute, and which pointers their results are.
//!
//! Words are computed by the interpreter's own functions, everything else becomes a term. Which pointer a result is follows
//! `program/src/interpret/pointers.rs`.

use crate::commands::each;
use crate::places;
use crate::run::{Run, Step, Stop};
use crate::state::State;
use crate::value::{self, Bits, Choice, Place, Target, Value, literal};
use euclase_encoder::{floats, operators};
use euclase_logic::{Sort, TermId};
use euclase_program::{
    BinaryOp, BitVecValue, CastOp, CommandKind, FloatBinaryOp, FloatUnaryOp, Type, ValueId, evaluate,
};

/// How many pairs of pointers an operator may combine.
const MAX_PAIRS: usize = 64;

impl Run<'_> {
    /// The result of a command that does nothing else.
    pub(crate) fn compute(&mut self, state: &State, kind: &CommandKind, result: ValueId) -> Step<Value> {
        use CommandKind::*;
        match kind {
            Binary(op, a, b) => self.binary(state, *op, *a, *b, result),
            Compare(op, a, b) => {
                let width = self.width(state, *a);
                let (a, b) = (self.value(state, *a)?, self.value(state, *b)?);
                self.comparison(state, *op, &a, &b)?;
                let (a, b) = (a.bits, b.bits);
                if let (Bits::Word(a), Bits::Word(b)) = (a, b) {
                    let holds = evaluate::compare(*op, &BitVecValue::new(width, a), &BitVecValue::new(width, b));
                    return Ok(Value::word(u64::from(holds)));
                }
                let (a, b) = (value::term(&mut self.terms, a, width), value::term(&mut self.terms, b, width));
                let holds = operators::compare(&mut self.terms, *op, a, b);
                Ok(self.number(holds))
            }
            Cast(op, a) => self.cast(state, *op, *a, result),
            Select(condition, then, otherwise) => {
                let (condition, width) = (self.truth(state, *condition)?, self.width(state, result));
                let condition = match state.decides(&mut self.terms, condition) {
                    Some(truth) => self.terms.bool(truth),
                    None => condition,
                };
                let (then, otherwise) = (self.value(state, *then)?, self.value(state, *otherwise)?);
                Ok(value::merge(&mut self.terms, condition, &then, &otherwise, width))
            }
            Freeze(a) => self.value(state, *a),
            Address { base, offset, indices } => self.address(state, *base, *offset, indices),
            FloatUnary(op, a) => self.float_unary(state, *op, *a, result),
            FloatBinary(op, a, b) => self.float_binary(state, *op, *a, *b, result),
            FloatCompare(op, a, b) => {
                let (ty, width) = (self.ty(state, *a), self.width(state, *a));
                let (a, b) = (self.bits(state, *a)?, self.bits(state, *b)?);
                let literals = literal(&self.terms, a, width).zip(literal(&self.terms, b, width));
                if let Some((a, b)) = literals {
                    return match evaluate::float_compare(*op, ty, &a, &b) {
                        Ok(holds) => Ok(Value::word(u64::from(holds))),
                        Err(_) => self.give_up(state, "a floating-point comparison"),
                    };
                }
                let (a, b) = (value::term(&mut self.terms, a, width), value::term(&mut self.terms, b, width));
                match floats::compare(&mut self.terms, *op, ty, a, b) {
                    Some(holds) => Ok(self.number(holds)),
                    None => self.give_up(state, "a floating-point comparison"),
                }
            }
            _ => self.give_up(state, "a command"),
        }
    }

    fn number(&self, term: TermId) -> Value {
        Value::number(value::bits(&self.terms, term))
    }

    fn binary(&mut self, state: &State, op: BinaryOp, a: ValueId, b: ValueId, result: ValueId) -> Step<Value> {
        let width = self.width(state, a);
        let (a, b) = (self.value(state, a)?, self.value(state, b)?);
        let bits = match (a.bits, b.bits) {
            (Bits::Word(a), Bits::Word(b)) => {
                let computed = evaluate::binary(op, &BitVecValue::new(width, a), &BitVecValue::new(width, b));
                Bits::Word(computed.to_u64().unwrap_or(0))
            }
            (a, b) => {
                let (a, b) = (value::term(&mut self.terms, a, width), value::term(&mut self.terms, b, width));
                let computed = operators::binary(&mut self.terms, op, a, b);
                value::bits(&self.terms, computed)
            }
        };
        let plain = a.target == Target::Number && b.target == Target::Number;
        if plain {
            return Ok(Value::number(bits));
        }
        if self.ty(state, result) != Type::Int(self.program.pointer_width) {
            self.as_number(state, &a)?;
            self.as_number(state, &b)?;
            return Ok(Value::number(bits));
        }
        let always = self.terms.tt();
        let (a, b) = (each(&a, always), each(&b, always));
        if a.len() * b.len() > MAX_PAIRS {
            return self.give_up(state, "arithmetic with many pointers");
        }
        let mut choices: Vec<Choice> = Vec::new();
        for a in &a {
            for b in &b {
                let guard = self.terms.and(&[a.guard, b.guard]);
                if self.terms.as_bool(guard) == Some(false) {
                    continue;
                }
                self.arithmetic(state, op, a, b)?;
                let target = self.pointer_of(op, a, b, width);
                choices.push(Choice { guard, bits, target });
            }
        }
        match &choices[..] {
            [only] => Ok(Value { bits, target: only.target.clone() }),
            _ => Ok(Value { bits, target: Target::Choice(choices.into()) }),
        }
    }

    /// The pointer that an operator makes of two numbers of which one is a pointer.
    fn pointer_of(&mut self, op: BinaryOp, a: &Choice, b: &Choice, width: u32) -> Target {
        let is_pointer = |choice: &Choice| choice.target != Target::Number;
        let (pointer, number) = match (is_pointer(a), is_pointer(b)) {
            (true, false) => (a, b),
            (false, true) if op != BinaryOp::Sub => (b, a),
            _ => return Target::Number,
        };
        let terms = &mut self.terms;
        match op {
            op if places::takes_mark(op, number.bits) => Target::Number,
            BinaryOp::Add => value::moved(terms, &pointer.target, 1, number.bits, width),
            BinaryOp::Sub => value::moved(terms, &pointer.target, -1, number.bits, width),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => match &pointer.target {
                Target::Object(place) => self.remade(op, place, pointer.bits, number.bits, width),
                other => other.clone(),
            },
            _ => Target::Number,
        }
    }

    /// A pointer of whose number some bits were changed.
    fn remade(&mut self, op: BinaryOp, place: &Place, number: Bits, mask: Bits, width: u32) -> Target {
        let terms = &mut self.terms;
        // The start of the object is the number without the offset.
        let number = value::resize(terms, number, width, 64, false);
        let mask = value::resize(terms, mask, width, 64, true);
        let (number_term, offset) = (value::term(terms, number, 64), value::term(terms, place.offset, 64));
        let base = terms.bv_sub(number_term, offset);
        let base = value::bits(terms, base);
        // With fewer than 64 bits, an offset before the start has wrapped around.
        let base = value::resize(terms, base, 64, width, false);
        let base = value::resize(terms, base, width, 64, false);
        let whole = value::add(terms, base, place.offset);
        let (whole, mask) = (value::term(terms, whole, 64), value::term(terms, mask, 64));
        let changed = operators::binary(terms, op, whole, mask);
        let base = value::term(terms, base, 64);
        let offset = terms.bv_sub(changed, base);
        Target::Object(Place { offset: value::bits(terms, offset), ..*place })
    }

    fn address(&mut self, state: &State, base: ValueId, offset: i64, indices: &[(i64, ValueId)]) -> Step<Value> {
        let width = self.program.pointer_width;
        let base = self.value(state, base)?;
        let mut steps: Vec<(i64, Bits, u32)> = vec![(1, Bits::Word(offset as u64), 64)];
        for (scale, index) in indices {
            steps.push((*scale, self.bits(state, *index)?, self.width(state, *index)));
        }
        let all_words = base.bits.word().is_some() && steps.iter().all(|(_, bits, _)| bits.word().is_some());
        if let (true, Target::Object(place), Bits::Word(number), Bits::Word(_)) =
            (all_words, &base.target, base.bits, offset_of(&base.target))
            && steps.iter().all(|(.., width)| *width <= 64)
        {
            return Ok(moved_words(place, number, &steps, width));
        }
        let terms = &mut self.terms;
        let mut sum = base.bits;
        for (scale, index, index_width) in &steps {
            let index = value::resize(terms, *index, *index_width, width, true);
            let (index, scale) = (value::term(terms, index, width), terms.bv(width, *scale as u64));
            let product = terms.bv_mul(index, scale);
            let before = value::term(terms, sum, width);
            let after = terms.bv_add(before, product);
            sum = value::bits(terms, after);
        }
        Ok(base.map_targets(terms, sum, |terms, target, before| {
            let mut target = target.clone();
            let mut number = before;
            for (scale, index, index_width) in &steps {
                target = value::moved(terms, &target, *scale, *index, *index_width);
                let index = value::resize(terms, *index, *index_width, width, true);
                let (index, scale) = (value::term(terms, index, width), terms.bv(width, *scale as u64));
                let product = terms.bv_mul(index, scale);
                let whole = value::term(terms, number, width);
                let after = terms.bv_add(whole, product);
                number = value::bits(terms, after);
            }
            (target, number)
        }))
    }

    fn cast(&mut self, state: &State, op: CastOp, a: ValueId, result: ValueId) -> Step<Value> {
        let (from, to) = (self.ty(state, a), self.ty(state, result));
        let pointer_width = self.program.pointer_width;
        let (from_width, width) = (from.width(pointer_width), to.width(pointer_width));
        let value = self.value(state, a)?;
        let keeps = matches!(op, CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast);
        if keeps && from_width == width && width == pointer_width {
            return Ok(value);
        }
        self.as_number(state, &value)?;
        match op {
            CastOp::Zext | CastOp::Trunc | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Sext => {
                let signed = op == CastOp::Sext;
                Ok(Value::number(value::resize(&mut self.terms, value.bits, from_width, width, signed)))
            }
            _ => {
                if let Some(literal) = literal(&self.terms, value.bits, from_width) {
                    return match evaluate::cast(op, &literal, from, to, pointer_width) {
                        Ok(computed) => self.float_constant(state, computed, to, result),
                        Err(evaluate::Trouble::Undefined(what)) => {
                            let always = self.terms.tt();
                            self.undefined(state, always, what)?;
                            Err(Stop::Path)
                        }
                        Err(evaluate::Trouble::Unsupported(what)) => self.give_up(state, what),
                    };
                }
                let wide = |ty: Type| matches!(ty, Type::Int(width) if width > euclase_logic::FloatOp::MAX_INTEGER);
                if wide(from) || wide(to) {
                    return self.give_up(state, "a conversion of a very wide integer");
                }
                let term = value::term(&mut self.terms, value.bits, from_width);
                let computed = floats::cast(&mut self.terms, op, from, to, term);
                self.float(state, computed, result)
            }
        }
    }

    /// A floating-point result that is a constant. Of a NaN the machine may have another one.
    fn float_constant(&mut self, state: &State, computed: BitVecValue, ty: Type, result: ValueId) -> Step<Value> {
        if evaluate::is_nan(ty, &computed) && self.is_seen(state, result) {
            let nan = self.terms.bitvec(computed);
            let Type::Float(kind) = ty else { return Ok(self.number(nan)) };
            let open = floats::Open::Nan(kind.format());
            return self.float(state, Some(floats::Computed { term: nan, open }), result);
        }
        Ok(Value::number(value::constant(&mut self.terms, &computed)))
    }

    fn is_seen(&self, state: &State, value: ValueId) -> bool {
        let info = state.frame().and_then(|frame| self.info(frame.function));
        info.is_none_or(|info| info.seen_bits.contains(&value))
    }

    /// The result of a floating-point command. Where C leaves it open, it is any of what is possible.
    fn float(&mut self, state: &State, computed: Option<floats::Computed>, result: ValueId) -> Step<Value> {
        let Some(computed) = computed else { return self.give_up(state, "floating-point arithmetic") };
        if let floats::Open::Unless(fits) = computed.open {
            let refused = self.terms.not(fits);
            self.undefined(state, refused, "a floating-point number does not fit the integer type")?;
            return Ok(self.number(computed.term));
        }
        let is_nan_only = matches!(computed.open, floats::Open::Nan(_));
        let is_sure = floats::is_sure(&mut self.terms, &computed);
        if is_sure || is_nan_only && !self.is_seen(state, result) {
            return Ok(self.number(computed.term));
        }
        let width = self.width(state, result);
        let choice = self.terms.fresh_var("open", Sort::BitVec(width));
        let chosen = floats::chosen(&mut self.terms, &computed, choice);
        Ok(self.number(chosen))
    }

    fn float_unary(&mut self, state: &State, op: FloatUnaryOp, a: ValueId, result: ValueId) -> Step<Value> {
        let (ty, width) = (self.ty(state, a), self.width(state, a));
        let a = self.bits(state, a)?;
        if let Some(literal) = literal(&self.terms, a, width) {
            return match evaluate::float_unary(op, ty, &literal) {
                Ok(computed) if matches!(op, FloatUnaryOp::Neg | FloatUnaryOp::Abs) => {
                    Ok(Value::number(value::constant(&mut self.terms, &computed)))
                }
                Ok(computed) => self.float_constant(state, computed, ty, result),
                Err(_) => self.give_up(state, "floating-point arithmetic"),
            };
        }
        let a = value::term(&mut self.terms, a, width);
        let computed = floats::unary(&mut self.terms, op, ty, a);
        self.float(state, computed, result)
    }

    fn float_binary(
        &mut self,
        state: &State,
        op: FloatBinaryOp,
        a: ValueId,
        b: ValueId,
        result: ValueId,
    ) -> Step<Value> {
        let (ty, width) = (self.ty(state, a), self.width(state, a));
        let (a, b) = (self.bits(state, a)?, self.bits(state, b)?);
        if let Some((a, b)) = literal(&self.terms, a, width).zip(literal(&self.terms, b, width)) {
            let is_least = matches!(op, FloatBinaryOp::Min | FloatBinaryOp::Max);
            if !(is_least && evaluate::is_choice_open(ty, &a, &b)) {
                return match evaluate::float_binary(op, ty, &a, &b) {
                    Ok(computed) => self.float_constant(state, computed, ty, result),
                    Err(_) => self.give_up(state, "floating-point arithmetic"),
                };
            }
        }
        let (a, b) = (value::term(&mut self.terms, a, width), value::term(&mut self.terms, b, width));
        let computed = floats::binary(&mut self.terms, op, ty, a, b);
        self.float(state, computed, result)
    }
}

fn offset_of(target: &Target) -> Bits {
    match target {
        Target::Object(place) => place.offset,
        _ => Bits::Word(0),
    }
}

/// A pointer moved by words: what most addresses are, without any term.
fn moved_words(place: &Place, number: u64, steps: &[(i64, Bits, u32)], width: u32) -> Value {
    let (mut number, mut offset) = (number, offset_of(&Target::Object(*place)).word().unwrap_or(0) as i64);
    for (scale, index, index_width) in steps {
        let beyond = 64 - index_width;
        let index = (index.word().unwrap_or(0) as i64) << beyond >> beyond;
        number = number.wrapping_add((index as u64).wrapping_mul(*scale as u64));
        offset = offset.saturating_add(index.saturating_mul(*scale));
    }
    let target = Target::Object(Place { offset: Bits::Word(offset as u64), ..*place });
    Value { bits: Bits::Word(number & value::mask(width)), target }
}
