//! Why there is no answer. Decisions rest on these enums; their sentences are made where they are shown.

use euclase_program::Obstacle;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why the answer is UNKNOWN.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Reason {
    /// Time was over.
    Timeout {
        /// The limit.
        limit_seconds: f64,
    },
    /// There was an answer, but no time to check its evidence.
    Unchecked {
        /// The engine that had it.
        engine: String,
    },
    /// There is a proof, but it checks nothing, or not what was meant, and `--strict` was asked for.
    Doubtful,
    /// The user ended the run.
    Interrupted,
    /// Memory was used up.
    OutOfMemory {
        /// The limit, if there was one.
        limit_bytes: Option<u64>,
    },
    /// All engines ended without an answer.
    GaveUp {
        /// The engine whose reason says most, if there were several.
        engine: Option<String>,
        /// Its reason.
        why: GaveUp,
    },
    /// Something in the program, in the property or in the only execution that was found cannot be judged.
    Unsupported {
        /// What.
        #[schemars(with = "ObstacleSchema")]
        obstacle: Obstacle,
    },
    /// The machine lacks something, such as a compiler.
    Environment {
        /// What.
        what: String,
    },
    /// A bug: evidence that did not check, or engines that crashed.
    InternalError {
        /// What.
        what: String,
    },
}

/// Why a worker has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", content = "detail", rename_all = "kebab-case")]
pub enum GaveUp {
    /// Its time is over.
    Timeout,
    /// It used all the memory it may use.
    OutOfMemory,
    /// No execution up to the depth limit violates the property.
    Depth {
        /// So many steps are safe.
        safe_steps: usize,
        /// How deep induction was tried, which does not prove it, either.
        induction: Option<usize>,
    },
    /// A bound of the engine was reached: its meaning in words.
    Bound(String),
    /// The solver or the engine cannot do it.
    Solver(String),
    /// The program has something that cannot be verified: what, and where.
    Unsupported(#[schemars(with = "ObstacleSchema")] Obstacle),
    /// The machine lacks something: what.
    Environment(String),
    /// The input is not the one that the search has read.
    InputChanged,
    /// Evidence was there, and checking it failed: why.
    NotChecked(String),
    /// A bug.
    Internal(String),
    /// Another process ended the worker: the signal.
    Killed(i32),
}

/// What is wrong with the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputError {
    /// The line, from one.
    pub line: Option<usize>,
    /// The column, from one.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// The source line, or the part of it around the place.
    pub excerpt: Option<Excerpt>,
    /// Whether the message is what the compiler printed, to be passed on as it is.
    #[serde(default)]
    pub verbatim: bool,
}

/// A part of a source line with a place in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Excerpt {
    /// The text.
    pub text: String,
    /// The offset of the place in it.
    pub mark: usize,
}

impl InputError {
    /// An error about the whole input.
    pub fn plain(message: impl Into<String>) -> Self {
        InputError { line: None, column: None, message: message.into(), excerpt: None, verbatim: false }
    }

    /// Line and column, if they are known.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.line.zip(self.column)
    }
}

impl Reason {
    /// Something that cannot be judged.
    pub fn unsupported(obstacle: impl Into<Obstacle>) -> Self {
        Reason::Unsupported { obstacle: obstacle.into() }
    }

    /// A bug.
    pub fn internal(what: impl Into<String>) -> Self {
        Reason::InternalError { what: what.into() }
    }

    /// A single worker gave up.
    pub fn gave_up(why: GaveUp) -> Self {
        Reason::GaveUp { engine: None, why }
    }

    /// One word for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Timeout { .. } => "timeout",
            Reason::Unchecked { .. } => "unchecked",
            Reason::Doubtful => "doubtful",
            Reason::Interrupted => "interrupted",
            Reason::OutOfMemory { .. } => "out-of-memory",
            Reason::GaveUp { .. } => "gave-up",
            Reason::Unsupported { .. } => "unsupported",
            Reason::Environment { .. } => "environment",
            Reason::InternalError { .. } => "internal-error",
        }
    }
}

/// [`Obstacle`], which is defined where programs are, for the schema.
#[derive(JsonSchema)]
#[allow(dead_code)]
pub(crate) struct ObstacleSchema {
    /// The kind: `construct`, `no-body`, `recursion`, `made-up`, `approximated`, `undefined`, `too-long`, `no-time`, `elsewhere`, `property`.
    kind: String,
    /// What it is, with its place where that is known.
    what: String,
}
