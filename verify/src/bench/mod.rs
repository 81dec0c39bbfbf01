//! `verify bench`: runs engines on tasks, within limits that hold from outside, and compares them.
//!
//! The bench knows `verify` only as a program that it starts, like any other tool.
//!
//! *Architecture invariant:* every run is a process tree of its own; nothing of it outlives the bench.
//! *Architecture invariant:* a run that is over is in the results file, whatever happens to the bench next.

mod adapter;
mod args;
mod benchexec;
mod cgroup;
mod compare;
mod engines;
mod families;
mod folder;
mod junit;
mod manifest;
mod merge;
mod outcome;
pub(crate) mod page;
mod plot;
mod reading;
mod results;
mod runner;
mod shard;
mod summary;
mod tasks;
mod tree;
mod validation;
pub mod warden;

use crate::progress::ProgressLine;
use crate::signals;
use crate::units::{count, show_limit, show_size, show_time};
use adapter::Adapter;
use args::{BenchArgs, CompareArgs, FamiliesArgs, MergeArgs, PlotArgs, ReportArgs};
use clap::Parser;
use compare::Comparison;
use engines::{Engine, Told};
use folder::Claim;
use manifest::Manifest;
use page::Part;
use results::{Appender, Row};
use runner::{Bench, Control, Event, Job};
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};
use tasks::{Choice, Collected};
use validation::Validation;

/// Exit code when an answer was wrong, or something was lost.
const WRONG: u8 = 1;

/// Exit code for a wrong command line or input.
const USAGE: u8 = 2;

/// Exit code of a bench that was interrupted.
const INTERRUPTED: u8 = 3;

/// The property that tasks without a property file have.
const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

/// Does what the arguments behind `verify bench` say.
pub fn main(arguments: &[OsString]) -> ExitCode {
    let word = arguments.first().and_then(|word| word.to_str()).unwrap_or_default();
    let behind = arguments.get(1..).unwrap_or_default();
    let result = match word {
        "compare" => read_args("verify bench compare", behind).and_then(|args| compare(&args)),
        "report" => read_args("verify bench report", behind).and_then(|args| report(&args)),
        "merge" => read_args("verify bench merge", behind).and_then(|args| merge(&args)),
        "plot" => read_args("verify bench plot", behind).and_then(|args| plot(&args)),
        "families" => read_args("verify bench families", behind).and_then(|args| write_families(&args)),
        _ => read_args("verify bench", arguments).and_then(|args| run(&args)),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(Stop::Said(code)) => ExitCode::from(code),
        Err(Stop::Because(message)) => {
            crate::complain(&message);
            ExitCode::from(USAGE)
        }
    }
}

/// Why there is nothing more to do.
enum Stop {
    /// Everything was said already.
    Said(u8),
    /// Something is wrong.
    Because(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Stop::Because(message)
    }
}

fn read_args<A: Parser>(name: &str, arguments: &[OsString]) -> Result<A, Stop> {
    let words = std::iter::once(OsString::from(name)).chain(arguments.iter().cloned());
    A::try_parse_from(words).map_err(|error| {
        drop(error.print());
        Stop::Said(if error.use_stderr() { USAGE } else { 0 })
    })
}

