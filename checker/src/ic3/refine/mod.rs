//! Refinement: an abstract counterexample becomes an execution, or lemmas that rule it out.
//!
//! It is refuted at the cheapest place that refutes it (thesis §3.4, §4.4): a state, a step,
//! then the whole path. A lemma is the negation of an unsatisfiable set of literals, so it holds
//! for all values and belongs to the step relation, not to a frame.

mod conjecture;
mod interpolants;
mod path;
mod step;

use super::Search;
use super::obligation::Obligation;
use crate::answer::{Reason, Task};
use crate::solver::{Answer, QueryKind, Solver, SolverFactory};
use euclase_logic::{Op, TermId, Terms, Trace};
use rustc_hash::FxHashSet;

/// An abstract execution: cubes, each with the edge that leaves it.
pub type Path = [(Obligation, Option<usize>)];

/// What became of an abstract counterexample.
pub enum Refinement {
    /// It is real.
    Execution(Box<Trace>),
    /// It cannot come again.
    Learned,
}

/// Queries after which the concrete solver is made anew.
const WORN: usize = 150;

/// Sets of literals that are remembered to be feasible.
const REMEMBERED: usize = 100_000;

/// Literals that minimising one core may try to drop.
const MINIMISE: usize = 40;

/// Facts about a location that one concrete query may take into account.
const FACTS: usize = 40;

/// What a look at a cube may cost before anything depends on it.
const EARLY_RLIMIT: u32 = 400_000;

/// The most cubes that are passed over after looks that cost too much.
const MOST_PASSED: u32 = 64;

/// The concrete side of refinement.
pub struct Refiner {
    factory: SolverFactory,
    rlimit: u32,
    solver: Option<Solver>,
    /// For cubes that may never be part of a counterexample.
    early: Option<Solver>,
    patience: Patience,
    feasible: FxHashSet<Vec<TermId>>,
    learned: FxHashSet<TermId>,
}

/// What the concrete solver says of a set of literals.
enum Concrete {
    Feasible,
    Infeasible(Vec<TermId>),
    Unknown,
}

/// When to look at a cube before anything depends on it: always, as long as that is cheap. Each look that ends without an
/// answer doubles the number of cubes that are passed over.
#[derive(Default)]
struct Patience {
    passed_at_once: u32,
    to_pass: u32,
}

impl Patience {
    /// Whether the next cube is to be looked at.
    fn permits(&mut self) -> bool {
        let permits = self.to_pass == 0;
        self.to_pass = self.to_pass.saturating_sub(1);
        permits
    }

    fn note(&mut self, seen: &Concrete) {
        match seen {
            Concrete::Unknown => {
                self.passed_at_once = (2 * self.passed_at_once).clamp(1, MOST_PASSED);
                self.to_pass = self.passed_at_once;
            }
            Concrete::Infeasible(_) => self.passed_at_once = 0,
            Concrete::Feasible => {}
        }
    }
}

impl Refiner {
    /// A refiner without knowledge.
    pub fn new(task: &Task, rlimit: u32) -> Self {
        let factory = SolverFactory::concrete(&task.statistics).until(task.deadline);
        Refiner {
            factory,
            rlimit,
            solver: None,
            early: None,
            patience: Patience::default(),
            feasible: FxHashSet::default(),
            learned: FxHashSet::default(),
        }
    }

    /// Whether the literals hold together; if not, a small subset that does not.
    fn check(&mut self, terms: &Terms, kind: QueryKind, literals: &[TermId]) -> Concrete {
        let mut solver = self.solver.take();
        let result = self.check_with(&mut solver, self.rlimit, terms, kind, literals);
        self.solver = solver;
        result
    }

    /// The same for a cube that nothing depends on yet, where that is cheap.
    fn check_early(&mut self, terms: &Terms, literals: &[TermId]) -> Concrete {
        let mut solver = self.early.take();
        let limit = self.rlimit.min(EARLY_RLIMIT);
        let result = self.check_with(&mut solver, limit, terms, QueryKind::RefineState, literals);
        self.early = solver;
        self.patience.note(&result);
        result
    }

