//! Changes to a text that put something around parts of it, which may lie in each other.

use std::cmp::Reverse;
use std::ops::Range;

/// Something put in at a place.
#[derive(Clone, Debug)]
struct Edit {
    at: usize,
    opens: bool,
    /// How much lies inside: of what opens at one place, the largest is the outermost.
    size: usize,
    number: usize,
    text: String,
}

/// Changes to a text.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    edits: Vec<Edit>,
}

/// A text after changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// The text.
    pub text: String,
    /// What was put in, in order.
    pub added: Vec<Range<usize>>,
}

impl Edits {
    /// Puts something around some bytes. Of changes around the same bytes, the first is the outermost.
    pub fn around(&mut self, range: &Range<usize>, open: impl Into<String>, close: impl Into<String>) {
        self.push(range.start, true, range.len(), open.into());
        self.push(range.end, false, range.len(), close.into());
    }

    /// Puts something before whatever starts here.
    pub fn before(&mut self, at: usize, text: impl Into<String>) {
        self.push(at, true, usize::MAX, text.into());
    }

    /// Puts something behind whatever ends here.
    pub fn behind(&mut self, at: usize, text: impl Into<String>) {
        self.push(at, false, usize::MAX, text.into());
    }

    fn push(&mut self, at: usize, opens: bool, size: usize, text: String) {
        self.edits.push(Edit { at, opens, size, number: self.edits.len(), text });
    }

    /// Changes a text.
    pub fn apply(mut self, text: &str) -> Edited {
        self.edits.sort_by(|a, b| {
            let key = |edit: &Edit| (edit.at, edit.opens);
            key(a).cmp(&key(b)).then_with(|| match a.opens {
                true => (Reverse(a.size), a.number).cmp(&(Reverse(b.size), b.number)),
                // What was put behind a statement stays in the order in which it was put there.
                false if a.size == usize::MAX && b.size == usize::MAX => a.number.cmp(&b.number),
                false => (a.size, Reverse(a.number)).cmp(&(b.size, Reverse(b.number))),
            })
        });
        let (mut edited, mut copied) = (Edited::default(), 0);
        for edit in self.edits {
            edited.text.push_str(text.get(copied..edit.at).unwrap_or_default());
            copied = copied.max(edit.at);
            let start = edited.text.len();
            edited.text.push_str(&edit.text);
            edited.added.push(start..edited.text.len());
        }
        edited.text.push_str(text.get(copied..).unwrap_or_default());
        edited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lie_in_each_other() {
        let mut edits = Edits::default();
        edits.around(&(0..1), "<", ">");
        edits.around(&(0..3), "(", ")");
        edits.around(&(0..3), "[", "]");
        edits.around(&(1..3), "{", "}");
        edits.before(0, "!");
        edits.behind(3, ";");
        let edited = edits.apply("abc.");
        assert_eq!(edited.text, "!([<a>{bc}]);.");
        assert_eq!(&edited.text[edited.added[0].clone()], "!");
    }
}
