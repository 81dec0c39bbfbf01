//! From a request to an engine.
//!
//! Answers leave here unchecked: another process checks them.

use super::protocol::SearchRequest;
use euclase_checker::{Engine, EngineSettings, Outcome, Reason, Task};

/// Runs the engine that the request names.
pub(super) fn run(task: &mut Task, request: &SearchRequest) -> Outcome {
    let settings = EngineSettings {
        max_depth: request.max_depth,
        simple_path: request.simple_path,
        abstract_arrays: request.array_abstraction,
    };
    match Engine::of(request.engine, &settings) {
        Some(engine) => engine.search(task),
        None => Outcome::Unknown(Reason::Bound("there is no C program".to_string())),
    }
}
