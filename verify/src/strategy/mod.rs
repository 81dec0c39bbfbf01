//! What starts when, what is stopped, and when there is an answer: a pure function from a goal and a situation to a decision.
//!
//! One rule a file. A rule says what it wants in the present situation, and [`decide`] makes a decision of what all rules
//! want: who gets a processor ([`turns`]) and how the memory is divided ([`memory`]). The loop in [`crate::jobs`] asks again
//! after every event and does what the decision says.
//!
//! *Architecture invariant:* nothing here starts a process, reads a clock or a file, or waits. There is no thread, channel or
//! closure that outlives a call.
//! *Architecture invariant:* a decision depends on the goal and the situation only.

mod alternative;
mod execution;
mod explaining;
mod goal;
pub mod limits;
mod memory;
mod native;
mod node;
mod portfolio;
mod program;
mod recursion;
mod runs;
mod searching;
mod situation;
mod summaries;
mod target;
#[cfg(test)]
mod tests;
mod turns;
mod unknown;
mod writing;

pub use goal::{Decision, Ending, Goal, Plan, Program, Reported};
pub use node::{End, How, Lane, Node, NodeId, NodeSpec, Notice, Round, System, Task};
pub use searching::{ENDING_GRACE, UNDECIDED};
pub use situation::Situation;

use euclase_result::{Reason, V2};
use searching::Search;
use situation::{Step, Wants};
use std::time::Duration;

/// How often the clock is looked at while nodes wait for their time.
const LOOK: Duration = Duration::from_millis(50);

/// Decides what is to be done.
pub fn decide(goal: &Goal, now: &Situation) -> Decision {
    match step(goal, now) {
        Ok(ending) => Decision { end: Some(ending), ..Decision::default() },
        Err(wants) => resolve(goal.plan(), wants, now),
    }
}

/// What the goal has come to, or what it takes to get there.
fn step(goal: &Goal, now: &Situation) -> Step<Ending> {
    match goal {
        Goal::System { plan, input } => {
            let round = Round { system: System::Given, number: 0, ends: false };
            let (engines, until) = (plan.engines.clone(), plan.time_limit);
            let search = Search { plan, round, input: input.clone(), engines, from: Duration::ZERO, until };
            search.step(now).map(Ending::of)
        }
        Goal::Program { program, native } => program::step(program, native.as_ref(), now),
        Goal::EmitProgram { program, stage } => writing::program(program, *stage, now),
        Goal::EmitSystem { plan, stage, from, to } => writing::system(plan, *stage, (from, to), now),
        Goal::Retrace { program, values } => writing::retrace(program, values, now),
    }
}

/// Makes a decision of what is wanted, within the limits.
fn resolve(plan: &Plan, wants: Wants, now: &Situation) -> Decision {
    if wants.is_empty() {
        let nothing = Reason::internal("nothing is left to do, and there is no answer");
        let report = V2::unknown(nothing, now.now.as_secs_f64());
        return Decision { end: Some(Ending::of(report)), ..Decision::default() };
    }
    let live = || now.nodes.iter().filter(|node| node.is_live());
    let (keep, stop): (Vec<&Node>, Vec<&Node>) = live().partition(|node| wants.keep.contains(&node.id));
    // A node that has said its last is on its way out: it is not held there, and its place is taken once it has gone.
    let working: Vec<&Node> = keep.iter().copied().filter(|node| node.is_working()).collect();
    let tasks = working.iter().map(|node| node.task).chain(wants.start.iter().map(|spec| spec.task));
    let urgent: Vec<bool> = tasks.map(Task::is_urgent).collect();
    let leaving = keep.len() - working.len();
    let chosen = turns::choose(&urgent, plan.jobs.map(|jobs| jobs.saturating_sub(leaving)), now.now);
    let (running, starting) = chosen.split_at(working.len());
    let mut start: Vec<NodeSpec> = Vec::new();
    let mut later = wants.later.clone();
    for (spec, is_chosen) in wants.start.into_iter().zip(starting) {
        match is_chosen {
            true => start.push(spec),
            false => later.push(spec.task.lane()),
        }
    }
    let held = || working.iter().zip(running).filter(|(_, runs)| !**runs).map(|(node, _)| node.id);
    let waits = later.len() > wants.later.len() || held().next().is_some();
    let next_turn = waits.then(|| turns::next(now.now));
    let next_look = (!wants.later.is_empty()).then(|| now.now + LOOK);
    Decision {
        stop: stop.iter().map(|node| node.id).collect(),
        pause: held().collect(),
        notices: wants.notices,
        look_again: next_turn.into_iter().chain(next_look).min(),
        memory: memory::divide(plan, &working, &mut start, &later),
        start,
        end: None,
    }
}
