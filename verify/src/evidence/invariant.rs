//! A proof as text: the conjuncts of the invariant and the lemmas, in SMT-LIB.

use euclase_checker::Invariant;
use euclase_logic::{FormulaScript, Op, Sort, TermId, Terms, read_formulas, write_formulas};
use serde::{Deserialize, Serialize};

/// An invariant that proves the property.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvariantText {
    /// Declarations of the variables.
    pub declarations: String,
    /// Definitions of subterms that occur more than once.
    pub definitions: String,
    /// The formulas whose conjunction is the invariant.
    pub conjuncts: Vec<String>,
    /// Valid formulas that the proof uses while operators are uninterpreted.
    pub lemmas: Vec<String>,
    /// Symbols that stand for things of another name.
    pub renamed: Vec<(String, String)>,
    /// 1 for an inductive invariant, more for k-induction.
    pub induction_depth: usize,
    /// Whether the proof was found with numbers interpreted.
    #[serde(default)]
    pub interpreted: bool,
    /// Whether memory is exact in the clauses that this solves, if it solves clauses.
    #[serde(default)]
    pub exact_memory: bool,
    /// The literals in all conjuncts.
    pub literals: usize,
}

impl InvariantText {
    /// Writes a proof down.
    pub fn write(terms: &Terms, invariant: &Invariant) -> Result<Self, String> {
        let conjuncts = terms.conjuncts(invariant.formula);
        let formulas: Vec<TermId> = conjuncts.iter().chain(&invariant.lemmas).copied().collect();
        let mut script = write_formulas(terms, &formulas);
        let lemmas = script.formulas.split_off(conjuncts.len());
        Ok(InvariantText {
            declarations: script.declarations,
            definitions: script.definitions,
            conjuncts: script.formulas,
            lemmas,
            renamed: script.renamed,
            induction_depth: invariant.induction_depth,
            interpreted: invariant.interpreted,
            exact_memory: false,
            literals: conjuncts.iter().map(|c| literals(terms, *c)).sum(),
        })
    }

    /// Reads a proof into the arena of the system that it is about.
    pub fn read(&self, terms: &mut Terms) -> Result<Invariant, String> {
        let script = FormulaScript {
            declarations: self.declarations.clone(),
            definitions: self.definitions.clone(),
            formulas: self.conjuncts.iter().chain(&self.lemmas).cloned().collect(),
            renamed: self.renamed.clone(),
        };
        let mut formulas =
            read_formulas(terms, &script).map_err(|error| format!("the invariant cannot be read: {error}"))?;
        if formulas.len() != self.conjuncts.len() + self.lemmas.len() {
            return Err("the invariant has more or fewer formulas than it says".to_string());
        }
        if formulas.iter().any(|f| terms.sort(*f) != Sort::Bool) {
            return Err("the invariant is not made of formulas".to_string());
        }
        let lemmas = formulas.split_off(self.conjuncts.len());
        Ok(Invariant {
            formula: terms.and(&formulas),
            lemmas,
            induction_depth: self.induction_depth,
            interpreted: self.interpreted,
        })
    }
}

/// The literals of a clause, which is the negation of a conjunction.
fn literals(terms: &Terms, clause: TermId) -> usize {
    match terms.negated(clause) {
        Some(cube) if terms.op(cube) == Op::And => terms.args(cube).len(),
        _ => 1,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_invariant_comes_back() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::BitVec(8)), terms.var("y", Sort::BitVec(8)));
        let three = terms.bv(8, 3);
        let (equal, less) = (terms.eq(x, y), terms.bv_ult(x, three));
        let both = terms.and(&[equal, less]);
        let clause = terms.not(both);
        let formula = terms.and(&[clause, less]);
        let invariant = Invariant { formula, lemmas: vec![equal], induction_depth: 1, interpreted: false };
        let text = InvariantText::write(&terms, &invariant).unwrap();
        assert_eq!((text.conjuncts.len(), text.lemmas.len()), (2, 1));
        let back = text.read(&mut terms).unwrap();
        assert_eq!((back.formula, back.lemmas, back.induction_depth), (formula, vec![equal], 1));
    }

    #[test]
    fn a_formula_cannot_smuggle_in_another() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bool);
        let invariant = Invariant { formula: x, lemmas: Vec::new(), induction_depth: 1, interpreted: true };
        let mut text = InvariantText::write(&terms, &invariant).unwrap();
        text.conjuncts[0] = "true) (assert x".to_string();
        assert!(text.read(&mut terms).is_err());
    }
}
