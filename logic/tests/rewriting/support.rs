//! Random values with a bias to the ends of the range, and the comparison of two terms by value.

use euclase_logic::{ArrayValue, Assignment, BigInt, BigUint, BitVecValue, Evaluator, Op, Sort, TermId, Terms, Value};
use std::sync::Arc;

/// Where choices come from: a tape of random bytes that shrinks, or a generator.
pub trait Choices {
    /// A number below `bound`.
    fn below(&mut self, bound: u64) -> u64;

    /// One of the options.
    fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len() as u64) as usize]
    }
}

/// Reads choices off bytes; past the end, every choice is the first.
pub struct Tape<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Tape<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Tape { bytes: bytes.iter() }
    }
}

impl Choices for Tape<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        let mut number = 0;
        let mut reach = 1u64;
        while reach < bound {
            number = number << 8 | u64::from(self.bytes.next().copied().unwrap_or(0));
            reach = reach.saturating_mul(256);
        }
        number % bound
    }
}

/// SplitMix64.
pub struct Generator(pub u64);

impl Choices for Generator {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    }
}

/// A bit-vector, half of the time one at which rules like to go wrong.
pub fn bitvec(choices: &mut impl Choices, width: u32) -> BitVecValue {
    match choices.below(16) {
        0 | 1 => BitVecValue::zero(width),
        2 | 3 => BitVecValue::one(width),
        4 => BitVecValue::ones(width),
        5 => BitVecValue::signed_min(width),
        6 => BitVecValue::signed_max(width),
        7 => BitVecValue::ones(width).sub(&BitVecValue::one(width)),
        8 => BitVecValue::signed_min(width).add(&BitVecValue::one(width)),
        9 => BitVecValue::new(width, choices.below(4)),
        10 => BitVecValue::new(width, u64::from(width)),
        _ => {
            let mut number = BigUint::from(0u32);
            for _ in 0..width.div_ceil(32) {
                number = (number << 32u32) | BigUint::from(choices.below(1 << 32));
            }
            BitVecValue::from_big(width, &number)
        }
    }
}

/// A value of any sort.
pub fn value(choices: &mut impl Choices, terms: &Terms, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(choices.below(2) == 1),
        Sort::BitVec(width) => Value::BitVec(bitvec(choices, width)),
        Sort::Int => Value::Int(BigInt::from(choices.below(9)) - 4),
        Sort::Uninterpreted(_) => Value::Element(sort, choices.below(3)),
        Sort::Array(array) => {
            let (index, element) = terms.array_parts(array);
            let default = value(choices, terms, element);
            let mut array = ArrayValue::constant(terms, sort, default);
            for _ in 0..choices.below(5) {
                array = array.store(value(choices, terms, index), value(choices, terms, element));
            }
            Value::Array(Arc::new(array))
        }
    }
}

/// A value for every variable of the roots.
pub fn assignment(choices: &mut impl Choices, terms: &Terms, roots: &[TermId]) -> Assignment {
    let mut assignment = Assignment::default();
    for variable in terms.variables(roots) {
        assignment.set(variable, value(choices, terms, terms.sort(variable)));
    }
    assignment
}

/// All assignments to the variables of the roots, if they are few.
pub fn all_assignments(terms: &Terms, roots: &[TermId], limit: usize) -> Option<Vec<Assignment>> {
    let mut all = vec![Assignment::default()];
    for variable in terms.variables(roots) {
        let values = Value::all_of(terms, terms.sort(variable), limit as u64)?;
        if all.len() * values.len() > limit {
            return None;
        }
        let with = |assignment: &Assignment, value: &Value| {
            let mut extended = assignment.clone();
            extended.set(variable, value.clone());
            extended
        };
        all = all.iter().flat_map(|a| values.iter().map(move |v| with(a, v))).collect();
    }
    Some(all)
}

/// What is wrong with the pair, if their values differ.
pub fn difference(terms: &Terms, assignment: &Assignment, a: TermId, b: TermId) -> Option<String> {
    let mut evaluator = Evaluator::new(terms, assignment);
    let (left, right) = (evaluator.value(a).unwrap(), evaluator.value(b).unwrap());
    if left == right {
        return None;
    }
    let mut text = format!("{}\n  is {left}, but\n{}\n  is {right}, with", show(terms, a), show(terms, b));
    for variable in terms.variables(&[a, b]) {
        text += &format!(" {}={}", terms.var_name(variable).unwrap(), assignment.get(variable).unwrap());
    }
    Some(text)
}

/// The term as SMT-LIB writes it.
pub fn show(terms: &Terms, term: TermId) -> String {
    if let Some(value) = terms.literal_value(term) {
        return value.to_string();
    }
    match terms.op(term) {
        Op::Var(symbol) => terms.symbol_name(symbol).to_string(),
        op => {
            let args: Vec<String> = terms.args(term).iter().map(|a| show(terms, *a)).collect();
            format!("({} {})", terms.op_name(op), args.join(" "))
        }
    }
}
