//! Floating-point commands. Constants are computed by the interpreter's functions, everything else by the encoder's terms; this is
//! what the plain executor shares with the search besides terms and the solver. Where C leaves a result open, it is an unknown.

use super::machine::{End, Machine, State};
use super::memory::{Number, constant, number, term};
use super::operators;
use euclase_encoder::floats;
use euclase_logic::{FloatOp, Sort};
use euclase_program::{BitVecValue, CastOp, CommandKind, FloatBinaryOp, FloatUnaryOp, Type, ValueId, evaluate};

fn refused() -> End {
    End::Refused("floating-point arithmetic".into())
}

impl Machine<'_> {
    pub(super) fn float_command(&mut self, state: &State, kind: &CommandKind, result: ValueId) -> Result<Number, End> {
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        let first = *operands.first().ok_or_else(refused)?;
        let (ty, width) = (self.ty(state, first), self.width(state, first));
        let mut numbers = Vec::new();
        for operand in operands {
            numbers.push(self.value(state, operand)?.number);
        }
        let constants: Option<Vec<BitVecValue>> =
            numbers.iter().map(|number| constant(&self.terms, *number, width)).collect();
        if let Some(sure) = constants.and_then(|constants| computed(kind, ty, &constants)) {
            return Ok(operators::of_constant(&mut self.terms, &sure));
        }
        let operands: Vec<_> = numbers.into_iter().map(|number| term(&mut self.terms, number, width)).collect();
        let terms = &mut self.terms;
        let computed = match (kind, &operands[..]) {
            (CommandKind::FloatUnary(op, _), [a]) => floats::unary(terms, *op, ty, *a),
            (CommandKind::FloatBinary(op, ..), [a, b]) => floats::binary(terms, *op, ty, *a, *b),
            (CommandKind::FloatCompare(op, ..), [a, b]) => {
                let holds = floats::compare(terms, *op, ty, *a, *b).ok_or_else(refused)?;
                return Ok(operators::bit(terms, holds));
            }
            _ => None,
        };
        let width = self.width(state, result);
        self.opened(state, computed, width)
    }

    pub(super) fn float_cast(
        &mut self,
        state: &State,
        op: CastOp,
        (from, from_type): (Number, Type),
        to: Type,
    ) -> Result<Number, End> {
        let pointer_width = self.program.pointer_width;
        let (from_width, width) = (from_type.width(pointer_width), to.width(pointer_width));
        if let Some(literal) = constant(&self.terms, from, from_width) {
            match evaluate::cast(op, &literal, from_type, to, pointer_width) {
                Ok(bits) if !evaluate::is_nan(to, &bits) => return Ok(operators::of_constant(&mut self.terms, &bits)),
                Ok(_) => {}
                Err(trouble) => return Err(End::Refused(format!("{trouble:?}"))),
            }
        }
        let is_wide = |ty: Type| matches!(ty, Type::Int(width) if width > FloatOp::MAX_INTEGER);
        if is_wide(from_type) || is_wide(to) {
            return Err(refused());
        }
        let from = term(&mut self.terms, from, from_width);
        let computed = floats::cast(&mut self.terms, op, from_type, to, from);
        self.opened(state, computed, width)
    }

    /// A result as far as C says what it is. A number that does not fit the integer type must not be possible.
    fn opened(&mut self, state: &State, computed: Option<floats::Computed>, width: u32) -> Result<Number, End> {
        let computed = computed.ok_or_else(refused)?;
        if !floats::is_sure(&mut self.terms, &computed) {
            if let floats::Open::Unless(fits) = computed.open {
                let not = self.terms.not(fits);
                let path: Vec<_> = state.path.iter().copied().chain([not]).collect();
                if self.is_possible(&path) {
                    return Err(End::Refused("a floating-point number may not fit the integer type".into()));
                }
            } else {
                let choice = self.terms.fresh_var("plain.open", Sort::BitVec(width));
                let chosen = floats::chosen(&mut self.terms, &computed, choice);
                return Ok(number(&self.terms, chosen));
            }
        }
        match self.terms.sort(computed.term) {
            Sort::Bool => Ok(operators::bit(&mut self.terms, computed.term)),
            _ => Ok(number(&self.terms, computed.term)),
        }
    }
}

/// What a command computes of constants, if C leaves no choice.
fn computed(kind: &CommandKind, ty: Type, operands: &[BitVecValue]) -> Option<BitVecValue> {
    match (kind, operands) {
        (CommandKind::FloatUnary(op, _), [a]) => {
            let keeps_nan = matches!(op, FloatUnaryOp::Neg | FloatUnaryOp::Abs);
            evaluate::float_unary(*op, ty, a).ok().filter(|bits| keeps_nan || !evaluate::is_nan(ty, bits))
        }
        (CommandKind::FloatBinary(op, ..), [a, b]) => {
            let is_least = matches!(op, FloatBinaryOp::Min | FloatBinaryOp::Max);
            let is_open = is_least && evaluate::is_choice_open(ty, a, b);
            evaluate::float_binary(*op, ty, a, b).ok().filter(|bits| !is_open && !evaluate::is_nan(ty, bits))
        }
        (CommandKind::FloatCompare(op, ..), [a, b]) => evaluate::float_compare(*op, ty, a, b).ok().map(evaluate::truth),
        _ => None,
    }
}
