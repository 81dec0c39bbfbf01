//! A result with all that is needed to tell it in any form: fresh from a run, or read from a file.

use super::Report;
use super::sources::Sources;

/// A result and what it is about.
#[derive(Clone, Debug)]
pub struct Document {
    /// The result.
    pub report: Report,
    /// What was verified, as the user wrote it.
    pub file: String,
    /// The program that verified it, with its version.
    pub tool: String,
    /// The folder that relative paths start from.
    pub directory: Option<String>,
    /// The source files.
    pub sources: Sources,
}

impl Document {
    /// A result that was just found, about files.
    pub fn fresh(report: &Report, file: &str, files: &[String]) -> Self {
        let directory = std::env::current_dir().ok();
        Document {
            sources: Sources::read(report, files),
            report: report.clone(),
            file: file.to_string(),
            tool: format!("euclase {}", env!("CARGO_PKG_VERSION")),
            directory: directory.and_then(|path| path.to_str().map(str::to_string)),
        }
    }
}
