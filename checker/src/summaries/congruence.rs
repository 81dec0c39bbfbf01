//! What came out of calls, as a function of what went in: `r = f(x)` wherever both are still there.
//!
//! This is the abstraction of calls by uninterpreted functions; what a function returns besides, its predicate says. No facts
//! suggest it: the equation is known where a call returns, and is carried on to wherever a clause passes all its parts to.
//! Where only what went in is passed on, the result may still be a part of what else is there ([`Graphs`](super::derived)).

use super::derived;
use euclase_logic::{FunctionId, HornClauses, Op, TermId, Terms};
use rustc_hash::FxHashSet;

/// How many equations there are for one predicate.
const MOST: usize = 24;

/// An equation: a function, what it is applied to, and what came out.
type Applied = (FunctionId, Vec<TermId>, TermId);

/// What came out of calls.
pub(super) struct Congruence {
    /// The candidates of each predicate.
    pub guessed: Vec<Vec<TermId>>,
    /// The functions whose arguments are parameters of each predicate.
    pub applied: Vec<Vec<derived::Applied>>,
}

/// Finds what came out of calls as a function of what went in.
pub(super) fn guess(terms: &mut Terms, clauses: &HornClauses) -> Congruence {
    let mut inputs: Vec<Vec<derived::Applied>> = vec![Vec::new(); clauses.predicates.len()];
    let mut known: Vec<Vec<Applied>> = vec![Vec::new(); clauses.predicates.len()];
    let mut seen: FxHashSet<(usize, Applied)> = FxHashSet::default();
    let mut changed = !clauses.functional.is_empty();
    while changed {
        changed = false;
        for clause in &clauses.clauses {
            let Some(head) = &clause.head else { continue };
            let mut inputs_here: Vec<derived::Applied> = Vec::new();
            let mut here: Vec<Applied> = clauses
                .applied(clause)
                .map(|(function, arguments, result)| (function, arguments.to_vec(), result))
                .collect();
            for atom in &clause.body {
                let parameters = &clauses.predicates[atom.predicate].parameters;
                let put_in = |term: &TermId| match parameters.iter().position(|parameter| parameter == term) {
                    Some(position) => atom.arguments[position],
                    None => *term,
                };
                let inputs = inputs[atom.predicate].iter();
                inputs_here.extend(inputs.map(|(f, arguments)| (*f, arguments.iter().map(put_in).collect())));
                let at_body = known[atom.predicate].iter();
                here.extend(at_body.map(|(f, arguments, r)| (*f, arguments.iter().map(put_in).collect(), put_in(r))));
            }
            let parameters = &clauses.predicates[head.predicate].parameters;
            let passed = |term: &TermId| match head.arguments.iter().position(|argument| argument == term) {
                Some(position) => Some(parameters[position]),
                None => terms.variables(&[*term]).is_empty().then_some(*term),
            };
            inputs_here.extend(here.iter().map(|(function, arguments, _)| (*function, arguments.clone())));
            for (function, arguments) in inputs_here {
                let arguments: Option<Vec<TermId>> = arguments.iter().map(passed).collect();
                let applied = arguments.map(|arguments| (function, arguments));
                let is_new = |applied: &derived::Applied| !inputs[head.predicate].contains(applied);
                if let Some(applied) = applied.filter(is_new)
                    && inputs[head.predicate].len() < MOST
                {
                    inputs[head.predicate].push(applied);
                    changed = true;
                }
            }
            for (function, arguments, result) in here {
                let arguments: Option<Vec<TermId>> = arguments.iter().map(passed).collect();
                let (Some(arguments), Some(result)) = (arguments, passed(&result)) else { continue };
                let equation = (function, arguments, result);
                if known[head.predicate].len() < MOST && seen.insert((head.predicate, equation.clone())) {
                    known[head.predicate].push(equation);
                    changed = true;
                }
            }
        }
    }
    let mut equation = |(function, arguments, result): &Applied| {
        let applied = terms.make(Op::Apply(*function), arguments);
        terms.eq(*result, applied)
    };
    let guessed = known.iter().map(|known| known.iter().map(&mut equation).collect()).collect();
    Congruence { guessed, applied: inputs }
}