    fn check_with(
        &mut self,
        solver: &mut Option<Solver>,
        rlimit: u32,
        terms: &Terms,
        kind: QueryKind,
        literals: &[TermId],
    ) -> Concrete {
        let mut key = literals.to_vec();
        key.sort_unstable();
        key.dedup();
        if key.is_empty() || self.feasible.contains(&key) {
            return Concrete::Feasible;
        }
        let mut used = match solver.take() {
            Some(solver) if solver.queries() < WORN => solver,
            _ => self.factory.solver(rlimit),
        };
        let answer = used.check(terms, kind, &key);
        let result = match answer {
            Answer::Sat => {
                if self.feasible.len() >= REMEMBERED {
                    self.feasible.clear();
                }
                self.feasible.insert(key);
                Concrete::Feasible
            }
            Answer::Unsat => Concrete::Infeasible(minimise(terms, &mut used)),
            Answer::Unknown(_) => return Concrete::Unknown,
        };
        *solver = Some(used);
        result
    }
}

/// The literals that could contradict each other by what operators mean: those with operators,
/// and the equations and disequations between variables that occur in them, or that are equal to
/// such variables. The abstraction is right about the others, as long as there are enough values.
fn telling(terms: &Terms, cube: &[TermId]) -> Vec<TermId> {
    let leaf = |t: &TermId| terms.is_var(*t) || terms.is_constant(*t);
    let atom = |literal: TermId| terms.negated(literal).unwrap_or(literal);
    let plain = |literal: &&TermId| {
        let atom = atom(**literal);
        terms.is_var(atom) || terms.op(atom) == Op::Eq && terms.args(atom).iter().all(leaf)
    };
    let (plain, mut kept): (Vec<TermId>, Vec<TermId>) = cube.iter().partition(plain);
    if kept.is_empty() {
        return kept;
    }
    let mut linked: FxHashSet<TermId> = terms.variables(&kept).into_iter().collect();
    let variables = |literal: TermId| terms.args(atom(literal)).iter().copied().filter(|a| terms.is_var(*a));
    let mut grows = true;
    while grows {
        grows = false;
        for literal in plain.iter().filter(|l| terms.op(**l) == Op::Eq) {
            if variables(*literal).any(|v| linked.contains(&v)) {
                variables(*literal).for_each(|v| grows |= linked.insert(v));
            }
        }
    }
    kept.extend(plain.into_iter().filter(|l| !terms.is_var(atom(*l)) && variables(*l).all(|v| linked.contains(&v))));
    kept
}

/// The core of the last query with literals dropped one by one while the rest is unsatisfiable.
fn minimise(terms: &Terms, solver: &mut Solver) -> Vec<TermId> {
    let mut core = solver.core();
    // Large terms first: a lemma about small ones says more.
    let mut order: Vec<(usize, TermId)> = core.iter().map(|l| (terms.size(&[*l]), *l)).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    for (_, literal) in order.into_iter().take(MINIMISE) {
        if core.len() == 1 || !core.contains(&literal) {
            continue;
        }
        let rest: Vec<TermId> = core.iter().copied().filter(|l| *l != literal).collect();
        if solver.check(terms, QueryKind::MinimiseCore, &rest) == Answer::Unsat {
            core = solver.core();
        }
    }
    core
}

impl Search<'_, '_> {
    /// Turns an abstract counterexample into an execution, or learns from it.
    pub(super) fn refine(&mut self, path: &Path) -> Result<Refinement, Reason> {
        for (obligation, edge) in path.iter().filter(|_| log::log_enabled!(log::Level::Trace)) {
            let literals: Vec<String> = obligation.cube.iter().map(|l| self.task.terms.sketch(*l)).collect();
            log::trace!("  at {} level {}: {literals:#?} then {edge:?}", obligation.location, obligation.level);
        }
        // Where nothing is abstract, states and steps are real; only the path may not be.
        if !self.is_exact() && (self.refine_states(path) || self.refine_steps(path)?) {
            return Ok(Refinement::Learned);
        }
        self.refine_path(path)
    }

    /// Stage one: a cube that no concrete state satisfies.
    fn refine_states(&mut self, path: &Path) -> bool {
        let mut learned = false;
        for (position, (obligation, _)) in path.iter().enumerate() {
            let mut literals = obligation.cube.to_vec();
            if position == 0 {
                literals.extend(self.control.locations[obligation.location].init.iter().flatten());
            }
            if self.learn_orders(&literals) {
                learned = true;
                continue;
            }
            if let Concrete::Infeasible(core) = self.refiner.check(self.task.terms, QueryKind::RefineState, &literals) {
                learned |= self.learn_core(&core, "lemmas from states");
            }
        }
        learned
    }

