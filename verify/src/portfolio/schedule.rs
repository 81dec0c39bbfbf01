//! Who searches when, and how much of the processors each gets.
//!
//! What was measured: the abstraction answers most tasks first, so it gets a processor for itself if there are two. Exploring
//! states and bounded executions start with it, since they need nothing from others. Induction looks for facts
//! first; the rest starts when it has found them, so that they are found once.

use crate::args::EngineName;
use std::time::Duration;

/// How long the others wait for facts at most.
pub const LATEST_START: Duration = Duration::from_secs(3);

/// Whether the engine finds facts and tells them to the others.
pub fn tells_facts(engine: EngineName) -> bool {
    engine == EngineName::Kind
}

/// Whether the engine is better started when facts are known.
pub fn waits_for_facts(engine: EngineName) -> bool {
    matches!(engine, EngineName::Sa | EngineName::Spacer)
}

/// How much others go before an engine.
pub fn niceness(engine: EngineName) -> i32 {
    match engine {
        EngineName::Euf | EngineName::Explicit => 0,
        EngineName::Kind | EngineName::Sa => 3,
        EngineName::Bmc | EngineName::Spacer => 5,
    }
}
