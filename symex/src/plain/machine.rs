//! The machine: one path after the other, each with its own copy of everything.
//!
//! Where a condition depends on inputs, both ways are gone, as far as the solver cannot refute them. Where an address, an index or a
//! size does, every value is gone through that the solver finds. So everything but data is a constant, and the checks are those
//! of an interpreter.

use super::memory::{Area, Byte, Memory, Number, Pointer, Refusal, from_bytes, number, term, to_bytes};
use super::operators;
use crate::outcome::Limits;
use euclase_checker::solver::{Answer, QueryKind, Solver, SolverFactory, Statistics};
use euclase_logic::{Assignment, Evaluator, Sort, TermId, Terms, Value as Literal};
use euclase_program::{
    AddressMap, BinaryOp, BitVecValue, BlockId, Callee, CastOp, CellData, Command, CommandKind, Constant, Function,
    FunctionId, GlobalId, Initial, NondetOrigin, Program, Regions, Terminator, Type, ValueId,
};
use std::time::Instant;

/// How the execution of a path ends.
pub(super) enum End {
    /// As it may.
    Fine,
    /// In a way that leaves the program uncertified.
    Refused(Refusal),
}

#[derive(Clone)]
pub(super) struct Value {
    pub number: Number,
    pub pointer: Option<Pointer>,
}

#[derive(Clone)]
pub(super) struct Frame {
    pub function: FunctionId,
    pub block: BlockId,
    pub position: usize,
    pub values: Vec<Option<Value>>,
    /// The objects that end with the call, and where the stack ended before.
    pub allocated: Vec<u64>,
    pub stack_mark: u64,
}

#[derive(Clone)]
pub(super) struct State {
    pub frames: Vec<Frame>,
    pub memory: Memory,
    pub path: Vec<TermId>,
}

