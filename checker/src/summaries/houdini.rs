//! Candidates weakened until every clause keeps what is left (Houdini; Flanagan and Leino, FME 2001).

use super::apply;
use super::check::{clause_text, functional, implies};
use crate::solver::{Answer, QueryKind, SolverFactory, Statistics};
use euclase_logic::{Evaluator, HornClause, HornClauses, TermId, Terms};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How long a single candidate is looked at, where all together are too hard.
const FOR_ONE: Duration = Duration::from_millis(300);

/// How long all candidates of a clause are looked at together.
const FOR_ALL: Duration = Duration::from_secs(2);

pub(super) struct Houdini<'a> {
    clauses: &'a HornClauses,
    /// What is left for each predicate.
    pub candidates: &'a mut Vec<Vec<TermId>>,
    deadline: Instant,
    statistics: &'a Statistics,
}

impl<'a> Houdini<'a> {
    pub fn new(
        clauses: &'a HornClauses,
        candidates: &'a mut Vec<Vec<TermId>>,
        deadline: Instant,
        statistics: &'a Statistics,
    ) -> Self {
        Houdini { clauses, candidates, deadline, statistics }
    }

    /// Weakens until every clause with a conclusion holds; says whether there was the time.
    pub fn weaken(&mut self, terms: &mut Terms) -> bool {
        let clauses = self.clauses;
        let with_head = |number: &usize| clauses.clauses[*number].head.is_some();
        let mut waiting: VecDeque<usize> = (0..clauses.clauses.len()).filter(with_head).collect();
        while let Some(number) = waiting.pop_front() {
            let clause = &clauses.clauses[number];
            let Some(head) = &clause.head else { continue };
            let before = self.candidates[head.predicate].len();
            if !self.keep(terms, clause) {
                return false;
            }
            if self.candidates[head.predicate].len() < before {
                for (other, user) in clauses.clauses.iter().enumerate() {
                    let uses = user.body.iter().any(|atom| atom.predicate == head.predicate);
                    if uses && user.head.is_some() && !waiting.contains(&other) {
                        waiting.push_back(other);
                    }
                }
                if clause.body.iter().any(|atom| atom.predicate == head.predicate) && !waiting.contains(&number) {
                    waiting.push_back(number);
                }
            }
        }
        true
    }

    /// Drops what a clause does not keep.
    fn keep(&mut self, terms: &mut Terms, clause: &HornClause) -> bool {
        let Some(head) = &clause.head else { return true };
        let premises = self.premises(terms, clause);
        let about = |terms: &mut Terms, clauses: &HornClauses, candidate: TermId| {
            apply(terms, clauses, candidate, head.predicate, &head.arguments)
        };
        loop {
            let all = self.candidates[head.predicate].clone();
            if all.is_empty() {
                return true;
            }
            if Instant::now() >= self.deadline {
                return false;
            }
            let conclusions: Vec<TermId> = all.iter().map(|c| about(terms, self.clauses, *c)).collect();
            let conclusion = terms.and(&conclusions);
            let mut solver = SolverFactory::concrete(self.statistics).solver(0);
            solver.set_deadline(Some(self.deadline.min(Instant::now() + FOR_ALL)));
            premises.iter().for_each(|premise| solver.assert(terms, *premise));
            let negated = terms.not(conclusion);
            solver.assert(terms, negated);
            match solver.check(terms, QueryKind::Induction, &[]) {
                Answer::Unsat => return true,
                Answer::Sat => {
                    let asked = [&premises[..], &[conclusion]].concat();
                    let variables = terms.variables(&asked);
                    let Ok(model) = solver.concrete_model(terms, &variables, &asked) else { return false };
                    let mut evaluator = Evaluator::new(terms, &model);
                    let keeps: Vec<bool> = conclusions.iter().map(|c| evaluator.holds(*c).unwrap_or(false)).collect();
                    if keeps.iter().all(|keeps| *keeps) {
                        return false;
                    }
                    for (candidate, _) in all.iter().zip(&keeps).filter(|(_, keeps)| !**keeps) {
                        log::debug!("refuted: {}", terms.sketch(*candidate));
                    }
                    let mut keeps = keeps.into_iter();
                    self.candidates[head.predicate].retain(|_| keeps.next().unwrap_or(false));
                }
                Answer::Unknown(_) => {
                    return self.keep_one_by_one(terms, head.predicate, &premises, &all, &conclusions);
                }
            }
        }
    }

