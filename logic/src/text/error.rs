//! What is wrong with a text, and where.

use std::fmt;

/// How many characters of a long source line are shown on each side of the error.
const WINDOW: usize = 60;

/// An error in a text, at a line and column that count from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl ParseError {
    /// An error at a byte position of a text.
    pub(crate) fn at(text: &[u8], position: usize, message: impl Into<String>) -> Self {
        let before = &text[..position.min(text.len())];
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |p| p + 1);
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        // Continuation bytes of UTF-8 do not start a character.
        let column = 1 + before[line_start..].iter().filter(|b| **b & 0xC0 != 0x80).count();
        ParseError { line, column, message: message.into() }
    }

    /// The error with the source line it is in and a mark under the place.
    pub fn show(&self, text: &str) -> String {
        let Some(source) = text.lines().nth(self.line - 1) else {
            return self.to_string();
        };
        let first = self.column.saturating_sub(1 + WINDOW);
        let excerpt: String = source.chars().skip(first).take(2 * WINDOW).collect();
        let excerpt = excerpt.replace(|c: char| c.is_control(), " ");
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let indent = " ".repeat(self.column - 1 - first);
        format!("{self}\n{number} | {excerpt}\n{margin} | {indent}^")
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let text = "(ä\n  ö x)";
        let at = text.find('x').unwrap();
        let error = ParseError::at(text.as_bytes(), at, "no");
        assert_eq!(error.to_string(), "2:5: no");
        assert_eq!(error.show(text), "2:5: no\n2 |   ö x)\n  |     ^");
    }

    #[test]
    fn long_lines_are_cut_to_a_window() {
        let text = format!("{}x{}", " ".repeat(500), " ".repeat(500));
        let error = ParseError::at(text.as_bytes(), 500, "here");
        let shown = error.show(&text);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[1].len() < 150);
        assert_eq!(lines[1].find('x'), lines[2].find('^'));
    }

    #[test]
    fn a_position_behind_the_end_is_the_end() {
        assert_eq!(ParseError::at(b"a\nb", 99, "end").to_string(), "2:2: end");
    }
}
