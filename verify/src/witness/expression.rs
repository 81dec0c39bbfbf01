//! Expressions of witnesses: plain C, without effects.
//!
//! They are put into the program, so one that assigns or calls could change what the program does and make a wrong
//! witness right. Only what reads is let in. C that is not read here is not supported, which is no fault of the witness.

use super::model::Flaw;
use super::tokens::{TokenKind, Tokens, end_of_quoted};
use std::ops::Range;

/// What `\result` is called inside of the program.
pub const RESULT: &str = "__witness_result";

/// Longer expressions are not read.
const LONGEST: usize = 1 << 16;

/// Words with parentheses behind them that are no calls, but C that is not read here.
const UNREAD: [&str; 8] =
    ["_Generic", "_Atomic", "_BitInt", "_Pragma", "alignof", "typeof", "typeof_unqual", "constexpr"];

/// An expression on one line and without comments, as the compiler's first phases make it.
pub fn normal(text: &str) -> String {
    // A trigraph may be a backslash. Expressions with one are refused as they are.
    if text.contains("??") {
        return text.to_string();
    }
    let spliced = spliced(text);
    let (bytes, mut made, mut at) = (spliced.as_bytes(), String::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        let rest = &spliced[at..];
        let end = match byte {
            b'"' | b'\'' => end_of_quoted(bytes, at).min(bytes.len()),
            b'/' if rest.starts_with("//") => rest.find('\n').map_or(bytes.len(), |length| at + length),
            b'/' if rest.starts_with("/*") => match rest[2..].find("*/") {
                Some(length) => at + 2 + length + 2,
                // A comment without an end is no C.
                None => return text.to_string(),
            },
            _ => at + rest.chars().next().map_or(1, char::len_utf8),
        };
        let is_blank = rest.starts_with("//") || rest.starts_with("/*") || byte.is_ascii_whitespace();
        match is_blank {
            true if made.ends_with(' ') => {}
            true => made.push(' '),
            false => made.push_str(spliced.get(at..end).unwrap_or(rest)),
        }
        at = end;
    }
    made.trim().to_string()
}

/// A text without backslashes at the ends of lines. Clang lets spaces stand behind them.
fn spliced(text: &str) -> String {
    let mut made = String::new();
    for line in text.split_inclusive('\n') {
        match line.trim_end().strip_suffix('\\') {
            Some(kept) if line.ends_with('\n') => made.push_str(kept),
            _ => made.push_str(line),
        }
    }
    made
}

/// The expression as it can be put into the program, without `\result` or with; an error says what is wrong.
pub fn check(text: &str, with_result: bool) -> Result<String, Flaw> {
    let tokens = Tokens::scan(text);
    let reader = Reader { text, operands: operands(&tokens), tokens };
    if text.len() > LONGEST {
        return reader.unsupported("is too long, which");
    }
    // Some characters have other names.
    if text.contains("??") {
        return reader.unsupported("may have a trigraph, which");
    }
    if reader.tokens.tokens.is_empty() && text.trim().is_empty() {
        return reader.wrong("is empty");
    }
    if !reader.is_whole() {
        return reader.wrong("is no expression of C");
    }
    reader.check(with_result)
}

/// An expression that is looked at.
struct Reader<'a> {
    text: &'a str,
    tokens: Tokens,
    /// The operands of `sizeof` and `_Alignof`, by their tokens.
    operands: Vec<Range<usize>>,
}

