//! Negation, conjunction and `ite`. Disjunction is a negated conjunction.

use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};

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
            [] => truth,
            [only] => *only,
            _ => self.make_raw(Op::And, &kept),
        }
    }

    pub(super) fn rewrite_ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        match self.op(c) {
            Op::True => return a,
            Op::False => return b,
            Op::Not => {
                let positive = self.arg(c, 0);
                return self.rewrite_ite(positive, b, a);
            }
            _ if a == b => return a,
            _ => {}
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
