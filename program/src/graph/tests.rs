use super::{CallGraph, Cfg, CutKind, CutSet, Liveness};
use crate::{BlockId, Function, FunctionId, Program};
use proptest::prelude::*;

/// A function whose control flow is given as `block: successors`, the last column first.
fn function(edges: &str) -> Function {
    let mut text = String::from("program pointers 64\nfunction @f(%c: i1, %n: i32) -> void {\n");
    for line in edges.split(';') {
        let (block, successors) = line.trim().split_once(':').unwrap();
        let successors: Vec<&str> = successors.split_whitespace().collect();
        text += &format!("{block}:\n  ");
        text += &match successors.as_slice() {
            [] => "return\n".to_string(),
            [one] => format!("jump {one}\n"),
            [then, otherwise] => format!("branch %c, {then}, {otherwise}\n"),
            [default, cases @ ..] => {
                let cases: Vec<String> = cases.iter().enumerate().map(|(n, case)| format!("{n}: {case}")).collect();
                format!("switch i32 %n [{}], {default}\n", cases.join(", "))
            }
        };
    }
    Program::parse(&(text + "}")).unwrap().functions.remove(0)
}

fn names(function: &Function, blocks: &[BlockId]) -> String {
    blocks.iter().map(|block| function.block(*block).name.as_str()).collect::<Vec<_>>().join(" ")
}

fn loop_cuts(edges: &str) -> String {
    let function = function(edges);
    let cuts = CutSet::of(&function, &Cfg::of(&function), &[]);
    let loops: Vec<BlockId> =
        cuts.points().iter().copied().filter(|id| cuts.kind(*id) == Some(CutKind::Loop)).collect();
    names(&function, &loops)
}

#[test]
fn dominators_and_orders() {
    let function = function("s: a b; a: j; b: j; j: e l; l: j; e: ; dead: e");
    let cfg = Cfg::of(&function);
    let [s, a, b, j, e, l, dead] = [0, 1, 2, 3, 5, 4, 6].map(BlockId::new);
    assert_eq!(names(&function, cfg.reverse_postorder()).split(' ').next(), Some("s"));
    assert_eq!(cfg.reverse_postorder().len(), 6);
    assert!(!cfg.is_reachable(dead));
    assert_eq!(cfg.immediate_dominator(j), Some(s));
    assert_eq!(cfg.immediate_dominator(s), None);
    assert!(cfg.dominates(s, l) && cfg.dominates(j, l) && cfg.dominates(j, e) && cfg.dominates(j, j));
    assert!(!cfg.dominates(a, j) && !cfg.dominates(l, e) && !cfg.dominates(a, b));
    assert_eq!(cfg.successors(s).collect::<Vec<_>>(), [a, b]);
    assert_eq!(cfg.predecessors(j).collect::<Vec<_>>(), [a, b, l]);
    assert!(cfg.is_reducible());
    assert_eq!(cfg.reaching(&[l]), [true, true, true, true, true, false, false]);
}

#[test]
fn loops_outer_before_inner() {
    let function = function("s: o; o: i x; i: b p; b: i; p: o; x:");
    let cfg = Cfg::of(&function);
    let loops = cfg.loops();
    assert_eq!(loops.len(), 2);
    assert_eq!(
        (names(&function, &[loops[0].head]), names(&function, &loops[0].blocks)),
        ("o".into(), "o i b p".into())
    );
    assert_eq!((names(&function, &[loops[1].head]), names(&function, &loops[1].blocks)), ("i".into(), "i b".into()));
    assert_eq!(cfg.cyclic_components().len(), 1);
}

#[test]
fn cut_points_are_few() {
    assert_eq!(loop_cuts("s: l; l: b x; b: l; x:"), "l");
    // Every way around the outer loop passes the inner head.
    assert_eq!(loop_cuts("s: o; o: i x; i: b p; b: i; p: o; x:"), "i");
    // Here one does not.
    assert_eq!(loop_cuts("s: o; o: i p x; i: b p; b: i; p: o; x:"), "o i");
    // Two loops one after the other.
    assert_eq!(loop_cuts("s: a; a: a b; b: b x; x:"), "a b");
    // A cycle that can be entered at two blocks.
    assert_eq!(loop_cuts("s: a b; a: b x; b: a; x:").split(' ').count(), 1);
    assert_eq!(loop_cuts("s: a b; a: b; b: x; x:"), "");
}