impl Reader<'_> {
    fn wrong<T>(&self, what: &str) -> Result<T, Flaw> {
        Err(Flaw::Wrong(format!("'{}' {what}", shorten(self.text))))
    }

    fn unsupported<T>(&self, what: &str) -> Result<T, Flaw> {
        Err(Flaw::Unsupported(format!("'{}' {what} is not supported", shorten(self.text))))
    }

    /// Refuses an effect. Inside of `sizeof` it is none, unless the operand is an array of variable length.
    fn effect<T>(&self, at: usize, what: &str) -> Result<T, Flaw> {
        match self.operands.iter().any(|operand| operand.contains(&at)) {
            true => self.unsupported(&format!("{what} inside of sizeof or _Alignof, which")),
            false => self.wrong(what),
        }
    }

    /// Whether there are only spaces between the tokens: no directive, no comment and no other line.
    fn is_whole(&self) -> bool {
        let ends = std::iter::once(0).chain(self.tokens.tokens.iter().map(|token| token.end));
        let starts = self.tokens.tokens.iter().map(|token| token.start).chain([self.text.len()]);
        ends.zip(starts).all(|(end, start)| {
            self.text.get(end..start).is_some_and(|gap| gap.chars().all(|c| matches!(c, ' ' | '\t')))
        })
    }

    fn check(&self, with_result: bool) -> Result<String, Flaw> {
        let tokens = &self.tokens;
        let mut open: Vec<&str> = Vec::new();
        // What is replaced, by its tokens, in order.
        let mut replaced: Vec<(usize, usize, String)> = Vec::new();
        for at in 0..tokens.tokens.len() {
            let word = tokens.word(at);
            let before = at.checked_sub(1).map_or("", |before| tokens.word(before));
            self.permit(at)?;
            match word {
                "(" => {
                    match before_parenthesis(tokens, at) {
                        Before::Callee => return self.effect(at, "calls a function"),
                        Before::Declarator => return self.unsupported("names a type with parentheses, which"),
                        Before::Cast(from, until) => {
                            let name = &self.text[tokens.tokens[from].start..tokens.tokens[until].end];
                            replaced.push((from, until, format!("__typeof__(({name})0)")));
                        }
                        Before::Nothing => {}
                    }
                    open.push(")");
                }
                "[" => open.push("]"),
                ")" | "]" if open.pop() != Some(word) => return self.wrong("has brackets that do not match"),
                "result" if before == "\\" => match with_result {
                    true => replaced.push((at - 1, at, format!(" {RESULT} "))),
                    false => return self.wrong("speaks of \\result, but nothing returns here"),
                },
                _ => {}
            }
            let value = |at: usize| tokens.tokens.get(at).is_some_and(|token| token.kind != TokenKind::Punctuation);
            let is_number = tokens.tokens[at].kind == TokenKind::Number;
            if at > 0 && is_number && value(at - 1) && !is_type_word(before) && before != "sizeof" {
                return self.wrong("is no expression");
            }
        }
        match open.is_empty() {
            true => Ok(self.replace(replaced)),
            false => self.wrong("has brackets that do not match"),
        }
    }

    /// Refuses a token that is in no expression, or in none that is read here.
    fn permit(&self, at: usize) -> Result<(), Flaw> {
        let (word, kind) = (self.tokens.word(at), self.tokens.tokens[at].kind);
        let adjacent = self.tokens.tokens.get(at + 1).is_some_and(|next| next.start == self.tokens.tokens[at].end);
        let next = if adjacent { self.tokens.word(at + 1) } else { "" };
        match (kind, word, next) {
            (TokenKind::Number, _, next) if next.starts_with('\'') => self.unsupported("has a ' in a number, which"),
            (TokenKind::Quoted, ..) if word.trim_start_matches(char::is_alphanumeric).starts_with('"') => {
                self.unsupported("has a string, which")
            }
            (TokenKind::Quoted, ..) if !is_closed(word) => self.wrong("has a character without an end"),
            (TokenKind::Quoted | TokenKind::Number, ..) => Ok(()),
            (_, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>=" | "&=" | "^=" | "|=" | "++" | "--", _) => {
                self.effect(at, "changes something")
            }
            (_, "\\", "result") => Ok(()),
            (_, "\\", "") => self.wrong("is no expression of C"),
            (_, "\\", name) => self.unsupported(&format!("has '\\{}', which", shorten(name))),
            (_, "<", "%" | ":") | (_, "%", ">" | ":") | (_, ":", ">") => self.unsupported("has a digraph, which"),
            (_, ",", _) => self.unsupported("has a comma, which"),
            (_, "...", _) => self.unsupported("has '...', which"),
            (_, "{", _) => self.unsupported(match self.tokens.word(at.wrapping_sub(1)) {
                "(" => "has statements in parentheses, which",
                _ => "has a compound literal, which",
            }),
            (_, "#" | "##" | "::" | ";" | "@" | "`" | "}", _) => self.wrong("is no expression of C"),
            (TokenKind::Word, ..) if UNREAD.contains(&word) => self.unsupported(&format!("uses {word}, which")),
            (TokenKind::Word, ..) if word.starts_with("__") && !is_type_word(word) => {
                self.unsupported("uses a name of the compiler's, which")
            }
            _ => Ok(()),
        }
    }

    /// The expression with parts of it replaced: `\result`, and names that have to be those of types where only a type
    /// can stand. A function of that name, or a variable that points to one, would be called otherwise.
    fn replace(&self, replaced: Vec<(usize, usize, String)>) -> String {
        let (mut made, mut copied) = (String::new(), 0);
        for (from, until, with) in replaced {
            made.push_str(&self.text[copied..self.tokens.tokens[from].start]);
            made.push_str(&with);
            copied = self.tokens.tokens[until].end;
        }
        made + &self.text[copied..]
    }
}

