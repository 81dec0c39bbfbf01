//! Building the obligations of a proof and discharging them.

use super::cases;
use super::lessons::Lessons;
use super::{Certificate, CertificateError, CertifyOptions, Obligation, ObligationKind};
use crate::answer::Invariant;
use crate::budget;
use crate::cells::{instances, strangers};
use crate::ic3::control;
use crate::ring;
use crate::solver::{Answer, Operators, QueryKind, Solver, SolverFactory, Statistics, Theory};
use crate::unroll::copy_of;
use euclase_logic::{Substitution, TermId, Terms, TransitionSystem, print_term};
use std::rc::Rc;
use std::time::Instant;

/// Z3 slows down with what old queries leave behind.
const QUERIES_PER_SOLVER: usize = 200;

/// How many characters of a formula an error message shows.
const SHOWN: usize = 600;

/// Checks that an invariant proves the property of a system.
pub fn certify(
    terms: &mut Terms,
    system: &TransitionSystem,
    invariant: &Invariant,
    options: &CertifyOptions,
    statistics: &Statistics,
) -> Result<Certificate, CertificateError> {
    let strangers = strangers(terms, system, invariant.formula).map_err(|stranger| CertificateError::Refuted {
        obligation: "the invariant speaks of no variable of a step".into(),
        formula: shown(terms, stranger),
    })?;
    // The base of a k-induction is checked for states, not for all values of other variables.
    if let Some(stranger) = strangers.first().filter(|_| invariant.induction_depth > 1) {
        return Err(CertificateError::Refuted {
            obligation: "an invariant for all values of a variable is inductive by single steps".into(),
            formula: shown(terms, *stranger),
        });
    }
    let theory = theory_of(terms, system, invariant, options);
    let mut checker = Checker {
        conjuncts: terms.conjuncts(invariant.formula),
        // Factories of its own: not even translations are shared with the search.
        concrete: SolverFactory::new(Theory::Concrete, statistics.clone()),
        abstracted: (theory != Theory::Concrete).then(|| SolverFactory::new(theory, statistics.clone())),
        terms,
        system,
        invariant,
        strangers,
        deadline: options.deadline,
        obligations: Vec::new(),
        lessons: Lessons::default(),
    };
    if invariant.induction_depth <= 1 {
        checker.initiation()?;
        let by_cases = options.by_cases && checker.strangers.is_empty() && checker.consecution_by_cases();
        match if by_cases { Ok(()) } else { checker.consecution() } {
            Ok(()) => {}
            Err(error) => checker.exhaustion().map_err(|_| error)?,
        }
    } else {
        checker.k_induction(invariant.induction_depth)?;
    }
    checker.safety()?;
    checker.lemmas()?;
    Ok(Certificate { obligations: checker.obligations })
}

/// How operators are read when a claim is tried first.
fn theory_of(terms: &Terms, system: &TransitionSystem, invariant: &Invariant, options: &CertifyOptions) -> Theory {
    if !invariant.interpreted {
        return Theory::Euf { abstract_arrays: !options.keep_arrays };
    }
    let mut roots = vec![system.init, system.property, invariant.formula];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|s| s.update));
    let mut operators = Operators::hard(terms, &roots);
    let lemmas = terms.postorder(&invariant.lemmas);
    if !options.keep_arrays && lemmas.iter().any(|t| Operators::ARRAYS.contains(terms.op(*t))) {
        operators = operators.with(Operators::ARRAYS);
    }
    Theory::without(operators)
}

struct Checker<'a> {
    terms: &'a mut Terms,
    system: &'a TransitionSystem,
    invariant: &'a Invariant,
    conjuncts: Vec<TermId>,
    /// Variables of the invariant that the system does not have: it is claimed for all their values.
    strangers: Vec<TermId>,
    concrete: SolverFactory,
    abstracted: Option<SolverFactory>,
    deadline: Option<Instant>,
    obligations: Vec<Obligation>,
    lessons: Lessons,
}

/// Claims that share a context; each goal is a claim's negation.
struct Form {
    factory: SolverFactory,
    context: Rc<[TermId]>,
    goals: Vec<TermId>,
}

