//! Contradictions of order and size among literals, found without a bit-vector solver.
//!
//! Each bit-vector term is a number, once read without sign and once with sign; comparisons,
//! equations and what operators do within their range are bounds on differences. A sum of bounds
//! round a circle that is negative is a contradiction, and the literals that gave the bounds are
//! its core: transitivity, totality, `x < y` against `y < x + 1`, the ends of the range and
//! comparisons with constants are all of this kind. The negation of a core is a valid lemma.

mod closure;
mod rules;
#[cfg(test)]
mod tests;

use closure::{Closure, Number, Reason, ZERO};
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Numbers beyond which looking costs more than asking a solver.
const NUMBERS: usize = 60;

/// Contradictions looked for in one set of literals.
const CONFLICTS: usize = 6;

/// How often operators are looked at again when bounds have become tighter.
const ROUNDS: usize = 5;

/// Literals that cannot hold together: small sets, each a contradiction. None if there are none
/// of this kind.
pub fn conflicts(terms: &Terms, literals: &[TermId]) -> Vec<Vec<TermId>> {
    if !literals.iter().any(|l| is_order(terms, atom(terms, *l).0)) {
        return Vec::new();
    }
    let found = once(terms, literals);
    let mut small: Vec<Vec<TermId>> = found.into_iter().map(|core| shrink(terms, core)).collect();
    small.sort();
    small.dedup();
    small
}

/// What literals imply about some terms: comparisons of two of them.
pub enum Implied {
    /// The first is less than the second by at least one.
    Less(Op, TermId, TermId),
    /// The first is at most the second.
    AtMost(Op, TermId, TermId),
    /// The first is the second and a constant.
    Shifted(TermId, TermId, i128),
    /// The term has this value.
    Constant(TermId, i128),
}

/// What literals imply about the terms by order and size; nothing if they contradict each other.
pub fn implied(terms: &Terms, literals: &[TermId], about: &[TermId]) -> Vec<Implied> {
    let mut orders = Orders::new(terms, literals);
    for term in about {
        orders.value(*term, Signed);
    }
    orders.run();
    if !orders.conflicts.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (reading, op) in [(Signed, Op::BvSlt), (Unsigned, Op::BvUlt)] {
        let known = about.iter().filter_map(|t| Some((*t, orders.known(*t, reading)?)));
        let known: Vec<(TermId, Value)> = known.filter(|(_, v)| v.number != ZERO).collect();
        for (term, value) in &known {
            let (least, greatest) = (orders.least(*value).0, orders.greatest(*value).0);
            if least == greatest {
                found.push(Implied::Constant(*term, least));
            }
            for (other, than) in known.iter().filter(|(o, _)| o != term && terms.sort(*o) == terms.sort(*term)) {
                let (more, _) = orders.closure.bound(than.number, value.number);
                let (less, _) = orders.closure.bound(value.number, than.number);
                match more {
                    _ if more == -less && term < other => found.push(Implied::Shifted(*term, *other, more)),
                    ..=-1 => found.push(Implied::Less(op, *term, *other)),
                    0 => found.push(Implied::AtMost(op, *term, *other)),
                    _ => {}
                }
            }
        }
    }
    found
}

/// Drops literals while what is left is still contradictory.
fn shrink(terms: &Terms, mut core: Vec<TermId>) -> Vec<TermId> {
    let mut position = 0;
    while position < core.len() && core.len() > 1 {
        let mut rest = core.clone();
        rest.remove(position);
        match once(terms, &rest).into_iter().min_by_key(Vec::len) {
            Some(smaller) => {
                core = smaller;
                position = 0;
            }
            None => position += 1,
        }
    }
    core
}

fn once(terms: &Terms, literals: &[TermId]) -> Vec<Vec<TermId>> {
    let mut orders = Orders::new(terms, literals);
    orders.run();
    let facts = orders.conflicts.iter().map(|reason| orders.closure.facts(*reason));
    facts.map(|facts| facts.into_iter().map(|f| literals[f]).collect()).collect()
}

