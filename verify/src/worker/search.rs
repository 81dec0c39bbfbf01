//! A worker that searches for an answer with one engine.

use super::protocol::{Message, SearchRequest};
use super::{crash, deadline, engines, hear_notes, memory, read, say, statistics};
use crate::evidence;
use euclase_checker::solver::{Recorder, RecorderLimits, Statistics};
use euclase_checker::{Invariant, Outcome, Progress, Reason, SafeDepth, Task, facts};
use euclase_result::{self as result, GaveUp};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often progress is told.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// How often the statistics so far are told, so that something is left of a worker that is killed.
const STATISTICS_EVERY: Duration = Duration::from_secs(1);

pub(super) fn run(path: &Path, request: &SearchRequest) -> Message {
    let deadline = deadline(request.seconds);
    let safe_depth = SafeDepth::default();
    request.safe_depth.into_iter().for_each(|steps| safe_depth.raise(steps));
    hear_notes(safe_depth.clone());
    let mut input = match read(path) {
        Ok(input) => input,
        Err(error) => return Message::InputError(error),
    };
    let queries = statistics_of(request);
    let mut reporter = Reporter::new(request, queries.clone());
    let mut progress = |progress: Progress| {
        reporter.tell(progress);
        true
    };
    let mut task = Task {
        terms: &mut input.terms,
        system: &input.system,
        deadline,
        progress: &mut progress,
        tuning: request.tuning(),
        facts: Vec::new(),
        safe_depth,
        statistics: queries.clone(),
        counters: BTreeMap::new(),
    };
    let start = Instant::now();
    take_facts(&mut task, request);
    let outcome = engines::run(&mut task, request);
    let counters = std::mem::take(&mut task.counters);
    reporter.tell_last();
    say(&Message::Statistics(statistics(&queries, &counters, start)));
    match evidence::of(&input.terms, &input.system, &outcome) {
        Ok(Some(evidence)) => Message::Answer { evidence },
        Err(what) => Message::GaveUp(GaveUp::Internal(what)),
        Ok(None) => match outcome {
            Outcome::Unknown(reason) => Message::GaveUp(gave_up(reason, deadline)),
            Outcome::Safe(_) | Outcome::Unsafe(_) => {
                Message::GaveUp(GaveUp::Internal("an answer without evidence".to_string()))
            }
        },
    }
}

/// Counters of queries, which are also kept in files if the user wants that.
fn statistics_of(request: &SearchRequest) -> Statistics {
    let Some(folder) = &request.dump_queries else { return Statistics::default() };
    match Recorder::new(folder, request.engine.name(), RecorderLimits::default()) {
        Ok(recorder) => Statistics::recording(recorder),
        Err(error) => {
            log::warn!("queries cannot be kept in {}: {error}", folder.display());
            Statistics::default()
        }
    }
}

/// Takes the facts that another worker has found, or finds them and tells them to others. An engine that gets
/// none finds its own.
fn take_facts(task: &mut Task, request: &SearchRequest) {
    if let Some(text) = &request.facts {
        task.tuning.facts = false;
        match evidence::read_invariant(text, task.terms) {
            Ok(known) => task.facts = task.terms.conjuncts(known.formula),
            Err(error) => log::warn!("facts that another engine has found: {error}"),
        }
    } else if request.tell_facts && task.tuning.facts {
        task.facts = facts::find(task, request.engine.info().facts);
        task.tuning.facts = false;
        let found = task.facts.clone();
        let formula = task.terms.and(&found);
        let known = Invariant { formula, lemmas: Vec::new(), induction_depth: 1, interpreted: true };
        match evidence::write_invariant(task.terms, &known) {
            Ok(text) => say(&Message::Facts(text)),
            Err(error) => log::warn!("facts cannot be told: {error}"),
        }
    }
}

fn gave_up(reason: Reason, deadline: Option<Instant>) -> GaveUp {
    // Z3's clock runs a little fast: a query may be given up just before the deadline.
    let over = deadline.is_some_and(|deadline| Instant::now() + PROGRESS_EVERY >= deadline);
    match reason {
        Reason::Timeout | Reason::Interrupted => GaveUp::Timeout,
        Reason::SolverGaveUp(_) if over => GaveUp::Timeout,
        Reason::Depth { safe_steps, induction } => GaveUp::Depth { safe_steps, induction },
        Reason::Bound(text) => GaveUp::Bound(text),
        Reason::SolverGaveUp(text) if crash::mentions_memory(&text) || memory::near_limit() => GaveUp::OutOfMemory,
        Reason::SolverGaveUp(_) => GaveUp::Solver(reason.to_string()),
        Reason::Internal(text) if crash::mentions_memory(&text) => GaveUp::OutOfMemory,
        Reason::Internal(text) => GaveUp::Internal(text),
    }
}

/// Tells the parent how far the search is, but not more often than anybody can look.
struct Reporter<'r> {
    request: &'r SearchRequest,
    queries: Statistics,
    start: Instant,
    told: Option<Instant>,
    told_statistics: Instant,
    last: Option<result::Progress>,
    pending: Option<result::Progress>,
}

impl<'r> Reporter<'r> {
    fn new(request: &'r SearchRequest, queries: Statistics) -> Self {
        let start = Instant::now();
        Reporter { request, queries, start, told: None, told_statistics: start, last: None, pending: None }
    }

    fn tell(&mut self, progress: Progress) {
        let report = result::Progress {
            depth: progress.depth,
            obligations: progress.obligations,
            lemmas: progress.lemmas,
            refinements: progress.refinements,
            safe_depth: self.request.engine.safe_steps(progress.depth),
        };
        self.pending = (self.last != Some(report)).then_some(report);
        if self.told.is_none_or(|told| told.elapsed() >= PROGRESS_EVERY) {
            self.tell_last();
        }
        if self.told_statistics.elapsed() >= STATISTICS_EVERY {
            self.told_statistics = Instant::now();
            say(&Message::Statistics(statistics(&self.queries, &BTreeMap::new(), self.start)));
        }
    }

    fn tell_last(&mut self) {
        if let Some(report) = self.pending.take() {
            self.last = Some(report);
            self.told = Some(Instant::now());
            say(&Message::Progress(report));
        }
    }
}
