//! What might hold of a predicate: whatever all its facts have in common, of a few simple forms.
//!
//! Equations between numbers and their products, modulo their size; bounds by numbers of the program and of the facts;
//! comparisons of two, also of different widths; and tables, `x = 5 → y = 8`, where one or two numbers decide another in all facts.
//! Arrays are equal, or have cells that equations speak of ([`super::derived`]). What else is guessed where that is not enough:
//! equations that hold where a number is zero, or not, or negative, or not; and comparisons of a number with the sum of two.

use super::congruence::Congruence;
use super::derived::{self, Derived, Graphs};
use super::facts::{self, Fact};
use crate::facts::affine::{Equation, Equations};
use crate::words::{fitting_width, mask, signed};
use euclase_logic::{HornClauses, TermId, Terms, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How many numbers bound a parameter.
const MOST_BOUNDS: usize = 16;

/// How many parameters are compared with each other.
const MOST_COMPARED: usize = 8;

/// How many entries a table has, and how many there are for one predicate.
const MOST_ENTRIES: usize = 100;
const MOST_IN_TABLES: usize = 400;

/// How many numbers are asked whether they are zero or negative.
const MOST_GUARDS: usize = 6;

/// How many numbers are in equations under a guard.
const MOST_GUARDED: usize = 14;

/// How many numbers of one width are compared with the sum of two.
const MOST_IN_SUMS: usize = 5;

/// With fewer facts, everything satisfies some equation.
const FEWEST_UNDER_GUARD: usize = 3;

/// The candidates of each predicate.
#[derive(Default)]
pub(super) struct Guessed {
    /// Those that are cheap and often enough.
    pub simple: Vec<Vec<TermId>>,
    /// Those for when they are not.
    pub more: Vec<Vec<TermId>>,
}

/// Guesses what holds of each predicate.
pub(super) fn guess(terms: &mut Terms, clauses: &HornClauses, facts: &[Vec<Fact>], congruence: &Congruence) -> Guessed {
    let constants = facts::constants(terms, clauses);
    let constants: FxHashMap<u32, Vec<u64>> = constants
        .into_iter()
        .map(|(width, all)| (width, all.iter().filter_map(|bits| bits.to_u64()).collect()))
        .collect();
    let (offsets, graphs) = (derived::offsets(terms, clauses), Graphs::of(clauses, facts));
    let mut result = Guessed::default();
    for (number, (predicate, facts)) in clauses.predicates.iter().zip(facts).enumerate() {
        let cells = derived::cells(terms, &predicate.parameters, facts, &offsets);
        let results = graphs.results(terms, &predicate.parameters, facts, &congruence.applied[number]);
        let mut guesser = Guesser::new(terms, &predicate.parameters, facts, &constants);
        if facts.is_empty() {
            let nothing = guesser.terms.ff();
            guesser.found.push(nothing);
        }
        guesser.truths();
        guesser.equations();
        guesser.bounds();
        guesser.comparisons();
        guesser.tables();
        guesser.arrays(&predicate.parameters, facts);
        guesser.derived(&cells);
        guesser.derived(&results);
        let mut found = std::mem::take(&mut guesser.found);
        guesser.guarded(&cells);
        guesser.sums();
        let Guesser { found: mut more, .. } = guesser;
        more.extend(&congruence.guessed[number]);
        found.extend(&congruence.guessed[number]);
        for all in [&mut found, &mut more] {
            all.sort();
            all.dedup();
            all.retain(|candidate| terms.as_bool(*candidate) != Some(true));
        }
        more.retain(|candidate| found.binary_search(candidate).is_err());
        result.simple.push(found);
        result.more.push(more);
    }
    result
}

/// A parameter that is a number.
struct Number {
    term: TermId,
    width: u32,
    /// Its values in the facts.
    values: Vec<u64>,
}

struct Guesser<'a> {
    terms: &'a mut Terms,
    numbers: Vec<Number>,
    truths: Vec<(TermId, Vec<u64>)>,
    constants: &'a FxHashMap<u32, Vec<u64>>,
    rows: usize,
    found: Vec<TermId>,
}

