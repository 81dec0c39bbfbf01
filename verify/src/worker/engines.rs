//! The engines by their names on the command line: the one place where a new one is added.
//!
//! Engines are run without the check that [`euclase_checker::Engine::run`] adds, since another
//! process checks their answers.

use super::protocol::SearchRequest;
use crate::args::EngineName;
use euclase_checker::{BmcOptions, KindOptions, Outcome, Progress, SpacerOptions, Task, bmc, ic3, kind, spacer};

/// Runs the engine that the request names.
pub(super) fn run(task: &mut Task, request: &SearchRequest) -> Outcome {
    let max_depth = request.max_depth;
    match request.engine {
        EngineName::Euf => {
            let options = ic3::Options { abstract_arrays: request.array_abstraction, ..ic3::Options::default() };
            ic3::run(task, &options)
        }
        EngineName::Bmc => bmc(task, &BmcOptions { max_depth }),
        EngineName::Kind => kind(task, &KindOptions { max_depth, simple_path: request.simple_path }),
        EngineName::Spacer => spacer(task, &SpacerOptions::default()),
    }
}

/// How many steps are known to be safe when an engine reports this progress.
pub(super) fn safe_depth(engine: EngineName, progress: &Progress) -> Option<usize> {
    match engine {
        // Depth n is reported when executions of n steps are looked at next.
        EngineName::Bmc | EngineName::Kind => progress.depth.checked_sub(1),
        EngineName::Euf | EngineName::Spacer => None,
    }
}
