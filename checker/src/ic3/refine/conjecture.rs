//! Cubes that nobody asked for: whether bit-vectors block them, and what the abstraction must
//! learn to see it too.

use super::Concrete;
use crate::answer::Reason;
use crate::ic3::Search;
use crate::ic3::frame::{Cube, FOREVER};
use crate::ic3::justify::justify;
use crate::ic3::queries::Reach;
use crate::solver::{Answer, QueryKind};
use euclase_logic::{BitVecValue, TermId, Value};

/// Lemmas that the abstraction may need for one edge.
const LESSONS: usize = 20;

/// How much less a query about a conjecture may cost than one that has to be answered.
const MODESTY: u32 = 20;

/// The level of the frame from which steps lead to a level.
fn below(level: usize) -> usize {
    if level == FOREVER { FOREVER } else { level - 1 }
}

impl Search<'_, '_> {
    /// Whether the cube is initially empty and no concrete step leads into it from the frame below
    /// the level, outside it. A query that is given up is a no.
    pub(in crate::ic3) fn concretely_blocked(
        &mut self,
        location: usize,
        cube: &Cube,
        level: usize,
    ) -> Result<bool, Reason> {
        if let Some(init) = self.control.locations[location].init.clone() {
            let mut formulas = init;
            formulas.extend(cube.iter());
            if !self.has_no_model(&formulas) {
                return Ok(false);
            }
        }
        for edge in self.control.locations[location].incoming.clone() {
            self.tick()?;
            let mut formulas = self.step_formulas(edge, cube);
            let from = self.control.edges[edge].from;
            if level == 1 {
                let Some(init) = &self.control.locations[from].init else { continue };
                formulas.extend(init);
            }
            formulas.extend(self.frame_formulas(from, below(level)));
            if !self.has_no_model(&formulas) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A step along the edge into the cube, from outside it.
    fn step_formulas(&mut self, edge: usize, cube: &[TermId]) -> Vec<TermId> {
        let terms = &mut *self.task.terms;
        let edge = &mut self.control.edges[edge];
        let mut formulas = edge.constraints.clone();
        formulas.extend(cube.iter().map(|literal| edge.pre(terms, *literal)));
        if edge.from == edge.to {
            let inside = terms.and(cube);
            formulas.push(terms.not(inside));
        }
        formulas
    }

    /// The frame of a location at a level, and its facts.
    fn frame_formulas(&mut self, location: usize, level: usize) -> Vec<TermId> {
        let terms = &mut *self.task.terms;
        let mut formulas = self.control.locations[location].facts.clone();
        for blocked in self.frames[location].live() {
            if blocked.level >= level {
                let inside = terms.and(&blocked.cube);
                formulas.push(terms.not(inside));
            }
        }
        formulas
    }

    fn has_no_model(&mut self, formulas: &[TermId]) -> bool {
        let terms = &*self.task.terms;
        if formulas.contains(&terms.ff()) {
            return true;
        }
        let mut solver = self.refiner.factory.solver(self.refiner.rlimit / MODESTY);
        formulas.iter().for_each(|formula| solver.assert(terms, *formula));
        solver.check(terms, QueryKind::Conjecture, &[]) == Answer::Unsat
    }

    /// The values of terms in one state of a cube, if there is one.
    pub(in crate::ic3) fn concrete_values(&mut self, cube: &[TermId], of: &[TermId]) -> Option<Vec<BitVecValue>> {
        let terms = &*self.task.terms;
        let mut solver = self.refiner.factory.solver(self.refiner.rlimit / MODESTY);
        if solver.check(terms, QueryKind::Conjecture, cube) != Answer::Sat {
            return None;
        }
        let model = solver.concrete_model(terms, of, cube).ok()?;
        let value = |term: &TermId| match model.get(*term) {
            Some(Value::BitVec(value)) => Some(value.clone()),
            _ => None,
        };
        of.iter().map(value).collect()
    }

    /// Learns what makes the abstraction see that a cube is blocked which concretely is. False if
    /// it takes too much.
    pub(in crate::ic3) fn teach(&mut self, location: usize, cube: &Cube, level: usize) -> Result<bool, Reason> {
        let terms = &mut *self.task.terms;
        if self.queries.apart_from_initial(terms, &self.control, location, cube)?.is_none() {
            let mut literals = self.control.locations[location].init.clone().unwrap_or_default();
            literals.extend(cube.iter());
            match self.refiner.check(terms, QueryKind::Conjecture, &literals) {
                Concrete::Infeasible(core) => self.learn_core(&core, "lemmas from conjectures"),
                _ => return Ok(false),
            };
        }
        for edge in self.control.locations[location].incoming.clone() {
            if !self.teach_edge(edge, cube, level)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn teach_edge(&mut self, edge: usize, cube: &Cube, level: usize) -> Result<bool, Reason> {
        let from = self.control.edges[edge].from;
        for _ in 0..LESSONS {
            self.tick()?;
            let mut model = match self.step(edge, below(level), &[], cube, QueryKind::Conjecture) {
                Ok(Reach::Yes(model)) => model,
                Ok(Reach::No { .. }) => return Ok(true),
                Ok(Reach::Somehow) | Err(Reason::SolverGaveUp(_)) => return Ok(false),
                Err(reason) => return Err(reason),
            };
            let formulas = self.step_formulas(edge, cube);
            let implicant = justify(self.task.terms, &mut model, &mut self.vocabulary, &formulas);
            if !implicant.folded.is_empty() {
                self.learn_folded(implicant.folded)?;
                continue;
            }
            if self.learn_orders(&implicant.whole) {
                continue;
            }
            let mut literals = implicant.literals;
            let mut refuted = self.refiner.check(self.task.terms, QueryKind::Conjecture, &literals);
            if matches!(refuted, Concrete::Feasible) {
                literals.extend(self.frame_formulas(from, below(level)));
                if level == 1 {
                    literals.extend(self.control.locations[from].init.iter().flatten());
                }
                refuted = self.refiner.check(self.task.terms, QueryKind::Conjecture, &literals);
            }
            match refuted {
                Concrete::Infeasible(core) if self.learn_core(&core, "lemmas from conjectures") => {}
                _ => return Ok(false),
            }
        }
        Ok(false)
    }
}
