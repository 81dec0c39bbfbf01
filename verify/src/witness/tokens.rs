//! The tokens of a C file as it lies on disk.
//!
//! Witnesses speak of physical lines and columns. A compiler answers in those of its line markers, after includes and
//! macros; so positions are found by a scanner that looks at the text alone. Comments and directives are left out.

use std::collections::BTreeMap;
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A string or a character.
    Quoted,
    /// An operator or a bracket.
    Punctuation,
}

/// A token, by its place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it starts, in bytes.
    pub start: usize,
    /// Behind its end.
    pub end: usize,
}

/// A file and its tokens.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The file.
    pub text: String,
    /// The tokens in order.
    pub tokens: Vec<Token>,
    /// The directives, in order, without those that are line markers.
    pub directives: Vec<Range<usize>>,
    /// Where lines start.
    lines: Vec<usize>,
    /// Line markers: from which physical line on which file and line are meant; the line after the marker comes first.
    markers: BTreeMap<u32, (String, u32)>,
}

/// Operators of more than one character, the longest first.
const LONG: [&str; 24] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=",
    "-=", "&=", "^=", "|=", "##", "::",
];

impl Tokens {
    /// Scans a file.
    pub fn scan(text: &str) -> Tokens {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let text_of = text.to_string();
        let (directives, markers) = (Vec::new(), BTreeMap::new());
        let mut tokens = Tokens { text: text_of, tokens: Vec::new(), directives, lines, markers };
        let bytes = text.as_bytes();
        let (mut at, mut fresh_line) = (0, true);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\n' => (at, fresh_line) = (at + 1, true),
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => at += 1,
                b'\\' if continued(bytes, at).is_some() => at = continued(bytes, at).unwrap_or(at + 1),
                b'/' if bytes.get(at + 1) == Some(&b'/') => at = end_of_line(bytes, at),
                b'/' if bytes.get(at + 1) == Some(&b'*') => {
                    at = text[at + 2..].find("*/").map_or(bytes.len(), |length| at + 2 + length + 2);
                }
                b'#' if fresh_line => {
                    let end = end_of_directive(bytes, at);
                    tokens.directive(at, end);
                    at = end;
                }
                _ => {
                    let (kind, end) = token(text, at);
                    tokens.tokens.push(Token { kind, start: at, end });
                    (at, fresh_line) = (end, false);
                }
            }
        }
        tokens
    }

    /// The text of a token; nothing behind the last one.
    pub fn word(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |token| &self.text[token.start..token.end])
    }

    /// Line and column of a byte, from one; columns count characters.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines[line - 1];
        let column = self.text.get(start..offset).map_or(0, |text| text.chars().count());
        (line as u32, column as u32 + 1)
    }

    /// The physical lines that line markers give a file and a line; the line itself if there are no markers.
    pub fn physical_lines(&self, file: &str, line: u32) -> Vec<u32> {
        if self.markers.is_empty() {
            return vec![line];
        }
        let mut found = Vec::new();
        let mut ranges: Vec<(u32, Option<&(String, u32)>)> = vec![(1, None)];
        ranges.extend(self.markers.iter().map(|(at, marker)| (*at, Some(marker))));
        for (index, (from, marker)) in ranges.iter().enumerate() {
            let until = ranges.get(index + 1).map_or(self.lines.len() as u32 + 1, |(next, _)| next - 1);
            let (same, first) = match marker {
                None => (true, 1),
                Some((name, first)) => (same_file(name, file), *first),
            };
            let physical = line.checked_sub(first).and_then(|distance| from.checked_add(distance));
            found.extend(physical.filter(|physical| same && *physical < until));
        }
        found
    }

    /// Takes in a directive if it is a line marker: `# 12 "file.c"` or `#line 12 "file.c"`.
    fn directive(&mut self, start: usize, end: usize) {
        let text = self.text[start + 1..end].trim_start();
        let text = text.strip_prefix("line").unwrap_or(text).trim_start();
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(number) = text[..digits].parse::<u32>() else {
            self.directives.push(start..end);
            return;
        };
        let name = text[digits..].split('"').nth(1);
        let (line, _) = self.position(start);
        let known = self.markers.values().next_back().map(|(name, _)| name.clone()).unwrap_or_default();
        self.markers.insert(line + 1, (name.map_or(known, str::to_string), number));
    }
}

/// Whether two names can be those of one file, seen from different folders.
pub(super) fn same_file(a: &str, b: &str) -> bool {
    let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_string();
    a == b || last(a) == last(b)
}

/// Where the next line starts, if a backslash continues its line on that: compilers let spaces stand between.
pub(super) fn continued(bytes: &[u8], backslash: usize) -> Option<usize> {
    let end = (backslash + 1..bytes.len()).find(|at| !matches!(bytes[*at], b' ' | b'\t' | 0x0b | 0x0c | b'\r'))?;
    (bytes[end] == b'\n').then_some(end + 1)
}

