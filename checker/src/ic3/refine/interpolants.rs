//! Expansion lemmas: what an infeasible path says at each of its states (thesis Alg. 10, phase
//! two, eq. 4.33).
//!
//! Interpolants between the steps give predicates that the vocabulary lacks. For each step, the
//! lemma says that the interpolant before it, and what the step does, imply the one after it.

use super::Path;
use crate::answer::Reason;
use crate::ic3::Search;
use crate::ic3::justify::Implicant;
use crate::interpolate::interpolate;
use crate::solver::{Answer, QueryKind};
use euclase_logic::{Op, Substitution, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// Atoms beyond which an interpolant is not worth learning.
const ATOMS: usize = 24;

impl Search<'_, '_> {
    /// Learns predicates and lemmas from an infeasible path; true if something is new.
    pub(super) fn learn_interpolants(&mut self, path: &Path, implicants: &[Option<Implicant>]) -> Result<bool, Reason> {
        let bodies = self.segments(path, implicants);
        let needed = self.needed_state(path, &bodies);
        let terms = &mut *self.task.terms;
        let system = self.task.system;
        let mut formulas = Vec::new();
        let mut cuts = Vec::new();
        for (position, body) in bodies.iter().enumerate() {
            let mut now = at(terms, system, position);
            let mut conjuncts: Vec<TermId> = body.iter().map(|l| now.apply(terms, *l)).collect();
            if let Some(edge) = path[position].1 {
                for variable in &needed[position + 1] {
                    let value = self.control.edges[edge].pre(terms, *variable);
                    let (value, next) = (now.apply(terms, value), timed(terms, *variable, position + 1));
                    conjuncts.push(terms.eq(next, value));
                }
                cuts.push(needed[position + 1].iter().map(|v| timed(terms, *v, position + 1)).collect());
            }
            formulas.push(terms.and(&conjuncts));
        }
        let limit = Duration::from_millis(u64::from(self.options.interpolation_ms));
        let found = interpolate(terms, &formulas, &cuts, limit, &self.task.statistics);
        let Some(found) = found else {
            self.task.count("interpolations without result", 1);
            return Ok(false);
        };
        self.task.count("interpolations", 1);
        let terms = &mut *self.task.terms;
        let mut states = Vec::new();
        for (cut, interpolant) in found.iter().enumerate() {
            let pairs = system.states.iter().map(|s| (timed(terms, s.current, cut + 1), s.current));
            let mut now = Substitution::new(pairs.collect::<Vec<_>>());
            states.push(now.apply(terms, *interpolant));
        }
        self.learn_step_lemmas(path, &bodies, &states)
    }

    /// What each position of the path contributes: initial states, cubes, the implicants of steps
    /// and the bad states, over the current state and inputs.
    fn segments(&mut self, path: &Path, implicants: &[Option<Implicant>]) -> Vec<Vec<TermId>> {
        let mut bodies = Vec::new();
        for (position, (obligation, edge)) in path.iter().enumerate() {
            let mut body = self.source_literals(position, obligation);
            match (edge, implicants.get(position)) {
                (Some(_), Some(Some(implicant))) => body.extend(&implicant.whole),
                (Some(edge), _) => body.extend(&self.control.edges[*edge].constraints),
                (None, _) => body.push(self.control.locations[obligation.location].bad),
            }
            bodies.push(body);
        }
        bodies
    }

    /// The state variables that what comes after each position depends on.
    fn needed_state(&mut self, path: &Path, bodies: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
        let terms = &mut *self.task.terms;
        let mut needed = vec![Vec::new(); bodies.len()];
        let mut later: Vec<TermId> = Vec::new();
        for position in (0..bodies.len()).rev() {
            let mut roots = bodies[position].clone();
            if let Some(edge) = path[position].1 {
                roots.extend(later.iter().map(|v| self.control.edges[edge].pre(terms, *v)));
            }
            later = terms.variables(&roots).into_iter().filter(|v| self.vocabulary.is_state(*v)).collect();
            needed[position] = later.clone();
        }
        needed
    }

    fn learn_step_lemmas(&mut self, path: &Path, bodies: &[Vec<TermId>], states: &[TermId]) -> Result<bool, Reason> {
        let mut learned = false;
        let mut before = self.task.terms.tt();
        for (position, after) in states.iter().enumerate() {
            let Some(edge) = path[position].1 else { break };
            let atoms = atoms(self.task.terms, *after);
            if atoms.len() > ATOMS {
                before = *after;
                continue;
            }
            for atom in atoms {
                learned |= self.vocabulary.add_predicate(self.task.terms, atom);
            }
            // Solvers that interpret everything know the lemma; the predicates are what cubes lacked.
            if self.is_exact() {
                before = *after;
                continue;
            }
            let terms = &mut *self.task.terms;
            let next = self.control.edges[edge].pre(terms, *after);
            let mut core = bodies[position].clone();
            core.push(before);
            core.push(terms.not(next));
            if let Some(core) = self.refuted(&core) {
                learned |= self.learn_core(&core, "lemmas from interpolants");
            }
            before = *after;
        }
        Ok(learned)
    }

    /// The formulas that are needed for a contradiction, if there is one.
    fn refuted(&mut self, formulas: &[TermId]) -> Option<Vec<TermId>> {
        let terms = &*self.task.terms;
        let nontrivial: Vec<TermId> = formulas.iter().copied().filter(|f| *f != terms.tt()).collect();
        if nontrivial.contains(&terms.ff()) {
            return None;
        }
        let mut solver = self.refiner.factory.solver(self.refiner.rlimit);
        match solver.check(terms, QueryKind::LemmaValid, &nontrivial) {
            Answer::Unsat => Some(solver.core()),
            _ => None,
        }
    }
}

/// The variable that stands for another at a position of the path.
fn timed(terms: &mut Terms, variable: TermId, position: usize) -> TermId {
    // No symbol of SMT-LIB has a bar in it, so these names are ours.
    let name = format!("{}|{position}", terms.var_name(variable).unwrap_or("state"));
    terms.var(&name, terms.sort(variable))
}

/// State, inputs and free next values at a position of the path.
fn at(terms: &mut Terms, system: &TransitionSystem, position: usize) -> Substitution {
    let free = system.states.iter().filter(|s| s.update.is_none()).map(|s| s.next);
    let variables = system.states.iter().map(|s| s.current).chain(free).chain(system.inputs.iter().copied());
    Substitution::new(variables.map(|v| (v, timed(terms, v, position))).collect::<Vec<_>>())
}

/// The atoms of a formula.
fn atoms(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let boolean = |t: TermId| terms.sort(t) == euclase_logic::Sort::Bool;
        match terms.op(term) {
            Op::Not | Op::And => stack.extend(terms.args(term)),
            Op::Eq | Op::Ite if terms.args(term).iter().all(|a| boolean(*a)) => stack.extend(terms.args(term)),
            Op::True | Op::False => {}
            _ => found.push(term),
        }
    }
    found
}
