//! Why a worker ended without saying so.

use crate::jobs::process::Ending;
use euclase_result::GaveUp;
use std::collections::VecDeque;

/// The last lines of a worker's log.
#[derive(Clone, Debug, Default)]
pub struct LogTail(VecDeque<String>);

/// How many lines are remembered.
const LINES: usize = 20;

/// What allocators and Z3 say when there is no memory.
const MEMORY_COMPLAINTS: [&str; 6] = [
    "memory allocation of",
    "failed to map segment",
    "out of memory",
    "bad_alloc",
    "memory exhausted",
    "Cannot allocate memory",
];

impl LogTail {
    /// Remembers a line.
    pub fn push(&mut self, line: String) {
        if self.0.len() == LINES {
            self.0.pop_front();
        }
        self.0.push_back(line);
    }

    fn complains_about_memory(&self) -> bool {
        self.0.iter().any(|line| mentions_memory(line))
    }
}

/// Whether a text says that there was no memory.
pub fn mentions_memory(text: &str) -> bool {
    MEMORY_COMPLAINTS.iter().any(|complaint| text.contains(complaint))
}

/// What an unexpected end means; `limit` is the memory that the worker was allowed.
pub fn explain(ending: &Ending, log: &LogTail, limit: Option<u64>) -> GaveUp {
    // Near its limit, a crash of any kind is most likely an allocation that nobody checked. The
    // memory in use is less than the address space that is limited.
    let near_limit = limit.is_some_and(|limit| ending.peak_memory >= limit / 2);
    let crashed = matches!(ending.signal, Some(libc::SIGABRT | libc::SIGSEGV | libc::SIGBUS));
    if log.complains_about_memory() || (near_limit && crashed) {
        return GaveUp::OutOfMemory;
    }
    let last = log.0.back().map(|line| format!(" ({line})")).unwrap_or_default();
    match (ending.signal, ending.code) {
        (Some(signal @ (libc::SIGKILL | libc::SIGTERM | libc::SIGHUP | libc::SIGINT | libc::SIGXCPU)), _) => {
            GaveUp::Killed(signal)
        }
        (Some(signal), _) => GaveUp::Internal(format!("the worker died of {}{last}", signal_name(signal))),
        (None, Some(code)) => GaveUp::Internal(format!("the worker ended with code {code} and no answer{last}")),
        (None, None) => GaveUp::Internal(format!("the worker vanished{last}")),
    }
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGSEGV => "a segmentation fault",
        libc::SIGABRT => "an abort",
        libc::SIGBUS => "a bus error",
        libc::SIGILL => "an illegal instruction",
        libc::SIGFPE => "an arithmetic exception",
        _ => return format!("signal {signal}"),
    };
    name.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn ending(code: Option<i32>, signal: Option<i32>, peak_memory: u64) -> Ending {
        Ending { code, signal, peak_memory, processor_time: Duration::ZERO }
    }

    #[test]
    fn crashes_are_told_apart() {
        let quiet = LogTail::default();
        let mut complaint = LogTail::default();
        complaint.push("memory allocation of 64 bytes failed".into());
        let abort = ending(None, Some(libc::SIGABRT), 10);
        assert!(matches!(explain(&abort, &quiet, None), GaveUp::Internal(_)));
        assert_eq!(explain(&abort, &complaint, None), GaveUp::OutOfMemory);
        assert_eq!(explain(&ending(None, Some(libc::SIGKILL), 10), &quiet, Some(1000)), GaveUp::Killed(9));
        assert_eq!(explain(&ending(None, Some(libc::SIGSEGV), 900), &quiet, Some(1000)), GaveUp::OutOfMemory);
        assert!(matches!(explain(&ending(Some(0), None, 10), &quiet, None), GaveUp::Internal(_)));
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let mut log = LogTail::default();
        for number in 0..100 {
            log.push(number.to_string());
        }
        assert_eq!(log.0.len(), LINES);
        assert_eq!(log.0.back().map(String::as_str), Some("99"));
    }
}
