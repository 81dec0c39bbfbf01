//! From a [`Program`] with calls to Horn clauses: what is known about functions instead of about one large function
//! (SeaHorn §3, Fig. 4).
//!
//! A function has a relation for the arguments it is called with, one for what it returns given these, and one for each
//! loop and each call in it. A clause is a step between two of these; the step from a call takes its results from the
//! relation of what the called function returns. A violation is a clause whose conclusion is `false`: whatever leads to
//! one is reachable, because the relations only hold what comes from the start of the program.
//!
//! Nothing is known about memory: what is read from it is arbitrary. So a solution proves the program, and where there is
//! none that says nothing.

use crate::context::Context;
use crate::locations::Locations;
use crate::memory::MemoryLevel;
use crate::names::Names;
use crate::operators::sort_of;
use crate::places::Places;
use crate::prepare::{Calls, prepare_function};
use crate::source_map::{LocationKind, Place};
use crate::step::{StepTarget, encode_step, state_values};
use crate::variables::Variables;
use crate::{BlockSize, EncodeError, OnUnsupported, entry_function};
use euclase_logic::{Application, HornClause, HornClauses, Predicate, TermId, Terms};
use euclase_program::{
    BlockId, CallGraph, Callee, Cfg, CommandKind, Function, FunctionId, Liveness, Program, Terminator, ValueId,
    VariableId,
};
use rustc_hash::FxHashMap;

/// A program as Horn clauses.
pub struct Summaries {
    /// The terms.
    pub terms: Terms,
    /// The clauses.
    pub clauses: HornClauses,
    /// What each predicate of the clauses is, in their order.
    pub relations: Vec<RelationEntry>,
}

/// What a relation speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelationKind {
    /// The arguments with which a function is called.
    Entry,
    /// The arguments of a call and what it returned.
    Return,
    /// A call that is about to happen.
    Call,
    /// A loop, or another place where ways meet.
    Loop,
}

/// A relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelationEntry {
    /// The function.
    pub function: String,
    /// What it speaks of.
    pub kind: RelationKind,
    /// Its parameters.
    pub parameters: Vec<RelationParameter>,
    /// Where that is in the source.
    pub place: Option<Place>,
}

/// A parameter of a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelationParameter {
    /// The variable of the source that it is, where it is one.
    pub variable: Option<VariableId>,
    /// Whether it is something that was returned.
    pub is_result: bool,
}

/// Encodes a valid program.
pub fn encode_summaries(program: &Program) -> Result<Summaries, EncodeError> {
    let (entry, _) = entry_function(program)?;
    if let Err(defects) = program.validate() {
        let message = defects.first().map_or("the program is invalid".into(), ToString::to_string);
        return Err(EncodeError { message });
    }
    let reachable = CallGraph::of(program).reachable_from(entry);
    let mut split = program.clone();
    let mut encoder = Encoder::default();
    let mut functions = Vec::new();
    for (number, function) in split.functions.iter_mut().enumerate() {
        if !reachable[number] || function.is_declaration() {
            continue;
        }
        let id = FunctionId::new(number);
        let cuts = cut(program, function);
        encoder.declare(program, id, function);
        functions.push((id, cuts));
    }
    if let Err(defects) = split.validate() {
        let message = defects.first().map_or("the program is invalid".into(), ToString::to_string);
        return Err(EncodeError { message: format!("a program with its calls apart: {message}") });
    }
    for (id, cuts) in &functions {
        // The arguments are wanted to the end.
        if let Some(returned) = cuts.returned {
            let block = split.functions[id.index()].block_mut(returned);
            block.terminator = Terminator::Return(block.phis.iter().map(|phi| phi.result).collect());
        }
    }
    for (id, cuts) in &functions {
        encoder.encode(&split, *id, cuts)?;
    }
    let Encoder { terms, clauses, relations, entries, .. } = &mut encoder;
    let start = entries[&entry];
    let arguments = clauses.predicates[start].parameters.clone();
    let head = Some(Application { predicate: start, arguments });
    clauses.clauses.insert(0, HornClause { body: Vec::new(), constraint: terms.tt(), head });
    Ok(Summaries {
        terms: std::mem::take(terms),
        clauses: std::mem::take(clauses),
        relations: std::mem::take(relations),
    })
}

/// Where a function was cut apart.
struct Cuts {
    /// The blocks that start with a call.
    calls: Vec<BlockId>,
    /// The block that returns: its phis are the parameters, then the results.
    returned: Option<BlockId>,
}

