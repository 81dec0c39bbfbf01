//! Checks that a program is well formed: types, single assignment, dominance, phis.

use crate::command::{Callee, Command, CommandKind, Terminator};
use crate::function::{Constant, Definition, Function};
use crate::graph::Cfg;
use crate::id::{BlockId, FunctionId, LocationId, ValueId};
use crate::operator::CastOp;
use crate::program::{CellData, Global, Initial, Program};
use crate::text::{Names, Types};
use crate::types::{LayoutKind, Type};
use rustc_hash::FxHashSet;
use std::fmt;

/// Something a program must not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// The function, by name, unless it is about the whole program.
    pub function: Option<String>,
    /// The block, by name as printed, unless it is about the whole function.
    pub block: Option<String>,
    /// Where that comes from in the source.
    pub location: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "@{function}")?;
            if let Some(block) = &self.block {
                write!(f, ", block {block}")?;
            }
            if let Some(location) = &self.location {
                write!(f, " ({location})")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Defect {}

impl Program {
    /// Checks the whole program; everything that is wrong with it, if anything is.
    ///
    /// Ids that are out of range are found before anything is looked up with them.
    pub fn validate(&self) -> Result<(), Vec<Defect>> {
        let mut defects = Vec::new();
        let mut report = |message: String| {
            defects.push(Defect { function: None, block: None, location: None, message });
        };
        if self.pointer_width != 32 && self.pointer_width != 64 {
            report(format!("pointers have {} bits, not 32 or 64", self.pointer_width));
        }
        match self.entry {
            Some(entry) if entry.index() >= self.functions.len() => report("the entry does not exist".into()),
            Some(entry) if self.function(entry).is_declaration() => {
                report(format!("the entry @{} has no body", self.function(entry).name));
            }
            _ => {}
        }
        let mut names = FxHashSet::default();
        let all = self.functions.iter().map(|function| &function.name).chain(self.globals.iter().map(|g| &g.name));
        all.filter(|name| !names.insert(*name)).for_each(|name| report(format!("there are two of the name @{name}")));
        for (index, layout) in self.layouts.iter().enumerate() {
            let earlier = match &layout.kind {
                LayoutKind::Scalar(_) | LayoutKind::Opaque => true,
                LayoutKind::Array { element, .. } => element.index() < index,
                LayoutKind::Struct { fields, .. } => fields.iter().all(|field| field.layout.index() < index),
            };
            if !earlier {
                report(format!("layout ${index} refers to one that does not come before it"));
            }
            if !layout.align.is_power_of_two() {
                report(format!("layout ${index} has alignment {}, not a power of two", layout.align));
            }
        }
        for (index, location) in self.locations.iter().enumerate() {
            if location.inlined_at.is_some_and(|call| call.index() >= index) {
                report(format!("location !{index} refers to one that does not come before it"));
            }
        }
        self.globals.iter().filter_map(|global| self.check_global(global)).for_each(&mut report);
        for function in &self.functions {
            FunctionChecker::new(self, function, &mut defects).check();
        }
        if defects.is_empty() { Ok(()) } else { Err(defects) }
    }

    fn check_global(&self, global: &Global) -> Option<String> {
        let name = &global.name;
        let Some(layout) = self.layouts.get(global.layout.index()) else {
            return Some(format!("@{name} has a layout that does not exist"));
        };
        let Initial::Cells(cells) = &global.initial else { return None };
        for cell in cells {
            let size = match &cell.data {
                CellData::Bytes(bytes) => bytes.len() as u64,
                CellData::Value(ty, constant) => {
                    if let Some(defect) = self.check_constant(*ty, constant) {
                        return Some(format!("@{name}: {defect}"));
                    }
                    ty.bytes(self.pointer_width)
                }
            };
            if cell.offset.checked_add(size).is_none_or(|end| end > layout.size) {
                return Some(format!("@{name} has {} bytes, and a value at {}", layout.size, cell.offset));
            }
        }
        None
    }

    fn check_constant(&self, ty: Type, constant: &Constant) -> Option<String> {
        match constant {
            Constant::Bits(bits) if bits.width() != ty.width(self.pointer_width) => {
                Some(format!("a constant of type {ty} has {} bits", bits.width()))
            }
            Constant::Bits(_) => None,
            _ if ty != Type::Pointer => Some(format!("an address has type {ty}")),
            Constant::Global(global, _) if global.index() >= self.globals.len() => {
                Some("the address of a global that does not exist".into())
            }
            Constant::Function(function) if function.index() >= self.functions.len() => {
                Some("the address of a function that does not exist".into())
            }
            Constant::Global(..) | Constant::Function(_) => None,
        }
    }
}

struct FunctionChecker<'a> {
    program: &'a Program,
    function: &'a Function,
    defects: &'a mut Vec<Defect>,
    block: Option<BlockId>,
    location: Option<LocationId>,
    names: Option<Names>,
}

