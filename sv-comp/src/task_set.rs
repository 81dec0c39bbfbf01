//! Set files: a pattern for task definitions in each line, relative to the file; `#` starts a comment.

use crate::FileError;
use std::path::{Path, PathBuf};

/// The files that a set names, line by line, those of a line in the order of their names. A pattern
/// without any file is an error, since it is most likely a misspelling.
pub fn read_task_set(text: &str, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut files: Vec<PathBuf> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let pattern = line.trim();
        if pattern.is_empty() || pattern.starts_with('#') {
            continue;
        }
        let wrong = |message: String| FileError::at(index + 1, message);
        // The folder is no pattern, whatever its name.
        let root = glob::Pattern::escape(&folder.to_string_lossy());
        let whole = if root.is_empty() { pattern.to_string() } else { format!("{root}/{pattern}") };
        let found =
            glob::glob(&whole).map_err(|error| wrong(format!("'{pattern}' is not a pattern: {}", error.msg)))?;
        let before = files.len();
        for file in found.flatten() {
            files.push(file);
        }
        if files.len() == before {
            return Err(wrong(format!("no file matches '{pattern}'")));
        }
    }
    // Sets overlap; a task counts once.
    let mut seen = std::collections::HashSet::new();
    files.retain(|file| seen.insert(file.clone()));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_relative_and_files_count_once() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a/2.yml", "a/1.yml", "b/3.yml", "b/x.c"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let names = |text: &str| {
            let files = read_task_set(text, folder.path())?;
            Ok(files.iter().map(|f| f.strip_prefix(folder.path()).unwrap().display().to_string()).collect::<Vec<_>>())
        };
        assert_eq!(names("# all\n\na/*.yml\r\n b/*.yml\na/1.yml\n").unwrap(), ["a/1.yml", "a/2.yml", "b/3.yml"]);
        let error: FileError = names("a/*.yml\nc/*.yml\n").unwrap_err();
        assert_eq!(error.to_string(), "line 2: no file matches 'c/*.yml'");
    }
}
