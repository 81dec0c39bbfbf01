//! Lemmas about products that the check of a proof finds for itself.
//!
//! That a step keeps `s = (a + 1) * (a + 1)` is a matter of multiplying out, at which a bit-vector solver fails. A proof
//! that was found with the help of such a solver need not come with lemmas that say why. So where an obligation
//! with uninterpreted operators has a model, the literals that make it one are looked at: what polynomials, or orders,
//! know about them becomes a lemma, which is shown to be valid like all others. Until it has been, nothing rests on it.

use crate::answer::Invariant;
use crate::ic3::justify::justify;
use crate::ic3::order;
use crate::ic3::vocabulary::Vocabulary;
use crate::ring;
use crate::solver::{Solver, Theory};
use euclase_logic::{Op, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Models that may be looked at.
const MODELS: usize = 400;

/// The lemmas found so far.
#[derive(Default)]
pub struct Lessons {
    lemmas: Vec<TermId>,
    known: FxHashSet<TermId>,
    vocabulary: Option<Vocabulary>,
    models: usize,
    multiplies: Option<bool>,
}

impl Lessons {
    /// All of them.
    pub fn lemmas(&self) -> &[TermId] {
        &self.lemmas
    }

    /// A context with the lemmas, where operators are not interpreted.
    pub fn with(&self, context: &Rc<[TermId]>, theory: Theory) -> Rc<[TermId]> {
        if self.lemmas.is_empty() || theory == Theory::Concrete {
            return context.clone();
        }
        context.iter().chain(&self.lemmas).copied().collect()
    }

    /// Rules out the model that the solver has just found; false if no lemma does.
    pub fn learn(
        &mut self,
        terms: &mut Terms,
        system: &TransitionSystem,
        invariant: &Invariant,
        solver: &mut Solver,
        context: &[TermId],
        goal: TermId,
    ) -> bool {
        if !*self.multiplies.get_or_insert_with(|| multiplies(terms, system, invariant)) || self.models >= MODELS {
            return false;
        }
        self.models += 1;
        let Some(mut model) = solver.euf_model() else { return false };
        let vocabulary = self.vocabulary.get_or_insert_with(|| Vocabulary::new(terms, system, &[]));
        let formulas: Vec<TermId> = context.iter().copied().chain([goal]).collect();
        let implicant = justify(terms, &mut model, vocabulary, &formulas);
        let mut lemmas = implicant.folded;
        if lemmas.is_empty() {
            let mut cores = ring::conflicts(terms, &implicant.whole);
            if cores.is_empty() {
                cores = order::conflicts(terms, &implicant.whole);
            }
            // Rewriting may know it already, but the solver must be told in the terms that it has.
            for core in cores {
                let together = if let [only] = core[..] { only } else { terms.make_raw(Op::And, &core) };
                lemmas.push(terms.make_raw(Op::Not, &[together]));
            }
        }
        lemmas.retain(|lemma| self.known.insert(*lemma));
        lemmas.iter().for_each(|lemma| solver.assert(terms, *lemma));
        self.lemmas.extend(&lemmas);
        !lemmas.is_empty()
    }
}

/// Whether unknowns are multiplied with each other somewhere: elsewhere bit-vector solvers do well.
fn multiplies(terms: &Terms, system: &TransitionSystem, invariant: &Invariant) -> bool {
    let mut roots = vec![system.init, system.property, invariant.formula];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|s| s.update));
    let product = |t: &TermId| terms.op(*t) == Op::BvMul && terms.args(*t).iter().all(|a| !terms.is_constant(*a));
    terms.postorder(&roots).iter().any(product)
}
