//! Nodes of the job graph as the strategy sees them: plain data about processes that run, have run or are to be started.
//!
//! A node is known by its [`Task`], so that a rule can ask what became of "the check of euf's answer in the first round"
//! without keeping numbers. Times are durations since the run began, so that tests choose them.

use super::portfolio::Row;
use crate::worker::protocol::{Message, Note, Request};
use euclase_checker::EngineName;
use euclase_result::{GaveUp, InputSize, InvariantText, Progress, Work};
use std::path::PathBuf;
use std::time::Duration;

/// The number of a node.
pub type NodeId = usize;

/// Something that is prepared and searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum System {
    /// The transition system that the user gave.
    Given,
    /// The C program as it was asked for.
    Program,
    /// The program with its recursion unfolded to a level.
    Unfolded(usize),
    /// The program with its calls encoded the other way.
    Alternative,
}

/// One search of a system by several engines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    /// What is searched.
    pub system: System,
    /// 0 for the first search, more for those that look for another execution.
    pub number: usize,
    /// Whether executions end at what is unsupported.
    pub ends: bool,
}

/// What a node does. No two nodes of a run have the same task.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// Makes a system of a program.
    Prepare(System),
    /// Searches with an engine.
    Search(Round, EngineName),
    /// Checks the answer that an engine found.
    Certify(Round, EngineName),
    /// Says what the checked answer of a round means for the program.
    Explain(Round),
    /// Runs the program on guessed values.
    Runs,
    /// Runs a program that asserts the invariants of a witness.
    NativeRuns,
    /// Finds out what recursive functions do.
    Summaries,
    /// Checks what was found out about recursive functions.
    CheckSummaries,
    /// Executes the program symbolically.
    Execute,
    /// Checks what was found out about all executions.
    CheckExecution,
    /// Runs the program on given values.
    Retrace,
    /// Writes a stage for the user.
    Emit,
}

/// Tasks that share one part of the memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lane {
    /// The way to the answer: preparing, searching, checking, explaining.
    Main,
    /// Runs on guessed values.
    Runs,
    /// Native runs for a witness.
    NativeRuns,
    /// Summaries of functions and their check.
    Summaries,
    /// Symbolic execution and its check.
    Execution,
    /// The other encoding of calls, with all that it takes.
    Alternative,
}

impl Task {
    /// The part of the memory that the task takes from.
    pub fn lane(self) -> Lane {
        match self {
            Task::Prepare(System::Alternative)
            | Task::Search(Round { system: System::Alternative, .. }, _)
            | Task::Certify(Round { system: System::Alternative, .. }, _)
            | Task::Explain(Round { system: System::Alternative, .. }) => Lane::Alternative,
            Task::Runs => Lane::Runs,
            Task::NativeRuns => Lane::NativeRuns,
            Task::Summaries | Task::CheckSummaries => Lane::Summaries,
            Task::Execute | Task::CheckExecution => Lane::Execution,
            Task::Prepare(_) | Task::Search(..) | Task::Certify(..) | Task::Explain(_) => Lane::Main,
            Task::Retrace | Task::Emit => Lane::Main,
        }
    }

    /// The word behind `verify worker`.
    pub fn word(self) -> &'static str {
        match self {
            Task::Prepare(_) => "prepare",
            Task::Search(..) => "search",
            Task::Certify(..) => "certify",
            Task::Explain(_) | Task::Runs | Task::Retrace => "explain",
            Task::NativeRuns => "native",
            Task::Summaries | Task::CheckSummaries => "summaries",
            Task::Execute | Task::CheckExecution => "execute",
            Task::Emit => "emit",
        }
    }

    /// What its lines in the log start with; nothing where the log would only say what was guessed.
    pub fn log_name(self) -> Option<&'static str> {
        match self {
            _ if self.lane() == Lane::Alternative => Row::of_lane(Lane::Alternative).map(|row| row.name),
            Task::Search(_, engine) => Some(engine.name()),
            Task::Certify(..) => Some("check"),
            Task::Runs => None,
            other => Some(other.word()),
        }
    }

    /// Whether it starts processes of its own: a compiler, an execution to be replayed.
    pub fn has_children(self) -> bool {
        !matches!(self, Task::Search(..) | Task::Certify(..))
    }

    /// Whether its memory is limited by its addresses. Sanitizers reserve much more of these than they use.
    pub fn limits_addresses(self) -> bool {
        self != Task::NativeRuns
    }

    /// Whether it gets a processor before searches do: an answer, or everything else, waits for it.
    pub fn is_urgent(self) -> bool {
        match self {
            Task::Certify(..) | Task::Explain(_) | Task::CheckSummaries | Task::CheckExecution => true,
            Task::Retrace | Task::Emit => true,
            Task::Prepare(system) => system == System::Program,
            Task::Search(..) | Task::Runs | Task::NativeRuns | Task::Summaries | Task::Execute => false,
        }
    }
}

