//! The rule for the alternative encoding of calls, searched beside.
//!
//! `--calls auto` decides once, before it is known what a proof needs. Where the two encodings make systems that really
//! differ, the one that was not chosen is made and searched, too, by the engine that answers most; it stands back behind
//! the others and starts after they have had some time. What it finds is checked and explained like any other answer, on its
//! own system and its own program.

use super::explaining;
use super::goal::{Program, Reported};
use super::memory;
use super::node::{Lane, System, Task};
use super::portfolio::{Row, When};
use super::situation::{Situation, Step, Wants};
use super::target::{Prepared, Target};
use crate::args::MemoryLimit;
use crate::worker::protocol::{PrepareRequest, PreparedSummary};
use euclase_checker::EngineName;
use euclase_frontend::CallMode;
use euclase_program::CallCounts;
use euclase_result::{Reason, V2, Verdict};
use std::time::Duration;

/// So many times larger by inlining, a program might do better without.
const GROWTH: u64 = 4;

/// Up to so many instructions with everything inlined, it hardly matters what becomes of calls.
const SMALL: u64 = 300;

/// So many copies of a loop might do better as one.
const LOOP_COPIES: u64 = 4;

/// From so many instructions on, inlining everything is not tried where it was not chosen.
const LARGE: u64 = 100_000;

/// Searches the alternative encoding, and gives an answer if it finds one. `main` is what the search beside has come to, if that
/// is over.
pub fn step(program: &Program, first: Prepared, main: Option<&V2>, now: &Situation) -> Step<Option<Reported>> {
    let Some(calls) = worth_trying(program, first.summary) else { return Ok(None) };
    // Where the others gave up, the alternative is what is left. When time is over, what it has found by then may
    // still be checked.
    let gave_up = main.is_some_and(|report| matches!(report.reason(), Some(Reason::GaveUp { .. })));
    let is_late = main.is_some_and(|report| matches!(report.reason(), Some(Reason::Timeout { .. })));
    if main.is_some() && !gave_up && !is_late {
        return Ok(None);
    }
    let row = Row::of_lane(Lane::Alternative);
    let head_start = row.map_or(Duration::ZERO, |row| match row.when {
        When::After(time) => time,
        When::First | When::Second | When::WithFacts | When::WithRecursion => Duration::ZERO,
    });
    if now.node(Task::Prepare(System::Alternative)).is_none() {
        let is_over = is_late || program.plan.time_limit.is_some_and(|limit| now.now >= limit);
        if is_over || now.interrupted {
            return Ok(None);
        }
        if !gave_up && now.now < first.at + head_start {
            return Err(Wants { later: vec![Lane::Alternative], ..Wants::default() });
        }
    }
    let prepare = PrepareRequest { calls, ..program.prepare.clone() };
    let other = Target::other(program, System::Alternative, prepare, "alternative");
    let other = Target { write_test: None, ..other };
    let Ok(prepared) = other.prepared(now)? else { return Ok(None) };
    if !differs(first.summary, prepared.summary) || !prepared.summary.recursive.is_empty() {
        return Ok(None);
    }
    let engine = row.map_or(EngineName::Euf, |row| row.engine);
    let reported = explaining::step(&other, &[engine], prepared, now)?;
    Ok(Some(reported).filter(|reported| reported.report.verdict() != Verdict::Unknown))
}

/// The encoding that `auto` did not choose, if the choice was not obvious and there is room for both.
fn worth_trying(program: &Program, prepared: &PreparedSummary) -> Option<CallMode> {
    let plan = &program.plan;
    // Evidence in files is that of one search.
    let evidence_in_files = plan.certificate.is_some() || program.write_test.is_some();
    let is_alone = plan.engines.len() < 2 || plan.jobs.is_some_and(|jobs| jobs < 2) || evidence_in_files;
    let fits =
        program.prepare.calls == CallMode::Auto && prepared.recursive.is_empty() && !prepared.facts.trivially_safe;
    if is_alone || !fits || !plan.engines.contains(&EngineName::Euf) {
        return None;
    }
    let least = MemoryLimit::PER_ENGINE;
    let has_room = memory::has_room(plan.memory_limit, &plan.engines, Lane::Alternative, least);
    other(&prepared.facts.calls).filter(|_| has_room)
}

fn other(calls: &CallCounts) -> Option<CallMode> {
    let CallCounts { shared, shareable, loop_copies, source, instructions, .. } = *calls;
    if shared > 0 {
        return (instructions <= LARGE).then_some(CallMode::Inline);
    }
    let grows = instructions > SMALL && instructions >= source.saturating_mul(GROWTH);
    (shareable > 0 && (grows || loop_copies >= LOOP_COPIES)).then_some(CallMode::Wait)
}

/// Whether two preparations have made different systems, as far as sizes say.
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
