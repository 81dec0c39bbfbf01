//! Why there is no answer.

use super::Portfolio;
use euclase_result::{EngineOutcome, GaveUp, Reason};

impl Portfolio<'_> {
    /// Why no engine has an answer, told by the most telling one.
    pub(super) fn why_unknown(&self) -> Reason {
        let gave_up = || {
            self.searches.iter().filter_map(|s| match &s.outcome {
                EngineOutcome::GaveUp(why) => Some((s.engine, why)),
                _ => None,
            })
        };
        for search in &self.searches {
            if let EngineOutcome::Refused(why) = &search.outcome {
                return Reason::internal(format!("the evidence of {} did not check: {why}", search.engine));
            }
        }
        if self.input_changed {
            return Reason::gave_up(GaveUp::InputChanged);
        }
        if let Some(engine) = self.unchecked {
            return Reason::Unchecked { engine: engine.to_string() };
        }
        if let Some(limit) = self.plan.time_limit
            && gave_up().any(|(_, why)| *why == GaveUp::Timeout)
        {
            return Reason::Timeout { limit_seconds: limit.as_secs_f64() };
        }
        if gave_up().any(|(_, why)| *why == GaveUp::OutOfMemory) {
            return Reason::OutOfMemory { limit_bytes: self.plan.memory_limit };
        }
        // An engine that says what it could not do is worth more than one that crashed.
        let is_bound = |why: &GaveUp| matches!(why, GaveUp::Depth { .. } | GaveUp::Bound(_));
        let best = gave_up().find(|(_, why)| is_bound(why));
        let best = best.or_else(|| gave_up().find(|(_, why)| !matches!(why, GaveUp::Internal(_))));
        if let Some((engine, why)) = best {
            let several = self.searches.len() > 1 && !is_bound(why);
            return Reason::GaveUp { engine: several.then(|| engine.to_string()), why: why.clone() };
        }
        match gave_up().next() {
            Some((engine, GaveUp::Internal(what))) => Reason::internal(format!("{engine}: {what}")),
            Some((engine, why)) => Reason::GaveUp { engine: Some(engine.to_string()), why: why.clone() },
            None => Reason::gave_up(GaveUp::Bound("no engine has an answer".to_string())),
        }
    }
}
