//! Cubes that cover a cluster: what its literals have in common, most general first.
//!
//! Dropping what differs is the rule *conjecture*; covering what differs by bounds, by the low
//! bits that are the same, or by a relation between two places, is the rule *subsume* (Spacer
//! dissertation §2.3.2, §2.3.4), with the convex closure replaced by the shapes that bit-vector
//! programs have.

use crate::ic3::order::{Implied, implied};
use euclase_logic::{BitVecValue, Op, Sort, TermId, Terms};

/// Candidates that one cluster may yield.
const CANDIDATES: usize = 40;

/// Constants of the system that bounds are widened to.
const THRESHOLDS: usize = 6;

/// Low bits of a single value that are tried.
const LOW_BITS: u32 = 2;

/// A place of the pattern: a literal in each member.
struct Place {
    literals: Vec<TermId>,
    /// If all of them are equations of one term with constants: the term and the values.
    values: Option<(TermId, Vec<BitVecValue>)>,
}

/// Cubes that cover all members of a cluster. `constants` are those of the system.
pub fn candidates(terms: &mut Terms, members: &[Vec<TermId>], constants: &[TermId]) -> Vec<Vec<TermId>> {
    let Some(newest) = members.last() else { return Vec::new() };
    let (mut fixed, mut places) = (Vec::new(), Vec::new());
    for (position, literal) in newest.iter().enumerate() {
        let literals: Vec<TermId> = members.iter().map(|m| m[position]).collect();
        if literals.iter().all(|l| l == literal) {
            fixed.push(*literal);
        } else {
            let values = values(terms, &literals);
            places.push(Place { literals, values });
        }
    }
    let mut found = vec![fixed.clone()];
    let with = |more: &[TermId]| fixed.iter().chain(more).copied().collect::<Vec<TermId>>();
    for relation in relations(terms, &places) {
        found.push(with(&[relation]));
    }
    let covers: Vec<Vec<TermId>> = places.iter().map(|place| place.covers(terms, constants)).collect();
    for cover in covers.iter().flatten() {
        found.push(with(&[*cover]));
    }
    if let [first, second] = &covers[..] {
        for (a, b) in first.iter().flat_map(|a| second.iter().map(move |b| (*a, *b))) {
            found.push(with(&[a, b]));
        }
    }
    found.retain(|cube| !cube.is_empty() && !cube.iter().any(|l| terms.as_bool(*l).is_some()));
    found.truncate(CANDIDATES);
    found
}

/// The term and the constants, if every literal says that the term is a constant.
fn values(terms: &Terms, literals: &[TermId]) -> Option<(TermId, Vec<BitVecValue>)> {
    let mut of = None;
    let mut values = Vec::new();
    for literal in literals {
        if terms.op(*literal) != Op::Eq {
            return None;
        }
        let (a, b) = (terms.arg(*literal, 0), terms.arg(*literal, 1));
        let (term, value) = match (terms.as_bitvec(a), terms.as_bitvec(b)) {
            (Some(value), None) => (b, value),
            (None, Some(value)) => (a, value),
            _ => return None,
        };
        if of.is_some_and(|known| known != term) {
            return None;
        }
        of = Some(term);
        values.push(value.clone());
    }
    of.map(|term| (term, values))
}

impl Place {
    /// Literals that each literal of the place implies, most general first.
    fn covers(&self, terms: &mut Terms, constants: &[TermId]) -> Vec<TermId> {
        match &self.values {
            Some((term, values)) => covers_of_values(terms, *term, values, constants),
            None => self.weakest(terms),
        }
    }

    /// Of bounds that differ in a constant, the one that the others imply.
    fn weakest(&self, terms: &mut Terms) -> Vec<TermId> {
        let (Some(first), Some(last)) = (self.literals.first(), self.literals.last()) else { return Vec::new() };
        let atom = terms.negated(*last).unwrap_or(*last);
        if !matches!(terms.op(atom), Op::BvUlt | Op::BvSlt) {
            return Vec::new();
        }
        vec![*first, *last]
    }
}

