//! A run of the encoded program beside the execution of the system: which values it takes, and what it
//! means that it goes another way.

use super::at;
use super::memory::MemoryInputs;
use super::outside::Outside;
use crate::evidence::read_bits;
use crate::worker::protocol::Explanation;
use euclase_encoder::{InputReason, LocationKind, SourceMap};
use euclase_program::{
    AddressMap, BitVecValue, Callee, CastOp, CommandKind, Constant, Event, Function, FunctionId, MemoryByte, Obstacle,
    ObstacleKind, Outcome, Program, Request, Run, RunOptions, Terminator, TraceLevel, Type, ValueId, run,
};
use euclase_result::{TraceText, ValueText};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// How many steps are followed to find out why a run goes another way than the execution.
const COMPARED_STEPS: u64 = 2_000_000;

/// The values that a run took, in order: by the value that they became, or the address of the bytes.
pub(super) type Taken = FxHashMap<(FunctionId, ValueId), VecDeque<BitVecValue>>;

/// What the values that a request asks for are kept by.
pub(super) fn key(request: &Request<'_>) -> Option<(FunctionId, ValueId)> {
    let value = request.value.or(request.memory.map(|byte| byte.from))?;
    Some((request.function, value))
}

/// The encoded program as the system has it: it ends where something cannot be encoded, though the
/// interpreter may know how to go on from there.
pub(super) fn cut_off(mut program: Program, map: &SourceMap) -> Program {
    let Some(entry) = program.entry else { return program };
    let declared: Vec<bool> = program.functions.iter().map(Function::is_declaration).collect();
    for unsupported in &map.unsupported {
        let Some(block) = program.functions[entry.index()].blocks.get_mut(unsupported.block as usize) else { continue };
        if matches!(block.terminator, Terminator::Unsupported { .. }) {
            continue;
        }
        let cannot_be_encoded = |kind: &CommandKind| match kind {
            CommandKind::Call { callee: Callee::Direct(function), .. } => !declared[function.index()],
            kind => matches!(kind, CommandKind::Call { .. }),
        };
        if let Some(position) = block.commands.iter().position(|command| cannot_be_encoded(&command.kind)) {
            block.location = block.commands[position].location;
            block.commands.truncate(position);
        }
        block.terminator = Terminator::Unsupported { what: unsupported.what.clone() };
    }
    program
}

/// How far a run of the encoded program can go beside an execution of so many states: each of its steps
/// goes through a block at most once.
pub(super) fn longest(program: &Program, states: usize) -> u64 {
    let blocks = program.entry.map(|entry| &program.function(entry).blocks);
    let size: usize = blocks.into_iter().flatten().map(|block| block.commands.len() + 1).sum();
    (states as u64 + 1).saturating_mul(size as u64 + 1)
}

/// A run of the encoded program beside the execution of the system.
pub(super) struct Lockstep<'a> {
    program: &'a Program,
    entry: FunctionId,
    map: &'a SourceMap,
    trace: &'a TraceText,
    /// The column of each location in the states of the trace.
    location_columns: Vec<Option<usize>>,
    /// By location and value, the entry of the map and its column in the inputs of the trace.
    inputs: FxHashMap<(usize, u32), (usize, Option<usize>)>,
    /// What of memory is arbitrary.
    memory: MemoryInputs<'a>,
    /// The location that starts with a block, by the block.
    cut_points: FxHashMap<u32, usize>,
    /// How many events of the run have been looked at.
    seen: usize,
    /// How many cut points the run has come to.
    entered: usize,
    /// The values taken, in order.
    pub taken: Taken,
    /// A step of the trace that is at another location than the run.
    parted: Option<usize>,
    /// Pointers that lead to memory that is no object of the program's.
    pub outside: Outside,
    /// What is read from an address, by the address: the values of loads.
    loaded: FxHashMap<ValueId, Vec<ValueId>>,
}

