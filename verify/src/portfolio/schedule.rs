//! Who searches when, and how much of the processors each gets.
//!
//! What was measured: the abstraction answers most tasks first, so it gets a processor for itself if there are two. Exploring
//! states starts with it; on large systems, where formulas are slow, it has a head start before bounded executions and
//! induction take processors from both. Induction looks for facts first; the rest starts when it has found them,
//! so that they are found once. Only cells of arrays have facts of their own: where there are arrays, nobody else proves much, and where there
//! are none, that engine ends at once.

use euclase_checker::{EngineName, SafeSteps, Start};
use std::time::Duration;

/// Terms from which a system is large.
const LARGE: usize = 8_000;

/// How long the first two are left alone with a large system at most.
const HEAD_START: Duration = Duration::from_secs(6);

/// How long the last wait for facts at most, from the start of the one that finds them.
const LATEST_START: Duration = Duration::from_secs(3);

/// How much a search beside another one stands back.
pub const BESIDE: i32 = 2;

/// What a start depends on.
pub struct Situation {
    /// The terms of the system, when somebody has read it.
    pub terms: Option<usize>,
    /// Whether states are being explored.
    pub exploring: bool,
    /// Whether facts are there, or will not be.
    pub facts_settled: bool,
    /// Since when there is something to search.
    pub elapsed: Duration,
}

impl Situation {
    /// Whether it is time for an engine to start.
    pub fn is_due(&self, engine: EngineName) -> bool {
        let large = self.terms.is_none_or(|terms| terms > LARGE);
        let head_start = if large { HEAD_START } else { Duration::ZERO };
        let among_few = !large || !self.exploring || self.elapsed >= HEAD_START;
        match engine.info().start {
            Start::First => true,
            Start::Second => among_few,
            Start::WithFacts => among_few && (self.facts_settled || self.elapsed >= head_start + LATEST_START),
        }
    }
}

/// Whether the engine looks at one length of executions after the other, and can leave out those that are safe.
pub fn goes_by_depth(engine: EngineName) -> bool {
    engine.info().safe_steps == SafeSteps::Unrolled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(situation: &Situation) -> Vec<EngineName> {
        use EngineName::*;
        [Euf, Explicit, Kind, Bmc, Sa, Spacer].into_iter().filter(|engine| situation.is_due(*engine)).collect()
    }

    #[test]
    fn small_systems_are_searched_by_all_as_soon_as_there_are_facts() {
        use EngineName::*;
        let mut now =
            Situation { terms: Some(100), exploring: true, facts_settled: false, elapsed: Duration::from_millis(100) };
        assert_eq!(started(&now), [Euf, Explicit, Kind, Bmc]);
        now.facts_settled = true;
        assert_eq!(started(&now), [Euf, Explicit, Kind, Bmc, Sa, Spacer]);
    }

    #[test]
    fn on_large_systems_two_have_a_head_start() {
        use EngineName::*;
        let mut now =
            Situation { terms: Some(20_000), exploring: true, facts_settled: false, elapsed: Duration::from_secs(1) };
        assert_eq!(started(&now), [Euf, Explicit]);
        now.exploring = false;
        assert_eq!(started(&now), [Euf, Explicit, Kind, Bmc]);
        now.elapsed = HEAD_START + LATEST_START;
        assert_eq!(started(&now), [Euf, Explicit, Kind, Bmc, Sa, Spacer]);
    }
}
