//! Constrained Horn clauses, solved by Z3's Spacer.
//!
//! A solution gives each predicate a formula over its parameters that makes every clause true; there is none exactly if the
//! clauses derive `false`. Where clauses are linear, with at most one predicate in the body, Spacer's derivation then
//! tells the predicates' arguments along the way.

use super::read_back::ReadBack;
use super::statistics::{QueryKind, Statistics};
use super::translate::Translator;
use super::{Answer, SolverFactory, Theory};
use euclase_logic::{Application, HornClause as Clause, HornClauses, Op, Substitution, TermId, Terms};
use std::time::{Duration, Instant};
use z3::ast::{Ast, Bool, Dynamic, forall_const};
use z3::{AstKind, DeclKind, Fixedpoint, FuncDecl, Params, SatResult, Sort};

/// Z3's resource units for finding out what a predicate that Spacer removed should be.
const COMPLETION_RLIMIT: u32 = 10_000_000;

/// How Spacer goes about it.
#[derive(Clone, Copy, Debug)]
pub struct HornOptions {
    /// The time it may take.
    pub limit: Option<Duration>,
    /// Global guidance: lemmas that look alike are generalised together (`spacer.global`).
    pub global_guidance: bool,
}

/// What became of the clauses.
#[derive(Clone, Debug)]
pub enum HornAnswer {
    /// A formula for each predicate, over its parameters.
    Solved(Vec<TermId>),
    /// The clauses derive `false`, through these facts from first to last where they could be
    /// read.
    Refuted(Option<Vec<Application>>),
    /// Spacer gave up, or answered in a way that cannot be read.
    Unknown(String),
}

/// Looks for a solution.
pub fn solve_horn(
    clauses: &HornClauses,
    terms: &mut Terms,
    options: &HornOptions,
    statistics: &Statistics,
) -> HornAnswer {
    Problem(clauses).solve(terms, options, statistics)
}

/// Clauses to be solved.
struct Problem<'c>(&'c HornClauses);

impl Problem<'_> {
    fn solve(&self, terms: &mut Terms, options: &HornOptions, statistics: &Statistics) -> HornAnswer {
        let mut spacer = Spacer::new(terms, self.0, options);
        for clause in &self.0.clauses {
            spacer.add(terms, clause);
        }
        let start = Instant::now();
        let result = spacer.fixedpoint.query_relations(&[&spacer.failure]);
        statistics.record(QueryKind::Horn, result, start.elapsed());
        match result {
            SatResult::Unsat => match spacer.solution(terms, self.0) {
                Ok(solution) => HornAnswer::Solved(self.complete(terms, solution, statistics)),
                Err(why) => HornAnswer::Unknown(format!("Spacer's answer cannot be read: {why}")),
            },
            SatResult::Sat => HornAnswer::Refuted(spacer.derivation(terms)),
            SatResult::Unknown => HornAnswer::Unknown(self.why_unknown(terms, spacer.fixedpoint.get_reason_unknown())),
        }
    }
}

