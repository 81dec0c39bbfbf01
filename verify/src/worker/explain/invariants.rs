//! What an invariant of the system says about the loops of the program.

use super::c_formula::{Names, Variable, to_c};
use super::c_memory::MemoryNames;
use super::c_types::{self, Kind, MemoryType};
use crate::input::Input;
use euclase_checker::Invariant;
use euclase_encoder::{LocationEntry, LocationKind, SourceMap};
use euclase_logic::{Sort, Substitution, TermId, Terms};
use euclase_program::{Encoding, LocationId, Program, VariableId};
use euclase_result::{LoopCopy, LoopInvariant, SourcePlace};
use rustc_hash::{FxHashMap, FxHashSet};

/// More loops than this are not told.
const MOST_LOOPS: usize = 1000;

/// Shared code that is called from shared code is looked through so deep.
const MOST_CHAINS: usize = 30;

/// The invariant at each loop head that has a place in the source, as far as C can say it.
pub(super) fn at_loops(input: &mut Input, proof: &Invariant, map: &SourceMap, program: &Program) -> Vec<LoopInvariant> {
    let states: FxHashMap<String, TermId> = input
        .system
        .states
        .iter()
        .filter_map(|state| Some((input.terms.var_name(state.current)?.to_string(), state.current)))
        .collect();
    let loops = map.locations.iter().enumerate().filter(|(_, location)| location.kind == LocationKind::Loop);
    let bad = |entry: &&LocationEntry| matches!(entry.kind, LocationKind::Error | LocationKind::Unsupported);
    let bad: FxHashSet<TermId> =
        map.locations.iter().filter(bad).filter_map(|entry| states.get(&entry.symbol).copied()).collect();
    let ends: Vec<TermId> =
        input.system.states.iter().filter(|state| bad.contains(&state.current)).filter_map(|s| s.update).collect();
    let memory = MemoryNames::of(program, map, &states);
    let mut found = Vec::new();
    for (index, location) in loops.take(MOST_LOOPS) {
        let Some(place) = &location.place else { continue };
        let at_location = map
            .locations
            .iter()
            .enumerate()
            .filter_map(|(other, entry)| Some((*states.get(&entry.symbol)?, input.terms.bool(other == index))));
        let mut here = Substitution::new(at_location.collect::<Vec<_>>());
        let formula = here.apply(&mut input.terms, proof.formula);
        let mut names = names_at((index, &place.function), map, program, (&input.terms, &states));
        memory.add_to(&mut names, &input.terms, formula, &place.function);
        let mut invariant = LoopInvariant {
            place: SourcePlace { file: place.file.clone(), line: place.line, function: place.function.clone() },
            conjuncts: Vec::new(),
            omitted: 0,
            column: place.column,
            copy: copy_of_loop(program, place.inlined_at),
        };
        for conjunct in input.terms.conjuncts(formula) {
            match to_c(&input.terms, conjunct, &names) {
                Some(text) if invariant.conjuncts.contains(&text) => {}
                Some(text) => invariant.conjuncts.push(text),
                None => invariant.omitted += 1,
            }
        }
        if proof.induction_depth > 1 {
            // Such a proof need not say what keeps the next step from the error, though it follows from it.
            for reached in ends.iter().map(|end| here.apply(&mut input.terms, *end)).collect::<Vec<_>>() {
                let avoided = input.terms.not(reached);
                let said = input.terms.conjuncts(avoided).into_iter().filter_map(|c| to_c(&input.terms, c, &names));
                for text in said.collect::<Vec<_>>() {
                    if !invariant.conjuncts.contains(&text) {
                        invariant.conjuncts.push(text);
                    }
                }
            }
        }
        found.push(invariant);
    }
    found
}

/// Which copy of a loop it is that a call has brought here, by the call's number among the locations.
pub(in crate::worker) fn copy_of_loop(program: &Program, call: Option<u32>) -> LoopCopy {
    let known = call.filter(|call| (*call as usize) < program.locations.len()).map(LocationId);
    let among_shared = !program.shared_calls.is_empty();
    LoopCopy { call, chains: chains(program, known, MOST_CHAINS, &mut FxHashMap::default()), among_shared }
}

/// How many chains of calls end with a call that was inlined. Where code is there once for several calls, it is each of
/// theirs.
fn chains(program: &Program, call: Option<LocationId>, depth: usize, known: &mut FxHashMap<LocationId, u64>) -> u64 {
    let mut at = call;
    while let Some(location) = at {
        let Some(shared) = program.shared_calls.iter().find(|shared| shared.place == location) else {
            at = program.location(location).inlined_at;
            continue;
        };
        if let Some(known) = known.get(&location) {
            return *known;
        }
        let mut sum = 0u64;
        for site in &shared.sites {
            // A site is a place in the caller, which may itself have been brought there.
            let caller = program.location(*site).inlined_at;
            let of_site = if depth == 0 { 0 } else { chains(program, caller, depth - 1, known) };
            sum = if of_site == 0 { 0 } else { sum.saturating_add(of_site) };
            if sum == 0 {
                break;
            }
        }
        known.insert(location, sum);
        return sum;
    }
    1
}

/// The C variables that state variables are at a location.
fn names_at(
    (location, function): (usize, &str),
    map: &SourceMap,
    program: &Program,
    (terms, states): (&Terms, &FxHashMap<String, TermId>),
) -> Names {
    let mut names = Names::default();
    for state in &map.states {
        let Some(term) = states.get(&state.symbol) else { continue };
        let variable = state.variables.iter().find(|(at, _)| *at == location);
        // Who waits for shared code is nothing that C has a word for.
        let is_caller = |index: u32| program.shared_calls.iter().any(|calls| calls.caller == VariableId(index));
        let variable = variable.filter(|(_, index)| !is_caller(*index));
        let variable = variable.and_then(|(_, index)| program.variables.get(VariableId(*index).index()));
        // A caller's variable has no name here, or its name means something else.
        let variable = variable.filter(|v| v.scope.as_ref().is_none_or(|scope| scope == function));
        if let Some(variable) = variable {
            names.insert(
                *term,
                only_part(program, variable, terms.sort(*term)).unwrap_or_else(|| Variable::of(variable)),
            );
        }
    }
    names
}

/// The number in a struct or an array that holds nothing else; the compiler keeps such a variable as the number itself.
fn only_part(program: &Program, variable: &euclase_program::Variable, sort: Sort) -> Option<Variable> {
    let (Sort::BitVec(width), Encoding::Other) = (sort, variable.encoding) else { return None };
    let ty = MemoryType::Source(variable.ty?);
    let part = c_types::smallest(program, ty, 0, u64::from(width));
    let whole = (part.start, part.width) == (0, u64::from(width)) && 8 * c_types::size(program, ty) == part.width;
    if !whole || !matches!(c_types::kind(program, part.ty), Kind::Scalar) {
        return None;
    }
    let (encoding, type_name) = c_types::encoding(program, part.ty);
    Some(Variable::place(format!("{}{}", variable.name, part.path), encoding, type_name))
}
