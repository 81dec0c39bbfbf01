//! Verifying a C program: prepare it, search and check as for any system, then tell the answer in
//! terms of the program.
//!
//! *Architecture invariant:* FALSE is given only after the program itself has been run on the
//! values of the execution. An execution that only the system has, because the system says less
//! than the program, makes the answer UNKNOWN.

use crate::args::Stage as Emitted;
use crate::other_calls;
use crate::portfolio::certifier::{self, CHECKING_GRACE};
use crate::portfolio::stage::{self, Stage, StageEnd};
use crate::portfolio::{self, Plan};
use crate::progress::ProgressLine;
use crate::recursion;
use crate::report::assumptions::rules;
use crate::report::{statistics, words};
use crate::worker::prepare::{MAP, SLICED, SYSTEM, SYSTEM_ENDS, WHOLE};
use crate::worker::protocol::{
    EmitRequest, ExplainRequest, Explanation, Message, PrepareRequest, PreparedSummary, Request,
};
use euclase_checker::EngineName;
use euclase_program::Obstacle;
use euclase_result::{
    Answer, Counterexample, Evidence, GaveUp, NativeRun, ProgramReport, Reason, Taken, V2, Verdict, Violation, Work,
};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A C program to be verified.
pub struct Job<'a> {
    /// The files, as workers find them.
    pub files: Vec<PathBuf>,
    /// How to prepare it.
    pub prepare: PrepareRequest,
    /// How to search; the input is to be made.
    pub plan: Plan,
    /// Whether to run a failing execution natively.
    pub replay: bool,
    /// Whether an execution counts only if no signed number overflows in it.
    pub refuse_overflow: bool,
    /// Where to keep a failing execution as a program.
    pub write_test: Option<PathBuf>,
    /// Whether loops are told iteration by iteration.
    pub full: bool,
    /// Whether a witness is wanted of a failing execution.
    pub witness: bool,
    /// A folder for everything that is made on the way.
    pub scratch: &'a Path,
}

/// Verifies the program. An error means that no worker could be started at all.
pub fn verify(job: &Job, line: &mut ProgressLine) -> io::Result<V2> {
    let (prepared, preparation) = match prepare(job, line)? {
        Ok(prepared) => prepared,
        Err(report) => return Ok(*report),
    };
    let is_recursive = !prepared.recursive.is_empty();
    let (unwanted, mut story, mut proof) = (AtomicBool::new(false), None, None);
    let (beside, mut other) = (other_calls::Signals::default(), None);
    let mut report = std::thread::scope(|scope| {
        // A test that is to be kept is written by one worker only.
        let alone = job.plan.engines.len() == 1;
        let runs = job.replay && job.plan.engines.contains(&EngineName::Run) && (alone || job.write_test.is_none());
        let trials = runs.then(|| scope.spawn(|| try_runs(job, &prepared, &unwanted)));
        let sums_up = is_recursive && job.plan.engines.contains(&EngineName::Summaries);
        let summaries = sums_up.then(|| scope.spawn(|| recursion::prove(job, &unwanted)));
        let (first, signals) = (&prepared, &beside);
        let calls = other_calls::worth_trying(job, first);
        let another = calls.map(|calls| scope.spawn(move || other_calls::search(job, calls, first, signals)));
        let report = match is_recursive {
            true => recursion::search(job, &prepared, line),
            false => search_and_explain(job, &prepared, preparation.clone(), line),
        };
        // Whoever has an answer does not wait for the others; where these are all there is, or can go deeper, they are
        // waited for.
        let is_answered = report.as_ref().is_ok_and(|report| report.verdict() != Verdict::Unknown);
        let is_over = is_answered || job.plan.stop.load(Ordering::Relaxed);
        unwanted.store(is_over || job.plan.engines.len() > 1 && !is_recursive, Ordering::Relaxed);
        // Where the others gave up, the other way of treating calls is what is left. When time is over, what it has
        // found by then may still be checked.
        let why = report.as_ref().map(|report| report.reason());
        let gave_up = matches!(why, Ok(Some(Reason::GaveUp { .. })));
        let is_late = matches!(why, Ok(Some(Reason::Timeout { .. })));
        beside.now.store(gave_up, Ordering::Relaxed);
        beside.unwanted.store(!gave_up && !is_late, Ordering::Relaxed);
        other = another.and_then(|another| another.join().ok().flatten());
        if other.is_some() {
            unwanted.store(true, Ordering::Relaxed);
        }
        proof = summaries.and_then(|summaries| summaries.join().ok().flatten());
        if proof.is_some() {
            unwanted.store(true, Ordering::Relaxed);
        }
        story = trials.and_then(|trials| trials.join().ok().flatten());
        report
    })?;
    if let (Some(mut other), Verdict::Unknown) = (other, report.verdict()) {
        other.engines.extend(report.engines);
        other.warnings.extend(report.warnings);
        return Ok(other);
    }
    if is_recursive {
        let rules = rules(&job.prepare);
        let known = || ProgramReport { facts: prepared.facts, rules, preparation, explaining: None };
        report.program.get_or_insert_with(known);
    }
    if let (Some(story), Verdict::Unknown) = (story, report.verdict()) {
        let engine = EngineName::Run.name().to_string();
        report.answer = Answer::False(Box::new(Counterexample { engine, ..Counterexample::default() }));
        report.seconds = job.plan.start.elapsed().as_secs_f64();
        take_over(&mut report, Explanation::Violation(story), job.plan.certificate.as_deref());
    }
    if let (Some(proof), Verdict::Unknown) = (proof, report.verdict()) {
        proof.answer(&mut report, job);
    }
    Ok(report)
}

