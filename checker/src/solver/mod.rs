//! The one interface behind which Z3 sits.
//!
//! Terms are handed over as they are; the [`Theory`] of a solver says how it reads them. Under
//! [`Theory::Euf`] every operator but the Boolean ones, equality and `ite` is an uninterpreted
//! function: the abstraction 𝒜 of thesis §3.3.1 and §4.3 is a way of reading terms, and the
//! concretisation 𝒟 costs nothing, since the terms never change.
//!
//! Assumptions go through one proxy literal a term, so a core comes back as terms. Nothing is
//! pushed or popped: temporary facts stand behind literals.

mod array_axioms;
mod concrete_model;
mod euf_arrays;
mod euf_model;
mod float;
mod horn;
mod read_back;
mod recorder;
mod statistics;
mod theory;
mod translate;
mod version;

pub use euf_model::{EufModel, EufValue};
pub use horn::{HornAnswer, HornOptions, solve_horn};
pub use recorder::{Recorder, RecorderLimits};
pub use statistics::{QueryKind, QueryStatistics, Statistics};
pub use theory::{Operators, Theory};
pub use version::z3_version;

use crate::solver::array_axioms::ArrayAxioms;
use crate::solver::recorder::Query;
use crate::solver::translate::Translator;
use euclase_logic::{Assignment, Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;
use z3::ast::{Ast, Bool, Dynamic};
use z3::{Params, SatResult};

/// What a query came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none; [`Solver::core`] says which assumptions are to blame.
    Unsat,
    /// The budget ran out, or Z3 gave up for the reason told.
    Unknown(String),
}

/// Shares translations between the solvers of one theory.
#[derive(Clone)]
pub struct SolverFactory {
    theory: Theory,
    translator: Rc<RefCell<Translator>>,
    statistics: Statistics,
    deadline: Option<Instant>,
    quick: bool,
}

impl SolverFactory {
    /// A factory for solvers that read terms by the given theory and count into `statistics`.
    pub fn new(theory: Theory, statistics: Statistics) -> Self {
        let translator = Rc::new(RefCell::new(Translator::new(theory)));
        SolverFactory { theory, translator, statistics, deadline: None, quick: theory.abstracts_numbers() }
    }

    /// A factory for solvers that take every operator at its word.
    pub fn concrete(statistics: &Statistics) -> Self {
        SolverFactory::new(Theory::Concrete, statistics.clone())
    }

    /// The same factory, whose solvers have no query that takes longer than what is left until
    /// the deadline when they are made. Cheaper than [`Solver::set_deadline`], and less exact.
    pub fn until(self, deadline: Option<Instant>) -> Self {
        SolverFactory { deadline, ..self }
    }

    /// The same factory, whose solvers are for many small queries and waste no time on preparing for large ones.
    pub fn quick(self) -> Self {
        SolverFactory { quick: true, ..self }
    }

    /// A new, empty solver. `rlimit` bounds the work of each query in Z3's resource units; 0 is
    /// without bound.
    pub fn solver(&self, rlimit: u32) -> Solver {
        let solver = match self.theory {
            Theory::Euf { abstract_arrays: true } => z3::Solver::new_for_logic("QF_UF").unwrap_or_default(),
            _ => z3::Solver::new(),
        };
        let mut params = Params::new();
        params.set_u32("random_seed", 0);
        if rlimit > 0 {
            params.set_u32("rlimit", rlimit);
        }
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now()).as_millis() + 1;
            params.set_u32("timeout", u32::try_from(left).unwrap_or(u32::MAX - 1));
        }
        if self.quick {
            // Z3 would run these over all assertions again whenever one is added.
            for simplifier in ["propagate_values", "solve_eqs", "elim_unconstrained"] {
                params.set_bool(simplifier, false);
            }
        }
        solver.set_params(&params);
        Solver {
            factory: self.clone(),
            solver,
            proxies: FxHashMap::default(),
            assumed: Vec::new(),
            known: FxHashSet::default(),
            constants: FxHashMap::default(),
            fresh_constants: Vec::new(),
            queries: 0,
            deadline: None,
            array_axioms: ArrayAxioms::new(self.theory),
        }
    }

    /// The theory of the solvers made here.
    pub fn theory(&self) -> Theory {
        self.theory
    }
}

/// An incremental solver.
pub struct Solver {
    factory: SolverFactory,
    solver: z3::Solver,
    proxies: FxHashMap<TermId, Bool>,
    assumed: Vec<(TermId, Bool)>,
    known: FxHashSet<TermId>,
    constants: FxHashMap<Sort, Vec<TermId>>,
    fresh_constants: Vec<TermId>,
    queries: usize,
    deadline: Option<Instant>,
    array_axioms: ArrayAxioms,
}

impl Solver {
    /// From now on, queries end with [`Answer::Unknown`] when the deadline is reached.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Asserts a formula for good.
    pub fn assert(&mut self, terms: &Terms, formula: TermId) {
        let formula = self.bool(terms, formula);
        self.solver.assert(&formula);
    }

