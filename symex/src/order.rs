//! The order in which blocks are executed, so that paths wait for each other where they meet.
//!
//! A weak topological order (Bourdoncle 1993, "Efficient chaotic iteration strategies with widenings", §3): strongly connected
//! components nest, each has a head, and without the edges to heads there is no cycle. Where a state is, is a sequence of
//! numbers: for each component around its block the component's place and how often its head was passed, then the block's
//! place. Every edge leads to a greater sequence. So if the least state is always executed first, no state can still come to
//! where that one is, and states that meet are merged. Blocks of a component stand together, so that what leaves a loop waits
//! until the loop has ended.

use euclase_program::{BlockId, Cfg, Function};

/// Where a block stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// Its position among all blocks.
    pub position: u32,
    /// The components around it, the outermost first, by the positions of their heads. A head is in its own component.
    pub components: Vec<u32>,
}

/// The order of the blocks of a function, by the index of the block.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    places: Vec<Place>,
}

enum Task {
    Place(BlockId, Vec<u32>),
    /// Blocks that are to be ordered, inside of components.
    Region(Vec<BlockId>, Vec<u32>),
    /// The same, inside of one more component: that of the block placed last.
    Body(Vec<BlockId>, Vec<u32>),
}

impl Order {
    pub fn of(function: &Function) -> Order {
        let cfg = Cfg::of(function);
        let mut places = vec![Place::default(); function.blocks.len()];
        let mut next = 0;
        let mut tasks = vec![Task::Region(cfg.reverse_postorder().to_vec(), Vec::new())];
        let mut last = 0;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Place(block, components) => {
                    places[block.index()] = Place { position: next, components };
                    last = next;
                    next += 1;
                }
                Task::Body(blocks, mut components) => {
                    components.push(last);
                    tasks.push(Task::Region(blocks, components));
                }
                // The last component that is found is the first in the order, and comes off the stack first.
                Task::Region(blocks, components) => {
                    for component in strong_components(&cfg, &blocks) {
                        order_component(&cfg, component, &components, &mut tasks);
                    }
                }
            }
        }
        // A head stands in its own component.
        let heads: rustc_hash::FxHashSet<u32> =
            places.iter().flat_map(|place| place.components.last().copied()).collect();
        for id in cfg.reverse_postorder() {
            let is_looping = cfg.successors(*id).any(|to| to == *id);
            let place = &mut places[id.index()];
            let is_head = is_looping || heads.contains(&place.position);
            if is_head && place.components.last() != Some(&place.position) {
                place.components.push(place.position);
            }
        }
        Order { places }
    }

    pub fn place(&self, block: BlockId) -> &Place {
        &self.places[block.index()]
    }

    /// How often the heads around a block were passed, when control goes from one block to another. Tells whether that passed a
    /// head again.
    pub fn pass(&self, from: BlockId, to: BlockId, passed: &mut Vec<u32>) -> bool {
        let (from, to) = (self.place(from), self.place(to));
        let common = from.components.iter().zip(&to.components).take_while(|(a, b)| a == b).count();
        passed.truncate(common);
        let is_again = common == to.components.len() && to.components.last() == Some(&to.position);
        if is_again && let Some(last) = passed.last_mut() {
            *last += 1;
        }
        passed.resize(to.components.len(), 0);
        is_again
    }

    /// Whether an edge leaves a component.
    pub fn leaves(&self, from: BlockId, to: BlockId) -> bool {
        let (from, to) = (self.place(from), self.place(to));
        from.components.iter().zip(&to.components).take_while(|(a, b)| a == b).count() < from.components.len()
    }
}

fn order_component(cfg: &Cfg, mut component: Vec<BlockId>, components: &[u32], tasks: &mut Vec<Task>) {
    let position = |block: &BlockId| cfg.position(*block).unwrap_or(usize::MAX);
    component.sort_by_key(position);
    let head = component.remove(0);
    if !component.is_empty() {
        tasks.push(Task::Body(component, components.to_vec()));
    }
    tasks.push(Task::Place(head, components.to_vec()));
}

