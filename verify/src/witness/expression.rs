//! Expressions of witnesses: plain C, without effects.
//!
//! They are put into the program, so one that assigns or calls could change what the program does and make a wrong
//! witness right. Only what reads is let in.

use super::tokens::{TokenKind, Tokens};

/// What `\result` is called inside of the program.
pub const RESULT: &str = "__witness_result";

/// Longer expressions are not read.
const LONGEST: usize = 1 << 16;

/// The expression as it can be put into the program, without `\result` or with; an error says what is wrong.
pub fn check(text: &str, with_result: bool) -> Result<String, String> {
    let wrong = |what: &str| Err(format!("'{}' {what}", shorten(text)));
    if text.len() > LONGEST {
        return wrong("is too long");
    }
    if text.contains(['\n', '\r', '#', '"', '{', '}', ';', '@', '`']) || text.contains("//") || text.contains("/*") {
        return wrong("is no expression of plain C");
    }
    let text = text.replace("\\result", &format!(" {RESULT} "));
    if text.contains('\\') && !text.contains('\'') {
        return wrong("is no expression of plain C");
    }
    let tokens = Tokens::scan(&text);
    if tokens.tokens.is_empty() {
        return wrong("is empty");
    }
    let mut open: Vec<&str> = Vec::new();
    for at in 0..tokens.tokens.len() {
        let word = tokens.word(at);
        let before = at.checked_sub(1).map_or("", |before| tokens.word(before));
        match word {
            "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>=" | "&=" | "^=" | "|=" | "++" | "--" => {
                return wrong("changes something");
            }
            "," | "..." | "##" | "::" | "$" | "\\" => return wrong("is no expression of plain C"),
            "(" => {
                if calls(&tokens, at) {
                    return wrong("calls a function");
                }
                open.push(")");
            }
            "[" => open.push("]"),
            ")" | "]" if open.pop() != Some(word) => return wrong("has brackets that do not match"),
            RESULT if !with_result => return wrong("speaks of \\result, but nothing returns here"),
            _ if word.starts_with("__") && word != RESULT && tokens.tokens[at].kind == TokenKind::Word => {
                return wrong("uses a name that is the compiler's");
            }
            _ => {}
        }
        let value = |at: usize| tokens.tokens.get(at).is_some_and(|token| token.kind != TokenKind::Punctuation);
        let number = at > 0 && tokens.tokens[at].kind == TokenKind::Number && value(at - 1) && !is_type_word(before);
        if number {
            return wrong("is no expression");
        }
    }
    if !open.is_empty() {
        return wrong("has brackets that do not match");
    }
    Ok(text)
}

/// Whether a parenthesis holds the arguments of a call.
fn calls(tokens: &Tokens, open: usize) -> bool {
    let Some(before) = open.checked_sub(1) else { return false };
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
            let inside = (start + 1..before).map(|at| tokens.word(at));
            let mut types = false;
            for word in inside {
                if !(is_type_word(word) || word == "*") {
                    return true;
                }
                types |= is_type_word(word);
            }
            !types
        }
        "]" => true,
        word => tokens.tokens[before].kind == TokenKind::Word && word != "sizeof",
    }
}

pub(super) fn is_type_word(word: &str) -> bool {
    matches!(
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
            | "size_t"
            | "int8_t"
            | "int16_t"
            | "int32_t"
            | "int64_t"
            | "uint8_t"
            | "uint16_t"
            | "uint32_t"
            | "uint64_t"
            | "__int128"
    )
}

/// The beginning of a text, for messages.
pub fn shorten(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(80).collect();
    if text.chars().count() > 80 { format!("{line}...") } else { line }
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
            "(long long)x * 2 < 10LL",
            "1",
            "c ? x : y",
            "x == 'a'",
            "-(x) == - 5",
            "(x) - (y) > 0",
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
            ("f(x)", "calls"),
            ("(f)(x)", "calls"),
            ("(*p)(x)", "calls"),
            ("a[0](1)", "calls"),
            ("x, y", "plain C"),
            ("1; reach_error()", "plain C"),
            ("({ 1 })", "plain C"),
            ("x == 1 /* */", "plain C"),
            ("(x", "brackets"),
            ("x)", "brackets"),
            ("(x]", "brackets"),
            ("", "empty"),
            ("__witness_state == 1", "compiler's"),
            ("\\result == 1", "nothing returns"),
            ("\\forall x", "plain C"),
        ] {
            let error = check(text, false).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
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