fn run(args: &BenchArgs) -> Result<u8, Stop> {
    let collected = collect(args)?;
    let adapters = args.adapter.iter().map(|path| Adapter::read(path)).collect::<Result<Vec<_>, _>>()?;
    engines::check_names(&adapters)?;
    let mut engines: Vec<Engine> = Vec::new();
    for text in &args.engines {
        let engine = Engine::parse(text, &adapters)?;
        // Another version may have other settings.
        if args.verify.is_none() {
            engine.check_settings()?;
        }
        engine.check_tasks(&collected.tasks, args.validate)?;
        if engines.iter().any(|other| other.label == engine.label) {
            return Err(Stop::Because(format!("engine '{}' is named twice", engine.label)));
        }
        engines.push(engine);
    }
    let bench_itself = crate::own_path()?;
    let verify = match &args.verify {
        None => bench_itself.clone(),
        Some(path) if path.is_file() => std::path::absolute(path).map_err(|error| error.to_string())?,
        Some(path) => return Err(Stop::Because(format!("{}: there is no such program", path.display()))),
    };
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let cpu_timeout = args.cpu_timeout.unwrap_or(args.timeout * cores);
    let mut manifest = Manifest {
        format: manifest::FORMAT.to_string(),
        conditions: vec![
            ("the time".to_string(), show_limit(args.timeout)),
            ("the processor time".to_string(), show_limit(cpu_timeout)),
            ("the memory".to_string(), show_size(args.memory)),
            ("the number of jobs".to_string(), args.jobs.to_string()),
            ("verify".to_string(), manifest::digest(&verify)?),
        ],
        engines: engines.iter().map(|engine| (engine.label.clone(), engine.fingerprint())).collect(),
        tasks: BTreeMap::new(),
        started: SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        timeout_seconds: args.timeout.as_secs_f64(),
    };
    if args.validate {
        manifest.conditions.push((manifest::VALIDATOR.to_string(), manifest::digest(&bench_itself)?));
    }
    manifest.add_tasks(&collected.tasks)?;
    let mut claim = Claim::take(&args.out)?;
    claim.clear_scratch();
    if args.restart {
        claim.forget_results();
    }
    let folder = claim.folder.clone();
    let manifest = manifest.merge_into(&folder, claim.manifest.take())?;
    let witnesses = args.validate.then_some(validation::FOLDER);
    for name in ["logs"].into_iter().chain(witnesses) {
        std::fs::create_dir_all(folder.join(name)).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let default_property = folder.join(folder::PROPERTY);
    results::write_whole(&default_property, PROPERTY)?;
    let told = Told { timeout: args.timeout, memory: args.memory, verify, default_property };
    let bench = Bench {
        tasks: collected.tasks,
        engines,
        told,
        cpu_timeout,
        cores,
        folder,
        group_home: cgroup::home(),
        bench_itself,
        validate: args.validate,
    };
    signals::install();
    let result = run_all(&bench, args);
    claim.clear_scratch();
    let (rows, interrupted) = result?;
    finish(&bench, &manifest, args, &rows, interrupted)
}

/// The tasks that the arguments name; says what is left out.
fn collect(args: &BenchArgs) -> Result<Collected, Stop> {
    let choice = Choice {
        property: args.property.clone(),
        categories: args.category.clone(),
        names: args.only.clone(),
        every: args.every as usize,
        limit: args.limit,
        shard: args.shard,
    };
    let collected = tasks::collect(&args.tasks, &choice)?;
    if !collected.unsupported.is_empty() && !args.quiet {
        let parts = collected.unsupported.iter().map(|(what, number)| format!("{number} for {what}"));
        let parts: Vec<String> = parts.collect();
        crate::complain(&format!("left out, since it is not supported: {}", parts.join(", ")));
    }
    if collected.tasks.is_empty() && args.shard.is_none() {
        return Err(Stop::Because("there are no tasks to run".to_string()));
    }
    Ok(collected)
}

/// Makes the runs that are not in the results yet. Gives all rows, and whether it was interrupted.
fn run_all(bench: &Bench, args: &BenchArgs) -> Result<(Vec<Row>, bool), Stop> {
    let (mut appender, mut rows) = Appender::open(&bench.folder.join(results::FILE))?;
    let all = runner::order(bench.tasks.len(), bench.engines.len());
    let jobs: Vec<Job> = {
        let done: HashSet<_> = rows.iter().map(Row::key).collect();
        let is_done = |job: &Job| {
            let task = &bench.tasks[job.task];
            done.contains(&(task.name.as_str(), task.property.as_str(), bench.engines[job.engine].label.as_str()))
        };
        all.iter().copied().filter(|job| !is_done(job)).collect()
    };
    if jobs.len() < all.len() && !args.quiet {
        let done = all.len() - jobs.len();
        let verb = if done == 1 { "is" } else { "are" };
        crate::complain(&format!("{done} of {} {verb} there already", count(all.len(), "run")));
    }
    let control = Control::default();
    let next = AtomicUsize::new(0);
    let (sender, events) = mpsc::channel();
    let result = std::thread::scope(|scope| {
        for _ in 0..args.jobs {
            let sender = sender.clone();
            let (control, next, jobs) = (&control, &next, &jobs);
            scope.spawn(move || runner::work(bench, jobs, next, control, &sender));
        }
        drop(sender);
        let mut watch = Watch::new(bench, jobs.len(), !args.quiet);
        let result = watch.listen(&events, &control, &mut appender, &mut rows);
        // Whatever happened, no run is left behind.
        control.stop();
        result
    });
    Ok((rows, result?))
}

/// What the user sees meanwhile.
struct Watch<'a> {
    bench: &'a Bench,
    line: ProgressLine,
    start: Instant,
    total: usize,
    done: usize,
    correct: usize,
    wrong: usize,
    running: BTreeMap<(usize, usize), Instant>,
}

