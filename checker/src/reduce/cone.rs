//! The cone of influence: the variables on which the property can depend.
//!
//! What a step must satisfy matters, and so do all variables in it. A variable outside may still be tied to one
//! inside by the initial condition; it can go only if some value of it always satisfies that.

use euclase_logic::{Op, TermId, Terms, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// A system without what the property does not depend on, and initial values for that.
pub struct Cone {
    /// What is left of the system.
    pub system: TransitionSystem,
    /// The state variables that went, each with the term that gives its initial value, or none if any value will
    /// do. A term may speak of variables that come earlier.
    pub dropped: Vec<(TermId, Option<TermId>)>,
}

/// Drops the state variables and inputs on which neither the property nor any step depends.
pub fn cone(terms: &mut Terms, system: &TransitionSystem) -> Cone {
    let mut roots = system.constraints.clone();
    roots.push(system.property);
    roots.extend(&system.locations);
    let mut influence =
        Influence { kept: FxHashSet::default(), reads: FxHashMap::default(), seen: FxHashSet::default() };
    for state in &system.states {
        influence.reads.insert(state.current, state.update);
        // Of a variable that the constraints determine, the next value is one of its own.
        influence.reads.insert(state.next, Some(state.current));
    }
    influence.reach(terms, roots);
    let init = terms.conjuncts(system.init);
    let (dropped, remaining) = loop {
        let out: Vec<TermId> =
            system.states.iter().map(|s| s.current).filter(|v| !influence.kept.contains(v)).collect();
        match solve_initially(terms, &init, &out) {
            Ok(solved) => break solved,
            Err(stuck) => influence.reach(terms, stuck),
        }
    };
    let mut smaller = system.clone();
    smaller.states.retain(|state| influence.kept.contains(&state.current));
    smaller.inputs.retain(|input| influence.kept.contains(input));
    smaller.init = terms.and(&remaining);
    Cone { system: smaller, dropped }
}

struct Influence {
    kept: FxHashSet<TermId>,
    /// What the value of a variable is computed from.
    reads: FxHashMap<TermId, Option<TermId>>,
    seen: FxHashSet<TermId>,
}

impl Influence {
    /// Keeps all that the terms depend on.
    fn reach(&mut self, terms: &Terms, mut roots: Vec<TermId>) {
        while !roots.is_empty() {
            let mut new = Vec::new();
            terms.postorder_into(&roots, &mut self.seen, &mut new);
            roots.clear();
            for variable in new.into_iter().filter(|term| terms.is_var(*term)) {
                self.kept.insert(variable);
                roots.extend(self.reads.get(&variable).copied().flatten());
            }
        }
    }
}

/// Variables with their initial values, and the conjuncts that do not speak of them.
type Solved = (Vec<(TermId, Option<TermId>)>, Vec<TermId>);

/// Takes away variables that no conjunct speaks of, and with a variable the only one that does if it says its value,
/// until all are gone. Those that cannot be taken away are the error.
fn solve_initially(terms: &Terms, init: &[TermId], out: &[TermId]) -> Result<Solved, Vec<TermId>> {
    let open: FxHashSet<TermId> = out.iter().copied().collect();
    let mut speaking: FxHashMap<TermId, FxHashSet<usize>> = FxHashMap::default();
    let mut about: Vec<Vec<TermId>> = Vec::new();
    for (number, conjunct) in init.iter().enumerate() {
        let variables = terms.variables(&[*conjunct]).into_iter().filter(|v| open.contains(v));
        about.push(variables.collect());
        for variable in &about[number] {
            speaking.entry(*variable).or_default().insert(number);
        }
    }
    let mut gone = FxHashSet::default();
    let mut removed = vec![false; init.len()];
    let mut dropped = Vec::new();
    let mut work: Vec<TermId> = out.iter().rev().copied().collect();
    while let Some(variable) = work.pop() {
        if gone.contains(&variable) {
            continue;
        }
        let conjuncts: Vec<usize> = speaking.get(&variable).into_iter().flatten().copied().collect();
        let value = match conjuncts[..] {
            [] => None,
            [only] => match definition(terms, init[only], variable) {
                Some(value) => {
                    removed[only] = true;
                    for other in &about[only] {
                        speaking.entry(*other).or_default().remove(&only);
                    }
                    work.extend(&about[only]);
                    Some(value)
                }
                None => continue,
            },
            _ => continue,
        };
        gone.insert(variable);
        dropped.push((variable, value));
    }
    let stuck: Vec<TermId> = out.iter().copied().filter(|variable| !gone.contains(variable)).collect();
    if !stuck.is_empty() {
        return Err(stuck);
    }
    // A value speaks of what was taken away later.
    dropped.reverse();
    let remaining = init.iter().zip(removed).filter(|(_, removed)| !removed).map(|(conjunct, _)| *conjunct);
    Ok((dropped, remaining.collect()))
}

/// The term that a conjunct says a variable equals.
fn definition(terms: &Terms, conjunct: TermId, variable: TermId) -> Option<TermId> {
    match (terms.op(conjunct), terms.args(conjunct)) {
        _ if conjunct == variable => Some(terms.tt()),
        (Op::Not, [atom]) if *atom == variable => Some(terms.ff()),
        (Op::Eq, [a, b]) => {
            let value = if *a == variable { *b } else { *a };
            let says = [a, b].contains(&&variable) && !terms.variables(&[value]).contains(&variable);
            says.then_some(value)
        }
        _ => None,
    }
}
