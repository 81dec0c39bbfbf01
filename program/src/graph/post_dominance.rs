//! Post-dominance and control dependence: which branches decide whether a block is reached.

use super::cfg::Cfg;
use super::dominators::immediate_dominators;
use crate::function::Function;
use crate::id::BlockId;
use petgraph::graph::{DiGraph, NodeIndex};

/// The post-dominators of a function, and what its blocks depend on. Everything ends in one virtual
/// end; of a cycle that control cannot leave, one block is taken to be able to end.
#[derive(Clone, Debug)]
pub struct PostDominance {
    immediate: Vec<Option<BlockId>>,
    dependences: Vec<Vec<BlockId>>,
}

impl PostDominance {
    /// Looks at the blocks that can be reached. Besides those without successors, the blocks of a
    /// list may end: control need not come to the end of them.
    pub fn of(function: &Function, cfg: &Cfg, may_end: &[BlockId]) -> PostDominance {
        let count = function.blocks.len();
        let mut ends: Vec<bool> = vec![false; count];
        for id in cfg.reverse_postorder() {
            ends[id.index()] = cfg.successors(*id).next().is_none();
        }
        may_end.iter().for_each(|id| ends[id.index()] = true);
        end_endless_cycles(cfg, &mut ends);
        let end = NodeIndex::new(count);
        let mut reversed: DiGraph<(), ()> = DiGraph::with_capacity(count + 1, count * 2);
        (0..=count).for_each(|_| _ = reversed.add_node(()));
        for id in cfg.reverse_postorder() {
            let node = NodeIndex::new(id.index());
            cfg.successors(*id).for_each(|target| _ = reversed.add_edge(NodeIndex::new(target.index()), node, ()));
            if ends[id.index()] {
                reversed.add_edge(end, node, ());
            }
        }
        let tree = immediate_dominators(&reversed, end);
        let parent = |index: usize| tree[index].filter(|node| *node != end);
        let immediate: Vec<Option<BlockId>> =
            (0..count).map(|index| parent(index).map(|node| BlockId::new(node.index()))).collect();
        let mut dependences: Vec<Vec<BlockId>> = vec![Vec::new(); count];
        for id in cfg.reverse_postorder() {
            let ways = cfg.successors(*id).count() + usize::from(ends[id.index()]);
            if ways < 2 {
                continue;
            }
            for successor in cfg.successors(*id) {
                let mut at = Some(successor);
                while let Some(block) = at.filter(|_| at != immediate[id.index()]) {
                    let found = &mut dependences[block.index()];
                    if found.last() == Some(id) {
                        break;
                    }
                    found.push(*id);
                    at = immediate[block.index()];
                }
            }
        }
        PostDominance { immediate, dependences }
    }

    /// The nearest other block that every way from a block to the end goes through.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.index()]
    }

    /// The blocks whose ends decide whether a block is reached (and then reached again).
    pub fn dependences(&self, block: BlockId) -> &[BlockId] {
        &self.dependences[block.index()]
    }
}

/// Lets blocks end until the end can be reached from everywhere.
fn end_endless_cycles(cfg: &Cfg, ends: &mut [bool]) {
    let mut reaching = vec![false; ends.len()];
    let mut waiting: Vec<BlockId> = Vec::new();
    let known = cfg.reverse_postorder().iter().copied().filter(|id| ends[id.index()]).collect::<Vec<_>>();
    for id in known.into_iter().chain(cfg.reverse_postorder().iter().rev().copied()) {
        if reaching[id.index()] {
            continue;
        }
        ends[id.index()] = true;
        waiting.push(id);
        while let Some(block) = waiting.pop() {
            if !std::mem::replace(&mut reaching[block.index()], true) {
                waiting.extend(cfg.predecessors(block).filter(|from| cfg.is_reachable(*from)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;

    fn of(body: &str) -> (Program, Vec<String>) {
        let text = format!("program pointers 64\nfunction @f(%c: i1, %d: i1) -> void {{\n{body}\n}}");
        let program = Program::parse(&text).unwrap();
        let function = &program.functions[0];
        let post = PostDominance::of(function, &Cfg::of(function), &[]);
        let name = |id: BlockId| function.block(id).name.clone();
        let lines = function.block_ids().map(|id| {
            let next = post.immediate(id).map_or("end".into(), name);
            let dependences: Vec<String> = post.dependences(id).iter().map(|id| name(*id)).collect();
            format!("{} -> {next} [{}]", name(id), dependences.join(" "))
        });
        let lines = lines.collect();
        (program, lines)
    }

    #[test]
    fn a_loop_with_an_exit_in_the_middle() {
        let body = "e:\n  jump h\nh:\n  branch %c, b, x\nb:\n  branch %d, h, error\nerror:\n  error assert \"\"\n\
                    x:\n  exit";
        let expected = ["e -> h []", "h -> end [b]", "b -> end [h]", "error -> end [b]", "x -> end [h]"];
        assert_eq!(of(body).1, expected);
    }

    #[test]
    fn an_endless_loop_may_end() {
        let body = "e:\n  branch %c, l, x\nl:\n  branch %d, m, l2\nm:\n  jump l2\nl2:\n  jump l\nx:\n  return";
        let (_, found) = of(body);
        let expected = ["e -> end []", "l -> l2 [e l2]", "m -> l2 [l]", "l2 -> end [e l2]", "x -> end [e]"];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_irreducible_cycle() {
        let body = "e:\n  branch %c, a, b\na:\n  jump b\nb:\n  branch %d, a, x\nx:\n  return";
        assert_eq!(of(body).1, ["e -> b []", "a -> b [e b]", "b -> x [b]", "x -> end []"]);
    }
}
