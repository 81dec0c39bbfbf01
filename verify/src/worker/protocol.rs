//! What the parent process and its workers say to each other.
//!
//! A worker gets one [`Request`] as a line of JSON on standard input and the paths it needs as arguments. It
//! answers with one [`Message`] a line on standard output; the last one is final. A worker that
//! ends without a final message has crashed. While a worker searches, more lines may come to its input, each a [`Note`].

use crate::args::Stage;
use euclase_checker::EngineName;
use euclase_checker::Tuning;
use euclase_encoder::BlockSize;
use euclase_frontend::{CallMode, CountedOverflows, Unfold};
use euclase_program::{CheckSet, DataModel, MemoryLevel, Obstacle};
use euclase_result::{
    Certificate, Contract, Evidence, ExecutionProof, GaveUp, InputError, InputSize, InvariantText, LoopInvariant,
    ProgramFacts, Progress, Statistics, Violation,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a worker is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    /// Search for an answer.
    Search(SearchRequest),
    /// Check the evidence of an answer.
    Certify(CertifyRequest),
    /// Make a transition system of a C program.
    Prepare(PrepareRequest),
    /// Tell a checked answer in terms of the C program, and check it there.
    Explain(Box<ExplainRequest>),
    /// Write a stage for the user.
    Emit(EmitRequest),
    /// Find out what functions do, or check what is said about that.
    Summaries(Box<SummariesRequest>),
    /// Execute a C program symbolically, or check what came out of that.
    Execute(Box<ExecuteRequest>),
    /// Run programs natively that assert the invariants of a witness.
    Native(Box<NativeRequest>),
}

/// What a search is told while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// No execution of so many steps or fewer breaks the property.
    SafeDepth(usize),
}

/// How to make a transition system of a C program. The paths are arguments: the folder for what
/// comes out, then the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrepareRequest {
    /// The compiler, if the user wants a particular one.
    pub clang: Option<String>,
    /// The data model, if the user wants a particular one.
    pub data_model: Option<DataModel>,
    /// Flags for the compiler.
    pub flags: Vec<String>,
    /// Functions whose call is the error.
    pub error_functions: Vec<String>,
    /// Whether those of them that only fail assertions are what their bodies say, where they have any.
    #[serde(default)]
    pub error_functions_may_be_code: bool,
    /// What is checked.
    pub checks: CheckSet,
    /// If not all overflows are the error: those that are.
    #[serde(default)]
    pub counted_overflows: Option<Vec<CountedOverflows>>,
    /// Whether functions without a body leave memory alone.
    pub assume_pure_externals: bool,
    /// Whether what C leaves open is as the rules of SV-COMP say.
    #[serde(default)]
    pub sv_comp_rules: bool,
    /// Whether allocations may fail.
    #[serde(default)]
    pub malloc_may_fail: bool,
    /// What becomes of calls.
    #[serde(default)]
    pub calls: CallMode,
    /// Whether functions that stand once are assumed not to fail, and have a copy for calls that do.
    #[serde(default)]
    pub mixed_semantics: bool,
    /// Whether what does not influence the property is removed.
    pub slice: bool,
    /// How much becomes one step.
    pub block: BlockSize,
    /// How exactly memory is modelled.
    pub memory: MemoryLevel,
    /// Whether to go on to the transition system, or to stop at the program and write that.
    pub encode: bool,
    /// How far to unfold recursion; without, recursive functions are left as they are.
    #[serde(default)]
    pub unfold: Option<Unfold>,
    /// How much to log.
    pub verbosity: u8,
}

/// An answer to be told in terms of the C program. The path is the folder of its preparation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExplainRequest {
    /// The evidence, which has been checked; without, runs on guessed values are to find an execution.
    pub evidence: Option<Evidence>,
    /// How the program was prepared.
    pub prepare: PrepareRequest,
    /// What came out of that.
    pub prepared: PreparedSummary,
    /// Whether the answer is about the system in which what is unsupported ends the execution.
    pub ends: bool,
    /// Whether to run a failing execution natively.
    pub replay: bool,
    /// Whether an execution counts only if no signed number overflows in it.
    #[serde(default)]
    pub refuse_overflow: bool,
    /// Where to keep a failing execution as a program.
    pub write_test: Option<PathBuf>,
    /// The files that were compiled, as the user wrote them.
    pub files: Vec<PathBuf>,
    /// Whether loops are told iteration by iteration.
    pub full: bool,
    /// Whether a witness is wanted of a failing execution.
    #[serde(default)]
    pub witness: bool,
    /// Without evidence: the values to run the program on, instead of guessed ones; it is only told what it takes.
    #[serde(default)]
    pub given: Option<Vec<String>>,
    /// The time there is, in seconds.
    pub seconds: Option<f64>,
    /// How much to log.
    pub verbosity: u8,
}