impl<'a> FunctionChecker<'a> {
    fn new(program: &'a Program, function: &'a Function, defects: &'a mut Vec<Defect>) -> Self {
        FunctionChecker { program, function, defects, block: None, location: None, names: None }
    }

    fn check(&mut self) {
        let before = self.defects.len();
        self.check_ids();
        if self.defects.len() > before {
            return;
        }
        self.names = Some(Names::of(self.function));
        self.check_definitions();
        for id in self.function.block_ids() {
            let block = self.function.block(id);
            self.block = Some(id);
            for phi in &block.phis {
                for (_, value) in &phi.arguments {
                    self.same_type("the arguments of a phi", phi.result, *value);
                }
            }
            for command in &block.commands {
                self.location = command.location;
                self.check_command(command);
            }
            self.location = block.location;
            self.check_terminator(&block.terminator);
            self.location = None;
        }
        self.block = None;
        if !self.function.is_declaration() && self.defects.len() == before {
            self.check_flow();
        }
    }

    fn report(&mut self, message: impl Into<String>) {
        let names = self.names.as_ref();
        let block =
            self.block.map(|block| names.map_or(format!("{}", block.0), |names| names.block(block).to_string()));
        let location = self.location.and_then(|location| self.program.locations.get(location.index()));
        self.defects.push(Defect {
            function: Some(self.function.name.clone()),
            block,
            location: location.map(ToString::to_string),
            message: message.into(),
        });
    }

    fn name(&self, value: ValueId) -> String {
        match (&self.names, self.function.constant_of(value)) {
            (_, Some(_)) => "a constant".into(),
            (Some(names), None) => format!("%{}", names.value(value)),
            (None, None) => format!("value {}", value.0),
        }
    }

    /// Everything that is referred to must exist.
    fn check_ids(&mut self) {
        let (function, program) = (self.function, self.program);
        let mut wrong: Vec<&str> = Vec::new();
        {
            let mut value = |value: ValueId| {
                if value.index() >= function.value_count() {
                    wrong.push("a value that does not exist");
                }
            };
            function.parameters.iter().copied().for_each(&mut value);
            for block in &function.blocks {
                for phi in &block.phis {
                    value(phi.result);
                    phi.arguments.iter().for_each(|(_, argument)| value(*argument));
                }
                for command in &block.commands {
                    command.results.iter().copied().for_each(&mut value);
                    command.kind.for_each_operand(&mut value);
                }
                block.terminator.for_each_operand(&mut value);
            }
        }
        let known = |location: Option<LocationId>| location.is_none_or(|l| l.index() < program.locations.len());
        for block in &function.blocks {
            let mut target = |target: BlockId| {
                if target.index() >= function.blocks.len() {
                    wrong.push("a block that does not exist");
                }
            };
            block.phis.iter().flat_map(|phi| &phi.arguments).for_each(|(from, _)| target(*from));
            block.terminator.for_each_target(target);
            let locations = block.commands.iter().map(|command| command.location);
            if !locations.chain([block.location, function.location]).all(known) {
                wrong.push("a location that does not exist");
            }
            for command in &block.commands {
                match &command.kind {
                    CommandKind::Alloca { layout, .. } if layout.index() >= program.layouts.len() => {
                        wrong.push("a layout that does not exist");
                    }
                    CommandKind::Variable(variable, _) if variable.index() >= program.variables.len() => {
                        wrong.push("a variable that does not exist");
                    }
                    CommandKind::Call { callee: Callee::Direct(callee), .. }
                        if callee.index() >= program.functions.len() =>
                    {
                        wrong.push("a function that does not exist");
                    }
                    _ => {}
                }
            }
        }
        wrong.into_iter().for_each(|what| self.report(format!("it refers to {what}")));
        for index in 0..function.value_count() {
            let data = function.value(ValueId::new(index));
            let defect = data.constant.as_ref().and_then(|constant| program.check_constant(data.ty, constant));
            if let Some(defect) = defect {
                self.report(defect);
            }
        }
    }

