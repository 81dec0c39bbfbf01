//! Reading a result that `--json` has written, so that it can be told again.
//!
//! *API boundary:* any version of the program reads what earlier ones with the same version of the format wrote:
//! fields that came later have defaults.

use super::assumptions::Rules;
use super::document::Document;
use super::sources::{Sources, StoredSource};
use super::{Answer, EngineOutcome, EngineReport, ProgramReport, Report, Unknown, WorkReport, json};
use crate::args::{DataModelName, EngineName};
use crate::evidence::{Evidence, FunctionText, InvariantText, StepText, TraceText, ValueText, VariableText};
use crate::story::{
    Assignment, ChosenInput, Contract, Explanation, Line, LoopCopy, LoopInvariant, NativeRun, Row, SourcePlace, Story,
};
use crate::worker::protocol::{
    CallsSummary, CertificateSummary, GaveUp, InputErrorReport, InputSummary, PreparedSummary, ProgramSize,
    ProgressReport, QueryReport, StatisticsReport,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Reads a stored result and the source files it is about.
pub fn read(text: &str) -> Result<Document, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("this is not JSON: {e}"))?;
    match (value["version"].as_u64(), value["verdict"].is_string()) {
        (Some(version), true) if version == u64::from(json::VERSION) => {}
        (Some(version), true) => {
            return Err(format!("the result has version {version} of the format, and only {} is known", json::VERSION));
        }
        _ => return Err("this is no result that `verify --json` has written".to_string()),
    }
    let stored: Stored = serde_json::from_value(value).map_err(|e| format!("the result is not complete: {e}"))?;
    stored.document()
}

#[derive(Deserialize)]
struct Stored {
    tool: String,
    file: String,
    verdict: String,
    seconds: f64,
    safe_depth: Option<usize>,
    engine: Option<EngineName>,
    reason: Option<Reason>,
    error: Option<InputError>,
    #[serde(default)]
    evidence: Value,
    invariant: Option<StoredInvariant>,
    trace: Option<StoredTrace>,
    violation: Option<Violation>,
    path: Option<Vec<StoredRow>>,
    inputs: Option<Vec<ChosenInput>>,
    invariants: Option<Vec<StoredLoop>>,
    #[serde(default)]
    contracts: Vec<Contract>,
    #[serde(default)]
    externals: Option<Vec<String>>,
    #[serde(default)]
    rules: Option<Rules>,
    #[serde(default)]
    warnings: Vec<String>,
    #[serde(default)]
    directory: Option<String>,
    #[serde(default)]
    sources: Vec<StoredSource>,
    #[serde(default)]
    statistics: StoredStatistics,
}

#[derive(Deserialize)]
struct Reason {
    code: String,
    text: String,
    limit_seconds: Option<f64>,
    limit_bytes: Option<u64>,
    engine: Option<EngineName>,
}

#[derive(Deserialize)]
struct InputError {
    line: Option<usize>,
    column: Option<usize>,
    message: String,
    excerpt: Option<Excerpt>,
    #[serde(default)]
    verbatim: bool,
}

#[derive(Deserialize)]
struct Excerpt {
    text: String,
    mark: usize,
}

#[derive(Deserialize)]
struct StoredInvariant {
    declarations: String,
    definitions: String,
    clauses: Vec<String>,
    lemmas: Vec<String>,
}

#[derive(Deserialize)]
struct StoredTrace {
    states: Vec<VariableText>,
    inputs: Vec<VariableText>,
    steps: Vec<StoredStep>,
    #[serde(default)]
    functions: Vec<FunctionText>,
}

#[derive(Deserialize)]
struct StoredStep {
    state: Map<String, Value>,
    inputs: Map<String, Value>,
}

#[derive(Deserialize)]
struct Violation {
    message: String,
    property: String,
    place: Option<SourcePlace>,
    #[serde(default)]
    steps: u64,
    #[serde(default)]
    more_inputs: usize,
    #[serde(default)]
    uses_outside: bool,
    #[serde(default)]
    globals: Vec<String>,
    #[serde(default)]
    native_run: NativeRun,
    test_not_written: Option<String>,
}

#[derive(Deserialize)]
struct StoredRow {
    kind: String,
    function: Option<String>,
    caller: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    source: Option<String>,
    #[serde(default)]
    assignments: Vec<Assignment>,
    #[serde(default)]
    inputs: Vec<ChosenInput>,
    iterations: Option<usize>,
    lines: Option<usize>,
}

#[derive(Deserialize)]
struct StoredLoop {
    file: String,
    line: u32,
    function: String,
    c: Vec<String>,
    #[serde(default)]
    omitted: usize,
}

#[derive(Default, Deserialize)]
struct StoredStatistics {
    input: Option<InputSummary>,
    program: Option<StoredProgram>,
    #[serde(default)]
    engines: Vec<StoredEngine>,
    certification: Option<StoredWork>,
}

