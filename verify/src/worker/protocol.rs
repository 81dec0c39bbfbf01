//! What the parent process and its workers say to each other.
//!
//! A worker gets one [`Request`] as a line of JSON on standard input and the paths it needs as arguments. It
//! answers with one [`Message`] a line on standard output; the last one is final. A worker that
//! ends without a final message has crashed. While a worker searches, more lines may come to its input, each a [`Note`].

use crate::args::{BlockName, CallsName, DataModelName, EngineName, MemoryName, Stage};
use crate::evidence::{Evidence, InvariantText};
use crate::story::{Contract, Explanation, LoopInvariant};
use euclase_checker::Tuning;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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
    pub data_model: Option<DataModelName>,
    /// Flags for the compiler.
    pub flags: Vec<String>,
    /// Functions whose call is the error.
    pub error_functions: Vec<String>,
    /// Whether signed overflow is the error instead.
    #[serde(default)]
    pub check_overflow: bool,
    /// If not all overflows are the error: those that are.
    #[serde(default)]
    pub counted_overflows: Option<Vec<CountedOverflow>>,
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
    pub calls: CallsName,
    /// Whether functions that stand once are assumed not to fail, and have a copy for calls that do.
    #[serde(default)]
    pub mixed_semantics: bool,
    /// Whether what does not influence the property is removed.
    pub slice: bool,
    /// How much becomes one step.
    pub block: BlockName,
    /// How exactly memory is modelled.
    pub memory: MemoryName,
    /// Whether to go on to the transition system, or to stop at the program and write that.
    pub encode: bool,
    /// How far to unfold recursion; without, recursive functions are left as they are.
    #[serde(default)]
    pub unfold: Option<UnfoldRequest>,
    /// How much to log.
    pub verbosity: u8,
}

/// How far to unfold recursion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnfoldRequest {
    /// How many calls deep at most.
    pub depth: u32,
    /// How many instructions the program may have before it gets deeper.
    pub instructions: u64,
}

/// Overflows that count, see [`euclase_frontend::CountedOverflows`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedOverflow {
    /// Line and column of the first place.
    pub from: (u64, u64),
    /// Those behind the last.
    pub until: (u64, u64),
    /// The function that is called.
    pub function: String,
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
    Read(InputSummary),
    /// Facts about all reachable states, for other searches: as an invariant that need not imply the property.
    Facts(InvariantText),
    /// How far the search has come.
    Progress(ProgressReport),
    /// What the work has cost so far.
    Statistics(StatisticsReport),
    /// Final: an answer, to be checked.
    Answer {
        /// What makes it true.
        evidence: Evidence,
    },
    /// The evidence checks; what is left is to write it where the user wants it.
    Checked,
    /// Final: the evidence checks.
    Certified(CertificateSummary),
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
    /// Final: the stage is written.
    Emitted,
    /// Final: there is no answer.
    GaveUp(GaveUp),
    /// Final: the input is wrong.
    InputError(InputErrorReport),
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
    /// The size of the program as imported.
    pub program: ProgramSize,
    /// The size of the program that is encoded.
    pub sliced: ProgramSize,
    /// Locations of the system.
    pub locations: usize,
    /// State variables of the system.
    pub states: usize,
    /// Inputs of the system.
    pub inputs: usize,
    /// Distinct terms.
    pub terms: usize,
    /// What became of calls.
    pub calls: CallsSummary,
    /// What each stage took, in seconds.
    pub timings: Vec<(String, f64)>,
    /// Functions without a body whose result is any value.
    pub externals: Vec<String>,
    /// Whether all variables of the program as it was written are numbers, and there are no pointers.
    #[serde(default)]
    pub is_scalar: bool,
    /// Whether the program may be run as it was written.
    #[serde(default)]
    pub is_harmless: bool,
    /// Whether the program, as it was written, shifts to the left.
    #[serde(default)]
    pub shifts_left: bool,
    /// Whether it makes numbers of addresses, other than to subtract them from each other.
    #[serde(default)]
    pub has_addresses_as_numbers: bool,
    /// Whether it uses objects that are defined elsewhere.
    #[serde(default)]
    pub has_outside_objects: bool,
    /// Whether no error is left in the program.
    pub trivially_safe: bool,
    /// What cannot be encoded and may be reached, each with its place.
    pub unsupported: Vec<String>,
    /// Whether there is a second system, in which what is unsupported ends the execution.
    pub has_ends: bool,
    /// The functions that are still called in the program that is encoded; they are, or were, recursive.
    #[serde(default)]
    pub recursive: Vec<String>,
    /// The data model.
    pub data_model: Option<DataModelName>,
    /// The compiler that was used.
    pub clang: PathBuf,
    /// The module before optimisation.
    pub bitcode: PathBuf,
    /// The module after optimisation, as LLVM assembly.
    pub optimised: PathBuf,
}

