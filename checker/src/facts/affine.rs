//! Linear equations between bit-vectors, modulo their size, that a set of states satisfies.
//!
//! All equations `a·x + c = 0 (mod 2ʷ)` that hold in the states seen so far form a module. Its
//! generators start as everything (no state satisfies `1 = 0`) and lose just enough with each new state
//! that violates one. An equation whose coefficients are all multiples of a power of two is a
//! congruence: parity comes along with `x = 2·y + 1`. (The domain of King and Søndergaard, "Inferring
//! congruence equations using SAT", CAV 2008, in dual form.)

use crate::words::{mask, signed};

/// The largest coefficient worth having: multiplication is expensive for solvers.
const LARGEST: u64 = 64;

/// How many variables an equation may have.
const LONGEST: usize = 4;

/// Congruences are modulo 2 to this power at most, or modulo the whole size: between the two, they would
/// be lost one power at a time.
const MODULUS_BITS: u32 = 6;

/// `coefficients · x + constant = 0`, modulo 2 to the power `bits`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    /// One for each variable.
    pub coefficients: Vec<u64>,
    /// What stands alone.
    pub constant: u64,
    /// Only so many low bits are equated.
    pub bits: u32,
}

/// The equations that all states seen satisfy.
#[derive(Clone)]
pub struct Equations {
    width: u32,
    /// Generators of the module; the last column is the constant.
    generators: Vec<Vec<u64>>,
}

impl Equations {
    /// Before any state is seen: everything holds.
    pub fn new(width: u32, variables: usize) -> Self {
        let unit = |n: usize| (0..=variables).map(|column| u64::from(column == n)).collect();
        // The constant first, so that it is what the first state is measured against.
        let generators = (0..=variables).rev().map(unit).collect();
        Equations { width, generators }
    }

    /// Keeps what the state satisfies, too.
    pub fn add(&mut self, state: &[u64]) {
        let residues: Vec<u64> = self.generators.iter().map(|g| self.residue(g, state)).collect();
        let violated = residues.iter().enumerate().filter(|(_, r)| **r != 0);
        let Some((pivot, residue)) = violated.min_by_key(|(n, r)| (r.trailing_zeros(), self.size(**r), *n)) else {
            return;
        };
        let (power, mask) = (residue.trailing_zeros(), mask(self.width));
        let inverse = inverse(residue >> power);
        let mut unit = self.generators[pivot].clone();
        unit.iter_mut().for_each(|a| *a = a.wrapping_mul(inverse) & mask);
        for (number, residue) in residues.iter().enumerate().filter(|(n, r)| *n != pivot && **r != 0) {
            let factor = residue >> power;
            for (a, u) in self.generators[number].iter_mut().zip(&unit) {
                *a = a.wrapping_sub(u.wrapping_mul(factor)) & mask;
            }
        }
        match self.weakened(&unit, power) {
            Some(shift) => self.generators[pivot] = unit.iter().map(|a| (a << shift) & mask).collect(),
            None => drop(self.generators.remove(pivot)),
        }
    }

    /// By how many powers of two to multiply an equation that is off by 2 to the given power; none
    /// if nothing is left of it then.
    fn weakened(&self, equation: &[u64], power: u32) -> Option<u32> {
        let common = equation.iter().map(|a| a.trailing_zeros()).min().unwrap_or(0);
        let shift = (self.width - power).max(self.width.saturating_sub(MODULUS_BITS + common));
        (common + shift < self.width).then_some(shift)
    }

    fn residue(&self, generator: &[u64], state: &[u64]) -> u64 {
        let one = std::iter::once(&1);
        let products = generator.iter().zip(state.iter().chain(one)).map(|(a, x)| a.wrapping_mul(*x));
        products.fold(0, u64::wrapping_add) & mask(self.width)
    }

    fn size(&self, value: u64) -> u64 {
        signed(value, self.width).unsigned_abs()
    }

    /// The equations with few variables and small coefficients.
    pub fn simple(&self) -> Vec<Equation> {
        let nontrivial = self.generators.iter().filter(|g| g.iter().any(|a| *a != 0));
        nontrivial.filter_map(|generator| self.simplified(generator).or_else(|| self.reduced(generator))).collect()
    }

    /// An equation whose coefficients become small once congruences are added to it: `x = y + 2ʷ⁻¹·z` is `x = y` where `z` is even.
    fn reduced(&self, generator: &[u64]) -> Option<Equation> {
        let common = |row: &[u64]| row.iter().map(|a| a.trailing_zeros()).min().unwrap_or(0);
        let mut row = generator.to_vec();
        let size = |row: &[u64]| row[..row.len() - 1].iter().map(|a| self.size(*a)).fold(0, u64::saturating_add);
        let congruences = self.generators.iter().filter(|other| common(other) > common(generator));
        for congruence in congruences {
            let added = |times: u64| -> Vec<u64> {
                let sum = |(a, b): (&u64, &u64)| a.wrapping_add(b.wrapping_mul(times)) & mask(self.width);
                row.iter().zip(congruence).map(sum).collect()
            };
            row = (0..1 << MODULUS_BITS).map(added).min_by_key(|row| size(row))?;
        }
        self.simplified(&row)
    }

