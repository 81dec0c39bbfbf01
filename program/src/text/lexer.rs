//! Tokens of the text form, and errors that say where.

use std::borrow::Cow;
use std::fmt;

/// Why a text is not a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, counted from one.
    pub line: usize,
    /// The column, counted from one.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A token.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Token<'a> {
    /// A bare word.
    Word(&'a str),
    /// A number as written, with its sign or `0x`.
    Number(&'a str),
    /// What stood between quotes.
    Text(Vec<u8>),
    /// `%3`
    Numbered(&'a str),
    /// `%name`
    Local(Cow<'a, str>),
    /// `@name`
    Global(Cow<'a, str>),
    /// `!3`
    Location(u32),
    /// `?3`
    Variable(u32),
    /// `$3`
    Layout(u32),
    /// `#3`
    SourceType(u32),
    /// `->`
    Arrow,
    /// A punctuation mark.
    Mark(char),
    /// The end of the text.
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(text) | Token::Number(text) => write!(f, "'{text}'"),
            Token::Text(_) => f.write_str("a text in quotes"),
            Token::Numbered(name) => write!(f, "'%{name}'"),
            Token::Local(name) => write!(f, "'%{name}'"),
            Token::Global(name) => write!(f, "'@{name}'"),
            Token::Location(number) => write!(f, "'!{number}'"),
            Token::Variable(number) => write!(f, "'?{number}'"),
            Token::Layout(number) => write!(f, "'${number}'"),
            Token::SourceType(number) => write!(f, "'#{number}'"),
            Token::Arrow => f.write_str("'->'"),
            Token::Mark(mark) => write!(f, "'{mark}'"),
            Token::End => f.write_str("the end of the text"),
        }
    }
}

/// A token and where it starts.
pub(super) type Placed<'a> = (Token<'a>, usize);

/// An error at a byte of the text.
pub(super) fn error_at(text: &str, at: usize, message: impl Into<String>) -> ParseError {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    ParseError { line, column: String::from_utf8_lossy(&before[start..]).chars().count() + 1, message: message.into() }
}

/// Splits a text into tokens; the last is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Placed<'_>>, ParseError> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let start = lexer.at;
        let token = lexer.token().map_err(|message| error_at(text, start, message))?;
        let end = token == Token::End;
        tokens.push((token, start));
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b';' {
                self.take_while(|byte| byte != b'\n');
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Takes bytes while they fit. They are ASCII wherever this is used for more than skipping.
    fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&fits) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn token(&mut self) -> Result<Token<'a>, String> {
        let Some(first) = self.peek() else { return Ok(Token::End) };
        let next = self.text.as_bytes().get(self.at + 1).copied().unwrap_or(0);
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => {
                Ok(Token::Word(self.take_while(|byte| is_name(byte) || byte == b'-')))
            }
            b'0'..=b'9' => Ok(Token::Number(self.number())),
            b'+' | b'-' if next.is_ascii_digit() => Ok(Token::Number(self.number())),
            b'-' if next == b'>' => {
                self.at += 2;
                Ok(Token::Arrow)
            }
            b'"' => self.quoted().map(Token::Text),
            b'%' => {
                self.at += 1;
                if next.is_ascii_digit() {
                    return Ok(Token::Numbered(self.take_while(|byte| byte.is_ascii_digit())));
                }
                self.name().map(Token::Local)
            }
            b'@' => {
                self.at += 1;
                self.name().map(Token::Global)
            }
            b'!' | b'?' | b'$' | b'#' => {
                self.at += 1;
                let digits = self.take_while(|byte| byte.is_ascii_digit());
                let number = digits.parse().map_err(|_| format!("a number must follow '{}'", char::from(first)))?;
                Ok(match first {
                    b'!' => Token::Location(number),
                    b'?' => Token::Variable(number),
                    b'#' => Token::SourceType(number),
                    _ => Token::Layout(number),
                })
            }
            b'(' | b')' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'=' | b'*' => {
                self.at += 1;
                Ok(Token::Mark(char::from(first)))
            }
            _ => {
                let character = self.text[self.at..].chars().next().unwrap_or('?');
                Err(format!("'{character}' does not belong here"))
            }
        }
    }

    fn number(&mut self) -> &'a str {
        let start = self.at;
        self.at += 1;
        self.take_while(|byte| byte.is_ascii_alphanumeric());
        &self.text[start..self.at]
    }

    fn name(&mut self) -> Result<Cow<'a, str>, String> {
        if self.peek() == Some(b'"') {
            let bytes = self.quoted()?;
            return String::from_utf8(bytes).map(Cow::Owned).map_err(|_| "a name must be UTF-8".to_string());
        }
        match self.take_while(is_name) {
            "" => Err("a name must follow".to_string()),
            name => Ok(Cow::Borrowed(name)),
        }
    }

    fn quoted(&mut self) -> Result<Vec<u8>, String> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            match self.peek() {
                None | Some(b'\n') => return Err("the quote is not closed".to_string()),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(bytes);
                }
                Some(b'\\') => {
                    let digits = self.text.get(self.at + 1..self.at + 3).unwrap_or_default();
                    let byte = u8::from_str_radix(digits, 16);
                    bytes.push(byte.map_err(|_| "two hexadecimal digits must follow '\\'".to_string())?);
                    self.at += 3;
                }
                Some(byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.'
}
