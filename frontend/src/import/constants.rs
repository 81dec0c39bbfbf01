//! Constants: folded to numbers and addresses where that is possible, else computed where they are
//! used; and what globals hold at first.

use super::function::FunctionImporter;
use super::llvm::{Opcode, TypeKind, Value, ValueKind};
use super::types::scalar;
use super::{Importer, Step, Stop};
use euclase_program::{
    BitVecValue, Cell, CellData, CommandKind, Constant, FunctionId, GlobalId, Initial, NondetOrigin, Type, ValueId,
};
use rustc_hash::FxHashMap;

/// A scalar constant. An address can also have the type of an integer as wide as pointers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Folded {
    pub ty: Type,
    pub number: Number,
}

/// What a constant is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Number {
    Bits(BitVecValue),
    Global(GlobalId, i64),
    Function(FunctionId),
}

impl Folded {
    fn bits(&self) -> Option<&BitVecValue> {
        match &self.number {
            Number::Bits(bits) => Some(bits),
            Number::Global(..) | Number::Function(_) => None,
        }
    }

    fn signed(&self) -> Option<i64> {
        let bits = self.bits().filter(|bits| bits.width() <= 64)?;
        let unsigned = bits.to_u64()?;
        let unused = 64 - bits.width();
        Some(((unsigned << unused) as i64) >> unused)
    }

    fn constant(self) -> Constant {
        match self.number {
            Number::Bits(bits) => Constant::Bits(bits),
            Number::Global(global, offset) => Constant::Global(global, offset),
            Number::Function(function) => Constant::Function(function),
        }
    }
}

/// The steps of a `getelementptr`: a number of bytes, and what is multiplied with what.
pub(super) struct Path {
    pub offset: i64,
    pub indices: Vec<(i64, Value)>,
}

