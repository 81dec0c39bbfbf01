//! A worker process as its parent sees it: started with its limits, heard line by line, ended.
//!
//! *Architecture invariant:* no worker outlives its parent. The kernel kills it when the parent
//! dies, however that happens. What a worker has started itself ends with it.

use crate::worker::protocol::{Message, Note, Request};
use euclase_result::Work;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The stack of a worker: Z3 recurses on deep terms.
const STACK: u64 = 256 << 20;

/// How long a worker may take to end after it has closed its output.
const LAST_BREATH: Duration = Duration::from_secs(2);

/// Something a worker did. The number is the one it was started with.
pub enum Event {
    /// It said something.
    Said(usize, Box<Message>),
    /// It wrote a line of log, or the complaint of a library.
    Logged(usize, String),
    /// It closed its output: it has ended or is about to.
    Closed(usize),
}

/// What to start.
pub struct Start<'a> {
    /// The executable: this program itself.
    pub program: &'a Path,
    /// Paths that the worker needs.
    pub paths: Vec<&'a OsStr>,
    /// What it is to do.
    pub request: Request,
    /// How many bytes of address space it may use now. A native run under AddressSanitizer, which maps all there is, has no
    /// such limit: its runtime counts what is allocated.
    pub memory: Option<u64>,
    /// How much others go before it: 0 for a worker as important as any.
    pub niceness: i32,
    /// Whether it starts processes of its own: a compiler, an execution to be replayed.
    pub has_children: bool,
}

/// A running worker.
pub struct Worker {
    id: libc::pid_t,
    reaped: bool,
    /// Whether it leads a group of processes.
    leads: bool,
    /// Notes for it while it runs.
    notes: Sender<Note>,
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The exit code, if it ended by itself.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The most memory it had, in bytes.
    pub peak_memory: u64,
    /// The processor time it used.
    pub processor_time: Duration,
}

/// Notes in what a worker cost how it ended.
pub fn ended(work: &mut Work, ending: &Ending, started: Instant) {
    work.peak_memory_bytes = work.peak_memory_bytes.max(ending.peak_memory);
    work.processor_seconds = work.processor_seconds.max(ending.processor_time.as_secs_f64());
    work.seconds = started.elapsed().as_secs_f64();
}

impl Worker {
    /// Starts a worker; what it does arrives at `events` under the given number.
    ///
    /// Must be called from a thread that lives as long as the worker should.
    pub fn start(start: Start, number: usize, events: Sender<Event>) -> io::Result<Worker> {
        let mut request = serde_json::to_vec(&start.request)?;
        request.push(b'\n');
        let mut command = Command::new(start.program);
        command.arg("worker").args(start.paths);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let parent = std::process::id();
        let (memory, leads, niceness) = (start.memory, start.has_children, start.niceness);
        // SAFETY: between fork and exec only system calls are made, and no memory is allocated.
        unsafe {
            command.pre_exec(move || prepare(parent, memory, leads, niceness));
        }
        let mut child = command.spawn()?;
        let id = child.id() as libc::pid_t;
        let (notes, to_tell) = channel();
        if let Some(stdin) = child.stdin.take() {
            // In a thread, since a worker that does not read must not stop us.
            thread::spawn(move || drop(talk(stdin, &request, &to_tell)));
        }
        let heard = events.clone();
        let output = child.stdout.take();
        let complaints = child.stderr.take();
        let listener = complaints.map(|stderr| thread::spawn(move || listen_to_log(stderr, number, &heard)));
        thread::spawn(move || {
            if let Some(stdout) = output {
                listen(stdout, number, &events);
            }
            // The log first, so that a crash can be explained when its end is heard of.
            if let Some(listener) = listener {
                drop(listener.join());
            }
            drop(events.send(Event::Closed(number)));
        });
        Ok(Worker { id, reaped: false, leads, notes })
    }

    /// Gives the worker a note while it runs.
    pub fn notify(&self, note: Note) {
        // A worker that has ended needs no notes.
        let _ = self.notes.send(note);
    }

    /// Changes how many bytes of address space the worker may use.
    pub fn set_memory(&self, bytes: u64) {
        if !self.reaped {
            // SAFETY: the process is ours and not reaped, so the id is still its own; the limit is a local variable.
            unsafe {
                let mut limit: libc::rlimit = std::mem::zeroed();
                if libc::prlimit(self.id, libc::RLIMIT_AS, std::ptr::null(), &mut limit) == 0 {
                    limit.rlim_cur = bytes.min(limit.rlim_max);
                    libc::prlimit(self.id, libc::RLIMIT_AS, &limit, std::ptr::null_mut());
                }
            }
        }
    }

    /// Holds the worker where it is, with all that it has started, or lets it go on.
    pub fn pause(&self, paused: bool) {
        let signal = if paused { libc::SIGSTOP } else { libc::SIGCONT };
        self.signal(signal);
        if self.leads && !self.reaped {
            // A compiler is in the group of the worker, but a native run leads a group of its own.
            descendants(self.id).into_iter().for_each(|id| {
                // SAFETY: the process was started by our worker, which cannot reap it while it is held.
                unsafe { libc::kill(id, signal) };
            });
        }
    }

    fn signal(&self, signal: libc::c_int) {
        if !self.reaped {
            // SAFETY: the process is ours and not reaped, so the id is still its own.
            unsafe { libc::kill(self.id, signal) };
        }
    }

    /// Lets a worker end that has said its last, or is not wanted: giving back its memory piece by piece would only take
    /// time. By its end it closes its output.
    pub fn dismiss(&self) {
        self.signal(libc::SIGKILL);
        self.kill_group();
    }