/// Splits blocks before calls, and lets all returns go through one block.
fn cut(program: &Program, function: &mut Function) -> Cuts {
    let is_call = |kind: &CommandKind| match kind {
        CommandKind::Call { callee: Callee::Direct(callee), .. } => !program.function(*callee).is_declaration(),
        _ => false,
    };
    let mut calls = Vec::new();
    for original in function.block_ids() {
        // What was split off starts with a call, which stays.
        let (mut from, mut first) = (original, 0);
        loop {
            let commands = function.block(from).commands.iter().skip(first);
            let Some(position) = commands.into_iter().position(|command| is_call(&command.kind)) else { break };
            from = split(function, from, first + position);
            first = 1;
            calls.push(from);
        }
    }
    let returned = gather_returns(function);
    Cuts { calls, returned }
}

/// Splits a block before a command; gives the block that starts with it.
fn split(function: &mut Function, from: BlockId, position: usize) -> BlockId {
    let rest = function.add_block(function.block(from).name.clone());
    let block = function.block_mut(from);
    let commands = block.commands.split_off(position);
    let here = commands.first().and_then(|command| command.location);
    let location = std::mem::replace(&mut block.location, here);
    let terminator = std::mem::replace(&mut block.terminator, Terminator::Jump(rest));
    for phi in function.blocks.iter_mut().flat_map(|block| &mut block.phis) {
        phi.arguments.iter_mut().filter(|(source, _)| *source == from).for_each(|(source, _)| *source = rest);
    }
    let block = function.block_mut(rest);
    (block.commands, block.terminator, block.location) = (commands, terminator, location);
    rest
}

/// Lets all returns go through one block, whose phis are the parameters and the results.
fn gather_returns(function: &mut Function) -> Option<BlockId> {
    let returns: Vec<(BlockId, Vec<ValueId>)> = function
        .block_ids()
        .filter_map(|id| match &function.block(id).terminator {
            Terminator::Return(values) => Some((id, values.clone())),
            _ => None,
        })
        .collect();
    if returns.is_empty() {
        return None;
    }
    let block = function.add_block("returned");
    let parameters = function.parameters.clone();
    for parameter in &parameters {
        let (ty, name) = (function.type_of(*parameter), function.value(*parameter).name.clone());
        function.add_phi(block, ty, name);
    }
    for ty in function.results.clone() {
        function.add_phi(block, ty, Some("result".into()));
    }
    let mut phis = std::mem::take(&mut function.block_mut(block).phis);
    for (from, values) in &returns {
        for (phi, value) in phis.iter_mut().zip(parameters.iter().chain(values)) {
            phi.arguments.push((*from, *value));
        }
        function.block_mut(*from).terminator = Terminator::Jump(block);
    }
    let results = phis[parameters.len()..].iter().map(|phi| phi.result).collect();
    let end = function.block_mut(block);
    (end.phis, end.terminator) = (phis, Terminator::Return(results));
    Some(block)
}

/// The clauses so far.
#[derive(Default)]
struct Encoder {
    terms: Terms,
    names: Names,
    clauses: HornClauses,
    relations: Vec<RelationEntry>,
    /// The relations of arguments and of what is returned.
    entries: FxHashMap<FunctionId, usize>,
    returns: FxHashMap<FunctionId, usize>,
}

impl Encoder {
    fn relation(&mut self, entry: RelationEntry, parameters: Vec<TermId>) -> usize {
        let mut names = std::mem::take(&mut self.names);
        let number = self.relation_with(&mut names, entry, parameters);
        self.names = names;
        number
    }

    fn relation_with(&mut self, names: &mut Names, entry: RelationEntry, parameters: Vec<TermId>) -> usize {
        let what = match entry.kind {
            RelationKind::Entry => "called",
            RelationKind::Return => "returned",
            RelationKind::Call => "call",
            RelationKind::Loop => "loop",
        };
        let line = entry.place.as_ref().map(|place| place.line).filter(|line| *line > 0);
        let wish = match (entry.kind, line) {
            (RelationKind::Call | RelationKind::Loop, Some(line)) => format!("{}.{what}.{line}", entry.function),
            _ => format!("{}.{what}", entry.function),
        };
        let name = names.unique(&wish);
        self.clauses.predicates.push(Predicate { name, parameters });
        self.relations.push(entry);
        self.relations.len() - 1
    }

