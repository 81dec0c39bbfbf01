//! Why a round has no answer, and what went wrong on the way to one.

use super::node::{How, Node};
use super::searching::Search;
use super::situation::Situation;
use crate::worker::protocol::Message;
use euclase_checker::EngineName;
use euclase_result::{EngineOutcome, GaveUp, Reason};

/// What the check of an answer makes of the engine that gave it.
pub fn of_check(check: &Node) -> EngineOutcome {
    let Some(end) = &check.end else { return EngineOutcome::Answered };
    let why = match (&end.how, check.said.as_deref()) {
        (How::NotStarted(why), _) => {
            GaveUp::Internal(format!("cannot start the process that checks the answer: {why}"))
        }
        (How::Said, Some(Message::Refused { why })) => return EngineOutcome::Refused(why.clone()),
        // The search could read it, so it is another file now.
        (How::Said, Some(Message::InputError(_))) => GaveUp::InputChanged,
        _ => match check.gave_up() {
            None => return EngineOutcome::Answered,
            Some(GaveUp::Internal(what)) => GaveUp::Internal(format!("in checking its answer: {what}")),
            Some(why @ (GaveUp::Timeout | GaveUp::InputChanged | GaveUp::OutOfMemory)) => why,
            Some(why) => GaveUp::NotChecked(why.to_string()),
        },
    };
    EngineOutcome::GaveUp(why)
}

/// What went wrong in a round: engines that crashed, answers that did not check.
pub fn warnings(search: &Search, now: &Situation) -> Vec<String> {
    let of_engine = |engine: &EngineName| {
        let of_search = search.search(now, *engine).and_then(|node| match &node.end.as_ref()?.how {
            How::Crashed(GaveUp::Internal(what)) => Some(format!("the {engine} engine crashed: {what}")),
            How::NotStarted(why) => Some(format!("a worker process cannot be started: {why}")),
            _ => None,
        });
        let of_check = search.check(now, *engine).and_then(|check| warning(check, *engine));
        of_search.into_iter().chain(of_check)
    };
    search.engines.iter().flat_map(of_engine).collect()
}

/// What went wrong in a check.
fn warning(check: &Node, engine: EngineName) -> Option<String> {
    check.end.as_ref()?;
    match (check.said.as_deref(), check.gave_up()) {
        (Some(Message::Certified { certificate, .. }), _) => {
            let why = certificate.not_written.as_ref()?;
            Some(format!("the certificate could not be written: {why}"))
        }
        (Some(Message::Refused { why }), _) => Some(format!("the answer of the {engine} engine did not check: {why}")),
        (_, Some(GaveUp::Internal(what))) => Some(format!("the check of the {engine} engine's answer crashed: {what}")),
        _ => None,
    }
}

/// Why no engine has an answer: the reason that says most.
pub fn why(search: &Search, now: &Situation) -> Reason {
    let outcomes: Vec<(EngineName, EngineOutcome)> =
        search.engines.iter().map(|engine| (*engine, search.outcome(now, *engine))).collect();
    let gave_up = || {
        outcomes.iter().filter_map(|(engine, outcome)| match outcome {
            EngineOutcome::GaveUp(why) => Some((*engine, why)),
            _ => None,
        })
    };
    for (engine, outcome) in &outcomes {
        if let EngineOutcome::Refused(why) = outcome {
            return Reason::internal(format!("the evidence of {engine} did not check: {why}"));
        }
    }
    if gave_up().any(|(_, why)| *why == GaveUp::InputChanged) {
        return Reason::gave_up(GaveUp::InputChanged);
    }
    let ran_out = |engine: &EngineName| {
        let check = search.check(now, *engine)?;
        check.gave_up().filter(|why| *why == GaveUp::Timeout).map(|_| (check.end.as_ref().map(|end| end.at), *engine))
    };
    if let Some((_, engine)) = search.engines.iter().filter_map(ran_out).min_by_key(|(at, _)| *at) {
        return Reason::Unchecked { engine: engine.to_string() };
    }
    if let Some(limit) = search.until
        && gave_up().any(|(_, why)| *why == GaveUp::Timeout)
    {
        return Reason::Timeout { limit_seconds: limit.as_secs_f64() };
    }
    if gave_up().any(|(_, why)| *why == GaveUp::OutOfMemory) {
        return Reason::OutOfMemory { limit_bytes: search.plan.memory_limit };
    }
    // An engine that says what it could not do is worth more than one that crashed.
    let is_bound = |why: &GaveUp| matches!(why, GaveUp::Depth { .. } | GaveUp::Bound(_));
    let best = gave_up().find(|(_, why)| is_bound(why));
    let best = best.or_else(|| gave_up().find(|(_, why)| !matches!(why, GaveUp::Internal(_))));
    if let Some((engine, why)) = best {
        let several = search.engines.len() > 1 && !is_bound(why);
        return Reason::GaveUp { engine: several.then(|| engine.to_string()), why: why.clone() };
    }
    match gave_up().next() {
        Some((engine, GaveUp::Internal(what))) => Reason::internal(format!("{engine}: {what}")),
        Some((engine, why)) => Reason::GaveUp { engine: Some(engine.to_string()), why: why.clone() },
        None => Reason::gave_up(GaveUp::Bound("no engine has an answer".to_string())),
    }
}