/// Where a logical line ends, continuations taken in.
fn end_of_line(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => return at,
            b'\\' => at = continued(bytes, at).unwrap_or(at + 1),
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Where a directive ends: comments in it may go on for lines.
fn end_of_directive(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'\n', _) => return at,
            (b'\\', _) => at = continued(bytes, at).unwrap_or(at + 1),
            (b'/', Some(b'/')) => return end_of_line(bytes, at),
            (b'/', Some(b'*')) => {
                let end = bytes[at + 2..].windows(2).position(|pair| pair == b"*/");
                at = end.map_or(bytes.len(), |length| at + 2 + length + 2);
            }
            (b'"' | b'\'', _) => at = end_of_quoted(bytes, at),
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The token that starts at a byte: what it is, and where it ends.
fn token(text: &str, at: usize) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    let in_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
    let byte = bytes[at];
    if byte == b'"' || byte == b'\'' {
        return (TokenKind::Quoted, end_of_quoted(bytes, at));
    }
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    if digit(at) || (byte == b'.' && digit(at + 1)) {
        let mut end = at + 1;
        while let Some(&next) = bytes.get(end) {
            let signed = matches!(next, b'+' | b'-') && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
            // The signs of exponents belong to the number, but 0xe+1 is a sum.
            let hexadecimal = text[at..].starts_with("0x") || text[at..].starts_with("0X");
            let signed = signed && !(hexadecimal && matches!(bytes[end - 1], b'e' | b'E'));
            if !(in_word(next) || next == b'.' || signed) {
                break;
            }
            end += 1;
        }
        return (TokenKind::Number, end);
    }
    if in_word(byte) {
        let mut end = at + 1;
        while bytes.get(end).is_some_and(|next| in_word(*next)) {
            end += 1;
        }
        if matches!(&text[at..end], "L" | "u" | "U" | "u8") && matches!(bytes.get(end), Some(b'"' | b'\'')) {
            return (TokenKind::Quoted, end_of_quoted(bytes, end));
        }
        return (TokenKind::Word, end);
    }
    let long = LONG.iter().find(|operator| text[at..].starts_with(**operator));
    (TokenKind::Punctuation, at + long.map_or(1, |operator| operator.len()))
}

/// Where a string or a character ends that starts at a byte.
pub(super) fn end_of_quoted(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at = continued(bytes, at).unwrap_or(at + 2),
            // Without its end on the line it is no literal; an apostrophe in skipped text, say.
            b'\n' => return at,
            byte if byte == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let tokens = Tokens::scan(text);
        (0..tokens.tokens.len()).map(|token| tokens.word(token).to_string()).collect()
    }

    #[test]
    fn comments_and_directives_are_left_out() {
        let text = "#define X \\\n  1\nint /* a\nb */ x = 'a' + \"//\"; // end\n";
        assert_eq!(words(text), ["int", "x", "=", "'a'", "+", "\"//\"", ";"]);
    }

    #[test]
    fn lines_go_on_where_compilers_think_so() {
        assert_eq!(words("a // b \\\\\nc\nd"), ["a", "d"]);
        assert_eq!(words("a // b \\ \nc\nd"), ["a", "d"]);
        assert_eq!(words("a // b \\n\nd"), ["a", "d"]);
        assert_eq!(words("#define X /* a\n { */ 3\nd"), ["d"]);
        assert_eq!(words("#define X \\ \n {\nd"), ["d"]);
        assert_eq!(words("#define X \"/*\"\nd"), ["d"]);
    }

    #[test]
    fn numbers_and_operators() {
        let expected: Vec<&str> = "a -> b += 0x1fUL >>= 1.5e+3 0xe + 1".split(' ').collect();
        assert_eq!(words("a->b+=0x1fUL>>=1.5e+3 0xe+1"), expected);
        assert_eq!(words("x---y L'a'"), ["x", "--", "-", "y", "L'a'"]);
    }

    #[test]
    fn positions_count_characters() {
        let tokens = Tokens::scan("a\n  é b");
        let (line, column) = tokens.position(tokens.tokens[2].start);
        assert_eq!((line, column), (2, 5));
    }

    #[test]
    fn line_markers_are_undone() {
        let tokens = Tokens::scan("int a;\n# 10 \"x/f.c\"\nint b;\nint c;\n# 1 \"g.h\" 1\nint d;\n");
        assert_eq!(tokens.physical_lines("f.c", 11), [4]);
        // Nobody says what file the first line is of.
        assert_eq!(tokens.physical_lines("g.h", 1), [1, 6]);
        assert_eq!(tokens.physical_lines("f.c", 20), [] as [u32; 0]);
        assert_eq!(Tokens::scan("int a;").physical_lines("any.c", 7), [7]);
    }

    #[test]
    fn what_has_no_end_ends_with_the_file() {
        for text in ["/* a", "\"a", "'", "a\\", "#if x\\", "\\", "'\\", "#if /*", "#if /* a", "#if '", "\\ \r"] {
            Tokens::scan(text);
        }
    }
}
