//! The rule for programs with recursion: they are searched unfolded to a depth, which grows as long as there is time and the
//! program does not get too large.
//!
//! An execution within the depth is one of the program. A proof that also says that nothing goes beyond the depth is a
//! proof; where something goes beyond it and no error is found within, a deeper program is next. Beside that, what the
//! recursive functions do is summed up, which proves programs whose recursion has no bound.

use super::explaining;
use super::goal::{Plan, Program, Reported};
use super::node::{System, Task};
use super::situation::{Situation, Step};
use super::target::Target;
use crate::worker::protocol::{PrepareRequest, PreparedSummary};
use euclase_frontend::Unfold;
use euclase_program::{Obstacle, ObstacleKind};
use euclase_result::{ProgramFacts, Reason, V2, Verdict};
use std::time::Duration;

/// How deep recursion is unfolded, one try after the other, and how large the program may get by that. Recursion that
/// calls itself twice doubles the program with every level, so that its size is what ends it.
pub const LEVELS: [Unfold; 5] = [
    Unfold { depth: 3, instructions: 400 },
    Unfold { depth: 12, instructions: 1_500 },
    Unfold { depth: 50, instructions: 6_000 },
    Unfold { depth: 200, instructions: 25_000 },
    Unfold { depth: 1000, instructions: 100_000 },
];

/// Which part of the time that is left a try may take, unless it is the last.
const SHARE: f64 = 0.4;

/// How long a try takes at most where there is no limit on time, unless it is the last.
const WITHOUT_LIMIT: Duration = Duration::from_secs(120);

/// Searches the program at one depth after the other. The report is that of the last try that says anything.
pub fn step(program: &Program, recursive: &PreparedSummary, now: &Situation) -> Step<Reported> {
    let calls = recursive.recursive.join(", ");
    let nothing = Reason::unsupported(Obstacle::new(ObstacleKind::Recursion, format!("recursion of {calls}")));
    let mut last = Reported::from(V2::unknown(nothing, now.now.as_secs_f64()));
    let engines = program.plan.engines_of_systems();
    if engines.is_empty() {
        return Ok(last);
    }
    let mut reached: Vec<Obstacle> = Vec::new();
    for (number, level) in LEVELS.into_iter().enumerate() {
        let Some(until) = time_for(&program.plan, number, now) else { break };
        let prepare = PrepareRequest { unfold: Some(level), ..program.prepare.clone() };
        let folder = format!("unfolded{}", level.depth);
        let deeper = Target { until, ..Target::other(program, System::Unfolded(number), prepare, &folder) };
        let prepared = match deeper.prepared(now)? {
            Ok(prepared) => prepared,
            // What cannot be made deeper has been searched as deep as it can be.
            Err(report) if number == 0 => return Ok((*report).into()),
            Err(_) => break,
        };
        let unsupported = &prepared.summary.facts.unsupported;
        if number > 0 && *unsupported == reached {
            break;
        }
        reached.clone_from(unsupported);
        let reported = explaining::step(&deeper, &engines, prepared, now)?;
        let is_interrupted = now.interrupted || matches!(reported.report.reason(), Some(Reason::Interrupted));
        if reported.report.verdict() != Verdict::Unknown || is_interrupted {
            return Ok(reported);
        }
        let over = matches!(reported.report.reason(), Some(Reason::Timeout { .. }));
        // What the depth has hidden says more than that time was over further down.
        if number == 0 || !over {
            last = reported;
        }
        if !last.report.program.as_ref().is_some_and(|program| goes_deeper(&program.facts)) {
            break;
        }
    }
    Ok(last)
}

/// Whether the program has calls beyond the depth.
fn goes_deeper(facts: &ProgramFacts) -> bool {
    facts.unsupported.iter().any(|obstacle| obstacle.kind == ObstacleKind::Recursion)
}

/// The deadline of a try, which may be none; nothing if there is no time left for it.
fn time_for(plan: &Plan, number: usize, now: &Situation) -> Option<Option<Duration>> {
    let began = now.node(Task::Prepare(System::Unfolded(number))).map_or(now.now, |node| node.started);
    let is_last = number + 1 == LEVELS.len();
    match plan.time_limit {
        Some(limit) if began >= limit => None,
        Some(limit) if is_last => Some(Some(limit)),
        Some(limit) => Some(Some(began + (limit - began).mul_f64(SHARE))),
        None if is_last => Some(None),
        None => Some(Some(began + WITHOUT_LIMIT)),
    }
}