#[derive(Deserialize)]
struct StoredProgram {
    #[serde(flatten)]
    work: StoredWork,
    imported: ProgramSize,
    sliced: ProgramSize,
    #[serde(default)]
    calls: CallsSummary,
    locations: usize,
    states: usize,
    inputs: usize,
    terms: usize,
    trivially_safe: bool,
    unsupported: Vec<String>,
    data_model: Option<DataModelName>,
    clang: PathBuf,
    #[serde(default)]
    stages: Vec<StageTime>,
    explaining: Option<StoredWork>,
}

#[derive(Deserialize)]
struct StageTime {
    stage: String,
    seconds: f64,
}

#[derive(Deserialize)]
struct StoredEngine {
    #[serde(flatten)]
    work: StoredWork,
    engine: EngineName,
    outcome: String,
    gave_up: Option<GaveUp>,
    refused: Option<String>,
    #[serde(default)]
    progress: Option<ProgressReport>,
}

#[derive(Deserialize)]
struct StoredWork {
    seconds: f64,
    processor_seconds: f64,
    peak_memory_bytes: u64,
    #[serde(default)]
    seconds_after_reading: f64,
    queries: Vec<QueryReport>,
    counters: BTreeMap<String, u64>,
}

impl Stored {
    fn document(self) -> Result<Document, String> {
        let sources = Sources::reread(self.sources.clone(), self.directory.as_deref().map(Path::new));
        let (tool, file, directory) = (self.tool.clone(), self.file.clone(), self.directory.clone());
        Ok(Document { report: self.report()?, file, tool, directory, sources })
    }

    fn report(mut self) -> Result<Report, String> {
        let statistics = std::mem::take(&mut self.statistics);
        let explanation = self.explanation();
        let program = statistics.program.map(|program| {
            let externals = self.externals.take().unwrap_or_default();
            let rules = self.rules.take().unwrap_or_default();
            let contracts = std::mem::take(&mut self.contracts);
            ProgramReport { contracts, ..program.report(externals, rules, explanation) }
        });
        Ok(Report {
            engines: statistics.engines.into_iter().map(StoredEngine::report).collect(),
            input: statistics.input,
            certification: statistics.certification.map(StoredWork::report),
            elapsed: duration(self.seconds),
            safe_depth: self.safe_depth,
            warnings: std::mem::take(&mut self.warnings),
            answer: self.answer()?,
            program,
        })
    }

    fn explanation(&mut self) -> Option<Explanation> {
        if let Some(violation) = self.violation.take() {
            let rows = self.path.take().unwrap_or_default();
            return Some(Explanation::Violation(Box::new(Story {
                property: violation.property,
                message: violation.message,
                place: violation.place,
                path: rows.into_iter().filter_map(StoredRow::row).collect(),
                inputs: self.inputs.take().unwrap_or_default(),
                more_inputs: violation.more_inputs,
                steps: violation.steps,
                native: violation.native_run,
                test_not_written: violation.test_not_written,
                globals: violation.globals,
                // Only witnesses need them, which are written together with the answer.
                column: 0,
                taken: Vec::new(),
                values: None,
                branches: Vec::new(),
                uses_outside: violation.uses_outside,
            })));
        }
        let told = |l: StoredLoop| LoopInvariant {
            place: SourcePlace { file: l.file, line: l.line, function: l.function },
            conjuncts: l.c,
            omitted: l.omitted,
            // As above.
            column: 0,
            copy: LoopCopy::default(),
        };
        let loops = self.invariants.take()?;
        Some(Explanation::Proof { invariants: loops.into_iter().map(told).collect() })
    }

    fn answer(self) -> Result<Answer, String> {
        let number = |name: &str| self.evidence[name].as_u64().and_then(|n| usize::try_from(n).ok());
        let certificate = CertificateSummary {
            abstract_obligations: number("abstract_obligations").unwrap_or(0),
            concrete_obligations: number("concrete_obligations").unwrap_or(0),
            replayed_steps: number("steps"),
            second_opinion: serde_json::from_value(self.evidence["second_opinion"].clone()).unwrap_or(None),
            ..CertificateSummary::default()
        };
        let lacks = |what: &str| format!("the result has no {what}, though it says {}", self.verdict);
        match self.verdict.as_str() {
            "TRUE" => {
                let engine = self.engine.ok_or_else(|| lacks("engine"))?;
                let found = self.invariant.as_ref().ok_or_else(|| lacks("invariant"))?;
                let text = InvariantText {
                    declarations: found.declarations.clone(),
                    definitions: found.definitions.clone(),
                    conjuncts: found.clauses.clone(),
                    lemmas: found.lemmas.clone(),
                    induction_depth: number("induction_depth").unwrap_or(1),
                    literals: number("literals").unwrap_or(0),
                    ..InvariantText::default()
                };
                Ok(Answer::Certified { engine, evidence: Box::new(Evidence::Invariant(text)), certificate })
            }
            "FALSE" => {
                let engine = self.engine.ok_or_else(|| lacks("engine"))?;
                let trace = self.trace.ok_or("the result has no trace, though it says FALSE")?;
                Ok(Answer::Certified { engine, evidence: Box::new(Evidence::Trace(trace.text()?)), certificate })
            }
            "UNKNOWN" => Ok(Answer::Unknown(self.reason.ok_or("the result gives no reason")?.unknown()?)),
            "ERROR" => Ok(Answer::InputError(self.error.ok_or("the result does not say what is wrong")?.report())),
            other => Err(format!("there is no verdict '{other}'")),
        }
    }
}

