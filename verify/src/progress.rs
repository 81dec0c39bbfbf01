//! The live line on the terminal: which engines run and how far they are.

use crate::units::{count, show_time};
use euclase_checker::EngineName;
use euclase_result::Progress;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line is drawn anew.
const REDRAW: Duration = Duration::from_millis(120);

/// Nothing is shown before this, so that short runs do not flicker.
const PATIENCE: Duration = Duration::from_millis(300);

/// A line on standard error that is drawn over and over; nothing where that is no terminal.
pub struct ProgressLine {
    shown: bool,
    on_screen: bool,
    drawn: Option<Instant>,
}

impl ProgressLine {
    /// A line that is shown if it is wanted and standard error is a terminal.
    pub fn new(wanted: bool) -> Self {
        ProgressLine { shown: wanted && std::io::stderr().is_terminal(), on_screen: false, drawn: None }
    }

    /// Draws the line: the engines that run, whether they have read the input, how far they are,
    /// and whose answers are being checked.
    pub fn update(&mut self, elapsed: Duration, running: &[(EngineName, bool, Progress)], checking: &[EngineName]) {
        if !self.shown || elapsed < PATIENCE || self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW) {
            return;
        }
        self.drawn = Some(Instant::now());
        let text = compose(elapsed, running, checking);
        let width = terminal_width().saturating_sub(1);
        let text: String = text.chars().take(width).collect();
        self.write(&format!("\r{text}\x1b[K"));
        self.on_screen = true;
    }

    /// Draws the line of a run in which one worker does one thing.
    pub fn doing(&mut self, elapsed: Duration, what: &str) {
        if !self.shown || elapsed < PATIENCE || self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW) {
            return;
        }
        self.drawn = Some(Instant::now());
        let text: String =
            format!("{} | {what}", show_time(elapsed)).chars().take(terminal_width().saturating_sub(1)).collect();
        self.write(&format!("\r{text}\x1b[K"));
        self.on_screen = true;
    }

    /// Prints a line of log above the progress line.
    pub fn log(&mut self, text: &str) {
        self.clear();
        self.write(&format!("{text}\n"));
    }

    /// Removes the line.
    pub fn clear(&mut self) {
        if self.on_screen {
            self.write("\r\x1b[K");
            self.on_screen = false;
        }
    }

    /// Removes the line and what the terminal has written behind it: `^C`.
    pub fn clear_interrupt(&mut self) {
        if std::io::stderr().is_terminal() {
            self.write("\r\x1b[K");
        }
        self.on_screen = false;
    }

    /// A terminal that went away is no reason to end.
    fn write(&self, text: &str) {
        let mut stderr = std::io::stderr().lock();
        drop(stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush()));
    }
}

fn compose(elapsed: Duration, running: &[(EngineName, bool, Progress)], checking: &[EngineName]) -> String {
    let mut parts = vec![show_time(elapsed)];
    for engine in checking {
        parts.push(format!("checking the answer of {engine}"));
    }
    for (engine, has_read, progress) in running {
        if !has_read {
            parts.push(format!("{engine}: reading"));
            continue;
        }
        let mut counts = Vec::new();
        if progress.depth > 0 {
            counts.push(format!("depth {}", progress.depth));
        }
        for (number, noun) in
            [(progress.obligations, "obligation"), (progress.lemmas, "lemma"), (progress.refinements, "refinement")]
        {
            if number > 0 {
                counts.push(count(number, noun));
            }
        }
        if counts.is_empty() {
            counts.push("searching".to_string());
        }
        parts.push(format!("{engine}: {}", counts.join(", ")));
    }
    parts.join(" | ")
}

/// The width of the terminal behind standard error.
fn terminal_width() -> usize {
    // SAFETY: an all-zero winsize is valid, and the call only writes into it.
    let mut size: libc::winsize = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    let result = unsafe { libc::ioctl(libc::STDERR_FILENO, libc::TIOCGWINSZ, &mut size) };
    if result == 0 && size.ws_col > 0 { usize::from(size.ws_col) } else { 80 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_who_is_where() {
        let progress = Progress { depth: 5, lemmas: 30, refinements: 2, ..Progress::default() };
        let running = [
            (EngineName::Euf, true, progress),
            (EngineName::Bmc, false, Progress::default()),
            (EngineName::Spacer, true, Progress::default()),
        ];
        let line = compose(Duration::from_millis(12300), &running, &[EngineName::Kind]);
        assert_eq!(
            line,
            "12.3 s | checking the answer of kind | euf: depth 5, 30 lemmas, 2 refinements | bmc: reading | spacer: searching"
        );
    }
}