/// What became of calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallsSummary {
    /// Functions of which each call has a copy.
    pub inlined: usize,
    /// Functions that are there once for several calls.
    pub shared: usize,
    /// The calls of these.
    pub sites: usize,
    /// Functions with several copies if everything is inlined that could be there once.
    #[serde(default)]
    pub shareable: usize,
    /// The most copies of a loop in one of these.
    #[serde(default)]
    pub loop_copies: u64,
    /// Functions of which failing calls go to a copy of their own.
    #[serde(default)]
    pub lifted: usize,
    /// Instructions in the functions that are called.
    pub source: u64,
    /// Instructions there would be with everything inlined.
    pub instructions: u64,
}

/// How big a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ProgramSize {
    pub functions: usize,
    pub blocks: usize,
    pub commands: usize,
}

/// The size of the input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputSummary {
    /// State variables.
    pub states: usize,
    /// Inputs.
    pub inputs: usize,
    /// Distinct terms.
    pub terms: usize,
    /// The time it took to read, in seconds.
    pub seconds: f64,
    /// A number that changes when the file does.
    pub digest: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ProgressReport {
    pub depth: usize,
    pub obligations: usize,
    pub lemmas: usize,
    pub refinements: usize,
    /// No execution of at most this many steps breaks the property.
    pub safe_depth: Option<usize>,
}

/// What the work has cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StatisticsReport {
    /// Solver queries by what they were for.
    pub queries: Vec<QueryReport>,
    /// Other counters by name.
    pub counters: BTreeMap<String, u64>,
    /// The time spent after reading, in seconds.
    pub seconds: f64,
}

/// How the queries of one kind went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct QueryReport {
    pub kind: String,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// The time in the solver, in seconds.
    pub seconds: f64,
    /// Instances of the axioms of arrays that the solver made.
    #[serde(default)]
    pub array_axioms: u64,
}

/// How evidence was checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CertificateSummary {
    /// Proof obligations discharged with operators uninterpreted.
    pub abstract_obligations: usize,
    /// Proof obligations discharged with every operator meaning what SMT-LIB says.
    pub concrete_obligations: usize,
    /// Steps replayed by the evaluator.
    pub replayed_steps: Option<usize>,
    /// The evidence, completed for display: inputs that were solved for have values.
    pub completed: Option<Evidence>,
    /// Why the certificate could not be written where the user wanted it.
    pub not_written: Option<String>,
    /// Another solver that has discharged the obligations, too.
    #[serde(default)]
    pub second_opinion: Option<SecondOpinion>,
}

/// What another solver was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondOpinion {
    /// The command that runs it.
    pub command: String,
    /// How many obligations it has discharged: all of the proof.
    pub obligations: usize,
}

/// Why a worker has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", content = "text", rename_all = "kebab-case")]
pub enum GaveUp {
    /// Its time is over.
    Timeout,
    /// It used all the memory it may use.
    OutOfMemory,
    /// A bound was reached.
    Bound(String),
    /// The solver or the engine cannot do it.
    Solver(String),
    /// The program has something that cannot be verified: what, and where.
    Unsupported(String),
    /// The machine lacks something: what.
    Environment(String),
    /// The input is not the one that the search has read.
    InputChanged,
    /// A bug.
    Internal(String),
    /// Somebody ended the worker: the signal.
    Killed(i32),
}

/// What is wrong with the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputErrorReport {
    /// Line and column, from one.
    pub place: Option<(usize, usize)>,
    /// What is wrong.
    pub message: String,
    /// The source line, or the part of it around the place, and the mark's offset in it.
    pub excerpt: Option<(String, usize)>,
    /// Whether the message is what the compiler printed, to be passed on as it is.
    #[serde(default)]
    pub verbatim: bool,
}

impl InputErrorReport {
    /// An error about the whole input.
    pub fn plain(message: impl Into<String>) -> Self {
        InputErrorReport { place: None, message: message.into(), excerpt: None, verbatim: false }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn input_errors_survive_the_pipe() {
        let error = InputErrorReport {
            place: Some((1, 2)),
            message: "no".into(),
            excerpt: Some(("x".into(), 0)),
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
            GaveUp::Bound("the depth limit 5 was reached".into()),
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