/// How long the other engines have when the execution that one found does not count.
const ANOTHER: Duration = Duration::from_secs(20);

/// Searches a prepared program, and has the answer told in terms of it. Where an execution does not count, because it does what C does not
/// define, another engine may find one that does.
pub fn search_and_explain(
    job: &Job,
    prepared: &PreparedSummary,
    preparation: Work,
    line: &mut ProgressLine,
) -> io::Result<V2> {
    let rules = rules(&job.prepare);
    let known = ProgramReport { facts: prepared.facts.clone(), rules, preparation, explaining: None };
    let mut plan = job.plan.clone();
    let mut first: Option<V2> = None;
    loop {
        let mut report = search(job, &plan, SYSTEM, line)?;
        let finder = report.answer.engine().map(str::to_string);
        report.program = Some(known.clone());
        let obstacle = explain(job, prepared, &mut report, false, line)?;
        if let Some(why) = obstacle.clone().filter(|why| why.kind.is_in_program())
            && first.is_none()
            && prepared.has_ends
        {
            return second_round(job, prepared, report, why, line);
        }
        let is_not_real = obstacle.is_some_and(|why| !why.kind.is_in_program());
        let counts = report.verdict() == Verdict::False || first.is_none() && !is_not_real;
        if counts || matches!(report.reason(), Some(Reason::Interrupted)) {
            return Ok(report);
        }
        let finder = finder.filter(|_| is_not_real);
        if first.is_none() {
            let until = plan.start.elapsed() + ANOTHER;
            plan.time_limit = Some(plan.time_limit.map_or(until, |limit| limit.min(until)));
        }
        // Nothing but an execution that counts says more than the first one that does not.
        let told = first.get_or_insert(report);
        plan.engines.retain(|engine| Some(engine.name()) != finder.as_deref());
        let is_over = plan.time_limit.is_some_and(|limit| plan.start.elapsed() >= limit);
        let left = plan.engines.iter().any(|engine| !engine.is_of_programs());
        if finder.is_none() || is_over || !left || plan.stop.load(Ordering::Relaxed) {
            told.seconds = plan.start.elapsed().as_secs_f64();
            return Ok(told.clone());
        }
        log::info!("the execution does not count; the other engines look for another");
    }
}

