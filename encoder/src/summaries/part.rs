//! The steps of one function as clauses.

use super::{Encoder, RelationEntry, RelationKind, RelationParameter};
use crate::EncodeError;
use crate::context::Context;
use crate::memory::Content;
use crate::source_map::LocationKind;
use crate::step::{StepTarget, encode_step};
use crate::variables::Variables;
use euclase_logic::{Application, HornClause, TermId};
use euclase_program::{BlockId, Callee, CommandKind, FunctionId, ValueId};
use rustc_hash::FxHashMap;

/// A function whose steps are encoded.
pub(super) struct Part<'e, 'a> {
    pub encoder: &'e mut Encoder,
    pub context: Context<'a>,
    pub variables: &'e Variables,
    pub id: FunctionId,
    pub returned: Option<BlockId>,
    /// The relation of each location that is a block, and the values that are its arguments.
    pub at: Vec<(usize, Vec<ValueId>)>,
}

impl Part<'_, '_> {
    fn block(&self, location: usize) -> BlockId {
        self.context.locations.blocks[location]
    }

    pub fn declare_places(&mut self) -> Result<(), EncodeError> {
        for location in 0..self.context.locations.blocks.len() {
            let block = self.block(location);
            if self.context.locations.kinds[location] == LocationKind::Entry {
                let mut values = self.context.prepared.function.parameters.clone();
                values.extend(self.context.prepared.memory.taken_by(self.id));
                self.at.push((self.encoder.entries[&self.id], values));
                continue;
            }
            let phis = self.context.prepared.function.block(block).phis.iter().map(|phi| phi.result);
            if self.returned == Some(block) {
                let values = self.returned_values(phis.collect());
                self.at.push((self.encoder.returns[&self.id], values));
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
                RelationParameter { variable, memory: self.scalar(*value), is_result: false }
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

    /// What a value of memory is called.
    fn scalar(&self, value: ValueId) -> Option<String> {
        let content = self.context.prepared.memory.kinds.get(&value)?;
        let is_old = self.context.prepared.memory.before.iter().any(|(before, _)| *before == value);
        let name = self.encoder.interfaces.name(*content);
        Some(if is_old { format!("\\old({name})") } else { name })
    }

    /// The arguments of what a function returns: its parameters, the memory that it took, its results, and the memory that
    /// it changed.
    fn returned_values(&self, phis: Vec<ValueId>) -> Vec<ValueId> {
        let (memory, count) = (&self.context.prepared.memory, self.context.prepared.function.parameters.len());
        let mut values = phis;
        let results = values.split_off(count.min(values.len()));
        values.extend(memory.before.iter().map(|(before, _)| *before));
        values.extend(results);
        if memory.gives_back {
            values.extend(memory.given_by(self.id));
        }
        values
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

    pub fn steps(&mut self) -> Result<(), EncodeError> {
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
                // What a part of memory is filled with is named after where that is.
                if entry.memory.is_none() {
                    taken.entry(ValueId(entry.value)).or_insert(*input);
                }
            }
            let (relation, values) = self.at[location].clone();
            let here = if self.context.locations.kinds[location] == LocationKind::Entry {
                // What the step does not look at may be anything, and is the parameter itself.
                let own = self.encoder.clauses.predicates[relation].parameters.clone();
                let states = &self.context.states;
                let here = |value: &ValueId| taken.get(value).copied().or(states[value.index()]);
                values.iter().zip(own).map(|(value, own)| here(value).unwrap_or(own)).collect()
            } else {
                self.encoder.clauses.predicates[relation].parameters.clone()
            };
            let mut body = vec![Application { predicate: relation, arguments: here }];
            if let Some(call) = self.call(block) {
                let returned = self.called(&body, call, &taken)?;
                body.push(returned);
            }
            for target in targets {
                self.clause(&body, target)?;
            }
        }
        Ok(())
    }

    /// Says with what a function is called, and gives what is known about what it returns.
    fn called(
        &mut self,
        body: &[Application],
        (callee, arguments, results): (FunctionId, Vec<ValueId>, Vec<ValueId>),
        taken: &FxHashMap<ValueId, TermId>,
    ) -> Result<Application, EncodeError> {
        let (entry, returned) = (self.encoder.entries[&callee], self.encoder.returns[&callee]);
        let memory = &self.context.prepared.memory;
        let (given, contents) = (memory.given_by(callee), memory.taken_by(callee));
        // What a function takes besides its parameters, it reads from memory.
        let all = self.encoder.relations[entry].parameters.len();
        let count = all.checked_sub(contents.len()).filter(|count| *count <= arguments.len());
        let Some(count) = count else {
            return Err(EncodeError { message: "a call with too few arguments".into() });
        };
        let mut terms = Vec::with_capacity(all);
        for argument in arguments[..count].iter().chain(&contents) {
            let constant = self.context.constant(*argument);
            let known = constant.or(self.context.states[argument.index()]);
            terms.push(known.ok_or_else(|| self.context.invalid(*argument))?);
        }
        let constraint = self.context.terms.tt();
        let entered = Application { predicate: entry, arguments: terms.clone() };
        self.encoder.clauses.clauses.push(HornClause { body: body.to_vec(), constraint, head: Some(entered) });
        for result in results.iter().chain(&given) {
            terms.push(*taken.get(result).ok_or_else(|| self.context.invalid(*result))?);
        }
        Ok(Application { predicate: returned, arguments: terms })
    }

    /// The contents that the function takes, as they are when the program starts.
    pub fn initial_contents(&mut self) -> Vec<TermId> {
        let (prepared, width) = (self.context.prepared, self.context.program.pointer_width);
        let mut initial = Vec::new();
        for value in prepared.memory.taken_by(self.id) {
            let (region, cell) = match prepared.memory.kinds.get(&value) {
                Some(Content::Region(region)) => (*region, None),
                Some(Content::Cell(region, number)) => (*region, Some(*number)),
                Some(Content::Counter | Content::Stack) | None => {
                    let sort = self.context.sort(value);
                    initial.push(self.context.terms.bv(sort.width().unwrap_or(width), 0));
                    continue;
                }
            };
            let name = format!("{}.first", prepared.memory.regions.region(region).name);
            let any = |context: &mut Context<'_>, _: bool| {
                let symbol = context.names.unique(&name);
                let sort = context.sort(value);
                context.terms.var(&symbol, sort)
            };
            initial.push(prepared.memory.initial_term(&mut self.context, region, cell, &mut { any }));
        }
        initial
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
