//! Functions: an arena of values, and blocks in static single assignment form.

use crate::command::{Command, CommandKind, Phi, Terminator};
use crate::id::{BlockId, FunctionId, GlobalId, LocationId, ValueId};
use crate::types::Type;
use euclase_logic::BitVecValue;
use rustc_hash::FxHashMap;

/// A function. Without blocks it is only declared. The first block is the entry.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name, unique among functions and globals.
    pub name: String,
    /// The parameters, in order.
    pub parameters: Vec<ValueId>,
    /// The types of what it returns; nothing for `void`.
    pub results: Vec<Type>,
    /// Whether it takes further arguments.
    pub variadic: bool,
    /// The blocks, in the order of their ids.
    pub blocks: Vec<Block>,
    /// Where it is defined in the source.
    pub location: Option<LocationId>,
    values: Vec<ValueData>,
    constants: FxHashMap<(Type, Constant), ValueId>,
}

/// What is known about a value besides where it is defined.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// A name to print, not necessarily unique; none for numbered ones.
    pub name: Option<String>,
    /// The constant it is, if it is one. Constants are defined by no phi or command.
    pub constant: Option<Constant>,
}

/// A constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// The bits of an integer, a pointer or a floating-point number.
    Bits(BitVecValue),
    /// The address of a global, and a number of bytes added to it.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FunctionId),
}

/// A block: phis, then commands, then what comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// A name to print, not necessarily unique; may be empty.
    pub name: String,
    /// The phis, which take their values all at once.
    pub phis: Vec<Phi>,
    /// The commands, one after the other.
    pub commands: Vec<Command>,
    /// How it ends.
    pub terminator: Terminator,
    /// Where the terminator stands in the source.
    pub location: Option<LocationId>,
}

/// Where a value is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// Nowhere: it is a constant, or no longer part of the function.
    None,
    /// As a parameter.
    Parameter,
    /// By a phi, at a position of a block.
    Phi(BlockId, usize),
    /// By a command, at a position of a block.
    Command(BlockId, usize),
}

impl Definition {
    /// The block, for phis and commands.
    pub fn block(self) -> Option<BlockId> {
        match self {
            Definition::None | Definition::Parameter => None,
            Definition::Phi(block, _) | Definition::Command(block, _) => Some(block),
        }
    }
}

impl Function {
    /// A function without parameters or blocks.
    pub fn new(name: impl Into<String>, results: Vec<Type>) -> Self {
        Function {
            name: name.into(),
            parameters: Vec::new(),
            results,
            variadic: false,
            blocks: Vec::new(),
            location: None,
            values: Vec::new(),
            constants: FxHashMap::default(),
        }
    }

    /// The block control enters at. It exists only when there are blocks.
    pub const ENTRY: BlockId = BlockId(0);

    /// Whether the function has no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    /// A block.
    pub fn block(&self, block: BlockId) -> &Block {
        &self.blocks[block.index()]
    }

    /// A block, to be changed.
    pub fn block_mut(&mut self, block: BlockId) -> &mut Block {
        &mut self.blocks[block.index()]
    }

    /// The ids of all blocks.
    pub fn block_ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        (0..self.blocks.len()).map(BlockId::new)
    }

    /// What is known about a value.
    pub fn value(&self, value: ValueId) -> &ValueData {
        &self.values[value.index()]
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> Type {
        self.values[value.index()].ty
    }

    /// The constant a value is, if it is one.
    pub fn constant_of(&self, value: ValueId) -> Option<&Constant> {
        self.values[value.index()].constant.as_ref()
    }

    /// The bits of the constant a value is, if they are known.
    pub fn bits_of(&self, value: ValueId) -> Option<&BitVecValue> {
        match self.constant_of(value) {
            Some(Constant::Bits(bits)) => Some(bits),
            _ => None,
        }
    }

    /// How many values there are in the arena.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Gives a value another name to print.
    pub fn set_name(&mut self, value: ValueId, name: Option<String>) {
        self.values[value.index()].name = name;
    }

    /// Adds a block that ends in `unreachable` until it is given another end.
    pub fn add_block(&mut self, name: impl Into<String>) -> BlockId {
        let id = BlockId::new(self.blocks.len());
        let (phis, commands) = (Vec::new(), Vec::new());
        self.blocks.push(Block {
            name: name.into(),
            phis,
            commands,
            terminator: Terminator::Unreachable,
            location: None,
        });
        id
    }

    /// Adds a value that is yet to be defined.
    pub fn add_value(&mut self, ty: Type, name: Option<String>) -> ValueId {
        let id = ValueId::new(self.values.len());
        self.values.push(ValueData { ty, name, constant: None });
        id
    }

    /// Adds a parameter.
    pub fn add_parameter(&mut self, ty: Type, name: Option<String>) -> ValueId {
        let value = self.add_value(ty, name);
        self.parameters.push(value);
        value
    }

    /// The value that is a constant; the same for the same constant and type.
    pub fn constant(&mut self, ty: Type, constant: Constant) -> ValueId {
        let key = (ty, constant);
        if let Some(value) = self.constants.get(&key) {
            return *value;
        }
        let id = ValueId::new(self.values.len());
        self.values.push(ValueData { ty, name: None, constant: Some(key.1.clone()) });
        self.constants.insert(key, id);
        id
    }

    /// The value that is an integer constant.
    pub fn int(&mut self, width: u32, number: u64) -> ValueId {
        self.constant(Type::Int(width), Constant::Bits(BitVecValue::new(width, number)))
    }

    /// The value that is a Boolean constant.
    pub fn bool(&mut self, truth: bool) -> ValueId {
        self.int(1, u64::from(truth))
    }

    /// Adds a command that defines one value to the end of a block.
    pub fn define(&mut self, block: BlockId, ty: Type, name: Option<String>, kind: CommandKind) -> ValueId {
        let value = self.add_value(ty, name);
        self.block_mut(block).commands.push(Command { results: vec![value], kind, location: None });
        value
    }

    /// Adds a command that defines nothing to the end of a block.
    pub fn perform(&mut self, block: BlockId, kind: CommandKind) {
        self.block_mut(block).commands.push(Command { results: Vec::new(), kind, location: None });
    }

    /// Adds a phi to a block; its arguments can be given later.
    pub fn add_phi(&mut self, block: BlockId, ty: Type, name: Option<String>) -> ValueId {
        let result = self.add_value(ty, name);
        self.block_mut(block).phis.push(Phi { result, arguments: Vec::new() });
        result
    }

    /// Where each value is defined, by the index of the value.
    pub fn definitions(&self) -> Vec<Definition> {
        let mut definitions = vec![Definition::None; self.values.len()];
        for parameter in &self.parameters {
            definitions[parameter.index()] = Definition::Parameter;
        }
        for id in self.block_ids() {
            let block = self.block(id);
            for (position, phi) in block.phis.iter().enumerate() {
                definitions[phi.result.index()] = Definition::Phi(id, position);
            }
            for (position, command) in block.commands.iter().enumerate() {
                for result in &command.results {
                    definitions[result.index()] = Definition::Command(id, position);
                }
            }
        }
        definitions
    }
}
