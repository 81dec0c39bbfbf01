//! An e-graph: terms in classes of which equations say that they are equal, closed under congruence.
//!
//! Equal arguments make equal terms of the same operator, whatever the operator means, so what is read off the classes
//! follows from the equations in every theory. Classes only ever grow; nothing is rewritten in place.

use euclase_logic::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

/// A term with the numbers of its arguments.
struct Node {
    op: Op,
    args: Vec<usize>,
}

/// Terms by number, and the classes they are in.
pub struct EGraph {
    congruence: bool,
    numbers: FxHashMap<TermId, usize>,
    nodes: Vec<Node>,
    links: Vec<usize>,
    /// For the first of each class, the terms that have a member of it as an argument.
    users: Vec<Vec<usize>>,
    /// One term for each operator and classes of arguments.
    signatures: FxHashMap<(Op, Vec<usize>), usize>,
}

impl EGraph {
    /// The given terms with everything inside them, children first, each in its own class. Without congruence, classes are
    /// those of the equations alone.
    pub fn new(terms: &Terms, order: &[TermId], congruence: bool) -> Self {
        let mut graph = EGraph {
            congruence,
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            links: Vec::new(),
            users: Vec::new(),
            signatures: FxHashMap::default(),
        };
        for term in order {
            graph.add(terms, *term);
        }
        graph
    }

    fn add(&mut self, terms: &Terms, term: TermId) {
        let number = self.nodes.len();
        let args: Vec<usize> = terms.args(term).iter().filter_map(|a| self.numbers.get(a).copied()).collect();
        self.numbers.insert(term, number);
        self.links.push(number);
        self.users.push(Vec::new());
        for arg in &args {
            self.users[*arg].push(number);
        }
        let op = terms.op(term);
        if !args.is_empty() && args.len() == terms.args(term).len() {
            self.signatures.insert((op, args.clone()), number);
        }
        self.nodes.push(Node { op, args });
    }

    /// The number of a term that is here.
    pub fn number(&self, term: TermId) -> Option<usize> {
        self.numbers.get(&term).copied()
    }

    /// The first of the class that a term is in.
    pub fn class(&self, number: usize) -> usize {
        let mut at = number;
        while self.links[at] != at {
            at = self.links[at];
        }
        at
    }

    /// The terms that have a member of the class as an argument.
    pub fn users(&self, number: usize) -> &[usize] {
        &self.users[self.class(number)]
    }

    /// Two terms are equal, and what follows by congruence.
    pub fn merge(&mut self, a: usize, b: usize) {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.class(a), self.class(b));
            if a == b {
                continue;
            }
            // Those with fewer users move, so that a term's signature changes a logarithmic number of times.
            let (kept, moved) = if self.users[a].len() >= self.users[b].len() { (a, b) } else { (b, a) };
            self.links[moved] = kept;
            let users = std::mem::take(&mut self.users[moved]);
            for user in users.iter().filter(|_| self.congruence) {
                if let Some(signature) = self.signature(*user) {
                    let same = *self.signatures.entry(signature).or_insert(*user);
                    if self.class(same) != self.class(*user) {
                        pending.push((same, *user));
                    }
                }
            }
            self.users[kept].extend(users);
        }
    }

    fn signature(&self, number: usize) -> Option<(Op, Vec<usize>)> {
        let node = &self.nodes[number];
        (!node.args.is_empty()).then(|| (node.op, node.args.iter().map(|a| self.class(*a)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Answer, QueryKind, SolverFactory, Statistics, Theory};
    use euclase_logic::Sort;
    use proptest::prelude::*;

    fn same(graph: &EGraph, a: TermId, b: TermId) -> bool {
        let class = |t: TermId| graph.number(t).map(|n| graph.class(n));
        class(a) == class(b)
    }

    #[test]
    fn equal_arguments_make_equal_terms() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.var(name, Sort::BitVec(8)));
        let [mut f, mut g] = [terms.bv_mul(a, c), terms.bv_mul(b, c)];
        for _ in 0..3 {
            (f, g) = (terms.make(Op::BvUdiv, &[f, c]), terms.make(Op::BvUdiv, &[g, c]));
        }
        let order = terms.postorder(&[f, g]);
        for congruence in [true, false] {
            let mut graph = EGraph::new(&terms, &order, congruence);
            graph.merge(graph.number(a).unwrap(), graph.number(b).unwrap());
            assert_eq!(same(&graph, f, g), congruence);
            assert!(!same(&graph, a, c));
        }
    }

    /// A term over few words from a list of choices, with operators that rewriting leaves alone mostly.
    fn random_word(terms: &mut Terms, words: &[TermId], choices: &mut impl Iterator<Item = u8>, depth: u32) -> TermId {
        let choice = choices.next().unwrap_or(0) as usize;
        if depth == 0 || choice.is_multiple_of(4) {
            return words[choice / 4 % words.len()];
        }
        let (a, b) = (random_word(terms, words, choices, depth - 1), random_word(terms, words, choices, depth - 1));
        terms.make_raw(if choice.is_multiple_of(2) { Op::BvXor } else { Op::BvUrem }, &[a, b])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Two terms are in one class exactly if the equations imply that they are equal whatever operators mean.
        #[test]
        fn classes_are_what_equations_imply(choices in prop::collection::vec(any::<u8>(), 80)) {
            let mut terms = Terms::new();
            let words: Vec<TermId> = ["a", "b", "c", "d"].map(|name| terms.var(name, Sort::BitVec(8))).to_vec();
            let mut choices = choices.into_iter();
            let pairs: Vec<(TermId, TermId)> = (0..5).map(|_| {
                (random_word(&mut terms, &words, &mut choices, 2), random_word(&mut terms, &words, &mut choices, 2))
            }).collect();
            let roots: Vec<TermId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
            let order = terms.postorder(&roots);
            let mut graph = EGraph::new(&terms, &order, true);
            let mut solver = SolverFactory::new(Theory::Euf { abstract_arrays: true }, Statistics::default()).solver(0);
            for (a, b) in &pairs[..3] {
                graph.merge(graph.number(*a).unwrap(), graph.number(*b).unwrap());
                let equation = terms.make_raw(Op::Eq, &[*a, *b]);
                solver.assert(&terms, equation);
            }
            for (n, a) in order.iter().enumerate() {
                for b in &order[n + 1..] {
                    let equal = terms.make_raw(Op::Eq, &[*a, *b]);
                    let different = terms.make_raw(Op::Not, &[equal]);
                    let implied = solver.check(&terms, QueryKind::Bad, &[different]) == Answer::Unsat;
                    prop_assert_eq!(same(&graph, *a, *b), implied, "{} and {}", terms.sketch(*a), terms.sketch(*b));
                }
            }
        }
    }
}
