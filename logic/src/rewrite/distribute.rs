//! Operators that move into choices between constants.
//!
//! Programs that keep their state in a few constants (state machines, generated controllers)
//! become long chains of `ite` with constants at their ends. What such a chain is compared with
//! or added to, when it is a constant, is better asked of each end: the constants fold, the chain
//! of values becomes one of truth values, and nothing is left for an equality solver to explain
//! link by link.

use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many `ite`s one comparison moves through at most.
const LARGEST_CHOICE: usize = 20_000;

/// How many `ite`s any other operator moves through at most: its result is a choice again, into which the next one
/// would move.
const LARGEST_COMPUTED_CHOICE: usize = 32;

/// How many `ite`s may be made before they count. After that, no more than there are other terms, so that long
/// choices and many operators on them do not multiply.
const FREE: usize = 20_000;

/// After how many `ite`s without a constant at an end to stop looking for one.
const LARGEST_SEARCH: usize = 200;

/// What operators on constants became in the arms of `ite`s, by operator and arguments.
pub(crate) type Distributed = FxHashMap<(Op, [TermId; 2]), TermId>;

impl Terms {
    /// The operator on a choice and a constant, moved into the arms of the choice: a comparison if
    /// one of the ends is a constant, any other operator if all are.
    pub(super) fn distribute(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        let (position, other) = match args {
            [a] if self.op(*a) == Op::Ite => (0, None),
            [a, b] if self.op(*a) == Op::Ite && self.is_constant(*b) => (0, Some(*b)),
            [a, b] if self.op(*b) == Op::Ite && self.is_constant(*a) => (1, Some(*a)),
            _ => return None,
        };
        if self.sort(args[position]) == Sort::Bool {
            return None;
        }
        let compares = matches!(op, Op::Eq | Op::BvUlt | Op::BvSlt);
        if !compares && !Self::is_foldable(op) {
            return None;
        }
        let key = |arm: TermId| match (position, other) {
            (_, None) => [arm, arm],
            (0, Some(other)) => [arm, other],
            (_, Some(other)) => [other, arm],
        };
        let whole = args[position];
        if let Some(known) = self.distributed.get(&(op, key(whole))) {
            return Some(*known);
        }
        let ites = self.choice(op, whole, compares, &key)?;
        if self.distributed.len() + ites.len() > FREE.max(self.len() / 2) {
            return None;
        }
        for ite in ites {
            let [a, b] = [1, 2].map(|arm| {
                let arm = self.arg(ite, arm);
                let arguments = key(arm);
                match self.distributed.get(&(op, arguments)) {
                    Some(known) => *known,
                    None => self.make(op, &arguments[..args.len()]),
                }
            });
            let c = self.arg(ite, 0);
            let moved = self.ite(c, a, b);
            self.distributed.insert((op, key(ite)), moved);
        }
        self.distributed.get(&(op, key(whole))).copied()
    }

    /// The `ite`s below one, each after those in its arms, without those that the operator has been
    /// moved into before. None if there are too many, or too few of their ends are constants.
    fn choice(
        &self,
        op: Op,
        whole: TermId,
        one_constant_suffices: bool,
        key: &dyn Fn(TermId) -> [TermId; 2],
    ) -> Option<Vec<TermId>> {
        let mut ites = Vec::new();
        let mut constant = false;
        let mut seen = FxHashSet::default();
        let mut stack = vec![(whole, false)];
        while let Some((term, finished)) = stack.pop() {
            if finished {
                ites.push(term);
            } else if self.op(term) != Op::Ite {
                if !self.is_constant(term) && !one_constant_suffices {
                    return None;
                }
                constant |= self.is_constant(term);
            } else if self.distributed.contains_key(&(op, key(term))) {
                constant = true;
            } else if seen.insert(term) {
                let limit = match (one_constant_suffices, constant) {
                    (false, _) => LARGEST_COMPUTED_CHOICE,
                    (true, true) => LARGEST_CHOICE,
                    (true, false) => LARGEST_SEARCH,
                };
                if seen.len() > limit {
                    return None;
                }
                stack.push((term, true));
                stack.extend([1, 2].map(|arm| (self.arg(term, arm), false)));
            }
        }
        constant.then_some(ites)
    }
}
