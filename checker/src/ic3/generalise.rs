//! Generalisation: from a blocked cube to one that covers more (thesis Alg. 4).

use super::Search;
use super::block::Predecessor;
use super::frame::{Cube, FOREVER, cube};
use super::obligation::Obligation;
use super::queries::Reach;
use crate::answer::Reason;
use crate::solver::QueryKind;
use euclase_logic::{Op, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// How often an obligation must have been blocked until counterexamples to its generalisation are
/// blocked as well.
const HOT: u32 = 3;

/// Counterexamples to generalisation that are blocked for one cube.
const COUNTEREXAMPLES: usize = 3;

/// What was blocked how often.
#[derive(Default)]
pub struct Activity {
    literals: FxHashMap<TermId, u32>,
    obligations: FxHashMap<(usize, Cube), u32>,
    /// Cubes that are a parent and one literal.
    pub predicted: FxHashSet<Cube>,
}

impl Activity {
    /// Notes that an obligation is being blocked; how often that has happened.
    fn heat(&mut self, obligation: &Obligation) -> u32 {
        let heat = self.obligations.entry((obligation.location, obligation.cube.clone())).or_default();
        *heat += 1;
        *heat
    }

    /// How often an obligation was blocked.
    pub fn blocked(&self, obligation: &Obligation) -> u32 {
        self.obligations.get(&(obligation.location, obligation.cube.clone())).copied().unwrap_or(0)
    }

    /// How often a literal was part of a blocked cube.
    pub fn of(&self, literal: TermId) -> u32 {
        self.literals.get(&literal).copied().unwrap_or(0)
    }
}

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
        let hot = self.activity.heat(obligation) >= HOT;
        let mut counterexamples = COUNTEREXAMPLES;
        self.task.count("cubes generalised", 1);
        self.task.count("literals before generalisation", obligation.cube.len() as u64);
        let parent = self.parent(obligation, level);
        let mut order = self.dropping_order(&current, parent.as_deref());
        if let Some(parent) = &parent
            && let Some((predicted, lasting)) = self.predict(obligation, parent, level)?
        {
            (current, level) = (predicted, lasting);
            order.clear();
        }
        for literal in order {
            if budget == 0 {
                break;
            }
            self.tick()?;
            if !current.contains(&literal) || current.len() == 1 && self.control.locations[location].init.is_some() {
                continue;
            }
            let smaller: Vec<TermId> = current.iter().copied().filter(|l| *l != literal).collect();
            while budget > 0 {
                budget -= 1;
                if let Some((core, lasting)) = self.blocked(location, &smaller, level, QueryKind::Generalise)? {
                    current = self.keep_apart(location, core, &smaller)?;
                    if lasting {
                        level = FOREVER;
                    }
                    break;
                }
                if !hot || counterexamples == 0 || !self.block_counterexample(location, &smaller, level)? {
                    break;
                }
                counterexamples -= 1;
            }
        }
        while level < self.frontier {
            match self.blocked(location, &current, level + 1, QueryKind::Generalise)? {
                Some((_, true)) => level = FOREVER,
                Some((_, false)) => level += 1,
                None => break,
            }
        }
        for literal in current.iter() {
            *self.activity.literals.entry(*literal).or_default() += 1;
        }
        self.task.count("literals after generalisation", current.len() as u64);
        self.task.count("literals tried to drop", (self.options.generalisation_queries - budget) as u64);
        Ok((current, level))
    }

    /// Blocks what leads into a cube that is too general, one step before it, if that is blocked
    /// there (Hassan, Bradley, Somenzi, FMCAD 2013). True if the cube is worth another try.
    fn block_counterexample(&mut self, location: usize, literals: &[TermId], level: usize) -> Result<bool, Reason> {
        if level <= 1 || level == FOREVER {
            return Ok(false);
        }
        let terms = &mut *self.task.terms;
        if self.queries.apart_from_initial(terms, &self.control, location, literals)?.is_none() {
            return Ok(false);
        }
        let target = Obligation { cube: cube(literals.to_vec()), location, level, successor: None, depth: 0 };
        let (edge, before) = match self.predecessor(&target, level) {
            Ok(Predecessor::Found(edge, before, _)) => (edge, before),
            Ok(Predecessor::None { .. }) => return Ok(true),
            Err(Reason::SolverGaveUp(_)) => return Ok(false),
            Err(reason) => return Err(reason),
        };
        let from = self.control.edges[edge].from;
        let Some((core, lasting)) = self.blocked(from, &before, level - 1, QueryKind::Generalise)? else {
            return Ok(false);
        };
        let blocked = self.keep_apart(from, core, &before)?;
        self.frames[from].block(blocked, if lasting { FOREVER } else { level - 1 });
        self.task.count("counterexamples to generalisation blocked", 1);
        Ok(true)
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
    /// are equal, which is what the abstraction is best at. Among those of a kind, what was often
    /// part of a blocked cube goes last, and before all that, what the parent does without.
    fn dropping_order(&self, literals: &[TermId], parent: Option<&[TermId]>) -> Vec<TermId> {
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
        let inherited = |literal: &TermId| parent.is_some_and(|parent| parent.contains(literal));
        order.sort_by_key(|l| (inherited(l), rank(l), self.activity.of(*l), *l));
        order
    }
}