#[test]
fn irreducible_graphs_are_told() {
    assert!(!Cfg::of(&function("s: a b; a: b x; b: a; x:")).is_reducible());
    assert!(Cfg::of(&function("s: o; o: i x; i: b p; b: i; p: o; x:")).is_reducible());
}

#[test]
fn regions_between_cut_points() {
    let function = function("s: a b; a: l; b: l; l: c x; c: d e; d: l; e: l; x:");
    let cfg = Cfg::of(&function);
    let cuts = CutSet::of(&function, &cfg, &[]);
    assert_eq!(names(&function, cuts.points()), "s l x");
    let (blocks, ends) = cuts.region(&cfg, BlockId::new(3));
    assert!(["l c d e", "l c e d"].contains(&names(&function, &blocks).as_str()));
    assert_eq!(names(&function, &ends), "l x");
}

#[test]
fn live_values() {
    let text = "program pointers 64
variable ?0 = \"x\" \"int\" signed
function @f(%n: i32, %unused: i32) -> i32 {
entry:
  %a = add i32 %n, 1
  %b = add i32 %n, 2
  jump loop
loop:
  %i = phi i32 [%b, entry], [%next, body]
  variable ?0 = i32 %b
  %more = slt i32 %i, %n
  branch %more, body, done
body:
  %next = add i32 %i, %a
  jump loop
done:
  return i32 %i
}";
    let program = Program::parse(text).unwrap();
    let function = &program.functions[0];
    let cfg = Cfg::of(function);
    let live = |liveness: &Liveness, block: usize| {
        let values = liveness.at_entry(BlockId::new(block)).iter();
        let mut names: Vec<String> = values.map(|value| function.value(*value).name.clone().unwrap()).collect();
        names.sort();
        names.join(" ")
    };
    let all = Liveness::of(function, &cfg);
    assert_eq!([0, 1, 2, 3].map(|block| live(&all, block)), ["", "a n", "a i n", "i"]);
    let at_the_end = Liveness::of_values_alive_at(function, &cfg, &[BlockId::new(3)]);
    assert_eq!([0, 1, 2, 3].map(|block| live(&at_the_end, block)), ["", "", "i", "i"]);
}

#[test]
fn calls() {
    let text = "program pointers 64
layout $0 = ptr size 8 align 8
global @table $0 = { 0: ptr @taken }
declare @outside() -> void
function @main() -> void {
entry:
  call void @even()
  exit
}
function @even() -> void {
entry:
  call void @odd()
  return
}
function @odd() -> void {
entry:
  call void @even()
  %p = load ptr, @table
  call void *%p()
  return
}
function @taken() -> void {
entry:
  return
}
function @alone() -> void {
entry:
  call void @taken()
  return
}";
    let program = Program::parse(text).unwrap();
    let graph = CallGraph::of(&program);
    let id = |name: &str| program.function_named(name).unwrap();
    let recursive: Vec<bool> = program.function_ids().map(|id| graph.is_recursive(id)).collect();
    assert_eq!(recursive, [false, false, true, true, false, false]);
    assert_eq!(graph.callees(id("odd")), [id("even"), id("taken")]);
    assert_eq!(graph.reachable_from(id("main")), [false, true, true, true, true, false]);
    let place = |name: &str| graph.bottom_up().iter().position(|other| *other == id(name));
    assert!(place("taken") < place("odd") && place("even") < place("main"));
    assert_eq!(graph.bottom_up().len(), 6);
    assert!(graph.is_address_taken(FunctionId::new(4)) && !graph.is_address_taken(id("main")));
}

/// The sizes of all regions together, the blocks where executions end included.
fn regions(cfg: &Cfg, cuts: &CutSet) -> usize {
    let starts = cuts.points().iter().filter(|point| cuts.kind(**point) != Some(CutKind::End));
    let size = |start: &BlockId| {
        let (blocks, ends) = cuts.region(cfg, *start);
        blocks.len() + ends.iter().filter(|end| cuts.kind(**end) == Some(CutKind::End)).count()
    };
    starts.map(size).sum()
}

