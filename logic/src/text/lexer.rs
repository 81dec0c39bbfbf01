//! The tokens of SMT-LIB, each with the byte position where it starts.

use super::error::ParseError;

/// What a token is; the text it stands for borrows from the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    Open,
    Close,
    /// A symbol without the bars of a quoted one. Only an unquoted one can be a reserved word.
    Symbol {
        name: &'a str,
        quoted: bool,
    },
    /// A keyword with its colon.
    Keyword(&'a str),
    Numeral(&'a str),
    Decimal(&'a str),
    /// The digits after `#x`.
    Hexadecimal(&'a str),
    /// The digits after `#b`.
    Binary(&'a str),
    /// A string between its quotes, doubled quotes left as they are.
    String(&'a str),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: TokenKind<'a>,
    pub at: usize,
}

impl<'a> Token<'a> {
    /// The token as an error message names it.
    pub fn describe(&self) -> String {
        match self.kind {
            TokenKind::Open => "'('".into(),
            TokenKind::Close => "')'".into(),
            TokenKind::Symbol { name, .. } | TokenKind::Keyword(name) => format!("'{name}'"),
            TokenKind::Numeral(digits) | TokenKind::Decimal(digits) => format!("'{digits}'"),
            TokenKind::Hexadecimal(digits) => format!("'#x{digits}'"),
            TokenKind::Binary(digits) => format!("'#b{digits}'"),
            TokenKind::String(_) => "a string".into(),
            TokenKind::End => "the end of the file".into(),
        }
    }
}

/// Cuts a text into tokens, one at a time, with one token of look-ahead.
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
    peeked: Option<Token<'a>>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, position: 0, peeked: None }
    }

    /// An error at a byte position.
    pub fn error(&self, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::at(self.text.as_bytes(), at, message)
    }

    /// The error that this token is not what should stand here.
    pub fn unexpected(&self, token: Token<'a>, wanted: &str) -> ParseError {
        self.error(token.at, format!("expected {wanted}, found {}", token.describe()))
    }

    /// The token that `next` will give.
    pub fn peek(&mut self) -> Result<Token<'a>, ParseError> {
        if self.peeked.is_none() {
            self.peeked = Some(self.scan()?);
        }
        match self.peeked {
            Some(token) => Ok(token),
            None => self.scan(),
        }
    }

    /// The next token; at the end of the text, [`TokenKind::End`] again and again.
    pub fn next(&mut self) -> Result<Token<'a>, ParseError> {
        match self.peeked.take() {
            Some(token) => Ok(token),
            None => self.scan(),
        }
    }

    pub fn open(&mut self, what: &str) -> Result<usize, ParseError> {
        let token = self.next()?;
        match token.kind {
            TokenKind::Open => Ok(token.at),
            _ => Err(self.unexpected(token, &format!("'(' {what}"))),
        }
    }

    pub fn close(&mut self, what: &str) -> Result<(), ParseError> {
        let token = self.next()?;
        match token.kind {
            TokenKind::Close => Ok(()),
            _ => Err(self.unexpected(token, &format!("')' {what}"))),
        }
    }

    /// A symbol and where it starts.
    pub fn symbol(&mut self, what: &str) -> Result<(&'a str, usize), ParseError> {
        let token = self.next()?;
        match token.kind {
            TokenKind::Symbol { name, .. } => Ok((name, token.at)),
            _ => Err(self.unexpected(token, what)),
        }
    }

    /// A numeral that fits 32 bits.
    pub fn index(&mut self, what: &str) -> Result<u32, ParseError> {
        let token = self.next()?;
        let TokenKind::Numeral(digits) = token.kind else {
            return Err(self.unexpected(token, what));
        };
        digits.parse().map_err(|_| self.error(token.at, format!("the number {digits} is too large here")))
    }

    /// Skips tokens up to the parenthesis that closes the current level.
    pub fn skip_to_close(&mut self) -> Result<(), ParseError> {
        let mut depth = 0usize;
        loop {
            let token = self.next()?;
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => return Ok(()),
                TokenKind::Close => depth -= 1,
                TokenKind::End => return Err(self.unexpected(token, "')'")),
                _ => {}
            }
        }
    }

    /// The bytes from `from` for as long as they satisfy the predicate.
    fn run(&self, from: usize, inside: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text.as_bytes()[from..];
        let length = rest.iter().position(|b| !inside(*b)).unwrap_or(rest.len());
        &self.text[from..from + length]
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.position) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0c => self.position += 1,
                b';' => self.position += self.run(self.position, |b| b != b'\n').len(),
                _ => return,
            }
        }
    }

    fn scan(&mut self) -> Result<Token<'a>, ParseError> {
        self.skip_blanks();
        let at = self.position;
        let Some(first) = self.text.as_bytes().get(at) else {
            return Ok(Token { kind: TokenKind::End, at });
        };
        let (kind, length) = match first {
            b'(' => (TokenKind::Open, 1),
            b')' => (TokenKind::Close, 1),
            b'|' => self.scan_quoted(at)?,
            b'"' => self.scan_string(at)?,
            b'#' => self.scan_radix(at)?,
            b'0'..=b'9' => self.scan_number(at)?,
            b':' => {
                let name = self.run(at, in_symbol);
                (TokenKind::Keyword(name), name.len())
            }
            byte if in_symbol(*byte) => {
                let name = self.run(at, in_symbol);
                (TokenKind::Symbol { name, quoted: false }, name.len())
            }
            byte => return Err(self.error(at, format!("unexpected character {:?}", *byte as char))),
        };
        self.position = at + length;
        Ok(Token { kind, at })
    }

    fn scan_quoted(&self, at: usize) -> Result<(TokenKind<'a>, usize), ParseError> {
        let name = self.run(at + 1, |b| b != b'|');
        if at + 1 + name.len() >= self.text.len() {
            return Err(self.error(at, "this '|' has no closing '|'"));
        }
        Ok((TokenKind::Symbol { name, quoted: true }, name.len() + 2))
    }

    /// A string ends at a quote that is not doubled.
    fn scan_string(&self, at: usize) -> Result<(TokenKind<'a>, usize), ParseError> {
        let bytes = self.text.as_bytes();
        let mut end = at + 1;
        loop {
            end += self.run(end, |b| b != b'"').len();
            match (bytes.get(end), bytes.get(end + 1)) {
                (None, _) => return Err(self.error(at, "this string has no closing quote")),
                (_, Some(b'"')) => end += 2,
                _ => return Ok((TokenKind::String(&self.text[at + 1..end]), end + 1 - at)),
            }
        }
    }

    fn scan_radix(&self, at: usize) -> Result<(TokenKind<'a>, usize), ParseError> {
        let word = self.run(at + 1, in_symbol);
        let digits = word.get(1..).unwrap_or("");
        let all = |valid: fn(&u8) -> bool| !digits.is_empty() && digits.as_bytes().iter().all(valid);
        let kind = match word.as_bytes().first() {
            Some(b'x') if all(u8::is_ascii_hexdigit) => TokenKind::Hexadecimal(digits),
            Some(b'b') if all(|b| matches!(b, b'0' | b'1')) => TokenKind::Binary(digits),
            _ => return Err(self.error(at, format!("'#{word}' is neither a '#x…' nor a '#b…' constant"))),
        };
        Ok((kind, word.len() + 1))
    }

    fn scan_number(&self, at: usize) -> Result<(TokenKind<'a>, usize), ParseError> {
        let word = self.run(at, in_symbol);
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let kind = match word.split_once('.') {
            None if digits(word) => TokenKind::Numeral(word),
            Some((whole, fraction)) if digits(whole) && digits(fraction) => TokenKind::Decimal(word),
            _ => return Err(self.error(at, format!("'{word}' is neither a number nor a symbol"))),
        };
        Ok((kind, word.len()))
    }
}

