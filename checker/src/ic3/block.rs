//! Blocking: backward search from a bad cube until it is refuted or meets the initial states.

use super::Search;
use super::frame::{Cube, FOREVER};
use super::justify::justify;
use super::obligation::{Obligation, Obligations};
use super::project::{Manner, Projected, project};
use super::queries::Reach;
use crate::answer::Reason;
use crate::solver::{EufModel, QueryKind};
use euclase_logic::TermId;

/// How blocking a bad cube ended.
pub enum Blocking {
    /// No execution of the frontier's length reaches it.
    Done,
    /// An abstract execution does: from an initial cube to the bad one, each with the edge that
    /// leaves it.
    Counterexample(Vec<(Obligation, Option<usize>)>),
}

/// A cube as it may enter the search.
enum Admitted {
    Cube(Cube),
    Initial(Cube),
}

impl Search<'_, '_> {
    /// A bad cube in the frontier's frame.
    pub(super) fn find_bad(&mut self) -> Result<Option<(Obligation, bool)>, Reason> {
        for location in 0..self.control.locations.len() {
            let bad = self.control.locations[location].bad;
            if bad == self.task.terms.ff() {
                continue;
            }
            loop {
                self.tick()?;
                let conjuncts = self.task.terms.conjuncts(bad);
                let at = (self.frontier, self.frontier);
                let terms = &mut *self.task.terms;
                let model = self.queries.state(terms, &self.control, &self.frames, location, at, &conjuncts)?;
                let Some(mut model) = model else { break };
                let Some(cube) = self.project(&mut model, &conjuncts)? else { continue };
                let (cube, initial) = match self.admit(location, cube, &mut model)? {
                    Admitted::Cube(cube) => (cube, false),
                    Admitted::Initial(cube) => (cube, true),
                };
                let level = self.frontier;
                return Ok(Some((Obligation { cube, location, level, successor: None, depth: 0 }, initial)));
            }
        }
        Ok(None)
    }

    /// Blocks a bad cube at the frontier.
    pub(super) fn block(&mut self, (bad, initial): (Obligation, bool)) -> Result<Blocking, Reason> {
        let mut obligations = Obligations::default();
        let first = obligations.add(bad, self.frontier);
        if initial {
            return Ok(Blocking::Counterexample(obligations.path(first)));
        }
        while let Some((number, level)) = obligations.next() {
            self.open_obligations = obligations.count();
            self.tick()?;
            let obligation = obligations.get(number).clone();
            if self.frames[obligation.location].blocks(&obligation.cube, level) {
                if level < self.frontier {
                    obligations.open(number, level + 1);
                }
                continue;
            }
            if let Some(part) = self.concretise(&obligation, level) {
                obligations.add(part, level);
                obligations.open(number, level);
                continue;
            }
            let (core, needs_frame) = match self.predecessor(&obligation, level)? {
                Predecessor::Found(edge, cube, mut model) => {
                    let location = self.control.edges[edge].from;
                    let depth = obligation.depth + 1;
                    let successor = Some((edge, number));
                    let admitted = match level {
                        1 => Admitted::Initial(cube),
                        _ => self.admit(location, cube, &mut model)?,
                    };
                    match admitted {
                        Admitted::Cube(cube) => {
                            let level = level - 1;
                            obligations.add(Obligation { cube, location, level, successor, depth }, level);
                            obligations.open(number, level + 1);
                        }
                        Admitted::Initial(cube) => {
                            let level = level - 1;
                            let first = obligations.add(Obligation { cube, location, level, successor, depth }, level);
                            return Ok(Blocking::Counterexample(obligations.path(first)));
                        }
                    }
                    continue;
                }
                Predecessor::None { core, needs_frame } => (core, needs_frame),
            };
            let from = if needs_frame { level } else { FOREVER };
            let (cube, level) = self.generalise(&obligation, from, core)?;
            log::trace!("blocked at {} level {level}: {:?}", obligation.location, self.sketches(&cube));
            self.frames[obligation.location].block(cube.clone(), level);
            self.guide(&obligation, &cube)?;
            if level < self.frontier {
                obligations.open(number, level + 1);
            }
        }
        Ok(Blocking::Done)
    }

