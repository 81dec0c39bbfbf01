//! From a [`Program`] with calls to Horn clauses: what is known about functions instead of about one large function
//! (SeaHorn §3, Fig. 4).
//!
//! A function has a relation for the arguments it is called with, one for what it returns given these, and one for each
//! loop and each call in it. A clause is a step between two of these; the step from a call takes its results from the
//! relation of what the called function returns. A violation is a clause whose conclusion is `false`: whatever leads to
//! one is reachable, because the relations only hold what comes from the start of the program.
//!
//! Memory is passed along: the contents that a function, or what it calls, reads or changes are parameters and results of it
//! like any others ([`crate::memory::Interfaces`]). Without that, what is read from memory is arbitrary: a solution still
//! proves the program. Where there is none that says nothing.

mod cut;
mod functional;
mod part;

use crate::address_numbers::{self, Arriving};
use crate::context::Context;
use crate::locations::Locations;
use crate::memory::{Content, Interfaces, MemoryLevel};
use crate::names::Names;
use crate::operators::sort_of;
use crate::places::Places;
use crate::prepare::{Calls, prepare_function};
use crate::source_map::Place;
use crate::step::state_values;
use crate::variables::Variables;
use crate::{BlockSize, EncodeError, OnUnsupported, entry_function};
use cut::{Cuts, cut};
use euclase_logic::{Application, HornClause, HornClauses, Predicate, TermId, Terms};
use euclase_program::{
    BlockId, CallGraph, Callee, Cfg, CommandKind, Function, FunctionId, Liveness, Program, Terminator, Type, ValueId,
    VariableId,
};
use part::Part;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;

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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RelationParameter {
    /// The variable of the source that it is, where it is one.
    pub variable: Option<VariableId>,
    /// Whether it is something that was returned.
    pub is_result: bool,
    /// What of memory it is, where it is that.
    pub memory: Option<String>,
}

/// What a parameter of a relation of a function is.
enum Parameter {
    Argument(ValueId),
    Result(Type),
    /// A content of memory, and whether it is what is left in the end.
    Memory(Content, bool),
}

/// Encodes a valid program. Without memory, what is read from it is arbitrary.
pub fn encode_summaries(program: &Program, memory: MemoryLevel) -> Result<Summaries, EncodeError> {
    let (entry, _) = entry_function(program)?;
    if let Err(defects) = program.validate() {
        let message = defects.first().map_or("the program is invalid".into(), ToString::to_string);
        return Err(EncodeError { message });
    }
    let reachable = CallGraph::of(program).reachable_from(entry);
    let mut split = program.clone();
    let mut functions = Vec::new();
    for (number, function) in split.functions.iter_mut().enumerate() {
        if reachable[number] && !function.is_declaration() {
            functions.push((FunctionId::new(number), cut(program, function)));
        }
    }
    if let Err(defects) = split.validate() {
        let message = defects.first().map_or("the program is invalid".into(), ToString::to_string);
        return Err(EncodeError { message: format!("a program with its calls apart: {message}") });
    }
    // Where pointers go is found out before returns give back more than the function says.
    let interfaces = match memory {
        MemoryLevel::Full => Interfaces::of(&split),
        MemoryLevel::Registers | MemoryLevel::Pointers => Interfaces::none(&split),
    };
    if memory == MemoryLevel::Full && !interfaces.addresses.fits(program.pointer_width) {
        return Err(EncodeError { message: "objects that are larger than half of the address space".into() });
    }
    let returning =
        functions.iter().map(|(id, _)| *id).filter(|id| *id != entry || is_called(program, entry)).collect();
    let arriving = address_numbers::arriving(&split).into();
    let mut encoder = Encoder::new(memory, Rc::new(interfaces), arriving, returning);
    for (id, cuts) in &functions {
        encoder.declare(program, *id, split.function(*id));
        // The arguments are wanted to the end.
        if let Some(returned) = cuts.returned {
            let block = split.functions[id.index()].block_mut(returned);
            block.terminator = Terminator::Return(block.phis.iter().map(|phi| phi.result).collect());
        }
    }
    let mut initial = Vec::new();
    for (id, cuts) in &functions {
        let first = encoder.clauses.clauses.len();
        let contents = encoder.encode(&split, *id, cuts)?;
        encoder.owned.push((*id, first..encoder.clauses.clauses.len()));
        if *id == entry {
            initial = contents;
        }
    }
    encoder.find_functional();
    let Encoder { terms, mut clauses, relations, entries, .. } = encoder;
    let start = entries[&entry];
    let mut arguments = clauses.predicates[start].parameters.clone();
    let count = arguments.len().saturating_sub(initial.len());
    arguments.splice(count.., initial);
    let head = Some(Application { predicate: start, arguments });
    clauses.clauses.insert(0, HornClause { body: Vec::new(), constraint: terms.tt(), head });
    Ok(Summaries { terms, clauses, relations })
}

/// Whether a function is called by name.
fn is_called(program: &Program, function: FunctionId) -> bool {
    let mut commands = program.functions.iter().flat_map(|f| &f.blocks).flat_map(|block| &block.commands);
    commands.any(|command| match command.kind {
        CommandKind::Call { callee: Callee::Direct(callee), .. } => callee == function,
        _ => false,
    })
}