    /// Ends the worker at once.
    pub fn kill(&mut self) -> Ending {
        self.signal(libc::SIGKILL);
        self.kill_group();
        self.reap(Instant::now() + LAST_BREATH)
    }

    /// Ends what the worker has started.
    fn kill_group(&self) {
        if self.leads && !self.reaped {
            // SAFETY: the worker is not reaped, so its id and its group are still its own.
            unsafe { libc::kill(-self.id, libc::SIGKILL) };
        }
    }

    /// Whether the worker is dead and only waits to be reaped.
    fn is_dead(&self) -> bool {
        // SAFETY: an all-zero siginfo is valid, and the call only writes into it.
        unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
            libc::waitid(libc::P_PID, self.id as libc::id_t, &mut info, options) == 0 && info.si_pid() == self.id
        }
    }

    /// How the worker ended, once it has closed its output.
    pub fn ending(&mut self) -> Ending {
        self.reap(Instant::now() + LAST_BREATH)
    }

    fn reap(&mut self, patience: Instant) -> Ending {
        let mut ending = Ending { code: None, signal: None, peak_memory: 0, processor_time: Duration::ZERO };
        while !self.reaped {
            let mut status = 0;
            if self.leads && self.is_dead() {
                self.kill_group();
            }
            // SAFETY: an all-zero rusage is a valid value to be written over.
            let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
            // SAFETY: both pointers are to live values of the right type.
            let result = unsafe { libc::wait4(self.id, &mut status, libc::WNOHANG, &mut usage) };
            if result == 0 {
                if Instant::now() >= patience {
                    self.signal(libc::SIGKILL);
                }
                thread::sleep(Duration::from_millis(1));
                continue;
            }
            if result < 0 && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted {
                continue;
            }
            self.reaped = true;
            if result == self.id {
                ending.code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
                ending.signal = libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status));
                ending.peak_memory = u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024;
                ending.processor_time = time(usage.ru_utime) + time(usage.ru_stime);
            }
        }
        ending
    }
}

/// A worker that is no longer waited for ends.
impl Drop for Worker {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
        }
    }
}

/// The processes that a process has started, and those that these have started.
fn descendants(id: libc::pid_t) -> Vec<libc::pid_t> {
    let (mut found, mut next) = (Vec::new(), vec![id]);
    while let Some(parent) = next.pop() {
        let threads = std::fs::read_dir(format!("/proc/{parent}/task"));
        for thread in threads.into_iter().flatten().flatten() {
            let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            let children = children.split_whitespace().filter_map(|word| word.parse::<libc::pid_t>().ok());
            children.for_each(|child| next.push(child));
        }
        if parent != id {
            found.push(parent);
        }
    }
    found
}

fn time(value: libc::timeval) -> Duration {
    Duration::new(value.tv_sec.max(0) as u64, 0) + Duration::from_micros(value.tv_usec.max(0) as u64)
}

/// Runs in the new process before the worker's program starts.
fn prepare(parent: u32, memory: Option<u64>, leads: bool, niceness: i32) -> io::Result<()> {
    let check = |result: libc::c_int| if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) };
    // SAFETY: plain system calls with pointers to live local values.
    unsafe {
        check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
        if leads {
            check(libc::setpgid(0, 0))?;
        }
        if libc::getppid() as u32 != parent {
            // The parent died before it could be watched.
            libc::_exit(0);
        }
        // The terminal sends Ctrl-C to all of us; the parent decides what it means. Blocked, not
        // ignored, since Z3 installs a handler of its own during each query.
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, libc::SIGINT);
        check(libc::sigprocmask(libc::SIG_SETMASK, &set, std::ptr::null_mut()))?;
        if niceness > 0 {
            libc::setpriority(libc::PRIO_PROCESS, 0, libc::getpriority(libc::PRIO_PROCESS, 0) + niceness);
        }
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        let mut stack: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_STACK, &mut stack) == 0 {
            let share = memory.map_or(STACK, |now| STACK.min(now / 8));
            stack.rlim_cur = share.min(stack.rlim_max);
            libc::setrlimit(libc::RLIMIT_STACK, &stack);
        }
        if let Some(now) = memory {
            let mut limit: libc::rlimit = std::mem::zeroed();
            check(libc::getrlimit(libc::RLIMIT_AS, &mut limit))?;
            limit.rlim_cur = limit.rlim_max.min(now);
            check(libc::setrlimit(libc::RLIMIT_AS, &limit))?;
        }
    }
    Ok(())
}

/// Writes the request, and then notes for as long as there may be some.
fn talk(mut stdin: ChildStdin, request: &[u8], notes: &Receiver<Note>) -> io::Result<()> {
    stdin.write_all(request)?;
    for note in notes {
        let mut line = serde_json::to_vec(&note)?;
        line.push(b'\n');
        stdin.write_all(&line)?;
    }
    Ok(())
}

/// Passes on what a worker says, until it closes its output or says what we do not understand.
fn listen(stdout: impl Read, number: usize, events: &Sender<Event>) {
    for line in BufReader::new(stdout).lines() {
        let Ok(line) = line else { return };
        let event = match serde_json::from_str(&line) {
            Ok(message) => Event::Said(number, Box::new(message)),
            Err(error) => Event::Logged(number, format!("a message that is not understood: {error}")),
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

fn listen_to_log(stderr: impl Read, number: usize, events: &Sender<Event>) {
    let mut reader = BufReader::new(stderr);
    let mut line = Vec::new();
    // By bytes, since a library in trouble need not speak UTF-8.
    while let Ok(1..) = reader.read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line).trim_end().to_string();
        if events.send(Event::Logged(number, text)).is_err() {
            return;
        }
        line.clear();
    }
}