#[test]
fn what_many_steps_share_is_cut() {
    // Each of twenty loops can go on in each part of a tail of twenty blocks.
    let loops: Vec<String> = (0..20).map(|i| format!("l{i}: l{i} t{i} l{}", i + 1)).collect();
    let tail: Vec<String> = (0..20).map(|i| format!("t{i}: t{}", i + 1)).collect();
    let edges = format!("s: l0; {}; l20: t0; {}; t20:", loops.join("; "), tail.join("; "));
    let function = function(&edges);
    let cfg = Cfg::of(&function);
    let cuts = CutSet::of(&function, &cfg, &[]);
    assert!(regions(&cfg, &cuts) > 5 * function.blocks.len());
    let merged = cuts.clone().merged(&function, &cfg, 3);
    // The limit is on commands and edges, of which the loops have more than the tail.
    assert!(regions(&cfg, &merged) <= 4 * function.blocks.len());
    let added = merged.points().iter().filter(|point| merged.kind(**point) == Some(CutKind::Merge)).count();
    assert_eq!(merged.points().len(), cuts.points().len() + added);
    assert!((1..10).contains(&added), "{added}");
    // What is small enough stays as it is.
    assert_eq!(cuts.clone().merged(&function, &cfg, 20), cuts);
}

/// Whether the reachable blocks without the cut points have no cycle, checked by removing blocks
/// without predecessors until none is left.
fn cuts_all_cycles(cfg: &Cfg, kept: &dyn Fn(BlockId) -> bool) -> bool {
    let mut left: Vec<BlockId> = cfg.reverse_postorder().iter().copied().filter(|id| kept(*id)).collect();
    loop {
        let before = left.len();
        let current = left.clone();
        left.retain(|id| cfg.predecessors(*id).any(|from| current.contains(&from)));
        if left.len() == before {
            return left.is_empty();
        }
    }
}

proptest! {
    #[test]
    fn random_graphs(edges in proptest::collection::vec(proptest::collection::vec(1usize..12, 0..4), 12)) {
        let lines: Vec<String> = edges.iter().enumerate().map(|(block, targets)| {
            let targets: Vec<String> = targets.iter().map(|target| format!("b{target}")).collect();
            format!("b{block}: {}", targets.join(" "))
        }).collect();
        let function = function(&lines.join(";"));
        let cfg = Cfg::of(&function);
        let cuts = CutSet::of(&function, &cfg, &[]);
        prop_assert!(cuts_all_cycles(&cfg, &|id| !cuts.contains(id)));
        for point in cuts.points().iter().filter(|point| cuts.kind(**point) == Some(CutKind::Loop)) {
            prop_assert!(!cuts_all_cycles(&cfg, &|id| !cuts.contains(id) || id == *point), "{:?} is needless", point);
        }
        // With a factor of one, every block is in one region.
        prop_assert_eq!(regions(&cfg, &cuts.clone().merged(&function, &cfg, 1)), cfg.reverse_postorder().len());
        let order = cuts.order(&cfg);
        prop_assert_eq!(order.len(), cfg.reverse_postorder().len());
        let place = |id: BlockId| order.iter().position(|other| *other == id).unwrap();
        for from in &order {
            for to in cfg.successors(*from).filter(|to| !cuts.contains(*to)) {
                prop_assert!(place(*from) < place(to));
            }
        }
        // Dominance is: without the dominator, the other cannot be reached.
        for first in function.block_ids() {
            let mut without = function.clone();
            without.block_mut(first).terminator = crate::Terminator::Unreachable;
            let reached = Cfg::of(&without);
            for second in function.block_ids().filter(|id| cfg.is_reachable(*id) && cfg.is_reachable(first)) {
                prop_assert_eq!(cfg.dominates(first, second), first == second || !reached.is_reachable(second));
            }
        }
    }
}

/// Values that are alive at a loop head are alive at the same blocks, whether all are looked at or only some.
#[test]
fn what_is_alive_at_cut_points_is_so_in_both_ways() {
    for seed in 0..300 {
        let program = crate::random::random_program(seed);
        for function in program.functions.iter().filter(|function| !function.is_declaration()) {
            let cfg = Cfg::of(function);
            let points = CutSet::of(function, &cfg, &[]).points().to_vec();
            let (all, some) = (Liveness::of(function, &cfg), Liveness::of_values_alive_at(function, &cfg, &points));
            for block in function.block_ids() {
                let kept = |value: &&crate::ValueId| points.iter().any(|point| all.is_live(**value, *point));
                let expected: Vec<_> = all.at_entry(block).iter().filter(kept).collect();
                assert_eq!(some.at_entry(block).iter().collect::<Vec<_>>(), expected, "seed {seed}");
            }
        }
    }
}
