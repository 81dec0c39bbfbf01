//! How the memory is divided among the nodes, so that all together keep to `--memory-limit`.
//!
//! The lanes divide the memory by the shares that the portfolio gives their rows, and the nodes of a lane divide its part evenly. What
//! is still to be started counts already, and a node that has said its last counts no longer: a check takes the memory of
//! the search whose answer it checks. So a process that runs gets more as others end, and never has to give any back.

use super::goal::Plan;
use super::node::{Lane, Node, NodeId, NodeSpec, Task};
use super::portfolio::Row;
use crate::worker::protocol::Request;
use euclase_checker::EngineName;

/// Native runs for a witness get one part in so many. They keep to it by an option of the sanitizer, which reserves much more
/// addresses than it uses, so that it cannot be changed while they run: the others divide the rest.
const PARTS_WITH_NATIVE_RUNS: u64 = 4;

/// Divides the memory among nodes that work, those that start now, and those that start later. Gives what is new for those that
/// work.
pub fn divide(plan: &Plan, working: &[&Node], start: &mut [NodeSpec], later: &[Lane]) -> Vec<(NodeId, u64)> {
    let Some(limit) = plan.memory_limit else { return Vec::new() };
    for spec in start.iter_mut() {
        if let Request::Native(request) = &mut spec.request {
            request.memory = request.memory.min(limit / PARTS_WITH_NATIVE_RUNS);
            spec.memory = Some(request.memory);
        }
    }
    let is_divided = |task: Task| task != Task::NativeRuns;
    let nodes = working.iter().map(|node| (node.task, node.memory));
    let fixed = nodes.chain(start.iter().map(|spec| (spec.task, spec.memory)));
    let taken: u64 = fixed.filter(|(task, _)| !is_divided(*task)).filter_map(|(_, bytes)| bytes).sum();
    let tasks = working.iter().map(|node| node.task).chain(start.iter().map(|spec| spec.task));
    let lanes = tasks.filter(|task| is_divided(*task)).map(Task::lane).chain(later.iter().copied());
    let lanes = lanes.filter(|lane| *lane != Lane::NativeRuns);
    let division = Division::of(limit.saturating_sub(taken), &plan.engines, lanes);
    for spec in start.iter_mut().filter(|spec| is_divided(spec.task)) {
        spec.memory = Some(division.part(spec.task.lane()));
    }
    let parts = working.iter().filter(|node| is_divided(node.task)).map(|node| (node, division.part(node.task.lane())));
    parts.filter(|(node, bytes)| node.memory != Some(*bytes)).map(|(node, bytes)| (node.id, bytes)).collect()
}

/// The shares of all lanes, and how many nodes there are in each.
struct Division {
    limit: u64,
    /// Lane, share, nodes.
    lanes: Vec<(Lane, u64, u64)>,
}

impl Division {
    /// The division of a limit among nodes that work, will be started now, or later.
    fn of(limit: u64, engines: &[EngineName], lanes: impl Iterator<Item = Lane>) -> Self {
        let mut counts: Vec<(Lane, u64, u64)> = Vec::new();
        for lane in lanes {
            match counts.iter_mut().find(|(known, ..)| *known == lane) {
                Some((_, _, nodes)) => *nodes += 1,
                None => counts.push((lane, share(lane, engines), 1)),
            }
        }
        Division { limit, lanes: counts }
    }

    /// What a node of a lane may use.
    fn part(&self, lane: Lane) -> u64 {
        let all: u64 = self.lanes.iter().map(|(_, share, _)| share).sum();
        let own = self.lanes.iter().find(|(known, ..)| *known == lane);
        let part = |share: u64, nodes: u64| u128::from(self.limit) * u128::from(share) / u128::from(all * nodes);
        own.map_or(self.limit, |(_, share, nodes)| part(*share, *nodes) as u64)
    }
}

/// The share of a lane: that of its row, and for the main one that of all engines that search systems.
fn share(lane: Lane, engines: &[EngineName]) -> u64 {
    let main = || engines.iter().map(|engine| Row::of(*engine)).filter(|row| row.lane == Lane::Main);
    match lane {
        Lane::Main => main().map(|row| row.memory).sum::<u64>().max(1),
        Lane::NativeRuns => 0,
        Lane::Runs | Lane::Summaries | Lane::Execution | Lane::Alternative => {
            Row::of_lane(lane).map_or(1, |row| row.memory)
        }
    }
}

/// Whether the other lanes leave enough for another one.
pub fn has_room(limit: Option<u64>, engines: &[EngineName], lane: Lane, least: u64) -> bool {
    let lanes = [Lane::Main, Lane::Runs, Lane::Summaries, Lane::Execution, lane];
    limit.is_none_or(|limit| Division::of(limit, engines, lanes.into_iter()).part(lane) >= least)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGINES: [EngineName; 4] = [EngineName::Euf, EngineName::Kind, EngineName::Bmc, EngineName::Run];

    #[test]
    fn a_single_process_has_it_all() {
        let division = Division::of(1000, &ENGINES, [Lane::Main].into_iter());
        assert_eq!(division.part(Lane::Main), 1000);
    }

    #[test]
    fn all_together_keep_to_the_limit() {
        use Lane::*;
        let lanes = [Main, Main, Main, Runs, Summaries, Alternative];
        let division = Division::of(7000, &ENGINES, lanes.into_iter());
        assert_eq!(lanes.iter().map(|lane| division.part(*lane)).sum::<u64>(), 7000);
        assert_eq!(division.part(Main), 1000);
        assert_eq!(division.part(Alternative), 2000);
    }

    #[test]
    fn what_ends_leaves_its_part_to_others() {
        use Lane::*;
        let before = Division::of(4000, &ENGINES, [Main, Main, Main, Runs].into_iter());
        let after = Division::of(4000, &ENGINES, [Main, Main, Runs].into_iter());
        let alone = Division::of(4000, &ENGINES, [Main, Main].into_iter());
        assert_eq!([before.part(Main), after.part(Main), alone.part(Main)], [1000, 1500, 2000]);
        assert_eq!([before.part(Runs), after.part(Runs)], [1000, 1000]);
    }
}
