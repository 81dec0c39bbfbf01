//! Commands that are added to a function, one after the other.

use euclase_program::{
    BinaryOp, BitVecValue, CastOp, CellData, Command, CommandKind, Constant, Function, FunctionId, Global, GlobalId,
    Initial, Layout, LayoutKind, LocationId, Predicate, Program, Type, ValueId,
};

/// Where commands are added.
pub(super) struct Emit<'a> {
    program: &'a mut Program,
    function: FunctionId,
    out: &'a mut Vec<Command>,
    location: Option<LocationId>,
}

impl<'a> Emit<'a> {
    pub fn new(
        program: &'a mut Program,
        function: FunctionId,
        out: &'a mut Vec<Command>,
        location: Option<LocationId>,
    ) -> Self {
        Emit { program, function, out, location }
    }

    pub fn function(&self) -> &Function {
        self.program.function(self.function)
    }

    pub fn width(&self) -> u32 {
        self.program.pointer_width
    }

    /// An integer as wide as a pointer.
    pub fn word(&mut self, number: u64) -> ValueId {
        let width = self.program.pointer_width;
        self.program.function_mut(self.function).int(width, number)
    }

    /// An integer of some bits.
    pub fn int(&mut self, bits: u32, number: u64) -> ValueId {
        self.program.function_mut(self.function).int(bits, number)
    }

    pub fn truth(&mut self, truth: bool) -> ValueId {
        self.program.function_mut(self.function).bool(truth)
    }

    /// An address that is a number.
    pub fn pointer(&mut self, number: u64) -> ValueId {
        let bits = BitVecValue::new(self.program.pointer_width, number);
        self.program.function_mut(self.function).constant(Type::Pointer, Constant::Bits(bits))
    }

    /// The address of a global.
    pub fn global(&mut self, global: GlobalId) -> ValueId {
        self.program.function_mut(self.function).constant(Type::Pointer, Constant::Global(global, 0))
    }

    /// A command that defines a value.
    pub fn define(&mut self, ty: Type, kind: CommandKind) -> ValueId {
        let value = self.program.function_mut(self.function).add_value(ty, None);
        self.define_as(value, kind);
        value
    }

    /// A command that defines a value that there is already.
    pub fn define_as(&mut self, value: ValueId, kind: CommandKind) {
        self.out.push(Command { results: vec![value], kind, location: self.location });
    }

    pub fn perform(&mut self, kind: CommandKind) {
        self.out.push(Command { results: Vec::new(), kind, location: self.location });
    }

    pub fn load(&mut self, variable: Variable) -> ValueId {
        let address = self.global(variable.global);
        self.define(variable.ty, CommandKind::Load { address })
    }

    pub fn store(&mut self, variable: Variable, value: ValueId) {
        let address = self.global(variable.global);
        self.perform(CommandKind::Store { address, value });
    }

    pub fn compare(&mut self, predicate: Predicate, a: ValueId, b: ValueId) -> ValueId {
        self.define(Type::BOOL, CommandKind::Compare(predicate, a, b))
    }

    pub fn binary(&mut self, op: BinaryOp, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.function().type_of(a);
        self.define(ty, CommandKind::Binary(op, a, b))
    }

    pub fn select(&mut self, condition: ValueId, then: ValueId, otherwise: ValueId) -> ValueId {
        if then == otherwise {
            return then;
        }
        let ty = self.function().type_of(then);
        self.define(ty, CommandKind::Select(condition, then, otherwise))
    }

    pub fn and(&mut self, a: ValueId, b: ValueId) -> ValueId {
        match (self.known(a), self.known(b)) {
            (Some(1), _) | (_, Some(0)) => b,
            (_, Some(1)) | (Some(0), _) => a,
            _ => self.binary(BinaryOp::And, a, b),
        }
    }

    pub fn or(&mut self, a: ValueId, b: ValueId) -> ValueId {
        match (self.known(a), self.known(b)) {
            (Some(0), _) | (_, Some(1)) => b,
            (_, Some(0)) | (Some(1), _) => a,
            _ => self.binary(BinaryOp::Or, a, b),
        }
    }

    pub fn not(&mut self, a: ValueId) -> ValueId {
        let truth = self.truth(true);
        self.binary(BinaryOp::Xor, a, truth)
    }

    /// The number that a value is, if that is known.
    pub fn known(&self, value: ValueId) -> Option<u64> {
        self.function().bits_of(value).and_then(BitVecValue::to_u64)
    }

    /// A number or an address as an integer as wide as a pointer, with its sign if it is narrower.
    pub fn as_word(&mut self, value: ValueId, is_signed: bool) -> ValueId {
        let width = self.program.pointer_width;
        let op = match self.function().type_of(value) {
            Type::Int(known) if known == width => return value,
            Type::Int(known) if known > width => CastOp::Trunc,
            Type::Int(_) if is_signed => CastOp::Sext,
            Type::Int(_) => CastOp::Zext,
            Type::Pointer => CastOp::PtrToInt,
            Type::Float(_) => CastOp::Bitcast,
        };
        if let Some(number) = self.known(value).filter(|_| op == CastOp::Trunc || !is_signed) {
            return self.word(number);
        }
        self.define(Type::Int(width), CommandKind::Cast(op, value))
    }

    /// How many bytes there are from one address to another.
    pub fn distance(&mut self, to: ValueId, from: ValueId) -> ValueId {
        let (to, from) = (self.as_word(to, false), self.as_word(from, false));
        self.binary(BinaryOp::Sub, to, from)
    }
}

/// A variable of the verifier's, which later passes make a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variable {
    pub global: GlobalId,
    pub ty: Type,
}

impl Variable {
    /// A new one that holds a number at first.
    pub fn new(program: &mut Program, what: &str, ty: Type, initial: u64) -> Variable {
        let width = ty.width(program.pointer_width);
        let size = ty.bytes(program.pointer_width);
        let layout = program.add_layout(Layout { size, align: size, kind: LayoutKind::Scalar(ty) });
        let name = format!("euclase.{what}.{}", program.globals.len());
        let bits = Constant::Bits(BitVecValue::new(width, initial));
        let cell = euclase_program::Cell { offset: 0, data: CellData::Value(ty, bits) };
        let initial = Initial::Cells(vec![cell]);
        let global = program.add_global(Global { name, layout, constant: false, initial, variable: None });
        Variable { global, ty }
    }
}
