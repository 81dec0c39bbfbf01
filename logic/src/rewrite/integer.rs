//! The few rules for unbounded integers, which only come from text formats.

use crate::term::{Op, TermId, Terms};
use num_traits::{One, Zero};

impl Terms {
    pub(super) fn rewrite_integer(&mut self, op: Op, args: &[TermId]) -> TermId {
        let zero = |terms: &Self, t: TermId| terms.as_int(t).is_some_and(|v| v.is_zero());
        let one = |terms: &Self, t: TermId| terms.as_int(t).is_some_and(|v| v.is_one());
        match (op, args) {
            (Op::IntNeg, [a]) if self.op(*a) == Op::IntNeg => self.arg(*a, 0),
            (Op::IntAdd, [a, b]) if zero(self, *a) => *b,
            (Op::IntAdd | Op::IntSub, [a, b]) if zero(self, *b) => *a,
            (Op::IntSub, [a, b]) if a == b => self.int(0),
            (Op::IntSub, [a, b]) if self.as_int(*b).is_some() => {
                let negative = self.make(Op::IntNeg, &[*b]);
                self.make(Op::IntAdd, &[*a, negative])
            }
            (Op::IntAdd, [a, b]) => self.join_integer_constants(*a, *b),
            (Op::IntMul, [a, b]) if zero(self, *a) || one(self, *b) => *a,
            (Op::IntMul, [a, b]) if zero(self, *b) || one(self, *a) => *b,
            (Op::IntDiv, [a, b]) if one(self, *b) => *a,
            (Op::IntLt, [a, b]) if a == b => self.ff(),
            _ => self.leaf(op, args),
        }
    }

    /// `(x + c1) + c2` with the constants joined.
    fn join_integer_constants(&mut self, a: TermId, b: TermId) -> TermId {
        for (x, c) in [(a, b), (b, a)] {
            if self.as_int(c).is_none() || self.op(x) != Op::IntAdd {
                continue;
            }
            let (y, z) = (self.arg(x, 0), self.arg(x, 1));
            for (base, inner) in [(y, z), (z, y)] {
                if self.as_int(inner).is_some() {
                    let sum = self.make(Op::IntAdd, &[inner, c]);
                    return self.make(Op::IntAdd, &[base, sum]);
                }
            }
        }
        self.leaf(Op::IntAdd, &[a, b])
    }
}
