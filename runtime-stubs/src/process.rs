//! Running other programs that must not hurt: with a deadline after which the whole process group is killed,
//! limits on memory and files, no core dumps, and nothing printed on the user's terminal.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By itself, with this code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// It was killed at the deadline.
    OutOfTime,
}

/// What a process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When it is killed.
    pub deadline: Instant,
    /// How much address space it may have, in bytes; `u64::MAX` is no limit.
    pub memory: u64,
    /// How large the files may be that it writes, in bytes.
    pub file_size: u64,
}

/// The stack of a process whose memory has no limit. AddressSanitizer does not see what is around variables on a very large one.
const WATCHED_STACK: u64 = 64 << 20;

/// Runs a command in a folder; what it prints on standard error goes into a file if one is named.
pub fn run(mut command: Command, folder: &Path, messages: Option<&Path>, limits: Limits) -> io::Result<Ended> {
    let stderr = match messages {
        Some(path) => Stdio::from(File::create(path)?),
        None => Stdio::null(),
    };
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr).process_group(0);
    // SAFETY: between fork and exec only `prctl`, `getrlimit` and `setrlimit` are called, which are plain system
    // calls that touch no memory of ours.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            limit(libc::RLIMIT_CORE, 0);
            limit(libc::RLIMIT_AS, limits.memory);
            limit(libc::RLIMIT_FSIZE, limits.file_size);
            // Large arrays are local variables in many programs.
            limit(libc::RLIMIT_STACK, if limits.memory == u64::MAX { WATCHED_STACK } else { limits.memory / 4 });
            Ok(())
        });
    }
    let mut child = command.spawn()?;
    let outcome = wait(&mut child, limits.deadline);
    // What the process left behind goes as well.
    kill_group(&child);
    outcome
}

/// Sets a limit as near to the wanted one as the hard limit allows. A limit that cannot be set is not there.
fn limit(resource: libc::__rlimit_resource_t, wanted: u64) {
    let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls get a pointer to a local variable of the type they ask for.
    unsafe {
        if libc::getrlimit(resource, &raw mut now) == 0 {
            now.rlim_cur = wanted.min(now.rlim_max);
            libc::setrlimit(resource, &raw const now);
        }
    }
}

fn wait(child: &mut Child, deadline: Instant) -> io::Result<Ended> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ended(status));
        }
        let now = Instant::now();
        if now >= deadline {
            kill_group(child);
            child.wait()?;
            return Ok(Ended::OutOfTime);
        }
        std::thread::sleep(pause.min(deadline - now));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn kill_group(child: &Child) {
    if let Ok(id) = libc::pid_t::try_from(child.id()) {
        // SAFETY: the group was made for this child and holds nothing else.
        unsafe {
            libc::kill(-id, libc::SIGKILL);
        }
    }
}

fn ended(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Code(code),
        (None, Some(signal)) => Ended::Signal(signal),
        (None, None) => Ended::Signal(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, time: Duration) -> Ended {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let limits = Limits { deadline: Instant::now() + time, memory: 1 << 28, file_size: 1 << 20 };
        let folder = tempfile::tempdir().expect("a folder");
        run(command, folder.path(), None, limits).expect("sh starts")
    }

    #[test]
    fn codes_and_signals_are_told_apart() {
        assert_eq!(shell("exit 7", Duration::from_secs(20)), Ended::Code(7));
        assert_eq!(shell("kill -SEGV $$", Duration::from_secs(20)), Ended::Signal(libc::SIGSEGV));
    }

    #[test]
    fn the_deadline_ends_children_too() {
        let start = Instant::now();
        // Without the group's death the sleeping grandchild would keep the pipe of `cat` open.
        assert_eq!(shell("sleep 60 | cat", Duration::from_millis(100)), Ended::OutOfTime);
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn files_cannot_grow_without_end() {
        assert_ne!(shell("head -c 4000000 /dev/zero > big", Duration::from_secs(20)), Ended::Code(0));
    }
}