/// Runs the program on guessed values beside the search, which ends when a run has reached the error.
fn try_runs(job: &Job, prepared: &PreparedSummary, unwanted: &AtomicBool) -> Option<Box<Violation>> {
    let deadline = deadline(&job.plan);
    let request = ExplainRequest {
        evidence: None,
        prepare: job.prepare.clone(),
        prepared: prepared.clone(),
        ends: false,
        refuse_overflow: job.refuse_overflow,
        replay: job.replay,
        write_test: job.write_test.clone(),
        files: job.files.clone(),
        full: job.full,
        witness: job.witness,
        given: None,
        seconds: deadline.map(|d| d.saturating_duration_since(Instant::now()).as_secs_f64()),
        verbosity: job.plan.verbosity,
    };
    // What is compiled for a native run must not be in the way of what is compiled for another.
    let own = job.scratch.join("runs");
    std::fs::create_dir_all(&own).ok()?;
    std::fs::copy(job.scratch.join(WHOLE), own.join(WHOLE)).ok()?;
    let stage = Stage {
        program: &job.plan.program,
        arguments: vec![OsStr::new("explain"), own.as_os_str()],
        request: Request::Explain(Box::new(request)),
        doing: "running",
        start: job.plan.start,
        deadline,
        memory: job.plan.memory_limit.map(|limit| limit / 3),
        verbosity: 0,
        // The first runs are short, and later ones make way by themselves.
        niceness: 0,
        stop: Some(unwanted),
    };
    let (end, _) = stage::run(stage, &mut ProgressLine::new(false)).ok()?;
    let StageEnd::Said(message) = end else { return None };
    let Message::Explained(explanation) = *message else { return None };
    let Explanation::Violation(story) = *explanation else { return None };
    // The interpreter alone would be no second opinion.
    if !story.native.has_reached() {
        return None;
    }
    job.plan.stop.store(true, Ordering::Relaxed);
    Some(story)
}

/// Runs a program on values, those of functions whose names start with the mark of branches excepted; gives what it takes
/// on the way to the error. Nothing is checked and nothing rests on it.
pub fn retrace(job: &Job, values: Vec<String>, line: &mut ProgressLine) -> Option<Vec<Taken>> {
    let (prepared, _) = prepare(job, line).ok()?.ok()?;
    let deadline = deadline(&job.plan);
    let request = ExplainRequest {
        evidence: None,
        prepare: job.prepare.clone(),
        prepared,
        ends: false,
        refuse_overflow: false,
        replay: false,
        write_test: None,
        files: job.files.clone(),
        full: false,
        witness: false,
        given: Some(values),
        seconds: deadline.map(|d| d.saturating_duration_since(Instant::now()).as_secs_f64()),
        verbosity: job.plan.verbosity,
    };
    let arguments = vec![OsStr::new("explain"), job.scratch.as_os_str()];
    let (end, _) = run(&job.plan, arguments, Request::Explain(Box::new(request)), "replaying", deadline, line).ok()?;
    let StageEnd::Said(message) = end else { return None };
    let Message::Explained(explanation) = *message else { return None };
    match *explanation {
        Explanation::Violation(story) => Some(story.taken),
        _ => None,
    }
}

