//! Which values of an input have to be tried.
//!
//! An input that is only ever copied and compared with constants behaves the same for all values that
//! compare the same, so one of each class is enough: then exploring those is exploring all executions.
//! An input that is used in any other way has no such classes, unless it is so narrow that all of its
//! values can be tried; exploration then finds violations, but proves nothing.

use crate::words::{fitting_width, mask};
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Inputs of up to this many bits are tried with all values if need be.
const NARROW: u32 = 8;

/// Values that stand for all those that an input can have.
pub struct Classes {
    /// For each input.
    pub representatives: Vec<Vec<u64>>,
    /// For each state variable that can hold an input's value, how that value matters.
    pub of_states: Vec<Option<Copied>>,
    /// Whether they do stand for all.
    pub complete: bool,
}

/// A variable that inputs are copied to: only how its value compares counts.
#[derive(Clone)]
pub struct Copied {
    comparisons: Rc<[Comparison]>,
    representatives: Rc<[u64]>,
    width: u32,
}

impl Copied {
    /// The value that stands for all that compare as this one does.
    pub fn representative(&self, value: u64) -> u64 {
        let same = |other: &&u64| {
            self.comparisons.iter().all(|c| c.outcome(value, self.width) == c.outcome(**other, self.width))
        };
        self.representatives.iter().find(same).copied().unwrap_or(value)
    }

    /// That a variable compares as the value does.
    pub fn condition(&self, terms: &mut Terms, variable: TermId, value: u64) -> TermId {
        let mut literals = Vec::with_capacity(self.comparisons.len());
        for comparison in self.comparisons.iter() {
            let constant = terms.bv(self.width, comparison.constant);
            if comparison.op == Op::Eq && comparison.constant == value {
                return terms.eq(variable, constant);
            }
            let (a, b) = if comparison.constant_first { (constant, variable) } else { (variable, constant) };
            let atom = terms.make(comparison.op, &[a, b]);
            literals.push(if comparison.outcome(value, self.width) { atom } else { terms.not(atom) });
        }
        terms.and(&literals)
    }
}

/// What a system does with its variables.
pub struct Uses<'a> {
    /// Conditions on states and inputs.
    pub conditions: &'a [TermId],
    /// Copies: the variable and what it gets.
    pub updates: &'a [(TermId, TermId)],
    /// All state variables.
    pub states: &'a [TermId],
    /// What may have any value.
    pub inputs: &'a [TermId],
}

/// Finds the classes of every input.
pub fn classes(terms: &Terms, uses: &Uses) -> Classes {
    let mut groups = Groups::new(terms, uses);
    groups.look_at_uses(terms, uses);
    let mut complete = true;
    let mut representatives = Vec::with_capacity(uses.inputs.len());
    for input in uses.inputs {
        let sort = terms.sort(*input);
        let Some(width) = fitting_width(sort) else {
            complete = false;
            representatives.push(vec![0]);
            continue;
        };
        if sort == Sort::Bool {
            representatives.push(vec![0, 1]);
            continue;
        }
        let group = groups.find(*input);
        let comparisons = groups.comparisons.get(&group).map_or(&[][..], Vec::as_slice);
        let otherwise_used = groups.otherwise_used.contains(&group);
        representatives.push(match otherwise_used {
            true if width <= NARROW => (0..=mask(width)).collect(),
            true => corners(comparisons, width),
            false => distinguished(comparisons, width),
        });
        complete &= !otherwise_used || width <= NARROW;
    }
    let copied: FxHashMap<TermId, Copied> = copied(terms, &mut groups, uses);
    let of_states = uses.states.iter().map(|state| copied.get(&groups.find_known(*state)?).cloned()).collect();
    Classes { representatives, of_states, complete }
}

/// The groups that hold inputs which are compared and copied only.
fn copied(terms: &Terms, groups: &mut Groups, uses: &Uses) -> FxHashMap<TermId, Copied> {
    let mut all = FxHashMap::default();
    for input in uses.inputs.iter().filter(|i| terms.sort(**i) != Sort::Bool) {
        let (Some(width), Some(group)) = (fitting_width(terms.sort(*input)), groups.find_known(*input)) else {
            continue;
        };
        if !groups.otherwise_used.contains(&group) {
            let comparisons = groups.comparisons.get(&group).cloned().unwrap_or_default();
            let representatives = distinguished(&comparisons, width).into();
            all.insert(group, Copied { comparisons: comparisons.into(), representatives, width });
        }
    }
    all
}

