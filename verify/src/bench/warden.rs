//! The warden: a process that runs one tool on one task, holds it to its limits and tells what it used.
//!
//! It is a process of its own, so that everything the tool starts is below it and nothing of another run
//! is. Whatever falls out of the tool's tree (a daemon, an orphan) falls to the warden.
//!
//! *Architecture invariant:* nothing that a tool has started outlives its warden, and no warden the bench.

use super::cgroup::Group;
use super::tree;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The word behind `verify worker` that starts a warden.
pub const NAME: &str = "warden";

/// How often the tree is looked at, at first and later: what is short is measured well, and what is long is
/// hardly disturbed.
const LOOKS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(40)];

/// How long killed processes may take to go away.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether this warden was asked to end.
static ASKED: AtomicBool = AtomicBool::new(false);

extern "C" fn on_signal(_: libc::c_int) {
    ASKED.store(true, Ordering::SeqCst);
}

/// From now on, signals that ask for an end are noted, however often they come: from the bench, and from whoever ends
/// the bench and everything below it. A warden that died of the second could not end what it watches.
fn note_signals() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: the handler only touches an atomic.
        unsafe {
            let before = libc::signal(signal, on_signal as *const () as libc::sighandler_t);
            // A signal that the caller ignores (nohup) stays ignored, but for the one that the bench sends.
            if before == libc::SIG_IGN && signal != libc::SIGTERM {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
    }
}

/// What to run, and within which limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Errand {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Where its standard output goes.
    pub stdout: PathBuf,
    /// Where its standard error goes.
    pub stderr: PathBuf,
    /// A folder of its own for what it writes meanwhile.
    pub scratch: PathBuf,
    /// The most time.
    pub wall_limit: Duration,
    /// The most processor time.
    pub cpu_limit: Duration,
    /// The most bytes of memory.
    pub memory_limit: u64,
    /// Where a control group for the run can be made.
    pub group_home: Option<PathBuf>,
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Limit {
    Wall,
    Cpu,
    Memory,
}

/// How a run went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The exit code, if the tool ended by itself.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The limit for which it was ended.
    pub limit: Option<Limit>,
    /// Whether the bench was asked to end meanwhile.
    pub interrupted: bool,
    /// Why the tool could not be started.
    pub trouble: Option<String>,
    /// Processor time of all its processes, in seconds.
    pub cpu_seconds: f64,
    /// The time it took, in seconds.
    pub wall_seconds: f64,
    /// The most memory that its processes had together, in bytes.
    pub memory_bytes: u64,
}

/// A warden as the bench sees it.
pub struct Warden(Child);

