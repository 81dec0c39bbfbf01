//! Structural rewriting at construction.
//!
//! [`Terms::make`] is the one door through which terms are built: it folds constants, orders
//! commutative arguments and applies the local rules of this folder. A rule looks at most a few
//! levels deep. Rules that push an operator into an argument spend `rewrite_depth`, and rules that
//! build their result through `make` again spend `rewrite_nesting`: construction takes bounded
//! time and stack however deep its arguments are. Only a chain of stores is walked to its end, and a
//! choice between constants to its ends, once (`distribute`).
//!
//! Every rule preserves the value of the term under every assignment; `tests/rewriting.rs` holds
//! each to that on random values and widths. The rules matter to the abstraction: an operator
//! that is gone needs no refinement lemma (`x + 1 = 5` becomes `x = 4`).

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod distribute;
mod equality;
mod float;
mod integer;
mod structure;

use crate::bitvec::BitVecValue;
use crate::eval::apply_op;
use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};
use crate::value::Value;
pub(crate) use distribute::Distributed;

/// How many pushes may nest before a rule leaves the term as it is.
const PUSH_LIMIT: u32 = 16;

/// How deep calls of [`Terms::make`] by rules may nest before the term is built without rules.
const NESTING_LIMIT: u32 = 64;

impl Terms {
    /// The rewritten term for `op` on well-sorted arguments.
    ///
    /// # Panics
    /// On operands that [`Terms::check`] refuses; use [`Terms::try_make`] for input from outside.
    pub fn make(&mut self, op: Op, args: &[TermId]) -> TermId {
        let sort = match self.check(op, args) {
            Ok(sort) => sort,
            Err(error) => unreachable!("{error}"),
        };
        if let Some(folded) = self.fold(op, args) {
            return folded;
        }
        if self.rewrite_nesting >= NESTING_LIMIT {
            return self.leaf(op, args);
        }
        self.rewrite_nesting += 1;
        let result = self.distribute(op, args).unwrap_or_else(|| self.rewrite(op, sort, args));
        self.rewrite_nesting -= 1;
        result
    }

    /// The rules of an operator.
    fn rewrite(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        match (op, args) {
            (Op::Not, [a]) => self.rewrite_not(*a),
            (Op::And, _) => self.rewrite_and(args),
            (Op::Eq, [a, b]) => self.rewrite_eq(*a, *b),
            (Op::Ite, [c, a, b]) => self.rewrite_ite(*c, *a, *b),
            (Op::BvNot, [a]) => self.rewrite_bvnot(*a),
            (Op::BvNeg, [a]) => self.rewrite_neg(*a),
            (Op::BvAnd | Op::BvOr | Op::BvXor, [a, b]) => self.rewrite_bitwise(op, *a, *b),
            (Op::BvAdd, [a, b]) => self.rewrite_add(*a, *b),
            (Op::BvSub, [a, b]) => self.rewrite_sub(*a, *b),
            (Op::BvMul, [a, b]) => self.rewrite_mul(*a, *b),
            (Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod, [a, b]) => {
                self.rewrite_division(op, *a, *b)
            }
            (Op::BvShl | Op::BvLshr | Op::BvAshr, [a, b]) => self.rewrite_shift(op, *a, *b),
            (Op::BvUlt, [a, b]) => self.rewrite_ult(*a, *b),
            (Op::BvSlt, [a, b]) => self.rewrite_slt(*a, *b),
            (Op::Concat, [a, b]) => self.rewrite_concat(*a, *b),
            (Op::Extract { high, low }, [a]) => self.rewrite_extract(high, low, *a),
            (Op::ZeroExtend(by), [a]) => self.rewrite_zero_extend(by, *a),
            (Op::SignExtend(by), [a]) => self.rewrite_sign_extend(by, *a),
            (Op::Select, [array, index]) => self.rewrite_select(*array, *index),
            (Op::Store, [array, index, element]) => self.rewrite_store(*array, *index, *element),
            (Op::IntNeg | Op::IntAdd | Op::IntSub | Op::IntMul | Op::IntDiv | Op::IntMod | Op::IntLt, _) => {
                self.rewrite_integer(op, args)
            }
            (Op::Float(op), _) => self.rewrite_float(op, args),
            _ => self.intern(op, sort, args),
        }
    }

    /// The term exactly as asked for, without any rewriting: for tests and for printing.
    pub fn make_raw(&mut self, op: Op, args: &[TermId]) -> TermId {
        match self.check(op, args) {
            Ok(sort) => self.intern(op, sort, args),
            Err(error) => unreachable!("{error}"),
        }
    }

    /// A term without further rules, its arguments ordered if they commute.
    fn leaf(&mut self, op: Op, args: &[TermId]) -> TermId {
        match args {
            [a, b] if op.is_commutative() && b < a => self.make_raw(op, &[*b, *a]),
            _ => self.make_raw(op, args),
        }
    }