fn covers_of_values(terms: &mut Terms, term: TermId, values: &[BitVecValue], constants: &[TermId]) -> Vec<TermId> {
    let mut covers = Vec::new();
    let sort = terms.sort(term);
    // Which side of what the program compares with.
    let near = constants.iter().copied().filter(|c| terms.sort(*c) == sort).take(THRESHOLDS).collect::<Vec<_>>();
    for threshold in near {
        let Some(value) = terms.as_bitvec(threshold).cloned() else { continue };
        if values.iter().all(|v| value.slt(v)) {
            covers.push(terms.bv_slt(threshold, term));
        } else if values.iter().all(|v| v.slt(&value)) {
            covers.push(terms.bv_slt(term, threshold));
        } else if values.iter().all(|v| value.ult(v)) {
            covers.push(terms.bv_ult(threshold, term));
        } else if values.iter().all(|v| v.ult(&value)) {
            covers.push(terms.bv_ult(term, threshold));
        }
    }
    covers.extend(low_bits(terms, term, values));
    // The convex closure, open to either side.
    let mut sorted = values.to_vec();
    sorted.sort_by_key(BitVecValue::to_signed);
    if let (Some(least), Some(greatest)) = (sorted.first().cloned(), sorted.last().cloned()) {
        let (least, greatest) = (terms.bitvec(least), terms.bitvec(greatest));
        covers.extend([terms.bv_sle(least, term), terms.bv_sle(term, greatest)]);
    }
    covers
}

/// Cubes that cover one cube: its literals one by one, what they imply about order and size of
/// the variables, and what these values have in common with their neighbours.
pub fn weaker(terms: &mut Terms, cube: &[TermId], variables: &[TermId], constants: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for implied in implied(terms, cube, variables) {
        match implied {
            Implied::Less(op, a, b) => found.push(terms.make(op, &[a, b])),
            Implied::AtMost(op, a, b) => {
                let above = terms.make(op, &[b, a]);
                found.push(terms.not(above));
            }
            Implied::Shifted(a, b, more) => {
                let more = word(terms.width(a), more);
                let more = terms.bitvec(more);
                let shifted = terms.bv_add(b, more);
                found.push(terms.eq(a, shifted));
            }
            Implied::Constant(a, value) => {
                let value = word(terms.width(a), value);
                for bits in 1..=LOW_BITS.min(value.width() - 1) {
                    let (low, rest) = (terms.extract(bits - 1, 0, a), value.extract(bits - 1, 0));
                    let rest = terms.bitvec(rest);
                    found.push(terms.eq(low, rest));
                }
                found.extend(covers_of_values(terms, a, &[value], constants));
            }
        }
    }
    found.extend(cube);
    found.retain(|l| terms.as_bool(*l).is_none());
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|l| seen.insert(*l));
    found
}

fn word(width: u32, value: i128) -> BitVecValue {
    BitVecValue::new(width, (value & i128::from(u64::MAX)) as u64)
}

/// The low bits that all values have in common.
fn low_bits(terms: &mut Terms, term: TermId, values: &[BitVecValue]) -> Option<TermId> {
    let (first, rest) = values.split_first()?;
    let width = first.width();
    let common = (0..width).take_while(|bit| rest.iter().all(|v| v.bit(*bit) == first.bit(*bit))).count() as u32;
    if common == 0 || common == width {
        return None;
    }
    let low = terms.extract(common - 1, 0, term);
    let value = terms.bitvec(first.extract(common - 1, 0));
    Some(terms.eq(low, value))
}

