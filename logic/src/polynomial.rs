//! Bit-vector terms as polynomials modulo a power of two.
//!
//! Addition, subtraction, multiplication and shifts by a constant are what the ring of numbers modulo 2^w has; every
//! other term is an unknown of the polynomial. Two terms with the same polynomial are equal for all values, and that
//! is seen without looking at a bit: `(a + 1) * (a + 1)` and `a * a + 2 * a + 1` are one polynomial.

use crate::term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The widest bit-vectors that are read as polynomials.
const WIDEST: u32 = 64;

/// A product with more monomials than this, or of a higher degree, is an unknown itself.
const MOST_MONOMIALS: usize = 150;
const HIGHEST_DEGREE: usize = 10;

/// A product of unknowns, sorted, each as often as its power says.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Monomial(Vec<TermId>);

impl Ord for Monomial {
    /// By degree first, so that only finitely many are less than a given one.
    fn cmp(&self, other: &Self) -> Ordering {
        self.degree().cmp(&other.degree()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Monomial {
    /// How many unknowns are multiplied.
    pub fn degree(&self) -> usize {
        self.0.len()
    }

    /// The unknowns, sorted, each as often as its power says.
    pub fn unknowns(&self) -> &[TermId] {
        &self.0
    }

    /// The product of two.
    pub fn times(&self, other: &Monomial) -> Monomial {
        let mut all: Vec<TermId> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_unstable();
        Monomial(all)
    }

    /// The least that both divide.
    pub fn least_common_multiple(&self, other: &Monomial) -> Monomial {
        let mut missing: Vec<TermId> = other.0.clone();
        for unknown in &self.0 {
            if let Some(position) = missing.iter().position(|m| m == unknown) {
                missing.remove(position);
            }
        }
        self.times(&Monomial(missing))
    }

    /// What to multiply `divisor` with to get this, if there is something.
    pub fn divided_by(&self, divisor: &Monomial) -> Option<Monomial> {
        let mut rest = Vec::with_capacity(self.0.len());
        let mut wanted = divisor.0.iter().peekable();
        for unknown in &self.0 {
            if wanted.peek() == Some(&unknown) {
                wanted.next();
            } else {
                rest.push(*unknown);
            }
        }
        wanted.peek().is_none().then_some(Monomial(rest))
    }
}

/// A polynomial over terms modulo 2^w: its monomials with coefficients that are not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polynomial {
    width: u32,
    coefficients: BTreeMap<Monomial, u64>,
}

impl Polynomial {
    /// A number.
    pub fn constant(width: u32, number: u64) -> Self {
        let mut polynomial = Polynomial { width, coefficients: BTreeMap::new() };
        polynomial.add_at(Monomial::default(), number);
        polynomial
    }

    /// A term as an unknown.
    pub fn unknown(width: u32, term: TermId) -> Self {
        let mut polynomial = Polynomial::constant(width, 0);
        polynomial.add_at(Monomial(vec![term]), 1);
        polynomial
    }

    /// How many bits its values have.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether it is zero for all values because it is the zero polynomial.
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// Its value if it has no unknowns.
    pub fn as_constant(&self) -> Option<u64> {
        match self.leading() {
            None => Some(0),
            Some((monomial, number)) => (monomial.degree() == 0).then_some(number),
        }
    }

    /// The greatest monomial, with its coefficient.
    pub fn leading(&self) -> Option<(&Monomial, u64)> {
        self.coefficients.last_key_value().map(|(monomial, number)| (monomial, *number))
    }

    /// The monomials with their coefficients, greatest first.
    pub fn monomials(&self) -> impl Iterator<Item = (&Monomial, u64)> {
        self.coefficients.iter().rev().map(|(monomial, number)| (monomial, *number))
    }

    /// How many monomials there are.
    pub fn len(&self) -> usize {
        self.coefficients.len()
    }

    /// Whether there are no monomials: the polynomial is zero.
    pub fn is_empty(&self) -> bool {
        self.is_zero()
    }

    fn reduced(&self, number: u64) -> u64 {
        if self.width >= 64 { number } else { number & ((1 << self.width) - 1) }
    }

    fn add_at(&mut self, monomial: Monomial, number: u64) {
        let sum = self.reduced(self.coefficients.get(&monomial).copied().unwrap_or(0).wrapping_add(number));
        if sum == 0 {
            self.coefficients.remove(&monomial);
        } else {
            self.coefficients.insert(monomial, sum);
        }
    }

    /// Adds a number times a monomial times another polynomial of the same width.
    pub fn add_product(&mut self, number: u64, monomial: &Monomial, other: &Polynomial) {
        for (theirs, coefficient) in &other.coefficients {
            self.add_at(theirs.times(monomial), coefficient.wrapping_mul(number));
        }
    }

    /// The product of two of the same width.
    pub fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = Polynomial::constant(self.width, 0);
        for (monomial, number) in &self.coefficients {
            product.add_product(*number, monomial, other);
        }
        product
    }

    /// Whether a product would be too large to be of use.
    fn is_too_large_times(&self, other: &Polynomial) -> bool {
        let degree = |polynomial: &Polynomial| polynomial.leading().map_or(0, |(monomial, _)| monomial.degree());
        self.len().saturating_mul(other.len()) > MOST_MONOMIALS || degree(self) + degree(other) > HIGHEST_DEGREE
    }

    /// Its value when the unknowns have values.
    pub fn evaluate(&self, mut value: impl FnMut(TermId) -> u64) -> u64 {
        let mut sum = 0u64;
        for (monomial, number) in &self.coefficients {
            let product = monomial.0.iter().fold(*number, |product, unknown| product.wrapping_mul(value(*unknown)));
            sum = sum.wrapping_add(product);
        }
        self.reduced(sum)
    }
}

/// Reads terms as polynomials, each once.
#[derive(Default)]
pub struct Polynomials {
    known: FxHashMap<TermId, Polynomial>,
}

impl Polynomials {
    /// The polynomial of a term; none if it is no bit-vector or too wide a one.
    pub fn of(&mut self, terms: &Terms, root: TermId) -> Option<&Polynomial> {
        if !(1..=WIDEST).contains(&terms.width(root)) {
            return None;
        }
        let mut stack = vec![root];
        while let Some(term) = stack.last().copied() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let parts = if is_ring_operation(terms, term) { terms.args(term) } else { &[] };
            let open: Vec<TermId> = parts.iter().copied().filter(|part| !self.known.contains_key(part)).collect();
            if open.is_empty() {
                let polynomial = self.combine(terms, term);
                self.known.insert(term, polynomial);
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
        self.known.get(&root)
    }

    /// The difference of two terms of one sort.
    pub fn difference(&mut self, terms: &Terms, first: TermId, second: TermId) -> Option<Polynomial> {
        let mut difference = self.of(terms, first)?.clone();
        let second = self.of(terms, second)?;
        (difference.width == second.width).then(|| difference.add_product(u64::MAX, &Monomial::default(), second))?;
        Some(difference)
    }

    /// The polynomial of a term whose operands are known if it is an operation of the ring.
    fn combine(&self, terms: &Terms, term: TermId) -> Polynomial {
        let width = terms.width(term);
        if let Some(value) = terms.as_bitvec(term).and_then(|value| value.to_u64()) {
            return Polynomial::constant(width, value);
        }
        if !is_ring_operation(terms, term) {
            return Polynomial::unknown(width, term);
        }
        let part = |position: usize| &self.known[&terms.arg(term, position)];
        let one = Monomial::default();
        let mut sum = Polynomial::constant(width, 0);
        match terms.op(term) {
            Op::BvNeg => sum.add_product(u64::MAX, &one, part(0)),
            Op::BvNot => {
                sum = Polynomial::constant(width, u64::MAX);
                sum.add_product(u64::MAX, &one, part(0));
            }
            Op::BvAdd | Op::BvSub => {
                sum.add_product(1, &one, part(0));
                sum.add_product(if terms.op(term) == Op::BvAdd { 1 } else { u64::MAX }, &one, part(1));
            }
            Op::BvMul if !part(0).is_too_large_times(part(1)) => sum = part(0).times(part(1)),
            Op::BvShl => {
                let by = part(1).as_constant().filter(|by| *by < u64::from(width));
                sum.add_product(by.map_or(0, |by| 1 << by), &one, part(0));
            }
            _ => return Polynomial::unknown(width, term),
        }
        sum
    }
}

/// Whether the term is an operation of the ring of numbers modulo a power of two.
fn is_ring_operation(terms: &Terms, term: TermId) -> bool {
    match terms.op(term) {
        Op::BvNeg | Op::BvNot | Op::BvAdd | Op::BvSub | Op::BvMul => true,
        Op::BvShl => terms.is_constant(terms.arg(term, 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BitVecValue;
    use crate::eval::{Assignment, Evaluator};
    use crate::sort::Sort;
    use crate::value::Value;
    use proptest::prelude::*;

    #[test]
    fn a_square_is_multiplied_out() {
        let mut terms = Terms::new();
        let (a, one, two) = (terms.var("a", Sort::BitVec(32)), terms.bv(32, 1), terms.bv(32, 2));
        let next = terms.make_raw(Op::BvAdd, &[a, one]);
        let square = terms.make_raw(Op::BvMul, &[next, next]);
        let (product, double) = (terms.make_raw(Op::BvMul, &[a, a]), terms.make_raw(Op::BvMul, &[two, a]));
        let sum = terms.make_raw(Op::BvAdd, &[product, double]);
        let sum = terms.make_raw(Op::BvAdd, &[sum, one]);
        assert!(Polynomials::default().difference(&terms, square, sum).unwrap().is_zero());
        assert!(!Polynomials::default().difference(&terms, square, product).unwrap().is_zero());
    }

    #[test]
    fn what_is_multiplied_too_often_becomes_an_unknown() {
        let mut terms = Terms::new();
        let mut power = terms.var("a", Sort::BitVec(16));
        for _ in 0..40 {
            let one = terms.bv(16, 1);
            let more = terms.make_raw(Op::BvAdd, &[power, one]);
            power = terms.make_raw(Op::BvMul, &[power, more]);
        }
        let mut polynomials = Polynomials::default();
        assert!(polynomials.of(&terms, power).unwrap().len() <= MOST_MONOMIALS);
    }

    #[test]
    fn a_monomial_is_divided_by_its_factors_only() {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.var(name, Sort::BitVec(8)));
        let of = |unknowns: &[TermId]| Monomial(unknowns.to_vec());
        assert_eq!(of(&[a, a, b]).divided_by(&of(&[a, b])), Some(of(&[a])));
        assert_eq!(of(&[a, b]).divided_by(&of(&[a, a])), None);
    }

    proptest! {
        /// The polynomial has the value of the term, whatever the unknowns are.
        #[test]
        fn a_polynomial_evaluates_as_its_term(
            choices in proptest::collection::vec((0usize..9, 0usize..9, 0usize..9), 1..25),
            values in proptest::array::uniform3(any::<u64>()),
            width in prop_oneof![Just(1u32), Just(7), Just(8), Just(32), Just(63), Just(64)],
        ) {
            let mut terms = Terms::new();
            let sort = Sort::BitVec(width);
            let names = ["x", "y", "z"].map(|name| terms.var(name, sort));
            let mut pool = names.to_vec();
            pool.extend([terms.bv(width, 1), terms.bv(width, 3), terms.bitvec(BitVecValue::ones(width))]);
            for (choice, i, j) in choices {
                let (a, b) = (pool[i % pool.len()], pool[j % pool.len()]);
                let small = terms.bv(width, j as u64);
                let term = match choice {
                    0 => terms.make_raw(Op::BvAdd, &[a, b]),
                    1 => terms.make_raw(Op::BvSub, &[a, b]),
                    2 | 3 => terms.make_raw(Op::BvMul, &[a, b]),
                    4 => terms.make_raw(Op::BvNeg, &[a]),
                    5 => terms.make_raw(Op::BvNot, &[a]),
                    6 => terms.make_raw(Op::BvShl, &[a, small]),
                    7 => terms.make_raw(Op::BvShl, &[a, b]),
                    _ => terms.make_raw(Op::BvXor, &[a, b]),
                };
                pool.push(term);
            }
            let mut assignment = Assignment::default();
            for (name, value) in names.iter().zip(values) {
                assignment.set(*name, Value::BitVec(BitVecValue::new(width, value)));
            }
            let mut evaluator = Evaluator::new(&terms, &assignment);
            let mut number = |term: TermId| match evaluator.value(term) {
                Ok(Value::BitVec(value)) => value.to_u64().unwrap(),
                other => panic!("{other:?}"),
            };
            let mut polynomials = Polynomials::default();
            for term in pool {
                let expected = number(term);
                prop_assert_eq!(polynomials.of(&terms, term).unwrap().evaluate(&mut number), expected);
            }
        }
    }
}