pub(super) struct Machine<'a> {
    pub program: &'a Program,
    pub terms: Terms,
    limits: Limits,
    solver: Solver,
    factory: SolverFactory,
    pub addresses: AddressMap,
    waiting: Vec<State>,
    pub paths: u64,
    pub steps: u64,
}

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, limits: Limits) -> Machine<'a> {
        let factory = SolverFactory::concrete(&Statistics::default()).quick();
        Machine {
            program,
            terms: Terms::new(),
            limits,
            solver: factory.solver(0),
            factory,
            addresses: AddressMap::with_objects(program, &Regions::of(program)),
            waiting: Vec::new(),
            paths: 0,
            steps: 0,
        }
    }

    /// Goes through all paths.
    pub fn run(&mut self) -> Result<(), Refusal> {
        let first = self.start()?;
        self.waiting.push(first);
        while let Some(mut state) = self.waiting.pop() {
            if !state.path.is_empty() && !self.is_possible(&state.path) {
                continue;
            }
            self.paths += 1;
            loop {
                match self.step(&mut state) {
                    Ok(()) => {}
                    Err(End::Fine) => break,
                    Err(End::Refused(why)) => return Err(why),
                }
            }
        }
        Ok(())
    }

    fn ask(&mut self, conditions: &[TermId]) -> Answer {
        if self.solver.queries() >= 500 {
            self.solver = self.factory.solver(0);
        }
        self.solver.set_deadline(Some(self.limits.deadline));
        self.solver.check(&self.terms, QueryKind::Certificate, conditions)
    }

    /// Whether the solver does not refute a path.
    pub fn is_possible(&mut self, path: &[TermId]) -> bool {
        self.ask(path) != Answer::Unsat
    }

    /// Whether a condition holds on a path. The other way waits, and does the same command again.
    pub fn decide(&mut self, state: &mut State, condition: TermId) -> Result<bool, End> {
        if let Some(truth) = self.terms.as_bool(condition) {
            return Ok(truth);
        }
        let not = self.terms.not(condition);
        if state.path.contains(&condition) {
            return Ok(true);
        }
        if state.path.contains(&not) {
            return Ok(false);
        }
        let with = |extra: TermId| state.path.iter().copied().chain([extra]).collect::<Vec<TermId>>();
        if !self.is_possible(&with(condition)) {
            return Ok(false);
        }
        let mut other = state.clone();
        other.path.push(not);
        self.waiting.push(other);
        state.path.push(condition);
        Ok(true)
    }

    /// Makes a value a constant: one of those that it can have here. The others wait, and do the same command again.
    fn settle(&mut self, state: &mut State, value: ValueId) -> Result<(), End> {
        let Some(Number::Term(term)) = self.get(state, value).map(|value| value.number) else { return Ok(()) };
        if self.terms.width(term) > 64 {
            return Err(End::Refused("a wide number that must be known".into()));
        }
        let refused = |why: String| End::Refused(why);
        match self.ask(&state.path.clone()) {
            Answer::Sat => {}
            Answer::Unsat => return Err(End::Fine),
            Answer::Unknown(why) => return Err(refused(why)),
        }
        let variables = self.terms.variables(&[term]);
        let mut assignment: Assignment = self.solver.concrete_model(&self.terms, &variables, &[]).map_err(refused)?;
        for variable in &variables {
            if assignment.get(*variable).is_none() {
                assignment.set(*variable, Literal::default_of(&self.terms, self.terms.sort(*variable)));
            }
        }
        let found = Evaluator::new(&self.terms, &assignment).value(term);
        let Ok(Literal::BitVec(bits)) = found else { return Err(refused("a model without a value".into())) };
        let constant = self.terms.bitvec(bits.clone());
        let is_it = self.terms.eq(term, constant);
        let not = self.terms.not(is_it);
        let mut other = state.clone();
        other.path.push(not);
        self.waiting.push(other);
        state.path.push(is_it);
        let number = Number::Word(bits.to_u64().unwrap_or(0));
        if let Some(frame) = state.frames.last_mut()
            && let Some(value) = &mut frame.values[value.index()]
        {
            value.number = number;
        }
        Ok(())
    }

    pub fn get<'s>(&self, state: &'s State, value: ValueId) -> Option<&'s Value> {
        state.frames.last().and_then(|frame| frame.values.get(value.index())?.as_ref())
    }

    pub fn value(&self, state: &State, value: ValueId) -> Result<Value, End> {
        self.get(state, value).cloned().ok_or_else(|| End::Refused("a value that is not defined".into()))
    }

    pub fn pointer(&self, state: &State, value: ValueId) -> Option<Pointer> {
        self.get(state, value).and_then(|value| value.pointer)
    }

    /// A value that is a word.
    pub fn word(&self, state: &State, value: ValueId) -> Result<u64, End> {
        match self.value(state, value)?.number {
            Number::Word(word) => Ok(word),
            Number::Term(_) => Err(End::Refused("a number that must be known".into())),
        }
    }

    /// A word that is no address.
    pub fn size(&self, state: &State, value: ValueId) -> Result<u64, End> {
        self.plain_number(&self.value(state, value)?)?;
        self.word(state, value)
    }

    pub fn width(&self, state: &State, value: ValueId) -> u32 {
        self.ty(state, value).width(self.program.pointer_width)
    }

    pub fn ty(&self, state: &State, value: ValueId) -> Type {
        let function = state.frames.last().map_or(FunctionId(0), |frame| frame.function);
        self.program.function(function).type_of(value)
    }

    fn is_word(&self, ty: Type) -> bool {
        ty == Type::Pointer || ty == Type::Int(self.program.pointer_width)
    }

    pub fn fresh(&mut self, width: u32) -> Number {
        Number::Term(self.terms.fresh_var("plain.input", Sort::BitVec(width)))
    }

    fn constant(&mut self, state: &State, constant: &Constant) -> Value {
        match constant {
            Constant::Bits(bits) => Value { number: operators::of_constant(&mut self.terms, bits), pointer: None },
            Constant::Function(function) => {
                Value { number: Number::Word(self.addresses.function(*function)), pointer: None }
            }
            Constant::Global(global, offset) => {
                let base = self.addresses.global(*global);
                let life = state.memory.object(base).map_or(0, |object| object.life);
                let mask = u64::MAX >> (64 - self.program.pointer_width.min(64));
                let number = Number::Word(base.wrapping_add(*offset as u64) & mask);
                Value { number, pointer: Some(Pointer { life, base, offset: *offset }) }
            }
        }
    }

    fn start(&mut self) -> Result<State, Refusal> {
        let (program, width) = (self.program, self.program.pointer_width);
        let memory = Memory::new(width, AddressMap::heap_start(width), AddressMap::stack_start(width));
        let mut state = State { frames: Vec::new(), memory, path: Vec::new() };
        for (index, global) in program.globals.iter().enumerate() {
            let (size, is_any) = (program.layout(global.layout).size, global.initial == Initial::Any);
            if size == 0 && is_any {
                return Err("an object that is defined elsewhere".into());
            }
            let area = if global.constant { Area::Constant } else { Area::Global };
            let byte = if is_any { Byte::Unknown } else { Byte::Word(0) };
            state.memory.place(self.addresses.global(GlobalId::new(index)), size, area, byte)?;
        }
        for (index, global) in program.globals.iter().enumerate() {
            let Initial::Cells(cells) = &global.initial else { continue };
            for cell in cells {
                let address = self.addresses.global(GlobalId::new(index)).wrapping_add(cell.offset);
                match &cell.data {
                    CellData::Bytes(bytes) => {
                        let bytes: Vec<Byte> = bytes.iter().map(|byte| Byte::Word(*byte)).collect();
                        state.memory.initialise(address, &bytes)?;
                    }
                    CellData::Value(ty, constant) => {
                        let value = self.constant(&state, constant);
                        let bits = if let Constant::Bits(bits) = constant { bits.width() } else { width };
                        let bytes = self.bytes_of(value.number, bits);
                        state.memory.initialise(address, &bytes)?;
                        if let Some(pointer) = value.pointer.filter(|_| self.is_word(*ty)) {
                            state.memory.note(address, pointer);
                        }
                    }
                }
            }
        }
        let entry = program.entry.ok_or("a program without an entry function")?;
        let function = program.function(entry);
        let widths: Vec<u32> = function.parameters.iter().map(|value| function.type_of(*value).width(width)).collect();
        let arguments = widths.into_iter().map(|width| Value { number: self.fresh(width), pointer: None }).collect();
        match self.enter(&mut state, entry, arguments) {
            Ok(()) => Ok(state),
            Err(End::Refused(why)) => Err(why),
            Err(End::Fine) => Err("a program that does not start".into()),
        }
    }

    /// The bytes of a number; what is wider than a word is taken apart as a term.
    fn bytes_of(&mut self, number: Number, width: u32) -> Vec<Byte> {
        match number {
            Number::Term(term) if self.terms.as_bitvec(term).is_some() => {
                let bits = self.terms.as_bitvec(term).map(BitVecValue::to_big).unwrap_or_default();
                let mut bytes = bits.to_bytes_le();
                bytes.resize(width.div_ceil(8) as usize, 0);
                bytes.into_iter().map(Byte::Word).collect()
            }
            number => to_bytes(&mut self.terms, number, width),
        }
    }

    fn enter(&mut self, state: &mut State, id: FunctionId, arguments: Vec<Value>) -> Result<(), End> {
        if state.frames.len() >= self.limits.max_depth {
            return Err(End::Refused("very deep recursion".into()));
        }
        let function: &Function = self.program.function(id);
        if function.is_declaration() {
            return Err(End::Refused("a function without a body".into()));
        }
        let mut values = Vec::with_capacity(function.value_count());
        for index in 0..function.value_count() {
            let constant = function.constant_of(ValueId::new(index));
            values.push(constant.map(|constant| self.constant(state, constant)));
        }
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            values[parameter.index()] = Some(argument);
        }
        let stack_mark = state.memory.next_stack;
        let (block, position, allocated) = (Function::ENTRY, 0, Vec::new());
        state.frames.push(Frame { function: id, block, position, values, allocated, stack_mark });
        Ok(())
    }

    fn step(&mut self, state: &mut State) -> Result<(), End> {
        self.steps += 1;
        let is_late = self.steps.is_multiple_of(1 << 10) && Instant::now() >= self.limits.deadline;
        if is_late || self.terms.len() > self.limits.max_terms || self.steps > self.limits.max_steps {
            return Err(End::Refused("no time or room is left".into()));
        }
        let program = self.program;
        let Some(frame) = state.frames.last() else { return Err(End::Fine) };
        let block = program.function(frame.function).block(frame.block);
        let Some(command) = block.commands.get(frame.position) else {
            return self.terminator(state, &block.terminator);
        };
        for operand in self.must_be_known(state, &command.kind) {
            self.settle(state, operand)?;
        }
        let depth = state.frames.len();
        self.command(state, command)?;
        if let Some(frame) = state.frames.get_mut(depth - 1) {
            frame.position += 1;
        }
        Ok(())
    }

    /// The operands that say where something is, or how much.
    fn must_be_known(&self, state: &State, kind: &CommandKind) -> Vec<ValueId> {
        use CommandKind::*;
        match kind {
            Load { address } | Store { address, .. } | HeapFree(address) | Enter(address) | Leave(address) => {
                vec![*address]
            }
            Check(_) | MemoryCopy { .. } | HeapAllocate { .. } | MemoryHavoc { .. } | Alloca { .. } => {
                let mut all = Vec::new();
                kind.for_each_operand(|operand| all.push(operand));
                all
            }
            MemorySet { to, size, .. } => vec![*to, *size],
            Call { callee: Callee::Indirect(address), .. } => vec![*address],
            Address { base, indices, .. } if self.pointer(state, *base).is_some() => {
                indices.iter().map(|(_, index)| *index).chain([*base]).collect()
            }
            Binary(_, a, b) if self.pointer(state, *a).is_some() != self.pointer(state, *b).is_some() => vec![*a, *b],
            Select(condition, a, b) if self.pointer(state, *a) != self.pointer(state, *b) => vec![*condition],
            _ => Vec::new(),
        }
    }

    fn define(&self, state: &mut State, result: Option<ValueId>, number: Number, pointer: Option<Pointer>) {
        if let (Some(result), Some(frame)) = (result, state.frames.last_mut()) {
            frame.values[result.index()] = Some(Value { number, pointer });
        }
    }

    fn command(&mut self, state: &mut State, command: &Command) -> Result<(), End> {
        use CommandKind::*;
        let result = command.results.first().copied();
        let refused = |why: &str| End::Refused(why.to_string());
        match &command.kind {
            Nondet(origin) => {
                let Some(result) = result else { return Ok(()) };
                let number = self.fresh(self.width(state, result));
                let is_unset = matches!(origin, NondetOrigin::Uninitialised(_) | NondetOrigin::Undef);
                let is_pointer = self.ty(state, result) == Type::Pointer;
                self.define(state, Some(result), number, (is_unset && is_pointer).then_some(Pointer::UNSET));
            }
            Assume(holds) => {
                let holds = self.value(state, *holds)?.number;
                let holds = operators::condition(&mut self.terms, holds);
                match self.terms.as_bool(holds) {
                    Some(true) => {}
                    Some(false) => return Err(End::Fine),
                    None => {
                        state.path.push(holds);
                        if !self.is_possible(&state.path.clone()) {
                            return Err(End::Fine);
                        }
                    }
                }
            }
            Variable(..) => {}
            Check(check) => {
                if !self.allows(state, check)? {
                    return Err(refused("a check is violated"));
                }
            }
            Enter(variable) => {
                let address = self.word(state, *variable)?;
                state.memory.lives += 1;
                let life = state.memory.lives;
                let object = state.memory.object_mut(address);
                let pointer = object.map(|object| {
                    (object.life, object.is_left) = (life, false);
                    Pointer { life, base: address, offset: 0 }
                });
                self.define(state, Some(*variable), Number::Word(address), pointer);
            }
            Leave(variable) => {
                let address = self.word(state, *variable)?;
                if let Some(object) = state.memory.object_mut(address) {
                    object.is_left = true;
                }
            }
            Call { callee, arguments } => return self.call(state, *callee, arguments, &command.results),
            Alloca { .. } | HeapAllocate { .. } => self.allocate(state, &command.kind, result)?,
            Load { .. } | Store { .. } | HeapFree(_) | MemoryCopy { .. } | MemorySet { .. } | MemoryHavoc { .. } => {
                self.memory_command(state, command)?;
            }
            kind => {
                let Some(result) = result else { return Ok(()) };
                let (number, pointer) = self.computed(state, kind, result)?;
                self.define(state, Some(result), number, pointer);
            }
        }
        Ok(())
    }

    /// What a command computes, and the pointer that it is.
    fn computed(
        &mut self,
        state: &State,
        kind: &CommandKind,
        result: ValueId,
    ) -> Result<(Number, Option<Pointer>), End> {
        use CommandKind::*;
        let width = self.width(state, result);
        Ok(match kind {
            Binary(op, a, b) => {
                let (a, b) = (self.value(state, *a)?, self.value(state, *b)?);
                self.check_arithmetic(*op, &a, &b, width)?;
                let number = operators::binary(&mut self.terms, *op, a.number, b.number, width);
                let is_whole = self.ty(state, result) == Type::Int(self.program.pointer_width);
                (number, if is_whole { combined(*op, &a, &b, width) } else { None })
            }
            Compare(op, a, b) => {
                let width = self.width(state, *a);
                let (a, b) = (self.value(state, *a)?, self.value(state, *b)?);
                self.check_comparison(state, *op, &a, &b)?;
                (operators::compare(&mut self.terms, *op, a.number, b.number, width), None)
            }
            Cast(op, a) => self.cast(state, *op, *a, result)?,
            Select(condition, a, b) => {
                let condition = self.value(state, *condition)?.number;
                let (a, b) = (self.value(state, *a)?, self.value(state, *b)?);
                match condition {
                    Number::Word(0) => (b.number, b.pointer),
                    Number::Word(_) => (a.number, a.pointer),
                    condition => {
                        let holds = operators::condition(&mut self.terms, condition);
                        let (x, y) = (term(&mut self.terms, a.number, width), term(&mut self.terms, b.number, width));
                        let chosen = self.terms.ite(holds, x, y);
                        (number(&self.terms, chosen), a.pointer)
                    }
                }
            }
            Freeze(a) => {
                let a = self.value(state, *a)?;
                (a.number, a.pointer)
            }
            Address { base, offset, indices } => {
                let base = self.value(state, *base)?;
                let mut sum = base.number;
                let mut pointer = base.pointer.map(|pointer| pointer.moved(*offset));
                let mut steps = vec![(1, Number::Word(*offset as u64), 64)];
                for (scale, index) in indices {
                    let number = self.plain_number(&self.value(state, *index)?)?;
                    steps.push((*scale, number, self.width(state, *index)));
                }
                for (position, (scale, index, index_width)) in steps.into_iter().enumerate() {
                    if position > 0 {
                        let by = signed(index, index_width);
                        pointer = pointer.zip(by).map(|(pointer, by)| pointer.moved(by.saturating_mul(scale)));
                    }
                    let index = operators::resize(&mut self.terms, index, index_width, width, true);
                    let scale = Number::Word(scale as u64 & (u64::MAX >> (64 - width.min(64))));
                    let product = operators::binary(&mut self.terms, BinaryOp::Mul, index, scale, width);
                    sum = operators::binary(&mut self.terms, BinaryOp::Add, sum, product, width);
                }
                (sum, pointer)
            }
            FloatUnary(..) | FloatBinary(..) | FloatCompare(..) => (self.float_command(state, kind, result)?, None),
            _ => return Err(End::Refused("a command that is not known".into())),
        })
    }

    fn cast(
        &mut self,
        state: &State,
        op: CastOp,
        a: ValueId,
        result: ValueId,
    ) -> Result<(Number, Option<Pointer>), End> {
        let (from, to, pointer_width) = (self.ty(state, a), self.ty(state, result), self.program.pointer_width);
        let (from_width, width) = (from.width(pointer_width), to.width(pointer_width));
        let value = self.value(state, a)?;
        let is_whole = from_width == width && width == pointer_width;
        let keeps = is_whole && matches!(op, CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast);
        if !keeps {
            self.plain_number(&value)?;
        }
        if let Some(number) = operators::cast(&mut self.terms, op, value.number, from_width, width) {
            return Ok((number, value.pointer.filter(|_| keeps)));
        }
        Ok((self.float_cast(state, op, (value.number, from), to)?, None))
    }

    fn allocate(&mut self, state: &mut State, kind: &CommandKind, result: Option<ValueId>) -> Result<(), End> {
        let function = state.frames.last().map_or(FunctionId(0), |frame| frame.function);
        let own = result.and_then(|result| self.addresses.object(function, result));
        let (size, align, area, byte) = match kind {
            CommandKind::Alloca { layout, count, .. } => {
                let layout = self.program.layout(*layout);
                let count = count.map_or(Ok(1), |count| self.size(state, count))?;
                (layout.size.saturating_mul(count), layout.align, Area::Stack, Byte::Unknown)
            }
            CommandKind::HeapAllocate { size, zeroed } => {
                let byte = if *zeroed { Byte::Word(0) } else { Byte::Unknown };
                (self.size(state, *size)?, 16, Area::Heap, byte)
            }
            _ => return Err(End::Refused("an allocation".into())),
        };
        let is_heap = area == Area::Heap;
        let memory = &mut state.memory;
        let address = match own.filter(|own| memory.object(*own).is_none()) {
            Some(own) => own,
            None => {
                let next = if is_heap { &mut memory.next_heap } else { &mut memory.next_stack };
                let address = next.checked_next_multiple_of(align.max(16)).unwrap_or(u64::MAX);
                *next = address.saturating_add(size).saturating_add(16);
                let width = self.program.pointer_width;
                let heap = AddressMap::heap_start(width);
                if *next > if is_heap { heap + (heap - 0x1_0000) } else { heap } {
                    return Err(End::Refused("more memory than there is".into()));
                }
                address
            }
        };
        let pointer = memory.place(address, size, area, byte).map_err(End::Refused)?;
        if !is_heap && let Some(frame) = state.frames.last_mut() {
            frame.allocated.push(address);
        }
        self.define(state, result, Number::Word(address), Some(pointer));
        Ok(())
    }

    fn memory_command(&mut self, state: &mut State, command: &Command) -> Result<(), End> {
        let refused = End::Refused;
        match &command.kind {
            CommandKind::Load { address } => {
                let Some(result) = command.results.first().copied() else { return Ok(()) };
                let ty = self.ty(state, result);
                let (width, size) = (ty.width(self.program.pointer_width), ty.bytes(self.program.pointer_width));
                let address = self.place(state, *address, size)?;
                if ty == Type::Pointer && state.memory.has_unknown(address, size) {
                    state.memory.note(address, Pointer::UNSET);
                }
                if state.memory.has_parts(address, size, self.is_word(ty)) {
                    return Err(refused("the bytes of a pointer".into()));
                }
                let bytes = state.memory.read(&mut self.terms, address, size).map_err(refused)?;
                let number = from_bytes(&mut self.terms, &bytes, width);
                let pointer = if self.is_word(ty) { state.memory.loaded(address) } else { None };
                self.define(state, Some(result), number, pointer);
            }
            CommandKind::Store { address, value } => {
                let (ty, width) = (self.ty(state, *value), self.width(state, *value));
                let size = ty.bytes(self.program.pointer_width);
                let (address, value) = (self.place(state, *address, size)?, self.value(state, *value)?);
                let bytes = self.bytes_of(value.number, width);
                state.memory.write(address, &bytes).map_err(refused)?;
                if let Some(pointer) = value.pointer.filter(|_| self.is_word(ty)) {
                    state.memory.note(address, pointer);
                }
            }
            CommandKind::HeapFree(address) => {
                let address = self.word(state, *address)?;
                let is_heap = state.memory.object(address).is_some_and(|object| object.area == Area::Heap);
                match (address, is_heap) {
                    (0, _) => {}
                    (_, true) => _ = state.memory.objects.remove(&address),
                    _ => return Err(refused("a free of what is not on the heap".into())),
                }
            }
            CommandKind::MemoryCopy { to, from, size } => {
                let size = self.size(state, *size)?;
                if size > 0 {
                    let (to, from) = (self.place(state, *to, size)?, self.place(state, *from, size)?);
                    self.steps += size;
                    state.memory.copy(&mut self.terms, to, from, size).map_err(refused)?;
                }
            }
            CommandKind::MemorySet { to, byte, size } => {
                let (size, width) = (self.size(state, *size)?, self.width(state, *byte));
                let byte = self.plain_number(&self.value(state, *byte)?)?;
                let byte = operators::resize(&mut self.terms, byte, width, 8, false);
                let byte = self.bytes_of(byte, 8).first().copied().unwrap_or(Byte::Unknown);
                if size > 0 {
                    let to = self.place(state, *to, size)?;
                    self.steps += size;
                    state.memory.write(to, &vec![byte; size as usize]).map_err(refused)?;
                }
            }
            CommandKind::MemoryHavoc { to, size, .. } => {
                let size = self.size(state, *size)?;
                if size > 0 {
                    let to = self.place(state, *to, size)?;
                    let mut bytes = Vec::new();
                    for _ in 0..size {
                        let byte = self.fresh(8);
                        bytes.extend(self.bytes_of(byte, 8));
                    }
                    state.memory.write(to, &bytes).map_err(refused)?;
                }
            }
            _ => return Err(refused("a change of memory".into())),
        }
        Ok(())
    }

    fn call(
        &mut self,
        state: &mut State,
        callee: Callee,
        arguments: &[ValueId],
        results: &[ValueId],
    ) -> Result<(), End> {
        let id = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(address) => {
                let address = self.word(state, address)?;
                let found = self.addresses.function_at(address);
                found.ok_or_else(|| End::Refused("a call of what is no function".into()))?
            }
        };
        let function = self.program.function(id);
        if function.is_declaration() {
            for result in results {
                let number = self.fresh(self.width(state, *result));
                self.define(state, Some(*result), number, None);
            }
            return Ok(());
        }
        let width = self.program.pointer_width;
        let types: Vec<u32> = arguments.iter().map(|argument| self.width(state, *argument)).collect();
        let parameters: Vec<u32> =
            function.parameters.iter().map(|value| function.type_of(*value).width(width)).collect();
        if !types.starts_with(&parameters) || function.results.len() != results.len() {
            return Err(End::Refused("a call of a function with other types than it has".into()));
        }
        let arguments = arguments.iter().map(|value| self.value(state, *value)).collect::<Result<Vec<Value>, End>>()?;
        self.enter(state, id, arguments)
    }

    fn terminator(&mut self, state: &mut State, terminator: &Terminator) -> Result<(), End> {
        let target = match terminator {
            Terminator::Jump(target) => *target,
            Terminator::Branch(condition, then, otherwise) => {
                let condition = self.value(state, *condition)?.number;
                let holds = operators::condition(&mut self.terms, condition);
                if then == otherwise || self.decide(state, holds)? { *then } else { *otherwise }
            }
            Terminator::Switch { value, cases, default } => {
                let number = self.plain_number(&self.value(state, *value)?)?;
                let mut target = *default;
                for (case, block) in cases {
                    let width = case.width();
                    let case = operators::of_constant(&mut self.terms, case);
                    let same = operators::compare(&mut self.terms, euclase_program::Predicate::Eq, number, case, width);
                    let same = operators::condition(&mut self.terms, same);
                    if self.decide(state, same)? {
                        target = *block;
                        break;
                    }
                }
                target
            }
            Terminator::Return(values) => return self.leave(state, values),
            Terminator::Exit => return Err(End::Fine),
            Terminator::Unreachable => return Err(End::Refused("a place that is taken to be unreachable".into())),
            Terminator::Error { .. } => return Err(End::Refused("a check is violated".into())),
            Terminator::Unsupported { what } => return Err(End::Refused(what.what.clone())),
        };
        let Some(frame) = state.frames.last() else { return Err(End::Fine) };
        let (function, from) = (frame.function, frame.block);
        let phis = &self.program.function(function).block(target).phis;
        let mut values = Vec::with_capacity(phis.len());
        for phi in phis {
            let argument = phi.argument(from).ok_or_else(|| End::Refused("an invalid program".into()))?;
            values.push(self.value(state, argument)?);
        }
        if let Some(frame) = state.frames.last_mut() {
            (frame.block, frame.position) = (target, 0);
            for (phi, value) in phis.iter().zip(values) {
                frame.values[phi.result.index()] = Some(value);
            }
        }
        Ok(())
    }

    fn leave(&mut self, state: &mut State, values: &[ValueId]) -> Result<(), End> {
        let values = values.iter().map(|value| self.value(state, *value)).collect::<Result<Vec<Value>, End>>()?;
        let Some(frame) = state.frames.pop() else { return Err(End::Fine) };
        for address in &frame.allocated {
            state.memory.objects.remove(address);
        }
        state.memory.next_stack = frame.stack_mark;
        let program = self.program;
        let Some(caller) = state.frames.last() else { return Err(End::Fine) };
        let function = program.function(caller.function);
        // The position moved on when the call was made.
        let call = caller.position.checked_sub(1).and_then(|at| function.block(caller.block).commands.get(at));
        let results = call.map(|call| call.results.clone()).unwrap_or_default();
        let types = program.function(frame.function).results.clone();
        for ((result, value), from) in results.into_iter().zip(values).zip(types) {
            let (from, to) = (from.width(program.pointer_width), self.width(state, result));
            let number = operators::resize(&mut self.terms, value.number, from, to, false);
            self.define(state, Some(result), number, value.pointer);
        }
        Ok(())
    }
}

