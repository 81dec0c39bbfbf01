//! What SV-COMP defines: property files, task definitions, sets and lists of tasks, verdicts and
//! their scores.
//!
//! *Architecture invariant:* knows nothing of how anything is proved.

mod property_file;
mod score;
mod task_definition;
mod task_list;
mod task_set;
mod verdict;

pub use property_file::{PropertyError, PropertyFile, UnsupportedProperty, read_property_file};
pub use score::{Expected, Found, Judgement, judge};
pub use task_definition::{Bits, TaskDefinition, TaskProperty, read_task_definition};
pub use task_list::{ListedTask, read_task_list};
pub use task_set::read_task_set;
pub use verdict::{FALSE, TRUE, UNKNOWN, false_word};

/// What is wrong with a file, and in which of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// The line, from one; none when the whole file is meant.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl FileError {
    fn at(line: usize, message: impl Into<String>) -> Self {
        FileError { line: Some(line), message: message.into() }
    }
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for FileError {}
