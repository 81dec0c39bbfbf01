//! The run: which state is executed next, calls and returns, and where control goes.
//!
//! The state that is least in the order of `order` is executed until it comes to the start of a block, or back from a call. If it is
//! not the least any more, it waits; where one waits already, they are merged. As long as there is only one state, none of this
//! costs anything.

use crate::contents::Contents;
use crate::decide::Decider;
use crate::memory::{Area, Memory, Object};
use crate::obligations::Obligations;
use crate::order::Order;
use crate::outcome::{Limits, Why};
use crate::paged::Paged;
use crate::state::{Frame, State};
use crate::value::{self, Bits, Place, Target, Value};
use euclase_logic::{Sort, TermId, Terms};
use euclase_program::{
    AddressMap, BlockId, CellData, Cfg, Constant, Function, FunctionId, GlobalId, Initial, Liveness, LocationId,
    NondetOrigin, Program, Regions, Terminator, Type, ValueId,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Why a state is not executed any further.
pub(crate) enum Stop {
    /// The path ends.
    Path,
    /// A check is violated if this formula has a model.
    Found(TermId),
    /// Nothing is executed any more.
    Limit(Why),
}

pub(crate) type Step<T> = Result<T, Stop>;

/// What a state is followed by.
enum Next {
    /// It is at the start of a block, or behind a call.
    Arrived,
    /// It has parted into others, which wait.
    Parted,
}

/// What is known of a function.
pub(crate) struct Info {
    pub order: Order,
    /// Its values when it is called: its constants.
    pub template: Paged<Option<Value>>,
    live: Liveness,
    /// The floating-point values whose bits the program can look at.
    pub seen_bits: FxHashSet<ValueId>,
}

/// An input that some executions take.
pub(crate) struct Asked {
    /// When they take it.
    pub guard: TermId,
    pub value: TermId,
    pub width: u32,
}

pub(crate) struct Run<'a> {
    pub program: &'a Program,
    pub terms: Terms,
    pub limits: Limits,
    explore_until: Instant,
    infos: Vec<Option<Rc<Info>>>,
    pub addresses: AddressMap,
    pub location: Option<LocationId>,
    pub asked: Vec<Asked>,
    /// When executions take values that stand for those that the verifier does not know.
    pub made_up: Vec<TermId>,
    pub obligations: Obligations,
    pub decider: Decider,
    pending: BTreeMap<Vec<u64>, State>,
    pub steps: u64,
    next_object: u32,
    pub next_life: u32,
    pub iterations: u32,
    pub is_single_path: bool,
    /// Why paths were given up that go on.
    pub aborted: Option<Why>,
}

/// For each time that inputs may decide about the end of a loop, so often a loop may be passed anyway, where paths have parted.
const PASSED: u32 = 256;

/// And so many calls may be open.
const CALLS: u32 = 16;

/// The largest object that is simulated.
pub(crate) const MAX_SIZE: u64 = 1 << 30;

