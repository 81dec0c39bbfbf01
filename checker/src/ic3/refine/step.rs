//! Stage two: a step between two cubes that no concrete step takes.

use super::{Concrete, Path};
use crate::answer::Reason;
use crate::ic3::Search;
use crate::ic3::justify::justify;
use crate::solver::QueryKind;
use euclase_logic::TermId;

/// Lemmas that one step may teach before the search goes on.
const LESSONS: usize = 60;

impl Search<'_, '_> {
    pub(super) fn refine_steps(&mut self, path: &Path) -> Result<bool, Reason> {
        let mut learned = false;
        for (position, pair) in path.windows(2).enumerate() {
            let [(source, Some(edge)), (target, _)] = pair else { continue };
            let mut from = source.cube.to_vec();
            if position == 0 {
                from.extend(self.control.locations[source.location].init.iter().flatten());
            }
            let refuted = self.refute_step(*edge, &from, &target.cube, &mut learned)?;
            if refuted && learned {
                return Ok(true);
            }
        }
        Ok(learned)
    }

    /// Asks the abstraction for a step, looks whether its implicant is concrete, and learns from
    /// those that are not, until one is or none is left.
    fn refute_step(
        &mut self,
        edge: usize,
        from: &[TermId],
        target: &[TermId],
        learned: &mut bool,
    ) -> Result<bool, Reason> {
        for _ in 0..LESSONS {
            self.tick()?;
            let mut formulas = self.control.edges[edge].constraints.clone();
            for literal in target {
                formulas.push(self.control.edges[edge].pre(self.task.terms, *literal));
            }
            let terms = &mut *self.task.terms;
            let model = self.queries.plain_step(terms, &mut self.control, &self.frames, edge, from, &formulas)?;
            let Some(mut model) = model else { return Ok(true) };
            let implicant = justify(terms, &mut model, &mut self.vocabulary, &formulas);
            if !implicant.folded.is_empty() {
                self.task.count("lemmas from folding", implicant.folded.len() as u64);
                implicant.folded.into_iter().for_each(|lemma| self.learn(lemma));
                *learned = true;
                continue;
            }
            let mut literals = implicant.literals;
            literals.extend(from);
            match self.refiner.check(self.task.terms, QueryKind::RefineStep, &literals) {
                Concrete::Feasible | Concrete::Unknown => return Ok(false),
                Concrete::Infeasible(core) => {
                    if !self.learn_core(&core, "lemmas from steps") {
                        return Err(Reason::Internal("a lemma was learned twice".into()));
                    }
                    *learned = true;
                }
            }
        }
        Ok(true)
    }
}
