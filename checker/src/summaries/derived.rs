//! Numbers that parameters lead to: cells of arrays at the addresses that are there, and what functions return for what is
//! there.

use super::facts::Fact;
use crate::words::fitting_width;
use euclase_logic::{BitVecValue, FunctionId, HornClauses, Op, Sort, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many cells are looked at for one predicate, and how many distances from an address.
const MOST_CELLS: usize = 10;
const MOST_OFFSETS: usize = 4;

/// How many results of functions are looked at for one predicate.
const MOST_RESULTS: usize = 4;

/// A term over the parameters of a predicate, and what it is in its facts, where that is known.
pub(super) struct Derived {
    pub term: TermId,
    pub width: u32,
    pub values: Vec<Option<u64>>,
}

/// The distances from addresses at which clauses read and write arrays, by the sort of the array.
pub(super) fn offsets(terms: &Terms, clauses: &HornClauses) -> FxHashMap<Sort, Vec<BitVecValue>> {
    let mut roots = Vec::new();
    for clause in &clauses.clauses {
        roots.push(clause.constraint);
        roots.extend(clause.body.iter().chain(&clause.head).flat_map(|atom| &atom.arguments));
    }
    let mut found: FxHashMap<Sort, Vec<BitVecValue>> = FxHashMap::default();
    for term in terms.postorder(&roots).into_iter().filter(|term| matches!(terms.op(*term), Op::Select | Op::Store)) {
        let (array, index) = (terms.arg(term, 0), terms.arg(term, 1));
        let parts = if terms.op(index) == Op::BvAdd { terms.args(index).to_vec() } else { Vec::new() };
        let constant = parts.iter().find_map(|part| terms.as_bitvec(*part)).cloned();
        let Some(width) = terms.sort(index).width() else { continue };
        let offset = constant.unwrap_or_else(|| BitVecValue::zero(width));
        let known = found.entry(terms.sort(array)).or_default();
        if known.len() < MOST_OFFSETS && !known.contains(&offset) {
            known.push(offset);
        }
    }
    found
}

/// The cells of arrays at addresses that are parameters.
pub(super) fn cells(
    terms: &mut Terms,
    parameters: &[TermId],
    facts: &[Fact],
    offsets: &FxHashMap<Sort, Vec<BitVecValue>>,
) -> Vec<Derived> {
    let mut found = Vec::new();
    for (at, array) in parameters.iter().enumerate() {
        let sort = terms.sort(*array);
        let Sort::Array(parts) = sort else { continue };
        let (index, element) = terms.array_parts(parts);
        let Some(width) = fitting_width(element).filter(|_| element != Sort::Bool) else { continue };
        for (position, address) in parameters.iter().enumerate() {
            if terms.sort(*address) != index {
                continue;
            }
            for offset in offsets.get(&sort).into_iter().flatten() {
                if found.len() >= MOST_CELLS {
                    return found;
                }
                let value = |fact: &Fact| {
                    let place = Value::BitVec(fact[position].as_bitvec()?.add(offset));
                    let Value::Array(content) = &fact[at] else { return None };
                    content.select(&place).as_bitvec()?.to_u64()
                };
                let values = facts.iter().map(value).collect();
                let constant = terms.bitvec(offset.clone());
                let place = terms.bv_add(*address, constant);
                let term = terms.select(*array, place);
                found.push(Derived { term, width, values });
            }
        }
    }
    found
}

/// What functions have returned, by what they were given.
pub(super) struct Graphs(FxHashMap<(FunctionId, Vec<Value>), u64>);

impl Graphs {
    pub fn of(clauses: &HornClauses, facts: &[Vec<Fact>]) -> Graphs {
        let mut graphs = FxHashMap::default();
        for functional in &clauses.functional {
            for fact in &facts[functional.predicate] {
                let (arguments, results) = fact.split_at(functional.arguments);
                for (function, result) in functional.functions.iter().zip(results) {
                    let word = result.as_bitvec().and_then(BitVecValue::to_u64);
                    graphs.extend(word.map(|word| ((*function, arguments.to_vec()), word)));
                }
            }
        }
        Graphs(graphs)
    }

    /// What functions return for parameters, where that is what is about to be or has been computed.
    pub fn results(&self, terms: &mut Terms, parameters: &[TermId], facts: &[Fact], known: &[Applied]) -> Vec<Derived> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        for (function, arguments) in known.iter().filter(|applied| seen.insert(*applied)).take(MOST_RESULTS) {
            let Some(width) = fitting_width(terms.function(*function).2) else { continue };
            let positions: Option<Vec<usize>> =
                arguments.iter().map(|argument| parameters.iter().position(|p| p == argument)).collect();
            let Some(positions) = positions else { continue };
            let value = |fact: &Fact| {
                let key = (*function, positions.iter().map(|position| fact[*position].clone()).collect());
                self.0.get(&key).copied()
            };
            let values: Vec<Option<u64>> = facts.iter().map(value).collect();
            let term = terms.make(Op::Apply(*function), arguments);
            found.push(Derived { term, width, values });
        }
        found
    }
}

/// A function, and what it is applied to.
pub(super) type Applied = (FunctionId, Vec<TermId>);
