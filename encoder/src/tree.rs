//! Trees in which common ancestors are found in logarithmic time, for dominance in regions.

/// A tree over the numbers below a bound. Every node points to its parent and to an ancestor
/// further up, at distances that grow as in skew-binary numbers, so that climbing to any depth
/// takes a logarithmic number of steps.
pub(crate) struct Tree {
    parent: Vec<usize>,
    jump: Vec<usize>,
    depth: Vec<usize>,
}

impl Tree {
    /// A tree of the root alone, with room for the numbers below a bound.
    pub fn new(root: usize, bound: usize) -> Tree {
        Tree { parent: vec![root; bound], jump: vec![root; bound], depth: vec![0; bound] }
    }

    /// Puts a node below one that is in the tree.
    pub fn add(&mut self, node: usize, parent: usize) {
        self.parent[node] = parent;
        self.depth[node] = self.depth[parent] + 1;
        let (near, far) = (self.jump[parent], self.jump[self.jump[parent]]);
        let even = self.depth[parent] - self.depth[near] == self.depth[near] - self.depth[far];
        self.jump[node] = if even { far } else { parent };
    }

    /// The parent of a node; the root is its own.
    pub fn parent(&self, node: usize) -> usize {
        self.parent[node]
    }

    /// The ancestor of a node at a depth that is not below it.
    fn climb(&self, mut node: usize, depth: usize) -> usize {
        while self.depth[node] > depth {
            node = if self.depth[self.jump[node]] >= depth { self.jump[node] } else { self.parent[node] };
        }
        node
    }

    /// Whether the first node is the second or above it.
    pub fn is_above(&self, first: usize, second: usize) -> bool {
        self.depth[first] <= self.depth[second] && self.climb(second, self.depth[first]) == first
    }

    /// The lowest node above or equal to both.
    pub fn common(&self, first: usize, second: usize) -> usize {
        let depth = self.depth[first].min(self.depth[second]);
        let (mut a, mut b) = (self.climb(first, depth), self.climb(second, depth));
        while a != b {
            (a, b) = match self.jump[a] == self.jump[b] {
                true => (self.parent[a], self.parent[b]),
                false => (self.jump[a], self.jump[b]),
            };
        }
        a
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ancestors_are_those_of_walking_up() {
        // Node n hangs below a node that depends on n, deep chains among them.
        let parents: Vec<usize> =
            (0..300).map(|n: usize| if n % 7 == 3 { n / 2 } else { n.saturating_sub(1) }).collect();
        let mut tree = Tree::new(0, 300);
        (1..300).for_each(|node| tree.add(node, parents[node]));
        let above = |mut node: usize| {
            let mut path = vec![node];
            while node != 0 {
                node = parents[node];
                path.push(node);
            }
            path
        };
        for a in 0..300 {
            let up = above(a);
            for b in (0..300).step_by(7) {
                assert_eq!(tree.is_above(b, a), up.contains(&b));
                assert_eq!(Some(tree.common(a, b)), above(b).into_iter().find(|node| up.contains(node)));
            }
        }
    }
}
