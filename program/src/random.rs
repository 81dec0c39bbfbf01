//! Random valid programs, for tests of whatever reads or changes programs.

use crate::check::CheckKind;
use crate::command::{Callee, CommandKind, Terminator};
use crate::function::{Constant, Function};
use crate::graph::Cfg;
use crate::id::{BlockId, FunctionId, GlobalId, LayoutId, LocationId, ValueId, VariableId};
use crate::operator::{BinaryOp, CastOp, Predicate};
use crate::program::{Cell, CellData, Global, Initial, Program};
use crate::source::{Encoding, Location, NondetOrigin, Variable};
use crate::types::{Field, Layout, LayoutKind, Type};
use euclase_logic::BitVecValue;

const WIDTHS: [u32; 5] = [1, 8, 32, 64, 100];

/// How many bytes the global has.
const GLOBAL_SIZE: u64 = 32;

/// A valid program that depends on nothing but the seed. It computes with integers, loads from and
/// stores to one global, and calls one function from another.
pub fn random_program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut program = Program::new(64);
    let (kind, size) = (LayoutKind::Opaque, GLOBAL_SIZE);
    let layout = program.add_layout(Layout { size, align: 8, kind });
    let location = Location { file: "random.c".into(), line: 1, column: 1, scope: "main".into(), inlined_at: None };
    let location = program.add_location(location);
    let (scope, declared) = (Some("main".into()), Some(location));
    let encoding = Encoding::Signed;
    let variable = Variable { name: "x".into(), type_name: "int".into(), encoding, ty: None, scope, declared };
    program.add_variable(variable);
    let data = CellData::Value(Type::Int(32), Constant::Bits(BitVecValue::new(32, random.next())));
    let initial = Initial::Cells(vec![Cell { offset: 4, data }]);
    program.add_global(Global { name: "g".into(), layout, constant: false, initial, variable: None });
    let mut callee = Function::new("callee", vec![Type::Int(32), Type::BOOL]);
    callee.add_parameter(Type::Int(32), Some("p".into()));
    callee.add_parameter(Type::Int(8), None);
    let callee = Builder::new(callee, &mut random, "callee", Vec::new()).build();
    let callee = program.add_function(callee);
    let main = Builder::new(Function::new("main", vec![Type::Int(32)]), &mut random, "main", vec![callee]).build();
    program.entry = Some(program.add_function(main));
    program
}

/// The fields of the structs in [`random_program_with_objects`]: offsets and widths.
const FIELDS: [(i64, u32); 3] = [(0, 32), (4, 8), (8, 64)];

/// A valid program that depends on nothing but the seed. Besides what [`random_program`] does, it
/// has several functions that call each other and may recurse, an external function, a constant,
/// and structs, global and local, with consistent accesses to their fields, copies, and now and
/// then an access at an index that is not constant.
pub fn random_program_with_objects(seed: u64) -> Program {
    let mut program = random_program(seed);
    let mut random = Random(!seed);
    let scalar = |program: &mut Program, width: u32| {
        let size = u64::from(width / 8);
        program.add_layout(Layout { size, align: size, kind: LayoutKind::Scalar(Type::Int(width)) })
    };
    let fields = FIELDS.map(|(offset, width)| {
        let layout = scalar(&mut program, width);
        Field { name: format!("f{width}"), offset: offset as u64, layout }
    });
    let kind = LayoutKind::Struct { name: "s".into(), fields: fields.to_vec() };
    let layout = program.add_layout(Layout { size: 16, align: 8, kind });
    let mut bases = Vec::new();
    let tame = random.below(3) > 0;
    for (name, constant) in [("s0", false), ("s1", false), ("unknown", false), ("fixed", true)] {
        let cell = |random: &mut Random, offset: u64, width: u32| {
            let bits = BitVecValue::new(width, random.next() % 3);
            Cell { offset, data: CellData::Value(Type::Int(width), Constant::Bits(bits)) }
        };
        let initial = match name {
            "unknown" => Initial::Any,
            _ => Initial::Cells(vec![cell(&mut random, 8, 64), cell(&mut random, 0, 32)]),
        };
        let variable = Some(VariableId(0));
        bases.push((program.add_global(Global { name: name.into(), layout, constant, initial, variable }), constant));
    }
    program.functions.clear();
    let mut external = Function::new("external", vec![Type::Int(32), Type::BOOL]);
    external.add_parameter(Type::Int(32), None);
    external.add_parameter(Type::Int(8), None);
    program.add_function(external);
    let callees: Vec<FunctionId> = (0..4).map(FunctionId::new).collect();
    for (index, name) in ["f1", "f2", "f3"].into_iter().enumerate() {
        let mut callee = Function::new(name, vec![Type::Int(32), Type::BOOL]);
        callee.add_parameter(Type::Int(32), Some("p".into()));
        callee.add_parameter(Type::Int(8), None);
        // Mostly no recursion, or most runs would have no end.
        let known = if random.below(4) == 0 { callees.clone() } else { callees[..=index].to_vec() };
        let builder = Builder {
            layout: Some(layout),
            tame,
            bases: bases.clone(),
            ..Builder::new(callee, &mut random, name, known)
        };
        let callee = builder.build();
        program.add_function(callee);
    }
    let main = Function::new("main", vec![Type::Int(32)]);
    let builder = Builder { layout: Some(layout), tame, bases, ..Builder::new(main, &mut random, "main", callees) };
    let main = builder.build();
    program.entry = Some(program.add_function(main));
    program
}

