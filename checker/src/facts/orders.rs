//! Comparisons between variables, and the comparisons that the system itself makes.

use super::candidates::Candidates;
use super::frame::Frame;
use super::induction::{Claims, Domain};
use super::simulate::Row;
use euclase_logic::{Op, Sort, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashSet;

/// How many pairs of variables are compared at a location.
const PAIRS: usize = 40;

/// How many of the system's own comparisons are tried at a location, and how large they may be.
const ATOMS: usize = 40;
const ATOM_SIZE: usize = 12;

/// Comparisons that hold in all states of a location.
pub struct Orders<'f> {
    frame: &'f Frame,
    columns: Vec<Vec<usize>>,
    /// At each location, variables that are not negative as signed numbers: between two of them, the orders
    /// are the same.
    natural: Vec<FxHashSet<TermId>>,
    atoms: Vec<TermId>,
    candidates: Vec<Option<Candidates>>,
}

impl<'f> Orders<'f> {
    /// The domain of comparisons between the columns listed for each location, where some facts are known.
    pub fn new(
        terms: &Terms,
        system: &TransitionSystem,
        frame: &'f Frame,
        columns: Vec<Vec<usize>>,
        known: &[Claims],
    ) -> Self {
        let candidates = columns.iter().map(|_| None).collect();
        let natural = |facts: &Claims| facts.iter().flatten().filter_map(|f| not_negative(terms, *f)).collect();
        let natural = known.iter().map(natural).collect();
        Orders { frame, columns, natural, atoms: atoms(terms, system, frame), candidates }
    }

    fn candidates(&self, terms: &mut Terms, location: usize) -> Candidates {
        let live: FxHashSet<TermId> = self.columns[location].iter().map(|c| self.frame.variables[*c]).collect();
        let mut formulas = Vec::new();
        let about = |terms: &Terms, atom: &&TermId| terms.variables(&[**atom]).iter().all(|v| live.contains(v));
        let here: Vec<TermId> = self.atoms.iter().filter(|a| about(terms, a)).take(ATOMS).copied().collect();
        for atom in here {
            formulas.push((atom, None));
            formulas.push((terms.not(atom), None));
        }
        for (a, b) in self.pairs(terms, location) {
            let natural = |v: &TermId| self.natural[location].contains(v);
            let orders = if natural(&a) && natural(&b) { &[Op::BvSlt][..] } else { &[Op::BvSlt, Op::BvUlt] };
            for op in orders.iter().copied() {
                let (less, greater) = (terms.make(op, &[a, b]), terms.make(op, &[b, a]));
                let (at_most, at_least) = (terms.not(greater), terms.not(less));
                formulas.extend([(less, None), (greater, None), (at_most, Some(less)), (at_least, Some(greater))]);
            }
        }
        Candidates::new(terms, formulas)
    }

    /// Pairs of variables of one width; those that the system compares come first.
    fn pairs(&self, terms: &Terms, location: usize) -> Vec<(TermId, TermId)> {
        let columns: Vec<usize> =
            self.columns[location].iter().copied().filter(|c| self.frame.widths[*c] > 1).collect();
        let compared: FxHashSet<[TermId; 2]> =
            self.atoms.iter().filter_map(|atom| terms.args(*atom).try_into().ok()).collect();
        let mut pairs = Vec::new();
        for (position, a) in columns.iter().enumerate() {
            for b in &columns[position + 1..] {
                if self.frame.widths[*a] == self.frame.widths[*b] {
                    let (a, b) = (self.frame.variables[*a], self.frame.variables[*b]);
                    let met = compared.contains(&[a, b]) || compared.contains(&[b, a]);
                    pairs.push((!met, a, b));
                }
            }
        }
        pairs.sort_by_key(|(unmet, _, _)| *unmet);
        pairs.into_iter().take(PAIRS).map(|(_, a, b)| (a, b)).collect()
    }
}

/// The system's comparisons of bit-vectors that speak of observed variables only.
fn atoms(terms: &Terms, system: &TransitionSystem, frame: &Frame) -> Vec<TermId> {
    let observed: FxHashSet<TermId> = frame.variables.iter().copied().collect();
    let mut roots = system.constraints.clone();
    roots.push(system.property);
    roots.extend(system.states.iter().filter_map(|s| s.update));
    let mut found = Vec::new();
    for term in terms.postorder(&roots) {
        let compares = match terms.op(term) {
            Op::BvUlt | Op::BvSlt => true,
            // What is compared with a constant is found otherwise, if it is the same always.
            Op::Eq => {
                let constant = terms.args(term).iter().any(|arg| terms.is_constant(*arg));
                !constant && matches!(terms.sort(terms.arg(term, 0)), Sort::BitVec(_))
            }
            _ => false,
        };
        if compares && is_small(terms, term) {
            let variables = terms.variables(&[term]);
            if !variables.is_empty() && variables.iter().all(|v| observed.contains(v)) {
                found.push(term);
            }
        }
    }
    found
}

/// The variable of a fact `c ≤ x` with a constant that is not negative.
fn not_negative(terms: &Terms, fact: TermId) -> Option<TermId> {
    let below = terms.negated(fact)?;
    let (Op::BvSlt, [variable, least]) = (terms.op(below), terms.args(below)) else { return None };
    (!terms.as_bitvec(*least)?.is_negative()).then_some(*variable)
}

/// Whether a term has few subterms, without looking at more.
fn is_small(terms: &Terms, term: TermId) -> bool {
    let (mut stack, mut count) = (vec![term], 0);
    while let Some(term) = stack.pop() {
        count += 1;
        if count > ATOM_SIZE || matches!(terms.op(term), Op::Ite | Op::Apply(_) | Op::Select) {
            return false;
        }
        stack.extend(terms.args(term));
    }
    true
}

impl Domain for Orders<'_> {
    fn claims(&mut self, terms: &mut Terms, location: usize, rows: &[Row]) -> Vec<TermId> {
        let mut candidates = match self.candidates[location].take() {
            Some(candidates) => candidates,
            None => self.candidates(terms, location),
        };
        let claims = candidates.claims(self.frame, rows);
        self.candidates[location] = Some(candidates);
        claims
    }
}
