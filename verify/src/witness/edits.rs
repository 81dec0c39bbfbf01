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

impl Edited {
    /// Where a part of the text before the changes is now: without what was put into it.
    pub fn parts(&self, original: &Range<usize>) -> Vec<Range<usize>> {
        // What was put in is in order, so places before it are settled when it is met.
        let mut start = original.start;
        let mut left = original.len();
        let mut parts = Vec::new();
        for added in &self.added {
            if added.start <= start {
                start += added.len();
                continue;
            }
            let length = (added.start - start).min(left);
            parts.extend((length > 0).then_some(start..start + length));
            left -= length;
            if left == 0 {
                return parts;
            }
            start = added.end;
        }
        parts.extend((left > 0).then_some(start..start + left));
        parts
    }

    /// Line and column of a place, both from one; columns count bytes, as compilers do.
    pub fn place(&self, offset: usize) -> (u64, u64) {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line as u64 + 1, (before.len() - start) as u64 + 1)
    }
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
        let parts = |range: Range<usize>| {
            edited.parts(&range).into_iter().map(|part| edited.text[part].to_string()).collect::<Vec<_>>()
        };
        assert_eq!(parts(0..1), ["a"]);
        assert_eq!(parts(0..4), ["a", "bc", "."]);
        assert_eq!(parts(2..4), ["c", "."]);
        assert_eq!(parts(3..3), [] as [&str; 0]);
    }
}
