//! What came out of calls, as a function of what went in: `r = f(x)` wherever both are still there.
//!
//! This is the abstraction of calls by uninterpreted functions; what a function returns besides, its predicate says. No facts
//! suggest it: the equation is known where a call returns, and is carried on to wherever a clause passes all its parts to.

use euclase_logic::{FunctionId, HornClauses, Op, TermId, Terms};
use rustc_hash::FxHashSet;

/// How many equations there are for one predicate.
const MOST: usize = 24;

/// An equation: a function, what it is applied to, and what came out.
type Applied = (FunctionId, Vec<TermId>, TermId);

/// The candidates of each predicate.
pub(super) fn guess(terms: &mut Terms, clauses: &HornClauses) -> Vec<Vec<TermId>> {
    let mut known: Vec<Vec<Applied>> = vec![Vec::new(); clauses.predicates.len()];
    let mut seen: FxHashSet<(usize, Applied)> = FxHashSet::default();
    let mut changed = !clauses.functional.is_empty();
    while changed {
        changed = false;
        for clause in &clauses.clauses {
            let Some(head) = &clause.head else { continue };
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
                let at_body = known[atom.predicate].iter();
                here.extend(at_body.map(|(f, arguments, r)| (*f, arguments.iter().map(put_in).collect(), put_in(r))));
            }
            let parameters = &clauses.predicates[head.predicate].parameters;
            for (function, arguments, result) in here {
                let passed = |term: &TermId| match head.arguments.iter().position(|argument| argument == term) {
                    Some(position) => Some(parameters[position]),
                    None => terms.variables(&[*term]).is_empty().then_some(*term),
                };
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
    known.iter().map(|known| known.iter().map(&mut equation).collect()).collect()
}
