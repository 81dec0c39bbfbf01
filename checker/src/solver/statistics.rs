//! Counters for every kind of query, and the way to a recorder of queries, if there is one.

use super::recorder::{Query, Recorder};
use std::cell::RefCell;
use std::collections::BTreeMap;
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
    Predict,
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

impl QueryKind {
    /// Whether IC3 asks it about frames and steps, as opposed to questions about what operators mean.
    pub fn is_of_search(self) -> bool {
        use QueryKind::*;
        matches!(self, Initial | Bad | Consecution | Generalise | Predict | Propagate | Lift | Repair)
    }

    /// Whether refinement asks it about what operators mean, to learn lemmas.
    pub fn is_of_refinement(self) -> bool {
        use QueryKind::*;
        matches!(self, RefineState | RefineStep | RefinePath | MinimiseCore | LemmaValid | Conjecture)
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            QueryKind::Initial => "initial",
            QueryKind::Bad => "bad",
            QueryKind::Consecution => "consecution",
            QueryKind::Generalise => "generalise",
            QueryKind::Predict => "predict",
            QueryKind::Propagate => "propagate",
            QueryKind::Lift => "lift",
            QueryKind::Repair => "repair",
            QueryKind::RefineState => "refine-state",
            QueryKind::RefineStep => "refine-step",
            QueryKind::RefinePath => "refine-path",
            QueryKind::MinimiseCore => "minimise-core",
            QueryKind::LemmaValid => "lemma-valid",
            QueryKind::Conjecture => "conjecture",
            QueryKind::Unroll => "unroll",
            QueryKind::Induction => "induction",
            QueryKind::Certificate => "certificate",
            QueryKind::Horn => "horn",
        }
    }
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
    /// Instances of the axioms of arrays that the solver made where it interprets them.
    pub array_axioms: u64,
}

impl QueryStatistics {
    /// All queries of the kind.
    pub fn total(&self) -> u64 {
        self.sat + self.unsat + self.unknown
    }
}

/// A shared handle to the counters.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    counters: Rc<RefCell<BTreeMap<QueryKind, QueryStatistics>>>,
    recorder: Option<Rc<RefCell<Recorder>>>,
}

impl Statistics {
    /// Counters whose queries are also written to files.
    pub fn recording(recorder: Recorder) -> Self {
        Statistics { recorder: Some(Rc::new(RefCell::new(recorder))), ..Statistics::default() }
    }

    /// Counts a query, and keeps it if queries are kept.
    pub(super) fn record_query(&self, query: &Query) {
        self.record(query.kind, query.result, query.time);
        if query.array_axioms > 0 {
            self.counters.borrow_mut().entry(query.kind).or_default().array_axioms += query.array_axioms;
        }
        if let Some(recorder) = &self.recorder {
            recorder.borrow_mut().record(query);
        }
    }

    pub(super) fn record(&self, kind: QueryKind, result: SatResult, time: Duration) {
        let mut all = self.counters.borrow_mut();
        let entry = all.entry(kind).or_default();
        match result {
            SatResult::Sat => entry.sat += 1,
            SatResult::Unsat => entry.unsat += 1,
            SatResult::Unknown => entry.unknown += 1,
        }
        entry.time += time;
    }

    /// Instances of the axioms of arrays that the solver made for some kinds of queries.
    pub fn array_axioms(&self, of: impl Fn(QueryKind) -> bool) -> u64 {
        let counters = self.counters.borrow();
        counters.iter().filter(|(kind, _)| of(**kind)).map(|(_, statistics)| statistics.array_axioms).sum()
    }

    /// The counters by kind, in a fixed order.
    pub fn by_kind(&self) -> Vec<(QueryKind, QueryStatistics)> {
        self.counters.borrow().iter().map(|(kind, statistics)| (*kind, *statistics)).collect()
    }
}
