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
    // Some brackets have other names.
    let digraphs = ["<%", "%>", "<:", ":>", "%:", "??"];
    if digraphs.iter().any(|other| text.contains(other)) {
        return wrong("is no expression of plain C");
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
    // Parentheses around what has to be a type.
    let mut casts: Vec<(usize, usize)> = Vec::new();
    for at in 0..tokens.tokens.len() {
        let word = tokens.word(at);
        let before = at.checked_sub(1).map_or("", |before| tokens.word(before));
        match word {
            "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>=" | "&=" | "^=" | "|=" | "++" | "--" => {
                return wrong("changes something");
            }
            "," | "..." | "##" | "::" | "$" | "\\" => return wrong("is no expression of plain C"),
            "(" => {
                match before_parenthesis(&tokens, at) {
                    Before::Callee => return wrong("calls a function"),
                    Before::Cast(from, until) => casts.push((from, until)),
                    Before::Nothing => {}
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
    Ok(with_types(&text, &tokens, &casts))
}

/// The expression, with names that have to be those of types where only a type can stand: a function of that name, or
/// a variable that points to one, would be called otherwise.
fn with_types(text: &str, tokens: &Tokens, casts: &[(usize, usize)]) -> String {
    let (mut made, mut copied) = (String::new(), 0);
    for (from, until) in casts {
        let (start, end) = (tokens.tokens[*from].start, tokens.tokens[*until].end);
        made.push_str(&text[copied..start]);
        made.push_str(&format!("__typeof__(({})0)", &text[start..end]));
        copied = end;
    }
    made + &text[copied..]
}

/// What stands before a parenthesis.
enum Before {
    /// Nothing that is called.
    Nothing,
    /// A cast to a type that has a name: the first and the last token of it.
    Cast(usize, usize),
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
            in_parentheses(tokens, start + 1, before)
        }
        "]" => Before::Callee,
        word if tokens.tokens[before].kind == TokenKind::Word && word != "sizeof" => Before::Callee,
        _ => Before::Nothing,
    }
}

/// What parentheses before others hold: words of types, or one name that has to be a type's, and then stars.
fn in_parentheses(tokens: &Tokens, from: usize, until: usize) -> Before {
    let words = (from..until).take_while(|at| tokens.word(*at) != "*").count();
    let stars = (from + words..until).all(|at| tokens.word(at) == "*");
    let is_type = |at: usize| is_type_word(tokens.word(at));
    let is_name = |at: usize| tokens.tokens[at].kind == TokenKind::Word && tokens.word(at) != "sizeof";
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
            ("(f x)(x)", "calls"),
            ("(f)[0](x)", "calls"),
            ("((f))(x)", "calls"),
            ("(*f)(x)", "calls"),
            ("(sizeof)(x)", "calls"),
            ("(*p)(x)", "calls"),
            ("a[0](1)", "calls"),
            ("x, y", "plain C"),
            ("1; reach_error()", "plain C"),
            ("({ 1 })", "plain C"),
            ("(<% 1 %>)", "plain C"),
            ("x ??< 1", "plain C"),
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

    /// If the name is that of a function, what is made of it is no C.
    #[test]
    fn names_before_parentheses_have_to_be_those_of_types() {
        let made = |text: &str| check(text, false).unwrap();
        assert_eq!(made("(T)(x) == 1"), "(__typeof__((T)0))(x) == 1");
        assert_eq!(made("(T *)(p) != (const U)(q)"), "(__typeof__((T *)0))(p) != (__typeof__((const U)0))(q)");
        assert_eq!(made("((T)((U)(x))) > 0"), "((__typeof__((T)0))((__typeof__((U)0))(x))) > 0");
        assert_eq!(made("(T)x + (T)-y"), "(T)x + (T)-y");
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
