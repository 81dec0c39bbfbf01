//! A worker that writes a stage for the user: a transition system in one of its text forms, or the
//! drawing of a program or of its memory.

use super::protocol::{EmitRequest, Message};
use crate::args::Stage;
use crate::input::{self, Input};
use euclase_encoder::{Place, SourceMap, encode_summaries};
use euclase_logic::{TermId, TransitionSystem, write_clauses, write_formulas, write_horn, write_vmt};
use euclase_program::{MemoryLevel, Program, Regions};
use euclase_result::GaveUp;
use rustc_hash::FxHashMap;
use std::path::Path;

pub(super) fn run(from: &Path, to: Option<&Path>, request: &EmitRequest) -> Message {
    let Some(to) = to else { return Message::GaveUp(GaveUp::Internal("there is no path to write to".into())) };
    let text = match request.stage {
        Stage::Chc if request.is_recursive => write_summaries(from),
        Stage::Dot | Stage::Regions | Stage::RegionsDot => write_program(from, request.stage),
        Stage::Ts | Stage::Vmt | Stage::Chc | Stage::Smt2 => match input::read(from) {
            Ok(input) => write_system(input, request),
            Err(error) => return Message::InputError(error),
        },
        Stage::Program | Stage::Sliced | Stage::Ll => Err("this stage is a file already".to_string()),
    };
    match text {
        Ok(text) => match std::fs::write(to, text) {
            Ok(()) => Message::Emitted,
            Err(error) => Message::GaveUp(GaveUp::Environment(format!("cannot write {}: {error}", to.display()))),
        },
        Err(why) => Message::GaveUp(GaveUp::Internal(why)),
    }
}

/// The clauses of a program whose calls are kept.
fn write_summaries(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let program = Program::parse(&text).map_err(|e| e.to_string())?;
    let encoded = encode_summaries(&program, MemoryLevel::Full).map_err(|e| e.to_string())?;
    Ok(write_clauses(&encoded.terms, &encoded.clauses))
}

fn write_program(path: &Path, stage: Stage) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let program = Program::parse(&text).map_err(|e| e.to_string())?;
    match stage {
        Stage::Regions => Ok(Regions::of(&program).print(&program)),
        Stage::RegionsDot => Ok(Regions::of(&program).dot()),
        _ => program.entry.map(|entry| program.dot(entry)).ok_or_else(|| "the program has no entry".into()),
    }
}

fn write_system(mut input: Input, request: &EmitRequest) -> Result<String, String> {
    match request.stage {
        Stage::Vmt => Ok(write_vmt(&input.terms, &input.system)),
        Stage::Chc => write_horn(&input.terms, &input.system).map_err(|e| e.to_string()),
        Stage::Smt2 => Ok(definitions(&mut input)),
        _ => Ok(listing(&input, &read_map(request.map.as_deref()))),
    }
}

/// Initial states, step and property as three definitions, for any use that a solver has for them.
fn definitions(input: &mut Input) -> String {
    let (terms, system) = (&mut input.terms, &input.system);
    let step = match &system.relation {
        Some(relation) => terms.and(&relation.clone()),
        None => system.trans(terms),
    };
    let script = write_formulas(terms, &[system.init, step, system.property]);
    let mut text = String::from("(set-option :produce-models true)\n(set-logic ALL)\n");
    text.push_str(&script.declarations);
    text.push_str(&script.definitions);
    for (name, formula) in ["initial-states", "step", "property"].iter().zip(&script.formulas) {
        text.push_str(&format!("(define-fun |euclase {name}| () Bool {formula})\n"));
    }
    text
}

fn read_map(path: Option<&Path>) -> SourceMap {
    let text = path.and_then(|path| std::fs::read_to_string(path).ok());
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The system to be read by people: everything on a line of its own, with where it comes from.
fn listing(input: &Input, map: &SourceMap) -> String {
    let (terms, system) = (&input.terms, &input.system);
    let origins = origins(map);
    let named = |variable: TermId| {
        let name = terms.var_name(variable).unwrap_or_default();
        (name.to_string(), origins.get(name).map(|origin| format!("  ; {origin}")).unwrap_or_default())
    };
    let mut text = String::new();
    for state in &system.states {
        let (name, origin) = named(state.current);
        let kind = if system.locations.contains(&state.current) { "location" } else { "state" };
        text.push_str(&format!("{kind} {name} : {}{origin}\n", terms.sort_name(terms.sort(state.current))));
    }
    let solved = system.solved_inputs.iter().map(|(input, _)| *input);
    for variable in system.inputs.iter().copied().chain(solved) {
        let (name, origin) = named(variable);
        text.push_str(&format!("input {name} : {}{origin}\n", terms.sort_name(terms.sort(variable))));
    }
    let (words, formulas) = equations(input, system);
    let script = write_formulas(terms, &formulas);
    if !script.definitions.is_empty() {
        text.push_str("\n; subterms that occur more than once\n");
        text.push_str(&script.definitions);
    }
    text.push('\n');
    for (word, formula) in words.iter().zip(&script.formulas) {
        text.push_str(&format!("{word} {formula}\n"));
    }
    text
}

fn equations(input: &Input, system: &TransitionSystem) -> (Vec<String>, Vec<TermId>) {
    let terms = &input.terms;
    let name = |variable| terms.var_name(variable).unwrap_or_default().to_string();
    let mut all: Vec<(String, TermId)> =
        terms.conjuncts(system.init).into_iter().map(|c| ("initially".to_string(), c)).collect();
    for state in &system.states {
        if let Some(update) = state.update {
            all.push((format!("next {} =", name(state.current)), update));
        }
    }
    all.extend(system.constraints.iter().map(|c| ("always".to_string(), *c)));
    all.extend(system.solved_inputs.iter().map(|(input, term)| (format!("solved {} =", name(*input)), *term)));
    all.push(("property".to_string(), system.property));
    all.into_iter().unzip()
}

/// What the symbols of the system are in the source.
fn origins(map: &SourceMap) -> FxHashMap<&str, String> {
    let place = |place: &Option<Place>| match place {
        Some(place) => format!(" {}:{} in {}", place.file, place.line, place.function),
        None => String::new(),
    };
    let mut origins = FxHashMap::default();
    for location in &map.locations {
        let kind = format!("{:?}", location.kind).to_lowercase();
        origins.insert(location.symbol.as_str(), format!("{kind}{}", place(&location.place)));
    }
    for input in &map.inputs {
        use euclase_encoder::InputReason::*;
        let reason = match &input.reason {
            Nondet(what) => what.clone(),
            Approximated(what) | Address(what) => format!("any value for {what}"),
        };
        origins.insert(input.symbol.as_str(), format!("{reason}{}", place(&input.place)));
    }
    origins
}
