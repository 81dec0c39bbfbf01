//! Runs every engine on every task, several at a time.
//!
//! The engines run on one task before the next task starts, and take turns in being first, so that a change
//! in the machine's load hits them alike.

use super::engines::{Engine, Told, emit_command};
use super::outcome::{Reading, Trouble};
use super::reading::one_line;
use super::results::Row;
use super::tasks::Task;
use super::validation::{self, Validation};
use super::warden::{self, Errand, Run, Warden};
use crate::signals;
use euclase_sv_comp::Found;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How much of each output a log keeps at each end, in bytes.
const KEPT: u64 = 4 << 20;

/// What all runs have in common.
pub struct Bench {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The engines.
    pub engines: Vec<Engine>,
    /// What engines are told.
    pub told: Told,
    /// The most processor time, without an engine's grace.
    pub cpu_timeout: Duration,
    /// How many cores there are.
    pub cores: u32,
    /// Where results go.
    pub folder: PathBuf,
    /// Where a control group for each run can be made.
    pub group_home: Option<PathBuf>,
    /// This program, which also watches each run and validates witnesses.
    pub bench_itself: PathBuf,
    /// Whether answers are written as witnesses, too, and those are validated.
    pub validate: bool,
}

/// A run to be made: the numbers of the task and of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// The task's number.
    pub task: usize,
    /// The engine's number.
    pub engine: usize,
}

/// Something that happened.
pub enum Event {
    /// A run was started.
    Started(Job),
    /// A run is over; nothing if it was interrupted.
    Ended(Job, Option<Box<Row>>),
    /// The bench itself cannot go on.
    Failed(String),
}

/// The runs in their order: all engines on a task, the first one another each time.
pub fn order(tasks: usize, engines: usize) -> Vec<Job> {
    let of_task = |task: usize| {
        (0..engines).map(move |turn| Job { task, engine: if engines == 0 { 0 } else { (task + turn) % engines } })
    };
    (0..tasks).flat_map(of_task).collect()
}

/// What runs at the moment, and whether it should.
#[derive(Default)]
pub struct Control {
    stop: AtomicBool,
    wardens: Mutex<HashSet<u32>>,
}

impl Control {
    /// Ends all runs and lets none start.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Ok(wardens) = self.wardens.lock() {
            wardens.iter().for_each(|id| warden::interrupt(*id));
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Whether a run that has ended was interrupted, so that it says nothing. Whoever ends a bench may tell every process
    /// of it at once: the run may be over before the bench has done anything about that.
    pub fn interrupted(&self, run: &Run) -> bool {
        run.interrupted || self.stopped() || signals::received().is_some()
    }

    /// Runs a command to its end. What goes wrong with one run is the trouble of that run, not of the bench.
    pub fn run(&self, program: &Path, errand: &Errand) -> Run {
        let trouble = |error: std::io::Error| Run { trouble: Some(error.to_string()), ..Run::default() };
        let started = match Warden::start(program, errand) {
            Ok(started) => started,
            Err(error) => return trouble(error),
        };
        let id = started.id();
        if let Ok(mut wardens) = self.wardens.lock() {
            wardens.insert(id);
            if self.stopped() {
                warden::interrupt(id);
            }
        }
        let run = started.wait(|| {
            if let Ok(mut wardens) = self.wardens.lock() {
                wardens.remove(&id);
            }
        });
        run.unwrap_or_else(trouble)
    }
}