/// Writes a stage of the program to a file in the scratch folder; gives its path, or why there is
/// none. What the preparation cost is told on standard error if that is wanted.
pub fn emit(job: &Job, wanted: Emitted, stats: bool, line: &mut ProgressLine) -> io::Result<Result<PathBuf, Box<V2>>> {
    let (prepared, preparation) = match prepare(job, line)? {
        Ok(prepared) => prepared,
        Err(report) => return Ok(Err(report)),
    };
    if stats {
        let program = ProgramReport { facts: prepared.facts.clone(), preparation, ..ProgramReport::default() };
        eprint!("{}", statistics::preparation(&program));
    }
    let file = |name: &str| job.scratch.join(name);
    match wanted {
        Emitted::Program => Ok(Ok(file(WHOLE))),
        Emitted::Sliced => Ok(Ok(file(SLICED))),
        Emitted::Ll => Ok(Ok(prepared.optimised)),
        Emitted::Vmt => Ok(Ok(file(SYSTEM))),
        Emitted::Dot | Emitted::Regions | Emitted::RegionsDot => {
            emit_file(&job.plan, wanted, &file(SLICED), None, &file("emitted"), line)
        }
        Emitted::Chc if !prepared.recursive.is_empty() => {
            let request = EmitRequest { stage: wanted, map: None, is_recursive: true, verbosity: job.plan.verbosity };
            emit_as(&job.plan, request, &file(SLICED), &file("emitted"), line)
        }
        Emitted::Ts | Emitted::Chc | Emitted::Smt2 => {
            emit_file(&job.plan, wanted, &file(SYSTEM), Some(file(MAP)), &file("emitted"), line)
        }
    }
}

/// Has a worker write a stage of a file to another file.
pub fn emit_file(
    plan: &Plan,
    wanted: Emitted,
    from: &Path,
    map: Option<PathBuf>,
    to: &Path,
    line: &mut ProgressLine,
) -> io::Result<Result<PathBuf, Box<V2>>> {
    let request = EmitRequest { stage: wanted, map, is_recursive: false, verbosity: plan.verbosity };
    emit_as(plan, request, from, to, line)
}

fn emit_as(
    plan: &Plan,
    request: EmitRequest,
    from: &Path,
    to: &Path,
    line: &mut ProgressLine,
) -> io::Result<Result<PathBuf, Box<V2>>> {
    let arguments = vec![OsStr::new("emit"), from.as_os_str(), to.as_os_str()];
    let (end, _) = run(plan, arguments, Request::Emit(request), "writing", deadline(plan), line)?;
    Ok(match end {
        StageEnd::Said(message) if matches!(*message, Message::Emitted) => Ok(to.to_path_buf()),
        other => Err(Box::new(without_answer(plan, other))),
    })
}

/// What came out of a preparation, and what it cost.
pub type Prepared = (PreparedSummary, Work);

/// Makes a program ready to be searched; what stands in the way is a report.
pub fn prepare(job: &Job, line: &mut ProgressLine) -> io::Result<Result<Prepared, Box<V2>>> {
    let mut arguments = vec![OsStr::new("prepare"), job.scratch.as_os_str()];
    arguments.extend(job.files.iter().map(|file| file.as_os_str()));
    let request = Request::Prepare(job.prepare.clone());
    let (mut stage, deadline) = (stage(&job.plan, arguments, request, "compiling"), deadline(&job.plan));
    stage.deadline = deadline;
    // Somebody else may have the answer before recursion is unfolded.
    stage.stop = job.prepare.unfold.is_some().then_some(&*job.plan.stop);
    let (end, work) = stage::run(stage, line)?;
    Ok(match end {
        StageEnd::Said(message) => match *message {
            Message::Prepared(summary) => Ok((*summary, work)),
            other => Err(Box::new(without_answer(&job.plan, StageEnd::Said(Box::new(other))))),
        },
        StageEnd::Interrupted => Err(Box::new(without_answer(&job.plan, StageEnd::Interrupted))),
    })
}

