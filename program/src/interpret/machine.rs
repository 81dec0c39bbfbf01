//! The machine that runs a program: frames, one for each open call, and memory.

use super::address::AddressMap;
use super::memory::{Area, Fault, Fill, Memory, Unknown, from_bytes, to_bytes};
use super::misuse::{Doing, Misuse};
use super::pointers::{self, Made, Pointer, Pointers};
use super::{ByteNeed, Event, Input, MemoryByte, Outcome, Request, Run, RunOptions, TraceLevel};
use crate::command::{Callee, Command, CommandKind, Terminator};
use crate::evaluate::{self, Trouble, resize, resize_signed, truth};
use crate::function::{Constant, Function};
use crate::id::{BlockId, FunctionId, LocationId, ValueId};
use crate::obstacle::Obstacle;
use crate::program::{CellData, Initial, Program};
use crate::regions::Regions;
use crate::source::NondetOrigin;
use crate::types::Type;
use euclase_logic::BitVecValue;
use std::rc::Rc;
use std::time::Instant;

/// How many bytes stand before what the program sees of an object, and what the functions are called that know of them, in
/// programs that call `realloc` (`models/sized.c`).
const FRONT: (u64, &str) = (crate::source::FRONT, "euclase_sized_");

/// Which functions may touch the sizes of objects on the heap, if that is looked at and there are such sizes.
fn keeps_sizes(program: &Program, options: RunOptions) -> Option<Vec<bool>> {
    let keeps = |function: &Function| function.name.starts_with(FRONT.1) || function.name == "realloc";
    let has_sizes = program.functions.iter().any(|function| function.name.starts_with(FRONT.1));
    (options.strict && has_sizes).then(|| program.functions.iter().map(keeps).collect())
}

/// Ends a run.
pub(super) type Step<T> = Result<T, Box<Outcome>>;

/// An open call.
struct Frame {
    function: FunctionId,
    block: BlockId,
    /// The command that comes next.
    position: usize,
    values: Vec<Option<BitVecValue>>,
    /// Which values are pointers, where that is looked at.
    pointers: Pointers,
    stack_mark: u64,
    /// The objects on the stack that have addresses of their own.
    own_stack: Vec<u64>,
}

/// The values of a function when it is called: its constants.
struct Template {
    values: Vec<Option<BitVecValue>>,
    pointers: Pointers,
}

pub(super) struct Machine<'a> {
    pub(super) program: &'a Program,
    options: RunOptions,
    /// Whether the program says what it is about to do with memory, so that pointers are followed.
    looks: bool,
    source: &'a mut dyn FnMut(Request<'_>) -> Option<BitVecValue>,
    pub(super) addresses: AddressMap,
    pub(super) memory: Memory,
    /// Where objects on the heap start with their size: which functions may touch that.
    keeps_sizes: Option<Vec<bool>>,
    frames: Vec<Frame>,
    /// For each function that was called, its values with the constants filled in.
    templates: Vec<Option<Rc<Template>>>,
    inputs: Vec<Input>,
    trace: Vec<Event>,
    steps: u64,
    pub(super) look_count: u64,
    pub(super) location: Option<LocationId>,
}

/// Whether a program says what it is about to do with memory.
fn looks(program: &Program) -> bool {
    let mut commands = program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.commands);
    commands.any(|command| matches!(command.kind, CommandKind::Check(_)))
}