impl Warden {
    /// Starts a warden. Must be called from a thread that lives as long as the run.
    pub fn start(program: &Path, errand: &Errand) -> io::Result<Warden> {
        let request = serde_json::to_vec(errand)?;
        let mut command = Command::new(program);
        command.args(["worker", NAME]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let bench = std::process::id();
        // SAFETY: between fork and exec only system calls are made, and no memory is allocated.
        unsafe {
            command.pre_exec(move || {
                // A group of its own: the terminal's Ctrl-C is for the bench, which tells us.
                check(libc::setpgid(0, 0))?;
                die_with_parent(bench, libc::SIGTERM)
            });
        }
        let mut child = command.spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A warden that is already dead is found out when it is waited for.
            drop(stdin.write_all(&request));
        }
        Ok(Warden(child))
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Waits until the run is over; `before_reaping` is called while the process id is still the warden's.
    pub fn wait(mut self, before_reaping: impl FnOnce()) -> io::Result<Run> {
        let mut text = String::new();
        if let Some(mut stdout) = self.0.stdout.take() {
            stdout.read_to_string(&mut text)?;
        }
        before_reaping();
        let status = self.0.wait()?;
        serde_json::from_str(&text)
            .map_err(|_| io::Error::other(format!("the process that watches a run died ({status})")))
    }
}

/// Ends a run early: its warden kills it and tells what is known.
pub fn interrupt(warden: u32) {
    // SAFETY: the id is that of a child that has not been waited for.
    unsafe { libc::kill(warden as libc::pid_t, libc::SIGTERM) };
}

/// What the warden's process does: takes the errand from standard input, prints the run.
pub fn main() -> ExitCode {
    note_signals();
    let mut text = String::new();
    let errand: Result<Errand, String> = io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())
        .and_then(|_| serde_json::from_str(&text).map_err(|error| error.to_string()));
    let run = match errand {
        Ok(errand) => run(&errand).unwrap_or_else(|error| Run { trouble: Some(error.to_string()), ..Run::default() }),
        Err(error) => Run { trouble: Some(error), ..Run::default() },
    };
    tree::kill_all_below(PATIENCE);
    let text = serde_json::to_string(&run).unwrap_or_default();
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn run(errand: &Errand) -> io::Result<Run> {
    tree::adopt_orphans()?;
    let [program, arguments @ ..] = errand.command.as_slice() else {
        return Err(io::Error::other("there is no command"));
    };
    let mut command = Command::new(program);
    // What is killed cannot clean up; the bench removes the folder.
    command.args(arguments).stdin(Stdio::null()).env("TMPDIR", &errand.scratch);
    command.stdout(File::create(&errand.stdout)?).stderr(File::create(&errand.stderr)?);
    let warden = std::process::id();
    let home = errand.group_home.as_deref();
    let group = home.and_then(|home| Group::new(home, errand.memory_limit).ok());
    let entrance = group.as_ref().map(Group::entrance);
    // SAFETY: between fork and exec only system calls are made, and no memory is allocated.
    unsafe {
        command.pre_exec(move || {
            check(libc::setsid())?;
            let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::setrlimit(libc::RLIMIT_CORE, &none);
            if let Some(entrance) = entrance {
                // If that fails, the limit is held by looking alone.
                libc::write(entrance, b"0".as_ptr().cast(), 1);
            }
            die_with_parent(warden, libc::SIGKILL)
        });
    }
    let start = Instant::now();
    let child = command.spawn().map_err(|e| io::Error::other(format!("cannot start {}: {e}", program.display())))?;
    let id = child.id() as libc::id_t;
    let (sender, ended) = mpsc::channel();
    // The child is not reaped before everything below it has been killed, so that its id stays its own.
    std::thread::spawn(move || {
        // Nobody listens any more when a limit was reached first.
        let _ = sender.send(wait_for_end(id));
    });
    let mut run = Run::default();
    let (mut cpu, mut peak) = (Duration::ZERO, 0);
    loop {
        let look = if start.elapsed() < Duration::from_millis(500) { LOOKS[0] } else { LOOKS[1] };
        let patience = look.min(errand.wall_limit.saturating_sub(start.elapsed()));
        if let Ok(end) = ended.recv_timeout(patience) {
            (run.code, run.signal) = end;
            break;
        }
        let usage = tree::usage_below();
        cpu = cpu.max(usage.cpu);
        peak = peak.max(usage.memory);
        run.limit = if usage.memory > errand.memory_limit {
            Some(Limit::Memory)
        } else if usage.cpu > errand.cpu_limit {
            Some(Limit::Cpu)
        } else if start.elapsed() >= errand.wall_limit {
            Some(Limit::Wall)
        } else {
            None
        };
        if run.limit.is_some() || ASKED.load(Ordering::SeqCst) {
            break;
        }
    }
    // The tool may have been asked as well, and may have ended first.
    run.interrupted = ASKED.load(Ordering::SeqCst);
    run.wall_seconds = start.elapsed().as_secs_f64();
    if run.signal == Some(libc::SIGKILL) && group.as_ref().is_some_and(Group::ran_out_of_memory) {
        run.limit = Some(Limit::Memory);
    }
    tree::kill_all_below(PATIENCE);
    let (all, largest) = tree::used_by_reaped();
    run.cpu_seconds = cpu.max(all).as_secs_f64();
    run.memory_bytes = peak.max(largest);
    Ok(run)
}

/// Waits until a child has ended, and leaves it to be reaped.
fn wait_for_end(id: libc::id_t) -> (Option<i32>, Option<i32>) {
    loop {
        // SAFETY: an all-zero siginfo is valid, and the call only writes into it.
        let (result, info) = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            (libc::waitid(libc::P_PID, id, &mut info, libc::WEXITED | libc::WNOWAIT), info)
        };
        if result == 0 {
            // SAFETY: the call filled in what a child's end has.
            let status = unsafe { info.si_status() };
            return match info.si_code {
                libc::CLD_EXITED => (Some(status), None),
                _ => (None, Some(status)),
            };
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return (None, None);
        }
    }
}

/// In a new process: see to it that the end of the parent is ours.
fn die_with_parent(parent: u32, signal: libc::c_int) -> io::Result<()> {
    // SAFETY: plain system calls.
    unsafe {
        check(libc::prctl(libc::PR_SET_PDEATHSIG, signal))?;
        if libc::getppid() as u32 != parent {
            libc::_exit(0);
        }
    }
    Ok(())
}

fn check(result: libc::c_int) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