/// A node that is to be started.
#[derive(Clone, Debug)]
pub struct NodeSpec {
    /// What it is to do.
    pub task: Task,
    /// Paths that it needs, as arguments.
    pub paths: Vec<PathBuf>,
    /// What it is asked.
    pub request: Request,
    /// When it must have ended.
    pub deadline: Option<Duration>,
    /// How much others go before it.
    pub niceness: i32,
    /// What the live line says until the worker says more.
    pub doing: &'static str,
    /// A folder to make first.
    pub folder: Option<PathBuf>,
    /// A file to copy into that folder.
    pub copy: Option<PathBuf>,
    /// How many bytes it may use.
    pub memory: Option<u64>,
    /// How many steps it knows to be safe from the start.
    pub safe_depth: Option<usize>,
}

impl NodeSpec {
    /// A node with nothing special about it.
    pub fn new(task: Task, paths: Vec<PathBuf>, request: Request, doing: &'static str) -> Self {
        NodeSpec {
            task,
            paths,
            request,
            deadline: None,
            niceness: 0,
            doing,
            folder: None,
            copy: None,
            memory: None,
            safe_depth: None,
        }
    }
}

/// A node that was started, and all that is known of it.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its number.
    pub id: NodeId,
    /// What it does.
    pub task: Task,
    /// When it was started.
    pub started: Duration,
    /// When it must have ended.
    pub deadline: Option<Duration>,
    /// How many bytes it may use now.
    pub memory: Option<u64>,
    /// Whether it is held where it is.
    pub is_paused: bool,
    /// Its last message, once it has said that.
    pub said: Option<Box<Message>>,
    /// How and when it ended, if it has.
    pub end: Option<End>,
    /// How big the input is that it has read.
    pub input: Option<InputSize>,
    /// How far it is.
    pub progress: Progress,
    /// Facts that it has found for others.
    pub facts: Option<InvariantText>,
    /// How many steps it knows to be safe: from others, or by itself.
    pub safe_depth: Option<usize>,
    /// What it cost.
    pub work: Work,
    /// What it is doing, for the live line.
    pub doing: String,
}

/// The end of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// When.
    pub at: Duration,
    /// How.
    pub how: How,
}

/// How a node ended.
#[derive(Clone, Debug, PartialEq)]
pub enum How {
    /// With its last message.
    Said,
    /// Without one: why, as far as that can be seen.
    Crashed(GaveUp),
    /// It was killed at its deadline.
    OutOfTime,
    /// It was no longer wanted.
    Stopped,
    /// It could not be started: why.
    NotStarted(String),
}

impl Node {
    /// A node that starts now.
    pub fn started(id: NodeId, spec: &NodeSpec, now: Duration) -> Self {
        Node {
            id,
            task: spec.task,
            started: now,
            deadline: spec.deadline,
            memory: spec.memory,
            is_paused: false,
            said: None,
            end: None,
            input: None,
            progress: Progress::default(),
            facts: None,
            safe_depth: spec.safe_depth,
            work: Work::default(),
            doing: spec.doing.to_string(),
        }
    }

    /// Whether its process is there.
    pub fn is_live(&self) -> bool {
        self.end.is_none()
    }

    /// Whether it works: it has neither ended nor said its last.
    pub fn is_working(&self) -> bool {
        self.end.is_none() && self.said.is_none()
    }

    /// Why it has nothing to say, if it has ended like that.
    pub fn gave_up(&self) -> Option<GaveUp> {
        match (&self.end.as_ref()?.how, self.said.as_deref()) {
            (How::Said, Some(Message::GaveUp(why))) => Some(why.clone()),
            (How::Crashed(why), _) => Some(why.clone()),
            (How::OutOfTime, _) => Some(GaveUp::Timeout),
            (How::NotStarted(why), _) => Some(GaveUp::Internal(format!("cannot start a worker process: {why}"))),
            (How::Said | How::Stopped, _) => None,
        }
    }
}

/// A note for a node that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The node.
    pub node: NodeId,
    /// The note.
    pub note: Note,
}