impl<'a> Guesser<'a> {
    fn new(
        terms: &'a mut Terms,
        parameters: &[TermId],
        facts: &[Fact],
        constants: &'a FxHashMap<u32, Vec<u64>>,
    ) -> Self {
        let (mut numbers, mut truths) = (Vec::new(), Vec::new());
        for (position, parameter) in parameters.iter().enumerate() {
            let Some(width) = fitting_width(terms.sort(*parameter)) else { continue };
            let word = |fact: &Fact| match &fact[position] {
                Value::Bool(truth) => u64::from(*truth),
                Value::BitVec(bits) => bits.to_u64().unwrap_or(0),
                _ => 0,
            };
            let values: Vec<u64> = facts.iter().map(word).collect();
            match terms.sort(*parameter) {
                euclase_logic::Sort::Bool => truths.push((*parameter, values)),
                _ => numbers.push(Number { term: *parameter, width, values }),
            }
        }
        Guesser { terms, numbers, truths, constants, rows: facts.len(), found: Vec::new() }
    }

    /// Booleans that never change.
    fn truths(&mut self) {
        for (term, values) in std::mem::take(&mut self.truths) {
            if values.iter().all(|value| *value == 1) {
                self.found.push(term);
            }
            if values.iter().all(|value| *value == 0) {
                let negated = self.terms.not(term);
                self.found.push(negated);
            }
        }
    }

    /// Equations between numbers of one width, with and without products of two.
    fn equations(&mut self) {
        let mut widths: Vec<u32> = self.numbers.iter().map(|number| number.width).filter(|width| *width > 1).collect();
        widths.sort();
        widths.dedup();
        for width in widths {
            let same: Vec<usize> = (0..self.numbers.len()).filter(|n| self.numbers[*n].width == width).collect();
            let mut columns: Vec<(TermId, Vec<u64>)> =
                same.iter().map(|n| (self.numbers[*n].term, self.numbers[*n].values.clone())).collect();
            // What a linear equation decides needs no products.
            let decided = self.equations_of(width, &columns, true);
            let free: Vec<usize> =
                same.iter().zip(&decided).filter(|(_, decided)| !**decided).map(|(number, _)| *number).collect();
            if free.len() > 5 {
                continue;
            }
            columns = free.iter().map(|n| (self.numbers[*n].term, self.numbers[*n].values.clone())).collect();
            for (position, a) in free.iter().enumerate() {
                for b in &free[position..] {
                    let (a, b) = (&self.numbers[*a], &self.numbers[*b]);
                    let products = a.values.iter().zip(&b.values).map(|(x, y)| x.wrapping_mul(*y) & mask(width));
                    let products = products.collect();
                    columns.push((self.terms.bv_mul(a.term, b.term), products));
                }
            }
            self.equations_of(width, &columns, false);
        }
    }

    /// Finds equations; says which columns they express by others.
    fn equations_of(&mut self, width: u32, columns: &[(TermId, Vec<u64>)], is_linear: bool) -> Vec<bool> {
        let mut decided = vec![false; columns.len()];
        // With hardly any facts, everything satisfies some equation.
        let rows = columns.first().map_or(0, |(_, values)| values.len());
        if rows < 2 {
            return decided;
        }
        let mut equations = Equations::new(width, columns.len());
        for row in 0..rows {
            let state: Vec<u64> = columns.iter().map(|(_, values)| values[row]).collect();
            equations.add(&state);
        }
        // What squares and products are modulo small numbers is true of all numbers, and says nothing.
        for equation in equations.simple().into_iter().filter(|equation| is_linear || equation.bits == width) {
            let term = self.equation(width, columns, &equation);
            self.found.push(term);
            let is_unit = |coefficient: u64| signed(coefficient, equation.bits).unsigned_abs() == 1;
            let mut units = equation.coefficients.iter().enumerate().rev().filter(|(_, c)| is_unit(**c));
            if equation.bits == width
                && let Some((column, _)) = units.find(|(column, _)| !decided[*column])
            {
                decided[column] = true;
            }
        }
        decided
    }