/// A small generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

struct Builder<'a> {
    function: Function,
    random: &'a mut Random,
    prefix: &'static str,
    /// All take the same parameters and return the same.
    callees: Vec<FunctionId>,
    /// Whether all accesses to structs are by whole fields at constant offsets.
    tame: bool,
    /// The layout of the structs, if there are any.
    layout: Option<LayoutId>,
    /// The globals that are structs, and whether they are constant.
    bases: Vec<(GlobalId, bool)>,
    /// The allocas that are structs.
    allocas: Vec<(BlockId, ValueId)>,
    cfg: Option<Cfg>,
    /// The values that each block defines.
    defined: Vec<Vec<ValueId>>,
    nondets: u32,
}

impl<'a> Builder<'a> {
    fn new(function: Function, random: &'a mut Random, prefix: &'static str, callees: Vec<FunctionId>) -> Self {
        let (layout, bases, allocas) = (None, Vec::new(), Vec::new());
        Builder {
            function,
            random,
            prefix,
            callees,
            tame: false,
            layout,
            bases,
            allocas,
            cfg: None,
            defined: Vec::new(),
            nondets: 0,
        }
    }

    /// The flow of control first, then commands that use what dominates them, then phi arguments.
    fn build(mut self) -> Function {
        let count = if self.layout.is_some() { 5 } else { 2 } + self.random.below(9);
        (0..count).for_each(|index| _ = self.function.add_block(format!("b{index}")));
        for id in self.function.block_ids() {
            self.function.block_mut(id).terminator = self.flow(id, count);
        }
        self.defined = vec![Vec::new(); count];
        self.defined[0] = self.function.parameters.clone();
        let cfg = Cfg::of(&self.function);
        let order = cfg.reverse_postorder().to_vec();
        self.cfg = Some(cfg);
        for id in &order {
            self.fill(*id);
        }
        for id in self.function.block_ids().filter(|id| !order.contains(id)).collect::<Vec<_>>() {
            self.fill(id);
        }
        self.give_arguments();
        self.function
    }

    /// How a block ends, with operands yet to be chosen.
    fn flow(&mut self, at: BlockId, count: usize) -> Terminator {
        let any = self.function.bool(false);
        let with_objects = self.layout.is_some();
        if with_objects && at.index() + 1 == count {
            return Terminator::Return(Vec::new());
        }
        let mut target = || {
            // Mostly forward, so that more runs come to an end after more has happened.
            let forward = with_objects && self.random.below(5) > 0;
            let first = if forward { at.index() + 1 } else { 1 };
            BlockId::new(first + self.random.below(count - first))
        };
        let (one, two, three) = (target(), target(), target());
        match self.random.below(12) {
            0..3 => Terminator::Jump(one),
            3..7 => Terminator::Branch(any, one, two),
            7..9 => {
                let cases = vec![(BitVecValue::new(8, 0), one), (BitVecValue::new(8, 255), two)];
                Terminator::Switch { value: any, cases, default: three }
            }
            9 => Terminator::Exit,
            10 => Terminator::Error { check: CheckKind::Assert, message: "reached".into() },
            _ => Terminator::Return(Vec::new()),
        }
    }