/// The number that a word is with a sign.
fn signed(number: Number, width: u32) -> Option<i64> {
    match number {
        Number::Word(word) if width <= 64 => {
            let beyond = 64 - width;
            Some((word as i64) << beyond >> beyond)
        }
        _ => None,
    }
}

/// The pointer that an operator makes of a pointer and a number, both of which are constants.
fn combined(op: BinaryOp, a: &Value, b: &Value, width: u32) -> Option<Pointer> {
    let (pointer, other, is_swapped) = match (a.pointer, b.pointer) {
        (Some(pointer), None) => (pointer, b.number, false),
        (None, Some(pointer)) => (pointer, a.number, true),
        _ => return None,
    };
    let by = signed(other, width)?;
    let number = (pointer.base as i64).wrapping_add(pointer.offset);
    let changed = match op {
        BinaryOp::Add => return Some(pointer.moved(by)),
        BinaryOp::Sub if !is_swapped => return Some(pointer.moved(by.saturating_neg())),
        // The mark of an address is a number.
        BinaryOp::And if (0..=3).contains(&by) => return None,
        BinaryOp::And => number & by,
        BinaryOp::Or => number | by,
        BinaryOp::Xor => number ^ by,
        _ => return None,
    };
    Some(Pointer { offset: changed.wrapping_sub(pointer.base as i64), ..pointer })
}
