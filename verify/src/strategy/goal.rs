//! What a run is for, and what a decision about it says.

use super::node::{NodeId, NodeSpec, Notice};
use crate::args::Stage;
use crate::worker::protocol::{NativeRequest, PrepareRequest};
use euclase_checker::EngineName;
use euclase_result::{ProgramReport, Taken, V2};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How to search, and within which limits.
#[derive(Clone, Debug)]
pub struct Plan {
    /// When the run began; the time limit counts from here.
    pub start: Instant,
    /// This program, to be started as a worker.
    pub program: PathBuf,
    /// The engines, the most promising first.
    pub engines: Vec<EngineName>,
    /// How long to search.
    pub time_limit: Option<Duration>,
    /// Bytes for all workers together.
    pub memory_limit: Option<u64>,
    /// How many workers run at the same time; all, if the user does not say.
    pub jobs: Option<usize>,
    /// The depth at which bmc and kind stop.
    pub max_depth: Option<usize>,
    /// Whether kind looks at paths without repeated states only.
    pub simple_path: bool,
    /// Whether euf abstracts arrays.
    pub array_abstraction: bool,
    /// Settings of the search that differ from the default.
    pub tune: Vec<String>,
    /// Where to keep the engines' queries to the solver.
    pub dump_queries: Option<PathBuf>,
    /// Where to write the certificate.
    pub certificate: Option<PathBuf>,
    /// How much workers log.
    pub verbosity: u8,
}

impl Plan {
    /// The engines that search transition systems.
    pub fn engines_of_systems(&self) -> Vec<EngineName> {
        self.engines.iter().copied().filter(|engine| !engine.is_of_programs()).collect()
    }
}

/// A C program to be worked on.
#[derive(Clone, Debug)]
pub struct Program {
    /// The files, as workers find them.
    pub files: Vec<PathBuf>,
    /// How to prepare it.
    pub prepare: PrepareRequest,
    /// How to search.
    pub plan: Plan,
    /// Whether to run a failing execution natively.
    pub replay: bool,
    /// Whether an execution counts only if no signed number overflows in it.
    pub refuse_overflow: bool,
    /// Where to keep a failing execution as a program.
    pub write_test: Option<PathBuf>,
    /// Whether loops are reported iteration by iteration.
    pub full: bool,
    /// Whether a witness is wanted of a failing execution.
    pub witness: bool,
    /// A folder for everything that is made on the way.
    pub scratch: PathBuf,
}

/// What a run is for.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Verify a transition system in a file.
    System {
        /// How.
        plan: Plan,
        /// The file.
        input: PathBuf,
    },
    /// Verify a C program.
    Program {
        /// The program.
        program: Program,
        /// Runs that may break an invariant of a witness, beside.
        native: Option<NativeRequest>,
    },
    /// Write a stage of a C program.
    EmitProgram {
        /// The program.
        program: Program,
        /// The stage.
        stage: Stage,
    },
    /// Write a transition system in another form.
    EmitSystem {
        /// Within which limits.
        plan: Plan,
        /// The form.
        stage: Stage,
        /// The file to read.
        from: PathBuf,
        /// The file to write.
        to: PathBuf,
    },
    /// Run a C program on values, and see what it takes.
    Retrace {
        /// The program.
        program: Program,
        /// The values.
        values: Vec<String>,
    },
}

impl Goal {
    /// Within which limits.
    pub fn plan(&self) -> &Plan {
        match self {
            Goal::System { plan, .. } | Goal::EmitSystem { plan, .. } => plan,
            Goal::Program { program, .. } | Goal::EmitProgram { program, .. } | Goal::Retrace { program, .. } => {
                &program.plan
            }
        }
    }
}

/// What a run has come to.
#[derive(Clone, Debug)]
pub enum Ending {
    /// A result.
    Report(Box<Reported>),
    /// A stage is written.
    Stage {
        /// The file.
        file: PathBuf,
        /// What is known about the program, if there is one.
        program: Option<Box<ProgramReport>>,
    },
    /// The program has taken values.
    Taken(Vec<Taken>),
    /// A native run has broken the invariant of this number.
    Broken(usize),
}

impl Ending {
    /// The run has come to a result.
    pub fn of(reported: impl Into<Reported>) -> Self {
        Ending::Report(Box::new(reported.into()))
    }
}

/// A result, and where the proof is that goes with it.
#[derive(Clone, Debug)]
pub struct Reported {
    /// The result.
    pub report: V2,
    /// The folder into which the check has written a certificate.
    pub certificate: Option<PathBuf>,
}

impl From<V2> for Reported {
    fn from(report: V2) -> Self {
        Reported { report, certificate: None }
    }
}

/// What is to be done in a situation.
#[derive(Default, Debug)]
pub struct Decision {
    /// Nodes to start.
    pub start: Vec<NodeSpec>,
    /// Nodes to stop for good.
    pub stop: Vec<NodeId>,
    /// Nodes to be held where they are; all others go on.
    pub pause: Vec<NodeId>,
    /// What nodes may use from now on, in bytes.
    pub memory: Vec<(NodeId, u64)>,
    /// Notes for nodes.
    pub notices: Vec<Notice>,
    /// When the clock may change the decision, and not only what nodes do.
    pub look_again: Option<Duration>,
    /// What the run has come to, if it is over.
    pub end: Option<Ending>,
}