impl Checker<'_> {
    /// What the invariant says of the cells that formulas look at, if it says something for all values of variables.
    fn instances(&mut self, formulas: &[TermId]) -> Vec<TermId> {
        match self.strangers.is_empty() {
            true => Vec::new(),
            false => instances(self.terms, &self.strangers, &self.conjuncts, formulas),
        }
    }

    fn initiation(&mut self) -> Result<(), CertificateError> {
        let goals = self.negated_conjuncts(&mut Substitution::default());
        let init = self.system.init;
        let forms = self.forms(&[init], &goals);
        self.prove(ObligationKind::Initiation, &self.abouts("holds in every initial state"), forms)
    }

    /// Abstractly, first as the search asks it: the updates are put in for the next state, and the
    /// lemmas are given for both states. An instance of a valid formula is valid, and so is what
    /// rewriting makes of it. But rewriting may take away what a lemma speaks of; then the next
    /// state has variables of its own. Concretely the updates are put in again.
    fn consecution(&mut self) -> Result<(), CertificateError> {
        let states = self.system.states.iter();
        let mut functional = Substitution::new(states.clone().filter_map(|s| Some((s.next, s.update?))));
        let mut after = Substitution::new(states.map(|s| (s.current, s.update.unwrap_or(s.next))));
        let mut looking: Vec<TermId> = self.system.states.iter().filter_map(|s| s.update).collect();
        looking.extend(&self.system.constraints);
        let instances = self.instances(&looking);
        let mut substituted = self.conjuncts.clone();
        substituted.extend(&instances);
        substituted.extend(self.system.constraints.iter().map(|c| functional.apply(self.terms, *c)));
        let goals = self.negated_conjuncts(&mut after);
        let mut forms = Vec::new();
        if let Some(factory) = self.abstracted.clone() {
            let context = self.with_lemmas(&substituted, &mut after);
            forms.push(Form { factory: factory.clone(), context, goals: goals.clone() });
            let mut step = self.conjuncts.clone();
            step.extend(&instances);
            step.extend(&self.system.constraints);
            for state in &self.system.states {
                if let Some(update) = state.update {
                    step.push(self.terms.eq(state.next, update));
                }
            }
            let mut prime = self.system.prime();
            let context = self.with_lemmas(&step, &mut prime);
            forms.push(Form { factory, context, goals: self.negated_conjuncts(&mut prime) });
        }
        forms.push(Form { factory: self.concrete.clone(), context: substituted.into(), goals });
        self.prove(ObligationKind::Consecution, &self.abouts("is kept by every step"), forms)
    }

    /// Shows consecution for each listed state alone; false if that does not go through.
    fn consecution_by_cases(&mut self) -> bool {
        if !self.is_exclusive() {
            return false;
        }
        let Some(cases) = cases::cases(self.terms, self.system, &self.conjuncts) else { return false };
        let functional = self.system.states.iter().filter_map(|s| Some((s.next, s.update?)));
        let mut functional = Substitution::new(functional);
        let constraints: Vec<TermId> =
            self.system.constraints.iter().map(|c| functional.apply(self.terms, *c)).collect();
        let mut splitter = cases::Splitter::new(self.system);
        let mut solver: Option<Solver> = None;
        for case in &cases {
            let (context, goals) = splitter.split(self.terms, case, &constraints, &self.conjuncts);
            if goals.is_empty() {
                continue;
            }
            if self.time_is_over() {
                return false;
            }
            // Few formulas are left of a case, and many cases leave the same ones: all are assumptions of one solver.
            let worn = solver.as_ref().is_some_and(|solver| solver.queries() >= QUERIES_PER_SOLVER);
            if worn {
                solver = None;
            }
            let solver = solver.get_or_insert_with(|| self.concrete.solver(0));
            solver.set_deadline(self.deadline);
            let mut assumptions = context;
            assumptions.push(self.terms.or(&goals));
            if solver.check(self.terms, QueryKind::Certificate, &assumptions) != Answer::Unsat {
                return false;
            }
        }
        // Told with variables for the next state: with the updates put in it would be far larger.
        let mut context = self.conjuncts.clone();
        context.extend(&self.system.constraints);
        for state in &self.system.states {
            context.extend(state.update.map(|update| self.terms.eq(state.next, update)));
        }
        let next = self.system.prime().apply(self.terms, self.invariant.formula);
        let (context, goal) = (context.into(), self.terms.not(next));
        let about = format!("the invariant is kept by every step, shown for each of {} cases", cases.len());
        let (kind, theory) = (ObligationKind::Consecution, Theory::Concrete);
        self.obligations.push(Obligation { kind, about, theory, context, goal });
        true
    }

    /// Whether the invariant says that exactly one location holds: cases are told apart by location.
    fn is_exclusive(&mut self) -> bool {
        if self.system.locations.is_empty() {
            return true;
        }
        let one = control::one_hot(self.terms, &self.system.locations);
        let one = self.terms.and(&one);
        let mut solver = self.concrete.solver(0);
        solver.set_deadline(self.deadline);
        self.conjuncts.iter().for_each(|conjunct| solver.assert(self.terms, *conjunct));
        let otherwise = self.terms.not(one);
        solver.check(self.terms, QueryKind::Certificate, &[otherwise]) == Answer::Unsat
    }

    /// The context with the lemmas, also as they are said of the next state.
    fn with_lemmas(&mut self, context: &[TermId], next_state: &mut Substitution) -> Rc<[TermId]> {
        let mut facts = context.to_vec();
        for lemma in &self.invariant.lemmas {
            let next = next_state.apply(self.terms, *lemma);
            facts.push(*lemma);
            if next != *lemma && next != self.terms.tt() {
                facts.push(next);
            }
        }
        facts.into()
    }

    fn safety(&mut self) -> Result<(), CertificateError> {
        let violation = self.terms.not(self.system.property);
        let mut context = self.conjuncts.clone();
        context.extend(self.instances(&[self.system.property]));
        let abouts = ["the invariant implies the property".to_string()];
        self.prove(ObligationKind::Safety, &abouts, self.forms(&context, &[violation]))
    }

    /// The lemmas of the proof and those that were found on the way are valid. What polynomials show needs no solver.
    fn lemmas(&mut self) -> Result<(), CertificateError> {
        let lemmas: Vec<TermId> = self.invariant.lemmas.iter().chain(self.lessons.lemmas()).copied().collect();
        let (mut abouts, mut goals) = (Vec::new(), Vec::new());
        for (number, lemma) in lemmas.iter().enumerate() {
            let about = format!("lemma {} of {} is valid", number + 1, lemmas.len());
            let goal = self.terms.not(*lemma);
            if ring::refutes(self.terms, goal) {
                let about = format!("{about}, as its equations show when read as polynomials modulo a power of two");
                self.record(ObligationKind::Lemma, about, &[], goal);
            } else {
                abouts.push(about);
                goals.push(goal);
            }
        }
        let form = Form { factory: self.concrete.clone(), context: Rc::new([]), goals };
        self.prove(ObligationKind::Lemma, &abouts, vec![form])
    }

    /// The first k states of every execution satisfy the invariant, and k states in a row that do
    /// are followed by one more. It is enough to look at states that are all different, since the
    /// shortest execution to a violation visits none twice.
    fn k_induction(&mut self, depth: usize) -> Result<(), CertificateError> {
        let mut path = Path::new(self.terms, self.system);
        let init = path.at(self.terms, 0, self.system.init);
        let mut base = Base::new(self, init);
        let mut steps = Vec::new();
        let mut before = Vec::new();
        for time in 0..depth {
            let goals = self.negated_conjuncts(&mut path.times[time]);
            base.prove(self, &format!("holds after {time} steps"), goals)?;
            let holds = path.at(self.terms, time, self.invariant.formula);
            before.push(holds);
            let step = path.extend(self.terms, self.system);
            base.extend(self, [holds, step]);
            steps.push(step);
        }
        if base.is_exhausted(self) {
            return Ok(());
        }
        let goals = self.negated_conjuncts(&mut path.times[depth]);
        let words = format!("holds after {depth} steps in which it holds");
        let mut plain = before;
        plain.extend(&steps);
        let kind = ObligationKind::Consecution;
        let Err(error) = self.prove_concretely(kind, &words, &plain, goals.clone()) else {
            return Ok(());
        };
        let mut simple = plain;
        simple.extend(path.all_different(self.terms));
        let words = format!("{words} through different states");
        if self.prove_concretely(kind, &words, &simple, goals).is_ok() {
            return Ok(());
        }
        self.exhaustion().map_err(|_| error)
    }

    /// No execution has as many steps as the base has states.
    fn exhaustion(&mut self) -> Result<(), CertificateError> {
        let depth = self.invariant.induction_depth.max(1);
        let mut path = Path::new(self.terms, self.system);
        let mut context = vec![path.at(self.terms, 0, self.system.init)];
        for _ in 0..depth {
            context.push(path.extend(self.terms, self.system));
        }
        let abouts = [format!("no execution has {depth} steps")];
        let form = Form { factory: self.concrete.clone(), context: context.into(), goals: vec![self.terms.tt()] };
        self.prove(ObligationKind::Exhaustion, &abouts, vec![form])
    }

    fn negated_conjuncts(&mut self, substitution: &mut Substitution) -> Vec<TermId> {
        let mut goals = Vec::new();
        for conjunct in &self.conjuncts {
            let image = substitution.apply(self.terms, *conjunct);
            goals.push(self.terms.not(image));
        }
        goals
    }

    fn prove_concretely(
        &mut self,
        kind: ObligationKind,
        words: &str,
        context: &[TermId],
        goals: Vec<TermId>,
    ) -> Result<(), CertificateError> {
        let form = self.concretely(context, goals);
        self.prove(kind, &self.abouts(words), vec![form])
    }

    fn concretely(&self, context: &[TermId], goals: Vec<TermId>) -> Form {
        Form { factory: self.concrete.clone(), context: context.into(), goals }
    }

    /// Notes an obligation that was discharged concretely.
    fn record(&mut self, kind: ObligationKind, about: String, context: &[TermId], goal: TermId) {
        let theory = Theory::Concrete;
        self.obligations.push(Obligation { kind, about, theory, context: context.into(), goal });
    }

    fn abouts(&self, words: &str) -> Vec<String> {
        let count = self.conjuncts.len();
        (1..=count).map(|n| format!("conjunct {n} of {count} of the invariant {words}")).collect()
    }

    /// The forms of claims in the order in which they are tried: abstractly with the lemmas if
    /// the proof was found like that, then concretely.
    fn forms(&self, context: &[TermId], goals: &[TermId]) -> Vec<Form> {
        let mut forms = Vec::new();
        if let Some(factory) = &self.abstracted {
            let with_lemmas = context.iter().chain(&self.invariant.lemmas).copied().collect();
            forms.push(Form { factory: factory.clone(), context: with_lemmas, goals: goals.to_vec() });
        }
        forms.push(Form { factory: self.concrete.clone(), context: context.into(), goals: goals.to_vec() });
        forms
    }

    /// Proves each claim in the first form in which it goes through.
    fn prove(&mut self, kind: ObligationKind, abouts: &[String], forms: Vec<Form>) -> Result<(), CertificateError> {
        let mut open: Vec<usize> = (0..abouts.len()).collect();
        let last = forms.len() - 1;
        for (number, form) in forms.iter().enumerate() {
            let mut solver: Option<Solver> = None;
            let mut left = Vec::new();
            for claim in open {
                let failure = match self.discharge(form, form.goals[claim], &mut solver) {
                    Answer::Unsat => {
                        self.obligations.push(Obligation {
                            kind,
                            about: abouts[claim].clone(),
                            theory: form.factory.theory(),
                            context: self.lessons.with(&form.context, form.factory.theory()),
                            goal: form.goals[claim],
                        });
                        continue;
                    }
                    failure => failure,
                };
                if number < last {
                    left.push(claim);
                    continue;
                }
                let obligation = abouts[claim].clone();
                let claimed = self.terms.not(form.goals[claim]);
                return Err(match failure {
                    Answer::Unknown(why) => CertificateError::NotChecked { obligation, why },
                    _ => CertificateError::Refuted { obligation, formula: shown(self.terms, claimed) },
                });
            }
            open = left;
        }
        Ok(())
    }

    fn time_is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn discharge(&mut self, form: &Form, goal: TermId, shared: &mut Option<Solver>) -> Answer {
        if goal == self.terms.ff() {
            return Answer::Unsat;
        }
        if self.time_is_over() {
            return Answer::Unknown("the time is over".into());
        }
        let loaded = |terms: &Terms, lessons: &Lessons| {
            let mut solver = form.factory.solver(0);
            let context = lessons.with(&form.context, form.factory.theory());
            context.iter().for_each(|fact| solver.assert(terms, *fact));
            solver
        };
        if shared.as_ref().is_some_and(|solver| solver.queries() >= QUERIES_PER_SOLVER) {
            *shared = None;
        }
        let solver = shared.get_or_insert_with(|| loaded(self.terms, &self.lessons));
        let soon = Instant::now() + budget::INCREMENTAL_CHECK;
        solver.set_deadline(Some(self.deadline.map_or(soon, |deadline| deadline.min(soon))));
        let mut answer = solver.check(self.terms, QueryKind::Certificate, &[goal]);
        while answer == Answer::Sat
            && form.factory.theory() != Theory::Concrete
            && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
            && self.lessons.learn(self.terms, self.system, self.invariant, solver, &form.context, goal)
        {
            answer = solver.check(self.terms, QueryKind::Certificate, &[goal]);
        }
        if !matches!(answer, Answer::Unknown(_)) || form.factory.theory() != Theory::Concrete {
            return answer;
        }
        if self.time_is_over() {
            return answer;
        }
        let mut solver = loaded(self.terms, &self.lessons);
        solver.assert(self.terms, goal);
        solver.set_deadline(self.deadline);
        solver.check(self.terms, QueryKind::Certificate, &[])
    }
}