impl<'a> Lockstep<'a> {
    pub fn new(program: &'a Program, map: &'a SourceMap, trace: &'a TraceText) -> Result<Self, String> {
        let entry = program.entry.ok_or("the program has no entry")?;
        let columns: FxHashMap<&str, usize> =
            trace.states.iter().enumerate().map(|(column, state)| (state.name.as_str(), column)).collect();
        let input_columns: FxHashMap<&str, usize> =
            trace.inputs.iter().enumerate().map(|(column, input)| (input.name.as_str(), column)).collect();
        let values = map.inputs.iter().enumerate().filter(|(_, entry)| entry.memory.is_none());
        let inputs = values.map(|(index, entry)| {
            let column = input_columns.get(entry.symbol.as_str()).copied();
            ((entry.location, entry.value), (index, column))
        });
        let cut_points = map.locations.iter().enumerate().filter_map(|(index, location)| {
            let block = if location.kind == LocationKind::Entry { Some(Function::ENTRY.0) } else { location.block };
            block.map(|block| (block, index))
        });
        Ok(Lockstep {
            program,
            entry,
            map,
            trace,
            location_columns: map.locations.iter().map(|l| columns.get(l.symbol.as_str()).copied()).collect(),
            inputs: inputs.collect(),
            memory: MemoryInputs::of(program, entry, map, trace),
            cut_points: cut_points.collect(),
            seen: 0,
            entered: 0,
            taken: Taken::default(),
            parted: None,
            outside: Outside::default(),
            loaded: loads(program.function(entry)),
        })
    }

    /// The value that the program gets, which is noted.
    pub fn answer(&mut self, request: &Request<'_>) -> BitVecValue {
        self.follow(request.trace);
        let zero = || BitVecValue::zero(request.ty.width(self.program.pointer_width));
        let Some(key) = key(request) else { return zero() };
        let led = self.outside.answer(request, self.program.pointer_width);
        let chosen = led.or_else(|| match (request.value, request.memory) {
            (Some(value), _) => self.chosen(request.function, value),
            (None, Some(byte)) => self.chosen_byte(request.function, byte),
            (None, None) => None,
        });
        let bits = chosen.unwrap_or_else(zero);
        self.taken.entry(key).or_default().push_back(bits.clone());
        bits
    }

    /// Counts the cut points that the run has come to since.
    fn follow(&mut self, events: &[Event]) {
        for event in &events[self.seen..] {
            self.pass(event);
        }
        self.seen = events.len();
    }

    fn pass(&mut self, event: &Event) {
        if let Event::Block(function, block) = event
            && *function == self.entry
            && let Some(location) = self.cut_points.get(&block.0)
        {
            if self.location(self.entered).is_none_or(|at| at != *location) {
                self.parted.get_or_insert(self.entered);
            }
            self.entered += 1;
        }
    }

    /// The location that the trace is at in a step.
    fn location(&self, step: usize) -> Option<usize> {
        let state = &self.trace.steps.get(step)?.state;
        let holds =
            |column: &Option<usize>| column.and_then(|column| state.get(column)) == Some(&ValueText::Bool(true));
        self.location_columns.iter().position(holds)
    }

    /// What the trace says about a value in the current step; nothing where any value will do.
    fn chosen(&self, function: FunctionId, value: ValueId) -> Option<BitVecValue> {
        if function != self.entry {
            return None;
        }
        let step = self.entered.checked_sub(1)?;
        let (_, column) = self.inputs.get(&(self.location(step)?, value.0))?;
        bits(self.trace.steps[step].inputs.get((*column)?)?)
    }

    /// What the trace says about a byte of memory.
    fn chosen_byte(&self, function: FunctionId, byte: MemoryByte) -> Option<BitVecValue> {
        if function != self.entry {
            return None;
        }
        let step = self.entered.checked_sub(1)?;
        let outside = AddressMap::outside(self.program.pointer_width);
        if outside.contains(&byte.start) {
            let loaded = self.loaded.get(&byte.from)?.iter().find_map(|value| self.chosen(function, *value))?;
            let low = u32::try_from(8 * byte.position).ok().filter(|low| low + 7 < loaded.width())?;
            return Some(loaded.extract(low + 7, low));
        }
        self.memory.byte(byte, self.location(step)?, step)
    }

