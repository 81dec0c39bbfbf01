//! Runs a program in the interpreter and its system in the evaluator, side by side.

#![allow(dead_code, clippy::unwrap_used)]

use euclase_encoder::{BlockSize, EncodeOptions, Encoding, LocationKind, SourceMap, encode};
use euclase_logic::{Assignment, Evaluator, Sort, TermId, Terms, TransitionSystem, Value};
use euclase_program::passes::remove_dead_code;
use euclase_program::{
    AddressMap, BinaryOp, BitVecValue, BlockId, Cfg, CheckKind, CommandKind, Event, Function, GlobalId, Liveness,
    NondetOrigin, Outcome, Predicate, Program, RunOptions, Terminator, TraceLevel, Type, ValueId, run,
};
use std::collections::HashMap;

/// A small generator of random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

pub fn parse(text: &str) -> Program {
    let program = Program::parse(text).unwrap();
    assert_eq!(program.validate(), Ok(()));
    program
}

pub fn encode_with(program: &Program, blocks: BlockSize) -> Encoding {
    encode(program, EncodeOptions { blocks, ..EncodeOptions::default() }).unwrap()
}

/// What the interpreter did in the entry function: the steps of the system that it amounts to.
pub struct Expected {
    /// Where each step starts.
    pub steps: Vec<ExpectedStep>,
    /// Where the last step ends, unless the run was stopped.
    pub end: Option<LocationKind>,
}

#[derive(Default)]
pub struct ExpectedStep {
    pub location: usize,
    /// The values computed in the step.
    pub values: HashMap<ValueId, BitVecValue>,
    /// The values computed so far when the step starts.
    pub before: HashMap<ValueId, BitVecValue>,
}

pub fn expect(program: &Program, map: &SourceMap, seed: u64, max_steps: u64) -> Expected {
    let mut random = Random(seed);
    let mut parameters = HashMap::new();
    let entry = program.entry.unwrap();
    let options = RunOptions { max_steps, trace: TraceLevel::Values, ..RunOptions::default() };
    let result = run(program, options, &mut |request| {
        if request.memory.is_some() {
            return Some(BitVecValue::zero(8));
        }
        // Small numbers are more interesting.
        let number = random.next();
        let bits = BitVecValue::new(64, if number.is_multiple_of(2) { number >> 60 } else { number });
        let width = request.ty.width(program.pointer_width);
        let bits = if width <= 64 { bits.extract(width - 1, 0) } else { bits.sign_extend(width - 64) };
        if let Some(value) = request.value.filter(|v| program.function(entry).parameters.contains(v)) {
            parameters.insert(value, bits.clone());
        }
        Some(bits)
    });
    let mut steps: Vec<ExpectedStep> = Vec::new();
    let mut all = HashMap::new();
    let mut called = false;
    for event in &result.trace {
        match event {
            Event::Call(_) if steps.is_empty() => {}
            Event::Call(_) => {
                called = true;
                break;
            }
            Event::Block(_, block) => {
                if let Some(location) = map.locations.iter().position(|l| l.block == Some(block.0)) {
                    let values = if steps.is_empty() { parameters.clone() } else { HashMap::new() };
                    steps.push(ExpectedStep { location, values, before: all.clone() });
                }
            }
            Event::Value(value, bits) => {
                steps.last_mut().unwrap().values.insert(*value, bits.clone());
                all.insert(*value, bits.clone());
            }
            _ => {}
        }
    }
    let end = match result.outcome {
        _ if called => Some(LocationKind::Unsupported),
        Outcome::Returned(_) | Outcome::Exited | Outcome::AssumptionViolated { .. } => Some(LocationKind::Exit),
        Outcome::ErrorReached { .. } => Some(LocationKind::Error),
        Outcome::Unsupported { .. } => Some(LocationKind::Unsupported),
        Outcome::Undefined { .. } | Outcome::OutOfSteps | Outcome::OutOfInputs { .. } => None,
    };
    Expected { steps, end }
}

/// The system, with its variables by name.
pub struct Simulator<'a> {
    pub program: &'a Program,
    pub map: &'a SourceMap,
    pub terms: &'a Terms,
    pub system: &'a TransitionSystem,
    /// What is alive in the program, if all of that is state.
    pub liveness: Option<&'a Liveness>,
}

