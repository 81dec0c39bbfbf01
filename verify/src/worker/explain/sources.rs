//! The text of source lines.

use euclase_result::{Row, SourcePlace};
use rustc_hash::FxHashMap;

/// The lines of files that were read, without the blanks around them.
#[derive(Default)]
pub(super) struct Sources {
    files: FxHashMap<String, Vec<String>>,
}

impl Sources {
    /// The text of a line, if the file is there.
    pub fn line(&mut self, place: &SourcePlace) -> Option<&str> {
        if !self.files.contains_key(&place.file) {
            let bytes = std::fs::read(&place.file).unwrap_or_default();
            let lines = String::from_utf8_lossy(&bytes).lines().map(|line| line.trim().to_string()).collect();
            self.files.insert(place.file.clone(), lines);
        }
        let lines = self.files.get(&place.file)?;
        (place.line as usize).checked_sub(1).and_then(|index| lines.get(index)).map(String::as_str)
    }

    /// Adds the text of the lines to rows.
    pub fn add_to(&mut self, rows: &mut [Row]) {
        for row in rows {
            let (Row::Line(line) | Row::Violation(line)) = row else { continue };
            line.source = self.line(&line.place).map(str::to_string);
        }
    }
}
