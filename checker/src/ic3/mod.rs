//! IC3 on the EUF abstraction of a transition system (thesis §2.6, §3.3, §4.4), or with operators interpreted.
//!
//! The search works on cubes of abstract states, location by location. When it finds an abstract
//! counterexample, [`refine`] either turns it into an execution or learns lemmas: valid facts
//! about operators that the abstraction lacked. Frames stay valid when lemmas are added, since
//! the abstract system only shrinks, so the search never starts over.

mod block;
pub(crate) mod control;
mod egraph;
mod eliminate;
mod escalate;
mod frame;
mod generalise;
mod guidance;
pub(crate) mod justify;
mod lift;
mod obligation;
pub(crate) mod order;
mod parent;
mod project;
mod propagate;
mod queries;
mod refine;
mod solve;
#[cfg(test)]
mod tests;
pub(crate) mod vocabulary;

use crate::answer::{Invariant, Outcome, Progress, Reason, Task};
use crate::solver::{Answer, QueryKind, SolverFactory, Theory};
use crate::tuning::Fineness;
use block::Blocking;
use control::Control;
use escalate::Escalation;
use euclase_logic::{Op, Sort, TermId, TransitionSystem};
use frame::{Cube, Frames};
use generalise::Activity;
use guidance::Guidance;
use lift::Lifted;
use propagate::Knowledge;
use queries::Queries;
use refine::{Refinement, Refiner};
use rustc_hash::FxHashMap;
use vocabulary::Vocabulary;

/// How the search goes about it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether operators are interpreted from the start, but for those that solvers find hard.
    pub interpreted: bool,
    /// Whether array operators are uninterpreted too (thesis §4.3); off is the paper's ablation.
    pub abstract_arrays: bool,
    /// Z3's resource units for one abstract query.
    pub abstract_rlimit: u32,
    /// Z3's resource units for one concrete query of refinement.
    pub concrete_rlimit: u32,
    /// Queries that the generalisation of one cube may spend.
    pub generalisation_queries: usize,
    /// Milliseconds for one call of the interpolating engine.
    pub interpolation_ms: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            interpreted: false,
            abstract_arrays: true,
            abstract_rlimit: 20_000_000,
            concrete_rlimit: 40_000_000,
            generalisation_queries: 60,
            interpolation_ms: 2_000,
        }
    }
}

impl Options {
    /// The options of a search that interprets operators from the start.
    pub fn interpreted() -> Self {
        Options { interpreted: true, ..Options::default() }
    }
}

/// Checks the task's system.
pub fn run(task: &mut Task, options: &Options) -> Outcome {
    let mut search = Search::new(task, options.clone());
    let outcome = search.run();
    search.count();
    match outcome {
        Ok(outcome) => outcome,
        Err(Reason::SolverGaveUp(why)) => Outcome::Unknown(task.gave_up(why)),
        Err(reason) => Outcome::Unknown(reason),
    }
}

/// The control flow, by location where the marks on locations can be relied on: that exactly one
/// holds must be inductive.
pub(crate) fn control(task: &mut Task, options: &Options) -> Control {
    let system = task.system;
    let terms = &mut *task.terms;
    if !control::has_locations(system) {
        return Control::single(terms, system, &task.facts);
    }
    if control::one_hot(terms, &system.locations).iter().all(|conjunct| task.facts.contains(conjunct)) {
        return Control::by_location(terms, system, &task.facts);
    }
    // Equality with uninterpreted functions nearly always suffices, and is far cheaper.
    let theories = [Theory::Euf { abstract_arrays: true }, Theory::Concrete];
    let factories = theories.map(|theory| SolverFactory::new(theory, task.statistics.clone()).until(task.deadline));
    for formulas in control::exclusion(terms, system) {
        let refuted = factories.iter().any(|factory| {
            let mut solver = factory.solver(options.concrete_rlimit);
            formulas.iter().for_each(|formula| solver.assert(terms, *formula));
            solver.check(terms, QueryKind::Initial, &[]) == Answer::Unsat
        });
        if !refuted {
            log::info!("the marked locations are not exclusive for all that is known; they are not used");
            return Control::single(terms, system, &task.facts);
        }
    }
    Control::by_location(terms, system, &task.facts)
}

/// The formulas whose constants guidance looks at.
fn guided_by(system: &TransitionSystem, edge_terms: &[TermId]) -> Vec<TermId> {
    let mut roots = vec![system.init, system.property];
    roots.extend(system.states.iter().filter_map(|s| s.update));
    roots.extend(edge_terms);
    roots
}

struct Search<'t, 'a> {
    task: &'t mut Task<'a>,
    options: Options,
    control: Control,
    frames: Vec<Frames>,
    queries: Queries,
    vocabulary: Vocabulary,
    refiner: Refiner,
    escalation: Escalation,
    guidance: Guidance,
    lifted: Lifted,
    activity: Activity,
    fineness: Fineness,
    frontier: usize,
    refinements: usize,
    open_obligations: usize,
    failed_pushes: FxHashMap<(usize, Cube), (usize, Knowledge)>,
}

