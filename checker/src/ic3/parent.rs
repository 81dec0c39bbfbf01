//! Parent lemmas: what a cube was blocked by one level below.
//!
//! A cube that comes back at a level was blocked before by a smaller one, which did not hold out one level higher. The
//! lemma to be found is a likely neighbour of that one. So its literals are kept longest when others are dropped (Xia
//! and others, "Searching for i-good lemmas to accelerate safety model checking", CAV 2023), and before anything is
//! dropped, the parent is tried with one literal more: one that excludes the step that the parent does not block (Su and
//! others, "Predicting lemmas in generalization of IC3", DAC 2024).

use super::Search;
use super::frame::{Cube, FOREVER, cube};
use super::obligation::Obligation;
use super::queries::Reach;
use crate::answer::Reason;
use crate::solver::QueryKind;
use euclase_logic::TermId;

/// Literals that are tried beside a parent.
const PREDICTIONS: usize = 3;

impl Search<'_, '_> {
    /// The smallest cube that blocks the obligation at the level below the given one and is not blocked there itself.
    pub(super) fn parent(&self, obligation: &Obligation, level: usize) -> Option<Cube> {
        if !self.task.tuning.parents || level == FOREVER || level < 2 {
            return None;
        }
        let below = self.frames[obligation.location].live().iter().filter(|b| b.level == level - 1);
        let parents = below.filter(|b| super::frame::covers(&b.cube, &obligation.cube));
        parents.min_by_key(|b| b.cube.len()).map(|b| b.cube.clone())
    }

    /// The parent itself, or with one literal of the obligation more, if that is blocked at the level.
    pub(super) fn predict(
        &mut self,
        obligation: &Obligation,
        parent: &Cube,
        level: usize,
    ) -> Result<Option<(Cube, usize)>, Reason> {
        let location = obligation.location;
        let rest: Vec<TermId> = obligation.cube.iter().copied().filter(|l| !parent.contains(l)).collect();
        if rest.is_empty() {
            return Ok(None);
        }
        self.task.count("lemmas with a parent", 1);
        let mut telling = rest;
        let mut lasting = true;
        let mut open = false;
        for edge in self.control.locations[location].incoming.clone() {
            match self.step(edge, level - 1, &[], parent, QueryKind::Predict) {
                Ok(Reach::No { needs_frame, .. }) => lasting &= !needs_frame,
                Ok(Reach::Yes(mut model)) => {
                    // The step that is not blocked must miss what is added.
                    open = true;
                    let terms = &mut *self.task.terms;
                    let edge = &mut self.control.edges[edge];
                    telling.retain(|literal| {
                        let after = edge.pre(terms, *literal);
                        !model.holds(terms, after)
                    });
                }
                Ok(Reach::Somehow) | Err(Reason::SolverGaveUp(_)) => return Ok(None),
                Err(reason) => return Err(reason),
            }
        }
        if !open {
            self.task.count("parents that hold one level higher", 1);
            return Ok(Some((parent.clone(), if lasting { FOREVER } else { level })));
        }
        // One literal more each time would make ever larger cubes.
        if self.activity.predicted.contains(parent) {
            return Ok(None);
        }
        telling.sort_by_key(|l| (std::cmp::Reverse(self.activity.of(*l)), *l));
        for literal in telling.into_iter().take(PREDICTIONS) {
            let predicted = cube(parent.iter().copied().chain([literal]).collect());
            if let Some((_, lasting)) = self.blocked(location, &predicted, level, QueryKind::Predict)? {
                self.task.count("lemmas predicted", 1);
                self.activity.predicted.insert(predicted.clone());
                return Ok(Some((predicted, if lasting { FOREVER } else { level })));
            }
        }
        Ok(None)
    }
}