impl Simulator<'_> {
    fn variable(&self, symbol: &str) -> TermId {
        let states = self.system.states.iter().map(|state| state.current);
        let mut all = states.chain(self.system.inputs.iter().copied());
        all.find(|variable| self.terms.var_name(*variable) == Some(symbol)).unwrap_or_else(|| panic!("no {symbol}"))
    }

    fn random(&self, variable: TermId, random: &mut Random) -> Value {
        match self.terms.sort(variable) {
            Sort::Bool => Value::Bool(random.next().is_multiple_of(2)),
            Sort::BitVec(width) => Value::BitVec(BitVecValue::new(width, random.next())),
            // What memory holds is not asked for, or zero.
            sort => Value::default_of(self.terms, sort),
        }
    }

    fn value(&self, variable: TermId, bits: &BitVecValue) -> Value {
        match self.terms.sort(variable) {
            Sort::Bool => Value::Bool(!bits.is_zero()),
            _ => Value::BitVec(bits.clone()),
        }
    }

    /// Steps along with the interpreter; panics where they differ.
    pub fn follow(&self, expected: &Expected, seed: u64) {
        let mut random = Random(seed);
        let locations: Vec<TermId> = self.map.locations.iter().map(|l| self.variable(&l.symbol)).collect();
        assert_eq!(locations, self.system.locations);
        let mut state: HashMap<TermId, Value> =
            self.system.states.iter().map(|s| (s.current, self.random(s.current, &mut random))).collect();
        for (number, location) in locations.iter().enumerate() {
            state.insert(*location, Value::Bool(number == 0));
        }
        let addresses = AddressMap::of(self.program);
        for (index, global) in self.program.globals.iter().enumerate() {
            let symbol = format!("address.{}", global.name);
            if self.map.states.iter().any(|entry| entry.symbol == symbol) {
                let bits = BitVecValue::new(self.program.pointer_width, addresses.global(GlobalId::new(index)));
                state.insert(self.variable(&symbol), Value::BitVec(bits));
            }
        }
        assert!(self.evaluate(&state, &[self.system.init])[0] == Value::Bool(true));
        for (number, step) in expected.steps.iter().enumerate() {
            self.check(&state, &locations, step);
            if let Some(liveness) = self.liveness {
                self.check_alive(liveness, &state, step);
            }
            for input in &self.system.inputs {
                state.insert(*input, self.random(*input, &mut random));
            }
            for input in self.map.inputs.iter().filter(|input| input.location == step.location) {
                if input.memory.is_some() {
                    let variable = self.variable(&input.symbol);
                    state.insert(variable, Value::default_of(self.terms, self.terms.sort(variable)));
                    continue;
                }
                if let Some(bits) = step.values.get(&ValueId(input.value)) {
                    let variable = self.variable(&input.symbol);
                    state.insert(variable, self.value(variable, bits));
                }
            }
            assert!(self.can_go_on(&state));
            let updates: Vec<TermId> = self.system.states.iter().map(|s| s.update.unwrap()).collect();
            let next = self.evaluate(&state, &updates);
            let next: HashMap<TermId, Value> = self.system.states.iter().map(|s| s.current).zip(next).collect();
            if number + 1 == expected.steps.len()
                && let Some(end) = expected.end
            {
                let at = self.map.locations.iter().position(|l| l.kind == end).unwrap();
                self.check(&next, &locations, &ExpectedStep { location: at, ..ExpectedStep::default() });
                let good = self.evaluate(&next, &[self.system.property])[0] == Value::Bool(true);
                assert_eq!(good, end == LocationKind::Exit);
                assert!(!self.can_go_on(&next));
            }
            state = next;
        }
    }

    fn can_go_on(&self, state: &HashMap<TermId, Value>) -> bool {
        self.evaluate(state, &self.system.constraints).iter().all(|holds| *holds == Value::Bool(true))
    }

    fn check(&self, state: &HashMap<TermId, Value>, locations: &[TermId], step: &ExpectedStep) {
        let at: Vec<usize> = (0..locations.len()).filter(|l| state[&locations[*l]] == Value::Bool(true)).collect();
        assert_eq!(at, [step.location]);
        for entry in &self.map.states {
            if entry.variables.iter().any(|(location, _)| *location == step.location) {
                let variable = self.variable(&entry.symbol);
                // Phis of the location are assigned when it is entered.
                let values = if self.is_phi(step.location, entry.value) { &step.values } else { &step.before };
                let bits = &values[&ValueId(entry.value)];
                assert_eq!(state[&variable], self.value(variable, bits), "{}", entry.symbol);
            }
        }
    }

    /// Everything that is alive has the value that the interpreter has computed last.
    fn check_alive(&self, liveness: &Liveness, state: &HashMap<TermId, Value>, step: &ExpectedStep) {
        let block = BlockId(self.map.locations[step.location].block.unwrap());
        for entry in &self.map.states {
            let value = ValueId(entry.value);
            let phi = self.is_phi(step.location, entry.value);
            if phi || liveness.is_live(value, block) {
                let variable = self.variable(&entry.symbol);
                let bits = if phi { &step.values[&value] } else { &step.before[&value] };
                assert_eq!(state[&variable], self.value(variable, bits), "{}", entry.symbol);
            }
        }
    }

    fn is_phi(&self, location: usize, value: u32) -> bool {
        let function = self.program.function(self.program.entry.unwrap());
        let block = self.map.locations[location].block.unwrap();
        function.blocks[block as usize].phis.iter().any(|phi| phi.result.0 == value)
    }

    fn evaluate(&self, state: &HashMap<TermId, Value>, roots: &[TermId]) -> Vec<Value> {
        let mut assignment = Assignment::default();
        for (variable, value) in state {
            assignment.set(*variable, value.clone());
        }
        let mut evaluator = Evaluator::new(self.terms, &assignment);
        roots.iter().map(|root| evaluator.value(*root).unwrap()).collect()
    }
}

