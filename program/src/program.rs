//! Whole programs: functions, globals, and what is known about the source.

use crate::function::{Constant, Function};
use crate::id::{FunctionId, GlobalId, LayoutId, LocationId, VariableId};
use crate::source::{Location, SharedCalls, Variable};
use crate::source_types::SourceType;
use crate::types::{Layout, Type};

/// A program. Memory is little-endian.
#[derive(Clone, Debug)]
pub struct Program {
    /// How many bits an address has: 32 or 64.
    pub pointer_width: u32,
    /// The function that runs.
    pub entry: Option<FunctionId>,
    /// The functions, in the order of their ids.
    pub functions: Vec<Function>,
    /// The global objects, in the order of their ids.
    pub globals: Vec<Global>,
    /// Layouts of types in memory; each refers only to earlier ones.
    pub layouts: Vec<Layout>,
    /// Places in the source; each refers only to earlier ones.
    pub locations: Vec<Location>,
    /// Types of the source.
    pub source_types: Vec<SourceType>,
    /// Variables of the source.
    pub variables: Vec<Variable>,
    /// Functions of the source whose code is there once for several calls.
    pub shared_calls: Vec<SharedCalls>,
}

/// A global object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// The name, unique among functions and globals.
    pub name: String,
    /// What it holds.
    pub layout: LayoutId,
    /// Whether it can never be written.
    pub constant: bool,
    /// What it holds at first.
    pub initial: Initial,
    /// The variable of the source that it is.
    pub variable: Option<VariableId>,
}

/// What a global holds at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Initial {
    /// Anything: it is defined elsewhere.
    Any,
    /// These values, and zeros everywhere else.
    Cells(Vec<Cell>),
}

/// A part of a global's initial value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Where it starts, in bytes.
    pub offset: u64,
    /// What stands there.
    pub data: CellData,
}

/// What stands somewhere in a global at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CellData {
    /// A value as a store would write it.
    Value(Type, Constant),
    /// Bytes, such as those of a string.
    Bytes(Vec<u8>),
}

impl Program {
    /// A program without anything.
    pub fn new(pointer_width: u32) -> Self {
        Program {
            pointer_width,
            entry: None,
            functions: Vec::new(),
            globals: Vec::new(),
            layouts: Vec::new(),
            locations: Vec::new(),
            source_types: Vec::new(),
            variables: Vec::new(),
            shared_calls: Vec::new(),
        }
    }

    /// A function.
    pub fn function(&self, function: FunctionId) -> &Function {
        &self.functions[function.index()]
    }

    /// A function, to be changed.
    pub fn function_mut(&mut self, function: FunctionId) -> &mut Function {
        &mut self.functions[function.index()]
    }

    /// The ids of all functions.
    pub fn function_ids(&self) -> impl DoubleEndedIterator<Item = FunctionId> + ExactSizeIterator + use<> {
        (0..self.functions.len()).map(FunctionId::new)
    }

    /// The function of a name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|function| function.name == name).map(FunctionId::new)
    }

    /// A global.
    pub fn global(&self, global: GlobalId) -> &Global {
        &self.globals[global.index()]
    }

    /// The global of a name.
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter().position(|global| global.name == name).map(GlobalId::new)
    }

    /// A layout.
    pub fn layout(&self, layout: LayoutId) -> &Layout {
        &self.layouts[layout.index()]
    }

    /// A place in the source.
    pub fn location(&self, location: LocationId) -> &Location {
        &self.locations[location.index()]
    }

    /// A place, or the call that led there if it is in the model of a library function.
    pub fn outermost(&self, mut location: LocationId) -> LocationId {
        while let Some(call) = self.location(location).inlined_at.filter(|_| self.location(location).is_library()) {
            location = call;
        }
        location
    }

    /// A variable of the source.
    pub fn variable(&self, variable: VariableId) -> &Variable {
        &self.variables[variable.index()]
    }

    /// Adds a function.
    pub fn add_function(&mut self, function: Function) -> FunctionId {
        self.functions.push(function);
        FunctionId::new(self.functions.len() - 1)
    }

    /// Adds a global.
    pub fn add_global(&mut self, global: Global) -> GlobalId {
        self.globals.push(global);
        GlobalId::new(self.globals.len() - 1)
    }

    /// Adds a layout.
    pub fn add_layout(&mut self, layout: Layout) -> LayoutId {
        self.layouts.push(layout);
        LayoutId::new(self.layouts.len() - 1)
    }

    /// Adds a place in the source.
    pub fn add_location(&mut self, location: Location) -> LocationId {
        self.locations.push(location);
        LocationId::new(self.locations.len() - 1)
    }

    /// Adds a variable of the source.
    pub fn add_variable(&mut self, variable: Variable) -> VariableId {
        self.variables.push(variable);
        VariableId::new(self.variables.len() - 1)
    }
}
