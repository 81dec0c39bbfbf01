//! The manifest: under which conditions the results in a folder were made.
//!
//! Results of different conditions do not belong together. A bench that finds a manifest of others refuses
//! to go on, and says what is different. More tasks and more engines are fine.

use super::results::write_whole;
use super::tasks::Task;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The file in a folder of results.
pub const FILE: &str = "manifest.json";

/// What tells a manifest of this version from other files of that name.
pub const FORMAT: &str = "euclase bench 1";

/// The condition that is there only if witnesses are validated: by which program.
pub const VALIDATOR: &str = "the validator of witnesses";

/// What results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`]; nothing in manifests of before there was one, which can still be reported on.
    #[serde(default)]
    pub format: String,
    /// Conditions that must be the same: what they are called, and what they are.
    pub conditions: Vec<(String, String)>,
    /// Engines by their names in the order that the user gave them, and how they are run.
    pub engines: Vec<(String, String)>,
    /// Tasks by name and property, and what they are.
    pub tasks: BTreeMap<String, String>,
    /// When the bench was started first, in seconds since 1970.
    pub started: u64,
    /// The time that engines were told, in seconds.
    pub timeout_seconds: f64,
}

impl Manifest {
    /// Adds tasks, with what is in their files.
    pub fn add_tasks(&mut self, tasks: &[Task]) -> Result<(), String> {
        for task in tasks {
            let mut files = Vec::new();
            for file in &task.files {
                files.push(format!("{} ({})", absolute(file), digest(file)?));
            }
            let bits = task.bits.map_or("", |bits| bits.data_model());
            if let Some(file) = &task.property_file {
                files.push(format!("property {} ({})", absolute(file), digest(file)?));
            }
            let text = format!("{} {bits} {}", task.expected, files.join(" "));
            self.tasks.insert(format!("{} {}", task.name, task.property), text);
        }
        Ok(())
    }

    /// Takes in the manifest that is in a folder already, or says why it does not belong together; writes the whole.
    pub fn merge_into(self, folder: &Path, old: Option<Manifest>) -> Result<Manifest, String> {
        let path = folder.join(FILE);
        let whole = match old {
            None => self,
            Some(old) => self.with(old).map_err(|difference| {
                format!(
                    "{}: the results there are of another bench: {difference}; choose another folder, or --restart",
                    folder.display()
                )
            })?,
        };
        let text = serde_json::to_string_pretty(&whole).map_err(|error| error.to_string())?;
        write_whole(&path, &(text + "\n"))?;
        Ok(whole)
    }

    /// The manifest of the results of both, or what is different.
    pub fn with(mut self, old: Manifest) -> Result<Manifest, String> {
        if let Some(difference) = self.difference(&old) {
            return Err(difference);
        }
        let old_tasks = old.tasks.into_iter().filter(|(name, _)| !self.tasks.contains_key(name));
        let old_tasks: Vec<_> = old_tasks.collect();
        self.tasks.extend(old_tasks);
        let mut engines = old.engines;
        engines.extend(self.engines.into_iter().filter(|engine| !engines.contains(engine)).collect::<Vec<_>>());
        self.engines = engines;
        self.started = self.started.min(old.started);
        Ok(self)
    }

    /// The names of the engines, in the order that the user gave them.
    pub fn engine_names(&self) -> Vec<String> {
        self.engines.iter().map(|(name, _)| name.clone()).collect()
    }