/// A comparison with a constant, as the value compared sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Comparison {
    op: Op,
    constant: u64,
    constant_first: bool,
}

impl Comparison {
    fn outcome(self, value: u64, width: u32) -> bool {
        let sign = 1u64 << (width - 1);
        let (a, b) = if self.constant_first { (self.constant, value) } else { (value, self.constant) };
        match self.op {
            Op::Eq => a == b,
            Op::BvUlt => a < b,
            // Flipping the sign bit turns the signed order into the unsigned one.
            _ => a ^ sign < b ^ sign,
        }
    }
}

/// Values at which something may change: constants that are compared with, their neighbours, the ends of the range.
fn corners(comparisons: &[Comparison], width: u32) -> Vec<u64> {
    let top = mask(width);
    let sign = 1u64 << (width - 1);
    let mut candidates = vec![0, 1, top, sign, sign - 1];
    for comparison in comparisons {
        let c = comparison.constant;
        candidates.extend([c, c.wrapping_add(1) & top, c.wrapping_sub(1) & top]);
    }
    candidates.iter_mut().for_each(|c| *c &= top);
    let mut seen = FxHashSet::default();
    candidates.retain(|c| seen.insert(*c));
    candidates
}

/// One value for each way in which all comparisons can come out.
fn distinguished(comparisons: &[Comparison], width: u32) -> Vec<u64> {
    let mut candidates = corners(comparisons, width);
    let mut outcomes = FxHashSet::default();
    candidates.retain(|c| outcomes.insert(comparisons.iter().map(|o| o.outcome(*c, width)).collect::<Vec<bool>>()));
    candidates
}

/// Terms that can have each other's values, by union-find.
struct Groups {
    parent: FxHashMap<TermId, TermId>,
    comparisons: FxHashMap<TermId, Vec<Comparison>>,
    otherwise_used: FxHashSet<TermId>,
}

impl Groups {
    fn new(terms: &Terms, uses: &Uses) -> Self {
        let mut groups = Groups {
            parent: FxHashMap::default(),
            comparisons: FxHashMap::default(),
            otherwise_used: FxHashSet::default(),
        };
        for variable in uses.inputs.iter().chain(uses.states) {
            if terms.sort(*variable) != Sort::Bool {
                groups.parent.insert(*variable, *variable);
            }
        }
        let updates: Vec<TermId> = uses.updates.iter().map(|(_, update)| *update).collect();
        for term in terms.postorder(&[uses.conditions, &updates].concat()) {
            if terms.op(term) == Op::Ite && terms.sort(term) != Sort::Bool {
                for branch in [terms.arg(term, 1), terms.arg(term, 2)] {
                    groups.join(branch, term);
                }
            }
        }
        for (variable, update) in uses.updates {
            groups.join(*update, *variable);
        }
        groups
    }

    /// Puts two terms into one group, if the first is in any: `to` gets its values.
    fn join(&mut self, from: TermId, to: TermId) {
        if !self.parent.contains_key(&from) {
            return;
        }
        self.parent.entry(to).or_insert(to);
        let (from, to) = (self.find(from), self.find(to));
        self.parent.insert(from, to);
    }

    fn find_known(&mut self, term: TermId) -> Option<TermId> {
        self.parent.contains_key(&term).then(|| self.find(term))
    }

    fn find(&mut self, term: TermId) -> TermId {
        let mut root = term;
        while self.parent[&root] != root {
            root = self.parent[&root];
        }
        let mut at = term;
        while at != root {
            at = self.parent.insert(at, root).unwrap_or(root);
        }
        root
    }

