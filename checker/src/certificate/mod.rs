//! The evidence of answers, checked by solvers that share nothing with the search.
//!
//! A proof is a list of obligations, each a formula without a model. An invariant that was found with uninterpreted
//! operators is checked in two cheap parts: it is inductive when operators are uninterpreted and the
//! lemmas are given, and each lemma is valid when they are not. What the lemmas do not say about products is found on
//! the way, by reading equations as polynomials. One that was found with numbers interpreted is checked
//! in the same way, but only the operators that solvers find hard are uninterpreted, if there are any. What does not go
//! through like that is checked on the concrete system. A violation is an execution that the evaluator runs again.
//!
//! *Architecture invariant:* no engine's `Safe` or `Unsafe` is believed unchecked.
//! [`Engine::run`](crate::Engine::run) gives answers that went through [`certified`]; who calls
//! [`Engine::search`](crate::Engine::search) gets an answer that is still to be checked by
//! [`certify`] or [`check_trace`], if need be in another process.

mod cases;
mod check;
mod lessons;
mod reading;
mod write;

pub use check::certify;
pub use reading::certify_reading;

use crate::answer::{Invariant, Outcome, Reason, Task};
use crate::solver::Theory;
use euclase_logic::{ReplayError, TermId, Terms, Trace, TransitionSystem};
use std::fmt;
use std::rc::Rc;
use std::time::Instant;

/// How a proof is checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct CertifyOptions {
    /// Whether arrays stay interpreted in abstract obligations.
    pub keep_arrays: bool,
    /// Whether the invariant lists states, so that consecution is best shown case by case.
    pub by_cases: bool,
    /// When to give up.
    pub deadline: Option<Instant>,
}

/// A proof that has been checked.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What was shown, in the order in which it was.
    pub obligations: Vec<Obligation>,
}

/// One part of a proof: the context and the goal together have no model.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The part that it plays.
    pub kind: ObligationKind,
    /// What it says, in words.
    pub about: String,
    /// How operators are read in it.
    pub theory: Theory,
    /// What may be used.
    pub context: Rc<[TermId]>,
    /// The negation of what is to be shown.
    pub goal: TermId,
}

/// The parts of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObligationKind {
    /// Initial states satisfy the invariant.
    Initiation,
    /// Steps keep the invariant.
    Consecution,
    /// The invariant implies the property.
    Safety,
    /// The first steps from an initial state keep the invariant: the base of k-induction.
    Base,
    /// No execution is longer than the base.
    Exhaustion,
    /// A lemma is valid.
    Lemma,
    /// The file's step relation implies a part of the system's.
    Reading,
    /// A Horn clause holds of what is said about its predicates.
    Clause,
}

impl ObligationKind {
    /// The word for file names and tables.
    pub fn name(self) -> &'static str {
        match self {
            ObligationKind::Initiation => "initiation",
            ObligationKind::Consecution => "consecution",
            ObligationKind::Safety => "safety",
            ObligationKind::Base => "base",
            ObligationKind::Exhaustion => "exhaustion",
            ObligationKind::Lemma => "lemma",
            ObligationKind::Reading => "reading",
            ObligationKind::Clause => "clause",
        }
    }
}

/// Why a proof was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateError {
    /// An obligation has a model: the proof is wrong.
    Refuted {
        /// Which obligation.
        obligation: String,
        /// The formula that it is about.
        formula: String,
    },
    /// The solver could not tell.
    NotChecked {
        /// Which obligation.
        obligation: String,
        /// What the solver said.
        why: String,
    },
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Refuted { obligation, formula } => {
                write!(f, "the proof is refuted: it does not hold that {obligation}: {formula}")
            }
            CertificateError::NotChecked { obligation, why } => {
                write!(f, "the proof could not be checked: whether {obligation} is open ({why})")
            }
        }
    }
}

impl std::error::Error for CertificateError {}

/// Runs the execution on the system and sees the property violated at its end.
pub fn check_trace(terms: &mut Terms, system: &TransitionSystem, trace: &Trace) -> Result<(), ReplayError> {
    system.replay(terms, trace)
}

/// Lets an answer through only with evidence that checks; a proof comes with its certificate.
pub fn certified(task: &mut Task, outcome: Outcome, options: &CertifyOptions) -> (Outcome, Option<Certificate>) {
    match outcome {
        Outcome::Safe(invariant) => match certify_for(task, &invariant, options) {
            Ok(certificate) => {
                task.count("certified proofs", 1);
                (Outcome::Safe(invariant), Some(certificate))
            }
            Err(error) => (Outcome::Unknown(rejected(task, &error)), None),
        },
        Outcome::Unsafe(trace) => match check_trace(task.terms, task.system, &trace) {
            Ok(()) => {
                task.count("replayed traces", 1);
                (Outcome::Unsafe(trace), None)
            }
            Err(error) => (Outcome::Unknown(Reason::Internal(error.to_string())), None),
        },
        Outcome::Unknown(reason) => (Outcome::Unknown(reason), None),
    }
}

fn certify_for(
    task: &mut Task,
    invariant: &Invariant,
    options: &CertifyOptions,
) -> Result<Certificate, CertificateError> {
    let deadline = options.deadline.or(task.deadline);
    let options = CertifyOptions { deadline, ..*options };
    certify(task.terms, task.system, invariant, &options, &task.statistics)
}

/// Wrong evidence is a bug; evidence that there was no time to check is not.
fn rejected(task: &Task, error: &CertificateError) -> Reason {
    match error {
        CertificateError::Refuted { .. } => Reason::Internal(error.to_string()),
        CertificateError::NotChecked { .. } => task.gave_up(error.to_string()),
    }
}

#[cfg(test)]
mod tests;