    /// Whether the operator is computed on literal values as a whole. The Boolean ones have rules
    /// that say more, and an uninterpreted function has no value.
    fn is_foldable(op: Op) -> bool {
        !matches!(op, Op::Apply(_) | Op::ConstArray(_) | Op::Eq | Op::And | Op::Ite | Op::Not)
    }

    /// The value of a scalar operator on literal values.
    fn fold(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        if !Self::is_foldable(op) || args.is_empty() || !args.iter().all(|a| self.is_constant(*a)) {
            return None;
        }
        let division = matches!(op, Op::IntDiv | Op::IntMod);
        if division && self.as_int(args[1]).is_some_and(|d| *d == 0.into()) {
            return None;
        }
        let values: Option<Vec<Value>> = args.iter().map(|a| self.literal_value(*a)).collect();
        let values = values?;
        let result = apply_op(self, op, &values.iter().collect::<Vec<_>>());
        self.literal(result)
    }

    /// The value that a literal term stands for.
    pub fn literal_value(&self, term: TermId) -> Option<Value> {
        self.as_bool(term)
            .map(Value::Bool)
            .or_else(|| self.as_bitvec(term).map(|v| Value::BitVec(v.clone())))
            .or_else(|| self.as_int(term).map(|v| Value::Int(v.clone())))
    }

    /// The literal term of a scalar value.
    pub fn literal(&mut self, value: Value) -> Option<TermId> {
        match value {
            Value::Bool(value) => Some(self.bool(value)),
            Value::BitVec(value) => Some(self.bitvec(value)),
            Value::Int(value) => Some(self.int(value)),
            Value::Array(_) | Value::Element(..) => None,
        }
    }

    /// Runs a rule that pushes an operator into its arguments, unless pushes nest too deep.
    fn push<T>(&mut self, rule: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.rewrite_depth >= PUSH_LIMIT {
            return None;
        }
        self.rewrite_depth += 1;
        let result = rule(self);
        self.rewrite_depth -= 1;
        Some(result)
    }

    fn constant(&self, term: TermId) -> Option<BitVecValue> {
        self.as_bitvec(term).cloned()
    }

    /// `x + c` as its parts; any other term is itself plus zero.
    fn offset(&self, term: TermId) -> (TermId, BitVecValue) {
        if self.op(term) == Op::BvAdd {
            let (a, b) = (self.arg(term, 0), self.arg(term, 1));
            if let Some(c) = self.as_bitvec(b) {
                return (a, c.clone());
            }
            if let Some(c) = self.as_bitvec(a) {
                return (b, c.clone());
            }
        }
        (term, BitVecValue::zero(self.width(term)))
    }
}

/// Named constructors for the operators of SMT-LIB; all of them go through [`Terms::make`].
#[allow(missing_docs)]
impl Terms {
    pub fn not(&mut self, a: TermId) -> TermId {
        self.make(Op::Not, &[a])
    }

    pub fn and(&mut self, args: &[TermId]) -> TermId {
        self.make(Op::And, args)
    }

    pub fn or(&mut self, args: &[TermId]) -> TermId {
        let negated: Vec<TermId> = args.iter().map(|a| self.not(*a)).collect();
        let none = self.and(&negated);
        self.not(none)
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(&[not_a, b])
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::Eq, &[a, b])
    }

    pub fn neq(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn distinct(&mut self, args: &[TermId]) -> TermId {
        let mut pairs = Vec::new();
        for (i, a) in args.iter().enumerate() {
            for b in &args[i + 1..] {
                pairs.push(self.neq(*a, *b));
            }
        }
        self.and(&pairs)
    }

    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        self.make(Op::Ite, &[c, a, b])
    }

    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvAdd, &[a, b])
    }

    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvSub, &[a, b])
    }

    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvMul, &[a, b])
    }

    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvUlt, &[a, b])
    }

    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.bv_ult(b, a);
        self.not(greater)
    }

    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.make(Op::BvSlt, &[a, b])
    }

    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.bv_slt(b, a);
        self.not(greater)
    }

    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        self.make(Op::Concat, &[high, low])
    }

    pub fn extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        self.make(Op::Extract { high, low }, &[a])
    }

    pub fn zero_extend(&mut self, by: u32, a: TermId) -> TermId {
        self.make(Op::ZeroExtend(by), &[a])
    }

    pub fn sign_extend(&mut self, by: u32, a: TermId) -> TermId {
        self.make(Op::SignExtend(by), &[a])
    }

    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        self.make(Op::Select, &[array, index])
    }

    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        self.make(Op::Store, &[array, index, element])
    }

    pub fn const_array(&mut self, sort: Sort, element: TermId) -> TermId {
        self.make(Op::ConstArray(sort), &[element])
    }
}
