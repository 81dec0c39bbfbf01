//! Propagation: blocked cubes move up as far as they stay blocked; an empty delta is a proof.

use super::Search;
use super::frame::{Blocked, FOREVER};
use crate::answer::Reason;
use crate::solver::QueryKind;

impl Search<'_, '_> {
    /// Pushes cubes forward; the level whose delta became empty, if one did.
    pub(super) fn propagate(&mut self) -> Result<Option<usize>, Reason> {
        for level in 1..self.frontier {
            self.tick()?;
            for location in 0..self.frames.len() {
                let here: Vec<Blocked> =
                    self.frames[location].live().iter().filter(|b| b.level == level).cloned().collect();
                for blocked in here {
                    // An earlier one may have covered it meanwhile.
                    if self.frames[location].blocks(&blocked.cube, level + 1) {
                        self.frames[location].forget(&blocked.cube, level);
                        continue;
                    }
                    if self.failed_before(location, &blocked) {
                        continue;
                    }
                    match self.blocked(location, &blocked.cube, level + 1, QueryKind::Propagate)? {
                        Some((_, lasting)) => {
                            let to = if lasting { FOREVER } else { level + 1 };
                            self.frames[location].block(blocked.cube, to);
                        }
                        None => {
                            let seen = self.knowledge(location);
                            self.failed_pushes.insert((location, blocked.cube), (level, seen));
                        }
                    }
                }
            }
            if self.frames.iter().all(|f| f.live().iter().all(|b| b.level != level)) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// How much is known that could make a push succeed: what is blocked where steps come from,
    /// and the lemmas.
    fn knowledge(&self, location: usize) -> Knowledge {
        let edges = self.control.locations[location].incoming.iter();
        let blocked = edges.map(|e| self.frames[self.control.edges[*e].from].log().len()).collect();
        Knowledge { blocked, lemmas: self.queries.lemmas.len() }
    }

    /// Whether the push failed when no less was known of the frame it starts from.
    fn failed_before(&self, location: usize, blocked: &Blocked) -> bool {
        let key = (location, blocked.cube.clone());
        let Some((level, then)) = self.failed_pushes.get(&key) else { return false };
        if *level != blocked.level || then.lemmas != self.queries.lemmas.len() {
            return false;
        }
        let edges = self.control.locations[location].incoming.iter();
        edges.zip(&then.blocked).all(|(edge, seen)| {
            let since = &self.frames[self.control.edges[*edge].from].log()[*seen..];
            since.iter().all(|b| b.level < blocked.level)
        })
    }
}

/// What had been blocked at the source of each incoming edge, and the number of lemmas.
pub struct Knowledge {
    blocked: Vec<usize>,
    lemmas: usize,
}
