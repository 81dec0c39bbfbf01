//! A proof as text: the conjuncts of the invariant and the lemmas, in SMT-LIB.

use euclase_checker::Invariant;
use euclase_logic::{FormulaScript, Op, Sort, TermId, Terms, read_formulas, write_formulas};
use euclase_result::InvariantText;

/// Writes a proof down.
pub fn write_invariant(terms: &Terms, invariant: &Invariant) -> Result<InvariantText, String> {
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
pub fn read_invariant(text: &InvariantText, terms: &mut Terms) -> Result<Invariant, String> {
    let script = FormulaScript {
        declarations: text.declarations.clone(),
        definitions: text.definitions.clone(),
        formulas: text.conjuncts.iter().chain(&text.lemmas).cloned().collect(),
        renamed: text.renamed.clone(),
    };
    let mut formulas =
        read_formulas(terms, &script).map_err(|error| format!("the invariant cannot be read: {error}"))?;
    if formulas.len() != text.conjuncts.len() + text.lemmas.len() {
        return Err("the invariant has more or fewer formulas than it says".to_string());
    }
    if formulas.iter().any(|f| terms.sort(*f) != Sort::Bool) {
        return Err("the invariant is not made of formulas".to_string());
    }
    let lemmas = formulas.split_off(text.conjuncts.len());
    Ok(Invariant {
        formula: terms.and(&formulas),
        lemmas,
        induction_depth: text.induction_depth,
        interpreted: text.interpreted,
    })
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
        let text = write_invariant(&terms, &invariant).unwrap();
        assert_eq!((text.conjuncts.len(), text.lemmas.len()), (2, 1));
        let back = read_invariant(&text, &mut terms).unwrap();
        assert_eq!((back.formula, back.lemmas, back.induction_depth), (formula, vec![equal], 1));
    }

    #[test]
    fn a_formula_cannot_smuggle_in_another() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bool);
        let invariant = Invariant { formula: x, lemmas: Vec::new(), induction_depth: 1, interpreted: true };
        let mut text = write_invariant(&terms, &invariant).unwrap();
        text.conjuncts[0] = "true) (assert x".to_string();
        assert!(read_invariant(&text, &mut terms).is_err());
    }
}
