//! The portfolio: a row for everything that searches, with its share of the memory, how much it stands back, and when it starts.
//!
//! What was measured: the abstraction answers most tasks first, so it gets a processor for itself if there are two. Exploring
//! states starts with it; on large systems, where formulas are slow, it has a head start before bounded executions and
//! induction take processors from both. Induction looks for facts first; the rest starts when it has found them,
//! so that they are found once. Only cells of arrays have facts of their own: where there are arrays, no other engine proves much, and where there
//! are none, that engine ends at once.

use super::node::Lane;
use euclase_checker::EngineName;
use std::time::Duration;

/// One of those who search.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it is called.
    pub name: &'static str,
    /// The engine.
    pub engine: EngineName,
    /// Settings of the engine that differ from the default, as `--tune` takes them.
    pub options: &'static [&'static str],
    /// The part of the memory that it takes from.
    pub lane: Lane,
    /// Its share of the memory, compared with those of the others.
    pub memory: u64,
    /// How much others go before it.
    pub niceness: i32,
    /// When it starts.
    pub when: When,
}

/// When a row starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// As soon as there is something to search.
    First,
    /// After those have had a head start, if the system is large.
    Second,
    /// When facts are there as well, or will not be.
    WithFacts,
    /// As soon as the program is prepared, if it is recursive.
    WithRecursion,
    /// When the others have had so much time, or have given up.
    After(Duration),
}

/// All rows. Those of engines stand in the order of the registry, the most promising first.
pub const ROWS: [Row; 11] = [
    row("euf", EngineName::Euf, When::First, 2),
    row("explicit", EngineName::Explicit, When::First, 2),
    row("kind", EngineName::Kind, When::Second, 5),
    row("bmc", EngineName::Bmc, When::Second, 7),
    row("sa", EngineName::Sa, When::WithFacts, 5),
    row("spacer", EngineName::Spacer, When::WithFacts, 7),
    row("cells", EngineName::Cells, When::Second, 2),
    Row { lane: Lane::Summaries, ..row("summaries", EngineName::Summaries, When::WithRecursion, 0) },
    Row { lane: Lane::Execution, memory: 2, ..row("symex", EngineName::Symex, When::First, 0) },
    // The first runs are short, and later ones make way by themselves.
    Row { lane: Lane::Runs, ..row("run", EngineName::Run, When::First, 0) },
    Row {
        lane: Lane::Alternative,
        memory: 2,
        ..row("alternative", EngineName::Euf, When::After(Duration::from_secs(5)), 2)
    },
];

/// A row with what most have in common.
const fn row(name: &'static str, engine: EngineName, when: When, niceness: i32) -> Row {
    Row { name, engine, options: &[], lane: Lane::Main, memory: 1, niceness, when }
}

impl Row {
    /// The row of an engine that is one of several.
    pub fn of(engine: EngineName) -> &'static Row {
        ROWS.iter().find(|row| row.engine == engine).unwrap_or(&ROWS[0])
    }

    /// The row that has a part of the memory for itself.
    pub fn of_lane(lane: Lane) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.lane == lane && lane != Lane::Main)
    }
}

/// Terms from which a system is large.
const LARGE: usize = 8_000;

/// How long the first two are left alone with a large system at most.
const HEAD_START: Duration = Duration::from_secs(6);

/// How long the last wait for facts at most, from the start of the one that finds them.
const LATEST_START: Duration = Duration::from_secs(3);

/// What the start of an engine depends on.
pub struct Starting {
    /// The terms of the system, when an engine has read it.
    pub terms: Option<usize>,
    /// Whether states are being explored.
    pub exploring: bool,
    /// Whether facts are there, or will not be.
    pub facts_settled: bool,
    /// Since when there is something to search.
    pub elapsed: Duration,
}

impl Starting {
    /// Whether it is time for an engine to start.
    pub fn is_due(&self, engine: EngineName) -> bool {
        let large = self.terms.is_none_or(|terms| terms > LARGE);
        let head_start = if large { HEAD_START } else { Duration::ZERO };
        let among_few = !large || !self.exploring || self.elapsed >= HEAD_START;
        match Row::of(engine).when {
            When::First | When::WithRecursion | When::After(_) => true,
            When::Second => among_few,
            When::WithFacts => among_few && (self.facts_settled || self.elapsed >= head_start + LATEST_START),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_checker::{ENGINES, Tuning};

    fn started(starting: &Starting) -> Vec<EngineName> {
        use EngineName::*;
        [Euf, Explicit, Kind, Bmc, Sa, Spacer].into_iter().filter(|engine| starting.is_due(*engine)).collect()
    }

    #[test]
    fn every_engine_has_a_row() {
        let rows: Vec<EngineName> = ROWS.iter().map(|row| row.engine).collect();
        let engines: Vec<EngineName> = ENGINES.iter().map(|info| info.name).collect();
        assert_eq!(rows[..engines.len()], engines, "the rows of engines come first, in the order of the registry");
        for info in &ENGINES {
            assert_eq!(Row::of(info.name).name, info.word);
            assert_eq!(Row::of(info.name).lane == Lane::Main, !info.name.is_of_programs(), "{}", info.word);
        }
        for row in &ROWS {
            assert!(row.options.iter().all(|option| Tuning::default().set(option).is_ok()), "{row:?}");
        }
    }

    #[test]
    fn small_systems_are_searched_by_all_as_soon_as_there_are_facts() {
        use EngineName::*;
        let mut now =
            Starting { terms: Some(100), exploring: true, facts_settled: false, elapsed: Duration::from_millis(100) };
        assert_eq!(started(&now), [Euf, Explicit, Kind, Bmc]);
        now.facts_settled = true;
        assert_eq!(started(&now), [Euf, Explicit, Kind, Bmc, Sa, Spacer]);
    }

    #[test]
    fn on_large_systems_two_have_a_head_start() {
        use EngineName::*;
        let mut now =
            Starting { terms: Some(20_000), exploring: true, facts_settled: false, elapsed: Duration::from_secs(1) };
        assert_eq!(started(&now), [Euf, Explicit]);
        now.exploring = false;
        assert_eq!(started(&now), [Euf, Explicit, Kind, Bmc]);
        now.elapsed = HEAD_START + LATEST_START;
        assert_eq!(started(&now), [Euf, Explicit, Kind, Bmc, Sa, Spacer]);
    }
}