    /// The multiple of an equation by an odd number that has the smallest coefficients.
    fn simplified(&self, generator: &[u64]) -> Option<Equation> {
        let common = generator.iter().map(|a| a.trailing_zeros()).min().filter(|common| *common < self.width)?;
        let bits = self.width - common;
        let row: Vec<u64> = generator.iter().map(|a| (a >> common) & mask(bits)).collect();
        let variables = &row[..row.len() - 1];
        if variables.iter().filter(|a| **a != 0).count() > LONGEST {
            return None;
        }
        let inverses = variables.iter().filter(|a| *a & 1 == 1).map(|a| inverse(*a));
        let factors = inverses.flat_map(|inverse| (1..16).step_by(2).map(move |odd| inverse.wrapping_mul(odd)));
        let multiplied =
            |factor: u64| -> Vec<u64> { row.iter().map(|a| a.wrapping_mul(factor) & mask(bits)).collect() };
        let largest = |row: &[u64]| row[..row.len() - 1].iter().map(|a| signed(*a, bits).unsigned_abs()).max();
        let best = factors.chain([1]).map(multiplied).min_by_key(|row| largest(row))?;
        // Nothing but a constant: there was no state yet.
        let greatest = largest(&best).filter(|greatest| (1..=LARGEST).contains(greatest))?;
        debug_assert!(greatest > 0);
        let (constant, coefficients) = best.split_last()?;
        Some(Equation { coefficients: coefficients.to_vec(), constant: *constant, bits })
    }
}

/// The inverse of an odd number modulo any power of two up to 2⁶⁴, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    let mut result = odd;
    for _ in 0..5 {
        result = result.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(result)));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equations(width: u32, states: &[&[u64]]) -> Vec<Equation> {
        let mut equations = Equations::new(width, states[0].len());
        states.iter().for_each(|state| equations.add(state));
        equations.simple()
    }

    fn holds(equation: &Equation, state: &[u64]) -> bool {
        let sum = equation.coefficients.iter().zip(state).map(|(a, x)| a.wrapping_mul(*x)).fold(0, u64::wrapping_add);
        sum.wrapping_add(equation.constant) & mask(equation.bits) == 0
    }

    #[test]
    fn one_state_fixes_every_variable() {
        let found = equations(8, &[&[5, 7]]);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|e| holds(e, &[5, 7]) && !(holds(e, &[6, 7]) && holds(e, &[5, 8]))));
    }

    #[test]
    fn a_linear_relation_is_found() {
        // y = 3·x + 2, also after wrapping around.
        let found = equations(8, &[&[0, 2], &[1, 5], &[100, 46], &[200, 90]]);
        assert_eq!(found.len(), 1);
        assert!(holds(&found[0], &[7, 23]) && !holds(&found[0], &[7, 24]));
        assert!(found[0].coefficients.iter().all(|a| signed(*a, 8).abs() <= 3), "{found:?}");
    }

    #[test]
    fn coefficients_without_a_unit_are_found() {
        // 3·y = 5·x.
        let found = equations(32, &[&[0, 0], &[3, 5], &[6, 10], &[300, 500]]);
        assert_eq!(found.len(), 1);
        assert!(holds(&found[0], &[9, 15]) && !holds(&found[0], &[9, 16]));
    }

    #[test]
    fn a_relation_is_found_beside_a_parity() {
        // z = x + y + 1, where y is even.
        let found = equations(32, &[&[5, 0, 6], &[3, 2, 6], &[1, 4, 6], &[0, 0, 1], &[9, 0, 10], &[7, 2, 10]]);
        let is_whole = |equation: &&Equation| equation.bits == 32;
        let whole: Vec<&Equation> = found.iter().filter(is_whole).collect();
        assert_eq!(whole.len(), 1, "{found:?}");
        assert!(holds(whole[0], &[10, 10, 21]) && !holds(whole[0], &[10, 10, 22]), "{whole:?}");
    }

    #[test]
    fn parity_is_found() {
        let found = equations(32, &[&[1], &[3], &[9]]);
        assert_eq!(found, [Equation { coefficients: vec![1], constant: 1, bits: 1 }]);
    }

    #[test]
    fn congruences_are_weakened_power_by_power() {
        let found = equations(32, &[&[1], &[65], &[33]]);
        assert_eq!(found, [Equation { coefficients: vec![1], constant: 31, bits: 5 }]);
    }

    #[test]
    fn nothing_holds_of_everything() {
        assert_eq!(equations(4, &[&[0, 0], &[0, 1], &[1, 0]]), []);
        assert_eq!(equations(4, &[&[0], &[1]]), []);
    }

    #[test]
    fn every_equation_holds_in_the_states_it_was_made_of() {
        let mut choices = euclase_logic::random::Choices::new(7);
        for _ in 0..200 {
            let width = choices.pick(&[3, 8, 32, 64]);
            let count = choices.between(1, 5);
            let state = |choices: &mut euclase_logic::random::Choices| -> Vec<u64> {
                let x = choices.below(1000) & mask(width);
                vec![x, x.wrapping_mul(6) & mask(width), choices.below(3), 4 & mask(width)]
            };
            let states: Vec<Vec<u64>> = (0..count).map(|_| state(&mut choices)).collect();
            let references: Vec<&[u64]> = states.iter().map(Vec::as_slice).collect();
            for equation in equations(width, &references) {
                assert!(states.iter().all(|state| holds(&equation, state)), "{equation:?} in {states:?}");
            }
        }
    }
}
