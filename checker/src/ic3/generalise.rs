//! Generalisation: from a blocked cube to one that covers more (thesis Alg. 4).

use super::Search;
use super::frame::{Cube, FOREVER, cube};
use super::obligation::Obligation;
use super::queries::Reach;
use crate::answer::Reason;
use crate::solver::QueryKind;
use euclase_logic::{Op, TermId};

impl Search<'_, '_> {
    /// Starts from the cores that refuted the obligation at `level`, drops literals one by one
    /// while the rest stays blocked, and looks for the highest level at which it still is.
    pub(super) fn generalise(
        &mut self,
        obligation: &Obligation,
        level: usize,
        core: Vec<TermId>,
    ) -> Result<(Cube, usize), Reason> {
        let location = obligation.location;
        let (mut level, mut core) = (level, core);
        let strange = |l: &TermId| !self.vocabulary.is_familiar(self.task.terms, *l);
        if core.iter().any(strange) {
            // What the vocabulary says of the cube is worth more, if it is enough.
            let familiar: Vec<TermId> = obligation.cube.iter().copied().filter(|l| !strange(l)).collect();
            if let Some((smaller, lasting)) = self.blocked(location, &familiar, level, QueryKind::Generalise)? {
                core = self.keep_apart(location, smaller, &familiar)?.to_vec();
                level = if lasting { FOREVER } else { level };
            }
        }
        let mut current = self.keep_apart(location, core, &obligation.cube)?;
        let mut budget = self.options.generalisation_queries;
        for literal in self.dropping_order(&current) {
            if budget == 0 {
                break;
            }
            self.tick()?;
            if !current.contains(&literal) || current.len() == 1 && self.control.locations[location].init.is_some() {
                continue;
            }
            budget -= 1;
            let smaller: Vec<TermId> = current.iter().copied().filter(|l| *l != literal).collect();
            if let Some((core, lasting)) = self.blocked(location, &smaller, level, QueryKind::Generalise)? {
                current = self.keep_apart(location, core, &smaller)?;
                if lasting {
                    level = FOREVER;
                }
            }
        }
        while level < self.frontier {
            match self.blocked(location, &current, level + 1, QueryKind::Generalise)? {
                Some((_, true)) => level = FOREVER,
                Some((_, false)) => level += 1,
                None => break,
            }
        }
        Ok((current, level))
    }

    /// The core, with the literals put back that keep the cube away from the initial states.
    fn keep_apart(&mut self, location: usize, core: Vec<TermId>, whole: &[TermId]) -> Result<Cube, Reason> {
        let core = cube(core);
        let terms = &mut *self.task.terms;
        if self.queries.apart_from_initial(terms, &self.control, location, &core)?.is_some() {
            return Ok(core);
        }
        match self.queries.apart_from_initial(terms, &self.control, location, whole)? {
            Some(needed) => Ok(cube(core.iter().copied().chain(needed).collect())),
            None => Ok(cube(whole.to_vec())),
        }
    }

    /// Whether the cube is initially empty and no step leads into it from `F[level - 1]` outside
    /// it; then the literals that suffice, and whether that holds at every level.
    pub(super) fn blocked(
        &mut self,
        location: usize,
        literals: &[TermId],
        level: usize,
        kind: QueryKind,
    ) -> Result<Option<(Vec<TermId>, bool)>, Reason> {
        let terms = &mut *self.task.terms;
        if self.queries.apart_from_initial(terms, &self.control, location, literals)?.is_none() {
            return Ok(None);
        }
        let (mut cores, mut lasting) = (Vec::new(), true);
        let below = if level == FOREVER { FOREVER } else { level - 1 };
        for edge in self.control.locations[location].incoming.clone() {
            match self.step(edge, below, &[], literals, kind) {
                Ok(Reach::No { core, needs_frame }) => {
                    cores.extend(core);
                    lasting &= !needs_frame;
                }
                Ok(Reach::Yes(_) | Reach::Somehow) | Err(Reason::SolverGaveUp(_)) => return Ok(None),
                Err(reason) => return Err(reason),
            }
        }
        Ok(Some((cores, lasting)))
    }

    /// What to try to drop first: disequalities with constants, then predicates, then equalities.
    /// Disequalities of variables come last: if one of them alone is blocked, the two variables
    /// are equal, which is what the abstraction is best at.
    fn dropping_order(&self, literals: &[TermId]) -> Vec<TermId> {
        let terms = &*self.task.terms;
        let rank = |literal: &TermId| {
            let atom = terms.negated(*literal).unwrap_or(*literal);
            let positive = atom == *literal;
            match terms.op(atom) {
                _ if !self.vocabulary.is_familiar(terms, atom) => 0,
                Op::BvUlt | Op::BvSlt | Op::IntLt if !self.vocabulary.is_system_term(atom) => 1,
                Op::Eq if !positive && terms.args(atom).iter().all(|a| terms.is_var(*a)) => 5,
                Op::Eq if !positive => 1,
                Op::Eq => 4,
                Op::Var(_) => 3,
                _ => 2,
            }
        };
        let mut order = literals.to_vec();
        order.sort_by_key(|l| (rank(l), *l));
        order
    }
}