/// What the functions of a C program do. The path is the folder of its preparation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SummariesRequest {
    /// How the program was prepared.
    pub prepare: PrepareRequest,
    /// What is to be checked; without, it is to be found.
    pub solution: Option<InvariantText>,
    /// The time there is, in seconds.
    pub seconds: Option<f64>,
    /// How much to log.
    pub verbosity: u8,
}

/// A C program to be executed symbolically. The path is the folder of its preparation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExecuteRequest {
    /// What is to be known of an execution that is found.
    pub question: ExplainRequest,
    /// What is to be checked; without, it is to be found.
    pub evidence: Option<euclase_symex::Evidence>,
}

/// What was proved about the functions of a C program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SummariesReport {
    /// How many obligations were checked: the parts of what clauses conclude.
    pub obligations: usize,
    /// Why the certificate could not be written.
    pub not_written: Option<String>,
    /// What functions expect and promise.
    pub contracts: Vec<Contract>,
    /// What holds at loops.
    pub invariants: Vec<LoopInvariant>,
}

/// A stage to be written. The paths are arguments: the file to read, the file to write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmitRequest {
    /// The stage.
    pub stage: Stage,
    /// Where the source map of the system is, if there is one.
    pub map: Option<PathBuf>,
    /// Whether what is read is a program whose calls are to be kept.
    #[serde(default)]
    pub is_recursive: bool,
    /// How much to log.
    pub verbosity: u8,
}

/// Native runs that may break an invariant of a witness. The path is a folder for what is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NativeRequest {
    /// The compiler.
    pub clang: PathBuf,
    /// Flags for it.
    pub flags: Vec<String>,
    /// The data model.
    pub data_model: Option<DataModel>,
    /// The program, once for each way to choose arbitrary values.
    pub programs: Vec<String>,
    /// The file that a run writes when it has come to a wrong invariant, for each invariant.
    pub marks: Vec<PathBuf>,
    /// How much memory a run may use, in bytes.
    pub memory: u64,
    /// The time there is, in seconds.
    pub seconds: Option<f64>,
    /// How much to log.
    pub verbosity: u8,
}

/// A search for an answer by one engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchRequest {
    /// The engine.
    pub engine: EngineName,
    /// The time it has, in seconds.
    pub seconds: Option<f64>,
    /// The depth at which bmc and kind stop.
    pub max_depth: Option<usize>,
    /// Whether kind looks at paths without repeated states only.
    #[serde(default)]
    pub simple_path: bool,
    /// Whether euf abstracts arrays.
    pub array_abstraction: bool,
    /// Settings of the search that differ from the default.
    #[serde(default)]
    pub tune: Vec<String>,
    /// Where to keep the queries to the solver.
    #[serde(default)]
    pub dump_queries: Option<PathBuf>,
    /// Facts about all reachable states that another worker has found; none if they are still to be found.
    #[serde(default)]
    pub facts: Option<InvariantText>,
    /// Whether to tell the facts that are found, for others.
    #[serde(default)]
    pub tell_facts: bool,
    /// No execution of so many steps or fewer breaks the property, as others have found.
    #[serde(default)]
    pub safe_depth: Option<usize>,
    /// How much to log: 0 warnings, 1 more, 2 everything.
    pub verbosity: u8,
}

impl SearchRequest {
    /// Which parts of the search are in use.
    pub fn tuning(&self) -> Tuning {
        let mut tuning = Tuning::default();
        for setting in &self.tune {
            if let Err(error) = tuning.set(setting) {
                log::warn!("{error}");
            }
        }
        tuning
    }
}

/// A check of evidence.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CertifyRequest {
    /// The evidence.
    pub evidence: Evidence,
    /// The digest of the input that the evidence is about.
    pub digest: u64,
    /// Whether the invariant lists states.
    #[serde(default)]
    pub by_cases: bool,
    /// Whether the abstraction under which the proof goes through abstracts arrays.
    pub array_abstraction: bool,
    /// The time there is, in seconds.
    pub seconds: Option<f64>,
    /// How much to log.
    pub verbosity: u8,
}

