//! What an invariant says of the cells that a step looks at.
//!
//! An invariant may speak of variables that the system does not have. It then holds for all their values, so that
//! every instance of it may be used: here those in which such a variable is an index at which the system itself looks at
//! an array.

use euclase_logic::{Op, Substitution, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashSet;

/// How many instances are made.
const MOST: usize = 128;

/// The variables of an invariant that are none of the system; an error is one that is no variable of the state but
/// of a step.
pub fn strangers(terms: &Terms, system: &TransitionSystem, invariant: TermId) -> Result<Vec<TermId>, TermId> {
    let states: FxHashSet<TermId> = system.states.iter().map(|s| s.current).collect();
    let mut roots = vec![system.init, system.property];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|s| s.update));
    roots.extend(system.states.iter().map(|s| s.next));
    roots.extend(&system.inputs);
    roots.extend(system.solved_inputs.iter().flat_map(|(input, term)| [*input, *term]));
    roots.extend(system.relation.iter().flatten());
    let known: FxHashSet<TermId> = terms.variables(&roots).into_iter().collect();
    let mut found = Vec::new();
    for variable in terms.variables(&[invariant]).into_iter().filter(|variable| !states.contains(variable)) {
        if known.contains(&variable) {
            return Err(variable);
        }
        found.push(variable);
    }
    Ok(found)
}

/// Instances of the conjuncts of an invariant for the cells that formulas look at.
pub fn instances(terms: &mut Terms, strangers: &[TermId], conjuncts: &[TermId], formulas: &[TermId]) -> Vec<TermId> {
    let mut indices: Vec<TermId> = Vec::new();
    let mut seen = FxHashSet::default();
    for term in terms.postorder(formulas) {
        if terms.op(term) == Op::Select && seen.insert(terms.arg(term, 1)) {
            indices.push(terms.arg(term, 1));
        }
    }
    // One choice for each stranger: itself or an index.
    let mut choices: Vec<Vec<(TermId, TermId)>> = vec![Vec::new()];
    for stranger in strangers {
        let fitting: Vec<TermId> =
            indices.iter().copied().filter(|index| terms.sort(*index) == terms.sort(*stranger)).collect();
        let mut more = choices.clone();
        for index in fitting {
            for choice in &choices {
                if more.len() < MOST {
                    let mut choice = choice.clone();
                    choice.push((*stranger, index));
                    more.push(choice);
                }
            }
        }
        choices = more;
    }
    let mut found = Vec::new();
    let mut known: FxHashSet<TermId> = conjuncts.iter().copied().collect();
    for choice in choices.into_iter().skip(1) {
        let mut instance = Substitution::new(choice);
        for conjunct in conjuncts {
            let image = instance.apply(terms, *conjunct);
            if known.insert(image) && terms.as_bool(image) != Some(true) {
                found.push(image);
            }
        }
    }
    found
}
