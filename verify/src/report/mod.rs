//! What is told to the user at the end, and the exit code.

pub mod assumptions;
pub mod calls;
pub mod document;
mod excerpt;
pub mod html;
pub mod json;
pub mod paint;
pub mod path;
pub mod sarif;
pub mod sources;
pub mod statistics;
pub mod stored;
pub mod terminal;
pub mod trace;

use crate::args::EngineName;
use crate::evidence::Evidence;
use crate::story::{Contract, Explanation, LoopInvariant, Story};
use crate::worker::process::Ending;
use crate::worker::protocol::{
    CertificateSummary, GaveUp, InputErrorReport, InputSummary, PreparedSummary, ProgressReport, StatisticsReport,
};
use std::time::{Duration, Instant};

/// Everything there is to tell.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// How each engine fared, in the order they were started.
    pub engines: Vec<EngineReport>,
    /// What is known about the C program, if it is one.
    pub program: Option<ProgramReport>,
    /// How big the input is, once it has been read.
    pub input: Option<InputSummary>,
    /// What checking the evidence cost.
    pub certification: Option<WorkReport>,
    /// The time from start to answer.
    pub elapsed: Duration,
    /// No execution of at most this many steps breaks the property, as far as that is known.
    pub safe_depth: Option<usize>,
    /// What went wrong besides: an engine that crashed, a certificate that could not be written.
    pub warnings: Vec<String>,
}

/// What there is to tell about a C program.
#[derive(Clone, Debug, Default)]
pub struct ProgramReport {
    /// What came out of its preparation.
    pub prepared: PreparedSummary,
    /// How C was read.
    pub rules: assumptions::Rules,
    /// What the preparation cost.
    pub preparation: WorkReport,
    /// What the answer means for the program.
    pub explanation: Option<Explanation>,
    /// What explaining the answer cost.
    pub explaining: Option<WorkReport>,
    /// What was proved about recursive functions, where that is the proof.
    pub contracts: Vec<Contract>,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// TRUE or FALSE, and the evidence that was checked.
    Certified {
        /// Whose answer it is.
        engine: EngineName,
        /// A proof for TRUE, an execution for FALSE.
        evidence: Box<Evidence>,
        /// How it was checked.
        certificate: CertificateSummary,
    },
    /// UNKNOWN.
    Unknown(Unknown),
    /// There is nothing to verify.
    InputError(InputErrorReport),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unknown {
    Timeout {
        limit: Duration,
    },
    /// There was an answer, but no time to check its evidence.
    UncheckedInTime {
        engine: EngineName,
    },
    Interrupted,
    OutOfMemory {
        limit: Option<u64>,
    },
    /// All engines ended without an answer: what the most telling one said.
    GaveUp(String),
    /// Something in the program or in the property cannot be verified: what, and where.
    Unsupported(String),
    /// The machine lacks something, such as a compiler.
    Environment(String),
    /// A bug: evidence that did not check, or engines that crashed.
    Internal(String),
}

/// The verdict as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Verdict {
    True,
    False,
    Unknown,
    Error,
}

/// How an engine fared.
#[derive(Clone, Debug)]
pub struct EngineReport {
    /// The engine.
    pub engine: EngineName,
    /// How it ended.
    pub outcome: EngineOutcome,
    /// How far it came.
    pub progress: ProgressReport,
    /// What it cost.
    pub work: WorkReport,
}

/// How an engine ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineOutcome {
    /// It was still searching when the run ended.
    Searching,
    /// It had an answer.
    Answered,
    /// It had an answer whose evidence did not check.
    Refused(String),
    /// It gave up.
    GaveUp(GaveUp),
}

/// What a worker cost.
#[derive(Clone, Debug, Default)]
pub struct WorkReport {
    /// Its solver queries and counters.
    pub statistics: StatisticsReport,
    /// The most memory it had, in bytes, once it has ended.
    pub peak_memory: u64,
    /// The processor time it used, once it has ended.
    pub processor_time: Duration,
    /// The time from its start to its end.
    pub elapsed: Duration,
}

impl Report {
    /// A report of a run that ended before any engine was started.
    pub fn without_search(answer: Answer, elapsed: Duration) -> Self {
        Report {
            answer,
            program: None,
            engines: Vec::new(),
            input: None,
            certification: None,
            elapsed,
            safe_depth: None,
            warnings: Vec::new(),
        }
    }

