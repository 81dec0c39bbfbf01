//! What commands do: to memory, to control, and by inputs. What they compute is in `compute`.

use crate::contents::Contents;
use crate::memory::{Area, Object};
use crate::run::{MAX_SIZE, Run, Step, Stop};
use crate::state::State;
use crate::value::{self, Bits, Choice, Place, Target, Value};
use euclase_logic::{Op, TermId};
use euclase_program::{AddressMap, Callee, Command, CommandKind, FunctionId, NondetOrigin, Type, ValueId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Objects are at least so far apart.
const GAP: u64 = 16;

/// How many functions a call may choose from by its inputs.
const MAX_CALLEES: usize = 64;

impl Run<'_> {
    /// Executes a command. Tells whether the state has parted into others, which wait.
    pub(crate) fn command(&mut self, state: &mut State, command: &Command) -> Step<bool> {
        use CommandKind::*;
        let result = command.results.first().copied();
        match &command.kind {
            Nondet(origin) => {
                let Some(result) = result else { return Ok(false) };
                let (ty, width) = (self.ty(state, result), self.width(state, result));
                let bits = self.input(state, origin, width);
                let is_unset = matches!(origin, NondetOrigin::Uninitialised(_) | NondetOrigin::Undef);
                let target = if is_unset && ty == Type::Pointer { Target::Unset } else { Target::Number };
                self.assign(state, result, Value { bits, target });
            }
            Assume(condition) => {
                let condition = self.truth(state, *condition)?;
                match state.decides(&mut self.terms, condition) {
                    Some(true) => {}
                    Some(false) => return Err(Stop::Path),
                    None => {
                        self.is_single_path = false;
                        state.assume(&mut self.terms, condition);
                    }
                }
            }
            Variable(..) => {}
            Call { callee, arguments } => return self.call(state, *callee, arguments, &command.results),
            Load { address } => {
                let Some(result) = result else { return Ok(false) };
                let (address, ty) = (self.value(state, *address)?, self.ty(state, result));
                let value = self.load(state, &address, ty)?;
                self.assign(state, result, value);
            }
            Store { address, value } => {
                let ty = self.ty(state, *value);
                let (address, value) = (self.value(state, *address)?, self.value(state, *value)?);
                self.store(state, &address, &value, ty)?;
            }
            Alloca { .. } | HeapAllocate { .. } => {
                let value = self.allocate(state, &command.kind, result)?;
                if let Some(result) = result {
                    self.assign(state, result, value);
                }
            }
            HeapFree(address) => {
                let address = self.value(state, *address)?;
                self.free(state, &address)?;
            }
            Check(check) => self.look(state, check)?,
            Enter(variable) => self.enter_block(state, *variable)?,
            Leave(variable) => self.leave_block(state, *variable)?,
            MemoryCopy { to, from, size } => {
                let (to, from) = (self.value(state, *to)?, self.value(state, *from)?);
                let size = self.word(state, *size)?;
                self.copy(state, &to, &from, size)?;
            }
            MemorySet { to, byte, size } => {
                let (to, size) = (self.value(state, *to)?, self.word(state, *size)?);
                let (bits, width) = (self.bits(state, *byte)?, self.width(state, *byte));
                let byte = value::resize(&mut self.terms, bits, width, 8, false);
                self.fill(state, &to, byte, size)?;
            }
            MemoryHavoc { to, size, origin } => {
                let (to, size) = (self.value(state, *to)?, self.word(state, *size)?);
                self.havoc(state, &to, size, origin)?;
            }
            _ => {
                let Some(result) = result else { return Ok(false) };
                let value = self.compute(state, &command.kind, result)?;
                self.assign(state, result, value);
            }
        }
        Ok(false)
    }

    fn assign(&mut self, state: &mut State, result: ValueId, value: Value) {
        if let Some(frame) = state.frame_mut() {
            frame.values.set(result.index(), Some(value));
        }
    }

    /// The size of what is allocated, its alignment, its area, and whether it is zero.
    fn request(&mut self, state: &State, kind: &CommandKind) -> Step<(Bits, u64, Area, bool)> {
        match kind {
            CommandKind::Alloca { layout, count, .. } => {
                let layout = self.program.layout(*layout);
                let (unit, align) = (layout.size, layout.align);
                let size = match count {
                    None => Bits::Word(unit),
                    Some(count) => match self.word(state, *count)? {
                        Bits::Word(count) => Bits::Word(unit.saturating_mul(count)),
                        count => {
                            let most = Bits::Word(MAX_SIZE / unit.max(1));
                            let fits = value::at_most(&mut self.terms, count, most);
                            let too_large = self.terms.not(fits);
                            self.unsupported(state, too_large, "a very large object")?;
                            let (count, unit) = (value::term(&mut self.terms, count, 64), self.terms.bv(64, unit));
                            let size = self.terms.bv_mul(count, unit);
                            value::bits(&self.terms, size)
                        }
                    },
                };
                Ok((size, align, Area::Stack, false))
            }
            CommandKind::HeapAllocate { size, zeroed } => Ok((self.word(state, *size)?, 16, Area::Heap, *zeroed)),
            _ => self.give_up(state, "an allocation"),
        }
    }

    fn allocate(&mut self, state: &mut State, kind: &CommandKind, result: Option<ValueId>) -> Step<Value> {
        let (size, align, area, zeroed) = self.request(state, kind)?;
        let fits = value::at_most(&mut self.terms, size, Bits::Word(MAX_SIZE));
        let too_large = self.terms.not(fits);
        self.unsupported(state, too_large, "a very large object")?;
        if self.terms.as_bool(fits) == Some(false) {
            return Err(Stop::Path);
        }
        let function = state.frame().map_or(FunctionId(0), |frame| frame.function);
        let own = result.and_then(|result| self.addresses.object(function, result));
        let base = match own {
            Some(own) => self.own_address(state, own)?,
            None => None,
        };
        let base = match base {
            Some(base) => base,
            None => self.next_address(state, size, align, area)?,
        };
        let (number, life) = (self.new_object(), self.new_life());
        let width = self.program.pointer_width;
        let bits = value::resize(&mut self.terms, base, 64, width, false);
        let object = Object {
            area,
            base: bits,
            size,
            life: Bits::Word(life.into()),
            alive: self.terms.tt(),
            left: self.terms.ff(),
            contents: Contents::new(zeroed),
            stored: BTreeMap::new(),
        };
        state.memory.objects.insert(number, Rc::new(object));
        if area == Area::Stack
            && let Some(frame) = state.frame_mut()
        {
            frame.allocated.push(number);
        }
        let place = Place { object: number, life, offset: Bits::Word(0), far: None };
        Ok(Value { bits, target: Target::Object(place) })
    }

    /// The address that an object has for itself, unless another object has it.
    fn own_address(&mut self, state: &State, own: u64) -> Step<Option<Bits>> {
        let mut others = state.memory.objects.values();
        match others.find(|object| object.base == Bits::Word(own)) {
            None => Ok(Some(Bits::Word(own))),
            Some(object) if self.terms.as_bool(object.alive) == Some(true) => Ok(None),
            Some(_) => self.give_up(state, "an address that is used again on some paths"),
        }
    }

    /// The next address of an area.
    fn next_address(&mut self, state: &mut State, size: Bits, align: u64, area: Area) -> Step<Bits> {
        let width = self.program.pointer_width;
        let is_heap = area == Area::Heap;
        let next = if is_heap { state.memory.next_heap } else { state.memory.next_stack };
        let step = align.max(GAP);
        let base = match next {
            Bits::Word(next) => Bits::Word(next.checked_next_multiple_of(step).unwrap_or(u64::MAX)),
            Bits::Term(_) if !step.is_power_of_two() => return self.give_up(state, "an odd alignment"),
            Bits::Term(_) => {
                let lifted = value::add(&mut self.terms, next, Bits::Word(step - 1));
                let (lifted, mask) = (value::term(&mut self.terms, lifted, 64), self.terms.bv(64, !(step - 1)));
                let aligned = self.terms.make(Op::BvAnd, &[lifted, mask]);
                value::bits(&self.terms, aligned)
            }
        };
        let heap = AddressMap::heap_start(width);
        let limit = if is_heap { heap + (heap - 0x1_0000) } else { heap };
        let end = value::add(&mut self.terms, base, size);
        let fits = value::at_most(&mut self.terms, end, Bits::Word(limit));
        let full = self.terms.not(fits);
        self.unsupported(state, full, "more memory than there is")?;
        if self.terms.as_bool(fits) == Some(false) {
            return Err(Stop::Path);
        }
        let after = value::add(&mut self.terms, end, Bits::Word(GAP));
        *(if is_heap { &mut state.memory.next_heap } else { &mut state.memory.next_stack }) = after;
        Ok(base)
    }

    fn free(&mut self, state: &mut State, address: &Value) -> Step<()> {
        for choice in address.choices(&self.terms) {
            if state.decides(&mut self.terms, choice.guard) == Some(false) {
                continue;
            }
            let (object, offset) = match (&choice.target, choice.bits) {
                (Target::Number, Bits::Word(0)) => continue,
                (Target::Object(place), _) => (place.object, place.offset),
                _ => {
                    self.unsupported(state, choice.guard, "a free of a number")?;
                    continue;
                }
            };
            let Some(found) = state.memory.object(object) else {
                self.undefined(state, choice.guard, "a free of what is no more")?;
                continue;
            };
            let is_heap = self.terms.bool(found.area == Area::Heap);
            let alive = found.alive;
            let is_start = value::same(&mut self.terms, offset, Bits::Word(0), 64);
            let allowed = self.terms.and(&[is_heap, alive, is_start]);
            let refused = self.terms.not(allowed);
            let refused = self.terms.and(&[choice.guard, refused]);
            self.undefined(state, refused, "a free of what is not on the heap")?;
            let kept = self.terms.not(choice.guard);
            let alive = self.terms.and(&[alive, kept]);
            if self.terms.as_bool(alive) == Some(false) {
                state.memory.objects.remove(&object);
            } else if let Some(object) = state.memory.change(object) {
                object.alive = alive;
            }
        }
        Ok(())
    }

    /// The object that a variable of a block is.
    fn variable(&mut self, state: &State, variable: ValueId) -> Step<Option<(u32, Value)>> {
        let value = self.value(state, variable)?;
        match &value.target {
            Target::Object(place) if place.offset == Bits::Word(0) => match state.memory.object(place.object) {
                Some(_) => Ok(Some((place.object, value))),
                None => Ok(None),
            },
            _ => self.give_up(state, "a variable at an address that depends on inputs"),
        }
    }

    fn enter_block(&mut self, state: &mut State, variable: ValueId) -> Step<()> {
        let Some((id, value)) = self.variable(state, variable)? else { return Ok(()) };
        let (life, never) = (self.new_life(), self.terms.ff());
        if let Some(object) = state.memory.change(id) {
            (object.life, object.left) = (Bits::Word(life.into()), never);
        }
        let place = Place { object: id, life, offset: Bits::Word(0), far: None };
        self.assign(state, variable, Value { bits: value.bits, target: Target::Object(place) });
        Ok(())
    }

    fn leave_block(&mut self, state: &mut State, variable: ValueId) -> Step<()> {
        let Some((id, _)) = self.variable(state, variable)? else { return Ok(()) };
        let always = self.terms.tt();
        if let Some(object) = state.memory.change(id) {
            object.left = always;
        }
        Ok(())
    }

    fn call(&mut self, state: &mut State, callee: Callee, arguments: &[ValueId], results: &[ValueId]) -> Step<bool> {
        let address = match callee {
            Callee::Direct(function) => {
                self.call_function(state, function, arguments, results)?;
                return Ok(false);
            }
            Callee::Indirect(address) => self.value(state, address)?,
        };
        let width = self.program.pointer_width;
        let callees = self.callees(state, &address)?;
        if let [(_, function)] = callees[..] {
            self.call_function(state, function, arguments, results)?;
            return Ok(false);
        }
        self.is_single_path = false;
        for (number, function) in callees {
            let is_it = value::same(&mut self.terms, address.bits, Bits::Word(number), width);
            let mut other = state.clone();
            other.assume(&mut self.terms, is_it);
            match self.call_function(&mut other, function, arguments, results) {
                Ok(()) => self.wait(other),
                Err(Stop::Path) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(true)
    }

    /// The functions that may be at an address; that there are no others is an obligation.
    fn callees(&mut self, state: &State, address: &Value) -> Step<Vec<(u64, FunctionId)>> {
        let mut numbers = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut waiting = vec![address.bits];
        while let Some(bits) = waiting.pop() {
            match bits {
                Bits::Word(word) if !numbers.contains(&word) => numbers.push(word),
                Bits::Word(_) => {}
                Bits::Term(term) if self.terms.op(term) == Op::Ite => {
                    if seen.insert(term) {
                        let sides = [self.terms.arg(term, 1), self.terms.arg(term, 2)];
                        waiting.extend(sides.map(|side| value::bits(&self.terms, side)));
                    }
                }
                Bits::Term(_) => return self.give_up(state, "a call through a number"),
            }
            if numbers.len() > MAX_CALLEES {
                return self.give_up(state, "a call of one of many functions");
            }
        }
        let width = self.program.pointer_width;
        let mut callees = Vec::new();
        for number in numbers {
            match self.addresses.function_at(number) {
                Some(function) => callees.push((number, function)),
                None => {
                    let is_it = value::same(&mut self.terms, address.bits, Bits::Word(number), width);
                    self.undefined(state, is_it, "a call of what is no function")?;
                }
            }
        }
        if callees.is_empty() { Err(Stop::Path) } else { Ok(callees) }
    }

    fn call_function(
        &mut self,
        state: &mut State,
        id: FunctionId,
        arguments: &[ValueId],
        results: &[ValueId],
    ) -> Step<()> {
        let function = self.program.function(id);
        if function.is_declaration() {
            let origin = NondetOrigin::External(function.name.as_str().into());
            for result in results {
                let width = self.width(state, *result);
                let bits = self.input(state, &origin, width);
                self.assign(state, *result, Value::number(bits));
            }
            return Ok(());
        }
        let width = self.program.pointer_width;
        let types: Vec<u32> = arguments.iter().map(|argument| self.width(state, *argument)).collect();
        let parameters = function.parameters.iter().map(|parameter| function.type_of(*parameter).width(width));
        let fits = function.parameters.len() <= arguments.len()
            && function.results.len() == results.len()
            && parameters.zip(&types).all(|(parameter, argument)| parameter == *argument);
        if !fits {
            let always: TermId = self.terms.tt();
            self.undefined(state, always, "a call of a function with other types than it has")?;
            return Err(Stop::Path);
        }
        let arguments = arguments.iter().map(|value| self.value(state, *value)).collect::<Step<Vec<Value>>>()?;
        self.enter(state, id, arguments)
    }
}

/// Pointers that a value may be, each with what it is as a number.
pub(crate) fn each(value: &Value, always: TermId) -> Vec<Choice> {
    match &value.target {
        Target::Choice(choices) => choices.to_vec(),
        target => vec![Choice { guard: always, bits: value.bits, target: target.clone() }],
    }
}