/// Whether a character constant ends where its token does.
fn is_closed(word: &str) -> bool {
    let mut inside = word.trim_start_matches(|c| c != '\'').chars().skip(1);
    loop {
        match inside.next() {
            Some('\\') => _ = inside.next(),
            Some('\'') => return inside.next().is_none(),
            Some(_) => {}
            None => return false,
        }
    }
}

fn is_operator_on_types(word: &str) -> bool {
    matches!(word, "sizeof" | "_Alignof")
}

/// The operands of `sizeof` and `_Alignof`: signs and casts, something, and what is behind it.
fn operands(tokens: &Tokens) -> Vec<Range<usize>> {
    let count = tokens.tokens.len();
    let starts = (0..count).filter(|at| is_operator_on_types(tokens.word(*at))).map(|at| at + 1);
    let operand = |start: usize| {
        let is_sign = |word: &str| matches!(word, "++" | "--" | "&" | "*" | "+" | "-" | "~" | "!" | "sizeof");
        let mut at = (start..count).find(|at| !is_sign(tokens.word(*at))).unwrap_or(count);
        if matches!(tokens.word(at), ")" | "]" | "}") {
            return start..at;
        }
        at = after(tokens, at);
        loop {
            match tokens.word(at) {
                "(" | "[" | "{" => at = after(tokens, at),
                "." | "->" => at += 2,
                "++" | "--" => at += 1,
                _ => return start..at.min(count),
            }
        }
    };
    starts.map(operand).collect()
}

