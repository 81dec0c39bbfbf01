//! Contradictions among equations of bit-vectors, found by arithmetic modulo 2^w instead of by bits.
//!
//! Each equation says that a polynomial is zero, and so are its multiples and their sums. If the difference of the
//! two sides of a disequation is such a sum, or a number other than zero is, the literals do not hold together.
//! Sums are looked for as in the computation of a Gröbner basis over numbers modulo 2^w: a polynomial is reduced by
//! those whose leading monomial divides one of its own. There is no need to get a whole basis: what is not found within
//! a budget is left to others.
//!
//! Every polynomial comes with the equations' multiples that it is the sum of, and a contradiction is told only
//! after adding them up again: the negation of a core is a valid lemma whatever the reduction did. Quotients and
//! remainders are unknowns, of which one more equation is known: `a = d * (a / d) + a % d`, whatever `d` is.

use euclase_logic::{Monomial, Op, Polynomial, Polynomials, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// More equations of one width than this are not looked at.
const EQUATIONS: usize = 120;

/// Polynomials with more monomials than this are given up.
const LARGE: usize = 80;

/// Reductions that one set of literals may cost.
const REDUCTIONS: usize = 4_000;

/// Pairs of polynomials that are made to cancel each other's leading monomials.
const PAIRS: usize = 40;

/// Contradictions looked for in one set of literals.
const CONFLICTS: usize = 6;

/// Literals that cannot hold together: small sets, each a contradiction. None if there are none of this kind.
pub fn conflicts(terms: &Terms, literals: &[TermId]) -> Vec<Vec<TermId>> {
    let mut polynomials = Polynomials::default();
    let mut read = read(terms, &mut polynomials, literals);
    if !read.iter().any(|l| l.arithmetic) {
        return Vec::new();
    }
    let divisions = divisions(terms, &mut polynomials, &read);
    read.extend(divisions);
    let mut widths: Vec<u32> = read.iter().filter(|l| l.arithmetic).map(|l| l.difference.width()).collect();
    widths.sort_unstable();
    widths.dedup();
    let mut found = Vec::new();
    for width in widths {
        let of_width: Vec<&Literal> = read.iter().filter(|l| l.difference.width() == width).collect();
        let cores = once(&of_width).into_iter().map(|core| shrink(&of_width, core));
        found.extend(cores.map(|core| core.into_iter().filter_map(|l| of_width[l].literal).collect::<Vec<TermId>>()));
    }
    found.iter_mut().for_each(|core| core.sort_unstable());
    found.sort();
    found.dedup();
    found
}

/// Whether the formula has no model because of what its conjuncts say in the ring.
pub fn refutes(terms: &Terms, formula: TermId) -> bool {
    !conflicts(terms, &terms.conjuncts(formula)).is_empty()
}

/// An equation or disequation, as a polynomial that is zero or is not.
struct Literal {
    /// None for what holds always.
    literal: Option<TermId>,
    difference: Polynomial,
    equal: bool,
    /// Whether one of its sides is more than an unknown or a number: about the others congruence knows everything.
    arithmetic: bool,
}

fn read(terms: &Terms, polynomials: &mut Polynomials, literals: &[TermId]) -> Vec<Literal> {
    let mut found = Vec::new();
    for literal in literals {
        let (atom, equal) = match terms.op(*literal) {
            Op::Not => (terms.arg(*literal, 0), false),
            _ => (*literal, true),
        };
        if terms.op(atom) != Op::Eq {
            continue;
        }
        let sides = [terms.arg(atom, 0), terms.arg(atom, 1)];
        let Some(difference) = polynomials.difference(terms, sides[0], sides[1]) else { continue };
        let ring = |side: TermId| {
            matches!(terms.op(side), Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvMul | Op::BvShl)
        };
        found.push(Literal { literal: Some(*literal), difference, equal, arithmetic: sides.into_iter().any(ring) });
    }
    found
}

/// What is known of quotients and remainders that occur together.
fn divisions(terms: &Terms, polynomials: &mut Polynomials, literals: &[Literal]) -> Vec<Literal> {
    let mut unknowns = BTreeSet::new();
    for literal in literals {
        unknowns.extend(literal.difference.monomials().flat_map(|(monomial, _)| monomial.unknowns()).copied());
    }
    let mut found = Vec::new();
    for quotient in &unknowns {
        let rest = match terms.op(*quotient) {
            Op::BvUdiv => Op::BvUrem,
            Op::BvSdiv => Op::BvSrem,
            _ => continue,
        };
        let fits = |r: &&TermId| terms.op(**r) == rest && terms.args(**r) == terms.args(*quotient);
        let Some(remainder) = unknowns.iter().find(fits) else { continue };
        let width = terms.width(*quotient);
        let divided = polynomials.of(terms, terms.arg(*quotient, 0)).cloned();
        let divisor = polynomials.of(terms, terms.arg(*quotient, 1)).cloned();
        let (Some(mut difference), Some(divisor)) = (divided, divisor) else { continue };
        let one = Monomial::default();
        difference.add_product(u64::MAX, &one, &divisor.times(&Polynomial::unknown(width, *quotient)));
        difference.add_product(u64::MAX, &one, &Polynomial::unknown(width, *remainder));
        found.push(Literal { literal: None, difference, equal: true, arithmetic: true });
    }
    found
}

/// Drops literals while what is left is still contradictory.
fn shrink(literals: &[&Literal], mut core: Vec<usize>) -> Vec<usize> {
    let mut position = 0;
    while position < core.len() && core.len() > 1 {
        let mut rest = core.clone();
        rest.remove(position);
        let some: Vec<&Literal> = rest.iter().map(|l| literals[*l]).collect();
        match once(&some).into_iter().min_by_key(Vec::len) {
            Some(smaller) => {
                core = smaller.into_iter().map(|l| rest[l]).collect();
                position = 0;
            }
            None => position += 1,
        }
    }
    core
}

/// Contradictory sets of literals of one width, by their positions.
fn once(literals: &[&Literal]) -> Vec<Vec<usize>> {
    let equations = literals.iter().filter(|l| l.equal).count();
    if equations > EQUATIONS {
        return Vec::new();
    }
    let mut ideal = Ideal { literals, rows: Vec::new(), queue: Vec::new(), left: REDUCTIONS, contradiction: None };
    for (number, literal) in literals.iter().enumerate().filter(|(_, l)| l.equal) {
        ideal.queue.push(Row::of(number, &literal.difference));
    }
    // Simple equations first: they take unknowns away from the others.
    ideal.queue.sort_by(|a, b| b.sum.leading().cmp(&a.sum.leading()));
    ideal.run();
    let found = ideal.contradictions();
    if !found.is_empty() || !ideal.is_curved() {
        return found;
    }
    ideal.pair_up();
    ideal.contradictions()
}

/// A polynomial that is zero because it is a sum of multiples of equations.
#[derive(Clone)]
struct Row {
    sum: Polynomial,
    multiples: BTreeMap<usize, Polynomial>,
}

impl Row {
    fn of(number: usize, difference: &Polynomial) -> Row {
        let one = Polynomial::constant(difference.width(), 1);
        Row { sum: difference.clone(), multiples: BTreeMap::from([(number, one)]) }
    }

    /// Adds a multiple of another row.
    fn add(&mut self, number: u64, monomial: &Monomial, other: &Row) {
        self.sum.add_product(number, monomial, &other.sum);
        for (equation, multiple) in &other.multiples {
            let zero = || Polynomial::constant(multiple.width(), 0);
            self.multiples.entry(*equation).or_insert_with(zero).add_product(number, monomial, multiple);
        }
    }

    fn times(&self, number: u64, monomial: &Monomial) -> Row {
        let mut row = Row { sum: Polynomial::constant(self.sum.width(), 0), multiples: BTreeMap::new() };
        row.add(number, monomial, self);
        row
    }

    fn is_large(&self) -> bool {
        self.sum.len() > LARGE || self.multiples.values().any(|multiple| multiple.len() > LARGE)
    }
}

/// What follows from the equations, as far as it was looked for.
struct Ideal<'a> {
    literals: &'a [&'a Literal],
    /// Polynomials with different leading monomials, none of which reduces another.
    rows: Vec<Row>,
    queue: Vec<Row>,
    left: usize,
    contradiction: Option<Row>,
}