impl Reason {
    fn unknown(self) -> Result<Unknown, String> {
        Ok(match (self.code.as_str(), self.engine) {
            ("timeout", Some(engine)) => Unknown::UncheckedInTime { engine },
            ("timeout", None) => Unknown::Timeout { limit: duration(self.limit_seconds.unwrap_or(0.0)) },
            ("interrupted", _) => Unknown::Interrupted,
            ("out-of-memory", _) => Unknown::OutOfMemory { limit: self.limit_bytes },
            ("gave-up", _) => Unknown::GaveUp(self.text),
            ("unsupported", _) => Unknown::Unsupported(self.text),
            ("environment", _) => Unknown::Environment(self.text),
            ("internal-error", _) => {
                let plain = self.text.strip_prefix("(internal error: ").and_then(|text| text.strip_suffix(')'));
                Unknown::Internal(plain.unwrap_or(&self.text).to_string())
            }
            (other, _) => return Err(format!("there is no reason '{other}'")),
        })
    }
}

impl InputError {
    fn report(self) -> InputErrorReport {
        InputErrorReport {
            place: self.line.zip(self.column),
            message: self.message,
            excerpt: self.excerpt.map(|excerpt| (excerpt.text, excerpt.mark)),
            verbatim: self.verbatim,
        }
    }
}

impl StoredTrace {
    fn text(self) -> Result<TraceText, String> {
        let values = |variables: &[VariableText], map: &Map<String, Value>| -> Result<Vec<ValueText>, String> {
            // The last state takes no inputs.
            let known = variables.iter().filter_map(|variable| map.get(&variable.name));
            known.map(|value| serde_json::from_value(value.clone()).map_err(|e| format!("a value: {e}"))).collect()
        };
        let step = |step: &StoredStep| {
            Ok(StepText { state: values(&self.states, &step.state)?, inputs: values(&self.inputs, &step.inputs)? })
        };
        let steps = self.steps.iter().map(step).collect::<Result<_, String>>()?;
        Ok(TraceText { steps, states: self.states, inputs: self.inputs, functions: self.functions })
    }
}

impl StoredRow {
    /// The row; nothing if it is of a kind that is not known.
    fn row(self) -> Option<Row> {
        match self.kind.as_str() {
            "fold" => return Some(Row::Fold { iterations: self.iterations? }),
            "gap" => return Some(Row::Gap { lines: self.lines? }),
            "enter" => {
                let function = self.caller.unwrap_or_default();
                let place = self.file.zip(self.line).map(|(file, line)| SourcePlace { file, line, function });
                return Some(Row::Enter { function: self.function?, place });
            }
            _ => {}
        }
        let place = SourcePlace { file: self.file?, line: self.line?, function: self.function.unwrap_or_default() };
        let line = Line { place, source: self.source, assignments: self.assignments, inputs: self.inputs };
        match self.kind.as_str() {
            "line" => Some(Row::Line(line)),
            "violation" => Some(Row::Violation(line)),
            _ => None,
        }
    }
}

impl StoredProgram {
    fn report(self, externals: Vec<String>, rules: Rules, explanation: Option<Explanation>) -> ProgramReport {
        let prepared = PreparedSummary {
            program: self.imported,
            sliced: self.sliced,
            calls: self.calls,
            locations: self.locations,
            states: self.states,
            inputs: self.inputs,
            terms: self.terms,
            timings: self.stages.into_iter().map(|time| (time.stage, time.seconds)).collect(),
            externals,
            trivially_safe: self.trivially_safe,
            unsupported: self.unsupported,
            data_model: self.data_model,
            clang: self.clang,
            ..PreparedSummary::default()
        };
        let explaining = self.explaining.map(StoredWork::report);
        ProgramReport {
            prepared,
            rules,
            preparation: self.work.report(),
            explanation,
            explaining,
            contracts: Vec::new(),
        }
    }
}

impl StoredEngine {
    fn report(self) -> EngineReport {
        let outcome = match (self.outcome.as_str(), self.gave_up, self.refused) {
            ("answered", ..) => EngineOutcome::Answered,
            ("gave-up", Some(why), _) => EngineOutcome::GaveUp(why),
            ("refused", _, Some(why)) => EngineOutcome::Refused(why),
            _ => EngineOutcome::Searching,
        };
        let progress = self.progress.unwrap_or_default();
        EngineReport { engine: self.engine, outcome, progress, work: self.work.report() }
    }
}

impl StoredWork {
    fn report(self) -> WorkReport {
        WorkReport {
            statistics: StatisticsReport {
                queries: self.queries,
                counters: self.counters,
                seconds: self.seconds_after_reading,
            },
            peak_memory: self.peak_memory_bytes,
            processor_time: duration(self.processor_seconds),
            elapsed: duration(self.seconds),
        }
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or_default()
}
