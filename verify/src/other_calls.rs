//! The other way to treat calls, searched beside.
//!
//! `--calls auto` decides once, before anybody knows what a proof needs. Where the two ways make systems that really
//! differ, the one that was not taken is made and searched, too, by the engine that answers most; it stands back behind
//! the others and starts after they have had some time. What it finds is checked and told like any other answer, on its
//! own system and its own program.

use crate::c_program::{self, Job};
use crate::portfolio::Plan;
use crate::progress::ProgressLine;
use crate::signals;
use crate::worker::protocol::{PrepareRequest, PreparedSummary};
use euclase_checker::EngineName;
use euclase_frontend::CallMode;
use euclase_program::CallCounts;
use euclase_result::{V2, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long the first way is alone.
const HEAD_START: Duration = Duration::from_secs(5);

/// How often whoever waits looks whether it still has to.
const TICK: Duration = Duration::from_millis(50);

/// So many times larger by inlining, a program might do better without.
const GROWTH: u64 = 4;

/// Up to so many instructions with everything inlined, it hardly matters what becomes of calls.
const SMALL: u64 = 300;

/// So many copies of a loop might do better as one.
const LOOP_COPIES: u64 = 4;

/// From so many instructions on, inlining everything is not tried where it was not chosen.
const LARGE: u64 = 100_000;

/// What the search beside is told by those who wait for an answer.
#[derive(Default)]
pub struct Signals {
    /// It may start at once.
    pub now: AtomicBool,
    /// Nobody wants its answer any more.
    pub unwanted: Arc<AtomicBool>,
}

/// The way that `auto` did not take, if it was no obvious choice and there is room for both.
pub fn worth_trying(job: &Job, prepared: &PreparedSummary) -> Option<CallMode> {
    let plan = &job.plan;
    // Evidence in files is that of one search.
    let is_alone = plan.engines.len() < 2 || plan.jobs < 2 || plan.certificate.is_some() || job.write_test.is_some();
    let fits = job.prepare.calls == CallMode::Auto && prepared.recursive.is_empty() && !prepared.facts.trivially_safe;
    if is_alone || !fits || !plan.engines.contains(&EngineName::Euf) {
        return None;
    }
    other(&prepared.facts.calls)
}

fn other(calls: &CallCounts) -> Option<CallMode> {
    let CallCounts { shared, shareable, loop_copies, source, instructions, .. } = *calls;
    if shared > 0 {
        return (instructions <= LARGE).then_some(CallMode::Inline);
    }
    let grows = instructions > SMALL && instructions >= source.saturating_mul(GROWTH);
    (shareable > 0 && (grows || loop_copies >= LOOP_COPIES)).then_some(CallMode::Wait)
}

/// Searches the program with its calls treated the other way; gives an answer, which ends the search that this one is
/// beside.
pub fn search(job: &Job, calls: CallMode, first: &PreparedSummary, signals: &Signals) -> Option<V2> {
    let start = Instant::now();
    while start.elapsed() < HEAD_START && !signals.now.load(Ordering::Relaxed) {
        let is_late = c_program::deadline(&job.plan).is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || signals.unwanted.load(Ordering::Relaxed) || signals::received().is_some() {
            return None;
        }
        std::thread::sleep(TICK);
    }
    let scratch = job.scratch.join("other-calls");
    std::fs::create_dir_all(&scratch).ok()?;
    let plan = Plan {
        engines: vec![EngineName::Euf],
        jobs: 1,
        memory_limit: job.plan.memory_limit.map(|limit| limit / 4),
        stop: Arc::clone(&signals.unwanted),
        beside: true,
        ..job.plan.clone()
    };
    let other = Job {
        files: job.files.clone(),
        prepare: PrepareRequest { calls, ..job.prepare.clone() },
        plan,
        replay: job.replay,
        refuse_overflow: job.refuse_overflow,
        write_test: None,
        full: job.full,
        witness: job.witness,
        scratch: &scratch,
    };
    let mut line = ProgressLine::new(false);
    let (prepared, preparation) = c_program::prepare(&other, &mut line).ok()?.ok()?;
    if !differs(first, &prepared) || !prepared.recursive.is_empty() {
        return None;
    }
    log::info!("the program is searched with --calls {calls:?}, too");
    let report = c_program::search_and_explain(&other, &prepared, preparation, &mut line).ok()?;
    if report.verdict() == Verdict::Unknown {
        return None;
    }
    job.plan.stop.store(true, Ordering::Relaxed);
    Some(report)
}

/// Whether two preparations have made different systems, as far as sizes tell.
fn differs(one: &PreparedSummary, other: &PreparedSummary) -> bool {
    let sizes = |prepared: &PreparedSummary| {
        let facts = &prepared.facts;
        (facts.states, facts.locations, facts.inputs, facts.terms)
    };
    sizes(one) != sizes(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(shared: usize, shareable: usize, source: u64, instructions: u64) -> Option<CallMode> {
        other(&CallCounts { shared, shareable, source, instructions, ..CallCounts::default() })
    }

    #[test]
    fn what_was_shared_is_inlined_unless_it_becomes_huge() {
        assert_eq!(tried(1, 1, 38, 218), Some(CallMode::Inline));
        assert_eq!(tried(3, 5, 900, 235_000_000), None);
    }

    #[test]
    fn what_was_inlined_is_shared_if_it_became_much_larger() {
        assert_eq!(tried(0, 2, 100, 1_000), Some(CallMode::Wait));
        assert_eq!(tried(0, 2, 500, 1_000), None);
        assert_eq!(tried(0, 2, 10, 200), None);
        assert_eq!(tried(0, 0, 100, 1_000), None);
        let loops =
            CallCounts { shareable: 1, loop_copies: 11, source: 60, instructions: 190, ..CallCounts::default() };
        assert_eq!(other(&loops), Some(CallMode::Wait));
    }
}
