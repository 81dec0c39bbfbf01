//! Conditions and merged values where ways meet inside of a region.
//!
//! A node is reached from its immediate dominator under a *relative* condition, so that a join of
//! both arms of a branch has the condition true, and what is merged there asks for the branch
//! alone and not for all of the way. Between a join and its dominator, the relevant nodes are those
//! on the dominator tree between the two: a join takes its value from the last of them that control
//! goes through, so that among siblings the one that comes last is asked first, whether control
//! was there.

use crate::region::Region;
use euclase_logic::{TermId, Terms};
use rustc_hash::FxHashMap;

/// What is known about the nodes of a region that have been visited.
pub(crate) struct Conditions {
    /// For each node, the conditions of its successors.
    pub edges: Vec<Vec<TermId>>,
    /// For each node, under which condition it is reached from its immediate dominator.
    pub relative: Vec<TermId>,
    /// For each node, under which condition it is reached from the start, once it was asked for.
    absolute: Vec<Option<TermId>>,
    /// How many more nodes may be looked at for joins, so that all work is linear.
    budget: usize,
}

/// How values that meet in a node are told apart.
pub(crate) enum Gate {
    /// The nodes between the join and its dominator, later ones first, the dominator last.
    Tree(Vec<Fork>),
    /// The condition of each predecessor on its own, from the start of the region.
    Flat(Vec<TermId>),
}

/// A node from which a join can be reached.
pub(crate) struct Fork {
    node: usize,
    /// Which predecessor of the join it is.
    direct: Option<usize>,
    /// The nodes that it immediately dominates, by position, later ones first.
    children: Vec<usize>,
}

impl Conditions {
    /// Nothing has been visited yet. The work on joins is bounded by a multiple of the size.
    pub fn new(terms: &Terms, region: &Region, size: usize) -> Conditions {
        let count = region.nodes.len();
        Conditions {
            edges: vec![Vec::new(); count],
            relative: vec![terms.tt(); count],
            absolute: vec![None; count],
            budget: 4096 + 16 * size,
        }
    }

    /// The condition under which a visited node is reached from the start.
    pub fn absolute(&mut self, terms: &mut Terms, region: &Region, node: usize) -> TermId {
        let mut path = Vec::new();
        let mut at = node;
        while self.absolute[at].is_none() && at != 0 {
            path.push(at);
            at = region.dominators.parent(at);
        }
        let mut reached = self.absolute[at].unwrap_or(terms.tt());
        while let Some(below) = path.pop() {
            reached = terms.and(&[reached, self.relative[below]]);
            self.absolute[below] = Some(reached);
        }
        reached
    }

    /// Visits a node whose predecessors have all been visited: finds its condition, and how what
    /// meets there is told apart. The weight is how many values that will be.
    pub fn visit(&mut self, terms: &mut Terms, region: &Region, node: usize, weight: usize) -> Gate {
        let gate = self.gate(terms, region, node, weight);
        self.relative[node] = match &gate {
            Gate::Flat(conditions) => terms.or(conditions),
            Gate::Tree(forks) => self.relative_condition(terms, region, node, forks),
        };
        gate
    }

    fn gate(&mut self, terms: &mut Terms, region: &Region, node: usize, weight: usize) -> Gate {
        let top = region.dominators.parent(node);
        let predecessors = &region.nodes[node].predecessors;
        let mut between = Vec::new();
        let mut seen = FxHashMap::default();
        // One predecessor always has room.
        let room = (self.budget / (1 + weight)).max(2);
        for (from, _) in predecessors {
            let mut at = *from;
            while between.len() < room && seen.insert(at, 0).is_none() {
                between.push(at);
                if at == top {
                    break;
                }
                at = region.dominators.parent(at);
            }
        }
        self.budget = self.budget.saturating_sub(between.len() * (1 + weight));
        if between.len() >= room {
            let conditions = predecessors.iter().map(|(from, position)| {
                let reached = self.absolute(terms, region, *from);
                terms.and(&[reached, self.edges[*from][*position]])
            });
            return Gate::Flat(conditions.collect());
        }
        between.sort_unstable_by(|a, b| b.cmp(a));
        let mut forks: Vec<Fork> =
            between.iter().map(|node| Fork { node: *node, direct: None, children: Vec::new() }).collect();
        for (position, node) in between.iter().enumerate() {
            seen.insert(*node, position);
        }
        for (position, node) in between.iter().enumerate().filter(|(_, node)| **node != top) {
            forks[seen[&region.dominators.parent(*node)]].children.push(position);
        }
        for (number, (from, _)) in predecessors.iter().enumerate() {
            forks[seen[from]].direct = Some(number);
        }
        Gate::Tree(forks)
    }

    /// Under which condition the ways from the dominator lead to the node.
    fn relative_condition(&self, terms: &mut Terms, region: &Region, node: usize, forks: &[Fork]) -> TermId {
        if forks.last().is_none_or(|top| region.is_certain(node, top.node)) {
            return terms.tt();
        }
        let mut leads: Vec<TermId> = Vec::with_capacity(forks.len());
        for fork in forks {
            if region.is_certain(node, fork.node) {
                leads.push(terms.tt());
                continue;
            }
            let edge = |direct: usize| {
                let (from, position) = region.nodes[node].predecessors[direct];
                self.edges[from][position]
            };
            let mut ways: Vec<TermId> = fork.direct.map(edge).into_iter().collect();
            for child in fork.children.iter().rev() {
                ways.push(terms.and(&[self.relative[forks[*child].node], leads[*child]]));
            }
            leads.push(terms.or(&ways));
        }
        leads.last().copied().unwrap_or(terms.tt())
    }

    /// The value in a node of what has these values in its predecessors, when control is there.
    pub fn merge(&self, terms: &mut Terms, gate: &Gate, values: &[TermId]) -> Option<TermId> {
        let first = *values.first()?;
        if values.iter().all(|value| *value == first) {
            return Some(first);
        }
        match gate {
            Gate::Flat(conditions) => {
                let cases = conditions.iter().zip(values).rev();
                let fold = |merged: Option<TermId>, (condition, value): (&TermId, &TermId)| match merged {
                    None => Some(*value),
                    Some(other) => Some(terms.ite(*condition, *value, other)),
                };
                cases.fold(None, fold)
            }
            Gate::Tree(forks) => {
                let mut merged: Vec<Option<TermId>> = Vec::with_capacity(forks.len());
                for fork in forks {
                    let mut value = fork.direct.map(|direct| values[direct]);
                    for child in fork.children.iter().rev() {
                        let (condition, of_child) = (self.relative[forks[*child].node], merged[*child]);
                        value = match (value, of_child) {
                            (Some(value), Some(of_child)) => Some(terms.ite(condition, of_child, value)),
                            (value, of_child) => value.or(of_child),
                        };
                    }
                    merged.push(value);
                }
                merged.last().copied().flatten()
            }
        }
    }
}
