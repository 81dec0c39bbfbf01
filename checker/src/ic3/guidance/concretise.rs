//! The rule *concretise*: a part of an obligation with simpler literals comes first (Spacer
//! dissertation §2.3.3).
//!
//! An obligation that bounds a sum of variables is blocked by bounds on other such sums, without
//! end. One concrete state of it says which signs its summands can have; with these, what is
//! learned may be about one variable.

use super::Search;
use crate::ic3::frame::{Cube, cube};
use crate::ic3::obligation::Obligation;
use euclase_logic::{Op, TermId, Terms};

/// How often an obligation must have been blocked before a part of it comes first.
const STUBBORN: u32 = 2;

/// Parts of obligations that are looked at in a search.
pub(super) const GAS: usize = 20;

impl Search<'_, '_> {
    /// The part of an obligation that one of its states is in, if it is worth looking at first and
    /// not blocked at the level.
    pub(in crate::ic3) fn concretise(&mut self, obligation: &Obligation, level: usize) -> Option<Obligation> {
        let stubborn = self.activity.blocked(obligation) >= STUBBORN;
        if !self.task.tuning.guidance || !stubborn || self.guidance.concretise_gas == 0 {
            return None;
        }
        let summands = summands(self.task.terms, &obligation.cube);
        if summands.is_empty() {
            return None;
        }
        let part = self.signs(&obligation.cube, &summands)?;
        if self.frames[obligation.location].blocks(&part, level) {
            return None;
        }
        self.guidance.concretise_gas -= 1;
        self.task.count("obligations concretised", 1);
        Some(Obligation { cube: part, depth: obligation.depth + 1, ..obligation.clone() })
    }

    /// The cube with the signs that the summands have in one of its states; none if it says them
    /// already.
    fn signs(&mut self, whole: &Cube, summands: &[TermId]) -> Option<Cube> {
        let values = self.concrete_values(whole, summands)?;
        let terms = &mut *self.task.terms;
        let mut literals = whole.to_vec();
        for (summand, value) in summands.iter().zip(values) {
            let zero = terms.bv(terms.width(*summand), 0);
            let negative = terms.bv_slt(*summand, zero);
            literals.push(if value.is_negative() { negative } else { terms.not(negative) });
        }
        let part = cube(literals);
        (part != *whole).then_some(part)
    }
}

/// The variables in sums of at least two that the cube's comparisons bound.
fn summands(terms: &Terms, literals: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    for literal in literals {
        let atom = terms.negated(*literal).unwrap_or(*literal);
        if !matches!(terms.op(atom), Op::BvSlt | Op::BvUlt) {
            continue;
        }
        for side in terms.args(atom) {
            let variables = terms.variables(&[*side]);
            if matches!(terms.op(*side), Op::BvAdd | Op::BvSub) && variables.len() > 1 {
                found.extend(variables.into_iter().filter(|v| terms.sort(*v) == terms.sort(*side)));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::Sort;

    #[test]
    fn only_sums_of_several_variables_are_taken_apart() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, Sort::BitVec(8)));
        let (one, five) = (terms.bv(8, 1), terms.bv(8, 5));
        let (next, sum) = (terms.bv_add(z, one), terms.bv_add(x, y));
        let literals = [terms.bv_slt(next, five), terms.bv_sle(five, sum), terms.eq(sum, z)];
        assert_eq!(summands(&terms, &literals), [x, y]);
        assert!(summands(&terms, &literals[..1]).is_empty());
    }
}