/// The token behind a token, or behind the brackets that it opens.
fn after(tokens: &Tokens, start: usize) -> usize {
    let mut depth = 0usize;
    for at in start..tokens.tokens.len() {
        match tokens.word(at) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.tokens.len()
}

/// What stands before a parenthesis.
enum Before {
    /// Nothing that is called.
    Nothing,
    /// A cast to a type that has a name: the first and the last token of it.
    Cast(usize, usize),
    /// A type that is declared further inside: `int (*)(void)`.
    Declarator,
    /// Something that is called.
    Callee,
}

/// Whether a parenthesis holds the arguments of a call.
fn before_parenthesis(tokens: &Tokens, open: usize) -> Before {
    let Some(before) = open.checked_sub(1) else { return Before::Nothing };
    match tokens.word(before) {
        // A cast, or a call of something in parentheses.
        ")" => {
            let mut depth = 0usize;
            let mut start = before;
            loop {
                match tokens.word(start) {
                    ")" => depth += 1,
                    "(" => depth -= 1,
                    _ => {}
                }
                if depth == 0 || start == 0 {
                    break;
                }
                start -= 1;
            }
            match start.checked_sub(1).is_some_and(|at| is_operator_on_types(tokens.word(at))) {
                // An operand in parentheses is no cast.
                true => Before::Callee,
                false => in_parentheses(tokens, start + 1, before),
            }
        }
        "]" => Before::Callee,
        word if is_operator_on_types(word) => Before::Nothing,
        word if is_type_word(word) => Before::Declarator,
        _ if tokens.tokens[before].kind == TokenKind::Word => match stars(tokens, open + 1) {
            true => Before::Declarator,
            false => Before::Callee,
        },
        _ => Before::Nothing,
    }
}

/// Whether parentheses hold nothing but stars from here on.
fn stars(tokens: &Tokens, from: usize) -> bool {
    let behind = (from..tokens.tokens.len()).find(|at| tokens.word(*at) != "*");
    behind.is_some_and(|behind| behind > from && tokens.word(behind) == ")")
}

/// What parentheses before others hold: words of types, or one name that has to be a type's, and then stars.
fn in_parentheses(tokens: &Tokens, from: usize, until: usize) -> Before {
    let words = (from..until).take_while(|at| tokens.word(*at) != "*").count();
    let is_star = |word: &str| matches!(word, "*" | "const" | "volatile" | "restrict" | "__restrict");
    let stars = (from + words..until).all(|at| is_star(tokens.word(at)));
    let has_tag = |word: &str| matches!(word, "struct" | "union" | "enum");
    let is_type = |at: usize| {
        let word = tokens.word(at);
        let is_keyword = is_type_word(word) && !is_type_name(word);
        is_keyword || has_tag(word) || word == "volatile" || has_tag(tokens.word(at - 1))
    };
    let is_name = |at: usize| tokens.tokens[at].kind == TokenKind::Word && !is_operator_on_types(tokens.word(at));
    let names = (from..from + words).filter(|at| !is_type(*at)).count();
    if words == 0 || !stars || !(from..from + words).all(|at| is_type(at) || is_name(at)) {
        return Before::Callee;
    }
    match names {
        0 => Before::Nothing,
        1 => Before::Cast(from, until - 1),
        _ => Before::Callee,
    }
}

/// Whether a word is the name of a type of the C library. A program may call something else so.
fn is_type_name(word: &str) -> bool {
    matches!(
        word,
        "size_t" | "int8_t" | "int16_t" | "int32_t" | "int64_t" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t"
    )
}

pub(super) fn is_type_word(word: &str) -> bool {
    is_type_name(word)
        || matches!(
            word,
            "int"
                | "char"
                | "short"
                | "long"
                | "signed"
                | "unsigned"
                | "float"
                | "double"
                | "_Bool"
                | "const"
                | "void"
                | "__int128"
        )
}

/// The beginning of a text, for messages.
pub fn shorten(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(80).collect();
    if text.chars().count() > 80 { format!("{line}...") } else { line }
}

/// Whether an expression of ACSL means the same in C, where numbers have bounds and comparisons convert: comparisons of
/// a name with a number that is small and not negative, or of a result with a number, all of them or one of them.
pub fn is_same_in_acsl(text: &str) -> bool {
    let tokens = Tokens::scan(text);
    let words: Vec<&str> = (0..tokens.tokens.len()).map(|at| tokens.word(at)).collect();
    let connectives: Vec<&str> = words.iter().copied().filter(|word| matches!(*word, "&&" | "||")).collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with("00");
    let is_small = |word: &str| is_number(word) && word.parse::<i32>().is_ok();
    let starts_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_comparison = |word: &str| matches!(word, "==" | "!=" | "<" | "<=" | ">" | ">=");
    let same = |part: &[&str]| match part {
        ["\\", "result", "==" | "!=", value @ ..] => {
            matches!(value, [_] | ["-", _]) && value.last().is_some_and(|last| is_constant(last))
        }
        [value, "==" | "!=", "\\", "result"] => is_constant(value),
        ["\\", "result", relation, number] => is_comparison(relation) && is_small(number),
        [name, relation, number] => is_comparison(relation) && starts_name(name) && is_small(number),
        _ => false,
    };
    connectives.windows(2).all(|pair| pair[0] == pair[1]) && words.split(|word| matches!(*word, "&&" | "||")).all(same)
}

fn is_constant(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '.') || is_character(word)
}

/// The constant that `\result` is said to be equal to, if that is all that is said.
pub fn result_equals(checked: &str) -> Option<String> {
    let tokens = Tokens::scan(checked);
    let count = tokens.tokens.len();
    let constant = |from: usize, until: usize| {
        let signs = (from..until - 1).all(|at| matches!(tokens.word(at), "-" | "+"));
        let last = tokens.tokens.get(until - 1)?;
        let simple =
            signs && until - from <= 2 && (last.kind == TokenKind::Number || is_character(tokens.word(until - 1)));
        simple.then(|| checked[tokens.tokens[from].start..last.end].to_string())
    };
    if count < 3 {
        return None;
    }
    if tokens.word(0) == RESULT && tokens.word(1) == "==" {
        return constant(2, count);
    }
    if tokens.word(count - 1) == RESULT && tokens.word(count - 2) == "==" {
        return constant(0, count - 2);
    }
    None
}

