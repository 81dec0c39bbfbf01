//! Queries kept as SMT-LIB files, so that they can be put to other solvers and under other settings.
//!
//! A search asks tens of thousands of queries, most of them alike. Of each kind the first ones are kept, then fewer
//! and fewer, and always those that took long; the number of files and their size are bounded. A manifest says what
//! was left out. Horn clauses are not kept: what Spacer is asked is no question of satisfiability.

use super::statistics::QueryKind;
use super::theory::Theory;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use z3::SatResult;
use z3::ast::Bool;

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecorderLimits {
    /// Files in all.
    pub files: usize,
    /// Bytes in all.
    pub bytes: usize,
    /// So many of a kind are kept before only every second is, then every fourth, and so on.
    pub before_thinning: u64,
    /// Queries that take longer are always kept, as far as the other limits allow.
    pub slow: Duration,
}

impl Default for RecorderLimits {
    fn default() -> Self {
        RecorderLimits { files: 2_000, bytes: 256 << 20, before_thinning: 50, slow: Duration::from_millis(100) }
    }
}

/// How often the manifest is brought up to date, so that it is there when a search is killed.
const MANIFEST_EVERY: Duration = Duration::from_secs(1);

/// How the queries of one kind were kept.
#[derive(Clone, Copy, Default, Debug)]
struct Kept {
    asked: u64,
    recorded: u64,
    /// Kept of those that are not slow; decides how many of the next are.
    sampled: u64,
}

/// Writes queries to a folder.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    engine: String,
    limits: RecorderLimits,
    kinds: BTreeMap<QueryKind, Kept>,
    files: usize,
    bytes: usize,
    failure: Option<String>,
    manifest_written: Instant,
}

/// A query that has been answered.
pub(super) struct Query<'q> {
    pub kind: QueryKind,
    pub theory: Theory,
    pub solver: &'q z3::Solver,
    pub assumptions: &'q [Bool],
    pub result: SatResult,
    pub time: Duration,
    /// Instances of the axioms of arrays that were made for it.
    pub array_axioms: u64,
}

impl Recorder {
    /// A recorder that writes to a new folder inside `parent`, named after the engine.
    pub fn new(parent: &Path, engine: &str, limits: RecorderLimits) -> io::Result<Self> {
        fs::create_dir_all(parent)?;
        let folder = new_folder(parent, engine)?;
        let mut recorder = Recorder {
            folder,
            engine: engine.to_string(),
            limits,
            kinds: BTreeMap::new(),
            files: 0,
            bytes: 0,
            failure: None,
            manifest_written: Instant::now(),
        };
        recorder.write_manifest();
        Ok(recorder)
    }

    /// Keeps a query, if it is one to be kept.
    pub(super) fn record(&mut self, query: &Query) {
        let kept = self.kinds.entry(query.kind).or_default();
        kept.asked += 1;
        let stride = 1u64 << (kept.sampled / self.limits.before_thinning.max(1)).min(62);
        let slow = query.time >= self.limits.slow;
        let wanted = slow || kept.asked.is_multiple_of(stride);
        if wanted && self.files < self.limits.files && self.bytes < self.limits.bytes && self.failure.is_none() {
            self.write(query, slow);
        }
        if self.manifest_written.elapsed() >= MANIFEST_EVERY {
            self.write_manifest();
        }
    }

    fn write(&mut self, query: &Query, slow: bool) {
        let text = self.text(query);
        if self.bytes + text.len() > self.limits.bytes {
            return;
        }
        let name = format!("{:05}-{}.smt2", self.files, query.kind.name());
        if let Err(error) = fs::write(self.folder.join(name), &text) {
            log::warn!("queries cannot be written to {}: {error}", self.folder.display());
            self.failure = Some(error.to_string());
            return;
        }
        self.files += 1;
        self.bytes += text.len();
        let kept = self.kinds.entry(query.kind).or_default();
        kept.recorded += 1;
        kept.sampled += u64::from(!slow);
    }

    /// The query as a script of its own.
    fn text(&self, query: &Query) -> String {
        let logic = match query.theory {
            Theory::Euf { abstract_arrays: true } => "QF_UF",
            _ => "ALL",
        };
        let status = match query.result {
            SatResult::Sat => "sat",
            SatResult::Unsat => "unsat",
            SatResult::Unknown => "unknown",
        };
        let mut text = String::new();
        let (engine, kind) = (&self.engine, query.kind.name());
        // Writing to a string does not fail.
        let _ = writeln!(text, "; engine: {engine}\n; kind: {kind}\n; milliseconds: {:.3}", millis(query.time));
        let _ = writeln!(text, "(set-info :status {status})\n(set-logic {logic})");
        text.push_str(&script(query.solver, query.assumptions));
        text
    }

    fn write_manifest(&mut self) {
        self.manifest_written = Instant::now();
        let kinds: Vec<String> = self.kinds.iter().map(|(kind, kept)| kept.entry(kind.name())).collect();
        let asked: u64 = self.kinds.values().map(|kept| kept.asked).sum();
        let recorded: u64 = self.kinds.values().map(|kept| kept.recorded).sum();
        let text = format!(
            "{{\n  \"engine\": \"{}\",\n  \"asked\": {asked},\n  \"recorded\": {recorded},\n  \"left_out\": {},\n  \
             \"bytes\": {},\n  \"kinds\": {{\n{}\n  }}\n}}\n",
            self.engine,
            asked - recorded,
            self.bytes,
            kinds.join(",\n"),
        );
        if let Err(error) = fs::write(self.folder.join("manifest.json"), text) {
            self.failure.get_or_insert(error.to_string());
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.write_manifest();
    }
}

impl Kept {
    fn entry(&self, name: &str) -> String {
        let left_out = self.asked - self.recorded;
        format!(
            "    \"{name}\": {{ \"asked\": {}, \"recorded\": {}, \"left_out\": {left_out} }}",
            self.asked, self.recorded
        )
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The first of `name`, `name-2`, `name-3`, … that is not there yet: what was recorded before stays as it is.
fn new_folder(parent: &Path, name: &str) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let folder = parent.join(if number == 1 { name.to_string() } else { format!("{name}-{number}") });
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            result => return result.map(|()| folder),
        }
    }
}

/// Declarations, assertions and the question.
fn script(solver: &z3::Solver, assumptions: &[Bool]) -> String {
    // Z3 prints what a solver has been told. Assumptions are told to a copy, so that they are declared.
    let copy = z3::Solver::new();
    let assertions = solver.get_assertions();
    assertions.iter().chain(assumptions).for_each(|formula| copy.assert(formula));
    let printed = copy.to_smt2();
    // The last assertion is printed as the formula, after the others, which include the assumptions.
    let mut end = printed.rfind("(check-sat)").unwrap_or(printed.len());
    for _ in 0..assumptions.len() {
        end = printed[..end].rfind("\n(assert").map_or(0, |at| at + 1);
    }
    let body: String = printed[..end]
        .lines()
        .filter(|line| !line.starts_with("(set-info") && !line.starts_with("; "))
        .flat_map(|line| [line, "\n"])
        .collect();
    let literals: Vec<String> = assumptions.iter().map(|literal| literal.to_string()).collect();
    let question = match literals.is_empty() {
        true => "(check-sat)\n".to_string(),
        false => format!("(check-sat-assuming ({}))\n", literals.join(" ")),
    };
    // Z3 escapes bars in names, which the standard has no way to write.
    (body + &question).replace("\\|", "_bar_")
}