/// Whether a byte can be part of an unquoted symbol. More than SMT-LIB allows: whatever separates
/// nothing, since tools write names with primes, brackets and letters beyond ASCII.
fn in_symbol(byte: u8) -> bool {
    byte > b' ' && byte != 0x7f && !matches!(byte, b'(' | b')' | b';' | b'"' | b'|')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        let mut lexer = Lexer::new(text);
        let mut kinds = Vec::new();
        loop {
            match lexer.next().unwrap().kind {
                TokenKind::End => return kinds,
                kind => kinds.push(kind),
            }
        }
    }

    fn symbol(name: &str) -> TokenKind<'_> {
        TokenKind::Symbol { name, quoted: false }
    }

    #[test]
    fn all_kinds_of_tokens() {
        use TokenKind::*;
        assert_eq!(
            kinds("(a|b c| ; gone ( \n:key 12 1.5 #xaF #b01 \"s\"\"t\" x'[0])"),
            [
                Open,
                symbol("a"),
                Symbol { name: "b c", quoted: true },
                Keyword(":key"),
                Numeral("12"),
                Decimal("1.5"),
                Hexadecimal("aF"),
                Binary("01"),
                String("s\"\"t"),
                symbol("x'[0]"),
                Close,
            ]
        );
        assert_eq!(kinds("; only a comment"), []);
        assert_eq!(kinds("||"), [Symbol { name: "", quoted: true }]);
    }

    #[test]
    fn tokens_know_where_they_start() {
        let mut lexer = Lexer::new(" ; c\n  (ab");
        assert_eq!(lexer.peek().unwrap().at, 7);
        assert_eq!(lexer.next().unwrap().at, 7);
        assert_eq!(lexer.next().unwrap().at, 8);
        assert_eq!(lexer.next().unwrap().at, 10);
        assert_eq!(lexer.next().unwrap().kind, TokenKind::End);
    }

    #[test]
    fn broken_tokens_are_errors_with_a_place() {
        for (text, message) in [
            ("a\n |b", "2:2: this '|' has no closing '|'"),
            ("\"abc", "1:1: this string has no closing quote"),
            (" #q1", "1:2: '#q1' is neither a '#x…' nor a '#b…' constant"),
            ("#b012", "1:1: '#b012' is neither a '#x…' nor a '#b…' constant"),
            ("12a", "1:1: '12a' is neither a number nor a symbol"),
            ("\u{1}", "1:1: unexpected character '\\u{1}'"),
        ] {
            let mut lexer = Lexer::new(text);
            let error = loop {
                match lexer.next() {
                    Ok(token) => assert_ne!(token.kind, TokenKind::End, "{text}"),
                    Err(error) => break error,
                }
            };
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn skipping_is_balanced() {
        let mut lexer = Lexer::new("a (b (c)) d) e");
        lexer.skip_to_close().unwrap();
        assert_eq!(lexer.next().unwrap().kind, symbol("e"));
        assert!(Lexer::new("(a").skip_to_close().is_err());
    }
}