    fn fill(&mut self, id: BlockId) {
        if self.cfg.as_ref().is_some_and(|cfg| cfg.predecessors(id).next().is_some()) {
            for _ in 0..self.random.below(3) {
                let ty = Type::Int(self.random.pick(&WIDTHS));
                let phi = self.function.add_phi(id, ty, Some("phi".into()));
                self.defined[id.index()].push(phi);
            }
        }
        let (least, more) = if self.layout.is_some() { (3, 10) } else { (0, 6) };
        for _ in 0..least + self.random.below(more) {
            self.command(id);
        }
        let terminator = self.function.block(id).terminator.clone();
        let terminator = match terminator {
            Terminator::Branch(_, then, otherwise) => Terminator::Branch(self.condition(id), then, otherwise),
            Terminator::Switch { cases, default, .. } => {
                Terminator::Switch { value: self.value(id, 8), cases, default }
            }
            Terminator::Return(_) => {
                let types = self.function.results.clone();
                Terminator::Return(types.iter().map(|ty| self.result(id, ty.width(64))).collect())
            }
            other => other,
        };
        let block = self.function.block_mut(id);
        block.terminator = terminator;
        block.location = Some(LocationId(0));
    }

    /// What a branch looks at; where there are structs, mostly at what is in them.
    fn condition(&mut self, at: BlockId) -> ValueId {
        if self.layout.is_none() || self.random.below(3) == 0 {
            return self.value(at, 1);
        }
        let (a, b) = (self.result(at, 32), self.value(at, 32));
        let predicate = self.random.pick(Predicate::ALL);
        self.function.define(at, Type::BOOL, None, CommandKind::Compare(predicate, a, b))
    }

    /// A value to return; where there are structs, mostly from one of them.
    fn result(&mut self, at: BlockId, width: u32) -> ValueId {
        if self.layout.is_none() || width != 32 || self.random.below(4) == 0 {
            return self.value(at, width);
        }
        let address = self.object(at, false);
        self.function.define(at, Type::Int(32), None, CommandKind::Load { address })
    }

    /// A value of a width that is there at the end of a block: a constant or what dominates it.
    fn value(&mut self, at: BlockId, width: u32) -> ValueId {
        let mut fitting = Vec::new();
        for (index, values) in self.defined.iter().enumerate() {
            if self.cfg.as_ref().is_some_and(|cfg| cfg.dominates(BlockId::new(index), at)) {
                fitting.extend(values.iter().copied().filter(|v| self.function.type_of(*v) == Type::Int(width)));
            }
        }
        if fitting.is_empty() || self.random.below(5) == 0 {
            let number = self.random.pick(&[0, 1, 2, 7, u64::MAX, 0x80, 0x8000_0000]);
            return self.function.int(width, number);
        }
        self.random.pick(&fitting)
    }

    fn command(&mut self, at: BlockId) {
        let width = self.random.pick(&WIDTHS);
        let (a, b) = (self.value(at, width), self.value(at, width));
        let same = Type::Int(width);
        let (kind, types) = match self.random.below(if self.layout.is_some() { 30 } else { 14 }) {
            0..4 => (CommandKind::Binary(self.random.pick(BinaryOp::ALL), a, b), vec![same]),
            4..6 => (CommandKind::Compare(self.random.pick(Predicate::ALL), a, b), vec![Type::BOOL]),
            6 => {
                let to = self.random.pick(&WIDTHS);
                let op = match to.cmp(&width) {
                    std::cmp::Ordering::Less => CastOp::Trunc,
                    std::cmp::Ordering::Equal => CastOp::Bitcast,
                    std::cmp::Ordering::Greater => self.random.pick(&[CastOp::Zext, CastOp::Sext]),
                };
                (CommandKind::Cast(op, a), vec![Type::Int(to)])
            }
            7 => (CommandKind::Select(self.value(at, 1), a, b), vec![same]),
            8 => {
                self.nondets += 1;
                let origin = NondetOrigin::Input(format!("{}{}", self.prefix, self.nondets).into());
                (CommandKind::Nondet(origin), vec![same])
            }
            9 => (CommandKind::Freeze(a), vec![same]),
            10 => (CommandKind::Load { address: self.address(at) }, vec![same]),
            11 => (CommandKind::Store { address: self.address(at), value: a }, Vec::new()),
            12 => match self.callees.len() {
                1.. => {
                    let callee = if let [only] = self.callees[..] { only } else { self.random.pick(&self.callees) };
                    let arguments = vec![self.value(at, 32), self.value(at, 8)];
                    let call = CommandKind::Call { callee: Callee::Direct(callee), arguments };
                    (call, vec![Type::Int(32), Type::BOOL])
                }
                0 => (CommandKind::Variable(VariableId(0), a), Vec::new()),
            },
            14..30 => match self.object_command(at) {
                Some(made) => made,
                None => return,
            },
            _ => (CommandKind::Assume(self.value(at, 1)), Vec::new()),
        };
        let results: Vec<ValueId> = types.into_iter().map(|ty| self.function.add_value(ty, None)).collect();
        self.defined[at.index()].extend(&results);
        let location = Some(LocationId(0));
        self.function.block_mut(at).commands.push(crate::command::Command { results, kind, location });
    }