    /// Each value is defined once, and constants are not defined.
    fn check_definitions(&mut self) {
        let function = self.function;
        let mut defined = vec![false; function.value_count()];
        let phis = function.blocks.iter().flat_map(|block| block.phis.iter().map(|phi| phi.result));
        let commands = function.blocks.iter().flat_map(|block| &block.commands);
        let results = commands.flat_map(|command| command.results.iter().copied());
        for value in function.parameters.iter().copied().chain(phis).chain(results) {
            if std::mem::replace(&mut defined[value.index()], true) {
                self.report(format!("{} is defined twice", self.name(value)));
            }
            if function.constant_of(value).is_some() {
                self.report("a constant is defined by something");
            }
        }
    }

    fn same_type(&mut self, what: &str, first: ValueId, second: ValueId) {
        let (one, other) = (self.function.type_of(first), self.function.type_of(second));
        if one != other {
            let (first, second) = (self.name(first), self.name(second));
            self.report(format!("{what} have types {one} and {other} ({first}, {second})"));
        }
    }

    fn expect(&mut self, what: &str, value: ValueId, fits: impl Fn(Type) -> bool) {
        let ty = self.function.type_of(value);
        if !fits(ty) {
            self.report(format!("{what} cannot have type {ty} ({})", self.name(value)));
        }
    }