    /// A condition by its name.
    pub fn condition(&self, name: &str) -> Option<&str> {
        self.conditions.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The conditions in a line, for people.
    pub fn conditions_text(&self) -> String {
        let parts = self.conditions.iter().map(|(name, value)| format!("{} {value}", name.trim_start_matches("the ")));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// The manifest in a folder.
    pub fn read(folder: &Path) -> Result<Manifest, String> {
        let path = folder.join(FILE);
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|error| wrong(&error))?;
        serde_json::from_str(&text).map_err(|error| wrong(&error))
    }

    /// What is different in an older one, if anything that matters is.
    fn difference(&self, old: &Manifest) -> Option<String> {
        // A condition may be on one side only: those that are not always asked for.
        for (name, _) in self.conditions.iter().chain(&old.conditions) {
            match (old.condition(name), self.condition(name)) {
                (before, now) if before == now => {}
                (Some(_), None) if name == VALIDATOR => {
                    return Some("witnesses were validated then (--validate), and are not now".to_string());
                }
                (None, Some(_)) if name == VALIDATOR => {
                    return Some("witnesses were not validated then, and are now (--validate)".to_string());
                }
                (before, now) => {
                    let [before, now] = [before, now].map(|value| value.unwrap_or("nothing"));
                    return Some(format!("{name} was {before} and is {now} now"));
                }
            }
        }
        for (name, value) in &self.engines {
            if old.engines.iter().any(|(other, before)| other == name && before != value) {
                return Some(format!("engine '{name}' is run in another way now"));
            }
        }
        for (name, value) in &self.tasks {
            if let Some(before) = old.tasks.get(name).filter(|before| *before != value) {
                return Some(format!("task '{name}' was '{before}' and is '{value}' now"));
            }
        }
        None
    }
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

/// A number that tells one version of a file from another.
pub fn digest(path: &Path) -> Result<String, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = std::fs::File::open(path).map_err(wrong)?;
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = file.read(&mut buffer).map_err(wrong)?;
        if length == 0 {
            return Ok(format!("{hash:016x}"));
        }
        for chunk in buffer[..length].chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(timeout: &str, engine: &str) -> Manifest {
        Manifest {
            format: FORMAT.to_string(),
            conditions: vec![("timeout".to_string(), timeout.to_string())],
            engines: vec![(engine.to_string(), "--engine".to_string())],
            tasks: BTreeMap::from([(format!("{engine}.c unreach-call"), "true".to_string())]),
            started: 7,
            timeout_seconds: 30.0,
        }
    }

    #[test]
    fn more_engines_are_welcome_and_other_conditions_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let merge = |manifest: Manifest| {
            let old = Manifest::read(folder.path()).ok();
            manifest.merge_into(folder.path(), old)
        };
        merge(manifest("30 s", "euf")).unwrap();
        let both = merge(manifest("30 s", "bmc")).unwrap();
        assert_eq!((both.engines.len(), both.tasks.len()), (2, 2));
        let error = merge(manifest("60 s", "euf")).unwrap_err();
        assert!(error.contains("timeout was 30 s and is 60 s now"), "{error}");
        let mut more = manifest("30 s", "euf");
        more.conditions.push(("the weather".into(), "fine".into()));
        let error = merge(more.clone()).unwrap_err();
        assert!(error.contains("the weather was nothing and is fine now"), "{error}");
        assert_eq!(manifest("30 s", "euf").with(more).unwrap_err(), "the weather was fine and is nothing now");
        let mut other = manifest("30 s", "euf");
        other.tasks.insert("bmc.c unreach-call".into(), "false".into());
        assert!(merge(other).unwrap_err().contains("task 'bmc.c unreach-call' was 'true'"));
    }

    #[test]
    fn whether_witnesses_were_validated_is_told_in_words() {
        let validated = |validator: &str| {
            let mut manifest = manifest("30 s", "euf");
            manifest.conditions.push((VALIDATOR.into(), validator.into()));
            manifest
        };
        let not = manifest("30 s", "euf");
        assert_eq!(
            not.clone().with(validated("7")).unwrap_err(),
            "witnesses were validated then (--validate), and are not now"
        );
        assert_eq!(
            validated("7").with(not).unwrap_err(),
            "witnesses were not validated then, and are now (--validate)"
        );
        assert_eq!(validated("8").with(validated("7")).unwrap_err(), "the validator of witnesses was 7 and is 8 now");
        validated("7").with(validated("7")).unwrap();
    }

    #[test]
    fn digests_see_every_byte() {
        let folder = tempfile::tempdir().unwrap();
        let digest_of = |text: &str| {
            let path = folder.path().join("x");
            std::fs::write(&path, text).unwrap();
            digest(&path).unwrap()
        };
        assert_eq!(digest_of("abc"), digest_of("abc"));
        assert_ne!(digest_of("abcdefgh1"), digest_of("abcdefgh2"));
    }
}
