//! The step from a location as terms: where it leads under which condition, and the values there.

use crate::EncodeError;
use crate::context::{Context, Reason};
use crate::floats::{self, Computed};
use crate::gate::{Conditions, Gate};
use crate::operators::{address, binary, compare, constant, resize};
use crate::region::{Node, NodePlace, PartExit, Region};
use euclase_logic::{BitVecValue, TermId};
use euclase_program::{
    BlockId, Callee, CastOp, Command, CommandKind, Definition, Function, NondetOrigin, Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A location where a step can end.
pub(crate) struct StepTarget {
    /// The location, by index.
    pub location: usize,
    /// When the step ends there.
    pub condition: TermId,
    /// The values that are alive there.
    pub values: Vec<(ValueId, TermId)>,
}

/// Encodes the step from a location that is a block.
pub(crate) fn encode_step(context: &mut Context<'_>, location: usize) -> Result<Vec<StepTarget>, EncodeError> {
    let start = context.locations.blocks[location];
    let region = Region::of(&context.prepared.function, context.locations, start);
    let size = size(context, &region);
    let conditions = Conditions::new(&context.terms, &region, size);
    let mut step = Step {
        function: &context.prepared.function,
        location,
        region: &region,
        conditions,
        values: FxHashMap::default(),
        slots: FxHashMap::default(),
        versions: Vec::new(),
        context,
    };
    step.find_redefined(start)?;
    let mut targets = Vec::new();
    for node in 0..region.nodes.len() {
        match &region.nodes[node].place {
            NodePlace::Part { block, commands, exit } => {
                step.enter(node, *block, commands.start == 0)?;
                for command in &step.function.block(*block).commands[commands.clone()] {
                    step.command(node, command)?;
                }
                step.leave(node, *block, *exit)?;
            }
            NodePlace::Target(target) => targets.push(step.arrive(node, *target)?),
        }
    }
    Ok(targets)
}

/// How much there is to encode in a region.
fn size(context: &Context<'_>, region: &Region) -> usize {
    let of_node = |node: &Node| {
        let block = match node.place {
            NodePlace::Part { block, .. } => Some(block),
            NodePlace::Target(location) => context.locations.blocks.get(location).copied(),
        };
        let phis = block.map_or(0, |block| context.prepared.function.block(block).phis.len());
        1 + node.successors.len() + (1 + phis) * node.predecessors.len()
    };
    region.nodes.iter().map(of_node).sum()
}

pub(crate) struct Step<'s, 'a> {
    pub function: &'a Function,
    pub location: usize,
    region: &'s Region,
    conditions: Conditions,
    /// The values that the step has computed so far.
    values: FxHashMap<ValueId, TermId>,
    /// The values that are alive in the start and computed anew by the step, numbered. Where they
    /// are read, it matters which way control came.
    slots: FxHashMap<ValueId, usize>,
    /// For each visited node, those values at its end.
    versions: Vec<Rc<Vec<TermId>>>,
    pub context: &'s mut Context<'a>,
}

impl Step<'_, '_> {
    fn find_redefined(&mut self, start: BlockId) -> Result<(), EncodeError> {
        let mut versions = Vec::new();
        for value in self.context.liveness.at_entry(start) {
            let home = self.context.definitions[value.index()].block();
            if home.is_some_and(|home| self.region.last_part.contains_key(&home)) {
                self.slots.insert(*value, versions.len());
                versions.push(self.state(*value)?);
            }
        }
        let prepared = self.context.prepared;
        for value in prepared.memory.values() {
            self.slots.insert(value, versions.len());
            versions.push(match prepared.memory.is_live(value, start) {
                _ if start == Function::ENTRY => self.first_content(value)?,
                true => self.state(value)?,
                // Nothing reads it before it is written.
                false => self.dead_content(value),
            });
        }
        self.versions.push(Rc::new(versions));
        Ok(())
    }

    /// A value of memory where the function begins.
    fn first_content(&mut self, value: ValueId) -> Result<TermId, EncodeError> {
        let memory = &self.context.prepared.memory;
        let Some(interfaces) = &memory.interfaces else { return Ok(self.initial_content(value)) };
        let is_taken =
            memory.kinds.get(&value).is_some_and(|kind| interfaces.taken(memory.function).any(|c| c == *kind));
        if !is_taken {
            // It is replaced before it is read; if not, it is anything.
            return Ok(self.context.changed_content(self.location, value, None));
        }
        let content = memory.before.iter().find(|(before, _)| *before == value).map_or(value, |(_, content)| *content);
        self.state(content)
    }

    fn state(&self, value: ValueId) -> Result<TermId, EncodeError> {
        self.context.states[value.index()].ok_or_else(|| self.context.invalid(value))
    }

    /// The term of a value at the end of what has been visited of a node.
    pub fn value(&mut self, node: usize, value: ValueId) -> Result<TermId, EncodeError> {
        if let Some(constant) = self.context.constant(value) {
            return Ok(constant);
        }
        if let Some(slot) = self.slots.get(&value) {
            return Ok(self.versions[node][*slot]);
        }
        if let Some(term) = self.values.get(&value) {
            return Ok(*term);
        }
        let parameter = self.context.definitions[value.index()] == Definition::Parameter;
        if parameter && self.context.locations.blocks[self.location] == Function::ENTRY {
            let name = self.function.value(value).name.as_deref().unwrap_or("argument");
            let input = self.context.input(self.location, value, Reason::Parameter(name), self.function.location);
            self.values.insert(value, input);
            return Ok(input);
        }
        match self.context.derived.contains(value) {
            true => self.computed_again(node, value),
            false => self.state(value),
        }
    }

    /// The term of a value that is no state, since it can be computed from values that are.
    fn computed_again(&mut self, node: usize, value: ValueId) -> Result<TermId, EncodeError> {
        let Definition::Command(block, position) = self.context.definitions[value.index()] else {
            return Err(self.context.invalid(value));
        };
        let kind = &self.function.block(block).commands[position].kind;
        let term = self.plain(node, kind, value)?;
        term.ok_or_else(|| self.context.invalid(value))
    }

    /// What a command computes from its operands without any choice; none for commands of other kinds.
    fn plain(&mut self, node: usize, kind: &CommandKind, result: ValueId) -> Result<Option<TermId>, EncodeError> {
        use CommandKind::*;
        let width = self.function.type_of(result).width(self.context.program.pointer_width);
        Ok(Some(match kind {
            Binary(op, a, b) => {
                let (a, b) = (self.value(node, *a)?, self.value(node, *b)?);
                binary(&mut self.context.terms, *op, a, b)
            }
            Compare(op, a, b) => {
                let (a, b) = (self.value(node, *a)?, self.value(node, *b)?);
                compare(&mut self.context.terms, *op, a, b)
            }
            Cast(op, a) if !is_float_cast(*op) => {
                let a = self.value(node, *a)?;
                resize(&mut self.context.terms, a, width, *op == CastOp::Sext)
            }
            Address { base, offset, indices } => {
                let base = self.value(node, *base)?;
                let indices: Result<Vec<(i64, TermId)>, EncodeError> =
                    indices.iter().map(|(scale, index)| Ok((*scale, self.value(node, *index)?))).collect();
                address(&mut self.context.terms, base, *offset, &indices?)
            }
            _ => return Ok(None),
        }))
    }

    pub fn define(&mut self, node: usize, value: ValueId, term: TermId) {
        match self.slots.get(&value) {
            Some(slot) => Rc::make_mut(&mut self.versions[node])[*slot] = term,
            None => _ = self.values.insert(value, term),
        }
    }

    /// Finds the condition of a node, and what its phis and the values that the step computes anew
    /// are there.
    fn enter(&mut self, node: usize, block: BlockId, with_phis: bool) -> Result<(), EncodeError> {
        if node == 0 {
            return Ok(());
        }
        let phis = if with_phis { self.function.block(block).phis.len() } else { 0 };
        let gate = self.conditions.visit(&mut self.context.terms, self.region, node, phis);
        self.merge_versions(node, &gate, Some(block));
        if with_phis {
            for (result, term) in self.phis(node, &gate, block)? {
                self.define(node, result, term);
            }
        }
        Ok(())
    }

    fn arrive(&mut self, node: usize, location: usize) -> Result<StepTarget, EncodeError> {
        let block = self.context.locations.blocks.get(location).copied();
        let phis = block.map_or(0, |block| self.function.block(block).phis.len());
        let gate = self.conditions.visit(&mut self.context.terms, self.region, node, phis);
        let condition = self.conditions.absolute(&mut self.context.terms, self.region, node);
        self.merge_versions(node, &gate, block);
        let mut values = Vec::new();
        if let Some(block) = block {
            values = self.phis(node, &gate, block)?;
            for value in self.context.alive_at(block) {
                values.push((value, self.value(node, value)?));
            }
        }
        Ok(StepTarget { location, condition, values })
    }

    /// The phis of a block in a node that is its beginning.
    fn phis(&mut self, node: usize, gate: &Gate, block: BlockId) -> Result<Vec<(ValueId, TermId)>, EncodeError> {
        let predecessors = &self.region.nodes[node].predecessors;
        let positions: FxHashMap<usize, usize> =
            predecessors.iter().enumerate().map(|(position, (from, _))| (*from, position)).collect();
        let mut merged = Vec::new();
        for phi in &self.function.block(block).phis {
            let mut arguments: Vec<Option<TermId>> = vec![None; predecessors.len()];
            for (from, argument) in &phi.arguments {
                let from = self.region.last_part.get(from);
                if let Some((from, position)) = from.and_then(|from| Some((*from, *positions.get(from)?))) {
                    arguments[position] = Some(self.value(from, *argument)?);
                }
            }
            let arguments: Option<Vec<TermId>> = arguments.into_iter().collect();
            let term = arguments.and_then(|all| self.conditions.merge(&mut self.context.terms, gate, &all));
            merged.push((phi.result, term.ok_or_else(|| self.context.invalid(phi.result))?));
        }
        Ok(merged)
    }

    fn merge_versions(&mut self, node: usize, gate: &Gate, block: Option<BlockId>) {
        let from: Vec<usize> = self.region.nodes[node].predecessors.iter().map(|(from, _)| *from).collect();
        let mut merged = Rc::clone(&self.versions[from[0]]);
        if from.iter().any(|from| !Rc::ptr_eq(&merged, &self.versions[*from]))
            && let Some(block) = block
        {
            for (value, slot) in &self.slots {
                if self.context.is_live(*value, block) {
                    let values: Vec<TermId> = from.iter().map(|from| self.versions[*from][*slot]).collect();
                    if let Some(term) = self.conditions.merge(&mut self.context.terms, gate, &values) {
                        Rc::make_mut(&mut merged)[*slot] = term;
                    }
                }
            }
        }
        self.versions.push(merged);
    }

    /// Finds the conditions of the edges that leave a node.
    fn leave(&mut self, node: usize, block: BlockId, exit: PartExit) -> Result<(), EncodeError> {
        let function = self.function;
        let conditions = match (exit, &function.block(block).terminator) {
            (PartExit::Assume(condition), _) => {
                let holds = self.value(node, condition)?;
                vec![holds, self.context.terms.not(holds)]
            }
            (_, Terminator::Branch(condition, then, otherwise)) if then != otherwise => {
                let holds = self.value(node, *condition)?;
                vec![holds, self.context.terms.not(holds)]
            }
            (_, Terminator::Switch { value, cases, default }) => {
                let value = self.value(node, *value)?;
                self.switch(value, cases, *default)
            }
            _ => vec![self.context.terms.tt()],
        };
        self.conditions.edges[node] = conditions;
        Ok(())
    }

    /// The conditions of the targets of a switch, each once, in the order of first mention.
    fn switch(&mut self, value: TermId, cases: &[(BitVecValue, BlockId)], default: BlockId) -> Vec<TermId> {
        let terms = &mut self.context.terms;
        let mut position = FxHashMap::default();
        let mut ways: Vec<Vec<TermId>> = Vec::new();
        let mut others = Vec::new();
        for (case, target) in cases {
            let case = constant(terms, case);
            let equal = terms.eq(value, case);
            if *target != default {
                others.push(terms.not(equal));
            }
            let position = *position.entry(*target).or_insert(ways.len());
            if position == ways.len() {
                ways.push(Vec::new());
            }
            ways[position].push(equal);
        }
        let otherwise = terms.and(&others);
        match position.get(&default) {
            // What leads to the default is all that leads nowhere else.
            Some(position) => ways[*position] = vec![otherwise],
            None => ways.push(vec![otherwise]),
        }
        ways.iter().map(|ways| terms.or(ways)).collect()
    }

    fn command(&mut self, node: usize, command: &Command) -> Result<(), EncodeError> {
        use CommandKind::*;
        if let Store { .. }
        | MemoryCopy { .. }
        | MemorySet { .. }
        | MemoryHavoc { .. }
        | Alloca { .. }
        | HeapAllocate { .. } = command.kind
        {
            return self.memory_command(node, command);
        }
        if let Call { callee: Callee::Direct(function), .. } = command.kind {
            let origin = NondetOrigin::External(self.context.program.function(function).name.as_str().into());
            for result in &command.results {
                let input = self.context.input(self.location, *result, Reason::Origin(&origin), command.location);
                self.define(node, *result, input);
            }
            for content in self.context.prepared.memory.given_by(function) {
                let after = self.context.changed_content(self.location, content, command.location);
                self.define(node, content, after);
            }
            return Ok(());
        }
        let Some(result) = command.results.first().copied() else { return Ok(()) };
        let width = self.function.type_of(result).width(self.context.program.pointer_width);
        if let Some(term) = self.plain(node, &command.kind, result)? {
            self.define(node, result, term);
            return Ok(());
        }
        let term = match &command.kind {
            Cast(op, a) => {
                let (from, to) = (self.function.type_of(*a), self.function.type_of(result));
                let a = self.value(node, *a)?;
                let computed = floats::cast(&mut self.context.terms, *op, from, to, a);
                self.float(result, computed, command)?
            }
            Select(condition, then, otherwise) => {
                let condition = self.value(node, *condition)?;
                let (then, otherwise) = (self.value(node, *then)?, self.value(node, *otherwise)?);
                self.context.terms.ite(condition, then, otherwise)
            }
            Freeze(a) => self.value(node, *a)?,
            FloatUnary(op, a) => {
                let a = self.value(node, *a)?;
                let computed = floats::unary(&mut self.context.terms, *op, self.function.type_of(result), a);
                self.float(result, computed, command)?
            }
            FloatBinary(op, a, b) => {
                let (a, b) = (self.value(node, *a)?, self.value(node, *b)?);
                let computed = floats::binary(&mut self.context.terms, *op, self.function.type_of(result), a, b);
                self.float(result, computed, command)?
            }
            FloatCompare(op, a, b) => {
                let ty = self.function.type_of(*a);
                let (a, b) = (self.value(node, *a)?, self.value(node, *b)?);
                let holds = floats::compare(&mut self.context.terms, *op, ty, a, b);
                holds.ok_or_else(|| self.context.invalid(result))?
            }
            Nondet(origin) => self.context.input(self.location, result, Reason::Origin(origin), command.location),
            Load { address } => match self.load(node, *address, width)? {
                Some(content) => content,
                None => {
                    let origin = NondetOrigin::Undef;
                    self.context.input(self.location, result, Reason::Origin(&origin), command.location)
                }
            },
            // Computed above, or none of these are left by preparation.
            Binary(..)
            | Compare(..)
            | Address { .. }
            | Assume(_)
            | Alloca { .. }
            | HeapAllocate { .. }
            | HeapFree(_)
            | Store { .. }
            | MemoryCopy { .. }
            | MemorySet { .. }
            | MemoryHavoc { .. }
            | Call { .. }
            | Check(_)
            | Enter(_)
            | Leave(_)
            | Variable(..) => {
                return Err(self.context.invalid(result));
            }
        };
        self.define(node, result, term);
        Ok(())
    }

    /// The result of a floating-point command, which the system chooses where it is open and matters.
    fn float(&mut self, result: ValueId, computed: Option<Computed>, command: &Command) -> Result<TermId, EncodeError> {
        let computed = computed.ok_or_else(|| self.context.invalid(result))?;
        let matters = self.context.prepared.reasons.contains_key(&result);
        if !matters || floats::is_sure(&mut self.context.terms, &computed) {
            return Ok(computed.term);
        }
        let reason = Reason::Origin(&NondetOrigin::Undef);
        let input = self.context.input(self.location, result, reason, command.location);
        Ok(floats::chosen(&mut self.context.terms, &computed, input))
    }
}

fn is_float_cast(op: CastOp) -> bool {
    use CastOp::*;
    match op {
        FpTrunc | FpExt | FpToUi | FpToSi | UiToFp | SiToFp => true,
        Zext | Sext | Trunc | Bitcast | PtrToInt | IntToPtr => false,
    }
}

/// The values that are state: those alive in a location, and its phis.
pub(crate) fn state_values(context: &Context<'_>) -> Vec<ValueId> {
    let mut seen = FxHashSet::default();
    let mut values = Vec::new();
    for block in &context.locations.blocks {
        let phis = context.prepared.function.block(*block).phis.iter().map(|phi| phi.result);
        // What memory holds at first is computed by the first step.
        let alive = match *block == Function::ENTRY {
            true => context.liveness.at_entry(*block).to_vec(),
            false => context.alive_at(*block),
        };
        values.extend(phis.chain(alive).filter(|value| seen.insert(*value)));
    }
    values
}
