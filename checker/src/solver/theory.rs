//! How a solver reads operators: all uninterpreted, none, or some.
//!
//! Between equality with uninterpreted functions and bit-vectors as they are lies a middle level: bit-vectors are
//! bit-vectors, but operators whose circuits are large stay functions of which only congruence is known. Whether an
//! operator is interpreted depends on the operator alone, never on its arguments: what is equal stays equal when an
//! argument is replaced by an equal one, and the search relies on that.

use euclase_logic::{FloatOp, Op, Sort, TermId, Terms};

/// How a solver reads operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theory {
    /// Equality with uninterpreted functions; arrays too unless they are kept interpreted.
    Euf {
        /// Whether `select`, `store` and constant arrays are uninterpreted as well.
        abstract_arrays: bool,
    },
    /// Everything is interpreted but the operators of a set.
    Mixed(Operators),
    /// Every operator means what SMT-LIB says.
    Concrete,
}

impl Theory {
    /// The theory in which only the given operators are uninterpreted.
    pub fn without(operators: Operators) -> Self {
        if operators.is_empty() { Theory::Concrete } else { Theory::Mixed(operators) }
    }

    /// Whether numbers are elements of a sort of which nothing is known.
    pub fn abstracts_numbers(self) -> bool {
        matches!(self, Theory::Euf { .. })
    }

    /// Whether arrays are elements of a sort of which nothing is known.
    pub fn abstracts_arrays(self) -> bool {
        match self {
            Theory::Euf { abstract_arrays } => abstract_arrays,
            Theory::Mixed(operators) => operators.contains(Op::Select),
            Theory::Concrete => false,
        }
    }

    /// Whether values of the sort are elements of which nothing is known.
    pub fn abstracts_sort(self, sort: Sort) -> bool {
        match sort {
            Sort::Bool | Sort::Uninterpreted(_) => false,
            Sort::Int | Sort::BitVec(_) => self.abstracts_numbers(),
            Sort::Array(_) => self.abstracts_arrays(),
        }
    }

    /// Whether an operator is a function of which only congruence is known.
    pub fn abstracts(self, op: Op) -> bool {
        match op {
            Op::True | Op::False | Op::Var(_) | Op::Not | Op::And | Op::Eq | Op::Ite => false,
            Op::Apply(_) => true,
            Op::Select | Op::Store | Op::ConstArray(_) => self.abstracts_arrays(),
            Op::BitVecConst(_) | Op::IntConst(_) => false,
            _ => match self {
                Theory::Euf { .. } => true,
                Theory::Mixed(operators) => operators.contains(op),
                Theory::Concrete => false,
            },
        }
    }
}

/// A set of operators that may stay uninterpreted while numbers are interpreted: multiplication, division and
/// remainder each by itself, those on floating-point numbers by what they do, and the operators on arrays as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Operators(u32);

impl Operators {
    /// No operator.
    pub const NONE: Operators = Operators(0);
    /// The operators on arrays.
    pub const ARRAYS: Operators = Operators(1);

    fn of(op: Op) -> Operators {
        let position = match op {
            Op::Select | Op::Store | Op::ConstArray(_) => 0,
            Op::BvMul => 1,
            Op::BvUdiv => 2,
            Op::BvUrem => 3,
            Op::BvSdiv => 4,
            Op::BvSrem => 5,
            Op::BvSmod => 6,
            Op::IntMul => 7,
            Op::IntDiv => 8,
            Op::IntMod => 9,
            Op::Float(op) => match op {
                FloatOp::Add(_) | FloatOp::Sub(_) => 10,
                FloatOp::Mul(_) => 11,
                FloatOp::Div(_) => 12,
                FloatOp::Sqrt(_) => 13,
                FloatOp::Round(..) => 14,
                FloatOp::Convert { .. } | FloatOp::FromSigned { .. } | FloatOp::FromUnsigned { .. } => 15,
                FloatOp::ToSigned { .. } | FloatOp::ToUnsigned { .. } => 16,
                // A comparison is hardly more than one of integers.
                FloatOp::Less(_) | FloatOp::Equal(_) => return Operators::NONE,
            },
            _ => return Operators::NONE,
        };
        Operators(1 << position)
    }

    /// Those of the operators in some terms that solvers find hard: products of two unknowns, and what is divided by
    /// an unknown. With constants, circuits are small enough.
    pub fn hard(terms: &Terms, roots: &[TermId]) -> Operators {
        let mut found = Operators::NONE;
        for term in terms.postorder(roots) {
            let op = terms.op(term);
            let known = |n: usize| terms.is_constant(terms.arg(term, n));
            let hard = match op {
                Op::BvMul | Op::IntMul => !known(0) && !known(1),
                Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod | Op::IntDiv | Op::IntMod => !known(1),
                Op::Float(_) => true,
                _ => false,
            };
            if hard {
                found = found.with(Operators::of(op));
            }
        }
        found
    }

    /// Both sets together.
    pub fn with(self, others: Operators) -> Operators {
        Operators(self.0 | others.0)
    }

    /// The set without the operator.
    pub fn except(self, op: Op) -> Operators {
        Operators(self.0 & !Operators::of(op).0)
    }

    /// Whether the operator is in the set.
    pub fn contains(self, op: Op) -> bool {
        self.0 & Operators::of(op).0 != 0
    }

    /// Whether the set has no operator.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_unknowns_are_hard_and_products_with_constants_are_not() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::BitVec(8)), terms.var("y", Sort::BitVec(8)));
        let three = terms.bv(8, 3);
        let easy = terms.bv_mul(x, three);
        assert!(Operators::hard(&terms, &[easy]).is_empty());
        let hard = terms.bv_mul(x, y);
        let operators = Operators::hard(&terms, &[easy, hard]);
        assert!(operators.contains(Op::BvMul) && !operators.contains(Op::BvUdiv));
        assert_eq!(Theory::without(operators.except(Op::BvMul)), Theory::Concrete);
    }

    #[test]
    fn the_middle_level_interprets_sums_but_not_products() {
        let middle = Theory::without(Operators::of(Op::BvMul));
        assert!(middle.abstracts(Op::BvMul) && !middle.abstracts(Op::BvAdd) && !middle.abstracts(Op::Select));
        assert!(!middle.abstracts_sort(Sort::BitVec(8)));
        let arrays = Theory::without(Operators::ARRAYS);
        assert!(arrays.abstracts(Op::Store) && !arrays.abstracts(Op::BvMul));
    }
}
