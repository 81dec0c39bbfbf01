//! Constrained Horn clauses over predicates that are to be found.
//!
//! A clause may have several predicates in its premise: one for where an execution is, one for what a function that was
//! called has done. A solution gives each predicate a formula over its parameters that makes every clause true.

use crate::term::{FunctionId, TermId};

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
    /// The predicates whose first arguments decide the others.
    pub functional: Vec<Functional>,
}

/// Of a predicate that relates what goes into a function to what comes out of it, that there is only one thing that can
/// come out. The least relation that satisfies the clauses is a part of the graph of some functions, so that these may be
/// used in premises and in solutions: what holds whatever functions they are holds for those.
#[derive(Clone, Debug)]
pub struct Functional {
    /// The position of the predicate in [`HornClauses::predicates`].
    pub predicate: usize,
    /// How many arguments decide the others.
    pub arguments: usize,
    /// Uninterpreted functions, one for each of the others.
    pub functions: Vec<FunctionId>,
}

impl HornClauses {
    /// For each predicate in the premise of a clause that is the graph of functions: the function, what it is applied to,
    /// and what comes out.
    pub fn applied<'a>(&'a self, clause: &'a HornClause) -> impl Iterator<Item = (FunctionId, &'a [TermId], TermId)> {
        clause.body.iter().flat_map(|atom| {
            let functional = self.functional.iter().find(|functional| functional.predicate == atom.predicate);
            functional.into_iter().flat_map(|functional| {
                let (arguments, results) = atom.arguments.split_at(functional.arguments);
                functional.functions.iter().zip(results).map(move |(function, result)| (*function, arguments, *result))
            })
        })
    }
}
