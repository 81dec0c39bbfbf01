//! The value of a term under a concrete assignment.

use crate::bitvec::BitVecValue;
use crate::float::{FloatOp, FloatResult};
use crate::sort::Sort;
use crate::term::{FunctionId, Op, TermId, Terms};
use crate::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Values of variables and tables of uninterpreted functions.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    values: FxHashMap<TermId, Value>,
    functions: FxHashMap<FunctionId, FunctionValue>,
}

/// A function as a table with a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    /// The result for arguments that are not in the table.
    pub default: Value,
    /// The results that differ.
    pub entries: BTreeMap<Vec<Value>, Value>,
}

impl Assignment {
    /// Sets the value of a variable.
    pub fn set(&mut self, variable: TermId, value: Value) {
        self.values.insert(variable, value);
    }

    /// The value of a variable.
    pub fn get(&self, variable: TermId) -> Option<&Value> {
        self.values.get(&variable)
    }

    /// Sets the table of an uninterpreted function.
    pub fn set_function(&mut self, function: FunctionId, value: FunctionValue) {
        self.functions.insert(function, value);
    }

    /// The tables of uninterpreted functions.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &FunctionValue)> {
        self.functions.iter().map(|(id, value)| (*id, value))
    }
}

/// A variable or function without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalError(pub String);

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' has no value", self.0)
    }
}

impl std::error::Error for EvalError {}

/// Evaluates terms under one assignment, remembering every subterm's value.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
    memo: FxHashMap<TermId, Value>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty memo.
    pub fn new(terms: &'a Terms, assignment: &'a Assignment) -> Self {
        Evaluator { terms, assignment, memo: FxHashMap::default() }
    }

    /// The value of a term.
    pub fn value(&mut self, root: TermId) -> Result<Value, EvalError> {
        let order = self.unevaluated(root);
        let mut reads = self.array_reads(&order, root);
        for term in order {
            let value = match self.terms.op(term) {
                Op::Store if reads.get(&self.terms.arg(term, 0)) == Some(&1) => self.take_over(term),
                _ => self.apply(term)?,
            };
            if !reads.is_empty() {
                for arg in self.terms.args(term) {
                    reads.entry(*arg).and_modify(|n| *n -= 1);
                }
            }
            self.memo.insert(term, value);
        }
        Ok(self.memo[&root].clone())
    }

    /// How often each array computed in this order is still to be read: a store that reads it last
    /// takes it over, so that a chain of stores builds one array and not one for each store.
    fn array_reads(&self, order: &[TermId], root: TermId) -> FxHashMap<TermId, u32> {
        let mut reads = FxHashMap::default();
        for term in order.iter().filter(|t| self.terms.sort(**t).is_array()) {
            reads.insert(*term, u32::from(*term == root));
        }
        if !reads.is_empty() {
            for arg in order.iter().flat_map(|term| self.terms.args(*term)) {
                reads.entry(*arg).and_modify(|n| *n += 1);
            }
        }
        reads
    }

    /// The subterms that have no value yet, children before parents.
    fn unevaluated(&self, root: TermId) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if children_done {
                order.push(term);
            } else if !self.memo.contains_key(&term) && seen.insert(term) {
                stack.push((term, true));
                stack.extend(self.terms.args(term).iter().map(|a| (*a, false)));
            }
        }
        order
    }

    /// The value of a store that nothing but this store needs the old array for.
    fn take_over(&mut self, store: TermId) -> Value {
        let (array, index, element) = (self.terms.arg(store, 0), self.terms.arg(store, 1), self.terms.arg(store, 2));
        let (index, element) = (self.memo[&index].clone(), self.memo[&element].clone());
        match self.memo.remove(&array) {
            Some(Value::Array(mut array)) => {
                Arc::make_mut(&mut array).set(index, element);
                Value::Array(array)
            }
            other => unreachable!("terms are well-sorted: store into {other:?}"),
        }
    }

    /// The truth value of a formula.
    pub fn holds(&mut self, formula: TermId) -> Result<bool, EvalError> {
        Ok(self.value(formula)? == Value::Bool(true))
    }

    /// The value of a term whose arguments are in the memo.
    fn apply(&self, term: TermId) -> Result<Value, EvalError> {
        let args: Vec<&Value> = self.terms.args(term).iter().map(|a| &self.memo[a]).collect();
        let name = || self.terms.op_name(self.terms.op(term));
        match self.terms.op(term) {
            // A value of another sort is none: evidence from outside must not get past that.
            Op::Var(_) => match self.assignment.get(term) {
                Some(value) if value.fits(self.terms.sort(term)) => Ok(value.clone()),
                _ => Err(EvalError(name())),
            },
            Op::Apply(id) => {
                let table = self.assignment.functions.get(&id).ok_or_else(|| EvalError(name()))?;
                let key: Vec<Value> = args.into_iter().cloned().collect();
                let result = table.entries.get(&key).unwrap_or(&table.default);
                result.fits(self.terms.sort(term)).then(|| result.clone()).ok_or_else(|| EvalError(name()))
            }
            Op::BitVecConst(_) => match self.terms.as_bitvec(term) {
                Some(value) => Ok(Value::BitVec(value.clone())),
                None => Err(EvalError(name())),
            },
            Op::IntConst(_) => match self.terms.as_int(term) {
                Some(value) => Ok(Value::Int(value.clone())),
                None => Err(EvalError(name())),
            },
            op => Ok(apply_op(self.terms, op, &args)),
        }
    }
}

