//! The system out of its steps.

use crate::context::Context;
use crate::source_map::{LocationEntry, LocationKind, SourceMap, StateEntry, UnsupportedEntry};
use crate::step::{StepTarget, encode_step, state_values};
use crate::variables::Variables;
use crate::{EncodeError, Encoding};
use euclase_logic::{Origin, Sort, StateVar, TermId, TransitionSystem};
use euclase_program::{Cfg, Definition, Terminator, ValueId};
use rustc_hash::FxHashMap;

/// Encodes all steps and puts them together.
pub(crate) fn assemble(mut context: Context<'_>, cfg: &Cfg, variables: &Variables) -> Result<Encoding, EncodeError> {
    let locations = declare_locations(&mut context);
    let values = state_values(&context);
    let symbols = declare_values(&mut context, &values, variables);
    let mut steps = Vec::with_capacity(context.locations.blocks.len());
    for location in 0..context.locations.blocks.len() {
        steps.push(encode_step(&mut context, location)?);
    }
    let ends = context.locations.blocks.len()..context.locations.kinds.len();
    let mut arrivals: Vec<Vec<TermId>> = vec![Vec::new(); context.locations.kinds.len()];
    let mut changes: FxHashMap<ValueId, Vec<(TermId, TermId)>> = FxHashMap::default();
    for (targets, (_, here)) in steps.into_iter().zip(&locations) {
        for target in &targets {
            arrivals[target.location].push(context.terms.and(&[*here, target.condition]));
        }
        for (value, term) in next_values(&mut context, &targets) {
            changes.entry(value).or_default().push((*here, term));
        }
    }
    let constraints: Vec<TermId> = ends.into_iter().map(|end| context.terms.not(locations[end].1)).collect();
    let mut states = Vec::new();
    for ((symbol, current), arrivals) in locations.iter().zip(&arrivals) {
        let update = context.terms.or(arrivals);
        states.push(state(&mut context, symbol, *current, update, None));
    }
    for (value, symbol) in values.iter().zip(&symbols) {
        let Some(current) = context.states[value.index()] else { continue };
        let mut update = current;
        for (here, term) in changes.remove(value).unwrap_or_default().into_iter().rev() {
            update = context.terms.ite(here, term, update);
        }
        let origin = origin(&context, variables, *value);
        states.push(state(&mut context, symbol, current, update, origin));
    }
    let mut init: Vec<TermId> = vec![locations[0].1];
    init.extend(locations.iter().skip(1).map(|(_, location)| context.terms.not(*location)));
    let rigid: Vec<(String, TermId)> = context.rigid.iter().map(|r| (r.symbol.clone(), r.variable)).collect();
    for (symbol, address) in rigid {
        states.push(state(&mut context, &symbol, address, address, None));
        let null = context.terms.bv(context.program.pointer_width, 0);
        init.push(context.terms.neq(address, null));
    }
    let mut bad = vec![locations[context.locations.error].1];
    if context.locations.unsupported != context.locations.exit {
        bad.push(locations[context.locations.unsupported].1);
    }
    let bad: Vec<TermId> = bad.into_iter().map(|location| context.terms.not(location)).collect();
    let system = TransitionSystem {
        states,
        inputs: std::mem::take(&mut context.inputs),
        init: context.terms.and(&init),
        constraints,
        property: context.terms.and(&bad),
        locations: locations.iter().map(|(_, location)| *location).collect(),
        solved_inputs: Vec::new(),
        relation: None,
    };
    let map = source_map(&mut context, cfg, variables, locations, values, symbols);
    Ok(Encoding { terms: context.terms, system, map })
}

/// Names and variables of the locations.
fn declare_locations(context: &mut Context<'_>) -> Vec<(String, TermId)> {
    let locations = context.locations;
    let mut declared = Vec::with_capacity(locations.kinds.len());
    for (number, kind) in locations.kinds.iter().enumerate() {
        let block = locations.blocks.get(number).copied();
        let place = block.and_then(|block| context.place(context.places.of_block(block)));
        let line = place.as_ref().map(|place| place.line).filter(|line| *line > 0);
        let wish = match (kind, block) {
            (LocationKind::Exit, _) => "exit".into(),
            (LocationKind::Error, _) => "error".into(),
            (LocationKind::Unsupported, _) => "unsupported".into(),
            (LocationKind::Entry, _) => "entry".into(),
            (kind, block) => {
                let stem = if *kind == LocationKind::Loop { "loop" } else { "at" };
                let function = place.as_ref().map_or("", |place| place.function.as_str());
                let name = block.map_or("", |block| context.prepared.function.block(block).name.as_str());
                match line {
                    Some(line) if *kind == LocationKind::Loop => format!("{stem}.{line}"),
                    Some(line) => format!("{stem}.{function}.{line}"),
                    None if name.is_empty() => stem.to_string(),
                    None => format!("{stem}.{name}"),
                }
            }
        };
        let symbol = context.names.unique(&wish);
        let variable = context.terms.var(&symbol, Sort::Bool);
        declared.push((symbol, variable));
    }
    declared
}