    /// Drops what a clause does not keep, or what it takes too long to find that out about.
    fn keep_one_by_one(
        &mut self,
        terms: &mut Terms,
        predicate: usize,
        premises: &[TermId],
        all: &[TermId],
        conclusions: &[TermId],
    ) -> bool {
        let mut kept = Vec::new();
        for (candidate, conclusion) in all.iter().zip(conclusions) {
            if Instant::now() >= self.deadline {
                return false;
            }
            let deadline = Some(self.deadline.min(Instant::now() + FOR_ONE));
            if implies(terms, premises, *conclusion, deadline, self.statistics) == Answer::Unsat {
                kept.push(*candidate);
            } else {
                log::debug!("not proved: {}", terms.sketch(*candidate));
            }
        }
        self.candidates[predicate] = kept;
        true
    }

    fn premises(&self, terms: &mut Terms, clause: &HornClause) -> Vec<TermId> {
        let mut premises = terms.conjuncts(clause.constraint);
        premises.extend(self.about_body(terms, clause).into_iter().map(|(_, _, formula)| formula));
        premises.extend(functional(terms, self.clauses, clause));
        premises
    }

    /// What is known about the predicates of a premise: the predicate, the candidate, and what it says there.
    fn about_body(&self, terms: &mut Terms, clause: &HornClause) -> Vec<(usize, TermId, TermId)> {
        let mut about = Vec::new();
        for atom in &clause.body {
            for candidate in &self.candidates[atom.predicate] {
                let formula = apply(terms, self.clauses, *candidate, atom.predicate, &atom.arguments);
                about.push((atom.predicate, *candidate, formula));
            }
        }
        about
    }

    /// Whether what is left contradicts every violation.
    pub fn excludes_violations(&self, terms: &mut Terms) -> bool {
        let nothing = terms.ff();
        self.clauses.clauses.iter().filter(|clause| clause.head.is_none()).all(|clause| {
            let premises = self.premises(terms, clause);
            let answer = implies(terms, &premises, nothing, Some(self.deadline), self.statistics);
            if answer != Answer::Unsat {
                log::debug!("not excluded ({answer:?}): {}", clause_text(self.clauses, clause));
            }
            answer == Answer::Unsat
        })
    }

    /// A solution of what is left that says little more than needed: what excludes violations, what keeps that, and so on.
    /// Where that takes long, it says all.
    pub fn needed(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut needed: Vec<Vec<TermId>> = vec![Vec::new(); self.candidates.len()];
        let mut goals: Vec<(usize, Option<TermId>)> = Vec::new();
        for (number, clause) in self.clauses.clauses.iter().enumerate() {
            if clause.head.is_none() {
                goals.push((number, None));
            }
        }
        let mut seen: FxHashSet<(usize, TermId)> = FxHashSet::default();
        let end = Instant::now() + FOR_ALL;
        while let Some((number, candidate)) = goals.pop() {
            if Instant::now() >= end {
                return self.candidates.iter().map(|all| terms.and(all)).collect();
            }
            let clause = &self.clauses.clauses[number];
            let conclusion = match (&clause.head, candidate) {
                (Some(head), Some(candidate)) => apply(terms, self.clauses, candidate, head.predicate, &head.arguments),
                _ => terms.ff(),
            };
            let about = self.about_body(terms, clause);
            for (predicate, used) in self.reasons(terms, clause, &about, conclusion) {
                if !seen.insert((predicate, used)) {
                    continue;
                }
                needed[predicate].push(used);
                let heads = self.clauses.clauses.iter().enumerate();
                let heads = heads.filter(|(_, c)| c.head.as_ref().is_some_and(|head| head.predicate == predicate));
                goals.extend(heads.map(|(number, _)| (number, Some(used))));
            }
        }
        needed.iter_mut().for_each(|all| all.sort());
        needed.iter().map(|all| terms.and(all)).collect()
    }

    /// The candidates in a premise from which a conclusion follows; all where it takes too long to find out.
    fn reasons(
        &self,
        terms: &mut Terms,
        clause: &HornClause,
        about: &[(usize, TermId, TermId)],
        conclusion: TermId,
    ) -> Vec<(usize, TermId)> {
        let mut solver = SolverFactory::concrete(self.statistics).solver(0);
        solver.set_deadline(Some(self.deadline.min(Instant::now() + FOR_ALL)));
        solver.assert(terms, clause.constraint);
        functional(terms, self.clauses, clause).into_iter().for_each(|equation| solver.assert(terms, equation));
        let negated = terms.not(conclusion);
        solver.assert(terms, negated);
        let formulas: Vec<TermId> = about.iter().map(|(_, _, formula)| *formula).collect();
        let core: Option<FxHashSet<TermId>> = match solver.check(terms, QueryKind::MinimiseCore, &formulas) {
            Answer::Unsat => Some(solver.core().into_iter().collect()),
            _ => None,
        };
        let is_used = |formula: &TermId| core.as_ref().is_none_or(|core| core.contains(formula));
        about.iter().filter(|(_, _, formula)| is_used(formula)).map(|(p, c, _)| (*p, *c)).collect()
    }
}
