//! How the memory is divided among the nodes, so that all together keep to `--memory-limit`.
//!
//! The lanes divide the memory by the shares that the portfolio gives their rows, and the nodes of a lane divide its part evenly. What
//! is still to be started counts already, and a node that has said its last counts no longer: a check takes the memory of
//! the search whose answer it checks. So a process that runs gets more as others end, and never has to give any back.

use super::node::{Lane, Node, NodeId, Task};
use super::portfolio::Row;
use euclase_checker::EngineName;

/// The share of native runs for a witness. They are no workers and keep to it by a limit of the sanitizer.
const NATIVE_RUNS: u64 = 2;

/// The shares of all lanes, and how many nodes there are in each.
pub struct Division {
    limit: u64,
    /// Lane, share, nodes.
    lanes: Vec<(Lane, u64, u64)>,
}

impl Division {
    /// The division of a limit among nodes that work, will be started now, or later.
    pub fn of(limit: u64, engines: &[EngineName], lanes: impl Iterator<Item = Lane>) -> Self {
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
    pub fn part(&self, lane: Lane) -> u64 {
        let all: u64 = self.lanes.iter().map(|(_, share, _)| share).sum();
        let own = self.lanes.iter().find(|(known, ..)| *known == lane);
        let part = |share: u64, nodes: u64| u128::from(self.limit) * u128::from(share) / u128::from(all * nodes);
        own.map_or(self.limit, |(_, share, nodes)| part(*share, *nodes) as u64)
    }

    /// What the nodes that work may use from now on. None gets less than it has.
    pub fn parts<'n>(&self, nodes: impl Iterator<Item = &'n Node>) -> Vec<(NodeId, u64)> {
        let changed = |node: &&Node| node.memory != Some(self.part(node.task.lane()));
        nodes.filter(changed).map(|node| (node.id, self.part(node.task.lane()))).collect()
    }
}

/// The share of a lane: that of its row, and for the main one that of all engines that search systems.
fn share(lane: Lane, engines: &[EngineName]) -> u64 {
    let main = || engines.iter().map(|engine| Row::of(*engine)).filter(|row| row.lane == Lane::Main);
    match lane {
        Lane::Main => main().map(|row| row.memory).sum::<u64>().max(1),
        Lane::NativeRuns => NATIVE_RUNS,
        Lane::Runs | Lane::Summaries | Lane::Alternative => Row::of_lane(lane).map_or(1, |row| row.memory),
    }
}

/// Whether the other lanes leave enough for another one.
pub fn has_room(limit: Option<u64>, engines: &[EngineName], lane: Lane, least: u64) -> bool {
    let lanes = [Lane::Main, Lane::Runs, Lane::Summaries, lane];
    limit.is_none_or(|limit| Division::of(limit, engines, lanes.into_iter()).part(lane) >= least)
}

/// Whether a node takes part in the division.
pub fn counts(node: &Node) -> bool {
    node.is_working() || matches!(node.task, Task::NativeRuns) && node.is_live()
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
        let lanes = [Main, Main, Main, Runs, Summaries, Alternative, NativeRuns];
        let division = Division::of(9000, &ENGINES, lanes.into_iter());
        assert_eq!(lanes.iter().map(|lane| division.part(*lane)).sum::<u64>(), 9000);
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