impl Ideal<'_> {
    /// Takes everything in the queue in.
    fn run(&mut self) {
        while let Some(row) = self.queue.pop() {
            let Some(row) = self.reduce(row) else { continue };
            match row.sum.as_constant() {
                Some(0) => continue,
                Some(_) => {
                    self.contradiction = Some(row);
                    return;
                }
                None => self.insert(row),
            }
        }
    }

    fn insert(&mut self, row: Row) {
        let Some((leading, number)) = row.sum.leading() else { return };
        let factor = number.trailing_zeros();
        let old = std::mem::take(&mut self.rows);
        for other in old {
            let worse = other
                .sum
                .leading()
                .is_some_and(|(m, n)| m.divided_by(leading).is_some() && n.trailing_zeros() >= factor);
            if worse { self.queue.push(other) } else { self.rows.push(other) }
        }
        if factor > 0 {
            // Times a power of two the leading monomial vanishes, and the rest need not.
            self.queue.push(row.times(1 << (row.sum.width() - factor), &Monomial::default()));
        }
        self.rows.push(row);
    }

    /// The row without what rows can take away from it; none if that costs too much.
    fn reduce(&mut self, mut row: Row) -> Option<Row> {
        while let Some((by, number, monomial)) = self.reduction(&row.sum) {
            self.left = self.left.checked_sub(1)?;
            row.add(number, &monomial, &self.rows[by]);
            if row.is_large() {
                return None;
            }
        }
        Some(row)
    }

    /// A row and what to multiply it with to cancel a monomial.
    fn reduction(&self, sum: &Polynomial) -> Option<(usize, u64, Monomial)> {
        for (monomial, number) in sum.monomials() {
            for (by, row) in self.rows.iter().enumerate() {
                let Some((leading, theirs)) = row.sum.leading() else { continue };
                if theirs.trailing_zeros() > number.trailing_zeros() {
                    continue;
                }
                if let Some(quotient) = monomial.divided_by(leading) {
                    return Some((by, quotient_of(number, theirs).wrapping_neg(), quotient));
                }
            }
        }
        None
    }

    /// Whether some equation is not linear.
    fn is_curved(&self) -> bool {
        self.literals.iter().any(|l| l.difference.leading().is_some_and(|(monomial, _)| monomial.degree() > 1))
    }

    /// Lets rows cancel each other's leading monomials where these have unknowns in common.
    fn pair_up(&mut self) {
        let mut done = Vec::new();
        for _ in 0..PAIRS {
            let Some((key, row)) = self.next_pair(&done) else { return };
            done.push(key);
            self.queue.push(row);
            self.run();
            if self.contradiction.is_some() {
                return;
            }
        }
    }

    /// The pair of least degree that is not done, by its leading monomials.
    fn next_pair(&self, done: &[(Monomial, Monomial)]) -> Option<((Monomial, Monomial), Row)> {
        let mut best: Option<(Monomial, usize, usize)> = None;
        for (i, first) in self.rows.iter().enumerate() {
            for (j, second) in self.rows.iter().enumerate().take(i) {
                let (Some((a, _)), Some((b, _))) = (first.sum.leading(), second.sum.leading()) else { continue };
                let common = a.least_common_multiple(b);
                let apart = common.degree() == a.degree() + b.degree();
                let better = best.as_ref().is_none_or(|(least, ..)| common < *least);
                if !apart && better && !done.iter().any(|(x, y)| x == a && y == b) {
                    best = Some((common, i, j));
                }
            }
        }
        let (common, i, j) = best?;
        let (first, second) = (&self.rows[i], &self.rows[j]);
        let ((a, m), (b, n)) = (first.sum.leading()?, second.sum.leading()?);
        let (to_first, to_second) = (common.divided_by(a)?, common.divided_by(b)?);
        let row = if m.trailing_zeros() >= n.trailing_zeros() {
            let mut row = first.times(1, &to_first);
            row.add(quotient_of(m, n).wrapping_neg(), &to_second, second);
            row
        } else {
            let mut row = second.times(1, &to_second);
            row.add(quotient_of(n, m).wrapping_neg(), &to_first, first);
            row
        };
        Some(((a.clone(), b.clone()), row))
    }

    /// The contradictions that the rows show, each checked.
    fn contradictions(&mut self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        if let Some(row) = self.contradiction.take() {
            found.extend(self.checked(&row, None));
            return found;
        }
        let literals = self.literals;
        for (number, literal) in literals.iter().enumerate().filter(|(_, l)| !l.equal) {
            let zero = Polynomial::constant(literal.difference.width(), 0);
            let start = Row { sum: literal.difference.clone(), multiples: BTreeMap::new() };
            if let Some(row) = self.reduce(start)
                && row.sum == zero
            {
                found.extend(self.checked(&row, Some(number)));
            }
            if found.len() == CONFLICTS {
                break;
            }
        }
        found
    }

    /// The equations whose multiples add up to the row, or, for a disequation, to the negation of its difference;
    /// none if they do not.
    fn checked(&self, row: &Row, disequation: Option<usize>) -> Option<Vec<usize>> {
        let mut sum = Polynomial::constant(row.sum.width(), 0);
        let mut used: Vec<usize> = Vec::new();
        for (equation, multiple) in row.multiples.iter().filter(|(_, multiple)| !multiple.is_zero()) {
            let one = Monomial::default();
            sum.add_product(1, &one, &multiple.times(&self.literals[*equation].difference));
            used.push(*equation);
        }
        let contradicts = match disequation {
            None => sum.as_constant().is_some_and(|number| number != 0),
            Some(number) => {
                sum.add_product(1, &Monomial::default(), &self.literals[number].difference);
                sum.is_zero()
            }
        };
        used.extend(disequation);
        (contradicts && used.iter().all(|l| self.literals[*l].equal != (disequation == Some(*l)))).then_some(used)
    }
}