    /// What it means that a run with the values of the trace does not reach the error.
    pub fn missed(&self, program: &Program, run: &Run, options: RunOptions) -> Explanation {
        if let Outcome::Unsupported { what, location } = &run.outcome {
            return Explanation::NotReal { why: what.clone().with(&at(program, *location)) };
        }
        if let Some(why) = self.approximated(program, run, options) {
            return Explanation::NotReal { why: Obstacle::new(ObstacleKind::Approximated, why) };
        }
        // A run that left the execution and goes on for ever is no long execution, but a wrong one.
        if matches!(run.outcome, Outcome::OutOfSteps) && self.parted.is_none() {
            let why = format!("the execution is too long to be replayed{}", whereabouts(program, run));
            return Explanation::NotReal { why: Obstacle::new(ObstacleKind::TooLong, why) };
        }
        if let Outcome::Undefined { what, location } = &run.outcome {
            let place = at(program, *location);
            let why = format!("on the way to the error the execution does what C does not define: {what}{place}");
            return Explanation::NotReal { why: Obstacle::new(ObstacleKind::Undefined, why) };
        }
        // The search takes more for a misuse of memory than there is: what can still be reached at the end, for one.
        let ends = matches!(run.outcome, Outcome::Returned(_) | Outcome::Exited);
        if ends && looks_at_memory(program) {
            let why = "the program uses memory as it should on the same values".to_string();
            return Explanation::NotReal { why: Obstacle::new(ObstacleKind::Elsewhere, why) };
        }
        let parted = self.parted.map(|step| format!(", having left the execution in step {step}")).unwrap_or_default();
        let what = match &run.outcome {
            Outcome::Returned(_) => "the program returns instead".to_string(),
            Outcome::Exited => "the program exits instead".to_string(),
            Outcome::AssumptionViolated { location } => {
                format!("an assumption is violated instead{}", at(program, *location))
            }
            Outcome::OutOfInputs { location } => {
                format!("an arbitrary value has no value{}", at(program, *location))
            }
            Outcome::OutOfSteps => format!("the program goes on instead{}", whereabouts(program, run)),
            Outcome::ErrorReached { .. } | Outcome::Unsupported { .. } | Outcome::Undefined { .. } => String::new(),
        };
        Explanation::Wrong { what: format!("the counterexample is not an execution of the program: {what}{parted}") }
    }

    /// Something that the trace rests on and that the system leaves open though C does not.
    fn approximated(&self, program: &Program, run: &Run, options: RunOptions) -> Option<String> {
        let mut different = self.different(options);
        // Addresses are never what the trace has. What is computed with them may still be the same.
        let is_address = |index: &usize| matches!(self.map.inputs[*index].reason, InputReason::Address(_));
        different.sort_by_key(is_address);
        let first = different.first().copied().filter(|index| !is_address(index));
        let input = first.or_else(|| different.first().copied()).or_else(|| self.visited_approximation());
        let Some(input) = input.map(|index| &self.map.inputs[index]) else {
            return self.address_of_object().or_else(|| address_as_number(program, run));
        };
        let what = input.reason.approximated()?;
        let place = input.place.as_ref().filter(|place| place.line > 0);
        let place = place.map(|p| format!(" ({}:{})", p.file, p.line)).unwrap_or_default();
        Some(format!("the counterexample depends on {what}, which is only approximated{place}"))
    }

    /// The inputs of the system that are not arbitrary in the program and have other values there, as
    /// long as both go the same way; by their index, in the order in which they are met.
    fn different(&self, options: RunOptions) -> Vec<usize> {
        let Ok(mut beside) = Lockstep::new(self.program, self.map, self.trace) else { return Vec::new() };
        let max_steps = options.max_steps.min(COMPARED_STEPS);
        let options = RunOptions { max_steps, trace: TraceLevel::Values, ..options };
        let values = run(self.program, options, &mut |request| Some(beside.answer(&request)));
        let Ok(mut beside) = Lockstep::new(self.program, self.map, self.trace) else { return Vec::new() };
        let mut different = Vec::new();
        for event in &values.trace {
            beside.pass(event);
            if beside.parted.is_some() {
                break;
            }
            let Event::Value(value, computed) = event else { continue };
            let Some(location) = beside.entered.checked_sub(1).and_then(|step| beside.location(step)) else { continue };
            if let Some((index, _)) = beside.inputs.get(&(location, value.0))
                && beside.map.inputs[*index].reason.approximated().is_some()
                && beside.chosen(beside.entry, *value).is_some_and(|chosen| chosen != *computed)
                && !different.contains(index)
            {
                different.push(*index);
            }
        }
        different
    }

