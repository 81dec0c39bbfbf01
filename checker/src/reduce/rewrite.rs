//! Terms as they can be written at one place: with constants for variables, and with tables for arithmetic on
//! variables that have few values.
//!
//! To a search that does not interpret operators, `x + 1` is an unknown function of `x`. If `x` is 1, 2 or 3, then
//! it is 2 if `x = 1`, 3 if `x = 2`, and else 4, and nothing has to be learnt about addition. What the check of the
//! proof must know to follow is collected as lemmas, valid formulas that relate a term to what it became.

use euclase_logic::{Op, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How large the terms may be that a lemma speaks of. Beyond, the check is left without.
const LEMMA_SIZE: usize = 60;

/// The value of a term for each value of the one variable that it depends on.
#[derive(Clone)]
struct Table {
    variable: TermId,
    results: Rc<[TermId]>,
}

/// Rewriting with what is known at one place.
pub struct Rewriter {
    memo: FxHashMap<TermId, TermId>,
    values: FxHashMap<TermId, Rc<[TermId]>>,
    tables: FxHashMap<TermId, Option<Table>>,
    /// What explains the changes when operators are uninterpreted.
    pub lemmas: Vec<TermId>,
    /// How many operators were replaced by a table.
    pub tabulated: u64,
}

impl Rewriter {
    /// Replaces variables, and computes with those that have few values.
    pub fn new(
        images: impl IntoIterator<Item = (TermId, TermId)>,
        values: impl IntoIterator<Item = (TermId, Vec<TermId>)>,
    ) -> Self {
        let memo: FxHashMap<TermId, TermId> = images.into_iter().collect();
        let values = values.into_iter().filter(|(variable, _)| !memo.contains_key(variable));
        let values = values.map(|(variable, few)| (variable, few.into())).collect();
        Rewriter { memo, values, tables: FxHashMap::default(), lemmas: Vec::new(), tabulated: 0 }
    }

    /// The term as it can be written here.
    pub fn apply(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if self.memo.contains_key(&term) {
                continue;
            }
            if !children_done {
                stack.push((term, true));
                stack.extend(terms.args(term).iter().map(|a| (*a, false)));
                continue;
            }
            let old = terms.args(term).to_vec();
            let new: Vec<TermId> = old.iter().map(|a| self.memo[a]).collect();
            let op = terms.op(term);
            let mut image = term;
            if new != old {
                image = terms.make(op, &new);
                if is_foreign(op) && (terms.op(image) != op || terms.args(image) != new) {
                    let pairs = old.iter().zip(&new).filter(|(a, b)| a != b);
                    let premises: Vec<TermId> = pairs.map(|(a, b)| terms.eq(*a, *b)).collect();
                    self.explain(terms, &premises, term, image);
                }
            }
            let image = self.tabulate(terms, image);
            self.memo.insert(term, image);
        }
        self.memo[&root]
    }

    /// A term that depends on one variable with few values as a choice between constants.
    fn tabulate(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        if self.values.is_empty() || terms.args(term).is_empty() {
            return term;
        }
        let Some(Table { variable, results }) = self.table(terms, term) else { return term };
        let values = self.values[&variable].clone();
        if !results.iter().any(|r| *r != results[0]) || is_foreign(terms.op(term)) {
            let image = choice(terms, variable, &values, &results);
            if image != term && is_foreign(terms.op(term)) {
                self.tabulated += 1;
                let cases: Vec<TermId> = values.iter().map(|value| terms.eq(variable, *value)).collect();
                let premise = terms.or(&cases);
                self.explain(terms, &[premise], term, image);
            }
            return image;
        }
        term
    }

    fn explain(&mut self, terms: &mut Terms, premises: &[TermId], old: TermId, new: TermId) {
        if terms.size(&[old]) > LEMMA_SIZE {
            return;
        }
        let (premise, same) = (terms.and(premises), terms.eq(old, new));
        let lemma = terms.implies(premise, same);
        if !terms.is_constant(lemma) {
            self.lemmas.push(lemma);
        }
    }

    /// The table of a term whose arguments are constants or depend on the same variable.
    fn table(&mut self, terms: &mut Terms, root: TermId) -> Option<Table> {
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if self.tables.contains_key(&term) {
                continue;
            }
            if let Some(values) = self.values.get(&term) {
                self.tables.insert(term, Some(Table { variable: term, results: values.clone() }));
            } else if !children_done && !terms.args(term).is_empty() {
                stack.push((term, true));
                stack.extend(terms.args(term).iter().map(|a| (*a, false)));
            } else {
                let table = self.compute(terms, term);
                self.tables.insert(term, table);
            }
        }
        self.tables[&root].clone()
    }

    fn compute(&mut self, terms: &mut Terms, term: TermId) -> Option<Table> {
        let args = terms.args(term).to_vec();
        let open: Vec<TermId> = args.iter().copied().filter(|arg| !terms.is_constant(*arg)).collect();
        let variable = self.tables[open.first()?].as_ref()?.variable;
        if open.iter().any(|arg| self.tables[arg].as_ref().is_none_or(|table| table.variable != variable)) {
            return None;
        }
        let mut results = Vec::new();
        for case in 0..self.values[&variable].len() {
            let value = |arg: &TermId| match &self.tables[arg] {
                Some(table) => table.results[case],
                None => *arg,
            };
            let row: Vec<TermId> = args.iter().map(value).collect();
            let result = terms.make(terms.op(term), &row);
            if !terms.is_constant(result) {
                return None;
            }
            results.push(result);
        }
        Some(Table { variable, results: results.into() })
    }
}

/// Whether the abstraction reads an operator as an unknown function that a table says more about.
fn is_foreign(op: Op) -> bool {
    use Op::*;
    !op.is_constant() && !matches!(op, Var(_) | Apply(_) | Not | And | Eq | Ite | Select | Store | ConstArray(_))
}

/// The result for each value of a variable; the most frequent one is left for last.
fn choice(terms: &mut Terms, variable: TermId, values: &[TermId], results: &[TermId]) -> TermId {
    if values == results {
        return variable;
    }
    let mut cases: Vec<(TermId, Vec<TermId>)> = Vec::new();
    for (value, result) in values.iter().zip(results) {
        match cases.iter_mut().find(|(known, _)| known == result) {
            Some((_, values)) => values.push(*value),
            None => cases.push((*result, vec![*value])),
        }
    }
    cases.sort_by_key(|(_, values)| std::cmp::Reverse(values.len()));
    let mut cases = cases.into_iter();
    let Some((mut image, _)) = cases.next() else { return variable };
    for (result, values) in cases {
        let here: Vec<TermId> = values.iter().map(|value| terms.eq(variable, *value)).collect();
        let here = terms.or(&here);
        image = terms.ite(here, result, image);
    }
    image
}
