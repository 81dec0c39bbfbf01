//! Every rewriting rule keeps the value of the term.
//!
//! `trees` builds random well-sorted terms both raw and rewritten and compares their values;
//! `rules` has one named case a rule, so that each is known to fire, and `regressions` the bugs
//! that were found.

#![allow(clippy::unwrap_used)]

#[path = "rewriting/support.rs"]
mod support;

#[path = "rewriting/choices.rs"]
mod choices;
#[path = "rewriting/regressions.rs"]
mod regressions;
#[path = "rewriting/rules.rs"]
mod rules;
#[path = "rewriting/trees.rs"]
mod trees;
