//! Constrained Horn clauses over predicates that are to be found.
//!
//! A clause may have several predicates in its premise: one for where an execution is, one for what a function that was
//! called has done. A solution gives each predicate a formula over its parameters that makes every clause true.

use crate::term::TermId;

/// A predicate that is to be found.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// A name, for messages.
    pub name: String,
    /// The variables over which its solution is given.
    pub parameters: Vec<TermId>,
}

/// A predicate applied to terms.
#[derive(Clone, Debug)]
pub struct Application {
    /// The position of the predicate in [`HornClauses::predicates`].
    pub predicate: usize,
    /// The arguments.
    pub arguments: Vec<TermId>,
}

/// `body ∧ constraint → head` for all values of the variables; without a head, `→ false`.
#[derive(Clone, Debug)]
pub struct HornClause {
    /// The predicates in the premise.
    pub body: Vec<Application>,
    /// The rest of the premise.
    pub constraint: TermId,
    /// The conclusion.
    pub head: Option<Application>,
}

/// Clauses over predicates.
#[derive(Clone, Debug, Default)]
pub struct HornClauses {
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// The clauses.
    pub clauses: Vec<HornClause>,
}
