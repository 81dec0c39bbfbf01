//! The folder of results: who may write to it, and what may be removed from it.
//!
//! The user names the folder, and may name a wrong one. So only a new or empty folder is taken, or one with a manifest
//! that a bench wrote; only one bench at a time has it; and only files that a bench wrote are ever removed.

use super::manifest::{self, Manifest};
use super::{benchexec, page, results, runner, validation};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// The file whose lock says that a bench is at work. It stays: who removes it could remove that of another bench.
const LOCK: &str = "bench.lock";

/// The property file for tools that need one.
pub const PROPERTY: &str = "unreach-call.prp";

/// Where runs have their temporary files.
pub const SCRATCH: &str = "scratch";

/// A folder that is ours until this is dropped.
#[derive(Debug)]
pub struct Claim {
    /// The folder.
    pub folder: PathBuf,
    /// The manifest that is there.
    pub manifest: Option<Manifest>,
    /// Closing the file gives the lock back, also when the process is killed.
    _lock: File,
}

impl Claim {
    /// Takes a folder, or says why it cannot be had. Nothing is written to a folder that is refused.
    pub fn take(folder: &Path) -> Result<Claim, String> {
        let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
        // Before anything is written, and again when nobody else can write.
        manifest_of(folder)?;
        std::fs::create_dir_all(folder).map_err(wrong)?;
        let folder = std::path::absolute(folder).map_err(wrong)?;
        let lock = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK)).map_err(wrong)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!("{}: another bench is at work in this folder", folder.display()));
            }
            Err(TryLockError::Error(error)) => return Err(format!("{}: cannot be locked: {error}", folder.display())),
        }
        let manifest = manifest_of(&folder)?;
        Ok(Claim { folder, manifest, _lock: lock })
    }

    /// Removes the results that are there, but for the manifest, which a new one takes the place of: without one, the
    /// folder would not be known as a bench's any more.
    pub fn forget_results(&mut self) {
        let Some(manifest) = self.manifest.take() else { return };
        for name in [results::FILE, page::FILE, PROPERTY] {
            drop(std::fs::remove_file(self.folder.join(name)));
        }
        for (engine, _) in &manifest.engines {
            drop(std::fs::remove_file(self.folder.join(benchexec::file_name(engine))));
        }
        let logs = self.folder.join("logs");
        for (task, property) in manifest.tasks.keys().filter_map(|key| key.rsplit_once(' ')) {
            for (engine, _) in &manifest.engines {
                let log = logs.join(runner::log_name(task, property, engine));
                drop(std::fs::remove_file(self.folder.join(validation::witness_of(&log))));
                drop(std::fs::remove_file(log));
            }
        }
        // They stay if there is something of somebody else.
        drop(std::fs::remove_dir(logs));
        drop(std::fs::remove_dir(self.folder.join(validation::FOLDER)));
    }

    /// Removes what runs of a bench that was killed left.
    pub fn clear_scratch(&self) {
        let scratch = self.folder.join(SCRATCH);
        for entry in std::fs::read_dir(&scratch).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let parts = name.to_str().and_then(|name| name.split_once('-'));
            if parts.is_some_and(|(task, engine)| is_number(task) && is_number(engine)) {
                drop(std::fs::remove_dir_all(entry.path()));
            }
        }
        drop(std::fs::remove_dir(scratch));
    }
}

/// The manifest of a folder that a bench may use; nothing if the folder is new or empty.
fn manifest_of(folder: &Path) -> Result<Option<Manifest>, String> {
    let wrong = |why: &dyn std::fmt::Display| format!("{}: {why}", folder.display());
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(wrong(&error)),
    };
    let mut is_empty = true;
    for entry in entries {
        is_empty &= entry.map_err(|error| wrong(&error))?.file_name() == LOCK;
    }
    if is_empty {
        return Ok(None);
    }
    if !folder.join(manifest::FILE).exists() {
        let what = match folder.join(results::FILE).exists() {
            true => format!("there are results, but no {} that says how they were made", manifest::FILE),
            false => "the folder is neither empty nor that of a bench".to_string(),
        };
        return Err(wrong(&format!("{what}; choose another folder")));
    }
    match Manifest::read(folder) {
        Ok(manifest) if manifest.format == manifest::FORMAT => Ok(Some(manifest)),
        Ok(_) => Err(wrong(&format!(
            "the {} there is not of this version of the bench; choose another folder",
            manifest::FILE
        ))),
        Err(error) => Err(format!("{error}; that is not of a bench: choose another folder")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn manifest() -> Manifest {
        Manifest {
            format: manifest::FORMAT.to_string(),
            conditions: Vec::new(),
            engines: vec![("euf".to_string(), String::new())],
            tasks: BTreeMap::from([("a.c unreach-call".to_string(), String::new())]),
            started: 7,
            timeout_seconds: 30.0,
        }
    }

    #[test]
    fn folders_of_others_are_refused_and_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str, text: &str, why: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let error = Claim::take(folder.path()).unwrap_err();
            assert!(error.contains(why), "{error}");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
            std::fs::remove_file(path).unwrap();
        };
        refused("thesis.tex", "", "neither empty nor that of a bench");
        refused("results.csv", "", "there are results, but no manifest.json");
        refused("manifest.json", "{\"name\": \"my extension\"}", "that is not of a bench");
        let old = serde_json::to_string(&Manifest { format: String::new(), ..manifest() }).unwrap();
        refused("manifest.json", &old, "not of this version of the bench");
        Claim::take(folder.path()).unwrap();
        Claim::take(&folder.path().join("new/one")).unwrap();
    }

    #[test]
    fn one_bench_at_a_time_has_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let claim = Claim::take(folder.path()).unwrap();
        assert!(Claim::take(folder.path()).unwrap_err().contains("another bench is at work"));
        drop(claim);
        Claim::take(folder.path()).unwrap();
    }

    #[test]
    fn only_what_a_bench_wrote_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        drop(manifest().merge_into(folder.path(), None).unwrap());
        let own = [
            "results.csv",
            "results.euf.xml",
            "index.html",
            "unreach-call.prp",
            "logs/a.c.euf.log",
            "witnesses/a.c.euf.yml",
            "scratch/0-1/x",
        ];
        let foreign = ["notes.txt", "results.mine.xml", "logs/mine.log", "witnesses/mine.yml", "scratch/mine/x"];
        for name in own.iter().chain(&foreign) {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let mut claim = Claim::take(folder.path()).unwrap();
        claim.clear_scratch();
        claim.forget_results();
        assert!(claim.manifest.is_none());
        assert!(own.iter().all(|name| !folder.path().join(name).exists()));
        assert!(foreign.iter().all(|name| folder.path().join(name).exists()));
    }
}