/// The first states of all executions. One solver sees them grow: a fresh one for each time would
/// read everything before it again.
struct Base {
    context: Vec<TermId>,
    solver: Solver,
}

impl Base {
    fn new(checker: &Checker<'_>, init: TermId) -> Self {
        let mut solver = checker.concrete.solver(0);
        solver.assert(checker.terms, init);
        Base { context: vec![init], solver }
    }

    fn extend(&mut self, checker: &Checker<'_>, facts: [TermId; 2]) {
        facts.iter().for_each(|fact| self.solver.assert(checker.terms, *fact));
        self.context.extend(facts);
    }

    fn answer(&mut self, checker: &Checker<'_>, goal: TermId) -> Answer {
        let soon = Instant::now() + budget::INCREMENTAL_CHECK;
        self.solver.set_deadline(Some(checker.deadline.map_or(soon, |deadline| deadline.min(soon))));
        self.solver.check(checker.terms, QueryKind::Certificate, &[goal])
    }

    fn prove(&mut self, checker: &mut Checker<'_>, words: &str, goals: Vec<TermId>) -> Result<(), CertificateError> {
        for (about, goal) in checker.abouts(words).into_iter().zip(goals) {
            if goal == checker.terms.ff() || self.answer(checker, goal) == Answer::Unsat {
                checker.record(ObligationKind::Base, about, &self.context, goal);
            } else {
                let form = checker.concretely(&self.context, vec![goal]);
                checker.prove(ObligationKind::Base, &[about], vec![form])?;
            }
        }
        Ok(())
    }

