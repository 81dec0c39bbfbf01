//! A few lines of the source around a place, with a mark under what matters, as compilers print them.

use super::paint::{Ink, cut};
use super::sources::SourceFile;
use super::terminal::Style;

/// How many lines are shown before and after the marked one.
const BEFORE: u32 = 2;
const AFTER: u32 = 1;

/// The lines around a place; what the message names in quotes is marked in its line, else all of the line.
pub fn around(file: &SourceFile, line: u32, function: &str, message: &str, style: Style) -> Option<String> {
    let marked = cut(file.lines.get(&line)?, usize::MAX);
    let last = file.lines.range(..=line.saturating_add(AFTER)).next_back().map_or(line, |(number, _)| *number);
    let digits = last.to_string().len();
    let frame = |number: &str| style.paint(Ink::Frame, &format!(" {number:>digits$} |"));
    let room = style.width.map_or(usize::MAX, |width| width.saturating_sub(digits + 4).max(20));
    let place = if function.is_empty() { String::new() } else { format!(" in {function}") };
    let arrow = style.paint(Ink::Frame, &format!(" {}-->", " ".repeat(digits)));
    let mut text = format!("{arrow} {}:{line}{place}\n{}\n", file.path, frame(""));
    for (number, source) in file.lines.range(line.saturating_sub(BEFORE)..=line.saturating_add(AFTER)) {
        text.push_str(format!("{} {}", frame(&number.to_string()), cut(source, room)).trim_end());
        text.push('\n');
        if *number == line {
            let (start, length) = mark(&marked, message);
            let length = length.min(room.saturating_sub(start)).max(1);
            let arrows = style.paint(Ink::Bad, &format!("{} {message}", "^".repeat(length)));
            text.push_str(&format!("{} {}{arrows}\n", frame(""), " ".repeat(start.min(room))));
        }
    }
    Some(text)
}

/// Where the mark starts, and how long it is, in characters.
fn mark(line: &str, message: &str) -> (usize, usize) {
    let quoted = message.split_once('\'').and_then(|(_, rest)| rest.rsplit_once('\'')).map(|(quoted, _)| quoted);
    if let Some(quoted) = quoted.filter(|quoted| !quoted.is_empty())
        && let Some(at) = line.find(quoted)
    {
        return (line[..at].chars().count(), quoted.chars().count());
    }
    let start = line.chars().take_while(|c| c.is_whitespace()).count();
    (start, line.trim().chars().count().max(1))
}

#[cfg(test)]
mod tests {
    use super::super::sources::SourceState;
    use super::*;

    fn file() -> SourceFile {
        let lines = ["int f(void) {", "\tint x = 1;", "\tassert(x > 1);", "}"];
        let lines = (8..).zip(lines.map(str::to_string)).collect();
        SourceFile { path: "src/a.c".into(), sha256: None, lines, state: SourceState::Same }
    }

    #[test]
    fn what_the_message_names_is_marked() {
        let expected = "   --> src/a.c:10 in f
    |
  8 | int f(void) {
  9 |     int x = 1;
 10 |     assert(x > 1);
    |            ^^^^^ assertion 'x > 1' fails
 11 | }
";
        let text = around(&file(), 10, "f", "assertion 'x > 1' fails", Style::default());
        assert_eq!(text.as_deref(), Some(expected));
    }

    #[test]
    fn otherwise_the_line_is() {
        let text = around(&file(), 10, "f", "no", Style::default()).unwrap_or_default();
        assert!(text.contains("    |     ^^^^^^^^^^^^^^ no\n"), "{text}");
        assert_eq!(around(&file(), 1, "f", "no", Style::default()), None);
    }

    #[test]
    fn narrow_terminals_get_short_lines() {
        let style = Style { width: Some(22), ..Style::default() };
        let mut file = file();
        file.lines.insert(10, format!("    {}", "x".repeat(100)));
        let text = around(&file, 10, "f", "no", style).unwrap_or_default();
        assert!(text.contains("xxx…\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 30), "{text}");
    }
}