impl Problem<'_> {
    /// Z3's reason is "ok" where Spacer refused the clauses as soon as it saw them.
    fn why_unknown(&self, terms: &Terms, reason: String) -> String {
        if reason != "ok" {
            return reason;
        }
        let mut roots = Vec::new();
        for clause in &self.0.clauses {
            roots.push(clause.constraint);
            roots.extend(clause.body.iter().chain(&clause.head).flat_map(|a| &a.arguments));
        }
        let refused = terms.postorder(&roots).into_iter().find_map(|term| match terms.op(term) {
            Op::Apply(function) => Some(format!("uninterpreted functions such as '{}'", terms.function(function).0)),
            // To Z3 a divisor that may be zero is an uninterpreted function too.
            Op::IntDiv | Op::IntMod if terms.as_int(terms.arg(term, 1)).is_none() => {
                Some("integer division by anything but a constant".into())
            }
            _ => None,
        });
        match refused {
            Some(what) => format!("Spacer does not take {what}"),
            None => "Spacer does not take the clauses, and does not say why".into(),
        }
    }

    /// Gives the predicates without a solution `false` where nothing can be derived for them, and
    /// `true` elsewhere: they were removed because no fact reaches them, or because they lead
    /// nowhere.
    fn complete(&self, terms: &mut Terms, known: Vec<Option<TermId>>, statistics: &Statistics) -> Vec<TermId> {
        let mut solution: Vec<TermId> = known.iter().map(|s| s.unwrap_or(terms.ff())).collect();
        if known.iter().all(Option::is_some) {
            return solution;
        }
        let factory = SolverFactory::concrete(statistics);
        let mut changed = true;
        while changed {
            changed = false;
            for clause in &self.0.clauses {
                let Some(head) = clause.head.as_ref().map(|h| h.predicate) else { continue };
                if known[head].is_some() || solution[head] != terms.ff() {
                    continue;
                }
                let mut solver = factory.solver(COMPLETION_RLIMIT);
                solver.assert(terms, clause.constraint);
                for body in &clause.body {
                    let parameters = self.0.predicates[body.predicate].parameters.iter().copied();
                    let mut arguments = Substitution::new(parameters.zip(body.arguments.iter().copied()));
                    let holds = arguments.apply(terms, solution[body.predicate]);
                    solver.assert(terms, holds);
                }
                if solver.check(terms, QueryKind::Horn, &[]) != Answer::Unsat {
                    solution[head] = terms.tt();
                    changed = true;
                }
            }
        }
        solution
    }
}

struct Spacer {
    fixedpoint: Fixedpoint,
    translator: Translator,
    predicates: Vec<FuncDecl>,
    failure: FuncDecl,
}

impl Spacer {
    fn new(terms: &Terms, clauses: &HornClauses, options: &HornOptions) -> Self {
        let fixedpoint = Fixedpoint::new();
        let mut params = Params::new();
        params.set_symbol("engine", "spacer");
        params.set_bool("spacer.global", options.global_guidance);
        // Lemmas with quantifiers would make invariants that cannot be certified.
        params.set_bool("spacer.q3", false);
        // Lemmas from interpolating proofs are not always implied when there are bit-vectors and
        // arrays; such a solution would be refused when it is checked.
        params.set_bool("spacer.use_iuc", false);
        // These make predicates disappear from the answer, or parts of their solutions.
        for parameter in ["inline_eager", "inline_linear", "slice", "subsumption_checker"] {
            params.set_bool(format!("xform.{parameter}"), false);
        }
        if let Some(limit) = options.limit {
            params.set_u32("timeout", u32::try_from(limit.as_millis()).unwrap_or(u32::MAX - 1).max(1));
        }
        fixedpoint.set_params(&params);
        let mut translator = Translator::new(Theory::Concrete);
        let mut predicates = Vec::new();
        for (number, predicate) in clauses.predicates.iter().enumerate() {
            let sorts: Vec<Sort> =
                predicate.parameters.iter().map(|p| translator.sort(terms, terms.sort(*p))).collect();
            let name = format!("predicate {number} {}", predicate.name);
            predicates.push(FuncDecl::new(name, &sorts.iter().collect::<Vec<_>>(), &Sort::bool()));
        }
        let failure = FuncDecl::new("failure", &[], &Sort::bool());
        for predicate in predicates.iter().chain([&failure]) {
            fixedpoint.register_relation(predicate);
        }
        Spacer { fixedpoint, translator, predicates, failure }
    }

    fn add(&mut self, terms: &Terms, clause: &Clause) {
        let mut roots = vec![clause.constraint];
        for application in clause.body.iter().chain(&clause.head) {
            roots.extend(&application.arguments);
        }
        let mut premises = vec![self.translator.bool(terms, clause.constraint)];
        for body in &clause.body {
            premises.push(self.application(terms, body));
        }
        let head = match &clause.head {
            Some(head) => self.application(terms, head),
            None => truth(self.failure.apply(&[])),
        };
        let rule = Bool::and(&premises).implies(&head);
        let variables: Vec<Dynamic> =
            terms.variables(&roots).into_iter().map(|v| self.translator.term(terms, v)).collect();
        if variables.is_empty() {
            self.fixedpoint.add_rule(&rule, None);
        } else {
            let bound: Vec<&dyn Ast> = variables.iter().map(|v| v as &dyn Ast).collect();
            self.fixedpoint.add_rule(&forall_const(&bound, &[], &rule), None);
        }
    }