    /// Whether there is no execution as long as the base.
    fn is_exhausted(&mut self, checker: &mut Checker<'_>) -> bool {
        let goal = checker.terms.tt();
        let exhausted = self.answer(checker, goal) == Answer::Unsat;
        if exhausted {
            let about = format!("no execution has {} steps", self.context.len() / 2);
            checker.record(ObligationKind::Exhaustion, about, &self.context, goal);
        }
        exhausted
    }
}

/// The beginning of a formula.
fn shown(terms: &Terms, formula: TermId) -> String {
    let text = print_term(terms, formula);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

/// Copies of the step relation in a row, with variables for the state at every time: plainer than
/// the unrolling that the search uses, and independent of it.
struct Path {
    trans: TermId,
    times: Vec<Substitution>,
    states: Vec<Vec<TermId>>,
}

impl Path {
    fn new(terms: &mut Terms, system: &TransitionSystem) -> Self {
        let mut path = Path { trans: system.trans(terms), times: Vec::new(), states: Vec::new() };
        path.arrive(terms, system);
        path
    }

    fn arrive(&mut self, terms: &mut Terms, system: &TransitionSystem) {
        let time = self.times.len();
        let copies: Vec<TermId> = system.states.iter().map(|s| copy_of(terms, s.current, time)).collect();
        self.times.push(Substitution::new(system.states.iter().map(|s| s.current).zip(copies.iter().copied())));
        self.states.push(copies);
    }

    /// A state formula at a time.
    fn at(&mut self, terms: &mut Terms, time: usize, formula: TermId) -> TermId {
        self.times[time].apply(terms, formula)
    }

    /// One more step, as a formula.
    fn extend(&mut self, terms: &mut Terms, system: &TransitionSystem) -> TermId {
        let time = self.states.len() - 1;
        self.arrive(terms, system);
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        for (state, (now, then)) in system.states.iter().zip(self.states[time].iter().zip(&self.states[time + 1])) {
            pairs.extend([(state.current, *now), (state.next, *then)]);
        }
        pairs.extend(system.inputs.iter().map(|input| (*input, copy_of(terms, *input, time))));
        Substitution::new(pairs).apply(terms, self.trans)
    }

    /// No state comes twice.
    fn all_different(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut facts = Vec::new();
        for (later, state) in self.states.iter().enumerate() {
            for earlier in &self.states[..later] {
                let same: Vec<TermId> = earlier.iter().zip(state).map(|(a, b)| terms.eq(*a, *b)).collect();
                let same = terms.and(&same);
                facts.push(terms.not(same));
            }
        }
        facts
    }
}
