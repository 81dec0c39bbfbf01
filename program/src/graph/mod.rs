//! Graphs of a program: control flow, dominance, loops, cut points, liveness, calls.

mod calls;
mod cfg;
mod cut_set;
mod liveness;
mod loops;
#[cfg(test)]
mod scale;
#[cfg(test)]
mod tests;

pub use calls::CallGraph;
pub use cfg::Cfg;
pub use cut_set::{CutKind, CutSet};
pub use liveness::Liveness;
pub use loops::Loop;
