//! One function: its blocks in an order in which definitions come before uses, then the arguments
//! of phis, then what was cut off is cleared away.

use super::llvm::{self, Opcode, Value};
use super::{Importer, Step, Stop};
use euclase_program::{BlockId, Command, CommandKind, Function, FunctionId, LocationId, Terminator, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function that is being read.
pub(super) struct FunctionImporter<'f, 'a> {
    pub importer: &'f mut Importer<'a>,
    pub function: Function,
    /// Where commands are added.
    pub block: BlockId,
    /// Where in the source the instruction that is being read stands.
    pub location: Option<LocationId>,
    pub blocks: FxHashMap<llvm::Block, BlockId>,
    /// Where in `leaves` the scalars of a value are: the first, and how many.
    values: FxHashMap<Value, (u32, u32)>,
    leaves: Vec<ValueId>,
    pub constants: FxHashMap<Value, ValueId>,
    /// The phis of each block, with the number of their scalars.
    pub phis: Vec<Vec<(Value, usize)>>,
    /// Where the commands of stack objects are.
    pub allocas: FxHashMap<Value, (BlockId, usize)>,
}

/// Reads the body of a function.
pub(super) fn import(importer: &mut Importer<'_>, function: Value, id: FunctionId) -> Function {
    let declared = importer.program.function(id);
    let mut result = Function::new(declared.name.clone(), declared.results.clone());
    result.variadic = declared.variadic;
    result.location = importer.function_location(function);
    let mut reader = FunctionImporter {
        importer,
        function: result,
        block: Function::ENTRY,
        location: None,
        blocks: FxHashMap::default(),
        values: FxHashMap::default(),
        leaves: Vec::new(),
        constants: FxHashMap::default(),
        phis: Vec::new(),
        allocas: FxHashMap::default(),
    };
    if let Err(what) = reader.importer.signature(function.value_type()) {
        let entry = reader.function.add_block("entry");
        let what = format!("the function '{}' with {what}", function.name());
        reader.function.block_mut(entry).terminator = Terminator::Unsupported { what: what.into() };
        return reader.function;
    }
    reader.parameters(function);
    let order = reverse_postorder(function);
    for block in &order {
        let id = reader.function.add_block(block.name());
        reader.blocks.insert(*block, id);
        reader.phis.push(Vec::new());
    }
    for block in order {
        reader.read_block(block);
    }
    reader.finish()
}

impl FunctionImporter<'_, '_> {
    fn parameters(&mut self, function: Value) {
        for parameter in function.parameters() {
            // The signature was found to consist of scalars.
            let Ok(types) = self.importer.leaves(parameter.ty()) else { continue };
            let name = named(parameter);
            let many = types.len() > 1;
            let mut leaves = Vec::new();
            for (position, leaf) in types.iter().enumerate() {
                leaves.push(self.function.add_parameter(leaf.ty, part_name(&name, many, position)));
            }
            self.bind(parameter, &leaves);
        }
    }

    fn read_block(&mut self, block: llvm::Block) {
        let Some(id) = self.blocks.get(&block) else { return };
        self.block = *id;
        for instruction in block.instructions() {
            self.location = self.importer.instruction_location(instruction);
            let read = match instruction.opcode() {
                Opcode::LLVMPHI => self.phi(instruction),
                opcode => self.operation(opcode, instruction, named(instruction)),
            };
            if let Err(stop) = read {
                let location = self.location;
                let block = self.function.block_mut(self.block);
                block.location = location;
                block.terminator = match stop {
                    Stop::End(terminator) => terminator,
                    Stop::Cut => Terminator::Unreachable,
                };
                return;
            }
        }
    }

    fn phi(&mut self, instruction: Value) -> Step<()> {
        let types = self.leaves(instruction.ty())?;
        let name = named(instruction);
        let mut results = Vec::new();
        for (position, leaf) in types.iter().enumerate() {
            let name = part_name(&name, types.len() > 1, position);
            results.push(self.function.add_phi(self.block, leaf.ty, name));
        }
        self.bind(instruction, &results);
        self.phis[self.block.index()].push((instruction, results.len()));
        Ok(())
    }

    /// Adds a command that defines a value.
    pub fn define(&mut self, ty: Type, name: Option<String>, kind: CommandKind) -> ValueId {
        let value = self.function.add_value(ty, name);
        let location = self.location;
        self.function.block_mut(self.block).commands.push(Command { results: vec![value], kind, location });
        value
    }

    /// Adds a command that defines nothing.
    pub fn perform(&mut self, kind: CommandKind) {
        let location = self.location;
        self.function.block_mut(self.block).commands.push(Command { results: Vec::new(), kind, location });
    }

    /// Says which scalars a value consists of.
    pub fn bind(&mut self, value: Value, leaves: &[ValueId]) {
        self.values.insert(value, (self.leaves.len() as u32, leaves.len() as u32));
        self.leaves.extend_from_slice(leaves);
    }

    /// Takes back what [`FunctionImporter::bind`] said.
    pub fn forget(&mut self, value: Value) {
        self.values.remove(&value);
    }

    /// The scalars of a value that was read before.
    pub fn known(&self, value: Value) -> Option<&[ValueId]> {
        let (first, count) = self.values.get(&value)?;
        self.leaves.get(*first as usize..(*first + *count) as usize)
    }

    /// The scalars of an operand.
    pub fn operand(&mut self, value: Value) -> Step<Vec<ValueId>> {
        match self.known(value) {
            Some(leaves) => Ok(leaves.to_vec()),
            None if value.is_constant() => self.constant_leaves(value),
            None => Err(Stop::Cut),
        }
    }

    /// An operand that is a scalar.
    pub fn scalar(&mut self, value: Value) -> Step<ValueId> {
        match self.known(value) {
            Some([leaf]) => Ok(*leaf),
            Some(_) => Err(Stop::unsupported(format!("a value of type {} here", value.ty().print()))),
            None if value.is_constant() => self.constant(value),
            None => Err(Stop::Cut),
        }
    }
}

/// The name that an instruction has in LLVM.
pub(super) fn named(value: Value) -> Option<String> {
    Some(value.name()).filter(|name| !name.is_empty())
}

/// The name of a part of a value.
pub(super) fn part_name(name: &Option<String>, many: bool, position: usize) -> Option<String> {
    name.as_ref().map(|name| if many { format!("{name}.{position}") } else { name.clone() })
}

/// The blocks that control can reach, each after one of those it is reached from. A definition
/// comes before its uses then, but for the arguments of phis.
fn reverse_postorder(function: Value) -> Vec<llvm::Block> {
    let successors = |block: llvm::Block| -> Vec<llvm::Block> {
        let terminator = block.terminator();
        terminator.map_or(Vec::new(), |terminator| terminator.successors().collect())
    };
    let Some(entry) = function.blocks().next() else { return Vec::new() };
    let mut order = Vec::new();
    let mut seen = FxHashSet::from_iter([entry]);
    let mut open = vec![(entry, successors(entry))];
    while let Some((block, todo)) = open.last_mut() {
        match todo.pop() {
            Some(next) if seen.insert(next) => open.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}
