//! The source files that a result speaks of: their text, and a digest that tells whether they are still the same.
//!
//! A stored result has the digest of each file and the lines that it mentions with some around them. So it can be
//! told again where the files are gone or were changed, and then that is said.

use crate::sha256;
use euclase_result::{Row, Source, SourcePlace, V2};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many lines around a mentioned one a stored result keeps.
const CONTEXT: u32 = 3;

/// Larger files are not read for reports.
const LARGEST_FILE: u64 = 16 << 20;

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path, as the compiler or the user writes it.
    pub path: String,
    /// The digest of the file that was verified, if it could be read.
    pub sha256: Option<String>,
    /// Its lines, from one, as far as they are known.
    pub lines: BTreeMap<u32, String>,
    /// What has become of the file.
    pub state: SourceState,
}

/// What has become of a file since it was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceState {
    /// All lines are there, and they are those that were verified.
    Same,
    /// The file has other content now.
    Changed,
    /// The file cannot be read.
    Missing,
}

/// All source files of a result; those that the user named come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The files.
    pub files: Vec<SourceFile>,
}

impl Sources {
    /// Reads the files that the user named and those that the report speaks of.
    pub fn read(report: &V2, named: &[String]) -> Self {
        let mut sources = Sources::default();
        let mentioned = places(report).into_iter().map(|place| place.file.clone());
        for path in named.iter().cloned().chain(mentioned) {
            if sources.position(&path).is_none() {
                sources.files.push(SourceFile::read(path));
            }
        }
        sources
    }

    /// Reads the files of a stored result again, from here or from where it was made.
    pub fn reread(stored: Vec<Source>, directory: Option<&Path>) -> Self {
        Sources { files: stored.into_iter().map(|source| reread(source, directory)).collect() }
    }

    /// What a stored result keeps of the files.
    pub fn stored(&self, report: &V2) -> Vec<Source> {
        let mut mentioned: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        for place in places(report) {
            if let Some(file) = self.position(&place.file) {
                let around = place.line.saturating_sub(CONTEXT).max(1)..=place.line.saturating_add(CONTEXT);
                mentioned.entry(file).or_default().extend(around);
            }
        }
        let nothing = BTreeSet::new();
        let store = |(index, file): (usize, &SourceFile)| {
            let numbers = mentioned.get(&index).unwrap_or(&nothing);
            let lines = numbers.iter().filter_map(|number| Some((*number, file.lines.get(number)?.clone())));
            Source { path: file.path.clone(), sha256: file.sha256.clone(), lines: lines.collect() }
        };
        self.files.iter().enumerate().map(store).collect()
    }

    /// Which file a path means.
    pub fn position(&self, path: &str) -> Option<usize> {
        let same = |file: &SourceFile| file.path == path;
        self.files.iter().position(same).or_else(|| {
            let wanted = std::fs::canonicalize(path).ok()?;
            self.files.iter().position(|file| std::fs::canonicalize(&file.path).is_ok_and(|other| other == wanted))
        })
    }

    /// The file of a path.
    pub fn file(&self, path: &str) -> Option<&SourceFile> {
        self.files.get(self.position(path)?)
    }

    /// The place that a text names as `file:line`, if it is in one of the files.
    pub fn mentioned(&self, text: &str) -> Option<(usize, u32)> {
        let at = |(index, file): (usize, &SourceFile)| {
            let (_, after) = text.split_once(&format!("{}:", file.path))?;
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            Some((index, after[..digits].parse().ok().filter(|line| file.lines.contains_key(line))?))
        };
        self.files.iter().enumerate().find_map(at)
    }

    /// Sentences about files that are no longer what was verified.
    pub fn changes(&self) -> Vec<String> {
        let say = |file: &SourceFile| match file.state {
            _ if file.sha256.is_none() => None,
            SourceState::Same => None,
            SourceState::Changed => {
                Some(format!("{} has changed since it was verified; what is quoted is what was verified", file.path))
            }
            SourceState::Missing => Some(format!("{} is not there any more; only parts can be quoted", file.path)),
        };
        self.files.iter().filter_map(say).collect()
    }
}

impl SourceFile {
    fn read(path: String) -> Self {
        match text(Path::new(&path)) {
            Some((sha256, lines)) => {
                SourceFile { path, sha256: Some(sha256), lines: numbered(lines), state: SourceState::Same }
            }
            None => SourceFile { path, sha256: None, lines: BTreeMap::new(), state: SourceState::Missing },
        }
    }

    /// The file without the folders around it.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(&self.path)
    }
}

/// Reads a file of a stored result again.
fn reread(source: Source, directory: Option<&Path>) -> SourceFile {
    let here = PathBuf::from(&source.path);
    let there = directory.map(|directory| directory.join(&source.path));
    let found: Vec<_> = [Some(here), there].into_iter().flatten().filter_map(|path| text(&path)).collect();
    let Source { path, sha256, lines } = source;
    match found.iter().find(|(digest, _)| Some(digest) == sha256.as_ref()) {
        Some((_, text)) => SourceFile { path, sha256, lines: numbered(text.clone()), state: SourceState::Same },
        None => {
            let state = if found.is_empty() { SourceState::Missing } else { SourceState::Changed };
            SourceFile { path, sha256, lines, state }
        }
    }
}

/// The digest and the lines of a file, unless it is no text or cannot be read.
fn text(path: &Path) -> Option<(String, Vec<String>)> {
    let metadata = std::fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST_FILE {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    if bytes.contains(&0) {
        return None;
    }
    let lines = String::from_utf8_lossy(&bytes).lines().map(str::to_string).collect();
    Some((sha256::hexadecimal(&bytes), lines))
}

fn numbered(lines: Vec<String>) -> BTreeMap<u32, String> {
    (1..).zip(lines).collect()
}

/// All places that a report speaks of.
fn places(report: &V2) -> Vec<&SourcePlace> {
    let mut places = Vec::new();
    if let Some(violation) = report.violation() {
        places.extend(violation.place.iter());
        for row in &violation.path {
            match row {
                Row::Enter { caller, .. } => places.extend(caller.iter()),
                Row::Line(line) | Row::Violation(line) => places.push(&line.place),
                Row::Fold { .. } | Row::Gap { .. } => {}
            }
        }
    }
    places.extend(report.loop_invariants().unwrap_or_default().iter().map(|invariant| &invariant.place));
    places
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_source_notices_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, "one\ntwo\n").unwrap();
        let file = SourceFile::read(path.to_str().unwrap().to_string());
        assert_eq!(file.lines.len(), 2);
        let stored =
            Source { path: "a.c".into(), sha256: file.sha256.clone(), lines: BTreeMap::from([(2, "two".to_string())]) };
        let same = reread(stored.clone(), Some(folder.path()));
        assert_eq!((same.state, same.lines.len()), (SourceState::Same, 2));
        std::fs::write(&path, "one\nthree\n").unwrap();
        let changed = reread(stored.clone(), Some(folder.path()));
        assert_eq!((changed.state, changed.lines[&2].as_str()), (SourceState::Changed, "two"));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(reread(stored, Some(folder.path())).state, SourceState::Missing);
    }
}
