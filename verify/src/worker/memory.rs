//! Whether a worker has reached its memory limit.
//!
//! Z3 does not always say so: an allocation that fails deep inside may come back as a query given
//! up for no reason, or as an object that is not there.

/// Whether at least half of the address space that this process may have was in use at some time.
/// A table that doubles its size fails from there on.
pub(super) fn near_limit() -> bool {
    // SAFETY: an all-zero rlimit is valid, and the call only writes into it.
    let limit = unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_AS, &mut limit) != 0 || limit.rlim_cur == libc::RLIM_INFINITY {
            return false;
        }
        limit.rlim_cur
    };
    peak().is_some_and(|peak| peak >= limit / 2)
}

/// The most address space this process ever had, in bytes.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_limit_nothing_is_near_it() {
        assert!(peak().is_some_and(|bytes| bytes > 1 << 20));
        assert!(!near_limit());
    }
}
