//! C source as HTML: words of the language, texts, numbers, comments and directives get classes.
//!
//! It is made for reading, so what it does not understand stays plain text. Everything is escaped, and characters
//! that would not be seen, or would change the order of others, are written out.

const KEYWORDS: [&str; 45] = [
    "_Alignas",
    "_Atomic",
    "_Bool",
    "_Noreturn",
    "_Static_assert",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "typeof",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "size_t",
    "NULL",
    "true",
    "false",
];

/// Text for HTML, also inside quoted attributes.
pub fn escape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\'' => result.push_str("&#39;"),
            '\t' | '\n' => result.push(character),
            // Directions of writing can make code look like other code.
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => {
                result.push_str(&format!("\u{27e8}U+{:04X}\u{27e9}", character as u32));
            }
            _ if character.is_control() => result.push_str(&format!("\u{27e8}U+{:04X}\u{27e9}", character as u32)),
            _ => result.push(character),
        }
    }
    result
}

/// Turns lines of C into HTML, one after the other; it knows whether it is inside a comment.
#[derive(Default)]
pub struct Highlighter {
    in_comment: bool,
}

impl Highlighter {
    /// A line as HTML.
    pub fn line(&mut self, line: &str) -> String {
        let mut result = String::new();
        let mut rest = line;
        if !self.in_comment && line.trim_start().starts_with('#') {
            let end = line.find("/*").or_else(|| line.find("//")).unwrap_or(line.len());
            span(&mut result, "d", &line[..end]);
            rest = &line[end..];
        }
        while let Some(first) = rest.chars().next() {
            let (class, length) = self.piece(rest, first);
            span(&mut result, class, &rest[..length]);
            rest = &rest[length..];
        }
        result
    }

    /// The class of what comes next, and its length in bytes; it is never empty.
    fn piece(&mut self, rest: &str, first: char) -> (&'static str, usize) {
        if self.in_comment || rest.starts_with("/*") {
            let from = if self.in_comment { 0 } else { 2 };
            let end = rest.get(from..).and_then(|text| text.find("*/")).map(|at| from + at + 2);
            self.in_comment = end.is_none();
            return ("c", end.unwrap_or(rest.len()));
        }
        if rest.starts_with("//") {
            return ("c", rest.len());
        }
        if first == '"' || first == '\'' {
            return ("s", text_length(rest, first));
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if is_word(first) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let class = match &rest[..length] {
                _ if first.is_ascii_digit() => "n",
                word if KEYWORDS.contains(&word) => "k",
                _ => "",
            };
            return (class, length);
        }
        let plain = |c: char| is_word(c) || c == '"' || c == '\'' || c == '/';
        ("", rest.char_indices().skip(1).find(|(_, c)| plain(*c)).map_or(rest.len(), |(at, _)| at))
    }
}

/// How long a text in quotes is; to the end of the line if it is not closed.
fn text_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + quote.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn span(result: &mut String, class: &str, text: &str) {
    match class {
        _ if text.is_empty() => {}
        "" => result.push_str(&escape(text)),
        _ => result.push_str(&format!("<i class={class}>{}</i>", escape(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_classes() {
        let mut highlighter = Highlighter::default();
        assert_eq!(
            highlighter.line("int x = 0x1f; // <b>"),
            "<i class=k>int</i> x = <i class=n>0x1f</i>; <i class=c>// &lt;b&gt;</i>"
        );
        assert_eq!(
            highlighter.line(r#"p("a\"b", '\'')"#),
            "p(<i class=s>&quot;a\\&quot;b&quot;</i>, <i class=s>&#39;\\&#39;&#39;</i>)"
        );
        assert_eq!(highlighter.line("#include <a.h>"), "<i class=d>#include &lt;a.h&gt;</i>");
        assert_eq!(highlighter.line("a / b"), "a / b");
    }

    #[test]
    fn comments_go_over_lines() {
        let mut highlighter = Highlighter::default();
        assert_eq!(highlighter.line("x /* if"), "x <i class=c>/* if</i>");
        assert_eq!(highlighter.line("if */ if"), "<i class=c>if */</i> <i class=k>if</i>");
        assert_eq!(highlighter.line("/*/ no end"), "<i class=c>/*/ no end</i>");
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(escape("a\u{202e}b\u{1b}"), "a⟨U+202E⟩b⟨U+001B⟩");
    }
}
