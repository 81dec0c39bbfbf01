//! A result with the source files that it speaks of: fresh from a run, or read from a file.

use super::sources::Sources;
use euclase_result::V2;
use std::path::Path;

/// A result, and the source files as far as they are there.
#[derive(Clone, Debug)]
pub struct Document {
    /// The result.
    pub report: V2,
    /// The source files.
    pub sources: Sources,
}

impl Document {
    /// A result that was just found, about files.
    pub fn fresh(report: &V2, file: &str, files: &[String]) -> Self {
        let directory = std::env::current_dir().ok();
        let report = V2 {
            file: file.to_string(),
            tool: format!("euclase {}", env!("CARGO_PKG_VERSION")),
            directory: directory.and_then(|path| path.to_str().map(str::to_string)),
            ..report.clone()
        };
        Document { sources: Sources::read(&report, files), report }
    }

    /// A stored result, with its files read again.
    pub fn stored(text: &str) -> Result<Self, String> {
        let report = V2::read(text)?;
        let sources = Sources::reread(report.sources.clone(), report.directory.as_deref().map(Path::new));
        Ok(Document { report, sources })
    }
}
