//! A smaller system to search instead of the given one.
//!
//! Facts say that variables are constant or equal in all reachable states: these go ([`known`]). Constants that hold at
//! one location only are put in where steps leave it, and arithmetic on few values becomes a table ([`rewrite`]). Then
//! what the property does not depend on goes ([`cone`]).
//!
//! In states that satisfy the facts, the steps of the smaller system are those of the given one without the variables
//! that went. So an invariant of the smaller one and the facts are together an invariant of the given one, and an
//! execution of the smaller one becomes one of the given one by computing what went ([`extend`]).

mod cone;
pub mod extend;
mod known;
mod rewrite;
#[cfg(test)]
mod tests;

use crate::answer::{Invariant, Outcome, SafeDepth, Task};
use crate::ic3::control::one_hot;
use euclase_logic::{StateVar, Substitution, TermId, Terms, TransitionSystem};
use known::Place;
use rewrite::Rewriter;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many terms, once for each location, may be rewritten.
const MOST_WORK: usize = 4_000_000;

/// A smaller system, and the way back.
pub struct Reduction {
    /// The smaller system.
    pub system: TransitionSystem,
    /// The facts that speak of what is left.
    pub facts: Vec<TermId>,
    /// Valid formulas by which a check that does not interpret operators can follow.
    pub lemmas: Vec<TermId>,
    /// The state variables that went, each with its initial value, which may speak of what is left and of those
    /// before it; none if any value will do.
    pub dropped: Vec<(TermId, Option<TermId>)>,
}

/// Makes the system of a task smaller, with tables for arithmetic if `tabulate`; nothing if it stays as it is.
pub fn reduce(task: &mut Task, tabulate: bool) -> Option<Reduction> {
    let terms = &mut *task.terms;
    let given = task.system;
    let before = size(terms, given);
    let places = known::places(terms, given, &task.facts);
    let superfluous = known::superfluous(terms, given, &places);
    let mut system = given.clone();
    system.relation = None;
    system.solved_inputs.clear();
    substitute(terms, &mut system, &superfluous);
    let mut lemmas = Vec::new();
    let mut tabulated = 0;
    if before.saturating_mul(places.len()) <= MOST_WORK {
        (lemmas, tabulated) = rewrite_by_place(terms, &mut system, &superfluous, &places, tabulate);
    }
    let cone = cone::cone(terms, &system);
    let (system, mut dropped) = match cone.system.states.is_empty() {
        // Engines want a state, even if it does not matter.
        true => (system, Vec::new()),
        false => (cone.system, cone.dropped),
    };
    let mut facts = Substitution::new(superfluous.iter().copied());
    let images: Vec<TermId> = task.facts.iter().map(|fact| facts.apply(terms, *fact)).collect();
    let facts = remaining_facts(terms, &system, &images, !task.facts.is_empty() && places[0].location.is_some());
    // What stands for others may itself be outside the cone.
    dropped.extend(superfluous.iter().map(|(variable, image)| (*variable, Some(*image))));
    let after = size(terms, &system);
    task.count("reduce: variables before", given.states.len() as u64);
    task.count("reduce: variables after", system.states.len() as u64);
    task.count("reduce: inputs before", given.inputs.len() as u64);
    task.count("reduce: inputs after", system.inputs.len() as u64);
    task.count("reduce: terms before", before as u64);
    task.count("reduce: terms after", after as u64);
    task.count("reduce: operators tabulated", tabulated);
    let same = dropped.is_empty() && system.inputs.len() == given.inputs.len() && !is_changed(given, &system);
    (!same).then_some(Reduction { system, facts, lemmas, dropped })
}

/// Searches the smaller system and gives the answer for the one of the task; nothing if an execution of the smaller
/// one is none of the given one.
pub fn search(task: &mut Task, reduction: &Reduction, engine: impl FnOnce(&mut Task) -> Outcome) -> Option<Outcome> {
    let mut smaller = Task {
        terms: &mut *task.terms,
        system: &reduction.system,
        deadline: task.deadline,
        progress: &mut *task.progress,
        tuning: task.tuning.clone(),
        facts: reduction.facts.clone(),
        // Its steps are others.
        safe_depth: SafeDepth::default(),
        statistics: task.statistics.clone(),
        counters: std::mem::take(&mut task.counters),
    };
    let outcome = engine(&mut smaller);
    let counters = std::mem::take(&mut smaller.counters);
    task.counters = counters;
    match outcome {
        Outcome::Safe(invariant) => Some(Outcome::Safe(whole_invariant(task, reduction, invariant))),
        Outcome::Unsafe(trace) => {
            let whole = extend::extend(task.terms, task.system, &reduction.dropped, &trace);
            let checked = whole.ok().filter(|whole| task.system.replay(task.terms, whole).is_ok());
            if checked.is_none() {
                log::warn!("an execution of the smaller system is none of the given one, which is searched instead");
            }
            checked.map(Outcome::Unsafe)
        }
        Outcome::Unknown(reason) => Some(Outcome::Unknown(reason)),
    }
}

fn whole_invariant(task: &mut Task, reduction: &Reduction, invariant: Invariant) -> Invariant {
    let mut conjuncts = task.facts.clone();
    conjuncts.extend(task.terms.conjuncts(invariant.formula));
    let formula = task.terms.and(&conjuncts);
    let mut lemmas = invariant.lemmas;
    if !invariant.interpreted {
        lemmas.extend(&reduction.lemmas);
    }
    Invariant { formula, lemmas, ..invariant }
}