    /// The execution of the C program that violates the property.
    pub fn story(&self) -> Option<&Story> {
        match &self.program.as_ref()?.explanation {
            Some(Explanation::Violation(story)) if self.verdict() == Verdict::False => Some(story),
            _ => None,
        }
    }

    /// What was proved about the functions of the C program.
    pub fn contracts(&self) -> &[Contract] {
        self.program.as_ref().map_or(&[], |program| &program.contracts)
    }

    /// What holds at the loops of the C program.
    pub fn loop_invariants(&self) -> Option<&[LoopInvariant]> {
        match &self.program.as_ref()?.explanation {
            Some(Explanation::Proof { invariants }) if self.verdict() == Verdict::True => Some(invariants),
            _ => None,
        }
    }

    /// The verdict as a word.
    pub fn verdict(&self) -> Verdict {
        match &self.answer {
            Answer::Certified { evidence, .. } => match **evidence {
                Evidence::Invariant(_) => Verdict::True,
                Evidence::Trace(_) => Verdict::False,
            },
            Answer::Unknown(_) => Verdict::Unknown,
            Answer::InputError(_) => Verdict::Error,
        }
    }

    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match &self.answer {
            Answer::Certified { .. } => match self.verdict() {
                Verdict::True => 0,
                _ => 1,
            },
            Answer::InputError(_) => 2,
            Answer::Unknown(Unknown::Internal(_)) => 4,
            Answer::Unknown(_) => 3,
        }
    }
}

impl WorkReport {
    /// Notes how the worker ended.
    pub fn ended(&mut self, ending: &Ending, started: Instant) {
        self.peak_memory = self.peak_memory.max(ending.peak_memory);
        self.processor_time = self.processor_time.max(ending.processor_time);
        self.elapsed = started.elapsed();
    }
}

impl Verdict {
    /// The word that is printed.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::True => "TRUE",
            Verdict::False => "FALSE",
            Verdict::Unknown => "UNKNOWN",
            Verdict::Error => "ERROR",
        }
    }
}

impl Unknown {
    /// One word for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Unknown::Timeout { .. } | Unknown::UncheckedInTime { .. } => "timeout",
            Unknown::Interrupted => "interrupted",
            Unknown::OutOfMemory { .. } => "out-of-memory",
            Unknown::GaveUp(_) => "gave-up",
            Unknown::Unsupported(_) => "unsupported",
            Unknown::Environment(_) => "environment",
            Unknown::Internal(_) => "internal-error",
        }
    }
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use crate::units::{show_limit, show_size};
        match self {
            Unknown::Timeout { limit } => write!(f, "timeout after {}", show_limit(*limit)),
            Unknown::UncheckedInTime { engine } => {
                write!(f, "timeout: {engine} had an answer, but there was no time to check it")
            }
            Unknown::Interrupted => f.write_str("interrupted"),
            Unknown::OutOfMemory { limit: Some(bytes) } => write!(f, "out of memory (limit {})", show_size(*bytes)),
            Unknown::OutOfMemory { limit: None } => f.write_str("out of memory"),
            Unknown::GaveUp(why) | Unknown::Unsupported(why) | Unknown::Environment(why) => f.write_str(why),
            Unknown::Internal(what) => write!(f, "(internal error: {what})"),
        }
    }
}

impl EngineOutcome {
    /// The outcome in a few words.
    pub fn describe(&self) -> String {
        match self {
            EngineOutcome::Searching => "was still searching".to_string(),
            EngineOutcome::Answered => "had an answer".to_string(),
            EngineOutcome::Refused(why) => format!("had an answer that did not check: {why}"),
            EngineOutcome::GaveUp(why) => why.to_string(),
        }
    }
}

impl std::fmt::Display for GaveUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GaveUp::Timeout => f.write_str("timeout"),
            GaveUp::OutOfMemory => f.write_str("out of memory"),
            GaveUp::Bound(text) | GaveUp::Solver(text) => f.write_str(text),
            GaveUp::Unsupported(text) | GaveUp::Environment(text) => f.write_str(text),
            GaveUp::InputChanged => f.write_str("the file was changed while it was being verified"),
            GaveUp::Internal(text) => write!(f, "internal error: {text}"),
            GaveUp::Killed(libc::SIGKILL) => {
                f.write_str("killed from outside (by the system, if it ran out of memory)")
            }
            GaveUp::Killed(signal) => write!(f, "ended from outside by signal {signal}"),
        }
    }
}