/// A number that times `divisor` is `number`, modulo every power of two; the divisor has no more factors two.
fn quotient_of(number: u64, divisor: u64) -> u64 {
    let twos = divisor.trailing_zeros();
    let (number, odd) = (number >> twos, divisor >> twos);
    // Each round doubles the number of right bits, of which an odd number has three from the start.
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    number.wrapping_mul(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::{Assignment, BitVecValue, Evaluator, Sort, Value};
    use proptest::prelude::*;

    struct Ring {
        terms: Terms,
        width: u32,
    }

    impl Ring {
        fn new(width: u32) -> Self {
            Ring { terms: Terms::new(), width }
        }

        fn var(&mut self, name: &str) -> TermId {
            self.terms.var(name, Sort::BitVec(self.width))
        }

        fn number(&mut self, number: u64) -> TermId {
            self.terms.bv(self.width, number)
        }

        fn add(&mut self, a: TermId, b: TermId) -> TermId {
            self.terms.make_raw(Op::BvAdd, &[a, b])
        }

        fn mul(&mut self, a: TermId, b: TermId) -> TermId {
            self.terms.make_raw(Op::BvMul, &[a, b])
        }

        fn eq(&mut self, a: TermId, b: TermId) -> TermId {
            self.terms.make_raw(Op::Eq, &[a, b])
        }

        fn neq(&mut self, a: TermId, b: TermId) -> TermId {
            let equal = self.eq(a, b);
            self.terms.make_raw(Op::Not, &[equal])
        }
    }

    #[test]
    fn a_step_of_the_square_root_keeps_its_equations() {
        let mut r = Ring::new(32);
        let [a, s, t, other] = ["a", "s", "t", "other"].map(|name| r.var(name));
        let (one, two) = (r.number(1), r.number(2));
        let next = r.add(a, one);
        let square = r.mul(next, next);
        let is_square = r.eq(s, square);
        let odd = r.mul(two, a);
        let odd = r.add(odd, one);
        let is_odd = r.eq(t, odd);
        let unrelated = r.eq(other, odd);
        let after = r.add(next, one);
        let after = r.mul(after, after);
        let t_next = r.add(t, two);
        let s_next = r.add(s, t_next);
        let wrong = r.neq(s_next, after);
        let mut core = vec![is_square, is_odd, wrong];
        core.sort_unstable();
        assert_eq!(conflicts(&r.terms, &[unrelated, is_square, is_odd, wrong]), [core]);
        assert!(conflicts(&r.terms, &[unrelated, is_square, wrong]).is_empty());
    }

    #[test]
    fn equations_that_differ_by_a_number_contradict_each_other() {
        let mut r = Ring::new(8);
        let (x, y) = (r.var("x"), r.var("y"));
        let (one, two) = (r.number(1), r.number(2));
        let (double, other) = (r.mul(two, x), r.mul(two, y));
        let odd = r.add(other, one);
        let equation = r.eq(double, odd);
        assert_eq!(conflicts(&r.terms, &[equation]), [[equation]]);
    }

    #[test]
    fn equations_are_multiplied_to_cancel_each_other() {
        let mut r = Ring::new(16);
        let [x, y, z, a, b] = ["x", "y", "z", "a", "b"].map(|name| r.var(name));
        let (xy, yz) = (r.mul(x, y), r.mul(y, z));
        let (first, second) = (r.eq(xy, a), r.eq(yz, b));
        let (left, right) = (r.mul(a, z), r.mul(b, x));
        let wrong = r.neq(left, right);
        let mut core = vec![first, second, wrong];
        core.sort_unstable();
        assert_eq!(conflicts(&r.terms, &[first, second, wrong]), [core]);
    }

    #[test]
    fn a_number_is_its_quotient_and_its_remainder() {
        let mut r = Ring::new(32);
        let [x, y] = ["x", "y"].map(|name| r.var(name));
        let (zero, two) = (r.number(0), r.number(2));
        for ops in [[Op::BvUdiv, Op::BvUrem], [Op::BvSdiv, Op::BvSrem]] {
            let [half, rest] = ops.map(|op| r.terms.make_raw(op, &[y, two]));
            let even = r.eq(rest, zero);
            let (double, product) = (r.mul(x, two), r.mul(x, y));
            let moved = r.mul(double, half);
            let wrong = r.neq(moved, product);
            let mut core = vec![even, wrong];
            core.sort_unstable();
            assert_eq!(conflicts(&r.terms, &[even, wrong]), [core]);
        }
    }

    #[test]
    fn what_holds_for_some_values_is_no_contradiction() {
        let mut r = Ring::new(8);
        let (x, y) = (r.var("x"), r.var("y"));
        let two = r.number(2);
        let (left, right) = (r.mul(two, x), r.mul(two, y));
        let (doubles, apart) = (r.eq(left, right), r.neq(x, y));
        assert!(conflicts(&r.terms, &[doubles, apart]).is_empty());
    }

    proptest! {
        /// Literals that hold for some values are never told to contradict each other.
        #[test]
        fn no_core_has_a_model(
            choices in proptest::collection::vec((0usize..6, 0usize..9, 0usize..9), 1..16),
            values in proptest::array::uniform3(0u64..16),
        ) {
            let mut r = Ring::new(4);
            let names = ["x", "y", "z"].map(|name| r.var(name));
            let mut pool = names.to_vec();
            pool.extend([r.number(1), r.number(2), r.number(7)]);
            for (choice, i, j) in choices {
                let (a, b) = (pool[i % pool.len()], pool[j % pool.len()]);
                let term = match choice {
                    0 => r.mul(a, b),
                    1 => r.terms.make_raw([Op::BvUdiv, Op::BvSdiv][i % 2], &[a, b]),
                    2 => r.terms.make_raw([Op::BvUrem, Op::BvSrem][i % 2], &[a, b]),
                    _ => r.add(a, b),
                };
                pool.push(term);
            }
            let mut assignment = Assignment::default();
            for (name, value) in names.iter().zip(values) {
                assignment.set(*name, Value::BitVec(BitVecValue::new(4, value)));
            }
            let mut literals = Vec::new();
            for pair in pool.windows(2) {
                let equal = r.eq(pair[0], pair[1]);
                let holds = Evaluator::new(&r.terms, &assignment).holds(equal).unwrap();
                literals.push(if holds { equal } else { r.neq(pair[0], pair[1]) });
            }
            prop_assert_eq!(conflicts(&r.terms, &literals), Vec::<Vec<TermId>>::new());
        }
    }
}
