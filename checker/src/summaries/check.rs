//! Whether a solution makes every clause true: asked of a fresh solver, clause by clause.

use super::apply;
use crate::certificate::{Certificate, Obligation, ObligationKind};
use crate::solver::{Answer, QueryKind, SolverFactory, Statistics, Theory};
use euclase_logic::{HornClause, HornClauses, Op, Polynomials, Sort, Substitution, TermId, Terms};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::time::Instant;

/// Checks a solution; gives what was shown, part by part, or says what is wrong or could not be found out.
pub fn check_solution(
    terms: &mut Terms,
    clauses: &HornClauses,
    solution: &[TermId],
    deadline: Option<Instant>,
    statistics: &Statistics,
) -> Result<Certificate, String> {
    if solution.len() != clauses.predicates.len() {
        return Err("there are more or fewer formulas than predicates".into());
    }
    for (predicate, formula) in clauses.predicates.iter().zip(solution) {
        let own: FxHashSet<TermId> = predicate.parameters.iter().copied().collect();
        if terms.sort(*formula) != Sort::Bool {
            return Err(format!("what is said about '{}' is no formula", predicate.name));
        }
        if let Some(other) = terms.variables(&[*formula]).into_iter().find(|variable| !own.contains(variable)) {
            let other = terms.var_name(other).unwrap_or_default().to_string();
            return Err(format!("what is said about '{}' speaks of '{other}'", predicate.name));
        }
    }
    let mut obligations = Vec::new();
    for (number, clause) in clauses.clauses.iter().enumerate() {
        let premises = premises(terms, clauses, clause, solution);
        let conclusion = match &clause.head {
            Some(head) => apply(terms, clauses, solution[head.predicate], head.predicate, &head.arguments),
            None => terms.ff(),
        };
        match implies(terms, &premises, conclusion, deadline, statistics) {
            Answer::Unsat => {}
            Answer::Sat => return Err(format!("a clause is not satisfied: {}", clause_text(clauses, clause))),
            Answer::Unknown(why) => {
                return Err(format!("a clause could not be checked: {} ({why})", clause_text(clauses, clause)));
            }
        }
        let context: Rc<[TermId]> = premises.into();
        for part in terms.conjuncts(conclusion) {
            obligations.push(Obligation {
                kind: ObligationKind::Clause,
                about: format!("clause {}: {}", number + 1, clause_text(clauses, clause)),
                theory: Theory::Concrete,
                context: Rc::clone(&context),
                goal: terms.not(part),
            });
        }
    }
    Ok(Certificate { obligations })
}

/// The predicates of a clause, for messages.
pub fn clause_text(clauses: &HornClauses, clause: &HornClause) -> String {
    let name = |number: usize| clauses.predicates[number].name.as_str();
    let body: Vec<&str> = clause.body.iter().map(|atom| name(atom.predicate)).collect();
    let body = if body.is_empty() { "true".to_string() } else { body.join(", ") };
    format!("{body} => {}", clause.head.as_ref().map_or("false", |head| name(head.predicate)))
}

/// The premises of a clause under a solution.
fn premises(terms: &mut Terms, clauses: &HornClauses, clause: &HornClause, solution: &[TermId]) -> Vec<TermId> {
    let mut premises = terms.conjuncts(clause.constraint);
    for atom in &clause.body {
        let holds = apply(terms, clauses, solution[atom.predicate], atom.predicate, &atom.arguments);
        premises.extend(terms.conjuncts(holds));
    }
    premises.extend(functional(terms, clauses, clause));
    premises
}

/// That what comes out of calls in the premise of a clause is a function of what goes in, where it is.
pub(super) fn functional(terms: &mut Terms, clauses: &HornClauses, clause: &HornClause) -> Vec<TermId> {
    let mut equations = Vec::new();
    for (function, arguments, result) in clauses.applied(clause) {
        let applied = terms.make(Op::Apply(function), arguments);
        equations.push(terms.eq(result, applied));
    }
    equations
}

/// Whether premises and the negation of a conclusion contradict each other: [`Answer::Unsat`] says they do. The
/// conclusion is asked about part by part; equations between polynomials are reckoned with first, since products are
/// hard for a solver.
pub(super) fn implies(
    terms: &mut Terms,
    premises: &[TermId],
    conclusion: TermId,
    deadline: Option<Instant>,
    statistics: &Statistics,
) -> Answer {
    let mut definitions = definitions(terms, premises);
    let parts: Vec<TermId> = terms
        .conjuncts(conclusion)
        .into_iter()
        .filter(|part| !premises.contains(part) && !follows_by_algebra(terms, &mut definitions, *part))
        .collect();
    if parts.is_empty() {
        return Answer::Unsat;
    }
    let mut solver = SolverFactory::concrete(statistics).solver(0);
    solver.set_deadline(deadline);
    premises.iter().for_each(|premise| solver.assert(terms, *premise));
    let rest = terms.and(&parts);
    let negated = terms.not(rest);
    solver.assert(terms, negated);
    solver.check(terms, QueryKind::Horn, &[])
}

/// Variables that premises define, `x = t` where `t` does not speak of what is defined before.
fn definitions(terms: &Terms, premises: &[TermId]) -> Substitution {
    let mut defined: FxHashSet<TermId> = FxHashSet::default();
    let mut used: FxHashSet<TermId> = FxHashSet::default();
    let mut definitions = Substitution::new([]);
    for premise in premises.iter().filter(|premise| terms.op(**premise) == Op::Eq) {
        let (a, b) = (terms.arg(*premise, 0), terms.arg(*premise, 1));
        for (variable, term) in [(a, b), (b, a)] {
            let inside: Vec<TermId> = terms.variables(&[term]);
            let is_new = terms.is_var(variable) && !defined.contains(&variable) && !used.contains(&variable);
            if is_new && !inside.contains(&variable) && !inside.iter().any(|v| defined.contains(v)) {
                definitions.define(variable, term);
                defined.insert(variable);
                used.extend(inside);
                break;
            }
        }
    }
    definitions
}

/// Whether both sides of an equation are the same polynomial once definitions are put in.
fn follows_by_algebra(terms: &mut Terms, definitions: &mut Substitution, part: TermId) -> bool {
    let part = definitions.apply(terms, part);
    if terms.op(part) != Op::Eq {
        return terms.as_bool(part) == Some(true);
    }
    let (a, b) = (terms.arg(part, 0), terms.arg(part, 1));
    Polynomials::default().difference(terms, a, b).is_some_and(|difference| difference.is_zero())
}
