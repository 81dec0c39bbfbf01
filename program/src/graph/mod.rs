//! Graphs of a program: control flow, dominance, post-dominance, loops, cut points, liveness, calls.

mod calls;
mod cfg;
mod cut_set;
mod dominators;
mod liveness;
mod loops;
mod post_dominance;
#[cfg(test)]
mod scale;
#[cfg(test)]
mod tests;

pub use calls::CallGraph;
pub use cfg::Cfg;
pub use cut_set::{CutKind, CutSet};
pub use liveness::Liveness;
pub use loops::Loop;
pub use post_dominance::PostDominance;