/// The strongly connected components of a part of the graph, each before those that lead to it (Tarjan 1972, with a stack of its
/// own).
fn strong_components(cfg: &Cfg, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
    const UNSEEN: u32 = u32::MAX;
    let mut index: rustc_hash::FxHashMap<BlockId, u32> = blocks.iter().map(|block| (*block, UNSEEN)).collect();
    let mut low: rustc_hash::FxHashMap<BlockId, u32> = Default::default();
    let mut done: rustc_hash::FxHashSet<BlockId> = Default::default();
    let (mut open, mut components, mut counter) = (Vec::new(), Vec::new(), 0);
    for start in blocks {
        if index.get(start) != Some(&UNSEEN) {
            continue;
        }
        let mut calls: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
        let mut entering = Some(*start);
        loop {
            if let Some(block) = entering.take() {
                index.insert(block, counter);
                low.insert(block, counter);
                counter += 1;
                open.push(block);
                let successors = cfg.successors(block).filter(|to| index.contains_key(to)).collect();
                calls.push((block, successors));
            }
            let Some((block, successors)) = calls.last_mut() else { break };
            let block = *block;
            match successors.pop() {
                Some(to) if index.get(&to) == Some(&UNSEEN) => entering = Some(to),
                Some(to) if !done.contains(&to) => {
                    let reached = index[&to].min(low[&block]);
                    low.insert(block, reached);
                }
                Some(_) => {}
                None => {
                    calls.pop();
                    if let Some((caller, _)) = calls.last() {
                        let reached = low[&block].min(low[caller]);
                        low.insert(*caller, reached);
                    }
                    if low[&block] == index[&block] {
                        let mut component = Vec::new();
                        while let Some(member) = open.pop() {
                            done.insert(member);
                            component.push(member);
                            if member == block {
                                break;
                            }
                        }
                        components.push(component);
                    }
                }
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_program::Program;

    fn order(body: &str) -> Vec<(String, u32, Vec<u32>)> {
        let text = format!("program pointers 64\nfunction @f(%c: i1, %d: i1) -> void {{\n{body}\n}}");
        let program = Program::parse(&text).unwrap();
        let function = &program.functions[0];
        let order = Order::of(function);
        let of = |id: BlockId| {
            let place = order.place(id);
            (function.block(id).name.clone(), place.position, place.components.clone())
        };
        let mut all: Vec<_> = function.block_ids().map(of).collect();
        all.sort_by_key(|(_, position, _)| *position);
        all
    }

    #[test]
    fn what_leaves_a_loop_comes_after_it() {
        let body = "e:\n  jump h\nx:\n  return\nh:\n  branch %c, x, b\nb:\n  branch %d, i, h\ni:\n  branch %c, i, h";
        let expected = [("e", 0, vec![]), ("h", 1, vec![1]), ("b", 2, vec![1]), ("i", 3, vec![1, 3]), ("x", 4, vec![])];
        assert_eq!(order(body), expected.map(|(name, position, components)| (name.into(), position, components)));
    }

    #[test]
    fn every_edge_leads_on() {
        let body = "e:\n  branch %c, a, b\na:\n  branch %d, b, x\nb:\n  branch %d, a, x\nx:\n  return";
        let text = format!("program pointers 64\nfunction @f(%c: i1, %d: i1) -> void {{\n{body}\n}}");
        let program = Program::parse(&text).unwrap();
        let function = &program.functions[0];
        let order = Order::of(function);
        let key = |block: BlockId, passed: &[u32]| {
            let place = order.place(block);
            let mut key: Vec<u32> =
                place.components.iter().zip(passed).flat_map(|(component, passed)| [*component, *passed]).collect();
            key.push(place.position);
            key
        };
        for from in function.block_ids() {
            for to in function.block(from).terminator.successors() {
                let mut passed = vec![7; order.place(from).components.len()];
                let before = key(from, &passed);
                order.pass(from, to, &mut passed);
                assert!(before < key(to, &passed), "{before:?} {:?}", key(to, &passed));
            }
        }
    }
}
