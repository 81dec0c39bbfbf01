//! Clusters: blocked cubes of one location that differ in constants only (Spacer dissertation
//! §2.3.1).
//!
//! A cube's pattern is what is left when the constants of its literals are taken out.

use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// Members of a cluster that are remembered; the oldest go first.
const MEMBERS: usize = 12;

/// Applications of a rule that a pattern has gas for.
const GAS: usize = 8;

/// A literal without its constants, and the constants.
type Shape = (TermId, Vec<TermId>);

/// Cubes of one pattern.
pub struct Cluster {
    /// For each cube its literals, in the order of the pattern.
    pub members: Vec<Vec<TermId>>,
    /// How often the rules may still be tried on it.
    pub gas: usize,
}

/// All clusters, by location and pattern.
#[derive(Default)]
pub struct Clusters {
    all: FxHashMap<(usize, Vec<TermId>), Cluster>,
}

impl Clusters {
    /// Adds a cube; its cluster. None if the cube has no constants, or was known.
    pub fn add(&mut self, terms: &mut Terms, location: usize, cube: &[TermId]) -> Option<&mut Cluster> {
        let mut shapes: Vec<(Shape, TermId)> = cube.iter().map(|l| (shape(terms, *l), *l)).collect();
        if shapes.iter().all(|((_, constants), _)| constants.is_empty()) {
            return None;
        }
        shapes.sort();
        let pattern = shapes.iter().map(|((skeleton, _), _)| *skeleton).collect();
        let literals: Vec<TermId> = shapes.into_iter().map(|(_, literal)| literal).collect();
        let cluster = self.all.entry((location, pattern)).or_insert_with(|| Cluster { members: Vec::new(), gas: GAS });
        if cluster.members.contains(&literals) {
            return None;
        }
        if cluster.members.len() == MEMBERS {
            cluster.members.remove(0);
        }
        cluster.members.push(literals);
        Some(cluster)
    }
}

/// Takes the bit-vector constants out of a literal.
fn shape(terms: &mut Terms, literal: TermId) -> Shape {
    let mut images: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut constants = Vec::new();
    for term in terms.postorder(&[literal]) {
        let sort = terms.sort(term);
        let image = if matches!(terms.op(term), Op::BitVecConst(_)) && sort != Sort::BitVec(1) {
            constants.push(term);
            // No symbol of SMT-LIB has a bar in it, so these names are ours.
            terms.var(&format!("hole|{}", constants.len()), sort)
        } else {
            let args: Vec<TermId> = terms.args(term).iter().map(|a| images[a]).collect();
            if args == terms.args(term) { term } else { terms.make_raw(terms.op(term), &args) }
        };
        images.insert(term, image);
    }
    (images[&literal], constants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_that_differ_in_constants_are_together() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::BitVec(8)));
        let mut clusters = Clusters::default();
        let mut sizes = Vec::new();
        for (a, b) in [(1, 7), (2, 9), (2, 9), (3, 8)] {
            let (a, b) = (terms.bv(8, a), terms.bv(8, b));
            let cube = [terms.bv_ult(y, b), terms.eq(x, a)];
            sizes.push(clusters.add(&mut terms, 0, &cube).map(|cluster| cluster.members.len()));
        }
        assert_eq!(sizes, [Some(1), Some(2), None, Some(3)]);
        let five = terms.bv(8, 5);
        for other in [terms.eq(y, five), terms.neq(x, five)] {
            let known = clusters.add(&mut terms, 0, &[other]).map(|cluster| cluster.members.len());
            assert_eq!(known, Some(1));
        }
        let same = terms.eq(x, y);
        assert!(clusters.add(&mut terms, 0, &[same]).is_none());
    }
}
