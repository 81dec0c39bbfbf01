//! What each command does to the scalars that become values, before anything is rewritten.

use super::scalars::{Scalars, constant};
use super::threads::Threads;
use crate::passes::initial::{Initials, from_bytes};
use crate::passes::objects::{Object, Objects};
use euclase_program::{
    BitVecValue, Callee, Command, CommandKind, Constant, Function, FunctionId, Program, Type, ValueId,
};

/// What a command does. Scalars are named by their numbers.
pub(super) enum Effect {
    /// Nothing with them: the command stays.
    None,
    /// It is about an address that goes, and goes with it.
    Goes,
    /// It reads one.
    Read(usize),
    /// It writes some, all at once.
    Write(Vec<(usize, Source)>),
    /// It gives some of them arbitrary values.
    Forget(Vec<usize>),
    /// It calls a function through which some of them go.
    Call(FunctionId),
}

/// Where a value that is written comes from.
pub(super) enum Source {
    Value(ValueId),
    Scalar(usize),
    Constant(Constant),
}

/// Everything that effects depend on.
pub(super) struct Context<'a> {
    pub objects: &'a Objects,
    pub initials: &'a Initials,
    pub scalars: &'a Scalars,
    pub threads: &'a Threads,
}

impl Context<'_> {
    pub fn effect(&self, program: &Program, id: FunctionId, command: &Command) -> Effect {
        let function = program.function(id);
        let place = |address: ValueId| self.objects.place(id, address);
        let is_ours = |address: ValueId| self.scalars.has(place(address));
        match &command.kind {
            CommandKind::Load { address } if is_ours(*address) => {
                match place(*address).and_then(|place| self.scalars.at(place)) {
                    Some(scalar) => Effect::Read(scalar),
                    None => Effect::None,
                }
            }
            CommandKind::Store { address, value } if is_ours(*address) => {
                let scalar = place(*address).and_then(|place| self.scalars.at(place));
                Effect::Write(scalar.map(|scalar| (scalar, Source::Value(*value))).into_iter().collect())
            }
            CommandKind::MemoryCopy { to, from, size } if is_ours(*to) => {
                Effect::Write(self.copied(program, function, place(*to), place(*from), *size))
            }
            CommandKind::MemorySet { to, byte, size } if is_ours(*to) => {
                let parts = place(*to).zip(constant(function, *size));
                let parts = parts.map(|(place, size)| self.scalars.within(place, size)).unwrap_or_default();
                let source = |scalar: usize| self.set(program, function, scalar, *byte);
                Effect::Write(parts.into_iter().map(|(_, scalar)| (scalar, source(scalar))).collect())
            }
            CommandKind::Alloca { .. } => match command.results.first() {
                Some(result) if is_ours(*result) => {
                    let parts = self.scalars.objects.get(&Object::Alloca(id, *result));
                    Effect::Forget(parts.into_iter().flatten().map(|(_, scalar)| *scalar).collect())
                }
                _ => Effect::None,
            },
            CommandKind::Address { base, .. } if is_ours(*base) => Effect::Goes,
            CommandKind::Variable(_, value) if is_ours(*value) => Effect::Goes,
            CommandKind::Call { callee: Callee::Direct(callee), .. } => Effect::Call(*callee),
            _ => Effect::None,
        }
    }

    fn copied(
        &self,
        program: &Program,
        function: &Function,
        to: Option<crate::passes::objects::Place>,
        from: Option<crate::passes::objects::Place>,
        size: ValueId,
    ) -> Vec<(usize, Source)> {
        let (Some(to), Some(from), Some(size)) = (to, from, constant(function, size)) else { return Vec::new() };
        let source = |distance: u64, scalar: usize| {
            let offset = from.offset.and_then(|offset| offset.checked_add_unsigned(distance));
            if self.scalars.has(Some(from)) {
                return self.scalars.at(crate::passes::objects::Place { offset, ..from }).map(Source::Scalar);
            }
            let Object::Global(global) = from.object else { return None };
            let value = self.initials.value(program, global, offset?, self.scalars.list[scalar].ty);
            value.map(Source::Constant)
        };
        let parts = self.scalars.within(to, size).into_iter();
        parts.filter_map(|(distance, scalar)| Some((scalar, source(distance, scalar)?))).collect()
    }

    /// What a scalar is when all its bytes are set to a value.
    fn set(&self, program: &Program, function: &Function, scalar: usize, byte: ValueId) -> Source {
        let ty = self.scalars.list[scalar].ty;
        match constant(function, byte) {
            _ if ty == Type::Int(8) => Source::Value(byte),
            Some(byte) => {
                let bytes = vec![byte as u8; ty.bytes(program.pointer_width) as usize];
                Source::Constant(Constant::Bits(from_bytes(ty.width(program.pointer_width), &bytes)))
            }
            // An object with such a part is not promoted.
            None => Source::Constant(Constant::Bits(BitVecValue::zero(ty.width(program.pointer_width)))),
        }
    }
}
