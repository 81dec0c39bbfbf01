//! How long the parts of a search may take: what engines and the search for facts have to agree on stands here once.
//!
//! What a single query may cost is decided where it is asked. This is about shares of the whole.

use std::time::{Duration, Instant};

/// The share of the time left for the search that facts may take, whatever the engine wants.
const SHARE_FOR_FACTS: u32 = 10;

/// What an engine wants for facts, cut to the share that it may have.
pub fn within_share(longest: Duration, deadline: Option<Instant>) -> Duration {
    let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or(longest, |left| longest.min(left / SHARE_FOR_FACTS))
}

/// The most time for running executions that facts are guessed from.
pub const SIMULATION: Duration = Duration::from_millis(60);

/// The most time for computing with ranges.
pub const RANGES: Duration = Duration::from_millis(30);

/// How long facts about cells of arrays are looked for. Most proofs are made of these, so that they get more than the
/// share of time that they have elsewhere.
pub fn for_facts_about_cells(deadline: Option<Instant>) -> Duration {
    const LONGEST: Duration = Duration::from_secs(5);
    let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) / 3);
    left.map_or(LONGEST, |left| left.min(LONGEST))
}

/// The first slice of time for an engine on cells; each round has twice the time of the one before.
pub const FIRST_SLICE_ON_CELLS: Duration = Duration::from_millis(2500);

/// How long an incremental query of a check may take before the obligation gets a solver of its own, which preprocesses
/// more and has the time that is left.
pub const INCREMENTAL_CHECK: Duration = Duration::from_secs(5);
