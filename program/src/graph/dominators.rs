//! Immediate dominators by the algorithm of Lengauer and Tarjan (1979), with path compression.
//!
//! The usual iteration to a fixed point walks up the tree once for each predecessor, which takes
//! quadratic time where thousands of places lead to one block: the end of a program, an error, a loop's
//! head. This one takes time that is all but linear in the edges, whatever their shape.

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};

const NONE: usize = usize::MAX;

/// The immediate dominator of each node by its index; none for the root and for what cannot be reached.
pub(super) fn immediate_dominators(graph: &DiGraph<(), ()>, root: NodeIndex) -> Vec<Option<NodeIndex>> {
    let search = Search::from(graph, root);
    let count = search.nodes.len();
    let mut forest = Forest::new(count);
    let mut dominators = vec![0; count];
    // The nodes of each semidominator that wait for their dominators, as linked lists.
    let (mut first, mut next) = (vec![NONE; count], vec![NONE; count]);
    for number in (1..count).rev() {
        for predecessor in graph.neighbors_directed(search.nodes[number], Direction::Incoming) {
            let from = search.numbers[predecessor.index()];
            if from != NONE {
                let least = forest.least(from);
                forest.semi[number] = forest.semi[number].min(forest.semi[least]);
            }
        }
        let semi = forest.semi[number];
        next[number] = std::mem::replace(&mut first[semi], number);
        let parent = search.parents[number];
        forest.ancestors[number] = parent;
        let mut waiting = std::mem::replace(&mut first[parent], NONE);
        while waiting != NONE {
            let least = forest.least(waiting);
            dominators[waiting] = if forest.semi[least] < forest.semi[waiting] { least } else { parent };
            waiting = next[waiting];
        }
    }
    let mut found = vec![None; graph.node_count()];
    for number in 1..count {
        if dominators[number] != forest.semi[number] {
            dominators[number] = dominators[dominators[number]];
        }
        found[search.nodes[number].index()] = Some(search.nodes[dominators[number]]);
    }
    found
}

/// A depth-first search, which numbers nodes in the order it meets them.
struct Search {
    numbers: Vec<usize>,
    nodes: Vec<NodeIndex>,
    parents: Vec<usize>,
}

impl Search {
    fn from(graph: &DiGraph<(), ()>, root: NodeIndex) -> Self {
        let mut search = Search { numbers: vec![NONE; graph.node_count()], nodes: Vec::new(), parents: Vec::new() };
        // The last one put on the stack is visited next, so that its parent is the latest node that leads to it.
        let mut waiting = vec![(root, 0)];
        while let Some((node, parent)) = waiting.pop() {
            if search.numbers[node.index()] != NONE {
                continue;
            }
            let number = search.nodes.len();
            search.numbers[node.index()] = number;
            search.nodes.push(node);
            search.parents.push(parent);
            waiting.extend(graph.neighbors(node).map(|target| (target, number)));
        }
        search
    }
}

/// The part of the search's tree that has been looked at, with its paths compressed.
struct Forest {
    /// The semidominator of each node, as far as it is known.
    semi: Vec<usize>,
    /// The node with the least semidominator on the path that was compressed.
    labels: Vec<usize>,
    ancestors: Vec<usize>,
    path: Vec<usize>,
}

impl Forest {
    fn new(count: usize) -> Self {
        let numbers: Vec<usize> = (0..count).collect();
        Forest { semi: numbers.clone(), labels: numbers, ancestors: vec![NONE; count], path: Vec::new() }
    }

    /// The node with the least semidominator between a node and the root of its tree, which does not count.
    fn least(&mut self, node: usize) -> usize {
        let mut at = node;
        while self.ancestors[at] != NONE && self.ancestors[self.ancestors[at]] != NONE {
            self.path.push(at);
            at = self.ancestors[at];
        }
        while let Some(below) = self.path.pop() {
            let above = self.ancestors[below];
            if self.semi[self.labels[above]] < self.semi[self.labels[below]] {
                self.labels[below] = self.labels[above];
            }
            self.ancestors[below] = self.ancestors[above];
        }
        self.labels[node]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use petgraph::algo::dominators::simple_fast;

    fn graph(count: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> DiGraph<(), ()> {
        let mut graph = DiGraph::new();
        (0..count).for_each(|_| _ = graph.add_node(()));
        edges.into_iter().for_each(|(a, b)| _ = graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), ()));
        graph
    }

    #[test]
    fn random_graphs_have_the_dominators_of_the_usual_iteration() {
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        for round in 0..2000 {
            let count = 1 + round % 23;
            let edges: Vec<_> = (0..random(3 * count + 1)).map(|_| (random(count), random(count))).collect();
            let graph = graph(count, edges.iter().copied());
            let root = NodeIndex::new(0);
            let usual = simple_fast(&graph, root);
            let expected: Vec<_> = graph.node_indices().map(|node| usual.immediate_dominator(node)).collect();
            assert_eq!(immediate_dominators(&graph, root), expected, "{edges:?}");
        }
    }

    #[test]
    fn a_long_chain_from_which_all_lead_to_a_few_nodes() {
        let (length, ends) = (100_000, 3);
        let chain = (1..length).map(|node| (node - 1, node));
        let leave = (0..length).flat_map(|node| (0..ends).map(move |end| (node, length + end)));
        let found = immediate_dominators(&graph(length + ends, chain.chain(leave)), NodeIndex::new(0));
        assert_eq!(found[length - 1], Some(NodeIndex::new(length - 2)));
        assert_eq!(found[length..], vec![Some(NodeIndex::new(0)); ends]);
    }
}