    /// `Σ a·x + c = 0`, with what is subtracted on the other side.
    fn equation(&mut self, width: u32, columns: &[(TermId, Vec<u64>)], equation: &Equation) -> TermId {
        let mut sides = [self.terms.bv(width, 0), self.terms.bv(width, 0)];
        let one = self.terms.bv(width, 1);
        let parts = columns.iter().map(|(term, _)| *term).chain([one]);
        for (term, coefficient) in parts.zip(equation.coefficients.iter().chain([&equation.constant])) {
            let number = signed(*coefficient, equation.bits);
            let factor = self.terms.bv(width, number.unsigned_abs() & mask(width));
            let product = self.terms.bv_mul(factor, term);
            let side = usize::from(number < 0);
            sides[side] = self.terms.bv_add(sides[side], product);
        }
        if equation.bits < width {
            sides = sides.map(|side| self.terms.extract(equation.bits - 1, 0, side));
        }
        self.terms.eq(sides[0], sides[1])
    }

    /// Bounds of numbers, by numbers that the program mentions and by the least and the greatest there are.
    fn bounds(&mut self) {
        for number in 0..self.numbers.len() {
            let Number { term, width, values } = &self.numbers[number];
            let (term, width, values) = (*term, *width, values.clone());
            let mut limits: Vec<u64> = vec![0, 1, mask(width)];
            limits.extend(values.iter().min().into_iter().chain(values.iter().max()));
            let by_sign = |value: &&u64| signed(**value, width);
            limits.extend(values.iter().min_by_key(by_sign).into_iter().chain(values.iter().max_by_key(by_sign)));
            limits.extend(self.constants.get(&width).into_iter().flatten().take(MOST_BOUNDS));
            limits.sort_unstable();
            limits.dedup();
            for limit in limits {
                let bound = self.terms.bv(width, limit);
                let at = signed(limit, width);
                if values.iter().all(|value| signed(*value, width) <= at) {
                    let candidate = self.terms.bv_sle(term, bound);
                    self.found.push(candidate);
                }
                if values.iter().all(|value| signed(*value, width) >= at) {
                    let candidate = self.terms.bv_sle(bound, term);
                    self.found.push(candidate);
                }
                if values.iter().all(|value| *value <= limit) {
                    let candidate = self.terms.bv_ule(term, bound);
                    self.found.push(candidate);
                }
                if values.iter().all(|value| *value != limit) {
                    let candidate = self.terms.neq(term, bound);
                    self.found.push(candidate);
                }
            }
        }
    }

    /// Comparisons of two numbers, also with one more and one less.
    fn comparisons(&mut self) {
        let count = self.numbers.len().min(MOST_COMPARED);
        for a in 0..count {
            for b in (0..count).filter(|b| *b != a) {
                let (first, second) = (&self.numbers[a], &self.numbers[b]);
                if first.width > second.width {
                    self.extended(a, b);
                    continue;
                }
                if first.width != second.width || first.width == 1 {
                    continue;
                }
                let width = first.width;
                let pairs: Vec<(u64, u64)> = first.values.iter().copied().zip(second.values.iter().copied()).collect();
                let (x, y) = (first.term, second.term);
                for offset in [0, 1, mask(width)] {
                    let moved = |value: u64| value.wrapping_add(offset) & mask(width);
                    let constant = self.terms.bv(width, offset);
                    let right = self.terms.bv_add(y, constant);
                    if pairs.iter().all(|(x, y)| signed(*x, width) <= signed(moved(*y), width)) {
                        let candidate = self.terms.bv_sle(x, right);
                        self.found.push(candidate);
                    }
                }
                if pairs.iter().all(|(x, y)| x <= y) {
                    let candidate = self.terms.bv_ule(x, y);
                    self.found.push(candidate);
                }
                if pairs.iter().all(|(x, y)| x < y) {
                    let candidate = self.terms.bv_ult(x, y);
                    self.found.push(candidate);
                }
            }
        }
    }

    /// Whether a number is another one, with more bits.
    fn extended(&mut self, wide: usize, narrow: usize) {
        let (wide, narrow) = (&self.numbers[wide], &self.numbers[narrow]);
        let (by, mask) = (wide.width - narrow.width, mask(wide.width));
        let pairs = || wide.values.iter().zip(&narrow.values);
        let is_signed = pairs().all(|(w, n)| *w == signed(*n, narrow.width) as u64 & mask);
        let is_unsigned = pairs().all(|(w, n)| w == n);
        let (wide, narrow) = (wide.term, narrow.term);
        if is_signed {
            let extended = self.terms.sign_extend(by, narrow);
            let candidate = self.terms.eq(wide, extended);
            self.found.push(candidate);
        }
        if is_unsigned {
            let extended = self.terms.zero_extend(by, narrow);
            let candidate = self.terms.eq(wide, extended);
            self.found.push(candidate);
        }
    }