impl<'t, 'a> Search<'t, 'a> {
    fn new(task: &'t mut Task<'a>, options: Options) -> Self {
        let control = match task.tuning.slicing {
            true => control(task, &options),
            false => Control::single(task.terms, task.system, &task.facts),
        };
        let (theory, rlimit) = match options.interpreted {
            false => (Theory::Euf { abstract_arrays: options.abstract_arrays }, options.abstract_rlimit),
            true => {
                (Theory::without(escalate::hard_operators(task.terms, task.system, false)), options.concrete_rlimit)
            }
        };
        let factory = SolverFactory::new(theory, task.statistics.clone()).until(task.deadline).quick();
        let edge_terms: Vec<TermId> = control.edges.iter().flat_map(|e| e.constraints.iter().copied()).collect();
        let fineness = task.tuning.fineness;
        Search {
            frames: control.locations.iter().map(|_| Frames::default()).collect(),
            queries: Queries::new(&control, factory, rlimit, task.tuning.slicing),
            activity: Activity::default(),
            lifted: Lifted::default(),
            guidance: Guidance::new(task.terms, &guided_by(task.system, &edge_terms)),
            vocabulary: Vocabulary::new(task.terms, task.system, &edge_terms),
            refiner: Refiner::new(task, options.concrete_rlimit),
            escalation: Escalation::default(),
            control,
            task,
            options,
            fineness,
            frontier: 1,
            refinements: 0,
            open_obligations: 0,
            failed_pushes: FxHashMap::default(),
        }
    }

    fn run(&mut self) -> Result<Outcome, Reason> {
        loop {
            while let Some(bad) = self.find_bad()? {
                let Blocking::Counterexample(path) = self.block(bad)? else { continue };
                self.refinements += 1;
                log::debug!("abstract counterexample of {} steps at frontier {}", path.len() - 1, self.frontier);
                match self.refine(&path)? {
                    Refinement::Execution(trace) => return Ok(Outcome::Unsafe(*trace)),
                    Refinement::Learned => self.escalate(),
                }
            }
            self.frontier += 1;
            log::debug!("frontier {}", self.frontier);
            if let Some(level) = self.propagate()? {
                return Ok(Outcome::Safe(self.invariant(level)));
            }
        }
    }

    fn tick(&mut self) -> Result<(), Reason> {
        let lemmas = self.frames.iter().map(|f| f.live().len()).sum();
        self.task.tick(Progress {
            depth: self.frontier,
            obligations: self.open_obligations,
            lemmas,
            refinements: self.refinements,
        })
    }

    /// The frames above a level at which nothing is left, as one formula.
    fn invariant(&mut self, level: usize) -> Invariant {
        let terms = &mut *self.task.terms;
        let mut conjuncts = vec![self.task.system.property];
        conjuncts.extend(&self.task.facts);
        for (location, frames) in self.control.locations.iter().zip(&self.frames) {
            for blocked in frames.live().iter().filter(|b| b.level > level) {
                let mut literals = blocked.cube.to_vec();
                literals.extend(location.variable);
                let inside = terms.and(&literals);
                conjuncts.push(terms.not(inside));
            }
        }
        if self.control.locations[0].variable.is_some() {
            conjuncts.extend(control::one_hot(terms, &self.task.system.locations));
        }
        let formula = terms.and(&conjuncts);
        let interpreted = !self.queries.theory().abstracts_numbers();
        Invariant { formula, lemmas: self.queries.lemmas.clone(), induction_depth: 1, interpreted }
    }

    fn count(&mut self) {
        let blocked: usize = self.frames.iter().map(|f| f.live().len()).sum();
        let literals: usize = self.frames.iter().flat_map(|f| f.live()).map(|b| b.cube.len()).sum();
        self.task.count("locations", self.control.locations.len() as u64);
        self.task.count("edges", self.control.edges.len() as u64);
        self.task.count("frontier", self.frontier as u64);
        self.task.count("blocked cubes", blocked as u64);
        self.task.count("literals in blocked cubes", literals as u64);
        self.task.count("refinements", self.refinements as u64);
        self.task.count("refinement lemmas", self.queries.lemmas.len() as u64);
        self.task.count("solver rebuilds", self.queries.rebuilds);
        self.count_arrays();
        let level = match self.queries.theory() {
            Theory::Euf { .. } => "ended with uninterpreted operators",
            Theory::Mixed(_) => "ended with hard operators uninterpreted",
            Theory::Concrete => "ended with interpreted operators",
        };
        self.task.count(level, 1);
        self.task.count("escalations", self.escalation.steps);
        self.task.count("predicates from refinement", self.vocabulary.predicates().len() as u64);
    }

    /// What arrays cost: lemmas learned about them, against instances of axioms that the solver made, for the search and for
    /// refinement. Says nothing of systems without arrays.
    fn count_arrays(&mut self) {
        let terms = &*self.task.terms;
        let operates = |t: &TermId| matches!(terms.op(*t), Op::Select | Op::Store | Op::ConstArray(_));
        if !self.task.system.states.iter().any(|s| matches!(terms.sort(s.current), Sort::Array(_))) {
            return;
        }
        let learned =
            self.queries.lemmas.iter().filter(|lemma| terms.postorder(&[**lemma]).iter().any(operates)).count();
        let in_search = self.task.statistics.array_axioms(QueryKind::is_of_search);
        let in_refinement = self.task.statistics.array_axioms(QueryKind::is_of_refinement);
        self.task.count("array lemmas", learned as u64);
        self.task.count("array axioms in the search", in_search);
        self.task.count("array axioms in refinement", in_refinement);
    }
}