fn search(job: &Job, wanted: &Plan, system: &str, line: &mut ProgressLine) -> io::Result<V2> {
    let engines = wanted.engines.iter().copied().filter(|engine| !engine.is_of_programs()).collect();
    let plan = Plan { input: job.scratch.join(system), engines, ..wanted.clone() };
    if plan.engines.is_empty() {
        let what = match wanted.engines.contains(&EngineName::Run) {
            true => "no run on guessed values reached the error",
            false => "the program is not recursive, so that there are no functions to sum up",
        };
        let nothing = Reason::gave_up(GaveUp::Bound(what.to_string()));
        return Ok(V2::unknown(nothing, plan.start.elapsed().as_secs_f64()));
    }
    let mut report = portfolio::run(&plan, line)?;
    // What we have written ourselves is no fault of the user's.
    if let Answer::Error { error } = &report.answer {
        let what = format!("the transition system cannot be read: {}", error.message);
        report.answer = Answer::Unknown { reason: Reason::internal(what) };
    }
    Ok(report)
}

/// Has the answer, if there is one, explained and checked in terms of the program. Gives what keeps an execution from counting.
fn explain(
    job: &Job,
    prepared: &PreparedSummary,
    report: &mut V2,
    ends: bool,
    line: &mut ProgressLine,
) -> io::Result<Option<Obstacle>> {
    let (evidence, doing) = match &report.answer {
        Answer::True(proof) => (Evidence::Invariant(proof.invariant.clone()), "translating the invariant"),
        Answer::False(counterexample) => (Evidence::Trace(counterexample.trace.clone()), "replaying"),
        Answer::Unknown { .. } | Answer::Error { .. } => return Ok(None),
    };
    let deadline = deadline(&job.plan).map(|d| d.max(Instant::now() + CHECKING_GRACE));
    let request = ExplainRequest {
        evidence: Some(evidence),
        prepare: job.prepare.clone(),
        prepared: prepared.clone(),
        ends,
        refuse_overflow: job.refuse_overflow,
        replay: job.replay,
        write_test: job.write_test.clone(),
        files: job.files.clone(),
        full: job.full,
        witness: job.witness,
        given: None,
        seconds: deadline.map(|d| d.saturating_duration_since(Instant::now()).as_secs_f64()),
        verbosity: job.plan.verbosity,
    };
    let arguments = vec![OsStr::new("explain"), job.scratch.as_os_str()];
    let (end, work) = run(&job.plan, arguments, Request::Explain(Box::new(request)), doing, deadline, line)?;
    if let Some(program) = &mut report.program {
        program.explaining = Some(work);
    }
    report.seconds = job.plan.start.elapsed().as_secs_f64();
    let end = match end {
        StageEnd::Said(message) => match *message {
            Message::Explained(explanation) => {
                return Ok(take_over(report, *explanation, job.plan.certificate.as_deref()));
            }
            other => StageEnd::Said(Box::new(other)),
        },
        StageEnd::Interrupted => StageEnd::Interrupted,
    };
    match without_answer(&job.plan, end).answer {
        // The proof has been checked; only the invariants in C are missing.
        Answer::Unknown { reason } if report.verdict() == Verdict::True => {
            let why = words::reason(&reason);
            report.warnings.push(format!("the invariants could not be told in C: {why}"));
        }
        answer => report.answer = answer,
    }
    Ok(None)
}

/// What the explanation makes of the answer. Gives what keeps an execution from counting.
fn take_over(report: &mut V2, explanation: Explanation, certificate: Option<&Path>) -> Option<Obstacle> {
    let (reason, obstacle) = match (explanation, &mut report.answer) {
        (Explanation::Proof { invariants }, Answer::True(proof)) => {
            proof.invariants = Some(invariants);
            return None;
        }
        (Explanation::Violation(violation), Answer::False(counterexample)) => {
            if let NativeRun::NotRun(why) = &violation.native {
                report.warnings.push(format!("the execution could not be run natively: {why}"));
            }
            if let Some(why) = &violation.test_not_written {
                report.warnings.push(format!("the test could not be written: {why}"));
            }
            counterexample.violation = Some(*violation);
            return None;
        }
        (Explanation::NotReal { why }, _) => (Reason::unsupported(why.clone()), Some(why)),
        (Explanation::Wrong { what }, _) => (Reason::internal(what), None),
        (Explanation::Proof { .. } | Explanation::Violation(_), _) => {
            (Reason::internal("the explanation is one of another answer"), None)
        }
    };
    report.answer = Answer::Unknown { reason };
    if let Some(folder) = certificate {
        certifier::withdraw(folder);
    }
    obstacle
}