/// The atom of a literal, and whether the literal says that it holds.
fn atom(terms: &Terms, literal: TermId) -> (TermId, bool) {
    match terms.negated(literal) {
        Some(atom) if terms.op(literal) == Op::Not => (atom, false),
        _ => (literal, true),
    }
}

fn is_order(terms: &Terms, atom: TermId) -> bool {
    matches!(terms.op(atom), Op::BvUlt | Op::BvSlt) && terms.width(terms.arg(atom, 0)) <= 64
}

/// How the bits of a term are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Reading {
    Unsigned,
    Signed,
}

use Reading::{Signed, Unsigned};

impl Reading {
    /// The least and the greatest value of a width.
    fn range(self, width: u32) -> (i128, i128) {
        match self {
            Unsigned => (0, (1 << width) - 1),
            Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        }
    }
}

/// A number and what to add to it: a constant is zero and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Value {
    number: Number,
    offset: i128,
}

struct Orders<'a> {
    terms: &'a Terms,
    literals: &'a [TermId],
    closure: Closure,
    numbers: FxHashMap<(TermId, Reading), Number>,
    operators: Vec<(TermId, Reading)>,
    apart: Vec<(usize, TermId, TermId)>,
    conflicts: Vec<Reason>,
}

impl<'a> Orders<'a> {
    fn new(terms: &'a Terms, literals: &'a [TermId]) -> Self {
        Orders {
            terms,
            literals,
            closure: Closure::new(),
            numbers: FxHashMap::default(),
            operators: Vec::new(),
            apart: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// Takes in all literals and draws conclusions until there are no new ones.
    fn run(&mut self) {
        self.read();
        for _ in 0..ROUNDS {
            if self.conflicts.len() >= CONFLICTS || !self.spread() {
                break;
            }
        }
    }

    /// Takes in comparisons, then the equations and disequations about what they compare.
    fn read(&mut self) {
        let mut equations = Vec::new();
        for (position, literal) in self.literals.iter().enumerate() {
            let (atom, positive) = atom(self.terms, *literal);
            if is_order(self.terms, atom) {
                self.read_comparison(position, atom, positive);
            } else if self.terms.op(atom) == Op::Eq {
                let sides = (self.terms.arg(atom, 0), self.terms.arg(atom, 1));
                if matches!(self.terms.sort(sides.0), Sort::BitVec(width) if width <= 64) {
                    equations.push((position, sides, positive));
                }
            }
        }
        let mut taken = FxHashSet::default();
        let mut grows = true;
        while grows {
            grows = false;
            for (position, (a, b), positive) in &equations {
                for reading in [Unsigned, Signed] {
                    let known = [a, b].iter().any(|t| self.numbers.contains_key(&(**t, reading)));
                    if !known || !taken.insert((*position, reading)) {
                        continue;
                    }
                    grows = true;
                    let (Some(left), Some(right)) = (self.value(*a, reading), self.value(*b, reading)) else {
                        continue;
                    };
                    if *positive {
                        let reason = self.closure.fact(*position);
                        self.same(left, right, 0, reason);
                    } else if !self.apart.contains(&(*position, *a, *b)) {
                        self.apart.push((*position, *a, *b));
                    }
                }
            }
        }
    }

    fn read_comparison(&mut self, position: usize, atom: TermId, positive: bool) {
        let reading = if self.terms.op(atom) == Op::BvUlt { Unsigned } else { Signed };
        let (a, b) = (self.terms.arg(atom, 0), self.terms.arg(atom, 1));
        let (Some(a), Some(b)) = (self.value(a, reading), self.value(b, reading)) else { return };
        let reason = self.closure.fact(position);
        if positive {
            self.at_most(a, b, -1, reason);
        } else {
            self.at_most(b, a, 0, reason);
        }
    }

    /// The value of a constant.
    fn constant(&self, term: TermId, reading: Reading) -> Option<i128> {
        let value = i128::from(self.terms.as_bitvec(term)?.to_u64()?);
        let (_, greatest) = reading.range(self.terms.width(term));
        Some(if value > greatest { value - (1 << self.terms.width(term)) } else { value })
    }

    /// The number that a term is, made with those of its arguments if it is new. None when there
    /// are too many.
    fn value(&mut self, root: TermId, reading: Reading) -> Option<Value> {
        let mut stack = vec![(root, reading)];
        while let Some((term, reading)) = stack.pop() {
            let width = self.terms.width(term);
            if self.terms.is_constant(term) || width == 0 || width > 64 || self.numbers.contains_key(&(term, reading)) {
                continue;
            }
            if self.closure.len() >= NUMBERS {
                return None;
            }
            let (least, greatest) = reading.range(width);
            let number = self.closure.number(least, greatest);
            self.numbers.insert((term, reading), number);
            self.operators.push((term, reading));
            stack.extend(rules::arguments(self.terms, term, reading));
        }
        self.known(root, reading)
    }

    fn known(&self, term: TermId, reading: Reading) -> Option<Value> {
        if let Some(offset) = self.constant(term, reading) {
            return Some(Value { number: ZERO, offset });
        }
        let number = *self.numbers.get(&(term, reading))?;
        Some(Value { number, offset: 0 })
    }

    /// Takes in `a <= b + more`; true if that is news.
    fn at_most(&mut self, a: Value, b: Value, more: i128, reason: Reason) -> bool {
        let weight = b.offset - a.offset + more;
        if a.number == b.number {
            if weight < 0 {
                self.conflicts.push(reason);
            }
            return false;
        }
        match self.closure.add(b.number, a.number, weight, reason) {
            Ok(news) => news,
            Err(conflict) => {
                if !self.conflicts.contains(&conflict) && self.conflicts.len() < CONFLICTS {
                    self.conflicts.push(conflict);
                }
                false
            }
        }
    }

    /// Takes in `a = b + more`; true if that is news.
    fn same(&mut self, a: Value, b: Value, more: i128, reason: Reason) -> bool {
        let up = self.at_most(a, b, more, reason);
        self.at_most(b, a, -more, reason) || up
    }

    fn least(&self, value: Value) -> (i128, Reason) {
        let (least, reason) = self.closure.least(value.number);
        (least + value.offset, reason)
    }

    fn greatest(&self, value: Value) -> (i128, Reason) {
        let (greatest, reason) = self.closure.greatest(value.number);
        (greatest + value.offset, reason)
    }

    /// One round of looking at operators and disequations; true if something is new.
    fn spread(&mut self) -> bool {
        let mut news = false;
        for (term, reading) in self.operators.clone() {
            news |= self.operator(term, reading);
            if reading == Signed {
                news |= self.readings_agree(term);
            }
        }
        for (position, a, b) in self.apart.clone() {
            for reading in [Unsigned, Signed] {
                if let (Some(a), Some(b)) = (self.known(a, reading), self.known(b, reading)) {
                    news |= self.keep_apart(position, a, b) | self.keep_apart(position, b, a);
                }
            }
        }
        news
    }

    /// `a <= b` and `a ≠ b` is `a < b`.
    fn keep_apart(&mut self, position: usize, a: Value, b: Value) -> bool {
        let (weight, reason) = self.closure.bound(b.number, a.number);
        if weight + a.offset - b.offset != 0 {
            return false;
        }
        let apart = self.closure.fact(position);
        let reason = self.closure.both(reason, apart);
        self.at_most(a, b, -1, reason)
    }

    /// With and without sign, the value is the same below the middle of the range.
    fn readings_agree(&mut self, term: TermId) -> bool {
        let (Some(signed), Some(unsigned)) = (self.known(term, Signed), self.known(term, Unsigned)) else {
            return false;
        };
        let size = 1i128 << self.terms.width(term);
        let (not_negative, why) = self.least(signed);
        if not_negative >= 0 {
            return self.same(unsigned, signed, 0, why);
        }
        let (small, why) = self.greatest(unsigned);
        if small < size / 2 {
            return self.same(unsigned, signed, 0, why);
        }
        let (negative, why) = self.greatest(signed);
        if negative < 0 {
            return self.same(unsigned, signed, size, why);
        }
        let (large, why) = self.least(unsigned);
        large >= size / 2 && self.same(unsigned, signed, size, why)
    }
}