/// What a worker reports.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "kebab-case")]
pub enum Message {
    /// The input has been read.
    Read(InputSize),
    /// Facts about all reachable states, for other searches: as an invariant that need not imply the property.
    Facts(InvariantText),
    /// How far the search has come.
    Progress(Progress),
    /// What the work has cost so far.
    Statistics(Statistics),
    /// Final: an answer, to be checked.
    Answer {
        /// What makes it true.
        evidence: Evidence,
    },
    /// The evidence checks; what is left is to write it where the user wants it.
    Checked,
    /// Final: the evidence checks.
    Certified {
        /// How it was checked.
        certificate: Certificate,
        /// The evidence, completed for display: inputs that were solved for have values.
        completed: Option<Evidence>,
    },
    /// Final: the evidence does not check.
    Refused {
        /// What is wrong with it.
        why: String,
    },
    /// What the worker is doing now, in a word.
    Doing {
        /// What, as a word for the progress line.
        what: String,
    },
    /// Final: the program is prepared.
    Prepared(Box<PreparedSummary>),
    /// Final: the answer in terms of the program.
    Explained(Box<Explanation>),
    /// Final: what is said about functions is true.
    Summarised(SummariesReport),
    /// No execution violates a check, which is to be checked.
    Executed(euclase_symex::Evidence),
    /// That is so.
    ExecutionChecked(ExecutionProof),
    /// Final: the stage is written.
    Emitted,
    /// Final: a native run has broken an invariant.
    Broken {
        /// Its number.
        invariant: usize,
    },
    /// Final: there is no answer.
    GaveUp(GaveUp),
    /// Final: the input is wrong.
    InputError(InputError),
}

impl Message {
    /// Whether a worker ends after this message.
    pub fn is_final(&self) -> bool {
        use Message::*;
        !matches!(self, Read(_) | Facts(_) | Progress(_) | Statistics(_) | Checked | Doing { .. })
    }
}

/// What came out of the preparation of a C program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PreparedSummary {
    /// What the result says of it.
    pub facts: ProgramFacts,
    /// Whether all variables of the program as it was written are numbers, and there are no pointers.
    pub is_scalar: bool,
    /// Whether the program may be run as it was written.
    pub is_harmless: bool,
    /// Whether the program, as it was written, shifts to the left.
    pub shifts_left: bool,
    /// Whether there is a second system, in which what is unsupported ends the execution.
    pub has_ends: bool,
    /// The functions that are still called in the program that is encoded; they are, or were, recursive.
    pub recursive: Vec<String>,
    /// The module before optimisation.
    pub bitcode: PathBuf,
    /// The module after optimisation, as LLVM assembly.
    pub optimised: PathBuf,
}

/// What a checked answer about the system means for the C program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "explanation", rename_all = "kebab-case")]
pub enum Explanation {
    /// The program violates the property.
    Violation(Box<Violation>),
    /// The execution of the system is none of the program, since the system says too little.
    NotReal {
        /// What stands in the way, and where.
        why: Obstacle,
    },
    /// The execution of the system is none of the program, and nothing explains that.
    Wrong {
        /// What happens instead.
        what: String,
    },
    /// The program keeps the property.
    Proof {
        /// What holds at the loops.
        invariants: Vec<LoopInvariant>,
    },
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use euclase_result::Excerpt;

    #[test]
    fn input_errors_survive_the_pipe() {
        let error = InputError {
            line: Some(1),
            column: Some(2),
            message: "no".into(),
            excerpt: Some(Excerpt { text: "x".into(), mark: 0 }),
            verbatim: false,
        };
        let line = serde_json::to_string(&Message::InputError(error.clone())).unwrap();
        match serde_json::from_str(&line).unwrap() {
            Message::InputError(back) => assert_eq!(back, error),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn messages_survive_the_pipe() {
        let reasons = [
            GaveUp::Timeout,
            GaveUp::Depth { safe_steps: 5, induction: None },
            GaveUp::Bound("there are more than 5 states".into()),
            GaveUp::Internal("a\nb".into()),
            GaveUp::Killed(9),
        ];
        for reason in reasons {
            let line = serde_json::to_string(&Message::GaveUp(reason.clone())).unwrap();
            assert!(!line.contains('\n'));
            match serde_json::from_str(&line).unwrap() {
                Message::GaveUp(back) => assert_eq!(back, reason),
                other => panic!("{other:?}"),
            }
        }
    }

    /// The stage of a worker could not be written, and the error took the place of its last words.
    #[test]
    fn stages_survive_the_pipe() {
        let line = serde_json::to_string(&Message::Doing { what: "compiling".into() }).unwrap();
        assert!(matches!(serde_json::from_str(&line).unwrap(), Message::Doing { what } if what == "compiling"));
    }
}