impl<'a> Watch<'a> {
    fn new(bench: &'a Bench, total: usize, wanted: bool) -> Self {
        let line = ProgressLine::new(wanted);
        Watch { bench, line, start: Instant::now(), total, done: 0, correct: 0, wrong: 0, running: BTreeMap::new() }
    }

    /// Takes in results until there are no more to come; gives whether the bench, or a run, was interrupted.
    fn listen(
        &mut self,
        events: &Receiver<Event>,
        control: &Control,
        appender: &mut Appender,
        rows: &mut Vec<Row>,
    ) -> Result<bool, String> {
        let (mut interrupted, mut is_left) = (false, false);
        loop {
            if !interrupted && signals::received().is_some() {
                interrupted = true;
                control.stop();
            }
            match events.recv_timeout(Duration::from_millis(100)) {
                Ok(Event::Started(job)) => {
                    self.running.insert((job.task, job.engine), Instant::now());
                }
                Ok(Event::Ended(job, row)) => {
                    self.running.remove(&(job.task, job.engine));
                    match row {
                        Some(row) => {
                            appender.add(&row)?;
                            self.count(&row);
                            rows.push(*row);
                        }
                        None => is_left = true,
                    }
                }
                Ok(Event::Failed(message)) => return Err(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.draw();
        }
        self.line.clear();
        Ok(interrupted || is_left)
    }

    fn count(&mut self, row: &Row) {
        self.done += 1;
        self.correct += usize::from(row.outcome.is_correct());
        if row.outcome.is_wrong() {
            self.wrong += 1;
            self.line.log(&format!("WRONG: {} says {} of {} ({})", row.engine, row.verdict, row.task, row.log));
        }
        if row.witness == Some(Validation::Rejected) {
            self.line.log(&format!("REJECTED: the witness of {} for {} ({})", row.engine, row.task, row.log));
        }
    }

    fn draw(&mut self) {
        let elapsed = self.start.elapsed();
        let filled = (self.done * 20).checked_div(self.total).unwrap_or(20).min(20);
        let bar = format!("[{}{}]", "#".repeat(filled), ".".repeat(20 - filled));
        let left = match self.done {
            0 => String::new(),
            done => {
                let left = elapsed.mul_f64((self.total - done.min(self.total)) as f64 / done as f64);
                format!(" | {} left", show_time(left))
            }
        };
        let running = runner::running_text(self.bench, &self.running);
        let text = format!(
            "{bar} {}/{} | {} correct, {} wrong{left} | {running}",
            self.done, self.total, self.correct, self.wrong
        );
        self.line.doing(elapsed, &text);
    }
}

/// Tells the results, and gives the exit code.
fn finish(bench: &Bench, manifest: &Manifest, args: &BenchArgs, rows: &[Row], interrupted: bool) -> Result<u8, Stop> {
    let tallies = summary::tallies(rows, &manifest.engine_names());
    let (file, page) = (args.out.join(results::FILE), args.out.join(page::FILE));
    let part = Part { folder: &bench.folder, prefix: "", manifest, rows };
    results::write_whole(&bench.folder.join(page::FILE), &page::page(&title(&bench.folder), &[part]))?;
    benchexec::write(&bench.folder, manifest, rows)?;
    if let Some(path) = &args.junit {
        results::write_whole(path, &junit::xml(&title(&bench.folder), rows))?;
    }
    let text = if args.json {
        let object =
            serde_json::json!({ "interrupted": interrupted, "results": file, "page": page, "summary": tallies });
        format!("{object:#}\n")
    } else {
        format!("{}results: {}\npage: {}\n", summary::table(&tallies), file.display(), page.display())
    };
    drop(std::io::stdout().write_all(text.as_bytes()));
    if interrupted {
        let total = bench.tasks.len() * bench.engines.len();
        crate::complain(&format!("interrupted; the same command does what is left of {}", count(total, "run")));
        return Ok(INTERRUPTED);
    }
    Ok(if rows.iter().any(|row| row.outcome.is_wrong()) { WRONG } else { 0 })
}

/// What a page about a folder is called.
fn title(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    format!("Bench: {name}")
}

fn compare(args: &CompareArgs) -> Result<u8, Stop> {
    let old = results::read(&results::file_of(&args.old))?;
    let new = results::read(&results::file_of(&args.new))?;
    let comparison = Comparison::new(&old, &new);
    let text = if args.json { format!("{:#}\n", comparison.object()) } else { comparison.text() };
    drop(std::io::stdout().write_all(text.as_bytes()));
    Ok(if comparison.is_worse() { WRONG } else { 0 })
}

fn merge(args: &MergeArgs) -> Result<u8, Stop> {
    let merge::Merged { folder, manifest, rows } = merge::merge(&args.out, &args.folders)?;
    let part = Part { folder: &folder, prefix: "", manifest: &manifest, rows: &rows };
    results::write_whole(&folder.join(page::FILE), &page::page(&title(&folder), &[part]))?;
    benchexec::write(&folder, &manifest, &rows)?;
    let tallies = summary::tallies(&rows, &manifest.engine_names());
    let (file, page) = (args.out.join(results::FILE), args.out.join(page::FILE));
    let text = format!("{}results: {}\npage: {}\n", summary::table(&tallies), file.display(), page.display());
    drop(std::io::stdout().write_all(text.as_bytes()));
    Ok(if rows.iter().any(|row| row.outcome.is_wrong()) { WRONG } else { 0 })
}

fn report(args: &ReportArgs) -> Result<u8, Stop> {
    let out = args.out.clone().unwrap_or_else(|| args.folders[0].join(page::FILE));
    let home = std::path::absolute(&out).map_err(|error| error.to_string())?;
    let home = home.parent().unwrap_or(Path::new("/")).to_path_buf();
    let mut read = Vec::new();
    for folder in &args.folders {
        let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
        let (manifest, rows) = (Manifest::read(&folder)?, results::read(&results::file_of(&folder))?);
        // Links work from where the page is; a folder elsewhere is named in full.
        let prefix = match folder.strip_prefix(&home) {
            Ok(way) if way.as_os_str().is_empty() => String::new(),
            Ok(way) => format!("{}/", way.display()),
            Err(_) => format!("{}/", folder.display()),
        };
        read.push((folder, prefix, manifest, rows));
    }
    let mut parts: Vec<Part> = Vec::new();
    for (folder, prefix, manifest, rows) in &read {
        parts.push(Part { folder, prefix, manifest, rows });
    }
    let names: Vec<String> =
        read.iter().map(|(folder, ..)| folder.file_name().unwrap_or_default().to_string_lossy().into_owned()).collect();
    results::write_whole(&out, &page::page(&format!("Bench: {}", names.join(", ")), &parts))?;
    drop(writeln!(std::io::stdout(), "page: {}", out.display()));
    Ok(0)
}

fn plot(args: &PlotArgs) -> Result<u8, Stop> {
    let file = results::file_of(&args.folder);
    let rows = results::read(&file)?;
    let manifest = Manifest::read(file.parent().unwrap_or(Path::new("")))?;
    results::write_whole(&args.out, &plot::svg(&rows, &manifest.engine_names(), manifest.timeout_seconds)?)?;
    Ok(0)
}

fn write_families(args: &FamiliesArgs) -> Result<u8, Stop> {
    let number = families::write(&args.folder, &args.sizes, &args.only)?;
    drop(writeln!(std::io::stdout(), "{} in {}", count(number, "program"), args.folder.display()));
    Ok(0)
}