/// There may be an execution that reaches the error without coming to what is unsupported. So the
/// search is for one of the system in which that ends the execution; a proof of that system proves
/// nothing about the program.
fn second_round(
    job: &Job,
    prepared: &PreparedSummary,
    first: V2,
    why: Obstacle,
    line: &mut ProgressLine,
) -> io::Result<V2> {
    let mut report = search(job, &job.plan, SYSTEM_ENDS, line)?;
    report.warnings.extend(first.warnings);
    report.program = first.program;
    if report.verdict() == Verdict::False {
        explain(job, prepared, &mut report, true, line)?;
    }
    let keep = match &report.answer {
        Answer::False(_) | Answer::Unknown { reason: Reason::InternalError { .. } | Reason::Interrupted } => true,
        Answer::True(_) | Answer::Unknown { .. } | Answer::Error { .. } => false,
    };
    if !keep {
        // A proof of a program that ends where something is unsupported is none of the program.
        job.plan.certificate.as_deref().inspect(|folder| certifier::withdraw(folder));
        report.answer = Answer::Unknown { reason: Reason::unsupported(why) };
    }
    Ok(report)
}

fn run(
    plan: &Plan,
    arguments: Vec<&OsStr>,
    request: Request,
    doing: &str,
    deadline: Option<Instant>,
    line: &mut ProgressLine,
) -> io::Result<(StageEnd, Work)> {
    let stage = Stage { deadline, ..stage(plan, arguments, request, doing) };
    stage::run(stage, line)
}

/// A stage without an end of its own.
fn stage<'a>(plan: &'a Plan, arguments: Vec<&'a OsStr>, request: Request, doing: &'a str) -> Stage<'a> {
    Stage {
        program: &plan.program,
        arguments,
        request,
        doing,
        start: plan.start,
        deadline: None,
        memory: plan.memory_limit,
        verbosity: plan.verbosity,
        niceness: plan.niceness(),
        stop: plan.beside.then_some(&*plan.stop),
    }
}

/// When the whole run must have ended.
pub fn deadline(plan: &Plan) -> Option<Instant> {
    plan.time_limit.and_then(|limit| plan.start.checked_add(limit))
}

/// The report of a run that ends with a stage.
fn without_answer(plan: &Plan, end: StageEnd) -> V2 {
    let answer = match end {
        StageEnd::Interrupted => Answer::Unknown { reason: Reason::Interrupted },
        StageEnd::Said(message) => match *message {
            Message::InputError(error) => Answer::Error { error },
            Message::GaveUp(why) => Answer::Unknown {
                reason: match why {
                    GaveUp::Timeout => {
                        Reason::Timeout { limit_seconds: plan.time_limit.unwrap_or(Duration::ZERO).as_secs_f64() }
                    }
                    GaveUp::OutOfMemory => Reason::OutOfMemory { limit_bytes: plan.memory_limit },
                    GaveUp::Unsupported(obstacle) => Reason::unsupported(obstacle),
                    GaveUp::Environment(what) => Reason::Environment { what },
                    GaveUp::Internal(what) => Reason::internal(what),
                    GaveUp::Depth { .. }
                    | GaveUp::Bound(_)
                    | GaveUp::Solver(_)
                    | GaveUp::InputChanged
                    | GaveUp::NotChecked(_)
                    | GaveUp::Killed(_) => Reason::gave_up(why),
                },
            },
            _ => Answer::Unknown { reason: Reason::internal("a worker said what was not asked for") },
        },
    };
    V2::without_search(answer, plan.start.elapsed().as_secs_f64())
}