    /// The first input that is not arbitrary in the program, of the locations that the trace visits.
    fn visited_approximation(&self) -> Option<usize> {
        let visited: FxHashSet<usize> = (0..self.trace.steps.len()).filter_map(|step| self.location(step)).collect();
        let open = |input: &euclase_encoder::InputEntry| {
            visited.contains(&input.location) && input.reason.approximated().is_some()
        };
        self.map.inputs.iter().position(open)
    }

    /// An address of a global or a function, of which the system may know only that it is not null.
    fn address_of_object(&self) -> Option<String> {
        // Where addresses are exact, they are constants and no state.
        let function = self.program.function(self.entry);
        let name = self.map.states.iter().find_map(|state| {
            let value = ValueId(state.value);
            match function.constant_of(value).filter(|_| value.index() < function.value_count())? {
                Constant::Global(global, _) => Some(&self.program.global(*global).name),
                Constant::Function(function) => Some(&self.program.function(*function).name),
                Constant::Bits(_) => None,
            }
        })?;
        Some(format!("the counterexample depends on the address of '{name}', which is only approximated"))
    }
}

/// Where a run of a program first makes a number of an address, or compares addresses. Objects that are never accessed lie elsewhere
/// in a run than in the system, and on a machine.
fn address_as_number(program: &Program, run: &Run) -> Option<String> {
    let blocks = run.trace.iter().filter_map(|event| match event {
        Event::Block(function, block) => {
            let function = program.function(*function);
            Some((function, function.block(*block)))
        }
        _ => None,
    });
    let mut commands =
        blocks.flat_map(|(function, block)| block.commands.iter().map(move |command| (function, command)));
    let (_, found) = commands.find(|(function, command)| match &command.kind {
        CommandKind::Cast(CastOp::PtrToInt, _) => true,
        CommandKind::Compare(_, a, b) => {
            let is_null = |value: &ValueId| function.bits_of(*value).is_some_and(BitVecValue::is_zero);
            function.type_of(*a) == Type::Pointer && !is_null(a) && !is_null(b)
        }
        _ => false,
    })?;
    let place = at(program, found.location);
    Some(format!("the counterexample depends on where objects lie in memory, which is the machine's choice{place}"))
}

/// The values that a function loads, by the address.
fn loads(function: &Function) -> FxHashMap<ValueId, Vec<ValueId>> {
    let mut loads: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
    for command in function.blocks.iter().flat_map(|block| &block.commands) {
        if let CommandKind::Load { address } = command.kind {
            loads.entry(address).or_default().extend(&command.results);
        }
    }
    loads
}

fn bits(text: &ValueText) -> Option<BitVecValue> {
    match text {
        ValueText::Bool(truth) => Some(BitVecValue::new(1, u64::from(*truth))),
        ValueText::Scalar(text) => read_bits(text),
        ValueText::Array { .. } => None,
    }
}

/// Where a run was when it was stopped.
fn whereabouts(program: &Program, run: &Run) -> String {
    let place = run.trace.iter().rev().take(1000).find_map(|event| {
        let Event::Block(function, block) = event else { return None };
        let block = program.function(*function).block(*block);
        let places = block.commands.iter().map(|command| command.location).chain([block.location]);
        places.flatten().find(|location| program.location(*location).line > 0)
    });
    place.map(|location| format!("; it was stopped at {}", program.location(location))).unwrap_or_default()
}

/// Whether a program says what it is about to do with memory.
fn looks_at_memory(program: &Program) -> bool {
    let mut commands = program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.commands);
    commands.any(|command| matches!(command.kind, CommandKind::Check(_)))
}