    fn application(&mut self, terms: &Terms, application: &Application) -> Bool {
        let arguments: Vec<Dynamic> = application.arguments.iter().map(|a| self.translator.term(terms, *a)).collect();
        let arguments: Vec<&dyn Ast> = arguments.iter().map(|a| a as &dyn Ast).collect();
        truth(self.predicates[application.predicate].apply(&arguments))
    }

    /// Reads the answer: a conjunction of `∀ a, b. P(a, b) = formula`, in which predicates that
    /// Spacer's preprocessing removed are missing.
    fn solution(&self, terms: &mut Terms, clauses: &HornClauses) -> Result<Vec<Option<TermId>>, String> {
        let answer = self.fixedpoint.get_answer().ok_or("there is none")?;
        log::trace!("Spacer answers {answer}");
        let mut solution = vec![None; clauses.predicates.len()];
        let mut parts = vec![Dynamic::from(answer)];
        while let Some(part) = parts.pop() {
            let definition = if part.kind() == AstKind::Quantifier { super::read_back::body(&part)? } else { part };
            let (defined, formula) = match definition.safe_decl().map(|d| d.kind()) {
                Ok(DeclKind::And) => {
                    parts.extend(definition.children());
                    continue;
                }
                Ok(DeclKind::Eq | DeclKind::Iff) => {
                    let mut sides = definition.children();
                    let formula = sides.pop().ok_or("an equation lacks a side")?;
                    (sides.pop().ok_or("an equation lacks a side")?, formula)
                }
                Ok(DeclKind::Not) => {
                    let inner = definition.children().pop().ok_or("a negation of nothing")?;
                    (inner, Bool::from_bool(false).into())
                }
                Ok(DeclKind::True) => continue,
                Ok(_) => (definition, Bool::from_bool(true).into()),
                Err(_) => return Err(format!("{definition}")),
            };
            let Some(position) = self.position(&defined) else { continue };
            let mut reader = ReadBack::new(terms, &self.translator);
            for (argument, parameter) in defined.children().iter().zip(&clauses.predicates[position].parameters) {
                reader.bind(argument, *parameter);
            }
            solution[position] = Some(reader.term(&formula)?);
        }
        Ok(solution)
    }

    fn position(&self, application: &Dynamic) -> Option<usize> {
        let name = application.safe_decl().ok()?.name();
        self.predicates.iter().position(|p| p.name() == name)
    }

    /// The facts of a refutation, first to last. It is a chain where clauses are linear: each
    /// resolution's conclusion comes last among its children, and the one before it among its
    /// premises.
    fn derivation(&self, terms: &mut Terms) -> Option<Vec<Application>> {
        let mut facts = Vec::new();
        let mut proof = Some(Dynamic::from(self.fixedpoint.get_answer()?));
        while let Some(step) = proof.take() {
            let mut children = step.children();
            let conclusion = children.pop()?;
            if let Some(predicate) = self.position(&conclusion) {
                let mut reader = ReadBack::new(terms, &self.translator);
                let arguments: Result<Vec<TermId>, String> =
                    conclusion.children().iter().map(|a| reader.term(a)).collect();
                facts.push(Application { predicate, arguments: arguments.ok()? });
            }
            let deduced = |d: &Dynamic| {
                matches!(d.safe_decl().map(|d| d.kind()), Ok(DeclKind::PrHyperResolve | DeclKind::PrModusPonens))
            };
            proof = children.into_iter().find(deduced);
        }
        facts.reverse();
        Some(facts)
    }
}

fn truth(term: Dynamic) -> Bool {
    match term.as_bool() {
        Some(formula) => formula,
        None => unreachable!("predicates are Boolean"),
    }
}
