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
                    if let Some((_, lasting)) =
                        self.blocked(location, &blocked.cube, level + 1, QueryKind::Propagate)?
                    {
                        let to = if lasting { FOREVER } else { level + 1 };
                        self.frames[location].block(blocked.cube, to);
                    }
                }
            }
            if self.frames.iter().all(|f| f.live().iter().all(|b| b.level != level)) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }
}