impl Importer<'_> {
    /// Where a `getelementptr` leads from its base; none if it steps through vectors.
    pub fn path(&self, gep: Value) -> Option<Path> {
        let mut path = Path { offset: 0, indices: Vec::new() };
        let mut ty = gep.gep_type();
        for position in 1..gep.operand_count() {
            let index = gep.operand(position);
            if position > 1 {
                match ty.kind() {
                    TypeKind::LLVMStructTypeKind => {
                        let field = u32::try_from(index.unsigned()?).ok()?;
                        path.offset = path.offset.wrapping_add(self.data.offset(ty, field) as i64);
                        ty = ty.struct_field(field)?;
                        continue;
                    }
                    TypeKind::LLVMArrayTypeKind => ty = ty.element(),
                    _ => return None,
                }
            }
            let scale = self.data.size(ty) as i64;
            match index.signed() {
                Some(number) => path.offset = path.offset.wrapping_add(number.wrapping_mul(scale)),
                None => path.indices.push((scale, index)),
            }
        }
        Some(path)
    }

    /// A scalar constant as a number or an address, if it is one.
    pub fn fold(&mut self, root: Value) -> Option<Folded> {
        let mut todo = vec![root];
        while let Some(value) = todo.last().copied() {
            if self.folded.contains_key(&value) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            let inner = match value.kind() {
                ValueKind::LLVMConstantExprValueKind => (0..value.operand_count()).map(|i| value.operand(i)).collect(),
                ValueKind::LLVMGlobalAliasValueKind => vec![value.aliasee()],
                _ => Vec::new(),
            };
            todo.extend(inner.iter().filter(|inner| !self.folded.contains_key(inner)));
            if todo.len() == before {
                let folded = self.fold_one(value, &inner);
                self.folded.insert(value, folded);
                todo.pop();
            }
        }
        self.folded.get(&root).cloned().flatten()
    }

    fn fold_one(&mut self, value: Value, inner: &[Value]) -> Option<Folded> {
        let ty = scalar(value.ty())?;
        let number = match value.kind() {
            ValueKind::LLVMConstantIntValueKind => Number::Bits(value.int_bits()),
            ValueKind::LLVMConstantFPValueKind => Number::Bits(value.float_bits(ty.width(64))?),
            ValueKind::LLVMConstantPointerNullValueKind => Number::Bits(BitVecValue::zero(self.program.pointer_width)),
            ValueKind::LLVMGlobalVariableValueKind => Number::Global(*self.globals.get(&value)?, 0),
            ValueKind::LLVMFunctionValueKind => Number::Function(self.function_id(value)),
            ValueKind::LLVMGlobalAliasValueKind => self.folded.get(inner.first()?)?.clone()?.number,
            ValueKind::LLVMConstantExprValueKind => self.fold_expression(value, inner, ty)?,
            _ => return None,
        };
        Some(Folded { ty, number })
    }

    fn fold_expression(&self, value: Value, inner: &[Value], ty: Type) -> Option<Number> {
        let operand = |position: usize| self.folded.get(inner.get(position)?)?.as_ref();
        let width = self.program.pointer_width;
        match value.const_opcode() {
            Opcode::LLVMGetElementPtr => {
                let path = self.path(value)?;
                let mut offset = path.offset;
                for (scale, index) in path.indices {
                    let index = self.folded.get(&index)?.as_ref()?.signed()?;
                    offset = offset.wrapping_add(scale.wrapping_mul(index));
                }
                moved(operand(0)?, offset, width)
            }
            Opcode::LLVMBitCast | Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr => {
                let from = operand(0)?;
                let same = from.ty.width(width) == ty.width(width);
                let bits = from.bits().filter(|_| value.const_opcode() != Opcode::LLVMBitCast);
                match bits {
                    Some(bits) => Some(Number::Bits(euclase_program::evaluate::resize(bits, ty.width(width)))),
                    None => same.then(|| from.number.clone()),
                }
            }
            Opcode::LLVMTrunc => {
                let bits = operand(0)?.bits()?;
                Some(Number::Bits(bits.extract(ty.width(width) - 1, 0)))
            }
            Opcode::LLVMAdd => match (operand(0)?, operand(1)?) {
                (Folded { number: Number::Bits(a), .. }, Folded { number: Number::Bits(b), .. }) => {
                    Some(Number::Bits(a.add(b)))
                }
                (address, number) | (number, address) if number.bits().is_some() => {
                    moved(address, number.signed()?, width)
                }
                _ => None,
            },
            Opcode::LLVMSub => match (operand(0)?, operand(1)?) {
                (Folded { number: Number::Bits(a), .. }, Folded { number: Number::Bits(b), .. }) => {
                    Some(Number::Bits(a.sub(b)))
                }
                (Folded { number: Number::Global(a, from), .. }, Folded { number: Number::Global(b, to), .. }) => {
                    let width = ty.width(width);
                    (a == b).then(|| Number::Bits(BitVecValue::new(width, from.wrapping_sub(*to) as u64)))
                }
                (address, number) => moved(address, number.signed()?.wrapping_neg(), width),
            },
            _ => None,
        }
    }

    /// What a global holds at first. What cannot be said of it is anything.
    pub fn initial(&mut self, initialiser: Value) -> Initial {
        let mut cells = Vec::new();
        let mut todo = vec![(initialiser, 0)];
        while let Some((value, offset)) = todo.pop() {
            let ty = value.ty();
            // Undefined bytes of an initialised object are zero in the executable.
            if value.is_null() || value.is_undef() || !ty.is_sized() {
                continue;
            }
            if let Some(bytes) = value.bytes() {
                cells.push(Cell { offset, data: CellData::Bytes(bytes) });
                continue;
            }
            let start = todo.len();
            match ty.kind() {
                TypeKind::LLVMStructTypeKind => {
                    for position in 0..ty.struct_fields().len() as u32 {
                        let Some(element) = value.element(position) else { return Initial::Any };
                        todo.push((element, offset + self.data.offset(ty, position)));
                    }
                }
                TypeKind::LLVMArrayTypeKind => {
                    let size = self.data.size(ty.element());
                    let Ok(length) = u32::try_from(ty.array_length()) else { return Initial::Any };
                    for position in 0..length {
                        let Some(element) = value.element(position) else { return Initial::Any };
                        todo.push((element, offset + u64::from(position) * size));
                    }
                }
                _ => {
                    let Some(folded) = self.fold(value) else { return Initial::Any };
                    // An address that is stored as an integer has the same bytes as a pointer.
                    let ty = if folded.bits().is_none() { Type::Pointer } else { folded.ty };
                    if !(folded.bits().is_some_and(BitVecValue::is_zero)) {
                        cells.push(Cell { offset, data: CellData::Value(ty, folded.constant()) });
                    }
                }
            }
            todo[start..].reverse();
        }
        Initial::Cells(cells)
    }
}