fn size(terms: &Terms, system: &TransitionSystem) -> usize {
    let mut roots = vec![system.init, system.property];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|state| state.update));
    terms.size(&roots)
}

fn is_changed(given: &TransitionSystem, system: &TransitionSystem) -> bool {
    let updates = |system: &TransitionSystem| system.states.iter().map(|s| s.update).collect::<Vec<_>>();
    let rest = |system: &TransitionSystem| (system.init, system.property, system.constraints.clone());
    updates(given) != updates(system) || rest(given) != rest(system)
}

/// Puts in what variables equal everywhere, and takes them away.
fn substitute(terms: &mut Terms, system: &mut TransitionSystem, superfluous: &[(TermId, TermId)]) {
    if superfluous.is_empty() {
        return;
    }
    let next: FxHashMap<TermId, TermId> = system.states.iter().map(|s| (s.current, s.next)).collect();
    let primed = |term: TermId| next.get(&term).copied().unwrap_or(term);
    let both = superfluous.iter().flat_map(|(v, image)| [(*v, *image), (primed(*v), primed(*image))]);
    let mut images = Substitution::new(both);
    let gone: FxHashSet<TermId> = superfluous.iter().map(|(variable, _)| *variable).collect();
    system.states.retain(|state| !gone.contains(&state.current));
    system.locations.retain(|location| !gone.contains(location));
    for state in &mut system.states {
        state.update = state.update.map(|update| images.apply(terms, update));
    }
    system.constraints = system.constraints.iter().map(|c| images.apply(terms, *c)).collect();
    system.init = images.apply(terms, system.init);
    system.property = images.apply(terms, system.property);
}

/// Rewrites the steps from each place, and the property there, with what is known at it. Gives the lemmas that
/// explain it and the number of tables.
fn rewrite_by_place(
    terms: &mut Terms,
    system: &mut TransitionSystem,
    superfluous: &[(TermId, TermId)],
    places: &[Place],
    tabulate: bool,
) -> (Vec<TermId>, u64) {
    let gone: FxHashSet<TermId> = superfluous.iter().map(|(variable, _)| *variable).collect();
    let here = |place: &&Place| place.location.is_none_or(|location| !gone.contains(&location));
    let places: Vec<&Place> = places.iter().filter(here).collect();
    let mut rewriters: Vec<(Option<TermId>, Rewriter)> = Vec::new();
    let mut is_useful = false;
    for place in &places {
        let mut images: FxHashMap<TermId, TermId> = FxHashMap::default();
        images.extend(place.constants(terms).into_iter().filter(|(variable, _)| !gone.contains(variable)));
        is_useful |= images.keys().any(|variable| !system.locations.contains(variable));
        if let Some(location) = place.location {
            images.extend(system.locations.iter().map(|other| (*other, terms.bool(*other == location))));
        }
        let few = place.values.iter().filter(|(variable, _)| tabulate && !gone.contains(variable));
        let few: Vec<(TermId, Vec<TermId>)> = few.map(|(variable, few)| (*variable, few.clone())).collect();
        is_useful |= !few.is_empty();
        rewriters.push((place.location, Rewriter::new(images, few)));
    }
    if !is_useful {
        return (Vec::new(), 0);
    }
    let mut anywhere = |terms: &mut Terms, term: TermId| {
        let images: Vec<_> =
            rewriters.iter_mut().map(|(place, rewriter)| (*place, rewriter.apply(terms, term))).collect();
        by_cases(terms, &images)
    };
    for StateVar { update, .. } in &mut system.states {
        *update = update.map(|update| anywhere(terms, update));
    }
    system.constraints = system.constraints.iter().map(|c| anywhere(terms, *c)).collect();
    system.constraints.retain(|constraint| terms.as_bool(*constraint) != Some(true));
    system.property = anywhere(terms, system.property);
    let tabulated = rewriters.iter().map(|(_, rewriter)| rewriter.tabulated).sum();
    let mut lemmas: Vec<TermId> = rewriters.into_iter().flat_map(|(_, rewriter)| rewriter.lemmas).collect();
    lemmas.sort_unstable();
    lemmas.dedup();
    (lemmas, tabulated)
}

/// A term that is one of several, by the place; the most frequent one is left for last.
fn by_cases(terms: &mut Terms, images: &[(Option<TermId>, TermId)]) -> TermId {
    let mut cases: Vec<(TermId, Vec<TermId>)> = Vec::new();
    let mut position: FxHashMap<TermId, usize> = FxHashMap::default();
    for (place, image) in images {
        let number = *position.entry(*image).or_insert(cases.len());
        if number == cases.len() {
            cases.push((*image, Vec::new()));
        }
        cases[number].1.extend(place);
    }
    cases.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    let mut cases = cases.into_iter();
    let Some((mut result, _)) = cases.next() else { return terms.tt() };
    for (image, places) in cases {
        let here = terms.or(&places);
        result = terms.ite(here, image, result);
    }
    result
}

/// The facts about what is left, with those that say where control can be.
fn remaining_facts(terms: &mut Terms, system: &TransitionSystem, facts: &[TermId], located: bool) -> Vec<TermId> {
    let left: FxHashSet<TermId> = system.states.iter().map(|state| state.current).collect();
    let mut remaining = facts.to_vec();
    if located {
        remaining.extend(one_hot(terms, &system.locations));
    }
    let mut seen = FxHashSet::default();
    remaining.retain(|fact| {
        terms.as_bool(*fact) != Some(true)
            && terms.variables(&[*fact]).iter().all(|variable| left.contains(variable))
            && seen.insert(*fact)
    });
    remaining
}
