//! Negation, conjunction and `ite`. Disjunction is a negated conjunction.

use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};

/// How many conjuncts [`Terms::absorb`] compares with each other, and how many it takes apart.
const ABSORPTION_LIMIT: usize = 8;

impl Terms {
    /// The term under a negation, if it is one.
    pub fn negated(&self, term: TermId) -> Option<TermId> {
        (self.op(term) == Op::Not).then(|| self.arg(term, 0))
    }

    pub(super) fn rewrite_not(&mut self, a: TermId) -> TermId {
        match self.op(a) {
            Op::True => self.ff(),
            Op::False => self.tt(),
            Op::Not => self.arg(a, 0),
            _ => self.leaf(Op::Not, &[a]),
        }
    }

    pub(super) fn rewrite_and(&mut self, args: &[TermId]) -> TermId {
        let mut kept: Vec<TermId> = args.to_vec();
        kept.sort_unstable();
        kept.dedup();
        let truth = self.tt();
        kept.retain(|a| *a != truth);
        if kept.first() == Some(&self.ff()) {
            return self.ff();
        }
        let clash = |a: &TermId| self.negated(*a).is_some_and(|n| kept.binary_search(&n).is_ok());
        if kept.iter().any(clash) {
            return self.ff();
        }
        match kept.as_slice() {
            [] => return truth,
            [only] => return *only,
            _ if kept.len() > ABSORPTION_LIMIT => {}
            _ => {
                if let Some(absorbed) = self.absorb(&kept).or_else(|| self.use_constants(&kept)) {
                    return absorbed;
                }
            }
        }
        self.make_raw(Op::And, &kept)
    }

    /// `x = c ∧ x = d` is false and `x = c ∧ x ≠ d` is `x = c`, for different constants.
    fn use_constants(&mut self, kept: &[TermId]) -> Option<TermId> {
        let solved = |equality: TermId| {
            let &[a, b] = self.args(equality) else { return None };
            match (self.op(equality), self.is_constant(a), self.is_constant(b)) {
                (Op::Eq, true, false) => Some((b, a)),
                (Op::Eq, false, true) => Some((a, b)),
                _ => None,
            }
        };
        let known: Vec<(TermId, TermId)> = kept.iter().filter_map(|a| solved(*a)).collect();
        let other = |(x, c): (TermId, TermId)| known.iter().any(|(y, d)| x == *y && c != *d);
        if known.iter().any(|pair| other(*pair)) {
            return Some(self.ff());
        }
        let implied = |a: &TermId| self.negated(*a).and_then(solved).is_some_and(other);
        let rest: Vec<TermId> = kept.iter().copied().filter(|a| !implied(a)).collect();
        (rest.len() < kept.len()).then(|| self.and(&rest))
    }

    /// Conjuncts that others decide: `a ∧ (a ∨ b)` is `a`, `a ∧ (¬a ∨ b)` is `a ∧ b`,
    /// `a ∧ (a ∧ b)` is `a ∧ b` and `a ∧ (¬a ∧ b)` is false. One round over a few conjuncts.
    fn absorb(&mut self, kept: &[TermId]) -> Option<TermId> {
        for (position, compound) in kept.iter().enumerate() {
            let disjunction = self.negated(*compound);
            let inner = disjunction.unwrap_or(*compound);
            if self.op(inner) != Op::And {
                continue;
            }
            let others = || kept.iter().enumerate().filter(|(p, _)| *p != position).map(|(_, other)| *other);
            let has = |term: TermId| self.args(inner).binary_search(&term).is_ok();
            let has_negated = |term: TermId| match self.negated(term) {
                Some(positive) => has(positive),
                None => self.known(Op::Not, Sort::Bool, &[term]).is_some_and(has),
            };
            if disjunction.is_none() {
                if others().any(has_negated) {
                    return Some(self.ff());
                }
                let rest: Vec<TermId> = kept.iter().copied().filter(|a| !has(*a)).collect();
                if rest.len() < kept.len() {
                    return Some(self.and(&rest));
                }
            } else if others().any(has_negated) {
                let rest: Vec<TermId> = others().collect();
                return Some(self.and(&rest));
            } else if self.args(inner).len() <= ABSORPTION_LIMIT && others().any(has) {
                let mut rest: Vec<TermId> = others().collect();
                let open: Vec<TermId> = self.args(inner).iter().copied().filter(|a| !rest.contains(a)).collect();
                let conjunction = self.and(&open);
                rest.push(self.not(conjunction));
                return Some(self.and(&rest));
            }
        }
        None
    }

    pub(super) fn rewrite_ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        let (mut c, mut a, mut b) = (c, a, b);
        while let Some(positive) = self.negated(c) {
            (c, a, b) = (positive, b, a);
        }
        match self.as_bool(c) {
            Some(true) => return a,
            Some(false) => return b,
            None if a == b => return a,
            None => {}
        }
        // An arm that asks the same question again already knows the answer.
        let arm = |terms: &Self, term: TermId, position: usize| match terms.op(term) {
            Op::Ite if terms.arg(term, 0) == c => terms.arg(term, position),
            _ => term,
        };
        let (a, b) = (arm(self, a, 1), arm(self, b, 2));
        if a == b {
            return a;
        }
        if self.sort(a) == Sort::Bool { self.rewrite_bool_ite(c, a, b) } else { self.make_raw(Op::Ite, &[c, a, b]) }
    }

    fn rewrite_bool_ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        let not_c = self.not(c);
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => self.or(&[c, b]),
            (Some(false), _) => self.and(&[not_c, b]),
            (_, Some(true)) => self.or(&[not_c, a]),
            (_, Some(false)) => self.and(&[c, a]),
            _ if a == c => self.or(&[c, b]),
            _ if b == c => self.and(&[c, a]),
            _ if a == not_c => self.and(&[not_c, b]),
            _ if b == not_c => self.or(&[not_c, a]),
            _ if self.not(a) == b => self.eq(c, a),
            _ => self.make_raw(Op::Ite, &[c, a, b]),
        }
    }
}