/// Relations between two places that all members satisfy: a constant difference or sum, or a
/// constant multiple.
fn relations(terms: &mut Terms, places: &[Place]) -> Vec<TermId> {
    let known: Vec<&(TermId, Vec<BitVecValue>)> = places.iter().filter_map(|p| p.values.as_ref()).collect();
    let mut found = Vec::new();
    for (position, (a, values)) in known.iter().enumerate() {
        for (b, others) in &known[position + 1..] {
            if terms.sort(*a) != terms.sort(*b) || !matches!(terms.sort(*a), Sort::BitVec(_)) {
                continue;
            }
            let pairs: Vec<(&BitVecValue, &BitVecValue)> = values.iter().zip(others).collect();
            if let Some(difference) = constant(pairs.iter().map(|(x, y)| x.sub(y))) {
                let difference = terms.bitvec(difference);
                let shifted = terms.bv_add(*b, difference);
                found.push(terms.eq(*a, shifted));
            }
            if let Some(sum) = constant(pairs.iter().map(|(x, y)| x.add(y))) {
                let (sum, total) = (terms.bitvec(sum), terms.bv_add(*a, *b));
                found.push(terms.eq(total, sum));
            }
            for (factor, op) in [(2, false), (2, true), (3, false), (3, true)] {
                let (one, other) = if op { (*b, *a) } else { (*a, *b) };
                let by = BitVecValue::new(terms.width(*a), factor);
                let rest = pairs.iter().map(|(x, y)| if op { y.sub(&x.mul(&by)) } else { x.sub(&y.mul(&by)) });
                if let Some(rest) = constant(rest) {
                    let (by, rest) = (terms.bitvec(by), terms.bitvec(rest));
                    let scaled = terms.bv_mul(other, by);
                    let scaled = terms.bv_add(scaled, rest);
                    found.push(terms.eq(one, scaled));
                }
            }
        }
    }
    found
}

/// The value that all are, if they are the same.
fn constant(mut values: impl Iterator<Item = BitVecValue>) -> Option<BitVecValue> {
    let first = values.next()?;
    values.all(|v| v == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Answer, QueryKind, SolverFactory, Statistics};

    /// The members `x = a` and `y = b`, each also with the fixed literal.
    fn cluster(terms: &mut Terms, values: &[(u64, u64)]) -> (Vec<Vec<TermId>>, [TermId; 3]) {
        let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::BitVec(8)));
        let p = terms.var("p", Sort::Bool);
        let members = values.iter().map(|(a, b)| {
            let (a, b) = (terms.bv(8, *a), terms.bv(8, *b));
            vec![p, terms.eq(x, a), terms.eq(y, b)]
        });
        (members.collect(), [p, x, y])
    }

    #[test]
    fn what_differs_is_dropped_first() {
        let mut terms = Terms::new();
        let (members, [p, ..]) = cluster(&mut terms, &[(1, 2), (2, 9), (5, 4)]);
        assert_eq!(candidates(&mut terms, &members, &[])[0], [p]);
    }

    #[test]
    fn a_relation_of_two_places_is_found() {
        for (values, shift) in [([(1, 4), (2, 5), (7, 10)], 253), ([(1, 2), (2, 4), (5, 10)], 0)] {
            let mut terms = Terms::new();
            let (members, [p, x, y]) = cluster(&mut terms, &values);
            let shift = terms.bv(8, shift);
            let two = terms.bv(8, 2);
            let (shifted, double) = (terms.bv_add(y, shift), terms.bv_mul(x, two));
            let relation = if values[0].1 == 4 { terms.eq(x, shifted) } else { terms.eq(y, double) };
            assert!(candidates(&mut terms, &members, &[]).contains(&vec![p, relation]));
        }
    }

    #[test]
    fn equal_low_bits_and_thresholds_are_found() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::BitVec(8));
        let members: Vec<Vec<TermId>> = [99, 97, 95].map(|n| terms.bv(8, n)).map(|n| vec![terms.eq(x, n)]).to_vec();
        let ninety = terms.bv(8, 90);
        let found = candidates(&mut terms, &members, &[ninety]);
        let bit = terms.extract(0, 0, x);
        let one = terms.bv(1, 1);
        let expected = [terms.eq(bit, one), terms.bv_slt(ninety, x)];
        for expected in expected {
            assert!(found.contains(&vec![expected]), "{}", terms.sketch(expected));
        }
    }

    #[test]
    fn every_candidate_covers_every_member_that_is_values() {
        let mut terms = Terms::new();
        let (members, _) = cluster(&mut terms, &[(3, 250), (5, 252), (9, 0)]);
        let limits = [4, 200].map(|n| terms.bv(8, n));
        for candidate in candidates(&mut terms, &members, &limits) {
            let inside = terms.and(&candidate);
            for member in &members {
                let mut literals = member.clone();
                literals.push(terms.not(inside));
                let mut solver = SolverFactory::concrete(&Statistics::default()).solver(0);
                assert_eq!(solver.check(&terms, QueryKind::LemmaValid, &literals), Answer::Unsat);
            }
        }
    }
}
