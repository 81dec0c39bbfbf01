//! Facts about all cells of an array, proved by looking at a few cells that could be any.
//!
//! What a loop has done to an array takes a quantifier to say: all cells below `i` hold zero. Instead, the search
//! looks at an arbitrary *place* that never changes, and knows of each array only the cell there (Monniaux and Gonnord,
//! "Cell morphing", SAS 2016): a read elsewhere gives anything, and the error counts only when the cell that it is
//! about is the one that is looked at. That system has no arrays ([`abstraction`]), and any engine can
//! search it. An invariant of it speaks of the place and the cell there; put in the array's own terms, it holds for
//! every place, which is what the certificate shows on the given system ([`instances`]). An execution of it shows nothing.

mod abstraction;
mod instances;
#[cfg(test)]
mod tests;

pub use instances::{instances, strangers};

use crate::answer::{Invariant, Outcome, Reason, SafeDepth, Task};
use crate::budget;
use crate::certificate::{CertifyOptions, certify};
use crate::engine::Engine;
use crate::facts;
use crate::ic3;
use crate::kind::KindOptions;
use abstraction::Abstraction;
use euclase_logic::{Substitution, TermId};
use std::time::Instant;

/// Searches the system that has places instead of arrays.
pub fn cells(task: &mut Task) -> Outcome {
    let found = match Abstraction::of(task.terms, task.system) {
        Ok(found) => found,
        Err(why) => return Outcome::Unknown(Reason::Bound(why.to_string())),
    };
    task.count("cells: places", found.places.len() as u64);
    task.count("cells: cells", found.cells.len() as u64);
    let engines = [
        Engine::Euf(ic3::Options::default()),
        Engine::Sa(ic3::Options::interpreted()),
        Engine::Kind(KindOptions { max_depth: Some(8), ..KindOptions::default() }),
    ];
    let longest = budget::for_facts_about_cells(task.deadline);
    let facts = with_abstraction(task, &found, None, Vec::new(), |task| facts::find(task, longest));
    let mut slice = budget::FIRST_SLICE_ON_CELLS;
    loop {
        for engine in &engines {
            let now = Instant::now();
            if task.deadline.is_some_and(|deadline| now >= deadline) {
                return Outcome::Unknown(Reason::Timeout);
            }
            let deadline = task.deadline.map_or(now + slice, |deadline| deadline.min(now + slice));
            match with_abstraction(task, &found, Some(deadline), facts.clone(), |task| engine.search(task)) {
                Outcome::Safe(invariant) => return finish(task, &found, invariant),
                Outcome::Unsafe(_) => {
                    let why = "the property depends on more cells of arrays than are looked at";
                    return Outcome::Unknown(Reason::Bound(why.into()));
                }
                Outcome::Unknown(Reason::Interrupted) => return Outcome::Unknown(Reason::Interrupted),
                Outcome::Unknown(_) => {}
            }
        }
        slice *= 2;
    }
}

/// Does something with the abstraction instead of the system of a task.
fn with_abstraction<T>(
    task: &mut Task,
    found: &Abstraction,
    deadline: Option<Instant>,
    facts: Vec<TermId>,
    act: impl FnOnce(&mut Task) -> T,
) -> T {
    let mut abstracted = Task {
        terms: &mut *task.terms,
        system: &found.system,
        deadline,
        progress: &mut *task.progress,
        tuning: task.tuning.clone(),
        facts,
        // Its executions are others.
        safe_depth: SafeDepth::default(),
        statistics: task.statistics.clone(),
        counters: std::mem::take(&mut task.counters),
    };
    let result = act(&mut abstracted);
    task.counters = std::mem::take(&mut abstracted.counters);
    result
}

/// The invariant in terms of the given system, if its proof goes through there.
fn finish(task: &mut Task, found: &Abstraction, invariant: Invariant) -> Outcome {
    if invariant.induction_depth > 1 {
        return Outcome::Unknown(Reason::Bound("the proof needs several steps at once".into()));
    }
    let mut selected = Vec::new();
    for (cell, array, place) in &found.cells {
        selected.push((*cell, task.terms.select(*array, *place)));
    }
    let mut selected = Substitution::new(selected);
    let formula = selected.apply(task.terms, invariant.formula);
    let lemmas = invariant.lemmas.iter().map(|lemma| selected.apply(task.terms, *lemma)).collect();
    let invariant = Invariant { formula, lemmas, induction_depth: 1, interpreted: true };
    let options = CertifyOptions { deadline: task.deadline, ..CertifyOptions::default() };
    match certify(task.terms, task.system, &invariant, &options, &task.statistics) {
        Ok(_) => Outcome::Safe(invariant),
        Err(error) => {
            log::debug!("cells: {error}");
            Outcome::Unknown(Reason::Bound("the proof with single cells of arrays is none with all".into()))
        }
    }
}