impl<'a> Machine<'a> {
    pub fn new(
        program: &'a Program,
        options: RunOptions,
        source: &'a mut dyn FnMut(Request<'_>) -> Option<BitVecValue>,
    ) -> Self {
        Machine {
            program,
            options,
            looks: looks(program),
            source,
            addresses: AddressMap::with_objects(program, &Regions::of(program)),
            memory: Memory::new(program.pointer_width, !options.strict),
            keeps_sizes: keeps_sizes(program, options),
            frames: Vec::new(),
            templates: vec![None; program.functions.len()],
            inputs: Vec::new(),
            trace: Vec::new(),
            steps: 0,
            look_count: 0,
            location: None,
        }
    }

    pub fn run(mut self) -> Run {
        let outcome = match self.start() {
            Err(outcome) => *outcome,
            Ok(()) => loop {
                if let Err(outcome) = self.step() {
                    break *outcome;
                }
            },
        };
        Run { outcome, inputs: self.inputs, trace: self.trace, steps: self.steps, looks: self.look_count }
    }

    fn start(&mut self) -> Step<()> {
        let Some(entry) = self.program.entry else { return self.unsupported("a program without an entry function") };
        self.initialise_globals()?;
        if self.options.outside {
            let outside = AddressMap::outside(self.program.pointer_width);
            let (area, size) = (Area::Global { constant: false }, outside.end - outside.start);
            let placed = self.memory.place(outside.start, size, (area, Made::Outside), Fill::Anything);
            self.memory_result(placed)?;
        }
        let function = self.program.function(entry);
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            let data = function.value(*parameter);
            let name = data.name.clone().unwrap_or_default();
            let origin = NondetOrigin::Input(name.into());
            arguments.push((self.choose(entry, origin, data.ty, Some(*parameter), None)?, None));
        }
        self.enter(entry, arguments)
    }

    fn initialise_globals(&mut self) -> Step<()> {
        for (index, global) in self.program.globals.iter().enumerate() {
            let address = self.addresses.global(crate::id::GlobalId::new(index));
            let fill = if global.initial == Initial::Any { Fill::Anything } else { Fill::Zero };
            let size = AddressMap::room(self.program, global);
            let area = Area::Global { constant: global.constant };
            let placed = self.memory.place(address, size, (area, Made::Global(index)), fill);
            self.memory_result(placed)?;
        }
        for (index, global) in self.program.globals.iter().enumerate() {
            let address = self.addresses.global(crate::id::GlobalId::new(index));
            let Initial::Cells(cells) = &global.initial else { continue };
            for cell in cells {
                let bytes = match &cell.data {
                    CellData::Bytes(bytes) => bytes.clone(),
                    CellData::Value(_, constant) => to_bytes(&self.constant(constant)),
                };
                let written = self.memory.initialise(address.wrapping_add(cell.offset), &bytes);
                self.memory_result(written)?;
                if let CellData::Value(ty, constant) = &cell.data
                    && let Some(pointer) = self.constant_pointer(constant).filter(|_| self.is_word(*ty))
                {
                    self.memory.note(address.wrapping_add(cell.offset), pointer);
                }
            }
        }
        Ok(())
    }

    fn constant(&self, constant: &Constant) -> BitVecValue {
        let width = self.program.pointer_width;
        match constant {
            Constant::Bits(bits) => bits.clone(),
            Constant::Function(function) => BitVecValue::new(width, self.addresses.function(*function)),
            Constant::Global(global, offset) => {
                BitVecValue::new(width, self.addresses.global(*global).wrapping_add_signed(*offset))
            }
        }
    }

    /// The pointer that a constant is.
    fn constant_pointer(&self, constant: &Constant) -> Option<Pointer> {
        match constant {
            Constant::Global(global, offset) => {
                self.memory.pointer_to(self.addresses.global(*global)).map(|pointer| pointer.moved(*offset))
            }
            Constant::Bits(_) | Constant::Function(_) => None,
        }
    }

    /// Whether values of a type are as wide as pointers.
    fn is_word(&self, ty: Type) -> bool {
        ty == Type::Pointer || ty == Type::Int(self.program.pointer_width)
    }

    fn template(&mut self, id: FunctionId) -> Rc<Template> {
        if let Some(template) = &self.templates[id.index()] {
            return Rc::clone(template);
        }
        let function = self.program.function(id);
        let ids = || (0..function.value_count()).map(ValueId::new);
        let values = ids().map(|value| function.constant_of(value).map(|constant| self.constant(constant))).collect();
        let pointer = |value| function.constant_of(value).and_then(|constant| self.constant_pointer(constant));
        let pointers = if self.looks { ids().map(pointer).collect() } else { Vec::new() };
        let template = Rc::new(Template { values, pointers });
        self.templates[id.index()] = Some(Rc::clone(&template));
        template
    }

    /// Opens a call of a function with a body.
    fn enter(&mut self, id: FunctionId, arguments: Vec<(BitVecValue, Option<Pointer>)>) -> Step<()> {
        if self.frames.len() >= self.options.max_depth {
            return Err(Box::new(Outcome::OutOfSteps));
        }
        let function = self.program.function(id);
        let template = self.template(id);
        let (mut values, mut pointers) = (template.values.clone(), template.pointers.clone());
        for (parameter, (argument, pointer)) in function.parameters.iter().zip(arguments) {
            values[parameter.index()] = Some(argument);
            if self.looks {
                pointers[parameter.index()] = pointer;
            }
        }
        let stack_mark = self.memory.stack_top();
        self.frames.push(Frame {
            function: id,
            block: Function::ENTRY,
            position: 0,
            values,
            pointers,
            stack_mark,
            own_stack: Vec::new(),
        });
        self.record(TraceLevel::Blocks, || Event::Call(id));
        self.record(TraceLevel::Blocks, || Event::Block(id, Function::ENTRY));
        Ok(())
    }

    /// Runs a command or a terminator.
    fn step(&mut self) -> Step<()> {
        if self.steps >= self.options.max_steps || self.is_late() {
            return Err(Box::new(Outcome::OutOfSteps));
        }
        self.steps += 1;
        let program = self.program;
        let Some(frame) = self.frames.last_mut() else { return self.unsupported("a run without a function") };
        let block = program.function(frame.function).block(frame.block);
        match block.commands.get(frame.position) {
            Some(command) => {
                frame.position += 1;
                self.location = command.location;
                self.command(command)
            }
            None => {
                self.location = block.location;
                self.terminator(&block.terminator)
            }
        }
    }

    /// Whether the deadline is over; looking at the clock costs more than most steps.
    fn is_late(&self) -> bool {
        self.steps.is_multiple_of(1 << 12) && self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn record(&mut self, level: TraceLevel, event: impl FnOnce() -> Event) {
        if self.options.trace >= level {
            self.trace.push(event());
        }
    }

    fn unsupported<T>(&self, what: impl Into<Obstacle>) -> Step<T> {
        Err(Box::new(Outcome::Unsupported { what: what.into(), location: self.location }))
    }

    fn undefined<T>(&self, what: impl Into<String>) -> Step<T> {
        Err(Box::new(Outcome::Undefined { what: what.into(), location: self.location }))
    }

    fn memory_result<T>(&self, result: Result<T, Fault>) -> Step<T> {
        match result {
            Ok(value) => Ok(value),
            Err(Fault::Undefined(what)) => self.undefined(what),
            Err(Fault::TooLarge(size)) => self.unsupported(format!("an object of {size} bytes")),
        }
    }

    fn operation_result<T>(&self, result: Result<T, Trouble>) -> Step<T> {
        match result {
            Ok(value) => Ok(value),
            Err(Trouble::Undefined(what)) => self.undefined(what),
            Err(Trouble::Unsupported(what)) => self.unsupported(what),
        }
    }

    /// The function that is running.
    fn current(&self) -> FunctionId {
        self.frames.last().map_or(FunctionId(0), |frame| frame.function)
    }

    fn function(&self) -> &'a Function {
        self.program.function(self.current())
    }

    fn value(&self, value: ValueId) -> Step<BitVecValue> {
        match self.frames.last().and_then(|frame| frame.values[value.index()].as_ref()) {
            Some(bits) => Ok(bits.clone()),
            None => self.unsupported("an invalid program: a value is used before it is defined"),
        }
    }

    pub(super) fn address(&self, value: ValueId) -> Step<u64> {
        Ok(self.value(value)?.to_u64().unwrap_or(u64::MAX))
    }

    /// The pointer that a value is, where that is looked at.
    pub(super) fn pointer(&self, value: ValueId) -> Option<Pointer> {
        self.frames.last().and_then(|frame| frame.pointers.get(value.index()).copied().flatten())
    }

    /// The pointers that are held by values of open calls.
    pub(super) fn held_pointers(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.frames.iter().flat_map(|frame| frame.pointers.iter().copied().flatten())
    }

    /// Where misuse is looked at, a call through a pointer has the types of the function.
    fn keep_types(&mut self, id: FunctionId, arguments: &[ValueId], results: &[ValueId]) -> Step<()> {
        let (function, caller) = (self.program.function(id), self.function());
        let types = |values: &[ValueId]| values.iter().map(|value| caller.type_of(*value)).collect::<Vec<Type>>();
        let wanted: Vec<Type> = function.parameters.iter().map(|parameter| function.type_of(*parameter)).collect();
        let fits = function.is_declaration() || wanted == types(arguments) && function.results == types(results);
        if self.looks && !fits { self.violated(Misuse::OtherType(id)) } else { Ok(()) }
    }

    /// The types of the arguments and results of the next call through a pointer in the block that runs.
    pub(super) fn next_call(&self) -> Option<(Vec<Type>, Vec<Type>)> {
        let frame = self.frames.last()?;
        let function = self.program.function(frame.function);
        let types = |values: &[ValueId]| values.iter().map(|value| function.type_of(*value)).collect();
        function.block(frame.block).commands.get(frame.position..)?.iter().find_map(|command| match &command.kind {
            CommandKind::Call { callee: Callee::Indirect(_), arguments } => {
                Some((types(arguments), types(&command.results)))
            }
            _ => None,
        })
    }

    /// Where the calls stand that are open, but for that of the entry: the last one first.
    pub(super) fn call_locations(&self) -> impl Iterator<Item = Option<LocationId>> + '_ {
        let callers = self.frames.iter().rev().skip(1);
        callers.map(|frame| {
            let block = self.program.function(frame.function).block(frame.block);
            let call = frame.position.checked_sub(1).and_then(|position| block.commands.get(position));
            call.and_then(|call| call.location)
        })
    }

    fn assign_pointer(&mut self, value: ValueId, pointer: Option<Pointer>) {
        if self.looks
            && let Some(frame) = self.frames.last_mut()
        {
            frame.pointers[value.index()] = pointer;
        }
    }

    /// The pointer that a command has made, whose result is known.
    fn made(&mut self, kind: &CommandKind, result: ValueId, bits: &BitVecValue) -> Option<Pointer> {
        let function = self.function();
        let ty = function.type_of(result);
        let number = bits.to_u64().unwrap_or(0);
        match kind {
            CommandKind::Alloca { .. } | CommandKind::HeapAllocate { .. } => self.memory.pointer_to(number),
            CommandKind::Nondet(NondetOrigin::Uninitialised(_) | NondetOrigin::Undef) if ty == Type::Pointer => {
                Some(Pointer::unset(number))
            }
            CommandKind::Load { address } if self.is_word(ty) => {
                let address = self.address(*address).ok()?;
                self.memory.loaded(address)
            }
            _ => {
                let frame = self.frames.last()?;
                pointers::made_of(self.program, function, kind, result, &frame.values, &frame.pointers)
            }
        }
    }

    fn assign(&mut self, value: ValueId, bits: BitVecValue) {
        self.record(TraceLevel::Values, || Event::Value(value, bits.clone()));
        if let Some(frame) = self.frames.last_mut() {
            frame.values[value.index()] = Some(bits);
        }
    }

    fn choose(
        &mut self,
        function: FunctionId,
        origin: NondetOrigin,
        ty: Type,
        value: Option<ValueId>,
        memory: Option<MemoryByte>,
    ) -> Step<BitVecValue> {
        let location = self.location;
        let address = memory.map(|byte| byte.start.wrapping_add(byte.position));
        let request = Request { origin: &origin, ty, function, value, memory, location, trace: &self.trace };
        let Some(bits) = (self.source)(request) else {
            return Err(Box::new(Outcome::OutOfInputs { location }));
        };
        let bits = resize(&bits, ty.width(self.program.pointer_width));
        let input = Input { origin, ty, location, address, bits: bits.clone() };
        self.record(TraceLevel::Blocks, || Event::Input(Box::new(input.clone())));
        self.inputs.push(input);
        Ok(bits)
    }

    fn command(&mut self, command: &'a Command) -> Step<()> {
        use CommandKind::*;
        let function = self.function();
        let ty = |value: ValueId| function.type_of(value);
        let bits = match &command.kind {
            Binary(op, a, b) => evaluate::binary(*op, &self.value(*a)?, &self.value(*b)?),
            Compare(op, a, b) => truth(evaluate::compare(*op, &self.value(*a)?, &self.value(*b)?)),
            FloatUnary(op, a) => self.operation_result(evaluate::float_unary(*op, ty(*a), &self.value(*a)?))?,
            FloatBinary(op, a, b) => {
                self.operation_result(evaluate::float_binary(*op, ty(*a), &self.value(*a)?, &self.value(*b)?))?
            }
            FloatCompare(op, a, b) => truth(self.operation_result(evaluate::float_compare(
                *op,
                ty(*a),
                &self.value(*a)?,
                &self.value(*b)?,
            ))?),
            Cast(op, a) => {
                let to = command.results.first().map_or(ty(*a), |result| ty(*result));
                let result = evaluate::cast(*op, &self.value(*a)?, ty(*a), to, self.program.pointer_width);
                self.operation_result(result)?
            }
            Select(condition, then, otherwise) => {
                self.value(if self.value(*condition)?.is_zero() { *otherwise } else { *then })?
            }
            Freeze(a) => self.value(*a)?,
            Nondet(origin) => {
                let Some(result) = command.results.first() else { return Ok(()) };
                self.choose(self.current(), origin.clone(), ty(*result), Some(*result), None)?
            }
            Assume(condition) => {
                if self.value(*condition)?.is_zero() {
                    return Err(Box::new(Outcome::AssumptionViolated { location: self.location }));
                }
                return Ok(());
            }
            Variable(variable, value) => {
                let bits = self.value(*value)?;
                let location = self.location;
                self.record(TraceLevel::Blocks, || Event::Variable(*variable, bits, location));
                return Ok(());
            }
            Call { callee, arguments } => return self.call(*callee, arguments, &command.results),
            Address { base, offset, indices } => {
                let width = self.program.pointer_width;
                let mut sum = self.value(*base)?.add(&BitVecValue::new(width, *offset as u64));
                for (scale, index) in indices {
                    let index = resize_signed(&self.value(*index)?, width);
                    sum = sum.add(&index.mul(&BitVecValue::new(width, *scale as u64)));
                }
                sum
            }
            Load { address } => {
                let Some(result) = command.results.first() else { return Ok(()) };
                self.load(*address, ty(*result))?
            }
            Alloca { .. } | HeapAllocate { .. } => {
                let address = self.allocate(&command.kind, command.results.first().copied())?;
                BitVecValue::new(self.program.pointer_width, address)
            }
            Check(check) => return self.look(check),
            Enter(variable) => {
                let address = self.address(*variable)?;
                self.memory.enter(address);
                // By its name, the variable is the new object from here on.
                let pointer = self.memory.pointer_to(address);
                self.assign_pointer(*variable, pointer);
                return Ok(());
            }
            Leave(variable) => {
                let address = self.address(*variable)?;
                self.memory.leave(address);
                return Ok(());
            }
            Store { .. } | HeapFree(_) | MemoryCopy { .. } | MemorySet { .. } | MemoryHavoc { .. } => {
                return self.change_memory(&command.kind);
            }
        };
        if let Some(result) = command.results.first() {
            if self.looks {
                let pointer = self.made(&command.kind, *result, &bits);
                self.assign_pointer(*result, pointer);
            }
            self.assign(*result, bits);
        }
        Ok(())
    }

    fn load(&mut self, from: ValueId, ty: Type) -> Step<BitVecValue> {
        let address = self.address(from)?;
        let (width, size) = (ty.width(self.program.pointer_width), ty.bytes(self.program.pointer_width));
        let is_unset = self.looks && ty == Type::Pointer && self.memory.is_unknown(address, size);
        let bits = from_bytes(width, &self.read(from, address, size, ByteNeed::Loaded)?);
        if is_unset {
            self.memory.note(address, Pointer::unset(bits.to_u64().unwrap_or(0)));
        }
        Ok(bits)
    }

    /// Reads bytes; those that nobody wrote are asked for.
    pub(super) fn read(&mut self, from: ValueId, address: u64, size: u64, need: ByteNeed) -> Step<Vec<u8>> {
        self.keep_behind_front(address)?;
        let function = self.current();
        let (location, level) = (self.location, self.options.trace);
        let Machine { source, inputs, trace, memory, .. } = self;
        let mut choose = |Unknown { position, heap }: Unknown| {
            let (origin, ty) = (NondetOrigin::Undef, Type::Int(8));
            let memory = Some(MemoryByte { from, start: address, position, need, heap });
            let request = Request { origin: &origin, ty, function, value: None, memory, location, trace };
            let bits = resize(&source(request)?, 8);
            let byte = bits.to_u64().unwrap_or(0) as u8;
            let input = Input { origin, ty, location, address: Some(address.wrapping_add(position)), bits };
            if level >= TraceLevel::Blocks {
                trace.push(Event::Input(Box::new(input.clone())));
            }
            inputs.push(input);
            Some(byte)
        };
        let bytes = memory.read(address, size, &mut choose);
        match self.memory_result(bytes)? {
            Some(bytes) => Ok(bytes),
            None => Err(Box::new(Outcome::OutOfInputs { location })),
        }
    }

    /// Ends the run if it touches the size of an object without being one of those that may.
    fn keep_behind_front(&self, address: u64) -> Step<()> {
        let Some(keeps_sizes) = &self.keeps_sizes else { return Ok(()) };
        if keeps_sizes[self.current().index()] || !self.memory.is_in_front(address, FRONT.0) {
            return Ok(());
        }
        self.undefined(format!("an access at {address:#x}, before the start of an object and outside of every object"))
    }

    fn allocate(&mut self, kind: &CommandKind, allocated: Option<ValueId>) -> Step<u64> {
        let own = allocated.and_then(|value| self.addresses.object(self.current(), value));
        let (result, size) = match kind {
            CommandKind::Alloca { layout, count, variable } => {
                let layout = self.program.layout(*layout);
                let count = count.map_or(Ok(1), |count| self.address(count))?;
                let size = layout.size.saturating_mul(count);
                let (function, value) = (self.current(), allocated.unwrap_or(ValueId::new(0)));
                let made = Made::Variable { function, value, variable: *variable };
                (self.memory.allocate(own, (size, layout.align), (Area::Stack, made), Fill::Anything), size)
            }
            CommandKind::HeapAllocate { size, zeroed } => {
                let size = self.address(*size)?;
                let fill = if *zeroed { Fill::Zero } else { Fill::Anything };
                let place = self.location.map(|location| self.program.location(location));
                let made = match place.is_some_and(|place| place.is_of_library()) {
                    true => Made::Library,
                    false => Made::Heap(self.user_location().0),
                };
                let front = place.map_or(0, |place| place.front());
                let allocated = self.memory.allocate(own, (size, 16), (Area::Heap, made), fill);
                if let Ok(address) = allocated {
                    self.memory.keep_front(address, front);
                }
                (allocated, size)
            }
            _ => return self.unsupported("an allocation"),
        };
        if let (CommandKind::Alloca { .. }, Some(own), Ok(address), Some(frame)) =
            (kind, own, &result, self.frames.last_mut())
            && own == *address
        {
            frame.own_stack.push(own);
        }
        let address = self.memory_result(result)?;
        self.record(TraceLevel::Memory, || Event::Allocate(address, size));
        Ok(address)
    }

    fn change_memory(&mut self, kind: &CommandKind) -> Step<()> {
        let result = match kind {
            CommandKind::Store { address, value } => {
                let pointer = self.pointer(*value).filter(|_| self.is_word(self.function().type_of(*value)));
                let (address, bits) = (self.address(*address)?, self.value(*value)?);
                self.keep_behind_front(address)?;
                let written = self.memory.write(address, &to_bytes(&bits));
                if let (Some(pointer), Ok(())) = (pointer, &written) {
                    self.memory.note(address, pointer);
                }
                self.record(TraceLevel::Memory, || Event::Store(address, bits));
                written
            }
            CommandKind::HeapFree(address) => match self.address(*address)? {
                0 => Ok(()),
                address => {
                    let place = self.user_location().0;
                    self.memory.free(address, place)
                }
            },
            CommandKind::MemoryCopy { to, from, size } => {
                let source = *from;
                let (to, from, size) = (self.address(*to)?, self.address(source)?, self.address(*size)?);
                if size > 0 {
                    self.keep_behind_front(to)?;
                    self.keep_behind_front(from)?;
                    if self.memory.holds_anything(from) {
                        self.read(source, from, size, ByteNeed::Copied)?;
                    }
                }
                self.record(TraceLevel::Memory, || Event::Copy { to, from, size });
                if size == 0 { Ok(()) } else { self.memory.copy(to, from, size) }
            }
            CommandKind::MemorySet { to, byte, size } => {
                let (to, byte, size) = (self.address(*to)?, self.address(*byte)? as u8, self.address(*size)?);
                if size > 0 {
                    self.keep_behind_front(to)?;
                }
                self.record(TraceLevel::Memory, || Event::Set { to, byte, size });
                if size == 0 { Ok(()) } else { self.memory.fill(to, byte, size) }
            }
            CommandKind::MemoryHavoc { to, size, origin } => {
                let from = *to;
                let (to, size) = (self.address(from)?, self.address(*size)?);
                // Whether the bytes exist is known before their values are asked for.
                let there = if size == 0 { Ok(()) } else { self.memory.writable(to, size) };
                self.memory_result(there)?;
                for position in 0..size {
                    let memory = Some(MemoryByte { from, start: to, position, need: ByteNeed::Filled, heap: None });
                    let byte = self.choose(self.current(), origin.clone(), Type::Int(8), None, memory)?;
                    let written = self.memory.write(to.wrapping_add(position), &to_bytes(&byte));
                    self.memory_result(written)?;
                }
                Ok(())
            }
            _ => return self.unsupported("a change of memory"),
        };
        self.memory_result(result)
    }

    fn call(&mut self, callee: Callee, arguments: &[ValueId], results: &[ValueId]) -> Step<()> {
        let id = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(address) => {
                let address = self.address(address)?;
                match self.addresses.function_at(address) {
                    Some(function) => {
                        self.keep_types(function, arguments, results)?;
                        function
                    }
                    None if self.looks => {
                        return self.violated(Misuse::Nowhere(Doing::Calling, address));
                    }
                    None => return self.undefined(format!("a call of {address:#x}, where there is no function")),
                }
            }
        };
        let function = self.program.function(id);
        if function.is_declaration() {
            let caller = self.current();
            for result in results {
                let ty = self.function().type_of(*result);
                let bits = self.choose(
                    caller,
                    NondetOrigin::External(function.name.as_str().into()),
                    ty,
                    Some(*result),
                    None,
                )?;
                self.assign(*result, bits);
            }
            return Ok(());
        }
        let arguments: Vec<(BitVecValue, Option<Pointer>)> =
            arguments.iter().map(|value| Ok((self.value(*value)?, self.pointer(*value)))).collect::<Step<_>>()?;
        let width = self.program.pointer_width;
        let fits = function.parameters.len() <= arguments.len()
            && function.results.len() == results.len()
            && function
                .parameters
                .iter()
                .zip(&arguments)
                .all(|(p, (a, _))| function.type_of(*p).width(width) == a.width());
        if !fits {
            return self.undefined(format!("a call of '{}' with other types than it has", function.name));
        }
        self.enter(id, arguments)
    }

    fn terminator(&mut self, terminator: &'a Terminator) -> Step<()> {
        let location = self.location;
        match terminator {
            Terminator::Jump(target) => self.go(*target),
            Terminator::Branch(condition, then, otherwise) => {
                let target = if self.value(*condition)?.is_zero() { *otherwise } else { *then };
                self.go(target)
            }
            Terminator::Switch { value, cases, default } => {
                let bits = self.value(*value)?;
                self.go(cases.iter().find(|(case, _)| *case == bits).map_or(*default, |(_, target)| *target))
            }
            Terminator::Return(values) => {
                let values: Vec<(BitVecValue, Option<Pointer>)> =
                    values.iter().map(|value| Ok((self.value(*value)?, self.pointer(*value)))).collect::<Step<_>>()?;
                self.leave(values)
            }
            Terminator::Unreachable => self.undefined("a place that the compiler takes to be unreachable is reached"),
            Terminator::Exit => Err(Box::new(Outcome::Exited)),
            Terminator::Error { check, message }
                if location.is_some_and(|at| self.program.location(at).is_library()) =>
            {
                let (location, library) = self.user_location();
                let message = match library {
                    Some(function) => format!("{message}, in '{function}'"),
                    None => message.clone(),
                };
                Err(Box::new(Outcome::ErrorReached { check: *check, message, location }))
            }
            Terminator::Error { check, message } => {
                Err(Box::new(Outcome::ErrorReached { check: *check, message: message.clone(), location }))
            }
            Terminator::Unsupported { what } => self.unsupported(what.clone()),
        }
    }

    fn go(&mut self, target: BlockId) -> Step<()> {
        let function = self.function();
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let from = std::mem::replace(&mut frame.block, target);
        frame.position = 0;
        let id = frame.function;
        self.record(TraceLevel::Blocks, || Event::Block(id, target));
        let phis = &function.block(target).phis;
        let mut values = Vec::with_capacity(phis.len());
        for phi in phis {
            let Some(argument) = phi.argument(from) else {
                return self.unsupported("an invalid program: a phi without an argument for a predecessor");
            };
            values.push((self.value(argument)?, self.pointer(argument)));
        }
        for (phi, (bits, pointer)) in phis.iter().zip(values) {
            self.assign_pointer(phi.result, pointer);
            self.assign(phi.result, bits);
        }
        Ok(())
    }

    fn leave(&mut self, values: Vec<(BitVecValue, Option<Pointer>)>) -> Step<()> {
        if let Some(frame) = self.frames.pop() {
            self.memory.pop(frame.stack_mark, &frame.own_stack);
        }
        self.record(TraceLevel::Blocks, || Event::Return);
        let program = self.program;
        let Some(caller) = self.frames.last() else {
            return Err(Box::new(Outcome::Returned(values.into_iter().map(|(bits, _)| bits).collect())));
        };
        let caller_function = program.function(caller.function);
        let block = caller_function.block(caller.block);
        let call = caller.position.checked_sub(1).and_then(|position| block.commands.get(position));
        let Some(call) = call else { return Ok(()) };
        for (result, (bits, pointer)) in call.results.iter().zip(values) {
            let ty = caller_function.type_of(*result);
            self.assign_pointer(*result, pointer);
            self.assign(*result, resize(&bits, ty.width(program.pointer_width)));
        }
        Ok(())
    }
}
