//! Concrete values of every sort.

use crate::bitvec::BitVecValue;
use crate::sort::Sort;
use crate::term::Terms;
use num_bigint::{BigInt, Sign};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A concrete value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    BitVec(BitVecValue),
    /// An integer.
    Int(BigInt),
    /// A whole array.
    Array(Arc<ArrayValue>),
    /// The numbered element of an uninterpreted sort.
    Element(Sort, u64),
}

/// An array: a default and the entries that differ from it.
///
/// Entries equal to the default are never kept. When the entries cover a finite index sort, the
/// default is not a value of the array at all; equality knows that through `index_count`.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    index_count: Option<u64>,
    default: Value,
    entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The array that holds `default` everywhere.
    pub fn constant(terms: &Terms, sort: Sort, default: Value) -> Self {
        let index_count = match sort {
            Sort::Array(array) => match terms.array_parts(array).0 {
                Sort::Bool => Some(2),
                Sort::BitVec(width) if width < 32 => Some(1 << width),
                _ => None,
            },
            _ => None,
        };
        ArrayValue { index_count, default, entries: BTreeMap::new() }
    }

    /// The element at `index`.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with one element replaced.
    pub fn store(&self, index: Value, element: Value) -> Self {
        let mut result = self.clone();
        if element == result.default {
            result.entries.remove(&index);
        } else {
            result.entries.insert(index, element);
        }
        result
    }

    /// The element at every index that is not an entry.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The entries that differ from the default, in index order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// The array in the one form that all its representations share: over a small finite index
    /// sort, the default is the element that an exhaustive listing holds most often.
    fn canonical(&self) -> Option<Self> {
        let count = self.index_count?;
        if (self.entries.len() as u64) < count {
            return None;
        }
        let mut tally: BTreeMap<&Value, usize> = BTreeMap::new();
        for element in self.entries.values() {
            *tally.entry(element).or_default() += 1;
        }
        let default = tally.into_iter().max_by_key(|(_, n)| *n)?.0.clone();
        let entries = self.entries.iter().filter(|(_, e)| **e != default);
        let entries = entries.map(|(i, e)| (i.clone(), e.clone())).collect();
        Some(ArrayValue { index_count: self.index_count, default, entries })
    }
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &Self) -> bool {
        if self.default == other.default {
            return self.entries == other.entries;
        }
        // Different defaults: equal only if no index of the finite index sort sees a default.
        let indices: std::collections::BTreeSet<_> = self.entries.keys().chain(other.entries.keys()).collect();
        self.index_count == Some(indices.len() as u64) && indices.into_iter().all(|i| self.select(i) == other.select(i))
    }
}

impl Eq for ArrayValue {}

impl Hash for ArrayValue {
    /// Equal arrays can have different representations, so only what they share is hashed.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index_count.hash(state);
    }
}

impl PartialOrd for ArrayValue {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ArrayValue {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if self == other {
            return std::cmp::Ordering::Equal;
        }
        let (a, b) = (self.canonical(), other.canonical());
        let (a, b) = (a.as_ref().unwrap_or(self), b.as_ref().unwrap_or(other));
        (&a.default, &a.entries).cmp(&(&b.default, &b.entries))
    }
}

impl Value {
    /// A value of the sort, the same one each time: false, zero, an array of such.
    pub fn default_of(terms: &Terms, sort: Sort) -> Value {
        let mut sort = sort;
        let mut arrays = Vec::new();
        while let Sort::Array(array) = sort {
            arrays.push(sort);
            sort = terms.array_parts(array).1;
        }
        let mut value = match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(BigInt::from(0)),
            Sort::BitVec(width) => Value::BitVec(BitVecValue::zero(width)),
            Sort::Uninterpreted(_) | Sort::Array(_) => Value::Element(sort, 0),
        };
        while let Some(array) = arrays.pop() {
            value = Value::Array(Arc::new(ArrayValue::constant(terms, array, value)));
        }
        value
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bitvec(&self) -> Option<&BitVecValue> {
        match self {
            Value::BitVec(value) => Some(value),
            _ => None,
        }
    }
}

/// SMT-LIB's notation for scalars; arrays as `{index: element, …, *: default}`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::BitVec(value) => write!(f, "{value}"),
            Value::Int(number) if number.sign() == Sign::Minus => write!(f, "(- {})", number.magnitude()),
            Value::Int(number) => write!(f, "{number}"),
            Value::Element(_, number) => write!(f, "@{number}"),
            Value::Array(array) => {
                f.write_str("{")?;
                for (index, element) in array.entries() {
                    write!(f, "{index}: {element}, ")?;
                }
                write!(f, "*: {}}}", array.default())
            }
        }
    }
}
