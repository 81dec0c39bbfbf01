//! Why there is no answer.

use super::Portfolio;
use crate::report::{EngineOutcome, Unknown};
use crate::worker::protocol::GaveUp;

impl Portfolio<'_> {
    /// Why no engine has an answer, told by the most telling one.
    pub(super) fn why_unknown(&self) -> Unknown {
        let gave_up = || {
            self.searches.iter().filter_map(|s| match &s.outcome {
                EngineOutcome::GaveUp(why) => Some((s.engine, why)),
                _ => None,
            })
        };
        for search in &self.searches {
            if let EngineOutcome::Refused(why) = &search.outcome {
                return Unknown::Internal(format!("the evidence of {} did not check: {why}", search.engine));
            }
        }
        if self.input_changed {
            return Unknown::GaveUp(GaveUp::InputChanged.to_string());
        }
        if let Some(engine) = self.unchecked {
            return Unknown::UncheckedInTime { engine };
        }
        if let Some(limit) = self.plan.time_limit
            && gave_up().any(|(_, why)| *why == GaveUp::Timeout)
        {
            return Unknown::Timeout { limit };
        }
        if gave_up().any(|(_, why)| *why == GaveUp::OutOfMemory) {
            return Unknown::OutOfMemory { limit: self.plan.memory_limit };
        }
        // An engine that says what it could not do is worth more than one that crashed.
        let told = gave_up().find(|(_, why)| matches!(why, GaveUp::Bound(_)));
        let told = told.or_else(|| gave_up().find(|(_, why)| !matches!(why, GaveUp::Internal(_))));
        if let Some((engine, why)) = told {
            let several = self.searches.len() > 1 && !matches!(why, GaveUp::Bound(_));
            return Unknown::GaveUp(if several { format!("{engine}: {why}") } else { why.to_string() });
        }
        match gave_up().next() {
            Some((engine, GaveUp::Internal(what))) => Unknown::Internal(format!("{engine}: {what}")),
            Some((engine, why)) => Unknown::GaveUp(format!("{engine}: {why}")),
            None => Unknown::GaveUp("no engine has an answer".to_string()),
        }
    }
}