/// Makes runs until there are none left or the control says stop. Several threads may do so at once.
pub fn work(bench: &Bench, jobs: &[Job], next: &AtomicUsize, control: &Control, events: &Sender<Event>) {
    while !control.stopped() {
        let Some(job) = jobs.get(next.fetch_add(1, Ordering::SeqCst)) else { return };
        if events.send(Event::Started(*job)).is_err() {
            return;
        }
        let event = match bench.run(*job, control) {
            Ok(row) => Event::Ended(*job, row.map(Box::new)),
            Err(message) => Event::Failed(message),
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

impl Bench {
    /// Makes one run; nothing if it was interrupted.
    fn run(&self, job: Job, control: &Control) -> Result<Option<Row>, String> {
        let (task, engine) = (&self.tasks[job.task], &self.engines[job.engine]);
        let log = Path::new("logs").join(log_name(&task.name, &task.property, &engine.label));
        // By the job's number, since sockets and the like cannot have long paths.
        let scratch = self.folder.join(super::folder::SCRATCH).join(format!("{}-{}", job.task, job.engine));
        let trouble = |error: std::io::Error| format!("cannot write to {}: {error}", self.folder.display());
        drop(std::fs::remove_dir_all(&scratch));
        std::fs::create_dir_all(&scratch).map_err(trouble)?;
        let result = self.run_in(task, engine, &scratch, &log, control);
        drop(std::fs::remove_dir_all(&scratch));
        let Some((run, reading, witness)) = result? else { return Ok(None) };
        let (outcome, score) = reading.judge(&task.expected);
        Ok(Some(Row {
            category: task.category.clone(),
            task: task.name.clone(),
            property: task.property.clone(),
            parameter: task.parameter,
            engine: engine.label.clone(),
            expected: task.expected.to_string(),
            verdict: reading.found.to_string(),
            outcome,
            score,
            cpu_seconds: (run.cpu_seconds * 1000.0).round() / 1000.0,
            wall_seconds: (run.wall_seconds * 1000.0).round() / 1000.0,
            memory_bytes: run.memory_bytes,
            reason: reading.reason,
            winner: if reading.winner == engine.label { String::new() } else { reading.winner },
            log: log.display().to_string(),
            witness,
        }))
    }

    fn run_in(
        &self,
        task: &Task,
        engine: &Engine,
        scratch: &Path,
        log: &Path,
        control: &Control,
    ) -> Result<Option<(Run, Reading, Option<Validation>)>, String> {
        let emitted = scratch.join("emitted.smt2");
        let mut text = Log::create(&self.folder.join(log))?;
        if let Some(stage) = engine.emits() {
            let command = emit_command(stage, task, &self.told, &emitted);
            let errand = self.errand(command, scratch, "emit", Duration::ZERO);
            let run = control.run(&self.bench_itself, &errand);
            if control.interrupted(&run) {
                return Ok(None);
            }
            text.add(&errand, &run)?;
            if run.code != Some(0) || !emitted.exists() {
                let why = one_line(&read_output(&errand.stderr));
                let reason =
                    format!("nothing was emitted: {}", if why.is_empty() { "no time, or no memory" } else { &why });
                let reading = Reading { found: Found::Unknown, ..Reading::none(Trouble::Error, reason) };
                return Ok(Some((run, reading, None)));
            }
        }
        let witness = (self.validate && engine.writes_witnesses() && validation::is_c(task))
            .then(|| self.folder.join(validation::witness_of(log)));
        if let Some(witness) = &witness {
            // That of a run that was interrupted is none of this one.
            drop(std::fs::remove_file(witness));
        }
        let command = engine.command(task, &self.told, &emitted, witness.as_deref());
        let errand = self.errand(command, scratch, "run", engine.grace(self.told.timeout));
        let run = control.run(&self.bench_itself, &errand);
        if control.interrupted(&run) {
            return Ok(None);
        }
        text.add(&errand, &run)?;
        let reading = engine.read(&run, &read_output(&errand.stdout), &read_output(&errand.stderr));
        let is_answer = matches!(reading.found, Found::True | Found::False(_));
        let mut validation = None;
        if let Some(witness) = witness {
            if is_answer {
                validation = self.validate((task, engine), &reading.found, &witness, scratch, &mut text, control)?;
                // The run is made again, too: there is one row for both.
                if validation.is_none() {
                    return Ok(None);
                }
            } else {
                // A run that was ended may have written one of an answer that does not count.
                drop(std::fs::remove_file(witness));
            }
        }
        Ok(Some((run, reading, validation)))
    }

    /// How a command is run: within the limits of a run, and `grace`.
    pub fn errand(&self, command: Vec<OsString>, scratch: &Path, name: &str, grace: Duration) -> Errand {
        Errand {
            command,
            stdout: scratch.join(format!("{name}.out")),
            stderr: scratch.join(format!("{name}.err")),
            scratch: scratch.to_path_buf(),
            wall_limit: self.told.timeout + grace,
            cpu_limit: self.cpu_timeout + grace * self.cores,
            memory_limit: self.told.memory,
            group_home: self.group_home.clone(),
        }
    }
}

/// A log: for each command the line that starts it, what it printed, and how it ended.
pub struct Log {
    file: std::fs::File,
    path: PathBuf,
}

impl Log {
    fn create(path: &Path) -> Result<Log, String> {
        let file = std::fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Log { file, path: path.to_path_buf() })
    }

    /// Adds a line of our own, apart from what is before it.
    pub fn note(&mut self, text: &str) -> Result<(), String> {
        writeln!(self.file, "\n# {text}").map_err(|error| format!("{}: {error}", self.path.display()))
    }

    /// Adds a command.
    pub fn add(&mut self, errand: &Errand, run: &Run) -> Result<(), String> {
        let mut write = || {
            writeln!(self.file, "$ {}", command_line(&errand.command))?;
            for part in [&errand.stdout, &errand.stderr] {
                copy_ends(part, &mut self.file)?;
            }
            let end = match (run.limit, run.code, run.signal) {
                (Some(limit), _, _) => format!("ended from outside ({limit:?})"),
                (_, Some(code), _) => format!("exit code {code}"),
                (_, _, Some(signal)) => format!("signal {signal}"),
                _ => run.trouble.clone().unwrap_or_default(),
            };
            let memory = crate::units::show_size(run.memory_bytes);
            writeln!(
                self.file,
                "# {end}; {:.2} s, {:.2} s of processor time, {memory}",
                run.wall_seconds, run.cpu_seconds
            )
        };
        write().map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// Copies a file, without the middle if it is very long; a line that is not ended is.
fn copy_ends(from: &Path, to: &mut impl Write) -> std::io::Result<()> {
    let Ok(mut file) = std::fs::File::open(from) else { return Ok(()) };
    let length = file.metadata()?.len();
    if length <= 2 * KEPT {
        std::io::copy(&mut file, to)?;
    } else {
        std::io::copy(&mut (&mut file).take(KEPT), to)?;
        writeln!(to, "\n[... {} bytes ...]", length - 2 * KEPT)?;
        file.seek(SeekFrom::End(-(KEPT as i64)))?;
        std::io::copy(&mut file, to)?;
    }
    let mut last = [b'\n'];
    if length > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last == [b'\n'] { Ok(()) } else { to.write_all(b"\n") }
}

/// A command as one would type it.
fn command_line(command: &[OsString]) -> String {
    let word = |word: &OsString| {
        let text = word.to_string_lossy();
        // The program through which every run of a bench is the same version.
        if text.starts_with("/proc/") && text.ends_with("/exe") {
            return "verify".to_string();
        }
        let plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
        if !text.is_empty() && text.chars().all(plain) {
            text.into_owned()
        } else {
            format!("'{}'", text.replace('\'', "'\\''"))
        }
    };
    command.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// What was printed, as far as it is not too long to be an answer.
pub fn read_output(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(file) = std::fs::File::open(path) {
        drop(file.take(256 << 20).read_to_end(&mut bytes));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The name of a log's file. Where replacing characters could make two names one, a number tells them apart.
pub fn log_name(task: &str, property: &str, engine: &str) -> String {
    let whole = match property {
        "unreach-call" => format!("{task}.{engine}"),
        property => format!("{task}.{property}.{engine}"),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.+=_".contains(c);
    let name: String = whole.trim_start_matches(['.', '/']).replace('/', "__");
    let name: String = name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    if name == whole.replace('/', "__") && !whole.contains("__") && name.len() <= 150 {
        return format!("{name}.log");
    }
    let mut hash: u32 = 0x811c_9dc5;
    for byte in whole.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    let start = name.len().saturating_sub(150);
    format!("{}.{hash:08x}.log", &name[start..])
}

/// How the runs that are under way are told on the progress line.
pub fn running_text(bench: &Bench, running: &BTreeMap<(usize, usize), std::time::Instant>) -> String {
    let one = |(task, engine): &(usize, usize)| {
        let name = bench.tasks[*task].name.rsplit('/').next().unwrap_or_default();
        format!("{} {name}", bench.engines[*engine].label)
    };
    running.keys().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_take_turns_in_being_first() {
        let order: Vec<(usize, usize)> = order(3, 2).into_iter().map(|job| (job.task, job.engine)).collect();
        assert_eq!(order, [(0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1)]);
        assert!(super::order(3, 0).is_empty());
    }

    fn name(task: &str) -> String {
        log_name(task, "unreach-call", "euf")
    }

    #[test]
    fn logs_have_names_of_their_own() {
        assert_eq!(name("loops/a.yml"), "loops__a.yml.euf.log");
        assert_ne!(name("loops__a.yml"), name("loops/a.yml"));
        assert_ne!(name("a b.yml"), name("a_b.yml"));
        assert_ne!(name("../x.yml"), name("x.yml"));
        assert!(name(&"x".repeat(1000)).len() < 200);
    }

    #[test]
    fn commands_can_be_typed_again() {
        let command: Vec<OsString> = ["/proc/7/exe", "a b", "it's", ""].map(OsString::from).to_vec();
        assert_eq!(command_line(&command), r"verify 'a b' 'it'\''s' ''");
    }
}
