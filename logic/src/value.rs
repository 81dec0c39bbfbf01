//! Concrete values of every sort.

use crate::bitvec::BitVecValue;
use crate::sort::Sort;
use crate::term::Terms;
use num_bigint::{BigInt, Sign};
use rpds::RedBlackTreeMapSync;
use std::borrow::Cow;
use std::cmp::Ordering;
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
/// Entries equal to the default are never kept. Over a finite index sort one array still has
/// several such representations (when the entries cover all indices, the default is no element
/// of the array at all), so equality, order and hash look through to the array itself.
///
/// The entries share structure with the array they were stored into: evaluating a long chain of
/// stores keeps every intermediate array without copying any.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    indices: Indices,
    default: Value,
    entries: RedBlackTreeMapSync<Value, Value>,
}

/// The values of an index sort.
#[derive(Clone, Debug)]
enum Indices {
    /// More than entries can ever cover.
    Unbounded,
    Bool,
    BitVec(u32),
    /// Arrays as indices, few enough to be listed.
    Listed(Arc<[Value]>),
}

/// How many arrays an index sort may have before it counts as unbounded.
const LISTED_INDICES: u64 = 1 << 12;

impl Indices {
    fn of(terms: &Terms, array_sort: Sort) -> Self {
        let Sort::Array(array) = array_sort else { return Indices::Unbounded };
        match terms.array_parts(array).0 {
            Sort::Bool => Indices::Bool,
            Sort::BitVec(width) if width < 32 => Indices::BitVec(width),
            index @ Sort::Array(_) => match Value::all_of(terms, index, LISTED_INDICES) {
                Some(values) => Indices::Listed(values.into()),
                None => Indices::Unbounded,
            },
            _ => Indices::Unbounded,
        }
    }

    fn count(&self) -> Option<usize> {
        match self {
            Indices::Unbounded => None,
            Indices::Bool => Some(2),
            Indices::BitVec(width) => Some(1 << width),
            Indices::Listed(values) => Some(values.len()),
        }
    }

    fn at(&self, number: usize) -> Value {
        match self {
            Indices::Unbounded | Indices::Bool => Value::Bool(number != 0),
            Indices::BitVec(width) => Value::BitVec(BitVecValue::new(*width, number as u64)),
            Indices::Listed(values) => values[number].clone(),
        }
    }
}

impl ArrayValue {
    /// The array that holds `default` everywhere.
    pub fn constant(terms: &Terms, sort: Sort, default: Value) -> Self {
        ArrayValue { indices: Indices::of(terms, sort), default, entries: RedBlackTreeMapSync::new_sync() }
    }

    /// The element at `index`.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with one element replaced.
    pub fn store(&self, index: Value, element: Value) -> Self {
        let mut result = self.clone();
        result.set(index, element);
        result
    }

    /// Replaces one element.
    pub fn set(&mut self, index: Value, element: Value) {
        if element == self.default {
            self.entries.remove_mut(&index);
        } else {
            self.entries.insert_mut(index, element);
        }
    }

    /// The element at every index that is not an entry.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The entries that differ from the default, in index order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// The representation whose default is the most frequent element, the least of several. While
    /// fewer than half of the indices are entries, that is the default already.
    fn canonical(&self) -> Cow<'_, Self> {
        let Some(count) = self.indices.count().filter(|count| self.entries.size() * 2 >= *count) else {
            return Cow::Borrowed(self);
        };
        let mut tally: BTreeMap<&Value, usize> = BTreeMap::new();
        tally.insert(&self.default, count - self.entries.size());
        for element in self.entries.values() {
            *tally.entry(element).or_default() += 1;
        }
        let mut default = (&self.default, 0);
        for (element, frequency) in tally {
            if frequency > default.1 {
                default = (element, frequency);
            }
        }
        if *default.0 == self.default {
            return Cow::Borrowed(self);
        }
        let mut result = ArrayValue {
            indices: self.indices.clone(),
            default: default.0.clone(),
            entries: RedBlackTreeMapSync::new_sync(),
        };
        for number in 0..count {
            let index = self.indices.at(number);
            let element = self.select(&index).clone();
            result.set(index, element);
        }
        Cow::Owned(result)
    }
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &Self) -> bool {
        if self.default == other.default {
            return self.entries == other.entries;
        }
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for ArrayValue {}

impl Hash for ArrayValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let array = self.canonical();
        array.default.hash(state);
        array.entries.hash(state);
    }
}

impl PartialOrd for ArrayValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ArrayValue {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.canonical(), other.canonical());
        a.default.cmp(&b.default).then_with(|| a.entries.cmp(&b.entries))
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

    /// All values of a finite sort, in a fixed order, if there are at most `limit`.
    pub fn all_of(terms: &Terms, sort: Sort, limit: u64) -> Option<Vec<Value>> {
        let count = terms.cardinality(sort).filter(|count| *count <= limit)?;
        match sort {
            Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            Sort::BitVec(width) => Some((0..count).map(|n| Value::BitVec(BitVecValue::new(width, n))).collect()),
            Sort::Array(array) => {
                // An array sort has at least the square of its element sort, so this nests little.
                let (index, element) = terms.array_parts(array);
                let (indices, elements) = (Self::all_of(terms, index, limit)?, Self::all_of(terms, element, limit)?);
                let constant = ArrayValue::constant(terms, sort, elements[0].clone());
                let mut arrays = vec![constant];
                for index in indices {
                    let with = |array: &ArrayValue, element: &Value| array.store(index.clone(), element.clone());
                    arrays = arrays.iter().flat_map(|a| elements.iter().map(move |e| with(a, e))).collect();
                }
                Some(arrays.into_iter().map(|array| Value::Array(Arc::new(array))).collect())
            }
            Sort::Int | Sort::Uninterpreted(_) => None,
        }
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