impl<'a> Run<'a> {
    /// A run that executes until a time, and then solves.
    pub fn new(program: &'a Program, limits: Limits, explore_until: Instant) -> Run<'a> {
        Run {
            program,
            terms: Terms::new(),
            limits,
            explore_until,
            infos: vec![None; program.functions.len()].into_iter().collect(),
            addresses: AddressMap::with_objects(program, &Regions::of(program)),
            location: None,
            asked: Vec::new(),
            made_up: Vec::new(),
            obligations: Obligations::default(),
            decider: Decider::new(),
            pending: BTreeMap::new(),
            steps: 0,
            next_object: 0,
            next_life: 0,
            iterations: 0,
            is_single_path: true,
            aborted: None,
        }
    }

    /// Executes the program as far as limits allow. Obligations say what is left.
    pub fn explore(&mut self) -> Step<()> {
        let Some(first) = self.start()? else { return Ok(()) };
        self.wait(first);
        while let Some((_, state)) = self.pending.pop_first() {
            match self.follow(state) {
                Ok(()) | Err(Stop::Path) => {}
                Err(Stop::Limit(why)) => {
                    self.aborted = Some(why);
                    return Ok(());
                }
                Err(found) => return Err(found),
            }
        }
        Ok(())
    }

    /// A path goes on for longer than it is followed.
    fn abort(&mut self) -> Step<()> {
        self.aborted.get_or_insert(Why::Endless);
        Err(Stop::Path)
    }

    fn follow(&mut self, mut state: State) -> Step<()> {
        loop {
            match self.execute(&mut state) {
                Ok(Next::Parted) => return Ok(()),
                Ok(Next::Arrived) => {}
                Err(stop) => return Err(stop),
            }
            if self.pending.is_empty() {
                continue;
            }
            let key = self.key(&state);
            if self.pending.first_key_value().is_some_and(|(first, _)| *first <= key) {
                self.insert(key, state);
                return Ok(());
            }
        }
    }

    pub(crate) fn wait(&mut self, state: State) {
        let key = self.key(&state);
        self.insert(key, state);
    }

    fn insert(&mut self, key: Vec<u64>, state: State) {
        let Some(mut waiting) = self.pending.remove(&key) else {
            self.pending.insert(key, state);
            return;
        };
        let program = self.program;
        let block = waiting.frame().map(|frame| (frame.function, frame.block, frame.position));
        let info = block.and_then(|(function, ..)| self.infos[function.index()].clone());
        let phis: FxHashSet<ValueId> = match block {
            Some((function, block, 0)) => {
                program.function(function).block(block).phis.iter().map(|phi| phi.result).collect()
            }
            _ => FxHashSet::default(),
        };
        let is_live = |value: ValueId| match (&info, block) {
            (Some(info), Some((_, block, 0))) => phis.contains(&value) || info.live.is_live(value, block),
            _ => true,
        };
        let width = program.pointer_width;
        let width_of = |function: FunctionId, value: ValueId| program.function(function).type_of(value).width(width);
        waiting.merge(&mut self.terms, state, width, &is_live, &width_of);
        self.pending.insert(key, waiting);
    }

    /// Where a state is, as numbers that every step makes greater.
    fn key(&self, state: &State) -> Vec<u64> {
        let mut key = Vec::new();
        let last = state.frames.len().saturating_sub(1);
        for (depth, frame) in state.frames.iter().enumerate() {
            key.push(frame.function.index() as u64);
            let Some(info) = &self.infos[frame.function.index()] else { continue };
            let place = info.order.place(frame.block);
            for (component, passed) in place.components.iter().zip(&frame.passed) {
                key.extend([u64::from(*component), u64::from(*passed)]);
            }
            let position = 2 * frame.position as u64;
            key.extend([u64::from(place.position), if depth < last { position.saturating_sub(1) } else { position }]);
        }
        key
    }

    /// Counts a step, and looks at the limits now and then.
    pub fn tick(&mut self) -> Step<()> {
        self.steps += 1;
        if !self.steps.is_multiple_of(1 << 10) {
            return Ok(());
        }
        if Instant::now() >= self.explore_until {
            return Err(Stop::Limit(Why::Time));
        }
        if self.terms.len() > self.limits.max_terms || self.steps > self.limits.max_steps {
            return Err(Stop::Limit(Why::Size));
        }
        Ok(())
    }

    pub(crate) fn time_to_explore(&self) -> Duration {
        self.explore_until.saturating_duration_since(Instant::now())
    }

    /// Executes up to the start of a block or the end of a call.
    fn execute(&mut self, state: &mut State) -> Step<Next> {
        let program = self.program;
        loop {
            self.tick()?;
            let Some(frame) = state.frame() else { return Err(Stop::Path) };
            let block = program.function(frame.function).block(frame.block);
            match block.commands.get(frame.position) {
                Some(command) => {
                    if let Some(frame) = state.frame_mut() {
                        frame.position += 1;
                    }
                    self.location = command.location;
                    if self.command(state, command)? {
                        return Ok(Next::Parted);
                    }
                }
                None => {
                    self.location = block.location;
                    return self.terminator(state, &block.terminator);
                }
            }
        }
    }

    fn terminator(&mut self, state: &mut State, terminator: &Terminator) -> Step<Next> {
        let always = self.terms.tt();
        match terminator {
            Terminator::Jump(target) => self.go(state, *target)?,
            Terminator::Branch(condition, then, otherwise) => {
                let condition = self.truth(state, *condition)?;
                let not = self.terms.not(condition);
                return self.part(state, &[(condition, *then), (not, *otherwise)]);
            }
            Terminator::Switch { value, cases, default } => {
                let ways = match self.bits(state, *value)? {
                    Bits::Word(word) => {
                        let found = cases.iter().find(|(case, _)| case.to_u64() == Some(word));
                        vec![(always, found.map_or(*default, |(_, target)| *target))]
                    }
                    bits => {
                        let mut ways = Vec::new();
                        let mut others = Vec::new();
                        for (case, target) in cases {
                            let width = case.width();
                            let case = value::constant(&mut self.terms, case);
                            let is_it = value::same(&mut self.terms, bits, case, width);
                            others.push(self.terms.not(is_it));
                            ways.push((is_it, *target));
                        }
                        let other = self.terms.and(&others);
                        ways.push((other, *default));
                        ways
                    }
                };
                return self.part(state, &ways);
            }
            Terminator::Return(values) => {
                let values = values.iter().map(|value| self.value(state, *value)).collect::<Step<Vec<Value>>>()?;
                self.leave(state, values)?;
            }
            Terminator::Unreachable => {
                self.undefined(state, always, "a place that the compiler takes to be unreachable is reached")?;
                return Err(Stop::Path);
            }
            Terminator::Exit => return Err(Stop::Path),
            Terminator::Error { .. } => {
                let never = self.terms.ff();
                self.require(state, never)?;
                return Err(Stop::Path);
            }
            Terminator::Unsupported { what } => return self.give_up(state, &what.what),
        }
        Ok(Next::Arrived)
    }

    /// Goes on where conditions lead, exactly one of which holds.
    fn part(&mut self, state: &mut State, ways: &[(TermId, BlockId)]) -> Step<Next> {
        let mut open: Vec<(TermId, BlockId)> = Vec::new();
        for (condition, target) in ways {
            match state.decides(&mut self.terms, *condition) {
                Some(true) => {
                    self.go(state, *target)?;
                    return Ok(Next::Arrived);
                }
                Some(false) => {}
                None => match open.iter_mut().find(|(_, other)| other == target) {
                    Some((before, _)) => *before = self.terms.or(&[*before, *condition]),
                    None => open.push((*condition, *target)),
                },
            }
        }
        if open.len() > 1 && self.asks(state, &open) {
            let left = self.time_to_explore();
            let decider = &mut self.decider;
            let terms = &self.terms;
            open.retain(|(condition, _)| decider.is_possible(terms, &state.path, Some(*condition), left));
        }
        self.is_single_path &= open.len() <= 1;
        if open.len() > 1 && self.is_end(state, &open) {
            let count = state.frame_mut().and_then(|frame| frame.undecided.last_mut());
            count.into_iter().for_each(|count| *count += 1);
        }
        if let [(_, target)] = open[..] {
            // Its condition need not be assumed: all others cannot hold, so it does.
            self.go(state, target)?;
            return Ok(Next::Arrived);
        }
        for (condition, target) in open {
            let mut other = state.clone();
            other.assume(&mut self.terms, condition);
            match self.go(&mut other, target) {
                Ok(()) => self.wait(other),
                Err(Stop::Path) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(Next::Parted)
    }

    /// Whether the solver is asked where control goes: at the end of loops, often at first and seldom later, and in recursion.
    fn asks(&self, state: &State, ways: &[(TermId, BlockId)]) -> bool {
        let Some(frame) = state.frame() else { return false };
        let is_recursive = state.frames.iter().filter(|other| other.function == frame.function).count() > 1;
        let passed = frame.passed.last().copied().unwrap_or(0);
        let is_end = self.is_end(state, ways);
        let is_due = passed < 16 || passed % (passed / 8) == 0;
        is_recursive || is_end && passed > 0 && is_due
    }

    /// Whether one of several ways leaves the loop.
    fn is_end(&self, state: &State, ways: &[(TermId, BlockId)]) -> bool {
        let Some(frame) = state.frame() else { return false };
        let Some(info) = &self.infos[frame.function.index()] else { return false };
        ways.iter().any(|(_, target)| info.order.leaves(frame.block, *target))
    }

    pub(crate) fn go(&mut self, state: &mut State, target: BlockId) -> Step<()> {
        let program = self.program;
        let Some(frame) = state.frame() else { return Err(Stop::Path) };
        let (function, from) = (frame.function, frame.block);
        let phis = &program.function(function).block(target).phis;
        let mut values = Vec::with_capacity(phis.len());
        for phi in phis {
            let Some(argument) = phi.argument(from) else { return self.give_up(state, "an invalid program") };
            values.push(self.value(state, argument)?);
        }
        let info = self.infos[function.index()].clone();
        let Some(frame) = state.frame_mut() else { return Err(Stop::Path) };
        (frame.block, frame.position) = (target, 0);
        for (phi, value) in phis.iter().zip(values) {
            frame.values.set(phi.result.index(), Some(value));
        }
        let Some(info) = info else { return Ok(()) };
        let is_again = info.order.pass(from, target, &mut frame.passed);
        frame.undecided.truncate(frame.passed.len());
        frame.undecided.resize(frame.passed.len(), 0);
        if !is_again
            && frame.passed.last() == Some(&0)
            && let Some(count) = frame.undecided.last_mut()
        {
            *count = 0;
        }
        if is_again {
            let passed = frame.passed.last().copied().unwrap_or(0);
            let undecided = frame.undecided.last().copied().unwrap_or(0);
            self.iterations = self.iterations.max(passed);
            let most = self.limits.max_iterations;
            if undecided > most || !self.is_single_path && passed > most.saturating_mul(PASSED) {
                return self.abort();
            }
        }
        Ok(())
    }

    /// What a check asks for holds, or executions violate it.
    pub(crate) fn require(&mut self, state: &State, holds: TermId) -> Step<()> {
        let decided = state.decides(&mut self.terms, holds);
        if decided == Some(true) {
            self.obligations.decided();
            return Ok(());
        }
        self.obligations.count += 1;
        let violated = self.terms.not(holds);
        let formula = if decided.is_some() { state.condition } else { self.terms.and(&[state.condition, violated]) };
        match self.terms.as_bool(formula) {
            Some(false) => return Ok(()),
            Some(true) => return Err(Stop::Found(formula)),
            None => {}
        }
        if decided.is_none() {
            self.obligations.violation(formula);
            return Ok(());
        }
        // Whether executions come here at all is worth a question: if so, an answer is found.
        let left = self.time_to_explore();
        match self.decider.has_model(&self.terms, &state.path, left) {
            Some(true) => Err(Stop::Found(formula)),
            Some(false) => Err(Stop::Path),
            None => {
                self.obligations.violation(formula);
                Err(Stop::Path)
            }
        }
    }

    /// An arbitrary value that executions take here.
    pub(crate) fn input(&mut self, state: &State, origin: &NondetOrigin, width: u32) -> Bits {
        let sort = if width == 1 { Sort::Bool } else { Sort::BitVec(width) };
        let value = self.terms.fresh_var("input", sort);
        if matches!(origin, NondetOrigin::MadeUp(_)) {
            self.made_up.push(state.condition);
        }
        self.log_input(state.condition, value, width);
        Bits::Term(value)
    }

    pub(crate) fn log_input(&mut self, guard: TermId, value: TermId, width: u32) {
        self.asked.push(Asked { guard, value, width });
    }

    pub(crate) fn new_object(&mut self) -> u32 {
        self.next_object += 1;
        self.next_object
    }

    pub(crate) fn new_life(&mut self) -> u32 {
        self.next_life += 1;
        self.next_life
    }

    pub(crate) fn info(&self, function: FunctionId) -> Option<&Rc<Info>> {
        self.infos[function.index()].as_ref()
    }

    /// The value of a constant. Globals are the first objects.
    fn constant(&mut self, constant: &Constant) -> Value {
        match constant {
            Constant::Bits(bits) => Value::number(value::constant(&mut self.terms, bits)),
            Constant::Global(global, offset) => {
                let width = self.program.pointer_width;
                let number = self.addresses.global(*global).wrapping_add(*offset as u64) & value::mask(width);
                let id = global.index() as u32 + 1;
                let place = Place { object: id, life: id, offset: Bits::Word(*offset as u64), far: None };
                Value { bits: Bits::Word(number), target: Target::Object(place) }
            }
            Constant::Function(function) => Value::word(self.addresses.function(*function)),
        }
    }

    fn start(&mut self) -> Step<Option<State>> {
        let (always, never) = (self.terms.tt(), self.terms.ff());
        let width = self.program.pointer_width;
        let memory = Memory {
            objects: BTreeMap::new(),
            next_heap: Bits::Word(AddressMap::heap_start(width)),
            next_stack: Bits::Word(AddressMap::stack_start(width)),
        };
        let mut state = State::new(&self.terms, memory);
        let program = self.program;
        for (index, global) in program.globals.iter().enumerate() {
            let (id, life) = (self.new_object(), self.new_life());
            let declared = program.layout(global.layout).size;
            let is_any = global.initial == Initial::Any;
            let size = if declared == 0 && is_any { 1 << 24 } else { declared };
            if size > MAX_SIZE {
                return self.give_up(&state, "a very large global");
            }
            let mut object = Object {
                area: Area::Global { constant: global.constant },
                base: Bits::Word(self.addresses.global(GlobalId::new(index))),
                size: Bits::Word(size),
                life: Bits::Word(life.into()),
                alive: always,
                left: never,
                contents: Contents::new(!is_any),
                stored: BTreeMap::new(),
            };
            self.initialise(&mut object, &global.initial);
            state.memory.objects.insert(id, Rc::new(object));
        }
        let Some(entry) = program.entry else { return self.give_up(&state, "a program without an entry function") };
        let function = program.function(entry);
        if function.is_declaration() {
            return self.give_up(&state, "an entry function without a body");
        }
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            let name = function.value(*parameter).name.clone().unwrap_or_default();
            let width = function.type_of(*parameter).width(width);
            arguments.push(Value::number(self.input(&state, &NondetOrigin::Input(name.into()), width)));
        }
        self.enter(&mut state, entry, arguments)?;
        Ok(Some(state))
    }

    fn initialise(&mut self, object: &mut Object, initial: &Initial) {
        let Initial::Cells(cells) = initial else { return };
        let width = self.program.pointer_width;
        for cell in cells {
            match &cell.data {
                CellData::Bytes(bytes) => {
                    for (index, byte) in bytes.iter().enumerate() {
                        let at = cell.offset + index as u64;
                        object.contents.store(&self.terms, at, 1, Bits::Word(u64::from(*byte)));
                    }
                }
                CellData::Value(ty, constant) => {
                    let value = self.constant(constant);
                    let bits = match constant {
                        Constant::Bits(bits) => bits.width(),
                        _ => width,
                    };
                    let bytes = crate::contents::to_bytes(&mut self.terms, value.bits, bits);
                    let size = u64::from(bits.div_ceil(8));
                    object.contents.store(&self.terms, cell.offset, size, bytes);
                    crate::access::overwrite(object, cell.offset, size, u64::from(width / 8));
                    if self.is_word(*ty) && value.target != Target::Number {
                        object.stored.insert(cell.offset, value.target);
                    }
                }
            }
        }
    }

    fn prepare(&mut self, id: FunctionId) -> Rc<Info> {
        if let Some(info) = &self.infos[id.index()] {
            return Rc::clone(info);
        }
        let function: &Function = self.program.function(id);
        let cfg = Cfg::of(function);
        let mut template = Paged::new(None);
        for index in 0..function.value_count() {
            if let Some(constant) = function.constant_of(ValueId::new(index)) {
                let value = self.constant(constant);
                template.set(index, Some(value));
            }
        }
        let info = Rc::new(Info {
            order: Order::of(function),
            template,
            live: Liveness::of(function, &cfg),
            seen_bits: euclase_encoder::floats::seen_bits(function, true),
        });
        self.infos[id.index()] = Some(Rc::clone(&info));
        info
    }

    /// Opens a call of a function with a body.
    pub(crate) fn enter(&mut self, state: &mut State, id: FunctionId, arguments: Vec<Value>) -> Step<()> {
        let most = self.limits.max_iterations.saturating_mul(CALLS) as usize;
        if state.frames.len() >= self.limits.max_depth || !self.is_single_path && state.frames.len() >= most {
            return self.abort();
        }
        let info = self.prepare(id);
        let mut values = info.template.clone();
        for (parameter, argument) in self.program.function(id).parameters.iter().zip(arguments) {
            values.set(parameter.index(), Some(argument));
        }
        let passed = vec![0; info.order.place(Function::ENTRY).components.len()];
        let undecided = passed.clone();
        state.frames.push(Rc::new(Frame {
            function: id,
            block: Function::ENTRY,
            position: 0,
            passed,
            undecided,
            values,
            allocated: Vec::new(),
            stack_mark: state.memory.next_stack,
        }));
        Ok(())
    }

    fn leave(&mut self, state: &mut State, values: Vec<Value>) -> Step<()> {
        let Some(frame) = state.frames.pop() else { return Err(Stop::Path) };
        for id in &frame.allocated {
            state.memory.objects.remove(id);
        }
        state.memory.next_stack = frame.stack_mark;
        let program = self.program;
        let Some(caller) = state.frame_mut() else { return Err(Stop::Path) };
        let function = program.function(caller.function);
        let block = function.block(caller.block);
        let call = caller.position.checked_sub(1).and_then(|position| block.commands.get(position));
        let results = call.map(|call| &call.results[..]).unwrap_or_default();
        let types = &program.function(frame.function).results;
        for ((result, value), from) in results.iter().zip(values).zip(types) {
            let (from, to) =
                (from.width(program.pointer_width), function.type_of(*result).width(program.pointer_width));
            let bits = value::resize(&mut self.terms, value.bits, from, to, false);
            caller.values.set(result.index(), Some(Value { bits, ..value }));
        }
        Ok(())
    }

    pub(crate) fn value(&mut self, state: &State, value: ValueId) -> Step<Value> {
        match state.frame().and_then(|frame| frame.values.get(value.index()).as_ref()) {
            Some(found) => Ok(found.clone()),
            None => self.give_up(state, "an invalid program: a value is used before it is defined"),
        }
    }

    /// A value as the number that it is, whatever it leads to.
    pub(crate) fn bits(&mut self, state: &State, value: ValueId) -> Step<Bits> {
        match state.frame().and_then(|frame| frame.values.get(value.index()).as_ref()) {
            Some(found) => {
                self.as_number(state, found)?;
                Ok(found.bits)
            }
            None => self.give_up(state, "an invalid program: a value is used before it is defined"),
        }
    }

    /// A value of one bit as a condition.
    pub(crate) fn truth(&mut self, state: &State, value: ValueId) -> Step<TermId> {
        let bits = self.bits(state, value)?;
        Ok(value::term(&mut self.terms, bits, 1))
    }

    /// A value as a number of 64 bits without sign. What is wider than that is cut off at the greatest.
    pub(crate) fn word(&mut self, state: &State, value: ValueId) -> Step<Bits> {
        let bits = self.bits(state, value)?;
        let width = self.width(state, value);
        match bits {
            Bits::Term(_) if width > 64 => self.give_up(state, "a size of more than 64 bits"),
            _ => Ok(value::resize(&mut self.terms, bits, width, 64, false)),
        }
    }

    pub(crate) fn ty(&self, state: &State, value: ValueId) -> Type {
        let function = state.frame().map_or(FunctionId(0), |frame| frame.function);
        self.program.function(function).type_of(value)
    }

    pub(crate) fn width(&self, state: &State, value: ValueId) -> u32 {
        self.ty(state, value).width(self.program.pointer_width)
    }
}
