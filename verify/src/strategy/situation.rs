//! The situation in which the strategy decides, and the steps that its rules are made of.
//!
//! A rule is written as if it waited: `let node = now.wait_for(task, …)?`. Where the node has not ended yet, the question mark
//! leaves the rule with what it [`Wants`] meanwhile. After the next event the rule is run again from its start and gets one
//! step further. So rules read in the order in which things happen, keep no state, and need no threads.

use super::node::{How, Lane, Node, NodeId, NodeSpec, Notice, System, Task};
use crate::worker::protocol::{Message, PreparedSummary};
use euclase_result::GaveUp;
use std::time::Duration;

/// All that a decision depends on, besides the goal.
#[derive(Clone, Copy)]
pub struct Situation<'n> {
    /// The time since the run began.
    pub now: Duration,
    /// All nodes that were started.
    pub nodes: &'n [Node],
    /// Whether the rest is to be left: rules come to their end with what they have.
    pub interrupted: bool,
}

/// What a rule comes to: a result, or what it wants while there is none.
pub type Step<T> = Result<T, Wants>;

/// What a rule wants while it waits. A node that no rule wants is stopped.
#[derive(Default, Debug)]
pub struct Wants {
    /// Nodes that are to go on.
    pub keep: Vec<NodeId>,
    /// Nodes that are to be started.
    pub start: Vec<NodeSpec>,
    /// Notes for nodes.
    pub notices: Vec<Notice>,
    /// Nodes that will be started later, for which memory is set aside.
    pub later: Vec<Lane>,
}

impl Wants {
    /// Whether nothing is wanted.
    pub fn is_empty(&self) -> bool {
        self.keep.is_empty() && self.start.is_empty() && self.notices.is_empty() && self.later.is_empty()
    }

    /// Adds what another rule wants.
    pub fn add(&mut self, other: Wants) {
        self.keep.extend(other.keep);
        self.start.extend(other.start);
        self.notices.extend(other.notices);
        self.later.extend(other.later);
    }
}

/// How a node that a rule waited for has ended.
pub enum Ended<'n> {
    /// With its last message.
    Said(&'n Node, &'n Message),
    /// Without an answer.
    GaveUp(&'n Node, GaveUp),
    /// It is not waited for any longer.
    Interrupted,
}

impl<'n> Situation<'n> {
    /// The node that does a task, if it was started.
    pub fn node(&self, task: Task) -> Option<&'n Node> {
        self.nodes.iter().find(|node| node.task == task)
    }

    /// Waits for the end of a node, which is started if it was not.
    pub fn wait_for(&self, task: Task, spec: impl FnOnce() -> NodeSpec) -> Step<Ended<'n>> {
        let Some(node) = self.node(task) else {
            return match self.interrupted {
                true => Ok(Ended::Interrupted),
                false => Err(Wants { start: vec![spec()], ..Wants::default() }),
            };
        };
        match (&node.end, node.said.as_deref()) {
            (None, _) if self.interrupted => Ok(Ended::Interrupted),
            (None, _) => Err(Wants { keep: vec![node.id], ..Wants::default() }),
            (Some(end), Some(message)) if end.how == How::Said => Ok(match message {
                Message::GaveUp(why) => Ended::GaveUp(node, why.clone()),
                other => Ended::Said(node, other),
            }),
            _ => Ok(node.gave_up().map_or(Ended::Interrupted, |why| Ended::GaveUp(node, why))),
        }
    }

    /// What came out of a preparation that has ended well.
    pub fn prepared(&self, system: System) -> Option<(&'n Node, &'n PreparedSummary)> {
        let node = self.node(Task::Prepare(system))?;
        match node.said.as_deref()? {
            Message::Prepared(summary) if node.end.is_some() => Some((node, summary)),
            _ => None,
        }
    }

    /// The same, but not waiting for anything any longer.
    pub fn interrupted(self) -> Self {
        Situation { interrupted: true, ..self }
    }
}