/// An interpreted operator on values of the right sorts.
pub fn apply_op(terms: &Terms, op: Op, args: &[&Value]) -> Value {
    match (op, args) {
        (Op::True, _) => Value::Bool(true),
        (Op::False, _) => Value::Bool(false),
        (Op::Not, [Value::Bool(a)]) => Value::Bool(!a),
        (Op::And, _) => Value::Bool(args.iter().all(|a| **a == Value::Bool(true))),
        (Op::Eq, [a, b]) => Value::Bool(a == b),
        (Op::Ite, [Value::Bool(c), a, b]) => (if *c { *a } else { *b }).clone(),
        (Op::Select, [Value::Array(array), index]) => array.select(index).clone(),
        (Op::Store, [Value::Array(array), index, element]) => {
            Value::Array(Arc::new(array.store((*index).clone(), (*element).clone())))
        }
        (Op::ConstArray(sort), [element]) => {
            Value::Array(Arc::new(ArrayValue::constant(terms, sort, (*element).clone())))
        }
        (Op::Float(op), _) => apply_float(op, args),
        (_, [Value::BitVec(a)]) => Value::BitVec(apply_unary(op, a)),
        (Op::BvUlt, [Value::BitVec(a), Value::BitVec(b)]) => Value::Bool(a.ult(b)),
        (Op::BvSlt, [Value::BitVec(a), Value::BitVec(b)]) => Value::Bool(a.slt(b)),
        (_, [Value::BitVec(a), Value::BitVec(b)]) => Value::BitVec(apply_binary(op, a, b)),
        (Op::IntNeg, [Value::Int(a)]) => Value::Int(-a),
        (Op::IntLt, [Value::Int(a), Value::Int(b)]) => Value::Bool(a < b),
        (_, [Value::Int(a), Value::Int(b)]) => Value::Int(apply_integer(op, a, b)),
        _ => unreachable!("terms are well-sorted: {op:?}"),
    }
}

fn apply_float(op: FloatOp, args: &[&Value]) -> Value {
    let bits: Option<Vec<&BitVecValue>> = args.iter().map(|arg| arg.as_bitvec()).collect();
    match bits.map(|bits| op.compute(&bits)) {
        Some(FloatResult::Bits(bits)) => Value::BitVec(bits),
        Some(FloatResult::Truth(truth)) => Value::Bool(truth),
        None => unreachable!("terms are well-sorted: {op:?}"),
    }
}

fn apply_unary(op: Op, a: &BitVecValue) -> BitVecValue {
    match op {
        Op::BvNot => a.not(),
        Op::BvNeg => a.neg(),
        Op::Extract { high, low } => a.extract(high, low),
        Op::ZeroExtend(by) => a.zero_extend(by),
        Op::SignExtend(by) => a.sign_extend(by),
        _ => unreachable!("terms are well-sorted: {op:?}"),
    }
}

fn apply_binary(op: Op, a: &BitVecValue, b: &BitVecValue) -> BitVecValue {
    match op {
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvAdd => a.add(b),
        Op::BvSub => a.sub(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvSmod => a.smod(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        Op::Concat => a.concat(b),
        _ => unreachable!("terms are well-sorted: {op:?}"),
    }
}

/// Euclidean division as SMT-LIB has it; by zero, zero and the dividend.
fn apply_integer(op: Op, a: &BigInt, b: &BigInt) -> BigInt {
    match op {
        Op::IntAdd => a + b,
        Op::IntSub => a - b,
        Op::IntMul => a * b,
        Op::IntDiv if b.is_zero() => BigInt::zero(),
        Op::IntDiv => {
            let floor = a.div_floor(&b.abs());
            if b.is_negative() { -floor } else { floor }
        }
        Op::IntMod if b.is_zero() => a.clone(),
        Op::IntMod => a.mod_floor(&b.abs()),
        _ => unreachable!("terms are well-sorted: {op:?}"),
    }
}

impl Value {
    /// The sort that the value has, when it can be told without its term.
    pub fn scalar_sort(&self) -> Option<Sort> {
        match self {
            Value::Bool(_) => Some(Sort::Bool),
            Value::BitVec(value) => Some(Sort::BitVec(value.width())),
            Value::Int(_) => Some(Sort::Int),
            Value::Element(sort, _) => Some(*sort),
            Value::Array(_) => None,
        }
    }

    /// Whether the value can be one of this sort; of arrays, only that they are arrays.
    pub fn fits(&self, sort: Sort) -> bool {
        self.scalar_sort().map_or(sort.is_array(), |own| own == sort)
    }
}
