//! What an engine is asked, and what it answers.

use crate::solver::Statistics;
use crate::tuning::Tuning;
use euclase_logic::{TermId, Terms, Trace, TransitionSystem};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The answer of an engine, with the evidence that something else re-checks.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The property holds in every reachable state.
    Safe(Invariant),
    /// The property fails at the end of this execution.
    Unsafe(Trace),
    /// The engine does not know, and says why.
    Unknown(Reason),
}

/// A proof: `formula` holds initially, is kept by every step, and implies the property.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The invariant, over the current-state variables.
    pub formula: TermId,
    /// Formulas that hold for all values of their variables and make the proof go through when
    /// operators are uninterpreted. Empty for engines that interpret every operator.
    pub lemmas: Vec<TermId>,
    /// The property holds in all states that k steps of it lead to: 1 for an inductive
    /// invariant, more for k-induction.
    pub induction_depth: usize,
    /// Whether the proof was found with numbers interpreted: then it is not worth checking without.
    pub interpreted: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time is over.
    Timeout,
    /// The user or another engine's answer ended the search.
    Interrupted,
    /// The depth limit was reached: no execution of so many steps or fewer violates the property.
    Depth {
        /// The steps.
        safe_steps: usize,
        /// The depth of the induction that did not prove it, if one was tried.
        induction: Option<usize>,
    },
    /// Another bound of the engine was reached: its meaning in words.
    Bound(String),
    /// The solver gave up on a query that cannot be left out.
    SolverGaveUp(String),
    /// Evidence that did not check: a bug, told in words.
    Internal(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Timeout => f.write_str("the time limit was reached"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Depth { safe_steps, .. } => write!(f, "no execution of {safe_steps} or fewer steps is a violation"),
            Reason::Bound(bound) => f.write_str(bound),
            Reason::SolverGaveUp(why) => write!(f, "the solver gave up: {why}"),
            Reason::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

/// How far a search has come, for a progress line.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Frames or unrolled steps.
    pub depth: usize,
    /// Open proof obligations.
    pub obligations: usize,
    /// Clauses learned.
    pub lemmas: usize,
    /// Abstraction refinements.
    pub refinements: usize,
}

/// How many steps are known to be safe: no execution of so many or fewer violates the property. Whoever finds out
/// raises it, in whichever thread, and engines that look at one length after the other go on behind it.
#[derive(Clone, Default, Debug)]
pub struct SafeDepth(Arc<AtomicUsize>);

impl SafeDepth {
    /// Tells that executions of so many steps or fewer are safe.
    pub fn raise(&self, steps: usize) {
        self.0.fetch_max(steps.saturating_add(1), Ordering::Relaxed);
    }

    /// Whether executions of so many steps are known to be safe.
    pub fn covers(&self, steps: usize) -> bool {
        steps < self.0.load(Ordering::Relaxed)
    }
}

/// What every engine gets.
pub struct Task<'a> {
    /// The arena of the system's terms.
    pub terms: &'a mut Terms,
    /// The system to check.
    pub system: &'a TransitionSystem,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Called now and then; returns false when the search should end.
    pub progress: &'a mut dyn FnMut(Progress) -> bool,
    /// Which parts of the search are in use.
    pub tuning: Tuning,
    /// Formulas over the state that hold in every reachable state: together they hold initially
    /// and are kept by every step. An engine may use them anywhere; its invariant then says them.
    pub facts: Vec<TermId>,
    /// How many steps of this system are known to be safe. An answer must not rest on it: it saves queries only.
    pub safe_depth: SafeDepth,
    /// Counters of solver queries.
    pub statistics: Statistics,
    /// Other counters, by name.
    pub counters: BTreeMap<&'static str, u64>,
}

impl Task<'_> {
    /// Adds to a named counter.
    pub fn count(&mut self, name: &'static str, by: u64) {
        *self.counters.entry(name).or_default() += by;
    }

    /// Why a query that cannot be left out has no answer.
    pub fn gave_up(&self, why: String) -> Reason {
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Reason::Timeout,
            _ => Reason::SolverGaveUp(why),
        }
    }

    /// Reports progress; an error says why the search must end.
    pub fn tick(&mut self, progress: Progress) -> Result<(), Reason> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Reason::Timeout);
        }
        if (self.progress)(progress) { Ok(()) } else { Err(Reason::Interrupted) }
    }
}
