//! What a tree of processes uses, and its end.
//!
//! Limits that the kernel puts on a process (`setrlimit`) do not add up over the processes that it starts,
//! so the tree is looked at from outside, through `/proc`.

use std::fs;
use std::io;
use std::time::{Duration, Instant};

/// What the processes of a tree use together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Processor time, of processes that have ended, too.
    pub cpu: Duration,
    /// Bytes of memory now: what each has for itself, and once what the largest shares with others.
    pub memory: u64,
}

/// The processes below one, in no order; not itself.
pub fn descendants(root: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(process) = open.pop() {
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
        for thread in threads.flatten() {
            // Every thread has the children that it started.
            let Ok(text) = fs::read_to_string(thread.path().join("children")) else { continue };
            for child in text.split_whitespace().filter_map(|word| word.parse().ok()) {
                found.push(child);
                open.push(child);
            }
        }
    }
    found
}

/// What the processes below this one use, and those that were waited for have used.
pub fn usage_below() -> Usage {
    let mut usage = Usage { cpu: used_by_reaped().0, memory: 0 };
    let mut largest_shared = 0;
    for process in descendants(std::process::id()) {
        usage.cpu += cpu_time(process);
        let (own, shared) = memory(process);
        usage.memory += own;
        largest_shared = largest_shared.max(shared);
    }
    usage.memory += largest_shared;
    usage
}

/// Processor time of the processes that ended and were waited for, all those below them included, and
/// the most memory that one of them had.
pub fn used_by_reaped() -> (Duration, u64) {
    // SAFETY: an all-zero rusage is valid, and the call only writes into it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let time = |value: libc::timeval| {
        Duration::from_secs(value.tv_sec.max(0) as u64) + Duration::from_micros(value.tv_usec.max(0) as u64)
    };
    (time(usage.ru_utime) + time(usage.ru_stime), u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024)
}

/// The processor time of a process and of those that it has waited for.
fn cpu_time(process: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    ticks(&text).map_or(Duration::ZERO, |ticks| {
        // SAFETY: a plain question.
        let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1);
        Duration::from_secs_f64(ticks as f64 / per_second as f64)
    })
}

/// The sum of utime, stime, cutime and cstime in a line of `/proc/PID/stat`.
fn ticks(stat: &str) -> Option<u64> {
    // The name of the program is in parentheses, and may have any character.
    let fields = stat.rsplit_once(')')?.1;
    let times: Vec<u64> = fields.split_whitespace().skip(11).take(4).map_while(|word| word.parse().ok()).collect();
    (times.len() == 4).then(|| times.iter().sum())
}

/// Bytes that a process has for itself, and those that it may share with others.
fn memory(process: u32) -> (u64, u64) {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages: Vec<u64> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
    // SAFETY: a plain question.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as u64;
    match pages[..] {
        [_, resident, shared, ..] => (resident.saturating_sub(shared) * page, shared * page),
        _ => (0, 0),
    }
}

/// Makes this process the one that orphans below it fall to, so that none leaves the tree.
pub fn adopt_orphans() -> io::Result<()> {
    // SAFETY: a plain system call.
    match unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Ends everything below this process, and waits for it; gives up on what does not end in time.
pub fn kill_all_below(patience: Duration) {
    let start = Instant::now();
    loop {
        for process in descendants(std::process::id()) {
            // SAFETY: what is below us is ours, and is reaped by nobody else while its parents are dying.
            unsafe { libc::kill(process as libc::pid_t, libc::SIGKILL) };
        }
        loop {
            // SAFETY: no status is asked for.
            match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } {
                1.. => {}
                0 => break,
                _ if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
                // There is nobody left.
                _ => return,
            }
        }
        if start.elapsed() > patience {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_program_does_not_confuse() {
        let line = "7 (a) b (c) R 1 7 7 0 -1 4194304 100 0 0 0 3 4 50 60 20 0 1 0 100 1000 10";
        assert_eq!(ticks(line), Some(117));
        assert_eq!(ticks("7 (a) R 1"), None);
        assert_eq!(ticks(""), None);
    }

    #[test]
    fn a_process_has_memory_and_a_child_is_found() {
        let (own, shared) = memory(std::process::id());
        assert!(own > 0 && shared > 0);
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let found = descendants(std::process::id()).contains(&child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found);
    }
}