/// The clauses so far.
struct Encoder {
    memory: MemoryLevel,
    interfaces: Rc<Interfaces>,
    /// The integers made of addresses that go from one function to another, by function.
    arriving: Rc<[Arriving]>,
    /// The functions to whose callers it matters what they return.
    returning: FxHashSet<FunctionId>,
    terms: Terms,
    names: Names,
    clauses: HornClauses,
    relations: Vec<RelationEntry>,
    /// The relations of arguments and of what is returned.
    entries: FxHashMap<FunctionId, usize>,
    returns: FxHashMap<FunctionId, usize>,
    /// Which clauses are the steps of which function.
    owned: Vec<(FunctionId, Range<usize>)>,
}

impl Encoder {
    fn new(
        memory: MemoryLevel,
        interfaces: Rc<Interfaces>,
        arriving: Rc<[Arriving]>,
        returning: FxHashSet<FunctionId>,
    ) -> Encoder {
        Encoder {
            memory,
            interfaces,
            arriving,
            returning,
            terms: Terms::new(),
            names: Names::default(),
            clauses: HornClauses::default(),
            relations: Vec::new(),
            entries: FxHashMap::default(),
            returns: FxHashMap::default(),
            owned: Vec::new(),
        }
    }

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

    /// The parameters of a relation of a function, in order.
    fn parameters(&self, id: FunctionId, function: &Function, kind: RelationKind) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = function.parameters.iter().map(|p| Parameter::Argument(*p)).collect();
        let is_return = kind == RelationKind::Return;
        if !is_return || self.returning.contains(&id) {
            parameters.extend(self.interfaces.taken(id).map(|content| Parameter::Memory(content, false)));
        }
        if is_return {
            parameters.extend(function.results.iter().map(|ty| Parameter::Result(*ty)));
            let given = self.interfaces.given(id).filter(|_| self.returning.contains(&id));
            parameters.extend(given.map(|content| Parameter::Memory(content, true)));
        }
        parameters
    }

    /// The relations of the arguments of a function and of what it returns.
    fn declare(&mut self, program: &Program, id: FunctionId, function: &Function) {
        let names = parameter_variables(function);
        for kind in [RelationKind::Entry, RelationKind::Return] {
            let (mut parameters, mut described) = (Vec::new(), Vec::new());
            for what in self.parameters(id, function, kind) {
                let (name, sort, description) = match what {
                    Parameter::Argument(value) => {
                        let variable = names.get(&value).copied();
                        let name = match variable {
                            Some(variable) => Some(program.variable(variable).name.clone()),
                            None => function.value(value).name.clone(),
                        };
                        let sort = sort_of(function.type_of(value), program.pointer_width);
                        let description = RelationParameter { variable, ..RelationParameter::default() };
                        (name.unwrap_or_else(|| "argument".into()), sort, description)
                    }
                    Parameter::Result(ty) => {
                        let description = RelationParameter { is_result: true, ..RelationParameter::default() };
                        ("result".to_string(), sort_of(ty, program.pointer_width), description)
                    }
                    Parameter::Memory(content, is_result) => {
                        let name = self.interfaces.name(content);
                        let sort = self.interfaces.sort(&mut self.terms, content, program.pointer_width);
                        let is_old = kind == RelationKind::Return && !is_result;
                        let memory = Some(if is_old { format!("\\old({name})") } else { name.clone() });
                        (name, sort, RelationParameter { memory, is_result, variable: None })
                    }
                };
                let symbol = self.names.unique(&format!("{}.{name}", function.name));
                parameters.push(self.terms.var(&symbol, sort));
                described.push(description);
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

    /// The steps of a function that was cut apart; gives the memory that it takes as it is when the program starts.
    fn encode(&mut self, program: &Program, id: FunctionId, cuts: &Cuts) -> Result<Vec<TermId>, EncodeError> {
        let (interfaces, arriving) = (Rc::clone(&self.interfaces), Rc::clone(&self.arriving));
        let mut prepared = prepare_function(program, id, self.memory, Calls::Stay(&interfaces, &arriving));
        if self.returning.contains(&id) {
            prepared.memory.give_back(&mut prepared.function);
        }
        let cfg = Cfg::of(&prepared.function);
        let required: Vec<BlockId> = cuts.calls.iter().copied().chain(cuts.returned).collect();
        prepared.memory.find_live(&prepared.function, &cfg);
        let locations = Locations::with(&prepared.function, &cfg, BlockSize::Large, OnUnsupported::Violates, &required);
        let liveness = Liveness::of_values_alive_at(&prepared.function, &cfg, &locations.blocks);
        let variables = Variables::of(program, program.function(id), &cfg, &locations);
        let places = Places::of(program, program.function(id), &cfg);
        let mut context = Context::new(program, &prepared, &liveness, &locations, &places);
        (context.terms, context.names) = (std::mem::take(&mut self.terms), std::mem::take(&mut self.names));
        let mut values = state_values(&context);
        values.extend(prepared.memory.values().filter(|value| !values.contains(value)).collect::<Vec<_>>());
        for value in values {
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
        part.steps()?;
        let initial = part.initial_contents();
        let Context { terms, names, .. } = part.context;
        (self.terms, self.names) = (terms, names);
        Ok(initial)
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
