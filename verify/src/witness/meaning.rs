//! Whether the expressions of a witness mean in the program what they say.
//!
//! An expression that looks harmless is not if a word of it is a macro that assigns, and one that divides ends the
//! executions in which the divisor is zero, behind which there may be an error. A place that the preprocessor leaves out
//! is no place at all. Such witnesses are neither confirmed nor rejected.

use super::expression::{is_type_word, shorten};
use super::instrument::{ASSERTION_FAILURE, WRONG_INVARIANT};
use super::model::Flaw;
use super::tokens::{TokenKind, Tokens};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// How deep macros of macros are looked into.
const DEEPEST: usize = 8;

/// The macros of a program: all that ever stands behind each name, with its parameters if it has some.
#[derive(Default)]
pub struct Macros(BTreeMap<String, Vec<String>>);

impl Macros {
    /// The macros of a file, as the compiler lists them: also those that it does not keep to its end.
    pub fn of(clang: &Path, flags: &[String], file: &Path) -> Result<Macros, Flaw> {
        let listed = ["-dM", "-dD"].map(|wanted| {
            let mut command = Command::new(clang);
            command.args(flags).args(["-E", wanted, "-w"]).arg(file);
            output(command)
        });
        let [Some(at_end), Some(on_the_way)] = listed else {
            return Err(Flaw::Unsupported("the macros cannot be listed".to_string()));
        };
        let lines = at_end.lines().chain(on_the_way.lines());
        let macros = lines.filter_map(|line| line.strip_prefix("#define "));
        let split = |text: &str| {
            let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
            (text[..end].to_string(), text[end..].to_string())
        };
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, meaning) in macros.map(split) {
            let known = found.entry(name).or_default();
            if !known.contains(&meaning) {
                known.push(meaning);
            }
        }
        Ok(Macros(found))
    }

    /// Refuses an expression that uses a macro for anything but a number.
    pub fn permit(&self, expression: &str) -> Result<(), Flaw> {
        match self.stranger(expression, DEEPEST) {
            Some(word) => {
                Err(Flaw::Unsupported(format!("'{}' uses '{word}', which is a macro here", shorten(expression))))
            }
            None => Ok(()),
        }
    }

    /// A macro in a text that stands for something else than a number.
    fn stranger(&self, text: &str, depth: usize) -> Option<String> {
        let tokens = Tokens::scan(text);
        let words = (0..tokens.tokens.len()).filter(|at| tokens.tokens[*at].kind == TokenKind::Word);
        words.map(|at| tokens.word(at)).find(|word| !self.is_number(word, depth)).map(str::to_string)
    }

    /// Whether a word is no macro, or one for a number.
    fn is_number(&self, word: &str, depth: usize) -> bool {
        let Some(meanings) = self.0.get(word) else { return true };
        depth > 0 && meanings.iter().all(|meaning| self.means_number(meaning, depth))
    }

    fn means_number(&self, meaning: &str, depth: usize) -> bool {
        let tokens = Tokens::scan(meaning);
        !meaning.starts_with('(')
            && (0..tokens.tokens.len()).all(|at| match tokens.tokens[at].kind {
                TokenKind::Number => true,
                TokenKind::Word => {
                    let word = tokens.word(at);
                    is_type_word(word) || (self.0.contains_key(word) && self.is_number(word, depth - 1))
                }
                TokenKind::Punctuation => matches!(tokens.word(at), "(" | ")" | "+" | "-"),
                TokenKind::Quoted => false,
            })
    }

    /// Whether `assert` is the macro of the C library that checks something, if it is a macro.
    pub fn asserts(&self) -> bool {
        let meanings = self.0.get("assert");
        meanings.is_none_or(|all| all.iter().all(|meaning| meaning.contains(ASSERTION_FAILURE)))
    }

    /// Refuses calls of functions that are macros.
    pub fn permit_calls<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> Result<(), Flaw> {
        match names.find(|name| self.0.contains_key(*name)) {
            Some(name) => Err(Flaw::Unsupported(format!("'{}' is a macro here", shorten(name)))),
            None => Ok(()),
        }
    }
}

/// Refuses an invariant that divides by what may be zero, or whose quotient may not fit.
pub fn permit_divisions(invariant: &str) -> Result<(), Flaw> {
    let tokens = Tokens::scan(invariant);
    let is_harmless = |at: usize| {
        let divisor = tokens.tokens.get(at + 1).filter(|token| token.kind == TokenKind::Number);
        let digits = divisor.map(|token| invariant[token.start..token.end].trim_start_matches("0x"));
        digits.is_some_and(|digits| digits.starts_with(|c: char| ('1'..='9').contains(&c)))
    };
    match (0..tokens.tokens.len()).all(|at| !matches!(tokens.word(at), "/" | "%") || is_harmless(at)) {
        true => Ok(()),
        false => Err(Flaw::Unsupported(format!("'{}' may divide by zero", shorten(invariant)))),
    }
}

/// Refuses invariants at places that the preprocessor leaves out.
pub fn permit_places(clang: &Path, flags: &[String], program: &Path, invariants: usize) -> Result<(), Flaw> {
    let mut command = Command::new(clang);
    command.args(flags).args(["-E", "-P", "-w"]).arg(program);
    let text = output(command).ok_or_else(|| Flaw::Unsupported("the program cannot be preprocessed".to_string()))?;
    match (0..invariants).find(|number| !text.contains(&format!("{WRONG_INVARIANT}{number}();"))) {
        Some(number) => {
            let what = format!("invariant {} stands where the compiler does not look", number + 1);
            Err(Flaw::Unsupported(what))
        }
        None => Ok(()),
    }
}

fn output(mut command: Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_let_in_for_numbers_only() {
        let list = [
            ("SIZE", " 10"),
            ("INT_MAX", " __INT_MAX__"),
            ("__INT_MAX__", " 2147483647"),
            ("MIN", " (-INT_MAX - 1)"),
            ("SET", " (x = 7)"),
            ("f", "(a) a"),
            ("LOOP", " LOOP"),
            ("OTHER", " y"),
            ("int8_t", " stop"),
        ];
        let macros = Macros(list.map(|(name, meaning)| (name.to_string(), vec![meaning.to_string()])).into());
        for good in ["x < SIZE", "x <= INT_MAX", "x >= MIN", "x == y"] {
            assert!(macros.permit(good).is_ok(), "{good}");
        }
        for bad in ["SET", "f == 1", "LOOP > 0", "OTHER == 1", "(int8_t)x"] {
            assert!(macros.permit(bad).is_err(), "{bad}");
        }
        assert!(macros.asserts());
        let assert = |meaning: &str| Macros([("assert".to_string(), vec![meaning.to_string()])].into()).asserts();
        assert!(assert("(expr) ((expr) ? 0 : __assert_fail (#expr))") && !assert("(expr) (__ASSERT_VOID_CAST (0))"));
    }

    #[test]
    fn divisors_are_numbers_other_than_zero() {
        for good in ["x / 2 == 1", "x % 0x10 == 1", "x == 1"] {
            assert!(permit_divisions(good).is_ok(), "{good}");
        }
        for bad in ["1 / x <= 1", "x % 0 == 1", "x / -1 > 0", "x / (2 - y)", "1 % (x)", "x / 0x0"] {
            assert!(permit_divisions(bad).is_err(), "{bad}");
        }
    }
}