    /// Asserts `formulas[0] ∨ formulas[1] ∨ …` for good.
    pub fn assert_clause(&mut self, terms: &Terms, formulas: &[TermId]) {
        let literals: Vec<Bool> = formulas.iter().map(|f| self.bool(terms, *f)).collect();
        self.solver.assert(Bool::or(&literals));
    }

    /// Whether the assertions and the assumptions have a model.
    pub fn check(&mut self, terms: &Terms, kind: QueryKind, assumptions: &[TermId]) -> Answer {
        self.assumed.clear();
        for assumption in assumptions {
            let literal = self.proxy(terms, *assumption);
            self.assumed.push((*assumption, literal));
        }
        self.assert_constants_distinct();
        let literals: Vec<Bool> = self.assumed.iter().map(|(_, literal)| literal.clone()).collect();
        let start = Instant::now();
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(start).as_millis();
            let mut params = Params::new();
            // Rounded up, so that an answer of `Unknown` comes after the deadline; zero is no limit to Z3.
            params.set_u32("timeout", u32::try_from(left + 1).unwrap_or(u32::MAX - 1));
            self.solver.set_params(&params);
        }
        let result = self.solver.check_assumptions(&literals);
        let time = start.elapsed();
        self.queries += 1;
        self.factory.statistics.record_query(&Query {
            kind,
            theory: self.factory.theory,
            solver: &self.solver,
            assumptions: &literals,
            result,
            time,
            array_axioms: self.array_axioms.since_last(&self.solver),
        });
        match result {
            SatResult::Sat => Answer::Sat,
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown(self.solver.get_reason_unknown().unwrap_or_default()),
        }
    }

    /// The assumptions of the last query that are enough for `Unsat`.
    pub fn core(&self) -> Vec<TermId> {
        let core: FxHashSet<usize> = self.solver.get_unsat_core().iter().map(translate::address).collect();
        let blamed = self.assumed.iter().filter(|(_, literal)| core.contains(&translate::address(literal)));
        blamed.map(|(term, _)| *term).collect()
    }

    /// The model of the last query, read as the theory reads terms.
    pub fn euf_model(&self) -> Option<EufModel> {
        Some(EufModel::new(self.solver.get_model()?, self.factory.translator.clone()))
    }

    /// The values that the last query's model gives to the variables, and to the uninterpreted
    /// functions that occur in `functions_of`. What the model leaves open gets a default.
    pub fn concrete_model(
        &self,
        terms: &Terms,
        variables: &[TermId],
        functions_of: &[TermId],
    ) -> Result<Assignment, String> {
        let model = self.solver.get_model().ok_or("the solver has no model")?;
        concrete_model::read(terms, &model, &mut self.factory.translator.borrow_mut(), variables, functions_of)
    }

    /// How many queries this solver has answered; Z3 slows down with what old ones leave behind.
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// Whether the term occurs in something that was asserted or assumed.
    pub fn knows(&self, term: TermId) -> bool {
        self.known.contains(&term)
    }

    /// Translates a formula, noting the constants that are new to this solver.
    fn bool(&mut self, terms: &Terms, formula: TermId) -> Bool {
        let mut fresh = Vec::new();
        terms.postorder_into(&[formula], &mut self.known, &mut fresh);
        self.array_axioms.expect(terms, &fresh);
        if self.factory.theory.abstracts_numbers() {
            for term in fresh {
                if matches!(terms.op(term), Op::BitVecConst(_) | Op::IntConst(_)) {
                    self.fresh_constants.push(term);
                    self.constants.entry(terms.sort(term)).or_default().push(term);
                }
            }
        }
        self.factory.translator.borrow_mut().bool(terms, formula)
    }

    /// The literal that stands for an assumption: the term itself where it is a literal.
    fn proxy(&mut self, terms: &Terms, assumption: TermId) -> Bool {
        let atom = terms.negated(assumption).unwrap_or(assumption);
        if terms.is_var(atom) {
            return self.bool(terms, assumption);
        }
        if let Some(known) = self.proxies.get(&assumption) {
            return known.clone();
        }
        let formula = self.bool(terms, assumption);
        let literal = Bool::fresh_const("assume");
        self.solver.assert(literal.implies(&formula));
        self.proxies.insert(assumption, literal.clone());
        literal
    }

    /// Distinct constants of a sort are distinct elements of it.
    fn assert_constants_distinct(&mut self) {
        if self.fresh_constants.is_empty() {
            return;
        }
        let fresh: FxHashSet<TermId> = self.fresh_constants.drain(..).collect();
        for constants in self.constants.values() {
            let new: Vec<&TermId> = constants.iter().filter(|c| fresh.contains(c)).collect();
            if new.is_empty() || constants.len() < 2 {
                continue;
            }
            let translator = self.factory.translator.borrow();
            if new.len() * 4 >= constants.len() {
                let all: Vec<_> = constants.iter().map(|c| translator.known(*c)).collect();
                self.solver.assert(Dynamic::distinct(&all));
                continue;
            }
            for c in new {
                for other in constants.iter().filter(|o| *o != c) {
                    let (a, b) = (translator.known(*c), translator.known(*other));
                    self.solver.assert(a.ne(&b));
                }
            }
        }
    }
}
