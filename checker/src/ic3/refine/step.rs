//! Stage two: a step between two cubes that no concrete step takes.

use super::{Concrete, Path};
use crate::answer::Reason;
use crate::ic3::Search;
use crate::ic3::justify::{Implicant, justify};
use crate::ic3::obligation::Obligation;
use crate::ic3::order;
use crate::ic3::queries::Reach;
use crate::ring;
use crate::solver::QueryKind;
use euclase_logic::TermId;

/// Lemmas that one step may teach before the search goes on.
const LESSONS: usize = 60;

impl Search<'_, '_> {
    pub(super) fn refine_steps(&mut self, path: &Path) -> Result<bool, Reason> {
        let mut learned = false;
        for (position, pair) in path.windows(2).enumerate() {
            let [(source, Some(edge)), (target, _)] = pair else { continue };
            let from = self.source_literals(position, source);
            let refuted = self.refute_step(*edge, source.level, &from, &target.cube, &mut learned)?;
            if refuted && learned {
                return Ok(true);
            }
        }
        Ok(learned)
    }

    /// What is known where a step starts: its cube, and the initial states for the first.
    pub(super) fn source_literals(&self, position: usize, source: &Obligation) -> Vec<TermId> {
        let mut from = source.cube.to_vec();
        if position == 0 {
            from.extend(self.control.locations[source.location].init.iter().flatten());
        }
        from
    }

    /// Why the abstraction takes a step between two cubes, if it does: as it was found, from the
    /// frame and from outside the target.
    pub(super) fn abstract_step(
        &mut self,
        edge: usize,
        level: usize,
        from: &[TermId],
        target: &[TermId],
    ) -> Result<Option<Implicant>, Reason> {
        let Reach::Yes(mut model) = self.step(edge, level, from, target, QueryKind::RefineStep)? else {
            return Ok(None);
        };
        let mut formulas = self.control.edges[edge].constraints.clone();
        for literal in target {
            formulas.push(self.control.edges[edge].pre(self.task.terms, *literal));
        }
        Ok(Some(justify(self.task.terms, &mut model, &mut self.vocabulary, &formulas)))
    }

    /// Learns why the literals contradict each other by order and size alone or by arithmetic of polynomials alone, in
    /// as many ways as there are; true if something is new.
    pub(in crate::ic3) fn learn_orders(&mut self, literals: &[TermId]) -> bool {
        if !self.task.tuning.order_lemmas || self.is_exact() {
            return false;
        }
        let cores = order::conflicts(self.task.terms, literals);
        let learned = cores.iter().fold(false, |learned, core| self.learn_core(core, "lemmas from order") | learned);
        let cores = ring::conflicts(self.task.terms, literals);
        cores.iter().fold(learned, |learned, core| self.learn_core(core, "lemmas from polynomials") | learned)
    }

    /// Asks the abstraction for a step, looks whether its implicant is concrete, and learns from
    /// those that are not, until one is or none is left.
    fn refute_step(
        &mut self,
        edge: usize,
        level: usize,
        from: &[TermId],
        target: &[TermId],
        learned: &mut bool,
    ) -> Result<bool, Reason> {
        for _ in 0..LESSONS {
            self.tick()?;
            let Some(implicant) = self.abstract_step(edge, level, from, target)? else { return Ok(true) };
            if !implicant.folded.is_empty() {
                self.learn_folded(implicant.folded)?;
                *learned = true;
                continue;
            }
            let mut literals = implicant.literals;
            literals.extend(from);
            if self.learn_orders(&literals) {
                *learned = true;
                continue;
            }
            let mut checked = self.refiner.check(self.task.terms, QueryKind::RefineStep, &literals);
            let facts = self.facts_about(self.control.edges[edge].from, &literals);
            if matches!(checked, Concrete::Feasible) && !facts.is_empty() {
                literals.extend(facts);
                checked = self.refiner.check(self.task.terms, QueryKind::RefineStep, &literals);
            }
            match checked {
                Concrete::Feasible | Concrete::Unknown => return Ok(false),
                Concrete::Infeasible(core) => {
                    // What was known before did not help; the path as a whole may.
                    if !self.learn_core(&core, "lemmas from steps") {
                        return Ok(false);
                    }
                    *learned = true;
                }
            }
        }
        Ok(true)
    }
}
