//! The calls and choices in the expressions of a C file.
//!
//! Without types, a call is a name or something like it with parentheses behind it, and a choice is a question mark with
//! whatever binds more tightly before it. Words that take parentheses and call nothing are known here.

use super::{Call, Choice, Structure};
use crate::witness::tokens::TokenKind;

impl Structure {
    /// Finds calls and choices in the bodies of functions.
    pub(super) fn expressions(&mut self) {
        for (index, function) in self.functions.iter().enumerate() {
            for token in function.body.clone() {
                match self.tokens.word(token) {
                    "(" => {
                        let (Some(close), Some(start)) = (self.closing(token), self.callee(token)) else { continue };
                        let name = if start + 1 == token { self.tokens.word(start).to_string() } else { String::new() };
                        self.calls.push(Call { name, tokens: start..close + 1, open: token, function: index });
                    }
                    "?" => {
                        let condition = self.before_question(token, function.body.start)..token;
                        self.choices.push(Choice { mark: token, condition });
                    }
                    _ => {}
                }
            }
        }
        self.calls.sort_by_key(|call| call.tokens.end);
    }

    /// The first token of what is called with arguments in these parentheses, if it is a call.
    fn callee(&self, open: usize) -> Option<usize> {
        let mut start = open.checked_sub(1)?;
        loop {
            start = match self.tokens.word(start) {
                // (*f)(x) is a call; (int)(x) is none, and (f)(x) is taken for none.
                ")" if start + 1 == open => {
                    let group = self.partner[start]?;
                    let pointer = self.tokens.word(group + 1) == "*";
                    if !pointer {
                        return None;
                    }
                    group
                }
                ")" | "]" => {
                    let group = self.partner[start]?;
                    let before = group.checked_sub(1)?;
                    if self.is_name(before) || matches!(self.tokens.word(before), ")" | "]") {
                        start = before;
                        continue;
                    }
                    group
                }
                _ if self.is_name(start) => start,
                _ => return None,
            };
            match start.checked_sub(1).map(|before| self.tokens.word(before)) {
                Some("." | "->") => start = start.checked_sub(2)?,
                _ => return Some(start),
            }
        }
    }

    pub(super) fn is_name(&self, token: usize) -> bool {
        let is_word = self.tokens.tokens.get(token).is_some_and(|token| token.kind == TokenKind::Word);
        is_word && !is_keyword(self.tokens.word(token))
    }

    /// Where the condition of a choice starts: behind what binds more weakly.
    fn before_question(&self, mark: usize, first: usize) -> usize {
        let mut at = mark;
        while at > first {
            let before = at - 1;
            match self.tokens.word(before) {
                ")" | "]" | "}" => match self.partner[before] {
                    Some(open) => at = open,
                    None => return at,
                },
                "(" | "[" | "{" | "," | ";" | "?" | ":" | "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>="
                | "&=" | "^=" | "|=" | "return" | "case" => return at,
                _ => at = before,
            }
        }
        at
    }
}

/// Words that are no names of functions though a parenthesis may follow them.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "while"
            | "for"
            | "do"
            | "switch"
            | "return"
            | "sizeof"
            | "case"
            | "else"
            | "goto"
            | "default"
            | "break"
            | "continue"
            | "int"
            | "char"
            | "short"
            | "long"
            | "float"
            | "double"
            | "void"
            | "signed"
            | "unsigned"
            | "_Bool"
            | "const"
            | "volatile"
            | "static"
            | "extern"
            | "register"
            | "auto"
            | "struct"
            | "union"
            | "enum"
            | "typedef"
            | "inline"
            | "__inline"
            | "__inline__"
    ) || is_attribute(word)
}

/// Words that take something in parentheses and call nothing.
pub(super) fn is_attribute(word: &str) -> bool {
    matches!(
        word,
        "__attribute__"
            | "__attribute"
            | "__declspec"
            | "__extension__"
            | "asm"
            | "__asm"
            | "__asm__"
            | "typeof"
            | "__typeof"
            | "__typeof__"
            | "_Alignas"
            | "_Alignof"
            | "__alignof__"
            | "_Static_assert"
            | "_Generic"
            | "_Atomic"
            | "volatile"
            | "__volatile__"
    )
}