    /// A struct that can be accessed in a block.
    fn object(&mut self, at: BlockId, to_write: bool) -> ValueId {
        let cfg = self.cfg.as_ref();
        let here = |block: BlockId| cfg.is_some_and(|cfg| cfg.dominates(block, at));
        let mut fitting: Vec<ValueId> =
            self.allocas.iter().filter(|(b, _)| here(*b)).map(|(_, value)| *value).collect();
        let globals = self.bases.iter().filter(|(_, constant)| !(to_write && *constant));
        for (global, _) in globals {
            fitting.push(self.function.constant(Type::Pointer, Constant::Global(*global, 0)));
        }
        self.random.pick(&fitting)
    }

    fn part(&mut self, at: BlockId, base: ValueId, offset: i64) -> ValueId {
        if offset == 0 && self.random.below(2) == 0 {
            return base;
        }
        self.function.define(at, Type::Pointer, None, CommandKind::Address { base, offset, indices: Vec::new() })
    }

    /// Something with structs.
    fn object_command(&mut self, at: BlockId) -> Option<(CommandKind, Vec<Type>)> {
        let (offset, width) = self.random.pick(&FIELDS);
        Some(match self.random.below(24) {
            0..9 => {
                let object = self.object(at, false);
                (CommandKind::Load { address: self.part(at, object, offset) }, vec![Type::Int(width)])
            }
            9..17 => {
                let (object, value) = (self.object(at, true), self.value(at, width));
                (CommandKind::Store { address: self.part(at, object, offset), value }, Vec::new())
            }
            17..20 => {
                let (to, from) = (self.object(at, true), self.object(at, false));
                if self.tame && to == from {
                    return None;
                }
                let part = self.random.pick(&[8, 16]);
                let size = self.function.int(64, part);
                (CommandKind::MemoryCopy { to, from, size }, Vec::new())
            }
            20 => {
                let (to, byte, size) = (self.object(at, true), self.value(at, 8), self.function.int(64, 16));
                let byte = if !self.tame && self.random.below(4) == 0 { byte } else { self.function.int(8, 1) };
                (CommandKind::MemorySet { to, byte, size }, Vec::new())
            }
            21 | 22 => {
                let (kind, variable) = (self.layout?, Some(VariableId(0)));
                let alloca = CommandKind::Alloca { layout: kind, variable, count: None };
                let alloca = self.function.define(at, Type::Pointer, Some("local".into()), alloca);
                self.allocas.push((at, alloca));
                return None;
            }
            _ if !self.tame => {
                let (base, index) = (self.object(at, false), self.value(at, 1));
                let indices = vec![(-4, index)];
                let address = CommandKind::Address { base, offset: 0, indices };
                let address = self.function.define(at, Type::Pointer, None, address);
                (CommandKind::Load { address }, vec![Type::Int(8)])
            }
            _ => return None,
        })
    }

    /// An address in the global with room for every type after it.
    fn address(&mut self, at: BlockId) -> ValueId {
        let offset = self.random.below(8) as i64;
        let base = self.function.constant(Type::Pointer, Constant::Global(GlobalId(0), offset));
        if self.random.below(2) == 0 {
            return base;
        }
        let index = self.value(at, 1);
        let indices = vec![(-8, index)];
        self.function.define(at, Type::Pointer, None, CommandKind::Address { base, offset: 0, indices })
    }

    fn give_arguments(&mut self) {
        for id in self.function.block_ids() {
            let from: Vec<BlockId> = self.cfg.iter().flat_map(|cfg| cfg.predecessors(id)).collect();
            for position in 0..self.function.block(id).phis.len() {
                let result = self.function.block(id).phis[position].result;
                let width = self.function.type_of(result).width(64);
                let arguments = from.iter().map(|from| (*from, self.value(*from, width))).collect();
                self.function.block_mut(id).phis[position].arguments = arguments;
            }
        }
    }
}