    /// Whether no concrete state satisfies the cube, or no such state the facts; then why is learned.
    pub(super) fn infeasible(&mut self, cube: &[TermId], facts: Vec<TermId>) -> bool {
        if self.is_exact() {
            return false;
        }
        if self.learn_orders(cube) {
            return true;
        }
        if !self.refiner.patience.permits() {
            self.task.count("cubes passed over", 1);
            return false;
        }
        let literals = telling(self.task.terms, cube);
        match self.refiner.check_early(self.task.terms, &literals) {
            Concrete::Infeasible(core) => return self.learn_core(&core, "lemmas from states"),
            Concrete::Feasible if !facts.is_empty() => {}
            _ => return false,
        }
        let literals: Vec<TermId> = cube.iter().copied().chain(facts).collect();
        let literals = telling(self.task.terms, &literals);
        match self.refiner.check_early(self.task.terms, &literals) {
            Concrete::Infeasible(core) => self.learn_core(&core, "lemmas from facts"),
            _ => false,
        }
    }

    /// The facts of a location that share a variable with the literals.
    pub(super) fn facts_about(&self, location: usize, literals: &[TermId]) -> Vec<TermId> {
        let facts = &self.control.locations[location].facts;
        if facts.is_empty() {
            return Vec::new();
        }
        let terms = &*self.task.terms;
        let mentioned: FxHashSet<TermId> = terms.variables(literals).into_iter().collect();
        let related = facts.iter().copied().filter(|f| terms.variables(&[*f]).iter().any(|v| mentioned.contains(v)));
        related.take(FACTS).collect()
    }

    /// Learns that the literals never hold together; true if that is news.
    fn learn_core(&mut self, core: &[TermId], stage: &'static str) -> bool {
        let terms = &mut *self.task.terms;
        let together = terms.and(core);
        let lemma = if terms.as_bool(together).is_some() {
            // Rewriting knows it already; the abstraction must be told in the terms it has.
            let together = terms.make_raw(Op::And, core);
            terms.make_raw(Op::Not, &[together])
        } else {
            terms.not(together)
        };
        if !self.refiner.learned.insert(lemma) {
            return false;
        }
        if log::log_enabled!(log::Level::Trace) {
            log::trace!("{stage}: {:#?}", core.iter().map(|l| terms.sketch(*l)).collect::<Vec<_>>());
        }
        self.task.count(stage, 1);
        self.queries.lemmas.push(lemma);
        true
    }

    /// Adds equations that fold an operator. Their terms do not enter the vocabulary: `x + 1 + 1`
    /// folds to `x + 2`, and so on without end.
    pub(super) fn learn_folded(&mut self, lemmas: Vec<TermId>) -> Result<(), Reason> {
        self.task.count("lemmas from folding", lemmas.len() as u64);
        let before = self.queries.lemmas.len();
        for lemma in lemmas {
            if self.refiner.learned.insert(lemma) {
                self.queries.lemmas.push(lemma);
            }
        }
        if self.queries.lemmas.len() == before {
            return Err(Reason::Internal("a model violates a lemma that was asserted".into()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::Sort;

    #[test]
    fn costly_looks_become_rare_and_successful_ones_frequent() {
        let mut patience = Patience::default();
        let mut looked = Vec::new();
        for cube in 0..12 {
            if patience.permits() {
                patience.note(&Concrete::Unknown);
                looked.push(cube);
            }
        }
        assert_eq!(looked, [0, 2, 5, 10]);
        while !patience.permits() {}
        patience.note(&Concrete::Infeasible(Vec::new()));
        assert!((0..5).all(|_| patience.permits()));
    }

    #[test]
    fn equations_are_checked_where_operators_are_near() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, Sort::BitVec(8)));
        let (one, p) = (terms.bv(8, 1), terms.var("p", Sort::Bool));
        let sum = terms.bv_add(a, one);
        let below = terms.bv_ult(sum, a);
        let (near, linked, far) = (terms.eq(a, b), terms.neq(b, one), terms.neq(c, d));
        assert_eq!(telling(&terms, &[below, p, near, linked, far]), [below, near, linked]);
        assert!(telling(&terms, &[p, near, far]).is_empty());
    }
}
