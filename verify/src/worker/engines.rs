//! The engines by their names on the command line: the one place where a new one is added.
//!
//! Answers leave here unchecked: another process checks them.

use super::protocol::SearchRequest;
use crate::args::EngineName;
use euclase_checker::{
    BmcOptions, Engine, ExplicitOptions, KindOptions, Outcome, Progress, Reason, SpacerOptions, Task, ic3,
};
use std::time::Duration;

/// Runs the engine that the request names.
pub(super) fn run(task: &mut Task, request: &SearchRequest) -> Outcome {
    match engine(request) {
        Some(engine) => engine.search(task),
        None => Outcome::Unknown(Reason::Bound("there is no C program".to_string())),
    }
}

/// How long the engine is to look for facts.
pub(super) fn time_for_facts(request: &SearchRequest) -> Duration {
    engine(request).map_or(Duration::ZERO, |engine| engine.time_for_facts())
}

fn engine(request: &SearchRequest) -> Option<Engine> {
    let max_depth = request.max_depth;
    Some(match request.engine {
        EngineName::Euf => {
            Engine::Euf(ic3::Options { abstract_arrays: request.array_abstraction, ..ic3::Options::default() })
        }
        EngineName::Sa => Engine::Sa(ic3::Options::interpreted()),
        EngineName::Bmc => Engine::Bmc(BmcOptions { max_depth }),
        EngineName::Kind => Engine::Kind(KindOptions { max_depth, simple_path: request.simple_path }),
        EngineName::Spacer => Engine::Spacer(SpacerOptions::default()),
        EngineName::Explicit => Engine::Explicit(ExplicitOptions::default()),
        EngineName::Cells => Engine::Cells,
        // These are about programs, not about systems.
        EngineName::Summaries | EngineName::Run => return None,
    })
}

/// How many steps are known to be safe when an engine reports this progress.
pub(super) fn safe_depth(engine: EngineName, progress: &Progress) -> Option<usize> {
    match engine {
        // Depth n is reported when executions of n steps are looked at next.
        EngineName::Bmc | EngineName::Kind => progress.depth.checked_sub(1),
        // Depth n is the frame that is being cleared: n-1 is clear, and frame 1 the first that is looked at. Where a smaller
        // system is searched, one of its steps stands for one or more, so a violation has no more steps in it.
        EngineName::Euf | EngineName::Sa => progress.depth.checked_sub(1).filter(|steps| *steps > 0),
        EngineName::Spacer | EngineName::Explicit | EngineName::Cells | EngineName::Summaries | EngineName::Run => None,
    }
}
