//! Colours and widths of terminals.

use super::terminal::Style;

/// What a piece of text is; each has its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// What holds.
    Good,
    /// What is violated or wrong.
    Bad,
    /// What is not known.
    Open,
    /// Line numbers and the frame of an excerpt.
    Frame,
    /// What was chosen.
    Chosen,
    /// The word in front of a remark.
    Label,
}

impl Style {
    /// Text in the colour of what it is, if there are colours.
    pub(super) fn paint(self, ink: Ink, text: &str) -> String {
        if !self.colour || text.is_empty() {
            return text.to_string();
        }
        let code = match ink {
            Ink::Good => "1;32",
            Ink::Bad => "1;31",
            Ink::Open => "1;33",
            Ink::Frame => "34",
            Ink::Chosen => "35",
            Ink::Label => "1;36",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// A remark behind a label, in lines that fit the terminal.
    pub(super) fn remark(self, label: &str, text: &str) -> String {
        let indentation = label.chars().count() + 2;
        let room = self.width.map_or(usize::MAX, |width| width.saturating_sub(indentation).max(20));
        let mut lines = vec![String::new()];
        for word in text.split(' ') {
            let line = lines.last().map_or(0, |line| line.chars().count());
            if line > 0 && line.saturating_add(1 + word.chars().count()) > room {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
        }
        format!("{}: {}\n", self.paint(Ink::Label, label), lines.join(&format!("\n{}", " ".repeat(indentation))))
    }
}

/// Text in at most so many columns, with a sign where something is missing. Tabs and the like become blanks.
pub(super) fn cut(text: &str, columns: usize) -> String {
    let text = text.replace('\t', "    ").replace(|c: char| c.is_control(), " ");
    if text.chars().count() <= columns {
        return text;
    }
    let start: String = text.chars().take(columns.saturating_sub(1)).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_fit_the_terminal() {
        let style = Style { width: Some(30), ..Style::default() };
        let expected = "note: one two three four five\n      six seven\n";
        assert_eq!(style.remark("note", "one two three four five six seven"), expected);
        assert_eq!(Style::default().remark("note", &"word ".repeat(50)).lines().count(), 1);
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(cut("a\tb", 10), "a    b");
        assert_eq!(cut("abcdef", 4), "abc…");
    }
}
