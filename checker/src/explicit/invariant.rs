//! A set of states as a formula: a decision diagram, written as terms.
//!
//! The states of a location are tuples. Going from the last variable to the first, prefixes that go on in
//! the same way become one node, so what tuples share is said once.

use super::classes::Copied;
use euclase_logic::{Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The formula that holds in exactly the given tuples of values of the variables; a value of a variable that inputs are
/// copied to stands for its class.
pub fn membership(
    terms: &mut Terms,
    variables: &[TermId],
    classes: &[Option<Copied>],
    mut tuples: Vec<Vec<u64>>,
) -> TermId {
    // Variables with few values first: what they decide is shared by more.
    let mut order: Vec<(usize, usize)> = (0..variables.len())
        .map(|v| {
            let mut values: Vec<u64> = tuples.iter().map(|t| t[v]).collect();
            values.sort_unstable();
            values.dedup();
            (values.len(), v)
        })
        .collect();
    order.sort_unstable();
    for tuple in &mut tuples {
        *tuple = order.iter().map(|(_, v)| tuple[*v]).collect();
    }
    tuples.sort_unstable();
    tuples.dedup();
    if tuples.is_empty() {
        return terms.ff();
    }
    // The node that each prefix of the current length leads to; prefixes are ranges of the sorted tuples.
    let mut nodes: Vec<TermId> = vec![terms.tt(); tuples.len()];
    let mut starts: Vec<usize> = (0..tuples.len()).collect();
    for (level, (_, variable)) in order.iter().enumerate().rev() {
        let (variable, class) = (variables[*variable], &classes[*variable]);
        let mut shared: FxHashMap<Vec<(u64, TermId)>, TermId> = FxHashMap::default();
        let (mut shorter, mut shorter_nodes) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < starts.len() {
            let first = starts[at];
            let mut cases = Vec::new();
            while at < starts.len() && tuples[starts[at]][..level] == tuples[first][..level] {
                cases.push((tuples[starts[at]][level], nodes[at]));
                at += 1;
            }
            let node = match shared.get(&cases) {
                Some(node) => *node,
                None => {
                    let node = decide(terms, variable, class.as_ref(), &cases);
                    shared.insert(cases, node);
                    node
                }
            };
            shorter.push(first);
            shorter_nodes.push(node);
        }
        (starts, nodes) = (shorter, shorter_nodes);
    }
    nodes[0]
}

/// That the variable has one of the values, and what must hold with it does.
fn decide(terms: &mut Terms, variable: TermId, class: Option<&Copied>, cases: &[(u64, TermId)]) -> TermId {
    let mut by_rest: BTreeMap<TermId, Vec<TermId>> = BTreeMap::new();
    for (value, rest) in cases {
        let has = match (class, terms.sort(variable)) {
            (Some(class), _) => class.condition(terms, variable, *value),
            (None, Sort::Bool) if *value == 1 => variable,
            (None, Sort::Bool) => terms.not(variable),
            _ => {
                let value = terms.bv(terms.width(variable), *value);
                terms.eq(variable, value)
            }
        };
        by_rest.entry(*rest).or_default().push(has);
    }
    let mut ways = Vec::with_capacity(by_rest.len());
    for (rest, values) in by_rest {
        let values = terms.or(&values);
        ways.push(terms.and(&[values, rest]));
    }
    terms.or(&ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::{Assignment, BitVecValue, Evaluator, Value};

    #[test]
    fn exactly_the_tuples_satisfy_the_formula() {
        let mut terms = Terms::new();
        let variables = [terms.var("x", Sort::BitVec(2)), terms.var("b", Sort::Bool), terms.var("y", Sort::BitVec(2))];
        let tuples = vec![vec![0, 1, 3], vec![0, 0, 3], vec![2, 1, 1], vec![2, 1, 3], vec![3, 0, 0], vec![3, 0, 0]];
        let formula = membership(&mut terms, &variables, &[None, None, None], tuples.clone());
        for x in 0..4 {
            for b in 0..2 {
                for y in 0..4 {
                    let mut assignment = Assignment::default();
                    assignment.set(variables[0], Value::BitVec(BitVecValue::new(2, x)));
                    assignment.set(variables[1], Value::Bool(b == 1));
                    assignment.set(variables[2], Value::BitVec(BitVecValue::new(2, y)));
                    let holds = Evaluator::new(&terms, &assignment).holds(formula).unwrap();
                    assert_eq!(holds, tuples.contains(&vec![x, b, y]), "{x} {b} {y}");
                }
            }
        }
    }

    #[test]
    fn no_tuple_is_false_and_no_variable_is_true() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::BitVec(2));
        assert_eq!(membership(&mut terms, &[x], &[None], Vec::new()), terms.ff());
        assert_eq!(membership(&mut terms, &[], &[], vec![Vec::new()]), terms.tt());
    }
}