    /// The relations of the arguments of a function and of what it returns.
    fn declare(&mut self, program: &Program, id: FunctionId, function: &Function) {
        let names = parameter_variables(function);
        let mut kinds: Vec<_> = function.parameters.iter().map(|p| (function.type_of(*p), Some(*p))).collect();
        for kind in [RelationKind::Entry, RelationKind::Return] {
            if kind == RelationKind::Return {
                kinds.extend(function.results.iter().map(|ty| (*ty, None)));
            }
            let (mut parameters, mut described) = (Vec::new(), Vec::new());
            for (ty, parameter) in &kinds {
                let variable = parameter.and_then(|p| names.get(&p).copied());
                let name = match variable {
                    Some(variable) => Some(program.variable(variable).name.clone()),
                    None => parameter.and_then(|p| function.value(p).name.clone()),
                };
                let wish =
                    name.clone().unwrap_or_else(|| if parameter.is_some() { "argument" } else { "result" }.into());
                let symbol = self.names.unique(&format!("{}.{wish}", function.name));
                parameters.push(self.terms.var(&symbol, sort_of(*ty, program.pointer_width)));
                described.push(RelationParameter { variable, is_result: parameter.is_none() });
            }
            let place = function.location.map(|location| program.location(location));
            let place = place.map(|location| Place {
                file: location.file.clone(),
                line: location.line,
                column: location.column,
                function: location.scope.clone(),
                inlined_at: location.inlined_at.map(|call| call.0),
            });
            let entry = RelationEntry { function: function.name.clone(), kind, parameters: described, place };
            let number = self.relation(entry, parameters);
            let known = if kind == RelationKind::Entry { &mut self.entries } else { &mut self.returns };
            known.insert(id, number);
        }
    }

    /// The steps of a function that was cut apart.
    fn encode(&mut self, program: &Program, id: FunctionId, cuts: &Cuts) -> Result<(), EncodeError> {
        let prepared = prepare_function(program, id, MemoryLevel::Registers, Calls::Stay);
        let cfg = Cfg::of(&prepared.function);
        let required: Vec<BlockId> = cuts.calls.iter().copied().chain(cuts.returned).collect();
        let locations = Locations::with(&prepared.function, &cfg, BlockSize::Large, OnUnsupported::Violates, &required);
        let liveness = Liveness::of_values_alive_at(&prepared.function, &cfg, &locations.blocks);
        let variables = Variables::of(program, program.function(id), &cfg, &locations);
        let places = Places::of(program, program.function(id), &cfg);
        let mut context = Context::new(program, &prepared, &liveness, &locations, &places);
        (context.terms, context.names) = (std::mem::take(&mut self.terms), std::mem::take(&mut self.names));
        for value in state_values(&context) {
            let name = match (variables.names.get(&value), &prepared.function.value(value).name) {
                (Some(variable), _) => program.variable(*variable).name.clone(),
                (None, Some(name)) => name.clone(),
                (None, None) => format!("v{}", value.0),
            };
            let symbol = context.names.unique(&name);
            let sort = context.sort(value);
            context.states[value.index()] = Some(context.terms.var(&symbol, sort));
        }
        let mut part =
            Part { encoder: self, context, variables: &variables, id, returned: cuts.returned, at: Vec::new() };
        part.declare_places()?;
        let done = part.steps();
        let Context { terms, names, .. } = part.context;
        (self.terms, self.names) = (terms, names);
        done
    }
}

/// The parameters that are variables of the source, and what they are called there.
fn parameter_variables(function: &Function) -> FxHashMap<ValueId, VariableId> {
    let mut names = FxHashMap::default();
    for command in function.blocks.iter().flat_map(|block| &block.commands) {
        if let CommandKind::Variable(variable, value) = command.kind
            && function.parameters.contains(&value)
        {
            names.entry(value).or_insert(variable);
        }
    }
    names
}

/// A function whose steps are encoded.
struct Part<'e, 'a> {
    encoder: &'e mut Encoder,
    context: Context<'a>,
    variables: &'e Variables,
    id: FunctionId,
    returned: Option<BlockId>,
    /// The relation of each location that is a block, and the values that are its arguments.
    at: Vec<(usize, Vec<ValueId>)>,
}

impl Part<'_, '_> {
    fn block(&self, location: usize) -> BlockId {
        self.context.locations.blocks[location]
    }