    /// Notes what every group is compared with, and which are used in another way.
    fn look_at_uses(&mut self, terms: &Terms, uses: &Uses) {
        let updates: Vec<TermId> = uses.updates.iter().map(|(_, update)| *update).collect();
        let mut seen: FxHashSet<(TermId, Comparison)> = FxHashSet::default();
        for term in terms.postorder(&[uses.conditions, &updates].concat()) {
            for (position, argument) in terms.args(term).iter().enumerate() {
                if !self.parent.contains_key(argument) {
                    continue;
                }
                let group = self.find(*argument);
                match terms.op(term) {
                    Op::Ite if position > 0 => {}
                    op @ (Op::Eq | Op::BvUlt | Op::BvSlt) => {
                        let other = terms.arg(term, 1 - position);
                        match terms.as_bitvec(other).and_then(|c| c.to_u64()) {
                            Some(constant) => {
                                let comparison = Comparison { op, constant, constant_first: position == 1 };
                                if seen.insert((group, comparison)) {
                                    self.comparisons.entry(group).or_default().push(comparison);
                                }
                            }
                            None => {
                                self.otherwise_used.insert(group);
                            }
                        }
                    }
                    _ => {
                        self.otherwise_used.insert(group);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(terms: &Terms, conditions: &[TermId], updates: &[(TermId, TermId)], states: &[TermId]) -> Classes {
        let inputs: Vec<TermId> =
            terms.variables(&[conditions, &updates.iter().map(|u| u.1).collect::<Vec<_>>()].concat());
        let inputs: Vec<TermId> = inputs.into_iter().filter(|v| !states.contains(v)).collect();
        classes(terms, &Uses { conditions, updates, states, inputs: &inputs })
    }

    #[test]
    fn an_input_compared_with_constants_has_a_class_for_each_and_one_for_the_rest() {
        let mut terms = Terms::new();
        let i = terms.var("i", Sort::BitVec(32));
        let conditions: Vec<TermId> = (1..=6)
            .map(|n| {
                let n = terms.bv(32, n);
                terms.eq(i, n)
            })
            .collect();
        let found = of(&terms, &conditions, &[], &[]);
        assert!(found.complete);
        let mut values = found.representatives[0].clone();
        values.sort_unstable();
        assert_eq!(values, [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn every_outcome_of_signed_and_unsigned_comparisons_has_a_value() {
        let all: Vec<Comparison> = [(Op::BvSlt, 3, true), (Op::BvUlt, 9, false), (Op::Eq, 12, false)]
            .map(|(op, constant, constant_first)| Comparison { op, constant, constant_first })
            .to_vec();
        let outcomes = |v: u64| all.iter().map(|c| c.outcome(v, 4)).collect::<Vec<bool>>();
        let every: FxHashSet<Vec<bool>> = (0..16).map(outcomes).collect();
        let found = distinguished(&all, 4);
        assert_eq!(found.len(), every.len());
        assert_eq!(found.into_iter().map(outcomes).collect::<FxHashSet<_>>(), every);
    }

    #[test]
    fn what_a_copy_is_compared_with_counts_for_the_input() {
        let mut terms = Terms::new();
        let (i, x, c) =
            (terms.var("i", Sort::BitVec(32)), terms.var("x", Sort::BitVec(32)), terms.var("c", Sort::Bool));
        let seven = terms.bv(32, 7);
        let update = terms.ite(c, i, x);
        let condition = terms.eq(x, seven);
        let found = of(&terms, &[condition], &[(x, update)], &[x]);
        assert!(found.complete);
        assert!(found.representatives.iter().any(|values| values.contains(&7)));
    }

    #[test]
    fn arithmetic_on_an_input_leaves_only_some_values_tried() {
        let mut terms = Terms::new();
        for (width, complete) in [(32, false), (8, true)] {
            let (i, x) = (terms.var("i", Sort::BitVec(width)), terms.var("x", Sort::BitVec(width)));
            let update = terms.bv_add(i, x);
            let found = of(&terms, &[], &[(x, update)], &[x]);
            assert_eq!(found.complete, complete);
        }
    }

    #[test]
    fn inputs_compared_with_each_other_have_no_classes() {
        let mut terms = Terms::new();
        let (i, j) = (terms.var("i", Sort::BitVec(32)), terms.var("j", Sort::BitVec(32)));
        let equal = terms.eq(i, j);
        assert!(!of(&terms, &[equal], &[], &[]).complete);
    }
}
