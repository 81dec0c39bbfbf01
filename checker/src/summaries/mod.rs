//! Solutions of Horn clauses with several predicates in a premise: what functions do, found and proved by induction over
//! calls.
//!
//! Facts that follow from the clauses are computed on concrete values ([`facts`]), which runs the program with every call
//! remembered. What all of them have in common is guessed ([`candidates`]) and weakened until every clause keeps it
//! ([`houdini`]), together with what came out of calls as functions of what went in ([`congruence`]). If that excludes violations it is a solution; if not, Spacer goes on from it.

mod candidates;
mod check;
mod congruence;
mod derived;
mod facts;
mod houdini;
#[cfg(test)]
mod tests;

pub use check::{check_solution, clause_text};

use crate::answer::Reason;
use crate::solver::{HornAnswer, HornOptions, Statistics, solve_horn};
use candidates::Guessed;
use euclase_logic::{HornClauses, Op, Substitution, TermId, Terms};
use facts::Saturation;
use houdini::Houdini;
use std::time::{Duration, Instant};

/// The share of the time that guessing may take.
pub const SHARE: f64 = 0.5;

/// How long guessing takes at most.
const LONGEST: Duration = Duration::from_secs(60);

/// What guessing has come to.
pub enum Guess {
    /// A solution: a formula for each predicate over its parameters. It is unchecked.
    Solved(Vec<TermId>),
    /// What is known about each predicate.
    Known(Vec<TermId>),
}

/// Looks for a solution: a formula for each predicate over its parameters. It is unchecked.
pub fn solve(
    terms: &mut Terms,
    clauses: &HornClauses,
    deadline: Option<Instant>,
    statistics: &Statistics,
) -> Result<Vec<TermId>, Reason> {
    match guess(terms, clauses, share_of(deadline, SHARE), statistics)? {
        Guess::Solved(solution) => Ok(solution),
        Guess::Known(known) => extend(terms, clauses, &known, deadline, statistics),
    }
}

/// When a share of the time is over, or less if that is long.
pub fn share_of(deadline: Option<Instant>, share: f64) -> Instant {
    let now = Instant::now();
    now + deadline.map_or(LONGEST, |deadline| deadline.saturating_duration_since(now).mul_f64(share)).min(LONGEST)
}

/// Guesses a solution.
pub fn guess(terms: &mut Terms, clauses: &HornClauses, end: Instant, statistics: &Statistics) -> Result<Guess, Reason> {
    let facts = match facts::saturate(terms, clauses, end) {
        Saturation::Facts(facts) => facts,
        Saturation::Violation => {
            return Err(Reason::Bound("the clauses have no solution: an error may be reachable".into()));
        }
    };
    log::info!("facts computed: {:?}", facts.iter().map(Vec::len).collect::<Vec<_>>());
    let congruence = congruence::guess(terms, clauses);
    let Guessed { simple, more } = candidates::guess(terms, clauses, &facts, &congruence);
    log::info!("guesses: {:?}", simple.iter().map(Vec::len).collect::<Vec<_>>());
    for (predicate, guessed) in clauses.predicates.iter().zip(&simple) {
        guessed.iter().for_each(|formula| log::debug!("guess about {}: {}", predicate.name, terms.sketch(*formula)));
    }
    // Equations alone are cheap, and often enough; what is expensive comes last.
    let is_equation = |terms: &Terms, formula: &TermId| terms.op(*formula) == Op::Eq || *formula == terms.ff();
    let only = |all: &Vec<TermId>| all.iter().copied().filter(|f| is_equation(terms, f)).collect();
    let equations: Vec<Vec<TermId>> = simple.iter().map(only).collect();
    let with_more = simple.iter().zip(&more).map(|(simple, more)| [&simple[..], &more[..]].concat()).collect();
    let rounds =
        if more.iter().all(Vec::is_empty) { vec![equations, simple] } else { vec![equations, simple, with_more] };
    let mut known = vec![terms.tt(); clauses.predicates.len()];
    for (round, mut guessed) in rounds.into_iter().enumerate() {
        let mut houdini = Houdini::new(clauses, &mut guessed, end, statistics);
        if !houdini.weaken(terms) {
            break;
        }
        log::info!("inductive in round {round}: {:?}", houdini.candidates.iter().map(Vec::len).collect::<Vec<_>>());
        if houdini.excludes_violations(terms) {
            return Ok(Guess::Solved(houdini.needed(terms)));
        }
        for (predicate, kept) in clauses.predicates.iter().zip(&*houdini.candidates) {
            kept.iter().for_each(|formula| log::trace!("kept about {}: {}", predicate.name, terms.sketch(*formula)));
        }
        known = guessed.iter().map(|all| terms.and(all)).collect();
    }
    Ok(Guess::Known(known))
}

/// Has Spacer look for a solution from what is known on.
pub fn extend(
    terms: &mut Terms,
    clauses: &HornClauses,
    known: &[TermId],
    deadline: Option<Instant>,
    statistics: &Statistics,
) -> Result<Vec<TermId>, Reason> {
    // Spacer does not take uninterpreted functions. What it finds without them is a solution together with all that is known.
    let without = |terms: &mut Terms, known: &TermId| {
        let parts: Vec<TermId> = terms.conjuncts(*known).into_iter().filter(|part| !is_applied(terms, *part)).collect();
        terms.and(&parts)
    };
    let said: Vec<TermId> = known.iter().map(|known| without(terms, known)).collect();
    let strengthened = strengthen(terms, clauses, &said);
    let limit = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let options = HornOptions { limit, global_guidance: true };
    match solve_horn(&strengthened, terms, &options, statistics) {
        HornAnswer::Solved(found) => {
            Ok(found.into_iter().zip(known).map(|(found, known)| terms.and(&[found, *known])).collect())
        }
        HornAnswer::Refuted(_) => Err(Reason::Bound("the clauses have no solution: an error may be reachable".into())),
        HornAnswer::Unknown(_) if deadline.is_some_and(|deadline| Instant::now() >= deadline) => Err(Reason::Timeout),
        HornAnswer::Unknown(why) => Err(Reason::SolverGaveUp(why)),
    }
}

/// The clauses with what is known about predicates in their premises.
fn strengthen(terms: &mut Terms, clauses: &HornClauses, known: &[TermId]) -> HornClauses {
    let mut result = clauses.clone();
    for clause in &mut result.clauses {
        let mut parts = vec![clause.constraint];
        for atom in &clause.body {
            parts.push(apply(terms, clauses, known[atom.predicate], atom.predicate, &atom.arguments));
        }
        clause.constraint = terms.and(&parts);
    }
    result
}

/// Whether a term speaks of uninterpreted functions.
fn is_applied(terms: &Terms, term: TermId) -> bool {
    terms.postorder(&[term]).into_iter().any(|part| matches!(terms.op(part), Op::Apply(_)))
}

/// A formula over the parameters of a predicate, about arguments.
fn apply(terms: &mut Terms, clauses: &HornClauses, formula: TermId, predicate: usize, arguments: &[TermId]) -> TermId {
    let parameters = clauses.predicates[predicate].parameters.iter().copied();
    Substitution::new(parameters.zip(arguments.iter().copied())).apply(terms, formula)
}
