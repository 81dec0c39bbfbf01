//! Searching programs with recursion: unfolded to a depth, which grows as long as there is time and the program does not
//! get too large.
//!
//! An execution within the depth is one of the program. A proof that also says that nothing goes beyond the depth is a
//! proof; where something goes beyond it and no error is found within, a deeper program is next. Beside that, what the
//! recursive functions do is summed up, which proves programs whose recursion has no bound.

use crate::c_program::{self, Job};
use crate::portfolio::Plan;
use crate::portfolio::certifier::{self, CHECKING_GRACE};
use crate::portfolio::stage::{self, Stage, StageEnd};
use crate::progress::ProgressLine;
use crate::worker::protocol::{Message, PrepareRequest, PreparedSummary, Request, SummariesReport, SummariesRequest};
use euclase_checker::EngineName;
use euclase_frontend::Unfold;
use euclase_program::{Obstacle, ObstacleKind};
use euclase_result::{Answer, Certificate, Evidence, InvariantText, ProgramFacts, Reason, V2, Verdict};
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How deep recursion is unfolded, one try after the other, and how large the program may get by that. Recursion that
/// calls itself twice doubles the program with every level, so that its size is what ends it.
const LEVELS: [Unfold; 5] = [
    Unfold { depth: 3, instructions: 400 },
    Unfold { depth: 12, instructions: 1_500 },
    Unfold { depth: 50, instructions: 6_000 },
    Unfold { depth: 200, instructions: 25_000 },
    Unfold { depth: 1000, instructions: 100_000 },
];

/// Which part of the time that is left a try may take, unless it is the last.
const SHARE: f64 = 0.4;

/// How long a try takes at most where there is no limit on time, unless it is the last.
const WITHOUT_LIMIT: Duration = Duration::from_secs(120);

/// Searches the program at one depth after the other. The report is that of the last try that told anything.
pub fn search(job: &Job, prepared: &PreparedSummary, line: &mut ProgressLine) -> io::Result<V2> {
    let calls = prepared.recursive.join(", ");
    let nothing = Reason::unsupported(Obstacle::new(ObstacleKind::Recursion, format!("recursion of {calls}")));
    let mut last = V2::unknown(nothing, job.plan.start.elapsed().as_secs_f64());
    if job.plan.engines.iter().all(|engine| engine.is_of_programs()) {
        return Ok(last);
    }
    let mut reached: Vec<Obstacle> = Vec::new();
    for (number, level) in LEVELS.into_iter().enumerate() {
        let is_last = number + 1 == LEVELS.len();
        let Some(time_limit) = time_for(&job.plan, is_last) else { break };
        let scratch = job.scratch.join(format!("unfolded{}", level.depth));
        std::fs::create_dir_all(&scratch)?;
        let deeper = Job {
            files: job.files.clone(),
            prepare: PrepareRequest { unfold: Some(level), ..job.prepare.clone() },
            plan: Plan { time_limit, ..job.plan.clone() },
            replay: job.replay,
            refuse_overflow: job.refuse_overflow,
            write_test: job.write_test.clone(),
            full: job.full,
            witness: job.witness,
            scratch: &scratch,
        };
        let (prepared, preparation) = match c_program::prepare(&deeper, line)? {
            Ok(prepared) => prepared,
            // What cannot be made deeper has been searched as deep as it can be.
            Err(report) if number == 0 => return Ok(*report),
            Err(_) => break,
        };
        if number > 0 && prepared.facts.unsupported == reached {
            break;
        }
        reached.clone_from(&prepared.facts.unsupported);
        let report = c_program::search_and_explain(&deeper, &prepared, preparation, line)?;
        let is_stopped = job.plan.stop.load(Ordering::Relaxed);
        if report.verdict() != Verdict::Unknown || matches!(report.reason(), Some(Reason::Interrupted)) || is_stopped {
            return Ok(report);
        }
        let over = matches!(report.reason(), Some(Reason::Timeout { .. }));
        // What the depth has hidden says more than that time was over further down.
        if number == 0 || !over {
            last = report;
        }
        if !last.program.as_ref().is_some_and(|program| goes_deeper(&program.facts)) {
            break;
        }
    }
    last.seconds = job.plan.start.elapsed().as_secs_f64();
    Ok(last)
}

/// Whether the program has calls beyond the depth.
fn goes_deeper(facts: &ProgramFacts) -> bool {
    facts.unsupported.iter().any(|obstacle| obstacle.kind == ObstacleKind::Recursion)
}

