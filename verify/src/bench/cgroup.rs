//! Control groups (version 2), where there are any that we may use: then the kernel itself holds a run to its
//! memory limit, between two looks at it, too.
//!
//! This is a second belt. Without a group, or when anything about it fails, the looks have to do.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::path::{Path, PathBuf};

/// Finds the group in which a group for each run can be made, and makes it ready; nothing if there is none.
///
/// A group that limits others must not have processes itself, so the bench moves to one below it. It does that
/// only if it is alone there: the processes of others are not ours to move.
pub fn home() -> Option<PathBuf> {
    let own =
        own_group(&fs::read_to_string("/proc/self/cgroup").ok()?, &fs::read_to_string("/proc/self/mountinfo").ok()?)?;
    make_ready(&own, std::process::id()).then_some(own)
}

fn make_ready(own: &Path, bench: u32) -> bool {
    let has_memory = |file: &str| {
        fs::read_to_string(own.join(file)).is_ok_and(|text| text.split_whitespace().any(|word| word == "memory"))
    };
    if !has_memory("cgroup.controllers") {
        return false;
    }
    if has_memory("cgroup.subtree_control") {
        return true;
    }
    let alone = fs::read_to_string(own.join("cgroup.procs")).is_ok_and(|text| text.trim() == bench.to_string());
    let below = own.join(format!("euclase-bench-{bench}"));
    if !alone || fs::create_dir(&below).is_err() {
        return false;
    }
    let moved = fs::write(below.join("cgroup.procs"), bench.to_string()).is_ok();
    if moved && fs::write(own.join("cgroup.subtree_control"), "+memory").is_ok() {
        return true;
    }
    // Back to where we were.
    drop(fs::write(own.join("cgroup.procs"), bench.to_string()));
    drop(fs::remove_dir(&below));
    false
}

/// The folder of a process's group, out of what the kernel says about its groups and mounts.
fn own_group(groups: &str, mounts: &str) -> Option<PathBuf> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mount = mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut fields = before.split(' ').skip(3);
        let (root, point) = (fields.next()?, fields.next()?);
        (after.starts_with("cgroup2 ") && root == "/").then_some(point)
    })?;
    Some(Path::new(mount).join(group.trim_start_matches('/')))
}

/// The group of one run. It is removed when it is dropped.
pub struct Group {
    folder: PathBuf,
    members: fs::File,
}

impl Group {
    /// Makes a group with a memory limit.
    pub fn new(home: &Path, bytes: u64) -> io::Result<Group> {
        let folder = home.join(format!("euclase-run-{}", std::process::id()));
        fs::create_dir(&folder)?;
        let limited = || {
            fs::write(folder.join("memory.max"), bytes.to_string())?;
            // Not all kernels have these; the limit holds without them.
            drop(fs::write(folder.join("memory.swap.max"), "0"));
            drop(fs::write(folder.join("memory.oom.group"), "1"));
            fs::OpenOptions::new().write(true).open(folder.join("cgroup.procs"))
        };
        match limited() {
            Ok(members) => Ok(Group { folder, members }),
            Err(error) => {
                drop(fs::remove_dir(&folder));
                Err(error)
            }
        }
    }

    /// The file to which a process writes `0` to become a member.
    pub fn entrance(&self) -> RawFd {
        self.members.as_raw_fd()
    }

    /// Whether the kernel has ended members since there was no memory left for them.
    pub fn ran_out_of_memory(&self) -> bool {
        let text = fs::read_to_string(self.folder.join("memory.events")).unwrap_or_default();
        out_of_memory_kills(&text) > 0
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        drop(fs::write(self.folder.join("cgroup.kill"), "1"));
        // The members are gone when the kernel says so, which may take a moment.
        for _ in 0..100 {
            if fs::remove_dir(&self.folder).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

fn out_of_memory_kills(events: &str) -> u64 {
    let count = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_is_found_under_its_mount() {
        let groups = "4:memory:/x\n0::/user.slice/bench.scope\n";
        let mounts = "30 24 0:26 / /sys rw,nosuid - sysfs sysfs rw\n\
                      31 30 0:27 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
        let found = own_group(groups, mounts);
        assert_eq!(found, Some(PathBuf::from("/sys/fs/cgroup/user.slice/bench.scope")));
        assert_eq!(own_group("4:memory:/x\n", mounts), None);
        assert_eq!(own_group(groups, "30 24 0:26 / /sys rw - sysfs sysfs rw\n"), None);
    }

    /// A folder with the files that a group has.
    fn fake(controllers: &str, enabled: &str, members: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in
            [("cgroup.controllers", controllers), ("cgroup.subtree_control", enabled), ("cgroup.procs", members)]
        {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    #[test]
    fn a_group_with_other_processes_is_left_alone() {
        let others = fake("cpu memory\n", "\n", "7\n8\n");
        assert!(!make_ready(others.path(), 7));
        assert_eq!(fs::read_to_string(others.path().join("cgroup.subtree_control")).unwrap(), "\n");
        assert!(!make_ready(fake("cpu\n", "\n", "7\n").path(), 7));
        assert!(make_ready(fake("cpu memory\n", "memory\n", "").path(), 7));
    }

    #[test]
    fn alone_the_bench_moves_below() {
        let alone = fake("cpu memory\n", "\n", "7\n");
        assert!(make_ready(alone.path(), 7));
        let text = |name: &str| fs::read_to_string(alone.path().join(name)).unwrap();
        assert_eq!(
            (text("euclase-bench-7/cgroup.procs"), text("cgroup.subtree_control")),
            ("7".into(), "+memory".into())
        );
    }

    #[test]
    fn kills_for_memory_are_counted() {
        assert_eq!(out_of_memory_kills("low 0\nhigh 0\nmax 12\noom 1\noom_kill 3\n"), 3);
        assert_eq!(out_of_memory_kills("oom 1\n"), 0);
    }
}
