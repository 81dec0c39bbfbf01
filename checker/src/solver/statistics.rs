//! Counters for every kind of query.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use z3::SatResult;

/// What a query is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum QueryKind {
    Initial,
    Bad,
    Consecution,
    Generalise,
    Propagate,
    Lift,
    Repair,
    RefineState,
    RefineStep,
    RefinePath,
    MinimiseCore,
    LemmaValid,
    Conjecture,
    Unroll,
    Induction,
    Certificate,
    Horn,
}

/// How the queries of one kind went.
#[derive(Clone, Copy, Default, Debug)]
pub struct QueryStatistics {
    /// Queries with a model.
    pub sat: u64,
    /// Queries without one.
    pub unsat: u64,
    /// Queries given up.
    pub unknown: u64,
    /// Time in the solver.
    pub time: Duration,
}

impl QueryStatistics {
    /// All queries of the kind.
    pub fn total(&self) -> u64 {
        self.sat + self.unsat + self.unknown
    }
}

/// A shared handle to the counters.
#[derive(Clone, Default, Debug)]
pub struct Statistics(Rc<RefCell<std::collections::BTreeMap<QueryKind, QueryStatistics>>>);

impl Statistics {
    pub(super) fn record(&self, kind: QueryKind, result: SatResult, time: Duration) {
        let mut all = self.0.borrow_mut();
        let entry = all.entry(kind).or_default();
        match result {
            SatResult::Sat => entry.sat += 1,
            SatResult::Unsat => entry.unsat += 1,
            SatResult::Unknown => entry.unknown += 1,
        }
        entry.time += time;
    }

    /// The counters by kind, in a fixed order.
    pub fn by_kind(&self) -> Vec<(QueryKind, QueryStatistics)> {
        self.0.borrow().iter().map(|(kind, statistics)| (*kind, *statistics)).collect()
    }
}