/// The time limit of a try, from the start of the whole run; none if there is no time left.
fn time_for(plan: &Plan, is_last: bool) -> Option<Option<Duration>> {
    let elapsed = plan.start.elapsed();
    match plan.time_limit {
        _ if plan.stop.load(Ordering::Relaxed) => None,
        Some(limit) if elapsed >= limit => None,
        Some(limit) if is_last => Some(Some(limit)),
        Some(limit) => Some(Some(elapsed + (limit - elapsed).mul_f64(SHARE))),
        None if is_last => Some(None),
        None => Some(Some(Instant::now().duration_since(plan.start) + WITHOUT_LIMIT)),
    }
}

/// Where a check writes its certificate, in the folder for everything that is made on the way.
const CERTIFICATE: &str = "summaries-certificate";

/// Gives the user the certificate that a check has written.
fn keep(from: &Path, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    certifier::withdraw(folder);
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        std::fs::copy(entry.path(), folder.join(entry.file_name()))?;
    }
    Ok(())
}

/// A proof by what is known about functions.
pub struct Proof {
    text: InvariantText,
    report: SummariesReport,
}

impl Proof {
    /// Makes it the answer of a report.
    pub fn answer(self, report: &mut V2, job: &Job) {
        let kept = match (&job.plan.certificate, &self.report.not_written) {
            (Some(_), Some(why)) => Err(why.clone()),
            (Some(folder), None) => keep(&job.scratch.join(CERTIFICATE), folder).map_err(|error| error.to_string()),
            (None, _) => Ok(()),
        };
        let not_written = kept.err();
        if let Some(why) = &not_written {
            report.warnings.push(format!("the certificate could not be written: {why}"));
        }
        let certificate =
            Certificate { concrete_obligations: self.report.obligations, not_written, ..Certificate::default() };
        let engine = EngineName::Summaries.name().to_string();
        report.answer = Answer::True(Box::new(euclase_result::Proof {
            engine,
            invariant: self.text,
            certificate,
            invariants: Some(self.report.invariants),
            contracts: self.report.contracts,
        }));
        report.seconds = job.plan.start.elapsed().as_secs_f64();
    }
}

/// Looks for a proof by what functions do, and has it checked by another worker. Whoever searches besides ends then.
pub fn prove(job: &Job, unwanted: &AtomicBool) -> Option<Proof> {
    let Message::Answer { evidence: Evidence::Invariant(text) } = summaries(job, None, unwanted)? else { return None };
    match summaries(job, Some(text.clone()), unwanted)? {
        Message::Summarised(report) => {
            job.plan.stop.store(true, Ordering::Relaxed);
            Some(Proof { text, report })
        }
        Message::Refused { why } => {
            log::warn!("a proof by summaries does not check: {why}");
            None
        }
        _ => None,
    }
}

/// Has a worker find out what functions do, or check it; its last message.
fn summaries(job: &Job, solution: Option<InvariantText>, unwanted: &AtomicBool) -> Option<Message> {
    let is_check = solution.is_some();
    let deadline = c_program::deadline(&job.plan);
    let deadline = if is_check { deadline.map(|d| d.max(Instant::now() + CHECKING_GRACE)) } else { deadline };
    let request = SummariesRequest {
        prepare: job.prepare.clone(),
        solution,
        seconds: deadline.map(|d| d.saturating_duration_since(Instant::now()).as_secs_f64()),
        verbosity: job.plan.verbosity,
    };
    let folder = job.scratch.join(CERTIFICATE);
    let mut arguments = vec![OsStr::new("summaries"), job.scratch.as_os_str()];
    arguments.extend(job.plan.certificate.as_ref().filter(|_| is_check).map(|_| folder.as_os_str()));
    let stage = Stage {
        program: &job.plan.program,
        arguments,
        request: Request::Summaries(Box::new(request)),
        doing: "summing up functions",
        start: job.plan.start,
        deadline,
        memory: job.plan.memory_limit.map(|limit| limit / 4),
        verbosity: job.plan.verbosity,
        niceness: 0,
        stop: Some(unwanted),
    };
    match stage::run(stage, &mut ProgressLine::new(false)).ok()? {
        (StageEnd::Said(message), _) => Some(*message),
        (StageEnd::Interrupted, _) => None,
    }
}