    /// Tables: what one number, or two, say about another.
    fn tables(&mut self) {
        let start = self.found.len();
        let count = self.numbers.len();
        let singles = (0..count).map(|key| vec![key]);
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| vec![a, b]));
        let keys: Vec<Vec<usize>> = singles.chain(pairs).collect();
        let mut decided = vec![false; count];
        for key in keys {
            for (target, decided) in decided.iter_mut().enumerate() {
                let is_known = *decided && key.len() > 1;
                if key.contains(&target) || is_known || self.found.len() - start > MOST_IN_TABLES {
                    continue;
                }
                *decided |= self.table(&key, target);
            }
        }
    }

    /// A table, if the keys decide the target in all facts; says whether there is one.
    fn table(&mut self, key: &[usize], target: usize) -> bool {
        let mut table: BTreeMap<Vec<i64>, u64> = BTreeMap::new();
        for row in 0..self.rows {
            let of = |n: &usize| signed(self.numbers[*n].values[row], self.numbers[*n].width);
            let value = self.numbers[target].values[row];
            if *table.entry(key.iter().map(of).collect()).or_insert(value) != value {
                return false;
            }
        }
        let distinct: std::collections::BTreeSet<&u64> = table.values().collect();
        if distinct.len() < 2 || table.len() < 2 {
            return false;
        }
        let goal = self.numbers[target].term;
        if let [only] = key {
            self.ends(*only, goal, self.numbers[target].width, &table);
        }
        if table.len() > MOST_ENTRIES {
            return false;
        }
        for (entry, value) in table {
            let mut premise = Vec::new();
            for (n, number) in key.iter().zip(entry) {
                let constant = self.terms.bv(self.numbers[*n].width, number as u64 & mask(self.numbers[*n].width));
                premise.push(self.terms.eq(self.numbers[*n].term, constant));
            }
            let premise = self.terms.and(&premise);
            let value = self.terms.bv(self.numbers[target].width, value);
            let conclusion = self.terms.eq(goal, value);
            let candidate = self.terms.implies(premise, conclusion);
            self.found.push(candidate);
        }
        true
    }

    /// What holds for all keys up to one, or from one on: the same value.
    fn ends(&mut self, key: usize, goal: TermId, width: u32, table: &BTreeMap<Vec<i64>, u64>) {
        let entries: Vec<(i64, u64)> = table.iter().map(|(key, value)| (key[0], *value)).collect();
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else { return };
        let low = entries.iter().take_while(|(_, value)| *value == first.1).last();
        let high = entries.iter().rev().take_while(|(_, value)| *value == last.1).last();
        let key_width = self.numbers[key].width;
        for (is_low, end) in [(true, low), (false, high)] {
            let Some((at, value)) = end else { continue };
            let bound = self.terms.bv(key_width, *at as u64 & mask(key_width));
            let term = self.numbers[key].term;
            let premise = if is_low { self.terms.bv_sle(term, bound) } else { self.terms.bv_sle(bound, term) };
            let value = self.terms.bv(width, *value);
            let conclusion = self.terms.eq(goal, value);
            let candidate = self.terms.implies(premise, conclusion);
            self.found.push(candidate);
        }
    }

    /// Arrays that are always equal.
    fn arrays(&mut self, parameters: &[TermId], facts: &[Fact]) {
        for (position, one) in parameters.iter().enumerate() {
            for (other_position, other) in parameters.iter().enumerate().skip(position + 1) {
                let is_array = matches!(self.terms.sort(*one), euclase_logic::Sort::Array(_));
                let is_same = is_array && self.terms.sort(*one) == self.terms.sort(*other);
                if is_same && facts.iter().all(|fact| fact[position] == fact[other_position]) {
                    let candidate = self.terms.eq(*one, *other);
                    self.found.push(candidate);
                }
            }
        }
    }

    /// The columns of one width in some of the rows: numbers, then what is derived from them.
    fn columns(&self, width: u32, derived: &[Derived], rows: &[usize]) -> Vec<(TermId, Vec<u64>)> {
        let numbers = self.numbers.iter().filter(|number| number.width == width);
        let numbers = numbers.map(|number| (number.term, rows.iter().map(|row| number.values[*row]).collect()));
        let derived = derived.iter().filter(|derived| derived.width == width);
        let word = |derived: &Derived, row: usize| derived.values[row].unwrap_or(0);
        numbers.chain(derived.map(|d| (d.term, rows.iter().map(|row| word(d, *row)).collect()))).collect()
    }

    fn widths(&self, derived: &[Derived]) -> Vec<u32> {
        let numbers = self.numbers.iter().map(|number| number.width);
        let mut widths: Vec<u32> = numbers.chain(derived.iter().map(|d| d.width)).filter(|width| *width > 1).collect();
        widths.sort_unstable();
        widths.dedup();
        widths
    }

    /// Equations that speak of what is derived from parameters, where all of it is known.
    fn derived(&mut self, derived: &[Derived]) {
        let rows: Vec<usize> = (0..self.rows).filter(|row| derived.iter().all(|d| d.values[*row].is_some())).collect();
        if derived.is_empty() || rows.len() < FEWEST_UNDER_GUARD {
            return;
        }
        for width in self.widths(derived) {
            if derived.iter().any(|derived| derived.width == width) {
                let columns = self.columns(width, derived, &rows);
                self.equations_of(width, &columns, true);
            }
        }
    }

    /// Equations that hold where a number is zero, or not, or negative, or not.
    fn guarded(&mut self, cells: &[Derived]) {
        if self.numbers.len() + cells.len() > MOST_GUARDED {
            return;
        }
        let mut guards: Vec<(TermId, Vec<bool>)> = Vec::new();
        // What is returned comes last.
        for number in self.numbers.iter().rev().filter(|number| number.width > 1) {
            let zero = self.terms.bv(number.width, 0);
            let is_zero = self.terms.eq(number.term, zero);
            let is_negative = self.terms.bv_slt(number.term, zero);
            let sign = |value: &u64| signed(*value, number.width) < 0;
            guards.push((is_zero, number.values.iter().map(|value| *value == 0).collect()));
            guards.push((is_negative, number.values.iter().map(sign).collect()));
        }
        guards.retain(|(_, holds)| holds.contains(&true) && holds.contains(&false));
        for (guard, holds) in guards.into_iter().take(MOST_GUARDS) {
            for side in [true, false] {
                let rows: Vec<usize> = (0..self.rows).filter(|row| holds[*row] == side).collect();
                if rows.len() < FEWEST_UNDER_GUARD {
                    continue;
                }
                let premise = if side { guard } else { self.terms.not(guard) };
                let before = self.found.len();
                for width in self.widths(cells) {
                    let columns = self.columns(width, cells, &rows);
                    self.equations_of(width, &columns, true);
                }
                let equations = self.found.split_off(before);
                for equation in equations {
                    let candidate = self.terms.implies(premise, equation);
                    self.found.push(candidate);
                }
            }
        }
    }

    /// Comparisons of a number with the sum of two others.
    fn sums(&mut self) {
        for width in self.widths(&[]) {
            let same: Vec<usize> = (0..self.numbers.len()).filter(|n| self.numbers[*n].width == width).collect();
            // What is returned comes last.
            let same = &same[same.len().saturating_sub(MOST_IN_SUMS)..];
            for (position, a) in same.iter().enumerate() {
                for b in &same[position..] {
                    for c in same.iter().filter(|c| *c != a && *c != b) {
                        self.sum(width, *a, *b, *c);
                    }
                }
            }
        }
    }

    fn sum(&mut self, width: u32, a: usize, b: usize, c: usize) {
        if self.rows < FEWEST_UNDER_GUARD {
            return;
        }
        let (one, other, third) = (&self.numbers[a], &self.numbers[b], &self.numbers[c]);
        let (mut below, mut above) = (true, true);
        for row in 0..self.rows {
            let sum = signed(one.values[row].wrapping_add(other.values[row]) & mask(width), width);
            let number = signed(third.values[row], width);
            (below, above) = (below && number <= sum, above && sum <= number);
        }
        let (number, sum) = (third.term, self.terms.bv_add(one.term, other.term));
        if below {
            let candidate = self.terms.bv_sle(number, sum);
            self.found.push(candidate);
        }
        if above {
            let candidate = self.terms.bv_sle(sum, number);
            self.found.push(candidate);
        }
    }
}