    fn check_command(&mut self, command: &Command) {
        use CommandKind::*;
        let function = self.function;
        let results: Vec<Type> = command.results.iter().map(|value| function.type_of(*value)).collect();
        let expected = match &command.kind {
            Binary(_, a, b) => {
                self.same_type("the operands", *a, *b);
                self.expect("an operand", *a, Type::is_int);
                vec![function.type_of(*a)]
            }
            Compare(_, a, b) => {
                self.same_type("the operands", *a, *b);
                self.expect("an operand", *a, |ty| !ty.is_float());
                vec![Type::BOOL]
            }
            FloatUnary(_, a) => {
                self.expect("an operand", *a, Type::is_float);
                vec![function.type_of(*a)]
            }
            FloatBinary(_, a, b) => {
                self.same_type("the operands", *a, *b);
                self.expect("an operand", *a, Type::is_float);
                vec![function.type_of(*a)]
            }
            FloatCompare(_, a, b) => {
                self.same_type("the operands", *a, *b);
                self.expect("an operand", *a, Type::is_float);
                vec![Type::BOOL]
            }
            Cast(op, a) => {
                if let [to] = results[..] {
                    let from = function.type_of(*a);
                    if !cast_fits(*op, from, to, self.program.pointer_width) {
                        self.report(format!("{} cannot go from {from} to {to}", op.word()));
                    }
                    vec![to]
                } else {
                    vec![function.type_of(*a)]
                }
            }
            Select(condition, then, otherwise) => {
                self.expect("a condition", *condition, |ty| ty == Type::BOOL);
                self.same_type("the alternatives", *then, *otherwise);
                vec![function.type_of(*then)]
            }
            Freeze(a) => vec![function.type_of(*a)],
            Nondet(_) => one_of(&results),
            Assume(condition) => {
                self.expect("a condition", *condition, |ty| ty == Type::BOOL);
                Vec::new()
            }
            Alloca { count, .. } => {
                count.iter().for_each(|count| self.expect("a count", *count, Type::is_int));
                vec![Type::Pointer]
            }
            HeapAllocate { size, .. } => {
                self.expect("a size", *size, Type::is_int);
                vec![Type::Pointer]
            }
            HeapFree(address) => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                Vec::new()
            }
            Load { address } => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                one_of(&results)
            }
            Store { address, .. } => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                Vec::new()
            }
            Address { base, indices, .. } => {
                self.expect("an address", *base, |ty| ty == Type::Pointer);
                indices.iter().for_each(|(_, index)| self.expect("an index", *index, Type::is_int));
                vec![Type::Pointer]
            }
            MemoryCopy { to, from, size } => {
                [to, from].iter().for_each(|address| self.expect("an address", **address, |ty| ty == Type::Pointer));
                self.expect("a size", *size, Type::is_int);
                Vec::new()
            }
            MemorySet { to, byte, size } => {
                self.expect("an address", *to, |ty| ty == Type::Pointer);
                self.expect("a byte", *byte, |ty| ty == Type::Int(8));
                self.expect("a size", *size, Type::is_int);
                Vec::new()
            }
            Call { callee: Callee::Indirect(address), .. } => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                results.clone()
            }
            Call { callee: Callee::Direct(callee), arguments } => {
                self.check_call(*callee, arguments);
                self.program.function(*callee).results.clone()
            }
            Variable(..) => Vec::new(),
        };
        if results != expected {
            self.report(format!("a command has results {}, not {}", Types(&results), Types(&expected)));
        }
    }

    fn check_call(&mut self, callee: FunctionId, arguments: &[ValueId]) {
        let callee = self.program.function(callee);
        let parameters: Vec<Type> = callee.parameters.iter().map(|value| callee.type_of(*value)).collect();
        let arguments: Vec<Type> = arguments.iter().map(|value| self.function.type_of(*value)).collect();
        let fits = if callee.variadic { arguments.starts_with(&parameters) } else { arguments == parameters };
        if !fits {
            let (parameters, arguments) = (Types(&parameters), Types(&arguments));
            self.report(format!("@{} takes {parameters} and is called with {arguments}", callee.name));
        }
    }

    fn check_terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Branch(condition, ..) => self.expect("a condition", *condition, |ty| ty == Type::BOOL),
            Terminator::Switch { value, cases, .. } => {
                self.expect("a switch", *value, Type::is_int);
                let width = self.function.type_of(*value).width(self.program.pointer_width);
                let mut seen = FxHashSet::default();
                for (constant, _) in cases {
                    if constant.width() != width {
                        self.report(format!("a case of {} bits in a switch of {width}", constant.width()));
                    }
                    if !seen.insert(constant) {
                        self.report(format!("a switch has two cases {}", constant.to_signed()));
                    }
                }
            }
            Terminator::Return(values) => {
                let types: Vec<Type> = values.iter().map(|value| self.function.type_of(*value)).collect();
                if types != self.function.results {
                    self.report(format!("it returns {}, not {}", Types(&types), Types(&self.function.results)));
                }
            }
            _ => {}
        }
    }

    /// Phis fit the predecessors, and definitions dominate uses.
    fn check_flow(&mut self) {
        let function = self.function;
        let cfg = Cfg::of(function);
        let definitions = function.definitions();
        if cfg.predecessors(Function::ENTRY).next().is_some() {
            self.report("control can return to the entry block");
        }
        for id in function.block_ids() {
            self.block = Some(id);
            let block = function.block(id);
            let mut predecessors: Vec<BlockId> = cfg.predecessors(id).collect();
            predecessors.sort();
            for phi in &block.phis {
                let mut from: Vec<BlockId> = phi.arguments.iter().map(|(from, _)| *from).collect();
                from.sort();
                if from != predecessors {
                    let result = self.name(phi.result);
                    self.report(format!("the arguments of phi {result} do not match the predecessors"));
                }
                for (from, value) in &phi.arguments {
                    self.check_use(&cfg, &definitions, *value, *from, usize::MAX);
                }
            }
            if !cfg.is_reachable(id) {
                continue;
            }
            for (position, command) in block.commands.iter().enumerate() {
                self.location = command.location;
                command.kind.for_each_operand(|value| self.check_use(&cfg, &definitions, value, id, position));
            }
            self.location = block.location;
            block.terminator.for_each_operand(|value| self.check_use(&cfg, &definitions, value, id, usize::MAX));
            self.location = None;
        }
        self.block = None;
    }

    fn check_use(&mut self, cfg: &Cfg, definitions: &[Definition], value: ValueId, at: BlockId, position: usize) {
        if self.function.constant_of(value).is_some() || !cfg.is_reachable(at) {
            return;
        }
        let reaches = match definitions[value.index()] {
            Definition::None => return self.report(format!("{} is used, and never defined", self.name(value))),
            Definition::Parameter => true,
            Definition::Phi(block, _) => cfg.dominates(block, at),
            Definition::Command(block, defined) if block == at => defined < position,
            Definition::Command(block, _) => cfg.dominates(block, at),
        };
        if !reaches {
            self.report(format!("{} is used where its definition does not reach", self.name(value)));
        }
    }
}

/// The one result that a command has whose operands do not say its type.
fn one_of(results: &[Type]) -> Vec<Type> {
    results.first().map_or(vec![Type::BOOL], |ty| vec![*ty])
}