fn is_character(word: &str) -> bool {
    word.starts_with('\'')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_only_reads_is_let_in() {
        for text in [
            "x == 5",
            "0 <= i && i <= 99",
            "s <= i*255",
            "a[i + 1] != p->next->v",
            "(unsigned int)(x) + 1u <= 10U",
            "*p == 'a'",
            "!(x)",
            "sizeof(x) == 4",
            "sizeof 1 == sizeof x",
            "(long long)x * 2 < 10LL",
            "1",
            "c ? x : y",
            "x == 'a'",
            "x == ';' || x == '{' || x == '#' || x == '\"' || x == ','",
            "x == '\\'' || x == '\\\\' || x == L'\\n'",
            "-(x) == - 5",
            "(x) - (y) > 0",
            "_Alignof(int) == 4",
            "x % _Alignof(struct s) == 0 && (int)_Alignof(x) > 0",
            "(struct s *)(p) == (volatile enum e *)(q)",
            "(__int128)x < 5",
        ] {
            assert_eq!(check(text, false), Ok(text.to_string()), "{text}");
        }
        assert_eq!(check("\\result == 3", true).unwrap().trim(), format!("{RESULT}  == 3"));
    }

    #[test]
    fn what_changes_or_calls_is_refused() {
        for (text, why) in [
            ("x = 5", "changes"),
            ("x++ == 5", "changes"),
            ("x += 1", "changes"),
            ("sizeof(x) == x++", "changes"),
            ("sizeof x + x++", "changes"),
            ("f(x)", "calls"),
            ("sizeof x + f(x)", "calls"),
            ("(f x)(x)", "calls"),
            ("(f)[0](x)", "calls"),
            ("((f))(x)", "calls"),
            ("(*f)(x)", "calls"),
            ("(sizeof)(x)", "calls"),
            ("(*p)(x)", "calls"),
            ("a[0](1)", "calls"),
            ("1; reach_error()", "no expression"),
            ("x == 1 /* */", "no expression"),
            ("x == 1 // y", "no expression"),
            ("x ==\n1", "no expression"),
            ("# 5", "no expression"),
            ("x \\", "no expression"),
            ("x == 'a", "without an end"),
            ("'\\'", "without an end"),
            ("(x", "brackets"),
            ("x)", "brackets"),
            ("(x]", "brackets"),
            ("", "empty"),
            (" ", "empty"),
            ("\\result == 1", "nothing returns"),
        ] {
            let error = check(text, false).unwrap_err();
            assert!(matches!(&error, Flaw::Wrong(what) if what.contains(why)), "{text}: {error:?}");
        }
    }

    /// It is C, or may be, and no fault of the witness.
    #[test]
    fn what_is_not_read_is_not_supported() {
        for (text, what) in [
            ("_Generic(x, int: 1, default: 0)", "_Generic"),
            ("1 == _Generic((x), default: x)", "_Generic"),
            ("_Generic(x, int: f, default: g)(x)", "_Generic"),
            ("x == (int){1}", "compound literal"),
            ("(struct s){.a = 1}.a == x", "compound literal"),
            ("(int[]){1, 2}[i] == 1", "compound literal"),
            ("({ 1; })", "statements"),
            ("sizeof(i++) == 4", "changes something inside of sizeof"),
            ("sizeof i++ == 4", "changes something inside of sizeof"),
            ("4 == sizeof(x = 5)", "changes something inside of sizeof"),
            ("sizeof *--p > 0", "changes something inside of sizeof"),
            ("sizeof a[i].b++ > 0", "changes something inside of sizeof"),
            ("_Alignof(x += 1) == 4", "changes something inside of sizeof or _Alignof"),
            ("sizeof(f(x)) == 4", "calls a function inside of sizeof"),
            ("sizeof f(x) == 4", "calls a function inside of sizeof"),
            ("sizeof(f)(x) == 4", "calls a function inside of sizeof"),
            ("(int (*)(void))p == 0", "type with parentheses"),
            ("sizeof(T (*)[3]) == 8", "type with parentheses"),
            ("sizeof(struct s (**)(int)) == 8", "type with parentheses"),
            ("\"abc\"[0] == 'a'", "string"),
            ("(<% 1 %>)", "digraph"),
            ("a<:0:> == 1", "digraph"),
            ("x ??< 1", "trigraph"),
            ("\"it's\"[0] == 'i'", "string"),
            ("x <= 1'000", "in a number"),
            ("0x1'0+(x=3)+0x1'a", "in a number"),
            ("alignof(int) == 4", "alignof"),
            ("_Pragma(\"x\") x", "_Pragma"),
            ("x, y", "comma"),
            ("\\forall x", "\\forall"),
            ("\\u00e9 == 1", "\\u00e9"),
            ("(typeof(x))1 == 1", "typeof"),
            ("__builtin_popcount(x) == 1", "compiler's"),
            ("__witness_state == 1", "compiler's"),
        ] {
            let error = check(text, true).unwrap_err();
            let is_so = |said: &String| said.contains(what) && said.ends_with("is not supported");
            assert!(matches!(&error, Flaw::Unsupported(said) if is_so(said)), "{text}: {error:?}");
        }
    }

    #[test]
    fn comments_and_ends_of_lines_go() {
        for (text, expected) in [
            ("x == 5\n", "x == 5"),
            ("x ==\n  5\r\n", "x == 5"),
            ("x == 5 // of y = 1\n && y", "x == 5 && y"),
            ("x == 5 // for ever", "x == 5"),
            ("x/* a\nb */== 5/**/", "x == 5"),
            ("x /* // */ == 5", "x == 5"),
            ("x == '/*' || y == '*/'", "x == '/*' || y == '*/'"),
            ("x == '\"' // \"\n", "x == '\"'"),
            ("ab\\\ncd == 5", "abcd == 5"),
            ("x =\\\r\n= 5", "x == 5"),
            ("x /\\\n* y *\\\n/ == 5", "x == 5"),
            ("x // y \\\n = 3\n == 5", "x == 5"),
            ("x /* == 5", "x /* == 5"),
            ("x // ??/\n", "x // ??/\n"),
        ] {
            assert_eq!(normal(text), expected, "{text}");
        }
        // One pass: what the compiler does not take for the end of a line is none.
        assert!(check(&normal("x \\\\\n\n == 5"), false).is_err());
    }

    /// If the name is that of a function, what is made of it is no C.
    #[test]
    fn names_before_parentheses_have_to_be_those_of_types() {
        let made = |text: &str| check(text, false).unwrap();
        assert_eq!(made("(T)(x) == 1"), "(__typeof__((T)0))(x) == 1");
        assert_eq!(made("(T *)(p) != (const U)(q)"), "(__typeof__((T *)0))(p) != (__typeof__((const U)0))(q)");
        assert_eq!(made("((T)((U)(x))) > 0"), "((__typeof__((T)0))((__typeof__((U)0))(x))) > 0");
        assert_eq!(made("(T)x + (T)-y"), "(T)x + (T)-y");
        assert_eq!(made("(size_t)(x)"), "(__typeof__((size_t)0))(x)");
        assert_eq!(made("(char *const *)(x) == 0"), "(char *const *)(x) == 0");
    }

    #[test]
    fn only_simple_comparisons_are_the_same_in_acsl() {
        for text in ["\\result == -5", "7U == \\result", "x <= 5 && y != 0", "\\result >= 3", "\\result == 'a'"] {
            assert!(is_same_in_acsl(text), "{text}");
        }
        for text in
            ["10 <= x <= 20", "x == 5 ^^ x < 0", "-x > 0", "(x<<1) > 0", "x < u", "x == -1", "x < 3 && y < 1 || z < 2"]
        {
            assert!(!is_same_in_acsl(text), "{text}");
        }
    }

    #[test]
    fn constants_of_results_are_seen() {
        let constant = |text: &str| result_equals(&check(text, true).unwrap());
        assert_eq!(constant("\\result == -5").as_deref(), Some("-5"));
        assert_eq!(constant("7U == \\result").as_deref(), Some("7U"));
        assert_eq!(constant("\\result == 'a'").as_deref(), Some("'a'"));
        assert_eq!(constant("\\result <= 5"), None);
        assert_eq!(constant("\\result == x"), None);
        assert_eq!(constant("\\result == 5 || \\result == 6"), None);
    }
}