/// Makes the values state variables, named after variables of the source where there are any.
fn declare_values(context: &mut Context<'_>, values: &[ValueId], variables: &Variables) -> Vec<String> {
    let mut symbols = Vec::with_capacity(values.len());
    for value in values {
        let name = match (variables.names.get(value), &context.prepared.function.value(*value).name) {
            (Some(variable), _) => context.program.variable(*variable).name.clone(),
            (None, Some(name)) => name.clone(),
            (None, None) => format!("v{}", value.0),
        };
        let symbol = context.names.unique(&name);
        let sort = context.sort(*value);
        context.states[value.index()] = Some(context.terms.var(&symbol, sort));
        symbols.push(symbol);
    }
    symbols
}

fn origin(context: &Context<'_>, variables: &Variables, value: ValueId) -> Option<Origin> {
    let variable = context.program.variable(*variables.names.get(&value)?);
    let declared = variable.declared.map(|location| context.program.location(location));
    let line = declared.map(|location| location.line).filter(|line| *line > 0);
    Some(Origin { name: variable.name.clone(), file: declared.map(|location| location.file.clone()), line })
}

fn state(context: &mut Context<'_>, symbol: &str, current: TermId, update: TermId, origin: Option<Origin>) -> StateVar {
    let next = context.names.unique(&format!("{symbol}.next"));
    let next = context.terms.var(&next, context.terms.sort(current));
    StateVar { current, next, update: Some(update), origin }
}

/// The values that a step changes, and what they are after it. The targets exclude each other, so
/// the value that is asked for no condition can be any; the most frequent one leaves fewest.
fn next_values(context: &mut Context<'_>, targets: &[StepTarget]) -> Vec<(ValueId, TermId)> {
    let mut order = Vec::new();
    let mut cases: FxHashMap<ValueId, Vec<(TermId, TermId)>> = FxHashMap::default();
    for target in targets {
        for (value, term) in &target.values {
            let known = cases.entry(*value).or_insert_with(|| {
                order.push(*value);
                Vec::new()
            });
            known.push((target.condition, *term));
        }
    }
    let mut next = Vec::new();
    for value in order {
        let Some(cases) = cases.remove(&value) else { continue };
        let mut counts: FxHashMap<TermId, usize> = FxHashMap::default();
        cases.iter().for_each(|(_, term)| *counts.entry(*term).or_default() += 1);
        let Some((_, usual)) = cases.iter().rev().max_by_key(|(_, term)| counts[term]) else { continue };
        let mut merged = *usual;
        for (condition, term) in cases.iter().rev().filter(|(_, term)| term != usual) {
            merged = context.terms.ite(*condition, *term, merged);
        }
        if Some(merged) != context.states[value.index()] {
            next.push((value, merged));
        }
    }
    next
}

fn source_map(
    context: &mut Context<'_>,
    cfg: &Cfg,
    variables: &Variables,
    locations: Vec<(String, TermId)>,
    values: Vec<ValueId>,
    symbols: Vec<String>,
) -> SourceMap {
    let mut map = SourceMap { inputs: std::mem::take(&mut context.input_entries), ..SourceMap::default() };
    for (number, (symbol, _)) in locations.into_iter().enumerate() {
        let block = context.locations.blocks.get(number).copied();
        let place = block.and_then(|block| context.place(context.places.of_block(block)));
        let kind = context.locations.kinds[number];
        map.locations.push(LocationEntry { symbol, kind, block: block.map(|block| block.0), place });
    }
    let mut known: FxHashMap<ValueId, Vec<(usize, u32)>> = FxHashMap::default();
    for (location, at) in variables.at.iter().enumerate() {
        let block = context.locations.blocks[location];
        // A state variable says nothing in locations where its value is not alive.
        let alive = |value: ValueId| match context.definitions[value.index()] {
            Definition::Phi(home, _) if home == block => true,
            _ => context.liveness.is_live(value, block),
        };
        let states = at.iter().filter(|(_, value)| context.states[value.index()].is_some() && alive(*value));
        for (variable, value) in states {
            known.entry(*value).or_default().push((location, variable.0));
        }
    }
    for (value, symbol) in values.into_iter().zip(symbols) {
        if let Some(kind) = context.prepared.memory.kinds.get(&value) {
            map.memory.push(context.prepared.memory.entry(*kind, symbol));
            continue;
        }
        let variables = known.remove(&value).unwrap_or_default();
        map.states.push(StateEntry { symbol, value: value.0, variables });
    }
    for rigid in &context.rigid {
        let (symbol, value) = (rigid.symbol.clone(), rigid.value.0);
        map.states.push(StateEntry { symbol, value, variables: Vec::new() });
    }
    for id in cfg.reverse_postorder() {
        let block = context.prepared.function.block(*id);
        if let Terminator::Unsupported { what } = &block.terminator {
            let (what, place) = (what.clone(), context.place(block.location));
            map.unsupported.push(UnsupportedEntry { block: id.0, what, place });
        }
    }
    map
}