fn cast_fits(op: CastOp, from: Type, to: Type, pointer_width: u32) -> bool {
    let (narrow, wide) = (from.width(pointer_width), to.width(pointer_width));
    match op {
        CastOp::Zext | CastOp::Sext => from.is_int() && to.is_int() && narrow < wide,
        CastOp::Trunc => from.is_int() && to.is_int() && narrow > wide,
        CastOp::Bitcast => narrow == wide,
        CastOp::PtrToInt => from == Type::Pointer && to.is_int(),
        CastOp::IntToPtr => from.is_int() && to == Type::Pointer,
        CastOp::FpTrunc => from.is_float() && to.is_float() && narrow > wide,
        CastOp::FpExt => from.is_float() && to.is_float() && narrow < wide,
        CastOp::FpToUi | CastOp::FpToSi => from.is_float() && to.is_int(),
        CastOp::UiToFp | CastOp::SiToFp => from.is_int() && to.is_float(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{BlockId, Program, Terminator};

    fn defects(body: &str) -> String {
        let text = format!(
            "program pointers 64\n!0 = \"x.c\":3:0 in \"f\"\nfunction @g(%a: i8) -> i8 {{\nentry:\n  return i8 %a\n}}\n\
             function @f(%x: i32, %c: i1) -> i32 {{\n{body}\n}}"
        );
        let found = Program::parse(&text).unwrap().validate();
        found.err().into_iter().flatten().map(|defect| defect.to_string()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_loop_is_fine() {
        let body = "e:\n  jump l\nl:\n  %i = phi i32 [0, e], [%n, l]\n  %n = add i32 %i, 1\n  branch %c, l, x\nx:\n  return i32 %n";
        assert_eq!(defects(body), "");
    }

    #[test]
    fn definitions_must_reach() {
        let wrong = "@f, block x: %n is used where its definition does not reach";
        assert_eq!(defects("e:\n  branch %c, l, x\nl:\n  %n = add i32 %x, 1\n  jump x\nx:\n  return i32 %n"), wrong);
        let body = "e:\n  %a = add i32 %b, 1 !0\n  %b = add i32 %x, 1\n  return i32 %a";
        assert_eq!(defects(body), "@f, block e (x.c:3): %b is used where its definition does not reach");
        // What cannot be reached may use anything.
        assert_eq!(defects("e:\n  %n = add i32 %x, 1\n  return i32 %n\ndead:\n  %m = add i32 %n, %m\n  exit"), "");
    }

    #[test]
    fn phis_must_match_the_predecessors() {
        let wrong = "@f, block l: the arguments of phi %i do not match the predecessors";
        assert_eq!(defects("e:\n  jump l\nl:\n  %i = phi i32 [0, e]\n  branch %c, l, x\nx:\n  return i32 0"), wrong);
        let body = "e:\n  jump e";
        assert_eq!(defects(body), "@f: control can return to the entry block");
    }

    #[test]
    fn types_must_fit() {
        let wrong = "@f, block e: it returns i8, not i32";
        assert_eq!(defects("e:\n  %r = call i8 @g(i8 1)\n  return i8 %r"), wrong);
        let wrong = "@f, block e: @g takes i8 and is called with i32";
        assert_eq!(defects("e:\n  %r = call i8 @g(i32 1)\n  return i32 0"), wrong);
        let wrong = "@f, block e: zext cannot go from i32 to i32";
        assert_eq!(defects("e:\n  %r = zext i32 %x to i32\n  return i32 %r"), wrong);
        let wrong = "@f, block e: an operand cannot have type ptr (a constant)";
        assert_eq!(defects("e:\n  %r = add ptr null, null\n  return i32 0"), wrong);
        assert_eq!(defects("e:\n  switch i32 %x [1: a, 1: a], a\na:\n  exit"), "@f, block e: a switch has two cases 1");
    }

    #[test]
    fn what_does_not_exist_is_found() {
        let mut program = Program::parse("program pointers 64\nfunction @f() -> void {\ne:\n  return\n}").unwrap();
        program.functions[0].blocks[0].terminator = Terminator::Jump(BlockId::new(7));
        let defects = program.validate().unwrap_err();
        assert_eq!(defects[0].to_string(), "@f: it refers to a block that does not exist");
    }

    #[test]
    fn globals_must_fit() {
        let text = "program pointers 64\nlayout $0 = i32 size 4 align 4\nglobal @g $0 = { 2: i32 1 }";
        let defects = Program::parse(text).unwrap().validate().unwrap_err();
        assert_eq!(defects[0].to_string(), "@g has 4 bytes, and a value at 2");
    }
}