    fn declare_places(&mut self) -> Result<(), EncodeError> {
        for location in 0..self.context.locations.blocks.len() {
            let block = self.block(location);
            if self.context.locations.kinds[location] == LocationKind::Entry {
                self.at.push((self.encoder.entries[&self.id], self.context.prepared.function.parameters.clone()));
                continue;
            }
            let phis = self.context.prepared.function.block(block).phis.iter().map(|phi| phi.result);
            if self.returned == Some(block) {
                let phis = phis.collect();
                self.at.push((self.encoder.returns[&self.id], phis));
                continue;
            }
            let values: Vec<ValueId> = phis.chain(self.context.alive_at(block)).collect();
            let mut parameters = Vec::with_capacity(values.len());
            for value in &values {
                parameters.push(self.context.states[value.index()].ok_or_else(|| self.context.invalid(*value))?);
            }
            let is_call = matches!(self.call(block), Some((..)));
            let describe = |value: &ValueId| {
                let variable = self.variables.names.get(value).copied();
                RelationParameter { variable, is_result: false }
            };
            let described = values.iter().map(describe).collect();
            let entry = RelationEntry {
                function: self.context.prepared.function.name.clone(),
                kind: if is_call { RelationKind::Call } else { RelationKind::Loop },
                parameters: described,
                place: self.context.place(self.context.places.of_block(block)),
            };
            let number = self.encoder.relation_with(&mut self.context.names, entry, parameters);
            self.at.push((number, values));
        }
        Ok(())
    }

    /// The call that a block starts with.
    fn call(&self, block: BlockId) -> Option<(FunctionId, Vec<ValueId>, Vec<ValueId>)> {
        let command = self.context.prepared.function.block(block).commands.first()?;
        match &command.kind {
            CommandKind::Call { callee: Callee::Direct(callee), arguments } => {
                Some((*callee, arguments.clone(), command.results.clone()))
            }
            _ => None,
        }
    }

    fn steps(&mut self) -> Result<(), EncodeError> {
        for location in 0..self.context.locations.blocks.len() {
            let block = self.block(location);
            if self.returned == Some(block) {
                continue;
            }
            let first_input = self.context.input_entries.len();
            let targets = encode_step(&mut self.context, location)?;
            let mut taken: FxHashMap<ValueId, TermId> = FxHashMap::default();
            for (entry, input) in
                self.context.input_entries[first_input..].iter().zip(&self.context.inputs[first_input..])
            {
                taken.entry(ValueId(entry.value)).or_insert(*input);
            }
            let (relation, values) = self.at[location].clone();
            let here = if self.context.locations.kinds[location] == LocationKind::Entry {
                // What the step does not look at may be anything, and is the parameter itself.
                let own = self.encoder.clauses.predicates[relation].parameters.clone();
                values.iter().zip(own).map(|(value, own)| taken.get(value).copied().unwrap_or(own)).collect()
            } else {
                self.encoder.clauses.predicates[relation].parameters.clone()
            };
            let mut body = vec![Application { predicate: relation, arguments: here }];
            if let Some((callee, arguments, results)) = self.call(block) {
                // What a function takes besides its parameters, it reads from memory.
                let count = self.encoder.relations[self.encoder.entries[&callee]].parameters.len();
                if arguments.len() < count {
                    return Err(EncodeError { message: "a call with too few arguments".into() });
                }
                let mut terms = Vec::with_capacity(count);
                for argument in &arguments[..count] {
                    let constant = self.context.constant(*argument);
                    let known = constant.or(self.context.states[argument.index()]);
                    terms.push(known.ok_or_else(|| self.context.invalid(*argument))?);
                }
                let constraint = self.context.terms.tt();
                let entered = Application { predicate: self.encoder.entries[&callee], arguments: terms.clone() };
                self.encoder.clauses.clauses.push(HornClause { body: body.clone(), constraint, head: Some(entered) });
                for result in &results {
                    terms.push(*taken.get(result).ok_or_else(|| self.context.invalid(*result))?);
                }
                body.push(Application { predicate: self.encoder.returns[&callee], arguments: terms });
            }
            for target in targets {
                self.clause(&body, target)?;
            }
        }
        Ok(())
    }

    fn clause(&mut self, body: &[Application], target: StepTarget) -> Result<(), EncodeError> {
        let locations = self.context.locations;
        let head = match locations.kinds[target.location] {
            LocationKind::Exit => return Ok(()),
            LocationKind::Error | LocationKind::Unsupported => None,
            LocationKind::Entry | LocationKind::Loop | LocationKind::Merge => {
                let (predicate, values) = &self.at[target.location];
                let known: FxHashMap<ValueId, TermId> = target.values.iter().copied().collect();
                let term = |value: &ValueId| known.get(value).copied().ok_or_else(|| self.context.invalid(*value));
                let arguments = values.iter().map(term).collect::<Result<Vec<TermId>, EncodeError>>()?;
                Some(Application { predicate: *predicate, arguments })
            }
        };
        if self.context.terms.as_bool(target.condition) != Some(false) {
            let clause = HornClause { body: body.to_vec(), constraint: target.condition, head };
            self.encoder.clauses.clauses.push(clause);
        }
        Ok(())
    }
}
