//! Telling a result: the forms that the user asked for, on standard output and in files.
//!
//! The same code tells a result that was just found and one that `--json` has stored.

use crate::args::Colour;
use crate::report::document::Document;
use crate::report::terminal::Style;
use crate::report::{html, json, sarif, terminal, words};
use euclase_program::CheckKind;
use euclase_result::{Answer, Verdict};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The competition takes at most 2 MB of a tool's output; this leaves room for what goes to standard error.
const MOST_FOR_SV_COMP: usize = 1 << 20;

/// The forms in which a result is told.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// One JSON object instead of text.
    pub json: bool,
    /// Where to write the web page.
    pub html: Option<PathBuf>,
    /// Where to write the report for code scanning.
    pub sarif: Option<PathBuf>,
    /// How the text is to look.
    pub style: Style,
    /// Whether the text ends with SV-COMP's word.
    pub sv_comp: bool,
    /// When errors use colours.
    pub colour_of_errors: bool,
}

impl Forms {
    /// Forms with colours and a width that suit where the text goes.
    pub fn with_colour(self, wish: Colour) -> Self {
        let is_terminal = std::io::stdout().is_terminal();
        let colour = colour(wish, is_terminal);
        let width = if is_terminal { width() } else { None };
        let colour_of_errors = self::colour(wish, std::io::stderr().is_terminal());
        Forms { style: Style { colour, width, ..self.style }, colour_of_errors, ..self }
    }
}

/// The exit code of a command line that cannot be followed.
const USAGE: u8 = 2;

/// Tells a result in all forms and gives the exit code.
pub fn tell(document: &Document, forms: &Forms) -> Result<ExitCode, String> {
    let report = &document.report;
    // Without an answer, the report itself says what went wrong.
    for warning in report.warnings.iter().filter(|_| report.answer.is_decided()) {
        crate::complain(&format!("warning: {warning}"));
    }
    if report.is_proof() {
        let doubts = report.program.iter().flat_map(|program| &program.facts.doubts);
        doubts.for_each(|doubt| crate::complain(&format!("warning: {}", words::doubt(doubt))));
    }
    for change in document.sources.changes() {
        crate::complain(&format!("warning: {change}"));
    }
    if let Answer::Error { error } = &report.answer {
        let text = terminal::input_error(&report.file, error, forms.colour_of_errors);
        // Without standard error, the exit code has to do.
        drop(std::io::stderr().write_all(text.as_bytes()));
    }
    let html = forms.html.as_ref().and_then(|path| write(path, &html::page(document)).err());
    let sarif = || format!("{:#}\n", sarif::object(document));
    let sarif = forms.sarif.as_ref().and_then(|path| write(path, &sarif()).err());
    let text = if forms.json {
        format!("{:#}\n", json::object(document))
    } else if matches!(report.answer, Answer::Error { .. }) {
        String::new()
    } else {
        terminal::text(document, forms.style)
    };
    let text = match forms.sv_comp {
        // A part of an object is none.
        true if forms.json => text + &sv_comp_word(document),
        true => shortened(text, MOST_FOR_SV_COMP) + &sv_comp_word(document),
        false => text,
    };
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => return Err(format!("cannot write the answer: {error}")),
        Ok(()) => {}
    }
    let mut unwritten = html.into_iter().chain(sarif).peekable();
    // The answer is told all the same; the path was wrong.
    let code = if unwritten.peek().is_some() { USAGE } else { report.exit_code() };
    unwritten.for_each(|why| crate::complain(&format!("error: {why}")));
    Ok(ExitCode::from(code))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// The verdict for SV-COMP's scripts, in a line of its own; nothing when the input is wrong.
fn sv_comp_word(document: &Document) -> String {
    let report = &document.report;
    let word = match report.verdict() {
        Verdict::True => euclase_sv_comp::TRUE.to_string(),
        Verdict::False => {
            let check = report.violation().map_or(CheckKind::Assert, |violation| violation.check);
            euclase_sv_comp::false_word(check)
        }
        Verdict::Unknown => euclase_sv_comp::UNKNOWN.to_string(),
        Verdict::Error => return String::new(),
    };
    word + "\n"
}

/// Text of at most so many bytes and a line, without its middle if it is longer: the start has the answer.
fn shortened(text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let bytes = text.as_bytes();
    let start = bytes[..most / 2].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let rest = bytes.len() - most / 2;
    let end = bytes[rest..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| rest + end + 1);
    format!("{}[{} bytes left out]\n{}", &text[..start], end - start, &text[end..])
}

fn colour(wish: Colour, terminal: bool) -> bool {
    match wish {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

/// How many columns the terminal has, if it says so.
fn width() -> Option<usize> {
    // SAFETY: the structure is plain numbers, and the call fills it or leaves it alone.
    let columns = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        (libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &mut size) == 0).then_some(size.ws_col)
    };
    columns.filter(|columns| *columns > 0).map(usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_loses_its_middle() {
        assert_eq!(shortened("a\nb\n".to_string(), 4), "a\nb\n");
        let lines: String = (0..1000).map(|n| format!("line é {n}\n")).collect();
        for most in 20..60 {
            let short = shortened(lines.clone(), most);
            assert!(short.len() <= most + 30, "{short}");
            let (start, end) = short.split_once('[').expect("a mark");
            assert!(lines.starts_with(start) && lines.ends_with(end.split_once("]\n").expect("its end").1), "{short}");
        }
    }

    #[test]
    fn colours_are_for_terminals() {
        assert!(colour(Colour::Always, false));
        assert!(!colour(Colour::Never, true));
        assert!(!colour(Colour::Auto, false));
    }
}