/// A constant with a number of bytes added.
fn moved(from: &Folded, offset: i64, pointer_width: u32) -> Option<Number> {
    match &from.number {
        Number::Bits(bits) => {
            Some(Number::Bits(bits.add(&BitVecValue::new(from.ty.width(pointer_width), offset as u64))))
        }
        Number::Global(global, start) => Some(Number::Global(*global, start.wrapping_add(offset))),
        Number::Function(function) => (offset == 0).then_some(Number::Function(*function)),
    }
}

impl FunctionImporter<'_, '_> {
    /// A constant of a scalar type, as an operand.
    pub fn constant(&mut self, value: Value) -> Step<ValueId> {
        if let Some(known) = self.constants.get(&value) {
            return Ok(*known);
        }
        let Some(ty) = scalar(value.ty()) else {
            return Err(Stop::unsupported(format!("a value of type {}", value.ty().print())));
        };
        if value.is_undef() {
            return Ok(self.define(ty, None, CommandKind::Nondet(NondetOrigin::Undef)));
        }
        match self.importer.fold(value) {
            Some(folded) if folded.bits().is_some() || folded.ty == Type::Pointer => {
                let id = self.function.constant(folded.ty, folded.constant());
                self.constants.insert(value, id);
                Ok(id)
            }
            Some(folded) => {
                let address = self.function.constant(Type::Pointer, folded.constant());
                Ok(self.define(ty, None, CommandKind::Cast(euclase_program::CastOp::PtrToInt, address)))
            }
            None if value.kind() == ValueKind::LLVMConstantExprValueKind => self.expression(value),
            None => Err(Stop::unsupported(match value.kind() {
                ValueKind::LLVMBlockAddressValueKind => "the address of a label".to_string(),
                ValueKind::LLVMGlobalIFuncValueKind => "a function that is chosen when the program starts".to_string(),
                _ => "a constant of an unknown kind".to_string(),
            })),
        }
    }

    /// A constant that needs no command.
    pub fn plain_constant(&mut self, value: Value) -> Option<ValueId> {
        let folded = self.importer.fold(value)?;
        let plain = folded.bits().is_some() || folded.ty == Type::Pointer;
        plain.then(|| self.function.constant(folded.ty, folded.constant()))
    }

    /// Computes a constant expression here, its operands first.
    fn expression(&mut self, root: Value) -> Step<ValueId> {
        let mut computed: FxHashMap<Value, ValueId> = FxHashMap::default();
        let mut todo = vec![root];
        while let Some(value) = todo.last().copied() {
            let before = todo.len();
            for position in 0..value.operand_count() {
                let operand = value.operand(position);
                let expression = operand.kind() == ValueKind::LLVMConstantExprValueKind;
                if expression && !computed.contains_key(&operand) && self.importer.fold(operand).is_none() {
                    todo.push(operand);
                }
            }
            if todo.len() > before {
                continue;
            }
            todo.pop();
            if computed.contains_key(&value) {
                continue;
            }
            let result = self.operation(value.const_opcode(), value, None);
            match result.and_then(|()| self.scalar(value)) {
                Ok(id) => _ = computed.insert(value, id),
                Err(stop) => {
                    computed.keys().for_each(|value| self.forget(*value));
                    return Err(stop);
                }
            }
        }
        // The values are known only here: another use may stand where these do not reach.
        computed.keys().for_each(|value| self.forget(*value));
        computed.get(&root).copied().ok_or(Stop::Cut)
    }
}