    /// A cube from which one step leads into the obligation's, or why there is none.
    pub(super) fn predecessor(&mut self, obligation: &Obligation, level: usize) -> Result<Predecessor, Reason> {
        let (mut cores, mut frames_needed) = (Vec::new(), false);
        for edge in self.control.locations[obligation.location].incoming.clone() {
            loop {
                self.tick()?;
                let reach = self.step(edge, level - 1, &[], &obligation.cube, QueryKind::Consecution)?;
                let mut model = match reach {
                    Reach::No { core, needs_frame } => {
                        cores.extend(core);
                        frames_needed |= needs_frame;
                        break;
                    }
                    Reach::Yes(model) => model,
                    Reach::Somehow => return Err(Reason::Internal("a query without its model".into())),
                };
                let mut formulas = self.control.edges[edge].constraints.clone();
                for literal in obligation.cube.iter() {
                    formulas.push(self.control.edges[edge].pre(self.task.terms, *literal));
                }
                // It was found outside the target, and says so.
                if self.control.edges[edge].from == self.control.edges[edge].to {
                    let inside = self.task.terms.and(&obligation.cube);
                    formulas.push(self.task.terms.not(inside));
                }
                if let Some(cube) = self.project(&mut model, &formulas)? {
                    let from = self.control.edges[edge].from;
                    let cube = self.lift(&mut model, &formulas, from, cube)?;
                    let mut facts = self.facts_about(from, &cube);
                    facts.extend(self.guided_facts(from, level - 1));
                    if self.infeasible(&cube, facts) {
                        continue;
                    }
                    return Ok(Predecessor::Found(edge, cube, model));
                }
            }
        }
        Ok(Predecessor::None { core: cores, needs_frame: frames_needed })
    }

    /// One query; see [`super::queries::Queries::step`].
    pub(super) fn step(
        &mut self,
        edge: usize,
        level: usize,
        source: &[TermId],
        cube: &[TermId],
        kind: QueryKind,
    ) -> Result<Reach, Reason> {
        let at = (level, self.frontier);
        let terms = &mut *self.task.terms;
        self.queries.step(terms, &mut self.control, &self.frames, edge, at, (source, cube), kind)
    }

    /// The cube of a model; none if the model was refuted by lemmas that are now known.
    fn project(&mut self, model: &mut EufModel, formulas: &[TermId]) -> Result<Option<Cube>, Reason> {
        let implicant = justify(self.task.terms, model, &mut self.vocabulary, formulas);
        if implicant.folded.is_empty() && self.learn_orders(&implicant.whole) {
            return Ok(None);
        }
        let manner = Manner { fineness: self.fineness, congruence: self.task.tuning.egraph };
        match project(self.task.terms, model, &mut self.vocabulary, manner, implicant) {
            Projected::Cube(cube) => Ok(Some(cube)),
            Projected::Refuted(lemmas) => {
                self.learn_folded(lemmas)?;
                Ok(None)
            }
        }
    }

    /// Sees to it that a cube does not meet the initial states unless its model is one of them:
    /// eliminating inputs can make it do so, and one initial conjunct that the model violates
    /// mends that.
    fn admit(&mut self, location: usize, cube: Cube, model: &mut EufModel) -> Result<Admitted, Reason> {
        let terms = &mut *self.task.terms;
        if self.queries.apart_from_initial(terms, &self.control, location, &cube)?.is_some() {
            return Ok(Admitted::Cube(cube));
        }
        let init = self.control.locations[location].init.clone().unwrap_or_default();
        let violated: Vec<_> = init.into_iter().filter(|c| !model.holds(terms, *c)).collect();
        let mentioned = terms.variables(&cube);
        let related = |c: &&TermId| terms.variables(&[**c]).iter().any(|v| mentioned.contains(v));
        let Some(conjunct) = violated.iter().find(related).or(violated.first()).copied() else {
            return Ok(Admitted::Initial(cube));
        };
        let mut literals = cube.to_vec();
        literals.push(terms.not(conjunct));
        self.task.count("repaired pre-images", 1);
        Ok(Admitted::Cube(super::frame::cube(literals)))
    }
}

/// A step into an obligation, or why there is none.
pub(super) enum Predecessor {
    Found(usize, Cube, Box<EufModel>),
    None { core: Vec<TermId>, needs_frame: bool },
}