/// Encodes a program, runs it with random inputs, and lets the system follow.
pub fn compare(program: &Program, blocks: BlockSize, liveness: Option<&Liveness>) {
    let Encoding { terms, system, map } = &encode_with(program, blocks);
    let simulator = Simulator { program, map, terms, system, liveness };
    for seed in 0..8 {
        simulator.follow(&expect(program, map, seed, 200), seed);
    }
}

/// A program of many blocks, most of them in cycles, that uses values wherever they are defined
/// and does nothing that an encoding leaves out: all that is alive in it is state.
pub fn tangled_program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut below = |bound: usize| (random.next() % bound as u64) as usize;
    let mut function = Function::new("main", Vec::new());
    let count = 4 + below(16);
    (0..count).for_each(|number| _ = function.add_block(format!("b{number}")));
    let no = function.bool(false);
    for id in function.block_ids() {
        let mut target = || BlockId::new(1 + below(count - 1));
        let (one, two, three) = (target(), target(), target());
        let cases = vec![(BitVecValue::new(8, 0), one), (BitVecValue::new(8, 1), two), (BitVecValue::new(8, 2), one)];
        function.block_mut(id).terminator = match below(16) {
            0..4 => Terminator::Jump(one),
            4..12 => Terminator::Branch(no, one, two),
            12..14 => Terminator::Switch { value: no, cases, default: three },
            14 => Terminator::Exit,
            _ => Terminator::Error { check: CheckKind::Assert, message: String::new() },
        };
    }
    let cfg = Cfg::of(&function);
    let mut defined: Vec<(BlockId, ValueId)> = Vec::new();
    for id in cfg.reverse_postorder() {
        if *id != Function::ENTRY {
            for _ in 0..below(3) {
                let ty = Type::Int([1, 8][below(2)]);
                defined.push((*id, function.add_phi(*id, ty, None)));
            }
        }
        for _ in 0..1 + below(4) {
            let ty = Type::Int([1, 8][below(2)]);
            let (a, b) = (
                pick(&mut function, &cfg, &defined, *id, ty, &mut below),
                pick(&mut function, &cfg, &defined, *id, ty, &mut below),
            );
            let kind = match below(6) {
                0 => CommandKind::Compare(Predicate::Ult, a, b),
                1 => CommandKind::Binary(BinaryOp::Add, a, b),
                2 => CommandKind::Binary(BinaryOp::Xor, a, b),
                _ => CommandKind::Nondet(NondetOrigin::Undef),
            };
            let ty = if matches!(kind, CommandKind::Compare(..)) { Type::BOOL } else { ty };
            defined.push((*id, function.define(*id, ty, None, kind)));
        }
        if below(8) == 0 {
            let condition = pick(&mut function, &cfg, &defined, *id, Type::BOOL, &mut below);
            function.perform(*id, CommandKind::Assume(condition));
        }
        let condition = pick(&mut function, &cfg, &defined, *id, Type::BOOL, &mut below);
        let selector = pick(&mut function, &cfg, &defined, *id, Type::Int(8), &mut below);
        match &mut function.block_mut(*id).terminator {
            Terminator::Branch(value, ..) => *value = condition,
            Terminator::Switch { value, .. } => *value = selector,
            _ => {}
        }
    }
    for id in function.block_ids() {
        if let Terminator::Switch { value, .. } = &function.block(id).terminator
            && *value == no
        {
            function.block_mut(id).terminator = Terminator::Exit;
        }
    }
    let cfg = Cfg::of(&function);
    for id in function.block_ids() {
        let from: Vec<BlockId> = cfg.predecessors(id).collect();
        for position in 0..function.block(id).phis.len() {
            let ty = function.type_of(function.block(id).phis[position].result);
            let arguments = from.iter().map(|from| (*from, pick(&mut function, &cfg, &defined, *from, ty, &mut below)));
            let arguments = arguments.collect();
            function.block_mut(id).phis[position].arguments = arguments;
        }
    }
    remove_dead_code(&mut function);
    let mut program = Program::new(64);
    program.entry = Some(program.add_function(function));
    program
}

/// A value of a type that is there at the end of a block, or else a constant.
fn pick(
    function: &mut Function,
    cfg: &Cfg,
    defined: &[(BlockId, ValueId)],
    at: BlockId,
    ty: Type,
    below: &mut dyn FnMut(usize) -> usize,
) -> ValueId {
    let fits = |(home, value): &&(BlockId, ValueId)| cfg.dominates(*home, at) && function.type_of(*value) == ty;
    let fitting: Vec<ValueId> = defined.iter().filter(fits).map(|(_, value)| *value).collect();
    match fitting.is_empty() || below(12) == 0 {
        true => function.int(ty.width(64), below(3) as u64),
        false => fitting[below(fitting.len())],
    }
}
