//! What a function must keep to: it refers to what exists, and defines each value once.

use super::Defect;
use crate::command::{Callee, CommandKind};
use crate::function::Function;
use crate::id::{BlockId, LocationId, ValueId};
use crate::program::Program;
use crate::text::Names;
use crate::types::Type;

/// Checks one function and reports what is wrong with it.
pub(super) struct FunctionChecker<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    defects: &'a mut Vec<Defect>,
    pub(super) block: Option<BlockId>,
    pub(super) location: Option<LocationId>,
    names: Option<Names>,
}

impl<'a> FunctionChecker<'a> {
    pub(super) fn new(program: &'a Program, function: &'a Function, defects: &'a mut Vec<Defect>) -> Self {
        FunctionChecker { program, function, defects, block: None, location: None, names: None }
    }

    pub(super) fn check(&mut self) {
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

    pub(super) fn report(&mut self, message: impl Into<String>) {
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

    pub(super) fn name(&self, value: ValueId) -> String {
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
                    CommandKind::Variable(variable, _) | CommandKind::Alloca { variable: Some(variable), .. }
                        if variable.index() >= program.variables.len() =>
                    {
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

    pub(super) fn same_type(&mut self, what: &str, first: ValueId, second: ValueId) {
        let (one, other) = (self.function.type_of(first), self.function.type_of(second));
        if one != other {
            let (first, second) = (self.name(first), self.name(second));
            self.report(format!("{what} have types {one} and {other} ({first}, {second})"));
        }
    }

    pub(super) fn expect(&mut self, what: &str, value: ValueId, fits: impl Fn(Type) -> bool) {
        let ty = self.function.type_of(value);
        if !fits(ty) {
            self.report(format!("{what} cannot have type {ty} ({})", self.name(value)));
        }
    }
}
