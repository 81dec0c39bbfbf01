//! Whether the expressions of a witness mean in the program what they say.
//!
//! An expression that looks harmless is not if a word of it is a macro that assigns, and one that divides ends the
//! executions in which the divisor is zero, behind which there may be an error. A place that the preprocessor leaves out
//! is no place at all. Such witnesses are neither confirmed nor rejected.

use super::expression::{is_type_word, shorten};
use super::instrument::ASSERTION_FAILURE;
use super::model::Flaw;
use super::tokens::{TokenKind, Tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How deep macros of macros are looked into.
const DEEPEST: usize = 8;

/// The macros of a program: all that ever stands behind each name, with its parameters if it has some. And those that
/// no header of the system defines.
#[derive(Default)]
pub struct Macros(BTreeMap<String, Vec<String>>, BTreeSet<String>);

/// The compiler, as it is asked about a program.
pub struct Compiler {
    /// The program.
    pub clang: PathBuf,
    /// What it is told.
    pub flags: Vec<String>,
}

impl Compiler {
    /// The declarations of all that has a name with a part, as clang lists them. Mistakes do not matter here.
    pub fn declarations(&self, file: &Path, part: &str) -> Option<String> {
        let mut command = Command::new(&self.clang);
        command.args(DEFAULTS).args(&self.flags).args(["-fsyntax-only", "-w", "-ferror-limit=0"]);
        command.args(["-fno-color-diagnostics", "-Xclang", "-ast-dump", "-Xclang"]);
        command.arg(format!("-ast-dump-filter={part}")).arg(operand(file));
        let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// What programs are compiled with before the user's own flags.
const DEFAULTS: [&str; 2] = ["-std=gnu11", "-fgnu89-inline"];

/// A file that is not taken for an option.
fn operand(file: &Path) -> PathBuf {
    match file.to_string_lossy().starts_with('-') {
        true => Path::new(".").join(file),
        false => file.to_path_buf(),
    }
}

impl Macros {
    /// The macros of a file, as the compiler lists them: also those that it does not keep to its end.
    pub fn of(clang: &Path, flags: &[String], file: &Path) -> Result<Macros, Flaw> {
        let listed = ["-dM", "-dD"].map(|wanted| {
            let mut command = Command::new(clang);
            command.args(DEFAULTS).args(flags).args(["-E", wanted, "-w"]).arg(operand(file));
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
        Ok(Macros(found, own(&on_the_way)))
    }

    /// Whether a word is a macro.
    pub fn has(&self, word: &str) -> bool {
        self.0.contains_key(word)
    }

    /// Whether a word is something that hides what stands there: a macro that is no number, null or the check of the C
    /// library, or what says something to the compiler.
    pub fn is_strange(&self, word: &str) -> bool {
        let is_null = word == "NULL" && !self.1.contains(word);
        let is_assert = word == "assert" && self.asserts();
        matches!(word, "_Pragma" | "__pragma") || !(is_null || is_assert || self.is_number(word, DEEPEST))
    }

    /// Whether a macro that no header of the system defines speaks of a word.
    pub fn own_mentions(&self, word: &str) -> bool {
        let meanings = self.1.iter().filter_map(|name| self.0.get(name)).flatten();
        meanings.into_iter().any(|meaning| meaning.contains(word))
    }

    /// Whether what a word stands for has one of some words in it, or may have.
    pub fn mentions(&self, word: &str, wanted: &[&str]) -> bool {
        let (mut known, mut left) = (BTreeSet::new(), vec![word.to_string()]);
        while let Some(word) = left.pop() {
            for meaning in self.0.get(&word).into_iter().flatten() {
                // What is put together may be anything.
                if meaning.contains("##") && self.1.contains(&word) {
                    return true;
                }
                let tokens = Tokens::scan(meaning.trim_start());
                for at in 0..tokens.tokens.len() {
                    if wanted.contains(&tokens.word(at)) {
                        return true;
                    }
                    if known.insert(tokens.word(at).to_string()) {
                        left.push(tokens.word(at).to_string());
                    }
                }
            }
        }
        false
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

    /// Whether `assert` is the macro of the C library that checks something.
    pub fn asserts(&self) -> bool {
        let checks = |meaning: &String| meaning.contains(ASSERTION_FAILURE);
        !self.1.contains("assert") && self.0.get("assert").is_some_and(|all| all.iter().all(checks))
    }

    /// Refuses calls of functions that are macros.
    pub fn permit_calls<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> Result<(), Flaw> {
        match names.find(|name| self.0.contains_key(*name)) {
            Some(name) => Err(Flaw::Unsupported(format!("'{}' is a macro here", shorten(name)))),
            None => Ok(()),
        }
    }
}

/// The macros that are defined outside of the headers of the system, in what the compiler lists with line markers.
fn own(listed: &str) -> BTreeSet<String> {
    let (mut names, mut of_system) = (BTreeSet::new(), false);
    for line in listed.lines() {
        if let Some(marker) = line.strip_prefix("# ") {
            let behind = marker.rsplit('"').next().unwrap_or_default();
            of_system = behind.split_whitespace().any(|flag| flag == "3") || marker.contains("\"<built-in>\"");
        } else if let Some(text) = line.strip_prefix("#define ").filter(|_| !of_system) {
            let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
            names.insert(text[..end].to_string());
        }
    }
    names
}

/// Refuses an invariant that shifts to the left, or by anything but a small number.
fn permit_shifts(invariant: &str) -> Result<(), Flaw> {
    let tokens = Tokens::scan(invariant);
    let is_small = |word: &str| word.parse::<u8>().is_ok_and(|amount| amount < 32);
    let ends = |at: usize| !matches!(tokens.word(at), "(" | "[" | "." | "->");
    let mut shifts = (0..tokens.tokens.len()).filter(|at| matches!(tokens.word(*at), "<<" | ">>"));
    match shifts.any(|at| tokens.word(at) == "<<" || !is_small(tokens.word(at + 1)) || !ends(at + 2)) {
        false => Ok(()),
        true => Err(Flaw::Unsupported(format!("'{}' may shift by more than C defines", shorten(invariant)))),
    }
}

/// Whether an invariant computes something that may be too large for its type.
pub fn computes(invariant: &str) -> bool {
    let tokens = Tokens::scan(invariant);
    (0..tokens.tokens.len()).any(|at| {
        let before = at.checked_sub(1).and_then(|before| tokens.tokens.get(before));
        let is_operand = before.is_some_and(|token| {
            token.kind != TokenKind::Punctuation || matches!(&invariant[token.start..token.end], ")" | "]")
        });
        let is_number = |at: usize| tokens.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number);
        match tokens.word(at) {
            "+" | "*" => is_operand,
            "-" => is_operand || !is_number(at + 1),
            _ => false,
        }
    })
}

/// Refuses an invariant that divides by what may be zero, whose quotient may not fit, or that shifts too far.
pub fn permit_divisions(invariant: &str) -> Result<(), Flaw> {
    permit_shifts(invariant)?;
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

/// Refuses a program where the preprocessor leaves out what was put in, or has it twice.
pub fn permit_places(clang: &Path, flags: &[String], program: &Path, made: &str) -> Result<(), Flaw> {
    let mut command = Command::new(clang);
    command.args(DEFAULTS).args(flags).args(["-E", "-P", "-w"]).arg(operand(program));
    let text = output(command).ok_or_else(|| Flaw::Unsupported("the program cannot be preprocessed".to_string()))?;
    match own_words(made) == own_words(&text) {
        true => Ok(()),
        false => {
            let what = "what the witness says stands where the compiler does not look, or looks more than once";
            Err(Flaw::Unsupported(what.to_string()))
        }
    }
}

/// The words that are put in, in their order.
fn own_words(text: &str) -> Vec<String> {
    let tokens = Tokens::scan(text);
    let words = (0..tokens.tokens.len()).map(|at| tokens.word(at));
    words.filter(|word| word.starts_with("__witness_")).map(str::to_string).collect()
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
        let list = list.map(|(name, meaning)| (name.to_string(), vec![meaning.to_string()]));
        let macros = Macros(list.into(), BTreeSet::new());
        for good in ["x < SIZE", "x <= INT_MAX", "x >= MIN", "x == y"] {
            assert!(macros.permit(good).is_ok(), "{good}");
        }
        for bad in ["SET", "f == 1", "LOOP > 0", "OTHER == 1", "(int8_t)x"] {
            assert!(macros.permit(bad).is_err(), "{bad}");
        }
        assert!(!macros.asserts());
        let assert = |meaning: &str| {
            Macros([("assert".to_string(), vec![meaning.to_string()])].into(), BTreeSet::new()).asserts()
        };
        assert!(assert("(expr) ((expr) ? 0 : __assert_fail (#expr))") && !assert("(expr) (__ASSERT_VOID_CAST (0))"));
    }

    #[test]
    fn headers_of_the_system_are_told_from_others() {
        let listed = "# 1 \"<built-in>\" 1\n#define a 1\n# 1 \"p.c\" 2\n#define b(x) x\n# 1 \"/usr/a.h\" 1 3 4\n\
                      #define c 1\n# 3 \"p.c\" 2\n#define d 1\n";
        assert_eq!(own(listed), ["b".to_string(), "d".to_string()].into());
        let list = [("ONE", " THIS 1:"), ("THIS", " case"), ("TWO", " 2"), ("LOOP", " LOOP")];
        let list = list.map(|(name, meaning)| (name.to_string(), vec![meaning.to_string()]));
        let macros = Macros(list.into(), BTreeSet::new());
        let hides = ["ONE", "TWO", "LOOP", "other"].map(|word| macros.mentions(word, &["case"]));
        assert_eq!(hides, [true, false, false, false]);
    }

    #[test]
    fn shifts_are_small() {
        assert!(permit_divisions("x >> 3 == 1 && (x >> 31) == 0").is_ok());
        for bad in ["1 << 3", "x >> y", "x >> -1", "x >> 32", "x >> (3)", "x >> 3[a]"] {
            assert!(permit_divisions(bad).is_err(), "{bad}");
        }
        for text in ["x + 1 > 0", "-x == x", "2 * x > 0", "(x) - 1 > 0", "a[0] - -3 < 0"] {
            assert!(computes(text), "{text}");
        }
        for text in ["x > -1", "*p == 3", "x == +3", "-1 < x"] {
            assert!(!computes(text), "{text}");
        }
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
